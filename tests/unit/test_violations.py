"""Violations: the codes in their order, the facts, and the sentences composed from them."""

import copy
import pickle

import attrs
import pytest

from climbcards import (
    Bid,
    Call,
    Card,
    Combination,
    Discard,
    Draw,
    Hand,
    IllegalAction,
    Kind,
    Pass,
    Phase,
    Play,
    Rank,
    Reason,
    Source,
    Violation,
)

ORDER = [
    *("NOT_AN_ACTION", "GAME_OVER", "NO_SUCH_SEAT", "NOT_YOUR_TURN", "WRONG_PHASE"),
    *("BID_OUT_OF_RANGE", "MUST_BID", "BID_TOO_LOW", "CARD_NOT_CALLABLE", "CANNOT_PASS_LEAD"),
    *("NO_CARDS", "CARDS_NOT_HELD", "NOT_A_COMBINATION", "NO_SUCH_READING"),
    *("OPENING_CARD_MISSING", "OWN_PLAY", "NOT_A_BOMB", "NOT_HIGHER", "DIFFERENT_SHAPE"),
    *("LAST_CARD_RULE", "STOCK_EMPTY", "NO_DISCARD_TO_DRAW", "RETURNED_DISCARD"),
    *("HAND_NOT_MELDED",),
]


def single(text: str) -> Combination:
    hand = Hand.parse(text)
    return Combination(("single",), (5,), 0, Kind.SINGLE, hand, hand)


def made(kind: Kind, text: str) -> Combination:
    hand = Hand.parse(text)
    return Combination((kind.value,), (5,), 0, kind, hand, hand)


FIVE = Play("5♠")
RUN = Play("3♠ 4♠ 5♠")
SENTENCES: list[tuple[Violation, str]] = [
    (Violation(Reason.NOT_AN_ACTION, 0, given="str"), "a str is no action"),
    (Violation(Reason.NOT_AN_ACTION, 0), "that is no action"),
    (Violation(Reason.GAME_OVER, 0, Pass()), "the deal is over"),
    (
        Violation(Reason.NO_SUCH_SEAT, 3, Pass(), seats=3),
        "there is no seat 3: seats are numbered from 0 to 2",
    ),
    (
        Violation(Reason.NO_SUCH_SEAT, -1, Pass(), seats=4),
        "there is no seat -1: seats are numbered from 0 to 3",
    ),
    (
        Violation(Reason.NO_SUCH_SEAT, None, Pass(), given="bool", seats=3),
        "there is no seat a bool: seats are numbered from 0 to 2",
    ),
    (
        Violation(Reason.NOT_YOUR_TURN, 1, Pass(), to_act=2),
        "it is the turn of seat 2, not of seat 1",
    ),
    (
        Violation(Reason.WRONG_PHASE, 1, Bid(2), phase=Phase.PLAY),
        "a Bid has no place in the play phase",
    ),
    (
        Violation(Reason.WRONG_PHASE, 1, FIVE, phase=Phase.AUCTION),
        "a Play has no place in the auction phase",
    ),
    (
        Violation(Reason.BID_OUT_OF_RANGE, 1, Bid(4), bids=(1, 2, 3)),
        "bid 4 is out of range: bids are 1 or 2 or 3",
    ),
    (
        Violation(Reason.MUST_BID, 1, Pass(), bids=(1, 2, 3)),
        "the opener of the auction must bid 1 or 2 or 3",
    ),
    (
        Violation(Reason.BID_TOO_LOW, 1, Bid(1), bids=(3,), highest=2),
        "bid 1 is not higher than 2",
    ),
    (
        Violation(
            Reason.CARD_NOT_CALLABLE,
            1,
            Call("8♣"),
            card=Card.parse("8♣"),
            ranks=(Rank.SEVEN, Rank.EIGHT),
            held=True,
        ),
        "8♣ is in the caller's own hand",
    ),
    (
        Violation(
            Reason.CARD_NOT_CALLABLE,
            1,
            Call("K♣"),
            card=Card.parse("K♣"),
            ranks=(Rank.SEVEN, Rank.EIGHT, Rank.TEN),
            held=False,
        ),
        "K♣ cannot be called: only 7, 8, 10 can",
    ),
    (Violation(Reason.CANNOT_PASS_LEAD, 1, Pass()), "the leader of a trick cannot pass"),
    (Violation(Reason.NO_CARDS, 1, Play(""), cards=Hand()), "a play needs at least one card"),
    (
        Violation(Reason.CARDS_NOT_HELD, 1, RUN, cards=RUN.cards, missing=Hand.parse("3♠ 5♠")),
        "seat 1 does not hold 3♠ 5♠",
    ),
    (
        Violation(Reason.NOT_A_COMBINATION, 1, Play("3♠ 5♠"), cards=Hand.parse("3♠ 5♠")),
        "3♠ 5♠ is no combination",
    ),
    (
        Violation(
            Reason.NO_SUCH_READING,
            1,
            Play("5♠", Kind.PAIR),
            cards=Hand.parse("5♠"),
            kind=Kind.PAIR,
            readings=(single("5♠"), made(Kind.BOMB, "5♠")),
        ),
        "5♠ does not read as pair, but as single or bomb",
    ),
    (
        Violation(Reason.OPENING_CARD_MISSING, 1, FIVE, card=Card.parse("3♦"), cards=FIVE.cards),
        "the opening lead must contain 3♦",
    ),
    (
        Violation(Reason.OWN_PLAY, 1, FIVE, cards=FIVE.cards, target=single("4♠")),
        "seat 1 cannot beat its own play out of turn",
    ),
    (
        Violation(Reason.NOT_A_BOMB, 1, FIVE, cards=FIVE.cards),
        "5♠ is no bomb, and only bombs are played out of turn",
    ),
    (
        Violation(
            Reason.NOT_HIGHER,
            1,
            FIVE,
            cards=FIVE.cards,
            readings=(single("5♠"),),
            target=single("6♠"),
        ),
        "5♠ does not beat 6♠ (single)",
    ),
    (
        Violation(
            Reason.DIFFERENT_SHAPE,
            1,
            FIVE,
            cards=FIVE.cards,
            readings=(single("5♠"), made(Kind.RUN, "5♠"), single("5♠")),
            target=made(Kind.PAIR, "6♠ 6♥"),
        ),
        "5♠ (single or run) does not answer 6♥ 6♠ (pair)",
    ),
    (
        Violation(Reason.LAST_CARD_RULE, 1, FIVE, cards=FIVE.cards),
        "the next player has one card left, so more than one card is owed",
    ),
    (
        Violation(Reason.STOCK_EMPTY, 1, Draw(Source.STOCK)),
        "there is no stock to draw from",
    ),
    (
        Violation(Reason.NO_DISCARD_TO_DRAW, 1, Draw(Source.DISCARD)),
        "there is no discard to draw",
    ),
    (
        Violation(Reason.RETURNED_DISCARD, 1, Discard("5♠"), card=Card.parse("5♠")),
        "5♠ was drawn from the pile and may not go back",
    ),
    (
        Violation(Reason.HAND_NOT_MELDED, 1, Discard("5♠")),
        "the rest of the hand is not all melds",
    ),
]

