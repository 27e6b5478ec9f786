"""The work of a run: chunks of deals, played anywhere and handed back in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import ExitStack
from typing import Final, NamedTuple

from attrs import evolve, frozen

from climbcards.arena_faults import AgentError
from climbcards.arena_isolated import Isolated
from climbcards.arena_sitting import Clock, Player, Sitting, deal_of, play
from climbcards.arena_tally import Counting, Tally
from climbcards.record import Record
from climbcards.record_json import JsonValue
from climbcards.ruleset import Ruleset, Table

__all__ = ["Chunk", "Job", "in_order", "play_chunk"]

AHEAD: Final = 64
"""How many chunks at most are with an executor or wait for an earlier one."""


@frozen(kw_only=True)
class Job:
    """What a worker needs to know of a run.  It pickles if the agents' factories do.

    Attributes:
        ruleset: the rules.
        players: the agents.
        seatings: the seatings, as the agents' places by seat.
        seed: the seed of the run.
        forfeit: whether a misdeed forfeits the sitting; otherwise it is raised.
        penalty: what an agent at fault pays to every other seat, in units.
        slow: from how many seconds a move is slow.
        records: whether records are wanted.
    """

    ruleset: Ruleset[Table]
    players: tuple[Player, ...]
    seatings: tuple[tuple[int, ...], ...]
    seed: int
    forfeit: bool
    penalty: int
    slow: float
    records: bool


class Chunk(NamedTuple):
    """What came of some deals in a row.

    Attributes:
        tally: their sums.
        clocks: how long each agent thought.
        records: a record of each sitting as a line of JSON, if they were wanted.
    """

    tally: Tally
    clocks: tuple[Clock, ...]
    records: tuple[str, ...]


def play_chunk(job: Job, first: int, last: int) -> Chunk:
    """Play the deals from number ``first`` to ``last``, in every seating.

    Raises:
        AgentError: an agent did something wrong, and the job says that this is raised.
    """
    counting = Counting(len(job.players))
    clocks = tuple(Clock(job.slow) for _ in job.players)
    records: list[str] = []
    with ExitStack() as stack:
        players = tuple(_opened(player, stack) for player in job.players)
        for number in range(first, last + 1):
            deal = deal_of(job.ruleset, job.seed, number)
            start = job.ruleset.start(deal)
            sittings: list[tuple[tuple[int, ...], Sitting]] = []
            for place, seating in enumerate(job.seatings):
                sitting = play(
                    start,
                    [players[agent] for agent in seating],
                    [clocks[agent] for agent in seating],
                    seed=job.seed,
                    deal=number,
                    sitting=place,
                    penalty=job.penalty,
                )
                if sitting.fault is not None and not job.forfeit:
                    raise AgentError(sitting.fault)
                if job.records:
                    names = [job.players[agent].name for agent in seating]
                    records.append(_record(sitting, number, place, names))
                sittings.append((seating, sitting))
            counting.add(number, sittings)
    return Chunk(counting.tally, clocks, tuple(records))


def _opened(player: Player, stack: ExitStack) -> Player:
    """The agent with its process, if it is an isolated one."""
    if not isinstance(player.factory, Isolated):
        return player
    return evolve(player, factory=stack.enter_context(player.factory.opened()))


def _record(sitting: Sitting, deal: int, place: int, names: list[str]) -> str:
    fault = None if sitting.fault is None else str(sitting.fault)
    meta: dict[str, JsonValue] = {"deal": deal, "sitting": place, "agents": names, "fault": fault}
    return Record.of(sitting.state, meta).to_json()


_TRIES: Final = 3
"""So often a chunk is given to an executor that loses it, as a cluster may that loses a worker."""


def in_order(
    job: Job, cuts: Iterable[tuple[int, int]], executor: Executor | None, ahead: int
) -> Generator[Chunk]:
    """Every chunk, in the order of the cuts, whatever the order in which they are finished.

    Args:
        job: the run.
        cuts: the first and the last deal of each chunk.
        executor: where they are played; None: here.
        ahead: how many chunks may be under way, or wait for an earlier one.
    """
    if executor is None:
        for first, last in cuts:
            yield play_chunk(job, first, last)
        return
    rest = iter(cuts)
    pending: deque[tuple[tuple[int, int], Future[Chunk]]] = deque()
    lost = 0  # how often the first that is pending came to nothing
    try:
        while True:
            while len(pending) < ahead and (cut := next(rest, None)) is not None:
                pending.append((cut, executor.submit(play_chunk, job, *cut)))
            if not pending:
                return
            cut, future = pending[0]
            try:
                chunk = future.result()
            except (AgentError, BrokenExecutor):
                raise
            except Exception:
                # A chunk is the same whenever it is played, and counts when its result is here.
                lost += 1
                if lost == _TRIES:
                    raise
                pending[0] = cut, executor.submit(play_chunk, job, *cut)
                continue
            yield chunk
            lost = 0
            pending.popleft()
    finally:
        for _, future in pending:
            future.cancel()
