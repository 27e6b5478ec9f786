"""What ``climbcards`` prints of Three Thirteen: deals told, and hands arranged.

The teller is a moderator, who sees every hand; the players see their own views.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from climbcards import (
    Card,
    Discard,
    Draw,
    GoOut,
    Move,
    Rank,
    Source,
    State,
    ThreeThirteen,
)
from climbcards.cli_demo import (
    Teller,
    count,
    points_and_payment,
    refusal,
    seats_text,
    sorted_text,
    title,
    wrapped,
)
from climbcards.rummy.melds import Arrangement, Meld, MeldKind
from climbcards.rummy.table import RummyTable

__all__ = [
    "arrangement_as_json",
    "arrangement_lines",
    "dealt_as_json",
    "dealt_lines",
    "ending_in_full",
    "melds_and_left",
    "rummy_title",
    "teller",
    "wild_words",
]

_COURT: Final[Mapping[Rank, str]] = {Rank.JACK: "jacks", Rank.QUEEN: "queens", Rank.KING: "kings"}


def wild_words(rank: Rank) -> str:
    """``3s are wild``, ``jacks are wild``."""
    return f"{_COURT.get(rank, f'{rank}s')} are wild"


# --- A hand --------------------------------------------------------------------------------------


def arrangement_lines(arrangement: Arrangement) -> Iterator[str]:
    """The melds, what each wild card stands for, what is left, and what that costs."""
    for meld in arrangement.melds:
        notes = [f"{card} stands for {_place(meld, card, rank)}" for card, rank in meld.stands_for]
        note = f"  ({', '.join(notes)})" if notes else ""
        yield from wrapped(f"  {meld.kind}   ", f"{meld.cards}{note}".split(" "), " ")
    if arrangement.left:
        yield from wrapped("  left  ", str(arrangement.left).split(), " ")
    yield count(arrangement.points, "point")


def _place(meld: Meld, card: Card, rank: Rank) -> str:
    """What a wild card stands for: a rank in a set, a card in a run."""
    if meld.kind is MeldKind.SET:
        article = "an" if rank in (Rank.ACE, Rank.EIGHT) else "a"
        return "itself" if card.rank is rank else f"{article} {rank}"
    suits = {own.suit for own in meld.cards if own not in dict(meld.stands_for)}
    place = Card(rank, *suits)
    return "itself" if card is place else str(place)


def arrangement_as_json(arrangement: Arrangement) -> Mapping[str, object]:
    """The same as the part of a JSON document."""
    return {
        "melds": [
            {
                "kind": meld.kind,
                "cards": [str(card) for card in meld.cards],
                "stands_for": [
                    {"card": str(card), "rank": str(rank)} for card, rank in meld.stands_for
                ],
            }
            for meld in arrangement.melds
        ],
        "left": [str(card) for card in arrangement.left],
        "points": arrangement.points,
    }


def _melds(arrangement: Arrangement) -> str:
    """The melds on one line, as they print, a wild card with the rank it stands for."""
    return "; ".join(map(str, arrangement.melds))


def melds_and_left(arrangement: Arrangement) -> str:
    """The melds and the cards left over on one line."""
    left = f"{arrangement.left} left" if arrangement.left else ""
    return "; ".join(filter(None, (_melds(arrangement), left)))


# --- A deal --------------------------------------------------------------------------------------


def dealt_lines(ruleset: ThreeThirteen, state: State) -> Iterator[str]:
    """The first state of a deal: what is wild, every hand, the stock, and who begins."""
    yield f"  Deal {_table(state).number}: {wild_words(_table(state).wild)}."
    yield from _hands(ruleset, state)
    yield from wrapped("  stock   ", map(str, _stock(state)), " ")
    yield f"  {_begins(state)}"


def dealt_as_json(ruleset: ThreeThirteen, state: State) -> Mapping[str, object]:
    """The same as the part of a JSON document; the stock is in order, its top first."""
    table, deal = _table(state), state.deal
    assert deal is not None  # a deal's first state
    return {
        "seed": str(deal.seed),
        "dealer": table.dealer,
        "deal": table.number,
        "wild": str(table.wild),
        "hands": [[str(card) for card in ruleset.sort(hand)] for hand in state.hands],
        "turned_up": str(table.turned_up),
        "stock": [str(card) for card in _stock(state)],
        "first": state.to_act,
    }


def _hands(ruleset: ThreeThirteen, state: State) -> Iterator[str]:
    for seat in range(ruleset.players):
        yield from wrapped(f"  seat {seat}  ", _hand(ruleset, state, seat).split(), " ")


def _stock(state: State) -> Sequence[Card]:
    """The stock of a deal's first state, from the top."""
    assert state.deal is not None  # a deal's first state
    return state.deal.deck[-_table(state).stock_size :]


def _begins(state: State) -> str:
    return f"{_table(state).turned_up} is turned up. Seat {state.to_act} begins."


def teller(ruleset: ThreeThirteen) -> Teller:
    """What tells a match of Three Thirteen."""
    return Teller(
        in_full=partial(_in_full, ruleset),
        in_brief=partial(_in_brief, ruleset),
    )


