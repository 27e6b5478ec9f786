"""The exceptions: what they carry, what they say, and that they cross a process pool."""

import copy
import multiprocessing
import pickle
import traceback
from concurrent.futures import ProcessPoolExecutor

import pytest

from climbcards import (
    Bid,
    BigThree,
    Card,
    ClimbcardsError,
    Hand,
    IllegalAction,
    NotationError,
    Play,
    PositionError,
    Reason,
    RecordError,
    RulesetError,
    Violation,
    errors,
    step,
    violations,
)
from climbcards.errors import require_text

ERRORS: list[ClimbcardsError] = [
    ClimbcardsError("anything"),
    NotationError("3x", 1, "a suit"),
    NotationError("", 0, "a card"),
    RulesetError("must be from 1 to 2", "passes_to_end_trick", "players"),
    RulesetError("must be True or False", "bombs"),
    PositionError("the hand of seat 0 is empty", "the stake is a whole number from 1"),
    PositionError("not in the hand: 3♠"),
    RecordError("$.moves[17]", "seat 2 does not hold 3♠"),
    RecordError("$", "this is no JSON", 12, True),
    IllegalAction(Violation(Reason.BID_TOO_LOW, 1, Bid(1), bids=(2, 3), highest=1)),
    IllegalAction(
        Violation(
            Reason.CARDS_NOT_HELD,
            0,
            Play("3♠ 3♥"),
            cards=Hand.parse("3♠ 3♥"),
            missing=Hand.parse("3♠"),
        )
    ),
]
NAMES = [f"{type(error).__name__}-{number}" for number, error in enumerate(ERRORS)]

each_error = pytest.mark.parametrize("error", ERRORS, ids=NAMES)


def test_every_class_of_exception_is_in_the_list() -> None:
    classes = {
        value
        for module in (errors, violations)
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, BaseException)
    }
    assert classes == {type(error) for error in ERRORS}


def assert_same(a: BaseException, b: ClimbcardsError) -> None:
    assert type(a) is type(b)
    assert str(a) == str(b)
    assert repr(a) == repr(b)
    assert a.args == b.args
    assert vars(a) == vars(b)


@each_error
def test_all_derive_from_climbcards_error_and_value_error(error: ClimbcardsError) -> None:
    assert isinstance(error, ClimbcardsError)
    assert isinstance(error, ValueError)


@each_error
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickled_exception_is_the_same(error: ClimbcardsError, protocol: int) -> None:
    assert_same(pickle.loads(pickle.dumps(error, protocol)), error)


@each_error
def test_a_copied_exception_is_the_same(error: ClimbcardsError) -> None:
    assert_same(copy.copy(error), error)
    assert_same(copy.deepcopy(error), error)


@each_error
def test_a_raised_exception_keeps_its_notes(error: ClimbcardsError) -> None:
    raised = copy.deepcopy(error)
    raised.add_note("while reading line 7")
    with pytest.raises(type(error)) as caught:
        raise raised
    assert pickle.loads(pickle.dumps(caught.value)).__notes__ == ["while reading line 7"]


def refuse(number: int) -> None:
    raise ERRORS[number]


def play_unheld(seed: int) -> int:
    state = step(BigThree().deal(seed), Bid(3))
    leader = state.to_act
    assert leader is not None
    card = next(card for card in state.ruleset.deck if card not in state.hands[leader])
    step(state, Play([card]))
    return 0


def test_every_exception_crosses_a_process_pool() -> None:
    context = multiprocessing.get_context("spawn")  # the same on every system
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        futures = [pool.submit(refuse, number) for number in range(len(ERRORS))]
        for future, error in zip(futures, ERRORS, strict=True):
            arrived = future.exception(timeout=120)
            assert arrived is not None
            assert_same(arrived, error)
        arrived = pool.submit(play_unheld, 4).exception(timeout=120)
        assert isinstance(arrived, IllegalAction)
        assert arrived.reason is Reason.CARDS_NOT_HELD
        with pytest.raises(IllegalAction) as here:
            play_unheld(4)
        assert_same(arrived, here.value)
        assert pool.submit(len, "alive").result(timeout=120) == 5


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (NotationError("3x", 1, "a suit"), "expected a suit at index 1 of '3x'"),
        (NotationError("", 0, "a card"), "expected a card at index 0 of ''"),
        (
            NotationError("a" * 30 + "!" + "b" * 30, 30, "a card"),
            f"expected a card at index 30 of …'{'a' * 20}!{'b' * 19}'…",
        ),
        (
            NotationError("a" * 10 + "!" + "b" * 30, 10, "a card"),
            f"expected a card at index 10 of …'{'a' * 10}!{'b' * 19}'…",
        ),
        (NotationError("3♠\n\0", 2, "a card"), "expected a card at index 2 of '3♠\\n\\x00'"),
        (
            RulesetError("must be from 1 to 2", "passes_to_end_trick", "players"),
            "passes_to_end_trick, players: must be from 1 to 2",
        ),
        (PositionError("one thing", "another"), "one thing; another"),
        (RecordError("$.moves[17]", "no such seat"), "$.moves[17]: no such seat"),
        (
            IllegalAction(Violation(Reason.BID_TOO_LOW, 1, Bid(1), bids=(2, 3), highest=1)),
            "bid 1 is not higher than 1",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_messages(error: ClimbcardsError, message: str) -> None:
    assert str(error) == message
    assert traceback.format_exception_only(error)[-1].strip().endswith(message)


def test_the_facts_are_attributes() -> None:
    notation = NotationError("3x", 1, "a suit")
    assert (notation.text, notation.index, notation.expected) == ("3x", 1, "a suit")
    ruleset = RulesetError("too many", "players", "bombs")
    assert (ruleset.problem, ruleset.options) == ("too many", ("players", "bombs"))
    assert PositionError("one", "two").problems == ("one", "two")
    record = RecordError("$.deck", "too short")
    assert (record.path, record.problem) == ("$.deck", "too short")
    violation = Violation(Reason.NO_CARDS, 2, Play(Hand()))
    illegal = IllegalAction(violation)
    assert illegal.violation is violation
    assert illegal.reason is Reason.NO_CARDS


@pytest.mark.parametrize("value", ["", "3♠"])
def test_a_text_is_a_text(value: str) -> None:
    require_text(value, "a card")


@pytest.mark.parametrize("value", [None, 3, b"3S", Card.parse("3♠")])
def test_nothing_else_is(value: object) -> None:
    with pytest.raises(NotationError) as caught:
        require_text(value, "a card")
    assert caught.value.expected == "a text: a card"
    assert caught.value.text == type(value).__name__
