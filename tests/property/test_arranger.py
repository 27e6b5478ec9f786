"""The arranger against every arrangement there is: points, melds, ties, outs."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from climbcards import Card, Hand, PositionError, Rank, Suit, ThreeThirteen
from climbcards.rummy import melds
from climbcards.rummy.melds import Arrangement, Meld, MeldKind
from climbcards.testing import hands
from tests.property import page_three_thirteen as page
from tests.property.page_three_thirteen import Arranged, some_hand, wild_in

LOW = ThreeThirteen(players=8)
ACES = ThreeThirteen(players=8, ace_high=True)
TIMES = settings().max_examples

either = pytest.mark.parametrize("ruleset", [LOW, ACES], ids=["ace low", "ace high"])
number = pytest.mark.parametrize("number", range(1, 12))


def drawn(seed: str, times: int, sizes: range, number: int) -> Iterator[list[Card]]:
    """So many hands for a deal."""
    rng = random.Random(seed)
    for _ in range(times):
        yield some_hand(rng, rng.choice(sizes), wild_in(number))


def told(arrangement: Arrangement) -> Arranged:
    """An arrangement as the page's is told."""
    return Arranged(
        arrangement.points,
        tuple(arrangement.left),
        tuple((str(meld.kind), naturals_of(meld), meld.stands_for) for meld in arrangement.melds),
    )


def naturals_of(meld: Meld) -> tuple[Card, ...]:
    """The cards of a meld but the wild ones."""
    return tuple(meld.cards - Hand(card for card, _ in meld.stands_for))


def is_what_it_says(meld: Meld, wild: Rank, ace_high: bool) -> bool:
    """Whether a meld is one by the definition, and its wild cards stand where they must."""
    naturals = naturals_of(meld)
    stand = [rank for _, rank in meld.stands_for]
    if any(card.rank is not wild for card, _ in meld.stands_for):
        return False
    if any(card.rank is wild for card in naturals):
        return False
    if len(meld.cards) < 3 or len(naturals) + len(stand) != len(meld.cards):
        return False
    ranks = sorted([*(card.rank.value for card in naturals), *stand])
    if meld.kind is MeldKind.SET:
        return len(set(ranks)) == 1
    if ace_high and ranks[:2] != [1, 2] and ranks[0] == 1:
        ranks = [*ranks[1:], 14]
        if stand and Rank.ACE in stand and stand.pop() is not Rank.ACE:
            return False  # it is the highest
    suits = {card.suit for card in naturals}
    consecutive = ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    return len(suits) == 1 and consecutive and len(ranks) <= 13 and stand == sorted(stand)


def check_arrangement(ruleset: ThreeThirteen, hand: Iterable[Card], number: int) -> None:
    """It is an arrangement of the hand, and costs the fewest points."""
    whole, wild, ace_high = Hand(hand), wild_in(number), ruleset.ace_high
    arrangement = ruleset.arrange(whole, number)
    for meld in arrangement.melds:
        assert is_what_it_says(meld, wild, ace_high), f"{meld} of {whole}"
    assert sum((meld.cards for meld in arrangement.melds), arrangement.left) == whole
    assert arrangement.points == page.points(arrangement.left, ace_high)
    known = page.Melds(whole, wild, ace_high)
    fewest = known.fewest()
    assert arrangement.points == fewest, f"{whole}, {wild} wild"
    assert melds.fewest_points(whole.bits, wild, ace_high) == fewest
    assert melds.is_melds(whole.bits, wild, ace_high) == known.is_whole()


# --- The fewest points ---------------------------------------------------------------------------


