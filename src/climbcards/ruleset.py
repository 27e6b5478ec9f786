"""What every game keeps: rulesets, deals, tables, states, views, results, and :func:`step`.

A :class:`Ruleset` is a game with its options.  It shuffles a :class:`Deal` (all chance is in there)
and starts a :class:`State`; :func:`step` takes a state and an action to the next state.  A state is
a public :class:`Table` and the private cards; a :class:`View` is the same table and one hand.
Legality is a function of table, hand and seat alone, so a state and a view give the same answer.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Generic, Self

from attrs import evolve, fields, frozen
from typing_extensions import TypeVar, override

from climbcards.actions import Action, Draw, Move, Phase, Source
from climbcards.cards import Card
from climbcards.combination import Combination
from climbcards.deal import Deal, DealContext, fresh_seed, generator, shuffled
from climbcards.draw import Drawing, draw_for_places
from climbcards.events import Event
from climbcards.hand import Cards, Hand
from climbcards.violations import Violation

__all__ = [
    "ClimbingRuleset",
    "Deal",
    "DealContext",
    "Result",
    "Ruleset",
    "State",
    "Table",
    "View",
    "step",
]


class Table(ABC):
    """Everything about a deal that is public.

    Each game's table adds the names it has; these every table has.  Legality lives here: what a
    seat may do follows from the table and the seat's own hand.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def ruleset(self) -> Ruleset[Table]:
        """The rules in force."""

    @property
    @abstractmethod
    def phase(self) -> Phase:
        """The phase of the deal."""

    @property
    @abstractmethod
    def to_act(self) -> int | None:
        """The seat whose turn it is; None when the deal is over."""

    @property
    @abstractmethod
    def sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""

    @property
    @abstractmethod
    def history(self) -> tuple[Move, ...]:
        """Every move so far, in order."""

    @abstractmethod
    def legal_actions(self, seat: int | None, hand: Hand) -> Sequence[Action]:
        """The canonical list of what the seat may do with this hand; empty when it may not act."""

    @abstractmethod
    def check(self, action: Action, seat: int | None, hand: Hand) -> Violation | None:
        """Why the seat may not do this with this hand; None if it may."""

    @abstractmethod
    def _first(
        self, seat: int | None, hand: Hand, dealt: Hand, draws: Sequence[Card]
    ) -> tuple[Self, Hand]:
        """The table and the seat's hand before the first move; see :attr:`View.first`."""

    @abstractmethod
    def _shown(
        self, seat: int | None, hand: Hand, dealt: Hand, draws: Sequence[Card]
    ) -> Mapping[int, Hand]:
        """The cards that the seat was shown with a move, by the move's place in the history."""

    @abstractmethod
    def _after(self, event: Event, seat: int | None, hand: Hand) -> tuple[Self, Hand]:
        """The table and the seat's hand after an event; see :meth:`View.advance`."""

    def _sampled(self, view: View[V], rng: random.Random) -> State[V]:
        """A state that a view with this table may belong to; see :meth:`View.sample`."""
        raise TypeError(f"a {type(self).__name__} cannot be sampled from")


V = TypeVar("V", bound=Table)

T = TypeVar("T", bound=Table, covariant=True, default=Table)
"""The type of table a game has."""


@frozen(kw_only=True)
class Result:
    """How a deal ended.

    Attributes:
        winners: the winning side's seats, in order; empty if the cards were thrown in.
        out: the seat that first ran out of cards, or None.
        teams: the sides of the deal; seats that play for themselves are sides of one.
        stake: what was played for, after doublings, in units.
        points: what a score sheet adds up, by seat; equal to the payoffs where a game has no
            penalty points.
        payoffs: what each seat receives (or pays, if negative), in units; they sum to zero.
        liable: the seat that pays for all, if any.
        thrown_in: whether the cards were thrown in for want of a bid.
    """

    winners: tuple[int, ...]
    out: int | None
    teams: tuple[tuple[int, ...], ...]
    stake: int
    points: tuple[int, ...]
    payoffs: tuple[int, ...]
    liable: int | None = None
    thrown_in: bool = False


