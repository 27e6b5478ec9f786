"""The strategies and the conformance check: they find what they are for."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import cycle
from typing import Self, cast

import pytest
from attrs import evolve, frozen
from hypothesis import Phase as Stage
from hypothesis import find, given, settings
from hypothesis import strategies as st
from typing_extensions import override

from climbcards import (
    Action,
    BigThree,
    BigTwo,
    Card,
    Deal,
    DouDizhu,
    GoOut,
    Hand,
    Kind,
    Phase,
    Result,
    Ruleset,
    State,
    Table,
    ThreeThirteen,
    step,
)
from climbcards.actions import ACTION_TYPES
from climbcards.climbing.catalogue import Catalogue
from climbcards.climbing.game import Dealt
from climbcards.climbing.lanes import RankLayout
from climbcards.climbing.patterns import Groups
from climbcards.climbing.rules import Rules
from climbcards.climbing.situation import Ended
from climbcards.climbing.table import ClimbingTable
from climbcards.events import Event
from climbcards.games.big_two import BigTwoTable
from climbcards.games.dou_dizhu import Kickers
from climbcards.rummy.table import RummyTable
from climbcards.testing import (
    PRESETS,
    actions,
    check_ruleset,
    deals,
    hands,
    positions,
    presets,
    rulesets,
    states,
)
from tests.toys import RankToy, SuitToy

Broken = type[RankToy]
OPENERS = cycle(range(3))


@frozen(kw_only=True, repr=False)
class Unfair(RankToy):
    """The winner is paid one too many."""

    @override
    def _settle(self, ended: Ended) -> Result:
        result = super()._settle(ended)
        return evolve(result, payoffs=(result.payoffs[0] + 1, *result.payoffs[1:]))


@frozen(kw_only=True, repr=False)
class NotPaid(RankToy):
    """Two seats of three are paid."""

    @override
    def _settle(self, ended: Ended) -> Result:
        return evolve(super()._settle(ended), payoffs=(0, 0))


@frozen(kw_only=True, repr=False)
class Doubled(RankToy):
    """A single is listed twice."""

    @override
    def _rules(self) -> Rules:
        rules = super()._rules()
        catalogue = rules.catalogue
        assert isinstance(catalogue.layout, RankLayout)
        more = (*catalogue.patterns, Groups(catalogue.layout, Kind.SINGLE, 1))
        return evolve(rules, catalogue=Catalogue(catalogue.layout, more, catalogue.deck))


@frozen(kw_only=True, repr=False)
class Lost(RankToy):
    """A card of the kitty is lost on the way."""

    @override
    def _hand_out(self, deal: Deal) -> Dealt:
        dealt = super()._hand_out(deal)
        return evolve(dealt, kitty=dealt.kitty - Hand([next(iter(dealt.kitty))]))


@frozen(kw_only=True, repr=False)
class Twice(RankToy):
    """A card is dealt to two seats."""

    @override
    def _hand_out(self, deal: Deal) -> Dealt:
        first, second, third = super()._hand_out(deal).hands
        return Dealt(hands=(first, first, third), kitty=second, opener=0)


@frozen(kw_only=True, repr=False)
class Chance(RankToy):
    """Who opens is drawn anew each time."""

    @override
    def _hand_out(self, deal: Deal) -> Dealt:
        return evolve(super()._hand_out(deal), opener=next(OPENERS))


@frozen(kw_only=True, repr=False)
class Telling(RankToy):
    """Everybody is told the first player's lowest card."""

    @override
    def _hand_out(self, deal: Deal) -> Dealt:
        dealt = super()._hand_out(deal)
        lowest = Hand(card for hand in dealt.hands for card in list(hand)[:8])
        return evolve(dealt, opening_card=random.Random(str(lowest)).choice(deal.deck))


class LooseTable(ClimbingTable):
    """A table that lists one action too few."""

    __slots__ = ()

    @override
    def legal_actions(self, seat: int | None, hand: Hand) -> Sequence[Action]:
        return super().legal_actions(seat, hand)[:-1]


@frozen(kw_only=True, repr=False)
class Disagreeing(RankToy):
    """A view lists other actions than the state."""

    @override
    def _table_type(self) -> type[ClimbingTable]:
        return LooseTable


class ForgetfulTable(ClimbingTable):
    """A table that loses the hand with each event."""

    __slots__ = ()

    @override
    def _after(self, event: Event, seat: int | None, hand: Hand) -> tuple[Self, Hand]:
        after, _ = super()._after(event, seat, hand)
        return after, Hand()


