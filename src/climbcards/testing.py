"""For the tests of whoever embeds this package: Hypothesis strategies, and a conformance check.

The strategies need Hypothesis (``pip install climbcards[testing]``); nothing else of the package
imports this module.  :func:`check_ruleset` runs by itself, without ``@given``: call it on a ruleset
of your own.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any, Final, TypeVar, cast

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
from climbcards.games.big_three import CALLABLE, BigThree
from climbcards.games.big_two import BigTwo
from climbcards.games.dou_dizhu import DouDizhu
from climbcards.games.three_thirteen import DEALS, ThreeThirteen
from climbcards.hand import MOST_COPIES, Hand
from climbcards.ruleset import ClimbingRuleset, Ruleset, State, Table, step
from climbcards.rummy.table import RummyTable
from climbcards.testing_rulesets import PRESETS as _PRESETS
from climbcards.testing_rulesets import (
    big_threes,
    big_twos,
    dou_dizhus,
    presets,
    rulesets,
    three_thirteens,
)

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
    "three_thirteens",
]

T = TypeVar("T", bound=Table)

PRESETS: Final = _PRESETS
"""Every preset of every game, and each option of it at least once away from its default."""

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
def positions(draw: DrawFn, ruleset: Ruleset[T]) -> State[T]:
    """Any position of a climbing game in the phase of play, with or without something on the table.

    A climbing ruleset of your own is set up with those of the keywords ``target``, ``target_by``,
    ``gone`` and ``order`` that its ``position`` takes.  In Three Thirteen it is before a draw or a
    discard, with hands that are rich in melds and a stock that may be empty; some seats may have
    gone out.

    Raises:
        TypeError: it is neither a climbing game nor Three Thirteen.
    """
    if isinstance(ruleset, ThreeThirteen):
        return cast("State[T]", draw(_rummy_positions(ruleset)))
    if not isinstance(ruleset, ClimbingRuleset):
        raise TypeError(f"positions of {ruleset!r} are for you to set up")
    return draw(_climbing_positions(ruleset))


@st.composite
def _rummy_positions(draw: DrawFn, ruleset: ThreeThirteen) -> State[RummyTable]:
    """Any position of Three Thirteen."""
    players, number = ruleset.players, draw(st.integers(1, DEALS))
    size, wild = ruleset.hand_size(number), ruleset.wild(number)
    to_act, order = draw(st.integers(0, players - 1)), draw(st.sampled_from((1, -1)))
    rng = random.Random(draw(_SEEDS))
    rest = _in_melds(ruleset.deck, wild, rng)
    out = draw(st.sampled_from((0, 0, *range(1, players))))
    laid_down = [(to_act - order * (out - turn)) % players for turn in range(out)]
    held: list[Hand] = []
    for seat in range(players):
        cards = _sets(rest, size) if seat in laid_down else rest[:size]
        if not cards:  # there are no such sets: it has not gone out
            cards = rest[:size]
            laid_down.remove(seat)
        for card in cards:
            rest.remove(card)
        held.append(Hand(cards))
    discards = draw(st.booleans()) and bool(rest)
    if discards:
        held[to_act] += Hand([rest.pop()])
    cut = draw(st.integers(0, len(rest)) | st.just(0))
    few = draw(st.integers(0, 3) | st.just(len(rest)))
    stock, pile = rest[:cut], rest[cut:][:few]
    if not stock and not pile and not discards:
        pile = rest[:1]
    drawn = draw(st.none() | st.sampled_from(sorted(held[to_act]))) if discards else None
    return ruleset.position(
        held,
        to_act=to_act,
        number=number,
        stock=stock,
        pile=pile,
        drawn=drawn,
        laid_down=laid_down,
        reshuffles=draw(st.integers(0, ruleset.max_reshuffles)),
        order=order,
    )


def _in_melds(deck: Sequence[Card], wild: Rank, rng: random.Random) -> list[Card]:
    """The deck shuffled; or by ranks or by suits, with the wild cards anywhere."""
    cards = rng.sample(deck, len(deck))
    way = rng.randrange(3)
    if way:
        suits = rng.sample(list(Suit), 4)
        places = {
            card: (card.rank + rng.random() if way == 1 else suits.index(card.suit or Suit.CLUBS))
            for card in set(deck)
            if card.rank is not wild
        }
        most = max(places.values())
        cards.sort(key=lambda card: places.get(card) or most * rng.random())
        cut = rng.randrange(len(cards))
        cards = cards[cut:] + cards[:cut]
    return cards


def _sets(cards: Sequence[Card], size: int) -> list[Card]:
    """So many of the cards in sets of one rank; none where that is not found."""
    by_rank: dict[Rank, list[Card]] = {}
    for card in cards:
        by_rank.setdefault(card.rank, []).append(card)
    found: list[Card] = []
    for same in by_rank.values():
        left = size - len(found)
        taken = [n for n in range(3, min(left, len(same)) + 1) if left - n not in (1, 2, 5)]
        found += same[: max(taken, default=0)]
    return found if len(found) == size else []


@st.composite
def _climbing_positions(draw: DrawFn, ruleset: ClimbingRuleset[T]) -> State[T]:
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
