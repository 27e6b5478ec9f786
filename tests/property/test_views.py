"""A client keeps its own view: what it is shown move by move gives the view that the server has."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from climbcards import (
    BigTwo,
    Card,
    ClimbingRuleset,
    DouDizhu,
    Hand,
    IllegalAction,
    Play,
    PositionError,
    RecordError,
    Ruleset,
    State,
    Table,
    View,
    step,
)
from climbcards.climbing.table import ClimbingTable
from climbcards.events import Event
from climbcards.testing import PRESETS, actions, deals, hands, positions, states
from climbcards.view_json import event_from_json, event_to_json, view_from_json, view_to_json
from tests.property.page import ACROSS, CLIMBING, label, played_out

every = pytest.mark.parametrize("ruleset", CLIMBING, ids=label)
every_game = pytest.mark.parametrize("ruleset", PRESETS, ids=label)


def seats_of(ruleset: Ruleset[Table]) -> st.SearchStrategy[int | None]:
    """Any seat, or a spectator."""
    return st.sampled_from((None, *range(ruleset.players)))


def followed(state: State[Table], seat: int | None, seed: int) -> Iterator[View[Table]]:
    """The client's view, kept by events, after every move to the end; compared with the state's."""
    view = state.view(seat)
    for later in played_out(state, seed)[1:]:
        event = later.events(seat)[-1]
        assert event.number == len(later.events(seat)) == len(later.history)
        view = view.advance(event)
        assert view == later.view(seat)
        assert hash(view) == hash(later.view(seat))
        yield view


@every
@ACROSS
@given(st.data())
def test_a_view_that_is_advanced_is_the_view_of_the_server(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    state = ruleset.start(data.draw(deals(ruleset)))
    seat = data.draw(seats_of(ruleset))
    first = state.view(seat)
    last = None
    for view in followed(state, seat, data.draw(st.integers(0, 1 << 32))):
        last = view
    assert last is not None
    assert last.first == first == first.first
    assert ruleset._view_of(ruleset._opening_of(last), seat) == first
    assert pickle.loads(pickle.dumps(last)) == last
    again = first
    for event in last.events:
        assert pickle.loads(pickle.dumps(event)) == event
        again = again.advance(event)
    assert again == last


@every
@ACROSS
@given(st.data())
def test_and_so_it_is_from_a_position(ruleset: ClimbingRuleset[Table], data: st.DataObject) -> None:
    state = data.draw(positions(ruleset))
    seat = data.draw(seats_of(ruleset))
    first = state.view(seat)
    assert first.events == ()
    for view in followed(state, seat, data.draw(st.integers(0, 1 << 32))):
        assert view.first == first
        assert ruleset._view_of(ruleset._opening_of(view), seat) == first


@every
@ACROSS
@given(st.data())
def test_nothing_is_shown_but_the_kitty_and_only_to_those_who_see_it(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    state = data.draw(states(ruleset))
    assert state.deal is not None
    kitty = Hand(ruleset.deck) - sum(ruleset.start(state.deal).hands, Hand())
    table = state.table
    declarer = getattr(table, "soloist", getattr(table, "landlord", None))
    for seat in (None, *range(ruleset.players)):
        shown = [event for event in state.events(seat) if event.shown]
        sees = getattr(ruleset, "kitty_shown", False) or (seat is not None and seat == declarer)
        if declarer is None or not sees or not kitty:
            assert shown == []
            continue
        (event,) = shown
        assert event.shown == kitty
        assert event.number == len(getattr(table, "bids"))  # noqa: B009


@every_game
@ACROSS
@given(st.data())
def test_an_event_is_refused_with_an_exception_of_ours_or_makes_a_view_that_can_be(
    ruleset: Ruleset[Table], data: st.DataObject
) -> None:
    state = data.draw(states(ruleset))
    seat = data.draw(seats_of(ruleset))
    view = state.view(seat)
    right = len(state.history) + 1
    event = Event(
        number=data.draw(st.sampled_from((right, right, right, right - 1, right + 1))),
        seat=data.draw(st.sampled_from((state.to_act or 0, *range(-1, ruleset.players + 1)))),
        action=data.draw(
            actions(ruleset) | st.sampled_from(list(state.legal_actions())[:30] or [Play("")])
        ),
        shown=data.draw(st.just(Hand()) | hands(ruleset, max_size=5) | hands(max_size=4)),
    )
    before = pickle.dumps(view)
    try:
        after = view.advance(event)
    except (IllegalAction, PositionError):
        assert pickle.dumps(view) == before
        return
    assert after.table.history == (*view.table.history, (event.seat, event.action))
    assert after.events[-1] == event
    assert len(after.hand) == (0 if seat is None else after.table.sizes[seat])
    assert all(size >= 0 for size in after.table.sizes)
    list(after.legal_actions())


@every_game
@ACROSS
@given(st.data())
def test_the_move_that_one_seat_may_not_make_no_view_of_it_takes(
    ruleset: Ruleset[Table], data: st.DataObject
) -> None:
    """The seat's own view refuses exactly what the state refuses, for the same reason."""
    state = data.draw(states(ruleset))
    seat = data.draw(st.integers(0, ruleset.players - 1))
    action = data.draw(actions(ruleset))
    violation = state.check(action, seat)
    event = Event(number=len(state.history) + 1, seat=seat, action=action)
    if violation is not None:
        with pytest.raises(IllegalAction) as caught:
            state.view(seat).advance(event)
        assert caught.value.violation == violation
    else:
        after = step(state, action, seat)
        assert state.view(seat).advance(after.events(seat)[-1]) == after.view(seat)


