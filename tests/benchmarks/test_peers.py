"""The driver of the peers, its protocol and its statistics, with workers that measure nothing."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from benchmarks.peers import __main__ as driver
from benchmarks.peers import hands
from benchmarks.peers.comparisons import AIMS, COMPARISONS, GROUPS
from benchmarks.peers.protocol import Done, Slice, Worker, WorkerError, loop_seconds, run, timed
from benchmarks.peers.ratios import Spread, outputs_each, rates, ratios, seconds_each
from benchmarks.peers.report import Measured, differences, reached, shown
from benchmarks.peers.worker_ours import TASKS, hand

from climbcards import DouDizhu

MACHINE: Any = {
    "date": "2026-01-02",
    "processor": "a processor",
    "cores": 2,
    "system": "a system",
    "python": "CPython 3",
    "load": None,
}


def fake(*arguments: str) -> Worker:
    return Worker([sys.executable, "-m", "tests.benchmarks.fake_worker", *arguments])


@pytest.fixture
def worker() -> Iterator[Worker]:
    started = fake("Fake")
    yield started
    started.close()


# --- The protocol --------------------------------------------------------------------------------


def test_a_worker_says_what_it_is(worker: Worker) -> None:
    assert worker.name == "Fake"
    assert worker.facts["version"] == "1.0"
    assert worker.facts["python"].count(".") == 2
    assert worker.facts["compiled"] is False
    assert worker.tasks["ddz.games"] == "two games at a time"


def test_a_slice_goes_on_until_so_many_seconds_are_measured(worker: Worker) -> None:
    found = worker.measure("ddz.games", 1.2, seed=1)
    assert (found.count, found.outputs, found.seconds) == (6, 360, 1.5)
    assert found.rate == 4
    assert found.loop > 0


def test_what_a_peer_prints_is_no_answer(worker: Worker) -> None:
    assert worker.measure("ddz.leads20", 0.5, seed=2).outputs == 2_000_001
    assert worker.measure("ddz.leads20", 0.5, seed=3).outputs == 3_000_001


def test_a_worker_goes_on_after_a_task_that_fails(worker: Worker) -> None:
    with pytest.raises(WorkerError, match="LookupError: no such hand"):
        worker.measure("ddz.leads17", 0.1, seed=0)
    with pytest.raises(WorkerError, match="KeyError: 'knitting'"):
        worker.measure("knitting", 0.1, seed=0)
    assert worker.measure("ddz.games", 0.1, seed=0).count == 2


def test_the_last_words_of_a_worker_are_heard(worker: Worker) -> None:
    for _ in range(2):
        with pytest.raises(WorkerError, match="ended: out of memory"):
            worker.measure("ddz.answers17", 0.1, seed=0)


@pytest.mark.parametrize(
    ("fault", "told"),
    [("mute", "no library"), ("babble", "no JSON: hello"), ("number", "no object: 1")],
)
def test_a_worker_that_does_not_say_what_it_is(fault: str, told: str) -> None:
    with pytest.raises(WorkerError, match=told):
        fake("Fake", fault)


def test_an_interpreter_that_is_not_there() -> None:
    with pytest.raises(WorkerError, match="does not start"):
        Worker.of_module("/no/such/python", "worker_ours")


def test_numbers_of_steps_follow_from_the_seed() -> None:
    seen: list[int] = []

    def step(number: int) -> Done:
        seen.append(number)
        return Done(1, 0, 0.25)

    assert run(step, 0.5, seed=4).count == 2
    assert seen == [4_000_001, 4_000_002]


def test_a_timed_step_has_the_time_of_all_it_does() -> None:
    done = timed(lambda number: (number, int(loop_seconds() > 0)))(7)
    assert (done.count, done.outputs) == (7, 1)
    assert done.seconds > 0


# --- The statistics ------------------------------------------------------------------------------


def took(seconds: float, count: int = 10, outputs: int = 610) -> Slice:
    return Slice(count, outputs, seconds, 0.002)


OURS, THEIRS = ("ours", "ddz.games"), ("RLCard", "ddz.games")

ROUNDS = [
    {OURS: took(1.0), THEIRS: took(10.0)},  # a slow moment
    {OURS: took(0.5), THEIRS: took(4.0)},
    {OURS: took(0.5), THEIRS: took(6.0)},
    {OURS: took(0.1)},  # theirs failed
    {THEIRS: took(5.0)},
]


def test_ratios_are_of_one_round_each_and_their_median_counts() -> None:
    assert ratios(ROUNDS, OURS, THEIRS) == Spread(10, 8, 12, 3)
    medians = rates(ROUNDS, OURS), rates(ROUNDS, THEIRS)
    assert medians[0] is not None
    assert medians[1] is not None
    assert medians[0].middle / medians[1].middle != 10  # not the same thing


def test_a_factor_makes_the_others_faster() -> None:
    found = ratios(ROUNDS, OURS, THEIRS, 2)
    assert found == Spread(5, 4, 6, 3)


def test_rates_and_times() -> None:
    assert rates(ROUNDS[:3], OURS) == Spread(20, 10, 20, 3)
    assert seconds_each(ROUNDS[:3], OURS) == Spread(0.05, 0.05, 0.1, 3)
    assert outputs_each(ROUNDS, OURS) == 61


def test_nothing_measured_gives_nothing() -> None:
    nobody = ("nobody", "ddz.games")
    assert rates(ROUNDS, nobody) is None
    assert seconds_each(ROUNDS, nobody) is None
    assert outputs_each(ROUNDS, nobody) is None
    assert ratios(ROUNDS, nobody, OURS) is None
    assert outputs_each([{OURS: took(1, outputs=0)}], OURS) is None
    assert rates([{OURS: took(1, count=0)}], OURS) is None


# --- The report ----------------------------------------------------------------------------------


def kept(rounds: Any, **facts: Any) -> Measured:
    about: dict[str, Any] = {"version": "1", "python": "3.11", "tasks": {"ddz.games": "plays"}}
    workers = {"ours": about | facts, "RLCard": about, "OpenSpiel": about}
    return Measured(MACHINE, 0.5, workers, ["ours"], list(rounds))


@pytest.mark.parametrize(
    ("seconds", "word"), [(1.2, "no"), (1.0, "yes"), (0.5, "yes, the best too")]
)
def test_an_aim_is_reached_or_not(seconds: float, word: str) -> None:
    run = kept([{OURS: took(seconds), THEIRS: took(10.0)}])
    line = next(each for each in shown(run).splitlines() if "Dou Dizhu move by move" in each)
    assert line.endswith(f"  {word}")
    assert "≥ 9× (12×)" in line


def test_an_aim_in_microseconds() -> None:
    run = kept([{("ours", "ddz.answers17.listed"): took(20e-6)}])
    (found,) = [each for each in reached(run) if each.aim.ours == "ddz.answers17.listed"]
    assert found.found is not None
    assert found.found.middle == pytest.approx(2)
    assert (found.is_reached, found.is_best) == (True, False)


def test_what_is_not_measured_is_not_judged() -> None:
    assert {each.is_reached for each in reached(kept([]))} == {None}
    assert "not measured" in shown(kept([]))


def test_aims_of_the_compiled_build_are_its_own() -> None:
    plain, compiled = reached(kept([])), reached(kept([], compiled=True))
    assert len(compiled) == len(AIMS) > len(plain)
    assert not any(each.aim.compiled for each in plain)


def test_unlike_work_is_pointed_out() -> None:
    alike = kept([{OURS: took(1), THEIRS: took(1, outputs=615)}])
    unlike = kept([{OURS: took(1), THEIRS: took(1, outputs=700)}])
    assert not differences(alike)
    assert "61.00 with ours, 70.00 with RLCard" in differences(unlike)[0]
    assert differences(unlike)[0] in shown(unlike)


def test_a_run_is_kept_as_it_is() -> None:
    run = kept(ROUNDS)
    run.faults.append("DouZero: it is not installed")
    again = Measured.from_json(json.loads(json.dumps(run.to_json())))
    assert again == run
    assert shown(again) == shown(run)
    assert "DouZero: it is not installed" in shown(run)


def test_what_is_compared_is_measured() -> None:
    in_groups = [task for group in GROUPS for task in group.tasks]
    assert len(set(in_groups)) == len(in_groups)
    assert set(TASKS) <= set(in_groups)
    pairs = [(each.ours, each.theirs) for each in COMPARISONS]
    for ours, theirs in [*pairs, *((aim.ours, aim.theirs) for aim in AIMS)]:
        assert ours in TASKS
        assert not theirs or theirs in in_groups


# --- The driver ----------------------------------------------------------------------------------


def test_a_round_asks_everybody_and_survives_faults() -> None:
    workers = {name: fake(name) for name in ("ours", "RLCard")}
    try:
        run = driver.measured(
            workers,
            ["ours"],
            rounds=2,
            seconds=0.1,
            only=["games", "leads17"],
            faults=["DouZero: it is not installed"],
        )
    finally:
        for each in workers.values():
            each.close()
    assert [set(each) for each in run.rounds] == [{OURS, THEIRS}] * 2
    assert ratios(run.rounds, OURS, THEIRS) == Spread(1, 1, 1, 2)
    assert run.faults == [
        "DouZero: it is not installed",
        "ours, ddz.leads17: LookupError: no such hand",
        "RLCard, ddz.leads17: LookupError: no such hand",
    ]


def test_peers_that_are_not_installed_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def of_module(python: str, module: str) -> Worker:
        assert module == "worker_ours"
        return fake("climbcards", *(["compiled"] if python == "compiled" else []))

    monkeypatch.setattr(Worker, "of_module", of_module)
    workers, ours, faults = driver.started(["plain", "compiled", "plain"], tmp_path)
    for each in workers.values():
        each.close()
    assert list(workers) == ours == ["ours", "ours, compiled", "ours (3)"]
    assert faults == [f"{name}: it is not installed" for name in driver.PEERS.values()]
    assert "RLCard is left out: it is not installed" in capsys.readouterr().err


def test_a_kept_run_renews_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, found = tmp_path / "page.md", tmp_path / "found.json"
    page.write_text("# Speed\n\n<!-- peers: begin -->\nold\n<!-- peers: end -->\n\nAnd.\n", "utf-8")
    found.write_text(json.dumps(kept(ROUNDS).to_json()), "utf-8")
    driver.main(["--kept", str(found), "--markdown", str(page)])
    renewed = page.read_text("utf-8")
    assert renewed.startswith("# Speed\n\n<!-- peers: begin -->\n\n2026-01-02, a processor")
    assert renewed.endswith("\n\n<!-- peers: end -->\n\nAnd.\n")
    assert "| Dou Dizhu, games move by move | ours | RLCard, ddz.games | 10.0 |" in renewed
    assert "10.0" in capsys.readouterr().out


# --- The hands -----------------------------------------------------------------------------------


def test_the_hands_are_those_that_the_figures_are_of() -> None:
    """So many leads the peers list as well; only then is it the same work."""
    deals = [hands.deal(number) for number in range(hands.HANDS)]
    assert all(sorted(chain(*deal)) == list(range(54)) for deal in deals)
    landlords = [hand(deal.landlord) for deal in deals]
    farmers = [hand(deal.next) for deal in deals]
    totals = [
        sum(len(ruleset.leads(each)) for each in some)
        for ruleset, some in (
            (DouDizhu.rlcard(), landlords),
            (DouDizhu.douzero(), landlords),
            (DouDizhu.rlcard(), farmers),
            (DouDizhu.douzero(), farmers),
        )
    ]
    assert totals == [16_825, 16_835, 9_033, 9_034]


def test_targets_are_leads_of_the_landlord_of_many_kinds() -> None:
    kinds: set[str] = set()
    for number in range(hands.HANDS):
        deal, target = hands.answer(number)
        left, played = list(deal.landlord), list[int]()
        for rank in target:
            played.append(next(card for card in left if hands.rank(card) == rank))
            left.remove(played[-1])
        found = DouDizhu().classify(hand(played))
        assert found is not None
        kinds.add(found.kind)
    assert len(kinds) == 9


def test_hands_for_melds() -> None:
    some = [hands.gin_hand(number) for number in range(hands.HANDS)]
    assert all(len(set(each)) == 10 and each == sorted(each) for each in some)
    step = TASKS["gin.melds10"].prepare()
    assert step(0).outputs == 11_153
