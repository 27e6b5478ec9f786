"""The phases of Three Thirteen as two tables: what may be done in each, and what then follows.

The tables are literal, and the diagram in the documentation is drawn from them.  A pair of phase
and action that is not in :data:`ACTIONS` is refused with ``WRONG_PHASE``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Generic, NamedTuple, Never, TypeVar, cast

from climbcards.actions import ACTION_TYPES, Action, Discard, Draw, GoOut, Phase
from climbcards.deal import is_seat
from climbcards.rummy import turns
from climbcards.rummy.situation import Private, Setting, Situation
from climbcards.violations import Reason, Violation, no_such_seat, seat_or_none

__all__ = ["ACTIONS", "AUTOMATIC", "Automatic", "Handler", "carry_out", "judge", "legal"]

A = TypeVar("A", bound=Action, contravariant=True)


class Handler(NamedTuple, Generic[A]):
    """What is done about one type of action in one phase.

    Attributes:
        check: rules on the action; it sees the public facts and the actor's own cards, no more.
        apply: carries a legal action out.
        to: the phase it leads to, unless something follows by itself.
    """

    check: Callable[[Setting, Situation, int, int, A], Violation | None]
    apply: Callable[[Setting, Situation, Private, int, A], tuple[Situation, Private]]
    to: Phase


class Automatic(NamedTuple):
    """Something that happens by itself.

    Attributes:
        name: what happens, in words.
        when: whether it happens now.
        then: carries it out.
        to: the phases it may lead to.
    """

    name: str
    when: Callable[[Setting, Situation], bool]
    then: Callable[[Setting, Situation, Private], tuple[Situation, Private]]
    to: tuple[Phase, ...]


ACTIONS: Final[Mapping[tuple[Phase, type[Action]], Handler[Never]]] = {
    (Phase.DRAW, Draw): Handler(turns.check_draw, turns.draw, Phase.DISCARD),
    (Phase.DISCARD, Discard): Handler(turns.check_discard, turns.discard, Phase.DRAW),
    (Phase.DISCARD, GoOut): Handler(turns.check_go_out, turns.go_out, Phase.DRAW),
}
"""Who may do what when: every pair of phase and type of action that has a place in the game."""

_ENDINGS: Final = (
    Automatic("the last turns are over", turns.is_last_turn_over, turns.finish, (Phase.OVER,)),
    Automatic("no card is left to draw", turns.is_exhausted, turns.finish, (Phase.OVER,)),
    Automatic("nobody draws from the stock", turns.is_idle, turns.finish, (Phase.OVER,)),
)

AUTOMATIC: Final[Mapping[tuple[Phase, type[Action]], Sequence[Automatic]]] = {
    (Phase.DRAW, Draw): (),
    (Phase.DISCARD, Discard): _ENDINGS,
    (Phase.DISCARD, GoOut): _ENDINGS,
}
"""What happens by itself after an action; the first that applies does."""

_TYPES: Final[frozenset[type]] = frozenset(ACTION_TYPES)


def judge(
    setting: Setting, now: Situation, seat: int | None, bits: int, action: Action
) -> Violation | None:
    """Rule on an action: the reason against it, or None.

    Args:
        setting: the lasting public facts.
        now: the public facts of the moment.
        seat: who acts; any object, a wrong one is refused.
        bits: the actor's own cards.
        action: any object; what is no action is refused.
    """
    what = type(action)
    if what not in _TYPES:
        return Violation(Reason.NOT_AN_ACTION, seat_or_none(seat), given=what.__name__)
    if now.phase is Phase.OVER:
        return Violation(Reason.GAME_OVER, seat_or_none(seat), action)
    if not is_seat(seat, setting.players):
        return no_such_seat(seat, setting.players, action)
    if seat != now.to_act:
        return Violation(Reason.NOT_YOUR_TURN, seat, action, to_act=now.to_act)
    handler = _handler(now.phase, what)
    if handler is None:
        return Violation(Reason.WRONG_PHASE, seat, action, phase=now.phase)
    return handler.check(setting, now, seat, bits, action)


def _handler(phase: Phase, what: type[Action]) -> Handler[Action] | None:
    """The handler of a pair; it is only given the type of action it is kept under."""
    return cast("Handler[Action] | None", ACTIONS.get((phase, what)))


def legal(setting: Setting, now: Situation, seat: int, bits: int) -> Sequence[Action]:
    """A seat's legal actions; none where it may not act."""
    if seat != now.to_act:
        return ()
    if now.phase is Phase.DRAW:
        return turns.legal_draws(setting, now)
    return turns.legal_discards(setting, now, bits)


def carry_out(
    setting: Setting, now: Situation, private: Private, seat: int, action: Action
) -> tuple[Situation, Private]:
    """Carry out a legal action and what follows from it by itself."""
    phase, what = now.phase, type(action)
    handler = _handler(phase, what)
    assert handler is not None  # a legal action has one
    now, private = handler.apply(setting, now, private, seat, action)
    for automatic in AUTOMATIC[phase, what]:
        if automatic.when(setting, now):
            return automatic.then(setting, now, private)
    return now, private
