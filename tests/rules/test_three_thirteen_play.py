"""Three Thirteen: the deal, turns, going out, the last turns and the end of a deal."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from climbcards import (
    Card,
    Deal,
    DealContext,
    Hand,
    Pass,
    Phase,
    PositionError,
    Reason,
    ThreeThirteen,
)
from tests.rules.table import refused
from tests.rules.three_thirteen import (
    THREE,
    THREE_THIRTEEN,
    TWO,
    cards,
    deal_of,
    may,
    no,
    over,
    play,
)

KEEP = ThreeThirteen(players=2, may_return_discard=False)


# --- Packs ---------------------------------------------------------------------------------------


@pytest.mark.rule("TT-03", "TT-04", "TT-05", "TT-34", "TT-39", "TT-42")
@pytest.mark.parametrize(
    ("players", "packs"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4)]
)
def test_as_many_packs_as_players_need(players: int, packs: int) -> None:
    ruleset = ThreeThirteen(players=players)
    assert ruleset.packs == packs
    assert ruleset == ThreeThirteen(players=players, packs=packs)
    counts = {card: ruleset.deck.count(card) for card in ruleset.deck}
    assert set(counts.values()) == {packs}
    assert len(counts) == 52
    assert not any(card.rank.is_joker for card in counts)
    assert len(ruleset.deck) >= 13 * players + 1
    last = ruleset.deal(1, DealContext(number=11))
    assert last.table.sizes == (13,) * players
    assert sorted(ruleset.shuffle(1).deck) == list(ruleset.deck)


@pytest.mark.rule("TT-39")
def test_two_players_may_take_two_packs() -> None:
    assert len(ThreeThirteen(players=2, packs=2).deck) == 104


# --- The deal ------------------------------------------------------------------------------------


@pytest.mark.rule("TT-09", "TT-10", "TT-11", "TT-44", "TT-45", "TT-46", "TT-47")
@pytest.mark.parametrize("number", range(1, 12))
@pytest.mark.parametrize("order", [1, -1])
def test_cards_go_one_at_a_time_and_one_is_turned_up(number: int, order: int) -> None:
    for dealer in range(3):
        deal = THREE.shuffle(7, DealContext(number=number, dealer=dealer, order=order))
        state = THREE.start(deal)
        size, table = number + 2, state.table
        for turn in range(3):
            seat = (dealer + order * (turn + 1)) % 3
            assert state.hands[seat] == Hand(deal.deck[turn : 3 * size : 3])
            assert len(state.hands[seat]) == size == THREE.hand_size(number)
        assert table.turned_up is deal.deck[3 * size]
        assert table.pile == (table.turned_up,)
        assert table.stock_size == 104 - 3 * size - 1


@pytest.mark.rule("TT-12", "TT-13", "TT-48", "TT-51")
@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("dealer", range(4))
def test_the_seat_after_the_dealer_begins_and_turns_go_round(dealer: int, order: int) -> None:
    state = THREE_THIRTEEN.start(deal_of(THREE_THIRTEEN, dealer=dealer, order=order, number=9))
    assert (state.table.dealer, state.table.order) == (dealer, order)
    for turn in range(1, 9):
        seat = (dealer + order * turn) % 4
        assert (state.phase, state.to_act) == (Phase.DRAW, seat)
        assert no(state, f"{(seat + 1) % 4}: stock") == Reason.NOT_YOUR_TURN
        state = play(state, f"{seat}: stock")
        assert (state.phase, state.to_act) == (Phase.DISCARD, seat)
        state = play(state, f"{seat}: {next(iter(state.hands[seat]))}")


# --- Turns ---------------------------------------------------------------------------------------


@pytest.mark.rule("TT-14", "TT-49")
def test_a_turn_begins_with_the_top_of_the_stock_or_of_the_pile() -> None:
    deal = deal_of(THREE, "A♣ 5♦ 9♥", turned_up="K♠", stock="Q♦ J♦")
    state = THREE.start(deal)
    assert may(state) == ["stock", "pile"]
    assert no(state, "0: A♣") == no(state, "0: out A♣") == Reason.WRONG_PHASE
    from_stock = play(state, "0: stock")
    assert from_stock.hands[0] == Hand.parse("A♣ 5♦ 9♥ Q♦")
    assert (from_stock.table.stock_size, from_stock.table.pile) == (93, (Card.parse("K♠"),))
    from_pile = play(state, "0: pile")
    assert from_pile.hands[0] == Hand.parse("A♣ 5♦ 9♥ K♠")
    assert (from_pile.table.stock_size, from_pile.table.pile) == (94, ())
    # only the top of the pile can be taken
    later = play(from_stock, "0: 5♦", "1: pile")
    assert later.hands[1].count(Card.parse("5♦")) == 1 + state.hands[1].count(Card.parse("5♦"))
    assert later.table.pile == (Card.parse("K♠"),)


@pytest.mark.rule("TT-14")
def test_a_card_from_the_stock_is_seen_by_nobody_else() -> None:
    deals = [
        deal_of(THREE, "A♣ 5♦ 9♥", "2♣ 2♦ 4♥", "2♠ 4♠ 6♠", turned_up="K♠", stock=stock)
        for stock in ("Q♦ J♦", "J♦ Q♦")
    ]
    one, two = (play(THREE.start(deal), "0: stock") for deal in deals)
    for seat in (1, 2, None):
        assert one.view(seat) == two.view(seat)
    assert one.view(0) != two.view(0)
    assert one.view(0).draws == (Card.parse("Q♦"),)
    assert one.view(1).draws == ()
    taken = play(THREE.start(deals[0]), "0: pile")
    assert taken.table.taken[0] == Hand.parse("K♠")
    assert taken.view(0).draws == ()


@pytest.mark.rule("TT-15", "TT-49", "TT-50")
def test_a_turn_ends_with_a_discard_of_any_card() -> None:
    state = THREE.start(deal_of(THREE, "A♣ 5♦ 9♥", turned_up="K♠", stock="Q♦ J♦"))
    for draw, drawn in (("stock", "Q♦"), ("pile", "K♠")):
        before = play(state, f"0: {draw}")
        assert may(before) == [str(card) for card in before.hands[0]]
        for card in ("A♣", "5♦", "9♥", drawn):
            after = play(before, f"0: {card}")
            assert after.hands[0] == before.hands[0] - Hand.parse(card)
            assert after.table.pile[-1] is Card.parse(card)
            assert (after.table.sizes, after.to_act) == ((3, 3, 3), 1)
        assert no(before, "0: 2♣") == no(before, "0: out 2♣") == Reason.CARDS_NOT_HELD
        assert no(before, "0: stock") == no(before, "0: pile") == Reason.WRONG_PHASE


@pytest.mark.rule("TT-50", "TT-55")
def test_everybody_keeps_as_many_cards_between_turns() -> None:
    state = THREE.start(deal_of(THREE, number=3))
    while not state.is_over:
        drawing = state.phase is Phase.DRAW
        assert state.table.sizes == tuple(
            5 + (seat == state.to_act and not drawing) for seat in range(3)
        )
        actions = state.legal_actions()
        state = play(state, f"{state.to_act}: {may(state)[len(state.history) % len(actions)]}")
    assert state.table.sizes == (5, 5, 5)


@pytest.mark.rule("TT-15")
def test_a_card_from_the_pile_may_not_return_where_that_is_played() -> None:
    state = TWO.start(deal_of(TWO, "A♣ 5♦ 9♥", turned_up="K♠"))
    assert "K♠" in may(play(state, "0: pile"))
    kept = play(KEEP.start(deal_of(KEEP, "A♣ 5♦ 9♥", turned_up="K♠")), "0: pile")
    assert no(kept, "0: K♠") == Reason.RETURNED_DISCARD
    assert refused(kept, "0: discard K♠").card is Card.parse("K♠")
    assert may(kept) == ["A♣", "5♦", "9♥"]
    # one from the stock may, and in a later turn so may the other
    assert "K♦" in may(play(KEEP.start(deal_of(KEEP, "A♣ 5♦ 9♥", stock="K♦")), "0: stock"))
    later = play(kept, "0: 9♥", "1: stock")
    later = play(later, f"1: {next(iter(later.hands[1]))}", "0: stock")
    assert "K♠" in may(later)


@pytest.mark.rule("TT-15", "TT-16")
def test_nor_with_the_hand_laid_down_but_its_twin_may() -> None:
    two_packs = ThreeThirteen(players=2, packs=2, may_return_discard=False)
    state = play(two_packs.start(deal_of(two_packs, "9♣ 9♦ 9♥", turned_up="K♠")), "0: pile")
    assert no(state, "0: out K♠") == Reason.RETURNED_DISCARD
    assert may(state) == ["9♣", "9♦", "9♥"]
    twin = play(two_packs.start(deal_of(two_packs, "9♣ 9♦ K♠", turned_up="K♠")), "0: pile")
    assert may(twin) == ["9♣", "9♦", "K♠"]
    assert play(twin, "0: K♠").hands[0] == Hand.parse("9♣ 9♦ K♠")


@pytest.mark.rule("TT-14")
def test_every_refusal_of_a_turn() -> None:
    state = THREE.start(deal_of(THREE))
    assert no(state, "3: stock") == no(state, "-1: stock") == Reason.NO_SUCH_SEAT
    assert no(state, "2: A♣") == Reason.NOT_YOUR_TURN
    violation = state.check(Pass())
    assert violation is not None
    assert (violation.reason, violation.phase) == (Reason.WRONG_PHASE, Phase.DRAW)
    nothing = state.check("draw stock")  # type: ignore[arg-type]  # pyright: ignore
    assert nothing is not None
    assert nothing.reason is Reason.NOT_AN_ACTION
    bare = TWO.position(["A♣ 5♦ 9♥", "A♦ 5♣ 9♠"], pile="K♠", reshuffles=3)
    assert no(bare, "0: stock") == Reason.STOCK_EMPTY
    assert may(bare) == ["pile"]
    no_pile = TWO.position(["A♣ 5♦ 9♥", "A♦ 5♣ 9♠"], stock="K♠")
    assert no(no_pile, "0: pile") == Reason.NO_DISCARD_TO_DRAW
    assert may(no_pile) == ["stock"]


# --- Going out -----------------------------------------------------------------------------------


@pytest.mark.rule("TT-16", "TT-62")
def test_who_leaves_one_card_out_of_melds_may_go_out_with_it() -> None:
    state = THREE.start(deal_of(THREE, "9♣ 9♦ 5♥", turned_up="K♠", stock="9♥"))
    drawn = play(state, "0: stock")
    assert may(drawn) == ["5♥", "9♣", "9♦", "9♥", "out 5♥"]
    assert no(drawn, "0: out 9♣") == Reason.HAND_NOT_MELDED
    rest = refused(drawn, "0: go out 9♣").cards
    assert rest == Hand.parse("9♦ 9♥ 5♥")
    # whoever can need not
    on = play(drawn, "0: 5♥", "1: stock")
    assert on.table.out is None
    # with any card that is too many, the one just drawn too
    for hand, card, going in (
        ("9♣ 9♦ 9♥", "9♠", ["out 9♣", "out 9♦", "out 9♥", "out 9♠"]),
        ("9♣ 9♦ 9♥", "5♠", ["out 5♠"]),
        ("4♥ 5♥ 6♥", "7♥", ["out 4♥", "out 7♥"]),
        ("4♥ 5♥ 3♣", "3♦", ["out 4♥", "out 5♥", "out 3♣", "out 3♦"]),
        ("3♥ 3♠ 3♣", "3♦", ["out 3♣", "out 3♦", "out 3♥", "out 3♠"]),
    ):
        dealt = TWO.start(deal_of(TWO, hand, stock=card))
        listed = [word for word in may(play(dealt, "0: stock")) if word.startswith("out")]
        assert sorted(listed) == sorted(going)


@pytest.mark.rule("TT-17", "TT-63")
def test_going_out_lays_the_hand_down_for_all_to_see() -> None:
    state = THREE.start(deal_of(THREE, "9♣ 9♦ 9♥", turned_up="K♠", stock="5♥"))
    assert state.table.laid_down == (Hand(), Hand(), Hand())
    out = play(state, "0: stock", "0: out 5♥")
    assert out.table.out == 0
    assert out.table.laid_down == (Hand.parse("9♣ 9♦ 9♥"), Hand(), Hand())
    assert out.view(None).table.laid_down[0] == out.hands[0]
    assert out.table.pile[-1] is Card.parse("5♥")
    assert str(out.history[-1]) == "0: go out 5♥"


@pytest.mark.rule("TT-18", "TT-52", "TT-64", "TT-65")
@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("out", range(4))
def test_each_of_the_others_has_one_more_turn(out: int, order: int) -> None:
    hands = ["9♣ 9♦ 9♥" if seat == out else "" for seat in range(4)]
    state = THREE_THIRTEEN.start(deal_of(THREE_THIRTEEN, *hands, dealer=2, order=order, number=1))
    while state.to_act != out:  # round to the one that goes out
        seat = state.to_act
        assert seat is not None
        state = play(state, f"{seat}: stock", f"{seat}: {next(iter(state.hands[seat]))}")
    drawn = play(state, f"{out}: stock")
    (extra,) = drawn.hands[out] - Hand.parse("9♣ 9♦ 9♥")
    state = play(drawn, f"{out}: out {extra}")
    for turn in range(1, 4):
        seat = (out + order * turn) % 4
        assert (state.phase, state.to_act) == (Phase.DRAW, seat)
        assert not state.is_over
        # also what went out with the hand may be taken
        state = play(state, f"{seat}: pile")
        state = play(state, f"{seat}: {next(iter(state.hands[seat]))}")
    assert over(state).out == out
    assert state.hands[out] == Hand.parse("9♣ 9♦ 9♥")
    assert state.table.sizes == (3, 3, 3, 3)
    assert no(state, f"{out}: stock") == Reason.GAME_OVER


@pytest.mark.rule("TT-66")
def test_others_may_go_out_as_well_and_begin_no_more_turns() -> None:
    deal = deal_of(THREE, "9♣ 9♦ 9♥", "K♣ K♦ A♠", "2♣ 5♦ 8♥", turned_up="7♠", stock="4♥ K♥")
    state = play(THREE.start(deal), "0: stock", "0: out 4♥", "1: stock", "1: out A♠", "2: stock")
    assert state.table.laid_down == (Hand.parse("9♣ 9♦ 9♥"), Hand.parse("K♣ K♦ K♥"), Hand())
    assert (state.table.out, state.to_act) == (0, 2)
    state = play(state, "2: 2♣")
    result = over(state)
    assert (result.out, result.winners) == (0, (0, 1))
    assert result.points[:2] == (0, 0)


@pytest.mark.rule("TT-24")
def test_nobody_adds_cards_to_the_melds_of_others() -> None:
    deal = deal_of(TWO, "9♣ 9♦ 9♥", "9♠ 2♦ 6♥", turned_up="7♠", stock="4♥ K♥")
    state = play(TWO.start(deal), "0: stock", "0: out 4♥", "1: stock")
    assert {word.split()[0] for word in may(state)} == {"2♦", "6♥", "9♠", "K♥"}
    assert over(play(state, "1: K♥")).points == (0, 9 + 2 + 6)


# --- The score of a deal -------------------------------------------------------------------------


@pytest.mark.rule("TT-27", "TT-28", "TT-53", "TT-54", "TT-65")
def test_a_deal_is_scored_by_what_is_left_over() -> None:
    deal = deal_of(THREE, "9♣ 9♦ 9♥", "9♠ 4♦ K♥", "Q♣ Q♦ 3♥", turned_up="7♠", stock="4♥ A♠ 8♥")
    state = play(THREE.start(deal), "0: stock", "0: out 4♥", "1: stock", "1: A♠", "2: stock")
    assert state.result is None
    result = over(play(state, "2: 8♥"))  # the card discarded last costs nothing
    assert result.points == (0, 23, 0)
    assert result.payoffs == (23 - 0, 23 - 3 * 23, 23 - 0)
    assert sum(result.payoffs) == 0
    assert result.winners == (0, 2)
    assert result.teams == ((0,), (1,), (2,))
    assert result.stake == 1


# --- The end of the stock ------------------------------------------------------------------------


@pytest.mark.rule("TT-10")
def test_the_pile_but_for_its_top_becomes_the_stock() -> None:
    state = TWO.position(["A♣ 5♦ 9♥", "A♦ 5♣ 9♠"], pile="2♣ 4♣ 6♣ 8♣ K♠")
    assert (state.table.stock_size, state.table.reshuffles) == (0, 0)
    assert may(state) == ["stock", "pile"]
    state = play(state, "0: stock")
    assert (state.table.stock_size, state.table.reshuffles) == (3, 1)
    assert state.table.pile == (Card.parse("K♠"),)
    (drawn,) = state.view(0).draws
    assert drawn in cards("2♣ 4♣ 6♣ 8♣")


def test_orders_of_reshuffles_belong_to_the_deal() -> None:
    """A card that is not there is passed over, and those that are not named lie below."""
    ruleset = ThreeThirteen(players=2, max_reshuffles=2)
    deal = deal_of(ruleset, number=11, turned_up="A♣", stock="7♦ 7♣ 8♣", reshuffles=("8♣ K♠ 7♣",))
    assert ruleset.start(deal).deal == deal
    drawn, _ = drawn_and_discarded(ruleset, deal)
    below = deal.deck[26:51]  # turned up and discarded, but for the top: in this order
    assert drawn[:25] == list(deal.deck[27:])
    named = [card for card in cards("8♣ K♠ 7♣") if card in below]
    assert named[0] is Card.parse("8♣")
    assert drawn[25:50] == [*named, *(card for card in below if card not in named)]
    # the second follows from the deck
    other, _ = drawn_and_discarded(ruleset, evolve(deal, reshuffles=()))
    assert sorted(other[25:50]) == sorted(below)
    assert other[25:50] != drawn[25:50]
    assert other[:25] == drawn[:25]


def drawn_and_discarded(ruleset: ThreeThirteen, deal: Deal) -> tuple[list[Card], int]:
    """The cards that come from the stock where every one is discarded, and the reshuffles."""
    state, drawn = ruleset.start(deal), list[Card]()
    while not state.is_over:
        seat = state.to_act
        assert seat is not None
        assert may(state)[0] == "stock"
        state = play(state, f"{seat}: stock")
        drawn.append(state.view(seat).draws[-1])
        state = play(state, f"{seat}: {drawn[-1]}")
    return drawn, state.table.reshuffles


@pytest.mark.parametrize(
    ("reshuffles", "problem"),
    [
        (((),) * 4, "there are at most 3 reshuffles"),
        ((tuple(cards("A♣ A♣")),), "the packs do not hold so many of A♣"),
        (((Card.parse("BJ"),),), "the packs do not hold so many of BJ"),
        ((cards("A♣"),), "reshuffles are tuples of cards"),
        ([tuple(cards("A♣"))], "reshuffles are tuples of cards"),
        (((1,),), "reshuffles are tuples of cards"),
    ],
)
def test_orders_that_cannot_be(reshuffles: Any, problem: str) -> None:
    with pytest.raises(PositionError) as caught:
        TWO.start(evolve(deal_of(TWO), reshuffles=reshuffles))
    assert caught.value.problems == (problem,)


@pytest.mark.parametrize("reshuffles", range(4))
def test_a_deal_ends_where_a_turn_would_begin_without_a_stock(reshuffles: int) -> None:
    ruleset = ThreeThirteen(players=2, max_reshuffles=reshuffles)
    deal = deal_of(ruleset, number=11)
    drawn, reshuffled = drawn_and_discarded(ruleset, deal)
    assert (len(drawn), reshuffled) == (25 * (1 + reshuffles), reshuffles)
    state = ruleset.start(deal)
    for card in drawn:
        state = play(state, f"{state.to_act}: stock", f"{state.to_act}: {card}")
    assert (state.table.stock_size, state.table.out) == (0, None)
    result = over(state)
    assert result.out is None
    assert result.points == tuple(ruleset.arrange(hand, 11).points for hand in state.hands)


@pytest.mark.parametrize("rounds", [1, 2, 20])
def test_a_deal_ends_where_nobody_draws_from_the_stock(rounds: int) -> None:
    ruleset = ThreeThirteen(players=3, max_idle_rounds=rounds)
    state = ruleset.start(deal_of(ruleset, number=5))
    turns = 0
    while not state.is_over:
        before = state.table.pile
        state = play(state, f"{state.to_act}: pile", f"{state.to_act}: {before[-1]}")
        assert state.table.pile == before
        turns += 1
    assert turns == 3 * rounds
    assert over(state).out is None
    again = play(ruleset.start(deal_of(ruleset, number=5)), "0: pile")
    again = play(again, f"0: {next(iter(again.hands[0]))}", "1: stock")
    assert not play(again, f"1: {next(iter(again.hands[1]))}").is_over