# --- JSON ----------------------------------------------------------------------------------------


@every_game
@ACROSS
@given(st.data())
def test_views_and_events_are_the_same_after_they_were_json(
    ruleset: Ruleset[Table], data: st.DataObject
) -> None:
    state = data.draw(states(ruleset) | positions(ruleset))
    seat = data.draw(seats_of(ruleset))
    view = state.view(seat)
    text = view_to_json(view)
    assert view_from_json(text) == view_from_json(text, ruleset) == view
    assert view_to_json(view_from_json(text)) == text
    for event in view.events:
        assert event_from_json(event_to_json(event)) == event


PIECES: Final = ('"', "{", "}", "[", "]", ",", ":", "null", "-1", "9" * 30, '"3♠"', "\\ud800")
"""What texts are spoiled with."""


@every_game
@ACROSS
@given(st.data())
def test_a_spoiled_text_is_refused_or_is_another_view(
    ruleset: Ruleset[Table], data: st.DataObject
) -> None:
    """Whatever is read is written again; anything else is an error of ours."""
    text = view_to_json(data.draw(states(ruleset)).view(data.draw(seats_of(ruleset))))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.integers(0, 4))
        text = text[:start] + data.draw(st.sampled_from(PIECES) | st.text(max_size=3)) + text[end:]
    try:
        view = view_from_json(text)
    except RecordError as error:
        again = pickle.loads(pickle.dumps(error))
        if not again.path.startswith("$"):
            raise
        return
    assert view_from_json(view_to_json(view)) == view


@every_game
@ACROSS
@given(st.data())
def test_a_view_with_other_values_is_refused_or_is_another_view(
    ruleset: Ruleset[Table], data: st.DataObject
) -> None:
    """The same for texts that are JSON, with one value put in another's place."""
    state = data.draw(states(ruleset) | positions(ruleset))
    value = json.loads(view_to_json(state.view(data.draw(seats_of(ruleset)))))
    places = [place for place in places_in(value) if place]
    *path, last = data.draw(st.sampled_from(places))
    inner = at(value, path)
    copy = json.loads(json.dumps(value))
    others = [at(copy, place) for place in places]
    inner[last] = data.draw(st.sampled_from([*others, -1, 0, 1, 5, 10**30, None, True, "", [], {}]))
    text = json.dumps(value)
    try:
        view = view_from_json(text)
    except RecordError:
        return
    assert view_from_json(view_to_json(view)) == view
    list(view.legal_actions())


def places_in(value: Any) -> Iterator[list[Any]]:
    """The way to everything in a JSON value."""
    yield []
    keys = value if isinstance(value, dict) else range(len(value)) if type(value) is list else ()
    for key in keys:
        for rest in places_in(value[key]):
            yield [key, *rest]


def at(value: Any, path: list[Any]) -> Any:
    for key in path:
        value = value[key]
    return value


# --- Everything public is there ------------------------------------------------------------------


@every
@ACROSS
@given(st.data())
def test_every_view_tells_all_that_was_seen_at_the_table(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    """Held against the deal and the hands, which the view has not."""
    state = data.draw(states(ruleset))
    assert state.deal is not None
    dealt = ruleset.start(state.deal).hands
    for seat in (None, *range(ruleset.players)):
        table = state.view(seat).table
        assert isinstance(table, ClimbingTable)
        assert table.history == state.history
        assert table.sizes == tuple(map(len, state.hands))
        words = [move for move in state.history if not isinstance(move.action, Play)]
        assert list(table.bids) == words[: len(table.bids)]
        for player, hand in enumerate(table.played):
            plays = [move.action for move in state.history if move.seat == player]
            cards = [play.cards for play in plays if isinstance(play, Play)]
            assert hand == sum(cards, Hand())
        opener, card = table.opener, table.opening_card
        assert opener is not None
        assert card is None or card in dealt[opener]
        assert table.ruleset == ruleset
        if isinstance(ruleset, DouDizhu):
            assert state.deal.face_up is not None
            assert getattr(table, "face_up") == state.deal.deck[state.deal.face_up]  # noqa: B009
        if isinstance(ruleset, BigTwo) and ruleset.players == 3 and ruleset.odd_card == "opener":
            odd: Card = getattr(table, "odd_card")  # noqa: B009
            assert odd == state.deal.deck[51]
            holder = [player for player, hand in enumerate(dealt) if len(hand) == 18]
            assert [odd in hand for hand in dealt] == [p in holder for p in range(3)]
