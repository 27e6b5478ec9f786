"""Patterns: the kinds of combination a game's catalogue is made of.

A pattern knows three things about one kind, all from the same description: which readings a hand
holds (:meth:`Pattern.leads`), which of them beat a target (:meth:`Pattern.answers`) and how a set
of cards reads (:meth:`Pattern.read`).  A game lists patterns; it writes none of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import ClassVar, Final

from typing_extensions import override

from climbcards.climbing.attachments import Choices, slots
from climbcards.climbing.lanes import ONES, Layout, SuitLayout, each_lane, lane_of
from climbcards.climbing.readings import Reading
from climbcards.combination import Kind, Ranked, Shape, Strength
from climbcards.lazy import Chain, LazySequence

__all__ = ["Attached", "Flushes", "Groups", "Pattern", "Runs"]

_MEMO_BOUND: Final = 1 << 13
"""The most sets of ranks that a pattern of runs keeps its readings for."""

_NONE: Final[tuple[Reading, ...]] = ()


class Pattern(ABC):
    """One kind of combination.

    Args:
        layout: how the game lays hands out.
        kind: what the combinations are called.
        shape: the beginning of their shape; None for the kind alone.
        power: their power.
        tier: the beginning of their strength, where one shape has several kinds.
    """

    __slots__ = ("kind", "layout", "power", "shape", "tier", "width")

    width: int
    """How many cards of one rank its groups have, or those of its core."""

    fixed: ClassVar[bool] = True
    """Whether there are so few readings that :meth:`everything` can be kept in a table."""

    def __init__(
        self,
        layout: Layout,
        kind: Kind,
        *,
        shape: Shape | None = None,
        power: int = 0,
        tier: Strength = (),
    ) -> None:
        self.layout = layout
        self.kind = kind
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
    def read(self, lanes: int, size: int) -> Sequence[Reading]:
        """Every reading of exactly these lanes, which hold ``size`` cards."""

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
        if self.power > target.power:
            return self._all(lanes)
        if self.tier:
            tier = target.strength[: len(self.tier)]
            if tier != self.tier:
                return self._all(lanes) if self.tier > tier else _NONE
        return self._above(lanes, target)

    def _all(self, lanes: int) -> Sequence[Reading]:
        """Every reading within the lanes."""
        return self.leads(lanes, self.layout.masks(lanes, self.width))

    @abstractmethod
    def _above(self, lanes: int, target: Ranked) -> Sequence[Reading]:
        """The answers to a target of this shape, power and tier."""


class Groups(Pattern):
    """So many cards of one rank.

    Args:
        width: how many cards.
        ranks: a 1 in the lane of every rank that may form one; None for all.
        by_suit: whether the highest suit decides between groups of one rank (suit layouts only).
    """

    __slots__ = ("_by_lane", "_by_suit", "_one_way", "_ranks")

    def __init__(
        self,
        layout: Layout,
        kind: Kind,
        width: int,
        *,
        ranks: int | None = None,
        by_suit: bool = False,
        shape: Shape | None = None,
        power: int = 0,
        tier: Strength = (),
    ) -> None:
        super().__init__(layout, kind, shape=shape, power=power, tier=tier)
        self.width = width
        self._by_suit = by_suit
        self._ranks = _all_ranks(layout) if ranks is None else ranks
        # Where suits do not matter a rank has one group at most.
        self._one_way = not isinstance(layout, SuitLayout)
        self._by_lane = {
            lane: tuple(
                tuple(self._reading(lane, way) for way in layout.ways[width][value])
                for value in range(16)
            )
            for lane in each_lane(self._ranks)
        }

    def _reading(self, lane: int, value: int) -> Reading:
        strength: Strength = (*self.tier, lane)
        if self._by_suit:
            strength += (value.bit_length() - 1,)
        lanes = value << 4 * lane
        return Reading(self.shape, strength, self.power, self.kind, lanes, lanes, self.width)

    @override
    def leads(self, lanes: int, masks: Sequence[int]) -> Sequence[Reading]:
        return self._of(lanes, masks[self.width] & self._ranks)

    def _of(self, lanes: int, ranks: int) -> Sequence[Reading]:
        """The groups of these ranks, each of which has cards enough."""
        if not ranks:
            return _NONE
        if self._one_way:
            return _OneOfEach(self._by_lane, self.width, ranks)
        by_lane = self._by_lane
        return [
            reading
            for lane in each_lane(ranks)
            for reading in by_lane[lane][lanes >> 4 * lane & 15]
        ]

    @override
    def read(self, lanes: int, size: int) -> Sequence[Reading]:
        return self._all(lanes) if size == self.width else _NONE

    @override
    def _above(self, lanes: int, target: Ranked) -> Sequence[Reading]:
        ranks = self.layout.at_least(lanes, self.width) & self._ranks
        lane = target.strength[len(self.tier)]
        if not self._by_suit:
            return self._of(lanes, ranks & -16 << 4 * lane)
        found = self._of(lanes, ranks & -1 << 4 * lane)
        return [reading for reading in found if reading.strength > target.strength]


class _OneOfEach(LazySequence[Reading]):
    """One group of every rank in a mask."""

    __slots__ = ("_by_lane", "_ranks", "_size", "_width")

    def __init__(
        self, by_lane: Mapping[int, Sequence[Sequence[Reading]]], width: int, ranks: int
    ) -> None:
        self._by_lane = by_lane
        self._width = width
        self._ranks = ranks
        self._size = ranks.bit_count()

    @override
    def __len__(self) -> int:
        return self._size

    @override
    def _at(self, place: int) -> Reading:
        ranks = self._ranks
        for _ in range(place):
            ranks &= ranks - 1
        return self._by_lane[lane_of(ranks)][self._width][0]

    @override
    def __iter__(self) -> Iterator[Reading]:
        by_lane, width = self._by_lane, self._width
        return iter([by_lane[lane][width][0] for lane in each_lane(self._ranks)])


class Runs(Pattern):
    """Consecutive ranks, so many cards of each (rank layouts only).

    The shape ends with the number of ranks.

    Args:
        width: how many cards of each rank.
        shortest: the fewest ranks.
        ranks: a 1 in the lane of every rank that may stand in one.
        most: the most cards of a run: the largest hand.
    """

    __slots__ = ("_longest", "_memo", "_ranks", "_shortest", "_table")

    def __init__(
        self,
        layout: Layout,
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
        super().__init__(layout, kind, shape=shape, power=power, tier=tier)
        self.width = width
        self._shortest = shortest
        self._longest = most // width
        self._ranks = ranks
        self._memo: dict[int, Sequence[Reading]] = {}
        self._table = {
            (length, lane): self._reading(length, lane)
            for length in range(shortest, self._longest + 1)
            for lane in each_lane(_starts(ranks, length))
        }

    def _reading(self, length: int, lane: int) -> Reading:
        lanes = self.width * (ONES & (1 << 4 * length) - 1) << 4 * lane
        return Reading(
            (*self.shape, length),
            (*self.tier, lane),
            self.power,
            self.kind,
            lanes,
            lanes,
            self.width * length,
        )

    @override
    def leads(self, lanes: int, masks: Sequence[int]) -> Sequence[Reading]:
        ranks = masks[self.width] & self._ranks
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
    def read(self, lanes: int, size: int) -> Sequence[Reading]:
        length, rest = divmod(size, self.width)
        if rest or not lanes:
            return _NONE
        reading = self._table.get((length, lane_of(lanes)))
        return (reading,) if reading is not None and reading.lanes == lanes else _NONE

    @override
    def _above(self, lanes: int, target: Ranked) -> Sequence[Reading]:
        length = target.shape[len(self.shape)]
        if not isinstance(length, int) or not self._shortest <= length <= self._longest:
            return _NONE
        lane = target.strength[len(self.tier)]
        ranks = self.layout.at_least(lanes, self.width) & self._ranks & -16 << 4 * lane
        return tuple([self._table[length, lane] for lane in each_lane(_starts(ranks, length))])


class Attached(Pattern):
    """A core with other cards attached; the core alone ranks it.

    Every attached group has a rank of its own, which is none of the core's.  Under a core of runs
    the shape ends with the number of ranks in the run.

    Args:
        core: the pattern of the core.
        width: how many cards of one rank are attached together: 1 for singles, 2 for pairs.
        groups: how many groups are attached to each rank of the core.
        ranks: a 1 in the lane of every rank that may be attached; None for all.
        apart: a 1 in the lanes of which at most one may be attached (the jokers).
        most: the most cards of a combination: the largest hand.
    """

    __slots__ = ("_apart", "_attached", "_core", "_groups", "_most", "_ranks")

    fixed = False

    def __init__(
        self,
        layout: Layout,
        kind: Kind,
        core: Groups | Runs,
        width: int,
        *,
        most: int,
        groups: int = 1,
        ranks: int | None = None,
        apart: int = 0,
        shape: Shape | None = None,
        power: int = 0,
        tier: Strength = (),
    ) -> None:
        super().__init__(layout, kind, shape=shape, power=power, tier=tier)
        self.width = core.width
        self._core = core
        self._attached = width
        self._groups = groups
        self._ranks = _all_ranks(layout) if ranks is None else ranks
        self._apart = apart
        self._most = most

    @override
    def leads(self, lanes: int, masks: Sequence[int]) -> Sequence[Reading]:
        return self._with_cores(self._core.leads(lanes, masks), lanes)

    @override
    def _above(self, lanes: int, target: Ranked) -> Sequence[Reading]:
        core = self._core
        like = Ranked(
            core.shape + target.shape[len(self.shape) :],
            core.tier + target.strength[len(self.tier) :],
            core.power,
        )
        return self._with_cores(core.answers(lanes, like), lanes)

    def _with_cores(self, cores: Sequence[Reading], lanes: int) -> Sequence[Reading]:
        parts: list[Sequence[Reading]] = []
        for core in cores:
            choices = Choices(*self._choice(core, lanes))
            if choices and self._size(core) <= self._most:
                parts.append(_Riders(self, core, choices))
        return Chain(parts)

    def _choice(self, core: Reading, lanes: int) -> tuple[Sequence[tuple[int, ...]], int]:
        """The slots that may be attached to this core, and how many of them are."""
        free = lanes & 15 * (self._ranks & ~_lanes_of(core.lanes))
        groups = self._groups * core.size // self.width
        return slots(self.layout, free, self._attached, self._apart), groups

    def _size(self, core: Reading) -> int:
        return core.size + self._attached * self._groups * core.size // self.width

    def reading(self, core: Reading, attached: int) -> Reading:
        """This core with these lanes attached."""
        return Reading(
            self.shape + core.shape[len(self._core.shape) :],
            self.tier + core.strength[len(self._core.tier) :],
            self.power,
            self.kind,
            core.lanes + attached,
            core.lanes,
            self._size(core),
        )

    @override
    def read(self, lanes: int, size: int) -> Sequence[Reading]:
        found: list[Reading] = []
        if size > self._most:
            return found
        for core in self._core.leads(lanes, self.layout.masks(lanes, self.width)):
            rest = lanes - core.lanes
            if self._size(core) != size or _lanes_of(rest) & _lanes_of(core.lanes):
                continue
            # The cards over are few: they can be attached just if they are a choice of themselves.
            ways, groups = self._choice(core, rest)
            found += [self.reading(core, way) for way in Choices(ways, groups) if way == rest]
        return found


class _Riders(LazySequence[Reading]):
    """One core with every choice of attached cards."""

    __slots__ = ("_choices", "_core", "_pattern")

    def __init__(self, pattern: Attached, core: Reading, choices: Choices) -> None:
        self._pattern = pattern
        self._core = core
        self._choices = choices

    @override
    def __len__(self) -> int:
        return len(self._choices)

    @override
    def _at(self, place: int) -> Reading:
        return self._pattern.reading(self._core, self._choices[place])


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
        super().__init__(layout, kind, shape=shape, power=power, tier=tier)
        self.width = 1
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
    def _above(self, lanes: int, target: Ranked) -> Sequence[Reading]:
        lowest = target.strength[len(self.tier)]
        return [
            reading
            for suit in range(lowest, 4)
            for reading in self._of_suit(lanes, suit)
            if reading.strength > target.strength
        ]

    @override
    def read(self, lanes: int, size: int) -> Sequence[Reading]:
        return self._all(lanes) if size == self._cards else _NONE


def _all_ranks(layout: Layout) -> int:
    """A 1 in every lane of the layout."""
    return ONES & (1 << 4 * len(layout.ranks)) - 1


def _lanes_of(lanes: int) -> int:
    """A 1 in every lane that is not empty."""
    return (lanes | lanes >> 1 | lanes >> 2 | lanes >> 3) & ONES


def _starts(ranks: int, length: int) -> int:
    """The ranks at which so many consecutive ones begin."""
    done = 1
    while done < length:  # starts of runs of n, n steps apart at most, make starts of up to 2n
        stride = min(done, length - done)
        ranks &= ranks >> 4 * stride
        done += stride
    return ranks
