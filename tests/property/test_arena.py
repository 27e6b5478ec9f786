"""Laws of the arena: sums do not depend on how a run was cut, put in order, or taken up again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from climbcards import BigThree, BigTwo
from climbcards.agents import AgentFactory, RandomAgent
from climbcards.arena import run
from climbcards.arena_chunks import Job, play_chunk
from climbcards.arena_seatings import seatings_of
from climbcards.arena_sitting import Player
from climbcards.arena_tally import MOST_POINTS, Moments, Point, Tally, merged, shift_of
from tests import arena as bots

DEALS = 12
AGENTS: Mapping[str, AgentFactory] = {
    "last": bots.Last,
    "random": RandomAgent,
    "raises": bots.Raises,
}
JOB = Job(
    ruleset=BigThree(),
    players=tuple(Player(name, factory) for name, factory in AGENTS.items()),
    seatings=seatings_of(tuple(AGENTS), 3, None),
    seed=9,
    forfeit=True,
    penalty=10,
    slow=1.0,
    records=False,
)
SINGLY = [play_chunk(JOB, number, number).tally for number in range(1, DEALS + 1)]
WHOLE = play_chunk(JOB, 1, DEALS).tally

cuts = st.sets(st.integers(1, DEALS - 1)).map(lambda found: [0, *sorted(found), DEALS])


@given(st.permutations(SINGLY))
def test_sums_do_not_depend_on_the_order(parts: list[Tally]) -> None:
    assert reduce(merged, parts) == WHOLE


@given(cuts)
def test_sums_do_not_depend_on_the_cuts(places: list[int]) -> None:
    parts = [reduce(merged, SINGLY[start:end]) for start, end in pairwise(places)]
    assert reduce(merged, parts) == WHOLE
    assert merged(parts[0], reduce(merged, parts[1:], Tally(moves=(0, 0, 0)))) == WHOLE


@settings(max_examples=10)
@given(st.integers(1, 15), st.integers(1, 20), st.integers(0, 2**64))
def test_the_report_does_not_depend_on_how_it_was_worked_out(
    chunk: int, ahead: int, seed: int
) -> None:
    rules, executor = BigTwo(players=2), bots.Backwards()
    agents: Mapping[str, AgentFactory] = {"last": bots.Last, "random": RandomAgent}
    report = run(agents, rules, deals=6, seed=seed, chunk=chunk, ahead=ahead, executor=executor)
    assert report == run(agents, rules, deals=6, seed=seed)


@given(st.integers(1, 10**9))
def test_a_running_mean_has_a_bounded_number_of_points(last: int) -> None:
    points = ((last - 1) >> shift_of(last)) + 1
    assert min(last, MOST_POINTS // 2) <= points <= MOST_POINTS


def far(number: int) -> Tally:
    """A deal far out in a long run."""
    point = Point((number,), (number**2,))
    moved = {(number - 1) >> shift_of(number): point}
    return Tally(deals=1, last=number, moves=(1,), running=moved)


@given(st.lists(st.integers(1, 10**6), min_size=3, max_size=30, unique=True))
def test_points_add_up_wherever_the_deals_are(numbers: list[int]) -> None:
    parts = [far(number) for number in numbers]
    left = reduce(merged, parts)
    right = reduce(lambda sum, part: merged(part, sum), reversed(parts))
    assert left == right
    assert sum(point.amounts[0] for point in left.running.values()) == sum(numbers)
    width = 1 << shift_of(max(numbers))
    assert set(left.running) == {(number - 1) // width for number in numbers}


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(-99, 99))))
def test_moments_are_those_of_the_deals(deals: list[tuple[int, int]]) -> None:
    summed = reduce(lambda sums, deal: sums + Moments.of(*deal), deals, Moments())
    assert summed == Moments(
        weight=sum(weight for weight, _ in deals),
        amount=sum(amount for _, amount in deals),
        weight2=sum(weight**2 for weight, _ in deals),
        amount2=sum(amount**2 for _, amount in deals),
        product=sum(weight * amount for weight, amount in deals),
    )
