"""What type checkers must accept and what they must refuse; nothing here runs.

A line that must be refused carries a comment that silences the refusal, mypy's by its code.  Once
either checker accepts the line, the comment is of no use to it, and that is an error.
"""

# pyright: reportUnnecessaryTypeIgnoreComment=true, reportUnusedExpression=false

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, assert_never, assert_type

from climbcards import (
    Action,
    Bid,
    BigThree,
    Call,
    Card,
    ClimbcardsError,
    ClimbingRuleset,
    Combination,
    Deal,
    DealContext,
    Discard,
    Draw,
    GoOut,
    Hand,
    IllegalAction,
    Kind,
    Match,
    Move,
    NotationError,
    Pass,
    Phase,
    Play,
    PositionError,
    Rank,
    Reason,
    Record,
    RecordError,
    Result,
    Ruleset,
    RulesetError,
    Source,
    State,
    Suit,
    Table,
    View,
    Violation,
    parse_action,
    step,
)
from climbcards.events import Event
from climbcards.games.big_three import BigThreeTable
from climbcards.record import read_records, write_records
from climbcards.view_json import event_from_json, event_to_json, view_from_json, view_to_json


def cards() -> None:
    card = assert_type(Card.parse("10♠"), Card)
    assert_type(Card(Rank.TEN, Suit.SPADES), Card)
    assert_type(Card(Rank.RED_JOKER), Card)
    assert_type(card.rank, Rank)
    assert_type(card.suit, Suit | None)
    assert_type(card.rank.is_joker, bool)
    assert_type(sorted([card, card]), list[Card])
    assert_type(card < card, bool)
    assert_type(str(card), str)


def cards_that_must_fail(card: Card) -> None:
    Card("10", "♠")  # type: ignore[arg-type]
    Card.parse(10)  # type: ignore[arg-type]
    card < 10  # type: ignore[operator]
    card.suit.name  # type: ignore[union-attr]

    class Tarot(Card):  # type: ignore[misc]
        """Cards are interned: there are no others."""


def hands(hand: Hand, card: Card) -> None:
    assert_type(Hand.parse("3♠ 3♥"), Hand)
    assert_type(Hand([card]), Hand)
    assert_type(Hand(hand), Hand)
    assert_type(hand + hand, Hand)
    assert_type(hand - hand, Hand)
    assert_type(hand.count(card), int)
    assert_type(len(hand), int)
    assert_type(iter(hand), Iterator[Card])
    assert_type(list(hand), list[Card])
    assert_type(hand <= hand, bool)
    assert_type(card in hand, bool)


def hands_that_must_fail(hand: Hand, card: Card) -> None:
    Hand("3♠")  # type: ignore[arg-type]
    hand + card  # type: ignore[operator]
    hand - [card]  # type: ignore[operator]
    hand[0]  # type: ignore[index]


def combinations(combination: Combination) -> None:
    assert_type(combination.kind, Kind)
    assert_type(combination.cards, Hand)
    assert_type(combination.core, Hand)
    assert_type(combination.attached, Hand)
    assert_type(combination.shape, tuple[str | int, ...])
    assert_type(combination.strength, tuple[int, ...])
    assert_type(combination.power, int)
    assert_type(combination.beats(combination), bool)


def combinations_that_must_fail(combination: Combination) -> None:
    combination.power = 1  # type: ignore[misc]
    combination.beats("3♠")  # type: ignore[arg-type]


def actions(hand: Hand, card: Card) -> None:
    assert_type(Bid(2).value, int)
    assert_type(Call(card).card, Card)
    assert_type(Call("8♣").card, Card)
    assert_type(Play(hand).cards, Hand)
    assert_type(Play([card], Kind.PAIR).kind, Kind | None)
    assert_type(Play("3♠ 3♥", "pair").kind, Kind | None)
    assert_type(Draw(Source.STOCK).source, Source)
    assert_type(Draw("stock").source, Source)
    assert_type(Discard("3♠").card, Card)
    assert_type(GoOut(card).card, Card)
    assert_type(parse_action("pass"), Bid | Pass | Call | Play | Draw | Discard | GoOut)


