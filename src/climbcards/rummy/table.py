"""The public table of Three Thirteen."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Self, TypeVar, cast

from attrs import evolve, frozen
from typing_extensions import override

from climbcards.actions import Action, Move, Phase
from climbcards.cards import Card, Rank
from climbcards.deal import is_seat
from climbcards.events import Event
from climbcards.hand import Hand, hand_of
from climbcards.ruleset import Ruleset, State, Table, View
from climbcards.rummy.phases import judge, legal
from climbcards.rummy.situation import Setting, Situation
from climbcards.rummy.watching import Watch
from climbcards.violations import Violation

__all__ = ["RummyTable"]

V = TypeVar("V", bound=Table)


@frozen(repr=False)
class RummyTable(Table):
    """Everything public about a deal of Three Thirteen.

    Tables are equal when all they show is.
    """

    _setting: Setting
    _now: Situation
    _history: tuple[Move, ...]

    @property
    @override
    def ruleset(self) -> Ruleset[Table]:
        # The engine knows its game by its deck; that it is a ruleset is known out here.
        return cast("Ruleset[Table]", self._setting.ruleset)

    @property
    @override
    def phase(self) -> Phase:
        return self._now.phase

    @property
    @override
    def to_act(self) -> int | None:
        return self._now.to_act

    @property
    @override
    def sizes(self) -> tuple[int, ...]:
        now, size = self._now, self._setting.hand_size
        discards = now.to_act if now.phase is Phase.DISCARD else None
        return tuple([size + (seat == discards) for seat in range(self._setting.players)])

    @property
    @override
    def history(self) -> tuple[Move, ...]:
        return self._history

    @property
    def number(self) -> int:
        """Which deal of the match this is, from 1 to 11."""
        return self._setting.context.number

    @property
    def wild(self) -> Rank:
        """The rank that is wild in this deal."""
        return self._setting.wild

    @property
    def order(self) -> int:
        """1 when seats act in order of their numbers, -1 when they act in reverse."""
        return self._setting.context.order

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return self._setting.context.dealer

    @property
    def turned_up(self) -> Card | None:
        """The card that was turned up to begin the discard pile; None in a position."""
        return None if self._setting.position else self._setting.first.pile[0]

    @property
    def pile(self) -> tuple[Card, ...]:
        """The discard pile from the bottom to the top: everybody has seen every card of it."""
        return self._now.pile

    @property
    def stock_size(self) -> int:
        """How many cards the stock holds."""
        return self._now.stock_size

    @property
    def reshuffles(self) -> int:
        """How often the discard pile has become the stock."""
        return self._now.reshuffles

    @property
    def taken(self) -> tuple[Hand, ...]:
        """By seat, the cards it took from the discard pile and has not discarded since."""
        return tuple([hand_of(bits) for bits in self._now.taken])

    @property
    def drawn(self) -> Card | None:
        """The card that the seat to act has just taken from the pile; None if from the stock."""
        return self._now.drawn

    @property
    def out(self) -> int | None:
        """The seat that went out first: every other seat has one more turn."""
        return self._now.out

    @property
    def laid_down(self) -> tuple[Hand, ...]:
        """By seat, the hand it laid down when it went out; empty where it did not."""
        return tuple([hand_of(bits) for bits in self._now.laid_down])

    @override
    def legal_actions(self, seat: int | None, hand: Hand) -> Sequence[Action]:
        if self._now.to_act is None or not is_seat(seat, self._setting.players):
            return ()
        return legal(self._setting, self._now, seat, hand.bits)

    @override
    def check(self, action: Action, seat: int | None, hand: Hand) -> Violation | None:
        return judge(self._setting, self._now, seat, hand.bits, action)

    def _watched(self, seat: int | None, hand: Hand) -> Watch:
        return Watch(self._setting, self._now, self._history, seat, hand)

    @override
    def _first(
        self, seat: int | None, hand: Hand, dealt: Hand, draws: Sequence[Card]
    ) -> tuple[Self, Hand]:
        first = evolve(self, now=self._setting.first, history=())
        return first, self._watched(seat, hand).first_hand(dealt, draws)

    @override
    def _shown(
        self, seat: int | None, hand: Hand, dealt: Hand, draws: Sequence[Card]
    ) -> Mapping[int, Hand]:
        return self._watched(seat, hand).shown(draws)

    @override
    def _after(self, event: Event, seat: int | None, hand: Hand) -> tuple[Self, Hand]:
        watch = self._watched(seat, hand).after(event)
        return evolve(self, now=watch.now, history=watch.history), watch.hand

    @override
    def _sampled(self, view: View[V], rng: random.Random) -> State[V]:
        return self._setting.ruleset._sampled(view, rng)

    @override
    def __repr__(self) -> str:
        return (
            f"<{type(self).__name__}: {self.phase}, seat {self.to_act} to act, "
            f"sizes {self.sizes}, {len(self._history)} moves>"
        )
