"""Bit arithmetic: how a game of ranks lays a hand out, and sums, masks and choices over it.

The engine works on *lanes*: an integer with four bits for each rank, in the game's own order,
lowest first.  A game has at most 15 ranks, so lanes take at most 60 bits.  What the four bits of a
lane mean is the layout's:

- where suits do not matter (:class:`RankLayout`) a lane counts the cards of its rank, at most eight
  of them (two packs);
- where they do (:class:`SuitLayout`) a lane has one bit for each suit, in the game's order of
  suits, so that one pack fits and a card is one bit.

Both come from a hand's four suit planes (see :mod:`climbcards.hand`) by a rotation and a sum.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

from climbcards.cards import Card, Rank, Suit
from climbcards.climbing.bits import LANES, ONES, suit_counts
from climbcards.hand import PLANE_BITS

__all__ = ["Layout", "RankLayout", "SuitLayout"]

_EVEN: Final = sum(15 << 4 * lane for lane in range(0, LANES + 1, 2))
_PLANE: Final = (1 << PLANE_BITS) - 1
_HAND_BITS: Final = 4 * PLANE_BITS
_FOUR_SUITS: Final = sum(15 << suit * PLANE_BITS for suit in range(4))
_PLAIN_BITS: Final = 52
"""Bits of a plane's 13 lanes of plain ranks; the jokers' two lanes are above them."""
_PLAIN: Final = (1 << _PLAIN_BITS) - 1


def ones_of(layout: Layout) -> int:
    """A 1 in every lane of the layout."""
    return ONES & (1 << 4 * len(layout.ranks)) - 1


class Layout(ABC):
    """How the hands of one game are laid out in lanes.

    Args:
        ranks: the game's ranks, lowest first; lane i is the i-th of them.
    """

    __slots__ = ("_places", "_rotation", "lane", "ranks", "ways")

    ranks: tuple[Rank, ...]
    lane: Mapping[Rank, int]
    """The lane of each rank."""
    ways: Sequence[Sequence[tuple[int, ...]]]
    """``ways[n][v]``: the lane values that take n cards out of a lane of value v."""

    def __init__(self, ranks: Sequence[Rank]) -> None:
        self.ranks = tuple(ranks)
        self.lane = {rank: lane for lane, rank in enumerate(ranks)}
        # Where each lane stands in a plane, and the shortcut for orders that are a rotation.
        self._places = tuple(4 * (rank - 1) for rank in ranks)
        lowest = ranks[0] - 1
        turned = [*range(lowest, 13), *range(lowest), *range(13, len(ranks))]
        rotated = [rank - 1 for rank in ranks] == turned
        self._rotation = 4 * lowest if rotated else -1

    def of_plane(self, plane: int) -> int:
        """A plane in natural order of ranks, put in the game's order."""
        turn = self._rotation
        if turn < 0:
            return sum((plane >> at & 15) << 4 * i for i, at in enumerate(self._places))
        plain = plane & _PLAIN
        return (plain >> turn | plain << _PLAIN_BITS - turn) & _PLAIN | plane & ~_PLAIN

    def to_plane(self, lanes: int) -> int:
        """Lanes in the game's order, put in natural order: the inverse of :meth:`of_plane`."""
        turn = self._rotation
        if turn < 0:
            return sum((lanes >> 4 * i & 15) << at for i, at in enumerate(self._places))
        plain = lanes & _PLAIN
        return (plain << turn | plain >> _PLAIN_BITS - turn) & _PLAIN | lanes & ~_PLAIN

    @abstractmethod
    def order(self, card: Card) -> tuple[int, int]:
        """The card's place in the game's own order: by rank, then by suit."""

    @abstractmethod
    def lanes(self, bits: int) -> int:
        """The lanes of a hand's bits."""

    @abstractmethod
    def counts(self, lanes: int) -> int:
        """How many cards each lane holds, in four bits a lane."""

    @abstractmethod
    def chosen(self, bits: int, lanes: int) -> int:
        """The bits of the cards to take from a hand for these lanes: the lowest suits that do.

        The hand must hold cards enough.
        """

    def size(self, lanes: int) -> int:
        """How many cards the lanes hold."""
        counts = self.counts(lanes)
        return ((counts & _EVEN) + (counts >> 4 & _EVEN)) % 255  # casting out 255s adds the bytes


