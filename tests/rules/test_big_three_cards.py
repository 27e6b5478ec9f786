"""Big Three: the cards, the combinations, and what beats what."""

from __future__ import annotations

import itertools

import pytest

from climbcards import BigThree, Card, Hand, Kind, Play, Rank, Reason, RulesetError, Suit
from tests.rules.table import listed, of_ranks, on_top, refused

RANKS = "456789TJQKA23"
IN_RUNS = "456789TJQK"
GROUPS = ((1, Kind.SINGLE), (2, Kind.PAIR), (3, Kind.TRIPLE), (4, Kind.QUAD))
RUNS = ((1, Kind.RUN), (2, Kind.PAIR_RUN), (3, Kind.TRIPLE_RUN), (4, Kind.QUAD_RUN))

BIG_THREE = BigThree()


def beats(below: str, above: str, ruleset: BigThree = BIG_THREE) -> bool:
    """Whether a player may put ``above`` on ``below``, as a table finds out: by trying."""
    state = on_top(ruleset, below, above)
    return state.check(Play(of_ranks(above, state.hands[0]))) is None


def reason(below: str, above: str, ruleset: BigThree = BIG_THREE) -> Reason:
    state = on_top(ruleset, below, above)
    return refused(state, f"0: play {of_ranks(above, state.hands[0])}").reason


def kind_of(ranks: str, ruleset: BigThree = BIG_THREE) -> Kind | None:
    combination = ruleset.classify(of_ranks(ranks, ruleset.deck))
    return None if combination is None else combination.kind


# --- The pack ------------------------------------------------------------------------------------


@pytest.mark.rule("BT3-02", "RB3-01", "RB3-02")
@pytest.mark.parametrize("ruleset", [BigThree(), BigThree.bolshaya_troika()])
def test_one_pack_without_jokers(ruleset: BigThree) -> None:
    ranks = [rank for rank in Rank if not rank.is_joker]
    assert set(ruleset.deck) == {Card(rank, suit) for rank in ranks for suit in Suit}
    assert len(ruleset.deck) == 52
    assert ruleset.classify("BJ") is None
    assert ruleset.classify("RJ") is None
    assert ruleset.classify("9♠ 9♠") is None


@pytest.mark.rule("BT3-03", "BT3-10")
@pytest.mark.parametrize(("width", "kind"), GROUPS)
def test_threes_rank_highest_and_fours_lowest(width: int, kind: Kind) -> None:
    for below, above in itertools.permutations(RANKS, 2):
        higher = RANKS.index(above) > RANKS.index(below)
        assert beats(below * width, above * width) is higher, f"{above} on {below}"
    assert " ".join(map(str, BIG_THREE.sort("3♠ 2♠ A♠ K♠ 10♠ 4♠"))) == "4♠ 10♠ K♠ A♠ 2♠ 3♠"


@pytest.mark.rule("BT3-34")
def test_a_lone_three_beats_a_lone_two_beats_a_lone_ace() -> None:
    assert beats("A", "2")
    assert beats("2", "3")
    assert reason("3", "4") is Reason.NOT_HIGHER


@pytest.mark.rule("BT3-11")
def test_suits_do_not_matter_and_a_tie_does_not_beat() -> None:
    for ours, theirs in itertools.permutations(["9♣", "9♦", "9♥", "9♠"], 2):
        state = BIG_THREE.position([f"{ours} 4♣", "5♣", "6♣"], target=theirs)
        assert refused(state, f"0: play {ours}").reason is Reason.NOT_HIGHER
    state = BIG_THREE.position(["9♥ 9♠ 4♣", "5♣", "6♣"], target="9♣ 9♦")
    assert refused(state, "0: play 9♥ 9♠").reason is Reason.NOT_HIGHER


@pytest.mark.rule("BT3-11")
def test_one_play_is_listed_for_all_choices_of_suits_and_any_of_them_is_accepted() -> None:
    state = BIG_THREE.position(["9♣ 9♦ 9♠", "5♣", "6♣"], target="8♣ 8♦")
    assert listed(state.legal_actions()) == ["pass", "9♣ 9♦"]
    for pair in itertools.combinations(["9♣", "9♦", "9♠"], 2):
        assert state.check(Play(" ".join(pair))) is None


# --- The kinds -----------------------------------------------------------------------------------


@pytest.mark.rule("BT3-34", "BT3-35", "BT3-36", "BT3-37", "RB3-16", "RB3-17", "RB3-18", "RB3-19")
@pytest.mark.parametrize("ruleset", [BigThree(), BigThree.bolshaya_troika()])
@pytest.mark.parametrize(("width", "kind"), GROUPS)
def test_one_to_four_cards_of_any_rank(ruleset: BigThree, width: int, kind: Kind) -> None:
    for rank in RANKS:
        combination = ruleset.classify(of_ranks(rank * width, ruleset.deck))
        assert combination is not None
        assert (combination.kind, combination.shape) == (kind, (kind.value,))
        assert combination.power == 0


