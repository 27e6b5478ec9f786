"""Dou Dizhu: the cards, the face-up card, the deal and the dealer after that."""

from __future__ import annotations

from collections import Counter

import pytest
from attrs import evolve

from climbcards import (
    Card,
    Deal,
    DealContext,
    DouDizhu,
    Hand,
    Match,
    Phase,
    PositionError,
    Rank,
    RulesetError,
)
from tests.rules.dou_dizhu import DOU_DIZHU, FOUR, RANKS, deal_of, opened, ranks, reading
from tests.rules.table import after

both = pytest.mark.parametrize("ruleset", [DOU_DIZHU, FOUR], ids=["three", "four"])

# --- The table and the cards ---------------------------------------------------------------------


@pytest.mark.rule("DDZ-02", "DDZ-04")
def test_three_or_four_players() -> None:
    assert DOU_DIZHU.players == 3
    assert DouDizhu(players=3) == DOU_DIZHU
    assert FOUR.players == 4
    assert DOU_DIZHU.name == FOUR.name == "dou_dizhu"
    for players in (0, 1, 2, 5):
        with pytest.raises(RulesetError) as refusal:
            DouDizhu(players=players)
        assert refusal.value.options == ("players",)


@pytest.mark.rule("DDZ-03", "DDZ-08")
def test_three_players_use_one_pack_and_a_joker_of_each_color() -> None:
    assert len(DOU_DIZHU.deck) == 54
    assert set(Counter(DOU_DIZHU.deck).values()) == {1}
    jokers = [card for card in DOU_DIZHU.deck if card.suit is None]
    assert jokers == [Card.parse("BJ"), Card.parse("RJ")]


@pytest.mark.rule("DDZ-03", "DDZ-09")
def test_four_players_use_two_packs_and_two_jokers_of_each_color() -> None:
    assert len(FOUR.deck) == 108
    assert Counter(FOUR.deck) == Counter(DOU_DIZHU.deck * 2)
    assert FOUR.deck.count(Card.parse("BJ")) == FOUR.deck.count(Card.parse("RJ")) == 2


@both
@pytest.mark.rule("DDZ-20")
def test_ranks_from_three_to_the_red_joker(ruleset: DouDizhu) -> None:
    in_order = ruleset.sort(ruleset.deck)
    assert "".join(dict.fromkeys(ranks([card]) for card in in_order)) == RANKS
    singles = [reading(rank, ruleset) for rank in RANKS]
    for low, one in enumerate(singles):
        for high, other in enumerate(singles):
            assert other.beats(one) is (high > low)


@both
@pytest.mark.rule("DDZ-19")
def test_suits_never_matter(ruleset: DouDizhu) -> None:
    clubs, spades = (ruleset.classify(f"10{suit}") for suit in "♣♠")
    assert clubs is not None
    assert spades is not None
    assert not clubs.beats(spades)
    assert not spades.beats(clubs)
    assert (clubs.shape, clubs.strength, clubs.power) == (
        spades.shape,
        spades.strength,
        spades.power,
    )
    run = ruleset.classify("3♣ 4♦ 5♥ 6♠ 7♣")
    assert run is not None
    assert run.kind == "run"


# --- The deal ------------------------------------------------------------------------------------


@both
@pytest.mark.rule("DDZ-16", "DDZ-17", "DDZ-18")
@pytest.mark.parametrize("order", [1, -1])
def test_cards_are_drawn_one_at_a_time_by_the_dealer_first(ruleset: DouDizhu, order: int) -> None:
    players = ruleset.players
    size, left = (17, 3) if players == 3 else (25, 8)
    for dealer in range(players):
        deal = ruleset.shuffle(seed=5, context=DealContext(dealer=dealer, order=order))
        state = ruleset.start(deal)
        for turn in range(players):
            mine = deal.deck[turn : size * players : players]
            assert state.hands[(dealer + order * turn) % players] == Hand(mine)
        assert state.table.sizes == (size,) * players
        assert Hand(ruleset.deck) - sum(state.hands, Hand()) == Hand(deal.deck[-left:])
        assert state.table.dealer == dealer


@both
@pytest.mark.rule("DDZ-14", "DDZ-15", "DDZ-22")
def test_the_shuffle_turns_one_of_the_cards_to_be_drawn_face_up(ruleset: DouDizhu) -> None:
    drawn = 51 if ruleset.players == 3 else 100
    places = [ruleset.shuffle(seed).face_up for seed in range(400)]
    assert all(place is not None and 0 <= place < drawn for place in places)
    assert len(set(places)) > drawn * 0.9
    assert {0, drawn - 1} <= set(places)
    assert ruleset.shuffle(7).face_up == ruleset.shuffle(7).face_up


@both
@pytest.mark.rule("DDZ-14", "DDZ-15", "DDZ-22")
@pytest.mark.parametrize("order", [1, -1])
def test_who_draws_the_card_turned_face_up_opens_the_auction(ruleset: DouDizhu, order: int) -> None:
    players = ruleset.players
    drawn = 51 if players == 3 else 100
    shuffled = ruleset.shuffle(seed=3, context=DealContext(dealer=1, order=order))
    for place in range(drawn):
        state = ruleset.start(evolve(shuffled, face_up=place))
        card = shuffled.deck[place]
        seat = (1 + order * place) % players
        assert state.phase is Phase.AUCTION
        assert state.to_act == state.table.opener == seat
        assert state.table.face_up == state.table.opening_card == card
        assert card in state.hands[seat]


