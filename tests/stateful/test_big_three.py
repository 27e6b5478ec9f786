"""Big Three played by rules drawn at random, beside a model that knows the rules page alone."""

from __future__ import annotations

import copy

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from climbcards import (
    Action,
    Bid,
    BigThree,
    Call,
    Card,
    Hand,
    IllegalAction,
    Move,
    Pass,
    Phase,
    Play,
    State,
    step,
)
from climbcards.games.big_three import BigThreeTable
from climbcards.testing import actions, big_threes, deals
from tests.property.page import BIG_THREES, needed, read
from tests.property.pages import reason


class Model:
    """Where a deal stands, in plain lists and numbers."""

    def __init__(self, ruleset: BigThree, hands: list[list[Card]], kitty: list[Card]) -> None:
        self.ruleset = ruleset
        self.hands = hands
        self.kitty = kitty
        self.phase = Phase.AUCTION
        self.turn: int | None = None
        self.order = 1
        self.opener = 0
        self.bid = 0
        self.soloist: int | None = None
        self.called: Card | None = None
        self.partner: int | None = None
        self.target: Hand | None = None
        self.target_by: int | None = None
        self.passes = 0
        self.bombs = 0
        self.history: list[Move] = []

    def next_seat(self) -> None:
        assert self.turn is not None
        self.turn = (self.turn + self.order) % self.ruleset.players

    def do(self, action: Action) -> None:
        """Do what is legal."""
        seat = self.turn
        assert seat is not None
        self.history.append(Move(seat, action))
        match action:
            case Bid(value):
                self.bid, self.soloist, self.passes = value, seat, 0
                self.next_seat()
                self.close_auction()
            case Pass():
                self.passes += 1
                self.next_seat()
                if self.phase is Phase.AUCTION:
                    self.close_auction()
                elif self.passes == self.ruleset.passes_to_end_trick:
                    self.turn, self.target, self.target_by = self.target_by, None, None
                    self.passes = 0
            case Call(card):
                self.called, self.phase, self.turn = card, Phase.PLAY, self.opener
            case Play(cards):
                self.play(seat, cards)
            case _:
                raise AssertionError(action)

    def close_auction(self) -> None:
        ruleset = self.ruleset
        if self.bid < 3 and self.passes < ruleset.players - 1:
            return
        assert self.soloist is not None
        self.hands[self.soloist] += self.kitty
        self.passes = 0
        if ruleset.players == 4 and ruleset.partners == "called":
            self.phase, self.turn = Phase.CALL, self.soloist
        else:
            self.phase, self.turn = Phase.PLAY, self.opener

    def play(self, seat: int, cards: Hand) -> None:
        for card in cards:
            self.hands[seat].remove(card)
        if self.called in cards:
            self.partner = seat
        self.bombs += needed(self.ruleset, cards).power
        self.target, self.target_by, self.passes = cards, seat, 0
        self.next_seat()
        if not self.hands[seat]:
            self.phase, self.turn = Phase.OVER, None


