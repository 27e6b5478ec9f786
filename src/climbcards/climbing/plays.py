"""What may be played: a seat's legal actions in a trick, built when somebody looks at them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from typing_extensions import override

from climbcards.actions import Action, Pass, Play, play_of
from climbcards.cards import Card
from climbcards.climbing.catalogue import Catalogue
from climbcards.climbing.lanes import Layout
from climbcards.climbing.last_card import Owed, owed
from climbcards.climbing.listing import LEAD, Row
from climbcards.climbing.readings import Reading
from climbcards.climbing.situation import (
    PASSED,
    Setting,
    Situation,
)
from climbcards.hand import includes
from climbcards.lazy import LazySequence

__all__ = [
    "ONLY_PASS",
    "PASS",
    "Plays",
    "PlaysOfCards",
    "SomePlays",
    "legal",
    "plays_of",
]

PASS: Final = PASSED.action
ONLY_PASS: Final = (PASS,)
_new: Final = object.__new__


class Plays(LazySequence[Action]):
    """A seat's legal actions in a trick: a pass unless it leads, then its plays."""

    __slots__ = ("_bits", "_catalogue", "_lanes", "_numbers", "_passes", "_rows", "_target")

    _catalogue: Catalogue
    _target: Reading | None
    _bits: int
    _lanes: int
    _rows: list[Row]
    _numbers: list[int]
    _passes: int

    def _begin(
        self,
        catalogue: Catalogue,
        target: Reading | None,
        bits: int,
        lanes: int,
        passes: int,
        number: int,
    ) -> None:
        """Set what a list has that knows its plays one by one: so many, and the pass if any."""
        self._catalogue, self._target = catalogue, target
        self._bits, self._lanes = bits, lanes
        self._rows, self._numbers = [], []
        self._passes = passes
        self._size = passes + number

    @property
    def passes(self) -> int:
        """1 if the list begins with a pass, else 0."""
        return self._passes

    @property
    def readings(self) -> Sequence[Reading]:
        """How each play of the list reads, in its order."""
        catalogue, target = self._catalogue, self._target
        if target is None:
            return catalogue.leads(self._lanes)
        return catalogue.answers(self._lanes, target)

    @override
    def _at(self, place: int) -> Action:
        place -= self._passes
        if place < 0:
            return PASS
        catalogue, target, lanes = self._catalogue, self._target, self._lanes
        code = LEAD if target is None else target.code
        code, cards = catalogue.listing.nth(self._rows, self._numbers, lanes, code, place)
        if catalogue.exact:
            known = catalogue.known_play(cards)
            if known is not None:
                return known
        return catalogue.play(self._bits, code, cards, target)

    @override
    def __iter__(self) -> Iterator[Action]:
        if self._passes:
            yield PASS
        catalogue, bits = self._catalogue, self._bits
        chosen, size = catalogue.layout.chosen, catalogue.listing.size
        for code, lanes in self._listed():
            cards = chosen(bits, lanes)
            if catalogue.reads_once(lanes, size(code)):
                yield play_of(cards, None)
            else:
                yield self._play(code, cards)

    def _listed(self) -> list[tuple[int, int]]:
        """How each play reads, as its code and its lanes."""
        target = self._target
        return self._catalogue.listing.listed(self._lanes, LEAD if target is None else target.code)

    def _play(self, code: int, cards: int) -> Play:
        """The play of these cards, which names its kind only where it must."""
        return self._catalogue.play_of(code, cards, 0, self._target)

    @override
    def __contains__(self, action: object) -> bool:
        """Whether the action is listed: by a look at its cards, not a search of the list."""
        if isinstance(action, Pass):
            return bool(self._passes)
        if not isinstance(action, Play):
            return False
        cards, target = action.cards.bits, self._target
        return includes(self._bits, cards) and any(
            self._lists(reading, cards) and self._play(reading.code, cards) == action
            for reading in self._catalogue.read(cards)
            if target is None or reading.beats(target)
        )

    def _lists(self, reading: Reading, cards: int) -> bool:
        """Whether these of the cards that make the reading are the ones listed for it."""
        return cards == self._catalogue.layout.chosen(self._bits, reading.lanes)


