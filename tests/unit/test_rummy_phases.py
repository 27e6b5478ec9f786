"""The tables of Three Thirteen say what the engine does."""

from __future__ import annotations

import random

from climbcards import DealContext, Phase, State, Table, ThreeThirteen, step
from climbcards.rummy.phases import ACTIONS, AUTOMATIC


def test_an_action_leads_to_the_phase_that_its_row_names_or_ends_the_deal() -> None:
    rng = random.Random(3)
    seen: set[tuple[Phase, type]] = set()
    for seed in range(30):
        context = DealContext(number=seed % 3 + 1)
        state: State[Table] = ThreeThirteen(players=2).deal(seed, context)
        while not state.is_over:
            action = rng.choice(state.legal_actions())
            key = state.phase, type(action)
            state = step(state, action)
            assert state.phase is ACTIONS[key].to or state.is_over
            if state.is_over:
                assert any(Phase.OVER in automatic.to for automatic in AUTOMATIC[key])
            seen.add(key)
    assert seen == set(ACTIONS)
