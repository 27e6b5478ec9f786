"""The figures of the page about arranging are those of the search."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from climbcards import Hand, Rank, ThreeThirteen
from climbcards.rummy.melds import _Sorted

PAGE = (Path(__file__).parents[2] / "docs/explanation/arranging.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (\d) \| (no|yes) \| (\d+) \| (\d+) \| (.*), (\w+) wild \|$", PAGE, re.M)
NAMES = {"fives": Rank.FIVE, "sevens": Rank.SEVEN, "eights": Rank.EIGHT, "tens": Rank.TEN}


def looked_at(hand: Hand, wild: Rank, ace_high: bool) -> int:
    """How many rests, each with a number of wild cards, the search looks at."""
    found = _Sorted(hand.bits, wild, ace_high)
    found.fewest()
    return len(found.arranger._best)


@pytest.mark.parametrize(("packs", "high", "average", "worst", "hand", "wild"), ROWS)
def test_the_search_looks_at_as_many_rests_as_told(
    packs: str, high: str, average: str, worst: str, hand: str, wild: str
) -> None:
    ruleset = ThreeThirteen(players=2, packs=int(packs), ace_high=high == "yes")
    assert Hand.parse(hand) <= Hand(ruleset.deck)
    assert looked_at(Hand.parse(hand), NAMES[wild], ruleset.ace_high) == int(worst)
    rng = random.Random(8)
    counts = [
        looked_at(Hand(rng.sample(ruleset.deck, 14)), Rank.KING, ruleset.ace_high)
        for _ in range(200)
    ]
    assert abs(sum(counts) / len(counts) - int(average)) < 5


def test_there_are_figures() -> None:
    assert len(ROWS) == 4
