"""Melds, and the arrangement of a hand that leaves the fewest points.

Of several arrangements with the fewest points it is

1. one that leaves the fewest cards; of these, comparing the cards left over from the highest down
   (in natural order), the one with the lowest;
2. of these the one whose first meld is best: its lowest natural card goes into a set rather than a
   run (but into a run rather than a set with no other natural card), with more natural cards rather
   than fewer, with lower ones rather than higher; then the meld of the lowest natural card that is
   still free, and so on.

The wild cards then take their places; one whose own place is in a run, or next to one that is to be
longer, stands there rather than for another card.  A run of two natural cards side by side gets one
rank more: the own place of a wild card of its suit, else the rank above, or below where there is
none above.  An ace stands high only where that needs fewer wild cards.  Wild cards that no meld
needs lengthen the runs that they belong next to, one each; the others join the first set, or else
lengthen the first run, upward while there are ranks and then downward.  They are a set of their own
where there is no other meld, or a single run that has no room for all of them.  Whatever places are
left are taken in natural order, meld by meld.
"""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import Final

from attrs import frozen
from typing_extensions import override

from climbcards.cards import BY_LANE, Card, Rank
from climbcards.hand import Hand
from climbcards.rummy.arranger import ACE_HIGH, LONGEST_RUN, SHORTEST, Arranger

__all__ = [
    "Arrangement",
    "Meld",
    "MeldKind",
    "arrange",
    "fewest_points",
    "is_melds",
    "left_over",
    "outs",
]


class MeldKind(StrEnum):
    """What a meld is: cards of one rank, or consecutive ranks of one suit."""

    SET = "set"
    RUN = "run"


@frozen
class Meld:
    """Three cards or more that belong together.

    Attributes:
        kind: a set or a run.
        cards: its cards, the wild ones among them.
        stands_for: each of its wild cards with the rank it stands for, from the lowest rank up; it
            may be its own.  The suit is the run's; in a set it does not matter.
    """

    kind: MeldKind
    cards: Hand
    stands_for: tuple[tuple[Card, Rank], ...] = ()

    @override
    def __str__(self) -> str:
        """The natural cards, then the wild ones: ``run 4♥ 5♥ 7♥ 9♣=6``."""
        wild = [card for card, _ in self.stands_for]
        shown = [str(self.kind), *map(str, self.cards - Hand(wild))]
        shown += [f"{card}={rank}" for card, rank in self.stands_for]
        return " ".join(shown)


@frozen
class Arrangement:
    """A hand in melds.

    Attributes:
        melds: the melds, in the order of their lowest natural cards.
        left: the cards in none.
        points: what those cost.
    """

    melds: tuple[Meld, ...]
    left: Hand
    points: int


def points_of(rank: int, ace_high: bool) -> int:
    """What a card of this rank costs when it is left over, in points."""
    if rank == Rank.ACE and ace_high:
        return 15
    return min(rank, 10)


