"""Dou Dizhu with four players: two packs, pairs of jokers, bombs by length, doubling."""

from __future__ import annotations

import itertools
from collections import Counter
from functools import cache

import pytest

from climbcards import Hand, Kind, Phase, Reason
from climbcards.games.dou_dizhu import DouDizhuTable
from climbcards.ruleset import State
from tests.rules.dou_dizhu import FOUR, RANKS, beats, deal_of, hand, no, play, position, ranks
from tests.rules.dou_dizhu import read as read_in
from tests.rules.table import after, listed


def kind(text: str) -> str | None:
    found = read_in(text, FOUR)
    return None if found is None else str(found.kind)


@cache
def catalogue() -> tuple[tuple[str, str], ...]:
    return tuple((str(found.kind), ranks(found.cards)) for found in FOUR.catalogue())


def four(*hands: str, stake: int = 1, target: str | None = None) -> State[DouDizhuTable]:
    return position(*hands, ruleset=FOUR, stake=stake, target=target)


# --- The kinds -----------------------------------------------------------------------------------


@pytest.mark.rule("DDZ-36", "DDZ-41", "DDZ-50", "DDZ-66")
def test_there_are_ten_kinds() -> None:
    assert {name for name, _ in catalogue()} == {
        "single",
        "pair",
        "triple",
        "triple_with_pair",
        "run",
        "pair_run",
        "triple_run",
        "triple_run_with_pairs",
        "bomb",
        "rocket",
    }


@pytest.mark.rule("DDZ-41", "DDZ-50", "DDZ-66")
@pytest.mark.parametrize(
    "text", ["3334", "333B", "33344456", "333444555678", "333345", "33334455", "444455", "33334"]
)
def test_no_single_is_attached_and_no_quad_carries_anything(text: str) -> None:
    assert kind(text) is None
    state = four(text + "KA", "6", "7", "8")
    assert no(state, f"0: {text}") is Reason.NOT_A_COMBINATION


@pytest.mark.rule("DDZ-38", "DDZ-55")
def test_two_jokers_of_one_color_are_a_pair() -> None:
    pairs = [cards for name, cards in catalogue() if name == "pair"]
    assert pairs == [2 * rank for rank in RANKS]
    assert kind("BB") == kind("RR") == "pair"
    assert kind("BR") is None
    assert no(four("BR3", "4", "5", "6"), "0: BR") is Reason.NOT_A_COMBINATION
    assert beats("RR", "BB", FOUR)
    assert beats("BB", "22", FOUR)
    assert not beats("BB", "RR", FOUR)
    assert not beats("RR", "RR", FOUR)


@pytest.mark.rule("DDZ-37")
def test_equal_jokers_do_not_beat_each_other() -> None:
    state = four("R4", "5", "6", "7", target="R")
    assert no(state, "0: R") is Reason.NOT_HIGHER
    assert beats("R", "B", FOUR)


@pytest.mark.rule("DDZ-42", "DDZ-55")
def test_a_pair_of_jokers_may_be_attached_to_a_triple() -> None:
    for text in ("333BB", "333RR", "33322", "22233"):
        assert kind(text) == "triple_with_pair"
    for text in ("333BR", "33333", "333BBR"):
        assert kind(text) != "triple_with_pair"
    assert beats("44433", "333RR", FOUR)


@pytest.mark.rule("DDZ-53", "DDZ-54", "DDZ-55")
@pytest.mark.parametrize(
    ("text", "legal"),
    [
        ("3334445599", True),
        ("33344455BB", True),
        ("333444BBRR", True),
        ("3334442299", True),
        ("333444555BBRR22", True),
        ("333444BR55", False),
        ("3334445555", False),
        ("3333344455", False),
        ("AAA2223344", False),
        ("33344455", False),
    ],
)
def test_pairs_attached_to_a_run_of_triples_differ_in_rank(text: str, legal: bool) -> None:
    assert (kind(text) == "triple_run_with_pairs") is legal


