"""Dou Dizhu as its rules page tells it, by how many cards there are of each rank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from climbcards import Card, DouDizhu, Rank
from climbcards.testing import PRESETS
from tests.property.page import Read

DOU_DIZHUS: Final = [ruleset for ruleset in PRESETS if isinstance(ruleset, DouDizhu)]

ORDER: Final = (*(Rank(rank % 13 + 1) for rank in range(2, 15)), *list(Rank)[13:])
ACE: Final = 11
"""The place of the highest rank of a run."""
BLACK, RED = 13, 14
GROUPS: Final = {1: "single", 2: "pair", 3: "triple"}
RUNS: Final = {1: ("run", 5), 2: ("pair_run", 3), 3: ("triple_run", 2)}


def readings(ruleset: DouDizhu, cards: Iterable[Card]) -> tuple[Read, ...]:
    """Every reading of cards of one deck, those with the longest and highest core first."""
    counts = Counter(ORDER.index(card.rank) for card in cards)
    largest = 20 if ruleset.players == 3 else 33
    if not 0 < counts.total() <= largest:
        return ()
    found = [*_plain(ruleset, counts), *_with_attached(ruleset, counts)]
    found.sort(key=lambda pair: (-pair[0], -pair[1].strength[0]))
    return tuple(read for _, read in found)


def _plain(ruleset: DouDizhu, counts: Counter[int]) -> Iterator[tuple[int, Read]]:
    """Readings of all the cards as a core, with its size."""
    packs = 1 if ruleset.players == 3 else 2
    if counts == {BLACK: packs, RED: packs}:
        yield 2 * packs, Read("rocket", ("rocket",), (0,), 2 if packs == 1 else 100)
        return
    places, widths = sorted(counts), set(counts.values())
    if len(widths) > 1:
        return
    width, length, lowest = widths.pop(), len(places), places[0]
    if length == 1 and width in GROUPS:
        yield width, Read(GROUPS[width], (GROUPS[width],), (lowest,), 0)
    elif length == 1:
        yield width, Read("bomb", ("bomb",), (lowest,), 1 if packs == 1 else width)
    elif width in RUNS and places == list(range(lowest, lowest + length)) and places[-1] <= ACE:
        kind, shortest = RUNS[width]
        if length >= shortest:
            yield width * length, Read(kind, (kind, length), (lowest,), 0)


def _with_attached(ruleset: DouDizhu, counts: Counter[int]) -> Iterator[tuple[int, Read]]:
    """Readings as a core with singles or pairs."""
    for width in (3, 4) if ruleset.quad_sets else (3,):
        for lowest in range(BLACK):
            core: list[int] = []
            for place in range(lowest, BLACK):
                if counts[place] != width:  # no card of the core's own ranks is attached
                    break
                core.append(place)
                if len(core) > 1 and (width == 4 or place > ACE):
                    break
                name = "quad" if width == 4 else "triple" if len(core) == 1 else "triple_run"
                number = 2 if width == 4 else len(core)
                rest = {other: count for other, count in counts.items() if other not in core}
                plural = "s" if number > 1 else ""
                if _are_singles(ruleset, rest, number, core):
                    yield _read(f"{name}_with_single{plural}", width, core)
                if len(rest) == number and set(rest.values()) == {2}:
                    yield _read(f"{name}_with_pair{plural}", width, core)


def _are_singles(ruleset: DouDizhu, rest: dict[int, int], number: int, core: list[int]) -> bool:
    """Whether these may be attached to the core as so many single cards."""
    kickers = ruleset.kickers
    if ruleset.players == 4 or sum(rest.values()) != number:
        return False
    alike = max(rest.values())
    longer = {core[0] - 1, core[-1] + 1} & set(range(ACE + 1)) if len(core) > 1 else set[int]()
    return (
        (kickers.repeat or alike == 1)
        and (kickers.four or alike < 4)
        and (kickers.extend or not any(rest.get(place, 0) >= 3 for place in longer))
        and (kickers.both_jokers or not {BLACK, RED} <= set(rest))
    )


def _read(kind: str, width: int, core: list[int]) -> tuple[int, Read]:
    shape: tuple[str | int, ...] = (kind, len(core)) if "run" in kind else (kind,)
    return width * len(core), Read(kind, shape, (core[0],), 0)
