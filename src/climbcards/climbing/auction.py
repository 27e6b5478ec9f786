"""The auction: bids and passes, until one bid stands."""

from __future__ import annotations

from functools import lru_cache

from climbcards.actions import Action, Bid, Pass, Phase
from climbcards.climbing.rules import Leader
from climbcards.climbing.situation import (
    HAND_BITS,
    LANES_BITS,
    PASSED,
    SIZE_BITS,
    Contract,
    Private,
    Ruling,
    Setting,
    Situation,
    new_situation,
)
from climbcards.hand import hand_of
from climbcards.violations import Reason, Violation

__all__ = ["check_bid", "check_pass", "close", "is_closed", "is_void", "legal", "speak", "throw_in"]


def open_bids(setting: Setting, now: Situation) -> tuple[int, ...]:
    """The bids still higher than the highest."""
    return tuple(value for value in setting.rules.bids if value > now.contract.bid)


def may_pass(setting: Setting, now: Situation) -> bool:
    """Whether the seat to act may pass: an opener who must bid may not, with its first word."""
    return not setting.rules.opener_must_bid or bool(now.contract.words)


def legal(setting: Setting, now: Situation) -> tuple[Action, ...]:
    """A pass where it is allowed, then the open bids from the lowest."""
    return _words(setting.rules.bids, now.contract.bid, may_pass(setting, now))


@lru_cache(maxsize=64)
def _words(bids: tuple[int, ...], highest: int, may_pass: bool) -> tuple[Action, ...]:
    """The legal words; there are so few different auctions that they are kept, at most 64."""
    higher = [Bid(value) for value in bids if value > highest]
    return (Pass(), *higher) if may_pass else tuple(higher)


def check_bid(
    setting: Setting, now: Situation, seat: int, bits: int, action: Bid
) -> Violation | Ruling[Bid]:
    """A bid is one of the game's, and higher than the highest."""
    bids = setting.rules.bids
    if action.value not in bids:
        return Violation(Reason.BID_OUT_OF_RANGE, seat, action, bids=bids)
    highest = now.contract.bid
    if action.value <= highest:
        bids = open_bids(setting, now)
        return Violation(Reason.BID_TOO_LOW, seat, action, bids=bids, highest=highest)
    return Ruling(action)


def check_pass(
    setting: Setting, now: Situation, seat: int, bits: int, action: Pass
) -> Violation | Ruling[Pass]:
    """Anybody may pass but an opener who must bid."""
    if not may_pass(setting, now):
        return Violation(Reason.MUST_BID, seat, action, bids=open_bids(setting, now))
    return PASSED


def speak(
    setting: Setting, now: Situation, private: Private, seat: int, ruling: Ruling[Bid | Pass]
) -> tuple[Situation, Private]:
    """A word is said, and the next seat is to speak."""
    phase, _, sizes, target, bits, by, passes, contract, out = now
    word = ruling.action
    passes = passes + 1 if isinstance(word, Pass) else 0
    contract = contract.spoken(seat, word)
    after = (phase, setting.after[seat], sizes, target, bits, by, passes, contract, out)
    return new_situation(Situation, after), private


def is_closed(setting: Setting, now: Situation) -> bool:
    """A bid stands: it is the highest there is, or all the others have passed in succession."""
    bid, bids = now.contract.bid, setting.rules.bids
    return bid > 0 and (bid == bids[-1] or now.passes == len(setting.after) - 1)


def close(setting: Setting, now: Situation, private: Private) -> tuple[Situation, Private]:
    """The highest bidder becomes the declarer, takes the kitty, and calls or play begins.

    Everybody sees how many cards the kitty has; who does not see which has none of them here.
    """
    rules = setting.rules
    declarer = now.contract.bidder
    assert declarer is not None  # is_closed: there is a bid
    kitty = private.kitty
    shown = hand_of(kitty) if kitty and rules.kitty_shown else None
    contract = now.contract._replace(declarer=declarer, kitty=shown)
    sizes = now.sizes + (setting.kitty_size << SIZE_BITS * declarer)
    if kitty:
        lanes = rules.catalogue.layout.lanes(kitty)
        private = Private(
            private.hands + (kitty << HAND_BITS * declarer),
            private.lanes + (lanes << LANES_BITS * declarer),
            0,
        )
    phase, to_act = Phase.PLAY, first_lead(setting, contract)
    if rules.callable_ranks:
        phase, to_act = Phase.CALL, declarer
    return now._replace(
        phase=phase, to_act=to_act, sizes=sizes, passes=0, contract=contract
    ), private


def first_lead(setting: Setting, contract: Contract) -> int | None:
    """Who leads to the first trick: the opener or the declarer, as the game has it."""
    return setting.opener if setting.rules.leader is Leader.OPENER else contract.declarer


def is_void(setting: Setting, now: Situation) -> bool:
    """Everybody has passed and there is no bid."""
    return now.contract.bid == 0 and now.passes == setting.rules.players


def throw_in(setting: Setting, now: Situation, private: Private) -> tuple[Situation, Private]:
    """The cards are thrown in: the deal is over, and nobody has won it."""
    return now._replace(phase=Phase.OVER, to_act=None), private
