"""The command ``climbcards``, also ``python -m climbcards``: deals, checks and lists in plain text.

It prints answers on stdout and, if the input makes no sense, one line on stderr.  The exit code is
0 when all is well, 1 when the answer is no, 2 for bad input, 130 after Ctrl-C and 141 when the
reader of the output has gone.
"""

from __future__ import annotations

import argparse
import codecs
import io
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from itertools import groupby
from typing import Final, NoReturn

from typing_extensions import override

from climbcards import (
    Card,
    ClimbcardsError,
    ClimbingRuleset,
    Combination,
    DealContext,
    Hand,
    Kind,
    NotationError,
    Play,
    PositionError,
    Ruleset,
    __version__,
    step,
)
from climbcards.cli_demo import demo, hand_lines, opening, undealt, wrapped
from climbcards.cli_games import GAMES, BadInput, Game, build, climbing, position_on
from climbcards.cli_player import Auctioned, Tricks

__all__ = ["main"]

FINE, NO, BAD_INPUT, INTERRUPTED, NO_READER = 0, 1, 2, 130, 141

DEMO_SEED: Final = 1
"""A match that shows much in few lines: it is the same at every call."""

_MOST_DIGITS: Final = 1000
"""The most digits of a seed; fresh ones have 78 at most."""

_MOST_DEALS: Final = 1000
_LONGEST_ERROR: Final = 400


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        argv: the arguments; None: those of the process.
    """
    try:
        _write_any_encoding()
        code = _run(argv)
        print(end="", flush=True)
    except KeyboardInterrupt:
        return _failed("interrupted", INTERRUPTED)
    except BrokenPipeError:
        _forget_output()
        return NO_READER
    except OSError as error:
        _forget_output()
        return _failed(f"the output cannot be written: {error.strerror}", BAD_INPUT)
    return code


def _run(argv: Sequence[str] | None) -> int:
    try:
        args = _parser().parse_args(argv)
        command: Callable[[argparse.Namespace], int] = args.command
        return command(args)
    except (BadInput, ClimbcardsError) as error:
        return _failed(str(error), BAD_INPUT)
    except SystemExit:  # --help and --version have printed what was asked
        return FINE


def _failed(message: str, code: int) -> int:
    """Print one line on stderr, whatever the message holds, and return the code."""
    line = "".join(c if c.isprintable() else " " if c.isspace() else "?" for c in message)
    if len(line) > _LONGEST_ERROR:
        line = f"{line[: _LONGEST_ERROR // 2]} … {line[-_LONGEST_ERROR // 2 :]}"
    with suppress(OSError):
        print(f"climbcards: {line}", file=sys.stderr, flush=True)
    return code


# --- Output --------------------------------------------------------------------------------------

_IN_LETTERS: Final[Mapping[str, str]] = {
    **{"♣": "C", "♦": "D", "♥": "H", "♠": "S"},
    **{"–": "-", "…": "..."},
}


def _write_any_encoding() -> None:
    """Have suits written as letters, which read back, where the output cannot hold their signs."""
    codecs.register_error("climbcards", _in_letters)
    out = sys.stdout
    if isinstance(out, io.TextIOWrapper) and out.errors == "strict":
        out.reconfigure(errors="climbcards")


def _in_letters(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(_IN_LETTERS.get(sign, "?") for sign in signs), error.end


def _forget_output() -> None:
    """Point stdout nowhere, so that closing it at the end of the process cannot fail again."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _print_json(document: Mapping[str, object]) -> None:
    print(json.dumps(document, indent=2))


def _texts(ruleset: Ruleset, cards: Hand) -> list[str]:
    return [str(card) for card in ruleset.sort(cards)]


def _text(ruleset: Ruleset, cards: Hand) -> str:
    return " ".join(_texts(ruleset, cards))


def _as_json(ruleset: Ruleset, combination: Combination | None) -> Mapping[str, object] | None:
    if combination is None:
        return None
    return {"kind": combination.kind, "cards": _texts(ruleset, combination.cards)}


def _option_as_json(value: object) -> object:
    if isinstance(value, tuple):
        return [_option_as_json(part) for part in value]
    return str(value) if isinstance(value, Enum) else value


def _head(ruleset: Ruleset) -> dict[str, object]:
    """The keys that every JSON document begins with."""
    options = {name: _option_as_json(value) for name, value in ruleset.options.items()}
    return {"game": ruleset.name, "options": options}


# --- Commands ------------------------------------------------------------------------------------


