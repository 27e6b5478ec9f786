"""Random play to the end of a deal of a climbing game, without a state or an action for each move.

The trick is played on lanes alone: whose turn it is, what is to be beaten, what each seat holds.
That is a second telling of :mod:`climbcards.climbing.trick`, which the tests hold against it.  What
depends on more than that (the auction, a call, the opening lead, a called card that is still
hidden, the last-card rule) goes the ordinary way, move by move.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from climbcards.actions import Phase, Play
from climbcards.climbing.phases import carry_out, judge, legal
from climbcards.climbing.readings import Reading
from climbcards.climbing.situation import (
    HAND,
    HAND_BITS,
    LANES,
    LANES_BITS,
    Private,
    Setting,
    Situation,
)
from climbcards.hand import Hand, hand_of
from climbcards.violations import Violation

__all__ = ["End", "played_out"]


class End(NamedTuple):
    """The last moment of a deal.

    Attributes:
        now: the public facts.
        private: the hidden ones; after a trick on lanes its hands are those of its beginning.
        hands: what is left to each seat; which suits, where they do not matter, is left open.
        plays: how many plays each seat has made.
    """

    now: Situation
    private: Private
    hands: tuple[Hand, ...]
    plays: list[int]


def played_out(
    setting: Setting, now: Situation, private: Private, plays: list[int], rng: random.Random
) -> End:
    """Play a deal to its end.

    Args:
        setting: the lasting public facts.
        now: the public facts of the moment.
        private: the hidden cards.
        plays: how many plays each seat has made; the list is changed.
        rng: what is chosen with, once a move.
    """
    while now.phase is not Phase.OVER:
        if _is_plain(setting, now):
            return _tricks(setting, now, private, plays, rng)
        now, private = _moved(setting, now, private, plays, rng)
    seats = range(len(setting.after))
    return End(now, private, tuple([hand_of(private.hand(seat)) for seat in seats]), plays)


def _is_plain(setting: Setting, now: Situation) -> bool:
    """Whether nothing but lanes matters from here on."""
    contract = now.contract
    return (
        now.phase is Phase.PLAY
        and contract.opening is None
        and (contract.called is None or contract.partner is not None)
        and setting.ruleset.rules.last_card == "off"
    )


def _moved(
    setting: Setting, now: Situation, private: Private, plays: list[int], rng: random.Random
) -> tuple[Situation, Private]:
    """One random move, the ordinary way."""
    seat = now.to_act
    assert seat is not None  # the deal goes on
    bits = private.hands >> HAND_BITS * seat & HAND
    lanes = private.lanes >> LANES_BITS * seat & LANES
    actions = legal(setting, now, seat, bits, lanes)
    action = actions[int(rng.random() * len(actions))]
    ruled = judge(setting, now, seat, bits, action)
    assert not isinstance(ruled, Violation)  # what is listed is legal
    plays[seat] += isinstance(action, Play)
    return carry_out(setting, now, private, seat, ruled)


def _tricks(
    setting: Setting, now: Situation, private: Private, plays: list[int], rng: random.Random
) -> End:
    """Play tricks to the end of the deal, on lanes alone."""
    rules = setting.ruleset.rules
    catalogue = rules.catalogue
    leads, answers, doubles = catalogue.leads, catalogue.answers, rules.doubles
    final, enough, after = rules.passing_is_final, rules.passes_to_end_trick, setting.after
    everybody = (1 << len(after)) - 1
    chance = rng.random
    held = [private.lanes >> LANES_BITS * seat & LANES for seat in range(len(after))]
    seat, target, by = now.to_act, now.target, now.target_by
    passes, out, doublings = now.passes, now.out, now.contract.doublings
    assert seat is not None  # the deal goes on
    while True:
        lanes = held[seat]
        if target is None:
            found = leads(lanes)
            reading: Reading = found[int(chance() * len(found))]
        else:
            found = answers(lanes, target)
            choice = int(chance() * (len(found) + 1))
            if not choice:
                passes += 1
                if final:
                    out |= 1 << seat
                if (out | 1 << (by or 0)) == everybody if final else passes == enough:
                    assert by is not None  # there is a target
                    seat, target, by, passes, out = by, None, None, 0, 0
                else:
                    seat = after[seat]
                    while out >> seat & 1:
                        seat = after[seat]
                continue
            reading = found[choice - 1]
        held[seat] = lanes = lanes - reading.lanes
        plays[seat] += 1
        if reading.power and doubles(reading):
            doublings += 1
        target, by, passes = reading, seat, 0
        if not lanes:
            break
        seat = after[seat]
        while out >> seat & 1:
            seat = after[seat]
    chosen = catalogue.layout.chosen
    hands = [hand_of(chosen(private.hand(seat), lanes)) for seat, lanes in enumerate(held)]
    contract = now.contract._replace(doublings=doublings)
    over = now._replace(phase=Phase.OVER, to_act=None, target=target, target_by=by)._replace(
        contract=contract, passes=0, out=out
    )
    return End(over, private, tuple(hands), plays)
