"""Agents by the names that are typed."""

from __future__ import annotations

import pickle
import random

import pytest

from climbcards.agents import GreedyAgent, RandomAgent, SearchAgent
from climbcards.cli_agents import agent_named, is_of_the_package
from climbcards.cli_games import BadInput


@pytest.mark.parametrize(
    ("text", "iterations", "seconds"),
    [
        ("search", 400, None),
        ("search:1", 1, None),
        ("search:1000", 1000, None),
        ("search:2s", None, 2.0),
        ("search:0.25s", None, 0.25),
    ],
)
def test_a_search_has_a_budget(text: str, iterations: int | None, seconds: float | None) -> None:
    factory = pickle.loads(pickle.dumps(agent_named(text)))
    agent = factory(random.Random(1))
    assert isinstance(agent, SearchAgent)
    assert (agent._iterations, agent._seconds) == (iterations, seconds)


@pytest.mark.parametrize(
    "budget",
    ["", "0", "-1", "1.5", "x", "400x", "s", "0s", "-1s", "nans", "infs", "1e999s", "²", "9" * 10],
)
def test_what_is_no_budget_is_refused_in_words(budget: str) -> None:
    with pytest.raises(BadInput, match="the budget of a search is a number of iterations") as bad:
        agent_named(f"search:{budget}")
    assert repr(budget) in str(bad.value)


def test_the_others_take_no_budget() -> None:
    assert agent_named("random") is RandomAgent
    assert agent_named("greedy") is GreedyAgent
    with pytest.raises(BadInput, match="only search takes a budget, not greedy"):
        agent_named("greedy:400")


@pytest.mark.parametrize(
    ("text", "own"),
    [("random", True), ("search:2s", True), ("my.bots:Best", False), ("searching:x", False)],
)
def test_agents_of_the_package_are_told_from_others(text: str, own: bool) -> None:
    assert is_of_the_package(text) is own
