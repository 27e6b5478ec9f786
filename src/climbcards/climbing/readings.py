"""Readings: cards as a pattern reads them, in lanes."""

from __future__ import annotations

from attrs import frozen

from climbcards.climbing.lanes import Layout
from climbcards.combination import Combination, Kind, Ranked
from climbcards.hand import hand_of

__all__ = ["Reading", "combination"]


@frozen
class Reading(Ranked):
    """A combination in lanes, without the cards' identity.

    Attributes:
        kind: what it is.
        lanes: all of its cards.
        core: those that rank it.
        size: how many cards it has.
    """

    kind: Kind
    lanes: int
    core: int
    size: int


def combination(layout: Layout, bits: int, reading: Reading) -> Combination:
    """The combination that these cards (the bits of a hand) make under this reading."""
    core = bits if reading.core == reading.lanes else layout.chosen(bits, reading.core)
    return Combination(
        reading.shape,
        reading.strength,
        reading.power,
        reading.kind,
        hand_of(bits),
        hand_of(core),
        hand_of(bits - core),
    )
