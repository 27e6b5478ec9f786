"""How far what was counted is from what was expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from math import sqrt
from typing import Final, TypeVar

K = TypeVar("K", bound=Hashable)

FAR: Final = 3.72
"""Standard deviations that chance exceeds once in ten thousand times (the seeds are fixed)."""


def distance(counted: Mapping[K, int], expected: Mapping[K, float]) -> float:
    """The chi-square of a count, as standard deviations above its mean (Wilson and Hilferty).

    Args:
        counted: how often each case came.
        expected: the weight of each case; cases that must not come are left out.
    """
    assert set(counted) <= set(expected), "a case came that must not"
    total, weight = sum(counted.values()), sum(expected.values())
    mean = {case: total * share / weight for case, share in expected.items()}
    assert min(mean.values()) >= 5, "too few draws for so many cases"
    free = len(mean) - 1
    if not free:
        return 0.0
    square = sum((counted.get(case, 0) - m) ** 2 / m for case, m in mean.items())
    spread = 2 / (9 * free)
    return float(((square / free) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def counted(cases: list[K]) -> Counter[K]:
    """How often each case came."""
    return Counter(cases)
