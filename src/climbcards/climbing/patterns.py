"""Patterns: the kinds of combination a game's catalogue is made of.

A pattern knows three things about one kind, all from the same description: which readings a hand
holds (:meth:`Pattern.leads`), which of them beat a target (:meth:`Pattern.answers`) and how a set
of cards reads (:meth:`Pattern.read`).  A game lists patterns; it writes none of its own.

This module has the patterns of games in which suits do not matter, and cores with attached cards
for all games; :mod:`climbcards.climbing.suited` has those in which suits rank.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import ClassVar, Final

from typing_extensions import override

from climbcards.climbing.lanes import (
    ABOVE,
    EIGHTS,
    ONES,
    Layout,
    RankLayout,
    each_lane,
    lane_of,
    ones_of,
)
from climbcards.climbing.readings import Reading
from climbcards.combination import Kind, Ranked, Shape, Strength
from climbcards.lazy import LazySequence

__all__ = ["Exactly", "Groups", "Pattern", "Runs"]

_MEMO_BOUND: Final = 1 << 13
"""The most sets of ranks that a pattern of runs keeps its readings for."""

NONE: Final[tuple[Reading, ...]] = ()


class Pattern(ABC):
    """One kind of combination.

    Args:
        layout: how the game lays hands out.
        kind: what the combinations are called.
        width: how many cards of one rank its groups have, or those of its core.
        shape: the beginning of their shape; None for the kind alone.
        power: their power.
        tier: the beginning of their strength, where one shape has several kinds.
    """

    __slots__ = ("kind", "layout", "power", "shape", "tier", "width")

    fixed: ClassVar[bool] = True
    """Whether there are so few readings that a catalogue can keep them all in a table."""

    def __init__(
        self,
        layout: Layout,
        kind: Kind,
        width: int,
        *,
        shape: Shape | None = None,
        power: int = 0,
        tier: Strength = (),
    ) -> None:
        self.layout = layout
        self.kind = kind
        self.width = width
        self.shape: Shape = (kind.value,) if shape is None else shape
        self.power = power
        self.tier = tier

    @abstractmethod
    def leads(self, lanes: int, masks: Sequence[int]) -> Sequence[Reading]:
        """Every reading within the lanes, each set of lanes once, in a fixed order.

        Args:
            lanes: the hand.
            masks: the layout's masks of it, which all patterns share.
        """

    @abstractmethod
    def above(self, lanes: int, target: Ranked) -> Sequence[Reading]:
        """Every reading within the lanes that beats a target of this shape, power and tier."""

    @abstractmethod
    def read(self, lanes: int, size: int) -> Sequence[Reading]:
        """Every reading of exactly these lanes, which hold ``size`` cards."""

    def sizes(self) -> Collection[int]:
        """How many cards its combinations may have; asked only of patterns that are not fixed."""
        return ()

    def may_beat(self, target: Ranked) -> bool:
        """Whether some reading of this pattern might beat a target of that shape and power."""
        if self.power != target.power:
            return self.power > target.power
        return target.shape[: len(self.shape)] == self.shape

    def answers(self, lanes: int, target: Ranked) -> Sequence[Reading]:
        """Every reading within the lanes that beats the target, in the order of :meth:`leads`.

        Args:
            lanes: the hand.
            target: one that :meth:`may_beat` is true of.
        """
        if self.power == target.power:
            tier = target.strength[: len(self.tier)]
            if tier == self.tier:
                return self.above(lanes, target)
            if tier > self.tier:
                return NONE
        return self.every(lanes)

    def every(self, lanes: int) -> Sequence[Reading]:
        """What :meth:`leads` gives, for a hand whose masks nobody needs besides."""
        return self.leads(lanes, self.layout.masks(lanes, self.width))


class Groups(Pattern):
    """So many cards of one rank, where suits do not matter.

    Args:
        width: how many cards.
        ranks: a 1 in the lane of every rank that may form one; None for all.
    """

    __slots__ = ("_add", "_by_lane", "_ranks")

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
        super().__init__(layout, kind, width, shape=shape, power=power, tier=tier)
        self._ranks = ones_of(layout) if ranks is None else ranks
        self._add = (8 - width) * ONES
        self._by_lane = {lane: self._reading(lane) for lane in each_lane(self._ranks)}

    def _reading(self, lane: int) -> Reading:
        lanes = self.width << 4 * lane
        strength = (*self.tier, lane)
        return Reading(self.shape, strength, self.power, self.kind, lanes, lanes, self.width)

    @override
    def leads(self, lanes: int, masks: Sequence[int]) -> Sequence[Reading]:
        ranks = masks[self.width] & self._ranks
        return _OneOfEach(self._by_lane, ranks) if ranks else NONE

    @override
    def every(self, lanes: int) -> Sequence[Reading]:
        ranks = lanes + self._add >> 3 & self._ranks
        return _OneOfEach(self._by_lane, ranks) if ranks else NONE

    @override
    def above(self, lanes: int, target: Ranked) -> Sequence[Reading]:
        ranks = lanes + self._add >> 3 & self._ranks & ABOVE[target.strength[len(self.tier)]]
        return _OneOfEach(self._by_lane, ranks) if ranks else NONE

    @override
    def read(self, lanes: int, size: int) -> Sequence[Reading]:
        reading = self._by_lane.get(lane_of(lanes))
        return (reading,) if reading is not None and reading.lanes == lanes else NONE


class _OneOfEach(LazySequence[Reading]):
    """One reading for every rank in a mask."""

    __slots__ = ("_by_lane", "_ranks")

    def __init__(self, by_lane: Mapping[int, Reading], ranks: int) -> None:
        self._by_lane = by_lane
        self._ranks = ranks
        self._size = ranks.bit_count()

    @override
    def _at(self, place: int) -> Reading:
        ranks = self._ranks
        while place:
            ranks &= ranks - 1
            place -= 1
        return self._by_lane[lane_of(ranks)]

    @override
    def __iter__(self) -> Iterator[Reading]:
        return iter([self._by_lane[lane] for lane in each_lane(self._ranks)])


class Runs(Pattern):
    """Consecutive ranks, so many cards of each, where suits do not matter.

    The shape ends with the number of ranks.

    Args:
        width: how many cards of each rank.
        shortest: the fewest ranks.
        ranks: a 1 in the lane of every rank that may stand in one.
        most: the most cards of a run: the largest hand.
    """

    __slots__ = ("_add", "_longest", "_memo", "_shortest", "_table", "ranks")

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
        super().__init__(layout, kind, width, shape=shape, power=power, tier=tier)
        self._shortest = shortest
        self._longest = most // width
        self.ranks = ranks
        self._add = (8 - width) * ONES
        self._memo: dict[int, Sequence[Reading]] = {}
        self._table = {
            (length, lane): self._reading(length, lane)
            for length in range(shortest, self._longest + 1)
            for lane in each_lane(_starts(ranks, length))
        }

    def _reading(self, length: int, lane: int) -> Reading:
        lanes = self.width * (ONES & (1 << 4 * length) - 1) << 4 * lane
        shape, strength = (*self.shape, length), (*self.tier, lane)
        size = self.width * length
        return Reading(shape, strength, self.power, self.kind, lanes, lanes, size)

    @override
    def leads(self, lanes: int, masks: Sequence[int]) -> Sequence[Reading]:
        ranks = masks[self.width] & self.ranks
        memo = self._memo
        found = memo.get(ranks)
        if found is None:
            if len(memo) >= _MEMO_BOUND:
                memo.clear()
            found = memo[ranks] = self._listed(ranks)
        return found

    def _listed(self, ranks: int) -> tuple[Reading, ...]:
        found: list[Reading] = []
        starts = _starts(ranks, self._shortest)
        for length in range(self._shortest, self._longest + 1):
            if not starts:
                break
            found += [self._table[length, lane] for lane in each_lane(starts)]
            starts &= ranks >> 4 * length
        return tuple(found)

    @override
    def above(self, lanes: int, target: Ranked) -> Sequence[Reading]:
        ranks = lanes + self._add >> 3 & self.ranks & ABOVE[target.strength[len(self.tier)]]
        length = target.shape[len(self.shape)]
        if not ranks or not isinstance(length, int):
            return NONE
        found = [self._table.get((length, lane)) for lane in each_lane(_starts(ranks, length))]
        return [reading for reading in found if reading is not None]

    @property
    def lengths(self) -> range:
        """How many ranks a run may have."""
        return range(self._shortest, self._longest + 1)

    @override
    def read(self, lanes: int, size: int) -> Sequence[Reading]:
        reading = self._table.get((size // self.width, lane_of(lanes)))
        return (reading,) if reading is not None and reading.lanes == lanes else NONE


class Exactly(Pattern):
    """One set of cards and no other, such as the jokers together, where suits do not matter.

    Args:
        lanes: the cards.
    """

    __slots__ = ("_reading",)

    def __init__(
        self, layout: RankLayout, kind: Kind, lanes: int, *, shape: Shape | None = None, power: int
    ) -> None:
        super().__init__(layout, kind, 1, shape=shape, power=power)
        size = layout.size(lanes)
        self._reading = Reading(self.shape, (0,), power, kind, lanes, lanes, size)

    @override
    def leads(self, lanes: int, masks: Sequence[int]) -> Sequence[Reading]:
        return self.every(lanes)

    @override
    def every(self, lanes: int) -> Sequence[Reading]:
        wanted = self._reading.lanes
        held = (lanes | EIGHTS) - wanted  # no lane holds eight cards of what is wanted here
        return (self._reading,) if held & EIGHTS == EIGHTS else NONE

    @override
    def above(self, lanes: int, target: Ranked) -> Sequence[Reading]:
        return NONE

    @override
    def read(self, lanes: int, size: int) -> Sequence[Reading]:
        return (self._reading,) if lanes == self._reading.lanes else NONE


def _starts(ranks: int, length: int) -> int:
    """The ranks at which so many consecutive ones begin."""
    done = 1
    while done < length:  # each step doubles the length that is made sure of
        stride = min(done, length - done)
        ranks &= ranks >> 4 * stride
        done += stride
    return ranks
