"""Big Three, three players: the first dealer, the deal and the dealer after that."""

from __future__ import annotations

import random

import pytest

from climbcards import (
    BigThree,
    Card,
    Deal,
    DealContext,
    Hand,
    Match,
    PositionError,
    RulesetError,
    State,
    Table,
)
from climbcards.draw import draw_for_places
from tests.rules.table import Rigged, after, deal_of, opened_by

BIG_THREE = BigThree()

# --- The table and the first dealer --------------------------------------------------------------


@pytest.mark.rule("BT3-04")
def test_three_players_unless_told_otherwise() -> None:
    assert BIG_THREE.players == 3
    assert BigThree(players=3) == BIG_THREE
    for players in (0, 1, 2, 5):
        with pytest.raises(RulesetError) as refusal:
            BigThree(players=players)
        assert refusal.value.options == ("players",)


@pytest.mark.rule("BT3-12", "BT3-13")
@pytest.mark.parametrize(
    ("drawn", "dealer"),
    [
        ("3♠ 10♠ 9♠", 1),
        ("K♠ Q♠ A♠", 2),
        ("2♠ A♠ K♠", 0),
        ("4♠ 3♠ J♠", 0),
    ],
)
def test_everybody_draws_a_card_and_the_highest_number_deals(drawn: str, dealer: int) -> None:
    drawing = BIG_THREE.draw_dealer(Rigged(BIG_THREE.deck, drawn))
    assert drawing.places == (dealer,)
    (shown,) = drawing.rounds
    assert shown == tuple(enumerate(map(Card.parse, drawn.split())))


@pytest.mark.rule("BT3-13")
def test_only_those_tied_for_the_highest_number_draw_again() -> None:
    draws = ["9♣ 3♠ 9♦", "K♠ Q♠", "A♣ 9♦"]
    drawing = BIG_THREE.draw_dealer(Rigged(BIG_THREE.deck, *draws))
    cards = [[Card.parse(card) for card in draw.split()] for draw in draws]
    assert drawing.rounds == (
        tuple(zip((0, 1, 2), cards[0], strict=True)),
        tuple(zip((0, 2), cards[1], strict=True)),
        tuple(zip((0, 2), cards[2], strict=True)),
    )
    assert drawing.places == (2,)


@pytest.mark.rule("BT3-13")
@pytest.mark.parametrize("places", [1, 2])
def test_draws_of_a_whole_pack(places: int) -> None:
    def worth(card: Card) -> int:
        return card.rank if card.rank <= 10 else 0

    longest = 0
    for seed in range(300):
        drawing = draw_for_places(range(4), places, BIG_THREE.deck, worth, random.Random(seed))
        seats, left, won = list(range(4)), places, set[int]()
        for shown in drawing.rounds:
            assert [seat for seat, _ in shown] == seats
            assert len({card for _, card in shown}) == len(seats)
            for value in range(10, -1, -1):
                tied = [seat for seat, card in shown if worth(card) == value]
                if len(tied) > left:
                    seats = tied
                    break
                won.update(tied)
                left -= len(tied)
                if not left:
                    break
        assert set(drawing.places) == won
        assert len(drawing.places) == places
        longest = max(longest, len(drawing.rounds))
    assert longest >= 3  # there were redraws of redraws among them


@pytest.mark.rule("BT3-12", "BT3-22")
def test_dealers_are_drawn_once_a_match_and_follow_the_winners_then() -> None:
    match = Match.begin(BIG_THREE, seed=11, deals=4)
    drawing = match.drawing
    assert drawing is not None
    while not match.is_over:
        match = match.step(match.state.legal_actions()[-1])
    dealers = [state.table.dealer for state in match.past]
    assert drawing.places == (dealers[0],)
    assert dealers[1:] == [result.out for result in match.results[:-1]]
    assert len(set(dealers)) > 1


# --- The deal ------------------------------------------------------------------------------------


@pytest.mark.rule("BT3-09", "BT3-14", "BT3-18", "BT3-19", "BT3-20")
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_cards_are_taken_one_by_one_from_the_top_by_the_dealer_first(dealer: int) -> None:
    deck = BIG_THREE.shuffle(seed=7).deck
    state = BIG_THREE.start(Deal(deck=deck, context=DealContext(dealer=dealer)))
    for turn in range(3):
        assert state.hands[(dealer + turn) % 3] == Hand(deck[turn:48:3])
    assert state.table.sizes == (16, 16, 16)
    assert state.table.dealer == dealer
    whole = sum(state.hands, Hand())
    assert Hand(BIG_THREE.deck) - whole == Hand(deck[48:])


def test_with_the_order_reversed_cards_and_turns_go_the_other_way() -> None:
    deck = BIG_THREE.shuffle(seed=7).deck
    state = BIG_THREE.start(Deal(deck=deck, context=DealContext(dealer=1, order=-1)))
    for turn, seat in enumerate([1, 0, 2]):
        assert state.hands[seat] == Hand(deck[turn:48:3])
    opener = state.to_act
    assert opener is not None
    assert after(state, f"{opener}: bid 1").to_act == (opener - 1) % 3


