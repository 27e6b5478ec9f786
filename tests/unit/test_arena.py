"""The arena: whoever plays wherever, the report is the same; and what it says is right."""

from __future__ import annotations

import gc
import json
import math
import os
import pickle
import random
import signal
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any, Literal

import pytest
from attrs import evolve

from climbcards import BigThree, BigTwo, DouDizhu, Match, Ruleset, State, Table, ThreeThirteen, step
from climbcards.agents import AgentFactory, GreedyAgent, RandomAgent
from climbcards.arena import (
    AgentError,
    ArenaError,
    Misdeed,
    Progress,
    Report,
    Seating,
    isolated,
    processes,
    run,
)
from climbcards.arena_sitting import deal_of
from climbcards.record import read_records
from tests import arena as bots

ROOT = Path(__file__).parents[2]
QUICK = BigTwo(players=2)
TWO: Mapping[str, AgentFactory] = {"quick": bots.Last, "random": RandomAgent}


def quick(deals: int = 10, **options: Any) -> Report:
    """A run that does not take long."""
    return run(options.pop("agents", TWO), QUICK, deals=deals, seed=5, **options)


# --- The report is the same ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def report() -> Report:
    return quick(24)


@pytest.mark.parametrize("chunk", [1, 5, 7, 24, 1000])
def test_chunks_of_any_size_give_the_same_report(report: Report, chunk: int) -> None:
    assert quick(24, chunk=chunk) == report


@pytest.mark.parametrize(("chunk", "ahead"), [(1, 24), (5, 3), (7, 1)])
def test_any_order_of_completion_gives_the_same_report(
    report: Report, chunk: int, ahead: int
) -> None:
    executor = bots.Backwards()
    assert quick(24, chunk=chunk, ahead=ahead, executor=executor) == report
    assert sorted(executor.order) == list(range(math.ceil(24 / chunk)))
    assert executor.order != sorted(executor.order) or ahead == 1


def test_processes_give_the_same_report(report: Report) -> None:
    with processes(2) as executor:
        assert quick(24, chunk=5, executor=executor) == report
        assert quick(24, chunk=2, executor=executor, ahead=3) == report


def test_threads_give_the_same_report(report: Report) -> None:
    with ThreadPoolExecutor(3) as executor:
        assert quick(24, chunk=2, executor=executor) == report


def test_chunks_that_an_executor_loses_are_played_again(report: Report) -> None:
    executor = bots.Loses(times=2)
    assert quick(24, chunk=5, executor=executor) == report
    assert executor.submitted == 5 + 2


def test_an_executor_that_always_fails_is_not_asked_for_ever() -> None:
    executor = bots.Loses(times=99)
    with pytest.raises(ConnectionError, match="lost"):
        quick(24, chunk=24, executor=executor)
    assert executor.submitted == 3


def test_another_seed_gives_another_report(report: Report) -> None:
    other = run(TWO, QUICK, deals=24, seed=6)
    assert other != report
    assert evolve(other, seed=5) != report


def test_a_report_pickles_and_timings_do_not_count(report: Report) -> None:
    assert pickle.loads(pickle.dumps(report)) == report
    later = evolve(report.timings, seconds=report.timings.seconds + 1)
    assert evolve(report, timings=later) == report


def test_without_a_seed_the_report_says_which() -> None:
    one, other = (run(TWO, QUICK, deals=2) for _ in range(2))
    assert one.seed != other.seed
    assert run(TWO, QUICK, deals=2, seed=one.seed) == one


def test_each_deal_has_the_seed_it_has_in_a_match() -> None:
    match = Match.begin(QUICK, 5, dealer=0)
    while not match.past:
        match = match.step(match.state.legal_actions()[0])
    first = match.past[0].deal
    assert first is not None
    assert deal_of(QUICK, 5, 1) == first
    assert deal_of(QUICK, 5, 2).seed == (match.state.deal and match.state.deal.seed)


