"""Rulesets for tests: the presets of every game, and strategies for any legal options.

``climbcards.testing`` offers them.
"""

from __future__ import annotations

from typing import Final, Literal

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from climbcards.cards import Rank, Suit
from climbcards.games.big_three import ACE_HIGH, THREE_HIGH, BigThree
from climbcards.games.big_two import (
    STRAIGHTS_23456_HIGH,
    STRAIGHTS_23456_THEN_A2345_HIGH,
    STRAIGHTS_A2345_HIGH,
    STRAIGHTS_NO_A2345,
    STRAIGHTS_TWO_HIGH,
    STRAIGHTS_TWO_LOW,
    BigTwo,
)
from climbcards.games.dou_dizhu import DouDizhu, Kickers
from climbcards.games.straights import read_windows
from climbcards.games.three_thirteen import ThreeThirteen
from climbcards.ruleset import Ruleset, Table

__all__ = [
    "PRESETS",
    "big_threes",
    "big_twos",
    "dou_dizhus",
    "presets",
    "rulesets",
    "three_thirteens",
]

PRESETS: Final[tuple[Ruleset[Table], ...]] = (
    BigThree(),
    BigThree(bombs=True),
    BigThree(kitty_shown=True),
    BigThree(min_run=2, bombs=True, kitty_shown=True),
    BigThree(min_run=5),
    BigThree(players=4),
    BigThree(players=4, bombs=True, min_run=4),
    BigThree.bolshaya_troika(),
    BigThree.bolshaya_troika(players=4),
    DouDizhu(),
    DouDizhu(kickers=Kickers.ANY),
    DouDizhu.rlcard(),
    DouDizhu.openspiel(),
    DouDizhu.douzero(),
    DouDizhu(kitty_shown=False, spring=True, direction="clockwise"),
    DouDizhu(players=4),
    DouDizhu(players=4, kitty_shown=False, spring=True),
    BigTwo(),
    BigTwo(players=3),
    BigTwo(players=3, odd_card="out"),
    BigTwo(players=2),
    BigTwo.da_lao_er(),
    BigTwo.da_lao_er(players=3),
    BigTwo.indonesian(),
    BigTwo.pusoy_dos(),
    BigTwo.clubs_low(),
    BigTwo.taiwan(),
    BigTwo(passing="out_of_trick"),
    BigTwo(passing="out_of_trick", bombs="out_of_turn"),
    BigTwo(bombs="in_turn", triples=False, flushes=False),
    BigTwo(last_card_rule="pay", settlement="winner_takes"),
    BigTwo(last_card_rule="enforce"),
    BigTwo(last_card_rule="enforce", bombs="out_of_turn", passing="out_of_trick", players=3),
    BigTwo(next_leader="loser", direction="alternating"),
    BigTwo(flush_order="rank", opening_card_required=False, hand_size=10),
    BigTwo(straights=STRAIGHTS_TWO_HIGH, five_card_ladder=False),
    BigTwo(straights=STRAIGHTS_23456_THEN_A2345_HIGH),
    BigTwo(straights=STRAIGHTS_A2345_HIGH, scale=((1, 1), (8, 2), (13, 4)), deals=5),
    BigTwo(straights=read_windows(("QKA23", "10JQKA", "34567", "A2345", "KA234"))),
    ThreeThirteen(),
    ThreeThirteen(players=2),
    ThreeThirteen(players=2, packs=2, ace_high=True, max_reshuffles=1),
    ThreeThirteen(players=3, packs=1, may_return_discard=False, max_reshuffles=0),
    ThreeThirteen(players=5, ace_high=True, may_return_discard=False, max_idle_rounds=2),
    ThreeThirteen(players=8, max_reshuffles=1, direction="counterclockwise"),
)
"""Every preset of every game, and each option of it at least once away from its default."""

_OPENERS: Final[tuple[Literal["lowest_heart", "dealer"], ...]] = ("lowest_heart", "dealer")
_DEALER_DRAWS: Final[tuple[Literal["number", "rank"], ...]] = ("number", "rank")
_PARTNERS: Final[tuple[Literal["called", "drawn"], ...]] = ("called", "drawn")
_DIRECTIONS: Final[tuple[Literal["counterclockwise", "clockwise"], ...]] = (
    "counterclockwise",
    "clockwise",
)
_WAYS: Final[tuple[Literal["counterclockwise", "clockwise", "alternating"], ...]] = (
    *_DIRECTIONS,
    "alternating",
)
_FLUSH_ORDERS: Final[tuple[Literal["suit", "rank"], ...]] = ("suit", "rank")
_BOMBS: Final[tuple[Literal["none", "in_turn", "out_of_turn"], ...]] = (
    "none",
    "in_turn",
    "out_of_turn",
)
_PASSING: Final[tuple[Literal["may_return", "out_of_trick"], ...]] = ("may_return", "out_of_trick")
_ODD_CARDS: Final[tuple[Literal["opener", "out"], ...]] = ("opener", "out")
_LEADERS: Final[tuple[Literal["lowest_card", "winner", "loser"], ...]] = (
    "lowest_card",
    "winner",
    "loser",
)
_LAST_CARDS: Final[tuple[Literal["off", "pay", "enforce"], ...]] = ("off", "pay", "enforce")
_SETTLEMENTS: Final[tuple[Literal["pairwise", "winner_takes"], ...]] = ("pairwise", "winner_takes")
_STRAIGHTS: Final = (
    STRAIGHTS_TWO_LOW,
    STRAIGHTS_A2345_HIGH,
    STRAIGHTS_23456_THEN_A2345_HIGH,
    STRAIGHTS_23456_HIGH,
    STRAIGHTS_NO_A2345,
    STRAIGHTS_TWO_HIGH,
)
_PLAIN: Final = tuple(Rank)[:13]
_WINDOWS: Final = tuple(
    tuple(_PLAIN[(lowest + step) % 13] for step in range(5)) for lowest in range(13)
)


