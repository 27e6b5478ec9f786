"""States as links: what a position was set up with."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from climbcards import BigThree, BigTwo, ClimbingRuleset, Hand, State, Table, step
from climbcards.linked import LinkedState, Setup
from climbcards.testing import positions
from tests.property.page import ACROSS, CLIMBING, label
from tests.toys import TOYS

GAMES = [*CLIMBING, *TOYS]


def setup_of(state: State[Table]) -> Setup:
    """What the position was set up with."""
    assert isinstance(state, LinkedState)
    assert state.setup is not None
    return state.setup


@pytest.mark.parametrize("ruleset", GAMES, ids=label)
@ACROSS
@given(data=st.data())
def test_a_position_knows_what_sets_it_up(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    state = data.draw(positions(ruleset))
    set_up: Callable[..., State[Table]] = ruleset.position
    again = set_up(**dict(setup_of(state)))
    assert again == state
    assert setup_of(again) == setup_of(state)
    hash(setup_of(state))


def test_a_setup_says_only_what_matters_and_says_it_in_values() -> None:
    state = BigThree().position(["4♣", "5♠ 6♠", "9♦"], to_act=1, target="4♦", stake=2)
    target = BigThree().classify("4♦")
    assert setup_of(state) == (
        ("hands", (Hand.parse("4♣"), Hand.parse("5♠ 6♠"), Hand.parse("9♦"))),
        ("to_act", 1),
        ("target", target),
        ("target_by", 0),
        ("soloist", 0),
        ("stake", 2),
    )


def test_every_later_state_and_every_copy_knows_it() -> None:
    state = BigTwo().position(["A♦ 4♣", "9♠ 2♠", "2♣ 5♦", "K♥ 6♦"], order=-1)
    after = step(state, state.legal_actions()[0])
    assert setup_of(after) == setup_of(state)
    assert setup_of(pickle.loads(pickle.dumps(after))) == setup_of(state)
    assert setup_of(state)[-1] == ("order", -1)


def test_positions_spelled_in_two_ways_are_equal() -> None:
    hands = ["A♦ 4♣", "9♠", "2♣ 5♦"]
    short = BigThree().position(hands, to_act=2, target="K♠", gone=())
    long = BigThree().position(hands, to_act=2, target="K♠", target_by=1, order=1, soloist=0)
    assert short == long
    assert setup_of(short) == setup_of(long)


def test_a_deal_was_not_set_up() -> None:
    state = BigThree().deal(1)
    assert isinstance(state, LinkedState)
    assert state.setup is None


def test_a_setup_is_in_no_text_and_no_view() -> None:
    state = BigThree().position(["4♣", "5♠ 6♠", "9♦"])
    assert isinstance(state, LinkedState)
    assert "9♦" not in repr(state)
    assert "setup" not in repr(state._origin)
    assert "9♦" not in repr(state.view(0))
