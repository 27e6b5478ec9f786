"""Big Three as its rules page tells it, with no help from the engine: what the laws are held to."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeVar

from hypothesis import settings

from climbcards import (
    Action,
    Bid,
    BigThree,
    Call,
    Card,
    ClimbingRuleset,
    Hand,
    Pass,
    Phase,
    Play,
    Rank,
    Reason,
    Ruleset,
    State,
    Table,
    step,
)
from climbcards.actions import ACTION_TYPES
from climbcards.games.big_three import BigThreeTable
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
"""For a law that is tried with each of the presets."""


def label(ruleset: Ruleset[Table]) -> str:
    """A short name for a ruleset in a list of tests."""
    usual = dict(type(ruleset)(players=ruleset.players).options)
    changed = (
        f"{name}={value}"
        for name, value in ruleset.options.items()
        if value != usual[name] and isinstance(value, int | str)
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


def reason(
    ruleset: BigThree, state: State[BigThreeTable], action: Action, by: int | None
) -> Reason | None:
    """The first reason, in the documented order, against a seat's doing this."""
    seat = state.to_act if by is None else by
    phase, table = state.phase, state.table
    if type(action) not in ACTION_TYPES:
        return Reason.NOT_AN_ACTION
    if phase is Phase.OVER:
        return Reason.GAME_OVER
    if type(seat) is not int or not 0 <= seat < ruleset.players:
        return Reason.NO_SUCH_SEAT
    if seat != state.to_act:
        return Reason.NOT_YOUR_TURN
    hand = state.hands[seat]
    match phase, action:
        case Phase.AUCTION, Bid(value):
            if value not in (1, 2, 3):
                return Reason.BID_OUT_OF_RANGE
            return Reason.BID_TOO_LOW if value <= table.stake else None
        case Phase.AUCTION, Pass():
            return None if table.bids else Reason.MUST_BID
        case Phase.CALL, Call(card):
            callable_ = card.rank in CALLABLE and card not in hand
            return None if callable_ else Reason.CARD_NOT_CALLABLE
        case Phase.PLAY, Pass():
            return None if table.target else Reason.CANNOT_PASS_LEAD
        case Phase.PLAY, Play(cards, kind):
            return _against(ruleset, table, hand, cards, kind)
        case _:
            return Reason.WRONG_PHASE


def _against(
    ruleset: BigThree, table: BigThreeTable, hand: Hand, cards: Hand, kind: str | None
) -> Reason | None:
    if not cards:
        return Reason.NO_CARDS
    if Counter(cards) - Counter(hand):
        return Reason.CARDS_NOT_HELD
    found = read(ruleset, cards)
    if found is None:
        return Reason.NOT_A_COMBINATION
    if kind not in (None, found.kind):
        return Reason.NO_SUCH_READING
    if table.target is None:
        return None
    target = needed(ruleset, table.target.cards)
    if found.beats(target):
        return None
    below = 0 < found.power < target.power
    return Reason.NOT_HIGHER if found.shape == target.shape or below else Reason.DIFFERENT_SHAPE


def facing(
    ruleset: BigThree, hand: Iterable[Card], target: Hand | None = None
) -> State[BigThreeTable]:
    """Seat 0 holds this hand and is to act, on the target if there is one."""
    taken = Hand(hand) + (target or Hand())
    rest = [card for card in ruleset.deck if card not in taken]
    called = partner = None
    partners = (0, 1) if ruleset.partners == "drawn" else None
    if ruleset.players == 4 and ruleset.partners == "called":
        called = next(c for c in ruleset.deck if c.rank in CALLABLE and c not in Hand(hand))
        if called in rest:
            rest.remove(called)
            rest.insert(0, called)
        else:
            partner = 3  # it is on the table
    others = [[card] for card in rest[: ruleset.players - 1]]
    return ruleset.position(
        [hand, *others], target=target, called=called, partner=partner, partners=partners
    )


def lowest_dealt_heart(hands: Sequence[Hand]) -> Card:
    """The card that opens the auction."""
    return next(card for card in HEARTS if any(card in hand for hand in hands))


def played_out(state: State[T], seed: int) -> list[State[T]]:
    """The state and all that follow it to the end of the deal, by random legal moves."""
    rng = random.Random(seed)
    states = [state]
    while not state.is_over:
        state = step(state, rng.choice(state.legal_actions()))
        states.append(state)
    return states
