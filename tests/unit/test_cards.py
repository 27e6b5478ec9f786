"""Cards: their notation, and that there is one object of each."""

import copy
import operator
import pickle
from collections.abc import Callable
from itertools import pairwise, product
from typing import Any

import pytest

from climbcards import Card, NotationError, Rank, Suit
from climbcards.cards import BY_LANE, CARDS, pack
from climbcards.hand import Hand

RANKS = {
    Rank.ACE: ("A", "a"),
    Rank.TWO: ("2",),
    Rank.THREE: ("3",),
    Rank.FOUR: ("4",),
    Rank.FIVE: ("5",),
    Rank.SIX: ("6",),
    Rank.SEVEN: ("7",),
    Rank.EIGHT: ("8",),
    Rank.NINE: ("9",),
    Rank.TEN: ("10", "T", "t"),
    Rank.JACK: ("J", "j"),
    Rank.QUEEN: ("Q", "q"),
    Rank.KING: ("K", "k"),
}
SUITS = {
    Suit.CLUBS: ("♣", "C", "c"),
    Suit.DIAMONDS: ("♦", "D", "d"),
    Suit.HEARTS: ("♥", "H", "h"),
    Suit.SPADES: ("♠", "S", "s"),
}
JOKERS = {
    Rank.BLACK_JOKER: ("BJ", "Bj", "bJ", "bj"),
    Rank.RED_JOKER: ("RJ", "Rj", "rJ", "rj"),
}
SPELLINGS = [
    *(
        (rank_text + suit_text, rank, suit)
        for (rank, rank_texts), (suit, suit_texts) in product(RANKS.items(), SUITS.items())
        for rank_text, suit_text in product(rank_texts, suit_texts)
    ),
    *(
        (suit_texts[0] + rank_text, rank, suit)
        for (rank, rank_texts), (suit, suit_texts) in product(RANKS.items(), SUITS.items())
        for rank_text in rank_texts
    ),
    *((text, rank, None) for rank, texts in JOKERS.items() for text in texts),
]

A_RANK = "a rank (A, 2 … 10 or T, J, Q, K; BJ or RJ for a joker)"
A_SUIT = "a suit (♣ ♦ ♥ ♠ or C D H S)"
NOTHING_MORE = "nothing after the card"


@pytest.mark.parametrize(("text", "rank", "suit"), SPELLINGS)
def test_every_notation_reads_as_its_card(text: str, rank: Rank, suit: Suit | None) -> None:
    card = Card.parse(text)
    assert card is Card(rank, suit)
    assert (card.rank, card.suit) == (rank, suit)


def test_the_notations_are_those_of_all_cards_and_differ() -> None:
    # 19 spellings of the 13 ranks; after them 12 of the suits, before them the 4 symbols.
    texts = [text for text, _, _ in SPELLINGS]
    assert len(set(texts)) == len(texts) == 19 * 12 + 19 * 4 + 8
    assert {Card.parse(text) for text in texts} == set(CARDS)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("TS", "10♠"),
        ("10s", "10♠"),
        ("♠10", "10♠"),
        ("♠T", "10♠"),
        ("as", "A♠"),
        ("qh", "Q♥"),
        ("2C", "2♣"),
        ("♦k", "K♦"),
        ("bj", "BJ"),
        ("rJ", "RJ"),
    ],
)
def test_one_notation_is_printed(text: str, printed: str) -> None:
    assert str(Card.parse(text)) == printed


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_what_prints_reads_as_the_same_card(card: Card) -> None:
    assert Card.parse(str(card)) is card
    assert eval(repr(card), {"Card": Card}) is card
    assert f"{card}" == str(card)


