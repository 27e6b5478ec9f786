"""What a hand may lead, and how it may answer: counted and picked in integers.

A *reading* here is a code and the lanes of its cards.  The code is the number of the pattern in the
catalogue above the pattern's own code (see :mod:`climbcards.climbing.patterns`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from climbcards.climbing.bits import ONE, ONES, suit_counts
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

_WIDEST: Final = 8
"""The most cards of one rank that a pattern groups."""

_FOUR_OR_MORE: Final = 12 * ONES
_TWO_OR_THREE: Final = 2 * ONES


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


class Listing:
    """The patterns of a game as one list, cut down by what a hand has at most of one rank.

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
        leads = [Row(number, pattern, False) for number, pattern in enumerate(patterns)]
        answers = [self._rivals(pattern) for pattern in patterns]
        self._leads: Final = _by_widest(leads)
        self._answers: Final = [_by_widest(rows) for rows in answers]
        self._plain_leads: Final = _by_widest(_without_rare(leads))
        self._plain_answers: Final = [_by_widest(_without_rare(rows)) for rows in answers]

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

    def look(self, lanes: i64, target: i64) -> tuple[list[Row], list[i64]]:
        """The patterns to look at, and how many readings each has for this hand and target."""
        counts = lanes if self._counts_are_lanes else suit_counts(lanes)
        if counts & self._rare:
            by_widest = self._leads if target < 0 else self._answers[target >> NUMBER_SHIFT]
        else:
            by_widest = (
                self._plain_leads if target < 0 else self._plain_answers[target >> NUMBER_SHIFT]
            )
        widest: i64 = 1
        two: i64 = counts & _TWO_OR_THREE
        if counts & _FOUR_OR_MORE:
            widest = _WIDEST
        elif two:
            widest = 3 if two >> 1 & counts else 2
        rows = by_widest[widest]
        if target < 0:
            return rows, [row.pattern.count(lanes, counts, 0, 0) for row in rows]
        length: i64 = target >> LENGTH & LENGTHS
        floor: i64 = (target & STRENGTH) + 1
        return rows, [
            row.pattern.count(lanes, counts, length, floor)
            if row.above
            else row.pattern.count(lanes, counts, 0, 0)
            for row in rows
        ]

    def leads_of(self, row: Row, lanes: i64) -> list[tuple[int, int]]:
        """Every reading of one pattern that a hand may lead."""
        counts = lanes if self._counts_are_lanes else suit_counts(lanes)
        found = row.pattern.listed(lanes, counts, 0, 0)
        return [(row.number | code, cards) for code, cards in found]

    def lead_numbers(self, rows: list[Row], lanes: i64) -> list[i64]:
        """How many readings each of these patterns has for a lead of this hand."""
        counts = lanes if self._counts_are_lanes else suit_counts(lanes)
        return [row.pattern.count(lanes, counts, 0, 0) for row in rows]

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
        for number in numbers:
            if place < number:
                break
            place -= number
            at += 1
        row = rows[at]
        length: i64 = 0
        floor: i64 = 0
        if row.above:
            length = target >> LENGTH & LENGTHS
            floor = (target & STRENGTH) + 1
        counts = lanes if self._counts_are_lanes else suit_counts(lanes)
        code, cards = row.pattern.nth(lanes, counts, length, floor, place)
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
        rows, numbers = self.look(lanes, target)
        total: i64 = 0
        for number in numbers:
            total += number
        many: int = total
        if target < 0:
            return self.nth(rows, numbers, lanes, target, int(chance * many))
        place: i64 = int(chance * (many + 1)) - 1  # the pass comes first
        if place < 0:
            return -1, 0
        return self.nth(rows, numbers, lanes, target, place)

    def power(self, code: i64) -> i64:
        """The power of the readings of a code."""
        return self._powers[code >> NUMBER_SHIFT]

    def listed(self, lanes: i64, target: i64) -> list[tuple[int, int]]:
        """Every reading that a hand may play on a target (or LEAD), in catalogue order."""
        counts = lanes if self._counts_are_lanes else suit_counts(lanes)
        found: list[tuple[int, int]] = []
        length: i64 = target >> LENGTH & LENGTHS
        floor: i64 = (target & STRENGTH) + 1
        rows, numbers = self.look(lanes, target)
        for row, many in zip(rows, numbers, strict=True):
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


def _without_rare(rows: list[Row]) -> list[Row]:
    return [row for row in rows if row.pattern.rare < 0]


def _by_widest(rows: list[Row]) -> list[list[Row]]:
    """Those that group no more cards of a rank than 0, 1, 2, … 8."""
    return [[row for row in rows if row.pattern.width <= most] for most in range(_WIDEST + 1)]
