"""Big Two: tricks, passing, what is public, the end of a deal and the score."""

from __future__ import annotations

import pytest

from climbcards import BigTwo, DealContext, Hand, Move, Pass, Phase, Play, Reason, State, step
from climbcards.games.big_two import BigTwoTable
from tests.rules.big_two import BIG_TWO, may, no, opened, over, play
from tests.rules.table import refused

LOCKED = BigTwo(passing="out_of_trick")


# --- Turns ---------------------------------------------------------------------------------------


@pytest.mark.rule("B2-43", "B2-52", "B2-79", "B2-81")
@pytest.mark.parametrize("order", [1, -1])
def test_the_turn_passes_round(order: int) -> None:
    state = BIG_TWO.position(["3♦ 8♦", "4♦ 8♣", "5♦ 8♥", "6♦ 8♠"], order=order)
    seats = [0, order % 4, 2, -order % 4]
    ranks = {0: "3♦", 1: "4♦", 2: "5♦", 3: "6♦"}
    state = play(state, f"0: {ranks[0]}")
    assert state.to_act == seats[1]
    state = play(state, f"{seats[1]}: -")
    assert state.to_act == seats[2]
    state = play(state, "2: -")
    assert state.to_act == seats[3]
    state = play(state, f"{seats[3]}: {ranks[seats[3]]}")
    assert state.to_act == 0


@pytest.mark.rule("B2-53", "B2-58")
def test_a_player_passes_or_beats_with_as_many_cards() -> None:
    state = BIG_TWO.position(
        ["9♠ 10♦ 10♣ 3♦ 4♦", "K♦", "K♣", "K♥"], target="9♥", target_by=3, to_act=0
    )
    assert may(state) == ["pass", "9♠", "10♦", "10♣"]
    assert no(state, "0: 3♦") is Reason.NOT_HIGHER
    assert no(state, "0: 10♦ 10♣") is Reason.DIFFERENT_SHAPE
    assert no(state, "0: 9♠ 10♦") is Reason.NOT_A_COMBINATION
    assert no(state, "0: K♦") is Reason.CARDS_NOT_HELD
    assert no(state, "1: K♦") is Reason.NOT_YOUR_TURN
    assert no(state, "1: -") is Reason.NOT_YOUR_TURN
    assert no(state, "5: -") is Reason.NO_SUCH_SEAT
    assert refused(state, "0: bid 1").reason is Reason.WRONG_PHASE
    assert play(state, "0: -").to_act == 1
    assert play(state, "0: 10♣").table.target == BIG_TWO.classify("10♣")


@pytest.mark.rule("B2-53", "B2-57")
def test_a_leader_may_not_pass_and_leads_anything() -> None:
    state = BIG_TWO.position(["9♠ 9♦ 3♦", "K♦", "K♣", "K♥"])
    assert no(state, "0: -") is Reason.CANNOT_PASS_LEAD
    assert may(state) == ["3♦", "9♦", "9♠", "9♦ 9♠"]


@pytest.mark.rule("B2-55", "B2-57")
def test_a_trick_ends_when_all_the_others_have_passed_in_succession() -> None:
    state = BIG_TWO.position(["3♦ 9♠ 7♣ 7♦", "4♦ 10♦", "5♦ J♦", "6♦ Q♦"])
    state = play(state, "0: 3♦", "1: 4♦", "2: -", "3: 6♦", "0: -", "1: -")
    assert state.table.passes == 2
    assert state.table.target_by == 3
    state = play(state, "2: -")
    assert (state.to_act, state.table.target, state.table.target_by) == (3, None, None)
    assert state.table.passes == 0
    assert no(state, "3: -") is Reason.CANNOT_PASS_LEAD


@pytest.mark.rule("B2-55")
def test_a_play_that_nobody_can_beat_still_takes_its_passes() -> None:
    state = BIG_TWO.position(["2♠ 3♦", "4♦", "5♦", "6♦"])
    state = play(state, "0: 2♠")
    for seat in (1, 2, 3):
        assert may(state) == ["pass"]
        state = play(state, f"{seat}: -")
    assert (state.to_act, state.table.target) == (0, None)


@pytest.mark.rule("B2-59")
def test_a_player_who_passed_may_play_later_in_the_trick() -> None:
    state = BIG_TWO.position(["3♦ 9♠ 2♣", "4♦ 10♦", "5♦ J♦", "6♦ Q♦"])
    state = play(state, "0: 3♦", "1: -", "2: -", "3: 6♦", "0: 9♠")
    assert state.to_act == 1
    assert state.table.out_of_trick == ()
    assert may(state) == ["pass", "10♦"]
    state = play(state, "1: 10♦")
    assert (state.table.target_by, state.to_act) == (1, 2)


# --- Out of the trick ----------------------------------------------------------------------------


