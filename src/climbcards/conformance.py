"""A conformance check: whether a ruleset keeps what every ruleset promises.

:func:`check_ruleset` plays random deals of a ruleset, a third party's own included, and looks at
the states on the way.  ``climbcards.testing`` offers it too; this module needs no Hypothesis.
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Container, Sequence
from itertools import chain, product
from typing import Final, TypeVar

from attrs import evolve

from climbcards.actions import (
    Action,
    Bid,
    Call,
    Discard,
    Draw,
    GoOut,
    Move,
    Pass,
    Phase,
    Play,
    Source,
)
from climbcards.cards import Card
from climbcards.combination import Kind
from climbcards.deal import Deal, DealContext
from climbcards.errors import ClimbcardsError
from climbcards.hand import Hand
from climbcards.ruleset import ClimbingRuleset, Result, Ruleset, State, Table, step
from climbcards.violations import IllegalAction, Violation

__all__ = ["check_ruleset"]

T = TypeVar("T", bound=Table)

_MOST_MOVES: Final = 5_000
_SAMPLE: Final = 64
"""How many listed actions are tried at each state."""
_SWAPS: Final = 8
"""How many pairs of cards hidden from a seat are swapped in a deal."""
_LOOKS: Final = 8
"""How many times in a deal its view is then looked at, besides the start."""
_CLOSELY: Final = 50
"""After how many moves not every state of a deal is looked at closely: fewer and fewer are."""
_PICKLED: Final = 0.1
"""The share of the states that are pickled; it takes as long as all the other checks."""


def check_ruleset(ruleset: Ruleset[T], seed: int = 0, deals: int = 20) -> None:
    """Play random deals of a ruleset and check that it keeps what every ruleset promises.

    Starts are reproducible; cards are conserved at every step; every listed action of every seat,
    out of turn too, is legal and is listed once, and what is legal is listed but for the choice of
    suits; ``check`` says what ``step`` raises, and a refusal leaves the state as it was; a state
    and its views agree; payoffs sum to zero; everything pickles; no view depends on cards that are
    hidden from it; and a view that is advanced by a seat's events is the one the state gives.  (In
    a deal of hundreds of moves that is checked at fewer of the later states; that cards are
    conserved, at all.)

    Args:
        ruleset: the ruleset; a third party's own is welcome.
        seed: what the deals and moves are drawn from.
        deals: how many deals are played.

    Raises:
        AssertionError: it breaks a promise; the message says which, and in which deal and move.
    """
    _require(_copied(ruleset) == ruleset, f"{ruleset!r}: it does not pickle to an equal ruleset")
    _require(
        list(ruleset.deck) == sorted(ruleset.deck), f"{ruleset!r}: its deck is not in natural order"
    )
    played: list[tuple[Deal, list[Move], str]] = []
    for number in range(deals):
        rng = random.Random(f"{seed} {number}")
        length = ruleset.match_length()
        which = 1 if length is None else rng.randint(1, length)
        context = DealContext(number=which, dealer=rng.randrange(ruleset.players))
        deal = ruleset.shuffle(rng.getrandbits(64), context)
        where = f"{ruleset!r}, {deal.context}, seed {deal.seed}"
        moves = _check_deal(ruleset, deal, rng, where)
        _check_secrets(ruleset, deal, moves, rng, where)
        played.append((deal, moves, where))
    for deal, moves, where in played:  # last: what is told falsely is refused by every client
        _check_events(ruleset, deal, moves, where)


def _require(holds: bool, problem: str) -> None:
    if not holds:
        raise AssertionError(problem)


def _copied(value: object) -> object:
    return pickle.loads(pickle.dumps(value))


def _check_deal(ruleset: Ruleset[T], deal: Deal, rng: random.Random, where: str) -> list[Move]:
    """Play the deal to its end, checking the states on the way; the moves made."""
    state = ruleset.start(deal)
    again = ruleset.start(deal)
    _require(state == again, f"{where}: starting it twice gives different states")
    _require(hash(state) == hash(again), f"{where}: equal states have different hashes")
    _require(ruleset.shuffle(deal.seed, deal.context) == deal, f"{where}: it is not reproducible")
    _require(_copied(deal) == deal, f"{where}: the deal does not pickle to an equal one")
    rest, deck = _left_over(ruleset, state, where), Hand(ruleset.deck)
    moves: list[Move] = []
    while not state.is_over:
        here = f"{where}, move {len(moves)}"
        _require(len(moves) < _MOST_MOVES, f"{here}: the deal does not end")
        many = len(moves) / _CLOSELY
        if many < 1 or rng.random() * many**2 < 1:
            _check_state(state, rng, here)
        seat = _next_to_move(state, rng)
        action = rng.choice(state.legal_actions(seat))
        after = step(state, action, seat)
        _check_cards(state, after, deck, rest, f"{here}, {action} of seat {seat}")
        moves.append(Move(seat, action))
        state = after
    _check_end(state, f"{where}, at the end")
    return moves


def _next_to_move(state: State[Table], rng: random.Random) -> int:
    """The seat to act, or in half of the chances for it one that may act out of turn."""
    seats = [seat for seat in range(len(state.hands)) if state.legal_actions(seat)]
    others = [seat for seat in seats if seat != state.to_act]
    if others and (state.to_act is None or rng.random() < 0.5):
        return rng.choice(others)
    assert state.to_act is not None  # checked before
    return state.to_act


def _left_over(ruleset: Ruleset[Table], state: State[Table], where: str) -> Hand:
    """The cards of the deck that no seat was dealt."""
    dealt = sum(state.hands, Hand())
    deck = Hand(ruleset.deck)
    _require(dealt <= deck, f"{where}: cards were dealt that the deck does not hold")
    _require(len(state.hands) == ruleset.players, f"{where}: not one hand for each seat")
    return deck - dealt


def _check_state(state: State[Table], rng: random.Random, where: str) -> None:
    seats = range(len(state.hands))
    before, pickled = state.hands, rng.random() < _PICKLED
    if pickled:
        copy = _copied(state)
        _require(copy == state, f"{where}: the state does not pickle to an equal one")
        _require(hash(copy) == hash(state), f"{where}: an unpickled state has another hash")
    _require(state.result is None, f"{where}: there is a result before the end")
    _require(state.to_act in seats, f"{where}: nobody is to act, but the deal is not over")
    _require(bool(state.legal_actions()), f"{where}: seat {state.to_act} has no legal action")
    table = state.table
    _require(
        table.sizes == tuple(map(len, state.hands)), f"{where}: table.sizes are not the hands'"
    )
    _require(table.history == state.history, f"{where}: table.history is not the state's")
    wild = _wild_actions(state, rng)
    for seat in seats:
        listed = state.legal_actions(seat)
        view = state.view(seat)
        _require(view.hand == state.hands[seat], f"{where}: the view of {seat} has another hand")
        _require(view.table == table, f"{where}: the view of seat {seat} has another table")
        if pickled:
            _require(_copied(view) == view, f"{where}: the view of seat {seat} does not pickle")
        _check_list(listed, f"{where}, seat {seat}")
        _require(
            list(view.legal_actions()) == list(listed),
            f"{where}: the view of seat {seat} lists other actions than the state",
        )
        some = list(listed) if len(listed) <= _SAMPLE else rng.sample(list(listed), _SAMPLE)
        for action in some:
            violation = state.check(action, seat)
            _require(
                violation is None,
                f"{where}: {action} is listed for seat {seat} but refused: {violation}",
            )
            _check_step(state, action, seat, where)
            _require(
                step(state, action, seat).history[-1] == Move(seat, action),
                f"{where}: {action} of seat {seat} is listed, but history keeps something else",
            )
        for action in (*some, *wild):
            _require(
                view.check(action) == state.check(action, seat),
                f"{where}: view and state disagree on {action} of seat {seat}",
            )
        for action in wild:
            if state.check(action, seat) is None:
                _require(
                    any(_alike(action, other) for other in listed),
                    f"{where}: {action} of seat {seat} is legal, but nothing like it is listed",
                )
            _check_step(state, action, seat, where)
    spectator = state.view(None)
    _require(spectator.table == table, f"{where}: a spectator sees another table")
    _require(not spectator.hand and not spectator.dealt, f"{where}: a spectator sees a hand")
    _require(not spectator.legal_actions(), f"{where}: a spectator has legal actions")
    _require(
        state.table == table and state.hands == before,
        f"{where}: asking what is legal, or trying it, has changed the state",
    )


def _check_list(listed: Sequence[Action], where: str) -> None:
    each = list(listed)
    _require(len(each) == len(listed), f"{where}: len(legal_actions()) is not how many there are")
    _require(len(set(each)) == len(each), f"{where}: an action is listed twice")
    _require(
        [listed[place] for place in range(len(each))] == each,
        f"{where}: indexing and iterating legal_actions() give different actions",
    )
    _require(all(action in listed for action in each), f"{where}: a listed action is not `in`")


def _check_step(state: State[Table], action: Action, seat: int, where: str) -> None:
    """``step`` does what ``check`` says."""
    said = state.check(action, seat)
    raised: Violation | None = None
    try:
        after = step(state, action, seat)
    except IllegalAction as error:
        raised = error.violation
    else:
        last = after.history[-1]
        _require(last.seat == seat, f"{where}: {action} is in the history as another seat's")
        _require(
            type(last.action) is type(action), f"{where}: {action} is in the history as {last}"
        )
    _require(raised == said, f"{where}: check({action}) gives {said}, step raises {raised}")


def _alike(action: Action, listed: Action) -> bool:
    """Whether the actions are the same, up to the suits and the reading of what is played."""
    if isinstance(action, Play) and isinstance(listed, Play):
        return [c.rank for c in action.cards] == [c.rank for c in listed.cards]
    return action == listed


def _wild_actions(state: State[Table], rng: random.Random) -> list[Action]:
    """A few actions that are seldom legal."""
    deck = state.ruleset.deck
    card = rng.choice(deck)
    own = list(state.hands[state.to_act or 0])
    held = rng.sample(own, rng.randrange(len(own) + 1))
    return [
        Pass(),
        Bid(rng.randrange(-1, 6)),
        Call(card),
        Play(Hand(held)),
        Play(Hand(rng.sample(deck, rng.randrange(6)))),
        Play(Hand(held[:4]), rng.choice(list(Kind))),
        Draw(rng.choice(list(Source))),
        Discard(card),
        GoOut(card),
    ]


def _check_cards(
    before: State[Table], after: State[Table], deck: Hand, rest: Hand, where: str
) -> None:
    """No card appears or vanishes.  ``rest``: the cards that were not dealt."""
    held, table = sum(after.hands, Hand()), after.table
    _require(held <= deck, f"{where}: the hands hold cards that the deck does not")
    seat, action = table.history[-1]
    down = _put_down(action)
    for other, (old, new) in enumerate(zip(before.hands, after.hands, strict=True)):
        lost = Hand() if old == new else old.beyond(new)
        if other == seat and isinstance(action, GoOut):
            _require(down <= lost, f"{where}: {down} is still in the hand")
        else:
            expected = down if other == seat else Hand()
            _require(lost == expected, f"{where}: seat {other} lost {lost} from its hand")
    if isinstance(after.ruleset, ClimbingRuleset):
        whole = held + sum((_put_down(move.action) for move in table.history), Hand())
        _require(
            whole == deck or whole + rest == deck,
            f"{where}: hands, kitty and played cards do not make up the deck",
        )
    pile, stock_size = (getattr(table, name, None) for name in ("pile", "stock_size"))
    if pile is not None and stock_size is not None:
        shown = held + Hand(pile)
        _require(
            shown <= deck and len(shown) + stock_size == len(deck),
            f"{where}: hands, discard pile and stock do not make up the deck",
        )


def _put_down(action: Action) -> Hand:
    """The cards that leave a hand by this action, as far as the action says."""
    match action:
        case Play(cards=cards):
            return cards
        case Discard(card=card) | GoOut(card=card):
            return Hand([card])
        case _:
            return Hand()


def _check_end(state: State[Table], where: str) -> None:
    result = state.result
    seats = range(len(state.hands))
    _require(state.phase is Phase.OVER, f"{where}: the phase is {state.phase}")
    _require(state.to_act is None, f"{where}: seat {state.to_act} is to act")
    _require(_copied(state) == state, f"{where}: the state does not pickle to an equal one")
    for seat in seats:
        _require(not state.legal_actions(seat), f"{where}: seat {seat} has legal actions")
        _require(state.check(Pass(), seat) is not None, f"{where}: seat {seat} may pass")
    if not isinstance(result, Result):
        raise AssertionError(f"{where}: there is no result")
    _require(len(result.payoffs) == len(seats), f"{where}: not one payoff for each seat")
    _require(len(result.points) == len(seats), f"{where}: not one number of points for each seat")
    _require(sum(result.payoffs) == 0, f"{where}: payoffs {result.payoffs} do not sum to zero")
    if not result.thrown_in:
        split = sorted(chain(*result.teams))
        _require(split == list(seats), f"{where}: teams {result.teams} do not split the seats")
    _require(set(result.winners) <= set(seats), f"{where}: {result.winners} are no seats")
    _require(
        not (result.thrown_in and any(result.payoffs)),
        f"{where}: the cards are thrown in, but payoffs are {result.payoffs}",
    )
    _require(
        result.thrown_in != bool(result.winners),
        f"{where}: a deal has winners exactly if it is not thrown in",
    )
    _require(_copied(result) == result, f"{where}: the result does not pickle to an equal one")


def _check_secrets(
    ruleset: Ruleset[T], deal: Deal, moves: Sequence[Move], rng: random.Random, where: str
) -> None:
    """Swap cards that a seat does not see: as long as the public facts agree, so do its views."""
    held = ruleset.start(deal).hands
    rest = Hand(ruleset.deck) - sum(held, Hand())
    for seat in range(ruleset.players):
        hidden = {other: hand for other, hand in enumerate(held) if other != seat}
        if len(hidden) == 1:
            hidden[ruleset.players] = rest
        if not all(hidden.values()):
            continue  # two players and the whole deck: each knows what the other holds
        unseen = False
        for _ in range(_SWAPS):
            pairs = [(other, rng.choice(list(hidden[other]))) for other in rng.sample([*hidden], 2)]
            swap = _swapped(ruleset, deal, held, pairs)
            if swap is not None:
                looks = {0, *rng.sample(range(len(moves)), min(_LOOKS, len(moves)))}
                here = f"{where}, {pairs[0][1]} and {pairs[1][1]} swapped"
                unseen |= _check_swap(ruleset, (deal, swap), seat, moves, looks, here)
        _require(unseen, f"{where}: whatever hidden cards are swapped, seat {seat} is shown it")


def _check_events(ruleset: Ruleset[T], deal: Deal, moves: Sequence[Move], where: str) -> None:
    """A client that is sent a seat's events has the view that the server has, at the end too."""
    first = state = ruleset.start(deal)
    for by, action in moves:
        state = step(state, action, by)
    for seat in (None, *range(ruleset.players)):
        view = first.view(seat)
        events = state.events(seat)
        _require(len(events) == len(moves), f"{where}: seat {seat} has not one event for each move")
        for event in events:
            try:
                view = view.advance(event)
            except ClimbcardsError as error:
                problem = f"{where}: the view of seat {seat} refuses event {event.number}: {error}"
                raise AssertionError(problem) from error
        _require(view == state.view(seat), f"{where}: events give seat {seat} another view")
        _require(view.first == first.view(seat), f"{where}: seat {seat} has another first view")


