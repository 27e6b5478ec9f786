"""Samples are uniform over deck orders: counted against every order that gives the same view."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import permutations

import pytest
from attrs import evolve

from climbcards import (
    Bid,
    BigThree,
    BigTwo,
    Card,
    Deal,
    DouDizhu,
    Hand,
    IllegalAction,
    Move,
    Pass,
    Play,
    PositionError,
    State,
    Table,
    View,
    step,
)
from climbcards.climbing.table import ClimbingTable
from tests.chances import FAR, distance
from tests.toys import TinyToy


def played(ruleset: TinyToy, deal: Deal, moves: Sequence[Move]) -> State[ClimbingTable] | None:
    """The state after the moves on a deal, or None where one is not legal."""
    state: State[ClimbingTable] = ruleset.start(deal)
    for seat, action in moves:
        if state.check(action, seat) is not None:
            return None
        state = step(state, action, seat)
    return state


def every_deal(ruleset: TinyToy) -> Iterator[Deal]:
    """Every order of the deck, with every place of the card that is turned up."""
    for deck in sorted(set(permutations(ruleset.deck))):
        for face_up in range(6) if ruleset.face_up else (None,):
            yield Deal(deck=deck, face_up=face_up)


TINY = {
    "one pack": TinyToy(),
    "the kitty shown": TinyToy(kitty_shown=True),
    "two packs": TinyToy(packs=2),
    "two packs, the kitty shown": TinyToy(packs=2, kitty_shown=True),
    "two packs, a card turned up": TinyToy(packs=2, face_up=True),
}


@pytest.mark.parametrize("ruleset", TINY.values(), ids=TINY)
@pytest.mark.parametrize("moves", [0, 1, 3, 4, 6])
def test_every_deck_order_is_as_likely(ruleset: TinyToy, moves: int) -> None:
    """Six cards are dealt to three seats, and two lie in the kitty."""
    rng = random.Random(moves)
    state: State[ClimbingTable] = ruleset.deal(3)
    while len(state.history) < moves and not state.is_over:
        words = state.legal_actions()
        state = step(state, Bid(2) if len(state.history) == 0 and moves > 3 else rng.choice(words))
    deals = list(every_deal(ruleset))
    after = [one for deal in deals if (one := played(ruleset, deal, state.history)) is not None]
    for seat in (None, 0, 1, 2):
        view = state.view(seat)
        same = {one.deal for one in after if one.view(seat) == view}
        assert state.deal is not None
        assert evolve(state.deal, seed=None) in same
        if len(same) > 1_300:  # nothing is known yet
            continue
        counted = Counter(view.sample(rng).deal for _ in range(8 * len(same) + 500))
        assert distance(counted, dict.fromkeys(same, 1)) < FAR


# --- The games, where few cards are hidden -------------------------------------------------------


def arrangements(cards: Sequence[Card], slots: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to give the cards these slots, each as often as it is named."""
    if not cards:
        yield ()
        return
    for slot in sorted(set(slots)):
        rest = list(slots)
        rest.remove(slot)
        for others in arrangements(cards[1:], rest):
            yield (slot, *others)


def possible(state: State[Table], seat: int | None, unknown: Sequence[Card]) -> set[Hashable]:
    """The hands and the kitty of every deal that gives the same view, by moving these cards.

    They are laid into each other's places of the true deck, in every way that tells hands apart.
    """
    deal, ruleset = state.deal, state.ruleset
    assert deal is not None
    first = ruleset.start(deal).hands
    slots = [next((s for s, hand in enumerate(first) if card in hand), -1) for card in unknown]
    places = {slot: [deal.deck.index(c) for c, s in zip(unknown, slots, strict=True) if s == slot]
              for slot in slots}  # fmt: skip
    view, found = state.view(seat), set[Hashable]()
    for order in arrangements(unknown, slots):
        deck, free = list(deal.deck), {slot: list(some) for slot, some in places.items()}
        for card, slot in zip(unknown, order, strict=True):
            deck[free[slot].pop()] = card
        face_up = None if deal.face_up is None else deck.index(deal.deck[deal.face_up])
        try:
            again = ruleset.start(evolve(deal, deck=tuple(deck), seed=None, face_up=face_up))
            begun = again.hands
            for by, action in state.history:
                again = step(again, action, by)
        except (IllegalAction, PositionError):
            continue
        if again.view(seat) == view:
            found.add(begun)
    return found


