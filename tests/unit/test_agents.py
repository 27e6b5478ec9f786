"""The agents, one habit at a time."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator

import pytest

from climbcards import (
    Action,
    Bid,
    BigThree,
    BigTwo,
    Discard,
    DouDizhu,
    Draw,
    GoOut,
    Hand,
    Pass,
    Phase,
    Play,
    PositionError,
    Ruleset,
    Source,
    State,
    Table,
    ThreeThirteen,
    step,
)
from climbcards.agents import Agent, AgentFactory, GreedyAgent, RandomAgent, SearchAgent


def asked(agent: Agent, state: State[Table]) -> Action:
    """What the agent does in the seat to act."""
    return agent.act(state.view(state.to_act))


def payoff(ruleset: Ruleset[Table], seed: int, factory: AgentFactory, others: AgentFactory) -> int:
    """What the first agent is paid, all deals together, over one deal from every seat."""
    total = 0
    for seat in range(ruleset.players):
        agents = [
            (factory if other == seat else others)(random.Random(f"{seed} {seat} {other}"))
            for other in range(ruleset.players)
        ]
        state: State[Table] = ruleset.deal(seed)
        while state.to_act is not None:
            state = step(state, asked(agents[state.to_act], state))
        assert state.result is not None
        total += state.result.payoffs[seat]
    return total


@pytest.mark.parametrize("agent", [RandomAgent, GreedyAgent, SearchAgent])
def test_who_has_nothing_to_choose_is_told_so(agent: AgentFactory) -> None:
    state = BigTwo().deal(1)
    assert state.to_act is not None
    waiting = (state.to_act + 1) % 4
    with pytest.raises(PositionError, match=f"seat {waiting} has no legal action"):
        agent(random.Random(1)).act(state.view(waiting))
    with pytest.raises(PositionError, match="seat None has no legal action"):
        agent(random.Random(1)).act(state.view(None))


def test_the_random_agent_takes_each_action_as_often() -> None:
    state = BigTwo().position(["3♦ 4♦ 5♥", "6♠", "7♠", "8♠"])
    agent = RandomAgent(random.Random(1))
    counts = dict.fromkeys(state.legal_actions(), 0)
    for _ in range(900):
        counts[asked(agent, state)] += 1
    assert len(counts) == 3
    assert all(250 < count < 350 for count in counts.values())


# --- Greedy --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "played"),
    [
        ("4♣ 7♦ 7♥ 9♠", "7♦ 7♥"),  # the most cards
        ("4♣ 4♦ 7♦ 7♥ 9♠", "4♣ 4♦"),  # of those the lowest
        ("4♣ 9♠ K♦ K♥ K♠ K♣", "4♣"),  # a bomb is kept, and kept whole
        ("K♦ K♥ K♠ K♣", "K♦ K♥ K♠ K♣"),  # unless the hand is empty with it
    ],
)
def test_greedy_leads(hand: str, played: str) -> None:
    state = BigThree(bombs=True).position([hand, "5♣ 5♦ 6♣ 8♣ 8♦ J♣", "5♥ 6♥ 6♠ 8♥ J♦ J♥"])
    assert asked(GreedyAgent(), state) == Play(hand if played == hand else played)


@pytest.mark.parametrize(
    ("hand", "target", "action"),
    [
        ("4♣ 7♦ 9♥ Q♠ A♦ 2♥", "6♣", Play("7♦")),  # the weakest that will do
        ("4♣ 7♦ 7♥ 9♠ A♦ 2♥", "6♣ 6♦", Play("7♦ 7♥")),
        ("4♣ 5♦ 7♥ 9♠ J♦ Q♥", "K♣", Pass()),  # nothing will
        ("4♣ 5♦ 7♥ 9♠ J♦ Q♥ 8♣ 8♦ 8♥ 8♠", "K♣ K♦", Pass()),  # a bomb is for later
        ("4♣ 5♦ 7♥ 9♠ J♦ Q♥ 8♣ 8♦ 8♥ 8♠", "6♣ 6♦", Pass()),  # nor is it taken apart
        ("4♣ 8♣ 8♦ 8♥ 8♠", "K♣ K♦", Play("8♣ 8♦ 8♥ 8♠")),  # when the hand is nearly empty
    ],
)
def test_greedy_answers(hand: str, target: str, action: Action) -> None:
    others = ["3♣ 3♦ 3♥ 3♠ 10♣ 10♦ 10♥", "10♠ A♣ A♥ A♠ 2♣ 2♦ 2♠"]
    state = BigThree(bombs=True).position([hand, *others], target=target, target_by=2)
    assert asked(GreedyAgent(), state) == action


def test_greedy_lets_its_own_side_win() -> None:
    def answer(landlord: int) -> Action:
        hands = ["7♦ 9♥ Q♠ A♦", "3♣ 3♦ 3♥", "4♣ 4♦"]
        state = DouDizhu().position(hands, target="6♣", target_by=2, landlord=landlord)
        return asked(GreedyAgent(), state)

    assert answer(landlord=1) == Pass()
    assert answer(landlord=2) == Play("7♦")


def test_greedy_bids_by_its_high_cards() -> None:
    bids: dict[int, set[int]] = {}
    for seed in range(40):
        state = DouDizhu().deal(seed)
        view = state.view(state.to_act)
        action = GreedyAgent().act(view)
        high = sum(str(card)[:-1] in ("2", "B", "R") for card in view.hand)
        bids.setdefault(high, set()).add(action.value if isinstance(action, Bid) else 0)
    assert bids[0] == {0}
    assert max(bids[max(bids)]) == 3


@pytest.mark.parametrize(
    ("hand", "top", "action"),
    [
        ("4♣ 5♣ K♦", "6♣", Draw(Source.DISCARD)),
        ("4♣ 5♣ K♦", "J♥", Draw(Source.STOCK)),
        ("4♣ 5♣ K♦", "2♥", Draw(Source.DISCARD)),  # cheaper than the king
    ],
)
def test_greedy_draws(hand: str, top: str, action: Action) -> None:
    state = ThreeThirteen(players=2).position([hand, "7♦ 8♥ 9♠"], stock="A♣ A♦", pile=top)
    assert asked(GreedyAgent(), state) == action


@pytest.mark.parametrize(
    ("hand", "action"),
    [
        ("4♣ 5♣ K♦ 9♥", Discard("K♦")),
        ("4♣ 5♣ 6♣ 9♥", GoOut("9♥")),
    ],
)
def test_greedy_discards(hand: str, action: Action) -> None:
    ruleset = ThreeThirteen(players=2)
    last = Hand.parse(hand) - Hand.parse(hand.rsplit(" ", 1)[0])
    state: State[Table] = ruleset.position(
        [hand.rsplit(" ", 1)[0], "7♦ 8♥ 9♠"], stock=[*last, *Hand.parse("A♣ A♦")], pile="2♦"
    )
    state = step(state, Draw(Source.STOCK))
    assert asked(GreedyAgent(), state) == action


# --- Search --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("iterations", "seconds"), [(0, None), (-1, None), (None, 0.0), (None, -1.0), (10, 1.0)]
)
def test_a_budget_is_one_number_above_zero(iterations: int | None, seconds: float | None) -> None:
    with pytest.raises(ValueError, match="budget"):
        SearchAgent(random.Random(1), iterations=iterations, seconds=seconds)
    with pytest.raises(ValueError, match="budget"):
        SearchAgent.factory(iterations=iterations, seconds=seconds)


def test_a_factory_survives_pickling() -> None:
    factory = SearchAgent.factory(iterations=30)
    again: AgentFactory = pickle.loads(pickle.dumps(factory))
    state = BigThree().deal(3)
    action = asked(factory(random.Random(5)), state)
    assert asked(again(random.Random(5)), state) == action


def test_seconds_are_told_by_the_clock() -> None:
    ticks: Iterator[int] = iter(range(100))
    agent = SearchAgent(random.Random(1), seconds=5, clock=lambda: float(next(ticks)))
    state = BigThree().deal(3)
    assert state.check(asked(agent, state)) is None
    assert next(ticks) == 6  # looked at before the first iteration and after each of five


def test_it_draws_nothing_where_nothing_is_to_choose() -> None:
    state = BigTwo(players=2).position(["3♦ 4♦", "6♠ 7♠"], target="5♠", target_by=1)
    rng = random.Random(1)
    before = rng.getstate()
    assert asked(SearchAgent(rng, iterations=10), state) == Pass()
    assert rng.getstate() == before


def test_it_plays_a_bomb_out_of_turn() -> None:
    ruleset = BigTwo(bombs="out_of_turn")
    hands = ["3♦ 4♦", "6♠ 7♠", "9♣ 9♦ 9♥ 9♠ 4♣", "10♦ J♦"]
    state = ruleset.position(hands, to_act=0, target="3♠", target_by=3)
    view = state.view(2)
    assert view.legal_actions()
    action = SearchAgent(random.Random(1), iterations=20).act(view)
    assert view.check(action) is None


def test_it_leads_what_cannot_be_beaten_where_greedy_does_not() -> None:
    """The other has one card left: whoever leads low first may lose the deal."""
    state = BigTwo(players=2).position(["4♦ 2♠", "9♠"], gone="3♦")
    assert asked(GreedyAgent(), state) == Play("4♦")
    assert asked(SearchAgent(random.Random(1), iterations=40), state) == Play("2♠")


def test_it_holds_back_the_high_card_that_wins_the_next_trick() -> None:
    """Two moves ahead: taking this trick with the two leaves a pair that loses the race."""
    hands = ["5♦ 5♥ 2♠", "6♣ 6♥ 8♠"]
    state = BigTwo(players=2).position(hands, target="4♣", target_by=1)
    action = asked(SearchAgent(random.Random(1), iterations=200), state)
    assert action != Play("5♦")


@pytest.mark.parametrize("ruleset", [BigThree(), BigTwo(), DouDizhu(), ThreeThirteen()])
def test_greedy_is_stronger_than_random(ruleset: Ruleset[Table]) -> None:
    totals = [payoff(ruleset, seed, GreedyAgent, RandomAgent) for seed in range(6)]
    assert sum(totals) > 0
    assert sum(total > 0 for total in totals) >= 4


def test_search_is_stronger_than_greedy() -> None:
    """A few deals of one game; the benchmarks measure it in all."""
    factory = SearchAgent.factory(iterations=30)
    assert sum(payoff(BigThree(), seed, factory, GreedyAgent) for seed in range(4)) > 0


def test_search_bids() -> None:
    """A hand of high cards is played for a high stake, a poor one is not."""

    def bid(hand: str) -> Action:
        own = Hand.parse(hand)
        rest = iter([card for card in DouDizhu().deck if card not in own])
        deck = [card for ours in own for card in (ours, next(rest), next(rest))]
        deal = DouDizhu().shuffle(1)
        state = DouDizhu().start(
            type(deal)(deck=(*deck, *rest), context=deal.context, face_up=deal.face_up)
        )
        assert state.phase is Phase.AUCTION
        seat = state.hands.index(own)
        while state.to_act != seat:
            state = step(state, Pass())
        return asked(SearchAgent(random.Random(1), iterations=80), state)

    assert bid("BJ RJ 2♣ 2♦ 2♥ 2♠ A♣ A♦ A♥ A♠ K♣ K♦ K♥ 9♣ 9♦ 9♥ 9♠") == Bid(3)
    assert bid("3♣ 3♦ 4♣ 5♣ 6♦ 7♦ 9♣ 9♦ 10♦ J♣ J♦ Q♣ Q♦ K♣ K♦ 4♥ 6♥") == Pass()
