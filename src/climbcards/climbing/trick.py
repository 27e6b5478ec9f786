"""The trick: a lead, then plays that beat the last one, and passes that end it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from typing_extensions import override

from climbcards.actions import Action, Pass, Phase, Play, play_of
from climbcards.cards import Card
from climbcards.climbing.catalogue import Catalogue
from climbcards.climbing.lanes import Layout
from climbcards.climbing.readings import Reading, combination
from climbcards.climbing.situation import (
    HAND_BITS,
    LANES_BITS,
    MOST_CARDS,
    PASSED,
    SIZE_BITS,
    Private,
    Ruling,
    Setting,
    Situation,
    new_private,
    new_ruling,
    new_situation,
)
from climbcards.combination import Combination, Kind
from climbcards.hand import hand_of, includes
from climbcards.lazy import LazySequence
from climbcards.violations import Reason, Violation

__all__ = [
    "Plays",
    "PlaysWithCalled",
    "check_pass",
    "check_play",
    "clear",
    "finish",
    "is_out",
    "is_won",
    "legal",
    "passed",
    "play",
]

_PASS: Final = PASSED.action


def check_pass(
    setting: Setting, now: Situation, seat: int, bits: int, action: Pass
) -> Violation | Ruling[Pass]:
    """Anybody but the leader may pass."""
    if now.target is None:
        return Violation(Reason.CANNOT_PASS_LEAD, seat, action)
    return PASSED


def check_play(
    setting: Setting, now: Situation, seat: int, bits: int, action: Play
) -> Violation | Ruling[Action]:
    """The cards are held, are a combination, and beat the target if there is one."""
    cards = action.cards
    played = cards.bits
    if not played:
        return Violation(Reason.NO_CARDS, seat, action, cards=cards)
    if bits & played != played and not includes(bits, played):
        missing = cards.beyond(hand_of(bits))
        return Violation(Reason.CARDS_NOT_HELD, seat, action, cards=cards, missing=missing)
    catalogue = setting.ruleset.rules.catalogue
    readings = catalogue.read(played)
    if not readings:
        return Violation(Reason.NOT_A_COMBINATION, seat, action, cards=cards)
    meant = readings
    if action.kind is not None:
        meant = tuple(reading for reading in readings if reading.kind is action.kind)
        if not meant:
            return Violation(
                Reason.NO_SUCH_READING,
                seat,
                action,
                cards=cards,
                kind=action.kind,
                readings=_combinations(catalogue, played, readings),
            )
    target = now.target
    reading = meant[0]
    if target is not None and not reading.beats(target):
        beating = [reading for reading in meant if reading.beats(target)]
        if not beating:
            return _not_beaten(catalogue, now, seat, action, meant)
        reading = beating[0]
    if len(readings) == 1 and action.kind is None:
        return new_ruling(Ruling, (action, reading))
    kind = named_kind(reading, readings, target)
    return new_ruling(Ruling, (play_of(played, kind), reading))


def named_kind(
    reading: Reading, readings: Sequence[Reading], target: Reading | None
) -> Kind | None:
    """The kind a play is to name: where readings of more than one kind would be legal now."""
    kinds = {other.kind for other in readings if target is None or other.beats(target)}
    return reading.kind if len(kinds) > 1 else None


def _not_beaten(
    catalogue: Catalogue, now: Situation, seat: int, action: Play, meant: Sequence[Reading]
) -> Violation:
    target = now.target
    assert target is not None  # there was something to beat
    comparable = any(
        reading.shape == target.shape or 0 < reading.power < target.power for reading in meant
    )
    return Violation(
        Reason.NOT_HIGHER if comparable else Reason.DIFFERENT_SHAPE,
        seat,
        action,
        cards=action.cards,
        readings=_combinations(catalogue, action.cards.bits, meant),
        target=combination(catalogue.layout, now.target_bits, target),
    )


def _combinations(
    catalogue: Catalogue, bits: int, readings: Sequence[Reading]
) -> tuple[Combination, ...]:
    return tuple(combination(catalogue.layout, bits, reading) for reading in readings)


def play(
    setting: Setting, now: Situation, private: Private, seat: int, ruling: Ruling[Play]
) -> tuple[Situation, Private]:
    """The cards leave the hand and become the target."""
    reading = ruling.reading
    assert reading is not None  # check_play gives one
    bits = ruling.action.cards.bits
    contract = now.contract
    called = contract.called
    if called is not None and contract.partner is None and called in ruling.action.cards:
        contract = contract._replace(partner=seat)
    if reading.power and setting.ruleset.rules.doubles(reading):
        contract = contract._replace(doublings=contract.doublings + 1)
    phase, _, sizes, _, _, _, _, _ = now
    hands, lanes, kitty = private
    after = new_situation(
        Situation,
        (
            phase,
            setting.after[seat],
            sizes - (reading.size << SIZE_BITS * seat),
            reading,
            bits,
            seat,
            0,
            contract,
        ),
    )
    hands -= bits << HAND_BITS * seat
    lanes -= reading.lanes << LANES_BITS * seat
    return after, new_private(Private, (hands, lanes, kitty))


def passed(
    setting: Setting, now: Situation, private: Private, seat: int, ruling: Ruling[Pass]
) -> tuple[Situation, Private]:
    """One more pass in succession."""
    phase, _, sizes, target, bits, by, passes, contract = now
    after = (phase, setting.after[seat], sizes, target, bits, by, passes + 1, contract)
    return new_situation(Situation, after), private


def is_out(setting: Setting, now: Situation) -> bool:
    """The player of the last combination has no cards left."""
    by = now.target_by
    return by is not None and not now.sizes >> SIZE_BITS * by & MOST_CARDS


def finish(setting: Setting, now: Situation, private: Private) -> tuple[Situation, Private]:
    """The deal is over; what was played last stays on the table."""
    return now._replace(phase=Phase.OVER, to_act=None), private


def is_won(setting: Setting, now: Situation) -> bool:
    """So many have passed in succession that the trick ends."""
    return now.passes == setting.ruleset.rules.passes_to_end_trick


def clear(setting: Setting, now: Situation, private: Private) -> tuple[Situation, Private]:
    """The cards are put away, and the player of the last combination leads anything."""
    phase, _, sizes, _, _, by, _, contract = now
    return new_situation(Situation, (phase, by, sizes, None, 0, None, 0, contract)), private


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


def legal(setting: Setting, now: Situation, bits: int, lanes: int | None) -> Sequence[Action]:
    """What a hand (its bits, and its lanes if they are known) may do in the trick."""
    catalogue = setting.ruleset.rules.catalogue
    if lanes is None:
        lanes = catalogue.layout.lanes(catalogue.within_deck(bits))
    called = now.contract.called
    if called is None or not bits & called.bit:
        return Plays(catalogue, now, bits, lanes)
    return PlaysWithCalled(catalogue, now, bits, lanes, called)
