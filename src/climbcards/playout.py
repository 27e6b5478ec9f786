"""Random play to the end of a deal, for bots that search."""

from __future__ import annotations

import random

from climbcards.ruleset import Result, State, Table

__all__ = ["playout"]


def playout(state: State[Table], rng: random.Random) -> Result:
    """How the deal ends when every seat takes each of its legal actions with the same chance.

    It is the result of stepping on, with ``actions[int(rng.random() * len(actions))]`` of the seat
    to act at each move, and draws on the generator as often; but no states, actions or histories
    are made, so it takes a fraction of the time.  Nobody acts out of turn.

    Args:
        state: where to begin; one that is over gives its result.
        rng: what is chosen with; only ``rng.random()`` is called, once a move.
    """
    if not isinstance(state, State):
        raise TypeError(f"a {type(state).__name__} is no state")
    return state._played_out(rng)
