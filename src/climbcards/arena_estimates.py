"""Means with their confidence intervals, worked out from exact sums."""

from __future__ import annotations

import math
from fractions import Fraction
from statistics import NormalDist
from typing import Final

from attrs import frozen
from typing_extensions import override

from climbcards.arena_faults import ArenaError
from climbcards.arena_tally import Moments

__all__ = ["LEVEL", "Estimate", "estimate"]

LEVEL: Final = 0.95
"""The usual level of confidence."""


@frozen(kw_only=True)
class Estimate:
    """A mean with its confidence interval.

    The interval is that of the normal distribution, with the deal as the unit of observation: take
    it seriously from some thirty deals on.

    Attributes:
        mean: the mean.
        error: its standard error; infinite where a single deal has been played.
        deals: over how many deals.
        level: the level of confidence of the interval, such as 0.95.
    """

    mean: float
    error: float
    deals: int
    level: float = LEVEL

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return _quantile(self.level) * self.error if self.error else 0.0

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.mean - self.margin

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.mean + self.margin

    @property
    def deviation(self) -> float:
        """The standard deviation of what a single deal gives."""
        return self.error * math.sqrt(self.deals)

    def deals_for(self, margin: float) -> int:
        """How many deals it takes, going by these, until the margin is no wider than this.

        Args:
            margin: half the width of an interval, above 0.

        Raises:
            ArenaError: the margin is not above 0, or a single deal tells nothing of it.
        """
        if not margin > 0:
            raise ArenaError("a margin is a number above 0")
        if math.isinf(self.error):
            raise ArenaError("one deal does not tell how much deals differ")
        return max(2, math.ceil((_quantile(self.level) * self.deviation / margin) ** 2))

    @override
    def __str__(self) -> str:
        return f"{self.mean:+.3f} ({self.low:+.3f} … {self.high:+.3f})"


def _quantile(level: float) -> float:
    """How many standard errors the ends of an interval are from its middle."""
    if not 0 < level < 1:
        raise ArenaError("a level of confidence is a number between 0 and 1")
    return NormalDist().inv_cdf(0.5 + level / 2)


def estimate(sums: Moments, deals: int, level: float, scale: int = 1) -> Estimate:
    """The amount for each weight: the estimate of a ratio, by the deviations of single deals.

    Where the weight of every deal is the same this is the mean and its usual standard error.
    Everything is exact up to the last division.
    """
    _quantile(level)
    mean = Fraction(sums.amount, sums.weight * scale)
    error = math.inf
    if deals > 1:
        weight, amount = sums.weight, sums.amount
        squares = (
            sums.amount2 * weight**2 - 2 * sums.product * weight * amount + sums.weight2 * amount**2
        )
        variance = Fraction(squares * deals, (deals - 1) * weight**4 * scale**2)
        error = math.sqrt(variance)
    return Estimate(mean=float(mean), error=error, deals=deals, level=level)
