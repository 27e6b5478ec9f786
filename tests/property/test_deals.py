"""Deals from the deck to the payment."""

from __future__ import annotations

from collections import Counter

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from climbcards import (
    Bid,
    BigThree,
    BigTwo,
    ClimbingRuleset,
    DealContext,
    DouDizhu,
    Hand,
    Pass,
    Phase,
    Play,
    PositionError,
    Ruleset,
    State,
    Table,
)
from climbcards.games.big_two import BigTwoTable
from climbcards.games.dou_dizhu import DouDizhuTable
from climbcards.testing import (
    PRESETS,
    big_twos,
    check_ruleset,
    deals,
    dou_dizhus,
    rulesets,
)
from tests.property import page_big_two
from tests.property.page import (
    ACROSS,
    BIG_THREES,
    CLIMBING,
    EACH,
    label,
    lowest_dealt_heart,
    played_out,
    read,
)
from tests.property.page_big_two import BIG_TWOS
from tests.property.page_dou_dizhu import DOU_DIZHUS
from tests.property.pages import readings

SEEDS = st.integers(0, 1 << 64)


@pytest.mark.parametrize("ruleset", PRESETS, ids=label)
def test_it_keeps_every_promise_of_a_ruleset(ruleset: Ruleset[Table]) -> None:
    check_ruleset(ruleset, deals=1)


