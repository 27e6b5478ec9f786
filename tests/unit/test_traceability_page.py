"""The docs page "Where each rule comes from": reading rows and markers, and rendering them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from docs._ext.traceability import (
    PAGE,
    Proof,
    Requirements,
    RequirementsError,
    Row,
    Source,
    proofs_in,
    read_requirements,
    render,
    setup,
    unknown,
    unproved,
    write_page,
)

ROWS = """
finished = ["snap"]

[[source]]
prefix = "SN"
game = "snap"
title = "Snap: a page"
about = "A page about Snap."

[source.rows]
SN-01 = { kind = "R", topic = "deck", rule = "Red | black." }
SN-02 = { kind = "O", topic = "jokers", rule = "With jokers." }
SN-03 = { kind = "manners", topic = "voice", rule = "Shout." }

[[source]]
prefix = "WR"
game = "war"
title = "War: a page"
about = "A page about War."

[source.rows]
WR-01 = { kind = "R", topic = "deck", rule = "Half each." }
"""

SNAP = Source(
    "SN",
    "snap",
    "Snap: a page",
    "A page about Snap.",
    (
        Row("SN-01", "R", "deck", "Red | black."),
        Row("SN-02", "O", "jokers", "With jokers."),
        Row("SN-03", "manners", "voice", "Shout."),
    ),
)
WAR = Source(
    "WR", "war", "War: a page", "A page about War.", (Row("WR-01", "R", "deck", "Half each."),)
)
BOTH = Requirements(frozenset({"snap"}), (SNAP, WAR))

PROOFS = (
    Proof("SN-01", "rules/test_a.py", "test_one"),
    Proof("SN-01", "rules/test_a.py", "test_one"),
    Proof("SN-01", "rules/test_a.py", "test_two"),
    Proof("SN-01", "rules/test_b.py", "TestB.test_three"),
)


# --- Rows ----------------------------------------------------------------------------------------


def test_rows_are_read_in_order() -> None:
    assert read_requirements(ROWS) == BOTH
    assert [row.id for row in BOTH.rows] == ["SN-01", "SN-02", "SN-03", "WR-01"]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("SN-02 =", "SN-01 =", "SN-01|overwrite"),
        ("SN-02 =", "SN-04 =", "SN-02"),
        ("SN-03 =", "BT-03 =", "SN-03"),
        ('kind = "O"', 'kind = "X"', "SN-02"),
        ('topic = "voice", ', "", "SN-03"),
        ('rule = "Shout."', 'rule = ""', "SN-03"),
        ('rule = "Shout."', 'rule = "Shout.\\nLoud."', "SN-03"),
        ('rule = "Shout."', 'rule = "Shout.", why = ""', "why"),
        ('title = "War: a page"', "", "title"),
        ('prefix = "WR"', 'prefix = "WAR"', "WAR-01"),
        ('["snap"]', '["snap", "whist"]', "whist"),
        ("finished =", "finished", "line 2"),
    ],
)
def test_faulty_rows(old: str, new: str, fault: str) -> None:
    assert old in ROWS
    with pytest.raises(RequirementsError, match=fault):
        read_requirements(ROWS.replace(old, new))


def test_two_sources_cannot_share_a_prefix() -> None:
    with pytest.raises(RequirementsError, match="SN"):
        read_requirements(ROWS + ROWS.replace('finished = ["snap"]', ""))


# --- Markers -------------------------------------------------------------------------------------


def test_markers_are_found_on_tests_of_any_sort(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "test_a.py").write_text(
        """
import pytest
from pytest import mark

@pytest.mark.rule("SN-02", "SN-01")
@pytest.mark.rule("WR-01")
def test_one(): ...

class TestB:
    @mark.other("SN-09")
    @pytest.mark.parametrize("x", [1, pytest.param(2, marks=pytest.mark.rule("SN-03"))])
    def test_two(self, x): ...
