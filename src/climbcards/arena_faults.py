"""What agents do wrong in the arena, and the errors of a run."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen
from typing_extensions import override

from climbcards.errors import ClimbcardsError
from climbcards.ruleset import Table, View

__all__ = ["AgentError", "ArenaError", "Fault", "Misdeed", "told"]

_LONGEST = 500
"""The longest message that is kept, in characters."""


class Misdeed(StrEnum):
    """What an agent did wrong."""

    ILLEGAL = "illegal"
    """It gave back what the rules refuse, or what is no action at all."""
    RAISED = "raised"
    """It raised an exception, when it was made or when it was to act."""
    HUNG = "hung"
    """It took longer than an isolated agent may."""
    DIED = "died"
    """The process of an isolated agent ended."""


@frozen(kw_only=True)
class Fault:
    """A misdeed, with all that is needed to see it again.

    Attributes:
        agent: the agent's name.
        deal: the number of the deal, from 1.
        sitting: which seating of the report was being played, from 0.
        seat: the agent's seat.
        misdeed: what it did wrong.
        message: more of it in words: the refusal, or the exception.
        view: what the agent was to act on.
    """

    agent: str
    deal: int
    sitting: int
    seat: int
    misdeed: Misdeed
    message: str
    view: View[Table]

    @override
    def __str__(self) -> str:
        return (
            f"{self.agent} in seat {self.seat}, deal {self.deal}, sitting {self.sitting}, "
            f"move {len(self.view.table.history) + 1}: {self.misdeed}: {self.message}"
        )


class ArenaError(ClimbcardsError):
    """A run that cannot be: wrong arguments, or a file that belongs to another run."""


class AgentError(ArenaError):
    """An agent did something wrong, and the run was to raise that.

    Attributes:
        fault: who, where and what.
    """

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault

    @override
    def __str__(self) -> str:
        return str(self.fault)


def told(error: BaseException) -> str:
    """An exception in words, whatever it is: its type, and what it says of itself."""
    try:
        text = str(error)
    except Exception:  # it may be anything
        text = ""
    name = type(error).__name__
    whole = f"{name}: {text}"[:_LONGEST] if text else name
    return whole.encode(errors="replace").decode()  # half a surrogate pair has no place in a file
