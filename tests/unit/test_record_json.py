"""The strict JSON reader: what it refuses, where, and that it takes bounded time and memory."""

from __future__ import annotations

import json
import sys
import threading
import time
import tracemalloc
from contextlib import suppress
from typing import Any

import pytest

from climbcards import RecordError
from climbcards.record_json import (
    MOST_BYTES,
    MOST_CONTAINERS,
    MOST_DEPTH,
    MOST_DIGITS,
    Place,
    plain,
    read_json,
    write_json,
)


def refused(text: Any) -> RecordError:
    with pytest.raises(RecordError) as error:
        read_json(text)
    assert len(str(error.value)) < 500
    return error.value


@pytest.mark.parametrize(
    "value",
    [None, True, 0, -5, 1.5, "", "é♠😀", [], {}, [[1, {"a": [None]}]], {"": {"": []}}, 10**1299],
)
def test_json_is_read_as_it_is_meant(value: Any) -> None:
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False, indent=1)):
        assert repr(read_json(text).value) == repr(value)
        assert repr(read_json(text.encode()).value) == repr(value)
    assert write_json(value) == json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@pytest.mark.parametrize(
    ("text", "path", "problem"),
    [
        ('{"a": 1, "a": 1}', "$.a", "twice"),
        ('{"x": [0, {"b c": 1, "b c": 2}]}', '$.x[1]["b c"]', "twice"),
        ('{"x": {"a": 1, "b": 2, "b": 3, "a": 4}}', "$.x.b", "twice"),
        ('{"a": [NaN]}', "$.a[0]", "NaN is no JSON"),
        ("Infinity", "$", "Infinity is no JSON"),
        ('[1, {"x": -Infinity}]', "$[1].x", "-Infinity is no JSON"),
        ('{"a": 1e400}', "$.a", "too large"),
        ('{"a": -1e999999999}', "$.a", "too large"),
        ('{"a": [' + "9" * (MOST_DIGITS + 1) + "]}", "$.a[0]", "digits"),
        ('{"a": "\\ud800"}', "$.a", "surrogate"),
        ('["\\ud83d\\ude00", "\\ude00"]', "$[1]", "surrogate"),
        ('{"x": {"\\udfff": 1}}', "$.x", "surrogate"),
        ('"\ud800"', "$", "surrogate"),
        (b'"\xff"', "$", "UTF-8"),
        (b'"\xed\xa0\x80"', "$", "UTF-8"),
        ("\ufeff{}", "$", "BOM"),
        ("", "$", "no JSON"),
        ("{", "$", "no JSON"),
        ('{"a": 1} x', "$", "no JSON"),
        ("{'a': 1}", "$", "no JSON"),
        ('{"a": 01}', "$", "no JSON"),
        ('{"a": 1,}', "$", "no JSON"),
        ('"a\nb"', "$", "no JSON"),
        (5, "$", "expected a text"),
        (None, "$", "expected a text"),
        (["{}"], "$", "expected a text"),
    ],
)
def test_what_is_no_json_is_refused_with_its_path(text: Any, path: str, problem: str) -> None:
    error = refused(text)
    assert error.path == path
    assert problem in error.problem


def test_an_escaped_pair_of_surrogates_is_a_character() -> None:
    assert read_json('"\\ud83d\\ude00"').value == "😀"


def nested(depth: int, opening: str = "[", closing: str = "]") -> str:
    return opening * depth + closing * depth


