"""Big Two: the deal, who opens it, and tables of three and two."""

from __future__ import annotations

import pytest

from climbcards import BigTwo, Card, Deal, DealContext, Hand, Phase, PositionError, Reason
from tests.rules.big_two import BIG_TWO, deal_of, may, no, opened, play

THREE = BigTwo(players=3)
THREE_OUT = BigTwo(players=3, odd_card="out")
TWO = BigTwo(players=2)


# --- The deal ------------------------------------------------------------------------------------


@pytest.mark.rule("B2-02", "B2-49")
def test_four_players_are_dealt_thirteen_cards_each() -> None:
    state = BIG_TWO.deal(1)
    assert BIG_TWO.players == 4
    assert [len(hand) for hand in state.hands] == [13] * 4
    assert sum(state.hands, Hand()) == Hand(BIG_TWO.deck)
    assert state.phase is Phase.PLAY
    assert state.table.kitty is None
    for seat, hand in enumerate(state.hands):
        view = state.view(seat)
        assert view.hand == view.dealt == hand


@pytest.mark.rule("B2-43", "B2-44", "B2-48")
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("order", [1, -1])
def test_the_first_card_goes_to_the_seat_before_the_dealer(dealer: int, order: int) -> None:
    deck = BIG_TWO.deck[7:] + BIG_TWO.deck[:7]
    state = BIG_TWO.start(Deal(deck=deck, context=DealContext(dealer=dealer, order=order)))
    assert (state.table.dealer, state.table.order) == (dealer, order)
    before = (dealer - order) % 4
    for turn in range(4):
        seat = (before + order * turn) % 4
        assert state.hands[seat] == Hand(deck[turn::4])
    assert deck[1] in state.hands[dealer]
    assert deck[2] in state.hands[(dealer + order) % 4]


@pytest.mark.rule("B2-48", "B2-79")
def test_a_reversed_order_mirrors_the_deal() -> None:
    deck = BIG_TWO.shuffle(3).deck
    one = BIG_TWO.start(Deal(deck=deck, context=DealContext(dealer=0)))
    other = BIG_TWO.start(Deal(deck=deck, context=DealContext(dealer=0, order=-1)))
    for seat in range(4):
        assert one.hands[seat] == other.hands[-seat % 4]
    assert one.to_act is not None
    assert other.to_act == -one.to_act % 4


@pytest.mark.rule("B2-48")
def test_the_last_card_dealt_goes_to_the_seat_two_after_the_dealer() -> None:
    deal = BIG_TWO.shuffle(8, DealContext(dealer=3))
    assert deal.deck[0] in BIG_TWO.start(deal).hands[2]
    assert deal.deck[-1] in BIG_TWO.start(deal).hands[1]


def test_a_deal_that_cannot_be_is_refused_with_every_fault() -> None:
    deck = BIG_TWO.deck
    bad = DealContext(number=0, dealer=4, leader=9, order=0)
    with pytest.raises(PositionError) as error:
        BIG_TWO.start(Deal(deck=(*deck[:-1], Card.parse("3♣")), context=bad, face_up=1))
    text = str(error.value)
    for part in ("lacks K♠", "too many of 3♣", "face up", "number", "dealer", "leader", "order"):
        assert part in text, part
    assert len(error.value.problems) == 7
    with pytest.raises(PositionError, match="partners"):
        BIG_TWO.start(Deal(deck=deck, context=DealContext(partners=(0, 2))))
    with pytest.raises(PositionError, match="lowest card leads"):
        BIG_TWO.start(Deal(deck=deck, context=DealContext(leader=1)))
    with pytest.raises(PositionError, match="reshuffled"):
        BIG_TWO.start(Deal(deck=deck, reshuffles=(deck,)))


# --- The opening lead ----------------------------------------------------------------------------

OPENER_HAND = "3♦ 3♣ 3♥ 4♦ 4♣ 5♦ 6♦ 7♦ 7♠ 8♠ 9♦ K♠ 2♠"


@pytest.mark.rule("B2-50")
@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("dealer", [0, 2])
def test_the_holder_of_the_lowest_card_leads(seat: int, dealer: int) -> None:
    state = opened(BIG_TWO, *[""] * seat, "3♦", dealer=dealer)
    assert state.to_act == state.table.opener == seat
    assert state.table.opening_card == Card.parse("3♦")
    assert state.table.target is None
    assert no(state, f"{(seat + 1) % 4}: 2♠") is Reason.NOT_YOUR_TURN


