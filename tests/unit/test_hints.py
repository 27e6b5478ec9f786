"""What a hint says."""

from __future__ import annotations

import random

import pytest

from climbcards import (
    Action,
    Bid,
    BigThree,
    BigTwo,
    Call,
    Discard,
    DouDizhu,
    Draw,
    GoOut,
    IllegalAction,
    Pass,
    Phase,
    Play,
    PositionError,
    Source,
    State,
    Table,
    ThreeThirteen,
    View,
    step,
)
from climbcards.agents import RandomAgent
from climbcards.analysis import Hint, hint


class Fixed:
    """Always does the same."""

    def __init__(self, action: Action) -> None:
        self._action = action

    def act(self, view: View[Table]) -> Action:
        return self._action


def said(state: State[Table], action: Action) -> str:
    """The sentence for an action, whoever would take it."""
    found = hint(state.view(state.to_act), Fixed(action))
    assert found.action == action
    return found.why


OTHERS = ("5♣ 5♦ 6♣ 8♥ J♣ J♦", "5♥ 6♠ 8♠ J♥ J♠")


def lead(hand: str) -> State[Table]:
    return BigThree(bombs=True).position([hand, *OTHERS])


def answer(hand: str, target: str) -> State[Table]:
    return BigThree(bombs=True).position([hand, *OTHERS], target=target, target_by=2)


@pytest.mark.parametrize(
    ("state", "action", "why"),
    [
        (
            lead("4♣ 7♦ 7♥ 9♠"),
            Play("7♦ 7♥"),
            "your lowest pair gets rid of 2 cards, the most you can play without a bomb",
        ),
        (lead("4♣ 7♦ 7♥ 9♠"), Play("4♣"), "your lowest single gets rid of 1 card"),
        (lead("4♣ 7♦ 7♥ 9♠"), Play("9♠"), "the single 9♠ gets rid of 1 card"),
        (
            lead("4♣ 9♠ K♣ K♦ K♥ K♠"),
            Play("4♣"),
            "your lowest single gets rid of 1 card; you keep your bomb",
        ),
        (lead("4♣ 9♠ K♣ K♦ K♥ K♠"), Play("K♣"), "the single K♣ gets rid of 1 card"),
        (lead("7♦ 7♥"), Play("7♦ 7♥"), "the pair 7♦ 7♥ empties your hand"),
        (
            answer("7♦ 7♥ 9♦ 9♥ A♣", "6♦ 6♥"),
            Play("7♦ 7♥"),
            "the lowest pair of yours that beats 6♦ 6♥",
        ),
        (answer("7♦ 7♥ 9♦ 9♥ A♣", "6♦ 6♥"), Play("9♦ 9♥"), "the pair 9♦ 9♥ beats 6♦ 6♥"),
        (
            answer("7♦ 7♥ 9♦ 9♥ A♣", "6♦ 6♥"),
            Pass(),
            "you keep 7♦ 7♥, the least that beats 6♦ 6♥",
        ),
        (
            answer("4♣ 9♣ 9♦ 9♥ 9♠", "Q♦ Q♥"),
            Pass(),
            "only a bomb of yours beats Q♦ Q♥, and you keep it",
        ),
        (
            answer("4♣ 9♣ 9♦ 9♥ 9♠", "Q♦ Q♥"),
            Play("9♣ 9♦ 9♥ 9♠"),
            "the quad 9♣ 9♦ 9♥ 9♠ is a bomb and beats Q♦ Q♥",
        ),
        (answer("4♣ 4♦ 9♥", "Q♦ Q♥"), Pass(), "there is nothing else to do than to pass"),
    ],
)
def test_tricks(state: State[Table], action: Action, why: str) -> None:
    assert said(state, action) == why


def test_a_play_of_ones_own_side() -> None:
    hands = ["7♦ 9♥ Q♠ A♦", "3♣ 3♦ 3♥", "4♣ 4♦"]
    state = DouDizhu().position(hands, target="6♣", target_by=2, landlord=1)
    assert said(state, Pass()) == "seat 2, who played 6♣, is on your side"
    assert hint(state.view(0)) == Hint(Pass(), "seat 2, who played 6♣, is on your side")


