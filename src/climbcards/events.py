"""Events: one move of a deal as a seat saw it, with the cards that the seat was shown with it.

A client that has a view and the events since keeps its own view in step, without ever being sent a
card that the seat may not see.
"""

from __future__ import annotations

from attrs import field, frozen

from climbcards.actions import Action
from climbcards.errors import PositionError
from climbcards.hand import Hand, as_hand

__all__ = ["Event"]


@frozen(kw_only=True)
class Event:
    """A move, and what one seat (or a spectator) was shown with it.

    Attributes:
        number: which move of the deal it is, from 1.
        seat: who acted.
        action: what the seat did, as history keeps it.
        shown: the cards that whoever the event is for saw with it: the kitty as it was taken, the
            card drawn from the stock, the hand laid down; in most events none.
    """

    number: int
    seat: int
    action: Action
    shown: Hand = field(default=Hand(), converter=as_hand)


def require_next(event: Event, moves: int) -> None:
    """Refuse an event that is not the one after so many moves.

    Raises:
        PositionError: it is another.
    """
    if not isinstance(event, Event):
        raise TypeError(f"a {type(event).__name__} is no event")
    if type(event.number) is not int or event.number != moves + 1:
        raise PositionError(f"the next event is number {moves + 1}")
