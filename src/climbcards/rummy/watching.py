"""A deal of Three Thirteen as one seat watches it: what it is shown, and its view move by move.

What may be done is not told again here: a watcher's moment is made of what it sees, and the engine
rules on it and carries it out as it does for the whole truth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from climbcards.actions import Discard, Draw, GoOut, Move, Source
from climbcards.cards import CARDS, Card
from climbcards.deal import is_seat
from climbcards.errors import PositionError
from climbcards.events import Event, require_next
from climbcards.hand import MOST_COPIES, Hand, hand_of
from climbcards.rummy.phases import carry_out, judge
from climbcards.rummy.situation import Chance, Private, Setting, Situation
from climbcards.violations import IllegalAction, Reason

__all__ = ["Watch", "taken_with"]


def taken_with(setting: Setting, history: Sequence[Move]) -> Mapping[int, Card]:
    """The card that was taken from the discard pile with a move, by the move's place from 0."""
    taken, _ = _followed(setting, history)
    return taken


def _followed(
    setting: Setting, history: Sequence[Move]
) -> tuple[Mapping[int, Card], tuple[Card, ...] | None]:
    """What was taken from the pile, and of which cards the last new stock was made, if any was."""
    pile, stock = list(setting.first.pile), setting.first.stock_size
    taken: dict[int, Card] = {}
    made: tuple[Card, ...] | None = None
    for place, (_, action) in enumerate(history):
        match action:
            case Draw(source=Source.DISCARD):
                taken[place] = pile.pop()
            case Draw():
                if not stock:
                    made = tuple(pile[:-1])
                    stock = len(made)
                    del pile[:-1]
                stock -= 1
            case Discard(card=card) | GoOut(card=card):
                pile.append(card)
            case _:
                raise AssertionError("the engine lets nothing else into a history")
    return taken, made


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

    def shown(self, draws: Sequence[Card]) -> Mapping[int, Hand]:
        """The cards the watcher saw with a move, by the move's place from 0.

        Args:
            draws: the cards it drew from the stock.
        """
        own = iter(draws)
        shown: dict[int, Hand] = {}
        for place, (seat, action) in enumerate(self.history):
            match action:
                case Draw(source=Source.STOCK) if seat == self.seat:
                    shown[place] = Hand([next(own)])
                case GoOut():
                    shown[place] = hand_of(self.now.laid_down[seat])
                case _:
                    pass
        return shown

    def first_hand(self, dealt: Hand, draws: Sequence[Card]) -> Hand:
        """The watcher's cards at the first moment."""
        if self.seat is None or not self.setting.position:
            return dealt
        own = [place for place, move in enumerate(self.history) if move.seat == self.seat]
        taken = taken_with(self.setting, self.history)
        actions = [self.history[place].action for place in own]
        put = [action.card for action in actions if isinstance(action, Discard | GoOut)]
        gained = [*draws, *(taken[place] for place in own if place in taken)]
        return hand_of(self.hand.bits + _bits(put) - _bits(gained))

    def known(self) -> tuple[Hand, ...]:
        """The cards that the watcher knows each seat to hold."""
        hands = [
            hand_of(laid_down or taken)
            for laid_down, taken in zip(self.now.laid_down, self.now.taken, strict=True)
        ]
        if self.seat is not None:
            hands[self.seat] = self.hand
        return tuple(hands)

    def unseen(self) -> Hand:
        """The cards that lie where the watcher does not know.

        Raises:
            PositionError: it has seen more of a card than the packs hold.
        """
        return self.setting.deck - sum(self.known(), Hand(self.now.pile))

    def _stock(self) -> Hand:
        """The cards that may be in the stock from which the next one is drawn."""
        now, unseen = self.now, self.unseen()
        if not now.stock_size:
            return Hand(now.pile[:-1])
        if now.reshuffles == self.setting.first.reshuffles:
            return unseen
        _, made = _followed(self.setting, self.history)
        assert made is not None  # there was a reshuffle
        return unseen - unseen.beyond(Hand(made))

    def after(self, event: Event) -> Watch:
        """What the seat knows after this event.

        Raises:
            IllegalAction: the rules refuse the move.
            PositionError: it is not the next event, or the cards it shows cannot be.
        """
        require_next(event, len(self.history))
        setting, now, actor, action = self.setting, self.now, event.seat, event.action
        bits = self._bits_of(event)
        refused = judge(setting, now, actor, bits, action)
        if refused is None or (refused.reason is Reason.HAND_NOT_MELDED and actor != self.seat):
            self._check_shown(event)
        if refused is not None:
            raise IllegalAction(refused)
        # The stock is hidden: any cards will do, for nothing public depends on them.
        stock = (CARDS[0],) * now.stock_size
        hands = tuple([bits if seat == actor else 0 for seat in range(setting.players)])
        after, private = carry_out(
            setting, now, Private(hands, stock, Chance((), ())), actor, action
        )
        hand = self.hand
        if actor == self.seat:
            drawn = event.shown if action == Draw(Source.STOCK) else None
            hand = hand_of(private.hands[actor]) if drawn is None else hand + drawn
        return Watch(setting, after, (*self.history, Move(actor, action)), self.seat, hand)

    def _bits_of(self, event: Event) -> int:
        """The actor's cards, as far as this event tells.

        Of a hidden hand it is what the rules cannot hold against it: the card it discards as often
        as it may hold it, besides what it shows or is known to hold.
        """
        actor, action = event.seat, event.action
        if not is_seat(actor, self.setting.players):
            return 0
        if actor == self.seat:
            return self.hand.bits
        known = self.known()[actor]
        if not isinstance(action, Discard | GoOut):
            return known.bits
        unseen, card = self.unseen(), action.card
        if isinstance(action, GoOut):
            held = event.shown + Hand([card])
            if known <= held <= known + unseen:
                return held.bits
        room = self.setting.hand_size + 1 - len(known)
        more = min(unseen.count(card), room, MOST_COPIES - known.count(card))
        return known.bits + max(0, more) * card.bit

    def _check_shown(self, event: Event) -> None:
        """Hold the cards that were shown against those that are to be seen with the move."""
        actor, action, shown = event.seat, event.action, event.shown
        expected = 0
        match action:
            case Draw(source=Source.STOCK) if actor == self.seat:
                expected = 1
                if not shown <= self._stock():
                    raise PositionError(f"{shown} cannot be drawn: it lies elsewhere")
            case GoOut():
                expected = self.setting.hand_size
            case _:
                pass
        if len(shown) != expected:
            raise PositionError(f"with this move {expected} cards are shown, not {len(shown)}")
        if isinstance(action, GoOut):
            held, known = shown + Hand([action.card]), self.known()[actor]
            if not known <= held:
                raise PositionError("the hand laid down is another")
            if not held <= known + self.unseen():
                raise PositionError(f"{shown} cannot be laid down: it lies elsewhere")


def _bits(cards: Sequence[Card]) -> int:
    return sum([card.bit for card in cards])