@pytest.mark.rule("BT3-38", "BT3-39", "BT3-40", "BT3-41", "RB3-20", "RB3-21", "RB3-22", "RB3-23")
@pytest.mark.parametrize("ruleset", [BigThree(), BigThree.bolshaya_troika()])
@pytest.mark.parametrize(("width", "kind"), RUNS)
def test_runs_of_three_or_more_ranks_from_four_to_king(
    ruleset: BigThree, width: int, kind: Kind
) -> None:
    for start, end in itertools.combinations(range(len(IN_RUNS) + 1), 2):
        ranks = "".join(rank * width for rank in IN_RUNS[start:end])
        combination = ruleset.classify(of_ranks(ranks, ruleset.deck))
        if end - start == 2 or (end - start > 2 and len(ranks) > 20):
            assert combination is None, ranks
        elif end - start > 2:
            assert combination is not None, ranks
            assert (combination.kind, combination.shape) == (kind, (kind.value, end - start))
            assert combination.power == 0


@pytest.mark.rule("BT3-38", "BT3-39", "RB3-20", "RB3-21")
@pytest.mark.parametrize(
    ("ranks", "kind"),
    [("9TJ", Kind.RUN), ("56789", Kind.RUN), ("66778899", Kind.PAIR_RUN)],
)
def test_the_examples_of_runs(ranks: str, kind: Kind) -> None:
    assert kind_of(ranks) is kind
    assert kind_of(ranks, BigThree.bolshaya_troika()) is kind


@pytest.mark.rule("BT3-38")
def test_the_longest_run_has_ten_cards_of_any_suits() -> None:
    longest = "4♣ 5♦ 6♥ 7♠ 8♣ 9♦ 10♥ J♠ Q♣ K♦"
    combination = BIG_THREE.classify(longest)
    assert combination is not None
    assert combination.shape == ("run", 10)
    assert BIG_THREE.classify(f"{longest} A♥") is None
    assert BIG_THREE.classify(f"{longest} 3♥") is None


@pytest.mark.rule("BT3-42")
@pytest.mark.parametrize(("width", "kind"), RUNS)
@pytest.mark.parametrize(
    "ranks", ["QKA", "KA2", "A23", "234", "345", "JQKA", "KA23", "23456", "A456", "3456"]
)
def test_aces_twos_and_threes_stand_in_no_run(ranks: str, width: int, kind: Kind) -> None:
    assert kind_of("".join(rank * width for rank in ranks)) is None


@pytest.mark.rule("BT3-42")
def test_kings_are_the_top_of_the_highest_run() -> None:
    assert kind_of("JQK") is Kind.RUN
    highest = BIG_THREE.classify("J♠ Q♠ K♠")
    assert highest is not None
    assert list(BIG_THREE.answers(Hand(BIG_THREE.deck), highest)) == []


@pytest.mark.rule("BT3-44")
@pytest.mark.parametrize(
    "ranks",
    [
        "45",
        "447",
        "4567788",
        "4445",
        "44455",
        "444555",
        "44445",
        "445567",
        "457",
        "446688",
        "56788",
    ],
)
def test_nothing_else_is_a_combination(ranks: str) -> None:
    assert kind_of(ranks) is None
    state = on_top(BIG_THREE, "3", ranks)
    violation = refused(state, f"0: play {of_ranks(ranks, state.hands[0])}")
    assert violation.reason is Reason.NOT_A_COMBINATION


# --- What beats what -----------------------------------------------------------------------------


@pytest.mark.rule("BT3-44", "RB3-26", "RB3-27")
@pytest.mark.parametrize("ruleset", [BigThree(), BigThree.bolshaya_troika()])
@pytest.mark.parametrize("above", ["789T", "89TJ", "9TJQ", "TJQK"])
def test_higher_runs_of_four_beat_6789(ruleset: BigThree, above: str) -> None:
    assert beats("6789", above, ruleset)


@pytest.mark.rule("BT3-45", "RB3-26", "RB3-28")
@pytest.mark.parametrize("ruleset", [BigThree(), BigThree.bolshaya_troika()])
@pytest.mark.parametrize(
    ("above", "why"),
    [
        ("89TJQ", Reason.DIFFERENT_SHAPE),
        ("6789", Reason.NOT_HIGHER),
        ("5678", Reason.NOT_HIGHER),
        ("JJJJ", Reason.DIFFERENT_SHAPE),
        ("TJQ", Reason.DIFFERENT_SHAPE),
    ],
)
def test_what_does_not_beat_6789(ruleset: BigThree, above: str, why: Reason) -> None:
    assert reason("6789", above, ruleset) is why


@pytest.mark.rule("BT3-44")
@pytest.mark.parametrize(("width", "kind"), RUNS)
def test_runs_of_one_length_compare_by_rank(width: int, kind: Kind) -> None:
    starts = range(8)
    for low, high in itertools.combinations(starts, 2):
        one, other = (
            "".join(rank * width for rank in IN_RUNS[start : start + 3]) for start in (low, high)
        )
        if width > 2 and high - low < 3:
            continue  # the pack does not hold both
        assert beats(one, other)
        assert reason(other, one) is Reason.NOT_HIGHER