def locked(*hands: str) -> State[BigTwoTable]:
    return LOCKED.position(hands)


def test_a_player_who_passed_may_be_out_of_the_trick() -> None:
    state = locked("5♦ 8♦ 9♠", "4♦ 10♦", "6♦ J♦ 3♣", "7♦ Q♦")
    state = play(state, "0: 5♦", "1: -")
    assert state.table.out_of_trick == (1,)
    state = play(state, "2: 6♦", "3: -", "0: 8♦")
    assert state.table.out_of_trick == (1, 3)
    assert state.to_act == 2  # seat 1 is skipped
    assert no(state, "1: 10♦") is Reason.NOT_YOUR_TURN
    assert may(state, 1) == []
    state = play(state, "2: J♦")
    assert state.to_act == 0  # and seat 3
    state = play(state, "0: -")
    assert (state.to_act, state.table.target) == (2, None)
    assert state.table.out_of_trick == ()


def test_a_trick_may_end_with_one_pass_where_the_others_are_out() -> None:
    state = locked("5♦ 8♦ 9♠ 3♦", "4♦ 10♦", "6♦ J♦ K♦", "7♦ Q♦")
    state = play(state, "0: 5♦", "1: -", "2: 6♦", "3: -", "0: 8♦", "2: J♦", "0: -")
    assert (state.to_act, state.table.target, state.table.passes) == (2, None, 0)
    state = play(state, "2: K♦")
    assert state.is_over


def test_in_a_new_trick_everybody_is_back() -> None:
    state = locked("5♦ 8♦ 9♠", "4♦ 10♦", "6♦ J♦", "7♦ Q♦")
    state = play(state, "0: 5♦", "1: -", "2: -", "3: -")
    assert (state.to_act, state.table.out_of_trick) == (0, ())
    state = play(state, "0: 8♦", "1: 10♦", "2: J♦", "3: Q♦")
    assert (state.to_act, state.table.out_of_trick) == (0, ())


def test_passing_is_final_in_reverse_too() -> None:
    state = LOCKED.position(["5♦ 8♦ 9♠", "4♦ 10♦", "6♦ J♦", "7♦ Q♦"], order=-1)
    state = play(state, "0: 5♦", "3: -", "2: 6♦", "1: -", "0: 8♦")
    assert (state.to_act, state.table.out_of_trick) == (2, (1, 3))


def test_views_agree_about_who_is_out() -> None:
    state = play(locked("5♦ 8♦", "4♦ 10♦", "6♦ J♦", "7♦ Q♦"), "0: 5♦", "1: -")
    for seat in (0, 1, 2, 3, None):
        assert state.view(seat).table == state.table
        assert state.view(seat).table.out_of_trick == (1,)


# --- What is public ------------------------------------------------------------------------------


@pytest.mark.rule("B2-54", "B2-60")
def test_plays_and_hand_sizes_are_public() -> None:
    state = opened(BIG_TWO, "3♦ 3♣ 7♠", "9♦ 9♣")
    state = play(state, "0: 3♦ 3♣", "1: 9♦ 9♣", "2: -")
    for seat in (0, 1, 2, 3, None):
        table = state.view(seat).table
        assert table.sizes == (11, 11, 13, 13)
        assert table.played == (Hand.parse("3♦ 3♣"), Hand.parse("9♦ 9♣"), Hand(), Hand())
        assert table.history == (
            Move(0, Play("3♦ 3♣")),
            Move(1, Play("9♦ 9♣")),
            Move(2, Pass()),
        )
        assert (table.to_act, table.target_by, table.passes) == (3, 1, 1)
    assert state.view(None).hand == Hand()


def test_there_is_no_auction_and_nothing_is_staked() -> None:
    table = BIG_TWO.deal(3).table
    assert (table.bids, table.stake, table.doublings, table.kitty) == ((), 0, 0, None)


# --- The end -------------------------------------------------------------------------------------


@pytest.mark.rule("B2-07", "B2-61", "B2-62")
def test_the_deal_ends_the_moment_a_player_runs_out() -> None:
    state = BIG_TWO.position(["9♠", "2♦ 3♦", "2♣ 4♦", "2♥ 5♦"], target="8♠", target_by=3)
    state = play(state, "0: 9♠")
    assert state.is_over
    assert state.phase is Phase.OVER
    assert state.to_act is None
    for seat in range(4):
        assert list(state.legal_actions(seat)) == []
    assert no(state, "1: 2♦") is Reason.GAME_OVER
    assert no(state, "1: -") is Reason.GAME_OVER
    result = over(state)
    assert (result.out, result.winners) == (0, (0,))
    assert state.table.target == BIG_TWO.classify("9♠")


