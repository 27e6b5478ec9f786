"""Three Thirteen (313): rummy in eleven deals, each with one card more and another wild rank.

Everybody draws a card and discards one until somebody's hand is all melds and goes out; the others
have one more turn.  What is in no meld costs points, and the fewest points over the eleven deals
win.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import ClassVar, Final, Literal, TypeVar

from attrs import evolve, frozen
from typing_extensions import override

from climbcards.actions import Phase, as_card
from climbcards.cards import CARDS, Card, Rank
from climbcards.deal import (
    Deal,
    DealContext,
    dealt_in_turn,
    deck_problems,
    is_seat,
    seed_problems,
)
from climbcards.errors import PositionError, RulesetError
from climbcards.hand import MOST_COPIES, Cards, Hand, as_cards, as_hand
from climbcards.linked import Origin, Setup, finished
from climbcards.ruleset import Ruleset, State, Table, View
from climbcards.rummy.arranger import MOST_CARDS
from climbcards.rummy.melds import Arrangement, arrange, is_melds
from climbcards.rummy.opening import (
    OPENINGS,
    DealOpening,
    PositionOpening,
    first_of,
    opening_of,
    view_of,
)
from climbcards.rummy.sampling import sampled
from climbcards.rummy.situation import Chance, Private, Setting, Situation
from climbcards.rummy.state import opened
from climbcards.rummy.table import RummyTable

__all__ = ["DEALS", "ThreeThirteen"]

V = TypeVar("V", bound=Table)

DEALS: Final = 11
"""The deals of a match."""

_FEWEST_CARDS: Final = 3
"""The cards of a hand in the first deal."""
_MOST_PLAYERS: Final = 8
_LARGEST_HAND: Final = 13
_PACK: Final = CARDS[:52]
_MOST_RESHUFFLES: Final = 1_000
_MOST_IDLE_ROUNDS: Final = 1_000
_DIRECTIONS: Final = ("clockwise", "counterclockwise")


@frozen(kw_only=True, repr=False)
class ThreeThirteen(Ruleset[RummyTable]):
    """The rules of Three Thirteen.

    Args:
        players: 2 to 8; more are refused, a limit of this package.
        packs: how many packs of 52 cards are shuffled together; None: one for two players, two for
            three or four, three for five or six, four for seven or eight.  Some houses always take
            two.
        ace_high: whether an ace may also stand above the king in a run (never in the middle, nor at
            both ends); an ace left over then costs 15.
        may_return_discard: whether a card just taken from the discard pile may be discarded in the
            same turn.  Where it may not, its twin may, if the hand held one before.
        max_reshuffles: how often the discard pile is shuffled and becomes the stock.  When a turn
            would begin with neither a card in the stock nor a reshuffle left, the deal ends.
        max_idle_rounds: after how many rounds in succession without a draw from the stock a deal
            ends as it stands, before the next turn.  No source has this rule; without it players
            who only pass discards on would never end a deal.
        direction: which way the turn passes; it changes no rule.

    Raises:
        RulesetError: an option is out of range, or two contradict each other.
    """

    name: ClassVar[str] = "three_thirteen"
    version: ClassVar[int] = 1
    fewest_points_win: ClassVar[bool] = True

    players: int = 4
    packs: int | None = None
    ace_high: bool = False
    may_return_discard: bool = True
    max_reshuffles: int = 3
    max_idle_rounds: int = 20
    direction: Literal["clockwise", "counterclockwise"] = "clockwise"

    def __attrs_post_init__(self) -> None:
        self._validate()

    def _validate(self) -> None:
        """Raise a RulesetError for options that are out of range or contradict each other."""
        players = self.players
        if type(players) is not int or not 2 <= players <= _MOST_PLAYERS:
            raise RulesetError(f"Three Thirteen is for 2 to {_MOST_PLAYERS} players", "players")
        if self.packs is None:
            object.__setattr__(self, "packs", -(-players // 2))
        if type(self.packs) is not int or not 1 <= self.packs <= MOST_COPIES:
            raise RulesetError(f"must be from 1 to {MOST_COPIES}", "packs")
        needed = _LARGEST_HAND * players + 1
        if len(_PACK) * self.packs < needed:
            raise RulesetError(f"{players} players need {needed} cards", "packs", "players")
        for name in ("ace_high", "may_return_discard"):
            if type(getattr(self, name)) is not bool:
                raise RulesetError("must be True or False", name)
        direction: object = self.direction
        if type(direction) is not str or direction not in _DIRECTIONS:
            raise RulesetError(f"must be one of {', '.join(map(repr, _DIRECTIONS))}", "direction")
        for name, least, most in (
            ("max_reshuffles", 0, _MOST_RESHUFFLES),
            ("max_idle_rounds", 1, _MOST_IDLE_ROUNDS),
        ):
            value = getattr(self, name)
            if type(value) is not int or not least <= value <= most:
                raise RulesetError(f"must be from {least} to {most:,}", name)

    @property
    @override
    def deck(self) -> tuple[Card, ...]:
        packs = self.packs
        assert packs is not None  # resolved in _validate
        return tuple([card for card in _PACK for _ in range(packs)])

    @override
    def sort(self, cards: Cards) -> tuple[Card, ...]:
        return tuple(as_hand(cards))  # aces low: the natural order

    def hand_size(self, number: int) -> int:
        """How many cards everybody holds between turns in this deal of a match, from 1 to 11.

        Raises:
            PositionError: there is no such deal.
        """
        if not _is_number(number):
            raise PositionError(_NO_SUCH_DEAL)
        return number + _FEWEST_CARDS - 1

    def wild(self, number: int) -> Rank:
        """The rank that is wild in this deal: 3 in the first, a king in the last.

        Raises:
            PositionError: there is no such deal.
        """
        return Rank(self.hand_size(number))

    def arrange(self, hand: Cards, number: int) -> Arrangement:
        """The hand in the melds that leave the fewest points, exactly.

        Ties are broken as :mod:`climbcards.rummy.melds` says, so the order of the cards does not
        matter.

        Args:
            hand: at most 14 cards; they need not be as many as the deal has.
            number: which deal it is, from 1 to 11: it says what is wild.

        Raises:
            PositionError: more cards, cards that the packs do not hold, or no such deal.
            NotationError: a text that is no hand.
        """
        wild, given = self.wild(number), as_hand(hand)
        problems = self._foreign([given])
        if len(given) > MOST_CARDS:
            problems.append(f"{len(given)} cards: a hand has at most {MOST_CARDS}")
        if problems:
            raise PositionError(*problems)
        return arrange(given.bits, wild, self.ace_high)

    def _foreign(self, hands: Sequence[Hand]) -> list[str]:
        """Cards that the packs do not hold so often."""
        try:
            extra = sum(hands, Hand()).beyond(Hand(self.deck))
        except PositionError as error:
            return list(error.problems)
        return [f"the packs do not hold so many of {extra}"] if extra else []

    @override
    def match_length(self) -> int:
        return DEALS

    @override
    def start(self, deal: Deal) -> State[RummyTable]:
        if not isinstance(deal, Deal):
            raise TypeError(f"a {type(deal).__name__} is no deal")
        context = deal.context
        problems = deck_problems(deal.deck, Hand(self.deck))
        if deal.seed is not None:
            problems += seed_problems(deal.seed)
        if deal.face_up is not None:
            problems.append("no card is turned face up")
        problems += self._reshuffle_problems(deal.reshuffles)
        problems += context.problems(self.players) + _context_problems(context)
        if problems:
            raise PositionError(*problems)
        dealt = self.hand_size(context.number) * self.players
        first = (context.dealer + context.order) % self.players
        hands = dealt_in_turn(deal.deck[:dealt], self.players, first, context.order)
        private = Private(
            tuple([hand.bits for hand in hands]),
            deal.deck[dealt + 1 :],
            Chance(deal.reshuffles, deal.deck),
        )
        setting = self._dealt_setting(context, deal.deck[dealt])
        now = setting.first
        return opened(Origin(game=self, setting=setting, deal=deal, now=now, private=private))

    def _dealt_setting(self, context: DealContext, turned_up: Card) -> Setting:
        """The public facts when the cards have been dealt."""
        dealt = self.hand_size(context.number) * self.players
        first = Situation(
            phase=Phase.DRAW,
            to_act=(context.dealer + context.order) % self.players,
            pile=(turned_up,),
            stock_size=len(self.deck) - dealt - 1,
            reshuffles=0,
            taken=(0,) * self.players,
            laid_down=(0,) * self.players,
        )
        return self._setting(context, first, position=False)

    def _setting(self, context: DealContext, first: Situation, *, position: bool) -> Setting:
        return Setting(
            ruleset=self,
            players=self.players,
            context=context,
            first=first,
            hand_size=self.hand_size(context.number),
            wild=self.wild(context.number),
            ace_high=self.ace_high,
            may_return_discard=self.may_return_discard,
            max_reshuffles=self.max_reshuffles,
            max_idle_turns=self.max_idle_rounds * self.players,
            position=position,
        )

    @property
    @override
    def _openings(self) -> Mapping[str, type]:
        return OPENINGS

    @override
    def _opening_of(self, view: View[Table]) -> object:
        table = view.table
        assert isinstance(table, RummyTable)  # the game has no others
        return opening_of(table._setting, view.first.hand)

    @override
    def _view_of(self, opening: object, seat: int | None) -> View[RummyTable]:
        assert isinstance(opening, DealOpening | PositionOpening)  # those of _openings
        context = opening.context
        problems = context.problems(self.players) or _context_problems(context)
        if problems:
            raise PositionError(*problems)
        if isinstance(opening, DealOpening):
            return view_of(self._dealt_setting(context, opening.turned_up), opening, seat)
        return view_of(self._setting(context, first_of(opening), position=True), opening, seat)

    def _sampled(self, view: View[V], rng: random.Random) -> State[V]:
        """A state that the view may belong to: what ``view.sample`` gives."""
        return sampled(self, view, rng)

    def _reshuffle_problems(self, orders: tuple[tuple[Card, ...], ...]) -> list[str]:
        """What is wrong with the orders of the reshuffles."""
        if type(orders) is not tuple or not all(type(order) is tuple for order in orders):
            return ["reshuffles are tuples of cards"]
        if not all(isinstance(card, Card) for order in orders for card in order):
            return ["reshuffles are tuples of cards"]
        if len(orders) > self.max_reshuffles:
            return [f"there are at most {self.max_reshuffles} reshuffles"]
        return [problem for order in orders for problem in self._order_problems(order)]

    def _order_problems(self, order: tuple[Card, ...]) -> list[str]:
        try:
            return self._foreign([Hand(order)])
        except PositionError as error:
            return list(error.problems)

    @override
    def next_context(self, state: State[Table]) -> DealContext:
        """The deal passes to the next seat; after the eleventh a new match begins with the first.

        Raises:
            PositionError: the deal is not over.
        """
        _, context = finished(self, state)
        return evolve(
            context,
            number=context.number % DEALS + 1,
            dealer=(context.dealer + context.order) % self.players,
        )

    @override
    def position(
        self,
        hands: Sequence[Cards],
        *,
        to_act: int = 0,
        number: int | None = None,
        stock: Sequence[Card] | str = (),
        pile: Sequence[Card] | str = (),
        taken: Sequence[Cards] | None = None,
        drawn: Card | str | None = None,
        laid_down: Sequence[int] = (),
        reshuffles: int = 0,
        order: int = 1,
    ) -> State[RummyTable]:
        """A position at the beginning of a turn, or between its draw and its discard.

        Args:
            hands: each seat's cards, two more than the deal's number; the seat to act has one more
                if it has drawn and is to discard.
            to_act: the seat whose turn it is.
            number: which deal it is, from 1 to 11; None: the hands say it.
            stock: the stock from the top; without one, and without a reshuffle, a card can only be
                drawn from the pile.
            pile: the discard pile from the bottom to the top.
            taken: by seat, the cards that all know it took from the pile.
            drawn: the card that the seat to act has just taken from the pile, or its text.
            laid_down: the seats that went out, the first of them first.
            reshuffles: how often the pile has become the stock.
            order: 1 when seats act in order of their numbers, -1 in reverse.

        Raises:
            PositionError: it cannot be; the error names every fault.
        """
        drawn = None if drawn is None else as_card(drawn)
        given = tuple([as_hand(hand) for hand in hands])
        known = [Hand()] * len(given) if taken is None else [as_hand(cards) for cards in taken]
        stocked, piled = as_cards(stock), as_cards(pile)
        if number is None:
            number = max(1, min(map(len, given), default=0) - _FEWEST_CARDS + 1)
        context = DealContext(number=number if _is_number(number) else 1, order=order)
        misfits = _hand_problems(given, self.players, number, to_act)
        problems = misfits + context.problems(self.players)
        if type(reshuffles) is not int or not 0 <= reshuffles <= self.max_reshuffles:
            problems.append(f"reshuffles are from 0 to {self.max_reshuffles}")
        problems += self._foreign([*given, Hand(stocked), Hand(piled)])
        if len(known) != len(given) or not all(map(Hand.__le__, known, given)):
            problems.append("every seat holds the cards that it is known to have taken")
        own = given[to_act] if is_seat(to_act, len(given)) else Hand()
        discards = len(own) >= context.number + _FEWEST_CARDS
        if not misfits and not discards and not stocked and not piled:
            problems.append("there is no card to draw")
        if drawn is not None and not (discards and drawn in own):
            problems.append("the card drawn is in the hand of the seat that is to discard")
        problems += self._out_problems(given, context, to_act, laid_down)
        if problems:
            raise PositionError(*problems)
        if drawn is not None and drawn not in known[to_act]:
            known[to_act] += Hand([drawn])
        now = Situation(
            phase=Phase.DISCARD if discards else Phase.DRAW,
            to_act=to_act,
            pile=piled,
            stock_size=len(stocked),
            reshuffles=reshuffles,
            taken=tuple([cards.bits for cards in known]),
            laid_down=tuple(
                [hand.bits if seat in laid_down else 0 for seat, hand in enumerate(given)]
            ),
            out=laid_down[0] if laid_down else None,
            drawn=drawn,
            idle=0 if drawn is None else 1,
        )
        cards = (*(card for hand in given for card in hand), *stocked, *piled)
        private = Private(tuple([hand.bits for hand in given]), stocked, Chance((), cards))
        setting = self._setting(context, now, position=True)
        setup: Setup = (
            ("hands", given),
            ("to_act", to_act),
            ("number", number),
            ("stock", stocked),
            ("pile", piled),
            ("taken", tuple(known)),
            ("drawn", drawn),
            ("laid_down", tuple(laid_down)),
            ("reshuffles", reshuffles),
            ("order", order),
        )
        told = tuple((name, value) for name, value in setup if value is not None)
        return opened(
            Origin(game=self, setting=setting, deal=None, now=now, private=private, setup=told)
        )

    def _out_problems(
        self, hands: Sequence[Hand], context: DealContext, to_act: int, laid_down: Sequence[int]
    ) -> list[str]:
        """What is wrong with the seats that went out."""
        if not laid_down:
            return []
        players = self.players
        if not all(is_seat(seat, min(players, len(hands))) for seat in laid_down):
            return [f"a seat that went out is from 0 to {players - 1}"]
        found: list[str] = []
        if is_seat(to_act, players) and not context.problems(players):
            every = (*laid_down, to_act)
            turns = [(seat - every[0]) * context.order % players for seat in every]
            if any(before >= after for before, after in pairwise(turns)):
                found.append("the seats that went out act in turn, and before the seat to act")
        wild = self.wild(context.number)
        return found + [
            f"the hand of seat {seat}, which went out, is not all melds"
            for seat in laid_down
            if len(hands[seat]) > MOST_CARDS or not is_melds(hands[seat].bits, wild, self.ace_high)
        ]


_NO_SUCH_DEAL: Final = f"the number of a deal is from 1 to {DEALS}"


def _is_number(number: object) -> bool:
    """Whether this is the number of one of the eleven deals."""
    return type(number) is int and 1 <= number <= DEALS


def _context_problems(context: DealContext) -> list[str]:
    """What in a context this game rules out, besides numbers that are out of range."""
    found: list[str] = []
    if not _is_number(context.number):
        found.append(_NO_SUCH_DEAL)
    if context.leader is not None:
        found.append("three_thirteen has no leader to name: the seat after the dealer begins")
    if context.partners is not None:
        found.append("nobody has a partner")
    return found


def _hand_problems(hands: Sequence[Hand], players: int, number: int, to_act: int) -> list[str]:
    """What is wrong with the number of the hands and of their cards."""
    found: list[str] = []
    if len(hands) != players:
        found.append(f"there are {players} hands, not {len(hands)}")
    if not is_seat(to_act, players):
        found.append(f"to_act is a seat from 0 to {players - 1}")
    if not _is_number(number):
        return [*found, _NO_SUCH_DEAL]
    size = number + _FEWEST_CARDS - 1
    return found + [
        f"the hand of seat {seat} has {len(hand)} cards, not {size}"
        for seat, hand in enumerate(hands)
        if len(hand) not in ((size, size + 1) if seat == to_act else (size,))
    ]