def actions_that_must_fail(card: Card) -> None:
    Bid("2")  # type: ignore[arg-type]
    Bid()  # type: ignore[call-arg]
    Pass(1)  # type: ignore[call-arg]
    Play(card)  # type: ignore[arg-type]
    Play(["3♠"])  # type: ignore[list-item]
    Play("3♠", 3)  # type: ignore[arg-type]
    Draw(card)  # type: ignore[arg-type]
    Bid(1).value = 2  # type: ignore[misc]
    anything: Action = "pass"  # type: ignore[assignment]
    del anything


def moves(move: Move) -> None:
    assert_type(move.seat, int)
    assert_type(move.action, Action)
    seat, action = move
    assert_type(seat, int)
    assert_type(action, Action)


def every_action(action: Action) -> str:
    match action:
        case Pass():
            return "pass"
        case Bid(value):
            return str(assert_type(value, int))
        case Call(card) | Discard(card) | GoOut(card):
            return str(assert_type(card, Card))
        case Play(hand, kind):
            assert_type(kind, Kind | None)
            return str(assert_type(hand, Hand))
        case Draw(source):
            return assert_type(source, Source).name
        case _:
            assert_never(action)


def not_every_action(action: Action) -> None:
    match action:
        case Pass() | Bid() | Call() | Play() | Draw() | Discard():
            pass
        case _:
            assert_never(action)  # type: ignore[arg-type]


def every_phase(phase: Phase) -> str:
    match phase:
        case Phase.AUCTION | Phase.CALL:
            return "before play"
        case Phase.PLAY | Phase.DRAW | Phase.DISCARD:
            return "play"
        case Phase.OVER:
            return "after it"
        case _:
            assert_never(phase)


def not_every_phase(phase: Phase) -> None:
    match phase:
        case Phase.AUCTION | Phase.PLAY | Phase.DRAW | Phase.DISCARD | Phase.OVER:
            pass
        case _:
            assert_never(phase)  # type: ignore[arg-type]


def every_kind(kind: Kind) -> str:
    match kind:
        case Kind.SINGLE | Kind.PAIR | Kind.TRIPLE | Kind.QUAD:
            return "group"
        case Kind.RUN | Kind.PAIR_RUN | Kind.TRIPLE_RUN | Kind.QUAD_RUN:
            return "run"
        case Kind.TRIPLE_WITH_SINGLE | Kind.TRIPLE_WITH_PAIR:
            return "triple"
        case Kind.TRIPLE_RUN_WITH_SINGLES | Kind.TRIPLE_RUN_WITH_PAIRS:
            return "plane"
        case Kind.QUAD_WITH_SINGLES | Kind.QUAD_WITH_PAIRS:
            return "quad"
        case Kind.STRAIGHT | Kind.FLUSH | Kind.FULL_HOUSE | Kind.FOUR_OF_A_KIND:
            return "five cards"
        case Kind.STRAIGHT_FLUSH:
            return "the best five cards"
        case Kind.BOMB | Kind.ROCKET:
            return "bang"
        case _:
            assert_never(kind)


def not_every_kind(kind: Kind) -> None:
    if kind is not Kind.ROCKET:
        assert_never(kind)  # type: ignore[arg-type]


def every_reason(reason: Reason) -> str:
    match reason:
        case Reason.NOT_AN_ACTION | Reason.GAME_OVER | Reason.NO_SUCH_SEAT:
            return "nothing to be said"
        case Reason.NOT_YOUR_TURN | Reason.WRONG_PHASE:
            return "not now"
        case Reason.BID_OUT_OF_RANGE | Reason.MUST_BID | Reason.BID_TOO_LOW:
            return "auction"
        case Reason.CARD_NOT_CALLABLE:
            return "call"
        case Reason.CANNOT_PASS_LEAD | Reason.NO_CARDS | Reason.CARDS_NOT_HELD:
            return "play"
        case Reason.NOT_A_COMBINATION | Reason.NO_SUCH_READING | Reason.OPENING_CARD_MISSING:
            return "cards"
        case Reason.OWN_PLAY | Reason.NOT_A_BOMB:
            return "out of turn"
        case Reason.NOT_HIGHER | Reason.DIFFERENT_SHAPE | Reason.LAST_CARD_RULE:
            return "trick"
        case Reason.STOCK_EMPTY | Reason.NO_DISCARD_TO_DRAW:
            return "draw"
        case Reason.RETURNED_DISCARD | Reason.HAND_NOT_MELDED:
            return "discard"
        case _:
            assert_never(reason)


