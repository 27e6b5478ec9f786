"""OpenSpiel as a worker: its Dou Dizhu, driven from Python and inside C++, and gin rummy."""

from __future__ import annotations

import random
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from typing import Any

from benchmarks.peers import hands
from benchmarks.peers.protocol import Step, Task, serve, timed

# The environments of the peers are not those of the type checkers.
pyspiel: Any = import_module("pyspiel")

GAME: Any = pyspiel.load_game("dou_dizhu")
FIRST_DEALT = 51
"""Its number for dealing its first card; those of the cards before say which is turned up."""
BID_THREE = 3
RANKS = "3456789TJQKA2"


def card(number: int) -> int:
    """Its number for a card: by suit, then by rank."""
    return number % 4 * 13 + number // 4 if number < 52 else number


def ranks_of(text: str) -> tuple[int, ...]:
    """The ranks in its name for an action."""
    plain = text.replace("(BWJ)", "b").replace("(CJ)", "r")
    return tuple(sorted((RANKS + "br").index(letter) for letter in plain if letter in RANKS + "br"))


def dealt(number: int, target: Sequence[int] = ()) -> Any:
    """A state with the hands of a deal: the landlord is to lead, or has led the target."""
    deal = hands.deal(number)
    state = GAME.new_initial_state()
    state.apply_action(0)  # the first card dealt is turned up: its seat bids first, and bids three
    seats = (deal.landlord[:17], deal.next, deal.last)
    for place in range(51):
        state.apply_action(FIRST_DEALT + card(seats[place % 3][place // 3]))
    state.apply_action(BID_THREE)
    wanted = tuple(sorted(target))
    if wanted:
        seat = state.current_player()
        names = {
            ranks_of(state.action_to_string(seat, action)): action
            for action in state.legal_actions()
        }
        state.apply_action(names[wanted])
    return state


def holds(state: Any, cards: Sequence[int]) -> bool:
    """Whether the seat to lead can play each card as a single, and no other."""
    seat = state.current_player()
    names = [ranks_of(state.action_to_string(seat, action)) for action in state.legal_actions()]
    return {name[0] for name in names if len(name) == 1} == set(map(hands.rank, cards))


def states() -> list[Any]:
    """All the deals, with the landlord to lead."""
    some = [dealt(number) for number in range(hands.HANDS)]
    assert all(holds(state, hands.deal(number).landlord) for number, state in enumerate(some))
    return some


def played(state: Any, number: int) -> int:
    """Play a state to its end from Python; how many moves it took."""
    draw, moves = random.Random(number).random, 0
    while not state.is_terminal():
        actions = state.legal_actions()
        moves += not state.is_chance_node()
        state.apply_action(actions[int(draw() * len(actions))])
    return moves


def games() -> Step:
    """Chance nodes, auction and play, move by move from Python."""
    return timed(lambda number: (1, played(GAME.new_initial_state(), number)))


def games_dealt() -> Step:
    """The play alone."""
    some = states()
    return timed(lambda number: (1, played(some[number % len(some)].clone(), number)))


def inside(some: Sequence[Any] | None) -> Step:
    """Whole games by its own random players in one call; from dealt states, if there are any."""
    players = [pyspiel.make_uniform_random_bot(seat, 100 + seat) for seat in range(3)]

    def play(number: int) -> tuple[int, int]:
        state = some[number % len(some)].clone() if some else GAME.new_initial_state()
        pyspiel.evaluate_bots(state, players, number % (1 << 31))
        return 1, 0  # how many moves it took stays in there

    return timed(play)


def listed(some: Sequence[Any]) -> Step:
    """The legal actions of states."""

    def work(number: int) -> tuple[int, int]:
        return len(some), sum([len(state.legal_actions()) for state in some])

    return timed(work)


def answers() -> Step:
    """The legal actions of the farmer who is to answer."""
    cases = [hands.answer(number) for number in range(hands.HANDS)]
    return listed([dealt(number, case.target) for number, case in enumerate(cases)])


def melds() -> Step:
    """The best melds of ten cards; the outputs are the points left over."""
    utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    some = [[card(each) for each in hands.gin_hand(number)] for number in range(hands.HANDS)]
    points = sum(utils.min_deadwood(hand) for hand in some)
    best = utils.best_meld_group

    def work(number: int) -> tuple[int, int]:
        for hand in some:
            best(hand)
        return len(some), points

    return timed(work)


TASKS = {
    "ddz.games": Task(
        "chance nodes deal, auction, legal actions, choice, step, payment; C++ called from Python "
        "at each move; history kept; a state is changed in place",
        games,
    ),
    "ddz.games.dealt": Task(
        "the same from a copy of a dealt state, the landlord to lead", games_dealt
    ),
    "ddz.games.cpp": Task(
        "deal, auction and play by its own random players inside one call of C++",
        lambda: inside(None),
    ),
    "ddz.games.cpp.dealt": Task(
        "the same from a copy of a dealt state, the landlord to lead", lambda: inside(states())
    ),
    "ddz.leads20": Task(
        "every lead as a number; no quads with attached cards, and no run that begins with a rank "
        "held four times",
        lambda: listed(states()),
    ),
    "ddz.answers17": Task("every answer and a pass, as numbers", answers),
    "gin.melds10": Task("one best set of melds; ten cards and no wild ones", melds),
}

if __name__ == "__main__":
    serve("OpenSpiel", version("open_spiel"), TASKS)
