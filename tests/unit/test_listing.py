"""Counting, picking and listing agree, for leads and answers of every game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import ClassVar, NoReturn

import pytest
from attrs import evolve, frozen
from docs.howto.ladder import Ladder
from hypothesis import assume, given
from hypothesis import strategies as st
from typing_extensions import override

from climbcards import (
    BigTwo,
    Card,
    ClimbingRuleset,
    Combination,
    Deal,
    DouDizhu,
    Hand,
    Kind,
    Pass,
    Play,
    PositionError,
    Suit,
    Table,
    step,
)
from climbcards.cards import pack
from climbcards.climbing.catalogue import Catalogue
from climbcards.climbing.game import ClimbingGame, Dealt
from climbcards.climbing.lanes import RankLayout, SuitLayout
from climbcards.climbing.listing import LEAD, NUMBER_SHIFT, Listing
from climbcards.climbing.patterns import Pattern, Runs
from climbcards.climbing.playouts import played_out
from climbcards.climbing.plays import SomePlays
from climbcards.climbing.rules import Leader, Rules
from climbcards.climbing.state import ClimbingState
from climbcards.climbing.suited import SuitedSingles
from climbcards.climbing.table import ClimbingTable
from climbcards.games.big_two import RANKS
from climbcards.playout import playout
from climbcards.testing import PRESETS, hands
from tests.toys import TOYS

GAMES: list[ClimbingGame[ClimbingTable]] = [
    *(game for game in PRESETS if isinstance(game, ClimbingGame)),
    *TOYS,
]
each_game = pytest.mark.parametrize("game", GAMES, ids=repr)


def lanes_of(game: ClimbingGame[ClimbingTable], hand: Hand) -> int:
    return game.rules.catalogue.layout.lanes(hand.bits)


@each_game
@given(st.data())
def test_what_is_counted_is_what_is_picked_and_what_is_listed(
    game: ClimbingGame[ClimbingTable], data: st.DataObject
) -> None:
    listing = game.rules.catalogue.listing
    lanes = lanes_of(game, data.draw(hands(game, max_size=12)))
    others = listing.listed(lanes_of(game, data.draw(hands(game, max_size=12))), LEAD)
    codes = [LEAD, *(code for code, _ in others)]
    for code in [LEAD, *data.draw(st.lists(st.sampled_from(codes), max_size=3))]:
        listed = listing.listed(lanes, code)
        rows, numbers, _ = listing.look(lanes, code)
        assert len(set(listed)) == len(listed) == sum(numbers)
        picked = [listing.nth(rows, numbers, lanes, code, place) for place in range(len(listed))]
        assert picked == listed
        passes = [] if code == LEAD else [(-1, 0)]
        choices = [*passes, *listed]
        for place, choice in enumerate(choices):
            assert listing.choose(lanes, code, (place + 0.5) / len(choices)) == choice


@each_game
@given(st.data())
def test_a_code_says_what_a_reading_is(
    game: ClimbingGame[ClimbingTable], data: st.DataObject
) -> None:
    catalogue = game.rules.catalogue
    listing = catalogue.listing
    listed = listing.listed(lanes_of(game, data.draw(hands(game, max_size=12))), LEAD)
    for code, lanes in listed[:200]:
        reading = catalogue.reading(code, lanes)
        assert listing.code_of(reading) == code
        assert listing.size(code) == catalogue.layout.size(lanes) == reading.size
        assert listing.power(code) == reading.power
        assert reading in catalogue.read_lanes(lanes)
        assert catalogue.reads_once(lanes, reading.size) == (len(catalogue.read_lanes(lanes)) == 1)


@each_game
@given(st.data())
def test_answers_are_the_leads_that_beat_the_target(
    game: ClimbingGame[ClimbingTable], data: st.DataObject
) -> None:
    hand, other = data.draw(hands(game, max_size=12)), data.draw(hands(game, max_size=12))
    targets = game.leads(other)
    assume(targets)
    target = targets[data.draw(st.integers(0, len(targets) - 1))]
    leads = list(game.leads(hand))
    assert list(game.answers(hand, target)) == [lead for lead in leads if lead.beats(target)]


@pytest.mark.parametrize(
    ("shape", "strength", "power"),
    [
        (("single",), (99,), 0),
        (("single",), (-1,), 0),
        (("single",), (3, 9), 0),
        (("single",), (), 0),
        (("run", 99), (0,), 0),
        (("run", "5"), (0,), 0),
        (("five",), (0, 44, 7), 0),
        (("five",), (1, 9), 0),
        (("nothing of this game",), (1,), 0),
        ((), (), 0),
        (("single",), (1,), 99),
        (("single",), (1,), -5),
    ],
)
@each_game
def test_a_target_of_no_game_is_beaten_by_whatever_beats_it(
    game: ClimbingGame[ClimbingTable],
    shape: tuple[str | int, ...],
    strength: tuple[int, ...],
    power: int,
) -> None:
    catalogue, cards = game.rules.catalogue, Hand(random.Random(1).sample(game.deck, 12))
    target = Combination(
        shape=shape,
        strength=strength,
        power=power,
        kind=game.leads(cards)[0].kind,
        cards=cards,
        core=cards,
    )
    lanes = lanes_of(game, cards)
    wanted = [reading for reading in catalogue.leads(lanes) if reading.beats(target)]
    assert list(catalogue.answers(lanes, target)) == wanted


@pytest.mark.parametrize("seed", range(20))
def test_opening_leads_are_those_with_the_card(seed: int) -> None:
    rules: ClimbingRuleset[Table] = BigTwo()
    state = rules.deal(seed)
    assert state.to_act is not None
    hand = state.hands[state.to_act]
    actions = state.legal_actions()
    assert isinstance(actions, SomePlays)
    card = min(hand, key=lambda card: rules.sort(rules.deck).index(card))
    wanted = [lead.cards for lead in rules.leads(hand) if card in lead.cards]
    found = [actions[place] for place in range(len(actions))]
    assert list(actions) == found
    assert [getattr(action, "cards", None) for action in found] == wanted
    assert all(action in actions for action in found)
    assert [reading.size for reading in actions.readings] == [len(cards) for cards in wanted]
    others = [lead for lead in rules.leads(hand) if card not in lead.cards]
    assert not any(state.check(Play(lead.cards)) is None for lead in others[:20])


def test_who_can_only_pass_gets_a_tuple() -> None:
    state = BigTwo().position(["3♦", "2♠ 4♣", "5♣", "6♣"], to_act=1, target="A♠", target_by=0)
    state = step(state, state.legal_actions()[0])
    assert state.to_act == 2
    assert state.legal_actions() == (Pass(),)


@frozen(kw_only=True, repr=False)
class DueLadder(Ladder):
    """A game in which suits do not matter, but the opening lead must hold a certain card."""

    name: ClassVar[str] = "due_ladder"

    @override
    def _hand_out(self, deal: Deal) -> Dealt:
        due = Card.parse("6♦")
        dealt = super()._hand_out(deal)
        opener = next(seat for seat, hand in enumerate(dealt.hands) if due in hand)
        return evolve(dealt, opener=opener, opening_card=due, opening_card_due=True)


@pytest.mark.parametrize("seed", range(20))
def test_where_suits_do_not_matter_the_opening_card_may_be_any_of_its_rank(seed: int) -> None:
    rules, due = DueLadder(), Card.parse("6♦")
    state = rules.deal(seed)
    assert state.to_act is not None
    hand = state.hands[state.to_act]
    listed = [action for action in state.legal_actions() if isinstance(action, Play)]
    assert len(listed) == len(state.legal_actions())
    assert all(due in play.cards and state.check(play) is None for play in listed)
    ranks = [sorted(card.rank for card in play.cards) for play in listed]
    assert ranks == [
        sorted(card.rank for card in lead.cards)
        for lead in rules.leads(hand)
        if due.rank in [card.rank for card in lead.cards]
    ]
    assert state.view(state.to_act).legal_actions() == state.legal_actions()
    rng, other = random.Random(seed), random.Random(seed)
    at_once = playout(state, rng)
    while not state.is_over:
        actions = state.legal_actions()
        state = step(state, actions[int(other.random() * len(actions))])
    assert state.result == at_once


# --- What is remembered of leads by their profile


@each_game
def test_hands_of_one_profile_do_not_get_in_the_way_of_each_other(
    game: ClimbingGame[ClimbingTable],
) -> None:
    """A listing that has seen many hands counts as one that has seen none."""
    rng = random.Random(7)
    catalogue = game.rules.catalogue
    seen = catalogue.listing
    counted_by_rows = 0
    for _ in range(300):
        some = rng.sample(game.deck, rng.randint(1, min(13, len(game.deck))))
        lanes = lanes_of(game, Hand(some))
        fresh = Listing(catalogue.layout, catalogue.patterns)
        rows, numbers, total = seen.look(lanes, LEAD)
        new_rows, new_numbers, new_total = fresh.look(lanes, LEAD)
        found = {row.number: many for row, many in zip(rows, numbers, strict=True) if many}
        new = {row.number: many for row, many in zip(new_rows, new_numbers, strict=True) if many}
        counts = catalogue.layout.counts(lanes)
        one_by_one = {
            number << NUMBER_SHIFT: len(pattern.listed(lanes, counts, 0, 0))
            for number, pattern in enumerate(catalogue.patterns)
        }
        assert found == new == {number: many for number, many in one_by_one.items() if many}
        assert total == new_total == sum(one_by_one.values())
        counted_by_rows += len(rows) < len(catalogue.patterns)
    assert counted_by_rows


def test_what_is_remembered_of_leads_is_bounded() -> None:
    rng, game = random.Random(1), DouDizhu.douzero()
    catalogue = game.rules.catalogue
    listing = Listing(catalogue.layout, catalogue.patterns)
    for _ in range(3000):
        hand = Hand(rng.sample(game.deck, rng.randint(1, 20)))
        listing.look(lanes_of(game, hand), LEAD)
    kept = listing._leads_memo
    assert 100 < len(kept) < 4096
    some = next(iter(kept.values()))
    kept.update(dict.fromkeys(range(1 << 30, (1 << 30) + 4096 - len(kept)), some))
    assert len(kept) == 4096
    quads = Hand(card for card in game.deck if card.rank in range(3, 8))
    listing.look(lanes_of(game, quads), LEAD)
    assert len(kept) == 1


def test_five_of_a_rank_of_two_packs_are_counted_too() -> None:
    game = DouDizhu(players=4)
    catalogue = game.rules.catalogue
    hand = Hand.parse("3♣ 3♣ 3♦ 3♦ 3♥ 4♣ 4♦ 4♥ 4♠ 4♠ 4♣ 5♣")
    lanes = lanes_of(game, hand)
    rows, numbers, total = catalogue.listing.look(lanes, LEAD)
    assert len(rows) == len(catalogue.patterns)
    assert total == sum(numbers) == len(catalogue.listing.listed(lanes, LEAD))


# --- Leads with a card


@pytest.mark.parametrize(
    "game", [g for g in GAMES if isinstance(g.rules.catalogue.layout, SuitLayout)], ids=repr
)
@given(st.data())
def test_the_leads_with_a_card_are_those_of_all_that_hold_it(
    game: ClimbingGame[ClimbingTable], data: st.DataObject
) -> None:
    hand = data.draw(hands(game, min_size=1, max_size=13))
    lanes, listing = lanes_of(game, hand), game.rules.catalogue.listing
    for held in hand:
        card = lanes_of(game, Hand((held,)))
        found = listing.holding(lanes, card)
        assert found == [play for play in listing.listed(lanes, LEAD) if play[1] & card]


def test_a_hand_without_the_opening_card_has_no_lead() -> None:
    """A table is asked for any hand; with the wrong one there is nothing to lead."""
    state = BigTwo().deal(1)
    table, seat = state.table, state.to_act
    assert seat is not None
    for text in ("5C 6D 7H", "4C 5D 6D 7D 8S 3C", "4D 5D 6D 7D 9D", "3C 3H 3S 4D 4C", ""):
        assert not table.legal_actions(seat, Hand.parse(text))
    due = DueLadder().deal(1)
    assert due.to_act is not None
    assert not due.table.legal_actions(due.to_act, Hand.parse("6♣ 6♥ 7♦"))


# --- Games of one's own


@frozen(kw_only=True, repr=False)
class AuctionTwo(BigTwo):
    """An auction before the opening lead, which must hold the lowest card."""

    name: ClassVar[str] = "auction_two"

    @override
    def _rules(self) -> Rules:
        return evolve(super()._rules(), bids=(1, 2, 3), leader=Leader.OPENER)


@pytest.mark.parametrize("seed", range(20))
def test_a_playout_does_not_pass_over_an_auction(seed: int) -> None:
    state = AuctionTwo().deal(seed)
    assert isinstance(state, ClimbingState)
    rng = random.Random(seed)
    end = played_out(
        state._origin.setting, state._now, state._private, [0] * 4, random.Random(seed)
    )
    while not state.is_over:
        actions = state.legal_actions()
        after = step(state, actions[int(rng.random() * len(actions))])
        assert isinstance(after, ClimbingState)
        state = after
    assert end.contract == state._rest.contract
    assert end.out == state._target_by


@frozen(kw_only=True, repr=False)
class RunsAlone(Ladder):
    """Runs from one card on, and nothing else."""

    name: ClassVar[str] = "runs_alone"

    @override
    def _patterns(self, layout: RankLayout) -> Iterator[Pattern]:
        ranks = sum(1 << 4 * lane for lane in range(9))
        yield Runs(layout, Kind.RUN, 1, shortest=1, ranks=ranks, most=12)


def test_a_run_of_one_card_is_no_single() -> None:
    hands_ = ["6C 7C 8C 10C 10D", "QC", "KC"]
    state = RunsAlone().position(hands_, to_act=0, target="6D 7D", target_by=2)
    actions = state.legal_actions()
    assert [actions[place] for place in range(len(actions))] == list(actions)
    assert list(map(str, actions)) == ["pass", "play 7♣ 8♣"]


def test_fewer_suits_than_four() -> None:
    deck = Hand(card for card in pack() if card.suit is not Suit.DIAMONDS)
    layout = SuitLayout(RANKS, (Suit.SPADES, Suit.HEARTS, Suit.CLUBS))
    catalogue = Catalogue(layout, [SuitedSingles(layout, Kind.SINGLE)], deck)
    hand = Hand.parse("3♠ 3♣ K♥ 2♣")
    leads = [
        layout.chosen(hand.bits, reading.lanes)
        for reading in catalogue.leads(layout.lanes(hand.bits))
    ]
    assert leads == [Hand.parse(card).bits for card in ("3♠", "3♣", "K♥", "2♣")]


@frozen(kw_only=True, repr=False)
class HouseStart(BigTwo):
    """A house that looks at deals before they start."""

    name: ClassVar[str] = "house_start"

    @override
    def start(self, deal: Deal) -> NoReturn:
        raise PositionError("not in this house")


def test_a_deal_is_started() -> None:
    with pytest.raises(PositionError, match="not in this house"):
        HouseStart().deal(1)
