"""The report of a run: means with their confidence intervals, rates, faults, and times."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import NamedTuple

from attrs import field, frozen
from typing_extensions import override

from climbcards.arena_estimates import LEVEL, Estimate, estimate
from climbcards.arena_faults import ArenaError, Fault, Misdeed
from climbcards.arena_plot import draw
from climbcards.arena_shown import document, lines
from climbcards.arena_tally import Cell, Moments, Tally, shift_of
from climbcards.ruleset import Ruleset, Table

__all__ = ["Report", "RunningMean", "Timings"]


class RunningMean(NamedTuple):
    """An agent's mean payoff after so many deals.

    Attributes:
        deals: the number of deals.
        mean: the mean payoff in one seat of one sitting, in units.
        low: the lower end of its interval.
        high: the upper end.
    """

    deals: int
    mean: float
    low: float
    high: float


@frozen(kw_only=True)
class Timings:
    """How long it took: what no two runs have in common.

    Attributes:
        seconds: how long the run took, with all its interruptions left out.
        limit: from how many seconds a move is slow.
        thinking: how long each agent took to act altogether, in seconds.
        slowest: each agent's longest move, in seconds.
        slow: how many moves of each agent were slow.
    """

    seconds: float
    limit: float
    thinking: tuple[float, ...]
    slowest: tuple[float, ...]
    slow: tuple[int, ...]


@frozen(kw_only=True, repr=False)
class Report:
    """What a run found.  Reports are equal when all is equal but the timings.

    A *deal* is a deck order; it is played once in each seating, and each time is a *sitting*.
    Payoffs are means over the seats of an agent and over sittings, in units of the game.

    Attributes:
        ruleset: the rules.
        agents: the names of the agents.
        seatings: the seatings of every deal, as names by seat.
        seed: the seed; with it and the same agents the run can be repeated.
        asked: how many deals were asked for; fewer have been played where the run was interrupted.
        penalty: what a forfeited sitting costs the agent at fault for every other seat, in units.
        tally: the sums that everything is worked out from.
        timings: how long it took; it does not count for equality.
    """

    ruleset: Ruleset[Table]
    agents: tuple[str, ...]
    seatings: tuple[tuple[str, ...], ...]
    seed: int
    asked: int
    penalty: int
    tally: Tally
    timings: Timings = field(eq=False)

    @override
    def __repr__(self) -> str:
        return (
            f"<Report of {self.ruleset!r}: {', '.join(self.agents)}; "
            f"{self.deals} of {self.asked} deals>"
        )

    # --- How much ---

    @property
    def deals(self) -> int:
        """How many deals have been played, each in every seating: those from number 1 on."""
        return self.tally.deals

    @property
    def sittings(self) -> int:
        """How often a deal has been played in one seating."""
        return self.deals * len(self.seatings)

    @property
    def is_complete(self) -> bool:
        """Whether all deals that were asked for have been played."""
        return self.deals == self.asked

    @property
    def deals_per_second(self) -> float:
        """Deals, each in every seating, for each second of the run."""
        return self.deals / self.timings.seconds if self.timings.seconds else 0.0

    # --- Means ---

    def payoff(
        self,
        agent: str,
        *,
        seat: int | None = None,
        role: str | None = None,
        level: float = LEVEL,
    ) -> Estimate:
        """The mean payoff in one sitting, of an agent, or of it in one seat or one role.

        Args:
            agent: the name of the agent.
            seat: a seat; None: any.
            role: a role (see :func:`~climbcards.arena_roles.roles_of`); None: any.  Forfeited
                sittings and those broken off have no roles.
            level: the level of confidence.

        Raises:
            ArenaError: there is no such agent, or it had no such seat or role.
        """
        return self._ratio(self.tally.payoffs, agent, seat, role, level)

    def win_rate(
        self,
        agent: str,
        *,
        seat: int | None = None,
        role: str | None = None,
        level: float = LEVEL,
    ) -> Estimate:
        """The share of sittings in which the agent was on the winning side.

        The arguments are those of :meth:`payoff`.
        """
        return self._ratio(self.tally.wins, agent, seat, role, level)

    def points(
        self,
        agent: str,
        *,
        seat: int | None = None,
        role: str | None = None,
        level: float = LEVEL,
    ) -> Estimate:
        """The mean points on the score sheet, of sittings that were played to their end.

        They say more than payoffs in Big Two and Three Thirteen, where they are penalties, and
        the same elsewhere.  The arguments are those of :meth:`payoff`.
        """
        return self._ratio(self.tally.points, agent, seat, role, level)

    def difference(self, agent: str, other: str, *, level: float = LEVEL) -> Estimate:
        """By how much the mean payoff of one agent is above that of another.

        Both played the same deals, so the interval is mostly narrower than those of the two means
        suggest.

        Raises:
            ArenaError: there is no such agent, or both are the same.
        """
        a, b = self._place(agent), self._place(other)
        if a == b:
            raise ArenaError("an agent does not differ from itself")
        one, two = self.tally.payoffs[Cell(a)], self.tally.payoffs[Cell(b)]
        seats, others = (moments.weight // self.deals for moments in (one, two))
        product = self.tally.products[min(a, b), max(a, b)]
        # One deal's difference, times the seats of both: whole numbers again.
        difference = Moments(
            weight=self.deals,
            amount=one.amount * others - two.amount * seats,
            weight2=self.deals,
            amount2=one.amount2 * others**2 + two.amount2 * seats**2 - 2 * product * seats * others,
            product=one.amount * others - two.amount * seats,
        )
        return estimate(difference, self.deals, level, seats * others)

    def running(self, agent: str, *, level: float = LEVEL) -> tuple[RunningMean, ...]:
        """The agent's mean payoff as it went, at some hundred points at most.

        Raises:
            ArenaError: there is no such agent.
        """
        place = self._place(agent)
        seats = self.tally.payoffs[Cell(place)].weight // self.deals
        width = 1 << shift_of(self.tally.last)
        found: list[RunningMean] = []
        amount = squares = 0
        for number, point in sorted(self.tally.running.items()):
            amount += point.amounts[place]
            squares += point.squares[place]
            deals = min((number + 1) * width, self.deals)
            moments = Moments(
                weight=deals, amount=amount, weight2=deals, amount2=squares, product=amount
            )
            mean = estimate(moments, deals, level, seats)
            found.append(RunningMean(deals, mean.mean, mean.low, mean.high))
        return tuple(found)

    def seats_of(self, agent: str) -> tuple[int, ...]:
        """The seats that the agent had."""
        place = self._place(agent)
        return tuple(
            cell.seat for cell in self.tally.payoffs if cell.agent == place and cell.seat >= 0
        )

    def roles_of(self, agent: str) -> tuple[str, ...]:
        """The roles that the agent had, in alphabetical order."""
        place = self._place(agent)
        return tuple(cell.role for cell in self.tally.payoffs if cell.agent == place and cell.role)

    # --- Faults and times ---

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The first faults of each agent, ten at most, with the views they were made on."""
        return self.tally.faults

    def misdeeds(self, agent: str) -> Mapping[Misdeed, int]:
        """How often the agent did what wrong; each time cost it a sitting."""
        place = self._place(agent)
        return {what: self.tally.misdeeds.get((place, what), 0) for what in Misdeed}

    def forfeits(self, agent: str) -> int:
        """How many sittings the agent has forfeited."""
        return sum(self.misdeeds(agent).values())

    def moves(self, agent: str) -> int:
        """How often the agent acted."""
        return self.tally.moves[self._place(agent)]

    # --- What it looks like ---

    def to_json(self) -> str:
        """All of it as one line of JSON: means, intervals, rates, faults and times."""
        return json.dumps(document(self), ensure_ascii=False)

    @override
    def __str__(self) -> str:
        """A table of text."""
        return "\n".join(lines(self))

    def plot(self, path: str | os.PathLike[str], *, level: float = LEVEL) -> None:
        """Draw the running mean of each agent with its band into a file.

        Args:
            path: the file; its ending says which format (``.png``, ``.svg``, ``.pdf``).
            level: the level of confidence of the band.

        Raises:
            ArenaError: matplotlib is not installed (it is in the extra ``plot``).
        """
        draw(self, path, level)

    # --- How it is worked out ---

    def _place(self, agent: str) -> int:
        if agent not in self.agents:
            raise ArenaError(f"there is no agent {agent!r}: there are {', '.join(self.agents)}")
        return self.agents.index(agent)

    def _ratio(
        self,
        kept: Mapping[Cell, Moments],
        agent: str,
        seat: int | None,
        role: str | None,
        level: float,
    ) -> Estimate:
        if seat is not None and role is not None:
            raise ArenaError("name a seat or a role, not both")
        cell = Cell(self._place(agent), -1 if seat is None else seat, role or "")
        moments = kept.get(cell)
        if moments is None or not moments.weight:
            where = (
                f"in seat {seat}" if seat is not None else f"as {role}" if role else "to the end"
            )
            raise ArenaError(f"{agent} never played {where}")
        return estimate(moments, self.deals, level)
