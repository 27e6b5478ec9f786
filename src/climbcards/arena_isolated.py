"""Agents in a process of their own: one that hangs or crashes is stopped and reported.

This holds off accidents, not attacks: what comes back from the process is unpickled here.
"""

from __future__ import annotations

import multiprocessing
import random
import signal
import weakref
from collections.abc import Generator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Final, Literal, NamedTuple, TypeAlias, cast

from attrs import frozen
from typing_extensions import override

from climbcards.actions import Action
from climbcards.agents import Agent, AgentFactory
from climbcards.arena_faults import ArenaError, Misdeed, told
from climbcards.ruleset import Table, View

__all__ = ["Isolated", "IsolationError", "isolated"]

_START_SECONDS: Final = 60.0
"""How long a process may take to start: it imports the agent's module."""


class IsolationError(ArenaError):
    """An isolated agent hung, raised, or its process ended.

    Attributes:
        misdeed: which of these.
        message: more of it in words.
    """

    def __init__(self, misdeed: Misdeed, message: str) -> None:
        super().__init__(misdeed, message)
        self.misdeed = misdeed
        self.message = message

    @override
    def __str__(self) -> str:
        return self.message


@frozen
class Isolated:
    """A factory whose agents live in another process.  Make it with :func:`isolated`.

    In the arena one process serves all of an agent's seats while a chunk of deals is played, and a
    new one takes its place where it had to be stopped.  An agent made by a plain call has a process
    to itself, which ends with the agent.

    Attributes:
        factory: makes the agents, over there.
        seconds: how long a move, or making an agent, may take.
    """

    factory: AgentFactory
    seconds: float

    def __call__(self, rng: random.Random) -> Agent:
        """An agent with a process of its own.

        Raises:
            IsolationError: it was not made in time, or its factory raised.
        """
        host = _Host(self.factory, self.seconds)
        guest = host.make(rng)
        weakref.finalize(guest, host.stop)
        return guest

    @contextmanager
    def opened(self) -> Generator[AgentFactory]:
        """A factory whose agents share one process, which is started when it is first needed."""
        host = _Host(self.factory, self.seconds)
        try:
            yield host.make
        finally:
            host.stop()


def isolated(factory: AgentFactory, seconds: float = 10.0) -> Isolated:
    """The same agents in a process of their own, with a time limit.

    Args:
        factory: makes the agents; it has to pickle, so it is a class or a function of a module.
        seconds: how long a move may take before the process is killed.  The time the view takes to
            get there and the action back counts; starting the process does not.

    Raises:
        ArenaError: the limit is no positive number.
    """
    if not 0 < seconds < float("inf"):
        raise ArenaError("the limit of a move is a positive number of seconds")
    return Isolated(factory, seconds)


# --- This side -----------------------------------------------------------------------------------


class _Request(NamedTuple):
    """What is asked of the other side: to make an agent (a generator) or to act (a view)."""

    gone: tuple[int, ...]
    agent: int
    about: random.Random | View[Table]


_Reply: TypeAlias = tuple[Literal["done", "raised"], object]


class _Host:
    """The process, as this side knows it."""

    def __init__(self, factory: AgentFactory, seconds: float) -> None:
        self._factory = factory
        self._seconds = seconds
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._number = 0
        self._gone: list[int] = []

    def make(self, rng: random.Random) -> _Guest:
        """A new agent over there."""
        if self._connection is None:
            self._start()
        self._number += 1
        self.ask(self._number, rng)
        guest = _Guest(self, self._number)
        weakref.finalize(guest, self._gone.append, self._number)
        return guest

    def ask(self, agent: int, about: random.Random | View[Table]) -> object:
        """What the other side answers.

        Raises:
            IsolationError: it raised, or did not answer in time and was stopped.
        """
        if self._connection is None:
            raise IsolationError(Misdeed.DIED, "its process has ended")
        gone = tuple(self._gone)
        del self._gone[: len(gone)]
        try:
            self._connection.send(_Request(gone, agent, about))
        except OSError:
            raise self._ended() from None
        kind, what = self._reply(self._seconds)
        if kind == "raised":
            raise IsolationError(Misdeed.RAISED, str(what))
        return what

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(target=_serve, args=(there, self._factory), daemon=True)
        try:
            process.start()
        except Exception as error:
            here.close()
            raise ArenaError(f"an isolated agent cannot be started: {told(error)}") from error
        finally:
            there.close()
        self._process, self._connection = process, here
        self._reply(_START_SECONDS)

    def _reply(self, seconds: float) -> _Reply:
        connection = self._connection
        assert connection is not None
        try:
            if connection.poll(seconds):
                return cast("_Reply", connection.recv())
        except (EOFError, OSError):
            raise self._ended() from None
        except Exception as error:  # what came back does not unpickle
            self.stop()
            raise IsolationError(Misdeed.RAISED, told(error)) from None
        self.stop()
        raise IsolationError(Misdeed.HUNG, f"no answer within {seconds:g} s")

    def _ended(self) -> IsolationError:
        """The process has ended by itself."""
        process = self._process
        assert process is not None
        process.join(1.0)
        code = process.exitcode
        self.stop()
        return IsolationError(Misdeed.DIED, f"its process ended with exit code {code}")

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        process, connection = self._process, self._connection
        self._process = self._connection = None
        self._gone.clear()
        if connection is not None:
            connection.close()
        if process is not None:
            process.kill()
            process.join()
            process.close()


class _Guest:
    """An agent that lives over there."""

    def __init__(self, host: _Host, number: int) -> None:
        self._host = host
        self._number = number

    def act(self, view: View[Table]) -> Action:
        """What it does, which may be no action at all: the arena finds out.

        Raises:
            IsolationError: it hung, raised, or its process ended.
        """
        return cast("Action", self._host.ask(self._number, view))


# --- The other side ------------------------------------------------------------------------------


def _serve(connection: Connection, factory: AgentFactory) -> None:
    """Make agents and have them act until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the run
    agents: dict[int, Agent] = {}
    connection.send(("done", None))
    while True:
        try:
            request = cast("_Request", connection.recv())
        except EOFError:
            return
        for number in request.gone:
            agents.pop(number, None)
        _answer(connection, factory, agents, request)


def _answer(
    connection: Connection, factory: AgentFactory, agents: dict[int, Agent], request: _Request
) -> None:
    reply: _Reply
    try:
        if isinstance(request.about, random.Random):
            agents[request.agent] = factory(request.about)
            reply = ("done", None)
        else:
            reply = ("done", agents[request.agent].act(request.about))
    except BaseException as error:
        reply = ("raised", told(error))
    try:
        connection.send(reply)
    except OSError:
        raise
    except Exception as error:  # it does not pickle
        connection.send(("raised", told(error)))
