"""The arena on the command line: agents by name, workers, files, progress, and bad input."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from climbcards import BigTwo, cli_arena
from climbcards.agents import GreedyAgent
from climbcards.arena import Isolated, Progress
from climbcards.arena import run as run_arena
from climbcards.cli_agents import agent_named
from climbcards.cli_arena import agents_named, progress_line, shown_progress
from climbcards.cli_games import BadInput
from tests.unit.test_cli import Run, run

__all__ = ["run"]  # the fixture

ROOT = Path(__file__).parents[2]
LAST = "tests.arena:Last"
SHORT = ("big_two", LAST, "random", "--players", "2", "--seed", "1")


def test_the_report_is_that_of_the_library(run: Run) -> None:
    done = run("arena", *SHORT, "--deals", "5", "--json")
    agents = agents_named([LAST, "random"], None)
    report = run_arena(agents, BigTwo(players=2), deals=5, seed=1)
    expected: Any = json.loads(report.to_json())
    assert (done.code, done.err) == (0, "")
    document: Any = done.document
    assert document["differences"] == expected["differences"]
    assert document["agents"][0]["payoff"] == expected["agents"][0]["payoff"]
    text = run("arena", *SHORT, "--deals", "5")
    assert text.lines[:-1] == str(report).splitlines()[:-1]


def test_workers_make_no_difference(run: Run) -> None:
    here, there = (
        run("arena", *SHORT, "--deals", "6", "--chunk", "2", "--workers", workers)
        for workers in ("1", "2")
    )
    assert here.lines[:-1] == there.lines[:-1]
    assert (there.code, there.err) == (0, "")


def test_options_of_the_game_and_the_seatings(run: Run) -> None:
    done = run("arena", "big_three", "random", "random", LAST, "--deals", "2", "--json")
    document: Any = done.document
    assert [agent["name"] for agent in document["agents"]] == ["random", "random 2", LAST]
    assert len(document["seatings"]) == 3
    done = run(
        *("arena", "big_two", "random", "greedy", "--preset", "taiwan", "--deals", "1"),
        *("--seating", "rotations", "--json"),
    )
    document = done.document
    assert len(document["seatings"]) == 2
    assert document["ruleset"] == repr(BigTwo.taiwan())


def test_a_misdeed_stops_the_run_or_costs_the_sitting(run: Run) -> None:
    bad = ("arena", "big_two", "tests.arena:Cheats", LAST, "--players", "2", "--deals", "3")
    done = run(*bad)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("climbcards: tests.arena:Cheats in seat 0, deal 1, sitting 0")
    done = run(*bad, "--on-illegal", "forfeit", "--penalty", "3", "--json")
    document: Any = done.document
    assert done.code == 0
    assert document["agents"][0]["misdeeds"]["illegal"] == 6
    assert document["agents"][0]["payoff"]["mean"] == -3
    assert document["faults"][0]["agent"] == "tests.arena:Cheats"


def test_a_limit_isolates_the_agents(run: Run) -> None:
    done = run(
        *("arena", "big_two", "tests.arena:Hangs", LAST, "--players", "2", "--deals", "1"),
        *("--limit", "0.3", "--on-illegal", "forfeit"),
    )
    assert done.code == 0
    assert "hung: no answer within 0.3 s" in done.out
    assert all(isinstance(agent, Isolated) for agent in agents_named(["greedy"], 1).values())


def test_a_worker_that_dies_is_told_of(run: Run) -> None:
    done = run("arena", "big_two", "tests.arena:Dies", LAST, "--players", "2", "--workers", "2")
    assert (done.code, done.out) == (2, "")
    assert "a worker has died" in done.err
    assert len(done.err.splitlines()) == 1


def test_what_does_not_pickle_stays_here(run: Run) -> None:
    short = ("arena", "big_two", "tests.arena:LOCAL", LAST, "--players", "2", "--deals", "1")
    assert run(*short).code == 0
    done = run(*short, "--workers", "2")
    assert (done.code, done.out) == (2, "")
    assert "tests.arena:LOCAL cannot go to another process: " in done.err


def test_files_are_written(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="plots need matplotlib")
    records, file, plot = (str(tmp_path / name) for name in ("records", "run.json", "p.svg"))
    files = ("--records", records, "--checkpoint", file)
    short = ("arena", "big_two", LAST, "random", "--players", "2")
    first = run(*short, "--deals", "2", *files)
    assert first.code == 0
    then = run(*short, "--deals", "4", *files, "--plot", plot, "--json")
    document: Any = then.document
    assert f"seed {document['seed']}" in first.lines[0]  # the checkpoint's
    assert len(Path(records).read_text(encoding="utf-8").splitlines()) == 8
    assert "<svg" in Path(plot).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (
            ["big_two", "clever"],
            "the agents are: random, greedy, search[:BUDGET]",
        ),
        (["big_two", "no.such:Agent"], "no.such:Agent cannot be imported: ModuleNotFoundError"),
        (["big_two", "tests.arena:Nobody"], "cannot be imported: AttributeError"),
        (["big_two", "math:pi"], "is no factory"),
        (["big_two", ":x"], "there is no agent ':x'"),
        (["big_two"], "AGENT"),
        (["big_two", *["random"] * 5], "5 agents do not fit on 4 seats"),
        (["big_two", "random", "--deals", "0"], "whole number from 1"),
        (["big_two", "random", "--workers", "x"], "number of workers"),
        (["big_two", "random", "--penalty", "-1"], "penalty"),
        (["big_two", "random", "--limit", "0"], "seconds above 0"),
        (["big_two", "random", "--limit", "nan"], "seconds above 0"),
        (["big_two", "random", "--seating", "round"], "invalid choice"),
        (["whist", "random"], "there is no game 'whist'"),
    ],
)
def test_bad_input_is_one_line(run: Run, words: list[str], problem: str) -> None:
    done = run("arena", *words)
    assert (done.code, done.out) == (2, "")
    assert problem in done.err
    assert len(done.err.splitlines()) == 1


def test_agents_of_the_current_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_bot_of_here.py").write_text(
        "from climbcards.agents import GreedyAgent as Bot\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])
    assert agent_named("my_bot_of_here:Bot") is GreedyAgent
    (tmp_path / "my_bad_bot.py").write_text("raise RuntimeError('not today')\n")
    with pytest.raises(BadInput, match="RuntimeError: not today"):
        agent_named("my_bad_bot:Bot")


@pytest.mark.skipif(os.name == "nt", reason="signals of a terminal are not sent on Windows")
def test_ctrl_c_prints_the_report_so_far() -> None:
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "climbcards", "arena", "big_two", "random", "--players", "2"),
            *("--deals", "999999", "--chunk", "1", "--progress", "text"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1"},
        start_new_session=True,
    )
    assert process.stderr is not None
    assert " of 999,999 deals, " in process.stderr.readline()
    os.killpg(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Interrupted: 999,999 deals were asked for." in out


# --- Progress ------------------------------------------------------------------------------------

HALF = Progress(deals=500, asked=1000, seconds=10.0, played=400, forfeits=0)


def test_a_line_of_progress() -> None:
    assert progress_line(HALF) == "500 of 1,000 deals, 40.0 a second, 0:00:12 to go"
    assert progress_line(HALF._replace(seconds=0.0)).endswith(", ? to go")


def test_lines_are_seconds_apart(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr("climbcards.cli_arena.time.monotonic", lambda: now[0])
    with shown_progress("text") as show:
        assert show is not None
        for seconds in (1.0, 1.5, 0.5, 0.5, 5.0):
            now[0] += seconds
            show(HALF)
    assert capsys.readouterr().err.splitlines() == [progress_line(HALF)] * 2


def on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)


def test_a_terminal_has_a_bar(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("rich", reason="the bar needs rich")
    on_a_terminal(monkeypatch)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    with shown_progress("auto") as show:
        assert show is not None
        assert not isinstance(show, cli_arena._Lines)
        show(HALF)
    assert "500 of 1,000 deals" in capsys.readouterr().err


def test_without_rich_there_are_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    on_a_terminal(monkeypatch)
    monkeypatch.setitem(sys.modules, "rich.console", None)
    with shown_progress("auto") as show:
        assert isinstance(show, cli_arena._Lines)


@pytest.mark.parametrize("how", ["auto", "none"])
def test_where_nobody_looks_nothing_is_shown(how: str, capsys: pytest.CaptureFixture[str]) -> None:
    with shown_progress(how) as show:
        assert show is None
    assert capsys.readouterr().err == ""
