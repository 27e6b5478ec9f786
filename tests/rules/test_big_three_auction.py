"""Big Three, three players: who opens the auction, how it goes, and who takes the kitty."""

from __future__ import annotations

import pytest

from climbcards import Bid, BigThree, Card, Hand, Move, Pass, Phase, Reason
from tests.rules.table import after, deal_of, listed, opened_by, refused

BIG_THREE = BigThree()

HEARTS = ["4♥", "5♥", "6♥", "7♥", "8♥", "9♥", "10♥", "J♥", "Q♥", "K♥", "A♥", "2♥", "3♥"]
"""In the order in which they decide who opens."""


# --- Who opens the auction -----------------------------------------------------------------------


@pytest.mark.rule("BT3-25")
@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_holder_of_the_four_of_hearts_opens_whoever_deals(seat: int, dealer: int) -> None:
    hands = ["", "", ""]
    hands[seat] = "4♥"
    state = BIG_THREE.start(deal_of(BIG_THREE, *hands, dealer=dealer))
    assert state.phase is Phase.AUCTION
    assert state.to_act == seat
    assert (state.table.opener, state.table.opening_card) == (seat, Card.parse("4♥"))


@pytest.mark.rule("BT3-25")
@pytest.mark.parametrize("buried", [1, 2, 3, 4])
def test_else_the_lowest_heart_that_was_dealt_opens(buried: int) -> None:
    lowest = HEARTS[buried]
    kitty = " ".join(HEARTS[:buried] + ["4♣", "4♦", "4♠"][: 4 - buried])
    state = BIG_THREE.start(deal_of(BIG_THREE, "A♥ 2♥ 3♥", "K♥", lowest, kitty=kitty))
    assert state.to_act == 2
    assert state.table.opening_card == Card.parse(lowest)


@pytest.mark.rule("BT3-25")
def test_with_four_to_seven_of_hearts_in_the_kitty_the_eight_opens() -> None:
    deal = deal_of(BIG_THREE, "A♥ 2♥ 3♥ 9♥", "8♥", "", kitty="4♥ 5♥ 6♥ 7♥")
    for seat in (0, 1, 2, None):
        table = BIG_THREE.start(deal).view(seat).table
        assert (table.opener, table.opening_card) == (1, Card.parse("8♥"))


@pytest.mark.rule("BT3-25")
def test_aces_twos_and_threes_of_hearts_are_no_low_hearts() -> None:
    state = BIG_THREE.start(deal_of(BIG_THREE, "A♥ 2♥ 3♥", "5♥", "6♥", kitty="4♥ 3♣ 3♦ 3♠"))
    assert state.to_act == 1


# --- The auction ---------------------------------------------------------------------------------


@pytest.mark.rule("BT3-24", "BT3-26")
def test_the_opener_must_bid_one_two_or_three() -> None:
    state = BIG_THREE.start(opened_by(BIG_THREE, 1))
    assert listed(state.legal_actions()) == ["bid 1", "bid 2", "bid 3"]
    violation = refused(state, "1: pass")
    assert (violation.reason, violation.bids) == (Reason.MUST_BID, (1, 2, 3))
    for bid in (1, 2, 3):
        assert after(state, f"1: bid {bid}").table.stake == bid


@pytest.mark.rule("BT3-24")
@pytest.mark.parametrize("bid", [-1, 0, 4, 100])
def test_there_are_no_other_bids(bid: int) -> None:
    state = BIG_THREE.start(opened_by(BIG_THREE, 0))
    for moves in [[], ["0: bid 2"]]:
        now = after(state, *moves)
        violation = refused(now, f"{now.to_act}: bid {bid}")
        assert (violation.reason, violation.bids) == (Reason.BID_OUT_OF_RANGE, (1, 2, 3))


@pytest.mark.rule("BT3-28")
def test_the_others_pass_or_bid_more() -> None:
    state = after(BIG_THREE.start(opened_by(BIG_THREE, 0)), "0: bid 1")
    assert listed(state.legal_actions()) == ["pass", "bid 2", "bid 3"]
    state = after(state, "1: bid 2")
    assert listed(state.legal_actions()) == ["pass", "bid 3"]
    for bid in (1, 2):
        violation = refused(state, f"2: bid {bid}")
        assert violation.reason is Reason.BID_TOO_LOW
        assert (violation.highest, violation.bids) == (2, (3,))


