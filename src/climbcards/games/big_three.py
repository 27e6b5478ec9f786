"""Big Three (Da San 大三, Wa Keng 挖坑), for three or four players.

One pack without jokers, 4 lowest and 3 highest.  An auction finds the soloist, who plays alone
against the others (and with three players takes the kitty); with four the soloist calls a card, and
its holder is a secret partner.  Whoever runs out of cards first wins for that side.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, Literal

from attrs import Factory, evolve, field, frozen
from typing_extensions import override

from climbcards.actions import as_card
from climbcards.cards import Card, Rank, Suit, pack
from climbcards.climbing.catalogue import Catalogue
from climbcards.climbing.game import ClimbingGame, Dealt
from climbcards.climbing.lanes import RankLayout
from climbcards.climbing.patterns import Groups, Pattern, Runs
from climbcards.climbing.places import Proved
from climbcards.climbing.position import seat_before, set_up, stake_problems
from climbcards.climbing.readings import Reading
from climbcards.climbing.rules import Leader, Rules
from climbcards.climbing.situation import Contract, Ended, Setting
from climbcards.climbing.table import ClimbingTable
from climbcards.combination import Combination, Kind
from climbcards.deal import Deal, DealContext, dealt_in_turn, is_seat
from climbcards.draw import Drawing, draw_for_places
from climbcards.errors import RulesetError
from climbcards.hand import Cards, Hand, as_hand
from climbcards.linked import finished
from climbcards.ruleset import Result, State, Table

__all__ = ["BigThree", "BigThreeTable"]

THREE_HIGH: Final = tuple(Rank((rank + 2) % 13 + 1) for rank in range(1, 14))
"""The order of Big Three, low to high: 4 5 6 7 8 9 10 J Q K A 2 3."""

ACE_HIGH: Final = tuple(Rank(rank % 13 + 1) for rank in range(1, 14))
"""The order of the Russian page: 2 3 4 5 6 7 8 9 10 J Q K A."""

RUN_RANKS: Final = frozenset(THREE_HIGH[:10])
"""4 … K: aces, twos and threes may not stand in a run."""

CALLABLE: Final = THREE_HIGH[:7]
"""4 … 10: the ranks of which a partner is called."""

BIDS: Final = (1, 2, 3)

_HEARTS: Final = tuple(Card(rank, Suit.HEARTS) for rank in THREE_HIGH)
"""The hearts in the order in which they open the auction, whatever the order of ranks in play."""

_WIDTHS: Final = (
    (Kind.SINGLE, Kind.RUN),
    (Kind.PAIR, Kind.PAIR_RUN),
    (Kind.TRIPLE, Kind.TRIPLE_RUN),
    (Kind.QUAD, Kind.QUAD_RUN),
)


class BigThreeTable(ClimbingTable):
    """Everything public in Big Three."""

    __slots__ = ()

    @property
    def soloist(self) -> int | None:
        """The highest bidder, once the auction is over."""
        return self._now.contract.declarer

    @property
    def called(self) -> Card | None:
        """The card whose holder is the soloist's partner, once it is called."""
        return self._now.contract.called

    @property
    def partner(self) -> int | None:
        """The soloist's partner, once the called card is played or where partners are drawn."""
        contract, drawn = self._now.contract, self._setting.context.partners
        if drawn is not None and contract.declarer is not None:
            return _ally(contract.declarer, drawn)
        return contract.partner


