"""The phases of a climbing game as two tables: what may be done in each, and what then follows.

The tables are literal, and the diagrams in the documentation are drawn from them.  A pair of phase
and action that is not in :data:`ACTIONS` is refused with ``WRONG_PHASE``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Generic, NamedTuple, Never, TypeVar, cast

from climbcards.actions import ACTION_TYPES, Action, Bid, Call, Pass, Phase, Play
from climbcards.climbing import auction, calling, plays, trick
from climbcards.climbing.situation import Private, Ruling, Setting, Situation
from climbcards.deal import is_seat
from climbcards.violations import Reason, Violation, no_such_seat, seat_or_none

__all__ = ["ACTIONS", "AUTOMATIC", "Automatic", "Handler", "carry_out", "judge", "legal"]

A = TypeVar("A", bound=Action, contravariant=True)


class Handler(NamedTuple, Generic[A]):
    """What is done about one type of action in one phase.

    Attributes:
        check: rules on the action; it sees the public facts and the actor's own cards, no more.
        apply: carries a legal action out.
    """

    check: Callable[[Setting, Situation, int, int, A], Violation | Ruling[Action]]
    apply: Callable[[Setting, Situation, Private, int, Ruling[A]], tuple[Situation, Private]]


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
    (Phase.AUCTION, Bid): Handler(auction.check_bid, auction.speak),
    (Phase.AUCTION, Pass): Handler(auction.check_pass, auction.speak),
    (Phase.CALL, Call): Handler(calling.check_call, calling.call),
    (Phase.PLAY, Pass): Handler(trick.check_pass, trick.passed),
    (Phase.PLAY, Play): Handler(trick.check_play, trick.play),
}
"""Who may do what when: every pair of phase and type of action that has a place in these games."""

_A_BID_STANDS: Final = Automatic(
    "a bid stands", auction.is_closed, auction.close, (Phase.CALL, Phase.PLAY)
)
_THE_TRICK_ENDS: Final = Automatic("the trick ends", trick.is_won, trick.clear, (Phase.PLAY,))

AUTOMATIC: Final[Mapping[tuple[Phase, type[Action]], Sequence[Automatic]]] = {
    (Phase.AUCTION, Bid): (_A_BID_STANDS,),
    (Phase.AUCTION, Pass): (
        _A_BID_STANDS,
        Automatic("all have passed", auction.is_void, auction.throw_in, (Phase.OVER,)),
    ),
    (Phase.CALL, Call): (
        Automatic("the partner is called", calling.is_called, calling.begin, (Phase.PLAY,)),
    ),
    (Phase.PLAY, Pass): (_THE_TRICK_ENDS,),
    (Phase.PLAY, Play): (
        Automatic("a player is out", trick.is_out, trick.finish, (Phase.OVER,)),
        _THE_TRICK_ENDS,  # with a bomb out of turn, when passing is final and all have passed
    ),
}
"""What happens by itself after an action; the first that applies does."""

# The same tables by phase.  A handler is only given the type of action it is kept under, whatever
# the type of the table says.
_HANDLERS: Final[Mapping[Phase, Mapping[type[Action], Handler[Action]]]] = {
    phase: {
        kind: cast("Handler[Action]", handler)
        for (at, kind), handler in ACTIONS.items()
        if at is phase
    }
    for phase in Phase
}
_AUTOMATIC: Final[Mapping[Phase, Mapping[type[Action], Sequence[Automatic]]]] = {
    phase: {kind: moves for (at, kind), moves in AUTOMATIC.items() if at is phase}
    for phase in Phase
}
_TYPES: Final[frozenset[type]] = frozenset(ACTION_TYPES)

# Most moves are made in tricks, and looking a phase up costs a call: it hashes in Python.
_PLAY: Final = Phase.PLAY
_OVER: Final = Phase.OVER
_HANDLERS_OF_PLAY: Final = _HANDLERS[_PLAY]
HANDLING_OF_PLAY: Final[Mapping[type[Action], tuple[Handler[Action], Sequence[Automatic]]]] = {
    kind: (handler, _AUTOMATIC[_PLAY][kind]) for kind, handler in _HANDLERS_OF_PLAY.items()
}
"""What is done about each type of action in a trick, and what then follows by itself."""


def judge(
    setting: Setting, now: Situation, seat: int | None, bits: int, action: Action
) -> Violation | Ruling[Action]:
    """Rule on an action: the reason against it, or how the rules read it.

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
    phase = now.phase
    if phase is _OVER:
        return Violation(Reason.GAME_OVER, seat_or_none(seat), action)
    if type(seat) is not int or seat != now.to_act:
        players = setting.rules.players
        if not is_seat(seat, players):
            return no_such_seat(seat, players, action)
        bombs = setting.rules.bombs_out_of_turn
        if not bombs or what is not Play or now.target is None:
            return Violation(Reason.NOT_YOUR_TURN, seat, action, to_act=now.to_act)
    handler = (_HANDLERS_OF_PLAY if phase is _PLAY else _HANDLERS[phase]).get(what)
    if handler is None:
        return Violation(Reason.WRONG_PHASE, seat, action, phase=phase)
    return handler.check(setting, now, seat, bits, action)


def legal(
    setting: Setting, now: Situation, seat: int, bits: int, lanes: int | None = None
) -> Sequence[Action]:
    """A seat's legal actions; none where it may not act.

    Args:
        setting: the lasting public facts.
        now: the public facts of the moment.
        seat: whose actions.
        bits: its cards.
        lanes: its cards in lanes, where they are known.
    """
    phase = now.phase
    if phase is _PLAY:
        return plays.legal(setting, now, seat, bits, lanes)
    if seat != now.to_act:
        return ()
    return auction.legal(setting, now) if phase is Phase.AUCTION else calling.legal(setting, bits)


def carry_out(
    setting: Setting, now: Situation, private: Private, seat: int, ruling: Ruling[Action]
) -> tuple[Situation, Private]:
    """Carry out a legal action and what follows from it by itself."""
    phase, kind = now.phase, type(ruling.action)
    now, private = _HANDLERS[phase][kind].apply(setting, now, private, seat, ruling)
    for automatic in _AUTOMATIC[phase][kind]:
        if automatic.when(setting, now):
            return automatic.then(setting, now, private)
    return now, private
