"""The server in a process of its own, with real WebSocket clients; killed and resumed."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from examples.table_server.journal import JOURNAL, RECORD, read_journal
from examples.table_server.messages import MOST_BYTES
from examples.table_server.server import MOST_WAITING
from websockets.asyncio.client import connect as connect_async
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from climbcards import Match, Record
from climbcards.view_json import view_from_json
from tests.examples.processes import Client, Process, doomed, running, spelled


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Process]:
    with running(folder, "--delay", "0", "--pause", "0", "--away", "0", "big_two") as process:
        yield process


def created(server: Process, ruleset: object, deals: int) -> str:
    with closing(Client(server.url)) as client:
        table = client.ask("created", "create", ruleset=ruleset, deals=deals)["table"]
        assert isinstance(table, str)
        return table


@pytest.mark.parametrize("game", ["big_two", "big_three", "dou_dizhu", "three_thirteen"])
def test_two_people_and_a_spectator_play_a_match(server: Process, folder: Path, game: str) -> None:
    table = created(server, game, 2)
    clients = [Client(server.url) for _ in range(3)]
    looker, ann, bo = clients
    looker.ask("view", "watch", table=table)
    ann.ask("view", "join", table=table, name="Ann", seat=1)
    bo.ask("view", "join", table=table, name="Bo", seat=0)
    with ThreadPoolExecutor() as pool:
        ends = [
            pool.submit(looker.play, lambda actions: actions[0]),
            pool.submit(ann.play, lambda actions: actions[-1]),
            pool.submit(bo.play, lambda actions: actions[0]),
        ]
        heard = [end.result() for end in ends]
    record = (folder / f"{table}{RECORD}").read_bytes().strip()
    match = Record.from_json(record).replay()
    assert isinstance(match, Match)
    assert match.is_over
    assert not (folder / f"{table}{JOURNAL}").exists()
    for client, messages in zip(clients, heard, strict=True):
        assert client.view is not None
        assert client.view == match.state.view(client.view.seat)
        results = [message for message in messages if message["type"] == "deal_over"]
        assert results[-1]["totals"] == list(match.totals)
        assert [row["seat"] for row in messages[-1]["ranking"]] == [
            standing.seat for standing in match.ranking()
        ]
        client.close()


def pair_at(server: Process, table: str) -> tuple[Client, Client]:
    """Two people who have taken both seats of a table, the one to act first."""
    pair = [Client(server.url) for _ in range(2)]
    for client in pair:
        client.ask("view", "join", table=table, name="Somebody")
    for client in pair:  # a built-in player may have moved while there was a seat free
        client.ask("view", "look")
    return (pair[0], pair[1]) if pair[0].told["scene"]["to_act"] == 0 else (pair[1], pair[0])


def test_a_person_comes_back_and_gets_the_view_again(server: Process) -> None:
    table = created(server, spelled("big_two", players=2), 3)
    able, other = pair_at(server, table)
    seat = able.told["seat"]
    able.act(able.told["actions"][0])
    able.hear_of("event")
    other.hear_of("event")
    assert other.view is not None
    able.close()
    assert not other.hear_of("seats")["seats"][seat]["present"]
    again = Client(server.url)
    again.ask("view", "return", table=table, token=able.token)
    assert again.view == able.view
    assert other.hear_of("seats")["seats"][seat]["present"]
    # Whoever is away is played for after a while: here, at once.
    number = other.told["number"]
    other.close()
    assert again.hear_of("event")["number"] == number + 1
    again.close()


def test_illegal_stale_and_foreign_messages_change_nothing(server: Process, folder: Path) -> None:
    table = created(server, spelled("big_two", players=2), 1)
    able, other = pair_at(server, table)
    before = able.told["number"]
    able.act("play 3♣ 4♦")
    assert able.hear_of("refused")["violation"]["reason"] in ("cards_not_held", "not_a_combination")
    other.act("pass")
    assert other.hear_of("refused")["violation"]["reason"] == "not_your_turn"
    able.act(able.told["actions"][0])
    able.hear_of("event")
    other.say("act", deal=1, number=before, action="pass")
    while (message := other.hear())["type"] != "error":
        pass
    assert (message["code"], message["number"]) == ("stale", before + 1)
    for text in ("", "[]", '{"type":"act"}', "\x00", '{"type":"look"}', b"\x00"):
        other.socket.send(text)
        assert other.hear()["type"] in ("error", "view")
    kept = read_journal(folder / f"{table}{JOURNAL}").match
    assert len(kept.state.history) == before + 1
    able.close()
    other.close()


def test_noise_is_answered_with_errors(server: Process) -> None:
    rng = random.Random(7)
    with closing(Client(server.url)) as noisy, closing(Client(server.url)) as other:
        noisy.ask("view", "watch", table="big_two-1")
        for _ in range(200):
            noise = rng.randbytes(rng.randrange(200))
            noisy.socket.send(noise if rng.random() < 0.5 else noise.decode("latin-1"))
            while (message := noisy.hear())["type"] != "error":
                pass
            assert message["code"] == "bad_message"
        assert other.ask("tables", "tables")["games"]


@pytest.mark.parametrize(
    "noise",
    [
        b"\x00\xff" * 500 + b"\r\n\r\n",
        b"GET /ws HTTP/1.1\r\nUpgrade: websocket\r\n\r\n",
        b"GET " + b"/" * 100_000 + b" HTTP/1.1\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nnoise",
        b"",
    ],
    ids=["bytes", "half an upgrade", "long path", "POST", "nothing"],
)
def test_what_speaks_no_http_is_hung_up_on(server: Process, noise: bytes) -> None:
    """The server has nothing to say of it in its log, as `running` sees at the end."""
    place = urlsplit(server.url)
    assert place.port is not None
    with socket.create_connection(("127.0.0.1", place.port), timeout=20) as raw:
        try:
            raw.sendall(noise)
            raw.shutdown(socket.SHUT_WR)
            while raw.recv(4096):
                pass
        except OSError:
            pass  # it was hung up on at once
    with closing(Client(server.url)) as other:
        assert other.ask("tables", "tables")["games"]


def test_a_message_that_is_too_long_ends_its_connection_alone(server: Process) -> None:
    with closing(Client(server.url)) as other:
        rude = Client(server.url)
        rude.socket.send("x" * (MOST_BYTES + 1))
        with pytest.raises(ConnectionClosed):
            rude.hear()
        assert other.ask("tables", "tables")["games"]


def ask_on_and_on(url: str) -> None:
    """Ask and never take an answer, with little room for answers on the way."""
    parts = urlsplit(url)
    assert parts.hostname is not None
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        deaf.settimeout(20)
        deaf.connect((parts.hostname, parts.port))
        deaf.sendall(
            f"GET /ws HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        question = b'{"type":"tables"}'
        frame = bytes([0x81, 0x80 | len(question), 0, 0, 0, 0]) + question  # masked with zeros
        end = time.monotonic() + 60
        while time.monotonic() < end:
            deaf.sendall(100 * frame)


def test_somebody_who_does_not_read_is_hung_up_on(server: Process) -> None:
    with closing(Client(server.url)) as other:
        with pytest.raises(ConnectionError):
            ask_on_and_on(server.url)
        assert other.ask("tables", "tables")["games"]


def test_the_page_and_nothing_else_is_served(server: Process) -> None:
    with urllib.request.urlopen(server.url, timeout=20) as got:
        page = got.read().decode()
        assert got.headers["Content-Type"] == "text/html; charset=utf-8"
        assert "default-src 'none'" in got.headers["Content-Security-Policy"]
    assert "<title>climbcards</title>" in page
    hosts = page.replace("http://www.w3.org/2000/svg", "")
    assert "http:" not in hosts  # no file of another host
    assert "https:" not in hosts
    for path in ("page.html", "../README.md", "tables/", "favicon.ico"):
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(server.url + path, timeout=20)
        assert caught.value.code == 404
        caught.value.close()


def test_pages_of_other_sites_are_kept_out(server: Process) -> None:
    url = server.url.replace("http", "ws") + "ws"
    elsewhere = Origin("http://example.org")
    with pytest.raises(InvalidStatus) as caught, connect(url, origin=elsewhere, proxy=None):
        pass
    assert caught.value.response.status_code == 403


def test_a_second_server_stays_out(server: Process, folder: Path) -> None:
    with pytest.raises(AssertionError, match="another server is running"):
        Process(folder)
    taken = server.url.split(":")[2].strip("/")
    with pytest.raises(AssertionError, match=r"the server cannot run: .*address already in use"):
        Process(folder / "other", "--port", taken)
    with pytest.raises(AssertionError, match="there is no game 'chess': choose from big_three"):
        Process(folder, "chess")


# --- A sudden end --------------------------------------------------------------------------------


def test_a_killed_server_resumes_every_table(tmp_path: Path) -> None:
    """Two people at one table, one at another; each sees the same again, and they go on."""
    slow = ("--delay", "1000", "big_two", "three_thirteen")
    with doomed(tmp_path, *slow) as process:
        two = created(process, spelled("big_two", players=2), 2)
        people = [(Client(process.url), table) for table in (two, two, "three_thirteen-1")]
        for client, table in people:
            client.ask("view", "join", table=table, name="Ann")
        ann, bo = people[0][0], people[1][0]
        for _ in range(5):
            able = ann if ann.told["scene"]["to_act"] == 0 else bo
            able.act(able.told["actions"][0])
            for client in (ann, bo):
                client.hear_of("event")
        process.kill()
    with (tmp_path / f"{two}{JOURNAL}").open("ab") as file:
        file.write(b'{"deal":1,"number":6,"se')  # what a crash leaves of a line
    with running(tmp_path, *slow) as again:
        assert f"resumed {two}: deal 1, move 5" in again.said
        assert len(again.said) == 4  # three tables and the address: none was set up anew
        seats: list[Client] = []
        for client, table in people:
            back = Client(again.url)
            view = back.ask("view", "return", table=table, token=client.token)
            assert back.view == client.view
            for key in ("deal", "number", "actions", "scene"):
                assert view[key] == client.told[key]
            seats.append(back)
        able = seats[seats[0].told["scene"]["to_act"]]
        able.act(able.told["actions"][0])
        for back in seats[:2]:
            assert back.hear_of("event")["number"] == 6
        for back in (*seats, *(client for client, _ in people)):
            back.close()


def test_whatever_was_announced_is_kept(tmp_path: Path) -> None:
    """The server is killed in the middle of a quick match between built-in players."""
    quick = ("--delay", "0", "--pause", "0", "dou_dizhu")
    with doomed(tmp_path, *quick) as process:
        looker = Client(process.url)
        looker.ask("view", "watch", table="dou_dizhu-1")
        while looker.told["number"] < 12:
            looker.hear()
        process.kill()
    try:
        while True:  # what was on its way
            looker.hear()
    except ConnectionClosed:
        pass
    looker.close()
    kept = read_journal(tmp_path / f"dou_dizhu-1{JOURNAL}").match
    deal = looker.told["deal"]
    state = [*kept.past, kept.state][deal - 1]
    assert looker.view is not None
    number = len(looker.view.table.history)
    assert state.view(None).events[:number] == looker.view.events
    with running(tmp_path, *quick) as again:
        back = Client(again.url)
        view = back.ask("view", "watch", table="dou_dizhu-1")
        assert view["deal"] >= deal
        assert view_from_json(json.dumps(view["view"])) == back.view
        assert back.hear_of("event")["number"] > 0
        back.close()


def test_who_asks_a_lot_holds_nobody_up_and_gets_every_answer(server: Process) -> None:
    """More questions at once than answers may wait, from somebody who reads."""
    asked = 4 * MOST_WAITING
    url = server.url.replace("http", "ws") + "ws"

    async def ask() -> tuple[int, int]:
        heard = 0
        async with connect_async(url) as much, connect_async(url) as little:

            async def hear() -> None:
                nonlocal heard
                while heard < asked:
                    await much.recv()
                    heard += 1

            hearing = asyncio.create_task(hear())
            for _ in range(asked):
                await much.send('{"type":"tables"}')
            await little.send('{"type":"tables"}')
            await little.recv()
            before = heard
            async with asyncio.timeout(30):
                await hearing
        return before, heard

    before, heard = asyncio.run(ask())
    assert before < asked  # the one question was not put behind all of the others
    assert heard == asked
