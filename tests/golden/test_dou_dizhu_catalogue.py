"""The catalogues of Dou Dizhu: golden numbers, and the rules page counted out by brute force.

The page is told here a second time with sets of ranks as tuples of counts and no help from the
engine: every core with every handful of cards beside it, which is then measured against the page's
sentences.
"""

from __future__ import annotations

import json
import random
import tracemalloc
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from itertools import combinations_with_replacement, groupby
from operator import le
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import pytest

from climbcards import Combination, DouDizhu, Kind, Play, State
from climbcards.actions import play_of
from climbcards.climbing import catalogue as catalogues
from climbcards.climbing import plays
from climbcards.games.dou_dizhu import DouDizhuTable, Kickers
from tests.rules.dou_dizhu import RANKS, dealt, hand, ranks

PRESETS: Final = {
    "distinct": DouDizhu(),
    "any": DouDizhu(kickers=Kickers.ANY),
    "rlcard": DouDizhu.rlcard(),
    "openspiel": DouDizhu.openspiel(),
    "douzero": DouDizhu.douzero(),
    "four players": DouDizhu(players=4),
}

TOTALS: Final = {
    # name: (sets of ranks, readings)
    "distinct": (12_654, 12_654),
    "any": (28_502, 28_894),
    "rlcard": (27_471, 27_471),
    "openspiel": (25_661, 26_053),
    "douzero": (29_984, 30_383),
    "four players": (9_079, 9_079),
}

KINDS: Final = {
    "single": 15,
    "pair": 13,
    "triple": 13,
    "bomb": 13,
    "rocket": 1,
    "run": 36,
    "pair_run": 52,
    "triple_run": 45,
    "triple_with_single": 182,
    "triple_with_pair": 156,
    "quad_with_singles": 1_170,
    "quad_with_pairs": 858,
    "triple_run_with_singles": 7_161,
    "triple_run_with_pairs": 2_939,
}
"""The default catalogue, by kind."""

ORDERS: Final = {
    "distinct": "335fa553bc2efc6a",
    "any": "27ca5f4a08f65c6f",
    "rlcard": "cf5fdd4dcb386e06",
    "openspiel": "ec91726109899a27",
    "douzero": "b7df98566052323b",
    "four players": "b9ac42d47a628be8",
}
"""The order of each catalogue, as the beginning of a hash of what it lists."""

preset = pytest.mark.parametrize("name", PRESETS)

# --- The page, by brute force --------------------------------------------------------------------

Counts: TypeAlias = tuple[int, ...]
"""How many cards there are of each of the fifteen ranks, low to high."""

GROUPS: Final = {1: "single", 2: "pair", 3: "triple"}
RUNS: Final = {1: ("run", 5), 2: ("pair_run", 3), 3: ("triple_run", 2)}
ACE: Final = RANKS.index("A")
JOKERS: Final = (13, 14)


class Read(NamedTuple):
    """A combination by the table of the page."""

    kind: str
    shape: tuple[str | int, ...]
    strength: tuple[int, ...]
    power: int
    cards: str
    core: str


class Found(NamedTuple):
    """A combination of three players under the most generous rule, and what it takes to play it."""

    read: Read
    alike: int
    extends: bool
    both_jokers: bool


def text(counts: Counts) -> str:
    return "".join(rank * count for rank, count in zip(RANKS, counts, strict=True))


def counts_of(some: str) -> Counts:
    return tuple(some.count(rank) for rank in RANKS)


def groups(width: int, places: range) -> Counts:
    return tuple(width * (place in places) for place in range(15))


def plus(one: Counts, other: Counts) -> Counts:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def cores(width: int, longest: int, most: int) -> Iterator[tuple[range, Counts]]:
    """So many cards of one rank, or of each of two or more consecutive ranks from 3 to A."""
    for first in range(15):
        yield range(first, first + 1), groups(width, range(first, first + 1))
        for length in range(2, longest + 1):
            places = range(first, first + length)
            if places.stop <= ACE + 1 and width * length <= most:
                yield places, groups(width, places)


def handfuls(width: int, number: int, besides: range) -> Iterator[Counts]:
    """Any so many groups of cards, alike or not, of other ranks than the core's."""
    ranks_left = [place for place in range(15) if place not in besides]
    for chosen in combinations_with_replacement(ranks_left, number):
        counts = [0] * 15
        for place in chosen:
            counts[place] += width
        yield tuple(counts)


def holds(packs: int, counts: Counts) -> bool:
    """Whether the deck has the cards."""
    return all(
        count <= (packs if place in JOKERS else 4 * packs) for place, count in enumerate(counts)
    )