def test_deals_of_three_thirteen_go_through_a_match() -> None:
    rules = ThreeThirteen(players=2)
    assert [deal_of(rules, 1, n).context.number for n in (1, 2, 11, 12)] == [1, 2, 11, 1]


# --- What it says --------------------------------------------------------------------------------


def played_by_hand(rules: Ruleset[Table], deals: int, seed: int) -> list[list[Mapping[str, Any]]]:
    """What First and Last do in every assignment of seats, by deal and sitting."""
    pick = {"first": 0, "last": -1}
    found: list[list[Mapping[str, Any]]] = []
    for number in range(1, deals + 1):
        sittings: list[Mapping[str, Any]] = []
        for seating in product(pick, repeat=rules.players):
            if len(set(seating)) < 2:
                continue
            state: State[Table] = rules.start(deal_of(rules, seed, number))
            while state.to_act is not None:
                state = step(state, state.legal_actions()[pick[seating[state.to_act]]])
            sittings.append({"seating": seating, "result": state.result, "state": state})
        found.append(sittings)
    return found


@pytest.fixture(scope="module")
def counted() -> tuple[Report, list[list[Mapping[str, Any]]]]:
    rules = BigThree()
    report = run({"first": bots.First, "last": bots.Last}, rules, deals=12, seed=3)
    return report, played_by_hand(rules, 12, 3)


def test_means_and_intervals_are_those_of_deals(
    counted: tuple[Report, list[list[Mapping[str, Any]]]],
) -> None:
    report, deals = counted
    for name in report.agents:
        means: list[float] = []
        for sittings in deals:
            of_deal = [
                sitting["result"].payoffs[seat]
                for sitting in sittings
                for seat, who in enumerate(sitting["seating"])
                if who == name
            ]
            means.append(statistics.mean(of_deal))
        payoff = report.payoff(name)
        assert payoff.mean == pytest.approx(statistics.mean(means))
        assert payoff.error == pytest.approx(statistics.stdev(means) / math.sqrt(len(means)))
        assert payoff.high - payoff.mean == pytest.approx(1.959964 * payoff.error)
        assert payoff.mean - payoff.low == pytest.approx(payoff.margin)
        assert payoff.deviation == pytest.approx(statistics.stdev(means))
        for number, point in enumerate(report.running(name), start=1):
            assert point.deals == number
            assert point.mean == pytest.approx(statistics.mean(means[:number]))
            if number > 1:
                error = statistics.stdev(means[:number]) / math.sqrt(number)
                assert point.high - point.mean == pytest.approx(1.959964 * error)


def test_seats_roles_wins_and_points_are_counted(
    counted: tuple[Report, list[list[Mapping[str, Any]]]],
) -> None:
    report, deals = counted
    for name in report.agents:
        by_seat: dict[int, list[int]] = {}
        by_role: dict[str, list[int]] = {}
        wins: list[bool] = []
        points: list[int] = []
        for sitting in (sitting for sittings in deals for sitting in sittings):
            result = sitting["result"]
            (alone,) = min(result.teams, key=len)
            for seat, who in enumerate(sitting["seating"]):
                if who == name:
                    by_seat.setdefault(seat, []).append(result.payoffs[seat])
                    role = "soloist" if seat == alone else "opponent"
                    by_role.setdefault(role, []).append(result.payoffs[seat])
                    wins.append(seat in result.winners)
                    points.append(result.points[seat])
        assert report.seats_of(name) == tuple(sorted(by_seat))
        assert report.roles_of(name) == tuple(sorted(by_role))
        for seat, paid in by_seat.items():
            assert report.payoff(name, seat=seat).mean == pytest.approx(statistics.mean(paid))
        for role, paid in by_role.items():
            assert report.payoff(name, role=role).mean == pytest.approx(statistics.mean(paid))
        assert report.win_rate(name).mean == pytest.approx(statistics.mean(wins))
        assert report.points(name).mean == pytest.approx(statistics.mean(points))


