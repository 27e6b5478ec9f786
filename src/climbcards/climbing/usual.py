"""The usual moves of a trick, each in one call: what a deal spends most of its moves on.

A second telling of :mod:`climbcards.climbing.trick`, for speed; the tests hold it against the first.
A move that has anything unusual about it, being illegal included, is left to the first telling.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias, cast

from climbcards.actions import Action, Pass, Phase, Play
from climbcards.climbing.patterns import STRENGTH
from climbcards.climbing.situation import (
    HAND_BITS,
    LANES_BITS,
    MOST_CARDS,
    SIZE_BITS,
    Private,
    Setting,
    Situation,
    new_private,
    new_situation,
)

__all__ = ["USUAL", "Usual"]

Usual: TypeAlias = Callable[[Setting, Situation, Private, Action], tuple[Situation, Private] | None]
"""Carries out an action of the seat to act in a trick; None if it is not a usual one."""

_OVER: Final = Phase.OVER


def _passed(
    setting: Setting, now: Situation, private: Private, action: Pass
) -> tuple[Situation, Private] | None:
    """A pass, and the end of the trick if it is the last one."""
    phase, seat, sizes, target, bits, by, passes, contract, out = now
    rules = setting.rules
    if target is None or seat is None or not rules.plain_tricks:
        return None
    after: tuple[object, ...]
    passes += 1
    if passes == rules.passes_to_end_trick:
        after = (phase, by, sizes, None, 0, None, 0, contract, out)
    else:
        after = (phase, setting.after[seat], sizes, target, bits, by, passes, contract, out)
    return new_situation(Situation, after), private


def _played(
    setting: Setting, now: Situation, private: Private, action: Play
) -> tuple[Situation, Private] | None:
    """Cards with one reading, which is no bomb, and the end of the deal if they are the last."""
    phase, seat, sizes, target, _, _, _, contract, out = now
    _, _, _, _, called, partner, _, _, opening = contract
    rules = setting.rules
    if (
        opening is not None
        or (called is not None and partner is None)
        or not rules.plain_tricks
        or seat is None
    ):
        return None
    played = action.cards._bits  # not cards.bits, a call
    hands, lanes, kitty, breach = private
    if hands >> HAND_BITS * seat & played != played or action.kind is not None:
        return None
    catalogue = rules.catalogue
    readings = catalogue.known(played) or catalogue.read(played)
    if len(readings) != 1:
        return None
    (reading,) = readings
    if reading.power:
        return None
    if target is not None and not (
        # Readings of one pattern and length, the most there are, compare as their codes do.
        reading.code > target.code
        if reading.code ^ target.code <= STRENGTH
        else reading.beats(target)
    ):
        return None
    if sizes >> SIZE_BITS * seat & MOST_CARDS == reading.size:
        phase, to_act = _OVER, None
    else:
        to_act = setting.after[seat]
    sizes -= reading.size << SIZE_BITS * seat
    after = (phase, to_act, sizes, reading, played, seat, 0, contract, out)
    hands -= played << HAND_BITS * seat
    lanes -= reading.lanes << LANES_BITS * seat
    return new_situation(Situation, after), new_private(Private, (hands, lanes, kitty, breach))


# Each is only given the type of action it is kept under, whatever the type of the table says.
USUAL: Final = cast("Mapping[type[Action], Usual]", {Pass: _passed, Play: _played})
"""What carries out the usual moves, by the type of the action."""
