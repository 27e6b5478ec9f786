"""The tree of one decision of the search."""

from __future__ import annotations

import random

import pytest

from climbcards import BigThree, BigTwo, Draw, Pass, Phase, Play, ThreeThirteen, View
from climbcards.agents import tree
from climbcards.agents.candidates import ranked
from climbcards.agents.tree import Line, Tree


def grown(view: View, iterations: int) -> Tree:
    """A tree after so many iterations."""
    found = Tree(view, ranked(view, view.legal_actions()), 1.0, random.Random(1))
    for _ in range(iterations):
        found.iterate()
    return found


def below(line: Line) -> int:
    """How many lines go on from this one."""
    longer = [other for lines in line.next.values() for other in lines]
    return len(longer) + sum(below(other) for other in longer)


def test_every_iteration_tries_one_line() -> None:
    state = BigTwo().deal(2)
    found = grown(state.view(state.to_act), 90)
    assert sum(line.tried for line in found._first) == 90
    assert all(len(line.payments) == line.tried for line in found._first)
    assert all(line.tried <= line.open for line in found._first)


def test_actions_are_tried_on_the_same_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    state = BigThree().deal(2)
    view, drawn = state.view(state.to_act), 0
    sample = View.sample

    def counted(self: View, rng: random.Random) -> object:
        nonlocal drawn
        drawn += 1
        return sample(self, rng)

    monkeypatch.setattr(View, "sample", counted)
    found = grown(view, 60)
    assert drawn == max(line.tried for line in found._first) < 60


def test_lines_grow_longer_once_they_are_ripe() -> None:
    state = BigTwo(players=2).position(["3♦ 4♦ 5♥ 7♠", "6♠ 7♥ 9♠ 9♦"])
    found = grown(state.view(0), 200)
    for line in found._first:
        assert (below(line) > 0) is (line.tried > tree._RIPE)


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "_MOST_LINES", 5)
    monkeypatch.setattr(tree, "_MOST_KEPT", 3)
    monkeypatch.setattr(tree, "_RIPE", 1)
    state = BigTwo(players=2).deal(3)
    found = grown(state.view(state.to_act), 80)
    assert sum(below(line) for line in found._first) == 5
    assert len(found._guesses) == 3
    assert max(len(line.payments) for line in found._first) == 3
    assert max(line.tried for line in found._first) > 3


def test_a_draw_from_the_stock_goes_on_by_the_card_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "_RIPE", 1)
    state = ThreeThirteen(players=2).deal(4)
    assert state.phase is Phase.DRAW
    found = grown(state.view(state.to_act), 60)
    stock = next(line for line in found._first if line.action == Draw("stock"))
    assert len(stock.next) > 5
    assert 0 not in stock.next


def test_the_first_action_is_kept_where_another_pays_no_more() -> None:
    """Every action wins: the doubt is in favor of the greedy agent's."""
    state = BigTwo(players=2).position(["3♦ 2♠", "4♦ 5♦ 7♥ 9♦"], target="3♣", target_by=1)
    view = state.view(0)
    found = Tree(view, [Pass(), Play("2♠")], 1.0, random.Random(1))
    for _ in range(40):
        found.iterate()
    assert found.best() == Play("2♠")
    again = Tree(view, [Play("2♠")], 1.0, random.Random(1))
    again.iterate()
    assert again.best() == Play("2♠")
