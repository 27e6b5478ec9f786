"""What a page draws: the public table and one hand, as plain JSON without any rules in it.

Everything here is made from a :class:`~climbcards.ruleset.View`, so no hidden card can be in it.  A
client written with climbcards needs none of it: it keeps a view and advances it by the events.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Final

from attrs import asdict
from examples.table_server.messages import Message

from climbcards import (
    BigTwo,
    Card,
    Combination,
    Hand,
    Match,
    Phase,
    Result,
    Table,
    ThreeThirteen,
    View,
    Violation,
)
from climbcards.climbing.table import ClimbingTable
from climbcards.games.big_three import BigThreeTable
from climbcards.games.big_two import BigTwoTable
from climbcards.games.dou_dizhu import DouDizhuTable
from climbcards.record_json import JsonValue
from climbcards.rummy.table import RummyTable

MOST_ACTIONS: Final = 1_000
"""The most legal actions that are listed; a client asks about any others with `check`."""


def actions_of(view: View[Table]) -> Message:
    """The seat's legal actions as texts, and how many there are in all."""
    actions = view.legal_actions()
    return {
        "actions": [str(action) for action in actions[:MOST_ACTIONS]],
        "actions_in_all": len(actions),
    }


def scene_of(view: View[Table]) -> Message:
    """All that a page shows of a view."""
    table = view.table
    scene: Message = {
        "game": table.ruleset.name,
        "phase": table.phase.value,
        "to_act": table.to_act,
        "sizes": table.sizes,
        "hand": _cards(table.ruleset.sort(view.hand)),
        "suits_matter": isinstance(table.ruleset, BigTwo | ThreeThirteen),
        "last": _last_words(table),
    }
    if isinstance(table, ClimbingTable):
        scene |= _of_climbing(table)
    elif isinstance(table, RummyTable):
        scene |= _of_rummy(table, view.hand)
    return scene


def _of_climbing(table: ClimbingTable) -> Message:
    sort = table.ruleset.sort
    target = table.target
    found: Message = {
        "dealer": table.dealer,
        "order": table.order,
        "target": None if target is None else _cards(sort(target.cards)),
        "target_kind": None if target is None else target.kind.value,
        "target_by": table.target_by,
        "stake": table.stake,
        "kitty": None if table.kitty is None else _cards(sort(table.kitty)),
        "opening_card": _card(table.opening_card),
    }
    if isinstance(table, BigThreeTable):
        found |= {
            "declarer": table.soloist,
            "called": _card(table.called),
            "partner": table.partner,
        }
    elif isinstance(table, DouDizhuTable):
        found |= {"declarer": table.landlord, "face_up": _card(table.face_up)}
    elif isinstance(table, BigTwoTable):
        found |= {"odd_card": _card(table.odd_card), "out_of_trick": table.out_of_trick}
    return found


def _of_rummy(table: RummyTable, hand: Hand) -> Message:
    rules = table.ruleset
    assert isinstance(rules, ThreeThirteen)  # the game has no others
    found: Message = {
        "dealer": table.dealer,
        "order": table.order,
        "wild": str(table.wild),
        "pile": _cards(table.pile[-3:]),
        "pile_size": len(table.pile),
        "stock_size": table.stock_size,
        "out": table.out,
        "drawn": _card(table.drawn),
        "laid_down": [_melds(rules, cards, table.number) for cards in table.laid_down],
    }
    if hand:
        arrangement = rules.arrange(hand, table.number)
        found["melds"] = _melds(rules, hand, table.number)
        found["left"] = _cards(arrangement.left)
        found["points"] = arrangement.points
    return found


def _melds(rules: ThreeThirteen, hand: Hand, number: int) -> JsonValue:
    return [_cards(meld.cards) for meld in rules.arrange(hand, number).melds]


def _last_words(table: Table) -> JsonValue:
    """By seat, the last thing it did of late: within one round, and in this phase of the deal."""
    seats = len(table.sizes)
    words: list[JsonValue] = [None] * seats
    if table.phase in (Phase.DRAW, Phase.DISCARD):
        recent = table.history[-2 * seats :]  # two moves a turn
    else:
        recent = table.history[-seats:]
    for seat, action in recent:
        words[seat] = str(action)
    return words


def _card(card: Card | None) -> JsonValue:
    return None if card is None else str(card)


def _cards(cards: Iterable[Card]) -> list[JsonValue]:
    return [str(card) for card in cards]


# --- Ends and refusals


def result_of(result: Result) -> Message:
    """How a deal ended."""
    return dict(asdict(result))


def ranking_of(match: Match[Table]) -> JsonValue:
    """The seats from the first place to the last."""
    return [{"place": s.place, "seat": s.seat, "total": s.total} for s in match.ranking()]


def violation_of(violation: Violation) -> Message:
    """A refusal: its reason, its English sentence, and the facts from which others are made."""
    facts = asdict(violation, recurse=False)
    told = {name: _fact(value) for name, value in facts.items() if value not in (None, ())}
    return {**told, "message": violation.message}


def _fact(value: object) -> JsonValue:
    match value:
        case Enum():
            return str(value)
        case bool() | int() | str():
            return value
        case Combination():
            return {"cards": str(value.cards), "kind": value.kind.value}
        case tuple():
            return [_fact(item) for item in value]
        case Card() | Hand():
            return str(value)
        case _:
            return str(value)