"""
    )
    (tmp_path / "test_b.py").write_text("def test_without(): ...\n")
    assert proofs_in(tmp_path) == (
        Proof("SN-02", "rules/test_a.py", "test_one"),
        Proof("SN-01", "rules/test_a.py", "test_one"),
        Proof("WR-01", "rules/test_a.py", "test_one"),
        Proof("SN-03", "rules/test_a.py", "TestB.test_two"),
    )


@pytest.mark.parametrize(
    "text",
    [
        'pytestmark = pytest.mark.rule("SN-01")',
        '@pytest.mark.rule("SN-01")\ndef helper(): ...',
        "@pytest.mark.rule()\ndef test_a(): ...",
        "@pytest.mark.rule(ROW)\ndef test_a(): ...",
        '@pytest.mark.rule(*["SN-01"])\ndef test_a(): ...',
        '@pytest.mark.rule(row="SN-01")\ndef test_a(): ...',
        "@pytest.mark.rule(1)\ndef test_a(): ...",
    ],
)
def test_a_marker_that_would_be_overlooked_is_a_fault(text: str, tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text(text)
    with pytest.raises(RequirementsError, match=r"test_a\.py"):
        proofs_in(tmp_path)


# --- Comparing -----------------------------------------------------------------------------------


def test_rules_and_options_of_finished_games_need_a_test() -> None:
    assert [row.id for row in unproved(BOTH, ())] == ["SN-01", "SN-02"]
    assert [row.id for row in unproved(BOTH, PROOFS)] == ["SN-02"]
    finished = BOTH._replace(finished=frozenset({"snap", "war"}))
    assert [row.id for row in unproved(finished, PROOFS)] == ["SN-02", "WR-01"]


def test_proofs_of_no_row() -> None:
    stray = Proof("SN-04", "rules/test_a.py", "test_one")
    assert unknown(BOTH, PROOFS) == ()
    assert unknown(BOTH, (*PROOFS, stray)) == (stray,)


# --- The page ------------------------------------------------------------------------------------


def test_the_page_has_a_table_for_each_source() -> None:
    lines = render(BOTH, PROOFS).splitlines()
    assert lines[0] == "# Where each rule comes from"
    assert [line for line in lines if line.startswith("## ")] == [
        "## Snap: a page",
        "## War: a page",
    ]
    assert [line for line in lines if line.startswith(("| SN", "| WR"))] == [
        "| SN-01 | **deck**: Red \\| black. | rule | rules/test_a.py: `test_one`, `test_two`<br>"
        "rules/test_b.py: `TestB.test_three` |",
        "| SN-02 | **jokers**: With jokers. | option | – |",
        "| SN-03 | **voice**: Shout. | table manners | – |",
        "| WR-01 | **deck**: Half each. | rule | – |",
    ]
    assert "3 rows, 2 of them rules or options; tests prove 1 of these." in lines
    assert lines.count("| row | rule | kind | proved by |") == 2


class Application:
    """As much of Sphinx as the extension uses."""

    def __init__(self, confdir: Path) -> None:
        self.confdir = confdir
        self.connected: dict[str, Callable[[Any], None]] = {}

    def connect(self, event: str, callback: Callable[[Any], None], /) -> int:
        self.connected[event] = callback
        return len(self.connected)


def test_the_page_is_written_before_pages_are_looked_for(tmp_path: Path) -> None:
    (tmp_path / "tests" / "data").mkdir(parents=True)
    (tmp_path / "tests" / "data" / "requirements.toml").write_text(ROWS)
    (tmp_path / "tests" / "test_a.py").write_text('@pytest.mark.rule("SN-01")\ndef test_a(): ...')
    app = Application(tmp_path / "docs")
    assert setup(app) == {"parallel_read_safe": True, "parallel_write_safe": True}
    app.connected["builder-inited"](app)
    page = tmp_path / "docs" / PAGE
    proofs = (Proof("SN-01", "test_a.py", "test_a"),)
    assert page.read_text(encoding="utf-8") == render(BOTH, proofs)

    os.utime(page, (1_000_000_000, 1_000_000_000))
    write_page(app)  # nothing has changed, so nothing is written and Sphinx need not read it again
    assert page.stat().st_mtime == 1_000_000_000


def test_a_changed_page_is_written_anew(tmp_path: Path) -> None:
    (tmp_path / "tests" / "data").mkdir(parents=True)
    (tmp_path / "tests" / "data" / "requirements.toml").write_text(ROWS)
    page = tmp_path / "docs" / PAGE
    page.parent.mkdir(parents=True)
    page.write_text("another page")
    write_page(Application(tmp_path / "docs"))
    assert page.read_text(encoding="utf-8") == render(BOTH, ())
