"""Big Three, three players: the first lead, tricks, the end of a deal, payment."""

from __future__ import annotations

import pytest

from climbcards import (
    BigThree,
    Card,
    Hand,
    Move,
    Pass,
    Phase,
    Play,
    Reason,
    State,
    Table,
)
from tests.rules.table import after, deal_of, listed, opened_by, refused

BIG_THREE = BigThree()

FOURS_TO_SEVENS = "4♣ 4♦ 4♥ 4♠ 5♣ 5♦ 5♥ 5♠ 6♣ 6♦ 6♥ 6♠ 7♣ 7♦ 7♥ 7♠"
EIGHTS_TO_JACKS = "8♣ 8♦ 8♥ 8♠ 9♣ 9♦ 9♥ 9♠ 10♣ 10♦ 10♥ 10♠ J♣ J♦ J♥ J♠"
FOUR_THREES = "3♣ 3♦ 3♥ 3♠"


# --- The first lead ------------------------------------------------------------------------------


@pytest.mark.rule("BT3-33")
@pytest.mark.parametrize("opener", [0, 1, 2])
@pytest.mark.parametrize("bids", [["3"], ["1", "3"], ["1", "2", "3"], ["1", "p", "2", "p", "p"]])
def test_the_opener_leads_whoever_won_the_auction(opener: int, bids: list[str]) -> None:
    state = BIG_THREE.start(opened_by(BIG_THREE, opener))
    for turn, bid in enumerate(bids):
        word = "pass" if bid == "p" else f"bid {bid}"
        state = after(state, f"{(opener + turn) % 3}: {word}")
    assert state.phase is Phase.PLAY
    assert state.to_act == opener
    assert state.table.target is None
    assert state.table.soloist == (opener + {1: 0, 2: 1, 3: 2, 5: 2}[len(bids)]) % 3


@pytest.mark.rule("BT3-33")
def test_the_first_lead_need_not_hold_the_opening_card() -> None:
    deal = deal_of(BIG_THREE, "4♥ 9♠ 9♣")
    state = after(BIG_THREE.start(deal), "0: bid 3", "0: play 9♣ 9♠")
    assert Card.parse("4♥") in state.hands[0]
    assert state.to_act == 1


# --- Tricks --------------------------------------------------------------------------------------


@pytest.mark.rule("BT3-43", "RB3-26")
def test_a_player_in_turn_passes_or_beats_the_last_play() -> None:
    state = BIG_THREE.position(["8♣ 9♣ 3♣ 3♦", "10♣ 4♣", "5♣ 6♣"], target="8♦", target_by=2)
    assert listed(state.legal_actions()) == ["pass", "9♣", "3♣"]
    assert refused(state, "0: play 8♣").reason is Reason.NOT_HIGHER
    assert refused(state, "0: play 3♣ 3♦").reason is Reason.DIFFERENT_SHAPE
    state = after(state, "0: play 9♣")
    assert state.table.target == BIG_THREE.classify("9♣")
    assert (state.table.target_by, state.to_act) == (0, 1)
    assert listed(state.legal_actions()) == ["pass", "10♣"]


@pytest.mark.rule("BT3-43", "BT3-49")
def test_the_leader_of_a_trick_cannot_pass() -> None:
    state = BIG_THREE.position(["8♣ 9♣", "10♣", "5♣"])
    assert listed(state.legal_actions()) == ["8♣", "9♣"]
    assert refused(state, "0: pass").reason is Reason.CANNOT_PASS_LEAD


@pytest.mark.rule("BT3-46", "BT3-47", "RB3-29")
def test_a_trick_goes_round_and_a_pass_is_not_final() -> None:
    state = BIG_THREE.position(["4♣ 7♣ 10♣ A♣", "5♦ 8♦ J♦ 2♦", "6♥ 7♥ 9♥ Q♥ 3♥"])
    rounds = [
        ["0: play 4♣", "1: pass", "2: play 6♥"],
        ["0: pass", "1: play 8♦", "2: play 9♥"],
        ["0: play 10♣", "1: pass", "2: play Q♥"],
        ["0: pass", "1: play 2♦", "2: play 3♥"],
    ]
    for moves in rounds:
        state = after(state, *moves)
        assert state.table.target is not None
        assert state.table.target.cards == Play(moves[-1].removeprefix("2: play ")).cards
        assert (state.table.target_by, state.to_act) == (2, 0)


@pytest.mark.rule("BT3-48", "BT3-49", "RB3-30")
def test_two_passes_in_succession_end_a_trick_and_its_winner_leads_anything() -> None:
    state = BIG_THREE.position(["4♣ 5♣", "6♦ 8♦ 8♥ 9♦ 10♦", "7♥ 9♥ 3♥"])
    state = after(state, "0: play 4♣", "1: play 6♦", "2: pass")
    assert state.table.target is not None
    assert state.table.passes == 1
    state = after(state, "0: pass")
    assert state.table.target is None
    assert (state.table.target_by, state.to_act) == (None, 1)
    assert listed(state.legal_actions()) == ["8♦", "9♦", "10♦", "8♦ 9♦ 10♦", "8♦ 8♥"]


