"""When a built-in player acts: a clock's business, so it is apart from the tables.

* At a seat that nobody has it acts a moment after the last move.
* For a person who is away it waits; after a while it stands in, move by move, until the person is
  back.
* Where no person and no spectator is connected nothing happens at all.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import field, frozen, mutable
from examples.table_server.game_table import GameTable


@frozen(kw_only=True)
class Delays:
    """How long built-in players take, in seconds.

    Attributes:
        move: before a move.
        deal: before the first move of a further deal, so that people can read the result.
        away: before one stands in for a person who is away; None: never.
    """

    move: float = 0.8
    deal: float = 4.0
    away: float | None = 60.0


@mutable
class _Seen:
    """What was last seen at a table, and since when."""

    now: tuple[int, int]
    since: float
    away: dict[int, float] = field(factory=dict)


class Pace:
    """Tells who is due, and when the next one will be.

    Args:
        delays: how long they take.
    """

    def __init__(self, delays: Delays) -> None:
        self._delays = delays
        self._seen: dict[str, _Seen] = {}

    def due(
        self, tables: Iterable[GameTable], time: float
    ) -> tuple[list[tuple[GameTable, int]], float | None]:
        """The seats for which a built-in player acts now, and when to ask again.

        Args:
            tables: all tables.
            time: now, in seconds of a clock that never goes back.

        Returns:
            each table that is due with the seat; and the time of the next that will be, or None if
            nothing will happen before somebody comes or acts.
        """
        due: list[tuple[GameTable, int]] = []
        later: list[float] = []
        for table in tables:
            moment = self._moment(table, time)
            if moment is None:
                continue
            when, seat = moment
            if when <= time:
                due.append((table, seat))
            else:
                later.append(when)
        return due, min(later, default=None)

    def hold(self, table: GameTable, time: float) -> None:
        """Begin the delay of a table anew: a move could not be made."""
        self._seen[table.name].since = time + 1.0

    def _moment(self, table: GameTable, time: float) -> tuple[float, int] | None:
        """When a built-in player acts at a table as it stands, and for which seat."""
        seen = self._seen.setdefault(table.name, _Seen(table.now, time))
        if seen.now != table.now:
            seen.now, seen.since = table.now, time
        for seat, person in enumerate(table.people):
            if person is None or table.is_present(seat):
                seen.away.pop(seat, None)
            else:
                seen.away.setdefault(seat, time)
        seat_to_act = table.state.to_act
        if table.is_over or not table.clients or seat_to_act is None:
            return None
        deal, number = table.now
        when = seen.since + (self._delays.deal if deal > 1 and not number else self._delays.move)
        if table.people[seat_to_act] is None:
            return when, seat_to_act
        if seat_to_act not in seen.away or self._delays.away is None:
            return None
        return max(when, seen.away[seat_to_act] + self._delays.away), seat_to_act
