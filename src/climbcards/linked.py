"""States as links: one small object a move, and everything else built when somebody looks at it.

Every engine's state holds the facts of the moment, the move that led there, the state before it
and what the deal began with.  What follows from that for any game is here: history, equality,
pickling and views.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, Self, TypeAlias, TypeVar

from attrs import field, frozen
from typing_extensions import override

from climbcards.actions import Action, Move, Phase, new_move
from climbcards.cards import Card
from climbcards.deal import Deal, DealContext, is_seat
from climbcards.errors import PositionError
from climbcards.hand import Hand, hand_of
from climbcards.ruleset import Result, Ruleset, State, Table, View

__all__ = ["LinkedState", "Origin", "Setup", "finished"]

Setup: TypeAlias = tuple[tuple[str, object], ...]
"""The keywords that ``position`` was called with, as immutable values (hands as ``Hand``, a target
as ``Combination``, several seats as a tuple); those that say nothing are left out."""


class HasContext(Protocol):
    """The lasting public facts of a deal."""

    @property
    def context(self) -> DealContext:
        """What the deal took over from its match."""
        ...


class Moment(Protocol):
    """The public facts of a moment."""

    @property
    def phase(self) -> Phase:
        """The phase of the deal."""
        ...

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is."""
        ...


C = TypeVar("C", bound=Table, covariant=True)
G = TypeVar("G", bound=Ruleset[Table], covariant=True)
S = TypeVar("S", bound=HasContext, covariant=True)
N = TypeVar("N", bound=Moment, covariant=True)
P = TypeVar("P", covariant=True)


@frozen(kw_only=True)
class Origin(Generic[G, S, N, P]):
    """What a deal (or a position) began with; every state of it shares the one object.

    Attributes:
        game: the ruleset.
        setting: the lasting public facts.
        deal: the deal; None in a position.
        now: the public facts at the beginning.
        private: the hidden cards at the beginning.
        setup: what a position was set up with; all that it says is in the facts above as well.
    """

    game: G
    setting: S
    deal: Deal | None
    now: N
    private: P
    setup: Setup | None = field(default=None, eq=False, repr=False)


class LinkedState(State[C], Generic[C, G, S, N, P]):
    """A deal at one moment, linked to the moment before.

    An engine derives its state from this, keeps the facts of the moment as it likes, and fills the
    slots itself: this is where a step spends its time.
    """

    __slots__ = ("_action", "_origin", "_parent", "_seat")

    _origin: Origin[G, S, N, P]
    _parent: LinkedState[C, G, S, N, P] | None
    _seat: int
    """Who made the move that led here from the parent; nothing, where there is none."""
    _action: Action | None
    """The move itself; None where there is no parent."""

    @property
    @abstractmethod
    def _now(self) -> N:
        """The public facts of the moment."""

    @property
    @abstractmethod
    def _private(self) -> P:
        """The hidden cards at the moment."""

    @property
    @abstractmethod
    def _opener(self) -> Callable[..., State[C]]:
        """What makes the first state from an origin; a function that pickles."""

    @abstractmethod
    def _cards(self, seat: int) -> int:
        """The bits of a seat's hand."""

    @abstractmethod
    def _first_cards(self, seat: int) -> int:
        """The bits of its hand at the beginning."""

    def _draws(self, seat: int) -> tuple[Card, ...]:
        """The cards the seat has drawn unseen by others; in most games nobody draws."""
        return ()

    @property
    @override
    def deal(self) -> Deal | None:
        return self._origin.deal

    @property
    def context(self) -> DealContext:
        """What the deal took over from its match."""
        return self._origin.setting.context

    @property
    def setup(self) -> Setup | None:
        """What the position was set up with, hidden cards included; None if this began as a deal.

        ``ruleset.position(**dict(setup))`` is the state at its beginning.
        """
        return self._origin.setup

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
    def hands(self) -> tuple[Hand, ...]:
        return tuple([hand_of(self._cards(seat)) for seat in range(self._origin.game.players)])

    @property
    @override
    def history(self) -> tuple[Move, ...]:
        moves: list[Move] = []
        state: LinkedState[C, G, S, N, P] | None = self
        while state is not None and state._action is not None:
            moves.append(new_move(Move, (state._seat, state._action)))
            state = state._parent
        moves.reverse()
        return tuple(moves)

    @override
    def view(self, seat: int | None) -> View[C]:
        table = self.table
        if seat is None:
            return View(seat=None, table=table, hand=Hand(), dealt=Hand())
        origin = self._origin
        players = origin.game.players
        if not is_seat(seat, players):
            raise PositionError(f"seats are numbered from 0 to {players - 1}")
        return View(
            seat=seat,
            table=table,
            hand=hand_of(self._cards(seat)),
            dealt=Hand() if origin.deal is None else hand_of(self._first_cards(seat)),
            draws=self._draws(seat),
        )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a state is immutable: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a state is immutable: cannot delete {name!r}")

    @override
    def __eq__(self, other: object) -> bool:
        """Whether both states have the same past: rules, cards and moves."""
        if self is other:
            return True
        if not isinstance(other, LinkedState):
            return NotImplemented
        return (
            self._now == other._now
            and self._private == other._private
            and self._origin == other._origin
            and self.history == other.history
        )

    @override
    def __hash__(self) -> int:
        return hash((self._now.to_act, self._private))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Flat: the beginning and the moves, however many there are."""
        return _replayed, (self._opener, self._origin, self.history)

    @override
    def __repr__(self) -> str:
        """Without a hidden card: a state that lands in a log gives nothing away."""
        now = self._now
        return (
            f"<{type(self).__name__} of {self.ruleset!r}: {now.phase}, seat {now.to_act} to act, "
            f"{len(self.history)} moves>"
        )


def finished(game: Ruleset[Table], state: State[Table]) -> tuple[Result, DealContext]:
    """The result of a finished deal or position of a game, and the context it had.

    Raises:
        PositionError: the deal is not over, or it was not played by these rules.
    """
    if not isinstance(state, LinkedState) or state.ruleset != game:
        raise PositionError(f"that is no state of {game!r}")
    if state.result is None:
        raise PositionError("the deal is not over")
    return state.result, state.context


def _replayed(
    opener: Callable[..., State[Table]], origin: object, moves: Sequence[Move]
) -> State[Table]:
    """The state after these moves: how states unpickle."""
    state = opener(origin)
    for seat, action in moves:
        state = state._after(action, seat)
    return state
