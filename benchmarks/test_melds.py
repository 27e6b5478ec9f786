"""Three Thirteen: hands put into melds, cards to go out with, and whole random deals.

See README.md.  Nothing here is asserted.
"""

import random
from itertools import count
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from climbcards import DealContext, Hand, ThreeThirteen, step
from climbcards.rummy.melds import outs

FOUR_PACKS = ThreeThirteen(players=8)
WILDS = (0, 1, 2, 4, 8)

each_hand = pytest.mark.parametrize(
    ("size", "wilds"),
    [(size, wilds) for size in (3, 5, 8, 10, 13) for wilds in WILDS if wilds <= size],
)


def hands(size: int, wilds: int, number: int = 100) -> list[Hand]:
    """So many hands of this size, so many cards of which are wild in the deal of that size."""
    rng, wild = random.Random(size), FOUR_PACKS.wild(size - 2)
    some = [card for card in FOUR_PACKS.deck if card.rank is wild]
    others = [card for card in FOUR_PACKS.deck if card.rank is not wild]
    return [Hand(rng.sample(some, wilds) + rng.sample(others, size - wilds)) for _ in range(number)]


def per_hand(benchmark: BenchmarkFixture, number: int) -> None:
    timed: Any = benchmark.stats  # the plugin is half typed; None where nothing was timed
    if timed is not None:
        benchmark.extra_info["us_per_hand"] = round(1e6 * float(timed.stats.min) / number, 1)


@pytest.mark.benchmark(group="hands in melds")
@each_hand
def test_arrange(benchmark: BenchmarkFixture, size: int, wilds: int) -> None:
    some = hands(size, wilds)
    benchmark(lambda: [FOUR_PACKS.arrange(hand, size - 2) for hand in some])
    per_hand(benchmark, len(some))


@pytest.mark.benchmark(group="cards to go out with")
@each_hand
def test_outs(benchmark: BenchmarkFixture, size: int, wilds: int) -> None:
    rng, wild = random.Random(1), FOUR_PACKS.wild(size - 2)
    some = [(hand + Hand([rng.choice(FOUR_PACKS.deck)])).bits for hand in hands(size, wilds)]
    benchmark(lambda: [outs(bits, wild, ace_high=False) for bits in some])
    per_hand(benchmark, len(some))


@pytest.mark.benchmark(group="random deals of Three Thirteen")
@pytest.mark.parametrize("number", [1, 5, 11])
@pytest.mark.parametrize("players", [2, 4])
def test_random_deals(benchmark: BenchmarkFixture, players: int, number: int) -> None:
    ruleset, seeds, rng = ThreeThirteen(players=players), count(), random.Random(1)
    context = DealContext(number=number)
    moves = 0

    def play() -> None:
        nonlocal moves
        state = ruleset.deal(next(seeds), context)
        while not state.is_over:
            state = step(state, rng.choice(state.legal_actions()))
            moves += 1

    rounds: Any = benchmark.pedantic  # half typed, too
    rounds(play, rounds=20, iterations=1)
    timed: Any = benchmark.stats
    if timed is not None:
        benchmark.extra_info["us_per_move"] = round(1e6 * float(timed.stats.total) / moves, 1)
