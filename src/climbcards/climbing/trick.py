"""The trick: a lead, then plays that beat the last one, and passes that end it."""

from __future__ import annotations

from collections.abc import Sequence

from climbcards.actions import Action, Pass, Phase, Play, play_of
from climbcards.climbing.catalogue import Catalogue
from climbcards.climbing.last_card import Owed, owed
from climbcards.climbing.patterns import STRENGTH
from climbcards.climbing.readings import Reading, combination, named_kind
from climbcards.climbing.situation import (
    HAND_BITS,
    HELD_LANES,
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
from climbcards.combination import Combination
from climbcards.hand import hand_of, includes
from climbcards.violations import Reason, Violation

__all__ = [
    "check_pass",
    "check_play",
    "clear",
    "finish",
    "is_out",
    "is_won",
    "passed",
    "play",
]


def check_pass(
    setting: Setting, now: Situation, seat: int, bits: int, action: Pass
) -> Violation | Ruling[Pass]:
    """Anybody but the leader may pass."""
    if now.target is None:
        return Violation(Reason.CANNOT_PASS_LEAD, seat, action)
    if setting.rules.last_card == "enforce":
        debt = _debt(setting, now, seat, bits)
        if debt is not None and debt.broken_by(None):
            return _breach(setting, seat, action, debt)
    return PASSED


def check_play(
    setting: Setting, now: Situation, seat: int, bits: int, action: Play
) -> Violation | Ruling[Action]:
    """The cards are held, are a combination, and beat the target if there is one."""
    cards = action.cards
    played = cards._bits  # not cards.bits, a call
    if not played:
        return Violation(Reason.NO_CARDS, seat, action, cards=cards)
    if bits & played != played and not includes(bits, played):
        missing = cards.beyond(hand_of(bits))
        return Violation(Reason.CARDS_NOT_HELD, seat, action, cards=cards, missing=missing)
    catalogue = setting.rules.catalogue
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
    if opening is not None and not includes(played, opening.bit):
        return Violation(Reason.OPENING_CARD_MISSING, seat, action, cards=cards, card=opening)
    if seat != now.to_act:  # judge lets only bombs out of turn come here
        if seat == now.target_by:
            return Violation(Reason.OWN_PLAY, seat, action, cards=cards)
        meant = tuple(reading for reading in meant if reading.power)
        if not meant:
            return Violation(Reason.NOT_A_BOMB, seat, action, cards=cards)
    target = now.target
    reading = meant[0]
    if target is not None and not (
        # Readings of one pattern and length, the most there are, compare as their codes do.
        reading.code > target.code
        if reading.code ^ target.code <= STRENGTH
        else reading.beats(target)
    ):
        beating = [reading for reading in meant if reading.beats(target)]
        if not beating:
            return _not_beaten(catalogue, now, seat, action, meant)
        reading = beating[0]
    if setting.rules.last_card == "enforce":
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
    catalogue = setting.rules.catalogue
    return owed(setting, now, seat, catalogue.layout.lanes(catalogue.within_deck(bits)))


def _breach(setting: Setting, seat: int, action: Play | Pass, debt: Owed) -> Violation:
    """The refusal of an action that breaks the last-card rule, with the card that is owed."""
    card = None
    if debt.highest:
        layout = setting.rules.catalogue.layout
        (card,) = hand_of(layout.chosen(0, debt.highest))
    return Violation(Reason.LAST_CARD_RULE, seat, action, card=card)


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
    action, reading = ruling
    assert reading is not None  # check_play gives one
    rules = setting.rules
    phase, _, sizes, _, _, _, _, contract, out = now
    hands, lanes, kitty, breach = private
    bits = action.cards._bits
    called = contract.called
    if called is not None and contract.partner is None and called in action.cards:
        contract = contract._replace(partner=seat)
    if reading.power and rules.doubles(reading):
        contract = contract._replace(doublings=contract.doublings + 1)
    if contract.opening is not None:
        contract = contract._replace(opening=None)
    if rules.last_card == "pay":
        breach = _breach_by(setting, now, private, seat, reading)
    to_act = setting.next_in_trick(now, seat) if rules.passing_is_final else setting.after[seat]
    sizes -= reading.size << SIZE_BITS * seat
    after = (phase, to_act, sizes, reading, bits, seat, 0, contract, out)
    hands -= bits << HAND_BITS * seat
    lanes -= reading.lanes << LANES_BITS * seat
    return new_situation(Situation, after), new_private(Private, (hands, lanes, kitty, breach))


def passed(
    setting: Setting, now: Situation, private: Private, seat: int, ruling: Ruling[Pass]
) -> tuple[Situation, Private]:
    """One more pass in succession."""
    phase, _, sizes, target, bits, by, passes, contract, out = now
    rules = setting.rules
    if rules.last_card == "pay":
        private = private._replace(breach=_breach_by(setting, now, private, seat, None))
    to_act = setting.after[seat]
    if rules.passing_is_final:
        out |= 1 << seat
        to_act = setting.next_in_trick(now._replace(out=out), seat)
    after = (phase, to_act, sizes, target, bits, by, passes + 1, contract, out)
    return new_situation(Situation, after), private


def _breach_by(
    setting: Setting, now: Situation, private: Private, seat: int, reading: Reading | None
) -> int | None:
    """Who has broken the last-card rule with this play (or a pass), if anybody has.

    That seat pays if the next player goes out at once with that single.
    """
    if reading is not None and now.size(seat) == reading.size:
        return private.breach if reading.size == 1 else None
    if seat != now.to_act:
        return None
    debt = owed(setting, now, seat, private.lanes >> LANES_BITS * seat & HELD_LANES)
    return seat if debt is not None and debt.broken_by(reading) else None


def is_out(setting: Setting, now: Situation) -> bool:
    """The player of the last combination has no cards left."""
    by = now.target_by
    return by is not None and not now.sizes >> SIZE_BITS * by & MOST_CARDS


def finish(setting: Setting, now: Situation, private: Private) -> tuple[Situation, Private]:
    """The deal is over; what was played last stays on the table."""
    return now._replace(phase=Phase.OVER, to_act=None), private


def is_won(setting: Setting, now: Situation) -> bool:
    """So many have passed in succession that the trick ends; or all the others are out of it."""
    rules = setting.rules
    if rules.passing_is_final and now.target_by is not None:
        return now.out | 1 << now.target_by == (1 << rules.players) - 1
    return now.passes == rules.passes_to_end_trick


def clear(setting: Setting, now: Situation, private: Private) -> tuple[Situation, Private]:
    """The cards are put away, and the player of the last combination leads anything."""
    phase, _, sizes, _, _, by, _, contract, _ = now
    return new_situation(Situation, (phase, by, sizes, None, 0, None, 0, contract, 0)), private
