"""The hidden orders of a deal of Three Thirteen, drawn at random from what a seat knows.

Every hidden card lies in a *slot*: a place in a hand as it was dealt, in the stock, or in a stock
that was shuffled again.  Who drew from which slot and when is public.  A discard that was not taken
from the pile is a *claim*: its seat had the card in one of the slots that it had drawn from by
then; so is a hand laid down.

With all copies of a card told apart, claims that are met one after the other, in the order of the
moves, leave a number of free slots and of copies that depends only on which shuffle each of them is
met from.  So the ways to meet them are counted for each such choice, and one is drawn in
proportion; the cards that no claim names are shuffled into the slots that are left.  An order of
the cards that meets the claims in several ways (a seat had the card twice) would come up as many
times too often, and is accepted with one over their number.  So all orders are equally likely.

Late in a deal of several packs almost every order meets its claims in several ways, and after a
reshuffle the choices can be too many to count (:data:`MOST_COUNTS`).  Then one of some orders is
taken by its weight and mixed by many random exchanges that keep the claims met: all that can be
reached are equally likely in the long run, and nearly so after those.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from math import exp, factorial, inf, log, prod
from typing import Final, NamedTuple, TypeAlias

from climbcards.actions import Discard, Draw, GoOut, Move, Phase, Source
from climbcards.cards import Card
from climbcards.deal import shuffled
from climbcards.errors import PositionError
from climbcards.hand import Hand, hand_of
from climbcards.rummy.situation import Setting

__all__ = ["MOST_COUNTS", "Known", "Orders", "drawn_orders"]

MOST_COUNTS: Final = 1 << 10
"""How many cases of claims that several shuffles may meet are counted before that is given up."""

_MOST_CLAIMS: Final = 200
"""How many claims are counted: each is a call within the call for the one before."""

_TRIES: Final = 64
"""How many orders are drawn until one is accepted; then one of them is taken by its weight.

