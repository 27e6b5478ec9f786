"""Play to the end of a deal of a climbing game, without a state or an action for each move.

Every seat takes each of its legal actions with the same chance, or what its habits tell it.
The trick is played on lanes alone: whose turn it is, what is to be beaten, what each seat holds.
That is :mod:`climbcards.climbing.trick` told again, and the tests hold the two against each other.
What depends on more than that (the auction, a call, a called card that is still hidden, the
last-card rule, an opening lead where lanes do not tell which card is in it) goes the ordinary way,
move by move.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from climbcards.actions import Action, Phase, Play
from climbcards.climbing.listing import LEAD, Listing
from climbcards.climbing.phases import carry_out, judge, legal
from climbcards.climbing.plays import Plays
from climbcards.climbing.readings import Reading
from climbcards.climbing.situation import (
    HAND,
    HAND_BITS,
    HELD_LANES,
    LANES_BITS,
    Contract,
    Private,
    Setting,
    Situation,
)
from climbcards.climbing.tricks import NOBODY, Tricks, play_tricks
from climbcards.hand import Hand, hand_of
from climbcards.violations import Violation

__all__ = ["End", "Habit", "habitual", "played_out"]

Habit: TypeAlias = Callable[
    [Sequence[Reading], Reading | None, bool, int, bool, Callable[[], float]], int
]
"""How a player chooses in a trick without thinking: the place of its play in a list, -1 to pass.

