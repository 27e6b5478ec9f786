"""What ``climbcards demo`` and ``climbcards deal`` print: deals told so that a person can follow.

The teller is a moderator, who sees every hand; the players see their own views.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from climbcards import (
    Action,
    Bid,
    Call,
    Card,
    ClimbingRuleset,
    Hand,
    IllegalAction,
    Match,
    Move,
    Phase,
    Play,
    Reason,
    Result,
    Ruleset,
    State,
    step,
)
from climbcards.agents.sides import Calling, declarer
from climbcards.cli_games import Game
from climbcards.cli_greedy import next_move
from climbcards.climbing.table import ClimbingTable
from climbcards.games.big_two import BigTwoTable

__all__ = [
    "WIDTH",
    "Teller",
    "count",
    "demo",
    "drawing_lines",
    "ending",
    "hand_lines",
    "opening",
    "partners_line",
    "points_and_payment",
    "refusal",
    "seats_text",
    "sorted_text",
    "teller_of",
    "title",
    "undealt",
    "wrapped",
]

WIDTH = 80
"""How many characters a line may have, unless a single combination has more."""


def wrapped(head: str, pieces: Iterable[str], between: str = "  ") -> Iterator[str]:
    """Lines of whole pieces after a head; further lines are indented as far as the head."""
    line, empty = head, True
    for piece in pieces:
        if not empty and len(line) + len(between) + len(piece) > WIDTH:
            yield line + between.rstrip()
            line, empty = " " * len(head), True
        line += piece if empty else between + piece
        empty = False
    yield line.rstrip()


class Teller(NamedTuple):
    """How a game is told.

    Attributes:
        in_full: a deal, as all its states from first to last, move by move.
        in_brief: a deal in a few lines.
    """

    in_full: Callable[[Sequence[State]], Iterator[str]]
    in_brief: Callable[[Sequence[State]], Iterator[str]]


def teller_of(game: Game, ruleset: ClimbingRuleset) -> Teller:
    """The teller of a climbing game."""
    return Teller(
        in_full=partial(_in_full, game, ruleset),
        in_brief=partial(_in_brief, game),
    )


def demo(
    name: str, ruleset: Ruleset, teller: Teller, settings: str, *, seed: int, deals: int
) -> Iterator[str]:
    """A match as lines: its first deal move by move, the others in brief, then the ranking.

    Args:
        name: the name of the game.
        ruleset: the rules.
        teller: what tells the deals.
        settings: how these rules differ from the game's own, in words.
        seed: what the match is seeded with.
        deals: how many deals to play.
    """
    match = Match.begin(ruleset, seed, deals=deals)
    words = (*f"{settings}:".split(" "), f"{count(deals, 'deal')} from seed {seed}")
    yield from wrapped(f"{name}, ", words, " ")
    yield from drawing_lines(match)
    while not match.is_over:
        first = not match.past
        match, states = _played(match)
        yield ""
        yield from teller.in_full(states) if first else teller.in_brief(states)
    yield ""
    yield f"After {count(deals, 'deal')}"
    for place, seat, total in match.ranking():
        shown = count(total, "point") if ruleset.fewest_points_win else f"{total:+4d}"
        yield f"  place {place}  seat {seat}  {shown}"


def _played(match: Match) -> tuple[Match, list[State]]:
    """The match after one more deal of greedy agents, and all states of that deal in order."""
    states = [match.state]
    before = len(match.past)
    while len(match.past) == before:
        match = match.step(*next_move(match.state))
        states.append(match.state)
    assert match.last is not None  # a deal is finished
    states[-1] = match.last
    return match, states


def drawing_lines(match: Match) -> Iterator[str]:
    """The draw for the first dealer, if there was one."""
    if match.drawing is None:
        return
    first, *again = (
        [f"seat {seat} {card}" for seat, card in cards] for cards in match.drawing.rounds
    )
    by_number = match.ruleset.options.get("dealer_draw") == "number"
    note = " (an ace counts 1, court cards 0)" if by_number else ""
    yield f"The highest {'number' if by_number else 'card'} drawn deals first{note}:"
    yield from wrapped("  ", first, ", ")
    for cards in again:
        yield from wrapped("  Tied, so again: ", cards, ", ")


def _in_full(game: Game, ruleset: ClimbingRuleset, states: Sequence[State]) -> Iterator[str]:
    """A deal move by move, with one illegal play tried on the way."""
    yield title(states[0])
    yield from hand_lines(ruleset, states[0])
    yield from partners_line(states[0])
    yield "  " + opening(game, states[0])
    yield from _auction(states[-1])
    yield from _outcome(game, ruleset, states)
    yield from _tricks(ruleset, states)
    yield from ending(states[-1])


def _in_brief(game: Game, states: Sequence[State]) -> Iterator[str]:
    """A deal by its auction and its result."""
    yield title(states[0])
    yield from partners_line(states[0])
    if states[0].phase is Phase.PLAY:
        yield "  " + opening(game, states[0])
    yield from _auction(states[-1])
    for _, (seat, action) in _moves(states):
        if isinstance(action, Call):
            yield f"  Seat {seat} calls {action.card}."
    played = sum(_is_lead(state) for state in states)
    yield from ending(states[-1], f"out in trick {played}")


def title(state: State) -> str:
    """Which deal of the match it is, and who deals."""
    deal = state.deal
    assert deal is not None  # a demo begins with deals
    order = "" if deal.context.order == 1 else ", in reverse order"
    return f"Deal {deal.context.number}, dealt by seat {deal.context.dealer}{order}"


def hand_lines(ruleset: Ruleset, state: State) -> Iterator[str]:
    """Every hand in the game's order, and the cards that nobody was dealt."""
    for seat, hand in enumerate(state.hands):
        yield from wrapped(f"  seat {seat}  ", map(str, ruleset.sort(hand)), " ")
    left = undealt(state)
    if left:
        head = "kitty " if state.phase is Phase.AUCTION else "unused"
        yield from wrapped(f"  {head}  ", map(str, ruleset.sort(left)), " ")


