"""Dou Dizhu with three players: tricks, the end of a deal, doubling, spring and payment."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from climbcards import Action, DouDizhu, Hand, Phase, Play, PositionError, Reason, Result, State
from climbcards.games.dou_dizhu import DouDizhuTable
from tests.rules.dou_dizhu import (
    DOU_DIZHU,
    deal_of,
    hand,
    no,
    play,
    position,
    ranks,
    reading,
)
from tests.rules.table import after, listed, refused

SPRING = DouDizhu(spring=True)


def result(state: State[DouDizhuTable]) -> Result:
    """The result of a finished deal."""
    assert state.result is not None
    return state.result


def cards_of(actions: Iterable[Action]) -> list[Hand]:
    """The cards of every play among some actions."""
    return [action.cards for action in actions if isinstance(action, Play)]


# --- Tricks --------------------------------------------------------------------------------------


@pytest.mark.rule("DDZ-29")
def test_a_leader_plays_any_combination_and_does_not_pass() -> None:
    state = position("3334445678BR", "9", "T")
    actions = list(state.legal_actions())
    assert {str(reading(ranks(cards)).kind) for cards in cards_of(actions)} == {
        "single",
        "pair",
        "triple",
        "triple_with_single",
        "triple_with_pair",
        "run",
        "triple_run",
        "triple_run_with_singles",
        "rocket",
    }
    assert len(cards_of(actions)) == len(actions) == len(DOU_DIZHU.leads(state.hands[0]))
    assert no(state, "0: -") is Reason.CANNOT_PASS_LEAD


@pytest.mark.rule("DDZ-30", "DDZ-31")
def test_who_follows_passes_or_beats() -> None:
    state = position("777888999BR", "4", "5", target="66")
    assert listed(state.legal_actions()) == [
        "pass",
        "7♣ 7♦",
        "8♣ 8♦",
        "9♣ 9♦",
        "BJ RJ",
    ]
    assert no(state, "0: 777") is Reason.DIFFERENT_SHAPE
    assert no(state, "0: 7") is Reason.DIFFERENT_SHAPE
    assert no(state, "0: 78") is Reason.NOT_A_COMBINATION
    assert refused(state, "0: play 6♠ 6♥").reason is Reason.CARDS_NOT_HELD
    assert refused(state, "0: play").reason is Reason.NO_CARDS
    higher = position("777888", "4", "5", target="99")
    assert no(higher, "0: 77") is Reason.NOT_HIGHER
    assert listed(higher.legal_actions()) == ["pass"]


@pytest.mark.rule("DDZ-32")
def test_who_passed_may_play_when_the_turn_returns() -> None:
    state = play(position("39KJ", "4T2", "5A8"), "0: 3", "1: -", "2: 5", "0: 9")
    assert state.to_act == 1
    assert listed(state.legal_actions()) == ["pass", "10♣", "2♣"]
    state = play(state, "1: T", "2: -", "0: K", "1: 2")
    assert (state.table.target_by, state.to_act) == (1, 2)


@pytest.mark.rule("DDZ-33", "DDZ-34")
def test_two_passes_in_succession_end_a_trick_and_the_last_to_play_leads() -> None:
    state = play(position("34", "55", "66"), "0: 3", "1: 5", "2: -")
    assert (state.to_act, state.table.passes, state.table.target_by) == (0, 1, 1)
    assert state.table.target is not None
    state = play(state, "0: -")
    assert (state.to_act, state.table.passes) == (1, 0)
    assert state.table.target is None
    assert state.table.target_by is None
    assert no(state, "1: -") is Reason.CANNOT_PASS_LEAD
    assert listed(state.legal_actions()) == ["5♦"]


@pytest.mark.rule("DDZ-33")
def test_passes_that_are_not_in_succession_do_not_end_a_trick() -> None:
    state = play(position("37J", "4", "569"), "0: 3", "1: -", "2: 5", "0: 7", "1: -")
    assert state.to_act == 2
    assert state.table.target == DOU_DIZHU.classify("7♣")
    assert play(state, "2: 9").to_act == 0


@pytest.mark.rule("DDZ-16", "DDZ-33")
def test_turns_follow_the_order_of_the_seats() -> None:
    state = DOU_DIZHU.start(deal_of(DOU_DIZHU, opener=2, order=-1))
    state = after(state, "2: bid 3")
    lead = state.legal_actions()[0]
    state = after(state, f"2: {lead}")
    assert state.to_act == 1
    assert after(state, "1: pass").to_act == 0
    assert after(state, "1: pass", "0: pass").to_act == 2


@pytest.mark.rule("DDZ-35")
def test_the_cards_of_a_trick_are_put_away_and_worth_nothing() -> None:
    state = play(position("3344", "5", "6"), "0: 33", "1: -", "2: -")
    assert state.table.target is None
    assert state.table.played == (hand("33"), Hand(), Hand())
    assert [str(move) for move in state.history] == ["0: play 3♣ 3♦", "1: pass", "2: pass"]
    assert result(play(state, "0: 44")).payoffs == (2, -1, -1)


@pytest.mark.rule("DDZ-31", "DDZ-57", "DDZ-61")
def test_bombs_and_the_rocket_go_on_any_trick_and_may_be_led() -> None:
    state = play(position("44443", "7777BR8", "9"), "0: 3", "1: 7777")
    assert listed(state.legal_actions()) == ["pass"]
    state = play(state, "2: -", "0: -")
    assert listed(state.legal_actions()) == ["8♣", "BJ", "RJ", "BJ RJ"]
    assert play(state, "1: BR").table.doublings == 2
    on_bomb = position("4444BR3", "5", "6", target="7777")
    assert listed(on_bomb.legal_actions()) == ["pass", "BJ RJ"]
    on_run = position("4444BR3", "5", "6", target="789TJQK")
    assert listed(on_run.legal_actions()) == ["pass", "4♣ 4♦ 4♥ 4♠", "BJ RJ"]
    assert play(position("44443", "7777BR8", "9"), "0: 4444").table.doublings == 1


# --- The end of a deal ---------------------------------------------------------------------------


@pytest.mark.rule("DDZ-01", "DDZ-04", "DDZ-07", "DDZ-67")
def test_a_deal_ends_when_somebody_runs_out() -> None:
    state = position("33", "4", "5")
    assert play(state, "0: 3").phase is Phase.PLAY
    state = play(state, "0: 33")
    assert (state.phase, state.to_act) == (Phase.OVER, None)
    assert result(state).out == 0
    assert list(state.legal_actions()) == []
    assert refused(state, "1: play 4♣").reason is Reason.GAME_OVER


@pytest.mark.rule("DDZ-67")
def test_also_with_a_bomb_on_something_lower() -> None:
    state = play(position("335", "4444", "6"), "0: 33", "1: 4444")
    assert state.is_over
    assert result(state).out == 1
    assert state.table.target == reading("4444")


@pytest.mark.rule("DDZ-06", "DDZ-68")
@pytest.mark.parametrize("landlord", [0, 1, 2])
@pytest.mark.parametrize("stake", [1, 2, 3])
def test_the_landlord_runs_out_first_and_each_opponent_pays_him(landlord: int, stake: int) -> None:
    hands = ["45", "46", "47"]
    hands[landlord] = "A"
    state = position(*hands, to_act=landlord, landlord=landlord, stake=stake)
    ended = result(play(state, f"{landlord}: A"))
    assert ended.payoffs == tuple(2 * stake if seat == landlord else -stake for seat in range(3))
    assert ended.points == ended.payoffs
    assert (ended.winners, ended.out, ended.stake) == ((landlord,), landlord, stake)
    assert not ended.thrown_in
    assert ended.liable is None


@pytest.mark.rule("DDZ-01", "DDZ-06", "DDZ-69")
@pytest.mark.parametrize("landlord", [0, 1, 2])
@pytest.mark.parametrize("ally", [1, 2])
@pytest.mark.parametrize("stake", [1, 2, 3])
def test_another_runs_out_first_and_the_landlord_pays_each_opponent(
    landlord: int, ally: int, stake: int
) -> None:
    out = (landlord + ally) % 3
    hands = ["45", "46", "47"]
    hands[out] = "A"
    state = position(*hands, to_act=out, landlord=landlord, stake=stake)
    ended = result(play(state, f"{out}: A"))
    assert ended.payoffs == tuple(-2 * stake if seat == landlord else stake for seat in range(3))
    others = tuple(seat for seat in range(3) if seat != landlord)
    assert (ended.winners, ended.out, ended.teams) == (others, out, ((landlord,), others))
    assert sum(ended.payoffs) == 0


@pytest.mark.rule("DDZ-05", "DDZ-68")
@pytest.mark.parametrize("bid", [1, 2, 3])
def test_the_stake_is_the_bid(bid: int) -> None:
    state = after(DOU_DIZHU.start(deal_of(DOU_DIZHU)), f"0: bid {bid}")
    if bid < 3:
        state = after(state, "1: pass", "2: pass")
    assert (state.table.stake, state.table.doublings) == (bid, 0)
    while not state.is_over:
        state = after(state, f"{state.to_act}: {state.legal_actions()[-1]}")
    ended = result(state)
    assert ended.stake == bid << state.table.doublings == state.table.stake
    assert {abs(payoff) for payoff in ended.payoffs[1:]} == {ended.stake}


# --- Doubling ------------------------------------------------------------------------------------


@pytest.mark.rule("DDZ-70")
def test_every_bomb_and_every_rocket_played_doubles_whoever_plays_it() -> None:
    state = position("3333A", "4444BR5", "66667", stake=3)
    stakes = []
    for move in ["0: 3333", "1: 4444", "2: 6666", "0: -", "1: BR", "2: -", "0: -", "1: 5"]:
        state = play(state, move)
        stakes.append(state.table.stake)
    assert stakes == [6, 12, 24, 24, 48, 48, 48, 48]
    assert state.table.doublings == 4
    ended = result(state)
    assert (ended.stake, ended.payoffs) == (48, (-96, 48, 48))


@pytest.mark.rule("DDZ-70")
def test_one_bid_and_two_bombs_are_four_units_each() -> None:
    state = play(position("33334444A", "5", "6"), "0: 3333", "1: -", "2: -", "0: 4444")
    ended = result(play(state, "1: -", "2: -", "0: A"))
    assert (ended.stake, ended.payoffs) == (4, (8, -4, -4))


@pytest.mark.rule("DDZ-70")
def test_there_is_no_cap() -> None:
    state = position("3333555577779999JJJJ", "444466668888TTTTQ", "KKKKBR", stake=3)
    rounds = ["3333", "4444", "5555", "6666", "7777", "8888", "9999", "TTTT", "JJJJ"]
    for turn, bomb in enumerate(rounds):
        state = play(state, f"{turn % 2}: {bomb}")
        if not state.is_over:
            state = play(state, "2: -") if turn % 2 else state
    assert result(state).stake == 3 * 2**9
    assert result(state).payoffs == (6 * 2**9, -3 * 2**9, -3 * 2**9)


@pytest.mark.rule("DDZ-65", "DDZ-70")
def test_four_of_a_rank_with_cards_attached_double_nothing() -> None:
    for cards in ("333345", "33334455"):
        state = play(position(cards + "6", "7", "8"), f"0: {cards}")
        assert (state.table.stake, state.table.doublings) == (1, 0)
    split = play(position("3333", "7", "8"), "0: 333", "1: -", "2: -", "0: 3")
    assert result(split).stake == 1


@pytest.mark.rule("DDZ-70")
def test_a_bomb_kept_in_the_hand_doubles_nothing() -> None:
    state = play(position("3", "4444BR", "5555"), "0: 3")
    assert result(state).stake == 1


# --- Spring --------------------------------------------------------------------------------------


def test_spring_is_off_unless_told_otherwise() -> None:
    assert DOU_DIZHU.spring is False
    assert result(play(position("33", "4", "5"), "0: 33")).stake == 1
    state = play(position("34", "5", "6"), "0: 3", "1: 5")
    assert result(state).stake == 1


def test_spring_when_no_opponent_has_played() -> None:
    state = position("334", "5", "6", ruleset=SPRING, stake=2)
    state = play(state, "0: 33", "1: -", "2: -")
    assert (state.table.stake, state.table.doublings) == (2, 0)
    ended = result(play(state, "0: 4"))
    assert (ended.stake, ended.payoffs) == (4, (8, -4, -4))


def test_no_spring_when_one_opponent_has_played_once() -> None:
    for seat in (1, 2):
        state = play(position("34A", "57", "68", ruleset=SPRING), "0: 3")
        state = play(state, *(["1: 5", "2: -"] if seat == 1 else ["1: -", "2: 6"]))
        while state.to_act:
            state = play(state, f"{state.to_act}: -")
        state = play(state, "0: A", "1: -", "2: -", "0: 4")
        assert result(state).payoffs == (2, -1, -1)


def test_spring_with_the_whole_hand_at_once() -> None:
    ended = result(play(position("333444555666", "7", "8", ruleset=SPRING), "0: 333444555666"))
    assert ended.payoffs == (4, -2, -2)


@pytest.mark.parametrize(
    "moves",
    [
        ["1: 5", "2: -", "0: -", "1: 7"],
        ["1: -", "2: 6", "0: -", "1: -", "2: 8"],
        ["1: 5", "2: 6", "0: -", "1: 7", "2: 8", "0: -", "1: -", "2: 9"],
    ],
)
def test_spring_against_a_landlord_who_has_played_only_once(moves: list[str]) -> None:
    last = "9" if "2: 9" in moves else ""
    state = position("34", "57" + last, "68" + last, ruleset=SPRING, stake=3)
    ended = result(play(state, "0: 3", *moves))
    assert (ended.stake, ended.payoffs) == (6, (-12, 6, 6))


def test_no_spring_against_a_landlord_who_has_played_twice() -> None:
    state = play(position("3489", "57", "6", ruleset=SPRING), "0: 3", "1: 5", "2: -", "0: 8")
    state = play(state, "1: -", "2: -", "0: 4", "1: 7")
    assert result(state).payoffs == (-2, 1, 1)


def test_spring_comes_on_top_of_bombs() -> None:
    state = position("3333BR4", "5", "6", ruleset=SPRING, stake=3)
    state = play(state, "0: 3333", "1: -", "2: -", "0: BR", "1: -", "2: -", "0: 4")
    assert result(state).payoffs == (48, -24, -24)


def test_spring_is_not_counted_in_the_middle_of_play() -> None:
    middle = SPRING.position([hand("3"), hand("4"), hand("5")], gone=hand("6"))
    assert result(play(middle, "0: 3")).stake == 1
    answered = position("9", "4", "5", ruleset=SPRING, target="8")
    assert result(play(answered, "0: 9")).stake == 1


def test_spring_in_a_whole_deal() -> None:
    low = "3♣ 3♦ 3♥ 4♣ 4♦ 4♥ 5♣ 5♦ 5♥ 6♣ 6♦ 6♥ 7♣ 7♦ 7♥ 8♣ 8♦"
    deal = deal_of(SPRING, low, kitty="8♥ 9♣ 9♦")
    state = after(SPRING.start(deal), "0: bid 1", "1: pass", "2: pass")
    state = play(state, "0: 333444555666777888", "1: -", "2: -", "0: 99")
    assert result(state).payoffs == (4, -2, -2)


# --- Positions -----------------------------------------------------------------------------------


def test_a_position_names_every_fault() -> None:
    with pytest.raises(PositionError) as refusal:
        DOU_DIZHU.position(
            [hand("3"), hand("3"), Hand()], to_act=3, landlord=-1, stake=0, target="4♣ 5♣"
        )
    problems = "; ".join(refusal.value.problems)
    for word in ("landlord", "stake", "seat 2 is empty", "to_act", "4♣ 5♣", "3♣"):
        assert word in problems


def test_a_position_counts_who_has_passed() -> None:
    state = position("3", "45", "6", to_act=1, target="33", target_by=2)
    assert state.table.passes == 1
    assert play(state, "1: -").to_act == 2
    assert play(state, "1: -").table.target is None
    assert state.table.landlord == 0
    assert state.deal is None
    assert state.table.face_up is None


def test_a_view_is_enough_to_play() -> None:
    state = position("3334445", "66677", "8899")
    for moves in ([], ["0: 33344"]):
        now = play(state, *moves)
        seat = now.to_act
        assert seat is not None
        view = now.view(seat)
        assert list(view.legal_actions()) == list(now.legal_actions())
        for text in ("666", "66677", "6", "333", "33344", "BR"):
            action = Play(hand(text))
            assert view.check(action) == now.check(action)


def test_taking_a_move_back_is_keeping_the_state_before_it() -> None:
    state = position("3344", "55", "66")
    before = list(state.legal_actions())
    play(state, "0: 33", "1: 55")
    assert list(state.legal_actions()) == before
    assert state.hands[0] == hand("3344")
    assert play(state, "0: 33") == play(state, "0: 33")
