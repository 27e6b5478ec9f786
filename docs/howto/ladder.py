"""Ladder: a small climbing game made up for the documentation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from attrs import evolve, frozen
from typing_extensions import override

from climbcards import (
    Combination,
    Deal,
    DealContext,
    Hand,
    Kind,
    Rank,
    Result,
    RulesetError,
    State,
    Table,
)
from climbcards.cards import pack
from climbcards.climbing.attachments import Attached
from climbcards.climbing.catalogue import Catalogue
from climbcards.climbing.game import ClimbingGame, Dealt
from climbcards.climbing.lanes import RankLayout
from climbcards.climbing.patterns import Groups, Pattern, Runs
from climbcards.climbing.position import set_up
from climbcards.climbing.readings import Reading
from climbcards.climbing.rules import Leader, Rules
from climbcards.climbing.situation import Contract, Ended
from climbcards.climbing.table import ClimbingTable
from climbcards.deal import dealt_in_turn
from climbcards.hand import Cards
from climbcards.linked import finished

# --- Cards and options

RANKS: Final = (*(Rank(number) for number in range(6, 14)), Rank.ACE)
"""6 7 8 9 10 J Q K A, low to high."""

DECK: Final = Hand(card for card in pack() if card.rank in RANKS)
"""Four suits of them: 36 cards."""


@frozen(kw_only=True, repr=False)
class Ladder(ClimbingGame[ClimbingTable]):
    """The rules of Ladder.

    Args:
        players: from 2 to 4.
        min_run: the fewest cards in a run.
    """

    name: ClassVar[str] = "ladder"
    version: ClassVar[int] = 1

    players: int = 3
    min_run: int = 3

    @override
    def _validate(self) -> None:
        if self.players not in (2, 3, 4):
            raise RulesetError("Ladder is for 2 to 4 players", "players")
        if self.min_run not in range(3, 10):
            raise RulesetError("must be from 3 to 9", "min_run")

    # --- Catalogue

    def _patterns(self, layout: RankLayout) -> Iterable[Pattern]:
        largest = len(DECK) // self.players
        every_rank = sum(1 << 4 * lane for lane in range(len(RANKS)))
        triple = Groups(layout, Kind.TRIPLE, 3)
        yield Groups(layout, Kind.SINGLE, 1)
        yield Groups(layout, Kind.PAIR, 2)
        yield triple
        yield Attached(layout, Kind.TRIPLE_WITH_SINGLE, triple, 1, most=largest)
        yield Runs(layout, Kind.RUN, 1, shortest=self.min_run, ranks=every_rank, most=largest)
        yield Groups(layout, Kind.BOMB, 4, power=1)

    @override
    def _rules(self) -> Rules:
        layout = RankLayout(RANKS)
        return Rules(
            players=self.players,
            catalogue=Catalogue(layout, self._patterns(layout), DECK),
            passes_to_end_trick=self.players - 1,
            largest_hand=len(DECK) // self.players,
            leader=Leader.OPENER,
            doubles=_is_bomb,
        )

    @override
    def _table_type(self) -> type[ClimbingTable]:
        return ClimbingTable

    # --- Deal

    @override
    def _hand_out(self, deal: Deal) -> Dealt:
        dealer, order = deal.context.dealer, deal.context.order
        hands = dealt_in_turn(deal.deck, self.players, dealer, order)
        return Dealt(hands=hands, opener=dealer)

    @override
    def next_context(self, state: State[Table]) -> DealContext:
        result, context = finished(self, state)
        assert result.out is not None  # no deal is thrown in
        return evolve(context, number=context.number + 1, dealer=result.out)

    # --- Payment

    @override
    def _settle(self, ended: Ended) -> Result:
        assert ended.out is not None  # no deal is thrown in
        seats = range(self.players)
        stake = 2**ended.contract.doublings
        owed = [stake * len(hand) for hand in ended.hands]
        payoffs = tuple(sum(owed) if seat == ended.out else -owed[seat] for seat in seats)
        return Result(
            winners=(ended.out,),
            out=ended.out,
            teams=tuple((seat,) for seat in seats),
            stake=stake,
            points=payoffs,
            payoffs=payoffs,
        )

    # --- Positions

    @override
    def position(
        self,
        hands: Sequence[Cards],
        *,
        to_act: int = 0,
        target: Cards | Combination | None = None,
        target_by: int | None = None,
    ) -> State[ClimbingTable]:
        return set_up(
            self,
            hands,
            to_act=to_act,
            target=target,
            target_by=target_by,
            gone=(),
            contract=Contract(),
            context=DealContext(),
            opener=None,
        )


def _is_bomb(reading: Reading) -> bool:
    return reading.power > 0
