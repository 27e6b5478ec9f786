"""The search behind :func:`climbcards.rummy.melds.arrange`: the melds that leave the fewest points.

Wild cards are alike (they cost the same and stand for anything), so only their number counts, and
what a meld needs of them: a set of ``n`` natural cards ``3 - n``, a run as many as it has holes,
and one more if it is two ranks long.  The other cards, the *naturals*, stand in natural order, and
a rest of them is a set of places, one bit each.  The lowest card of a rest is left over, or goes
into a set, or into a run that it begins (an ace may also end one, where it may be high); what then
remains is a smaller problem of the same kind, and is solved once for every number of wild cards.

Three facts keep the choices few; whatever else can be melded can be melded like this as well:

* A run that passes a rank of which the rest holds a card takes it: a wild card in a run and a
  natural one that could stand there change places.
* The cards of one rank that are in sets are in one set: it needs no more wild cards than two.
* A card that could not be in a run of the rest joins the set of its rank, if there is one.

A rest is made of the cards above some place, without those that runs begun below it have taken; so
there are few of them.  Nothing here knows a hand or a card: places, ranks and suits only.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

__all__ = ["ACE_HIGH", "LONGEST_RUN", "MOST_CARDS", "SHORTEST", "Arranger"]

MOST_CARDS: Final = 14
"""The most cards that are arranged: a hand of thirteen and the card just drawn."""
SHORTEST: Final = 3
"""The fewest cards of a meld."""
LONGEST_RUN: Final = 13
"""The most ranks of a run."""
ACE_HIGH: Final = 14
"""The rank of an ace above the king."""

# What the cards left over cost, in one number that compares as the rule of ties says: their points,
# then how many they are, then their places.
_POINTS: Final = 18
_NUMBER: Final = 14
_PLACES: Final = (1 << _NUMBER) - 1

_WILDS: Final = 4
"""Bits that hold a number of wild cards."""


class Arranger:
    """The naturals of one hand, and what has been found out about the rests of them.

    A meld is given here as the places of its naturals and the number of wild cards it needs.
    """

    __slots__ = (
        "_above",
        "_best",
        "_costs",
        "_kin",
        "_peaks",
        "_ranks",
        "_spare",
        "_twins",
        "_whole",
    )

    def __init__(
        self, ranks: list[int], suits: list[int], points: list[int], ace_high: bool
    ) -> None:
        """Look at the naturals of a hand.

        Args:
            ranks: the rank of each, in natural order; an ace is 1.
            suits: the suit of each.
            points: what each costs when it is left over.
            ace_high: whether an ace may also stand above the king.
        """
        count = len(ranks)
        self._ranks = ranks
        self._costs = [cost << _POINTS | 1 << _NUMBER | 1 << at for at, cost in enumerate(points)]
        self._kin: list[list[int]] = []
        self._above: list[list[tuple[int, int]]] = []
        self._peaks: list[list[tuple[int, int]]] = []
        self._twins = 0
        for place in range(count):
            rank, suit = ranks[place], suits[place]
            kin: list[int] = []
            above: list[tuple[int, int]] = []
            for other in range(place + 1, count):
                if ranks[other] == rank:
                    kin.append(1 << other)
                    if suits[other] == suit:
                        self._twins |= 1 << other - 1
                elif suits[other] == suit:
                    # Of identical cards the last comes first: it is the first to be taken, so that
                    # those left over have the lowest places.
                    if above and above[-1][1] == ranks[other]:
                        above.insert(_first_of(above, ranks[other]), (1 << other, ranks[other]))
                    else:
                        above.append((1 << other, ranks[other]))
            self._kin.append(kin)
            self._above.append(above)
            self._peaks.append(_downward(above) if ace_high and rank == 1 else [])
        self._best: dict[int, int] = {}
        self._whole: dict[int, bool] = {}
        self._spare: dict[int, int] = {}

    def fewest(self, rest: int, wilds: int) -> tuple[int, int]:
        """The fewest points that the cards left over of a rest cost, and their places.

        Of several ways with the fewest points it is one with the fewest cards left over; of these,
        compared from the highest card down, the one with the lowest.
        """
        cost = self._least(rest, wilds)
        return cost >> _POINTS, cost & _PLACES

    def is_whole(self, rest: int, wilds: int) -> bool:
        """Whether a rest is all melds with at most so many wild cards."""
        if not rest:
            return True
        key = rest << _WILDS | wilds
        known = self._whole.get(key)
        if known is None:
            known = False
            for meld, needed in self.melds(rest, wilds):
                if self.is_whole(rest ^ meld, wilds - needed):
                    known = True
                    break
            self._whole[key] = known
        return known

    def spare(self, rest: int, wilds: int) -> int:
        """The places of the cards without any one of which a rest is all melds.

        It must not be all melds with one wild card less: then any card may go, for a wild card
        takes its place.  That no run here passes over a card that is to go rests on this.
        """
        if not rest:
            return 0
        key = rest << _WILDS | wilds
        known = self._spare.get(key)
        if known is not None:
            return known
        lowest = rest & -rest
        found = lowest if self.is_whole(rest ^ lowest, wilds) else 0
        for meld, needed in self.melds(rest, wilds):
            found |= self.spare(rest ^ meld, wilds - needed)
            size = meld.bit_count()
            if size > 1 and self._is_set(meld):
                # Any of the set may go, also one that had no choice but to join it.
                more = max(0, SHORTEST + 1 - size)
                if more <= wilds and self.is_whole(rest ^ meld, wilds - more):
                    found |= meld
        self._spare[key] = found
        return found

    def _is_set(self, meld: int) -> bool:
        """Whether the naturals of a meld are of one rank."""
        lowest = (meld & -meld).bit_length() - 1
        return self._ranks[lowest] == self._ranks[meld.bit_length() - 1]

    def _least(self, rest: int, wilds: int) -> int:
        """The least that the cards left over of a rest cost."""
        if not rest:
            return 0
        key = rest << _WILDS | wilds
        least = self._best.get(key)
        if least is not None:
            return least
        lowest = rest & -rest
        least = -1
        for meld, needed in self.melds(rest, wilds):
            cost = self._least(rest ^ meld, wilds - needed)
            if cost < least or least < 0:
                least = cost
                if not cost:
                    break
        if least:
            cost = self._least(rest ^ lowest, wilds) + self._costs[lowest.bit_length() - 1]
            if cost < least or least < 0:
                least = cost
        self._best[key] = least
        return least

    def melds(self, rest: int, wilds: int) -> list[tuple[int, int]]:
        """The melds that the lowest card of a rest may go into with at most so many wild cards.

        Sets come before runs, but after them one of a single natural; more naturals come before
        fewer, lower ones before higher.
        """
        lowest = rest & -rest
        place = lowest.bit_length() - 1
        runs = self._runs(place, rest, wilds)
        # The set: who must join it, and who could be in a run instead.
        core, free = lowest, 0
        for other in self._kin[place]:
            if rest & other:
                if self._runs(other.bit_length() - 1, rest, wilds):
                    free |= other
                else:
                    core |= other
        alone = [(lowest, SHORTEST - 1)] if core == lowest and wilds >= SHORTEST - 1 else []
        return self._sets(core, free, wilds) + runs + alone

    def _sets(self, core: int, free: int, wilds: int) -> list[tuple[int, int]]:
        """The core with any of the free cards, two at least; of identical cards always the last."""
        size = core.bit_count()
        if not free:
            return [(core, max(0, SHORTEST - size))] if 1 < size >= SHORTEST - wilds else []
        found: list[tuple[int, int]] = []
        cards = [1 << place for place in range(free.bit_length()) if free >> place & 1]
        twins = self._twins & free & free >> 1
        for joining in range(len(cards), -1, -1):
            needed = max(0, SHORTEST - size - joining)
            if needed > wilds or size + joining == 1:
                break
            for chosen in combinations(cards, joining):
                joined = sum(chosen)
                if not (joined & twins) << 1 & ~joined:
                    found.append((core | joined, needed))
        return found

    def _runs(self, place: int, rest: int, wilds: int) -> list[tuple[int, int]]:
        """The runs of two naturals and more that a card begins (an ace: or ends above the king)."""
        found = _run(self._above[place], 1 << place, self._ranks[place], rest, wilds)
        if self._peaks[place]:
            high = _run(self._peaks[place], 1 << place, -ACE_HIGH, rest, wilds)
            found = _merged(found, high)
        return found

    def stands_high(self, run: int) -> bool:
        """Whether the ace that is the lowest card of a run needs fewer wild cards when high."""
        place = (run & -run).bit_length() - 1
        low = _run(self._above[place], 1 << place, 1, run, LONGEST_RUN)
        high = _run(self._peaks[place], 1 << place, -ACE_HIGH, run, LONGEST_RUN)
        return bool(high) and high[0][1] < low[0][1]


def _run(
    others: list[tuple[int, int]], run: int, first: int, rest: int, wilds: int
) -> list[tuple[int, int]]:
    """The runs from a first card on, the longest first.

    Args:
        others: the cards that may follow, with their ranks rising.
        run: the first card.
        first: its rank.
        rest: the cards that there are.
        wilds: how many wild cards there are.
    """
    found: list[tuple[int, int]] = []
    last, holes = first, 0
    for card, rank in others:
        if rest & card and rank != last:
            holes += rank - last - 1
            if holes > wilds:
                break
            run |= card
            last = rank
            needed = holes if rank - first > 1 else holes + 1
            if needed <= wilds:
                found.append((run, needed))
    found.reverse()
    return found


def _downward(cards: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The cards of a suit from the king down, their ranks below zero so that they rise as well."""
    turned: list[tuple[int, int]] = []
    for card, rank in reversed(cards):
        if turned and turned[-1][1] == -rank:
            turned.insert(_first_of(turned, -rank), (card, -rank))
        else:
            turned.append((card, -rank))
    return turned


def _first_of(cards: list[tuple[int, int]], rank: int) -> int:
    """The place of the first card of this rank, which the last one has."""
    place = len(cards) - 1
    while place and cards[place - 1][1] == rank:
        place -= 1
    return place


def _merged(low: list[tuple[int, int]], high: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Runs of an ace, low and high: each set of cards once, the longest first."""
    needs: dict[int, int] = {}
    for run, needed in (*low, *high):
        needs[run] = min(needed, needs.get(run, needed))
    return sorted(needs.items(), key=_longest_first)


def _longest_first(meld: tuple[int, int]) -> int:
    return -meld[0].bit_count()
