"""How work grows, by counting it: calls of functions, subproblems, bytes.  Nothing is timed.

Where the package is compiled some calls are not seen, so only upper bounds are asserted.
"""

from __future__ import annotations

import ast
import gc
import pickle
import random
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest
from benchmarks.growth import long_game
from benchmarks.worst_melds import WORST, listed

import climbcards
from climbcards import (
    BigThree,
    BigTwo,
    ClimbingRuleset,
    DouDizhu,
    GoOut,
    Hand,
    Rank,
    State,
    Table,
    ThreeThirteen,
    step,
)
from climbcards.games.dou_dizhu import Kickers
from climbcards.playout import playout

SOURCE = Path(climbcards.__file__).parent
PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "speed.md"

LONG = ThreeThirteen(players=4, max_reshuffles=8)


def calls(work: Callable[[], object]) -> int:
    """How many function calls the work makes."""
    made = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal made
        made += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return made


# --- The moves so far ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "moves"), [(LONG, 1000), (DouDizhu(players=4), 100)], ids=["rummy", "climbing"]
)
def test_a_step_and_a_list_do_not_look_back(ruleset: climbcards.Ruleset[Table], moves: int) -> None:
    steps: list[int] = []
    lists: list[int] = []
    for state in long_game(ruleset, moves):
        if state.is_over:
            break
        action = next(each for each in state.legal_actions() if not isinstance(each, GoOut))
        steps.append(calls(lambda: step(state, action)))  # noqa: B023
        lists.append(calls(lambda: len(state.legal_actions())))  # noqa: B023
    assert len(steps) >= moves
    half = len(steps) // 2  # single hands differ: what they may be melded into
    assert sum(steps[half:]) <= 1.5 * sum(steps[:half])
    assert sum(lists[half:]) <= 1.5 * sum(lists[:half])


def test_a_pickle_grows_by_the_move() -> None:
    sizes = [len(pickle.dumps(state)) for state in long_game(LONG, 1000)]
    each = [(sizes[place] - sizes[0]) / place for place in (100, 500, 1000)]
    assert max(each) < 60


def test_a_state_keeps_as_much_late_in_a_deal_as_early() -> None:
    *_, ended = long_game(LONG, 1000)  # what is made once is there
    kept: list[State[Table]] = []
    bytes_kept: list[int] = []
    tracemalloc.start()
    try:
        for state in long_game(LONG, 1000):
            kept.append(state)
            if len(kept) % 500 == 1:
                gc.collect()
                bytes_kept.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert kept[-1] == ended
    first, second = bytes_kept[1] - bytes_kept[0], bytes_kept[2] - bytes_kept[1]
    assert second < 1.3 * first
    assert first < 500 * 1500


# --- The cards of a hand -------------------------------------------------------------------------

RANKS_ALONE = {
    "dou dizhu": DouDizhu(),
    "dou dizhu, any": DouDizhu(kickers=Kickers.ANY),
    "dou dizhu for four": DouDizhu(players=4),
}
"""The games whose lists are the longest; suits do not matter in them."""


@pytest.mark.parametrize("ruleset", RANKS_ALONE.values(), ids=RANKS_ALONE)
def test_a_list_is_counted_without_being_built(ruleset: ClimbingRuleset) -> None:
    deck = Hand(ruleset.deck)
    number = len(ruleset.leads(deck))
    assert number > 9_000
    assert calls(lambda: len(ruleset.leads(deck))) < number / 2
    found = ruleset.leads(deck)
    for place in (0, number // 2, number - 1):
        assert calls(lambda: found[place]) < 600  # noqa: B023


def test_where_suits_matter_a_list_costs_by_the_play() -> None:
    ruleset, rng = BigTwo(), random.Random(1)
    for size in (5, 8, 13, 26, 52):
        hand = Hand(rng.sample(ruleset.deck, size))
        number = len(ruleset.leads(hand))
        assert calls(lambda: len(ruleset.leads(hand))) < 300 + 2 * number  # noqa: B023


@pytest.mark.parametrize("wilds", [0, 1, 2, 4, 6, 8])
def test_the_work_of_an_arrangement_grows_slowly(wilds: int) -> None:
    rules = ThreeThirteen(players=8)
    rng = random.Random(wilds)
    wild = [card for card in rules.deck if card.rank is Rank.THREE]
    others = [card for card in rules.deck if card.rank is not Rank.THREE]
    for size in range(max(3, wilds), 15):
        some = [
            sorted(rng.sample(wild, wilds) + rng.sample(others, size - wilds)) for _ in range(20)
        ]
        assert max(listed(hand, Rank.THREE, False) for hand in some) <= size**3


def test_the_worst_hands_to_arrange_are_no_wall() -> None:
    ranks = {str(rank): rank for rank in Rank}
    for name, ace_high, _, cards in WORST:
        assert listed(sorted(Hand.parse(cards)), ranks[name], ace_high) < 2 * 14**3


@pytest.mark.parametrize("ruleset", [BigThree(), DouDizhu(), BigTwo()], ids=lambda each: each.name)
def test_a_playout_makes_fewer_calls_than_the_moves_one_by_one(ruleset: ClimbingRuleset) -> None:
    def move_by_move() -> None:
        state, rng = ruleset.deal(1), random.Random(1)
        while not state.is_over:
            actions = state.legal_actions()
            state = step(state, actions[int(rng.random() * len(actions))])

    move_by_move()
    one = calls(lambda: playout(ruleset.deal(1), random.Random(1)))
    assert one <= calls(move_by_move)


# --- Caches --------------------------------------------------------------------------------------


def cached_functions() -> dict[str, ast.expr]:
    """Every cached function in the source with its decorator."""
    found: dict[str, ast.expr] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        module = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for decorator in node.decorator_list:
                    if "cache" in ast.unparse(decorator):
                        found[f"{module}.{node.name}"] = decorator
    return found


def kept_attributes() -> set[str]:
    """Every dictionary of results that an object keeps, by its module and name."""
    found: set[str] = set()
    for path in sorted(SOURCE.rglob("*.py")):
        module = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Attribute):
                name = node.target.attr
                found |= {f"{module}.{name}" for word in ("memo", "cache") if word in name}
    return found


def test_every_cache_has_a_bound() -> None:
    assert cached_functions()
    for name, decorator in cached_functions().items():
        assert isinstance(decorator, ast.Call), f"{name} has no bound"
        bounds = [each.value for each in decorator.keywords if each.arg == "maxsize"]
        assert len(bounds) == 1, name
        assert not (isinstance(bounds[0], ast.Constant) and bounds[0].value is None), name


def test_every_cache_is_told_of() -> None:
    text = PAGE.read_text("utf-8")
    for name in {*cached_functions(), *kept_attributes()}:
        assert f"`{name}`" in text, name
