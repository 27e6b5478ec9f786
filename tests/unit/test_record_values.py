"""How typed values are spelled in JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum, IntEnum, StrEnum
from typing import Any, Literal, Optional, Union

import pytest
from attrs import frozen

from climbcards import BigThree, Card, Combination, Hand, Kind, Play, Rank, RecordError, Suit
from climbcards.games.dou_dizhu import Kickers
from climbcards.hand import Cards
from climbcards.record_json import Place
from climbcards.record_values import (
    as_cards,
    spelling_of,
    spellings_of_arguments,
    spellings_of_fields,
)

NONE = type(None)


class Color(Enum):
    RED = 1
    BLACK = 2


class Word(StrEnum):
    YES = "oui"
    NO = "non"


class Number(IntEnum):
    ONE = 1


@frozen
class Inner:
    one: int
    other: tuple[Suit, ...] = ()


SPELLED: list[tuple[Any, Any, Any]] = [
    (int, 3, 3),
    (int, -(10**400), -(10**400)),
    (bool, True, True),
    (str, "", ""),
    (NONE, None, None),
    (int | None, None, None),
    (Optional[int], 4, 4),  # noqa: UP045
    (Union[int, str], "4", "4"),  # noqa: UP007
    (int | bool, True, True),
    (int | bool, 1, 1),
    (Literal["a", "b"], "b", "b"),
    (Literal["a", 1, None], None, None),
    (Literal[1, True], True, True),
    (Rank, Rank.TEN, "10"),
    (Rank, Rank.RED_JOKER, "RJ"),
    (Suit, Suit.SPADES, "♠"),
    (Card, Card.parse("10♠"), "10♠"),
    (Hand, Hand.parse("10♠ 3♦"), "3♦ 10♠"),
    (Hand, Hand(), ""),
    (Kind, Kind.PAIR_RUN, "pair_run"),
    (Color, Color.RED, "RED"),
    (Word, Word.YES, "oui"),
    (Number, Number.ONE, "ONE"),
    (tuple[Rank, ...], (Rank.TWO, Rank.ACE), "2 A"),
    (tuple[Rank, ...], (), ""),
    (tuple[Suit, ...], tuple(Suit), "♣ ♦ ♥ ♠"),
    (tuple[Card, ...], (Card.parse("BJ"), Card.parse("3♠")), "BJ 3♠"),
    (tuple[tuple[Rank, ...], ...], ((Rank.ACE, Rank.TWO), ()), ["A 2", ""]),
    (tuple[tuple[int, int], ...], ((1, 2), (3, 4)), [[1, 2], [3, 4]]),
    (tuple[int, ...], (), []),
    (tuple[int, str | None], (1, None), [1, None]),
    (tuple[Rank, Suit], (Rank.ACE, Suit.CLUBS), ["A", "♣"]),
    (Sequence[int], (1, 2), [1, 2]),
    (
        Kickers,
        Kickers.RLCARD,
        {"repeat": True, "four": False, "extend": False, "both_jokers": False},
    ),
    (Inner, Inner(1, (Suit.CLUBS,)), {"one": 1, "other": "♣"}),
    (Inner | None, Inner(1), {"one": 1, "other": ""}),
    (Card | str | None, Card.parse("8♣"), "8♣"),
    (Cards, Hand.parse("8♣"), "8♣"),
]


@pytest.mark.parametrize(("annotation", "value", "json"), SPELLED)
def test_a_value_is_written_and_read_by_its_annotation(
    annotation: Any, value: Any, json: Any
) -> None:
    spelling = spelling_of(annotation)
    assert spelling.holds(value)
    assert repr(spelling.write(value)) == repr(json)
    again = spelling.read(Place(json))
    assert again == value
    assert type(again) is type(value)


UNREADABLE: list[tuple[Any, Any, str]] = [
    (int, True, "$"),
    (int, 1.0, "$"),
    (int, "1", "$"),
    (bool, 1, "$"),
    (str, None, "$"),
    (NONE, 0, "$"),
    (int | None, "x", "$"),
    (Literal["a", "b"], "c", "$"),
    (Literal[1], True, "$"),
    (Literal["a"], ["a"], "$"),
    (Rank, "T", "$"),
    (Rank, 10, "$"),
    (Suit, "S", "$"),
    (Card, "10", "$"),
    (Hand, "10♠ x", "$"),
    (Word, "YES", "$"),
    (Color, 1, "$"),
    (tuple[Rank, ...], "A  2", "$"),
    (tuple[Rank, ...], ["A"], "$"),
    (tuple[tuple[Rank, ...], ...], ["A", "1"], "$[1]"),
    (tuple[tuple[int, int], ...], [[1, 2], [1]], "$[1]"),
    (tuple[tuple[int, int], ...], [[1, 2], [1, None]], "$[1][1]"),
    (Inner, {"one": 1}, "$.other"),
    (Inner, {"one": 1, "other": "", "more": 1}, "$.more"),
    (Inner, {"one": "1", "other": ""}, "$.one"),
    (Inner, [1], "$"),
]


@pytest.mark.parametrize(("annotation", "json", "path"), UNREADABLE)
def test_anything_else_is_refused_with_its_path(annotation: Any, json: Any, path: str) -> None:
    with pytest.raises(RecordError) as error:
        spelling_of(annotation).read(Place(json))
    assert error.value.path == path


@pytest.mark.parametrize(
    ("annotation", "value"),
    [
        (int, True),
        (int, Rank.ACE),
        (str, Kind.PAIR),
        (Literal["a"], "b"),
        (Rank, 1),
        (Card, "3♠"),
        (tuple[Rank, ...], [Rank.ACE]),
        (tuple[int, ...], [1]),
        (tuple[int, int], (1, 2, 3)),
        (Inner, {"one": 1}),
        (int | None, "x"),
        (Combination, Hand()),
    ],
)
def test_a_value_of_another_type_is_not_written(annotation: Any, value: Any) -> None:
    with pytest.raises(TypeError, match="no spelling in JSON"):
        spelling_of(annotation).write(value)


@pytest.mark.parametrize(
    "annotation",
    [float, object, Any, dict[str, int], list[int], frozenset[int], Card | Rank, Iterable[int]],
)
def test_types_without_a_spelling_are_named(annotation: Any) -> None:
    with pytest.raises(TypeError, match="no spelling in JSON"):
        spelling_of(annotation)


def test_a_target_is_its_cards_and_its_kind() -> None:
    spelling = spelling_of(Cards | Combination | None)
    pair = BigThree().classify("3♠ 3♥")
    assert spelling.write(pair) == {"cards": "3♥ 3♠", "kind": "pair"}
    assert spelling.write(None) is None
    assert spelling.read(Place({"cards": "3♥ 3♠", "kind": "pair"})) == Play("3♥ 3♠", "pair")


def test_the_arguments_of_a_position_are_spelled() -> None:
    spelled = spellings_of_arguments(BigThree.position)
    assert list(spelled)[:3] == ["hands", "to_act", "soloist"]
    assert spelled["hands"].write((Hand.parse("3♠"), Hand())) == ["3♠", ""]


def test_only_options_of_the_constructor_are_spelled() -> None:
    assert list(spellings_of_fields(BigThree)) == list(BigThree().options)


def test_a_row_of_cards_keeps_its_order() -> None:
    assert as_cards(Place("3♠ 2♥")) == (Card.parse("3♠"), Card.parse("2♥"))
