"""RLCard as a worker: its raw engine of Dou Dizhu, and its melds of gin rummy."""

from __future__ import annotations

import random
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from types import SimpleNamespace
from typing import Any

from benchmarks.peers import hands
from benchmarks.peers.protocol import Step, Task, serve, timed

# The environments of the peers are not those of the type checkers.
numpy: Any = import_module("numpy")
base: Any = import_module("rlcard.games.base")
doudizhu: Any = import_module("rlcard.games.doudizhu")
judger: Any = import_module("rlcard.games.doudizhu.judger")
utils: Any = import_module("rlcard.games.doudizhu.utils")
melding: Any = import_module("rlcard.games.gin_rummy.utils.melding")

RANKS = "3456789TJQKA2BR"
SUITS = "SHDC"
GIN_RANKS = "A23456789TJQK"


def games() -> Step:
    """Its game object is asked for nothing but legal actions and steps."""

    def play(number: int) -> tuple[int, int]:
        game, draw, moves = doudizhu.Game(), random.Random(number).random, 0
        game.np_random = numpy.random.RandomState(number % (1 << 32))
        state, _ = game.init_game()
        while not game.is_over():
            actions = state["actions"]
            state, _ = game.step(actions[int(draw() * len(actions))])
            moves += 1
        return 1, moves

    return timed(play)


def leads(landlord: bool) -> Step:
    """The list that its judger makes of a hand."""
    deals = [hands.deal(number) for number in range(hands.HANDS)]
    cards = [deal.landlord if landlord else deal.next for deal in deals]
    texts = ["".join(RANKS[rank] for rank in sorted(map(hands.rank, each))) for each in cards]
    listed = judger.DoudizhuJudger.playable_cards_from_hand

    def work(number: int) -> tuple[int, int]:
        return len(texts), sum([len(listed(text)) for text in texts])

    return timed(work)


def card(number: int) -> Any:
    """One of its cards."""
    if number >= 52:
        return base.Card("BJ" if number == 52 else "RJ", "")
    return base.Card(SUITS[number % 4], RANKS[number // 4])


def answers() -> Step:
    """Its search of the table of all actions."""
    cases: list[tuple[Any, Any]] = []
    for deal, target in map(hands.answer, range(hands.HANDS)):
        held = [card(each) for each in sorted(deal.next, key=hands.rank)]
        played = "".join(RANKS[rank] for rank in target)
        cases.append((SimpleNamespace(current_hand=held), SimpleNamespace(played_cards=played)))
    listed = utils.get_gt_cards

    def work(number: int) -> tuple[int, int]:
        return len(cases), sum([len(listed(player, target)) for player, target in cases])

    return timed(work)


def left_over(hand: Sequence[Any], found: Sequence[Sequence[Any]]) -> int:
    """The points of the cards that are in none of the melds."""
    melded = {each for meld in found for each in meld}
    return sum(min(GIN_RANKS.index(each.rank) + 1, 10) for each in hand if each not in melded)


def melds() -> Step:
    """All best sets of melds of ten cards; the outputs are the points left over."""
    some = [
        [base.Card(SUITS[each % 4], GIN_RANKS[each // 4]) for each in hands.gin_hand(number)]
        for number in range(hands.HANDS)
    ]
    best = melding.get_best_meld_clusters
    points = sum(left_over(hand, (best(hand) or [[]])[0]) for hand in some)

    def work(number: int) -> tuple[int, int]:
        for hand in some:
            best(hand)
        return len(some), points

    return timed(work)


TASKS = {
    "ddz.games": Task(
        "deal, legal actions, choice, step; no auction and no payment, the landlord is dealt; its "
        "states tell the seats' cards and keep a trace; moves are not checked",
        games,
    ),
    "ddz.leads20": Task("every lead as a text, from a text of ranks", lambda: leads(True)),
    "ddz.leads17": Task("every lead as a text, from a text of ranks", lambda: leads(False)),
    "ddz.answers17": Task("every answer and a pass, as texts", answers),
    "gin.melds10": Task("all best sets of melds; ten cards and no wild ones", melds),
}

if __name__ == "__main__":
    serve("RLCard", version("rlcard"), TASKS)
