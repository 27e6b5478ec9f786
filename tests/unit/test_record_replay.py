"""Replaying: what a record says is held to the rules, and to what else it says."""

from __future__ import annotations

import json
from typing import Any

import pytest

from climbcards import BigThree, BigTwo, Match, Record, RecordError, State
from tests.records import (
    FINISHED,
    IN_PROGRESS,
    MATCH,
    POSITION,
    WHOLE_MATCH,
    changed,
    document,
    match_played_on,
    not_replayed,
)

DEAL = document(FINISHED)
OPEN = document(IN_PROGRESS)
SETUP = document(POSITION)
SERIES = document(MATCH)
WHOLE = document(WHOLE_MATCH)


def swapped(deck: str, one: int, other: int) -> str:
    cards = deck.split(" ")
    cards[one], cards[other] = cards[other], cards[one]
    return " ".join(cards)


def faults() -> list[tuple[Any, str, Any, str]]:
    deck, moves = DEAL["deal"]["deck"], DEAL["moves"]
    played = next(i for i, move in enumerate(moves) if "play" in move)
    last = len(SERIES["deals"][0]["moves"])
    return [
        (DEAL, "moves.0", "0: play 3♠", "$.moves[0]"),
        (DEAL, f"moves.{played}", moves[played].replace("play", "discard"), f"$.moves[{played}]"),
        (DEAL, "moves", [*moves, "0: pass"], f"$.moves[{len(moves)}]"),
        (DEAL, "moves", moves[:-1], "$.result"),
        (DEAL, "result", None, "$.result"),
        (DEAL, "result.winners", [], "$.result.winners"),
        (DEAL, "result.stake", 17, "$.result.stake"),
        (DEAL, "result.payoffs", [0, 0, 0], "$.result.payoffs"),
        (DEAL, "result.thrown_in", True, "$.result.thrown_in"),
        (OPEN, "result", DEAL["result"] | {"points": [0] * 4, "payoffs": [0] * 4}, "$.result"),
        (DEAL, "deal.deck", swapped(deck, 0, 1), "$.deal.deck"),
        (DEAL, "deal.deck", deck.replace("3♠", "3♥"), "$.deal.deck"),
        (DEAL, "deal.deck", "", "$.deal.deck"),
        (DEAL, "deal.seed", 8, "$.deal.deck"),
        (DEAL, "deal.face_up", 3, "$.deal.face_up"),
        (DEAL, "deal.reshuffles", ["3♠"], "$.deal"),
        (DEAL, "deal.context.leader", 1, "$.deal"),
        (SETUP, "position.to_act", 4, "$.position"),
        (SETUP, "position.stake", 0, "$.position"),
        (SETUP, "position.hands", [], "$.position"),
        (SETUP, "position.gone", "8♣", "$.position"),
        (SETUP, "position.called", None, "$.position"),
        (SERIES, "match.seed", 12, "$.match.drawing"),
        (WHOLE, "match.seed", 6, "$.deals[0].deal.deck"),
        (SERIES, "match.drawing.places", [1], "$.match.drawing"),
        (SERIES, "deals.0.deal.seed", 5, "$.deals[0].deal.seed"),
        (SERIES, "deals.0.deal.context.number", 5, "$.deals[0].deal.context.number"),
        (SERIES, "deals.1.deal.context.dealer", 1, "$.deals[1].deal.context.dealer"),
        (SERIES, "deals.1.deal.deck", deck, "$.deals[1].deal.deck"),
        (SERIES, "deals.0.result.out", 1, "$.deals[0].result.out"),
        (SERIES, "deals.0.result", None, "$.deals[0].result"),
        (SERIES, "deals.1.result", SERIES["deals"][0]["result"], "$.deals[1].result"),
        (SERIES, "deals.0.moves", SERIES["deals"][0]["moves"][:-1], "$.deals[0].result"),
        (
            SERIES,
            "deals.0.moves",
            [*SERIES["deals"][0]["moves"], "0: pass"],
            f"$.deals[0].moves[{last}]",
        ),
        (SERIES, "deals.1.moves.0", "0: pass", "$.deals[1].moves[0]"),
        (SERIES, "deals", SERIES["deals"][:1], "$.deals"),
        (WHOLE, "deals", [*WHOLE["deals"], WHOLE["deals"][1]], "$.deals[2]"),
        (SERIES, "deals", [SERIES["deals"][0]] * 2, "$.deals[1].deal.context.number"),
        (SERIES, "match.deals", 1, "$.deals[1]"),
        (WHOLE, "match.deals", None, "$.match.deals"),
        (WHOLE, "match.deals", 3, "$.deals"),
    ]


