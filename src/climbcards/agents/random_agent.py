"""An agent that takes any legal action."""

from __future__ import annotations

import random

from climbcards.actions import Action
from climbcards.agents.agent import choices
from climbcards.ruleset import Table, View

__all__ = ["RandomAgent"]


class RandomAgent:
    """Takes each legal action with the same chance.

    Args:
        rng: what it chooses with; only ``rng.random()`` is called, once an action.
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def act(self, view: View[Table]) -> Action:
        """One of the legal actions.

        Raises:
            PositionError: the seat has nothing to choose from.
        """
        actions = choices(view)
        return actions[int(self._rng.random() * len(actions))]