@frozen(kw_only=True, repr=False)
class BigThree(ClimbingGame[BigThreeTable]):
    """The rules of Big Three.

    Args:
        players: 3, or 4.
        bombs: whether a quad beats anything but a higher quad, and doubles the payment (several
            apps).
        min_run: the fewest ranks in a run of any width.
        kitty_shown: whether all see the kitty that the soloist takes (three players; the source is
            silent, apps often show it).
        rank_order: the ranks from low to high.
        opener: who speaks first in the auction and leads: the holder of the lowest heart dealt to a
            player (in the order 4 … A 2 3, whatever ``rank_order``), or the dealer.
        dealer_draw: the first dealer of a match draws the highest number (an ace is 1, court cards
            0) or the highest rank.
        partners: with four players, the soloist calls a partner's card, or partners are drawn
            before each deal and the auction sets the stake alone.
        passes_to_end_trick: how many passes in succession end a trick; all the others' by default.
        direction: which way the turn passes; it changes no rule.

    Raises:
        RulesetError: an option is out of range, or two contradict each other.
    """

    name: ClassVar[str] = "big_three"
    version: ClassVar[int] = 1

    players: int = 3
    bombs: bool = False
    min_run: int = 3
    kitty_shown: bool = False
    rank_order: tuple[Rank, ...] = field(default=THREE_HIGH)
    opener: Literal["lowest_heart", "dealer"] = "lowest_heart"
    dealer_draw: Literal["number", "rank"] = "number"
    partners: Literal["called", "drawn"] = "called"
    passes_to_end_trick: int = field(
        default=Factory(lambda self: _all_others(self.players), takes_self=True)
    )
    direction: Literal["counterclockwise", "clockwise"] = "counterclockwise"

    @classmethod
    def bolshaya_troika(cls, *, players: int = 3) -> BigThree:
        """The version of the Russian page: ace high, the dealer opens, partners are drawn."""
        return cls(
            players=players,
            rank_order=ACE_HIGH,
            opener="dealer",
            dealer_draw="rank",
            partners="drawn" if players == 4 else "called",
            passes_to_end_trick=2,
            direction="clockwise",
        )

    @override
    def _validate(self) -> None:
        if type(self.players) is not int or self.players not in (3, 4):
            raise RulesetError("Big Three is for 3 or 4 players", "players")
        for name in ("bombs", "kitty_shown"):
            if type(getattr(self, name)) is not bool:
                raise RulesetError("must be True or False", name)
        for name, values in _CHOICES.items():
            if type(getattr(self, name)) is not str or getattr(self, name) not in values:
                raise RulesetError(f"must be one of {', '.join(map(repr, values))}", name)
        if type(self.min_run) is not int or not 2 <= self.min_run <= len(RUN_RANKS):
            raise RulesetError(f"must be from 2 to {len(RUN_RANKS)}", "min_run")
        most = self.players - 1
        if type(self.passes_to_end_trick) is not int or not 1 <= self.passes_to_end_trick <= most:
            raise RulesetError(f"must be from 1 to {most}", "passes_to_end_trick", "players")
        order = self.rank_order
        if type(order) is not tuple or not _is_each_rank_once(order):
            raise RulesetError("must hold each of the 13 ranks once", "rank_order")
        if self.players == 4 and self.kitty_shown:
            raise RulesetError("four players have no kitty", "kitty_shown", "players")
        if self.players == 3 and self.partners == "drawn":
            raise RulesetError("three players have no partners", "partners", "players")

    @override
    def _rules(self) -> Rules:
        layout = RankLayout(self.rank_order)
        deck = Hand(pack())
        return Rules(
            players=self.players,
            catalogue=Catalogue(layout, self._patterns(layout), deck),
            passes_to_end_trick=self.passes_to_end_trick,
            largest_hand=self._largest_hand,
            leader=Leader.OPENER,
            bids=BIDS,
            opener_must_bid=True,
            kitty_shown=self.kitty_shown,
            callable_ranks=CALLABLE if self._calls else (),
            doubles=_is_bomb,
        )

    def _patterns(self, layout: RankLayout) -> Iterable[Pattern]:
        """One to four cards of a rank, and runs of each."""
        ranks = sum(1 << 4 * layout.lane[rank] for rank in RUN_RANKS)
        most = self._largest_hand
        for width, (group, run) in enumerate(_WIDTHS, 1):
            power = 1 if self.bombs and group is Kind.QUAD else 0
            yield Groups(layout, group, width, power=power)
            yield Runs(layout, run, width, shortest=self.min_run, ranks=ranks, most=most)

    @property
    def _largest_hand(self) -> int:
        return 20 if self.players == 3 else 13

    @property
    def _calls(self) -> bool:
        return self.players == 4 and self.partners == "called"

    @property
    def _draws_partners(self) -> bool:
        return self.players == 4 and self.partners == "drawn"

    @override
    def _table_type(self) -> type[BigThreeTable]:
        return BigThreeTable

    @override
    def _drawn(self, deal: Deal, rng: random.Random) -> Deal:
        if not self._draws_partners or deal.context.partners is not None:
            return deal
        drawing = draw_for_places(range(self.players), 2, self.deck, self._strength, rng)
        first, second = sorted(drawing.places)
        return evolve(deal, context=evolve(deal.context, partners=(first, second)))

    @override
    def draw_dealer(self, rng: random.Random) -> Drawing:
        """The highest number (an ace is 1, court cards are 0), or the highest in ``rank_order``."""
        worth = self._number if self.dealer_draw == "number" else self._strength
        return draw_for_places(range(self.players), 1, self.deck, worth, rng)

    def _number(self, card: Card) -> int:
        return card.rank if card.rank <= Rank.TEN else 0

    def _strength(self, card: Card) -> int:
        return self.rank_order.index(card.rank)

    @override
    def _context_problems(self, context: DealContext) -> list[str]:
        if not self._draws_partners:
            return super()._context_problems(context)
        found = super()._context_problems(evolve(context, partners=None))
        if context.partners is None:
            found.append("no partners are drawn")
        return found

    @override
    def _hand_out(self, deal: Deal) -> Dealt:
        deck, context = deal.deck, deal.context
        count = 48 if self.players == 3 else 52
        hands = dealt_in_turn(deck[:count], self.players, context.dealer, context.order)
        kitty = Hand(deck[count:])
        if self.opener == "dealer":
            return Dealt(hands=hands, kitty=kitty, opener=context.dealer)
        lowest = next(heart for heart in _HEARTS if heart not in kitty)
        opener = next(seat for seat, hand in enumerate(hands) if lowest in hand)
        return Dealt(hands=hands, kitty=kitty, opener=opener, opening_card=lowest)

    @override
    def _proved(self, setting: Setting, sizes: Sequence[int]) -> Proved:
        """The opening card is the lowest heart dealt to a player: lower ones lie in the kitty."""
        proved, card = super()._proved(setting, sizes), setting.opening_card
        if card is None:
            return proved
        return evolve(proved, kitty=Hand(_HEARTS[: _HEARTS.index(card)]))

    @override
    def _settle(self, ended: Ended) -> Result:
        contract, out = ended.contract, ended.out
        soloist = contract.declarer
        assert soloist is not None  # no deal is thrown in,
        assert out is not None  # so somebody ran out
        side = {soloist} if self.players == 3 else {soloist, self._partner(soloist, ended)}
        winners = {seat for seat in range(self.players) if (seat in side) == (out in side)}
        # With three players either opponent settles with the soloist; with four all pay alike.
        double = {soloist} if self.players == 3 else set[int]()
        payoffs = tuple(
            contract.stake * (2 if seat in double else 1) * (1 if seat in winners else -1)
            for seat in range(self.players)
        )
        others = tuple(seat for seat in range(self.players) if seat not in side)
        return Result(
            winners=tuple(sorted(winners)),
            out=out,
            teams=(tuple(sorted(side)), others),
            stake=contract.stake,
            points=payoffs,
            payoffs=payoffs,
        )

    def _partner(self, soloist: int, ended: Ended) -> int:
        """The soloist's partner, whether or not the table has found out."""
        contract, drawn = ended.contract, ended.context.partners
        if drawn is not None:
            return _ally(soloist, drawn)
        if contract.partner is not None:
            return contract.partner
        return next(seat for seat, hand in enumerate(ended.hands) if contract.called in hand)

    @override
    def position(
        self,
        hands: Sequence[Cards],
        *,
        to_act: int = 0,
        soloist: int = 0,
        stake: int = 1,
        called: Card | str | None = None,
        partner: int | None = None,
        partners: tuple[int, int] | None = None,
        target: Cards | Combination | None = None,
        target_by: int | None = None,
        gone: Cards = (),
        order: int = 1,
    ) -> State[BigThreeTable]:
        """A position in the phase of play.

        Args:
            hands: each seat's cards.
            to_act: the seat whose turn it is.
            soloist: the highest bidder.
            stake: what is played for, doublings so far included.
            called: the card called, or its text (four players who call).
            partner: who played it; None while it is in a hand.
            partners: the seats that were drawn as partners (four players who draw).
            target: the combination to beat; None when a lead is due.
            target_by: who played it; the seats from there to ``to_act`` have passed.  None: the
                seat before ``to_act``.
            gone: the cards played before that.
            order: 1 when seats act in order of their numbers, -1 in reverse.

        Raises:
            PositionError: it cannot be; the error names every fault.
        """
        called = None if called is None else as_card(called)
        given = [as_hand(hand) for hand in hands]
        if target is not None and not isinstance(target, Combination):
            target = as_hand(target)
        problems = stake_problems(stake)
        if not is_seat(soloist, self.players):
            problems.append(f"the soloist is a seat from 0 to {self.players - 1}")
        if self._calls:
            problems += _call_problems(given, soloist, called, partner)
            shown = target.cards if isinstance(target, Combination) else target or Hand()
            if target_by is None:
                target_by = None if target is None else seat_before(self, to_act, order)
            if called in shown and partner != target_by:
                problems.append(f"{called} is in the target: partner= is the seat that played it")
        elif called is not None or partner is not None:
            problems.append("no card is called under these rules")
        context = DealContext(partners=partners, order=order)
        problems += self._context_problems(context)
        return set_up(
            self,
            given,
            to_act=to_act,
            target=target,
            target_by=target_by,
            gone=gone,
            contract=Contract(
                bid=stake, bidder=soloist, declarer=soloist, called=called, partner=partner
            ),
            context=context,
            opener=None,
            settled=(
                ("soloist", soloist),
                ("stake", stake),
                ("called", called),
                ("partner", partner),
                ("partners", context.partners),
            ),
            problems=problems,
        )

    @override
    def next_context(self, state: State[Table]) -> DealContext:
        """The winner of a deal (the seat that ran out of cards) deals the next."""
        result, context = finished(self, state)
        dealer = context.dealer if result.out is None else result.out
        return evolve(context, number=context.number + 1, dealer=dealer, partners=None)