An order may be refused only where a seat has a card twice that is claimed of it: with several packs
and many claims.
"""

_FINE: Final = 1 << 53
"""How many different numbers ``random()`` gives."""

_EXCHANGES: Final = 4_000
"""How many exchanges of two cards mix an order that was taken by its weight."""


class Known(NamedTuple):
    """What a seat knows.

    Attributes:
        setting: the lasting public facts.
        history: every move.
        laid_down: the hand that each seat laid down; empty where it did not.
        seat: whose knowledge it is; None: a spectator's.
        first: its cards at the beginning.
        draws: the cards it drew from the stock.
    """

    setting: Setting
    history: Sequence[Move]
    laid_down: Sequence[Hand]
    seat: int | None
    first: Hand
    draws: Sequence[Card]


class Orders(NamedTuple):
    """What chance decided, as it was drawn.

    Attributes:
        hands: each seat's cards at the beginning, in the order in which they were dealt.
        stocks: the stock at the beginning, then each that was shuffled from the pile, from the top.
    """

    hands: tuple[tuple[Card, ...], ...]
    stocks: tuple[tuple[Card, ...], ...]


class _Slot(NamedTuple):
    """A place in a shuffle.

    Attributes:
        seat: who drew from it; None while nobody has.
        since: the place of that move in the history; -1 for what was dealt.
    """

    seat: int | None
    since: int


class _Claim(NamedTuple):
    """A seat had one more of a card from a slot.

    Attributes:
        seat: which seat.
        card: which card.
        by: the place of the move that shows it: the slot was drawn from before.
    """

    seat: int
    card: Card
    by: int


class _Shuffle:
    """One shuffle.

    Attributes:
        slots: its places from the top; in the first the hands come before the stock.
        cards: the card in each of them, where it is known.
        hidden: the cards that lie in the others, or, if they are more, nowhere.
    """

    __slots__ = ("cards", "hidden", "slots")

    def __init__(self, slots: list[_Slot], cards: list[Card | None], hidden: Hand) -> None:
        self.slots = slots
        self.cards = cards
        self.hidden = hidden

    def settle(self, place: int, card: Card) -> None:
        """Put a card in its place."""
        self.hidden -= Hand([card])
        self.cards[place] = card

    def hiding(self, seat: int) -> list[int]:
        """The places with hidden cards that a seat drew from, in the order in which it did."""
        return [
            place
            for place, slot in enumerate(self.slots)
            if slot.seat == seat and self.cards[place] is None
        ]


def drawn_orders(known: Known, rng: random.Random) -> Orders:
    """Orders of the cards under which the seat would know just this.

    Args:
        known: what it knows.
        rng: what they are drawn from; only ``rng.random()`` is.

    Raises:
        PositionError: there are none.
    """
    choices = _Choices(*_looked_back(known, rng))
    fewest = choices.fewest_ways
    kept: list[list[Card]] | None = None
    impossible: PositionError | None = None
    total, highest = 0.0, -inf
    for _ in range(_TRIES):
        try:
            drawn, weight, ways = choices.drawn(rng)
        except PositionError as error:
            if choices.are_counted:
                raise
            impossible = error
            continue
        if choices.are_counted and rng.random() * ways < fewest:
            return _orders(known.setting, drawn)
        # Should none be accepted, one of them is taken by its weight.
        weight -= log(ways)
        if weight > highest:
            total *= exp(highest - weight)
            highest = weight
        share = exp(weight - highest)
        total += share
        if kept is None or rng.random() * total < share:
            kept = drawn
    if kept is None:
        assert impossible is not None  # there were tries
        raise impossible
    choices.mix(kept, rng)
    return _orders(known.setting, kept)


# --- What the history tells ----------------------------------------------------------------------


def _looked_back(known: Known, rng: random.Random) -> tuple[list[_Shuffle], list[_Claim]]:
    """The shuffles with what is known of them, and the claims in the order of the moves."""
    setting, own = known.setting, known.seat
    pile = list(setting.first.pile)
    shuffles = [_first_shuffle(known, rng)]
    place = sum(_first_sizes(setting))
    draws = iter(known.draws)
    # What each seat holds besides what no claim has named yet.
    held = [Counter(_first_known(setting, seat)) for seat in range(setting.players)]
    claims: list[_Claim] = []

    def claim(seat: int, card: Card, number: int, by: int) -> None:
        while held[seat][card] < number and seat != own:
            claims.append(_Claim(seat, card, by))
            held[seat][card] += 1

    taken: Card | None = setting.first.drawn
    for by, (seat, action) in enumerate(known.history):
        match action:
            case Draw(source=Source.DISCARD):
                taken = pile.pop()
                held[seat][taken] += 1
            case Draw():
                taken = None
                if place == len(shuffles[-1].slots):
                    new = len(pile) - 1
                    shuffles.append(_Shuffle([_Slot(None, 0)] * new, [None] * new, Hand(pile[:-1])))
                    del pile[:-1]
                    place = 0
                shuffles[-1].slots[place] = _Slot(seat, by)
                if seat == own:
                    shuffles[-1].settle(place, next(draws))
                place += 1
            case Discard(card=card) | GoOut(card=card):
                twin = card is taken and not setting.may_return_discard
                claim(seat, card, 2 if twin else 1, by)
                held[seat][card] -= 1
                pile.append(card)
                if isinstance(action, GoOut):
                    for laid in known.laid_down[seat]:
                        claim(seat, laid, known.laid_down[seat].count(laid), by)
            case _:
                raise AssertionError("the engine lets nothing else into a history")
    return shuffles, claims


def _first_sizes(setting: Setting) -> list[int]:
    """How many cards each seat held at the beginning."""
    first = setting.first
    has_drawn = first.to_act if first.phase is Phase.DISCARD else None
    return [setting.hand_size + (seat == has_drawn) for seat in range(setting.players)]


def _first_known(setting: Setting, seat: int) -> Hand:
    """The cards that everybody knew a seat to hold at the beginning of a position."""
    first = setting.first
    return hand_of(first.laid_down[seat] or first.taken[seat])


def _first_shuffle(known: Known, rng: random.Random) -> _Shuffle:
    """The hands and the stock at the beginning."""
    setting = known.setting
    slots: list[_Slot] = []
    cards: list[Card | None] = []
    hidden = setting.deck - Hand(setting.first.pile)
    for seat, size in enumerate(_first_sizes(setting)):
        hand = known.first if seat == known.seat else _first_known(setting, seat)
        hidden -= hand
        slots += [_Slot(seat, -1)] * size
        cards += shuffled(tuple(hand), rng)
        cards += [None] * (size - len(hand))
    stock = setting.first.stock_size
    return _Shuffle([*slots, *[_Slot(None, 0)] * stock], [*cards, *[None] * stock], hidden)


# --- How the claims are met ----------------------------------------------------------------------


Used: TypeAlias = Counter[tuple[object, int]]
"""How many slots of each seat, copies of each card, and places have been used in each shuffle."""


class _Choices:
    """From which shuffles the claims may be met, and in how many ways.

    Attributes:
        are_counted: whether the ways were counted.
        fewest_ways: the fewest ways in which cards meet the claims: those to exchange the cards of
            claims made at once.
    """

    def __init__(self, shuffles: list[_Shuffle], claims: list[_Claim]) -> None:
        self._shuffles = shuffles
        self._claims = claims
        self._cards = [Counter(shuffle.hidden) for shuffle in shuffles]
        seats = {claim.seat for claim in claims}
        self._places = [{seat: shuffle.hiding(seat) for seat in seats} for shuffle in shuffles]
        # By claim and shuffle: the slots it may be met from, and the copies of the card there.
        self._slots = [
            [self._before(claim, place) for place in range(len(shuffles))] for claim in claims
        ]
        self._copies = [[cards[claim.card] for cards in self._cards] for claim in claims]
        self._hidden = [len(shuffle.hidden) for shuffle in shuffles]
        self._wanted = {(claim.seat, claim.card) for claim in claims}
        self.fewest_ways = prod(map(factorial, Counter(claims).values()))
        self._counts: dict[tuple[int, frozenset[tuple[tuple[object, int], int]]], int] = {}
        self.are_counted = len(shuffles) == 1 or self._are_counted()

    def _before(self, claim: _Claim, number: int) -> int:
        """How many places of a shuffle the seat had drawn from by then."""
        slots = self._shuffles[number].slots
        return sum(slots[place].since < claim.by for place in self._places[number][claim.seat])

    def _are_counted(self) -> bool:
        if len(self._claims) > _MOST_CLAIMS:
            return False
        try:
            self._count(0, Counter())
        except OverflowError:
            return False
        return True

    def _options(self, number: int, used: Used) -> list[int]:
        """In how many ways the claim is met from each shuffle, after what others have used."""
        seat, card, _ = self._claims[number]
        return [
            max(0, slots - used[seat, place]) * max(0, copies - used[card, place])
            for place, (slots, copies) in enumerate(
                zip(self._slots[number], self._copies[number], strict=True)
            )
        ]

    def _count(self, number: int, used: Used) -> int:
        """In how many ways this claim and those after it are met, and all other places filled.

        Raises:
            OverflowError: there are too many cases.
        """
        ways, used = 1, used.copy()
        while number < len(self._claims):
            options = self._options(number, used)
            if options.count(0) < len(options) - 1:
                key = number, frozenset(used.items())
                count = self._counts.get(key)
                if count is None:
                    if len(self._counts) >= MOST_COUNTS:
                        raise OverflowError
                    count = self._counts[key] = sum(self._shares(number, used, options))
                return ways * count
            ways *= sum(options)
            if not ways:
                return 0
            seat, card, _ = self._claims[number]
            which = options.index(sum(options))
            used.update(_use(seat, card, which))
            number += 1
        return ways * prod(self._fillings(used))

    def _fillings(self, used: Used) -> list[int]:
        """By shuffle, a multiple of the number of orders of the cards that no claim names."""
        return [factorial(cards - used[None, at]) for at, cards in enumerate(self._hidden)]

    def _shares(self, number: int, used: Used, options: list[int]) -> list[int]:
        """In how many ways this claim and those after it are met, by the shuffle of this one."""
        seat, card, _ = self._claims[number]
        return [
            ways and ways * self._count(number + 1, used + Counter(_use(seat, card, at)))
            for at, ways in enumerate(options)
        ]

    def drawn(self, rng: random.Random) -> tuple[list[list[Card]], float, int]:
        """The shuffles filled at random, and what the outcome is worth.

        That is the logarithm of its weight, and in how many ways its cards meet the claims.

        Raises:
            PositionError: a claim cannot be met; if the ways are not counted, after those before.
        """
        filled = [shuffle.cards.copy() for shuffle in self._shuffles]
        # Those used come first; the places that a claim may be met from are always a beginning.
        places = [{seat: own.copy() for seat, own in owns.items()} for owns in self._places]
        used: Used = Counter()
        weight = 0.0
        for number, (seat, card, _) in enumerate(self._claims):
            options = shares = self._options(number, used)
            if self.are_counted and options.count(0) < len(options) - 1:
                shares = self._shares(number, used, options)
            total = sum(shares)
            if not total:
                raise PositionError(f"seat {seat} cannot have had {card}")
            which = 0 if len(shares) == 1 else _picked(shares, total, rng)
            weight += log(sum(options))
            own, first = places[which][seat], used[seat, which]
            other = first + int(rng.random() * (self._slots[number][which] - first))
            own[first], own[other] = own[other], own[first]
            filled[which][own[first]] = card
            used.update(_use(seat, card, which))
        weight += sum(map(log, self._fillings(used)))
        completed = self._completed(filled, used, rng)
        return completed, weight, self._ways(completed)

    def _completed(
        self, filled: list[list[Card | None]], used: Used, rng: random.Random
    ) -> list[list[Card]]:
        """The shuffles with the cards that no claim names in the places that are left."""
        completed: list[list[Card]] = []
        for which, (cards, hidden) in enumerate(zip(filled, self._cards, strict=True)):
            left = [
                card for card, copies in hidden.items() for _ in range(copies - used[card, which])
            ]
            rest = iter(shuffled(left, rng))
            completed.append([next(rest) if card is None else card for card in cards])
        return completed

    def _ways(self, drawn: list[list[Card]]) -> int:
        """In how many ways the claims are met by these cards."""
        held: dict[tuple[int, Card], list[int]] = {whose: [] for whose in self._wanted}
        for cards, owns, shuffle in zip(drawn, self._places, self._shuffles, strict=True):
            for seat, places in owns.items():
                for place in places:
                    since = held.get((seat, cards[place]))
                    if since is not None:
                        since.append(shuffle.slots[place].since)
        ways = 1
        met = Counter[tuple[int, Card]]()
        for seat, card, by in self._claims:
            whose = seat, card
            ways *= sum([since < by for since in held[whose]]) - met[whose]
            met[whose] += 1
        return ways

    def mix(self, drawn: list[list[Card]], rng: random.Random) -> None:
        """Exchange cards at random, two of one shuffle at a time, so that all claims stay met.

        Every order that can be reached comes up as often as any other in the long run.
        """
        by: dict[tuple[int | None, Card], list[int]] = {}
        for claim in self._claims:
            by.setdefault((claim.seat, claim.card), []).append(claim.by)
        open_to = [
            [place for place, card in enumerate(shuffle.cards) if card is None]
            for shuffle in self._shuffles
        ]
        held: dict[tuple[int | None, Card], list[int]] = {whose: [] for whose in by}
        for cards, places, shuffle in zip(drawn, open_to, self._shuffles, strict=True):
            for place in places:
                slot = shuffle.slots[place]
                if (slot.seat, cards[place]) in held:
                    held[slot.seat, cards[place]].append(slot.since)

        def move(slot: _Slot, card: Card, into: Card) -> None:
            if (slot.seat, card) in held:
                held[slot.seat, card].remove(slot.since)
            if (slot.seat, into) in held:
                held[slot.seat, into].append(slot.since)

        def is_met(seat: int | None, card: Card) -> bool:
            own = held.get((seat, card))
            return own is None or all(
                sum([since < last for since in own]) > before
                for before, last in enumerate(by[seat, card])
            )

        for _ in range(_EXCHANGES):
            which = int(rng.random() * len(drawn)) if len(drawn) > 1 else 0
            cards, places, slots = drawn[which], open_to[which], self._shuffles[which].slots
            if not places:
                continue
            one = places[int(rng.random() * len(places))]
            other = places[int(rng.random() * len(places))]
            mine, yours = cards[one], cards[other]
            if mine is yours:
                continue
            move(slots[one], mine, yours)
            move(slots[other], yours, mine)
            if is_met(slots[one].seat, mine) and is_met(slots[other].seat, yours):
                cards[one], cards[other] = yours, mine
            else:
                move(slots[one], yours, mine)
                move(slots[other], mine, yours)


def _use(seat: int, card: Card, which: int) -> list[tuple[object, int]]:
    """What a claim uses of a shuffle: a slot of the seat, a copy of the card, and a place."""
    return [(seat, which), (card, which), (None, which)]


def _picked(shares: Sequence[int], total: int, rng: random.Random) -> int:
    """A place, by the share that it has; the numbers may be too large for a float."""
    point = int(rng.random() * _FINE) * total // _FINE
    for place, share in enumerate(shares):
        point -= share
        if point < 0:
            return place
    return len(shares) - 1


def _orders(setting: Setting, shuffles: list[list[Card]]) -> Orders:
    """The cards of the shuffles as hands and stocks."""
    hands: list[tuple[Card, ...]] = []
    at = 0
    for size in _first_sizes(setting):
        hands.append(tuple(shuffles[0][at : at + size]))
        at += size
    return Orders(tuple(hands), (tuple(shuffles[0][at:]), *map(tuple, shuffles[1:])))