def not_every_reason(reason: Reason) -> None:
    if reason is not Reason.GAME_OVER:
        assert_never(reason)  # type: ignore[arg-type]


def big_three(rules: BigThree, hand: Hand, combination: Combination) -> None:
    assert_type(BigThree(), BigThree)
    assert_type(BigThree(players=4, bombs=True, partners="drawn"), BigThree)
    assert_type(BigThree.bolshaya_troika(players=4), BigThree)
    assert_type(rules.name, str)
    assert_type(rules.version, int)
    assert_type(rules.players, int)
    assert_type(rules.bombs, bool)
    assert_type(rules.rank_order, tuple[Rank, ...])
    assert_type(rules.opener, Literal["lowest_heart", "dealer"])
    assert_type(rules.options, Mapping[str, object])
    assert_type(rules.deck, tuple[Card, ...])
    assert_type(rules.catalogue(), Sequence[Combination])
    assert_type(rules.classify("3♠ 3♥"), Combination | None)
    assert_type(rules.classify(hand, beating=combination), Combination | None)
    assert_type(rules.readings(hand), tuple[Combination, ...])
    assert_type(rules.leads(hand), Sequence[Combination])
    assert_type(rules.leads(list(hand))[1:], Sequence[Combination])
    assert_type(rules.answers(hand, combination)[0], Combination)
    assert_type(rules.sort(hand), tuple[Card, ...])
    deal = assert_type(rules.shuffle(5, DealContext(dealer=2)), Deal)
    assert_type(rules.start(deal), State[BigThreeTable])
    assert_type(rules.deal(), State[BigThreeTable])
    assert_type(rules.deal(5, context=DealContext()), State[BigThreeTable])
    position = rules.position(["3♠", hand, [*hand]], to_act=1, soloist=2, target="4♠", gone=hand)
    assert_type(position, State[BigThreeTable])
    assert_type(rules.next_context(position), DealContext)


def big_three_that_must_fail(rules: BigThree, deal: Deal, hand: Hand) -> None:
    BigThree(4)  # type: ignore[call-arg]
    BigThree(colour=4)  # type: ignore[call-arg]
    BigThree(opener="me")  # type: ignore[arg-type]
    BigThree(bombs="yes")  # type: ignore[arg-type]
    rules.players = 4  # type: ignore[misc]
    rules.start(5)  # type: ignore[arg-type]
    rules.shuffle("5")  # type: ignore[arg-type]
    rules.leads(5)  # type: ignore[arg-type]
    rules.answers(hand, "3♠")  # type: ignore[arg-type]
    rules.position([hand], landlord=1)  # type: ignore[call-arg]
    deal.seed = 3  # type: ignore[misc]
    Deal(deal.deck)  # type: ignore[call-arg]


def deals(deal: Deal) -> None:
    assert_type(deal.deck, tuple[Card, ...])
    assert_type(deal.context, DealContext)
    assert_type(deal.seed, int | None)
    assert_type(deal.face_up, int | None)
    assert_type(deal.context.number, int)
    assert_type(deal.context.dealer, int)
    assert_type(deal.context.leader, int | None)
    assert_type(deal.context.partners, tuple[int, int] | None)
    assert_type(deal.context.order, int)


