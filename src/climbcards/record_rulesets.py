"""Rulesets in records: the name, the version of the rules, and every option."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Protocol, Self, TypeAlias, runtime_checkable

from attrs import fields_dict

from climbcards.errors import RecordError, RulesetError
from climbcards.games.big_three import BigThree
from climbcards.games.big_two import BigTwo
from climbcards.games.dou_dizhu import DouDizhu
from climbcards.games.three_thirteen import ThreeThirteen
from climbcards.record_json import Json, JsonValue, Place, plain
from climbcards.record_values import MAY_BE_MISSING, spellings_of_fields
from climbcards.ruleset import Ruleset, Table

__all__ = ["GAMES", "Game", "SpellsOptions", "read_ruleset", "write_ruleset"]

Game: TypeAlias = type[Ruleset[Table]]
"""The class of a ruleset."""

GAMES: Final[tuple[Game, ...]] = (BigThree, BigTwo, DouDizhu, ThreeThirteen)
"""The games that every record may name: one line for each game of this package."""


@runtime_checkable
class SpellsOptions(Protocol):
    """What a ruleset offers whose options are not of the common types, or which reads old records.

    Without these two methods the annotations of the options decide, and only records of the
    ruleset's own version are read.
    """

    def options_to_json(self) -> Mapping[str, JsonValue]:
        """The options as JSON."""
        ...

    @classmethod
    def options_from_json(cls, options: Mapping[str, Json], version: int) -> Self:
        """The ruleset that has these options under a version of its rules, or a ``ValueError``.

        It is called for any JSON object, and for every version from 1 to the ruleset's own.
        """
        ...


def write_ruleset(ruleset: Ruleset[Table]) -> dict[str, JsonValue]:
    """The ruleset as JSON.

    Raises:
        TypeError: an option is of a type that has no spelling in JSON.
    """
    options: JsonValue
    if isinstance(ruleset, SpellsOptions):
        options = plain(ruleset.options_to_json(), "$.ruleset.options")
    else:
        spelled = spellings_of_fields(type(ruleset))
        options = {name: one.write(getattr(ruleset, name)) for name, one in spelled.items()}
    return {"name": ruleset.name, "version": ruleset.version, "options": options}


def read_ruleset(place: Place, others: Iterable[Game] = ()) -> Ruleset[Table]:
    """The ruleset that stands there.

    Args:
        place: the place.
        others: games that it may name besides :data:`GAMES`.

    Raises:
        RecordError: an unknown name or version, or options that the game does not have so.
    """
    members = place.members(("name", "version", "options"))
    name, version = members["name"].text(), members["version"]
    games = {game.name: game for game in (*GAMES, *others)}
    if name not in games:
        members["name"].refuse(f"one of {', '.join(games)}")
    game = games[name]
    number = version.whole(1)
    spells = issubclass(game, SpellsOptions)
    if number > game.version or (number < game.version and not spells):
        raise version.fault(
            f"version {game.version} of {name} is known here, and this is version {number}"
        )
    options = members["options"]
    if issubclass(game, SpellsOptions):
        return _spelled_by_itself(game, options, number)
    return _made(game, options, _read_options(game, options))


def _spelled_by_itself(game: type[SpellsOptions], options: Place, version: int) -> Ruleset[Table]:
    given = plain(options.value, options.path)
    if not isinstance(given, dict):
        options.refuse("an object")
    try:
        ruleset = game.options_from_json(given, version)
    except RecordError:
        raise
    except (ValueError, TypeError, LookupError) as error:
        raise options.fault(f"{type(error).__name__}: {error}") from None
    if not isinstance(ruleset, Ruleset):
        raise TypeError(f"{game.__name__}.options_from_json gave a {type(ruleset).__name__}")
    return ruleset


def _read_options(game: Game, options: Place) -> dict[str, object]:
    spelled, declared = spellings_of_fields(game), fields_dict(game)
    added = [name for name in spelled if MAY_BE_MISSING in declared[name].metadata]
    members = options.members([name for name in spelled if name not in added], added)
    return {name: spelled[name].read(member) for name, member in members.items()}


def _made(
    make: Callable[..., Ruleset[Table]], place: Place, options: Mapping[str, object]
) -> Ruleset[Table]:
    try:
        ruleset = make(**options)
    except RulesetError as error:
        path = ".".join((place.path, *error.options[:1]))
        told = error.problem if len(error.options) == 1 else str(error)
        raise Place(None, path).fault(told) from None
    except (ValueError, TypeError) as error:  # a third party's own refusal
        raise place.fault(str(error)) from None
    for name, value in options.items():
        if getattr(ruleset, name) != value:
            here = Place(value, place.under(name))
            raise here.fault(f"this stands for {getattr(ruleset, name)!r}: it must be spelled out")
    return ruleset
