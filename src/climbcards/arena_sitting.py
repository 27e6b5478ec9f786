"""One sitting: a deal played once, by the agents in one seating."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from attrs import define, field, frozen

from climbcards.agents import Agent, AgentFactory
from climbcards.arena_faults import Fault, Misdeed, told
from climbcards.arena_isolated import IsolationError
from climbcards.arena_roles import roles_of
from climbcards.deal import DealContext
from climbcards.games.three_thirteen import DEALS, ThreeThirteen
from climbcards.match import _deal_seed
from climbcards.ruleset import Deal, Ruleset, State, Table, step
from climbcards.violations import IllegalAction

__all__ = ["Clock", "Player", "Sitting", "deal_of", "play"]

MOST_MOVES: Final = 10_000
"""A deal that is not over after so many moves is broken off: nobody wants to go out."""


@frozen
class Player:
    """An agent of a run.

    Attributes:
        name: its name in the report.
        factory: makes it anew for each seat of each sitting.
    """

    name: str
    factory: AgentFactory


@define
class Clock:
    """How long an agent thought.

    Attributes:
        limit: from how many seconds a move is slow.
        seconds: the time it took to act, altogether.
        slowest: the longest move, in seconds.
        slow: how many moves were slow.
    """

    limit: float
    seconds: float = 0.0
    slowest: float = 0.0
    slow: int = 0

    def add(self, seconds: float) -> None:
        """Count a move that took so long."""
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)
        self.slow += seconds >= self.limit


@frozen(kw_only=True)
class Sitting:
    """How a sitting went.

    Attributes:
        state: the last state.
        payoffs: what each seat received, in units; of a forfeited sitting, the penalty.
        winners: the seats that won; in a forfeited sitting all but the one at fault.
        points: each seat's points; None unless the deal was played to its end.
        roles: each seat's role; None unless the deal was played to its end.
        moves: how often each seat acted.
        fault: the misdeed for which the sitting was forfeited.
    """

    state: State[Table]
    payoffs: tuple[int, ...]
    winners: tuple[int, ...]
    points: tuple[int, ...] | None = None
    roles: tuple[str, ...] | None = None
    moves: tuple[int, ...]
    fault: Fault | None = None


def deal_of(ruleset: Ruleset[Table], seed: int, number: int) -> Deal:
    """Deal ``number`` (from 1) of a run, seeded as the deals of a match are.

    Seat 0 deals.  Deals of Three Thirteen go through the numbers of a match over and over; all
    other games are dealt as the first deal of a match.
    """
    place = 1 + (number - 1) % DEALS if isinstance(ruleset, ThreeThirteen) else 1
    return ruleset.shuffle(_deal_seed(seed, number), DealContext(number=place))


def _generator(seed: int, deal: int, sitting: int, seat: int) -> random.Random:
    """The generator of the agent in one seat of one sitting."""
    text = f"{seed}:{deal}:{sitting}:{seat}"
    return random.Random(int.from_bytes(sha256(text.encode()).digest()))


@define
class _Course:
    """A sitting while it is played."""

    state: State[Table]
    players: Sequence[Player]
    seed: int
    deal: int
    sitting: int
    moves: list[int] = field(factory=list)

    def fault(self, seat: int, misdeed: Misdeed, message: str) -> Fault:
        return Fault(
            agent=self.players[seat].name,
            deal=self.deal,
            sitting=self.sitting,
            seat=seat,
            misdeed=misdeed,
            message=message,
            view=self.state.view(seat),
        )

    def seated(self) -> list[Agent] | Fault:
        """The agents by seat, or the fault of the first that cannot be made."""
        agents: list[Agent] = []
        for seat, player in enumerate(self.players):
            try:
                rng = _generator(self.seed, self.deal, self.sitting, seat)
                agents.append(player.factory(rng))
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                return self._caught(seat, error)
        return agents

    def _caught(self, seat: int, error: BaseException) -> Fault:
        """The fault of an agent that raised this; ``sys.exit()`` ends no run either."""
        if isinstance(error, IsolationError):
            return self.fault(seat, error.misdeed, error.message)
        if isinstance(error, IllegalAction):
            return self.fault(seat, Misdeed.ILLEGAL, f"{error.reason}: {error}")
        return self.fault(seat, Misdeed.RAISED, told(error))

    def played(self, agents: Sequence[Agent], clocks: Sequence[Clock]) -> Fault | None:
        """Play to the end, or to the first fault."""
        clock = time.perf_counter
        for _ in range(MOST_MOVES):
            seat = self.state.to_act
            if seat is None:
                break
            view = self.state.view(seat)
            try:
                start = clock()
                try:
                    action = agents[seat].act(view)
                finally:
                    clocks[seat].add(clock() - start)
                self.moves[seat] += 1
                self.state = step(self.state, action)
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                return self._caught(seat, error)
        return None


def play(
    start: State[Table],
    players: Sequence[Player],
    clocks: Sequence[Clock],
    *,
    seed: int,
    deal: int,
    sitting: int,
    penalty: int,
) -> Sitting:
    """Play a deal once.  Only the seat to act is asked, so nobody plays out of turn.

    Args:
        start: the deal before its first move.
        players: who sits where.
        clocks: the clock of each seat's agent.
        seed: the seed of the run.
        deal: the number of the deal, from 1.
        sitting: the number of the seating, from 0.
        penalty: what an agent at fault pays to every other seat, in units.
    """
    seats = range(len(players))
    course = _Course(start, players, seed, deal, sitting, [0 for _ in seats])
    agents = course.seated()
    fault = agents if isinstance(agents, Fault) else course.played(agents, clocks)
    state, moves, result = course.state, tuple(course.moves), course.state.result
    if fault is not None:
        others = tuple(seat for seat in seats if seat != fault.seat)
        paid = tuple(penalty if seat in others else -penalty * len(others) for seat in seats)
        return Sitting(state=state, payoffs=paid, winners=others, moves=moves, fault=fault)
    if result is None:
        return Sitting(state=state, payoffs=(0,) * len(seats), winners=(), moves=moves)
    return Sitting(
        state=state,
        payoffs=result.payoffs,
        winners=result.winners,
        points=result.points,
        roles=roles_of(state),
        moves=moves,
    )
