"""The trick: a lead, then plays that beat the last one, and passes that end it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from typing_extensions import override

from climbcards.actions import Action, Pass, Phase, Play, play_of
from climbcards.cards import Card
from climbcards.climbing.catalogue import Catalogue
from climbcards.climbing.lanes import Layout
from climbcards.climbing.last_card import Owed, owed
from climbcards.climbing.readings import Reading, combination
from climbcards.climbing.situation import (
    HAND_BITS,
    LANES,
    LANES_BITS,
    MOST_CARDS,
    PASSED,
    SIZE_BITS,
    Contract,
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
    "BombsOutOfTurn",
    "Plays",
    "PlaysUnderRule",
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
    if setting.ruleset.rules.last_card == "enforce":
        debt = _debt(setting, now, seat, bits)
        if debt is not None and debt.broken_by(None):
            return _breach(setting, seat, action, debt)
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
    opening = now.contract.opening
    if opening is not None and not played & opening.bit:
        return Violation(Reason.OPENING_CARD_MISSING, seat, action, cards=cards, card=opening)
    if seat != now.to_act:  # judge lets only bombs out of turn come here
        if seat == now.target_by:
            return Violation(Reason.OWN_PLAY, seat, action, cards=cards)
        meant = tuple(reading for reading in meant if reading.power)
        if not meant:
            return Violation(Reason.NOT_A_BOMB, seat, action, cards=cards)
    target = now.target
    reading = meant[0]
    if target is not None and not reading.beats(target):
        beating = [reading for reading in meant if reading.beats(target)]
        if not beating:
            return _not_beaten(catalogue, now, seat, action, meant)
        reading = beating[0]
    if setting.ruleset.rules.last_card == "enforce":
        debt = _debt(setting, now, seat, bits)
        if debt is not None and debt.broken_by(reading):
            return _breach(setting, seat, action, debt)
    if len(readings) == 1 and action.kind is None:
        return new_ruling(Ruling, (action, reading))
    kind = named_kind(reading, readings, target)
    return new_ruling(Ruling, (play_of(played, kind), reading))


def _debt(setting: Setting, now: Situation, seat: int, bits: int) -> Owed | None:
    """What the last-card rule asks of the seat to act; of others it asks nothing."""
    if seat != now.to_act:
        return None
    return owed(setting, now, seat, setting.ruleset.rules.catalogue.layout.lanes(bits))


def _breach(setting: Setting, seat: int, action: Play | Pass, debt: Owed) -> Violation:
    """The refusal of an action that breaks the last-card rule, with the card that is owed."""
    card = None
    if debt.highest:
        layout = setting.ruleset.rules.catalogue.layout
        (card,) = hand_of(layout.chosen(0, debt.highest))
    return Violation(Reason.LAST_CARD_RULE, seat, action, card=card)


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
    rules = setting.ruleset.rules
    hands, lanes, kitty = private
    if contract.opening is not None:
        contract = contract._replace(opening=None)
    if rules.last_card == "pay":
        contract = _after_breach(setting, now, lanes, seat, reading, contract)
    after = new_situation(
        Situation,
        (
            now.phase,
            setting.next_in_trick(now, seat) if rules.passing_is_final else setting.after[seat],
            now.sizes - (reading.size << SIZE_BITS * seat),
            reading,
            bits,
            seat,
            0,
            contract,
            now.out,
        ),
    )
    hands -= bits << HAND_BITS * seat
    lanes -= reading.lanes << LANES_BITS * seat
    return after, new_private(Private, (hands, lanes, kitty))


def passed(
    setting: Setting, now: Situation, private: Private, seat: int, ruling: Ruling[Pass]
) -> tuple[Situation, Private]:
    """One more pass in succession."""
    phase, _, sizes, target, bits, by, passes, contract, out = now
    rules = setting.ruleset.rules
    if rules.last_card == "pay":
        contract = _after_breach(setting, now, private.lanes, seat, None, contract)
    to_act = setting.after[seat]
    if rules.passing_is_final:
        out |= 1 << seat
        to_act = setting.next_in_trick(now._replace(out=out), seat)
    after = (phase, to_act, sizes, target, bits, by, passes + 1, contract, out)
    return new_situation(Situation, after), private


def _after_breach(
    setting: Setting,
    now: Situation,
    lanes: int,
    seat: int,
    reading: Reading | None,
    contract: Contract,
) -> Contract:
    """The contract after a play (or a pass) with regard to who broke the last-card rule.

    Whoever did with the last action pays if the next player goes out at once with that single.
    """
    breach = None
    if reading is not None and now.size(seat) == reading.size:
        breach = contract.breach if reading.size == 1 else None
    elif seat == now.to_act:
        debt = owed(setting, now, seat, lanes >> LANES_BITS * seat & LANES)
        breach = seat if debt is not None and debt.broken_by(reading) else None
    return contract if breach == contract.breach else contract._replace(breach=breach)


def is_out(setting: Setting, now: Situation) -> bool:
    """The player of the last combination has no cards left."""
    by = now.target_by
    return by is not None and not now.sizes >> SIZE_BITS * by & MOST_CARDS


def finish(setting: Setting, now: Situation, private: Private) -> tuple[Situation, Private]:
    """The deal is over; what was played last stays on the table."""
    return now._replace(phase=Phase.OVER, to_act=None), private


def is_won(setting: Setting, now: Situation) -> bool:
    """So many have passed in succession that the trick ends; or all the others are out of it."""
    rules = setting.ruleset.rules
    if rules.passing_is_final and now.target_by is not None:
        return now.out | 1 << now.target_by == (1 << rules.players) - 1
    return now.passes == rules.passes_to_end_trick


def clear(setting: Setting, now: Situation, private: Private) -> tuple[Situation, Private]:
    """The cards are put away, and the player of the last combination leads anything."""
    phase, _, sizes, _, _, by, _, contract, _ = now
    return new_situation(Situation, (phase, by, sizes, None, 0, None, 0, contract, 0)), private


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