@pytest.mark.rule("BT3-09", "BT3-27")
def test_the_turn_to_speak_passes_seat_by_seat() -> None:
    state = after(BIG_THREE.start(opened_by(BIG_THREE, 2)), "2: bid 1")
    assert state.to_act == 0
    state = after(state, "0: pass")
    assert state.to_act == 1
    state = after(state, "1: bid 2")
    assert state.to_act == 2
    assert state.table.bids == (Move(2, Bid(1)), Move(0, Pass()), Move(1, Bid(2)))
    assert refused(state, "0: bid 3").reason is Reason.NOT_YOUR_TURN


@pytest.mark.rule("BT3-23", "BT3-29")
def test_two_passes_in_succession_close_the_auction() -> None:
    state = after(BIG_THREE.start(opened_by(BIG_THREE, 0)), "0: bid 1", "1: pass")
    assert state.phase is Phase.AUCTION
    assert state.table.soloist is None
    state = after(state, "2: pass")
    assert state.phase is Phase.PLAY
    assert (state.table.soloist, state.table.stake) == (0, 1)


@pytest.mark.rule("BT3-29")
def test_who_passed_may_bid_when_the_turn_returns() -> None:
    state = after(
        BIG_THREE.start(opened_by(BIG_THREE, 0)), "0: bid 1", "1: pass", "2: bid 2", "0: pass"
    )
    assert state.phase is Phase.AUCTION
    assert state.to_act == 1
    assert listed(state.legal_actions()) == ["pass", "bid 3"]
    assert after(state, "1: bid 3").table.soloist == 1
    assert after(state, "1: pass").table.soloist == 2


@pytest.mark.rule("BT3-30")
@pytest.mark.parametrize(
    ("moves", "soloist"),
    [
        (["1: bid 3"], 1),
        (["1: bid 1", "2: bid 3"], 2),
        (["1: bid 1", "2: bid 2", "0: bid 3"], 0),
        (["1: bid 2", "2: pass", "0: bid 3"], 0),
    ],
)
def test_a_bid_of_three_closes_the_auction_at_once(moves: list[str], soloist: int) -> None:
    state = BIG_THREE.start(opened_by(BIG_THREE, 1))
    assert after(state, *moves[:-1]).phase is Phase.AUCTION
    state = after(state, *moves)
    assert state.phase is Phase.PLAY
    assert (state.table.soloist, state.table.stake) == (soloist, 3)
    assert refused(state, "1: bid 3").reason is Reason.WRONG_PHASE


@pytest.mark.rule("BT3-26")
def test_no_deal_is_passed_out() -> None:
    state = after(BIG_THREE.start(opened_by(BIG_THREE, 2)), "2: bid 1", "0: pass", "1: pass")
    assert (state.table.soloist, state.table.stake) == (2, 1)


# --- The kitty -----------------------------------------------------------------------------------


@pytest.mark.rule("BT3-07", "BT3-31", "BT3-32")
def test_the_soloist_takes_the_kitty_and_gives_nothing_back() -> None:
    before = BIG_THREE.start(opened_by(BIG_THREE, 0, kitty="3♣ 3♦ 3♥ 3♠"))
    state = after(before, "0: bid 1", "1: bid 2", "2: pass", "0: pass")
    assert state.table.soloist == 1
    assert state.table.sizes == (16, 20, 16)
    assert state.hands[1] == before.hands[1] + Hand.parse("3♣ 3♦ 3♥ 3♠")
    assert (state.hands[0], state.hands[2]) == (before.hands[0], before.hands[2])
    assert state.phase is Phase.PLAY
    assert refused(state, "0: discard 4♥").reason is Reason.WRONG_PHASE
    assert state.view(1).dealt == before.hands[1]


@pytest.mark.rule("BT3-31")
@pytest.mark.parametrize("shown", [False, True])
def test_the_others_see_the_taken_kitty_only_if_it_is_shown(shown: bool) -> None:
    ruleset = BigThree(kitty_shown=shown)
    kitty = "3♣ 3♦ 3♥ 3♠"
    state = after(ruleset.start(opened_by(ruleset, 0, kitty=kitty)), "0: bid 2", "1: pass")
    assert all(state.view(seat).table.kitty is None for seat in (0, 1, 2, None))
    state = after(state, "2: pass")
    for seat in (0, 1, 2, None):
        assert state.view(seat).table.kitty == (Hand.parse(kitty) if shown else None)
    assert Hand.parse(kitty) <= state.view(0).hand


def test_the_kitty_is_hidden_unless_told_otherwise() -> None:
    assert BIG_THREE.kitty_shown is False