class _Sorted:
    """A hand by its naturals and its wild cards, both in natural order."""

    __slots__ = ("arranger", "naturals", "points_of_wild", "rest", "wilds")

    def __init__(self, bits: int, wild: Rank, ace_high: bool) -> None:
        cards: list[tuple[int, int, Card]] = []
        while bits:
            lane = (bits & -bits).bit_length() - 1 >> 2
            card = BY_LANE[lane]
            copies = bits >> 4 * lane & 15
            cards += [(card.rank.value, lane, card)] * copies
            bits ^= copies << 4 * lane
        cards.sort()
        naturals = [entry for entry in cards if entry[0] != wild]
        self.naturals = [card for _, _, card in naturals]
        self.wilds = [card for rank, _, card in cards if rank == wild]
        self.rest = (1 << len(naturals)) - 1
        self.points_of_wild = points_of(wild, ace_high)
        ranks = [rank for rank, _, _ in naturals]
        self.arranger = Arranger(
            ranks,
            [lane // _LANES for _, lane, _ in naturals],
            [points_of(rank, ace_high) for rank in ranks],
            ace_high,
        )

    def fewest(self) -> tuple[int, int, bool]:
        """The fewest points, the naturals left over, and whether the wild cards are left as well.

        They are where there is no meld.  Where there is one, those that it does not need lengthen
        it (or break it in two, if it is a run that takes no more); three are a meld of their own.
        """
        count = len(self.wilds)
        points, left = self.arranger.fewest(self.rest, count)
        stuck = 0 < count < SHORTEST and left == self.rest
        return points + count * self.points_of_wild if stuck else points, left, stuck

    def chosen(self, places: int) -> list[Card]:
        """The naturals at these places."""
        return [card for place, card in enumerate(self.naturals) if places >> place & 1]


_LANES: Final = 15
"""Lanes of a suit in the bits of a hand."""


def fewest_points(bits: int, wild: Rank, ace_high: bool) -> int:
    """The fewest points that a hand (its bits) costs."""
    return _Sorted(bits, wild, ace_high).fewest()[0]


def left_over(bits: int, wild: Rank, ace_high: bool) -> list[Card]:
    """The cards of a hand (its bits) that are in no meld where the fewest points are left."""
    hand = _Sorted(bits, wild, ace_high)
    _, left, stuck = hand.fewest()
    return hand.naturals + hand.wilds if stuck else hand.chosen(left)


def is_melds(bits: int, wild: Rank, ace_high: bool) -> bool:
    """Whether a hand (its bits) is all melds."""
    hand = _Sorted(bits, wild, ace_high)
    count = len(hand.wilds)
    return hand.arranger.is_whole(hand.rest, count) if hand.rest else count >= SHORTEST


def outs(bits: int, wild: Rank, ace_high: bool) -> list[Card]:
    """Each card of a hand (its bits, four cards or more) without which it is all melds.

    One pass finds them all; they come in natural order, identical ones once.
    """
    hand = _Sorted(bits, wild, ace_high)
    arranger, count, rest = hand.arranger, len(hand.wilds), hand.rest
    if not rest:
        found = hand.wilds
    elif count and arranger.is_whole(rest, count - 1):
        # Without a wild card it is; and in a meld a wild card may take the place of any other.
        found = sorted(hand.naturals + hand.wilds)
    else:
        found = hand.chosen(arranger.spare(rest, count))
    return list(dict.fromkeys(found))


def arrange(bits: int, wild: Rank, ace_high: bool) -> Arrangement:
    """The arrangement of a hand (its bits, at most 14 cards) with the fewest points."""
    hand = _Sorted(bits, wild, ace_high)
    points, left, stuck = hand.fewest()
    if stuck:
        return Arrangement((), Hand(hand.naturals + hand.wilds), points)
    parts, spare = _parts(hand, hand.rest ^ left)
    melds = _Placing(parts, hand.wilds, ace_high).melds(spare)
    return Arrangement(melds, Hand(hand.chosen(left)), points)


class _Part:
    """A meld in the making.

    Attributes:
        rank: the rank of a set; None in a run.
        naturals: its natural cards.
        wilds: how many wild cards it has.
        bottom: the lowest rank of a run.
        top: its highest; 14 is an ace above the king.
    """

    __slots__ = ("bottom", "naturals", "rank", "ranks", "top", "wilds")

    def __init__(self, rank: Rank | None, naturals: list[Card], high: bool) -> None:
        self.rank = rank
        self.naturals = naturals
        self.wilds = 0
        self.ranks = {
            ACE_HIGH if high and card.rank is Rank.ACE else card.rank.value for card in naturals
        }
        self.bottom, self.top = min(self.ranks), max(self.ranks)

    @property
    def size(self) -> int:
        """How many ranks a run has."""
        return self.top - self.bottom + 1

    def places(self) -> list[int]:
        """The ranks that the wild cards of a run stand for, from the lowest."""
        return [rank for rank in range(self.bottom, self.top + 1) if rank not in self.ranks]


def _parts(hand: _Sorted, rest: int) -> tuple[list[_Part], int]:
    """The naturals at these places in melds, and the number of wild cards that none needs."""
    arranger, count, whole = hand.arranger, len(hand.wilds), rest
    parts: list[_Part] = []
    while rest:
        for meld, needed in arranger.melds(rest, count):
            naturals = hand.chosen(meld)
            first = naturals[0].rank
            is_run = naturals[-1].rank is not first
            spare = count - needed
            crowded = len(naturals) + count > LONGEST_RUN and 0 < spare < SHORTEST
            if is_run and meld == whole and crowded:
                continue  # no room for the spare ones: break it in two
            if arranger.is_whole(rest ^ meld, spare):
                break
        else:
            raise AssertionError("the rest is all melds")
        high = is_run and first is Rank.ACE and arranger.stands_high(meld)
        part = _Part(None if is_run else first, naturals, high)
        part.wilds = needed
        parts.append(part)
        rest ^= meld
        count -= needed
    return parts, count


class _Placing:
    """The melds of a hand, and how the wild cards come to stand in them.

    Args:
        parts: the melds with their natural cards, and how many wild cards each needs.
        wilds: the wild cards, in natural order.
        ace_high: whether an ace may stand above the king.
    """

    __slots__ = ("_highest", "_own", "_parts", "_runs", "_wilds")

    def __init__(self, parts: list[_Part], wilds: list[Card], ace_high: bool) -> None:
        self._parts = parts
        self._runs = [part for part in parts if part.rank is None]
        self._wilds = wilds
        self._highest = ACE_HIGH if ace_high else LONGEST_RUN
        # The wild cards of each suit that do not stand in their own places yet.
        self._own = Counter(card.suit for card in wilds)

    def melds(self, spare: int) -> tuple[Meld, ...]:
        """The melds with all wild cards, so many of which none needs."""
        for run in self._runs:
            self._use_own(run)
            if run.wilds > len(run.places()):  # two natural cards side by side
                self._lengthen(run, 1 - self._lengthened_by_own(run))
        if not self._parts or (self._parts == self._runs[:1] and self._crowds(spare)):
            return self._complete(spare)
        for run in self._runs:
            if spare:
                spare -= self._lengthened_by_own(run)
        sets = [part for part in self._parts if part.rank is not None]
        if sets:
            sets[0].wilds += spare
        elif spare:
            # With two runs, so few cards are left that the first has room.
            self._lengthen(self._runs[0], spare)
        return self._complete(0)

    def _crowds(self, spare: int) -> bool:
        """Whether so many more cards are too many for a single run."""
        return self._runs[0].size + spare > LONGEST_RUN

    def _use_own(self, run: _Part) -> None:
        """Let a wild card stand in its own place, if that is a hole."""
        suit = run.naturals[0].suit
        if self._wilds and self._own[suit] and self._wilds[0].rank in run.places():
            self._own[suit] -= 1

    def _lengthened_by_own(self, run: _Part) -> bool:
        """Lengthen a run by the own place of a wild card, if there is one next to it."""
        suit, rank = run.naturals[0].suit, self._wilds[0].rank.value
        if not self._own[suit] or run.size == LONGEST_RUN:
            return False
        if rank == run.bottom - 1:
            run.bottom = rank
        elif rank == run.top + 1:
            run.top = rank
        else:
            return False
        self._own[suit] -= 1
        return True

    def _lengthen(self, run: _Part, ranks: int) -> None:
        """Lengthen a run upward, and downward where no rank is above."""
        up = min(ranks, self._highest - run.top)
        run.top += up
        run.bottom -= ranks - up

    def _complete(self, alone: int) -> tuple[Meld, ...]:
        """The melds with their cards, and so many wild cards as a set of their own."""
        free = list(self._wilds)
        held: list[list[tuple[Card | None, int]]] = []
        for part in self._parts:
            if part.rank is not None:
                held.append([(None, part.rank)] * part.wilds)
                continue
            row: list[tuple[Card | None, int]] = []
            for rank in part.places():
                own = Card(Rank(_below_ace(rank)), part.naturals[0].suit)
                if own in free:
                    free.remove(own)
                    row.append((own, rank))
                else:
                    row.append((None, rank))
            held.append(row)
        melds: list[Meld] = []
        for part, row in zip(self._parts, held, strict=True):
            stands_for = tuple(
                [
                    (free.pop(0) if card is None else card, Rank(_below_ace(rank)))
                    for card, rank in row
                ]
            )
            cards = Hand([*part.naturals, *[card for card, _ in stands_for]])
            kind = MeldKind.RUN if part.rank is None else MeldKind.SET
            melds.append(Meld(kind, cards, stands_for))
        if alone:
            own_set = tuple([(card, card.rank) for card in free])
            melds.append(Meld(MeldKind.SET, Hand(free), own_set))
        return tuple(melds)


def _below_ace(rank: int) -> int:
    """A rank of a run as that of a card: 14 is an ace."""
    return 1 if rank == ACE_HIGH else rank
