"""Lazy sequences: their length at once, their elements when somebody looks."""

from collections.abc import Sequence
from typing import TypeVar

import pytest

from climbcards import BigThree, Hand
from climbcards.lazy import Chain, LazySequence, Mapped

E = TypeVar("E")

CHAINS: list[tuple[list[list[int]], list[int]]] = [
    ([], []),
    ([[]], []),
    ([[], []], []),
    ([[1]], [1]),
    ([[1, 2, 3]], [1, 2, 3]),
    ([[1], [2], [3]], [1, 2, 3]),
    ([[], [1, 2], [], [], [3], []], [1, 2, 3]),
    ([[7, 7], [7], [8, 9, 10, 11]], [7, 7, 7, 8, 9, 10, 11]),
]


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


@pytest.mark.parametrize(("parts", "wanted"), CHAINS)
def test_a_chain_is_its_parts_in_a_row(parts: list[list[int]], wanted: list[int]) -> None:
    assert_like(Chain(parts), wanted)
    assert_like(Chain(iter(parts)), wanted)
    assert_like(Chain([Chain(parts), [5], Chain(parts)]), [*wanted, 5, *wanted])
    assert 99 not in Chain(parts)


@pytest.mark.parametrize(("parts", "wanted"), CHAINS)
def test_a_mapped_sequence_is_the_function_of_each(
    parts: list[list[int]], wanted: list[int]
) -> None:
    assert_like(Mapped(str, wanted), [str(n) for n in wanted])
    assert_like(Mapped(lambda n: n * n, Chain(parts)), [n * n for n in wanted])


def test_elements_are_built_when_somebody_looks() -> None:
    built: list[int] = []

    def build(number: int) -> int:
        built.append(number)
        return -number

    lazy = Mapped(build, range(1_000_000_000))
    assert len(lazy) == 1_000_000_000
    assert repr(lazy) == "<Mapped of 1000000000>"
    assert built == []
    assert lazy[5] == -5
    assert lazy[-1] == -999_999_999
    assert lazy[10:20:4] == (-10, -14, -18)
    assert built == [5, 999_999_999, 10, 14, 18]
    assert next(iter(lazy)) == 0
    chain = Chain([range(10), Mapped(build, range(1_000_000_000)), range(3)])
    built.clear()
    assert len(chain) == 1_000_000_013
    assert chain[-1] == 2
    assert built == []
    assert chain[17] == -7
    assert built == [7]


def test_a_lazy_sequence_needs_no_more_than_a_length_and_an_element() -> None:
    assert repr(Chain([[1], [2, 3]])) == "<Chain of 3>"
    assert not hasattr(Chain([[1]]), "__dict__")
    assert not hasattr(Mapped(str, [1]), "__dict__")


@pytest.mark.parametrize("index", ["0", 1.0, None, (0,)])
def test_other_indices_are_a_programmers_mistake(index: object) -> None:
    lazy: Sequence[int] = Chain([[1, 2]])
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
