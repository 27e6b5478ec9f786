"""Ways to choose what is attached to a core: counted, picked by their place, and listed.

See :mod:`climbcards.climbing.attachments` for what may be attached.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Final, TypeAlias

from climbcards.climbing.bits import LANES, ONE, bit_count, each_lane, nth_lane

if TYPE_CHECKING:
    from climbcards._native import i64

__all__ = ["Choices", "Slot", "each_choice", "even_ways", "nth_choice", "uneven_ways"]

_COMB: Final = tuple(
    tuple(comb(ranks, groups) for groups in range(LANES + 1)) for ranks in range(LANES + 1)
)
"""``_COMB[n][k]``: the ways to choose k of n ranks."""


def even_ways(ranks: i64, groups: i64, apart: i64) -> i64:
    """The ways to choose groups, one of a rank: at most one from so many that are apart."""
    if ranks < 0:
        return 0
    some = _COMB[ranks]
    return some[groups] + apart * some[groups - 1] if apart else some[groups]


def nth_choice(plain: i64, apart: i64, groups: i64, place: i64) -> i64:
    """The choice at this place of :func:`each_choice`."""
    number: i64 = bit_count(apart)
    ranks: i64 = bit_count(plain)
    chosen: i64 = 0
    while groups:
        if groups == 1:
            rank = place - ranks
            last = nth_lane(plain, place) if rank < 0 else nth_lane(apart, rank)
            return chosen | ONE[last]
        lowest = plain & -plain
        ranks -= 1
        with_it = even_ways(ranks, groups - 1, number)
        if place < with_it:
            chosen |= lowest
            groups -= 1
        else:
            place -= with_it
        plain ^= lowest
    return chosen


def each_choice(plain: i64, apart: i64, groups: i64) -> list[int]:
    """The ways to choose so many ranks, at most one of those apart, as a 1 in each lane.

    What takes a rank comes before what leaves it out, rank by rank; those apart are the last.
    """
    ranks: list[int] = [ONE[lane] for lane in each_lane(plain)]
    others: list[int] = [ONE[lane] for lane in each_lane(apart)]
    if others:
        ranks.append(0)
    found: list[int] = []
    for some in combinations(ranks, groups):
        chosen = sum(some)
        if some[-1]:
            found.append(chosen)
        else:
            found += [chosen | other for other in others]
    return found


Slot: TypeAlias = list[tuple[int, int]]
"""What one rank (or one set of ranks that exclude each other) may contribute.

Each way to contribute is a number of groups and the lanes they take.
"""


class Choices:
    """Every way to take so many groups from slots, as lanes.

    The order is fixed: what uses a slot comes before what leaves it out, slot by slot.
    """

    __slots__ = ("_counts", "_groups", "_slots")

    def __init__(self, slots: list[Slot], groups: int) -> None:
        self._slots: Final = slots
        self._groups: Final = groups
        # counts[i][g]: the ways to take g groups from slot i on.
        after = [1] + [0] * groups
        counts = [after]
        for ways in reversed(slots):
            before = after.copy()
            for number, _ in ways:
                for g in range(number, groups + 1):
                    before[g] += after[g - number]
            after = before
            counts.append(after)
        counts.reverse()
        self._counts: Final = counts

    def __len__(self) -> int:
        return self._counts[0][self._groups]

    def nth(self, place: int) -> int:
        """The lanes of the choice at this place."""
        chosen, groups = 0, self._groups
        for at, ways in enumerate(self._slots):
            if not groups:
                break
            for number, lanes in ways:
                if number > groups:
                    continue
                rest = self._counts[at + 1][groups - number]  # the ways to go on from here
                if place < rest:
                    chosen += lanes
                    groups -= number
                    break
                place -= rest
        return chosen

    def listed(self) -> list[int]:
        """The lanes of every choice."""
        found: list[int] = []
        self._walk(0, self._groups, 0, found)
        return found

    def _walk(self, place: int, groups: int, chosen: int, found: list[int]) -> None:
        """Find what can be added to what is chosen from the slots before this place."""
        if not groups:
            found.append(chosen)
        elif self._counts[place][groups]:
            for number, lanes in self._slots[place]:
                if number <= groups:
                    self._walk(place + 1, groups - number, chosen + lanes, found)
            self._walk(place + 1, groups, chosen, found)


_DIGIT: Final = 48
"""Bits for each coefficient of a polynomial kept in one integer; sums stay under 5 ** 15."""


def _polynomial(*exponents: int) -> int:
    return sum(1 << _DIGIT * exponent for exponent in exponents)


@lru_cache(maxsize=1 << 12)
def uneven_ways(
    groups: int, apart: int, one: int, two: int, three: int, four: int, split: int
) -> int:
    """In how many ways to choose so many singles; at most 4,096 answers are kept.

    Each number says how many ranks can give up to one, two, three or four of them; ``apart`` ranks
    give one among them all, and ``split`` ranks one, two or four.  The coefficients of a product of
    polynomials count the ways.
    """
    product = (
        (1 + (apart << _DIGIT))
        * _polynomial(0, 1) ** one
        * _polynomial(0, 1, 2) ** two
        * _polynomial(0, 1, 2, 3) ** three
        * _polynomial(0, 1, 2, 3, 4) ** four
        * _polynomial(0, 1, 2, 4) ** split
    )
    ways: int = product >> _DIGIT * groups & (1 << _DIGIT) - 1
    return ways
