"""Random play of tricks to the end of a deal, in integers alone.

:mod:`climbcards.climbing.trick` told again; the tests hold the two against each other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from climbcards.climbing.listing import LEAD, Listing

if TYPE_CHECKING:
    from climbcards._native import i64

__all__ = ["Tricks", "play_tricks"]

NOBODY: Final = -1
"""In place of a seat: there is none."""


class Tricks(NamedTuple):
    """Where tricks stand.

    Attributes:
        to_act: whose turn it is.
        target: the code of what is to be beaten; LEAD when a lead is due.
        by: who played it, or NOBODY.
        passes: how many seats in succession have passed.
        out: a 1 at the number of every seat that is out of the trick.
    """

    to_act: int
    target: int
    by: int
    passes: int
    out: int


def play_tricks(
    listing: Listing,
    after: list[int],
    passes_to_end: int,
    start: Tricks,
    hands: list[int],
    plays: list[int],
    bombs: list[tuple[int, int]],
    chance: Callable[[], float],
) -> int:
    """Play until a hand is empty, each legal action with the same chance.

    Args:
        listing: what may be played.
        after: the seat after each seat.
        passes_to_end: so many passes in succession end a trick; 0: each pass is final, and all but
            one must have passed.
        start: where the tricks stand.
        hands: what each seat holds, in lanes; changed.
        plays: how many plays each seat has made; changed.
        bombs: to which every play of some power is added, as its code and its lanes.
        chance: called once a move, for a number from 0 up to 1.

    Returns:
        The seat whose hand is empty.
    """
    everybody: i64 = (1 << len(after)) - 1
    enough: i64 = passes_to_end
    seat: i64 = start.to_act
    target: i64 = start.target
    by: i64 = start.by
    passes: i64 = start.passes
    out: i64 = start.out
    while True:
        lanes: i64 = hands[seat]
        code, cards = listing.choose(lanes, target, chance())
        if code < 0:
            passes += 1
            if enough:
                ended = passes == enough
            else:
                out |= 1 << seat
                ended = out | 1 << by == everybody
            if ended:
                seat, target, by, passes, out = by, LEAD, NOBODY, 0, 0
                continue
        else:
            lanes -= cards
            hands[seat] = lanes
            plays[seat] += 1
            if listing.power(code):
                bombs.append((code, cards))
            target, by, passes = code, seat, 0
            if not lanes:
                return seat
        seat = after[seat]
        while out >> seat & 1:
            seat = after[seat]
