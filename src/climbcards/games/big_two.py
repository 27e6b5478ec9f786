"""Big Two (鋤大弟, 大老二, Pusoy Dos), for two to four players.

One pack without jokers, 3 lowest and 2 highest, and suits rank too.  The holder of the lowest card
leads it; whoever runs out of cards first wins, and the others pay for the cards they are left with.
Every named variation is an option.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, Literal

from attrs import evolve, field, frozen
from typing_extensions import override

from climbcards.cards import Card, Rank, Suit, pack
from climbcards.climbing.catalogue import Catalogue
from climbcards.climbing.game import ClimbingGame, Dealt
from climbcards.climbing.lanes import SuitLayout
from climbcards.climbing.patterns import Pattern
from climbcards.climbing.places import Proved
from climbcards.climbing.position import set_up
from climbcards.climbing.rules import Leader, Rules
from climbcards.climbing.situation import Contract, Ended, Setting
from climbcards.climbing.suited import SuitedAttached, SuitedGroups, SuitedSingles
from climbcards.climbing.suited_runs import Flushes, StraightFlushes, Straights, Window
from climbcards.climbing.table import ClimbingTable
from climbcards.combination import Combination, Kind, Shape, Strength
from climbcards.deal import MOST, Deal, DealContext, dealt_in_turn
from climbcards.errors import RulesetError
from climbcards.games.big_two_options import (
    CHOICES,
    SWITCHES,
    is_each_suit_once,
    is_scale,
)
from climbcards.games.straights import (
    STRAIGHTS_23456_HIGH,
    STRAIGHTS_23456_THEN_A2345_HIGH,
    STRAIGHTS_A2345_HIGH,
    STRAIGHTS_NO_A2345,
    STRAIGHTS_TWO_HIGH,
    STRAIGHTS_TWO_LOW,
    StraightOrder,
    deciding_rank,
    read_windows,
)
from climbcards.hand import Cards, Hand
from climbcards.linked import finished
from climbcards.ruleset import Result, State, Table

__all__ = [
    "STRAIGHTS_23456_HIGH",
    "STRAIGHTS_23456_THEN_A2345_HIGH",
    "STRAIGHTS_A2345_HIGH",
    "STRAIGHTS_NO_A2345",
    "STRAIGHTS_TWO_HIGH",
    "STRAIGHTS_TWO_LOW",
    "BigTwo",
    "BigTwoTable",
]

RANKS: Final = tuple(Rank((rank + 1) % 13 + 1) for rank in range(1, 14))
"""The order of ranks, low to high: 3 4 5 6 7 8 9 10 J Q K A 2."""

DIAMONDS_LOW: Final = (Suit.DIAMONDS, Suit.CLUBS, Suit.HEARTS, Suit.SPADES)
"""♦ ♣ ♥ ♠: the order of suits where nothing else is said."""

_FIVE: Final = "five"
"""The shape that all five-card kinds share where a better kind beats a worse one."""

_FIVE_CARD_KINDS: Final = (
    Kind.STRAIGHT,
    Kind.FLUSH,
    Kind.FULL_HOUSE,
    Kind.FOUR_OF_A_KIND,
    Kind.STRAIGHT_FLUSH,
)
"""The five-card kinds, from the lowest; the place is the beginning of their strength."""


class BigTwoTable(ClimbingTable):
    """Everything public in Big Two."""

    __slots__ = ()

    @property
    def odd_card(self) -> Card | None:
        """The card left over that was shown and given to the opener."""
        return self._setting.odd_card

    @property
    def out_of_trick(self) -> tuple[int, ...]:
        """The seats that have no more turns in this trick."""
        return tuple(seat for seat in range(len(self._setting.after)) if self._now.out >> seat & 1)


@frozen(kw_only=True, repr=False)
class BigTwo(ClimbingGame[BigTwoTable]):
    """The rules of Big Two.

    Args:
        players: 4, 3 or 2.
        suit_order: the suits from low to high.
        straights: which windows of five ranks count, from low to high: a named order of this
            module, or windows as texts (``"10JQKA"``) or ranks.
        flushes: whether five cards of a suit that are no straight are a combination.
        flush_order: whether flushes compare by suit first, or by their cards from the top.
        triples: whether three of a rank alone are a combination.
        five_card_ladder: whether a better five-card kind beats a worse one, whatever the ranks; if
            not, each kind answers its own.
        bombs: whether fours of a kind and straight flushes beat anything, in turn or out of turn.
        passing: whether a player who passed may return to the trick.
        hand_size: cards dealt to each player; None: 13, and 17 with three players.
        odd_card: where one card is left over, whether it goes to the opener or is not used.
        opening_card_required: whether the opening lead must contain the lowest card.
        next_leader: who leads the next deal of a match: the lowest card, the winner, or the loser.
        direction: which way the turn passes; ``"alternating"`` reverses it in every second deal.
        scale: what the cards left cost: (from so many cards, points a card), from the fewest.
        last_card_rule: what happens when a player lets the next one go out with the last card.
        settlement: whether each pair settles the difference of their points, or the winner takes
            what the others lose.
        deals: how many deals make a match; None: the table decides.

    Raises:
        RulesetError: an option is out of range, or two contradict each other.
    """

    name: ClassVar[str] = "big_two"
    version: ClassVar[int] = 1
    fewest_points_win: ClassVar[bool] = True

    players: int = 4
    suit_order: tuple[Suit, ...] = DIAMONDS_LOW
    straights: StraightOrder = field(default=STRAIGHTS_TWO_LOW, converter=read_windows)
    flushes: bool = True
    flush_order: Literal["suit", "rank"] = "suit"
    triples: bool = True
    five_card_ladder: bool = True
    bombs: Literal["none", "in_turn", "out_of_turn"] = "none"
    passing: Literal["may_return", "out_of_trick"] = "may_return"
    hand_size: int | None = None
    odd_card: Literal["opener", "out"] = "opener"
    opening_card_required: bool = True
    next_leader: Literal["lowest_card", "winner", "loser"] = "lowest_card"
    direction: Literal["counterclockwise", "clockwise", "alternating"] = "counterclockwise"
    scale: tuple[tuple[int, int], ...] = ((1, 1), (10, 2), (13, 3))
    last_card_rule: Literal["off", "pay", "enforce"] = "off"
    settlement: Literal["pairwise", "winner_takes"] = "pairwise"
    deals: int | None = None

    # --- Houses

    @classmethod
    def da_lao_er(cls, *, players: int = 4) -> BigTwo:
        """Da Lao Er, Bu Bu Gao Sheng: no flushes, separate shapes, bombs out of turn."""
        return cls(
            players=players,
            flushes=False,
            five_card_ladder=False,
            bombs="out_of_turn",
            scale=((1, 1), (11, 2)),
        )

    @classmethod
    def indonesian(cls, *, players: int = 4) -> BigTwo:
        """Indonesia: clockwise, ten deals, the winner leads anything to the next."""
        return cls(players=players, direction="clockwise", next_leader="winner", deals=10)

    @classmethod
    def pusoy_dos(cls, *, players: int = 4) -> BigTwo:
        """Pusoy Dos, the Philippines: suits ♣ ♠ ♥ ♦, so that the 3♣ opens."""
        return cls(
            players=players,
            suit_order=(Suit.CLUBS, Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS),
        )

    @classmethod
    def clubs_low(cls, *, players: int = 4) -> BigTwo:
        """Taiwan and part of Hong Kong: suits ♣ ♦ ♥ ♠, so that the 3♣ opens."""
        return cls(players=players, suit_order=tuple(Suit))

    @classmethod
    def taiwan(cls, *, players: int = 4) -> BigTwo:
        """Taiwan as played in its apps: separate shapes, bombs in turn, 23456 highest."""
        return cls(
            players=players,
            suit_order=tuple(Suit),
            flushes=False,
            triples=False,
            straights=STRAIGHTS_23456_HIGH,
            five_card_ladder=False,
            bombs="in_turn",
        )

    # --- Options

    @override
    def _validate(self) -> None:
        if type(self.players) is not int or self.players not in (2, 3, 4):
            raise RulesetError("Big Two is for 2 to 4 players", "players")
        for name in SWITCHES:
            if type(getattr(self, name)) is not bool:
                raise RulesetError("must be True or False", name)
        for name, values in CHOICES.items():
            if type(getattr(self, name)) is not str or getattr(self, name) not in values:
                raise RulesetError(f"must be one of {', '.join(map(repr, values))}", name)
        if not is_each_suit_once(self.suit_order):
            raise RulesetError("must hold each of the four suits once", "suit_order")
        if not is_scale(self.scale):
            raise RulesetError(
                "must be pairs (from so many cards, points a card), from 1 card, ascending", "scale"
            )
        if self.deals is not None and not (type(self.deals) is int and 1 <= self.deals <= MOST):
            raise RulesetError(f"must be None or a whole number from 1 to {MOST:,}", "deals")
        if self.hand_size is None:
            object.__setattr__(self, "hand_size", 17 if self.players == 3 else 13)
        if type(self.hand_size) is not int or not 1 <= self.hand_size <= 52 // self.players:
            most = 52 // self.players
            raise RulesetError(f"must be from 1 to {most}", "hand_size", "players")
        if self.odd_card == "out" and not self._odd_card_is_left:
            raise RulesetError("no odd card is left over", "odd_card", "hand_size", "players")
        if not self.flushes and self.flush_order != "suit":
            raise RulesetError("there are no flushes to order", "flush_order", "flushes")

    @override
    def _shown(self, name: str, value: object) -> str:
        if name == "straights":
            return repr(tuple("".join(map(str, window)) for window in self.straights))
        return super()._shown(name, value)

    @property
    def _cards_each(self) -> int:
        assert self.hand_size is not None  # resolved in _validate
        return self.hand_size

    @property
    def _odd_card_is_left(self) -> bool:
        return 52 - self.players * self._cards_each == 1

    @property
    def _largest_hand(self) -> int:
        """A hand as dealt, with the odd card if it goes to a player."""
        takes_odd_card = self._odd_card_is_left and self.odd_card == "opener"
        return self._cards_each + 1 if takes_odd_card else self._cards_each

    # --- Catalogue

    @override
    def _rules(self) -> Rules:
        layout = SuitLayout(RANKS, self.suit_order)
        return Rules(
            players=self.players,
            catalogue=Catalogue(layout, self._patterns(layout), Hand(pack())),
            passes_to_end_trick=self.players - 1,
            largest_hand=self._largest_hand,
            leader=Leader.OPENER,
            bombs_out_of_turn=self.bombs == "out_of_turn",
            passing_is_final=self.passing == "out_of_trick",
            last_card=self.last_card_rule,
        )

    def _patterns(self, layout: SuitLayout) -> Iterator[Pattern]:
        windows = [
            Window(
                place,
                sorted(layout.lane[rank] for rank in window),
                layout.lane[deciding_rank(self.straights, window)],
            )
            for place, window in enumerate(self.straights)
        ]
        triple = SuitedGroups(layout, Kind.TRIPLE, 3)
        four = SuitedGroups(layout, Kind.FOUR_OF_A_KIND, 4)
        yield SuitedSingles(layout, Kind.SINGLE)
        if self._largest_hand >= 2:
            yield SuitedGroups(layout, Kind.PAIR, 2, by_suit=True)
        if self.triples and self._largest_hand >= 3:
            yield triple
        if self._largest_hand < 5:
            return
        for tier, kind in enumerate(_FIVE_CARD_KINDS):
            shape: Shape = (_FIVE if self.five_card_ladder else kind.value,)
            place: Strength = (tier,)
            power = self._power(kind)
            match kind:
                case Kind.STRAIGHT:
                    yield Straights(layout, kind, windows, shape=shape, tier=place)
                case Kind.FLUSH if self.flushes:
                    yield Flushes(
                        layout,
                        kind,
                        5,
                        by_rank=self.flush_order == "rank",
                        windows=windows,
                        shape=shape,
                        tier=place,
                    )
                case Kind.FULL_HOUSE:
                    yield SuitedAttached(layout, kind, triple, 2, shape=shape, tier=place)
                case Kind.FOUR_OF_A_KIND:
                    yield SuitedAttached(
                        layout, kind, four, 1, shape=shape, tier=place, power=power
                    )
                case Kind.STRAIGHT_FLUSH:
                    yield StraightFlushes(
                        layout, kind, windows, shape=shape, tier=place, power=power
                    )
                case _:
                    pass  # flushes are off

    def _power(self, kind: Kind) -> int:
        if self.bombs == "none":
            return 0
        return {Kind.FOUR_OF_A_KIND: 1, Kind.STRAIGHT_FLUSH: 2}.get(kind, 0)

    @override
    def _table_type(self) -> type[BigTwoTable]:
        return BigTwoTable

    # --- Deal

    @property
    def _by_rank(self) -> tuple[Card, ...]:
        """The deck from the lowest card."""
        return self.rules.catalogue.ascending

    @override
    def _context_problems(self, context: DealContext) -> list[str]:
        if context.leader is None:
            return super()._context_problems(context)
        found = super()._context_problems(evolve(context, leader=None))
        if self.next_leader == "lowest_card":
            found.append("the lowest card leads under these rules: there is no leader to name")
        return found

    @override
    def _hand_out(self, deal: Deal) -> Dealt:
        context, count = deal.context, self.players * self._cards_each
        # The first card goes to the seat before the dealer.
        first = (context.dealer - context.order) % self.players
        hands = list(dealt_in_turn(deal.deck[:count], self.players, first, context.order))
        order = self._by_rank
        lowest, holder = next(
            (card, seat)
            for card in order
            for seat, hand in enumerate(hands)
            if card.bit & hand.bits
        )
        odd = None
        if self._odd_card_is_left and self.odd_card == "opener":
            odd = deal.deck[count]
            hands[holder] += Hand((odd,))
            lowest = min(lowest, odd, key=order.index)
        if context.leader is not None:
            return Dealt(hands=tuple(hands), opener=context.leader, odd_card=odd)
        return Dealt(
            hands=tuple(hands),
            opener=holder,
            opening_card=lowest,
            opening_card_due=self.opening_card_required,
            odd_card=odd,
        )

    @override
    def _proved(self, setting: Setting, sizes: Sequence[int]) -> Proved:
        """Who holds the lowest card dealt, and that those below it were not dealt.

        The odd card shows who holds it even where the deal before decided who leads: one hand is
        larger.
        """
        order = self._by_rank
        if setting.odd_card is not None:
            holder = sizes.index(max(sizes))
            lowest = next(card for card in order if card is not setting.odd_card)
            return Proved(hands={holder: Hand((lowest,))})
        card = setting.opening_card
        if card is None:
            return Proved()
        proved = super()._proved(setting, sizes)
        return evolve(proved, unused=Hand(order[: order.index(card)]))

    # --- Payment

    def penalty(self, cards: int) -> int:
        """The points for so many cards left."""
        points = 0
        for least, each in self.scale:  # the last that applies
            if cards < least:
                break
            points = cards * each
        return points

    @override
    def _settle(self, ended: Ended) -> Result:
        players, winner, liable = self.players, ended.out, ended.breach
        assert winner is not None  # no deal is thrown in
        points = [self.penalty(cards) for cards in ended.sizes]
        total = sum(points)
        if liable is not None:
            points = [total if seat == liable else 0 for seat in range(players)]
        if self.settlement == "pairwise":
            payoffs = [total - players * own for own in points]
        else:
            payoffs = [total if seat == winner else -points[seat] for seat in range(players)]
        return Result(
            winners=(winner,),
            out=winner,
            teams=tuple(zip(range(players), strict=True)),  # each seat for itself
            stake=1,
            points=tuple(points),
            payoffs=tuple(payoffs),
            liable=liable,
        )

    # --- Match

    @override
    def match_length(self) -> int | None:
        return self.deals

    @override
    def next_context(self, state: State[Table]) -> DealContext:
        """The winner deals, and leads where the rules say so; or the loser does both."""
        result, context = finished(self, state)
        assert result.out is not None  # no deal is thrown in
        seat = self._loser(state.hands) if self.next_leader == "loser" else result.out
        return evolve(
            context,
            number=context.number + 1,
            dealer=seat,
            leader=None if self.next_leader == "lowest_card" else seat,
            order=-context.order if self.direction == "alternating" else context.order,
        )

    def _loser(self, hands: Sequence[Hand]) -> int:
        """Who has most cards left; of several, who can form the least of best combinations."""
        most = max(map(len, hands))
        tied = [seat for seat, hand in enumerate(hands) if len(hand) == most]
        return min(tied, key=lambda seat: max(map(_measure, self.leads(hands[seat]))))

    # --- Positions

    @override
    def position(
        self,
        hands: Sequence[Cards],
        *,
        to_act: int = 0,
        target: Cards | Combination | None = None,
        target_by: int | None = None,
        out_of_trick: Sequence[int] = (),
        breach: int | None = None,
        gone: Cards = (),
        order: int = 1,
    ) -> State[BigTwoTable]:
        """A position in the phase of play; no opening card is due.

        Args:
            hands: each seat's cards.
            to_act: the seat whose turn it is.
            target: the combination to beat; None when a lead is due.
            target_by: who played it; the seats from there to ``to_act`` have passed.  None: the
                seat before ``to_act``.
            out_of_trick: further seats that have passed and are out of the trick, where passing is
                final; those between ``target_by`` and ``to_act`` are out of it anyway.
            breach: the seat whose last action broke the last-card rule, where that costs something
                (``last_card_rule="pay"``).
            gone: the cards played before that.
            order: 1 when seats act in order of their numbers, -1 in reverse.

        Raises:
            PositionError: it cannot be; the error names every fault.
        """
        problems: list[str] = []
        if out_of_trick and (self.passing != "out_of_trick" or target is None):
            problems.append("no seat is out of the trick")
        return set_up(
            self,
            hands,
            to_act=to_act,
            target=target,
            target_by=target_by,
            out_of_trick=out_of_trick,
            breach=breach,
            gone=gone,
            contract=Contract(),
            context=DealContext(order=order),
            opener=None,
            problems=problems,
        )


def _measure(combination: Combination) -> tuple[int, int, Strength]:
    """What makes a playable combination better: more cards, then power and strength."""
    return len(combination.cards), combination.power, combination.strength
