"""Values: multisets that add up, equality that agrees with hashes, copies that are equal."""

from __future__ import annotations

import copy
import pickle
import random
import sys
import traceback
from collections import Counter
from collections.abc import Callable
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from climbcards import (
    Bid,
    Card,
    Hand,
    IllegalAction,
    Pass,
    Play,
    PositionError,
    Ruleset,
    State,
    Table,
    step,
)
from climbcards.cards import CARDS
from climbcards.testing import PRESETS, actions, cards, deals, hands, positions, rulesets, states
from tests.property.page import ACROSS, label
from tests.toys import RankToy

every = pytest.mark.parametrize("ruleset", PRESETS, ids=label)
big = hands(max_size=60) | hands(max_size=8)
MOST = 15


# --- Hands ---------------------------------------------------------------------------------------


@given(st.lists(cards(), max_size=40))
def test_a_hand_counts_its_cards(some: list[Card]) -> None:
    hand, counted = Hand(some), Counter(some)
    assert len(hand) == len(some)
    assert bool(hand) == bool(some)
    assert list(hand) == sorted(some)
    for card in CARDS:
        assert hand.count(card) == counted[card]
        assert (card in hand) == (card in counted)


@given(st.lists(cards(), max_size=20), st.randoms(use_true_random=False))
def test_the_order_in_which_cards_are_given_is_nothing(
    some: list[Card], rng: random.Random
) -> None:
    mixed = rng.sample(some, len(some))
    assert Hand(mixed) == Hand(some)
    assert hash(Hand(mixed)) == hash(Hand(some))
    assert str(Hand(mixed)) == str(Hand(some))


@given(big, big)
def test_hands_add_card_by_card_up_to_fifteen_copies(one: Hand, two: Hand) -> None:
    total = Counter(one) + Counter(two)
    over = sorted(card for card, copies in total.items() if copies > MOST)
    if over:
        with pytest.raises(PositionError) as caught:
            _ = one + two
        assert all(str(card) in str(caught.value) for card in over)
        with pytest.raises(PositionError):
            Hand([*one, *two])
    else:
        assert Counter(one + two) == total
        assert one + two == two + one == Hand([*one, *two])
        assert (one + two) - two == one
        assert one <= one + two


@given(cards(), st.integers(0, MOST), st.integers(0, MOST))
def test_copies_of_one_card_never_carry_into_another(card: Card, one: int, two: int) -> None:
    first, second = Hand([card] * one), Hand([card] * two)
    if one + two > MOST:
        with pytest.raises(PositionError):
            _ = first + second
    else:
        assert (first + second).count(card) == len(first + second) == one + two
    assert (first <= second) == (one <= two)
    if two <= one:
        assert first - second == Hand([card] * (one - two))


@given(big, big)
def test_hands_subtract_what_they_include_and_nothing_else(one: Hand, two: Hand) -> None:
    missing = Counter(two) - Counter(one)
    assert Counter(two.beyond(one)) == missing
    if missing:
        with pytest.raises(PositionError) as caught:
            _ = one - two
        assert all(str(card) in str(caught.value) for card in missing)
    else:
        assert Counter(one - two) == Counter(one) - Counter(two)
        assert (one - two) + two == one
    assert one - one == Hand()
    assert one - Hand() == one


@given(big, big)
def test_comparison_is_inclusion(one: Hand, two: Hand) -> None:
    a, b = Counter(one), Counter(two)
    assert (one <= two) == (a <= b) == (two >= one)
    assert (one < two) == (a < b) == (two > one)
    assert (one == two) == (a == b)
    assert (one != two) == (a != b)
    assert not one < one
    assert one <= one


@given(big, big, big)
def test_inclusion_is_transitive_and_addition_associative(a: Hand, b: Hand, c: Hand) -> None:
    small, middle = a - a.beyond(b), b
    assert small <= middle
    whole = Counter(a) + Counter(b) + Counter(c)
    if max(whole.values(), default=0) <= MOST:
        assert (a + b) + c == a + (b + c)
        assert small <= middle + c


@given(big, big)
def test_equal_hands_have_equal_hashes_and_hands_are_equal_to_nothing_else(
    one: Hand, two: Hand
) -> None:
    assert (one == two) <= (hash(one) == hash(two))
    assert one == Hand(one)
    assert hash(one) == hash(Hand(one))
    other: object
    for other in (tuple(one), list(one), str(one), one.bits, None):
        assert one != other
        assert not one == other


