"""Big Two: the combinations, what beats what, and the options that change them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Final

import pytest

from climbcards import BigTwo, Card, Combination, Hand, Rank, Reason, RulesetError, Suit
from climbcards.games import big_two
from climbcards.games.straights import StraightOrder
from tests.rules.big_two import BIG_TWO, ascending, beats, kind, may, no, on_top, read

RANKS: Final = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
SUITS: Final = "♦♣♥♠"
MIDDLE: Final = ("34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA")
BY_RANK: Final = BigTwo(flush_order="rank")
SEPARATE: Final = BigTwo(five_card_ladder=False)


def of(ranks: str, suits: str = "♦♣♥♠♦") -> str:
    """Cards of these ranks (T for 10), one for each suit."""
    return " ".join(f"{rank}{suit}" for rank, suit in zip(ranks, suits, strict=True))


def suited(ranks: str, suit: str) -> str:
    return of(ranks, suit * len(ranks))


# --- Cards ---------------------------------------------------------------------------------------


@pytest.mark.rule("B2-04")
def test_the_deck_is_one_pack_without_jokers() -> None:
    assert len(BIG_TWO.deck) == len(set(BIG_TWO.deck)) == 52
    assert not any(card.rank.is_joker for card in BIG_TWO.deck)
    assert [kind(cards) for cards in ("BJ", "RJ", "BJ RJ", "3♣ 3♣")] == [None] * 4


@pytest.mark.rule("B2-05", "B2-06", "B2-10", "B2-11")
def test_single_cards_are_in_one_order() -> None:
    ascending(BIG_TWO, *[f"{rank}{suit}" for rank in RANKS for suit in SUITS])


@pytest.mark.rule("B2-05", "B2-06", "B2-11")
def test_cards_sort_by_rank_and_suit() -> None:
    assert "".join(map(str, BIG_TWO.sort("2♠ 2♦ 3♠ 3♥ 3♣ 3♦ A♣ K♦ A♦"))) == "3♦3♣3♥3♠K♦A♦A♣2♦2♠"
    order = [Card.parse(f"{rank}{suit}") for rank in RANKS for suit in SUITS]
    assert list(BIG_TWO.sort(BIG_TWO.deck)) == order


@pytest.mark.rule("B2-06", "B2-89", "B2-91")
@pytest.mark.parametrize(
    ("ruleset", "suits"),
    [
        (BIG_TWO, "♦♣♥♠"),
        (BigTwo.pusoy_dos(), "♣♠♥♦"),
        (BigTwo.clubs_low(), "♣♦♥♠"),
        (BigTwo.taiwan(), "♣♦♥♠"),
        (BigTwo(suit_order=(Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS)), "♠♣♦♥"),
    ],
    ids=["default", "pusoy dos", "clubs low", "taiwan", "another"],
)
def test_the_order_of_suits_decides_everywhere(ruleset: BigTwo, suits: str) -> None:
    low, lower, higher, high = list(suits)
    ascending(ruleset, *[f"7{suit}" for suit in suits])
    assert [str(card) for card in ruleset.sort("7♣ 7♦ 7♥ 7♠")] == [f"7{suit}" for suit in suits]
    assert beats(f"7{low} 7{high}", f"7{lower} 7{higher}", ruleset)
    ascending(ruleset, *[of("45678", low * 4 + suit) for suit in suits[1:]])
    ascending(ruleset, *[suited("45678", suit) for suit in suits])
    if ruleset.flushes:
        ascending(ruleset, *[suited("3568K", suit) for suit in suits])


# --- Kinds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("3♦", "single"),
        ("2♠", "single"),
        ("3♦ 3♠", "pair"),
        ("2♣ 2♥", "pair"),
        ("J♦ J♣ J♠", "triple"),
        ("3♦ 4♣ 5♥ 6♠ 7♦", "straight"),
        ("A♦ 2♣ 3♥ 4♠ 5♦", "straight"),
        ("2♦ 3♣ 4♥ 5♠ 6♦", "straight"),
        ("10♦ J♦ Q♦ K♦ A♣", "straight"),
        ("3♦ 4♦ 5♦ 6♦ 8♦", "flush"),
        ("J♠ Q♠ K♠ A♠ 2♠", "flush"),
        ("Q♠ K♠ A♠ 2♠ 3♠", "flush"),
        ("K♥ A♥ 2♥ 3♥ 4♥", "flush"),
        ("9♦ 9♣ 9♥ 4♦ 4♠", "full_house"),
        ("2♦ 2♣ 2♥ 3♦ 3♠", "full_house"),
        ("8♦ 8♣ 8♥ 8♠ 3♦", "four_of_a_kind"),
        ("3♦ 3♣ 3♥ 3♠ 2♦", "four_of_a_kind"),
        ("3♦ 4♦ 5♦ 6♦ 7♦", "straight_flush"),
        ("A♣ 2♣ 3♣ 4♣ 5♣", "straight_flush"),
        ("10♠ J♠ Q♠ K♠ A♠", "straight_flush"),
    ],
)
@pytest.mark.rule("B2-09", "B2-12", "B2-16", "B2-19", "B2-26", "B2-29", "B2-31", "B2-34")
def test_kinds(cards: str, expected: str) -> None:
    found = read(cards)
    assert found.kind == expected
    assert found.cards == Hand.parse(cards)
    assert found.core + found.attached == found.cards
    assert found in BIG_TWO.leads(cards)


@pytest.mark.parametrize(
    "cards",
    [
        "",
        "3♦ 4♦",
        "3♦ 2♦",
        "3♦ 4♦ 5♦",
        "7♠ 7♥ 9♠",
        "8♦ 8♣ 8♥ 8♠",  # four without a fifth
        "8♦ 8♣ 8♥ 5♠",  # a triple with a loose card
        "8♦ 8♣ 5♥ 5♠",  # two pairs
        "3♦ 4♣ 5♥ 6♠",
        "8♦ 8♥ 5♣ 5♠ K♦",  # two pairs and a fifth
        "7♦ 7♣ 7♥ K♦ 4♠",  # a triple with loose cards
        "3♦ 4♣ 5♥ 6♠ 8♦",
        "3♦ 3♣ 4♥ 5♠ 6♦",
        "3♦ 4♣ 5♥ 6♠ 7♦ 8♣",  # six cards
        "3♦ 4♦ 5♦ 6♦ 8♦ 9♦",
        "3♦ 3♣ 3♥ 4♦ 4♣ 4♥",
        "8♦ 8♣ 8♥ 8♠ 3♦ 3♣",
        "Q♦ K♣ A♥ 2♠ 3♦",
        "K♦ A♣ 2♥ 3♠ 4♦",
        "J♦ Q♣ K♥ A♠ 2♦",
        "BJ",
        "10♦ J♣ Q♥ K♠ BJ",
    ],
)
@pytest.mark.rule("B2-09", "B2-25", "B2-32", "B2-42")
def test_nothing_else_is_a_combination(cards: str) -> None:
    assert BIG_TWO.classify(cards) is None
    assert BIG_TWO.readings(cards) == ()
    assert all(one.cards != Hand.parse(cards) for one in BIG_TWO.leads(cards))
    held = Hand.parse(cards)
    if held and held <= Hand(BIG_TWO.deck):
        rest = Hand(BIG_TWO.deck) - held
        state = BIG_TWO.position([held, *(Hand([card]) for card in list(rest)[:3])])
        assert no(state, f"0: {cards}") is Reason.NOT_A_COMBINATION


@pytest.mark.rule("B2-09")
def test_a_hand_leads_one_two_three_or_five_cards() -> None:
    deal = BIG_TWO.deal(5)
    for hand in deal.hands:
        assert {len(one.cards) for one in BIG_TWO.leads(hand)} <= {1, 2, 3, 5}
    assert {len(one.cards) for one in BIG_TWO.catalogue()} == {1, 2, 3, 5}


# --- Order within a kind -------------------------------------------------------------------------


@pytest.mark.rule("B2-13", "B2-14")
def test_pairs_go_by_rank() -> None:
    ascending(BIG_TWO, *[of(rank.replace("10", "T") * 2, "♦♣") for rank in RANKS])
    assert beats("Q♣ Q♦", "J♥ J♠")
    assert not beats("J♥ J♠", "Q♣ Q♦")


@pytest.mark.rule("B2-15")
def test_pairs_of_one_rank_go_by_their_higher_suit() -> None:
    assert beats("9♦ 9♠", "9♥ 9♣")
    assert not beats("9♥ 9♣", "9♦ 9♠")
    for one in combinations(SUITS, 2):
        other = [suit for suit in SUITS if suit not in one]
        higher = max(map(SUITS.index, one)) > max(map(SUITS.index, other))
        assert beats(of("99", "".join(one)), of("99", "".join(other))) is higher


@pytest.mark.rule("B2-16", "B2-17")
def test_triples_go_by_rank() -> None:
    ascending(BIG_TWO, *[of(rank.replace("10", "T") * 3, "♠♣♦") for rank in RANKS])
    assert read("7♦ 7♣ 7♠").strength == read("7♥ 7♣ 7♠").strength


@pytest.mark.rule("B2-20", "B2-22", "B2-23", "B2-24")
def test_straights_go_by_their_window() -> None:
    windows = ("A2345", "23456", *MIDDLE)
    ascending(BIG_TWO, *[of(window, "♠♥♣♠♦") for window in windows])
    ascending(BIG_TWO, *[of(window, "♦♦♦♣♠") for window in windows])
    assert beats("K♦ Q♣ J♣ 10♥ 9♥", "Q♠ J♦ 10♦ 9♦ 8♦")
    assert not beats("Q♠ J♦ 10♦ 9♦ 8♦", "K♦ Q♣ J♣ 10♥ 9♥")


@pytest.mark.rule("B2-21", "B2-23")
@pytest.mark.parametrize("window", ["A2345", "23456", "34567", "9TJQK", "TJQKA"])
def test_equal_straights_go_by_the_suit_of_the_last_card(window: str) -> None:
    ascending(BIG_TWO, *[of(window, f"♠♥♣♦{suit}") for suit in SUITS])
    assert not beats(of(window, "♠♠♠♠♦"), of(window, "♦♦♦♦♣"))
    assert read(of(window, "♠♥♣♦♥")).strength == read(of(window, "♦♦♦♦♥")).strength


@pytest.mark.rule("B2-23")
def test_no_straight_beats_the_highest_with_the_ace_of_spades() -> None:
    highest = read("10♦ J♣ Q♦ K♥ A♠")
    answers = BIG_TWO.answers(BIG_TWO.deck, highest)
    assert all(answer.kind != "straight" for answer in answers)
    below = read("10♦ J♣ Q♦ K♥ A♥")
    kept = [one for one in BIG_TWO.answers(BIG_TWO.deck, below) if one.kind == "straight"]
    assert len(kept) == 255
    assert all(Card.parse("A♠") in one.cards for one in kept)


@pytest.mark.rule("B2-27", "B2-28")
def test_flushes_go_by_suit_and_then_from_the_top() -> None:
    assert beats("9♥ 7♥ 6♥ 5♥ 3♥", "2♣ J♣ 9♣ 6♣ 4♣")
    assert not beats("2♣ J♣ 9♣ 6♣ 4♣", "9♥ 7♥ 6♥ 5♥ 3♥")
    ascending(
        BIG_TWO,
        suited("34568", "♦"),
        suited("JQKA2", "♦"),
        suited("34568", "♣"),
        suited("34579", "♣"),
        suited("3467A", "♣"),
        suited("3458A", "♣"),
        suited("34572", "♥"),
        suited("QKA23", "♥"),
        suited("34568", "♠"),
    )


@pytest.mark.rule("B2-27", "B2-28")
def test_flushes_may_go_by_rank_first() -> None:
    assert beats("2♣ J♣ 9♣ 6♣ 4♣", "9♥ 7♥ 6♥ 5♥ 3♥", BY_RANK)
    assert not beats("9♥ 7♥ 6♥ 5♥ 3♥", "2♣ J♣ 9♣ 6♣ 4♣", BY_RANK)
    ascending(
        BY_RANK,
        suited("34568", "♦"),
        suited("34568", "♠"),
        suited("34579", "♦"),
        suited("3467A", "♠"),
        suited("3567A", "♦"),
        suited("3567A", "♣"),
        suited("JQKA2", "♦"),
        suited("JQKA2", "♥"),
    )


@pytest.mark.rule("B2-30")
def test_full_houses_go_by_the_triple() -> None:
    assert beats("9♦ 9♥ 9♠ 4♦ 4♣", "8♦ 8♥ 8♠ K♦ K♣")
    assert not beats("8♦ 8♥ 8♠ K♦ K♣", "9♦ 9♥ 9♠ 4♦ 4♣")
    pairs = "4♥ 4♠", "3♥ 3♠"
    ascending(
        BIG_TWO,
        *[of(rank.replace("10", "T") * 3, "♠♣♦") + f" {pairs[rank == '4']}" for rank in RANKS[1:]],
    )
    assert read("9♦ 9♥ 9♠ 4♦ 4♣").strength == read("9♦ 9♥ 9♣ 2♦ 2♣").strength


@pytest.mark.rule("B2-31", "B2-33")
def test_fours_of_a_kind_go_by_the_four() -> None:
    fifths = ["2♠", "3♦"]
    ascending(
        BIG_TWO,
        *[of(rank.replace("10", "T") * 4, "♠♣♦♥") + f" {fifths[rank == '2']}" for rank in RANKS],
    )
    assert read("9♦ 9♥ 9♠ 9♣ 2♠").strength == read("9♦ 9♥ 9♠ 9♣ 3♦").strength
    found = read("9♦ 9♥ 9♠ 9♣ 2♠")
    assert (found.core, found.attached) == (Hand.parse("9♦ 9♥ 9♠ 9♣"), Hand.parse("2♠"))


@pytest.mark.rule("B2-31", "B2-32")
def test_four_of_a_kind_takes_any_fifth_card() -> None:
    four = Hand.parse("6♦ 6♣ 6♥ 6♠")
    fifths = [card for card in BIG_TWO.deck if card not in four]
    assert len(fifths) == 48
    assert {kind(f"{four} {card}") for card in fifths} == {"four_of_a_kind"}
    assert kind(str(four)) is None


@pytest.mark.rule("B2-35", "B2-36", "B2-37")
def test_straight_flushes_go_by_window_and_then_by_suit() -> None:
    windows = ("A2345", "23456", *MIDDLE)
    ascending(BIG_TWO, *[suited(window, suit) for window in windows for suit in SUITS])
    assert kind(suited("JQKA2", "♠")) == kind(suited("KA234", "♠")) == "flush"


@pytest.mark.rule("B2-38")
def test_nothing_beats_the_highest_straight_flush() -> None:
    best = read("10♠ J♠ Q♠ K♠ A♠")
    assert len(BIG_TWO.answers(BIG_TWO.deck, best)) == 0
    five = [one for one in BIG_TWO.catalogue() if one.shape == best.shape and one != best]
    assert len(five) == 19_715
    assert all(best.beats(one) for one in five)


# --- One kind on another -------------------------------------------------------------------------

LADDER: Final = (
    "10♦ J♣ Q♥ K♠ A♠",  # the highest straight
    "3♦ 4♦ 5♦ 6♦ 8♦",  # the lowest flush
    "3♦ 3♣ 3♥ 4♦ 4♣",  # the lowest full house
    "3♦ 3♣ 3♥ 3♠ 4♦",  # the lowest four of a kind
    "A♦ 2♦ 3♦ 4♦ 5♦",  # the lowest straight flush
)
HIGHEST: Final = (
    "10♦ J♣ Q♥ K♠ A♠",
    "9♠ Q♠ K♠ A♠ 2♠",
    "2♦ 2♣ 2♥ A♦ A♣",
    "2♦ 2♣ 2♥ 2♠ A♦",
    "10♠ J♠ Q♠ K♠ A♠",
)


@pytest.mark.rule("B2-18", "B2-41")
def test_a_better_five_card_kind_beats_a_worse_one_whatever_the_ranks() -> None:
    for place, worse in enumerate(HIGHEST):
        for better in LADDER[place + 1 :]:
            assert beats(better, worse)
            assert not beats(worse, better)
    ascending(BIG_TWO, *LADDER)
    ascending(BIG_TWO, *HIGHEST)
    ascending(BY_RANK, *LADDER)


@pytest.mark.rule("B2-39", "B2-40")
def test_only_as_many_cards_beat() -> None:
    by_size = {1: "2♠", 2: "2♥ 2♠", 3: "2♣ 2♥ 2♠", 5: "10♠ J♠ Q♠ K♠ A♠"}
    low = {1: "3♦", 2: "3♦ 3♣", 3: "3♦ 3♣ 3♥", 5: "3♦ 4♣ 5♥ 6♠ 7♦"}
    for size, above in by_size.items():
        for other, below in low.items():
            assert beats(above, below) is (size == other)
            state = on_top(BIG_TWO, below, above)
            assert state is not None
            if size != other:
                assert no(state, f"0: {above}") is Reason.DIFFERENT_SHAPE


@pytest.mark.rule("B2-39")
def test_what_is_no_better_is_refused_as_not_higher() -> None:
    for low, high in (
        ("9♦", "9♣"),
        ("9♣ 9♥", "9♦ 9♠"),
        ("8♦ 8♥ 8♠ K♦ K♣", "9♦ 9♥ 9♠ 4♦ 4♣"),
        ("10♦ J♣ Q♥ K♠ A♠", "3♦ 4♦ 5♦ 6♦ 8♦"),
    ):
        state = on_top(BIG_TWO, high, low)
        assert state is not None
        assert no(state, f"0: {low}") is Reason.NOT_HIGHER


# --- Straight orders -----------------------------------------------------------------------------

NAMED: Final[dict[str, tuple[StraightOrder, tuple[str, ...]]]] = {
    "two low": (big_two.STRAIGHTS_TWO_LOW, ("A2345", "23456", *MIDDLE)),
    "A2345 high": (big_two.STRAIGHTS_A2345_HIGH, ("23456", *MIDDLE, "A2345")),
    "23456, A2345 high": (
        big_two.STRAIGHTS_23456_THEN_A2345_HIGH,
        (*MIDDLE, "A2345", "23456"),
    ),
    "23456 high": (big_two.STRAIGHTS_23456_HIGH, ("A2345", *MIDDLE, "23456")),
    "no A2345": (big_two.STRAIGHTS_NO_A2345, ("23456", *MIDDLE)),
    "two high": (big_two.STRAIGHTS_TWO_HIGH, (*MIDDLE, "JQKA2")),
}
WRITTEN: Final = {
    "the other way round": (*MIDDLE, "23456", "A2345"),
    "no two": MIDDLE,
    "only one": ("TJQKA",),
    "wraps": ("QKA23", "KA234", *MIDDLE, "JQKA2"),
    "two low and high": ("A2345", "23456", *MIDDLE, "JQKA2"),
    "middle among": ("34567", "A2345", "TJQKA", "23456", "9TJQK"),
}
CYCLE: Final = tuple(
    "".join("A23456789TJQK"[(low + step) % 13] for step in range(5)) for low in range(13)
)


def deciding(order: tuple[str, ...], window: str) -> str:
    """The rank whose suit decides, as the page says."""
    low_two = window in ("A2345", "23456")
    if low_two and "TJQKA" in order and order.index(window) > order.index("TJQKA"):
        return "2"
    return window[-1]


def check_straights(ruleset: BigTwo, order: tuple[str, ...]) -> None:
    """Which windows are straights, how they rank, and whose suit decides."""
    for window in CYCLE:
        mixed, plain = kind(of(window, "♦♣♥♠♦"), ruleset), kind(suited(window, "♥"), ruleset)
        if window in order:
            assert (mixed, plain) == ("straight", "straight_flush")
        else:
            assert (mixed, plain) == (None, "flush" if ruleset.flushes else None)
    for suits in ("♦♦♦♦♣", "♠♥♣♦♥"):
        ascending(ruleset, *[of(window, suits) for window in order])
    ascending(ruleset, *[suited(window, suit) for window in order for suit in SUITS])
    for window in order:
        place = window.index(deciding(order, window))
        for suit, higher in pairwise(SUITS):
            # The other cards pull the other way, and one of another suit makes it no flush.
            low = ["♠", "♠", "♠", "♠", "♠"]
            high = ["♦", "♦", "♦", "♦", "♦"]
            low[place], high[place] = suit, higher
            ascending(ruleset, of(window, "".join(low)), of(window, "".join(high)))


@pytest.mark.rule("B2-22", "B2-24", "B2-25", "B2-93", "B2-94", "B2-95", "B2-96")
@pytest.mark.parametrize("name", NAMED)
def test_named_orders_of_straights(name: str) -> None:
    order, windows = NAMED[name]
    check_straights(BigTwo(straights=order), windows)
    assert len(order) == len(windows)


@pytest.mark.parametrize("name", WRITTEN)
def test_a_house_writes_its_own_order(name: str) -> None:
    order = WRITTEN[name]
    ruleset = BigTwo(straights=order)
    check_straights(ruleset, order)
    assert ruleset.straights == BigTwo(straights=ruleset.straights).straights
    assert ruleset == BigTwo(straights=ruleset.straights)


def test_windows_are_read_from_texts_and_from_ranks() -> None:
    texts = ("34567", "10JQKA", "A2345")
    ruleset = BigTwo(straights=texts)
    assert ruleset.straights == (
        (Rank.THREE, Rank.FOUR, Rank.FIVE, Rank.SIX, Rank.SEVEN),
        (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE),
        (Rank.ACE, Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE),
    )
    as_list = BigTwo(straights=list(ruleset.straights))
    assert as_list == ruleset
    assert hash(as_list) == hash(ruleset)
    assert BigTwo(straights=("TJQKA",)) == BigTwo(straights=("10JQKA",))
    namespace = {"BigTwo": BigTwo}
    assert eval(repr(ruleset), namespace) == ruleset


@pytest.mark.parametrize(
    "windows",
    [
        (),
        ("",),
        ("3456",),
        ("345678",),
        ("34568",),
        ("76543",),
        ("34567", "34567"),
        ("TJQKA", "10JQKA"),
        ("A2345", "abcde"),
        ("3456BJ",),
        ("34567", "x"),
        ("3 4 5 6 7",),
        ((Rank.THREE, Rank.FOUR, Rank.FIVE, Rank.SIX),),
        ((Rank.THREE, Rank.FOUR, Rank.FIVE, Rank.SIX, Rank.EIGHT),),
        ((Rank.BLACK_JOKER,) * 5,),
        ((),),
        (7,),
        (("3", "4", "5", "6", "7"),),
        "34567",
        None,
        5,
    ],
    ids=repr,
)
def test_windows_that_are_none_are_refused(windows: object) -> None:
    with pytest.raises(RulesetError) as error:
        BigTwo(straights=windows)  # type: ignore[arg-type]  # pyright: ignore
    assert error.value.options == ("straights",)


@pytest.mark.rule("B2-93")
def test_the_low_ace_may_be_the_highest_straight() -> None:
    ruleset = BigTwo(straights=big_two.STRAIGHTS_A2345_HIGH)
    assert beats("A♦ 2♦ 3♦ 4♦ 5♣", "10♦ J♣ Q♥ K♠ A♠", ruleset)
    assert beats("A♦ 2♦ 3♦ 4♦ 5♦", "10♠ J♠ Q♠ K♠ A♠", ruleset)
    assert beats("3♦ 4♦ 5♦ 6♦ 7♣", "2♠ 3♠ 4♠ 5♠ 6♥", ruleset)
    assert beats("A♦ 2♠ 3♦ 4♦ 5♦", "A♠ 2♥ 3♠ 4♠ 5♠", ruleset)  # the two decides
    assert beats("2♦ 3♦ 4♦ 5♦ 6♠", "2♠ 3♠ 4♠ 5♠ 6♥", ruleset)  # the last card does


@pytest.mark.rule("B2-94")
def test_23456_may_be_the_highest_and_a2345_the_second() -> None:
    ruleset = BigTwo(straights=big_two.STRAIGHTS_23456_THEN_A2345_HIGH)
    ascending(ruleset, "10♦ J♣ Q♥ K♠ A♠", "A♠ 2♦ 3♠ 4♠ 5♠", "A♦ 2♠ 3♦ 4♦ 5♦", "2♦ 3♣ 4♦ 5♦ 6♦")
    ascending(ruleset, "2♦ 3♠ 4♠ 5♠ 6♠", "2♠ 3♦ 4♦ 5♦ 6♦")


@pytest.mark.rule("B2-95")
def test_23456_may_be_the_highest_and_a2345_the_lowest() -> None:
    ruleset = BigTwo(straights=big_two.STRAIGHTS_23456_HIGH)
    ascending(
        ruleset,
        "A♠ 2♠ 3♠ 4♠ 5♥",  # the five decides here
        "A♦ 2♦ 3♦ 4♦ 5♠",
        "3♦ 4♦ 5♦ 6♦ 7♣",
        "10♦ J♣ Q♥ K♠ A♠",
        "2♦ 3♠ 4♠ 5♠ 6♠",  # and the two here
        "2♠ 3♦ 4♦ 5♦ 6♦",
    )


@pytest.mark.rule("B2-96")
def test_a2345_may_be_nothing() -> None:
    ruleset = BigTwo(straights=big_two.STRAIGHTS_NO_A2345)
    assert kind("A♦ 2♣ 3♥ 4♠ 5♦", ruleset) is None
    assert kind("A♦ 2♦ 3♦ 4♦ 5♦", ruleset) == "flush"
    assert kind("A♦ 2♦ 3♦ 4♦ 5♦", BigTwo(straights=ruleset.straights, flushes=False)) is None
    ascending(ruleset, "2♠ 3♠ 4♠ 5♠ 6♥", "3♦ 4♦ 5♦ 6♦ 7♣")


# --- Without this and that -----------------------------------------------------------------------


@pytest.mark.rule("B2-97", "B2-98")
def test_without_triples_and_flushes() -> None:
    ruleset = BigTwo(triples=False, flushes=False)
    assert kind("J♦ J♣ J♠", ruleset) is None
    assert kind("3♦ 4♦ 5♦ 6♦ 8♦", ruleset) is None
    assert {one.kind for one in ruleset.catalogue()} == {
        "single",
        "pair",
        "straight",
        "full_house",
        "four_of_a_kind",
        "straight_flush",
    }
    ascending(ruleset, LADDER[0], *LADDER[2:])
    state = ruleset.position(["J♦ J♣ J♠ 4♦ 4♣", "3♦", "3♣", "3♥"])
    assert no(state, "0: J♦ J♣ J♠") is Reason.NOT_A_COMBINATION
    assert "4♣ 4♦ J♣ J♦ J♠" in may(state)


def test_without_triples_there_are_flushes_and_the_other_way_round() -> None:
    without_triples, without_flushes = BigTwo(triples=False), BigTwo(flushes=False)
    assert kind("J♦ J♣ J♠", without_triples) is None
    assert kind("3♦ 4♦ 5♦ 6♦ 8♦", without_triples) == "flush"
    assert kind("J♦ J♣ J♠", without_flushes) == "triple"
    assert kind("3♦ 4♦ 5♦ 6♦ 8♦", without_flushes) is None
    assert kind("3♦ 4♦ 5♦ 6♦ 7♦", without_flushes) == "straight_flush"
    assert kind("J♦ J♣ J♠ 4♦ 4♣", without_triples) == "full_house"


# --- Shapes of their own -------------------------------------------------------------------------


@pytest.mark.rule("B2-76")
def test_without_the_ladder_a_full_house_does_not_beat_a_straight() -> None:
    for ruleset in (BigTwo.da_lao_er(), BigTwo.taiwan(), SEPARATE):
        assert not beats("2♦ 2♣ 2♥ A♦ A♣", "3♦ 4♣ 5♥ 6♠ 7♦", ruleset)
        assert not beats("10♦ J♣ Q♥ K♠ A♠", "3♦ 3♣ 3♥ 4♦ 4♣", ruleset)
        state = on_top(ruleset, "3♦ 4♣ 5♥ 6♠ 7♦", "2♦ 2♣ 2♥ A♦ A♣")
        assert state is not None
        assert no(state, "0: 2♦ 2♣ 2♥ A♦ A♣") is Reason.DIFFERENT_SHAPE
        assert beats("3♦ 4♣ 5♥ 6♠ 7♥", "3♣ 4♦ 5♦ 6♦ 7♦", ruleset)
        assert beats("9♦ 9♥ 9♠ 4♦ 4♣", "8♦ 8♥ 8♠ K♦ K♣", ruleset)


def test_without_the_ladder_each_kind_answers_its_own() -> None:
    for low, high in ((LADDER, HIGHEST), (HIGHEST, LADDER)):
        for place, below in enumerate(low):
            for other, above in enumerate(high):
                found = read(above, SEPARATE).beats(read(below, SEPARATE))
                assert found is (place == other and low is LADDER and above != below)
    assert len({read(cards, SEPARATE).shape for cards in LADDER}) == 5
    assert {read(cards).shape for cards in LADDER} == {read("3♦ 4♣ 5♥ 6♠ 7♦").shape}


def powers(ruleset: BigTwo) -> Iterator[tuple[str, int]]:
    for one in ruleset.catalogue():
        yield one.kind.value, one.power


@pytest.mark.rule("B2-77")
@pytest.mark.parametrize("ladder", [True, False])
@pytest.mark.parametrize("bombs", ["none", "in_turn", "out_of_turn"])
def test_the_powers_of_bombs(ladder: bool, bombs: str) -> None:
    ruleset = BigTwo(five_card_ladder=ladder, bombs=bombs)  # type: ignore[arg-type]  # pyright: ignore
    on = bombs != "none"
    found = dict(powers(ruleset))
    assert found.pop("four_of_a_kind") == (1 if on else 0)
    assert found.pop("straight_flush") == (2 if on else 0)
    assert set(found.values()) == {0}
    below = ["2♠", "2♥ 2♠", "2♣ 2♥ 2♠", *HIGHEST[:3]]
    for bomb in LADDER[3:]:
        for target in below:
            five = len(target.split()) == 5
            assert beats(bomb, target, ruleset) is (on or (five and ladder))
            assert not beats(target, bomb, ruleset)
    assert beats(LADDER[4], HIGHEST[3], ruleset) is (on or ladder)
    assert not beats(HIGHEST[3], LADDER[4], ruleset)
    assert beats(HIGHEST[3], LADDER[3], ruleset)
    assert beats(HIGHEST[4], LADDER[4], ruleset)


@pytest.mark.rule("B2-75")
def test_da_lao_er_has_no_flushes() -> None:
    ruleset = BigTwo.da_lao_er()
    assert kind("3♦ 4♦ 5♦ 6♦ 8♦", ruleset) is None
    assert kind("3♦ 4♦ 5♦ 6♦ 7♦", ruleset) == "straight_flush"
    assert kind("J♦ J♣ J♠", ruleset) == "triple"


# --- Lists ---------------------------------------------------------------------------------------


def test_every_set_of_cards_is_listed() -> None:
    def listed(hand: str, wanted: str) -> list[Combination]:
        return [one for one in BIG_TWO.leads(hand) if one.kind == wanted]

    assert len(listed("J♦ J♣ J♠", "pair")) == 3
    assert len(listed("J♦ J♣ J♠ J♥", "triple")) == 4
    assert len(listed("3♠ 4♠ 6♠ 8♠ 9♠ J♠ K♠", "flush")) == 21
    assert len(listed("3♠ 4♠ 5♠ 6♠ 7♠ 9♠ K♠", "flush")) == 20
    assert len(listed("3♠ 3♥ 4♠ 4♥ 5♠ 6♠ 7♠", "straight")) == 3
    assert len(listed("J♦ J♣ J♠ J♥ 4♦ 4♣ 4♠", "full_house")) == 4 * 3 + 6
    assert len(listed("J♦ J♣ J♠ J♥ 4♦ 4♣ 4♠", "four_of_a_kind")) == 3
