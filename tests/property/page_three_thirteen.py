"""Three Thirteen as its rules page tells it: melds by their definition, arrangements by trying all.

Nothing is taken from the arranger.  A meld is tried rank by rank; the fewest points are found by
trying every set of cards as a meld, and the rule of ties by comparing every arrangement there is.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import Final, NamedTuple, TypeAlias

from climbcards import Card, Rank, Suit, ThreeThirteen
from climbcards.testing import PRESETS

THREE_THIRTEENS: Final = [ruleset for ruleset in PRESETS if isinstance(ruleset, ThreeThirteen)]

HIGH: Final = 14
"""The rank of an ace above the king."""

Cards: TypeAlias = tuple[Card, ...]
Places: TypeAlias = frozenset[int]


def wild_in(number: int) -> Rank:
    """The rank that is wild in a deal: as many as everybody holds."""
    return Rank(number + 2)


# --- Melds ---------------------------------------------------------------------------------------


def is_set(cards: Sequence[Card], wild: Rank) -> bool:
    """Three cards or more of one rank, wild cards among them or not."""
    return len(cards) >= 3 and len({card.rank for card in cards} - {wild}) <= 1


def is_run(cards: Sequence[Card], wild: Rank, ace_high: bool) -> bool:
    """Three consecutive ranks or more of one suit: some window has a place for each card."""
    naturals = [card for card in cards if card.rank is not wild]
    if not 3 <= len(cards) <= 13 or len({card.suit for card in naturals}) > 1:
        return False
    highest = HIGH if ace_high else 13
    for bottom in range(1, highest - len(cards) + 2):
        window = range(bottom, bottom + len(cards))
        taken = [
            HIGH if card.rank is Rank.ACE and 1 not in window else card.rank.value
            for card in naturals
        ]
        if len(set(taken)) == len(taken) and all(rank in window for rank in taken):
            return True
    return False


def is_meld(cards: Sequence[Card], wild: Rank, ace_high: bool) -> bool:
    """A set or a run."""
    return is_set(cards, wild) or is_run(cards, wild, ace_high)


def points(cards: Iterable[Card], ace_high: bool) -> int:
    """What cards left over cost."""
    ace = 15 if ace_high else 1
    return sum(ace if card.rank is Rank.ACE else min(card.rank.value, 10) for card in cards)


# --- The fewest points ---------------------------------------------------------------------------


class Melds:
    """Every meld that a hand has, as the places of its natural cards and a number of wild ones."""

    def __init__(self, hand: Iterable[Card], wild: Rank, ace_high: bool) -> None:
        cards = sorted(hand)
        self.naturals = [card for card in cards if card.rank is not wild]
        self.wilds = [card for card in cards if card.rank is wild]
        self.ace_high = ace_high
        self.of: list[list[tuple[int, int]]] = [[] for _ in self.naturals]
        """By the lowest place: the melds (places as bits, wild cards)."""
        for some in self._candidates():
            for count in range(max(0, 3 - len(some)), len(self.wilds) + 1):
                meld = [self.naturals[place] for place in some] + self.wilds[:count]
                if is_meld(meld, wild, ace_high):
                    self.of[min(some)].append((sum(1 << place for place in some), count))

    def _candidates(self) -> set[tuple[int, ...]]:
        """Places of natural cards of one rank, or of one suit and different ranks."""
        found: set[tuple[int, ...]] = set()
        places = range(len(self.naturals))
        by_rank: dict[object, list[int]] = {}
        by_suit: dict[object, dict[Rank, list[int]]] = {}
        for place in places:
            card = self.naturals[place]
            by_rank.setdefault(card.rank, []).append(place)
            by_suit.setdefault(card.suit, {}).setdefault(card.rank, []).append(place)
        for same in by_rank.values():
            for size in range(1, len(same) + 1):
                found.update(combinations(same, size))
        for ranks in by_suit.values():
            choices = [(None, *held) for held in ranks.values()]
            for some in product(*choices):
                chosen = tuple(sorted(place for place in some if place is not None))
                if chosen:
                    found.add(chosen)
        return found

    def fewest(self) -> int:
        """The fewest points."""

        @cache
        def least(rest: int, wilds: int) -> int:
            if not rest:
                return 0 if wilds >= 3 else points(self.wilds[:wilds], self.ace_high)
            lowest = (rest & -rest).bit_length() - 1
            card = self.naturals[lowest]
            best = points([card], self.ace_high) + least(rest ^ 1 << lowest, wilds)
            for meld, count in self.of[lowest]:
                if meld & rest == meld and count <= wilds:
                    best = min(best, least(rest ^ meld, wilds - count))
            return best

        return least((1 << len(self.naturals)) - 1, len(self.wilds))

    def is_whole(self) -> bool:
        """Whether every card can be in a meld."""

        @cache
        def whole(rest: int, wilds: int) -> bool:
            if not rest:
                return wilds == 0 or wilds >= 3
            return any(
                whole(rest ^ meld, wilds - count)
                for meld, count in self.of[(rest & -rest).bit_length() - 1]
                if meld & rest == meld and count <= wilds
            )

        return bool(self.naturals or self.wilds) and whole(
            (1 << len(self.naturals)) - 1, len(self.wilds)
        )


def fewest_points(hand: Iterable[Card], wild: Rank, ace_high: bool) -> int:
    """The fewest points of a hand."""
    return Melds(hand, wild, ace_high).fewest()


def is_all_melds(hand: Iterable[Card], wild: Rank, ace_high: bool) -> bool:
    """Whether every card of a hand can be in a meld."""
    return Melds(hand, wild, ace_high).is_whole()


def outs(hand: Iterable[Card], wild: Rank, ace_high: bool) -> list[Card]:
    """Every card without which the rest of the hand is all melds, in natural order."""
    cards = sorted(hand)
    return [
        card
        for place, card in enumerate(cards)
        if card not in cards[:place]
        and is_all_melds([*cards[:place], *cards[place + 1 :]], wild, ace_high)
    ]


# --- The rule of ties ----------------------------------------------------------------------------


class Group(NamedTuple):
    """A meld as the rule of ties looks at it.

    A set comes before a run, and after both one of a single natural card; then more natural cards
    come before fewer, then lower ones before higher.
    """

    is_alone: bool
    is_run: bool
    fewer: int
    naturals: Cards


class Over(NamedTuple):
    """The cards left over as the rule of ties looks at them, the highest first."""

    points: int
    number: int
    cards: Cards


class Choice(NamedTuple):
    """An arrangement as the rule of ties looks at it: the first one is wanted."""

    over: Over
    groups: tuple[Group, ...]


class Arranged(NamedTuple):
    """What the rule of ties says of a hand.

    Each meld is its kind, its natural cards and its wild ones with the rank each stands for.
    """

    points: int
    left: Cards
    melds: tuple[tuple[str, Cards, tuple[tuple[Card, Rank], ...]], ...]


def partitions(
    cards: Sequence[Card], fits: Callable[[Sequence[Card]], bool]
) -> Iterator[tuple[tuple[Cards, ...], Cards]]:
    """Every way to put cards into melds and to leave others over: each is tried everywhere."""
    if not cards:
        yield (), ()
        return
    first, rest = cards[0], cards[1:]
    for melds, left in partitions(rest, fits):
        yield melds, (first, *left)
    for size in range(2, len(rest) + 1):
        for places in combinations(range(len(rest)), size):
            meld = (first, *[rest[place] for place in places])
            if fits(meld):
                others = [card for place, card in enumerate(rest) if place not in places]
                for melds, left in partitions(others, fits):
                    yield (meld, *melds), left


def by_the_rule_of_ties(hand: Iterable[Card], wild: Rank, ace_high: bool) -> Arranged:
    """The arrangement that the rule of ties names, from all that there are."""
    cards = sorted(hand)
    choice = first_of_all(cards, wild, ace_high)
    return _filled(cards, choice, wild, ace_high)


def by_the_rule_of_ties_in_parts(hand: Iterable[Card], wild: Rank, ace_high: bool) -> Arranged:
    """The same, for large hands: the best of each meld with the best for the rest."""
    cards = sorted(hand)
    choice = first_by_parts(cards, wild, ace_high)
    return _filled(cards, choice, wild, ace_high)


def first_by_parts(cards: Sequence[Card], wild: Rank, ace_high: bool) -> Choice:
    """The first choice, meld by meld."""
    known = Melds(cards, wild, ace_high)
    naturals = known.naturals

    @cache
    def first(rest: int, wilds: int) -> Choice:
        if not rest:
            left = () if wilds >= 3 else tuple(known.wilds[:wilds])
            return Choice(Over(points(left, ace_high), len(left), left), ())
        lowest = (rest & -rest).bit_length() - 1
        (_, number, left), groups = first(rest ^ 1 << lowest, wilds)
        more = tuple(sorted((*left, naturals[lowest]), reverse=True))
        best = Choice(Over(points(more, ace_high), number + 1, more), groups)
        for meld, count in known.of[lowest]:
            if meld & rest == meld and count <= wilds:
                over, groups = first(rest ^ meld, wilds - count)
                some = [card for place, card in enumerate(naturals) if meld >> place & 1]
                group = _group((*some, *known.wilds[:count]), wild)
                assert group is not None
                best = min(best, Choice(over, (group, *groups)))
        return best

    return first((1 << len(naturals)) - 1, len(known.wilds))


def first_of_all(cards: Sequence[Card], wild: Rank, ace_high: bool) -> Choice:
    """The first choice of all arrangements, looked at one by one."""
    fits = cache(lambda cards: is_meld(cards, wild, ace_high))
    best: Choice | None = None
    for melds, left in partitions(cards, lambda meld: fits(tuple(meld))):
        over = Over(points(left, ace_high), len(left), tuple(sorted(left, reverse=True)))
        grouped = [group for meld in melds if (group := _group(meld, wild)) is not None]
        # Of identical cards in two melds it is the better one that comes first.
        grouped.sort(key=lambda group: (group.naturals[0], group))
        found = Choice(over, tuple(grouped))
        best = found if best is None else min(best, found)
    assert best is not None
    return best


def _filled(cards: Sequence[Card], choice: Choice, wild: Rank, ace_high: bool) -> Arranged:
    """The choice with its wild cards."""
    (total, _, left), groups = choice
    wilds = [card for card in cards if card.rank is wild and card not in left]
    return Arranged(total, left[::-1], _placed(groups, wilds, wild, ace_high))


def _group(meld: Cards, wild: Rank) -> Group | None:
    """A meld by its natural cards; None if it has none."""
    naturals = tuple([card for card in meld if card.rank is not wild])
    if not naturals:
        return None
    return Group(len(naturals) == 1, not is_set(meld, wild), -len(naturals), naturals)


def _placed(
    groups: Sequence[Group], wilds: list[Card], wild: Rank, ace_high: bool
) -> tuple[tuple[str, Cards, tuple[tuple[Card, Rank], ...]], ...]:
    """The melds with their wild cards, each in its place."""
    needs = [max(0, 3 - len(g.naturals)) if not g.is_run else _need(g, ace_high) for g in groups]
    spare = len(wilds) - sum(needs)
    sets = [place for place, group in enumerate(groups) if not group.is_run]
    own = Counter(card.suit for card in wilds)
    ends: dict[int, list[int]] = {}
    for place, group in enumerate(groups):
        if group.is_run:
            span = ends[place] = _span(group, _is_high(group, ace_high))
            suit = group.naturals[0].suit
            own[suit] -= wild in range(span[0], span[-1] + 1) and own[suit] > 0
            if span[-1] == span[0] + 1:
                if own[suit] and (side := _beside(span, wild)) is not None:
                    own[suit] -= 1
                    ends[place] = sorted((*span, side))
                else:
                    ends[place] = _longer(span, 1, ace_high)
    alone = 0
    if not groups or (len(groups) == 1 and ends and _size(ends[0]) + spare > 13):
        alone, spare = spare, 0
    for place, span in ends.items():
        suit = groups[place].naturals[0].suit
        side = _beside(span, wild)
        if spare and own[suit] and side is not None:
            own[suit] -= 1
            spare -= 1
            ends[place] = sorted((*span, side))
    if spare and not sets:
        ends[0] = _longer(ends[0], spare, ace_high)
    elif spare:
        needs[sets[0]] += spare
    ranks = [
        [
            Rank.ACE if rank == HIGH else Rank(rank)
            for rank in range(ends[place][0], ends[place][-1] + 1)
            if rank not in _span(group, _is_high(group, ace_high))
        ]
        if group.is_run
        else [group.naturals[0].rank] * needs[place]
        for place, group in enumerate(groups)
    ]
    free = list(wilds)
    stand: list[list[Card | None]] = [[None for _ in places] for places in ranks]
    for group, places, row in zip(groups, ranks, stand, strict=True):
        for at, rank in enumerate(places):
            natural = [c for c in free if c.rank is rank and c.suit is group.naturals[0].suit]
            if group.is_run and natural:
                row[at] = natural[0]
                free.remove(natural[0])
    melds: list[tuple[str, Cards, tuple[tuple[Card, Rank], ...]]] = []
    for group, places, row in zip(groups, ranks, stand, strict=True):
        cards = [free.pop(0) if card is None else card for card in row]
        kind = "run" if group.is_run else "set"
        melds.append((kind, group.naturals, tuple(zip(cards, places, strict=True))))
    if alone:
        melds.append(("set", (), tuple([(card, wild) for card in free])))
    return tuple(melds)


def _span(group: Group, high: bool) -> list[int]:
    """The ranks of a run's natural cards, low to high."""
    return sorted(
        HIGH if high and card.rank is Rank.ACE else card.rank.value for card in group.naturals
    )


