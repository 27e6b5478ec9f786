"""The arranger against a slow search that tries every part of a hand and shares no code with it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from climbcards import Card, Hand, Rank, Suit, ThreeThirteen
from climbcards.rummy.melds import MeldKind, is_melds, outs


def ranks_of(card: Card, ace_high: bool) -> tuple[int, ...]:
    """The places that a card may have in a run."""
    return (1, 14) if ace_high and card.rank is Rank.ACE else (card.rank.value,)


def is_run(naturals: Sequence[Card], size: int, ace_high: bool) -> bool:
    """Whether these cards and wild ones, so many in all, are a run."""
    if len({card.suit for card in naturals}) > 1 or size > 13:
        return False
    for low in range(1, (14 if ace_high else 13) - size + 2):
        window = list(range(low, low + size))
        for card in naturals:
            places = [place for place in ranks_of(card, ace_high) if place in window]
            if not places:
                break
            window.remove(places[0])
        else:
            return True
    return False


def is_meld(cards: Sequence[Card], wild: Rank, ace_high: bool) -> bool:
    naturals = [card for card in cards if card.rank is not wild]
    if len(cards) < 3:
        return False
    return len({card.rank for card in naturals}) <= 1 or is_run(naturals, len(cards), ace_high)


class Slow:
    """A hand, and everything that can be said of its parts."""

    def __init__(self, cards: Sequence[Card], wild: Rank, ace_high: bool) -> None:
        self.cards = sorted(cards)
        self.wild, self.ace_high = wild, ace_high
        self.whole = (1 << len(cards)) - 1
        parts = range(1, self.whole + 1)
        self.melds = [part for part in parts if is_meld(self.chosen(part), wild, ace_high)]
        self.covered = {0}
        for part in parts:
            if any(self.covers(part, meld) for meld in self.melds):
                self.covered.add(part)

    def covers(self, part: int, meld: int) -> bool:
        return not meld & ~part and meld & part & -part != 0 and part ^ meld in self.covered

    def chosen(self, part: int) -> list[Card]:
        return [card for place, card in enumerate(self.cards) if part >> place & 1]

    def left(self) -> tuple[int, int, list[Card]]:
        """The fewest points, and how many and which cards are left by the rule, highest first."""
        lefts = [self.chosen(self.whole ^ part) for part in self.covered]
        return min((sum(map(self.points, left)), len(left), left[::-1]) for left in lefts)

    def points(self, card: Card) -> int:
        return 15 if self.ace_high and card.rank is Rank.ACE else min(card.rank.value, 10)

    def outs(self) -> list[Card]:
        places = range(len(self.cards))
        going = [self.cards[at] for at in places if self.whole ^ 1 << at in self.covered]
        return list(dict.fromkeys(going))

    def arrangements(self, part: int) -> Iterator[list[list[Card]]]:
        """Every way to put this part into melds."""
        if not part:
            yield []
        for meld in self.melds:
            if self.covers(part, meld):
                for rest in self.arrangements(part ^ meld):
                    yield [self.chosen(meld), *rest]

    def best(self, left: Sequence[Card]) -> list[tuple[int, int, list[Card]]]:
        """The melds that the rule of ties chooses: what they are, and their natural cards."""
        part = self.whole
        for card in left:
            part ^= next(
                1 << at for at, own in enumerate(self.cards) if own is card and part >> at & 1
            )
        return min(map(self.in_order, self.arrangements(part)))

    def in_order(self, melds: Sequence[Sequence[Card]]) -> list[tuple[int, int, list[Card]]]:
        """The melds by their lowest natural cards, the better of two first; not those all wild."""
        told = [self.told(meld) for meld in melds]
        return sorted((meld for meld in told if meld[2]), key=lambda meld: (meld[2][0], meld))

    def told(self, meld: Sequence[Card]) -> tuple[int, int, list[Card]]:
        naturals = [card for card in meld if card.rank is not self.wild]
        is_run = len({card.rank for card in naturals}) > 1
        return 2 if len(naturals) == 1 else int(is_run), -len(naturals), naturals


def hands(seed: int, count: int, most: int) -> Iterator[tuple[ThreeThirteen, int, list[Card]]]:
    """Rulesets, numbers of deals and hands, rich in melds."""
    rng = random.Random(seed)
    while count:
        packs = rng.randint(1, 3)
        ruleset = ThreeThirteen(players=2, packs=packs, ace_high=rng.random() < 0.5)
        number = rng.randint(1, 11)
        ranks = rng.sample(list(Rank)[:13], rng.randint(2, 6))
        if rng.random() < 0.5:
            start = rng.randint(1, 8)
            ranks = [Rank(start + at) for at in range(6)]
        if rng.random() < 0.6 and ruleset.wild(number) not in ranks:
            ranks.append(ruleset.wild(number))
        suits = rng.sample(list(Suit), rng.randint(1, 4))
        deck = [Card(rank, suit) for rank in ranks for suit in suits for _ in range(packs)]
        yield ruleset, number, rng.sample(deck, min(len(deck), rng.randint(1, most)))
        count -= 1


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_missed_and_ties_are_broken_by_the_rule(seed: int) -> None:
    for ruleset, number, cards in hands(seed, 100, 8):
        wild = ruleset.wild(number)
        slow = Slow(cards, wild, ruleset.ace_high)
        points, _, left = slow.left()
        found = ruleset.arrange(cards, number)
        assert (found.points, list(found.left)[::-1]) == (points, left)
        bits = Hand(cards).bits
        assert is_melds(bits, wild, ruleset.ace_high) == (slow.whole in slow.covered)
        if len(cards) > 3:
            assert outs(bits, wild, ruleset.ace_high) == slow.outs()
        assert sum((meld.cards for meld in found.melds), found.left) == Hand(cards)
        for meld in found.melds:
            assert is_meld(list(meld.cards), wild, ruleset.ace_high)
            assert {card.rank for card, _ in meld.stands_for} <= {wild}
        told = slow.in_order([list(meld.cards) for meld in found.melds])
        assert told == slow.best(left)
        kinds = [meld.kind is MeldKind.RUN for meld in found.melds]
        assert kinds[: len(told)] == [kind == 1 for kind, _, _ in told]
