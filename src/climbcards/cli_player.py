"""The simple player that sits in every seat of ``climbcards demo``.

It sees a view and nothing else: it bids by its high cards, leads its lowest card with as many
others as will go with it, answers with the weakest play that beats, and lets a play of its own side
stand.  It bombs out of turn when that leaves it few cards, or when somebody else has few.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from climbcards import (
    Action,
    Bid,
    Card,
    ClimbingRuleset,
    Combination,
    Move,
    Pass,
    Phase,
    Play,
    Rank,
    Table,
    View,
)

__all__ = ["Auctioned", "Calling", "Tricks", "choose", "declarer", "interrupt"]

_FEW_CARDS = 5
"""So many cards left, and a player may well be out with the next play."""


@runtime_checkable
class Auctioned(Protocol):
    """A table with an auction.

    Attributes:
        opener: the seat that speaks first.
        opening_card: the card that makes it so, if one does.
        bids: every word said.
    """

    opener: int | None
    opening_card: Card | None
    bids: tuple[Move, ...]


@runtime_checkable
class Calling(Protocol):
    """A table at which a partner may be called or drawn.

    Attributes:
        called: the card called.
        partner: the declarer's partner, when known.
    """

    called: Card | None
    partner: int | None


@runtime_checkable
class Tricks(Protocol):
    """A table with something to beat on it.

    Attributes:
        target: the combination to beat; None when a lead is due.
        target_by: who played it.
    """

    target: Combination | None
    target_by: int | None


def declarer(table: Table) -> int | None:
    """The highest bidder so far; None where nobody has bid."""
    words = table.bids if isinstance(table, Auctioned) else ()
    return next((seat for seat, word in reversed(words) if isinstance(word, Bid)), None)


def choose(ruleset: ClimbingRuleset, view: View) -> Action:
    """What the player does whose view this is; it must be its turn."""
    match view.table.phase:
        case Phase.AUCTION:
            return _word(ruleset, view)
        case Phase.CALL:
            return view.legal_actions()[0]
        case _:
            return _play(ruleset, view)


def interrupt(ruleset: ClimbingRuleset, view: View) -> Action | None:
    """The bomb that the player plays out of turn; None if it waits for its turn."""
    bombs = view.legal_actions()
    table = view.table
    if not bombs or not isinstance(table, Tricks) or table.target_by is None:
        return None
    bomb = _play(ruleset, view)
    assert isinstance(bomb, Play)  # nothing else is legal out of turn
    left = len(view.hand) - len(bomb.cards)
    return bomb if min(left, table.sizes[table.target_by]) <= _FEW_CARDS else None


def _word(ruleset: ClimbingRuleset, view: View) -> Action:
    """The lowest open bid that the hand is worth, else a pass, or what must be said."""
    actions = view.legal_actions()
    worth = _worth(ruleset, view)
    bids = (word for word in actions if isinstance(word, Bid) and word.value <= worth)
    return next(bids, actions[0])


def _worth(ruleset: ClimbingRuleset, view: View) -> int:
    """How high to bid: 0 with fewer high cards than average, up to 3 with far more."""
    points = {rank: points for points, rank in enumerate(_ranks(ruleset)[-3:], 1)}
    whole = sum(points.get(card.rank, 0) for card in ruleset.deck)
    held = sum(points.get(card.rank, 0) for card in view.hand)
    ratio = held * len(ruleset.deck) / (whole * len(view.hand))
    return sum(ratio >= least for least in (1.0, 1.2, 1.5))


def _ranks(ruleset: ClimbingRuleset) -> list[Rank]:
    """The ranks of the game, low to high."""
    return list(dict.fromkeys(card.rank for card in ruleset.sort(ruleset.deck)))


def _play(ruleset: ClimbingRuleset, view: View) -> Action:
    """A lead, an answer or a pass."""
    table, hand = view.table, view.hand
    actions = view.legal_actions()
    plays = [action for action in actions if isinstance(action, Play)]
    if not plays:
        return actions[0]
    target, target_by = (
        (table.target, table.target_by) if isinstance(table, Tricks) else (None, None)
    )
    called = table.called if isinstance(table, Calling) else None
    place = {rank: place for place, rank in enumerate(_ranks(ruleset))}
    last = [play for play in plays if len(play.cards) == len(hand)]
    if last:
        return last[0]
    if target is None:

        def lead(play: Play) -> tuple[int, int, int, bool]:
            """Keep bombs back; the lowest card first, with many others, but not the called one."""
            lowest = min(place[card.rank] for card in play.cards)
            power = _reading(ruleset, play, target).power
            return power, lowest, -len(play.cards), called in play.cards

        return min(plays, key=lead)

    if target_by in _allies(view) and actions[0] == Pass():
        return actions[0]

    def answer(play: Play) -> tuple[int, tuple[int, ...], bool]:
        reading = _reading(ruleset, play, target)
        return reading.power, reading.strength, called in play.cards

    return min(plays, key=answer)


def _reading(ruleset: ClimbingRuleset, play: Play, target: Combination | None) -> Combination:
    """How a legal play reads."""
    for reading in ruleset.readings(play.cards):
        if play.kind in (None, reading.kind) and (target is None or reading.beats(target)):
            return reading
    raise AssertionError(f"{play} was listed as legal")


def _allies(view: View) -> frozenset[int]:
    """The seats that the player knows to be on its own side."""
    table, seat = view.table, view.seat
    soloist = declarer(table)
    if soloist is None:
        return frozenset()
    called, partner = (table.called, table.partner) if isinstance(table, Calling) else (None, None)
    if called is not None and partner is None:
        if called not in view.hand:
            return frozenset()  # anybody may be the partner
        partner = seat
    side = {soloist, partner}
    everybody = range(len(table.sizes))
    return frozenset(other for other in everybody if (other in side) == (seat in side)) - {seat}