def _holes(ranks: Sequence[int]) -> int:
    """How many wild cards a run with these ranks needs."""
    return max(3, ranks[-1] - ranks[0] + 1) - len(ranks)


def _is_high(group: Group, ace_high: bool) -> bool:
    """An ace stands high only where that needs fewer wild cards."""
    return ace_high and _holes(_span(group, True)) < _holes(_span(group, False))


def _need(group: Group, ace_high: bool) -> int:
    return _holes(_span(group, _is_high(group, ace_high)))


def _size(span: Sequence[int]) -> int:
    return span[-1] - span[0] + 1


def _beside(span: Sequence[int], wild: Rank) -> int | None:
    """The wild rank, if a run of these ranks can be longer by it."""
    return wild if wild in (span[0] - 1, span[-1] + 1) and _size(span) < 13 else None


def _longer(span: Sequence[int], ranks: int, ace_high: bool) -> list[int]:
    """So many ranks more: upward, then downward."""
    longer = list(span)
    for _ in range(ranks):
        if longer[-1] < (HIGH if ace_high else 13):
            longer.append(longer[-1] + 1)
        else:
            longer.insert(0, longer[0] - 1)
    return longer


# --- Hands ---------------------------------------------------------------------------------------

PACK: Final = ThreeThirteen(players=2).deck


