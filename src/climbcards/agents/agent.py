"""What an agent is: anything that can act on a view."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from climbcards.actions import Action
from climbcards.errors import PositionError
from climbcards.ruleset import Table, View

__all__ = ["Agent", "AgentFactory", "choices"]


class Agent(Protocol):
    """A player.  It sees views and nothing else, so it cannot cheat."""

    def act(self, view: View[Table]) -> Action:
        """What the player does whose view this is; it has at least one legal action."""
        ...


AgentFactory: TypeAlias = Callable[[random.Random], Agent]
"""Makes an agent for one seat of one deal, with a generator of its own."""


def choices(view: View[Table]) -> Sequence[Action]:
    """What there is to choose from.

    Raises:
        PositionError: nothing: it is not the seat's turn, or the view is a spectator's.
    """
    actions = view.legal_actions()
    if not actions:
        raise PositionError(f"seat {view.seat} has no legal action")
    return actions
