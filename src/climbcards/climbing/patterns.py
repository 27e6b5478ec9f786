"""Patterns: the kinds of combination a game's catalogue is made of.

A pattern knows what one kind is, and tells it in integers: how many readings a hand holds
(:meth:`Pattern.count`), which is the n-th (:meth:`Pattern.nth`), all of them
(:meth:`Pattern.listed`), and how a set of cards reads (:meth:`Pattern.read`).  A game lists
patterns; it writes none of its own.

A reading is a *code* and the lanes of its cards.  The code is the length of the reading (where one
shape has several) above its strength in 16 bits, so that readings of one pattern and length compare
as their codes do; :meth:`Pattern.ranked` puts it into words.  A reading beats a target of the same
pattern if it is as long and its strength is at least the target's plus one, the *floor*.

This module has the patterns of games in which suits do not matter;
:mod:`climbcards.climbing.suited` has those in which suits rank, and
:mod:`climbcards.climbing.attachments` cores with attached cards for all games.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from typing_extensions import override

from climbcards.climbing.bits import (
    EIGHTS,
    FROM,
    LANES,
    ONES,
    PLAIN,
    bit_count,
    each_lane,
    lane_of,
    starts_of,
)
from climbcards.climbing.lanes import Layout, RankLayout, ones_of
from climbcards.combination import Kind, Shape, Strength

if TYPE_CHECKING:
    from climbcards._native import i64

__all__ = ["LENGTH", "STRENGTH", "Exactly", "Groups", "Pattern", "Runs"]

LENGTH: Final = 16
"""How many bits of a code are below its length."""

STRENGTH: Final = (1 << LENGTH) - 1
"""Those bits: the strength."""


class Pattern(ABC):
    """One kind of combination.

    In all methods ``lanes`` are those of a hand and ``counts`` how many cards each of them holds;
    ``length`` and ``floor`` narrow the readings down to those of a length (0: any) whose strength
    is at least the floor.

    Args:
        layout: how the game lays hands out.
        kind: what the combinations are called.
        width: how many cards of one rank its groups have, or those of its core.
        least: how many cards its smallest readings have.
        shape: the beginning of their shape; None for the kind alone.
        power: their power.
        tier: the beginning of their strength, where one shape has several kinds.
        fixed: whether there are so few readings that a catalogue can keep them all in a table.
        rare: a lane that no reading is without, where most hands hold none of that rank; -1: there
            is none.
        suited: whether so many cards of one suit as ``least`` are in every reading, which most
            hands do not hold.
        looks_at_counts: whether it looks at counts, and not at lanes alone.
        spread: of how many ranks its smallest readings have ``width`` cards.
        of_profile: whether the number of leads depends on a hand's profile alone: on how many of
            the plain ranks it holds one, two, three and four cards of, and on its jokers.
    """

    def __init__(
        self,
        layout: Layout,
        kind: Kind,
        width: int,
        least: int,
        *,
        shape: Shape | None = None,
        power: int = 0,
        tier: Strength = (),
        fixed: bool = True,
        rare: int = -1,
        suited: bool = False,
        looks_at_counts: bool = True,
        spread: int = 1,
        of_profile: bool = False,
    ) -> None:
        self.layout: Final = layout
        self.kind: Final = kind
        self.width: Final[i64] = width
        self.least: Final[i64] = least
        self.shape: Final[Shape] = (kind.value,) if shape is None else shape
        self.power: Final = power
        self.tier: Final = tier
        self.fixed: Final = fixed
        self.rare: Final[i64] = rare
        self.suited: Final = suited
        self.looks_at_counts: Final = looks_at_counts
        self.spread: Final[i64] = spread
        self.of_profile: Final = of_profile

    @abstractmethod
    def count(self, lanes: i64, counts: i64, length: i64, floor: i64) -> i64:
        """How many readings there are."""

    def nth(self, lanes: i64, counts: i64, length: i64, floor: i64, place: i64) -> tuple[i64, i64]:
        """The reading at this place of the list; there must be one."""
        return self.listed(lanes, counts, length, floor)[place]

    @abstractmethod
    def listed(self, lanes: i64, counts: i64, length: i64, floor: i64) -> list[tuple[i64, i64]]:
        """Every reading, each set of lanes once, in a fixed order."""

    def holding(self, lanes: i64, counts: i64, card: i64) -> list[tuple[i64, i64]]:
        """Of every reading those that hold this card, a bit of these lanes in a suited layout."""
        return [found for found in self.listed(lanes, counts, 0, 0) if found[1] & card]

    @abstractmethod
    def read(self, lanes: i64, size: i64) -> list[int]:
        """The code of every reading of exactly these lanes, which hold ``size`` cards."""

    @abstractmethod
    def size(self, length: i64) -> i64:
        """How many cards the readings of a length have."""

    def ranked(self, code: int) -> tuple[Shape, Strength]:
        """The shape and the strength that a code stands for."""
        return self.shape, (*self.tier, code & STRENGTH)

    def code(self, shape: Shape, strength: Strength) -> int:
        """The inverse of :meth:`ranked`, for what follows the beginnings of both; -1 if none is."""
        if shape or len(strength) != 1:
            return -1
        return strength[0] if 0 <= strength[0] < LANES else -1

    def sizes(self) -> Collection[int]:
        """How many cards its combinations may have; asked only of patterns that are not fixed."""
        return ()

    def core(self, code: int, lanes: int) -> int:
        """Of the lanes of a reading those that rank it."""
        return lanes


class Groups(Pattern):
    """So many cards of one rank, where suits do not matter.

    Args:
        width: how many cards.
        ranks: a 1 in the lane of every rank that may form one; None for all.
    """

    def __init__(
        self,
        layout: RankLayout,
        kind: Kind,
        width: int,
        *,
        ranks: int | None = None,
        shape: Shape | None = None,
        power: int = 0,
        tier: Strength = (),
    ) -> None:
        every = ones_of(layout)
        some = every if ranks is None else ranks
        super().__init__(
            layout,
            kind,
            width,
            width,
            shape=shape,
            power=power,
            tier=tier,
            of_profile=some & PLAIN in (0, every & PLAIN),
        )
        self.ranks: Final[i64] = some
        self._width: Final[i64] = width
        self._add: Final[i64] = (8 - width) * ONES

    @override
    def count(self, lanes: i64, counts: i64, length: i64, floor: i64) -> i64:
        return bit_count(counts + self._add >> 3 & self.ranks & FROM[floor])

    @override
    def nth(self, lanes: i64, counts: i64, length: i64, floor: i64, place: i64) -> tuple[i64, i64]:
        ranks: i64 = counts + self._add >> 3 & self.ranks & FROM[floor]
        while place:
            ranks &= ranks - 1
            place -= 1
        rank = ranks & -ranks
        return bit_count(rank - 1) >> 2, self._width * rank

    @override
    def listed(self, lanes: i64, counts: i64, length: i64, floor: i64) -> list[tuple[i64, i64]]:
        width = self._width
        ranks: i64 = counts + self._add >> 3 & self.ranks & FROM[floor]
        return [(lane, width << 4 * lane) for lane in each_lane(ranks)]

    @override
    def read(self, lanes: i64, size: i64) -> list[int]:
        lane = lane_of(lanes)
        return [lane] if lanes == self._width << 4 * lane and self.ranks >> 4 * lane & 1 else []

    @override
    def size(self, length: i64) -> i64:
        return self._width


class Runs(Pattern):
    """Consecutive ranks, so many cards of each, where suits do not matter.

    The shape ends with the number of ranks.

    Args:
        width: how many cards of each rank.
        shortest: the fewest ranks.
        ranks: a 1 in the lane of every rank that may stand in one.
        most: the most cards of a run: the largest hand.
    """

    def __init__(
        self,
        layout: RankLayout,
        kind: Kind,
        width: int,
        *,
        shortest: int,
        ranks: int,
        most: int,
        shape: Shape | None = None,
        power: int = 0,
        tier: Strength = (),
    ) -> None:
        super().__init__(
            layout,
            kind,
            width,
            width * shortest,
            shape=shape,
            power=power,
            tier=tier,
            spread=shortest,
        )
        self.shortest: Final[i64] = shortest
        self.longest: Final[i64] = min(most // width, LANES)
        self.ranks: Final[i64] = ranks
        self._width: Final[i64] = width
        self._add: Final[i64] = (8 - width) * ONES

    @override
    def count(self, lanes: i64, counts: i64, length: i64, floor: i64) -> i64:
        ranks: i64 = counts + self._add >> 3 & self.ranks & FROM[floor]
        if length:
            return bit_count(starts_of(ranks, length))
        length = self.shortest
        starts = starts_of(ranks, length)
        total: i64 = 0
        while starts and length <= self.longest:
            total += bit_count(starts)
            starts &= ranks >> 4 * length
            length += 1
        return total

    @override
    def nth(self, lanes: i64, counts: i64, length: i64, floor: i64, place: i64) -> tuple[i64, i64]:
        ranks: i64 = counts + self._add >> 3 & self.ranks & FROM[floor]
        if length:
            starts = starts_of(ranks, length)
        else:
            length = self.shortest
            starts = starts_of(ranks, length)
            number: i64 = bit_count(starts)
            while place >= number:
                place -= number
                starts &= ranks >> 4 * length
                length += 1
                number = bit_count(starts)
        while place:
            starts &= starts - 1
            place -= 1
        return self.reading(length, lane_of(starts))

    @override
    def listed(self, lanes: i64, counts: i64, length: i64, floor: i64) -> list[tuple[i64, i64]]:
        ranks: i64 = counts + self._add >> 3 & self.ranks & FROM[floor]
        if length:
            return [self.reading(length, lane) for lane in each_lane(starts_of(ranks, length))]
        found: list[tuple[i64, i64]] = []
        length = self.shortest
        starts = starts_of(ranks, length)
        while starts and length <= self.longest:
            found += [self.reading(length, lane) for lane in each_lane(starts)]
            starts &= ranks >> 4 * length
            length += 1
        return found

    def reading(self, length: i64, lane: i64) -> tuple[i64, i64]:
        """The run of so many ranks from this lane up."""
        ranks: i64 = ONES ^ FROM[length]
        return length << LENGTH | lane, self._width * ranks << 4 * lane

    @override
    def read(self, lanes: i64, size: i64) -> list[int]:
        length = size // self._width
        if size != length * self._width or not self.shortest <= length <= self.longest:
            return []
        lane = lane_of(lanes)
        code, wanted = self.reading(length, lane)
        if lanes != wanted or not starts_of(self.ranks, length) >> 4 * lane & 1:
            return []
        return [code]

    @override
    def size(self, length: i64) -> i64:
        return self._width * length

    @override
    def ranked(self, code: int) -> tuple[Shape, Strength]:
        return (*self.shape, code >> LENGTH), (*self.tier, code & STRENGTH)

    @override
    def code(self, shape: Shape, strength: Strength) -> int:
        if len(shape) != 1 or len(strength) != 1:
            return -1
        (length,), (lane,) = shape, strength
        if not isinstance(length, int) or not self.shortest <= length <= self.longest:
            return -1
        return length << LENGTH | lane if 0 <= lane < LANES else -1


class Exactly(Pattern):
    """One set of cards and no other, such as the jokers together, where suits do not matter.

    Args:
        lanes: the cards.
    """

    def __init__(
        self, layout: RankLayout, kind: Kind, lanes: int, *, shape: Shape | None = None, power: int
    ) -> None:
        size = layout.size(lanes)
        super().__init__(
            layout,
            kind,
            1,
            size,
            shape=shape,
            power=power,
            rare=lane_of(lanes),
            of_profile=not lanes & 15 * PLAIN,
        )
        self._lanes: Final[i64] = lanes
        self._size: Final[i64] = size

    @override
    def count(self, lanes: i64, counts: i64, length: i64, floor: i64) -> i64:
        # No lane holds eight cards of what is wanted here.
        return 1 if not floor and (lanes | EIGHTS) - self._lanes & EIGHTS == EIGHTS else 0

    @override
    def listed(self, lanes: i64, counts: i64, length: i64, floor: i64) -> list[tuple[i64, i64]]:
        return [(0, self._lanes)] if self.count(lanes, counts, length, floor) else []

    @override
    def read(self, lanes: i64, size: i64) -> list[int]:
        return [0] if lanes == self._lanes else []

    @override
    def size(self, length: i64) -> i64:
        return self._size