@pytest.mark.rule("BT3-18", "BT3-20", "RB3-11")
def test_each_sees_the_cards_dealt_to_him_and_nobody_sees_the_kitty() -> None:
    state = after(
        BIG_THREE.start(opened_by(BIG_THREE, 0, kitty="3♣ 3♦ 3♥ 3♠")), "0: bid 1", "1: pass"
    )
    for seat in range(3):
        view = state.view(seat)
        assert view.hand == view.dealt == state.hands[seat]
        assert len(view.hand) == 16
        assert view.table.kitty is None
    spectator = state.view(None)
    assert spectator.hand == Hand()
    assert spectator.table.kitty is None


@pytest.mark.rule("BT3-18", "BT3-20")
def test_a_view_does_not_depend_on_cards_that_the_seat_cannot_see() -> None:
    one = BIG_THREE.start(deal_of(BIG_THREE, "4♥ 3♣", "3♦", "3♥", kitty="2♣ 2♦ 2♥ 2♠"))
    hands = one.hands
    other = BIG_THREE.start(deal_of(BIG_THREE, str(hands[0]), "2♣ 2♦", "2♥ 2♠"))
    moves = ["0: bid 1", "1: bid 2", "2: pass"]
    assert one.hands[1:] != other.hands[1:]
    for mine in (0, None):
        assert after(one, *moves).view(mine) == after(other, *moves).view(mine)


@pytest.mark.rule("BT3-02")
def test_every_fault_of_a_deck_and_a_context_is_named() -> None:
    deck = (*BIG_THREE.deck[1:-1], Card.parse("BJ"), BIG_THREE.deck[1])
    with pytest.raises(PositionError) as refusal:
        BIG_THREE.start(Deal(deck=deck, context=DealContext(dealer=3, number=0)))
    problems = "; ".join(refusal.value.problems)
    assert len(refusal.value.problems) == 4
    assert all(card in problems for card in ["A♣", "K♠", "BJ", "A♦"])
    assert "dealer" in problems
    assert "number" in problems


def test_faults_of_the_deck_do_not_hide_what_the_game_rules_out() -> None:
    context = DealContext(leader=1, partners=(0, 1))
    with pytest.raises(PositionError) as refusal:
        BIG_THREE.start(Deal(deck=BIG_THREE.deck[1:], context=context))
    problems = "; ".join(refusal.value.problems)
    assert "A♣" in problems
    assert "leader" in problems
    assert "partners" in problems


# --- The next deal -------------------------------------------------------------------------------


def won_by(seat: int, dealer: int = 0) -> State[Table]:
    """A deal that a seat wins with its first play, on a stake of 3 bid by seat 0."""
    suits = "♣♦♥♠"
    low, high = (
        " ".join(f"{rank}{suit}" for rank in ranks for suit in suits)
        for ranks in (["4", "5", "6", "7"], ["8", "9", "10", "J"])
    )
    hands = [low, "", ""]
    if seat:
        hands[seat] = high
    deal = deal_of(BIG_THREE, *hands, kitty="3♣ 3♦ 3♥ 3♠", dealer=dealer)
    state = after(BIG_THREE.start(deal), "0: bid 3", f"0: play {low}")
    if seat == 0:
        return after(state, "1: pass", "2: pass", "0: play 3♣ 3♦ 3♥ 3♠")
    between = ["1: pass"] if seat == 2 else []
    return after(state, *between, f"{seat}: play {high}")


@pytest.mark.rule("BT3-22")
@pytest.mark.parametrize("dealer", [0, 1, 2])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_who_ran_out_of_cards_takes_the_first_card_of_the_next_deal(seat: int, dealer: int) -> None:
    state = won_by(seat, dealer)
    assert state.result is not None
    assert state.result.out == seat
    context = BIG_THREE.next_context(state)
    assert context == DealContext(number=2, dealer=seat)
    deal = BIG_THREE.shuffle(seed=1, context=context)
    assert BIG_THREE.start(deal).hands[seat] == Hand(deal.deck[0:48:3])


@pytest.mark.rule("BT3-22")
def test_there_is_no_next_deal_before_the_end() -> None:
    with pytest.raises(PositionError):
        BIG_THREE.next_context(BIG_THREE.start(opened_by(BIG_THREE, 0)))


@pytest.mark.rule("BT3-05", "BT3-08")
def test_accounts_are_individual_and_alliances_last_one_deal() -> None:
    first = won_by(1)
    assert first.result is not None
    assert first.result.teams == ((0,), (1, 2))
    assert first.result.payoffs == (-6, 3, 3)
    deal = deal_of(BIG_THREE, "", "4♥", "", dealer=1)
    second = after(BIG_THREE.start(deal), "1: bid 1", "2: pass", "0: pass")
    assert second.table.soloist == 1
