"""What a report looks like: a table of text, and JSON."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from climbcards.arena_estimates import Estimate
from climbcards.arena_faults import Fault
from climbcards.arena_tally import Cell

if TYPE_CHECKING:
    from climbcards.arena_report import Report

__all__ = ["document", "lines"]

# --- JSON ----------------------------------------------------------------------------------------


def document(report: Report) -> dict[str, object]:
    """All of a report as JSON has it."""
    timings = report.timings
    return {
        "game": report.ruleset.name,
        "ruleset": repr(report.ruleset),
        "version": report.ruleset.version,
        "seed": str(report.seed),
        "deals": report.deals,
        "asked": report.asked,
        "seatings": report.seatings,
        "sittings": report.sittings,
        "thrown_in": report.tally.thrown_in,
        "broken_off": report.tally.broken_off,
        "penalty": report.penalty,
        "agents": [_agent_document(report, name) for name in report.agents],
        "differences": [
            {"agents": [a, b], **_numbers(report.difference(a, b))}
            for place, a in enumerate(report.agents)
            for b in report.agents[place + 1 :]
        ],
        "faults": [_fault_document(fault) for fault in report.faults],
        "seconds": timings.seconds,
        "deals_per_second": report.deals_per_second,
    }


def _agent_document(report: Report, name: str) -> dict[str, object]:
    place, timings = report.agents.index(name), report.timings
    return {
        "name": name,
        **_cell_document(report, name),
        "seats": {str(s): _cell_document(report, name, seat=s) for s in report.seats_of(name)},
        "roles": {r: _cell_document(report, name, role=r) for r in report.roles_of(name)},
        "moves": report.moves(name),
        "misdeeds": {str(what): times for what, times in report.misdeeds(name).items()},
        "slow_moves": timings.slow[place],
        "slowest_move": timings.slowest[place],
        "thinking": timings.thinking[place],
        "running": [
            [point.deals, point.mean, _finite(point.low), _finite(point.high)]
            for point in report.running(name)
        ],
    }


def _cell_document(
    report: Report, name: str, *, seat: int | None = None, role: str | None = None
) -> dict[str, object]:
    cell = Cell(report.agents.index(name), -1 if seat is None else seat, role or "")
    scored = report.tally.points[cell].weight
    points = _numbers(report.points(name, seat=seat, role=role)) if scored else None
    return {
        "payoff": _numbers(report.payoff(name, seat=seat, role=role)),
        "win_rate": _numbers(report.win_rate(name, seat=seat, role=role)),
        "points": points,
        "played": report.tally.payoffs[cell].weight,
    }


def _numbers(estimate: Estimate) -> dict[str, object]:
    return {
        "mean": estimate.mean,
        "error": _finite(estimate.error),
        "low": _finite(estimate.low),
        "high": _finite(estimate.high),
        "level": estimate.level,
    }


def _finite(number: float) -> float | None:
    """JSON has no infinity."""
    return number if math.isfinite(number) else None


def _fault_document(fault: Fault) -> dict[str, object]:
    return {
        "agent": fault.agent,
        "deal": fault.deal,
        "sitting": fault.sitting,
        "seat": fault.seat,
        "misdeed": str(fault.misdeed),
        "message": fault.message,
        "hand": str(fault.view.hand),
        "history": [f"{seat}: {action}" for seat, action in fault.view.table.history],
    }


# --- Text ----------------------------------------------------------------------------------------


def lines(report: Report) -> Iterator[str]:
    """A report as lines of text."""
    sittings = len(report.seatings)
    yield (
        f"{report.ruleset!r}: {report.deals:,} deals in {sittings:,} seating"
        f"{'' if sittings == 1 else 's'} each, seed {report.seed}"
    )
    if not report.is_complete:
        yield f"Interrupted: {report.asked:,} deals were asked for."
    rows = [("agent", "payoff", "95 % interval", "wins", "played", "forfeits", "slow")]
    for place, name in enumerate(report.agents):
        slow = f"{report.timings.slow[place]:,}"
        rows.append((*_row(report, name, name), f"{report.forfeits(name):,}", slow))
        seats = ((f"  seat {seat}", seat, None) for seat in report.seats_of(name))
        roles = ((f"  {role}", None, role) for role in report.roles_of(name))
        rows.extend(
            (*_row(report, name, head, seat=seat, role=role), "", "")
            for head, seat, role in (*seats, *roles)
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *rest in rows:
        cells = (f"{text:>{width}}" for text, width in zip(rest, widths[1:], strict=True))
        yield f"{first:{widths[0]}}  {'  '.join(cells)}".rstrip()
    for place, a in enumerate(report.agents):
        for b in report.agents[place + 1 :]:
            yield f"{a} over {b}: {report.difference(a, b)}"
    if report.tally.thrown_in:
        yield f"Thrown in: {report.tally.thrown_in:,} of {report.sittings:,} sittings"
    if report.tally.broken_off:
        yield f"Broken off: {report.tally.broken_off:,} of {report.sittings:,} sittings"
    for fault in report.faults:
        yield f"Fault: {fault}"
    yield f"{report.timings.seconds:,.1f} s, {report.deals_per_second:,.1f} deals a second"


def _row(
    report: Report, name: str, head: str, *, seat: int | None = None, role: str | None = None
) -> tuple[str, str, str, str, str]:
    payoff = report.payoff(name, seat=seat, role=role)
    wins = report.win_rate(name, seat=seat, role=role)
    cell = Cell(report.agents.index(name), -1 if seat is None else seat, role or "")
    return (
        head,
        f"{payoff.mean:+.3f}",
        f"{payoff.low:+.3f} … {payoff.high:+.3f}",
        f"{100 * wins.mean:.1f} %",
        f"{report.tally.payoffs[cell].weight:,}",
    )
