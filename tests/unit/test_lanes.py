"""Lanes: a hand laid out in a game's own order of ranks, against plain counting."""

import random
from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from climbcards import Card, Hand, Rank, Suit
from climbcards.cards import pack
from climbcards.climbing.bits import ONES, each_lane, lane_of
from climbcards.climbing.lanes import RankLayout, SuitLayout
from climbcards.hand import PLANE_BITS

R = Rank
NATURAL = tuple(Rank)[:13]
ORDERS: dict[str, tuple[Rank, ...]] = {
    "natural": NATURAL,
    "with jokers": tuple(Rank),
    "three high": NATURAL[3:] + NATURAL[:3],
    "ace high": NATURAL[1:] + NATURAL[:1],
    "two high, jokers above": (*NATURAL[2:], *NATURAL[:2], R.BLACK_JOKER, R.RED_JOKER),
    # No rotation of the natural order: every lane finds its own way.
    "backwards": NATURAL[::-1],
    "jokers backwards": (*NATURAL, R.RED_JOKER, R.BLACK_JOKER),
    "jokers lowest": (R.BLACK_JOKER, R.RED_JOKER, *NATURAL),
    "jokers in the middle": (*NATURAL[:6], R.RED_JOKER, *NATURAL[6:], R.BLACK_JOKER),
    "odd and even": (*NATURAL[::2], *NATURAL[1::2]),
    "one joker": (*NATURAL, R.BLACK_JOKER),
    "the other joker": (*NATURAL, R.RED_JOKER),
    "a short pack": NATURAL[5:] + NATURAL[:1],
    "three ranks": (R.KING, R.ACE, R.RED_JOKER),
} | {f"shuffled {seed}": tuple(random.Random(seed).sample(list(Rank), 15)) for seed in range(6)}
PLAIN = {name: ranks for name, ranks in ORDERS.items() if set(ranks) <= set(NATURAL)}
SUIT_ORDERS = [
    tuple(Suit),
    tuple(Suit)[::-1],
    (Suit.DIAMONDS, Suit.CLUBS, Suit.HEARTS, Suit.SPADES),
]

each_order = pytest.mark.parametrize("ranks", ORDERS.values(), ids=ORDERS)


def deck_of(ranks: Sequence[Rank], packs: int) -> list[Card]:
    return [card for card in pack(jokers=True) if card.rank in ranks] * packs


def hands_of(ranks: Sequence[Rank], packs: int, seed: int = 1) -> Iterator[Hand]:
    """Random hands of every size, the whole deck and nothing among them."""
    deck = deck_of(ranks, packs)
    rng = random.Random(seed)
    for size in [*range(0, len(deck), 4), len(deck)]:
        yield Hand(rng.sample(deck, size))


def counted(hand: Hand, ranks: Sequence[Rank]) -> list[int]:
    """How many cards of each rank, in the order of the ranks."""
    held = [card.rank for card in hand]
    return [held.count(rank) for rank in ranks]


def spread(values: Sequence[int]) -> int:
    return sum(value << 4 * lane for lane, value in enumerate(values))


def lowest(hand: Hand, rank: Rank, cards: int) -> list[Card]:
    """So many cards of a rank, lowest suits first."""
    return sorted(card for card in hand if card.rank is rank)[:cards]


@each_order
@pytest.mark.parametrize("packs", [1, 2])
def test_rank_lanes_count_the_cards_of_each_rank(ranks: tuple[Rank, ...], packs: int) -> None:
    layout = RankLayout(ranks)
    assert layout.ranks == ranks
    assert dict(layout.lane) == {rank: lane for lane, rank in enumerate(ranks)}
    for hand in hands_of(ranks, packs):
        counts = counted(hand, ranks)
        lanes = layout.lanes(hand.bits)
        assert lanes == layout.counts(lanes) == spread(counts)
        assert layout.size(lanes) == len(hand)


