"""``climbcards arena``: agents against each other, with a bar while they play."""

from __future__ import annotations

import pickle
import sys
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack, contextmanager
from math import isfinite
from typing import Final, TypeAlias

from climbcards import Ruleset
from climbcards.agents import AgentFactory
from climbcards.arena import OnIllegal, Progress, Report, isolated, processes, run
from climbcards.arena_faults import told
from climbcards.cli_agents import agent_named
from climbcards.cli_games import BadInput

__all__ = [
    "Callback",
    "agents_named",
    "play",
    "progress_line",
    "shown_progress",
]

Callback: TypeAlias = Callable[[Progress], object]
"""What is told of the progress of a run."""

_EVERY: Final = 2.0
"""How many seconds there are between two lines of progress."""


def agents_named(texts: Sequence[str], limit: float | None) -> dict[str, AgentFactory]:
    """The factories by name; whoever is named again plays against itself under a number.

    Args:
        texts: what was typed.
        limit: how many seconds a move may take, each agent in a process of its own; None: any.

    Raises:
        BadInput: there is no such agent.
    """
    found: dict[str, AgentFactory] = {}
    for text in texts:
        factory = agent_named(text)
        name, number = text, 1
        while name in found:
            number += 1
            name = f"{text} {number}"
        found[name] = factory if limit is None else isolated(factory, limit)
    return found


def play(
    agents: Mapping[str, AgentFactory],
    ruleset: Ruleset,
    *,
    deals: int,
    workers: int,
    seed: int | None,
    seating: str | None,
    on_illegal: OnIllegal,
    penalty: int,
    chunk: int,
    checkpoint: str | None,
    records: str | None,
    progress: str,
) -> Report:
    """The report of a run, in this process or in so many others.

    Raises:
        ArenaError: the arguments make no run.
        AgentError: a misdeed, if those are raised.
        BadInput: an agent cannot go to another process, or takes it down.
    """
    with ExitStack() as stack:
        if workers > 1:
            _check_pickles(agents)
        stack.enter_context(_no_worker_lost())
        executor = stack.enter_context(processes(workers)) if workers > 1 else None
        callback = stack.enter_context(shown_progress(progress))
        return run(
            agents,
            ruleset,
            deals=deals,
            seed=seed,
            executor=executor,
            on_illegal=on_illegal,
            progress=callback,
            seating=seating,
            penalty=penalty,
            chunk=chunk,
            ahead=max(64, 2 * workers),
            checkpoint=checkpoint,
            records=records,
        )


def _check_pickles(agents: Mapping[str, AgentFactory]) -> None:
    for name, factory in agents.items():
        try:
            pickle.dumps(factory)
        except Exception as error:  # whatever its own methods raise
            raise BadInput(f"{name} cannot go to another process: {told(error)}") from None


@contextmanager
def _no_worker_lost() -> Generator[None]:
    """Says in words that a worker has died, which loses the chunks of all others as well."""
    try:
        yield
    except BrokenExecutor:
        raise BadInput(
            "a worker has died: give each agent a process of its own (--limit), "
            "and keep long runs in a file (--checkpoint)"
        ) from None


# --- Progress ------------------------------------------------------------------------------------


@contextmanager
def shown_progress(how: str) -> Generator[Callback | None]:
    """Shows the progress on the standard error, as long as the context lasts.

    Args:
        how: ``"auto"``: a bar on a terminal, if rich is installed, lines if not, and nothing where
            the standard error is no terminal; ``"text"``: lines; ``"none"``: nothing.
    """
    if how == "none" or (how == "auto" and not sys.stderr.isatty()):
        yield None
    elif how == "text":
        yield _Lines()
    else:
        with _bar() as callback:
            yield callback


@contextmanager
def _bar() -> Generator[Callback]:
    """A bar by rich, or lines without it."""
    try:
        # They need not be there for the types to be checked.
        from rich.console import Console  # noqa: PLC0415 # pyright: ignore[reportMissingImports]
        from rich.progress import Progress as Bar  # noqa: PLC0415 # pyright: ignore[reportMissingImports]
    except ImportError:
        yield _Lines()
        return
    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("deals", total=None)

        def show(progress: Progress) -> None:
            text = f"{progress.deals:,} of {progress.asked:,} deals"
            bar.update(task, completed=progress.deals, total=progress.asked, description=text)

        yield show


class _Lines:
    """Progress as lines of text, one every few seconds."""

    def __init__(self) -> None:
        self._last = time.monotonic()

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if now - self._last < _EVERY:
            return
        self._last = now
        print(progress_line(progress), file=sys.stderr, flush=True)


def progress_line(progress: Progress) -> str:
    """How far a run is, in a line."""
    return (
        f"{progress.deals:,} of {progress.asked:,} deals, "
        f"{progress.deals_per_second:,.1f} a second, {_duration(progress.seconds_left)} to go"
    )


def _duration(seconds: float) -> str:
    if not isfinite(seconds):
        return "?"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"
