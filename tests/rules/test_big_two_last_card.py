"""Big Two for money: the last-card rule, by payment and by refusal."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from climbcards import BigTwo, Card, Reason, Result, State
from climbcards.games.big_two import BigTwoTable
from tests.rules.big_two import may, no, over, play
from tests.rules.table import refused

OFF = BigTwo()
PAY = BigTwo(last_card_rule="pay")
TAKES = BigTwo(last_card_rule="pay", settlement="winner_takes")
ENFORCE = BigTwo(last_card_rule="enforce")


def house(rule: str = "enforce", **options: Any) -> BigTwo:
    return BigTwo(last_card_rule=rule, **options)  # type: ignore[arg-type]  # pyright: ignore


def answering(ruleset: BigTwo, hand: str = "6♦ 9♠ K♣ 2♥", **how: Any) -> State[BigTwoTable]:
    """Seat 0 is to answer a single five; seat 1 has one card left."""
    hands = [hand, "2♠", "3♦ 3♣ 3♥ 3♠ 4♦ 4♣ 4♥", "J♦ J♣ Q♦ Q♣ Q♥ K♦ K♥ A♦ A♣ A♥ A♠"]
    return ruleset.position(hands, target="5♦", **how)


def leading(ruleset: BigTwo, hand: str, **how: Any) -> State[BigTwoTable]:
    """Seat 0 leads; seat 1 has one card left."""
    hands = [hand, "2♠", "3♦ 3♣ 3♥ 3♠ 4♦ 4♣ 4♥", "J♦ J♣ Q♦ Q♣ Q♥ K♦ K♥ A♦ A♣ A♥ A♠"]
    return ruleset.position(hands, **how)


def outcome(state: State[BigTwoTable], *moves: str) -> Result:
    return over(play(state, *moves))


# --- Enforced ------------------------------------------------------------------------------------


@pytest.mark.rule("B2-70", "B2-71")
def test_answering_a_single_the_highest_card_is_owed() -> None:
    state = answering(ENFORCE)
    assert may(state) == ["2♥"]
    for broken in ("6♦", "9♠", "K♣"):
        assert no(state, f"0: {broken}") is Reason.LAST_CARD_RULE
    assert no(state, "0: -") is Reason.LAST_CARD_RULE
    violation = refused(state, "0: play 6♦")
    assert violation.card == Card.parse("2♥")
    assert "2♥" in violation.message
    assert refused(state, "0: pass").card == Card.parse("2♥")
    assert play(state, "0: 2♥").to_act == 1


@pytest.mark.rule("B2-71")
def test_highest_goes_by_rank_and_suit() -> None:
    assert may(answering(ENFORCE, "2♦ 2♥ 9♠ 9♦")) == ["2♥"]
    pusoy = BigTwo(last_card_rule="enforce", suit_order=BigTwo.pusoy_dos().suit_order, players=4)
    assert may(answering(pusoy, "2♦ 2♥ 9♠ 9♦")) == ["2♦"]


@pytest.mark.rule("B2-71")
def test_nothing_is_owed_where_the_highest_card_does_not_beat() -> None:
    state = answering(ENFORCE, "6♦ 6♥ 7♦")
    assert may(state) == ["7♦"]
    low = ENFORCE.position(["6♦ 7♦", "2♠", "3♦ 3♣", "J♦ J♣"], target="8♦")
    assert may(low) == ["pass"]
    assert play(low, "0: -").to_act == 1


@pytest.mark.rule("B2-71")
def test_the_earlier_reasons_come_first() -> None:
    state = answering(ENFORCE)
    assert no(state, "0: 9♣") is Reason.CARDS_NOT_HELD
    assert no(state, "0: 6♦ 9♠") is Reason.NOT_A_COMBINATION
    low = ENFORCE.position(["4♣ 7♦ 2♦", "2♠", "3♦ 3♣", "J♦ J♣"], target="5♦")
    assert no(low, "0: 4♣") is Reason.NOT_HIGHER


@pytest.mark.rule("B2-70")
def test_the_rule_is_silent_on_pairs_and_when_the_next_player_has_more() -> None:
    hands = ["9♦ 9♠ K♣ K♦ 2♥", "2♠", "3♦ 3♣", "J♦ J♣"]
    pairs = ENFORCE.position(hands, target="5♦ 5♣")
    assert may(pairs) == ["pass", "9♦ 9♠", "K♣ K♦"]
    two_left = ENFORCE.position(["6♦ 9♠ 2♥", "2♠ 2♦", "3♦", "J♦"], target="5♦")
    assert may(two_left) == ["pass", "6♦", "9♠", "2♥"]


@pytest.mark.rule("B2-72")
def test_leading_more_than_one_card_is_owed() -> None:
    state = leading(ENFORCE, "6♦ 6♣ 9♠ 2♥")
    assert may(state) == ["6♣ 6♦"]
    violation = refused(state, "0: play 2♥")
    assert violation.reason is Reason.LAST_CARD_RULE
    assert violation.card is None
    assert "more than one card" in violation.message
    assert no(state, "0: 9♠") is Reason.LAST_CARD_RULE
    assert no(state, "0: -") is Reason.CANNOT_PASS_LEAD
    many = leading(ENFORCE, "6♦ 6♣ 6♥ 9♠ 9♥ 2♥")
    assert all(len(cards.split()) > 1 for cards in may(many))
    assert len(may(many)) == 3 + 1 + 1 + 1  # any pair, the triple, the full house


@pytest.mark.rule("B2-73")
def test_leading_single_cards_the_highest_is_owed() -> None:
    state = leading(ENFORCE, "6♦ 8♣ 9♠ 2♥")
    assert may(state) == ["2♥"]
    assert refused(state, "0: play 9♠").card == Card.parse("2♥")
    assert play(state, "0: 2♥").to_act == 1


def test_what_counts_as_more_than_one_card_is_what_may_be_played() -> None:
    hand = "6♦ 7♦ 8♦ 10♦ J♦"
    flush = ENFORCE.position([hand, "2♠", "3♦", "4♦"])
    assert may(flush) == [hand]
    none = house(flushes=False).position([hand, "2♠", "3♦", "4♦"])
    assert may(none) == ["J♦"]


@pytest.mark.rule("B2-71", "B2-72")
@pytest.mark.parametrize("bombs", ["in_turn", "out_of_turn"])
def test_a_bomb_always_satisfies_the_rule(bombs: str) -> None:
    ruleset = house(bombs=bombs)
    four = "6♦ 6♣ 6♥ 6♠ 2♥"
    state = ruleset.position([f"{four} 8♦", "2♠", "3♦", "4♦"], target="5♦")
    assert may(state) == ["2♥", "6♣ 6♦ 6♥ 6♠ 8♦", "2♥ 6♣ 6♦ 6♥ 6♠"]
    assert play(state, f"0: {four}").to_act == 1
    paid = house("pay", bombs=bombs).position([f"{four} 8♦", "2♠", "3♦", "4♦"], target="5♦")
    paid = play(paid, f"0: {four}", "1: -", "2: -", "3: -")
    assert paid.to_act == 0


def test_others_than_the_seat_to_act_owe_nothing() -> None:
    ruleset = house(bombs="out_of_turn")
    hands = ["6♦ 2♥", "3♦ 3♣", "9♦ 9♣ 9♥ 9♠ 4♦ 2♦", "2♠"]
    state = ruleset.position(hands, target="5♦")
    assert len(may(state, 2)) == 2
    assert play(state, "2: 9♦ 9♣ 9♥ 9♠ 4♦").to_act == 3


# --- Who comes next ------------------------------------------------------------------------------


@pytest.mark.rule("B2-70", "B2-81")
def test_the_next_player_follows_the_order_of_play() -> None:
    hands = ["6♦ 2♥", "2♠", "3♦ 3♣", "J♦ J♣"]
    assert may(ENFORCE.position(hands, target="5♦")) == ["2♥"]
    assert may(ENFORCE.position(hands, target="5♦", order=-1)) == ["pass", "6♦", "2♥"]
    hands = ["6♦ 2♥", "3♦ 3♣", "J♦ J♣", "2♠"]
    assert may(ENFORCE.position(hands, target="5♦")) == ["pass", "6♦", "2♥"]
    assert may(ENFORCE.position(hands, target="5♦", order=-1)) == ["2♥"]
    assert may(ENFORCE.position(hands, order=-1)) == ["2♥"]


def test_a_seat_out_of_the_trick_is_not_next() -> None:
    ruleset = house(passing="out_of_trick")
    hands = ["6♦ 7♥ 2♥", "2♠", "7♦ 7♣ 8♦", "J♦ J♣"]
    state = ruleset.position(hands, target="5♦", out_of_trick=[1])
    assert may(state) == ["pass", "6♦", "7♥", "2♥"]  # the next one is seat 2
    hands = ["6♦ 7♥ 2♥", "7♦ 7♣ 8♦", "2♠", "J♦ J♣"]
    state = ruleset.position(hands, target="5♦", out_of_trick=[1])
    assert may(state) == ["2♥"]
    state = ruleset.position(hands, target="5♦")
    assert may(state) == ["pass", "6♦", "7♥", "2♥"]
    led = ruleset.position(["6♦ 7♥", "2♠", "7♦", "J♦"])
    assert may(led) == ["7♥"]


def test_a_pass_that_leaves_the_last_card_next() -> None:
    """Seat 0 played; seats 1 and 3 are out; seat 2's pass would give seat 0 the lead."""
    ruleset = house(passing="out_of_trick")
    hands = ["2♠", "7♦ 7♣", "6♦ K♥", "J♦ J♣"]
    state = ruleset.position(hands, target="5♦", target_by=0, to_act=2, out_of_trick=[3])
    assert may(state) == ["K♥"]


