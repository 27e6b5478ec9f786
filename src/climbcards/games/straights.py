"""Orders of straights: which windows of five ranks count in Big Two, from low to high.

A house writes its own as texts, ``("34567", …, "10JQKA", "23456", "A2345")``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from climbcards.cards import Rank
from climbcards.errors import RulesetError

__all__ = [
    "STRAIGHTS_23456_HIGH",
    "STRAIGHTS_23456_THEN_A2345_HIGH",
    "STRAIGHTS_A2345_HIGH",
    "STRAIGHTS_NO_A2345",
    "STRAIGHTS_TWO_HIGH",
    "STRAIGHTS_TWO_LOW",
    "StraightOrder",
    "deciding_rank",
    "read_windows",
]

StraightOrder: TypeAlias = tuple[tuple[Rank, ...], ...]
"""Windows of five ranks in succession, from the lowest to the highest."""

_PLAIN: Final = tuple(Rank)[:13]
_SPELLINGS: Final = {str(rank): rank for rank in _PLAIN} | {"T": Rank.TEN}


def _window(lowest: int) -> tuple[Rank, ...]:
    """Five ranks in cyclic succession from a rank on (ace 1 … king 13)."""
    return tuple(_PLAIN[(lowest - 1 + step) % 13] for step in range(5))


_MIDDLE: Final = tuple(_window(lowest) for lowest in range(3, 11))
"""34567 … 10JQKA, on which every house agrees."""
_A2345: Final = _window(1)
_23456: Final = _window(2)
_JQKA2: Final = _window(11)
_10JQKA: Final = _window(10)

STRAIGHTS_TWO_LOW: Final[StraightOrder] = (_A2345, _23456, *_MIDDLE)
"""A2345, 23456, 34567 … 10JQKA: the two is low, the ace low or high."""
STRAIGHTS_A2345_HIGH: Final[StraightOrder] = (_23456, *_MIDDLE, _A2345)
"""23456, 34567 … 10JQKA, A2345."""
STRAIGHTS_23456_THEN_A2345_HIGH: Final[StraightOrder] = (*_MIDDLE, _A2345, _23456)
"""34567 … 10JQKA, A2345, 23456."""
STRAIGHTS_23456_HIGH: Final[StraightOrder] = (_A2345, *_MIDDLE, _23456)
"""A2345, 34567 … 10JQKA, 23456."""
STRAIGHTS_NO_A2345: Final[StraightOrder] = (_23456, *_MIDDLE)
"""23456, 34567 … 10JQKA."""
STRAIGHTS_TWO_HIGH: Final[StraightOrder] = (*_MIDDLE, _JQKA2)
"""34567 … 10JQKA, JQKA2, as many apps have it."""


def read_windows(windows: Sequence[str | Sequence[Rank]]) -> StraightOrder:
    """An order of straights from windows, each as ranks or as a text such as ``10JQKA``.

    Raises:
        RulesetError: a window is not five ranks in cyclic succession, or appears twice.
    """
    if not isinstance(windows, tuple | list) or not windows:
        raise RulesetError("must be a tuple of windows", "straights")
    found: list[tuple[Rank, ...]] = []
    for window in windows:
        ranks = _read_text(window) if isinstance(window, str) else window
        if not isinstance(ranks, tuple | list) or not all(isinstance(r, Rank) for r in ranks):
            raise RulesetError("a window is a text or a tuple of ranks", "straights")
        name = "".join(map(str, ranks))
        if not ranks or ranks[0].is_joker or tuple(ranks) != _window(ranks[0]):
            raise RulesetError(f"{name!r} is not five ranks in succession", "straights")
        if tuple(ranks) in found:
            raise RulesetError(f"{name} appears twice", "straights")
        found.append(tuple(ranks))
    return tuple(found)


def _read_text(text: str) -> tuple[Rank, ...]:
    """The ranks a text spells, at most five of them and a wrong one; none for anything else."""
    ranks: list[Rank] = []
    place = 0
    while place < len(text) and len(ranks) < 6:
        for used in (2, 1):
            rank = _SPELLINGS.get(text[place : place + used])
            if rank is not None:
                break
        else:
            raise RulesetError(f"{text[:20]!r} is no window", "straights")
        ranks.append(rank)
        place += used
    return tuple(ranks)


def deciding_rank(order: StraightOrder, window: tuple[Rank, ...]) -> Rank:
    """The rank of the card whose suit decides between equal windows.

    It is the last of the window as written; but where an order ranks A2345 or 23456 above 10JQKA,
    it is that window's two.
    """
    with_two_low = window in (_A2345, _23456)
    if with_two_low and _10JQKA in order and order.index(window) > order.index(_10JQKA):
        return Rank.TWO
    return window[-1]
