"""Strict JSON: a reader that bounds what it takes, and places that know their path.

Whatever text comes in, reading it takes bounded time and memory and gives a value or a
:class:`~climbcards.errors.RecordError` with the JSON path of the first fault.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NoReturn, TypeAlias, TypeGuard

from attrs import frozen

from climbcards.errors import ClimbcardsError, RecordError

__all__ = [
    "MOST_BYTES",
    "MOST_CONTAINERS",
    "MOST_DEPTH",
    "MOST_DIGITS",
    "Json",
    "JsonValue",
    "Place",
    "is_object",
    "plain",
    "read_json",
    "write_json",
]

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
"""A JSON value as it is read."""

JsonValue: TypeAlias = (
    "bool | int | float | str | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
)
"""What may be written as JSON: tuples stand for arrays as well as lists do."""

MOST_BYTES: Final = 1 << 23
"""The longest record in bytes of UTF-8: eight mebibytes, thousands of deals."""

MOST_DEPTH: Final = 64
"""How deep arrays and objects may lie in one another."""

MOST_CONTAINERS: Final = 200_000
"""How many arrays and objects a record may hold; each costs far more memory than text."""

MOST_DIGITS: Final = 1_300
"""The most digits of a whole number; a seed of 4,096 bits has 1,234."""

_EXCERPT: Final = 40
_LONGEST_PROBLEM: Final = 400


def _excerpt(text: str) -> str:
    """As much of a foreign text as a message may repeat."""
    return repr(text if len(text) <= _EXCERPT else f"{text[:_EXCERPT]}…")


def _under(path: str, key: str) -> str:
    """The path of an object's member."""
    if re.fullmatch(r"[A-Za-z_]\w{0,39}", key, re.ASCII):
        return f"{path}.{key}"
    return f"{path}[{json.dumps(key[:_EXCERPT])}]"


def _is_array(value: object) -> TypeGuard[list[object]]:
    return isinstance(value, list)


def is_object(value: object) -> TypeGuard[dict[str, object]]:
    """Whether a value that was read is an object."""
    return isinstance(value, dict)


@frozen
class Place:
    """A value in a JSON document, and where it stands.

    Each method that reads gives what is wanted or raises a ``RecordError`` with the path.

    Attributes:
        value: the value.
        path: its JSON path, such as ``$.moves[17]``.
    """

    value: object
    path: str = "$"

    def fault(self, problem: str | ClimbcardsError) -> RecordError:
        """The error that says what is wrong here."""
        told = str(problem)
        return RecordError(
            self.path, told if len(told) <= _LONGEST_PROBLEM else f"{told[:_LONGEST_PROBLEM]}…"
        )

    def refuse(self, wanted: str) -> NoReturn:
        """Say what should have stood here."""
        raise self.fault(f"expected {wanted}, not {_described(self.value)}")

    @property
    def is_null(self) -> bool:
        """Whether null stands here."""
        return self.value is None

    def under(self, key: str) -> str:
        """The path of a member of the object here."""
        return _under(self.path, key)

    def members(self, required: Iterable[str], optional: Iterable[str] = ()) -> dict[str, Place]:
        """The members of an object that has all of the required keys and no unknown one."""
        if not is_object(self.value):
            self.refuse("an object")
        wanted, known = tuple(required), frozenset(optional)
        for key in self.value:
            if key not in known and key not in wanted:
                raise RecordError(self.under(key), "this key is not known here")
        for key in wanted:
            if key not in self.value:
                raise RecordError(self.under(key), "this key is missing")
        return {key: Place(value, self.under(key)) for key, value in self.value.items()}

    def items(self) -> list[Place]:
        """The elements of an array."""
        if not _is_array(self.value):
            self.refuse("an array")
        return [Place(value, f"{self.path}[{i}]") for i, value in enumerate(self.value)]

    def whole(self, least: int | None = None, most: int | None = None) -> int:
        """A whole number within these bounds; true and 1.0 are none."""
        value = self.value
        if type(value) is not int:
            self.refuse("a whole number")
        if (least is not None and value < least) or (most is not None and value > most):
            if most is None:
                raise self.fault(f"must be a whole number from {least}")
            raise self.fault(f"must be a whole number from {least} to {most}")
        return value

    def maybe_whole(self, least: int | None = None, most: int | None = None) -> int | None:
        """A whole number within these bounds, or null."""
        return None if self.value is None else self.whole(least, most)

    def truth(self) -> bool:
        """True or false."""
        if type(self.value) is not bool:
            self.refuse("true or false")
        return self.value

    def text(self) -> str:
        """A text."""
        if not isinstance(self.value, str):
            self.refuse("a text")
        return self.value


