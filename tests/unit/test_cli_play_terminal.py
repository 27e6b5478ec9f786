"""``climbcards play`` at a terminal, in a pipe and with files: what it shows, saves, returns."""

from __future__ import annotations

import io
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from climbcards import BigThree, BigTwo, Match, Record, RecordError
from climbcards.cli_games import BadInput
from climbcards.cli_play_files import Seating, load, noted, save, seating_of
from climbcards.cli_play_start import resumed
from tests.unit.test_cli import Ran, Run, run

__all__ = ["run"]  # the fixture

ROOT = Path(__file__).parents[2]
Played: TypeAlias = Callable[..., Ran]
NEW = ("big_two", "--players", "2", "--seed", "5")


@pytest.fixture
def played(run: Run, monkeypatch: pytest.MonkeyPatch) -> Played:
    """The command within this process, with these lines as its input."""

    def called(*argv: str, typed: Sequence[str] = (), data: bytes | None = None) -> Ran:
        text = "".join(f"{line}\n" for line in typed).encode() if data is None else data
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text), encoding="utf-8"))
        return run("play", *argv)

    return called


# --- In a pipe -----------------------------------------------------------------------------------


def test_what_is_read_from_a_pipe_is_shown(played: Played) -> None:
    done = played(*NEW, typed=["hint", "quit", "never read"])
    assert (done.code, done.err) == (0, "")
    assert done.lines[0] == (
        "Big Two, 2 players: you are seat 0, the others are greedy bots; 1 deal."
    )
    assert done.lines[1] == "Seed 5"
    assert "> hint" in done.lines
    assert done.lines[-2:] == ["> quit", "Good-bye; the game is not saved."]


def test_the_end_of_the_input_is_a_good_bye(played: Played) -> None:
    done = played(*NEW, data=b"hint")
    assert done.code == 0
    assert done.lines[-2:] == ["> ", "Good-bye; the game is not saved."]
    assert played(*NEW).code == 0


def test_bytes_that_are_no_text_are_refused_like_any_other(played: Played) -> None:
    done = played(*NEW, data=b"\xff\xfe\x00\x1b[31m\nquit\n")
    assert (done.code, done.err) == (0, "")
    assert "\x1b" not in done.out
    assert "is neither cards nor a command" in done.out


def test_a_whole_match_ends_by_itself(played: Played) -> None:
    done = played("three-thirteen", "--players", "2", "--deals", "1", typed=["stock", "k"] * 500)
    assert done.code == 0
    assert "Good-bye" in done.out or "The match is over, after 1 deal." in done.out
    hints = played("big_three", "--seed", "2", "--bots", "random", typed=["p"] * 900)
    assert hints.code == 0


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        ((), "which game? One of: big_three, "),
        (("whist",), "there is no game 'whist'"),
        ((*NEW, "--seat", "2"), "there is no seat 2: seats are numbered from 0 to 1"),
        ((*NEW, "--seat", "x"), "a seat is a whole number"),
        ((*NEW, "--bots", "clever"), "there is no agent 'clever'"),
        ((*NEW, "--bots", "search:0"), "the budget of a search is a number of iterations"),
        ((*NEW, "--deals", "0"), "whole number from 1"),
        ((*NEW, "--option", "bombs"), "an option is written NAME=VALUE"),
        (("--resume", "no/such"), "no/such cannot be read: No such file or directory"),
        (("--resume", "."), ". cannot be read: Is a directory"),
        (("--resume", "x", "--seed", "1"), "--seed cannot be changed with --resume"),
        (("--resume", "x", "--option", "a=b"), "--option cannot be changed with --resume"),
        ((*NEW, "--save", "no/such"), "no/such cannot be written: No such file or directory"),
        ((*NEW, "--save", "games/"), "games/ names a folder, not a file"),
        ((*NEW, "--save", "."), ". is there already"),
    ],
)
def test_bad_input_is_one_line(played: Played, argv: Sequence[str], says: str) -> None:
    done = played(*argv)
    assert done.code == 2
    assert says in done.err
    assert len(done.err.splitlines()) == 1


def test_a_bot_at_fault_ends_the_game_which_stays_saved(played: Played, tmp_path: Path) -> None:
    path = str(tmp_path / "game.json")
    done = played(*NEW, "--bots", "tests.arena:Cheats", "--save", path, typed=["3d", "p"])
    assert done.code == 2
    assert "breaks the rules" in done.err
    assert len(done.err.splitlines()) == 1
    record = load(path)
    assert seating_of(record.meta) == Seating(0, "tests.arena:Cheats")
    done = played("--resume", path)
    assert done.code == 2
    assert "name them with --bots" in done.err
    done = played("--resume", path, "--bots", "greedy")
    assert done.code == 0


# --- Files ---------------------------------------------------------------------------------------