def test_bids() -> None:
    state = DouDizhu().deal(3)
    view = state.view(state.to_act)
    held = sum(str(card)[:-1] in ("2", "B", "R") for card in view.hand)
    for action in (Bid(1), Pass()):
        assert said(state, action).startswith(
            f"you hold {held or 'none'} of the 6 highest cards (2 BJ RJ), "
        )
        # 17 of 54 cards are a share of not quite two.
        verdict = said(state, action).partition(";")[0]
        assert verdict.endswith("no more than your share" if held < 2 else ", more than your share")


def test_calls() -> None:
    state: State[Table] = BigThree(players=4).deal(5)
    while state.phase is Phase.AUCTION:
        state = step(state, state.legal_actions()[-1])
    call = state.legal_actions()[0]
    assert isinstance(call, Call)
    assert said(state, call) == f"you do not hold the {call.card}: who does is your partner"


@pytest.mark.parametrize(
    ("top", "source", "why"),
    [
        ("6♣", Source.DISCARD, "with the 6♣ you can get down to 0 points, from 19"),
        (
            "6♣",
            Source.STOCK,
            "the stock may hold better than the 6♣, with which 0 points would be left",
        ),
        ("K♥", Source.STOCK, "the K♥ would not lower the 19 points that you have left"),
    ],
)
def test_draws(top: str, source: Source, why: str) -> None:
    state = ThreeThirteen(players=2).position(["4♣ 5♣ J♦", "7♦ 8♥ 9♠"], stock="A♣ A♦", pile=top)
    assert said(state, Draw(source)) == why


@pytest.mark.parametrize(
    ("hand", "action", "why"),
    [
        (
            "4♣ 5♣ J♦ 9♥",
            Discard("J♦"),
            "without the J♦ you have 18 points left, the fewest there can be",
        ),
        (
            "4♣ 5♣ J♦ 9♥",
            Discard("9♥"),
            "without the 9♥ you have 19 points left",
        ),
        (
            "4♣ 5♣ 6♣ 9♥",
            GoOut("9♥"),
            "all but the 9♥ is in melds",
        ),
    ],
)
def test_discards(hand: str, action: Action, why: str) -> None:
    ruleset = ThreeThirteen(players=2)
    state = ruleset.position([hand, "7♦ 8♥ 9♠"], number=1, stock="A♣ A♦", pile="2♦")
    assert said(state, action) == why


def test_an_agent_that_breaks_the_rules_is_found_out() -> None:
    state = BigTwo().deal(1)
    with pytest.raises(IllegalAction):
        hint(state.view(state.to_act), Fixed(Pass()))


def test_who_has_nothing_to_choose_gets_none() -> None:
    state = BigTwo().deal(1)
    with pytest.raises(PositionError):
        hint(state.view(None), RandomAgent(random.Random(1)))


def test_a_pass_in_the_auction_says_what_a_bid_would_be() -> None:
    state = DouDizhu().deal(3)
    assert said(state, Pass()).endswith(" than your share; the lowest bid left is 1")
    assert said(step(state, Bid(1)), Pass()).endswith("; the lowest bid left is 2")
    assert "lowest" not in said(state, Bid(1))


def test_the_only_bomb_out_of_turn_may_also_be_kept() -> None:
    state = BigTwo.da_lao_er().position(
        ["4♦ 5♥ 9♠", "5♦ 6♦ 8♠", "7♦ 7♣ 7♥ 7♠ 3♦", "K♦ K♣"], target="3♣", target_by=3
    )
    view = state.view(2)
    assert len(view.legal_actions()) == 1
    assert "nothing else" not in hint(view).why


class _TakesTheDiscard:
    def act(self, view: View[Table]) -> Action:
        return Draw(Source.DISCARD)


def test_a_discard_that_does_not_help_is_not_said_to() -> None:
    state = ThreeThirteen().deal(seed=0)
    why = hint(state.view(state.to_act), _TakesTheDiscard()).why
    assert why == "with the K♠ at least 13 points would be left, and you have 7 now"
