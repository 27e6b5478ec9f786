"""What is made of the slices: rates, and ratios of the same round.

The machine may be fast in one round and slow in the next.  So two workers are compared round by
round, and of these ratios the median is taken; the medians of the rates are not divided.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import NamedTuple, TypeAlias

from benchmarks.peers.protocol import Slice

__all__ = ["Key", "Rounds", "Spread", "outputs_each", "rates", "ratios", "seconds_each"]

Key: TypeAlias = tuple[str, str]
"""A worker's name and a task."""

Rounds: TypeAlias = Sequence[Mapping[Key, Slice]]
"""The slices of each round; one that failed is missing."""


class Spread(NamedTuple):
    """Several measurements of one thing.

    Attributes:
        middle: the median.
        low: the least.
        high: the most.
        number: how many there are.
    """

    middle: float
    low: float
    high: float
    number: int

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread | None:
        """Of these measurements; None without any."""
        if not values:
            return None
        return cls(median(values), min(values), max(values), len(values))


def _slices(rounds: Rounds, key: Key) -> list[Slice]:
    return [each[key] for each in rounds if key in each and each[key].count]


def rates(rounds: Rounds, key: Key) -> Spread | None:
    """How many games or hands a second."""
    return Spread.of([each.rate for each in _slices(rounds, key)])


def seconds_each(rounds: Rounds, key: Key) -> Spread | None:
    """How long one game or hand takes."""
    return Spread.of([each.seconds / each.count for each in _slices(rounds, key)])


def outputs_each(rounds: Rounds, key: Key) -> float | None:
    """How much comes out of a game or a hand on average, over all rounds; None if not counted."""
    some = _slices(rounds, key)
    outputs = sum(each.outputs for each in some)
    return outputs / sum(each.count for each in some) if outputs else None


def ratios(rounds: Rounds, ours: Key, theirs: Key, factor: float = 1.0) -> Spread | None:
    """How many times as fast ours is, over the rounds that have both.

    Args:
        rounds: the slices.
        ours: the one.
        theirs: the other.
        factor: what their rate is multiplied by.
    """
    return Spread.of(
        [
            each[ours].rate / (factor * each[theirs].rate)
            for each in rounds
            if ours in each and theirs in each and each[ours].count and each[theirs].count
        ]
    )