FAULTS: list[tuple[str, int, str]] = [
    ("", 0, A_RANK),
    (" ", 0, A_RANK),
    (" 3♠", 0, A_RANK),
    ("3♠ ", 2, NOTHING_MORE),
    ("3 ♠", 1, A_SUIT),
    ("3", 1, A_SUIT),
    ("10", 2, A_SUIT),
    ("T", 1, A_SUIT),
    ("♠", 1, A_RANK),
    ("♠♠", 1, A_RANK),
    ("♠1", 1, A_RANK),
    ("♠11", 1, A_RANK),
    ("♠3♠", 2, NOTHING_MORE),
    ("♠10♠", 3, NOTHING_MORE),
    ("♠BJ", 1, A_RANK),
    ("3♠3♠", 2, NOTHING_MORE),
    ("3x", 1, A_SUIT),
    ("x♠", 0, A_RANK),
    ("1♠", 0, A_RANK),
    ("0♠", 0, A_RANK),
    ("01♠", 0, A_RANK),
    ("11S", 0, A_RANK),
    ("1OS", 0, A_RANK),
    ("100S", 2, A_SUIT),
    ("10SS", 3, NOTHING_MORE),
    ("TSS", 2, NOTHING_MORE),
    ("-3S", 0, A_RANK),
    ("S10", 0, A_RANK),  # the suit comes first only as a symbol: ST, S3 … would read two ways
    ("s3", 0, A_RANK),
    ("HA", 0, A_RANK),
    ("B", 0, A_RANK),
    ("BJ♠", 2, NOTHING_MORE),
    ("BJS", 2, NOTHING_MORE),
    ("RJ ", 2, NOTHING_MORE),
    ("rj♥", 2, NOTHING_MORE),
    ("BJBJ", 2, NOTHING_MORE),
    ("JB", 1, A_SUIT),
    ("JR", 1, A_SUIT),
    ("XJ", 0, A_RANK),
    # characters that only look like a card's, or are equal after case folding
    ("10ſ", 2, A_SUIT),  # a long s, whose capital is S
    ("3ſ", 1, A_SUIT),
    ("\N{KELVIN SIGN}♠", 0, A_RANK),  # its small letter is k
    ("3\N{SUPERSCRIPT TWO}", 1, A_SUIT),
    ("\N{ARABIC-INDIC DIGIT THREE}♠", 0, A_RANK),
    ("\N{ARABIC-INDIC DIGIT ONE}\N{ARABIC-INDIC DIGIT ZERO}♠", 0, A_RANK),
    ("1\N{ARABIC-INDIC DIGIT ZERO}♠", 0, A_RANK),
    ("\N{FULLWIDTH DIGIT THREE}♠", 0, A_RANK),
    ("\N{FULLWIDTH LATIN CAPITAL LETTER A}♠", 0, A_RANK),
    ("A\N{FULLWIDTH LATIN CAPITAL LETTER S}", 1, A_SUIT),
    ("\N{CYRILLIC CAPITAL LETTER KA}♠", 0, A_RANK),
    ("8\N{CYRILLIC CAPITAL LETTER ES}", 1, A_SUIT),
    ("\N{CYRILLIC CAPITAL LETTER A}♠", 0, A_RANK),
    ("\N{ROMAN NUMERAL TEN}♠", 0, A_RANK),
    ("\N{CIRCLED NUMBER TEN}♠", 0, A_RANK),
    ("3\N{WHITE SPADE SUIT}", 1, A_SUIT),
    ("3♠\N{VARIATION SELECTOR-16}", 2, NOTHING_MORE),
    ("3♠\0", 2, NOTHING_MORE),
    ("\N{BLACK HEART SUIT}\N{VARIATION SELECTOR-16}3", 1, A_RANK),
    ("3\N{HEAVY BLACK HEART}", 1, A_SUIT),
    ("\N{PLAYING CARD BLACK JOKER}", 0, A_RANK),
    ("\N{PLAYING CARD ACE OF SPADES}", 0, A_RANK),
    ("\ufeff3♠", 0, A_RANK),
]


@pytest.mark.parametrize(("text", "index", "expected"), FAULTS, ids=[repr(f[0]) for f in FAULTS])
def test_anything_else_is_refused_at_the_place_of_the_fault(
    text: str, index: int, expected: str
) -> None:
    with pytest.raises(NotationError) as caught:
        Card.parse(text)
    error = caught.value
    assert (error.text, error.index, error.expected) == (text, index, expected)


@pytest.mark.parametrize("value", [None, 3, b"3S", ["3S"], 3.0, Card(Rank.THREE, Suit.SPADES)])
def test_what_is_no_text_is_refused(value: object) -> None:
    with pytest.raises(NotationError, match="a text: a card") as caught:
        Card.parse(value)  # type: ignore[arg-type]
    assert caught.value.text == type(value).__name__
    assert caught.value.index == 0


@pytest.mark.parametrize("unit", ["3♠", "9", "x", " ", "♠", "BJ"])
def test_a_huge_text_is_refused_with_a_short_message(unit: str) -> None:
    with pytest.raises(NotationError) as caught:
        Card.parse(unit * 500_000)
    assert caught.value.index <= 2
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_a_copy_is_the_same_object(card: Card) -> None:
    assert Card(card.rank, card.suit) is card
    assert copy.copy(card) is card
    assert copy.deepcopy(card) is card
    assert copy.deepcopy([card, {card: card}])[0] is card
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(card, protocol)) is card


