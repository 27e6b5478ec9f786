"""Big Two against facts gathered elsewhere, real games and real score sheets: ``b2_*.json``.

The counts among them are tested with the catalogue, in ``tests/golden``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

from climbcards import BigTwo, Card, DealContext, Hand, Pass, Play, Reason, State, step
from climbcards.games import big_two
from climbcards.games.big_two import BigTwoTable
from tests.rules.big_two import (
    BIG_TWO,
    beats,
    kind,
    may,
    no,
    on_top,
    opened,
    over,
    play,
    written,
)
from tests.rules.table import move

Case: TypeAlias = dict[str, Any]


def data(name: str) -> dict[str, Any]:
    """The facts of one file."""
    path = Path(__file__).parents[1].joinpath("data", f"b2_{name}.json")
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


COMPARE: Final = data("compare")
ORDERS: Final = data("orders")
FLOW: Final = data("flow")
GAMES: Final = data("games")
SCORES: Final = data("scores")
BUGS: Final = data("bugs")
COUNTS: Final = data("counts")


def with_straights(windows: str, **options: Any) -> BigTwo:
    """A house with these windows, low to high."""
    return BigTwo(straights=tuple(windows.split()), **options)


MIDDLE: Final = "34567 45678 56789 6789T 789TJ 89TJQ 9TJQK TJQKA"
HOUSES: Final = {
    "default": BIG_TWO,
    "hk": BigTwo(flush_order="rank"),
    "hong kong": BigTwo(flush_order="rank"),
    "natural_2_high": BigTwo(flush_order="rank", straights=big_two.STRAIGHTS_TWO_HIGH),
    "two high": BigTwo(straights=big_two.STRAIGHTS_TWO_HIGH),
    "pusoy": BigTwo(suit_order=BigTwo.pusoy_dos().suit_order, straights=big_two.STRAIGHTS_TWO_HIGH),
    "taiwan": BigTwo.taiwan(),
    "vdorst": with_straights(
        f"{MIDDLE} 23456 A2345",
        flush_order="rank",
        passing="out_of_trick",
        next_leader="winner",
        settlement="winner_takes",
    ),
    "bombs": BigTwo(bombs="in_turn"),
    "out of the trick": BigTwo(passing="out_of_trick"),
    "two decides": BigTwo(straights=big_two.STRAIGHTS_A2345_HIGH),
}


def named(case: Case) -> str:
    return f"{case.get('no', case.get('id'))} {case['test']}"


# --- What beats what -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fact", COMPARE["beats"], ids=lambda fact: f"{fact[0]}: {fact[1]} on {fact[4]}"
)
def test_what_beats_what(fact: list[Any]) -> None:
    house, above, above_kind, expected, below, below_kind = fact
    ruleset = HOUSES[house]
    assert kind(above, ruleset) == above_kind
    assert kind(below, ruleset) == below_kind
    assert beats(above, below, ruleset) is expected


@pytest.mark.parametrize("fact", COMPARE["kinds"], ids=lambda fact: f"{fact[0]}: {fact[1]}")
def test_what_is_a_combination(fact: list[Any]) -> None:
    house, cards, expected = fact
    assert kind(cards, HOUSES[house]) == expected


# --- Orders of straights and suits ---------------------------------------------------------------


def window(ranks: str, suits: str = "dchsd") -> str:
    return " ".join(rank + suit for rank, suit in zip(ranks, suits, strict=True))


@pytest.mark.parametrize("case", ORDERS["straights"], ids=lambda case: case["house"])
def test_orders_of_straights(case: Case) -> None:
    ruleset = with_straights(case["low_to_high"])
    order = case["low_to_high"].split()
    for place, ranks in enumerate(order):
        assert kind(window(ranks), ruleset) == "straight"
        for lower in order[:place]:
            assert beats(window(ranks, "ddddc"), window(lower, "sssss"[1:] + "h"), ruleset)
    for ranks in case["nothing"].split():
        assert kind(window(ranks), ruleset) is None
    catalogue = ruleset.catalogue()
    for name in ("straight", "straight_flush"):
        assert sum(one.kind == name for one in catalogue) == case[name]


@pytest.mark.parametrize("case", ORDERS["suits"], ids=lambda case: case["house"])
def test_orders_of_suits(case: Case) -> None:
    suits = tuple(Card.parse(f"3{letter}").suit for letter in case["low_to_high"])
    ruleset = BigTwo(suit_order=suits)  # type: ignore[arg-type]  # pyright: ignore
    state = ruleset.deal(1)
    assert state.table.opening_card == Card.parse(case["opens"])
    lowest = [f"{rank}{case['low_to_high'][0]}" for rank in "3456789TJQKA2"]
    for card in lowest:
        rank = card[0]
        rising = [f"{rank}{letter}" for letter in case["low_to_high"]]
        assert all(
            beats(above, below, ruleset) is (place > other)
            for place, above in enumerate(rising)
            for other, below in enumerate(rising)
            if place != other
        )


# --- Facts by type -------------------------------------------------------------------------------


def check_answer(case: Case) -> None:
    ruleset = HOUSES[case["house"]]
    assert beats(case["above"], case["below"], ruleset) is case["beats"]
    state = on_top(ruleset, case["below"], case["above"])
    if state is not None and not case["beats"]:
        assert no(state, f"0: {case['above']}") in (Reason.NOT_HIGHER, Reason.DIFFERENT_SHAPE)


def check_combination(case: Case) -> None:
    assert (kind(case["cards"], HOUSES[case["house"]]) is not None) is case["legal"]


def check_opening(case: Case) -> None:
    state = opened(BIG_TWO, *[""] * case["holder"], "3♦")
    assert state.to_act == case["holder"]
    assert no(state, f"{case['holder']}: {case['play']}") == case["reason"]


def check_next_deal(case: Case) -> None:
    ruleset = BigTwo(next_leader=case["rule"])
    hands = ["4♦", "4♣", "4♥", "4♠"]
    state = play(
        ruleset.position(hands, to_act=case["winner"]), f"{case['winner']}: {hands[case['winner']]}"
    )
    context = ruleset.next_context(state)
    assert context.number == 2
    cards = [""] * 4
    cards[case["holder"]] = "3♦ 9♠"
    cards[case["leader"]] += " 8♦"
    deal = opened(
        ruleset,
        *cards,
        dealer=context.dealer,
        leader=context.leader,
        number=context.number,
    )
    assert deal.to_act == case["leader"]
    free = case["rule"] == "winner"
    assert (deal.check(Play("8♦")) is None) is free


def check_undealt(case: Case) -> None:
    ruleset = BigTwo(players=case["players"], odd_card="out")
    hands = [""] * case["players"]
    hands[case["seat"]] = f"{case['lowest']} 9♠"
    state = opened(ruleset, *hands, odd=case["missing"])
    assert state.to_act == case["seat"]
    assert state.table.opening_card == Card.parse(case["lowest"])
    assert no(state, f"{case['seat']}: 9♠") is Reason.OPENING_CARD_MISSING


def check_odd_card(case: Case) -> None:
    ruleset = BigTwo(players=case["players"])
    assert len(ruleset.deck) - sum(case["sizes"]) == case["left_over"]
    for seat in range(case["players"]):
        hands = [""] * case["players"]
        hands[seat] = case["holder"]
        state = opened(ruleset, *hands, odd="J♠")
        assert Card.parse("J♠") in state.hands[seat]
        assert [
            len(hand - Hand.parse("J♠" if place == seat else ""))
            for place, hand in enumerate(state.hands)
        ] == case["sizes"]


def check_leads(case: Case) -> None:
    found = [one.cards for one in BIG_TWO.leads(case["hand"]) if one.kind == case["kind"]]
    assert len(found) == len(set(found))
    assert set(found) == {Hand.parse(cards) for cards in case["found"]}


def check_trick(case: Case) -> None:
    hands = ["5d 8d 2s 9s 9h", "6c Jc 9c", "6d Qd Jd", "7d Kd Kc"]
    state = HOUSES[case["house"]].position(hands)
    for text in case["moves"].split(" / "):
        seat, _, cards = text.partition(" ")
        state = play(state, f"{seat}: {cards}")
    assert state.to_act == case["to_act"]
    if case.get("clear"):
        assert state.table.target is None
        assert no(state, f"{state.to_act}: -") is Reason.CANNOT_PASS_LEAD
    if "legal" in case:
        assert may(state) == case["legal"]


def check_flushes(case: Case) -> None:
    hand = [f"{rank}s" for rank in "3468JKA"[: case["cards"]]]
    found = [one for one in BIG_TWO.leads(" ".join(hand)) if one.kind == "flush"]
    assert len(found) == case["flushes"]


def check_window(case: Case) -> None:
    legal = kind(window(case["window"]), HOUSES[case["house"]])
    assert legal == ("straight" if case["legal"] else None)


def check_window_order(case: Case) -> None:
    ruleset = HOUSES[case["house"]]
    assert beats(window(case["above"]), window(case["below"], "cdshc"), ruleset) is case["beats"]


def check_score(case: Case) -> None:
    for settlement in ("winner_takes", "pairwise"):
        ruleset = BigTwo(
            scale=tuple(map(tuple, case["scale"])),
            settlement=settlement,
        )
        result = over(sheet_played(ruleset, case["left"], None))
        assert result.points == tuple(case["points"])
        assert result.payoffs == tuple(case[settlement])


def check_scale(case: Case) -> None:
    ruleset = BigTwo(scale=((1, 1), (case["from"], 2), (13, 3)))
    assert over(sheet_played(ruleset, case["left"], None)).points == tuple(case["points"])


def check_explicit_list(case: Case) -> None:
    ruleset = with_straights(case["windows"])
    assert len(ruleset.straights) == len(case["windows"].split())
    found = {one.strength[1] for one in ruleset.catalogue() if one.kind == "straight"}
    assert found == {0, 1, 2}


def check_views(case: Case) -> None:
    state = BIG_TWO.deal(77)
    view = state.view(case["viewer"])
    text = repr(view) + repr(view.table) + repr(state)
    for seat, hand in enumerate(state.hands):
        if seat != case["viewer"]:
            assert str(hand) not in text
    other = BIG_TWO.position([state.hands[0], *[str(card) for card in list(state.hands[1])[:3]]])
    changed = BIG_TWO.position([state.hands[0], *[str(card) for card in list(state.hands[2])[:3]]])
    assert other.view(case["viewer"]) == changed.view(case["viewer"])
    assert other != changed


def check_six_cards(case: Case) -> None:
    hand = BIG_TWO.deck[: case["cards"]]
    assert BIG_TWO.classify(hand) is None
    rest = BIG_TWO.deck[6:9]
    state = BIG_TWO.position([Hand(hand), *(Hand([card]) for card in rest)])
    assert no(state, f"0: {Hand(hand)}") is Reason.NOT_A_COMBINATION


def check_held_back(case: Case) -> None:
    """Seat 3 plays the 9♦ and holds back the 2♣; seat 0 goes out with the 10♦."""
    ruleset = BigTwo(last_card_rule="pay", settlement="winner_takes")
    hands = [
        case["winning"],
        "3d 3c",
        "4d 4c 4h 4s",
        f"{case['held']} 5d 5c 5h 5s {case['played']}",
    ]
    state = ruleset.position(hands, to_act=case["seat"], target="8♦")
    state = play(state, f"{case['seat']}: {case['played']}", f"{case['winner']}: {case['winning']}")
    assert [len(hand) for hand in state.hands] == case["left"]
    result = over(state)
    assert (result.liable, result.out) == (case["seat"], case["winner"])
    assert result.payoffs == tuple(case["payoffs"])


CHECKS: Final[dict[str, Callable[[Case], None]]] = {
    name.removeprefix("check_"): check
    for name, check in list(globals().items())
    if name.startswith("check_")
}


@pytest.mark.parametrize("case", FLOW["facts"], ids=named)
def test_fact(case: Case) -> None:
    CHECKS[case["test"]](case)


@pytest.mark.parametrize("case", BUGS["bugs"], ids=named)
def test_fault_of_another_program(case: Case) -> None:
    CHECKS[case["test"]](case)


# --- Real score sheets ---------------------------------------------------------------------------


def sheet_played(ruleset: BigTwo, left: list[int], liable: int | None) -> State[BigTwoTable]:
    """A deal that ends with so many cards left; who is liable lets the winner by with a pass.

    The lowest card lies on the table, so that any card would beat it.
    """
    (winner,) = [seat for seat, cards in enumerate(left) if cards == 0]
    low, *rest = ruleset.sort(ruleset.deck)
    last = rest.pop()
    hands: list[Hand] = []
    for cards in left:
        hands.append(Hand(rest[len(rest) - cards :]) if cards else Hand([last]))
        del rest[len(rest) - cards :]
    before = (winner - 1) % 4 if liable is None else liable
    state = ruleset.position(hands, to_act=before, target=Hand([low]))
    return play(state, f"{before}: -", f"{winner}: {last}")


@pytest.mark.parametrize("line", SCORES["sheets"])
@pytest.mark.rule("B2-63", "B2-64", "B2-65", "B2-66", "B2-69", "B2-74")
def test_real_score_sheets(line: str) -> None:
    doubled, _, rest = line.partition(": ")
    sheet, points, net = rest.partition(" (")[0].split(" = ")
    left = [int(cards.removesuffix("t")) for cards in sheet.split()]
    marked = [seat for seat, cards in enumerate(sheet.split()) if cards.endswith("t")]
    liable = marked[0] if marked else None
    ruleset = BigTwo(
        scale=((1, 1), (int(doubled), 2), (13, 3)),
        last_card_rule="off" if liable is None else "pay",
    )
    state = sheet_played(ruleset, left, liable)
    assert [len(hand) for hand in state.hands] == left
    result = over(state)
    assert result.liable == liable
    assert result.points == tuple(map(int, points.split()))
    assert result.payoffs == tuple(map(int, net.split()))
    if liable is None:
        assert [ruleset.penalty(cards) for cards in left] == list(result.points)


# --- Real games ----------------------------------------------------------------------------------

MOVES: Final = {game["round"]: game["moves"].split(" / ") for game in GAMES["games"]}


def real_hands(game: Case) -> list[Hand]:
    """The hands of a game: from the log, or what each seat played and cards nobody did."""
    if game["hands"] is not None:
        return [Hand.parse(hand) for hand in game["hands"]]
    hands = [Hand()] * 4
    for text in MOVES[game["round"]]:
        seat, _, cards = text.partition(" > ")[0].partition(" ")
        hands[int(seat)] += Hand() if cards == "-" else Hand.parse(cards)
    unseen = [card for card in BIG_TWO.deck if not any(card in hand for hand in hands)]
    for seat, cards_left in enumerate(game["left"]):
        hands[seat] += Hand(unseen[:cards_left])
        del unseen[:cards_left]
    assert not unseen
    return hands


def replayed(game: Case) -> State[BigTwoTable]:
    """The end of a real game, every move of which is legal and listed."""
    ruleset = HOUSES["vdorst"]
    hands = real_hands(game)
    assert [len(hand) for hand in hands] == [13] * 4
    if game["hands"] is None:
        state = ruleset.position(hands, to_act=game["leader"])
    else:
        first = game["round"] == 1
        state = opened(
            ruleset,
            *map(str, hands),
            leader=None if first else game["leader"],
            number=game["round"],
            dealer=game["leader"],
        )
    assert state.to_act == game["leader"]
    for text in MOVES[game["round"]]:
        done, _, after = text.partition(" > ")
        seat, action = move(written(done.replace(" ", ": ", 1)))
        assert state.to_act == seat
        assert state.check(action) is None
        assert state.view(seat).check(action) is None
        assert action in state.legal_actions()
        state = step(state, action)
        if isinstance(action, Play) and Card.parse("2♠") in action.cards and after:
            while state.table.target is not None:  # the log leaves the passes out
                state = step(state, Pass())
        assert state.to_act == (int(after) if after else None)
    return state


@pytest.mark.parametrize("game", GAMES["games"], ids=lambda game: f"round {game['round']}")
@pytest.mark.rule("B2-39", "B2-41", "B2-52", "B2-53", "B2-55", "B2-57", "B2-61")
def test_real_games(game: Case) -> None:
    state = replayed(game)
    result = over(state)
    assert result.winners == (game["winner"],)
    assert [len(hand) for hand in state.hands] == game["left"]
    assert result.payoffs == tuple(game["payoffs"])
    assert state.ruleset.next_context(state).leader == game["next"]


def test_a_real_match_goes_on_with_its_winner() -> None:
    first, second = (replayed(game) for game in GAMES["games"][:2])
    context = first.ruleset.next_context(first)
    assert context == DealContext(number=2, dealer=2, leader=2)
    assert second.history[0].seat == context.leader
    points = [over(state).points for state in (first, second)]
    assert points == [(8, 20, 0, 8), (4, 0, 1, 2)]


# --- What is left out ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "tested", "left_out"),
    [
        (COMPARE, 277, 0),
        (COUNTS, 7 + 1 + 1 + 32, 3),
        (ORDERS, 15, 0),
        (FLOW, 41, 5),
        (GAMES, 6, 0),
        (SCORES, 418, 1),
        (BUGS, 19, 3),
    ],
    ids=["compare", "counts", "orders", "flow", "games", "scores", "bugs"],
)
def test_every_fact_is_tested_or_left_out_for_a_reason(
    facts: dict[str, Any], tested: int, left_out: int
) -> None:
    sections = [value for name, value in facts.items() if name not in ("about", "left_out")]
    assert sum(map(len, sections)) == tested
    assert len(facts["about"].split()) > 8
    assert len(facts["left_out"]) == left_out
    assert all(fact["case"] and len(fact["reason"].split()) > 5 for fact in facts["left_out"])


def test_every_number_of_the_lists_has_its_fact_or_reason() -> None:
    numbers = {case["no"] for case in FLOW["facts"]}
    left_out = {int(fact["case"].partition(":")[0]) for fact in FLOW["left_out"]}
    assert numbers | left_out == set(range(1, 46))
    assert numbers & left_out == {4}  # in part
    ids = {case["id"] for case in BUGS["bugs"]}
    assert len(ids | {fact["case"].split()[0] for fact in BUGS["left_out"]}) == 18
    assert {case["test"] for case in (*FLOW["facts"], *BUGS["bugs"])} == set(CHECKS)
