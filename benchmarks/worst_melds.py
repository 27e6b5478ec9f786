"""Search for the hands that take the most work to arrange; time them.

``python benchmarks/worst_melds.py`` climbs, for several deals of Three Thirteen, from random hands
of fourteen cards with so many wild ones among them: a card is exchanged for another as long as that
makes the hand no better.  A hand is worse by how many melds the search lists, which does not depend
on the machine.  Of the worst it prints the median time that arranging it takes, and finding the
cards to go out with.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Final

from climbcards import Card, Hand, Rank
from climbcards.cards import CARDS
from climbcards.rummy.arranger import Arranger
from climbcards.rummy.melds import arrange, outs

PACK: Final = CARDS[:52]
SIZE: Final = 14

WORST: Final = (
    # The wild rank, whether aces are high, packs, the hand: the worst that climbs have found.
    ("3", False, 2, "3♣ 9♣ 9♣ 9♦ 9♦ 9♥ 9♥ 9♠ 9♠ 10♣ 10♦ 10♥ J♠ Q♣"),
    ("K", False, 4, "2♣ 2♥ 3♣ 3♣ 3♣ 3♣ 3♥ 4♣ 4♣ 4♥ 5♣ 7♥ K♣ K♣"),
    ("7", False, 4, "2♣ 2♠ 3♣ 3♣ 3♣ 3♣ 3♠ 4♣ 4♣ 4♠ 5♣ 7♣ 7♣ Q♥"),
    ("3", True, 4, "3♣ 3♣ 5♣ 5♣ 6♣ 6♣ 6♣ 7♣ 7♣ 8♣ 8♣ 9♣ 10♣ K♣"),
)


class Counting(Arranger):
    """Counts the melds that are listed."""

    __slots__ = ("listed",)

    listed: int

    def melds(self, rest: int, wilds: int) -> list[tuple[int, int]]:
        found = super().melds(rest, wilds)
        self.listed += len(found)
        return found


def listed(hand: Sequence[Card], wild: Rank, ace_high: bool) -> int:
    """How many melds the search for the fewest points lists."""
    naturals = sorted(card for card in hand if card.rank is not wild)
    suits = [0 if card.suit is None else card.suit.value for card in naturals]
    ranks = [card.rank.value for card in naturals]
    points = [15 if rank == 1 and ace_high else min(rank, 10) for rank in ranks]
    arranger = Counting(ranks, suits, points, ace_high)
    arranger.listed = 0
    arranger.fewest((1 << len(naturals)) - 1, len(hand) - len(naturals))
    return arranger.listed


def climb(
    wild: Rank, ace_high: bool, packs: int, wilds: int, rng: random.Random, patience: int
) -> tuple[int, list[Card]]:
    """From a random hand upwards: the most melds listed, and the hand."""
    naturals = [card for card in PACK if card.rank is not wild for _ in range(packs)]
    hand = rng.sample(naturals, SIZE - wilds)
    few = [card for card in PACK if card.rank is wild][:1] * wilds
    best = listed([*hand, *few], wild, ace_high)
    while True:
        around: list[tuple[int, list[Card]]] = []
        for place in range(len(hand)):
            for card in dict.fromkeys(naturals):
                other = [*hand[:place], card, *hand[place + 1 :]]
                if card is not hand[place] and other.count(card) <= packs:
                    around.append((listed([*other, *few], wild, ace_high), other))
        most = max(number for number, _ in around)
        if most < best or (most == best and not patience):
            return best, hand
        patience -= most == best
        best, hand = most, rng.choice([other for number, other in around if number == most])


def milliseconds(call: Callable[[], object], repeats: int) -> float:
    """The median time of a call."""
    times: list[float] = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return 1e3 * statistics.median(times)


def report(wild: Rank, ace_high: bool, packs: int, hand: Hand, repeats: int) -> None:
    """A line about a hand."""
    bits = hand.bits
    print(
        f"{wild!s:>4} {'high' if ace_high else 'low':4} {packs:5}"
        f" {listed(list(hand), wild, ace_high):6}"
        f" {milliseconds(lambda: arrange(bits, wild, ace_high), repeats):8.2f}"
        f" {milliseconds(lambda: outs(bits, wild, ace_high), repeats):7.2f}  {hand}",
        flush=True,
    )


def main() -> None:
    """Print the worst hands that are known, and those found now."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--climbs", type=int, default=3, help="how many random hands to start at")
    parser.add_argument("--patience", type=int, default=3, help="how many steps sideways a climb")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--repeats", type=int, default=50, help="how often to time a call")
    options = parser.parse_args()
    print(f"{'wild':4} {'aces':4} {'packs':5} {'melds':>6} {'arrange':>8} {'outs':>7}  hand (ms)")
    for rank, high, packs, text in WORST:
        report(Card.parse(f"{rank}♣").rank, high, packs, Hand.parse(text), options.repeats)
    for wild in (Rank.THREE, Rank.SEVEN, Rank.KING):
        for ace_high in (False, True):
            for packs, wilds in ((2, 1), (2, 3), (4, 2), (4, 4)):
                rng = random.Random(options.seed)
                starts = range(options.climbs)
                _, found = max(
                    climb(wild, ace_high, packs, wilds, rng, options.patience) for _ in starts
                )
                few = [card for card in PACK if card.rank is wild][:1] * wilds
                report(wild, ace_high, packs, Hand([*found, *few]), options.repeats)


if __name__ == "__main__":
    main()
