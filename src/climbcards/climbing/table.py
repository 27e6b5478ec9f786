"""The public table of a climbing game."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Self, TypeVar, cast

from attrs import evolve, frozen
from typing_extensions import override

from climbcards.actions import Action, Move, Phase
from climbcards.cards import Card
from climbcards.climbing.phases import judge, legal
from climbcards.climbing.readings import combination
from climbcards.climbing.situation import Setting, Situation
from climbcards.climbing.watching import Watch, played_by
from climbcards.combination import Combination
from climbcards.deal import is_seat
from climbcards.events import Event
from climbcards.hand import Hand
from climbcards.ruleset import Ruleset, State, Table, View
from climbcards.violations import Violation

__all__ = ["ClimbingTable"]

V = TypeVar("V", bound=Table)


@frozen(repr=False)
class ClimbingTable(Table):
    """Everything public about a deal of a climbing game.

    Tables are equal when all they show is.  A game adds the names that it alone has.
    """

    _setting: Setting
    _now: Situation
    _history: tuple[Move, ...]

    @property
    @override
    def ruleset(self) -> Ruleset[Table]:
        # The engine knows its games by their rules; that they are rulesets is known out here.
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
        now = self._now
        return tuple([now.size(seat) for seat in range(len(self._setting.after))])

    @property
    @override
    def history(self) -> tuple[Move, ...]:
        return self._history

    @property
    def order(self) -> int:
        """1 when seats act in order of their numbers, -1 when they act in reverse."""
        return self._setting.context.order

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return self._setting.context.dealer

    @property
    def opener(self) -> int | None:
        """The seat that spoke first in the auction, or led first where there is none."""
        return self._setting.opener

    @property
    def opening_card(self) -> Card | None:
        """The card that made it the opener, if one did: everybody knows who was dealt it."""
        return self._setting.opening_card

    @property
    def bids(self) -> tuple[Move, ...]:
        """Every word of the auction in order, passes included."""
        return self._now.contract.words

    @property
    def stake(self) -> int:
        """What is played for now, in units: the highest bid, doubled; 0 before there is a bid."""
        return self._now.contract.stake

    @property
    def doublings(self) -> int:
        """How often the stake has been doubled."""
        return self._now.contract.doublings

    @property
    def kitty(self) -> Hand | None:
        """The kitty, once it has been taken and shown; None before, or if it is not shown."""
        return self._now.contract.kitty

    @property
    def target(self) -> Combination | None:
        """The combination to beat; None when a lead is due."""
        now = self._now
        if now.target is None:
            return None
        layout = self._setting.rules.catalogue.layout
        return combination(layout, now.target_bits, now.target)

    @property
    def target_by(self) -> int | None:
        """The seat that played it."""
        return self._now.target_by

    @property
    def passes(self) -> int:
        """How many seats in succession have passed, in the auction or the trick."""
        return self._now.passes

    @property
    def gone(self) -> Hand:
        """In a position, the cards played before it was set up; in a deal, none."""
        return self._setting.gone

    @property
    def played(self) -> tuple[Hand, ...]:
        """The cards each seat has played, as far as the history goes."""
        return played_by(self._history, len(self._setting.after))

    @override
    def legal_actions(self, seat: int | None, hand: Hand) -> Sequence[Action]:
        now = self._now
        if now.to_act is None or not is_seat(seat, len(self._setting.after)):
            return ()
        return legal(self._setting, now, seat, hand.bits)

    @override
    def check(self, action: Action, seat: int | None, hand: Hand) -> Violation | None:
        ruled = judge(self._setting, self._now, seat, hand.bits, action)
        return ruled if isinstance(ruled, Violation) else None

    def _watched(self, seat: int | None, hand: Hand) -> Watch:
        return Watch(self._setting, self._now, self._history, seat, hand)

    @override
    def _first(
        self, seat: int | None, hand: Hand, dealt: Hand, draws: Sequence[Card]
    ) -> tuple[Self, Hand]:
        first = evolve(self, now=self._setting.first, history=())
        return first, self._watched(seat, hand).first_hand(dealt)

    @override
    def _shown(
        self, seat: int | None, hand: Hand, dealt: Hand, draws: Sequence[Card]
    ) -> Mapping[int, Hand]:
        return self._watched(seat, hand).shown(dealt)

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
