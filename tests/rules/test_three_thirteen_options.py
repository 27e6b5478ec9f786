"""Three Thirteen: options and positions that cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from climbcards import (
    Card,
    Deal,
    DealContext,
    Hand,
    Phase,
    PositionError,
    RulesetError,
    ThreeThirteen,
)
from tests.rules.three_thirteen import (
    ACES,
    THREE,
    THREE_THIRTEEN,
    TWO,
    deal_of,
    may,
    no,
    over,
    play,
)


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"players": 1}, ("players",)),
        ({"players": 9}, ("players",)),
        ({"players": True}, ("players",)),
        ({"players": "4"}, ("players",)),
        ({"packs": 0}, ("packs",)),
        ({"packs": 16}, ("packs",)),
        ({"packs": 1.0}, ("packs",)),
        ({"packs": 1}, ("packs", "players")),
        ({"players": 8, "packs": 2}, ("packs", "players")),
        ({"ace_high": 1}, ("ace_high",)),
        ({"may_return_discard": None}, ("may_return_discard",)),
        ({"max_reshuffles": -1}, ("max_reshuffles",)),
        ({"max_reshuffles": 1001}, ("max_reshuffles",)),
        ({"max_reshuffles": True}, ("max_reshuffles",)),
        ({"max_idle_rounds": 0}, ("max_idle_rounds",)),
        ({"max_idle_rounds": 1001}, ("max_idle_rounds",)),
    ],
)
def test_options_that_cannot_be_are_named(options: Any, names: tuple[str, ...]) -> None:
    with pytest.raises(RulesetError) as caught:
        ThreeThirteen(**options)
    assert caught.value.options == names


def test_the_least_and_the_most_of_each_option() -> None:
    assert ThreeThirteen(players=3, packs=1).deck.count(TWO.deck[0]) == 1
    assert len(ThreeThirteen(players=8, packs=15).deck) == 15 * 52
    assert ThreeThirteen(max_reshuffles=1000, max_idle_rounds=1000).max_reshuffles == 1000
    assert repr(ThreeThirteen(packs=2)) == "ThreeThirteen()"
    assert repr(ThreeThirteen(players=2, packs=2)) == "ThreeThirteen(players=2, packs=2)"
    assert TWO.sort("K♣ A♠ 2♦ A♣") == tuple(Hand.parse("A♣ A♠ 2♦ K♣"))


@pytest.mark.parametrize("number", [0, 12, True, "1", 1.0])
def test_there_are_eleven_deals(number: Any) -> None:
    for ask in (TWO.hand_size, TWO.wild):
        with pytest.raises(PositionError, match="from 1 to 11"):
            ask(number)
    assert [TWO.hand_size(one) for one in range(1, 12)] == list(range(3, 14))


@pytest.mark.parametrize(
    ("context", "problem"),
    [
        ({"number": 12}, "the number of a deal is from 1 to 11"),
        ({"dealer": 2}, "the dealer is a seat from 0 to 1"),
        ({"leader": 0}, "three_thirteen has no leader to name: the seat after the dealer begins"),
        ({"partners": (0, 1)}, "nobody has a partner"),
        ({"order": 0}, "the order is 1 or -1"),
    ],
)
def test_contexts_that_cannot_be(context: Any, problem: str) -> None:
    with pytest.raises(PositionError) as caught:
        TWO.deal(1, DealContext(**context))
    assert caught.value.problems == (problem,)


def test_all_that_is_wrong_with_a_deal_is_named() -> None:
    deck = deal_of(TWO).deck
    wrong = Deal(deck=deck[1:], context=DealContext(number=12), seed=-1, face_up=3)
    with pytest.raises(PositionError) as caught:
        TWO.start(wrong)
    assert caught.value.problems == (
        f"the deck lacks {deck[0]}",
        "a seed is a whole number from 0",
        "no card is turned face up",
        "the number of a deal is from 1 to 11",
    )
    with pytest.raises(TypeError, match="is no deal"):
        TWO.start(deck)  # type: ignore[arg-type]  # pyright: ignore


# --- Positions -----------------------------------------------------------------------------------

PLAIN = ["A♣ 5♦ 9♥", "A♦ 5♣ 9♠"]
SETS = ["9♣ 9♦ 9♥", "K♣ K♦ K♥", "A♦ 5♣ 9♠"]


def test_a_position_is_what_is_given() -> None:
    state = THREE.position(
        ["A♣ 5♦ 9♥", "A♦ 5♣ 9♠", "7♦ 7♥ 7♠"],
        to_act=1,
        stock="2♣ 4♣",
        pile="6♣ 8♣",
        taken=["5♦", "", ""],
        laid_down=[2],
        reshuffles=1,
        order=-1,
    )
    table = state.table
    assert state.deal is None
    assert (state.phase, state.to_act, table.number, table.wild) == (Phase.DRAW, 1, 1, 3)
    assert (table.stock_size, table.reshuffles, table.order) == (2, 1, -1)
    assert list(map(str, table.pile)) == ["6♣", "8♣"]
    assert table.taken == (Hand.parse("5♦"), Hand(), Hand())
    assert table.laid_down == (Hand(), Hand(), Hand.parse("7♦ 7♥ 7♠"))
    assert (table.out, table.turned_up) == (2, None)
    after = play(state, "1: stock")
    assert after.view(1).draws[0] in Hand.parse("2♣")  # the top of the stock is given first
    after = play(after, "1: 2♣", "0: pile", "0: 5♦")
    assert over(after).points == (1 + 2 + 9, 15, 0)


def test_a_card_that_is_known_to_be_held_is_forgotten_when_it_is_discarded() -> None:
    state = TWO.position(PLAIN, stock="2♣ 4♣ 6♣", pile="8♣ K♠")
    state = play(state, "0: pile", "0: 5♦", "1: pile", "1: 5♦", "0: pile")
    assert state.table.taken == (Hand.parse("5♦ K♠"), Hand())
    state = play(state, "0: K♠")
    assert state.table.taken == (Hand.parse("5♦"), Hand())


def test_a_position_after_a_draw() -> None:
    kept = ThreeThirteen(players=2, may_return_discard=False)
    for ruleset in (TWO, kept):
        state = ruleset.position(["A♣ 5♦ 9♥ K♠", "A♦ 5♣ 9♠"], pile="8♣", drawn="K♠")
        assert (state.phase, state.table.drawn) == (
            Phase.DISCARD,
            Card.parse("K♠"),
        )
        assert ("K♠" in may(state)) is ruleset.may_return_discard
        assert state.table.taken[0] == Hand.parse("K♠")
    assert no(state, "0: K♠") == "returned_discard"


@pytest.mark.parametrize(
    ("ruleset", "hands", "how", "problems"),
    [
        (TWO, PLAIN[:1], {}, ["there are 2 hands, not 1"]),
        (TWO, PLAIN, {"to_act": 2}, ["to_act is a seat from 0 to 1"]),
        (TWO, ["A♣", "A♦"], {}, [
            "the hand of seat 0 has 1 cards, not 3", "the hand of seat 1 has 1 cards, not 3"]),
        (TWO, PLAIN, {"number": 12}, ["the number of a deal is from 1 to 11"]),
        (TWO, PLAIN, {"number": 2, "pile": "K♠"}, [
            "the hand of seat 0 has 3 cards, not 4", "the hand of seat 1 has 3 cards, not 4"]),
        (TWO, [PLAIN[0], PLAIN[1] + " K♠"], {}, ["the hand of seat 1 has 4 cards, not 3"]),
        (TWO, PLAIN, {"pile": "K♠ K♠"}, ["the packs do not hold so many of K♠"]),
        (TWO, PLAIN, {"pile": "A♣"}, ["the packs do not hold so many of A♣"]),
        (TWO, PLAIN, {"stock": "BJ"}, ["the packs do not hold so many of BJ"]),
        (TWO, PLAIN, {}, ["there is no card to draw"]),
        (TWO, PLAIN, {"pile": "K♠", "order": 2}, ["the order is 1 or -1"]),
        (TWO, PLAIN, {"pile": "K♠", "reshuffles": 4}, ["reshuffles are from 0 to 3"]),
        (TWO, PLAIN, {"pile": "K♠", "taken": ["K♦", ""]}, [
            "every seat holds the cards that it is known to have taken"]),
        (TWO, PLAIN, {"pile": "K♠", "taken": [""]}, [
            "every seat holds the cards that it is known to have taken"]),
        (TWO, PLAIN, {"pile": "K♠", "drawn": "A♣"}, [
            "the card drawn is in the hand of the seat that is to discard"]),
        (TWO, [PLAIN[0] + " 2♣", PLAIN[1]], {"drawn": "K♠"}, [
            "the card drawn is in the hand of the seat that is to discard"]),
        (TWO, PLAIN, {"pile": "K♠", "laid_down": [1]}, [
            "the hand of seat 1, which went out, is not all melds"]),
        (THREE, SETS, {"to_act": 2, "pile": "Q♠", "laid_down": [1, 0]}, [
            "the seats that went out act in turn, and before the seat to act"]),
        (THREE, SETS, {"to_act": 1, "pile": "Q♠", "laid_down": [0, 1]}, [
            "the seats that went out act in turn, and before the seat to act"]),
        (THREE, SETS, {"to_act": 2, "pile": "Q♠", "laid_down": [3]}, [
            "a seat that went out is from 0 to 2"]),
    ],
)  # fmt: skip
def test_positions_that_cannot_be(
    ruleset: ThreeThirteen, hands: list[str], how: Any, problems: list[str]
) -> None:
    with pytest.raises(PositionError) as caught:
        ruleset.position(hands, **how)
    assert list(caught.value.problems) == problems


def test_the_hands_say_which_deal_it_is() -> None:
    hands = ["A♥ 2♥ Q♥ K♥ 7♠ 8♣", "3♣ 3♦ 6♠ J♠ J♦"]
    state = ACES.position([*hands, "4♣ 4♦ 8♠ 9♠ 10♦", "4♥ 5♦ 8♥ 9♦ 10♠"], stock="2♠")
    assert (state.table.number, state.table.wild, state.phase) == (3, 5, Phase.DISCARD)
    assert THREE_THIRTEEN.position([PLAIN[0]] * 2 + [PLAIN[1]] * 2, pile="K♠").table.number == 1
