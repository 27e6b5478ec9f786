"""How strong the agents are: payoffs over duplicate deals, with 95 % confidence intervals.

    python benchmarks/strength.py greedy random --deals 100
    python benchmarks/strength.py search greedy --iterations 100 400 --games big_two --deals 60

One agent plays each deal once from every seat, against the other agent in all other seats.  A deal
counts once, by the mean payoff of its seatings: whoever is dealt good cards, the first agent is
dealt them in one seating and plays against them in the others, so that equal agents get 0.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from statistics import mean, stdev
from time import perf_counter

from climbcards import (
    BigThree,
    BigTwo,
    DealContext,
    DouDizhu,
    Ruleset,
    State,
    Table,
    ThreeThirteen,
    step,
)
from climbcards.agents import AgentFactory, GreedyAgent, RandomAgent, SearchAgent

GAMES: dict[str, Ruleset[Table]] = {
    "big_three": BigThree(),
    "big_three_4": BigThree(players=4),
    "dou_dizhu": DouDizhu(),
    "dou_dizhu_4": DouDizhu(players=4),
    "big_two": BigTwo(),
    "three_thirteen": ThreeThirteen(),
}
TWO_SIDED_95 = 1.96


def agent(name: str, iterations: int) -> AgentFactory:
    """The factory that is meant by a name."""
    if name == "search":
        return SearchAgent.factory(iterations=iterations)
    return {"greedy": GreedyAgent, "random": RandomAgent}[name]


def payoff(
    ruleset: Ruleset[Table], seed: int, seat: int, one: AgentFactory, others: AgentFactory
) -> int:
    """What the one agent is paid in this seat."""
    agents = [
        (one if other == seat else others)(random.Random(f"{seed} {seat} {other}"))
        for other in range(ruleset.players)
    ]
    # Every deal of a match of Three Thirteen in turn: they have hands of different sizes.
    number = 1 + seed % 11 if isinstance(ruleset, ThreeThirteen) else 1
    state: State[Table] = ruleset.deal(seed, DealContext(number=number))
    while state.to_act is not None:
        state = step(state, agents[state.to_act].act(state.view(state.to_act)))
    assert state.result is not None
    return state.result.payoffs[seat]


def deal(ruleset: Ruleset[Table], one: AgentFactory, others: AgentFactory, seed: int) -> float:
    """The mean payoff of the one agent over the seatings of a deal."""
    seats = range(ruleset.players)
    return mean(payoff(ruleset, seed, seat, one, others) for seat in seats)


def main() -> None:
    parser = argparse.ArgumentParser(description="payoff a deal of one agent against another")
    parser.add_argument("one", choices=["search", "greedy", "random"])
    parser.add_argument("others", choices=["greedy", "random"])
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first deal")
    parser.add_argument("--iterations", type=int, nargs="+", default=[200])
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    budgets = asked.iterations if asked.one == "search" else [0]
    seeds = range(asked.first, asked.first + asked.deals)
    with ProcessPoolExecutor(asked.workers) as pool:
        for name in asked.games:
            for iterations in budgets:
                started = perf_counter()
                one, others = agent(asked.one, iterations), agent(asked.others, 0)
                found: Iterator[float] = pool.map(partial(deal, GAMES[name], one, others), seeds)
                payoffs = list(found)
                error = TWO_SIDED_95 * stdev(payoffs) / sqrt(len(payoffs))
                budget = f" {iterations}" if iterations else ""
                print(
                    f"{name:15} {asked.one}{budget} over {asked.others}: {mean(payoffs):+.2f} "
                    f"± {error:.2f} a deal, {len(payoffs)} deals, {perf_counter() - started:.0f} s",
                    flush=True,
                )


if __name__ == "__main__":
    main()