def first_hands(view: View[Table], draws: int) -> Counter[Hashable]:
    rng = random.Random(11)
    found: Counter[Hashable] = Counter()
    for _ in range(draws):
        sample = view.sample(rng)
        assert sample.deal is not None
        found[sample.ruleset.start(sample.deal).hands] += 1
    return found


def played_down(state: State[Table], left: int, seed: int) -> State[Table]:
    """The state after random plays, until so few cards are left in all hands but the longest."""
    rng = random.Random(seed)
    while sum(sorted(state.table.sizes)[:-1]) > left and not state.is_over:
        state = step(state, rng.choice(state.legal_actions()))
    return state


LEFT = 6
"""How many cards are left in all hands but the longest."""

LATE = {
    "big three": (BigThree(), 0, 10),
    "big three, the kitty shown": (BigThree(kitty_shown=True), 0, 10),
    "dou dizhu": (DouDizhu(), 3, 20),
    "dou dizhu, the kitty hidden": (DouDizhu(kitty_shown=False), 3, 84),
    "big two": (BigTwo(), 0, 60),
    "big two, an odd card": (BigTwo(players=3), 0, 15),
    "big two, an odd card that is out": (BigTwo(players=3, odd_card="out"), 0, 42),
    "big two, cards not dealt": (BigTwo(players=2, hand_size=24), 0, 210),
    "big two, the last card paid for": (BigTwo(last_card_rule="pay"), 0, 60),
    # Of 30, 60 and 20 ways to part the hidden cards the moves leave these.
    "big three, a card called": (BigThree(players=4), 0, 12),
    "big two, the last card owed": (BigTwo(last_card_rule="enforce"), 0, 16),
    "big two for three, the last card owed": (BigTwo(last_card_rule="enforce", players=3), 305, 10),
}
"""A game, a deal of it in which few cards are hidden at last, and in how many ways they may lie."""


@pytest.mark.parametrize(("ruleset", "seed", "number"), LATE.values(), ids=LATE)
def test_every_way_the_hidden_cards_may_lie_is_as_likely(
    ruleset: BigThree | BigTwo | DouDizhu, seed: int, number: int
) -> None:
    state = played_down(ruleset.deal(seed), LEFT, seed)
    table = state.table
    assert isinstance(table, ClimbingTable)
    declarer = table._now.contract.declarer
    if declarer is not None and ruleset.players == 3 and table.kitty is None:
        seat = declarer  # to the others any of its cards may come from the kitty: far too many
    else:
        seat = max(range(ruleset.players), key=table.sizes.__getitem__)
    seen = {*state.hands[seat], *sum(table.played, Hand()), *(table.kitty or ())}
    seen |= {getattr(table, "odd_card", None)} - {None}
    unknown = [card for card in ruleset.deck if card not in seen]
    ways = possible(state, seat, unknown)
    assert len(ways) == number
    counted = first_hands(state.view(seat), 30 * len(ways) + 500)
    assert distance(counted, dict.fromkeys(ways, 1)) < FAR


# --- What is told of whole hands -----------------------------------------------------------------


def test_the_lower_hearts_lie_in_a_kitty_that_nobody_has_seen() -> None:
    """The 6♥ opens, so the 4♥ and the 5♥ are in the kitty, whoever has taken it."""
    seed = next(n for n in range(400) if BigThree().deal(n).table.opening_card == Card.parse("6♥"))
    state: State[Table] = BigThree().deal(seed)
    opener = state.to_act
    assert opener is not None
    for words in (Bid(1), Bid(3)):
        before, state = state, step(state, words)
        for seen in (before, state):
            landed: Counter[str] = Counter()
            view = seen.view(opener)
            rng = random.Random(1)
            for _ in range(300):
                sample = view.sample(rng)
                assert sample.deal is not None
                kitty = sample.deal.deck[48:]
                assert {Card.parse("4♥"), Card.parse("5♥")} <= set(kitty)
                landed.update(str(card) for card in kitty)
            # The other two cards of the kitty are any two of the 34 that the opener does not see.
            others = {
                str(card): 1
                for card in BigThree().deck
                if card not in view.dealt and str(card) not in ("4♥", "5♥")
            }
            rest = Counter({card: n for card, n in landed.items() if card in others})
            assert landed["4♥"] == landed["5♥"] == 300
            assert rest.total() == 600
            assert distance(rest, others) < FAR


