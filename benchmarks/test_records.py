"""Records of whole random deals: writing, reading and replaying; see README.md.

Nothing here is asserted.
"""

import random
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from climbcards import BigThree, BigTwo, DouDizhu, Match, Record, Ruleset, State, step

GAMES: dict[str, Ruleset] = {
    "big three": BigThree(),
    "dou dizhu": DouDizhu(),
    "big two": BigTwo(),
}

DEALS = 50

each_game = pytest.mark.parametrize("ruleset", GAMES.values(), ids=GAMES)


def played_out(ruleset: Ruleset) -> list[State]:
    """So many random deals, each to its end."""
    rng = random.Random(1)
    ended: list[State] = []
    for seed in range(DEALS):
        state = ruleset.deal(seed)
        while not state.is_over:
            state = step(state, rng.choice(state.legal_actions()))
        ended.append(state)
    return ended


def per_record(benchmark: BenchmarkFixture, texts: list[str]) -> None:
    """Notes how many records a second that is, and how long each is."""
    timed: Any = benchmark.stats  # the plugin is half typed
    if timed is not None:
        benchmark.extra_info["records_per_second"] = round(len(texts) / timed.stats.min)
    size = sum(len(text.encode()) for text in texts)
    benchmark.extra_info["bytes_per_record"] = round(size / len(texts))


@pytest.mark.benchmark(group="records: from a state to a line")
@each_game
def test_write(benchmark: BenchmarkFixture, ruleset: Ruleset) -> None:
    states = played_out(ruleset)
    texts: list[str] = benchmark(lambda: [Record.of(state).to_json() for state in states])
    per_record(benchmark, texts)


@pytest.mark.benchmark(group="records: from a line to a record")
@each_game
def test_read(benchmark: BenchmarkFixture, ruleset: Ruleset) -> None:
    texts = [Record.of(state).to_json() for state in played_out(ruleset)]
    benchmark(lambda: [Record.from_json(text) for text in texts])
    per_record(benchmark, texts)


@pytest.mark.benchmark(group="records: from a record to a state")
@each_game
def test_replay(benchmark: BenchmarkFixture, ruleset: Ruleset) -> None:
    records = [Record.of(state) for state in played_out(ruleset)]
    benchmark(lambda: [record.replay() for record in records])
    per_record(benchmark, [record.to_json() for record in records])


@pytest.mark.benchmark(group="records: a match of 20 deals, there and back")
def test_match(benchmark: BenchmarkFixture) -> None:
    rng = random.Random(1)
    match = Match.begin(BigTwo(), seed=1, deals=20)
    while not match.is_over:
        match = match.step(rng.choice(match.state.legal_actions()))
    text = Record.of(match).to_json()
    benchmark(lambda: Record.from_json(Record.of(match).to_json()).replay())
    per_record(benchmark, [text])
