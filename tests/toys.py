"""Two made-up games: they have what Big Three lacks, and the engine plays them unchanged.

Each lists its patterns as a game does; what the tests hold against it is :func:`suit_readings` and
:func:`rank_readings`, written from the games' descriptions with no help from the engine.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, NamedTuple

from attrs import evolve, frozen
from typing_extensions import override

from climbcards import (
    Card,
    Deal,
    DealContext,
    Hand,
    Kind,
    Rank,
    Result,
    RulesetError,
    State,
    Suit,
    Table,
)
from climbcards.cards import pack
from climbcards.climbing.attachments import Attached
from climbcards.climbing.catalogue import Catalogue
from climbcards.climbing.game import ClimbingGame, Dealt
from climbcards.climbing.lanes import RankLayout, SuitLayout
from climbcards.climbing.patterns import Groups, Pattern, Runs
from climbcards.climbing.places import Places, places_in_turn
from climbcards.climbing.position import set_up
from climbcards.climbing.readings import Reading
from climbcards.climbing.rules import Leader, Rules
from climbcards.climbing.situation import Contract, Ended, Setting
from climbcards.climbing.suited import SuitedAttached, SuitedGroups
from climbcards.climbing.suited_runs import Flushes
from climbcards.climbing.table import ClimbingTable
from climbcards.combination import Combination
from climbcards.hand import Cards, as_hand
from climbcards.linked import finished

THREE_LOW: Final = tuple(Rank((rank + 1) % 13 + 1) for rank in range(1, 14))
"""3 4 … K A 2."""


def _is_bomb(reading: Reading) -> bool:
    return reading.kind is Kind.BOMB


@frozen(kw_only=True, repr=False)
class _Toy(ClimbingGame[ClimbingTable]):
    """What both games share: four bombs double, and each loser pays the stake."""

    @override
    def _table_type(self) -> type[ClimbingTable]:
        return ClimbingTable

    @override
    def _settle(self, ended: Ended) -> Result:
        seats, out = range(self.players), ended.out
        stake = max(ended.contract.bid, 1) << ended.contract.doublings
        others = self.players - 1
        payoffs = tuple(
            0 if out is None else stake * (others if seat == out else -1) for seat in seats
        )
        return Result(
            winners=() if out is None else (out,),
            out=out,
            teams=tuple((seat,) for seat in seats),
            stake=0 if out is None else stake,
            points=payoffs,
            payoffs=payoffs,
            thrown_in=out is None,
        )

    @override
    def position(
        self,
        hands: Sequence[Cards],
        *,
        to_act: int = 0,
        target: Cards | Combination | None = None,
        target_by: int | None = None,
        gone: Cards = (),
        stake: int = 1,
        order: int = 1,
    ) -> State[ClimbingTable]:
        return set_up(
            self,
            hands,
            to_act=to_act,
            target=target,
            target_by=target_by,
            gone=gone,
            contract=Contract(bid=stake, bidder=0, declarer=0),
            context=DealContext(order=order),
            opener=None,
            settled=(("stake", stake),),
        )

    @override
    def next_context(self, state: State[Table]) -> DealContext:
        _, context = finished(self, state)
        return DealContext(number=context.number + 1, dealer=context.dealer, order=context.order)

    def _split(self, deal: Deal, each: int) -> tuple[Hand, ...]:
        """So many cards for each seat, from the dealer on."""
        players, context = self.players, deal.context
        hands: list[list[Card]] = [[] for _ in range(players)]
        for place, card in enumerate(deal.deck[: each * players]):
            hands[(context.dealer + context.order * place) % players].append(card)
        return tuple(map(Hand, hands))


@frozen(kw_only=True, repr=False)
class SuitToy(_Toy):
    """Suits matter: four players, one pack, no auction; the holder of the lowest card leads.

    Singles and pairs rank by rank and then by the highest suit.  Five cards answer five cards: a
    flush by its suit and then from the top, above it a full house by its triple.  Four of a kind
    are a quad among quads, and a bomb that beats all but a higher bomb, and doubles.

    Args:
        short: play with the 32 cards from the sevens up.
    """

    name: ClassVar[str] = "suit_toy"
    version: ClassVar[int] = 1

    players: int = 4
    short: bool = False

    @override
    def _validate(self) -> None:
        if self.players != 4:
            raise RulesetError("the suit game is for 4", "players")

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks from low to high; those of the short pack are no rotation of the natural."""
        return (*THREE_LOW[4:12],) if self.short else THREE_LOW

    @property
    def suits(self) -> tuple[Suit, ...]:
        """The suits from low to high; in no natural order, so that the order is looked at."""
        return (Suit.DIAMONDS, Suit.CLUBS, Suit.HEARTS, Suit.SPADES)

    @override
    def _rules(self) -> Rules:
        layout = SuitLayout(self.ranks, self.suits)
        deck = Hand(card for card in pack() if card.rank in self.ranks)
        five = ("five",)
        triples = SuitedGroups(layout, Kind.TRIPLE, 3)
        patterns: list[Pattern] = [
            SuitedGroups(layout, Kind.SINGLE, 1, by_suit=True),
            SuitedGroups(layout, Kind.PAIR, 2, by_suit=True),
            Flushes(layout, Kind.FLUSH, 5, shape=five, tier=(0,)),
            SuitedAttached(layout, Kind.FULL_HOUSE, triples, 2, shape=five, tier=(1,)),
            SuitedGroups(layout, Kind.QUAD, 4),
            SuitedGroups(layout, Kind.BOMB, 4, power=1),
        ]
        return Rules(
            players=self.players,
            catalogue=Catalogue(layout, patterns, deck),
            passes_to_end_trick=self.players - 1,
            largest_hand=13,
            leader=Leader.OPENER,
            doubles=_is_bomb,
        )

    @override
    def _hand_out(self, deal: Deal) -> Dealt:
        hands = self._split(deal, len(deal.deck) // 4)
        lowest = Card(self.ranks[0], self.suits[0])
        opener = next(seat for seat, hand in enumerate(hands) if lowest in hand)
        return Dealt(hands=hands, opener=opener, opening_card=lowest)


@frozen(kw_only=True, repr=False)
class RankToy(_Toy):
    """Suits do not matter: three players, jokers, an auction that may fail, a kitty of three.

    3 4 … K A 2, black joker, red joker.  Runs of one card a rank (five or more) and of three (two
    or more) lie in 3 … A.  A run of triples carries a single for each triple, of other ranks, and
    not both jokers; a lone triple carries a pair.  Four of a kind are a bomb, and double.  The
    dealer speaks first and may pass; the highest bidder takes the kitty and leads.

    Args:
        packs: one, or two with bigger hands.
        kitty_shown: whether all see the kitty.
    """

    name: ClassVar[str] = "rank_toy"
    version: ClassVar[int] = 1

    players: int = 3
    packs: int = 1
    kitty_shown: bool = False

    @override
    def _validate(self) -> None:
        if self.players != 3:
            raise RulesetError("the rank game is for 3", "players")

    @override
    def _rules(self) -> Rules:
        layout = RankLayout((*THREE_LOW, Rank.BLACK_JOKER, Rank.RED_JOKER))
        most = 20 * self.packs
        plain = (1 << 4 * 12) // 15  # a 1 in each of the twelve lowest lanes
        jokers = 1 << 4 * 13 | 1 << 4 * 14
        triples = Groups(layout, Kind.TRIPLE, 3)
        triple_runs = Runs(layout, Kind.TRIPLE_RUN, 3, shortest=2, ranks=plain, most=most)
        patterns: list[Pattern] = [
            Groups(layout, Kind.SINGLE, 1),
            Groups(layout, Kind.PAIR, 2),
            triples,
            Runs(layout, Kind.RUN, 1, shortest=5, ranks=plain, most=most),
            triple_runs,
            Attached(layout, Kind.TRIPLE_WITH_PAIR, triples, 2, most=most),
            Attached(layout, Kind.TRIPLE_RUN_WITH_SINGLES, triple_runs, 1, most=most, apart=jokers),
            Groups(layout, Kind.BOMB, 4, power=1),
        ]
        if self.packs == 2:
            patterns.append(Groups(layout, Kind.BOMB, 5, power=2, shape=("bomb", 5)))
        return Rules(
            players=self.players,
            catalogue=Catalogue(layout, patterns, Hand(pack(jokers=True) * self.packs)),
            passes_to_end_trick=2,
            largest_hand=most,
            leader=Leader.DECLARER,
            bids=(1, 2, 3),
            kitty_shown=self.kitty_shown,
            doubles=_is_bomb,
        )

    @override
    def _hand_out(self, deal: Deal) -> Dealt:
        each = (len(deal.deck) - 3) // 3
        hands = self._split(deal, each)
        return Dealt(hands=hands, opener=deal.context.dealer, kitty=Hand(deal.deck[3 * each :]))


@frozen(kw_only=True, repr=False)
class TinyToy(_Toy):
    """So few cards that every order of the deck can be tried: three players of two cards each.

    Singles and pairs, no suits, an auction, and a kitty of what is left.  The dealer speaks first;
    or the holder of a card that is turned up among the first six.

    Args:
        packs: one of seven cards, or two of four.
        kitty_shown: whether all see the kitty.
        face_up: whether a card is turned up.
    """

    name: ClassVar[str] = "tiny_toy"
    version: ClassVar[int] = 1

    players: int = 3
    packs: int = 1
    kitty_shown: bool = False
    face_up: bool = False

    @override
    def _validate(self) -> None:
        if self.players != 3:
            raise RulesetError("the tiny game is for 3", "players")

    @override
    def _rules(self) -> Rules:
        layout = RankLayout(THREE_LOW)
        cards = Hand.parse("3♣ 4♣ 5♣ 6♣ 3♦ 4♦ 5♦" if self.packs == 1 else "3♣ 3♦ 4♣ 5♣ " * 2)
        return Rules(
            players=3,
            catalogue=Catalogue(
                layout, [Groups(layout, Kind.SINGLE, 1), Groups(layout, Kind.PAIR, 2)], cards
            ),
            passes_to_end_trick=2,
            largest_hand=4,
            leader=Leader.DECLARER,
            bids=(1, 2),
            kitty_shown=self.kitty_shown,
        )

    @override
    def _face_up_problems(self, face_up: int | None) -> list[str]:
        return [] if (face_up is None) != self.face_up else ["a card is turned up, or is not"]

    @override
    def _drawn(self, deal: Deal, rng: random.Random) -> Deal:
        return evolve(deal, face_up=int(rng.random() * 6)) if self.face_up else deal

    @override
    def _hand_out(self, deal: Deal) -> Dealt:
        hands, kitty = self._split(deal, 2), Hand(deal.deck[6:])
        if deal.face_up is None:
            return Dealt(hands=hands, opener=deal.context.dealer, kitty=kitty)
        opener, card = deal.face_up % 3, deal.deck[deal.face_up]
        return Dealt(hands=hands, opener=opener, kitty=kitty, opening_card=card)

    @override
    def _places(self, context: DealContext) -> Places:
        if self.packs == 1:
            return super()._places(context)
        return places_in_turn(6, 3, context.dealer, context.order, kitty=(6, 7))

    @override
    def _redrawn(self, deal: Deal, setting: Setting, rng: random.Random) -> Deal:
        if not self.face_up or setting.opener is None:
            return deal
        drawn = (setting.opener, setting.opener + 3)
        found = [place for place in drawn if deal.deck[place] is setting.opening_card]
        return evolve(deal, face_up=rng.choice(found))


TOYS: Final[tuple[SuitToy | RankToy, ...]] = (
    SuitToy(),
    SuitToy(short=True),
    RankToy(),
    RankToy(packs=2),
)


class Expected(NamedTuple):
    """How cards should read: what a test holds a combination against."""

    kind: Kind
    power: int
    family: tuple[str | int, ...]
    worth: tuple[int, ...]

    def beats(self, other: Expected) -> bool:
        """As the games' descriptions have it."""
        if self.power != other.power:
            return self.power > other.power
        return self.family == other.family and self.worth > other.worth


def suit_readings(game: SuitToy, cards: Iterable[Card]) -> list[Expected]:
    """Every reading of the cards in the suit game."""
    held = [(game.ranks.index(c.rank), game.suits.index(c.suit or Suit.CLUBS)) for c in cards]
    held.sort(reverse=True)
    if not held:
        return []
    ranks = Counter(rank for rank, _ in held)
    groups = sorted(ranks.values())
    top = held[0]
    match groups:
        case [1]:
            return [Expected(Kind.SINGLE, 0, ("single",), top)]
        case [2]:
            return [Expected(Kind.PAIR, 0, ("pair",), top)]
        case [4]:
            quad = Expected(Kind.QUAD, 0, ("quad",), top[:1])
            return [quad, Expected(Kind.BOMB, 1, ("bomb",), top[:1])]
        case [2, 3]:
            triple = next(rank for rank, count in ranks.items() if count == 3)
            return [Expected(Kind.FULL_HOUSE, 0, ("five",), (1, triple))]
        case [1, 1, 1, 1, 1] if len({suit for _, suit in held}) == 1:
            worth = (0, top[1], *(rank for rank, _ in held))
            return [Expected(Kind.FLUSH, 0, ("five",), worth)]
        case _:
            return []


def rank_readings(game: RankToy, cards: Iterable[Card]) -> list[Expected]:
    """Every reading of the cards in the rank game."""
    order = (*THREE_LOW, Rank.BLACK_JOKER, Rank.RED_JOKER)
    counts = Counter(order.index(card.rank) for card in as_hand(cards))
    found: list[Expected] = []
    size = counts.total()
    if len(counts) == 1:
        ((rank, count),) = counts.items()
        if count <= 3 + game.packs:
            kind = (Kind.SINGLE, Kind.PAIR, Kind.TRIPLE, Kind.BOMB, Kind.BOMB)[count - 1]
            five = (5,) if count == 5 else ()
            found.append(Expected(kind, max(0, count - 3), (kind, *five), (rank,)))
    low = min(counts, default=0)
    if _consecutive(counts) and max(counts) < 12:
        if set(counts.values()) == {1} and size >= 5:
            found.append(Expected(Kind.RUN, 0, ("run", size), (low,)))
        if set(counts.values()) == {3} and size >= 6:
            found.append(Expected(Kind.TRIPLE_RUN, 0, ("triple_run", size // 3), (low,)))
    if sorted(counts.values()) == [2, 3]:
        triple = next(rank for rank, count in counts.items() if count == 3)
        found.append(Expected(Kind.TRIPLE_WITH_PAIR, 0, ("triple_with_pair",), (triple,)))
    triples = {rank: 3 for rank, count in counts.items() if count == 3}
    singles = {rank for rank, count in counts.items() if count == 1}
    if (
        len(triples) == len(singles) >= 2
        and size == 4 * len(singles) <= 20 * game.packs
        and _consecutive(triples)
        and max(triples) < 12
        and not {13, 14} <= singles
    ):
        family = ("triple_run_with_singles", len(triples))
        found.append(Expected(Kind.TRIPLE_RUN_WITH_SINGLES, 0, family, (min(triples),)))
    return found


def _consecutive(ranks: Iterable[int]) -> bool:
    found = sorted(ranks)
    return bool(found) and found == list(range(found[0], found[-1] + 1))
