"""Tables of Big Two for rules tests: deals and positions written short, moves as cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from climbcards import (
    BigTwo,
    Card,
    Combination,
    Deal,
    DealContext,
    Hand,
    Pass,
    Result,
    State,
)
from climbcards.games.big_two import BigTwoTable
from tests.rules.table import after, listed, refused

BIG_TWO: Final = BigTwo()


def deal_of(
    ruleset: BigTwo,
    *hands: str,
    dealer: int = 0,
    order: int = 1,
    leader: int | None = None,
    number: int = 1,
    odd: str = "",
    unused: str = "",
) -> Deal:
    """A deal in which each seat is dealt at least these cards.

    What is left of the pack fills the hands up in natural order, seat by seat; the odd card (or
    what is not used, with these cards in it) comes last.
    """
    players, size = ruleset.players, ruleset.hand_size
    assert size is not None
    piles = [list(Hand.parse(hand)) for hand in (*hands, *[""] * (players - len(hands)))]
    last = list(Hand.parse(odd or unused))
    named = {card for pile in (*piles, last) for card in pile}
    rest = [card for card in ruleset.deck if card not in named]
    for seat in range(players):
        wanted = size - len(piles[seat])
        piles[seat] += rest[:wanted]
        del rest[:wanted]
    turns = range(size * players)
    first = dealer - order  # the seat before the dealer
    deck = [piles[(first + order * turn) % players][turn // players] for turn in turns]
    return Deal(
        deck=(*deck, *last, *rest),
        context=DealContext(dealer=dealer, order=order, leader=leader, number=number),
    )


def opened(ruleset: BigTwo, *hands: str, **how: Any) -> State[BigTwoTable]:
    """The start of such a deal."""
    return ruleset.start(deal_of(ruleset, *hands, **how))


def written(text: str) -> str:
    """A short move (``0: 3♦ 3♠``, ``1: -``) as it prints."""
    seat, _, cards = text.partition(": ")
    return f"{seat}: pass" if cards == "-" else f"{seat}: play {cards}"


def play(state: State[BigTwoTable], *moves: str) -> State[BigTwoTable]:
    """The state after these short moves."""
    return after(state, *map(written, moves))


def no(state: State[BigTwoTable], text: str) -> str:
    """The code of refusal of a short move, which the seat's own view gives too."""
    violation = refused(state, written(text))
    seat = int(text.partition(": ")[0])
    if 0 <= seat < state.ruleset.players:
        action = violation.action
        assert action is not None
        assert state.view(seat).check(action) == violation
    return violation.reason


def may(state: State[BigTwoTable], seat: int | None = None) -> list[str]:
    """What a seat may do, by the cards alone; its own view lists the same."""
    actions = state.legal_actions(seat)
    who = state.to_act if seat is None else seat
    assert who is not None
    assert list(state.view(who).legal_actions()) == list(actions)
    assert all(state.check(action, who) is None for action in actions)
    assert all(action in actions for action in actions)
    assert (Pass() in actions) is any(isinstance(action, Pass) for action in actions)
    return listed(actions)


def read(cards: str, ruleset: BigTwo = BIG_TWO) -> Combination:
    """The one reading of some cards, which are a combination."""
    found = ruleset.classify(cards)
    assert found is not None, f"{cards} is no combination"
    assert ruleset.readings(cards) == (found,)
    return found


def kind(cards: str, ruleset: BigTwo = BIG_TWO) -> str | None:
    """The kind of combination that some cards are."""
    found = ruleset.classify(cards)
    assert len(ruleset.readings(cards)) == (found is not None)
    return None if found is None else found.kind.value


def beats(above: str, below: str, ruleset: BigTwo = BIG_TWO) -> bool:
    """Whether some cards beat others, asked for in three ways."""
    one, other = read(above, ruleset), read(below, ruleset)
    found = one.beats(other)
    assert (one in ruleset.answers(one.cards, other)) is found
    state = on_top(ruleset, below, above)
    if state is not None:
        assert (f"{one.cards}" in may(state)) is found
    return found


def on_top(ruleset: BigTwo, below: str, above: str) -> State[BigTwoTable] | None:
    """Seat 0 holds ``above`` and one more card and is to answer ``below``."""
    low, high = Hand.parse(below), Hand.parse(above)
    used = set(low) | set(high)
    if len(used) < len(low) + len(high):
        return None  # they share cards
    rest = [card for card in ruleset.deck if card not in used]
    hands = [high + Hand(rest[:1]), *(Hand([card]) for card in rest[1 : ruleset.players])]
    return ruleset.position(hands, target=low)


def ascending(ruleset: BigTwo, *rising: str) -> None:
    """Every one of these beats all before it and none after it."""
    found = [read(cards, ruleset) for cards in rising]
    for place, one in enumerate(found):
        for other_place, other in enumerate(found):
            assert one.beats(other) is (place > other_place), f"{one} on {other}"


def over(state: State[BigTwoTable]) -> Result:
    """The result of a finished deal."""
    assert state.is_over
    result = state.result
    assert result is not None
    assert sum(result.payoffs) == 0
    return result


def cards_of(state: State[BigTwoTable], seats: Sequence[int]) -> list[set[Card]]:
    """The hands of some seats, as sets."""
    return [set(state.hands[seat]) for seat in seats]
