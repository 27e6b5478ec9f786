"""Sequences that know their length at once and build an element when somebody looks at it."""

from __future__ import annotations

import operator
from abc import abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar, cast, overload

from typing_extensions import override

__all__ = ["LazySequence"]

E = TypeVar("E", covariant=True)


class LazySequence(Sequence[E], Generic[E]):
    """A sequence by its length and :meth:`_at`; slices are tuples.

    Constructors set the length.
    """

    __slots__ = ("_size",)

    _size: int

    @abstractmethod
    def _at(self, place: int) -> E:
        """The element at a place from 0 to ``len(self) - 1``."""

    @override
    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, index: int) -> E: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[E, ...]: ...
    @override
    def __getitem__(self, index: int | slice) -> E | tuple[E, ...]:
        size = self._size
        if type(index) is int:
            if 0 <= index < size:
                return self._at(index)
        elif isinstance(index, slice):
            return tuple([self._at(place) for place in range(*index.indices(size))])
        else:
            index = operator.index(index)
            if 0 <= index < size:
                return self._at(index)
        if -size <= index < 0:
            return self._at(index + size)
        raise IndexError(index)

    @override
    def __eq__(self, other: object) -> bool:
        """Whether the other is a lazy sequence or a tuple of equal elements."""
        if isinstance(other, LazySequence | tuple):
            return tuple(self) == tuple(cast("Sequence[E]", other))
        return NotImplemented

    @override
    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[type[tuple[E, ...]], tuple[tuple[E, ...]]]:
        """As a plain tuple: what the elements are built from is nobody else's business."""
        return tuple, (tuple(self),)

    @override
    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._size}>"
