"""What is hidden stays hidden: views, and whatever is printed."""

from __future__ import annotations

import gc
import pickle
import random
from collections.abc import Iterator
from types import FunctionType, MethodType, ModuleType

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from climbcards import (
    BigThree,
    Card,
    Deal,
    Hand,
    Phase,
    PositionError,
    Ruleset,
    State,
    Table,
    step,
)
from climbcards.cards import CARDS
from climbcards.games.big_three import BigThreeTable
from climbcards.testing import PRESETS, positions, states
from tests.property.page import BIG_THREES, EACH, HEARTS, label

every = pytest.mark.parametrize("ruleset", PRESETS, ids=label)
big_three = pytest.mark.parametrize("ruleset", BIG_THREES, ids=label)


def swapped(state: State[BigThreeTable], one: Card, two: Card) -> State[BigThreeTable]:
    """The state after the same moves, with two cards in each other's place in the deck."""
    deal = state.deal
    assert deal is not None
    swap = {one: two, two: one}
    deck = tuple(swap.get(card, card) for card in deal.deck)
    again = state.ruleset.start(Deal(deck=deck, context=deal.context))
    for seat, action in state.history:
        again = step(again, action, seat)
    return again


@st.composite
def twins(
    draw: st.DrawFn, ruleset: BigThree
) -> tuple[int, State[BigThreeTable], State[BigThreeTable]]:
    """A seat, and two states that differ in where cards lie that it does not see.

    They are in other hands, or one of them in a kitty that nobody has seen.
    """
    state = draw(states(ruleset))
    assume(not state.is_over)
    seat = draw(st.integers(0, ruleset.players - 1))
    table, hands = state.table, state.hands
    public = [*sum(table.played, Hand()), *(table.kitty or ()), *lower_hearts(table.opening_card)]
    hidden = [c for c in ruleset.deck if c not in hands[seat] and c not in public]
    one, two = draw(st.sampled_from(hidden)), draw(st.sampled_from(hidden))
    if table.called in hidden and draw(st.booleans()):
        one = table.called
    if table.soloist is not None and table.called in (one, two):  # the caller does not hold it
        assume(not {one, two} & set(hands[table.soloist]))
    return seat, state, swapped(state, one, two)


def lower_hearts(opening_card: Card | None) -> list[Card]:
    """The opening card and the hearts that everybody knows to lie in the kitty."""
    return [] if opening_card is None else HEARTS[: HEARTS.index(opening_card) + 1]


@big_three
@EACH
@given(st.data())
def test_a_view_is_the_same_wherever_the_cards_lie_that_it_does_not_hold(
    ruleset: BigThree, data: st.DataObject
) -> None:
    seat, one, two = data.draw(twins(ruleset))
    mine, same = one.view(seat), two.view(seat)
    assert mine == same
    assert pickle.dumps(mine) == pickle.dumps(same)
    assert repr(mine) == repr(same)
    assert list(mine.legal_actions()) == list(same.legal_actions())
    assert one.view(None) == two.view(None)
    assert repr(one) == repr(two)
    assert repr(one.table) == repr(two.table)


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


def inside(value: object) -> Iterator[object]:
    """Everything that can be reached from a value, rulesets and code excepted."""
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
@EACH
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
        others = [hand for other, hand in enumerate(state.hands) if other != seat and len(hand) > 4]
        secret = {hand.bits for hand in others}
        if deal.seed > 1 << 20:  # no number that is there anyway
            secret.add(deal.seed)
        list(view.legal_actions())
        for one in inside(view):
            assert not isinstance(one, Deal | State | random.Random)
            assert one is not deal.deck
            if isinstance(one, int):
                assert one not in secret
                assert one < 1 << 240  # no wider than one hand: nothing is packed above it
            if isinstance(one, Hand):
                assert one not in others


@every
@EACH
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


@big_three
@EACH
@given(st.data())
def test_nor_is_it_in_a_position(ruleset: BigThree, data: st.DataObject) -> None:
    state = data.draw(positions(ruleset))
    target = state.table.target
    shown = Hand() if target is None else target.cards
    for value in (state, state.table):
        assert not any(str(card) in repr(value) for card in CARDS if card not in shown)


@every
@EACH
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


@big_three
@EACH
@given(st.data())
def test_the_kitty_is_on_the_table_only_when_it_is_taken_and_shown(
    ruleset: BigThree, data: st.DataObject
) -> None:
    state = data.draw(states(ruleset))
    deal, phase = state.deal, state.phase
    assert deal is not None
    taken = ruleset.kitty_shown and phase is not Phase.AUCTION
    assert state.table.kitty == (Hand(deal.deck[48:]) if taken else None)