@pytest.mark.rule("BT3-48", "RB3-31")
def test_played_cards_are_out_of_play_but_stay_in_the_history() -> None:
    state = BIG_THREE.position(["4♣ 5♣", "6♦ 8♦", "7♥ 9♥"])
    state = after(state, "0: play 4♣", "1: play 6♦", "2: pass", "0: pass")
    assert state.hands == (Hand.parse("5♣"), Hand.parse("8♦"), Hand.parse("7♥ 9♥"))
    for seat in (0, 1, 2, None):
        table = state.view(seat).table
        assert table.history == (
            Move(0, Play("4♣")), Move(1, Play("6♦")), Move(2, Pass()), Move(0, Pass())
        )  # fmt: skip
        assert table.played == (Hand.parse("4♣"), Hand.parse("6♦"), Hand())


@pytest.mark.rule("BT3-09", "BT3-43")
def test_the_turn_passes_seat_by_seat() -> None:
    state = BIG_THREE.position(["4♣ 5♣", "6♦ 8♦", "7♥ 9♥"], to_act=2)
    state = after(state, "2: play 7♥")
    assert state.to_act == 0
    assert refused(state, "1: play 8♦").reason is Reason.NOT_YOUR_TURN
    assert after(state, "0: pass").to_act == 1


# --- The worked examples -------------------------------------------------------------------------


@pytest.mark.rule("BT3-50", "BT3-51", "BT3-52")
def test_the_worked_examples() -> None:
    a, b, c = "5♣ 5♦ K♣ K♦ A♣ 2♣ 3♣", "2♦ 2♥ 5♥ 6♥ 7♥ 3♦ 8♠", "9♣ 9♦ J♥ Q♥ K♥ 4♠ 6♠"
    state = after(BIG_THREE.position([a, b, c]), "0: play 5♣ 5♦")
    assert state.check(Play("2♦ 2♥")) is None  # B may skip ranks, and does not
    state = after(state, "1: pass", "2: play 9♣ 9♦", "0: play K♣ K♦", "1: play 2♦ 2♥")
    assert state.table.target == BIG_THREE.classify("2♦ 2♥")
    state = after(state, "2: pass", "0: pass")
    assert (state.table.target, state.to_act) == (None, 1)

    state = after(state, "1: play 5♥ 6♥ 7♥", "2: play J♥ Q♥ K♥")
    highest = BIG_THREE.classify("J♥ Q♥ K♥")
    assert highest is not None
    assert list(BIG_THREE.answers(Hand(BIG_THREE.deck) - highest.cards, highest)) == []
    assert listed(state.legal_actions()) == ["pass"]
    state = after(state, "0: pass")
    assert listed(state.legal_actions()) == ["pass"]
    state = after(state, "1: pass", "2: play 4♠")
    assert state.to_act == 0


# --- The end and the payment ---------------------------------------------------------------------


def is_finished(state: State[Table]) -> None:
    """The deal is over in every respect."""
    assert (state.phase, state.to_act, state.is_over) == (Phase.OVER, None, True)
    assert list(state.legal_actions()) == []
    for seat in range(state.ruleset.players):
        assert list(state.legal_actions(seat)) == []
        assert refused(state, f"{seat}: pass").reason is Reason.GAME_OVER


@pytest.mark.rule("BT3-06", "BT3-53", "RB3-05", "RB3-32")
@pytest.mark.parametrize("ruleset", [BigThree(), BigThree.bolshaya_troika()])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_deal_ends_at_once_when_a_player_has_no_cards(ruleset: BigThree, seat: int) -> None:
    hands = ["4♣ 3♣", "5♦ 3♦", "6♥ 3♥"]
    hands[seat] = ["4♣", "5♦", "6♥"][seat]
    state = ruleset.position(hands, target="4♦" if seat else None, to_act=seat)
    assert state.result is None
    state = after(state, f"{seat}: play {hands[seat]}")
    is_finished(state)
    assert state.result is not None
    assert state.result.out == seat
    assert state.hands[seat] == Hand()
    assert [len(hand) for hand in state.hands].count(2) == 2


def dealt(ruleset: BigThree, bid: int, out: int) -> State[Table]:
    """A whole deal on a bid of seat 0, won by seat ``out``."""
    hands = [FOURS_TO_SEVENS, "", ""]
    if out:
        hands[out] = EIGHTS_TO_JACKS
    state = ruleset.start(deal_of(ruleset, *hands, kitty=FOUR_THREES))
    state = after(state, f"0: bid {bid}")
    if bid < 3:
        state = after(state, "1: pass", "2: pass")
    state = after(state, f"0: play {FOURS_TO_SEVENS}")
    if not out:
        return after(state, "1: pass", "2: pass", f"0: play {FOUR_THREES}")
    if out == 2:
        state = after(state, "1: pass")
    return after(state, f"{out}: play {EIGHTS_TO_JACKS}")


