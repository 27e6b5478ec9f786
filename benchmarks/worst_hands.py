"""Search for the hands whose plays are the most, or take the most work to count; time the count.

``python benchmarks/worst_hands.py`` climbs, for Dou Dizhu under each rule for attached cards, from
random hands of the largest size: a card is exchanged for one of another rank as long as that makes
the hand no better.  A hand is worse by the number of its leads (``plays``), or else by the number
of function calls that counting them makes (``calls``), which does not depend on the machine.  Of
the worst hand it prints how many legal actions it has as a lead and, against the combination with
the most of them, as an answer; and the median time that ``len(state.legal_actions())`` takes.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import Final, TypeAlias

from climbcards import Card, Combination, DouDizhu, Hand, Rank, State, Table
from climbcards.games.dou_dizhu import Kickers

RANKS: Final = (
    *(Rank(number % 13 + 1) for number in range(2, 15)),
    Rank.BLACK_JOKER,
    Rank.RED_JOKER,
)
LETTERS: Final = "3456789TJQKA2BR"

RULESETS: Final = {
    "DISTINCT": DouDizhu(),
    "ANY": DouDizhu(kickers=Kickers.ANY),
    "RLCARD": DouDizhu.rlcard(),
    "OPENSPIEL": DouDizhu.openspiel(),
    "DOUZERO": DouDizhu.douzero(),
    "four players": DouDizhu(players=4),
}

Counts: TypeAlias = tuple[int, ...]
"""How many cards of each rank a hand holds."""

Measure: TypeAlias = Callable[[DouDizhu, Hand], int]
Found: TypeAlias = tuple[int, Counts]


def piles(ruleset: DouDizhu) -> list[list[Card]]:
    """The deck by rank."""
    return [[card for card in ruleset.deck if card.rank is rank] for rank in RANKS]


def hand_of(deck: Sequence[Sequence[Card]], counts: Counts) -> Hand:
    """The first cards of each rank."""
    return Hand([card for pile, n in zip(deck, counts, strict=True) for card in pile[:n]])


def written(counts: Counts) -> str:
    """The hand in letters."""
    return "".join(letter * n for letter, n in zip(LETTERS, counts, strict=True))


def exchanges(deck: Sequence[Sequence[Card]], counts: Counts) -> Iterator[Counts]:
    """Every hand that differs in one card."""
    for less in range(15):
        if not counts[less]:
            continue
        for more in range(15):
            if more != less and counts[more] < len(deck[more]):
                yield tuple(n - (place == less) + (place == more) for place, n in enumerate(counts))


def plays(ruleset: DouDizhu, hand: Hand) -> int:
    """How many leads a hand has."""
    return len(ruleset.leads(hand))


def calls(ruleset: DouDizhu, hand: Hand) -> int:
    """How many function calls it takes to count them, with warm caches."""
    made = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal made
        made += event in ("call", "c_call")

    len(ruleset.leads(hand))
    sys.setprofile(count)
    try:
        len(ruleset.leads(hand))
    finally:
        sys.setprofile(None)
    return made


def climb(ruleset: DouDizhu, measure: Measure, rng: random.Random, patience: int) -> Found:
    """From a random hand upwards, sideways so many times, to a hand none of whose exchanges gains.

    Returns:
        the measure of the hand, and the hand.
    """
    deck = piles(ruleset)
    size = 20 if ruleset.players == 3 else 33
    drawn = Hand(rng.sample(ruleset.deck, size))
    counts: Counts = tuple(sum(card.rank is rank for card in drawn) for rank in RANKS)
    best = measure(ruleset, drawn)
    while True:
        around = [
            (measure(ruleset, hand_of(deck, other)), other) for other in exchanges(deck, counts)
        ]
        most = max(number for number, _ in around)
        if most < best or (most == best and not patience):
            return best, counts
        patience -= most == best
        best, counts = most, rng.choice([other for number, other in around if number == most])


def facing(ruleset: DouDizhu, hand: Hand, target: Combination | None = None) -> State[Table]:
    """Seat 0 is to act with this hand."""
    taken = hand + (Hand() if target is None else target.cards)
    rest = list(Hand(ruleset.deck) - taken)[: ruleset.players - 1]
    return ruleset.position([hand, *([card] for card in rest)], target=target)


def hardest_target(ruleset: DouDizhu, hand: Hand) -> Combination:
    """Of what the rest of the deck can play, one that the hand has the most answers to."""
    targets: dict[tuple[object, ...], Combination] = {}
    for target in ruleset.leads(Hand(ruleset.deck) - hand):
        targets.setdefault((target.shape, target.strength, target.power), target)
    largest = [target for target in targets.values() if len(target.cards) <= 20]
    return max(largest, key=lambda target: len(ruleset.answers(hand, target)))


def microseconds(state: State[Table], repeats: int) -> float:
    """The median time to count a state's legal actions, after one count to warm up."""
    len(state.legal_actions())
    times: list[float] = []
    for _ in range(repeats):
        start = time.perf_counter()
        len(state.legal_actions())
        times.append(time.perf_counter() - start)
    return 1e6 * statistics.median(times)


def main() -> None:
    """Print the worst hand found for each ruleset."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--climbs", type=int, default=10, help="how many random hands to start at")
    parser.add_argument("--patience", type=int, default=8, help="how many steps sideways a climb")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--repeats", type=int, default=200, help="how often to time a count")
    options = parser.parse_args()
    print(f"{'kickers':12} {'most':5} {'leads':>6} {'µs':>5} {'answers':>8} {'µs':>5}  hand")
    for name, ruleset in RULESETS.items():
        for measure in (plays, calls):
            rng = random.Random(options.seed)
            starts = range(options.climbs)
            _, counts = max(climb(ruleset, measure, rng, options.patience) for _ in starts)
            hand = hand_of(piles(ruleset), counts)
            target = hardest_target(ruleset, hand)
            lead, answer = facing(ruleset, hand), facing(ruleset, hand, target)
            print(
                f"{name:12} {measure.__name__:5}"
                f" {len(lead.legal_actions()):6} {microseconds(lead, options.repeats):5.0f}"
                f" {len(answer.legal_actions()):8} {microseconds(answer, options.repeats):5.0f}"
                f"  {written(counts)} (against {target.kind})"
            )


if __name__ == "__main__":
    main()
