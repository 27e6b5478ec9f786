"""The fast way of a state in a plain trick comes to what the phases' tables come to."""

from __future__ import annotations

import random
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from climbcards import (
    Action,
    ClimbingRuleset,
    Hand,
    IllegalAction,
    Pass,
    Phase,
    Play,
    State,
    Table,
    Violation,
    step,
)
from climbcards.climbing.phases import legal
from climbcards.climbing.state import ClimbingState
from climbcards.climbing.table import ClimbingTable
from climbcards.testing import actions, big_threes, big_twos, dou_dizhus, positions, states
from tests.property.page import ACROSS, CLIMBING, label

every = pytest.mark.parametrize("ruleset", CLIMBING, ids=label)
ANY = st.one_of(big_threes(), dou_dizhus(), big_twos())

_GARBAGE = cast("list[Action]", [None, "pass", Pass, Hand(), 0])


def by_tables(state: ClimbingState[ClimbingTable], action: Action) -> State[Table] | Violation:
    """What the ordinary way makes of an action of the seat to act."""
    try:
        return state._after_ruling(action, None)
    except IllegalAction as error:
        return error.violation


def stepped(state: State[Table], action: Action) -> State[Table] | Violation:
    """What ``step`` makes of it."""
    try:
        return step(state, action)
    except IllegalAction as error:
        return error.violation


def tells_the_same(state: State[Table], action: Action) -> None:
    """Both ways lead to equal states, slot by slot, or to equal refusals."""
    assert isinstance(state, ClimbingState)
    one, other = stepped(state, action), by_tables(state, action)
    assert one == other
    if isinstance(one, ClimbingState) and isinstance(other, ClimbingState):
        assert one._parent is other._parent is state
        assert (one._seat, one._action) == (other._seat, other._action)
        assert (one._now, one._private) == (other._now, other._private)
        assert one._is_plain == other._is_plain
        assert one.result == other.result


def lists_the_same(state: State[Table]) -> None:
    """Both ways list the same, by index and in a row."""
    assert isinstance(state, ClimbingState)
    seat = state.to_act
    listed = state.legal_actions()
    if seat is None:
        assert not listed
        return
    ordinary = legal(state._origin.setting, state._now, seat, state._cards(seat))
    assert tuple(listed) == tuple(ordinary)
    assert [listed[place] for place in range(len(listed))] == list(ordinary)
    assert listed == state._legal(seat)


@every
@pytest.mark.parametrize("seed", range(3))
def test_whole_deals(ruleset: ClimbingRuleset[Table], seed: int) -> None:
    """Every move of a deal, with every action that is legal and some that are not."""
    rng = random.Random(seed)
    state = ruleset.deal(seed)
    before: Action = Pass()
    plain = 0
    while not state.is_over:
        assert isinstance(state, ClimbingState)
        lists_the_same(state)
        listed = state.legal_actions()
        some = [listed[int(rng.random() * len(listed))] for _ in range(4)]
        foreign = Play(rng.sample(ruleset.deck, rng.randint(1, 5)))
        for action in (*some, Pass(), before, foreign, Play(Hand())):
            tells_the_same(state, action)
        plain += state._is_plain
        before = some[0]
        state = step(state, before)
    lists_the_same(state)
    tells_the_same(state, Pass())
    assert isinstance(state, ClimbingState)
    rules = state.ruleset.rules
    if not rules.plain_tricks:
        assert not plain
    elif not rules.callable_ranks:
        assert plain


@every
@ACROSS
@given(st.data())
def test_any_moment(ruleset: ClimbingRuleset[Table], data: st.DataObject) -> None:
    holds_at_a_moment(ruleset, data)


@given(st.data())
def test_any_moment_with_any_options(data: st.DataObject) -> None:
    holds_at_a_moment(data.draw(ANY), data)


def holds_at_a_moment(ruleset: ClimbingRuleset[Table], data: st.DataObject) -> None:
    state = data.draw(states(ruleset, phase=Phase.PLAY) | positions(ruleset))
    lists_the_same(state)
    listed = state.legal_actions()
    tells_the_same(state, listed[data.draw(st.integers(0, len(listed) - 1))])
    tells_the_same(state, data.draw(actions(ruleset)))
    tells_the_same(state, data.draw(st.sampled_from(_GARBAGE)))
    assert state.to_act is not None
    held = tuple(state.hands[state.to_act])
    places = data.draw(st.lists(st.integers(0, len(held) - 1), unique=True, max_size=5))
    tells_the_same(state, Play(Hand(held[place] for place in places)))
