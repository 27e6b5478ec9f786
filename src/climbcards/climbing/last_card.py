"""The last-card rule: what is owed when the next player has one card left.

Answering a single, you owe your highest card if it beats; leading, a combination of more than one
card if you hold any, else your highest card.  A bomb always satisfies the rule.  (Games in which
suits rank, so that there is one highest card.)
"""

from __future__ import annotations

from attrs import frozen

from climbcards.climbing.catalogue import Catalogue
from climbcards.climbing.readings import Reading
from climbcards.climbing.situation import Setting, Situation

__all__ = ["Owed", "holds_more_than_singles", "owed"]


@frozen
class Owed:
    """What a seat owes now.

    Attributes:
        highest: the lanes of its highest card, if that card is owed; 0 if more than one card is.
        passing: whether passing breaks the rule too.
    """

    highest: int
    passing: bool

    def broken_by(self, reading: Reading | None) -> bool:
        """Whether this play, or a pass (None), breaks the rule."""
        if reading is None:
            return self.passing
        return reading.power == 0 and reading.size == 1 and reading.lanes != self.highest


def owed(setting: Setting, now: Situation, seat: int, lanes: int) -> Owed | None:
    """What the seat with this hand (in lanes) owes; None if the rule asks nothing of it."""
    if not lanes or now.size(setting.next_in_trick(now, seat)) != 1:
        return None
    catalogue, target = setting.rules.catalogue, now.target
    highest = 1 << lanes.bit_length() - 1
    if target is not None:
        beats = any(reading.beats(target) for reading in catalogue.read_lanes(highest))
        return Owed(highest, passing=True) if target.size == 1 and beats else None
    if holds_more_than_singles(catalogue, lanes):
        return Owed(0, passing=False)
    return Owed(highest, passing=False)


def holds_more_than_singles(catalogue: Catalogue, lanes: int) -> bool:
    """Whether a hand, in lanes, holds a combination of more than one card."""
    return any(reading.size > 1 for reading in catalogue.leads(lanes))