# --- Copies --------------------------------------------------------------------------------------


def copies_of(value: object) -> list[object]:
    pickled = [pickle.loads(pickle.dumps(value, protocol)) for protocol in (2, -1)]
    return [*pickled, copy.copy(value), copy.deepcopy(value)]


@given(cards(), hands(), actions())
def test_values_copy_to_equal_ones_and_cards_to_themselves(
    card: Card, hand: Hand, action: object
) -> None:
    assert all(one is card for one in copies_of(card))
    for value in (hand, action):
        assert all(one == value and hash(one) == hash(value) for one in copies_of(value))
        for one in copies_of([value]):
            assert one == [value]


@given(rulesets())
def test_rulesets_copy_to_equal_ones(ruleset: Ruleset[Table]) -> None:
    for one in copies_of(ruleset):
        assert one == ruleset
        assert hash(one) == hash(ruleset)
        assert repr(one) == repr(ruleset)
    rebuild = cast("Callable[..., object]", type(ruleset))
    assert rebuild(**ruleset.options) == ruleset


@every
@ACROSS
@given(st.data())
def test_states_deals_views_and_results_copy_to_equal_ones(
    ruleset: Ruleset[Table], data: st.DataObject
) -> None:
    state = data.draw(states(ruleset))
    views = [state.view(seat) for seat in (None, *range(ruleset.players))]
    hashable = [state, state.deal, state.result, *state.history, *state.legal_actions()]
    for value in (*hashable, state.table, *views):
        for one in copies_of(value):
            assert one == value
    for value in hashable:
        assert hash(pickle.loads(pickle.dumps(value))) == hash(value)
    for one in copies_of(state):
        assert isinstance(one, State)
        assert list(one.legal_actions()) == list(state.legal_actions())
        assert one.hands == state.hands


@every
@ACROSS
@given(st.data())
def test_positions_copy_to_equal_ones(ruleset: Ruleset[Table], data: st.DataObject) -> None:
    state = data.draw(positions(ruleset))
    after = step(state, data.draw(st.sampled_from(state.legal_actions())))
    for value in (state, after):
        assert all(one == value and hash(one) == hash(value) for one in copies_of(value))
    assert state != after
    assert after.deal is None


@every
@ACROSS
@given(st.data())
def test_refusals_copy_to_equal_ones(ruleset: Ruleset[Table], data: st.DataObject) -> None:
    state = data.draw(states(ruleset))
    violation = state.check(data.draw(actions(ruleset)))
    if violation is not None:
        assert all(one == violation for one in copies_of(violation))
        error = pickle.loads(pickle.dumps(IllegalAction(violation)))
        assert error.violation == violation
        assert str(error) == violation.message


@every
@ACROSS
@given(st.data())
def test_states_are_equal_exactly_when_their_pasts_are(
    ruleset: Ruleset[Table], data: st.DataObject
) -> None:
    deal = data.draw(deals(ruleset))
    other = data.draw(deals(ruleset))
    one, two = ruleset.start(deal), ruleset.start(deal)
    assert one == two
    assert (one == ruleset.start(other)) == (deal == other)
    seed = data.draw(st.integers(0, 1 << 32))
    rng, seen = random.Random(seed), {one}
    for _ in range(data.draw(st.integers(0, 60))):
        if one.is_over:
            break
        action = rng.choice(one.legal_actions())
        before, one, two = one, step(one, action), step(two, action)
        assert one == two
        assert hash(one) == hash(two)
        assert one != before
        assert one not in seen
        seen.add(one)
        assert two in seen


def test_a_long_history_copies_and_compares_without_recursion() -> None:
    first = RankToy(packs=2).deal(1)
    state, again = step(first, Bid(3)), step(first, Bid(3))
    while not state.is_over:
        # A single, a pass, a higher single, a pass …: hands shrink as slowly as can be.
        singles = [a for a in state.legal_actions() if isinstance(a, Play) and len(a.cards) == 1]
        wait = state.table.target is not None and (state.table.passes == 0 or not singles)
        action = Pass() if wait else singles[0]
        state, again = step(state, action), step(again, action)
    assert len(state.history) > 150
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(traceback.extract_stack()) + 150)
    try:
        assert state == again
        assert hash(state) == hash(again)
        assert copy.deepcopy(state) == state
        assert pickle.loads(pickle.dumps(state)) == state
        assert state.view(0) == again.view(0)
        assert repr(state) == repr(again)
    finally:
        sys.setrecursionlimit(limit)
    del state, again, first