def _described(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return "a whole number"
        case float():
            return "a number"
        case str():
            return f"the text {_excerpt(value)}"
        case list():
            return "an array"
        case dict():
            return "an object"
        case _:
            return f"a {type(value).__name__}"


# --- Reading -------------------------------------------------------------------------------------

# An unterminated string runs to the end, so that no part of the text is looked at twice.
_STRINGS: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_NO_BRACKETS: Final = re.compile(r"[^\[\]{}]+")
_PAIRS: Final = re.compile(r"\[\]|\{\}")
_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")


@frozen
class _Wrong:
    """Stands in a document for what JSON has not, until its path is known."""

    problem: str


def read_json(text: str | bytes) -> Place:
    """The document that the text holds, free of duplicate keys and of numbers that are none.

    Args:
        text: a ``str``, or bytes of UTF-8.

    Raises:
        RecordError: it is no JSON, or larger, deeper or wilder than a record may be.
    """
    whole = Place(text)
    text = _decoded(whole)
    _bound_nesting(text)
    wrong: list[_Wrong] = []

    def noted(problem: str) -> _Wrong:
        if not wrong or wrong[-1].problem != problem:
            wrong.append(_Wrong(problem))
        return wrong[-1]

    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):
            seen = set[str]()
            for key, _ in pairs:
                if key in seen:
                    found[key] = noted("this key appears twice")
                    break
                seen.add(key)
        return found

    def whole_number(digits: str) -> object:
        if len(digits) > MOST_DIGITS:
            return noted(f"a whole number has at most {MOST_DIGITS:,} digits")
        return int(digits)

    def number(digits: str) -> object:
        found = float(digits)
        return found if math.isfinite(found) else noted("this number is too large")

    try:
        value: object = json.loads(
            text,
            object_pairs_hook=unique,
            parse_int=whole_number,
            parse_float=number,
            parse_constant=lambda name: noted(f"{name} is no JSON"),
        )
    except json.JSONDecodeError as error:
        raise whole.fault(f"this is no JSON: {error}") from None
    except RecursionError:  # the caller's stack was nearly full
        raise whole.fault("too little stack is left to read this") from None
    document = Place(value)
    if wrong:
        place = _found(document, lambda value: isinstance(value, _Wrong))
        assert place is not None
        assert isinstance(place.value, _Wrong)
        raise place.fault(place.value.problem)
    if _SURROGATE.search(text):
        place = _found(document, _is_half_a_pair)
        if place is not None:
            raise place.fault("half a surrogate pair")
    return document


def _decoded(whole: Place) -> str:
    """The text, known to be of bounded length and to be writable as UTF-8."""
    text = whole.value
    if isinstance(text, bytes):
        if len(text) > MOST_BYTES:
            raise whole.fault(f"a record has at most {MOST_BYTES:,} bytes")
        try:
            return text.decode()
        except UnicodeDecodeError as error:
            raise whole.fault(f"this is no UTF-8: {error.reason} at byte {error.start}") from None
    if not isinstance(text, str):
        whole.refuse("a text")
    if len(text) > MOST_BYTES:
        raise whole.fault(f"a record has at most {MOST_BYTES:,} bytes")
    try:
        size = len(text) if text.isascii() else len(text.encode())
    except UnicodeEncodeError as error:
        raise whole.fault(f"half a surrogate pair at index {error.start}") from None
    if size > MOST_BYTES:
        raise whole.fault(f"a record has at most {MOST_BYTES:,} bytes")
    return str(text)