def test_the_difference_of_two_agents_is_taken_deal_by_deal(
    counted: tuple[Report, list[list[Mapping[str, Any]]]],
) -> None:
    report, deals = counted
    differences: list[float] = []
    for sittings in deals:
        mean: dict[str, float] = {}
        for name in report.agents:
            mean[name] = statistics.mean(
                sitting["result"].payoffs[seat]
                for sitting in sittings
                for seat, who in enumerate(sitting["seating"])
                if who == name
            )
        differences.append(mean["first"] - mean["last"])
    difference = report.difference("first", "last")
    assert difference.mean == pytest.approx(statistics.mean(differences))
    error = statistics.stdev(differences) / math.sqrt(len(differences))
    assert difference.error == pytest.approx(error)
    assert report.difference("last", "first").mean == -difference.mean


def test_equal_agents_differ_by_nothing() -> None:
    report = quick(6, agents={"one": bots.First, "other": bots.First})
    assert str(report.difference("one", "other")) == "+0.000 (+0.000 … +0.000)"


def test_deals_for_a_margin(report: Report) -> None:
    payoff = report.payoff("quick")
    assert payoff.deals_for(payoff.margin) == pytest.approx(24, abs=1)
    assert payoff.deals_for(payoff.margin / 2) == pytest.approx(96, abs=1)
    with pytest.raises(ArenaError, match="above 0"):
        payoff.deals_for(0)
    with pytest.raises(ArenaError, match="one deal"):
        quick(1).payoff("quick").deals_for(1)


def test_another_level_gives_another_interval(report: Report) -> None:
    usual, wide = report.payoff("quick"), report.payoff("quick", level=0.999)
    assert wide.high > usual.high > usual.mean == wide.mean
    with pytest.raises(ArenaError, match="between 0 and 1"):
        report.payoff("quick", level=95)


def test_what_nobody_played_has_no_mean(report: Report) -> None:
    asked: list[Callable[[], object]] = [
        lambda: report.payoff("nobody"),
        lambda: report.payoff("quick", seat=2),
        lambda: report.payoff("quick", role="landlord"),
        lambda: report.payoff("quick", seat=0, role="opener"),
        lambda: report.difference("quick", "quick"),
    ]
    for ask in asked:
        with pytest.raises(ArenaError):
            ask()


@pytest.mark.parametrize(
    ("rules", "roles"),
    [
        (BigThree(), {"soloist", "opponent"}),
        (BigThree(players=4), {"caller", "partner", "opponent"}),
        (BigThree(players=4, partners="drawn"), {"soloist", "partner", "opponent"}),
        (DouDizhu(), {"landlord", "opponent"}),
        (BigTwo(), {"opener", "follower"}),
        (ThreeThirteen(players=2), {"opener", "follower"}),
    ],
)
def test_roles_are_those_of_the_game(rules: Ruleset[Table], roles: set[str]) -> None:
    report = run([GreedyAgent], rules, deals=3, seed=1)
    assert set(report.roles_of("GreedyAgent")) == roles


def test_deals_thrown_in_are_counted() -> None:
    report = run([bots.First], DouDizhu(), deals=3, seed=1)  # which passes
    assert report.tally.thrown_in == 3
    assert report.roles_of("First") == ("no bid",)
    assert report.payoff("First").mean == report.win_rate("First").mean == 0
    assert "Thrown in: 3 of 3 sittings" in str(report)


def test_a_deal_without_an_end_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("climbcards.arena_sitting.MOST_MOVES", 5)
    report = quick(3)
    assert report.tally.broken_off == 6
    assert report.moves("quick") + report.moves("random") == 30
    with pytest.raises(ArenaError, match="to the end"):
        report.points("quick")
    assert "Broken off: 6 of 6 sittings" in str(report)
    assert json.loads(report.to_json())["agents"][0]["points"] is None


