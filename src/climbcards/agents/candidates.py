"""In which order the search tries the actions of a view: the likely ones first."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from climbcards.actions import Action, Discard
from climbcards.agents.greedy import GreedyAgent
from climbcards.climbing.plays import Plays
from climbcards.games.three_thirteen import ThreeThirteen
from climbcards.hand import Hand
from climbcards.ruleset import Table, View
from climbcards.rummy.table import RummyTable

__all__ = ["ranked"]


def ranked(view: View[Table], actions: Sequence[Action]) -> tuple[Action, ...]:
    """The actions: the greedy agent's, then one of each sort in turn, the lowest first.

    Plays are sorted by shape, other actions by type.  Discards of Three Thirteen come by the points
    that are left without them.
    """
    first = GreedyAgent().act(view)
    others: list[list[Action]] = []
    sorts: dict[Hashable, list[Action]] = {}
    for action, sort in zip(actions, _sorts(actions), strict=True):
        if sort not in sorts:
            sorts[sort] = []
            others.append(sorts[sort])
        if action != first:
            sorts[sort].append(action)
    ruleset, table = view.table.ruleset, view.table
    if isinstance(ruleset, ThreeThirteen) and isinstance(table, RummyTable) and Discard in sorts:
        wild = ruleset.wild(table.number)

        def cost(action: Action) -> tuple[int, bool]:
            assert isinstance(action, Discard)  # they are sorted by type
            rest = view.hand - Hand([action.card])
            return ruleset.arrange(rest, table.number).points, action.card.rank is wild

        sorts[Discard].sort(key=cost)
    found = [first]
    for turn in range(len(actions)):
        found += [own[turn] for own in others if turn < len(own)]
        if len(found) == len(actions):
            break
    return tuple(found)


def _sorts(actions: Sequence[Action]) -> list[Hashable]:
    """What sort each action is of."""
    if not isinstance(actions, Plays):
        return list(map(type, actions))
    return [*[None] * actions.passes, *[reading.shape for reading in actions.readings]]