def _demo(args: argparse.Namespace) -> int:
    game, ruleset = _game_of(args), climbing(_ruleset_of(args))
    parts = [f"{ruleset.players} players", *_settings_of(args)]
    if args.preset is not None:
        parts.append(f"preset {args.preset}")
    for line in demo(game, ruleset, ", ".join(parts), seed=args.seed, deals=args.deals):
        print(line)
    return FINE


def _deal(args: argparse.Namespace) -> int:
    game, ruleset = _game_of(args), _ruleset_of(args)
    deal = ruleset.shuffle(args.seed, DealContext(dealer=args.dealer))
    state = ruleset.start(deal)
    partners = deal.context.partners
    if args.json:
        table = state.table
        auctioned = table if isinstance(table, Auctioned) else None
        card = None if auctioned is None else auctioned.opening_card
        _print_json(
            {
                **_head(ruleset),
                "seed": str(deal.seed),
                "dealer": args.dealer,
                "hands": [_texts(ruleset, hand) for hand in state.hands],
                "kitty": _texts(ruleset, undealt(state)),
                "opener": state.to_act if auctioned is None else auctioned.opener,
                "opening_card": None if card is None else str(card),
                "partners": None if partners is None else list(partners),
            }
        )
        return FINE
    print(f"{game.title}, {ruleset.players} players, dealt by seat {args.dealer}")
    print(f"Seed {deal.seed}")
    print("The moderator's view, with every hand (a player sees one):")
    for line in hand_lines(ruleset, state):
        print(line)
    print(f"  {opening(game, state)}")
    if partners is not None:
        print(f"  Seats {partners[0]} and {partners[1]} are drawn as partners.")
    return FINE


def _check(args: argparse.Namespace) -> int:
    ruleset = climbing(_ruleset_of(args))
    target = _target(ruleset, args.on)
    state = position_on(ruleset, args.hand, target)
    play = Play(args.play, args.kind)
    violation = state.check(play)
    reading = None
    if violation is None:
        table = step(state, play).table
        reading = table.target if isinstance(table, Tricks) else None
    if args.json:
        _print_json(
            {
                **_head(ruleset),
                "hand": _texts(ruleset, args.hand),
                "play": _texts(ruleset, args.play),
                "on": _as_json(ruleset, target),
                "legal": violation is None,
                "reading": _as_json(ruleset, reading),
                "reason": None if violation is None else violation.reason,
                "message": None if violation is None else violation.message,
            }
        )
    elif violation is None:
        deed = "may be led" if target is None else f"beats {target}"
        print(f"legal: {reading} {deed}")
    else:
        print(f"illegal: {violation.reason}: {violation.message}")
    return FINE if violation is None else NO


def _moves(args: argparse.Namespace) -> int:
    ruleset = climbing(_ruleset_of(args))
    target = _target(ruleset, args.on)
    together = args.hand if target is None else args.hand + target.cards
    extra = together.beyond(Hand(ruleset.deck))
    if extra:
        raise BadInput(f"the deck does not hold so many of {extra}")
    if not args.hand:
        raise BadInput("--hand needs at least one card")
    found = ruleset.leads(args.hand) if target is None else ruleset.answers(args.hand, target)
    if args.json:
        _print_json(
            {
                **_head(ruleset),
                "hand": _texts(ruleset, args.hand),
                "on": _as_json(ruleset, target),
                "count": len(found),
                "moves": [_as_json(ruleset, move) for move in found],
            }
        )
        return FINE
    what = "that may be led" if target is None else f"that beat {target}"
    print(f"{len(found)} {'combination' if len(found) == 1 else 'combinations'} {what}")
    for line in _grouped(ruleset, found):
        print(line)
    return FINE


def _grouped(ruleset: ClimbingRuleset, found: Sequence[Combination]) -> Iterator[str]:
    """The combinations on lines by kind, in the order they have."""
    groups = [(kind, list(group)) for kind, group in groupby(found, key=lambda move: move.kind)]
    heads = [f"  {kind} ({len(group)})" for kind, group in groups]
    width = max(map(len, heads), default=0)
    for head, (_, group) in zip(heads, groups, strict=True):
        yield from wrapped(f"{head:{width}}  ", [_text(ruleset, m.cards) for m in group], ", ")


def _catalogue(args: argparse.Namespace) -> int:
    ruleset = climbing(_ruleset_of(args))
    kinds: dict[str, int] = {}
    for combination in ruleset.catalogue():
        kinds[combination.kind] = kinds.get(combination.kind, 0) + 1
    total = sum(kinds.values())
    if args.json:
        _print_json({**_head(ruleset), "kinds": kinds, "total": total})
        return FINE
    width = max(map(len, ("total", *kinds)))
    for kind, count in (*kinds.items(), ("total", total)):
        print(f"{kind:{width}}  {count:6,d}")
    return FINE


