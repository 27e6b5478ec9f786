"""What the engine has to know of a game, as data."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Literal

from attrs import Factory, field, frozen

from climbcards.cards import Rank
from climbcards.climbing.catalogue import Catalogue
from climbcards.climbing.readings import Reading

__all__ = ["Leader", "Rules"]


class Leader(StrEnum):
    """Who leads to the first trick."""

    OPENER = "opener"
    DECLARER = "declarer"


def no_doubling(reading: Reading) -> bool:
    """No play doubles the stake."""
    return False


def _has_plain_tricks(rules: Rules) -> bool:
    return rules.last_card == "off" and not rules.passing_is_final


@frozen(kw_only=True, eq=False)
class Rules:
    """The parts of a game that its engine reads.

    Attributes:
        players: how many seats there are.
        catalogue: what may be played, and what beats what.
        passes_to_end_trick: how many passes in succession end a trick.
        largest_hand: the most cards a seat can hold.
        leader: who leads to the first trick: the opener of the deal, or the declarer.
        bids: the bids of the auction, from the lowest; none: there is no auction.
        opener_must_bid: whether the opener's first word must be a bid.
        kitty_shown: whether everybody sees the kitty that the declarer takes.
        callable_ranks: the ranks of which the declarer calls a card for a partner; none: no
            calling.
        doubles: which bombs (plays of some power) double the stake.
        bombs_out_of_turn: whether a bomb may be played out of turn.
        passing_is_final: whether a seat that has passed has no more turns in the trick.
        last_card: whether the last-card rule holds: not at all, by payment, or by refusal.
        plain_tricks: whether a pass is not final and no last-card rule holds.
    """

    players: int
    catalogue: Catalogue
    passes_to_end_trick: int
    largest_hand: int
    leader: Leader
    bids: tuple[int, ...] = ()
    opener_must_bid: bool = False
    kitty_shown: bool = False
    callable_ranks: tuple[Rank, ...] = ()
    doubles: Callable[[Reading], bool] = no_doubling
    bombs_out_of_turn: bool = False
    passing_is_final: bool = False
    last_card: Literal["off", "pay", "enforce"] = "off"
    plain_tricks: bool = field(default=Factory(_has_plain_tricks, takes_self=True), init=False)
