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
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from itertools import groupby
from typing import Final, cast

from climbcards import (
    ClimbcardsError,
    ClimbingRuleset,
    Combination,
    DealContext,
    Hand,
    Play,
    Ruleset,
    State,
    ThreeThirteen,
    cli_arena,
    cli_play,
    cli_rummy,
    step,
)
from climbcards.cli_arguments import Command, parser
from climbcards.cli_demo import demo, hand_lines, opening, teller_of, undealt, wrapped
from climbcards.cli_games import GAMES, BadInput, Game, build, climbing, named_values, position_on
from climbcards.cli_play_start import begun, resumed
from climbcards.climbing.table import ClimbingTable

__all__ = ["main"]

FINE, NO, BAD_INPUT, INTERRUPTED, NO_READER = 0, 1, 2, 130, 141

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
        args = parser(_COMMANDS).parse_args(argv)
        command: Command = args.command
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
    "♣": "C",
    "♦": "D",
    "♥": "H",
    "♠": "S",
    "–": "-",
    "…": "...",
}


def _write_any_encoding() -> None:
    """Have suits written as letters, which read back, where the output cannot hold their signs."""
    codecs.register_error("climbcards", _in_letters)
    out = sys.stdout
    # Python gives the output of a plain C locale "surrogateescape", which refuses suits as well.
    if isinstance(out, io.TextIOWrapper) and out.errors in {"strict", "surrogateescape"}:
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
    print(json.dumps(document))


def _texts(ruleset: Ruleset, cards: Hand) -> list[str]:
    return [str(card) for card in ruleset.sort(cards)]


def _text(ruleset: Ruleset, cards: Hand) -> str:
    return " ".join(_texts(ruleset, cards))


def _as_json(ruleset: Ruleset, combination: Combination | None) -> Mapping[str, object] | None:
    if combination is None:
        return None
    return {"kind": combination.kind, "cards": _texts(ruleset, combination.cards)}


def _option_as_json(value: object) -> object:
    """The value of an option as it is, or as the text that sets it."""
    match value:
        case Enum():
            return str(value)
        case None | bool() | int() | str():
            return value
        case tuple():
            return [_option_as_json(part) for part in cast("tuple[object, ...]", value)]
        case _:
            names = (name for name, named in named_values(type(value)).items() if named == value)
            return next(names, str(value))


def _head(ruleset: Ruleset) -> dict[str, object]:
    """The keys that every JSON document begins with."""
    options = {name: _option_as_json(value) for name, value in ruleset.options.items()}
    return {"game": ruleset.name, "options": options}


# --- Commands ------------------------------------------------------------------------------------


def _demo(args: argparse.Namespace) -> int:
    game, ruleset = _game_of(args), _ruleset_of(args)
    if isinstance(ruleset, ThreeThirteen):
        teller = cli_rummy.teller(ruleset)
    else:
        teller = teller_of(game, climbing(ruleset))
    options = ["".join(o.split()) for o in args.option if not o.startswith("players=")]
    preset = [] if args.preset is None else [f"preset {args.preset}"]
    settings = ", ".join((f"{ruleset.players} players", *preset, *options))
    deals = game.demo_deals if args.deals is None else args.deals
    for line in demo(game.title, ruleset, teller, settings, seed=args.seed, deals=deals):
        print(line)
    return FINE


def _play(args: argparse.Namespace) -> int:
    game: Game | None = args.game
    if args.resume is not None:
        given = ("players", "preset", "option", "seed", "deals")
        for name in given:
            if getattr(args, name) not in (None, []):
                raise BadInput(f"--{name} cannot be changed with --resume: the file says it")
        made = resumed(args.resume, game, seat=args.seat, bots=args.bots)
    elif game is None:
        raise BadInput(f"which game? One of: {', '.join(GAMES)}; see climbcards play --help")
    else:
        made = begun(
            _ruleset_of(args), seat=args.seat, bots=args.bots, seed=args.seed, deals=args.deals
        )
    session, seating, meta = made
    show = cli_play.screen(plain=args.plain)
    terminal = cli_play.Terminal(
        session, seating, show, path=args.save, resumed=args.resume, meta=meta
    )
    return INTERRUPTED if terminal.run() else FINE


