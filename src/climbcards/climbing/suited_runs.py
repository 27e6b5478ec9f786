"""Straights, flushes and both at once, in the games in which suits rank."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Final

from typing_extensions import override

from climbcards.climbing.bits import LANES, ONE, ONES, bit_count, each_lane, lane_of, lanes_of
from climbcards.climbing.lanes import SuitLayout
from climbcards.climbing.patterns import Pattern
from climbcards.climbing.suited import CARDS, HIGHEST, suited_code
from climbcards.combination import Kind, Shape, Strength

if TYPE_CHECKING:
    from climbcards._native import i64

__all__ = ["Flushes", "OfWindows", "StraightFlushes", "Straights", "Window", "Windows"]

_SUITS: Final = range(4)
_EACH: Final = tuple([1 << suit for suit in _SUITS if suits >> suit & 1] for suits in range(16))
"""The cards that a lane of this value holds, a bit each."""
_BELOW: Final = (0, 1, 3, 7)
"""The cards of a lane below each suit."""
_BIT: Final = tuple(1 << rank for rank in range(13))
_RANK_BITS: Final = 13
"""Bits of a set of ranks, a bit each: there are no jokers where suits rank."""


class Window:
    """Ranks that make a straight.

    Args:
        place: the window's place in the order of straights, from the lowest.
        lanes: the lanes of its ranks, lowest lane first.
        deciding: the lane of the card whose suit decides between equal windows.
    """

    __slots__ = ("deciding", "lanes", "mask", "place")

    def __init__(self, place: int, lanes: Sequence[int], deciding: int) -> None:
        self.place: Final[i64] = place
        self.lanes: Final = list(lanes)
        self.mask: Final[i64] = sum(1 << 4 * lane for lane in lanes)
        self.deciding: Final[i64] = deciding

    def __len__(self) -> int:
        return len(self.lanes)


class Windows:
    """The windows of a game, and which of them a set of ranks holds.

    Args:
        windows: the windows, lowest first.
    """

    __slots__ = ("_windows", "_within_memo", "by_mask", "shortest", "sizes")

    def __init__(self, windows: Sequence[Window]) -> None:
        self._windows: Final = list(windows)
        # At most one list for each of the 8,192 sets of 13 ranks.
        self._within_memo: Final[dict[int, list[Window]]] = {}
        self.by_mask: Final = {window.mask: window for window in windows}
        self.sizes: Final = frozenset(len(window) for window in windows)
        self.shortest: Final[i64] = min(self.sizes, default=0)

    def within(self, ranks: i64) -> list[Window]:
        """The windows all of whose ranks have a 1 in these lanes."""
        found = self._within_memo.get(ranks)
        if found is None:
            found = [each for each in self._windows if ranks & each.mask == each.mask]
            self._within_memo[ranks] = found
        return found


class OfWindows(Pattern):
    """A card of each rank of a window: the order of windows decides first, then a suit.

    Args:
        windows: the windows, lowest first.
        suited: whether all cards are of one suit; there are few of those.
    """

    def __init__(
        self,
        layout: SuitLayout,
        kind: Kind,
        windows: Sequence[Window],
        *,
        shape: Shape | None = None,
        power: int = 0,
        tier: Strength = (),
        suited: bool = False,
    ) -> None:
        some = Windows(windows)
        super().__init__(
            layout,
            kind,
            1,
            some.shortest,
            shape=shape,
            power=power,
            tier=tier,
            fixed=suited,
            suited=suited,
            spread=some.shortest,
        )
        self._windows: Final = some

    @override
    def size(self, length: i64) -> i64:
        return self._windows.shortest

    @override
    def sizes(self) -> Collection[int]:
        return self._windows.sizes

    @override
    def ranked(self, code: int) -> tuple[Shape, Strength]:
        return self.shape, (*self.tier, code >> 2, code & 3)

    @override
    def code(self, shape: Shape, strength: Strength) -> int:
        return suited_code(*strength) if not shape and len(strength) == 2 else -1


class Straights(OfWindows):
    """A card of each rank of a window, not all of one suit.

    The order of windows decides, then the suit of the deciding card.

    Args:
        windows: the windows, lowest first.
    """

    def _suitings(self, lanes: i64, floor: i64) -> list[_Suitings]:
        """What there is in each window from the floor up."""
        lowest: i64 = floor >> 2
        suit: i64 = floor & 3
        found: list[_Suitings] = []
        for window in self._windows.within(lanes_of(lanes)):
            if window.place >= lowest:
                held = lanes
                if suit and window.place == lowest:
                    held = _deciding_from(window, lanes, suit)
                found.append(_Suitings(window, held))
        return found

    @override
    def count(self, lanes: i64, counts: i64, length: i64, floor: i64) -> i64:
        windows = self._windows.within(lanes_of(lanes))
        total: i64 = 0
        if not windows:
            return total
        lowest: i64 = floor >> 2
        suit: i64 = floor & 3
        several: i64 = (counts | counts >> 1) >> 1 & ONES  # the ranks of two cards or more
        for window in windows:
            if window.place < lowest:
                continue
            if suit and window.place == lowest:  # only deciding cards of some suits
                total += _Suitings(window, _deciding_from(window, lanes, suit)).number
                continue
            ways: i64 = 1
            ranks: i64 = several & window.mask
            while ranks:
                rank = ranks & -ranks
                ways *= CARDS[lanes >> bit_count(rank - 1) & 15]
                ranks ^= rank
            total += ways
            for one in _SUITS:  # those of one suit are no mere straights
                if lanes >> one & window.mask == window.mask:
                    total -= 1
        return total

    @override
    def nth(self, lanes: i64, counts: i64, length: i64, floor: i64, place: i64) -> tuple[i64, i64]:
        for suitings in self._suitings(lanes, floor):
            if place < suitings.number:
                return self._reading(suitings.window, suitings.nth(place))
            place -= suitings.number
        raise IndexError("there are fewer readings")

    @override
    def listed(self, lanes: i64, counts: i64, length: i64, floor: i64) -> list[tuple[i64, i64]]:
        return [
            self._reading(suitings.window, cards)
            for suitings in self._suitings(lanes, floor)
            for cards in suitings.listed()
        ]

    @override
    def holding(self, lanes: i64, counts: i64, card: i64) -> list[tuple[i64, i64]]:
        rank = ONE[lane_of(card)]
        some = lanes & ~(15 * rank) | card
        return [
            self._reading(window, cards)
            for window in self._windows.within(lanes_of(lanes))
            if window.mask & rank
            for cards in _Suitings(window, some).listed()
        ]

    def _reading(self, window: Window, lanes: i64) -> tuple[i64, i64]:
        """The straight that these cards make in this window."""
        suit: i64 = HIGHEST[lanes >> 4 * window.deciding & 15]
        return window.place << 2 | suit, lanes

    @override
    def read(self, lanes: i64, size: i64) -> list[int]:
        window = self._windows.by_mask.get(lanes_of(lanes))
        if window is None or size != len(window) or _is_of_one_suit(lanes, window.mask):
            return []
        return [self._reading(window, lanes)[0]]


def _deciding_from(window: Window, lanes: i64, suit: i64) -> i64:
    """Lanes with none of the cards below a suit that would decide about a window."""
    return lanes & ~(_BELOW[suit] * ONE[window.deciding])


class _Suitings:
    """Every choice of suits in one window but those of one suit.

    Args:
        window: the window.
        lanes: the cards to choose from.
    """

    __slots__ = ("_common", "_held", "number", "window")

    def __init__(self, window: Window, lanes: i64) -> None:
        self.window: Final = window
        held: list[int] = [lanes >> 4 * lane & 15 for lane in window.lanes]
        size: i64 = 1
        common: i64 = 15
        for suits in held:
            size *= CARDS[suits]
            common &= suits
        self._held: Final = held
        self._common: Final[i64] = common
        self.number: Final[i64] = size - CARDS[common]

    def nth(self, place: i64) -> i64:
        """The cards of the choice at this place."""
        held = self._held
        # The choices of one suit are left out: what comes after them stands one place further on.
        for suit in _EACH[self._common]:
            left_out: i64 = 0
            for suits in held:
                left_out = left_out * CARDS[suits] + CARDS[suits & suit - 1]
            if left_out <= place:
                place += 1
        lanes: i64 = 0
        for at in range(len(held) - 1, -1, -1):
            suits = held[at]
            number: i64 = CARDS[suits]
            card: i64 = _EACH[suits][place % number]
            lanes |= card << 4 * self.window.lanes[at]
            place //= number
        return lanes

    def listed(self) -> list[int]:
        """The cards of every choice."""
        found: list[int] = [0]
        for lane, suits in zip(self.window.lanes, self._held, strict=True):
            found = [lanes | card << 4 * lane for lanes in found for card in _EACH[suits]]
        if not self._common:
            return found
        left_out = {self.window.mask * suit for suit in _EACH[self._common]}
        return [lanes for lanes in found if lanes not in left_out]


class StraightFlushes(OfWindows):
    """A card of each rank of a window, all of one suit: by the window first, then by the suit.

    Args:
        windows: the windows, lowest first.
    """

    def __init__(
        self,
        layout: SuitLayout,
        kind: Kind,
        windows: Sequence[Window],
        *,
        shape: Shape | None = None,
        power: int = 0,
        tier: Strength = (),
    ) -> None:
        super().__init__(layout, kind, windows, shape=shape, power=power, tier=tier, suited=True)

    @override
    def count(self, lanes: i64, counts: i64, length: i64, floor: i64) -> i64:
        total: i64 = 0
        shortest = self._windows.shortest
        for suit in _SUITS:
            ranks: i64 = lanes >> suit & ONES
            if bit_count(ranks) >= shortest:
                for window in self._windows.within(ranks):
                    if window.place << 2 | suit >= floor:
                        total += 1
        return total

    @override
    def listed(self, lanes: i64, counts: i64, length: i64, floor: i64) -> list[tuple[i64, i64]]:
        found: list[tuple[i64, i64]] = []
        for suit in _SUITS:
            ranks: i64 = lanes >> suit & ONES
            for window in self._windows.within(ranks):
                code: i64 = window.place << 2 | suit
                if code >= floor:
                    found.append((code, window.mask << suit))
        found.sort()  # by the window first
        return found

    @override
    def holding(self, lanes: i64, counts: i64, card: i64) -> list[tuple[i64, i64]]:
        suit: i64 = bit_count(card - 1) & 3
        return super().holding(lanes & ONES << suit, counts, card)

    @override
    def read(self, lanes: i64, size: i64) -> list[int]:
        return [code for code, cards in self.listed(lanes, 0, 0, 0) if cards == lanes]


class Flushes(Pattern):
    """So many cards of one suit that are no window.

    Args:
        cards: how many cards.
        by_rank: whether the cards from the top decide first and the suit last, instead of the suit
            first.
        windows: the windows, which are no mere flushes.
    """

    def __init__(
        self,
        layout: SuitLayout,
        kind: Kind,
        cards: int,
        *,
        by_rank: bool = False,
        windows: Sequence[Window] = (),
        shape: Shape | None = None,
        power: int = 0,
        tier: Strength = (),
    ) -> None:
        super().__init__(
            layout,
            kind,
            1,
            cards,
            shape=shape,
            power=power,
            tier=tier,
            fixed=False,
            suited=True,
            spread=cards,
        )
        self._cards: Final[i64] = cards
        self._by_rank: Final = by_rank
        self._windows: Final = frozenset(window.mask for window in windows)
        self._number: Final = tuple(comb(ranks, cards) for ranks in range(LANES + 1))

    @override
    def count(self, lanes: i64, counts: i64, length: i64, floor: i64) -> i64:
        total: i64 = 0
        for suit in _SUITS:
            ranks: i64 = lanes >> suit & ONES
            if bit_count(ranks) < self._cards:
                continue
            if floor:
                total += len(self._of_suit(ranks, 0, suit, floor))
                continue
            total += self._number[bit_count(ranks)]
            for window in self._windows:
                if ranks & window == window and bit_count(window) == self._cards:
                    total -= 1
        return total

    def _of_suit(self, ranks: i64, own: i64, suit: i64, floor: i64) -> list[tuple[i64, i64]]:
        """The flushes of a suit from the floor up, in the order of their ranks from the lowest.

        Args:
            ranks: what there is to choose from: a 1 in each lane.
            own: the same for a rank that is in all of them, besides the others; 0: there is none.
            suit: the suit.
            floor: the floor.
        """
        found: list[tuple[i64, i64]] = []
        held = each_lane(ranks)
        number, place = self._cards, 0
        if own:
            number, place = number - 1, _BIT[lane_of(own)]
        masks = combinations([ONE[lane] for lane in held], number)
        bits = combinations([_BIT[lane] for lane in held], number)
        for some, places in zip(masks, bits, strict=True):
            mask: i64 = sum(some) + own
            code = self._code(sum(places) + place, suit)
            if code >= floor and mask not in self._windows:
                found.append((code, mask << suit))
        return found

    def _code(self, ranks: i64, suit: i64) -> i64:
        """The strength of the flush of these ranks, a bit each: equal many compare as integers."""
        return ranks << 2 | suit if self._by_rank else suit << _RANK_BITS | ranks

    @override
    def listed(self, lanes: i64, counts: i64, length: i64, floor: i64) -> list[tuple[i64, i64]]:
        found: list[tuple[i64, i64]] = []
        for suit in _SUITS:
            ranks: i64 = lanes >> suit & ONES
            if bit_count(ranks) >= self._cards:
                found += self._of_suit(ranks, 0, suit, floor)
        return found

    @override
    def holding(self, lanes: i64, counts: i64, card: i64) -> list[tuple[i64, i64]]:
        suit: i64 = bit_count(card - 1) & 3
        own = card >> suit
        # Of some ranks with the one and others with it, those come first that did without.
        return self._of_suit((lanes >> suit & ONES) ^ own, own, suit, 0)

    @override
    def read(self, lanes: i64, size: i64) -> list[int]:
        if size != self._cards:
            return []
        suit: i64 = bit_count((lanes & -lanes) - 1) & 3
        ranks: i64 = lanes >> suit
        if ranks & ~ONES or ranks in self._windows:
            return []
        return [self._code(sum([_BIT[lane] for lane in each_lane(ranks)]), suit)]

    @override
    def size(self, length: i64) -> i64:
        return self._cards

    @override
    def sizes(self) -> Collection[int]:
        return (self._cards,)

    @override
    def ranked(self, code: int) -> tuple[Shape, Strength]:
        if self._by_rank:
            return self.shape, (*self.tier, *_from_top(code >> 2), code & 3)
        return self.shape, (
            *self.tier,
            code >> _RANK_BITS,
            *_from_top(code & (1 << _RANK_BITS) - 1),
        )

    @override
    def code(self, shape: Shape, strength: Strength) -> int:
        if shape or len(strength) != self._cards + 1:
            return -1
        suit, ranks = (
            (strength[-1], strength[:-1]) if self._by_rank else (strength[0], strength[1:])
        )
        if not 0 <= suit < 4 or not all(0 <= lane < _RANK_BITS for lane in ranks):
            return -1
        return self._code(sum([1 << lane for lane in ranks]), suit)


def _from_top(ranks: int) -> list[int]:
    """The ranks of a set, a bit each, from the highest."""
    return [rank for rank in range(_RANK_BITS - 1, -1, -1) if ranks >> rank & 1]


def _is_of_one_suit(lanes: i64, mask: i64) -> bool:
    return any(lanes == mask << suit for suit in _SUITS)
