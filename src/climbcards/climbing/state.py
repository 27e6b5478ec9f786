"""The state of a climbing game: how the engine's facts and the hidden cards make one."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from typing_extensions import override

from climbcards.actions import Action, Phase, Play
from climbcards.climbing.phases import carry_out, judge, legal
from climbcards.climbing.playouts import Habit, habitual, played_out
from climbcards.climbing.plays import usual
from climbcards.climbing.situation import (
    HELD_LANES,
    LANES_BITS,
    MOST_CARDS,
    SIZE_BITS,
    Ended,
    Private,
    Setting,
    Situation,
)
from climbcards.climbing.table import ClimbingTable
from climbcards.climbing.usual import USUAL
from climbcards.deal import is_seat
from climbcards.hand import Hand
from climbcards.linked import LinkedState, Origin
from climbcards.ruleset import Result
from climbcards.violations import IllegalAction, Violation

if TYPE_CHECKING:
    from climbcards.climbing.game import ClimbingGame

__all__ = ["ClimbingOrigin", "ClimbingState", "opened"]

C = TypeVar("C", bound=ClimbingTable, covariant=True)

_PLAY: Final = Phase.PLAY

ClimbingOrigin: TypeAlias = "Origin[ClimbingGame[C], Setting, Situation, Private]"
"""What a deal of a climbing game, or a position, began with."""


class ClimbingState(LinkedState[C, "ClimbingGame[C]", Setting, Situation, Private]):
    """A deal of a climbing game at one moment."""

    __slots__ = ()

    @property
    @override
    def _opener(self) -> Callable[[ClimbingOrigin[C]], ClimbingState[C]]:
        return opened

    @override
    def _cards(self, seat: int) -> int:
        return self._private.hand(seat)

    @override
    def _first_cards(self, seat: int) -> int:
        return self._origin.private.hand(seat)

    @property
    @override
    def ruleset(self) -> ClimbingGame[C]:
        return self._origin.game

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
        now, seats = self._now, range(len(self._origin.setting.after))
        return self._settled(
            now,
            self._private,
            [now.sizes >> SIZE_BITS * seat & MOST_CARDS for seat in seats],
            lambda: self.hands,
            lambda: _plays_by_seat(self),
        )

    def _settled(
        self,
        now: Situation,
        private: Private,
        sizes: Sequence[int],
        left: Callable[[], tuple[Hand, ...]],
        counted: Callable[[], Sequence[int]],
    ) -> Result:
        """How the deal has ended if this is its last moment."""
        origin = self._origin
        return origin.game._settle(
            Ended(
                contract=now.contract,
                context=origin.setting.context,
                out=now.target_by,
                sizes=tuple(sizes),
                left=left,
                counted=counted,
                breach=private.breach,
                whole=origin.now.target is None and not origin.setting.gone,
            )
        )

    @override
    def _played_out(self, rng: random.Random, habit: Habit | None = None) -> Result:
        origin, plays = self._origin, _plays_by_seat(self)
        end = played_out(origin.setting, self._now, self._private, plays, rng, habit)
        return self._settled(end.now, end.private, end.sizes, end.left, lambda: plays)

    def _by_habit(self, rng: random.Random, habit: Habit) -> Action:
        """What the seat to act does in a trick by habit."""
        return habitual(self._origin.setting, self._now, self._private, rng, habit)

    @property
    @override
    def is_over(self) -> bool:
        return self._now[1] is None  # not .to_act, which takes several times as long

    @override
    def legal_actions(self, by: int | None = None) -> Sequence[Action]:
        now = self._now
        if by is None and now[0] is _PLAY:  # not now.phase, which takes several times as long
            found = usual(self._origin.setting, now, self._private)
            if found is not None:
                return found
        seat = now.to_act if by is None else by
        if now.to_act is None or not is_seat(seat, len(self._origin.setting.after)):
            return ()
        private = self._private
        lanes = private.lanes >> LANES_BITS * seat & HELD_LANES
        return legal(self._origin.setting, now, seat, private.hand(seat), lanes)

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
        now, origin, private = self._now, self._origin, self._private
        setting = origin.setting
        made = None
        seat: int | None
        if by is None and now[0] is _PLAY:
            move = USUAL.get(type(action))
            if move is not None:
                made = move(setting, now, private, action)
        if made is not None:
            seat, done = now[1], action
            now, private = made
        else:
            seat = now.to_act if by is None else by
            ruled = judge(setting, now, seat, self._bits_of(seat), action)
            if isinstance(ruled, Violation):
                raise IllegalAction(ruled)
            assert seat is not None  # judge refuses it
            done = ruled.action
            now, private = carry_out(setting, now, private, seat, ruled)
        assert seat is not None  # somebody has acted
        return sealed(origin, self, seat, done, now, private)


def _plays_by_seat(state: ClimbingState[C]) -> list[int]:
    """How many plays each seat has made."""
    plays = [0] * len(state._origin.setting.after)
    link: LinkedState[C, ClimbingGame[C], Setting, Situation, Private] | None = state
    while link is not None:
        if type(link._action) is Play:
            plays[link._seat] += 1
        link = link._parent
    return plays


class _Unsealed(ClimbingState[C]):
    """A state while its slots are being filled; its class is changed when that is done.

    Filling them through ``object.__setattr__`` costs several times the rest of a step.
    """

    __slots__ = ()

    __setattr__ = object.__setattr__  # type: ignore[assignment]  # its own value type is Any
    # Both, or neither is called directly.
    __delattr__ = object.__delattr__  # pyright: ignore[reportAssignmentType]


def sealed(
    origin: ClimbingOrigin[C],
    parent: ClimbingState[C] | None,
    seat: int,
    action: Action | None,
    now: Situation,
    private: Private,
) -> ClimbingState[C]:
    """A state with these slots, whose parts must agree with one another."""
    state: _Unsealed[C] = _Unsealed()
    state._origin = origin
    state._parent = parent
    state._seat = seat
    state._action = action
    state._length = 0 if parent is None else parent._length + 1
    state._now = now
    state._private = private
    state.__class__ = ClimbingState  # type: ignore[assignment]  # pyright: ignore
    return state


def opened(origin: ClimbingOrigin[C]) -> ClimbingState[C]:
    """The first state of a deal or a position."""
    return sealed(origin, None, 0, None, origin.now, origin.private)
