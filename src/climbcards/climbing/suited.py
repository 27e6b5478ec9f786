"""Patterns of so many cards of one rank, in the games in which suits rank.

See :mod:`climbcards.climbing.patterns` for what a pattern is, and
:mod:`climbcards.climbing.suited_runs` for straights and flushes.
"""

from __future__ import annotations

from collections.abc import Collection
from math import comb
from typing import TYPE_CHECKING, Final

from typing_extensions import override

from climbcards.climbing.bits import FROM, LANES, ONE, ONES, bit_count, each_lane, lane_of
from climbcards.climbing.lanes import SuitLayout, ones_of
from climbcards.climbing.patterns import Pattern
from climbcards.combination import Kind, Shape, Strength

if TYPE_CHECKING:
    from climbcards._native import i64

__all__ = ["SuitedAttached", "SuitedGroups", "SuitedSingles"]

CARDS: Final = tuple(suits.bit_count() for suits in range(16))
"""How many cards a lane of this value holds."""
HIGHEST: Final = tuple(suits.bit_length() - 1 for suits in range(16))
"""The highest suit of a lane of this value."""


_LOWER_RANKS: Final = 0xFFFFFFF
"""The lower seven of thirteen ranks."""


def suited_code(rank: int, suit: int) -> int:
    """The strength of a rank (or a straight) and a suit; -1 if there is none such."""
    return 4 * rank + suit if 0 <= rank < LANES and 0 <= suit < 4 else -1


def _ways_from(ways: list[list[int]], suit: int) -> list[list[int]]:
    """Of the ways to take cards out of lanes, those whose highest suit is at least this one."""
    return [[way for way in some if way.bit_length() - 1 >= suit] for some in ways]


class SuitedSingles(Pattern):
    """One card: by rank, then by suit.  The strength in a code is the card's place in the lanes."""

    def __init__(
        self, layout: SuitLayout, kind: Kind, *, shape: Shape | None = None, power: int = 0
    ) -> None:
        super().__init__(
            layout,
            kind,
            1,
            1,
            shape=shape,
            power=power,
            looks_at_counts=False,
            of_profile=True,
        )

    @override
    def count(self, lanes: i64, counts: i64, length: i64, floor: i64) -> i64:
        return bit_count(lanes >> floor)

    @override
    def nth(self, lanes: i64, counts: i64, length: i64, floor: i64, place: i64) -> tuple[i64, i64]:
        lanes >>= floor
        if place > 4:
            lower: i64 = bit_count(lanes & _LOWER_RANKS)
            if place >= lower:  # half of the way at once
                place -= lower
                lanes &= ~_LOWER_RANKS
        while place:
            lanes &= lanes - 1
            place -= 1
        card = lanes & -lanes
        return floor + bit_count(card - 1), card << floor

    @override
    def listed(self, lanes: i64, counts: i64, length: i64, floor: i64) -> list[tuple[i64, i64]]:
        found: list[tuple[i64, i64]] = []
        lanes = lanes >> floor << floor
        while lanes:
            card = lanes & -lanes
            found.append((bit_count(card - 1), card))
            lanes ^= card
        return found

    @override
    def holding(self, lanes: i64, counts: i64, card: i64) -> list[tuple[i64, i64]]:
        return [(bit_count(card - 1), card)]

    @override
    def read(self, lanes: i64, size: i64) -> list[int]:
        return [bit_count(lanes - 1)] if size == 1 else []

    @override
    def size(self, length: i64) -> i64:
        return 1

    @override
    def ranked(self, code: int) -> tuple[Shape, Strength]:
        return self.shape, divmod(code, 4)

    @override
    def code(self, shape: Shape, strength: Strength) -> int:
        if shape or len(strength) != 2:
            return -1
        return suited_code(*strength)