def _in_full(ruleset: ThreeThirteen, states: Sequence[State]) -> Iterator[str]:
    """A deal turn by turn, with one illegal action tried on the way."""
    yield rummy_title(states[0])
    yield from _hands(ruleset, states[0])
    yield f"  {_begins(states[0])}"
    yield from _turns(ruleset, states)
    yield from ending_in_full(ruleset, states[-1])


def ending_in_full(ruleset: ThreeThirteen, end: State) -> Iterator[str]:
    """How a deal ended, how every hand is arranged, and the points."""
    yield from _ending(end)
    for seat, hand in enumerate(end.hands):
        shown = melds_and_left(ruleset.arrange(hand, _table(end).number))
        yield from wrapped(f"  seat {seat}  ", shown.split(" "), " ")
    yield from points_and_payment(end)


def _in_brief(ruleset: ThreeThirteen, states: Sequence[State]) -> Iterator[str]:
    """A deal by who goes out with which melds, and its points."""
    yield rummy_title(states[0])
    yield from _ending(states[-1])
    for seat, laid in enumerate(_table(states[-1]).laid_down):
        if laid:
            melds = _melds(ruleset.arrange(laid, _table(states[-1]).number))
            yield from wrapped(f"  seat {seat}  ", melds.split(" "), " ")
    yield from points_and_payment(states[-1])


def rummy_title(state: State) -> str:
    """Which deal of the match it is, who deals, and what is wild."""
    table = _table(state)
    size = count(table.sizes[0], "card")
    return f"{title(state)}: {size} each, {wild_words(table.wild)}"


def _turns(ruleset: ThreeThirteen, states: Sequence[State]) -> Iterator[str]:
    """Every turn on a line: the draw, the discard, and the hand that stays."""
    tried = _trial(states)
    width = max(
        len(_hand(ruleset, state, seat)) for state in states for seat in range(ruleset.players)
    )
    yield f"  seat  draws          discards  {'and holds':{width}}  points"
    drawn = ""
    for (before, (seat, action)), after in zip(_moves(states), states[1:], strict=True):
        if before is tried[0]:
            yield from refusal(before, tried[1], _in_words(tried[1]), " " * 8)
        if _table(after).reshuffles > _table(before).reshuffles:
            yield "        The discard pile is shuffled and becomes the stock."
        if isinstance(action, Draw):
            source = "pile" if action.source is Source.DISCARD else "stock"
            (card,) = after.hands[seat] - before.hands[seat]
            drawn = f"{card} ({source})"
            continue
        assert isinstance(action, (Discard, GoOut))  # there is nothing else to do
        points = ruleset.arrange(after.hands[seat], _table(after).number).points
        out = "  goes out" if isinstance(action, GoOut) else ""
        hand = _hand(ruleset, after, seat)
        yield f"  {seat:4d}  {drawn:13}  {action.card!s:8}  {hand:{width}}  {points:6d}{out}"


def _in_words(action: GoOut | Discard) -> str:
    if isinstance(action, GoOut):
        return f"to go out with {action.card}"
    return f"to discard {action.card} before drawing"


def _trial(states: Sequence[State]) -> tuple[State, GoOut | Discard]:
    """An illegal action to try: going out before it is time, or else discarding before a draw."""
    for state, (_, action) in _moves(states):
        if isinstance(action, Discard):
            out = GoOut(action.card)
            if state.check(out) is not None:
                return state, out
    first = states[0]
    assert first.to_act is not None  # a deal begins with a turn
    return first, Discard(min(first.hands[first.to_act]))


def _ending(end: State) -> Iterator[str]:
    """Who went out first, or why the deal ended without."""
    table = _table(end)
    if table.out is not None:
        turn = sum(
            seat == table.out and isinstance(action, Draw) for seat, action in _until_out(table)
        )
        others = [seat for seat, laid in enumerate(table.laid_down) if laid and seat != table.out]
        after = f", and after it {seats_text(others)}" if others else ""
        yield f"  Seat {table.out} goes out in its {_ordinal(turn)} turn{after}."
        last = len(table.history) - len(list(_until_out(table)))
        if last < 2 * (len(table.sizes) - 1):
            yield "  No card is left to draw, so the other last turns are not played."
        return
    most = end.ruleset.options["max_reshuffles"]
    dry = not table.stock_size and (table.reshuffles == most or len(table.pile) < 2)
    why = "no card is left to draw" if dry else "nobody draws from the stock"
    yield f"  Nobody goes out: {why}, and the deal ends as it stands."


def _ordinal(number: int) -> str:
    """``1st``, ``2nd``, ``11th``."""
    teens = number % 100 in (11, 12, 13)
    ending = "th" if teens else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _until_out(table: RummyTable) -> Iterator[Move]:
    """The moves up to the first with which somebody went out."""
    for move in table.history:
        yield move
        if isinstance(move.action, GoOut):
            return


def _table(state: State) -> RummyTable:
    table = state.table
    assert isinstance(table, RummyTable)  # the game has no other
    return table


def _moves(states: Sequence[State]) -> Iterator[tuple[State, Move]]:
    """Every move of a deal with the state it was made on."""
    return zip(states, states[-1].history, strict=False)


def _hand(ruleset: ThreeThirteen, state: State, seat: int) -> str:
    return sorted_text(ruleset, state.hands[seat])
