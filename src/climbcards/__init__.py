"""Rules of climbing card games as values and pure functions."""

from typing import Final as _Final

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
from climbcards.games.big_three import BigThree
from climbcards.games.big_two import BigTwo
from climbcards.games.dou_dizhu import DouDizhu
from climbcards.games.three_thirteen import ThreeThirteen
from climbcards.hand import Hand
from climbcards.match import Match
from climbcards.record import Record
from climbcards.ruleset import ClimbingRuleset, Result, Ruleset, State, Table, View, step
from climbcards.violations import IllegalAction, Reason, Violation

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

COMPILED: _Final[bool] = _bits.COMPILED
"""Whether this is the compiled build: the same rules and the same results, but faster."""