class SuitedGroups(Pattern):
    """So many cards of one rank, every choice of suits for itself.

    Args:
        width: how many cards.
        ranks: a 1 in the lane of every rank that may form one; None for all.
        by_suit: whether the highest suit decides between groups of one rank.
    """

    def __init__(
        self,
        layout: SuitLayout,
        kind: Kind,
        width: int,
        *,
        ranks: int | None = None,
        by_suit: bool = False,
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
            of_profile=some in (0, every),
        )
        self.by_suit: Final = by_suit
        self.ranks: Final[i64] = some
        self._width: Final[i64] = width
        self._add: Final[i64] = (8 - width) * ONES
        ways = [list(some) for some in layout.ways[width]]
        self._ways: Final = [_ways_from(ways, suit) for suit in range(4)]
        self._number: Final = [[len(some) for some in by_value] for by_value in self._ways]
        self._more: Final = [
            ((7 - cards) * ONES, comb(cards - 1, width - 1)) for cards in range(width, 5)
        ]

    def _ranks_from(self, counts: i64, floor: i64) -> i64:
        """The lanes of groups from the floor up, the floor's own included."""
        lowest: i64 = floor >> 2 if self.by_suit else floor
        return counts + self._add >> 3 & self.ranks & FROM[lowest]

    @override
    def count(self, lanes: i64, counts: i64, length: i64, floor: i64) -> i64:
        ranks = self._ranks_from(counts, floor)
        if not ranks:
            return 0
        total: i64 = 0
        suit: i64 = floor & 3
        if suit and self.by_suit:
            lowest: i64 = floor >> 2
            if ranks >> 4 * lowest & 1:  # of this rank only groups with a suit so high
                total = self._number[suit][lanes >> 4 * lowest & 15]
                ranks &= FROM[lowest + 1]
        # A rank of n cards has as many groups as one of n - 1, and those with the n-th card.
        for more, ways in self._more:
            if not ranks:
                break
            total += bit_count(ranks) * ways
            ranks &= counts + more >> 3
        return total

    @override
    def listed(self, lanes: i64, counts: i64, length: i64, floor: i64) -> list[tuple[i64, i64]]:
        suit: i64 = floor & 3 if self.by_suit else 0
        found: list[tuple[i64, i64]] = []
        for lane in each_lane(self._ranks_from(counts, floor)):
            lowest = suit if suit and lane == floor >> 2 else 0
            for way in self._ways[lowest][lanes >> 4 * lane & 15]:
                cards: i64 = way
                found.append((self._code(lane, cards), cards << 4 * lane))
        return found

    @override
    def holding(self, lanes: i64, counts: i64, card: i64) -> list[tuple[i64, i64]]:
        lane = lane_of(card)
        suit: i64 = card >> 4 * lane
        found: list[tuple[i64, i64]] = []
        if self.ranks >> 4 * lane & 1:
            for way in self._ways[0][lanes >> 4 * lane & 15]:
                cards: i64 = way
                if cards & suit:
                    found.append((self._code(lane, cards), cards << 4 * lane))
        return found

    def _code(self, lane: i64, suits: i64) -> i64:
        return lane << 2 | HIGHEST[suits] if self.by_suit else lane

    @override
    def read(self, lanes: i64, size: i64) -> list[int]:
        if size != self._width:
            return []
        lane = lane_of(lanes)
        suits = lanes >> 4 * lane
        return [self._code(lane, suits)] if suits < 16 and self.ranks >> 4 * lane & 1 else []

    @override
    def size(self, length: i64) -> i64:
        return self._width

    @override
    def ranked(self, code: int) -> tuple[Shape, Strength]:
        if self.by_suit:
            return self.shape, (*self.tier, code >> 2, code & 3)
        return self.shape, (*self.tier, code)

    @override
    def code(self, shape: Shape, strength: Strength) -> int:
        if not self.by_suit:
            return super().code(shape, strength)
        return suited_code(*strength) if not shape and len(strength) == 2 else -1