def _swapped(
    ruleset: Ruleset[Table],
    deal: Deal,
    held: Sequence[Hand],
    pairs: Sequence[tuple[int, Card]],
) -> Deal | None:
    """The deal in which two seats have each other's card, if there is one.

    Of several copies of a card each is tried.  The number beyond the last seat stands for the cards
    that are not dealt.
    """
    (here, one), (there, two) = pairs
    wanted = [*held, Hand((one, two))]
    wanted[here] += Hand((two,))
    wanted[here] -= Hand((one,))
    wanted[there] += Hand((one,))
    wanted[there] -= Hand((two,))
    for place, other in product(*(_places(deal.deck, card) for card in (one, two))):
        deck = list(deal.deck)
        deck[place], deck[other] = deck[other], deck[place]
        swap = evolve(deal, deck=tuple(deck), seed=None)
        if ruleset.start(swap).hands == tuple(wanted[: len(held)]):
            return swap
    return None


def _places(deck: Sequence[Card], card: Card) -> list[int]:
    return [place for place, other in enumerate(deck) if other is card]


def _check_swap(
    ruleset: Ruleset[T],
    swapped: tuple[Deal, Deal],
    seat: int,
    moves: Sequence[Move],
    looks: Container[int],
    where: str,
) -> bool:
    """Whether both deals began with the same public facts, and so were to be followed."""
    state, other = map(ruleset.start, swapped)
    if state.view(None) != other.view(None):
        return False
    may_be_seen = sum(state.hands, Hand()) != sum(other.hands, Hand())
    for number, (by, action) in enumerate(moves):
        if number in looks:
            mine, same = state.view(seat), other.view(seat)
            if may_be_seen and (mine.table, mine.hand) != (same.table, same.hand):
                break  # a card that was not dealt has been drawn or shown, or a hand laid down
            here = f"{where}, move {number}"
            _require(mine == same, f"{here}: the view of seat {seat} tells who holds them")
            _require(
                pickle.dumps(mine) == pickle.dumps(same),
                f"{here}: the view of seat {seat} carries who holds them",
            )
        if other.check(action, by) is not None:
            break  # one of the swapped cards is played, or decides what may be
        state, other = step(state, action, by), step(other, action, by)
        # A hand that is laid down is seen; a new stock follows from the whole deck.
        may_be_seen |= isinstance(action, GoOut) or bool(getattr(state.table, "reshuffles", 0))
    return True
