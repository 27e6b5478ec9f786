"""Records: a deal, a position or a match as one line of JSON, to be kept, resumed and audited.

:meth:`Record.of` takes a state or a match, :meth:`Record.from_json` reads a text, and
:meth:`Record.replay` plays it again under the rules.  :func:`write_records` and
:func:`read_records` keep many of them in a file, one line each; they are the only functions of the
package that touch one.

A record is the whole truth: every hidden card, and of a match the seed from which all its later
deals follow.  It is for the server that keeps it, not for the players of a running match.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, Final

from attrs import frozen
from typing_extensions import override

from climbcards.errors import RecordError
from climbcards.match import Match
from climbcards.record_deals import (
    MatchOpening,
    PlayedDeal,
    read_opening,
    read_played,
    write_opening,
    write_played,
)
from climbcards.record_json import (
    MOST_BYTES,
    Json,
    JsonValue,
    Place,
    is_object,
    plain,
    read_json,
    write_json,
)
from climbcards.record_replay import replay_deal, replay_match
from climbcards.record_rulesets import Game, read_ruleset, write_ruleset
from climbcards.ruleset import Ruleset, State, Table

__all__ = ["SCHEMA", "Record", "read_records", "write_records"]

SCHEMA: Final = 1
"""The number of the format; a reader refuses every other."""


@frozen(kw_only=True, repr=False)
class Record:
    """A deal, a position or a match, with all that is needed to play it again.

    Records are immutable, hashable and pickle.  Make them with :meth:`of` and :meth:`from_json`.

    Attributes:
        ruleset: the rules of every deal.
        deals: the deal; of a match every deal so far, those thrown in included, and last the one in
            progress if the match goes on.
        match: what the match began with; None for a deal or a position.
        meta_json: the app's own data, as a text of JSON.
    """

    ruleset: Ruleset[Table]
    deals: tuple[PlayedDeal, ...]
    match: MatchOpening | None = None
    meta_json: str = "null"

    @override
    def __repr__(self) -> str:
        """Without a hidden card, a seed or the app's data."""
        moves = sum(len(played.moves) for played in self.deals)
        kind = "" if self.match is None else "match, "
        return f"<Record of {self.ruleset!r}: {kind}{len(self.deals)} deals, {moves} moves>"

    @property
    def meta(self) -> Json:
        """The app's own data as plain JSON values, made anew each time; None if there is none."""
        meta: Json = json.loads(self.meta_json)
        return meta

    @staticmethod
    def of(played: State[Table] | Match[Table], meta: JsonValue = None) -> Record:
        """The record of a state or a match, finished or not.

        Args:
            played: the state or match.
            meta: the app's own data, such as names and clocks: anything that is JSON.

        Raises:
            RecordError: ``meta`` is no JSON; or a position that does not tell how it was set up.
        """
        match played:
            case State():
                opening = None
                states: tuple[State[Table], ...] = (played,)
            case Match():
                opening = MatchOpening(seed=played.seed, deals=played.deals, drawing=played.drawing)
                states = played.past if played.is_over else (*played.past, played.state)
            case _:
                raise TypeError(f"a {type(played).__name__} is neither a state nor a match")
        return Record(
            ruleset=played.ruleset,
            deals=tuple(map(PlayedDeal.of, states)),
            match=opening,
            meta_json=write_json(plain(meta, "$.meta")),
        )

    def to_json(self) -> str:
        """The record as one line of JSON, without a line break; equal records give equal texts.

        Raises:
            RecordError: it would be longer than what :meth:`from_json` reads.
            TypeError: an option of the ruleset is of a type that has no spelling in JSON.
        """
        document: dict[str, JsonValue] = {
            "schema": SCHEMA,
            "ruleset": write_ruleset(self.ruleset),
        }
        deals = [write_played(played, self.ruleset) for played in self.deals]
        if self.match is None:
            document |= deals[0]
        else:
            document |= {"match": write_opening(self.match), "deals": deals}
        document["meta"] = self.meta
        return write_json(document)

    @staticmethod
    def from_json(text: str | bytes, rulesets: Iterable[Game] = ()) -> Record:
        """The record that a text holds.  Its form and its ranges are checked, its moves are not.

        Whatever the text is, this takes bounded time and memory.

        Args:
            text: a ``str``, or bytes of UTF-8.
            rulesets: the classes of further games that it may name.

        Raises:
            RecordError: it is no record of this schema; the path says where.
        """
        try:
            return Record._read(text, rulesets)
        except RecursionError:  # called from deep in somebody's stack
            raise RecordError("$", "there is no room left on the stack to read it") from None

    @staticmethod
    def _read(text: str | bytes, rulesets: Iterable[Game]) -> Record:
        document = read_json(text)
        if not is_object(document.value):
            document.refuse("an object")
        # The schema comes first: of another one no key is known.
        if "schema" not in document.value:
            raise RecordError("$.schema", "this key is missing")
        schema = Place(document.value["schema"], "$.schema")
        if schema.whole() != SCHEMA:
            raise schema.fault(f"schema {SCHEMA} is known here")
        if "match" in document.value:
            whole = ["match", "deals"]
        else:
            whole = ["position" if "position" in document.value else "deal", "moves", "result"]
        members = document.members(("schema", "ruleset", *whole), ("meta",))
        ruleset = read_ruleset(members["ruleset"], rulesets)
        opening = None
        if "match" in members:
            opening = read_opening(members["match"], ruleset.players)
            places = [place.members(("deal", "moves", "result")) for place in _some(members)]
        else:
            places = [members]
        meta = members.get("meta", Place(None)).value
        return Record(
            ruleset=ruleset,
            deals=tuple([read_played(place, ruleset) for place in places]),
            match=opening,
            meta_json=write_json(plain(meta, "$.meta")),
        )

    def replay(self) -> State[Table] | Match[Table]:
        """The state or the match that was recorded, played again from its beginning.

        It is equal to the one recorded, and goes on as that would.

        Raises:
            RecordError: the deck is not the game's or not what the seed gives, a position cannot
                be, a move is illegal, or a result is not what the moves give; the path says where.
        """
        if self.match is None:
            return replay_deal(self.ruleset, self.deals[0])
        return replay_match(self.ruleset, self.match, self.deals)


