"""Dou Dizhu with three players: every kind of combination, and what beats what."""

from __future__ import annotations

import itertools
import random
from functools import cache

import pytest

from climbcards import DouDizhu, Hand, Kind, Reason
from climbcards.games.dou_dizhu import Kickers
from tests.rules.dou_dizhu import (
    DOU_DIZHU,
    RANKS,
    beats,
    hand,
    no,
    of_ranks,
    play,
    position,
    ranks,
    read,
    reading,
)

IN_RUNS = RANKS[:12]
"""3 … A."""

ONE_OF_EACH = {
    "single": "7",
    "pair": "77",
    "triple": "777",
    "triple_with_single": "7773",
    "triple_with_pair": "77733",
    "run": "45678",
    "pair_run": "556677",
    "triple_run": "666777",
    "triple_run_with_singles": "66677734",
    "triple_run_with_pairs": "6667773344",
    "quad_with_singles": "777734",
    "quad_with_pairs": "77773344",
}
"""An ordinary combination of each kind."""


def kind(text: str, ruleset: DouDizhu = DOU_DIZHU) -> str | None:
    found = read(text, ruleset)
    return None if found is None else str(found.kind)


@cache
def listed() -> tuple[tuple[str, str], ...]:
    return tuple((str(found.kind), ranks(found.cards)) for found in DOU_DIZHU.catalogue())


def every(kinds: str) -> list[str]:
    """The sets of ranks of a kind that the catalogue lists."""
    return [cards for name, cards in listed() if name == kinds]


# --- The kinds -----------------------------------------------------------------------------------


@pytest.mark.rule("DDZ-36")
def test_there_are_thirteen_kinds_the_quads_in_two_forms() -> None:
    assert {name for name, _ in listed()} == {*ONE_OF_EACH, "bomb", "rocket"}
    for name, text in ONE_OF_EACH.items():
        assert kind(text) == name
        assert reading(text).power == 0


@pytest.mark.rule("DDZ-37")
def test_a_single_is_any_card() -> None:
    assert every("single") == list(RANKS)
    for low, high in itertools.pairwise(RANKS):
        assert beats(high, low)
        assert not beats(low, high)
    assert [RANKS[reading(rank).strength[0]] for rank in RANKS] == list(RANKS)


@pytest.mark.rule("DDZ-38")
def test_a_pair_is_two_of_a_rank() -> None:
    assert every("pair") == [2 * rank for rank in RANKS[:13]]
    assert beats("22", "AA")
    assert not beats("AA", "22")
    assert kind("34") is None


@pytest.mark.rule("DDZ-38", "DDZ-60")
def test_jokers_of_two_colors_are_no_pair_but_the_rocket() -> None:
    assert kind("BR") == "rocket"
    assert {found.kind for found in DOU_DIZHU.readings("BJ RJ")} == {Kind.ROCKET}
    state = position("BR3", "4", "5")
    assert no(state, "0: BR as pair") is Reason.NO_SUCH_READING


@pytest.mark.rule("DDZ-39")
def test_a_triple_is_three_of_a_rank_twos_as_well() -> None:
    assert every("triple") == [3 * rank for rank in RANKS[:13]]
    assert beats("222", "AAA")
    assert kind("334") is None


@pytest.mark.rule("DDZ-40")
def test_a_triple_with_a_single_of_any_other_rank() -> None:
    wanted = {
        "".join(sorted(3 * rank + other, key=RANKS.index))
        for rank in RANKS[:13]
        for other in RANKS
        if other != rank
    }
    assert set(every("triple_with_single")) == wanted
    for text in ("333B", "333R", "3332", "2223", "AAA2"):
        assert kind(text) == "triple_with_single"
    assert kind("3333") == "bomb"
    assert beats("4443", "333R")
    assert not beats("333R", "4443")