def plain(packs: int, most: int) -> Iterator[Read]:
    """Groups and runs, bombs and the rocket: what has nothing attached."""
    for width in (1, 2, 3):
        for places, core in cores(width, 12, most):
            if not holds(packs, core):
                continue
            kind, shape = GROUPS[width], tuple[str | int, ...]([GROUPS[width]])
            if len(places) > 1:
                kind, shortest = RUNS[width]
                if len(places) < shortest:
                    continue
                shape = kind, len(places)
            yield Read(kind, shape, (places[0],), 0, text(core), text(core))
    for width in range(4, 4 * packs + 1):
        for rank in range(13):
            bomb = text(groups(width, range(rank, rank + 1)))
            yield Read("bomb", ("bomb",), (rank,), 1 if packs == 1 else width, bomb, bomb)
    rocket = text(groups(packs, range(13, 15)))
    yield Read("rocket", ("rocket",), (0,), 2 if packs == 1 else 100, rocket, rocket)


def with_attached(packs: int, most: int) -> Iterator[tuple[str, range, Counts, Counts]]:
    """Every triple, run of triples and quad with as many singles or pairs as it takes, any."""
    for width in (3, 4) if packs == 1 else (3,):
        for places, core in cores(width, 1 if width == 4 else most // 4, most):
            length = len(places)
            number = 2 if width == 4 else length
            name = "quad" if width == 4 else "triple" if length == 1 else "triple_run"
            for size, attached in ((1, "single"), (2, "pair")) if packs == 1 else ((2, "pair"),):
                if not holds(packs, core) or width * length + size * number > most:
                    continue
                kind = f"{name}_with_{attached}{'s' if number > 1 else ''}"
                for rest in handfuls(size, number, places):
                    if holds(packs, rest):
                        yield kind, places, core, rest


def read_with(kind: str, places: range, core: Counts, rest: Counts) -> Read:
    shape: tuple[str | int, ...] = (kind, len(places)) if "run" in kind else (kind,)
    return Read(kind, shape, (places[0],), 0, text(plus(core, rest)), text(core))


@cache
def three_players() -> tuple[Found, ...]:
    """Everything that any of the dialects plays, with what it asks of its switches."""
    found = [Found(read, 1, False, False) for read in plain(1, 20)]
    for kind, places, core, rest in with_attached(1, 20):
        if "pair" in kind:
            if max(rest) <= 2:  # attached pairs differ in rank; two jokers are no pair
                found.append(Found(read_with(kind, places, core, rest), 1, False, False))
            continue
        longer = [place for place in (places[0] - 1, places[-1] + 1) if 0 <= place <= ACE]
        extends = "run" in kind and any(rest[place] >= 3 for place in longer)
        both = rest[13] == rest[14] == 1
        found.append(Found(read_with(kind, places, core, rest), max(rest), extends, both))
    return tuple(found)


@cache
def four_players() -> tuple[Read, ...]:
    found = list(plain(2, 33))
    for kind, places, core, rest in with_attached(2, 33):
        if "pair" in kind and max(rest) <= 2:
            found.append(read_with(kind, places, core, rest))
    return tuple(found)


@cache
def by_cards(name: str) -> dict[str, tuple[Read, ...]]:
    """Every set of ranks that a preset plays, with its readings, the preferred first."""
    ruleset = PRESETS[name]
    kickers = ruleset.kickers
    reads = four_players()
    if ruleset.players == 3:
        reads = tuple(
            read
            for read, alike, extends, both_jokers in three_players()
            if (kickers.repeat or alike == 1)
            and (kickers.four or alike <= 3)
            and (kickers.extend or not extends)
            and (kickers.both_jokers or not both_jokers)
            and (name != "openspiel" or not read.kind.startswith("quad"))
        )
    inorder = sorted(
        reads, key=lambda read: (read.cards, -len(read.core), tuple(-at for at in read.strength))
    )
    return {cards: tuple(same) for cards, same in groupby(inorder, key=lambda read: read.cards)}


def best_of_each_kind(readings: tuple[Read, ...]) -> list[Read]:
    """What lists hold: of several readings of one kind, the one with the highest core."""
    kept: dict[str, Read] = {}
    for read in readings:
        kept.setdefault(read.kind, read)
    return list(kept.values())


# --- What the package says -----------------------------------------------------------------------


def told(combination: Combination) -> Read:
    c = combination
    core = ranks(c.core)
    cards = "".join(sorted(core + ranks(c.attached), key=RANKS.index)) if c.attached else core
    return Read(str(c.kind), c.shape, c.strength, c.power, cards, core)


@cache
def catalogue(name: str) -> tuple[Combination, ...]:
    return tuple(PRESETS[name].catalogue())


@cache
def listed(name: str) -> tuple[Read, ...]:
    return tuple(map(told, catalogue(name)))


@preset
def test_totals(name: str) -> None:
    sets, readings = TOTALS[name]
    assert len({read.cards for read in listed(name)}) == sets
    assert len(by_cards(name)) == sets
    assert sum(map(len, by_cards(name).values())) == readings
    assert len(PRESETS[name].catalogue()) == len(listed(name))


def test_the_default_catalogue_by_kind() -> None:
    assert Counter(read.kind for read in listed("distinct")) == KINDS
    assert Counter(read.kind for reads in by_cards("distinct").values() for read in reads) == KINDS
    assert sum(KINDS.values()) == TOTALS["distinct"][0]


@preset
def test_the_catalogue_is_what_the_page_counts_out(name: str) -> None:
    wanted = [read for reads in by_cards(name).values() for read in best_of_each_kind(reads)]
    found = listed(name)
    assert set(found) == set(wanted)
    assert len(found) == len(wanted)


@preset
def test_core_and_attached_cards_are_the_whole_combination(name: str) -> None:
    ruleset = PRESETS[name]
    largest = 20 if ruleset.players == 3 else 33
    for combination in catalogue(name):
        assert combination.core + combination.attached == combination.cards
        assert len(combination.cards) <= largest


@preset
def test_every_set_of_cards_has_the_readings_of_the_page(name: str) -> None:
    ruleset = PRESETS[name]
    several = [cards for cards, reads in by_cards(name).items() if len(reads) > 1]
    others = [cards for cards in by_cards(name) if len(by_cards(name)[cards]) == 1]
    for cards in several + random.Random(1).sample(others, 1500):
        assert tuple(map(told, ruleset.readings(hand(cards, ruleset)))) == by_cards(name)[cards]


@preset
def test_a_set_of_cards_beside_a_combination_reads_only_if_the_page_says_so(name: str) -> None:
    """One card more, one less, or one of another rank."""
    ruleset, page = PRESETS[name], by_cards(name)
    packs, largest = (1, 20) if ruleset.players == 3 else (2, 33)
    rng = random.Random(2)
    legal = illegal = 0
    for cards in rng.sample(sorted(page), 600):
        counts = list(counts_of(cards))
        if rng.random() < 0.8:
            counts[rng.choice([place for place in range(15) if counts[place]])] -= 1
        if rng.random() < 0.8:
            counts[rng.randrange(15)] += 1
        beside = text(tuple(counts))
        if not beside or not holds(packs, tuple(counts)) or len(beside) > largest:
            continue
        found = ruleset.readings(hand(beside, ruleset))
        assert tuple(map(told, found)) == page.get(beside, ()), beside
        legal, illegal = legal + bool(found), illegal + (not found)
    assert min(legal, illegal) > 50


# --- The hands with the most plays ----------------------------------------------------------------

WORST: Final = {
    # name: (hand, how many leads), found by climbing: benchmarks/worst_hands.py
    "distinct": ("344455566677789TJQKA", 497),
    "any": ("333444555666789TJQKA", 520),
    "rlcard": ("333444555666789TJQKA", 519),
    "openspiel": ("333444555666789TJQKA", 520),
    "douzero": ("333444555666789TJQKA", 520),
    "four players": ("33444555666777888999TTTJJQQKKAA22", 1845),
}

WIDE: Final = {
    # More hands of the largest size, for preset of three players and for four.
    3: ["333444555666777888BR", "33334444555566667777", "3456777788889TJQKA2B"],
    4: ["33333333444444445555555566666666R", "33445566778899TTJJQQKKAA22BBRRTTT"],
}


@cache
def by_counts(name: str) -> tuple[tuple[Counts, tuple[Read, ...]], ...]:
    return tuple((counts_of(cards), reads) for cards, reads in by_cards(name).items())


def within(name: str, held: str) -> list[tuple[Read, ...]]:
    """The readings of every set of ranks within a hand that the page knows."""
    have = counts_of(held)
    return [reads for counts, reads in by_counts(name) if all(map(le, counts, have))]


def beats(one: Read, other: Read) -> bool:
    """The one ordering."""
    if one.power != other.power:
        return one.power > other.power
    return one.shape == other.shape and one.strength > other.strength


def facing(name: str, held: str, target: str | None = None) -> State[DouDizhuTable]:
    """Seat 0 is to act with a hand."""
    ruleset = PRESETS[name]
    cards, *table, rest = dealt(ruleset, held, *([target] if target else []))
    others = [[card] for card in list(rest)[: ruleset.players - 1]]
    return ruleset.position([cards, *others], target=table[0] if table else None)


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What public objects are made, from now on: a name for each."""
    made: list[str] = []
    init = Combination.__init__

    def counted_init(self: Combination, *args: Any, **kwargs: Any) -> None:
        made.append("Combination")
        init(self, *args, **kwargs)

    def counted_play_of(bits: int, kind: Kind | None) -> Play:
        made.append("Play")
        return play_of(bits, kind)

    monkeypatch.setattr(Combination, "__init__", counted_init)
    for module in (catalogues, plays):
        monkeypatch.setattr(module, "play_of", counted_play_of)
    return made


@preset
def test_counting_the_plays_of_the_worst_hands_builds_none(name: str, built: list[str]) -> None:
    worst, number = WORST[name]
    for held in (worst, *WIDE[PRESETS[name].players]):
        wanted = [read for reads in within(name, held) for read in best_of_each_kind(reads)]
        assert len(wanted) == number or held != worst
        state = facing(name, held)
        built.clear()
        actions = state.legal_actions()
        assert len(actions) == len(PRESETS[name].leads(state.hands[0])) == len(wanted)
        assert built == []
        cards = [ranks(action.cards) for action in actions if isinstance(action, Play)]
        assert built == ["Play"] * len(wanted)
        assert Counter(cards) == Counter(read.cards for read in wanted)


@preset
def test_counting_their_answers_builds_none(name: str, built: list[str]) -> None:
    ruleset = PRESETS[name]
    for held in (WORST[name][0], *WIDE[ruleset.players]):
        mine = within(name, held)
        *_, rest = dealt(ruleset, held)
        theirs = [reads[0] for reads in within(name, ranks(list(rest)[3:]))]
        theirs.sort(key=lambda read: read.strength, reverse=True)
        lowest = {read.shape: read for read in theirs}
        assert len(lowest) > 12
        for target in lowest.values():
            wanted = sum(
                len(best_of_each_kind(tuple(read for read in reads if beats(read, target))))
                for reads in mine
            )
            state = facing(name, held, target.cards)
            built.clear()
            assert len(state.legal_actions()) == 1 + wanted
            assert built == [] or (wanted == 1 and built == ["Play"])


@preset
def test_counting_takes_little_memory(name: str) -> None:
    state = facing(name, WORST[name][0])
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        tracemalloc.reset_peak()
        actions = state.legal_actions()
        assert len(actions) == WORST[name][1]
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak - before < 64 * 1024


# --- Counts of others ----------------------------------------------------------------------------


def data() -> dict[str, list[dict[str, Any]]]:
    """What other programs and rule pages count."""
    path = Path(__file__).parents[1].joinpath("data", "ddz_counts.json")
    loaded: dict[str, list[dict[str, Any]]] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


@cache
def by_shape(ruleset: DouDizhu) -> dict[tuple[str | int, ...], int]:
    """How many of each shape a catalogue lists, which has those of one shape together."""
    listed = ruleset.catalogue()
    found: dict[tuple[str | int, ...], int] = {}
    start = 0
    while start < len(listed):
        shape = listed[start].shape
        places = range(start, len(listed))
        length = bisect_left(places, True, key=lambda place: listed[place].shape != shape)
        assert shape not in found
        found[shape] = length
        start += length
    return found


@pytest.mark.parametrize("case", data()["counts"], ids=lambda case: str([*case.values()][:3]))
def test_counts_of_others(case: dict[str, Any]) -> None:
    ruleset = DouDizhu(kickers=Kickers(**dict.fromkeys(case["switches"].split(), True)))
    kind, groups = case["kind"], case["groups"]
    wanted = [
        number
        for shape, number in by_shape(ruleset).items()
        if shape[0] == kind and groups in (None, *shape[1:])
    ]
    assert sum(wanted) == case["sets"]


@pytest.mark.parametrize("case", data()["totals"], ids=str)
def test_totals_of_others(case: dict[str, Any]) -> None:
    sets, readings = TOTALS[case["preset"]]
    assert case.get("sets", sets) == sets
    assert case.get("readings", readings) == readings


def test_every_count_is_tested_or_left_out_for_a_reason() -> None:
    facts = data()
    assert [len(facts[name]) for name in ("counts", "totals", "left_out")] == [74, 4, 21]
    assert all(fact["case"] and len(fact["reason"].split()) > 5 for fact in facts["left_out"])


# --- The order -----------------------------------------------------------------------------------


@preset
def test_the_order_of_the_catalogue_stays(name: str) -> None:
    lines = "\n".join(f"{read.kind} {read.core} {read.cards}" for read in listed(name))
    assert sha256(lines.encode()).hexdigest()[:16] == ORDERS[name]
