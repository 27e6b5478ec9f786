"""For the tests of whoever embeds this package: Hypothesis strategies, and a conformance check.

The strategies need Hypothesis (``pip install climbcards[testing]``); nothing else of the package
imports this module.  :func:`check_ruleset` runs by itself, without ``@given``: call it on a ruleset
of your own.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable
from itertools import combinations
from typing import Any, Final, Literal, TypeVar

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
from climbcards.cards import CARDS, Card, Rank, Suit
from climbcards.climbing.game import ClimbingGame
from climbcards.combination import Combination, Kind
from climbcards.conformance import check_ruleset
from climbcards.deal import Deal, DealContext
from climbcards.games.big_three import ACE_HIGH, CALLABLE, THREE_HIGH, BigThree
from climbcards.games.big_two import (
    STRAIGHTS_23456_HIGH,
    STRAIGHTS_23456_THEN_A2345_HIGH,
    STRAIGHTS_A2345_HIGH,
    STRAIGHTS_NO_A2345,
    STRAIGHTS_TWO_HIGH,
    STRAIGHTS_TWO_LOW,
    BigTwo,
)
from climbcards.games.dou_dizhu import DouDizhu, Kickers
from climbcards.games.straights import read_windows
from climbcards.hand import MOST_COPIES, Hand
from climbcards.ruleset import ClimbingRuleset, Ruleset, State, Table, step

__all__ = [
    "PRESETS",
    "actions",
    "big_threes",
    "big_twos",
    "cards",
    "check_ruleset",
    "deals",
    "dou_dizhus",
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
    DouDizhu(),
    DouDizhu(kickers=Kickers.ANY),
    DouDizhu.rlcard(),
    DouDizhu.openspiel(),
    DouDizhu.douzero(),
    DouDizhu(kitty_shown=False, spring=True, direction="clockwise"),
    DouDizhu(players=4),
    DouDizhu(players=4, kitty_shown=False, spring=True),
    BigTwo(),
    BigTwo(players=3),
    BigTwo(players=3, odd_card="out"),
    BigTwo(players=2),
    BigTwo.da_lao_er(),
    BigTwo.da_lao_er(players=3),
    BigTwo.indonesian(),
    BigTwo.pusoy_dos(),
    BigTwo.clubs_low(),
    BigTwo.taiwan(),
    BigTwo(passing="out_of_trick"),
    BigTwo(passing="out_of_trick", bombs="out_of_turn"),
    BigTwo(bombs="in_turn", triples=False, flushes=False),
    BigTwo(last_card_rule="pay", settlement="winner_takes"),
    BigTwo(last_card_rule="enforce"),
    BigTwo(last_card_rule="enforce", bombs="out_of_turn", passing="out_of_trick", players=3),
    BigTwo(next_leader="loser", direction="alternating"),
    BigTwo(flush_order="rank", opening_card_required=False, hand_size=10),
    BigTwo(straights=STRAIGHTS_TWO_HIGH, five_card_ladder=False),
    BigTwo(straights=STRAIGHTS_23456_THEN_A2345_HIGH),
    BigTwo(straights=STRAIGHTS_A2345_HIGH, scale=((1, 1), (8, 2), (13, 4)), deals=5),
    BigTwo(straights=read_windows(("QKA23", "10JQKA", "34567", "A2345", "KA234"))),
)
"""Every preset of every game, and each option of it at least once away from its default."""

_OPENERS: Final[tuple[Literal["lowest_heart", "dealer"], ...]] = ("lowest_heart", "dealer")
_DEALER_DRAWS: Final[tuple[Literal["number", "rank"], ...]] = ("number", "rank")
_PARTNERS: Final[tuple[Literal["called", "drawn"], ...]] = ("called", "drawn")
_DIRECTIONS: Final[tuple[Literal["counterclockwise", "clockwise"], ...]] = (
    "counterclockwise",
    "clockwise",
)
_WAYS: Final[tuple[Literal["counterclockwise", "clockwise", "alternating"], ...]] = (
    *_DIRECTIONS,
    "alternating",
)
_FLUSH_ORDERS: Final[tuple[Literal["suit", "rank"], ...]] = ("suit", "rank")
_BOMBS: Final[tuple[Literal["none", "in_turn", "out_of_turn"], ...]] = (
    "none",
    "in_turn",
    "out_of_turn",
)
_PASSING: Final[tuple[Literal["may_return", "out_of_trick"], ...]] = ("may_return", "out_of_trick")
_ODD_CARDS: Final[tuple[Literal["opener", "out"], ...]] = ("opener", "out")
_LEADERS: Final[tuple[Literal["lowest_card", "winner", "loser"], ...]] = (
    "lowest_card",
    "winner",
    "loser",
)
_LAST_CARDS: Final[tuple[Literal["off", "pay", "enforce"], ...]] = ("off", "pay", "enforce")
_SETTLEMENTS: Final[tuple[Literal["pairwise", "winner_takes"], ...]] = ("pairwise", "winner_takes")
_STRAIGHTS: Final = (
    STRAIGHTS_TWO_LOW,
    STRAIGHTS_A2345_HIGH,
    STRAIGHTS_23456_THEN_A2345_HIGH,
    STRAIGHTS_23456_HIGH,
    STRAIGHTS_NO_A2345,
    STRAIGHTS_TWO_HIGH,
)
_PLAIN: Final = tuple(Rank)[:13]
_WINDOWS: Final = tuple(
    tuple(_PLAIN[(lowest + step) % 13] for step in range(5)) for lowest in range(13)
)
_SEEDS: Final = st.integers(0, (1 << 64) - 1)
_PAIRS: Final = st.sampled_from(tuple(combinations(range(4), 2)))


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
    """Any game: a preset, or Big Three with any legal combination of options."""
    return presets() | big_threes()


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
def dou_dizhus(draw: DrawFn) -> DouDizhu:
    """Dou Dizhu with any legal combination of options, any ``Kickers`` among them."""
    players = draw(st.sampled_from((3, 4)))
    kickers, quad_sets = Kickers.DISTINCT, draw(st.sampled_from((None, False)))
    if players == 3:
        repeat = draw(st.booleans())
        kickers = Kickers(
            repeat=repeat,
            four=repeat and draw(st.booleans()),
            extend=repeat and draw(st.booleans()),
            both_jokers=draw(st.booleans()),
        )
        quad_sets = draw(st.sampled_from((None, False, True)))
    return DouDizhu(
        players=players,
        kickers=kickers,
        quad_sets=quad_sets,
        kitty_shown=draw(st.booleans()),
        spring=draw(st.booleans()),
        direction=draw(st.sampled_from(_DIRECTIONS)),
    )


@st.composite
def big_twos(draw: DrawFn) -> BigTwo:
    """Big Two with any legal combination of options, home-made orders of straights among them."""
    players = draw(st.sampled_from((4, 3, 2)))
    hand_size = draw(st.none() | st.integers(1, 52 // players))
    odd_card_is_left = players == 3 and hand_size in (None, 17)
    flushes = draw(st.booleans())
    windows = st.lists(st.sampled_from(_WINDOWS), unique=True, min_size=1).map(tuple)
    steps = draw(st.lists(st.integers(2, 17), unique=True, max_size=3).map(sorted))
    return BigTwo(
        players=players,
        suit_order=tuple(draw(st.permutations(tuple(Suit)))),
        straights=draw(st.sampled_from(_STRAIGHTS) | windows),
        flushes=flushes,
        flush_order=draw(st.sampled_from(_FLUSH_ORDERS)) if flushes else "suit",
        triples=draw(st.booleans()),
        five_card_ladder=draw(st.booleans()),
        bombs=draw(st.sampled_from(_BOMBS)),
        passing=draw(st.sampled_from(_PASSING)),
        hand_size=hand_size,
        odd_card=draw(st.sampled_from(_ODD_CARDS)) if odd_card_is_left else "opener",
        opening_card_required=draw(st.booleans()),
        next_leader=draw(st.sampled_from(_LEADERS)),
        direction=draw(st.sampled_from(_WAYS)),
        scale=tuple((least, draw(st.integers(0, 5))) for least in (1, *steps)),
        last_card_rule=draw(st.sampled_from(_LAST_CARDS)),
        settlement=draw(st.sampled_from(_SETTLEMENTS)),
        deals=draw(st.none() | st.integers(1, 12)),
    )


@st.composite
def deals(draw: DrawFn, ruleset: Ruleset[Table]) -> Deal:
    """A shuffled deal, with any context that the rules allow."""
    seats = st.integers(0, ruleset.players - 1)
    leader: int | None = None
    partners: tuple[int, int] | None = None
    if isinstance(ruleset, BigTwo) and ruleset.next_leader != "lowest_card":
        leader = draw(st.none() | seats)
    if isinstance(ruleset, BigThree) and ruleset.partners == "drawn":
        partners = draw(st.none() | _PAIRS)
    context = DealContext(
        number=draw(st.integers(1, 11)),
        dealer=draw(seats),
        leader=leader,
        partners=partners,
        order=draw(st.sampled_from((1, -1))),
    )
    return ruleset.shuffle(draw(_SEEDS), context)


@st.composite
def states(draw: DrawFn, ruleset: Ruleset[T], *, phase: Phase | None = None) -> State[T]:
    """A random deal after a random number of legal moves; in any phase, the end included.

    Where the rules let a seat act out of turn, seats sometimes do.

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
        state = _moved(state, rng)
        path.append(state)
    if phase is None:
        return state
    while not state.is_over:  # the phase may lie ahead
        state = _moved(state, rng)
        path.append(state)
    found = [state for state in path if state.phase is phase]
    assume(found)
    return found[min(moves, len(found) - 1)]


