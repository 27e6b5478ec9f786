"""Rulesets in records: every option of every game, and the games of others."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, ClassVar, Self

import pytest
from attrs import evolve, field, frozen
from docs.howto.ladder import Ladder
from hypothesis import given

import climbcards
from climbcards import BigThree, BigTwo, DouDizhu, Match, Record, Ruleset, RulesetError, Table
from climbcards.record_json import Json, Place, read_json, write_json
from climbcards.record_rulesets import GAMES, read_ruleset, write_ruleset
from climbcards.testing import PRESETS, big_threes, big_twos, dou_dizhus
from tests.property.page import label
from tests.records import ABSENT, changed, document, match_played_on, played_on, refused
from tests.toys import TOYS, RankToy, SuitToy


def test_every_game_of_the_package_is_known() -> None:
    public = {
        value
        for value in vars(climbcards).values()
        if isinstance(value, type) and issubclass(value, Ruleset) and hasattr(value, "name")
    }
    assert set(GAMES) == public
    assert len({game.name for game in GAMES}) == len(GAMES)


def again(ruleset: Ruleset[Table], *others: Any) -> Ruleset[Table]:
    return read_ruleset(read_json(write_json(write_ruleset(ruleset))), others)


@pytest.mark.parametrize("ruleset", PRESETS, ids=label)
def test_a_preset_is_read_as_it_was_written(ruleset: Ruleset[Table]) -> None:
    assert again(ruleset) == ruleset
    assert type(again(ruleset)) is type(ruleset)


@given(big_threes() | big_twos() | dou_dizhus())
def test_any_options_are_read_as_they_were_written(ruleset: Ruleset[Table]) -> None:
    assert again(ruleset) == ruleset


def test_options_are_readable() -> None:
    options: Any = write_ruleset(BigTwo.taiwan())["options"]
    assert options["suit_order"] == "♣ ♦ ♥ ♠"
    assert options["straights"][0] == "A 2 3 4 5"
    assert options["scale"] == [[1, 1], [10, 2], [13, 3]]
    assert options["deals"] is None
    kickers: Any = write_ruleset(DouDizhu.rlcard())["options"]
    assert kickers["kickers"] == {
        "repeat": True,
        "four": False,
        "extend": False,
        "both_jokers": False,
    }


OTHER_GAMES: tuple[Any, ...] = (BigThree(), BigThree(players=4), DouDizhu(players=4), BigTwo())
MALFORMED: tuple[Any, ...] = (1.5, "?", ["?"], [[1]], {"?": 1}, 10**1000, -1)


@pytest.mark.parametrize("ruleset", OTHER_GAMES, ids=label)
def test_a_malformed_value_of_any_option_is_refused_at_its_path(ruleset: Any) -> None:
    whole = document(ruleset.deal(1))
    for name in whole["ruleset"]["options"]:
        for wrong in MALFORMED:
            error = refused(json.dumps(changed(whole, f"ruleset.options.{name}", wrong)))
            assert error.path.startswith(f"$.ruleset.options.{name}"), (wrong, error)


@pytest.mark.parametrize("ruleset", OTHER_GAMES, ids=label)
def test_no_truth_is_a_number_and_no_number_a_truth(ruleset: Any) -> None:
    whole = document(ruleset.deal(1))
    for name, value in ruleset.options.items():
        wrong = int(value) if type(value) is bool else True
        error = refused(json.dumps(changed(whole, f"ruleset.options.{name}", wrong)))
        assert error.path == f"$.ruleset.options.{name}"


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        ("kickers.four", True, "$.ruleset.options.kickers.four"),
        ("kickers.four", 1, "$.ruleset.options.kickers.four"),
        ("kickers.more", True, "$.ruleset.options.kickers.more"),
        ("kickers", "ANY", "$.ruleset.options.kickers"),
        ("kickers.repeat", ABSENT, "$.ruleset.options.kickers.repeat"),
    ],
)
def test_a_wrong_switch_is_refused_at_its_path(path: str, value: Any, fault: str) -> None:
    whole = document(DouDizhu().deal(1))
    assert refused(json.dumps(changed(whole, f"ruleset.options.{path}", value))).path == fault


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        ("straights.1", "A 2 3 4 6", "$.ruleset.options.straights"),
        ("straights.1", "A 2 x", "$.ruleset.options.straights[1]"),
        ("scale.1.0", "10", "$.ruleset.options.scale[1][0]"),
        ("scale.1", [10, 2, 3], "$.ruleset.options.scale[1]"),
        ("scale.1", [1, 2], "$.ruleset.options.scale"),
        ("suit_order", "♣ ♦ ♥", "$.ruleset.options.suit_order"),
        ("hand_size", 14, "$.ruleset.options.hand_size"),
    ],
)
def test_a_wrong_element_is_refused_at_its_path(path: str, value: Any, fault: str) -> None:
    whole = document(BigTwo().deal(1))
    assert refused(json.dumps(changed(whole, f"ruleset.options.{path}", value))).path == fault


@pytest.mark.parametrize(("ruleset", "name"), [(BigTwo(), "hand_size"), (DouDizhu(), "quad_sets")])
def test_a_default_is_spelled_out(ruleset: Any, name: str) -> None:
    """What stands for another value today might stand for a third one tomorrow."""
    text = json.dumps(changed(document(ruleset.deal(1)), f"ruleset.options.{name}", None))
    assert refused(text).path == f"$.ruleset.options.{name}"


# --- Games of others -----------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", [*TOYS, Ladder(), Ladder(players=4, min_run=5)], ids=repr)
def test_a_game_of_somebody_else_is_recorded_too(ruleset: Any) -> None:
    games = (SuitToy, RankToy, Ladder)
    match = match_played_on(Match.begin(ruleset, seed=2, deals=2), 60)
    for played in (played_on(ruleset.deal(3), 12), match):
        text = Record.of(played).to_json()
        assert Record.from_json(text, games).replay() == played
        assert Record.from_json(text, iter(games)).replay() == played
        assert refused(text).path == "$.ruleset.name"


def test_the_names_that_are_known_are_told() -> None:
    text = Record.of(Ladder().deal(1)).to_json()
    assert "big_three, big_two, dou_dizhu" in refused(text).problem


@frozen(kw_only=True, repr=False)
class Newer(SuitToy):
    """A game that got an option later, and whose rules have changed once."""

    name: ClassVar[str] = "newer"
    version: ClassVar[int] = 2

    color: str = field(default="blue", metadata={"since": "0.2"})


def test_an_option_that_was_added_later_may_be_missing() -> None:
    assert again(Newer(color="red"), Newer) == Newer(color="red")
    whole = document(Newer().deal(1))
    without = changed(whole, "ruleset.options.color", ABSENT)
    assert Record.from_json(json.dumps(without), (Newer,)).ruleset == Newer()
    for name in ("players", "short"):
        text = json.dumps(changed(whole, f"ruleset.options.{name}", ABSENT))
        assert refused(text, rulesets=(Newer,)).path == f"$.ruleset.options.{name}"


@pytest.mark.parametrize("version", [0, 1, 3, 10**400])
def test_only_the_known_version_of_the_rules_is_read(version: int) -> None:
    whole = changed(document(Newer().deal(1)), "ruleset.version", version)
    assert refused(json.dumps(whole), rulesets=(Newer,)).path == "$.ruleset.version"


@frozen(kw_only=True, repr=False)
class Odd(SuitToy):
    """A game with an option of a type of its own, whose first version called it otherwise."""

    name: ClassVar[str] = "odd"
    version: ClassVar[int] = 2

    colors: frozenset[str] = frozenset()

    def options_to_json(self) -> Mapping[str, Json]:
        return {"short": self.short, "colors": [*sorted(self.colors)]}

    @classmethod
    def options_from_json(cls, options: Mapping[str, Json], version: int) -> Self:
        colors: Any = options["colours" if version == 1 else "colors"]
        if colors == "bad":
            raise RulesetError("must be colors", "colors")
        return cls(short=bool(options["short"]), colors=frozenset(colors))


def test_a_game_may_spell_its_options_itself() -> None:
    ruleset = Odd(colors=frozenset({"red", "blue"}), short=True)
    state = played_on(ruleset.deal(4), 5)
    text = Record.of(state).to_json()
    assert json.loads(text)["ruleset"]["options"] == {"short": True, "colors": ["blue", "red"]}
    assert Record.from_json(text, (Odd,)).replay() == state


def test_a_game_may_read_records_of_older_rules() -> None:
    old: Any = {"name": "odd", "version": 1, "options": {"short": False, "colours": ["red"]}}
    assert read_ruleset(Place(old), (Odd,)) == Odd(colors=frozenset({"red"}))
    newer = refused_ruleset(changed(old, "version", 3))
    assert newer.path == "$.version"


def refused_ruleset(value: Any) -> climbcards.RecordError:
    with pytest.raises(climbcards.RecordError) as error:
        read_ruleset(Place(value), (Odd,))
    return error.value


@pytest.mark.parametrize("options", [{}, {"colors": 5, "short": 1}, {"colors": "bad"}, [], None])
def test_what_a_game_refuses_of_its_own_options_is_a_record_error(options: Any) -> None:
    error = refused_ruleset({"name": "odd", "version": 2, "options": options})
    assert error.path == "$.options"


def test_a_type_without_a_spelling_is_named_to_its_author() -> None:
    @frozen(kw_only=True, repr=False)
    class Silent(SuitToy):
        name: ClassVar[str] = "silent"
        weights: frozenset[int] = frozenset()

    record = Record.of(Silent().deal(1))
    with pytest.raises(TypeError, match="no spelling in JSON"):
        record.to_json()


def test_a_third_party_may_stand_in_for_a_game_of_the_package() -> None:
    @frozen(kw_only=True, repr=False)
    class House(BigThree):
        """The same name, and so another reading of the same records."""

    text = Record.of(BigThree().deal(1)).to_json()
    assert type(Record.from_json(text, (House,)).ruleset) is House
    assert type(Record.from_json(text).ruleset) is BigThree
    assert evolve(House(), players=4).players == 4
