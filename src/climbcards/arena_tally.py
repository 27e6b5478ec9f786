"""What a run adds up: whole numbers only, so that the sums are exact in whatever order.

The unit of every variance is the deal: its sittings share one deck and are no independent
observations.  So each deal is summed over its sittings first, and of these sums the squares and
products are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final, TypeVar

from attrs import define, field, frozen

from climbcards.arena_faults import Fault, Misdeed
from climbcards.arena_sitting import Sitting

__all__ = ["Cell", "Counting", "Moments", "Point", "Tally", "merged", "shift_of"]

_K = TypeVar("_K", int, tuple[int, int], tuple[int, Misdeed])

MOST_POINTS: Final = 256
"""The most points that are kept of a running mean; there are at least half as many, or all."""

MOST_FAULTS: Final = 10
"""How many faults of an agent are kept, those of the first deals; the rest are counted."""


@frozen
class Moments:
    """Sums over deals of one amount, summed over the sittings of a deal, and of its weight.

    Attributes:
        weight: the sum of the weights: how many seats there were to average over.
        amount: the sum of the amounts.
        weight2: the sum of the squared weights.
        amount2: the sum of the squared amounts.
        product: the sum of weight times amount.
    """

    weight: int = 0
    amount: int = 0
    weight2: int = 0
    amount2: int = 0
    product: int = 0

    @staticmethod
    def of(weight: int, amount: int) -> Moments:
        """The moments of one deal."""
        return Moments(weight, amount, weight * weight, amount * amount, weight * amount)

    def __add__(self, other: Moments) -> Moments:
        return Moments(
            self.weight + other.weight,
            self.amount + other.amount,
            self.weight2 + other.weight2,
            self.amount2 + other.amount2,
            self.product + other.product,
        )


@frozen(order=True)
class Cell:
    """What is averaged over: an agent, or an agent in one seat or one role.

    Attributes:
        agent: the agent's place in the list.
        seat: the seat; -1: any.
        role: the role; "": any.
    """

    agent: int
    seat: int = -1
    role: str = ""


@frozen
class Point:
    """The sums of some deals in a row, for one point of the running means.

    Attributes:
        amounts: each agent's payoffs.
        squares: each agent's squared payoffs of a deal.
    """

    amounts: tuple[int, ...]
    squares: tuple[int, ...]

    def __add__(self, other: Point) -> Point:
        return Point(_added(self.amounts, other.amounts), _added(self.squares, other.squares))


@frozen(kw_only=True)
class Tally:
    """The sums of a run, or of a part of it; parts add up by :func:`merged`.

    Attributes:
        deals: how many deals have been played.
        last: the highest number of a deal among them.
        thrown_in: in how many sittings nobody bid.
        broken_off: how many sittings found no end.
        moves: how often each agent acted.
        payoffs: the payoffs of each cell.
        wins: the sittings won.
        points: the points, of sittings played to their end.
        products: for each two agents, the sum of the product of their payoffs of a deal.
        running: the points of the running means, by number; see :func:`shift_of`.
        misdeeds: how often each agent did what wrong.
        faults: the first faults of each agent.
    """

    deals: int = 0
    last: int = 0
    thrown_in: int = 0
    broken_off: int = 0
    moves: tuple[int, ...]
    payoffs: Mapping[Cell, Moments] = field(factory=dict)
    wins: Mapping[Cell, Moments] = field(factory=dict)
    points: Mapping[Cell, Moments] = field(factory=dict)
    products: Mapping[tuple[int, int], int] = field(factory=dict)
    running: Mapping[int, Point] = field(factory=dict)
    misdeeds: Mapping[tuple[int, Misdeed], int] = field(factory=dict)
    faults: tuple[Fault, ...] = ()


def shift_of(last: int) -> int:
    """How many deals (as a power of two) make a point when deal ``last`` is the last one.

    It follows from the number alone, so that parts agree however the deals were cut.
    """
    return max(0, (last - 1).bit_length() - (MOST_POINTS.bit_length() - 1))


def merged(one: Tally, other: Tally) -> Tally:
    """The sums of both parts, which have no deal in common."""
    last = max(one.last, other.last)
    running: dict[int, Point] = {}
    for part in (one, other):
        shift = shift_of(last) - shift_of(part.last)
        for number, point in part.running.items():
            known = running.get(number >> shift)
            running[number >> shift] = point if known is None else known + point
    return Tally(
        deals=one.deals + other.deals,
        last=last,
        thrown_in=one.thrown_in + other.thrown_in,
        broken_off=one.broken_off + other.broken_off,
        moves=_added(one.moves, other.moves),
        payoffs=_moments(one.payoffs, other.payoffs),
        wins=_moments(one.wins, other.wins),
        points=_moments(one.points, other.points),
        products=_counts(one.products, other.products),
        running=dict(sorted(running.items())),
        misdeeds=_counts(one.misdeeds, other.misdeeds),
        faults=first_faults((*one.faults, *other.faults)),
    )


def first_faults(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """The first faults of each agent, in the order of deals."""
    kept: list[Fault] = []
    number: dict[str, int] = {}
    for fault in sorted(faults, key=lambda fault: (fault.deal, fault.sitting)):
        number[fault.agent] = number.get(fault.agent, 0) + 1
        if number[fault.agent] <= MOST_FAULTS:
            kept.append(fault)
    return tuple(kept)


def _added(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    return tuple([a + b for a, b in zip(one, other, strict=True)])


def _moments(one: Mapping[Cell, Moments], other: Mapping[Cell, Moments]) -> dict[Cell, Moments]:
    nothing = Moments()
    return {
        cell: one.get(cell, nothing) + other.get(cell, nothing)
        for cell in sorted(one.keys() | other.keys())
    }


def _counts(one: Mapping[_K, int], other: Mapping[_K, int]) -> dict[_K, int]:
    return {key: one.get(key, 0) + other.get(key, 0) for key in sorted(one.keys() | other.keys())}


# --- Counting ------------------------------------------------------------------------------------


@define
class _Sums:
    """One deal's sums of a cell: seats, payoffs, wins; and of those played to the end, points."""

    seats: int = 0
    payoff: int = 0
    wins: int = 0
    scored: int = 0
    points: int = 0


