"""A headless Chromium, driven over its DevTools protocol."""

from __future__ import annotations

import base64
import itertools
import json
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from websockets.sync.client import ClientConnection, connect

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATIENCE: Final = 20.0
"""Seconds before something that is waited for is given up."""


def find_browser() -> str | None:
    """The command of a Chromium on this machine that can be started at all."""
    for name in NAMES:
        command = shutil.which(name)
        if (
            command
            and not subprocess.run(
                [command, "--version"], capture_output=True, check=False
            ).returncode
        ):
            return command
    return None


class PageError(AssertionError):
    """The page, or the browser, could not do what it was asked."""


class Page:
    """One page of the browser."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)

    def call(self, method: str, **params: Any) -> Any:
        """Call a method of the protocol and give its result."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv(timeout=PATIENCE))
            if answer.get("id") == number:
                if "error" in answer:
                    raise PageError(answer["error"])
                return answer["result"]

    def run(self, script: str) -> Any:
        """The value of a piece of JavaScript."""
        done = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        if "exceptionDetails" in done:
            raise PageError(done["exceptionDetails"])
        return done["result"].get("value")

    def wait(self, script: str) -> Any:
        """The value of a piece of JavaScript as soon as it is truthy."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                value = self.run(script)
            except PageError:  # it may be between two pages
                if time.monotonic() > end:
                    raise
                value = None
            if value:
                return value
            assert time.monotonic() < end, f"{script} did not come to be:\n{self.text()}"
            time.sleep(0.03)

    def text(self) -> str:
        """Whatever can be read on the page."""
        return str(self.run("document.body.innerText"))

    def key(self, key: str, code: int = 0) -> None:
        """Press a key and let it go."""
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        common = {"key": key, "windowsVirtualKeyCode": code or ord(key[0])}
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **common)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def shot(self, path: Path) -> None:
        """Keep a picture of the page."""
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))


@contextmanager
def browser(command: str, folder: Path, url: str) -> Generator[Page, None, None]:
    """A fresh browser that shows a page."""
    port_file = folder / "DevToolsActivePort"
    process = subprocess.Popen(
        [
            command,
            *("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"),
            *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
            *("--disable-dev-shm-usage", "--remote-debugging-port=0", f"--user-data-dir={folder}"),
            "about:blank",
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        end = time.monotonic() + 2 * PATIENCE
        while not (port_file.is_file() and port_file.read_text("utf-8").count("\n")):
            assert process.poll() is None, "the browser does not start"
            assert time.monotonic() < end, "the browser does not tell its port"
            time.sleep(0.05)
        port = port_file.read_text("utf-8").splitlines()[0]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list", timeout=PATIENCE) as got:
            targets = json.load(got)
        (target,) = (target for target in targets if target["type"] == "page")
        with connect(target["webSocketDebuggerUrl"], max_size=None, proxy=None) as socket:
            page = Page(socket)
            page.call("Page.navigate", url=url)
            yield page
    finally:
        process.terminate()
        try:
            process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
