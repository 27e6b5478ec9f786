"""Three Thirteen: what a reader who did not write it found."""

from __future__ import annotations

import pytest
from attrs import evolve

from climbcards import (
    Card,
    DealContext,
    Discard,
    Draw,
    GoOut,
    PositionError,
    Record,
    Source,
    ThreeThirteen,
    step,
)

TWO = ThreeThirteen(players=2)


def test_last_turns_are_played_however_long_nobody_has_drawn_from_the_stock() -> None:
    state = ThreeThirteen(players=2, max_idle_rounds=2).position(
        ["4C 8D JH", "5C 5D 9H"], number=1, stock="QC QD QH QS", pile="2S 5S"
    )
    for card in ("5S", "5S", "5S"):
        state = step(step(state, Draw(Source.DISCARD)), Discard(card))
    state = step(step(state, Draw(Source.DISCARD)), GoOut("9H"))
    assert state.to_act == 0
    state = step(step(state, Draw(Source.STOCK)), Discard("QC"))
    assert state.is_over


def test_every_fault_of_a_position_is_named() -> None:
    with pytest.raises(PositionError) as caught:
        TWO.position(["2C 3C 4C", "7D KH 9D"], order=0, laid_down=[9], reshuffles=9, drawn="KS")
    assert len(caught.value.problems) == 5
    with pytest.raises(PositionError) as caught:
        TWO.position(["4C", "5C 5D 8S"], stock="KD")
    assert caught.value.problems == ("the hand of seat 0 has 1 cards, not 3",)


def test_every_fault_of_a_deal_is_named() -> None:
    context = DealContext(number=12, dealer=9, leader=0)
    with pytest.raises(PositionError) as caught:
        TWO.start(evolve(TWO.shuffle(1), context=context))
    assert len(caught.value.problems) == 3


def test_a_seed_says_nothing_of_reshuffles_that_were_given() -> None:
    deal = evolve(TWO.shuffle(seed=7), reshuffles=((Card.parse("2♥"),),))
    state = TWO.start(deal)
    assert Record.from_json(Record.of(state).to_json()).replay() == state


def test_a_spectator_acts_for_nobody() -> None:
    refused = TWO.deal(1).view(None).check(Draw(Source.STOCK))
    assert refused is not None
    assert refused.message == "a spectator has no seat to act for"
