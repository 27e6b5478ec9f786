"""Three Thirteen: what is a meld, which melds a hand makes, and what is left over costs."""

from __future__ import annotations

import pytest

from climbcards import DealContext, Hand, Rank
from tests.rules.three_thirteen import ACES, THREE_THIRTEEN, is_melds, points


@pytest.mark.rule("TT-06", "TT-19", "TT-20", "TT-21", "TT-22", "TT-56", "TT-57", "TT-58")
@pytest.mark.parametrize(
    ("number", "hand", "melded"),
    [
        # sets, in suits of any kind
        (5, "7♥ 7♦ 7♠", True),
        (5, "9♥ 9♥ 9♦", True),
        (5, "9♥ 9♥ 9♦ 9♦ 9♣ 9♣ 9♠", True),
        (5, "9♥ 9♥", False),
        (5, "9♥ 9♦ 10♣", False),
        # runs
        (5, "A♥ 2♥ 3♥", True),
        (5, "J♥ Q♥ K♥", True),
        (5, "4♥ 5♥", False),
        (5, "4♥ 5♥ 6♣", False),
        (5, "4♥ 5♥ 8♥", False),
        (5, "4♥ 5♥ 5♥ 6♥", False),
        (4, "6♥ 7♥ 8♥ 9♥ 10♥ J♥", True),
        (4, "A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥", True),
        # the ace is at the low end only
        (5, "Q♥ K♥ A♥", False),
        (5, "K♥ A♥ 2♥", False),
        # a set and a run
        (4, "4♣ 4♦ 4♥ 5♥ 7♥ 8♥ 9♥", False),
        (4, "4♣ 4♦ 4♠ 7♥ 8♥ 9♥", True),
        (4, "4♣ 4♦ 4♠ 4♥ 5♥ 7♠", False),
    ],
)
def test_melds_without_wild_cards(number: int, hand: str, melded: bool) -> None:
    assert is_melds(hand, number) is melded


@pytest.mark.rule("TT-36", "TT-37", "TT-38", "TT-54", "TT-56")
@pytest.mark.parametrize(
    ("number", "hand", "cost"),
    [
        (1, "9♣ 9♥ 9♦", 0),
        (1, "5♣ 5♥ 5♦", 0),
        (1, "4♣ 5♣ 6♣", 0),
        (1, "9♥ 4♦ K♥", 23),
        (1, "9♥ 9♠ 3♦", 0),
        (4, "6♥ 7♥ 8♥ 9♥ 10♥ J♥", 0),
        (2, "Q♥ K♥ A♥ 4♣", 1),
    ],
)
def test_the_examples_of_the_page(number: int, hand: str, cost: int) -> None:
    assert points(hand, number) == cost
    assert is_melds(hand, number) is (cost == 0)


@pytest.mark.rule("TT-23")
def test_no_card_is_in_two_melds() -> None:
    arrangement = THREE_THIRTEEN.arrange("7♣ 7♦ 7♥ 8♥ 9♥", 1)
    assert arrangement.points == 14
    assert arrangement.left == Hand.parse("7♣ 7♦")
    assert points("7♣ 7♦ 7♥ 7♠ 8♥ 9♥", 1) == 0
    assert points("7♣ 7♦ 7♥ 7♥ 8♥ 9♥", 1) == 0


# --- Wild cards ----------------------------------------------------------------------------------


@pytest.mark.rule("TT-25", "TT-59")
@pytest.mark.parametrize(
    ("number", "hand", "melds"),
    [
        (1, "9♥ 9♠ 3♦", "set 9♥ 9♠ 3♦=9"),
        (1, "9♥ 3♠ 3♦", "set 9♥ 3♦=9 3♠=9"),
        (1, "3♥ 3♠ 3♦", "set 3♦=3 3♥=3 3♠=3"),
        (1, "4♥ 6♥ 3♦", "run 4♥ 6♥ 3♦=5"),
        (1, "4♥ 5♥ 3♦", "run 4♥ 5♥ 3♦=6"),
        (1, "4♥ 5♥ 3♥", "run 4♥ 5♥ 3♥=3"),
        (1, "2♥ 3♥ 4♥", "run 2♥ 4♥ 3♥=3"),
        (3, "4♥ 8♥ 5♣ 5♦ 5♠", "run 4♥ 8♥ 5♣=5 5♦=6 5♠=7"),
        (5, "6♥ 7♥ 8♥", "run 6♥ 8♥ 7♥=7"),
        (5, "2♣ 2♥ 7♥ 7♦ 7♠ 7♣", "set 2♣ 2♥ 7♣=2 7♦=2 7♥=2 7♠=2"),
    ],
)
def test_a_wild_card_stands_for_any_card_or_for_itself(number: int, hand: str, melds: str) -> None:
    arrangement = THREE_THIRTEEN.arrange(hand, number)
    assert " + ".join(map(str, arrangement.melds)) == melds
    assert arrangement.points == 0