def presets() -> SearchStrategy[Ruleset[Table]]:
    """One of :data:`~climbcards.testing.PRESETS`."""
    return st.sampled_from(PRESETS)


def rulesets() -> SearchStrategy[Ruleset[Table]]:
    """Any game: a preset, or Big Three or Three Thirteen with any legal combination of options."""
    return presets() | big_threes() | three_thirteens()


@st.composite
def big_threes(draw: DrawFn) -> BigThree:
    """Big Three with any legal combination of options, any order of ranks among them."""
    players = draw(st.sampled_from((3, 4)))
    orders = st.sampled_from((THREE_HIGH, ACE_HIGH)) | st.permutations(THREE_HIGH).map(tuple)
    return BigThree(
        players=players,
        bombs=draw(st.booleans()),
        min_run=draw(st.integers(2, 10)),
        kitty_shown=players == 3 and draw(st.booleans()),
        rank_order=draw(orders),
        opener=draw(st.sampled_from(_OPENERS)),
        dealer_draw=draw(st.sampled_from(_DEALER_DRAWS)),
        partners=draw(st.sampled_from(_PARTNERS)) if players == 4 else "called",
        passes_to_end_trick=draw(st.integers(1, players - 1)),
        direction=draw(st.sampled_from(_DIRECTIONS)),
    )


@st.composite
def dou_dizhus(draw: DrawFn) -> DouDizhu:
    """Dou Dizhu with any legal combination of options, any ``Kickers`` among them."""
    players = draw(st.sampled_from((3, 4)))
    kickers, quad_sets = Kickers.DISTINCT, draw(st.sampled_from((None, False)))
    if players == 3:
        repeat = draw(st.booleans())
        kickers = Kickers(
            repeat=repeat,
            four=repeat and draw(st.booleans()),
            extend=repeat and draw(st.booleans()),
            both_jokers=draw(st.booleans()),
        )
        quad_sets = draw(st.sampled_from((None, False, True)))
    return DouDizhu(
        players=players,
        kickers=kickers,
        quad_sets=quad_sets,
        kitty_shown=draw(st.booleans()),
        spring=draw(st.booleans()),
        direction=draw(st.sampled_from(_DIRECTIONS)),
    )


@st.composite
def big_twos(draw: DrawFn) -> BigTwo:
    """Big Two with any legal combination of options, home-made orders of straights among them."""
    players = draw(st.sampled_from((4, 3, 2)))
    hand_size = draw(st.none() | st.integers(1, 52 // players))
    odd_card_is_left = players == 3 and hand_size in (None, 17)
    flushes = draw(st.booleans())
    windows = st.lists(st.sampled_from(_WINDOWS), unique=True, min_size=1).map(tuple)
    steps = draw(st.lists(st.integers(2, 17), unique=True, max_size=3).map(sorted))
    return BigTwo(
        players=players,
        suit_order=tuple(draw(st.permutations(tuple(Suit)))),
        straights=draw(st.sampled_from(_STRAIGHTS) | windows),
        flushes=flushes,
        flush_order=draw(st.sampled_from(_FLUSH_ORDERS)) if flushes else "suit",
        triples=draw(st.booleans()),
        five_card_ladder=draw(st.booleans()),
        bombs=draw(st.sampled_from(_BOMBS)),
        passing=draw(st.sampled_from(_PASSING)),
        hand_size=hand_size,
        odd_card=draw(st.sampled_from(_ODD_CARDS)) if odd_card_is_left else "opener",
        opening_card_required=draw(st.booleans()),
        next_leader=draw(st.sampled_from(_LEADERS)),
        direction=draw(st.sampled_from(_WAYS)),
        scale=tuple((least, draw(st.integers(0, 5))) for least in (1, *steps)),
        last_card_rule=draw(st.sampled_from(_LAST_CARDS)),
        settlement=draw(st.sampled_from(_SETTLEMENTS)),
        deals=draw(st.none() | st.integers(1, 12)),
    )


@st.composite
def three_thirteens(draw: DrawFn) -> ThreeThirteen:
    """Three Thirteen with any legal combination of options, up to four packs more than needed."""
    players = draw(st.integers(2, 8))
    fewest = -(-(13 * players + 1) // 52)
    return ThreeThirteen(
        players=players,
        packs=draw(st.none() | st.integers(fewest, fewest + 4)),
        ace_high=draw(st.booleans()),
        may_return_discard=draw(st.booleans()),
        max_reshuffles=draw(st.integers(0, 4)),
        max_idle_rounds=draw(st.integers(1, 20)),
        direction=draw(st.sampled_from(_DIRECTIONS)),
    )
