"""What may be done: the list, ``check`` and ``step`` agree, and refusals give the right reason."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import combinations
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from climbcards import (
    Action,
    Bid,
    BigThree,
    Call,
    Card,
    Hand,
    IllegalAction,
    Kind,
    Move,
    Pass,
    Phase,
    Play,
    Ruleset,
    State,
    Table,
    step,
)
from climbcards.games.big_three import BigThreeTable
from climbcards.testing import PRESETS, actions, big_threes, hands, positions, states
from tests.property.page import BIG_THREES, CALLABLE, EACH, label, read, reason

every = pytest.mark.parametrize("ruleset", PRESETS, ids=label)
big_three = pytest.mark.parametrize("ruleset", BIG_THREES, ids=label)


class Plays(Play):
    """No action: the union is closed."""


GARBAGE: list[object] = [
    None,
    0,
    "",
    "pass",
    "play 3♠",
    b"pass",
    object(),
    [],
    Pass,
    Plays(Hand()),
    Phase.PLAY,
    Hand.parse("3♠"),
    Card.parse("3♠"),
    Move(0, Pass()),
    Kind.SINGLE,
    float("nan"),
]
KINDS = st.none() | st.sampled_from(Kind)
SEATS: list[object] = [None, None, 0, 1, 2, 3, 4, -1, 10**40, True, 1.0, "0", (), object()]


def moments(ruleset: BigThree) -> st.SearchStrategy[State[BigThreeTable]]:
    """A state of a deal or a position; half of them in the phase of play."""
    return states(ruleset) | states(ruleset, phase=Phase.PLAY) | positions(ruleset)


@st.composite
def tries(draw: st.DrawFn, state: State[Table]) -> tuple[Action, int | None]:
    """Something that somebody might try, legal or not, and who."""
    seat = cast("int | None", draw(st.sampled_from(SEATS)))
    listed = state.legal_actions()
    held = tuple(state.hands[state.to_act or 0])
    match draw(st.integers(0, 4)):
        case 0:
            return cast("Action", draw(st.sampled_from(GARBAGE))), seat
        case 1 if held:
            places = draw(st.lists(st.integers(0, len(held) - 1), unique=True, max_size=4))
            return Play(Hand(held[place] for place in places), draw(KINDS)), seat
        case 2 | 3 if listed:
            return listed[draw(st.integers(0, len(listed) - 1))], seat
        case _:
            return draw(actions(state.ruleset)), seat


def outcome(state: State[Table], action: Action, by: int | None) -> object:
    """What ``step`` says against it; None if nothing."""
    try:
        step(state, action, by)
    except IllegalAction as error:
        return error.violation
    return None


@every
@EACH
@given(st.data())
def test_every_listed_action_steps(ruleset: Ruleset[Table], data: st.DataObject) -> None:
    state = data.draw(states(ruleset))
    listed = state.legal_actions()
    assert bool(listed) != state.is_over
    assert len(set(listed)) == len(listed)
    for action in listed:
        assert action in listed
        assert state.check(action) is None
        after = step(state, action)
        assert after.history == (*state.history, Move(state.to_act or 0, action))


@every
@EACH
@given(st.data())
def test_a_refusal_is_what_check_says_and_leaves_the_state_as_it_was(
    ruleset: Ruleset[Table], data: st.DataObject
) -> None:
    state = data.draw(states(ruleset))
    before, hashed = pickle.loads(pickle.dumps(state)), hash(state)
    for action, by in data.draw(st.lists(tries(state), min_size=5, max_size=10)):
        violation = state.check(action, by)
        assert outcome(state, action, by) == violation
        assert state == before
        assert hash(state) == hashed == hash(before)
        if violation is not None:
            assert violation.message == str(IllegalAction(violation))
            assert pickle.loads(pickle.dumps(violation)) == violation


@every
@EACH
@given(st.data())
def test_a_view_gives_the_same_answers_as_the_state(
    ruleset: Ruleset[Table], data: st.DataObject
) -> None:
    state = data.draw(states(ruleset))
    for seat in range(ruleset.players):
        view = state.view(seat)
        assert list(view.legal_actions()) == list(state.legal_actions(seat))
        for action, _ in data.draw(st.lists(tries(state), max_size=5)):
            assert view.check(action) == state.check(action, seat)
    assert list(state.view(None).legal_actions()) == []


def gives_the_first_reason(ruleset: BigThree, data: st.DataObject) -> None:
    state = data.draw(moments(ruleset))
    for action, by in data.draw(st.lists(tries(state), min_size=5, max_size=10)):
        violation = state.check(action, by)
        found = None if violation is None else violation.reason
        assert found == reason(ruleset, state, action, by)


@big_three
@EACH
@given(st.data())
def test_a_refusal_gives_the_first_reason_that_holds(
    ruleset: BigThree, data: st.DataObject
) -> None:
    gives_the_first_reason(ruleset, data)


@given(st.data())
def test_with_any_options_too(data: st.DataObject) -> None:
    gives_the_first_reason(data.draw(big_threes()), data)


@big_three
@EACH
@given(st.data())
def test_the_list_is_bids_calls_or_a_pass_and_the_plays_in_catalogue_order(
    ruleset: BigThree, data: st.DataObject
) -> None:
    state = data.draw(moments(ruleset))
    listed, table = state.legal_actions(), state.table
    match state.phase:
        case Phase.AUCTION:
            passes = [Pass()] if table.bids else []
            assert list(listed) == [*passes, *map(Bid, range(table.stake + 1, 4))]
        case Phase.CALL:
            own = state.hands[state.to_act or 0]
            wanted = [Call(card) for card in ruleset.deck if card not in own]
            assert [action for action in wanted if action.card.rank in range(4, 11)] == list(listed)
        case Phase.PLAY:
            is_play = [isinstance(action, Play) for action in listed]
            assert is_play == sorted(is_play)
            assert is_play.count(False) == (table.target is not None)
            order = [ranks(c.cards) for c in ruleset.catalogue()]
            places = [order.index(ranks(a.cards)) for a in listed if isinstance(a, Play)]
            assert places == sorted(places)
        case _:
            assert not listed


def ranks(cards: Hand) -> tuple[int, ...]:
    return tuple(card.rank for card in cards)


@big_three
@EACH
@given(st.data())
def test_a_listed_play_is_of_the_lowest_suits_and_any_others_are_as_good(
    ruleset: BigThree, data: st.DataObject
) -> None:
    state = data.draw(moments(ruleset).filter(lambda state: state.phase is Phase.PLAY))
    hand, called = list(state.hands[state.to_act or 0]), state.table.called
    plays = [action for action in state.legal_actions() if isinstance(action, Play)]
    for play in plays:
        assert play.kind is None
        counts = Counter(card.rank for card in play.cards)
        held = {rank: [card for card in hand if card.rank is rank] for rank in counts}
        if called not in hand:
            lowest = [card for rank, count in counts.items() for card in held[rank][:count]]
            assert play.cards == Hand(lowest)
        other = Hand(
            card
            for rank, count in counts.items()
            for card in data.draw(st.permutations(held[rank]))[:count]
        )
        kind = read(ruleset, other)
        assert kind is not None
        assert state.check(Play(other)) is None
        after = step(state, Play(other, Kind(kind.kind)))
        assert after.history[-1].action == Play(other)


@big_three
@EACH
@given(st.data())
def test_a_legal_play_is_listed_but_for_its_suits_and_shows_the_called_card_as_a_listed_one_does(
    ruleset: BigThree, data: st.DataObject
) -> None:
    state = data.draw(moments(ruleset).filter(lambda state: state.phase is Phase.PLAY))
    called, target = state.table.called, state.table.target
    listed = [action for action in state.legal_actions() if isinstance(action, Play)]
    known = {(ranks(action.cards), called in action.cards) for action in listed}
    assert len(known) == len(listed)
    hand = state.hands[state.to_act or 0]
    lowest = data.draw(hands(ruleset, max_size=12)) if target is None else target.cards
    same_size = st.lists(st.sampled_from(list(hand)), unique=True, max_size=len(lowest))
    for cards in data.draw(st.lists(same_size.map(Hand), max_size=20)):
        legal = state.check(Play(cards)) is None
        assert legal == ((ranks(cards), called in cards) in known)


@pytest.mark.parametrize(
    "ruleset", [r for r in BIG_THREES if r.players == 4 and r.partners == "called"], ids=label
)
@given(st.data())
def test_the_holder_of_the_called_card_has_each_play_listed_with_it_and_without(
    ruleset: BigThree, data: st.DataObject
) -> None:
    hand = data.draw(hands(ruleset, min_size=2, max_size=9).filter(has_callable))
    called = data.draw(st.sampled_from([card for card in hand if card.rank in CALLABLE]))
    rest = [[card] for card in ruleset.deck if card not in hand]
    state = ruleset.position([hand, *rest[:3]], soloist=1, called=called)
    legal = {
        (ranks(Hand(some)), called in some)
        for size in range(1, len(hand) + 1)
        for some in combinations(hand, size)
        if read(ruleset, some)
    }
    listed = [action for action in state.legal_actions() if isinstance(action, Play)]
    assert {(ranks(action.cards), called in action.cards) for action in listed} == legal
    assert len(listed) == len(legal)
    assert all(action in listed and state.check(action) is None for action in listed)


def has_callable(hand: Hand) -> bool:
    return any(card.rank in CALLABLE for card in hand)


@big_three
@EACH
@given(st.data())
def test_the_turn_passes_in_order_and_returns_when_a_trick_ends(
    ruleset: BigThree, data: st.DataObject
) -> None:
    state = data.draw(moments(ruleset).filter(lambda state: state.phase is Phase.PLAY))
    action = data.draw(st.sampled_from(state.legal_actions()))
    seat, table, after = state.to_act, state.table, step(state, action)
    assert seat is not None
    following = (seat + table.order) % ruleset.players
    if isinstance(action, Play):
        assert after.table.target == ruleset.classify(action.cards)
        assert (after.table.target_by, after.table.passes) == (seat, 0)
        assert after.to_act == (following if after.hands[seat] else None)
        assert after.is_over == (not after.hands[seat])
    elif table.passes + 1 == ruleset.passes_to_end_trick:
        assert (after.to_act, after.table.target) == (table.target_by, None)
    else:
        assert (after.to_act, after.table.target) == (following, table.target)
        assert after.table.passes == table.passes + 1
