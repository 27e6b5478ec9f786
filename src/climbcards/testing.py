"""For the tests of whoever embeds this package: Hypothesis strategies, and a conformance check.

The strategies need Hypothesis (``pip install climbcards[testing]``); nothing else of the package
imports this module.  :func:`check_ruleset` runs by itself, without ``@given``: call it on a ruleset
of your own.
"""

from __future__ import annotations

import random
from typing import Final, Literal, TypeVar

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
from climbcards.conformance import check_ruleset
from climbcards.deal import Deal, DealContext
from climbcards.games.big_three import ACE_HIGH, CALLABLE, THREE_HIGH, BigThree, BigThreeTable
from climbcards.hand import MOST_COPIES, Hand
from climbcards.ruleset import ClimbingRuleset, Ruleset, State, Table, step

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
