"""The deal: all the chance there is in one deal, as a value, and the shuffle that makes it."""

from __future__ import annotations

import random
import secrets
from collections import Counter
from collections.abc import Sequence
from operator import mul
from typing import Final, TypeGuard

from attrs import field, frozen

from climbcards.cards import Card
from climbcards.errors import PositionError
from climbcards.hand import Hand, hand_of

__all__ = ["Deal", "DealContext"]

_ENTROPY_BITS: Final = 256
_MOST_SEED_BITS: Final = 4096

MOST: Final = 999_999_999
"""More than any number of deals or units: larger numbers are refused."""


def _in_order(partners: tuple[int, int] | None) -> tuple[int, int] | None:
    """The two seats with the lower first: it is the same pair."""
    match partners:
        case (int() as one, int() as other) if type(partners) is tuple and one > other:
            return other, one
        case _:
            return partners


@frozen(kw_only=True)
class DealContext:
    """What a deal takes over from the match it belongs to.

    Attributes:
        number: which deal of the match this is, from 1.
        dealer: the seat that deals.
        leader: the seat that leads, where the deal before decided it; None: the rules decide.
        partners: two seats that play together, where they were drawn for this deal; None leaves the
            draw to the shuffle.
        order: 1 when seats act in order of their numbers, -1 when they act in reverse.
    """

    number: int = 1
    dealer: int = 0
    leader: int | None = None
    partners: tuple[int, int] | None = field(default=None, converter=_in_order)
    order: int = 1

    def problems(self, players: int) -> list[str]:
        """Everything in it that a table of so many players rules out, one sentence each."""
        found: list[str] = []
        if type(self.number) is not int or not 1 <= self.number <= MOST:
            found.append(f"the number of a deal is a whole number from 1 to {MOST:,}")
        if not is_seat(self.dealer, players):
            found.append(f"the dealer is a seat from 0 to {players - 1}")
        if self.leader is not None and not is_seat(self.leader, players):
            found.append(f"the leader is None or a seat from 0 to {players - 1}")
        if self.partners is not None and not _are_two_seats(self.partners, players):
            found.append(f"the partners are two seats from 0 to {players - 1}")
        if type(self.order) is not int or self.order not in (1, -1):
            found.append("the order is 1 or -1")
        return found


def is_seat(seat: object, players: int) -> TypeGuard[int]:
    """Whether this is the number of a seat at a table of so many."""
    return type(seat) is int and seat in range(players)


def _are_two_seats(seats: object, players: int) -> bool:
    match seats:
        case (int() as one, int() as other) if isinstance(seats, tuple):
            return one != other and is_seat(one, players) and is_seat(other, players)
        case _:
            return False


@frozen(kw_only=True)
class Deal:
    """A shuffled deck with everything else that chance decides in one deal.

    A deal and the moves made on it are a complete record: nothing else is random.  No view holds a
    deal, its deck or its seed.

    Attributes:
        deck: the cards from the top of the pack.
        context: what the deal takes over from its match.
        seed: what the deck was shuffled from; None where the deck was given.
        face_up: the index in the deck of the card turned face up, in the games that turn one.
        reshuffles: the orders of the reshuffled discard piles, in the games that reshuffle.
    """

    deck: tuple[Card, ...]
    context: DealContext = DealContext()
    seed: int | None = None
    face_up: int | None = None
    reshuffles: tuple[tuple[Card, ...], ...] = ()

    def __repr__(self) -> str:
        """Without a card or the seed: a deal that lands in a log gives nothing away."""
        return f"<Deal of {len(self.deck)} cards, {self.context}>"


def fresh_seed() -> int:
    """256 bits that nobody can guess."""
    return secrets.randbits(_ENTROPY_BITS)


def generator(seed: int) -> random.Random:
    """The generator of a seed.

    Raises:
        PositionError: the seed is no whole number from 0 (``random`` would take -1 for 1), or has
            more than 4,096 bits.
    """
    problems = seed_problems(seed)
    if problems:
        raise PositionError(*problems)
    return random.Random(seed)


def seed_problems(seed: int) -> list[str]:
    """What is wrong with a seed."""
    if type(seed) is not int or seed < 0:
        return ["a seed is a whole number from 0"]
    if seed.bit_length() > _MOST_SEED_BITS:
        return [f"a seed has at most {_MOST_SEED_BITS} bits"]
    return []


def shuffled(cards: Sequence[Card], rng: random.Random) -> tuple[Card, ...]:
    """The cards in a uniformly random order: Fisher and Yates, from the last place to the first.

    Only ``rng.random()`` is drawn on, the one method whose sequence Python promises to keep.
    """
    order, size = list(cards), len(cards)
    # Where the card for each place comes from.  The range comes first, so that it ends the drawing.
    others = map(float.__int__, map(mul, range(size, 1, -1), iter(rng.random, None)))
    for place, other in zip(range(size - 1, 0, -1), others, strict=False):
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def dealt_in_turn(cards: Sequence[Card], players: int, first: int, order: int) -> tuple[Hand, ...]:
    """The cards dealt one at a time, the first to seat ``first``: each seat's hand."""
    hands = [Hand()] * players
    bits = [card.bit for card in cards]
    for turn in range(players):
        hands[(first + order * turn) % players] = hand_of(sum(bits[turn::players]))
    return tuple(hands)


def deck_problems(deck: tuple[Card, ...], whole: Hand) -> list[str]:
    """What is wrong with a deck that should hold exactly these cards."""
    if type(deck) is not tuple or set(map(type, deck)) != {Card}:
        return ["a deck is a tuple of cards"]
    # Copies of one card that overflow its lane make a wrong sum too, or a deck too long.
    if sum([card.bit for card in deck]) == whole.bits and len(deck) == len(whole):
        return []
    found: list[str] = []
    given, wanted = Counter(deck), Counter(whole)
    missing = [card for card in dict.fromkeys(whole) if given[card] < wanted[card]]
    foreign = [card for card in given if given[card] > wanted[card]]
    if missing:
        found.append(f"the deck lacks {' '.join(map(str, missing))}")
    if foreign:
        found.append(f"the deck has too many of {' '.join(map(str, foreign))}")
    return found