@pytest.mark.parametrize(("whole", "path", "value", "fault"), faults())
def test_tampering_is_found(whole: Any, path: str, value: Any, fault: str) -> None:
    error = not_replayed(changed(whole, path, value))
    assert error.path == fault, error


def test_a_deal_that_is_not_over_may_not_be_followed_by_another() -> None:
    first = {"moves": SERIES["deals"][0]["moves"][:-1], "result": None}
    whole = changed(SERIES, "deals.0", SERIES["deals"][0] | first)
    assert not_replayed(whole).path == "$.deals[0]"


def test_a_refusal_says_why() -> None:
    error = not_replayed(changed(DEAL, "moves.0", "0: play 3♠"))
    assert "auction" in error.problem or "phase" in error.problem, error
    assert not_replayed(changed(DEAL, "deal.deck", "")).problem.startswith("this does not follow")
    without = changed(changed(DEAL, "deal.seed", None), "deal.deck", "4♣ 4♣")
    assert "the deck lacks" in not_replayed(without).problem


def test_every_other_deck_of_a_seed_is_found() -> None:
    deck = DEAL["deal"]["deck"]
    for place in range(51):
        whole = changed(DEAL, "deal.deck", swapped(deck, place, place + 1))
        assert not_replayed(whole).path == "$.deal.deck"


def test_a_deck_that_was_given_may_be_another_legal_record() -> None:
    """Nothing in a record proves a deck without a seed, if the moves go with it as well."""
    given = changed(OPEN, "deal.seed", None)
    same = Record.from_json(json.dumps(given))
    hidden = changed(given, "deal.deck", swapped(given["deal"]["deck"], 0, 4))  # one seat's cards
    other = Record.from_json(json.dumps(hidden))
    assert other != same
    assert other.replay() != same.replay()


def test_every_move_taken_out_is_found_or_leaves_another_record() -> None:
    for place in range(len(DEAL["moves"])):
        moves = DEAL["moves"][:place] + DEAL["moves"][place + 1 :]
        record = Record.from_json(json.dumps(changed(DEAL, "moves", moves)))
        with pytest.raises(RecordError):  # at the latest the deal is not over
            record.replay()


def test_a_shorter_record_is_an_earlier_moment() -> None:
    for moves in range(len(OPEN["moves"])):
        shorter = changed(OPEN, "moves", OPEN["moves"][:moves])
        earlier = Record.from_json(json.dumps(shorter)).replay()
        assert isinstance(earlier, State)
        assert earlier.history == IN_PROGRESS.history[:moves]


def test_a_dealer_that_was_given_is_given_again() -> None:
    drawn = Match.begin(BigTwo(), seed=4, deals=1)
    assert drawn.drawing is not None
    given = Match.begin(BigTwo(), seed=4, deals=1, dealer=drawn.drawing.places[0])
    assert given != drawn
    for match in (drawn, given):
        assert Record.from_json(Record.of(match).to_json()).replay() == match
    # Which seat was given is the table's own choice: another one makes another match.
    whole = document(given)
    dealer = whole["deals"][0]["deal"]["context"]["dealer"]
    other = changed(whole, "deals.0.deal.context.dealer", (dealer + 1) % 4)
    assert Record.from_json(json.dumps(other)).replay() != given


def test_partners_that_were_drawn_are_drawn_again() -> None:
    match = match_played_on(Match.begin(BigThree.bolshaya_troika(players=4), seed=1, deals=3), 150)
    whole = document(match)
    partners = whole["deals"][0]["deal"]["context"]["partners"]
    assert Record.from_json(json.dumps(whole)).replay() == match
    other = [0, 1] if partners != [0, 1] else [0, 2]
    error = not_replayed(changed(whole, "deals.0.deal.context.partners", other))
    assert error.path == "$.deals[0].deal.context.partners"
