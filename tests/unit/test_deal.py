"""The deal: the shuffle, its seeds, and what a context may say."""

import copy
import hashlib
import pickle
import random
from collections import Counter
from itertools import permutations
from typing import Any

import attrs
import pytest
from typing_extensions import override

from climbcards import BigThree, Card, Deal, DealContext, Hand, PositionError, step
from climbcards.cards import pack
from climbcards.deal import fresh_seed, generator, shuffled

RULES = BigThree()
FOUR = BigThree(players=4)
DRAWN = BigThree.bolshaya_troika(players=4)

GOLDEN = [
    (
        0,
        "A♠ 10♦ 2♣ 9♦ 2♠ A♦ 2♥ 5♦ 9♠ K♣",
        "276bea8d2e16ee79ec78d7c1db2b2d818efbc803157f0c252b879f32df594216",
    ),
    (
        2024,
        "9♣ 8♠ 6♠ 7♦ 8♣ K♦ 3♥ 5♥ 6♣ J♣",
        "a373ff00a4a017088d83dbbcc30e88712848b6df302ee17d61d73e9373fd1f5b",
    ),
    (
        2**256 - 1,
        "A♦ 7♠ 3♥ 8♦ 6♣ 10♠ K♣ 9♣ 2♦ 9♦",
        "bfbac38c7659603a06efcd38157aa6e01f948ad5572f3d1f1c7e2d9be7e3391f",
    ),
]


def text_of(deal: Deal) -> str:
    return " ".join(map(str, deal.deck))


@pytest.mark.parametrize(("seed", "first_ten", "digest"), GOLDEN)
def test_one_seed_gives_one_deck_for_ever(seed: int, first_ten: str, digest: str) -> None:
    deal = RULES.shuffle(seed)
    text = text_of(deal)
    assert text.split()[:10] == first_ten.split()
    assert hashlib.sha256(text.encode()).hexdigest() == digest
    assert deal.seed == seed
    assert FOUR.shuffle(seed).deck == deal.deck  # the same pack


def test_the_shuffle_is_that_of_fisher_and_yates() -> None:
    rng = random.Random(99)
    deck = list(pack())
    for place in range(51, 0, -1):
        other = int(rng.random() * (place + 1))
        deck[place], deck[other] = deck[other], deck[place]
    assert RULES.shuffle(99).deck == tuple(deck)


def test_a_shuffle_draws_on_the_one_method_that_is_promised_to_stay() -> None:
    class Only(random.Random):
        drawn = 0

        @override
        def random(self) -> float:
            self.drawn += 1
            return 0.0

        @override
        def getrandbits(self, k: int, /) -> int:
            raise AssertionError("drawn on")

    rng = Only()
    cards = tuple(map(Card.parse, ["3♠", "4♠", "5♠", "6♠"]))
    # The first card is swapped into the last place, then into the one before it, and so on.
    assert shuffled(cards, rng) == tuple(map(Card.parse, ["4♠", "5♠", "6♠", "3♠"]))
    assert rng.drawn == 3
    assert shuffled((), rng) == ()
    assert shuffled(cards[:1], rng) == cards[:1]
    assert rng.drawn == 3


def test_every_order_is_equally_likely() -> None:
    cards = pack()[:4]
    rng = random.Random(2)
    seen = Counter(shuffled(cards, rng) for _ in range(24_000))
    assert set(seen) == set(permutations(cards))
    assert sum((n - 1000) ** 2 / 1000 for n in seen.values()) < 49.7  # chi square, 23, p = 0.001


def test_a_shuffle_leaves_its_argument_as_it_was() -> None:
    cards = list(pack())
    assert Counter(shuffled(cards, random.Random(1))) == Counter(cards)
    assert cards == list(pack())


@pytest.mark.parametrize(
    "seed", [-1, -(2**70), True, False, 1.0, "1", b"1", (1,), Card.parse("3♠")]
)
def test_a_seed_is_a_whole_number_from_0(seed: int) -> None:
    with pytest.raises(PositionError, match="a seed is a whole number from 0"):
        RULES.shuffle(seed)
    with pytest.raises(PositionError, match="a seed is a whole number from 0"):
        RULES.deal(seed)
    with pytest.raises(PositionError):
        generator(seed)


