"""Big Three with four players: the auction, the called card, the secret partner, payment."""

from __future__ import annotations

import pytest

from climbcards import (
    BigThree,
    Call,
    Card,
    Deal,
    DealContext,
    Hand,
    Phase,
    PositionError,
    Rank,
    Reason,
    State,
)
from climbcards.games.big_three import BigThreeTable
from tests.rules.table import after, deal_of, listed, opened_by, refused

FOUR = BigThree(players=4)

CALLABLE = (Rank.FOUR, Rank.FIVE, Rank.SIX, Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.TEN)


# --- Deal and auction ----------------------------------------------------------------------------


@pytest.mark.rule("BT3-58", "BT3-59")
@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_thirteen_cards_each_one_by_one_and_no_kitty(dealer: int) -> None:
    deck = FOUR.shuffle(seed=5).deck
    state = FOUR.start(Deal(deck=deck, context=DealContext(dealer=dealer)))
    for turn in range(4):
        assert state.hands[(dealer + turn) % 4] == Hand(deck[turn::4])
    assert state.table.sizes == (13, 13, 13, 13)


@pytest.mark.rule("BT3-59")
@pytest.mark.parametrize("opener", [0, 1, 2, 3])
def test_the_holder_of_the_four_of_hearts_opens_and_must_bid(opener: int) -> None:
    state = FOUR.start(opened_by(FOUR, opener))
    assert state.to_act == opener
    assert listed(state.legal_actions()) == ["bid 1", "bid 2", "bid 3"]
    assert refused(state, f"{opener}: pass").reason is Reason.MUST_BID


@pytest.mark.rule("BT3-59")
def test_three_passes_in_succession_close_the_auction() -> None:
    state = after(FOUR.start(opened_by(FOUR, 1)), "1: bid 1", "2: pass", "3: pass")
    assert state.phase is Phase.AUCTION
    assert state.to_act == 0
    closed = after(state, "0: pass")
    assert (closed.phase, closed.table.soloist, closed.to_act) == (Phase.CALL, 1, 1)
    raised = after(state, "0: bid 2", "1: pass")
    assert listed(raised.legal_actions()) == ["pass", "bid 3"]  # seat 2 has passed before
    assert after(raised, "2: bid 3").table.soloist == 2
    closed = after(raised, "2: pass", "3: pass")
    assert (closed.phase, closed.table.soloist, closed.table.stake) == (Phase.CALL, 0, 2)
    assert closed.table.sizes == (13, 13, 13, 13)


@pytest.mark.rule("BT3-30", "BT3-59")
def test_a_bid_of_three_closes_the_auction_at_once() -> None:
    state = after(FOUR.start(opened_by(FOUR, 1)), "1: bid 1", "2: bid 3")
    assert (state.phase, state.table.soloist, state.to_act) == (Phase.CALL, 2, 2)


# --- The call ------------------------------------------------------------------------------------


def calling(*hands: str) -> State[BigThreeTable]:
    """Seat 1 opens, seat 2 has bid 3 and is to call."""
    return after(FOUR.start(deal_of(FOUR, *hands)), "1: bid 1", "2: bid 3")


@pytest.mark.rule("BT3-60")
def test_the_highest_bidder_calls_a_card_from_four_to_ten_that_he_does_not_hold() -> None:
    state = calling("8♠", "4♥", "8♣ 10♦ J♥")
    soloist = state.hands[2]
    wanted = [card for card in FOUR.deck if card.rank in CALLABLE and card not in soloist]
    assert listed(state.legal_actions()) == [f"call {card}" for card in wanted]
    assert state.to_act == 2
    for other in (0, 1, 3):
        assert list(state.legal_actions(other)) == []
        assert refused(state, f"{other}: call 9♠").reason is Reason.NOT_YOUR_TURN
    assert refused(state, "2: pass").reason is Reason.WRONG_PHASE
    assert refused(state, "2: play J♥").reason is Reason.WRONG_PHASE