def _moved(state: State[T], rng: random.Random) -> State[T]:
    """The state after a random legal action, one out of turn in half of the chances for it."""
    if rng.random() < 0.5:
        players = state.ruleset.players
        for seat in rng.sample(range(players), players):
            listed = state.legal_actions(seat) if seat != state.to_act else ()
            if listed:
                return step(state, rng.choice(listed), seat)
    return step(state, rng.choice(state.legal_actions()))


@st.composite
def positions(draw: DrawFn, ruleset: ClimbingRuleset[T]) -> State[T]:
    """Any position in the phase of play, with or without something on the table.

    A ruleset of your own is set up with those of the keywords ``target``, ``target_by``, ``gone``
    and ``order`` that its ``position`` takes.
    """
    players = ruleset.players
    target = _target(draw, ruleset)
    rest = _mixed(draw, ruleset, Hand() if target is None else target.cards)
    most, enough = _limits(ruleset)
    # One card is what the last-card rule is about; a bomb takes several.
    sizes = st.just(1) | st.integers(1, most) | st.integers(most - most // 3, most)
    held: list[Hand] = []
    for _ in range(players):
        size = max(1, min(draw(sizes), len(rest) - players))
        held.append(Hand(rest[:size]))
        del rest[:size]
    to_act = draw(st.integers(0, players - 1))
    order = draw(st.sampled_from((1, -1)))
    known: dict[str, Any] = {"gone": draw(st.sampled_from((Hand(), Hand(rest)))), "order": order}
    target_by: int | None = None
    if target is not None:
        # Those between have passed, and have not ended the trick.
        passed = draw(st.integers(0, enough - 1))
        target_by = (to_act - order * (passed + 1)) % players
        known |= {"target": target, "target_by": target_by}
    taken = inspect.signature(ruleset.position).parameters
    settled = _settled(draw, ruleset, held, to_act, target, target_by)
    keywords = {name: value for name, value in (known | settled).items() if name in taken}
    set_up: Callable[..., State[T]] = ruleset.position
    return set_up(held, to_act=to_act, **keywords)


def _limits(ruleset: Ruleset[Table]) -> tuple[int, int]:
    """The most cards a position is to give a seat, and how many passes end a trick."""
    if isinstance(ruleset, ClimbingGame):
        return min(ruleset.rules.largest_hand, 12), ruleset.rules.passes_to_end_trick
    return min(len(ruleset.deck) // ruleset.players, 12), ruleset.players - 1


def _target(draw: DrawFn, ruleset: ClimbingRuleset[Table]) -> Combination | None:
    """Nothing, or a combination, of any kind alike of those that a hand has."""
    if not draw(st.integers(0, 3)):
        return None
    found = ruleset.leads(_mixed(draw, ruleset, Hand())[:14])
    kinds = sorted({combination.kind for combination in found})
    kind = draw(st.sampled_from(kinds))
    return draw(st.sampled_from([combination for combination in found if combination.kind is kind]))


def _mixed(draw: DrawFn, ruleset: Ruleset[Table], away: Hand) -> list[Card]:
    """The other cards: well shuffled; or rank by rank or suit by suit, so that hands are rich."""
    cards = list(Hand(ruleset.deck) - away)
    random.Random(draw(_SEEDS)).shuffle(cards)
    match draw(st.integers(0, 2)):
        case 0:
            cards.sort(key=lambda card: (card.rank + 10) % 13 + 13 * card.rank.is_joker)
            cut = draw(st.integers(0, len(cards) - 1))
            cards = cards[cut:] + cards[:cut]
        case 1:
            cards.sort(key=lambda card: card.suit or Suit.CLUBS)
        case _:
            pass
    return cards


def _settled(
    draw: DrawFn,
    ruleset: Ruleset[Table],
    held: list[Hand],
    to_act: int,
    target: Combination | None,
    target_by: int | None,
) -> dict[str, Any]:
    """The keywords that a game alone has: what was settled before the position came about."""
    players = ruleset.players
    seats = st.integers(0, players - 1)
    match ruleset:
        case DouDizhu():
            return {"landlord": draw(seats), "stake": draw(st.integers(1, 12))}
        case BigTwo(passing="out_of_trick") if target is not None:
            # Who played the target is out of the trick if it was a bomb out of turn.
            may_be = {*range(players)} - {to_act}
            if ruleset.bombs != "out_of_turn" or not target.power:
                may_be -= {target_by}
            some = st.lists(st.sampled_from(sorted(may_be)), unique=True) if may_be else st.just([])
            return {"out_of_trick": tuple(draw(some))}
        case BigThree():
            soloist = draw(seats)
            calls = players == 4 and ruleset.partners == "called"
            settled = _called(draw, ruleset, held, soloist, target, target_by) if calls else {}
            if ruleset.partners == "drawn":
                settled = {"partners": draw(_PAIRS)}
            return {"soloist": soloist, "stake": draw(st.integers(1, 12)), **settled}
        case _:
            return {}


def _called(
    draw: DrawFn,
    ruleset: BigThree,
    held: list[Hand],
    soloist: int,
    target: Combination | None,
    target_by: int | None,
) -> dict[str, Any]:
    """A card that the soloist called, and who has played it."""
    own = held[soloist]
    if target is not None and target_by == soloist:
        own += target.cards  # the soloist did not hold the card: it is in no play of his
    some = [card for card in ruleset.deck if card.rank in CALLABLE and card not in own]
    called = draw(st.sampled_from(some))
    partner: int | None = None
    if target is not None and called in target.cards:
        partner = target_by
    elif not any(called in hand for hand in held):
        partner = draw(st.sampled_from([seat for seat in range(4) if seat != soloist]))
    return {"called": called, "partner": partner}


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
