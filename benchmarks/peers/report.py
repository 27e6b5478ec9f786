"""What a run found: kept as JSON, shown as text and as a part of a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, TypeAlias

from benchmarks.machine import Machine, described
from benchmarks.peers.comparisons import AIMS, COMPARISONS, GROUPS, Aim, Comparison, Group
from benchmarks.peers.protocol import Slice
from benchmarks.peers.ratios import (
    Key,
    Spread,
    outputs_each,
    rates,
    ratios,
    seconds_each,
)
from benchmarks.tables import figure, text

__all__ = ["Measured", "Reached", "blocks", "reached", "shown"]

Table: TypeAlias = Callable[[Sequence[str], Sequence[Sequence[str]]], str]

LOOSE = {"game": 0.08, "hand": 0.03}
"""So far apart, as a part, may what comes out of two workers be before it is pointed out: games are
random and a run has few of them, hands are the same for all."""


@dataclass
class Measured:
    """A run.

    Attributes:
        machine: where and when.
        seconds: how long a slice was to take.
        workers: what each worker said of itself, by its name.
        ours: the names of those that run climbcards.
        rounds: the slices of each round.
        faults: what went wrong.
    """

    machine: Machine
    seconds: float
    workers: dict[str, dict[str, Any]]
    ours: list[str]
    rounds: list[dict[Key, Slice]] = field(default_factory=list[dict[Key, Slice]])
    faults: list[str] = field(default_factory=list[str])

    def to_json(self) -> dict[str, Any]:
        """As values that JSON has, with the figures that are shown besides those measured."""
        return {
            "machine": self.machine,
            "seconds": self.seconds,
            "workers": self.workers,
            "ours": self.ours,
            "faults": self.faults,
            "rounds": [
                [{"worker": worker, "task": task, **asdict(each)} for (worker, task), each in one]
                for one in map(dict.items, self.rounds)
            ],
            "ratios": [
                {
                    "ours": name,
                    **comparison._asdict(),
                    "ratio": None if ratio is None else ratio._asdict(),
                }
                for name, comparison, ratio in _ratios(self)
            ],
            "aims": [each._asdict() | {"aim": each.aim._asdict()} for each in reached(self)],
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Measured:
        """A run that was kept."""
        rounds = [
            {
                (each["worker"], each["task"]): Slice(
                    each["count"], each["outputs"], each["seconds"], each["loop"]
                )
                for each in one
            }
            for one in kept["rounds"]
        ]
        return cls(
            kept["machine"], kept["seconds"], kept["workers"], kept["ours"], rounds, kept["faults"]
        )

    def keys(self, group: Group) -> list[Key]:
        """What was measured of a group, ours first."""
        names = [*self.ours, *(name for name in self.workers if name not in self.ours)]
        return [
            (name, task)
            for name in names
            for task in group.tasks
            if any((name, task) in each for each in self.rounds)
        ]


def _ratios(run: Measured) -> Iterator[tuple[str, Comparison, Spread | None]]:
    for name in run.ours:
        for each in COMPARISONS:
            yield (
                name,
                each,
                ratios(run.rounds, (name, each.ours), (each.peer, each.theirs), each.factor),
            )


@dataclass
class Reached:
    """Whether an aim is reached.

    Attributes:
        ours: the name of the worker.
        aim: what was to be reached.
        found: what was found; None where something is missing.
        is_reached: whether it is; None where something is missing.
        is_best: whether what is aimed at beyond that is reached as well.
    """

    ours: str
    aim: Aim
    found: Spread | None
    is_reached: bool | None
    is_best: bool | None

    def _asdict(self) -> dict[str, Any]:
        return {
            "ours": self.ours,
            "found": None if self.found is None else self.found._asdict(),
            "reached": self.is_reached,
            "best": self.is_best,
        }


def reached(run: Measured) -> list[Reached]:
    """Every aim, for every worker of ours that it is meant for."""
    found: list[Reached] = []
    for aim in AIMS:
        for name in run.ours:
            if aim.compiled and not run.workers[name].get("compiled"):
                continue
            key = (name, aim.ours)
            if aim.peer:
                spread = ratios(run.rounds, key, (aim.peer, aim.theirs), aim.factor)
            else:
                spread = seconds_each(run.rounds, key)
                if spread is not None:
                    micro = [1e6 * value for value in spread[:3]]
                    spread = Spread(micro[0], micro[1], micro[2], spread.number)
            found.append(Reached(name, aim, spread, *_judged(aim, spread)))
    return found


def _judged(aim: Aim, found: Spread | None) -> tuple[bool | None, bool | None]:
    """Whether the aim is reached, and the best of it, by the median."""
    if found is None:
        return None, None

    def enough(limit: float) -> bool:
        return found.middle >= limit if aim.peer else found.middle < limit

    return enough(aim.least), None if aim.best is None else enough(aim.best)


# --- Shown ---------------------------------------------------------------------------------------


def _range(spread: Spread | None, scale: float = 1.0) -> str:
    if spread is None:
        return ""
    return f"{figure(scale * spread.low)} – {figure(scale * spread.high)}"


def _rate_rows(run: Measured, group: Group) -> list[list[str]]:
    rows: list[list[str]] = []
    for key in run.keys(group):
        rate, each = rates(run.rounds, key), seconds_each(run.rounds, key)
        rows.append(
            [
                key[1],
                key[0],
                figure(None if rate is None else rate.middle),
                _range(rate),
                figure(None if each is None else 1e6 * each.middle),
                figure(outputs_each(run.rounds, key), 4),
            ]
        )
    return rows


def _ratio_rows(run: Measured) -> list[list[str]]:
    rows: list[list[str]] = []
    for name, each, ratio in _ratios(run):
        if ratio is None:
            continue
        other = each.peer if each.factor == 1 else f"{each.peer}'s Dou Dizhu × {each.factor:.2f}"
        rows.append(
            [each.about, name, f"{other}, {each.theirs}", figure(ratio.middle), _range(ratio)]
        )
    return rows


def _aim_rows(run: Measured) -> list[list[str]]:
    rows: list[list[str]] = []
    for each in reached(run):
        aim, unit = each.aim, "×" if each.aim.peer else " µs"
        sign = "≥ " if aim.peer else "< "
        wanted = f"{sign}{aim.least:g}{unit}"
        if aim.best is not None:
            wanted += f" ({aim.best:g}{unit})"
        middle = "" if each.found is None else f"{figure(each.found.middle)}{unit}"
        word = {None: "not measured", True: "yes", False: "no"}[each.is_reached]
        if each.is_best:
            word = "yes, the best too"
        rows.append([aim.about, each.ours, wanted, middle, _range(each.found), word])
    return rows


def differences(run: Measured) -> list[str]:
    """Where two workers do not have the same come out of what is compared."""
    found: dict[str, None] = {}
    for name, each, _ in _ratios(run):
        if each.factor != 1:
            continue
        one = outputs_each(run.rounds, (name, each.ours))
        other = outputs_each(run.rounds, (each.peer, each.theirs))
        if one is None or other is None:
            continue
        unit = next(group.unit for group in GROUPS if each.ours in group.tasks)
        if abs(one - other) > LOOSE[unit] * max(one, other):
            line = (
                f"{each.about}: {figure(one, 4)} with {name}, {figure(other, 4)} with {each.peer}"
            )
            found[line] = None
    return list(found)


RATE_HEAD = ("task", "who", "a second", "range", "µs each", "come out")
RATIO_HEAD = ("ours", "who", "theirs", "ratio", "range")
AIM_HEAD = ("aim", "who", "wanted", "found", "range", "reached")


def blocks(run: Measured, table: Table, heading: str) -> list[str]:
    """The parts of a report.

    Args:
        run: what was found.
        table: how a table is written.
        heading: how a heading is written; ``{}`` stands for its text.
    """
    parts: list[str] = []
    builds = [
        f"{name} {facts['version']}"
        + (
            ("" if name not in run.ours else ", compiled" if facts.get("compiled") else ", plain")
            + f" (Python {facts['python']})"
        )
        for name, facts in run.workers.items()
    ]
    loops = Spread.of([1000 * each.loop for one in run.rounds for each in one.values()])
    rounds = len(run.rounds)
    parts.append(
        f"{described(run.machine)}; {rounds} round{'s' if rounds != 1 else ''} of "
        f"{run.seconds:g} s a task.  {'; '.join(builds)}."
    )
    if loops is not None:
        parts.append(
            f"A fixed loop of plain Python, timed before each slice, took {figure(loops.middle)} "
            f"ms ({_range(loops)} ms): so steady was the machine."
        )
    aims = _aim_rows(run)
    if aims:
        parts += [heading.format("Aims"), table(AIM_HEAD, aims)]
    ratio_rows = _ratio_rows(run)
    if ratio_rows:
        parts += [heading.format("Ours against theirs"), table(RATIO_HEAD, ratio_rows)]
    for group in GROUPS:
        rows = _rate_rows(run, group)
        if rows:
            head = (*RATE_HEAD[:2], f"{group.unit}s a second", *RATE_HEAD[3:5], group.outputs)
            parts += [heading.format(group.title), table(head, rows)]
    unlike = differences(run)
    if unlike:
        parts.append("Not the same came out of: " + "; ".join(unlike) + ".")
    if run.faults:
        parts.append("Not measured: " + "; ".join(run.faults) + ".")
    return parts


def shown(run: Measured) -> str:
    """The report for a terminal, with what each worker does."""
    parts = blocks(run, text, "\n{}\n")
    lines: list[str] = []
    for name, facts in run.workers.items():
        lines.append(f"{name}:")
        same: dict[str, list[str]] = {}
        for task, about in facts["tasks"].items():
            same.setdefault(about, []).append(task)
        lines += [f"  {', '.join(tasks)}: {about}" for about, tasks in same.items()]
    return "\n".join([*parts, "\nWhat each does\n", *lines])