# --- Seatings ------------------------------------------------------------------------------------


def seatings(agents: Sequence[AgentFactory], players: int, seating: Any = None) -> set[str]:
    report = run(agents, BigTwo(players=players), deals=1, seed=1, seating=seating)
    short = dict(zip(report.agents, "ABCD", strict=False))
    return {"".join(short[name] for name in seats) for seats in report.seatings}


def test_an_agent_for_each_seat_is_rotated() -> None:
    assert seatings([bots.First] * 3, 3) == {"ABC", "CAB", "BCA"}


def test_fewer_agents_have_every_assignment() -> None:
    assert seatings([bots.First] * 2, 3) == {"AAB", "ABA", "BAA", "ABB", "BAB", "BBA"}
    assert len(seatings([bots.First] * 2, 4)) == 14
    assert len(seatings([bots.First] * 3, 4)) == 36


def test_seatings_of_ones_choice() -> None:
    assert seatings([bots.First] * 2, 4, Seating.ROTATIONS) == {"ABAB", "BABA"}
    assert seatings([bots.First] * 2, 3, "rotations") == {"ABA", "AAB", "BAA"}
    assert len(seatings([bots.First] * 3, 3, "assignments")) == 6
    alone = [["First", "First 2", "First 2"]]
    assert seatings([bots.First] * 2, 3, alone) == {"ABB"}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"agents": []}, "needs an agent"),
        ({"agents": [bots.First] * 3}, "do not fit"),
        ({"agents": {"": bots.First}}, "name"),
        ({"agents": {"a": 3}}, "no factory"),
        ({"seating": "round"}, "no seating"),
        ({"seating": [["quick"]]}, "each of 2 seats"),
        ({"seating": [["quick", "who"]]}, "no agent 'who'"),
        ({"seating": [["quick", "quick"]]}, "no seating has random"),
        ({"seating": []}, "from 1 to"),
        ({"deals": 0}, "deals"),
        ({"deals": True}, "deals"),
        ({"chunk": 0}, "chunk"),
        ({"ahead": 0}, "ahead"),
        ({"penalty": -1}, "penalty"),
        ({"slow": float("nan")}, "slow"),
        ({"seed": -1}, "seed"),
        ({"on_illegal": "ignore"}, "on_illegal"),
    ],
)
def test_a_run_that_cannot_be_is_refused(change: dict[str, Any], problem: str) -> None:
    options: dict[str, Any] = {"agents": TWO, "deals": 1, "seed": 1, **change}
    with pytest.raises(ArenaError, match=problem):
        run(options.pop("agents"), QUICK, **options)


def test_too_many_assignments_are_refused() -> None:
    with pytest.raises(ArenaError, match=r"5,796 ways"):
        run([bots.First] * 3, ThreeThirteen(players=8), deals=1)


# --- Misdeeds ------------------------------------------------------------------------------------

BAD: list[tuple[AgentFactory, Misdeed, str]] = [
    (bots.Raises, Misdeed.RAISED, r"RuntimeError: no idea \?"),
    (bots.Quits, Misdeed.RAISED, "SystemExit: enough"),
    (bots.Cheats, Misdeed.ILLEGAL, "cards_not_held: "),
    (bots.Mute, Misdeed.ILLEGAL, "not_an_action: a NoneType"),
    (bots.Unspeakable, Misdeed.RAISED, "_Unspeakable$"),
    (bots.Unborn, Misdeed.RAISED, "LookupError: no weights"),
]


