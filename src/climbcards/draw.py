"""Drawing cards for a place at the table: who deals first, who plays with whom."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import groupby

from attrs import frozen

from climbcards.cards import Card
from climbcards.deal import shuffled

__all__ = ["Drawing", "draw_for_places"]


@frozen
class Drawing:
    """A draw for one or more places, with its redraws.

    Attributes:
        places: the seats that won a place.
        rounds: every round drawn, as pairs of a seat and the card it showed.
    """

    places: tuple[int, ...]
    rounds: tuple[tuple[tuple[int, Card], ...], ...]


def draw_for_places(
    seats: Sequence[int],
    places: int,
    deck: Sequence[Card],
    worth: Callable[[Card], int],
    rng: random.Random,
) -> Drawing:
    """Each seat draws a card from the shuffled deck and shows it; the highest take the places.

    Only seats tied for a place draw again, from the whole deck shuffled anew; so ``worth`` has to
    tell some of the cards apart.
    """
    drawn = tuple(zip(seats, shuffled(deck, rng), strict=False))
    rounds = [drawn]
    won: list[int] = []
    best_first = sorted(drawn, key=lambda pair: -worth(pair[1]))
    for _, tied in groupby(best_first, key=lambda pair: worth(pair[1])):
        if len(won) == places:
            break
        level = [seat for seat, _ in tied]
        left = places - len(won)
        if len(level) <= left:  # all of them win a place: which one is of no consequence
            won += level
        else:
            again = draw_for_places(level, left, deck, worth, rng)
            won += again.places
            rounds += again.rounds
    return Drawing(tuple(won), tuple(rounds))