@pytest.mark.rule("BT3-60")
@pytest.mark.parametrize(
    ("card", "held"), [("8♣", True), ("10♦", True), ("J♥", True), ("3♠", False), ("K♦", False)]
)
def test_no_other_card_may_be_called(card: str, held: bool) -> None:
    violation = refused(calling("3♠", "4♥ K♦", "8♣ 10♦ J♥"), f"2: call {card}")
    assert violation.reason is Reason.CARD_NOT_CALLABLE
    assert violation.card == Card.parse(card)
    assert violation.ranks == CALLABLE
    assert violation.held is held
    assert card in violation.message


def test_jokers_cannot_be_called() -> None:
    assert refused(calling("", "4♥"), "2: call BJ").reason is Reason.CARD_NOT_CALLABLE


@pytest.mark.rule("BT3-33", "BT3-59")
@pytest.mark.parametrize("soloist", [0, 1, 2, 3])
def test_the_opener_leads_after_the_call(soloist: int) -> None:
    words = {1: ["1: bid 3"], 2: ["1: bid 1", "2: bid 3"], 3: ["1: bid 1", "2: pass", "3: bid 3"]}
    words[0] = ["1: bid 1", "2: pass", "3: bid 2", "0: bid 3"]
    state = after(FOUR.start(opened_by(FOUR, 1)), *words[soloist])
    assert state.to_act == soloist
    state = after(state, f"{soloist}: {state.legal_actions()[0]}")
    assert (state.phase, state.to_act, state.table.soloist) == (Phase.PLAY, 1, soloist)


# --- The secret partner --------------------------------------------------------------------------


def two_deals() -> tuple[State[BigThreeTable], State[BigThreeTable]]:
    """The 8♣ is with seat 0 in one, with seat 3 in the other; seats 1 and 2 hold the same."""
    rest = [card for card in FOUR.deck if str(card) not in {"4♥", "8♣", "J♠", "9♦", "2♦"}]
    packs = [" ".join(map(str, rest[start:48:4])) for start in range(4)]
    one = calling(f"8♣ {packs[0]}", f"4♥ {packs[1]}", f"9♦ {packs[2]}", f"J♠ {packs[3]}")
    other = calling(f"J♠ {packs[0]}", f"4♥ {packs[1]}", f"9♦ {packs[2]}", f"8♣ {packs[3]}")
    return one, other


@pytest.mark.rule("BT3-62")
def test_nothing_that_others_see_tells_who_the_partner_is() -> None:
    one, other = (after(state, "2: call 8♣") for state in two_deals())
    assert one.hands[0] != other.hands[0]
    moves = list[str]()
    while True:
        for seat in (1, 2, None):
            assert one.view(seat) == other.view(seat)
        assert one.table == other.table
        assert (one.table.called, one.table.partner) == (Card.parse("8♣"), None)
        both = [
            f"{one.to_act}: {action}" for action in one.legal_actions() if not other.check(action)
        ]
        both = [text for text in both if "8♣" not in text]
        if not both:
            break
        moves.append(both[-1])
        one, other = after(one, moves[-1]), after(other, moves[-1])
    assert {text[0] for text in moves if "play" in text} == set("0123")


@pytest.mark.rule("BT3-62")
def test_the_holder_knows_at_once() -> None:
    one, other = (after(state, "2: call 8♣") for state in two_deals())
    called = Card.parse("8♣")
    assert [called in one.view(seat).hand for seat in range(4)] == [True, False, False, False]
    assert [called in other.view(seat).hand for seat in range(4)] == [False, False, False, True]


@pytest.mark.rule("BT3-61", "BT3-62")
@pytest.mark.parametrize("play", ["8♣", "8♣ 8♦", "7♣ 8♣ 9♣"])
def test_playing_the_called_card_tells_everybody(play: str) -> None:
    hands = ["3♣ 4♣", "7♣ 8♣ 8♦ 9♣ 2♣", "5♣", "6♣"]
    state = FOUR.position(hands, to_act=1, called=Card.parse("8♣"))
    assert all(state.view(seat).table.partner is None for seat in (0, 1, 2, 3, None))
    other = after(state, "1: play 9♣")
    assert other.table.partner is None
    state = after(state, f"1: play {play}")
    assert all(state.view(seat).table.partner == 1 for seat in (0, 1, 2, 3, None))
    assert after(state, "2: pass").table.partner == 1