@pytest.mark.rule("DDZ-42")
def test_a_triple_with_a_pair_of_another_rank() -> None:
    wanted = {
        "".join(sorted(3 * rank + 2 * other, key=RANKS.index))
        for rank in RANKS[:13]
        for other in RANKS[:13]
        if other != rank
    }
    assert set(every("triple_with_pair")) == wanted
    assert kind("333BR") is None
    assert kind("33334") is None
    assert beats("44433", "333AA")
    assert not beats("33322", "44455")


@pytest.mark.rule("DDZ-42")
def test_three_and_two_however_written_down_is_ranked_by_the_three() -> None:
    found = DOU_DIZHU.classify("4♠ 3♣ 4♥ 3♦ 3♥")
    assert found is not None
    assert (found.kind, found.strength) == (Kind.TRIPLE_WITH_PAIR, (0,))
    assert found.core == Hand.parse("3♣ 3♦ 3♥")
    assert found.attached == Hand.parse("4♥ 4♠")


RUNS = {
    # kind: cards of each rank, fewest ranks, most ranks in 20 cards
    "run": (1, 5, 12),
    "pair_run": (2, 3, 10),
    "triple_run": (3, 2, 6),
}


@pytest.mark.rule("DDZ-43", "DDZ-44", "DDZ-45")
@pytest.mark.parametrize("name", RUNS)
def test_runs_of_singles_pairs_and_triples_from_three_to_ace(name: str) -> None:
    width, shortest, longest = RUNS[name]
    wanted = {
        "".join(width * rank for rank in IN_RUNS[first : first + length])
        for length in range(shortest, longest + 1)
        for first in range(12 - length + 1)
    }
    assert set(every(name)) == wanted
    for text in wanted:
        found = reading(text)
        assert found.shape == (name, len(text) // width)
        assert found.strength == (RANKS.index(text[0]),)


@pytest.mark.rule("DDZ-43")
@pytest.mark.parametrize("text", ["3456", "34567", "34568", "TJQKA2", "JQKA2", "A2345", "QKABR"])
def test_five_cards_or_more_and_no_twos_or_jokers(text: str) -> None:
    assert kind(text) == ("run" if text == "34567" else None)
    assert kind("TJQKA") == "run"
    assert kind("3456789TJQKA") == "run"


@pytest.mark.rule("DDZ-44")
@pytest.mark.parametrize("text", ["3344", "33445", "334455", "334466", "AA22", "KKAA22", "QQKKAA"])
def test_three_pairs_or_more_and_no_twos(text: str) -> None:
    assert kind(text) == ("pair_run" if text in ("334455", "QQKKAA") else None)


@pytest.mark.rule("DDZ-45")
@pytest.mark.parametrize("text", ["333444", "333555", "AAA222", "KKKAAA222", "KKKAAA"])
def test_two_triples_or_more_and_no_twos(text: str) -> None:
    assert kind(text) == ("triple_run" if text in ("333444", "KKKAAA") else None)


@pytest.mark.rule("DDZ-43", "DDZ-44", "DDZ-45")
def test_a_chain_that_starts_on_a_rank_held_four_times_is_offered() -> None:
    held = hand("3333444455667")
    leads = [ranks(lead.cards) for lead in DOU_DIZHU.leads(held)]
    for text in ("34567", "334455", "33445566", "333444", "33344456", "3334445566"):
        assert leads.count(text) == 1
    target = reading("89TJQ")
    assert [ranks(answer.cards) for answer in DOU_DIZHU.answers(held, target)] == ["3333", "4444"]
    low = reading("34567")
    answers = DOU_DIZHU.answers(hand("44445678"), low)
    assert [ranks(answer.cards) for answer in answers] == ["45678", "4444"]


# --- Attached cards, as the page has them --------------------------------------------------------


@pytest.mark.rule("DDZ-46")
def test_one_single_for_each_triple_of_a_run() -> None:
    lengths = {len(text) for text in every("triple_run_with_singles")}
    assert lengths == {8, 12, 16, 20}
    assert reading("33344456").shape == ("triple_run_with_singles", 2)
    assert reading("333444555678").shape == ("triple_run_with_singles", 3)
    for text in ("3334445", "333444567", "33355567"):
        assert kind(text) is None


@pytest.mark.rule("DDZ-47")
@pytest.mark.parametrize(
    ("text", "legal"),
    [
        ("33344456", True),
        ("33344455", False),
        ("33344445", False),
        ("33334445", False),
        ("333444555667", False),
        ("333444555666", True),
        ("333444555777", False),
        ("333444555678", True),
    ],
)
def test_attached_singles_differ_from_the_triples_and_one_another(text: str, legal: bool) -> None:
    assert (read(text) is not None) is legal
    if text == "333444555666":  # a run of four triples, and nothing is attached
        assert kind(text) == "triple_run"


@pytest.mark.rule("DDZ-48")
def test_twos_and_jokers_are_attached_but_are_no_triples_of_a_run() -> None:
    for text in ("3334442B", "3334442R", "3334445B", "KKKAAA32"):
        assert kind(text) == "triple_run_with_singles"
    for text in ("AAA22234", "KKKAAA222345", "AAA2223344"):
        assert kind(text) is None


@pytest.mark.rule("DDZ-49", "DDZ-64")
@pytest.mark.parametrize("text", ["333444BR", "333444555BR6", "3333BR", "333444BR55", "333BR"])
def test_both_jokers_are_not_attached_together(text: str) -> None:
    assert kind(text) is None


@pytest.mark.rule("DDZ-51", "DDZ-52")
def test_one_pair_for_each_triple_of_a_run() -> None:
    assert {len(text) for text in every("triple_run_with_pairs")} == {10, 15, 20}
    assert reading("3334445599").shape == ("triple_run_with_pairs", 2)
    for text in ("3334445599", "33344466JJ", "33344455577QQ22"):
        assert kind(text) == "triple_run_with_pairs"
    for text in ("33355577QQ", "333444556", "33344455667", "333444556677"):
        assert kind(text) is None


@pytest.mark.rule("DDZ-53")
@pytest.mark.parametrize(
    ("text", "legal"),
    [
        ("3334445599", True),
        ("3334445566", True),
        ("3334445555", False),
        ("3333444455", False),
        ("333444BR55", False),
    ],
)
def test_attached_pairs_differ_from_the_triples_and_one_another(text: str, legal: bool) -> None:
    assert (read(text) is not None) is legal


@pytest.mark.rule("DDZ-54")
def test_twos_are_attached_as_a_pair_but_not_as_triples_of_a_run() -> None:
    assert kind("3334445522") == "triple_run_with_pairs"
    assert kind("AAA2223344") is None


@pytest.mark.rule("DDZ-62")
def test_a_quad_with_two_singles_or_two_pairs() -> None:
    assert kind("777734") == "quad_with_singles"
    assert kind("77773344") == "quad_with_pairs"
    assert {len(text) for text in every("quad_with_singles")} == {6}
    assert {len(text) for text in every("quad_with_pairs")} == {8}
    for text in ("77773", "7777345", "7777334", "7777333444"):
        assert kind(text) is None


@pytest.mark.rule("DDZ-63")
@pytest.mark.parametrize(
    ("text", "legal"),
    [
        ("444456", True),
        ("444455", False),
        ("44445566", True),
        ("44445555", False),
        ("222234", True),
        ("22223344", True),
    ],
)
def test_attached_cards_of_a_quad_differ_in_rank(text: str, legal: bool) -> None:
    assert (read(text) is not None) is legal


@pytest.mark.rule("DDZ-64")
def test_twos_and_one_joker_are_attached_to_a_quad() -> None:
    for text in ("33332B", "33332R", "33334B", "33334422"):
        assert read(text) is not None


def test_a_bomb_in_the_hand_does_not_keep_its_cards_from_other_plays() -> None:
    leads = [ranks(lead.cards) for lead in DOU_DIZHU.leads(hand("33334444"))]
    for text in ("3334", "3444", "333444", "33344", "33444", "33", "4"):
        assert text in leads


# --- What beats what -----------------------------------------------------------------------------


@pytest.mark.rule("DDZ-30")
@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_only_a_higher_one_of_the_same_kind_and_length_beats(name: str) -> None:
    higher = {
        "single": "8",
        "pair": "88",
        "triple": "888",
        "triple_with_single": "8884",
        "triple_with_pair": "88844",
        "run": "56789",
        "pair_run": "667788",
        "triple_run": "777888",
        "triple_run_with_singles": "77788845",
        "triple_run_with_pairs": "7778884455",
        "quad_with_singles": "888845",
        "quad_with_pairs": "88884455",
    }
    assert beats(higher[name], ONE_OF_EACH[name])
    assert not beats(ONE_OF_EACH[name], higher[name])
    for other in ONE_OF_EACH:
        if other != name:
            assert not beats(higher[other], ONE_OF_EACH[name])


@pytest.mark.rule("DDZ-30")
@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("9TJQKA", "34567"),
        ("TJQKA", "3456789"),
        ("JJQQKKAA", "334455"),
        ("QQQKKKAAA", "333444"),
        ("TTTJJJQQQ789", "33344456"),
        ("JJJQQQKKK778899", "3334445566"),
    ],
)
def test_runs_of_other_lengths_do_not_compare(above: str, below: str) -> None:
    assert not beats(above, below)
    assert not beats(below, above)
    state = position(above + "2", "2", "2", target=below)
    assert no(state, f"0: {above}") is Reason.DIFFERENT_SHAPE