@frozen(kw_only=True)
class View(Generic[T]):
    """What one seat may see: the public table and its own hand.

    A view remembers all that is public (the history is in the table) and the cards the seat was
    dealt and drew.  It holds no hidden card, deck or seed, nor the result of a finished deal, which
    may rest on cards that nobody has seen: that is told beside it.

    Attributes:
        seat: whose view it is; None for a spectator, who sees the table alone.
        table: everything public.
        hand: the seat's cards now; empty for a spectator.
        dealt: the cards first dealt to the seat; empty for a spectator and in a position.
        draws: the cards the seat drew unseen by others, in order.
    """

    seat: int | None
    table: T
    hand: Hand
    dealt: Hand
    draws: tuple[Card, ...] = ()

    def legal_actions(self) -> Sequence[Action]:
        """What the seat may do now: the same list as the state's for this seat."""
        return self.table.legal_actions(self.seat, self.hand)

    def check(self, action: Action) -> Violation | None:
        """Why the seat may not do this now, or None: the same answer as the state's."""
        return self.table.check(action, self.seat, self.hand)

    @property
    def first(self) -> View[T]:
        """This view as it was before the first move."""
        table, hand = self.table._first(self.seat, self.hand, self.dealt, self.draws)
        return View(seat=self.seat, table=table, hand=hand, dealt=self.dealt)

    @property
    def events(self) -> tuple[Event, ...]:
        """Every move so far, each with the cards the seat was shown with it.

        Advancing :attr:`first` by them one after the other gives this view.
        """
        shown = self.table._shown(self.seat, self.hand, self.dealt, self.draws)
        return tuple(
            Event(number=place + 1, seat=seat, action=action, shown=shown.get(place, Hand()))
            for place, (seat, action) in enumerate(self.table.history)
        )

    def advance(self, event: Event) -> View[T]:
        """This view after one more event: equal to the view that the state then gives the seat.

        The view advanced is as before, whether or not the event is refused.

        Raises:
            IllegalAction: the rules refuse the move, as far as this view can tell.
            PositionError: the event is not the next one, or it shows cards that cannot be.
        """
        table, hand = self.table._after(event, self.seat, self.hand)
        draws = self.draws
        if event.action == Draw(Source.STOCK) and event.seat == self.seat:
            draws = (*draws, *event.shown)
        return evolve(self, table=table, hand=hand, draws=draws)

    def sample(self, rng: random.Random) -> State[T]:
        """A state that the seat cannot tell from the true one: its view is this one again.

        All that is public is as it was, every move was legal, and the hidden cards lie in some way
        that agrees with it; each deck order that does is as likely (nearly so late in a deal of
        Three Thirteen).  Its deal has no seed.  From a view of a position it is a position.

        Args:
            rng: what it is drawn from; only ``rng.random()`` is, so equal generators give equal
                states.

        Raises:
            PositionError: the view is of no deal there could be (it was not taken from a state).
        """
        return self.table._sampled(self, rng)


