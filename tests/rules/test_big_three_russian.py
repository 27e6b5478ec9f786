"""Big Three as the Russian page tells it: the preset, and each of its options."""

from __future__ import annotations

import itertools
import random

import pytest

from climbcards import (
    BigThree,
    Card,
    Deal,
    DealContext,
    Hand,
    Match,
    Phase,
    Play,
    PositionError,
    Rank,
    Reason,
)
from climbcards.draw import draw_for_places
from tests.rules.table import Rigged, after, deal_of, listed, of_ranks, on_top, opened_by, refused

TROIKA = BigThree.bolshaya_troika()
FOUR = BigThree.bolshaya_troika(players=4)

PAGE_ORDER = "23456789TJQKA"

ACE_HIGH = tuple(map(Rank, [*range(2, 14), 1]))


# --- The preset ----------------------------------------------------------------------------------


@pytest.mark.rule("RB3-03", "RB3-25")
def test_the_preset_is_what_the_page_differs_in() -> None:
    assert TROIKA == BigThree(
        players=3,
        rank_order=ACE_HIGH,
        opener="dealer",
        dealer_draw="rank",
        passes_to_end_trick=2,
        direction="clockwise",
    )
    assert FOUR == BigThree(
        players=4,
        rank_order=ACE_HIGH,
        opener="dealer",
        dealer_draw="rank",
        partners="drawn",
        passes_to_end_trick=2,
        direction="clockwise",
    )
    assert BigThree.bolshaya_troika(players=3) == TROIKA


@pytest.mark.rule("RB3-25", "BT3-09")
def test_the_direction_is_for_apps_that_draw_a_table() -> None:
    assert BigThree().direction == BigThree(players=4).direction == "counterclockwise"
    assert TROIKA.direction == FOUR.direction == "clockwise"
    one, other = BigThree(), BigThree(direction="clockwise")
    assert one != other
    states = [ruleset.deal(seed=3) for ruleset in (one, other)]
    while not states[0].is_over:
        assert states[0].hands == states[1].hands
        assert states[0].to_act == states[1].to_act
        assert list(states[0].legal_actions()) == list(states[1].legal_actions())
        move = f"{states[0].to_act}: {states[0].legal_actions()[-1]}"
        states = [after(state, move) for state in states]
    assert states[0].result == states[1].result


# --- Ranks ---------------------------------------------------------------------------------------


@pytest.mark.rule("RB3-04", "RB3-16", "RB3-17", "RB3-18", "RB3-19")
@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize("ruleset", [TROIKA, FOUR])
def test_the_page_ranks_twos_lowest_and_aces_highest(ruleset: BigThree, width: int) -> None:
    for below, above in itertools.permutations(PAGE_ORDER, 2):
        target = of_ranks(below * width, ruleset.deck)
        answer = of_ranks(above * width, ruleset.deck)
        combination, other = ruleset.classify(answer), ruleset.classify(target)
        assert combination is not None
        assert other is not None
        higher = PAGE_ORDER.index(above) > PAGE_ORDER.index(below)
        assert combination.beats(other) is higher, f"{above} on {below}"


def test_the_table_ranks_them_so_too() -> None:
    state = on_top(TROIKA, "AA", "33")
    assert refused(state, f"0: play {of_ranks('33', state.hands[0])}").reason is Reason.NOT_HIGHER
    state = on_top(TROIKA, "33", "AA")
    assert state.check(Play(of_ranks("AA", state.hands[0]))) is None


@pytest.mark.rule("RB3-24")
@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize("ranks", ["234", "345", "23456", "QKA", "JQKA", "A23", "KA2"])
def test_aces_twos_and_threes_stand_in_no_run(ranks: str, width: int) -> None:
    cards = of_ranks("".join(rank * width for rank in ranks), TROIKA.deck)
    assert TROIKA.classify(cards) is None
    assert FOUR.classify(cards) is None


@pytest.mark.rule("RB3-24")
@pytest.mark.parametrize("rank", ["A", "2", "3"])
def test_pairs_and_triples_of_aces_twos_and_threes_are_moves(rank: str) -> None:
    for width in (1, 2, 3, 4):
        assert TROIKA.classify(of_ranks(rank * width, TROIKA.deck)) is not None


# --- The first dealer, the deal, the auction -----------------------------------------------------


