"""Three Thirteen: eleven deals in a row, who deals, and the score of a match."""

from __future__ import annotations

import pytest

from climbcards import DealContext, Match, PositionError, State, ThreeThirteen
from climbcards.rummy.table import RummyTable
from tests.rules.table import Rigged
from tests.rules.three_thirteen import THREE, THREE_THIRTEEN, TWO, deal_of, over, play


def played_out(match: Match[RummyTable], deals: int) -> Match[RummyTable]:
    """The match after so many more deals, in which whoever can goes out."""
    wanted = len(match.results) + deals
    while len(match.results) < wanted:
        actions = match.state.legal_actions()
        if str(actions[-1]).startswith("go out"):
            match = match.step(actions[-1])
        else:
            match = match.step(actions[len(match.state.history) * 3 // 2 % len(actions)])
    return match


@pytest.mark.rule("TT-07", "TT-41")
def test_the_first_dealer_is_drawn_for() -> None:
    dealers = [Match.begin(THREE_THIRTEEN, seed).state.table.dealer for seed in range(40)]
    assert set(dealers) == {0, 1, 2, 3}
    assert TWO.draw_dealer(Rigged(TWO.deck, "9♣ K♦")).places == (1,)
    assert TWO.draw_dealer(Rigged(TWO.deck, "9♣ A♦")).places == (0,)
    assert Match.begin(THREE, 1, dealer=2).state.table.dealer == 2


@pytest.mark.rule("TT-08", "TT-43", "TT-53")
@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("dealer", range(3))
def test_the_deal_passes_to_the_next_seat(dealer: int, order: int) -> None:
    state = finished(THREE, number=4, dealer=dealer, order=order)
    assert THREE.next_context(state) == DealContext(
        number=5, dealer=(dealer + order) % 3, order=order
    )


def finished(
    ruleset: ThreeThirteen, number: int, dealer: int = 0, order: int = 1
) -> State[RummyTable]:
    """A deal in which the seat that begins goes out at once."""
    first = (dealer + order) % ruleset.players
    run = "A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥".split()  # noqa: SIM905
    melds = " ".join(run[: ruleset.hand_size(number)])
    hands = [melds if seat == first else "" for seat in range(ruleset.players)]
    deal = deal_of(ruleset, *hands, number=number, dealer=dealer, order=order)
    state = play(ruleset.start(deal), f"{first}: stock")
    state = play(state, f"{first}: out {state.view(first).draws[0]}")
    while not state.is_over:
        seat = state.to_act
        assert seat is not None
        state = play(state, f"{seat}: stock")
        state = play(state, f"{seat}: {state.view(seat).draws[0]}")
    return state


@pytest.mark.rule("TT-44")
def test_after_the_eleventh_deal_a_new_match_begins() -> None:
    for number in range(1, 12):
        context = TWO.next_context(finished(TWO, number))
        assert context.number == number % 11 + 1
    assert THREE_THIRTEEN.match_length() == 11
    with pytest.raises(PositionError, match="not over"):
        TWO.next_context(TWO.deal(1))
    with pytest.raises(PositionError, match="no state of"):
        THREE.next_context(finished(TWO, 1))


@pytest.mark.rule("TT-01", "TT-30", "TT-31", "TT-35", "TT-44", "TT-46", "TT-61", "TT-67")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_match_is_eleven_deals_and_the_lowest_total_wins(players: int) -> None:
    ruleset = ThreeThirteen(players=players, max_reshuffles=1)
    match = Match.begin(ruleset, 5, dealer=1)
    assert match.deals == 11
    totals = [0] * players
    for number in range(1, 12):
        table = match.state.table
        assert (table.number, table.wild) == (number, number + 2)
        assert table.sizes == (number + 2,) * players
        assert table.dealer == (1 + number - 1) % players
        match = played_out(match, 1)
        assert match.last is not None
        for seat, own in enumerate(over(match.last).points):
            totals[seat] += own
        assert match.totals == tuple(totals)
    assert match.is_over
    assert len(match.results) == 11
    ranking = match.ranking()
    assert [standing.total for standing in ranking] == sorted(totals)
    assert ranking[0].total == min(totals)
    assert sum(sum(result.payoffs) for result in match.results) == 0


@pytest.mark.rule("TT-31", "TT-66")
def test_ties_share_the_win_of_a_deal_and_places_in_a_match() -> None:
    deal = deal_of(THREE, "9♣ 9♦ 9♥", "K♣ K♦ K♥", "Q♣ Q♦ 8♥", turned_up="7♠", stock="4♥ A♠ A♦")
    state = play(THREE.start(deal), "0: stock", "0: out 4♥", "1: stock", "1: A♠", "2: stock")
    result = over(play(state, "2: A♦"))
    assert result.points == (0, 0, 28)
    assert result.payoffs == (28, 28, -56)
    assert result.winners == (0, 1)
    match = Match(
        ruleset=THREE, seed=0, deals=1, drawing=None, state=state, past=(state,), results=(result,)
    )
    assert [(standing.place, standing.seat) for standing in match.ranking()] == [
        (1, 0),
        (1, 1),
        (3, 2),
    ]
