"""The state of a climbing game: the public facts and the private cards, one small object a move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from attrs import frozen
from typing_extensions import override

from climbcards.actions import Action, Move, Phase
from climbcards.climbing.phases import carry_out, judge, legal
from climbcards.climbing.situation import (
    HAND,
    HAND_BITS,
    LANES,
    LANES_BITS,
    Ended,
    Private,
    Setting,
    Situation,
    new_move,
)
from climbcards.climbing.table import ClimbingTable
from climbcards.deal import Deal, DealContext, is_seat
from climbcards.errors import PositionError
from climbcards.hand import Hand, hand_of
from climbcards.ruleset import Result, State, View
from climbcards.violations import IllegalAction, Violation

if TYPE_CHECKING:
    from climbcards.climbing.game import ClimbingGame

__all__ = ["ClimbingState", "Origin", "opened"]

C = TypeVar("C", bound=ClimbingTable, covariant=True)


@frozen(kw_only=True)
class Origin(Generic[C]):
    """What a deal (or a position) began with; every state of it shares the one object.

    Attributes:
        game: the ruleset.
        setting: the lasting public facts.
        deal: the deal; None in a position.
        now: the public facts at the beginning.
        private: the hidden cards at the beginning.
    """

    game: ClimbingGame[C]
    setting: Setting
    deal: Deal | None
    now: Situation
    private: Private


class ClimbingState(State[C]):
    """A deal of a climbing game at one moment.

    The object holds the facts of the moment, the move that led here and the state before it;
    tables, hands and histories are built when somebody looks at them.
    """

    __slots__ = ("_length", "_move", "_now", "_origin", "_parent", "_private")

    _origin: Origin[C]
    _parent: ClimbingState[C] | None
    _move: Move | None
    _length: int
    _now: Situation
    _private: Private

    @property
    @override
    def ruleset(self) -> ClimbingGame[C]:
        return self._origin.game

    @property
    @override
    def deal(self) -> Deal | None:
        return self._origin.deal

    @property
    def context(self) -> DealContext:
        """What the deal took over from its match."""
        return self._origin.setting.context

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
        private = self._private
        return tuple(
            [hand_of(private.hand(seat)) for seat in range(len(self._origin.setting.after))]
        )

    @property
    @override
    def history(self) -> tuple[Move, ...]:
        moves: list[Move] = []
        state: ClimbingState[C] | None = self
        while state is not None and state._move is not None:
            moves.append(state._move)
            state = state._parent
        moves.reverse()
        return tuple(moves)

    @property
    @override
    def table(self) -> C:
        origin = self._origin
        return origin.game._table_type()(origin.setting, self._now, self.history)

    @property
    @override
    def result(self) -> Result | None:
        if self._now.phase is not Phase.OVER:
            return None
        ended = Ended(
            contract=self._now.contract,
            context=self._origin.setting.context,
            out=self._now.target_by,
            hands=self.hands,
            history=self.history,
            breach=self._private.breach,
            whole=self._origin.now.target is None and not self._origin.setting.gone,
        )
        return self._origin.game._settle(ended)

    @override
    def legal_actions(self, by: int | None = None) -> Sequence[Action]:
        now = self._now
        seat = now.to_act if by is None else by
        if now.to_act is None or not is_seat(seat, len(self._origin.setting.after)):
            return ()
        private = self._private  # not private.hand(seat): this runs at every move
        return legal(
            self._origin.setting,
            now,
            seat,
            private.hands >> HAND_BITS * seat & HAND,
            private.lanes >> LANES_BITS * seat & LANES,
        )

    @override
    def check(self, action: Action, by: int | None = None) -> Violation | None:
        seat = self._now.to_act if by is None else by
        ruled = judge(self._origin.setting, self._now, seat, self._bits_of(seat), action)
        return ruled if isinstance(ruled, Violation) else None

    def _bits_of(self, seat: int | None) -> int:
        """The seat's cards as bits; none for what is no seat."""
        if not is_seat(seat, len(self._origin.setting.after)):
            return 0
        return self._private.hand(seat)

    @override
    def _after(self, action: Action, by: int | None) -> ClimbingState[C]:
        now, origin = self._now, self._origin
        seat = now.to_act if by is None else by
        bits = self._bits_of(seat)
        ruled = judge(origin.setting, now, seat, bits, action)
        if isinstance(ruled, Violation):
            raise IllegalAction(ruled)
        assert seat is not None  # judge refuses it
        now, private = carry_out(origin.setting, now, self._private, seat, ruled)
        return _sealed(
            origin, self, new_move(Move, (seat, ruled.action)), self._length + 1, now, private
        )

    @override
    def view(self, seat: int | None) -> View[C]:
        table = self.table
        if seat is None:
            return View(seat=None, table=table, hand=Hand(), dealt=Hand())
        origin = self._origin
        players = len(origin.setting.after)
        if not is_seat(seat, players):
            raise PositionError(f"seats are numbered from 0 to {players - 1}")
        dealt = Hand() if origin.deal is None else hand_of(origin.private.hand(seat))
        hand = hand_of(self._private.hand(seat))
        return View(seat=seat, table=table, hand=hand, dealt=dealt)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a state is immutable: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a state is immutable: cannot delete {name!r}")

    @override
    def __eq__(self, other: object) -> bool:
        """Whether both states have the same past: rules, cards and moves."""
        if self is other:
            return True
        if not isinstance(other, ClimbingState):
            return NotImplemented
        return (
            self._length == other._length
            and self._now == other._now
            and self._private == other._private
            and self._origin == other._origin
            and self.history == other.history
        )

    @override
    def __hash__(self) -> int:
        return hash((self._length, self._now.to_act, self._private))

    def __copy__(self) -> ClimbingState[C]:
        return self

    def __deepcopy__(self, memo: object) -> ClimbingState[C]:
        return self

    def __reduce__(self) -> tuple[object, tuple[Origin[C], tuple[Move, ...]]]:
        """Flat: the beginning and the moves, however many there are."""
        return _replayed, (self._origin, self.history)

    @override
    def __repr__(self) -> str:
        """Without a hidden card: a state that lands in a log gives nothing away."""
        now = self._now
        return (
            f"<{type(self).__name__} of {self.ruleset!r}: {now.phase}, seat {now.to_act} to act, "
            f"{self._length} moves>"
        )


class _Unsealed(ClimbingState[C]):
    """A state while its slots are being filled; its class is changed when that is done.

    Filling them through ``object.__setattr__`` costs several times the rest of a step.
    """

    __slots__ = ()

    __setattr__ = object.__setattr__  # type: ignore[assignment]  # its own value type is Any
    # Both, or neither is called directly.
    __delattr__ = object.__delattr__  # pyright: ignore[reportAssignmentType]


def _sealed(
    origin: Origin[C],
    parent: ClimbingState[C] | None,
    move: Move | None,
    length: int,
    now: Situation,
    private: Private,
) -> ClimbingState[C]:
    state: _Unsealed[C] = _Unsealed()
    state._origin = origin
    state._parent = parent
    state._move = move
    state._length = length
    state._now = now
    state._private = private
    state.__class__ = ClimbingState  # type: ignore[assignment]  # pyright: ignore
    return state


def opened(origin: Origin[C]) -> ClimbingState[C]:
    """The first state of a deal or a position."""
    return _sealed(origin, None, None, 0, origin.now, origin.private)


def _replayed(origin: Origin[C], moves: Sequence[Move]) -> ClimbingState[C]:
    """The state after these moves: how states unpickle."""
    state = opened(origin)
    for seat, action in moves:
        state = state._after(action, seat)
    return state
