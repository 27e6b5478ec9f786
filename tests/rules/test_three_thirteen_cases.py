"""Three Thirteen against facts gathered elsewhere: ``tt_*.json``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import pytest

from climbcards import Hand, Phase, Rank, Reason
from tests.property import page_three_thirteen as page
from tests.rules.three_thirteen import (
    ACES,
    THREE,
    THREE_THIRTEEN,
    deal_of,
    may,
    no,
    over,
    play,
    points,
)

Case: TypeAlias = dict[str, Any]


def data(name: str) -> dict[str, Any]:
    """The facts of one file."""
    path = Path(__file__).parents[1].joinpath("data", f"tt_{name}.json")
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


DEADWOOD: Final = data("deadwood")
MELDS: Final = data("melds")
GOING_OUT: Final = data("going_out")
BUGS: Final = data("bugs")


class Fact(NamedTuple):
    """A line ``13: KC 7H = 17``: the number of the deal, the cards and what is said of them."""

    number: int
    hand: Hand
    said: str


def fact(line: str) -> Fact:
    size, _, rest = line.partition(": ")
    hand, _, said = rest.partition(" = ")
    return Fact(int(size) - 2, Hand.parse(hand), said)


@pytest.mark.parametrize("line", DEADWOOD["hands"])
def test_the_fewest_points(line: str) -> None:
    number, hand, said = fact(line)
    fewest, _, melded_first = said.partition(" not ")
    arrangement = THREE_THIRTEEN.arrange(hand, number)
    assert arrangement.points == int(fewest)
    assert not melded_first or int(melded_first) > int(fewest)
    # as the last hand of a deal
    rest = list(Hand(THREE_THIRTEEN.deck) - hand)
    size = number + 2
    others = [Hand(rest[seat * size : (seat + 1) * size]) for seat in range(1, 4)]
    if len(hand) == size:
        state = THREE_THIRTEEN.position([hand, *others], number=number, pile=rest[:1], reshuffles=3)
        while not state.is_over:
            turn = state.to_act
            assert turn is not None
            top = state.table.pile[-1]
            state = play(state, f"{turn}: pile", f"{turn}: {top}")
        assert over(state).points[0] == int(fewest)


@pytest.mark.parametrize("line", MELDS["groups"])
def test_what_is_one_meld(line: str) -> None:
    number, hand, said = fact(line)
    for ruleset in (THREE_THIRTEEN, ACES):
        is_one = said == "yes" or (said == "ace high" and ruleset.ace_high)
        arrangement = ruleset.arrange(hand, number)
        if is_one:
            assert not arrangement.left
        else:
            assert arrangement.left or len(arrangement.melds) > 1
        # the definition that the arranger is held to says the same
        assert page.is_meld(list(hand), Rank(number + 2), ruleset.ace_high) is is_one


@pytest.mark.parametrize("line", GOING_OUT["hands"])
def test_discards_that_go_out(line: str) -> None:
    number, hand, said = fact(line)
    size = number + 2
    assert len(hand) == size + 1
    rest = list(Hand(THREE_THIRTEEN.deck) - hand)
    others = [Hand(rest[seat * size : (seat + 1) * size]) for seat in range(1, 4)]
    state = THREE_THIRTEEN.position([hand, *others])
    assert state.table.number == number
    wanted = Hand.parse(said.replace("-", ""))
    listed = [word.removeprefix("out ") for word in may(state) if word.startswith("out")]
    assert listed == [str(card) for card in wanted]
    for card in set(hand):
        if card in wanted:
            assert play(state, f"0: out {card}").table.out == 0
        else:
            assert no(state, f"0: out {card}") == Reason.HAND_NOT_MELDED


# --- Faults of other programs --------------------------------------------------------------------


def check_points(case: Case) -> None:
    assert points(case["hand"], case["number"]) == case["points"]


def check_last_turns(case: Case) -> None:
    """They are counted from the seat that went out, not from the one that began."""
    deal = deal_of(THREE, "", "9♣ 9♦ 9♥", dealer=(case["first"] - 1) % 3, stock="A♠ 5♥")
    state = THREE.start(deal)
    assert state.to_act == case["first"]
    state = play(state, "0: stock", "0: A♠", "1: stock", "1: out 5♥")
    assert state.table.out == case["out"]
    turns: list[int | None] = []
    while not state.is_over:
        turns.append(state.to_act)
        state = play(state, f"{state.to_act}: pile")
        state = play(state, f"{state.to_act}: {may(state)[0]}")
    assert turns == case["turns"]


def check_one_draw_a_turn(case: Case) -> None:
    deal = deal_of(THREE, number=case["number"])
    state = play(THREE.start(deal), "0: stock")
    assert state.table.sizes[0] == case["hand_size"]
    assert no(state, "0: stock") == no(state, "0: pile") == Reason.WRONG_PHASE
    state = play(state, f"0: {may(state)[0]}")
    assert state.phase is Phase.DRAW
    assert no(state, "1: A♣") == Reason.WRONG_PHASE


def check_ace(case: Case) -> None:
    """An ace that is melded costs nothing, wherever it stands."""
    for ruleset, cost in ((THREE_THIRTEEN, 1), (ACES, 15)):
        assert points(case["hand"], 9, ruleset) == case["points"]
        assert points("AS 2S 4H", 9, ruleset) == cost + 6


CHECKS: Final = {
    "points": check_points,
    "last_turns": check_last_turns,
    "one_draw_a_turn": check_one_draw_a_turn,
    "ace": check_ace,
}


@pytest.mark.parametrize("case", BUGS["bugs"], ids=lambda case: case["id"])
def test_a_fault_of_other_programs(case: Case) -> None:
    CHECKS[case["test"]](case)


def test_every_case_is_tested_or_left_out_for_a_reason() -> None:
    assert len(DEADWOOD["hands"]) == 82
    assert len(MELDS["groups"]) == 88
    assert len(GOING_OUT["hands"]) == 64
    assert [len(facts["left_out"]) for facts in (DEADWOOD, MELDS, BUGS)] == [20, 7, 2]
    for facts in (DEADWOOD, MELDS, BUGS):
        assert all(one["case"] and len(one["reason"].split()) > 5 for one in facts["left_out"])
    assert sum(fact(line).said.partition(" not ")[2] != "" for line in DEADWOOD["hands"]) == 2
