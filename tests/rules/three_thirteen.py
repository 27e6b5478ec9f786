"""Tables of Three Thirteen for rules tests: deals written card by card, moves written short."""

from __future__ import annotations

from typing import Final

from climbcards import Card, Deal, DealContext, Hand, Result, State, ThreeThirteen
from climbcards.rummy.table import RummyTable
from tests.rules.table import after, listed, refused

THREE_THIRTEEN: Final = ThreeThirteen()
TWO: Final = ThreeThirteen(players=2)
THREE: Final = ThreeThirteen(players=3)
ACES: Final = ThreeThirteen(ace_high=True)


def cards(text: str) -> list[Card]:
    """Cards in the order in which they are written."""
    return [Card.parse(card) for card in text.split()]


def deal_of(
    ruleset: ThreeThirteen,
    *hands: str,
    number: int = 1,
    dealer: int = -1,
    order: int = 1,
    turned_up: str = "",
    stock: str = "",
    reshuffles: tuple[str, ...] = (),
) -> Deal:
    """A deal in which each seat is dealt at least these cards.

    What is left of the packs, in natural order, fills the hands up and lies under the cards of the
    stock that are named.  The dealer is the last seat.
    """
    dealer %= ruleset.players
    rest = list(ruleset.deck)
    piles = [cards(hand) for hand in (*hands, *[""] * (ruleset.players - len(hands)))]
    top = [cards(turned_up), cards(stock)]
    for card in [card for pile in (*piles, *top) for card in pile]:
        rest.remove(card)
    size = ruleset.hand_size(number)
    for pile in piles:
        wanted = size - len(pile)
        pile.extend(rest[:wanted])
        del rest[:wanted]
    if not turned_up:
        top[0] = [rest.pop(0)]
    first = dealer + order
    turns = range(size * ruleset.players)
    deck = [piles[(first + order * turn) % ruleset.players].pop(0) for turn in turns]
    return Deal(
        deck=(*deck, *top[0], *top[1], *rest),
        context=DealContext(number=number, dealer=dealer, order=order),
        reshuffles=tuple([tuple(cards(order)) for order in reshuffles]),
    )


def written(text: str) -> str:
    """A short move as it prints: ``0: stock``, ``0: pile``, ``0: 5♣``, ``0: out 5♣``."""
    seat, _, word = text.partition(": ")
    match word.split():
        case ["stock"]:
            return f"{seat}: draw stock"
        case ["pile"]:
            return f"{seat}: draw discard"
        case ["out", card]:
            return f"{seat}: go out {card}"
        case _:
            return f"{seat}: discard {word}"


def play(state: State[RummyTable], *moves: str) -> State[RummyTable]:
    """The state after these short moves."""
    return after(state, *map(written, moves))


def no(state: State[RummyTable], text: str) -> str:
    """The code of refusal of a short move, which the seat's own view gives too."""
    violation = refused(state, written(text))
    seat = int(text.partition(": ")[0])
    if 0 <= seat < state.ruleset.players:
        assert violation.action is not None
        assert state.view(seat).check(violation.action) == violation
    return violation.reason


def may(state: State[RummyTable]) -> list[str]:
    """What the seat to act may do, short; its own view lists the same."""
    actions = state.legal_actions()
    assert list(state.view(state.to_act).legal_actions()) == list(actions)
    short = {"draw stock": "stock", "draw discard": "pile"}
    return [
        short.get(text, text.removeprefix("discard ").replace("go out", "out"))
        for text in listed(actions)
    ]


def over(state: State[RummyTable]) -> Result:
    """The result of a finished deal."""
    assert state.is_over
    assert state.to_act is None
    assert state.result is not None
    return state.result


def points(hand: str, number: int, ruleset: ThreeThirteen = THREE_THIRTEEN) -> int:
    """What a hand costs in a deal."""
    return ruleset.arrange(hand, number).points


def is_melds(hand: str, number: int, ruleset: ThreeThirteen = THREE_THIRTEEN) -> bool:
    """Whether nothing of a hand is left over, which is also when it may go out."""
    found = not ruleset.arrange(hand, number).left
    size = len(Hand.parse(hand))
    if size in range(3, 14) and ruleset.wild(number) == size:
        rest = [card for card in ruleset.deck if card not in Hand.parse(hand)]
        others = [rest[seat * size : (seat + 1) * size] for seat in range(1, ruleset.players)]
        state = ruleset.position([Hand([*Hand.parse(hand), rest[0]]), *others], number=number)
        assert (f"out {rest[0]}" in may(state)) is found
    return found