@pytest.mark.rule("DDZ-43", "DDZ-44", "DDZ-45")
def test_runs_hold_no_twos_and_no_jokers_and_may_be_longer() -> None:
    assert kind("3456789TJQKA") == "run"
    assert kind("34567") == "run"
    assert kind("".join(2 * rank for rank in RANKS[:12])) == "pair_run"
    assert kind("".join(3 * rank for rank in RANKS[:11])) == "triple_run"
    assert kind("".join(3 * rank for rank in RANKS[:12])) is None  # 36 cards: more than a hand
    for text in ("TJQKA2", "KKAA22", "AA22BB", "22BBRR", "AAA222", "QQKKAA22"):
        assert kind(text) is None
    lengths = Counter(len(cards) // 3 for name, cards in catalogue() if name == "triple_run")
    assert lengths == {length: 13 - length for length in range(2, 12)}


# --- Bombs and the rocket ------------------------------------------------------------------------


@pytest.mark.rule("DDZ-56", "DDZ-59")
def test_a_bomb_is_four_to_eight_of_a_rank() -> None:
    bombs = [cards for name, cards in catalogue() if name == "bomb"]
    assert bombs == [width * rank for width in range(4, 9) for rank in RANKS[:13]]
    for width in range(4, 9):
        found = FOUR.classify(hand("7" * width, FOUR))
        assert found is not None
        assert (found.kind, found.power) == (Kind.BOMB, width)


@pytest.mark.rule("DDZ-58", "DDZ-59")
def test_more_cards_win_whatever_the_rank_and_then_the_rank() -> None:
    assert beats("33333", "7777", FOUR)
    assert not beats("7777", "33333", FOUR)
    bombs = [width * rank for width in (4, 5, 6, 8) for rank in "37A2"]
    for below, above in itertools.product(bombs, repeat=2):
        higher = (len(above), RANKS.index(above[0])) > (len(below), RANKS.index(below[0]))
        assert beats(above, below, FOUR) is higher
    state = four("777733333K", "4", "5", "6", target="99999")
    assert no(state, "0: 7777") is Reason.NOT_HIGHER
    assert no(state, "0: 33333") is Reason.NOT_HIGHER
    assert no(state, "0: K") is Reason.DIFFERENT_SHAPE
    assert listed(state.legal_actions()) == ["pass"]


@pytest.mark.rule("DDZ-57")
@pytest.mark.parametrize(
    "below", ["R", "RR", "222", "222RR", "56789", "QQKKAA", "KKKAAA", "KKKAAABBRR"]
)
def test_any_bomb_beats_everything_ordinary(below: str) -> None:
    assert beats("3333", below, FOUR)
    assert not beats(below, "3333", FOUR)


@pytest.mark.rule("DDZ-60", "DDZ-61")
def test_the_rocket_is_all_four_jokers_and_beats_everything() -> None:
    assert [cards for name, cards in catalogue() if name == "rocket"] == ["BBRR"]
    assert kind("BBRR") == "rocket"
    for text in ("BBR", "BRR", "BR"):
        assert kind(text) is None
    for below in ("22222222", "33333333", "4444", "R", "RR", "KKKAAABB22"):
        assert beats("BBRR", below, FOUR)
        assert not beats(below, "BBRR", FOUR)
    found = FOUR.classify("BJ BJ RJ RJ")
    assert found is not None
    assert found.power == 100
    everything = Hand(FOUR.deck) - Hand.parse("BJ BJ RJ RJ")
    assert len(FOUR.answers(everything, found)) == 0


# --- Tricks, payment and doubling ----------------------------------------------------------------


@pytest.mark.rule("DDZ-33", "DDZ-34")
def test_three_passes_in_succession_end_a_trick() -> None:
    state = play(four("34", "57", "6", "8"), "0: 3", "1: 5", "2: -", "3: -")
    assert state.table.target is not None
    state = play(state, "0: -")
    assert (state.to_act, state.table.target) == (1, None)
    answered = play(four("34", "57", "6", "8A"), "0: 3", "1: -", "2: -", "3: 8")
    assert (answered.to_act, answered.table.passes) == (0, 0)


@pytest.mark.rule("DDZ-32")
def test_who_passed_may_play_when_the_turn_returns() -> None:
    state = play(four("3A", "5K", "6", "8A"), "0: 3", "1: -", "2: -", "3: 8", "0: -")
    assert listed(state.legal_actions()) == ["pass", "K♣"]


@pytest.mark.rule("DDZ-06", "DDZ-68")
def test_the_landlord_runs_out_first_and_is_paid_by_three() -> None:
    state = play(four("3", "4", "5", "6", stake=2), "0: 3")
    assert state.phase is Phase.OVER
    assert state.result is not None
    assert state.result.payoffs == (6, -2, -2, -2)
    assert (state.result.winners, state.result.out) == ((0,), 0)


@pytest.mark.rule("DDZ-01", "DDZ-06", "DDZ-69")
@pytest.mark.parametrize("out", [1, 2, 3])
def test_another_runs_out_first_and_the_landlord_pays_three(out: int) -> None:
    hands = ["34", "56", "57", "58"]
    hands[out] = "A"
    passes = [f"{seat}: -" for seat in range(1, out)]
    state = play(four(*hands, stake=2), "0: 3", *passes, f"{out}: A")
    assert state.result is not None
    assert state.result.payoffs == (-6, 2, 2, 2)
    assert (state.result.winners, state.result.out) == ((1, 2, 3), out)
    assert state.result.teams == ((0,), (1, 2, 3))


@pytest.mark.rule("DDZ-71")
@pytest.mark.parametrize(
    ("bomb", "doublings"), [("3333", 0), ("33333", 0), ("333333", 1), ("33333333", 1), ("BBRR", 1)]
)
def test_bombs_of_six_cards_or_more_and_the_rocket_double(bomb: str, doublings: int) -> None:
    state = play(four(bomb + "4", "5", "6", "7", stake=3), f"0: {bomb}")
    assert (state.table.doublings, state.table.stake) == (doublings, 3 << doublings)


@pytest.mark.rule("DDZ-71")
def test_a_small_bomb_a_large_bomb_and_the_rocket_are_two_doublings() -> None:
    state = four("33333A", "444444", "BBRR5", "6", stake=3)
    state = play(state, "0: 33333", "1: -", "2: -", "3: -")
    assert state.table.stake == 3
    other = four("33333A", "4444446", "BBRR5", "6", stake=3)
    other = play(other, "0: 33333", "1: 444444", "2: BBRR", "3: -", "0: -", "1: -", "2: 5")
    assert other.result is not None
    assert other.result.stake == 12
    assert other.result.payoffs == (-36, 12, 12, 12)


@pytest.mark.rule("DDZ-17", "DDZ-28")
def test_a_whole_deal_of_four() -> None:
    kitty = "RJ RJ BJ BJ 2♠ 2♠ 2♥ 2♥"
    state = FOUR.start(deal_of(FOUR, "3♣ 3♣", kitty=kitty, opener=3))
    state = after(state, "3: pass", "0: bid 1", "1: bid 2", "2: pass", "3: pass", "0: bid 3")
    assert state.table.landlord == 0
    assert state.table.sizes == (33, 25, 25, 25)
    state = play(state, "0: BBRR", "1: -", "2: -", "3: -")
    assert state.table.stake == 6
    while not state.is_over:
        state = after(state, f"{state.to_act}: {state.legal_actions()[-1]}")
    assert state.result is not None
    assert sum(state.result.payoffs) == 0
    assert abs(state.result.payoffs[0]) == 3 * state.table.stake
