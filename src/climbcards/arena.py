"""The arena: agents against each other over many deals, on any executor.

A run is cut into chunks of deals.  Every deal has its own seed, every sum is a whole number, and
chunks are added up in the order of deals; so, for agents without a clock of their own, the report
is the same whatever the executor, the number of workers, the size of the chunks and the order in
which they are finished.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack, closing
from typing import BinaryIO, Final, Literal, NamedTuple, TypeAlias

from attrs import evolve

from climbcards.agents import AgentFactory
from climbcards.arena_checkpoint import (
    Checkpoint,
    read_checkpoint,
    saved_seed,
    write_checkpoint,
)
from climbcards.arena_chunks import AHEAD, Chunk, Job, in_order
from climbcards.arena_estimates import Estimate
from climbcards.arena_faults import AgentError, ArenaError, Fault, Misdeed
from climbcards.arena_isolated import Isolated, IsolationError, isolated
from climbcards.arena_report import Report, RunningMean, Timings
from climbcards.arena_seatings import Seating, seatings_of
from climbcards.arena_sitting import Clock, Player
from climbcards.arena_tally import Tally, merged
from climbcards.deal import MOST, fresh_seed, seed_problems
from climbcards.ruleset import Ruleset, Table

__all__ = [
    "AgentError",
    "ArenaError",
    "Estimate",
    "Fault",
    "Isolated",
    "IsolationError",
    "Misdeed",
    "OnIllegal",
    "Progress",
    "Report",
    "RunningMean",
    "Seating",
    "Timings",
    "isolated",
    "processes",
    "run",
]

OnIllegal: TypeAlias = Literal["raise", "forfeit"]
"""What comes of a misdeed: the run ends with an error, or the agent forfeits the sitting."""

_SAVED_EVERY: Final = 2.0
"""How many seconds a killed run loses at most, besides the chunks under way."""


class Progress(NamedTuple):
    """How far a run is.

    Attributes:
        deals: how many deals have been played.
        asked: how many were asked for.
        seconds: how long the run has taken.
        played: how many of the deals this call has played; the others are from a checkpoint.
        forfeits: how many sittings have been forfeited.
    """

    deals: int
    asked: int
    seconds: float
    played: int
    forfeits: int

    @property
    def deals_per_second(self) -> float:
        """Deals that this call plays in a second."""
        return self.played / self.seconds if self.seconds else 0.0

    @property
    def seconds_left(self) -> float:
        """How long the rest will take at this speed, in seconds; infinite at first."""
        rest = self.asked - self.deals
        return rest / self.deals_per_second if self.deals_per_second else float("inf")


def run(
    agents: Mapping[str, AgentFactory] | Sequence[AgentFactory],
    ruleset: Ruleset[Table],
    *,
    deals: int,
    seed: int | None = None,
    executor: Executor | None = None,
    on_illegal: OnIllegal = "raise",
    progress: Callable[[Progress], object] | None = None,
    seating: Seating | str | Sequence[Sequence[str]] | None = None,
    penalty: int = 10,
    slow: float = 1.0,
    chunk: int = 16,
    ahead: int = AHEAD,
    checkpoint: str | os.PathLike[str] | None = None,
    records: str | os.PathLike[str] | None = None,
) -> Report:
    """Play the deals from number 1 to ``deals``, each in every seating, and report.

    Ctrl-C ends the run early: the report so far is returned, which is equal to that of a run of as
    many deals, but for ``asked``.  Before the first chunk is done there is none, and the
    interrupt is raised.

    Args:
        agents: the agents by name; or a sequence of factories, which are named after themselves.
            A factory makes an agent for one seat of one sitting and is given a generator for it.
            For an executor with other processes it has to pickle.
        ruleset: the rules.
        deals: how many deals, from 1.
        seed: a whole number from 0; None takes 256 fresh bits (or the seed of the checkpoint), and
            the report says which.
        executor: where the chunks are played; None: here and now.  It is not shut down.  A chunk
            that it loses is given to it again, twice at most; its own errors leave the run after
            that, and at once where it is broken (``BrokenProcessPool``).
        on_illegal: what comes of an illegal action, an exception, or an isolated agent that hangs:
            ``"raise"`` ends the run with an :class:`AgentError`; ``"forfeit"`` ends the sitting,
            and the agent pays the penalty to every other seat.  The sitting counts for payoffs and
            win rates, where all others have won, and not for points and roles.
        progress: is called in this thread after each chunk.
        seating: who sits where; see :class:`~climbcards.arena_seatings.Seating`.  None: rotations
            where there is an agent for each seat, else all assignments of seats.
        penalty: in units, from 0.
        slow: from how many seconds a move is counted as slow.
        chunk: how many deals a chunk has.  It does not change the report.
        ahead: how many chunks may be with the executor at a time, or be done and wait for an
            earlier one: at least the number of its workers, better twice that.
        checkpoint: a file that keeps the run so far.  If it exists the run goes on from there; it
            has to be a run with the same arguments, and may be asked for more deals.
        records: a new file for the record of every sitting, one a line in the order of deals; its
            ``meta`` says the deal, the sitting, and who sat where.

    Raises:
        ArenaError: wrong arguments, a checkpoint of another run, or records that exist already.
        AgentError: a misdeed, if those are raised.
        OSError: a file cannot be read or written.
    """
    named = _named(agents)
    seatings = seatings_of(tuple(named), ruleset.players, seating)
    _check_numbers(deals=deals, penalty=penalty, chunk=chunk, ahead=ahead)
    if not slow >= 0:
        raise ArenaError("slow is a number of seconds from 0")
    if on_illegal not in ("raise", "forfeit"):
        raise ArenaError("on_illegal is 'raise' or 'forfeit'")
    if seed is None:
        seed = None if checkpoint is None else saved_seed(checkpoint)
        seed = fresh_seed() if seed is None else seed
    problems = seed_problems(seed)
    if problems:
        raise ArenaError("; ".join(problems))
    job = Job(
        ruleset=ruleset,
        players=tuple(Player(name, factory) for name, factory in named.items()),
        seatings=seatings,
        seed=seed,
        forfeit=on_illegal == "forfeit",
        penalty=penalty,
        slow=slow,
        records=records is not None,
    )
    course = _Course(job, deals, checkpoint, records)
    course.play(executor, chunk, ahead, progress)
    return course.report()


def processes(workers: int | None = None) -> ProcessPoolExecutor:
    """A pool of fresh processes that leave Ctrl-C to the run; use it in a ``with`` statement.

    Args:
        workers: how many; None: one for each processor.
    """
    return ProcessPoolExecutor(
        workers, mp_context=multiprocessing.get_context("spawn"), initializer=_ignore_interrupts
    )


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# --- Arguments -----------------------------------------------------------------------------------


def _named(agents: Mapping[str, AgentFactory] | Sequence[AgentFactory]) -> dict[str, AgentFactory]:
    """The factories by name; those without one are named after themselves, and numbered."""
    if isinstance(agents, Mapping):
        found = dict(agents)
    else:
        found = {}
        for factory in agents:
            name = first = _name_of(factory)
            number = 1
            while name in found:
                number += 1
                name = f"{first} {number}"
            found[name] = factory
    for name, factory in found.items():
        if type(name) is not str or not name or not name.isprintable():
            raise ArenaError(f"the name of an agent is a printable text, not {name!r}")
        if not callable(factory):
            raise ArenaError(f"{name} is no factory: a {type(factory).__name__} cannot be called")
    return found


def _name_of(factory: AgentFactory) -> str:
    if isinstance(factory, Isolated):
        return _name_of(factory.factory)
    name = getattr(factory, "__name__", None)
    return name if isinstance(name, str) else type(factory).__name__


def _check_numbers(**numbers: int) -> None:
    for name, number in numbers.items():
        least = 0 if name == "penalty" else 1
        if type(number) is not int or not least <= number <= MOST:
            raise ArenaError(f"{name} is a whole number from {least} to {MOST:,}")


# --- The run -------------------------------------------------------------------------------------


class _Course:
    """A run while it goes on: the sums of the deals so far, and the files beside them."""

    def __init__(
        self,
        job: Job,
        deals: int,
        checkpoint: str | os.PathLike[str] | None,
        records: str | os.PathLike[str] | None,
    ) -> None:
        self._job = job
        self._deals = deals
        self._file = checkpoint
        self._records = records
        saved = None if checkpoint is None else read_checkpoint(checkpoint, job)
        clocks = tuple(Clock(job.slow) for _ in job.players)
        start = Checkpoint(tally=Tally(moves=(0,) * len(clocks)), clocks=clocks, seconds=0.0)
        self._now = self._before = saved or start
        if self._now.tally.deals > deals:
            raise ArenaError(
                f"the checkpoint has {self._now.tally.deals:,} deals already, and {deals:,} "
                f"are asked for"
            )
        if records is not None and saved is None and _size(records):
            raise ArenaError(f"{os.fspath(records)} exists already: records go into a new file")
        if records is not None and _size(records) < self._now.offset:
            raise ArenaError(f"{os.fspath(records)} lacks records that the checkpoint counts")

    def report(self) -> Report:
        """The report so far."""
        job, now = self._job, self._now
        if not now.tally.deals:
            raise KeyboardInterrupt  # there is nothing to report yet
        names = tuple(player.name for player in job.players)
        return Report(
            ruleset=job.ruleset,
            agents=names,
            seatings=tuple(tuple(names[a] for a in seating) for seating in job.seatings),
            seed=job.seed,
            asked=self._deals,
            penalty=job.penalty,
            tally=now.tally,
            timings=Timings(
                seconds=now.seconds,
                limit=job.slow,
                thinking=tuple(clock.seconds for clock in now.clocks),
                slowest=tuple(clock.slowest for clock in now.clocks),
                slow=tuple(clock.slow for clock in now.clocks),
            ),
        )

    def play(
        self,
        executor: Executor | None,
        chunk: int,
        ahead: int,
        progress: Callable[[Progress], object] | None,
    ) -> None:
        """Play the deals that are missing, or as many as there is time for before Ctrl-C."""
        start = saved = time.monotonic()
        with ExitStack() as stack:
            stream = None
            if self._records is not None:
                stream = stack.enter_context(open(self._records, "ab"))
                stream.truncate(self._now.offset)  # what a crash left behind
            stack.callback(self._save)
            stack.callback(self._cut, stream)
            cuts = _cuts(self._now.tally.deals + 1, self._deals, chunk)
            chunks = stack.enter_context(closing(in_order(self._job, cuts, executor, ahead)))
            try:
                for part in chunks:
                    self._add(part, time.monotonic() - start, stream)
                    if time.monotonic() - saved >= _SAVED_EVERY:
                        self._save()
                        saved = time.monotonic()
                    if progress is not None:
                        progress(self._progress())
            except KeyboardInterrupt:
                pass  # what has been added up is the report so far

    def _add(self, part: Chunk, seconds: float, stream: BinaryIO | None) -> None:
        """Count a chunk: all of it, or nothing if this is interrupted."""
        offset = self._now.offset
        if stream is not None:
            data = "".join(f"{line}\n" for line in part.records).encode()
            stream.write(data)
            stream.flush()
            offset += len(data)
        clocks = zip(self._now.clocks, part.clocks, strict=True)
        self._now = Checkpoint(
            tally=merged(self._now.tally, part.tally),
            clocks=tuple(_later(clock, more) for clock, more in clocks),
            seconds=self._before.seconds + seconds,
            offset=offset,
        )

    def _progress(self) -> Progress:
        now, before = self._now, self._before
        return Progress(
            deals=now.tally.deals,
            asked=self._deals,
            seconds=now.seconds - before.seconds,
            played=now.tally.deals - before.tally.deals,
            forfeits=sum(now.tally.misdeeds.values()),
        )

    def _cut(self, stream: BinaryIO | None) -> None:
        """Leave out the records of a chunk that was not counted."""
        if stream is not None:
            stream.truncate(self._now.offset)

    def _save(self) -> None:
        if self._file is not None and self._now.tally.deals:
            write_checkpoint(self._file, self._job, self._now)


def _later(clock: Clock, more: Clock) -> Clock:
    """A clock after it has also counted what another did."""
    return evolve(
        clock,
        seconds=clock.seconds + more.seconds,
        slowest=max(clock.slowest, more.slowest),
        slow=clock.slow + more.slow,
    )


def _cuts(first: int, last: int, size: int) -> Iterator[tuple[int, int]]:
    """The first and the last deal of each chunk."""
    for start in range(first, last + 1, size):
        yield start, min(start + size - 1, last)


def _size(path: str | os.PathLike[str]) -> int:
    return os.path.getsize(path) if os.path.exists(path) else 0
