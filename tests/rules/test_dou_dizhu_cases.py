"""Dou Dizhu against facts gathered elsewhere: ``tests/data/ddz_*.json``.

The counts among them are tested with the catalogue, in ``tests/golden``.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

from climbcards import (
    Bid,
    ClimbcardsError,
    Combination,
    Deal,
    DouDizhu,
    Hand,
    Kind,
    Match,
    NotationError,
    Pass,
    Phase,
    Play,
    Reason,
    State,
    parse_action,
    step,
)
from climbcards.games.dou_dizhu import DouDizhuTable, Kickers
from tests.rules.dou_dizhu import (
    DOU_DIZHU,
    FOUR,
    RANKS,
    beats,
    deal_of,
    dealt,
    hand,
    no,
    of_ranks,
    opened,
    play,
    position,
    ranks,
    read,
    reading,
    written,
)
from tests.rules.table import after, listed, refused

Case: TypeAlias = dict[str, Any]


def data(name: str) -> dict[str, Any]:
    """The facts of one file."""
    path = Path(__file__).parents[1].joinpath("data", f"ddz_{name}.json")
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


READINGS: Final = data("readings")
BEATS: Final = data("beats")
HANDS: Final = data("hands")
GAMES: Final = data("games")
ROUNDS: Final = data("rounds")
BUGS: Final = data("bugs")

RULESETS: Final = {
    "distinct": DOU_DIZHU,
    "rlcard": DouDizhu.rlcard(),
    "openspiel": DouDizhu.openspiel(),
    "douzero": DouDizhu.douzero(),
    "anything": DouDizhu(kickers=Kickers.ANY),
}
SPRING: Final = DouDizhu(spring=True)
FOUR_SPRING: Final = DouDizhu(players=4, spring=True)


# --- Readings ------------------------------------------------------------------------------------


def told(found: Combination) -> str:
    """A reading as the files write it: kind, lowest rank of the core, number of ranks in it."""
    groups = found.shape[1] if len(found.shape) > 1 else 1
    lowest = "B" if found.kind is Kind.ROCKET else RANKS[found.strength[0]]
    return f"{found.kind} {lowest} {groups}"


@pytest.mark.parametrize("variant", ["any", "distinct", "rlcard", "openspiel", "douzero"])
def test_readings(variant: str) -> None:
    for name in RULESETS if variant == "any" else [variant]:
        ruleset = RULESETS[name]
        for cards, expected in READINGS[variant].items():
            given = of_ranks(cards, 2 * ruleset.deck)  # some are more than one deck holds
            found = sorted(map(told, ruleset.readings(given)))
            assert found == sorted(filter(None, expected.split(", "))), (name, cards)


@pytest.mark.parametrize("variant", ["rlcard", "douzero"])
def test_beating(variant: str) -> None:
    ruleset = RULESETS[variant]
    for fact in BEATS[variant]:
        above, verb, below = fact.split()
        assert beats(above, below, ruleset) is (verb == "beats"), fact


def test_readings_of_what_beats() -> None:
    for cards, expected in BEATS["readings"].items():
        (found,) = RULESETS["rlcard"].readings(hand(cards))
        assert told(found) == expected


# --- Hands ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", HANDS["hands"], ids=lambda case: case["hand"])
def test_leads_and_answers(case: Case) -> None:
    held = hand(case["hand"])
    rlcard, openspiel = RULESETS["rlcard"], RULESETS["openspiel"]
    leads = rlcard.leads(held)
    assert Counter(str(lead.kind) for lead in leads) == case["rlcard"]
    assert len(leads) == sum(case["rlcard"].values())
    sets = {ranks(lead.cards) for lead in openspiel.leads(held)}
    readings = sum(len(openspiel.readings(hand(cards))) for cards in sets)
    assert [len(sets), readings] == case["openspiel"]
    if "douzero" in case:
        everything = {ranks(lead.cards) for lead in RULESETS["douzero"].leads(held)}
        assert len(everything) == case["douzero"]
    for below, beating in case["answers"].items():
        answers = rlcard.answers(held, reading(below, rlcard))
        if isinstance(beating, int):
            assert len(answers) == beating
        else:
            assert sorted(ranks(answer.cards) for answer in answers) == sorted(beating.split())


# --- Whole games ---------------------------------------------------------------------------------


def spoken(state: State[DouDizhuTable], words: str) -> State[DouDizhuTable]:
    """The state after some words of the auction: ``0:2 1:0``."""
    for word in words.split():
        seat, bid = map(int, word.split(":"))
        assert state.phase is Phase.AUCTION
        assert state.to_act == seat
        state = step(state, Bid(bid) if bid else Pass(), seat)
    return state


@pytest.mark.parametrize("case", GAMES["games"], ids=lambda case: case["kitty"])
def test_game(case: Case) -> None:
    ruleset = RULESETS["openspiel"]
    *hands, kitty, rest = dealt(ruleset, *case["hands"].split(), case["kitty"])
    assert not rest
    first = int(case["bids"][0])
    state = ruleset.start(deal_of(ruleset, *map(str, hands), kitty=str(kitty), opener=first))
    assert state.hands == tuple(hands)
    assert state.to_act == first
    state = spoken(state, case["bids"])
    assert state.table.landlord == case["landlord"]
    if case["landlord"] is not None:
        assert (state.phase, state.table.stake) == (Phase.PLAY, case["bid"])
        assert state.to_act == case["landlord"]
        assert state.hands[case["landlord"]] == hands[case["landlord"]] + kitty
    for move in case["plays"].split():
        seat, cards = int(move[0]), move[2:]
        assert state.to_act == seat
        if cards == "-":
            assert Pass() in state.legal_actions()
        else:
            plays = [a for a in state.legal_actions() if isinstance(a, Play)]
            assert cards in [ranks(action.cards) for action in plays]
        state = play(state, f"{seat}: {cards}")
    result = state.result
    assert result is not None
    assert list(result.payoffs) == case["payoffs"]
    assert result.thrown_in is (case["landlord"] is None)
    if not result.thrown_in:
        assert state.table.doublings == case["doublings"]
        assert result.stake == case["bid"] << case["doublings"] + case["spring"]


# --- Auctions, tricks, sight, payment ------------------------------------------------------------


@pytest.mark.parametrize("case", ROUNDS["auctions"], ids=lambda case: case["bids"])
def test_auction(case: Case) -> None:
    state = opened(opener=int(case["bids"][0]))
    words = case["bids"].split()
    if "refused" in case:
        state = spoken(state, " ".join(words[: case["refused"]]))
        seat, bid = words[case["refused"]].split(":")
        assert refused(state, f"{seat}: bid {bid}").reason in (
            Reason.BID_TOO_LOW,
            Reason.BID_OUT_OF_RANGE,
        )
        return
    state = spoken(state, case["bids"])
    if "to_act" in case:
        assert (state.phase, state.to_act) == (Phase.AUCTION, case["to_act"])
        words = ["pass" if bid == 0 else f"bid {bid}" for bid in case["open"]]
        assert listed(state.legal_actions()) == words
    elif "payoffs" in case:
        assert state.result is not None
        assert list(state.result.payoffs) == case["payoffs"]
    else:
        assert (state.phase, state.to_act) == (Phase.PLAY, case["landlord"])
        assert (state.table.landlord, state.table.stake) == (case["landlord"], case["bid"])


@pytest.mark.parametrize("case", ROUNDS["tricks"], ids=lambda case: case["plays"])
def test_trick(case: Case) -> None:
    state = position("335BR", "446", "77")
    state = play(state, *(move.replace(":", ": ") for move in case["plays"].split()))
    assert state.to_act == case["to_act"]
    if case.get("lead"):
        assert state.table.target is None
        assert no(state, f"{state.to_act}: -") is Reason.CANNOT_PASS_LEAD
    else:
        assert listed(state.legal_actions()) == case["legal"]


@pytest.mark.parametrize("case", ROUNDS["views"], ids=lambda case: case["phase"])
def test_sight(case: Case) -> None:
    kitty = Hand.parse("BJ RJ 2♠")
    one = DOU_DIZHU.start(deal_of(DOU_DIZHU, "3♣", "4♣", kitty=str(kitty), face_up="3♣"))
    two = deal_of(DOU_DIZHU, str(one.hands[0]), str(one.hands[2]), kitty=str(kitty), face_up="3♣")
    other = DOU_DIZHU.start(two)
    assert one.hands[1] == other.hands[2]
    words = [] if case["phase"] == "auction" else ["0: bid 3"]
    one, other = after(one, *words), after(other, *words)
    assert one.phase == case["phase"]
    assert (one.view(0) != other.view(0)) is case["hands_seen"]
    for seat in (0, 1, 2, None):
        assert one.view(seat).table.kitty == (kitty if case["kitty_seen"] else None)


def played_out(
    ruleset: DouDizhu, bombs: list[str], *, stake: int, spring: bool, landlord_wins: bool
) -> State[DouDizhuTable]:
    """A deal in which seat 0, the landlord, or seat 1 plays these bombs and runs out."""
    out = 0 if landlord_wins else 1
    landlord, opponent = ["4"], ["5"]
    moves = ["0: 4"]
    rest = [f"{seat}: -" for seat in range(2, ruleset.players)]
    if landlord_wins and spring:
        opponent.append("6")
        moves += ["1: -", *rest]
    elif landlord_wins:
        landlord.append("7")
        opponent.append("6")
        moves += ["1: 5", *rest, "0: 7", "1: -", *rest]
    elif spring:
        landlord.append("9")
        moves += ["1: 5", *rest, "0: -"]
    else:
        landlord += ["7", "9"]
        opponent.append("8")
        moves += ["1: 5", *rest, "0: 7", "1: 8", *rest, "0: -"]
    (landlord if landlord_wins else opponent).extend([*bombs, "K"])
    passes = rest if out else ["1: -", *rest]
    for bomb in bombs:
        moves += [f"{out}: {bomb}", *passes, *(["0: -"] if out else [])]
    others = ["3"] * (ruleset.players - 2)
    hands = ["".join(landlord), "".join(opponent), *others]
    state = play(position(*hands, ruleset=ruleset, stake=stake), *moves, f"{out}: K")
    assert state.result is not None
    assert state.result.out == out
    return state


@pytest.mark.parametrize("case", ROUNDS["payments"], ids=lambda case: str(case["payoffs"]))
def test_payment(case: Case) -> None:
    assert case["landlord"] == 0
    bombs = ["TTTT", "JJJJ"][: case["bombs"]] + ["BR"] * case["rocket"]
    state = played_out(
        SPRING,
        bombs,
        stake=case["bid"],
        spring=case["spring"],
        landlord_wins=case["landlord_wins"],
    )
    assert state.result is not None
    assert list(state.result.payoffs) == case["payoffs"]


@pytest.mark.parametrize("case", ROUNDS["springs"], ids=str)
def test_spring(case: Case) -> None:
    by_landlord, by_one, by_other = case["plays"]
    assert by_other in (None, 0)
    if case["landlord_wins"] and by_landlord == 1:
        state = play(position("3344556677", "5", "6", ruleset=SPRING), "0: 3344556677")
    elif case["landlord_wins"]:
        state = play(position("4KA", "57", "6", ruleset=SPRING), "0: 4", "1: 5", "2: -")
        state = play(state, "0: K", "1: -", "2: -", "0: A")
        by_landlord = 3
    else:
        hands = "4J", "578"[: by_one or 2], "6"
        state = play(position(*hands, ruleset=SPRING), "0: 4", "1: 5", "2: -", "0: -")
        for card in hands[1][1:]:
            state = play(state, f"1: {card}")
            if not state.is_over:
                state = play(state, "2: -", "0: -")
    assert state.result is not None
    plays = Counter(seat for seat, action in state.history if isinstance(action, Play))
    assert plays[0] == by_landlord
    assert by_one in (None, plays[1])
    assert (state.result.out == 0) is case["landlord_wins"]
    assert state.result.stake == (2 if case["spring"] else 1)


# --- Four players --------------------------------------------------------------------------------


@pytest.mark.parametrize("case", ROUNDS["four_readings"], ids=lambda case: case["cards"])
def test_reading_of_four(case: Case) -> None:
    found = read(case["cards"], FOUR)
    assert (None if found is None else found.kind) == case["kind"]


@pytest.mark.parametrize("fact", ROUNDS["four_beats"])
def test_beating_of_four(fact: str) -> None:
    above, verb, below = fact.split()
    assert beats(above, below, FOUR) is (verb == "beats")


@pytest.mark.parametrize("case", ROUNDS["four_payments"], ids=lambda case: str(case["payoffs"]))
def test_payment_of_four(case: Case) -> None:
    bombs = ["TTTTTT", "JJJJJJ", "QQQQQQ"][: case["bombs"]]
    state = played_out(FOUR, bombs, stake=1, spring=False, landlord_wins=case["landlord_wins"])
    assert state.result is not None
    assert list(state.result.payoffs) == case["payoffs"]


# --- Faults of other programs --------------------------------------------------------------------


def rulesets(case: Case) -> list[DouDizhu]:
    """The dialects that a fact is about."""
    if case["rules"] == "any":
        return list(RULESETS.values())
    return [FOUR if case["rules"] == "four" else RULESETS[case["rules"]]]


def check_readings(case: Case) -> None:
    for ruleset in rulesets(case):
        found = ruleset.readings(hand(case["cards"], ruleset))
        assert ", ".join(f"{one.kind} {ranks(one.core)}" for one in found) == case["readings"]


def check_beats(case: Case) -> None:
    for ruleset in rulesets(case):
        assert beats(case["above"], case["below"], ruleset) is case["beats"]


def check_text(case: Case) -> None:
    found = DOU_DIZHU.classify(case["text"])
    assert found is not None
    assert found.kind == case["kind"]


def check_generated_reads_back(case: Case) -> None:
    for ruleset in RULESETS.values():
        leads = ruleset.leads(hand(case["cards"]))
        assert len(leads) > 90
        for lead in leads:
            assert lead in ruleset.readings(lead.cards)


def check_offered_once(case: Case) -> None:
    ruleset = RULESETS["openspiel"]
    leads = [(lead.kind, ranks(lead.cards)) for lead in ruleset.leads(hand(case["cards"]))]
    assert len(set(leads)) == len(leads)
    whole = [kind for kind, cards in leads if cards == case["cards"]]
    assert whole == list(dict.fromkeys(one.kind for one in ruleset.readings(hand(case["cards"]))))


def check_ends_the_deal(case: Case) -> None:
    below, above = case["below"], case["above"]
    state = play(position(below + "A", above, "9"), f"0: {below}", f"1: {above}")
    assert state.is_over
    assert state.result is not None
    assert state.result.out == 1


def check_redealt(case: Case) -> None:
    match = Match.begin(DOU_DIZHU, seed=1)
    for _ in range(6):
        match = match.step(Pass())
    assert [result.thrown_in for result in match.results] == [True, True]
    assert match.state.phase is Phase.AUCTION
    assert match.state.history == ()


def check_bids_again(case: Case) -> None:
    state = spoken(opened(), case["bids"])
    assert (state.phase, state.to_act) == (Phase.AUCTION, case["to_act"])
    assert after(state, "0: bid 2").table.stake == 2


def check_auction_is_a_phase(case: Case) -> None:
    state = opened(opener=1)
    assert state.phase is Phase.AUCTION
    assert after(state, "1: pass", "2: bid 3").table.landlord == 2


def check_no_pass_on_a_lead(case: Case) -> None:
    state = after(opened(), "0: bid 3")
    assert Pass() not in state.legal_actions()
    assert refused(state, "0: pass").reason is Reason.CANNOT_PASS_LEAD


def check_spring_counts_plays(case: Case) -> None:
    hands = "4Q", "5789", "6"
    state = play(position(*hands, ruleset=SPRING), "0: 4", "1: 5", "2: -", "0: -")
    for card in "78":
        state = play(state, f"1: {card}", "2: -", "0: -")
    state = play(state, "1: 9")
    assert state.result is not None
    assert state.result.payoffs == (-4, 2, 2)


def check_rocket_beats_everything(case: Case) -> None:
    for found in DOU_DIZHU.leads(hand("333344445555667789A2")):
        assert reading("BR").beats(found)


def check_bombs_multiply(case: Case) -> None:
    bombs = ["TTTT", "JJJJ"][: case["bombs"]]
    state = played_out(DOU_DIZHU, bombs, stake=case["stake"], spring=False, landlord_wins=True)
    assert state.result is not None
    assert state.result.stake == case["after"]


def check_undo(case: Case) -> None:
    state = position("3344", "55", "66")
    before = list(state.legal_actions())
    tried = play(state, "0: 33")
    assert list(state.legal_actions()) == before
    again = play(state, "0: 33")
    assert again == tried
    assert again.table == tried.table
    assert list(again.legal_actions()) == list(tried.legal_actions())
    assert "DouDizhu" in repr(state)


def check_not_an_action(case: Case) -> None:
    with pytest.raises(NotationError):
        parse_action(case["text"])
    state: Any = position("3456", "5", "6")
    violation = state.check(case["text"])
    assert violation.reason is Reason.NOT_AN_ACTION
    with pytest.raises(ClimbcardsError):
        step(state, case["text"])


def check_bid_out_of_range(case: Case) -> None:
    assert refused(opened(), f"0: bid {case['bid']}").reason is Reason.BID_OUT_OF_RANGE
    state: Any = opened()
    assert state.check(case["bid"]).reason is Reason.NOT_AN_ACTION


def check_cards_not_held(case: Case) -> None:
    violation = refused(position("34", "5", "6"), "0: play 3♣ 3♦")
    assert violation.reason is Reason.CARDS_NOT_HELD
    assert violation.missing == Hand.parse("3♦")


def check_hands_as_dealt(case: Case) -> None:
    texts = ["3♣", "3♦", "3♥"]
    state = DOU_DIZHU.start(deal_of(DOU_DIZHU, *texts, opener=case["opener"]))
    start = state.hands
    assert state.to_act == case["opener"]
    state = after(state, f"{case['opener']}: bid 3")
    while not state.is_over:
        state = after(state, f"{state.to_act}: {state.legal_actions()[-1]}")
    for seat, text in enumerate(texts):
        assert Hand.parse(text) <= start[seat]
        assert start[seat] <= state.table.played[seat] + state.hands[seat]


def check_farmer_sees_the_table(case: Case) -> None:
    kitty = Hand.parse("BJ RJ 2♠")
    state = DOU_DIZHU.start(deal_of(DOU_DIZHU, "3♣", kitty=str(kitty)))
    view = after(state, "0: bid 3", "0: play 3♣").view(1)
    assert view.table.kitty == kitty
    assert view.table.played == (Hand.parse("3♣"), Hand(), Hand())
    assert view.table.sizes == (19, 17, 17)
    assert view.table.landlord == 0
    assert [str(move) for move in view.table.history] == ["0: bid 3", "0: play 3♣"]


def check_kitty_hidden_in_the_auction(case: Case) -> None:
    one = DOU_DIZHU.start(deal_of(DOU_DIZHU, "3♣", "4♣", kitty="BJ RJ 2♠", face_up="3♣"))
    mine, spare = str(one.hands[0]), str(Hand(list(one.hands[1])[-3:]))
    swapped = deal_of(DOU_DIZHU, mine, "BJ RJ 2♠", kitty=spare, face_up="3♣")
    other = DOU_DIZHU.start(swapped)
    assert one.hands[1] != other.hands[1]
    assert one.view(0) == other.view(0)
    assert after(one, "0: bid 3").view(0) != after(other, "0: bid 3").view(0)


def check_kitty_card_keeps_its_identity(case: Case) -> None:
    deal = deal_of(DOU_DIZHU, "3♣ 3♦", kitty="3♥ 4♥ 5♥")
    table = after(DOU_DIZHU.start(deal), "0: bid 3", "0: play 3♥").table
    assert table.kitty is not None
    assert table.kitty - table.played[0] == Hand.parse("4♥ 5♥")


def check_same_seed_same_deal(case: Case) -> None:
    one, other = DOU_DIZHU.deal(case["seed"]), DOU_DIZHU.deal(case["seed"])
    assert one == other
    assert DOU_DIZHU.deal(case["seed"] + 1).hands != one.hands
    assert one.deal is not None
    assert one.deal.face_up == DOU_DIZHU.shuffle(case["seed"]).face_up


def check_deal_from_seed_or_cards(case: Case) -> None:
    shuffled = DOU_DIZHU.shuffle(7)
    given = Deal(deck=shuffled.deck, face_up=shuffled.face_up)
    assert DOU_DIZHU.start(given).hands == DOU_DIZHU.deal(7).hands
    assert position("33", "4", "5").hands[0] == hand("33")


def check_prints_in_every_phase(case: Case) -> None:
    state = spoken(opened(), "0:0 1:0 2:0")
    assert state.phase is Phase.OVER
    assert "over" in repr(state)
    assert "over" in str(state.table)
    assert "thrown_in=True" in str(state.result)


def check_last_action_of_each_seat(case: Case) -> None:
    state = play(position("35", "6", "47"), "0: 3", "1: -", "2: 4")
    last = {seat: str(action) for seat, action in state.history}
    assert last == {0: "play 3♣", 1: "pass", 2: "play 4♣"}


def check_leads_and_answers(case: Case) -> None:
    held = hand("5566")
    assert [ranks(lead.cards) for lead in DOU_DIZHU.leads(held)] == ["5", "6", "55", "66"]
    answers = DOU_DIZHU.answers(held, reading("55"))
    assert [ranks(answer.cards) for answer in answers] == ["66"]
    assert written(position("5566", "7", "8"), "0: 55") == "0: play 5♣ 5♦"
    assert of_ranks("5", held) == Hand.parse("5♣")


CHECKS: Final[dict[str, Callable[[Case], None]]] = {
    name.removeprefix("check_"): check
    for name, check in list(globals().items())
    if name.startswith("check_")
}


@pytest.mark.parametrize("case", BUGS["bugs"], ids=lambda case: f"{case['id']} {case['test']}")
def test_fault_of_another_program(case: Case) -> None:
    CHECKS[case["test"]](case)


# --- What is left out ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "tested", "left_out"),
    [
        (READINGS, 736, 8),
        (BEATS, 367, 1),
        (HANDS, 66, 0),
        (GAMES, 77, 0),
        (ROUNDS, 51, 17),
    ],
    ids=["readings", "beats", "hands", "games", "rounds"],
)
def test_every_fact_is_tested_or_left_out_for_a_reason(
    facts: dict[str, Any], tested: int, left_out: int
) -> None:
    sections = [
        len(value)
        for name, value in facts.items()
        if name not in ("about", "left_out") and not (facts is BEATS and name == "readings")
    ]
    assert sum(sections) == tested
    assert facts["about"]
    for fact in facts.get("left_out", []):
        assert fact["case"]
        assert len(fact["reason"].split()) > 5
    if facts is not HANDS:
        assert len(facts.get("left_out", [])) == left_out


def test_every_hand_has_its_count_or_a_reason() -> None:
    counted = [case["hand"] for case in HANDS["hands"] if "douzero" in case]
    left_out = [fact["case"].split()[3].rstrip(":") for fact in HANDS["left_out"]]
    assert sorted(counted + left_out) == sorted(case["hand"] for case in HANDS["hands"])


def test_every_fault_is_tested_or_left_out_for_a_reason() -> None:
    tested = {case["id"] for case in BUGS["bugs"]}
    left_out = {fact["case"].split()[0] for fact in BUGS["left_out"]}
    assert len(tested | left_out) == 46
    assert tested & left_out == {"B007", "B029"}  # in part
    assert {case["test"] for case in BUGS["bugs"]} == set(CHECKS)
    assert all(len(fact["reason"].split()) > 5 for fact in BUGS["left_out"])