@pytest.mark.rule("RB3-08", "RB3-09")
@pytest.mark.parametrize(
    ("drawn", "dealer"),
    [("3♠ 10♠ 9♠", 1), ("K♠ Q♠ A♠", 2), ("2♠ 3♠ K♠", 2), ("2♠ J♠ 3♠", 1)],
)
def test_everybody_draws_a_card_and_the_highest_deals(drawn: str, dealer: int) -> None:
    drawing = TROIKA.draw_dealer(Rigged(TROIKA.deck, drawn))
    assert drawing.places == (dealer,)
    assert drawing.rounds == (tuple(enumerate(map(Card.parse, drawn.split()))),)


@pytest.mark.rule("RB3-09")
def test_those_tied_for_the_highest_card_draw_again() -> None:
    drawing = TROIKA.draw_dealer(Rigged(TROIKA.deck, "A♣ A♦ K♦", "2♣ 3♣"))
    assert [[seat for seat, _ in shown] for shown in drawing.rounds] == [[0, 1, 2], [0, 1]]
    assert drawing.places == (1,)


@pytest.mark.rule("RB3-10", "RB3-11")
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_sixteen_cards_each_and_four_left_over(dealer: int) -> None:
    deck = TROIKA.shuffle(seed=2).deck
    state = TROIKA.start(Deal(deck=deck, context=DealContext(dealer=dealer)))
    for turn in range(3):
        assert state.hands[(dealer + turn) % 3] == Hand(deck[turn:48:3])
    assert Hand(TROIKA.deck) - sum(state.hands, Hand()) == Hand(deck[48:])


@pytest.mark.rule("RB3-12", "RB3-13", "RB3-15")
@pytest.mark.parametrize("ruleset", [TROIKA, BigThree(opener="dealer")])
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_dealer_speaks_first_and_leads(ruleset: BigThree, dealer: int) -> None:
    hands = ["", "", ""]
    hands[(dealer + 1) % 3] = "4♥"
    state = ruleset.start(deal_of(ruleset, *hands, dealer=dealer))
    assert (state.phase, state.to_act) == (Phase.AUCTION, dealer)
    assert (state.table.opener, state.table.opening_card) == (dealer, None)
    assert listed(state.legal_actions()) == ["bid 1", "bid 2", "bid 3"]
    assert refused(state, f"{dealer}: pass").reason is Reason.MUST_BID
    state = after(state, f"{dealer}: bid 1", f"{(dealer + 1) % 3}: bid 3")
    assert (state.phase, state.to_act) == (Phase.PLAY, dealer)


def test_the_lowest_heart_goes_by_the_other_order_whatever_ranks_highest() -> None:
    ruleset = BigThree(rank_order=ACE_HIGH)
    assert ruleset.opener == "lowest_heart"
    state = ruleset.start(deal_of(ruleset, "2♥ 3♥", "4♥", "A♥"))
    assert state.to_act == 1
    buried = deal_of(ruleset, "2♥ 3♥", "9♥", "A♥ 8♥", kitty="4♥ 5♥ 6♥ 7♥")
    assert ruleset.start(buried).to_act == 2


@pytest.mark.rule("RB3-12", "RB3-14")
def test_the_highest_bidder_plays_alone_with_the_four_cards() -> None:
    deal = deal_of(TROIKA, kitty="A♣ A♦ A♥ A♠", dealer=1)
    state = after(TROIKA.start(deal), "1: bid 1", "2: bid 2", "0: pass", "1: pass")
    assert state.table.soloist == 2
    assert Hand.parse("A♣ A♦ A♥ A♠") <= state.hands[2]
    assert state.table.sizes == (16, 16, 20)


# --- Four players --------------------------------------------------------------------------------


@pytest.mark.rule("RB3-35")
@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_thirteen_cards_each(dealer: int) -> None:
    deal = FOUR.shuffle(seed=4, context=DealContext(dealer=dealer))
    state = FOUR.start(deal)
    for turn in range(4):
        assert state.hands[(dealer + turn) % 4] == Hand(deal.deck[turn::4])
    assert (state.to_act, state.table.sizes) == (dealer, (13, 13, 13, 13))


