"""A climbing game in words, as the player in one seat sees it: table, moves, what is due."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from climbcards import (
    Bid,
    Call,
    ClimbingRuleset,
    Combination,
    Hand,
    Move,
    Pass,
    Phase,
    Play,
    Ruleset,
    State,
    Table,
    View,
)
from climbcards.agents.sides import Calling, declarer
from climbcards.cli_demo import count, sorted_text
from climbcards.cli_games import GAMES
from climbcards.cli_play_lines import Line, Tone, in_tone, list_text, seat_name, who
from climbcards.cli_play_moment import Due, Moment
from climbcards.climbing.table import ClimbingTable
from climbcards.games.big_two import BigTwoTable

__all__ = ["as_read", "ask", "move_lines", "table_lines"]

_FEW_CARDS: Final = 3
"""With fewer than so many left, a seat that passes is told to be nearly out."""


def _table(view: View[Table] | State[Table]) -> ClimbingTable:
    table = view.table
    assert isinstance(table, ClimbingTable)  # no climbing game has another
    return table


# --- The table -----------------------------------------------------------------------------------


def table_lines(ruleset: ClimbingRuleset, moment: Moment) -> Iterator[Line]:
    """The table and the hand, where the player has to decide."""
    view, own = moment.view, moment.seat
    table = _table(view)
    seats = (_seat(table, seat, own) for seat in range(ruleset.players))
    yield from in_tone("  Cards  ", seats, between="   ")
    if table.phase is Phase.AUCTION and table.bids:
        yield from in_tone("  Bids   ", (_word(move, own) for move in table.bids), between=", ")
    if table.phase is not Phase.AUCTION and (table.bids or table.doublings):
        times = f", doubled {_times(table.doublings)}" if table.doublings else ""
        yield Line(f"  Stake  {table.stake}{times}")
    called = table.called if isinstance(table, Calling) else None
    if called is not None:
        yield from in_tone("  Called ", _of_called(table, view, own))
    if table.target is not None:
        plays = [_in_trick(ruleset, move, own) for move in _that_count(moment.trick)]
        if not any(isinstance(move.action, Play) for move in moment.trick):  # in a position
            by = seat_name(table.target_by, own)
            plays = [f"{by}: {sorted_text(ruleset, table.target.cards)}", *plays]
        yield from in_tone("  Trick  ", plays, between="   ")
    yield from in_tone("  Hand   ", sorted_text(ruleset, view.hand))


def _seat(table: ClimbingTable, seat: int, own: int) -> str:
    """``seat 1 11 (landlord)``."""
    notes: list[str] = []
    if seat == declarer(table):
        notes.append(GAMES[table.ruleset.name].declarer)
    if isinstance(table, Calling) and seat == table.partner:
        notes.append("partner")
    if isinstance(table, BigTwoTable) and seat in table.out_of_trick:
        notes.append("out of the trick")
    note = f" ({', '.join(notes)})" if notes else ""
    return f"{seat_name(seat, own)} {table.sizes[seat]}{note}"


def _word(move: Move, own: int) -> str:
    said = f"{move.action.value}" if isinstance(move.action, Bid) else "pass"
    return f"{seat_name(move.seat, own)} {said}"


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _of_called(table: ClimbingTable, view: View, own: int) -> str:
    assert isinstance(table, Calling)  # a card is called
    by = seat_name(declarer(table), own)
    if table.partner is not None:
        return f"{table.called} by {by}: it has been played"
    if table.called in view.hand:
        return f"{table.called} by {by}: you hold it, so you are partners; nobody else knows"
    return f"{table.called} by {by}: its holder is a partner still unknown"


def _that_count(trick: Sequence[Move]) -> Iterator[Move]:
    """The plays of a trick, and the passes on the last of them."""
    plays = [number for number, move in enumerate(trick) if isinstance(move.action, Play)]
    for number, move in enumerate(trick):
        if number in plays or number > max(plays, default=-1):
            yield move


def _in_trick(ruleset: ClimbingRuleset, move: Move, own: int) -> str:
    if not isinstance(move.action, Play):
        return f"{seat_name(move.seat, own)}: –"
    return f"{seat_name(move.seat, own)}: {sorted_text(ruleset, move.action.cards)}"


def as_read(ruleset: Ruleset[Table], combination: Combination) -> str:
    """The cards in the game's order, and what they are."""
    return f"{sorted_text(ruleset, combination.cards)} ({combination.kind})"


# --- What is due ---------------------------------------------------------------------------------


