"""How the search lets everybody go on: quickly, much as the greedy agent plays."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from climbcards.actions import Action, Discard, Draw, GoOut, Phase, Source
from climbcards.agents.greedy import GreedyAgent
from climbcards.cards import BY_LANE, Card, Rank
from climbcards.climbing.readings import Reading
from climbcards.climbing.state import ClimbingState
from climbcards.hand import PLANE_BITS
from climbcards.playout import playout
from climbcards.ruleset import Result, State, Table, step
from climbcards.rummy.melds import fewest_points, left_over, outs, points_of
from climbcards.rummy.phases import carry_out
from climbcards.rummy.situation import Setting, Situation
from climbcards.rummy.state import RummyState

__all__ = ["Habits", "climb", "habits_of"]

_WHIM: Final = 0.1
"""The chance that somebody does just anything: habits alone would never try most plays."""

_FEW_CARDS: Final = 5
"""With so many cards left a bomb is no longer kept."""


class Habits(Protocol):
    """How everybody goes on in a deal of one family of games."""

    def move(self, state: State[Table], actions: Sequence[Action], rng: random.Random) -> Action:
        """What the seat to act does, of its legal actions."""
        ...

    def play_out(self, state: State[Table], rng: random.Random) -> Result:
        """How the deal ends."""
        ...


def habits_of(state: State[Table]) -> Habits:
    """The habits for a game; for one of neither engine, random play."""
    if isinstance(state, ClimbingState):
        return _Climbing()
    return _Melding() if isinstance(state, RummyState) else _None()


def _any(actions: Sequence[Action], rng: random.Random) -> Action:
    return actions[int(rng.random() * len(actions))]


class _None:
    """Random play."""

    def move(self, state: State[Table], actions: Sequence[Action], rng: random.Random) -> Action:
        return _any(actions, rng)

    def play_out(self, state: State[Table], rng: random.Random) -> Result:
        return playout(state, rng)


# --- Climbing games ------------------------------------------------------------------------------


class _Climbing:
    """Bids as the greedy agent does, leads long and low, answers low, keeps bombs."""

    def move(self, state: State[Table], actions: Sequence[Action], rng: random.Random) -> Action:
        if state.phase is Phase.PLAY:
            assert isinstance(state, ClimbingState)
            return state._by_habit(rng, climb)
        if rng.random() < _WHIM:
            return _any(actions, rng)
        return GreedyAgent().act(state.view(state.to_act))

    def play_out(self, state: State[Table], rng: random.Random) -> Result:
        while state.phase is Phase.AUCTION or state.phase is Phase.CALL:
            state = step(state, self.move(state, state.legal_actions(), rng))
        assert isinstance(state, ClimbingState)
        return state._played_out(rng, climb)


def climb(
    found: Sequence[Reading],
    target: Reading | None,
    may_pass: bool,
    size: int,
    ally: bool,
    chance: Callable[[], float],
) -> int:
    """What is done in a trick; see :data:`climbcards.climbing.playouts.Habit`."""
    count = len(found)
    if target is None:
        if chance() < _WHIM:
            return int(chance() * count)
        longest = place = 0
        for at, reading in enumerate(found):  # the lowest of the longest come first
            cards = reading.size
            if cards > longest and (not reading.power or cards == size):
                longest, place = cards, at
        return place
    if found[count - 1].size == size:
        return count - 1
    if chance() < _WHIM:
        return int(chance() * (count + may_pass)) - may_pass
    lowest = found[0]
    keeps = ally or (lowest.power > target.power and size - lowest.size > _FEW_CARDS)
    return -1 if keeps and may_pass else 0


# --- Three Thirteen ------------------------------------------------------------------------------

_FROM_STOCK: Final = Draw(Source.STOCK)
_FROM_PILE: Final = Draw(Source.DISCARD)
_PLANE: Final = (1 << PLANE_BITS) - 1
_ALL_SUITS: Final = tuple(range(0, 4 * PLANE_BITS, PLANE_BITS))
_NEXT_TO_HIGH_ACE: Final = (Rank.ACE, Rank.QUEEN, Rank.KING)


class _Melding:
    """Takes the discard if it lowers the points left, and throws the card that costs most."""

    def move(self, state: State[Table], actions: Sequence[Action], rng: random.Random) -> Action:
        assert isinstance(state, RummyState)
        if rng.random() < _WHIM:
            return _any(actions, rng)
        seat, now = state.to_act, state._now
        assert seat is not None  # there are actions
        turn = _Turn(state._origin.setting, state._private.hands[seat])
        return turn.draw(now) if now.phase is Phase.DRAW else turn.discard(now)

    def play_out(self, state: State[Table], rng: random.Random) -> Result:
        assert isinstance(state, RummyState)
        setting, now, private = state._origin.setting, state._now, state._private
        turns = [_Turn(setting, bits) for bits in private.hands]
        while now.to_act is not None:
            seat = now.to_act
            turn = turns[seat]
            if now.phase is Phase.DRAW:
                action: Action = turn.draw(now)
                now, private = carry_out(setting, now, private, seat, action)
                turn.drew(private.hands[seat])
            else:
                action = turn.discard(now)
                now, private = carry_out(setting, now, private, seat, action)
                turn.threw(private.hands[seat])
        return state._settled(now, private)


class _Turn:
    """A hand, and which of its cards are in no meld as long as nothing has changed that."""

    __slots__ = ("_bits", "_left", "_next", "_setting")

    def __init__(self, setting: Setting, bits: int) -> None:
        self._setting = setting
        self._bits = bits
        self._left: list[Card] | None = None
        self._next: list[Card] | None = None

    def _left_with(self, card: Card) -> list[Card]:
        """The cards in no meld with one card more."""
        if self._left is not None and not self._may_meld(card):
            return [*self._left, card]
        setting = self._setting
        return left_over(self._bits + card.bit, setting.wild, setting.ace_high)

    def _may_meld(self, card: Card) -> bool:
        """Whether the card could be in a meld with cards of the hand."""
        setting, rank, suit = self._setting, card.rank, card.suit
        if rank is setting.wild or (setting.ace_high and rank in _NEXT_TO_HIGH_ACE):
            return True
        assert suit is not None  # there are no jokers
        place = 4 * (rank - 1)
        wild = 4 * (setting.wild - 1)
        wilds = 0
        for shift in _ALL_SUITS:
            if self._bits >> place + shift & 15:
                return True
            wilds += self._bits >> wild + shift & 15
        near = (self._bits >> suit * PLANE_BITS & _PLANE) << 8 >> place & 0xFFFFF
        return wilds > 1 or near > 0

    def _cost(self, card: Card) -> tuple[int, bool, Card]:
        """What speaks for throwing a card of those in no meld."""
        setting = self._setting
        return points_of(card.rank, setting.ace_high), card.rank is not setting.wild, card

    def draw(self, now: Situation) -> Draw:
        """From the pile, if that lowers the points that are left after the turn."""
        setting = self._setting
        if not now.pile:
            return _FROM_STOCK
        if not now.stock_size and not now.can_reshuffle(setting):
            return _FROM_PILE
        if self._left is None:
            self._left = left_over(self._bits, setting.wild, setting.ace_high)
        top = now.pile[-1]
        then = self._left_with(top)
        costs = [self._cost(card)[0] for card in then if card is not top]
        before = sum(self._cost(card)[0] for card in self._left)
        after = sum(self._cost(card)[0] for card in then) - max(costs, default=0)
        return _FROM_PILE if after < before else _FROM_STOCK

    def drew(self, bits: int) -> None:
        """The hand after the draw."""
        card = BY_LANE[(bits - self._bits).bit_length() - 1 >> 2]
        self._left = self._left_with(card)
        self._bits = bits

    def discard(self, now: Situation) -> Discard | GoOut:
        """The card that leaves the fewest points; going out, if it is the last one left over."""
        setting, bits = self._setting, self._bits
        wild, ace_high = setting.wild, setting.ace_high
        if self._left is None:
            self._left = left_over(bits, wild, ace_high)
        left, kept = self._left, now.drawn
        if kept is not None and (setting.may_return_discard or bits >> 4 * kept.lane & 15 > 1):
            kept = None
        free = [card for card in left if card is not kept]
        if free:
            card = max(free, key=self._cost)
            self._next = [*left]
            self._next.remove(card)
            return Discard(card) if self._next else GoOut(card)
        self._next = None
        for card in outs(bits, wild, ace_high):
            if card is not kept:
                return GoOut(card)
        held = [BY_LANE[lane] for lane in range(len(BY_LANE)) if bits >> 4 * lane & 15]
        return Discard(
            min(
                (card for card in held if card is not kept),
                key=lambda card: fewest_points(bits - card.bit, wild, ace_high),
            )
        )

    def threw(self, bits: int) -> None:
        """The hand after the discard."""
        self._bits, self._left = bits, self._next
