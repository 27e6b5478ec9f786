"""Combinations with attached cards: a core, and every way to choose what rides along."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from math import comb
from typing import Final, TypeAlias

from typing_extensions import override

from climbcards.climbing.lanes import ONES, Layout, RankLayout, each_lane, lanes_of
from climbcards.climbing.patterns import NONE, Pattern, Runs
from climbcards.climbing.readings import Reading, reading_of
from climbcards.combination import Kind, Ranked, Shape, Strength
from climbcards.lazy import Chain, LazySequence

__all__ = ["Attached", "Choices"]

Slot: TypeAlias = tuple[tuple[int, int], ...]
"""What one rank (or one set of ranks that exclude each other) may contribute.

Each way to contribute is a number of groups and the lanes they take.
"""


def slot(layout: Layout, lane: int, value: int, width: int, numbers: Sequence[int]) -> Slot:
    """What one lane may contribute.

    Args:
        layout: the layout of the lanes.
        lane: which lane.
        value: the cards in it.
        width: how many cards a group has.
        numbers: how many groups it may contribute.
    """
    ways = layout.ways
    return tuple(
        (number, way << 4 * lane)
        for number in numbers
        if number * width < len(ways)
        for way in ways[number * width][value]
    )


class Choices(LazySequence[int]):
    """Every way to take so many groups from slots, as lanes; built when looked at.

    The order is fixed: what uses a slot comes before what leaves it out, slot by slot.
    """

    __slots__ = ("_counts", "_groups", "_slots")

    def __init__(self, slots: Sequence[Slot], groups: int) -> None:
        self._slots = slots
        self._groups = groups
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
        self._counts = counts
        self._size = after[groups]

    @override
    def _at(self, place: int) -> int:
        chosen, groups = 0, self._groups
        for ways, after in zip(self._slots, self._counts[1:], strict=True):
            if not groups:
                break
            for number, lanes in ways:
                if number > groups:
                    continue
                rest = after[groups - number]  # the ways to go on from here
                if place < rest:
                    chosen += lanes
                    groups -= number
                    break
                place -= rest
        return chosen

    @override
    def __iter__(self) -> Iterator[int]:
        if self._groups == 1:
            return iter([lanes for ways in self._slots for number, lanes in ways if number == 1])
        return self._walk(0, self._groups, 0)

    def _walk(self, place: int, groups: int, chosen: int) -> Iterator[int]:
        """What can be added to what is chosen from the slots before this place."""
        if not groups:
            yield chosen
        elif self._counts[place][groups]:
            for number, lanes in self._slots[place]:
                if number <= groups:
                    yield from self._walk(place + 1, groups - number, chosen + lanes)
            yield from self._walk(place + 1, groups, chosen)


class Attached(Pattern):
    """A core with other cards attached; the core alone ranks it.

    No attached group is of a rank of the core.  Under a core of runs the shape ends with the number
    of ranks in the run.

    Args:
        core: the pattern of the core.
        attached: how many cards an attached group has: 1 for singles, 2 for pairs.
        groups: how many such groups are attached to each rank of the core.
        alike: the most attached groups of one rank.
        extend: whether the attached cards may hold a triple (a group of the core's width) that
            would lengthen the run.
        apart: a 1 in the lanes of which at most one may be attached (the jokers).
        most: the most cards of a combination: the largest hand.
    """

    __slots__ = ("_alike", "_apart", "_attached", "_core", "_extend", "_groups", "_most")

    fixed = False

    def __init__(
        self,
        layout: Layout,
        kind: Kind,
        core: Pattern,
        attached: int,
        *,
        most: int,
        groups: int = 1,
        alike: int = 1,
        extend: bool = True,
        apart: int = 0,
        shape: Shape | None = None,
        power: int = 0,
        tier: Strength = (),
    ) -> None:
        super().__init__(layout, kind, core.width, shape=shape, power=power, tier=tier)
        self._core = core
        self._attached = attached
        self._groups = groups
        self._alike = alike
        self._extend = extend
        self._apart = apart
        self._most = most

    @override
    def leads(self, lanes: int, masks: Sequence[int]) -> Sequence[Reading]:
        return self._with_cores(self._core.leads(lanes, masks), lanes)

    @override
    def above(self, lanes: int, target: Ranked) -> Sequence[Reading]:
        core = self._core
        like = Ranked(
            core.shape + target.shape[len(self.shape) :],
            core.tier + target.strength[len(self.tier) :],
            core.power,
        )
        return self._with_cores(core.above(lanes, like), lanes)

    @override
    def sizes(self) -> Collection[int]:
        each = self.width + self._attached * self._groups
        lengths = self._core.lengths if isinstance(self._core, Runs) else range(1, 2)
        return [each * length for length in lengths if each * length <= self._most]

    def _with_cores(self, cores: Sequence[Reading], lanes: int) -> Sequence[Reading]:
        if not cores:
            return NONE
        parts: list[Sequence[Reading]] = []
        for core in cores:
            if self.size_with(core) <= self._most:
                riders = _Riders(self, core, lanes, self._count(core, lanes))
                if riders:
                    parts.append(riders)
        return Chain(parts)

    def _count(self, core: Reading, lanes: int) -> int:
        """How many choices :meth:`choices` has for listing, without making one."""
        if not isinstance(self.layout, RankLayout):
            return len(self.choices(core, lanes, best=True))
        own = lanes_of(core.lanes)
        groups = self._groups * core.size // self.width
        one = lanes + (8 - self._attached) * ONES >> 3 & ONES & ~own
        apart = (one & self._apart).bit_count()
        one &= ~self._apart
        if self._alike == 1:
            ranks = one.bit_count()
            return comb(ranks, groups) + apart * comb(ranks, groups - 1)
        # Only singles repeat; a rank gives as many as it has cards, up to what may be alike.
        two = lanes + 6 * ONES >> 3 & one
        three = lanes + 5 * ONES >> 3 & one
        four = lanes + 4 * ONES >> 3 & one if self._alike > 3 else 0
        below, above = self._longer(own)
        if not self._extend:
            three &= ~(below | above)
            four &= ~(below | above)
            split = 0
        else:
            split = int(bool(four & above))  # one, two or four of this rank, but not three
            three &= ~above
            four &= ~above
        return _ways(
            groups,
            apart,
            (one & ~two).bit_count(),
            (two & ~three).bit_count() - split,
            (three & ~four).bit_count(),
            four.bit_count(),
            split,
        )

    def choices(self, core: Reading, lanes: int, *, best: bool) -> Choices:
        """Every choice from these lanes that may be attached to this core.

        Args:
            core: the core.
            lanes: the cards to choose from; the core's own ranks are left out.
            best: leave out what would also go with a higher core.
        """
        own = lanes_of(core.lanes)
        below, above = self._longer(own)
        width, groups = self._attached, self._groups * core.size // self.width
        single: list[Slot] = []
        apart: list[tuple[int, int]] = []
        for lane in each_lane(lanes & ~(15 * own)):
            numbers: Sequence[int] = range(1, self._alike + 1)
            if (below | above) >> 4 * lane & 1:
                if not self._extend:
                    numbers = [n for n in numbers if n * width < self.width]
                elif best and above >> 4 * lane & 1:
                    numbers = [n for n in numbers if n * width != self.width]
            ways = slot(self.layout, lane, lanes >> 4 * lane & 15, width, numbers)
            if self._apart >> 4 * lane & 1:
                apart += ways
            elif ways:
                single.append(ways)
        if apart:
            single.append(tuple(apart))
        return Choices(single, groups)

    def _longer(self, own: int) -> tuple[int, int]:
        """The ranks just below and just above a core by which it could be longer."""
        if not isinstance(self._core, Runs):
            return 0, 0
        ranks = self._core.ranks
        return own >> 4 & ~own & ranks, own << 4 & ~own & ranks

    def ranked(self, core: Reading) -> Ranked:
        """What this core is worth, whatever is attached to it."""
        shape = self.shape + core.shape[len(self._core.shape) :]
        return Ranked(shape, self.tier + core.strength[len(self._core.tier) :], self.power)

    def size_with(self, core: Reading) -> int:
        """How many cards this core has with all that is attached to it."""
        return core.size + self._attached * self._groups * core.size // self.width

    @override
    def read(self, lanes: int, size: int) -> Sequence[Reading]:
        found: list[Reading] = []
        for core in self._core.leads(lanes, self.layout.masks(lanes, self.width)):
            if self.size_with(core) != size:
                continue
            rest = lanes - core.lanes
            # The cards left over can be attached just if they are a choice of themselves.
            if rest in self.choices(core, rest, best=False):
                found.append(reading_of(self.ranked(core), self.kind, lanes, core.lanes, size))
        return found


class _Riders(LazySequence[Reading]):
    """One core with every choice of attached cards, counted at once and made when looked at."""

    __slots__ = ("_core", "_lanes", "_pattern")

    def __init__(self, pattern: Attached, core: Reading, lanes: int, size: int) -> None:
        self._pattern = pattern
        self._core = core
        self._lanes = lanes
        self._size = size

    @override
    def _at(self, place: int) -> Reading:
        return self._reading(self._choices()[place])

    @override
    def __iter__(self) -> Iterator[Reading]:
        ranked, kind, core = self._pattern.ranked(self._core), self._pattern.kind, self._core.lanes
        size = self._pattern.size_with(self._core)
        return iter(
            [reading_of(ranked, kind, core + attached, core, size) for attached in self._choices()]
        )

    def _choices(self) -> Choices:
        return self._pattern.choices(self._core, self._lanes, best=True)

    def _reading(self, attached: int) -> Reading:
        core, pattern = self._core, self._pattern
        lanes, size = core.lanes + attached, pattern.size_with(core)
        return reading_of(pattern.ranked(core), pattern.kind, lanes, core.lanes, size)


_DIGIT: Final = 48
"""Bits for each coefficient of a polynomial kept in one integer; sums stay under 5 ** 15."""


def _polynomial(*exponents: int) -> int:
    return sum(1 << _DIGIT * exponent for exponent in exponents)


@lru_cache(maxsize=1 << 12)
def _ways(groups: int, apart: int, one: int, two: int, three: int, four: int, split: int) -> int:
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
