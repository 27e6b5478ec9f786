"""Attached cards: every way to choose so many groups from the ranks that may be attached."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import override

from climbcards.climbing.lanes import Layout, each_lane
from climbcards.lazy import LazySequence

__all__ = ["Choices", "Slot", "slots"]

Slot = tuple[int, ...]
"""The lanes that one rank (or one set of ranks that exclude each other) may contribute."""


def slots(layout: Layout, lanes: int, width: int, apart: int) -> list[Slot]:
    """What each rank in the lanes may contribute: one group of ``width`` cards or nothing.

    Args:
        layout: the layout of the lanes.
        lanes: the cards to choose from.
        width: how many cards of one rank are attached together.
        apart: a 1 in every lane of a set of ranks of which no two may be attached together.
    """
    ways = layout.ways[width]
    found: list[Slot] = []
    excluding: list[int] = []
    for lane in each_lane(lanes):
        groups = [value << 4 * lane for value in ways[lanes >> 4 * lane & 15]]
        if apart >> 4 * lane & 1:
            excluding += groups
        elif groups:
            found.append(tuple(groups))
    if excluding:
        found.append(tuple(excluding))
    return found


class Choices(LazySequence[int]):
    """Every way to take one group from each of ``groups`` slots, as lanes; built when looked at.

    The order is fixed: choices that leave a slot out come after those that use it.
    """

    __slots__ = ("_counts", "_groups", "_slots")

    def __init__(self, slots: Sequence[Slot], groups: int) -> None:
        self._slots = slots
        self._groups = groups
        # _counts[i][g]: the ways to take g groups from slot i on.
        counts = [[1] + [0] * groups]
        for slot in reversed(slots):
            after = counts[-1]
            counts.append([1] + [after[g] + len(slot) * after[g - 1] for g in range(1, groups + 1)])
        counts.reverse()
        self._counts = counts
        self._size = counts[0][groups]

    @override
    def _at(self, place: int) -> int:
        chosen, groups = 0, self._groups
        for slot, after in zip(self._slots, self._counts[1:], strict=True):
            if not groups:
                break
            rest = after[groups - 1]  # the ways to go on once a group of this slot is taken
            if place < len(slot) * rest:
                chosen += slot[place // rest]
                place %= rest
                groups -= 1
            else:
                place -= len(slot) * rest
        return chosen
