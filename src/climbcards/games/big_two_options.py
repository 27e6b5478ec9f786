"""Which values the options of Big Two may have."""

from __future__ import annotations

from typing import Final

from climbcards.cards import Suit
from climbcards.deal import MOST

__all__ = ["CHOICES", "SWITCHES", "is_each_suit_once", "is_scale"]

CHOICES: Final = {
    "flush_order": ("suit", "rank"),
    "bombs": ("none", "in_turn", "out_of_turn"),
    "passing": ("may_return", "out_of_trick"),
    "next_leader": ("lowest_card", "winner", "loser"),
    "direction": ("counterclockwise", "clockwise", "alternating"),
    "last_card_rule": ("off", "pay", "enforce"),
    "settlement": ("pairwise", "winner_takes"),
    "odd_card": ("opener", "out"),
}
"""The options that are one of a few words."""

SWITCHES: Final = ("flushes", "triples", "five_card_ladder", "opening_card_required")
"""The options that are on or off."""


def is_each_suit_once(order: tuple[Suit, ...]) -> bool:
    """Whether these are the four suits in some order."""
    if type(order) is not tuple:
        return False
    suits = [suit for suit in Suit if order.count(suit) == 1]
    return len(suits) == len(order) == 4 and all(type(suit) is Suit for suit in order)


def is_scale(scale: tuple[tuple[int, int], ...]) -> bool:
    """Whether these are pairs of whole numbers, from one card on and ascending."""
    if type(scale) is not tuple or not scale:
        return False
    if not all(type(pair) is tuple and list(map(type, pair)) == [int, int] for pair in scale):
        return False
    steps = [least for least, _ in scale]
    priced = all(0 <= each <= MOST for _, each in scale)
    return priced and steps[0] == 1 and steps == sorted(set(steps)) and steps[-1] <= MOST
