"""climbcards beside its peers, in one interleaved run: ``python -m benchmarks.peers``.

Each peer is a process in an environment of its own, below the folder that ``--peers`` names (``make
bench-peers`` makes them).  A round asks every process for a short slice of each of its tasks, one
at a time, so that nothing else of ours runs meanwhile; ratios are taken within a round.  Where a
peer is not installed or fails, it says so, and the others go on.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from benchmarks.machine import machine
from benchmarks.peers.comparisons import GROUPS
from benchmarks.peers.protocol import Slice, Worker, WorkerError
from benchmarks.peers.ratios import Key
from benchmarks.peers.report import Measured, blocks, shown
from benchmarks.tables import markdown, put_into

__all__ = ["main", "measured"]

PEERS: Final = {"rlcard": "RLCard", "openspiel": "OpenSpiel", "douzero": "DouZero"}
"""The folder of each peer's environment, and what the peer is called."""


def interpreter(folder: Path) -> Path:
    """The interpreter of a virtual environment."""
    place = "Scripts/python.exe" if sys.platform == "win32" else "bin/python"
    return folder / place


def round_of(
    workers: Mapping[str, Worker],
    number: int,
    seconds: float,
    only: Sequence[str],
    faults: dict[str, None],
) -> dict[Key, Slice]:
    """One slice of everything.

    Args:
        workers: by their names.
        number: which round it is; who begins is another one each time.
        seconds: how long a slice takes.
        only: parts of the names of the tasks that are wanted; all without any.
        faults: what goes wrong is added here.
    """
    found: dict[Key, Slice] = {}
    names = list(workers)
    names = names[number % len(names) :] + names[: number % len(names)]
    for group in GROUPS:
        for name in names:
            for task in group.tasks:
                if task not in workers[name].tasks:
                    continue
                if only and not any(part in task for part in only):
                    continue
                try:
                    found[name, task] = workers[name].measure(task, seconds, number)
                except WorkerError as error:
                    faults[f"{name}, {task}: {error}"] = None
    return found


def measured(
    workers: Mapping[str, Worker],
    ours: Sequence[str],
    *,
    rounds: int,
    seconds: float,
    only: Sequence[str] = (),
    faults: Sequence[str] = (),
) -> Measured:
    """Run all rounds.

    Args:
        workers: by their names.
        ours: which of them run climbcards.
        rounds: how many rounds.
        seconds: how long a slice takes.
        only: parts of the names of the tasks that are wanted; all without any.
        faults: what has gone wrong before.
    """
    wrong = dict.fromkeys(faults)
    run = Measured(
        machine(), seconds, {name: each.facts for name, each in workers.items()}, list(ours)
    )
    for number in range(rounds):
        run.rounds.append(round_of(workers, number, seconds, only, wrong))
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
    run.faults = list(wrong)
    return run


def started(
    pythons: Sequence[str], peers: Path | None
) -> tuple[dict[str, Worker], list[str], list[str]]:
    """All workers by their names, the names of ours, and what went wrong.

    Args:
        pythons: the interpreters that have climbcards.
        peers: the folder with the environments of the peers, if they are to run.
    """
    workers: dict[str, Worker] = {}
    ours: list[str] = []
    faults: list[str] = []
    for python in pythons:
        worker = Worker.of_module(python, "worker_ours")
        name = "ours, compiled" if worker.facts.get("compiled") else "ours"
        if name in workers:
            name = f"{name} ({len(ours) + 1})"
        workers[name] = worker
        ours.append(name)
    for folder, name in PEERS.items() if peers is not None else ():
        assert peers is not None
        place = interpreter(peers / folder)
        try:
            if not place.exists():
                raise WorkerError("it is not installed")
            workers[name] = Worker.of_module(str(place), f"worker_{folder}")
        except WorkerError as error:
            faults.append(f"{name}: {error}")
            print(f"{name} is left out: {error}", file=sys.stderr)
    return workers, ours, faults


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, or take what was kept, and show it."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.peers", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--peers", type=Path, help="the folder with the environments of the peers")
    parser.add_argument(
        "--ours",
        action="append",
        metavar="PYTHON",
        help="an interpreter that has climbcards, such as a compiled build; may be given again",
    )
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=0.2, help="how long a slice takes")
    parser.add_argument("--only", nargs="+", default=[], help="parts of the names of tasks")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep everything that was found")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="show this, and measure nothing")
    parser.add_argument("--markdown", type=Path, metavar="PAGE", help="renew the tables of a page")
    asked = parser.parse_args(arguments)
    if asked.kept is not None:
        run = Measured.from_json(json.loads(asked.kept.read_text(encoding="utf-8")))
    else:
        workers, ours, faults = started(asked.ours or [sys.executable], asked.peers)
        try:
            run = measured(
                workers,
                ours,
                rounds=asked.rounds,
                seconds=asked.seconds,
                only=asked.only,
                faults=faults,
            )
        finally:
            for worker in workers.values():
                worker.close()
    if asked.json is not None:
        asked.json.write_text(json.dumps(run.to_json(), indent=1) + "\n", encoding="utf-8")
    if asked.markdown is not None:
        put_into(asked.markdown, "peers", "\n\n".join(blocks(run, markdown, "### {}")))
    print(shown(run))


if __name__ == "__main__":
    main()
