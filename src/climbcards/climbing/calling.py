"""Calling a card: its holder, who keeps quiet, is the declarer's partner."""

from __future__ import annotations

from climbcards.actions import Action, Call, Phase
from climbcards.cards import Card, Suit
from climbcards.climbing.auction import first_lead
from climbcards.climbing.situation import Private, Ruling, Setting, Situation
from climbcards.hand import hand_of
from climbcards.violations import Reason, Violation

__all__ = ["begin", "call", "check_call", "is_called", "legal"]


def legal(setting: Setting, bits: int) -> tuple[Action, ...]:
    """A call for every callable card that is not in the hand, rank by rank from the lowest."""
    hand = hand_of(bits)
    cards = (Card(rank, suit) for rank in setting.rules.callable_ranks for suit in Suit)
    return tuple(Call(card) for card in cards if card not in hand)


def check_call(
    setting: Setting, now: Situation, seat: int, bits: int, action: Call
) -> Violation | Ruling[Call]:
    """The card is of a callable rank and in another hand."""
    ranks, card = setting.rules.callable_ranks, action.card
    held = card in hand_of(bits)
    if held or card.rank not in ranks:
        return Violation(Reason.CARD_NOT_CALLABLE, seat, action, card=card, ranks=ranks, held=held)
    return Ruling(action)


def call(
    setting: Setting, now: Situation, private: Private, seat: int, ruling: Ruling[Call]
) -> tuple[Situation, Private]:
    """The card is named."""
    return now._replace(contract=now.contract._replace(called=ruling.action.card)), private


def is_called(setting: Setting, now: Situation) -> bool:
    """A card has been called."""
    return now.contract.called is not None


def begin(setting: Setting, now: Situation, private: Private) -> tuple[Situation, Private]:
    """Play begins."""
    to_act = first_lead(setting, now.contract)
    return now._replace(phase=Phase.PLAY, to_act=to_act, passes=0), private