@pytest.mark.rule("B2-02", "B2-61")
def test_everybody_is_a_side_alone() -> None:
    result = over(play(BIG_TWO.position(["9♠", "3♦", "4♦", "5♦"]), "0: 9♠"))
    assert result.teams == ((0,), (1,), (2,), (3,))
    assert (result.stake, result.liable, result.thrown_in) == (1, None, False)


# --- The score -----------------------------------------------------------------------------------


def left(ruleset: BigTwo, *sizes: int, winner: int = 0) -> State[BigTwoTable]:
    """A deal that a seat has just won while the seats hold so many cards."""
    rest = list(ruleset.sort(ruleset.deck))
    last = rest.pop()
    hands: list[Hand] = []
    for seat, size in enumerate(sizes):
        hands.append(Hand([last]) if seat == winner else Hand(rest[:size]))
        del rest[: 0 if seat == winner else size]
    return play(ruleset.position(hands, to_act=winner), f"{winner}: {last}")


@pytest.mark.rule("B2-08", "B2-63", "B2-64", "B2-65", "B2-66", "B2-67")
def test_cards_left_cost_points() -> None:
    expected = [1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 22, 24, 39]
    for cards, points in enumerate(expected, 1):
        result = over(left(BIG_TWO, 0, cards, 1, 13))
        assert result.points == (0, points, 1, 39)
    assert expected == sorted(expected)
    assert over(left(BIG_TWO, 9, 10, 0, 12, winner=2)).points == (9, 20, 0, 24)


@pytest.mark.rule("B2-78")
def test_da_lao_er_has_another_scale() -> None:
    expected = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 22, 24, 26]
    for cards, points in enumerate(expected, 1):
        assert over(left(BigTwo.da_lao_er(), 0, cards, 1, 1)).points == (0, points, 1, 1)


@pytest.mark.parametrize(
    ("scale", "expected"),
    [
        (((1, 1),), [1, 2, 7, 8, 9, 10, 12, 13]),
        (((1, 1), (8, 2), (10, 3), (13, 4)), [1, 2, 7, 16, 18, 30, 36, 52]),
        (((1, 0), (8, 5)), [0, 0, 0, 40, 45, 50, 60, 65]),
        (((1, 2), (2, 1)), [2, 2, 7, 8, 9, 10, 12, 13]),
    ],
)
def test_scales_are_an_option(scale: tuple[tuple[int, int], ...], expected: list[int]) -> None:
    ruleset = BigTwo(scale=scale)
    found = [over(left(ruleset, 0, cards, 1, 1)).points[1] for cards in (1, 2, 7, 8, 9, 10, 12, 13)]
    assert found == expected


@pytest.mark.rule("B2-69")
@pytest.mark.parametrize(
    ("sizes", "payoffs"),
    [
        ((0, 13, 13, 13), (117, -39, -39, -39)),
        ((0, 4, 7, 11), (33, 17, 5, -55)),
        ((0, 1, 1, 1), (3, -1, -1, -1)),
    ],
)
def test_each_pair_settles_the_difference(sizes: tuple[int, ...], payoffs: tuple[int, ...]) -> None:
    result = over(left(BIG_TWO, *sizes))
    assert result.payoffs == payoffs
    for seat, points in enumerate(result.points):
        assert result.payoffs[seat] == sum(other - points for other in result.points)


def test_the_winner_may_take_what_the_others_lose() -> None:
    ruleset = BigTwo(settlement="winner_takes")
    result = over(left(ruleset, 4, 7, 0, 11, winner=2))
    assert result.points == (4, 7, 0, 22)
    assert result.payoffs == (-4, -7, 33, -22)


@pytest.mark.rule("B2-03", "B2-69")
def test_three_and_two_players_settle_alike() -> None:
    three = over(left(BigTwo(players=3), 0, 17, 10))
    assert (three.points, three.payoffs) == ((0, 51, 20), (71, -82, 11))
    two = over(left(BigTwo(players=2), 5, 0, winner=1))
    assert (two.points, two.payoffs) == ((5, 0), (-5, 5))
    takes = BigTwo(players=3, settlement="winner_takes")
    assert over(left(takes, 0, 17, 10)).payoffs == (71, -51, -20)


def test_a_random_deal_keeps_its_cards_and_its_history() -> None:
    state, played = BIG_TWO.deal(21, DealContext(dealer=2)), Hand()
    while not state.is_over:
        seat, before = state.to_act, state
        action = state.legal_actions()[-1]
        for other in range(4):
            assert list(state.view(other).legal_actions()) == list(state.legal_actions(other))
        state = step(state, action)
        assert state.history == (*before.history, Move(seat or 0, action))
        played += action.cards if isinstance(action, Play) else Hand()
        assert sum(state.hands, Hand()) + played == Hand(BIG_TWO.deck)
        assert state.table.sizes == tuple(map(len, state.hands))
    result = over(state)
    assert result.points == tuple(BIG_TWO.penalty(len(hand)) for hand in state.hands)
