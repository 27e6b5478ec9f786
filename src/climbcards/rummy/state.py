"""The state of a deal of Three Thirteen."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from typing_extensions import override

from climbcards.actions import Action, Draw, Move, Phase, Source
from climbcards.cards import Card
from climbcards.deal import is_seat
from climbcards.linked import LinkedState, Origin
from climbcards.ruleset import Result, Ruleset
from climbcards.rummy.melds import fewest_points
from climbcards.rummy.phases import carry_out, judge, legal
from climbcards.rummy.situation import Private, Setting, Situation
from climbcards.rummy.table import RummyTable
from climbcards.violations import IllegalAction, Violation

__all__ = ["RummyOrigin", "RummyState", "followed", "opened"]

RummyOrigin: TypeAlias = Origin[Ruleset[RummyTable], Setting, Situation, Private]
"""What a deal of Three Thirteen, or a position, began with."""


class RummyState(LinkedState[RummyTable, Ruleset[RummyTable], Setting, Situation, Private]):
    """A deal of Three Thirteen at one moment."""

    __slots__ = ("_hidden", "_public")

    _public: Situation
    _hidden: Private

    @property
    @override
    def _now(self) -> Situation:
        return self._public

    @property
    @override
    def _private(self) -> Private:
        return self._hidden

    @property
    @override
    def _opener(self) -> Callable[[RummyOrigin], RummyState]:
        return opened

    @override
    def _cards(self, seat: int) -> int:
        return self._private.hands[seat]

    @override
    def _first_cards(self, seat: int) -> int:
        return self._origin.private.hands[seat]

    @override
    def _draws(self, seat: int) -> tuple[Card, ...]:
        drawn: list[Card] = []
        state: LinkedState[RummyTable, Ruleset[RummyTable], Setting, Situation, Private] | None = (
            self
        )
        while state is not None and state._action is not None:
            by, action = state._seat, state._action
            if by == seat and isinstance(action, Draw) and action.source is Source.STOCK:
                stock = state._private.stock
                drawn.append(stock[len(stock) - state._now.stock_size - 1])
            state = state._parent
        drawn.reverse()
        return tuple(drawn)

    @property
    @override
    def ruleset(self) -> Ruleset[RummyTable]:
        return self._origin.game

    @property
    @override
    def table(self) -> RummyTable:
        return RummyTable(self._origin.setting, self._now, self.history)

    @property
    @override
    def result(self) -> Result | None:
        if self._now.phase is not Phase.OVER:
            return None
        return self._settled(self._now, self._private)

    def _settled(self, now: Situation, private: Private) -> Result:
        """How the deal has ended if this is its last moment."""
        setting = self._origin.setting
        points = tuple(
            [fewest_points(bits, setting.wild, setting.ace_high) for bits in private.hands]
        )
        total, fewest = sum(points), min(points)
        return Result(
            winners=tuple(seat for seat, own in enumerate(points) if own == fewest),
            out=now.out,
            teams=tuple((seat,) for seat in range(setting.players)),
            stake=1,
            points=points,
            payoffs=tuple(total - setting.players * own for own in points),
        )

    @override
    def _played_out(self, rng: random.Random) -> Result:
        setting, now, private = self._origin.setting, self._now, self._private
        while now.to_act is not None:
            seat = now.to_act
            actions = legal(setting, now, seat, private.hands[seat])
            action = actions[int(rng.random() * len(actions))]
            now, private = carry_out(setting, now, private, seat, action)
        return self._settled(now, private)

    @override
    def legal_actions(self, by: int | None = None) -> Sequence[Action]:
        seat = self._now.to_act if by is None else by
        setting = self._origin.setting
        if self._now.to_act is None or not is_seat(seat, setting.players):
            return ()
        return legal(setting, self._now, seat, self._private.hands[seat])

    @override
    def check(self, action: Action, by: int | None = None) -> Violation | None:
        seat = self._now.to_act if by is None else by
        return judge(self._origin.setting, self._now, seat, self._bits_of(seat), action)

    def _bits_of(self, seat: int | None) -> int:
        """The seat's cards as bits; none for what is no seat."""
        return self._private.hands[seat] if is_seat(seat, self._origin.setting.players) else 0

    @override
    def _after(self, action: Action, by: int | None) -> RummyState:
        now, setting = self._now, self._origin.setting
        seat = now.to_act if by is None else by
        refused = judge(setting, now, seat, self._bits_of(seat), action)
        if refused is not None:
            raise IllegalAction(refused)
        assert seat is not None  # judge refuses it
        now, private = carry_out(setting, now, self._private, seat, action)
        return _sealed(self._origin, self, seat, action, now, private)


class _Unsealed(RummyState):
    """A state while its slots are being filled; its class is changed when that is done."""

    __slots__ = ()

    __setattr__ = object.__setattr__  # type: ignore[assignment]  # its own value type is Any
    # Both, or neither is called directly.
    __delattr__ = object.__delattr__  # pyright: ignore[reportAssignmentType]


def _sealed(
    origin: RummyOrigin,
    parent: RummyState | None,
    seat: int,
    action: Action | None,
    now: Situation,
    private: Private,
) -> RummyState:
    state = _Unsealed()
    state._origin = origin
    state._parent = parent
    state._seat = seat
    state._action = action
    state._public = now
    state._hidden = private
    state.__class__ = RummyState  # type: ignore[assignment]
    return state


def opened(origin: RummyOrigin) -> RummyState:
    """The first state of a deal or a position."""
    return _sealed(origin, None, 0, None, origin.now, origin.private)


def followed(origin: RummyOrigin, moves: Iterable[Move]) -> RummyState:
    """The state after these moves, which must be legal: nothing is ruled on."""
    state = opened(origin)
    setting = origin.setting
    for move in moves:
        now, private = carry_out(setting, state._now, state._private, move.seat, move.action)
        state = _sealed(origin, state, move.seat, move.action, now, private)
    return state
