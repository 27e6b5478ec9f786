"""How fast it is, and how much it keeps; see README.md.  Nothing here is asserted."""

import gc
import random
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from climbcards import Action, Bid, BigThree, Combination, Hand, Pass, Phase, Play, State, step
from climbcards.games.big_three import BigThreeTable

E = TypeVar("E")

RULES = BigThree()
FOUR = BigThree(players=4)

HANDS = {
    "pairs": "4♣ 4♦ 5♣ 5♦ 6♣ 6♦ 7♣ 7♦ 8♣ 8♦ 9♣ 9♦ 10♣ 10♦ J♣ J♦ Q♣ Q♦ K♣ K♦",
    "quads": "4♣ 4♦ 4♥ 4♠ 5♣ 5♦ 5♥ 5♠ 6♣ 6♦ 6♥ 6♠ 7♣ 7♦ 7♥ 7♠ 8♣ 8♦ 8♥ 8♠",
    "mixed": "4♥ 5♣ 5♦ 6♠ 7♥ 8♣ 8♦ 8♠ 9♣ 9♦ 10♣ 10♥ 10♠ Q♥ K♣ A♦ A♠ 2♣ 2♠ 3♥",
    "loose": "4♣ 4♥ 5♠ 7♣ 7♦ 8♠ 10♣ J♦ J♠ K♣ K♦ K♠ A♣ A♦ A♥ 2♦ 2♠ 3♣ 3♦ 3♠",
}
"""Fixed hands of 20 cards, from those with many combinations to those with few."""


def soloist_hands(count: int) -> list[Hand]:
    """The 20 cards of the soloist in so many deals."""
    states = [step(RULES.deal(seed), Bid(3)) for seed in range(count)]
    return [max(state.hands, key=len) for state in states]


MANY = soloist_hands(200)
DEALS = [RULES.shuffle(seed) for seed in range(50)]


def loop() -> int:
    """A fixed amount of plain Python: the unit that makes machines and moments comparable."""
    total = 0
    for number in range(20_000):
        total = (total * 31 + number) & 0xFFFF_FFFF
    return total


def loop_seconds() -> float:
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        loop()
        best = min(best, time.perf_counter() - start)
    return best


@pytest.fixture(autouse=True)
def in_loops(benchmark: BenchmarkFixture) -> Iterator[None]:
    """Notes each best round in loops as well, timed just before and after."""
    before = loop_seconds()
    yield
    loops = min(before, loop_seconds())
    best = seconds(benchmark)
    if best is not None:
        benchmark.extra_info["loop_ms"] = round(1000 * loops, 4)
        benchmark.extra_info["in_loops"] = float(f"{best / loops:.4g}")


def seconds(benchmark: BenchmarkFixture) -> float | None:
    """The best of the rounds; None where nothing was timed (--benchmark-disable)."""
    timed: Any = benchmark.stats  # the plugin is half typed
    return None if timed is None else float(timed.stats.min)


def rounds_of(
    benchmark: BenchmarkFixture, function: Callable[[], E], *, rounds: int, warmup_rounds: int
) -> E:
    """So many rounds of one call each; what the last gave."""
    pedantic: Callable[..., E] = benchmark.pedantic
    return pedantic(function, rounds=rounds, warmup_rounds=warmup_rounds)


def per(benchmark: BenchmarkFixture, what: str, count: int) -> None:
    """Notes the time for one of ``count`` things, in microseconds."""
    best = seconds(benchmark)
    if best is not None:
        benchmark.extra_info[f"us_per_{what}"] = round(1e6 * best / count, 3)


def test_loop(benchmark: BenchmarkFixture) -> None:
    benchmark(loop)


# --- Lists ---------------------------------------------------------------------------------------

HANDS_OF_20 = {name: Hand.parse(text) for name, text in HANDS.items()}

each_hand = pytest.mark.parametrize("hand", HANDS_OF_20.values(), ids=HANDS_OF_20)


@pytest.mark.benchmark(group="leads of 20 cards: their number")
@each_hand
def test_leads_len(benchmark: BenchmarkFixture, hand: Hand) -> None:
    benchmark.extra_info["combinations"] = benchmark(lambda: len(RULES.leads(hand)))


@pytest.mark.benchmark(group="leads of 20 cards: all of them")
@each_hand
def test_leads_list(benchmark: BenchmarkFixture, hand: Hand) -> None:
    benchmark.extra_info["combinations"] = len(benchmark(lambda: list(RULES.leads(hand))))