def undealt(state: State) -> Hand:
    """The cards of a deal's first state that are in no hand."""
    assert state.deal is not None  # a deal's first state
    return Hand(state.deal.deck) - sum(state.hands, Hand())


def opening(game: Game, state: State) -> str:
    """Who opens, and why, as a sentence."""
    table = state.table
    odd = _odd_card(state)
    if not isinstance(table, ClimbingTable) or table.opener is None:
        return f"Seat {state.to_act} begins."
    if table.opening_card is None:
        dealt = state.deal is not None and state.deal.context.dealer == table.opener
        opens = f"Seat {table.opener}{', the dealer,' if dealt else ''} opens."
        if odd is None:
            return opens
        holder = next(seat for seat, hand in enumerate(state.hands) if odd in hand)
        return f"{opens} Seat {holder} gets the odd card, {odd}."
    if odd == table.opening_card:
        return f"Seat {table.opener} gets the odd card {odd}, {game.opening}, and opens."
    gets = "" if odd is None else f", gets the odd card {odd}"
    return f"Seat {table.opener} holds {table.opening_card}, {game.opening}{gets}, and opens."


def _odd_card(state: State) -> Card | None:
    table = state.table
    return table.odd_card if isinstance(table, BigTwoTable) else None


def partners_line(state: State) -> Iterator[str]:
    """Who is drawn as partners, where somebody is."""
    if state.deal is not None and state.deal.context.partners is not None:
        yield f"  Drawn as partners: {seats_text(state.deal.context.partners)}."


def _auction(end: State) -> Iterator[str]:
    """The words of the auction on one line."""
    table = end.table
    if isinstance(table, ClimbingTable) and table.bids:
        yield from wrapped("  Auction: ", map(_word, table.bids), ", ")


def _word(move: Move) -> str:
    seat, word = move
    return f"seat {seat} bids {word.value}" if isinstance(word, Bid) else f"seat {seat} passes"


def _outcome(game: Game, ruleset: ClimbingRuleset, states: Sequence[State]) -> Iterator[str]:
    """What the auction led to: the soloist, the kitty, the call."""
    end = states[-1]
    soloist = declarer(end.table)
    if soloist is None:
        return
    stake = max(word.value for _, word in end.history if isinstance(word, Bid))
    kitty = undealt(states[0])
    taken = f" and takes the kitty, {sorted_text(ruleset, kitty)}" if kitty else ""
    yield f"  Seat {soloist} is the {game.declarer} for {stake}{taken}."
    for state, (seat, action) in _moves(states):
        if isinstance(action, Call):
            holder = next(at for at, hand in enumerate(state.hands) if action.card in hand)
            yield f"  Seat {seat} calls {action.card}. Only its holder, seat {holder}, knows it."


def _tricks(ruleset: ClimbingRuleset, states: Sequence[State]) -> Iterator[str]:
    """Every trick on a line or two, with whatever happens in it beneath."""
    kinds = [_kind(after) for before, after in pairwise(states) if _is_lead(before)]
    width = max(map(len, kinds), default=0)
    number, pieces, head = 0, list[str](), ""
    trial = _trial(ruleset, states)

    def told() -> Iterator[str]:
        nonlocal pieces, head
        if pieces:
            yield from wrapped(head, pieces)
        head, pieces = " " * len(head), []

    if kinds:
        yield "  Tricks, each play after its seat (– is a pass)"
    for (before, move), after in zip(_moves(states), states[1:], strict=True):
        if before.phase is not Phase.PLAY:
            continue
        if _is_lead(before):
            yield from told()
            number += 1
            head = f"  {number:2d}  {_kind(after):{width}}  "
        if trial is not None and before is trial[0]:
            yield from told()
            tried = trial[1]
            yield from refusal(before, tried, sorted_text(ruleset, tried.cards), head)
        pieces.append(_move(ruleset, before, move, after))
        if _partner(before) != _partner(after):
            yield from told()
            yield f"{head}Seat {move.seat} has shown the called card: the partner is known."
    yield from told()
    table = states[-1].table
    if isinstance(table, Calling) and table.called is not None and table.partner is None:
        yield f"  {table.called} stayed in its hand to the end."