each_case = pytest.mark.parametrize(
    ("violation", "message"), SENTENCES, ids=[message for _, message in SENTENCES]
)


def test_the_reasons_are_in_the_order_in_which_they_are_looked_for() -> None:
    assert [reason.name for reason in Reason] == ORDER
    assert [str(reason) for reason in Reason] == [name.lower() for name in ORDER]


@each_case
def test_a_violation_says_what_is_wrong(violation: Violation, message: str) -> None:
    assert violation.message == message
    assert str(violation) == message
    assert str(IllegalAction(violation)) == message


def test_every_reason_has_a_sentence_of_its_own() -> None:
    assert {violation.reason for violation, _ in SENTENCES} == set(Reason)
    assert len({violation.message for violation, _ in SENTENCES}) == len(SENTENCES)


@pytest.mark.parametrize("reason", Reason)
def test_a_violation_without_facts_still_prints(reason: Reason) -> None:
    assert str(Violation(reason))


@each_case
def test_violations_are_frozen_values(violation: Violation, message: str) -> None:
    same = attrs.evolve(violation)
    assert same == violation
    assert hash(same) == hash(violation)
    assert not hasattr(violation, "__dict__")
    assert copy.deepcopy(violation) == violation
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        thawed = pickle.loads(pickle.dumps(violation, protocol))
        assert thawed == violation
        assert hash(thawed) == hash(violation)
        assert thawed.message == message
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        violation.seat = 5  # type: ignore[misc]


def test_violations_differ_by_their_facts() -> None:
    assert len({violation for violation, _ in SENTENCES}) == len(SENTENCES)


def test_facts_that_say_nothing_are_none() -> None:
    violation = Violation(Reason.GAME_OVER)
    silent = {field.name for field in attrs.fields(Violation)} - {"reason", "readings"}
    assert all(getattr(violation, name) is None for name in silent)
    assert violation.readings == ()
