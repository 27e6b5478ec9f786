"""Wrong, foreign and hostile values at the public entries, and what must not travel in a pickle."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

from climbcards import (
    Bid,
    BigThree,
    BigTwo,
    Card,
    Combination,
    Deal,
    DealContext,
    DouDizhu,
    Hand,
    IllegalAction,
    Kind,
    Pass,
    Phase,
    PositionError,
    Rank,
    Reason,
    RulesetError,
    Suit,
    parse_action,
    step,
)

GAME = BigThree()


def in_play(ruleset: Any, seed: int = 98) -> Any:
    """The first lead of a deal."""
    state = ruleset.deal(seed)
    while state.phase is not Phase.PLAY:
        state = step(state, state.legal_actions()[0 if state.phase is Phase.CALL else -1])
    return state


@pytest.mark.parametrize("ruleset", [BigThree(), DouDizhu(), BigTwo()])
def test_a_pickled_list_holds_its_elements_and_nothing_else(ruleset: Any) -> None:
    state = in_play(ruleset)
    for hand in state.hands:
        ruleset.leads(hand)  # the engine has now looked at every hand
    listed = state.view(state.to_act).legal_actions()
    thawed = pickle.loads(pickle.dumps(listed))
    assert type(thawed) is tuple
    assert thawed == tuple(listed) == listed
    assert b"atalogue" not in pickle.dumps(listed)
    leads = ruleset.leads(state.hands[0])
    assert pickle.loads(pickle.dumps(leads)) == tuple(leads)


def test_lists_of_equal_positions_are_equal() -> None:
    one, two = in_play(GAME).legal_actions(), in_play(GAME).legal_actions()
    assert one is not two
    assert one == two
    assert hash(one) == hash(two)
    assert one != in_play(GAME, 99).legal_actions()
    assert one != list(one)


@pytest.mark.parametrize("index", [0.5, float("nan"), "0", None, (0,)])
def test_only_whole_numbers_and_slices_index_a_list(index: Any) -> None:
    with pytest.raises(TypeError):
        in_play(GAME).legal_actions()[index]


def test_any_amount_of_space_is_passed_over_at_once() -> None:
    gap = " " * 20_000_000  # minutes, if each character cost a step of the interpreter
    assert Hand.parse(gap) == Hand()
    assert parse_action(f"{gap}play{gap}3♠ as pair") == parse_action("play 3♠ as pair")


@pytest.mark.parametrize(
    ("ruleset", "other"),
    [(BigThree(), DouDizhu()), (BigThree(), BigThree(players=4)), (BigTwo(), BigTwo.taiwan())],
)
def test_the_next_deal_follows_from_a_deal_of_the_same_rules(ruleset: Any, other: Any) -> None:
    state = in_play(other)
    while not state.is_over:
        state = step(state, state.legal_actions()[-1])
    assert other.next_context(state).number == 2
    with pytest.raises(PositionError, match="no state of"):
        ruleset.next_context(state)


def test_hands_of_a_position_may_come_from_anywhere_once() -> None:
    hands = ["4♠ 5♠", "6♠ 7♠", "8♠ 9♠", "10♠ J♠"]
    four = BigThree(players=4)
    generated: Any = (hand for hand in hands)
    once = four.position(generated, called=Card.parse("8♠"))
    assert once == four.position(hands, called="8♠")
    target = iter([Card.parse("4♥")])
    state = four.position(hands, called="8♠", target=target)
    assert state.table.target == four.classify("4♥")


def test_the_dealer_is_drawn_for_in_the_order_of_the_game() -> None:
    import random

    for ruleset, highest in ((DouDizhu(), "2 and jokers"), (BigTwo(), "2")):
        for seed in range(30):
            drawing = ruleset.draw_dealer(random.Random(seed))
            shown = dict(drawing.rounds[0])
            best = max(shown.values(), key=lambda card: ruleset.sort(ruleset.deck).index(card))
            assert shown[drawing.places[0]].rank is best.rank, highest


@pytest.mark.parametrize(
    "deal",
    [
        Deal(deck=GAME.deck, seed=-1),
        Deal(deck=GAME.deck, seed="x"),  # type: ignore[arg-type]
        Deal(deck=GAME.deck, seed=float("nan")),  # type: ignore[arg-type]
        Deal(deck=GAME.deck, seed=1 << 5000),
        Deal(deck=GAME.deck, reshuffles=[]),  # type: ignore[arg-type]
        Deal(deck=GAME.deck, reshuffles=(GAME.deck,)),
        Deal(deck=GAME.deck, face_up=0),
        Deal(deck=GAME.deck, context=DealContext(number=10**5000)),
    ],
    ids=range(8),
)
def test_a_deal_that_cannot_be_is_refused(deal: Deal) -> None:
    with pytest.raises(PositionError):
        GAME.start(deal)


def test_partners_are_a_pair_in_either_order() -> None:
    assert DealContext(partners=(3, 1)) == DealContext(partners=(1, 3))


@pytest.mark.parametrize(
    "call",
    [
        lambda: Hand().count(1),  # type: ignore[arg-type]
        lambda: Hand().beyond(range(10**12)),  # type: ignore[arg-type]
        lambda: GAME.classify("5♠", 1),  # type: ignore[arg-type]
        lambda: GAME.answers("5♠", 1),  # type: ignore[arg-type]
        lambda: GAME.start(1),  # type: ignore[arg-type]
        lambda: step(1, Pass()),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_type_of_a_programmer_is_a_type_error(call: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        call()


def test_a_target_that_the_rules_do_not_know_is_refused() -> None:
    forged = Combination(("single",), (99,), 0, Kind.RUN, Hand(), Hand())
    foreign = DouDizhu().classify("BJ RJ")
    assert foreign is not None
    for target in (forged, foreign):
        with pytest.raises(PositionError, match="no combination of these rules"):
            GAME.answers("4♠ 5♠", target)


class Evil:
    """An object that cannot be compared."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    __hash__ = None  # type: ignore[assignment]


