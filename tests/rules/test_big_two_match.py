"""Big Two: deals in a row: who deals and leads next, which way, and the score of a match."""

from __future__ import annotations

import pytest

from climbcards import (
    BigTwo,
    Card,
    DealContext,
    Hand,
    Match,
    Phase,
    Play,
    PositionError,
    Reason,
    State,
)
from climbcards.games.big_two import BigTwoTable
from tests.rules.big_two import BIG_TWO, opened, over, play

LOSER = BigTwo(next_leader="loser")
WINNER = BigTwo(next_leader="winner")


def finished(ruleset: BigTwo, *hands: str, winner: int = 0) -> State[BigTwoTable]:
    """A deal that a seat has just won, with these cards left to the others."""
    return play(ruleset.position(hands, to_act=winner), f"{winner}: {hands[winner]}")


def played_out(match: Match[BigTwoTable], deals: int) -> Match[BigTwoTable]:
    """The match after so many more deals, of plays picked without much thought."""
    wanted = len(match.results) + deals
    while len(match.results) < wanted:
        actions = match.state.legal_actions()
        match = match.step(actions[(len(match.state.history) * 7 + 3) % len(actions)])
    return match


# --- Who deals and leads -------------------------------------------------------------------------


@pytest.mark.rule("B2-45", "B2-50")
@pytest.mark.parametrize("winner", range(4))
def test_the_winner_deals_the_next_and_the_lowest_card_leads(winner: int) -> None:
    hands = ["3♦", "3♣", "3♥", "3♠"]
    hands[winner] = "2♠"
    context = BIG_TWO.next_context(finished(BIG_TWO, *hands, winner=winner))
    assert context == DealContext(number=2, dealer=winner, leader=None)
    state = opened(BIG_TWO, "", "3♦", dealer=winner, number=2)
    assert state.to_act == 1


@pytest.mark.rule("B2-87", "B2-88")
@pytest.mark.parametrize("winner", range(4))
def test_the_winner_may_lead_the_next(winner: int) -> None:
    hands = ["3♦", "3♣", "3♥", "3♠"]
    hands[winner] = "2♠"
    for ruleset in (WINNER, BigTwo.indonesian()):
        context = ruleset.next_context(finished(ruleset, *hands, winner=winner))
        assert context == DealContext(number=2, dealer=winner, leader=winner)
        state = ruleset.deal(1, context)
        assert state.to_act == winner
        assert state.table.opening_card is None
        assert len(state.legal_actions()) == len(ruleset.leads(state.hands[winner]))


@pytest.mark.rule("B2-82", "B2-83")
def test_the_loser_may_lead_and_deal_the_next() -> None:
    state = finished(LOSER, "2♠", "3♦ 4♦", "3♣ 4♣ 5♣", "3♥ 4♥")
    assert LOSER.next_context(state) == DealContext(number=2, dealer=2, leader=2)
    state = finished(LOSER, "3♦ 4♦ 9♠", "3♣", "2♠", "3♥ 4♥", winner=2)
    context = LOSER.next_context(state)
    assert (context.dealer, context.leader) == (0, 0)
    assert len(LOSER.deal(1, context).legal_actions()) > 13


