"""What everybody at the table knows, packed small: the part of a state that legality looks at."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from attrs import Factory, field, fields, frozen

from climbcards.actions import Action, Bid, Move, Pass, Phase
from climbcards.cards import Card
from climbcards.climbing.readings import Reading
from climbcards.climbing.rules import Rules
from climbcards.deal import DealContext
from climbcards.hand import PLANE_BITS, Hand
from climbcards.ruleset import State, Table, View

__all__ = ["PASSED", "Contract", "Ended", "HasRules", "Private", "Ruling", "Setting", "Situation"]


V = TypeVar("V", bound=Table)


class HasRules(Protocol):
    """A ruleset that the engine can play."""

    @property
    def rules(self) -> Rules:
        """What the engine has to know of it."""
        ...

    def _sampled(self, view: View[V], rng: random.Random) -> State[V]:
        """A state that the view may belong to."""
        ...


def _rules(setting: Setting) -> Rules:
    return setting.ruleset.rules


def _successors(setting: Setting) -> tuple[int, ...]:
    return _in_order(setting.rules.players, setting.context.order)


@lru_cache(maxsize=64)
def _in_order(players: int, order: int) -> tuple[int, ...]:
    """The seat after each seat; there are two answers for each number of players."""
    return tuple((seat + order) % players for seat in range(players))


@frozen(kw_only=True)
class Setting:
    """The public facts that hold from the beginning of a deal (or position) to its end.

    Attributes:
        ruleset: the game.
        context: what the deal takes over from its match.
        opener: the seat that speaks first in the auction, or leads where there is none.
        opening_card: the card that made it the opener, and that everybody knows it held.
        odd_card: the card left over that was shown and given to the opener.
        kitty_size: how many cards wait for the declarer.
        gone: cards that were played before a position was set up.
        position: whether this is a position that was set up, and no deal.
        first: the public facts of the first moment.
        after: the seat that acts after each seat.
        rules: what the engine has to know of the game.
    """

    ruleset: HasRules
    context: DealContext
    first: Situation
    opener: int | None = None
    opening_card: Card | None = None
    odd_card: Card | None = None
    kitty_size: int = 0
    gone: Hand = Hand()
    position: bool = False
    rules: Rules = field(default=Factory(_rules, takes_self=True), init=False, eq=False, repr=False)
    after: tuple[int, ...] = field(
        default=Factory(_successors, takes_self=True), init=False, eq=False, repr=False
    )

    def __reduce__(self) -> tuple[Callable[..., Setting], tuple[dict[str, object]]]:
        """Without the rules, which the ruleset finds again."""
        given = {one.name: getattr(self, one.name) for one in fields(Setting) if one.init}
        return _restored, (given,)

    def next_in_trick(self, now: Situation, seat: int) -> int:
        """The seat after this one that has a turn in the trick."""
        seat = self.after[seat]
        for _ in self.after:
            if not now.out >> seat & 1:
                break
            seat = self.after[seat]
        return seat


def _restored(given: dict[str, Any]) -> Setting:
    return Setting(**given)


class Contract(NamedTuple):
    """What the auction and the calling have settled so far, and what has come of it since.

    Attributes:
        words: every word of the auction.
        bid: the highest bid; 0 while there is none.
        bidder: the seat that made it.
        declarer: the highest bidder, once the auction is closed.
        called: the card called.
        partner: the seat that turned out to hold it.
        doublings: how often the stake was doubled.
        kitty: the kitty, once it is taken and shown.
        opening: the card that the opening lead must contain, until it is made.
    """

    words: tuple[Move, ...] = ()
    bid: int = 0
    bidder: int | None = None
    declarer: int | None = None
    called: Card | None = None
    partner: int | None = None
    doublings: int = 0
    kitty: Hand | None = None
    opening: Card | None = None

    @property
    def stake(self) -> int:
        """What is played for now: the bid, doubled."""
        return self.bid << self.doublings

    def spoken(self, seat: int, word: Bid | Pass) -> Contract:
        """The contract after one more word of the auction."""
        words, bid, bidder, *rest = self
        if not isinstance(word, Pass):
            bid, bidder = word.value, seat
        return new_contract(Contract, ((*words, Move(seat, word)), bid, bidder, *rest))


@frozen(kw_only=True)
class Ended:
    """All that a payment may depend on when a deal has ended.

    Attributes:
        contract: what the auction settled, doublings included.
        context: what the deal took over from its match.
        out: the seat that ran out of cards; None if the cards were thrown in.
        sizes: how many cards are left to each seat.
        left: gives the cards left to each seat, which most payments do not look at.
        counted: gives how many plays each seat has made, which few payments look at.
        breach: the seat that pays for all under the last-card rule, if any.
        whole: whether those are all plays there were, and no position was set up in between.
    """

    contract: Contract
    context: DealContext
    out: int | None
    sizes: tuple[int, ...]
    left: Callable[[], tuple[Hand, ...]] = field(repr=False)
    counted: Callable[[], Sequence[int]] = field(repr=False)
    breach: int | None
    whole: bool

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The cards left to each seat."""
        return self.left()

    @property
    def plays(self) -> tuple[int, ...]:
        """How many plays each seat has made, from the first lead (or the position) on."""
        return tuple(self.counted())


