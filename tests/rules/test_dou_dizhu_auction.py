"""Dou Dizhu: the auction, the throw-in, and the landlord's kitty and lead."""

from __future__ import annotations

import pytest

from climbcards import Bid, Card, DouDizhu, Hand, Match, Move, Pass, Phase, Reason
from tests.rules.dou_dizhu import DOU_DIZHU, FOUR, deal_of, opened
from tests.rules.table import after, listed, refused

both = pytest.mark.parametrize("ruleset", [DOU_DIZHU, FOUR], ids=["three", "four"])

# --- The auction ---------------------------------------------------------------------------------


@both
@pytest.mark.rule("DDZ-21", "DDZ-22", "DDZ-23")
def test_the_opener_passes_or_bids_one_two_or_three(ruleset: DouDizhu) -> None:
    for opener in range(ruleset.players):
        state = opened(ruleset, opener)
        assert (state.phase, state.to_act) == (Phase.AUCTION, opener)
        assert state.table.stake == 0
        assert listed(state.legal_actions()) == ["pass", "bid 1", "bid 2", "bid 3"]
        assert refused(state, f"{(opener + 1) % 3}: bid 1").reason is Reason.NOT_YOUR_TURN
        for word in state.legal_actions():
            assert after(state, f"{opener}: {word}").table.bids == (Move(opener, word),)


@both
@pytest.mark.rule("DDZ-23")
@pytest.mark.parametrize("bid", [-1, 0, 4, 99_999])
def test_there_are_no_other_bids(ruleset: DouDizhu, bid: int) -> None:
    for moves in ([], ["0: bid 2"]):
        state = after(opened(ruleset), *moves)
        violation = refused(state, f"{state.to_act}: bid {bid}")
        assert (violation.reason, violation.bids) == (Reason.BID_OUT_OF_RANGE, (1, 2, 3))


@both
@pytest.mark.rule("DDZ-24")
def test_a_bid_is_higher_than_the_highest_so_far(ruleset: DouDizhu) -> None:
    state = after(opened(ruleset), "0: bid 1")
    assert listed(state.legal_actions()) == ["pass", "bid 2", "bid 3"]
    violation = refused(state, "1: bid 1")
    assert violation.reason is Reason.BID_TOO_LOW
    assert (violation.highest, violation.bids) == (1, (2, 3))
    state = after(state, "1: pass", "2: bid 2")
    following = state.to_act
    assert listed(state.legal_actions()) == ["pass", "bid 3"]
    for bid in (1, 2):
        violation = refused(state, f"{following}: bid {bid}")
        assert violation.reason is Reason.BID_TOO_LOW
        assert (violation.highest, violation.bids) == (2, (3,))


@pytest.mark.rule("DDZ-16", "DDZ-22")
def test_words_go_round_in_order_of_play() -> None:
    state = after(opened(opener=2), "2: pass", "0: bid 1", "1: pass")
    assert state.to_act == 2
    assert state.table.bids == (Move(2, Pass()), Move(0, Bid(1)), Move(1, Pass()))
    backwards = DOU_DIZHU.start(deal_of(DOU_DIZHU, "", opener=2, order=-1))
    assert after(backwards, "2: pass", "1: bid 1").to_act == 0


@pytest.mark.rule("DDZ-26")
@pytest.mark.parametrize("before", [[], ["0: pass"], ["0: pass", "1: pass"]])
def test_two_passes_in_succession_after_a_bid_end_it(before: list[str]) -> None:
    state = after(opened(), *before)
    bidder = len(before)
    state = after(state, f"{bidder}: bid 1", f"{(bidder + 1) % 3}: pass")
    assert (state.phase, state.table.landlord) == (Phase.AUCTION, None)
    state = after(state, f"{(bidder + 2) % 3}: pass")
    assert (state.phase, state.table.landlord, state.table.stake) == (Phase.PLAY, bidder, 1)


@pytest.mark.rule("DDZ-26")
@pytest.mark.parametrize("before", [[], ["0: pass"], ["0: pass", "1: pass", "2: pass"]])
def test_three_passes_in_succession_with_four_players(before: list[str]) -> None:
    state = after(opened(FOUR), *before)
    bidder = len(before)
    passes = [f"{(bidder + turn) % 4}: pass" for turn in (1, 2, 3)]
    state = after(state, f"{bidder}: bid 2", *passes[:2])
    assert (state.phase, state.table.landlord) == (Phase.AUCTION, None)
    state = after(state, passes[2])
    assert (state.phase, state.table.landlord, state.table.stake) == (Phase.PLAY, bidder, 2)


