"""The tables of the server without a socket: what is sent, to whom, what is kept and refused."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from examples.table_server.game_table import GameTable, Sent
from examples.table_server.journal import JOURNAL, RECORD, Journal, read_journal
from examples.table_server.lobby import MOST_TABLES, Lobby
from examples.table_server.messages import MOST_BYTES, Act, Refused
from examples.table_server.pace import Delays, Pace
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from climbcards import (
    BigThree,
    BigTwo,
    DouDizhu,
    Match,
    Pass,
    Record,
    RecordError,
    Ruleset,
    Table,
    ThreeThirteen,
    parse_action,
)
from climbcards.view_json import event_from_json, view_from_json

GAMES: list[Ruleset[Table]] = [
    BigThree(),
    BigThree(players=4),
    BigTwo(bombs="out_of_turn"),
    BigTwo(players=3),
    DouDizhu(),
    ThreeThirteen(players=3),
]
each_game = pytest.mark.parametrize("ruleset", GAMES, ids=repr)
CARD = re.compile(r"(?:10|[2-9AJQK])[♣♦♥♠]|[BR]J")


def tell(lobby: Lobby, client: int, **message: object) -> list[tuple[int, dict[str, Any]]]:
    """Have a client say something; what is sent, as it arrives."""
    return arrived(lobby.receive(client, json.dumps(message)))


def arrived(sent: list[Sent]) -> list[tuple[int, dict[str, Any]]]:
    return [(client, json.loads(json.dumps(message))) for client, message in sent]


def only(sent: list[tuple[int, dict[str, Any]]], client: int, kind: str) -> dict[str, Any]:
    (found,) = (message for to, message in sent if to == client and message["type"] == kind)
    return found


def seated(folder: Path, ruleset: Ruleset[Table], **begin: Any) -> tuple[Lobby, GameTable]:
    """A table at which every seat is taken, by the client of its number, and 99 looks on."""
    lobby = Lobby(folder)
    table = lobby.tables["x-1"] = GameTable.begin(folder, "x-1", ruleset, **begin)
    for seat in range(ruleset.players):
        tell(lobby, seat, type="join", table="x-1", name=f"P{seat}", seat=seat)
    tell(lobby, 99, type="watch", table="x-1")
    return lobby, table


def act(lobby: Lobby, client: int, table: GameTable, action: object) -> Any:
    deal, number = table.now
    return tell(lobby, client, type="act", deal=deal, number=number, action=str(action))


def cards_in(value: object) -> set[str]:
    """Every card that a message names."""
    return set(CARD.findall(json.dumps(value, ensure_ascii=False)))


def journal_of(table: GameTable) -> Path:
    return table._journal.path


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Lobby, GameTable]]:
    lobby, table = seated(tmp_path, BigTwo(players=2), deals=2, seed=3)
    yield lobby, table
    lobby.close()


# --- Seats ---------------------------------------------------------------------------------------


def test_a_seat_is_taken_with_a_secret(tmp_path: Path) -> None:
    lobby = Lobby(tmp_path)
    created = only(tell(lobby, 1, type="create", ruleset="big_two", deals=1), 1, "created")
    assert created["table"] == "big_two-1"
    assert [seat["name"] for seat in created["seats"]] == [None] * 4
    sent = tell(lobby, 1, type="join", table="big_two-1", name="  Ann ", seat=2)
    welcome, view = only(sent, 1, "welcome"), only(sent, 1, "view")
    assert (welcome["seat"], welcome["name"]) == (2, "Ann")
    assert view_from_json(json.dumps(view["view"])) == lobby.tables["big_two-1"].state.view(2)
    sent = tell(lobby, 2, type="join", table="big_two-1", name="Bo")
    assert only(sent, 2, "welcome")["seat"] == 0
    assert only(sent, 2, "welcome")["token"] != welcome["token"]
    assert welcome["token"] not in json.dumps([m for to, m in sent if to == 2])
    assert [seat["name"] for seat in only(sent, 1, "seats")["seats"]] == ["Bo", None, "Ann", None]
    lobby.close()


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "join", "table": "x-2", "name": "A"}, "no_such_table"),
        ({"type": "join", "table": "x-1", "name": "A", "seat": 0}, "seat_taken"),
        ({"type": "join", "table": "x-1", "name": "A", "seat": 2}, "no_such_seat"),
        ({"type": "join", "table": "x-1", "name": "A"}, "table_full"),
        ({"type": "return", "table": "x-1", "token": "0" * 22}, "bad_token"),
        ({"type": "return", "table": "x-1", "token": "é"}, "bad_token"),
        ({"type": "act", "deal": 1, "number": 0, "action": "pass"}, "not_at_a_table"),
        ({"type": "look"}, "not_at_a_table"),
        ({"type": "leave"}, "not_at_a_table"),
    ],
)
def test_what_a_stranger_cannot_do(
    two: tuple[Lobby, GameTable], message: dict[str, object], code: str
) -> None:
    lobby, table = two
    before = journal_of(table).read_bytes()
    assert only(tell(lobby, 7, **message), 7, "error")["code"] == code
    assert journal_of(table).read_bytes() == before


def test_a_token_brings_the_seat_back(two: tuple[Lobby, GameTable]) -> None:
    lobby, table = two
    person = table.people[1]
    assert person is not None
    (told,) = [m for to, m in arrived(lobby.gone(1)) if to == 0]
    assert [seat["present"] for seat in told["seats"]] == [True, False]
    sent = tell(lobby, 8, type="return", table="x-1", token=person.token)
    assert only(sent, 8, "welcome")["seat"] == 1
    assert only(sent, 8, "view")["actions"] == [str(a) for a in table.state.legal_actions(1)]
    assert only(tell(lobby, 8, type="watch", table="x-1"), 8, "error")["code"] == "at_a_table"


def test_a_seat_that_is_given_up_is_free(two: tuple[Lobby, GameTable]) -> None:
    lobby, table = two
    person = table.people[1]
    assert person is not None
    assert only(tell(lobby, 1, type="leave"), 1, "left")
    assert table.people[1] is None
    error = only(tell(lobby, 1, type="return", table="x-1", token=person.token), 1, "error")
    assert error["code"] == "bad_token"
    assert only(tell(lobby, 1, type="join", table="x-1", name="New"), 1, "welcome")["seat"] == 1
    assert read_journal(journal_of(table)).people == tuple(table.people)


def test_a_spectator_sees_no_hand_and_does_not_play(two: tuple[Lobby, GameTable]) -> None:
    lobby, table = two
    view = only(tell(lobby, 99, type="look"), 99, "view")
    assert (view["seat"], view["scene"]["hand"], view["actions"]) == (None, [], [])
    assert act(lobby, 99, table, Pass())[0][1]["code"] == "no_seat"


# --- Acting --------------------------------------------------------------------------------------


def test_a_move_is_kept_and_then_told(two: tuple[Lobby, GameTable]) -> None:
    lobby, table = two
    seat = table.state.to_act
    assert seat is not None
    action = table.state.legal_actions()[0]
    sent = act(lobby, seat, table, action)
    assert sorted(to for to, _ in sent) == [0, 1, 99]
    for client, message in sent:
        own = None if client == 99 else client
        assert (message["deal"], message["number"]) == (1, 1) == table.now
        event = event_from_json(json.dumps(message["event"]))
        assert event == table.state.events(own)[-1]
        assert message["actions"] == [str(a) for a in table.state.view(own).legal_actions()]
    last = json.loads(journal_of(table).read_text("utf-8").splitlines()[-1])
    assert last == {"deal": 1, "number": 1, "seat": seat, "action": str(action)}


def test_a_refusal_has_its_reason_and_changes_nothing(two: tuple[Lobby, GameTable]) -> None:
    lobby, table = two
    seat = table.state.to_act
    assert seat is not None
    before, kept = table.match, journal_of(table).read_bytes()
    ((to, message),) = act(lobby, 1 - seat, table, Pass())
    assert (to, message["type"]) == (1 - seat, "refused")
    assert message["violation"] == {
        "reason": "not_your_turn",
        "seat": 1 - seat,
        "action": "pass",
        "to_act": seat,
        "message": f"it is the turn of seat {seat}, not of seat {1 - seat}",
    }
    missing = next(card for card in table.match.ruleset.deck if card not in table.state.hands[seat])
    ((_, message),) = act(lobby, seat, table, f"play {missing}")
    assert message["violation"]["reason"] == "cards_not_held"
    assert message["violation"]["missing"] == str(missing)
    assert table.match is before
    assert journal_of(table).read_bytes() == kept


def test_a_check_answers_alone_and_does_nothing(two: tuple[Lobby, GameTable]) -> None:
    lobby, table = two
    seat = table.state.to_act
    assert seat is not None
    before = table.match
    for action, reason in ((table.state.legal_actions()[0], None), (Pass(), "cannot_pass_lead")):
        ((to, message),) = tell(lobby, seat, type="check", deal=1, number=0, action=str(action))
        assert (to, message["type"], message["action"]) == (seat, "checked", str(action))
        violation = message["violation"]
        assert (violation and violation["reason"]) == reason
    assert table.match is before


@pytest.mark.parametrize(("deal", "number"), [(1, 0), (1, 2), (2, 1), (2, 0)])
def test_a_stale_answer_is_refused(two: tuple[Lobby, GameTable], deal: int, number: int) -> None:
    lobby, table = two
    seat = table.state.to_act
    assert seat is not None
    act(lobby, seat, table, table.state.legal_actions()[0])
    before = table.match
    for kind in ("act", "check"):
        ((_, message),) = tell(lobby, 1 - seat, type=kind, deal=deal, number=number, action="pass")
        assert (message["code"], message["deal"], message["number"]) == ("stale", 1, 1)
    assert table.match is before


def test_a_full_disk_changes_nothing(
    two: tuple[Lobby, GameTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby, table = two
    seat = table.state.to_act
    assert seat is not None
    before, kept = table.match, journal_of(table).read_bytes()

    def full(number: int) -> None:
        raise OSError("no space is left")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        ((_, message),) = act(lobby, seat, table, table.state.legal_actions()[0])
    assert message["code"] == "not_kept"
    assert table.match is before
    assert journal_of(table).read_bytes() == kept
    assert act(lobby, seat, table, table.state.legal_actions()[0])[0][1]["type"] == "event"
    assert read_journal(journal_of(table)).match == table.match


# --- Secrets -------------------------------------------------------------------------------------


def played_out(lobby: Lobby, table: GameTable, see: Callable[[Any], None]) -> None:
    """Play the match to its end, with a bomb out of turn whenever there is one."""
    rng = random.Random(5)
    while not table.is_over:
        state = table.state
        able = [s for s in range(len(state.hands)) if state.legal_actions(s)]
        seat = next((s for s in able if s != state.to_act), state.to_act)
        assert seat is not None
        actions = state.legal_actions(seat)
        action = rng.choice(actions[-3:])
        if rng.random() < 0.7 or isinstance(state.ruleset, ThreeThirteen):
            sent = act(lobby, seat, table, action)
        else:
            sent = arrived(table.play_for(state.to_act if state.to_act is not None else 0))
        see(sent)


@each_game
def test_every_client_sees_its_own_view_and_no_more(
    ruleset: Ruleset[Table], tmp_path: Path
) -> None:
    """A client of each seat keeps a view of its own by the events; no message has a hidden card."""
    deals = 2
    lobby, table = seated(tmp_path, ruleset, deals=deals, seed=11)
    clients = [*range(ruleset.players), 99]
    views = {c: table.state.view(None if c == 99 else c) for c in clients}
    ends = list[str]()

    def see(sent: list[tuple[int, dict[str, Any]]]) -> None:
        assert {to for to, _ in sent} == set(clients)
        for client, message in sent:
            ends.append(message["type"])
            if message["type"] == "event":
                view = views[client].advance(event_from_json(json.dumps(message["event"])))
                views[client] = view
                assert message["actions"] == [str(a) for a in view.legal_actions()][:1000]
                assert message["actions_in_all"] == len(view.legal_actions())
            elif message["type"] == "view":
                views[client] = view_from_json(json.dumps(message["view"]))
            if message["type"] in ("event", "view") and not isinstance(ruleset, ThreeThirteen):
                hold_secrets(message, None if client == 99 else client)
        if not table.is_over:
            assert views == {c: table.state.view(None if c == 99 else c) for c in clients}

    def hold_secrets(message: dict[str, Any], seat: int | None) -> None:
        if (message["deal"], message["number"]) != table.now:
            return  # the end of a deal: the next one is dealt already
        shown = ("opening_card", "face_up", "odd_card", "called", "kitty")
        public = cards_in([message["scene"].get(key) for key in shown])
        hidden = {
            str(card)
            for other, hand in enumerate(table.state.hands)
            if other != seat
            for card in hand
        }
        own = [action for action in message["actions"] if not action.startswith("call ")]
        assert not (cards_in({**message, "actions": own}) & hidden) - public

    played_out(lobby, table, see)
    assert ends.count("deal_over") >= deals * len(clients)
    assert ends[-1] == "match_over"
    record = next(tmp_path.glob(f"*{RECORD}"))
    assert Record.from_json(record.read_bytes().strip()).replay() == table.match
    assert not list(tmp_path.glob(f"*{JOURNAL}"))


def test_bombs_out_of_turn_go_to_their_seat_alone(tmp_path: Path) -> None:
    lobby, table = seated(tmp_path, BigTwo(bombs="out_of_turn"), seed=14)
    sent = act(lobby, 3, table, table.state.legal_actions()[0])
    assert table.state.to_act != 2
    events = {client: message for client, message in sent if message["type"] == "event"}
    bombs = [str(action) for action in table.state.legal_actions(2)]
    assert bombs[0] == "play 4♣ 4♦ 4♥ 4♠ 7♦"
    assert events[2]["actions"] == bombs
    # To the others it looks as if there were none.
    for client in {0, 1, 3, 99} - {table.state.to_act}:
        assert (events[client]["actions"], events[client]["actions_in_all"]) == ([], 0)
        assert not cards_in(events[client]) & {"4♣", "4♦", "4♥", "4♠"}
    # A check is answered to whoever asks, and to nobody else.
    deal, number = table.now
    ((to, message),) = tell(lobby, 2, type="check", deal=deal, number=number, action=bombs[0])
    assert (to, message["violation"]) == (2, None)
    sent = act(lobby, 2, table, bombs[0])
    assert {message["event"]["seat"] for _, message in sent} == {2}
    assert read_journal(journal_of(table)).match == table.match
    table.close()


# --- Messages ------------------------------------------------------------------------------------

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
TYPES = ["tables", "create", "join", "return", "watch", "act", "check", "look"]
KEYS = ["ruleset", "deals", "table", "name", "seat", "token", "deal", "number", "action", "by"]
LIKELY = JUNK | st.sampled_from(["x-1", "pass", "play 3♣ 3♦", "play" + " 3♣" * 40, "big_two", 0, 1])
WILD = (
    st.binary(max_size=60)
    | st.text(max_size=60)
    | JUNK.map(json.dumps)
    | st.builds(
        lambda kind, rest: json.dumps({"type": kind, **rest}),
        st.sampled_from(TYPES) | JUNK,
        st.dictionaries(st.sampled_from(KEYS), LIKELY, max_size=4),
    )
)


@settings(
    max_examples=max(1, settings().max_examples // 2),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(text=WILD, client=st.sampled_from([0, 1, 7]))
def test_whatever_is_said_is_answered(
    two: tuple[Lobby, GameTable], text: str | bytes, client: int
) -> None:
    lobby, table = two
    before = table.match
    sent = arrived(lobby.receive(client, text))
    kinds = {message["type"] for to, message in sent if to == client}
    assert kinds
    if kinds <= {"error", "refused", "checked"}:
        assert table.match is before
        assert {to for to, _ in sent} == {client}
    lobby.gone(7)


@pytest.mark.parametrize(
    "text",
    [
        b"\xff\x00",
        "",
        "[" * 5_000,
        '{"a":' * 1_000 + "1" + "}" * 1_000,
        '{"type":"act","type":"act"}',
        '{"type":NaN}',
        '{"type":"look","x":1e999}',
        '{"type":"look","seat":0}',
        '{"type":"act","deal":1,"number":0,"action":"pass","seat":0}',
        '{"type":"act","deal":true,"number":0,"action":"pass"}',
        '{"type":"act","deal":1,"number":0.0,"action":"pass"}',
        '{"type":"act","deal":1,"number":0,"action":["pass"]}',
        '{"type":"act","deal":1,"number":0,"action":"play 3♣ 3x"}',
        '{"type":"act","deal":1,"number":0,"action":"bid 99999999999999999999"}',
        '{"type":"act","deal":1,"number":' + "9" * 3_000 + ',"action":"pass"}',
        '{"type":"join","table":"x-1","name":""}',
        '{"type":"join","table":"x-1","name":"\\u202e evil"}',
        '{"type":"join","table":"x-1","name":"' + "n" * 25 + '"}',
        '{"type":"join","table":"../../etc/passwd","name":null}',
        '{"type":"create","ruleset":"chess"}',
        '{"type":"create","ruleset":{"name":"big_two","version":1,"options":{}}}',
        '{"type":"create","ruleset":"big_two","deals":0}',
        '{"type":"' + "x" * MOST_BYTES + '"}',
    ],
)
def test_what_is_no_message_says_where(two: tuple[Lobby, GameTable], text: str | bytes) -> None:
    lobby, table = two
    before = table.match
    ((_, message),) = arrived(lobby.receive(0, text))
    assert (message["type"], message["code"]) == ("error", "bad_message")
    assert len(message["message"]) < 500
    assert table.match is before


def test_a_table_with_options_is_made_by_a_message(tmp_path: Path) -> None:
    lobby = Lobby(tmp_path)
    rules = BigTwo(players=3, bombs="in_turn", last_card_rule="enforce")
    spelled = json.loads(Record.of(rules.deal(1)).to_json())["ruleset"]
    only(tell(lobby, 1, type="create", ruleset=spelled), 1, "created")
    assert lobby.tables["big_two-1"].match.ruleset == rules
    lobby.close()


def test_a_ruleset_with_endless_deals_makes_no_table(tmp_path: Path) -> None:
    lobby = Lobby(tmp_path)
    rules = BigTwo(deals=999_999_999)
    spelled = json.loads(Record.of(rules.deal(1)).to_json())["ruleset"]
    error = only(tell(lobby, 1, type="create", ruleset=spelled), 1, "error")
    assert error["code"] == "bad_message"
    assert not lobby.tables


def test_tables_that_nobody_sat_at_make_way(tmp_path: Path) -> None:
    lobby = Lobby(tmp_path)
    kept = lobby.create(BigTwo())
    only(tell(lobby, 1, type="create", ruleset="big_two"), 1, "created")
    tell(lobby, 1, type="join", table="big_two-2", name="Ann")
    for _ in range(MOST_TABLES + 5):
        only(tell(lobby, 2, type="create", ruleset="big_two"), 2, "created")
    assert {kept.name, "big_two-2"} <= set(lobby.tables)
    assert len(lobby.tables) <= MOST_TABLES
    assert len(list(tmp_path.glob(f"*{JOURNAL}"))) == len(lobby.tables)
    lobby.close()


def test_there_is_an_end_to_tables(tmp_path: Path) -> None:
    lobby = Lobby(tmp_path)
    table = lobby.create(BigTwo())
    lobby.tables.update({str(number): table for number in range(MOST_TABLES)})
    error = only(tell(lobby, 1, type="create", ruleset="big_two"), 1, "error")
    assert error["code"] == "too_many_tables"
    table.close()


# --- Journals ------------------------------------------------------------------------------------


def some_moves(table: GameTable, moves: int) -> None:
    for _ in range(moves):
        seat = table.state.to_act
        assert seat is not None
        table.play_for(seat)


@each_game
def test_a_table_resumes_from_its_journal(ruleset: Ruleset[Table], tmp_path: Path) -> None:
    _, table = seated(tmp_path, ruleset, seed=4, deals=9)
    some_moves(table, 60)
    table.close()
    lobby = Lobby(tmp_path)
    with journal_of(table).open("ab") as file:
        file.write(b'{"deal":1,"num')  # a crash in mid-line
    (again,) = lobby.resume()
    assert again.match == table.match
    assert again.people == table.people
    some_moves(again, 3)
    assert read_journal(journal_of(again)).match == again.match
    lobby.close()


def test_every_cut_of_a_journal_resumes(two: tuple[Lobby, GameTable], tmp_path: Path) -> None:
    """Wherever a crash cuts the file, what is resumed is what the whole lines tell."""
    _, table = two
    some_moves(table, 6)
    content = journal_of(table).read_bytes()
    first = content.index(b"\n") + 1
    path = tmp_path / f"y-1{JOURNAL}"
    for cut in range(first, len(content) + 1):
        path.write_bytes(content[:cut])
        again = GameTable.resume(path)
        again.close()
        lines = content[:cut].count(b"\n") - 1
        assert len(again.state.history) == max(0, lines - 2)  # two people sat down
        assert path.read_bytes() == content[: content.rfind(b"\n", 0, cut) + 1]


@pytest.mark.parametrize(
    ("line", "path", "number"),
    [
        ('{"deal":1,"number":2,"seat":0,"action":"pass"}', "$.number", 4),
        ('{"deal":2,"number":1,"seat":0,"action":"pass"}', "$.deal", 4),
        ('{"deal":1,"number":1,"seat":0,"action":"pass"}', "$.action", 4),
        ('{"deal":1,"number":1,"seat":0,"action":"fly"}', "$.action", 4),
        ('{"deal":1,"number":1,"seat":0}', "$.action", 4),
        ('{"sit":2,"name":"A","token":"0123456789012345"}', "$.sit", 4),
        ('{"sit":1,"name":"A","token":"short"}', "$.token", 4),
        ('{"leave":-1}', "$.leave", 4),
        ('{"leave":1,"sit":1}', "$.leave", 4),
        ("{}", "$.deal", 4),
        ("garbage", "$", 4),
    ],
)
def test_a_damaged_journal_is_left_alone(
    two: tuple[Lobby, GameTable],
    line: str,
    path: str,
    number: int,
    caplog: pytest.LogCaptureFixture,
) -> None:
    lobby, table = two
    file = journal_of(table)
    file.write_bytes(file.read_bytes() + line.encode() + b"\n")
    content = file.read_bytes()
    with pytest.raises(RecordError) as caught:
        read_journal(file)
    assert (caught.value.path, caught.value.line) == (path, number)
    other = Lobby(lobby.folder)
    assert other.resume() == []
    assert "is not resumed" in caplog.text
    assert file.read_bytes() == content


@pytest.mark.parametrize("content", [b"", b"half a line", b"{}\n"])
def test_a_file_without_a_match_is_no_journal(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / f"x-1{JOURNAL}"
    path.write_bytes(content)
    with pytest.raises(RecordError) as caught:
        read_journal(path)
    assert caught.value.line == 1


def test_the_record_of_a_deal_is_no_journal(tmp_path: Path) -> None:
    path = tmp_path / f"x-1{JOURNAL}"
    path.write_text(Record.of(BigTwo().deal(1)).to_json() + "\n", "utf-8")
    with pytest.raises(RecordError, match="begins with the record of a match"):
        read_journal(path)


def test_a_journal_is_never_written_over(tmp_path: Path) -> None:
    match = Match.begin(BigTwo(), 1)
    path = tmp_path / f"x-1{JOURNAL}"
    Journal.begin(path, match).close()
    with pytest.raises(FileExistsError):
        Journal.begin(path, match)
    if os.name == "posix":
        assert path.stat().st_mode & 0o077 == 0


def test_a_match_that_ended_before_a_crash_gets_its_record(tmp_path: Path) -> None:
    _, table = seated(tmp_path, BigTwo(players=2), deals=1, seed=3)
    path = journal_of(table)
    content = b""
    while len(table.match.past) == 0:
        content = path.read_bytes()
        some_moves(table, 1)
    move = table.state.history[-1]
    last = {"deal": 1, "number": table.now[1], "seat": move.seat, "action": str(move.action)}
    record = tmp_path / f"x-1{RECORD}"
    told = record.read_bytes()
    record.unlink()
    path.write_bytes(content + json.dumps(last).encode() + b"\n")
    lobby = Lobby(tmp_path)
    assert lobby.resume() == []
    assert record.read_bytes() == told
    assert not path.exists()
    assert lobby.create(BigTwo()).name == "big_two-1"
    assert lobby.create(BigTwo()).name == "big_two-2"
    lobby.close()


def test_a_finished_table_is_over_for_everybody(two: tuple[Lobby, GameTable]) -> None:
    lobby, table = two
    while not table.is_over:
        some_moves(table, 1)
    view = only(tell(lobby, 0, type="look"), 0, "view")
    assert [row["place"] for row in view["ranking"]] == [1, 2]
    assert act(lobby, 0, table, Pass())[0][1]["violation"]["reason"] == "game_over"
    assert only(tell(lobby, 7, type="join", table="x-1", name="A"), 7, "error")["code"] == "over"
    assert table.summary()["deal"] == 2
    for client in (0, 1, 99):
        tell(lobby, client, type="leave")
    lobby.create(BigTwo())
    assert list(lobby.tables) == ["big_two-1"]


# --- Pace ----------------------------------------------------------------------------------------


def test_built_in_players_take_their_time(tmp_path: Path) -> None:
    lobby = Lobby(tmp_path)
    table = lobby.create(BigTwo(players=2))
    pace = Pace(Delays(move=1, deal=5, away=60))
    assert pace.due([table], 0) == ([], None)  # nobody looks
    tell(lobby, 1, type="watch", table=table.name)
    assert pace.due([table], 0.5) == ([], 1.0)
    assert pace.due([table], 1.0) == ([(table, table.state.to_act)], None)
    some_moves(table, 1)
    assert pace.due([table], 3.0) == ([], 4.0)
    pace.hold(table, 4.0)
    assert pace.due([table], 4.5) == ([], 6.0)
    while len(table.match.past) < 1:
        some_moves(table, 1)
    assert pace.due([table], 10.0) == ([], 15.0)
    lobby.close()


@pytest.mark.parametrize(("away", "due"), [(60.0, 72.0), (0.0, 13.0), (None, None)])
def test_a_person_who_is_away_is_waited_for(
    two: tuple[Lobby, GameTable], away: float | None, due: float | None
) -> None:
    lobby, table = two
    seat = table.state.to_act
    assert seat is not None
    pace = Pace(Delays(move=1, away=away))
    assert pace.due([table], 10) == ([], None)
    lobby.gone(seat)
    assert pace.due([table], 12) == (([(table, seat)], None) if away == 0 else ([], due))
    if due is not None:
        assert pace.due([table], due) == ([(table, seat)], None)
    person = table.people[seat]
    assert person is not None
    tell(lobby, seat, type="return", table="x-1", token=person.token)
    assert pace.due([table], 100) == ([], None)


def test_only_the_seat_to_act_is_played_for(two: tuple[Lobby, GameTable]) -> None:
    _, table = two
    seat = table.state.to_act
    assert seat is not None
    with pytest.raises(Refused, match="spectators"):
        table.act(99, Act(1, 0, parse_action("pass")))
    sent = table.play_for(seat)
    assert {message["type"] for _, message in arrived(sent)} == {"event"}
