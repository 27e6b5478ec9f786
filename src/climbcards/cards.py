"""Cards and their notation.

A card is one object: ``Card(Rank.TEN, Suit.SPADES)``, ``Card.parse("TS")`` and an unpickled copy
are all the same ``10♠``.  Cards are ordered naturally (A 2 … K, then the jokers; clubs, diamonds,
hearts, spades within a rank); what beats what is a matter for a ruleset.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Final, final

from typing_extensions import override

from climbcards.errors import NotationError, require_text

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Card", "Rank", "Suit"]


class Suit(IntEnum):
    """One of the four suits, in their natural order."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @override
    def __repr__(self) -> str:
        return f"Suit.{self.name}"

    @override
    def __str__(self) -> str:
        """The suit's symbol: ♣, ♦, ♥ or ♠."""
        return "♣♦♥♠"[self]


class Rank(IntEnum):
    """A rank, in natural order: ace low, then the two jokers."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    BLACK_JOKER = 14
    RED_JOKER = 15

    @property
    def is_joker(self) -> bool:
        """Whether this is the rank of a joker, which has no suit."""
        return self >= Rank.BLACK_JOKER

    @override
    def __repr__(self) -> str:
        return f"Rank.{self.name}"

    @override
    def __str__(self) -> str:
        """The rank as it is printed on a card: A, 2 … 10, J, Q, K, BJ or RJ."""
        return _RANK_TEXTS[self]


_RANK_TEXTS: Final = (
    "",
    *["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "BJ", "RJ"],
)
_JOKERS: Final[Mapping[str, Rank]] = {
    color + joker: rank
    for rank, colors in ((Rank.BLACK_JOKER, "Bb"), (Rank.RED_JOKER, "Rr"))
    for color in colors
    for joker in "Jj"
}
# Exact spellings rather than str.upper(): "ſ".upper() is "S", and no card is written with a long s.
_RANKS: Final[Mapping[str, Rank]] = {
    spelling: rank
    for rank in Rank
    if not rank.is_joker
    for spelling in (str(rank), str(rank).lower())
} | {"T": Rank.TEN, "t": Rank.TEN}
_SYMBOLS: Final[Mapping[str, Suit]] = {str(suit): suit for suit in Suit}
_SUITS: Final[Mapping[str, Suit]] = {
    spelling: suit
    for suit, letters in zip(Suit, ("Cc", "Dd", "Hh", "Ss"), strict=True)
    for spelling in (str(suit), *letters)
}


@final
class Card:
    """A playing card: a rank and a suit, or a joker.

    Immutable, hashable, naturally ordered and interned: equal cards are the same object, also after
    copying and pickling.

    Attributes:
        rank: the card's rank.
        suit: its suit; None for a joker.
        lane: the card's place in a :class:`~climbcards.hand.Hand`: 15 ranks to a suit, jokers among
            the clubs.
        bit: one copy of the card in the bits of a hand.
    """

    __slots__ = ("bit", "lane", "rank", "suit")

    rank: Rank
    suit: Suit | None
    lane: int
    bit: int

    def __new__(cls, rank: Rank, suit: Suit | None = None) -> Card:
        """The card of this rank and suit.

        Raises:
            NotationError: a joker was given a suit, or another card none.
        """
        try:
            return _CARDS[rank, suit]
        except (KeyError, TypeError):
            raise _no_such_card(rank, suit) from None

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card: ``10♠``, ``TS``, ``10s`` or ``♠10``; ``BJ`` and ``RJ`` for the jokers.

        Letters may be small or capital.

        Raises:
            NotationError: the text is anything else; the index is where the first wrong character
                stands.
        """
        require_text(text, "a card")
        return card_at(text, 0, len(text))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card is immutable: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a card is immutable: cannot delete {name!r}")

    def __lt__(self, other: Card) -> bool:
        if not isinstance(other, Card):
            return NotImplemented
        return (self.rank, self.lane) < (other.rank, other.lane)

    def __le__(self, other: Card) -> bool:
        if not isinstance(other, Card):
            return NotImplemented
        return (self.rank, self.lane) <= (other.rank, other.lane)

    def __gt__(self, other: Card) -> bool:
        if not isinstance(other, Card):
            return NotImplemented
        return (self.rank, self.lane) > (other.rank, other.lane)

    def __ge__(self, other: Card) -> bool:
        if not isinstance(other, Card):
            return NotImplemented
        return (self.rank, self.lane) >= (other.rank, other.lane)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    def __reduce__(self) -> tuple[type[Card], tuple[Rank, Suit | None]]:
        return Card, (self.rank, self.suit)

    @override
    def __str__(self) -> str:
        """The card in this package's own notation: ``10♠``, ``BJ``, ``RJ``."""
        return f"{self.rank}{'' if self.suit is None else self.suit}"

    @override
    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"


