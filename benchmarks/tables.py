"""Tables, for a terminal and for a page of the documentation."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10
from pathlib import Path

__all__ = ["figure", "markdown", "put_into", "text"]


def figure(number: float | None, digits: int = 3) -> str:
    """A number with so many digits that count; nothing where there is no number."""
    if number is None:
        return ""
    rounded = float(f"{number:.{digits}g}")
    before = floor(log10(abs(rounded))) + 1 if rounded else 1
    return f"{rounded:,.{max(0, digits - before)}f}"


def _is_number(cell: str) -> bool:
    """Whether a cell stands on the right."""
    return not cell or cell[0].isdigit() or cell[0] in "<−-–≥×"


def text(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table for a terminal."""
    lines = [head, *rows]
    widths = [max(len(line[place]) for line in lines) for place in range(len(head))]
    right = [all(_is_number(row[place]) for row in rows) for place in range(len(head))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if on_right else cell.ljust(width)
            for cell, width, on_right in zip(line, widths, right, strict=True)
        ).rstrip()
        for line in lines
    )


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The same for a page."""
    right = [all(_is_number(row[place]) for row in rows) for place in range(len(head))]
    rule = ["---:" if on_right else "---" for on_right in right]
    return "\n".join(f"| {' | '.join(line)} |" for line in [head, rule, *rows])


def put_into(page: Path, name: str, block: str) -> None:
    """Put a block between the marks of that name on a page.

    Raises:
        ValueError: the page has no such marks.
    """
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    old = page.read_text(encoding="utf-8")
    before, found, rest = old.partition(begin)
    _, ended, after = rest.partition(end)
    if not found or not ended:
        raise ValueError(f"{page} has no {begin} and {end}")
    page.write_text(f"{before}{begin}\n\n{block.strip()}\n\n{end}{after}", encoding="utf-8")
