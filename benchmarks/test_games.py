"""The games side by side: lists for the hands they deal, and whole random deals.

See README.md.  Nothing here is asserted.
"""

import random
import time
from itertools import count
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from climbcards import BigThree, BigTwo, ClimbingRuleset, DouDizhu, Hand, step
from climbcards.games.dou_dizhu import Kickers

GAMES: dict[str, tuple[ClimbingRuleset, tuple[int, ...]]] = {
    "big three": (BigThree(), (20, 16)),
    "dou dizhu": (DouDizhu(), (20, 17)),
    "dou dizhu, any kickers": (DouDizhu(kickers=Kickers.ANY), (20, 17)),
    "dou dizhu, four players": (DouDizhu(players=4), (33, 25)),
    "big two": (BigTwo(), (13,)),
    "big two, da lao er": (BigTwo.da_lao_er(), (13,)),
}
"""Each game with the sizes of the hands that lead and answer in it."""

CASES = {
    f"{name}, {size} cards": (ruleset, size)
    for name, (ruleset, sizes) in GAMES.items()
    for size in sizes
}

each_case = pytest.mark.parametrize(("ruleset", "size"), CASES.values(), ids=CASES)


def hands(ruleset: ClimbingRuleset, size: int, number: int = 200) -> list[Hand]:
    """So many random hands of this size."""
    rng = random.Random(size)
    return [Hand(rng.sample(ruleset.deck, size)) for _ in range(number)]


def seconds(benchmark: BenchmarkFixture) -> float | None:
    """The best of the rounds; None where nothing was timed (--benchmark-disable)."""
    timed: Any = benchmark.stats  # the plugin is half typed
    return None if timed is None else float(timed.stats.min)


def per_hand(benchmark: BenchmarkFixture, number: int) -> None:
    best = seconds(benchmark)
    if best is not None:
        benchmark.extra_info["us_per_hand"] = round(1e6 * best / number, 3)


@pytest.mark.benchmark(group="leads: their number")
@each_case
def test_leads_len(benchmark: BenchmarkFixture, ruleset: ClimbingRuleset, size: int) -> None:
    some = hands(ruleset, size)
    benchmark(lambda: [len(ruleset.leads(hand)) for hand in some])
    per_hand(benchmark, len(some))


@pytest.mark.benchmark(group="leads: all of them")
@each_case
def test_leads_list(benchmark: BenchmarkFixture, ruleset: ClimbingRuleset, size: int) -> None:
    some = hands(ruleset, size)
    benchmark(lambda: [list(ruleset.leads(hand)) for hand in some])
    benchmark.extra_info["combinations"] = sum(len(ruleset.leads(hand)) for hand in some)
    per_hand(benchmark, len(some))


@pytest.mark.benchmark(group="answers: all of them")
@each_case
def test_answers_list(benchmark: BenchmarkFixture, ruleset: ClimbingRuleset, size: int) -> None:
    some, rng = hands(ruleset, size), random.Random(1)
    cases = [(hand, rng.choice(ruleset.leads(some[place - 1]))) for place, hand in enumerate(some)]
    benchmark(lambda: [list(ruleset.answers(hand, target)) for hand, target in cases])
    per_hand(benchmark, len(some))


@pytest.mark.benchmark(group="random deals, from the shuffle to the payment")
@pytest.mark.parametrize("name", GAMES)
def test_random_deals(benchmark: BenchmarkFixture, name: str) -> None:
    ruleset, seeds, rng = GAMES[name][0], count(), random.Random(1)
    moves = deals = 0

    def play() -> None:
        nonlocal moves, deals
        state = ruleset.deal(next(seeds))
        while not state.is_over:
            state = step(state, rng.choice(state.legal_actions()))
            moves += 1
        deals += 1

    for _ in range(20):
        play()  # the tables fill
    moves = deals = 0
    start = time.perf_counter()
    rounds: Any = benchmark.pedantic  # half typed, too
    rounds(play, rounds=300, iterations=1)
    spent = time.perf_counter() - start
    benchmark.extra_info["deals_per_second"] = round(deals / spent)
    benchmark.extra_info["us_per_move"] = round(1e6 * spent / moves, 2)