# --- Paid for ------------------------------------------------------------------------------------


@pytest.mark.rule("B2-70", "B2-74")
def test_whoever_broke_it_pays_for_all() -> None:
    """4, 7 and 11 cards left: 4 + 7 + 22 = 33."""
    hand = "6♦ 9♠ K♣ 2♥ 8♥"
    state = answering(PAY, hand)
    assert len(may(state)) == 6
    result = outcome(state, "0: 6♦", "1: 2♠")
    assert result.liable == 0
    assert result.points == (33, 0, 0, 0)
    assert result.payoffs == (-99, 33, 33, 33)
    assert (result.winners, result.out) == ((1,), 1)
    takes = outcome(answering(TAKES, hand), "0: 6♦", "1: 2♠")
    assert (takes.liable, takes.points) == (0, (33, 0, 0, 0))
    assert takes.payoffs == (-33, 33, 0, 0)


@pytest.mark.rule("B2-74")
def test_whoever_kept_it_pays_his_own() -> None:
    hand = "6♦ 9♠ K♣ 2♥ 8♥"
    result = outcome(answering(PAY, hand), "0: 2♥", "1: 2♠")
    assert result.liable is None
    assert result.points == (4, 0, 7, 22)
    assert result.payoffs == (17, 33, 5, -55)
    off = outcome(answering(OFF, hand), "0: 6♦", "1: 2♠")
    assert (off.liable, off.points) == (None, (4, 0, 7, 22))


