"""Hands: multisets of cards on one integer, for several packs with jokers."""

import copy
import operator
import pickle
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from itertools import permutations
from typing import Any

import pytest

from climbcards import Card, Hand, NotationError, PositionError, Rank, Suit
from climbcards.cards import CARDS, pack
from climbcards.errors import ClimbcardsError
from climbcards.hand import MOST_COPIES, as_hand, hand_of, includes, parse_hand, size_of


def cards(text: str) -> list[Card]:
    return [Card.parse(word) for word in text.split()]


THREE = Card.parse("3♠")
FULLEST = Hand(card for card in CARDS for _ in range(MOST_COPIES))
"""Fifteen copies of each of the 54 cards: every lane that has a card is full."""


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("", ""),
        (" \t\n", ""),
        ("3♠", "3♠"),
        ("3♠ 3♥, 10D", "3♥ 3♠ 10♦"),
        ("3♠,3♥,10D", "3♥ 3♠ 10♦"),
        ("3♠ ,3♥ , 10D", "3♥ 3♠ 10♦"),
        ("  3♠\t3♥\n10D  ", "3♥ 3♠ 10♦"),
        ("RJ bj as TS", "A♠ 10♠ BJ RJ"),
        ("♠10 ♥A", "A♥ 10♠"),
        ("3S 3S 3S", "3♠ 3♠ 3♠"),
        ("3♠\N{NO-BREAK SPACE}4♠\N{IDEOGRAPHIC SPACE}5♠", "3♠ 4♠ 5♠"),
    ],
)
def test_cards_are_separated_by_space_or_a_comma(text: str, printed: str) -> None:
    hand = Hand.parse(text)
    assert str(hand) == printed
    assert Hand.parse(str(hand)) == hand
    assert hand == Hand(cards(printed))


@pytest.mark.parametrize(
    ("text", "index"),
    [
        (",", 0),
        (" ,3♠", 1),
        ("3♠,", 3),
        ("3♠ , ", 5),
        ("3♠,,4♠", 3),
        ("3♠, ,4♠", 4),
        ("3♠;4♠", 2),
        ("3♠4♠", 2),
        ("3♠ 4", 4),
        ("3♠ 4x", 4),
        ("3♠ x♠ y♠", 3),
        ("3♠, 10♠♠", 7),
        ("3♠ 11♠", 3),
        ("3♠ BJ RJ♥", 8),
        ("3♠ + 4♠", 3),
        ("[3♠]", 0),
        ("3♠\0", 2),
        ("3♠ 4\N{LATIN SMALL LETTER LONG S}", 4),
    ],
)
def test_a_fault_is_counted_in_the_whole_text(text: str, index: int) -> None:
    with pytest.raises(NotationError) as caught:
        Hand.parse(text)
    assert (caught.value.text, caught.value.index) == (text, index)


@pytest.mark.parametrize("value", [None, 3, b"3S", THREE, ["3S"], Hand()])
def test_parse_reads_texts_only(value: object) -> None:
    with pytest.raises(NotationError, match="a text: cards"):
        Hand.parse(value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("unit", "index"),
    [
        (" ", None),
        ("3♠ ", 15 * 3),
        ("3♠,", 15 * 3),
        ("3♠", 2),
        ("x", 0),
        (",", 0),
        (" ,", 1),
        ("10", 2),
        ("3 ", 1),
    ],
)
def test_a_huge_text_is_read_or_refused_with_a_short_message(unit: str, index: int | None) -> None:
    text = unit * 500_000
    if index is None:
        assert Hand.parse(text) == Hand()
    else:
        with pytest.raises(NotationError) as caught:
            Hand.parse(text)
        assert caught.value.index == index
        assert len(str(caught.value)) < 200


@pytest.mark.parametrize("given", ["3S", [3], [None], [["3S"]], {"3S": THREE}, [THREE, "3S"], b"3"])
def test_only_cards_are_counted(given: Iterable[Card]) -> None:
    with pytest.raises(NotationError, match="a card"):
        Hand(given)


def fifteen() -> Hand:
    return Hand([THREE] * 15)


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_fifteen_copies_of_a_card_fit_and_stay_in_their_lane(card: Card) -> None:
    hand = Hand([card] * 15)
    assert (len(hand), hand.count(card), list(hand)) == (15, 15, [card] * 15)
    assert [other for other in CARDS if other in hand] == [card]
    assert hand == Hand([card] * 14) + Hand([card]) == Hand.parse(" ".join([str(card)] * 15))
    assert (hand - Hand([card] * 14)) == Hand([card])


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_a_sixteenth_copy_is_refused_wherever_it_comes_from(card: Card) -> None:
    text = " ".join([str(card)] * 16)
    with pytest.raises(PositionError, match="at most 15 copies") as refused:
        Hand([card] * 16)
    assert str(card) in refused.value.problems[0]
    with pytest.raises(NotationError, match="at most 15 copies") as unread:
        Hand.parse(text)
    assert (unread.value.text, unread.value.index) == (text, text.rindex(str(card)))
    for mine, yours in ((15, 1), (1, 15), (8, 8), (15, 15)):
        with pytest.raises(PositionError, match="at most 15 copies") as carried:
            _ = Hand([card] * mine) + Hand([card] * yours)
        assert str(card) in carried.value.problems[0].split()
    with pytest.raises(ClimbcardsError):
        as_hand(text)
    with pytest.raises(ClimbcardsError):
        as_hand([card] * 16)


