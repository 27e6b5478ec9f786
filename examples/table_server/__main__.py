"""Start the server: ``python -m examples.table_server`` in the project's folder."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from examples.table_server.journal import claim
from examples.table_server.lobby import Lobby
from examples.table_server.messages import GAMES, MOST_DEALS
from examples.table_server.pace import Delays
from examples.table_server.server import Server


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m examples.table_server",
        description="A server for tables of card games, with a page for the browser.",
    )
    parser.add_argument(
        "games",
        nargs="*",
        metavar="GAME",
        help=f"set up a table of each of these, unless one was resumed: {', '.join(GAMES)} "
        "(default: all of them)",
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    parser.add_argument("--port", type=int, default=8765, help="port, 0 for any (%(default)s)")
    parser.add_argument(
        "--folder", type=Path, default=Path("tables"), help="where tables are kept (%(default)s)"
    )
    parser.add_argument(
        "--deals",
        type=int,
        default=5,
        help="how many deals a match has where its rules do not say (%(default)s)",
    )
    usual = Delays()
    parser.add_argument(
        "--delay",
        type=float,
        default=usual.move,
        help="seconds before a built-in player moves (%(default)s)",
    )
    parser.add_argument(
        "--pause",
        type=float,
        default=usual.deal,
        help="seconds before a built-in player begins a further deal (%(default)s)",
    )
    parser.add_argument(
        "--away",
        type=float,
        default=usual.away,
        help="seconds before a built-in player stands in for somebody who is away; "
        "a negative number: never (%(default)s)",
    )
    arguments = parser.parse_args(words)
    unknown = [game for game in arguments.games if game not in GAMES]
    if unknown:
        parser.error(f"there is no game {unknown[0]!r}: choose from {', '.join(GAMES)}")
    if not 1 <= arguments.deals <= MOST_DEALS:
        parser.error(f"--deals is from 1 to {MOST_DEALS}")
    return arguments


async def _serve(arguments: argparse.Namespace) -> None:
    delays = Delays(
        move=max(0.0, arguments.delay),
        deal=max(0.0, arguments.pause),
        away=arguments.away if arguments.away >= 0 else None,
    )
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    if sys.platform != "win32":
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stopped.set)
    arguments.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with claim(arguments.folder):
        lobby = Lobby(arguments.folder, arguments.deals)
        try:
            _set_up(lobby, arguments.games or list(GAMES))
            async with Server(lobby, delays).running(arguments.host, arguments.port) as port:
                host = arguments.host if ":" not in arguments.host else f"[{arguments.host}]"
                print(f"http://{host}:{port}/", flush=True)
                await stopped.wait()
        finally:
            lobby.close()


def _set_up(lobby: Lobby, games: Sequence[str]) -> None:
    """Resume all tables, and see to it that there is one of each of these games."""
    for table in lobby.resume():
        print(f"resumed {table.name}: deal {table.now[0]}, move {table.now[1]}")
    running = {table.match.ruleset.name for table in lobby.tables.values()}
    for game in games:
        if game not in running:
            lobby.create(GAMES[game]())


def main(words: Sequence[str] | None = None) -> None:
    """Serve until interrupted."""
    arguments = _arguments(words)
    logging.basicConfig(format="%(levelname)s %(message)s", level=logging.WARNING)
    # What strangers send to the port is no fault of the server's.
    logging.getLogger("websockets").setLevel(logging.CRITICAL)
    try:
        with contextlib.suppress(KeyboardInterrupt):  # where the loop cannot handle signals
            asyncio.run(_serve(arguments))
    except OSError as error:  # the port or the folder cannot be had
        sys.exit(f"the server cannot run: {error}")


if __name__ == "__main__":
    main()
