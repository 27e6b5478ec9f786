"""A deck and a whole deal of Three Thirteen, with a reshuffle, that may never change."""

from __future__ import annotations

from hashlib import sha256

from climbcards import Card, DealContext, Phase, State, ThreeThirteen, step
from climbcards.rummy.table import RummyTable

TWO = ThreeThirteen(players=2, max_reshuffles=2)
CONTEXT = DealContext(number=11, dealer=1)
SEED = 313

DECK = """
Q♠ A♠ 7♥ 9♦ 2♣ A♥ 4♣ K♠ 6♥ 8♠ 8♥ K♣ 7♠ Q♦ J♣ 4♦ 7♦ 10♦ 4♠ 9♥ 3♥ 8♣ 10♠ 9♣ A♦ Q♣ J♦ 6♣ K♥ 4♥ 10♥
Q♥ 3♠ 9♠ 5♥ 2♠ 6♠ J♠ 3♣ 2♦ 10♣ 7♣ 5♦ 5♠ A♣ 5♣ 2♥ 3♦ J♥ 6♦ K♦ 8♦
"""

SECOND_STOCK = """
9♠ 3♠ 7♣ J♥ 5♣ 5♥ 2♦ K♥ 5♦ 6♣ 4♥ 2♥ 10♥ A♣ 6♦ 6♠ Q♥ 3♣ 3♦ 5♠ 2♠ J♦ J♠ 10♣ K♦
"""

THIRD_STOCK = """
8♦ 6♦ Q♥ 5♦ 10♥ 2♥ 7♣ 10♣ 4♥ J♥ 5♥ 6♠ A♣ J♦ 5♣ 2♦ 9♠ 6♣ 3♠ 5♠ 2♠ K♥ 3♣ 3♦ J♠
"""

MOVES = "be9468811a0b61ff"
POINTS = (58, 16)
PAYOFFS = (-42, 42)


def cards(text: str) -> list[Card]:
    return [Card.parse(card) for card in text.split()]


def played() -> tuple[State[RummyTable], list[list[Card]]]:
    """The deal in which every card drawn from the stock is discarded; the cards of each stock."""
    state = TWO.deal(SEED, CONTEXT)
    stocks: list[list[Card]] = []
    while not state.is_over:
        seat = state.to_act
        assert seat is not None
        if not state.table.stock_size or not stocks:
            stocks.append([])
        actions = state.legal_actions()
        state = step(state, actions[0])
        card = state.view(seat).draws[-1]
        stocks[-1].append(card)
        assert state.phase is Phase.DISCARD
        discard = next(a for a in state.legal_actions() if str(a) == f"discard {card}")
        state = step(state, discard)
    return state, stocks


def test_the_deck_of_a_seed_stays() -> None:
    assert list(TWO.shuffle(SEED, CONTEXT).deck) == cards(DECK)


def test_reshuffles_that_follow_from_the_deck_stay() -> None:
    state, stocks = played()
    assert stocks[0] == cards(DECK)[27:]
    assert stocks[1:] == [cards(SECOND_STOCK), cards(THIRD_STOCK)]
    assert state.table.reshuffles == 2


def test_the_deal_stays() -> None:
    state, _ = played()
    moves = "\n".join(map(str, state.history))
    assert sha256(moves.encode()).hexdigest()[:16] == MOVES
    assert state.result is not None
    assert (state.result.points, state.result.payoffs) == (POINTS, PAYOFFS)