def test_a_sum_names_just_the_cards_that_are_too_many() -> None:
    a = Hand([*cards("3♠ 4♠ 5♥ BJ") * 9, *cards("A♣ K♥")])
    b = Hand([*cards("3♠ 5♥ BJ") * 7, *cards("4♠ A♣ K♥") * 6])
    with pytest.raises(PositionError) as caught:
        _ = a + b
    assert caught.value.problems == ("a hand holds at most 15 copies of 3♠ 5♥ BJ",)


def test_full_lanes_do_not_touch_each_other() -> None:
    assert len(FULLEST) == 54 * 15
    assert all(FULLEST.count(card) == 15 for card in CARDS)
    for card in CARDS:
        less = FULLEST - Hand([card])
        assert less + Hand([card]) == FULLEST
        assert len(less) == 54 * 15 - 1
        assert less < FULLEST
        assert not FULLEST <= less
        with pytest.raises(PositionError):
            _ = FULLEST + Hand([card])
    assert FULLEST - FULLEST == Hand()


def test_a_hand_is_a_multiset() -> None:
    rng = random.Random(5)
    two_packs = [*pack(jokers=True), *pack(jokers=True)]
    for size in range(0, 109, 4):
        drawn = rng.sample(two_packs, size)
        hand, counted = Hand(drawn), Counter(drawn)
        assert len(hand) == size
        assert bool(hand) is bool(size)
        assert list(hand) == sorted(drawn)
        assert {card: hand.count(card) for card in CARDS} == {c: counted[c] for c in CARDS}
        assert all((card in hand) is (card in counted) for card in CARDS)
        assert Hand(reversed(drawn)) == hand
        assert hash(Hand(reversed(drawn))) == hash(hand)
        assert Hand.parse(str(hand)) == hand
        other = rng.sample(two_packs, 30)
        also = Counter(other)
        assert hand + Hand(other) == Hand(drawn + other)
        assert (hand <= Hand(other)) is (counted <= also)
        assert (Hand(other) <= hand) is (also <= counted)
        assert hand.beyond(Hand(other)) == Hand((counted - also).elements())


def test_taking_cards_away() -> None:
    hand = Hand.parse("3♠ 3♠ 3♥ BJ")
    assert hand - Hand.parse("3♠ BJ") == Hand.parse("3♠ 3♥")
    assert hand - hand == Hand()
    assert hand - Hand() == hand


@pytest.mark.parametrize(
    ("held", "taken", "missing"),
    [
        ("", "3♠", "3♠"),
        ("3♠", "3♠ 3♠", "3♠"),
        ("3♠ 4♠", "3♥ 4♠ BJ", "3♥ BJ"),
        ("4♠ 4♠", "3♠ 4♠ 4♠ 4♠ 5♠", "3♠ 4♠ 5♠"),
        # a borrow would come out of the next card's lane
        ("2♣", "A♣", "A♣"),
        ("A♦", "RJ", "RJ"),
        ("RJ RJ", "BJ", "BJ"),
    ],
)
def test_cards_that_are_not_there_are_named(held: str, taken: str, missing: str) -> None:
    with pytest.raises(PositionError) as caught:
        _ = Hand.parse(held) - Hand.parse(taken)
    assert caught.value.problems == (f"not in the hand: {missing}",)
    assert Hand.parse(taken).beyond(Hand.parse(held)) == Hand.parse(missing)


@pytest.mark.parametrize(
    ("part", "whole", "within"),
    [
        ("", "", True),
        ("", "3♠", True),
        ("3♠", "3♠", True),
        ("3♠", "3♥", False),
        ("3♠", "3♠ 3♥", True),
        ("3♠ 3♠", "3♠", False),
        ("3♠ 3♠", "3♠ 3♠ 4♠", True),
        ("A♣ A♣", "2♣", False),
        ("A♣ A♣ A♣", "A♣ A♣ 2♣ 2♣", False),
        ("BJ", "BJ RJ", True),
        ("BJ BJ", "RJ BJ", False),
        ("RJ", "A♦", False),
    ],
)
def test_inclusion(part: str, whole: str, within: bool) -> None:
    a, b = Hand.parse(part), Hand.parse(whole)
    assert (a <= b) is within
    assert (b >= a) is within
    assert (a < b) is (within and a != b)
    assert (b > a) is (within and a != b)
    assert includes(b.bits, a.bits) is within