def states(state: State[BigThreeTable], action: Action) -> None:
    assert_type(step(state, action), State[BigThreeTable])
    assert_type(step(state, action, by=2), State[BigThreeTable])
    assert_type(step(step(state, Pass()), Play("3♠")).table, BigThreeTable)
    assert_type(state.ruleset, Ruleset[BigThreeTable])
    assert_type(state.deal, Deal | None)
    assert_type(state.table, BigThreeTable)
    assert_type(state.hands, tuple[Hand, ...])
    assert_type(state.phase, Phase)
    assert_type(state.to_act, int | None)
    assert_type(state.history, tuple[Move, ...])
    assert_type(state.is_over, bool)
    assert_type(state.result, Result | None)
    assert_type(state.legal_actions(), Sequence[Action])
    assert_type(state.legal_actions(by=1), Sequence[Action])
    assert_type(state.check(action), Violation | None)
    assert_type(state.check(action, 1), Violation | None)
    assert_type(state.view(1), View[BigThreeTable])
    assert_type(state.view(None).table, BigThreeTable)


def states_that_must_fail(state: State[BigThreeTable]) -> None:
    step(state, "pass")  # type: ignore[arg-type]
    step(state, Pass(), "1")  # type: ignore[arg-type]
    state.phase = Phase.OVER  # type: ignore[misc]
    state.result.payoffs  # type: ignore[union-attr]
    state.legal_actions().append(Pass())  # type: ignore[attr-defined]
    state.view("north")  # type: ignore[arg-type]
    state.table.landlord  # type: ignore[attr-defined]
    State()  # type: ignore[abstract]


def tables(table: BigThreeTable) -> None:
    assert_type(table.phase, Phase)
    assert_type(table.to_act, int | None)
    assert_type(table.sizes, tuple[int, ...])
    assert_type(table.played, tuple[Hand, ...])
    assert_type(table.history, tuple[Move, ...])
    assert_type(table.bids, tuple[Move, ...])
    assert_type(table.opener, int | None)
    assert_type(table.opening_card, Card | None)
    assert_type(table.kitty, Hand | None)
    assert_type(table.stake, int)
    assert_type(table.doublings, int)
    assert_type(table.soloist, int | None)
    assert_type(table.called, Card | None)
    assert_type(table.partner, int | None)
    assert_type(table.target, Combination | None)
    assert_type(table.target_by, int | None)
    assert_type(table.passes, int)


def views(view: View[BigThreeTable], action: Action) -> None:
    assert_type(view.seat, int | None)
    assert_type(view.table, BigThreeTable)
    assert_type(view.table.soloist, int | None)
    assert_type(view.hand, Hand)
    assert_type(view.dealt, Hand)
    assert_type(view.draws, tuple[Card, ...])
    assert_type(view.legal_actions(), Sequence[Action])
    assert_type(view.check(action), Violation | None)
    assert_type(view.table.ruleset, Ruleset[Table])


def events(state: State[BigThreeTable], view: View[BigThreeTable], rules: BigThree) -> None:
    assert_type(state.events(None), tuple[Event, ...])
    assert_type(view.events, tuple[Event, ...])
    assert_type(view.first, View[BigThreeTable])
    for event in state.events(1):
        assert_type(view.advance(event), View[BigThreeTable])
        assert_type(event.number, int)
        assert_type(event.seat, int)
        assert_type(event.action, Action)
        assert_type(event.shown, Hand)
        assert_type(event_to_json(event), str)
        assert_type(event_from_json(""), Event)
    assert_type(view_to_json(view), str)
    assert_type(view_from_json(""), View[Table])
    assert_type(view_from_json("", rules), View[BigThreeTable])


def events_that_must_fail(view: View[BigThreeTable], event: Event, move: Move) -> None:
    view.advance(move)  # type: ignore[arg-type]
    view.advance(view)  # type: ignore[arg-type]
    event.number = 2  # type: ignore[misc]
    Event(number=1, seat=0)  # type: ignore[call-arg]
    view_from_json("").table.soloist  # type: ignore[attr-defined]


def views_that_must_fail(view: View[BigThreeTable]) -> None:
    view.deal  # type: ignore[attr-defined]
    view.hands  # type: ignore[attr-defined]
    view.hand = Hand()  # type: ignore[misc]