@pytest.mark.rule("BT3-44", "RB3-26")
def test_number_of_cards_and_kind_must_be_the_same() -> None:
    higher = {
        "4": "3",
        "55": "33",
        "666": "333",
        "7777": "3333",
        "89T": "JQK",
        "789T": "TJQK",
        "556677": "JJQQKK",
        "445566778899": "8899TTJJQQKK",
        "444555666": "JJJQQQKKK",
        "444455556666": "JJJJQQQQKKKK",
    }
    assert {kind_of(below) for below in higher} == {kind for _, kind in (*GROUPS, *RUNS)}
    for below, (like, above) in itertools.product(higher, higher.items()):
        assert beats(below, above) is (like == below), f"{above} on {below}"


@pytest.mark.rule("BT3-37")
def test_quads_are_no_bombs() -> None:
    assert beats("JJJJ", "3333")
    for below in ["4", "44", "444", "456", "4567", "445566", "444555666"]:
        assert reason(below, "3333") is Reason.DIFFERENT_SHAPE


@pytest.mark.rule("BT3-51")
def test_ranks_may_be_skipped() -> None:
    assert beats("55", "22")
    assert beats("456", "JQK")


@pytest.mark.rule("BT3-35", "BT3-50")
def test_the_pairs_of_the_example_and_nothing_beats_the_threes() -> None:
    pairs = ["55", "99", "KK", "22", "33"]
    for below, above in itertools.pairwise(pairs):
        assert beats(below, above)
    threes = BIG_THREE.classify("3♣ 3♦")
    assert threes is not None
    assert list(BIG_THREE.answers(Hand(BIG_THREE.deck), threes)) == []


# --- Options -------------------------------------------------------------------------------------


@pytest.mark.rule("BT3-37")
@pytest.mark.parametrize(
    "below", ["3", "33", "333", "JQK", "456789TJQK", "JJQQKK", "JJJQQQKKK", "JJJJQQQQKKKK"]
)
def test_with_bombs_a_quad_beats_everything_but_a_higher_quad(below: str) -> None:
    bombs = BigThree(bombs=True)
    assert beats(below, "AAAA" if "4" in below else "4444", bombs)
    assert not beats(below, "AAAA" if "4" in below else "4444")


def test_with_bombs_quads_still_rank_among_themselves() -> None:
    bombs = BigThree(bombs=True)
    for below, above in itertools.permutations(RANKS, 2):
        higher = RANKS.index(above) > RANKS.index(below)
        assert beats(below * 4, above * 4, bombs) is higher
    assert reason("5555", "4444", bombs) is Reason.NOT_HIGHER
    assert reason("4444", "3", bombs) is Reason.DIFFERENT_SHAPE
    assert reason("4444", "JJJJQQQQKKKK", bombs) is Reason.DIFFERENT_SHAPE


@pytest.mark.parametrize("min_run", range(2, 11))
def test_min_run_is_the_fewest_ranks_of_a_run_of_any_width(min_run: int) -> None:
    ruleset = BigThree(min_run=min_run)
    lengths: dict[Kind, set[int]] = {}
    for combination in ruleset.catalogue():
        if len(combination.shape) == 2:
            kind, length = combination.shape
            lengths.setdefault(Kind(str(kind)), set()).add(int(length))
    most = {Kind.RUN: 10, Kind.PAIR_RUN: 10, Kind.TRIPLE_RUN: 6, Kind.QUAD_RUN: 5}
    assert lengths == {
        kind: set(range(min_run, longest + 1))
        for kind, longest in most.items()
        if min_run <= longest
    }


def test_a_shorter_minimum_does_not_let_high_cards_into_runs() -> None:
    ruleset = BigThree(min_run=2)
    assert kind_of("QK", ruleset) is Kind.RUN
    for ranks in ["KA", "A2", "23", "34", "KKAA", "222333"]:
        assert kind_of(ranks, ruleset) is None


@pytest.mark.parametrize("min_run", [-1, 0, 1, 11])
def test_min_run_out_of_range(min_run: int) -> None:
    with pytest.raises(RulesetError) as refusal:
        BigThree(min_run=min_run)
    assert "min_run" in refusal.value.options


def test_rank_order_decides_what_is_higher() -> None:
    order = (Rank.THREE, Rank.TWO, Rank.ACE, *(Rank(number) for number in range(4, 14)))
    ruleset = BigThree(rank_order=order)
    assert beats("3", "2", ruleset)
    assert beats("A", "4", ruleset)
    assert beats("A", "K", ruleset)
    assert reason("K", "3", ruleset) is Reason.NOT_HIGHER
    assert kind_of("JQK", ruleset) is Kind.RUN
    assert kind_of("A45", ruleset) is None
    assert " ".join(map(str, ruleset.sort("K♠ A♠ 3♠"))) == "3♠ A♠ K♠"


@pytest.mark.parametrize(
    "order",
    [
        (),
        tuple(Rank(number) for number in range(1, 13)),
        (*[Rank.ACE] * 2, *map(Rank, range(2, 13))),
    ],
)
def test_rank_order_holds_each_rank_once(order: tuple[Rank, ...]) -> None:
    with pytest.raises(RulesetError) as refusal:
        BigThree(rank_order=order)
    assert "rank_order" in refusal.value.options
