"""Listing combinations and reading cards: two halves that must agree, with the rules page."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from climbcards import BigThree, Card, ClimbingRuleset, Combination, Hand, Rank, Table
from climbcards.cards import CARDS
from climbcards.testing import big_threes, hands
from tests.property.page import BIG_THREES, CLIMBING, EACH, label, read

big_three = pytest.mark.parametrize("ruleset", BIG_THREES, ids=label)
climbing = pytest.mark.parametrize("ruleset", CLIMBING, ids=label)


def subsets(hand: Hand) -> list[tuple[Card, ...]]:
    every = tuple(hand)
    return [some for size in range(len(every) + 1) for some in combinations(every, size)]


def ranks(some: Hand | tuple[Card, ...]) -> tuple[Rank, ...]:
    return tuple(card.rank for card in some)


def facts(combination: Combination | None) -> tuple[object, ...] | None:
    if combination is None:
        return None
    c = combination
    return str(c.kind), c.shape, c.strength, c.power


def generates_what_classifies(ruleset: BigThree, hand: Hand) -> None:
    wanted: set[tuple[object, ...]] = set()
    for some in subsets(hand):
        found = read(ruleset, some)
        classified = ruleset.classify(some)
        assert facts(classified) == found
        assert ruleset.readings(some) == (() if classified is None else (classified,))
        if found is not None:
            wanted.add((found.kind, ranks(some)))
    listed = [(str(c.kind), ranks(c.cards)) for c in ruleset.leads(hand)]
    assert set(listed) == wanted
    assert len(listed) == len(wanted)


@big_three
@EACH
@given(st.data())
def test_what_is_generated_classifies_and_what_classifies_is_generated(
    ruleset: BigThree, data: st.DataObject
) -> None:
    generates_what_classifies(ruleset, data.draw(hands(ruleset, max_size=9)))


@given(st.data())
def test_with_any_options_too(data: st.DataObject) -> None:
    ruleset = data.draw(big_threes())
    generates_what_classifies(ruleset, data.draw(hands(ruleset, max_size=9)))


@big_three
@EACH
@given(st.data())
def test_a_hand_of_any_size_leads_the_catalogue_as_far_as_it_has_the_cards(
    ruleset: BigThree, data: st.DataObject
) -> None:
    hand = data.draw(hands(ruleset, max_size=20))
    held = [sum(card.rank is rank for card in hand) for rank in Rank]
    within = [
        (c.kind, ranks(c.cards))
        for c in ruleset.catalogue()
        if all(ranks(c.cards).count(rank) <= n for rank, n in zip(Rank, held, strict=True))
    ]
    assert [(c.kind, ranks(c.cards)) for c in ruleset.leads(hand)] == within


@climbing
@EACH
@given(st.data())
def test_leads_lie_in_the_hand_and_read_as_themselves(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    hand = data.draw(hands(ruleset, min_size=1, max_size=20))
    listed = ruleset.leads(hand)
    assert len(listed) == len(list(listed))
    assert [listed[place] for place in range(-len(listed), 0)] == list(listed)
    for lead in listed:
        assert lead.cards <= hand
        assert lead in ruleset.readings(lead.cards)
        assert lead.core + lead.attached == lead.cards


@climbing
@EACH
@given(st.data())
def test_answers_are_the_leads_that_beat_the_target_in_the_same_order(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    hand = data.draw(hands(ruleset, max_size=20))
    leads = ruleset.leads(hand)
    targets = ruleset.leads(data.draw(hands(ruleset, min_size=1, max_size=20)))
    for target in data.draw(st.lists(st.sampled_from(targets), min_size=1, max_size=10)):
        answers = ruleset.answers(hand, target)
        assert list(answers) == [lead for lead in leads if lead.beats(target)]
        assert len(answers) == len(list(answers))
        for answer in answers[:3]:
            assert ruleset.classify(answer.cards, beating=target) == answer


@climbing
@EACH
@given(st.data())
def test_cards_that_the_deck_does_not_hold_make_no_combination(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    one = data.draw(st.sampled_from(CARDS))
    others = (card for card in data.draw(hands(ruleset, max_size=8)) if card is not one)
    full = Hand([*others, *[one] * ruleset.deck.count(one)])
    more = full + Hand([one])
    assert ruleset.classify(more) is None
    assert ruleset.readings(more) == ()
    assert list(ruleset.leads(more)) == list(ruleset.leads(full))