@pytest.mark.rule("RB3-36")
@pytest.mark.parametrize(
    ("draws", "partners", "shown"),
    [
        (["2♣ K♣ A♣ 3♣"], {1, 2}, [[0, 1, 2, 3]]),
        (["A♣ A♦ 10♣ 10♦"], {0, 1}, [[0, 1, 2, 3]]),
        (["K♣ 9♣ 9♦ 4♣", "2♣ 5♣"], {0, 2}, [[0, 1, 2, 3], [1, 2]]),
        (["9♣ 9♦ 9♥ 4♣", "2♣ 5♣ 6♣"], {1, 2}, [[0, 1, 2, 3], [0, 1, 2]]),
        (["9♣ 9♦ 9♥ 4♣", "K♣ 5♣ 5♦", "2♣ 3♣"], {0, 2}, [[0, 1, 2, 3], [0, 1, 2], [1, 2]]),
        (["9♣ 9♦ A♥ 9♠", "7♣ 8♣ 8♦", "2♣ 3♣"], {2, 3}, [[0, 1, 2, 3], [0, 1, 3], [1, 3]]),
    ],
)
def test_only_players_tied_for_a_place_draw_again(
    draws: list[str], partners: set[int], shown: list[list[int]]
) -> None:
    def strength(card: Card) -> int:
        return PAGE_ORDER.index({"10": "T"}.get(str(card.rank), str(card.rank)))

    drawing = draw_for_places(range(4), 2, FOUR.deck, strength, Rigged(FOUR.deck, *draws))
    assert set(drawing.places) == partners
    assert [[seat for seat, _ in turn] for turn in drawing.rounds] == shown
    cards = [[str(card) for _, card in turn] for turn in drawing.rounds]
    assert cards == [draw.split() for draw in draws]


@pytest.mark.rule("RB3-36")
def test_the_two_highest_cards_by_rank_order_are_partners() -> None:
    untied = 0
    for seed in range(200):
        partners = FOUR.shuffle(seed).context.partners
        assert partners is not None
        rng = random.Random(seed)
        # Four places for four seats: nothing but two shuffles, the deal's and the draw's.
        dealt, drawn = (
            draw_for_places(range(4), 4, FOUR.deck, lambda _: 0, rng).rounds[0] for _ in range(2)
        )
        assert tuple(card for _, card in dealt) == FOUR.shuffle(seed).deck[:4]
        ranked = sorted(drawn, key=lambda pair: ACE_HIGH.index(pair[1].rank))
        if ranked[1][1].rank is not ranked[2][1].rank:
            untied += 1
            assert set(partners) == {seat for seat, _ in ranked[2:]}
    assert untied > 100


@pytest.mark.rule("RB3-36")
def test_partners_are_drawn_with_each_deal_and_stand_in_its_context() -> None:
    pairs = {FOUR.shuffle(seed).context.partners for seed in range(100)}
    assert pairs == set(itertools.combinations(range(4), 2))  # side by side as well
    assert FOUR.shuffle(seed=9) == FOUR.shuffle(seed=9)
    given = FOUR.shuffle(seed=9, context=DealContext(partners=(1, 3)))
    assert given.context.partners == (1, 3)
    assert given.deck == FOUR.shuffle(seed=9).deck
    match = Match.begin(FOUR, seed=1, deals=8)
    while not match.is_over:
        match = match.step(match.state.legal_actions()[-1])
    assert len({state.deal.context.partners for state in match.past if state.deal}) > 1


@pytest.mark.rule("RB3-36")
def test_after_a_deal_partners_are_open_again() -> None:
    state = FOUR.deal(seed=3)
    while not state.is_over:
        state = after(state, f"{state.to_act}: {state.legal_actions()[-1]}")
    assert state.result is not None
    assert FOUR.next_context(state) == DealContext(number=2, dealer=state.result.out or 0)


@pytest.mark.rule("RB3-36")
def test_a_deal_without_drawn_partners_cannot_start() -> None:
    with pytest.raises(PositionError, match="partners"):
        FOUR.start(Deal(deck=FOUR.deck))
    with pytest.raises(PositionError, match="partners"):
        BigThree(players=4).start(Deal(deck=FOUR.deck, context=DealContext(partners=(0, 1))))


@pytest.mark.rule("RB3-36", "RB3-37")
@pytest.mark.parametrize("soloist", [0, 1, 2, 3])
def test_nobody_is_called_and_the_auction_sets_the_stake(soloist: int) -> None:
    state = FOUR.start(deal_of(FOUR, partners=(0, 1), dealer=soloist))
    assert state.table.partner is None
    state = after(state, f"{soloist}: bid 2", *[f"{(soloist + n) % 4}: pass" for n in (1, 2)])
    assert state.phase is Phase.AUCTION  # the auction needs three passes all the same
    state = after(state, f"{(soloist + 3) % 4}: pass")
    assert (state.phase, state.to_act, state.table.stake) == (Phase.PLAY, soloist, 2)
    assert state.table.soloist == soloist
    assert all(state.view(seat).table.partner == [1, 0, 3, 2][soloist] for seat in range(4))
    assert refused(state, f"{soloist}: call 8♣").reason is Reason.WRONG_PHASE


