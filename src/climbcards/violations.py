"""Why an action is refused: a code, the facts of the case, and a sentence composed from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

from attrs import frozen
from typing_extensions import override

from climbcards.actions import Action, Phase
from climbcards.cards import Card, Rank
from climbcards.combination import Combination, Kind
from climbcards.errors import ClimbcardsError
from climbcards.hand import Hand

__all__ = ["IllegalAction", "Reason", "Violation"]


class Reason(StrEnum):
    """The codes of refusal, in the order in which they are looked for.

    The codes are stable: an app translates them, filling its own sentences from the fields of the
    :class:`Violation`.
    """

    NOT_AN_ACTION = "not_an_action"
    GAME_OVER = "game_over"
    NO_SUCH_SEAT = "no_such_seat"
    NOT_YOUR_TURN = "not_your_turn"
    WRONG_PHASE = "wrong_phase"
    BID_OUT_OF_RANGE = "bid_out_of_range"
    MUST_BID = "must_bid"
    BID_TOO_LOW = "bid_too_low"
    CARD_NOT_CALLABLE = "card_not_callable"
    CANNOT_PASS_LEAD = "cannot_pass_lead"
    NO_CARDS = "no_cards"
    CARDS_NOT_HELD = "cards_not_held"
    NOT_A_COMBINATION = "not_a_combination"
    NO_SUCH_READING = "no_such_reading"
    OPENING_CARD_MISSING = "opening_card_missing"
    OWN_PLAY = "own_play"
    NOT_A_BOMB = "not_a_bomb"
    NOT_HIGHER = "not_higher"
    DIFFERENT_SHAPE = "different_shape"
    LAST_CARD_RULE = "last_card_rule"
    STOCK_EMPTY = "stock_empty"
    NO_DISCARD_TO_DRAW = "no_discard_to_draw"
    RETURNED_DISCARD = "returned_discard"
    HAND_NOT_MELDED = "hand_not_melded"


@frozen
class Violation:
    """A refusal: the reason and the facts it rests on.  Fields that say nothing here are None.

    Attributes:
        reason: the code.
        seat: the seat that acted; None where it is no seat.
        action: the action refused; None where it is no action.
        given: the name of the Python type that was given in place of an action or a seat.
        seats: how many seats there are (NO_SUCH_SEAT).
        to_act: the seat whose turn it is (NOT_YOUR_TURN).
        phase: the phase of the deal (WRONG_PHASE).
        bids: the bids there are (BID_OUT_OF_RANGE) or those still open (MUST_BID, BID_TOO_LOW).
        highest: the bid to beat (BID_TOO_LOW).
        card: the card that may not be called, is missing from an opening lead, is owed under the
            last-card rule (None: more than one card is), or was given back.
        ranks: the ranks of the cards that may be called (CARD_NOT_CALLABLE).
        held: whether the caller holds the card called (CARD_NOT_CALLABLE).
        missing: the cards the player does not hold (CARDS_NOT_HELD).
        cards: the cards of the play, or those that are not all melds (HAND_NOT_MELDED).
        kind: the kind the play was said to be (NO_SUCH_READING).
        readings: the readings that the cards do have (NO_SUCH_READING) or that the play has here.
        target: the combination to beat.
    """

    reason: Reason
    seat: int | None = None
    action: Action | None = None
    given: str | None = None
    seats: int | None = None
    to_act: int | None = None
    phase: Phase | None = None
    bids: tuple[int, ...] | None = None
    highest: int | None = None
    card: Card | None = None
    ranks: tuple[Rank, ...] | None = None
    held: bool | None = None
    missing: Hand | None = None
    cards: Hand | None = None
    kind: Kind | None = None
    readings: tuple[Combination, ...] = ()
    target: Combination | None = None

    @property
    def message(self) -> str:
        """One English sentence about the case, without a final period."""
        return _SENTENCES[self.reason](self)

    @override
    def __str__(self) -> str:
        return self.message


def seat_or_none(seat: object) -> int | None:
    """A seat as a violation names it: None for what is no number, or none of any table."""
    return seat if type(seat) is int and abs(seat) < 1000 else None


def no_such_seat(seat: object, players: int, action: Action) -> Violation:
    """The refusal of an action of somebody who is not at the table."""
    number = seat_or_none(seat)
    given = None if number is not None else type(seat).__name__
    return Violation(Reason.NO_SUCH_SEAT, number, action, given=given, seats=players)


def _not_an_action(v: Violation) -> str:
    return f"a {v.given} is no action" if v.given else "that is no action"


def _no_such_seat(v: Violation) -> str:
    if v.given == type(None).__name__:
        return "a spectator has no seat to act for"
    seat = f"a {v.given}" if v.seat is None else str(v.seat)
    return f"there is no seat {seat}: seats are numbered from 0 to {(v.seats or 1) - 1}"


def _wrong_phase(v: Violation) -> str:
    return f"{_named(v.action)} has no place in the {v.phase} phase"


def _bids(v: Violation) -> str:
    return " or ".join(map(str, v.bids or ()))


def _card_not_callable(v: Violation) -> str:
    if v.held:
        return f"{v.card} is in the caller's own hand"
    ranks = v.ranks or ()
    return f"{v.card} cannot be called: only {', '.join(map(str, ranks))} can"


def _no_such_reading(v: Violation) -> str:
    kinds = " or ".join(dict.fromkeys(reading.kind for reading in v.readings))
    return f"{v.cards} does not read as {v.kind}, but as {kinds}"


def _not_higher(v: Violation) -> str:
    return f"{v.cards} does not beat {v.target}"


def _different_shape(v: Violation) -> str:
    kinds = " or ".join(dict.fromkeys(reading.kind for reading in v.readings))
    return f"{v.cards} ({kinds}) does not answer {v.target}"


def _last_card_rule(v: Violation) -> str:
    owed = "more than one card" if v.card is None else v.card
    return f"the next player has one card left, so {owed} is owed"


def _named(action: Action | None) -> str:
    return f"a {type(action).__name__}"


_SENTENCES: Final[Mapping[Reason, Callable[[Violation], str]]] = {
    Reason.NOT_AN_ACTION: _not_an_action,
    Reason.GAME_OVER: lambda v: "the deal is over",
    Reason.NO_SUCH_SEAT: _no_such_seat,
    Reason.NOT_YOUR_TURN: lambda v: f"it is the turn of seat {v.to_act}, not of seat {v.seat}",
    Reason.WRONG_PHASE: _wrong_phase,
    Reason.BID_OUT_OF_RANGE: lambda v: f"{v.action} is out of range: bids are {_bids(v)}",
    Reason.MUST_BID: lambda v: f"the opener of the auction must bid {_bids(v)}",
    Reason.BID_TOO_LOW: lambda v: f"{v.action} is not higher than {v.highest}",
    Reason.CARD_NOT_CALLABLE: _card_not_callable,
    Reason.CANNOT_PASS_LEAD: lambda v: "the leader of a trick cannot pass",
    Reason.NO_CARDS: lambda v: "a play needs at least one card",
    Reason.CARDS_NOT_HELD: lambda v: f"seat {v.seat} does not hold {v.missing}",
    Reason.NOT_A_COMBINATION: lambda v: f"{v.cards} is no combination",
    Reason.NO_SUCH_READING: _no_such_reading,
    Reason.OPENING_CARD_MISSING: lambda v: f"the opening lead must contain {v.card}",
    Reason.OWN_PLAY: lambda v: f"seat {v.seat} cannot beat its own play out of turn",
    Reason.NOT_A_BOMB: lambda v: f"{v.cards} is no bomb, and only bombs are played out of turn",
    Reason.NOT_HIGHER: _not_higher,
    Reason.DIFFERENT_SHAPE: _different_shape,
    Reason.LAST_CARD_RULE: _last_card_rule,
    Reason.STOCK_EMPTY: lambda v: "there is no stock to draw from",
    Reason.NO_DISCARD_TO_DRAW: lambda v: "there is no discard to draw",
    Reason.RETURNED_DISCARD: lambda v: f"{v.card} was drawn from the pile and may not go back",
    Reason.HAND_NOT_MELDED: lambda v: "the rest of the hand is not all melds",
}


class IllegalAction(ClimbcardsError):
    """An action that the rules refuse; the state it was tried on is as before.

    Attributes:
        violation: the reason and the facts.
    """

    def __init__(self, violation: Violation) -> None:
        super().__init__(violation)
        self.violation = violation

    @property
    def reason(self) -> Reason:
        """The code of refusal."""
        return self.violation.reason

    @override
    def __str__(self) -> str:
        return self.violation.message
