"""Big Three as its rules page tells it, with no help from the engine: what the laws are held to."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeVar

from hypothesis import settings

from climbcards import (
    BigThree,
    Card,
    ClimbingRuleset,
    Hand,
    Rank,
    Ruleset,
    State,
    Table,
    step,
)
from climbcards.testing import PRESETS

T = TypeVar("T", bound=Table)

BIG_THREES: Final = [ruleset for ruleset in PRESETS if isinstance(ruleset, BigThree)]
CLIMBING: Final = [ruleset for ruleset in PRESETS if isinstance(ruleset, ClimbingRuleset)]

HEARTS: Final = [
    Card.parse(f"{rank}♥")
    for rank in "4 5 6 7 8 9 10 J Q K A 2 3".split()  # noqa: SIM905
]
GROUPS: Final = {1: "single", 2: "pair", 3: "triple", 4: "quad"}
RUNS: Final = {1: "run", 2: "pair_run", 3: "triple_run", 4: "quad_run"}
IN_RUNS: Final = set(Rank) - {Rank.ACE, Rank.TWO, Rank.THREE, Rank.BLACK_JOKER, Rank.RED_JOKER}
CALLABLE: Final = {Rank(rank) for rank in range(4, 11)}


EACH: Final = settings(max_examples=max(1, settings().max_examples // 4))
"""For a law of Big Three, which is tried with each of its presets."""

ACROSS: Final = settings(max_examples=max(1, settings().max_examples // 10))
"""For a law that is tried with each of the presets of all games."""


def label(ruleset: Ruleset[Table]) -> str:
    """A short name for a ruleset in a list of tests."""
    usual = dict(type(ruleset)(players=ruleset.players).options)
    changed = (
        f"{name}={value}"
        for name, value in ruleset.options.items()
        if value != usual[name] and len(repr(value)) < 30
    )
    return " ".join([f"{ruleset.name} {ruleset.players}", *changed])


class Read(NamedTuple):
    """A combination by the table of the page."""

    kind: str
    shape: tuple[str | int, ...]
    strength: tuple[int, ...]
    power: int

    def beats(self, other: Read) -> bool:
        """By power, else by strength within one shape."""
        if self.power != other.power:
            return self.power > other.power
        return self.shape == other.shape and self.strength > other.strength


def read(ruleset: BigThree, cards: Iterable[Card]) -> Read | None:
    """How the cards read; None if they are no combination."""
    ranks = Counter(card.rank for card in cards)
    if len(set(ranks.values())) != 1:
        return None
    places = sorted(ruleset.rank_order.index(rank) for rank in ranks)
    width, length = next(iter(ranks.values())), len(ranks)
    if length == 1:
        power = int(ruleset.bombs and width == 4)
        return Read(GROUPS[width], (GROUPS[width],), (places[0],), power)
    consecutive = places == list(range(places[0], places[0] + length))
    largest = 20 if ruleset.players == 3 else 13
    if (
        length < ruleset.min_run
        or not consecutive
        or not set(ranks) <= IN_RUNS
        or length * width > largest
    ):
        return None
    return Read(RUNS[width], (RUNS[width], length), (places[0],), 0)


def needed(ruleset: BigThree, cards: Iterable[Card]) -> Read:
    """The reading of cards that have one."""
    found = read(ruleset, cards)
    assert found is not None
    return found


def lowest_dealt_heart(hands: Sequence[Hand]) -> Card:
    """The card that opens the auction."""
    return next(card for card in HEARTS if any(card in hand for hand in hands))


def played_out(state: State[T], seed: int) -> list[State[T]]:
    """The state and all that follow it to the end of the deal, by random legal moves.

    Seats that may act out of turn do so in half of the cases.
    """
    rng = random.Random(seed)
    states = [state]
    while not state.is_over:
        able = [seat for seat in range(state.ruleset.players) if state.legal_actions(seat)]
        seat = rng.choice((state.to_act, rng.choice(able)))
        state = step(state, rng.choice(state.legal_actions(seat)), seat)
        states.append(state)
    return states
