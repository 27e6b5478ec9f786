"""The rules pages of all games as one: how cards read, and what is refused for which reason."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Any

from hypothesis import strategies as st

from climbcards import (
    Action,
    Bid,
    BigThree,
    BigTwo,
    Call,
    Card,
    ClimbingRuleset,
    Combination,
    DouDizhu,
    Hand,
    Kind,
    Pass,
    Phase,
    Play,
    Reason,
    State,
    Suit,
    Table,
)
from climbcards.actions import ACTION_TYPES
from climbcards.climbing.table import ClimbingTable
from climbcards.games.big_two import BigTwoTable
from tests.property import page, page_big_two, page_dou_dizhu
from tests.property.page import CALLABLE, Read


def readings(ruleset: ClimbingRuleset[Table], cards: Iterable[Card]) -> tuple[Read, ...]:
    """Every reading of cards of one deck, the preferred first."""
    match ruleset:
        case BigThree():
            found = page.read(ruleset, cards)
            return () if found is None else (found,)
        case DouDizhu():
            return page_dou_dizhu.readings(ruleset, cards)
        case BigTwo():
            return page_big_two.readings(ruleset, cards)
        case _:
            raise AssertionError(f"{ruleset!r} has no page")


def reading_of(ruleset: ClimbingRuleset[Table], meant: Combination) -> Read:
    """The reading that a combination stands for."""
    return next(
        read
        for read in readings(ruleset, meant.cards)
        if (read.kind, read.strength) == (meant.kind, meant.strength)
    )


def look(ruleset: ClimbingRuleset[Table], cards: Hand) -> tuple[object, ...]:
    """The cards, as far as they make a difference in play."""
    return tuple(cards) if isinstance(ruleset, BigTwo) else tuple(card.rank for card in cards)


def subsets(hand: Hand) -> Iterator[Hand]:
    """Every set of cards in a hand but none."""
    every = tuple(hand)
    for size in range(1, len(every) + 1):
        yield from map(Hand, combinations(every, size))


# --- Refusals -------------------------------------------------------------------------------------


def reason(
    ruleset: ClimbingRuleset[Table], state: State[Table], action: Action, by: int | None
) -> Reason | None:
    """The first reason, in the documented order, against a seat's doing this."""
    table = state.table
    assert isinstance(table, ClimbingTable)
    seat = state.to_act if by is None else by
    if type(action) not in ACTION_TYPES:
        return Reason.NOT_AN_ACTION
    if state.phase is Phase.OVER:
        return Reason.GAME_OVER
    if type(seat) is not int or not 0 <= seat < ruleset.players:
        return Reason.NO_SUCH_SEAT
    bombs = isinstance(ruleset, BigTwo) and ruleset.bombs == "out_of_turn"
    if seat != state.to_act and not (bombs and isinstance(action, Play) and table.target):
        return Reason.NOT_YOUR_TURN
    hand = state.hands[seat]
    match state.phase, action:
        case Phase.AUCTION, Bid(value):
            if value not in (1, 2, 3):
                return Reason.BID_OUT_OF_RANGE
            return Reason.BID_TOO_LOW if value <= table.stake else None
        case Phase.AUCTION, Pass():
            must_bid = isinstance(ruleset, BigThree) and not table.bids
            return Reason.MUST_BID if must_bid else None
        case Phase.CALL, Call(card):
            callable_ = card.rank in CALLABLE and card not in hand
            return None if callable_ else Reason.CARD_NOT_CALLABLE
        case Phase.PLAY, Pass():
            if table.target is None:
                return Reason.CANNOT_PASS_LEAD
            return Reason.LAST_CARD_RULE if breaks(ruleset, table, hand, seat, Hand()) else None
        case Phase.PLAY, Play(cards, kind):
            return _against(ruleset, state, seat, cards, kind)
        case _:
            return Reason.WRONG_PHASE


def breaks(
    ruleset: ClimbingRuleset[Table], table: Table, hand: Hand, seat: int, played: Hand
) -> bool:
    """Whether the seat to act may not play this, or pass, for the sake of the last-card rule."""
    if not isinstance(ruleset, BigTwo) or not isinstance(table, BigTwoTable):
        return False
    return ruleset.last_card_rule == "enforce" and page_big_two.breaks_the_last_card_rule(
        ruleset, table, hand, seat, played
    )


