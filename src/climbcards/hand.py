"""Hands: immutable multisets of cards, each on one integer.

A hand is four *planes* of 60 bits, one a suit; a plane is 15 *lanes* of 4 bits, one a rank (A 2 …
K, then the two jokers, which stand among the clubs).  A lane counts the copies of its card, so
several packs fit, and every question about a hand is a few shifts, masks and sums.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Final, TypeAlias, final

from typing_extensions import override

from climbcards.cards import BY_LANE, CARDS, Card, card_at
from climbcards.errors import NotationError, PositionError, require_text

__all__ = ["Cards", "Hand", "as_hand"]

PLANE_BITS: Final = 60
"""Bits of one suit's plane: 15 lanes of 4 bits."""

MOST_COPIES: Final = 15
"""The most copies of one card that a lane of four bits can count."""

_LANES: Final = 60
_ONES: Final = sum(1 << 4 * lane for lane in range(_LANES))
"""1 in every lane."""
_EVEN: Final = sum(15 << 4 * lane for lane in range(0, _LANES, 2))
"""The even lanes, each with four bits of room above it for a carry or a borrow."""
_CARRY: Final = sum(16 << 4 * lane for lane in range(0, _LANES, 2))
"""The first bit of that room."""

_NATURAL_ORDER: Final = {card.lane: place for place, card in enumerate(CARDS)}
"""The place of each lane's card in natural order."""


def includes(whole: int, part: int) -> bool:
    """Whether the bits of one hand hold at least those of another, card by card."""
    if whole & part == part:  # each count has the bits of the other, and so is no less
        return True
    even = ((whole & _EVEN) | _CARRY) - (part & _EVEN)
    odd = ((whole >> 4 & _EVEN) | _CARRY) - (part >> 4 & _EVEN)
    return even & odd & _CARRY == _CARRY


def size_of(bits: int) -> int:
    """How many cards the bits of a hand hold."""
    count = (bits & _ONES).bit_count()
    if bits & ~_ONES:
        count += sum((bits >> n & _ONES).bit_count() << n for n in (1, 2, 3))
    return count


@final
class Hand(Collection[Card]):
    """An immutable multiset of cards.

    ``Hand(cards)`` counts an iterable of cards; :meth:`parse` reads a text.  Hands iterate in
    natural order, compare by ``<=`` as multisets do (inclusion), and add and subtract.  A hand
    holds at most 15 copies of a card; more is refused.
    """

    __slots__ = ("_bits",)

    _bits: int

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        """Count the cards.

        Raises:
            NotationError: something among them is no card.
            PositionError: more than 15 copies of a card.
        """
        bits = 0
        for card in cards:
            if not isinstance(card, Card):
                raise NotationError(type(card).__name__, 0, "a card")
            shift = 4 * card.lane
            if bits >> shift & 15 == MOST_COPIES:
                raise PositionError(f"a hand holds at most {MOST_COPIES} copies of {card}")
            bits += card.bit
        object.__setattr__(self, "_bits", bits)

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read cards separated by white space or by a comma, such as ``3♠ 3♥, 10D``.

        Raises:
            NotationError: anything else; the index is where the first wrong character stands.
        """
        require_text(text, "cards")
        return parse_hand(text, 0, len(text))

    @property
    def bits(self) -> int:
        """The integer behind the hand, laid out as the module's docstring says."""
        return self._bits

    def count(self, card: Card) -> int:
        """How many copies of the card the hand holds."""
        if not isinstance(card, Card):
            raise TypeError(f"a {type(card).__name__} is no card")
        return self._bits >> 4 * card.lane & 15

    def __len__(self) -> int:
        return size_of(self._bits)

    def __bool__(self) -> bool:
        return bool(self._bits)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self._bits >> 4 * card.lane & 15)

    def __iter__(self) -> Iterator[Card]:
        bits = self._bits
        lanes: list[int] = []
        while bits:
            lane = (bits & -bits).bit_length() - 1 >> 2
            copies = bits >> 4 * lane & 15
            lanes += [lane] * copies
            bits ^= copies << 4 * lane
        lanes.sort(key=_NATURAL_ORDER.__getitem__)
        return iter([BY_LANE[lane] for lane in lanes])

    def __add__(self, other: Hand) -> Hand:
        """Both hands together.

        Raises:
            PositionError: more than 15 copies of a card.
        """
        if not isinstance(other, Hand):
            return NotImplemented
        a, b = self._bits, other._bits
        carried = (a & _EVEN) + (b & _EVEN) | (a >> 4 & _EVEN) + (b >> 4 & _EVEN)
        if carried & _CARRY:
            crowded = [c for c in CARDS if self.count(c) + other.count(c) > MOST_COPIES]
            raise PositionError(
                f"a hand holds at most {MOST_COPIES} copies of {' '.join(map(str, crowded))}"
            )
        return hand_of(a + b)

    def __sub__(self, other: Hand) -> Hand:
        """This hand without the cards of the other.

        Raises:
            PositionError: the other hand is not within this one; the problem names the cards.
        """
        if not isinstance(other, Hand):
            return NotImplemented
        if not includes(self._bits, other._bits):
            raise PositionError(f"not in the hand: {other.beyond(self)}")
        return hand_of(self._bits - other._bits)

    def beyond(self, other: Hand) -> Hand:
        """The cards of this hand that the other does not hold, copy by copy."""
        if not isinstance(other, Hand):
            raise TypeError(f"a {type(other).__name__} is no hand")
        a, b = self._bits, other._bits
        even = ((a & _EVEN) | _CARRY) - (b & _EVEN)
        odd = ((a >> 4 & _EVEN) | _CARRY) - (b >> 4 & _EVEN)
        # Where the carry is still there, the lane below it holds the difference.
        in_even, in_odd = even & _CARRY, odd & _CARRY
        return hand_of(even & (in_even - (in_even >> 4)) | (odd & (in_odd - (in_odd >> 4))) << 4)

    def __le__(self, other: Hand) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return includes(other._bits, self._bits)

    def __ge__(self, other: Hand) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return includes(self._bits, other._bits)

    def __lt__(self, other: Hand) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return self._bits != other._bits and includes(other._bits, self._bits)

    def __gt__(self, other: Hand) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return self._bits != other._bits and includes(self._bits, other._bits)

    @override
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return self._bits == other._bits

    @override
    def __hash__(self) -> int:
        return hash(self._bits)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a hand is immutable: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a hand is immutable: cannot delete {name!r}")

    def __copy__(self) -> Hand:
        return self

    def __deepcopy__(self, memo: object) -> Hand:
        return self

    def __reduce__(self) -> tuple[type[Hand], tuple[tuple[Card, ...]]]:
        return Hand, (tuple(self),)

    @override
    def __str__(self) -> str:
        """The cards in natural order, separated by spaces; the empty hand is the empty text."""
        return " ".join(map(str, self))

    @override
    def __repr__(self) -> str:
        return f"Hand.parse({str(self)!r})"


