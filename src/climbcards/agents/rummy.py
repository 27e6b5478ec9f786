"""How the greedy agent plays Three Thirteen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from climbcards.actions import Action, Discard, Draw, GoOut, Source
from climbcards.cards import Card
from climbcards.games.three_thirteen import ThreeThirteen
from climbcards.hand import Hand
from climbcards.ruleset import Table, View
from climbcards.rummy.table import RummyTable

__all__ = ["discard", "draw"]


def draw(ruleset: ThreeThirteen, view: View[Table], actions: Sequence[Action]) -> Action:
    """The discard, if it lowers the points that are left; else from the stock, if there is one."""
    table = view.table
    from_pile = Draw(Source.DISCARD)
    if from_pile not in actions or not isinstance(table, RummyTable):
        return actions[0]
    top = table.pile[-1]
    now = ruleset.arrange(view.hand, table.number).points
    others = [card for card in dict.fromkeys(view.hand) if card is not top]
    if not others:
        return actions[0]
    _, then = _best(ruleset, view.hand + Hand([top]), table.number, others)
    return from_pile if then < now else actions[0]


def discard(ruleset: ThreeThirteen, view: View[Table], actions: Sequence[Action]) -> Action:
    """Going out, or the card without which the fewest points are left."""
    for action in actions:
        if isinstance(action, GoOut):
            return action
    table = view.table
    assert isinstance(table, RummyTable)  # the game has no others
    cards = [action.card for action in actions if isinstance(action, Discard)]
    card, _ = _best(ruleset, view.hand, table.number, cards)
    return Discard(card)


def _best(
    ruleset: ThreeThirteen, hand: Hand, number: int, cards: Iterable[Card]
) -> tuple[Card, int]:
    """The card to discard, of these, and the points then left; of equal ones the highest card."""
    wild = ruleset.wild(number)

    def cost(card: Card) -> tuple[int, bool, Card]:
        points = ruleset.arrange(hand - Hand([card]), number).points
        return -points, card.rank is not wild, card

    best = max(cards, key=cost)
    return best, -cost(best)[0]