@frozen(kw_only=True, repr=False)
class Forgetful(RankToy):
    """A view that is advanced holds no cards."""

    @override
    def _table_type(self) -> type[ClimbingTable]:
        return ForgetfulTable


class DroppingTable(ClimbingTable):
    """A table on which nobody is shown anything."""

    __slots__ = ()

    @override
    def _shown(
        self, seat: int | None, hand: Hand, dealt: Hand, draws: Sequence[Card]
    ) -> Mapping[int, Hand]:
        return {}


@frozen(kw_only=True, repr=False)
class Dropping(RankToy):
    """The kitty is missing from the events."""

    @override
    def _table_type(self) -> type[ClimbingTable]:
        return DroppingTable


@pytest.mark.parametrize(
    ("broken", "problem"),
    [
        (Forgetful, "refuses event"),
        (Dropping, "with this move 3 cards are shown, not 0"),
        (Unfair, "do not sum to zero"),
        (NotPaid, "not one payoff for each seat"),
        (Doubled, "is listed twice"),
        (Lost, "do not make up the deck"),
        (Twice, "the deck does not hold"),
        (Chance, "twice gives different states"),
        (Telling, "is shown it"),
        (Disagreeing, "lists other actions than the state"),
    ],
)
def test_a_broken_promise_is_found_and_named(broken: Broken, problem: str) -> None:
    with pytest.raises(AssertionError, match=problem):
        check_ruleset(broken(), deals=30)


def test_the_message_says_which_deal_it_was() -> None:
    with pytest.raises(
        AssertionError, match=r"Unfair\(\), DealContext\(.*\), seed \d+, at the end"
    ):
        check_ruleset(Unfair())


def test_sound_rulesets_pass() -> None:
    check_ruleset(SuitToy(), seed=5, deals=1)
    check_ruleset(BigThree(), seed=5, deals=1)


def test_presets_are_different_rulesets() -> None:
    assert len(set(PRESETS)) == len(PRESETS)
    assert {BigThree(), BigThree(players=4)} <= set(PRESETS)
    assert {BigThree.bolshaya_troika(players=players) for players in (3, 4)} <= set(PRESETS)
    assert {DouDizhu(), DouDizhu(players=4), DouDizhu(kickers=Kickers.ANY)} <= set(PRESETS)
    assert {DouDizhu.rlcard(), DouDizhu.openspiel(), DouDizhu.douzero()} <= set(PRESETS)
    assert {BigTwo(players=players) for players in (2, 3, 4)} <= set(PRESETS)
    houses = BigTwo.da_lao_er, BigTwo.indonesian, BigTwo.pusoy_dos, BigTwo.clubs_low, BigTwo.taiwan
    assert {house() for house in houses} <= set(PRESETS)
    assert {ThreeThirteen(), ThreeThirteen(players=2)} <= set(PRESETS)


@pytest.mark.parametrize("game", [BigThree, DouDizhu, BigTwo, ThreeThirteen])
def test_each_option_is_somewhere_away_from_its_default(game: type[Ruleset[Table]]) -> None:
    presets = [ruleset for ruleset in PRESETS if isinstance(ruleset, game)]
    for name in presets[0].options:
        assert len({ruleset.options[name] for ruleset in presets}) > 1, name


@given(presets() | rulesets())
def test_rulesets_are_rulesets(ruleset: Ruleset[Table]) -> None:
    assert isinstance(ruleset, Ruleset)


@given(st.data(), st.integers(0, 30), st.integers(0, 30))
def test_hands_keep_within_their_sizes_and_their_deck(
    data: st.DataObject, one: int, two: int
) -> None:
    low, high = sorted((one, two))
    assert low <= len(data.draw(hands(min_size=low, max_size=high))) <= high
    ruleset = data.draw(presets())
    hand = data.draw(hands(ruleset, min_size=low, max_size=high))
    assert low <= len(hand) <= high
    assert hand <= Hand(ruleset.deck)


FIND = settings(max_examples=3_000, database=None, derandomize=True, phases=[Stage.generate])


@pytest.mark.parametrize("kind", [Kind.RUN, Kind.QUAD, Kind.TRIPLE_RUN, Kind.QUAD_RUN])
def test_hands_are_rich_in_combinations(kind: Kind) -> None:
    ruleset = BigThree()
    find(hands(ruleset), lambda h: any(c.kind is kind for c in ruleset.leads(h)), settings=FIND)