@pytest.mark.benchmark(group="leads of 20 cards: their number")
def test_leads_len_of_many_hands(benchmark: BenchmarkFixture) -> None:
    benchmark(lambda: [len(RULES.leads(hand)) for hand in MANY])
    per(benchmark, "hand", len(MANY))


@pytest.mark.benchmark(group="leads of 20 cards: all of them")
def test_leads_list_of_many_hands(benchmark: BenchmarkFixture) -> None:
    benchmark(lambda: [list(RULES.leads(hand)) for hand in MANY])
    per(benchmark, "hand", len(MANY))


TARGETS = {
    "single": "5♠",
    "pair": "6♥ 6♠",
    "run of 4": "4♠ 5♥ 6♥ 7♠",
    "pair run": "4♠ 4♦ 5♥ 5♠ 6♥ 6♠",
}


def target_of(text: str) -> Combination:
    found = RULES.classify(text)
    assert found is not None
    return found


each_target = pytest.mark.parametrize(
    "target", [target_of(text) for text in TARGETS.values()], ids=TARGETS
)


@pytest.mark.benchmark(group="answers of 20 cards: their number")
@each_target
def test_answers_len(benchmark: BenchmarkFixture, target: Combination) -> None:
    hand = Hand.parse(HANDS["mixed"])
    benchmark.extra_info["answers"] = benchmark(lambda: len(RULES.answers(hand, target)))


@pytest.mark.benchmark(group="answers of 20 cards: all of them")
@each_target
def test_answers_list(benchmark: BenchmarkFixture, target: Combination) -> None:
    hand = Hand.parse(HANDS["mixed"])
    benchmark.extra_info["answers"] = len(benchmark(lambda: list(RULES.answers(hand, target))))


@pytest.mark.benchmark(group="answers of 20 cards: all of them")
def test_answers_list_of_many_hands(benchmark: BenchmarkFixture) -> None:
    rng = random.Random(1)
    cases = [(hand, rng.choice(RULES.leads(MANY[at - 1]))) for at, hand in enumerate(MANY)]
    benchmark(lambda: [list(RULES.answers(hand, target)) for hand, target in cases])
    per(benchmark, "hand", len(cases))


# --- Moves ---------------------------------------------------------------------------------------


def leading() -> State[BigThreeTable]:
    """The soloist, who opened, is to lead from 20 cards."""
    return step(RULES.deal(1), Bid(3))


def answering() -> State[BigThreeTable]:
    """The next seat is to answer a single."""
    state = leading()
    return step(state, state.legal_actions()[0])


STATES = {"lead": leading(), "answer": answering()}

each_state = pytest.mark.parametrize("state", STATES.values(), ids=STATES)


@pytest.mark.benchmark(group="legal_actions: their number")
@each_state
def test_legal_actions_len(benchmark: BenchmarkFixture, state: State[BigThreeTable]) -> None:
    benchmark.extra_info["actions"] = benchmark(lambda: len(state.legal_actions()))


@pytest.mark.benchmark(group="legal_actions: one of them")
@each_state
def test_legal_actions_last(benchmark: BenchmarkFixture, state: State[BigThreeTable]) -> None:
    benchmark(lambda: state.legal_actions()[-1])


@pytest.mark.benchmark(group="legal_actions: all of them")
@each_state
def test_legal_actions_list(benchmark: BenchmarkFixture, state: State[BigThreeTable]) -> None:
    benchmark.extra_info["actions"] = len(benchmark(lambda: list(state.legal_actions())))


@pytest.mark.benchmark(group="step")
@pytest.mark.parametrize("name", ["bid", "pass", "play (lead)", "play (answer)", "play (text)"])
def test_step(benchmark: BenchmarkFixture, name: str) -> None:
    lead, answer = STATES["lead"], STATES["answer"]
    cases: dict[str, tuple[State[BigThreeTable], Action]] = {
        "bid": (RULES.deal(1), Bid(1)),
        "pass": (answer, Pass()),
        "play (lead)": (lead, lead.legal_actions()[-1]),
        "play (answer)": (answer, answer.legal_actions()[-1]),
    }
    if name == "play (text)":
        text = str(lead.legal_actions()[-1]).removeprefix("play ")
        benchmark(lambda: step(lead, Play(text)))
    else:
        state, action = cases[name]
        benchmark(step, state, action)


