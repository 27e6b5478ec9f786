"""Shares of hidden cards against every order of small decks."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import permutations

import pytest
from typing_extensions import override

from climbcards import Card
from climbcards import hidden as module
from climbcards.hidden import Lot, Shares, Watch
from tests.chances import FAR, distance

A, B, C, D, E, F = (Card.parse(text) for text in "4♣ 4♦ 5♣ 5♦ 6♣ 7♣".split())  # noqa: SIM905

Split = tuple[tuple[Card, ...], ...]


def orders(lots: Sequence[Lot], room: Sequence[int]) -> Iterator[Split]:
    """The hidden cards by slot, once for each deck order that agrees with the lots.

    A deck is every slot's places in a row; its cards are the hidden ones and those that are known.
    """
    known = [[lot.known[s] if lot.known else 0 for lot in lots] for s in range(len(room))]
    sizes = [places + sum(known[s]) for s, places in enumerate(room)]
    deck = [lot.card for lot in lots for _ in range(lot.copies + sum(lot.known))]
    for order in set(permutations(deck)):
        rest, split = list(order), []
        for slot, size in enumerate(sizes):
            cards, rest = Counter(rest[:size]), rest[size:]
            for lot, copies in zip(lots, known[slot], strict=True):
                cards[lot.card] -= copies
            split.append(cards)
        barred = any(split[slot][lot.card] for lot in lots for slot in lot.barred)
        if not barred and all(min(cards.values(), default=0) >= 0 for cards in split):
            yield tuple(tuple(sorted(cards.elements())) for cards in split)


class OneOfARank(Watch):
    """No two cards of a rank."""

    @property
    @override
    def start(self) -> Hashable:
        return frozenset[int]()

    @override
    def after(self, memory: Hashable, card: Card) -> Hashable | None:
        assert isinstance(memory, frozenset)
        return None if card.rank in memory else memory | {card.rank}


class Unequal(Watch):
    """No two cards of a rank that come one after the other, rank by rank."""

    @property
    @override
    def start(self) -> Hashable:
        return 0

    @override
    def after(self, memory: Hashable, card: Card) -> Hashable | None:
        return None if card.rank == memory else int(card.rank)

    @override
    def allows(self, cards: Iterable[Card]) -> bool:
        return super().allows(sorted(cards))

    @override
    def most(self, cards: Sequence[Card]) -> int:
        return len({card.rank for card in cards})


CASES: dict[str, tuple[list[Lot], list[int]]] = {
    "one pack": ([Lot(card) for card in (A, B, C, D, E)], [2, 2, 1]),
    "a slot without room": ([Lot(card) for card in (A, B, C, D)], [2, 0, 2]),
    "barred": ([Lot(A, barred=frozenset({0})), *map(Lot, (B, C, D, E))], [2, 2, 1]),
    "barred from all but one": (
        [Lot(A, barred=frozenset({0, 2})), Lot(B, barred=frozenset({1})), Lot(C), Lot(D), Lot(E)],
        [2, 2, 1],
    ),
    "two packs": ([Lot(A, 2), Lot(B, 2), Lot(C)], [2, 2, 1]),
    "a copy known": ([Lot(A, known=(1, 0, 0)), Lot(B), Lot(C), Lot(D)], [2, 1, 1]),
    "copies known in several slots": (
        [Lot(A, known=(1, 0)), Lot(B, known=(0, 1)), Lot(C, known=(0, 1)), Lot(D)],
        [2, 2],
    ),
    "three packs": ([Lot(A, 2, known=(1, 0)), Lot(B, 2), Lot(C, 1, known=(1, 1))], [3, 2]),
    "known and barred": (
        [Lot(A, 2, known=(1, 0, 0), barred=frozenset({2})), Lot(B), Lot(C)],
        [2, 1, 1],
    ),
}

each_case = pytest.mark.parametrize(("lots", "room"), CASES.values(), ids=CASES)
by_counting = pytest.mark.parametrize("tries", [module.TRIES, 0], ids=["proposed", "counted"])


def splits(shares: Shares, draws: int) -> Counter[Split]:
    rng = random.Random(7)
    found: Counter[Split] = Counter()
    for _ in range(draws):
        shares_of = shares.draw(rng)
        assert shares_of is not None
        found[tuple(tuple(sorted(cards)) for cards in shares_of)] += 1
    return found


@each_case
@by_counting
def test_every_deck_order_is_as_likely(
    lots: list[Lot], room: list[int], tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "TRIES", tries)
    expected = Counter(orders(lots, room))
    counted = splits(Shares(lots, room), 40 * len(expected) + 2_000)
    assert distance(counted, expected) < FAR


@pytest.mark.parametrize("watch", [OneOfARank(), Unequal()])
@pytest.mark.parametrize("tries", [module.TRIES, 10, 0])
def test_a_watched_slot_meets_its_condition(
    watch: Watch, tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "TRIES", tries)
    lots, room = [Lot(card) for card in (A, B, C, D, E, F)], [3, 2, 1]
    ways = {split for split in orders(lots, room) if len({card.rank for card in split[0]}) == 3}
    shares = Shares(lots, room, {0: watch})
    assert distance(splits(shares, 4_000), dict.fromkeys(ways, 1)) < FAR
    # The two other slots are alike, and are counted as one.
    assert shares.ways() == len({split[0] for split in ways})


def test_two_watched_slots() -> None:
    lots, room = [Lot(card) for card in (A, B, C, D, E, F)], [3, 3]
    ways = [
        split
        for split in set(orders(lots, room))
        if all(len({card.rank for card in cards}) == 3 for cards in split)
    ]
    shares = Shares(lots, room, {0: OneOfARank(), 1: Unequal()})
    assert shares.ways() == len(ways) == 8
    assert distance(splits(shares, 1_000), dict.fromkeys(ways, 1)) < FAR


class Nothing(Unequal):
    """What weaker watches let through is looked at again."""

    @override
    def after(self, memory: Hashable, card: Card) -> Hashable | None:
        return 0


@pytest.mark.parametrize("tries", [5, 0])
def test_a_weaker_watch_changes_nothing(tries: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With no tries at all the watch itself is counted with; with few, both are."""
    monkeypatch.setattr(module, "TRIES", tries)
    lots, room = [Lot(card) for card in (A, B, C, D, E, F)], [3, 2, 1]
    ways = {split for split in orders(lots, room) if len({card.rank for card in split[0]}) == 3}
    shares = Shares(lots, room, {0: OneOfARank()}, {0: Nothing()})
    assert distance(splits(shares, 4_000), dict.fromkeys(ways, 1)) < FAR


