"""Big Two: bombs, in turn and out of turn."""

from __future__ import annotations

import pickle

import pytest

from climbcards import Action, BigTwo, Move, Pass, Play, Reason, State, step
from climbcards.games.big_two import BigTwoTable
from tests.rules.big_two import BIG_TWO, may, no, opened, over, play

DA_LAO_ER = BigTwo.da_lao_er()
IN_TURN = BigTwo(bombs="in_turn")
LADDER = BigTwo(bombs="out_of_turn")
LOCKED = BigTwo(bombs="out_of_turn", passing="out_of_trick")

FOUR_SIXES = "6♦ 6♣ 6♥ 6♠ 3♣"
FOUR_NINES = "9♦ 9♣ 9♥ 9♠ 3♥"
FLUSH_OF_TEN = "10♠ J♠ Q♠ K♠ A♠"
LOW_FLUSH = "A♦ 2♦ 3♦ 4♦ 5♦"


def table(ruleset: BigTwo, *hands: str, target: str | None = None) -> State[BigTwoTable]:
    """Seat 0 is to act; what lies on the table is seat 3's."""
    return ruleset.position(hands, target=target)


# --- In turn -------------------------------------------------------------------------------------


@pytest.mark.rule("B2-77")
def test_bombs_in_turn_beat_anything() -> None:
    for target in ("2♠", "2♥ 2♠", "2♣ 2♥ 2♠", "2♣ 2♥ 2♠ A♦ A♣", "10♦ J♦ Q♦ K♣ A♥"):
        state = table(IN_TURN, f"{FOUR_SIXES} 4♥", "4♦", "4♣ 8♦", "4♠", target=target)
        assert "3♣ 6♣ 6♦ 6♥ 6♠" in may(state)
        after = play(state, f"0: {FOUR_SIXES}")
        assert (after.to_act, after.table.passes) == (1, 0)
        assert no(state, "2: 8♦") is Reason.NOT_YOUR_TURN
        plain = table(BIG_TWO, f"{FOUR_SIXES} 4♥", "4♦", "4♣ 8♦", "4♠", target=target)
        if len(target.split()) < 5:
            assert no(plain, f"0: {FOUR_SIXES}") is Reason.DIFFERENT_SHAPE


def test_bombs_in_turn_are_never_out_of_turn() -> None:
    state = table(IN_TURN, "4♦ 5♦", f"{FOUR_SIXES} 4♥", "4♣", "4♠", target="3♠")
    assert may(state, 1) == []
    assert no(state, f"1: {FOUR_SIXES}") is Reason.NOT_YOUR_TURN


def test_a_bomb_is_beaten_only_by_a_better_one() -> None:
    state = table(IN_TURN, f"{FOUR_NINES} 2♠ 2♥", "4♦", "4♣", "4♠", target=FOUR_SIXES)
    found = {"3♥ 9♣ 9♦ 9♥ 9♠", "2♥ 9♣ 9♦ 9♥ 9♠", "2♠ 9♣ 9♦ 9♥ 9♠", "pass"}
    assert set(may(state)) == found
    assert no(state, "0: 2♠") is Reason.DIFFERENT_SHAPE
    state = table(IN_TURN, f"{FOUR_NINES} 2♠", "4♣", "4♥", "4♠", target=LOW_FLUSH)
    assert may(state) == ["pass"]
    assert no(state, f"0: {FOUR_NINES}") is Reason.NOT_HIGHER
    state = table(IN_TURN, f"{FLUSH_OF_TEN} 2♠", "4♣", "4♥", "4♠", target=LOW_FLUSH)
    assert len(may(state)) == 2


# --- Out of turn ---------------------------------------------------------------------------------


