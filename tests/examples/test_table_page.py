"""The page of the server in a headless Chromium: a person plays by clicking and by keys."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from climbcards import BigTwo, Match, Record
from tests.examples.browser import Page, browser, find_browser
from tests.examples.processes import Client, Process, doomed, running, spelled

QUICK = ("--delay", "0", "--pause", "0")

TURN = """
(() => {
  // One move of the person, by clicking as a person would; the cards come first.
  if (!at || !at.scene || at.scene.to_act !== at.seat || !at.actions.length) return "";
  const out = at.actions.find((a) => a.startsWith("go out"));
  const action = out || at.actions[at.actions.length - 1];
  const found = /^(play|discard|go out) (.+?)( as .*)?$/.exec(action);
  if (found) {
    for (const card of found[2].split(" "))
      document.querySelector(`#hand button[data-card="${card}"][aria-pressed="false"]`).click();
  }
  const buttons = [...document.querySelectorAll("#buttons button")];
  const wanted = buttons.find((b) => b.dataset.action === action)
    || buttons.find((b) => found && b.dataset.action.startsWith(found[1]));
  if (wanted.getAttribute("aria-disabled") === "true") throw new Error(action + " is not offered");
  wanted.click();
  return action;
})()
"""


@pytest.fixture
def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
        assert isinstance(port, int)
        return port


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Process, Path]]:
    folder = tmp_path_factory.mktemp("tables")
    with running(folder, *QUICK, "--deals", "2", "big_two") as process:
        yield process, folder


@pytest.fixture(scope="module")
def page(server: tuple[Process, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    command = find_browser()
    if command is None:
        pytest.skip("there is no Chromium here, so the page of the server is not driven")
    with browser(command, tmp_path_factory.mktemp("browser"), server[0].url) as page:
        yield page


def sit_down(page: Page, url: str, table: str) -> None:
    """Open the page anew and take a seat."""
    # A place of the same site where no page runs that would put its seat back.
    page.call("Page.navigate", url=f"{url}nowhere")
    page.wait("location.pathname === '/nowhere' && document.readyState === 'complete'")
    page.run("sessionStorage.clear()")
    page.call("Page.navigate", url=url)
    page.wait(f"document.querySelector('#tables li[data-table={table}]') !== null")
    page.run("document.getElementById('name').value = 'Ann'")
    page.run(f"document.querySelector('#tables li[data-table={table}] button').click()")
    page.wait("at && at.scene")


def sit_down_at_a_new_table(page: Page, process: Process, game: object) -> str:
    with closing(Client(process.url)) as client:
        table = client.ask("created", "create", ruleset=game, deals=1)["table"]
    sit_down(page, process.url, table)
    return str(table)


MY_TURN = "at.scene.to_act === at.seat && at.actions.length"


@pytest.mark.parametrize(
    "game",
    [
        *("big_two", "big_three", "dou_dizhu", "three_thirteen"),
        spelled("big_three", players=4),  # a card is called
        spelled("big_two", bombs="out_of_turn", passing="out_of_trick"),
    ],
    ids=["big_two", "big_three", "dou_dizhu", "three_thirteen", "four", "bombs"],
)
def test_a_person_plays_a_match_by_clicking(
    server: tuple[Process, Path], page: Page, game: object
) -> None:
    process, folder = server
    table = sit_down_at_a_new_table(page, process, game)
    assert page.run("document.querySelectorAll('#seats .seat').length") >= 3
    while not page.wait(
        "/The match is over/.test(document.getElementById('result').innerText) ? 'over'"
        " : at.scene.to_act === at.seat && at.actions.length ? 'turn' : ''"
    ).startswith("over"):
        number = page.run("at.number")
        assert page.run(TURN)
        page.wait(f"at.number !== {number} || at.ranking || !at.actions.length")
        assert page.run("document.getElementById('alert').innerText") == ""
    record = Record.from_json((folder / f"{table}.record.jsonl").read_bytes().strip())
    match = record.replay()
    assert isinstance(match, Match)
    told = page.run("document.getElementById('result').innerText")
    for standing in match.ranking():
        assert str(standing.total) in told
    page.run("[...document.querySelectorAll('#result button')].at(-1).click()")
    page.wait("!at && document.getElementById('table').hidden")


def test_cards_are_drawn_and_the_reason_is_shown(server: tuple[Process, Path], page: Page) -> None:
    sit_down_at_a_new_table(page, server[0], "big_two")
    page.wait(MY_TURN)
    drawn = page.run("[...document.querySelectorAll('#hand button')].map((b) => b.dataset.card)")
    assert drawn == page.run("at.scene.hand")
    legal = set(page.run("at.actions.filter((a) => a !== 'pass')"))
    usable = page.run("[...document.querySelectorAll('#hand .usable')].map((b) => b.dataset.card)")
    assert set(usable) == {card for action in legal for card in action.split()[1:]}

    # Two cards that make no pair: Play stays shut, and tells why when it is pressed.
    assert BigTwo().classify(f"{drawn[0]} {drawn[-1]}") is None
    for card in (drawn[0], drawn[-1]):
        page.run(f"document.querySelector('#hand button[data-card=\"{card}\"]').click()")
    play = "document.querySelector('#buttons .play')"
    assert page.run(f"{play}.getAttribute('aria-disabled')") == "true"
    page.wait("document.getElementById('alert').innerText.includes('is no combination')")
    before = page.run("[at.deal, at.number]")
    page.run(f"alertText(''); {play}.click()")
    page.wait("document.getElementById('alert').dataset.reason === 'not_a_combination'")
    assert page.run("[at.deal, at.number]") == before

    # What a page says too late is refused, and it gets the table as it is.
    page.run("say({type: 'act', deal: 1, number: 900, action: 'pass'})")
    page.wait("document.getElementById('alert').dataset.reason !== 'not_a_combination'")
    assert page.run("[at.deal, at.number]") == before


def test_the_keyboard_is_enough(server: tuple[Process, Path], page: Page) -> None:
    sit_down_at_a_new_table(page, server[0], "big_two")
    page.wait(MY_TURN)
    page.key("Escape", 27)
    assert page.run("selected.length") == 0
    number = page.run("at.number")
    if page.run("at.actions.includes('pass')"):
        page.key("p", 80)
    else:
        while not page.run("document.activeElement.classList.contains('usable')"):
            page.key("ArrowRight", 39)
        card = page.run("document.activeElement.dataset.card")
        page.key(" ", 32)
        page.wait("selected.length === 1")
        assert page.run("chosen()[0]") == card
        page.wait("document.querySelector('#buttons .play').ariaDisabled === 'false'")
        page.key("Enter", 13)
    page.wait(f"at.number !== {number}")


def test_a_reloaded_page_has_its_seat_again(server: tuple[Process, Path], page: Page) -> None:
    sit_down_at_a_new_table(page, server[0], "big_two")
    page.wait(MY_TURN)
    before = page.run("[at.seat, at.number, at.scene.hand.join()]")
    page.call("Page.reload")
    page.wait("typeof at !== 'undefined' && at && at.scene")
    assert page.run("[at.seat, at.number, at.scene.hand.join()]") == before
    page.run("document.getElementById('leave').click()")
    page.wait("!at")


def test_the_page_comes_back_when_the_server_does(
    page: Page, free_port: int, tmp_path: Path
) -> None:
    slow = ("--delay", "1000", "--port", str(free_port), "dou_dizhu")
    with doomed(tmp_path, *slow) as process:
        sit_down(page, process.url, "dou_dizhu-1")
        before = page.run("[at.seat, at.number, at.scene.hand.join()]")
    page.wait("document.getElementById('link').innerText.includes('lost')")
    page.run("at.scene.hand = []")
    with running(tmp_path, *slow):
        page.wait("document.getElementById('link').innerText === 'connected'")
        page.wait("at && at.scene && at.scene.hand.length")
        assert page.run("[at.seat, at.number, at.scene.hand.join()]") == before
        page.call("Page.navigate", url="about:blank")
