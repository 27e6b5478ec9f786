"""Sampling what a view of Three Thirteen does not show: a state that may be the true one."""

from __future__ import annotations

import random
from typing import TypeVar, cast

from climbcards.cards import Card
from climbcards.deal import Deal
from climbcards.errors import PositionError
from climbcards.hand import Hand
from climbcards.linked import Origin
from climbcards.ruleset import Ruleset, State, Table, View
from climbcards.rummy.claims import Known, Orders, drawn_orders
from climbcards.rummy.situation import Chance, Private, Setting
from climbcards.rummy.state import followed
from climbcards.rummy.table import RummyTable
from climbcards.rummy.watching import Watch

__all__ = ["sampled"]

V = TypeVar("V", bound=Table)


def sampled(game: Ruleset[RummyTable], view: View[V], rng: random.Random) -> State[V]:
    """A state to which the view may belong; see ``View.sample``.

    Raises:
        PositionError: there is none.
    """
    table = view.table
    if not isinstance(table, RummyTable):
        raise PositionError(f"that is no view of {game!r}")
    setting, history = table._setting, table.history
    watch = Watch(setting, table._now, history, view.seat, view.hand)
    first = watch.first_hand(view.dealt, view.draws)
    known = Known(setting, history, table.laid_down, view.seat, first, view.draws)
    orders = drawn_orders(known, rng)
    hands = tuple([Hand(cards).bits for cards in orders.hands])
    stock, *shuffled = orders.stocks
    if setting.position:
        deal = None
        given = (*(card for cards in orders.hands for card in cards), *stock, *setting.first.pile)
        # The reshuffles before the position are counted as well.
        before: tuple[tuple[Card, ...], ...] = ((),) * setting.first.reshuffles
        chance = Chance((*before, *shuffled), given)
    else:
        deck = _deck(setting, orders)
        deal = Deal(deck=deck, context=setting.context, reshuffles=tuple(shuffled))
        chance = Chance(deal.reshuffles, deck)
    origin = Origin(
        game=game,
        setting=setting,
        deal=deal,
        now=setting.first,
        private=Private(hands, stock, chance),
    )
    # The moves are legal: the orders were drawn so that every seat had what it discarded.
    return cast("State[V]", followed(origin, history))


def _deck(setting: Setting, orders: Orders) -> tuple[Card, ...]:
    """The deck from the top: the hands dealt one card at a time, the card turned up, the stock."""
    first, order = setting.first.to_act, setting.context.order
    assert first is not None  # no deal is over at its beginning
    seats = [(first + order * turn) % setting.players for turn in range(setting.players)]
    dealt = [orders.hands[seat][turn] for turn in range(setting.hand_size) for seat in seats]
    return (*dealt, *setting.first.pile, *orders.stocks[0])