def waiting(ruleset: BigTwo = DA_LAO_ER) -> State[BigTwoTable]:
    """Seat 3 has played 7♠; seat 0 is to act; seats 1 and 2 hold bombs."""
    return table(
        ruleset,
        "4♦ 8♦ 8♣",
        f"{FOUR_SIXES} 4♣ 10♦",
        f"{FOUR_NINES} 10♠ J♠ Q♠ K♠ A♠",
        "4♥ Q♦ 5♥ 5♦ 5♣ 5♠ 3♦",
        target="7♠",
    )


@pytest.mark.rule("B2-77")
def test_two_seats_may_both_be_able_to_play_out_of_turn() -> None:
    state = waiting()
    assert may(state) == ["pass", "8♦", "8♣"]
    one, two = may(state, 1), may(state, 2)
    assert "3♣ 6♣ 6♦ 6♥ 6♠" in one
    assert len(one) == 3  # with each of the three other cards
    assert "A♠ 10♠ J♠ Q♠ K♠" in two
    assert len(two) == 6 + 2  # the nines, and two straight flushes
    assert "pass" not in one + two
    for seat, hand in ((1, FOUR_SIXES), (2, FOUR_NINES), (2, FLUSH_OF_TEN)):
        assert state.check(Play(hand), seat) is None
        assert state.view(seat).check(Play(hand)) is None


@pytest.mark.rule("B2-77")
def test_the_turn_goes_on_after_the_player_of_the_bomb() -> None:
    state = play(waiting(), "0: -")
    assert (state.to_act, state.table.passes) == (1, 1)
    state = play(state, f"2: {FOUR_NINES}")
    assert (state.to_act, state.table.passes, state.table.target_by) == (3, 0, 2)
    assert state.history[-1] == Move(2, Play(FOUR_NINES))
    state = play(state, "3: -", "0: -", "1: -")
    assert (state.to_act, state.table.target) == (2, None)


def test_a_bomb_may_be_bombed_out_of_turn() -> None:
    state = play(waiting(), f"1: {FOUR_SIXES}")
    assert state.to_act == 2
    state = play(state, "2: -")
    assert state.to_act == 3
    state = play(state, f"2: {FLUSH_OF_TEN}")
    assert (state.to_act, state.table.target_by) == (3, 2)
    assert [move.seat for move in state.history] == [1, 2, 2]
    assert may(state, 1) == []


@pytest.mark.rule("B2-77")
def test_what_cannot_be_played_out_of_turn() -> None:
    state = waiting()
    assert no(state, "1: 10♦") is Reason.NOT_A_BOMB
    assert no(state, "1: -") is Reason.NOT_YOUR_TURN
    assert no(state, "1: 6♦ 6♣ 6♥ 6♠") is Reason.NOT_A_COMBINATION
    assert no(state, f"1: {FOUR_NINES}") is Reason.CARDS_NOT_HELD
    assert no(state, "3: 5♦ 5♣ 5♥ 5♠ 3♦") is Reason.OWN_PLAY
    assert no(state, "3: Q♦") is Reason.OWN_PLAY
    assert may(state, 3) == []
    assert no(state, "4: 10♦") is Reason.NO_SUCH_SEAT
    state = play(state, f"2: {FOUR_NINES}")
    assert state.to_act == 3
    assert no(state, f"1: {FOUR_SIXES}") is Reason.NOT_HIGHER
    assert may(state, 1) == []
    assert no(state, f"2: {FLUSH_OF_TEN}") is Reason.OWN_PLAY
    assert no(state, "3: 5♦ 5♣ 5♥ 5♠ 3♦") is Reason.NOT_HIGHER


