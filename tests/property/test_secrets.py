"""What is hidden stays hidden: views, and whatever is printed."""

from __future__ import annotations

import gc
import pickle
import random
from collections.abc import Iterable, Iterator
from types import FunctionType, MethodType, ModuleType

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st

from climbcards import (
    BigThree,
    BigTwo,
    Card,
    ClimbingRuleset,
    Deal,
    Hand,
    Phase,
    Play,
    PositionError,
    Ruleset,
    State,
    Table,
    step,
)
from climbcards.cards import CARDS
from climbcards.climbing.game import ClimbingGame
from climbcards.climbing.rules import Rules
from climbcards.climbing.situation import Private
from climbcards.climbing.table import ClimbingTable
from climbcards.linked import Origin
from climbcards.rummy.situation import Chance
from climbcards.rummy.situation import Private as RummyPrivate
from climbcards.rummy.table import RummyTable
from climbcards.testing import PRESETS, positions, states
from climbcards.view_json import view_to_json
from tests.property.page import ACROSS, BIG_THREES, CLIMBING, EACH, HEARTS, label
from tests.property.page_big_two import place_of

every = pytest.mark.parametrize("ruleset", CLIMBING, ids=label)
every_game = pytest.mark.parametrize("ruleset", PRESETS, ids=label)
big_three = pytest.mark.parametrize("ruleset", BIG_THREES, ids=label)


def swapped(state: State[Table], places: tuple[int, int]) -> State[Table] | None:
    """The state after the same moves, with two cards in each other's place in the deck.

    None where another move is not legal then.
    """
    deal = state.deal
    assert deal is not None
    deck, (one, two) = list(deal.deck), places
    deck[one], deck[two] = deck[two], deck[one]
    again = state.ruleset.start(evolve(deal, deck=tuple(deck), seed=None))
    for seat, action in state.history:
        if again.check(action, seat) is not None:
            return None
        again = step(again, action, seat)
    return again


@st.composite
def twins(
    draw: st.DrawFn, ruleset: ClimbingRuleset[Table]
) -> tuple[int, State[Table], State[Table]]:
    """A seat, and two states that differ in where cards lie that it does not see.

    They are in other hands, or in a kitty that nobody has seen, or were not dealt.
    """
    state = draw(states(ruleset))
    assume(not state.is_over)
    deal, table = state.deal, state.table
    assert deal is not None
    assert isinstance(table, ClimbingTable)
    seat = draw(st.integers(0, ruleset.players - 1))
    public = [*sum(table.played, Hand()), *(table.kitty or ()), *known(ruleset, table)]
    seen = {*public, *state.hands[seat]}
    hidden = [place for place, card in enumerate(deal.deck) if card not in seen]
    assume(len(hidden) > 1)
    one, two = draw(st.sampled_from(hidden)), draw(st.sampled_from(hidden))
    other = swapped(state, (one, two))
    assume(other is not None)
    assert other is not None
    called, soloist = getattr(table, "called", None), getattr(table, "soloist", None)
    if soloist is not None and called is not None:  # the caller does not hold it
        assume(called not in other.hands[soloist])
    return seat, state, other


def known(ruleset: ClimbingRuleset[Table], table: ClimbingTable) -> list[Card]:
    """The cards of which everybody knows who was dealt them, or that they lie in the kitty."""
    card, odd = table.opening_card, getattr(table, "odd_card", None)
    found = [] if card is None else [card]
    if isinstance(ruleset, BigThree) and card is not None:
        found = HEARTS[: HEARTS.index(card) + 1]
    if isinstance(ruleset, BigTwo) and card is not None:
        # Lower cards were not dealt.
        lowest = place_of(ruleset, card)
        found += [low for low in ruleset.deck if place_of(ruleset, low) < lowest]
    return [*found, *([] if odd is None else [odd])]


def facts(state: State[Table]) -> tuple[object, ...]:
    """The names that a table has, with what they say."""
    table = state.table
    names = [name for name in dir(table) if not name.startswith("_")]
    return tuple(
        (name, getattr(table, name)) for name in names if not callable(getattr(table, name))
    )


