"""A deal as one seat watches it: what it is shown with each move, and its view move by move.

The rules are not told again here.  A watcher's moment is made of what it sees (the public facts,
its own hand and the cards that the others show as they play them), and the engine rules on it and
carries it out as it does for the whole truth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from climbcards.actions import Call, Move, Play
from climbcards.climbing.phases import carry_out, judge
from climbcards.climbing.situation import (
    HAND_BITS,
    LANES_BITS,
    Private,
    Setting,
    Situation,
)
from climbcards.deal import is_seat
from climbcards.errors import PositionError
from climbcards.events import Event, require_next
from climbcards.hand import Hand, hand_of
from climbcards.violations import IllegalAction, Violation

__all__ = ["Watch", "played_by"]


def played_by(history: Sequence[Move], players: int) -> tuple[Hand, ...]:
    """The cards each seat has played."""
    bits = [0] * players
    for seat, action in history:
        if isinstance(action, Play):
            bits[seat] += action.cards.bits
    return tuple(map(hand_of, bits))


@frozen
class Watch:
    """What a seat knows at one moment.

    Attributes:
        setting: the lasting public facts.
        now: the public facts of the moment.
        history: every move.
        seat: who watches; None: a spectator.
        hand: the watcher's cards.
    """

    setting: Setting
    now: Situation
    history: tuple[Move, ...]
    seat: int | None
    hand: Hand

    @property
    def played(self) -> tuple[Hand, ...]:
        """The cards each seat has played."""
        return played_by(self.history, len(self.setting.after))

    @property
    def own_kitty(self) -> bool:
        """Whether the watcher took the kitty in this deal."""
        contract = self.now.contract
        taken = self.seat is not None and self.seat == contract.declarer
        return taken and bool(contract.words and self.setting.kitty_size)

    def shown(self, dealt: Hand) -> Mapping[int, Hand]:
        """The cards the watcher saw with a move, by the number of the move from 0.

        Args:
            dealt: the cards first dealt to it.
        """
        contract = self.now.contract
        kitty = contract.kitty
        if kitty is None and self.own_kitty and self.seat is not None:
            kitty = self.hand + self.played[self.seat] - dealt
        return {} if kitty is None else {len(contract.words) - 1: kitty}

    def first_hand(self, dealt: Hand) -> Hand:
        """The watcher's cards at the first moment."""
        if self.seat is None or not self.setting.position:
            return dealt
        return self.hand + self.played[self.seat]

    def known(self) -> tuple[Hand, ...]:
        """The cards that the watcher knows each seat to have, or to have had.

        Raises:
            PositionError: there cannot be so many of a card.
        """
        setting, contract = self.setting, self.now.contract
        known = list(self.played)
        if setting.opener is not None and setting.opening_card is not None:
            told = {card for card in (setting.opening_card, setting.odd_card) if card is not None}
            known[setting.opener] = _both(known[setting.opener], Hand(told))
        if contract.kitty is not None and contract.declarer is not None:
            known[contract.declarer] = _both(known[contract.declarer], contract.kitty)
        if self.seat is not None:
            known[self.seat] = self.hand + self.played[self.seat]
        return tuple(known)

    def elsewhere(self, seat: int | None, known: Sequence[Hand]) -> Hand:
        """The cards that lie, or have lain, in other hands than this seat's or on the table.

        Raises:
            PositionError: there cannot be so many of a card.
        """
        others = (hand for other, hand in enumerate(known) if other != seat)
        return sum(others, self.setting.gone + hand_of(self.setting.first.target_bits))

    def unseen(self, known: Sequence[Hand]) -> Hand:
        """The cards that lie where the watcher does not know.

        Args:
            known: what it knows of each hand.

        Raises:
            PositionError: it has seen cards that one deck does not hold.
        """
        deck = self.setting.rules.catalogue.deck
        return deck - self.elsewhere(None, known)

    def after(self, event: Event) -> Watch:
        """What the seat knows after this event.

        Raises:
            IllegalAction: the rules refuse the move.
            PositionError: it is not the next event, or the cards it shows cannot be.
        """
        require_next(event, len(self.history))
        setting, now, actor = self.setting, self.now, event.seat
        known = self.known()
        bits = self._bits_of(event, known)
        ruled = judge(setting, now, actor, bits, event.action)
        if isinstance(ruled, Violation):
            raise IllegalAction(ruled)
        action = ruled.action
        if isinstance(action, Play) and len(action.cards) > now.size(actor):
            raise PositionError(f"seat {actor} holds no more than {now.size(actor)} cards")
        elsewhere = event.shown.beyond(self.unseen(known)) if event.shown else Hand()
        if elsewhere:
            raise PositionError(f"{elsewhere} cannot be shown: it lies elsewhere")
        own = self.hand.bits << HAND_BITS * self.seat if self.seat is not None else 0
        theirs = bits << HAND_BITS * actor if actor != self.seat else 0
        lanes = setting.rules.catalogue.layout.lanes(bits) << LANES_BITS * actor
        private = Private(own + theirs, lanes, event.shown.bits)
        after, private = carry_out(setting, now, private, actor, ruled)
        hand = Hand() if self.seat is None else hand_of(private.hand(self.seat))
        history = (*self.history, Move(actor, action))
        watch = Watch(setting, after, history, self.seat, hand)
        watch._check_shown(event.shown, took=_took_kitty(setting, now, after))
        watch.check_sizes()
        return watch

    def _bits_of(self, event: Event, known: Sequence[Hand]) -> int:
        """The actor's cards, as far as this event tells: its own, or those it has been seen with.

        Of a hidden hand no more is taken into account than the rules can hold against it: what it
        plays if it may hold that, or else (to be refused) all that it may hold.
        """
        actor, action = event.seat, event.action
        if not is_seat(actor, len(self.setting.after)):
            return 0
        if actor == self.seat:
            return self.hand.bits
        if not isinstance(action, Play | Call):
            return 0
        played = self.played[actor]
        if isinstance(action, Call):
            return (known[actor] - played).bits
        may_hold = self.setting.rules.catalogue.deck - self.elsewhere(actor, known) - played
        contract = self.now.contract
        called = contract.called
        if called is not None and called in may_hold and actor == contract.declarer:
            may_hold -= Hand((called,))  # it is in another hand than the caller's
        return action.cards.bits if action.cards <= may_hold else may_hold.bits

    def _check_shown(self, shown: Hand, *, took: bool) -> None:
        """Hold the cards that were shown against those that are to be seen by now."""
        setting, declarer = self.setting, self.now.contract.declarer
        sees = took and (setting.rules.kitty_shown or declarer == self.seat)
        expected = setting.kitty_size if sees else 0
        if len(shown) != expected:
            raise PositionError(f"with this move {expected} cards are shown, not {len(shown)}")

    def check_sizes(self) -> None:
        """Hold the cards that a seat is known to have left against how many it has.

        Raises:
            PositionError: it has fewer.
        """
        for seat, (known, played) in enumerate(zip(self.known(), self.played, strict=True)):
            left = known - played
            if len(left) > self.now.size(seat):
                raise PositionError(f"seat {seat} still has {left}")


def _took_kitty(setting: Setting, before: Situation, after: Situation) -> bool:
    """Whether the kitty was taken between these moments."""
    settled = before.contract.declarer is None and after.contract.declarer is not None
    return settled and setting.kitty_size > 0


def _both(one: Hand, other: Hand) -> Hand:
    """The smallest hand that both lie within."""
    return one if other <= one else one + other.beyond(one)
