"""All tables of the server, without a socket: which client is at which, and what it is told."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from examples.table_server.game_table import Client, GameTable, Sent
from examples.table_server.journal import JOURNAL, RECORD
from examples.table_server.messages import (
    GAMES,
    MOST_DEALS,
    NAME_OF_TABLE,
    Act,
    Create,
    Join,
    Leave,
    Look,
    Message,
    Refused,
    Return,
    Said,
    Tables,
    Watch,
    read_message,
)

from climbcards import ClimbcardsError, RecordError, Ruleset, Table

MOST_TABLES: Final = 100

_log = logging.getLogger("table_server")


class Lobby:
    """The tables in a folder.

    Args:
        folder: where the journals and records are.
        deals: how many deals a match has where neither its rules nor its maker say.

    Attributes:
        tables: the tables by their names.
    """

    def __init__(self, folder: Path, deals: int = 5) -> None:
        self.folder = folder
        self.tables: dict[str, GameTable] = {}
        self._deals = deals
        self._at: dict[Client, GameTable] = {}
        self._set_up: set[str] = set()  # the tables that clients have set up

    def resume(self) -> list[GameTable]:
        """Open every table that has a journal.

        A file that is no journal is left alone, and told of in the log: whoever runs the server has
        to look at it.
        """
        resumed: list[GameTable] = []
        for path in sorted(self.folder.glob(f"*{JOURNAL}")):
            try:
                if not NAME_OF_TABLE.fullmatch(path.name.removesuffix(JOURNAL)):
                    raise RecordError("$", "this is no name of a table", None)
                table = GameTable.resume(path)
            except (ClimbcardsError, OSError) as error:
                _log.error("%s is not resumed: %s", path.name, error)
                continue
            if not table.is_over:
                self.tables[table.name] = table
                self._set_up.add(table.name)
                resumed.append(table)
        return resumed

    def create(self, ruleset: Ruleset[Table], deals: int | None = None) -> GameTable:
        """Set up a table; its name is the game's with the first number that was never taken.

        Raises:
            Refused: there are too many tables.
            OSError: the journal cannot be written.
        """
        self._drop_finished()
        if len(self.tables) >= MOST_TABLES:
            self._drop_unused()
        if len(self.tables) >= MOST_TABLES:
            raise Refused("too_many_tables", f"there are {MOST_TABLES} tables already")
        number = 1 + max(self._numbers(ruleset.name), default=0)
        if deals is None:
            deals = ruleset.match_length() or self._deals
        if deals > MOST_DEALS:
            raise Refused("bad_message", f"a match has at most {MOST_DEALS} deals here")
        name = f"{ruleset.name}-{number}"
        try:
            table = GameTable.begin(self.folder, name, ruleset, deals)
        except ClimbcardsError as error:
            raise Refused("bad_message", str(error)) from None
        self.tables[table.name] = table
        return table

    def _numbers(self, game: str) -> Iterable[int]:
        """The numbers that tables of this game have had."""
        for path in self.folder.glob(f"{game}-*.jsonl"):
            name = path.name.removesuffix(JOURNAL).removesuffix(RECORD)
            if NAME_OF_TABLE.fullmatch(name):
                yield int(name.rpartition("-")[2])

    def _drop_finished(self) -> None:
        """Forget finished tables that nobody looks at any more."""
        for name, table in list(self.tables.items()):
            if table.is_over and not table.clients:
                del self.tables[name]

    def _drop_unused(self) -> None:
        """Forget tables that somebody set up and nobody has sat down at."""
        for name in sorted(self._set_up & set(self.tables)):
            if self.tables[name].is_unused:
                self.tables.pop(name).discard()
                self._set_up.remove(name)

    def close(self) -> None:
        """Close every journal."""
        for table in self.tables.values():
            table.close()

    # --- Clients

    def receive(self, client: Client, text: str | bytes) -> list[Sent]:
        """What to send after a client's message, whatever it is."""
        try:
            return self._answered(client, read_message(text))
        except Refused as refused:
            return [(client, refused.message())]
        except OSError as error:
            _log.error("a journal cannot be written: %s", error)
            return [(client, Refused("not_kept", "the server cannot write").message())]

    def gone(self, client: Client) -> list[Sent]:
        """What to send after a connection has ended."""
        table = self._at.pop(client, None)
        return [] if table is None or client not in table.clients else table.gone(client)

    def _answered(self, client: Client, said: Said) -> list[Sent]:
        match said:
            case Tables():
                return [(client, self._list())]
            case Create(ruleset, deals):
                table = self.create(ruleset, deals)
                self._set_up.add(table.name)
                return [(client, {"type": "created", **table.summary()})]
            case Join(name, person, seat):
                table = self._table(client, name)
                return self._sat(client, table, table.join(client, person, seat))
            case Return(name, token):
                table = self._table(client, name)
                return self._sat(client, table, table.come_back(client, token))
            case Watch(name):
                table = self._table(client, name)
                return self._sat(client, table, table.watch(client))
            case Act():
                return self._own(client).act(client, said)
            case Look():
                return [(client, self._own(client).view_for(client))]
            case Leave():
                return self._own(client).leave(client)

    def _sat(self, client: Client, table: GameTable, sent: list[Sent]) -> list[Sent]:
        self._at[client] = table
        return sent

    def _list(self) -> Message:
        return {
            "type": "tables",
            "games": list(GAMES),
            "tables": [table.summary() for table in self.tables.values()],
        }

    def _table(self, client: Client, name: str) -> GameTable:
        """The table that a client wants to come to, being at none."""
        at = self._at.get(client)
        if at is not None and client in at.clients:
            raise Refused("at_a_table", f"this connection is at {at.name}: leave it first")
        if name not in self.tables:
            raise Refused("no_such_table", "there is no such table")
        return self.tables[name]

    def _own(self, client: Client) -> GameTable:
        """The table that the client is at."""
        table = self._at.get(client)
        if table is None or client not in table.clients:
            raise Refused("not_at_a_table", "this connection is at no table")
        return table
