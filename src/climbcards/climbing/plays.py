"""What may be played: a seat's legal actions in a trick, built when somebody looks at them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from typing_extensions import override

from climbcards.actions import Action, Pass, Play, play_of
from climbcards.cards import Card
from climbcards.climbing.catalogue import Catalogue
from climbcards.climbing.lanes import Layout, SuitLayout
from climbcards.climbing.last_card import Owed, owed
from climbcards.climbing.listing import LEAD, Row
from climbcards.climbing.readings import Reading
from climbcards.climbing.situation import PASSED, Setting, Situation
from climbcards.combination import Kind
from climbcards.hand import includes
from climbcards.lazy import LazySequence

__all__ = [
    "BombsOutOfTurn",
    "OpeningLeads",
    "Plays",
    "PlaysUnderRule",
    "PlaysWithCalled",
    "legal",
    "named_kind",
]

_PASS: Final = PASSED.action
_ONLY_PASS: Final = (_PASS,)


def named_kind(
    reading: Reading, readings: Sequence[Reading], target: Reading | None
) -> Kind | None:
    """The kind a play is to name: where readings of more than one kind would be legal now."""
    kinds = {other.kind for other in readings if target is None or other.beats(target)}
    return reading.kind if len(kinds) > 1 else None


class Plays(LazySequence[Action]):
    """A seat's legal actions in a trick: a pass unless it leads, then its plays.

    Args:
        catalogue: the game's.
        now: the public facts of the moment.
        bits: the seat's cards.
        lanes: the same in lanes.
        looked: what the catalogue's listing finds for them, where somebody has looked.
    """

    __slots__ = (
        "_bits",
        "_catalogue",
        "_code",
        "_lanes",
        "_numbers",
        "_passes",
        "_rows",
        "_target",
    )

    def __init__(
        self,
        catalogue: Catalogue,
        now: Situation,
        bits: int,
        lanes: int,
        looked: tuple[list[Row], list[int]] | None = None,
    ) -> None:
        self._catalogue = catalogue
        self._bits = bits
        self._lanes = lanes
        self._target = target = now.target
        self._code = code = LEAD if target is None else target.code
        self._passes = passes = 0 if target is None else 1
        rows, numbers = looked or catalogue.listing.look(lanes, code)
        self._rows: list[Row] = rows
        self._numbers: list[int] = numbers
        self._size = sum(numbers) + passes

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
            return _PASS
        catalogue = self._catalogue
        code, lanes = catalogue.listing.nth(
            self._rows, self._numbers, self._lanes, self._code, place
        )
        cards = catalogue.layout.chosen(self._bits, lanes)
        if catalogue.plain or len(catalogue.read(cards, lanes)) == 1:
            return play_of(cards, None)
        return self._play(code, cards)

    @override
    def __iter__(self) -> Iterator[Action]:
        if self._passes:
            yield _PASS
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
        return self._catalogue.listing.listed(self._lanes, self._code)

    def _play(self, code: int, cards: int) -> Play:
        """The play of these cards, which names its kind only where it must."""
        catalogue = self._catalogue
        if catalogue.plain:
            return play_of(cards, None)
        readings = catalogue.read(cards)
        if len(readings) == 1:
            return play_of(cards, None)
        (own,) = [reading for reading in readings if reading.code == code]
        return play_of(cards, named_kind(own, readings, self._target))

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


class _SomePlays(Plays):
    """Some of a seat's plays."""

    __slots__ = ("_plays",)

    def _keep(self, plays: list[tuple[int, int]], passes: int) -> None:
        """Set what is listed.

        Args:
            plays: how each reads, as its code and its lanes.
            passes: 1 if the seat may pass as well.
        """
        self._plays = plays
        self._passes = passes
        self._size = passes + len(plays)

    @property
    @override
    def readings(self) -> Sequence[Reading]:
        reading = self._catalogue.reading
        return [reading(*play) for play in self._plays]

    @override
    def _at(self, place: int) -> Action:
        place -= self._passes
        if place < 0:
            return _PASS
        code, lanes = self._plays[place]
        return self._play(code, self._catalogue.layout.chosen(self._bits, lanes))

    @override
    def _listed(self) -> list[tuple[int, int]]:
        return self._plays

    @override
    def _lists(self, reading: Reading, cards: int) -> bool:
        return (reading.code, reading.lanes) in self._plays and super()._lists(reading, cards)


