"""What holds for every agent in every game, and for the habits of the search."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from climbcards import (
    ClimbingRuleset,
    Discard,
    GoOut,
    Hand,
    Phase,
    Result,
    Ruleset,
    State,
    Table,
    ThreeThirteen,
    View,
    step,
)
from climbcards.agents import AgentFactory, GreedyAgent, RandomAgent, SearchAgent
from climbcards.agents.candidates import ranked
from climbcards.agents.habits import climb, habits_of
from climbcards.analysis import hint
from climbcards.climbing.state import ClimbingState
from climbcards.rummy.state import RummyState
from climbcards.rummy.table import RummyTable
from climbcards.testing import PRESETS, big_threes, big_twos, dou_dizhus, states, three_thirteens
from tests.property.page import ACROSS, CLIMBING, label

SEEDS = st.integers(0, 1 << 32)
SEARCH = SearchAgent.factory(iterations=3)
AGENTS: dict[str, AgentFactory] = {"random": RandomAgent, "greedy": GreedyAgent, "search": SEARCH}
RUMMY = [ruleset for ruleset in PRESETS if isinstance(ruleset, ThreeThirteen)]
ANY_OPTIONS = st.one_of(big_threes(), big_twos(), dou_dizhus(), three_thirteens())


def views(state: State[Table]) -> list[View[Table]]:
    """The views of the seats that may act, in turn or out of it."""
    seats = range(state.ruleset.players)
    return [state.view(seat) for seat in seats if state.legal_actions(seat)]


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("ruleset", PRESETS, ids=label)
def test_an_agent_plays_a_deal_to_its_end(ruleset: Ruleset[Table], agent: str) -> None:
    # Played by one agent alone a deal would hardly ever come to some of its phases.
    factories: list[AgentFactory] = [AGENTS[agent], RandomAgent]
    agents = [factories[seat % 2](random.Random(seat)) for seat in range(ruleset.players)]
    state: State[Table] = ruleset.deal(4)
    moves = 0
    while state.to_act is not None:
        state = step(state, agents[state.to_act].act(state.view(state.to_act)))
        moves += 1
        # A search of every move of a deal of many turns would take long.
        if agent == "search" and moves > 40:
            return
    assert state.result is not None


@pytest.mark.parametrize("agent", AGENTS)
@given(st.data())
def test_an_action_is_legal_and_follows_from_the_view(agent: str, data: st.DataObject) -> None:
    state = data.draw(states(data.draw(ANY_OPTIONS)))
    seed = data.draw(SEEDS)
    assume(not state.is_over)
    for view in views(state):
        action = AGENTS[agent](random.Random(seed)).act(view)
        assert view.check(action) is None
        assert AGENTS[agent](random.Random(seed)).act(state.view(view.seat)) == action


@given(st.data())
def test_the_search_looks_at_each_action_once(data: st.DataObject) -> None:
    state = data.draw(states(data.draw(ANY_OPTIONS)))
    assume(not state.is_over)
    for view in views(state):
        actions = view.legal_actions()
        found = ranked(view, actions)
        assert found[0] == GreedyAgent().act(view)
        assert len(found) == len(actions)
        assert set(found) == set(actions)


# --- Habits --------------------------------------------------------------------------------------


def by_moves(state: State[Table], rng: random.Random) -> Result:
    """A trick game played out by habit, one step after the other."""
    while not state.is_over:
        assert isinstance(state, ClimbingState)
        state = step(state, state._by_habit(rng, climb))
    assert state.result is not None
    return state.result


@pytest.mark.parametrize("ruleset", CLIMBING, ids=label)
@ACROSS
@given(st.data())
def test_playing_out_by_habit_is_stepping_by_habit(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    state = data.draw(states(ruleset, phase=Phase.PLAY))
    seed = data.draw(SEEDS)
    one, other = random.Random(seed), random.Random(seed)
    assert habits_of(state).play_out(state, one) == by_moves(state, other)
    assert one.random() == other.random()


class _NoWhim(random.Random):
    """Chance that never makes anybody leave its habits."""

    def random(self) -> float:
        return 0.999


@pytest.mark.parametrize("ruleset", RUMMY, ids=label)
@given(st.data())
@settings(max_examples=10)
def test_hands_are_melded_by_habit_as_the_greedy_agent_does(
    ruleset: ThreeThirteen, data: st.DataObject
) -> None:
    state = data.draw(states(ruleset))
    assume(not state.is_over)
    view = state.view(state.to_act)
    habit = habits_of(state).move(state, state.legal_actions(), _NoWhim())
    greedy = GreedyAgent().act(view)
    assert state.check(habit) is None
    if isinstance(habit, Discard | GoOut):
        assert type(habit) is type(greedy)
        assert isinstance(greedy, Discard | GoOut)
        # Greedy tries every card, the habit only those that are left over.
        assert isinstance(view.table, RummyTable)
        before = ruleset.arrange(view.hand, view.table.number).points
        assert points(ruleset, view, greedy) <= points(ruleset, view, habit) <= before


def points(ruleset: ThreeThirteen, view: View[Table], action: Discard | GoOut) -> int:
    """What is left without the card."""
    assert isinstance(view.table, RummyTable)
    return ruleset.arrange(view.hand - Hand([action.card]), view.table.number).points


@pytest.mark.parametrize("ruleset", RUMMY, ids=label)
@given(st.data())
@settings(max_examples=10)
def test_what_a_hand_has_left_over_is_kept_track_of(
    ruleset: ThreeThirteen, data: st.DataObject
) -> None:
    """A whole deal by habit is the same as one in which each turn looks at the hand anew."""
    state = data.draw(states(ruleset))
    seed = data.draw(SEEDS)
    result = habits_of(state).play_out(state, random.Random(seed))
    while not state.is_over:
        assert isinstance(state, RummyState)
        state = step(state, habits_of(state).move(state, state.legal_actions(), _NoWhim()))
    assert state.result == result


@pytest.mark.parametrize("ruleset", PRESETS, ids=label)
@ACROSS
@given(st.data())
def test_a_hint_is_a_legal_action_and_a_sentence(
    ruleset: Ruleset[Table], data: st.DataObject
) -> None:
    state = data.draw(states(ruleset))
    agent = RandomAgent(random.Random(data.draw(SEEDS)))
    for view in views(state):
        for given_by in (None, agent):
            found = hint(view, given_by)
            assert view.check(found.action) is None
            assert found.why
            assert not found.why.endswith(".")
            assert "_" not in found.why
