"""Tables for rules tests: deals written card by card, moves written as the history prints them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TypeVar

import pytest

from climbcards import (
    Action,
    BigThree,
    Card,
    Deal,
    DealContext,
    Hand,
    IllegalAction,
    State,
    Table,
    Violation,
    parse_action,
    step,
)

T = TypeVar("T", bound=Table)


def deal_of(
    ruleset: BigThree,
    *hands: str,
    kitty: str = "",
    dealer: int = 0,
    partners: tuple[int, int] | None = None,
) -> Deal:
    """A deal in which each seat (and the kitty) is dealt at least these cards.

    What is left of the pack fills the hands up in natural order, seat by seat, the kitty last.
    """
    players, size = ruleset.players, 16 if ruleset.players == 3 else 13
    blank = [""] * (players - len(hands))
    piles = [list(Hand.parse(hand)) for hand in (*hands, *blank, kitty)]
    named = {card for pile in piles for card in pile}
    rest = [card for card in ruleset.deck if card not in named]
    for seat in range(players):
        wanted = size - len(piles[seat])
        piles[seat] += rest[:wanted]
        del rest[:wanted]
    turns = range(size * players)
    deck = [piles[(dealer + turn) % players][turn // players] for turn in turns]
    deck += piles[-1] + rest
    return Deal(deck=tuple(deck), context=DealContext(dealer=dealer, partners=partners))


class Rigged(random.Random):
    """Shuffles a pack so that these cards come up on top, draw by draw."""

    def __init__(self, pack: Iterable[Card], *draws: str) -> None:
        super().__init__(0)
        natural, self._fractions = list(pack), list[float]()
        for draw in draws:
            top = [Card.parse(card) for card in draw.split()]
            wanted = top + [card for card in natural if card not in top]
            order = natural.copy()
            for place in range(len(order) - 1, 0, -1):  # the shuffle of the package, backwards
                other = order.index(wanted[place])
                order[place], order[other] = order[other], order[place]
                self._fractions.append((other + 0.5) / (place + 1))

    def random(self) -> float:
        return self._fractions.pop(0)


def move(text: str) -> tuple[int, Action]:
    """A move as it prints: ``1: play 5♠``."""
    seat, _, action = text.partition(": ")
    return int(seat), parse_action(action)


def after(state: State[T], *moves: str) -> State[T]:
    """The state after these moves, each by the seat that it names."""
    for text in moves:
        seat, action = move(text)
        state = step(state, action, seat)
    return state


def refused(state: State[T], text: str) -> Violation:
    """What refuses the move, asked for in both ways."""
    seat, action = move(text)
    violation = state.check(action, seat)
    assert violation is not None, f"{text} is legal"
    with pytest.raises(IllegalAction) as refusal:
        step(state, action, seat)
    assert refusal.value.violation == violation
    return violation


def listed(actions: Iterable[Action]) -> list[str]:
    """The actions as they print, without the verb of a play."""
    return [str(action).removeprefix("play ") for action in actions]


def opened_by(ruleset: BigThree, seat: int, *, kitty: str = "") -> Deal:
    """A deal whose 4♥ is in the hand of a seat."""
    return deal_of(ruleset, *[""] * seat, "4♥", kitty=kitty)


def of_ranks(ranks: str, among: Iterable[Card]) -> Hand:
    """The first cards of these ranks (``"99TJ"``, T for 10) in a sequence of cards."""
    rest = list(among)
    found: list[Card] = []
    for rank in ranks:
        wanted = Card.parse(f"{rank}♣").rank
        card = next(card for card in rest if card.rank is wanted)
        rest.remove(card)
        found.append(card)
    return Hand(found)


def on_top(ruleset: BigThree, below: str, above: str) -> State[Table]:
    """Seat 0 is to answer ``below`` (ranks, played by the seat before it) and holds ``above``."""
    target = of_ranks(below, ruleset.deck)
    answer = of_ranks(above, (card for card in ruleset.deck if card not in target))
    rest = [card for card in ruleset.deck if card not in target and card not in answer]
    hands = [answer + Hand(rest[:1]), *(Hand([card]) for card in rest[1 : ruleset.players])]
    return ruleset.position(hands, target=target)
