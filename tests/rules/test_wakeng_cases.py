"""Big Three against facts gathered elsewhere: ``tests/data/wakeng.json``."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

from climbcards import BigThree, Card, Hand, NotationError, Phase, Play, Reason
from tests.rules.table import after, deal_of, of_ranks, on_top, refused

Case: TypeAlias = dict[str, Any]

CASES: Final[dict[str, list[Case]]] = json.loads(
    Path(__file__).parents[1].joinpath("data", "wakeng.json").read_text(encoding="utf-8")
)

RANKS = "456789TJQKA23"

BIG_THREE = BigThree()


def ranks_of(cards: Hand) -> str:
    """The ranks of a hand as the cases write them, low to high."""
    texts = ("T" if str(card.rank) == "10" else str(card.rank) for card in cards)
    return "".join(sorted(texts, key=RANKS.index))


def cases(section: str) -> pytest.MarkDecorator:
    """A test for each case of a section."""
    return pytest.mark.parametrize(
        "case", CASES[section], ids=lambda case: str(next(iter(case.values())))
    )


@cases("counts")
def test_number_of_runs(case: Case) -> None:
    shapes = Counter(combination.shape for combination in BIG_THREE.catalogue())
    found = {shape[1]: count for shape, count in shapes.items() if shape[0] == case["kind"]}
    assert found == {int(length): count for length, count in case["by_length"].items()}


@cases("readings")
def test_reading(case: Case) -> None:
    combination = BIG_THREE.classify(of_ranks(case["cards"], BIG_THREE.deck))
    if case["kind"] is None:
        assert combination is None
        return
    assert combination is not None
    assert combination.kind == case["kind"]
    groups = combination.shape[1] if len(combination.shape) > 1 else 1
    assert groups == case["groups"]
    lowest = RANKS.index(case["top"]) - (case["groups"] - 1)
    assert combination.strength == (lowest,)


@cases("beats")
def test_beating(case: Case) -> None:
    state = on_top(BIG_THREE, case["below"], case["above"])
    play = Play(of_ranks(case["above"], state.hands[0]))
    assert (state.check(play) is None) is case["beats"]


@cases("openers")
def test_opener(case: Case) -> None:
    state = BIG_THREE.start(deal_of(BIG_THREE, *case["hearts"]))
    assert state.to_act == case["opener"]


@cases("auctions")
def test_auction(case: Case) -> None:
    opener = int(case["words"][0][0])
    hands = ["", "", ""]
    hands[opener] = "4♥"
    state = after(BIG_THREE.start(deal_of(BIG_THREE, *hands)), *case["words"])
    if "refused" in case:
        assert refused(state, case["refused"]).reason is Reason.BID_TOO_LOW
    elif "to_act" in case:
        assert (state.phase, state.to_act) == (Phase.AUCTION, case["to_act"])
    else:
        table = state.table
        assert (table.soloist, table.stake) == (case["soloist"], case["stake"])
        assert (state.phase, state.to_act) == (Phase.PLAY, case["leader"])


@cases("kitties")
def test_kitty(case: Case) -> None:
    state = BIG_THREE.start(deal_of(BIG_THREE, "4♥"))
    assert state.table.sizes == (case["dealt"],) * 3
    assert len(BIG_THREE.deck) - sum(state.table.sizes) == case["kitty"]
    assert after(state, "0: bid 3").table.sizes[0] == case["soloist_holds"]


@cases("payments")
def test_payment(case: Case) -> None:
    out = case["soloist"] if case["wins"] else (case["soloist"] + 1) % 3
    hands = ["4♣ 3♣", "4♦ 3♦", "4♥ 3♥"]
    hands[out] = "A♠"
    state = BIG_THREE.position(hands, to_act=out, soloist=case["soloist"], stake=case["stake"])
    result = after(state, f"{out}: play A♠").result
    assert result is not None
    assert result.payoffs == tuple(case["payoffs"])


@cases("next_dealers")
def test_next_dealer(case: Case) -> None:
    out = case["out"]
    hands = ["4♣ 3♣", "4♦ 3♦", "4♥ 3♥"]
    hands[out] = "A♠"
    state = after(BIG_THREE.position(hands, to_act=out), f"{out}: play A♠")
    assert BIG_THREE.next_context(state).dealer == case["dealer"]


@cases("hidden_kitties")
def test_kitty_is_hidden_during_the_auction(case: Case) -> None:
    for ruleset in (BIG_THREE, BigThree(kitty_shown=True)):
        kitty = Hand.parse("2♣ 2♦ 2♥ 2♠")
        state = ruleset.start(deal_of(ruleset, "", "4♥", "", kitty=str(kitty)))
        state = after(state, *case["words"])
        for seat in (0, 1, 2, None):
            view = state.view(seat)
            assert view.table.kitty is None
            assert not any(card in view.hand for card in kitty)


@cases("malformed")
def test_malformed_cards_are_refused_with_the_place_of_the_fault(case: Case) -> None:
    with pytest.raises(NotationError) as error:
        Card.parse(case["text"])
    assert error.value.text == case["text"]
    assert error.value.index == case["index"]


@cases("hands")
def test_leads_and_answers(case: Case) -> None:
    hand = of_ranks(case["hand"], BIG_THREE.deck)
    leads = BIG_THREE.leads(hand)
    assert Counter(str(lead.kind) for lead in leads) == case["leads"]
    assert len(leads) == sum(case["leads"].values())
    for below, beating in case["answers"].items():
        target = BIG_THREE.classify(of_ranks(below, BIG_THREE.deck))
        assert target is not None
        answers = [ranks_of(answer.cards) for answer in BIG_THREE.answers(hand, target)]
        assert sorted(answers) == sorted(beating)


def test_every_fact_is_tested_or_left_out_for_a_reason() -> None:
    left_out = CASES["left_out"]
    assert all(case["case"] and len(case["reason"].split()) > 3 for case in left_out)
    about = {"about", "left_out"}
    assert sum(len(facts) for name, facts in CASES.items() if name not in about) == 79
    assert len(left_out) == 19