def _against(
    ruleset: ClimbingRuleset[Table], state: State[Table], seat: int, cards: Hand, kind: Kind | None
) -> Reason | None:
    table, hand = state.table, state.hands[seat]
    assert isinstance(table, ClimbingTable)
    if not cards:
        return Reason.NO_CARDS
    if Counter(cards) - Counter(hand):
        return Reason.CARDS_NOT_HELD
    found = readings(ruleset, cards)
    if not found:
        return Reason.NOT_A_COMBINATION
    meant = [read for read in found if kind is None or read.kind == kind]
    if not meant:
        return Reason.NO_SUCH_READING
    if opening_card_due(ruleset, state) not in (None, *cards):
        return Reason.OPENING_CARD_MISSING
    if seat != state.to_act:
        if seat == table.target_by:
            return Reason.OWN_PLAY
        meant = [read for read in meant if read.power]
        if not meant:
            return Reason.NOT_A_BOMB
    if table.target is not None:
        target = reading_of(ruleset, table.target)
        if not any(read.beats(target) for read in meant):
            comparable = any(
                read.shape == target.shape or 0 < read.power < target.power for read in meant
            )
            return Reason.NOT_HIGHER if comparable else Reason.DIFFERENT_SHAPE
    in_turn = seat == state.to_act
    return Reason.LAST_CARD_RULE if in_turn and breaks(ruleset, table, hand, seat, cards) else None


def opening_card_due(ruleset: ClimbingRuleset[Table], state: State[Table]) -> Card | None:
    """The card that the lead must contain, if one must."""
    if not isinstance(ruleset, BigTwo) or not ruleset.opening_card_required:
        return None
    if state.deal is None or state.deal.context.leader is not None or state.history:
        return None
    return page_big_two.lowest_dealt(ruleset, state.hands)


def legal_plays(
    ruleset: ClimbingRuleset[Table], state: State[Table], seat: int
) -> set[tuple[object, ...]]:
    """Every play that the page allows: its cards as they look, whether it shows the called card,
    and the kind where it is a choice.
    """
    table, found = state.table, set[tuple[object, ...]]()
    called = getattr(table, "called", None)
    assert isinstance(table, ClimbingTable)
    for cards in subsets(state.hands[seat]):
        if reason(ruleset, state, Play(cards), seat) is not None:
            continue
        target = None if table.target is None else reading_of(ruleset, table.target)
        kinds = {r.kind for r in readings(ruleset, cards) if target is None or r.beats(target)}
        for kind in kinds if len(kinds) > 1 else {None}:
            found.add((look(ruleset, cards), called in cards, kind))
    return found


# --- Positions ------------------------------------------------------------------------------------


def facing(
    ruleset: ClimbingRuleset[Table], hand: Iterable[Card], target: Combination | Hand | None = None
) -> State[Table]:
    """Seat 0 holds this hand and is to act, on the target if there is one.

    The others hold two cards each, so that the last-card rule is no matter.
    """
    taken = Hand(hand)
    if target is not None:
        taken += target.cards if isinstance(target, Combination) else target
    rest = list(Hand(ruleset.deck) - taken)
    keywords: dict[str, Any] = {}
    if isinstance(ruleset, BigThree) and ruleset.partners == "drawn":
        keywords["partners"] = (0, 1)
    elif isinstance(ruleset, BigThree) and ruleset.players == 4:
        called = next(c for c in ruleset.deck if c.rank in CALLABLE and c not in Hand(hand))
        keywords["called"] = called
        if called in rest:
            rest.remove(called)
            rest.insert(0, called)
        else:
            keywords["partner"] = 3  # it is on the table
    each = 2 if not isinstance(ruleset, BigTwo) else min(2, page_big_two.largest_hand(ruleset))
    others = [rest[each * turn : each * turn + each] for turn in range(ruleset.players - 1)]
    set_up: Callable[..., State[Table]] = ruleset.position
    return set_up([Hand(hand), *others], target=target, **keywords)


def rich(ruleset: ClimbingRuleset[Table], rng: random.Random) -> list[Card]:
    """The deck, shuffled, by rank or by suit, so that parts of it are rich in combinations."""
    deck = list(ruleset.deck)
    rng.shuffle(deck)
    way = rng.randrange(3)
    if way == 1:
        ranks = page_dou_dizhu.ORDER
        cut = rng.randrange(15)
        deck.sort(key=lambda card: (ranks.index(card.rank) - cut) % 15)
    elif way == 2:
        suits = rng.sample([*Suit, None], 5)
        deck.sort(key=lambda card: suits.index(card.suit))
    return deck


@st.composite
def plays(draw: st.DrawFn, ruleset: ClimbingRuleset[Table], count: int) -> list[Combination]:
    """Combinations that share no card, of any kind; half of them of the shape of the first."""
    rng = random.Random(draw(st.integers(0, 1 << 32)))
    deck, chosen = rich(ruleset, rng), list[Combination]()
    # One rank, or one suit, is for all of them.
    parts = [deck[turn::count][:12] for turn in range(count)]
    if rng.random() < 0.5:
        parts = [deck[12 * turn : 12 * turn + 12] for turn in range(count)]
    for part in parts:
        leads = list(ruleset.leads(part))
        same = [lead for lead in leads if chosen and lead.shape == chosen[0].shape]
        bombs = [lead for lead in leads if lead.power]
        some = rng.choice((same, same, bombs, leads)) or leads
        kind = rng.choice(sorted({lead.kind for lead in some}))
        chosen.append(rng.choice([lead for lead in some if lead.kind is kind]))
    return chosen