class State(ABC, Generic[T]):
    """A deal at one moment: an immutable value, equal to any state with the same past.

    Old states stay as they are, so taking a move back is keeping the state before it.  Copies are
    free (a copy is the same object).
    """

    __slots__ = ()

    @property
    @abstractmethod
    def ruleset(self) -> Ruleset[T]:
        """The rules in force."""

    @property
    @abstractmethod
    def deal(self) -> Deal | None:
        """The deal this began with; None in a position that was set up."""

    @property
    @abstractmethod
    def table(self) -> T:
        """Everything public."""

    @property
    @abstractmethod
    def hands(self) -> tuple[Hand, ...]:
        """Each seat's cards.  They are hidden: show a seat its :meth:`view`."""

    @property
    @abstractmethod
    def phase(self) -> Phase:
        """The phase of the deal."""

    @property
    @abstractmethod
    def to_act(self) -> int | None:
        """The seat whose turn it is; None when the deal is over."""

    @property
    @abstractmethod
    def history(self) -> tuple[Move, ...]:
        """Every move so far, in order; actions as the rules read them (see :class:`Play`)."""

    @property
    def is_over(self) -> bool:
        """Whether the deal has ended."""
        return self.phase is Phase.OVER

    @property
    @abstractmethod
    def result(self) -> Result | None:
        """How the deal ended; None while it goes on."""

    @abstractmethod
    def legal_actions(self, by: int | None = None) -> Sequence[Action]:
        """The canonical list of legal actions of a seat (None: the seat to act).

        The sequence knows its length and builds an action when one is looked at (a lone play at
        once).  The order is fixed: a pass, bids or calls, then plays in the order of the catalogue.
        Where suits do not matter a play stands for every choice of suits and is of the lowest.
        """

    @abstractmethod
    def check(self, action: Action, by: int | None = None) -> Violation | None:
        """Why a seat (None: the seat to act) may not do this: what :func:`step` would raise.

        Any object may be given; what is no action is refused like the rest.
        """

    @abstractmethod
    def view(self, seat: int | None) -> View[T]:
        """What the seat may see; None: a spectator.

        Raises:
            PositionError: there is no such seat.
        """

    def events(self, seat: int | None) -> tuple[Event, ...]:
        """What the seat (None: a spectator) was shown with each move since the start.

        There is one event a move, so ``events(seat)[n:]`` are those after the first n moves.  A
        client with the view from before them keeps in step by :meth:`View.advance`.

        Raises:
            PositionError: there is no such seat.
        """
        return self.view(seat).events

    @abstractmethod
    def _after(self, action: Action, by: int | None) -> State[T]:
        """The state after this action; see :func:`step`."""

    def _played_out(self, rng: random.Random) -> Result:
        """How the deal ends when it is played out at random; see :mod:`climbcards.playout`."""
        state: State[T] = self
        while not state.is_over:
            actions = state.legal_actions()
            state = state._after(actions[int(rng.random() * len(actions))], None)
        result = state.result
        assert result is not None  # the deal is over
        return result


def step(state: State[T], action: Action, by: int | None = None) -> State[T]:
    """The state after a seat (None: the seat to act) has done this.  The given state is untouched.

    Raises:
        IllegalAction: the rules refuse it; its violation is what ``state.check`` returns.
    """
    try:
        return state._after(action, by)
    except AttributeError:
        if isinstance(state, State):
            raise
        raise TypeError(f"a {type(state).__name__} is no state") from None