def _bound_nesting(text: str) -> None:
    """Refuse deep nesting before the decoder meets it, without a step for each character."""
    whole = Place(text)
    if text.count("[") + text.count("{") <= MOST_DEPTH:
        return
    outside = _STRINGS.sub("", text)
    if outside.count("[") + outside.count("{") > MOST_CONTAINERS:
        raise whole.fault(f"a record has at most {MOST_CONTAINERS:,} arrays and objects")
    brackets = _NO_BRACKETS.sub("", outside)
    for _ in range(MOST_DEPTH):
        if not brackets:
            return
        brackets = _PAIRS.sub("", brackets)  # the innermost
    if brackets:
        raise whole.fault(f"brackets are left open, or nested more than {MOST_DEPTH} deep")


def _found(place: Place, is_wrong: Callable[[object], bool]) -> Place | None:
    """The first place within the document whose value is wrong, or whose key is."""
    value = place.value
    if is_wrong(value):
        return place
    if _is_array(value):
        for number, item in enumerate(value):
            if _is_array(item) or is_object(item) or is_wrong(item):
                found = _found(Place(item, f"{place.path}[{number}]"), is_wrong)
                if found is not None:
                    return found
    elif is_object(value):
        for key, item in value.items():
            if is_wrong(key):
                return place
            found = _found(Place(item, place.under(key)), is_wrong)
            if found is not None:
                return found
    return None


def _is_half_a_pair(value: object) -> bool:
    """Whether it is a text that, spelled with escapes, got past the reader and has no UTF-8."""
    return isinstance(value, str) and not _is_unicode(value)


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


# --- Writing -------------------------------------------------------------------------------------


def write_json(value: JsonValue) -> str:
    """The value as one line, spelled the same way each time.

    Raises:
        RecordError: it is larger than what :func:`read_json` reads.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    _decoded(Place(text))
    _bound_nesting(text)
    return text


def plain(value: object, path: str) -> Json:
    """A copy of a value that is JSON as it is, in lists, dicts and plain scalars alone.

    Raises:
        RecordError: something in it is no JSON, or is nested too deep; it names the path.
    """
    return _plain(Place(value, path), MOST_DEPTH - 1)


def _is_sequence(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, list | tuple)


def _is_mapping(value: object) -> TypeGuard[Mapping[object, object]]:
    return isinstance(value, Mapping)


def _plain(place: Place, depth: int) -> Json:
    value = place.value
    if depth <= 0 and isinstance(value, list | tuple | Mapping):
        raise place.fault(f"nested more than {MOST_DEPTH} deep")
    if value is None or type(value) is bool:
        return value
    if type(value) is str:
        if not _is_unicode(value):
            raise place.fault("half a surrogate pair")
        return value
    if type(value) is int:
        if abs(value) >= 10**MOST_DIGITS:
            raise place.fault(f"a whole number has at most {MOST_DIGITS:,} digits")
        return value
    if type(value) is float:
        if not math.isfinite(value):
            raise place.fault(f"{value} is no JSON")
        return value
    if _is_sequence(value):
        return [
            _plain(Place(item, f"{place.path}[{i}]"), depth - 1) for i, item in enumerate(value)
        ]
    if _is_mapping(value):
        found: dict[str, Json] = {}
        for key, item in value.items():
            if not isinstance(key, str) or not _is_unicode(key):
                raise place.fault("a key of an object is a text")
            found[key] = _plain(Place(item, place.under(key)), depth - 1)
        return found
    raise place.fault(f"a {type(value).__name__} is no JSON")
