"""An agent that searches: it tries its actions on guesses at what is hidden."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial

from climbcards.actions import Action
from climbcards.agents.agent import AgentFactory, choices
from climbcards.agents.candidates import ranked
from climbcards.agents.tree import Tree
from climbcards.ruleset import Table, View

__all__ = ["SearchAgent"]

_ITERATIONS = 400


class SearchAgent:
    """Information-set Monte Carlo tree search, for every phase of every game.

    Each iteration guesses the hidden cards (:meth:`~climbcards.ruleset.View.sample`), follows one
    line of play through a tree of the actions tried so far, adds to it, lets everybody finish the
    deal much as the greedy agent plays, and notes the payoffs.  Lines are chosen by UCB1: what has
    paid well for the seat that acts, and what has been tried little.  The action tried most is
    taken; but in place of the greedy agent's only if it has paid more on the same guesses, by a
    standard error of the difference.

    With a budget of iterations the same generator and views give the same actions on any machine;
    with one of seconds a faster machine plays better.  Memory is bounded: a tree is dropped with
    its decision and keeps at most 100,000 lines.

    Args:
        rng: what it guesses and tries with; only ``rng.random()`` is called.
        iterations: the budget of a decision, in iterations; 400 if no budget is given.
        seconds: or the budget in seconds; one iteration is always made.
        exploration: how much is tried that has paid less, in standard deviations of the payoffs.
        clock: tells the seconds.

    Raises:
        ValueError: two budgets, or one that is not above zero.
    """

    __slots__ = ("_clock", "_exploration", "_iterations", "_rng", "_seconds")

    def __init__(
        self,
        rng: random.Random,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        exploration: float = 1.0,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        if iterations is not None and seconds is not None:
            raise ValueError("a budget is in iterations or in seconds, not both")
        if iterations is None and seconds is None:
            iterations = _ITERATIONS
        if not ((iterations or 0) > 0 or (seconds or 0) > 0):
            raise ValueError("a budget is above zero")
        self._rng = rng
        self._iterations = iterations
        self._seconds = seconds
        self._exploration = exploration
        self._clock = clock

    @classmethod
    def factory(
        cls,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        exploration: float = 1.0,
    ) -> AgentFactory:
        """An agent factory with this budget; it pickles, and a wrong budget is refused at once.

        Raises:
            ValueError: two budgets, or one that is not above zero.
        """
        make = partial(cls, iterations=iterations, seconds=seconds, exploration=exploration)
        make(random.Random(0))
        return make

    def act(self, view: View[Table]) -> Action:
        """The action that the search has tried most.

        Raises:
            PositionError: the seat has nothing to choose from.
        """
        actions = choices(view)
        if len(actions) == 1:
            return actions[0]
        tree = Tree(view, ranked(view, actions), self._exploration, self._rng)
        if self._seconds is None:
            for _ in range(self._iterations or 0):
                tree.iterate()
        else:
            end = self._clock() + self._seconds
            tree.iterate()
            while self._clock() < end:
                tree.iterate()
        return tree.best()