@both
@pytest.mark.rule("DDZ-14", "DDZ-18")
def test_the_card_turned_face_up_is_never_in_the_kitty(ruleset: DouDizhu) -> None:
    deal = ruleset.shuffle(seed=3)
    drawn = 51 if ruleset.players == 3 else 100
    assert ruleset.start(evolve(deal, face_up=drawn - 1)).table.face_up == deal.deck[drawn - 1]
    for place in (None, -1, drawn, len(deal.deck) - 1, len(deal.deck), True):
        with pytest.raises(PositionError) as refusal:
            ruleset.start(evolve(deal, face_up=place))
        (problem,) = refusal.value.problems
        assert "face_up" in problem


@both
@pytest.mark.rule("DDZ-14", "DDZ-15")
def test_everybody_knows_who_drew_it(ruleset: DouDizhu) -> None:
    deal = deal_of(ruleset, "", "10♠", opener=1, face_up="10♠")
    state = ruleset.start(deal)
    for seat in (*range(ruleset.players), None):
        table = state.view(seat).table
        assert (table.face_up, table.opener) == (Card.parse("10♠"), 1)
    moves = ["1: bid 3", "1: play 10♠"]
    assert after(state, *moves).view(0).table.face_up == Card.parse("10♠")


@both
@pytest.mark.rule("DDZ-16", "DDZ-18")
def test_a_seat_sees_its_own_cards_and_no_others(ruleset: DouDizhu) -> None:
    names = ["3♠ 4♠", "5♠", "6♠"]
    one = ruleset.start(deal_of(ruleset, *names, kitty="7♠ 8♠ 9♠", face_up="3♠"))
    swapped = deal_of(ruleset, str(one.hands[0]), "7♠ 8♠ 9♠", "5♠", kitty="6♠", face_up="3♠")
    other = ruleset.start(swapped)
    assert one.hands[1:] != other.hands[1:]
    for moves in ([], ["0: bid 1", "1: bid 2"]):
        for seat in (0, None):
            view = after(one, *moves).view(seat)
            assert view == after(other, *moves).view(seat)
            assert view.table.kitty is None
    assert one.view(0).hand == one.view(0).dealt == one.hands[0]
    assert one.view(None).hand == Hand()


@both
def test_every_fault_of_a_deal_is_named(ruleset: DouDizhu) -> None:
    deck = (*ruleset.deck[1:], Card.parse("RJ"))
    context = DealContext(dealer=4)
    with pytest.raises(PositionError) as refusal:
        ruleset.start(Deal(deck=deck, context=context, face_up=None))
    problems = "; ".join(refusal.value.problems)
    assert len(refusal.value.problems) == 4
    assert all(word in problems for word in ["A♣", "RJ", "dealer", "face_up"])


# --- The dealers ---------------------------------------------------------------------------------


@both
@pytest.mark.rule("DDZ-10")
def test_the_first_dealer_is_random(ruleset: DouDizhu) -> None:
    first = [Match.begin(ruleset, seed=seed).state.table.dealer for seed in range(40)]
    assert set(first) == set(range(ruleset.players))
    assert Match.begin(ruleset, seed=1, dealer=2).state.table.dealer == 2


@both
@pytest.mark.rule("DDZ-11")
@pytest.mark.parametrize("order", [1, -1])
def test_the_deal_passes_to_the_next_seat_whoever_won(ruleset: DouDizhu, order: int) -> None:
    for dealer in range(ruleset.players):
        deal = deal_of(ruleset, "", dealer=dealer, order=order)
        state = after(ruleset.start(deal), "0: bid 3")
        while not state.is_over:
            state = after(state, f"{state.to_act}: {state.legal_actions()[-1]}")
        context = ruleset.next_context(state)
        after_that = (dealer + order) % ruleset.players
        assert context == DealContext(number=2, dealer=after_that, order=order)


@pytest.mark.rule("DDZ-11")
def test_there_is_no_next_deal_before_the_end() -> None:
    with pytest.raises(PositionError):
        DOU_DIZHU.next_context(opened())


@pytest.mark.rule("DDZ-05", "DDZ-11", "DDZ-72")
def test_deals_follow_one_another_as_long_as_the_players_wish() -> None:
    match = Match.begin(DOU_DIZHU, seed=4, dealer=2)
    while len(match.results) < 5:
        match = match.step(match.state.legal_actions()[-1])
    assert not match.is_over
    assert match.deals is None
    assert DOU_DIZHU.match_length() is None
    assert [state.table.dealer for state in match.past] == [2, 0, 1, 2, 0]
    assert [state.deal.context.number for state in match.past if state.deal] == [1, 2, 3, 4, 5]
    for seat in range(3):
        assert match.totals[seat] == sum(result.payoffs[seat] for result in match.results)


@pytest.mark.rule("DDZ-73")
def test_whoever_has_won_most_money_wins_and_ties_share_a_place() -> None:
    match = Match.begin(DOU_DIZHU, seed=4, deals=1)
    while not match.is_over:
        match = match.step(match.state.legal_actions()[-1])
    result, ranking = match.results[0], match.ranking()
    assert [standing.total for standing in ranking] == sorted(result.payoffs, reverse=True)
    best = ranking[0]
    assert result.payoffs[best.seat] == max(result.payoffs)
    others = [standing for standing in ranking if standing.total == result.payoffs[ranking[1].seat]]
    assert len({standing.place for standing in others}) == 1
    losers = [seat for seat in range(3) if seat not in result.winners]
    assert {standing.seat for standing in ranking[: len(result.winners)]} == set(result.winners)
    assert {standing.seat for standing in ranking[len(result.winners) :]} == set(losers)


def test_rank_letters_of_these_tests_are_the_game_order() -> None:
    assert len(RANKS) == len(set(RANKS)) == len(Rank)