@both
@pytest.mark.rule("DDZ-26")
@pytest.mark.parametrize(
    ("before", "bidder"),
    [
        ([], 0),
        (["0: bid 1"], 1),
        (["0: pass", "1: pass"], 2),
        (["0: bid 1", "1: bid 2"], 2),
    ],
)
def test_a_bid_of_three_ends_it_at_once(ruleset: DouDizhu, before: list[str], bidder: int) -> None:
    state = after(opened(ruleset), *before)
    assert state.phase is Phase.AUCTION
    state = after(state, f"{bidder}: bid 3")
    assert (state.phase, state.table.landlord, state.table.stake) == (Phase.PLAY, bidder, 3)
    assert refused(state, f"{bidder}: bid 3").reason is Reason.WRONG_PHASE


@pytest.mark.rule("DDZ-27")
def test_who_passed_may_bid_when_the_turn_returns() -> None:
    state = after(opened(), "0: pass", "1: bid 1", "2: pass")
    assert (state.phase, state.to_act) == (Phase.AUCTION, 0)
    assert listed(state.legal_actions()) == ["pass", "bid 2", "bid 3"]
    state = after(state, "0: bid 2")
    assert (state.phase, state.to_act) == (Phase.AUCTION, 1)
    state = after(state, "1: pass")
    assert state.phase is Phase.AUCTION
    assert after(state, "2: bid 3").table.landlord == 2
    assert after(state, "2: pass").table.landlord == 0
    four = after(opened(FOUR), "0: pass", "1: pass", "2: bid 1", "3: pass")
    assert listed(four.legal_actions()) == ["pass", "bid 2", "bid 3"]
    assert after(four, "0: pass", "1: bid 2", "2: pass", "3: pass").to_act == 0


# --- All pass ------------------------------------------------------------------------------------


@both
@pytest.mark.rule("DDZ-25")
def test_if_all_pass_the_cards_are_thrown_in(ruleset: DouDizhu) -> None:
    players = ruleset.players
    state = opened(ruleset, opener=1)
    words = [f"{(1 + turn) % players}: pass" for turn in range(players)]
    assert after(state, *words[:-1]).phase is Phase.AUCTION
    state = after(state, *words)
    assert state.is_over
    assert (state.phase, state.to_act) == (Phase.OVER, None)
    assert state.table.landlord is None
    result = state.result
    assert result is not None
    assert result.thrown_in
    assert result.payoffs == result.points == (0,) * players
    assert (result.winners, result.out, result.stake, result.teams) == ((), None, 0, ())
    assert refused(state, "1: bid 1").reason is Reason.GAME_OVER
    assert list(state.legal_actions()) == []
    assert [str(move) for move in state.history] == words


@both
@pytest.mark.rule("DDZ-25")
def test_the_same_dealer_deals_again_and_the_deal_keeps_its_number(ruleset: DouDizhu) -> None:
    for dealer in range(ruleset.players):
        state = ruleset.start(deal_of(ruleset, "", dealer=dealer))
        context = state.deal.context if state.deal else None
        while not state.is_over:
            state = after(state, f"{state.to_act}: pass")
        assert ruleset.next_context(state) == context


@both
@pytest.mark.rule("DDZ-25")
def test_a_match_deals_again_and_does_not_count_what_was_thrown_in(ruleset: DouDizhu) -> None:
    match = Match.begin(ruleset, seed=9, deals=2, dealer=2)
    decks = [match.state.deal.deck if match.state.deal else ()]
    for _ in range(3):
        for _ in range(ruleset.players):
            match = match.step(Pass())
        assert match.last is not None
        assert match.last.result is not None
        assert match.last.result.thrown_in
        assert match.state.phase is Phase.AUCTION
        assert match.state.table.dealer == 2
        assert match.state.deal is not None
        assert match.state.deal.context.number == 1
        assert match.totals == (0,) * ruleset.players
        assert not match.is_over
        decks.append(match.state.deal.deck)
    assert len(set(decks)) == 4  # shuffled anew each time
    while not match.is_over:
        match = match.step(match.state.legal_actions()[-1])
    assert [result.thrown_in for result in match.results] == [True] * 3 + [False] * 2
    assert [state.table.dealer for state in match.past][-2:] == [2, 3 % ruleset.players]


# --- The landlord --------------------------------------------------------------------------------


@pytest.mark.rule("DDZ-06", "DDZ-28")
def test_the_landlord_takes_the_three_cards_left() -> None:
    deal = deal_of(DOU_DIZHU, kitty="BJ RJ 2♠")
    before = DOU_DIZHU.start(deal)
    state = after(before, "0: pass", "1: bid 2", "2: pass", "0: pass")
    assert state.table.landlord == 1
    assert state.table.sizes == (17, 20, 17)
    assert state.hands[1] == before.hands[1] + Hand.parse("BJ RJ 2♠")
    assert (state.hands[0], state.hands[2]) == (before.hands[0], before.hands[2])
    assert state.view(1).dealt == before.hands[1]


