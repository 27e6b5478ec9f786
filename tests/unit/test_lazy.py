"""Lazy sequences: their length at once, their elements when somebody looks."""

from collections.abc import Sequence
from typing import TypeVar

import pytest
from typing_extensions import override

from climbcards import BigThree, Hand
from climbcards.lazy import LazySequence

E = TypeVar("E")


class Built(LazySequence[int]):
    """The negatives of the first numbers; it notes which were asked for."""

    def __init__(self, size: int) -> None:
        self._size = size
        self.built: list[int] = []

    @override
    def _at(self, place: int) -> int:
        self.built.append(place)
        return -place


def assert_like(lazy: Sequence[E], wanted: list[E]) -> None:
    """The whole protocol of sequences."""
    size = len(wanted)
    assert len(lazy) == size
    assert bool(lazy) is bool(wanted)
    assert list(lazy) == wanted
    assert list(reversed(lazy)) == wanted[::-1]
    assert [lazy[place] for place in range(size)] == wanted
    assert [lazy[place - size] for place in range(size)] == wanted
    for place in (size, size + 1, -size - 1, 10**30, -(10**30)):
        with pytest.raises(IndexError):
            lazy[place]
    bounds = (None, 0, 1, 2, size - 1, size, size + 3, -1, -2, -size, -size - 3)
    for start in bounds:
        for stop in bounds:
            for stride in (None, 1, 2, -1, -2, 5):
                assert lazy[start:stop:stride] == tuple(wanted[start:stop:stride])
    for element in wanted:
        assert element in lazy
        assert lazy.index(element) == wanted.index(element)
        assert lazy.count(element) == wanted.count(element)


@pytest.mark.parametrize("size", [0, 1, 2, 7])
def test_it_is_a_sequence(size: int) -> None:
    assert_like(Built(size), [-place for place in range(size)])
    assert 99 not in Built(size)


def test_elements_are_built_when_somebody_looks() -> None:
    lazy = Built(1_000_000_000)
    assert len(lazy) == 1_000_000_000
    assert repr(lazy) == "<Built of 1000000000>"
    assert lazy.built == []
    assert lazy[5] == -5
    assert lazy[-1] == -999_999_999
    assert lazy[10:20:4] == (-10, -14, -18)
    assert lazy.built == [5, 999_999_999, 10, 14, 18]
    assert next(iter(lazy)) == 0


@pytest.mark.parametrize("index", ["0", 1.0, None, (0,)])
def test_other_indices_are_a_programmers_mistake(index: object) -> None:
    lazy: Sequence[int] = Built(2)
    with pytest.raises(TypeError):
        lazy[index]  # type: ignore[call-overload]


def test_the_lists_of_a_ruleset_are_lazy() -> None:
    rules = BigThree()
    leads = rules.leads(Hand.parse("4♣ 4♦ 5♣ 6♣ 7♣ K♠"))
    assert isinstance(leads, LazySequence)
    assert_like(leads, list(leads))
    whole = rules.catalogue()
    assert isinstance(whole, LazySequence)
    assert len(whole) == len(list(whole)) == 171