def plays_of(
    catalogue: Catalogue,
    target: Reading | None,
    bits: int,
    lanes: int,
    rows: list[Row],
    numbers: list[int],
    total: int,
) -> Plays:
    """The legal actions of a seat in a trick.

    A list is made at every other move, and a constructor would cost twice as much.

    Args:
        catalogue: the game's.
        target: what is to be beaten; None on a lead.
        bits: the seat's cards.
        lanes: the same in lanes.
        rows: what the catalogue's listing finds for them,
        numbers: how many of each,
        total: and in all.
    """
    plays: Plays = _new(Plays)
    plays._catalogue = catalogue
    plays._target = target
    plays._bits = bits
    plays._lanes = lanes
    plays._rows = rows
    plays._numbers = numbers
    plays._passes = passes = 0 if target is None else 1
    plays._size = total + passes
    return plays


class SomePlays(Plays):
    """Some of a seat's plays.

    Args:
        catalogue: the game's.
        target: what is to be beaten; None on a lead.
        bits: the seat's cards.
        lanes: the same in lanes.
        plays: what is listed, each as the code and the lanes of its reading.
        passes: 1 if the seat may pass as well, else 0.
    """

    __slots__ = ("_plays",)

    def __init__(
        self,
        catalogue: Catalogue,
        target: Reading | None,
        bits: int,
        lanes: int,
        plays: list[tuple[int, int]],
        passes: int,
    ) -> None:
        self._begin(catalogue, target, bits, lanes, passes, len(plays))
        self._plays = plays

    @property
    @override
    def readings(self) -> Sequence[Reading]:
        reading = self._catalogue.reading
        return [reading(*play) for play in self._plays]

    @override
    def _at(self, place: int) -> Action:
        place -= self._passes
        if place < 0:
            return PASS
        code, lanes = self._plays[place]
        return self._catalogue.play(self._bits, code, lanes, self._target)

    @override
    def _listed(self) -> list[tuple[int, int]]:
        return self._plays

    @override
    def _lists(self, reading: Reading, cards: int) -> bool:
        return (reading.code, reading.lanes) in self._plays and super()._lists(reading, cards)


class PlaysOfCards(Plays):
    """Some of a seat's plays, of cards that need not be the lowest that do.

    Args:
        catalogue: the game's.
        target: what is to be beaten; None on a lead.
        bits: the seat's cards.
        lanes: the same in lanes.
        plays: what is listed, each as its reading and its cards.
    """

    __slots__ = ("_plays",)

    def __init__(
        self,
        catalogue: Catalogue,
        target: Reading | None,
        bits: int,
        lanes: int,
        plays: list[tuple[Reading, int]],
    ) -> None:
        self._begin(catalogue, target, bits, lanes, 0 if target is None else 1, len(plays))
        self._plays = plays

    @property
    @override
    def readings(self) -> Sequence[Reading]:
        return [reading for reading, _ in self._plays]

    @override
    def _at(self, place: int) -> Action:
        place -= self._passes
        if place < 0:
            return PASS
        reading, cards = self._plays[place]
        return self._play(reading.code, cards)

    @override
    def __iter__(self) -> Iterator[Action]:
        return map(self._at, range(self._size))

    @override
    def _lists(self, reading: Reading, cards: int) -> bool:
        return (reading, cards) in self._plays


def _with_called(
    catalogue: Catalogue, target: Reading | None, bits: int, lanes: int, called: Card
) -> Plays:
    """The plays of the seat that holds the card that was called.

    To show the card is a decision: what can be played with or without it is listed both ways.
    """
    found = catalogue.leads(lanes) if target is None else catalogue.answers(lanes, target)
    plays = [
        (reading, cards)
        for reading in found
        for cards in _both_ways(catalogue.layout, called, bits, reading)
    ]
    return PlaysOfCards(catalogue, target, bits, lanes, plays)