def test_no_seed_takes_fresh_entropy_and_says_which() -> None:
    deals = [RULES.shuffle() for _ in range(5)]
    seeds = {deal.seed for deal in deals}
    assert len(seeds) == len({deal.deck for deal in deals}) == 5
    for deal in deals:
        assert deal.seed is not None
        assert 0 <= deal.seed < 2**256
        assert RULES.shuffle(deal.seed) == deal
    assert max(fresh_seed().bit_length() for _ in range(20)) > 240


def test_different_seeds_give_different_decks() -> None:
    assert len({RULES.shuffle(seed).deck for seed in range(300)}) == 300


def test_a_deal_replays() -> None:
    deal = RULES.shuffle(7)
    state = RULES.deal(7)
    assert RULES.start(deal) == state
    assert hash(RULES.start(deal)) == hash(state)
    assert state.deal == deal
    rng = random.Random(3)
    while not state.is_over:
        state = step(state, rng.choice(state.legal_actions()))
    assert state.deal is not None
    again = RULES.start(state.deal)
    for seat, action in state.history:
        again = step(again, action, seat)
    assert again == state
    assert again.result == state.result


def test_a_deck_may_be_given() -> None:
    deck = pack()
    state = RULES.start(Deal(deck=deck))
    assert state.deal is not None
    assert state.deal.seed is None
    for seat in range(3):
        assert state.hands[seat] == Hand(deck[seat:48:3])
    reverse = RULES.start(Deal(deck=deck, context=DealContext(dealer=1, order=-1)))
    for place in range(3):
        assert reverse.hands[(1 - place) % 3] == Hand(deck[place:48:3])


def test_a_deal_hides_its_cards_and_its_seed() -> None:
    deal = RULES.shuffle(987_654_321)
    shown = repr(deal) + str(deal)
    assert "987654321" not in shown
    assert not any(str(card) in shown for card in pack())
    assert "♠" not in shown


def test_deals_are_frozen_values() -> None:
    deal = DRAWN.shuffle(5, DealContext(number=3, dealer=2, order=-1))
    assert not hasattr(deal, "__dict__")
    assert not hasattr(deal.context, "__dict__")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        deal.seed = 6  # type: ignore[misc]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        deal.context.dealer = 6  # type: ignore[misc]
    assert copy.deepcopy(deal) == deal
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        thawed = pickle.loads(pickle.dumps(deal, protocol))
        assert thawed == deal
        assert hash(thawed) == hash(deal)
    assert deal != DRAWN.shuffle(5)


def test_a_context_has_defaults() -> None:
    assert DealContext() == DealContext(number=1, dealer=0, leader=None, partners=None, order=1)
    assert RULES.shuffle(1).context == DealContext()
    assert not DealContext().problems(3)


NUMBER = "the number of a deal is a whole number from 1 to 999,999,999"
DEALER = "the dealer is a seat from 0 to 3"
LEADER = "the leader is None or a seat from 0 to 3"
PARTNERS = "the partners are two seats from 0 to 3"
ORDER = "the order is 1 or -1"

WRONG: list[tuple[str, object, str]] = [
    ("number", 0, NUMBER),
    ("number", -1, NUMBER),
    ("number", True, NUMBER),
    ("number", 1.0, NUMBER),
    ("number", "1", NUMBER),
    ("number", None, NUMBER),
    ("dealer", -1, DEALER),
    ("dealer", 4, DEALER),
    ("dealer", True, DEALER),
    ("dealer", 0.0, DEALER),
    ("dealer", "0", DEALER),
    ("dealer", None, DEALER),
    ("leader", -1, LEADER),
    ("leader", 4, LEADER),
    ("leader", False, LEADER),
    ("leader", [], LEADER),
    ("partners", (0, 0), PARTNERS),
    ("partners", (0, 4), PARTNERS),
    ("partners", (-1, 0), PARTNERS),
    ("partners", (0, True), PARTNERS),
    ("partners", (0, 1.0), PARTNERS),
    ("partners", (0,), PARTNERS),
    ("partners", (0, 1, 2), PARTNERS),
    ("partners", (), PARTNERS),
    ("partners", [0, 1], PARTNERS),  # would make the deal unhashable
    ("partners", {0, 1}, PARTNERS),
    ("partners", "01", PARTNERS),
    ("partners", 5, PARTNERS),
    ("order", 0, ORDER),
    ("order", 2, ORDER),
    ("order", None, ORDER),
    ("order", "1", ORDER),
    ("order", True, ORDER),
    ("order", -1.0, ORDER),
]


