"""Big Two as its rules page tells it, card by card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from climbcards import BigTwo, Card, Hand, Rank, Suit
from climbcards.games.big_two import BigTwoTable
from climbcards.testing import PRESETS
from tests.property.page import Read

BIG_TWOS: Final = [ruleset for ruleset in PRESETS if isinstance(ruleset, BigTwo)]

ORDER: Final = (*list(Rank)[2:13], Rank.ACE, Rank.TWO)
KINDS: Final = ("straight", "flush", "full_house", "four_of_a_kind", "straight_flush")
LOW_TWOS: Final = [set(list(Rank)[:5]), set(list(Rank)[1:6])]
TEN_TO_ACE: Final = {Rank.ACE, *list(Rank)[9:13]}


def place_of(ruleset: BigTwo, card: Card) -> tuple[int, int]:
    """The strength of a card: rank, then suit."""
    assert card.suit is not None
    return ORDER.index(card.rank), ruleset.suit_order.index(card.suit)


def largest_hand(ruleset: BigTwo) -> int:
    """The most cards a player can hold: the odd card may come to those dealt."""
    each = ruleset.hand_size or (17 if ruleset.players == 3 else 13)
    return each + (ruleset.odd_card == "opener" and ruleset.players * each == 51)


def readings(ruleset: BigTwo, cards: Iterable[Card]) -> tuple[Read, ...]:
    """The reading of cards of one pack, if they have one: there are never two."""
    cards = list(cards)
    if len(cards) > largest_hand(ruleset):
        return ()
    inorder = sorted(cards, key=lambda card: place_of(ruleset, card))
    counts = Counter(card.rank for card in inorder)
    high = place_of(ruleset, inorder[-1]) if inorder else (0, 0)
    match sorted(counts.values()):
        case [1]:
            return (Read("single", ("single",), high, 0),)
        case [2]:
            return (Read("pair", ("pair",), high, 0),)
        case [3] if ruleset.triples:
            return (Read("triple", ("triple",), high[:1], 0),)
        case [2, 3]:
            return _five(ruleset, 2, ORDER.index(counts.most_common(1)[0][0]))
        case [1, 4]:
            return _five(ruleset, 3, ORDER.index(counts.most_common(1)[0][0]))
        case [1, 1, 1, 1, 1]:
            return _straight_or_flush(ruleset, inorder)
        case _:
            return ()


def _five(ruleset: BigTwo, tier: int, *strength: int) -> tuple[Read, ...]:
    kind = KINDS[tier]
    shape = "five" if ruleset.five_card_ladder else kind
    power = 0 if ruleset.bombs == "none" else max(0, tier - 2)
    return (Read(kind, (shape,), (tier, *strength), power),)


def _straight_or_flush(ruleset: BigTwo, cards: Sequence[Card]) -> tuple[Read, ...]:
    """``cards``: five of different ranks, low to high."""
    suits = {card.suit for card in cards}
    windows = [set(window) for window in ruleset.straights]
    ranks = {card.rank for card in cards}
    if ranks in windows:
        window = windows.index(ranks)
        last = ruleset.straights[window][-1]
        if ranks in LOW_TWOS and TEN_TO_ACE in windows[:window]:
            last = Rank.TWO
        (deciding,) = (place_of(ruleset, card)[1] for card in cards if card.rank is last)
        return _five(ruleset, 4 if len(suits) == 1 else 0, window, deciding)
    if len(suits) > 1 or not ruleset.flushes:
        return ()
    ranked = [ORDER.index(card.rank) for card in reversed(cards)]
    suit = place_of(ruleset, cards[0])[1]
    if ruleset.flush_order == "suit":
        return _five(ruleset, 1, suit, *ranked)
    return _five(ruleset, 1, *ranked, suit)


def lowest_dealt(ruleset: BigTwo, hands: Sequence[Hand]) -> Card:
    """The lowest card that anybody holds."""
    cards = (card for hand in hands for card in hand)
    return min(cards, key=lambda card: place_of(ruleset, card))


def next_in_trick(table: BigTwoTable, seat: int) -> int:
    """The next seat that has a turn in the trick."""
    players = len(table.sizes)
    following = [(seat + table.order * turn) % players for turn in range(1, players + 1)]
    return next(other for other in following if other not in table.out_of_trick)


def breaks_the_last_card_rule(
    ruleset: BigTwo, table: BigTwoTable, hand: Hand, seat: int, played: Hand
) -> bool:
    """Whether the seat to act, if it plays this legally (or passes: no cards), breaks the rule."""
    if table.sizes[next_in_trick(table, seat)] != 1:
        return False
    highest = max(hand, key=lambda card: place_of(ruleset, card))
    owed = played == Hand([highest])
    if table.target is None:
        return len(played) == 1 and not (owed and not has_more_than_singles(ruleset, hand))
    if len(table.target.cards) > 1:
        return False
    (lying,) = table.target.cards
    beats = place_of(ruleset, highest) > place_of(ruleset, lying)
    return beats and not owed and len(played) <= 1


def has_more_than_singles(ruleset: BigTwo, hand: Hand) -> bool:
    """Whether there is a combination of more than one card in the hand."""
    counts = Counter(card.rank for card in hand)
    if max(counts.values()) > 1:
        return True
    ranks = set(counts)
    if any(set(window) <= ranks for window in ruleset.straights):
        return True
    return ruleset.flushes and any(sum(card.suit is suit for card in hand) >= 5 for suit in Suit)