def _lowest_of(suits: int) -> tuple[int, ...]:
    """None, one, two, … of the lowest of these suits (a bit each), each a bit of its plane."""
    planes = [1 << suit * PLANE_BITS for suit in range(4) if suits >> suit & 1]
    return tuple(sum(planes[:number]) for number in range(len(planes) + 1))


_LOWEST: Final = {found[-1]: found for found in map(_lowest_of, range(16))}
"""What to take of a rank that has no card twice, by what there is and how many are wanted."""


class RankLayout(Layout):
    """Lanes that count: suits do not matter."""

    __slots__ = ()

    def __init__(self, ranks: Sequence[Rank]) -> None:
        super().__init__(ranks)
        self.ways = tuple(tuple((n,) if v >= n else () for v in range(16)) for n in range(16))

    def lanes(self, bits: int) -> int:
        return self.of_plane(
            (bits & _PLANE)
            + (bits >> PLANE_BITS & _PLANE)
            + (bits >> 2 * PLANE_BITS & _PLANE)
            + (bits >> 3 * PLANE_BITS)
        )

    def order(self, card: Card) -> tuple[int, int]:
        return self.lane.get(card.rank, card.rank), card.suit or 0

    def counts(self, lanes: int) -> int:
        return lanes

    def chosen(self, bits: int, lanes: int) -> int:
        places = self._places
        taken = 0
        while lanes:
            shift = (lanes & -lanes).bit_length() - 1 & -4
            need = lanes >> shift & 15
            lanes &= -16 << shift
            place = places[shift >> 2]
            held = bits >> place & _FOUR_SUITS  # this rank's four lanes, one in each plane
            lowest = _LOWEST.get(held)
            taken |= (_of_copies(held, need) if lowest is None else lowest[need]) << place
        return taken


def _of_copies(held: int, need: int) -> int:
    """So many cards of one rank, lowest suits first, where a suit may have several copies."""
    taken = 0
    for shift in range(0, _HAND_BITS, PLANE_BITS):
        take = min(held >> shift & 15, need)
        taken |= take << shift
        need -= take
    return taken


class SuitLayout(Layout):
    """Lanes of one bit a suit: suits rank, and there is one pack without jokers.

    Args:
        ranks: the ranks, lowest first.
        suits: the suits, lowest first; bit i of a lane is the i-th of them.
    """

    __slots__ = ("_cards", "_planes", "suits")

    def __init__(self, ranks: Sequence[Rank], suits: Sequence[Suit]) -> None:
        super().__init__(ranks)
        self.suits = tuple(suits)
        planes = [PLANE_BITS * suit for suit in suits]
        # Where the cards of each suit stand; nothing does above them all.
        self._planes = (*planes, *[_HAND_BITS] * (4 - len(planes)))
        # The bit of a hand for each bit of the lanes.
        self._cards = {
            1 << 4 * lane + bit: 1 << place + shift
            for lane, place in enumerate(self._places)
            for bit, shift in enumerate(planes)
        }
        self.ways = tuple(
            tuple(
                tuple(
                    sorted(
                        sum(cards) for cards in combinations([b for b in (1, 2, 4, 8) if b & v], n)
                    )
                )
                for v in range(16)
            )
            for n in range(5)
        )

    def lanes(self, bits: int) -> int:
        first, second, third, fourth = self._planes
        plane = (
            bits >> first & ONES
            | (bits >> second & ONES) << 1
            | (bits >> third & ONES) << 2
            | (bits >> fourth & ONES) << 3
        )
        turn = self._rotation
        if turn < 0 or plane > _PLAIN:
            return self.of_plane(plane)
        return (plane >> turn | plane << _PLAIN_BITS - turn) & _PLAIN  # the same without the call

    def order(self, card: Card) -> tuple[int, int]:
        suit = 0 if card.suit is None else self.suits.index(card.suit)
        return self.lane.get(card.rank, card.rank), suit

    def counts(self, lanes: int) -> int:
        return suit_counts(lanes)

    def chosen(self, bits: int, lanes: int) -> int:
        cards, taken = self._cards, 0
        while lanes:
            card = lanes & -lanes
            taken |= cards[card]
            lanes ^= card
        return taken