@pytest.mark.rule("DDZ-30", "DDZ-37")
@pytest.mark.parametrize(
    "text", [*ONE_OF_EACH.values(), "BR", "7777", "B", "2222", "34567", "333444555"]
)
def test_equal_plays_never_beat(text: str) -> None:
    assert not beats(text, text)


def test_equal_ranks_in_other_suits_do_not_beat_on_the_table() -> None:
    for text in ("7", "77"):
        state = position(text + "4", "4", "5", target=text)
        assert no(state, f"0: {text}") is Reason.NOT_HIGHER


@pytest.mark.rule("DDZ-40", "DDZ-42", "DDZ-46", "DDZ-51", "DDZ-65")
@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("5553", "444R"),
        ("55533", "44422"),
        ("44455536", "3334442R"),
        ("4445553366", "333444AA22"),
        ("555534", "44442R"),
        ("55553344", "4444AA22"),
        ("444555666378", "333444555AKR"),
    ],
)
def test_the_core_ranks_a_combination_and_never_what_is_attached(above: str, below: str) -> None:
    assert beats(above, below)
    assert not beats(below, above)


@pytest.mark.rule("DDZ-46")
def test_a_triple_among_the_attached_cards_does_not_rank_the_run() -> None:
    anything = DouDizhu(kickers=Kickers.ANY)
    below, above = reading("34K888999TTT", anything), reading("333444555KKK", anything)
    assert above.kind == below.kind == "triple_run_with_singles"
    assert ranks(above.core) == "333444555"
    assert not above.beats(below)
    assert below.beats(above)


