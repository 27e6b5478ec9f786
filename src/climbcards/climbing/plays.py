"""What may be played: a seat's legal actions in a trick, built when somebody looks at them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from typing_extensions import override

from climbcards.actions import Action, Pass, Play, play_of
from climbcards.cards import Card
from climbcards.climbing.catalogue import Catalogue
from climbcards.climbing.lanes import Layout
from climbcards.climbing.last_card import Owed, owed
from climbcards.climbing.readings import Reading
from climbcards.climbing.situation import PASSED, Setting, Situation
from climbcards.combination import Kind
from climbcards.hand import includes
from climbcards.lazy import LazySequence

__all__ = ["BombsOutOfTurn", "Plays", "PlaysUnderRule", "PlaysWithCalled", "legal", "named_kind"]

_PASS: Final = PASSED.action


def named_kind(
    reading: Reading, readings: Sequence[Reading], target: Reading | None
) -> Kind | None:
    """The kind a play is to name: where readings of more than one kind would be legal now."""
    kinds = {other.kind for other in readings if target is None or other.beats(target)}
    return reading.kind if len(kinds) > 1 else None


class Plays(LazySequence[Action]):
    """A seat's legal actions in a trick: a pass unless it leads, then its plays."""

    __slots__ = ("_bits", "_catalogue", "_passes", "_readings", "_target")

    def __init__(self, catalogue: Catalogue, now: Situation, bits: int, lanes: int) -> None:
        self._catalogue = catalogue
        self._bits = bits
        self._target = target = now.target
        if target is None:
            self._readings = readings = catalogue.leads(lanes)
            self._passes = 0
            self._size = len(readings)
        else:
            self._readings = readings = catalogue.answers(lanes, target)
            self._passes = 1
            self._size = len(readings) + 1

    @property
    def passes(self) -> int:
        """1 if the list begins with a pass, else 0."""
        return self._passes

    @property
    def readings(self) -> Sequence[Reading]:
        """How each play of the list reads, in its order."""
        return self._readings

    @override
    def _at(self, place: int) -> Action:
        place -= self._passes
        if place < 0:
            return _PASS
        reading = self._readings[place]
        return self._play(reading, self._catalogue.layout.chosen(self._bits, reading.lanes))

    def _play(self, reading: Reading, cards: int) -> Play:
        if self._catalogue.plain:
            return play_of(cards, None)
        readings = self._catalogue.read_lanes(reading.lanes)
        kind = named_kind(reading, readings, self._target) if len(readings) > 1 else None
        return play_of(cards, kind)

    @override
    def __contains__(self, action: object) -> bool:
        """Whether the action is listed: by a look at its cards, not a search of the list."""
        if isinstance(action, Pass):
            return bool(self._passes)
        if not isinstance(action, Play):
            return False
        cards, target = action.cards.bits, self._target
        return includes(self._bits, cards) and any(
            self._lists(reading, cards) and self._play(reading, cards) == action
            for reading in self._catalogue.read(cards)
            if target is None or reading.beats(target)
        )

    def _lists(self, reading: Reading, cards: int) -> bool:
        """Whether these of the cards that make the reading are the ones listed for it."""
        return cards == self._catalogue.layout.chosen(self._bits, reading.lanes)


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
            for reading in self._readings
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
        return self._play(*self._plays[place]) if place >= 0 else _PASS

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


class PlaysUnderRule(Plays):
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
        self._readings = [
            reading
            for reading in self._readings
            if reading.lanes & must == must and (debt is None or not debt.broken_by(reading))
        ]
        if debt is not None and debt.broken_by(None):
            self._passes = 0
        self._size = self._passes + len(self._readings)

    @override
    def _lists(self, reading: Reading, cards: int) -> bool:
        return reading in self._readings


class BombsOutOfTurn(Plays):
    """What a seat may play out of turn: its bombs that beat the target."""

    __slots__ = ()

    def __init__(self, catalogue: Catalogue, now: Situation, bits: int, lanes: int) -> None:
        super().__init__(catalogue, now, bits, lanes)
        self._readings = [reading for reading in self._readings if reading.power]
        self._passes = 0
        self._size = len(self._readings)

    @override
    def _lists(self, reading: Reading, cards: int) -> bool:
        return reading.power > 0 and super()._lists(reading, cards)


def legal(
    setting: Setting, now: Situation, seat: int, bits: int, lanes: int | None
) -> Sequence[Action]:
    """What a seat with this hand (its bits, and lanes if they are known) may do in the trick."""
    rules = setting.ruleset.rules
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
        return PlaysUnderRule(catalogue, now, bits, lanes, debt)
    called = contract.called
    if called is None or not bits & called.bit:
        return Plays(catalogue, now, bits, lanes)
    return PlaysWithCalled(catalogue, now, bits, lanes, called)
