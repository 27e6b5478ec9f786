"""The file of one table: whatever was announced can be read from it, also after a crash.

The first line is the :class:`~climbcards.record.Record` of the match as it was begun.  Every line
after it tells of one thing that happened, as a JSON object::

    {"sit": 2, "name": "Ann", "token": "…"}
    {"deal": 1, "number": 4, "seat": 2, "action": "play 3♣"}
    {"leave": 2}

A line is on the disk before anybody is told of it.  What a crash leaves of the line being written
was never announced, so it is dropped.  The file holds every hidden card and all the tokens: it is
for the server alone.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO, Final

from attrs import frozen
from examples.table_server.messages import TOKEN

from climbcards import Action, Match, Record, RecordError, Table, parse_action
from climbcards.errors import ClimbcardsError
from climbcards.record_json import JsonValue, Place, read_json, write_json

if sys.platform != "win32":
    import fcntl

JOURNAL: Final = ".journal.jsonl"
RECORD: Final = ".record.jsonl"
"""The ends of the names of files: a match in progress, and a finished one as a record."""


def claim(folder: Path) -> BinaryIO:
    """Keep other servers out of the folder, until the file given is closed or the process ends.

    Raises:
        OSError: another server has it.
    """
    file = open(folder / "lock", "wb")  # noqa: SIM115 - held by the caller
    if sys.platform != "win32":
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise OSError(f"another server is running on {folder}") from None
    return file


@frozen
class Person:
    """Who has a seat.

    Attributes:
        name: as the others see it.
        token: the secret that gives the right to the seat.
    """

    name: str
    token: str


@frozen(kw_only=True)
class Kept:
    """What a journal tells.

    Attributes:
        match: the match, as far as it was played.
        people: by seat, who has it; None: nobody.
        size: how many bytes of the file are whole lines.
    """

    match: Match[Table]
    people: tuple[Person | None, ...]
    size: int


class Journal:
    """An open journal.

    Args:
        path: the file, which exists.
        size: how many of its bytes are whole lines; the rest is dropped.
    """

    def __init__(self, path: Path, size: int) -> None:
        self.path = path
        self._size = size
        self._file: BinaryIO = open(path, "r+b", buffering=0)  # noqa: SIM115 - until `close`
        self._file.truncate(size)

    @staticmethod
    def begin(path: Path, match: Match[Table]) -> Journal:
        """A new journal.

        Raises:
            FileExistsError: there is one already.
            OSError: it cannot be written.
        """
        line = Record.of(match).to_json().encode() + b"\n"
        # It gets its name when its first line is whole.
        draft = path.with_name(f"{path.name}.new")
        with open(draft, "wb", opener=_secret) as file:
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            draft.unlink()
            raise FileExistsError(path)
        draft.rename(path)
        _sync_folder(path.parent)
        return Journal(path, len(line))

    def sit(self, seat: int, person: Person) -> None:
        """Keep that somebody has taken a seat.  Like the next two it may raise an OSError."""
        self._append({"sit": seat, "name": person.name, "token": person.token})

    def leave(self, seat: int) -> None:
        """Keep that a seat was given up."""
        self._append({"leave": seat})

    def move(self, deal: int, number: int, seat: int, action: Action) -> None:
        """Keep a move: the ``number``-th of the deal, from 1."""
        self._append({"deal": deal, "number": number, "seat": seat, "action": str(action)})

    def _append(self, value: Mapping[str, JsonValue]) -> None:
        line = write_json(value).encode() + b"\n"
        try:
            self._file.seek(self._size)
            written = self._file.write(line)
            if written != len(line):
                raise OSError(f"{self.path.name}: the disk took part of a line")
            os.fsync(self._file.fileno())
        except OSError:
            # Nobody will be told of it, so no part of it may stay.
            self._file.truncate(self._size)
            raise
        self._size += len(line)

    def finish(self, match: Match[Table]) -> Path:
        """Turn the journal of a finished match into its record; the path of the record."""
        end = self.path.with_name(self.path.name.removesuffix(JOURNAL) + RECORD)
        draft = end.with_name(f"{end.name}.new")
        with open(draft, "wb", opener=_secret) as file:
            file.write(Record.of(match).to_json().encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        draft.rename(end)
        _sync_folder(end.parent)
        self.close()
        self.path.unlink()
        return end

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _secret(path: str, flags: int) -> int:
    """Opens a file that only its owner may read."""
    return os.open(path, flags, 0o600)


def _sync_folder(folder: Path) -> None:
    """Have the disk keep a new name of a file; a system without such a call keeps it anyway."""
    if os.name != "posix":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def read_journal(path: Path) -> Kept:
    """What the journal tells, every move checked against the rules.

    Raises:
        RecordError: the file is no journal; ``line`` says where.
        OSError: it cannot be read.
    """
    content = path.read_bytes()
    size = content.rfind(b"\n") + 1  # what follows was never announced
    lines = content[:size].splitlines()
    if not lines:
        raise RecordError("$", "this is no journal: it has no whole line", 1)
    number = 1
    try:
        match = Record.from_json(lines[0]).replay()
        if not isinstance(match, Match):
            raise RecordError("$.match", "a journal begins with the record of a match")
        people: list[Person | None] = [None] * match.ruleset.players
        for number, line in enumerate(lines[1:], 2):  # noqa: B007 - told in the error
            match = _happened(match, people, read_json(line))
    except RecordError as error:
        raise RecordError(error.path, error.problem, number) from None
    return Kept(match=match, people=tuple(people), size=size)


def _happened(match: Match[Table], people: list[Person | None], line: Place) -> Match[Table]:
    """The match after a line; the people at it are changed in place."""
    last = len(people) - 1
    keys = line.members((), ("sit", "name", "token", "leave", "deal", "number", "seat", "action"))
    if "sit" in keys:
        members = line.members(("sit", "name", "token"))
        token = members["token"].text()
        if not TOKEN.fullmatch(token):
            members["token"].refuse("a token")
        people[members["sit"].whole(0, last)] = Person(members["name"].text(), token)
        return match
    if "leave" in keys:
        people[line.members(("leave",))["leave"].whole(0, last)] = None
        return match
    members = line.members(("deal", "number", "seat", "action"))
    if match.is_over:
        raise line.fault("the match was over before this move")
    # Exactly the next move: a line that is missing or stands twice is found.
    for key, due in (("deal", len(match.past) + 1), ("number", len(match.state.history) + 1)):
        members[key].whole(due, due)
    try:
        return match.step(parse_action(members["action"].text()), members["seat"].whole())
    except RecordError:
        raise
    except ClimbcardsError as error:
        raise members["action"].fault(error) from None
