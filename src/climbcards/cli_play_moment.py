"""A moment of a game at a terminal: where a deal or a match stands, and who is asked next.

A moment is a value; the next one comes of a move.  It is what ``undo`` goes back to.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import TypeAlias

from attrs import evolve, frozen

from climbcards import Action, Match, Move, Phase, Play, Record, State, Table, View, step
from climbcards.climbing.table import ClimbingTable
from climbcards.record_deals import position_of

__all__ = ["Due", "Moment", "Played", "retraced"]

Played: TypeAlias = Match[Table] | State[Table]
"""What is played: a match, or one deal or position by itself."""


class Due(Enum):
    """What comes next.

    Attributes:
        TURN: the player has to act.
        CHANCE: another seat is to act, but the player may play a bomb before it does.
        OTHERS: somebody else acts.
        NOTHING: the match is over.
    """

    TURN = "turn"
    CHANCE = "chance"
    OTHERS = "others"
    NOTHING = "nothing"


@frozen(kw_only=True)
class Moment:
    """Where a game stands for the player in one seat.

    Attributes:
        played: the match, or the deal.
        seat: the player's.
        trick: what was played and passed in the trick in progress; of a finished one until the next
            is led.
        waived: whether the player has let the combination on the table be, and is not asked again
            before there is another one.
    """

    played: Played
    seat: int
    trick: tuple[Move, ...] = ()
    waived: bool = False

    @property
    def state(self) -> State[Table]:
        """The deal in progress; the last deal when the match is over."""
        return self.played.state if isinstance(self.played, Match) else self.played

    @property
    def view(self) -> View[Table]:
        """What the player sees."""
        return self.state.view(self.seat)

    @property
    def number(self) -> int:
        """How many deals came before this one in the match."""
        return len(self.played.past) if isinstance(self.played, Match) else 0

    @property
    def due(self) -> Due:
        """What comes next."""
        state = self.state
        if state.is_over:
            return Due.NOTHING
        if state.to_act == self.seat:
            return Due.TURN
        if not self.waived and state.legal_actions(self.seat):
            return Due.CHANCE
        return Due.OTHERS

    def step(self, action: Action, by: int | None = None) -> Moment:
        """The moment after a seat (None: the seat to act) has done this.

        Raises:
            IllegalAction: the rules refuse it.
        """
        before = self.state
        by = before.to_act if by is None else by
        played = self.played
        after = played.step(action, by) if isinstance(played, Match) else step(played, action, by)
        made = evolve(self, played=after)
        if made.number != self.number or before.phase is not Phase.PLAY or by is None:
            return evolve(made, trick=(), waived=False)
        table = before.table
        leads = not isinstance(table, ClimbingTable) or table.target is None
        return evolve(
            made,
            trick=(Move(by, action),) if leads else (*self.trick, Move(by, action)),
            waived=not isinstance(action, Play) and (self.waived or by == self.seat),
        )

    def let_be(self) -> Moment:
        """The moment after the player has said that it plays no bomb now."""
        return evolve(self, waived=True)


def retraced(record: Record, seat: int) -> tuple[Moment, tuple[Moment, ...]]:
    """The moment that was recorded, and before it those at which the player has decided.

    Args:
        record: of a deal or a match.
        seat: the player's.

    Raises:
        RecordError: the rules or the record itself object.
    """
    end = record.replay()
    moment = Moment(played=_beginning(record), seat=seat)
    decided: list[Moment] = []
    for by, action in _moves(record):
        if moment.due in (Due.TURN, Due.CHANCE):
            decided.append(moment)
            if by != seat:
                moment = moment.let_be()
        moment = moment.step(action, by)
    assert moment.played == end  # the same moves from the same beginning
    return moment, tuple(decided)


def _beginning(record: Record) -> Played:
    """The match or the deal before its first move; the record has been replayed without a fault."""
    first, opening, ruleset = record.deals[0], record.match, record.ruleset
    if first.deal is None:
        return position_of(ruleset, first.setup or ())
    if opening is None:
        return ruleset.start(first.deal)
    dealer = None if opening.drawing is not None else first.deal.context.dealer
    return Match.begin(ruleset, opening.seed, deals=opening.deals, dealer=dealer)


def _moves(record: Record) -> Iterator[Move]:
    for played in record.deals:
        yield from played.moves
