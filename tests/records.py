"""Records as plain JSON values, for tests that change one here and there."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, Final, TypeVar

import pytest

from climbcards import (
    Bid,
    BigThree,
    BigTwo,
    DouDizhu,
    Match,
    Pass,
    Record,
    RecordError,
    State,
    Table,
    ThreeThirteen,
    step,
)

T = TypeVar("T", bound=Table)

ABSENT: Final = object()
"""Stands for a value that is taken out."""


def played_on(state: State[T], moves: int, seed: int = 1) -> State[T]:
    """The state after so many random moves, or fewer if the deal ends."""
    rng = random.Random(seed)
    for _ in range(moves):
        if state.is_over:
            break
        state = step(state, rng.choice(state.legal_actions()))
    return state


def match_played_on(match: Match[T], moves: int, seed: int = 1) -> Match[T]:
    """The match after so many random moves, or fewer if it ends."""
    rng = random.Random(seed)
    for _ in range(moves):
        if match.is_over:
            break
        match = match.step(rng.choice(match.state.legal_actions()))
    return match


def passed_out() -> State[Table]:
    """A deal of Dou Dizhu that is thrown in."""
    state: State[Table] = DouDizhu().deal(5)
    while not state.is_over:
        state = step(state, Pass())
    return state


FINISHED: Final[State[Table]] = played_on(BigThree().deal(7), 1000)
IN_PROGRESS: Final[State[Table]] = played_on(BigTwo().deal(7), 9)
POSITION: Final[State[Table]] = step(
    BigThree(players=4).position(
        ["A♦ K♦", "8♣ 4♠", "2♣", "3♣ 3♦"], called="8♣", to_act=1, target="7♦", gone="J♣ J♦"
    ),
    Pass(),
)
THROWN_IN: Final = passed_out()
MATCH: Final[Match[Table]] = match_played_on(Match.begin(BigThree(), seed=11, deals=3), 100)
WHOLE_MATCH: Final[Match[Table]] = match_played_on(
    Match.begin(BigTwo.indonesian(), seed=5, deals=2, dealer=3), 1000
)

RUMMY: Final[State[Table]] = played_on(ThreeThirteen(players=2).deal(7), 9)
RUMMY_POSITION: Final[State[Table]] = played_on(
    ThreeThirteen(players=3).position(
        ["9♣ 9♦ 9♥", "2♦ 7♠ J♣ Q♥", "K♦ 2♠ 8♦"],
        to_act=1,
        laid_down=[0],
        taken=["9♣", "7♠ J♣", "2♠"],
        drawn="J♣",
        pile="10♣ K♠",
        stock="5♣ 6♣ 7♣ 2♦",
        reshuffles=1,
    ),
    2,
)

PLAYED: Final[dict[str, State[Table] | Match[Table]]] = {
    "finished": FINISHED,
    "in progress": IN_PROGRESS,
    "beginning": DouDizhu(players=4).deal(3),
    "auction": step(DouDizhu.openspiel().deal(3), Bid(1)),
    "thrown in": THROWN_IN,
    "position": POSITION,
    "match": MATCH,
    "whole match": WHOLE_MATCH,
    "rummy": RUMMY,
    "rummy position": RUMMY_POSITION,
}
"""One of each kind."""

each_played = pytest.mark.parametrize("played", PLAYED.values(), ids=PLAYED)


def document(played: State[Table] | Match[Table], meta: Any = None) -> Any:
    """The record as plain values."""
    return json.loads(Record.of(played, meta).to_json())


def changed(whole: Any, path: str, value: Any) -> Any:
    """A copy of a document with another value at a path such as ``deals.0.moves.3``."""
    copy = deepcopy(whole)
    inner = copy
    *way, last = [int(key) if key.isdigit() else key for key in path.split(".")]
    for key in way:
        inner = inner[key]
    if value is ABSENT:
        del inner[last]
    else:
        inner[last] = value
    return copy


def paths(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every path in a document but the empty one."""
    inner: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    for key, member in inner:
        yield (*path, key)
        yield from paths(member, (*path, key))


def refused(text: Any, **options: Any) -> RecordError:
    """The error of a text that is no record."""
    with pytest.raises(RecordError) as error:
        Record.from_json(text, **options)
    return error.value


def not_replayed(whole: Any) -> RecordError:
    """The error of a record that has the form of one and does not replay."""
    record = Record.from_json(json.dumps(whole))
    with pytest.raises(RecordError) as error:
        record.replay()
    return error.value
