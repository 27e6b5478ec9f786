"""Combinations with attached cards: a core, and every way to choose what rides along.

For the games in which suits do not matter; those in which they do have
:class:`~climbcards.climbing.suited.SuitedAttached`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from typing_extensions import override

from climbcards.climbing.bits import (
    FROM,
    LANES,
    ONES,
    PLAIN,
    bit_count,
    each_lane,
    lanes_of,
    nth_lane,
    starts_of,
)
from climbcards.climbing.choices import (
    Choices,
    Slot,
    each_choice,
    even_ways,
    nth_choice,
    uneven_ways,
)
from climbcards.climbing.lanes import RankLayout
from climbcards.climbing.patterns import (
    LENGTH,
    STRENGTH,
    Groups,
    Pattern,
    Runs,
)
from climbcards.combination import Kind, Shape, Strength

if TYPE_CHECKING:
    from climbcards._native import i64

__all__ = ["Attached"]


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

    def __init__(
        self,
        layout: RankLayout,
        kind: Kind,
        core: Groups | Runs,
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
        each = core.width + attached * groups
        shortest = core.shortest if isinstance(core, Runs) else 1
        super().__init__(
            layout,
            kind,
            core.width,
            each * shortest,
            shape=shape,
            power=power,
            tier=tier,
            fixed=False,
            spread=shortest,
            of_profile=core.of_profile and not apart & PLAIN,
        )
        self._core: Final[Pattern] = core
        self._run: Final[Runs | None] = core if isinstance(core, Runs) else None
        self._core_ranks: Final[i64] = core.ranks
        self._core_width: Final[i64] = core.width
        self._core_add: Final[i64] = (8 - core.width) * ONES
        self._attached: Final[i64] = attached
        self._attached_add: Final[i64] = (8 - attached) * ONES
        self._groups: Final[i64] = groups
        self._alike: Final[i64] = alike
        self._extend: Final = extend
        self._apart: Final[i64] = apart
        self._each: Final[i64] = each
        self._shortest: Final[i64] = shortest
        # More groups than there are ranks cannot be attached, with one of each.
        longest = min(core.longest if isinstance(core, Runs) else 1, most // each)
        self._longest: Final[i64] = min(longest, LANES // groups) if alike == 1 else longest
        # Whether every core of one length has as many choices: any ranks but its own, one each.
        self._even: Final = alike == 1 and attached <= core.width and not apart & core.ranks

    # --- Cores

    def _cores(self, counts: i64, length: i64, floor: i64) -> list[tuple[i64, i64]]:
        """How many ranks a core has, and the lanes at which cores of so many begin."""
        ranks: i64 = counts + self._core_add >> 3 & self._core_ranks & FROM[floor]
        if not ranks:
            return []
        if self._run is None:
            return [(1, ranks)] if self._longest else []
        if length:
            starts = starts_of(ranks, length)
            return [(length, starts)] if starts and length <= self._longest else []
        length = self._shortest
        starts = starts_of(ranks, length)
        found: list[tuple[i64, i64]] = []
        while starts and length <= self._longest:
            found.append((length, starts))
            starts &= ranks >> 4 * length
            length += 1
        return found

    def _own(self, length: i64, lane: i64) -> i64:
        """A 1 in every lane of a core."""
        ranks: i64 = ONES ^ FROM[length]
        return ranks << 4 * lane

    def _code(self, length: i64, lane: i64) -> i64:
        return lane if self._run is None else length << LENGTH | lane

    # --- Listing

    @override
    def count(self, lanes: i64, counts: i64, length: i64, floor: i64) -> i64:
        total: i64 = 0
        cores = self._cores(counts, length, floor)
        if not cores:
            return 0
        if self._even:
            one: i64 = counts + self._attached_add >> 3 & ONES
            apart: i64 = bit_count(one & self._apart)
            ranks: i64 = bit_count(one) - apart
            for size, starts in cores:
                total += bit_count(starts) * even_ways(ranks - size, self._groups * size, apart)
            return total
        for size, starts in cores:
            for lane in each_lane(starts):
                total += self._uneven(self._own(size, lane), counts, self._groups * size)
        return total

    @override
    def nth(self, lanes: i64, counts: i64, length: i64, floor: i64, place: i64) -> tuple[i64, i64]:
        one: i64 = counts + self._attached_add >> 3 & ONES
        apart: i64 = one & self._apart
        plain: i64 = one ^ apart
        number: i64 = bit_count(apart)
        ranks: i64 = bit_count(plain)
        for size, starts in self._cores(counts, length, floor):
            groups = self._groups * size
            if self._even:
                each = even_ways(ranks - size, groups, number)
                every = bit_count(starts) * each
                if place >= every:
                    place -= every
                    continue
                lane = nth_lane(starts, place // each)
                own = self._own(size, lane)
                chosen = nth_choice(plain & ~own, apart, groups, place % each) * self._attached
                return self._code(size, lane), own * self._core_width + chosen
            for lane in each_lane(starts):
                own = self._own(size, lane)
                each = self._uneven(own, counts, groups)
                if place < each:
                    choices = self.choices(own, lanes, groups)
                    return self._code(size, lane), own * self._core_width + choices.nth(place)
                place -= each
        raise IndexError("there are fewer readings")

    @override
    def listed(self, lanes: i64, counts: i64, length: i64, floor: i64) -> list[tuple[i64, i64]]:
        found: list[tuple[i64, i64]] = []
        one: i64 = counts + self._attached_add >> 3 & ONES
        apart: i64 = one & self._apart
        plain: i64 = one ^ apart
        for size, starts in self._cores(counts, length, floor):
            groups = self._groups * size
            for lane in each_lane(starts):
                own = self._own(size, lane)
                code = self._code(size, lane)
                core = own * self._core_width
                if not self._even:
                    choices = self.choices(own, lanes, groups)
                    found += [(code, core + chosen) for chosen in choices.listed()]
                elif groups == 1:
                    attached = self._attached
                    others = each_lane(plain & ~own) + each_lane(apart)
                    found += [(code, core + (attached << 4 * other)) for other in others]
                else:
                    some = each_choice(plain & ~own, apart, groups)
                    found += [(code, core + chosen * self._attached) for chosen in some]
        return found

    # --- Choices where some ranks may give more than one group, or a core's own rank is apart

    def _uneven(self, own: i64, counts: i64, groups: i64) -> i64:
        """How many choices :meth:`choices` has for listing, without making one.

        Args:
            own: a 1 in every lane of the core.
            counts: the cards to choose from.
            groups: how many groups are attached.
        """
        one: i64 = counts + self._attached_add >> 3 & ONES & ~own
        apart: i64 = bit_count(one & self._apart)
        one &= ~self._apart
        if self._alike == 1:
            return even_ways(bit_count(one), groups, apart)
        # Only singles repeat; a rank gives as many as it has cards, up to what may be alike.
        two: i64 = counts + 6 * ONES >> 3 & one
        three: i64 = counts + 5 * ONES >> 3 & one
        four: i64 = counts + 4 * ONES >> 3 & one if self._alike > 3 else 0
        if self._alike < 3:
            three = 0
        below, above = self._longer(own)
        split: i64 = 0
        if not self._extend:
            three &= ~(below | above)
            four &= ~(below | above)
        else:
            split = 1 if four & above else 0  # one, two or four of this rank, but not three
            three &= ~above
            four &= ~above
        return uneven_ways(
            groups,
            apart,
            bit_count(one & ~two),
            bit_count(two & ~three) - split,
            bit_count(three & ~four),
            bit_count(four),
            split,
        )

    def choices(self, own: i64, lanes: i64, groups: i64) -> Choices:
        """Every choice from these lanes for a core, less what would also go with a higher one.

        Args:
            own: a 1 in every lane of the core, which are left out.
            lanes: the cards to choose from.
            groups: how many groups are attached.
        """
        below, above = self._longer(own)
        width = self._attached
        single: list[Slot] = []
        apart: list[tuple[int, int]] = []
        for lane in each_lane(lanes & ~(15 * own)):
            held: i64 = (lanes >> 4 * lane & 15) // width
            most: i64 = min(held, self._alike)
            numbers = list(range(1, most + 1))
            if (below | above) >> 4 * lane & 1:
                if not self._extend:
                    numbers = [n for n in numbers if n * width < self._core_width]
                elif above >> 4 * lane & 1:
                    numbers = [n for n in numbers if n * width != self._core_width]
            ways = [(n, n * width << 4 * lane) for n in numbers]
            if self._apart >> 4 * lane & 1:
                apart += ways
            elif ways:
                single.append(ways)
        if apart:
            single.append(apart)
        return Choices(single, groups)

    def _longer(self, own: i64) -> tuple[i64, i64]:
        """The ranks just below and just above a core by which it could be longer."""
        if self._run is None:
            return 0, 0
        return own >> 4 & ~own & self._core_ranks, own << 4 & ~own & self._core_ranks

    # --- Reading

    @override
    def read(self, lanes: i64, size: i64) -> list[int]:
        length = size // self._each
        if size != length * self._each or not self._shortest <= length <= self._longest:
            return []
        found: list[int] = []
        wanted = length if self._run is not None else 0
        for _, starts in self._cores(lanes, wanted, 0):
            for lane in each_lane(starts):
                own = self._own(length, lane)
                rest = lanes - own * self._core_width
                fits = self._is_even(rest, own) if self._even else self._may_ride(rest, own)
                if fits:
                    found.append(self._code(length, lane))
        return found

    def _is_even(self, rest: i64, own: i64) -> bool:
        """Whether these cards are one group of every rank that they have, none of the core's."""
        ranks = lanes_of(rest)
        return (
            rest == ranks * self._attached
            and not ranks & own
            and bit_count(ranks & self._apart) < 2
        )

    def _may_ride(self, rest: i64, own: i64) -> bool:
        """Whether these cards, as many as are attached, are a choice of themselves."""
        if rest & 15 * own or bit_count(lanes_of(rest) & self._apart) > 1:
            return False
        below, above = self._longer(own)
        longer = below | above
        for lane in each_lane(rest):
            cards: i64 = rest >> 4 * lane & 15
            number = cards // self._attached
            if number * self._attached != cards or number > self._alike:
                return False
            if not self._extend and longer >> 4 * lane & 1 and cards >= self._core_width:
                return False
        return True

    @override
    def size(self, length: i64) -> i64:
        return self._each * (1 if self._run is None else length)

    @override
    def sizes(self) -> Collection[int]:
        return [self._each * length for length in range(self._shortest, self._longest + 1)]

    @override
    def ranked(self, code: int) -> tuple[Shape, Strength]:
        shape, strength = self._core.ranked(code)
        return (
            (*self.shape, *shape[len(self._core.shape) :]),
            (*self.tier, *strength[len(self._core.tier) :]),
        )

    @override
    def code(self, shape: Shape, strength: Strength) -> int:
        return self._core.code(shape, strength)

    @override
    def core(self, code: int, lanes: int) -> int:
        length: i64 = 1 if self._run is None else code >> LENGTH
        return self._own(length, code & STRENGTH) * self._core_width
