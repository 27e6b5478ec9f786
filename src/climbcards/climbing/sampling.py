"""Sampling what a view does not show: a state that may be the true one, uniform over deck orders.

What everybody knows gives, once for each view, the *regions* of the deck (the places of one hand,
of the kitty, of what was not dealt), the cards known to lie in each, and how many hidden ones it
has room for.  Then a draw shares out the hidden cards, puts every region in order, and links the
moves to the deal: that they are legal follows from where the cards may lie, so no move is judged
again.  See the page on sampling in the documentation for what is inferred and why.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, TypeVar, cast

from typing_extensions import override

from climbcards.actions import Action, Move, Play
from climbcards.cards import Card
from climbcards.climbing.inference import NothingLonger, PublicMove, last_cards, retold
from climbcards.climbing.phases import carry_out
from climbcards.climbing.places import Places
from climbcards.climbing.situation import (
    HAND_BITS,
    LANES_BITS,
    Private,
    Ruling,
    Situation,
    first_situation,
    new_private,
)
from climbcards.climbing.state import ClimbingOrigin, ClimbingState, opened, sealed
from climbcards.climbing.table import ClimbingTable
from climbcards.deal import Deal, is_seat, shuffled
from climbcards.errors import PositionError
from climbcards.hand import Hand, hand_of
from climbcards.hidden import Lot, Shares
from climbcards.linked import Origin
from climbcards.ruleset import State, Table, View
from climbcards.violations import IllegalAction

if TYPE_CHECKING:
    from climbcards.climbing.game import ClimbingGame

Game: TypeAlias = "ClimbingGame[ClimbingTable]"

__all__ = ["sampled"]

V = TypeVar("V", bound=Table)

_KEPT: Final = 16
"""How many views are kept with what follows from them: a bot samples one view many times."""


class Region(NamedTuple):
    """Places of the deck to which cards are shared out as one.

    Attributes:
        parts: the numbers of its parts: one, or a hand and the kitty that it has taken unseen.
        known: the cards that lie somewhere in it, apart from those known to lie in a part.
    """

    parts: tuple[int, ...]
    known: Hand


class DeckMap(NamedTuple):
    """What a view tells of the deck: its parts, and what lies in them.

    The parts of the seats have their numbers; after them come the kitty, the cards that are not
    used, and the odd card.

    Attributes:
        cards: all cards of the deck.
        parts: the places of each part.
        pinned: the cards known to lie in each part.
        regions: the parts, joined where cards are only known to lie in the one or the other; those
            of the seats first.
        holder: the seat that was given the odd card, if one was.
    """

    cards: Hand
    parts: tuple[Sequence[int], ...]
    pinned: tuple[Hand, ...]
    regions: tuple[Region, ...]
    holder: int | None = None


def map_of_deal(game: Game, view: View[ClimbingTable], places: Places) -> DeckMap:
    """What a view of a deal tells of the deck, the last-card rule and a called card aside."""
    table, seat = view.table, view.seat
    setting, contract, seats = table._setting, table._now.contract, range(game.players)
    kitty_part, declarer = len(seats), contract.declarer if places.kitty else None
    sizes, known = list(map(len, table.played)), list(table.played)
    for player, size in enumerate(table.sizes):
        sizes[player] += size
    if declarer is not None:
        sizes[declarer] -= len(places.kitty)
    odd = Hand() if setting.odd_card is None else Hand((setting.odd_card,))
    holder = sizes.index(max(sizes)) if odd else None
    proved = game._proved(setting, sizes)
    pinned = [proved.hands.get(player, Hand()) for player in seats]
    pinned += [proved.kitty, proved.unused, odd]
    kitty = contract.kitty
    if seat is not None:
        known[seat], pinned[seat] = view.dealt, Hand()
        if seat == declarer:
            kitty = view.hand + table.played[seat] - view.dealt
        elif view.hand + table.played[seat] != view.dealt:
            raise PositionError("the hand is not what was dealt less what was played")
    if kitty is not None:
        pinned[kitty_part] = kitty
        if declarer is not None and declarer != seat:
            known[declarer] = _less(known[declarer], kitty)
    if holder is not None:
        known[holder] = _less(known[holder], odd)
    used = {*chain(*places.hands), *places.kitty, *(() if places.odd is None else (places.odd,))}
    unused = tuple(place for place in range(len(game.deck)) if place not in used)
    joined = kitty is None and declarer is not None
    regions = [
        Region((player, kitty_part), _less(known[player], pinned[player] + pinned[kitty_part]))
        if joined and player == declarer
        else Region((player,), _less(known[player], pinned[player]))
        for player in seats
    ]
    regions += [Region((part,), Hand()) for part in range(kitty_part + joined, kitty_part + 3)]
    return DeckMap(
        Hand(game.deck),
        (*places.hands, places.kitty, unused, () if places.odd is None else (places.odd,)),
        tuple(pinned),
        tuple(regions),
        holder,
    )


def map_of_position(game: Game, view: View[ClimbingTable], began: Situation) -> DeckMap:
    """The same for a position: as if the cards of each seat had lain together in a deck."""
    known = list(view.table.played)
    if view.seat is not None:
        known[view.seat] += view.hand
    cards = Hand(game.deck) - view.table.gone - hand_of(began.target_bits)
    parts: list[range] = []
    place = 0
    for seat in range(game.players):
        parts.append(range(place, place + began.size(seat)))
        place += began.size(seat)
    regions = [Region((seat,), hand) for seat, hand in enumerate(known)]
    return DeckMap(
        cards,
        (*parts, (), range(place, len(cards)), ()),
        (Hand(),) * (len(parts) + 3),
        (*regions, *(Region((len(parts) + more,), Hand()) for more in range(3))),
    )


def _less(hand: Hand, other: Hand) -> Hand:
    """The hand without those cards of it that the other holds too."""
    return hand.beyond(other) if hand and other else hand


class Step(NamedTuple):
    """A move, with what it does to the hidden cards.

    Attributes:
        move: the move.
        ruling: how the rules read it.
        after: the public facts after it.
        hands: the bits that leave the hands.
        lanes: the lanes that do.
        taker: the seat that now takes the kitty, if one does.
    """

    move: Move
    ruling: Ruling[Action]
    after: Situation
    hands: int
    lanes: int
    taker: int | None


class Sampler:
    """All that follows from one view, and the draws from it.

    Raises:
        PositionError: the view is of no deal there could be.
    """

    def __init__(self, game: Game, view: View[ClimbingTable]) -> None:
        self._game, self._view = game, view
        table = view.table
        setting, now = table._setting, table._now
        if view.seat is not None and not is_seat(view.seat, game.players):
            raise PositionError(f"seats are numbered from 0 to {game.players - 1}")
        self._began = setting.first
        if setting.position:
            self._map = map_of_position(game, view, setting.first)
        else:
            places = game._places(setting.context)
            self._map = map_of_deal(game, view, places)
            if self._began != self._first_situation(places):
                raise PositionError("no deal begins like that")
        kitty = now.contract.kitty or Hand(game.deck[: len(self._map.parts[game.players])])
        told = retold(setting, self._began, table.history, kitty)
        if (told[-1].after if told else self._began) != now:
            raise PositionError("the table is not what its history leads to")
        self._steps = [
            Step(
                told.move,
                told.ruling,
                told.after,
                action.cards.bits << HAND_BITS * seat if isinstance(action, Play) else 0,
                reading.lanes << LANES_BITS * seat if reading is not None else 0,
                told.after.contract.declarer if told.before.contract.declarer is None else None,
            )
            for told in told
            for seat, action in (told.move,)
            for reading in (told.ruling.reading,)
        ]
        self._shares = self._shared_out(told)
        self._cards = list(self._map.cards)
        self._pinned = [tuple(cards) for cards in self._map.pinned]
        self._known = [tuple(region.known) for region in self._map.regions]
        self._proven = False

    def _first_situation(self, places: Places) -> Situation:
        """The public facts at the beginning of the deal."""
        game, table = self._game, self._view.table
        setting = table._setting
        if setting.opener is None:
            raise PositionError("nobody has opened the deal")
        sizes = list(map(len, places.hands))
        if self._map.holder is not None:
            sizes[self._map.holder] += 1
        # Whether the lead has to contain the opening card does not depend on the cards.
        due = game._hand_out(Deal(deck=game.deck, context=setting.context)).opening_card_due
        return first_situation(
            game.rules, setting.opener, sizes, setting.opening_card if due else None
        )

    def _shared_out(self, told: Sequence[PublicMove]) -> Shares:
        """The hidden cards, and where each may lie."""
        game, setting, mapped = self._game, self._view.table._setting, self._map
        regions = mapped.regions
        hidden = mapped.cards
        for cards in (*mapped.pinned, *(region.known for region in regions)):
            hidden -= cards
        room = [
            sum(len(mapped.parts[part]) - len(mapped.pinned[part]) for part in region.parts)
            - len(region.known)
            for region in regions
        ]
        rule = last_cards(setting, told)
        barred = {
            card: {seat for seat, last in rule.items() if card in last.higher} for card in hidden
        }
        contract = self._view.table._now.contract
        if contract.called in barred and contract.declarer is not None:
            barred[contract.called].add(contract.declarer)
            if setting.position:  # there it is in a hand
                barred[contract.called].add(len(regions) - 2)
        several = len(set(game.deck)) < len(game.deck)
        lots = [
            Lot(
                card,
                hidden.count(card),
                tuple(region.known.count(card) for region in regions) if several else (),
                frozenset(barred[card]),
            )
            for card in sorted(barred, key=game.rules.catalogue.layout.order)
        ]
        catalogue = game.rules.catalogue
        watches = {
            seat: NothingLonger(catalogue, catalogue.layout.lanes(last.shown.bits))
            for seat, last in rule.items()
            if last.shown is not None and seat != self._view.seat
        }
        # To remember the ranks of several hands would be too much.
        weaker = {
            seat: watch.without_suits if len(watches) == 1 else watch.without_ranks
            for seat, watch in watches.items()
        }
        return Shares(lots, room, watches, weaker)

    def draw(self, rng: random.Random) -> ClimbingState[ClimbingTable]:
        """A state that the view may be of."""
        shares = self._shares.draw(rng)
        if shares is None:
            raise PositionError("the hidden cards cannot lie so that all this was legal")
        deck = self._put_in_order(shares, rng)
        game, setting, mapped = self._game, self._view.table._setting, self._map
        seats = range(game.players)
        hands = [sum([deck[place].bit for place in mapped.parts[seat]]) for seat in seats]
        if mapped.holder is not None and setting.odd_card is not None:
            hands[mapped.holder] += setting.odd_card.bit
        deal = None
        if not setting.position:
            deal = game._redrawn(Deal(deck=tuple(deck), context=setting.context), setting, rng)
        lanes = game.rules.catalogue.layout.lanes
        private = Private(
            sum([bits << HAND_BITS * seat for seat, bits in enumerate(hands)]),
            sum([lanes(bits) << LANES_BITS * seat for seat, bits in enumerate(hands)]),
            sum([deck[place].bit for place in mapped.parts[game.players]]),
        )
        state = self._played(
            Origin(game=game, setting=setting, deal=deal, now=self._began, private=private)
        )
        if not self._proven:
            self._prove(state)
        return state

    def _put_in_order(self, shares: Sequence[Sequence[Card]], rng: random.Random) -> list[Card]:
        """A deck in which every region has its cards in any order."""
        parts, pinned, deck = self._map.parts, self._pinned, self._cards.copy()
        for (places, _), known, share in zip(self._map.regions, self._known, shares, strict=True):
            open_places: list[int] = []
            for part in places:
                free = list(parts[part])
                for card in pinned[part]:
                    deck[free.pop(int(rng.random() * len(free)))] = card
                open_places += free
            cards = shuffled([*known, *share], rng)
            for place, card in zip(open_places, cards, strict=True):
                deck[place] = card
        return deck

    def _played(self, origin: ClimbingOrigin[ClimbingTable]) -> ClimbingState[ClimbingTable]:
        """The state after the moves.  None is judged: that is what the regions are for."""
        rules = self._game.rules
        state, private, before = opened(origin), origin.private, origin.now
        for move, ruling, after, hands, lanes, taker in self._steps:
            if rules.last_card == "pay":  # who has broken the rule depends on the cards
                _, private = carry_out(origin.setting, before, private, move.seat, ruling)
                before = after
            else:
                held, held_lanes, kitty, _ = private
                if taker is not None:
                    held += kitty << HAND_BITS * taker
                    held_lanes += rules.catalogue.layout.lanes(kitty) << LANES_BITS * taker
                    kitty = 0
                private = new_private(Private, (held - hands, held_lanes - lanes, kitty, None))
            state = sealed(origin, state, move.seat, move.action, after, private)
        return state

    def _prove(self, state: ClimbingState[ClimbingTable]) -> None:
        """Refuse a view that does not come out again; if it does with one draw, it does with all.

        Raises:
            PositionError: it does not.
        """
        deal = state.deal
        again: State[ClimbingTable] = (
            opened(state._origin) if deal is None else self._game.start(deal)
        )
        try:
            for move in state.history:
                again = again._after(move.action, move.seat)
        except IllegalAction as refusal:
            raise PositionError(f"no deal leads to this view: {refusal}") from None
        if again != state or state.view(self._view.seat) != self._view:
            raise PositionError("no deal leads to this view")
        self._proven = True


class _Same:
    """A view, equal to itself alone: to hash a view takes as long as to sample from it."""

    __slots__ = ("view",)

    def __init__(self, view: View[Table]) -> None:
        self.view = view

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.view is other.view

    @override
    def __hash__(self) -> int:
        return id(self.view)


@lru_cache(maxsize=_KEPT)
def _sampler(game: Game, same: _Same) -> Sampler:
    return Sampler(game, cast("View[ClimbingTable]", same.view))


def sampled(game: ClimbingGame[ClimbingTable], view: View[V], rng: random.Random) -> State[V]:
    """A state that a view of this game may be of.

    Raises:
        PositionError: the view is of no deal there could be.
    """
    return cast("State[V]", _sampler(game, _Same(view)).draw(rng))