def _make(rank: Rank, suit: Suit | None) -> Card:
    card = object.__new__(Card)
    object.__setattr__(card, "rank", rank)
    object.__setattr__(card, "suit", suit)
    lane = 15 * (suit or 0) + rank - 1
    object.__setattr__(card, "lane", lane)
    object.__setattr__(card, "bit", 1 << 4 * lane)
    return card


_CARDS: Final[Mapping[tuple[Rank, Suit | None], Card]] = {
    (rank, suit): _make(rank, suit)
    for rank in Rank
    for suit in ((None,) if rank.is_joker else tuple(Suit))
}

CARDS: Final[tuple[Card, ...]] = tuple(sorted(_CARDS.values()))
"""The 54 different cards in natural order."""

BY_LANE: Final[Mapping[int, Card]] = {card.lane: card for card in CARDS}
"""The card of each lane of a hand."""


def _no_such_card(rank: object, suit: object) -> NotationError:
    """Why there is no card of this rank and suit."""
    if not isinstance(rank, Rank):
        return NotationError("", 0, "a Rank as the card's first part")
    if suit is None:
        return NotationError(str(rank), len(str(rank)), "a suit")
    if not isinstance(suit, Suit):
        return NotationError(str(rank), len(str(rank)), "a Suit as the card's second part")
    return NotationError(f"{rank}{suit}", len(str(rank)), "nothing after a joker")


def card_at(text: str, start: int, end: int) -> Card:
    """The card that ``text[start:end]`` spells; faults are counted in the whole text."""
    joker = _JOKERS.get(text[start : min(start + 2, end)])
    if joker is not None:
        if start + 2 < end:
            raise NotationError(text, start + 2, "nothing after the card")
        return Card(joker)
    suit = _SYMBOLS.get(text[start : start + 1]) if start < end else None
    if suit is not None:
        rank, used = _rank_at(text, start + 1, end)
        if start + 1 + used < end:
            raise NotationError(text, start + 1 + used, "nothing after the card")
        return Card(rank, suit)
    rank, used = _rank_at(text, start, end)
    place = start + used
    suit = _SUITS.get(text[place : place + 1]) if place < end else None
    if suit is None:
        raise NotationError(text, place, "a suit (♣ ♦ ♥ ♠ or C D H S)")
    if place + 1 < end:
        raise NotationError(text, place + 1, "nothing after the card")
    return Card(rank, suit)


def _rank_at(text: str, start: int, end: int) -> tuple[Rank, int]:
    """The rank that begins at ``start``, and how many characters it takes."""
    for used in (2, 1):
        rank = _RANKS.get(text[start : min(start + used, end)])
        if rank is not None:
            return rank, min(used, end - start)
    raise NotationError(text, start, "a rank (A, 2 … 10 or T, J, Q, K; BJ or RJ for a joker)")


def pack(*, jokers: bool = False) -> tuple[Card, ...]:
    """The cards of one pack in natural order: 52, or 54 with the two jokers."""
    return CARDS if jokers else CARDS[:52]
