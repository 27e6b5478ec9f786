"""Who plays with whom, as far as a player can know."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from climbcards.cards import Card
from climbcards.climbing.table import ClimbingTable
from climbcards.ruleset import Table, View

__all__ = ["Calling", "allies", "declarer"]


@runtime_checkable
class Calling(Protocol):
    """A table at which a partner may be called or drawn.

    Attributes:
        called: the card called.
        partner: the declarer's partner, when known.
    """

    called: Card | None
    partner: int | None


def declarer(table: Table) -> int | None:
    """Who plays against the others, alone or with a partner; None where nobody does (yet)."""
    return table._now.contract.declarer if isinstance(table, ClimbingTable) else None


def allies(view: View[Table]) -> frozenset[int]:
    """The other seats that the player knows to be on its own side."""
    table, seat = view.table, view.seat
    soloist = declarer(table)
    if soloist is None or seat is None:
        return frozenset()
    called, partner = (table.called, table.partner) if isinstance(table, Calling) else (None, None)
    if called is not None and partner is None:
        if called not in view.hand:
            return frozenset()  # anybody may be the partner
        partner = seat
    side = {soloist, partner}
    everybody = range(len(table.sizes))
    return frozenset(other for other in everybody if (other in side) == (seat in side)) - {seat}
