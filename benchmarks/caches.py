"""The caches of climbcards as they are in memory: found, counted and emptied from outside."""

from __future__ import annotations

import functools
import gc
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

__all__ = ["Cache", "emptier", "found"]

_CACHED: type = type(functools.lru_cache(maxsize=1)(len))
_WORDS = ("memo", "cache")
"""Dictionaries under an attribute whose name has one of these words are caches."""


class Cache(NamedTuple):
    """One cache.

    Attributes:
        name: the module and what it belongs to there.
        size: how many results it holds.
        bound: how many it may hold; None where only the code says it.
        clear: empties it.
    """

    name: str
    size: int
    bound: int | None
    clear: Callable[[], None]


def found() -> Iterator[Cache]:
    """Every cache there is in memory: decorated functions, and dictionaries of objects."""
    kept_by: dict[type, tuple[str, ...]] = {}
    for each in gc.get_objects():
        kind = type(each)
        if kind is _CACHED:
            if str(getattr(each, "__module__", "")).startswith("climbcards"):
                function = cast("functools._lru_cache_wrapper[Any]", each)
                info = function.cache_info()
                name = f"{function.__module__}.{function.__qualname__}"
                yield Cache(name, info.currsize, info.maxsize, function.cache_clear)
        elif str(getattr(kind, "__module__", "")).startswith("climbcards"):  # some have no name
            if kind not in kept_by:
                kept_by[kind] = _attributes(kind)
            for attribute in kept_by[kind]:
                kept = getattr(each, attribute, None)
                if type(kept) is dict:
                    name = f"{kind.__module__}.{kind.__qualname__}.{attribute}"
                    yield Cache(name, len(cast("dict[object, object]", kept)), None, kept.clear)


def _attributes(kind: type) -> tuple[str, ...]:
    """The attributes of a class that keep results, by their names."""
    return tuple(name for name in dir(kind) if any(word in name for word in _WORDS))


def emptier() -> Callable[[], None]:
    """What empties every cache that there is now."""
    clears = [cache.clear for cache in found()]

    def empty() -> None:
        for clear in clears:
            clear()

    return empty
