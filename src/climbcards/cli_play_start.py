"""How a game at a terminal is begun, or taken up from a file."""

from __future__ import annotations

from typing import Final

from climbcards import Match, Ruleset
from climbcards.cli_agents import agent_named, is_of_the_package
from climbcards.cli_games import BadInput, Game
from climbcards.cli_play_files import Seating, load, seating_of
from climbcards.cli_play_moment import Moment
from climbcards.cli_play_session import Session
from climbcards.record_json import Json

__all__ = ["BOTS", "begun", "resumed"]

BOTS: Final = "greedy"
"""The bots where none are named."""


def begun(
    ruleset: Ruleset, *, seat: int | None, bots: str | None, seed: int | None, deals: int | None
) -> tuple[Session, Seating, Json]:
    """A new match, who sits where, and what else its records are to hold.

    Args:
        ruleset: the rules.
        seat: the player's seat; None: the first.
        bots: the bots as they were typed; None: greedy ones.
        seed: what the match is seeded with; None: a fresh seed.
        deals: how many deals; None: as the game has it, or one.

    Raises:
        BadInput: there is no such seat or bot.
    """
    seating = Seating(0 if seat is None else seat, BOTS if bots is None else bots)
    _check_seat(ruleset, seating.seat)
    agents = agent_named(seating.bots)
    match = Match.begin(ruleset, seed, deals=deals or ruleset.match_length() or 1)
    return Session(Moment(played=match, seat=seating.seat), agents), seating, None


def resumed(
    path: str, game: Game | None, *, seat: int | None, bots: str | None
) -> tuple[Session, Seating, Json]:
    """The match or the deal that a file holds, as it was left.

    Args:
        path: the file.
        game: what it should be; None: any.
        seat: the player's seat; None: as it was.
        bots: the bots as they were typed; None: as they were.

    Raises:
        BadInput: the file cannot be read, is of another game, or does not fit these arguments.
        RecordError: it holds no record.
    """
    record = load(path)
    ruleset = record.ruleset
    if game is not None and not isinstance(ruleset, game.ruleset):
        raise BadInput(f"{path} holds a game of {ruleset.name}, not of {game.ruleset.name}")
    known = seating_of(record.meta)
    if known is None:
        known = Seating(0, BOTS)
    if bots is None and not is_of_the_package(known.bots):
        # A file is not to say which code is run.
        raise BadInput(f"the bots of {path} are none of this package: name them with --bots")
    seating = Seating(known.seat if seat is None else seat, known.bots if bots is None else bots)
    _check_seat(ruleset, seating.seat)
    return Session.resume(record, seating.seat, agent_named(seating.bots)), seating, record.meta


def _check_seat(ruleset: Ruleset, seat: int) -> None:
    if not 0 <= seat < ruleset.players:
        raise BadInput(
            f"there is no seat {seat}: seats are numbered from 0 to {ruleset.players - 1}"
        )
