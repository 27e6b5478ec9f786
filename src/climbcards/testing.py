"""For the tests of whoever embeds this package: Hypothesis strategies, and a conformance check.

The strategies need Hypothesis (``pip install climbcards[testing]``); nothing else of the package
imports this module.  :func:`check_ruleset` runs by itself, without ``@given``: call it on a ruleset
of your own.
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Container, Sequence
from itertools import chain
from typing import Final, Literal, TypeVar

from attrs import evolve
from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from climbcards.actions import (
    Action,
    Bid,
    Call,
    Discard,
    Draw,
    GoOut,
    Pass,
    Phase,
    Play,
    Source,
)
from climbcards.cards import CARDS, Card
from climbcards.combination import Combination, Kind
from climbcards.deal import Deal, DealContext
from climbcards.games.big_three import ACE_HIGH, CALLABLE, THREE_HIGH, BigThree, BigThreeTable
from climbcards.hand import MOST_COPIES, Hand
from climbcards.ruleset import ClimbingRuleset, Result, Ruleset, State, Table, step
from climbcards.violations import IllegalAction, Violation

__all__ = [
    "PRESETS",
    "actions",
    "big_threes",
    "cards",
    "check_ruleset",
    "deals",
    "hands",
    "positions",
    "presets",
    "rulesets",
    "states",
]

T = TypeVar("T", bound=Table)

PRESETS: Final[tuple[Ruleset[Table], ...]] = (
    BigThree(),
    BigThree(bombs=True),
    BigThree(kitty_shown=True),
    BigThree(min_run=2, bombs=True, kitty_shown=True),
    BigThree(min_run=5),
    BigThree(players=4),
    BigThree(players=4, bombs=True, min_run=4),
    BigThree.bolshaya_troika(),
    BigThree.bolshaya_troika(players=4),
)
"""Every preset of every game, and each option of it at least once away from its default."""

_OPENERS: Final[tuple[Literal["lowest_heart", "dealer"], ...]] = ("lowest_heart", "dealer")
_DEALER_DRAWS: Final[tuple[Literal["number", "rank"], ...]] = ("number", "rank")
_PARTNERS: Final[tuple[Literal["called", "drawn"], ...]] = ("called", "drawn")
_DIRECTIONS: Final[tuple[Literal["counterclockwise", "clockwise"], ...]] = (
    "counterclockwise",
    "clockwise",
)
_SEEDS: Final = st.integers(0, (1 << 64) - 1)


# --- Strategies ----------------------------------------------------------------------------------


def cards(*, jokers: bool = True) -> SearchStrategy[Card]:
    """Any card; the jokers only if they are wanted."""
    return st.sampled_from(CARDS if jokers else CARDS[:52])


@st.composite
def hands(
    draw: DrawFn,
    ruleset: Ruleset[Table] | None = None,
    *,
    min_size: int = 0,
    max_size: int = 20,
) -> Hand:
    """Hands of a few ranks, so that they are rich in combinations.

    Args:
        draw: given by Hypothesis.
        ruleset: whose deck the hand is a part of; None for any multiset of cards.
        min_size: the fewest cards.
        max_size: the most cards.
    """
    if ruleset is None:
        few = -(-min_size // MOST_COPIES) or 1
        pool = draw(st.lists(cards(), unique=True, min_size=few))
        # Every copy that there may be of each: any set of them is a multiset that a hand can hold.
        stock = [(card, copy) for card in pool for copy in range(MOST_COPIES)]
    else:
        ranks = sorted({card.rank for card in ruleset.deck})
        wanted = set(draw(st.lists(st.sampled_from(ranks), unique=True, min_size=1)))
        deck = list(enumerate(ruleset.deck))
        stock = [(card, place) for place, card in deck if card.rank in wanted]
        if len(stock) < min_size:
            stock = [(card, place) for place, card in deck]
    chosen = draw(
        st.lists(
            st.sampled_from(stock),
            unique=True,
            min_size=min_size,
            max_size=min(max_size, len(stock)),
        )
    )
    return Hand(card for card, _ in chosen)


def presets() -> SearchStrategy[Ruleset[Table]]:
    """One of :data:`PRESETS`."""
    return st.sampled_from(PRESETS)


def rulesets() -> SearchStrategy[Ruleset[Table]]:
    """Any game with any legal combination of its options."""
    return big_threes()


@st.composite
def big_threes(draw: DrawFn) -> BigThree:
    """Big Three with any legal combination of options, any order of ranks among them."""
    players = draw(st.sampled_from((3, 4)))
    orders = st.sampled_from((THREE_HIGH, ACE_HIGH)) | st.permutations(THREE_HIGH).map(tuple)
    return BigThree(
        players=players,
        bombs=draw(st.booleans()),
        min_run=draw(st.integers(2, 10)),
        kitty_shown=players == 3 and draw(st.booleans()),
        rank_order=draw(orders),
        opener=draw(st.sampled_from(_OPENERS)),
        dealer_draw=draw(st.sampled_from(_DEALER_DRAWS)),
        partners=draw(st.sampled_from(_PARTNERS)) if players == 4 else "called",
        passes_to_end_trick=draw(st.integers(1, players - 1)),
        direction=draw(st.sampled_from(_DIRECTIONS)),
    )


@st.composite
def deals(draw: DrawFn, ruleset: Ruleset[Table]) -> Deal:
    """A shuffled deal, with any dealer and either order of seats."""
    context = DealContext(
        number=draw(st.integers(1, 11)),
        dealer=draw(st.integers(0, ruleset.players - 1)),
        order=draw(st.sampled_from((1, -1))),
    )
    return ruleset.shuffle(draw(_SEEDS), context)


@st.composite
def states(draw: DrawFn, ruleset: Ruleset[T], *, phase: Phase | None = None) -> State[T]:
    """A random deal after a random number of legal moves; in any phase, the end included.

    Args:
        draw: given by Hypothesis.
        ruleset: the game.
        phase: the only phase wanted, which must be one that deals of the ruleset come to.
    """
    state = ruleset.start(draw(deals(ruleset)))
    rng = random.Random(draw(_SEEDS))
    moves = draw(st.integers(0, 12) | st.integers(0, 200))
    path = [state]
    for _ in range(moves):
        if state.is_over:
            break
        state = step(state, rng.choice(state.legal_actions()))
        path.append(state)
    if phase is None:
        return state
    while not state.is_over:  # the phase may lie ahead
        state = step(state, rng.choice(state.legal_actions()))
        path.append(state)
    found = [state for state in path if state.phase is phase]
    assume(found)
    return found[min(moves, len(found) - 1)]


@st.composite
def positions(draw: DrawFn, ruleset: BigThree) -> State[BigThreeTable]:
    """Any position in the phase of play, with or without something on the table."""
    players = ruleset.players
    rest = list(ruleset.shuffle(draw(_SEEDS)).deck)
    held: list[list[Card]] = []
    for _ in range(players):
        size = draw(st.integers(1, 12))
        held.append(rest[:size])
        del rest[:size]
    to_act = draw(st.integers(0, players - 1))
    order = draw(st.sampled_from((1, -1)))
    target: Combination | None = None
    target_by: int | None = None
    on_table = ruleset.leads(rest[:10])
    if len(on_table) and draw(st.booleans()):
        target = draw(st.sampled_from(on_table))
        # Those between have passed, and have not ended the trick.
        passed = draw(st.integers(0, ruleset.passes_to_end_trick - 1))
        target_by = (to_act - order * (passed + 1)) % players
    away = Hand(rest) - (target.cards if target else Hand())
    gone = draw(st.sampled_from((Hand(), away)))
    soloist = draw(st.integers(0, players - 1))
    called: Card | None = None
    partner: int | None = None
    partners: tuple[int, int] | None = None
    if players == 4 and ruleset.partners == "called":
        # The soloist did not hold the card: it is in no play of his.
        own = Hand(held[soloist])
        if target is not None and target_by == soloist:
            own += target.cards
        some = [card for card in ruleset.deck if card.rank in CALLABLE and card not in own]
        called = draw(st.sampled_from(some))
        if target is not None and called in target.cards:
            partner = target_by
        elif not any(called in hand for hand in held):
            partner = draw(st.sampled_from([s for s in range(players) if s != soloist]))
    elif players == 4:
        partners = draw(st.sampled_from([(a, b) for a in range(4) for b in range(4) if a < b]))
    return ruleset.position(
        held,
        to_act=to_act,
        soloist=soloist,
        stake=draw(st.integers(1, 12)),
        called=called,
        partner=partner,
        partners=partners,
        target=target,
        target_by=target_by,
        gone=gone,
        order=order,
    )


@st.composite
def actions(draw: DrawFn, ruleset: Ruleset[Table] | None = None) -> Action:
    """Any action of any game, wild ones included.

    Args:
        draw: given by Hypothesis.
        ruleset: the game whose cards are played, often as one of its combinations; None for hands
            of any cards.
    """
    kind = draw(st.sampled_from((Play, Pass, Bid, Call, Draw, Discard, GoOut)))
    if kind is Pass:
        return Pass()
    if kind is Bid:
        return Bid(draw(st.integers(-1, 5) | st.integers(-(10**9) + 1, 10**9 - 1)))
    if kind is Draw:
        return Draw(draw(st.sampled_from(Source)))
    if kind is Play:
        return Play(_played(draw, ruleset), draw(_KINDS))
    deck = CARDS if ruleset is None or draw(st.booleans()) else ruleset.deck
    card = deck[draw(st.integers(0, len(deck) - 1))]
    return Call(card) if kind is Call else Discard(card) if kind is Discard else GoOut(card)


_KINDS: Final = st.none() | st.sampled_from(Kind)


def _played(draw: DrawFn, ruleset: Ruleset[Table] | None) -> Hand:
    """Cards for a play, mostly of the ruleset's deck, and often a combination of it."""
    if ruleset is not None and draw(st.integers(0, 3)):
        if isinstance(ruleset, ClimbingRuleset) and draw(st.booleans()):
            found = ruleset.catalogue()
            return found[draw(st.integers(0, len(found) - 1))].cards
        return draw(hands(ruleset, max_size=12))
    return draw(hands(max_size=6))


