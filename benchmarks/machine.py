"""The machine and the moment that figures come from, and its clock.

Only the standard library is used here: the workers of the peers import it.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TypedDict

__all__ = ["Machine", "clock", "described", "machine"]

_FINE: Final = 1e-5
"""A clock that counts larger steps, in seconds, is too coarse."""


def _finest() -> Callable[[], float]:
    """The clock of the time a process has computed, else that on the wall.

    On a machine that others use as well the first leaves out when they had the processor.
    """
    is_fine = time.get_clock_info("process_time").resolution <= _FINE
    return time.process_time if is_fine else time.perf_counter


clock: Final = _finest()
"""The seconds of whatever is measured: a difference of two calls."""


class Machine(TypedDict):
    """Where and when something was measured."""

    date: str
    processor: str
    cores: int
    system: str
    python: str
    load: float | None


def machine() -> Machine:
    """This machine at this moment."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": _processor(),
        "cores": os.cpu_count() or 1,
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }


def _processor() -> str:
    """The model of the processor, as far as the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    facts = dict(line.split(":", 1) for line in reversed(lines) if ":" in line)
    named = {name.strip(): value.strip() for name, value in facts.items()}
    name = named.get("model name") or platform.processor() or platform.machine()
    details = [
        f"{word} {named[field]}"
        for word, field in (("family", "cpu family"), ("model", "model"))
        if named.get(field)
    ]
    speed = named.get("cpu MHz")
    if speed:
        details.append(f"{float(speed) / 1000:.1f} GHz")
    return f"{name} ({', '.join(details)})" if details else name


def described(where: Machine) -> str:
    """The machine in a line."""
    load = "" if where["load"] is None else f", load {where['load']} at the start"
    cores = f"{where['cores']} core{'s' if where['cores'] > 1 else ''}"
    return (
        f"{where['date']}, {where['processor']}, {cores}, {where['system']}, "
        f"{where['python']}{load}"
    )
