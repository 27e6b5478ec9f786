"""The places of a deck: whose cards lie there, and which of them everybody knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import field, frozen

from climbcards.cards import Card
from climbcards.hand import Hand

__all__ = ["Places", "Proved", "places_in_turn", "places_of"]


@frozen(kw_only=True)
class Places:
    """Whose cards lie at which places of a deck, counted from the top; other places are not used.

    Attributes:
        hands: those of each seat, apart from an odd card that is given to one of them.
        kitty: those of the kitty.
        odd: that of the odd card that is shown and given to a player, if there is one.
    """

    hands: tuple[Sequence[int], ...]
    kitty: Sequence[int] = ()
    odd: int | None = None


@frozen(kw_only=True)
class Proved:
    """The cards of which everybody knows where they were dealt.

    With several packs it is one copy of a card, seen at one place, and not any copy of it.

    Attributes:
        hands: what seats were dealt, by their numbers.
        kitty: what lies in the kitty.
        unused: what was dealt to nobody and is no part of the kitty.
    """

    hands: Mapping[int, Hand] = field(factory=dict[int, Hand])
    kitty: Hand = Hand()
    unused: Hand = Hand()


def places_of(
    deck: Sequence[Card], hands: Sequence[Hand], kitty: Hand, odd_card: Card | None
) -> Places:
    """Where these hands come from, in a deck that holds each card once."""
    places = {card: place for place, card in enumerate(deck)}
    return Places(
        hands=tuple(
            tuple(sorted(places[card] for card in hand if card is not odd_card)) for hand in hands
        ),
        kitty=tuple(sorted(places[card] for card in kitty)),
        odd=None if odd_card is None else places[odd_card],
    )


def places_in_turn(
    count: int, players: int, first: int, order: int, *, kitty: Sequence[int] = ()
) -> Places:
    """So many cards dealt one at a time from the top, the first to seat ``first``."""
    hands: list[Sequence[int]] = [()] * players
    for turn in range(players):
        hands[(first + order * turn) % players] = range(turn, count, players)
    return Places(hands=tuple(hands), kitty=kitty)