@either
@number
def test_no_arrangement_costs_less(ruleset: ThreeThirteen, number: int) -> None:
    for hand in drawn(f"fewest {number}", TIMES // 2, range(1, 11), number):
        check_arrangement(ruleset, hand, number)


@either
@number
def test_nor_does_one_of_the_largest_hands(ruleset: ThreeThirteen, number: int) -> None:
    for hand in drawn(f"large {number}", TIMES // 20, range(11, 15), number):
        check_arrangement(ruleset, hand, number)


@given(hands(LOW, max_size=9), st.integers(1, 11), st.booleans())
def test_whatever_the_hand(hand: Hand, number: int, ace_high: bool) -> None:
    check_arrangement(ACES if ace_high else LOW, hand, number)


@pytest.mark.parametrize("size", range(15))
@either
@number
def test_a_hand_of_wild_cards_alone(ruleset: ThreeThirteen, number: int, size: int) -> None:
    wild = wild_in(number)
    hand = Hand([Card(wild, suit) for suit in Suit for _ in range(4)][:size])
    arrangement = ruleset.arrange(hand, number)
    if size < 3:
        assert told(arrangement) == ((size * min(wild, 10)), tuple(hand), ())
    else:
        stand = tuple((card, wild) for card in hand)
        assert told(arrangement) == (0, (), (("set", (), stand),))


# --- Which arrangement ---------------------------------------------------------------------------


@either
@number
def test_of_several_it_is_the_one_that_the_rule_of_ties_names(
    ruleset: ThreeThirteen, number: int
) -> None:
    for hand in drawn(f"ties {number}", TIMES // 2, range(1, 8), number):
        wanted = page.by_the_rule_of_ties(hand, wild_in(number), ruleset.ace_high)
        assert told(ruleset.arrange(hand, number)) == wanted, f"{Hand(hand)}"


@either
@number
def test_so_it_is_with_the_largest_hands(ruleset: ThreeThirteen, number: int) -> None:
    wild, ace_high = wild_in(number), ruleset.ace_high
    for hand in drawn(f"parts {number}", TIMES // 5, range(1, 7), number):
        whole = page.by_the_rule_of_ties(hand, wild, ace_high)
        assert page.by_the_rule_of_ties_in_parts(hand, wild, ace_high) == whole
    for hand in drawn(f"large ties {number}", TIMES // 15, range(8, 15), number):
        wanted = page.by_the_rule_of_ties_in_parts(hand, wild, ace_high)
        assert told(ruleset.arrange(hand, number)) == wanted, f"{Hand(hand)}"


@given(hands(LOW, max_size=7), st.integers(1, 11), st.booleans())
def test_whatever_the_tie(hand: Hand, number: int, ace_high: bool) -> None:
    wanted = page.by_the_rule_of_ties(hand, wild_in(number), ace_high)
    assert told((ACES if ace_high else LOW).arrange(hand, number)) == wanted


@pytest.mark.parametrize(
    ("number", "hand", "melds"),
    [
        # a set and a run that share a rank
        (11, "9♣ 9♦ 9♥ 9♠ 8♠ 10♠", "run 8♠ 9♠ 10♠ + set 9♣ 9♦ 9♥"),
        (11, "A♣ 2♣ 3♣ 4♣ 4♦ 4♥", "run A♣ 2♣ 3♣ + set 4♣ 4♦ 4♥"),
        # twins are in a set and in a run
        (11, "7♥ 7♥ 7♣ 7♦ 8♥ 9♥", "set 7♣ 7♦ 7♥ + run 7♥ 8♥ 9♥"),
        (11, "7♥ 7♥ 8♥ 8♥ 9♥ 9♥", "run 7♥ 8♥ 9♥ + run 7♥ 8♥ 9♥"),
        # a wild card in its own place, and as another
        (4, "5♥ 6♥ 7♥", "run 5♥ 7♥ 6♥=6"),
        (4, "5♥ 6♣ 7♥ 6♥ 9♥", "run 5♥ 7♥ 9♥ 6♥=6 6♣=8"),
        # spare ones join the first set, lengthen a run up, then down
        (4, "2♣ 3♣ 4♣ 9♥ 9♠ 9♣ 6♦", "run 2♣ 3♣ 4♣ + set 9♣ 9♥ 9♠ 6♦=9"),
        (4, "J♣ Q♣ 10♣ 6♦", "run 10♣ J♣ Q♣ 6♦=K"),
        (4, "J♣ Q♣ K♣ 6♦", "run J♣ Q♣ K♣ 6♦=10"),
        (4, "J♣ Q♣ 6♦ 6♥", "run J♣ Q♣ 6♦=10 6♥=K"),
        # a single card with two wild ones is a set, and a set comes first
        (4, "J♣ Q♣ 10♣ 6♦ 6♥ 6♠", "run 10♣ J♣ Q♣ 6♦=8 6♥=9 6♠=K"),
        (1, "Q♠ K♠ 3♠", "run Q♠ K♠ 3♠=J"),
        # a run of every rank but one takes its wild card; for two there is no room
        (11, "A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♣", None),
        (
            11,
            "A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♣ K♦",
            "run A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ + set Q♥ K♣=Q K♦=Q",
        ),
        # where the wild card of the longest run fits in the middle only
        (5, "A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ 7♣", None),
        (
            5,
            "A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ 7♣ 7♥",
            "run A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 8♥ 9♥ 10♥ J♥ 7♥=7 + run Q♥ K♥ 7♣=J",
        ),
        # the set would leave the 2 alone: the run is broken in two instead
        (
            1,
            "A♥ 2♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ 3♣ 3♦",
            "run A♥ 2♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ 3♣=3 + run Q♥ K♥ 3♦=J",
        ),
    ],
)
def test_melds_by_hand(number: int, hand: str, melds: str | None) -> None:
    arrangement = LOW.arrange(hand, number)
    assert arrangement.points == 0
    if melds is None:
        assert [len(meld.cards) for meld in arrangement.melds] == [13]
        assert is_what_it_says(arrangement.melds[0], wild_in(number), False)
    else:
        assert " + ".join(map(str, arrangement.melds)) == melds


# --- Outs ----------------------------------------------------------------------------------------


@either
@number
def test_outs_are_the_cards_without_which_the_rest_is_melds(
    ruleset: ThreeThirteen, number: int
) -> None:
    some = 0
    wild, ace_high = wild_in(number), ruleset.ace_high
    for at, hand in enumerate(drawn(f"outs {number}", TIMES // 2, range(4, 9), number)):
        if at % 2 and melds.fewest_points(Hand(hand).bits, wild, ace_high) > 8:
            continue  # half of them are nearly melds
        wanted = page.outs(hand, wild, ace_high)
        assert melds.outs(Hand(hand).bits, wild, ace_high) == wanted
        some += bool(wanted)
    assert some


@either
def test_outs_of_the_largest_hands(ruleset: ThreeThirteen) -> None:
    for number in (1, 5, 9, 10, 11):
        for hand in drawn(f"large outs {number}", TIMES // 10, range(10, 15), number):
            wild = wild_in(number)
            wanted = [
                card
                for card in dict.fromkeys(Hand(hand))
                if melds.is_melds((Hand(hand) - Hand([card])).bits, wild, ruleset.ace_high)
            ]
            assert melds.outs(Hand(hand).bits, wild, ruleset.ace_high) == wanted


# --- Every form of a hand ------------------------------------------------------------------------


@given(hands(LOW, max_size=14), st.integers(1, 11), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_and_the_form_of_the_hand_are_nothing(
    hand: Hand, number: int, rng: random.Random
) -> None:
    for ruleset in (LOW, ACES):
        mixed = rng.sample(list(hand), len(hand))
        arrangement = ruleset.arrange(hand, number)
        assert ruleset.arrange(mixed, number) == arrangement
        assert ruleset.arrange(tuple(reversed(mixed)), number) == arrangement
        assert ruleset.arrange(", ".join(map(str, mixed)), number) == arrangement


@pytest.mark.parametrize(
    ("hand", "number", "problem"),
    [
        ("2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣ A♣ A♦ 2♦", 1, "15 cards: a hand has at most 14"),
        ("2♣ 2♣ 3♦", 1, "the packs do not hold so many of 2♣"),
        ("2♣ BJ", 1, "the packs do not hold so many of BJ"),
        ("2♣ 3♣ 4♣", 0, "the number of a deal is from 1 to 11"),
        ("2♣ 3♣ 4♣", 12, "the number of a deal is from 1 to 11"),
        ("2♣ 3♣ 4♣", True, "the number of a deal is from 1 to 11"),
    ],
)
def test_what_no_deal_has_is_not_arranged(hand: str, number: int, problem: str) -> None:
    with pytest.raises(PositionError) as caught:
        ThreeThirteen(players=2).arrange(hand, number)
    assert caught.value.problems == (problem,)