@pytest.mark.rule("B2-51")
@pytest.mark.parametrize(
    "lead",
    [
        "3♦",
        "3♦ 3♣",
        "3♦ 3♥",
        "3♦ 3♣ 3♥",
        "3♦ 4♣ 5♦ 6♦ 7♦",
        "3♦ 4♦ 5♦ 6♦ 9♦",
        "3♦ 4♦ 5♦ 6♦ 7♦",
        "3♦ 3♣ 3♥ 4♦ 4♣",
        "4♦ 4♣ 7♦ 7♠ 3♦",
    ],
)
def test_the_opening_lead_contains_the_lowest_card_alone_or_inside(lead: str) -> None:
    state = opened(BIG_TWO, OPENER_HAND)
    if lead == "4♦ 4♣ 7♦ 7♠ 3♦":
        assert no(state, f"0: {lead}") is Reason.NOT_A_COMBINATION
        return
    assert str(Hand.parse(lead)) in may(state)
    state = play(state, f"0: {lead}")
    assert state.to_act == 1
    assert state.hands[0] == Hand.parse(OPENER_HAND) - Hand.parse(lead)


@pytest.mark.rule("B2-51")
def test_an_opening_lead_without_the_lowest_card_is_refused() -> None:
    state = opened(BIG_TWO, OPENER_HAND)
    for lead in ("2♠", "3♣", "3♣ 3♥", "4♦ 4♣", "7♦ 7♠"):
        assert no(state, f"0: {lead}") is Reason.OPENING_CARD_MISSING
    violation = state.check(next(iter(BIG_TWO.position(["2♠", "3♦", "4♦", "5♦"]).legal_actions())))
    assert violation is not None
    assert violation.card == Card.parse("3♦")
    listed = may(state)
    assert listed
    assert all("3♦" in cards for cards in listed)
    every = [one for one in BIG_TWO.leads(OPENER_HAND) if Card.parse("3♦") in one.cards]
    assert listed == [str(one.cards) for one in every]
    assert no(state, "0: -") is Reason.CANNOT_PASS_LEAD


@pytest.mark.rule("B2-51")
def test_later_leads_need_not_contain_it() -> None:
    state = opened(BIG_TWO, "3♦ 2♠ 9♦", "4♦")
    state = play(state, "0: 3♦", "1: 4♦", "2: -", "3: -", "0: 2♠", "1: -", "2: -", "3: -")
    assert "9♦" in may(state)


def test_the_opening_card_may_be_no_duty() -> None:
    ruleset = BigTwo(opening_card_required=False)
    state = opened(ruleset, *[""] * 2, OPENER_HAND)
    assert state.to_act == 2
    assert state.table.opening_card == Card.parse("3♦")
    assert len(may(state)) == len(ruleset.leads(OPENER_HAND))
    assert play(state, "2: 2♠").to_act == 3


@pytest.mark.rule("B2-90", "B2-92")
@pytest.mark.parametrize("ruleset", [BigTwo.pusoy_dos(), BigTwo.clubs_low(), BigTwo.taiwan()])
def test_where_clubs_are_lowest_the_three_of_clubs_opens(ruleset: BigTwo) -> None:
    state = opened(ruleset, "3♦", "3♠", "3♥", "3♣ 4♣ 4♠")
    assert state.to_act == 3
    assert state.table.opening_card == Card.parse("3♣")
    assert no(state, "3: 4♣ 4♠") is Reason.OPENING_CARD_MISSING
    assert play(state, "3: 3♣").to_act == 0


@pytest.mark.rule("B2-82", "B2-88")
@pytest.mark.parametrize("next_leader", ["winner", "loser"])
def test_a_named_leader_leads_anything(next_leader: str) -> None:
    ruleset = BigTwo(next_leader=next_leader)  # type: ignore[arg-type]  # pyright: ignore
    state = opened(ruleset, "3♦", "", "9♠ 9♣", leader=2, number=2)
    assert state.to_act == state.table.opener == 2
    assert state.table.opening_card is None
    assert len(may(state)) == len(ruleset.leads(state.hands[2]))
    assert play(state, "2: 9♣ 9♠").to_act == 3
    assert opened(ruleset, "", "3♦").to_act == 1  # nobody is named in a first deal


# --- Three players -------------------------------------------------------------------------------


@pytest.mark.rule("B2-03")
def test_three_players_are_dealt_seventeen_cards_each_and_the_opener_gets_the_odd_one() -> None:
    state = opened(THREE, "", "3♦", odd="K♥")
    assert state.table.sizes == (17, 18, 17)
    assert state.table.odd_card == Card.parse("K♥")
    assert Card.parse("K♥") in state.hands[1]
    assert state.to_act == 1
    assert state.table.opening_card == Card.parse("3♦")
    assert sum(state.hands, Hand()) == Hand(THREE.deck)


@pytest.mark.rule("B2-03", "B2-51")
def test_the_odd_card_may_be_the_lowest_itself() -> None:
    state = opened(THREE, "4♦ 4♣ 9♠", "3♥", "3♣ 2♣", odd="3♦")
    assert state.to_act == 2  # the lowest card dealt is the 3♣
    assert state.table.odd_card == Card.parse("3♦")
    assert state.table.opening_card == Card.parse("3♦")
    assert Hand.parse("3♦ 3♣") <= state.hands[2]
    assert no(state, "2: 3♣") is Reason.OPENING_CARD_MISSING
    assert no(state, "2: 2♣") is Reason.OPENING_CARD_MISSING
    assert "3♣ 3♦" in may(state)
    assert play(state, "2: 3♦ 3♣").to_act == 0


