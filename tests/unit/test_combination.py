"""The one ordering, on values made by hand."""

import copy
import pickle
from itertools import product

import attrs
import pytest

from climbcards import Combination, Hand, Kind
from climbcards.combination import Ranked, Shape, Strength

LOW, MIDDLE, HIGH = (0,), (5,), (12,)


def made(
    cards: str,
    kind: Kind = Kind.SINGLE,
    *,
    shape: Shape | None = None,
    strength: Strength = MIDDLE,
    power: int = 0,
) -> Combination:
    hand = Hand.parse(cards)
    return Combination((kind.value,) if shape is None else shape, strength, power, kind, hand, hand)


def test_within_a_shape_the_greater_strength_wins() -> None:
    low, high = made("4♠", strength=LOW), made("3♠", strength=HIGH)
    assert high.beats(low)
    assert not low.beats(high)


def test_nothing_beats_its_equal() -> None:
    one, other = made("4♠"), made("4♥")
    assert one != other
    assert not one.beats(one)
    assert not one.beats(other)
    assert not other.beats(one)


def test_another_shape_of_equal_power_beats_nothing() -> None:
    pair, run = made("3♠ 3♥", Kind.PAIR, strength=HIGH), made("4♠ 5♠ 6♠", Kind.RUN, strength=LOW)
    assert not pair.beats(run)
    assert not run.beats(pair)
    short = made("4♠ 5♠ 6♠", Kind.RUN, shape=("run", 3), strength=LOW)
    long = made("7♠ 8♠ 9♠ 10♠", Kind.RUN, shape=("run", 4), strength=HIGH)
    assert not long.beats(short)
    assert not short.beats(long)


def test_equal_powers_above_zero_are_compared_within_a_shape_too() -> None:
    bomb = made("4♠ 4♥ 4♣ 4♦", Kind.BOMB, power=1, strength=LOW)
    better = made("5♠ 5♥ 5♣ 5♦", Kind.BOMB, power=1, strength=MIDDLE)
    other = made("BJ RJ", Kind.ROCKET, power=1, strength=HIGH)
    assert better.beats(bomb)
    assert not bomb.beats(better)
    assert not other.beats(bomb)
    assert not bomb.beats(other)


def test_power_goes_before_shape_and_strength() -> None:
    bomb = made("4♠ 4♥ 4♣ 4♦", Kind.BOMB, power=1, strength=LOW)
    rocket = made("BJ RJ", Kind.ROCKET, power=2, strength=LOW)
    same_shape = made("4♠", shape=("bomb",), power=0, strength=HIGH)
    for weaker, stronger in ((made("3♠", strength=HIGH), bomb), (bomb, rocket), (same_shape, bomb)):
        assert stronger.beats(weaker)
        assert not weaker.beats(stronger)


def test_strengths_are_compared_as_tuples() -> None:
    shape: Shape = ("five",)
    ordered: list[Strength] = [(0, 9), (0, 12, 3), (1, 0), (1, 0, 0), (1, 1), (2,)]
    made_up = [made("4♠", shape=shape, strength=strength) for strength in ordered]
    for (i, one), (j, other) in product(enumerate(made_up), repeat=2):
        assert one.beats(other) is (i > j)


def test_the_kind_and_the_cards_do_not_matter() -> None:
    flush = made("4♠", Kind.FLUSH, shape=("five",), strength=(2, 1))
    straight = made("5♠", Kind.STRAIGHT, shape=("five",), strength=(1, 9))
    assert flush.beats(straight)
    assert not straight.beats(flush)


def test_beats_is_that_of_anything_ranked() -> None:
    combination = made("4♠", strength=MIDDLE)
    assert combination.beats(Ranked(("single",), LOW, 0))
    assert Ranked(("single",), HIGH, 0).beats(combination)


def test_every_kind_has_the_name_of_the_rules() -> None:
    assert [kind.value for kind in Kind] == [
        "single",
        "pair",
        "triple",
        "quad",
        "run",
        "pair_run",
        "triple_run",
        "quad_run",
        "triple_with_single",
        "triple_with_pair",
        "triple_run_with_singles",
        "triple_run_with_pairs",
        "quad_with_singles",
        "quad_with_pairs",
        "straight",
        "flush",
        "full_house",
        "four_of_a_kind",
        "straight_flush",
        "bomb",
        "rocket",
    ]
    assert all(str(kind) == kind.value for kind in Kind)


def test_a_combination_prints_its_cards_and_kind() -> None:
    assert str(made("4♠ 4♣", Kind.PAIR)) == "4♣ 4♠ (pair)"


def test_nothing_is_attached_unless_said() -> None:
    assert made("4♠").attached == Hand()


def test_combinations_are_frozen_values() -> None:
    one, other = made("4♠ 4♣", Kind.PAIR), made("4♣ 4♠", Kind.PAIR)
    assert one == other
    assert hash(one) == hash(other)
    assert one != attrs.evolve(one, kind=Kind.BOMB)
    assert not hasattr(one, "__dict__")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        one.power = 3  # type: ignore[misc]
    assert copy.deepcopy(one) == one
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(one, protocol)) == one
