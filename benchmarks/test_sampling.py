"""Samples from the views of every game, at the beginning, in the middle and late in a deal.

See README.md.  Nothing here is asserted.
"""

import random
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from climbcards import BigThree, BigTwo, ClimbingRuleset, DouDizhu, State, View, step
from climbcards.climbing.inference import NothingLonger
from climbcards.hidden import Lot, Shares

GAMES: dict[str, ClimbingRuleset] = {
    "big three": BigThree(),
    "big three, four players": BigThree(players=4),
    "dou dizhu": DouDizhu(),
    "dou dizhu, four players": DouDizhu(players=4),
    "dou dizhu, four players, the kitty hidden": DouDizhu(players=4, kitty_shown=False),
    "big two": BigTwo(),
    "big two, last card enforced": BigTwo(last_card_rule="enforce"),
    "big two, last card paid for": BigTwo(last_card_rule="pay"),
}
TIMES = {"early": 0.0, "middle": 0.5, "late": 0.9}
SAMPLES = 200


def some_view(ruleset: ClimbingRuleset, when: float) -> View:
    """The view of the seat to act after this part of a random deal."""
    rng = random.Random(1)
    path: list[State] = [ruleset.deal(1)]
    while not path[-1].is_over:
        path.append(step(path[-1], rng.choice(path[-1].legal_actions())))
    state = path[int(when * (len(path) - 1))]
    return state.view(state.to_act)


@pytest.mark.benchmark(group="samples of one view")
@pytest.mark.parametrize("when", TIMES)
@pytest.mark.parametrize("name", GAMES)
def test_sample(benchmark: BenchmarkFixture, name: str, when: str) -> None:
    view, rng = some_view(GAMES[name], TIMES[when]), random.Random(1)
    benchmark(lambda: [view.sample(rng) for _ in range(SAMPLES)])
    timed: Any = benchmark.stats  # the plugin is half typed
    if timed is not None:
        benchmark.extra_info["us_per_sample"] = round(1e6 * timed.stats.min / SAMPLES, 1)


@pytest.mark.benchmark(group="the first sample of a view")
@pytest.mark.parametrize("when", TIMES)
@pytest.mark.parametrize("name", GAMES)
def test_first_sample(benchmark: BenchmarkFixture, name: str, when: str) -> None:
    ruleset, rng = GAMES[name], random.Random(1)
    rounds: Any = benchmark.pedantic
    rounds(
        lambda view: view.sample(rng),
        setup=lambda: ((some_view(ruleset, TIMES[when]),), {}),
        rounds=50,
    )


@pytest.mark.benchmark(group="a hand that can hold nothing longer")
@pytest.mark.parametrize("hidden", [6, 9, 10])
@pytest.mark.parametrize("first", [True, False], ids=["first", "further"])
def test_nothing_longer(benchmark: BenchmarkFixture, hidden: int, first: bool) -> None:
    """So many of the cards below the two of spades, of the 51 there are."""
    catalogue = BigTwo().rules.catalogue
    order = sorted(catalogue.cards, key=catalogue.layout.order)
    watch = NothingLonger(catalogue, catalogue.layout.lanes(order[-1].bit))

    def shares() -> Shares:
        lots = [Lot(card) for card in order[:-1]]
        return Shares(lots, (hidden, 51 - hidden), {0: watch}, {0: watch.without_suits})

    known, rng = shares(), random.Random(1)
    known.draw(rng)
    benchmark(lambda: (shares() if first else known).draw(rng))
