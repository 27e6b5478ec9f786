"""The greedy agent at the tables of the command line, where bombs may be played out of turn too."""

from __future__ import annotations

from climbcards import Action, Play, State, View
from climbcards.agents import GreedyAgent
from climbcards.climbing.table import ClimbingTable

__all__ = ["bomb_out_of_turn", "next_move"]

_FEW_CARDS = 5
"""So many cards left, and a player may well be out with the next play."""


def next_move(state: State) -> tuple[Action, int]:
    """What is done next, and by whom: the seat to act, unless another one bombs out of turn."""
    assert state.to_act is not None  # a deal in progress
    for seat in range(state.ruleset.players):
        bomb = None if seat == state.to_act else bomb_out_of_turn(state.view(seat))
        if bomb is not None:
            return bomb, seat
    return GreedyAgent().act(state.view(state.to_act)), state.to_act


def bomb_out_of_turn(view: View) -> Action | None:
    """The bomb that a seat plays out of turn; None if it waits for its turn.

    It bombs when that leaves it few cards, or when whoever it beats has few.
    """
    table = view.table
    if not isinstance(table, ClimbingTable) or table.target_by is None or not view.legal_actions():
        return None
    bomb = GreedyAgent().act(view)
    assert isinstance(bomb, Play)  # nothing else is legal out of turn
    left = len(view.hand) - len(bomb.cards)
    return bomb if min(left, table.sizes[table.target_by]) <= _FEW_CARDS else None
