"""Patterns of the games in which suits rank; see :mod:`climbcards.climbing.patterns`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from typing_extensions import override

from climbcards.climbing.lanes import ONES, SuitLayout, each_lane, lanes_of, ones_of
from climbcards.climbing.patterns import NONE, Pattern
from climbcards.climbing.readings import Reading
from climbcards.combination import Kind, Ranked, Shape, Strength
from climbcards.lazy import Chain, LazySequence

__all__ = [
    "Flushes",
    "StraightFlushes",
    "Straights",
    "SuitedGroups",
    "SuitedSingles",
    "Window",
]

_SUITS = range(4)


class SuitedSingles(Pattern):
    """One card: by rank, then by suit."""

    __slots__ = ("_by_place",)

    def __init__(
        self, layout: SuitLayout, kind: Kind, *, shape: Shape | None = None, power: int = 0
    ) -> None:
        super().__init__(layout, kind, 1, shape=shape, power=power)
        self._by_place = tuple(
            Reading(self.shape, divmod(place, 4), power, kind, 1 << place, 1 << place, 1)
            for place in range(4 * len(layout.ranks))
        )

    @override
    def leads(self, lanes: int, masks: Sequence[int]) -> Sequence[Reading]:
        return self.every(lanes)

    @override
    def every(self, lanes: int) -> Sequence[Reading]:
        return _EachCard(self._by_place, lanes) if lanes else NONE

    @override
    def above(self, lanes: int, target: Ranked) -> Sequence[Reading]:
        rank, suit = target.strength
        lowest = 4 * rank + suit + 1
        return self.every(lanes >> lowest << lowest)

    @override
    def read(self, lanes: int, size: int) -> Sequence[Reading]:
        return self.every(lanes) if size == 1 else NONE


class _EachCard(LazySequence[Reading]):
    """A single for every card of a hand, lowest first."""

    __slots__ = ("_by_place", "_lanes")

    def __init__(self, by_place: Sequence[Reading], lanes: int) -> None:
        self._by_place = by_place
        self._lanes = lanes
        self._size = lanes.bit_count()

    @override
    def _at(self, place: int) -> Reading:
        lanes = self._lanes
        while place:
            lanes &= lanes - 1
            place -= 1
        return self._by_place[(lanes & -lanes).bit_length() - 1]

    @override
    def __iter__(self) -> Iterator[Reading]:
        lanes = self._lanes
        while lanes:
            yield self._by_place[(lanes & -lanes).bit_length() - 1]
            lanes &= lanes - 1


class SuitedGroups(Pattern):
    """So many cards of one rank, every choice of suits for itself.

    Args:
        width: how many cards.
        ranks: a 1 in the lane of every rank that may form one; None for all.
        by_suit: whether the highest suit decides between groups of one rank.
    """

    __slots__ = ("_by_lane", "_by_suit", "_ranks")

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
        super().__init__(layout, kind, width, shape=shape, power=power, tier=tier)
        self._by_suit = by_suit
        self._ranks = ones_of(layout) if ranks is None else ranks
        self._by_lane = {
            lane: tuple(
                tuple(self._reading(lane, way) for way in layout.ways[width][suits])
                for suits in range(16)
            )
            for lane in each_lane(self._ranks)
        }

    def _reading(self, lane: int, suits: int) -> Reading:
        strength: Strength = (*self.tier, lane)
        if self._by_suit:
            strength += (suits.bit_length() - 1,)
        lanes = suits << 4 * lane
        return Reading(self.shape, strength, self.power, self.kind, lanes, lanes, self.width)

    @override
    def leads(self, lanes: int, masks: Sequence[int]) -> Sequence[Reading]:
        by_lane = self._by_lane
        return [
            reading
            for lane in each_lane(masks[self.width] & self._ranks)
            for reading in by_lane[lane][lanes >> 4 * lane & 15]
        ]

    @override
    def above(self, lanes: int, target: Ranked) -> Sequence[Reading]:
        lowest = 4 * target.strength[len(self.tier)]
        higher = lanes >> lowest << lowest
        if higher.bit_count() < self.width:
            return NONE
        found = self.every(higher)
        return [reading for reading in found if reading.strength > target.strength]

    @override
    def read(self, lanes: int, size: int) -> Sequence[Reading]:
        return self.every(lanes) if size == self.width else NONE


class Window:
    """Ranks that make a straight.

    Args:
        place: the window's place in the order of straights, from the lowest.
        lanes: the lanes of its ranks, lowest lane first.
        deciding: the lane of the card whose suit decides between equal windows.
    """

    __slots__ = ("deciding", "lanes", "mask", "place")

    def __init__(self, place: int, lanes: Sequence[int], deciding: int) -> None:
        self.place = place
        self.lanes = tuple(lanes)
        self.mask = sum(1 << 4 * lane for lane in lanes)
        self.deciding = deciding

    def __len__(self) -> int:
        return len(self.lanes)


class Straights(Pattern):
    """A card of each rank of a window, not all of one suit.

    The order of windows decides, then the suit of the deciding card.

    Args:
        windows: the windows, lowest first.
    """

    __slots__ = ("_by_mask", "_windows")

    fixed = False

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
        super().__init__(layout, kind, 1, shape=shape, power=power, tier=tier)
        self._windows = tuple(windows)
        self._by_mask = {window.mask: window for window in windows}

    def reading(self, window: Window, lanes: int) -> Reading:
        """The straight that these cards make in this window."""
        suit = (lanes >> 4 * window.deciding & 15).bit_length() - 1
        strength = (*self.tier, window.place, suit)
        return Reading(self.shape, strength, self.power, self.kind, lanes, lanes, len(window))

    @override
    def leads(self, lanes: int, masks: Sequence[int]) -> Sequence[Reading]:
        ranks = masks[1]
        parts = [
            _Suitings(self, window, lanes)
            for window in self._windows
            if ranks & window.mask == window.mask
        ]
        return Chain(parts) if parts else NONE

    @override
    def above(self, lanes: int, target: Ranked) -> Sequence[Reading]:
        lowest, suit = target.strength[len(self.tier) :]
        ranks = lanes_of(lanes)
        parts: list[_Suitings] = []
        for window in self._windows[lowest:]:
            if ranks & window.mask == window.mask:
                held = lanes
                if window.place == lowest:  # only deciding cards of higher suits
                    shift = 4 * window.deciding
                    held &= ~((2 << suit) - 1 << shift)
                    if not held >> shift & 15:
                        continue
                parts.append(_Suitings(self, window, held))
        return Chain(parts) if parts else NONE

    @override
    def sizes(self) -> Collection[int]:
        return {len(window) for window in self._windows}

    @override
    def read(self, lanes: int, size: int) -> Sequence[Reading]:
        window = self._by_mask.get(lanes_of(lanes))
        if window is None or size != len(window) or _one_suit(lanes, window.mask):
            return NONE
        return (self.reading(window, lanes),)


class _Suitings(LazySequence[Reading]):
    """Every choice of suits in one window but those of one suit."""

    __slots__ = ("_held", "_pattern", "_window")

    def __init__(self, pattern: Straights, window: Window, lanes: int) -> None:
        self._pattern = pattern
        self._window = window
        self._held = held = [lanes >> 4 * lane & 15 for lane in window.lanes]
        size, common = 1, 15
        for suits in held:
            size *= suits.bit_count()
            common &= suits
        self._size = size - common.bit_count()

    def _choices(self) -> list[list[int]]:
        """The suits to choose from, a bit each, for every rank of the window."""
        return [[1 << suit for suit in _SUITS if held >> suit & 1] for held in self._held]

    def _of_one_suit(self, choices: list[list[int]]) -> list[int]:
        """The places of the choices of one suit, counted among all choices, in order."""
        places: list[int] = []
        for suit in _SUITS:
            if all(held >> suit & 1 for held in self._held):
                place = 0
                for suits in choices:
                    place = place * len(suits) + suits.index(1 << suit)
                places.append(place)
        return places

    @override
    def _at(self, place: int) -> Reading:
        choices = self._choices()
        for left_out in self._of_one_suit(choices):
            if left_out <= place:
                place += 1
        lanes = 0
        for lane, suits in zip(reversed(self._window.lanes), reversed(choices), strict=True):
            place, choice = divmod(place, len(suits))
            lanes |= suits[choice] << 4 * lane
        return self._pattern.reading(self._window, lanes)


class StraightFlushes(Pattern):
    """A card of each rank of a window, all of one suit: by the window first, then by the suit.

    Args:
        windows: the windows, lowest first.
    """

    __slots__ = ("_readings",)

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
        super().__init__(layout, kind, 1, shape=shape, power=power, tier=tier)
        self._readings = tuple(
            Reading(
                self.shape,
                (*tier, window.place, suit),
                power,
                kind,
                window.mask << suit,
                window.mask << suit,
                len(window),
            )
            for window in windows
            for suit in _SUITS
        )

    @override
    def leads(self, lanes: int, masks: Sequence[int]) -> Sequence[Reading]:
        return self.every(lanes)

    @override
    def every(self, lanes: int) -> Sequence[Reading]:
        if not any((lanes >> suit & ONES).bit_count() > 4 for suit in _SUITS):
            return NONE
        return [reading for reading in self._readings if lanes & reading.lanes == reading.lanes]

    @override
    def above(self, lanes: int, target: Ranked) -> Sequence[Reading]:
        found = self.every(lanes)
        return [reading for reading in found if reading.strength > target.strength]

    @override
    def read(self, lanes: int, size: int) -> Sequence[Reading]:
        return [reading for reading in self._readings if reading.lanes == lanes]


class Flushes(Pattern):
    """So many cards of one suit that are no window.

    Args:
        cards: how many cards.
        by_rank: whether the cards from the top decide first and the suit last, instead of the suit
            first.
        windows: the windows, which are no mere flushes.
    """

    __slots__ = ("_by_rank", "_cards", "_windows")

    fixed = False

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
        super().__init__(layout, kind, 1, shape=shape, power=power, tier=tier)
        self._cards = cards
        self._by_rank = by_rank
        self._windows = frozenset(window.mask for window in windows)

    def _of_suit(self, lanes: int, suit: int) -> Iterator[Reading]:
        for ranks in combinations(each_lane(lanes >> suit & ONES), self._cards):
            mask = sum([1 << 4 * lane for lane in ranks])
            if mask in self._windows:
                continue
            from_top = ranks[::-1]
            order = (*from_top, suit) if self._by_rank else (suit, *from_top)
            cards = mask << suit
            yield Reading(
                self.shape,
                (*self.tier, *order),
                self.power,
                self.kind,
                cards,
                cards,
                self._cards,
            )

    @override
    def leads(self, lanes: int, masks: Sequence[int]) -> Sequence[Reading]:
        return self.every(lanes)

    @override
    def every(self, lanes: int) -> Sequence[Reading]:
        cards = self._cards
        suits = [suit for suit in _SUITS if (lanes >> suit & ONES).bit_count() >= cards]
        return [reading for suit in suits for reading in self._of_suit(lanes, suit)]

    @override
    def above(self, lanes: int, target: Ranked) -> Sequence[Reading]:
        found = self.every(lanes)
        return [reading for reading in found if reading.strength > target.strength]

    @override
    def sizes(self) -> Collection[int]:
        return (self._cards,)

    @override
    def read(self, lanes: int, size: int) -> Sequence[Reading]:
        return self.every(lanes)


def _one_suit(lanes: int, mask: int) -> bool:
    return any(lanes == mask << suit for suit in _SUITS)
