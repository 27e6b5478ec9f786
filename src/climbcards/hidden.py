"""Sharing out hidden cards: how they may lie, drawn so that every deck order is as likely.

A *slot* is a place that hides cards: a hand, a kitty, what was not dealt.  How many hidden cards
each slot has is known, and so is which of them may hold which card.  :class:`Shares` draws who has
what.

Uniform over deck orders means: weighted by the number of orders of the deck that give it.  With one
pack every way to share out the cards comes from the same number of orders.  With several packs a
deck order does not tell the copies of a card apart, and that counts: of a hand of ten cards that
holds a 7♣, the second one lies in the same hand in 45 pairs of places, and in another of ten cards
in 100.  A :class:`Lot` therefore says what is known of the other copies of its card.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from math import factorial, lcm
from typing import Final, NamedTuple, TypeAlias

from attrs import frozen

from climbcards.cards import Card
from climbcards.deal import shuffled

__all__ = ["TRIES", "Lot", "Shares", "Watch"]

TRIES: Final = 1_000
"""How many proposals are made before the cards are shared out by exact counting."""


@frozen
class Lot:
    """The hidden copies of one card.

    Attributes:
        card: the card.
        copies: how many copies are hidden.
        known: for each slot, how many further copies are known to lie in it, without its being
            known which (a copy that was seen at one place of the deck is another matter: leave it
            out).  Empty: none.
        barred: the slots that hold none of the hidden copies.
    """

    card: Card
    copies: int = 1
    known: tuple[int, ...] = ()
    barred: frozenset[int] = frozenset()


class Watch(ABC):
    """A condition on what one slot holds.  What breaks it, still breaks it with more cards."""

    @property
    @abstractmethod
    def start(self) -> Hashable:
        """What there is to remember of an empty share."""

    @abstractmethod
    def after(self, memory: Hashable, card: Card) -> Hashable | None:
        """What there is to remember with one more card; None if the condition is broken.

        When they are counted, cards come in the order of their lots.  The less is remembered, the
        faster that is; but shares that leave the same memory must allow the same further cards.
        """

    def most(self, cards: Sequence[Card]) -> int:
        """No fewer than the most of these cards that can meet the condition together."""
        return len(cards)

    def allows(self, cards: Iterable[Card]) -> bool:
        """Whether these cards, in any order, meet the condition."""
        memory: Hashable | None = self.start
        for card in cards:
            memory = self.after(memory, card)
            if memory is None:
                return False
        return True


_SMALL: Final = 1 << 32
"""Up to here the rounding of a float does not show in a draw."""

_Room: TypeAlias = tuple[int, ...]
_Memory: TypeAlias = tuple[Hashable, ...]


class _Copy(NamedTuple):
    """One hidden copy of a card, as it is shared out after the copies before it.

    Attributes:
        card: the card.
        lot: the number of its lot.
        weights: for each slot, the weight of each of its places for this copy: by how many hidden
            copies of the lot it has already.
    """

    card: Card
    lot: int
    weights: tuple[tuple[int, ...], ...]

    def of(self, alike: Sequence[Sequence[int]]) -> _Copy:
        """The same for slots that are taken together."""
        return self._replace(weights=tuple([self.weights[slots[0]] for slots in alike]))


class Shares:
    """The ways to share hidden cards out to slots, each as likely as it has deck orders.

    A draw proposes ways, in a few steps a card, and accepts each with its due chance; where all
    places are alike to every card that is the first one.  After so many proposals
    (:data:`TRIES`, or a tenth of that where slots are watched) it counts: card by card, over every
    number of places left in each slot and every memory of a watch.  Where there are weaker watches
    it first draws by counting with those, :data:`TRIES` times at most, until the draw meets the
    conditions.  All of these are exact.  What is counted is kept for further draws.

    Args:
        lots: the hidden cards, at least one copy each.
        room: how many of them each slot has.
        watches: the conditions on slots; where there are any, cards that share memories should
            come one after another.
        weaker: conditions that follow from those, and remember less.
    """

    def __init__(
        self,
        lots: Iterable[Lot],
        room: Sequence[int],
        watches: Mapping[int, Watch] | None = None,
        weaker: Mapping[int, Watch] | None = None,
    ) -> None:
        watched = {slot: watch for slot, watch in (watches or {}).items() if room[slot]}
        every = [_copies_of(lot, number, room) for number, lot in enumerate(lots)]
        self._slots = tuple(room)
        # Slots that every card finds alike are shared out to as one, and parted afterwards.
        self._alike: Final = _alike_slots(room, every, watched)
        self._room = tuple([sum(room[slot] for slot in slots) for slots in self._alike])
        self._watches = self._of_alike(watched)
        every = [[copy.of(self._alike) for copy in copies] for copies in every]
        bound = [copies for copies in every if not _is_even(copies[0])]
        bound.sort(key=lambda copies: sum(map(any, copies[0].weights)))  # the least choice first
        self._bound: Final = [copy for copies in bound for copy in copies]
        self._free: Final = [
            copy.card for copies in every if _is_even(copies[0]) for copy in copies
        ]
        self._most = _most_weights(self._bound, self._room)
        # A watch has to see all cards.
        one_by_one = [copy for some in every for copy in some] if watched else self._bound
        self._mixed = bool(one_by_one)
        self._count = _Count(one_by_one, self._room, self._watches)
        self._weaker = _Count(one_by_one, self._room, self._of_alike(weaker)) if weaker else None
        self._tries = TRIES // 10 if watched else TRIES
        size = len(self._bound) + len(self._free)
        self._fits = sum(room) == size and min(room, default=0) >= 0

    def _of_alike(self, watches: Mapping[int, Watch]) -> dict[int, Watch]:
        """The watches by the numbers that slots have when they are taken together."""
        return {
            place: watches[slots[0]]
            for place, slots in enumerate(self._alike)
            if slots[0] in watches
        }

    def ways(self) -> int:
        """How many ways there are, each counted with its weight; 0 if there is none.

        Weights are relative: with several packs only quotients of them mean something.  Slots that
        are alike to every card count as one.
        """
        return self._count.whole() if self._fits else 0

    def draw(self, rng: random.Random) -> list[list[Card]] | None:
        """For each slot the cards in it; None if there is no way to share them out.

        Only ``rng.random()`` is drawn on.
        """
        if not self._fits:
            return None
        for _ in range(self._tries):
            shares = self._proposed(rng)
            if shares is not None and self._allowed(shares):
                return self._parted(shares, rng)
        if self._weaker is not None:
            if not self._weaker.whole():
                return None
            for _ in range(TRIES):
                shares, _ = self._weaker.drawn(rng)
                if self._allowed(shares):
                    return self._parted(shares, rng)
        if not self._count.whole():
            return None
        shares, left = self._count.drawn(rng)
        if not self._watches:
            self._fill(shares, left, rng)
        return self._parted(shares, rng)

    def _parted(self, shares: Sequence[Sequence[Card]], rng: random.Random) -> list[list[Card]]:
        """The shares of the single slots."""
        found: list[list[Card]] = [[] for _ in self._slots]
        for slots, share in zip(self._alike, shares, strict=True):
            # Free cards come in any order, but after the bound ones.
            cards = share if len(slots) == 1 or not self._mixed else shuffled(share, rng)
            taken = 0
            for slot in slots:
                places = self._slots[slot]
                found[slot] += cards[taken : taken + places]
                taken += places
        return found

    # --- Proposals

    def _proposed(self, rng: random.Random) -> list[list[Card]] | None:
        """Shares drawn card by card, or None where the draw is not accepted.

        Each card goes to a slot with a chance in proportion to its weight there and the places
        left.  The product of these numerators is what the whole should be in proportion to; the
        product of the denominators over their highest values is the chance to accept it.
        """
        room = list(self._room)
        shares: list[list[Card]] = [[] for _ in room]
        accepted = 1.0
        lot, placed = -1, [0] * len(room)
        for copy, most in zip(self._bound, self._most, strict=True):
            if copy.lot != lot:
                lot, placed = copy.lot, [0] * len(room)
            chances = [
                weights[there] * places
                for weights, there, places in zip(copy.weights, placed, room, strict=True)
            ]
            total = sum(chances)
            if not total:
                return None
            accepted *= total / most
            slot = drawn(chances, total, rng)
            shares[slot].append(copy.card)
            room[slot] -= 1
            placed[slot] += 1
        if accepted < 1 and rng.random() >= accepted:
            return None
        self._fill(shares, room, rng)
        return shares

    def _fill(self, shares: list[list[Card]], room: Sequence[int], rng: random.Random) -> None:
        """Share the free cards out to the places left."""
        cards = shuffled(self._free, rng)
        taken = 0
        for share, places in zip(shares, room, strict=True):
            share.extend(cards[taken : taken + places])
            taken += places

    def _allowed(self, shares: Sequence[Sequence[Card]]) -> bool:
        return all(watch.allows(shares[slot]) for slot, watch in self._watches.items())


class _Count:
    """The ways to place copies one by one, counted exactly.

    Args:
        copies: the copies in the order in which they are placed; others, to which all places are
            alike, fill up what is left.
        room: how many cards each slot has.
        watches: the conditions on slots.
    """

    def __init__(self, copies: Sequence[_Copy], room: _Room, watches: Mapping[int, Watch]) -> None:
        self._copies = copies
        self._room = room
        self._watches = tuple(watches.items())
        uneven = [place for place, copy in enumerate(copies) if not _is_even(copy)]
        self._even_from = uneven[-1] + 1 if uneven else 0
        rest = [[copy.card for copy in copies[place:]] for place in range(len(copies) + 1)]
        self._most = [(slot, [watch.most(some) for some in rest]) for slot, watch in self._watches]
        self._counts: dict[tuple[int, _Room, _Room, _Memory], int] = {}

    def whole(self) -> int:
        """How many ways there are in all, by weight."""
        return self._ways(0, *self._beginning)

    @property
    def _beginning(self) -> tuple[_Room, _Room, _Memory]:
        return self._room, self._none, tuple([watch.start for _, watch in self._watches])

    @property
    def _none(self) -> _Room:
        """No copy of the lot is placed yet."""
        return (0,) * len(self._room)

    def _ways(self, place: int, room: _Room, placed: _Room, memory: _Memory) -> int:
        """How many ways there are to go on from here, by weight.

        Args:
            place: how many copies are placed.
            room: the places left.
            placed: how many hidden copies of the present lot each slot has.
            memory: what each watch remembers.
        """
        if place >= self._even_from and not any(room[slot] for slot, _ in self._watches):
            count = factorial(sum(room))
            for places in room:
                count //= factorial(places)
            return count
        if any(room[slot] > most[place] for slot, most in self._most):
            return 0  # it cannot be filled any more
        key = place, room, placed, memory
        count = self._counts.get(key, -1)
        if count < 0:
            count = sum(
                [
                    weight * self._ways(place + 1, *after)
                    for _, weight, after in self._next(place, room, placed, memory)
                ]
            )
            self._counts[key] = count
        return count

    def _next(
        self, place: int, room: _Room, placed: _Room, memory: _Memory
    ) -> Iterator[tuple[int, int, tuple[_Room, _Room, _Memory]]]:
        """The slots that the next copy may be placed in, with what weight, and what is left."""
        copy = self._copies[place]
        same = place + 1 < len(self._copies) and self._copies[place + 1].lot == copy.lot
        remembered: dict[int, _Memory] = {}
        for number, (slot, watch) in enumerate(self._watches):
            one = watch.after(memory[number], copy.card) if room[slot] else None
            remembered[slot] = () if one is None else (*memory[:number], one, *memory[number + 1 :])
        for slot, weights in enumerate(copy.weights):
            weight, after = weights[placed[slot]], remembered.get(slot, memory)
            if not weight or not room[slot] or len(after) < len(memory):
                continue
            here = _with_more(placed, slot, 1) if same else self._none
            yield slot, weight, (_with_more(room, slot, -1), here, after)

    def drawn(self, rng: random.Random) -> tuple[list[list[Card]], _Room]:
        """Shares of the copies, and the places that are left for the others."""
        shares: list[list[Card]] = [[] for _ in self._room]
        now = self._beginning
        for place, copy in enumerate(self._copies):
            found = list(self._next(place, *now))
            chances = [weight * self._ways(place + 1, *after) for _, weight, after in found]
            slot, _, now = found[drawn(chances, sum(chances), rng)]
            shares[slot].append(copy.card)
        return shares, now[0]


def _alike_slots(
    room: Sequence[int], every: Sequence[Sequence[_Copy]], watched: Mapping[int, Watch]
) -> list[list[int]]:
    """The slots that have room, those together that weigh the same for every card."""
    found: dict[object, list[int]] = {}
    for slot, places in enumerate(room):
        if not places:
            continue
        weights = tuple([copies[0].weights[slot] for copies in every])
        # Not where the weight depends on how many copies the one slot has already.
        alone = slot in watched or any(min(each) < max(each) for each in weights)
        found.setdefault(slot if alone else weights, []).append(slot)
    return list(found.values())


def _copies_of(lot: Lot, number: int, room: Sequence[int]) -> list[_Copy]:
    """The copies of a lot with their weights: 1 everywhere, where all places are alike to them.

    With ``known`` further copies in a slot, ``hidden`` ones can be chosen among its places in
    ``1 / (known + hidden)!`` times a number that the places alone give.  Placing labelled copies
    one by one, each in proportion to the places left, would make that ``1 / hidden!``.
    """
    if not any(lot.known) and not lot.barred:
        return [_Copy(lot.card, number, ((1,) * lot.copies,) * len(room))] * lot.copies
    known = lot.known or (0,) * len(room)
    scale = lcm(*range(1, max(known, default=0) + lot.copies + 1))
    weights = tuple(
        tuple(
            0 if slot in lot.barred else scale * (hidden + 1) // (there + hidden + 1)
            for hidden in range(lot.copies)
        )
        for slot, there in enumerate(known)
    )
    even = len(
        {each for some, places in zip(weights, room, strict=True) if places for each in some}
    )
    if even == 1 and not all(slot in lot.barred for slot, places in enumerate(room) if places):
        weights = ((1,) * lot.copies,) * len(room)
    return [_Copy(lot.card, number, weights)] * lot.copies


def _is_even(copy: _Copy) -> bool:
    """Whether a copy goes to any place with the weight 1."""
    return all(weight == 1 for weights in copy.weights for weight in weights)


def _most_weights(copies: Sequence[_Copy], room: _Room) -> list[int]:
    """For each copy in turn, no less than its weights times the places left can add up to."""
    found: list[int] = []
    total = sum(room)
    for before, copy in enumerate(copies):
        # However the copies before it lie, a slot has lost no more places than there are copies.
        places = [max(0, there - before) for there in room]
        rest = total - before - sum(places)
        heaviest = [max(weights) for weights in copy.weights]
        most = 0
        for slot in sorted(range(len(room)), key=heaviest.__getitem__, reverse=True):
            more = min(rest, room[slot] - places[slot])
            rest -= more
            most += heaviest[slot] * (places[slot] + more)
        found.append(most)
    return found


def drawn(chances: Sequence[int], total: int, rng: random.Random) -> int:
    """A number in proportion to its chances, which add up to the total.

    Where they are larger than a float tells apart, the draw is made in 106 bits.
    """
    if total < _SMALL:
        point = int(rng.random() * total)
    else:
        point = (
            (int(rng.random() * (1 << 53)) << 53) + int(rng.random() * (1 << 53))
        ) * total >> 106
    for number, chance in enumerate(chances):
        point -= chance
        if point < 0:
            return number
    raise ValueError("the chances add up to less than the total")


def _with_more(numbers: _Room, place: int, more: int) -> _Room:
    return (*numbers[:place], numbers[place] + more, *numbers[place + 1 :])