def _deal(args: argparse.Namespace) -> int:
    game, ruleset = _game_of(args), _ruleset_of(args)
    if args.deal is not None and not isinstance(ruleset, ThreeThirteen):
        raise BadInput(f"--deal is for Three Thirteen: in {game.title} every deal begins alike")
    number = 1 if args.deal is None else args.deal
    deal = ruleset.shuffle(args.seed, DealContext(dealer=args.dealer, number=number))
    state = ruleset.start(deal)
    if isinstance(ruleset, ThreeThirteen):
        _rummy_deal(args, ruleset, state)
        return FINE
    partners = deal.context.partners
    if args.json:
        table = state.table
        auctioned = table if isinstance(table, ClimbingTable) else None
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
    _print_heading(game, state)
    for line in hand_lines(ruleset, state):
        print(line)
    print(f"  {opening(game, state)}")
    if partners is not None:
        print(f"  Seats {partners[0]} and {partners[1]} are drawn as partners.")
    return FINE


def _rummy_deal(args: argparse.Namespace, ruleset: ThreeThirteen, state: State) -> None:
    """Show a deal that has a stock, and no kitty."""
    if args.json:
        _print_json({**_head(ruleset), **cli_rummy.dealt_as_json(ruleset, state)})
        return
    _print_heading(_game_of(args), state)
    for line in cli_rummy.dealt_lines(ruleset, state):
        print(line)


def _print_heading(game: Game, state: State) -> None:
    """What every deal begins with, as text."""
    deal = state.deal
    assert deal is not None  # it was dealt here
    print(f"{game.title}, {state.ruleset.players} players, dealt by seat {deal.context.dealer}")
    print(f"Seed {deal.seed}")
    print("The moderator's view, with every hand (a player sees one):")


def _check(args: argparse.Namespace) -> int:
    ruleset = climbing(_ruleset_of(args))
    target = _target(ruleset, args.on)
    state = position_on(ruleset, args.hand, target)
    play = Play(args.play, args.kind)
    violation = state.check(play)
    reading = None
    if violation is None:
        table = step(state, play).table
        reading = table.target if isinstance(table, ClimbingTable) else None
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
    what = "may be led" if target is None else f"can be played on {target}"
    print(f"{len(found)} combination{'' if len(found) == 1 else 's'} {what}")
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


def _arrange(args: argparse.Namespace) -> int:
    ruleset = _ruleset_of(args)
    assert isinstance(ruleset, ThreeThirteen)  # the parser names no other game
    arrangement = ruleset.arrange(args.hand, args.deal)
    if args.json:
        _print_json(
            {
                **_head(ruleset),
                "deal": args.deal,
                "wild": str(ruleset.wild(args.deal)),
                "hand": _texts(ruleset, args.hand),
                **cli_rummy.arrangement_as_json(arrangement),
            }
        )
        return FINE
    print(f"Deal {args.deal}: {cli_rummy.wild_words(ruleset.wild(args.deal))}")
    for line in cli_rummy.arrangement_lines(arrangement):
        print(line)
    return FINE


def _arena(args: argparse.Namespace) -> int:
    agents = cli_arena.agents_named(args.agents, args.limit)
    report = cli_arena.play(
        agents,
        _ruleset_of(args),
        deals=args.deals,
        workers=args.workers,
        seed=args.seed,
        seating=args.seating,
        on_illegal=args.on_illegal,
        penalty=args.penalty,
        chunk=args.chunk,
        checkpoint=args.checkpoint,
        records=args.records,
        progress=args.progress,
    )
    if args.plot is not None:
        report.plot(args.plot)
    print(report.to_json() if args.json else report)
    return FINE if report.is_complete else INTERRUPTED


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


_COMMANDS: Final[Mapping[str, Command]] = {
    "demo": _demo,
    "play": _play,
    "deal": _deal,
    "check": _check,
    "moves": _moves,
    "arrange": _arrange,
    "arena": _arena,
    "catalogue": _catalogue,
}