@pytest.mark.parametrize("phase", [Phase.AUCTION, Phase.CALL, Phase.PLAY, Phase.OVER])
def test_states_are_of_every_phase(phase: Phase) -> None:
    ruleset = BigThree(players=4)
    find(states(ruleset), lambda state: state.phase is phase, settings=FIND)
    assert find(states(ruleset, phase=phase), lambda _: True, settings=FIND).phase is phase


@pytest.mark.parametrize("dealer", range(3))
@pytest.mark.parametrize("order", [1, -1])
def test_deals_have_every_dealer_and_both_orders(dealer: int, order: int) -> None:
    wanted = dealer, order
    find(
        deals(BigThree()),
        lambda deal: (deal.context.dealer, deal.context.order) == wanted,
        settings=FIND,
    )


@pytest.mark.parametrize("kind", ACTION_TYPES)
def test_actions_are_of_every_type(kind: type[Action]) -> None:
    for ruleset in (None, BigThree()):
        find(actions(ruleset), lambda action: type(action) is kind, settings=FIND)


def test_positions_have_a_lead_due_or_a_target_and_passes() -> None:
    ruleset = BigThree(players=4)
    find(positions(ruleset), lambda s: s.table.passes == 0, settings=FIND)
    find(positions(ruleset), lambda s: s.table.passes == 2, settings=FIND)
    find(positions(ruleset), lambda s: s.table.target is None, settings=FIND)
    find(positions(ruleset), lambda s: s.table.partner is not None, settings=FIND)


def test_positions_of_big_two_have_bombs_out_of_turn_and_seats_out_of_the_trick() -> None:
    ruleset = BigTwo(bombs="out_of_turn", passing="out_of_trick")

    def out_of_turn(state: State[BigTwoTable]) -> bool:
        return any(state.legal_actions(seat) for seat in range(4) if seat != state.to_act)

    find(positions(ruleset), out_of_turn, settings=FIND)
    find(positions(ruleset), lambda s: len(s.table.out_of_trick) > 1, settings=FIND)
    find(positions(ruleset), lambda s: 1 in s.table.sizes, settings=FIND)


@pytest.mark.parametrize("players", [2, 4, 8])
def test_positions_of_three_thirteen_are_of_every_sort(players: int) -> None:
    ruleset = ThreeThirteen(players=players, may_return_discard=False, max_reshuffles=1)

    def goes_out(state: State[RummyTable]) -> bool:
        return any(isinstance(action, GoOut) for action in state.legal_actions())

    sorts: list[Callable[[State[RummyTable]], bool]] = [
        lambda state: state.phase is Phase.DRAW and len(state.legal_actions()) == 2,
        lambda state: not state.table.stock_size and state.table.reshuffles == 1,
        lambda state: not state.table.pile,
        lambda state: state.table.drawn is not None,
        lambda state: state.table.order == -1,
        lambda state: sum(map(bool, state.table.laid_down)) == players - 1,
        lambda state: state.table.number == 11 and len(state.hands[0]) >= 13,
        goes_out,
    ]
    for sort in sorts:
        find(positions(ruleset), sort, settings=FIND)


def test_positions_of_games_of_other_families_are_not_made_up() -> None:
    with pytest.raises(TypeError, match="for you to set up"):
        find(positions(cast("Ruleset[Table]", object())), lambda _: True, settings=FIND)


def test_states_have_bombs_out_of_turn() -> None:
    def was_out_of_turn(state: State[BigTwoTable]) -> bool:
        again = None if state.deal is None else state.ruleset.start(state.deal)
        for seat, action in state.history:
            assert again is not None
            if seat != again.to_act:
                return True
            again = step(again, action, seat)
        return False

    find(states(BigTwo.da_lao_er()), was_out_of_turn, settings=FIND)


def test_deals_have_a_leader_where_the_rules_allow_one() -> None:
    ruleset = BigTwo(next_leader="winner")
    find(deals(ruleset), lambda deal: deal.context.leader == 2, settings=FIND)
    find(deals(ruleset), lambda deal: deal.context.leader is None, settings=FIND)


def test_the_package_does_not_import_hypothesis() -> None:
    code = "import climbcards, sys; sys.exit('hypothesis' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
