"""Old records stay readable: each file of ``records`` replays to what it did when it was written.

The files are never edited; see the README beside them.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from climbcards import Match, Record, State, Table
from climbcards.record_json import Json
from climbcards.record_rulesets import GAMES

V1 = sorted((Path(__file__).parent / "records" / "v1").glob("*.json"))

each_file = pytest.mark.parametrize("path", V1, ids=lambda path: path.stem)


def summary(played: State[Table] | Match[Table], meta: Json) -> str:
    """What there is to be seen of a state or a match, in words that no later change may alter."""
    lines: list[str] = []
    states = [played] if isinstance(played, State) else [*played.past]
    if isinstance(played, Match) and not played.is_over:
        states.append(played.state)
    for state in states:
        assert isinstance(state, State)
        lines.append(f"{state.ruleset.name}, {state.ruleset.players} players")
        lines += [f"  {move}" for move in state.history]
        lines += [f"  seat {seat} holds {hand}" for seat, hand in enumerate(state.hands)]
        lines.append(f"  {state.phase.value}, to act: {state.to_act}")
        result = state.result
        if result is None:
            lines.append(f"  {len(state.legal_actions())} legal actions")
        else:
            lines.append(f"  winners {result.winners}, out {result.out}, teams {result.teams}")
            lines.append(f"  stake {result.stake}, points {result.points}")
            lines.append(f"  payoffs {result.payoffs}, liable {result.liable}")
    if isinstance(played, Match):
        lines.append(f"totals {played.totals}, over: {played.is_over}")
    lines.append(f"meta {json.dumps(meta)}")
    return "\n".join(lines) + "\n"


@each_file
def test_an_old_record_replays_to_what_it_did(path: Path) -> None:
    record = Record.from_json(path.read_text(encoding="utf-8"))
    told = path.with_suffix(".txt").read_text(encoding="utf-8")
    assert summary(record.replay(), record.meta) == told


@each_file
def test_an_old_record_means_the_same_when_it_is_written_anew(path: Path) -> None:
    record = Record.from_json(path.read_text(encoding="utf-8"))
    assert Record.from_json(record.to_json()) == record


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_old_records(game: type) -> None:
    assert [path for path in V1 if path.stem.startswith(getattr(game, "name"))]  # noqa: B009
