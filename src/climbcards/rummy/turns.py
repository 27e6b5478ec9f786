"""A turn: drawing a card, then discarding one, or going out with it."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import override

from climbcards.actions import Action, Discard, Draw, GoOut, Phase, Source
from climbcards.cards import Card
from climbcards.hand import hand_of
from climbcards.lazy import LazySequence
from climbcards.rummy.melds import is_melds, outs
from climbcards.rummy.situation import Private, Setting, Situation
from climbcards.violations import Reason, Violation

__all__ = [
    "Discards",
    "check_discard",
    "check_draw",
    "check_go_out",
    "discard",
    "draw",
    "finish",
    "go_out",
    "is_exhausted",
    "is_idle",
    "is_last_turn_over",
    "legal_discards",
    "legal_draws",
]


def check_draw(
    setting: Setting, now: Situation, seat: int, bits: int, action: Draw
) -> Violation | None:
    """Rule on a draw."""
    if action.source is Source.DISCARD:
        if not now.pile:
            return Violation(Reason.NO_DISCARD_TO_DRAW, seat, action)
    elif not now.stock_size and not now.can_reshuffle(setting):
        return Violation(Reason.STOCK_EMPTY, seat, action)
    return None


def draw(
    setting: Setting, now: Situation, private: Private, seat: int, action: Draw
) -> tuple[Situation, Private]:
    """Take the card, from a new stock if there is none left."""
    if action.source is Source.DISCARD:
        card = now.pile[-1]
        taken = _changed(now.taken, seat, now.taken[seat] + card.bit)
        then = now._replace(
            phase=Phase.DISCARD, pile=now.pile[:-1], taken=taken, drawn=card, idle=now.idle + 1
        )
        return then, private._replace(hands=private.with_hand(seat, private.hands[seat] + card.bit))
    pile, stock, size, reshuffles = now.pile, private.stock, now.stock_size, now.reshuffles
    if not size:
        stock = private.chance.stock(pile[:-1], reshuffles)
        pile, size, reshuffles = pile[-1:], len(stock), reshuffles + 1
    card = stock[len(stock) - size]
    then = now._replace(
        phase=Phase.DISCARD,
        pile=pile,
        stock_size=size - 1,
        reshuffles=reshuffles,
        drawn=None,
        idle=0,
    )
    hands = private.with_hand(seat, private.hands[seat] + card.bit)
    return then, private._replace(hands=hands, stock=stock)


def legal_draws(setting: Setting, now: Situation) -> Sequence[Action]:
    """The draws that there are: from the stock first."""
    found: list[Action] = []
    if now.stock_size or now.can_reshuffle(setting):
        found.append(_FROM_STOCK)
    if now.pile:
        found.append(_FROM_PILE)
    return tuple(found)


_FROM_STOCK = Draw(Source.STOCK)
_FROM_PILE = Draw(Source.DISCARD)


def check_discard(
    setting: Setting, now: Situation, seat: int, bits: int, action: Discard | GoOut
) -> Violation | None:
    """Rule on the card that is to go."""
    card = action.card
    copies = bits >> 4 * card.lane & 15
    if not copies:
        gone = hand_of(card.bit)
        return Violation(Reason.CARDS_NOT_HELD, seat, action, cards=gone, missing=gone)
    # A second copy was in the hand before, and that one may go.
    if card is now.drawn and copies == 1 and not setting.may_return_discard:
        return Violation(Reason.RETURNED_DISCARD, seat, action, card=card)
    return None


def check_go_out(
    setting: Setting, now: Situation, seat: int, bits: int, action: GoOut
) -> Violation | None:
    """Rule on going out with a discard."""
    refused = check_discard(setting, now, seat, bits, action)
    if refused is not None:
        return refused
    rest = bits - action.card.bit
    if not is_melds(rest, setting.wild, setting.ace_high):
        return Violation(Reason.HAND_NOT_MELDED, seat, action, cards=hand_of(rest))
    return None


def discard(
    setting: Setting, now: Situation, private: Private, seat: int, action: Discard | GoOut
) -> tuple[Situation, Private]:
    """Put the card on the pile, and the turn passes."""
    card = action.card
    known = now.taken[seat]
    if known >> 4 * card.lane & 15:  # the card taken, for all the others can tell
        known -= card.bit
    then = now._replace(
        phase=Phase.DRAW,
        to_act=setting.after[seat],
        pile=(*now.pile, card),
        taken=_changed(now.taken, seat, known),
        drawn=None,
    )
    hands = private.with_hand(seat, private.hands[seat] - card.bit)
    return then, private._replace(hands=hands)


def go_out(
    setting: Setting, now: Situation, private: Private, seat: int, action: GoOut
) -> tuple[Situation, Private]:
    """Discard and lay the hand down; the first to do so begins the last turns."""
    now, private = discard(setting, now, private, seat, action)
    now = now._replace(
        laid_down=_changed(now.laid_down, seat, private.hands[seat]),
        out=seat if now.out is None else now.out,
    )
    return now, private


def _changed(values: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def is_last_turn_over(setting: Setting, now: Situation) -> bool:
    """Whether it would be the turn again of the seat that went out first."""
    return now.to_act == now.out


def is_exhausted(setting: Setting, now: Situation) -> bool:
    """Whether a turn would begin without a stock, and none can be made."""
    return not now.stock_size and not now.can_reshuffle(setting)


def is_idle(setting: Setting, now: Situation) -> bool:
    """Whether nobody has drawn from the stock for so long that nobody needs to again.

    Last turns come to an end by themselves.
    """
    return now.idle >= setting.max_idle_turns and now.out is None


def finish(setting: Setting, now: Situation, private: Private) -> tuple[Situation, Private]:
    """End the deal."""
    return now._replace(phase=Phase.OVER, to_act=None), private


class Discards(LazySequence[Action]):
    """The discards of a hand, then those with which it goes out, as actions when looked at."""

    __slots__ = ("_cards", "_outs")

    def __init__(self, cards: Sequence[Card], outs: Sequence[Card]) -> None:
        self._cards = cards
        self._outs = outs
        self._size = len(cards) + len(outs)

    @override
    def _at(self, place: int) -> Action:
        if place < len(self._cards):
            return Discard(self._cards[place])
        return GoOut(self._outs[place - len(self._cards)])


def legal_discards(setting: Setting, now: Situation, bits: int) -> Sequence[Action]:
    """Every card once that may be discarded, in natural order; then those to go out with."""
    cards = list(dict.fromkeys(hand_of(bits)))
    going = outs(bits, setting.wild, setting.ace_high)
    drawn = now.drawn
    if drawn is not None and not setting.may_return_discard and bits >> 4 * drawn.lane & 15 == 1:
        cards.remove(drawn)
        going = [card for card in going if card is not drawn]
    return Discards(cards, going)
