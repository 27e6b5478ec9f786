"""Counting, picking and listing agree, for leads and answers of every game."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from climbcards import BigTwo, ClimbingRuleset, Combination, Hand, Pass, Play, Table, step
from climbcards.climbing.game import ClimbingGame
from climbcards.climbing.listing import LEAD
from climbcards.climbing.plays import SomePlays
from climbcards.climbing.table import ClimbingTable
from climbcards.testing import PRESETS, hands
from tests.toys import TOYS

GAMES: list[ClimbingGame[ClimbingTable]] = [
    *(game for game in PRESETS if isinstance(game, ClimbingGame)),
    *TOYS,
]
each_game = pytest.mark.parametrize("game", GAMES, ids=repr)


def lanes_of(game: ClimbingGame[ClimbingTable], hand: Hand) -> int:
    return game.rules.catalogue.layout.lanes(hand.bits)


@each_game
@given(st.data())
def test_what_is_counted_is_what_is_picked_and_what_is_listed(
    game: ClimbingGame[ClimbingTable], data: st.DataObject
) -> None:
    listing = game.rules.catalogue.listing
    lanes = lanes_of(game, data.draw(hands(game, max_size=12)))
    others = listing.listed(lanes_of(game, data.draw(hands(game, max_size=12))), LEAD)
    codes = [LEAD, *(code for code, _ in others)]
    for code in [LEAD, *data.draw(st.lists(st.sampled_from(codes), max_size=3))]:
        listed = listing.listed(lanes, code)
        rows, numbers, _ = listing.look(lanes, code)
        assert len(set(listed)) == len(listed) == sum(numbers)
        picked = [listing.nth(rows, numbers, lanes, code, place) for place in range(len(listed))]
        assert picked == listed
        passes = [] if code == LEAD else [(-1, 0)]
        choices = [*passes, *listed]
        for place, choice in enumerate(choices):
            assert listing.choose(lanes, code, (place + 0.5) / len(choices)) == choice


@each_game
@given(st.data())
def test_a_code_says_what_a_reading_is(
    game: ClimbingGame[ClimbingTable], data: st.DataObject
) -> None:
    catalogue = game.rules.catalogue
    listing = catalogue.listing
    listed = listing.listed(lanes_of(game, data.draw(hands(game, max_size=12))), LEAD)
    for code, lanes in listed[:200]:
        reading = catalogue.reading(code, lanes)
        assert listing.code_of(reading) == code
        assert listing.size(code) == catalogue.layout.size(lanes) == reading.size
        assert listing.power(code) == reading.power
        assert reading in catalogue.read_lanes(lanes)
        assert catalogue.reads_once(lanes, reading.size) == (len(catalogue.read_lanes(lanes)) == 1)


@each_game
@given(st.data())
def test_answers_are_the_leads_that_beat_the_target(
    game: ClimbingGame[ClimbingTable], data: st.DataObject
) -> None:
    hand, other = data.draw(hands(game, max_size=12)), data.draw(hands(game, max_size=12))
    targets = game.leads(other)
    assume(targets)
    target = targets[data.draw(st.integers(0, len(targets) - 1))]
    leads = list(game.leads(hand))
    assert list(game.answers(hand, target)) == [lead for lead in leads if lead.beats(target)]


@pytest.mark.parametrize(
    ("shape", "strength", "power"),
    [
        (("single",), (99,), 0),
        (("single",), (-1,), 0),
        (("single",), (3, 9), 0),
        (("single",), (), 0),
        (("run", 99), (0,), 0),
        (("run", "5"), (0,), 0),
        (("five",), (0, 44, 7), 0),
        (("five",), (1, 9), 0),
        (("nothing of this game",), (1,), 0),
        ((), (), 0),
        (("single",), (1,), 99),
        (("single",), (1,), -5),
    ],
)
@each_game
def test_a_target_of_no_game_is_beaten_by_whatever_beats_it(
    game: ClimbingGame[ClimbingTable],
    shape: tuple[str | int, ...],
    strength: tuple[int, ...],
    power: int,
) -> None:
    catalogue, cards = game.rules.catalogue, Hand(random.Random(1).sample(game.deck, 12))
    target = Combination(
        shape=shape,
        strength=strength,
        power=power,
        kind=game.leads(cards)[0].kind,
        cards=cards,
        core=cards,
    )
    lanes = lanes_of(game, cards)
    wanted = [reading for reading in catalogue.leads(lanes) if reading.beats(target)]
    assert list(catalogue.answers(lanes, target)) == wanted


@pytest.mark.parametrize("seed", range(20))
def test_opening_leads_are_those_with_the_card(seed: int) -> None:
    rules: ClimbingRuleset[Table] = BigTwo()
    state = rules.deal(seed)
    assert state.to_act is not None
    hand = state.hands[state.to_act]
    actions = state.legal_actions()
    assert isinstance(actions, SomePlays)
    card = min(hand, key=lambda card: rules.sort(rules.deck).index(card))
    wanted = [lead.cards for lead in rules.leads(hand) if card in lead.cards]
    found = [actions[place] for place in range(len(actions))]
    assert list(actions) == found
    assert [getattr(action, "cards", None) for action in found] == wanted
    assert all(action in actions for action in found)
    assert [reading.size for reading in actions.readings] == [len(cards) for cards in wanted]
    others = [lead for lead in rules.leads(hand) if card not in lead.cards]
    assert not any(state.check(Play(lead.cards)) is None for lead in others[:20])


def test_who_can_only_pass_gets_a_tuple() -> None:
    state = BigTwo().position(["3♦", "2♠ 4♣", "5♣", "6♣"], to_act=1, target="A♠", target_by=0)
    state = step(state, state.legal_actions()[0])
    assert state.to_act == 2
    assert state.legal_actions() == (Pass(),)
