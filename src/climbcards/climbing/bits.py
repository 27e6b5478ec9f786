"""Bit arithmetic on lanes: four bits for each rank of a game, lowest rank first.

A game has at most 15 ranks, so lanes take at most 60 bits: they fit the 64 bits of a native integer
with a sign, and so does every sum here.  What a lane means is told in
:mod:`climbcards.climbing.lanes`.

Masks come from tables, for mypyc shifts a literal in 32 bits, and one that has a name as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from climbcards._native import i64

__all__ = [
    "COMPILED",
    "EIGHTS",
    "FIVES",
    "FROM",
    "LANES",
    "ONE",
    "ONES",
    "PLAIN",
    "THREES",
    "bit_count",
    "each_lane",
    "lane_of",
    "lanes_of",
    "nth_lane",
    "starts_of",
    "suit_counts",
]

COMPILED: Final = not __file__.endswith((".py", ".pyc"))
"""Whether this module and those like it were compiled."""

LANES: Final = 15
ONES: Final = 0x111111111111111
"""1 in every lane."""
EIGHTS: Final = 0x888888888888888
"""The highest bit of every lane: one guards each lane in a subtraction."""
FIVES: Final = 0x555555555555555
THREES: Final = 0x333333333333333
_FIFTEENS: Final = 0x0F0F0F0F0F0F0F0F

PLAIN: Final = 0x1111111111111
"""1 in each of the lowest thirteen lanes: where a game has jokers, theirs are above them."""

ONE: Final = tuple(1 << 4 * lane for lane in range(LANES))
"""``ONE[i]`` has a 1 in lane i and no other."""

_ABOVE: Final = tuple((1 << 4 * LANES) - (16 << 4 * lane) for lane in range(LANES))
"""``_ABOVE[i]`` has every bit of the lanes above lane i."""

FROM: Final = tuple(ONES >> 4 * lane << 4 * lane for lane in range(LANES + 1))
"""``FROM[i]`` has a 1 in lane i and every lane above it; ``FROM[15]`` is empty."""


def bit_count(lanes: i64) -> i64:
    """How many bits are set."""
    pairs = lanes - (lanes >> 1 & FIVES)
    fours = (pairs & THREES) + (pairs >> 2 & THREES)
    return (fours + (fours >> 4) & _FIFTEENS) % 255  # casting out 255s adds the bytes


if not COMPILED:
    # Compiled code calls the function above; interpreted code is faster with the method of int.
    globals()["bit_count"] = int.bit_count


def lane_of(lanes: i64) -> i64:
    """The lowest lane that is not empty."""
    return bit_count((lanes & -lanes) - 1) >> 2


def nth_lane(ranks: i64, place: i64) -> i64:
    """The lane at this place of those that are not empty, each of which holds one bit."""
    while place:
        ranks &= ranks - 1
        place -= 1
    return bit_count((ranks & -ranks) - 1) >> 2


def each_lane(lanes: i64) -> list[i64]:
    """Every lane that is not empty, lowest first."""
    found: list[i64] = []
    while lanes:
        lane = bit_count((lanes & -lanes) - 1) >> 2
        found.append(lane)
        lanes &= _ABOVE[lane]
    return found


def lanes_of(lanes: i64) -> i64:
    """A 1 in every lane that is not empty."""
    return (lanes | lanes >> 1 | lanes >> 2 | lanes >> 3) & ONES


def suit_counts(lanes: i64) -> i64:
    """How many cards each lane holds, where a lane has one bit for each suit."""
    pairs = lanes - (lanes >> 1 & FIVES)
    return (pairs & THREES) + (pairs >> 2 & THREES)


def _strides(length: int) -> tuple[int, ...]:
    done, strides = 1, list[int]()
    while done < length:  # each step doubles the length that is made sure of
        stride = min(done, length - done)
        strides.append(4 * stride)
        done += stride
    return tuple(strides)


_STRIDES: Final = tuple(_strides(length) for length in range(LANES + 1))


def starts_of(ranks: i64, length: i64) -> i64:
    """The ranks at which so many consecutive ones begin."""
    for stride in _STRIDES[length]:
        ranks &= ranks >> stride
    return ranks