_CHOICES: Final = {
    "opener": ("lowest_heart", "dealer"),
    "dealer_draw": ("number", "rank"),
    "partners": ("called", "drawn"),
    "direction": ("counterclockwise", "clockwise"),
}


def _all_others(players: int) -> int:
    """How many seats can pass in succession; a wrong number of players is refused later on."""
    return players - 1 if type(players) is int else 0


def _is_each_rank_once(order: tuple[object, ...]) -> bool:
    ranks = [rank for rank in order if isinstance(rank, Rank)]
    return len(ranks) == len(order) and sorted(ranks) == sorted(THREE_HIGH)


def _is_bomb(reading: Reading) -> bool:
    return reading.power > 0


def _ally(seat: int, drawn: tuple[int, int]) -> int:
    """Whose side a seat is on, of the two that were drawn and the two that were not."""
    pair = drawn if seat in drawn else tuple(other for other in range(4) if other not in drawn)
    return pair[0] if pair[1] == seat else pair[1]


def _call_problems(
    hands: Sequence[Hand], soloist: int, called: Card | None, partner: int | None
) -> list[str]:
    """What is wrong with a called card in a position."""
    if called is None:
        return ["the soloist has called a card: called= is missing"]
    found: list[str] = []
    if called.rank not in CALLABLE:
        found.append(f"{called} cannot be called")
    holders = [seat for seat, hand in enumerate(hands) if called in hand]
    if soloist in (*holders, partner):
        found.append("the soloist cannot be the partner")
    if holders and partner is not None:
        found.append(f"{called} has not been played: partner= is not known yet")
    if not holders and (type(partner) is not int or partner not in range(len(hands))):
        found.append(f"{called} is in no hand: partner= says who played it")
    return found