def _game_of(args: argparse.Namespace) -> Game:
    game: Game = args.game
    return game


def _ruleset_of(args: argparse.Namespace) -> Ruleset:
    return build(_game_of(args), args.preset, _settings_of(args))


def _settings_of(args: argparse.Namespace) -> list[str]:
    return [*([] if args.players is None else [f"players={args.players}"]), *args.option]


def _target(ruleset: ClimbingRuleset, cards: Hand | None) -> Combination | None:
    """The combination on the table.

    Raises:
        BadInput: the cards are none.
    """
    if cards is None:
        return None
    target = ruleset.classify(cards)
    if target is None:
        raise BadInput(f"--on: {_text(ruleset, cards) or 'nothing'} is no combination")
    return target


# --- Arguments -----------------------------------------------------------------------------------


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are exceptions."""

    @override
    def error(self, message: str) -> NoReturn:
        if message.startswith("unrecognized arguments"):
            message += " (several cards go into one argument, in quotes: --hand '4C 4D')"
        raise BadInput(f"{message}; see {self.prog} --help")


def _game(text: str) -> Game:
    if text not in GAMES:
        known = ", ".join(GAMES)
        raise argparse.ArgumentTypeError(f"there is no game {text!r}; the games are: {known}")
    return GAMES[text]


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


def _seat(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 9:
        return int(text)
    raise argparse.ArgumentTypeError("a seat is a whole number from 0")


def _cards(text: str) -> Hand:
    try:
        return Hand.parse(text)
    except (NotationError, PositionError) as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _kind(text: str) -> Kind:
    try:
        return Kind(text)
    except ValueError:
        known = ", ".join(Kind)
        raise argparse.ArgumentTypeError(
            f"there is no kind {text!r}; the kinds are: {known}"
        ) from None


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="climbcards",
        description="Deal, check and list by the rules of climbing card games.",
        epilog="Exit codes: 0 fine, 1 the answer is no, 2 bad input.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"climbcards {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(
        name: str, run: Callable[[argparse.Namespace], int], text: str, **game: object
    ) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
        made.set_defaults(command=run)
        return made

    added = command("demo", _demo, "Play a match and tell it: the first deal move by move.")
    _add_game(added, optional=True)
    added.add_argument(
        "--seed", type=_seed, default=DEMO_SEED, metavar="N", help=f"default: {DEMO_SEED}"
    )
    added.add_argument(
        "--deals", type=_deals, default=3, metavar="N", help="how many deals (default: 3)"
    )

    added = command("deal", _deal, "Deal the cards and show every hand, as a moderator sees them.")
    _add_game(added)
    added.add_argument(
        "--seed", type=_seed, default=None, metavar="N", help="default: a fresh one, and it is told"
    )
    added.add_argument("--dealer", type=_seat, default=0, metavar="SEAT", help="default: 0")
    _add_json(added)

    added = command("check", _check, "Say whether a play is legal, and if not, why not.")
    _add_game(added)
    _add_hand(added)
    added.add_argument("--play", type=_cards, required=True, metavar="CARDS", help="the play")
    _add_on(added)
    added.add_argument(
        "--kind", type=_kind, default=None, metavar="KIND", help="the reading meant, as in 'run'"
    )
    _add_json(added)

    added = command("moves", _moves, "List all that a hand can lead, or all that beats a play.")
    _add_game(added)
    _add_hand(added)
    _add_on(added)
    _add_json(added)

    added = command("catalogue", _catalogue, "Count the combinations of a game by kind.")
    _add_game(added)
    _add_json(added)
    return parser


def _add_game(parser: argparse.ArgumentParser, *, optional: bool = False) -> None:
    text = f"one of: {', '.join(GAMES)}"
    if optional:
        first = next(iter(GAMES.values()))
        parser.add_argument("game", metavar="GAME", type=_game, nargs="?", default=first, help=text)
    else:
        parser.add_argument("game", metavar="GAME", type=_game, help=text)
    parser.add_argument("--players", metavar="N", help="short for --option players=N")
    parser.add_argument("--preset", metavar="NAME", help="a named set of options")
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of the game, such as bombs=true; may be repeated",
    )


def _add_hand(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--hand",
        type=_cards,
        required=True,
        metavar="CARDS",
        help="the cards held, in quotes: '4C 4♦ 10H'",
    )


def _add_on(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--on", type=_cards, default=None, metavar="CARDS", help="the play to beat (default: none)"
    )


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON document")
