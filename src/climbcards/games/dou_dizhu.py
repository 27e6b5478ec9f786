"""Dou Dizhu (斗地主, Fight the Landlord), for three or four players.

One pack with two jokers (two packs with four players), 3 lowest, 2 and the jokers highest.  The
highest bidder is the landlord, takes the kitty and plays alone against the others.  Bombs beat
everything below them and double the stake.

No two public programs agree on which cards may be attached to a triple run or a quad; each house's
rule is a named value of :class:`Kickers`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, Literal

from attrs import evolve, frozen
from typing_extensions import override

from climbcards.cards import Card, Rank, pack
from climbcards.climbing.attachments import Attached
from climbcards.climbing.catalogue import Catalogue
from climbcards.climbing.game import ClimbingGame, Dealt
from climbcards.climbing.lanes import RankLayout
from climbcards.climbing.patterns import Exactly, Groups, Pattern, Runs
from climbcards.climbing.places import Places, places_in_turn
from climbcards.climbing.position import set_up, stake_problems
from climbcards.climbing.readings import Reading
from climbcards.climbing.rules import Leader, Rules
from climbcards.climbing.situation import Contract, Ended, Setting
from climbcards.climbing.table import ClimbingTable
from climbcards.combination import Combination, Kind
from climbcards.deal import Deal, DealContext, dealt_in_turn, is_seat
from climbcards.errors import RulesetError
from climbcards.hand import Cards, Hand
from climbcards.linked import finished
from climbcards.ruleset import Result, State, Table

__all__ = ["DouDizhu", "DouDizhuTable", "Kickers"]

RANKS: Final = (
    *(Rank(rank % 13 + 1) for rank in range(2, 15)),
    Rank.BLACK_JOKER,
    Rank.RED_JOKER,
)
"""The order of ranks, low to high: 3 4 5 6 7 8 9 10 J Q K A 2, black joker, red joker."""

RUN_RANKS: Final = RANKS[:12]
"""3 … A: twos and jokers may not stand in a run."""

BIDS: Final = (1, 2, 3)

ROCKET_POWER: Final = 100
"""More than any bomb has: those of four players have as much power as cards, eight at most."""


@frozen(kw_only=True)
class Kickers:
    """Which cards may be attached to a triple run or a quad (three players).

    Under every setting no card of the core's own ranks is attached, and attached pairs differ in
    rank.

    Attributes:
        repeat: attached singles may share a rank (4444 + 5 + 5), up to three of it.
        four: four attached singles may be the four cards of one rank.
        extend: the attached singles may hold a triple that would lengthen the run.
        both_jokers: one of each joker may be attached together, as singles.
    """

    repeat: bool = False
    four: bool = False
    extend: bool = False
    both_jokers: bool = False

    DISTINCT: ClassVar[Kickers]
    """Every attached single has a rank of its own: the rules page."""
    ANY: ClassVar[Kickers]
    """Any attached singles but both jokers together."""
    RLCARD: ClassVar[Kickers]
    """As RLCard plays: the singles may repeat, but hold no quad and no triple next to the run."""
    OPENSPIEL: ClassVar[Kickers]
    """As OpenSpiel plays: the singles may repeat, but hold no quad."""
    DOUZERO: ClassVar[Kickers]
    """As DouZero plays: any attached singles at all."""

    @override
    def __repr__(self) -> str:
        """The name of a named value, else the constructor call."""
        for name, value in _named_kickers():
            if self == value:
                return f"Kickers.{name}"
        switches = ("repeat", "four", "extend", "both_jokers")
        shown = (f"{switch}=True" for switch in switches if getattr(self, switch))
        return f"Kickers({', '.join(shown)})"


Kickers.DISTINCT = Kickers()
Kickers.ANY = Kickers(repeat=True, four=True, extend=True)
Kickers.RLCARD = Kickers(repeat=True)
Kickers.OPENSPIEL = Kickers(repeat=True, extend=True)
Kickers.DOUZERO = Kickers(repeat=True, four=True, extend=True, both_jokers=True)


def _named_kickers() -> Iterator[tuple[str, Kickers]]:
    for name in ("DISTINCT", "ANY", "RLCARD", "OPENSPIEL", "DOUZERO"):
        yield name, getattr(Kickers, name)


class DouDizhuTable(ClimbingTable):
    """Everything public in Dou Dizhu."""

    __slots__ = ()

    @property
    def landlord(self) -> int | None:
        """The highest bidder, once the auction is over."""
        return self._now.contract.declarer

    @property
    def face_up(self) -> Card | None:
        """The card that was turned face up in the pack; the opener drew it."""
        return self._setting.opening_card


@frozen(kw_only=True, repr=False)
class DouDizhu(ClimbingGame[DouDizhuTable]):
    """The rules of Dou Dizhu.

    Args:
        players: 3, with one pack; or 4, with two.
        kickers: which cards may be attached to a triple run or a quad (three players).
        quad_sets: whether a quad with two singles or two pairs is a combination; None: with three
            players.
        kitty_shown: whether all see the kitty that the landlord takes.
        spring: whether the stake doubles once more when the landlord wins and no opponent has
            played a card, or an opponent wins and the landlord has played only once.
        direction: which way the turn passes; it changes no rule.

    Raises:
        RulesetError: an option is out of range, or two contradict each other.
    """

    name: ClassVar[str] = "dou_dizhu"
    version: ClassVar[int] = 1

    players: int = 3
    kickers: Kickers = Kickers.DISTINCT
    quad_sets: bool | None = None
    kitty_shown: bool = True
    spring: bool = False
    direction: Literal["counterclockwise", "clockwise"] = "counterclockwise"

    @classmethod
    def rlcard(cls) -> DouDizhu:
        """The combinations of RLCard."""
        return cls(kickers=Kickers.RLCARD)

    @classmethod
    def openspiel(cls) -> DouDizhu:
        """The combinations and the payment of OpenSpiel: no quad sets, and spring."""
        return cls(kickers=Kickers.OPENSPIEL, quad_sets=False, spring=True)

    @classmethod
    def douzero(cls) -> DouDizhu:
        """The combinations of DouZero."""
        return cls(kickers=Kickers.DOUZERO)

    @override
    def _validate(self) -> None:
        if type(self.players) is not int or self.players not in (3, 4):
            raise RulesetError("Dou Dizhu is for 3 or 4 players", "players")
        if self.quad_sets is None:
            object.__setattr__(self, "quad_sets", self.players == 3)
        for name in ("quad_sets", "kitty_shown", "spring"):
            if type(getattr(self, name)) is not bool:
                raise RulesetError("must be True or False", name)
        if getattr(self, "direction") not in ("counterclockwise", "clockwise"):  # noqa: B009
            raise RulesetError("must be 'counterclockwise' or 'clockwise'", "direction")
        self._validate_kickers()
        if self.players == 4 and self.quad_sets:
            raise RulesetError("four players have no quad sets", "quad_sets", "players")

    def _validate_kickers(self) -> None:
        kickers = self.kickers
        if not isinstance(kickers, Kickers):
            raise RulesetError("must be a Kickers", "kickers")
        for switch in ("repeat", "four", "extend", "both_jokers"):
            value = getattr(kickers, switch)
            if type(value) is not bool:
                raise RulesetError("must be True or False", f"kickers.{switch}")
            if value and self.players == 4:
                raise RulesetError("four players attach no singles", f"kickers.{switch}", "players")
            if value and switch in ("four", "extend") and not kickers.repeat:
                raise RulesetError(
                    "attached singles that differ in rank hold no triple and no quad",
                    f"kickers.{switch}",
                    "kickers.repeat",
                )

    @override
    def _rules(self) -> Rules:
        layout = RankLayout(RANKS)
        cards = pack(jokers=True)
        deck = Hand(cards if self.players == 3 else cards * 2)
        three = self.players == 3
        return Rules(
            players=self.players,
            catalogue=Catalogue(layout, self._patterns(layout), deck),
            passes_to_end_trick=self.players - 1,
            largest_hand=20 if three else 33,
            leader=Leader.DECLARER,
            bids=BIDS,
            kitty_shown=self.kitty_shown,
            doubles=_is_bomb if three else _is_large_bomb,
        )

    def _patterns(self, layout: RankLayout) -> Iterator[Pattern]:
        three = self.players == 3
        most = 20 if three else 33
        ranks = sum(1 << 4 * layout.lane[rank] for rank in RUN_RANKS)
        jokers = sum(1 << 4 * layout.lane[rank] for rank in RANKS[13:])
        triple = Groups(layout, Kind.TRIPLE, 3)
        triple_run = Runs(layout, Kind.TRIPLE_RUN, 3, shortest=2, ranks=ranks, most=most)
        yield Groups(layout, Kind.SINGLE, 1)
        yield Groups(layout, Kind.PAIR, 2)
        yield triple
        if three:
            yield Attached(layout, Kind.TRIPLE_WITH_SINGLE, triple, 1, most=most)
        yield Attached(layout, Kind.TRIPLE_WITH_PAIR, triple, 2, most=most)
        yield Runs(layout, Kind.RUN, 1, shortest=5, ranks=ranks, most=most)
        yield Runs(layout, Kind.PAIR_RUN, 2, shortest=3, ranks=ranks, most=most)
        yield triple_run
        if three:
            yield self._with_singles(Kind.TRIPLE_RUN_WITH_SINGLES, layout, triple_run, 1, jokers)
        yield Attached(layout, Kind.TRIPLE_RUN_WITH_PAIRS, triple_run, 2, most=most)
        if self.quad_sets:
            quad = Groups(layout, Kind.QUAD, 4)
            yield self._with_singles(Kind.QUAD_WITH_SINGLES, layout, quad, 2, jokers)
            yield Attached(layout, Kind.QUAD_WITH_PAIRS, quad, 2, groups=2, most=most)
        for cards in (4,) if three else range(4, 9):
            yield Groups(layout, Kind.BOMB, cards, power=1 if three else cards)
        rocket = jokers if three else 2 * jokers
        yield Exactly(layout, Kind.ROCKET, rocket, power=2 if three else ROCKET_POWER)

    def _with_singles(
        self, kind: Kind, layout: RankLayout, core: Groups | Runs, groups: int, jokers: int
    ) -> Pattern:
        kickers = self.kickers
        return Attached(
            layout,
            kind,
            core,
            1,
            groups=groups,
            alike=(4 if kickers.four else 3) if kickers.repeat else 1,
            extend=kickers.extend,
            apart=0 if kickers.both_jokers else jokers,
            most=20,
        )

    @override
    def _table_type(self) -> type[DouDizhuTable]:
        return DouDizhuTable

    @property
    def _drawn_cards(self) -> int:
        """How many cards the players draw; the rest are the kitty."""
        return 51 if self.players == 3 else 100

    @override
    def _drawn(self, deal: Deal, rng: random.Random) -> Deal:
        """A card somewhere among those the players will draw is turned face up."""
        face_up = int(rng.random() * self._drawn_cards)
        return Deal(deck=deal.deck, context=deal.context, seed=deal.seed, face_up=face_up)

    @override
    def _face_up_problems(self, face_up: int | None) -> list[str]:
        if type(face_up) is int and 0 <= face_up < self._drawn_cards:
            return []
        return [f"face_up is the place of a card that is drawn, from 0 to {self._drawn_cards - 1}"]

    @override
    def _hand_out(self, deal: Deal) -> Dealt:
        deck, context, count = deal.deck, deal.context, self._drawn_cards
        face_up = deal.face_up or 0
        return Dealt(
            hands=dealt_in_turn(deck[:count], self.players, context.dealer, context.order),
            kitty=Hand(deck[count:]),
            opener=(context.dealer + context.order * face_up) % self.players,
            opening_card=deck[face_up],
        )

    @override
    def _places(self, context: DealContext) -> Places:
        count = self._drawn_cards
        return places_in_turn(
            count, self.players, context.dealer, context.order, kitty=range(count, len(self.deck))
        )

    @override
    def _redrawn(self, deal: Deal, setting: Setting, rng: random.Random) -> Deal:
        """The card turned up is a copy of it among those that the opener drew."""
        opener = setting.opener
        assert opener is not None  # there is one in every deal
        places = self._places(deal.context).hands[opener]
        found = [place for place in places if deal.deck[place] is setting.opening_card]
        return evolve(deal, face_up=found[int(rng.random() * len(found))])

    @override
    def _settle(self, ended: Ended) -> Result:
        contract, out = ended.contract, ended.out
        landlord = contract.declarer
        nothing = (0,) * self.players
        if landlord is None or out is None:
            return Result(
                winners=(),
                out=None,
                teams=(),
                stake=0,
                points=nothing,
                payoffs=nothing,
                thrown_in=True,
            )
        others = tuple(seat for seat in range(self.players) if seat != landlord)
        stake = contract.stake << (self.spring and _springs(ended, landlord))
        sign = 1 if out == landlord else -1
        payoffs = tuple(
            sign * stake * (len(others) if seat == landlord else -1) for seat in range(self.players)
        )
        return Result(
            winners=(landlord,) if out == landlord else others,
            out=out,
            teams=((landlord,), others),
            stake=stake,
            points=payoffs,
            payoffs=payoffs,
        )

    @override
    def position(
        self,
        hands: Sequence[Cards],
        *,
        to_act: int = 0,
        landlord: int = 0,
        stake: int = 1,
        target: Cards | Combination | None = None,
        target_by: int | None = None,
        gone: Cards = (),
        order: int = 1,
    ) -> State[DouDizhuTable]:
        """A position in the phase of play.

        Spring is only counted where the position is the beginning of play: nothing is gone and
        there is no target.

        Args:
            hands: each seat's cards.
            to_act: the seat whose turn it is.
            landlord: the highest bidder.
            stake: what is played for, doublings so far included.
            target: the combination to beat; None when a lead is due.
            target_by: who played it; the seats from there to ``to_act`` have passed.  None: the
                seat before ``to_act``.
            gone: the cards played before that.
            order: 1 when seats act in order of their numbers, -1 in reverse.

        Raises:
            PositionError: it cannot be; the error names every fault.
        """
        problems = stake_problems(stake)
        if not is_seat(landlord, self.players):
            problems.append(f"the landlord is a seat from 0 to {self.players - 1}")
        return set_up(
            self,
            hands,
            to_act=to_act,
            target=target,
            target_by=target_by,
            gone=gone,
            contract=Contract(bid=stake, bidder=landlord, declarer=landlord),
            context=DealContext(order=order),
            opener=None,
            settled=(("landlord", landlord), ("stake", stake)),
            problems=problems,
        )

    @override
    def next_context(self, state: State[Table]) -> DealContext:
        """The deal passes to the next seat; after a throw-in the same dealer deals again."""
        result, context = finished(self, state)
        if result.thrown_in:
            return context
        dealer = (context.dealer + context.order) % self.players
        return evolve(context, number=context.number + 1, dealer=dealer)


def _is_bomb(reading: Reading) -> bool:
    """With three players every bomb and every rocket doubles."""
    return reading.power > 0


def _is_large_bomb(reading: Reading) -> bool:
    """With four players bombs of six cards and more and every rocket double."""
    return reading.power >= 6


def _springs(ended: Ended, landlord: int) -> bool:
    """Whether one side did not get to play: the opponents at all, or the landlord but once."""
    if not ended.whole:
        return False
    by_landlord = ended.plays[landlord]
    return by_landlord == sum(ended.plays) if ended.out == landlord else by_landlord == 1
