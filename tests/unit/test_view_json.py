"""Views and events as JSON."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from climbcards import (
    Bid,
    BigThree,
    BigTwo,
    Card,
    DealContext,
    DouDizhu,
    GoOut,
    Hand,
    Pass,
    Play,
    RecordError,
    State,
    Table,
    ThreeThirteen,
    step,
)
from climbcards.events import Event
from climbcards.view_json import event_from_json, event_to_json, view_from_json, view_to_json
from tests.toys import TOYS, RankToy

# --- Events --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (
            Event(number=1, seat=0, action=Bid(3), shown="4♣ 5♦"),
            '{"number":1,"seat":0,"action":"bid 3","shown":"4♣ 5♦"}',
        ),
        (
            Event(number=12, seat=2, action=Play("3♥ 3♠ 4♣ 4♦ 5♦ 5♠", "pair_run")),
            '{"number":12,"seat":2,"action":"play 3♥ 3♠ 4♣ 4♦ 5♦ 5♠ as pair_run"}',
        ),
        (Event(number=2, seat=1, action=Pass()), '{"number":2,"seat":1,"action":"pass"}'),
    ],
)
def test_an_event_is_a_short_object(event: Event, text: str) -> None:
    assert event_to_json(event) == text
    assert event_from_json(text) == event
    assert event_from_json(f"\n{text.replace(',', ' , ')} ") == event


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("", "$"),
        ("null", "$"),
        ("[]", "$"),
        ('{"number":1,"seat":0}', "$.action"),
        ('{"number":1,"seat":0,"action":"pass","note":1}', "$.note"),
        ('{"number":1,"seat":0,"action":"pass","seat":1}', "$.seat"),
        ('{"number":0,"seat":0,"action":"pass"}', "$.number"),
        ('{"number":1.0,"seat":0,"action":"pass"}', "$.number"),
        ('{"number":true,"seat":0,"action":"pass"}', "$.number"),
        ('{"number":1e999,"seat":0,"action":"pass"}', "$.number"),
        ('{"number":NaN,"seat":0,"action":"pass"}', "$.number"),
        (f'{{"number":{"9" * 5000},"seat":0,"action":"pass"}}', "$.number"),
        ('{"number":1,"seat":-1,"action":"pass"}', "$.seat"),
        ('{"number":1,"seat":"0","action":"pass"}', "$.seat"),
        ('{"number":1,"seat":0,"action":7}', "$.action"),
        ('{"number":1,"seat":0,"action":"fold"}', "$.action"),
        ('{"number":1,"seat":0,"action":"play 3x"}', "$.action"),
        ('{"number":1,"seat":0,"action":"pass","shown":""}', "$.shown"),
        ('{"number":1,"seat":0,"action":"pass","shown":null}', "$.shown"),
        ('{"number":1,"seat":0,"action":"pass","shown":"4♣ ?"}', "$.shown"),
        ('{"number":1,"seat":0,"action":"pass","shown":"\\ud800"}', "$.shown"),
        ("[" * 100_000, "$"),
        ('{"number":' * 50_000, "$"),
        ('"' + "x" * (1 << 19) + '"', "$"),
    ],
)
def test_what_is_no_event_is_refused_with_its_place(text: str, path: str) -> None:
    with pytest.raises(RecordError) as caught:
        event_from_json(text)
    assert caught.value.path == path
    assert len(str(caught.value)) < 600


# --- Views ---------------------------------------------------------------------------------------


def test_the_json_of_a_view_is_what_the_documentation_says() -> None:
    state = step(BigThree().deal(seed=7), Bid(3))
    first = BigThree().deal(seed=7)
    assert json.loads(view_to_json(state.view(1))) == {
        "format": "climbcards.view",
        "schema": 1,
        "ruleset": {
            "name": "big_three",
            "version": 1,
            "options": {
                "players": 3,
                "bombs": False,
                "min_run": 3,
                "kitty_shown": False,
                "rank_order": "4 5 6 7 8 9 10 J Q K A 2 3",
                "opener": "lowest_heart",
                "dealer_draw": "number",
                "partners": "called",
                "passes_to_end_trick": 2,
                "direction": "counterclockwise",
            },
        },
        "seat": 1,
        "deal": {
            "context": {"number": 1, "dealer": 0, "leader": None, "partners": None, "order": 1},
            "opener": 0,
            "opening_card": "4♥",
            "opening_card_due": False,
            "odd_card": None,
            "kitty_size": 4,
            "sizes": [16, 16, 16],
            "hand": str(first.hands[1]),
        },
        "events": [{"number": 1, "seat": 0, "action": "bid 3"}],
    }
    taker = json.loads(view_to_json(state.view(0)))
    assert taker["events"][0]["shown"] == str(state.hands[0] - first.hands[0])
    spectator = json.loads(view_to_json(state.view(None)))
    assert (spectator["seat"], spectator["deal"]["hand"]) == (None, "")


def test_so_is_that_of_a_position() -> None:
    hands = ["3♠ 4♠", "5♦ 9♣", "6♥ 7♥", "8♠ K♠"]
    state = BigTwo(passing="out_of_trick").position(
        hands, target="Q♦", to_act=1, target_by=3, gone="2♣"
    )
    value = json.loads(view_to_json(step(state, Pass()).view(2)))
    assert value["position"] == {
        "context": {"number": 1, "dealer": 0, "leader": None, "partners": None, "order": 1},
        "to_act": 1,
        "sizes": [2, 2, 2, 2],
        "hand": "6♥ 7♥",
        "gone": "2♣",
        "target": {"cards": "Q♦", "kind": "single"},
        "target_by": 3,
        "passes": 1,
        "out_of_trick": [0],
        "stake": 0,
        "declarer": None,
        "called": None,
        "partner": None,
    }
    assert value["events"] == [{"number": 1, "seat": 1, "action": "pass"}]


@pytest.mark.parametrize("game", [*TOYS, RankToy(kitty_shown=True)], ids=repr)
def test_a_view_of_a_game_of_ones_own_is_read_with_its_ruleset(game: RankToy) -> None:
    state = game.deal(2)
    for _ in range(9):
        listed = state.legal_actions()
        state = step(state, listed[len(listed) // 2])
    for seat in (None, *range(game.players)):
        text = view_to_json(state.view(seat))
        assert view_from_json(text, game) == state.view(seat)
        with pytest.raises(RecordError) as caught:
            view_from_json(text)
        assert caught.value.path == "$.ruleset.name"


def test_a_view_of_other_rules_than_are_wanted_is_refused() -> None:
    text = view_to_json(DouDizhu().deal(1).view(0))
    assert view_from_json(text, DouDizhu()) == DouDizhu().deal(1).view(0)
    for other in (DouDizhu(spring=True), BigTwo()):
        with pytest.raises(RecordError) as caught:
            view_from_json(text, other)
        assert caught.value.path == "$.ruleset"


Change = Callable[[Any], object]


def put(*keys: str | int, to: object) -> Change:
    """Another value at a place."""

    def change(value: Any) -> None:
        for key in keys[:-1]:
            value = value[key]
        value[keys[-1]] = to

    return change


def drop(*keys: str) -> Change:
    """No such key."""

    def change(value: Any) -> None:
        for key in keys[:-1]:
            value = value[key]
        del value[keys[-1]]

    return change


DEALT = DouDizhu().deal(1)
BIDS = step(step(step(DEALT, Bid(1)), Pass()), Bid(2))


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (drop("format"), "$.format"),
        (put("format", to="climbcards.record"), "$.format"),
        (put("schema", to=2), "$.schema"),
        (put("schema", to="1"), "$.schema"),
        (put("more", to=1), "$.more"),
        (drop("ruleset"), "$"),
        (put("ruleset", to=None), "$.ruleset"),
        (put("ruleset", "name", to="bridge"), "$.ruleset.name"),
        (put("ruleset", "version", to=99), "$.ruleset.version"),
        (put("ruleset", "options", "players", to=5), "$.ruleset.options.players"),
        (put("ruleset", "options", "jokers", to=5), "$.ruleset.options.jokers"),
        (put("seat", to=3), "$.seat"),
        (put("seat", to=True), "$.seat"),
        (drop("seat"), "$.seat"),
        (drop("deal"), "$"),
        (put("position", to={}), "$"),
        (put("deal", to=[]), "$.deal"),
        (drop("deal", "opener"), "$.deal.opener"),
        (put("deal", "opener", to=7), "$.deal"),
        (put("deal", "opener", to=-1), "$.deal"),
        (put("deal", "opener", to=None), "$.deal.opener"),
        (put("deal", "opener", to=10**400), "$.deal"),
        (put("deal", "opening_card", to="XX"), "$.deal.opening_card"),
        (put("deal", "opening_card_due", to=1), "$.deal.opening_card_due"),
        (put("deal", "kitty_size", to=-3), "$.deal"),
        (put("deal", "kitty_size", to=10**9), "$.deal"),
        (put("deal", "kitty_size", to=4), "$.deal"),
        (put("deal", "sizes", to=[17, 17]), "$.deal"),
        (put("deal", "sizes", to=[17, 17, 0]), "$.deal"),
        (put("deal", "sizes", to=[17, 17, -17]), "$.deal"),
        (put("deal", "sizes", to=[17, 17, 10**300]), "$.deal"),
        (put("deal", "sizes", 0, to="17"), "$.deal.sizes[0]"),
        (put("deal", "hand", to="3♠ 4♠"), "$.deal"),
        (put("deal", "hand", to=" ".join(["3♠"] * 15)), "$.deal"),
        (put("deal", "hand", to="x"), "$.deal.hand"),
        (put("deal", "context", "dealer", to=9), "$.deal"),
        (put("deal", "context", "order", to=0), "$.deal"),
        (put("deal", "context", "partners", to=[0, 1]), "$.deal"),
        (put("deal", "context", "number", to=10**10), "$.deal"),
        (put("events", to={}), "$.events"),
        (put("events", 1, to=None), "$.events[1]"),
        (put("events", 1, "number", to=1), "$.events[1]"),
        (put("events", 1, "seat", to=0), "$.events[1]"),
        (put("events", 2, "action", to="bid 1"), "$.events[2]"),
        (put("events", 2, "action", to="bit 1"), "$.events[2].action"),
        (put("events", 2, "shown", to="3♠"), "$.events[2]"),
        (put("events", to=[None] * 9000), "$.events"),
    ],
)
def test_what_is_no_view_is_refused_with_its_place(change: Change, path: str) -> None:
    value = json.loads(view_to_json(BIDS.view(1)))
    change(value)
    with pytest.raises(RecordError) as caught:
        view_from_json(json.dumps(value))
    assert caught.value.path == path
    assert len(str(caught.value)) < 600


CALLED = BigThree(players=4).position(
    ["4♠ 9♠", "5♦ 9♣", "6♥ 7♥", "8♠ K♠"], called="5♦", target="J♣", to_act=1
)


@pytest.mark.parametrize(
    "change",
    [
        put("to_act", to=4),
        put("to_act", to=-1),
        put("target_by", to=1),
        put("target_by", to=None),
        put("target_by", to=9),
        put("target", to=None),
        put("target", "kind", to="pair"),
        put("target", "kind", to=None),
        put("target", "cards", to="BJ"),
        put("target", "cards", to="3♠ 4♠"),
        put("target", "cards", to=""),
        put("passes", to=3),
        put("passes", to=-1),
        put("out_of_trick", to=[1]),
        put("out_of_trick", to=[10**30]),
        put("stake", to=-1),
        put("stake", to=10**30),
        put("declarer", to=4),
        put("called", to="J♦"),
        put("partner", to=0),
        put("partner", to=10**30),
        put("gone", to="6♥"),
        put("gone", to="BJ"),
        put("sizes", to=[2, 2, 2, 1 << 70]),
        put("sizes", to=[2, 2, 3, 2]),
        put("hand", to="J♣ 7♥"),
    ],
)
def test_what_is_no_position_is_refused(change: Change) -> None:
    value = json.loads(view_to_json(CALLED.view(2)))
    assert view_from_json(json.dumps(value)) == CALLED.view(2)
    change(value["position"])
    with pytest.raises(RecordError) as caught:
        view_from_json(json.dumps(value))
    assert caught.value.path in ("$.position", "$.position.target.kind")


def test_a_hand_that_lacks_the_card_that_all_know_it_holds_is_refused() -> None:
    state = BigTwo().deal(3)
    card: Card | None = state.table.opening_card
    opener = state.to_act
    assert card is not None
    assert opener is not None
    value = json.loads(view_to_json(state.view(opener)))
    other = next(c for c in state.ruleset.deck if c not in state.hands[opener])
    value["deal"]["hand"] = str(state.hands[opener] - Hand([card]) + Hand([other]))
    with pytest.raises(RecordError):
        view_from_json(json.dumps(value))
    value = json.loads(view_to_json(state.view((opener + 1) % 4)))
    hand = state.hands[(opener + 1) % 4]
    value["deal"]["hand"] = str(hand - Hand(list(hand)[:1]) + Hand([card]))
    with pytest.raises(RecordError) as caught:
        view_from_json(json.dumps(value))
    assert caught.value.path == "$.deal"


THREE_THIRTEEN = ThreeThirteen(may_return_discard=False).position(
    ["9♣ 9♦ 9♥", "4♠ 5♠ 6♠", "2♦ 7♠ J♣ Q♥", "K♦ 2♠ 8♦"],
    to_act=2,
    laid_down=[0, 1],
    taken=["9♣", "", "7♠ J♣", "2♠"],
    drawn="J♣",
    pile="10♣ K♠",
    stock="5♣ 6♣ 7♣ 2♦",
    reshuffles=1,
)


def test_so_is_that_of_three_thirteen() -> None:
    value = json.loads(view_to_json(THREE_THIRTEEN.view(3)))
    assert value["position"] == {
        "context": {"number": 1, "dealer": 0, "leader": None, "partners": None, "order": 1},
        "to_act": 2,
        "discards": True,
        "hand": "2♠ 8♦ K♦",
        "pile": "10♣ K♠",
        "stock_size": 4,
        "reshuffles": 1,
        "taken": ["9♣", "", "7♠ J♣", "2♠"],
        "laid_down": ["9♣ 9♦ 9♥", "4♠ 5♠ 6♠", "", ""],
        "out": 0,
        "drawn": "J♣",
    }
    state = ThreeThirteen().deal(5)
    value = json.loads(view_to_json(state.view(2)))
    assert value["deal"] == {
        "context": {"number": 1, "dealer": 0, "leader": None, "partners": None, "order": 1},
        "turned_up": str(state.table.turned_up),
        "hand": str(state.hands[2]),
    }


def everywhere(*keys: str, to: Sequence[object]) -> list[Change]:
    """Each of these values at a place."""
    return [put(*keys, to=value) for value in to]


WRONG: list[object] = [None, True, 1.5, "?", {}, [None], [[]]]
"""No value of any member of an opening is one of these, but where null may stand."""


@pytest.mark.parametrize(
    "change",
    [
        *everywhere("context", to=WRONG),
        *everywhere("context", "number", to=[*WRONG, 0, 12, -1, 2, 10**30]),
        *everywhere("context", "dealer", to=[*WRONG, -1, 4, 10**30]),
        *everywhere("context", "leader", to=[True, "?", 0, 1, 10**30]),
        *everywhere("context", "partners", to=[True, "?", [], [0, 1], [0, 0]]),
        *everywhere("context", "order", to=[*WRONG, 0, -1, 2]),  # they went out in turn
        *everywhere("to_act", to=[*WRONG, -1, 0, 1, 3, 4, 10**30]),
        *everywhere("discards", to=[None, 0, "", False]),
        *everywhere("hand", to=[*WRONG, "", "2♠", "8♦ K♦ K♣", "2♠ 8♦ K♦ K♣", "2♠ 9♣ 9♣"]),
        *everywhere("hand", to=["2♠ 8♦ BJ", " ".join(["2♠"] * 15), " ".join(["2♠"] * 16)]),
        *everywhere("pile", to=[*WRONG, "BJ", "9♣ 9♣", " ".join(["10♣"] * 16), "2♠ 2♠"]),
        *everywhere("pile", to=[" ".join(["10♣"] * 3), " ".join(["10♣ K♠ 5♣ 6♣"] * 2000)]),
        *everywhere("stock_size", to=[*WRONG, -1, 90, 104, 10**30]),
        *everywhere("reshuffles", to=[*WRONG, -1, 4, 10**30]),
        *everywhere("taken", to=[*WRONG, [], ["", "", "7♠ J♣"], ["", "", "7♠ J♣", "2♠", ""]]),
        *everywhere("taken", to=[["", "", "7♠", "2♠"], ["", "", "7♠ J♣", "3♦"]]),
        *everywhere("taken", to=[["", "", "7♠ J♣", "2♠ 2♠"], ["", "9♣", "7♠ J♣", "2♠"]]),
        *everywhere("taken", to=[["BJ", "", "7♠ J♣", "2♠"], ["", "", "J♣ BJ", "2♠"]]),
        *everywhere("taken", to=[["", "", "J♣ 2♣ 3♣ 4♣ 5♣", "2♠"], ["", "", "J♣ 8♦ 8♦", ""]]),
        *everywhere("laid_down", to=[*WRONG, [], ["9♣ 9♦ 9♥", "4♠ 5♠ 6♠", ""], [""] * 4]),
        *everywhere("laid_down", to=[["", "4♠ 5♠ 6♠", "", ""], ["9♣ 9♦ 9♥", "4♠ 5♠", "", ""]]),
        *everywhere("laid_down", to=[["9♣ 9♦ 8♥", "4♠ 5♠ 6♠", "", ""]]),
        *everywhere("laid_down", to=[["9♣ 9♦ 9♥ 9♠", "", "", ""], ["9♣ 9♦ BJ", "", "", ""]]),
        *everywhere("laid_down", to=[["9♣ 9♦ 9♥", "", "7♠ J♣ 3♣ 3♦", ""]]),
        *everywhere("laid_down", to=[["9♣ 9♦ 9♥", "", "", "2♠ 3♠ 4♠"]]),
        *everywhere("laid_down", to=[["9♣ 9♦ 9♥", "9♣ 9♣ 9♠", "", ""]]),
        *everywhere("laid_down", to=[["9♣ 9♦ 9♥", "Q♣ K♣ A♣", "", ""]]),
        *everywhere("laid_down", to=[["9♣ " + "9♦ " * 14, "", "", ""]]),
        *everywhere("out", to=[None, True, "?", -1, 1, 2, 3, 4, 10**30]),
        *everywhere("drawn", to=[True, "?", [], "", "BJ", "Q♥", "2♦", "9♣", "J♣ J♣"]),
        *(drop(name) for name in json.loads(view_to_json(THREE_THIRTEEN.view(3)))["position"]),
        put("more", to=1),
    ],
)
def test_what_is_no_position_of_three_thirteen_is_refused(change: Change) -> None:
    view = THREE_THIRTEEN.view(3)
    value = json.loads(view_to_json(view))
    assert view_from_json(json.dumps(value)) == view
    change(value["position"])
    with pytest.raises(RecordError) as caught:
        view_from_json(json.dumps(value))
    assert caught.value.path.startswith("$.position")
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize(
    "change",
    [
        *everywhere("context", to=WRONG),
        *everywhere("context", "number", to=[*WRONG, 0, 2, 12, -1]),
        *everywhere("context", "dealer", to=[*WRONG, -1, 4]),
        *everywhere("context", "leader", to=[0, 3]),
        *everywhere("context", "partners", to=[[0, 1], [0, 2]]),
        *everywhere("context", "order", to=[*WRONG, 0, 2]),
        *everywhere("turned_up", to=[*WRONG, "", "BJ", "9♣ 9♣"]),
        *everywhere("hand", to=[*WRONG, "", "4♣", "4♣ 4♣ 4♣", "4♣ 5♣ BJ", "4♣ 5♣ 6♣ 7♣"]),
        drop("context"),
        drop("turned_up"),
        drop("hand"),
        put("seed", to=5),
        put("deck", to=""),
    ],
)
def test_what_is_no_deal_of_three_thirteen_is_refused(change: Change) -> None:
    view = ThreeThirteen().deal(5).view(2)
    value = json.loads(view_to_json(view))
    assert view_from_json(json.dumps(value)) == view
    change(value["deal"])
    with pytest.raises(RecordError) as caught:
        view_from_json(json.dumps(value))
    assert caught.value.path.startswith("$.deal")


def test_a_spectator_has_no_cards() -> None:
    for state, name in ((ThreeThirteen().deal(5), "deal"), (THREE_THIRTEEN, "position")):
        value = json.loads(view_to_json(state.view(None)))
        assert value[name]["hand"] == ""
        value[name]["hand"] = "2♣ 5♥ 10♥"
        with pytest.raises(RecordError, match="the hand has 3 cards, not 0"):
            view_from_json(json.dumps(value))


def test_a_very_long_deal_is_read_again() -> None:
    """Where nobody goes out, eight players come to more than 2,000 moves."""
    state: State[Table] = ThreeThirteen(players=8).deal(0, DealContext(number=11))
    rng = random.Random(0)
    while not state.is_over:
        some = [action for action in state.legal_actions() if not isinstance(action, GoOut)]
        state = step(state, some[-1] if rng.random() < 0.7 else some[0])
    assert len(state.history) > 2_000
    view = state.view(0)
    assert view_from_json(view_to_json(view)) == view
    assert event_from_json(event_to_json(view.events[-1])) == view.events[-1]


def test_a_text_that_is_too_long_is_not_read() -> None:
    text = view_to_json(BIDS.view(1))
    assert view_from_json(text + " " * 1000) == BIDS.view(1)
    with pytest.raises(RecordError) as caught:
        view_from_json(text + " " * (1 << 19))
    assert caught.value.path == "$"


def test_a_view_is_small() -> None:
    """A few kilobytes at the end of the longest game."""
    state: State[Table] = DouDizhu(players=4).deal(5)
    while not state.is_over:
        state = step(state, state.legal_actions()[-1 if state.table.history else 1])
    assert len(view_to_json(state.view(0)).encode()) < 10_000
