"""Tables of Dou Dizhu for rules tests: cards by rank, deals and positions written short."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from climbcards import Card, Combination, Deal, DealContext, DouDizhu, Hand, Play, Rank, State
from climbcards.games.dou_dizhu import DouDizhuTable
from tests.rules.table import after, refused

RANKS: Final = "3456789TJQKA2BR"
"""The ranks, low to high, one letter each: T for 10, B and R for the jokers."""

DOU_DIZHU: Final = DouDizhu()
FOUR: Final = DouDizhu(players=4)


LETTERS: Final = {rank: "A23456789TJQKBR"[place] for place, rank in enumerate(Rank)}


def ranks(cards: Iterable[Card]) -> str:
    """The ranks of some cards, low to high."""
    return "".join(sorted([LETTERS[card.rank] for card in cards], key=RANKS.index))


def of_ranks(wanted: str, among: Iterable[Card]) -> Hand:
    """The first cards of these ranks in a sequence of cards."""
    piles: dict[str, list[Card]] = {}
    for card in among:
        piles.setdefault(LETTERS[card.rank], []).append(card)
    return Hand([piles[rank].pop(0) for rank in wanted])


def dealt(ruleset: DouDizhu, *wanted: str) -> Iterator[Hand]:
    """Cards of these ranks for each text, from one deck; what is left of the deck comes last."""
    rest = Hand(ruleset.deck)
    for text in wanted:
        hand = of_ranks(text, rest)
        rest -= hand
        yield hand
    yield rest


def hand(text: str, ruleset: DouDizhu = DOU_DIZHU) -> Hand:
    """The first cards of these ranks in the deck."""
    return of_ranks(text, ruleset.deck)


def read(text: str, ruleset: DouDizhu = DOU_DIZHU) -> Combination | None:
    """The reading of these ranks in play."""
    return ruleset.classify(hand(text, ruleset))


def reading(text: str, ruleset: DouDizhu = DOU_DIZHU) -> Combination:
    """The same, of cards that have one."""
    found = read(text, ruleset)
    assert found is not None, f"{text} is no combination"
    return found


def beats(above: str, below: str, ruleset: DouDizhu = DOU_DIZHU) -> bool:
    """Whether some reading of ``above`` beats ``below``, asked for in three ways."""
    target, cards = reading(below, ruleset), hand(above, ruleset)
    answer = ruleset.classify(cards, beating=target)
    assert answer is not None, f"{above} is no combination"
    found = answer.beats(target)
    assert any(other.beats(target) for other in ruleset.readings(cards)) is found
    assert any(other.cards == cards for other in ruleset.answers(cards, target)) is found
    return found


def deal_of(
    ruleset: DouDizhu,
    *hands: str,
    kitty: str = "",
    dealer: int = 0,
    opener: int = 0,
    face_up: str | None = None,
    order: int = 1,
) -> Deal:
    """A deal in which each seat (and the kitty) is dealt at least these cards.

    Hands are texts such as ``3♠ BJ``.  What is left of the deck fills them up in natural order,
    seat by seat, the kitty last.  The card turned face up is the first that the opener draws, or
    else the one that is named.
    """
    players, size = ruleset.players, 17 if ruleset.players == 3 else 25
    texts = (*hands, *[""] * (players - len(hands)), kitty)
    piles = [list(Hand.parse(text)) for text in texts]
    rest = list(ruleset.deck)
    for pile in piles:
        for card in pile:
            rest.remove(card)
    for seat in range(players):
        wanted = size - len(piles[seat])
        piles[seat] += rest[:wanted]
        del rest[:wanted]
    turns = range(size * players)
    deck = [piles[(dealer + order * turn) % players][turn // players] for turn in turns]
    place = next(turn for turn in turns if (dealer + order * turn) % players == opener)
    if face_up is not None:
        place = deck.index(Card.parse(face_up))
    return Deal(
        deck=(*deck, *piles[-1], *rest),
        context=DealContext(dealer=dealer, order=order),
        face_up=place,
    )


def opened(ruleset: DouDizhu = DOU_DIZHU, opener: int = 0) -> State[DouDizhuTable]:
    """A deal at the beginning of its auction."""
    return ruleset.start(deal_of(ruleset, opener=opener))


def position(
    *hands: str,
    ruleset: DouDizhu = DOU_DIZHU,
    to_act: int = 0,
    landlord: int = 0,
    stake: int = 1,
    target: str | None = None,
    target_by: int | None = None,
) -> State[DouDizhuTable]:
    """A position with hands (and a target) of these ranks."""
    *given, rest = dealt(ruleset, *hands, target or "")
    table = given.pop()
    given += [Hand([card]) for card in list(rest)[-(ruleset.players - len(given)) or len(rest) :]]
    return ruleset.position(
        given,
        to_act=to_act,
        landlord=landlord,
        stake=stake,
        target=table if target else None,
        target_by=target_by,
    )


def play(state: State[DouDizhuTable], *moves: str) -> State[DouDizhuTable]:
    """The state after these moves: a seat and what it does, in ranks (``0: 334455``, ``1: -``)."""
    for text in moves:
        state = after(state, written(state, text))
    return state


def no(state: State[DouDizhuTable], text: str) -> str:
    """The code of refusal of a move in ranks."""
    return refused(state, written(state, text)).reason


def written(state: State[DouDizhuTable], text: str) -> str:
    """A move in ranks as a move in cards: the first of the seat's cards that do."""
    seat, _, cards = text.partition(": ")
    if cards == "-":
        return f"{seat}: pass"
    wanted, _, kind = cards.partition(" as ")
    action = Play(of_ranks(wanted, state.hands[int(seat)]), kind or None)
    return f"{seat}: {action}"