@pytest.mark.rule("BT3-05", "BT3-54", "RB3-07", "RB3-33")
@pytest.mark.parametrize("ruleset", [BigThree(), BigThree.bolshaya_troika()])
@pytest.mark.parametrize("bid", [1, 2, 3])
def test_each_opponent_pays_the_bid_to_a_soloist_who_is_out(ruleset: BigThree, bid: int) -> None:
    state = dealt(ruleset, bid, out=0)
    is_finished(state)
    result = state.result
    assert result is not None
    assert (result.winners, result.out, result.teams) == ((0,), 0, ((0,), (1, 2)))
    assert (result.stake, result.payoffs) == (bid, (2 * bid, -bid, -bid))
    assert result.points == result.payoffs
    assert (result.liable, result.thrown_in) == (None, False)


@pytest.mark.rule("BT3-05", "BT3-55", "BT3-56", "RB3-07", "RB3-34")
@pytest.mark.parametrize("ruleset", [BigThree(), BigThree.bolshaya_troika()])
@pytest.mark.parametrize("bid", [1, 2, 3])
@pytest.mark.parametrize("out", [1, 2])
def test_the_soloist_pays_both_opponents_if_either_is_out(
    ruleset: BigThree, bid: int, out: int
) -> None:
    state = dealt(ruleset, bid, out)
    is_finished(state)
    result = state.result
    assert result is not None
    assert (result.winners, result.out, result.teams) == ((1, 2), out, ((0,), (1, 2)))
    assert (result.stake, result.payoffs) == (bid, (-2 * bid, bid, bid))
    assert result.points == result.payoffs


@pytest.mark.rule("BT3-54", "BT3-55")
@pytest.mark.parametrize("soloist", [0, 1, 2])
@pytest.mark.parametrize("out", [0, 1, 2])
def test_payment_in_any_seats(soloist: int, out: int) -> None:
    hands = ["4♣ 3♣", "4♦ 3♦", "4♥ 3♥"]
    hands[out] = "A♠"
    state = BIG_THREE.position(hands, to_act=out, soloist=soloist, stake=2)
    result = after(state, f"{out}: play A♠").result
    assert result is not None
    sign = 1 if out == soloist else -1
    expected = [-2 * sign] * 3
    expected[soloist] = 4 * sign
    assert result.payoffs == tuple(expected)


# --- Bombs ---------------------------------------------------------------------------------------


def test_each_bomb_doubles_the_payment() -> None:
    bombs = BigThree(bombs=True)
    hands = ["4♣ 5♣ 5♦ 5♥ 5♠ 6♣", "9♣ 9♦ 9♥ 9♠ 7♣", "8♣ 8♦"]
    for bid, soloist in ((1, 0), (3, 1)):
        state = bombs.position(hands, soloist=soloist, stake=bid)
        assert (state.table.stake, state.table.doublings) == (bid, 0)
        state = after(state, "0: play 4♣", "1: pass", "2: play 8♣", "0: play 5♣ 5♦ 5♥ 5♠")
        assert (state.table.stake, state.table.doublings) == (2 * bid, 1)
        assert listed(state.legal_actions()) == ["pass", "9♣ 9♦ 9♥ 9♠"]
        state = after(state, "1: play 9♣ 9♦ 9♥ 9♠", "2: pass", "0: pass")
        assert (state.table.stake, state.table.doublings) == (4 * bid, 2)
        result = after(state, "1: play 7♣").result
        assert result is not None
        assert result.stake == 4 * bid
        if soloist == 0:
            assert result.payoffs == (-8 * bid, 4 * bid, 4 * bid)
        else:
            assert result.payoffs == (-4 * bid, 8 * bid, -4 * bid)


def test_a_bomb_that_is_led_or_goes_out_doubles_too() -> None:
    state = BigThree(bombs=True).position(["4♣ 4♦ 4♥ 4♠", "5♣", "6♣"], stake=3)
    result = after(state, "0: play 4♣ 4♦ 4♥ 4♠").result
    assert result is not None
    assert (result.stake, result.payoffs) == (6, (12, -6, -6))


def test_runs_of_quads_are_no_bombs() -> None:
    state = BigThree(bombs=True).position([FOURS_TO_SEVENS, "8♣", "9♣"], stake=1)
    result = after(state, f"0: play {FOURS_TO_SEVENS}").result
    assert result is not None
    assert (result.stake, result.payoffs) == (1, (2, -1, -1))


@pytest.mark.rule("BT3-37")
def test_without_bombs_a_quad_doubles_nothing() -> None:
    assert BIG_THREE.bombs is False
    state = BIG_THREE.position(["4♣ 4♦ 4♥ 4♠", "5♣", "6♣"], stake=3)
    state = after(state, "0: play 4♣ 4♦ 4♥ 4♠")
    assert state.table.doublings == 0
    assert state.result is not None
    assert state.result.payoffs == (6, -3, -3)
