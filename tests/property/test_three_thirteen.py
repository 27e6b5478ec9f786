"""The engine of Three Thirteen: what may be done, where the cards are, what is hidden, the end."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from climbcards import (
    Action,
    Bid,
    Call,
    Card,
    Deal,
    Discard,
    Draw,
    GoOut,
    Hand,
    Match,
    Move,
    Pass,
    Phase,
    Play,
    Reason,
    Source,
    State,
    ThreeThirteen,
    step,
)
from climbcards.cards import CARDS
from climbcards.rummy.table import RummyTable
from climbcards.testing import deals, positions, states, three_thirteens
from tests.property import page_three_thirteen as page
from tests.property.page import label
from tests.property.page_three_thirteen import THREE_THIRTEENS

Chooser = Callable[[State[RummyTable], random.Random], Action]

every = pytest.mark.parametrize("ruleset", THREE_THIRTEENS, ids=label)
SEEDS = st.integers(0, 1 << 32)
FEW = settings(max_examples=max(1, settings().max_examples // 8))

ALL: list[Action] = [
    *map(Draw, Source),
    *map(Discard, CARDS),
    *map(GoOut, CARDS),
    Pass(),
    *map(Bid, range(4)),
    *map(Call, CARDS[:4]),
    *(Play(Hand(CARDS[:size])) for size in range(4)),
]
"""Every action that the game has, and some that it does not have."""


def moments(ruleset: ThreeThirteen) -> st.SearchStrategy[State[RummyTable]]:
    return states(ruleset) | states(ruleset, phase=Phase.DISCARD) | positions(ruleset)


# --- What may be done ----------------------------------------------------------------------------


def reason(state: State[RummyTable], action: Action, seat: int) -> Reason | None:
    """The first reason against it, by the page."""
    ruleset, table = state.ruleset, state.table
    assert isinstance(ruleset, ThreeThirteen)
    if state.is_over:
        return Reason.GAME_OVER
    if seat != state.to_act:
        return Reason.NOT_YOUR_TURN
    hand = list(state.hands[seat])
    drawing = len(hand) == ruleset.hand_size(table.number)
    match action:
        case Draw(source) if drawing:
            if source is Source.DISCARD:
                return None if table.pile else Reason.NO_DISCARD_TO_DRAW
            new = table.reshuffles < ruleset.max_reshuffles and len(table.pile) > 1
            return None if table.stock_size or new else Reason.STOCK_EMPTY
        case Discard(card) | GoOut(card) if not drawing:
            if card not in hand:
                return Reason.CARDS_NOT_HELD
            if card is table.drawn and hand.count(card) == 1 and not ruleset.may_return_discard:
                return Reason.RETURNED_DISCARD
            hand.remove(card)
            wild = page.wild_in(table.number)
            if isinstance(action, GoOut) and not page.is_all_melds(hand, wild, ruleset.ace_high):
                return Reason.HAND_NOT_MELDED
            return None
        case _:
            return Reason.WRONG_PHASE


def gives_the_pages_reasons(state: State[RummyTable]) -> None:
    for seat in range(len(state.hands)):
        view, legal = state.view(seat), list[Action]()
        for action in ALL:
            violation = state.check(action, seat)
            assert (violation and violation.reason) == reason(state, action, seat), action
            assert view.check(action) == violation
            if violation is None:
                legal.append(action)
                assert step(state, action, seat).history == (*state.history, Move(seat, action))
        # draws from the stock and the pile, discards, going out, each in natural order
        assert list(state.legal_actions(seat)) == list(view.legal_actions()) == legal


@every
@FEW
@given(st.data())
def test_of_all_actions_those_are_listed_in_order_that_the_page_allows(
    ruleset: ThreeThirteen, data: st.DataObject
) -> None:
    gives_the_pages_reasons(data.draw(moments(ruleset)))


@FEW
@given(three_thirteens(), st.data())
def test_with_any_options_too(ruleset: ThreeThirteen, data: st.DataObject) -> None:
    gives_the_pages_reasons(data.draw(positions(ruleset)))


# --- Whole deals ---------------------------------------------------------------------------------


def anything(state: State[RummyTable], rng: random.Random) -> Action:
    return rng.choice(state.legal_actions())


def eager(state: State[RummyTable], rng: random.Random) -> Action:
    """Go out if that is possible; else the best of three discards."""
    actions = state.legal_actions()
    if state.phase is Phase.DRAW or isinstance(actions[-1], GoOut):
        return actions[-1] if rng.random() < 0.9 else actions[0]
    ruleset, hand = state.ruleset, state.hands[state.to_act or 0]
    assert isinstance(ruleset, ThreeThirteen)
    number = state.table.number
    discards = [action for action in actions if isinstance(action, Discard)]
    discards = rng.sample(discards, min(3, len(discards)))
    return min(discards, key=lambda a: ruleset.arrange(hand - Hand([a.card]), number).points)


def from_the_pile(state: State[RummyTable], rng: random.Random) -> Action:
    """Never draw from the stock where there is a pile, and never go out."""
    if state.phase is Phase.DRAW:
        return state.legal_actions()[-1]
    return rng.choice([a for a in state.legal_actions() if isinstance(a, Discard)])


def from_the_stock(state: State[RummyTable], rng: random.Random) -> Action:
    """Draw from the stock as long as there is one, and never go out."""
    if state.phase is Phase.DRAW:
        return state.legal_actions()[0]
    return from_the_pile(state, rng)


def path(
    state: State[RummyTable], choose: Chooser, seed: int
) -> Iterator[tuple[State[RummyTable], Action, State[RummyTable]]]:
    """The steps to the end of a deal: the state before, the action, the state after."""
    rng = random.Random(seed)
    while not state.is_over:
        action = choose(state, rng)
        before, state = state, step(state, action)
        yield before, action, state


def drawn_cards(before: State[RummyTable], after: State[RummyTable]) -> Hand:
    seat = before.to_act
    assert seat is not None
    return after.hands[seat].beyond(before.hands[seat])


def keeps_the_rules(ruleset: ThreeThirteen, deal: Deal, choose: Chooser, seed: int) -> None:
    """Follow a deal beside the page's account of stock, pile, turns and end."""
    first = ruleset.start(deal)
    players, order, size = ruleset.players, deal.context.order, deal.context.number + 2
    stock = list(deal.deck[players * size + 1 :])
    pile, idle, reshuffles = [deal.deck[players * size]], 0, 0
    out: int | None = None
    down = [Hand()] * players
    seat = (deal.context.dealer + order) % players
    last = first
    for before, action, state in path(first, choose, seed):
        assert before.to_act == seat
        assert before.result is None
        match action:
            case Draw(Source.STOCK):
                if not stock:
                    reshuffles += 1
                    stock, pile = new_stock(state, deal, pile[:-1], reshuffles), pile[-1:]
                assert drawn_cards(before, state) == Hand([stock.pop(0)])
                idle = 0
            case Draw():
                assert drawn_cards(before, state) == Hand([pile.pop()])
                idle += 1
            case Discard(card) | GoOut(card):
                pile.append(card)
                assert before.hands[seat] - state.hands[seat] == Hand([card])
                if isinstance(action, GoOut):
                    down[seat] = state.hands[seat]
                    out = seat if out is None else out
                seat = (seat + order) % players
                dry = not stock and (reshuffles == ruleset.max_reshuffles or len(pile) == 1)
                ends = (
                    seat == out
                    or dry
                    or (out is None and idle >= ruleset.max_idle_rounds * players)
                )
                assert state.is_over is ends
            case _:
                raise AssertionError(f"{action} has no place in the game")
        table = state.table
        assert (table.pile, table.stock_size) == (tuple(pile), len(stock))
        assert (table.reshuffles, table.out) == (reshuffles, out)
        assert table.laid_down == tuple(down)
        assert table.sizes == tuple(map(len, state.hands))
        whole = Counter(pile) + Counter(stock) + Counter(sum(state.hands, Hand()))
        assert whole == Counter(ruleset.deck)
        last = state
    scored_as_the_page_says(ruleset, last, out)