def test_ranks_and_suits_may_be_given_as_their_numbers() -> None:
    assert Card(Rank(10), Suit(3)) is Card.parse("10♠")


@pytest.mark.parametrize(
    ("rank", "suit", "text", "index", "expected"),
    [
        (Rank.BLACK_JOKER, Suit.CLUBS, "BJ♣", 2, "nothing after a joker"),
        (Rank.RED_JOKER, Suit.HEARTS, "RJ♥", 2, "nothing after a joker"),
        (Rank.ACE, None, "A", 1, "a suit"),
        (Rank.TEN, None, "10", 2, "a suit"),
        (Rank.TEN, "S", "10", 2, "a Suit as the card's second part"),
        (Rank.TEN, 7, "10", 2, "a Suit as the card's second part"),
        (Rank.TEN, [], "10", 2, "a Suit as the card's second part"),
        ("10", Suit.SPADES, "", 0, "a Rank as the card's first part"),
        (16, Suit.SPADES, "", 0, "a Rank as the card's first part"),
        (None, None, "", 0, "a Rank as the card's first part"),
        ([], {}, "", 0, "a Rank as the card's first part"),
    ],
)
def test_there_are_no_other_cards(
    rank: object, suit: object, text: str, index: int, expected: str
) -> None:
    with pytest.raises(NotationError) as caught:
        Card(rank, suit)  # type: ignore[arg-type]
    error = caught.value
    assert (error.text, error.index, error.expected) == (text, index, expected)


def test_cards_are_in_natural_order() -> None:
    spelled = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "CDHS"] + ["BJ", "RJ"]
    assert CARDS == tuple(map(Card.parse, spelled))
    for low, high in pairwise(CARDS):
        assert low < high
        assert high > low
        assert low <= high
        assert high >= low
        assert not high < low
        assert not low > high
        assert not high <= low
        assert not low >= high
        assert low != high
    assert sorted([*CARDS[30:], *CARDS[:30]]) == list(CARDS)
    card = CARDS[7]
    assert card <= card
    assert card >= card
    assert not card < card
    assert not card > card


@pytest.mark.parametrize("other", [3, "3♠", None, Rank.THREE])
def test_a_card_is_not_compared_with_anything_else(other: object) -> None:
    card = Card.parse("3♠")
    assert card != other
    comparisons: list[Callable[[Any, Any], object]] = [
        *(operator.lt, operator.le, operator.gt, operator.ge)
    ]
    for compare in comparisons:
        with pytest.raises(TypeError):
            compare(card, other)
        with pytest.raises(TypeError):
            compare(other, card)


@pytest.mark.parametrize("name", ["rank", "suit", "lane", "color"])
def test_a_card_is_immutable(name: str) -> None:
    card = Card.parse("3♠")
    with pytest.raises(AttributeError, match="immutable"):
        setattr(card, name, Rank.FOUR)
    with pytest.raises(AttributeError, match="immutable"):
        delattr(card, name)
    assert not hasattr(card, "__dict__")
    assert str(card) == "3♠"


def test_cards_are_hashable_and_equal_only_to_themselves() -> None:
    assert len(set(CARDS)) == len({hash(card) for card in CARDS}) == 54
    for one, other in product(CARDS, CARDS):
        assert (one == other) is (one is other)


def test_ranks_and_suits_print_and_are_ordered() -> None:
    assert [str(suit) for suit in Suit] == ["♣", "♦", "♥", "♠"]
    assert [str(rank) for rank in Rank] == [
        *["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "BJ", "RJ"]
    ]
    assert [suit.name for suit in sorted(Suit)] == ["CLUBS", "DIAMONDS", "HEARTS", "SPADES"]
    assert [rank.name for rank in sorted(Rank)] == [
        *["ACE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN"],
        *["JACK", "QUEEN", "KING", "BLACK_JOKER", "RED_JOKER"],
    ]
    assert [rank for rank in Rank if rank.is_joker] == [Rank.BLACK_JOKER, Rank.RED_JOKER]


def test_a_pack_has_52_cards_or_54_with_the_jokers() -> None:
    assert pack(jokers=True) == CARDS
    assert pack() == CARDS[:52]
    assert len(CARDS) == 54
    assert not any(card.rank.is_joker for card in pack())


def test_every_card_has_a_lane_of_its_own() -> None:
    assert {card.lane: card for card in CARDS} == dict(BY_LANE)
    for card in CARDS:
        assert card.lane == 15 * (card.suit or 0) + card.rank - 1
        assert Hand([card]).bits == 1 << 4 * card.lane