@pytest.mark.rule("TT-59")
def test_wild_cards_serve_also_where_something_is_left() -> None:
    arrangement = THREE_THIRTEEN.arrange("K♥ K♦ 9♣ 4♠", 2)
    assert arrangement.points == 9
    assert arrangement.left == Hand.parse("9♣")


@pytest.mark.rule("TT-26", "TT-61")
def test_the_wild_rank_of_each_deal() -> None:
    told = "3 4 5 6 7 8 9 10 J Q K".split()  # noqa: SIM905
    wild = [THREE_THIRTEEN.wild(number) for number in range(1, 12)]
    assert list(map(str, wild)) == told
    for number, rank in enumerate(wild, 1):
        state = THREE_THIRTEEN.deal(1, DealContext(number=number))
        assert (state.table.wild, state.table.number) == (rank, number)
        for other in range(1, 12):
            assert is_melds(f"A♥ A♦ {rank}♠", other) is (other == number)


# --- Points --------------------------------------------------------------------------------------


@pytest.mark.rule("TT-28", "TT-29", "TT-36", "TT-37", "TT-38")
def test_what_each_rank_costs() -> None:
    told = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    for rank, cost in zip(list(Rank)[:13], told, strict=True):
        for number in range(1, 12):  # its own value where it is wild, too
            arrangement = THREE_THIRTEEN.arrange(f"{rank}♣", number)
            assert (arrangement.points, len(arrangement.left)) == (cost, 1)
    assert points("A♣ 2♦ K♥ J♠ 10♣ 9♦", 1) == 1 + 2 + 10 + 10 + 10 + 9


@pytest.mark.rule("TT-27", "TT-54")
@pytest.mark.parametrize(
    ("number", "hand", "left"),
    [
        # the most melded cards are not the fewest points
        (4, "3♣ 5♣ 6♦ 6♥ 9♠ J♦", "3♣ 5♣ 9♠"),
        (6, "2♥ 3♥ 4♥ 4♣ 4♦ K♠", "2♥ 3♥ K♠"),
        # and a run may give a card away
        (10, "4♥ 5♥ 6♥ 7♥ 7♣ 7♦", ""),
    ],
)
def test_every_hand_is_arranged_as_well_as_can_be(number: int, hand: str, left: str) -> None:
    assert THREE_THIRTEEN.arrange(hand, number).left == Hand.parse(left)


# --- Aces high -----------------------------------------------------------------------------------


@pytest.mark.rule("TT-32")
@pytest.mark.parametrize(
    ("number", "hand", "low", "high"),
    [
        (1, "Q♥ K♥ A♥", False, True),
        (1, "A♥ 2♥ K♥", False, False),
        (10, "A♥ 2♥ 3♥", True, True),
        (1, "A♥ A♥ A♠", True, True),
        (2, "Q♥ K♥ A♥ 4♣", False, True),
        (2, "10♥ J♥ 4♥ A♥", False, False),
        (2, "J♥ K♥ A♥ 4♣", False, True),
        (3, "A♥ 2♥ K♥ 5♣", False, False),
    ],
)
def test_an_ace_is_low_or_high_where_that_is_played(
    number: int, hand: str, low: bool, high: bool
) -> None:
    assert is_melds(hand, number) is low
    assert is_melds(hand, number, ACES) is high


@pytest.mark.rule("TT-60")
@pytest.mark.parametrize(
    ("hand", "cost"), [("A♥ 2♥ 3♥ 9♠", 9), ("Q♥ K♥ A♥ 9♠", 30), ("K♥ A♥ 2♥ 9♠", 22)]
)
def test_by_default_the_ace_is_low(hand: str, cost: int) -> None:
    assert points(hand, 8) == cost


@pytest.mark.rule("TT-33")
def test_an_ace_left_over_then_costs_fifteen() -> None:
    assert points("A♥ A♠ 4♦", 1) == 6
    assert points("A♥ A♠ 4♦", 1, ACES) == 34
    assert points("A♥ 2♥ 3♥", 10, ACES) == points("A♥ K♥ Q♥", 1, ACES) == 0
    # the ace is melded rather than a king
    assert THREE_THIRTEEN.arrange("A♥ A♦ K♦ K♥ 6♣", 4).left == Hand.parse("A♥ A♦")
    assert ACES.arrange("A♥ A♦ K♦ K♥ 6♣", 4).left == Hand.parse("K♦ K♥")