class SuitedAttached(Pattern):
    """Cards of one rank, which rank it, with cards of another: full houses and the like.

    Args:
        core: the pattern of the core; suits must not decide between its groups.
        attached: how many cards of the other rank.
    """

    def __init__(
        self,
        layout: SuitLayout,
        kind: Kind,
        core: SuitedGroups,
        attached: int,
        *,
        shape: Shape | None = None,
        power: int = 0,
        tier: Strength = (),
    ) -> None:
        super().__init__(
            layout,
            kind,
            core.width,
            core.width + attached,
            shape=shape,
            power=power,
            tier=tier,
            fixed=False,
            of_profile=core.of_profile,
        )
        if core.by_suit:
            raise ValueError("the rank of a core decides, not its suits")
        self._core: Final = core
        self._core_ranks: Final[i64] = core.ranks
        self._core_add: Final[i64] = (8 - core.width) * ONES
        self._core_width: Final[i64] = core.width
        self._core_ways: Final = [list(some) for some in layout.ways[core.width]]
        self._attached: Final[i64] = attached
        self._attached_add: Final[i64] = (8 - attached) * ONES
        self._ways: Final = [list(some) for some in layout.ways[attached]]
        # For a core's rank of so many cards and no more: the cores in it, and the other groups.
        self._of_core: Final = [
            ((7 - cards) * ONES, comb(cards, core.width), comb(cards, attached))
            for cards in range(core.width, 5)
        ]
        # What a rank has more of the other groups by having so many cards, not one card less.
        self._more: Final = [
            ((7 - cards) * ONES, comb(cards - 1, attached - 1)) for cards in range(attached, 5)
        ]

    @override
    def count(self, lanes: i64, counts: i64, length: i64, floor: i64) -> i64:
        cores: i64 = counts + self._core_add >> 3 & self._core_ranks & FROM[floor]
        if not cores:
            return 0
        others = self._others(counts)
        total: i64 = 0
        number: i64 = bit_count(cores)
        for more, ways, own in self._of_core:
            cores &= counts + more >> 3
            above: i64 = bit_count(cores)
            total += (number - above) * ways * (others - own)
            number = above
        return total

    def _others(self, counts: i64) -> i64:
        """How many ways there are to attach something, a core's own rank included."""
        total: i64 = 0
        ranks: i64 = counts + self._attached_add >> 3 & ONES
        for more, ways in self._more:
            if not ranks:
                break
            total += bit_count(ranks) * ways
            ranks &= counts + more >> 3
        return total

    @override
    def nth(self, lanes: i64, counts: i64, length: i64, floor: i64, place: i64) -> tuple[i64, i64]:
        cores: i64 = counts + self._core_add >> 3 & self._core_ranks & FROM[floor]
        ranks: i64 = counts + self._attached_add >> 3 & ONES
        others = self._others(counts)
        for lane in each_lane(cores):
            suits: i64 = lanes >> 4 * lane & 15
            ways = self._core_ways[suits]
            own: i64 = len(self._ways[suits])
            each = others - own
            every: i64 = len(ways) * each
            if place >= every:
                place -= every
                continue
            core: i64 = ways[place // each]
            place %= each
            for other in each_lane(ranks):
                if other == lane:
                    continue
                some = self._ways[lanes >> 4 * other & 15]
                if place < len(some):
                    cards: i64 = some[place]
                    return lane, core << 4 * lane | cards << 4 * other
                place -= len(some)
        raise IndexError("there are fewer readings")

    @override
    def listed(self, lanes: i64, counts: i64, length: i64, floor: i64) -> list[tuple[i64, i64]]:
        cores: i64 = counts + self._core_add >> 3 & self._core_ranks & FROM[floor]
        found: list[tuple[i64, i64]] = []
        if not cores:
            return found
        ranks = each_lane(counts + self._attached_add >> 3 & ONES)
        for lane in each_lane(cores):
            for core in self._core_ways[lanes >> 4 * lane & 15]:
                found += self._with_core(lanes, lane, core, ranks)
        return found

    def _with_core(
        self, lanes: i64, lane: i64, core: i64, ranks: list[i64]
    ) -> list[tuple[i64, i64]]:
        """The readings with a core of these suits in a lane, with others of these lanes."""
        found: list[tuple[i64, i64]] = []
        ranked = core << 4 * lane
        for other in ranks:
            if other != lane:
                for way in self._ways[lanes >> 4 * other & 15]:
                    cards: i64 = way
                    found.append((lane, ranked | cards << 4 * other))
        return found

    @override
    def holding(self, lanes: i64, counts: i64, card: i64) -> list[tuple[i64, i64]]:
        cores: i64 = counts + self._core_add >> 3 & self._core_ranks
        found: list[tuple[i64, i64]] = []
        if not cores:
            return found
        own = lane_of(card)
        suit: i64 = card >> 4 * own
        ranks = each_lane(counts + self._attached_add >> 3 & ONES)
        for lane in each_lane(cores):
            for core in self._core_ways[lanes >> 4 * lane & 15]:
                if lane != own:  # the card can only be one of the others
                    some = self._with_core(lanes, lane, core, [own])
                    found += [reading for reading in some if reading[1] & card]
                elif core & suit:
                    found += self._with_core(lanes, lane, core, ranks)
        return found

    @override
    def read(self, lanes: i64, size: i64) -> list[int]:
        if size != self._core_width + self._attached:
            return []
        found: list[int] = []
        one = lane_of(lanes)
        first = lanes & 15 * ONE[one]
        second = lanes ^ first
        if not second:
            return found
        other = lane_of(second)
        if second >> 4 * other > 15:  # there is a third rank
            return found
        for lane, core in ((one, first), (other, second)):
            cards = CARDS[core >> 4 * lane]
            if self._core_ranks >> 4 * lane & 1 and cards == self._core_width:
                found.append(lane)
        return found

    @override
    def size(self, length: i64) -> i64:
        return self._core_width + self._attached

    @override
    def sizes(self) -> Collection[int]:
        return (self._core_width + self._attached,)

    @override
    def core(self, code: int, lanes: int) -> int:
        return lanes & 15 << 4 * code
