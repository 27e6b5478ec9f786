"""Rules of climbing card games as values and pure functions."""

import typing as _typing
from importlib import import_module as _import_module
from types import MappingProxyType as _MappingProxyType

from climbcards._version import __version__ as __version__
from climbcards.actions import (
    Action,
    Bid,
    Call,
    Discard,
    Draw,
    GoOut,
    Move,
    Pass,
    Phase,
    Play,
    Source,
    parse_action,
)
from climbcards.cards import Card, Rank, Suit
from climbcards.climbing import bits as _bits
from climbcards.combination import Combination, Kind
from climbcards.deal import Deal, DealContext
from climbcards.errors import (
    ClimbcardsError,
    NotationError,
    PositionError,
    RecordError,
    RulesetError,
)
from climbcards.hand import Hand
from climbcards.ruleset import ClimbingRuleset, Result, Ruleset, State, Table, View, step
from climbcards.violations import IllegalAction, Reason, Violation

if _typing.TYPE_CHECKING:
    from climbcards.games.big_three import BigThree
    from climbcards.games.big_two import BigTwo
    from climbcards.games.dou_dizhu import DouDizhu
    from climbcards.games.three_thirteen import ThreeThirteen
    from climbcards.match import Match
    from climbcards.record import Record

__all__ = [
    "COMPILED",
    "Action",
    "Bid",
    "BigThree",
    "BigTwo",
    "Call",
    "Card",
    "ClimbcardsError",
    "ClimbingRuleset",
    "Combination",
    "Deal",
    "DealContext",
    "Discard",
    "DouDizhu",
    "Draw",
    "GoOut",
    "Hand",
    "IllegalAction",
    "Kind",
    "Match",
    "Move",
    "NotationError",
    "Pass",
    "Phase",
    "Play",
    "PositionError",
    "Rank",
    "Reason",
    "Record",
    "RecordError",
    "Result",
    "Ruleset",
    "RulesetError",
    "Source",
    "State",
    "Suit",
    "Table",
    "ThreeThirteen",
    "View",
    "Violation",
    "parse_action",
    "step",
]

COMPILED: _typing.Final[bool] = _bits.COMPILED
"""Whether this is the compiled build: the same rules and the same results, but faster."""

_LOADED_WHEN_USED: _typing.Final = _MappingProxyType(
    {
        "BigThree": "games.big_three",
        "BigTwo": "games.big_two",
        "DouDizhu": "games.dou_dizhu",
        "Match": "match",
        "Record": "record",
        "ThreeThirteen": "games.three_thirteen",
    }
)
"""The names with engines behind them, and their modules: who plays one game loads no other."""

if not _typing.TYPE_CHECKING:  # to type checkers they are imported above

    def __getattr__(name: str) -> object:
        module = _LOADED_WHEN_USED.get(name)
        if module is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found: object = getattr(_import_module(f"{__name__}.{module}"), name)
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
