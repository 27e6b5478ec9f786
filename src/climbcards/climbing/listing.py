"""What a hand may lead, and how it may answer: counted and picked in integers.

A *reading* here is a code and the lanes of its cards.  The code is the number of the pattern in the
catalogue above the pattern's own code (see :mod:`climbcards.climbing.patterns`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from climbcards.climbing.bits import FIVES, ONE, ONES, THREES, bit_count, suit_counts
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
_EVEN: Final = 0x0F0F0F0F0F0F0F0F & 15 * ONES


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
        self._leads: Final = [Row(number, pattern, False) for number, pattern in enumerate(patterns)]
        self._answers: Final = [self._rivals(pattern) for pattern in patterns]
        # Those without fours of a rank and rare cards.
        self._small_answers: Final = [
            [row for row in rows if row.pattern.width < 4 and row.pattern.rare < 0]
            for rows in self._answers
        ]
        # Whether a pattern is of single cards, and nothing else answers it.
        self._is_single: Final = [
            pattern.least == 1 and len(rows) == 1
            for pattern, rows in zip(patterns, self._answers, strict=True)
        ]
        self._least: Final = [min([row.pattern.least for row in rows]) for rows in self._answers]
        # How many cards of one suit the patterns ask for that ask for some; 0: there are none.
        self._suited: Final[i64] = min(
            [pattern.least for pattern in patterns if pattern.suited], default=0
        )
        # The leads that can have a reading, by the size of a hand, and whether it has so many of a
        # suit, a rare card, and at most one, two, three or more of a rank: 16 lists a size or less.
        self._leads_memo: Final[dict[int, list[Row]]] = {}

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

    def _rows_to_lead(self, lanes: i64, counts: i64) -> list[Row]:
        """The patterns that a hand may have."""
        most: i64 = 0  # of one rank: 0 for a single card, 1 for two, 2 for three, 3 for more
        two: i64 = counts & _TWO_OR_THREE
        if counts & _FOUR_OR_MORE:
            most = 3
        elif two:
            most = 2 if two >> 1 & counts else 1
        cards: i64 = ((counts & _EVEN) + (counts >> 4 & _EVEN)) % 255  # adds the bytes
        rare: i64 = 4 if counts & self._rare else 0
        suited: i64 = 8 if cards >= self._suited > 0 and _most_of_a_suit(lanes) >= self._suited else 0
        key: i64 = cards << 4 | suited | rare | most
        rows = self._leads_memo.get(key)
        if rows is None:
            width: i64 = _WIDEST if most == 3 else most + 1
            rows = [
                row
                for row in self._leads
                if row.pattern.width <= width
                and row.pattern.least <= cards
                and (rare or row.pattern.rare < 0)
                and (suited or not row.pattern.suited)
            ]
            self._leads_memo[key] = rows
        return rows

    def look(self, lanes: i64, target: i64) -> tuple[list[Row], list[i64], i64]:
        """The patterns to look at, how many readings each has for this hand and target, and all."""
        total: i64 = 0
        at: i64 = target >> NUMBER_SHIFT
        length: i64 = target >> LENGTH & LENGTHS
        floor: i64 = (target & STRENGTH) + 1
        if target >= 0 and self._is_single[at]:  # most targets are, and need no counts
            rows = self._answers[at]
            total = rows[0].pattern.count(lanes, lanes, 0, floor)
            return rows, [total], total
        counts = lanes
        if not self._counts_are_lanes:  # suit_counts(lanes), without the call
            pairs = lanes - (lanes >> 1 & FIVES)
            counts = (pairs & THREES) + (pairs >> 2 & THREES)
        numbers: list[i64] = []
        if target < 0:
            rows = self._rows_to_lead(lanes, counts)
            for row in rows:
                number: i64 = row.pattern.count(lanes, counts, 0, 0)
                numbers.append(number)
                total += number
            return rows, numbers, total
        rows = self._answers[at] if counts & self._big else self._small_answers[at]
        if not self._counts_are_lanes and bit_count(lanes) < self._least[at]:
            return rows, numbers, total
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
        for row in self._rows_to_lead(lanes, counts):
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
        rows, numbers, total = self.look(lanes, target)
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


def _most_of_a_suit(lanes: i64) -> i64:
    """How many cards of one suit a hand has at most."""
    return max(
        bit_count(lanes & ONES),
        bit_count(lanes >> 1 & ONES),
        bit_count(lanes >> 2 & ONES),
        bit_count(lanes >> 3 & ONES),
    )
