"""``climbcards play``: a player against bots, at a terminal.

Here is what touches the terminal and files; the game itself is in
:mod:`climbcards.cli_play_session`.
"""

from __future__ import annotations

import io
import os
import shlex
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final, TypeAlias

from climbcards import Match
from climbcards.cli_demo import count
from climbcards.cli_games import GAMES, BadInput
from climbcards.cli_play_bots import BotFault
from climbcards.cli_play_files import Seating, noted, place_of, save
from climbcards.cli_play_lines import Line, Tone
from climbcards.cli_play_session import Session
from climbcards.record_json import Json

__all__ = ["Terminal", "screen"]

Show: TypeAlias = Callable[[Line], None]
"""Puts a line on the screen."""

_PROMPT: Final = "> "


# --- The screen ----------------------------------------------------------------------------------


def screen(*, plain: bool) -> Show:
    """What shows lines: in color on a terminal where rich is installed, else as plain text."""
    usable = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    if plain or not usable or os.environ.get("NO_COLOR"):
        return _plain
    try:
        # They need not be there for the types to be checked.
        from rich.console import Console  # noqa: PLC0415 # pyright: ignore[reportMissingImports]
        from rich.text import Text  # noqa: PLC0415 # pyright: ignore[reportMissingImports]
    except ImportError:
        return _plain
    console = Console(highlight=False)

    def show(line: Line) -> None:
        text = Text(line.text, style=_STYLES[line.tone])
        text.highlight_regex(_RED, "red")
        console.print(text, soft_wrap=True)

    return show


_STYLES: Final = {
    Tone.PLAIN: "",
    Tone.TITLE: "bold",
    Tone.QUIET: "dim",
    Tone.REFUSAL: "yellow",
    Tone.ASK: "bold",
}
_RED: Final = r"\b(?:10|[2-9AJQK])[♦♥]|\bRJ\b"


def _plain(line: Line) -> None:
    print(line.text, flush=True)


# --- The terminal --------------------------------------------------------------------------------


class Terminal:
    """A session at a terminal: it asks, shows, saves, and ends politely.

    Args:
        session: the game.
        seating: who sits where.
        show: puts a line on the screen.
        path: the file that the game is kept in; None: none.
        resumed: the file it was read from; None: it is a new one.
        meta: what else the records are to hold.

    Raises:
        BadInput: the file to keep it in is there already, and is another one.
    """

    def __init__(
        self,
        session: Session,
        seating: Seating,
        show: Show,
        *,
        path: str | None = None,
        resumed: str | None = None,
        meta: Json = None,
    ) -> None:
        self._session = session
        self._seating = seating
        self._show = show
        self._path = path
        self._own = set() if resumed is None else {place_of(resumed)}
        self._meta = meta
        self._saved = session.moment if resumed is not None else None
        if path is not None:
            self._check_own(path)

    def run(self) -> bool:
        """Play to the end, or until the player leaves; whether that was by an interrupt.

        Raises:
            BadInput: a bot has failed, or the game can no longer be kept in its file.
        """
        _read_any_bytes()
        with suppress(ImportError):
            import readline  # noqa: PLC0415 # it is not there on Windows

            readline.set_auto_history(True)  # lines can be edited and called back
        try:
            self._play()
        except KeyboardInterrupt:
            self._say("")
            self._leave()
            return True
        except BotFault as fault:
            self._keep()
            raise BadInput(str(fault)) from fault
        self._leave()
        return False

    def _play(self) -> None:
        self._say(f"{self._heading()}.", Tone.TITLE)
        played = self._session.played
        if isinstance(played, Match):
            self._say(f"Seed {played.seed}")
        self._say("Type what you do: `help` lists how, and `hint` gives advice.")
        self._keep()
        self._tell(self._session.begin())
        self._keep()
        while not self._session.is_over or self._regrets():
            text = _typed()
            if text is None:
                self._say("")
                return
            word, *rest = text.split(maxsplit=1) or [""]
            match word.lower():
                case "quit" | "exit":
                    return
                case "save":
                    self._save("".join(rest).strip())
                case _:
                    before = self._session.moment
                    self._tell(self._session.enter(text))
                    if self._session.moment is not before:
                        self._keep()

    def _regrets(self) -> bool:
        """Whether somebody is there who may want to take back what has ended the game."""
        if not sys.stdin or not sys.stdin.isatty() or not self._session.undos:
            return False
        self._say("`undo` takes your last decision back, `quit` leaves.", Tone.ASK)
        return True

    def _heading(self) -> str:
        moment = self._session.moment
        ruleset, played = moment.state.ruleset, self._session.played
        bots = f"the others are {self._seating.bots} bots"
        deals = played.deals if isinstance(played, Match) else None
        length = "" if deals is None else f"; {count(deals, 'deal')}"
        return (
            f"{GAMES[ruleset.name].title}, {ruleset.players} players: "
            f"you are seat {self._seating.seat}, {bots}{length}"
        )

    def _say(self, text: str, tone: Tone = Tone.PLAIN) -> None:
        self._show(Line(text, tone))

    def _tell(self, lines: Iterable[Line]) -> None:
        for line in lines:
            self._show(line)

    # --- Files -----------------------------------------------------------------------------------

    def _check_own(self, path: str) -> None:
        """Refuse a file that is there and is none of this game's."""
        whole = place_of(path)
        if os.path.lexists(whole) and whole not in self._own:
            raise BadInput(f"{path} is there already; go on from it with --resume, or name another")

    def _write(self, path: str) -> None:
        self._check_own(path)
        save(path, self._session.record(noted(self._meta, self._seating)))
        self._own.add(place_of(path))
        self._saved = self._session.moment

    def _keep(self) -> None:
        """Write the game to its file, if it has one."""
        if self._path is not None:
            self._write(self._path)

    def _save(self, path: str) -> None:
        """Do as ``save FILE`` says, or say why not."""
        path = path or self._path or ""
        if not path:
            self._say("Save where? `save FILE`", Tone.REFUSAL)
            return
        try:
            self._write(path)
        except BadInput as error:
            self._say(f"Not saved: {error}.", Tone.REFUSAL)
            return
        self._say(f"Saved in {path}.")

    def _leave(self) -> None:
        """Say good-bye, and how the game goes on."""
        over = self._session.is_over
        if self._path is not None:
            self._keep()
            again = f"climbcards play --resume {shlex.quote(self._path)}"
            self._say(f"Saved in {self._path}." if over else f"Saved: `{again}` goes on from here.")
        elif not over:
            unsaved = self._session.moment is not self._saved
            self._say(f"Good-bye{'; the game is not saved' if unsaved else ''}.")


def _typed() -> str | None:
    """The next line that is typed, or None at the end of the input.

    Where the input is no terminal what is read is shown, so that the output reads as a session.

    Raises:
        BadInput: the input cannot be read.
    """
    if sys.stdin is None:
        return None
    try:
        text = input(_PROMPT)
    except EOFError:
        return None
    except OSError as error:
        raise BadInput(f"the input cannot be read: {error.strerror}") from None
    if not sys.stdin.isatty():
        print("".join(char if char.isprintable() else "?" for char in text), flush=True)
    return text


def _read_any_bytes() -> None:
    """Have what is no text in the input's encoding replaced, so that it is refused as any other."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