# --- Bombs and the rocket ------------------------------------------------------------------------


@pytest.mark.rule("DDZ-56")
def test_a_bomb_is_four_of_a_rank() -> None:
    assert every("bomb") == [4 * rank for rank in RANKS[:13]]
    assert {reading(4 * rank).power for rank in RANKS[:13]} == {1}


@pytest.mark.rule("DDZ-31", "DDZ-57")
@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_any_bomb_beats_everything_ordinary(name: str) -> None:
    below = ONE_OF_EACH[name]
    for text in ("3333", "2222"):
        assert beats(text, below)
        assert not beats(below, text)
    state = position("99994", "K", "A", target=below)
    assert str(play(state, "0: 9999").history[-1]) == "0: play 9♣ 9♦ 9♥ 9♠"


@pytest.mark.rule("DDZ-58")
def test_a_higher_bomb_beats_a_lower_one() -> None:
    bombs = [4 * rank for rank in RANKS[:13]]
    for below, above in itertools.product(bombs, repeat=2):
        assert beats(above, below) is (RANKS.index(above[0]) > RANKS.index(below[0]))
    state = position("33335", "9", "A", target="4444")
    assert no(state, "0: 3333") is Reason.NOT_HIGHER
    assert no(state, "0: 5") is Reason.DIFFERENT_SHAPE


