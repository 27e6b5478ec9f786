"""Tables and what stands in them; caches as they are found in memory."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks import caches, growth
from benchmarks.machine import described, machine
from benchmarks.tables import figure, markdown, put_into, text

from climbcards import BigThree


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (None, ""),
        (0, "0.00"),
        (0.00964, "0.00964"),
        (0.4, "0.400"),
        (9.999, "10.0"),
        (61.04, "61.0"),
        (99.96, "100"),
        (1234.5, "1,230"),
        (-5.5, "-5.50"),
    ],
)
def test_figures_have_the_digits_that_count(number: float | None, shown: str) -> None:
    assert figure(number) == shown


HEAD, ROWS = ("game", "cards"), [["Big Two", "5"], ["Dou Dizhu", "20"]]


def test_numbers_stand_on_the_right() -> None:
    assert text(HEAD, ROWS).splitlines() == [
        "game       cards",
        "Big Two        5",
        "Dou Dizhu     20",
    ]
    assert markdown(HEAD, ROWS).splitlines() == [
        "| game | cards |",
        "| --- | ---: |",
        "| Big Two | 5 |",
        "| Dou Dizhu | 20 |",
    ]


def test_a_page_without_marks_is_left_alone(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Speed\n", "utf-8")
    with pytest.raises(ValueError, match="no <!-- peers: begin -->"):
        put_into(page, "peers", "new")
    assert page.read_text("utf-8") == "# Speed\n"


def test_the_machine_is_told_in_a_line() -> None:
    line = described(machine())
    assert "\n" not in line
    assert " core" in line
    assert "Python" in line


def test_caches_are_found_and_emptied() -> None:
    rules = BigThree()
    number = len(rules.leads("4♣ 5♦ 6♥ 7♠ 8♣ 9♦"))
    before = {cache.name: cache for cache in caches.found()}
    assert "climbcards.climbing.game._rules_of" in before
    caches.emptier()()
    assert all(cache.size == 0 for cache in caches.found())
    assert len(rules.leads("4♣ 5♦ 6♥ 7♠ 8♣ 9♦")) == number


def test_a_kept_run_of_growth_renews_a_page(tmp_path: Path) -> None:
    page, found = tmp_path / "page.md", tmp_path / "found.json"
    page.write_text("<!-- growth: begin -->\n<!-- growth: end -->\n", "utf-8")
    growth.main(["--only", "history", "--batches", "1", "--json", str(found)])
    growth.main(["--kept", str(found), "--markdown", str(page)])
    renewed = page.read_text("utf-8")
    assert "### The moves so far" in renewed
    assert "| Three Thirteen | 1,000 |" in renewed
