"""A game at a terminal in words, whichever game it is: how deals and matches begin and end."""

from __future__ import annotations

from collections.abc import Iterator

from climbcards import ClimbingRuleset, Match, Move, State, Table, ThreeThirteen
from climbcards import cli_play_rummy as rummy
from climbcards import cli_play_tricks as tricks
from climbcards.cli_demo import (
    count,
    drawing_lines,
    ending,
    opening,
    partners_line,
    sorted_text,
    title,
)
from climbcards.cli_games import GAMES
from climbcards.cli_play_lines import Line, Tone, in_tone, seat_name
from climbcards.cli_play_moment import Moment
from climbcards.cli_rummy import ending_in_full, rummy_title

__all__ = [
    "ask_lines",
    "beginning_lines",
    "deal_lines",
    "ending_lines",
    "final_lines",
    "move_lines",
    "resumed_lines",
    "table_lines",
]


def beginning_lines(moment: Moment) -> Iterator[Line]:
    """The draw for the first dealer, and the first deal."""
    if isinstance(moment.played, Match):
        for line in drawing_lines(moment.played):
            yield Line(line)
    yield from deal_lines(moment)


def resumed_lines(moment: Moment) -> Iterator[Line]:
    """Where a game goes on."""
    yield from _title(moment)
    if moment.state.history:
        yield Line(f"  It goes on after {count(len(moment.state.history), 'move')}.")
    yield from _totals(moment)


def deal_lines(moment: Moment) -> Iterator[Line]:
    """The beginning of a deal."""
    yield Line("")
    yield from _title(moment)
    state = moment.state
    if isinstance(state.ruleset, ClimbingRuleset) and state.deal is not None:
        for line in (*partners_line(state), f"  {opening(GAMES[state.ruleset.name], state)}"):
            yield Line(line)


def _title(moment: Moment) -> Iterator[Line]:
    state = moment.state
    if state.deal is None:
        text = "A position"
    elif isinstance(state.ruleset, ThreeThirteen):
        text = rummy_title(state)
    else:
        text = title(state)
    yield Line(text, Tone.TITLE)


def ending_lines(moment: Moment, end: State[Table]) -> Iterator[Line]:
    """The end of a deal: who wins what, what everybody had left, and the totals so far.

    Args:
        moment: the moment after it.
        end: the finished deal.
    """
    ruleset = end.ruleset
    yield Line("")
    if isinstance(ruleset, ThreeThirteen):
        for line in ending_in_full(ruleset, end):
            yield Line(line)
    else:
        for line in ending(end):
            yield Line(line)
        for seat, hand in enumerate(end.hands):
            if hand:
                yield from in_tone(f"  seat {seat} had  ", sorted_text(ruleset, hand))
    yield from _totals(moment)


def _totals(moment: Moment) -> Iterator[Line]:
    """The running score of a match of several deals."""
    played = moment.played
    if not isinstance(played, Match) or not played.past or played.deals == 1:
        return
    sign = "" if played.ruleset.fewest_points_win else "+"
    totals = (
        f"{seat_name(seat, moment.seat)} {total:{sign}}" for seat, total in enumerate(played.totals)
    )
    yield from in_tone("  Totals   ", totals, between="   ")


def final_lines(moment: Moment) -> Iterator[Line]:
    """The end of a match: the ranking."""
    played = moment.played
    yield Line("")
    if not isinstance(played, Match):
        yield Line("The deal is over.", Tone.TITLE)
        return
    yield Line(f"The match is over, after {count(len(played.past), 'deal')}.", Tone.TITLE)
    for place, seat, total in played.ranking():
        fewest = played.ruleset.fewest_points_win
        shown = count(total, "point") if fewest else f"{total:+4d}"
        note = "  you" if seat == moment.seat else ""
        yield Line(f"  place {place}  seat {seat}  {shown}{note}")


def table_lines(moment: Moment) -> Iterator[Line]:
    """The table and the hand, where the player has to decide."""
    ruleset = moment.state.ruleset
    yield Line("")
    if isinstance(ruleset, ThreeThirteen):
        yield from rummy.table_lines(ruleset, moment)
    elif isinstance(ruleset, ClimbingRuleset):
        yield from tricks.table_lines(ruleset, moment)


def ask_lines(moment: Moment) -> Iterator[Line]:
    """What the player has to decide."""
    if isinstance(moment.state.ruleset, ThreeThirteen):
        yield from rummy.ask(moment)
    else:
        yield from tricks.ask(moment)


def move_lines(before: Moment, move: Move, after: State[Table]) -> Iterator[Line]:
    """A move, and what came of it; see the modules of the games."""
    if isinstance(before.state.ruleset, ThreeThirteen):
        yield from rummy.move_lines(before, move, after)
    else:
        yield from tricks.move_lines(before, move, after)
