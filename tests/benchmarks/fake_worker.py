"""A worker without a peer: ``python -m tests.benchmarks.fake_worker NAME [FAULT]``."""

from __future__ import annotations

import os
import sys

from benchmarks.peers.protocol import Done, Step, Task, serve


def counting() -> Step:
    """Two games of 60 moves each in half a second, by its own account."""
    return lambda number: Done(2, 120, 0.5)


def printing() -> Step:
    """The same, and it talks meanwhile."""

    def step(number: int) -> Done:
        print("a peer says something")
        os.write(1, b"and not only from Python\n")
        return Done(1, number, 0.5)

    return step


def failing() -> Step:
    """It cannot do that."""

    def step(number: int) -> Done:
        raise LookupError("no such hand")

    return step


def dying() -> Step:
    """It ends with a word."""

    def step(number: int) -> Done:
        print("out of memory", file=sys.stderr, flush=True)
        os._exit(3)

    return step


TASKS = {
    "ddz.games": Task("two games at a time", counting),
    "ddz.leads20": Task("talks", printing),
    "ddz.leads17": Task("fails", failing),
    "ddz.answers17": Task("dies", dying),
}

if __name__ == "__main__":
    name, *fault = sys.argv[1:]
    if fault == ["mute"]:
        sys.exit("it has no library")
    if fault == ["babble"]:
        print("hello")
        sys.exit()
    if fault == ["number"]:
        print("1")
        sys.exit()
    serve(name, "1.0", TASKS, compiled=fault == ["compiled"])
