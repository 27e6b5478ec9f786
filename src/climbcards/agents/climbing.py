"""How the greedy agent plays a climbing game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from climbcards.actions import Action, Bid, Pass, Play
from climbcards.agents.sides import Calling, allies
from climbcards.cards import Rank
from climbcards.climbing.table import ClimbingTable
from climbcards.combination import Combination
from climbcards.ruleset import ClimbingRuleset, Ruleset, Table, View

__all__ = ["answer_or_lead", "high_ranks", "reading_of", "word"]

_FEW_CARDS = 5
"""So many cards left, and a player may well be out with the next play."""

_HIGH_RANKS = 3
"""So many of the highest ranks are what a bid rests on."""


@lru_cache(maxsize=32)
def _places(ruleset: Ruleset[Table]) -> Mapping[Rank, int]:
    """The place of each rank in the game's order, the lowest first; kept for 32 rulesets."""
    ranks = dict.fromkeys(card.rank for card in ruleset.sort(ruleset.deck))
    return {rank: place for place, rank in enumerate(ranks)}


def high_ranks(ruleset: Ruleset[Table]) -> tuple[Rank, ...]:
    """The highest ranks of the game, from the lowest of them up: what a bid rests on."""
    return tuple(_places(ruleset))[-_HIGH_RANKS:]


def word(ruleset: Ruleset[Table], view: View[Table], actions: Sequence[Action]) -> Action:
    """The highest bid that the hand is worth; else a pass, or what must be said."""
    worth = _worth(ruleset, view)
    bids = [bid for bid in actions if isinstance(bid, Bid) and bid.value <= worth]
    return bids[-1] if bids else actions[0]


def _worth(ruleset: Ruleset[Table], view: View[Table]) -> int:
    """How high to bid: 0 with fewer high cards than average, up to 3 with far more."""
    points = {rank: points for points, rank in enumerate(high_ranks(ruleset), 1)}
    whole = sum(points.get(card.rank, 0) for card in ruleset.deck)
    held = sum(points.get(card.rank, 0) for card in view.hand)
    ratio = held * len(ruleset.deck) / (whole * len(view.hand))
    return sum(ratio >= least for least in (1.0, 1.2, 1.5))


def answer_or_lead(
    ruleset: ClimbingRuleset[Table], view: View[Table], actions: Sequence[Action]
) -> Action:
    """A play, or a pass."""
    table, hand = view.table, view.hand
    plays = [action for action in actions if isinstance(action, Play)]
    if not plays:
        return actions[0]
    for play in plays:
        if len(play.cards) == len(hand):
            return play
    target, target_by = (
        (table.target, table.target_by) if isinstance(table, ClimbingTable) else (None, None)
    )
    may_pass = actions[0] == Pass()
    if may_pass and target_by in allies(view):
        return actions[0]
    called = table.called if isinstance(table, Calling) else None
    places = _places(ruleset)
    bombs = [bomb.core for bomb in ruleset.leads(hand) if bomb.power]

    def breaks(play: Play, power: int) -> bool:
        """Whether the play takes a bomb apart."""
        rest = hand - play.cards
        return not power and not all(bomb <= rest for bomb in bombs)

    def lead(play: Play) -> tuple[int, bool, int, int, bool]:
        """Bombs last, the most cards first, then the lowest; the called card only at need."""
        power = reading_of(ruleset, play, None).power
        height = sum(places[card.rank] for card in play.cards)
        return power, breaks(play, power), -len(play.cards), height, called in play.cards

    if target is None:
        return min(plays, key=lead)

    def answer(play: Play) -> tuple[int, bool, tuple[int, ...], int, bool]:
        """The weakest; of equal ones the lowest cards; the called card only at need."""
        reading = reading_of(ruleset, play, target)
        power, height = reading.power, sum(places[card.rank] for card in play.cards)
        return power, breaks(play, power), reading.strength, height, called in play.cards

    best = min(plays, key=answer)
    power, taken_apart, *_ = answer(best)
    few = min(len(hand) - len(best.cards), *(table.sizes[seat] for seat in _enemies(view)))
    spared = power > target.power or taken_apart
    return actions[0] if may_pass and spared and few > _FEW_CARDS else best


def _enemies(view: View[Table]) -> list[int]:
    """The seats that are not known to be on the player's side."""
    friends = {*allies(view), view.seat}
    return [seat for seat in range(len(view.table.sizes)) if seat not in friends]


def reading_of(
    ruleset: ClimbingRuleset[Table], play: Play, target: Combination | None
) -> Combination:
    """How a legal play reads."""
    for reading in ruleset.readings(play.cards):
        if play.kind in (None, reading.kind) and (target is None or reading.beats(target)):
            return reading
    raise AssertionError(f"{play} was listed as legal")
