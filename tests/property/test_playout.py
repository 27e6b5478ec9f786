"""Random play to the end gives what stepping gives, for equal random numbers."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from climbcards import BigThree, Phase, Result, Ruleset, State, Table, ThreeThirteen, step
from climbcards.playout import playout
from climbcards.testing import PRESETS, big_twos, dou_dizhus, positions, states
from tests.property.page import ACROSS, CLIMBING, label

SEEDS = st.integers(0, 1 << 32)


def stepped(state: State[Table], rng: random.Random) -> Result:
    """The same by the means that everybody has."""
    while not state.is_over:
        actions = state.legal_actions()
        state = step(state, actions[int(rng.random() * len(actions))])
    assert state.result is not None
    return state.result


def compare(state: State[Table], seed: int) -> None:
    """Hold a playout to stepping: the result, and how many numbers were drawn."""
    one, other = random.Random(seed), random.Random(seed)
    before = state.history
    assert playout(state, one) == stepped(state, other)
    assert one.random() == other.random()
    assert state.history == before


@pytest.mark.parametrize("ruleset", PRESETS, ids=label)
@ACROSS
@given(st.data())
def test_a_playout_is_what_stepping_gives(ruleset: Ruleset[Table], data: st.DataObject) -> None:
    compare(data.draw(states(ruleset)), data.draw(SEEDS))


@pytest.mark.parametrize("ruleset", CLIMBING, ids=label)
@ACROSS
@given(st.data())
def test_from_a_position_as_well(ruleset: Ruleset[Table], data: st.DataObject) -> None:
    compare(data.draw(positions(ruleset)), data.draw(SEEDS))


@given(st.data())
def test_under_any_options(data: st.DataObject) -> None:
    ruleset = data.draw(st.one_of(big_twos(), dou_dizhus()))
    compare(data.draw(states(ruleset)), data.draw(SEEDS))


def test_a_deal_that_is_over_gives_its_result() -> None:
    rng = random.Random(1)
    state = ThreeThirteen(players=2).deal(1)
    while not state.is_over:
        state = step(state, rng.choice(state.legal_actions()))
    before = rng.getstate()
    assert playout(state, rng) == state.result
    assert rng.getstate() == before


def test_a_playout_begins_in_any_phase() -> None:
    state = BigThree(players=4).deal(5)
    seen = set()
    rng = random.Random(5)
    while not state.is_over:
        seen.add(state.phase)
        compare(state, len(seen))
        state = step(state, rng.choice(state.legal_actions()))
    assert seen == {Phase.AUCTION, Phase.CALL, Phase.PLAY}


def test_only_a_state_is_played_out() -> None:
    with pytest.raises(TypeError, match="a Random is no state"):
        playout(random.Random(1), random.Random(1))  # type: ignore[arg-type]  # a wrong call