@pytest.mark.rule("B2-84", "B2-85")
@pytest.mark.parametrize(
    ("hands", "loser"),
    [
        # a pair is fewer cards than a triple, however high
        (("2♠", "A♦ A♣ 6♦", "3♦ 3♣ 3♥", "4♦"), 1),
        # single cards are fewer than a pair
        (("2♠", "3♦ 3♣", "K♦ A♦", "4♦"), 2),
        # equal cards: the weakest of the best
        (("2♠", "9♦ 9♣ 3♦", "8♦ 8♣ K♦", "4♦"), 2),
        (("2♠", "9♦ 9♠ 3♦", "9♥ 9♣ K♦", "4♦"), 2),
        (("2♠", "9♦ 10♦", "J♦ 3♣", "4♦"), 1),
        # of the winner's cards nothing is left, and one with fewer cards does not count
        (("2♠", "3♦", "9♦ 9♣", "A♦ 5♦"), 3),
        # three of them
        (("2♠", "3♦ 3♣ 9♦", "4♦ 4♣ 4♥", "J♦ J♣ 10♦"), 1),
        (("2♠", "9♦ 9♣ 3♦", "8♥ 8♠ K♦", "8♦ 8♣ A♦"), 3),
        (("2♠", "K♦ 4♦", "K♣ 3♦", "K♥ Q♦"), 1),
        (("2♠", "K♦ Q♦", "K♣ 3♦", "A♥ 3♥"), 1),
        # five cards: a straight is weaker than a full house; a straight by its last card
        (("2♠", "3♦ 3♣ 3♥ 4♦ 4♣", "9♦ 10♣ J♦ Q♦ K♦", "8♦"), 2),
        (("2♠", "9♣ 10♦ J♥ Q♥ K♥", "9♦ 10♣ J♦ Q♦ K♦", "8♦"), 2),
        (("2♠", "5♦ 5♣ 6♦ 6♣ 8♦", "9♦ 10♣ J♦ Q♦ K♦", "3♦ 3♣ 4♦ 4♣ A♦"), 3),
        # the best, not the highest single: a pair of threes against nothing
        (("2♠", "3♦ 3♣ 4♦", "2♥ A♦ K♦", "2♦ Q♦ J♦"), 3),
    ],
)
def test_of_several_losers_the_least_of_their_best_leads(
    hands: tuple[str, ...], loser: int
) -> None:
    context = LOSER.next_context(finished(LOSER, *hands))
    assert (context.dealer, context.leader) == (loser, loser)


@pytest.mark.rule("B2-84")
def test_the_best_is_formed_by_the_rules_in_force() -> None:
    hands = ["2♠", "3♦ 3♣ 3♥", "K♦ K♣ 4♦", "8♦"]
    assert LOSER.next_context(finished(LOSER, *hands)).leader == 2
    without = BigTwo(next_leader="loser", triples=False)
    assert without.next_context(finished(without, *hands)).leader == 1


def test_the_next_deal_follows_a_finished_one_only() -> None:
    with pytest.raises(PositionError, match="not over"):
        BIG_TWO.next_context(BIG_TWO.deal(1))


# --- Direction -----------------------------------------------------------------------------------


@pytest.mark.rule("B2-43", "B2-79", "B2-81")
@pytest.mark.parametrize("direction", ["counterclockwise", "clockwise", "alternating"])
def test_the_order_of_the_next_deal(direction: str) -> None:
    ruleset = BigTwo(direction=direction)  # type: ignore[arg-type]  # pyright: ignore
    sign = -1 if direction == "alternating" else 1
    for order in (1, -1):
        state = play(
            ruleset.position(["2♠", "3♦", "3♣", "3♥"], order=order),
            "0: 2♠",
        )
        assert ruleset.next_context(state).order == sign * order


@pytest.mark.rule("B2-43", "B2-81")
@pytest.mark.parametrize("next_leader", ["lowest_card", "winner", "loser"])
def test_alternating_keeps_seats_and_totals_straight(next_leader: str) -> None:
    ruleset = BigTwo(
        direction="alternating",
        next_leader=next_leader,  # type: ignore[arg-type]  # pyright: ignore
    )
    match = Match.begin(ruleset, 7, deals=6, dealer=2)
    totals = [0] * 4
    for number in range(1, 7):
        state = match.state
        order = 1 if number % 2 else -1
        assert state.table.order == order
        deal = state.deal
        assert deal is not None
        assert deal.context.number == number
        before = (deal.context.dealer - order) % 4
        for turn in range(4):
            assert state.hands[(before + order * turn) % 4] == Hand(deal.deck[turn::4])
        match = played_out(match, 1)
        last = match.last
        assert last is not None
        for one, other in zip(last.history, last.history[1:], strict=False):
            trick_ended = other.seat != (one.seat + order) % 4
            assert not trick_ended or isinstance(other.action, Play)
        result = over(last)
        for seat, hand in enumerate(last.hands):
            totals[seat] += BIG_TWO.penalty(len(hand))
        assert result.points == tuple(BIG_TWO.penalty(len(hand)) for hand in last.hands)
        assert match.totals == tuple(totals)
        if not match.is_over:
            most = max(map(len, last.hands))
            table = match.state.table
            if next_leader == "loser":
                assert len(last.hands[table.dealer]) == most
            else:
                assert table.dealer == result.out
            if next_leader != "lowest_card":
                assert match.state.to_act == table.dealer
    assert match.is_over


# --- Matches -------------------------------------------------------------------------------------


