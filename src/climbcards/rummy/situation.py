"""What everybody at the table knows in a deal of Three Thirteen, and the hidden cards."""

from __future__ import annotations

import random
from hashlib import sha256
from typing import NamedTuple, Protocol, TypeVar

from attrs import Factory, field, frozen

from climbcards.actions import Phase
from climbcards.cards import Card, Rank
from climbcards.deal import DealContext, generator, shuffled
from climbcards.hand import Hand
from climbcards.ruleset import State, Table, View

__all__ = ["Chance", "Private", "RummyGame", "Setting", "Situation"]


V = TypeVar("V", bound=Table)


class RummyGame(Protocol):
    """A ruleset that the engine can play."""

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards of the game."""
        ...

    def _sampled(self, view: View[V], rng: random.Random) -> State[V]:
        """A state that the view may belong to."""
        ...


def _whole_deck(setting: Setting) -> Hand:
    return Hand(setting.ruleset.deck)


def _successors(setting: Setting) -> tuple[int, ...]:
    players = setting.players
    return tuple((seat + setting.context.order) % players for seat in range(players))


@frozen(kw_only=True)
class Setting:
    """The public facts that hold from the beginning of a deal (or position) to its end.

    Attributes:
        ruleset: the game.
        players: how many seats there are.
        context: what the deal takes over from its match.
        first: the public facts of the first moment.
        hand_size: how many cards everybody holds between turns.
        wild: the rank that is wild.
        ace_high: whether an ace may be high.
        may_return_discard: whether a card just taken from the discard pile may be discarded.
        max_reshuffles: how often the discard pile becomes the stock.
        max_idle_turns: after how many turns in succession without a draw from the stock the deal
            ends.
        position: whether this is a position that was set up, and no deal.
        deck: every card of the game.
        after: the seat that acts after each seat.
    """

    ruleset: RummyGame
    players: int
    context: DealContext
    first: Situation
    hand_size: int
    wild: Rank
    ace_high: bool
    may_return_discard: bool
    max_reshuffles: int
    max_idle_turns: int
    position: bool
    deck: Hand = field(
        default=Factory(_whole_deck, takes_self=True), init=False, eq=False, repr=False
    )
    after: tuple[int, ...] = field(
        default=Factory(_successors, takes_self=True), init=False, eq=False, repr=False
    )


class Situation(NamedTuple):
    """The public facts that change with every move.

    Attributes:
        phase: the phase of the deal.
        to_act: the seat whose turn it is; None when the deal is over.
        pile: the discard pile from the bottom to the top.
        stock_size: how many cards the stock holds.
        reshuffles: how often the pile has become the stock.
        taken: the cards (as bits) that each seat is known to hold because it took them from the
            pile and has not discarded them since.
        laid_down: the hand (as bits) of each seat that went out; 0 for the others.
        out: the seat that went out first.
        drawn: the card that the seat to act has just taken from the pile, if it did.
        idle: how many turns in succession nobody has drawn from the stock.
    """

    phase: Phase
    to_act: int | None
    pile: tuple[Card, ...]
    stock_size: int
    reshuffles: int
    taken: tuple[int, ...]
    laid_down: tuple[int, ...]
    out: int | None = None
    drawn: Card | None = None
    idle: int = 0

    def can_reshuffle(self, setting: Setting) -> bool:
        """Whether the pile can become the stock: it is allowed, and there is a card but the top."""
        return self.reshuffles < setting.max_reshuffles and len(self.pile) > 1


@frozen
class Chance:
    """What chance has decided about the reshuffles of a deal.

    Attributes:
        orders: the orders that were given, one for each reshuffle, the top of the stock first.
        deck: what the others follow from: the deck, or the cards of a position as they were given.
        before: how many reshuffles there were before a position; the orders are of those after.
    """

    orders: tuple[tuple[Card, ...], ...]
    deck: tuple[Card, ...]
    before: int = 0

    def stock(self, cards: tuple[Card, ...], reshuffle: int) -> tuple[Card, ...]:
        """The new stock, from the top.

        Cards that a given order does not name lie under those that it does.

        Args:
            cards: the cards of the discard pile without its top, from the bottom.
            reshuffle: the number of the reshuffle, from 0, those before a position counted.
        """
        order = reshuffle - self.before
        if order < len(self.orders):
            rest = list(cards)
            named: list[Card] = []
            for card in self.orders[order]:
                if card in rest:
                    rest.remove(card)
                    named.append(card)
            return (*named, *rest)
        text = f"{' '.join(map(str, self.deck))}:{reshuffle + 1}"
        seed = int.from_bytes(sha256(text.encode()).digest())
        return shuffled(cards, generator(seed))


class Private(NamedTuple):
    """The hidden cards.

    Attributes:
        hands: the bits of each seat's hand.
        stock: the stock since it was last shuffled, from the top; the cards drawn are still in it,
            and ``Situation.stock_size`` says how many are left.
        chance: the reshuffles.
    """

    hands: tuple[int, ...]
    stock: tuple[Card, ...]
    chance: Chance

    def with_hand(self, seat: int, bits: int) -> tuple[int, ...]:
        """The hands with one of them changed."""
        return (*self.hands[:seat], bits, *self.hands[seat + 1 :])