@settings(max_examples=max(1, settings().max_examples // 6))
@given(rulesets(), SEEDS)
def test_so_does_any_combination_of_options(ruleset: Ruleset[Table], seed: int) -> None:
    check_ruleset(ruleset, seed=seed, deals=1)


@pytest.mark.parametrize("ruleset", CLIMBING, ids=label)
@ACROSS
@given(st.data())
def test_hands_kitty_and_played_cards_are_the_deck_at_every_step(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    first = ruleset.start(data.draw(deals(ruleset)))
    left = Counter(ruleset.deck) - Counter(card for hand in first.hands for card in hand)
    for state in played_out(first, data.draw(SEEDS)):
        actions = [move.action for move in state.history]
        played = [card for play in actions if isinstance(play, Play) for card in play.cards]
        held = [card for hand in state.hands for card in hand]
        if sorted(held + played) == list(ruleset.deck):
            left.clear()  # the kitty has been taken, and stays so
        assert sorted([*held, *played, *left.elements()]) == list(ruleset.deck)
        assert state.table.sizes == tuple(map(len, state.hands))


@pytest.mark.parametrize("ruleset", BIG_THREES, ids=label)
@EACH
@given(st.data())
def test_cards_go_one_at_a_time_and_the_last_four_of_three_players_are_the_kitty(
    ruleset: BigThree, data: st.DataObject
) -> None:
    deal = data.draw(deals(ruleset))
    dealer, order, players = deal.context.dealer, deal.context.order, ruleset.players
    state = ruleset.start(deal)
    each = 16 if players == 3 else 13
    for turn in range(players):
        seat = (dealer + order * turn) % players
        assert state.hands[seat] == Hand(deal.deck[turn : each * players : players])
    assert len(sum(state.hands, Hand())) == each * players
    table = state.table
    assert state.to_act == table.opener
    if ruleset.opener == "dealer":
        assert (table.opener, table.opening_card) == (dealer, None)
    else:
        assert table.opening_card == lowest_dealt_heart(state.hands)
        assert table.opening_card in state.hands[table.opener or 0]
    after = next(s for s in played_out(state, data.draw(SEEDS)) if s.phase is not Phase.AUCTION)
    soloist = after.table.soloist
    assert soloist is not None
    kitty = Hand(deal.deck[each * players :])
    for seat in range(players):
        taken = kitty if seat == soloist else Hand()
        assert after.hands[seat] == state.hands[seat] + taken
    assert after.table.kitty == (kitty if ruleset.kitty_shown else None)


@pytest.mark.parametrize("ruleset", BIG_THREES, ids=label)
@EACH
@given(st.data())
def test_payoffs_sum_to_zero_and_are_the_pages(ruleset: BigThree, data: st.DataObject) -> None:
    first = ruleset.start(data.draw(deals(ruleset)))
    *before, last = played_out(first, data.draw(SEEDS))
    assert all(state.result is None for state in before)
    result, table = last.result, last.table
    assert result is not None
    plays = [move for move in last.history if isinstance(move.action, Play)]
    readings = [read(ruleset, action.cards) for _, action in plays if isinstance(action, Play)]
    bombs = sum(reading is not None and reading.power > 0 for reading in readings)
    stake = max(getattr(word.action, "value", 0) for word in table.bids) * 2**bombs
    assert (table.stake, table.doublings, result.stake) == (stake, bombs, stake)
    out = plays[-1].seat
    assert [seat for seat, hand in enumerate(last.hands) if not hand] == [out] == [result.out]
    soloist = table.soloist
    assert soloist is not None
    if ruleset.players == 3:
        sign = 1 if out == soloist else -1
        wanted = [sign * (2 * stake if seat == soloist else -stake) for seat in range(3)]
    else:
        if ruleset.partners == "called":
            (partner,) = (s for s, hand in enumerate(first.hands) if table.called in hand)
        else:
            assert last.deal is not None
            drawn = last.deal.context.partners
            assert drawn is not None
            pair = drawn if soloist in drawn else tuple(s for s in range(4) if s not in drawn)
            (partner,) = (seat for seat in pair if seat != soloist)
        side = {soloist, partner}
        wanted = [stake if (seat in side) == (out in side) else -stake for seat in range(4)]
    assert list(result.payoffs) == list(result.points) == wanted
    assert sum(result.payoffs) == 0
    assert result.winners == tuple(seat for seat, pay in enumerate(wanted) if pay > 0)
    following = ruleset.next_context(last)
    context = DealContext() if last.deal is None else last.deal.context
    assert (following.dealer, following.number) == (out, context.number + 1)


def pays_as_dou_dizhu_does(ruleset: DouDizhu, first: State[DouDizhuTable], seed: int) -> None:
    last = played_out(first, seed)[-1]
    result, table = last.result, last.table
    assert result is not None
    bids = [action.value for _, action in last.history if isinstance(action, Bid)]
    if not bids:
        assert [move.action for move in last.history] == [Pass()] * ruleset.players
        assert result.thrown_in
        assert set(result.payoffs) == {0}
        assert ruleset.next_context(last) == (first.deal or ruleset.shuffle(0)).context
        return
    bidders = [seat for seat, action in last.history if isinstance(action, Bid)]
    plays = [(seat, a.cards) for seat, a in last.history if isinstance(a, Play)]
    powers = [readings(ruleset, cards)[0].power for _, cards in plays]
    least = 1 if ruleset.players == 3 else 6
    stake = bids[-1] << sum(power >= least for power in powers)
    landlord, out = bidders[-1], plays[-1][0]
    assert (table.landlord, table.stake, result.out) == (landlord, stake, out)
    by_landlord = [seat for seat, _ in plays].count(landlord)
    if ruleset.spring and by_landlord == (len(plays) if out == landlord else 1):
        stake *= 2
    assert result.stake == stake
    sign = 1 if out == landlord else -1
    others = ruleset.players - 1
    wanted = [sign * stake * (others if s == landlord else -1) for s in range(ruleset.players)]
    assert list(result.payoffs) == list(result.points) == wanted


@pytest.mark.parametrize("ruleset", DOU_DIZHUS, ids=label)
@EACH
@given(st.data())
def test_dou_dizhu_pays_the_pages_stake(ruleset: DouDizhu, data: st.DataObject) -> None:
    pays_as_dou_dizhu_does(ruleset, ruleset.start(data.draw(deals(ruleset))), data.draw(SEEDS))


@given(dou_dizhus(), st.data())
def test_and_does_so_with_any_options(ruleset: DouDizhu, data: st.DataObject) -> None:
    pays_as_dou_dizhu_does(ruleset, ruleset.start(data.draw(deals(ruleset))), data.draw(SEEDS))


def pays_as_big_two_does(ruleset: BigTwo, first: State[BigTwoTable], seed: int) -> None:
    path = played_out(first, seed)
    last, players = path[-1], ruleset.players
    result = last.result
    assert result is not None
    out = last.history[-1].seat
    assert [seat for seat, hand in enumerate(last.hands) if not hand] == [out]
    points = [left_over(ruleset, len(hand)) for hand in last.hands]
    liable = None
    if ruleset.last_card_rule == "pay" and len(path) > 2:
        liable = breaker(ruleset, path)
    if liable is not None:
        points = [sum(points) if seat == liable else 0 for seat in range(players)]
    total = sum(points)
    if ruleset.settlement == "pairwise":
        wanted = [total - players * own for own in points]
    else:
        wanted = [total if seat == out else -own for seat, own in enumerate(points)]
    assert (result.out, result.winners, result.liable) == (out, (out,), liable)
    assert list(result.points) == points
    assert list(result.payoffs) == wanted


def left_over(ruleset: BigTwo, cards: int) -> int:
    each = [points for least, points in ruleset.scale if cards >= least]
    return cards * each[-1] if each else 0


def breaker(ruleset: BigTwo, path: list[State[BigTwoTable]]) -> int | None:
    """Who let the winner go out at once with the last single, though the rule forbade it."""
    before, (winner, action) = path[-2], path[-1].history[-1]
    if not isinstance(action, Play) or len(action.cards) > 1:
        return None
    seat, did = before.history[-1]
    state = path[-3]
    in_turn = seat == state.to_act and page_big_two.next_in_trick(state.table, seat) == winner
    played = did.cards if isinstance(did, Play) else Hand()
    broken = in_turn and page_big_two.breaks_the_last_card_rule(
        ruleset, state.table, state.hands[seat], seat, played
    )
    return seat if broken else None


@pytest.mark.parametrize("ruleset", BIG_TWOS, ids=label)
@EACH
@given(st.data())
def test_big_two_pays_for_the_cards_left(ruleset: BigTwo, data: st.DataObject) -> None:
    pays_as_big_two_does(ruleset, ruleset.start(data.draw(deals(ruleset))), data.draw(SEEDS))


@given(big_twos(), st.data())
def test_so_it_does_with_any_options(ruleset: BigTwo, data: st.DataObject) -> None:
    pays_as_big_two_does(ruleset, ruleset.start(data.draw(deals(ruleset))), data.draw(SEEDS))


@given(rulesets(), SEEDS, st.data())
def test_a_deal_is_reproducible_and_only_the_whole_deck_starts(
    ruleset: Ruleset[Table], seed: int, data: st.DataObject
) -> None:
    deal = ruleset.shuffle(seed)
    assert deal == ruleset.shuffle(seed)
    assert ruleset.start(deal) == ruleset.deal(seed)
    assert sorted(deal.deck) == list(ruleset.deck)
    size = len(deal.deck)
    place, other = data.draw(
        st.lists(st.integers(0, size - 1), unique=True, min_size=2, max_size=2)
    )
    twice = (*deal.deck[:place], deal.deck[other], *deal.deck[place + 1 :])
    for deck in (deal.deck[:place], (*deal.deck, deal.deck[place]), twice):
        if deck == deal.deck:  # two packs: the copies were swapped
            continue
        with pytest.raises(PositionError):
            ruleset.start(evolve(deal, deck=deck))