@pytest.mark.rule("B2-71", "B2-74")
def test_passing_breaks_it_too() -> None:
    result = outcome(answering(PAY, "6♦ 9♠ K♣ 2♥"), "0: -", "1: 2♠")
    assert (result.liable, result.points) == (0, (33, 0, 0, 0))
    low = PAY.position(["6♦ 7♦", "2♠", "3♦ 3♣", "J♦ J♣"], target="8♦")
    assert outcome(low, "0: -", "1: 2♠").liable is None


@pytest.mark.rule("B2-72", "B2-73", "B2-74")
def test_a_lead_may_break_it() -> None:
    assert outcome(leading(PAY, "6♦ 6♣ 9♠ 2♥"), "0: 9♠", "1: 2♠").liable == 0
    assert outcome(leading(PAY, "6♦ 6♣ 9♠ 2♥"), "0: 2♥", "1: 2♠").liable == 0
    assert outcome(leading(PAY, "6♦ 8♣ 9♠ 2♥"), "0: 9♠", "1: 2♠").liable == 0
    assert outcome(leading(PAY, "6♦ 8♣ 9♠ 2♥"), "0: 2♥", "1: 2♠").liable is None
    state = play(leading(PAY, "6♦ 6♣ 9♠ 2♥"), "0: 6♦ 6♣", "1: -", "2: -", "3: -")
    assert state.to_act == 0


@pytest.mark.rule("B2-74")
def test_only_going_out_at_once_makes_it_dear() -> None:
    state = play(answering(PAY, "6♦ 9♠ K♣ 2♥"), "0: 6♦", "1: -", "2: -", "3: J♦", "0: 2♥")
    assert outcome(state, "1: 2♠").liable is None  # the last card of seat 0 was owed
    state = play(answering(PAY, "6♦ 9♠ K♣ 2♥ 2♦"), "0: 6♦", "1: -", "2: -", "3: J♦", "0: K♣")
    assert outcome(state, "1: 2♠").liable == 0


@pytest.mark.rule("B2-74")
def test_the_last_pass_of_a_trick_may_break_it() -> None:
    """Seat 3 played last and holds one card; seat 2 passes and lets it lead."""
    hands = ["4♦ 4♣", "3♦ 3♣", "K♦ 6♣", "2♠"]
    state = PAY.position(hands, target="9♦", target_by=3, to_act=0)
    result = outcome(state, "0: -", "1: -", "2: -", "3: 2♠")
    assert result.liable == 2
    assert result.points == (0, 0, 6, 0)
    strict = ENFORCE.position(hands, target="9♦", target_by=3, to_act=2)
    assert may(strict) == ["K♦"]


