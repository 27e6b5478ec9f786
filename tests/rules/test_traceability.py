"""Every rule of a finished game has a test, and every test that names a row names a real one."""

from __future__ import annotations

from pathlib import Path

import pytest
from docs._ext.traceability import (
    Proof,
    Requirements,
    proofs_in,
    read_requirements,
    unknown,
    unproved,
)

TESTS = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def requirements() -> Requirements:
    return read_requirements((TESTS / "data" / "requirements.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def proofs() -> tuple[Proof, ...]:
    return proofs_in(TESTS)


def test_every_rule_and_option_of_a_finished_game_has_a_test(
    requirements: Requirements, proofs: tuple[Proof, ...]
) -> None:
    assert [f"{row.id}: {row.rule}" for row in unproved(requirements, proofs)] == []


def test_every_marker_names_a_row(requirements: Requirements, proofs: tuple[Proof, ...]) -> None:
    assert unknown(requirements, proofs) == ()


def test_no_test_names_a_row_twice(proofs: tuple[Proof, ...]) -> None:
    assert len(set(proofs)) == len(proofs)


def test_no_row_is_listed_twice(requirements: Requirements) -> None:
    ids = [row.id for row in requirements.rows]
    assert len(set(ids)) == len(ids)


def test_all_statements_of_the_sources_are_listed(requirements: Requirements) -> None:
    assert "big_three" in requirements.finished
    counts = {source.prefix: len(source.rows) for source in requirements.sources}
    expected = {"BT3": 67, "RB3": 40, "TT": 67}
    assert {prefix: counts[prefix] for prefix in expected} == expected


def test_the_markers_are_found_where_they_are(proofs: tuple[Proof, ...]) -> None:
    """A search that finds nothing would satisfy most of the tests above."""
    here = Proof("BT3-33", "rules/test_big_three_play.py", "test_the_worked_examples")
    assert here._replace(row="BT3-50") in proofs
    assert here not in proofs
    assert len({proof.file for proof in proofs}) >= 6