@pytest.mark.rule("RB3-37", "RB3-38")
@pytest.mark.parametrize("called", [False, True])
def test_two_passes_in_succession_end_a_trick(called: bool) -> None:
    ruleset = BigThree(players=4, passes_to_end_trick=2) if called else FOUR
    hands = ["4♣ 5♣ 6♣ 7♣ J♣", "8♣ 10♦", "9♥ Q♥", "10♠ K♠"]
    state = (
        ruleset.position(hands, called=Card.parse("8♣"))
        if called
        else ruleset.position(hands, partners=(0, 2))
    )
    state = after(state, "0: play 4♣", "1: pass")
    assert state.table.target is not None
    state = after(state, "2: pass")
    assert (state.table.target, state.to_act) == (None, 0)  # seat 3 was not asked
    state = after(state, "0: play 5♣", "1: play 8♣", "2: pass")
    assert state.table.target is not None
    assert after(state, "3: play K♠", "0: pass").table.target is not None
    state = after(state, "3: pass")
    assert (state.table.target, state.to_act) == (None, 1)
    assert refused(state, "1: pass").reason is Reason.CANNOT_PASS_LEAD
    assert listed(state.legal_actions()) == ["10♦"]


def test_with_three_passes_nobody_is_left_out() -> None:
    assert BigThree(players=4).passes_to_end_trick == 3
    ruleset = BigThree(players=4, partners="drawn", opener="dealer")
    hands = ["4♣ 5♣", "8♣ 10♦", "9♥ Q♥", "10♠ K♠"]
    state = after(ruleset.position(hands, partners=(0, 2)), "0: play 4♣", "1: pass", "2: pass")
    assert after(state, "3: play 10♠").to_act == 0


def test_a_position_with_too_many_passes_names_them_among_its_faults() -> None:
    hands = ["4♣ 5♣", "8♣ 10♦", "9♥ Q♥", "10♠ K♠"]
    with pytest.raises(PositionError, match="2 passes"):
        FOUR.position(hands, partners=(0, 2), to_act=3, target="6♣", target_by=0)
    with pytest.raises(PositionError) as error:
        FOUR.position(hands, partners=(0, 2), to_act=3, target="6♣", target_by=0, stake=0)
    assert any("stake" in problem for problem in error.value.problems)
    assert any("2 passes" in problem for problem in error.value.problems)


@pytest.mark.rule("RB3-39", "RB3-40")
@pytest.mark.parametrize("bid", [1, 2, 3])
@pytest.mark.parametrize("out", [0, 1, 2, 3])
@pytest.mark.parametrize("soloist", [0, 1])
@pytest.mark.parametrize("partners", [(0, 1), (0, 2), (3, 1)])
def test_the_pair_of_the_player_who_is_out_receives_the_bid(
    bid: int, out: int, soloist: int, partners: tuple[int, int]
) -> None:
    hands = ["K♣ 4♣", "K♦ 4♦", "K♥ 4♥", "K♠ 4♠"]
    hands[out] = hands[out].split()[0]
    state = FOUR.position(hands, to_act=out, soloist=soloist, stake=bid, partners=partners)
    result = after(state, f"{out}: play {hands[out]}").result
    pair, others = set(partners), set(range(4)) - set(partners)
    winners = pair if out in pair else others
    assert result is not None
    assert (result.out, result.winners) == (out, tuple(sorted(winners)))
    assert {frozenset(team) for team in result.teams} == {frozenset(pair), frozenset(others)}
    assert result.payoffs == tuple(bid if seat in winners else -bid for seat in range(4))


@pytest.mark.rule("RB3-37")
def test_the_opener_is_the_dealer_only_in_this_version() -> None:
    ruleset = BigThree(players=4, partners="drawn")
    deal = opened_by(ruleset, 2)
    context = DealContext(partners=(0, 1))
    assert ruleset.start(Deal(deck=deal.deck, context=context)).to_act == 2
    assert FOUR.start(Deal(deck=deal.deck, context=context)).to_act == 0
