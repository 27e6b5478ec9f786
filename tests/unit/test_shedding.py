"""The fewest plays that empty a hand."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from climbcards import (
    BigThree,
    BigTwo,
    Card,
    ClimbingRuleset,
    DouDizhu,
    Hand,
    NotationError,
    PositionError,
    Table,
)
from climbcards.analysis import shed
from climbcards.analysis.shedding import MOST_CARDS
from climbcards.testing import hands
from tests.property.page import CLIMBING, label

FEW = settings(max_examples=max(1, settings().max_examples // 6))


def shown(ruleset: ClimbingRuleset[Table], hand: str) -> list[str]:
    return [str(play.cards) for play in shed(ruleset, hand)]


def fewest(ruleset: ClimbingRuleset[Table], hand: Hand) -> int:
    """By trying every lead of every rest."""

    @cache
    def plays(left: Hand) -> int:
        if not left:
            return 0
        return 1 + min(plays(left - lead.cards) for lead in ruleset.leads(left))

    return plays(hand)


@pytest.mark.parametrize(
    ("ruleset", "hand", "plays"),
    [
        (BigTwo(), "", []),
        (BigTwo(), "3♦", ["3♦"]),
        (BigTwo(), "3♦ 3♣ 7♠ 7♥ 7♣", ["3♣ 3♦ 7♣ 7♥ 7♠"]),
        (BigTwo(), "3♦ 4♦ 5♣ 6♦ 7♠ 7♥", ["3♦ 4♦ 5♣ 6♦ 7♥", "7♠"]),
        (BigTwo(five_card_ladder=True), "3♦ 5♦ 8♦ 9♦ K♦ K♠", ["3♦ 5♦ 8♦ 9♦ K♦", "K♠"]),
        (BigThree(), "4♣ 5♦ 6♥ 6♠ 7♣ 8♦", ["4♣ 5♦ 6♥ 7♣ 8♦", "6♠"]),
        (DouDizhu(), "3♣ 3♦ 3♥ 4♣ 4♦ 4♥ 5♣ 6♣", ["3♣ 3♦ 3♥ 4♣ 4♦ 4♥ 5♣ 6♣"]),
        (DouDizhu(), "BJ RJ", ["BJ RJ"]),
    ],
)
def test_the_plays(ruleset: ClimbingRuleset[Table], hand: str, plays: list[str]) -> None:
    assert shown(ruleset, hand) == plays


def test_the_longest_first_play_and_then_the_first_of_the_catalogue() -> None:
    """Three plays each way: the run takes the lowest card, and the pairs stay."""
    assert shown(BigThree(), "4♣ 5♣ 5♦ 6♣ 6♦") == ["4♣ 5♣ 6♣", "5♦", "6♦"]
    # Both fives go with the four; the catalogue has the one with clubs first.
    assert shown(BigTwo(), "3♦ 4♦ 5♣ 5♦ 6♦ 7♠")[0] == "3♦ 4♦ 5♦ 6♦ 7♠"


@pytest.mark.parametrize("ruleset", CLIMBING, ids=label)
@FEW
@given(st.data())
def test_there_are_no_fewer(ruleset: ClimbingRuleset[Table], data: st.DataObject) -> None:
    hand = data.draw(hands(ruleset, max_size=7))
    plays = shed(ruleset, hand)
    assert len(plays) == fewest(ruleset, hand)
    left = hand
    for play in plays:
        lowest = ruleset.sort(left)[0]
        assert lowest in play.cards
        assert play in ruleset.readings(play.cards)
        left -= play.cards
    assert not left


@pytest.mark.parametrize("ruleset", CLIMBING, ids=label)
def test_a_whole_hand_is_emptied(ruleset: ClimbingRuleset[Table]) -> None:
    """Hands as they are dealt, with the play of each rest of the way as the fewest there are."""
    rng = random.Random(7)
    deck = list(ruleset.deck)
    for _ in range(3):
        rng.shuffle(deck)
        hand = Hand(deck[:17])
        plays = shed(ruleset, hand)
        assert sum((play.cards for play in plays), Hand()) == hand
        assert len(shed(ruleset, hand - plays[0].cards)) == len(plays) - 1


def test_suits_that_do_not_matter_are_dealt_out_from_the_lowest() -> None:
    plays = shed(BigThree(), "4♠ 4♣ 5♥ 5♣ 6♦ 6♥")
    assert [str(play.cards) for play in plays] == ["4♣ 4♠ 5♣ 5♥ 6♦ 6♥"]
    plays = shed(BigThree(), "4♣ 5♥ 5♣ 5♦ 6♥")
    assert [str(play.cards) for play in plays] == ["4♣ 5♣ 6♥", "5♦ 5♥"]


def test_two_packs() -> None:
    plays = shed(DouDizhu(players=4), [Card.parse("3♣")] * 2 + [Card.parse("3♦")] * 2)
    assert [str(play.cards) for play in plays] == ["3♣ 3♣ 3♦ 3♦"]


@pytest.mark.parametrize(
    ("ruleset", "hand", "said"),
    [
        (BigTwo(), list(BigTwo().deck[:21]), "21 cards are more than the 20"),
        (BigTwo(), "3♣ BJ", "not in the deck: BJ"),
        (BigThree(), "3♣ 3♣", "not in the deck: 3♣"),
    ],
)
def test_what_is_refused(
    ruleset: ClimbingRuleset[Table], hand: str | list[Card], said: str
) -> None:
    with pytest.raises(PositionError, match=said):
        shed(ruleset, hand)


def test_a_text_that_is_no_hand() -> None:
    with pytest.raises(NotationError):
        shed(BigTwo(), "3x")


def test_the_largest_hand_is_taken() -> None:
    assert sum(len(play.cards) for play in shed(BigTwo(), BigTwo().deck[:MOST_CARDS])) == 20
