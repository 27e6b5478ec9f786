"""The tree of one decision: which lines of play were tried, and what they paid."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import ceil, log, sqrt
from typing import Final

from climbcards.actions import Action
from climbcards.agents.habits import Habits, habits_of
from climbcards.ruleset import State, Table, View, step

__all__ = ["Line", "Tree"]

_MOST_LINES: Final = 100_000
"""The most lines a tree keeps; after that it grows no more."""

_MOST_KEPT: Final = 10_000
"""The most guesses that are kept for other actions, and the most payoffs to compare."""

_RIPE: Final = 8
"""A line is followed by others once it has been tried so often: before that, by habit."""

_DOUBT: Final = 1.0
"""By how many standard errors another action must pay more than the greedy agent's."""

_SEEDS: Final = 1 << 53


class Line:
    """A line of play: the moves from the decision to this one.

    Attributes:
        action: its last move.
        tried: how often it was tried.
        open: how often it could have been.
        paid: what it has paid the seat that makes the move, all tries together, in units.
        payments: of a line of one move, what each of the first tries paid.
        next: the lines that are longer by one move, by the hand of the seat that searches if it
            makes that move (its bits; else 0).
    """

    __slots__ = ("action", "next", "open", "paid", "payments", "tried")

    def __init__(self, action: Action) -> None:
        self.action = action
        self.tried = 0
        self.open = 0
        self.paid = 0.0
        self.payments: list[float] = []
        self.next: dict[int, list[Line]] = {}


class _Spread:
    """The mean and the spread of numbers that come one by one."""

    __slots__ = ("_count", "_squares", "_sum")

    def __init__(self) -> None:
        self._count = 0
        self._sum = 0.0
        self._squares = 0.0

    def add(self, value: float) -> None:
        """One more number."""
        self._count += 1
        self._sum += value
        self._squares += value * value

    @property
    def mean(self) -> float:
        """The mean."""
        return self._sum / self._count

    @property
    def deviation(self) -> float:
        """The standard deviation; 0 with fewer than two numbers."""
        if self._count < 2:
            return 0.0
        return sqrt(max(self._squares / self._count - self.mean**2, 0.0))

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.deviation / sqrt(self._count)


class Tree:
    """What is known of the lines that begin with one of a seat's actions.

    Each first action is tried on the same guesses in the same order, so that they are compared on
    the same cards: which action is better shows long before what it is worth.

    Args:
        view: what the seat sees.
        actions: its actions, the likely ones first: few tries reach only the first of them.
        exploration: how much is tried that has paid less, in standard deviations of the payoffs.
        rng: what is guessed and tried with.
    """

    __slots__ = (
        "_actions",
        "_exploration",
        "_first",
        "_guesses",
        "_lines",
        "_rng",
        "_seat",
        "_spreads",
        "_tries",
        "_view",
    )

    def __init__(
        self,
        view: View[Table],
        actions: Sequence[Action],
        exploration: float,
        rng: random.Random,
    ) -> None:
        seat = view.seat
        assert seat is not None  # a spectator has no actions
        self._seat = seat
        self._view = view
        self._actions = actions
        self._exploration = exploration
        self._rng = rng
        self._first: list[Line] = []
        self._tries = 0
        self._lines = 0
        self._guesses: list[tuple[State[Table], int]] = []
        self._spreads = [_Spread() for _ in view.table.sizes]

    def iterate(self) -> None:
        """Try one line more, to the end of the deal."""
        first = self._first
        if len(first) < min(len(self._actions), _width(self._tries)):
            line = Line(self._actions[len(first)])
            first.append(line)
        else:
            line = self._chosen(first, self._seat)
        for other in first:
            other.open += 1
        self._tries += 1
        state, seed = self._guess(line.tried)
        rng = random.Random(seed)
        habits = habits_of(state)
        path = [(self._seat, line)]
        state = step(state, line.action, self._seat)
        while line.tried >= _RIPE and state.to_act is not None:
            seat = state.to_act
            state, line = self._followed(state, seat, line, habits, rng)
            path.append((seat, line))
        result = state.result
        payoffs = (habits.play_out(state, rng) if result is None else result).payoffs
        for spread, payoff in zip(self._spreads, payoffs, strict=True):
            spread.add(payoff)
        for seat, line in path:
            line.tried += 1
            line.paid += payoffs[seat]
        line = path[0][1]
        if len(line.payments) < _MOST_KEPT:
            line.payments.append(payoffs[self._seat])

    def _guess(self, place: int) -> tuple[State[Table], int]:
        """The guess for an action's next try, after so many, and a seed for the rest."""
        guesses, rng = self._guesses, self._rng
        if place < len(guesses):
            return guesses[place]
        guess = self._view.sample(rng), int(rng.random() * _SEEDS)
        if len(guesses) < _MOST_KEPT:
            guesses.append(guess)
        return guess

    def _followed(
        self, state: State[Table], seat: int, line: Line, habits: Habits, rng: random.Random
    ) -> tuple[State[Table], Line]:
        """One move on, along a line that there is or a new one."""
        actions = state.legal_actions()
        # What the seat that searches holds is the same along a line, but for the cards it draws.
        known = state.hands[seat].bits if seat == self._seat else 0
        longer = line.next.get(known, [])
        possible = [other for other in longer if other.action in actions]
        chosen: Line | None = None
        if len(possible) < min(len(actions), _width(line.tried // _RIPE)):
            # By habit, now and then by whim: what is mostly done is tried first.
            action = habits.move(state, actions, rng)
            if all(other.action != action for other in possible) and self._lines < _MOST_LINES:
                chosen = Line(action)
                self._lines += 1
                line.next[known] = [*longer, chosen]
                possible.append(chosen)
        if chosen is None:
            if not possible:  # the tree is full
                return step(state, habits.move(state, actions, rng), seat), Line(actions[0])
            chosen = self._chosen(possible, seat)
        for other in possible:
            other.open += 1
        return step(state, chosen.action, seat), chosen

    def _chosen(self, lines: Sequence[Line], seat: int) -> Line:
        """The line that UCB1 chooses for a seat, of those that are possible now."""
        explored = self._exploration * self._spreads[seat].deviation

        def value(line: Line) -> float:
            return line.paid / line.tried + explored * sqrt(log(line.open + 1) / line.tried)

        return max(lines, key=value)

    def best(self) -> Action:
        """The action tried most; the first of all unless that one has paid more beyond doubt."""
        first = self._first[0]
        best = max(self._first, key=lambda line: line.tried)
        if best is not first:
            more = _Spread()
            for own, other in zip(best.payments, first.payments, strict=False):
                more.add(own - other)
            if more.mean <= _DOUBT * more.error:
                return first.action
        return best.action


def _width(tries: int) -> int:
    """How many ways to go on are looked at after so many tries."""
    return ceil(sqrt(tries + 1))