@each_order
@pytest.mark.parametrize("packs", [1, 2])
def test_rank_lanes_are_filled_with_the_lowest_suits(ranks: tuple[Rank, ...], packs: int) -> None:
    layout = RankLayout(ranks)
    rng = random.Random(8)
    for hand in hands_of(ranks, packs, seed=2):
        for _ in range(3):
            wanted = [rng.randint(0, count) for count in counted(hand, ranks)]
            chosen = layout.chosen(hand.bits, spread(wanted))
            cards = [
                card
                for rank, number in zip(ranks, wanted, strict=True)
                for card in lowest(hand, rank, number)
            ]
            assert chosen == Hand(cards).bits
        assert layout.chosen(hand.bits, layout.lanes(hand.bits)) == hand.bits
        assert layout.chosen(hand.bits, 0) == 0


def test_a_suit_held_twice_is_used_up_before_the_next() -> None:
    layout = RankLayout(ORDERS["three high"])
    hand = Hand.parse("5♦ 5♦ 5♥ 5♠ 9♣ 9♣")
    five, nine = 4 * layout.lane[R.FIVE], 4 * layout.lane[R.NINE]
    for cards, wanted in enumerate(["", "5♦", "5♦ 5♦", "5♦ 5♦ 5♥", "5♦ 5♦ 5♥ 5♠"]):
        assert layout.chosen(hand.bits, cards << five) == Hand.parse(wanted).bits
    assert layout.chosen(hand.bits, 1 << five | 2 << nine) == Hand.parse("5♦ 9♣ 9♣").bits


@each_order
def test_planes_are_put_in_the_games_order_and_back(ranks: tuple[Rank, ...]) -> None:
    layout = RankLayout(ranks)
    rng = random.Random(3)
    for _ in range(50):
        values = {rank: rng.randrange(16) for rank in ranks}
        plane = sum(value << 4 * (rank - 1) for rank, value in values.items())
        lanes = spread([values[rank] for rank in ranks])
        assert layout.of_plane(plane) == lanes
        assert layout.to_plane(lanes) == plane
    assert layout.of_plane(0) == layout.to_plane(0) == 0


@pytest.mark.parametrize("suits", SUIT_ORDERS, ids=lambda suits: "".join(map(str, suits)))
@pytest.mark.parametrize("ranks", PLAIN.values(), ids=PLAIN)
def test_suit_lanes_have_a_bit_for_each_card(
    ranks: tuple[Rank, ...], suits: tuple[Suit, ...]
) -> None:
    layout = SuitLayout(ranks, suits)
    assert layout.suits == suits
    for hand in hands_of(ranks, 1):
        lanes = layout.lanes(hand.bits)
        assert lanes == sum(
            1 << 4 * ranks.index(card.rank) + suits.index(card.suit)
            for card in hand
            if card.suit is not None
        )
        counts = counted(hand, ranks)
        assert layout.counts(lanes) == spread(counts)
        assert layout.size(lanes) == len(hand)
        assert layout.chosen(hand.bits, lanes) == hand.bits


@pytest.mark.parametrize("suits", SUIT_ORDERS, ids=lambda suits: "".join(map(str, suits)))
def test_suit_lanes_name_just_their_cards(suits: tuple[Suit, ...]) -> None:
    ranks = ORDERS["two high, jokers above"][:13]
    layout = SuitLayout(ranks, suits)
    whole = Hand(pack())
    for hand in hands_of(ranks, 1):
        assert layout.chosen(whole.bits, layout.lanes(hand.bits)) == hand.bits


def test_ways_to_take_cards_where_suits_do_not_matter() -> None:
    layout = RankLayout(NATURAL)
    for cards, held in product(range(9), range(9)):
        assert list(layout.ways[cards][held]) == ([cards] if held >= cards else [])


def test_ways_to_take_cards_where_suits_do() -> None:
    layout = SuitLayout(NATURAL, tuple(Suit))
    for cards, held in product(range(5), range(16)):
        wanted = [way for way in range(16) if way & held == way and way.bit_count() == cards]
        assert list(layout.ways[cards][held]) == wanted


def test_finding_lanes() -> None:
    rng = random.Random(4)
    for _ in range(300):
        values = [rng.choice([0, 0, rng.randrange(16)]) for _ in range(15)]
        filled = [lane for lane, value in enumerate(values) if value]
        assert each_lane(spread(values)) == filled
        if filled:
            assert lane_of(spread(values)) == filled[0]
    assert each_lane(0) == []
    assert spread([1] * 15) == ONES
    assert PLANE_BITS == 60
