"""The type of integers that the compiled build keeps in 64 bits.

Modules that can be compiled import ``i64`` from here for annotations alone, and only when types are
checked.  To mypy, and so to mypyc, it is the native integer; to everybody else it is ``int``.
"""

from __future__ import annotations

from typing import TypeAlias

__all__ = ["i64"]

MYPY = False
"""True to mypy alone."""

if MYPY:
    from mypy_extensions import i64
else:
    i64: TypeAlias = int
