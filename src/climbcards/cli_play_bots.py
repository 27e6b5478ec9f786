"""The other players at a terminal: agents, each of which sees the view of its own seat alone."""

from __future__ import annotations

import random
from hashlib import sha256

from climbcards import Action, Match
from climbcards.agents import Agent, AgentFactory
from climbcards.arena_faults import told
from climbcards.cli_greedy import bomb_out_of_turn
from climbcards.cli_play_moment import Moment

__all__ = ["BotFault", "Bots"]


class BotFault(Exception):
    """A bot has failed, or has tried what is against the rules; the message says which and how."""


class Bots:
    """The bots of a game, one for each seat and deal.

    What a bot draws at random follows from the game's seed and from where the game stands, so that
    the same decisions of the player are answered alike, after ``undo`` and after resuming too.

    Args:
        factory: what makes them.
    """

    def __init__(self, factory: AgentFactory) -> None:
        self._factory = factory
        self._number = -1
        self._seated: dict[int, tuple[random.Random, Agent]] = {}

    def move(self, moment: Moment) -> tuple[Action, int]:
        """What is done next and by whom: the seat to act, unless another one bombs out of turn.

        Raises:
            BotFault: the bot that acts has failed.
        """
        state = moment.state
        assert state.to_act is not None  # a deal in progress
        for seat in range(state.ruleset.players):
            if seat not in (moment.seat, state.to_act):
                bomb = bomb_out_of_turn(state.view(seat))
                if bomb is not None:
                    return bomb, seat
        return self._act(moment, state.to_act), state.to_act

    def _act(self, moment: Moment, seat: int) -> Action:
        try:
            action = self._agent(moment, seat).act(moment.state.view(seat))
            refused = moment.state.check(action, seat)
        except Exception as error:  # an agent may be anybody's
            raise BotFault(f"the bot in seat {seat} has failed: {told(error)}") from error
        if refused is not None:
            raise BotFault(f"the bot in seat {seat} breaks the rules: {refused}")
        return action

    def _agent(self, moment: Moment, seat: int) -> Agent:
        """The agent of the seat in this deal, with its generator set for this moment."""
        if moment.number != self._number:
            self._number, self._seated = moment.number, {}
        if seat not in self._seated:
            rng = random.Random(0)
            self._reseed(rng, moment, seat)
            self._seated[seat] = rng, self._factory(rng)
        rng, agent = self._seated[seat]
        self._reseed(rng, moment, seat)
        return agent

    def _reseed(self, rng: random.Random, moment: Moment, seat: int) -> None:
        played, moves = moment.played, len(moment.state.history)
        if isinstance(played, Match):
            seed: int | None = played.seed
        else:
            seed = None if played.deal is None else played.deal.seed
        # A hash, so that no bot can tell from its numbers how the cards were shuffled.
        text = f"bot:{seed}:{moment.number}:{seat}:{moves}"
        rng.seed(int.from_bytes(sha256(text.encode()).digest()))