def _both_ways(layout: Layout, called: Card, bits: int, reading: Reading) -> tuple[int, ...]:
    """The lowest cards for a reading, and the other way with the called card or without."""
    lowest = layout.chosen(bits, reading.lanes)
    one = layout.lanes(called.bit)
    wanted, held = reading.lanes & 15 * one, layout.lanes(bits) & 15 * one
    if not 0 < wanted < held:
        return (lowest,)
    if lowest & called.bit:
        return lowest, layout.chosen(bits - called.bit, reading.lanes)
    return lowest, called.bit + layout.chosen(bits - called.bit, reading.lanes - one)


def _opening(catalogue: Catalogue, bits: int, lanes: int, card: Card, debt: Owed | None) -> Plays:
    """The leads that hold a card, less those that break the last-card rule."""
    if not catalogue.exact:
        if not includes(bits, card.bit):
            return SomePlays(catalogue, None, bits, lanes, [], 0)
        leads = [
            (reading, cards)
            for reading in catalogue.leads(lanes)
            if debt is None or not debt.broken_by(reading)
            for cards in _both_ways(catalogue.layout, card, bits, reading)
            if includes(cards, card.bit)
        ]
        return PlaysOfCards(catalogue, None, bits, lanes, leads)
    found = catalogue.listing.holding(lanes, catalogue.layout.lanes(card.bit))
    if debt is not None:
        found = [play for play in found if not debt.broken_by(catalogue.reading(*play))]
    return SomePlays(catalogue, None, bits, lanes, found, 0)


def _within_rule(
    catalogue: Catalogue, target: Reading | None, bits: int, lanes: int, debt: Owed
) -> Plays:
    """What may be played where the last-card rule is enforced."""
    found = catalogue.listing.listed(lanes, LEAD if target is None else target.code)
    plays = [play for play in found if not debt.broken_by(catalogue.reading(*play))]
    passes = 0 if target is None or debt.broken_by(None) else 1
    return SomePlays(catalogue, target, bits, lanes, plays, passes)


def _out_of_turn(catalogue: Catalogue, target: Reading, bits: int, lanes: int) -> Plays:
    """What a seat may play out of turn: its bombs that beat the target."""
    listing = catalogue.listing
    bombs = [play for play in listing.listed(lanes, target.code) if listing.power(play[0])]
    return SomePlays(catalogue, target, bits, lanes, bombs, 0)


def legal(
    setting: Setting, now: Situation, seat: int, bits: int, lanes: int | None
) -> Sequence[Action]:
    """What a seat with this hand (its bits, and lanes if they are known) may do in the trick."""
    _, to_act, _, target, _, by, _, contract, _ = now
    rules = setting.rules
    catalogue = rules.catalogue
    if lanes is None:
        lanes = catalogue.layout.lanes(catalogue.within_deck(bits))
    if seat != to_act:
        if not rules.bombs_out_of_turn or target is None or seat == by:
            return ()
        return _out_of_turn(catalogue, target, bits, lanes)
    _, _, _, _, called, _, _, _, opening = contract
    debt = owed(setting, now, seat, lanes) if rules.last_card == "enforce" else None
    if opening is not None:
        return _opening(catalogue, bits, lanes, opening, debt)
    if debt is not None:
        return _within_rule(catalogue, target, bits, lanes, debt)
    if called is not None and bits & called.bit:
        return _with_called(catalogue, target, bits, lanes, called)
    looked = catalogue.listing.look(lanes, LEAD if target is None else target.code)
    if target is not None and not looked[2]:
        return ONLY_PASS
    return plays_of(catalogue, target, bits, lanes, *looked)
