"""Events, and views that are kept by them."""

from __future__ import annotations

import pickle
from functools import reduce

import pytest

from climbcards import (
    Bid,
    BigThree,
    BigTwo,
    Call,
    Card,
    Discard,
    DouDizhu,
    Draw,
    GoOut,
    Hand,
    IllegalAction,
    NotationError,
    Pass,
    Phase,
    Play,
    PositionError,
    Reason,
    Source,
    State,
    Table,
    ThreeThirteen,
    View,
    step,
)
from climbcards.events import Event
from climbcards.rummy.table import RummyTable
from tests.toys import TOYS, RankToy

HIDDEN = BigThree()
SHOWN = BigThree(kitty_shown=True)


def bid_of_three(ruleset: BigThree) -> tuple[State[Table], State[Table], int, Hand]:
    """A deal before and after the bid that closes the auction; who bids; the kitty."""
    before = ruleset.deal(7)
    bidder = before.to_act
    assert bidder is not None
    after = step(before, Bid(3))
    return before, after, bidder, after.hands[bidder] - before.hands[bidder]


def refusal(view: View[Table], event: Event) -> Reason:
    with pytest.raises(IllegalAction) as caught:
        view.advance(event)
    return caught.value.reason


def problem(view: View[Table], event: Event) -> str:
    with pytest.raises(PositionError) as caught:
        view.advance(event)
    return str(caught.value)


# --- What is shown to whom -----------------------------------------------------------------------


def test_a_kitty_that_is_not_shown_is_seen_by_the_taker_alone() -> None:
    before, after, bidder, kitty = bid_of_three(HIDDEN)
    for seat in (None, 0, 1, 2):
        (event,) = after.events(seat)
        shown = kitty if seat == bidder else Hand()
        assert event == Event(number=1, seat=bidder, action=Bid(3), shown=shown)
        assert before.view(seat).advance(event) == after.view(seat)


def test_a_kitty_that_is_shown_is_seen_by_all() -> None:
    before, after, bidder, kitty = bid_of_three(SHOWN)
    for seat in (None, 0, 1, 2):
        assert after.events(seat) == (Event(number=1, seat=bidder, action=Bid(3), shown=kitty),)
        assert before.view(seat).advance(after.events(seat)[0]) == after.view(seat)


def test_the_kitty_is_shown_with_the_pass_that_closes_the_auction() -> None:
    state: State[Table] = DouDizhu().deal(1)
    for action in (Bid(1), Pass(), Pass()):
        state = step(state, action)
    assert [len(event.shown) for event in state.events(None)] == [0, 0, 3]


def test_where_all_pass_nothing_is_shown() -> None:
    state: State[Table] = DouDizhu().deal(1)
    for _ in range(3):
        state = step(state, Pass())
    assert state.is_over
    for seat in (None, 0, 1, 2):
        view = state.view(seat)
        assert not any(event.shown for event in view.events)
        again = view.first
        for event in view.events:
            again = again.advance(event)
        assert again == view


def test_the_kitty_is_told_of_after_its_cards_were_played() -> None:
    _, state, bidder, kitty = bid_of_three(HIDDEN)
    while not state.is_over:
        state = step(state, state.legal_actions()[-1])
    assert state.events(bidder)[0].shown == kitty
    assert state.view(bidder).first == HIDDEN.deal(7).view(bidder)


def test_events_from_a_number_of_moves_on_are_the_later_ones() -> None:
    state: State[Table] = BigTwo().deal(3)
    views = [state.view(1)]
    for _ in range(12):
        state = step(state, state.legal_actions()[0])
        views.append(state.view(1))
    for moves, known in enumerate(views):
        later = reduce(View.advance, state.events(1)[moves:], known)
        assert later == state.view(1)


def test_there_are_no_events_of_a_seat_that_there_is_not() -> None:
    with pytest.raises(PositionError):
        BigTwo().deal(3).events(4)


