"""Drawing for places: only the tied draw again, and every seat has the same chance."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations

import pytest
from typing_extensions import override

from climbcards import Card, Rank
from climbcards.cards import pack
from climbcards.draw import Drawing, draw_for_places


def by_number(card: Card) -> int:
    """An ace counts 1, court cards 0: many ties."""
    return 0 if card.rank >= Rank.JACK else int(card.rank)


def by_rank(card: Card) -> int:
    return int(card.rank)


def by_color(card: Card) -> int:
    """Two values only: almost every round ties."""
    return (card.suit or 0) % 2


def drawing_of(
    seats: Sequence[int], places: int, worth: Callable[[Card], int], seed: int
) -> Drawing:
    return draw_for_places(seats, places, pack(), worth, random.Random(seed))


def referee(
    seats: Sequence[int], places: int, drawing: Drawing, worth: Callable[[Card], int]
) -> None:
    """Follow the rounds: who must have drawn in each, and who wins a place by it."""
    rounds = iter(drawing.rounds)
    won: list[int] = []
    drawing_now = list(seats)
    while len(won) < places:
        shown = next(rounds)
        assert sorted(seat for seat, _ in shown) == sorted(drawing_now)
        assert len({card for _, card in shown}) == len(shown)  # one deck
        left = places - len(won)
        values = sorted((worth(card) for _, card in shown), reverse=True)
        line = values[left - 1]  # the lowest value that may win
        above = [seat for seat, card in shown if worth(card) > line]
        level = [seat for seat, card in shown if worth(card) == line]
        won += above
        if len(above) + len(level) == left:
            won += level
        else:
            drawing_now = level
    assert next(rounds, None) is None
    assert sorted(drawing.places) == sorted(won)


@pytest.mark.parametrize("worth", [by_number, by_rank, by_color])
@pytest.mark.parametrize(("players", "places"), [(3, 1), (4, 1), (4, 2), (4, 3), (2, 1), (8, 3)])
def test_only_those_tied_for_a_place_draw_again(
    players: int, places: int, worth: Callable[[Card], int]
) -> None:
    redraws = 0
    for seed in range(300):
        seats = range(players)
        drawing = drawing_of(seats, places, worth, seed)
        assert len(set(drawing.places)) == len(drawing.places) == places
        referee(seats, places, drawing, worth)
        redraws += len(drawing.rounds) - 1
    assert redraws  # so the rule has been at work


def test_all_seats_have_the_same_chance_of_one_place() -> None:
    for worth in (by_number, by_color):
        won = Counter(drawing_of(range(3), 1, worth, seed).places[0] for seed in range(3000))
        assert sum((won[seat] - 1000) ** 2 / 1000 for seat in range(3)) < 13.8  # p = 0.001
        assert sum(won.values()) == 3000


def test_all_pairs_have_the_same_chance_of_two_places() -> None:
    for worth in (by_rank, by_color):
        won = Counter(
            tuple(sorted(drawing_of(range(4), 2, worth, seed).places)) for seed in range(3000)
        )
        assert set(won) == set(combinations(range(4), 2))
        assert sum((n - 500) ** 2 / 500 for n in won.values()) < 20.5  # 5 degrees, p = 0.001


def test_the_highest_wins_at_once_without_a_tie() -> None:
    class Unshuffled(random.Random):
        @override
        def random(self) -> float:
            return 0.999

    deck = [Card.parse(text) for text in ("3♠", "K♠", "5♥", "2♥")]
    drawing = draw_for_places([4, 5, 6, 7], 2, deck, by_rank, Unshuffled())
    assert drawing.rounds == (tuple(zip([4, 5, 6, 7], deck, strict=True)),)
    assert drawing.places == (5, 6)


def test_as_many_places_as_seats_need_no_redraw() -> None:
    for seed in range(20):
        drawing = drawing_of([0, 1, 2], 3, by_color, seed)
        assert sorted(drawing.places) == [0, 1, 2]
        assert len(drawing.rounds) == 1


def test_one_seed_gives_one_drawing() -> None:
    assert drawing_of(range(4), 2, by_number, 8) == drawing_of(range(4), 2, by_number, 8)
    assert len({drawing_of(range(4), 2, by_number, seed).rounds for seed in range(50)}) == 50
