"""A game's catalogue: its patterns as one, for listing and for reading cards alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from climbcards.climbing.lanes import Layout
from climbcards.climbing.patterns import NONE, Pattern
from climbcards.climbing.readings import Reading
from climbcards.combination import Ranked, Shape
from climbcards.hand import Hand, hand_of, includes
from climbcards.lazy import Chain

__all__ = ["Catalogue"]

Answers: TypeAlias = Callable[[int, Ranked], Sequence[Reading]]
"""How the lanes of a hand answer a target."""

_KNOWN_BOUND: Final = 1 << 12
"""The most sets of cards a catalogue remembers the readings of: most plays are small and recur."""

_RIVALS_BOUND: Final = 1 << 10
"""The most shapes a catalogue remembers the rivals of: more than any game here has."""


class Catalogue:
    """The patterns of one game with its options.

    The lists and the reading of cards come from the same patterns, so every combination listed
    reads as itself and every set of cards that reads is listed.

    Args:
        layout: how the game lays hands out.
        patterns: the kinds of combination, in catalogue order.
        deck: the cards of the game.
    """

    __slots__ = (
        "_by_size",
        "_fixed",
        "_known",
        "_rivals",
        "_widest",
        "cards",
        "deck",
        "layout",
        "patterns",
        "plain",
    )

    def __init__(self, layout: Layout, patterns: Iterable[Pattern], deck: Hand) -> None:
        self.layout = layout
        self.patterns = tuple(patterns)
        self.deck = deck
        self.cards = tuple(deck)
        self._widest = max(pattern.width for pattern in self.patterns)
        self._known: dict[int, tuple[Reading, ...]] = {}
        # Which patterns can answer a target of some shape and power: found once for each.
        self._rivals: dict[tuple[Shape, int], tuple[Answers, ...]] = {}
        self._by_size: dict[int, list[Pattern]] = {}
        for pattern in self.patterns:
            if not pattern.fixed:
                for size in pattern.sizes():
                    self._by_size.setdefault(size, []).append(pattern)
        self._fixed = self._table(pattern for pattern in self.patterns if pattern.fixed)
        # Whether no cards have more than one reading, for all this catalogue knows.
        self.plain = not self._by_size and all(len(found) == 1 for found in self._fixed.values())

    def _table(self, patterns: Iterable[Pattern]) -> Mapping[int, tuple[Reading, ...]]:
        pack = self.layout.lanes(self.deck.bits)
        masks = self.layout.masks(pack, self._widest)
        table: dict[int, list[Reading]] = {}
        for pattern in patterns:
            for reading in pattern.leads(pack, masks):
                table.setdefault(reading.lanes, []).append(reading)
        return {lanes: self._preferred(readings) for lanes, readings in table.items()}

    def _preferred(self, readings: list[Reading]) -> tuple[Reading, ...]:
        if len(readings) > 1:
            size = self.layout.size
            # Stable, so that readings of equal cores stay in catalogue order.
            readings.sort(key=lambda r: (size(r.core), r.strength), reverse=True)
        return tuple(readings)

    def leads(self, lanes: int) -> Sequence[Reading]:
        """Every reading within a hand."""
        masks = self.layout.masks(lanes, self._widest)
        return _joined(
            [pattern.leads(lanes, masks) for pattern in self.patterns if masks[pattern.width]]
        )

    def answers(self, lanes: int, target: Ranked) -> Sequence[Reading]:
        """Every reading within a hand that beats the target."""
        key = target.shape, target.power
        rivals = self._rivals.get(key)
        if rivals is None:
            if len(self._rivals) >= _RIVALS_BOUND:
                self._rivals.clear()
            rivals = self._rivals[key] = self._rivals_of(target)
        if len(rivals) == 1:
            return rivals[0](lanes, target)
        return _joined([answers(lanes, target) for answers in rivals])

    def _rivals_of(self, target: Ranked) -> tuple[Answers, ...]:
        """How each pattern that can beat targets of this shape and power answers them."""
        return tuple(
            pattern.answers if pattern.tier or pattern.power > target.power else pattern.above
            for pattern in self.patterns
            if pattern.may_beat(target)
        )

    def read(self, bits: int) -> tuple[Reading, ...]:
        """Every reading of exactly these cards: the longest core first, then the higher core.

        Args:
            bits: the bits of a hand that lies within the deck.
        """
        known = self._known
        found = known.get(bits)
        if found is None:
            if len(known) >= _KNOWN_BOUND:
                known.clear()
            found = known[bits] = self.read_lanes(self.layout.lanes(bits))
        return found

    def read_lanes(self, lanes: int) -> tuple[Reading, ...]:
        """The same for lanes."""
        found = self._fixed.get(lanes, ())
        if self.plain:
            return found
        size = self.layout.size(lanes)
        patterns = self._by_size.get(size)
        if patterns is None:
            return found
        more = [reading for pattern in patterns for reading in pattern.read(lanes, size)]
        return self._preferred([*found, *more]) if more else found

    def within_deck(self, bits: int) -> int:
        """A hand less any cards that one deck does not hold: they make no combination."""
        if includes(self.deck.bits, bits):
            return bits
        hand = hand_of(bits)
        return (hand - hand.beyond(self.deck)).bits


def _joined(parts: list[Sequence[Reading]]) -> Sequence[Reading]:
    """Lists as one.  Most are empty, and one that is alone needs no chain."""
    found = [part for part in parts if part]
    if len(found) == 1:
        return found[0]
    return Chain(found) if found else NONE
