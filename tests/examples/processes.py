"""A server in a process of its own, and people who play on it over real WebSockets."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

from examples.table_server.messages import GAMES
from websockets.sync.client import ClientConnection, connect

from climbcards import Record, Table, View
from climbcards.view_json import event_from_json, view_from_json

ROOT: Final = Path(__file__).parents[2]
PATIENCE: Final = 20.0
"""Seconds before something that is waited for is given up."""


def spelled(name: str, **options: object) -> dict[str, Any]:
    """A ruleset in JSON, of the usual options but for these."""
    usual = json.loads(Record.of(GAMES[name]().deal(1)).to_json())["ruleset"]
    assert set(options) <= set(usual["options"])
    return {**usual, "options": {**usual["options"], **options}}


class Process:
    """A running server.

    Attributes:
        url: where its page is.
        said: what it said as it started.
    """

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-W", "error", "-m", "examples.table_server"),
                *("--port", "0", "--folder", str(folder), *arguments),
            ],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        self.said: list[str] = []
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.said.append(line.strip())
            if line.startswith("http://"):
                break
        else:
            raise AssertionError(self._process.communicate()[1])  # it ended by itself
        self.url = self.said[-1]

    def kill(self) -> None:
        """End it at once, without a warning."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.communicate()

    def stop(self) -> str:
        """End it as an interrupt does; what it had to complain of."""
        self._process.terminate()
        _, errors = self._process.communicate(timeout=PATIENCE)
        assert self._process.returncode == 0, errors
        return errors


@contextmanager
def running(folder: Path, *arguments: str) -> Generator[Process, None, None]:
    """A server that has nothing to complain of."""
    process = Process(folder, *arguments)
    try:
        yield process
        assert process.stop() == ""
    finally:
        process.kill()


@contextmanager
def doomed(folder: Path, *arguments: str) -> Generator[Process, None, None]:
    """A server that is killed at the latest when the context ends."""
    process = Process(folder, *arguments)
    try:
        yield process
    finally:
        process.kill()


class Client:
    """Somebody with a connection, who keeps a view in step with what is told.

    Attributes:
        view: the view, kept by climbcards from the events; None before the first.
        told: the last message about the state of the table.
        token: the right to the seat.
    """

    def __init__(self, url: str) -> None:
        self._stack = ExitStack()
        self.socket: ClientConnection = self._stack.enter_context(
            connect(url.replace("http", "ws") + "ws", proxy=None, max_size=None)
        )
        self.view: View[Table] | None = None
        self.told: dict[str, Any] = {}
        self.token = ""

    def say(self, kind: str, **message: object) -> None:
        self.socket.send(json.dumps({"type": kind, **message}))

    def hear(self) -> dict[str, Any]:
        """The next message, and the view after it."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE))
        match message["type"]:
            case "welcome":
                self.token = message["token"]
            case "view":
                self.view = view_from_json(json.dumps(message["view"]))
                self.told = message
            case "event":
                assert self.view is not None
                self.view = self.view.advance(event_from_json(json.dumps(message["event"])))
                self.told = message
            case _:
                pass
        return message

    def hear_of(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these types."""
        while (message := self.hear())["type"] not in kinds:
            assert message["type"] != "error", message
        return message

    def ask(self, answer: str, kind: str, **message: object) -> dict[str, Any]:
        """Say something and hear the answer."""
        self.say(kind, **message)
        return self.hear_of(answer)

    def act(self, action: str) -> None:
        """Act on what was last told."""
        self.say("act", deal=self.told["deal"], number=self.told["number"], action=action)

    def play(self, choose: Callable[[list[str]], str]) -> list[dict[str, Any]]:
        """Play to the end of the match, or look on; the results of the deals and the ranking."""
        heard: list[dict[str, Any]] = []
        message: dict[str, Any] = self.told
        while True:
            if message["type"] in ("event", "view"):
                assert self.view is not None
                assert message["actions"] == [str(a) for a in self.view.legal_actions()]
                if self.told["scene"]["to_act"] == self.view.seat and message["actions"]:
                    self.act(choose(message["actions"]))
            elif message["type"] != "seats":
                heard.append(message)
                assert message["type"] in ("deal_over", "match_over", "welcome"), message
                if message["type"] == "match_over":
                    return heard
            message = self.hear()

    def close(self) -> None:
        self._stack.close()