@pytest.mark.rule("B2-74", "B2-81")
def test_who_is_liable_follows_the_order_of_play() -> None:
    hands = ["6♦ 9♠ 2♥", "3♦ 3♣", "J♦ J♣", "2♠"]
    state = PAY.position(hands, target="5♦", order=-1)
    assert outcome(state, "0: 6♦", "3: 2♠").liable == 0
    state = PAY.position(["6♦ 9♠ 2♥", "2♠", "3♦ 3♣", "J♦ J♣"], target="5♦", order=-1)
    state = play(state, "0: 6♦", "3: -", "2: -")
    assert outcome(state, "1: 2♠").liable is None  # seat 2 could not beat: it held a pair below


@pytest.mark.rule("B2-74")
def test_one_who_skips_over_a_seat_that_is_out_is_liable() -> None:
    ruleset = house("pay", passing="out_of_trick")
    hands = ["6♦ 2♥", "7♦ 7♣", "2♠", "J♦ J♣"]
    state = ruleset.position(hands, target="5♦", out_of_trick=[1])
    assert outcome(state, "0: 6♦", "2: 2♠").liable == 0
    # Seat 0 is next but one: seat 1 stands between, and can beat too.
    state = ruleset.position(hands, target="5♦")
    assert outcome(state, "0: 6♦", "1: -", "2: 2♠").liable == 1
    assert outcome(state, "0: 6♦", "1: 7♣", "2: 2♠").liable is None


def test_a_bomb_out_of_turn_between_ends_it() -> None:
    ruleset = house("pay", bombs="out_of_turn")
    hands = ["6♦ 2♥", "2♠", "9♦ 9♣ 9♥ 9♠ 4♦ 3♠ 3♣", "J♦ J♣"]
    state = play(ruleset.position(hands, target="5♦"), "0: 6♦", "2: 9♦ 9♣ 9♥ 9♠ 4♦")
    state = play(state, "3: -", "0: -", "1: -", "2: 3♣ 3♠")
    assert over(state).liable is None
    alone = play(ruleset.position(hands, target="5♦"), "0: 6♦", "2: 9♦ 9♣ 9♥ 9♠ 4♦")
    alone = play(alone, "3: -", "0: -", "1: -")
    assert alone.to_act == 2


def test_going_out_with_a_bomb_out_of_turn_costs_nobody_else() -> None:
    ruleset = house("pay", bombs="out_of_turn")
    hands = ["6♦ 2♥", "2♠", "9♦ 9♣ 9♥ 9♠ 4♦", "J♦ J♣"]
    result = outcome(ruleset.position(hands, target="5♦"), "0: 6♦", "2: 9♦ 9♣ 9♥ 9♠ 4♦")
    assert (result.out, result.liable, result.points) == (2, None, (1, 1, 0, 2))


def test_going_out_oneself_breaks_nothing() -> None:
    state = PAY.position(["6♦", "2♠", "3♦ 3♣", "J♦ J♣"], target="5♦")
    result = outcome(state, "0: 6♦")
    assert (result.liable, result.points) == (None, (0, 1, 2, 2))


def test_with_two_and_three_players() -> None:
    two = house("pay", players=2).position(["6♦ 9♠ 2♥", "2♠"], target="5♦")
    result = outcome(two, "0: 9♠", "1: 2♠")
    assert (result.liable, result.points, result.payoffs) == (0, (2, 0), (-2, 2))
    three = house("pay", players=3).position(["6♦ 9♠ 2♥", "2♠", "3♦ 3♣ 3♥"], target="5♦")
    result = outcome(three, "0: 9♠", "1: 2♠")
    assert (result.liable, result.points, result.payoffs) == (0, (5, 0, 0), (-10, 5, 5))


def test_a_breach_is_part_of_the_state_only_where_it_pays() -> None:
    broken = play(answering(PAY), "0: 6♦")
    again = pickle.loads(pickle.dumps(broken))
    assert again == broken
    assert outcome(again, "1: 2♠").liable == 0
    for seat in range(4):
        assert broken.view(seat).table == broken.table


def test_a_view_knows_what_is_owed_by_its_own_hand() -> None:
    state = answering(ENFORCE)
    assert list(state.view(0).legal_actions()) == list(state.legal_actions())
    before = answering(ENFORCE, "6♦ 7♦ 7♣ 8♣")
    assert state.view(1).table == before.view(1).table