@pytest.mark.parametrize(
    ("lots", "room", "watches"),
    [
        ([Lot(A)], [0], {}),
        ([Lot(A)], [2], {}),
        ([Lot(A)], [2, -1], {}),
        ([Lot(A, barred=frozenset({0}))], [1], {}),
        ([Lot(A, barred=frozenset({0})), Lot(B, barred=frozenset({0}))], [1, 1], {}),
        ([Lot(A), Lot(B)], [2], {0: OneOfARank()}),
        ([Lot(A), Lot(B), Lot(C), Lot(D)], [3, 1], {0: Unequal()}),
    ],
)
def test_what_cannot_be_is_none(
    lots: list[Lot], room: list[int], watches: dict[int, Watch]
) -> None:
    shares = Shares(lots, room, watches)
    assert shares.draw(random.Random(1)) is None
    assert shares.ways() == 0
    assert Shares(lots, room, watches, watches).draw(random.Random(1)) is None


def test_nothing_hidden() -> None:
    assert Shares([], [0, 0]).draw(random.Random(1)) == [[], []]
    assert Shares([], [0, 0]).ways() == 1


def test_equal_generators_give_equal_shares() -> None:
    lots, room = CASES["copies known in several slots"]
    one, two = Shares(lots, room), Shares(lots, room)
    one.draw(random.Random(1))
    one.ways()  # what was done before changes nothing
    assert all(one.draw(random.Random(n)) == two.draw(random.Random(n)) for n in range(50))


def test_chances_that_a_float_cannot_tell_apart() -> None:
    """The last of three chances is one in 2 ** 80 of the whole."""
    rng = random.Random(3)
    chances = [1 << 80, 1 << 80, 1]
    found = Counter(module.drawn(chances, sum(chances), rng) for _ in range(1_000))
    assert distance(found, {0: 1, 1: 1}) < FAR
    with pytest.raises(ValueError, match="less than the total"):
        module.drawn([0, 0], 1, rng)
