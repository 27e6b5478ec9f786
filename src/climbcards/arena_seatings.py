"""Who sits where: the seatings in which every deal of a run is played."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import product
from math import comb
from typing import Final

from climbcards.arena_faults import ArenaError

__all__ = ["Seating", "seatings_of"]

MOST: Final = 1_000
"""The most seatings of one deal."""


class Seating(StrEnum):
    """In which seatings a deal is played; each seating is one sitting."""

    ROTATIONS = "rotations"
    """The agents sit down in the order given, over and over until the seats are full, and move on
    by one seat for every further sitting.  Neighbors stay the same."""
    ASSIGNMENTS = "assignments"
    """Every way to fill the seats in which every agent sits at least once."""


def seatings_of(
    agents: Sequence[str], players: int, seating: Seating | str | Sequence[Sequence[str]] | None
) -> tuple[tuple[int, ...], ...]:
    """The seatings, each as the agents' places in the list by seat.

    Args:
        agents: the names of the agents.
        players: how many seats there are.
        seating: a :class:`Seating`; or seatings of one's own, each the agents' names by seat; or
            None: rotations where there is an agent for each seat, else assignments.

    Raises:
        ArenaError: there are no such seatings, or too many of them.
    """
    if not agents:
        raise ArenaError("a run needs an agent")
    if seating is None:
        seating = Seating.ROTATIONS if len(agents) == players else Seating.ASSIGNMENTS
    if not isinstance(seating, str):
        return _given(agents, players, seating)
    if len(agents) > players:
        raise ArenaError(
            f"{len(agents)} agents do not fit on {players} seats: say who sits where (seating=)"
        )
    if seating not in list(Seating):
        raise ArenaError(f"there is no seating {seating!r}: there are {', '.join(Seating)}")
    if seating == Seating.ROTATIONS:
        line = [seat % len(agents) for seat in range(players)]
        turned = (tuple(line[-turn:] + line[:-turn]) for turn in range(players))
        return tuple(dict.fromkeys(turned))
    number = _assignments(len(agents), players)
    if number > MOST:
        raise ArenaError(
            f"there are {number:,} ways to seat {len(agents)} agents on {players} seats: "
            f"choose rotations, or say who sits where"
        )
    everybody = set(range(len(agents)))
    ways = product(range(len(agents)), repeat=players)
    return tuple(way for way in ways if set(way) == everybody)


def _assignments(agents: int, players: int) -> int:
    """In how many ways the seats can be filled so that everybody sits (inclusion, exclusion)."""
    return sum(
        (-1) ** absent * comb(agents, absent) * (agents - absent) ** players
        for absent in range(agents)
    )


def _given(
    agents: Sequence[str], players: int, seatings: Sequence[Sequence[str]]
) -> tuple[tuple[int, ...], ...]:
    """Seatings that were spelled out."""
    if not 1 <= len(seatings) <= MOST:
        raise ArenaError(f"a deal has from 1 to {MOST:,} seatings, not {len(seatings):,}")
    places = {name: place for place, name in enumerate(agents)}
    for seating in seatings:
        if isinstance(seating, str) or len(seating) != players:
            raise ArenaError(f"a seating names an agent for each of {players} seats")
        for name in seating:
            if name not in places:
                raise ArenaError(f"there is no agent {name!r}: there are {', '.join(agents)}")
    absent = set(agents).difference(*seatings)
    if absent:
        raise ArenaError(f"no seating has {', '.join(sorted(absent))}")
    return tuple(tuple(places[name] for name in seating) for seating in seatings)
