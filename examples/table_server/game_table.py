"""One table of the server, without a socket: messages in, messages out.

A :class:`GameTable` holds a match, who sits at it, and its journal.  Its methods take what a client
wants and give the messages to send; what was refused is a :class:`Refused` and changes nothing.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Final, TypeAlias

from examples.table_server import scene
from examples.table_server.journal import JOURNAL, Journal, Person, read_journal
from examples.table_server.messages import Act, Message, Refused, fresh_token

from climbcards import Action, IllegalAction, Match, Ruleset, State, Table
from climbcards.agents import GreedyAgent
from climbcards.record_json import JsonValue, read_json
from climbcards.view_json import event_to_json, view_to_json

Client: TypeAlias = int
"""A connection, by its number."""

Sent: TypeAlias = tuple[Client, Message]
"""A message, and the client that it is for."""

_log = logging.getLogger("table_server")

_BUILT_IN: Final = GreedyAgent()


class GameTable:
    """A match, its seats and its journal.

    Attributes:
        name: the name of the table.
        match: the match as it stands.
        people: by seat, the person who has it; None: a built-in player does.
        clients: the connections at the table, each with its seat; None: a spectator.
    """

    def __init__(
        self, name: str, match: Match[Table], people: Iterable[Person | None], journal: Journal
    ) -> None:
        self.name = name
        self.match = match
        self.people = list(people)
        self.clients: dict[Client, int | None] = {}
        self._journal = journal

    @staticmethod
    def begin(
        folder: Path,
        name: str,
        ruleset: Ruleset[Table],
        deals: int | None = None,
        seed: int | None = None,
    ) -> GameTable:
        """A new table, with its journal in this folder.

        Raises:
            FileExistsError: there is a journal of that name.
            OSError: it cannot be written.
        """
        match = Match.begin(ruleset, seed, deals=deals)
        journal = Journal.begin(folder / f"{name}{JOURNAL}", match)
        return GameTable(name, match, [None] * ruleset.players, journal)

    @staticmethod
    def resume(path: Path) -> GameTable:
        """The table of a journal, as everybody had last been told.

        Raises:
            RecordError: the file is no journal.
            OSError: it cannot be read or written.
        """
        kept = read_journal(path)
        table = GameTable(
            path.name.removesuffix(JOURNAL), kept.match, kept.people, Journal(path, kept.size)
        )
        if table.match.is_over:  # the server fell between the last move and the record
            table._journal.finish(table.match)
        return table

    def close(self) -> None:
        """Close the journal; nothing can happen at the table any more."""
        self._journal.close()

    def discard(self) -> None:
        """Close the journal and remove it: nobody has sat at the table."""
        self._journal.close()
        self._journal.path.unlink()

    # --- What there is to know

    @property
    def is_unused(self) -> bool:
        """Whether nobody is at the table, and nothing has happened at it."""
        begun = self.match.past or self.match.state.history
        return not begun and not self.clients and not any(self.people)

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.match.is_over

    @property
    def state(self) -> State[Table]:
        """The deal in progress; the last one when the match is over."""
        return self.match.state

    @property
    def now(self) -> tuple[int, int]:
        """The number of the deal, from 1, and of moves it has: what an act must answer."""
        return len(self.match.past) + (not self.is_over), len(self.state.history)

    def is_present(self, seat: int) -> bool:
        """Whether the person of this seat is connected."""
        return seat in self.clients.values()

    def summary(self) -> Message:
        """The table as the list of tables has it."""
        return {
            "table": self.name,
            "game": self.match.ruleset.name,
            "deal": self.now[0],
            "deals": self.match.deals,
            "over": self.is_over,
            "seats": self._seats(),
        }

    def _seats(self) -> JsonValue:
        return [
            {
                "name": None if person is None else person.name,
                "present": self.is_present(seat),
            }
            for seat, person in enumerate(self.people)
        ]

    def _stamped(self, kind: str, **members: JsonValue) -> Message:
        deal, number = self.now
        return {"type": kind, "table": self.name, "deal": deal, "number": number, **members}

    # --- Coming and going

    def join(self, client: Client, name: str, seat: int | None = None) -> list[Sent]:
        """Give somebody a free seat: this one, or the first there is."""
        if self.is_over:
            raise Refused("over", "the match is over")
        free = [number for number, person in enumerate(self.people) if person is None]
        if seat is None:
            if not free:
                raise Refused("table_full", "every seat is taken")
            seat = free[0]
        elif seat >= len(self.people):
            raise Refused("no_such_seat", f"seats are numbered from 0 to {len(self.people) - 1}")
        elif seat not in free:
            raise Refused("seat_taken", f"seat {seat} is taken")
        person = Person(name, fresh_token())
        self._journal.sit(seat, person)
        self.people[seat] = person
        return self._seated(client, seat, person)

    def come_back(self, client: Client, token: str) -> list[Sent]:
        """Give somebody the seat that the token is for."""
        for seat, person in enumerate(self.people):
            if person is not None and secrets.compare_digest(person.token.encode(), token.encode()):
                return self._seated(client, seat, person)
        raise Refused("bad_token", "this token is for no seat of this table")

    def _seated(self, client: Client, seat: int, person: Person) -> list[Sent]:
        self.clients[client] = seat
        welcome = self._stamped("welcome", seat=seat, name=person.name, token=person.token)
        return [(client, welcome), (client, self.view_for(client)), *self._tell_seats(client)]

    def watch(self, client: Client) -> list[Sent]:
        """Let somebody look on."""
        self.clients[client] = None
        welcome = self._stamped("welcome", seat=None, name=None, token=None)
        return [(client, welcome), (client, self.view_for(client))]

    def gone(self, client: Client) -> list[Sent]:
        """A connection has ended; the seat stays that person's."""
        del self.clients[client]
        return self._tell_seats()

    def leave(self, client: Client) -> list[Sent]:
        """Give the client's seat up, for all of the person's connections."""
        seat = self.clients[client]
        if seat is None or self.is_over:
            del self.clients[client]
            return [(client, {"type": "left", "table": self.name}), *self._tell_seats()]
        self._journal.leave(seat)
        self.people[seat] = None
        left = [other for other, its in self.clients.items() if its == seat]
        for other in left:
            del self.clients[other]
        told: Message = {"type": "left", "table": self.name}
        return [*((other, told) for other in left), *self._tell_seats()]

    def _tell_seats(self, but: Client | None = None) -> list[Sent]:
        message = self._stamped("seats", seats=self._seats())
        return [(client, message) for client in self.clients if client != but]

    # --- What each client sees

    def view_for(self, client: Client) -> Message:
        """Everything that the client's seat (or a spectator) may see."""
        seat = self.clients[client]
        view = self.state.view(seat)
        last = self.match.results[-1] if self.match.results else None
        return self._stamped(
            "view",
            seat=seat,
            seats=self._seats(),
            deals=self.match.deals,
            totals=self.match.totals,
            result=None if last is None else scene.result_of(last),
            ranking=scene.ranking_of(self.match) if self.is_over else None,
            view=_value(view_to_json(view)),
            scene=scene.scene_of(view),
            **scene.actions_of(view),
        )

    # --- Acting

    def act(self, client: Client, said: Act) -> list[Sent]:
        """Do, or only check, what a client's seat wants.

        Raises:
            Refused: the client has no seat, or answers a move that is not the last one.
            OSError: the journal cannot be written; nothing has happened.
        """
        seat = self.clients[client]
        if seat is None:
            raise Refused("no_seat", "spectators do not play")
        if (said.deal, said.number) != self.now:
            deal, number = self.now
            problem = f"that answers move {said.number} of deal {said.deal}, not what is now"
            raise Refused("stale", problem, {"deal": deal, "number": number})
        if said.only_check:
            violation = self.state.check(said.action, seat)
            told = None if violation is None else scene.violation_of(violation)
            return [(client, self._stamped("checked", action=str(said.action), violation=told))]
        try:
            return self._do(seat, said.action)
        except IllegalAction as error:
            told = scene.violation_of(error.violation)
            return [(client, self._stamped("refused", action=str(said.action), violation=told))]

    def play_for(self, seat: int) -> list[Sent]:
        """Let the built-in player act for the seat whose turn it is."""
        return self._do(seat, _BUILT_IN.act(self.state.view(seat)))

    def _do(self, seat: int, action: Action) -> list[Sent]:
        """Check a move, keep it, and only then make it what is."""
        after = self.match.step(action, seat)  # this match stays as it is
        ended = len(after.past) > len(self.match.past)
        played = after.past[-1] if ended else after.state
        deal, number = self.now
        move = played.history[-1]
        self._journal.move(deal, number + 1, move.seat, move.action)
        self.match = after
        sent = [(client, self._event(played, deal, seat)) for client, seat in self.clients.items()]
        if ended:
            sent += self._ended(deal)
        return sent

    def _event(self, played: State[Table], deal: int, seat: int | None) -> Message:
        """The last move as a seat saw it, with all that it may do now."""
        event, view = played.events(seat)[-1], played.view(seat)
        return {
            "type": "event",
            "table": self.name,
            "deal": deal,
            "number": event.number,
            "event": _value(event_to_json(event)),
            "scene": scene.scene_of(view),
            **scene.actions_of(view),
        }

    def _ended(self, deal: int) -> list[Sent]:
        """What is told at the end of a deal: its result, then the next deal or the ranking."""
        result = scene.result_of(self.match.results[-1])
        over: Message = {
            "type": "deal_over",
            "table": self.name,
            "deal": deal,
            "result": result,
            "totals": self.match.totals,
        }
        sent: list[Sent] = [(client, over) for client in self.clients]
        if not self.is_over:
            return [*sent, *((client, self.view_for(client)) for client in self.clients)]
        try:
            self._journal.finish(self.match)
        except OSError as error:  # the journal stays, and is finished when the server starts again
            _log.error("%s has no record yet: %s", self.name, error)
        end = self._stamped("match_over", ranking=scene.ranking_of(self.match))
        return [*sent, *((client, end) for client in self.clients)]


def _value(text: str) -> JsonValue:
    """A text of JSON as part of a message."""
    value: JsonValue = read_json(text).value  # type: ignore[assignment]
    return value