@pytest.mark.rule("BT3-62")
@pytest.mark.parametrize(
    ("target", "both_ways"),
    [
        (None, ["8♦", "8♣", "8♦ 8♥", "8♣ 8♦", "7♠ 8♦ 9♠", "7♠ 8♣ 9♠"]),
        ("6♦", ["8♦", "8♣"]),
        ("6♦ 6♥", ["8♦ 8♥", "8♣ 8♦"]),
        ("6♠ 7♦ 8♠", ["7♠ 8♦ 9♠", "7♠ 8♣ 9♠"]),
    ],
)
def test_showing_the_called_card_is_a_decision(target: str | None, both_ways: list[str]) -> None:
    hands = ["7♠ 8♣ 8♦ 8♥ 9♠", "4♣", "5♣ 3♦", "6♣"]
    state = FOUR.position(hands, soloist=2, called=Card.parse("8♣"), target=target)
    plays = listed(state.legal_actions())
    assert len(set(plays)) == len(plays)
    eights = [play for play in plays if "8" in play and play != "8♣ 8♦ 8♥"]
    assert sorted(eights) == sorted(both_ways)
    assert plays.count("8♣ 8♦ 8♥") == (target is None)  # all three: there is no choice
    for play in both_ways:
        shown = after(state, f"0: play {play}").table.partner
        assert shown == (0 if "8♣" in play else None)


def test_only_the_holder_has_more_plays_listed() -> None:
    hands = ["8♣ 8♦ 8♥", "4♣", "5♣", "6♣"]
    for called, count in (("8♣", 5), ("8♦", 5), ("8♠", 3)):
        hands[1] = "4♣ 8♠"
        state = FOUR.position(hands, soloist=2, called=Card.parse(called))
        assert len(state.legal_actions()) == count


# --- Tricks --------------------------------------------------------------------------------------


@pytest.mark.rule("BT3-63", "BT3-64")
def test_three_passes_in_succession_end_a_trick() -> None:
    hands = ["4♣ 9♣", "8♣ 10♣ 3♣", "J♣ 2♣", "Q♣ A♣"]
    state = FOUR.position(hands, called=Card.parse("8♣"))
    state = after(state, "0: play 4♣", "1: play 10♣", "2: pass", "3: pass")
    assert state.table.target is not None
    assert after(state, "0: pass").to_act == 1
    assert after(state, "0: pass").table.target is None
    state = FOUR.position(hands, called=Card.parse("8♣"))
    state = after(state, "0: play 4♣", "1: pass", "2: pass", "3: play Q♣", "0: pass", "1: play 3♣")
    assert (state.table.passes, state.table.target_by) == (0, 1)


# --- The end and the payment ---------------------------------------------------------------------

LAST = ["A♣", "A♦", "A♥", "A♠"]


@pytest.mark.rule("BT3-61", "BT3-65", "BT3-66")
@pytest.mark.parametrize("bid", [1, 2, 3])
@pytest.mark.parametrize("out", [0, 1, 2, 3])
@pytest.mark.parametrize("shown", [False, True])
@pytest.mark.parametrize(("soloist", "partner"), [(0, 2), (0, 1), (3, 1)])
def test_the_team_of_the_player_who_is_out_receives_the_bid(
    bid: int, out: int, shown: bool, soloist: int, partner: int
) -> None:
    hands = ["K♣ 4♣", "K♦ 4♦", "K♥ 4♥", "K♠ 4♠"]
    hands[out] = LAST[out]
    if not shown:
        hands[partner] += " 8♣"
    state = FOUR.position(
        hands,
        to_act=out,
        soloist=soloist,
        stake=bid,
        called=Card.parse("8♣"),
        partner=partner if shown else None,
        gone="8♣" if shown else "",
    )
    if not shown and out == partner:
        state = after(state, f"{out}: play {LAST[out]}")
        others = [(out + turn) % 4 for turn in (1, 2, 3)]
        state = after(state, *[f"{seat}: pass" for seat in others], f"{out}: play 8♣")
    else:
        state = after(state, f"{out}: play {LAST[out]}")
    side = {soloist, partner}
    winners = side if out in side else set(range(4)) - side
    result = state.result
    assert result is not None
    assert (result.out, result.winners, result.stake) == (out, tuple(sorted(winners)), bid)
    assert {frozenset(team) for team in result.teams} == {
        frozenset(side), frozenset(range(4)) - side
    }  # fmt: skip
    assert result.payoffs == tuple(bid if seat in winners else -bid for seat in range(4))
    assert result.points == result.payoffs