@pytest.mark.parametrize(("bad", "misdeed", "message"), BAD)
def test_a_misdeed_costs_the_sitting(bad: AgentFactory, misdeed: Misdeed, message: str) -> None:
    report = quick(12, agents={"good": bots.First, "bad": bad}, on_illegal="forfeit", penalty=7)
    assert report.forfeits("bad") == report.misdeeds("bad")[misdeed] > 0
    assert report.forfeits("good") == 0
    fault = report.faults[0]
    assert (fault.agent, fault.misdeed) == ("bad", misdeed)
    assert report.seatings[fault.sitting][fault.seat] == "bad"
    assert fault.view.seat == fault.seat
    assert fault.view.table.to_act == fault.seat or bad is bots.Unborn
    assert fault.view.first == QUICK.start(deal_of(QUICK, 5, fault.deal)).view(fault.seat)
    assert message_matches(message, fault.message)
    assert f"Fault: {fault}" in str(report)
    assert len(report.faults) <= 10
    if report.forfeits("bad") == report.sittings:
        assert report.payoff("bad").mean == -7
        assert report.payoff("good").mean == 7
        assert report.win_rate("good").mean == 1
        assert report.roles_of("bad") == ()


def message_matches(pattern: str, message: str) -> bool:
    return pytest.raises(ValueError, match=pattern).matches(ValueError(message))


@pytest.mark.parametrize(("bad", "misdeed", "message"), BAD)
def test_a_misdeed_is_raised(bad: AgentFactory, misdeed: Misdeed, message: str) -> None:
    with pytest.raises(AgentError, match=message) as raised:
        quick(12, agents={"good": bots.First, "bad": bad})
    assert raised.value.fault.misdeed is misdeed
    again = pickle.loads(pickle.dumps(raised.value))
    assert again.fault == raised.value.fault


def test_whatever_is_no_action_is_a_misdeed() -> None:
    report = quick(20, agents={"good": bots.First, "bad": bots.Babbles}, on_illegal="forfeit")
    assert report.forfeits("bad") == 40
    assert len({fault.message for fault in report.faults}) > 3


def test_a_misdeed_comes_back_from_another_process() -> None:
    agents = {"good": bots.First, "bad": bots.Raises}
    with processes(1) as executor:
        with pytest.raises(AgentError, match="bad in seat"):
            quick(12, agents=agents, executor=executor)
        report = quick(12, agents=agents, executor=executor, on_illegal="forfeit", chunk=3)
    assert report == quick(12, agents=agents, on_illegal="forfeit")


@pytest.mark.parametrize(
    ("bad", "misdeed", "message"),
    [
        (bots.Hangs, Misdeed.HUNG, "no answer within 0.3 s"),
        (bots.Dies, Misdeed.DIED, "exit code 7"),
        (bots.Raises, Misdeed.RAISED, "RuntimeError: no idea"),
        (bots.Unborn, Misdeed.RAISED, "LookupError: no weights"),
        (bots.Unpicklable, Misdeed.RAISED, "pickle"),
    ],
)
def test_an_isolated_agent_takes_nothing_down(
    bad: AgentFactory, misdeed: Misdeed, message: str
) -> None:
    agents = {"good": bots.First, "bad": isolated(bad, 0.3 if bad is bots.Hangs else 30)}
    report = quick(1, agents=agents, on_illegal="forfeit")
    assert report.forfeits("bad") == report.misdeeds("bad")[misdeed] > 0
    assert message in report.faults[0].message


def test_isolated_agents_play_the_same() -> None:
    agents = [isolated(RandomAgent, 30), isolated(bots.First, 30)]
    plain = quick(4, agents={"RandomAgent": RandomAgent, "First": bots.First})
    assert quick(4, agents=agents, chunk=2) == plain


def test_an_isolated_agent_can_be_had_alone() -> None:
    agent = isolated(bots.Last, 30)(random.Random(1))
    state = QUICK.deal(seed=1)
    view = state.view(state.to_act)
    assert agent.act(view) == state.legal_actions()[-1]


@pytest.mark.parametrize("seconds", [0, -1, float("inf"), float("nan")])
def test_a_limit_is_a_positive_number(seconds: float) -> None:
    with pytest.raises(ArenaError, match="positive"):
        isolated(bots.First, seconds)


