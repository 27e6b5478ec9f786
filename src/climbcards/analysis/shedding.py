"""The fewest plays that empty a hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import lcm
from typing import Final, NamedTuple

from climbcards.cards import Card
from climbcards.combination import Combination
from climbcards.errors import PositionError
from climbcards.hand import Cards, Hand, as_hand, includes
from climbcards.ruleset import ClimbingRuleset, Table

__all__ = ["MOST_CARDS", "shed"]

MOST_CARDS: Final = 20
"""The most cards of a hand that :func:`shed` takes."""


def shed(ruleset: ClimbingRuleset[Table], hand: Cards) -> tuple[Combination, ...]:
    """The fewest combinations that, led one after the other, empty a hand: exactly.

    Nobody answers, and no rule about the first lead or the last card applies.  Each play holds the
    lowest card (by ``ruleset.sort``) that is then left.  Of several ways with the fewest plays it
    is the one whose first play has the most cards, and of those the one whose first play comes
    first in catalogue order; then the same of the second play, and so on.

    Args:
        ruleset: the rules: what its ``leads`` lists may be played.
        hand: at most 20 cards.

    Returns:
        The plays, in that order; none for an empty hand.

    Raises:
        PositionError: more cards than that, cards that one deck does not hold, or cards that no
            plays of these rules empty.
        NotationError: a text that is no hand.
    """
    cards = as_hand(hand)
    if len(cards) > MOST_CARDS:
        raise PositionError(f"{len(cards)} cards are more than the {MOST_CARDS} that are looked at")
    deck = Hand(ruleset.deck)
    if not cards <= deck:
        raise PositionError(f"not in the deck: {cards.beyond(deck)}")
    found = _Search(ruleset, cards).plays()
    if found is None:
        raise PositionError(f"no plays of these rules empty the hand {cards}")
    return found


class _Choice(NamedTuple):
    """A play that may be one of them.

    Attributes:
        counted: its cards, as the search counts them.
        play: the combination.
    """

    counted: int
    play: Combination


class _Search:
    """Ever more plays, depth first, until they empty the hand.

    The order of the plays is free, so the next is always one with the lowest card left.  Where
    suits do not matter, cards of one rank are alike, and are counted as the lowest of them.

    Args:
        ruleset: the rules.
        hand: the cards to get rid of.
    """

    __slots__ = ("_alike", "_by_lowest", "_failed", "_hand", "_parts", "_ruleset", "_whole")

    def __init__(self, ruleset: ClimbingRuleset[Table], hand: Hand) -> None:
        self._ruleset = ruleset
        self._hand = hand
        leads = list(ruleset.leads(hand))
        self._alike = alike = _alike(ruleset.sort(hand), leads)
        choices = [_Choice(self._counted(play.cards), play) for play in leads]
        # Stable: plays of as many cards stay in catalogue order.
        choices.sort(key=lambda choice: -len(choice.play.cards))
        self._by_lowest: dict[int, list[_Choice]] = {_lane(card): [] for card in alike.values()}
        longest = dict.fromkeys(self._by_lowest, 0)
        for choice in choices:
            lanes = [lane for lane in longest if choice.counted & lane]
            self._by_lowest[lanes[0]].append(choice)
            for lane in lanes:
                longest[lane] = max(longest[lane], len(choice.play.cards))
        # What part of a play a card is at the least: in the longest play that it goes into.  The
        # parts of the hand then add up to no more than the plays that empty it.
        self._whole = lcm(*longest.values())
        self._parts = [
            (lane.bit_length() - 4, self._whole // size) for lane, size in longest.items() if size
        ]
        self._failed: dict[int, int] = {}

    def _counted(self, cards: Hand) -> int:
        alike = self._alike
        return sum(alike[card].bit for card in cards)

    def plays(self) -> tuple[Combination, ...] | None:
        """The fewest plays; None if none empty the hand."""
        counted = self._counted(self._hand)
        for most in range(len(self._hand) + 1):
            way: list[_Choice] = []
            if self._is_emptied(counted, most, way):
                return self._with_cards(way)
        return None

    def _is_emptied(self, left: int, most: int, way: list[_Choice]) -> bool:
        """Whether so many plays empty what is left; if so, they are put at the end of the way."""
        if not left:
            return True
        if self._failed.get(left, 0) >= most:
            return False
        parts = 0
        for shift, part in self._parts:
            parts += (left >> shift & 15) * part
        if parts <= most * self._whole:
            lowest = next(lane for lane in self._by_lowest if left & lane)
            for choice in self._by_lowest[lowest]:
                if includes(left, choice.counted):
                    way.append(choice)
                    if self._is_emptied(left - choice.counted, most - 1, way):
                        return True
                    way.pop()
        self._failed[left] = most
        return False

    def _with_cards(self, way: Sequence[_Choice]) -> tuple[Combination, ...]:
        """The plays with cards of the hand: the lowest left, where several are alike."""
        left = list(self._ruleset.sort(self._hand))
        plays: list[Combination] = []
        for choice in way:
            taken: list[Card] = []
            for card in choice.play.cards:
                own = next(other for other in left if self._alike[other] is self._alike[card])
                left.remove(own)
                taken.append(own)
            plays.append(self._read_like(choice.play, Hand(taken)))
        return tuple(plays)

    def _read_like(self, play: Combination, cards: Hand) -> Combination:
        """The reading of cards that are alike to those of a play."""
        if cards == play.cards:
            return play
        for reading in self._ruleset.readings(cards):
            if (reading.kind, reading.shape, reading.strength) == (
                play.kind,
                play.shape,
                play.strength,
            ):
                return reading
        raise AssertionError("where suits do not matter, cards of the same ranks read alike")


def _lane(card: Card) -> int:
    """The bits that count a card in a hand."""
    return 15 << 4 * card.lane


def _alike(cards: Sequence[Card], leads: Sequence[Combination]) -> Mapping[Card, Card]:
    """For each card the lowest that is as good: itself where suits matter.

    Where they do, every card is listed alone; where they do not, one of each rank.
    """
    alone = {card for play in leads if len(play.cards) == 1 for card in play.cards}
    by_rank = {card.rank: card for card in cards if card in alone}
    return {card: card if card in alone else by_rank.get(card.rank, card) for card in cards}