class BigThreeMachine(RuleBasedStateMachine):
    """Bids, calls, plays, refusals, and moves taken back."""

    state: State[BigThreeTable]
    model: Model

    @initialize(ruleset=st.sampled_from(BIG_THREES) | big_threes(), data=st.data())
    def deal(self, ruleset: BigThree, data: st.DataObject) -> None:
        self.ruleset = ruleset
        self.state = ruleset.start(data.draw(deals(ruleset)))
        rest = list(Hand(ruleset.deck) - sum(self.state.hands, Hand()))
        self.model = Model(ruleset, [list(hand) for hand in self.state.hands], rest)
        assert self.state.deal is not None
        self.model.order = self.state.deal.context.order
        self.model.turn = self.model.opener = self.state.to_act or 0
        self.kept: list[tuple[State[BigThreeTable], Model]] = []

    def do(self, action: Action) -> None:
        self.state = step(self.state, action)
        self.model.do(action)

    def plays(self) -> list[Play]:
        return [action for action in self.state.legal_actions() if isinstance(action, Play)]

    def playing(self) -> bool:
        return self.model.phase is Phase.PLAY

    @precondition(lambda self: self.model.phase is Phase.AUCTION)
    @rule(more=st.integers(1, 3))
    def bid(self, more: int) -> None:
        self.do(Bid(min(3, self.model.bid + more)))

    @precondition(lambda self: self.model.phase is Phase.AUCTION and bool(self.model.history))
    @rule()
    def pass_in_the_auction(self) -> None:
        self.do(Pass())

    @precondition(lambda self: self.model.phase is Phase.CALL)
    @rule(data=st.data())
    def call(self, data: st.DataObject) -> None:
        hand = self.model.hands[self.model.turn or 0]
        cards = [card for card in self.ruleset.deck if card.rank in range(4, 11)]
        self.do(Call(data.draw(st.sampled_from([card for card in cards if card not in hand]))))

    @precondition(lambda self: self.playing() and self.model.target is not None)
    @rule()
    def pass_in_a_trick(self) -> None:
        self.do(Pass())

    @precondition(lambda self: self.playing() and bool(self.plays()))
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        self.do(data.draw(st.sampled_from(self.plays())))

    @precondition(lambda self: self.playing())
    @rule(turns=st.integers(1, 20))
    def play_for_a_while(self, turns: int) -> None:
        """Each in turn plays the longest it can, or passes."""
        for _ in range(turns):
            plays = self.plays()
            if self.playing():
                self.do(plays[-1] if plays else Pass())

    @precondition(lambda self: self.playing())
    @rule(data=st.data())
    def play_any_cards(self, data: st.DataObject) -> None:
        hand = self.model.hands[self.model.turn or 0]
        cards = Hand(data.draw(st.lists(st.sampled_from(hand), unique=True, max_size=4)))
        found = read(self.ruleset, cards)
        target = self.model.target
        legal = found is not None and (target is None or found.beats(needed(self.ruleset, target)))
        if legal:
            self.do(Play(cards))
        else:
            self.refused(Play(cards), None)

    @rule(data=st.data(), seat=st.none() | st.integers(-1, 4))
    def try_anything(self, data: st.DataObject, seat: int | None) -> None:
        action = data.draw(actions(self.ruleset))
        if self.state.check(action, seat) is None:
            self.do(normalized(action))
        else:
            self.refused(action, seat)

    def refused(self, action: Action, seat: int | None) -> None:
        before = self.state
        violation = before.check(action, seat)
        assert violation is not None
        assert violation.reason == reason(self.ruleset, before, action, seat)
        try:
            step(before, action, seat)
        except IllegalAction as error:
            raised = error.violation
        else:
            raise AssertionError(f"{action} was refused by check alone")
        assert raised == violation

    @rule()
    def keep(self) -> None:
        self.kept.append((self.state, copy.deepcopy(self.model)))

    @precondition(lambda self: bool(self.kept))
    @rule(data=st.data())
    def take_back(self, data: st.DataObject) -> None:
        """An old state has stayed as it was."""
        state, model = data.draw(st.sampled_from(self.kept))
        self.state, self.model = state, copy.deepcopy(model)

    @invariant()
    def it_stands_where_the_model_does(self) -> None:
        state, model = self.state, self.model
        table = state.table
        assert state.hands == tuple(map(Hand, model.hands))
        assert (state.phase, state.to_act) == (model.phase, model.turn)
        assert state.history == table.history == tuple(model.history)
        assert table.sizes == tuple(map(len, model.hands))
        assert table.stake == model.bid << model.bombs
        assert table.called == model.called
        assert (table.target and table.target.cards) == model.target
        assert (table.target_by, table.passes) == (model.target_by, model.passes)
        assert table.soloist == (None if model.phase is Phase.AUCTION else model.soloist)
        if self.ruleset.partners == "called":
            assert table.partner == model.partner

    @invariant()
    def there_is_a_result_exactly_at_the_end(self) -> None:
        result, model = self.state.result, self.model
        if model.phase is not Phase.OVER:
            assert result is None
            return
        assert result is not None
        assert result.out == model.target_by
        assert sum(result.payoffs) == 0
        assert result.out in result.winners
        assert {abs(pay) for pay in result.payoffs} <= {result.stake, 2 * result.stake}


def normalized(action: Action) -> Action:
    """The action as history keeps it in a game where cards have one reading."""
    return Play(action.cards) if isinstance(action, Play) else action


TestBigThree = BigThreeMachine.TestCase
TestBigThree.settings = settings(stateful_step_count=60)