@pytest.mark.rule("DDZ-31", "DDZ-60", "DDZ-61")
def test_the_rocket_beats_everything() -> None:
    for text in [*ONE_OF_EACH.values(), "3333", "2222", "3456789TJQKA"]:
        assert beats("BR", text)
        assert not beats(text, "BR")


@pytest.mark.rule("DDZ-61")
def test_the_rocket_is_answered_by_nothing() -> None:
    everything = Hand(DOU_DIZHU.deck) - Hand.parse("BJ RJ")
    assert len(DOU_DIZHU.answers(everything, reading("BR"))) == 0
    state = position("22223333", "4", "5", target="BR")
    assert [str(action) for action in state.legal_actions()] == ["pass"]
    assert no(state, "0: 2222") is Reason.NOT_HIGHER
    assert no(state, "0: 3") is Reason.DIFFERENT_SHAPE


@pytest.mark.rule("DDZ-57", "DDZ-65")
def test_any_bomb_beats_a_quad_with_attached_cards_which_is_no_bomb() -> None:
    for below in ("AAAA45", "AAAA5566", "222245"):
        assert beats("3333", below)
        assert not beats(below, "3333")
        assert not beats(below, "5")
        assert not beats(below, "34567")


@pytest.mark.rule("DDZ-62", "DDZ-65")
def test_the_two_forms_of_quads_do_not_beat_each_other() -> None:
    assert not beats("AAAA5566", "333345")
    assert not beats("AAAA56", "33334455")
    assert beats("AAAA56", "333345")
    assert beats("AAAA5566", "33334455")


# --- Cards in any order --------------------------------------------------------------------------


@pytest.mark.parametrize("text", [*ONE_OF_EACH.values(), "7777", "BR"])
def test_the_order_in_which_cards_are_given_never_matters(text: str) -> None:
    cards = list(hand(text))
    rng = random.Random(3)
    for _ in range(20):
        rng.shuffle(cards)
        for given in (cards, tuple(cards), " ".join(map(str, cards))):
            assert DOU_DIZHU.classify(given) == reading(text)
            assert DOU_DIZHU.readings(given) == DOU_DIZHU.readings(hand(text))


@pytest.mark.parametrize("text", ["", "35", "3344", "3456", "33344", "BR3", "B2", "AAAA2"])
def test_what_is_no_combination_reads_as_nothing(text: str) -> None:
    assert (read(text) is None) is (text != "33344")


def test_cards_that_the_deck_does_not_hold_make_no_combination() -> None:
    for text in ("BJ BJ", "RJ RJ", "3♣ 3♣", "3♣ 3♣ 3♦", "3♣ 3♦ 3♥ 3♠ 3♠"):
        assert DOU_DIZHU.classify(text) is None
        assert DOU_DIZHU.readings(text) == ()
    leads = DOU_DIZHU.leads("3♣ 3♣ BJ BJ")
    assert [ranks(lead.cards) for lead in leads] == ["3", "B"]


def test_lists_are_made_of_the_lowest_suits_and_any_suits_are_accepted() -> None:
    state = position("77744", "5", "6")
    seven = of_ranks("7", state.hands[0])
    (pair,) = [lead for lead in DOU_DIZHU.leads(state.hands[0]) if ranks(lead.cards) == "77"]
    assert [str(card) for card in pair.cards] == ["7♣", "7♦"]
    assert str(seven) == "7♣"
    assert state.check(next(iter(state.legal_actions()))) is None
    sevens = [card for card in state.hands[0] if ranks([card]) == "7"]
    for cards in itertools.combinations(sevens, 2):
        assert DOU_DIZHU.classify(cards) is not None
