"""Actions: everything a player may say or do in any of the games, as values.

Actions print (``str``) and :func:`parse_action` reads them back::

    pass    bid 2    call 8♣    play 3♥ 3♠    play 3♥ 3♠ 4♣ 4♦ 5♦ 5♠ as pair_run
    draw stock    draw discard    discard 5♦    go out 5♦
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from attrs import field, frozen
from typing_extensions import override

from climbcards.cards import Card, card_at
from climbcards.combination import Kind
from climbcards.errors import NotationError, require_text
from climbcards.hand import Hand, after_space, as_hand, parse_hand

__all__ = [
    "Action",
    "Bid",
    "Call",
    "Discard",
    "Draw",
    "GoOut",
    "Move",
    "Pass",
    "Phase",
    "Play",
    "Source",
    "parse_action",
]

_MOST_DIGITS: Final = 9
"""The most digits of a bid; no game has a bid of more than one."""


class Phase(StrEnum):
    """A part of a deal; it says which types of action may be made."""

    AUCTION = "auction"
    CALL = "call"
    PLAY = "play"
    DRAW = "draw"
    DISCARD = "discard"
    OVER = "over"


class Source(StrEnum):
    """Where a card is drawn from: the stock, or the top of the discard pile."""

    STOCK = "stock"
    DISCARD = "discard"


def _as_value(value: int) -> int:
    if type(value) is not int:
        raise NotationError(type(value).__name__, 0, "a whole number as the bid")
    if abs(value) >= 10**_MOST_DIGITS:
        raise NotationError("bid", 3, f"a bid of at most {_MOST_DIGITS} digits")
    return value


def as_card(card: Card | str) -> Card:
    """The card that an argument means: a card, or a text of one.

    Raises:
        NotationError: it is neither.
    """
    return card if isinstance(card, Card) else Card.parse(card)


def _as_kind(kind: Kind | str | None) -> Kind | None:
    if kind is None or isinstance(kind, Kind):
        return kind
    require_text(kind, "a kind of combination")
    if kind not in _KINDS:
        raise NotationError(kind, 0, "a kind of combination")
    return Kind(kind)


def _as_source(source: Source | str) -> Source:
    if isinstance(source, Source):
        return source
    require_text(source, "stock or discard")
    if source not in _SOURCES:
        raise NotationError(source, 0, "stock or discard")
    return Source(source)


_KINDS: Final = frozenset(kind.value for kind in Kind)
_SOURCES: Final = frozenset(source.value for source in Source)


@frozen
class Bid:
    """A word in an auction: the stake the player would play for.

    Attributes:
        value: the number of units.

    Raises:
        NotationError: the value is no whole number, or has more than nine digits.
    """

    value: int = field(converter=_as_value)

    @override
    def __str__(self) -> str:
        return f"bid {self.value}"


@frozen
class Pass:
    """No bid in an auction, no cards in a trick."""

    @override
    def __str__(self) -> str:
        return "pass"


@frozen
class Call:
    """Naming the card whose holder will be the caller's partner.

    Attributes:
        card: the card called; a text is read.
    """

    card: Card = field(converter=as_card)

    @override
    def __str__(self) -> str:
        return f"call {self.card}"


@frozen
class Play:
    """Cards put on the table.

    Attributes:
        cards: the cards; an iterable is counted and a text is read.
        kind: the reading meant, where the cards have several; None leaves it to the ruleset: the
            reading that beats the table, and on a lead the preferred one.
    """

    cards: Hand = field(converter=as_hand)
    kind: Kind | None = field(default=None, converter=_as_kind)

    @override
    def __str__(self) -> str:
        cards = f" {self.cards}" if self.cards else ""
        kind = "" if self.kind is None else f" as {self.kind}"
        return f"play{cards}{kind}"


@frozen
class Draw:
    """Taking a card into the hand.

    Attributes:
        source: where from.
    """

    source: Source = field(converter=_as_source)

    @override
    def __str__(self) -> str:
        return f"draw {self.source}"


@frozen
class Discard:
    """Putting one card on the discard pile.

    Attributes:
        card: the card; a text is read.
    """

    card: Card = field(converter=as_card)

    @override
    def __str__(self) -> str:
        return f"discard {self.card}"


@frozen
class GoOut:
    """Discarding one card and laying down the rest of the hand as melds.

    Attributes:
        card: the card discarded; a text is read.
    """

    card: Card = field(converter=as_card)

    @override
    def __str__(self) -> str:
        return f"go out {self.card}"


Action: TypeAlias = Bid | Pass | Call | Play | Draw | Discard | GoOut
"""Every action of every game.  The union is closed: a ``match`` over it can be exhaustive."""

ACTION_TYPES: Final = (Bid, Pass, Call, Play, Draw, Discard, GoOut)


class Move(NamedTuple):
    """Who did what."""

    seat: int
    action: Action

    @override
    def __str__(self) -> str:
        return f"{self.seat}: {self.action}"


# Past the named tuple's own constructor, which costs twice as much.
new_move: Final[Callable[[type[Move], Iterable[object]], Move]] = tuple.__new__

_new: Final = object.__new__
_set_bits: Final = Hand.__dict__["_bits"].__set__
_set_cards: Final = Play.__dict__["cards"].__set__
_set_kind: Final = Play.__dict__["kind"].__set__


def play_of(bits: int, kind: Kind | None) -> Play:
    """``Play(cards, kind)`` for the bits of a hand: nothing to convert, so faster."""
    hand = _new(Hand)  # as hand_of makes it
    _set_bits(hand, bits)
    play = _new(Play)
    _set_cards(play, hand)
    _set_kind(play, kind)
    return play


def parse_action(text: str) -> Action:
    """Read an action as ``str`` prints it.  Words are written small and separated by white space.

    Raises:
        NotationError: the text is no action; the index is where the first wrong character stands.
    """
    require_text(text, "an action")
    verb, start, end = _word(text, 0)
    match verb:
        case "pass":
            _nothing_after(text, end)
            return Pass()
        case "bid":
            return Bid(_number(text, end))
        case "call":
            return Call(_one_card(text, end))
        case "play":
            return _play(text, end)
        case "draw":
            source, start, end = _word(text, end)
            if source not in _SOURCES:
                raise NotationError(text, start, "stock or discard")
            _nothing_after(text, end)
            return Draw(source)
        case "discard":
            return Discard(_one_card(text, end))
        case "go":
            out, start, end = _word(text, end)
            if out != "out":
                raise NotationError(text, start, "out")
            return GoOut(_one_card(text, end))
        case _:
            raise NotationError(text, start, "pass, bid, call, play, draw, discard or go out")


_LONGEST_WORD: Final = 40


def _word(text: str, place: int) -> tuple[str, int, int]:
    """The next word (no more than its beginning, if it is very long), where it starts and ends."""
    start = place = after_space(text, place)
    while place < len(text) and not text[place].isspace() and place - start < _LONGEST_WORD:
        place += 1
    return text[start:place], start, place


def _nothing_after(text: str, place: int) -> None:
    word, start, _ = _word(text, place)
    if word:
        raise NotationError(text, start, "nothing more")


def _number(text: str, place: int) -> int:
    word, start, end = _word(text, place)
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS):
        raise NotationError(text, start, f"a whole number of at most {_MOST_DIGITS} digits")
    _nothing_after(text, end)
    return int(word)


def _one_card(text: str, place: int) -> Card:
    _, start, end = _word(text, place)
    card = card_at(text, start, end)
    _nothing_after(text, end)
    return card


def _play(text: str, place: int) -> Play:
    # "as" alone is also the ace of spades: only a kind after it makes it the word.
    match text.rsplit(None, 2):
        case [head, "as", kind] if kind in _KINDS:
            _, word, _ = _word(text, len(head))
            return Play(parse_hand(text, place, word), Kind(kind))
        case _:
            return Play(parse_hand(text, place, len(text)))
