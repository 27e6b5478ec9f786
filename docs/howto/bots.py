"""Two versions of a bot, for the page on comparing them."""

from __future__ import annotations

from typing_extensions import override

from climbcards import Action, Phase, Table, View
from climbcards.agents import GreedyAgent

__all__ = ["Bold", "Shy"]


class Bold(GreedyAgent):
    """The first version: it bids whatever its cards are worth."""


class Shy(GreedyAgent):
    """The second version: it passes in the auction wherever it may."""

    @override
    def act(self, view: View[Table]) -> Action:
        if view.table.phase is Phase.AUCTION:
            return view.legal_actions()[0]
        return super().act(view)
