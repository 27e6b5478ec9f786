"""climbcards as a worker, through its public interface."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from benchmarks import caches
from benchmarks.machine import clock
from benchmarks.peers import hands
from benchmarks.peers.protocol import Done, Step, Task, serve, timed

import climbcards
from climbcards import (
    Action,
    Bid,
    BigTwo,
    Card,
    DouDizhu,
    Hand,
    Rank,
    Ruleset,
    State,
    Suit,
    Table,
    ThreeThirteen,
    step,
)
from climbcards.playout import playout

SUITS: Final = tuple(Suit)
THREE_THIRTEEN: Final = ThreeThirteen()


def card(number: int) -> Card:
    """A card of the hands for Dou Dizhu."""
    if number >= 52:
        return Card(Rank.BLACK_JOKER if number == 52 else Rank.RED_JOKER)
    return Card(Rank((number // 4 + 2) % 13 + 1), SUITS[number % 4])


def hand(numbers: Iterable[int]) -> Hand:
    """A hand for Dou Dizhu."""
    return Hand(map(card, numbers))


# --- Whole games ---------------------------------------------------------------------------------


def games(ruleset: Ruleset[Table]) -> Step:
    """Deals played to their ends, move by move."""

    def play(number: int) -> tuple[int, int]:
        draw, state = random.Random(number).random, ruleset.deal(number)
        moves = 0
        while not state.is_over:
            actions = state.legal_actions()
            state = step(state, actions[int(draw() * len(actions))])
            moves += 1
        result = state.result
        assert result is not None
        return int(not result.thrown_in), moves

    return timed(play)


def playouts(ruleset: Ruleset[Table]) -> Step:
    """Deals and their playouts."""

    def play(number: int) -> tuple[int, int]:
        return int(not playout(ruleset.deal(number), random.Random(number)).thrown_in), 0

    return timed(play)


def to_lead(ruleset: DouDizhu) -> list[State[Table]]:
    """Dealt states whose landlord is to lead."""
    return [step(ruleset.deal(number), Bid(3)) for number in range(hands.HANDS)]


def to_open(ruleset: BigTwo) -> list[State[Table]]:
    """Dealt states with nothing played."""
    return [ruleset.deal(number) for number in range(hands.HANDS)]


def playouts_dealt(some: Sequence[State[Table]]) -> Step:
    """Playouts from these states."""

    def play(number: int) -> tuple[int, int]:
        playout(some[number % len(some)], random.Random(number))
        return 1, 0

    return timed(play)


# --- Lists ---------------------------------------------------------------------------------------


def leading(ruleset: DouDizhu, landlord: bool) -> list[State[Table]]:
    """Every deal with the seat to lead that has the hand in question."""
    deals = [hands.deal(number) for number in range(hands.HANDS)]
    order = 0 if landlord else 1
    return [ruleset.position([*map(hand, deal)], to_act=order, landlord=0) for deal in deals]


def answering(ruleset: DouDizhu) -> list[State[Table]]:
    """Every deal with the farmer to answer."""
    some: list[State[Table]] = []
    for deal, target in map(hands.answer, range(hands.HANDS)):
        left = list(deal.landlord)
        played: list[int] = []
        for rank in target:
            played.append(next(each for each in left if hands.rank(each) == rank))
            left.remove(played[-1])
        seats = [hand(left), hand(deal.next), hand(deal.last)]
        some.append(ruleset.position(seats, to_act=1, target=hand(played), target_by=0))
    return some


Look = Callable[[Sequence[Action]], object]


def warm(some: Sequence[State[Table]], look: Look) -> Step:
    """The legal actions of the same states again and again."""
    outputs = sum(len(state.legal_actions()) for state in some)

    def work(number: int) -> tuple[int, int]:
        for state in some:
            look(state.legal_actions())
        return len(some), outputs

    return timed(work)


def cold(make: Callable[[], Sequence[State[Table]]], look: Look) -> Step:
    """The legal actions of new states, with every cache emptied before each."""
    make()  # now all the caches are there
    empty = caches.emptier()

    def work(number: int) -> Done:
        spent, some = 0.0, make()
        for state in some:
            empty()
            start = clock()
            look(state.legal_actions())
            spent += clock() - start
        return Done(len(some), sum(len(state.legal_actions()) for state in some), spent)

    return work


def leads(ruleset: DouDizhu, landlord: bool, look: Look, is_cold: bool = False) -> Task:
    """The task to list leads."""
    about = "every lead built as an action"
    if look is len:
        about = "the list as it is given: its length is known, an action is built when indexed"
    if is_cold:
        about += "; every cache emptied before each hand"
        return Task(about, lambda: cold(lambda: leading(ruleset, landlord), look))
    return Task(about, lambda: warm(leading(ruleset, landlord), look))


def answers(look: Look) -> Task:
    """The task to list answers."""
    about = "every answer built as an action, and a pass"
    if look is len:
        about = "the list as it is given: its length is known, an action is built when indexed"
    return Task(about, lambda: warm(answering(DouDizhu()), look))


def gin_hand(number: int) -> tuple[Hand, int]:
    """Ten cards, and a deal of Three Thirteen in which none of them is wild."""
    held = hands.gin_hand(number)
    cards = Hand(Card(Rank(each // 4 + 1), SUITS[each % 4]) for each in held)
    ranks = {each.rank for each in cards}
    return cards, next(each for each in range(1, 12) if THREE_THIRTEEN.wild(each) not in ranks)


def melds() -> Step:
    """The arrangement of ten cards; the outputs are the points left over."""
    some = [gin_hand(number) for number in range(hands.HANDS)]
    arrange = THREE_THIRTEEN.arrange

    def work(number: int) -> tuple[int, int]:
        return len(some), sum([arrange(cards, deal).points for cards, deal in some])

    return timed(work)


PRESETS: Final = {
    "rlcard": DouDizhu.rlcard(),
    "openspiel": DouDizhu.openspiel(),
    "douzero": DouDizhu.douzero(),
}
_GAMES: Final = (
    "shuffle, deal, auction, legal actions, choice, step, payment; each move checked, history "
    "kept, a new state each move"
)
_PLAYOUT: Final = "shuffle, deal, auction and random play to the payment; no states between"

TASKS = {
    "ddz.games": Task(_GAMES, lambda: games(DouDizhu())),
    "ddz.playout": Task(_PLAYOUT, lambda: playouts(DouDizhu())),
    "ddz.playout.dealt": Task(
        "random play from a dealt state, the landlord to lead, to the payment; no states between",
        lambda: playouts_dealt(to_lead(DouDizhu())),
    ),
    "ddz.leads20.listed": leads(DouDizhu(), landlord=True, look=len),
    "ddz.leads20.listed.cold": leads(DouDizhu(), landlord=True, look=len, is_cold=True),
    "ddz.leads20.built.cold": leads(DouDizhu(), landlord=True, look=list, is_cold=True),
    "ddz.leads17.listed": leads(DouDizhu(), landlord=False, look=len),
    "ddz.leads17.listed.cold": leads(DouDizhu(), landlord=False, look=len, is_cold=True),
    **{
        f"ddz.leads20.built.{name}": leads(ruleset, landlord=True, look=list)
        for name, ruleset in PRESETS.items()
    },
    **{
        f"ddz.leads17.built.{name}": leads(ruleset, landlord=False, look=list)
        for name, ruleset in PRESETS.items()
        if name != "openspiel"  # there the landlord alone leads first
    },
    "ddz.answers17.listed": answers(len),
    "ddz.answers17.built": answers(list),
    "big2.games": Task(_GAMES.replace("auction, ", ""), lambda: games(BigTwo())),
    "big2.playout": Task(_PLAYOUT.replace("auction and ", "and "), lambda: playouts(BigTwo())),
    "big2.playout.dealt": Task(
        "random play from a dealt state, the opening lead first, to the payment; no states between",
        lambda: playouts_dealt(to_open(BigTwo())),
    ),
    "gin.melds10": Task(
        "the arrangement of ten cards with the fewest points, as Three Thirteen has it; no card "
        "of the hand is wild",
        melds,
    ),
}

if __name__ == "__main__":
    compiled: Any = getattr(climbcards, "COMPILED", False)
    serve("climbcards", climbcards.__version__, TASKS, compiled=bool(compiled))