@pytest.mark.parametrize(
    ("field", "value", "problem"), WRONG, ids=[f"{field}={value!r}" for field, value, _ in WRONG]
)
def test_what_is_wrong_with_a_context_is_named(field: str, value: object, problem: str) -> None:
    fields: dict[str, Any] = {"partners": (0, 1), field: value}
    context = DealContext(**fields)
    assert context.problems(4) == [problem]
    with pytest.raises(PositionError) as caught:
        DRAWN.start(Deal(deck=pack(), context=context))
    assert caught.value.problems == (problem,)


@pytest.mark.parametrize(
    "context",
    [
        DealContext(number=1_000_000),
        DealContext(dealer=3, leader=0, partners=(3, 0), order=-1),
        DealContext(leader=3, partners=(1, 2)),
    ],
)
def test_what_is_not_wrong_with_a_context_is_not_named(context: DealContext) -> None:
    assert context.problems(4) == []


def test_everything_that_is_wrong_is_named_at_once() -> None:
    context = DealContext(number=0, dealer=3, leader=7, partners=(0, 3), order=5)
    wanted = [
        NUMBER,
        "the dealer is a seat from 0 to 2",
        "the leader is None or a seat from 0 to 2",
        "the partners are two seats from 0 to 2",
        ORDER,
    ]
    assert context.problems(3) == wanted
    with pytest.raises(PositionError) as caught:
        RULES.start(Deal(deck=pack()[1:], context=context))
    assert caught.value.problems == ("the deck lacks A♣", *wanted)


@pytest.mark.parametrize(
    ("rules", "context", "problem"),
    [
        (RULES, DealContext(leader=0), "big_three has no leader to name: its rules decide"),
        (RULES, DealContext(partners=(0, 1)), "partners are not drawn under these rules"),
        (FOUR, DealContext(partners=(0, 1)), "partners are not drawn under these rules"),
        (DRAWN, DealContext(), "no partners are drawn"),
    ],
)
def test_what_these_rules_have_no_use_for_is_named(
    rules: BigThree, context: DealContext, problem: str
) -> None:
    with pytest.raises(PositionError) as caught:
        rules.start(Deal(deck=pack(), context=context))
    assert caught.value.problems == (problem,)


ACE_OF_CLUBS, THREE_OF_SPADES = Card.parse("A♣"), Card.parse("3♠")


@pytest.mark.parametrize(
    ("deck", "problems"),
    [
        (pack()[1:], ["the deck lacks A♣"]),
        ((*pack(), THREE_OF_SPADES), ["the deck has too many of 3♠"]),
        (
            (THREE_OF_SPADES, *pack()[1:]),
            ["the deck lacks A♣", "the deck has too many of 3♠"],
        ),
        ((Card.parse("BJ"), *pack()[1:]), ["the deck lacks A♣", "the deck has too many of BJ"]),
        # Sixteen copies carry into the next card's lane: the sum alone would not tell.
        (
            (*[ACE_OF_CLUBS] * 17, *(card for card in pack()[1:] if str(card) != "2♣")),
            ["the deck lacks 2♣", "the deck has too many of A♣"],
        ),
        (list(pack()), ["a deck is a tuple of cards"]),
        (" ".join(map(str, pack())), ["a deck is a tuple of cards"]),
        (tuple(map(str, pack())), ["a deck is a tuple of cards"]),
        (None, ["a deck is a tuple of cards"]),
    ],
)
def test_what_is_wrong_with_a_deck_is_named(deck: tuple[Card, ...], problems: list[str]) -> None:
    with pytest.raises(PositionError) as caught:
        RULES.start(Deal(deck=deck))
    assert list(caught.value.problems) == problems


def test_partners_are_drawn_by_the_shuffle_and_kept_in_the_context() -> None:
    deal = DRAWN.shuffle(11, DealContext(number=4, dealer=3))
    partners = deal.context.partners
    assert partners is not None
    assert deal.context == DealContext(number=4, dealer=3, partners=partners)
    assert DRAWN.shuffle(11, DealContext(number=4, dealer=3)) == deal
    assert deal.deck == RULES.shuffle(11).deck
    drawn = Counter(DRAWN.shuffle(seed).context.partners for seed in range(600))
    pairs = [(a, b) for a in range(4) for b in range(a + 1, 4)]
    assert sorted(filter(None, drawn)) == pairs
    assert all(60 < count < 140 for count in drawn.values())


def test_partners_that_are_given_are_kept() -> None:
    deal = DRAWN.shuffle(11, DealContext(partners=(2, 3)))
    assert deal.context.partners == (2, 3)
    assert deal.deck == DRAWN.shuffle(11).deck