def ask(moment: Moment) -> Iterator[Line]:
    """What the player has to decide."""
    view = moment.view
    table, actions = _table(view), view.legal_actions()
    target = None if table.target is None else as_read(table.ruleset, table.target)
    if moment.due is Due.CHANCE:
        words = (
            f"{who(table.to_act, moment.seat, 'act')} next, but you may beat {target} out of turn. "
            "Type a bomb, or nothing to let it be."
        )
    elif table.phase is Phase.AUCTION:
        bids = list_text(action.value for action in actions if isinstance(action, Bid))
        may_pass = ", or pass" if Pass() in actions else ": you may not pass"
        words = f"Bid {bids}{may_pass}." if bids else "Pass: there is no higher bid."
    elif table.phase is Phase.CALL:
        calls = (action.card for action in actions if isinstance(action, Call))
        words = f"Call a card, whose holder is your partner: {list_text(calls)}."
    elif target is None:
        card = table.opening_card
        must = card is not None and all(
            isinstance(action, Play) and card in action.cards for action in actions
        )
        words = f"Lead anything with {card}." if must else "You lead: play what you like."
    elif len(actions) == 1:
        words = f"Nothing of yours can be played on {target}: pass."
    else:
        words = f"Beat {target} of {seat_name(table.target_by, moment.seat)}, or pass."
    yield from in_tone("", words, Tone.ASK)


# --- Moves ---------------------------------------------------------------------------------------


def move_lines(before: Moment, move: Move, after: State[Table]) -> Iterator[Line]:
    """A move, and what came of it.

    Args:
        before: the moment before it.
        move: the move, as the rules read it.
        after: the deal after it.
    """
    ruleset = before.state.ruleset
    assert isinstance(ruleset, ClimbingRuleset)  # it has a climbing table
    then, own = _table(after), before.seat
    yield from _said(ruleset, before, move, then)
    if after.is_over:
        return
    now = _table(before.state)
    if now.phase is Phase.AUCTION and then.phase is not Phase.AUCTION:
        yield from _contract(ruleset, before, after)
    if now.phase is Phase.PLAY and _partner(now) != _partner(then):
        shown = f"{who(_partner(then), own, 'show')} the called card"
        side = (seat_name(seat, own) for seat in (declarer(then), _partner(then)))
        yield from in_tone("  ", f"{shown}: {list_text(side, 'and')} play together.")
    if now.phase is Phase.PLAY and then.doublings > now.doublings:
        yield Line(f"  The stake is doubled to {then.stake}.")
    if now.target is not None and then.target is None:
        yield Line(f"  {who(then.to_act, own, 'win')} the trick.")


def _partner(table: ClimbingTable) -> int | None:
    return table.partner if isinstance(table, Calling) else None


def _said(
    ruleset: ClimbingRuleset, before: Moment, move: Move, then: ClimbingTable
) -> Iterator[Line]:
    own, now = before.seat, before.state
    match move.action:
        case Bid():
            yield Line(f"  {who(move.seat, own, 'bid')} {move.action.value}.")
        case Pass():
            left = then.sizes[move.seat]
            warned = now.phase is Phase.PLAY and move.seat != own and left < _FEW_CARDS
            few = f" ({count(left, 'card')} left)" if warned else ""
            yield Line(f"  {who(move.seat, own, 'pass')}{few}.", Tone.QUIET)
        case Call():
            yield Line(f"  {who(move.seat, own, 'call')} {move.action.card}.")
        case Play(cards=cards):
            notes = [] if then.target is None else [str(then.target.kind)]
            if move.seat != now.to_act:
                notes.append("out of turn")
            note = f" ({', '.join(notes)})" if notes else ""
            number = then.sizes[move.seat]
            rest = f"{count(number, 'card')} left" if number else "the last of the hand"
            head = f"  {who(move.seat, own, 'play')} "
            yield from in_tone(head, f"{sorted_text(ruleset, cards)}{note}, {rest}.")
        case _:
            raise AssertionError(f"{move.action} has no place in this game")


def _contract(ruleset: ClimbingRuleset, before: Moment, after: State[Table]) -> Iterator[Line]:
    """What the auction has led to, and the kitty as far as the player may see it."""
    own, table = before.seat, _table(after)
    by = declarer(table)
    if by is None:
        return
    kitty = table.kitty or Hand()
    if by == own:
        kitty = after.view(own).hand - before.view.hand
    verb = "are" if by == own else "is"
    title = GAMES[ruleset.name].declarer
    head = f"{seat_name(by, own).capitalize()} {verb} the {title} for {table.stake}"
    if kitty:
        head += f", and {'take' if by == own else 'takes'} {sorted_text(ruleset, kitty)}"
    yield from in_tone("  ", f"{head}.")