@pytest.mark.benchmark(group="check")
def test_check_refused(benchmark: BenchmarkFixture) -> None:
    state = STATES["lead"]
    action = Play([next(card for card in RULES.deck if card not in state.hands[state.to_act or 0])])
    benchmark(state.check, action)


# --- Whole deals ---------------------------------------------------------------------------------


def played_out(state: State[BigThreeTable], rng: random.Random) -> State[BigThreeTable]:
    """Uniformly random legal moves to the end."""
    draw = rng.random
    while state.phase is not Phase.OVER:
        actions = state.legal_actions()
        state = step(state, actions[int(draw() * len(actions))])
    return state


def moves_in(states: Sequence[State[BigThreeTable]]) -> int:
    return sum(len(state.history) for state in states)


@pytest.mark.benchmark(group="whole deals")
@pytest.mark.parametrize("rules", [RULES, FOUR], ids=["3 players", "4 players"])
def test_random_deals(benchmark: BenchmarkFixture, rules: BigThree) -> None:
    """Shuffle, start, list, choose and step, to the payment."""

    def deals() -> list[State[BigThreeTable]]:
        rng = random.Random(5)
        ended = [played_out(rules.deal(seed), rng) for seed in range(len(DEALS))]
        for state in ended:
            assert state.result is not None
        return ended

    moves = moves_in(benchmark(deals))
    per(benchmark, "move", moves)
    benchmark.extra_info["moves_per_deal"] = round(moves / len(DEALS), 1)
    best = seconds(benchmark)
    if best is not None:
        benchmark.extra_info["deals_per_second"] = round(len(DEALS) / best)


@pytest.mark.benchmark(group="whole deals")
def test_random_moves(benchmark: BenchmarkFixture) -> None:
    """The same without the shuffle and the start: list, choose and step."""
    starts = [RULES.start(deal) for deal in DEALS]

    def play() -> list[State[BigThreeTable]]:
        rng = random.Random(5)
        return [played_out(state, rng) for state in starts]

    per(benchmark, "move", moves_in(benchmark(play)))


@pytest.mark.benchmark(group="whole deals")
def test_replayed_moves(benchmark: BenchmarkFixture) -> None:
    """Steps alone, along moves that are known."""
    rng = random.Random(5)
    ended = [played_out(RULES.start(deal), rng) for deal in DEALS]
    games = [(RULES.start(deal), state.history) for deal, state in zip(DEALS, ended, strict=True)]

    def replay() -> None:
        for state, moves in games:
            for seat, action in moves:
                state = step(state, action, seat)  # noqa: PLW2901

    benchmark(replay)
    per(benchmark, "move", moves_in(ended))


@pytest.mark.benchmark(group="whole deals")
def test_shuffle_and_start(benchmark: BenchmarkFixture) -> None:
    benchmark(lambda: RULES.deal(7))


# --- What it costs to have it --------------------------------------------------------------------


@pytest.mark.benchmark(group="import")
def test_import(benchmark: BenchmarkFixture) -> None:
    """A fresh interpreter each time; what the import itself took is in extra_info."""
    code = (
        "import time; start = time.perf_counter(); import climbcards;"
        "print(time.perf_counter() - start)"
    )
    times: list[float] = []

    def fresh() -> None:
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
        times.append(float(done.stdout))

    rounds_of(benchmark, fresh, rounds=10, warmup_rounds=2)
    benchmark.extra_info["best_import_ms"] = round(1000 * min(times), 1)


def longest_deal() -> State[BigThreeTable]:
    """The start of a deal of four in which only singles are played: many moves, few plays."""
    return step(FOUR.deal(3), Bid(3))


def singles(state: State[BigThreeTable]) -> State[BigThreeTable]:
    """The lowest single each time, a pass if there is none."""
    while state.phase is not Phase.OVER:
        actions = state.legal_actions()
        state = step(state, actions[min(1, len(actions) - 1) if state.table.target else 0])
    return state


@pytest.mark.benchmark(group="memory")
def test_bytes_of_a_step(benchmark: BenchmarkFixture) -> None:
    """What a long deal adds while its last state is kept: states, moves, actions and cards."""
    start = longest_deal()
    ended = rounds_of(benchmark, lambda: singles(start), rounds=5, warmup_rounds=1)
    steps = len(ended.history) - len(start.history)
    del ended
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        kept = singles(start)
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    benchmark.extra_info["steps"] = steps
    benchmark.extra_info["bytes_per_step"] = round((after - before) / steps)
    del kept