@pytest.mark.rule("BT3-62", "BT3-65", "BT3-66")
def test_a_whole_deal_is_settled_though_the_called_card_was_never_played() -> None:
    high = "J♣ J♦ J♥ J♠ Q♣ Q♦ Q♥ Q♠ K♣ K♦ K♥ K♠ 4♥"
    state = FOUR.start(deal_of(FOUR, "", high, "", "8♣"))
    state = after(state, "1: bid 2", "2: pass", "3: pass", "0: pass", "1: call 8♣")
    state = after(state, f"1: play {high.removesuffix(' 4♥')}", "2: pass", "3: pass", "0: pass")
    assert state.table.partner is None
    state = after(state, "1: play 4♥")
    result = state.result
    assert result is not None
    assert Card.parse("8♣") in state.hands[3]
    assert (result.winners, result.payoffs) == ((1, 3), (-2, 2, -2, 2))
    assert FOUR.next_context(state) == DealContext(number=2, dealer=1)


def test_bombs_double_for_four_as_well() -> None:
    hands = ["4♣ 4♦ 4♥ 4♠", "8♣ 5♣", "6♣", "7♣"]
    state = BigThree(players=4, bombs=True).position(hands, stake=3, called=Card.parse("8♣"))
    result = after(state, "0: play 4♣ 4♦ 4♥ 4♠").result
    assert result is not None
    assert (result.stake, result.payoffs) == (6, (6, 6, -6, -6))


# --- Positions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("called", "partner", "word"),
    [
        (None, None, "called"),
        ("J♣", None, "J♣"),
        ("4♣", None, "cannot be the partner"),
        ("8♠", 0, "cannot be the partner"),
        ("5♣", 1, "not been played"),
        ("8♠", None, "8♠"),
    ],
)
def test_calls_that_cannot_be(called: str | None, partner: int | None, word: str) -> None:
    hands = ["4♣", "5♣", "6♣", "J♣"]
    card = None if called is None else Card.parse(called)
    with pytest.raises(PositionError, match=word):
        FOUR.position(hands, called=card, partner=partner)


@pytest.mark.parametrize("target_by", [0, 1])
def test_who_played_the_called_card_is_the_partner(target_by: int) -> None:
    hands, called = ["4♣", "5♣", "6♣", "7♣"], Card.parse("8♣")
    state = FOUR.position(hands, to_act=3, called=called, partner=2, target="8♣", target_by=2)
    assert state.table.partner == 2
    with pytest.raises(PositionError, match="8♣"):
        FOUR.position(hands, to_act=3, called=called, partner=2, target="8♣", target_by=target_by)


def test_a_position_with_four_names_every_fault() -> None:
    with pytest.raises(PositionError) as error:
        FOUR.position(
            ["4♣", "5♣", "5♣", ""], stake=0, called=Card.parse("J♣"), target="8♣", target_by=0
        )
    problems = error.value.problems
    for word in ["stake", "J♣ cannot be called", "J♣ is in no hand", "seat 3", "5♣", "seat to act"]:
        assert any(word in problem for problem in problems), word


def test_the_called_card_is_an_action_of_its_own_phase() -> None:
    state = after(FOUR.start(opened_by(FOUR, 0)), "0: bid 1")
    violation = state.check(Call("8♣"))
    assert violation is not None
    assert violation.reason is Reason.WRONG_PHASE
