"""The plot of a report, by matplotlib (the extra ``plot``)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from climbcards.arena_faults import ArenaError

if TYPE_CHECKING:
    from climbcards.arena_report import Report

__all__ = ["draw"]


def draw(report: Report, path: str | os.PathLike[str], level: float) -> None:
    """Draw the running mean of each agent with its band into a file.

    The first deals, of which there is no interval yet, have no band.

    Raises:
        ArenaError: matplotlib is not installed.
        OSError: the file cannot be written.
    """
    try:
        # A figure of its own: pyplot would keep it, and may want a screen.  It need not be there
        # for the types to be checked.
        from matplotlib.figure import Figure  # noqa: PLC0415 # pyright: ignore[reportMissingImports]
    except ImportError:
        raise ArenaError("a plot needs matplotlib: pip install 'climbcards[plot]'") from None
    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.subplots()
    for name in report.agents:
        running = report.running(name, level=level)
        deals = [point.deals for point in running]
        (line,) = axes.plot(deals, [point.mean for point in running], label=name)
        banded = [point for point in running if point.deals > 1]
        axes.fill_between(
            [point.deals for point in banded],
            [point.low for point in banded],
            [point.high for point in banded],
            color=line.get_color(),
            alpha=0.2,
            linewidth=0,
        )
    # The first intervals are so wide that they would hide the rest, so they set no scale.
    late = [p for name in report.agents for p in report.running(name, level=level)]
    late = [point for point in late if point.deals * 8 >= report.deals and point.deals > 1]
    if late:
        low, high = min(point.low for point in late), max(point.high for point in late)
        room = 0.1 * (high - low) or 1.0
        axes.set_ylim(low - room, high + room)
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_xlabel("deals")
    axes.set_ylabel(f"mean payoff, with {100 * level:g} % band")
    axes.set_title(repr(report.ruleset))
    axes.legend()
    figure.savefig(path)
