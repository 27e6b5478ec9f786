"""What is sampled from a view: a state that the seat cannot tell from the true one."""

from __future__ import annotations

import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from climbcards import ClimbingRuleset, Hand, State, Table, step
from climbcards.climbing.table import ClimbingTable
from climbcards.testing import positions, states
from tests.property.page import ACROSS, CLIMBING, label
from tests.property.test_secrets import twins

every = pytest.mark.parametrize("ruleset", CLIMBING, ids=label)
seeds = st.integers(0, 1 << 64)


def check(state: State[Table], seat: int | None, seed: int) -> State[Table]:
    """Sample from a seat's view, and hold the sample to what it promises."""
    view = state.view(seat)
    sample = view.sample(random.Random(seed))
    assert sample.view(seat) == view
    assert sample == view.sample(random.Random(seed))
    assert pickle.loads(pickle.dumps(sample)) == sample  # which plays the moves again
    assert sample.phase is state.phase
    assert sample.to_act == state.to_act
    assert list(view.legal_actions()) == list(
        sample.legal_actions(seat) if seat is not None else ()
    )
    return sample


def replayed(state: State[Table]) -> State[Table]:
    """The state after its moves, each of them judged."""
    assert state.deal is not None
    again = state.ruleset.start(state.deal)
    for seat, action in state.history:
        assert again.check(action, seat) is None
        again = step(again, action, seat)
    return again


@every
@ACROSS
@given(st.data())
def test_a_sample_is_a_deal_that_gives_the_same_view(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    state = data.draw(states(ruleset))
    for seat in (None, *range(ruleset.players)):
        sample = check(state, seat, data.draw(seeds))
        deal = sample.deal
        assert deal is not None
        assert deal.seed is None
        assert sorted(deal.deck) == list(ruleset.deck)
        assert replayed(sample) == sample
        if seat is not None:
            assert sample.hands[seat] == state.hands[seat]
        assert list(map(len, sample.hands)) == list(map(len, state.hands))


@every
@ACROSS
@given(st.data())
def test_every_sample_of_a_view_is_like_the_first(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    """Only the first is held against the rules; the moves of none are judged."""
    state = data.draw(states(ruleset))
    view = state.view(data.draw(st.sampled_from((None, *range(ruleset.players)))))
    rng = random.Random(data.draw(seeds))
    for _ in range(4):
        sample = view.sample(rng)
        assert replayed(sample) == sample
        assert sample.view(view.seat) == view


@every
@ACROSS
@given(st.data())
def test_from_a_position_comes_a_position(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    state: State[Table] = data.draw(positions(ruleset))
    rng = random.Random(data.draw(seeds))
    for _ in range(data.draw(st.integers(0, 30))):
        if state.is_over:
            break
        state = step(state, rng.choice(state.legal_actions()))
    table = state.table
    assert isinstance(table, ClimbingTable)
    for seat in (None, *range(ruleset.players)):
        sample = check(state, seat, data.draw(seeds))
        assert sample.deal is None
        begun = sample.table
        assert isinstance(begun, ClimbingTable)
        everything = sum((*sample.hands, *begun.played, begun.gone), Hand())
        assert everything <= Hand(ruleset.deck)
        called = getattr(table, "called", None)
        if called is not None and getattr(table, "partner", None) is None:  # it is in a hand
            soloist = getattr(table, "soloist", None)
            assert [called in hand for hand in sample.hands].count(True) == 1
            assert called not in sample.hands[soloist or 0]


@every
@ACROSS
@given(st.data())
def test_a_sample_depends_on_nothing_that_the_view_does_not_show(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    seat, one, two = data.draw(twins(ruleset))
    seed = data.draw(seeds)
    for by in (seat, None):
        mine, same = one.view(by), two.view(by)
        assert mine.sample(random.Random(seed)) == same.sample(random.Random(seed))
