"""The greedy agent at the tables of the command line."""

from __future__ import annotations

from climbcards import BigTwo, Play
from climbcards.agents import GreedyAgent
from climbcards.cli_greedy import bomb_out_of_turn, next_move


def test_a_bomb_is_kept_while_everybody_has_many_cards() -> None:
    ruleset = BigTwo.da_lao_er()
    bomb, many, few = "3♣ 3♦ 3♥ 3♠ 4♦ 7♣ 8♣ 9♣ 10♣ J♦ Q♦", "5♠ 6♠ 7♠ 8♠ 9♠ J♠ Q♠", "5♠ 6♠"
    for size, plays in ((many, False), (few, True)):
        state = ruleset.position(["2♦", size, "K♦", bomb], target="A♠", target_by=1, to_act=2)
        assert (bomb_out_of_turn(state.view(3)) is not None) == plays
        action, seat = next_move(state)
        assert seat == (3 if plays else 2)
        assert state.check(action, seat) is None
    last = ruleset.position(["2♦", many, "K♦", bomb[:14]], target="A♠", target_by=1, to_act=2)
    assert bomb_out_of_turn(last.view(3)) == Play(bomb[:14])
    assert bomb_out_of_turn(last.view(1)) is None
    assert bomb_out_of_turn(BigTwo().deal(7).view(1)) is None


def test_in_turn_the_agent_plays() -> None:
    state = BigTwo().deal(7)
    assert next_move(state) == (GreedyAgent().act(state.view(state.to_act)), state.to_act)
