"""The engine on two made-up games: what Big Three has no use for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from climbcards import (
    Action,
    Bid,
    Card,
    Combination,
    Hand,
    Kind,
    Pass,
    Phase,
    Play,
    Rank,
    Reason,
    State,
    Suit,
    step,
)
from climbcards.cards import CARDS
from climbcards.climbing.table import ClimbingTable
from climbcards.testing import check_ruleset, hands
from tests.toys import TOYS, Expected, RankToy, SuitToy, rank_readings, suit_readings

Toy = SuitToy | RankToy
Playing = State[ClimbingTable]

EACH = settings(max_examples=max(1, settings().max_examples // 2))
toys = pytest.mark.parametrize("toy", TOYS, ids=repr)


def expected(toy: Toy, cards: Iterable[Card]) -> list[Expected]:
    if isinstance(toy, SuitToy):
        return suit_readings(toy, cards)
    return rank_readings(toy, cards)


def alike(toy: Toy, cards: Hand) -> tuple[object, ...]:
    """What tells one combination of a kind from another: its cards, or their ranks."""
    if isinstance(toy, SuitToy):
        return tuple(cards)
    return tuple(card.rank for card in cards)


def subsets(hand: Hand) -> list[Hand]:
    cards = tuple(hand)
    every = (Hand(some) for size in range(len(cards) + 1) for some in combinations(cards, size))
    return list(dict.fromkeys(every))


def reading(toy: Toy, cards: str, kind: Kind) -> Combination:
    (found,) = (c for c in toy.readings(cards) if c.kind is kind)
    return found


def reason(state: Playing, action: Action) -> Reason | None:
    violation = state.check(action)
    return None if violation is None else violation.reason


def steps(state: Playing, *actions: Action) -> Playing:
    for action in actions:
        state = step(state, action)
    return state


@toys
def test_it_keeps_every_promise_of_a_ruleset(toy: Toy) -> None:
    check_ruleset(toy, deals=2)


# --- Listing and reading -------------------------------------------------------------------------


@toys
@EACH
@given(st.data())
def test_what_is_generated_classifies_and_what_classifies_is_generated(
    toy: Toy, data: st.DataObject
) -> None:
    hand = data.draw(hands(toy, max_size=10))
    listed = [(alike(toy, c.cards), c.kind) for c in toy.leads(hand)]
    wanted = {
        (alike(toy, cards), reading.kind)
        for cards in subsets(hand)
        for reading in expected(toy, cards)
    }
    assert set(listed) == wanted
    assert len(listed) == len(wanted) == len(toy.leads(hand))


@pytest.mark.parametrize("toy", [RankToy(), RankToy(packs=2)], ids=repr)
@EACH
@given(st.data())
def test_runs_of_triples_carry_what_they_may(toy: RankToy, data: st.DataObject) -> None:
    low = data.draw(st.integers(3, 9))
    core = [card for card in dict.fromkeys(toy.deck) if card.rank in (low, low + 1)]
    others = st.sampled_from([card for card in CARDS if card not in core])
    jokers = st.lists(st.sampled_from(CARDS[52:]), unique=True)
    rest = data.draw(st.lists(others, unique=True, max_size=3)) + data.draw(jokers)
    hand = Hand(dict.fromkeys([*core[: data.draw(st.integers(6, 8))], *rest]))
    kinds = (Kind.TRIPLE_RUN_WITH_SINGLES, Kind.TRIPLE_WITH_PAIR)
    wanted: set[tuple[object, ...]] = set()
    for cards in subsets(hand):
        if len(cards) in (5, 8):
            found = [reading.kind for reading in expected(toy, cards)]
            assert [reading.kind for reading in toy.readings(cards)] == found
            wanted |= {(alike(toy, cards), kind) for kind in found if kind in kinds}
    listed = [(alike(toy, c.cards), c.kind) for c in toy.leads(hand) if c.kind in kinds]
    assert len(listed) == len(wanted)
    assert set(listed) == wanted


@toys
@EACH
@given(st.data())
def test_cards_read_as_the_game_describes_them(toy: Toy, data: st.DataObject) -> None:
    for cards in subsets(data.draw(hands(toy, max_size=9))):
        found = toy.readings(cards)
        wanted = {(e.kind, e.power) for e in expected(toy, cards)}
        assert {(c.kind, c.power) for c in found} == wanted
        assert toy.classify(cards) == (found[0] if found else None)
        for one in found:
            assert one.cards == cards == one.core + one.attached


@toys
@EACH
@given(st.data())
def test_a_listed_combination_lies_in_the_hand_and_reads_as_itself(
    toy: Toy, data: st.DataObject
) -> None:
    hand = data.draw(hands(toy, min_size=1, max_size=20))
    listed = toy.leads(hand)
    for place in data.draw(st.lists(st.integers(0, len(listed) - 1), max_size=20)):
        assert listed[place].cards <= hand
        assert listed[place] in toy.readings(listed[place].cards)


@toys
@EACH
@given(st.data())
def test_answers_are_the_leads_that_beat_the_target_in_the_same_order(
    toy: Toy, data: st.DataObject
) -> None:
    hand = data.draw(hands(toy, max_size=13))
    leads = list(toy.leads(hand))
    for target in data.draw(st.lists(targets(toy), min_size=1, max_size=8)):
        answers = toy.answers(hand, target)
        assert list(answers) == [lead for lead in leads if lead.beats(target)]
        assert [answers[place] for place in range(len(answers))] == list(answers)


@st.composite
def targets(draw: st.DrawFn, toy: Toy) -> Combination:
    """A combination of a random hand, every kind there is in it as likely as any."""
    leads = toy.leads(draw(hands(toy, min_size=1, max_size=10)))
    kind = draw(st.sampled_from(sorted({lead.kind for lead in leads})))
    return draw(st.sampled_from([lead for lead in leads if lead.kind is kind]))


@toys
@EACH
@given(st.data())
def test_one_beats_another_as_the_game_describes_it(toy: Toy, data: st.DataObject) -> None:
    one, two = data.draw(targets(toy)), data.draw(targets(toy))
    described = [next(e for e in expected(toy, c.cards) if e.kind is c.kind) for c in (one, two)]
    assert one.beats(two) == described[0].beats(described[1])
    assert two.beats(one) == described[1].beats(described[0])


def test_the_catalogues_hold_as_many_as_can_be_counted() -> None:
    assert Counter(c.kind for c in SuitToy().catalogue()) == {
        Kind.SINGLE: 52,
        Kind.PAIR: 13 * 6,
        Kind.FLUSH: 4 * comb(13, 5),
        Kind.FULL_HOUSE: 13 * 4 * 12 * 6,
        Kind.QUAD: 13,
        Kind.BOMB: 13,
    }
    assert Counter(c.kind for c in RankToy().catalogue()) == {
        Kind.SINGLE: 15,
        Kind.PAIR: 13,
        Kind.TRIPLE: 13,
        Kind.RUN: sum(range(1, 9)),
        Kind.TRIPLE_RUN: 11 + 10 + 9 + 8 + 7,
        Kind.TRIPLE_WITH_PAIR: 13 * 12,
        # Any n of the 15 - n other ranks, less those with both jokers.
        Kind.TRIPLE_RUN_WITH_SINGLES: sum(
            (13 - n) * (comb(15 - n, n) - comb(13 - n, n - 2)) for n in range(2, 6)
        ),
        Kind.BOMB: 13,
    }


# --- Legality ------------------------------------------------------------------------------------


@st.composite
def playing(draw: st.DrawFn, toy: Toy) -> tuple[Playing, Combination | None]:
    """A position with a small hand to act, often with something on the table."""
    hand = draw(hands(toy, min_size=1, max_size=8))
    rest = list(Hand(toy.deck) - hand)
    draw(st.randoms(use_true_random=False)).shuffle(rest)
    target: Combination | None = None
    if draw(st.booleans()):
        leads = toy.leads(rest[:14])
        kind = draw(st.sampled_from(sorted({lead.kind for lead in leads})))
        target = draw(st.sampled_from([lead for lead in leads if lead.kind is kind]))
        rest = list(Hand(rest) - target.cards)
    others = [rest[seat : seat + 1] for seat in range(toy.players - 1)]
    return toy.position([hand, *others], target=target), target


@toys
@EACH
@given(st.data())
def test_what_is_legal_is_listed_with_its_kind_named_exactly_where_there_is_a_choice(
    toy: Toy, data: st.DataObject
) -> None:
    state, target = data.draw(playing(toy))
    wanted: set[tuple[tuple[object, ...], Kind | None]] = set()
    for cards in subsets(state.hands[0]):
        legal = [e.kind for e in expected(toy, cards) if target is None or beats(toy, e, target)]
        wanted |= {(alike(toy, cards), kind if len(legal) > 1 else None) for kind in legal}
    listed = state.legal_actions()
    plays = [action for action in listed if isinstance(action, Play)]
    assert [action for action in listed if not isinstance(action, Play)] == [Pass()] * bool(target)
    assert len(listed) == len(wanted) + bool(target)
    assert {(alike(toy, play.cards), play.kind) for play in plays} == wanted


def beats(toy: Toy, one: Expected, target: Combination) -> bool:
    return one.beats(next(e for e in expected(toy, target.cards) if e.kind is target.kind))


@toys
@EACH
@given(st.data())
def test_a_play_is_refused_for_the_first_reason_that_holds(toy: Toy, data: st.DataObject) -> None:
    state, target = data.draw(playing(toy))
    kinds = st.none() | st.sampled_from([Kind.QUAD, Kind.BOMB, Kind.PAIR])
    for cards in subsets(state.hands[0]):
        kind = data.draw(kinds) if len(cards) == 4 else None
        found = expected(toy, cards)
        meant = [e for e in found if kind in (None, e.kind)]
        if not cards:
            wanted = Reason.NO_CARDS
        elif not found:
            wanted = Reason.NOT_A_COMBINATION
        elif not meant:
            wanted = Reason.NO_SUCH_READING
        elif target is None or any(beats(toy, e, target) for e in meant):
            wanted = None
        else:
            on = next(e for e in expected(toy, target.cards) if e.kind is target.kind)
            like = any(e.family == on.family or 0 < e.power < on.power for e in meant)
            wanted = Reason.NOT_HIGHER if like else Reason.DIFFERENT_SHAPE
        assert reason(state, Play(cards, kind)) is wanted


# --- Two readings of one set ---------------------------------------------------------------------

SEVENS = "7♣ 7♦ 7♥ 7♠"
EIGHTS = "8♣ 8♦ 8♥ 8♠"
SIXES = "6♣ 6♦ 6♥ 6♠"


def holding(cards: str, target: Combination | None = None) -> Playing:
    """The suit game: seat 0 holds these and two aces."""
    return SuitToy().position([f"{cards} A♣ A♠", "3♣", "3♦", "3♥"], target=target)


def test_on_a_lead_four_of_a_kind_are_listed_as_both_kinds() -> None:
    listed = holding(SEVENS).legal_actions()
    assert Play(SEVENS, Kind.QUAD) in listed
    assert Play(SEVENS, Kind.BOMB) in listed
    assert Play(SEVENS) not in listed
    assert Play("A♣ A♠") in listed
    assert Play("A♣ A♠", Kind.PAIR) not in listed


@pytest.mark.parametrize("kind", [Kind.QUAD, Kind.BOMB])
def test_a_lead_is_read_as_it_is_named(kind: Kind) -> None:
    state = step(holding(SEVENS), Play(SEVENS, kind))
    assert state.table.target == reading(SuitToy(), SEVENS, kind)
    assert state.history[-1].action == Play(SEVENS, kind)
    assert state.table.doublings == (kind is Kind.BOMB)


def test_a_lead_that_names_nothing_is_the_preferred_reading_and_history_says_which() -> None:
    state = step(holding(SEVENS), Play(SEVENS))
    assert state.history[-1].action == Play(SEVENS, Kind.QUAD)
    assert state.table.target == SuitToy().readings(SEVENS)[0]


def test_history_drops_a_kind_that_goes_without_saying() -> None:
    state = step(holding(SEVENS), Play("A♣ A♠", Kind.PAIR))
    assert state.history[-1].action == Play("A♣ A♠")


def test_on_a_lower_quad_both_readings_are_legal_and_named() -> None:
    toy = SuitToy()
    state = holding(SEVENS, reading(toy, SIXES, Kind.QUAD))
    assert list(state.legal_actions()) == [
        Pass(),
        Play(SEVENS, Kind.QUAD),
        Play(SEVENS, Kind.BOMB),
    ]
    assert step(state, Play(SEVENS)).history[-1].action == Play(SEVENS, Kind.QUAD)


def test_on_a_higher_quad_only_the_bomb_is_left_and_needs_no_name() -> None:
    state = holding(SEVENS, reading(SuitToy(), EIGHTS, Kind.QUAD))
    assert list(state.legal_actions()) == [Pass(), Play(SEVENS)]
    assert reason(state, Play(SEVENS, Kind.QUAD)) is Reason.NOT_HIGHER
    for action in (Play(SEVENS), Play(SEVENS, Kind.BOMB)):
        after = step(state, action)
        assert after.history[-1].action == Play(SEVENS)
        assert after.table.target == reading(SuitToy(), SEVENS, Kind.BOMB)
        assert after.table.doublings == 1


def test_a_higher_bomb_is_not_beaten() -> None:
    state = holding(SEVENS, reading(SuitToy(), EIGHTS, Kind.BOMB))
    assert list(state.legal_actions()) == [Pass()]
    assert reason(state, Play(SEVENS)) is Reason.NOT_HIGHER
    assert reason(state, Play(SEVENS, Kind.BOMB)) is Reason.NOT_HIGHER
    assert reason(state, Play(SEVENS, Kind.QUAD)) is Reason.DIFFERENT_SHAPE
    assert reason(state, Play("A♣ A♠")) is Reason.DIFFERENT_SHAPE


def test_a_kind_the_cards_do_not_have_is_no_such_reading() -> None:
    violation = holding(SEVENS).check(Play(SEVENS, Kind.PAIR))
    assert violation is not None
    assert violation.reason is Reason.NO_SUCH_READING
    assert violation.kind is Kind.PAIR
    assert [c.kind for c in violation.readings] == [Kind.QUAD, Kind.BOMB]


def test_a_target_is_read_as_it_was_set_up() -> None:
    on_quad = holding(SEVENS, reading(SuitToy(), EIGHTS, Kind.QUAD))
    on_bomb = holding(SEVENS, reading(SuitToy(), EIGHTS, Kind.BOMB))
    assert on_quad != on_bomb
    assert on_quad.table.target != on_bomb.table.target


# --- The suit game -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        ("9♦", "9♣"),  # diamonds are lowest, then clubs
        ("9♠", "10♦"),
        ("9♥ 9♣", "9♦ 9♠"),
        ("9♥ 9♠", "10♦ 10♣"),
        ("3♦ 5♦ 7♦ 9♦ 2♦", "3♣ 4♣ 5♣ 6♣ 8♣"),  # the suit before the ranks
        ("3♦ 5♦ 7♦ 9♦ J♦", "4♦ 6♦ 8♦ 10♦ 2♦"),
        ("2♠ A♠ K♠ Q♠ J♠", "3♦ 3♣ 3♥ 4♦ 4♣"),  # any full house is above any flush
        ("3♦ 3♣ 3♥ 2♦ 2♣", "4♦ 4♣ 4♥ 5♦ 5♣"),
    ],
)
def test_suits_rank(lower: str, higher: str) -> None:
    toy = SuitToy()
    spare = [card for card in toy.deck if card not in Hand.parse(f"{lower} {higher}")]

    def played(hand: str, target: str) -> Reason | None:
        others = [[card] for card in spare[:3]]
        return reason(toy.position([hand, *others], target=target), Play(hand))

    assert played(higher, lower) is None
    assert played(lower, higher) is Reason.NOT_HIGHER


def test_without_an_auction_the_opener_leads() -> None:
    state = SuitToy().deal(7)
    table = state.table
    assert (table.phase, table.opening_card) == (Phase.PLAY, Card(Rank.THREE, Suit.DIAMONDS))
    assert state.to_act == table.opener
    assert table.opening_card in state.hands[state.to_act or 0]
    assert reason(state, Bid(1)) is Reason.WRONG_PHASE
    assert reason(state, Pass()) is Reason.CANNOT_PASS_LEAD


# --- The rank game -------------------------------------------------------------------------------


def test_jokers_are_attached_one_at_a_time() -> None:
    toy = RankToy()
    triples = "3♣ 3♦ 3♥ 4♣ 4♦ 4♥"
    for singles in ("5♣ BJ", "5♣ RJ", "5♣ 2♠"):
        found = toy.classify(f"{triples} {singles}")
        assert found is not None
        assert found.kind is Kind.TRIPLE_RUN_WITH_SINGLES
        assert (found.core, found.attached) == (Hand.parse(triples), Hand.parse(singles))
    assert toy.classify(f"{triples} BJ RJ") is None
    assert toy.classify(f"{triples} 5♣ 5♦") is None
    assert toy.classify(f"{triples} 3♠ 5♦") is None


def test_the_core_alone_ranks_what_has_cards_attached() -> None:
    toy = RankToy()
    target = "3♣ 3♦ 3♥ 2♣ 2♦"
    for hand, wanted in (
        ("4♣ 4♦ 4♥ 5♣ 5♦", None),
        ("4♣ 4♦ 4♥", Reason.DIFFERENT_SHAPE),
        ("6♣ 7♣ 8♣ 9♣ 10♣", Reason.DIFFERENT_SHAPE),
        ("4♣ 4♦ 4♥ 4♠", None),
    ):
        assert reason(toy.position([hand, "K♣", "K♦"], target=target), Play(hand)) is wanted
    higher = toy.position(["3♣ 3♦ 3♥ 2♣ 2♦", "K♣", "K♦"], target="4♣ 4♦ 4♥ 5♣ 5♦")
    assert reason(higher, Play("3♣ 3♦ 3♥ 2♣ 2♦")) is Reason.NOT_HIGHER


def dealt(**options: bool) -> Playing:
    return RankToy(**options).deal(11)


def test_three_passes_throw_the_cards_in() -> None:
    state = steps(dealt(), Pass(), Pass())
    assert not state.is_over
    state = step(state, Pass())
    result = state.result
    assert result is not None
    assert state.is_over
    assert state.to_act is None
    assert result.thrown_in
    assert (result.winners, result.out, result.stake, result.payoffs) == ((), None, 0, (0, 0, 0))
    assert reason(state, Pass()) is Reason.GAME_OVER
    assert state.ruleset.next_context(state).number == 2


def test_an_opener_who_need_not_bid_may_pass_and_bid_when_the_turn_returns() -> None:
    state = steps(dealt(), Pass(), Bid(1), Pass())
    assert list(state.legal_actions()) == [Pass(), Bid(2), Bid(3)]
    assert reason(state, Bid(1)) is Reason.BID_TOO_LOW
    assert reason(state, Bid(4)) is Reason.BID_OUT_OF_RANGE
    state = steps(state, Bid(2), Pass(), Pass())
    assert (state.phase, state.to_act, state.table.stake) == (Phase.PLAY, 0, 2)


def test_the_declarer_leads_whoever_opened() -> None:
    state = steps(dealt(), Bid(1), Pass(), Bid(3))
    assert (state.table.opener, state.to_act) == (0, 2)
    assert reason(state, Pass()) is Reason.CANNOT_PASS_LEAD


@pytest.mark.parametrize("kitty_shown", [False, True])
def test_the_declarer_takes_the_very_cards_that_were_left_over(kitty_shown: bool) -> None:
    state = dealt(kitty_shown=kitty_shown)
    before = state.hands
    kitty = Hand(state.ruleset.deck) - sum(before, Hand())
    assert len(kitty) == 3
    assert state.table.kitty is None
    state = steps(state, Pass(), Bid(3))
    assert state.hands == (before[0], before[1] + kitty, before[2])
    assert state.table.sizes == (17, 20, 17)
    assert state.table.kitty == (kitty if kitty_shown else None)
    assert state.view(1).dealt == before[1]


def test_bombs_double_the_stake_and_the_payment() -> None:
    toy = RankToy()
    state = toy.position([f"3♣ {SEVENS}", EIGHTS, "9♣ 9♦"], stake=2)
    state = steps(state, Play("3♣"), Play(EIGHTS))
    assert (state.table.doublings, state.table.stake) == (1, 4)
    assert state.result is not None
    assert state.result.payoffs == (-4, 8, -4)
    state = toy.position([f"{SIXES} 4♣", SEVENS, "9♣"], target="3♦")
    state = steps(state, Play(SIXES), Play(SEVENS))
    assert state.result is not None
    assert (state.table.doublings, state.result.stake, state.result.payoffs) == (2, 4, (-4, 8, -4))


def test_with_two_packs_copies_of_a_card_are_cards_like_others() -> None:
    toy = RankToy(packs=2)
    pair = toy.classify("5♣ 5♣")
    assert pair is not None
    assert pair.kind is Kind.PAIR
    assert toy.classify("5♣ 5♣ 5♣") is None  # no two packs hold it
    assert RankToy().classify("5♣ 5♣") is None
    bomb = toy.classify("5♣ 5♣ 5♦ 5♦")
    assert bomb is not None
    assert bomb.kind is Kind.BOMB


def test_a_bomb_below_the_power_of_a_bomb_is_not_high_enough_and_other_kinds_do_not_fit() -> None:
    state = RankToy(packs=2).position(["4♣ 4♦ 4♥ 4♠ 5♣", "8♣", "9♣"], target="3♣ 3♣ 3♦ 3♦ 3♥")
    assert reason(state, Play("4♣ 4♦ 4♥ 4♠")) is Reason.NOT_HIGHER
    assert reason(state, Play("4♣ 4♦ 4♥")) is Reason.DIFFERENT_SHAPE
    assert list(state.legal_actions()) == [Pass()]
