"""Deals from the deck to the payment."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from climbcards import (
    BigThree,
    ClimbingRuleset,
    Deal,
    DealContext,
    Hand,
    Phase,
    Play,
    PositionError,
    Ruleset,
    Table,
)
from climbcards.testing import PRESETS, big_threes, check_ruleset, deals, rulesets
from tests.property.page import (
    BIG_THREES,
    CLIMBING,
    EACH,
    label,
    lowest_dealt_heart,
    played_out,
    read,
)

SEEDS = st.integers(0, 1 << 64)


@pytest.mark.parametrize("ruleset", PRESETS, ids=label)
def test_it_keeps_every_promise_of_a_ruleset(ruleset: Ruleset[Table]) -> None:
    check_ruleset(ruleset, deals=1)


@settings(max_examples=max(1, settings().max_examples // 6))
@given(rulesets(), SEEDS)
def test_so_does_any_combination_of_options(ruleset: Ruleset[Table], seed: int) -> None:
    check_ruleset(ruleset, seed=seed, deals=1)


@pytest.mark.parametrize("ruleset", CLIMBING, ids=label)
@EACH
@given(st.data())
def test_hands_kitty_and_played_cards_are_the_deck_at_every_step(
    ruleset: ClimbingRuleset[Table], data: st.DataObject
) -> None:
    first = ruleset.start(data.draw(deals(ruleset)))
    kitty = Counter(ruleset.deck) - Counter(card for hand in first.hands for card in hand)
    for state in played_out(first, data.draw(SEEDS)):
        played = [
            c for _, action in state.history if isinstance(action, Play) for c in action.cards
        ]
        held = [card for hand in state.hands for card in hand]
        if state.phase is Phase.AUCTION:
            held += kitty.elements()
        assert sorted(held + played) == list(ruleset.deck)
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


@given(big_threes(), SEEDS, st.data())
def test_a_deal_is_reproducible_and_only_the_whole_deck_starts(
    ruleset: BigThree, seed: int, data: st.DataObject
) -> None:
    deal = ruleset.shuffle(seed)
    assert deal == ruleset.shuffle(seed)
    assert ruleset.start(deal) == ruleset.deal(seed)
    assert sorted(deal.deck) == list(ruleset.deck)
    place, other = data.draw(st.lists(st.integers(0, 51), unique=True, min_size=2, max_size=2))
    twice = (*deal.deck[:place], deal.deck[other], *deal.deck[place + 1 :])
    for deck in (deal.deck[:place], (*deal.deck, deal.deck[place]), twice):
        with pytest.raises(PositionError):
            ruleset.start(Deal(deck=deck, context=deal.context))