class PlaysWithCalled(Plays):
    """The same for the seat that holds the card that was called.

    To show the card is a decision: what can be played with or without it is listed both ways.
    """

    __slots__ = ("_plays",)

    def __init__(
        self, catalogue: Catalogue, now: Situation, bits: int, lanes: int, called: Card
    ) -> None:
        super().__init__(catalogue, now, bits, lanes)
        self._plays = [
            (reading, cards)
            for reading in super().readings
            for cards in _both_ways(catalogue.layout, called, bits, reading)
        ]
        self._size = self._passes + len(self._plays)

    @property
    @override
    def readings(self) -> Sequence[Reading]:
        return [reading for reading, _ in self._plays]

    @override
    def _at(self, place: int) -> Action:
        place -= self._passes
        if place < 0:
            return _PASS
        reading, cards = self._plays[place]
        return self._play(reading.code, cards)

    @override
    def __iter__(self) -> Iterator[Action]:
        return map(self._at, range(self._size))

    @override
    def _lists(self, reading: Reading, cards: int) -> bool:
        return (reading, cards) in self._plays


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


class OpeningLeads(Plays):
    """The leads that hold one card, in a game in which each card is a bit of the lanes.

    A pattern has as many of them as it loses readings without the card.
    """

    __slots__ = ("_must",)

    def __init__(
        self, catalogue: Catalogue, now: Situation, bits: int, lanes: int, must: int
    ) -> None:
        super().__init__(catalogue, now, bits, lanes)
        self._must = must
        without = catalogue.listing.lead_numbers(self._rows, lanes & ~must)
        self._numbers = [number - less for number, less in zip(self._numbers, without, strict=True)]
        self._size = sum(self._numbers)

    @override
    def _at(self, place: int) -> Action:
        catalogue = self._catalogue
        for row, number in zip(self._rows, self._numbers, strict=True):
            if place < number:
                found = self._holding(catalogue.listing.leads_of(row, self._lanes))
                code, lanes = found[place]
                return self._play(code, catalogue.layout.chosen(self._bits, lanes))
            place -= number
        raise IndexError(place)

    def _holding(self, plays: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """Those that hold the card."""
        return [play for play in plays if play[1] & self._must]

    @override
    def _listed(self) -> list[tuple[int, int]]:
        return self._holding(super()._listed())

    @property
    @override
    def readings(self) -> Sequence[Reading]:
        return [self._catalogue.reading(*play) for play in self._listed()]

    @override
    def _lists(self, reading: Reading, cards: int) -> bool:
        return reading.lanes & self._must > 0 and super()._lists(reading, cards)


class PlaysUnderRule(_SomePlays):
    """The same where the last-card rule is enforced, or the opening card must be in the lead."""

    __slots__ = ()

    def __init__(
        self,
        catalogue: Catalogue,
        now: Situation,
        bits: int,
        lanes: int,
        debt: Owed | None,
    ) -> None:
        super().__init__(catalogue, now, bits, lanes)
        opening = now.contract.opening
        must = 0 if opening is None else catalogue.layout.lanes(opening.bit)
        plays = [play for play in Plays._listed(self) if play[1] & must == must]
        passes = self._passes
        if debt is not None:
            plays = [play for play in plays if not debt.broken_by(catalogue.reading(*play))]
            passes = 0 if debt.broken_by(None) else passes
        self._keep(plays, passes)


class BombsOutOfTurn(_SomePlays):
    """What a seat may play out of turn: its bombs that beat the target."""

    __slots__ = ()

    def __init__(self, catalogue: Catalogue, now: Situation, bits: int, lanes: int) -> None:
        super().__init__(catalogue, now, bits, lanes)
        power = catalogue.listing.power
        self._keep([play for play in Plays._listed(self) if power(play[0])], 0)


def legal(
    setting: Setting, now: Situation, seat: int, bits: int, lanes: int | None
) -> Sequence[Action]:
    """What a seat with this hand (its bits, and lanes if they are known) may do in the trick."""
    rules = setting.rules
    catalogue = rules.catalogue
    if lanes is None:
        lanes = catalogue.layout.lanes(catalogue.within_deck(bits))
    if seat != now.to_act:
        if not rules.bombs_out_of_turn or now.target is None or seat == now.target_by:
            return ()
        return BombsOutOfTurn(catalogue, now, bits, lanes)
    contract = now.contract
    if contract.opening is not None or rules.last_card == "enforce":
        debt = owed(setting, now, seat, lanes) if rules.last_card == "enforce" else None
        if debt is None and isinstance(catalogue.layout, SuitLayout):
            opening = contract.opening
            if opening is None:
                return Plays(catalogue, now, bits, lanes)
            return OpeningLeads(catalogue, now, bits, lanes, catalogue.layout.lanes(opening.bit))
        return PlaysUnderRule(catalogue, now, bits, lanes, debt)
    called = contract.called
    if called is None or not bits & called.bit:
        target = now.target
        if target is None:
            return Plays(catalogue, now, bits, lanes)
        # Half of all moves are passes, and most of those leave no choice.
        looked = catalogue.listing.look(lanes, target.code)
        return Plays(catalogue, now, bits, lanes, looked) if any(looked[1]) else _ONLY_PASS
    return PlaysWithCalled(catalogue, now, bits, lanes, called)
