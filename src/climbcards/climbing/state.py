"""The state of a climbing game: how the engine's facts and the hidden cards make one."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, TypeVar

from typing_extensions import override

from climbcards.actions import Action, Pass, Phase, Play
from climbcards.climbing.listing import LEAD
from climbcards.climbing.patterns import STRENGTH
from climbcards.climbing.phases import carry_out, judge, legal
from climbcards.climbing.playouts import End, Habit, habitual, played_out
from climbcards.climbing.plays import ONLY_PASS, PASS, plays_of
from climbcards.climbing.readings import Reading
from climbcards.climbing.rules import Rules
from climbcards.climbing.situation import (
    HAND,
    HAND_BITS,
    HELD_LANES,
    LANES_BITS,
    MOST_CARDS,
    SIZE_BITS,
    Contract,
    Ended,
    Private,
    Setting,
    Situation,
    new_private,
    new_situation,
)
from climbcards.climbing.table import ClimbingTable
from climbcards.deal import is_seat
from climbcards.linked import LinkedState, Origin
from climbcards.ruleset import Result
from climbcards.violations import IllegalAction, Violation

if TYPE_CHECKING:
    from climbcards.climbing.game import ClimbingGame

__all__ = ["ClimbingOrigin", "ClimbingState", "opened"]

C = TypeVar("C", bound=ClimbingTable, covariant=True)

_PLAY: Final = Phase.PLAY
_OVER: Final = Phase.OVER

ClimbingOrigin: TypeAlias = "Origin[ClimbingGame[C], Setting, Situation, Private]"
"""What a deal of a climbing game, or a position, began with."""


class _Rest(NamedTuple):
    """The facts of a moment that a usual move does not change."""

    contract: Contract
    out: int
    kitty: int
    breach: int | None


# Past the named tuple's own constructor, which costs twice as much.
_new_rest: Final[Callable[[type[_Rest], Iterable[object]], _Rest]] = tuple.__new__


class ClimbingState(LinkedState[C, "ClimbingGame[C]", Setting, Situation, Private]):
    """A deal of a climbing game at one moment.

    Its slots are what :class:`~climbcards.climbing.situation.Situation` and
    :class:`~climbcards.climbing.situation.Private` hold, side by side: a move makes one object, and
    those two are made for whoever asks.
    """

    __slots__ = (
        "_hands",
        "_is_plain",
        "_lanes",
        "_passes",
        "_phase",
        "_rest",
        "_sizes",
        "_target",
        "_target_bits",
        "_target_by",
        "_to_act",
        # Not a property, for every loop of a bot reads it; it is as immutable as the others.
        "is_over",  # pyright: ignore[reportIncompatibleMethodOverride]
    )

    is_over: bool
    _phase: Phase
    _to_act: int | None
    _sizes: int
    _target: Reading | None
    _target_bits: int
    _target_by: int | None
    _passes: int
    _hands: int
    _lanes: int
    _rest: _Rest
    _is_plain: bool
    """Whether nothing but the cards and the order of combinations bears on the next move."""

    @property
    @override
    def _now(self) -> Situation:
        contract, out, _, _ = self._rest
        facts = (
            self._phase,
            self._to_act,
            self._sizes,
            self._target,
            self._target_bits,
            self._target_by,
            self._passes,
            contract,
            out,
        )
        return new_situation(Situation, facts)

    @property
    @override
    def _private(self) -> Private:
        _, _, kitty, breach = self._rest
        return new_private(Private, (self._hands, self._lanes, kitty, breach))

    @property
    @override
    def _opener(self) -> Callable[[ClimbingOrigin[C]], ClimbingState[C]]:
        return opened

    @override
    def _cards(self, seat: int) -> int:
        return self._hands >> HAND_BITS * seat & HAND

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
        if self._phase is not _OVER:
            return None
        contract, _, _, breach = self._rest
        seats, sizes = range(len(self._origin.setting.after)), self._sizes
        left = tuple([sizes >> SIZE_BITS * seat & MOST_CARDS for seat in seats])
        end = End(contract, self._target_by, breach, left, lambda: self.hands)
        return self._settled(end, lambda: _plays_by_seat(self))

    def _settled(self, end: End, counted: Callable[[], Sequence[int]]) -> Result:
        """How the deal has ended.

        Args:
            end: the facts.
            counted: gives how many plays each seat has made.
        """
        origin = self._origin
        return origin.game._settle(
            Ended(
                contract=end.contract,
                context=origin.setting.context,
                out=end.out,
                sizes=tuple(end.sizes),
                left=end.left,
                counted=counted,
                breach=end.breach,
                whole=origin.now.target is None and not origin.setting.gone,
            )
        )

    @override
    def _played_out(self, rng: random.Random, habit: Habit | None = None) -> Result:
        plays = _plays_by_seat(self)
        setting = self._origin.setting
        end = played_out(setting, self._now, self._private, plays, rng, habit)
        return self._settled(end, lambda: plays)

    def _by_habit(self, rng: random.Random, habit: Habit) -> Action:
        """What the seat to act does in a trick by habit."""
        return habitual(self._origin.setting, self._now, self._private, rng, habit)

    @property
    @override
    def phase(self) -> Phase:
        return self._phase

    @property
    @override
    def to_act(self) -> int | None:
        return self._to_act

    @override
    def legal_actions(self, by: int | None = None) -> Sequence[Action]:
        if by is not None or not self._is_plain:
            return self._legal(self._to_act if by is None else by)
        # From here on :func:`climbcards.climbing.plays.legal` would come to the same list.
        seat, target = self._to_act or 0, self._target  # in a trick somebody is to act
        lanes = self._lanes >> LANES_BITS * seat & HELD_LANES
        catalogue = self._origin.setting.rules.catalogue
        listing = catalogue.listing
        if target is None:
            rows, numbers, total = listing.look(lanes, LEAD)
        else:
            rows, numbers, total = listing.look(lanes, target.code)
            if not total:  # half of all moves are passes, and most of those leave no choice
                return ONLY_PASS
            if total == 1:  # the most usual choice: a tuple is faster than a lazy list
                code, cards = listing.nth(rows, numbers, lanes, target.code, 0)
                play = catalogue.known_play(cards) if catalogue.exact else None
                if play is None:
                    bits = self._hands >> HAND_BITS * seat & HAND
                    play = catalogue.play(bits, code, cards, target)
                return PASS, play
        bits = self._hands >> HAND_BITS * seat & HAND
        return plays_of(catalogue, target, bits, lanes, rows, numbers, total)

    def _legal(self, seat: int | None) -> Sequence[Action]:
        """What a seat (any object; what is no seat may do nothing) may do."""
        if self._to_act is None or not is_seat(seat, len(self._origin.setting.after)):
            return ()
        lanes = self._lanes >> LANES_BITS * seat & HELD_LANES
        return legal(self._origin.setting, self._now, seat, self._cards(seat), lanes)

    @override
    def check(self, action: Action, by: int | None = None) -> Violation | None:
        seat = self._now.to_act if by is None else by
        ruled = judge(self._origin.setting, self._now, seat, self._bits_of(seat), action)
        return ruled if isinstance(ruled, Violation) else None

    def _bits_of(self, seat: int | None) -> int:
        """The seat's cards as bits; none for what is no seat."""
        if not is_seat(seat, len(self._origin.setting.after)):
            return 0
        return self._cards(seat)

    def _after_ruling(self, action: Action, by: int | None) -> ClimbingState[C]:
        """The state after this action, by the tables of the phases."""
        now, setting = self._now, self._origin.setting
        seat = now.to_act if by is None else by
        ruled = judge(setting, now, seat, self._bits_of(seat), action)
        if isinstance(ruled, Violation):
            raise IllegalAction(ruled)
        assert seat is not None  # judge refuses it
        now, private = carry_out(setting, now, self._private, seat, ruled)
        return sealed(self._origin, self, seat, ruled.action, now, private)

    @override
    def _after(self, action: Action, by: int | None) -> ClimbingState[C]:
        """The state after this action.

        The usual moves of a plain trick, which a deal spends most of its moves on, are made here:
        :mod:`climbcards.climbing.trick` told again, for speed, and the tests hold the two against
        each other.  A move that has anything unusual about it, a bomb for one, or that is illegal,
        goes by the tables.
        """
        if by is not None or not self._is_plain:
            return self._after_ruling(action, by)
        origin = self._origin
        setting = origin.setting
        rules = setting.rules
        seat, target, target_by = self._to_act, self._target, self._target_by
        sizes, hands, lanes = self._sizes, self._hands, self._lanes
        phase, is_plain, is_over = _PLAY, True, False
        assert seat is not None  # in a trick somebody is to act
        to_act: int | None = setting.after[seat]
        if type(action) is Pass:
            if target is None:
                return self._after_ruling(action, by)
            bits, passes = self._target_bits, self._passes + 1
            if passes == rules.passes_to_end_trick:
                to_act, target, bits, target_by, passes = target_by, None, 0, None, 0
        elif type(action) is Play:
            bits = action.cards._bits  # not cards.bits, a call
            if hands >> HAND_BITS * seat & bits != bits or action.kind is not None:
                return self._after_ruling(action, by)
            readings = rules.catalogue.known(bits) or rules.catalogue.read(bits)
            if len(readings) != 1:
                return self._after_ruling(action, by)
            (reading,) = readings
            if reading.power or not (
                target is None
                # Readings of one pattern and length, the most there are, compare as their codes do.
                or (
                    reading.code > target.code
                    if reading.code ^ target.code <= STRENGTH
                    else reading.beats(target)
                )
            ):
                return self._after_ruling(action, by)
            size = reading.size
            target, target_by, passes = reading, seat, 0
            if sizes >> SIZE_BITS * seat & MOST_CARDS == size:
                phase, to_act, is_plain, is_over = _OVER, None, False, True
            sizes -= size << SIZE_BITS * seat
            hands -= bits << HAND_BITS * seat
            lanes -= reading.lanes << LANES_BITS * seat
        else:
            return self._after_ruling(action, by)
        # As sealed does it, but with what most moves leave as it was.
        state: _Unsealed[C] = _Unsealed()
        state._origin = origin
        state._parent = self
        state._seat = seat
        state._action = action
        state._phase = phase
        state._to_act = to_act
        state._sizes = sizes
        state._target = target
        state._target_bits = bits
        state._target_by = target_by
        state._passes = passes
        state._hands = hands
        state._lanes = lanes
        state._rest = self._rest
        state._is_plain = is_plain
        state.is_over = is_over
        state.__class__ = ClimbingState  # type: ignore[assignment]
        return state


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
    phase, to_act, sizes, target, target_bits, target_by, passes, contract, out = now
    hands, lanes, kitty, breach = private
    facts = (contract, out, kitty, breach)
    if parent is not None and parent._rest == facts:
        rest, was_plain = parent._rest, parent._is_plain
    else:
        rest, was_plain = _new_rest(_Rest, facts), False
    # What makes a trick plain does not go away by plays and passes.
    is_plain = was_plain or _is_plain(origin.setting.rules, contract, private)
    state: _Unsealed[C] = _Unsealed()
    state._origin = origin
    state._parent = parent
    state._seat = seat
    state._action = action
    state._phase = phase
    state._to_act = to_act
    state._sizes = sizes
    state._target = target
    state._target_bits = target_bits
    state._target_by = target_by
    state._passes = passes
    state._hands = hands
    state._lanes = lanes
    state._rest = rest
    state._is_plain = phase is _PLAY and is_plain
    state.is_over = to_act is None
    state.__class__ = ClimbingState  # type: ignore[assignment]
    return state


def _is_plain(rules: Rules, contract: Contract, private: Private) -> bool:
    """Whether a trick depends on nothing but the cards and the order of combinations."""
    if not rules.plain_tricks or contract.opening is not None:
        return False
    called = contract.called
    # A card that was called bears on what its holder may play, and on what the others then know.
    return called is None or not any(
        private.hand(seat) & called.bit for seat in range(rules.players)
    )


def opened(origin: ClimbingOrigin[C]) -> ClimbingState[C]:
    """The first state of a deal or a position."""
    return sealed(origin, None, 0, None, origin.now, origin.private)
