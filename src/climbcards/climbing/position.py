"""Setting up a position: any moment of play, without the deal that led to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from climbcards.actions import Phase
from climbcards.climbing.game import ClimbingGame, private_of, sizes_of
from climbcards.climbing.readings import Reading
from climbcards.climbing.situation import Contract, Setting, Situation
from climbcards.climbing.state import ClimbingState, opened
from climbcards.climbing.table import ClimbingTable
from climbcards.combination import Combination
from climbcards.deal import MOST, DealContext, is_seat
from climbcards.errors import PositionError
from climbcards.hand import Cards, Hand, as_hand
from climbcards.linked import Origin

__all__ = ["set_up"]

C = TypeVar("C", bound=ClimbingTable, covariant=True)


def set_up(
    game: ClimbingGame[C],
    hands: Sequence[Cards],
    *,
    to_act: int,
    target: Cards | Combination | None,
    target_by: int | None,
    gone: Cards,
    out_of_trick: Sequence[int] = (),
    breach: int | None = None,
    contract: Contract,
    context: DealContext,
    opener: int | None,
    problems: Sequence[str] = (),
) -> ClimbingState[C]:
    """A state in the phase of play.

    Args:
        game: the ruleset.
        hands: each seat's cards.
        to_act: the seat whose turn it is.
        target: the combination to beat; None when a lead is due.
        target_by: who played it; the seats from there to ``to_act`` have passed.  None: the seat
            before ``to_act``.
        gone: the cards played before that.
        out_of_trick: seats that are out of the trick, besides those that have just passed.
        breach: the seat whose last action broke the last-card rule.
        contract: what was settled before play.
        context: what the deal took over from its match.
        opener: who opened the deal, if that is known.
        problems: what the game itself found wrong.

    Raises:
        PositionError: it cannot be; the error names every fault.
    """
    found = list(problems)
    players, rules = game.players, game.rules
    given = tuple(map(as_hand, hands))
    if len(given) != players:
        found.append(f"there are {players} hands, not {len(given)}")
    found += [f"the hand of seat {seat} is empty" for seat, hand in enumerate(given) if not hand]
    found += [
        f"the hand of seat {seat} has more than {rules.largest_hand} cards"
        for seat, hand in enumerate(given)
        if len(hand) > rules.largest_hand
    ]
    found += context.problems(players)
    if not is_seat(to_act, players):
        found.append(f"to_act is a seat from 0 to {players - 1}")
    reading, cards, passes = None, Hand(), 0
    between: list[int] = []
    if target is None:
        if target_by is not None:
            found.append("target_by without a target")
    else:
        kind = target.kind if isinstance(target, Combination) else None
        cards = target.cards if isinstance(target, Combination) else as_hand(target)
        reading = _read(game, cards, kind)
        if reading is None:
            found.append(f"the target {cards} is no combination")
        if target_by is None:
            target_by = seat_before(game, to_act, context.order)
        elif not is_seat(target_by, players):
            found.append(f"target_by is a seat from 0 to {players - 1}")
        elif target_by == to_act:
            found.append("the seat to act cannot have played the target")
        elif is_seat(to_act, players) and not context.problems(players):
            between = seats_between(target_by, to_act, context.order, players)
            if len(between) >= rules.passes_to_end_trick:
                found.append(f"{len(between)} passes have ended the trick")
            passes = sum(seat not in out_of_trick for seat in between)
    out = list(out_of_trick)
    if not all(is_seat(seat, players) and seat != to_act for seat in out):
        found.append(f"a seat out of the trick is from 0 to {players - 1} and is not to act")
    if target_by in out and not (rules.bombs_out_of_turn and reading and reading.power):
        found.append("the player of the target is not out of the trick")
    if breach is not None and (rules.last_card != "pay" or not is_seat(breach, players)):
        found.append("the last-card rule was broken by a seat, and where it costs something")
    if rules.passing_is_final:
        out += between
    away = as_hand(gone)
    found += _conflicts(game, (*given, away, cards))
    if found:
        raise PositionError(*found)
    now = Situation(
        Phase.PLAY,
        to_act,
        sizes_of(given),
        reading,
        cards.bits,
        target_by,
        passes,
        contract,
        sum({1 << seat for seat in out}),
    )
    setting = Setting(ruleset=game, context=context, opener=opener, gone=away, began=now)
    private = private_of(rules, given)._replace(breach=breach)
    return opened(Origin(game=game, setting=setting, deal=None, now=now, private=private))


def stake_problems(stake: int) -> list[str]:
    """What is wrong with a stake."""
    if type(stake) is int and 1 <= stake <= MOST:
        return []
    return [f"the stake is a whole number from 1 to {MOST:,}"]


def seats_between(first: int, last: int, order: int, players: int) -> list[int]:
    """The seats that act after the first and before the last."""
    steps = (last - first) * order % players
    return [(first + order * step) % players for step in range(1, steps)]


def seat_before(game: ClimbingGame[C], seat: int, order: int) -> int:
    """The seat that acts before this one; seat 0 where the seat or the order is none."""
    if not is_seat(seat, game.players) or type(order) is not int or order not in (1, -1):
        return 0
    return (seat - order) % game.players


def _read(game: ClimbingGame[C], cards: Hand, kind: object) -> Reading | None:
    catalogue = game.rules.catalogue
    if not cards <= catalogue.deck:
        return None
    for reading in catalogue.read(cards.bits):
        if kind is None or reading.kind is kind:
            return reading
    return None


def _conflicts(game: ClimbingGame[C], hands: Sequence[Hand]) -> list[str]:
    """Cards that the deck does not hold so often."""
    try:
        whole = sum(hands, Hand())
    except PositionError as error:
        return list(error.problems)
    extra = whole.beyond(game.rules.catalogue.deck)
    return [f"the deck does not hold so many of {extra}"] if extra else []
