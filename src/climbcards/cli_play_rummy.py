"""Three Thirteen in words, as the player in one seat sees it: the table, the moves, what is due."""

from __future__ import annotations

from collections.abc import Iterator

from climbcards import (
    Discard,
    Draw,
    GoOut,
    Hand,
    Move,
    Phase,
    Source,
    State,
    Table,
    ThreeThirteen,
    View,
)
from climbcards.cli_demo import count, sorted_text
from climbcards.cli_play_lines import Line, Tone, in_tone, list_text, seat_name
from climbcards.cli_play_moment import Moment
from climbcards.cli_rummy import melds_and_left, wild_words
from climbcards.rummy.table import RummyTable

__all__ = ["ask", "discards", "move_lines", "table_lines"]


def _table(view: View[Table] | State[Table]) -> RummyTable:
    table = view.table
    assert isinstance(table, RummyTable)  # the game has no other
    return table


def table_lines(ruleset: ThreeThirteen, moment: Moment) -> Iterator[Line]:
    """The table, the hand and its best arrangement, where the player has to decide."""
    view, own = moment.view, moment.seat
    table = _table(view)
    pile = str(table.pile[-1]) if table.pile else "empty"
    stock = f"stock {table.stock_size}"
    yield from in_tone("  Table  ", (wild_words(table.wild), stock, f"pile {pile}"), between="   ")
    taken = [
        f"{seat_name(seat, own)} {cards}"
        for seat, cards in enumerate(table.taken)
        if cards and seat != own
    ]
    if taken:
        yield from in_tone("  Taken  ", taken, between="   ")
    yield from in_tone("  Hand   ", sorted_text(ruleset, view.hand))
    arrangement = ruleset.arrange(view.hand, table.number)
    points = count(arrangement.points, "point")
    yield from in_tone("  Best   ", f"{melds_and_left(arrangement)}: {points}")


def ask(moment: Moment) -> Iterator[Line]:
    """What the player has to decide."""
    view = moment.view
    table, actions = _table(view), view.legal_actions()
    last = " It is your last turn." if table.out is not None else ""
    if table.phase is Phase.DRAW:
        ways = [
            f"take {table.pile[-1]} (`pile`)"
            if action == Draw(Source.DISCARD)
            else "draw from the stock (`stock`)"
            for action in actions
        ]
        words = f"{list_text(ways)}.{last}"
        words = words[:1].upper() + words[1:]
    else:
        out = any(isinstance(action, GoOut) for action in actions)
        words = "Discard a card, or go out: `out`." if out else f"Discard a card.{last}"
    yield from in_tone("", words, Tone.ASK)


def discards(ruleset: ThreeThirteen, view: View) -> Iterator[str]:
    """Each discard with the points that are left without it, the fewest first."""
    table = _table(view)
    cards = [action.card for action in view.legal_actions() if isinstance(action, Discard)]
    left = {card: ruleset.arrange(view.hand - Hand([card]), table.number).points for card in cards}
    for card in sorted(cards, key=lambda card: (left[card], card)):
        yield f"{card} leaves {left[card]}"


def move_lines(before: Moment, move: Move, after: State[Table]) -> Iterator[Line]:
    """A move, and what came of it.

    Args:
        before: the moment before it.
        move: the move.
        after: the deal after it.
    """
    own, now, then = before.seat, _table(before.state), _table(after)
    ruleset = before.state.ruleset
    assert isinstance(ruleset, ThreeThirteen)  # it has the table of the game
    mine = move.seat == own
    drawn = f"take{'' if mine else 's'} {now.drawn} from the pile"
    if now.drawn is None:
        drawn = f"draw{'' if mine else 's'} from the stock"
    name = seat_name(move.seat, own).capitalize()
    match move.action:
        case Draw(source=source) if mine:
            (card,) = after.view(own).hand - before.view.hand
            where = "pile" if source is Source.DISCARD else "stock"
            yield Line(f"  You take {card} from the {where}.")
        case Draw():
            pass  # it is told with the discard
        case Discard(card=card):
            turn = f"You discard {card}" if mine else f"{name} {drawn} and discards {card}"
            yield Line(f"  {turn}.", Tone.PLAIN if mine or now.drawn else Tone.QUIET)
        case GoOut(card=card):
            turn = f"You discard {card}" if mine else f"{name} {drawn}, discards {card}"
            laid = melds_and_left(ruleset.arrange(then.laid_down[move.seat], then.number))
            verb = "go" if mine else "goes"
            yield from in_tone("  ", f"{turn} and {verb} out: {laid}.")
        case _:
            raise AssertionError(f"{move.action} has no place in this game")
    if then.reshuffles > now.reshuffles:
        yield Line("  The discard pile is shuffled and becomes the stock.")