def test_what_does_not_pickle_cannot_be_isolated() -> None:
    with pytest.raises((ArenaError, AgentError), match="cannot be started"):
        run({"local": isolated(lambda rng: RandomAgent(rng), 30)}, QUICK, deals=1)  # noqa: PLW0108


def test_slow_moves_are_counted() -> None:
    report = quick(2, agents={"slow": bots.Dawdles, "quick": bots.First}, slow=0.1)
    timings = report.timings
    assert timings.slow == (4, 0)
    assert timings.slowest[0] >= 0.1 > timings.slowest[1]
    assert timings.thinking[0] >= 0.4
    assert report.deals_per_second == pytest.approx(2 / timings.seconds)


# --- Long runs -----------------------------------------------------------------------------------


def interrupting(after: int) -> Any:
    """Progress that is interrupted once so many deals are done."""

    def show(progress: Progress) -> None:
        if progress.deals >= after:
            raise KeyboardInterrupt

    return show


def test_ctrl_c_gives_the_report_so_far() -> None:
    report = quick(30, chunk=4, progress=interrupting(10))
    assert report.deals == 12
    assert not report.is_complete
    assert evolve(report, asked=12) == quick(12)
    assert "Interrupted: 30 deals were asked for." in str(report)


def test_ctrl_c_before_there_is_a_report() -> None:
    with pytest.raises(KeyboardInterrupt):
        quick(30, agents={"first": bots.First, "slow": bots.Interrupts})


def test_ctrl_c_leaves_the_executor_to_its_owner() -> None:
    executor = bots.Backwards()
    report = quick(100, chunk=5, ahead=4, executor=executor, progress=interrupting(5))
    assert report.deals == 5
    assert quick(10, executor=executor).is_complete


