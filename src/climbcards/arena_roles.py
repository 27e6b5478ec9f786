"""The roles of a deal: who plays alone, who helps, who defends."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from climbcards.agents.sides import Calling, declarer
from climbcards.ruleset import State, Table

__all__ = ["roles_of"]


@runtime_checkable
class _HasLandlord(Protocol):
    """A table whose declarer is called the landlord."""

    landlord: int | None


def roles_of(state: State[Table]) -> tuple[str, ...]:
    """The role of each seat in a finished deal.

    In a game with an auction the highest bidder is the ``landlord`` where the table names one, the
    ``caller`` where a card has been called, else the ``soloist``; the other seats of that team are
    ``partner``, all others ``opponent``.  Where nobody bid, everybody is ``no bid``.  In a game
    without an auction the seat that acted first is the ``opener``, all others are ``follower``.
    """
    table, result = state.table, state.result
    seats = range(state.ruleset.players)
    if result is None or result.thrown_in:
        return tuple("no bid" for _ in seats)
    alone = declarer(table)
    if alone is None:
        first = state.history[0].seat if state.history else 0
        return tuple("opener" if seat == first else "follower" for seat in seats)
    if isinstance(table, _HasLandlord):
        name = "landlord"
    elif isinstance(table, Calling) and table.called is not None:
        name = "caller"
    else:
        name = "soloist"
    side = next((team for team in result.teams if alone in team), (alone,))
    return tuple(
        name if seat == alone else "partner" if seat in side else "opponent" for seat in seats
    )