class Situation(NamedTuple):
    """The public facts that change with every move.

    Attributes:
        phase: the phase of the deal.
        to_act: the seat whose turn it is; None when the deal is over.
        sizes: how many cards each seat holds, eight bits a seat.
        target: the reading to beat; None when a lead is due.
        target_bits: its cards.
        target_by: the seat that played it.
        passes: how many seats in succession have passed.
        contract: what the auction has settled.
        out: a 1 at the number of every seat that is out of the trick.
    """

    phase: Phase
    to_act: int | None
    sizes: int
    target: Reading | None
    target_bits: int
    target_by: int | None
    passes: int
    contract: Contract
    out: int = 0

    def size(self, seat: int) -> int:
        """How many cards the seat holds."""
        return self.sizes >> SIZE_BITS * seat & MOST_CARDS


class Private(NamedTuple):
    """The hidden cards, as the bits of hands and in the game's lanes.

    Attributes:
        hands: every seat's cards, the bits of one hand above those of another.
        lanes: every seat's cards, lanes above lanes.
        kitty: the cards still in the kitty, as bits.
        breach: the seat whose last action broke the last-card rule, which only its hand shows; when
            the deal is over, the seat that pays for it.
    """

    hands: int
    lanes: int
    kitty: int
    breach: int | None = None

    def hand(self, seat: int) -> int:
        """The bits of a seat's hand."""
        return self.hands >> HAND_BITS * seat & HAND


SIZE_BITS: Final = 8
MOST_CARDS: Final = (1 << SIZE_BITS) - 1
HAND_BITS: Final = 4 * PLANE_BITS
HAND: Final = (1 << HAND_BITS) - 1
LANES_BITS: Final = 60
HELD_LANES: Final = (1 << LANES_BITS) - 1


A = TypeVar("A", bound=Action, covariant=True)


class Ruling(NamedTuple, Generic[A]):
    """A legal action, as the rules read it.

    Attributes:
        action: the action, normalized as history keeps it.
        reading: how the cards of a play read; None for other actions.
    """

    action: A
    reading: Reading | None = None


# Past the named tuples' own constructors, which cost twice as much: for what runs at every move.
new_situation: Final[Callable[[type[Situation], Iterable[object]], Situation]] = tuple.__new__
new_contract: Final[Callable[[type[Contract], Iterable[object]], Contract]] = tuple.__new__
new_private: Final[Callable[[type[Private], Iterable[object]], Private]] = tuple.__new__
new_ruling: Final[Callable[[type[Ruling[Action]], Iterable[object]], Ruling[Action]]] = (
    tuple.__new__
)

PASSED: Final = Ruling(Pass())
"""The ruling on every legal pass."""


def first_situation(
    rules: Rules, opener: int, sizes: Iterable[int], opening: Card | None
) -> Situation:
    """The public facts when the cards have been dealt.

    Args:
        rules: the game's.
        opener: who speaks or leads first.
        sizes: how many cards each seat has.
        opening: the card that the opening lead must contain, if it must contain one.
    """
    packed = 0
    for seat, size in enumerate(sizes):
        packed += size << SIZE_BITS * seat
    phase = Phase.AUCTION if rules.bids else Phase.PLAY
    return Situation(phase, opener, packed, None, 0, None, 0, Contract(opening=opening))
