"""Readings: cards as a pattern reads them, in lanes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from climbcards.climbing.lanes import Layout
from climbcards.combination import Combination, Kind, Ranked, combination_of

__all__ = ["Reading", "combination", "named_kind", "reading_of"]


@frozen
class Reading(Ranked):
    """A combination in lanes, without the cards' identity.

    Attributes:
        kind: what it is.
        lanes: all of its cards.
        core: those that rank it.
        size: how many cards it has.
        code: what it is in integers, in the listing of its game.
    """

    kind: Kind
    lanes: int
    core: int
    size: int
    code: int


_set_shape: Final = Ranked.__dict__["shape"].__set__
_set_strength: Final = Ranked.__dict__["strength"].__set__
_set_power: Final = Ranked.__dict__["power"].__set__
_set_kind: Final = Reading.__dict__["kind"].__set__
_set_lanes: Final = Reading.__dict__["lanes"].__set__
_set_core: Final = Reading.__dict__["core"].__set__
_set_size: Final = Reading.__dict__["size"].__set__
_set_code: Final = Reading.__dict__["code"].__set__


def reading_of(ranked: Ranked, kind: Kind, lanes: int, core: int, size: int, code: int) -> Reading:
    """A reading with this place in the ordering; faster than the constructor, for long lists."""
    made = object.__new__(Reading)
    _set_shape(made, ranked.shape)
    _set_strength(made, ranked.strength)
    _set_power(made, ranked.power)
    _set_kind(made, kind)
    _set_lanes(made, lanes)
    _set_core(made, core)
    _set_size(made, size)
    _set_code(made, code)
    return made


def combination(layout: Layout, bits: int, reading: Reading) -> Combination:
    """The combination that these cards (the bits of a hand) make under this reading."""
    core = bits if reading.core == reading.lanes else layout.chosen(bits, reading.core)
    return combination_of(reading, reading.kind, bits, core)


def named_kind(
    reading: Reading, readings: Sequence[Reading], target: Reading | None
) -> Kind | None:
    """The kind a play is to name: where readings of more than one kind would be legal now."""
    kinds = {other.kind for other in readings if target is None or other.beats(target)}
    return reading.kind if len(kinds) > 1 else None
