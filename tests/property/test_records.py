"""Records of random deals, positions and matches; and what becomes of records that are changed."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from climbcards import Match, Record, RecordError, Ruleset, State, Table
from climbcards.testing import PRESETS, positions, states
from tests.property.page import ACROSS, label, played_out
from tests.records import PLAYED, document, match_played_on, paths, played_on

each_preset = pytest.mark.parametrize("ruleset", PRESETS, ids=label)

NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
SCALARS = st.none() | st.booleans() | NUMBERS | st.text()
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


def validator() -> Draft202012Validator:
    """The published schema."""
    schema = json.loads(files("climbcards").joinpath("record.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


SCHEMA = validator()

# --- There and back ------------------------------------------------------------------------------


def holds(played: State[Table] | Match[Table], meta: Any = None) -> None:
    """A record of this can be written, read and replayed; of a state it is held to the schema."""
    record = Record.of(played, meta)
    text = record.to_json()
    again = Record.from_json(text)
    assert again == record
    assert again.to_json() == text == Record.of(played, meta).to_json()
    replayed = again.replay()
    assert replayed == played
    assert Record.of(replayed, meta) == record
    if isinstance(played, State):
        SCHEMA.validate(json.loads(text))


@each_preset
@ACROSS
@given(data=st.data(), meta=JSON)
def test_any_state_comes_back(ruleset: Ruleset[Table], data: st.DataObject, meta: Any) -> None:
    holds(data.draw(states(ruleset)), meta)


@each_preset
@ACROSS
@given(seed=st.integers(0, 1 << 64))
def test_any_finished_deal_comes_back(ruleset: Ruleset[Table], seed: int) -> None:
    *_, ended = played_out(ruleset.deal(seed), seed)
    assert ended.is_over
    holds(ended)


@each_preset
@ACROSS
@given(data=st.data(), moves=st.integers(0, 60))
def test_any_position_comes_back(ruleset: Ruleset[Table], data: st.DataObject, moves: int) -> None:
    holds(played_on(data.draw(positions(ruleset)), moves, moves))


@each_preset
@ACROSS
@given(
    seed=st.integers(0, 1 << 64),
    deals=st.none() | st.integers(1, 3),
    dealer=st.none() | st.integers(0, 1),
    moves=st.integers(0, 120),
)
def test_any_match_comes_back_and_goes_on(
    ruleset: Ruleset[Table], seed: int, deals: int | None, dealer: int | None, moves: int
) -> None:
    match = match_played_on(Match.begin(ruleset, seed, deals=deals, dealer=dealer), moves, seed)
    holds(match)
    again = Record.from_json(Record.of(match).to_json()).replay()
    assert isinstance(again, Match)
    assert match_played_on(again, 40, seed) == match_played_on(match, 40, seed)


# --- Hostile texts -------------------------------------------------------------------------------


def tells(error: RecordError) -> None:
    """An error has a path and is short, whatever was read."""
    assert error.path.startswith("$")
    assert len(str(error)) < 1000


def read(text: Any) -> Record | None:
    """The record, or None if it is refused; anything else that happens is a fault of the reader."""
    try:
        record = Record.from_json(text)
    except RecordError as error:
        tells(error)
        return None
    assert Record.from_json(record.to_json()) == record
    return record


def replay(record: Record) -> State[Table] | Match[Table] | None:
    """What the record replays to, or None if it is refused."""
    try:
        played = record.replay()
    except RecordError as error:
        tells(error)
        return None
    assert Record.of(played).replay() == played
    return played


@given(st.text() | st.binary() | JSON.map(json.dumps) | JSON)
@example('{"schema": 1}')
def test_any_text_is_a_record_or_refused(text: Any) -> None:
    assert read(text) is None


@cache
def mutable(name: str) -> tuple[str, tuple[tuple[str | int, ...], ...]]:
    """A record as text, and the paths in it."""
    whole = document(PLAYED[name], {"names": ["Ann", None, {"x": 1.5}]})
    # Two moves of each deal are enough: the others are like them.
    every = [path for path in paths(whole) if path[-2:-1] != ("moves",) or int(path[-1]) < 2]
    return json.dumps(whole), tuple(every)


LIKELY = st.sampled_from(
    [
        *("", "0: pass", "0: play 3♣", "1: bid 2", "3♠", "A 2 3", "RJ BJ", "single", "big_two"),
        *(0, 1, 2, -1, 3, 52, 10**9, 10**400, 1.0, True, None),
        *([], [0, 1], [1, 0], [[0], [1]], ["3♠"], {}, {"cards": "3♠", "kind": "single"}),
    ]
)


def mutant(data: st.DataObject, name: str) -> Any:
    """A record in which one to three values are something else, gone or new."""
    text, every = mutable(name)
    whole = json.loads(text)
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(every))
        inner = whole
        try:
            for key in path[:-1]:
                inner = inner[key]
            old = inner[path[-1]]
        except (KeyError, IndexError, TypeError):
            continue  # an earlier change took it away
        if isinstance(inner, str):
            continue  # or put a text there, whose letters nobody can set
        match data.draw(st.integers(0, 4)):
            case 0:
                del inner[path[-1]]
            case 1 if isinstance(inner, dict):
                inner[data.draw(st.text() | st.sampled_from(["deal", "match", "order"]))] = old
            case 2:
                inner[path[-1]] = data.draw(JSON)
            case _:
                inner[path[-1]] = data.draw(LIKELY)
    return whole


@pytest.mark.parametrize("name", PLAYED)
@given(data=st.data())
def test_a_mutant_is_a_record_or_refused_and_the_schema_refuses_no_record(
    name: str, data: st.DataObject
) -> None:
    whole = mutant(data, name)
    record = read(json.dumps(whole))
    if record is not None:
        SCHEMA.validate(whole)
        replay(record)


@pytest.mark.parametrize("name", PLAYED)
def test_schema_and_reader_agree_on_keys_and_types(name: str) -> None:
    """Each member taken out, each type changed, each object given one key more."""
    text, every = mutable(name)
    for path in every:
        if path[0] == "meta":
            continue
        wrongs: tuple[Any, ...] = (..., {"?": 1}, [{}], 1.5)
        for wrong in wrongs:
            whole = json.loads(text)
            inner = whole
            for key in path[:-1]:
                inner = inner[key]
            if path[-1:] == ("options",) and isinstance(wrong, dict):
                continue  # any object may be options, as far as the schema knows
            if wrong is not ...:
                inner[path[-1]] = wrong
            elif isinstance(inner, dict):
                del inner[path[-1]]
            else:
                continue  # a shorter array may be as good
            optional = path[0] == "position" and path[-1] != "hands" and "target" not in path[:-1]
            if "options" in path[:-1] or (optional and (wrong is ... or path[-1] not in KNOWN)):
                continue  # each game's own
            assert read(json.dumps(whole)) is None or optional, (path, wrong)
            assert not SCHEMA.is_valid(whole) or (optional and wrong is ...), (path, wrong)


KNOWN = {"hands", "to_act", "target", "target_by", "gone", "order"}


@pytest.mark.parametrize("name", PLAYED)
def test_every_number_and_text_that_is_changed_is_found_or_makes_another_record(name: str) -> None:
    """No member is there for nothing: none can be changed and give the same again."""
    text, every = mutable(name)
    same = Record.from_json(text)
    for path in every:
        whole = json.loads(text)
        inner = whole
        for key in path[:-1]:
            inner = inner[key]
        old = inner[path[-1]]
        if isinstance(old, dict | list):
            continue
        for other in (1, 0, None, True, "0: pass", "♦"):
            if other == old and type(other) is type(old):
                continue
            inner[path[-1]] = other
            record = read(json.dumps(whole))
            if record is not None:
                assert record != same, path
                replay(record)
