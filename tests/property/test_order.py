"""The order of combinations, seen on the table: what ``check(Play)`` allows on what."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from climbcards import BigTwo, ClimbingRuleset, Combination, Play, Reason, Table
from climbcards.testing import big_threes, big_twos, dou_dizhus
from tests.property.page import ACROSS, CLIMBING, label
from tests.property.pages import facing, plays, reading_of, readings

climbing = pytest.mark.parametrize("ruleset", CLIMBING, ids=label)
ANY = st.one_of(big_threes(), dou_dizhus(), big_twos())


def goes_on(ruleset: ClimbingRuleset[Table], play: Combination, target: Combination) -> bool:
    """Whether the cards, read as this kind, may be played on the target."""
    state = facing(ruleset, play.cards, target)
    violation = state.check(Play(play.cards, play.kind))
    if violation is not None:
        assert violation.reason in (Reason.NOT_HIGHER, Reason.DIFFERENT_SHAPE)
    return violation is None


@climbing
@ACROSS
@given(st.data())
def test_nothing_goes_on_what_is_as_high(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    one, two = data.draw(plays(ruleset, 2))
    if (one.shape, one.strength, one.power) == (two.shape, two.strength, two.power):
        assert not isinstance(ruleset, BigTwo)  # there every two plays differ
        assert not goes_on(ruleset, one, two)
        assert not goes_on(ruleset, two, one)
    for card in one.cards:  # another card of the rank
        same = [c for c in ruleset.deck if c.rank is card.rank and c is not card]
        if same and not isinstance(ruleset, BigTwo):
            first, second = ruleset.classify([card]), ruleset.classify([same[0]])
            assert first is not None
            assert second is not None
            assert not goes_on(ruleset, first, second)


@climbing
@ACROSS
@given(st.data())
def test_no_two_plays_go_on_each_other(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    one, two = data.draw(plays(ruleset, 2))
    assert not (goes_on(ruleset, one, two) and goes_on(ruleset, two, one))


@climbing
@ACROSS
@given(st.data())
def test_what_goes_on_one_goes_on_all_that_it_goes_on(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    three = data.draw(plays(ruleset, 3))
    for low, middle, high in permutations(three):
        if goes_on(ruleset, middle, low) and goes_on(ruleset, high, middle):
            assert goes_on(ruleset, high, low)


@climbing
@ACROSS
@given(st.data())
def test_of_two_plays_of_one_shape_exactly_one_goes_on_the_other_unless_they_tie(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    one, two = data.draw(plays(ruleset, 2))
    if one.shape == two.shape:
        reads = reading_of(ruleset, one), reading_of(ruleset, two)
        tie = reads[0][2:] == reads[1][2:]
        assert goes_on(ruleset, one, two) + goes_on(ruleset, two, one) == (not tie)


def is_told_by_the_page(ruleset: ClimbingRuleset[Table], data: st.DataObject) -> None:
    one, two = data.draw(plays(ruleset, 2))
    described = reading_of(ruleset, one).beats(reading_of(ruleset, two))
    assert goes_on(ruleset, one, two) == one.beats(two) == described
    # Without a kind, the cards are read in the way that beats the target if there is one.
    any_way = any(read.beats(reading_of(ruleset, two)) for read in readings(ruleset, one.cards))
    assert (facing(ruleset, one.cards, two).check(Play(one.cards)) is None) == any_way


@climbing
@ACROSS
@given(st.data())
def test_what_goes_on_what_is_told_by_the_page(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    is_told_by_the_page(ruleset, data)


@given(st.data())
def test_with_any_options_too(data: st.DataObject) -> None:
    is_told_by_the_page(data.draw(ANY), data)
