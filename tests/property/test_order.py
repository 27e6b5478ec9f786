"""The order of combinations, seen on the table: what ``check(Play)`` allows on what."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from climbcards import BigThree, Combination, Hand, Play, Reason
from climbcards.testing import big_threes
from tests.property.page import BIG_THREES, EACH, facing, label, needed

big_three = pytest.mark.parametrize("ruleset", BIG_THREES, ids=label)


def goes_on(ruleset: BigThree, play: Hand, target: Hand) -> bool:
    violation = facing(ruleset, play, target).check(Play(play))
    if violation is not None:
        assert violation.reason in (Reason.NOT_HIGHER, Reason.DIFFERENT_SHAPE)
    return violation is None


@st.composite
def plays(draw: st.DrawFn, ruleset: BigThree, count: int) -> list[Hand]:
    """Plays that share no card, of any suits, most of them of one shape."""
    deck = list(ruleset.deck)
    rng = random.Random(draw(st.integers(0, 1 << 32)))
    rng.shuffle(deck)
    each = 13 if ruleset.players == 4 else 17
    leads = [ruleset.leads(deck[each * n : each * (n + 1)]) for n in range(count)]
    first = draw(st.sampled_from(leads[0]))
    chosen: list[Combination] = [first]
    for others in leads[1:]:
        same = [lead for lead in others if lead.shape == first.shape]
        quads = [lead for lead in others if len(lead.core) == 4]
        chosen.append(draw(st.sampled_from(draw(st.sampled_from((same, quads, others))) or others)))
    return [combination.cards for combination in chosen]


@st.composite
def of_one_shape(draw: st.DrawFn, ruleset: BigThree) -> tuple[Hand, Hand]:
    """Two plays of one shape that share no card."""
    deck = list(ruleset.deck)
    random.Random(draw(st.integers(0, 1 << 32))).shuffle(deck)
    one, two = ruleset.leads(deck[:26]), ruleset.leads(deck[26:])
    shapes = sorted({lead.shape for lead in one} & {lead.shape for lead in two}, key=str)
    shape = draw(st.sampled_from(shapes))
    found = [[lead for lead in leads if lead.shape == shape] for leads in (one, two)]
    first, second = (draw(st.sampled_from(some)).cards for some in found)
    return first, second


@big_three
@EACH
@given(st.data())
def test_nothing_goes_on_what_is_as_high(ruleset: BigThree, data: st.DataObject) -> None:
    rank = data.draw(st.sampled_from(ruleset.rank_order))
    suits = data.draw(st.permutations([card for card in ruleset.deck if card.rank is rank]))
    width = data.draw(st.integers(1, 2))
    assert not goes_on(ruleset, Hand(suits[:width]), Hand(suits[width : 2 * width]))


@big_three
@EACH
@given(st.data())
def test_no_two_plays_go_on_each_other(ruleset: BigThree, data: st.DataObject) -> None:
    one, two = data.draw(plays(ruleset, 2))
    assert not (goes_on(ruleset, one, two) and goes_on(ruleset, two, one))


@big_three
@EACH
@given(st.data())
def test_what_goes_on_one_goes_on_all_that_it_goes_on(
    ruleset: BigThree, data: st.DataObject
) -> None:
    three = data.draw(plays(ruleset, 3))
    for low, middle, high in permutations(three):
        if goes_on(ruleset, middle, low) and goes_on(ruleset, high, middle):
            assert goes_on(ruleset, high, low)


@big_three
@EACH
@given(st.data())
def test_of_two_plays_of_one_shape_and_different_ranks_exactly_one_goes_on_the_other(
    ruleset: BigThree, data: st.DataObject
) -> None:
    one, two = data.draw(of_one_shape(ruleset))
    tie = {card.rank for card in one} == {card.rank for card in two}
    assert goes_on(ruleset, one, two) + goes_on(ruleset, two, one) == (not tie)


@big_three
@EACH
@given(st.data())
def test_what_goes_on_what_is_told_by_the_page(ruleset: BigThree, data: st.DataObject) -> None:
    one, two = data.draw(plays(ruleset, 2) | of_one_shape(ruleset).map(list))
    described = needed(ruleset, one).beats(needed(ruleset, two))
    assert goes_on(ruleset, one, two) == described
    first, second = ruleset.classify(one), ruleset.classify(two)
    assert first is not None
    assert second is not None
    assert first.beats(second) == described


@given(st.data())
def test_with_any_options_too(data: st.DataObject) -> None:
    ruleset = data.draw(big_threes())
    one, two = data.draw(plays(ruleset, 2) | of_one_shape(ruleset).map(list))
    described = needed(ruleset, one).beats(needed(ruleset, two))
    assert goes_on(ruleset, one, two) == described
