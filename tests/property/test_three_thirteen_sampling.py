"""What is sampled from a view of Three Thirteen: who may have had which card, and when."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from math import sqrt
from typing import ClassVar

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st
from typing_extensions import override

from climbcards import (
    Card,
    Deal,
    DealContext,
    Draw,
    GoOut,
    Hand,
    IllegalAction,
    Source,
    State,
    ThreeThirteen,
    View,
    parse_action,
    step,
)
from climbcards.rummy import claims
from climbcards.rummy.state import RummyState
from climbcards.rummy.table import RummyTable
from climbcards.testing import PRESETS, positions, states
from tests.property.page import ACROSS, label
from tests.property.test_sampling import check, replayed, seeds

RULES = [ruleset for ruleset in PRESETS if isinstance(ruleset, ThreeThirteen)]
every = pytest.mark.parametrize("ruleset", RULES, ids=label)


@every
@ACROSS
@given(st.data())
def test_a_sample_is_a_deal_that_gives_the_same_view(
    ruleset: ThreeThirteen, data: st.DataObject
) -> None:
    state = data.draw(states(ruleset))
    for seat in data.draw(st.sampled_from(((None, 0), (1,)))):
        sample = check(state, seat, data.draw(seeds))
        deal = sample.deal
        assert deal is not None
        assert deal.seed is None
        assert sorted(deal.deck) == list(ruleset.deck)
        assert replayed(sample) == sample
        table = state.table
        assert len(deal.reshuffles) == table.reshuffles
        for hand, laid_down, taken in zip(sample.hands, table.laid_down, table.taken, strict=True):
            assert taken <= hand
            assert not laid_down or hand == laid_down


@every
@ACROSS
@given(st.data())
def test_from_a_position_a_position_is_sampled(ruleset: ThreeThirteen, data: st.DataObject) -> None:
    state = data.draw(positions(ruleset))
    for seat in (None, 0):
        assert check(state, seat, data.draw(seeds)).deal is None


def long_deal(ruleset: ThreeThirteen, seed: int, reshuffles: int) -> State[RummyTable]:
    """A deal in which the pile has become the stock so many times, and some moves more."""
    rng = random.Random(seed)
    state = ruleset.deal(seed, DealContext(number=rng.randint(8, 11)))
    after = 12
    while after:
        actions = [one for one in state.legal_actions() if not isinstance(one, GoOut)]
        stock = Draw(Source.STOCK)
        one = stock if stock in actions and rng.random() < 0.8 else rng.choice(actions)
        state = step(state, one)
        after -= state.table.reshuffles >= reshuffles
    return state


@pytest.mark.parametrize("reshuffles", [0, 1, 2])
@pytest.mark.parametrize("players", [2, 4, 8])
def test_a_sample_late_in_a_deal(players: int, reshuffles: int) -> None:
    """Where the ways are too many to count, and where none of some orders is accepted."""
    state = long_deal(ThreeThirteen(players=players), 10 * players + reshuffles, reshuffles)
    sample = check(state, players - 1, 3)
    assert replayed(sample) == sample


@every
@ACROSS
@given(st.data())
def test_so_it_is_after_reshuffles_that_the_position_had_and_others(
    ruleset: ThreeThirteen, data: st.DataObject
) -> None:
    """The stock is empty, so a draw from it makes a new one of the pile."""
    number = ruleset.max_reshuffles
    if number:
        deck = random.Random(data.draw(seeds)).sample(ruleset.deck, len(ruleset.deck))
        hands = [Hand(deck.pop() for _ in range(5)) for _ in range(ruleset.players)]
        reshuffles = data.draw(st.integers(0, number - 1))
        state = ruleset.position(hands, pile=deck, reshuffles=reshuffles)
        for _ in range(9):
            state = step(state, state.legal_actions()[0])
        assert state.table.reshuffles == reshuffles + 1
        for seat in (None, 0):
            assert check(state, seat, data.draw(seeds)).history == state.history


# --- Chances, against every order there is --------------------------------------------------------


@frozen(kw_only=True, repr=False)
class Tiny(ThreeThirteen):
    """The game with so few cards that every order of them can be tried."""

    name: ClassVar[str] = "tiny"

    cards: str = "5♣ 5♣ 5♣ 6♣ 6♣ 6♣ 7♣ 7♣ 8♣"

    @property
    @override
    def deck(self) -> tuple[Card, ...]:
        return tuple(Hand.parse(self.cards))


def played(ruleset: Tiny, deal: Deal, moves: Sequence[str]) -> State[RummyTable] | None:
    """The state after these moves; None if the deal does not allow them."""
    state = ruleset.start(deal)
    try:
        for move in moves:
            state = step(state, parse_action(move))
    except IllegalAction:
        return None
    return state


def first_deal(ruleset: Tiny, moves: Sequence[str]) -> State[RummyTable]:
    """Some deal that allows the moves."""
    rng = random.Random(1)
    deck = list(ruleset.deck)
    while True:
        rng.shuffle(deck)
        state = played(ruleset, Deal(deck=tuple(deck)), moves)
        if state is not None:
            return state


def orders(
    ruleset: Tiny, view: View[RummyTable], moves: Sequence[str], stock: Sequence[Card]
) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Every order of the deck, and of the pile if it was shuffled, that gives this view."""
    shuffles = set(permutations(stock)) if view.table.reshuffles else {None}
    turned_up = view.table.turned_up
    for deck in set(permutations(ruleset.deck)):
        if deck[6] is not turned_up:
            continue
        if view.seat is not None and Hand(deck[1 - view.seat : 6 : 2]) != view.dealt:
            continue
        for order in shuffles:
            reshuffles = () if order is None else (order,)
            state = played(ruleset, Deal(deck=deck, reshuffles=reshuffles), moves)
            if state is not None and state.view(view.seat) == view:
                yield (deck, *reshuffles)


