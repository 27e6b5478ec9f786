"""A table where anything may be tried, beside a model that knows the rules pages alone."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from climbcards import (
    Action,
    Bid,
    BigTwo,
    ClimbingRuleset,
    DouDizhu,
    Hand,
    IllegalAction,
    Phase,
    Play,
    State,
    Table,
    step,
)
from climbcards.climbing.table import ClimbingTable
from climbcards.testing import actions, deals
from tests.property.pages import readings, reason


class Model:
    """Where a deal of Dou Dizhu or Big Two stands, in plain lists and numbers."""

    def __init__(self, ruleset: ClimbingRuleset[Table], state: State[Table]) -> None:
        assert state.deal is not None
        self.ruleset = ruleset
        self.hands = [list(hand) for hand in state.hands]
        self.kitty = list(Hand(ruleset.deck) - sum(state.hands, Hand()))
        self.order = state.deal.context.order
        self.phase = Phase.AUCTION if isinstance(ruleset, DouDizhu) else Phase.PLAY
        self.turn = state.to_act
        self.bid = self.doublings = self.passes = 0
        self.bidder: int | None = None
        self.target: Hand | None = None
        self.target_by: int | None = None
        self.out: set[int] = set()

    def next_after(self, seat: int) -> int:
        for _ in self.hands:
            seat = (seat + self.order) % len(self.hands)
            if seat not in self.out:
                break
        return seat

    def do(self, seat: int, action: Action) -> None:
        """Do what is legal."""
        others = len(self.hands) - 1
        match self.phase, action:
            case Phase.AUCTION, Bid(value):
                self.bid, self.bidder, self.passes = value, seat, 0
            case Phase.AUCTION, _:
                self.passes += 1
            case _, Play(cards):
                self.play(seat, cards)
                return
            case _:
                self.pass_in_trick(seat)
                return
        self.turn = self.next_after(seat)
        if self.bidder is not None and (self.bid == 3 or self.passes == others):
            self.hands[self.bidder] += self.kitty
            self.phase, self.turn, self.passes = Phase.PLAY, self.bidder, 0
        elif self.passes > others:
            self.phase, self.turn = Phase.OVER, None

    def play(self, seat: int, cards: Hand) -> None:
        for card in cards:
            self.hands[seat].remove(card)
        if isinstance(self.ruleset, DouDizhu):
            power = readings(self.ruleset, cards)[0].power
            self.doublings += power >= (1 if self.ruleset.players == 3 else 6)
        self.target, self.target_by, self.passes = cards, seat, 0
        self.turn = self.next_after(seat)
        if not self.hands[seat]:
            self.phase, self.turn = Phase.OVER, None

    def pass_in_trick(self, seat: int) -> None:
        self.passes += 1
        everybody = set(range(len(self.hands)))
        ends = self.passes == len(self.hands) - 1
        if isinstance(self.ruleset, BigTwo) and self.ruleset.passing == "out_of_trick":
            self.out.add(seat)
            ends = self.out | {self.target_by} == everybody
        self.turn = self.next_after(seat)
        if ends:
            self.turn, self.target, self.target_by = self.target_by, None, None
            self.passes, self.out = 0, set()


class TableMachine(RuleBasedStateMachine):
    """Bids, plays, bombs out of turn and refusals."""

    state: State[Table]
    model: Model

    def begin(self, ruleset: ClimbingRuleset[Table], data: st.DataObject) -> None:
        self.ruleset = ruleset
        self.state = ruleset.start(data.draw(deals(ruleset)))
        self.model = Model(ruleset, self.state)

    def do(self, seat: int, action: Action) -> None:
        self.state = step(self.state, action, seat)
        self.model.do(seat, action)

    @precondition(lambda self: self.model.phase is not Phase.OVER)
    @rule(data=st.data(), turns=st.integers(1, 12))
    def go_on(self, data: st.DataObject, turns: int) -> None:
        """The seats that may act do something that is listed."""
        for _ in range(turns):
            able = [s for s in range(self.ruleset.players) if self.state.legal_actions(s)]
            if able:
                seat = data.draw(st.sampled_from(able))
                self.do(seat, data.draw(st.sampled_from(self.state.legal_actions(seat))))

    @rule(data=st.data(), seat=st.none() | st.integers(-1, 4))
    def try_anything(self, data: st.DataObject, seat: int | None) -> None:
        action = data.draw(actions(self.ruleset))
        before = self.state
        violation = before.check(action, seat)
        found = None if violation is None else violation.reason
        assert found == reason(self.ruleset, before, action, seat)
        if violation is None:
            by = before.to_act if seat is None else seat
            assert by is not None
            self.do(by, action)
            return
        with pytest.raises(IllegalAction) as caught:
            step(before, action, seat)
        assert caught.value.violation == violation

    @invariant()
    def it_stands_where_the_model_does(self) -> None:
        state, model = self.state, self.model
        table = state.table
        assert isinstance(table, ClimbingTable)
        assert state.hands == tuple(map(Hand, model.hands))
        assert (state.phase, state.to_act) == (model.phase, model.turn)
        assert table.stake == model.bid << model.doublings
        assert (table.target and table.target.cards) == model.target
        assert (table.target_by, table.passes) == (model.target_by, model.passes)
        assert set(getattr(table, "out_of_trick", ())) == model.out

    @invariant()
    def there_is_a_result_exactly_at_the_end(self) -> None:
        result = self.state.result
        assert (result is None) == (self.model.phase is not Phase.OVER)
        if result is not None:
            assert sum(result.payoffs) == 0
            assert result.out == self.model.target_by
            assert result.thrown_in == (result.out is None)
