"""The agents that can be typed: ``random``, ``greedy``, ``search`` with a budget, and one's own."""

from __future__ import annotations

import os
import pkgutil
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Final, cast

from climbcards.agents import AgentFactory, GreedyAgent, RandomAgent, SearchAgent
from climbcards.arena_faults import told
from climbcards.cli_games import BadInput

__all__ = ["AGENTS", "NAMES", "agent_named", "is_of_the_package"]

AGENTS: Final[Mapping[str, AgentFactory]] = {
    "random": RandomAgent,
    "greedy": GreedyAgent,
    "search": SearchAgent.factory(),
}
"""The agents of the package by the name to type; any other is typed ``package.module:factory``."""

NAMES: Final = "random, greedy, search[:BUDGET], and package.module:factory"
"""What may be typed, in words."""

_SEARCH: Final = "search"
_MOST_DIGITS: Final = 9


def is_of_the_package(text: str) -> bool:
    """Whether the text names an agent of this package, so that nothing else is imported for it."""
    return text.partition(":")[0] in AGENTS


def agent_named(text: str) -> AgentFactory:
    """The factory that was typed; modules are looked for in the current directory too.

    Raises:
        BadInput: there is none.
    """
    if text in AGENTS:
        return AGENTS[text]
    module, colon, name = text.partition(":")
    if colon and module == _SEARCH:
        return _search(name)
    if colon and module in AGENTS:
        raise BadInput(f"only search takes a budget, not {module}")
    if not (colon and module and name):
        raise BadInput(f"there is no agent {text!r}; the agents are: {NAMES}")
    here = os.getcwd()
    if not {"", here} & set(sys.path):
        sys.path.insert(0, here)
    try:
        found: object = pkgutil.resolve_name(text)
    except Exception as error:  # a module may raise anything when it is imported
        raise BadInput(f"{text} cannot be imported: {told(error)}") from None
    if not callable(found):
        raise BadInput(f"{text} is no factory: a {type(found).__name__} cannot be called")
    return cast("AgentFactory", found)


def _search(budget: str) -> AgentFactory:
    """A search with this budget: ``400`` iterations, or ``2s``, two seconds.

    Raises:
        BadInput: the text is no budget.
    """
    if budget.isascii() and budget.isdigit() and len(budget) <= _MOST_DIGITS and int(budget):
        return SearchAgent.factory(iterations=int(budget))
    amount = budget.removesuffix("s")
    if amount != budget:
        with suppress(ValueError):
            seconds = float(amount)
            if 0 < seconds < float("inf"):
                return SearchAgent.factory(seconds=seconds)
    raise BadInput(
        f"the budget of a search is a number of iterations (search:400) or of seconds (search:2s) "
        f"above zero, not {budget!r}"
    )
