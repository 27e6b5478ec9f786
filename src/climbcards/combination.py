"""Combinations and the one ordering that every climbing game shares.

A combination that can be played has a *power*, a *shape* and a *strength*.  ``a`` beats ``b``
exactly when its power is greater, or when the powers and the shapes are equal and its strength is
greater.  No game writes a comparison of its own; it only says what the three are.  The relation is
a strict partial order whatever a game's tables hold.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, TypeAlias

from attrs import field, frozen

from climbcards.hand import Hand, hand_of

__all__ = ["Combination", "Kind", "Ranked", "Shape", "Strength"]

Shape: TypeAlias = tuple[str | int, ...]
"""What may answer what: a kind (or a family of kinds), with a length where there are several."""

Strength: TypeAlias = tuple[int, ...]
"""What orders the combinations of one shape; compared as tuples are."""


class Kind(StrEnum):
    """Every kind of combination that a game of this package knows, by its name in the rules."""

    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    QUAD = "quad"
    RUN = "run"
    PAIR_RUN = "pair_run"
    TRIPLE_RUN = "triple_run"
    QUAD_RUN = "quad_run"
    TRIPLE_WITH_SINGLE = "triple_with_single"
    TRIPLE_WITH_PAIR = "triple_with_pair"
    TRIPLE_RUN_WITH_SINGLES = "triple_run_with_singles"
    TRIPLE_RUN_WITH_PAIRS = "triple_run_with_pairs"
    QUAD_WITH_SINGLES = "quad_with_singles"
    QUAD_WITH_PAIRS = "quad_with_pairs"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"
    BOMB = "bomb"
    ROCKET = "rocket"


@frozen
class Ranked:
    """Something that has a place in the one ordering.

    Attributes:
        shape: what may answer it.
        strength: its place among the things of its shape.
        power: 0 for ordinary combinations; bombs have more.
    """

    shape: Shape
    strength: Strength
    power: int

    def beats(self, other: Ranked) -> bool:
        """Whether this may be played on ``other``: by power, else by strength within one shape."""
        if self.power != other.power:
            return self.power > other.power
        return self.shape == other.shape and self.strength > other.strength


@frozen
class Combination(Ranked):
    """Cards as a ruleset reads them.

    Attributes:
        kind: what they are.
        cards: all of them.
        core: the cards that rank the combination.
        attached: the cards that ride along; empty for most kinds.
    """

    kind: Kind
    cards: Hand
    core: Hand
    attached: Hand = field(factory=Hand)

    def __str__(self) -> str:
        """The cards and the kind: ``4♣ 4♠ (pair)``."""
        return f"{self.cards} ({self.kind})"


_EMPTY: Final = Hand()
_set_shape: Final = Ranked.__dict__["shape"].__set__
_set_strength: Final = Ranked.__dict__["strength"].__set__
_set_power: Final = Ranked.__dict__["power"].__set__
_set_kind: Final = Combination.__dict__["kind"].__set__
_set_cards: Final = Combination.__dict__["cards"].__set__
_set_core: Final = Combination.__dict__["core"].__set__
_set_attached: Final = Combination.__dict__["attached"].__set__


def combination_of(ranked: Ranked, kind: Kind, cards: int, core: int) -> Combination:
    """The combination with this place in the ordering, from the bits of its cards and its core.

    Lists are made of these by the hundred, and filling the slots directly takes a fraction of the
    constructor's time.
    """
    made = object.__new__(Combination)
    whole = hand_of(cards)
    _set_shape(made, ranked.shape)
    _set_strength(made, ranked.strength)
    _set_power(made, ranked.power)
    _set_kind(made, kind)
    _set_cards(made, whole)
    if core == cards:
        _set_core(made, whole)
        _set_attached(made, _EMPTY)
    else:
        _set_core(made, hand_of(core))
        _set_attached(made, hand_of(cards - core))
    return made
