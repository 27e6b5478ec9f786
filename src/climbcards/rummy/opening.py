"""What a seat was shown before the first move of Three Thirteen, as plain values.

A view is sent from one program to another as these and the events since.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from attrs import frozen

from climbcards.actions import Phase
from climbcards.cards import Card
from climbcards.deal import DealContext, is_seat
from climbcards.errors import PositionError
from climbcards.hand import Hand, hand_of
from climbcards.ruleset import View
from climbcards.rummy.melds import is_melds
from climbcards.rummy.situation import Setting, Situation
from climbcards.rummy.table import RummyTable
from climbcards.rummy.watching import Watch

__all__ = [
    "OPENINGS",
    "DealOpening",
    "Opening",
    "PositionOpening",
    "first_of",
    "opening_of",
    "view_of",
]


@frozen(kw_only=True)
class DealOpening:
    """What a seat was shown when the cards were dealt.

    Attributes:
        context: what the deal takes over from its match.
        turned_up: the card that began the discard pile.
        hand: the seat's cards; a spectator has none.
    """

    context: DealContext
    turned_up: Card
    hand: Hand


@frozen(kw_only=True)
class PositionOpening:
    """What a seat saw when a position was set up.

    Attributes:
        context: the number of the deal and the order of the seats.
        to_act: the seat whose turn it is.
        discards: whether it has drawn and is to discard.
        hand: the seat's cards; a spectator has none.
        pile: the discard pile from the bottom to the top.
        stock_size: how many cards the stock holds.
        reshuffles: how often the pile has become the stock.
        taken: by seat, the cards that all know it took from the pile.
        laid_down: by seat, the hand it laid down when it went out; empty where it did not.
        out: the seat that went out first.
        drawn: the card that the seat to act has just taken from the pile.
    """

    context: DealContext
    to_act: int
    discards: bool
    hand: Hand
    pile: tuple[Card, ...]
    stock_size: int
    reshuffles: int
    taken: tuple[Hand, ...]
    laid_down: tuple[Hand, ...]
    out: int | None
    drawn: Card | None


Opening: TypeAlias = DealOpening | PositionOpening
"""What a seat was shown before the first move."""

OPENINGS: Final[Mapping[str, type[Opening]]] = {"deal": DealOpening, "position": PositionOpening}
"""The kinds of openings by name."""


def opening_of(setting: Setting, hand: Hand) -> Opening:
    """What a seat that held this hand was shown before the first move."""
    first = setting.first
    if not setting.position:
        return DealOpening(context=setting.context, turned_up=first.pile[0], hand=hand)
    assert first.to_act is not None  # no position is over
    return PositionOpening(
        context=setting.context,
        to_act=first.to_act,
        discards=first.phase is Phase.DISCARD,
        hand=hand,
        pile=first.pile,
        stock_size=first.stock_size,
        reshuffles=first.reshuffles,
        taken=tuple(map(hand_of, first.taken)),
        laid_down=tuple(map(hand_of, first.laid_down)),
        out=first.out,
        drawn=first.drawn,
    )


def first_of(opening: PositionOpening) -> Situation:
    """The public facts of a position as its opening tells them."""
    return Situation(
        phase=Phase.DISCARD if opening.discards else Phase.DRAW,
        to_act=opening.to_act,
        pile=opening.pile,
        stock_size=opening.stock_size,
        reshuffles=opening.reshuffles,
        taken=tuple([cards.bits for cards in opening.taken]),
        laid_down=tuple([cards.bits for cards in opening.laid_down]),
        out=opening.out,
        drawn=opening.drawn,
        idle=0 if opening.drawn is None else 1,
    )


def view_of(setting: Setting, opening: Opening, seat: int | None) -> View[RummyTable]:
    """The view of a seat (None: a spectator) that was shown this.

    Raises:
        PositionError: no seat can have been; the error names what is wrong.
    """
    players, hand = setting.players, opening.hand
    if seat is not None and not is_seat(seat, players):
        raise PositionError(f"seats are numbered from 0 to {players - 1}")
    size, dealt = 0 if seat is None else setting.hand_size, hand
    problems: list[str] = []
    if isinstance(opening, PositionOpening):
        if not is_seat(opening.to_act, players):
            problems.append(f"to_act is a seat from 0 to {players - 1}")
        if len(opening.taken) != players or len(opening.laid_down) != players:
            problems.append(f"there are {players} seats")
        if problems:
            raise PositionError(*problems)
        problems += _position_problems(setting, seat, hand)
        size += seat is not None and opening.discards and seat == opening.to_act
        dealt = Hand()
    if len(hand) != size:
        problems.append(f"the hand has {len(hand)} cards, not {size}")
    try:
        Watch(setting, setting.first, (), seat, hand).unseen()
    except PositionError as error:
        problems += error.problems
    if problems:
        raise PositionError(*problems)
    table = RummyTable(setting, setting.first, ())
    return View(seat=seat, table=table, hand=hand, dealt=dealt)


def _position_problems(setting: Setting, seat: int | None, hand: Hand) -> list[str]:
    """What is wrong with the public facts of a position, and with a seat's hand in it.

    The numbers of seats must be right, and there must be a value for each seat.
    """
    first, players, size = setting.first, setting.players, setting.hand_size
    found: list[str] = []
    discards = first.to_act if first.phase is Phase.DISCARD else None
    known = [
        hand_of(laid or taken) for laid, taken in zip(first.laid_down, first.taken, strict=True)
    ]
    if seat is not None:
        if not known[seat] <= hand:
            found.append("the hand lacks cards that its seat is known to hold")
        known[seat] = hand
    if any(len(cards) > size + (at == discards) for at, cards in enumerate(known)):
        found.append(f"no hand has more than {size} cards, besides a card just drawn")
    for at, (laid, taken) in enumerate(zip(first.laid_down, first.taken, strict=True)):
        if not laid:
            continue
        if len(hand_of(laid)) != size or not is_melds(laid, setting.wild, setting.ace_high):
            found.append(f"the hand of seat {at}, which went out, is not all melds")
        if not hand_of(taken) <= hand_of(laid):
            found.append(f"seat {at}, which went out, has laid down the cards that it took")
    if (first.out is None) == any(first.laid_down) or (
        first.out is not None and not (is_seat(first.out, players) and first.laid_down[first.out])
    ):
        found.append("the seat that went out first has laid its hand down")
    if first.to_act is not None and first.laid_down[first.to_act]:
        found.append("the seat to act has not gone out")
    elif first.to_act is not None and is_seat(first.out, players):
        turns = [(at - first.out) * setting.context.order % players for at in range(players)]
        if any(laid and turns[at] > turns[first.to_act] for at, laid in enumerate(first.laid_down)):
            found.append("the seats that went out acted before the seat to act")
    if first.drawn is not None and (
        discards is None or not first.taken[discards] >> 4 * first.drawn.lane & 15
    ):
        found.append("the card drawn is one that the seat to act is known to have taken")
    if not 0 <= first.reshuffles <= setting.max_reshuffles:
        found.append(f"reshuffles are from 0 to {setting.max_reshuffles}")
    cards = size * players + (discards is not None) + first.stock_size + len(first.pile)
    if first.stock_size < 0 or cards > len(setting.deck):
        found.append("the packs do not hold so many cards")
    if discards is None and not first.stock_size and not first.pile:
        found.append("there is no card to draw")
    return found
