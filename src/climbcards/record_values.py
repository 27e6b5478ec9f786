"""How typed values are spelled in JSON: an annotation decides, for writing and for reading.

===============================================  ================================================
annotation                                       JSON
===============================================  ================================================
``None``, ``bool``, ``int``, ``str``             null, true or false, a whole number, a text
``Literal["a", "b"]``                            one of these
``Rank``, ``Suit``, ``Card``, ``Hand``           a text: ``10``, ``♠``, ``10♠``, ``10♠ J♠``
``tuple[Rank, ...]``, and of suits or cards      a text: ``A 2 3 4 5``
another ``Enum``                                 the text that is a member's value, else its name
``tuple[X, ...]``, ``tuple[X, Y]``               an array
an attrs class                                   an object of its fields
``X | Y``                                        whichever of them it is
===============================================  ================================================

What a position is set up with may also be a ``Combination``, an object of its cards and its kind.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import Final, Literal, NoReturn, TypeGuard, Union, get_args, get_origin, get_type_hints

from attrs import fields, frozen, has

from climbcards.actions import Play
from climbcards.cards import CARDS, Card, Rank, Suit
from climbcards.combination import Combination, Kind
from climbcards.errors import ClimbcardsError
from climbcards.hand import Hand
from climbcards.record_json import JsonValue, Place

__all__ = [
    "MAY_BE_MISSING",
    "Spelling",
    "as_cards",
    "spelling_of",
    "spellings_of_arguments",
    "spellings_of_fields",
]

MAY_BE_MISSING: Final = "since"
"""The key in an option's metadata that lets records from before it was added lack it."""


@frozen
class Spelling:
    """How the values of one type are written in JSON and read again.

    Attributes:
        takes: the types of the JSON values that are read.
        holds: whether a value is one of the type, at a glance.
        write: the JSON of a value of the type; anything else is a ``TypeError``.
        read: the value that stands at a place, or a ``RecordError``.
    """

    takes: frozenset[type]
    holds: Callable[[object], bool]
    write: Callable[[object], JsonValue]
    read: Callable[[Place], object]


def _no_spelling(what: object) -> NoReturn:
    raise TypeError(
        f"{what!r} has no spelling in JSON: see 'Options of your own' in the page on records"
    )


def _plain(kind: type, words: str) -> Spelling:
    def write(value: object) -> JsonValue:
        if type(value) is not kind or not isinstance(value, bool | int | str | None):
            _no_spelling(value)
        return value

    def read(place: Place) -> object:
        if type(place.value) is not kind:
            place.refuse(words)
        return place.value

    return Spelling(frozenset({kind}), lambda value: type(value) is kind, write, read)


_PLAIN: Final[Mapping[object, Spelling]] = {
    type(None): _plain(type(None), "null"),
    bool: _plain(bool, "true or false"),
    int: _plain(int, "a whole number"),
    str: _plain(str, "a text"),
}

_TEXT: Final = frozenset({str})


def _parsed(kind: type, parse: Callable[[str], object]) -> Spelling:
    """A type of this package that prints as what it parses."""

    def write(value: object) -> JsonValue:
        return str(value) if type(value) is kind else _no_spelling(value)

    def read(place: Place) -> object:
        try:
            return parse(place.text())
        except ClimbcardsError as error:
            raise place.fault(error) from None

    return Spelling(_TEXT, lambda value: type(value) is kind, write, read)


def _named(kind: type[Enum]) -> Spelling:
    """An enumeration, each member by a text of its own."""
    members: dict[str, Enum] = {}
    for member in kind:
        value: object = member.value
        if kind in (Rank, Suit):
            members[str(member)] = member
        else:
            members[value if isinstance(value, str) else member.name] = member
    names = {member: name for name, member in members.items()}

    def write(value: object) -> JsonValue:
        return names[value] if isinstance(value, kind) else _no_spelling(value)

    def read(place: Place) -> object:
        text = place.text()
        if text not in members:
            place.refuse(f"one of {' '.join(members)}")
        return members[text]

    return Spelling(_TEXT, lambda value: type(value) is kind, write, read)


def _is_tuple(value: object) -> TypeGuard[tuple[object, ...]]:
    return type(value) is tuple


def _row(one: Spelling) -> Spelling:
    """A tuple of ranks, suits or cards as one text, with a space between them."""

    def write(value: object) -> JsonValue:
        if not _is_tuple(value):
            _no_spelling(value)
        return " ".join(str(one.write(item)) for item in value)

    def read(place: Place) -> object:
        text = place.text()
        words = text.split(" ") if text else []
        return tuple(one.read(Place(word, place.path)) for word in words)

    return Spelling(_TEXT, _is_tuple, write, read)


def _listed(one: Spelling) -> Spelling:
    def write(value: object) -> JsonValue:
        return [one.write(item) for item in value] if _is_tuple(value) else _no_spelling(value)

    def read(place: Place) -> object:
        return tuple(one.read(item) for item in place.items())

    return Spelling(frozenset({list}), _is_tuple, write, read)


def _fixed(each: Sequence[Spelling]) -> Spelling:
    def write(value: object) -> JsonValue:
        if not _is_tuple(value) or len(value) != len(each):
            _no_spelling(value)
        return [one.write(item) for one, item in zip(each, value, strict=True)]

    def read(place: Place) -> object:
        items = place.items()
        if len(items) != len(each):
            raise place.fault(f"expected {len(each)} elements, not {len(items)}")
        return tuple(one.read(item) for one, item in zip(each, items, strict=True))

    def holds(value: object) -> bool:
        return _is_tuple(value) and len(value) == len(each)

    return Spelling(frozenset({list}), holds, write, read)


