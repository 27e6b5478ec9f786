"""A game's catalogue: its patterns as one, for listing and for reading cards alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, Generic, TypeAlias, TypeVar

from typing_extensions import override

from climbcards.actions import Play, play_of
from climbcards.climbing.lanes import Layout, SuitLayout
from climbcards.climbing.listing import CODE, LEAD, NUMBER_SHIFT, Listing
from climbcards.climbing.patterns import Pattern
from climbcards.climbing.readings import Reading, named_kind, reading_of
from climbcards.combination import Combination, Ranked, combination_of
from climbcards.hand import Hand, hand_of, includes
from climbcards.lazy import LazySequence

__all__ = ["Catalogue", "Listed"]

_KNOWN_BOUND: Final = 1 << 12
"""The most sets of cards a catalogue remembers the readings of: most plays are small and recur."""

_RANKED_BOUND: Final = 1 << 13
"""The most codes a catalogue remembers the words for: more than any game here has."""

E = TypeVar("E", covariant=True)

Make: TypeAlias = Callable[[int, int], E]
"""What makes an element of a code and the lanes of its cards."""


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
        "_known_memo",
        "_lanes_memo",
        "_plays_memo",
        "_ranked_memo",
        "ascending",
        "cards",
        "deck",
        "exact",
        "known",
        "known_play",
        "layout",
        "listing",
        "patterns",
        "plain",
    )

    def __init__(self, layout: Layout, patterns: Iterable[Pattern], deck: Hand) -> None:
        self.layout = layout
        self.patterns = tuple(patterns)
        self.listing = Listing(layout, self.patterns)
        self.deck = deck
        self.cards = tuple(deck)
        self.ascending = tuple(sorted(deck, key=layout.order))
        self._lanes_memo: dict[int, tuple[Reading, ...]] = {}
        self._known_memo: dict[int, tuple[Reading, ...]] = {}
        # What is remembered of some bits, or None: without a call of Python.
        self.known: Callable[[int], tuple[Reading, ...] | None] = self._known_memo.get
        self._ranked_memo: dict[int, Ranked] = {}
        self._plays_memo: dict[int, Play] = {}
        # A play by what it is remembered by, or None: without a call of Python.
        self.known_play: Callable[[int], Play | None] = self._plays_memo.get
        # Whether lanes say which cards are meant: each has a bit of them.
        self.exact = isinstance(layout, SuitLayout)
        self._by_size: dict[int, list[tuple[int, Pattern]]] = {}
        for number, pattern in enumerate(self.patterns):
            if not pattern.fixed:
                for size in pattern.sizes():
                    self._by_size.setdefault(size, []).append((number << NUMBER_SHIFT, pattern))
        self._fixed = self._table()
        # Whether no cards have more than one reading, for all this catalogue knows.
        self.plain = not self._by_size and all(len(found) == 1 for found in self._fixed.values())

    def _table(self) -> Mapping[int, tuple[Reading, ...]]:
        """The readings of the patterns that have few, by their lanes."""
        pack = self.layout.lanes(self.deck.bits)
        counts = self.layout.counts(pack)
        table: dict[int, list[Reading]] = {}
        for number, pattern in enumerate(self.patterns):
            if pattern.fixed:
                for code, lanes in pattern.listed(pack, counts, 0, 0):
                    reading = self.reading(number << NUMBER_SHIFT | code, lanes)
                    table.setdefault(lanes, []).append(reading)
        return {lanes: self._preferred(readings) for lanes, readings in table.items()}

    def _preferred(self, readings: list[Reading]) -> tuple[Reading, ...]:
        if len(readings) > 1:
            size = self.layout.size
            # Stable, so that readings of equal cores stay in catalogue order.
            readings.sort(key=lambda r: (size(r.core), r.strength), reverse=True)
        return tuple(readings)

    def ranked(self, code: int) -> Ranked:
        """What a code of the listing stands for."""
        ranked = self._ranked_memo.get(code)
        if ranked is None:
            if len(self._ranked_memo) >= _RANKED_BOUND:
                self._ranked_memo.clear()
            pattern = self.patterns[code >> NUMBER_SHIFT]
            shape, strength = pattern.ranked(code & CODE)
            ranked = self._ranked_memo[code] = Ranked(shape, strength, pattern.power)
        return ranked

    def reading(self, code: int, lanes: int) -> Reading:
        """A reading of the listing in words."""
        pattern = self.patterns[code >> NUMBER_SHIFT]
        core, size = pattern.core(code & CODE, lanes), self.listing.size(code)
        return reading_of(self.ranked(code), pattern.kind, lanes, core, size, code)

    def combination(self, code: int, lanes: int, cards: int) -> Combination:
        """A reading of the listing as the combination that these cards (as bits) make."""
        pattern = self.patterns[code >> NUMBER_SHIFT]
        core = pattern.core(code & CODE, lanes)
        core_cards = cards if core == lanes else self.layout.chosen(cards, core)
        return combination_of(self.ranked(code), pattern.kind, cards, core_cards)

    def leads(self, lanes: int) -> Sequence[Reading]:
        """Every reading within a hand."""
        return self.listed(lanes, None, self.reading)

    def answers(self, lanes: int, target: Ranked) -> Sequence[Reading]:
        """Every reading within a hand that beats the target."""
        return self.listed(lanes, target, self.reading)

    def listed(self, lanes: int, target: Ranked | None, make: Make[E]) -> Sequence[E]:
        """What may be played on a target, or led, each made of its code and its lanes."""
        listing = self.listing
        if target is None:
            return Listed(listing, lanes, LEAD, make)
        code = target.code if isinstance(target, Reading) else listing.code_of(target)
        if code >= 0:
            return Listed(listing, lanes, code, make)
        # No pattern here gives its like, so each lead is held against it.
        every = listing.listed(lanes, LEAD)
        return tuple([make(*found) for found in every if self.reading(*found).beats(target)])

    def read(self, bits: int, lanes: int = 0) -> tuple[Reading, ...]:
        """Every reading of exactly these cards: the longest core first, then the higher core.

        Args:
            bits: the bits of a hand that lies within the deck.
            lanes: the same in lanes, where they are known.
        """
        known = self._known_memo
        found = known.get(bits)
        if found is None:
            if len(known) >= _KNOWN_BOUND:
                known.clear()
            found = known[bits] = self.read_lanes(lanes or self.layout.lanes(bits))
        return found

    def read_lanes(self, lanes: int) -> tuple[Reading, ...]:
        """The same for lanes."""
        if self.plain:
            return self._fixed.get(lanes, ())
        known = self._lanes_memo
        found = known.get(lanes)
        if found is None:
            if len(known) >= _KNOWN_BOUND:
                known.clear()
            found = known[lanes] = self._read(lanes)
        return found

    def _read(self, lanes: int) -> tuple[Reading, ...]:
        found = self._fixed.get(lanes, ())
        size = self.layout.size(lanes)
        patterns = self._by_size.get(size)
        if patterns is None:
            return found
        more = [
            self.reading(number | code, lanes)
            for number, pattern in patterns
            for code in pattern.read(lanes, size)
        ]
        return self._preferred([*found, *more]) if more else found

    def reads_once(self, lanes: int, size: int) -> bool:
        """Whether cards that read at all, so many of them, have one reading only."""
        if self.plain:
            return True
        number = len(self._fixed.get(lanes, ()))
        for _, pattern in self._by_size.get(size, ()):
            number += len(pattern.read(lanes, size))
        return number == 1

    def play(self, bits: int, code: int, lanes: int, target: Reading | None) -> Play:
        """The play of a reading of the listing out of a hand, with the lowest suits that do.

        It names its kind only where it must.

        Args:
            bits: the bits of the hand.
            code: the reading's code,
            lanes: and its lanes.
            target: what it is to beat.
        """
        known = lanes if self.exact else self.layout.chosen(bits, lanes)
        play = self._plays_memo.get(known)
        if play is None:
            cards = self.layout.chosen(bits, lanes) if self.exact else known
            play = self.play_of(code, cards, lanes, target)
            if play.kind is None and len(self.read(cards, lanes)) == 1:
                if len(self._plays_memo) >= _KNOWN_BOUND:
                    self._plays_memo.clear()
                self._plays_memo[known] = play
        return play

    def play_of(self, code: int, cards: int, lanes: int, target: Reading | None) -> Play:
        """The play of these cards under this reading."""
        readings = self.read(cards, lanes)
        if len(readings) == 1:
            return play_of(cards, None)
        (own,) = [reading for reading in readings if reading.code == code]
        return play_of(cards, named_kind(own, readings, target))

    def within_deck(self, bits: int) -> int:
        """A hand less any cards that one deck does not hold: they make no combination."""
        if includes(self.deck.bits, bits):
            return bits
        hand = hand_of(bits)
        return (hand - hand.beyond(self.deck)).bits


class Listed(LazySequence[E], Generic[E]):
    """What a hand may lead or answer, counted at once and made when looked at.

    Args:
        listing: the patterns.
        lanes: the hand.
        target: the code of what is to be beaten, or LEAD.
        make: makes an element.
    """

    __slots__ = ("_lanes", "_listing", "_make", "_numbers", "_rows", "_target")

    def __init__(self, listing: Listing, lanes: int, target: int, make: Make[E]) -> None:
        self._listing = listing
        self._lanes = lanes
        self._target = target
        self._make = make
        self._rows, self._numbers, self._size = listing.look(lanes, target)

    @override
    def _at(self, place: int) -> E:
        nth = self._listing.nth
        return self._make(*nth(self._rows, self._numbers, self._lanes, self._target, place))

    @override
    def __iter__(self) -> Iterator[E]:
        make = self._make
        return iter([make(*found) for found in self._listing.listed(self._lanes, self._target)])
