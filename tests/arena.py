"""Agents for the tests of the arena: good, bad, and worse.  Top-level, so that they pickle."""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, cast

from typing_extensions import override

from climbcards import Action, Card, Pass, Play, Table, View
from climbcards.agents import RandomAgent


class First:
    """Takes the first legal action, or the last: quick, and the same whatever the generator."""

    def __init__(self, rng: random.Random) -> None:
        del rng

    def act(self, view: View[Table]) -> Action:
        return view.legal_actions()[0]


class Last(First):
    """Takes the last legal action."""

    @override
    def act(self, view: View[Table]) -> Action:
        return view.legal_actions()[-1]


LOCAL = lambda rng: Last(rng)  # noqa: E731, PLW0108 - it is not to pickle


class Raises(First):
    """Raises, when it has half its cards."""

    @override
    def act(self, view: View[Table]) -> Action:
        if len(view.hand) < 6:
            raise RuntimeError("no idea \ud800")
        return super().act(view)


class Quits(First):
    """Wants to end the process."""

    @override
    def act(self, view: View[Table]) -> Action:
        sys.exit("enough")


class Cheats(First):
    """Plays a card that it does not hold."""

    @override
    def act(self, view: View[Table]) -> Action:
        card = next(card for card in view.table.ruleset.deck if card not in view.hand)
        return Play([card])


class Mute(First):
    """Gives nothing back."""

    @override
    def act(self, view: View[Table]) -> Action:
        return cast("Action", None)


class _Bomb:
    """Raises whatever is done with it."""

    def __getattribute__(self, name: str) -> object:
        raise ValueError("boom")

    def __eq__(self, other: object) -> bool:
        raise ValueError("boom")

    def __hash__(self) -> int:
        raise ValueError("boom")


class Babbles(First):
    """Gives back what is no action: something else each time."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    @override
    def act(self, view: View[Table]) -> Action:
        things = (3, "pass", [Pass()], Card.parse("3D"), Pass, object(), _Bomb())
        return cast("Action", things[int(self._rng.random() * len(things))])


class _Unspeakable(Exception):
    """An exception that cannot even be told."""

    @override
    def __str__(self) -> str:
        raise RuntimeError("this too")


class Unspeakable(First):
    """Raises an exception that raises when it is told."""

    @override
    def act(self, view: View[Table]) -> Action:
        raise _Unspeakable


class Unborn(First):
    """Cannot be made."""

    def __init__(self, rng: random.Random) -> None:
        raise LookupError("no weights")


class Interrupts(First):
    """Is thinking when somebody presses Ctrl-C."""

    @override
    def act(self, view: View[Table]) -> Action:
        raise KeyboardInterrupt


class Hangs(First):
    """Never answers."""

    @override
    def act(self, view: View[Table]) -> Action:
        while True:
            time.sleep(1)


class Dies(First):
    """Ends its process in the middle of a move."""

    @override
    def act(self, view: View[Table]) -> Action:
        os._exit(7)


class Unpicklable(First):
    """Gives back what does not pickle."""

    @override
    def act(self, view: View[Table]) -> Action:
        return cast("Action", lambda: None)


class Dawdles(RandomAgent):
    """Takes a tenth of a second for its first move."""

    _begun = False

    @override
    def act(self, view: View[Table]) -> Action:
        if not self._begun:
            self._begun = True
            time.sleep(0.1)
        return super().act(view)


class Backwards(Executor):
    """Does nothing until a result is wanted, and then all that was submitted, the last first."""

    def __init__(self) -> None:
        self._waiting: list[tuple[_Late, Callable[[], object]]] = []
        self.order: list[int] = []
        self._number = 0

    # What Executor declares is of no use to mypy: its parameters are those of the function.
    @override
    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future = _Late(self, self._number)
        self._number += 1
        self._waiting.append((future, lambda: fn(*args, **kwargs)))
        return future

    def work(self) -> None:
        """Do all that waits."""
        while self._waiting:
            future, task = self._waiting.pop()
            if not future.set_running_or_notify_cancel():
                continue
            self.order.append(future.number)
            try:
                future.set_result(task())
            except BaseException as error:
                future.set_exception(error)


class _Late(Future[Any]):
    """A future of :class:`Backwards`."""

    def __init__(self, executor: Backwards, number: int) -> None:
        super().__init__()
        self._executor = executor
        self.number = number

    @override
    def result(self, timeout: float | None = None) -> Any:
        self._executor.work()
        return super().result(timeout)


class Loses(Executor):
    """Plays a task at once, but loses the first results, as a cluster does whose worker dies.

    Args:
        times: how many results are lost.
    """

    def __init__(self, times: int) -> None:
        self._times = times
        self.submitted = 0

    @override
    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.submitted += 1
        future: Future[Any] = Future()
        done = fn(*args, **kwargs)
        if self.submitted <= self._times:
            future.set_exception(ConnectionError("the result is lost"))
        else:
            future.set_result(done)
        return future
