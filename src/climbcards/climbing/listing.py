"""What a hand may lead, and how it may answer: counted and picked in integers.

A *reading* here is a code and the lanes of its cards.  The code is the number of the pattern in the
catalogue above the pattern's own code (see :mod:`climbcards.climbing.patterns`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from climbcards.climbing.bits import (
    EIGHTS,
    FIVES,
    LANES,
    ONE,
    ONES,
    PLAIN,
    THREES,
    bit_count,
    suit_counts,
)
from climbcards.climbing.lanes import Layout, RankLayout
from climbcards.climbing.patterns import LENGTH, STRENGTH, Pattern
from climbcards.combination import Ranked

if TYPE_CHECKING:
    from climbcards._native import i64

__all__ = ["CODE", "LEAD", "NUMBER_SHIFT", "Listing", "Row"]

NUMBER_SHIFT: Final = 24
"""How many bits of a code are below the number of its pattern."""

CODE: Final = (1 << NUMBER_SHIFT) - 1
"""Those bits: the pattern's own code."""

LENGTHS: Final = CODE >> LENGTH
"""The bits of a length, above those of a strength."""

LEAD: Final = -1
"""In place of a target's code: there is none, anything may be led."""

_LEADS_BOUND: Final = 1 << 12
"""The most profiles of hands a listing remembers the leads of; random deals meet some hundreds."""

_FOUR_OR_MORE: Final = 12 * ONES
_TWO_SUITS: Final = 3 * ONES
# Added to counts, these carry into the highest bit of a lane of so many cards: 1, 2, 3, 4 and 5.
_SEVEN_EACH: Final = 7 * ONES
_SIX_EACH: Final = 6 * ONES
_FIVE_EACH: Final = 5 * ONES
_FOUR_EACH: Final = 4 * ONES
_THREE_EACH: Final = 3 * ONES
_JOKERS: Final = 4 * 13
"""The bits of the lanes of the plain ranks, below those of the jokers."""
_SUITED: Final = 1 << 24
"""Besides a profile: that a hand has as many cards of one suit as some pattern asks for."""


class Row:
    """A pattern that may answer some target.

    Attributes:
        number: of the pattern in the catalogue, above its codes.
        pattern: the pattern.
        above: whether only what is stronger than the target answers it, of its length.
    """

    __slots__ = ("above", "number", "pattern")

    def __init__(self, number: int, pattern: Pattern, above: bool) -> None:
        self.number: Final[i64] = number << NUMBER_SHIFT
        self.pattern: Final = pattern
        self.above: Final = above


class _Leads:
    """What is known of the leads of all hands of one profile.

    Attributes:
        rows: the patterns that they may have.
        numbers: how many readings there are of each, where that follows from the profile.
        total: how many that are.
        open: the places of those of which it does not.
    """

    __slots__ = ("numbers", "open", "rows", "total")

    def __init__(self, rows: list[Row], numbers: list[i64], open: list[i64]) -> None:
        self.rows: Final = rows
        self.numbers: Final = numbers
        self.total: Final[i64] = sum(numbers)
        self.open: Final = open