# --- The conformance check -----------------------------------------------------------------------

_MOST_MOVES: Final = 5_000
_SAMPLE: Final = 64
"""How many listed actions are tried at each state."""
_SWAPS: Final = 8
"""How many pairs of cards hidden from a seat are swapped in a deal."""
_LOOKS: Final = 8
"""How many times in a deal its view is then looked at, besides the start."""
_PICKLED: Final = 0.1
"""The share of the states that are pickled; it takes as long as all the other checks."""


def check_ruleset(ruleset: Ruleset[T], seed: int = 0, deals: int = 20) -> None:
    """Play random deals of a ruleset and check that it keeps what every ruleset promises.

    Starts are reproducible; cards are conserved at every step; every listed action is legal and is
    listed once; ``check`` says what ``step`` raises, and a refusal leaves the state as it was; a
    state and its views agree; payoffs sum to zero; everything pickles; and no view depends on cards
    that are hidden from it.

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
    for number in range(deals):
        rng = random.Random(f"{seed} {number}")
        context = DealContext(dealer=rng.randrange(ruleset.players))
        deal = ruleset.shuffle(rng.getrandbits(64), context)
        where = f"{ruleset!r}, {deal.context}, seed {deal.seed}"
        moves = _check_deal(ruleset, deal, rng, where)
        _check_secrets(ruleset, deal, moves, rng, where)


def _require(holds: bool, problem: str) -> None:
    if not holds:
        raise AssertionError(problem)


def _copied(value: object) -> object:
    return pickle.loads(pickle.dumps(value))


def _check_deal(ruleset: Ruleset[T], deal: Deal, rng: random.Random, where: str) -> list[Action]:
    """Play the deal to its end, checking every state on the way; the moves made."""
    state = ruleset.start(deal)
    again = ruleset.start(deal)
    _require(state == again, f"{where}: starting it twice gives different states")
    _require(hash(state) == hash(again), f"{where}: equal states have different hashes")
    _require(ruleset.shuffle(deal.seed, deal.context) == deal, f"{where}: it is not reproducible")
    _require(_copied(deal) == deal, f"{where}: the deal does not pickle to an equal one")
    rest = _left_over(ruleset, state, where)
    moves: list[Action] = []
    while not state.is_over:
        here = f"{where}, move {len(moves)}"
        _require(len(moves) < _MOST_MOVES, f"{here}: the deal does not end")
        _check_state(state, rng, here)
        action = rng.choice(state.legal_actions())
        after = step(state, action)
        _check_cards(ruleset, state, after, rest, f"{here}, {action}")
        moves.append(action)
        state = after
    _check_end(state, f"{where}, at the end")
    return moves


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
            _require(violation is None, f"{where}: {action} is listed but refused: {violation}")
            _check_step(state, action, seat, where)
        for action in (*some, *wild):
            _require(
                view.check(action) == state.check(action, seat),
                f"{where}: view and state disagree on {action} of seat {seat}",
            )
        for action in wild:
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
    ruleset: Ruleset[Table], before: State[Table], after: State[Table], rest: Hand, where: str
) -> None:
    """No card appears or vanishes.  ``rest``: the cards that were not dealt."""
    deck = Hand(ruleset.deck)
    held = sum(after.hands, Hand())
    _require(held <= deck, f"{where}: the hands hold cards that the deck does not")
    seat, action = after.history[-1]
    down = _put_down(action)
    for other, (old, new) in enumerate(zip(before.hands, after.hands, strict=True)):
        lost = old.beyond(new)
        if other == seat and isinstance(action, GoOut):
            _require(down <= lost, f"{where}: {down} is still in the hand")
        else:
            expected = down if other == seat else Hand()
            _require(lost == expected, f"{where}: seat {other} lost {lost} from its hand")
    if isinstance(ruleset, ClimbingRuleset):
        whole = held + sum((_put_down(move.action) for move in after.history), Hand())
        _require(
            whole == deck or whole + rest == deck,
            f"{where}: hands, kitty and played cards do not make up the deck",
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
        result.thrown_in != bool(result.winners),
        f"{where}: a deal has winners exactly if it is not thrown in",
    )
    _require(_copied(result) == result, f"{where}: the result does not pickle to an equal one")


def _check_secrets(
    ruleset: Ruleset[T], deal: Deal, moves: Sequence[Action], rng: random.Random, where: str
) -> None:
    """Swap cards that a seat does not see: as long as the public facts agree, so do its views."""
    held = ruleset.start(deal).hands
    rest = Hand(ruleset.deck) - sum(held, Hand())
    for seat in range(ruleset.players):
        hidden = [hand for other, hand in enumerate(held) if other != seat]
        if len(hidden) == 1:
            hidden.append(rest)
        unseen = False
        for _ in range(_SWAPS):
            one, two = (rng.choice(list(hand)) for hand in rng.sample(hidden, 2))
            if deal.deck.count(one) != 1 or deal.deck.count(two) != 1:
                unseen = True  # several packs: which copy is whose is not to be told from here
                continue
            swap = {one: two, two: one}
            other = evolve(deal, deck=tuple(swap.get(card, card) for card in deal.deck), seed=None)
            here = f"{where}, {one} and {two} swapped"
            looks = {0, *rng.sample(range(len(moves)), min(_LOOKS, len(moves)))}
            unseen |= _check_swap(ruleset, (deal, other), seat, moves, looks, here)
        _require(unseen, f"{where}: whatever hidden cards are swapped, seat {seat} is shown it")


def _check_swap(
    ruleset: Ruleset[T],
    swapped: tuple[Deal, Deal],
    seat: int,
    moves: Sequence[Action],
    looks: Container[int],
    where: str,
) -> bool:
    """Whether both deals began with the same public facts, and so were to be followed."""
    state, other = map(ruleset.start, swapped)
    if state.view(None) != other.view(None):
        return False
    undealt = sum(state.hands, Hand()) != sum(other.hands, Hand())
    for number, action in enumerate(moves):
        if number in looks:
            mine, same = state.view(seat), other.view(seat)
            if undealt and (mine.table, mine.hand) != (same.table, same.hand):
                break  # a card that was not dealt has been drawn or shown
            here = f"{where}, move {number}"
            _require(mine == same, f"{here}: the view of seat {seat} tells who holds them")
            _require(
                pickle.dumps(mine) == pickle.dumps(same),
                f"{here}: the view of seat {seat} carries who holds them",
            )
        by = state.to_act
        if other.check(action, by) is not None:
            break  # one of the swapped cards is played, or decides what may be
        state, other = step(state, action, by), step(other, action, by)
    return True
