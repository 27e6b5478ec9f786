"""What may be done: the list, ``check`` and ``step`` agree, and refusals give the right reason."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Callable
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from climbcards import (
    Action,
    Bid,
    BigThree,
    BigTwo,
    Call,
    Card,
    ClimbingRuleset,
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
from climbcards.climbing.table import ClimbingTable
from climbcards.testing import (
    PRESETS,
    actions,
    big_threes,
    big_twos,
    dou_dizhus,
    hands,
    positions,
    states,
)
from tests.property.page import ACROSS, BIG_THREES, CALLABLE, CLIMBING, label
from tests.property.pages import breaks, legal_plays, look, plays, reason, rich

every = pytest.mark.parametrize("ruleset", CLIMBING, ids=label)
every_game = pytest.mark.parametrize("ruleset", PRESETS, ids=label)
ANY = st.one_of(big_threes(), dou_dizhus(), big_twos())


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


def moments(ruleset: Ruleset[Table]) -> st.SearchStrategy[State[Table]]:
    """A state of a deal or a position; half of them in the phase of play, or of discards."""
    phase = Phase.PLAY if isinstance(ruleset, ClimbingRuleset) else Phase.DISCARD
    return states(ruleset) | states(ruleset, phase=phase) | positions(ruleset)


@st.composite
def tries(draw: st.DrawFn, state: State[Table]) -> tuple[Action, int | None]:
    """Something that somebody might try, legal or not, and who."""
    seat = cast("int | None", draw(st.sampled_from(SEATS)))
    acting = seat if type(seat) is int and 0 <= seat < state.ruleset.players else state.to_act or 0
    listed = state.legal_actions(seat if type(seat) is int else None)
    held = tuple(state.hands[acting])
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


@every_game
@ACROSS
@given(st.data())
def test_every_listed_action_steps(ruleset: Ruleset[Table], data: st.DataObject) -> None:
    state = data.draw(moments(ruleset))
    assert bool(state.legal_actions()) != state.is_over
    for seat in range(ruleset.players):
        listed = state.legal_actions(seat)
        assert len(set(listed)) == len(listed)
        for action in listed[:100]:
            assert action in listed
            assert state.check(action, seat) is None
            after = step(state, action, seat)
            assert after.history == (*state.history, Move(seat, action))


@every_game
@ACROSS
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


@every_game
@ACROSS
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


def gives_the_first_reason(ruleset: ClimbingRuleset[Table], data: st.DataObject) -> None:
    state = data.draw(moments(ruleset))
    for action, by in data.draw(st.lists(tries(state), min_size=5, max_size=10)):
        violation = state.check(action, by)
        found = None if violation is None else violation.reason
        assert found == reason(ruleset, state, action, by)


@every
@ACROSS
@given(st.data())
def test_a_refusal_gives_the_first_reason_that_holds(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    gives_the_first_reason(ruleset, data)


@given(st.data())
def test_with_any_options_too(data: st.DataObject) -> None:
    gives_the_first_reason(data.draw(ANY), data)


@every
@ACROSS
@given(st.data())
def test_the_list_is_bids_calls_or_a_pass_and_the_plays_in_catalogue_order(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    state = data.draw(moments(ruleset))
    listed, table = state.legal_actions(), state.table
    assert isinstance(table, ClimbingTable)
    match state.phase:
        case Phase.AUCTION:
            may_pass = bool(table.bids) or not isinstance(ruleset, BigThree)
            passes = [Pass()] if may_pass else []
            assert list(listed) == [*passes, *map(Bid, range(table.stake + 1, 4))]
        case Phase.CALL:
            own = state.hands[state.to_act or 0]
            wanted = [Call(card) for card in ruleset.deck if card not in own]
            assert [action for action in wanted if action.card.rank in range(4, 11)] == list(listed)
        case Phase.PLAY:
            is_play = [isinstance(action, Play) for action in listed]
            assert is_play == sorted(is_play)
            owed = breaks(ruleset, table, state.hands[state.to_act or 0], state.to_act or 0, Hand())
            assert is_play.count(False) == (table.target is not None and not owed)
            for seat in range(ruleset.players):
                in_catalogue_order(ruleset, state, seat)
        case _:
            assert not listed


def in_catalogue_order(ruleset: ClimbingRuleset[Table], state: State[Table], seat: int) -> None:
    """The plays of a seat stand in the order of its leads, which is that of the catalogue."""
    hand, places = state.hands[seat], list[int]()
    order = [(look(ruleset, c.cards), c.kind) for c in ruleset.leads(hand)]
    for play in state.legal_actions(seat):
        if isinstance(play, Play):
            cards = look(ruleset, play.cards)
            kinds = {kind for known, kind in order if known == cards}
            kind = play.kind or legal_kind(ruleset, state, play, kinds)
            places.append(order.index((cards, kind)))
    assert places == sorted(places)


def legal_kind(
    ruleset: ClimbingRuleset[Table], state: State[Table], play: Play, kinds: set[Kind]
) -> Kind:
    """The one kind that the cards can be played as."""
    table = state.table
    assert isinstance(table, ClimbingTable)
    target = table.target
    (kind,) = {
        reading.kind
        for reading in ruleset.readings(play.cards)
        if reading.kind in kinds and (target is None or reading.beats(target))
    }
    return kind


def lists_what_is_legal(ruleset: ClimbingRuleset[Table], state: State[Table]) -> None:
    """For every seat: all that the page lets it play, and nothing else."""
    called = getattr(state.table, "called", None)
    for seat in range(ruleset.players):
        listed = [action for action in state.legal_actions(seat) if isinstance(action, Play)]
        known = [(look(ruleset, a.cards), called in a.cards, a.kind) for a in listed]
        assert set(known) == legal_plays(ruleset, state, seat)
        assert len(set(known)) == len(known)


@st.composite
def small(draw: st.DrawFn, ruleset: ClimbingRuleset[Table]) -> State[Table]:
    """A position where nobody holds more than seven cards, and the hands are rich."""
    two = draw(plays(ruleset, 2))
    target = draw(st.sampled_from((None, two[1])))
    away = Hand() if target is None else target.cards
    seed = draw(st.integers(0, 1 << 32))
    rest = [card for card in rich(ruleset, random.Random(seed)) if card not in away]
    most = min(7, len(ruleset.deck) // ruleset.players, getattr(ruleset, "hand_size", None) or 7)
    held: list[list[Card]] = []
    for _ in range(ruleset.players):
        size = draw(st.integers(1, most) | st.just(1))
        held.append(rest[:size])
        del rest[:size]
    keywords: dict[str, Any] = {} if target is None else {"target": target}
    if isinstance(ruleset, BigThree):
        if ruleset.partners == "drawn":
            keywords["partners"] = (0, 3)
        elif ruleset.players == 4:
            own = [*held[1], *away]
            some = [card for card in ruleset.deck if card.rank in CALLABLE and card not in own]
            called = draw(st.sampled_from(some))
            keywords |= {"soloist": 1, "called": called}
            if not any(called in hand for hand in held):
                keywords["partner"] = 0
    set_up: Callable[..., State[Table]] = ruleset.position
    return set_up(held, to_act=draw(st.integers(0, ruleset.players - 1)), **keywords)


@every
@ACROSS
@given(st.data())
def test_what_is_legal_is_listed_and_nothing_else(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    lists_what_is_legal(ruleset, data.draw(small(ruleset)))


@given(st.data())
def test_so_it_is_with_any_options(data: st.DataObject) -> None:
    ruleset: ClimbingRuleset[Table] = data.draw(ANY)
    lists_what_is_legal(ruleset, data.draw(small(ruleset)))


@every
@ACROSS
@given(st.data())
def test_a_listed_play_is_of_the_lowest_suits_and_any_others_are_as_good(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    state = data.draw(positions(ruleset))
    called = getattr(state.table, "called", None)
    rng = random.Random(data.draw(st.integers(0, 1 << 32)))
    hand = list(state.hands[state.to_act or 0])
    plays = [action for action in state.legal_actions() if isinstance(action, Play)]
    for play in rng.sample(plays, min(len(plays), 10)):
        counts = Counter(card.rank for card in play.cards)
        held = {rank: [card for card in hand if card.rank is rank] for rank in counts}
        lowest = [card for rank, count in counts.items() for card in held[rank][:count]]
        other = Hand(c for rank, count in counts.items() for c in rng.sample(held[rank], count))
        if isinstance(ruleset, BigTwo):
            other = play.cards  # there suits matter
        elif called not in hand:
            assert play.cards == Hand(lowest)
        assert state.check(Play(other, play.kind)) is None
        after = step(state, Play(other, play.kind))
        assert after.history[-1].action == Play(other, play.kind)
        assert isinstance(after.table, ClimbingTable)
        if after.table.target is not None:  # after a bomb that nobody is left to answer it is
            assert step(state, Play(other, after.table.target.kind)) == after


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
    lists_what_is_legal(ruleset, state)
    listed = state.legal_actions()
    assert all(action in listed and state.check(action) is None for action in listed)


def has_callable(hand: Hand) -> bool:
    return any(card.rank in CALLABLE for card in hand)


def turns_as_the_page_says(ruleset: ClimbingRuleset[Table], data: st.DataObject) -> None:
    state = data.draw(moments(ruleset).filter(lambda state: state.phase is Phase.PLAY))
    able = [seat for seat in range(ruleset.players) if state.legal_actions(seat)]
    seat = data.draw(st.sampled_from(able))
    action = data.draw(st.sampled_from(state.legal_actions(seat)))
    table, after = state.table, step(state, action, seat)
    assert isinstance(table, ClimbingTable)
    assert isinstance(after.table, ClimbingTable)
    players = ruleset.players
    final = isinstance(ruleset, BigTwo) and ruleset.passing == "out_of_trick"
    out: set[int] = {*getattr(table, "out_of_trick", ())}
    if isinstance(action, Pass) and final:
        out.add(seat)
    turns = [(seat + table.order * turn) % players for turn in range(1, players + 1)]
    following = next((other for other in turns if other not in out), seat)
    if isinstance(action, Play):
        if final and after.hands[seat] and out | {seat} == set(range(players)):
            # A bomb out of turn, and nobody is left to answer it.
            assert (after.to_act, after.table.target) == (seat, None)
            return
        assert after.table.target is not None
        assert after.table.target.cards == action.cards
        assert (after.table.target_by, after.table.passes) == (seat, 0)
        assert after.to_act == (following if after.hands[seat] else None)
        assert after.is_over == (not after.hands[seat])
        return
    enough = ruleset.passes_to_end_trick if isinstance(ruleset, BigThree) else players - 1
    ends = table.passes + 1 == enough
    if final:
        ends = out | {table.target_by} == set(range(players))
    if ends:
        assert (after.to_act, after.table.target) == (table.target_by, None)
        assert not getattr(after.table, "out_of_trick", ())
    else:
        assert (after.to_act, after.table.target) == (following, table.target)
        assert after.table.passes == table.passes + 1


@every
@ACROSS
@given(st.data())
def test_the_turn_passes_in_order_and_returns_when_a_trick_ends(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    turns_as_the_page_says(ruleset, data)


@given(st.data())
def test_and_does_so_with_any_options(data: st.DataObject) -> None:
    turns_as_the_page_says(data.draw(ANY), data)