def test_a_pass_proves_nothing_but_where_it_is_refused() -> None:
    """Seat 1 passes on the 5♦ before seat 2, who has one card."""
    for rule, proved in (("off", False), ("pay", False), ("enforce", True)):
        ruleset = BigTwo(last_card_rule=rule)  # type: ignore[arg-type]
        hands = ["5♦ K♠ 9♣", "3♦ 4♣ 3♣", "8♦", "7♣ 7♥ 2♠"]
        state = step(step(ruleset.position(hands), Play("5♦")), Pass())
        rng = random.Random(2)
        higher = [
            any(card > Card.parse("5♠") for card in state.view(0).sample(rng).hands[1])
            for _ in range(100)
        ]
        assert any(higher) is not proved


def test_two_hands_that_can_hold_nothing_longer() -> None:
    """Both neighbors of the players of one card led a single when a longer combination was owed."""
    ruleset = BigTwo(last_card_rule="enforce")
    state: State[Table] = ruleset.position(
        ["3♦", "2♠ 4♣ 6♥ 8♠ 10♦ J♣ Q♥", "3♣", "2♥ 4♦ 5♣ 7♥ 9♠ K♦ A♣"], to_act=3
    )
    for action in (Play("2♥"), Pass(), Play("2♠"), Pass(), Pass(), Pass(), Play("Q♥")):
        state = step(state, action)
    for seat in (0, 2, None):
        view, rng = state.view(seat), random.Random(3)
        for _ in range(20):
            sample = view.sample(rng)
            assert sample.view(seat) == view
            for other in (1, 3):
                assert max(len(c.cards) for c in ruleset.leads(sample.hands[other])) == 1


# --- Views that were not taken from a state ------------------------------------------------------


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_view_that_cannot_be_is_refused(seat: int | None) -> None:
    one, two = BigTwo().deal(1), BigTwo().deal(2)
    one = step(one, one.legal_actions()[0])
    view, other = one.view(seat), two.view(seat)
    rng = random.Random(1)
    wrong = [
        evolve(view, seat=4),
        evolve(view, table=evolve(view.table, now=two.table._now)),
        evolve(view, table=evolve(view.table, history=(*view.table.history, Move(0, Bid(1))))),
        evolve(view, table=evolve(view.table, setting=evolve(view.table._setting, opener=None))),
        evolve(
            view,
            table=evolve(view.table, setting=evolve(view.table._setting, opening_card=None)),
        ),
    ]
    if seat is not None:
        wrong += [
            evolve(view, hand=other.hand),
            evolve(view, hand=Hand(), dealt=Hand()),
            evolve(view, dealt=view.dealt - Hand([next(iter(view.hand))])),
        ]
    for each in wrong:
        with pytest.raises(PositionError):
            each.sample(rng)


def test_an_inconsistent_last_card_is_refused() -> None:
    """Seat 1 led a single with one more card unseen, and every card left makes a pair with it."""
    ruleset = BigTwo(last_card_rule="enforce")
    gone = Hand(ruleset.deck) - Hand.parse("2♠ 2♥ 3♦ 2♦ 2♣")
    state = ruleset.position(["2♣", "2♠ 3♦", "2♥", "2♦"], gone=gone, to_act=1)
    after = step(state, Play("2♠"))
    view = evolve(after.view(2), hand=Hand.parse("3♦"))
    for _ in range(2):
        with pytest.raises(PositionError):
            view.sample(random.Random(1))
