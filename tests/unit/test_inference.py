"""What the last-card rule proves where it is enforced, against every hand there may be."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from attrs import evolve

from climbcards import BigTwo, Card, Hand, Pass, Play, PositionError, step
from climbcards import hidden as module
from climbcards.climbing.inference import LastCards, NothingLonger, last_cards, retold
from climbcards.climbing.table import ClimbingTable
from climbcards.hidden import Lot, Shares
from tests.chances import FAR, distance

RULES = BigTwo(last_card_rule="enforce")
CATALOGUE = RULES.rules.catalogue
POOL = Hand.parse("3♦ 3♣ 4♦ 5♦ 6♦ 7♥ 8♦ 8♠ 10♦ J♥ Q♣ K♣ A♣ A♠")
"""Pairs, straights and five diamonds are to be had."""
SHOWN = Hand.parse("2♠ 9♦")


def cards_in_order() -> list[Card]:
    return sorted(POOL, key=CATALOGUE.layout.order)


def hands(size: int) -> set[Hand]:
    """The hands that with the shown cards made nothing longer than a single."""
    found = map(Hand, combinations(POOL, size))
    return {hand for hand in found if all(len(c.cards) == 1 for c in RULES.leads(hand + SHOWN))}


@pytest.mark.parametrize("size", [1, 5])
@pytest.mark.parametrize("tries", [0, 10])
@pytest.mark.parametrize("weaker", ["without_suits", "without_ranks", None])
def test_a_hand_of_nothing_longer(
    size: int, tries: int, weaker: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With no tries the hands themselves are counted; with ten, first those by less."""
    monkeypatch.setattr(module, "TRIES", tries)
    watch = NothingLonger(CATALOGUE, CATALOGUE.layout.lanes(SHOWN.bits))
    shares = Shares(
        map(Lot, cards_in_order()),
        (size, len(POOL) - size),
        {0: watch},
        None if weaker is None else {0: getattr(watch, weaker)},
    )
    expected = hands(size)
    assert shares.ways() == len(expected) > 1
    rng = random.Random(size)
    counted: Counter[Hand] = Counter()
    for _ in range(10 * len(expected) + 200):
        drawn = shares.draw(rng)
        assert drawn is not None
        counted[Hand(drawn[0])] += 1
    assert distance(counted, dict.fromkeys(expected, 1)) < FAR


@pytest.mark.parametrize("weaker", ["without_suits", "without_ranks"])
@pytest.mark.parametrize("size", [1, 3, 5])
def test_what_is_weaker_leaves_at_least_as_much(weaker: str, size: int) -> None:
    watch = NothingLonger(CATALOGUE, CATALOGUE.layout.lanes(SHOWN.bits))
    room = (size, len(POOL) - size)
    lots = list(map(Lot, cards_in_order()))
    less = Shares(lots, room, {0: watch}).ways()
    assert less <= Shares(lots, room, {0: getattr(watch, weaker)}).ways()


def proved(hands: list[str], *actions: Play | Pass, to_act: int = 0) -> dict[int, LastCards]:
    state = RULES.position(hands, to_act=to_act)
    for action in actions:
        state = step(state, action)
    table = state.table
    assert isinstance(table, ClimbingTable)
    setting = table._setting
    return last_cards(setting, retold(setting, setting.first, table.history, Hand()))


def test_a_pass_on_a_single() -> None:
    found = proved(["5♦ K♠ 9♣", "3♦ 4♣ 3♣", "8♦", "7♣ 7♥ 2♠"], Play("5♦"), Pass())
    assert set(found) == {1}
    assert found[1].shown is None
    assert found[1].higher == frozenset(RULES.sort(RULES.deck)[9:])  # from the 5♣ up


def test_an_answer_to_a_single() -> None:
    found = proved(["5♦ K♠ 9♣", "3♦ 4♣ A♥", "8♦", "7♣ 7♥ 2♠"], Play("5♦"), Play("A♥"))
    assert found[1].higher == {Card.parse(text) for text in ("A♠", "2♦", "2♣", "2♥", "2♠")}
    assert found[1].shown is None


def test_the_lead_of_a_single() -> None:
    hands = ["3♦ 4♣ A♥", "8♦", "7♣ 7♥ 2♠", "5♦ 5♠ 9♣"]
    passes = (Pass(), Pass(), Pass())
    found = proved(hands, Play("A♥"), *passes, Play("4♣"))
    assert found[0].shown == Hand.parse("A♥ 4♣")
    assert Card.parse("4♥") in found[0].higher


@pytest.mark.parametrize(
    ("hands", "actions"),
    [
        # a pair was led; a pair was passed on; the next player had two cards
        (["5♦ 5♣ 9♣", "8♦", "7♣ 7♥ 2♠", "5♥ 5♠ 9♥"], [Play("5♦ 5♣")]),
        (["5♦ 5♣ 9♣", "8♦ 9♦", "7♣", "5♥ 5♠ 9♥"], [Play("5♦ 5♣"), Pass()]),
        (["5♦ 4♣ 9♣", "8♦ 9♦", "7♣ 3♣", "5♥ 5♠ 9♥"], [Play("5♦"), Pass(), Pass()]),
    ],
)
def test_nothing_is_proved(hands: list[str], actions: list[Play | Pass]) -> None:
    assert proved(hands, *actions) == {}


def test_a_view_whose_own_hand_owed_something_else_is_refused() -> None:
    """Seat 1 has passed on the 5♦ before a last card, and is said to hold the K♥."""
    state = RULES.position(["5♦ K♠ 9♣", "3♦ 4♣", "8♦", "7♣ 7♥ 2♠"])
    state = step(step(state, Play("5♦")), Pass())
    view = evolve(state.view(1), hand=Hand.parse("K♥ 4♣"))
    with pytest.raises(PositionError, match="no deal leads to this view"):
        view.sample(random.Random(1))
