"""Records: from a state or match to a line of JSON and back."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest

from climbcards import (
    BigThree,
    BigTwo,
    Deal,
    DealContext,
    DouDizhu,
    Match,
    Pass,
    Play,
    Record,
    RecordError,
    State,
    Table,
    step,
)
from climbcards.climbing.position import set_up
from climbcards.climbing.situation import Contract
from climbcards.record import SCHEMA
from climbcards.record_json import MOST_BYTES
from tests.records import (
    ABSENT,
    FINISHED,
    IN_PROGRESS,
    MATCH,
    POSITION,
    THROWN_IN,
    WHOLE_MATCH,
    changed,
    document,
    each_played,
    match_played_on,
    refused,
)

# --- There and back ------------------------------------------------------------------------------


@each_played
def test_a_record_replays_to_what_was_recorded(played: State[Table] | Match[Table]) -> None:
    record = Record.of(played, {"table": 4})
    again = Record.from_json(record.to_json())
    assert again == record
    assert hash(again) == hash(record)
    assert again.to_json() == record.to_json()
    assert again.replay() == played
    assert Record.from_json(record.to_json().encode()) == record


@each_played
def test_a_record_is_one_line(played: State[Table] | Match[Table]) -> None:
    text = Record.of(played, {"note": "a\nb\r\u2028"}).to_json()
    assert "\n" not in text
    assert "\r" not in text
    assert json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":")) == text


@each_played
def test_a_record_is_a_value(played: State[Table] | Match[Table]) -> None:
    record = Record.of(played)
    assert pickle.loads(pickle.dumps(record)) == record
    assert copy.deepcopy(record) == record
    with pytest.raises(AttributeError):
        record.match = None  # type: ignore[misc]
    assert not hasattr(record, "__dict__")


@each_played
def test_a_record_that_lands_in_a_log_shows_no_card_and_no_seed(
    played: State[Table] | Match[Table],
) -> None:
    record = Record.of(played, {"key": "secret"})
    for value in (record, record.deals[0], record.match):
        text = repr(value)
        assert not set("♣♦♥♠") & set(text)
        assert "secret" not in text
        assert "seed" not in text
    assert repr(Record.of(MATCH)) == "<Record of BigThree(): match, 2 deals, 100 moves>"


def test_what_is_recorded_of_a_deal() -> None:
    whole = document(IN_PROGRESS)
    assert list(whole) == ["schema", "ruleset", "deal", "moves", "result", "meta"]
    assert whole["schema"] == SCHEMA == 1
    assert whole["ruleset"]["name"] == "big_two"
    assert whole["ruleset"]["version"] == 1
    assert list(whole["ruleset"]["options"]) == list(IN_PROGRESS.ruleset.options)
    assert whole["deal"]["seed"] == 7
    assert IN_PROGRESS.deal is not None
    assert whole["deal"]["deck"] == " ".join(map(str, IN_PROGRESS.deal.deck))
    assert whole["moves"] == [str(move) for move in IN_PROGRESS.history]
    assert whole["result"] is None


def test_the_result_is_recorded() -> None:
    result = FINISHED.result
    assert result is not None
    assert document(FINISHED)["result"]["payoffs"] == list(result.payoffs)
    assert document(THROWN_IN)["result"]["thrown_in"] is True


def test_what_is_recorded_of_a_position() -> None:
    whole = document(POSITION)
    assert whole["position"] == {
        "hands": ["A♦ K♦", "4♠ 8♣", "2♣", "3♣ 3♦"],
        "to_act": 1,
        "soloist": 0,
        "stake": 1,
        "called": "8♣",
        "target": {"cards": "7♦", "kind": "single"},
        "target_by": 0,
        "gone": "J♣ J♦",
    }
    assert whole["moves"] == ["1: pass"]


def test_what_is_recorded_of_a_match() -> None:
    whole = document(MATCH)
    assert list(whole) == ["schema", "ruleset", "match", "deals", "meta"]
    assert whole["match"]["seed"] == 11
    assert whole["match"]["deals"] == 3
    assert whole["match"]["drawing"]["rounds"][0][0] == "0: J♦"
    assert len(whole["deals"]) == 2
    assert [deal["result"] is None for deal in whole["deals"]] == [False, True]
    assert document(WHOLE_MATCH)["match"]["drawing"] is None
    assert [deal["result"] is None for deal in document(WHOLE_MATCH)["deals"]] == [False, False]


def test_a_match_goes_on_from_its_record_as_it_would_have_gone() -> None:
    again = Record.from_json(Record.of(MATCH).to_json()).replay()
    assert isinstance(again, Match)
    assert match_played_on(again, 500, seed=3) == match_played_on(MATCH, 500, seed=3)
    action = MATCH.state.legal_actions()[0]
    assert again.step(action) == MATCH.step(action)


def test_a_match_goes_on_between_two_deals_and_keeps_deals_thrown_in() -> None:
    match = Match.begin(DouDizhu(), seed=3, deals=1)
    for _ in range(3):
        match = match.step(Pass())
    assert len(match.past) == 1
    assert not match.state.history
    again = Record.from_json(Record.of(match).to_json()).replay()
    assert again == match
    assert isinstance(again, Match)
    assert again.results[0].thrown_in


def test_a_deck_that_was_given_is_recorded_without_a_seed() -> None:
    rules = BigThree()
    state = rules.start(Deal(deck=tuple(reversed(rules.deck))))
    assert document(state)["deal"]["seed"] is None
    assert Record.from_json(Record.of(state).to_json()).replay() == state


def test_only_states_and_matches_are_recorded() -> None:
    with pytest.raises(TypeError, match="neither a state nor a match"):
        Record.of(BigThree())  # type: ignore[arg-type]


# --- Data of the app -----------------------------------------------------------------------------

METAS: list[Any] = [
    *(None, True, 0, -3, 1.5, -0.0, 1e300, "", "é ♠ 😀", [], {}, [None, [1]], 10**1200),
    {"b": 1, "a": {"": None, "x y": [1, 2.0]}},
]


@pytest.mark.parametrize("meta", METAS)
def test_the_data_of_the_app_is_kept_as_it_came(meta: Any) -> None:
    record = Record.of(FINISHED, meta)
    for kept in (record.meta, Record.from_json(record.to_json()).meta):
        assert json.dumps(kept) == json.dumps(meta)


def test_the_order_of_keys_is_kept() -> None:
    meta = Record.from_json(Record.of(FINISHED, {"b": 1, "a": 2}).to_json()).meta
    assert list(meta or ()) == ["b", "a"]  # type: ignore[arg-type]


def test_what_is_given_and_what_is_taken_can_be_changed_without_harm() -> None:
    names = ["Ann", "Bo"]
    record = Record.of(FINISHED, {"names": names})
    names.append("Cy")
    assert record.meta == {"names": ["Ann", "Bo"]}
    got: Any = record.meta
    got["names"].clear()
    assert record.meta == {"names": ["Ann", "Bo"]}


def test_a_tuple_is_an_array() -> None:
    assert Record.of(FINISHED, {"names": ("Ann", "Bo")}).meta == {"names": ["Ann", "Bo"]}


def nested(depth: int) -> list[Any]:
    inner: list[Any] = []
    for _ in range(depth - 1):
        inner = [inner]
    return inner


def circle() -> list[Any]:
    whole: list[Any] = []
    whole.append(whole)
    return whole


@pytest.mark.parametrize(
    ("meta", "path"),
    [
        (float("nan"), "$.meta"),
        ({"a": [1, float("inf")]}, "$.meta.a[1]"),
        ({"a": {1: 2}}, "$.meta.a"),
        ({"a b": object()}, '$.meta["a b"]'),
        ("\ud800", "$.meta"),
        ({"\ud800": 1}, "$.meta"),
        ({"a": 10**1300}, "$.meta.a"),
        (b"bytes", "$.meta"),
        ({1, 2}, "$.meta"),
        (nested(64), "$.meta" + 63 * "[0]"),
        (circle(), "$.meta" + 63 * "[0]"),
    ],
)
def test_data_that_is_no_json_is_refused(meta: Any, path: str) -> None:
    with pytest.raises(RecordError) as error:
        Record.of(FINISHED, meta)
    assert error.value.path == path


def test_the_deepest_data_is_read_again() -> None:
    record = Record.of(FINISHED, nested(63))
    assert Record.from_json(record.to_json()) == record


def test_a_record_that_could_not_be_read_is_not_written() -> None:
    with pytest.raises(RecordError, match="at most"):
        Record.of(FINISHED, "x" * MOST_BYTES)
    with pytest.raises(RecordError, match="at most"):
        Record.of(FINISHED, "x" * (MOST_BYTES - 100)).to_json()
    with pytest.raises(RecordError, match="arrays and objects"):
        Record.of(FINISHED, [[]] * 300_000)


def test_data_may_be_missing() -> None:
    whole = document(FINISHED)
    assert Record.from_json(json.dumps(changed(whole, "meta", ABSENT))) == Record.of(FINISHED)


# --- Malformed -----------------------------------------------------------------------------------

DEAL = document(FINISHED)
SETUP = document(POSITION)
SERIES = document(MATCH)

FAULTS: list[tuple[Any, str, Any, str]] = [
    (DEAL, "schema", ABSENT, "$.schema"),
    (DEAL, "schema", 2, "$.schema"),
    (DEAL, "schema", 0, "$.schema"),
    (DEAL, "schema", 1.0, "$.schema"),
    (DEAL, "schema", True, "$.schema"),
    (DEAL, "schema", "1", "$.schema"),
    (DEAL, "extra", 1, "$.extra"),
    (DEAL, "an extra", 1, '$["an extra"]'),
    (DEAL, "match", None, "$.deal"),
    (DEAL, "position", {}, "$.deal"),
    (DEAL, "deal", ABSENT, "$.deal"),
    (DEAL, "moves", ABSENT, "$.moves"),
    (DEAL, "result", ABSENT, "$.result"),
    (DEAL, "ruleset", None, "$.ruleset"),
    (DEAL, "ruleset.name", "bridge", "$.ruleset.name"),
    (DEAL, "ruleset.name", 3, "$.ruleset.name"),
    (DEAL, "ruleset.version", 2, "$.ruleset.version"),
    (DEAL, "ruleset.version", 0, "$.ruleset.version"),
    (DEAL, "ruleset.version", True, "$.ruleset.version"),
    (DEAL, "ruleset.options", [], "$.ruleset.options"),
    (DEAL, "ruleset.options.bombs", ABSENT, "$.ruleset.options.bombs"),
    (DEAL, "ruleset.options.bombs", 1, "$.ruleset.options.bombs"),
    (DEAL, "ruleset.options.colour", 1, "$.ruleset.options.colour"),
    (DEAL, "ruleset.options.players", 5, "$.ruleset.options.players"),
    (DEAL, "ruleset.options.players", True, "$.ruleset.options.players"),
    (DEAL, "ruleset.options.opener", "me", "$.ruleset.options.opener"),
    (DEAL, "ruleset.options.rank_order", "A 2 3", "$.ruleset.options.rank_order"),
    (DEAL, "ruleset.options.rank_order", "A 2  3", "$.ruleset.options.rank_order"),
    (DEAL, "ruleset.options.rank_order", ["A"], "$.ruleset.options.rank_order"),
    (DEAL, "ruleset.options.kitty_shown", None, "$.ruleset.options.kitty_shown"),
    (DEAL, "deal.deck", "3♠ 3x", "$.deal.deck"),
    (DEAL, "deal.deck", ["3♠"], "$.deal.deck"),
    (DEAL, "deal.deck", "3♠ " * 53, "$.deal.deck"),
    (DEAL, "deal.seed", -1, "$.deal.seed"),
    (DEAL, "deal.seed", 1 << 4096, "$.deal.seed"),
    (DEAL, "deal.seed", "7", "$.deal.seed"),
    (DEAL, "deal.face_up", 52, "$.deal.face_up"),
    (DEAL, "deal.face_up", -1, "$.deal.face_up"),
    (DEAL, "deal.reshuffles", None, "$.deal.reshuffles"),
    (DEAL, "deal.reshuffles", ["3♠", 3], "$.deal.reshuffles[1]"),
    (DEAL, "deal.context.number", 0, "$.deal.context.number"),
    (DEAL, "deal.context.number", 10**9, "$.deal.context.number"),
    (DEAL, "deal.context.dealer", 3, "$.deal.context.dealer"),
    (DEAL, "deal.context.dealer", None, "$.deal.context.dealer"),
    (DEAL, "deal.context.leader", 3, "$.deal.context.leader"),
    (DEAL, "deal.context.partners", [0], "$.deal.context.partners"),
    (DEAL, "deal.context.partners", [1, 1], "$.deal.context.partners"),
    (DEAL, "deal.context.partners", [0, 3], "$.deal.context.partners[1]"),
    (DEAL, "deal.context.order", 0, "$.deal.context.order"),
    (DEAL, "deal.context.order", True, "$.deal.context.order"),
    (DEAL, "moves", {}, "$.moves"),
    (DEAL, "moves.17", "pass", "$.moves[17]"),
    (DEAL, "moves.17", "3: pass", "$.moves[17]"),
    (DEAL, "moves.17", "01: pass", "$.moves[17]"),
    (DEAL, "moves.17", "-1: pass", "$.moves[17]"),
    (DEAL, "moves.17", "0:pass", "$.moves[17]"),
    (DEAL, "moves.17", "0: fold", "$.moves[17]"),
    (DEAL, "moves.17", "0: play 3x", "$.moves[17]"),
    (DEAL, "moves.17", 5, "$.moves[17]"),
    (DEAL, "moves.17", None, "$.moves[17]"),
    (DEAL, "result", [], "$.result"),
    (DEAL, "result.winners", [3], "$.result.winners[0]"),
    (DEAL, "result.winners", 1, "$.result.winners"),
    (DEAL, "result.out", -1, "$.result.out"),
    (DEAL, "result.teams", [[0], [1, "2"]], "$.result.teams[1][1]"),
    (DEAL, "result.stake", 1.5, "$.result.stake"),
    (DEAL, "result.points", [1, 2], "$.result.points"),
    (DEAL, "result.payoffs", [1, 2, None], "$.result.payoffs[2]"),
    (DEAL, "result.liable", 9, "$.result.liable"),
    (DEAL, "result.thrown_in", 0, "$.result.thrown_in"),
    (DEAL, "result.thrown_in", ABSENT, "$.result.thrown_in"),
    (DEAL, "result.more", 0, "$.result.more"),
    (SETUP, "position.hands", ABSENT, "$.position.hands"),
    (SETUP, "position.hands", "3♠", "$.position.hands"),
    (SETUP, "position.hands.1", "3♠ x", "$.position.hands[1]"),
    (SETUP, "position.hands.1", ["3♠"], "$.position.hands[1]"),
    (SETUP, "position.landlord", 1, "$.position.landlord"),
    (SETUP, "position.to_act", None, "$.position.to_act"),
    (SETUP, "position.stake", 1.0, "$.position.stake"),
    (SETUP, "position.called", "8", "$.position.called"),
    (SETUP, "position.target", "7♦", "$.position.target"),
    (SETUP, "position.target.kind", "house", "$.position.target.kind"),
    (SETUP, "position.target.kind", "pair", "$.position.target"),
    (SETUP, "position.target.cards", "7♦ 8♦", "$.position.target"),
    (SETUP, "position.target.power", 9, "$.position.target.power"),
    (SETUP, "position.gone", 3, "$.position.gone"),
    (SETUP, "position.self", 3, "$.position.self"),
    (SETUP, "position.partners", [0, 1, 2], "$.position.partners"),
    (SERIES, "match", None, "$.match"),
    (SERIES, "match.seed", None, "$.match.seed"),
    (SERIES, "match.seed", -1, "$.match.seed"),
    (SERIES, "match.seed", 1 << 4096, "$.match.seed"),
    (SERIES, "match.deals", 0, "$.match.deals"),
    (SERIES, "match.drawing.places", [3], "$.match.drawing.places[0]"),
    (SERIES, "match.drawing.rounds.0.1", "1: K", "$.match.drawing.rounds[0][1]"),
    (SERIES, "match.drawing.rounds.0.1", "3: K♥", "$.match.drawing.rounds[0][1]"),
    (SERIES, "match.drawing.rounds.0", "0: K♥", "$.match.drawing.rounds[0]"),
    (SERIES, "deals", [], "$.deals"),
    (SERIES, "deals.1", None, "$.deals[1]"),
    (SERIES, "deals.1.position", {}, "$.deals[1].position"),
    (SERIES, "deals.1.deal", ABSENT, "$.deals[1].deal"),
    (SERIES, "deals.1.moves.0", "0: bud 1", "$.deals[1].moves[0]"),
    (SERIES, "moves", [], "$.moves"),
]


@pytest.mark.parametrize(("whole", "path", "value", "fault"), FAULTS)
def test_what_is_malformed_is_refused_with_its_path(
    whole: Any, path: str, value: Any, fault: str
) -> None:
    error = refused(json.dumps(changed(whole, path, value)))
    assert error.path == fault, error
    assert len(str(error)) < 600


@pytest.mark.parametrize("other", [None, True, 0, 1.5, "x", [], [{}], [DEAL]])
def test_a_record_is_an_object(other: Any) -> None:
    assert refused(json.dumps(other)).path == "$"


@pytest.mark.parametrize("text", [None, 5, [], {}, object(), b"\xff", "", b"", "\ud800"])
def test_what_is_no_text_is_refused(text: Any) -> None:
    assert refused(text).path == "$"


def test_a_record_of_another_schema_is_told_from_a_broken_one() -> None:
    assert "schema 1 is known here" in str(refused('{"schema": 2, "what": "ever"}'))


def test_texts_are_read_as_notation_has_them() -> None:
    """What people write by hand means the same; it is printed in one way."""
    by_hand = changed(DEAL, "deal.deck", DEAL["deal"]["deck"].replace("10♠", "ts"))
    by_hand = changed(by_hand, "moves.0", DEAL["moves"][0].replace("bid ", "bid   "))
    assert Record.from_json(json.dumps(by_hand, indent=4)) == Record.of(FINISHED)


def test_a_long_deck_is_refused_without_being_read() -> None:
    assert refused(json.dumps(changed(DEAL, "deal.deck", "x " * 2_000_000))).path == "$.deal.deck"


def test_a_position_must_tell_how_it_was_set_up() -> None:
    state = set_up(
        BigThree(),
        ["4♣", "5♠", "9♦"],
        to_act=0,
        target=None,
        target_by=None,
        gone=(),
        contract=Contract(bid=3, bidder=1, declarer=1),
        context=DealContext(),
        opener=None,
    )
    with pytest.raises(RecordError, match="does not tell all") as error:
        Record.of(state)
    assert error.value.path == "$.position"


def test_a_position_goes_on_out_of_turn() -> None:
    rules = BigTwo(bombs="out_of_turn", passing="out_of_trick")
    hands = ["4♣ 4♦ 4♥ 4♠ 9♠ K♠", "5♣ 6♣", "5♦ 6♦", "5♥ 6♥"]
    state = rules.position(hands, to_act=1, target="7♣", target_by=3, out_of_trick=[0, 2])
    state = step(state, Play("4♣ 4♦ 4♥ 4♠ 9♠"), 0)
    assert Record.from_json(Record.of(state).to_json()).replay() == state