@pytest.mark.parametrize("game", [*TOYS, RankToy(kitty_shown=True)], ids=repr)
def test_a_game_of_ones_own_has_events_too(game: RankToy) -> None:
    state = game.deal(2)
    seats = (None, *range(game.players))
    views = {seat: state.view(seat) for seat in seats}
    while not state.is_over:
        listed = state.legal_actions()
        state = step(state, listed[len(listed) // 2])
        for seat in seats:
            views[seat] = views[seat].advance(state.events(seat)[-1])
            assert views[seat] == state.view(seat)


# --- Events that are refused ---------------------------------------------------------------------


def test_an_event_is_taken_in_its_turn_alone() -> None:
    before, after, _, _ = bid_of_three(HIDDEN)
    (event,) = after.events(None)
    view = after.view(None)
    assert problem(view, event) == "the next event is number 2"  # it has it already
    later = Event(number=2, seat=event.seat, action=event.action)
    assert problem(before.view(None), later) == "the next event is number 1"
    wild = Event(number=True, seat=event.seat, action=event.action)
    assert problem(before.view(None), wild) == "the next event is number 1"
    with pytest.raises(TypeError):
        view.advance(event.action)  # type: ignore[arg-type]  # pyright: ignore


def test_an_auction_is_judged_as_the_server_does() -> None:
    state: State[Table] = BigThree().deal(7)
    opener = state.to_act
    assert opener is not None
    other = (opener + 1) % 3
    for seat in (None, 0, 1, 2):
        view = state.view(seat)
        event = Event(number=1, seat=opener, action=Pass())
        assert refusal(view, event) is Reason.MUST_BID
        assert refusal(view, Event(number=1, seat=other, action=Bid(1))) is Reason.NOT_YOUR_TURN
        assert refusal(view, Event(number=1, seat=3, action=Bid(1))) is Reason.NO_SUCH_SEAT
        assert refusal(view, Event(number=1, seat=-1, action=Bid(1))) is Reason.NO_SUCH_SEAT
        event = Event(number=1, seat=opener, action="bid 1")  # type: ignore[arg-type]
        assert refusal(view, event) is Reason.NOT_AN_ACTION
        event = Event(number=1, seat=opener, action=Bid(4))
        assert refusal(view, event) is Reason.BID_OUT_OF_RANGE
        event = Event(number=1, seat=opener, action=Play("3♠"))
        assert refusal(view, event) is Reason.WRONG_PHASE


def test_nobody_plays_cards_that_the_view_sees_elsewhere() -> None:
    state: State[Table] = BigTwo().position(["3♠ 4♠", "5♦ 9♣", "6♥ 7♥", "8♠ K♠"], gone="J♦")
    mine = state.view(0)
    state = step(state, Play("3♠"))
    view = mine.advance(state.events(0)[0])
    for cards in ("4♠", "3♠", "J♦", "BJ"):  # held by the seat, played, gone, in no deck
        event = Event(number=2, seat=1, action=Play(cards))
        with pytest.raises(IllegalAction) as caught:
            view.advance(event)
        assert caught.value.reason is Reason.CARDS_NOT_HELD
        assert caught.value.violation.missing == Hand.parse(cards)
    event = Event(number=2, seat=1, action=Play("3♦"))  # may be held, but does not beat the 3♠
    assert refusal(view, event) is Reason.NOT_HIGHER
    event = Event(number=2, seat=1, action=Play("A♦ A♣"))
    assert refusal(view, event) is Reason.DIFFERENT_SHAPE
    event = Event(number=2, seat=1, action=Play("K♠"))  # another seat has it, but not to be seen
    assert view.advance(event).table.sizes == (1, 1, 2, 2)


def test_a_target_that_was_set_up_is_in_nobodys_hand() -> None:
    state = BigTwo().position(["3♠ 4♠", "5♦ 9♣", "6♥ 7♥", "8♠ K♠"], target="Q♦", to_act=1)
    for seat in (None, 0, 2, 3):
        event = Event(number=1, seat=1, action=Play("Q♦"))
        assert refusal(state.view(seat), event) is Reason.CARDS_NOT_HELD


def test_nobody_plays_more_cards_than_it_has() -> None:
    state = BigTwo().position(["3♠ 4♠", "5♦", "6♥ 7♥", "8♠ K♠"], to_act=1)
    event = Event(number=1, seat=1, action=Play("9♦ 9♣"))
    assert problem(state.view(0), event) == "seat 1 holds no more than 1 cards"
    assert refusal(state.view(1), event) is Reason.CARDS_NOT_HELD  # it knows better


def test_a_seat_does_not_run_out_with_a_card_that_it_is_known_to_hold() -> None:
    state: State[Table] = BigTwo(hand_size=5, opening_card_required=False).deal(3)
    opener, card = state.to_act, state.table.opening_card  # type: ignore[attr-defined]
    assert opener is not None
    view = state.view(None)
    five = next(c for c in BigTwo().catalogue() if len(c.cards) == 5 and card not in c.cards)
    told = problem(view, Event(number=1, seat=opener, action=Play(five.cards)))
    assert told == f"seat {opener} still has {card}"


def test_the_opening_card_is_due() -> None:
    state = BigTwo().deal(3)
    opener = state.to_act
    assert opener is not None
    event = Event(number=1, seat=opener, action=Play("2♠"))
    assert refusal(state.view(None), event) is Reason.OPENING_CARD_MISSING


def test_the_caller_neither_holds_nor_plays_the_card_that_is_called() -> None:
    state: State[Table] = step(BigThree(players=4).deal(7), Bid(3))
    soloist = state.to_act
    assert soloist is not None
    assert state.phase is Phase.CALL
    lowest: Card = state.table.opening_card  # type: ignore[attr-defined]
    assert lowest in state.hands[soloist]
    for seat in (None, 0, 1, 2, 3):
        event = Event(number=2, seat=soloist, action=Call(lowest))
        assert refusal(state.view(seat), event) is Reason.CARD_NOT_CALLABLE
    card = next(c for c in state.ruleset.deck if c.rank == 5 and c not in state.hands[soloist])
    state = step(state, Call(card))
    event = Event(number=3, seat=soloist, action=Play((card,)))
    for seat in (None, 0, 1, 2, 3):
        assert refusal(state.view(seat), event) is Reason.CARDS_NOT_HELD


def test_a_kitty_that_cannot_be_is_refused() -> None:
    before, after, bidder, kitty = bid_of_three(SHOWN)
    other = (bidder + 1) % 3
    view = before.view(other)
    missing = Event(number=1, seat=bidder, action=Bid(3))
    assert problem(view, missing) == "with this move 4 cards are shown, not 0"
    (right,) = after.events(other)
    mine = next(iter(view.hand))
    swapped = kitty - Hand([next(iter(kitty))]) + Hand([mine])
    for shown in (swapped, Hand.parse("BJ RJ 9♠ 10♠"), kitty + kitty):
        event = Event(number=1, seat=bidder, action=Bid(3), shown=shown)
        assert problem(view, event).endswith("cannot be shown: it lies elsewhere")
    one = Event(number=1, seat=bidder, action=Bid(3), shown=Hand([next(iter(kitty))]))
    assert problem(view, one) == "with this move 4 cards are shown, not 1"
    assert view.advance(right) == after.view(other)


def test_a_view_takes_no_cards_that_it_may_not_see() -> None:
    before, after, bidder, kitty = bid_of_three(HIDDEN)
    other = (bidder + 1) % 3
    (theirs,) = after.events(bidder)
    assert theirs.shown == kitty
    for seat in (None, other):
        told = problem(before.view(seat), theirs)
        assert told == "with this move 0 cards are shown, not 4"
    early = Event(number=1, seat=bidder, action=Bid(1), shown=kitty)  # nobody takes it yet
    assert problem(before.view(other), early) == "with this move 0 cards are shown, not 4"


# --- Three Thirteen: cards that are known to be elsewhere, or in the hand ------------------------


def discards(
    *, taken: str, drawn: str | None = None, may_return_discard: bool = True
) -> View[RummyTable]:
    """What seat 0 sees when seat 1 is to discard, who is known to hold what it took."""
    ruleset = ThreeThirteen(players=2, packs=2, may_return_discard=may_return_discard)
    hands = ["2♣ 6♦ K♠", "9♠ 9♥ 9♦ 8♣"]
    state = ruleset.position(
        hands, to_act=1, taken=["", taken], drawn=drawn, pile="Q♥", stock="5♠ 7♦"
    )
    return state.view(0)


def test_a_seat_all_of_whose_cards_are_known_discards_no_other() -> None:
    view = discards(taken="9♠ 9♥ 9♦ 8♣")
    event = Event(number=1, seat=1, action=Discard(Card.parse("J♠")))
    assert refusal(view, event) is Reason.CARDS_NOT_HELD
    view = discards(taken="9♠ 9♥ 9♦")
    assert view.advance(event).table.sizes == (3, 3)  # the fourth card may be any
    event = Event(number=1, seat=1, action=Discard(Card.parse("2♣")))  # as its twin may be
    assert view.advance(event).table.sizes == (3, 3)
    event = Event(number=1, seat=1, action=Discard(Card.parse("Q♦")))
    assert view.advance(event).table.sizes == (3, 3)


def test_a_card_just_taken_goes_back_where_its_twin_may_be_held() -> None:
    event = Event(number=1, seat=1, action=Discard(Card.parse("9♦")))
    view = discards(taken="9♥", drawn="9♦", may_return_discard=False)
    assert view.advance(event).table.taken[1] == Hand.parse("9♥")
    view = discards(taken="9♠ 9♥ 8♣", drawn="9♦", may_return_discard=False)
    assert refusal(view, event) is Reason.RETURNED_DISCARD  # there is no room for a twin
    assert discards(taken="9♠ 9♥ 8♣", drawn="9♦").advance(event).table.taken[1] == Hand.parse(
        "9♠ 9♥ 8♣"
    )


def test_a_hand_laid_down_has_the_cards_that_it_is_known_to_have() -> None:
    view = discards(taken="9♠ 9♥ 9♦ 8♣")
    out = GoOut(Card.parse("8♣"))
    right = Event(number=1, seat=1, action=out, shown="9♠ 9♥ 9♦")
    assert view.advance(right).table.laid_down[1] == Hand.parse("9♠ 9♥ 9♦")
    for shown in ("K♠ K♥ K♦", "9♠ 9♥ 9♣", "5♣ 5♦ 5♥"):
        assert problem(view, Event(number=1, seat=1, action=out, shown=shown)) == (
            "the hand laid down is another"
        )
    told = problem(view, Event(number=1, seat=1, action=out, shown="9♠ 9♥"))
    assert told == "with this move 3 cards are shown, not 2"
    view = discards(taken="9♠ 9♥")
    for hand, card in (("9♠ 9♥ 9♣", "J♦"), ("9♠ 9♥ 3♦", "2♣"), ("9♠ 9♥ 9♥", "9♠")):
        event = Event(number=1, seat=1, action=GoOut(Card.parse(card)), shown=hand)
        assert view.advance(event).table.laid_down[1] == Hand.parse(hand)
    event = Event(number=1, seat=1, action=GoOut(Card.parse("9♥")), shown="9♠ 9♥ 9♥")
    told = problem(view, event)  # there are two packs
    assert told == "9♥ 9♥ 9♠ cannot be laid down: it lies elsewhere"


def test_a_new_stock_holds_the_cards_of_the_pile_alone() -> None:
    """Seat 0 has seen them all; the jack is in the other hand, or in the game no more."""
    ruleset = ThreeThirteen(players=2)
    state: State[Table] = ruleset.position(
        ["2♣ 6♦ K♠", "9♠ J♥ 8♣"], pile="Q♥ 10♠ 7♦ 5♣", stock="", to_act=0
    )
    first = state.view(0)
    stock = Draw(Source.STOCK)
    told = problem(first, Event(number=1, seat=0, action=stock, shown="J♥"))
    assert told == "J♥ cannot be drawn: it lies elsewhere"
    state = step(step(state, stock), Discard(Card.parse("K♠")))
    state = step(step(state, Draw(Source.DISCARD)), Discard(Card.parse("8♣")))
    view = state.view(0)
    told = problem(view, Event(number=5, seat=0, action=stock, shown="J♥"))
    assert told == "J♥ cannot be drawn: it lies elsewhere"
    after = step(state, stock)
    assert view.advance(after.events(0)[-1]) == after.view(0)


def test_an_event_of_another_game_is_refused() -> None:
    view = BigTwo().deal(3).view(0)
    (event,) = step(BigThree().deal(7), Bid(3)).events(0)
    with pytest.raises(IllegalAction):
        view.advance(event)


def test_a_deal_that_is_over_has_no_more_events() -> None:
    state: State[Table] = DouDizhu().deal(1)
    for _ in range(3):
        state = step(state, Pass())
    event = Event(number=4, seat=0, action=Pass())
    assert refusal(state.view(None), event) is Reason.GAME_OVER


def test_an_event_is_a_value() -> None:
    event = Event(number=1, seat=0, action=Bid(3), shown="4♣ 5♦")
    assert event.shown == Hand.parse("4♣ 5♦")
    assert event == Event(number=1, seat=0, action=Bid(3), shown=Hand.parse("5♦ 4♣"))
    assert hash(event) == hash(Event(number=1, seat=0, action=Bid(3), shown="5♦ 4♣"))
    assert pickle.loads(pickle.dumps(event)) == event
    with pytest.raises(AttributeError):
        event.number = 2  # type: ignore[misc]
    with pytest.raises(NotationError):
        Event(number=1, seat=0, action=Bid(3), shown="5x")
