"""The catalogues of Big Two: golden numbers, and the rules page counted out by brute force.

The page is told here a second time, on cards as pairs of numbers and without help from the engine:
once as a classifier of any cards, and once by construction.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from itertools import combinations, groupby, product
from math import comb
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import pytest

from climbcards import BigTwo, Card, Combination, Hand, Suit
from climbcards.games import big_two
from climbcards.games.straights import StraightOrder

RANKS: Final = "3456789TJQKA2"
SUITS: Final = "♦♣♥♠"
COUNTS: Final[dict[str, Any]] = json.loads(
    Path(__file__).parents[1].joinpath("data", "b2_counts.json").read_text(encoding="utf-8")
)

KINDS: Final = {
    "single": 52,
    "pair": 78,
    "triple": 52,
    "straight": 10_200,
    "flush": 5_108,
    "full_house": 3_744,
    "four_of_a_kind": 624,
    "straight_flush": 40,
}
"""The default catalogue, by kind: 19,898 sets of cards."""

MIDDLE: Final = "34567 45678 56789 6789T 789TJ 89TJQ 9TJQK TJQKA"
NAMED: Final[dict[str, tuple[StraightOrder, str]]] = {
    "two low": (big_two.STRAIGHTS_TWO_LOW, f"A2345 23456 {MIDDLE}"),
    "A2345 high": (big_two.STRAIGHTS_A2345_HIGH, f"23456 {MIDDLE} A2345"),
    "23456, A2345 high": (
        big_two.STRAIGHTS_23456_THEN_A2345_HIGH,
        f"{MIDDLE} A2345 23456",
    ),
    "23456 high": (big_two.STRAIGHTS_23456_HIGH, f"A2345 {MIDDLE} 23456"),
    "no A2345": (big_two.STRAIGHTS_NO_A2345, f"23456 {MIDDLE}"),
    "two high": (big_two.STRAIGHTS_TWO_HIGH, f"{MIDDLE} JQKA2"),
}
FLUSH_ORDERS: Final[tuple[Literal["suit", "rank"], ...]] = ("suit", "rank")

HASHES: Final = {
    ("two low", "suit"): "a334039a250e3c48cca57940092b9e16",
    ("two low", "rank"): "04187d15181328e57d44cea21d5bb60a",
    ("A2345 high", "suit"): "251148eff4dbe6e0363250477768fbb4",
    ("A2345 high", "rank"): "8b10e9f36108110c12f99156a332f4ac",
    ("23456, A2345 high", "suit"): "b6dd47140a7f3e44b0acc009d38dde40",
    ("23456, A2345 high", "rank"): "242f8c71dfa081a8b3b14f749b4b89e4",
    ("23456 high", "suit"): "63ccd51aa14ffce3945e4671bccfbad0",
    ("23456 high", "rank"): "b6685b7e9047a5b32c8ea550048ce2a5",
    ("no A2345", "suit"): "9191ebdc5210f1f622a6c014de29072a",
    ("no A2345", "rank"): "aea7b1c7c9ff06715685a809a37ffaeb",
    ("two high", "suit"): "859219271a89bd31e0682c197db02ce6",
    ("two high", "rank"): "19d68b9105b47222ff4201bd72813108",
}
"""The order of the five-card sets under the ladder, as the beginning of a hash of all of them."""

# --- The page, by brute force --------------------------------------------------------------------

Model: TypeAlias = tuple[int, int]
"""A card: the place of its rank (3 … A 2) and of its suit (♦ ♣ ♥ ♠)."""

DECK: Final = tuple(product(range(13), range(4)))
CARD: Final = {(rank, suit): Card.parse(f"{RANKS[rank]}{SUITS[suit]}") for rank, suit in DECK}
MODEL: Final = {card: model for model, card in CARD.items()}


class Read(NamedTuple):
    """A combination by the table of the page."""

    kind: str
    strength: tuple[int, ...]


class House(NamedTuple):
    """The options that the five-card kinds depend on."""

    windows: str
    by_rank: bool = False
    flushes: bool = True

    @property
    def order(self) -> tuple[str, ...]:
        return tuple(self.windows.split())

    def decides(self, window: str) -> str:
        """The rank whose suit decides between equal windows."""
        high = "TJQKA" in self.order and self.order.index(window) > self.order.index("TJQKA")
        return "2" if high and window in ("A2345", "23456") else window[-1]


@cache
def look(cards: frozenset[Model]) -> tuple[tuple[Model, ...], tuple[tuple[int, int], ...]]:
    """Some cards from the top; how many there are of each rank, fewest first."""
    held = sorted(cards, reverse=True)
    of_rank = Counter(rank for rank, _ in held)
    return tuple(held), tuple(sorted((number, rank) for rank, number in of_rank.items()))


def read(cards: Iterable[Model], house: House) -> Read | None:
    """What some cards are, by the page; None if they are no combination."""
    held, groups = look(frozenset(cards))
    match [size for size, _ in groups]:
        case [1] if len(held) == 1:
            return Read("single", held[0])
        case [2]:
            return Read("pair", held[0])
        case [3]:
            return Read("triple", (held[0][0],))
        case [2, 3]:
            return Read("full_house", (2, groups[-1][1]))
        case [1, 4]:
            return Read("four_of_a_kind", (3, groups[-1][1]))
        case [1, 1, 1, 1, 1]:
            return _of_five_ranks(held, house)
        case _:
            return None


def _of_five_ranks(held: tuple[Model, ...], house: House) -> Read | None:
    suits = {suit for _, suit in held}
    spelled = {RANKS[rank] for rank, _ in held}
    for place, window in enumerate(house.order):
        if set(window) == spelled:
            if len(suits) == 1:
                return Read("straight_flush", (4, place, held[0][1]))
            (suit,) = [suit for rank, suit in held if RANKS[rank] == house.decides(window)]
            return Read("straight", (0, place, suit))
    if len(suits) > 1 or not house.flushes:
        return None
    ranks = [rank for rank, _ in held]
    suit = held[0][1]
    return Read("flush", (1, *ranks, suit) if house.by_rank else (1, suit, *ranks))


@cache
def fives(windows: frozenset[str], flushes: bool = True) -> tuple[frozenset[Model], ...]:
    """Every legal set of five cards, by construction."""
    return tuple(_fives(windows, flushes))


def _fives(windows: frozenset[str], flushes: bool) -> Iterator[frozenset[Model]]:
    for window in windows:
        ranks = [RANKS.index(rank) for rank in window]
        for suits in product(range(4), repeat=5):
            yield frozenset(zip(ranks, suits, strict=True))
    if flushes:
        spelled = {frozenset(window) for window in windows}
        for of_five in combinations(range(13), 5):
            if frozenset(RANKS[rank] for rank in of_five) not in spelled:
                for suit in range(4):
                    yield frozenset((rank, suit) for rank in of_five)
    for three, other in product(range(13), repeat=2):
        if three != other:
            for of_three in combinations(range(4), 3):
                for of_two in combinations(range(4), 2):
                    yield frozenset(
                        [(three, suit) for suit in of_three] + [(other, suit) for suit in of_two]
                    )
    for four in range(13):
        whole = [(four, suit) for suit in range(4)]
        for fifth in DECK:
            if fifth not in whole:
                yield frozenset([*whole, fifth])


@cache
def text(cards: frozenset[Model]) -> str:
    return "".join(RANKS[rank] + SUITS[suit] for rank, suit in sorted(cards))


@cache
def cards_of(cards: frozenset[Model]) -> Hand:
    return Hand([CARD[model] for model in cards])


def ruleset_of(house: House, **options: Any) -> BigTwo:
    return BigTwo(
        straights=house.order,
        flush_order="rank" if house.by_rank else "suit",
        flushes=house.flushes,
        **options,
    )


def agrees(found: Combination | None, expected: Read | None) -> bool:
    if found is None or expected is None:
        return found is None and expected is None
    return (found.kind, found.strength, found.power) == (*expected, 0)


# --- Golden numbers ------------------------------------------------------------------------------


DEFAULT: Final = tuple(BigTwo().catalogue())


@pytest.mark.rule("B2-09", "B2-18")
def test_the_default_catalogue_by_kind() -> None:
    catalogue = DEFAULT
    assert len(BigTwo().catalogue()) == len(catalogue)
    assert len(catalogue) == 19_898 == sum(KINDS.values())
    assert Counter(str(one.kind) for one in catalogue) == KINDS
    assert len({one.cards for one in catalogue}) == 19_898


@pytest.mark.parametrize("case", COUNTS["conventions"], ids=lambda case: case["convention"])
def test_five_cards_under_each_convention_of_straights(case: dict[str, Any]) -> None:
    house = House(case["straights"])
    assert len(house.order) == case["windows"]
    catalogue = ruleset_of(house).catalogue()
    found = Counter(str(one.kind) for one in catalogue if len(one.cards) == 5)
    kinds = ("straight", "flush", "full_house", "four_of_a_kind", "straight_flush")
    assert found == {name: case[name] for name in kinds}
    assert sum(found.values()) == case["all"] == len(set(fives(frozenset(house.order))))
    assert case["all"] + case["nothing"] == comb(52, 5)
    (pack,) = COUNTS["pack"]
    five_ranks = comb(13, 5) * 4**5
    paired = ("trio_plus_two_unrelated", "two_pair_plus_one", "one_pair_plus_three")
    rest = five_ranks - found["straight"] - found["flush"] - found["straight_flush"]
    assert case["nothing"] == rest + sum(pack[name] for name in paired)


def test_the_small_groups_of_a_pack() -> None:
    (pack,) = COUNTS["pack"]
    found = Counter(str(one.kind) for one in DEFAULT)
    assert (pack["singles"], pack["pairs"], pack["triples"]) == (
        found["single"],
        found["pair"],
        found["triple"],
    )
    fours = [[(rank, suit) for suit in range(4)] for rank in range(13)]
    assert len(fours) == pack["four_of_a_kind_alone"]
    classify = BigTwo().classify
    assert all(classify([CARD[model] for model in four]) is None for four in fours)
    two_pairs = [
        [*one, *other]
        for low, high in combinations(range(13), 2)
        for one in combinations([(low, suit) for suit in range(4)], 2)
        for other in combinations([(high, suit) for suit in range(4)], 2)
    ]
    assert len(two_pairs) == pack["two_pair_four_cards"]
    assert all(classify([CARD[model] for model in pair]) is None for pair in two_pairs)


def test_taiwan() -> None:
    (case,) = COUNTS["taiwan"]
    found = Counter(str(one.kind) for one in BigTwo.taiwan().catalogue() if len(one.cards) == 5)
    assert found == {name: number for name, number in case.items() if name != "all"}
    assert sum(found.values()) == case["all"]
    assert len(BigTwo.taiwan().catalogue()) == 52 + 78 + case["all"]


@pytest.mark.parametrize("case", COUNTS["hands"], ids=lambda case: case["hand"])
def test_how_many_plays_a_hand_holds(case: dict[str, Any]) -> None:
    straights = {one["convention"]: one["straights"] for one in COUNTS["conventions"]}
    held = [MODEL[card] for card in Hand.parse(case["hand"])]
    for convention, (straight, flush, straight_flush) in case["by"].items():
        leads = ruleset_of(House(straights[convention])).leads(case["hand"])
        found = Counter(str(one.kind) for one in leads)
        expected = {
            name: case[name]
            for name in ("single", "pair", "triple", "full_house", "four_of_a_kind")
        }
        expected |= {"straight": straight, "flush": flush, "straight_flush": straight_flush}
        assert {name: found[name] for name in expected} == expected
        assert sum(found.values()) == len(leads) == sum(expected.values())
    of_rank = Counter(rank for rank, _ in held)
    assert sum(number == 4 for number in of_rank.values()) == case["quads"]


# --- The catalogue against the page --------------------------------------------------------------


@pytest.mark.parametrize("flush_order", FLUSH_ORDERS)
@pytest.mark.parametrize("name", NAMED)
def test_the_whole_order_of_five_cards(name: str, flush_order: Literal["suit", "rank"]) -> None:
    straights, windows = NAMED[name]
    house = House(windows, by_rank=flush_order == "rank")
    ruleset = BigTwo(straights=straights, flush_order=flush_order)
    found = {one.cards: one for one in ruleset.catalogue() if len(one.cards) == 5}
    listed: list[tuple[tuple[int, ...], str]] = []
    for cards in fives(frozenset(house.order)):
        expected = read(cards, house)
        one = found.pop(cards_of(cards))
        assert expected is not None
        assert agrees(one, expected)
        assert one.shape == ("five",)
        listed.append((one.strength, text(cards)))
    assert found == {}
    listed.sort()
    digest = sha256()
    for _, group in groupby(listed, key=lambda pair: pair[0]):
        digest.update(" ".join(cards for _, cards in group).encode() + b"\n")
    assert digest.hexdigest()[:32] == HASHES[name, flush_order]


def test_every_order_is_another() -> None:
    assert len(set(HASHES.values())) == len(HASHES) == 12


@pytest.mark.parametrize("ranks", ["A23456", "TJQKA2", "3456"], ids=["low", "high", "middle"])
@pytest.mark.parametrize("name", ["two low", "two high"])
def test_every_handful_of_a_short_pack_is_read_as_the_page_has_it(name: str, ranks: str) -> None:
    house = House(NAMED[name][1])
    ruleset = ruleset_of(house)
    short = [(RANKS.index(rank), suit) for rank in ranks for suit in range(4)]
    if len(short) > 20:
        short = [model for model in short if model[1] != 1]  # three suits
    for size in range(1, 6):
        for cards in combinations(short, size):
            found = ruleset.classify([CARD[model] for model in cards])
            assert agrees(found, read(cards, house)), cards


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_random_handfuls_of_the_pack_are_read_as_the_page_has_it(size: int) -> None:
    rng = random.Random(size)
    for name in NAMED:
        house = House(NAMED[name][1], by_rank=bool(rng.getrandbits(1)))
        ruleset = ruleset_of(house)
        for _ in range(250):
            cards = rng.sample(DECK, size)
            found = ruleset.classify([CARD[model] for model in cards])
            assert agrees(found, read(cards, house)), cards


@pytest.mark.parametrize("name", NAMED)
def test_leads_and_answers_are_those_of_a_full_search(name: str) -> None:
    rng = random.Random(name)
    house = House(NAMED[name][1])
    ruleset = ruleset_of(house)
    for _ in range(4):
        held = rng.sample(DECK, 13)
        expected = {
            frozenset(cards): one
            for size in (1, 2, 3, 5)
            for cards in combinations(held, size)
            if (one := read(cards, house)) is not None
        }
        hand = [CARD[model] for model in held]
        leads = ruleset.leads(hand)
        assert {one.cards for one in leads} == {cards_of(cards) for cards in expected}
        assert len(leads) == len(expected)
        rest = [model for model in DECK if model not in held]
        targets = {
            size: [frozenset(cards) for cards in combinations(rest, size) if read(cards, house)]
            for size in (1, 2, 3)
        }
        targets[5] = [cards for cards in fives(frozenset(house.order)) if cards.isdisjoint(held)]
        for size in (1, 2, 3, 5):
            below = rng.choice(sorted(targets[size], key=text))
            low = read(below, house)
            assert low is not None
            target = ruleset.classify([CARD[model] for model in below])
            assert target is not None
            wanted = {
                cards_of(cards)
                for cards, one in expected.items()
                if len(cards) == size and one.strength > low.strength
            }
            answers = ruleset.answers(hand, target)
            assert {one.cards for one in answers} == wanted
            assert len(answers) == len(wanted)


@pytest.mark.parametrize("suits", ["♣♠♥♦", "♠♥♣♦"])
def test_another_order_of_suits_renames_the_cards(suits: str) -> None:
    """The order of suits is a renaming: the strengths are those of the default."""
    order = tuple(Card.parse(f"3{suit}").suit for suit in suits)
    ruleset = BigTwo(suit_order=order)  # type: ignore[arg-type]  # pyright: ignore
    usual = (Suit.DIAMONDS, Suit.CLUBS, Suit.HEARTS, Suit.SPADES)
    renaming = {
        Card(rank, suit): Card(rank, other)
        for suit, other in zip(order, usual, strict=True)
        for rank in {card.rank for card in ruleset.deck}
    }
    default = {one.cards: one for one in DEFAULT}
    for one in ruleset.catalogue():
        renamed = Hand([renaming[card] for card in one.cards])
        same = default.pop(renamed)
        assert (one.kind, one.strength, one.shape) == (same.kind, same.strength, same.shape)
    assert default == {}
