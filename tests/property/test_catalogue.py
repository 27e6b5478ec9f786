"""Listing combinations and reading cards: two halves that must agree, with the rules pages."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from climbcards import BigTwo, Card, ClimbingRuleset, Combination, Hand, Table
from climbcards.cards import CARDS
from climbcards.testing import big_threes, big_twos, dou_dizhus, hands
from tests.property.page import ACROSS, CLIMBING, Read, label
from tests.property.pages import look, readings, rich, subsets

climbing = pytest.mark.parametrize("ruleset", CLIMBING, ids=label)
ANY = st.one_of(big_threes(), dou_dizhus(), big_twos())


def told(combination: Combination) -> Read:
    c = combination
    return Read(str(c.kind), c.shape, c.strength, c.power)


@st.composite
def few(draw: st.DrawFn, ruleset: ClimbingRuleset[Table]) -> Hand:
    """A few cards of one rank, or next to each other, or of one suit, or any."""
    if draw(st.booleans()):
        return draw(hands(ruleset, min_size=1, max_size=9))
    deck = rich(ruleset, random.Random(draw(st.integers(0, 1 << 32))))
    return Hand(deck[: draw(st.integers(1, 10))])


def generates_what_classifies(ruleset: ClimbingRuleset[Table], hand: Hand) -> None:
    wanted: set[tuple[object, ...]] = set()
    for some in subsets(hand):
        found = readings(ruleset, some)
        assert tuple(map(told, ruleset.readings(some))) == found
        classified = ruleset.classify(some)
        assert (None if classified is None else told(classified)) == (found[0] if found else None)
        best: dict[str, Read] = {}
        for read in found:  # of several readings of one kind, the one with the highest core
            if read.kind not in best or read.strength > best[read.kind].strength:
                best[read.kind] = read
        wanted |= {(look(ruleset, some), read) for read in best.values()}
    listed = [(look(ruleset, c.cards), told(c)) for c in ruleset.leads(hand)]
    assert set(listed) == wanted
    assert len(listed) == len(wanted)


@climbing
@ACROSS
@given(st.data())
def test_what_is_generated_classifies_and_what_classifies_is_generated(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    generates_what_classifies(ruleset, data.draw(few(ruleset)))


@given(st.data())
def test_with_any_options_too(data: st.DataObject) -> None:
    ruleset: ClimbingRuleset[Table] = data.draw(ANY)
    generates_what_classifies(ruleset, data.draw(few(ruleset)))


@climbing
@ACROSS
@given(st.data())
def test_a_large_hand_leads_what_the_page_reads_and_in_one_order(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    """A smaller hand's leads are those of the larger one that it has the cards for."""
    deck = rich(ruleset, random.Random(data.draw(st.integers(0, 1 << 32))))
    whole = Hand(deck[:16])
    leads = list(ruleset.leads(whole))
    for lead in leads:
        assert told(lead) in readings(ruleset, lead.cards)
    part = Hand(data.draw(st.lists(st.sampled_from(list(whole)), unique=True)))
    part -= part.beyond(whole)
    have = Counter(look(ruleset, part))
    within = [
        (look(ruleset, lead.cards), told(lead))
        for lead in leads
        if not Counter(look(ruleset, lead.cards)) - have
    ]
    assert [(look(ruleset, lead.cards), told(lead)) for lead in ruleset.leads(part)] == within


@climbing
@ACROSS
@given(st.data())
def test_leads_lie_in_the_hand_and_read_as_themselves(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    hand = data.draw(hands(ruleset, min_size=1, max_size=20) | few(ruleset))
    listed = ruleset.leads(hand)
    assert len(listed) == len(list(listed))
    assert [listed[place] for place in range(-len(listed), 0)] == list(listed)
    for lead in listed:
        assert lead.cards <= hand
        assert lead in ruleset.readings(lead.cards)
        assert lead.core + lead.attached == lead.cards


@climbing
@ACROSS
@given(st.data())
def test_answers_are_the_leads_that_beat_the_target_in_the_same_order(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    hand = data.draw(hands(ruleset, max_size=20) | few(ruleset))
    leads = ruleset.leads(hand)
    targets = ruleset.leads(data.draw(hands(ruleset, min_size=1, max_size=20) | few(ruleset)))
    for target in data.draw(st.lists(st.sampled_from(targets), min_size=1, max_size=10)):
        answers = ruleset.answers(hand, target)
        assert list(answers) == [lead for lead in leads if lead.beats(target)]
        assert len(answers) == len(list(answers))
        for answer in answers[:3]:
            found = ruleset.classify(answer.cards, beating=target)
            assert found is not None
            assert found.cards == answer.cards
            assert found.beats(target)


@climbing
@ACROSS
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


@pytest.mark.parametrize("ruleset", [r for r in CLIMBING if not isinstance(r, BigTwo)], ids=label)
@ACROSS
@given(st.data())
def test_where_suits_do_not_matter_any_choice_of_them_reads_alike(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    hand = data.draw(few(ruleset))
    rng = random.Random(data.draw(st.integers(0, 1 << 32)))
    for lead in data.draw(st.lists(st.sampled_from(ruleset.leads(hand)), max_size=5)):
        assert list(map(told, ruleset.readings(others(ruleset, lead.cards, rng)))) == list(
            map(told, ruleset.readings(lead.cards))
        )


def others(ruleset: ClimbingRuleset[Table], cards: Hand, rng: random.Random) -> Hand:
    """Other cards of the same ranks."""
    chosen: list[Card] = []
    for rank, count in Counter(card.rank for card in cards).items():
        chosen += rng.sample([card for card in ruleset.deck if card.rank is rank], count)
    return Hand(chosen)