def results(result: Result) -> None:
    assert_type(result.winners, tuple[int, ...])
    assert_type(result.out, int | None)
    assert_type(result.teams, tuple[tuple[int, ...], ...])
    assert_type(result.stake, int)
    assert_type(result.points, tuple[int, ...])
    assert_type(result.payoffs, tuple[int, ...])
    assert_type(result.liable, int | None)
    assert_type(result.thrown_in, bool)


def violations(violation: Violation, error: IllegalAction) -> None:
    assert_type(violation.reason, Reason)
    assert_type(violation.message, str)
    assert_type(violation.seat, int | None)
    assert_type(violation.action, Action | None)
    assert_type(violation.missing, Hand | None)
    assert_type(violation.target, Combination | None)
    assert_type(violation.bids, tuple[int, ...] | None)
    assert_type(violation.phase, Phase | None)
    assert_type(error.violation, Violation)
    assert_type(error.reason, Reason)


def errors(
    notation: NotationError,
    ruleset: RulesetError,
    position: PositionError,
    record: RecordError,
) -> None:
    assert_type(notation.text, str)
    assert_type(notation.index, int)
    assert_type(notation.expected, str)
    assert_type(ruleset.options, tuple[str, ...])
    assert_type(position.problems, tuple[str, ...])
    assert_type(record.path, str)
    every: list[ClimbcardsError] = [notation, ruleset, position, record]
    plain: list[ValueError] = [*every]
    del plain


def records(state: State[BigThreeTable], match: Match[BigThreeTable], path: Path) -> None:
    record = assert_type(Record.of(state), Record)
    names: list[str] = ["Ann", "Bo"]
    assert_type(Record.of(match, meta={"names": names, "clock": (1.5, None)}), Record)
    assert_type(record.to_json(), str)
    assert_type(Record.from_json("{}"), Record)
    assert_type(Record.from_json(b"{}", rulesets=[BigThree]), Record)
    assert_type(record.replay(), State[Table] | Match[Table])
    assert_type(record.ruleset, Ruleset[Table])
    assert_type(record.deals[0].moves, tuple[Move, ...])
    assert_type(record.deals[0].deal, Deal | None)
    assert_type(record.deals[0].result, Result | None)
    assert_type(read_records(path, [BigThree]), Iterator[Record])
    assert_type(write_records(path, [record]), int)
    replayed = record.replay()
    if isinstance(replayed, Match):
        assert_type(replayed.step(Pass()).state, State[Table])
    else:
        assert_type(step(replayed, Pass()), State[Table])


def records_that_must_fail(record: Record, rules: BigThree, match: Match[BigThreeTable]) -> None:
    Record.of(rules)  # type: ignore[arg-type]
    Record.of(match, meta={1, 2})  # type: ignore[arg-type]
    Record.from_json({})  # type: ignore[arg-type]
    Record.from_json("{}", rulesets=[rules])  # type: ignore[list-item]
    record.match = None  # type: ignore[misc]
    record.replay().step(Pass())  # type: ignore[union-attr]


# --- Code that is written for every game ---------------------------------------------------------


def any_game(ruleset: Ruleset, state: State, view: View) -> None:
    """Left without a type of table, they are those of any game."""
    assert_type(ruleset, Ruleset[Table])
    assert_type(ruleset.deal(), State[Table])
    assert_type(state.table, Table)
    assert_type(step(state, Pass()), State[Table])
    assert_type(view.table.sizes, tuple[int, ...])
    state.table.soloist  # type: ignore[attr-defined]


def every_game_fits(rules: BigThree, state: State[BigThreeTable]) -> None:
    """A game's own rules, states and views stand where those of any game may."""
    every: list[Ruleset] = [rules]
    climbing: ClimbingRuleset = rules
    any_state: State = state
    any_view: View = state.view(0)
    any_table: Table = state.table
    any_game(every[0], any_state, any_view)
    del climbing, any_table
    any_game(rules, state, state.view(0))


def no_game_is_every_game(ruleset: Ruleset, state: State) -> None:
    rules: BigThree = ruleset  # type: ignore[assignment]
    mine: State[BigThreeTable] = state  # type: ignore[assignment]
    ruleset.leads("3♠")  # type: ignore[attr-defined]
    del rules, mine