@every
@ACROSS
@given(st.data())
def test_a_view_is_the_same_wherever_the_cards_lie_that_it_does_not_hold(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    seat, one, two = data.draw(twins(ruleset))
    assert facts(one) == facts(two)
    mine, same = one.view(seat), two.view(seat)
    assert mine == same
    assert pickle.dumps(mine) == pickle.dumps(same)
    assert repr(mine) == repr(same)
    assert list(mine.legal_actions()) == list(same.legal_actions())
    assert one.view(None) == two.view(None)
    assert one.events(seat) == two.events(seat)
    assert view_to_json(mine) == view_to_json(same)
    assert one.events(None) == two.events(None)
    assert repr(one) == repr(two)
    assert repr(one.table) == repr(two.table)


def test_who_breaks_the_last_card_rule_is_not_seen_by_those_who_do_not_see_the_hand() -> None:
    """Seat 0 plays the 5♦ although (or because) it holds a higher card (or not)."""
    ruleset = BigTwo(last_card_rule="pay")
    hands = ["9♦", "6♦ 6♣"]
    one = ruleset.position(["5♦ K♠", *hands, "3♥ 7♣"], target="4♦", target_by=3)
    two = ruleset.position(["5♦ 3♥", *hands, "K♠ 7♣"], target="4♦", target_by=3)
    one, two = step(one, Play("5♦")), step(two, Play("5♦"))
    for seat in (None, 1, 2):
        assert one.view(seat) == two.view(seat)
        assert pickle.dumps(one.view(seat)) == pickle.dumps(two.view(seat))


@big_three
@EACH
@given(st.data())
def test_the_partner_is_not_known_before_the_called_card_is_played(
    ruleset: BigThree, data: st.DataObject
) -> None:
    state = data.draw(states(ruleset))
    table = state.table
    called = table.called
    if ruleset.players == 3:
        assert called is None
        assert table.partner is None
    elif ruleset.partners == "drawn":
        assert called is None
        assert (table.partner is None) == (table.soloist is None)
    else:
        by = [seat for seat, cards in enumerate(table.played) if called in cards]
        assert table.partner == (by[0] if by else None)


# --- What is inside ------------------------------------------------------------------------------


SHARED = type | ModuleType | FunctionType | MethodType | Ruleset | Rules | Card
"""What all views and states of a game have in common."""


def inside(value: object, apart: Iterable[object] = ()) -> Iterator[object]:
    """Everything that can be reached from a value; rulesets, code and what is apart excepted."""
    seen = set(map(id, apart))
    todo: list[object] = [value]
    while todo:
        one = todo.pop()
        shared = isinstance(one, SHARED)
        if id(one) in seen or shared:
            continue
        seen.add(id(one))
        yield one
        todo += gc.get_referents(one)


def is_seen(table: Table, seat: int, hand: Hand) -> bool:
    """Whether the whole hand was laid down, or taken card by card from the discard pile."""
    return isinstance(table, RummyTable) and hand in (table.laid_down[seat], table.taken[seat])


@every_game
@ACROSS
@given(st.data())
def test_a_view_holds_no_deal_no_seed_no_state_and_no_other_hand(
    ruleset: Ruleset[Table], data: st.DataObject
) -> None:
    state = data.draw(states(ruleset))
    deal = state.deal
    assert deal is not None
    assert deal.seed is not None
    for seat in (None, *range(ruleset.players)):
        view = state.view(seat)
        others = [
            hand
            for other, hand in enumerate(state.hands)
            if other != seat and len(hand) > 4 and not is_seen(state.table, other, hand)
        ]
        secret = {hand.bits for hand in others}
        if deal.seed.bit_count() > 8:  # no number that is there anyway, nor a card's bit
            secret.add(deal.seed)
        list(view.legal_actions())
        for one in inside(view):
            assert not isinstance(one, Deal | State | Origin | random.Random)
            assert not isinstance(one, Private | RummyPrivate | Chance)
            assert one is not deal.deck
            if isinstance(one, int):
                assert one not in secret
                assert one < 1 << 240  # no wider than one hand: nothing is packed above it
            if isinstance(one, Hand):
                assert one not in others


@every
def test_a_ruleset_keeps_no_hand_of_a_deal(ruleset: ClimbingRuleset[Table]) -> None:
    """What the walk above leaves out: a view reaches it, and all deals of a process share it.

    The memos of the catalogue are left out here too: they hold how sets of cards read that somebody
    has asked about, those of a play that was tried and refused among them.  Code that may not learn
    of those is given its view in another process.
    """
    assert isinstance(ruleset, ClimbingGame)
    state: State[Table] = ruleset.deal(1 << 200 | 5)
    secret = {1 << 200 | 5}
    while not state.is_over:
        secret |= {hand.bits for hand in state.hands if len(hand) > 4}
        for seat in (None, *range(ruleset.players)):
            list(state.view(seat).legal_actions()[:3])
        state = step(state, state.legal_actions()[-1])
    catalogue = ruleset.rules.catalogue
    for one in inside(catalogue, apart=(catalogue._known_memo, catalogue._ranked_memo)):
        assert not isinstance(one, Deal | State | Origin | Private)
        bits = one.bits if isinstance(one, Hand) else one
        assert not isinstance(bits, int) or bits not in secret


@every_game
@ACROSS
@given(st.data())
def test_nothing_that_is_printed_shows_a_card_that_is_hidden_or_the_seed(
    ruleset: Ruleset[Table], data: st.DataObject
) -> None:
    state = data.draw(states(ruleset))
    deal = state.deal
    assert deal is not None
    assert deal.seed is not None
    printed = [repr(value) for value in (state, state.table, deal)]
    for text in printed:
        assert not any(str(card) in text for card in CARDS)
        assert not any(str(hand.bits) in text for hand in state.hands if len(hand) > 4)
        if deal.seed > 1 << 20:
            assert str(deal.seed) not in text
            assert hex(deal.seed)[2:] not in text


@every
@ACROSS
@given(st.data())
def test_nor_is_it_in_a_position(ruleset: ClimbingRuleset[Table], data: st.DataObject) -> None:
    state = data.draw(positions(ruleset))
    assert isinstance(state.table, ClimbingTable)
    target = state.table.target
    shown = Hand() if target is None else target.cards
    for value in (state, state.table):
        assert not any(str(card) in repr(value) for card in CARDS if card not in shown)


@every_game
@ACROSS
@given(st.data())
def test_a_seat_sees_its_own_cards_and_a_spectator_none(
    ruleset: Ruleset[Table], data: st.DataObject
) -> None:
    state = data.draw(states(ruleset))
    assert state.deal is not None
    first = ruleset.start(state.deal)
    for seat in range(ruleset.players):
        view = state.view(seat)
        assert (view.seat, view.hand, view.table) == (seat, state.hands[seat], state.table)
        assert view.dealt == first.hands[seat]
    spectator = state.view(None)
    assert (spectator.seat, spectator.hand, spectator.dealt) == (None, Hand(), Hand())
    assert spectator.table == state.table
    for seat in (-1, ruleset.players):
        with pytest.raises(PositionError):
            state.view(seat)


@every
@ACROSS
@given(st.data())
def test_the_kitty_is_on_the_table_only_when_it_is_taken_and_shown(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    state = data.draw(states(ruleset))
    deal, table = state.deal, state.table
    assert deal is not None
    assert isinstance(table, ClimbingTable)
    first = ruleset.start(deal)
    kitty = Hand(ruleset.deck) - sum(first.hands, Hand())
    taken = state.phase is not Phase.AUCTION and bool(table.stake)
    shown = taken and getattr(ruleset, "kitty_shown", False)
    # With four players of Big Three there is none.
    assert (table.kitty or Hand()) == (kitty if shown else Hand())