It is given the plays in catalogue order (one at least), the target (None on a lead), whether it may
pass, how many cards it holds, whether the target is of its own side as far as it knows, and what to
choose with: a function that gives a number from 0 up to 1.
"""


class End(NamedTuple):
    """How a deal ended.

    Attributes:
        contract: what the auction settled, doublings included.
        out: the seat that ran out of cards; None if the cards were thrown in.
        breach: the seat that pays for all under the last-card rule, if any.
        sizes: how many cards are left to each seat.
        left: gives what is left to each seat; which suits, where they do not matter, is left open.
    """

    contract: Contract
    out: int | None
    breach: int | None
    sizes: Sequence[int]
    left: Callable[[], tuple[Hand, ...]]


def played_out(
    setting: Setting,
    now: Situation,
    private: Private,
    plays: list[int],
    rng: random.Random,
    habit: Habit | None = None,
) -> End:
    """Play a deal to its end.

    Args:
        setting: the lasting public facts.
        now: the public facts of the moment.
        private: the hidden cards.
        plays: how many plays each seat has made; the list is changed.
        rng: what is chosen with, once a move if there is no habit.
        habit: how every seat chooses in a trick; None: at random.
    """
    while now.phase is not Phase.OVER:
        if _goes_on_lanes(setting, now):
            if habit is not None:
                return _habitual_tricks(setting, now, private, plays, rng, habit)
            return _tricks(setting, now, private, plays, rng)
        if habit is None and _opens_on_lanes(setting, now):
            return _tricks(setting, now, private, plays, rng)
        now, private = _moved(setting, now, private, plays, rng, habit)
    seats = range(len(setting.after))
    return End(
        now.contract,
        now.target_by,
        private.breach,
        [now.size(seat) for seat in seats],
        lambda: tuple(hand_of(private.hand(seat)) for seat in seats),
    )


def _goes_on_lanes(setting: Setting, now: Situation) -> bool:
    """Whether nothing but lanes matters from here on."""
    contract = now.contract
    return (
        now.phase is Phase.PLAY
        and contract.opening is None
        and (contract.called is None or contract.partner is not None)
        and setting.rules.last_card == "off"
    )


def _opens_on_lanes(setting: Setting, now: Situation) -> bool:
    """Whether nothing does but the card that the opening lead must hold, and lanes tell which."""
    contract, rules = now.contract, setting.rules
    return (
        now.phase is Phase.PLAY
        and contract.opening is not None
        and contract.called is None
        and rules.catalogue.exact
        and rules.last_card == "off"
    )


def _moved(
    setting: Setting,
    now: Situation,
    private: Private,
    plays: list[int],
    rng: random.Random,
    habit: Habit | None,
) -> tuple[Situation, Private]:
    """One move, the ordinary way."""
    seat = now.to_act
    assert seat is not None  # the deal goes on
    bits = private.hands >> HAND_BITS * seat & HAND
    if habit is not None and now.phase is Phase.PLAY:
        action = habitual(setting, now, private, rng, habit)
    else:
        lanes = private.lanes >> LANES_BITS * seat & HELD_LANES
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
    rules, after, contract, target = setting.rules, setting.after, now.contract, now.target
    catalogue = rules.catalogue
    listing = catalogue.listing
    seat = now.to_act
    assert seat is not None  # the deal goes on
    lanes = private.lanes
    hands = [lanes >> LANES_BITS * each & HELD_LANES for each in range(len(after))]
    bombs: list[tuple[int, int]] = []
    if contract.opening is not None:
        card = catalogue.layout.lanes(contract.opening.bit)
        tricks = _opened(listing, after, seat, card, hands, plays, bombs, rng)
        contract = contract._replace(opening=None)
    else:
        tricks = Tricks(
            to_act=seat,
            target=LEAD if target is None else target.code,
            by=NOBODY if now.target_by is None else now.target_by,
            passes=now.passes,
            out=now.out,
        )
    out = tricks.by
    if out == NOBODY or hands[out]:
        out = play_tricks(
            listing,
            list(after),
            0 if rules.passing_is_final else rules.passes_to_end_trick,
            tricks,
            hands,
            plays,
            bombs,
            rng.random,
        )
    if bombs:
        reading, doubles = catalogue.reading, rules.doubles
        doublings = sum([doubles(reading(*bomb)) for bomb in bombs])
        contract = contract._replace(doublings=contract.doublings + doublings)
    return _end(setting, private, hands, out, contract)


def _opened(
    listing: Listing,
    after: Sequence[int],
    seat: int,
    card: int,
    hands: list[int],
    plays: list[int],
    bombs: list[tuple[int, int]],
    rng: random.Random,
) -> Tricks:
    """Where tricks stand after the opening lead, which must hold a card (a bit of the lanes)."""
    leads = listing.holding(hands[seat], card)
    code, cards = leads[int(rng.random() * len(leads))]
    hands[seat] -= cards
    plays[seat] += 1
    if listing.power(code):
        bombs.append((code, cards))
    return Tricks(to_act=after[seat], target=code, by=seat, passes=0, out=0)


def habitual(
    setting: Setting,
    now: Situation,
    private: Private,
    rng: random.Random,
    habit: Habit,
) -> Action:
    """What the seat to act does in a trick by habit."""
    seat, by = now.to_act, now.target_by
    assert seat is not None  # the deal goes on
    lanes = private.lanes >> LANES_BITS * seat & HELD_LANES
    actions = legal(setting, now, seat, private.hand(seat), lanes)
    if not isinstance(actions, Plays):
        return actions[0]  # it can only pass
    passes, plays = actions.passes, actions.readings
    if not plays:
        return actions[0]
    ally = by is not None and _allies(setting, now, private)[seat] >> by & 1 > 0
    choice = habit(plays, now.target, passes > 0, now.size(seat), ally, rng.random)
    return actions[choice + passes]


def _allies(setting: Setting, now: Situation, private: Private) -> list[int]:
    """By seat, a 1 at the number of every seat that it knows to be on its side."""
    contract, seats = now.contract, range(len(setting.after))
    if contract.declarer is None:
        return [0 for _ in seats]
    everybody, declarer = (1 << len(setting.after)) - 1, 1 << contract.declarer
    called = contract.called
    if called is None or contract.partner is not None:
        side = declarer if contract.partner is None else declarer | 1 << contract.partner
        return [side if side >> seat & 1 else everybody ^ side for seat in seats]
    # The partner is known to itself alone.
    return [declarer if private.hand(seat) & called.bit else 0 for seat in seats]


def _habitual_tricks(
    setting: Setting,
    now: Situation,
    private: Private,
    plays: list[int],
    rng: random.Random,
    habit: Habit,
) -> End:
    """The same by habit: a loop of its own, for a call a move is too much for random play."""
    rules = setting.rules
    catalogue = rules.catalogue
    leads, answers, doubles = catalogue.leads, catalogue.answers, rules.doubles
    final, enough, after = rules.passing_is_final, rules.passes_to_end_trick, setting.after
    everybody = (1 << len(after)) - 1
    chance = rng.random
    held = [private.lanes >> LANES_BITS * seat & HELD_LANES for seat in range(len(after))]
    sizes = [now.size(seat) for seat in range(len(after))]
    allies = _allies(setting, now, private)
    seat, target, by = now.to_act, now.target, now.target_by
    passes, out, doublings = now.passes, now.out, now.contract.doublings
    assert seat is not None  # the deal goes on
    while True:
        lanes = held[seat]
        if target is None:
            found: Sequence[Reading] = leads(lanes)
            choice = habit(found, None, False, sizes[seat], False, chance)
        else:
            found = answers(lanes, target)
            choice = -1
            if found:
                ally = allies[seat] >> (by or 0) & 1 > 0
                choice = habit(found, target, True, sizes[seat], ally, chance)
            if choice < 0:
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
        reading = found[choice]
        held[seat] = lanes = lanes - reading.lanes
        sizes[seat] -= reading.size
        plays[seat] += 1
        if reading.power and doubles(reading):
            doublings += 1
        target, by, passes = reading, seat, 0
        if not lanes:
            break
        seat = after[seat]
        while out >> seat & 1:
            seat = after[seat]
    contract = now.contract._replace(doublings=doublings)
    return _end(setting, private, held, by, contract)


def _end(
    setting: Setting, private: Private, held: Sequence[int], out: int, contract: Contract
) -> End:
    """How the deal has ended, from the lanes that are left."""
    layout = setting.rules.catalogue.layout

    def left() -> tuple[Hand, ...]:
        return tuple(
            hand_of(layout.chosen(private.hand(seat), lanes)) for seat, lanes in enumerate(held)
        )

    return End(contract, out, None, [layout.size(lanes) for lanes in held], left)