@pytest.mark.rule("B2-80", "B2-86", "B2-87", "B2-88")
def test_an_indonesian_match_is_ten_deals() -> None:
    ruleset = BigTwo.indonesian()
    assert ruleset.direction == "clockwise"
    match = Match.begin(ruleset, 3)
    assert match.deals == 10
    assert match.state.table.opening_card == Card.parse("3♦")
    assert all(Card.parse("3♦") in one.cards for one in plays(match))
    for number in range(1, 10):
        match = played_out(match, 1)
        assert not match.is_over
        last = match.last
        assert last is not None
        winner = over(last).out
        assert match.state.to_act == match.state.table.dealer == winner
        assert match.state.table.opening_card is None
        assert match.state.table.order == 1
        assert winner is not None
        assert len(plays(match)) == len(ruleset.leads(match.state.hands[winner]))
        assert len(match.results) == number
    match = played_out(match, 1)
    assert match.is_over
    assert len(match.results) == len(match.past) == 10
    assert match.state.phase is Phase.OVER
    violation = match.state.check(Play("3♦"))
    assert violation is not None
    assert violation.reason is Reason.GAME_OVER


def plays(match: Match[BigTwoTable]) -> list[Play]:
    return [action for action in match.state.legal_actions() if isinstance(action, Play)]


@pytest.mark.rule("B2-50")
def test_by_default_the_lowest_card_opens_every_deal() -> None:
    match = Match.begin(BIG_TWO, 5, dealer=0)
    assert match.deals is None
    for _ in range(3):
        card = match.state.table.opening_card
        assert card == Card.parse("3♦")
        assert match.state.to_act is not None
        assert card in match.state.hands[match.state.to_act]
        match = played_out(match, 1)
    assert not match.is_over


@pytest.mark.rule("B2-82")
def test_the_first_deal_is_opened_by_the_lowest_card_where_losers_lead() -> None:
    match = Match.begin(LOSER, 9, deals=2)
    assert match.state.table.opening_card == Card.parse("3♦")
    match = played_out(match, 1)
    assert match.state.table.opening_card is None


@pytest.mark.rule("B2-07", "B2-63")
def test_fewest_points_come_first() -> None:
    match = played_out(Match.begin(BIG_TWO, 12, deals=3, dealer=1), 3)
    totals = match.totals
    assert totals == tuple(
        sum(result.points[seat] for result in match.results) for seat in range(4)
    )
    ranking = match.ranking()
    assert [one.total for one in ranking] == sorted(totals)
    assert ranking[0].place == 1
    assert totals[ranking[0].seat] == min(totals)
    assert [totals[one.seat] for one in ranking] == [one.total for one in ranking]


@pytest.mark.rule("B2-69")
def test_a_session_settles_the_differences_of_the_totals() -> None:
    match = played_out(Match.begin(BIG_TWO, 13, deals=4, dealer=1), 4)
    totals = match.totals
    for seat in range(4):
        paid = sum(result.payoffs[seat] for result in match.results)
        assert paid == sum(totals) - 4 * totals[seat]


@pytest.mark.rule("B2-44")
def test_anybody_may_deal_first() -> None:
    for dealer in range(4):
        match = Match.begin(BIG_TWO, 1, dealer=dealer)
        assert match.state.table.dealer == dealer
        assert match.drawing is None
    drawn = {Match.begin(BIG_TWO, seed).state.table.dealer for seed in range(40)}
    assert drawn == {0, 1, 2, 3}


@pytest.mark.parametrize("players", [2, 3])
def test_matches_of_two_and_three(players: int) -> None:
    ruleset = BigTwo(players=players, deals=3, next_leader="winner")
    match = played_out(Match.begin(ruleset, 4), 3)
    assert match.is_over
    assert len(match.totals) == players
    assert all(sum(result.payoffs) == 0 for result in match.results)


@pytest.mark.rule("B2-74")
def test_the_liable_seat_is_charged_in_the_match() -> None:
    ruleset = BigTwo(players=2, hand_size=2, last_card_rule="pay", next_leader="winner")
    found = 0
    for seed in range(60):
        match = Match.begin(ruleset, seed, deals=1)
        while not match.is_over:
            match = match.step(match.state.legal_actions()[0])
        (result,) = match.results
        if result.liable is not None:
            found += 1
            assert result.points[result.liable] == match.totals[result.liable] > 0
    assert found