class Counting:
    """Adds up sittings, a deal at a time.

    Args:
        agents: how many agents there are.
    """

    def __init__(self, agents: int) -> None:
        self._agents = range(agents)
        self._tally = Tally(moves=(0,) * agents)

    @property
    def tally(self) -> Tally:
        """The sums so far."""
        return self._tally

    def add(self, deal: int, sittings: Iterable[tuple[tuple[int, ...], Sitting]]) -> None:
        """Count a deal.

        Args:
            deal: its number, from 1.
            sittings: its sittings, each with the agents' places by seat.
        """
        cells: dict[Cell, _Sums] = {}
        moves = [0 for _ in self._agents]
        thrown_in = broken_off = 0
        misdeeds: dict[tuple[int, Misdeed], int] = {}
        faults: list[Fault] = []
        for seating, sitting in sittings:
            for seat, agent in enumerate(seating):
                moves[agent] += sitting.moves[seat]
                _count(cells, agent, seat, sitting)
            result = sitting.state.result
            thrown_in += result is not None and result.thrown_in
            if sitting.fault is not None:
                key = (seating[sitting.fault.seat], sitting.fault.misdeed)
                misdeeds[key] = misdeeds.get(key, 0) + 1
                faults.append(sitting.fault)
            elif result is None:
                broken_off += 1
        amounts = [cells[Cell(agent)].payoff for agent in self._agents]
        point = Point(tuple(amounts), tuple([amount * amount for amount in amounts]))
        part = Tally(
            deals=1,
            last=deal,
            thrown_in=thrown_in,
            broken_off=broken_off,
            moves=tuple(moves),
            payoffs={cell: Moments.of(s.seats, s.payoff) for cell, s in cells.items()},
            wins={cell: Moments.of(s.seats, s.wins) for cell, s in cells.items()},
            points={cell: Moments.of(s.scored, s.points) for cell, s in cells.items()},
            products={(a, b): amounts[a] * amounts[b] for a, b in combinations(self._agents, 2)},
            running={(deal - 1) >> shift_of(deal): point},
            misdeeds=misdeeds,
            faults=tuple(faults),
        )
        self._tally = merged(self._tally, part)


def _count(cells: dict[Cell, _Sums], agent: int, seat: int, sitting: Sitting) -> None:
    """Count one seat of a sitting in all its cells."""
    found = [Cell(agent), Cell(agent, seat=seat)]
    if sitting.roles is not None:
        found.append(Cell(agent, role=sitting.roles[seat]))
    for cell in found:
        sums = cells.setdefault(cell, _Sums())
        sums.seats += 1
        sums.payoff += sitting.payoffs[seat]
        sums.wins += seat in sitting.winners
        if sitting.points is not None:
            sums.scored += 1
            sums.points += sitting.points[seat]
