"""Patterns of the games in which suits rank; see :mod:`climbcards.climbing.patterns`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

from typing_extensions import override

from climbcards.climbing.lanes import ONES, SuitLayout, each_lane, ones_of
from climbcards.climbing.patterns import NONE, Pattern
from climbcards.climbing.readings import Reading
from climbcards.combination import Kind, Ranked, Shape, Strength

__all__ = ["Flushes", "SuitedGroups"]


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
        found = self.leads(higher, self.layout.masks(higher, self.width))
        return [reading for reading in found if reading.strength > target.strength]

    @override
    def read(self, lanes: int, size: int) -> Sequence[Reading]:
        if size != self.width:
            return NONE
        return self.leads(lanes, self.layout.masks(lanes, self.width))


class Flushes(Pattern):
    """So many cards of one suit, ranked by the suit first, then by the cards from the top.

    Args:
        cards: how many cards.
    """

    __slots__ = ("_cards",)

    fixed = False

    def __init__(
        self,
        layout: SuitLayout,
        kind: Kind,
        cards: int,
        *,
        shape: Shape | None = None,
        power: int = 0,
        tier: Strength = (),
    ) -> None:
        super().__init__(layout, kind, 1, shape=shape, power=power, tier=tier)
        self._cards = cards

    def _of_suit(self, lanes: int, suit: int) -> list[Reading]:
        found: list[Reading] = []
        for ranks in combinations(each_lane(lanes & ONES << suit), self._cards):
            cards = sum(1 << 4 * lane for lane in ranks) << suit
            strength = (*self.tier, suit, *reversed(ranks))
            found.append(
                Reading(self.shape, strength, self.power, self.kind, cards, cards, self._cards)
            )
        return found

    @override
    def leads(self, lanes: int, masks: Sequence[int]) -> Sequence[Reading]:
        return [reading for suit in range(4) for reading in self._of_suit(lanes, suit)]

    @override
    def above(self, lanes: int, target: Ranked) -> Sequence[Reading]:
        return [
            reading
            for suit in range(target.strength[len(self.tier)], 4)
            for reading in self._of_suit(lanes, suit)
            if reading.strength > target.strength
        ]

    @override
    def sizes(self) -> Collection[int]:
        return (self._cards,)

    @override
    def read(self, lanes: int, size: int) -> Sequence[Reading]:
        return self.leads(lanes, ())