DRAW = "draw stock"
TAKE = "draw discard"


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize(
    "moves",
    [
        (DRAW, "discard 5♣"),
        (DRAW, "discard 5♣", TAKE, "discard 5♣"),
        (DRAW, "discard 5♣", TAKE, "discard 5♣", TAKE, "discard 5♣"),
        (DRAW, "discard 5♣", DRAW, "discard 6♣", DRAW, "discard 5♣"),
        (DRAW, "discard 5♣", DRAW, "discard 6♣", DRAW, "discard 6♣", TAKE, "discard 7♣"),
        (DRAW, "go out 8♣", TAKE, "discard 5♣"),
    ],
    ids=" ".join,
)
def test_every_order_comes_up_as_often(moves: Sequence[str], seat: int | None) -> None:
    returns = moves.count(TAKE) < 2
    ruleset = Tiny(players=2, packs=3, max_reshuffles=1, may_return_discard=returns)
    state = first_deal(ruleset, moves)
    view = state.view(seat)
    assert isinstance(state, RummyState)
    known = Counter(orders(ruleset, view, moves, state._private.stock))
    assert set(known.values()) == {1}
    assert view.table.reshuffles == (moves.count(DRAW) > 2)
    rng = random.Random(313)
    draws = 6 * len(known) + 2_000
    seen = Counter[tuple[tuple[Card, ...], ...]]()
    for _ in range(draws):
        deal = view.sample(rng).deal
        assert deal is not None
        seen[deal.deck, *deal.reshuffles] += 1
    assert set(seen) <= set(known)
    expected = draws / len(known)
    distance = sum((seen[order] - expected) ** 2 / expected for order in known)
    free = len(known) - 1
    assert distance < free + 4 * sqrt(2 * free) + 8  # one time in some ten thousand it is more


def test_exchanges_keep_every_order_as_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is done where no order was accepted leaves the chances as they were."""
    monkeypatch.setattr(claims, "_EXCHANGES", 60)
    monkeypatch.setattr(claims, "_TRIES", 1)
    moves = (DRAW, "discard 5♣", DRAW, "discard 6♣")
    ruleset = Tiny(players=2, packs=3)
    view = first_deal(ruleset, moves).view(0)
    known = set(orders(ruleset, view, moves, ()))
    rng = random.Random(7)
    draws = 20 * len(known)
    seen = Counter(view.sample(rng).deal for _ in range(draws))
    expected = draws / len(known)
    counts = Counter[tuple[tuple[Card, ...], ...]]()
    for deal, number in seen.items():
        assert deal is not None
        counts[(deal.deck,)] += number
    assert set(counts) <= known
    distance = sum((counts[order] - expected) ** 2 / expected for order in known)
    free = len(known) - 1
    assert distance < free + 4 * sqrt(2 * free) + 8


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("before", [0, 1, 2])
def test_a_position_is_sampled_after_a_reshuffle(before: int, seat: int | None) -> None:
    """The reshuffles before a position are none of those that are drawn."""
    state = ThreeThirteen(players=2).position(
        ["A♣ 5♦ 9♥", "2♣ 6♦ 10♥"], pile="3♠ 4♠ 7♠ 8♠ J♠ Q♠ K♠", reshuffles=before
    )
    rng = random.Random(before)
    for _ in range(6):
        state = step(state, Draw(Source.STOCK))
        check(state, seat, rng.getrandbits(32))
        state = step(state, rng.choice(state.legal_actions()))
        sample = check(state, seat, rng.getrandbits(32))
        assert list(map(len, sample.hands)) == [3, 3]