@pytest.mark.rule("B2-77")
def test_nothing_is_played_out_of_turn_before_a_lead() -> None:
    state = table(DA_LAO_ER, "4♦ 8♦", f"{FOUR_SIXES} 4♣", "4♥", "4♠")
    assert may(state, 1) == []
    assert no(state, f"1: {FOUR_SIXES}") is Reason.NOT_YOUR_TURN
    state = play(state, "0: 4♦")
    assert "3♣ 6♣ 6♦ 6♥ 6♠" in may(state, 1)
    state = play(state, "1: -", "2: -", "3: -")
    assert state.table.target is None
    assert no(state, f"1: {FOUR_SIXES}") is Reason.NOT_YOUR_TURN
    deal = opened(DA_LAO_ER, "3♦", f"{FOUR_SIXES} 4♣")
    assert no(deal, f"1: {FOUR_SIXES}") is Reason.NOT_YOUR_TURN
    assert may(deal, 1) == []


@pytest.mark.rule("B2-77", "B2-62")
def test_the_last_play_of_a_deal_is_not_bombed() -> None:
    state = table(DA_LAO_ER, "4♦", f"{FOUR_SIXES} 4♣", "4♥", "4♠")
    state = play(state, "0: 4♦")
    assert over(state).out == 0
    assert no(state, f"1: {FOUR_SIXES}") is Reason.GAME_OVER


def test_one_may_go_out_out_of_turn() -> None:
    state = table(DA_LAO_ER, "4♦ 4♣", "5♦ 5♣", FOUR_SIXES, "4♥ 4♠", target="2♠")
    state = play(state, f"2: {FOUR_SIXES}")
    assert over(state).out == 2
    assert over(state).points == (2, 2, 0, 2)


def test_the_seat_to_act_bombs_as_any_other_does() -> None:
    state = table(DA_LAO_ER, f"{FOUR_SIXES} 4♦", "4♣", "4♥", "4♠", target="2♠")
    assert may(state) == may(state, 0)
    state = play(state, f"0: {FOUR_SIXES}")
    assert (state.to_act, state.table.target_by) == (1, 0)


def test_with_the_ladder_bombs_are_the_same() -> None:
    state = waiting(LADDER)
    assert play(state, f"2: {FOUR_NINES}").to_act == 3
    flush = table(LADDER, "4♦", f"{FOUR_SIXES} 4♣", "4♥", "4♠", target="8♠ 9♠ 10♠ J♠ 2♠")
    assert play(flush, f"1: {FOUR_SIXES}").to_act == 2
    assert no(play(flush, f"1: {FOUR_SIXES}"), "0: 4♦") is Reason.NOT_A_BOMB
    straight = table(
        LADDER, "8♦ 9♦ 10♦ J♦ Q♣ 4♦", f"{FOUR_SIXES} 4♣", "4♥", "4♠", target="7♠ 8♠ 9♠ 10♠ J♣"
    )
    assert "8♦ 9♦ 10♦ J♦ Q♣" in may(straight)
    bombed = play(straight, f"1: {FOUR_SIXES}")
    assert no(bombed, "0: 8♦ 9♦ 10♦ J♦ Q♣") is Reason.NOT_A_BOMB


def test_order_reversed_the_turn_goes_on_the_other_way() -> None:
    hands = ["4♦ 8♦", f"{FOUR_SIXES} 4♣", "4♥ 8♥", "4♠ 8♠"]
    state = DA_LAO_ER.position(hands, target="7♠", order=-1)
    assert state.table.target_by == 1  # the seat before, in reverse
    state = DA_LAO_ER.position(hands, target="7♠", target_by=2, order=-1)
    state = play(state, f"1: {FOUR_SIXES}")
    assert (state.to_act, state.table.passes) == (0, 0)
    assert play(state, "0: -").to_act == 3


# --- Out of the trick ----------------------------------------------------------------------------


def test_a_seat_out_of_the_trick_may_still_bomb() -> None:
    state = play(waiting(LOCKED), "0: -", "1: -")
    assert state.table.out_of_trick == (0, 1)
    assert state.to_act == 2
    assert "3♣ 6♣ 6♦ 6♥ 6♠" in may(state, 1)
    state = play(state, f"1: {FOUR_SIXES}")
    assert (state.to_act, state.table.target_by, state.table.passes) == (2, 1, 0)
    assert state.table.out_of_trick == (0, 1)  # it still has no turn
    state = play(state, "2: -")
    assert state.to_act == 3
    state = play(state, "3: -")
    assert (state.to_act, state.table.target, state.table.out_of_trick) == (1, None, ())