def test_nesting_is_bounded_exactly() -> None:
    assert read_json(nested(MOST_DEPTH)).value
    assert "deep" in refused(nested(MOST_DEPTH + 1)).problem
    both = '[{"a":' * (MOST_DEPTH // 2)
    assert read_json(both + "1" + "}]" * (MOST_DEPTH // 2)).value
    assert "deep" in refused(f"{both}[1]{'}]' * (MOST_DEPTH // 2)}").problem
    wide = ",".join([nested(MOST_DEPTH - 1)] * 100)
    assert read_json(f"[{wide}]").value
    assert "deep" in refused(f"[{wide},{nested(MOST_DEPTH)}]").problem


def test_brackets_in_texts_are_no_nesting() -> None:
    text = json.dumps(["[" * 500, '"]\\"{' * 500, "\\"])
    assert read_json(text).value == json.loads(text)


def test_the_size_is_bounded_exactly() -> None:
    for letter in ("x", "♠"):
        text = letter * ((MOST_BYTES - 2) // len(letter.encode()))
        text = f'"{text}"' + " " * (MOST_BYTES - 2 - len(text.encode()))
        assert read_json(text).value
        assert "bytes" in refused(text + " ").problem
        assert "bytes" in refused((text + " ").encode()).problem


HOSTILE = {
    "open brackets": "[" * 8_000_000,
    "open objects": '{"a":' * 1_600_000,
    "closed nesting": nested(4_000_000),
    "escaped quotes": '"' + '\\"' * 4_000_000,
    "backslashes": '"' + "\\" * 8_000_000,
    "open quotes": '" ' * 4_000_000,
    "quotes and brackets": '"[' * 4_000_000,
    "digits": "9" * 8_000_000,
    "digits of a fraction": "[0." + "9" * 8_000_000 + "]x",
    "exponent": "1e" + "9" * 8_000_000,
    "empty arrays": "[" + "[]," * 2_600_000 + "[]]",
    "empty objects": "[" + "{}," * 2_600_000 + "{}]",
    "duplicates": "{" + '"a":1,' * 1_300_000 + '"a":1}',
    "surrogates": "[" + '"\\ud800",' * 800_000 + "1]",
    "spaces": " " * 8_000_000,
    "a long key": '{"' + "k" * 8_000_000 + '":NaN}',
    "not a number": "[" + "NaN," * 2_000_000 + "NaN]",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_megabytes_of_anything_take_bounded_time(text: str) -> None:
    start = time.process_time()
    refused(text)
    assert time.process_time() - start < 30  # it takes about a second; minutes if it were quadratic


@pytest.mark.parametrize(
    "text",
    [
        HOSTILE["open brackets"],
        HOSTILE["closed nesting"],
        "[" + '"ab",' * 400_000 + "1]",
        "[" + "0.5," * 400_000 + "1]",
        "[" + "[]," * (MOST_CONTAINERS - 2) + "[]]",
    ],
    ids=["open brackets", "closed nesting", "texts", "numbers", "arrays"],
)
def test_megabytes_of_anything_take_bounded_memory(text: str) -> None:
    tracemalloc.start()
    try:
        with suppress(RecordError):
            read_json(text)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 60_000_000


def test_a_stack_that_is_nearly_full_is_no_crash() -> None:
    outcomes: list[object] = []

    def deeper(left: int) -> None:
        if left:
            deeper(left - 1)
            return
        try:
            outcomes.append(read_json(nested(MOST_DEPTH)).value)
        except (RecordError, RecursionError) as error:
            outcomes.append(error)

    def run() -> None:
        for left in range(sys.getrecursionlimit() - 100, sys.getrecursionlimit()):
            try:
                deeper(left)
            except RecursionError:
                break

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert any(isinstance(outcome, RecordError) for outcome in outcomes)


# --- Places --------------------------------------------------------------------------------------


def test_places_know_their_paths() -> None:
    document = read_json('{"a": [1, {"x y": true}], "b": null}')
    members = document.members(("a",), ("b",))
    assert members["b"].is_null
    first, second = members["a"].items()
    assert (first.path, first.whole(1, 1)) == ("$.a[0]", 1)
    place = second.members(("x y",))["x y"]
    assert (place.path, place.truth()) == ('$.a[1]["x y"]', True)


@pytest.mark.parametrize(
    "read",
    [
        lambda: Place("1").whole(),
        lambda: Place(True).whole(),
        lambda: Place(1.0).whole(),
        lambda: Place(3).whole(0, 2),
        lambda: Place(-1).whole(0),
        lambda: Place("").maybe_whole(),
        lambda: Place(1).truth(),
        lambda: Place(1).text(),
        lambda: Place("a").items(),
        lambda: Place([]).members(()),
        lambda: Place({"a": 1}).members(()),
        lambda: Place({}).members(("a",)),
    ],
)
def test_a_place_refuses_what_is_not_wanted(read: Any) -> None:
    with pytest.raises(RecordError) as error:
        read()
    assert error.value.path.startswith("$")


def test_a_message_repeats_little_of_a_foreign_text() -> None:
    with pytest.raises(RecordError) as error:
        Place("x" * 10_000).whole()
    assert len(str(error.value)) < 200
    with pytest.raises(RecordError) as error:
        Place({"k" * 10_000: 1}).members(())
    assert len(str(error.value)) < 200
    assert len(str(Place(None).fault("x" * 10_000))) < 500


def test_a_copy_shares_nothing() -> None:
    inner: list[Any] = [1]
    whole = {"a": inner, "b": (inner,)}
    copy: Any = plain(whole, "$")
    inner.append(2)
    assert copy == {"a": [1], "b": [[1]]}