@frozen(kw_only=True)
class Ruleset(ABC, Generic[T]):
    """A game with its options: an immutable value.

    Options are keyword arguments of the constructor, and defaults are resolved there, so that
    spelling one out gives an equal ruleset.  Rulesets pickle as their options.

    Attributes:
        name: the game's name, such as ``big_three``.
        version: rises whenever an option changes its meaning; records carry it.
        fewest_points_win: whether a match is won by the fewest points, not by the most.
        players: how many seats the table has.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    fewest_points_win: ClassVar[bool] = False

    players: int

    @property
    def options(self) -> Mapping[str, object]:
        """Every option by name, defaults included."""
        return {
            option.name: getattr(self, option.name) for option in fields(type(self)) if option.init
        }

    @property
    @abstractmethod
    def deck(self) -> tuple[Card, ...]:
        """The cards of the game, in natural order."""

    @abstractmethod
    def sort(self, cards: Cards) -> tuple[Card, ...]:
        """The cards in the game's own order, low to high."""

    def shuffle(self, seed: int | None = None, context: DealContext = DealContext()) -> Deal:
        """A shuffled deal, with everything that chance decides in it.

        Args:
            seed: a whole number from 0; None takes 256 fresh bits, and the deal says which.
            context: what the deal takes over from its match; what it leaves open and the rules draw
                for (partners, say) is drawn and filled in.

        Raises:
            PositionError: the seed is no whole number from 0.
        """
        if not isinstance(context, DealContext):
            raise TypeError(f"a {type(context).__name__} is no DealContext")
        if seed is None:
            seed = fresh_seed()
        rng = generator(seed)
        deck = shuffled(self.deck, rng)
        return self._drawn(Deal(deck=deck, context=context, seed=seed), rng)

    def _drawn(self, deal: Deal, rng: random.Random) -> Deal:
        """The deal with whatever else the game's rules draw; most games draw nothing."""
        return deal

    @abstractmethod
    def start(self, deal: Deal) -> State[T]:
        """The state after the cards are dealt.  Pure: the same deal gives an equal state.

        Raises:
            PositionError: a deck or a context that this ruleset cannot have; it names every fault.
        """

    def deal(self, seed: int | None = None, context: DealContext = DealContext()) -> State[T]:
        """``start(shuffle(seed, context))``."""
        return self.start(self.shuffle(seed, context))

    @abstractmethod
    def position(self, hands: Sequence[Cards], *, to_act: int = 0) -> State[T]:
        """A position in the playing phases; each game has further keywords of its own.

        Raises:
            PositionError: it cannot be; the error names every fault.
        """

    @abstractmethod
    def next_context(self, state: State[Table]) -> DealContext:
        """Who deals and leads the next deal of a match, after this finished one.

        Raises:
            PositionError: the deal is not over.
        """

    @property
    @abstractmethod
    def _openings(self) -> Mapping[str, type]:
        """The attrs classes that hold what a seat was shown before the first move, by name.

        Their annotations say how they are written as JSON.
        """

    @abstractmethod
    def _opening_of(self, view: View[Table]) -> object:
        """What the view's seat was shown before the first move: one of these."""

    @abstractmethod
    def _view_of(self, opening: object, seat: int | None) -> View[T]:
        """The view of a seat that was shown this; a PositionError if no seat can have been."""

    def match_length(self) -> int | None:
        """How many deals make a match under these rules; None: they do not say."""
        return None

    def draw_dealer(self, rng: random.Random) -> Drawing:
        """The draw for the first dealer of a match: every seat draws, the highest rank deals."""
        return draw_for_places(range(self.players), 1, self.deck, lambda card: card.rank, rng)

    def __reduce__(self) -> tuple[Callable[..., object], tuple[type, Mapping[str, object]]]:
        return _rebuilt, (type(self), self.options)

    @override
    def __repr__(self) -> str:
        """The constructor call, with the options that differ from the default."""
        usual = dict(type(self)(players=self.players).options)
        usual["players"] = fields(type(self)).players.default
        shown = (
            f"{name}={self._shown(name, value)}"
            for name, value in self.options.items()
            if value != usual[name]
        )
        return f"{type(self).__name__}({', '.join(shown)})"

    def _shown(self, name: str, value: object) -> str:
        """How an option's value prints: an expression that the constructor takes."""
        return repr(value)


def _rebuilt(ruleset: Callable[..., object], options: Mapping[str, object]) -> object:
    """A ruleset from its options: how rulesets unpickle."""
    return ruleset(**options)


@frozen(kw_only=True, repr=False)
class ClimbingRuleset(Ruleset[T]):
    """The rules of a climbing game: besides deals and states, what may be played on what.

    Cards that one deck of the ruleset cannot hold (a joker in a game without, a second 3♣ with one
    pack) make no combination.  Where suits do not matter, lists hold one combination for each set
    of ranks and kind, made of the lowest suits; any choice of suits is accepted in play.
    """

    @abstractmethod
    def catalogue(self) -> Sequence[Combination]:
        """Every combination of at most the largest hand's cards, in a fixed order; built lazily."""

    @abstractmethod
    def classify(self, cards: Cards, beating: Combination | None = None) -> Combination | None:
        """The reading of the cards that is used in play; None if they are no combination.

        With ``beating`` it is a reading that beats it, if one does; else the preferred one.
        """

    @abstractmethod
    def readings(self, cards: Cards) -> tuple[Combination, ...]:
        """Every reading of the cards, the preferred (longest core, then higher core) first."""

    @abstractmethod
    def leads(self, hand: Cards) -> Sequence[Combination]:
        """Every combination in the hand, in catalogue order; built lazily."""

    @abstractmethod
    def answers(self, hand: Cards, target: Combination) -> Sequence[Combination]:
        """Every combination in the hand that beats the target, in catalogue order; built lazily."""
