"""Games at a terminal in files: a record with the player's seat and the bots in its ``meta``."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from typing import TypeGuard

from attrs import frozen

from climbcards import Record
from climbcards.cli_games import BadInput
from climbcards.record_json import MOST_BYTES, Json, JsonValue

__all__ = ["Seating", "load", "noted", "place_of", "save", "seating_of"]

_KEY = "play"


@frozen
class Seating:
    """Who sits where.

    Attributes:
        seat: the player's seat.
        bots: the bots in the others, as they are typed.
    """

    seat: int
    bots: str


def load(path: str) -> Record:
    """The record that a file holds.

    Raises:
        BadInput: the file cannot be read.
        RecordError: it holds no record.
    """
    try:
        with open(path, "rb") as stream:
            text = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise BadInput(f"{path} cannot be read: {_reason(error)}") from None
    return Record.from_json(text)


def place_of(path: str) -> str:
    """Where a path leads, links followed.

    Raises:
        BadInput: it is no path of a file.
    """
    if not os.path.basename(path):
        raise BadInput(f"{path} names a folder, not a file")
    try:
        return os.path.realpath(path)
    except ValueError as error:
        raise BadInput(f"that is no path of a file: {error}") from None


def save(path: str, record: Record) -> None:
    """Write a record to a file as a whole: a crash leaves the file as it was, or the new one.

    Raises:
        BadInput: it cannot be written.
    """
    try:
        _replace(place_of(path), f"{record.to_json()}\n".encode())
    except (OSError, ValueError) as error:
        raise BadInput(f"{path} cannot be written: {_reason(error)}") from None


def _replace(path: str, data: bytes) -> None:
    if os.path.lexists(path) and not os.path.isfile(path):
        raise ValueError("it is no file")
    handle, made = tempfile.mkstemp(dir=os.path.dirname(path), prefix=".climbcards-")
    try:
        with open(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(made, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(made)
        raise


def _reason(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


def noted(meta: Json, seating: Seating) -> JsonValue:
    """A record's ``meta`` with the seating; what else is in it stays."""
    others = meta if _is_object(meta) else {}
    return {**others, _KEY: {"seat": seating.seat, "bots": seating.bots}}


def seating_of(meta: Json) -> Seating | None:
    """The seating that a record's ``meta`` tells; None if it tells none."""
    told = meta.get(_KEY) if _is_object(meta) else None
    if not _is_object(told):
        return None
    seat, bots = told.get("seat"), told.get("bots")
    return Seating(seat, bots) if type(seat) is int and isinstance(bots, str) else None


def _is_object(value: Json) -> TypeGuard[dict[str, Json]]:
    return isinstance(value, dict)