def _move(ruleset: ClimbingRuleset, before: State, move: Move, after: State) -> str:
    """``1: 4♣ 4♦``, with the kind if it is not that of what it beats, and if it is out of turn."""
    seat, action = move
    if not isinstance(action, Play):
        return f"{seat}: –"
    notes = [] if _is_lead(before) or _kind(before) == _kind(after) else [_kind(after)]
    if seat != before.to_act:
        notes.append("out of turn")
    note = f" ({', '.join(notes)})" if notes else ""
    return f"{seat}: {sorted_text(ruleset, action.cards)}{note}"


def _trial(ruleset: ClimbingRuleset, states: Sequence[State]) -> tuple[State, Play] | None:
    """An illegal play to try: a combination in hand that is too low, or else of another shape.

    The first there is in the deal, and of those the one with the most cards; never the called
    card, which nobody is to see before its time.
    """
    other: tuple[State, Play] | None = None
    for state in states:
        table = state.table
        if not isinstance(table, ClimbingTable) or table.target is None or state.to_act is None:
            continue
        called = table.called if isinstance(table, Calling) else None
        leads = ruleset.leads(state.hands[state.to_act])
        plays = (Play(lead.cards) for lead in leads if called not in lead.cards)
        refused = [(state.check(play), play) for play in plays]
        low = [play for why, play in refused if why and why.reason is Reason.NOT_HIGHER]
        if low:
            return state, max(low, key=lambda play: len(play.cards))
        wrong = [play for why, play in refused if why]
        if wrong and other is None:
            other = state, max(wrong, key=lambda play: len(play.cards))
    return other


def refusal(state: State, action: Action, what: str, head: str) -> Iterator[str]:
    """What happens when an illegal action is tried on this state: the code and the sentence."""
    yield f"{head}Seat {state.to_act} tries {what}. Refused:"
    try:
        step(state, action)
    except IllegalAction as error:
        yield from wrapped(head, f"{error.reason}: {error}.".split(), " ")


def ending(end: State, how: str = "out of cards") -> Iterator[str]:
    """Who ran out, who wins, what is paid."""
    result = end.result
    assert result is not None  # the last state of a deal
    if result.thrown_in:
        yield "  Nobody bids: the cards are thrown in."
        return
    if end.ruleset.fewest_points_win:
        yield f"  Seat {result.out} is {how} and wins."
        if result.liable is not None:
            yield f"  Seat {result.liable} broke the last-card rule and pays for all."
    else:
        yield f"  Seat {result.out} is {how}: {_winners(result)} for {result.stake}."
    yield from points_and_payment(end)


def points_and_payment(end: State) -> Iterator[str]:
    """The points of a deal, where they are not what is paid, and the payment."""
    result = end.result
    assert result is not None  # the last state of a deal
    if end.ruleset.fewest_points_win:
        points = [f"seat {seat} {points:2d}" for seat, points in enumerate(result.points)]
        yield from wrapped("  Points   ", points, "   ")
    paid = [f"seat {seat} {units:+d}" for seat, units in enumerate(result.payoffs)]
    yield from wrapped("  Payment  ", paid, "   ")


def _winners(result: Result) -> str:
    against = seats_text(
        tuple(seat for team in result.teams for seat in team if seat not in result.winners)
    )
    verb = "win" if len(result.winners) > 1 else "wins"
    return f"{seats_text(result.winners)} {verb} against {against}"


def _moves(states: Sequence[State]) -> Iterator[tuple[State, Move]]:
    """Every move of a deal with the state it was made on."""
    return zip(states, states[-1].history, strict=False)


def _is_lead(state: State) -> bool:
    table = state.table
    return state.phase is Phase.PLAY and isinstance(table, ClimbingTable) and table.target is None


def _kind(state: State) -> str:
    table = state.table
    return (
        table.target.kind if isinstance(table, ClimbingTable) and table.target is not None else ""
    )


def _partner(state: State) -> int | None:
    return state.table.partner if isinstance(state.table, Calling) else None


def sorted_text(ruleset: Ruleset, hand: Hand) -> str:
    """The cards in the game's order."""
    return " ".join(map(str, ruleset.sort(hand)))


def seats_text(seats: Sequence[int]) -> str:
    """``seat 1``, ``seats 0 and 2``, ``seats 0, 1 and 3``."""
    numbers = list(map(str, seats))
    if len(numbers) == 1:
        return f"seat {numbers[0]}"
    return f"seats {', '.join(numbers[:-1])} and {numbers[-1]}"


def count(number: int, thing: str) -> str:
    """``1 deal``, ``2 deals``."""
    return f"{number} {thing}" + ("s" if number != 1 else "")
