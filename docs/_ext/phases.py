"""Draws the phases of a game from the tables its engine runs on.

It puts a drawing and a table in the place of this block, which names a module that holds the two
tables ``ACTIONS`` and ``AUTOMATIC`` (as :mod:`climbcards.climbing.phases` and
:mod:`climbcards.rummy.phases` do)::

    ```{phase-diagram} climbcards.climbing.phases
    ```

In the drawing every phase is a line from top to bottom and every action is a row: a dot on the line
of the phase it belongs to (with an arrow, where its handler has another phase as its ``to``), and
under it an arrow for whatever may follow by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from climbcards import Action, Phase

Key = tuple[Phase, type[Action]]

BLOCK = re.compile(r"^```\{phase-diagram\} ([\w.]+)\n```$", re.MULTILINE)

LEFT, COLUMN, TOP, ROW = 220, 110, 56, 30
"""Pixels: the labels at the left, from phase to phase, the heads of the lines, from row to row."""


class Row(NamedTuple):
    """One thing that may happen.

    Attributes:
        phase: in which phase.
        action: what a player does.
        name: what follows by itself; None for the action alone.
        to: the phases that it may lead to.
    """

    phase: Phase
    action: str
    name: str | None
    to: tuple[Phase, ...]


def rows(actions: Mapping[Key, object], automatic: Mapping[Key, Sequence[Any]]) -> list[Row]:
    """Everything in the two tables, in their order."""
    found: list[Row] = []
    for key, handler in actions.items():
        phase, action = key[0], key[1].__name__
        found.append(Row(phase, action, None, (getattr(handler, "to", phase),)))
        found += [Row(phase, action, each.name, each.to) for each in automatic.get(key, ())]
    return found


def phases_of(found: Sequence[Row]) -> list[Phase]:
    """The phases concerned, in the order in which a deal goes through them."""
    concerned = {phase for row in found for phase in (row.phase, *row.to)}
    return [phase for phase in Phase if phase in concerned]


def svg(found: Sequence[Row], title: str) -> str:
    """The drawing.  It takes its color from the page around it and needs no style sheet."""
    phases = phases_of(found)
    at = {phase: LEFT + COLUMN // 2 + COLUMN * i for i, phase in enumerate(phases)}
    width, height = LEFT + COLUMN * len(phases), TOP + ROW * len(found) + ROW // 2
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
            f' style="max-width: {width}px; width: 100%" role="img" font-size="14"'
            ' font-family="inherit" fill="currentColor" stroke="none">',
            f"<title>{escape(title)}</title>",
            *(line for phase in phases for line in _lifeline(phase, at[phase], height)),
            *(line for i, row in enumerate(found) for line in _row(row, at, TOP + ROW * (i + 1))),
            "</svg>",
        ]
    )


def _lifeline(phase: Phase, x: int, height: int) -> Iterator[str]:
    yield (
        f'<rect x="{x - 44}" y="8" width="88" height="30" rx="6" fill="none"'
        ' stroke="currentColor"/>'
    )
    yield f'<text x="{x}" y="28" text-anchor="middle" font-weight="bold">{phase}</text>'
    yield (
        f'<path d="M{x} 38V{height}" fill="none" stroke="currentColor" stroke-opacity="0.35"'
        ' stroke-dasharray="3 4"/>'
    )


def _row(row: Row, at: Mapping[Phase, int], y: int) -> Iterator[str]:
    name = "" if row.name is None else f' data-follows="{escape(row.name)}"'
    to = " ".join(row.to)
    yield f'<g data-phase="{row.phase}" data-action="{row.action}"{name} data-to="{to}">'
    x = at[row.phase]
    if row.name is None:
        yield f'<text x="8" y="{y + 5}">{row.action}</text>'
        yield f'<circle cx="{x}" cy="{y}" r="5"/>'
    else:
        yield f'<text x="28" y="{y + 5}" font-style="italic">{escape(row.name)}</text>'
    for phase in row.to:
        if row.name is not None or phase is not row.phase:  # an action may leave all as it is
            yield from _arrow(x, at[phase], y)
    yield "</g>"


def _arrow(start: int, end: int, y: int) -> Iterator[str]:
    line = '<path fill="none" stroke="currentColor" stroke-width="1.5" d="'
    if start == end:  # back to the same phase
        yield f'{line}M{start} {y - 6}h24a6 6 0 0 1 0 12h-20"/>'
        yield f'<path d="M{start} {y + 6}l9 -4v8z"/>'
        return
    back = 1 if end < start else -1
    yield f'{line}M{start} {y}H{end + back * 8}"/>'
    yield f'<path d="M{end} {y}l{back * 9} -4v8z"/>'


def text(found: Sequence[Row]) -> str:
    """The same as plain text, one row a line."""
    lines: list[str] = []
    for row in found:
        if row.name is None:
            leads = "" if row.to == (row.phase,) else f" -> {row.to[0]}"
            lines.append(f"{row.phase}: {row.action}{leads}")
        else:
            lines.append(f"    {row.name} -> {' or '.join(row.to)}")
    return "\n".join(lines)


def table(found: Sequence[Row]) -> str:
    """The same as a table in Markdown."""
    lines = [
        "| phase | action | what may follow by itself | leads to |",
        "| --- | --- | --- | --- |",
    ]
    for row in found:
        if row.name is None:
            lines.append(f"| {row.phase} | {row.action} | | {row.to[0]} |")
        else:
            lines.append(f"| | | {row.name} | {' or '.join(row.to)} |")
    return "\n".join(lines)


def filled(source: str) -> str:
    """A page in Markdown with its blocks filled."""

    def drawn(block: re.Match[str]) -> str:
        module = import_module(block[1])
        found = rows(module.ACTIONS, module.AUTOMATIC)
        return f"<div>\n{svg(found, f'The phases of {block[1]}')}\n</div>\n\n{table(found)}"

    return BLOCK.sub(drawn, source)


class _Application(Protocol):
    """The part of a Sphinx application that is needed here."""

    def connect(self, event: str, callback: Callable[..., None]) -> int: ...


def setup(app: _Application) -> dict[str, bool]:
    """Have the blocks filled in every page that is read."""
    app.connect("source-read", _fill)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _fill(app: object, name: str, source: list[str]) -> None:
    source[0] = filled(source[0])


if __name__ == "__main__":
    for engine in ("climbing", "rummy"):
        tables = import_module(f"climbcards.{engine}.phases")
        print(text(rows(tables.ACTIONS, tables.AUTOMATIC)))
