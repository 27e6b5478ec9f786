"""Bit arithmetic on lanes against plain counting, with all lanes full as well."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from climbcards.climbing import bits
from climbcards.climbing.bits import FROM, LANES, ONES

FULL = (1 << 4 * LANES) - 1
LANES_OF_HANDS = st.integers(0, FULL)
MASKS = LANES_OF_HANDS.map(lambda lanes: lanes & ONES)


def values(lanes: int) -> list[int]:
    """What each lane holds."""
    return [lanes >> 4 * lane & 15 for lane in range(LANES)]


def filled(lanes: int) -> list[int]:
    """The lanes that are not empty."""
    return [lane for lane, value in enumerate(values(lanes)) if value]


@given(LANES_OF_HANDS)
@example(0)
@example(FULL)
@example(bits.EIGHTS)
def test_lanes_are_found_and_counted(lanes: int) -> None:
    held = filled(lanes)
    assert bits.bit_count(lanes) == bin(lanes).count("1")
    assert bits.each_lane(lanes) == held
    assert bits.lanes_of(lanes) == sum(1 << 4 * lane for lane in held)
    assert values(bits.suit_counts(lanes)) == [value.bit_count() for value in values(lanes)]
    if held:
        assert bits.lane_of(lanes) == held[0]


@given(MASKS)
@example(ONES)
def test_a_lane_by_its_place(ranks: int) -> None:
    found = [bits.nth_lane(ranks, place) for place in range(ranks.bit_count())]
    assert found == filled(ranks)


@given(MASKS, st.integers(1, LANES))
@example(ONES, LANES)
@example(ONES, 1)
def test_runs_begin_where_so_many_lanes_follow_each_other(ranks: int, length: int) -> None:
    held = set(filled(ranks))
    wanted = [lane for lane in range(LANES) if held.issuperset(range(lane, lane + length))]
    assert filled(bits.starts_of(ranks, length)) == wanted


@given(st.integers(0, LANES))
def test_lanes_from_one_up(lowest: int) -> None:
    assert filled(FROM[lowest]) == list(range(lowest, LANES))
