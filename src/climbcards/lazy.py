"""Sequences that know their length at once and build an element when somebody looks at it."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import Generic, TypeVar, overload

from typing_extensions import override

__all__ = ["Chain", "LazySequence", "Mapped"]

A = TypeVar("A")
E = TypeVar("E", covariant=True)


class LazySequence(Sequence[E], Generic[E]):
    """A sequence by its length and :meth:`_at`; slices are tuples."""

    __slots__ = ()

    @abstractmethod
    def _at(self, place: int) -> E:
        """The element at a place from 0 to ``len(self) - 1``."""

    @overload
    def __getitem__(self, index: int) -> E: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[E, ...]: ...
    @override
    def __getitem__(self, index: int | slice) -> E | tuple[E, ...]:
        if isinstance(index, slice):
            return tuple([self._at(place) for place in range(*index.indices(len(self)))])
        size = len(self)
        place = index + size if index < 0 else index
        if not 0 <= place < size:
            raise IndexError(index)
        return self._at(place)

    @override
    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)}>"


class Chain(LazySequence[E]):
    """Several sequences as one, without copying them."""

    __slots__ = ("_ends", "_parts")

    def __init__(self, parts: Iterable[Sequence[E]]) -> None:
        self._parts = list(parts)
        self._ends = list(accumulate(map(len, self._parts)))

    @override
    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @override
    def _at(self, place: int) -> E:
        part = bisect_right(self._ends, place)
        return self._parts[part][place - self._ends[part]]  # counted back from the part's end


class Mapped(LazySequence[E], Generic[A, E]):
    """A sequence with a function applied to every element that is looked at."""

    __slots__ = ("_function", "_source")

    def __init__(self, function: Callable[[A], E], source: Sequence[A]) -> None:
        self._function = function
        self._source = source

    @override
    def __len__(self) -> int:
        return len(self._source)

    @override
    def _at(self, place: int) -> E:
        return self._function(self._source[place])