SCRIPT = """
import sys
from climbcards import BigTwo
from climbcards.agents import RandomAgent
from climbcards.arena import processes, run

if __name__ == "__main__":
    def show(progress):
        print(progress.deals, flush=True)
    with processes(2) as executor:
        where = executor if sys.argv[1] == "processes" else None
        report = run([RandomAgent], BigTwo(players=2), deals=10**6, seed=1, chunk=2,
                     executor=where, progress=show)
    again = run([RandomAgent], BigTwo(players=2), deals=report.deals, seed=1)
    print(report.tally == again.tally, flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of a terminal are not sent on Windows")
@pytest.mark.parametrize("where", ["here", "processes"])
def test_ctrl_c_at_a_terminal(tmp_path: Path, where: str) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, script, where],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        start_new_session=True,  # the signal goes to all processes of it, as from a terminal
    )
    assert process.stdout is not None
    for _ in range(3):
        assert process.stdout.readline()
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert out.splitlines()[-1] == "True"
    assert not err or where == "processes"  # a process that was just starting complains


@pytest.mark.parametrize("on_illegal", ["raise", "forfeit"])
def test_a_run_goes_on_from_its_checkpoint(
    tmp_path: Path, on_illegal: Literal["raise", "forfeit"]
) -> None:
    bad = bots.Raises if on_illegal == "forfeit" else RandomAgent
    options: dict[str, Any] = {
        "agents": {"good": bots.First, "other": bad},
        "on_illegal": on_illegal,
    }
    kept, whole, file = tmp_path / "kept", tmp_path / "whole", tmp_path / "run.json"
    uninterrupted = quick(30, records=whole, **options)
    for chunk, after in ((4, 9), (3, 16)):
        stopped = quick(
            30, chunk=chunk, progress=interrupting(after), checkpoint=file, records=kept, **options
        )
        assert not stopped.is_complete
    with kept.open("ab") as stream:
        stream.write(b"half a rec")  # as a crash leaves it
    report = quick(30, checkpoint=file, records=kept, **options)
    assert report == uninterrupted
    assert kept.read_bytes() == whole.read_bytes()
    # What is finished stays so, and may be asked for more.
    assert quick(30, checkpoint=file, records=kept, **options) == report
    assert quick(33, checkpoint=file, records=kept, **options) == quick(33, **options)


def test_a_checkpoint_knows_the_seed(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    one = run(TWO, QUICK, deals=2, checkpoint=file)
    assert run(TWO, QUICK, deals=2, checkpoint=file).seed == one.seed


def test_a_checkpoint_is_saved_when_an_agent_fails(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    with pytest.raises(AgentError):
        quick(40, agents={"good": bots.First, "bad": bots.Raises}, chunk=1, checkpoint=file)
    assert not file.exists() or json.loads(file.read_text())["tally"]["deals"] < 40

    def fail(progress: Progress) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        quick(40, chunk=3, checkpoint=file, progress=fail)
    assert json.loads(file.read_text())["tally"]["deals"] == 3


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"ruleset": BigTwo(players=2, flushes=False)}, "ruleset is"),
        ({"agents": {"quick": bots.First, "last": bots.Last}}, "agents is"),
        ({"seed": 2}, "seed is"),
        ({"penalty": 3}, "penalty is"),
        ({"on_illegal": "forfeit"}, "forfeit is"),
        ({"deals": 1}, "has 4 deals already"),
    ],
)
def test_a_checkpoint_of_another_run_is_refused(
    tmp_path: Path, change: dict[str, Any], problem: str
) -> None:
    file = tmp_path / "run.json"
    options: dict[str, Any] = {"agents": TWO, "ruleset": QUICK, "deals": 4, "seed": 1}
    run(checkpoint=file, **options)
    with pytest.raises(ArenaError, match=problem):
        run(checkpoint=file, **{**options, **change})


@pytest.mark.parametrize(
    "damage",
    [
        lambda document: document.pop("tally"),
        lambda document: document.update(schema=2),
        lambda document: document.update(seconds="1"),
        lambda document: document["run"].pop("seed"),
        lambda document: document["tally"].update(deals=-1),
        lambda document: document["tally"]["moves"].pop(),
        lambda document: document["tally"]["cells"][0].pop(),
        lambda document: document["tally"]["misdeeds"].append([0, "lazy", 1]),
        lambda document: document["tally"]["faults"][0]["moves"].append("0: bid 3"),
        lambda document: document["tally"]["faults"][0]["moves"].append("x"),
    ],
)
def test_a_damaged_checkpoint_is_refused(tmp_path: Path, damage: Any) -> None:
    file = tmp_path / "run.json"
    options: dict[str, Any] = {
        "agents": {"good": bots.First, "bad": bots.Raises},
        "on_illegal": "forfeit",
        "checkpoint": file,
    }
    quick(6, **options)
    document = json.loads(file.read_text())
    damage(document)
    file.write_text(json.dumps(document))
    with pytest.raises(ArenaError, match="is no checkpoint"):
        quick(6, **options)
    file.write_text("{")
    with pytest.raises(ArenaError, match="is no checkpoint"):
        quick(6, **options)
    file.write_text(json.dumps({**document, "schema": 1, "run": {}, "tally": {}}))
    with pytest.raises(ArenaError, match="is no checkpoint"):
        quick(6, **options)


def test_records_of_every_sitting(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    report = quick(3, records=file)
    records = list(read_records(file))
    assert len(records) == report.sittings == 6
    paid = 0
    for number, record in enumerate(records):
        meta: Any = record.meta
        assert (meta["deal"], meta["sitting"]) == (number // 2 + 1, number % 2)
        assert tuple(meta["agents"]) == report.seatings[meta["sitting"]]
        state = record.replay()
        assert isinstance(state, State)
        assert state.result is not None
        paid += state.result.payoffs[meta["agents"].index("quick")]
    assert report.payoff("quick").mean == paid / 6
    with pytest.raises(ArenaError, match="exists already"):
        quick(3, records=file)


def test_records_of_a_checkpoint_may_not_be_missing(tmp_path: Path) -> None:
    records, file = tmp_path / "records.jsonl", tmp_path / "run.json"
    quick(3, records=records, checkpoint=file)
    records.unlink()
    with pytest.raises(ArenaError, match="lacks records"):
        quick(3, records=records, checkpoint=file)


def test_memory_stays_flat() -> None:
    bad: dict[str, AgentFactory] = {"bad": bots.Mute, "quits": bots.Quits}
    seen: list[int] = []

    def look(progress: Progress) -> None:
        if progress.deals in {256, 512}:  # of both there are 256 points of the running mean
            gc.collect()
            seen.append(tracemalloc.get_traced_memory()[0])

    tracemalloc.start()
    try:
        run(bad, QUICK, deals=512, seed=1, on_illegal="forfeit", chunk=64, progress=look)
    finally:
        tracemalloc.stop()
    assert seen[1] - seen[0] < 20_000  # a fault of each sitting would take ten times that


def test_the_running_mean_has_some_hundred_points() -> None:
    bad: dict[str, AgentFactory] = {"bad": bots.Mute, "quits": bots.Quits}
    report = run(bad, QUICK, deals=700, seed=1, on_illegal="forfeit", chunk=64)
    points = report.running("bad")
    assert 128 <= len(points) <= 256
    assert points[-1].deals == 700
    assert points[-1].mean == report.payoff("bad").mean
    assert report == run(bad, QUICK, deals=700, seed=1, on_illegal="forfeit", chunk=9)


def test_progress_is_told_after_each_chunk() -> None:
    told: list[Progress] = []
    quick(10, chunk=4, progress=told.append)
    assert [progress.deals for progress in told] == [4, 8, 10]
    assert {progress.asked for progress in told} == {10}
    assert told[-1].seconds_left == 0
    assert told[0].seconds_left > 0
    assert told[0].deals_per_second > 0


# --- What it looks like --------------------------------------------------------------------------


def test_json_holds_the_numbers(report: Report) -> None:
    document = json.loads(report.to_json())
    first = document["agents"][0]
    assert first["name"] == "quick"
    assert first["payoff"]["mean"] == report.payoff("quick").mean
    assert first["seats"]["1"]["win_rate"]["low"] == report.win_rate("quick", seat=1).low
    assert first["roles"]["opener"]["points"]["mean"] == report.points("quick", role="opener").mean
    assert len(first["running"]) == 24
    assert first["running"][0][2] is None
    assert document["differences"][0]["high"] == report.difference("quick", "random").high
    assert (document["deals"], document["sittings"], document["seed"]) == (24, 48, "5")


def test_the_table_of_text(report: Report) -> None:
    lines = str(report).splitlines()
    assert lines[0] == "BigTwo(players=2): 24 deals in 2 seatings each, seed 5"
    assert " ".join(lines[1].split()) == ("agent payoff 95 % interval wins played forfeits slow")
    payoff = report.payoff("quick")
    assert lines[2].split()[:2] == ["quick", f"{payoff.mean:+.3f}"]
    assert [line.split()[0] for line in lines[3:7]] == ["seat", "seat", "follower", "opener"]
    assert repr(report) == "<Report of BigTwo(players=2): quick, random; 24 of 24 deals>"


def test_a_plot_is_drawn(report: Report, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="plots need matplotlib")
    report.plot(tmp_path / "means.svg")
    text = (tmp_path / "means.svg").read_text(encoding="utf-8")
    assert "<svg" in text
    report.plot(tmp_path / "means.png", level=0.5)
    assert (tmp_path / "means.png").read_bytes().startswith(b"\x89PNG")
    quick(1).plot(tmp_path / "one.png")


def test_without_matplotlib_there_is_no_plot(
    report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ArenaError, match="needs matplotlib"):
        report.plot(tmp_path / "means.png")


def test_time_is_measured() -> None:
    start = time.monotonic()
    report = quick(3)
    assert 0 < report.timings.seconds <= time.monotonic() - start
