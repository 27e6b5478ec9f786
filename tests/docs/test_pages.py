"""What the pages list is what the package has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import asdict
from docs.howto.ladder import Ladder

import climbcards
from climbcards import (
    Bid,
    BigThree,
    Call,
    Card,
    Discard,
    Pass,
    Play,
    Reason,
    State,
    Table,
    Violation,
    step,
    testing,
)

DOCS = Path(__file__).parents[2] / "docs"


def read(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


def table_rows(text: str) -> Iterator[list[str]]:
    """The cells of all tables, row by row, heads and rules included."""
    for line in text.splitlines():
        if line.startswith("|"):
            yield [cell.strip() for cell in line.strip("|").split("|")]


# --- Refusals ------------------------------------------------------------------------------------


def reasons_told() -> dict[str, tuple[bool, set[str]]]:
    """By reason, in order: whether it occurs in Big Three, and its further fields."""
    return {
        match[1]: ("†" not in row[0], set(re.findall(r"`(\w+)`", row[2])))
        for row in table_rows(read("howto/explain-a-refusal.md"))
        if (match := re.match(r"`(\w+)`", row[0]))
    }


def refusals() -> Iterator[Violation | None]:
    """Every refusal there is in Big Three, or None where one fails to come."""
    rules = BigThree(players=4)
    state: State[Table] = rules.deal(7)
    opener = state.to_act
    assert opener is not None
    yield state.check(None)  # type: ignore[arg-type]
    yield state.check(Pass(), 4)
    yield state.check(Pass(), "0")  # type: ignore[arg-type]
    yield state.check(Pass(), (opener + 1) % 4)
    yield state.check(Discard(Card.parse("4♣")))
    yield state.check(Bid(4))
    yield state.check(Pass())
    state = step(state, Bid(2))
    yield state.check(Bid(2))
    for _ in range(3):
        state = step(state, Pass())
    yield state.check(Call("3♥"))
    own = next(card for card in state.hands[opener] if 4 <= card.rank <= 10)
    yield state.check(Call(own))
    state = step(state, state.legal_actions()[0])
    yield state.check(Pass())
    yield state.check(Play(""))
    state = BigThree().position(["4♣ 4♦ 9♠", "5♣", "5♦"], target="8♣ 8♦")
    yield state.check(Play("3♣"))
    yield state.check(Play("RJ"))
    yield state.check(Play("4♣ 9♠"))
    yield state.check(Play("4♣ 4♦", "run"))
    yield state.check(Play("4♣ 4♦"))
    yield state.check(Play("9♠"))
    state = step(BigThree().position(["9♠", "5♣", "5♦"]), Play("9♠"))
    yield state.check(Pass())


def test_reasons_are_listed_in_the_order_in_which_they_are_looked_for() -> None:
    assert list(reasons_told()) == [reason.value for reason in Reason]


def test_reasons_of_big_three_carry_the_fields_listed() -> None:
    told = reasons_told()
    seen: set[str] = set()
    for violation in refusals():
        assert violation is not None
        seen.add(violation.reason.value)
        occurs, fields = told[violation.reason.value]
        facts = asdict(violation, recurse=False)
        filled = {name for name, value in facts.items() if value is not None and value != ()}
        optional = {"reason", "seat", "action", "given"}
        assert occurs
        assert filled - optional == fields - optional, violation.reason
        assert {"seat", "action"} - filled <= {"action"} if "given" in fields else {"seat"}
    assert seen == {reason for reason, (occurs, _) in told.items() if occurs}


def test_fields_listed_are_fields_of_a_violation() -> None:
    for _, fields in reasons_told().values():
        assert fields <= set(asdict(Violation(Reason.NO_CARDS), recurse=False))


# --- The page of Big Three -----------------------------------------------------------------------


def section(text: str, title: str) -> str:
    return text.split(f"\n## {title}\n")[1].split("\n## ", maxsplit=1)[0]


def test_options_of_big_three_are_listed_with_their_defaults() -> None:
    text = section(read("games/big-three.md"), "Options")
    told = {row[0].strip("`"): row[1].strip("`") for row in table_rows(text)}
    options = dict(BigThree().options)
    assert list(told)[2:] == list(options)
    words = {"rank_order": "4 … A 2 3", "passes_to_end_trick": "all the others"}
    for name, value in options.items():
        default = f'"{value}"' if isinstance(value, str) else str(value)
        assert told[name] == words.get(name, default)


def test_reasons_on_the_page_of_big_three_are_those_that_occur() -> None:
    text = section(read("games/big-three.md"), "Reasons for refusal")
    listed = re.findall(r"`(\w+)`", text)
    assert listed == [reason for reason, (occurs, _) in reasons_told().items() if occurs]


def test_kinds_and_versions_on_the_page_of_big_three() -> None:
    text = read("games/big-three.md")
    kinds = [row[0].strip("`") for row in table_rows(section(text, "Combinations"))][2:]
    assert set(kinds) == {combination.kind.value for combination in BigThree().catalogue()}
    versions = [row[0] for row in table_rows(section(text, "Versions of these rules"))]
    assert versions[-1] == str(BigThree.version)


# --- Examples and reference ----------------------------------------------------------------------


@pytest.mark.parametrize("rules", [Ladder(), Ladder(players=4, min_run=5)], ids=repr)
def test_the_game_of_the_guide_is_a_game(rules: Ladder) -> None:
    testing.check_ruleset(rules, deals=3)
    assert len(rules.catalogue()) == len(set(rules.catalogue()))
    for combination in rules.catalogue():
        assert combination in rules.readings(combination.cards)


def test_strategies_are_listed() -> None:
    listed = {
        name
        for row in table_rows(read("howto/test-your-game.md"))
        for name in re.findall(r"`(\w+)\(.*?\)`", row[0])
    }
    assert listed == set(testing.__all__) - {"PRESETS", "check_ruleset"}


def test_every_public_name_is_in_the_reference() -> None:
    reference = "".join(page.read_text("utf-8") for page in DOCS.glob("reference/*.md"))
    modules = set(re.findall(r"automodule:: (\S+)", reference))
    for name in set(climbcards.__all__) - {"Action"}:
        assert getattr(climbcards, name).__module__ in modules
    assert climbcards.parse_action.__module__ in modules  # where Action stands, too


def test_every_module_of_the_engine_is_in_the_reference() -> None:
    folder = Path(climbcards.__file__).parent / "climbing"
    told = re.findall(r"automodule:: climbcards\.climbing\.(\w+)", read("reference/climbing.md"))
    assert sorted(told) == sorted(m.stem for m in folder.glob("*.py") if m.stem != "__init__")


def test_every_page_is_in_a_table_of_contents() -> None:
    listed = set()
    for index in ("index.md", "reference/index.md"):
        for block in re.findall(r"^```\{toctree\}\n(.*?)^```", read(index), re.M | re.S):
            entries = [line for line in block.split("\n") if line and not line.startswith(":")]
            listed |= {(DOCS / index).parent / f"{entry}.md" for entry in entries}
    pages = {page for page in DOCS.rglob("*.md") if "_build" not in page.parts}
    built = DOCS / "explanation" / "where-each-rule-comes-from.md"
    assert pages | {built} == listed | {DOCS / "index.md"}