def test_the_seat_whose_play_was_bombed_answers_though_the_others_are_out() -> None:
    state = play(waiting(LOCKED), "0: 8♦", "1: -", "2: -")
    assert state.to_act == 3
    state = play(state, f"2: {FOUR_NINES}")
    assert (state.to_act, state.table.target_by) == (3, 2)
    state = play(state, "3: -")
    assert (state.to_act, state.table.out_of_trick) == (0, (1, 2, 3))
    state = play(state, "0: -")
    assert (state.to_act, state.table.target, state.table.out_of_trick) == (2, None, ())


def test_a_seat_that_is_out_bombs_on_after_being_bombed() -> None:
    state = play(waiting(LOCKED), "0: -", "1: -", f"1: {FOUR_SIXES}", "2: -", f"2: {FLUSH_OF_TEN}")
    assert (state.to_act, state.table.target_by) == (3, 2)
    state = play(state, "3: -")
    assert (state.to_act, state.table.target) == (2, None)


def test_a_play_after_which_all_others_are_out_ends_the_trick() -> None:
    others = f"{FOUR_SIXES} 4♣", "5♦ 5♣", f"{FOUR_NINES} 4♠"
    state = play(
        table(LOCKED, "4♦ 8♦", *others),
        "0: 8♦",
        "1: -",
        "2: -",
        f"1: {FOUR_SIXES}",  # out of the trick, and out of turn
    )
    assert (state.to_act, state.table.out_of_trick) == (3, (1, 2))
    state = play(state, "3: -", "0: -")
    assert (state.to_act, state.table.target) == (1, None)
    three = table(LOCKED, "4♦ 8♦ 10♦ J♦ Q♦ K♦ A♦", *others)
    three = play(three, "0: 8♦", "1: -", "2: -", f"1: {FOUR_SIXES}", "3: -")
    assert three.to_act == 0
    three = play(three, "0: 10♦ J♦ Q♦ K♦ A♦")  # nobody else has a turn in this trick
    assert (three.to_act, three.table.target, three.table.out_of_trick) == (0, None, ())
    assert no(three, f"3: {FOUR_NINES}") is Reason.NOT_YOUR_TURN
    assert play(three, "0: 4♦").is_over


# --- Values --------------------------------------------------------------------------------------


def test_history_keeps_who_acted_and_survives() -> None:
    state = play(waiting(), f"2: {FOUR_NINES}", "3: -", "0: -", "1: -", f"2: {FLUSH_OF_TEN}")
    assert [move.seat for move in state.history] == [2, 3, 0, 1, 2]
    assert pickle.loads(pickle.dumps(state)) == state
    again = waiting()
    for seat, action in state.history:
        again = step(again, action, seat)
    assert again == state
    assert hash(again) == hash(state)


def test_views_agree_with_the_state_for_every_seat() -> None:
    state = waiting()
    tried: list[Action] = [
        Pass(),
        Play(FOUR_SIXES),
        Play(FOUR_NINES),
        Play(FLUSH_OF_TEN),
        Play("8♦"),
        Play(""),
    ]
    for moves in ((), (f"1: {FOUR_SIXES}",), ("0: -",), (f"2: {FOUR_NINES}", "3: -")):
        now = play(state, *moves)
        for seat in range(4):
            view = now.view(seat)
            assert list(view.legal_actions()) == list(now.legal_actions(seat))
            for action in tried:
                assert view.check(action) == now.check(action, seat)
                assert (action in now.legal_actions(seat)) is (now.check(action, seat) is None)
        assert list(now.view(None).legal_actions()) == []
