"""The arguments of the command line: what may be typed, and how it is read."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final, NoReturn

from typing_extensions import override

from climbcards import Hand, Kind, NotationError, PositionError, ThreeThirteen, __version__
from climbcards.arena import Seating
from climbcards.cli_agents import NAMES
from climbcards.cli_games import GAMES, BadInput, Game

__all__ = ["Command", "parser"]

Command = Callable[[argparse.Namespace], int]
"""What carries a command out and gives the exit code."""

DEMO_SEED: Final = 1204
"""A match that shows much in few lines: it is the same at every call."""

_MOST_DIGITS: Final = 1000
"""The most digits of a seed; fresh ones have 78 at most."""

_MOST_DEALS: Final = 1000


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are exceptions."""

    @override
    def error(self, message: str) -> NoReturn:
        if message.startswith("unrecognized arguments"):
            message += " (several cards go into one argument, in quotes: '4C 4D')"
        raise BadInput(f"{message}; see {self.prog} --help")


def _game(text: str) -> Game:
    name = text.replace("-", "_")
    if name not in GAMES:
        known = ", ".join(GAMES)
        raise argparse.ArgumentTypeError(f"there is no game {text!r}; the games are: {known}")
    return GAMES[name]


def _seed(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        raise argparse.ArgumentTypeError(
            f"a seed is a whole number from 0, of at most {_MOST_DIGITS} digits"
        )
    return int(text)


def _deals(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 9 and 1 <= int(text) <= _MOST_DEALS:
        return int(text)
    raise argparse.ArgumentTypeError(
        f"the number of deals is a whole number from 1 to {_MOST_DEALS}"
    )


def _many_deals(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 9 and int(text):
        return int(text)
    raise argparse.ArgumentTypeError("the number of deals is a whole number from 1")


def _workers(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 4 and int(text):
        return int(text)
    raise argparse.ArgumentTypeError("the number of workers is a whole number from 1")


def _units(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 9:
        return int(text)
    raise argparse.ArgumentTypeError("a penalty is a whole number from 0")


def _seconds(text: str) -> float:
    with suppress(ValueError):
        seconds = float(text)
        if 0 < seconds < float("inf"):
            return seconds
    raise argparse.ArgumentTypeError("a limit is a number of seconds above 0")


def _number(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 9:
        return int(text)
    raise argparse.ArgumentTypeError("the number of a deal is a whole number from 1")


def _seat(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 9:
        return int(text)
    raise argparse.ArgumentTypeError("a seat is a whole number from 0")


def _cards(text: str) -> Hand:
    try:
        return Hand.parse(text)
    except (NotationError, PositionError) as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _held(text: str) -> Hand:
    hand = _cards(text)
    if not hand:
        raise argparse.ArgumentTypeError("a hand needs at least one card")
    return hand


def _kind(text: str) -> Kind:
    try:
        return Kind(text)
    except ValueError:
        known = ", ".join(Kind)
        raise argparse.ArgumentTypeError(
            f"there is no kind {text!r}; the kinds are: {known}"
        ) from None


def parser(commands: Mapping[str, Command]) -> argparse.ArgumentParser:
    """The parser of everything that may be typed.

    Args:
        commands: what carries out each command; the parsed arguments hold it as ``command``.
    """
    made = _Parser(
        prog="climbcards",
        description="Deal, check and list by the rules of climbing card games and of a rummy.",
        epilog="Exit codes: 0 fine, 1 the answer is no, 2 bad input, 130 interrupted.",
        allow_abbrev=False,
    )
    made.add_argument("--version", action="version", version=f"climbcards {__version__}")
    adding = made.add_subparsers(metavar="COMMAND", required=True)
    for name, (text, arguments) in _COMMANDS.items():
        added = adding.add_parser(name, help=text, description=text, allow_abbrev=False)
        added.set_defaults(command=commands[name])
        for add in arguments:
            add(added)
    return made


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", type=_game, help=f"one of: {', '.join(GAMES)}")


def _add_game_or_first(parser: argparse.ArgumentParser) -> None:
    first, *_ = GAMES
    text = f"one of: {', '.join(GAMES)} (default: {first})"
    parser.add_argument(
        "game", metavar="GAME", type=_game, nargs="?", default=GAMES[first], help=text
    )


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", metavar="N", help="short for --option players=N")
    parser.add_argument("--preset", metavar="NAME", help="a named set of options")
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of the game, such as bombs=true; may be repeated",
    )


def _add_demo(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seed", type=_seed, default=DEMO_SEED, metavar="N", help=f"default: {DEMO_SEED}"
    )
    text = "how many deals (default: 3, or those of a match of Three Thirteen)"
    parser.add_argument("--deals", type=_deals, default=None, metavar="N", help=text)


def _add_play_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    text = f"one of: {', '.join(GAMES)} (not needed with --resume)"
    add("game", metavar="GAME", type=_game, nargs="?", default=None, help=text)
    add("--seat", type=_seat, default=None, metavar="N", help="your seat (default: 0)")
    text = f"the others: {NAMES} (default: greedy)"
    add("--bots", metavar="AGENT", default=None, help=text)
    text = "default: a fresh one, which is printed"
    add("--seed", type=_seed, default=None, metavar="N", help=text)
    text = "how many deals (default: 1, or those of a match of Three Thirteen)"
    add("--deals", type=_deals, default=None, metavar="N", help=text)
    add("--save", metavar="FILE", default=None, help="keep the game in a file, move by move")
    add("--resume", metavar="FILE", default=None, help="go on with the game in a file")
    add("--plain", action="store_true", help="no colors")


def _add_deal(parser: argparse.ArgumentParser) -> None:
    text = "default: a fresh one, which is printed"
    parser.add_argument("--seed", type=_seed, default=None, metavar="N", help=text)
    parser.add_argument("--dealer", type=_seat, default=0, metavar="SEAT", help="default: 0")
    text = "which deal of a match of Three Thirteen it is (default: 1)"
    parser.add_argument("--deal", type=_number, default=None, metavar="N", help=text)


def _add_arranged(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(game=GAMES[ThreeThirteen.name])
    text = "the hand, in quotes: '4C Q♥ KH'"
    parser.add_argument("hand", type=_held, metavar="CARDS", help=text)
    text = "which deal of a match it is, from 1 to 11: it says what is wild"
    parser.add_argument("--deal", type=_number, required=True, metavar="N", help=text)


def _add_arena(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("agents", metavar="AGENT", nargs="+", help=NAMES)
    add = parser.add_argument
    text = "how many deals, each in every seating (default: 100)"
    add("--deals", type=_many_deals, default=100, metavar="N", help=text)
    text = "how many processes play (default: 1)"
    add("--workers", type=_workers, default=1, metavar="N", help=text)
    text = "default: a fresh one, which is printed"
    add("--seed", type=_seed, default=None, metavar="N", help=text)
    text = "rotations or assignments (default: rotations where there is an agent for each seat)"
    add("--seating", choices=list(Seating), default=None, help=text)
    text = "stop at a misdeed, or have it cost the sitting (default: raise)"
    add("--on-illegal", choices=("raise", "forfeit"), default="raise", help=text)
    text = "what a forfeit costs for every other seat, in units (default: 10)"
    add("--penalty", type=_units, default=10, metavar="N", help=text)
    text = "run each agent in a process of its own, with so many seconds for a move"
    add("--limit", type=_seconds, default=None, metavar="SECONDS", help=text)
    text = "how many deals are handed to a process at a time (default: 16)"
    add("--chunk", type=_many_deals, default=16, metavar="N", help=text)
    text = "keep the run in a file, and go on from there if it exists"
    add("--checkpoint", metavar="FILE", default=None, help=text)
    text = "write the record of every sitting into a new file"
    add("--records", metavar="FILE", default=None, help=text)
    add("--plot", metavar="FILE", default=None, help="draw the running means into a file")
    text = "what is shown meanwhile: auto, text or none (default: auto, a bar on a terminal)"
    add("--progress", choices=("auto", "text", "none"), default="auto", help=text)


def _add_hand(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--hand",
        type=_held,
        required=True,
        metavar="CARDS",
        help="the cards held, in quotes: '4C 4♦ 10H'",
    )


def _add_play(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--play", type=_cards, required=True, metavar="CARDS", help="the play")
    parser.add_argument(
        "--kind", type=_kind, default=None, metavar="KIND", help="the reading meant, such as run"
    )


def _add_on(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--on", type=_cards, default=None, metavar="CARDS", help="the play to beat (default: none)"
    )


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON document")


_COMMANDS: Final[
    Mapping[str, tuple[str, tuple[Callable[[argparse.ArgumentParser], None], ...]]]
] = {
    "demo": (
        "Play a match and tell it: the first deal move by move.",
        (_add_game_or_first, _add_options, _add_demo),
    ),
    "play": (
        "Play against bots.",
        (_add_play_arguments, _add_options),
    ),
    "deal": (
        "Deal the cards and show every hand, as a moderator sees them.",
        (_add_game, _add_options, _add_deal, _add_json),
    ),
    "check": (
        "Say whether a play is legal, and if not, why not.",
        (_add_game, _add_options, _add_hand, _add_play, _add_on, _add_json),
    ),
    "moves": (
        "List all that a hand can lead, or all that beats a play.",
        (_add_game, _add_options, _add_hand, _add_on, _add_json),
    ),
    "arrange": (
        "Arrange a hand of Three Thirteen in the melds that leave the fewest points.",
        (_add_arranged, _add_options, _add_json),
    ),
    "arena": (
        "Have agents play each other over many deals, and report who is better.",
        (_add_game, _add_arena, _add_options, _add_json),
    ),
    "catalogue": (
        "Count the combinations of a game by kind.",
        (_add_game, _add_options, _add_json),
    ),
}
"""What each command says of itself, and its arguments."""