def new_stock(state: State[RummyTable], deal: Deal, pile: list[Card], number: int) -> list[Card]:
    """The new stock: any order of the pile, but the same for the same deck."""
    # Its order is only known card by card as it is drawn: it is looked up in the hidden cards.
    stock = page_stock(state)
    assert Counter(stock) == Counter(pile)
    if number <= len(deal.reshuffles):
        there = Counter(pile)
        named: list[Card] = []
        for card in deal.reshuffles[number - 1]:
            if there[card]:
                there[card] -= 1
                named.append(card)
        assert stock[: len(named)] == named
    return stock


def page_stock(state: State[RummyTable]) -> list[Card]:
    """The stock just shuffled, with the card drawn from it."""
    return list(state._private.stock)  # type: ignore[attr-defined]  # pyright: ignore


def scored_as_the_page_says(
    ruleset: ThreeThirteen, state: State[RummyTable], out: int | None
) -> None:
    result, number = state.result, state.table.number
    assert result is not None
    wild = page.wild_in(number)
    fewest = [page.fewest_points(hand, wild, ruleset.ace_high) for hand in state.hands]
    assert list(result.points) == fewest
    assert result.out == out
    assert result.winners == tuple(s for s, own in enumerate(fewest) if own == min(fewest))
    assert list(result.payoffs) == [sum(fewest) - ruleset.players * own for own in fewest]
    assert sum(result.payoffs) == 0
    for hand in state.table.laid_down:
        assert not hand or page.fewest_points(hand, wild, ruleset.ace_high) == 0
    context = ruleset.next_context(state)
    assert state.deal is not None
    assert context == evolve(
        state.deal.context,
        number=number % 11 + 1,
        dealer=(state.deal.context.dealer + state.deal.context.order) % ruleset.players,
    )