class Listing:
    """The patterns of a game as one list, cut down by what a hand is too small or too even for.

    Args:
        layout: how the game lays hands out.
        patterns: the patterns, in catalogue order.
    """

    def __init__(self, layout: Layout, patterns: Sequence[Pattern]) -> None:
        self.patterns: Final = list(patterns)
        self._powers: Final = [pattern.power for pattern in patterns]
        self._counts_are_lanes: Final = isinstance(layout, RankLayout)
        # A set of cards that few hands hold is only looked for in those with one of the cards.
        self._rare: Final[i64] = sum(
            {15 * ONE[pattern.rare] for pattern in patterns if pattern.rare >= 0}
        )
        self._big: Final[i64] = self._rare | _FOUR_OR_MORE
        self._leads: Final = [Row(at, pattern, False) for at, pattern in enumerate(patterns)]
        self._answers: Final = [self._rivals(pattern) for pattern in patterns]
        # Those without fours of a rank and rare cards.
        self._small_answers: Final = [
            [row for row in rows if row.pattern.width < 4 and row.pattern.rare < 0]
            for rows in self._answers
        ]
        # Whether nothing but single cards answers a pattern, which takes no counts to tell.
        self._is_single: Final = [
            len(rows) == 1
            and rows[0].pattern.size(LANES) == 1  # of whatever length: a run of one card is none
            and (self._counts_are_lanes or not rows[0].pattern.looks_at_counts)
            for rows in self._answers
        ]
        # By so many bits of the lanes the strength of a single card grows by one.
        self._bits_a_step: Final[i64] = 4 if self._counts_are_lanes else 1
        no_rows: list[Row] = []
        no_numbers: list[i64] = []
        none: i64 = 0
        self._nothing: Final = (no_rows, no_numbers, none)
        self._least: Final = [min([row.pattern.least for row in rows]) for rows in self._answers]
        # How many cards of one suit the patterns ask for that ask for some; 0: there are none.
        self._suited: Final[i64] = min(
            [pattern.least for pattern in patterns if pattern.suited], default=0
        )
        # By the profile of a hand, and whether it has so many cards of a suit.
        self._leads_memo: Final[dict[int, _Leads]] = {}

    def _rivals(self, target: Pattern) -> list[Row]:
        """The patterns that can beat one of this pattern."""
        found: list[Row] = []
        for number, pattern in enumerate(self.patterns):
            if pattern.power != target.power:
                if pattern.power > target.power:
                    found.append(Row(number, pattern, False))
            elif pattern.shape == target.shape and pattern.tier >= target.tier:
                found.append(Row(number, pattern, pattern.tier == target.tier))
        return found

    def _leads_with(self, lanes: i64, counts: i64) -> _Leads:
        """What is known of the leads of a hand."""
        if counts + _THREE_EACH & EIGHTS:  # five of a rank or more, of several packs
            numbers = [row.pattern.count(lanes, counts, 0, 0) for row in self._leads]
            return _Leads(self._leads, numbers, [])
        one: i64 = bit_count(counts + _SEVEN_EACH >> 3 & PLAIN)
        two: i64 = bit_count(counts + _SIX_EACH >> 3 & PLAIN)
        three: i64 = bit_count(counts + _FIVE_EACH >> 3 & PLAIN)
        four: i64 = bit_count(counts + _FOUR_EACH >> 3 & PLAIN)
        key: i64 = one | two << 4 | three << 8 | four << 12 | counts >> _JOKERS << 16
        suit: i64 = self._suited
        cards = one + two + three + four
        if cards >= suit > 0 and _has_of_a_suit(lanes, cards, suit):
            key |= _SUITED
        known = self._leads_memo.get(key)
        if known is None:
            if len(self._leads_memo) >= _LEADS_BOUND:
                self._leads_memo.clear()
            known = self._leads_memo[key] = self._leads_of(lanes, counts, key)
        return known

    def _leads_of(self, lanes: i64, counts: i64, key: i64) -> _Leads:
        """What is known of the leads of all hands with the profile of this one."""
        one: i64 = bit_count(counts + _SEVEN_EACH >> 3 & ONES)
        two: i64 = bit_count(counts + _SIX_EACH >> 3 & ONES)
        three: i64 = bit_count(counts + _FIVE_EACH >> 3 & ONES)
        four: i64 = bit_count(counts + _FOUR_EACH >> 3 & ONES)
        rows: list[Row] = []
        numbers: list[i64] = []
        open_: list[i64] = []
        for row in self._leads:
            pattern = row.pattern
            number: i64 = 0
            if pattern.of_profile:
                number = pattern.count(lanes, counts, 0, 0)
                is_there = number > 0
            else:
                width: i64 = pattern.width
                held: i64 = four  # the ranks of so many cards; none has more than four
                if width < 4:
                    held = one if width == 1 else two if width == 2 else three
                enough = held >= pattern.spread and width <= 4
                is_there = enough and (not pattern.suited or key & _SUITED > 0)
                if is_there:
                    open_.append(len(rows))
            if is_there:
                rows.append(row)
                numbers.append(number)
        return _Leads(rows, numbers, open_)

    def look(self, lanes: i64, target: i64) -> tuple[list[Row], list[i64], i64]:
        """The patterns to look at, how many readings each has for this hand and target, and all."""
        total: i64 = 0
        if target < 0:
            counts = lanes
            if not self._counts_are_lanes:  # suit_counts(lanes), without the call
                pairs = lanes - (lanes >> 1 & FIVES)
                counts = (pairs & THREES) + (pairs >> 2 & THREES)
            known = self._leads_with(lanes, counts)
            rows, numbers, total = known.rows, known.numbers, known.total
            if known.open:
                numbers = numbers.copy()
                for place in known.open:
                    number: i64 = rows[place].pattern.count(lanes, counts, 0, 0)
                    numbers[place] = number
                    total += number
            return rows, numbers, total
        at: i64 = target >> NUMBER_SHIFT
        floor: i64 = (target & STRENGTH) + 1
        if self._is_single[at]:  # most targets are, and need no counts
            if not lanes >> floor * self._bits_a_step:
                return self._nothing
            rows = self._answers[at]
            total = rows[0].pattern.count(lanes, lanes, 0, floor)
            return (rows, [total], total) if total else self._nothing
        counts = lanes
        if not self._counts_are_lanes:  # suit_counts(lanes), without the call
            pairs = lanes - (lanes >> 1 & FIVES)
            counts = (pairs & THREES) + (pairs >> 2 & THREES)
        numbers = []
        rows = self._answers[at] if counts & self._big else self._small_answers[at]
        if not self._counts_are_lanes and bit_count(lanes) < self._least[at]:
            return rows, numbers, total
        length: i64 = target >> LENGTH & LENGTHS
        for row in rows:
            if row.above:
                number = row.pattern.count(lanes, counts, length, floor)
            else:
                number = row.pattern.count(lanes, counts, 0, 0)
            numbers.append(number)
            total += number
        return rows, numbers, total

    def holding(self, lanes: i64, card: i64) -> list[tuple[int, int]]:
        """Every reading that a hand may lead with this card in it, in catalogue order.

        Args:
            lanes: the hand.
            card: a bit of its lanes, in a game in which each card has one.
        """
        counts = suit_counts(lanes)
        found: list[tuple[int, int]] = []
        if not lanes & card:
            return found
        for row in self._leads_with(lanes, counts).rows:
            number = row.number
            some = row.pattern.holding(lanes, counts, card)
            found += [(number | code, cards) for code, cards in some] if number else some
        return found

    def nth(
        self, rows: list[Row], numbers: list[i64], lanes: i64, target: i64, place: i64
    ) -> tuple[i64, i64]:
        """The reading at this place of the list.

        Args:
            rows: what :meth:`look` gives for this hand and target,
            numbers: and the numbers beside them.
            lanes: the hand.
            target: the code of what is to be beaten, or LEAD.
            place: from 0 to one less than the sum of the numbers.
        """
        at: i64 = 0
        while place >= numbers[at]:
            place -= numbers[at]
            at += 1
        row = rows[at]
        length: i64 = 0
        floor: i64 = 0
        if row.above:
            length = target >> LENGTH & LENGTHS
            floor = (target & STRENGTH) + 1
        pattern = row.pattern
        counts = lanes
        if pattern.looks_at_counts and not self._counts_are_lanes:
            counts = suit_counts(lanes)
        code, cards = pattern.nth(lanes, counts, length, floor, place)
        return row.number | code, cards

    def choose(self, lanes: i64, target: i64, chance: float) -> tuple[i64, i64]:
        """What a hand plays on a target by chance, each legal action being as likely.

        Args:
            lanes: the hand.
            target: the code of what is to be beaten, or LEAD.
            chance: from 0 up to 1.

        Returns:
            A reading, or a negative code for a pass.
        """
        if target < 0:
            rows, numbers, total = self.look(lanes, target)
            many: int = total
            return self.nth(rows, numbers, lanes, target, int(chance * many))
        at: i64 = target >> NUMBER_SHIFT
        counts = lanes
        if self._is_single[at]:
            rows = self._answers[at]
        else:
            if not self._counts_are_lanes:
                counts = suit_counts(lanes)
            rows = self._answers[at] if counts & self._big else self._small_answers[at]
        if len(rows) != 1:
            rows, numbers, total = self.look(lanes, target)
            many = total
            place: i64 = int(chance * (many + 1)) - 1  # the pass comes first
            return self.nth(rows, numbers, lanes, target, place) if place >= 0 else (-1, 0)
        # The same for one pattern, which is the most there is, without lists of it.
        row = rows[0]
        length: i64 = 0
        floor: i64 = 0
        if row.above:
            length = target >> LENGTH & LENGTHS
            floor = (target & STRENGTH) + 1
        total = row.pattern.count(lanes, counts, length, floor)
        if not total:
            return -1, 0
        many = total
        place = int(chance * (many + 1)) - 1
        if place < 0:
            return -1, 0
        code, cards = row.pattern.nth(lanes, counts, length, floor, place)
        return row.number | code, cards

    def power(self, code: i64) -> i64:
        """The power of the readings of a code."""
        return self._powers[code >> NUMBER_SHIFT]

    def listed(self, lanes: i64, target: i64) -> list[tuple[int, int]]:
        """Every reading that a hand may play on a target (or LEAD), in catalogue order."""
        counts = lanes if self._counts_are_lanes else suit_counts(lanes)
        found: list[tuple[int, int]] = []
        length: i64 = target >> LENGTH & LENGTHS
        floor: i64 = (target & STRENGTH) + 1
        rows, numbers, _ = self.look(lanes, target)
        for row, many in zip(rows, numbers, strict=False):  # there may be no numbers
            if not many:
                continue
            number = row.number
            if row.above:
                some = row.pattern.listed(lanes, counts, length, floor)
            else:
                some = row.pattern.listed(lanes, counts, 0, 0)
            found += [(number | code, cards) for code, cards in some] if number else some
        return found

    def code_of(self, target: Ranked) -> int:
        """The code of something to be beaten; one of nothing, if no pattern has its like."""
        for number, pattern in enumerate(self.patterns):
            shape, tier = target.shape, target.strength
            if (
                pattern.power == target.power
                and shape[: len(pattern.shape)] == pattern.shape
                and tier[: len(pattern.tier)] == pattern.tier
            ):
                code = pattern.code(shape[len(pattern.shape) :], tier[len(pattern.tier) :])
                if code >= 0:
                    return number << NUMBER_SHIFT | code
        return -1

    def size(self, code: i64) -> i64:
        """How many cards the readings of a code have."""
        return self.patterns[code >> NUMBER_SHIFT].size(code >> LENGTH & LENGTHS)


def _has_of_a_suit(lanes: i64, cards: i64, enough: i64) -> bool:
    """Whether a hand of so many cards has enough of one suit."""
    two: i64 = bit_count(lanes & _TWO_SUITS)
    if two >= enough and (
        bit_count(lanes & ONES) >= enough or bit_count(lanes >> 1 & ONES) >= enough
    ):
        return True
    return cards - two >= enough and (
        bit_count(lanes >> 2 & ONES) >= enough or bit_count(lanes >> 3 & ONES) >= enough
    )