def some_hand(rng: random.Random, size: int, wild: Rank) -> list[Card]:
    """So many cards of one to four packs, mostly such that there is a choice of melds."""
    deck = list(PACK * rng.randint(1, 4))
    naturals = [card for card in deck if card.rank is not wild]
    wilds = [card for card in deck if card.rank is wild]
    few = rng.sample(wilds, min(len(wilds), rng.choice((0, 1, 1, 2, 3, size // 2))))
    match rng.randrange(7):
        case 0:  # any cards
            pool = deck
        case 1:  # a few ranks
            ranks = rng.sample(list(Rank)[:13], rng.randint(2, 5))
            pool = few + [card for card in naturals if card.rank in ranks]
        case 2:  # a suit or two
            suits = rng.sample(list(Suit), rng.randint(1, 2))
            pool = few + [card for card in naturals if card.suit in suits]
        case 3:  # a block: sets and runs cross
            lowest, suits = rng.randrange(13), rng.sample(list(Suit), rng.randint(1, 3))
            ranks = [Rank((lowest + step) % 13 + 1) for step in range(rng.randint(3, 6))]
            pool = few + [card for card in naturals if card.rank in ranks and card.suit in suits]
        case 4:  # about the aces
            ranks = [Rank.QUEEN, Rank.KING, Rank.ACE, Rank.TWO, Rank.THREE]
            pool = few + [card for card in naturals if card.rank in ranks]
        case 5:  # up to half of them wild
            count = min(len(wilds), rng.randint(0, size // 2))
            return rng.sample(wilds, count) + rng.sample(naturals, size - count)
        case _:  # a long run, and wild cards for which there may be no room
            suit = rng.choice(list(Suit))
            run = [card for card in PACK if card.suit is suit and card.rank is not wild]
            count = min(len(run), size, rng.randint(6, 12))
            rest = wilds + rng.sample(naturals, 3)
            return (rng.sample(run, count) + rng.sample(rest, len(rest)))[:size]
    return rng.sample(pool, size) if len(pool) >= size else some_hand(rng, size, wild)