def test_the_odd_card_may_be_left_out() -> None:
    state = opened(THREE_OUT, "", "3♣ 4♠", odd="3♦")
    assert state.table.sizes == (17, 17, 17)
    assert state.table.odd_card is None
    assert not any(Card.parse("3♦") in hand for hand in state.hands)
    assert "3♦" not in repr(state) + repr(state.table) + repr(state.view(0))
    assert state.to_act == 1
    assert state.table.opening_card == Card.parse("3♣")
    assert no(state, "1: 4♠") is Reason.OPENING_CARD_MISSING
    assert play(state, "1: 3♣").to_act == 2


def test_the_odd_card_is_the_last_of_the_deck() -> None:
    deal = THREE.shuffle(11)
    state = THREE.start(deal)
    assert state.table.odd_card == deal.deck[-1]
    first = (deal.context.dealer - 1) % 3
    for turn in range(3):
        seat = (first + turn) % 3
        extra = Hand(deal.deck[-1:]) if seat == state.to_act else Hand()
        assert state.hands[seat] == Hand(deal.deck[:51][turn::3]) + extra


@pytest.mark.parametrize("ruleset", [BigTwo(players=3, next_leader="winner")])
def test_the_odd_card_goes_to_the_lowest_card_also_where_another_leads(ruleset: BigTwo) -> None:
    state = opened(ruleset, "", "3♦", leader=2, odd="K♥")
    assert state.to_act == 2
    assert state.table.sizes == (17, 18, 17)
    assert state.table.odd_card == Card.parse("K♥")


@pytest.mark.rule("B2-03", "B2-55")
def test_two_passes_end_a_trick_of_three() -> None:
    state = opened(THREE, "3♦ 8♣")
    state = play(state, "0: 3♦", "1: -")
    assert state.table.target is not None
    state = play(state, "2: -")
    assert (state.to_act, state.table.target) == (0, None)
    assert "8♣" in may(state)


def test_other_hand_sizes_leave_no_odd_card() -> None:
    state = BigTwo(players=3, hand_size=16).deal(2)
    assert state.table.sizes == (16, 16, 16)
    assert state.table.odd_card is None
    assert BigTwo(players=3, hand_size=17) == THREE


# --- Two players ---------------------------------------------------------------------------------


@pytest.mark.rule("B2-03")
def test_two_players_are_dealt_thirteen_cards_each_and_the_rest_is_unseen() -> None:
    deal = TWO.shuffle(4)
    state = TWO.start(deal)
    assert state.table.sizes == (13, 13)
    assert state.hands[1] == Hand(deal.deck[:26:2])  # the seat before the dealer, seat 0
    assert state.hands[0] == Hand(deal.deck[1:26:2])
    assert state.table.odd_card is None
    unseen = deal.deck[26:]
    text = repr(state) + repr(state.table) + repr(state.view(0)) + repr(state.view(None))
    assert not any(str(card) in text for card in unseen if card not in state.hands[0])


@pytest.mark.rule("B2-03", "B2-51")
def test_the_lowest_card_dealt_opens_for_two() -> None:
    state = opened(TWO, "3♠ 5♦", "3♥ 6♦", unused="3♦ 3♣")
    assert state.to_act == 1
    assert state.table.opening_card == Card.parse("3♥")
    assert no(state, "1: 6♦") is Reason.OPENING_CARD_MISSING
    state = play(state, "1: 3♥", "0: -")
    assert (state.to_act, state.table.target) == (1, None)


def test_neither_of_two_need_hold_a_three() -> None:
    low = "3♦ 3♣ 3♥ 3♠ 4♦ 4♣"
    state = opened(TWO, "4♥ 9♦", "4♠", unused=low)
    assert state.to_act == 0
    assert state.table.opening_card == Card.parse("4♥")
    assert no(state, "0: 9♦") is Reason.OPENING_CARD_MISSING


@pytest.mark.parametrize(
    ("players", "size", "left"), [(2, 26, 0), (2, 17, 18), (4, 5, 32), (3, 1, 49), (2, 1, 50)]
)
def test_hand_sizes(players: int, size: int, left: int) -> None:
    ruleset = BigTwo(players=players, hand_size=size)
    state = ruleset.deal(6)
    assert state.table.sizes == (size,) * players
    assert 52 - len(sum(state.hands, Hand())) == left
    assert max(len(one.cards) for one in ruleset.catalogue()) <= max(size, 1)
    assert deal_of(ruleset).deck[size * players :] == ruleset.deck[size * players :]
    assert all(len(hand) <= size for hand in state.hands)
