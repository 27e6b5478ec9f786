"""DouZero as a worker: its game and its list of moves, without any network."""

from __future__ import annotations

import random
from collections.abc import Iterable
from importlib import import_module
from importlib.metadata import version
from typing import Any

from benchmarks.peers import hands
from benchmarks.peers.protocol import Step, Task, serve, timed

# The environments of the peers are not those of the type checkers.
game: Any = import_module("douzero.env.game")
generator: Any = import_module("douzero.env.move_generator")

VALUES = (*range(3, 15), 17, 20, 30)
"""Its number for each rank, from three to the red joker."""


def values(cards: Iterable[int]) -> list[int]:
    """Its numbers for these cards."""
    return sorted(VALUES[hands.rank(card)] for card in cards)


class Chance:
    """A player of its game that chooses at random."""

    def __init__(self) -> None:
        self.draw = random.Random(0).random

    def act(self, known: Any) -> Any:
        """One of the legal actions."""
        actions = known.legal_actions
        return actions[int(self.draw() * len(actions))]


def games() -> Step:
    """Its game object, dealt and played to the end."""
    chance = Chance()
    table = game.GameEnv(dict.fromkeys(("landlord", "landlord_up", "landlord_down"), chance))

    def play(number: int) -> tuple[int, int]:
        deal, moves = hands.deal(number), 0
        table.reset()
        chance.draw = random.Random(number).random
        table.card_play_init(
            {
                "landlord": values(deal.landlord),
                "landlord_down": values(deal.next),
                "landlord_up": values(deal.last),
                "three_landlord_cards": values(deal.landlord[17:]),
            }
        )
        while not table.game_over:
            table.step()
            moves += 1
        return 1, moves

    return timed(play)


def leads(landlord: bool) -> Step:
    """Its list of the moves of a hand, each sorted as its game does it."""
    deals = [hands.deal(number) for number in range(hands.HANDS)]
    some = [values(deal.landlord if landlord else deal.next) for deal in deals]

    def listed(cards: list[int]) -> int:
        moves = generator.MovesGener(cards).gen_moves()
        for move in moves:
            move.sort()
        return len(moves)

    def work(number: int) -> tuple[int, int]:
        return len(some), sum([listed(cards) for cards in some])

    return timed(work)


def answers() -> Step:
    """The legal actions of its game, with a lead and a hand put in."""
    table = game.GameEnv({})
    cases = [
        ([VALUES[rank] for rank in target], values(deal.next))
        for deal, target in map(hands.answer, range(hands.HANDS))
    ]

    def listed(target: list[int], cards: list[int]) -> int:
        table.acting_player_position = "landlord_down"
        table.card_play_action_seq = [target]
        table.info_sets["landlord_down"].player_hand_cards = cards
        return len(table.get_legal_card_play_actions())

    def work(number: int) -> tuple[int, int]:
        return len(cases), sum([listed(target, cards) for target, cards in cases])

    return timed(work)


TASKS = {
    "ddz.games": Task(
        "the cards of a deal put in, then its game with a player that chooses at random; no "
        "auction; every move copies what each seat knows; moves are not checked",
        games,
    ),
    "ddz.leads20": Task(
        "every lead as a list of numbers; about one in eight is listed twice", lambda: leads(True)
    ),
    "ddz.leads17": Task(
        "every lead as a list of numbers; about one in twenty is listed twice",
        lambda: leads(False),
    ),
    "ddz.answers17": Task("every answer and a pass, as lists of numbers", answers),
}

if __name__ == "__main__":
    serve("DouZero", version("douzero"), TASKS)