Cards: TypeAlias = Hand | Iterable[Card] | str
"""What every argument named ``cards`` takes: a hand, an iterable of cards, or a text."""


def hand_of(bits: int) -> Hand:
    """The hand of these bits, which must be laid out as a hand's are."""
    hand = _new(Hand)
    _set_bits(hand, bits)
    return hand


_new: Final = object.__new__
_set_bits: Final = Hand.__dict__["_bits"].__set__


def as_hand(cards: Cards) -> Hand:
    """The hand that an argument of the kind :data:`Cards` means.

    Raises:
        NotationError: a text that is no hand, or an iterable that holds something other than cards.
        PositionError: more than 15 copies of a card.
    """
    if isinstance(cards, Hand):
        return cards
    if isinstance(cards, str):
        return Hand.parse(cards)
    if not isinstance(cards, Iterable):
        raise NotationError(type(cards).__name__, 0, "a hand, cards, or a text of cards")
    return Hand(cards)


_SPACE: Final = re.compile(r"\s*")


def after_space(text: str, place: int) -> int:
    """Where the text goes on after any white space."""
    match = _SPACE.match(text, place)
    return place if match is None else match.end()


def parse_hand(text: str, start: int, end: int) -> Hand:
    """The hand that ``text[start:end]`` spells; faults are counted in the whole text."""
    return Hand(parse_cards(text, start, end))


def as_cards(cards: Cards) -> tuple[Card, ...]:
    """The cards that an argument of the kind :data:`Cards` means, in the order it has them.

    Raises:
        NotationError: a text that is no hand, or an iterable that holds something other than cards.
        PositionError: more than 15 copies of a card.
    """
    if isinstance(cards, str):
        return tuple(parse_cards(cards, 0, len(cards)))
    if not isinstance(cards, Iterable):
        raise NotationError(type(cards).__name__, 0, "a hand, cards, or a text of cards")
    given = tuple(cards)
    Hand(given)  # refuses what is no card
    return given


def parse_cards(text: str, start: int, end: int) -> list[Card]:
    """The cards that ``text[start:end]`` spells, in order."""
    cards: list[Card] = []
    copies = dict.fromkeys(CARDS, 0)
    place = start
    after_comma = False
    while True:
        place = after_space(text, place)
        if place >= end:
            break
        if text[place] == ",":
            if after_comma or not cards:
                raise NotationError(text, place, "a card")
            after_comma = True
            place += 1
            continue
        stop = place
        while stop < end and text[stop] != "," and not text[stop].isspace():
            stop += 1
            if stop - place > 3:  # longer than any card: let card_at name the fault
                break
        card = card_at(text, place, stop)
        copies[card] += 1
        if copies[card] > MOST_COPIES:
            raise NotationError(text, place, f"at most {MOST_COPIES} copies of {card}")
        cards.append(card)
        place, after_comma = stop, False
    if after_comma:
        raise NotationError(text, end, "a card")
    return cards
