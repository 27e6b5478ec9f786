"""The hands that every worker is given, made from nothing but a number.

Any program can make them again: splitmix64 draws the numbers, and a Fisher-Yates shuffle from the
last place down, with the remainder of each number, mixes the pack.  Only the standard library is
used here, since the workers run where climbcards is not installed.

A card is a number.  In Dou Dizhu ``card // 4`` is its rank from 0 (three) to 12 (two), ``card % 4``
its suit, and 52 and 53 are the jokers, with ranks 13 and 14.  In gin rummy the rank is ``card //
4`` from 0 (ace) to 12 (king).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

__all__ = ["HANDS", "Answer", "Deal", "answer", "deal", "gin_hand", "rank"]

HANDS: Final = 200
"""So many hands are listed over and over."""

_WORD: Final = (1 << 64) - 1
_STEP: Final = 0x9E3779B97F4A7C15
_MIXES: Final = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))
_SEQUENCE_TOP: Final = 12
"""The ranks below stand in runs: three to ace."""


class Deal(NamedTuple):
    """The cards of a deal of Dou Dizhu after the auction."""

    landlord: Sequence[int]
    next: Sequence[int]
    last: Sequence[int]


class Answer(NamedTuple):
    """A lead of the landlord, as ranks, in the deal that it is made in."""

    deal: Deal
    target: tuple[int, ...]


def _numbers(seed: int) -> Iterator[int]:
    """The numbers of splitmix64."""
    state = seed
    while True:
        state = state + _STEP & _WORD
        mixed = state
        for shift, factor in _MIXES:
            mixed = (mixed ^ mixed >> shift) * factor & _WORD
        yield mixed ^ mixed >> 31


def _pack(size: int, seed: int) -> list[int]:
    """A mixed pack."""
    pack, numbers = list(range(size)), _numbers(seed)
    for last in range(size - 1, 0, -1):
        place = next(numbers) % (last + 1)
        pack[last], pack[place] = pack[place], pack[last]
    return pack


def rank(card: int) -> int:
    """The rank of a card in Dou Dizhu."""
    return card // 4 if card < 52 else card - 39


def deal(number: int) -> Deal:
    """A deal of Dou Dizhu: 20, 17 and 17 cards; the last three of the landlord's are the kitty."""
    pack = _pack(54, 1000 + number)
    return Deal(pack[:20], pack[20:37], pack[37:])


def gin_hand(number: int) -> list[int]:
    """Ten cards of one pack, in natural order."""
    return sorted(_pack(52, 30000 + number)[:10])


def answer(number: int) -> Answer:
    """A deal with a lead that all the peers know.

    Its kind is drawn before its ranks, so that the rare kinds are not swamped.
    """
    dealt, numbers = deal(number), _numbers(5000 + number)
    kinds = [leads for leads in _known_leads(dealt.landlord) if leads]
    leads = kinds[next(numbers) % len(kinds)]
    return Answer(dealt, leads[next(numbers) % len(leads)])


def _known_leads(cards: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Leads of a hand, kind by kind; only such as every peer lists.

    No run begins with a rank that is held four times, which OpenSpiel leaves out; and there are no
    quads with attached cards, which it does not know.
    """
    held = Counter(map(rank, cards))

    def ranks(least: int) -> list[int]:
        return sorted(each for each, count in held.items() if count >= least)

    def runs(width: int, length: int) -> list[tuple[int, ...]]:
        starts = range(_SEQUENCE_TOP - length + 1)
        windows = [range(start, start + length) for start in starts if held[start] < 4]
        return [
            tuple(each for each in window for _ in range(width))
            for window in windows
            if all(held[each] >= width for each in window)
        ]

    for width in (1, 2, 3, 4):
        yield [(each,) * width for each in ranks(width)]
    for width in (1, 2):
        kickers = ranks(width)
        yield [
            tuple(sorted((core,) * 3 + (kicker,) * width))
            for core in ranks(3)
            for kicker in kickers
            if kicker != core
        ]
    for width, shortest in ((1, 5), (2, 3), (3, 2)):
        yield [run for length in range(shortest, shortest + 3) for run in runs(width, length)]
