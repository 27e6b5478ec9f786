"""How the driver and its workers talk: a line of JSON each way, over pipes.

A worker is one process in an environment of its own.  It says what it is and which tasks it has,
then does a slice of one task at a time, as long as the driver asks for, and waits in between::

    < {"name": "rlcard", "version": "1.2.0", …, "tasks": {"games": "what it does"}}
    > {"task": "games", "seconds": 0.5, "seed": 3}
    < {"count": 97, "outputs": 5912, "seconds": 0.501, "loop": 0.0021}

A line that cannot be answered is answered with ``{"error": …}``, and an end of the input ends the
worker.  Only the standard library is used here; the workers import this where climbcards is not
installed.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any, Final, NamedTuple, TypeAlias

from benchmarks.machine import clock

__all__ = [
    "Done",
    "Slice",
    "Step",
    "Task",
    "Worker",
    "WorkerError",
    "loop_seconds",
    "run",
    "serve",
    "timed",
]

ROOT: Final = Path(__file__).resolve().parents[2]
"""The folder that ``benchmarks`` lies in: workers are started there."""

PATIENCE: Final = 120.0
"""So many seconds a worker may take for an answer, besides the slice itself."""


@dataclass(frozen=True)
class Done:
    """What a step of a task did.

    Attributes:
        count: how many games or hands.
        outputs: what came out of them, all together: moves, combinations listed or points.
        seconds: how long it took, without what does not belong to the task.
    """

    count: int
    outputs: int
    seconds: float


Step: TypeAlias = Callable[[int], Done]
"""A small piece of a task, given a number that is a new one each time."""


class Task(NamedTuple):
    """Something to measure.

    Attributes:
        about: what it does, and what it does not do, in a line.
        prepare: makes whatever stays outside of the measurement, and gives the step.
    """

    about: str
    prepare: Callable[[], Step]


@dataclass(frozen=True)
class Slice:
    """What was measured in one go.

    Attributes:
        count: how many games or hands.
        outputs: what came out of them, all together.
        seconds: how long they took.
        loop: how long a fixed loop of Python took just before: the speed of the machine.
    """

    count: int
    outputs: int
    seconds: float
    loop: float

    @property
    def rate(self) -> float:
        """How many games or hands a second."""
        return self.count / self.seconds


class WorkerError(Exception):
    """A worker cannot be started, does not answer or cannot do what it is asked for."""


# --- The side of the worker ----------------------------------------------------------------------


def timed(work: Callable[[int], tuple[int, int]]) -> Step:
    """A step that is measured as a whole; the work gives a count and the outputs."""

    def step(number: int) -> Done:
        start = clock()
        count, outputs = work(number)
        return Done(count, outputs, clock() - start)

    return step


def loop_seconds() -> float:
    """How long a fixed amount of plain Python takes at this moment."""
    start = clock()
    total = 0
    for number in range(20_000):
        total = (total * 31 + number) & 0xFFFF_FFFF
    return clock() - start


def run(step: Step, seconds: float, seed: int) -> Slice:
    """Repeat a step until so many seconds have been measured.

    With what is not measured, and what others do on the machine, it ends after ten times as long.

    Args:
        step: what to repeat, at least once.
        seconds: for how long.
        seed: the numbers given to the steps follow from it.
    """
    number = seed * 1_000_000
    count = outputs = 0
    spent, loop = 0.0, loop_seconds()
    end = time.perf_counter() + 10 * seconds
    while not count or (spent < seconds and time.perf_counter() < end):
        number += 1
        done = step(number)
        count += done.count
        outputs += done.outputs
        spent += done.seconds
    return Slice(count, outputs, spent, loop)


def serve(name: str, version: str, tasks: Mapping[str, Task], **facts: object) -> None:
    """Answer the driver until it closes the pipe.

    Args:
        name: what the worker is called.
        version: the version of what it measures.
        tasks: what it can do.
        facts: what else to tell the driver.
    """
    # What a peer prints must not get between the lines: its standard output is the error output.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def say(answer: Mapping[str, object]) -> None:
        answers.write(json.dumps(answer) + "\n")
        answers.flush()

    about = {task: each.about for task, each in tasks.items()}
    python = platform.python_version()
    say({"name": name, "version": version, "python": python, **facts, "tasks": about})
    steps: dict[str, Step] = {}
    for line in sys.stdin:
        try:
            asked = json.loads(line)
            task = asked["task"]
            if task not in steps:
                steps[task] = tasks[task].prepare()
                steps[task](0)  # the first time fills what is filled once
            say(asdict(run(steps[task], asked["seconds"], asked["seed"])))
        except Exception as error:  # whatever goes wrong in a peer: the others go on
            say({"error": f"{type(error).__name__}: {error}"})


# --- The side of the driver ----------------------------------------------------------------------


class Worker:
    """A process that measures, seen from the driver.

    Args:
        command: what to start; see :func:`of_module`.

    Raises:
        WorkerError: it does not start, or does not say what it is.
    """

    def __init__(self, command: Sequence[str]) -> None:
        # A file, not a pipe: nobody reads it while the worker runs.
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (closed by close)
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                cwd=ROOT,
                env=os.environ | {"PYTHONHASHSEED": "0"},
                encoding="utf-8",
            )
        except OSError as error:
            self._errors.close()
            raise WorkerError(f"{command[0]} does not start: {error}") from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._requests: IO[str] = self._process.stdin
        self._answers: IO[str] = self._process.stdout
        try:
            self.facts: dict[str, Any] = self._answer(PATIENCE)
        except WorkerError:
            self.close()
            raise
        self.name: str = str(self.facts.get("name", command[-1]))

    @classmethod
    def of_module(cls, python: str, module: str) -> Worker:
        """A worker of this package, run by an interpreter."""
        return cls([python, "-m", f"{__name__.rpartition('.')[0]}.{module}"])

    @property
    def tasks(self) -> Mapping[str, str]:
        """What it can do, with a line about each."""
        tasks: dict[str, str] = self.facts["tasks"]
        return tasks

    def measure(self, task: str, seconds: float, seed: int) -> Slice:
        """A slice of a task.

        Raises:
            WorkerError: the worker ended, takes too long or says what is wrong.
        """
        try:
            self._requests.write(json.dumps({"task": task, "seconds": seconds, "seed": seed}))
            self._requests.write("\n")
            self._requests.flush()
        except OSError as error:
            raise WorkerError(self._last_words()) from error
        answer = self._answer(PATIENCE + 10 * seconds)
        try:
            return Slice(**answer)
        except TypeError as error:
            raise WorkerError(f"it gives no slice: {answer}") from error

    def _answer(self, patience: float) -> dict[str, Any]:
        alarm = threading.Timer(patience, self._process.kill)
        alarm.start()
        try:
            line = self._answers.readline()
        finally:
            alarm.cancel()
        if not line:
            raise WorkerError(self._last_words())
        try:
            answer = json.loads(line)
        except ValueError as error:
            raise WorkerError(f"it gives no JSON: {line.strip()[:80]}") from error
        if not isinstance(answer, dict):
            raise WorkerError(f"it gives no object: {line.strip()[:80]}")
        if "error" in answer:
            raise WorkerError(str(answer["error"]))
        return answer

    def _last_words(self) -> str:
        """Why it has ended, as far as it said so."""
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", "replace").split("\n")
        said = [line.strip() for line in lines if line.strip()]
        return f"it has ended: {said[-1]}" if said else "it has ended"

    def close(self) -> None:
        """End it: politely, then not."""
        with contextlib.suppress(OSError):  # it may have ended with a request in the pipe
            self._requests.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._answers.close()
        self._errors.close()
