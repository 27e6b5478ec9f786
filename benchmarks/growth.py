"""How cost grows with what a deal consists of: ``python -m benchmarks.growth``.

Each table lets one thing grow: the cards of a hand, the wild ones among them, the players and
packs, the moves played so far.  Then there is what is kept: bytes for a state, what the caches hold
after much use; and what an import takes.  A time is the best of several batches: what the machine
does besides only ever adds to it.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import pickle
import random
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final, TypeAlias, TypeVar

from attrs import evolve
from benchmarks import caches
from benchmarks.machine import clock, described, machine
from benchmarks.tables import figure, markdown, put_into, text

from climbcards import (
    Action,
    Bid,
    BigThree,
    BigTwo,
    ClimbingRuleset,
    DealContext,
    DouDizhu,
    GoOut,
    Hand,
    Phase,
    Ruleset,
    State,
    Table,
    ThreeThirteen,
    step,
)
from climbcards.games.dou_dizhu import Kickers
from climbcards.playout import playout

__all__ = ["Section", "main", "sections"]

E = TypeVar("E")

Cell: TypeAlias = str | int | float | None

CLIMBING: Final[dict[str, tuple[ClimbingRuleset, tuple[int, ...]]]] = {
    "Big Three": (BigThree(), (5, 8, 12, 16, 20)),
    "Dou Dizhu": (DouDizhu(), (5, 8, 12, 16, 20)),
    "Dou Dizhu, any kickers": (DouDizhu(kickers=Kickers.ANY), (5, 8, 12, 16, 20)),
    "Dou Dizhu for four": (DouDizhu(players=4), (5, 12, 20, 25, 33)),
    "Big Two": (BigTwo(), (5, 8, 10, 13)),
}
"""The climbing games, and how many cards a hand has from few to the most."""

ALL: Final[dict[str, Ruleset[Table]]] = {
    "Big Three": BigThree(),
    "Big Three for four": BigThree(players=4),
    "Dou Dizhu": DouDizhu(),
    "Dou Dizhu for four": DouDizhu(players=4),
    "Big Two for two": BigTwo(players=2),
    "Big Two for three": BigTwo(players=3),
    "Big Two": BigTwo(),
    "Three Thirteen for two": ThreeThirteen(players=2),
    "Three Thirteen for four": ThreeThirteen(players=4),
    "Three Thirteen for six": ThreeThirteen(players=6),
    "Three Thirteen for eight": ThreeThirteen(players=8),
}

IMPORT_BOUND: Final = 40.0
"""So many milliseconds the import may take beyond that of attrs."""


@dataclass
class Section:
    """A table.

    Attributes:
        title: what grows.
        about: how it is counted.
        head: the columns.
        rows: what was found.
    """

    title: str
    about: str
    head: Sequence[str]
    rows: list[list[Cell]]


class Watch:
    """Times things, so many batches each.

    Args:
        batches: how many; the best counts.
    """

    def __init__(self, batches: int) -> None:
        self.batches = batches

    def micro(self, work: Callable[[], object], count: int = 1) -> float:
        """The microseconds for one of so many things that the work does."""
        work()
        best = float("inf")
        for _ in range(self.batches):
            start = clock()
            work()
            best = min(best, clock() - start)
        return 1e6 * best / count


def hands(ruleset: Ruleset[Table], size: int, number: int) -> list[Hand]:
    """So many random hands of this size."""
    rng = random.Random(size)
    return [Hand(rng.sample(ruleset.deck, size)) for _ in range(number)]


# --- The cards of a hand -------------------------------------------------------------------------


def leads(watch: Watch) -> Section:
    """Leads by the size of the hand."""
    rows: list[list[Cell]] = []
    for name, (ruleset, sizes) in CLIMBING.items():
        for size in sizes:
            some, few = hands(ruleset, size, 100), hands(ruleset, size, 20)
            leads = ruleset.leads
            number = sum(len(leads(hand)) for hand in some)
            built = sum(len(leads(hand)) for hand in few)
            listing = watch.micro(lambda: [len(leads(hand)) for hand in some], len(some))  # noqa: B023
            building = watch.micro(lambda: [list(leads(hand)) for hand in few], built)  # noqa: B023
            each = number / len(some)
            rows.append([name, size, each, listing, 1000 * listing / each, building])
    return Section(
        "The cards of a hand: leads",
        "Random hands.  Listed: the list as it is given, which knows its length.  Built: every "
        "combination of it is made.",
        ("game", "cards", "leads", "µs listed", "ns listed, a lead", "µs built, a lead"),
        rows,
    )


def answers(watch: Watch) -> Section:
    """Answers by the size of the hand."""
    rows: list[list[Cell]] = []
    for name, (ruleset, sizes) in CLIMBING.items():
        for size in sizes:
            rng, some = random.Random(1), hands(ruleset, size, 100)
            targets = [rng.choice(ruleset.leads(hand)) for hand in some]
            cases = list(zip(some, targets[1:] + targets[:1], strict=True))
            found = [facing(ruleset, hand, target) for hand, target in cases]
            states = [state for state in found if state is not None]
            number = sum(len(state.legal_actions()) for state in states)
            listing = watch.micro(
                lambda: [len(state.legal_actions()) for state in states],  # noqa: B023
                len(states),
            )
            building = watch.micro(
                lambda: [list(state.legal_actions()) for state in states],  # noqa: B023
                number,
            )
            rows.append([name, size, number / len(states), listing, building])
    return Section(
        "The cards of a hand: answers",
        "Random hands, each against a random lead of another; the pass is counted.",
        ("game", "cards", "answers", "µs listed", "µs built, an answer"),
        rows,
    )


def facing(ruleset: ClimbingRuleset, hand: Hand, target: Any) -> State[Table] | None:
    """A position in which the hand is to answer, if the packs have the cards of both."""
    if not hand + target.cards <= Hand(ruleset.deck):
        return None
    rest = list(Hand(ruleset.deck) - hand - target.cards)[: ruleset.players - 1]
    seats = [hand, *(Hand([card]) for card in rest)]
    position: Callable[..., State[Table]] = getattr(ruleset, "position")  # noqa: B009
    return position(seats, target=target, target_by=ruleset.players - 1)


def melds(watch: Watch) -> Section:
    """The arrangement by the size of the hand and its wild cards."""
    rules, rows = ThreeThirteen(players=8), list[list[Cell]]()
    for size in (3, 5, 8, 10, 13, 14):
        wild = rules.wild(min(size, 13) - 2)
        wilds = [card for card in rules.deck if card.rank is wild]
        others = [card for card in rules.deck if card.rank is not wild]
        for number in (0, 1, 2, 4, 6, 8):
            if number > size:
                continue
            rng = random.Random(size)
            some = [
                Hand(rng.sample(wilds, number) + rng.sample(others, size - number))
                for _ in range(60)
            ]
            deal = min(size, 13) - 2
            micro = watch.micro(lambda: [rules.arrange(hand, deal) for hand in some], len(some))  # noqa: B023
            rows.append([size, number, micro, micro / size])
    return Section(
        "The cards of a hand and the wild ones among them: `arrange`",
        f"Random hands from the {rules.packs} packs of eight players.",
        ("cards", "wild", "µs", "µs a card"),
        rows,
    )


# --- Players and packs ---------------------------------------------------------------------------


def context(ruleset: Ruleset[Table]) -> DealContext:
    """What to deal: of Three Thirteen a deal from the middle of a match."""
    return DealContext(number=6) if isinstance(ruleset, ThreeThirteen) else DealContext()


def players(watch: Watch) -> Section:
    """Random deals by the number of players."""
    rows: list[list[Cell]] = []
    for name, ruleset in ALL.items():
        deals = [ruleset.shuffle(seed, context(ruleset)) for seed in range(10)]

        def play(ruleset: Ruleset[Table] = ruleset, deals: Any = deals) -> list[State[Table]]:
            rng = random.Random(1)
            return [played(ruleset.start(deal), rng) for deal in deals]

        def out(ruleset: Ruleset[Table] = ruleset, deals: Any = deals) -> None:
            rng = random.Random(1)
            for deal in deals:
                playout(ruleset.start(deal), rng)

        moves = sum(len(state.history) for state in play())
        rows.append(
            [
                name,
                ruleset.players,
                len(ruleset.deck),
                moves / len(deals),
                watch.micro(play, moves),
                watch.micro(out, moves),
            ]
        )
    return Section(
        "Players and packs",
        "Random deals: each move listed, chosen and stepped; or played out without states.",
        ("game", "players", "cards in the packs", "moves", "µs a move", "µs a move, playout"),
        rows,
    )


def played(state: State[Table], rng: random.Random) -> State[Table]:
    """Random moves to the end."""
    while state.to_act is not None:
        actions = state.legal_actions()
        state = step(state, actions[int(rng.random() * len(actions))])
    return state


# --- History -------------------------------------------------------------------------------------


def long_game(ruleset: Ruleset[Table], moves: int) -> Iterator[State[Table]]:
    """The states of a deal that is drawn out: the lowest play each time, and nobody goes out."""
    if isinstance(ruleset, ThreeThirteen):
        state: State[Table] = ruleset.deal(1, DealContext(number=11))
    else:
        state = ruleset.deal(1)
        if state.phase is Phase.AUCTION:
            state = step(state, Bid(3))
    rng = random.Random(1)
    for _ in range(moves + 1):
        yield state
        actions = [each for each in state.legal_actions() if not isinstance(each, GoOut)]
        if not actions:
            return
        state = step(
            state, rng.choice(actions) if isinstance(ruleset, ThreeThirteen) else actions[0]
        )


def history(watch: Watch) -> Section:
    """What one thing costs after so many moves."""
    rows: list[list[Cell]] = []
    cases: list[tuple[str, Ruleset[Table], tuple[int, ...]]] = [
        ("Dou Dizhu for four", DouDizhu(players=4), (0, 50, 100)),
        ("Three Thirteen", ThreeThirteen(players=4, max_reshuffles=8), (0, 100, 1000)),
    ]
    for name, ruleset, lengths in cases:
        for number, state in enumerate(long_game(ruleset, max(lengths))):
            if number not in lengths:
                continue
            action: Action = next(
                each for each in state.legal_actions() if not isinstance(each, GoOut)
            )
            seat = state.to_act
            kept = pickle.dumps(state)

            def repeat(work: Callable[[], object], times: int = 50) -> float:
                return watch.micro(lambda: [work() for _ in range(times)], times)

            rows.append(
                [
                    name,
                    len(state.history),
                    repeat(lambda: step(state, action)),  # noqa: B023
                    repeat(lambda: len(state.legal_actions())),  # noqa: B023
                    repeat(lambda: state.view(seat)),  # noqa: B023
                    repeat(lambda: state.view(seat).legal_actions()),  # noqa: B023
                    repeat(lambda: state.history),  # noqa: B023
                    repeat(lambda: pickle.dumps(state), 5),  # noqa: B023
                    repeat(lambda: pickle.loads(kept), 5),  # noqa: B023
                    float(len(kept)),
                ]
            )
    return Section(
        "The moves so far",
        "A deal that is drawn out.  A step and a list do not look back.  A view and a pickle hold "
        "every move, so they cost by the move; to unpickle is to replay.",
        (
            "game",
            "moves",
            "µs step",
            "µs legal_actions",
            "µs view",
            "µs view and its list",
            "µs history",
            "µs pickled",
            "µs unpickled",
            "bytes pickled",
        ),
        rows,
    )


# --- What is kept --------------------------------------------------------------------------------


def traced(work: Callable[[], E]) -> tuple[int, E]:
    """How many bytes are kept with what the work gives."""
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        kept = work()
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return after - before, kept


def memory() -> Section:
    """Bytes for the states of a deal, all of them kept."""
    rows: list[list[Cell]] = []
    empty = caches.emptier()
    for name, ruleset in ALL.items():
        deals = [ruleset.shuffle(seed, context(ruleset)) for seed in range(10)]
        for deal in deals:  # the caches fill, and all combinations are there
            played(ruleset.start(deal), random.Random(1))

        first, starts = traced(lambda: [ruleset.start(deal) for deal in deals])  # noqa: B023
        whole, ended = traced(
            lambda: [played(state, random.Random(1)) for state in starts]  # noqa: B023
        )
        moves = sum(len(state.history) for state in ended)
        empty()
        start = clock()
        evolve(ruleset)
        took = clock() - start
        empty()
        tables, again = traced(lambda: evolve(ruleset))  # noqa: B023
        assert again == ruleset
        rows.append(
            [
                name,
                moves / len(deals),
                first / len(deals),
                whole / moves,
                1000 * took,
                tables / 1024,
            ]
        )
    return Section(
        "Memory",
        "The last state of a deal holds all those before it.  For each move there is a state, the "
        "move, its action and the cards of that.  The first ruleset with certain options makes its "
        "tables; equal ones share them.",
        (
            "game",
            "moves",
            "bytes, the first state",
            "bytes a move",
            "ms, the first ruleset",
            "KiB, its tables",
        ),
        rows,
    )


WORK: Final = 4000
"""So many random hands of each size are listed before the caches are looked at."""


def filled() -> list[list[Cell]]:
    """What the caches hold after much use; for an interpreter that has done nothing yet."""
    tracemalloc.start()
    rng = random.Random(1)
    for climbing, sizes in CLIMBING.values():
        for size in sizes:
            for hand in hands(climbing, size, WORK):
                len(climbing.leads(hand))
    for ruleset in ALL.values():
        for seed in range(10):
            state = played(ruleset.deal(seed, context(ruleset)), rng)
            pickle.loads(pickle.dumps(state))
    some: dict[str, list[caches.Cache]] = {}
    for cache in caches.found():
        some.setdefault(cache.name, []).append(cache)
    rows: list[list[Cell]] = []
    for name, alike in sorted(some.items()):
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        for cache in alike:
            cache.clear()
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
        bound = alike[0].bound
        rows.append(
            [
                name.removeprefix("climbcards."),
                len(alike),
                "in the code" if bound is None else f"{bound:,}",
                sum(cache.size for cache in alike),
                (before - after) / 1024,
            ]
        )
    return rows


def cached() -> Section:
    """The same, in an interpreter of its own."""
    code = "import json; from benchmarks.growth import filled; print(json.dumps(filled()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    return Section(
        "Caches after much use",
        f"{WORK:,} random hands of each size of the tables above, and ten deals of each game.",
        ("cache", "how many", "bound of each", "entries in all", "KiB in all"),
        json.loads(done.stdout),
    )


def imports(rounds: int) -> Section:
    """What an import takes, in fresh interpreters, one after the other in turn."""
    times: dict[str, list[float]] = {"attrs": [], "climbcards": []}
    code = (
        "from time import {clock} as clock; start = clock(); import {name};"
        "print(1000 * (clock() - start))"
    )
    with tempfile.TemporaryDirectory() as compiled:
        environment = {
            **{name: value for name, value in os.environ.items() if "BYTECODE" not in name},
            "PYTHONPYCACHEPREFIX": compiled,
        }
        for _ in range(rounds + 1):
            for name, found in times.items():
                command = [sys.executable, "-c", code.format(clock=clock.__name__, name=name)]
                done = subprocess.run(command, env=environment, capture_output=True, check=True)
                found.append(float(done.stdout))
    # The first round compiles; that is done once, when a package is installed.
    middles = {name: median(found[1:]) for name, found in times.items()}
    beyond = middles["climbcards"] - middles["attrs"]
    return Section(
        "Import",
        f"Medians of {rounds} fresh interpreters each, in turn; climbcards imports attrs.  It is "
        f"to take at most {IMPORT_BOUND:.0f} ms longer than attrs alone: "
        f"{'so it is' if beyond <= IMPORT_BOUND else 'it takes longer'}.",
        ("import", "ms", "ms beyond attrs"),
        [["attrs", middles["attrs"], None], ["climbcards", middles["climbcards"], beyond]],
    )


def sections(batches: int, only: Sequence[str] = ()) -> Iterator[Section]:
    """Every table.

    Args:
        batches: how many batches a time is the best of.
        only: parts of the names of the tables that are wanted; all without any.
    """
    watch = Watch(batches)
    every: dict[str, Callable[[], Section]] = {
        "leads": lambda: leads(watch),
        "answers": lambda: answers(watch),
        "melds": lambda: melds(watch),
        "players": lambda: players(watch),
        "history": lambda: history(watch),
        "memory": memory,
        "caches": cached,
        "imports": lambda: imports(2 * batches + 1),
    }
    for name, make in every.items():
        if not only or any(part in name for part in only):
            yield make()


# --- Shown ---------------------------------------------------------------------------------------


def _cell(cell: Cell) -> str:
    """A cell as it is shown: whole numbers as they are, others by the digits that count."""
    if isinstance(cell, str):
        return cell
    return f"{cell:,}" if isinstance(cell, int) else figure(cell)


def _cells(rows: Iterable[Sequence[Cell]]) -> list[list[str]]:
    return [[_cell(cell) for cell in row] for row in rows]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, or take what was kept, and show it."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.growth", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--batches", type=int, default=7, help="a time is the best of so many")
    parser.add_argument("--only", nargs="+", default=[], help="parts of the names of tables")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep everything that was found")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="show this, and measure nothing")
    parser.add_argument("--markdown", type=Path, metavar="PAGE", help="renew the tables of a page")
    asked = parser.parse_args(arguments)
    if asked.kept is not None:
        kept: dict[str, Any] = json.loads(asked.kept.read_text(encoding="utf-8"))
        where, found = kept["machine"], [Section(**each) for each in kept["sections"]]
    else:
        where = machine()
        found = list(sections(asked.batches, asked.only))
    if asked.json is not None:
        whole = {"machine": where, "sections": [asdict(each) for each in found]}
        asked.json.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
    if asked.markdown is not None:
        parts = [described(where) + "."]
        for each in found:
            parts += [f"### {each.title}", each.about, markdown(each.head, _cells(each.rows))]
        put_into(asked.markdown, "growth", "\n\n".join(parts))
    print(f"{described(where)}\n")
    for each in found:
        print(f"{each.title}\n{each.about}\n\n{text(each.head, _cells(each.rows))}\n")


if __name__ == "__main__":
    main()
