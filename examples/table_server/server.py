"""The server: asyncio and WebSockets around the lobby, and the page over HTTP on the same port."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from examples.table_server.game_table import Client, Sent
from examples.table_server.lobby import Lobby
from examples.table_server.messages import MOST_BYTES, Refused
from examples.table_server.pace import Delays, Pace
from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

MOST_CLIENTS: Final = 500
MOST_WAITING: Final = 200
"""The most messages that wait for a client who does not read; then it is hung up on."""

_PAGE: Final = Path(__file__).with_name("page.html")
_POLICY: Final = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)

_log = logging.getLogger("table_server")


class Server:
    """Connects clients with a lobby.

    Nothing here waits for one client on behalf of another: each has a queue and a task that empties
    it.

    Args:
        lobby: the tables.
        delays: how long the built-in players take.
    """

    def __init__(self, lobby: Lobby, delays: Delays) -> None:
        self._lobby = lobby
        self._pace = Pace(delays)
        self._sockets: dict[Client, ServerConnection] = {}
        self._queues: dict[Client, asyncio.Queue[str]] = {}
        self._clients = 0
        self._woken = asyncio.Event()

    @asynccontextmanager
    async def running(self, host: str, port: int) -> AsyncGenerator[int, None]:
        """Serve while the context lasts; it gives the port, which is chosen if 0 was given."""
        async with serve(
            self._talk,
            host,
            port,
            process_request=self._answer_http,
            max_size=MOST_BYTES,
            server_header=None,
        ) as server:
            playing = asyncio.create_task(self._play())
            try:
                yield next(iter(server.sockets)).getsockname()[1]
            finally:
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)

    # --- HTTP

    def _answer_http(self, connection: ServerConnection, request: Request) -> Response | None:
        """The page, or None: the request opens a WebSocket."""
        path = urlsplit(request.path).path
        if path == "/":
            return _response(HTTPStatus.OK, _PAGE.read_bytes(), "text/html; charset=utf-8")
        if path != "/ws":
            return connection.respond(HTTPStatus.NOT_FOUND, "There is only the page at /.\n")
        # A page of another site may not speak for whoever looks at it.
        origins, hosts = request.headers.get_all("Origin"), request.headers.get_all("Host")
        if origins and [urlsplit(origin).netloc for origin in origins] != hosts:
            return connection.respond(HTTPStatus.FORBIDDEN, "This is for the server's own page.\n")
        if len(self._sockets) >= MOST_CLIENTS:
            return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "Too many are connected.\n")
        return None

    # --- WebSockets

    async def _talk(self, socket: ServerConnection) -> None:
        """Serve one connection until it ends."""
        self._clients += 1
        client = self._clients
        self._sockets[client] = socket
        queue = self._queues[client] = asyncio.Queue(MOST_WAITING)
        writing = asyncio.create_task(_write(socket, queue))
        try:
            async for text in socket:
                if client not in self._queues:
                    break  # hung up on: what it still sent is not listened to
                self._deliver(self._received(client, text))
                await asyncio.sleep(0)  # the others have their turn, and so has what is to be sent
        except ConnectionClosed:
            pass  # it broke off, or a message was too long
        finally:
            del self._sockets[client]
            self._queues.pop(client, None)
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
            self._deliver(self._lobby.gone(client))

    def _received(self, client: Client, text: str | bytes) -> list[Sent]:
        try:
            return self._lobby.receive(client, text)
        except Exception:
            # A fault of the server's own: this message fails, and nobody else notices.
            _log.exception("a message of client %d could not be dealt with", client)
            return [(client, Refused("internal", "the server has a fault").message())]

    def _deliver(self, sent: Iterable[Sent]) -> None:
        """Put messages into the queues, and look whether a built-in player is due."""
        for client, message in sent:
            queue = self._queues.get(client)
            if queue is None:
                continue
            try:
                queue.put_nowait(json.dumps(message, ensure_ascii=False, separators=(",", ":")))
            except asyncio.QueueFull:
                del self._queues[client]
                self._sockets[client].transport.abort()
        self._woken.set()

    # --- Built-in players

    async def _play(self) -> None:
        """Act for the built-in players, whenever one is due."""
        loop = asyncio.get_running_loop()
        while True:
            self._woken.clear()
            due, later = self._pace.due(list(self._lobby.tables.values()), loop.time())
            for table, seat in due:
                try:
                    self._deliver(table.play_for(seat))
                except Exception:
                    _log.exception("the built-in player of %s cannot act", table.name)
                    self._pace.hold(table, loop.time())
                await asyncio.sleep(0)  # messages come in between
            if not due:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout_at(later):
                        await self._woken.wait()


async def _write(socket: ServerConnection, queue: asyncio.Queue[str]) -> None:
    """Send what is in the queue, as fast as the client reads."""
    try:
        while True:
            await socket.send(await queue.get())
    except ConnectionClosed:
        pass  # whoever reads from it notices, too


def _response(status: HTTPStatus, body: bytes, content_type: str) -> Response:
    headers = Headers(
        {
            "Content-Type": content_type,
            "Content-Length": str(len(body)),
            "Content-Security-Policy": _POLICY,
            "Cache-Control": "no-cache",
            "X-Content-Type-Options": "nosniff",
            "Connection": "close",
        }
    )
    return Response(status.value, status.phrase, headers, body)
