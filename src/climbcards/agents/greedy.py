"""An agent that sheds as much as it can, for all games."""

from __future__ import annotations

import random
from collections.abc import Sequence

from climbcards.actions import Action, Phase
from climbcards.agents.agent import choices
from climbcards.agents.climbing import answer_or_lead, word
from climbcards.agents.rummy import discard, draw
from climbcards.games.three_thirteen import ThreeThirteen
from climbcards.ruleset import ClimbingRuleset, Table, View

__all__ = ["GreedyAgent"]


class GreedyAgent:
    """A quick player without foresight: the same view always gives the same action.

    In a climbing game it bids by its high cards; leads the combination with the most cards, and of
    those the lowest; answers with the weakest play that will do; lets a play of its own side stand;
    and keeps its bombs whole until a hand is nearly empty.  In Three Thirteen it takes the discard
    where that lowers the points of its best arrangement, throws the card that leaves the fewest,
    and goes out as soon as it can.

    Args:
        rng: is not drawn on: it is taken so that the class is an agent factory.
    """

    def __init__(self, rng: random.Random | None = None) -> None:
        del rng

    def act(self, view: View[Table]) -> Action:
        """What sheds most.

        Raises:
            PositionError: the seat has nothing to choose from.
        """
        actions: Sequence[Action] = choices(view)
        ruleset = view.table.ruleset
        match view.table.phase:
            case Phase.AUCTION:
                return word(ruleset, view, actions)
            case Phase.PLAY if isinstance(ruleset, ClimbingRuleset):
                return answer_or_lead(ruleset, view, actions)
            case Phase.DRAW if isinstance(ruleset, ThreeThirteen):
                return draw(ruleset, view, actions)
            case Phase.DISCARD if isinstance(ruleset, ThreeThirteen):
                return discard(ruleset, view, actions)
            case _:
                return actions[0]