@pytest.mark.rule("DDZ-06", "DDZ-28")
def test_the_landlord_of_four_takes_the_eight() -> None:
    kitty = "BJ BJ RJ RJ 2♠ 2♠ 3♣ 4♣"
    before = FOUR.start(deal_of(FOUR, kitty=kitty))
    state = after(before, "0: pass", "1: pass", "2: pass", "3: bid 3")
    assert state.table.landlord == 3
    assert state.table.sizes == (25, 25, 25, 33)
    assert state.hands[3] == before.hands[3] + Hand.parse(kitty)


@both
@pytest.mark.rule("DDZ-28")
@pytest.mark.parametrize("shown", [True, False])
def test_everybody_sees_the_kitty_when_it_is_taken(ruleset: DouDizhu, shown: bool) -> None:
    ruleset = DouDizhu(players=ruleset.players, kitty_shown=shown)
    kitty = Hand.parse("5♠ 6♠ 7♠" if ruleset.players == 3 else "5♠ 6♠ 7♠ 8♠ 8♠ 9♠ 9♠ BJ")
    state = ruleset.start(deal_of(ruleset, kitty=str(kitty)))
    seats = (*range(ruleset.players), None)
    assert all(state.view(seat).table.kitty is None for seat in seats)
    state = after(state, "0: bid 3")
    for seat in seats:
        assert state.view(seat).table.kitty == (kitty if shown else None)
    assert kitty <= state.view(0).hand


def test_the_kitty_is_shown_unless_told_otherwise() -> None:
    assert DOU_DIZHU.kitty_shown is FOUR.kitty_shown is True


@pytest.mark.rule("DDZ-28")
def test_a_kitty_card_keeps_its_identity_when_it_is_played() -> None:
    deal = deal_of(DOU_DIZHU, "3♣ 3♦ 3♥", kitty="3♠ 4♠ 5♠")
    state = after(DOU_DIZHU.start(deal), "0: bid 3", "0: play 3♠")
    for seat in (0, 1, 2, None):
        table = state.view(seat).table
        assert table.kitty == Hand.parse("3♠ 4♠ 5♠")
        assert table.played[0] == Hand.parse("3♠")
        assert str(table.history[-1]) == "0: play 3♠"
        assert table.target is not None
        assert Card.parse("3♠") in table.target.cards
    assert Hand.parse("3♣ 3♦ 3♥ 4♠ 5♠") <= state.hands[0]
    assert Card.parse("3♠") not in state.hands[0]


@both
@pytest.mark.rule("DDZ-28", "DDZ-29")
def test_the_landlord_leads_whoever_opened(ruleset: DouDizhu) -> None:
    state = after(opened(ruleset, opener=1), "1: bid 1", "2: bid 3")
    assert (state.phase, state.to_act, state.table.landlord) == (Phase.PLAY, 2, 2)
    assert state.table.target is None
    assert refused(state, "2: pass").reason is Reason.CANNOT_PASS_LEAD
    assert refused(state, "1: play 3♣").reason is Reason.NOT_YOUR_TURN


@both
@pytest.mark.rule("DDZ-06")
def test_the_others_are_one_team(ruleset: DouDizhu) -> None:
    state = after(opened(ruleset), "0: bid 3")
    while not state.is_over:
        state = after(state, f"{state.to_act}: {state.legal_actions()[-1]}")
    assert state.result is not None
    assert state.result.teams == ((0,), tuple(range(1, ruleset.players)))
    assert state.result.winners in state.result.teams


# --- Printing ------------------------------------------------------------------------------------


@both
def test_states_and_tables_print_in_every_phase_and_give_nothing_away(ruleset: DouDizhu) -> None:
    opening = opened(ruleset)
    states = [opening, after(opening, "0: bid 1"), after(opening, "0: bid 3")]
    state = opening
    while not state.is_over:
        state = after(state, f"{state.to_act}: pass")
    states.append(state)
    state = states[2]
    while not state.is_over:
        state = after(state, f"{state.to_act}: {state.legal_actions()[-1]}")
        states.append(state)
    assert {state.phase for state in states} == {Phase.AUCTION, Phase.PLAY, Phase.OVER}
    for state in states:
        for text in (str(state), repr(state), str(state.table), repr(state.table)):
            assert str(state.phase) in text
            assert not any(suit in text for suit in "♣♦♥♠")
        assert repr(state.result).startswith("Result(" if state.is_over else "None")
        assert repr(state.view(None))
        assert repr(state.deal)
