"""Checkpoints: the sums of a long run in a file, so that it can go on another day.

A file is one JSON object and is replaced as a whole, so a crash in the middle of writing leaves the
one before.  Faults are kept by their moves, and their views made again from the deal.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from attrs import astuple, frozen

from climbcards.actions import parse_action
from climbcards.arena_chunks import Job
from climbcards.arena_faults import ArenaError, Fault, Misdeed
from climbcards.arena_sitting import Clock, deal_of
from climbcards.arena_tally import Cell, Moments, Point, Tally
from climbcards.errors import ClimbcardsError, RecordError
from climbcards.record_json import JsonValue, Place, read_json
from climbcards.ruleset import step

__all__ = ["Checkpoint", "read_checkpoint", "saved_seed", "write_checkpoint"]

SCHEMA: Final = 1
"""The number of the format."""

_MOST: Final = 1 << 256
"""More than any sum."""


@frozen(kw_only=True)
class Checkpoint:
    """How far a run has got.

    Attributes:
        tally: the sums so far.
        clocks: how long each agent thought.
        seconds: how long the run took.
        offset: how many bytes of records belong to it.
    """

    tally: Tally
    clocks: tuple[Clock, ...]
    seconds: float
    offset: int = 0


def _run(job: Job) -> dict[str, JsonValue]:
    """What two halves of one run have in common."""
    return {
        "ruleset": repr(job.ruleset),
        "version": job.ruleset.version,
        "agents": [player.name for player in job.players],
        "seatings": [list(seating) for seating in job.seatings],
        "seed": str(job.seed),
        "forfeit": job.forfeit,
        "penalty": job.penalty,
        "records": job.records,
    }


def write_checkpoint(path: str | os.PathLike[str], job: Job, checkpoint: Checkpoint) -> None:
    """Replace the file.

    Raises:
        OSError: it cannot be written.
    """
    document = {
        "schema": SCHEMA,
        "run": _run(job),
        "tally": _tally_document(checkpoint.tally),
        "clocks": [[clock.seconds, clock.slowest, clock.slow] for clock in checkpoint.clocks],
        "seconds": checkpoint.seconds,
        "offset": checkpoint.offset,
    }
    beside = Path(f"{os.fspath(path)}.new")
    beside.write_text(json.dumps(document), encoding="utf-8")
    os.replace(beside, path)


def _tally_document(tally: Tally) -> dict[str, object]:
    return {
        "deals": tally.deals,
        "last": tally.last,
        "thrown_in": tally.thrown_in,
        "broken_off": tally.broken_off,
        "moves": tally.moves,
        "cells": [
            [
                *astuple(cell),
                *(astuple(kept[cell]) for kept in (tally.payoffs, tally.wins, tally.points)),
            ]
            for cell in tally.payoffs
        ],
        "products": [[*pair, product] for pair, product in tally.products.items()],
        "running": [[number, p.amounts, p.squares] for number, p in tally.running.items()],
        "misdeeds": [[agent, what, times] for (agent, what), times in tally.misdeeds.items()],
        "faults": [
            {
                "agent": fault.agent,
                "deal": fault.deal,
                "sitting": fault.sitting,
                "seat": fault.seat,
                "misdeed": fault.misdeed,
                "message": fault.message,
                "moves": [f"{seat}: {action}" for seat, action in fault.view.table.history],
            }
            for fault in tally.faults
        ],
    }


# --- Reading -------------------------------------------------------------------------------------


def _document(path: str | os.PathLike[str]) -> Mapping[str, Place] | None:
    """What the file holds; None where there is no file."""
    try:
        text = Path(path).read_bytes()
    except FileNotFoundError:
        return None
    try:
        place = read_json(text)
        members = place.members(("schema", "run", "tally", "clocks", "seconds", "offset"))
        if members["schema"].whole() != SCHEMA:
            raise members["schema"].fault(f"schema {SCHEMA} is known here")
    except RecordError as error:
        raise ArenaError(f"{os.fspath(path)} is no checkpoint: {error}") from None
    return members


def saved_seed(path: str | os.PathLike[str]) -> int | None:
    """The seed of the run that the file belongs to; None where there is no file.

    Raises:
        ArenaError: the file is no checkpoint.
    """
    members = _document(path)
    if members is None:
        return None
    match members["run"].value:
        case {"seed": str(seed)} if seed.isascii() and seed.isdigit():
            return int(seed)
        case _:
            raise ArenaError(f"{os.fspath(path)} is no checkpoint: it has no seed")


def read_checkpoint(path: str | os.PathLike[str], job: Job) -> Checkpoint | None:
    """How far the run has got; None where there is no file.

    Raises:
        ArenaError: the file is no checkpoint, or that of another run; the message says how.
    """
    members = _document(path)
    if members is None:
        return None
    try:
        run = members["run"].members(_run(job))
        for name, value in _run(job).items():
            saved = run[name].value
            if saved != value:
                raise ArenaError(
                    f"{os.fspath(path)} belongs to another run: {name} is {saved!r} there, "
                    f"and {value!r} here"
                )
        clocks = [_clock(place, job.slow) for place in members["clocks"].items()]
        return Checkpoint(
            tally=_tally(members["tally"], job),
            clocks=tuple(clocks),
            seconds=_number(members["seconds"]),
            offset=members["offset"].whole(0),
        )
    except (RecordError, ValueError) as error:
        if isinstance(error, ArenaError):
            raise
        raise ArenaError(f"{os.fspath(path)} is no checkpoint: {error}") from None


def _number(place: Place) -> float:
    value = place.value
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        place.refuse("a number from 0")
    return float(value)


def _row(place: Place, length: int) -> list[Place]:
    """An array of so many elements."""
    row = place.items()
    if len(row) != length:
        place.refuse(f"an array of {length}")
    return row


def _wholes(place: Place, length: int) -> tuple[int, ...]:
    return tuple([item.whole(-_MOST, _MOST) for item in _row(place, length)])


def _clock(place: Place, limit: float) -> Clock:
    seconds, slowest, slow = _row(place, 3)
    return Clock(limit, _number(seconds), _number(slowest), slow.whole(0))


def _moments(place: Place) -> Moments:
    return Moments(*_wholes(place, 5))


def _tally(place: Place, job: Job) -> Tally:
    whole = place.members(
        (
            *("deals", "last", "thrown_in", "broken_off", "moves"),
            *("cells", "products", "running", "misdeeds", "faults"),
        )
    )
    agents = len(job.players)
    payoffs: dict[Cell, Moments] = {}
    wins: dict[Cell, Moments] = {}
    points: dict[Cell, Moments] = {}
    for row in whole["cells"].items():
        agent, seat, role, *kept = _row(row, 6)
        cell = Cell(
            agent.whole(0, agents - 1), seat.whole(-1, job.ruleset.players - 1), role.text()
        )
        payoffs[cell], wins[cell], points[cell] = map(_moments, kept)
    products = (_wholes(row, 3) for row in whole["products"].items())
    running: dict[int, Point] = {}
    for row in whole["running"].items():
        number, amounts, squares = _row(row, 3)
        running[number.whole(0)] = Point(_wholes(amounts, agents), _wholes(squares, agents))
    misdeeds: dict[tuple[int, Misdeed], int] = {}
    for row in whole["misdeeds"].items():
        agent, what, times = _row(row, 3)
        misdeeds[agent.whole(0, agents - 1), _misdeed(what)] = times.whole(1)
    deals = whole["deals"].whole(1)
    return Tally(
        deals=deals,
        last=whole["last"].whole(deals, deals),  # deals are counted in order
        thrown_in=whole["thrown_in"].whole(0),
        broken_off=whole["broken_off"].whole(0),
        moves=_wholes(whole["moves"], agents),
        payoffs=payoffs,
        wins=wins,
        points=points,
        products={(a, b): product for a, b, product in products},
        running=running,
        misdeeds=misdeeds,
        faults=tuple([_fault(item, job) for item in whole["faults"].items()]),
    )


def _misdeed(place: Place) -> Misdeed:
    try:
        return Misdeed(place.text())
    except ValueError:
        place.refuse("a misdeed")


def _fault(place: Place, job: Job) -> Fault:
    keys = ("agent", "deal", "sitting", "seat", "misdeed", "message", "moves")
    members = place.members(keys)
    deal, seat = members["deal"].whole(1), members["seat"].whole(0, job.ruleset.players - 1)
    state = job.ruleset.start(deal_of(job.ruleset, job.seed, deal))
    for move in members["moves"].items():
        by, _, action = move.text().partition(": ")
        try:
            state = step(state, parse_action(action), int(by))
        except ClimbcardsError as error:
            raise move.fault(error) from None
    return Fault(
        agent=members["agent"].text(),
        deal=deal,
        sitting=members["sitting"].whole(0),
        seat=seat,
        misdeed=_misdeed(members["misdeed"]),
        message=members["message"].text(),
        view=state.view(seat),
    )