def test_inclusion_is_a_partial_order() -> None:
    a, b = Hand.parse("3♠ 4♠"), Hand.parse("4♠ 5♠")
    assert not a <= b
    assert not b <= a
    assert a != b


@pytest.mark.parametrize("other", [None, 0, "3♠", [THREE], {THREE}, Counter([THREE])])
def test_a_hand_has_to_do_with_hands_only(other: object) -> None:
    hand = Hand([THREE])
    assert hand != other
    operators: list[Callable[[Any, Any], object]] = [
        *(operator.add, operator.sub),
        *(operator.le, operator.lt, operator.ge, operator.gt),
    ]
    for combine in operators:
        with pytest.raises(TypeError):
            combine(hand, other)
        with pytest.raises(TypeError):
            combine(other, hand)


def test_only_cards_are_in_a_hand() -> None:
    hand = Hand.parse("3♠ BJ")
    assert THREE in hand
    assert Card.parse("BJ") in hand
    assert Card.parse("3♥") not in hand
    strangers: list[object] = ["3♠", 3, None, hand, [THREE], (Rank.THREE, Suit.SPADES)]
    assert not any(stranger in hand for stranger in strangers)
    assert isinstance(hand, Collection)


def test_iteration_is_in_natural_order_whatever_the_order_given() -> None:
    spelled = cards("A♦ 3♣ 3♠ 3♠ 10♥ K♣ BJ RJ")
    for given in permutations(spelled[:5]):
        assert list(Hand(given)) == spelled[:5]
    assert list(Hand(reversed(spelled))) == spelled
    assert list(Hand(CARDS)) == list(CARDS)
    assert list(Hand()) == []


def test_a_hand_is_immutable_and_small() -> None:
    hand = Hand.parse("3♠")
    for name in ("_bits", "bits", "cards"):
        with pytest.raises(AttributeError, match="immutable"):
            setattr(hand, name, 0)
        with pytest.raises(AttributeError, match="immutable"):
            delattr(hand, name)
    assert not hasattr(hand, "__dict__")
    before = hash(hand)
    taken = hand
    taken += Hand.parse("4♠")
    assert hand == Hand.parse("3♠")
    assert hash(hand) == before
    assert taken == Hand.parse("3♠ 4♠")


@pytest.mark.parametrize("text", ["", "3♠", "3♠ 3♠ BJ RJ RJ A♣", "A♣ A♦ A♥ A♠"])
def test_copies_and_pickles_are_equal(text: str) -> None:
    hand = Hand.parse(text)
    assert copy.copy(hand) is hand
    assert copy.deepcopy(hand) is hand
    assert eval(repr(hand), {"Hand": Hand}) == hand
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        thawed = pickle.loads(pickle.dumps(hand, protocol))
        assert thawed == hand
        assert hash(thawed) == hash(hand)
        assert all(a is b for a, b in zip(thawed, hand, strict=True))


def test_equal_hands_are_one_key() -> None:
    assert len({Hand.parse("3♠ 4♠"), Hand.parse("4♠, 3♠"), Hand(cards("3♠ 4♠"))}) == 1
    assert len({Hand.parse("3♠"), Hand.parse("3♠ 3♠"), Hand()}) == 3


READERS: list[Callable[[], Hand]] = [
    lambda: as_hand("3♠ 4♠"),
    lambda: as_hand(cards("4♠ 3♠")),
    lambda: as_hand(card for card in cards("3♠ 4♠")),
    lambda: as_hand(set(cards("3♠ 4♠"))),
    lambda: as_hand(Hand.parse("3♠ 4♠")),
    lambda: hand_of(Hand.parse("3♠ 4♠").bits),
    lambda: parse_hand("play 3♠ 4♠ as pair", 5, 10),
]


@pytest.mark.parametrize("read", READERS)
def test_a_hand_may_be_given_in_several_ways(read: Callable[[], Hand]) -> None:
    assert read() == Hand.parse("3♠ 4♠")


@pytest.mark.parametrize("value", [None, 5, 3.5, [3], [None], ("3♠",), [[THREE]], b"3S", THREE])
def test_what_means_no_cards_is_refused(value: object) -> None:
    with pytest.raises(NotationError):
        as_hand(value)  # type: ignore[arg-type]


def test_a_part_of_a_text_keeps_the_whole_in_its_faults() -> None:
    with pytest.raises(NotationError) as caught:
        parse_hand("play 3♠ 4x", 5, 10)
    assert (caught.value.text, caught.value.index) == ("play 3♠ 4x", 9)
    with pytest.raises(NotationError) as caught:
        parse_hand("play 3♠, 4♠", 5, 8)
    assert caught.value.index == 8


def test_sizes_count_copies() -> None:
    for copies in range(16):
        assert size_of(Hand([THREE] * copies).bits) == copies
    assert size_of(FULLEST.bits) == 54 * 15
