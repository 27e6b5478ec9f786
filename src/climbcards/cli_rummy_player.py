"""The player that sits in every seat of ``climbcards demo three_thirteen``.

It sees a view and nothing else: it takes the discard where that lowers the points it would be left
with, goes out as soon as it can, and otherwise discards the card without which the fewest points
are left.
"""

from __future__ import annotations

from typing import NamedTuple

from climbcards import Action, Card, Discard, Draw, GoOut, Hand, Phase, Source, ThreeThirteen, View
from climbcards.rummy.table import RummyTable

__all__ = ["Choice", "best_discard", "choose"]

_NEAR = 2
"""Cards of one suit may yet come together in a run if their ranks are no further apart."""


class Choice(NamedTuple):
    """A discard, with what speaks for it: the smallest is the best.

    Attributes:
        points: what the rest of the hand would cost.
        ties: to how many other cards of the hand it is near, in rank or in a suit.
        kept: what is not got rid of with it: its points, below zero.
        card: the card.
    """

    points: int
    ties: int
    kept: int
    card: Card


def choose(ruleset: ThreeThirteen, view: View) -> Action:
    """What the player does whose view this is; it must be its turn."""
    table, hand, actions = view.table, view.hand, view.legal_actions()
    assert isinstance(table, RummyTable)  # the game has no other
    if table.phase is Phase.DRAW:
        return _draw(ruleset, table, hand) if len(actions) > 1 else actions[0]
    last = actions[-1]  # those with which it goes out come last
    return last if isinstance(last, GoOut) else _discard(ruleset, table, hand)


def _draw(ruleset: ThreeThirteen, table: RummyTable, hand: Hand) -> Action:
    """The top of the pile if the hand is better with it, else the top of the stock."""
    top = table.pile[-1]
    kept = None if ruleset.may_return_discard or top in hand else top
    with_it = best_discard(ruleset, hand + Hand([top]), table.number, kept)
    better = with_it.points < ruleset.arrange(hand, table.number).points
    return Draw(Source.DISCARD if better else Source.STOCK)


def _discard(ruleset: ThreeThirteen, table: RummyTable, hand: Hand) -> Action:
    """The best discard of those that are allowed."""
    drawn = table.drawn
    bound = drawn is not None and not ruleset.may_return_discard and hand.count(drawn) == 1
    return Discard(best_discard(ruleset, hand, table.number, drawn if bound else None).card)


def best_discard(ruleset: ThreeThirteen, hand: Hand, number: int, kept: Card | None) -> Choice:
    """The discard that leaves the fewest points in this deal of a match.

    Of several it is one that goes with few of the other cards, and then one that costs much.

    Args:
        ruleset: the rules.
        hand: the hand with the card drawn.
        number: which deal it is.
        kept: a card that may not be discarded.
    """
    points = ruleset.arrange(hand, number).points
    wild = ruleset.wild(number)
    cards = [card for card in dict.fromkeys(hand) if card is not kept]
    costs = {card: _points(ruleset, card) for card in cards}
    best: Choice | None = None
    for card in sorted(cards, key=lambda card: (-costs[card], card)):
        # A hand without a card costs no less than the whole hand without the card's points.
        if best is not None and points - costs[card] > best.points:
            break
        rest = hand - Hand([card])
        near = len(rest) if card.rank is wild else sum(_are_near(card, other) for other in rest)
        left = ruleset.arrange(rest, number).points
        found = Choice(left, near, -costs[card], card)
        best = found if best is None else min(best, found)
    assert best is not None  # a hand with a card drawn has four cards or more
    return best


def _points(ruleset: ThreeThirteen, card: Card) -> int:
    """What the card costs alone, whatever is wild."""
    return ruleset.arrange([card], 1).points


def _are_near(card: Card, other: Card) -> bool:
    """Whether both may yet be in one meld."""
    if card.rank is other.rank:
        return True
    return card.suit is other.suit and abs(card.rank - other.rank) <= _NEAR