def test_objects_that_cannot_be_compared_are_refused_like_the_rest() -> None:
    state = GAME.deal(7)
    evil: Any = Evil()
    with pytest.raises(IllegalAction) as refused:
        step(state, Bid(1), evil)
    assert refused.value.reason is Reason.NO_SUCH_SEAT
    with pytest.raises(IllegalAction) as refused:
        step(state, evil)
    assert refused.value.reason is Reason.NOT_AN_ACTION
    assert not state.legal_actions(evil)
    for options in ({"opener": evil}, {"players": evil}, {"min_run": evil}, {"bombs": evil}):
        with pytest.raises(RulesetError):
            BigThree(**options)


STRICT = BigTwo(last_card_rule="enforce")
FINAL = BigTwo(passing="out_of_trick", bombs="out_of_turn")


def test_a_table_is_asked_about_any_hand() -> None:
    table = STRICT.position(["3♣ 5♣", "3♥", "3♦ 5♦", "3♠ 5♠"]).table
    assert table.legal_actions(0, Hand()) == ()
    for hand in ("3♣ 3♣", "BJ 3♣", "BJ RJ"):
        listed = table.legal_actions(0, Hand.parse(hand))
        for action in listed:
            assert table.check(action, 0, Hand.parse(hand)) is None
        assert table.check(Pass(), 0, Hand.parse(hand)) is not None
    answering = STRICT.position(["3♣ 5♣", "4♥", "3♦ 5♦", "3♠ 5♠"], target="3♥", target_by=3).table
    for hand in ("3♣ 5♣", "BJ RJ 5♣"):
        refusal = answering.check(Pass(), 0, Hand.parse(hand))
        assert refusal is not None
        assert (refusal.reason, refusal.card) == (Reason.LAST_CARD_RULE, Card.parse("5♣"))
        assert [str(action) for action in answering.legal_actions(0, Hand.parse(hand))] == [
            "play 5♣"
        ]


def test_a_position_may_follow_a_breach_of_the_last_card_rule() -> None:
    pay = BigTwo(last_card_rule="pay")
    state = step(pay.position(["4♣", "3♦ 3♣ 9♦", "9♠", "2♠"], to_act=1), parse_action("play 3♣"))
    again = pay.position(state.hands, to_act=2, target="3♣", target_by=1, breach=1)
    for one in (state, again):
        result = step(one, parse_action("play 9♠")).result
        assert result is not None
        assert result.liable == 1
    assert (
        again.view(0).table == pay.position(state.hands, to_act=2, target="3♣", target_by=1).table
    )
    for ruleset, breach in ((BigTwo(), 1), (pay, 4)):
        with pytest.raises(PositionError, match="last-card rule"):
            ruleset.position(state.hands, to_act=2, target="3♣", target_by=1, breach=breach)


def test_seats_that_were_out_before_have_not_passed_again() -> None:
    hands = ["3♣ 5♣", "3♥ 5♥", "3♦ 5♦", "3♠ 5♠"]
    state = FINAL.position(hands, target="8♦", target_by=0, to_act=2, out_of_trick=(1,))
    assert (state.table.passes, state.table.out_of_trick) == (0, (1,))
    state = FINAL.position(hands, target="8♦", target_by=0, to_act=2)
    assert (state.table.passes, state.table.out_of_trick) == (1, (1,))


def test_positions_that_no_deal_reaches_are_refused() -> None:
    hands = ["3♣ 5♣", "3♥ 5♥", "3♦ 5♦", "3♠ 5♠"]
    with pytest.raises(PositionError, match="not out of the trick"):
        FINAL.position(hands, target="4♠", target_by=0, to_act=1, out_of_trick=(0,))
    wrong: Any = 1.0
    with pytest.raises(PositionError, match="order"):
        FINAL.position(hands, target="4♣", target_by=1, to_act=3, order=wrong)


def test_numbers_too_large_to_print_are_no_options() -> None:
    with pytest.raises(RulesetError):
        BigTwo(scale=((1, 10**5000),))
    with pytest.raises(RulesetError):
        BigTwo(deals=10**5000)
    wrong: Any = {}
    with pytest.raises(TypeError, match="DealContext"):
        BigTwo().deal(1, wrong)


# --- Hands beyond any deck -----------------------------------------------------------------------

PACK = [Card(rank, suit) for suit in Suit for rank in list(Rank)[:13]]
JOKERS = [Card(rank) for rank in list(Rank)[13:]]


@pytest.mark.parametrize("copies", [1, 2, 8, 15])
@pytest.mark.parametrize(
    "ruleset",
    [BigThree(), BigThree(players=4), DouDizhu(), DouDizhu(players=4), BigTwo()],
    ids=repr,
)
def test_a_hand_beyond_the_deck_is_cut_down_to_it(ruleset: Any, copies: int) -> None:
    """Its lanes overflow the 60 bits, so in the compiled build they must not get to the kernel."""
    deck = Hand(ruleset.deck)
    for hand in (Hand((PACK + JOKERS) * copies), Hand(PACK[:13] * copies)):
        within = hand - hand.beyond(deck)
        leads = ruleset.leads(hand)
        assert len(leads) == len(ruleset.leads(within))
        assert leads[-1] == ruleset.leads(within)[-1]
        target = leads[0]
        assert len(ruleset.answers(hand, target)) == len(ruleset.answers(within, target))
        assert ruleset.classify(hand) is None
        with pytest.raises(PositionError):
            ruleset.position([hand] * ruleset.players)