def _one_of(values: tuple[object, ...]) -> Spelling:
    """One of these literals."""
    words = f"one of {', '.join(map(repr, values))}"

    def among(value: object) -> bool:
        return any(type(value) is type(other) and value == other for other in values)

    def write(value: object) -> JsonValue:
        if not among(value) or not isinstance(value, bool | int | str | None):
            _no_spelling(value)
        return value

    def read(place: Place) -> object:
        if not among(place.value):
            place.refuse(words)
        return place.value

    return Spelling(frozenset(map(type, values)), among, write, read)


def _parts(kind: Callable[..., object]) -> Spelling:
    """An attrs class: an object of its fields, all of them."""

    def write(value: object) -> JsonValue:
        spelled = spellings_of_fields(kind)
        if type(value) is not kind:
            _no_spelling(value)
        return {name: one.write(getattr(value, name)) for name, one in spelled.items()}

    def read(place: Place) -> object:
        spelled = spellings_of_fields(kind)
        members = place.members(spelled)
        parts = {name: one.read(members[name]) for name, one in spelled.items()}
        try:
            return kind(**parts)
        except (ClimbcardsError, TypeError) as error:
            raise place.fault(str(error)) from None

    return Spelling(frozenset({dict}), lambda value: type(value) is kind, write, read)


def _either(each: Sequence[Spelling]) -> Spelling:
    """Whichever of them the value is; what JSON gives must tell which."""
    takes = frozenset(kind for one in each for kind in one.takes)
    if sum(len(one.takes) for one in each) > len(takes):
        _no_spelling(each)

    def write(value: object) -> JsonValue:
        for one in each:
            if one.holds(value):
                return one.write(value)
        _no_spelling(value)

    def read(place: Place) -> object:
        for one in each:
            if type(place.value) in one.takes:
                return one.read(place)
        return place.refuse("something else")

    return Spelling(takes, lambda value: any(one.holds(value) for one in each), write, read)


_CARD: Final = _parsed(Card, Card.parse)
_HAND: Final = _parsed(Hand, Hand.parse)
_CARDS: Final = _row(_CARD)
_KIND: Final = _named(Kind)
_PRINTED: Final[Mapping[str, Card]] = {str(card): card for card in CARDS}


def as_cards(place: Place) -> tuple[Card, ...]:
    """The cards that stand there, in their order."""
    try:  # as this package prints them, which most are
        return tuple([_PRINTED[word] for word in place.text().split(" ")])
    except KeyError:
        pass
    cards = _CARDS.read(place)
    assert isinstance(cards, tuple)
    return cards


def _write_combination(value: object) -> JsonValue:
    if not isinstance(value, Combination):
        _no_spelling(value)
    return {"cards": str(value.cards), "kind": value.kind.value}


def _read_play(place: Place) -> object:
    """What was played: which combination it is, the ruleset will say."""
    members = place.members(("cards", "kind"))
    cards, kind = _HAND.read(members["cards"]), _KIND.read(members["kind"])
    assert isinstance(cards, Hand)
    assert isinstance(kind, Kind)
    return Play(cards, kind)


_COMBINATION: Final = Spelling(
    frozenset({dict}),
    lambda value: isinstance(value, Combination),
    _write_combination,
    _read_play,
)

_OURS: Final[Mapping[object, Spelling]] = {Card: _CARD, Hand: _HAND, Combination: _COMBINATION}
_IN_ROWS: Final = frozenset({Card, Rank, Suit})


def _is_class(annotation: object) -> TypeGuard[type[object]]:
    return isinstance(annotation, type)


def spelling_of(annotation: object) -> Spelling:
    """How the values that an annotation describes are spelled.

    Raises:
        TypeError: nothing says how.
    """
    origin, arguments = get_origin(annotation), get_args(annotation)
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    if annotation in _OURS:
        return _OURS[annotation]
    if origin is Literal:
        return _one_of(arguments)
    if origin in (Union, types.UnionType):
        return _either([spelling_of(one) for one in _telling(arguments)])
    if origin in (tuple, Sequence):
        if origin is Sequence or arguments[1:] == (...,):
            one = spelling_of(arguments[0])
            return _row(one) if arguments[0] in _IN_ROWS else _listed(one)
        return _fixed([spelling_of(one) for one in arguments])
    if _is_class(annotation):
        if issubclass(annotation, Enum):
            return _named(annotation)
        if has(annotation):
            return _parts(annotation)
    _no_spelling(annotation)


def _telling(members: Iterable[object]) -> list[object]:
    """The members of a union but for other ways to give what one of them is.

    An argument may be ``Card | str``; cards in order or a text of them; or a combination, a hand,
    cards or a text of cards.
    """
    every = set(members)
    if every & {Card, Hand, Sequence[Card]}:
        every.discard(str)
    if Hand in every:
        every.discard(Iterable[Card])
    if Combination in every:
        every.discard(Hand)
    return sorted(every, key=repr)


@lru_cache(maxsize=64)
def spellings_of_fields(kind: Callable[..., object]) -> Mapping[str, Spelling]:
    """How the arguments of an attrs class are spelled, in their order."""
    assert isinstance(kind, type)
    assert has(kind)
    hints = get_type_hints(kind)
    return {one.name: spelling_of(hints[one.name]) for one in fields(kind) if one.init}


@lru_cache(maxsize=64)
def spellings_of_arguments(function: Callable[..., object]) -> Mapping[str, Spelling]:
    """How the arguments of a function are spelled, in their order."""
    hints = get_type_hints(function)
    return {
        name: spelling_of(hint) for name, hint in hints.items() if name not in ("return", "self")
    }