def test_a_game_is_kept_and_goes_on(played: Played, tmp_path: Path) -> None:
    path = str(tmp_path / "game.json")
    first = played(*NEW, "--seat", "1", "--deals", "2", "--save", path, typed=["hint", "p", "p"])
    assert first.code == 0
    assert f"Saved: `climbcards play --resume {path}` goes on from here." in first.out
    again = played("--resume", path, typed=["quit"])
    assert again.lines[0] == (
        "Big Two, 2 players: you are seat 1, the others are greedy bots; 2 deals."
    )
    table = first.out[first.out.rindex("  Cards  ") :].split("\n>")[0]
    assert table in again.out
    assert again.lines[-1] == "Good-bye."  # nothing has happened since it was saved
    later = played("big_two", "--resume", path, "--save", path, typed=["undo", "undo", "p", "p"])
    assert later.code == 0
    assert os.listdir(tmp_path) == ["game.json"]
    assert json.loads(Path(path).read_text())["meta"] == {"play": {"seat": 1, "bots": "greedy"}}
    other = played("big_three", "--resume", path)
    assert (other.code, other.out) == (2, "")
    assert "holds a game of big_two, not of big_three" in other.err


def test_no_other_file_is_written_over(played: Played, tmp_path: Path) -> None:
    path = tmp_path / "letter"
    path.write_text("Dear Ann")
    done = played(*NEW, "--save", str(path))
    assert done.code == 2
    assert f"{path} is there already" in done.err
    new = tmp_path / "new one"
    typed = [f"save {path}", "save", f"save {new}", f"save {new}", "save a\0b", "save /", "quit"]
    done = played(*NEW, typed=typed)
    assert done.code == 0
    assert f"Not saved: {path} is there already" in done.out
    assert "Save where? `save FILE`" in done.out
    assert done.out.count(f"Saved in {new}.") == 2
    assert path.read_text() == "Dear Ann"
    assert isinstance(load(str(new)).replay(), Match)


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_a_link_is_kept_and_a_failure_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = Record.of(BigTwo().deal(1))
    file, link = tmp_path / "file", tmp_path / "link"
    save(str(file), record)
    link.symlink_to(file)
    save(str(link), Record.of(BigTwo().deal(2)))
    assert link.is_symlink()
    assert load(str(file)) == Record.of(BigTwo().deal(2))

    def fails(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(BadInput, match="cannot be written: No space left on device"):
        save(str(file), record)
    assert load(str(file)) == Record.of(BigTwo().deal(2))
    assert sorted(os.listdir(tmp_path)) == ["file", "link"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files here")
def test_a_file_is_never_written_in_place(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with pytest.raises(BadInput, match="it is no file"):
        save(str(fifo), Record.of(BigTwo().deal(1)))


@pytest.mark.parametrize(
    "meta",
    [None, 3, [], {}, {"play": 3}, {"play": {}}, {"play": {"seat": "1", "bots": "greedy"}}],
)
def test_a_record_of_elsewhere_has_no_seating(meta: None, tmp_path: Path) -> None:
    path = str(tmp_path / "game.json")
    save(path, Record.of(BigThree().deal(1), meta))
    assert seating_of(load(path).meta) is None
    session, seating, _ = resumed(path, None, seat=None, bots=None)
    assert seating == Seating(0, "greedy")
    assert session.played == BigThree().deal(1)


def test_what_else_is_in_the_meta_stays() -> None:
    meta = noted({"table": 4}, Seating(2, "random"))
    assert meta == {"table": 4, "play": {"seat": 2, "bots": "random"}}


def test_a_seat_that_is_not_there_is_refused(played: Played, tmp_path: Path) -> None:
    path = str(tmp_path / "game.json")
    for seat in (-1, 3, 10**30):
        save(path, Record.of(BigThree().deal(1), noted(None, Seating(seat, "greedy"))))
        done = played("--resume", path)
        assert done.code == 2
        assert "seats are numbered from 0 to 2" in done.err


WHOLE = Record.of(Match.begin(BigTwo(players=2), 1, deals=2)).to_json()


@given(
    st.one_of(
        st.binary(max_size=60),
        st.tuples(
            st.integers(0, len(WHOLE)),
            st.integers(0, 30),
            st.text('0123456789{}[]",:x', max_size=3),
        ).map(lambda cut: (WHOLE[: cut[0]] + cut[2] + WHOLE[cut[0] + cut[1] :]).encode()),
    )
)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_a_file_holds_it_is_resumed_or_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(data)
    try:
        session, _, _ = resumed(str(path), None, seat=None, bots=None)
    except (RecordError, BadInput):
        return
    assert list(session.begin())


# --- At a terminal -------------------------------------------------------------------------------


INTERRUPT = b"\x03"


def at_a_terminal(
    *argv: str,
    typed: Sequence[bytes],
    without: Path | None = None,
    environment: Mapping[str, str] = {},
) -> tuple[int, str]:
    """The exit code, and what a terminal has shown, when these keys are hit at the prompts."""
    pty = pytest.importorskip("pty", reason="there are no such terminals here")
    terminal, other = pty.openpty()
    paths = [str(ROOT / "src"), *([] if without is None else [str(without)])]
    kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    process = subprocess.Popen(
        [sys.executable, "-m", "climbcards", "play", *argv],
        stdin=other,
        stdout=other,
        stderr=other,
        env=kept
        | {"PYTHONPATH": os.pathsep.join(paths[::-1]), "PYTHONUTF8": "1", "TERM": "xterm"}
        | dict(environment),
        start_new_session=True,
    )
    os.close(other)
    shown, keys, end = b"", list(typed), time.monotonic() + 60
    prompts, hit, idle = 0, b"", 0
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.5)[0]:
            idle = 0
            try:
                read = os.read(terminal, 65536)
            except OSError:  # what Linux says at the end
                break
            if not read:
                break
            shown += read
        else:
            idle += 1
        # A signal may come after the prompt and yet before anybody waits for a key: who hits
        # Ctrl-C and sees nothing hits it again.
        again = hit == INTERRUPT and idle > 3
        if again or (shown.endswith(b"> ") and shown.count(b"\n> ") > prompts and keys):
            prompts, idle = shown.count(b"\n> "), 0
            hit = hit if again else keys.pop(0)
            if hit == INTERRUPT:
                os.kill(process.pid, signal.SIGINT)
            else:
                os.write(terminal, hit)
    if process.poll() is None and time.monotonic() >= end:
        process.kill()
    process.wait(timeout=60)
    os.close(terminal)
    return process.returncode, shown.decode()


def without_rich(folder: Path) -> Path:
    (folder / "rich").mkdir()
    (folder / "rich" / "__init__.py").write_text("raise ImportError('not installed')\n")
    return folder


def test_suits_are_red_where_rich_is_installed() -> None:
    pytest.importorskip("rich", reason="colors need rich")
    code, shown = at_a_terminal(*NEW, typed=[b"hint\n", b"knock\n", b"quit\n"])
    assert code == 0
    assert "\x1b[31m3♦\x1b[0m" in shown
    assert "\x1b[33m'knock' is neither" in shown
    assert "\x1b[1mBig Two, 2 players" in shown


def test_without_rich_the_text_is_plain(tmp_path: Path) -> None:
    code, shown = at_a_terminal(*NEW, typed=[b"hint\n", b"\x04"], without=without_rich(tmp_path))
    assert code == 0
    assert "\x1b[31m" not in shown
    assert "\x1b[1m" not in shown
    assert "Hint: " in shown
    assert shown.rstrip().endswith("Good-bye; the game is not saved.")


@pytest.mark.parametrize(
    ("argv", "environment"),
    [(["--plain"], {}), ([], {"NO_COLOR": "1"}), ([], {"TERM": "dumb"})],
)
def test_colors_can_be_turned_off(argv: list[str], environment: dict[str, str]) -> None:
    code, shown = at_a_terminal(*NEW, *argv, typed=[b"quit\n"], environment=environment)
    assert code == 0
    assert "\x1b[31m" not in shown
    assert "\x1b[1m" not in shown


def test_what_has_ended_the_game_can_be_taken_back(tmp_path: Path) -> None:
    path = str(tmp_path / "game.json")
    state = BigTwo(players=2).position(["3♦ 9♦", "4♦ 4♣"])
    save(path, Record.of(state))
    keys = [b"9d\n", b"undo\n", b"3d\n", b"9d\n", b"table\n", b"undo\n", b"quit\n"]
    code, shown = at_a_terminal("--resume", path, "--plain", typed=keys)
    assert code == 0
    assert shown.count("The deal is over.") == 1
    assert "`undo` takes your last decision back, `quit` leaves." in shown
    assert "The game is over." in shown
    assert shown.rstrip().endswith("Good-bye; the game is not saved.")


@pytest.mark.skipif(os.name == "nt", reason="signals of a terminal are not sent on Windows")
def test_ctrl_c_saves_and_says_how_to_go_on(tmp_path: Path) -> None:
    path = str(tmp_path / "game.json")
    code, shown = at_a_terminal(*NEW, "--save", path, "--plain", typed=[b"hint\n", INTERRUPT])
    assert code == 130
    assert "Traceback" not in shown
    assert shown.rstrip().endswith(f"Saved: `climbcards play --resume {path}` goes on from here.")
    assert isinstance(load(path).replay(), Match)


def test_a_closed_input_is_an_empty_one() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; sys.stdin = None; from climbcards.cli import main;"
            f"sys.exit(main(['play', *{NEW!r}]))",
        ],
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1"},
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().endswith("Good-bye; the game is not saved.\n")