@every
@pytest.mark.parametrize("choose", [anything, eager, from_the_pile, from_the_stock])
@settings(max_examples=max(1, settings().max_examples // 30))
@given(st.data())
def test_deals_end_and_go_as_the_page_says(
    ruleset: ThreeThirteen, choose: Chooser, data: st.DataObject
) -> None:
    keeps_the_rules(ruleset, data.draw(deals(ruleset)), choose, data.draw(SEEDS))


@FEW
@given(three_thirteens(), st.sampled_from([anything, eager]), SEEDS, st.data())
def test_so_do_deals_with_any_options(
    ruleset: ThreeThirteen, choose: Chooser, seed: int, data: st.DataObject
) -> None:
    keeps_the_rules(ruleset, data.draw(deals(ruleset)), choose, seed)


@pytest.mark.parametrize(
    "ruleset", [ruleset for ruleset in THREE_THIRTEENS if ruleset.max_reshuffles], ids=label
)
@FEW
@given(st.data())
def test_orders_of_reshuffles_are_followed_whatever_they_name(
    ruleset: ThreeThirteen, data: st.DataObject
) -> None:
    rng = random.Random(data.draw(SEEDS))
    deal = data.draw(deals(ruleset))
    orders = tuple(
        tuple(rng.sample(ruleset.deck, rng.randrange(len(ruleset.deck))))
        for _ in range(rng.randint(1, ruleset.max_reshuffles))
    )
    deal = evolve(deal, reshuffles=orders, context=evolve(deal.context, number=11))
    keeps_the_rules(ruleset, deal, from_the_stock, data.draw(SEEDS))


@every
@FEW
@given(st.data())
def test_a_deal_and_its_moves_are_a_complete_record(
    ruleset: ThreeThirteen, data: st.DataObject
) -> None:
    deal = data.draw(deals(ruleset))
    *_, (_, _, last) = path(ruleset.start(deal), anything, data.draw(SEEDS))
    again = ruleset.start(Deal(deck=deal.deck, context=deal.context, seed=deal.seed))
    for seat, action in last.history:
        again = step(again, action, seat)
    assert again == last
    assert hash(again) == hash(last)
    assert again.result == last.result
    for seat in range(ruleset.players):
        assert again.view(seat) == last.view(seat)


# --- What is hidden ------------------------------------------------------------------------------


@every
@FEW
@given(st.data())
def test_views_say_nothing_of_other_hands_and_of_the_stock(
    ruleset: ThreeThirteen, data: st.DataObject
) -> None:
    """What a seat has not seen may lie in any other way."""
    state = data.draw(positions(ruleset))
    rng = random.Random(data.draw(SEEDS))
    table, me = state.table, rng.randrange(ruleset.players)
    stock = list(page_stock(state))
    hidden = list(stock)
    kept: list[Hand] = []
    for seat, hand in enumerate(state.hands):
        known = hand if seat == me or table.laid_down[seat] else table.taken[seat]
        kept.append(known)
        hidden += list(hand - known)
    rng.shuffle(hidden)
    hands: list[Hand] = []
    for hand, known in zip(state.hands, kept, strict=True):
        missing = len(hand) - len(known)
        hands.append(known + Hand(hidden[:missing]))
        del hidden[:missing]
    turns = [((table.out or 0) + table.order * n) % ruleset.players for n in range(ruleset.players)]
    other = ruleset.position(
        hands,
        to_act=state.to_act or 0,
        number=table.number,
        stock=hidden,
        pile=table.pile,
        taken=table.taken,
        drawn=table.drawn,
        laid_down=[seat for seat in turns if table.laid_down[seat]],
        reshuffles=table.reshuffles,
        order=table.order,
    )
    assert other.view(me) == state.view(me)
    assert other.view(None) == state.view(None)
    assert repr(other) == repr(state)
    for action in ALL:
        assert other.check(action, me) == state.check(action, me)
    assert (other == state) == (hands == list(state.hands) and hidden == stock)


# --- Matches -------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", THREE_THIRTEENS[:3], ids=label)
def test_a_match_adds_up(ruleset: ThreeThirteen) -> None:
    match, rng = Match.begin(ruleset, 11), random.Random(11)
    while not match.is_over:
        match = match.step(eager(match.state, rng))
    assert [state.table.number for state in match.past] == list(range(1, 12))
    dealers = [state.table.dealer for state in match.past]
    assert dealers == [(dealers[0] + turn) % ruleset.players for turn in range(11)]
    sheets = [result.points for result in match.results]
    assert match.totals == tuple(map(sum, zip(*sheets, strict=True)))
    places = {standing.seat: standing.place for standing in match.ranking()}
    for seat, total in enumerate(match.totals):
        assert places[seat] == 1 + sum(other < total for other in match.totals)
