"""The games the command line knows, and how their options are read.

A game is added with one line in :data:`GAMES`, and with one case in :func:`position_on` if it has
combinations.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from types import NoneType, UnionType
from typing import Final, Literal, Union, get_args, get_origin, get_type_hints

from attrs import field, frozen

from climbcards import (
    BigThree,
    BigTwo,
    Card,
    ClimbingRuleset,
    Combination,
    DouDizhu,
    Hand,
    PositionError,
    Ruleset,
    State,
    Suit,
    ThreeThirteen,
)
from climbcards.games import big_two, three_thirteen

__all__ = ["GAMES", "BadInput", "Game", "build", "climbing", "named_values", "position_on"]


class BadInput(Exception):
    """What was typed makes no sense; the message says why in one sentence."""


@frozen(kw_only=True)
class Game:
    """A game as the command line offers it.

    Attributes:
        title: its name in a sentence.
        ruleset: its class; the name to type is the class's own.
        presets: constructors of named sets of options.
        opening: what the card is that decides who opens, in the games that have one.
        declarer: what the highest bidder is called.
        demo_deals: how many deals a demo has unless it is told.
        readers: how options are read that are written in a way of their own.
    """

    title: str
    ruleset: type[Ruleset]
    presets: Mapping[str, Callable[..., Ruleset]]
    opening: str = ""
    declarer: str = "soloist"
    demo_deals: int = 3
    readers: Mapping[str, Callable[[str], object]] = field(factory=dict)


_STRAIGHTS: Final = "STRAIGHTS_"
_ORDERS: Final[Mapping[str, object]] = {
    name.removeprefix(_STRAIGHTS).lower(): order
    for name, order in vars(big_two).items()
    if name.startswith(_STRAIGHTS)
}
"""The named orders of straights by what is to be typed."""


def _straights(text: str) -> object:
    """A named order of straights, or windows in a list."""
    name = text.strip().lower().removeprefix(_STRAIGHTS.lower())
    return _ORDERS.get(name) or tuple(text.replace(",", " ").split())


GAMES: Final[Mapping[str, Game]] = {
    game.ruleset.name: game
    for game in (
        Game(
            title="Big Three",
            ruleset=BigThree,
            presets={"bolshaya_troika": BigThree.bolshaya_troika},
            opening="the lowest heart dealt",
        ),
        Game(
            title="Dou Dizhu",
            ruleset=DouDizhu,
            presets={
                "douzero": DouDizhu.douzero,
                "openspiel": DouDizhu.openspiel,
                "rlcard": DouDizhu.rlcard,
            },
            opening="the card turned face up",
            declarer="landlord",
        ),
        Game(
            title="Big Two",
            ruleset=BigTwo,
            presets={
                "clubs_low": BigTwo.clubs_low,
                "da_lao_er": BigTwo.da_lao_er,
                "indonesian": BigTwo.indonesian,
                "pusoy_dos": BigTwo.pusoy_dos,
                "taiwan": BigTwo.taiwan,
            },
            opening="the lowest card in play",
            readers={"straights": _straights},
        ),
        Game(
            title="Three Thirteen",
            ruleset=ThreeThirteen,
            presets={},
            demo_deals=three_thirteen.DEALS,
        ),
    )
}
"""Every game by the name to type."""


def build(game: Game, preset: str | None, settings: Sequence[str]) -> Ruleset:
    """The ruleset of a game with these options.

    Args:
        game: the game.
        preset: the name of a preset, or None for the game's defaults.
        settings: options as ``NAME=VALUE``; they override the preset's.

    Raises:
        BadInput: there is no such preset or option, or the text is no value of it.
        RulesetError: the options are out of range or contradict each other.
    """
    constructor = _constructor(game, preset)
    options: dict[str, object] = {}
    names = inspect.signature(game.ruleset).parameters
    hints = get_type_hints(game.ruleset)
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals:
            raise BadInput(f"an option is written NAME=VALUE, not {setting!r}")
        if name not in names:
            raise BadInput(
                f"{game.title} has no option {name!r}; its options are: {', '.join(names)}"
            )
        if name in options:
            raise BadInput(f"the option {name} is given twice")
        reader = game.readers.get(name)
        options[name] = _value(name, hints[name], text) if reader is None else reader(text)
    # A preset may derive other options from some of these: it gets those it asks for.
    asked = inspect.signature(constructor).parameters
    ruleset = constructor(**{name: options[name] for name in options if name in asked})
    if options.keys() <= asked.keys():
        return ruleset
    return _constructor(game, None)(**{**ruleset.options, **options})


def _constructor(game: Game, preset: str | None) -> Callable[..., Ruleset]:
    if preset is None:
        return game.ruleset
    if preset not in game.presets:
        known = ", ".join(game.presets) or "none"
        raise BadInput(f"{game.title} has no preset {preset!r}; its presets are: {known}")
    return game.presets[preset]


def _value(name: str, hint: object, text: str) -> object:
    """The value of an option, read as its type has it."""
    try:
        return _read(hint, text.strip())
    except ValueError:
        raise BadInput(f"the option {name} takes {_described(hint)}, not {text!r}") from None


_TRUTH: Final[Mapping[str, object]] = {"true": True, "yes": True, "false": False, "no": False}
_MOST_DIGITS: Final = 9


def _read(hint: object, text: str) -> object:
    """Read a text as a value of a type.

    Raises:
        ValueError: it is none.
    """
    choices = _choices(hint)
    origin = get_origin(hint)
    if origin is Union or origin is UnionType:
        for part in get_args(hint):
            try:
                return _read(part, text)
            except ValueError:
                continue
        raise ValueError(text)
    if origin is tuple:
        parts = get_args(hint)
        if parts[-1] is Ellipsis:
            return tuple(_read(parts[0], word) for word in text.replace(",", " ").split())
        return tuple(map(_read, parts, _words(text, len(parts))))
    if hint is int:
        if not (text.isascii() and text.removeprefix("-").isdigit() and len(text) <= _MOST_DIGITS):
            raise ValueError(text)
        return int(text)
    if hint is str:
        return text
    if text.lower() not in choices:
        raise ValueError(text)
    return choices[text.lower()]


def _words(text: str, count: int) -> Sequence[str]:
    """So many words with colons between them.

    Raises:
        ValueError: there are more or fewer.
    """
    words = text.split(":")
    if len(words) != count:
        raise ValueError(text)
    return words


def _choices(hint: object) -> Mapping[str, object]:
    """The values of a type that has few, by how they are written in small letters."""
    if hint is bool:
        return _TRUTH
    if hint is NoneType:
        return {"none": None}
    if get_origin(hint) is Literal:
        return {str(value).lower(): value for value in get_args(hint)}
    if isinstance(hint, type) and issubclass(hint, Enum):
        choices = {text.lower(): value for value in hint for text in (str(value), value.name)}
        if hint is Suit:
            choices |= {suit.name[0].lower(): suit for suit in Suit}
        return choices
    if isinstance(hint, type):
        return {name.lower(): value for name, value in named_values(hint).items()}
    return {}


def named_values(hint: type) -> Mapping[str, object]:
    """The values of a class that are public attributes of the class itself, by their names."""
    return {
        name: value
        for name, value in vars(hint).items()
        if isinstance(value, hint) and not name.startswith("_")
    }


def _described(hint: object) -> str:
    """What is expected of an option, in words."""
    choices = " or ".join(_choices(hint))
    origin = get_origin(hint)
    if origin is Union or origin is UnionType:
        return " or ".join(map(_described, get_args(hint)))
    if origin is tuple:
        parts = get_args(hint)
        if parts[-1] is Ellipsis:
            return f"a list, separated by commas, of {_described(parts[0])}"
        return ", a colon and ".join(map(_described, parts))
    if hint is int:
        return "a whole number"
    if hint is bool:
        return "true or false"
    if isinstance(hint, type) and issubclass(hint, Enum):
        return f"one of {', '.join(map(str, hint))}"
    return choices or "no value that can be typed here"


def climbing(ruleset: Ruleset) -> ClimbingRuleset:
    """The ruleset as one with combinations.

    Raises:
        BadInput: its game has none.
    """
    if isinstance(ruleset, ClimbingRuleset):
        return ruleset
    raise BadInput(f"{ruleset.name} is no climbing game: it has no combinations to play")


def position_on(ruleset: ClimbingRuleset, hand: Hand, target: Combination | None) -> State:
    """A position in which seat 0, with this hand (not empty), is to lead or to beat the target.

    The other seats hold as many of the remaining cards, as far as they go round.

    Raises:
        BadInput: no cards are left for the other seats, or the game has no positions here.
        PositionError: it cannot be.
    """
    on_table = Hand() if target is None else target.cards
    extra = (hand + on_table).beyond(Hand(ruleset.deck))
    if extra:
        raise BadInput(f"the deck does not hold so many of {extra}")
    rest = ruleset.sort(Hand(ruleset.deck) - hand - on_table)
    others = ruleset.players - 1
    size = min(len(hand), len(rest) // others)
    if not size:
        raise BadInput("no cards are left for the other seats")
    dealt = [Hand(rest[seat : size * others : others]) for seat in range(others)]
    hands, gone = (hand, *dealt), rest[size * others :]
    match ruleset:
        case BigThree(players=4, partners="called"):
            return _with_a_call(ruleset, hands, target, gone)
        case BigThree(partners="drawn"):
            return ruleset.position(hands, target=target, gone=gone, partners=(0, 2))
        case BigThree():
            return ruleset.position(hands, target=target, gone=gone)
        case DouDizhu() | BigTwo():
            return ruleset.position(hands, target=target, gone=gone)
        case _:
            raise BadInput(f"{ruleset.name} has no positions to check a play in yet")


def _with_a_call(
    ruleset: BigThree, hands: Sequence[Hand], target: Combination | None, gone: Sequence[Card]
) -> State:
    """The position after seat 1 has called the first card that it may call."""
    refusal = PositionError("there is no card that seat 1 could have called")
    for card in hands[0] + hands[2] + hands[3]:
        try:
            return ruleset.position(hands, soloist=1, called=card, target=target, gone=gone)
        except PositionError as error:
            refusal = error
    raise refusal
