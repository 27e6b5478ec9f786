"""Three Thirteen as each seat sees it: what it is shown, what stays hidden, and what it refuses."""

from __future__ import annotations

import gc
import pickle
import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from types import FunctionType, MethodType, ModuleType

import pytest
from attrs import evolve
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from climbcards import (
    Action,
    Card,
    Deal,
    DealContext,
    Discard,
    Draw,
    GoOut,
    Hand,
    IllegalAction,
    PositionError,
    Ruleset,
    Source,
    State,
    ThreeThirteen,
    View,
    step,
)
from climbcards.cards import CARDS
from climbcards.events import Event
from climbcards.linked import Origin
from climbcards.rummy.situation import Chance, Private
from climbcards.rummy.table import RummyTable
from climbcards.testing import positions
from climbcards.view_json import view_from_json, view_to_json
from tests.property import page_three_thirteen as page
from tests.property.page import ACROSS, label
from tests.property.page_three_thirteen import THREE_THIRTEENS
from tests.property.test_records import holds

every = pytest.mark.parametrize("ruleset", THREE_THIRTEENS, ids=label)
SEEDS = st.integers(0, 1 << 32)
ONCE = settings(max_examples=max(1, settings().max_examples // 60))

STOCK = Draw(Source.STOCK)


# --- Deals with something in them ----------------------------------------------------------------


def rich_deal(ruleset: ThreeThirteen, context: DealContext, rng: random.Random) -> Deal:
    """A deal in which hands are sorted by rank or by suit, so that seats soon go out."""
    cards = rng.sample(ruleset.deck, len(ruleset.deck))
    by_rank = rng.random() < 0.7
    cards.sort(key=lambda card: card.rank if by_rank else CARDS.index(card) % 13)
    cut = rng.randrange(len(cards))
    cards = cards[cut:] + cards[:cut]
    players, size = ruleset.players, context.number + 2
    hands = [[cards.pop() for _ in range(size)] for _ in range(players)]
    rng.shuffle(cards)
    for hand in hands:
        if rng.random() < 0.5:
            place = rng.randrange(len(cards))
            hand[0], cards[place] = cards[place], hand[0]
    dealt = [hands[turn % players].pop() for turn in range(size * players)]
    return Deal(deck=(*dealt, *cards), context=context)


def chosen(
    state: State[RummyTable], rng: random.Random, habits: tuple[float, float, float]
) -> Action:
    """A legal action: how often from the pile, the card just taken back, and out if possible."""
    from_pile, returns, out = habits
    actions = state.legal_actions()
    if isinstance(actions[0], Draw):
        return actions[-1] if rng.random() < from_pile else actions[0]
    if isinstance(actions[-1], GoOut) and rng.random() < out:
        return rng.choice([action for action in actions if isinstance(action, GoOut)])
    discards = [action for action in actions if isinstance(action, Discard)]
    back = [action for action in discards if action.card is state.table.drawn]
    return rng.choice(back if back and rng.random() < returns else discards)


@st.composite
def paths(
    draw: st.DrawFn, ruleset: ThreeThirteen, number: int | None = None, *, from_deals: bool = False
) -> list[State[RummyTable]]:
    """A deal or a position and the states after it, reshuffles and last turns among them."""
    rng = random.Random(draw(SEEDS))
    context = DealContext(
        number=draw(st.integers(1, 11)) if number is None else number,
        dealer=rng.randrange(ruleset.players),
        order=draw(st.sampled_from((1, -1))),
    )
    match draw(st.sampled_from(("shuffled", "rich") if from_deals else ("shuffled", "rich", ""))):
        case "shuffled":
            state = ruleset.deal(rng.getrandbits(64), context)
        case "rich":
            state = ruleset.start(rich_deal(ruleset, context, rng))
        case _:
            state = draw(positions(ruleset))
    habits = (rng.choice((0.05, 0.4, 0.9)), rng.choice((0, 0.5)), rng.choice((0, 0.1, 1)))
    path = [state]
    for _ in range(draw(st.sampled_from((280, 30, 5)))):
        if state.is_over:
            break
        state = step(state, chosen(state, rng, habits))
        path.append(state)
    return path


def drawn_in(path: Sequence[State[RummyTable]]) -> list[tuple[int, int, Card]]:
    """Every draw from a stock: how often there was a reshuffle before, who drew, and which card."""
    found: list[tuple[int, int, Card]] = []
    for before, after in pairwise(path):
        seat, action = after.history[-1]
        if action == STOCK:
            (card,) = after.hands[seat].beyond(before.hands[seat])
            found.append((after.table.reshuffles, seat, card))
    return found


# --- What a seat is shown ------------------------------------------------------------------------


@every
@pytest.mark.parametrize("number", range(1, 12))
@ONCE
@given(st.data())
def test_a_view_kept_by_events_is_the_view_of_the_server(
    ruleset: ThreeThirteen, number: int, data: st.DataObject
) -> None:
    path = data.draw(paths(ruleset, number))
    first, last = path[0], path[-1]
    some = {*range(6), *range(0, len(path), 9), *range(len(path) - 6, len(path))}
    for seat in (None, *data.draw(st.sets(st.integers(0, ruleset.players - 1), max_size=2))):
        events = last.events(seat)
        assert [event.number for event in events] == list(range(1, len(path)))
        view = first.view(seat)
        assert view.events == ()
        for moves, (state, event) in enumerate(zip(path[1:], events, strict=True), 1):
            view = view.advance(event)
            if moves in some:
                assert view == state.view(seat)
                assert hash(view) == hash(state.view(seat))
                assert list(view.legal_actions()) == (
                    list(state.legal_actions(seat)) if seat is not None else []
                )
        assert view == last.view(seat)
        assert view.events == events
        assert view.first == first.view(seat) == first.view(seat).first
        assert ruleset._view_of(ruleset._opening_of(view), seat) == first.view(seat)
        assert pickle.loads(pickle.dumps(view)) == view
        middle = path[len(path) // 2]
        assert middle.events(seat) == events[: len(middle.history)]


@every
@ACROSS
@given(st.data())
def test_a_seat_sees_its_own_draws_and_all_see_a_hand_that_is_laid_down(
    ruleset: ThreeThirteen, data: st.DataObject
) -> None:
    path = data.draw(paths(ruleset))
    last = path[-1]
    drawn = drawn_in(path)
    assert last.view(None).draws == ()
    for seat in (None, *range(ruleset.players)):
        view = last.view(seat)
        assert view.draws == tuple(card for _, by, card in drawn if by == seat)
        cards = iter(view.draws)
        for event, state in zip(view.events, path[1:], strict=True):
            shown = Hand()
            if event.action == STOCK and event.seat == seat:
                shown = Hand([next(cards)])
            elif isinstance(event.action, GoOut):
                shown = state.hands[event.seat]
                assert state.table.laid_down[event.seat] == shown
                assert last.table.laid_down[event.seat] == last.hands[event.seat] == shown
            assert event.shown == shown


@every
@ACROSS
@given(st.data())
def test_the_table_tells_who_took_which_card_from_the_pile(
    ruleset: ThreeThirteen, data: st.DataObject
) -> None:
    """Held against the hands, which the table has not."""
    path = data.draw(paths(ruleset, from_deals=True))
    taken = [Hand()] * ruleset.players
    for before, after in pairwise(path):
        seat, action = after.history[-1]
        gained = after.hands[seat].beyond(before.hands[seat])
        lost = before.hands[seat].beyond(after.hands[seat])
        if action == Draw(Source.DISCARD):
            assert gained == Hand([before.table.pile[-1]])
            taken[seat] += gained
        elif lost <= taken[seat]:
            taken[seat] -= lost
        assert after.table.taken == tuple(taken)
        assert after.table.drawn == (
            before.table.pile[-1] if action == Draw(Source.DISCARD) else None
        )


# --- JSON and records ----------------------------------------------------------------------------


@every
@ACROSS
@given(st.data())
def test_views_come_back_from_json_and_states_from_records(
    ruleset: ThreeThirteen, data: st.DataObject
) -> None:
    last = data.draw(paths(ruleset))[-1]
    for seat in (None, data.draw(st.integers(0, ruleset.players - 1))):
        view = last.view(seat)
        text = view_to_json(view)
        assert view_from_json(text, ruleset) == view
        assert view_to_json(view_from_json(text)) == text
    holds(last, {"reshuffles": last.table.reshuffles})


# --- What is hidden ------------------------------------------------------------------------------


def orders_of(path: Sequence[State[RummyTable]], rng: random.Random) -> list[list[Card]]:
    """Orders of the reshuffles under which everybody drew what it did; the rest lies anyhow."""
    orders: list[list[Card]] = []
    for before, after in pairwise(path):
        if after.table.reshuffles > before.table.reshuffles:
            rest = list(before.table.pile[:-1])
            number = after.table.reshuffles
            named = [card for which, _, card in drawn_in(path) if which == number]
            for card in named:
                rest.remove(card)
            orders.append([*named, *rng.sample(rest, len(rest))])
    return orders


def replayed(
    state: State[RummyTable], actions: Sequence[tuple[int, Action]]
) -> State[RummyTable] | None:
    """The state after these moves; None if one of them is not legal."""
    for seat, action in actions:
        if state.check(action, seat) is not None:
            return None
        state = step(state, action, seat)
    return state


def places_unseen(
    path: Sequence[State[RummyTable]], seat: int, orders: Sequence[Sequence[Card]]
) -> list[list[int]]:
    """By shuffle, the places of the cards that the seat was neither dealt nor drew."""
    deal = path[0].deal
    assert deal is not None
    players, dealt = path[0].ruleset.players, (deal.context.number + 2) * path[0].ruleset.players
    first = (deal.context.dealer + deal.context.order) % players
    own = {turn for turn in range(dealt) if (first + deal.context.order * turn) % players == seat}
    drawers: list[list[int]] = [[] for _ in range(len(orders) + 1)]
    for which, by, _ in drawn_in(path):
        drawers[which].append(by)
    own |= {dealt, *(dealt + 1 + n for n, by in enumerate(drawers[0]) if by == seat)}
    unseen = [[place for place in range(len(deal.deck)) if place not in own]]
    for order, drew in zip(orders, drawers[1:], strict=True):
        mine = {place for place, by in enumerate(drew) if by == seat}
        unseen.append([place for place in range(len(order)) if place not in mine])
    return unseen


@st.composite
def twins(
    draw: st.DrawFn, ruleset: ThreeThirteen
) -> tuple[int, State[RummyTable], State[RummyTable]]:
    """A seat, and two states that differ in where cards lie that it does not see.

    They lie in other hands, in the stock, or in a stock that was shuffled again.
    """
    path = draw(paths(ruleset, from_deals=True))
    rng = random.Random(draw(SEEDS))
    seat, last = rng.randrange(ruleset.players), path[-1]
    orders, deal = orders_of(path, rng), path[0].deal
    assert deal is not None
    one: State[RummyTable] | None = None
    shuffles = [list(deal.deck), *orders]
    unseen = places_unseen(path, seat, orders)
    found: State[RummyTable] | None = None
    for exchange in range(9):
        tried = [list(shuffle) for shuffle in shuffles]
        for _ in range(2 if exchange else 0):
            which = rng.randrange(len(tried))
            if len(unseen[which]) > 1:
                a, b = rng.sample(unseen[which], 2)
                tried[which][a], tried[which][b] = tried[which][b], tried[which][a]
        deck, *rest = map(tuple, tried)
        again = ruleset.start(evolve(deal, deck=deck, reshuffles=tuple(rest), seed=None))
        state = replayed(again, last.history)
        if state is None or state.table.laid_down != last.table.laid_down:
            assert exchange  # the orders are those of the deal
            continue
        shuffles, found = tried, state
        one = state if one is None else one
    assert one is not None
    assert found is not None
    assert one.hands == last.hands
    assume(found != one)
    return seat, one, found


def look_the_same(one: State[RummyTable], two: State[RummyTable], seat: int | None) -> None:
    mine, same = one.view(seat), two.view(seat)
    assert mine == same
    assert hash(mine) == hash(same)
    assert pickle.dumps(mine) == pickle.dumps(same)
    assert repr(mine) == repr(same)
    assert view_to_json(mine) == view_to_json(same)
    assert mine.events == same.events == one.events(seat) == two.events(seat)
    assert mine.first == same.first
    assert list(mine.legal_actions()) == list(same.legal_actions())
    every_action: list[Action] = [*map(Draw, Source), *map(Discard, CARDS), *map(GoOut, CARDS)]
    for action in every_action:
        assert mine.check(action) == same.check(action)
    rng = random.Random(1)
    assert mine.sample(rng) == same.sample(random.Random(1))


@every
@ACROSS
@given(st.data())
def test_a_view_is_the_same_wherever_the_cards_lie_that_it_does_not_hold(
    ruleset: ThreeThirteen, data: st.DataObject
) -> None:
    seat, one, two = data.draw(twins(ruleset))
    look_the_same(one, two, seat)
    assert one.view(None) == two.view(None)
    assert one.events(None) == two.events(None)
    assert repr(one) == repr(two)
    assert repr(one.table) == repr(two.table)


@every
@ACROSS
@given(st.data())
def test_so_it_is_for_all_that_a_view_says_there_may_be(
    ruleset: ThreeThirteen, data: st.DataObject
) -> None:
    """From positions too."""
    state = data.draw(paths(ruleset))[-1]
    seat = data.draw(st.sampled_from((None, *range(ruleset.players))))
    sample = state.view(seat).sample(random.Random(data.draw(SEEDS)))
    look_the_same(state, sample, seat)


def reached(value: object) -> Iterator[object]:
    """Everything that can be reached from a value; rulesets, cards and code excepted."""
    seen: set[int] = set()
    todo: list[object] = [value]
    while todo:
        one = todo.pop()
        shared = isinstance(one, type | ModuleType | FunctionType | MethodType | Ruleset | Card)
        if id(one) in seen or shared:
            continue
        seen.add(id(one))
        yield one
        todo += gc.get_referents(one)


@every
@ACROSS
@given(st.data())
def test_nothing_that_is_hidden_can_be_reached_from_a_view(
    ruleset: ThreeThirteen, data: st.DataObject
) -> None:
    """Every hand, every row of cards and every large number in it is one that the seat knows."""
    path = data.draw(paths(ruleset))
    first, last = path[0], path[-1]
    for seat in (None, *range(ruleset.players)):
        view = last.view(seat)
        list(view.legal_actions())
        hands = [view.hand, view.dealt, Hand(ruleset.deck)]
        for table in (first.table, last.table):
            hands += [*table.taken, *table.laid_down]
        known = {hand.bits for hand in hands}
        rows = {first.table.pile, last.table.pile, view.draws, ()}
        for one in reached(view):
            assert (
                not isinstance(one, Deal | State | Origin | Private | Chance | random.Random | View)
                or one is view
            )
            if isinstance(one, Hand):
                assert one in hands
            elif isinstance(one, int):
                assert one < 1 << 10 or one in known
            elif isinstance(one, tuple | list) and any(isinstance(card, Card) for card in one):
                assert len(one) == 1 or tuple(one) in rows or is_situation(one)


def is_situation(one: Sequence[object]) -> bool:
    """Whether this is the tuple of public facts, which names the card just taken."""
    return hasattr(one, "drawn") and hasattr(one, "pile")


@every
@ACROSS
@given(st.data())
def test_nothing_that_is_printed_of_a_position_shows_a_card(
    ruleset: ThreeThirteen, data: st.DataObject
) -> None:
    state = data.draw(positions(ruleset))
    for value in (state, state.table):
        assert not any(str(card) in repr(value) for card in CARDS)


# --- Events that are refused ---------------------------------------------------------------------


def advanced(view: View[RummyTable], event: Event) -> View[RummyTable] | None:
    """The view after an event, one that can be; None if it is refused with an exception of ours."""
    try:
        after = view.advance(event)
    except (IllegalAction, PositionError):
        return None
    assert after.table.history == (*view.table.history, (event.seat, event.action))
    assert after.events[-1] == event
    assert after.first == view.first
    for size, taken, laid in zip(
        after.table.sizes, after.table.taken, after.table.laid_down, strict=True
    ):
        assert len(taken) <= size
        assert len(laid) in (0, size)
        assert not laid or taken <= laid
    if view.seat is not None:
        assert len(after.hand) == after.table.sizes[view.seat]
    return after


def refused(view: View[RummyTable], event: Event) -> bool:
    """Whether an event is refused."""
    return advanced(view, event) is None


@every
@ACROSS
@given(st.data())
def test_what_any_state_allows_that_may_be_the_true_one_its_view_takes(
    ruleset: ThreeThirteen, data: st.DataObject
) -> None:
    """And so what it refuses is impossible in all of them."""
    state = data.draw(paths(ruleset))[-1]
    assume(not state.is_over)
    seat = data.draw(st.sampled_from((None, *range(ruleset.players))))
    view = state.view(seat)
    for one in (state, view.sample(random.Random(data.draw(SEEDS)))):
        for action in one.legal_actions():
            then = step(one, action).view(seat)
            assert advanced(view, then.events[-1]) == then


@every
@ACROSS
@given(st.data())
def test_the_right_event_changed_in_one_thing_is_refused_or_makes_a_view_that_can_be(
    ruleset: ThreeThirteen, data: st.DataObject
) -> None:
    path = data.draw(paths(ruleset))
    outs = [n for n, state in enumerate(path[1:]) if isinstance(state.history[-1].action, GoOut)]
    assume(len(path) > 1)
    place = data.draw(st.sampled_from([*outs, *range(len(path) - 1)][-40:]))
    before, after = path[place], path[place + 1]
    seat = data.draw(st.sampled_from((None, before.to_act, *range(ruleset.players))))
    view, right = before.view(seat), after.events(seat)[-1]
    table, rng = before.table, random.Random(data.draw(SEEDS))
    pickled = pickle.dumps(view)
    assert not refused(view, right)
    for number in (right.number - 1, right.number + 1, 0, -1, 10**30):
        assert refused(view, evolve(right, number=number))
    for other in (*range(ruleset.players), -1, ruleset.players, 10**30):
        assert refused(view, evolve(right, seat=other)) == (other != right.seat)
    for actor in (True, "0", None, 0.0):
        assert refused(view, evolve(right, seat=actor))
    more = Hand([rng.choice(ruleset.deck)])
    if len(right.shown) < 200:
        assert refused(view, evolve(right, shown=right.shown + more))
    assert refused(view, evolve(right, shown=Hand(ruleset.deck)))
    assert refused(view, evolve(right, shown=Hand([*right.shown, CARDS[52], CARDS[53]])))
    if right.shown:
        assert refused(view, evolve(right, shown=Hand()))
        assert refused(view, evolve(right, shown=Hand(list(right.shown)[1:])))
        swapped = Hand([*list(right.shown)[1:], rng.choice(CARDS)])
        refused(view, evolve(right, shown=swapped))  # which may do as well
    wrong = rng.choice([STOCK, Draw(Source.DISCARD), Discard(rng.choice(CARDS))])
    refused(view, evolve(right, action=wrong))
    refused(view, evolve(right, action=wrong, shown=more))
    # A card of which every copy is seen elsewhere is nobody's to discard.
    public = Hand(table.pile) + sum(table.laid_down, Hand())
    for card in dict.fromkeys(public):
        if public.count(card) == Hand(ruleset.deck).count(card):
            for action in (Discard(card), GoOut(card)):
                assert refused(view, evolve(right, action=action))
    for joker in CARDS[52:]:
        for action in (Discard(joker), GoOut(joker)):
            assert refused(view, evolve(right, action=action))
    assert pickle.dumps(view) == pickled


@every
@ACROSS
@given(st.data())
def test_a_hand_is_laid_down_only_in_melds_and_with_what_it_is_known_to_hold(
    ruleset: ThreeThirteen, data: st.DataObject
) -> None:
    """Events of going out that somebody made up, of cards that are likely to do."""
    path = data.draw(paths(ruleset))
    rng = random.Random(data.draw(SEEDS))
    discards = [state for state in path if not state.is_over and state.phase == "discard"]
    assume(discards)
    state = rng.choice(discards)
    table, actor = state.table, state.to_act
    assert actor is not None
    size = ruleset.hand_size(table.number)
    seat = rng.choice((None, *(other for other in range(ruleset.players) if other != actor)))
    view = state.view(seat)
    seen = sum([view.hand, *table.laid_down, Hand(table.pile)], Hand())
    for other, taken in enumerate(table.taken):
        if other not in (seat, actor) and not table.laid_down[other]:
            seen += taken
    if seat is not None and table.laid_down[seat]:
        seen = seen - table.laid_down[seat]  # counted twice
    may_hold = Hand(ruleset.deck) - seen
    for _ in range(12):
        cards = [*table.taken[actor]] if rng.random() < 0.7 else []
        ranks = rng.sample(sorted({card.rank for card in ruleset.deck}), 2)
        pool = [card for card in ruleset.deck if card.rank in (*ranks, table.wild)]
        pool = pool if rng.random() < 0.8 else list(ruleset.deck)
        wanted = size + 1 - len(cards)
        cards += rng.sample(pool, min(len(pool), max(0, wanted)))
        card = cards.pop(rng.randrange(len(cards)))
        event = Event(
            number=len(state.history) + 1, seat=actor, action=GoOut(card), shown=Hand(cards)
        )
        held = Hand([*cards, card])
        twin = ruleset.may_return_discard or card is not table.drawn or card in cards
        fits = table.taken[actor] <= held <= may_hold and len(cards) == size and twin
        melds = fits and page.is_all_melds(cards, table.wild, ruleset.ace_high)
        assert refused(view, event) is not melds


@every
@ACROSS
@given(st.data())
def test_a_card_is_discarded_or_drawn_only_where_it_may_be(
    ruleset: ThreeThirteen, data: st.DataObject
) -> None:
    """Against an account of what the watcher has seen."""
    path = data.draw(paths(ruleset))
    state = data.draw(st.sampled_from(path[-30:]))
    assume(not state.is_over)
    table, actor, number = state.table, state.to_act, len(state.history) + 1
    assert actor is not None
    cards = random.Random(data.draw(SEEDS)).sample(CARDS, 16)
    for seat in {None, actor, (actor + 1) % ruleset.players}:
        view = state.view(seat)
        known = [laid or taken for laid, taken in zip(table.laid_down, table.taken, strict=True)]
        if seat is not None:
            known[seat] = view.hand
        unseen = Hand(ruleset.deck) - sum(known, Hand(table.pile))
        room = table.sizes[actor] - len(known[actor])
        for card in {*cards, *([table.drawn] if table.drawn else ()), *view.hand}:
            if state.phase == "discard":
                copies = known[actor].count(card) + min(unseen.count(card), room)
                back = card is table.drawn and not ruleset.may_return_discard
                event = Event(number=number, seat=actor, action=Discard(card))
                assert refused(view, event) is not (copies > back)
            elif seat == actor and STOCK in state.legal_actions():
                event = Event(number=number, seat=actor, action=STOCK, shown=Hand([card]))
                stock = unseen if table.stock_size else Hand(table.pile[:-1])
                if card not in stock:
                    assert refused(view, event)
                elif table.stock_size and not table.reshuffles:
                    assert not refused(view, event)


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("ruleset", [r for r in THREE_THIRTEENS if r.max_reshuffles], ids=label)
def test_of_a_new_stock_a_seat_is_shown_what_it_draws_alone(
    ruleset: ThreeThirteen, order: int
) -> None:
    """A deal that surely comes to its reshuffle."""
    context = DealContext(number=11, dealer=1, order=order)
    state, rng = ruleset.deal(313, context), random.Random(313)
    path = [state]
    while not state.is_over and (state.table.reshuffles == 0 or len(path) % 40):
        state = step(state, chosen(state, rng, (0.05, 0, 0)))
        path.append(state)
    assert state.table.reshuffles
    drawn = drawn_in(path)
    stocked = {which for which, _, _ in drawn}
    assert stocked == {0, 1}
    for seat in (None, *range(ruleset.players)):
        view = state.view(seat)
        assert view.draws == tuple(card for _, by, card in drawn if by == seat)
        again = path[0].view(seat)
        for event in view.events:
            again = again.advance(event)
        assert again == view
