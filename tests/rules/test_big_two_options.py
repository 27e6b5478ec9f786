"""Big Two: the options, their contradictions, the houses and positions that cannot be."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from climbcards import BigTwo, Combination, Hand, PositionError, RulesetError, Suit, step
from climbcards.games import big_two
from tests.rules.big_two import BIG_TWO, may, play, read

PRESETS = {
    "default": BIG_TWO,
    "da lao er": BigTwo.da_lao_er(),
    "indonesian": BigTwo.indonesian(),
    "pusoy dos": BigTwo.pusoy_dos(),
    "clubs low": BigTwo.clubs_low(),
    "taiwan": BigTwo.taiwan(),
    "three": BigTwo(players=3),
    "two": BigTwo(players=2),
}
DEFAULTS: dict[str, object] = {
    "players": 4,
    "suit_order": (Suit.DIAMONDS, Suit.CLUBS, Suit.HEARTS, Suit.SPADES),
    "straights": big_two.STRAIGHTS_TWO_LOW,
    "flushes": True,
    "flush_order": "suit",
    "triples": True,
    "five_card_ladder": True,
    "bombs": "none",
    "passing": "may_return",
    "hand_size": 13,
    "odd_card": "opener",
    "opening_card_required": True,
    "next_leader": "lowest_card",
    "direction": "counterclockwise",
    "scale": ((1, 1), (10, 2), (13, 3)),
    "last_card_rule": "off",
    "settlement": "pairwise",
    "deals": None,
}


def changed(ruleset: BigTwo) -> dict[str, object]:
    """The options that are not the default."""
    return {name: value for name, value in ruleset.options.items() if value != DEFAULTS[name]}


# --- Houses --------------------------------------------------------------------------------------


def test_the_defaults() -> None:
    assert dict(BIG_TWO.options) == DEFAULTS
    assert (BIG_TWO.name, BIG_TWO.version, BIG_TWO.fewest_points_win) == ("big_two", 1, True)
    assert BigTwo(**DEFAULTS) == BIG_TWO  # type: ignore[arg-type]  # pyright: ignore
    assert hash(BigTwo(hand_size=13)) == hash(BIG_TWO)


@pytest.mark.rule("B2-75", "B2-76", "B2-77", "B2-78")
def test_da_lao_er() -> None:
    assert changed(BigTwo.da_lao_er()) == {
        "flushes": False,
        "five_card_ladder": False,
        "bombs": "out_of_turn",
        "scale": ((1, 1), (11, 2)),
    }


@pytest.mark.rule("B2-80", "B2-86", "B2-88")
def test_indonesian() -> None:
    assert changed(BigTwo.indonesian()) == {
        "direction": "clockwise",
        "next_leader": "winner",
        "deals": 10,
    }
    assert BigTwo.indonesian().match_length() == 10
    assert BIG_TWO.match_length() is None


@pytest.mark.rule("B2-89", "B2-91")
def test_pusoy_dos_and_clubs_low() -> None:
    clubs, diamonds, hearts, spades = Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES
    assert changed(BigTwo.pusoy_dos()) == {"suit_order": (clubs, spades, hearts, diamonds)}
    assert changed(BigTwo.clubs_low()) == {"suit_order": (clubs, diamonds, hearts, spades)}


def test_taiwan() -> None:
    assert changed(BigTwo.taiwan()) == {
        "suit_order": (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES),
        "flushes": False,
        "triples": False,
        "straights": big_two.STRAIGHTS_23456_HIGH,
        "five_card_ladder": False,
        "bombs": "in_turn",
    }


@pytest.mark.parametrize("name", PRESETS)
def test_every_house_prints_copies_and_plays(name: str) -> None:
    ruleset = PRESETS[name]
    namespace: dict[str, object] = {"BigTwo": BigTwo, "Suit": Suit}
    assert eval(repr(ruleset), namespace) == ruleset
    assert pickle.loads(pickle.dumps(ruleset)) == ruleset
    assert copy.copy(ruleset) == copy.deepcopy(ruleset) == ruleset
    state = ruleset.deal(17)
    while not state.is_over:
        state = step(state, state.legal_actions()[-1])
    assert state.result is not None
    assert sum(state.result.payoffs) == 0
    assert pickle.loads(pickle.dumps(state)) == state


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ["da_lao_er", "indonesian", "pusoy_dos", "clubs_low", "taiwan"])
def test_every_house_has_tables_of_two_to_four(name: str, players: int) -> None:
    ruleset: BigTwo = getattr(BigTwo, name)(players=players)
    assert ruleset.players == players
    usual: BigTwo = getattr(BigTwo, name)()
    found = changed(ruleset)
    found.pop("players", None)
    found.pop("hand_size", None)
    assert found == changed(usual)
    namespace: dict[str, object] = {"BigTwo": BigTwo, "Suit": Suit}
    assert eval(repr(ruleset), namespace) == ruleset


# --- Faults --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"players": 5}, ["players"]),
        ({"players": 1}, ["players"]),
        ({"players": True}, ["players"]),
        ({"players": "4"}, ["players"]),
        ({"flushes": 1}, ["flushes"]),
        ({"triples": None}, ["triples"]),
        ({"five_card_ladder": "no"}, ["five_card_ladder"]),
        ({"opening_card_required": 0}, ["opening_card_required"]),
        ({"flush_order": "Suit"}, ["flush_order"]),
        ({"bombs": True}, ["bombs"]),
        ({"bombs": "in turn"}, ["bombs"]),
        ({"passing": "out"}, ["passing"]),
        ({"next_leader": "dealer"}, ["next_leader"]),
        ({"direction": "reversed"}, ["direction"]),
        ({"last_card_rule": "on"}, ["last_card_rule"]),
        ({"last_card_rule": None}, ["last_card_rule"]),
        ({"settlement": "pairs"}, ["settlement"]),
        ({"odd_card": "kitty", "players": 3}, ["odd_card"]),
        ({"suit_order": tuple(Suit)[:3]}, ["suit_order"]),
        ({"suit_order": (*tuple(Suit)[:3], Suit.CLUBS)}, ["suit_order"]),
        ({"suit_order": list(Suit)}, ["suit_order"]),
        ({"suit_order": (0, 1, 2, 3)}, ["suit_order"]),
        ({"suit_order": "♦♣♥♠"}, ["suit_order"]),
        ({"scale": ()}, ["scale"]),
        ({"scale": ((2, 1),)}, ["scale"]),
        ({"scale": ((1, 1), (1, 2))}, ["scale"]),
        ({"scale": ((1, 1), (9, 2), (5, 3))}, ["scale"]),
        ({"scale": ((1, -1),)}, ["scale"]),
        ({"scale": ((1, 1.5),)}, ["scale"]),
        ({"scale": ((True, 1),)}, ["scale"]),
        ({"scale": ((1, True),)}, ["scale"]),
        ({"scale": [(1, 1)]}, ["scale"]),
        ({"scale": ([1, 1],)}, ["scale"]),
        ({"scale": ((1, 1, 1),)}, ["scale"]),
        ({"scale": 1}, ["scale"]),
        ({"deals": 0}, ["deals"]),
        ({"deals": True}, ["deals"]),
        ({"deals": "ten"}, ["deals"]),
        ({"hand_size": 0}, ["hand_size"]),
        ({"hand_size": 14}, ["hand_size", "players"]),
        ({"hand_size": 18, "players": 3}, ["hand_size", "players"]),
        ({"hand_size": 27, "players": 2}, ["hand_size", "players"]),
        ({"hand_size": True}, ["hand_size"]),
        ({"odd_card": "out"}, ["odd_card", "players"]),
        ({"odd_card": "out", "players": 2}, ["odd_card", "players"]),
        ({"odd_card": "out", "players": 3, "hand_size": 16}, ["odd_card", "hand_size"]),
        ({"flushes": False, "flush_order": "rank"}, ["flush_order", "flushes"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_options_that_cannot_be_are_refused_by_name(
    options: dict[str, Any], named: list[str]
) -> None:
    with pytest.raises(RulesetError) as error:
        BigTwo(**options)
    assert set(named) <= set(error.value.options)
    assert set(error.value.options) <= set(DEFAULTS)
    for name in named:
        assert name in str(error.value)


def test_an_option_that_is_none_of_ours() -> None:
    with pytest.raises(TypeError):
        BigTwo(jokers=2)  # type: ignore[call-arg]  # pyright: ignore


# --- Positions -----------------------------------------------------------------------------------

HANDS = ["3♦ 4♦", "3♣ 4♣", "3♥ 4♥", "3♠ 4♠"]


def faults(ruleset: BigTwo = BIG_TWO, hands: Any = HANDS, **how: Any) -> str:
    with pytest.raises(PositionError) as error:
        ruleset.position(hands, **how)
    return "; ".join(error.value.problems)


def test_all_faults_of_a_position_are_named_at_once() -> None:
    found = faults(
        hands=["3♦ 3♦", "", "5♦ 5♣ 5♥ 5♠ 6♦ 6♣ 6♥ 6♠ 7♦ 7♣ 7♥ 7♠ 8♦ 8♣", "BJ"],
        to_act=7,
        target="3♦ 4♣",
        target_by=9,
        order=0,
        out_of_trick=[5],
    )
    for part in (
        "no seat is out of the trick",
        "hand of seat 1 is empty",
        "hand of seat 2 has more than 13 cards",
        "order is 1 or -1",
        "to_act is a seat",
        "target 3♦ 4♣ is no combination",
        "target_by is a seat",
        "a seat out of the trick is from 0 to 3",
        "does not hold so many",
    ):
        assert part.replace("3♦ 4♣", str(Hand.parse("3♦ 4♣"))) in found, part


@pytest.mark.parametrize(
    ("how", "part"),
    [
        ({"hands": HANDS[:3]}, "4 hands, not 3"),
        ({"hands": [*HANDS, "9♦"]}, "4 hands, not 5"),
        ({"to_act": -1}, "to_act"),
        ({"to_act": True}, "to_act"),
        ({"target": "2♦", "target_by": 0}, "cannot have played the target"),
        ({"target_by": 3}, "without a target"),
        ({"target": "3♦"}, "so many of 3♦"),
        ({"gone": "4♠"}, "so many of 4♠"),
        ({"gone": "2♦", "target": "2♦"}, "so many of 2♦"),
        ({"target": "5♦ 6♦"}, "no combination"),
        ({"target": "BJ"}, "no combination"),
        ({"out_of_trick": [1], "target": "2♦"}, "no seat is out of the trick"),
    ],
)
def test_positions_that_cannot_be(how: dict[str, Any], part: str) -> None:
    assert part in faults(**how)


def test_who_is_out_of_the_trick_in_a_position() -> None:
    locked = BigTwo(passing="out_of_trick")
    assert "no seat is out of the trick" in faults(locked, out_of_trick=[1])
    assert "is not to act" in faults(locked, out_of_trick=[0], target="2♦")
    state = locked.position(HANDS, target="2♦", target_by=2)
    assert state.table.out_of_trick == (3,)
    state = locked.position(HANDS, target="2♦", target_by=2, out_of_trick=[1])
    assert state.table.out_of_trick == (1, 3)
    reversed_order = locked.position(HANDS, target="2♦", target_by=2, order=-1)
    assert reversed_order.table.out_of_trick == (1,)
    assert play(reversed_order, "0: -").to_act == 3


def test_the_player_of_the_target_is_not_out_of_its_trick() -> None:
    locked = BigTwo(passing="out_of_trick")
    assert "out of the trick" in faults(locked, target="2♦", target_by=2, out_of_trick=[2])
    assert "out of the trick" in faults(locked, target="2♦", out_of_trick=[3])
    # By a bomb out of turn it can be.
    bombs = BigTwo(passing="out_of_trick", bombs="out_of_turn")
    bomb = "9♦ 9♣ 9♥ 9♠ 2♦"
    state = bombs.position(HANDS, target=bomb, target_by=2, out_of_trick=[2])
    assert state.table.out_of_trick == (2, 3)


def test_passes_of_a_position() -> None:
    state = BIG_TWO.position(HANDS, target="2♦", target_by=1)
    assert (state.table.passes, state.table.target_by) == (2, 1)
    assert play(state, "0: -").to_act == 1
    state = BIG_TWO.position(HANDS, target="2♦")
    assert (state.table.passes, state.table.target_by) == (0, 3)


def test_a_position_has_no_opening_card_and_no_deal() -> None:
    state = BIG_TWO.position(["3♦ 9♦", "3♣", "3♥", "3♠"], gone="2♠ 2♥")
    assert state.deal is None
    assert state.table.opening_card is None
    assert state.table.gone == Hand.parse("2♠ 2♥")
    assert may(state) == ["3♦", "9♦"]


def test_a_target_may_be_a_combination() -> None:
    target: Combination = read("9♦ 9♠")
    state = BIG_TWO.position(["10♦ 10♣ 3♦", *HANDS[1:]], target=target)
    assert state.table.target == target
    assert may(state) == ["pass", "10♣ 10♦"]


def test_an_opener_of_three_may_hold_eighteen_cards() -> None:
    three = BigTwo(players=3)
    eighteen = " ".join(f"{rank}{suit}" for rank in "A23456789"[:9] for suit in "♦♣")
    assert three.position([eighteen, "K♦", "K♣"]).table.sizes == (18, 1, 1)
    out = BigTwo(players=3, odd_card="out")
    assert "more than 17" in faults(out, [eighteen, "K♦", "K♣"])
