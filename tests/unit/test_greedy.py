"""What the agents that do not search do in chosen positions."""

from __future__ import annotations

import random

import pytest

from climbcards import Bid, BigThree, Pass, Phase, Play, ThreeThirteen, step
from climbcards.actions import Discard, Draw, GoOut, Source
from climbcards.agents import GreedyAgent, RandomAgent
from climbcards.agents.sides import allies, declarer


def test_a_random_agent_takes_each_action_as_often_and_draws_once() -> None:
    view = ThreeThirteen(players=2).deal(1).view(1)
    rng, other = random.Random(3), random.Random(3)
    agent = RandomAgent(rng)
    drawn = [agent.act(view) for _ in range(1_000)]
    assert 400 < drawn.count(Draw(Source.STOCK)) < 600
    for _ in range(1_000):
        other.random()
    assert rng.random() == other.random()


def test_a_bid_is_what_the_high_cards_are_worth() -> None:
    rules = BigThree()
    bids = []
    for seed in range(60):
        state = rules.deal(seed)
        assert state.to_act is not None
        view = state.view(state.to_act)
        word = GreedyAgent().act(view)
        high = sum(card.rank in (2, 3) for card in view.hand)
        bids.append((high, word.value if isinstance(word, Bid) else 0))
    few = [bid for high, bid in bids if high <= 1]
    many = [bid for high, bid in bids if high >= 4]
    assert set(few) == {1}  # whoever opens must bid
    assert min(many) > 1


@pytest.mark.parametrize(
    ("hands", "how", "played"),
    [
        (["4♣ 4♦ 5♣ 6♣ 7♣ Q♣", "K♣", "K♦"], {}, "4♣ 5♣ 6♣ 7♣"),  # the most cards
        (["4♣ 9♣ Q♣", "K♣ K♠", "K♦ A♦"], {}, "4♣"),  # of those the lowest
        (["4♣ 4♦ 4♥ 4♠ 9♣", "K♣ K♠", "K♦ A♦"], {}, "9♣"),  # bombs are kept whole
        (["5♣ 9♣ Q♣", "K♣ K♠", "K♦ A♦"], {"target": "4♣"}, "5♣"),  # the weakest answer
        (["5♣ 5♦ 9♣", "K♣ K♠", "K♦ A♦"], {"soloist": 1, "target": "4♣"}, None),  # an ally's play
    ],
)
def test_what_it_plays(hands: list[str], how: dict[str, object], played: str | None) -> None:
    state = BigThree(bombs=True).position(hands, **how)  # type: ignore[arg-type]  # keywords
    action = GreedyAgent().act(state.view(0))
    assert action == (Pass() if played is None else Play(played))


def test_a_bomb_is_kept_until_somebody_has_few_cards() -> None:
    rules = BigThree(bombs=True)
    bomb, rest = "4♣ 4♦ 4♥ 4♠", " 5♣ 6♦ 8♣ 9♦ J♣ Q♦"
    many = "K♦ A♦ A♠ K♠ Q♠ J♠"
    state = rules.position([bomb + rest, many, "2♣ 2♦ 2♥ 10♣ 10♦ 10♥"], target="3♣", target_by=2)
    assert GreedyAgent().act(state.view(0)) == Pass()
    state = rules.position([bomb + rest, many, "2♣ 2♦"], target="3♣", target_by=2)
    assert GreedyAgent().act(state.view(0)) == Play(bomb)


def test_it_knows_its_own_side() -> None:
    state = BigThree().deal(7)
    assert declarer(state.table) is None
    assert allies(state.view(0)) == frozenset()
    state = BigThree().position(["5♣", "6♣", "7♣"], soloist=1, to_act=0)
    assert allies(state.view(None)) == frozenset()


def test_in_three_thirteen_it_takes_what_helps_and_goes_out() -> None:
    rules = ThreeThirteen(players=2)
    state = rules.position(["8♣ 8♦ K♠", "A♣ 5♦ 9♥"], pile="2♠ 8♥", stock="A♠")
    assert GreedyAgent().act(state.view(0)) == Draw(Source.DISCARD)
    state = step(state, Draw(Source.DISCARD))
    assert GreedyAgent().act(state.view(0)) == GoOut("K♠")
    state = rules.position(["8♣ 8♦ K♠", "A♣ 5♦ 9♥"], pile="2♠ Q♥", stock="A♠")
    assert GreedyAgent().act(state.view(0)) == Draw(Source.STOCK)
    state = step(state, Draw(Source.STOCK))
    assert state.phase is Phase.DISCARD
    assert GreedyAgent().act(state.view(0)) == Discard("K♠")