def _some(members: dict[str, Place]) -> list[Place]:
    """The deals of a match, one at least."""
    deals = members["deals"].items()
    if not deals:
        raise members["deals"].fault("a match has a deal")
    return deals


# --- Files ---------------------------------------------------------------------------------------


def read_records(
    source: str | os.PathLike[str] | BinaryIO,
    rulesets: Iterable[Game] = (),
    *,
    on_fault: Callable[[RecordError], None] | None = None,
) -> Iterator[Record]:
    """The records of a file, one a line, each read when it is asked for.

    Blank lines are passed over.

    Args:
        source: the path of a file, or a file opened in binary mode.
        rulesets: the classes of further games that records may name.
        on_fault: what is to be done with the error of a line that is no record; reading goes on
            with the next line.  None: the error is raised, and reading ends.

    Raises:
        RecordError: a line is no record; ``line`` is its number, and ``torn`` says whether it is an
            unfinished last line, as a crash in the middle of writing leaves.
        OSError: the file cannot be read.
    """
    games = tuple(rulesets)
    if not isinstance(source, str | os.PathLike):
        yield from _read_lines(source, games, on_fault)
        return
    with open(source, "rb") as stream:
        yield from _read_lines(stream, games, on_fault)


def _read_lines(
    stream: BinaryIO, games: tuple[Game, ...], on_fault: Callable[[RecordError], None] | None
) -> Iterator[Record]:
    number = 0
    # One more byte than a line may have, and its line break.
    while line := stream.readline(MOST_BYTES + 2):
        number += 1
        ended = rest = line
        while rest and not rest.endswith(b"\n"):  # too long: pass over the rest of it
            ended = rest = stream.readline(MOST_BYTES)
        if len(line) <= MOST_BYTES + 1 and not line.strip():
            continue
        try:
            record = Record.from_json(line.removesuffix(b"\n"), games)
        except RecordError as error:
            # The end of the file was met before that of the line.
            torn = not ended.endswith(b"\n")
            told = RecordError(error.path, error.problem, number, torn)
            if on_fault is None:
                raise told from None
            on_fault(told)
            continue
        yield record


def write_records(target: str | os.PathLike[str] | BinaryIO, records: Iterable[Record]) -> int:
    """Append records to a file, one a line, and give their number.

    Each line is written whole and flushed before the next record is asked for, so that a crash
    loses at most the line being written.  Where a file ends in an unfinished line, the first record
    starts on a new one.

    Args:
        target: the path of a file, which is made if it is missing, or a file opened in binary mode.
        records: the records.

    Raises:
        RecordError: a record is longer than what :func:`read_records` reads.
        OSError: the file cannot be written.
    """
    if not isinstance(target, str | os.PathLike):
        return _write_lines(target, records)
    with open(target, "ab") as stream:
        if _is_unfinished(target):
            stream.write(b"\n")
        return _write_lines(stream, records)


def _is_unfinished(path: str | os.PathLike[str]) -> bool:
    """Whether the last line of a file has no end."""
    if not os.path.isfile(path) or not os.path.getsize(path):
        return False
    with open(path, "rb") as stream:
        stream.seek(-1, os.SEEK_END)
        return stream.read(1) != b"\n"


def _write_lines(stream: BinaryIO, records: Iterable[Record]) -> int:
    count = 0
    for record in records:
        stream.write(record.to_json().encode() + b"\n")
        stream.flush()
        count += 1
    return count
