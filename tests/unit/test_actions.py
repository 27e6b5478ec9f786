"""Actions: what they take, how they print and how they are read."""

import copy
import pickle
from collections.abc import Callable
from typing import get_args

import attrs
import pytest

from climbcards import (
    Action,
    Bid,
    Call,
    Card,
    Discard,
    Draw,
    GoOut,
    Hand,
    Kind,
    Move,
    NotationError,
    Pass,
    Phase,
    Play,
    Source,
    parse_action,
)
from climbcards.actions import ACTION_TYPES

PRINTED: list[tuple[Action, str]] = [
    (Pass(), "pass"),
    (Bid(2), "bid 2"),
    (Bid(0), "bid 0"),
    (Bid(-1), "bid -1"),
    (Bid(999_999_999), "bid 999999999"),
    (Call(Card.parse("8♣")), "call 8♣"),
    (Call(Card.parse("RJ")), "call RJ"),
    (Play(Hand()), "play"),
    (Play(Hand.parse("3♥")), "play 3♥"),
    (Play(Hand.parse("3♥ 3♠ BJ RJ")), "play 3♥ 3♠ BJ RJ"),
    (Play(Hand.parse("10♦ 10♦")), "play 10♦ 10♦"),
    (Play(Hand.parse("A♠")), "play A♠"),
    (Play(Hand.parse("A♠"), Kind.SINGLE), "play A♠ as single"),
    (Play(Hand.parse("3♥ 3♠ 4♣ 4♦"), Kind.PAIR_RUN), "play 3♥ 3♠ 4♣ 4♦ as pair_run"),
    (Play(Hand(), Kind.BOMB), "play as bomb"),
    (Draw(Source.STOCK), "draw stock"),
    (Draw(Source.DISCARD), "draw discard"),
    (Discard(Card.parse("5♦")), "discard 5♦"),
    (GoOut(Card.parse("BJ")), "go out BJ"),
]


@pytest.mark.parametrize(("action", "text"), PRINTED, ids=[text for _, text in PRINTED])
def test_what_prints_reads_as_the_same_action(action: Action, text: str) -> None:
    assert str(action) == text
    read = parse_action(text)
    assert read == action
    assert type(read) is type(action)
    assert str(read) == text


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_can_be_named(kind: Kind) -> None:
    action = Play("3♠", kind)
    assert action.kind is kind
    assert parse_action(str(action)) == action
    assert Play("3♠", kind.value) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("  pass\n", Pass()),
        ("bid\t3", Bid(3)),
        ("bid 007", Bid(7)),
        ("play 3S, 3h", Play("3♥ 3♠")),
        ("play\u30003♠", Play("3♠")),
        ("go  \t out TC", GoOut(Card.parse("10♣"))),
        ("draw  stock ", Draw(Source.STOCK)),
        # "as" is a word before a kind, and else the ace of spades
        ("play as", Play("A♠")),
        ("play as as", Play("A♠ A♠")),
        ("play as as as single", Play("A♠ A♠", Kind.SINGLE)),
        ("play 3s as  pair ", Play("3♠", Kind.PAIR)),
        ("play 3s as", Play("3♠ A♠")),
        ("call as", Call(Card.parse("A♠"))),
        ("discard As", Discard(Card.parse("A♠"))),
    ],
)
def test_space_and_every_notation_of_cards_are_read(text: str, action: Action) -> None:
    assert parse_action(text) == action


@pytest.mark.parametrize(
    ("text", "index", "expected"),
    [
        ("", 0, "pass, bid, call, play, draw, discard or go out"),
        ("   ", 3, "pass, bid, call, play, draw, discard or go out"),
        ("fold", 0, "pass, bid, call, play, draw, discard or go out"),
        ("Pass", 0, "pass, bid, call, play, draw, discard or go out"),
        (" PASS", 1, "pass, bid, call, play, draw, discard or go out"),
        ("p\N{CYRILLIC SMALL LETTER A}ss", 0, "pass, bid, call, play, draw, discard or go out"),
        ("pa\N{LATIN SMALL LETTER LONG S}s", 0, "pass, bid, call, play, draw, discard or go out"),
        ("passs", 0, "pass, bid, call, play, draw, discard or go out"),
        ("play3♠", 0, "pass, bid, call, play, draw, discard or go out"),
        ("pass now", 5, "nothing more"),
        ("bid", 3, "a whole number of at most 9 digits"),
        ("bid ", 4, "a whole number of at most 9 digits"),
        ("bid two", 4, "a whole number of at most 9 digits"),
        ("bid 2.0", 4, "a whole number of at most 9 digits"),
        ("bid 1_0", 4, "a whole number of at most 9 digits"),
        ("bid 0x2", 4, "a whole number of at most 9 digits"),
        ("bid +2", 4, "a whole number of at most 9 digits"),
        ("bid --2", 4, "a whole number of at most 9 digits"),
        ("bid -", 4, "a whole number of at most 9 digits"),
        ("bid 1000000000", 4, "a whole number of at most 9 digits"),
        ("bid \N{ARABIC-INDIC DIGIT TWO}", 4, "a whole number of at most 9 digits"),
        ("bid \N{SUPERSCRIPT TWO}", 4, "a whole number of at most 9 digits"),
        ("bid \N{FULLWIDTH DIGIT TWO}", 4, "a whole number of at most 9 digits"),
        ("bid 2 3", 6, "nothing more"),
        ("call 3♠ 4♠", 8, "nothing more"),
        ("call 3♠,", 7, "nothing after the card"),
        ("call 3", 6, "a suit (♣ ♦ ♥ ♠ or C D H S)"),
        ("draw", 4, "stock or discard"),
        ("draw pile", 5, "stock or discard"),
        ("draw stock 3♠", 11, "nothing more"),
        ("discard 3♠ 4♠", 11, "nothing more"),
        ("go", 2, "out"),
        ("go in 3♠", 3, "out"),
        ("go out 3♠ 4♠", 10, "nothing more"),
        ("goout 3♠", 0, "pass, bid, call, play, draw, discard or go out"),
        ("play 3♠ 4", 9, "a suit (♣ ♦ ♥ ♠ or C D H S)"),
        ("play 3♠,", 8, "a card"),
        ("play 3♠, as pair", 9, "a card"),
    ],
)
def test_anything_else_is_refused_at_the_place_of_the_fault(
    text: str, index: int, expected: str
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    error = caught.value
    assert (error.text, error.index, error.expected) == (text, index, expected)


@pytest.mark.parametrize(
    ("text", "index"),
    [
        ("call", 4),
        ("call x", 5),
        ("discard", 7),
        ("go out", 6),
        ("play x", 5),
        ("play 3♠ as", None),
        ("play 3♠ as pear", 11),
        ("play 3♠ as PAIR", 11),
        ("play 3♠ pair", 8),
        ("play 3♠ as pair run", 11),
        ("play 3♠ AS pair", 11),
        ("play 3♠ as pair as pair", 11),
    ],
)
def test_faults_of_cards_keep_their_place(text: str, index: int | None) -> None:
    if index is None:
        assert parse_action(text) == Play("3♠ A♠")
        return
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert (caught.value.text, caught.value.index) == (text, index)


@pytest.mark.parametrize("value", [None, 5, b"pass", ["pass"], Pass(), Hand()])
def test_what_is_no_text_is_refused(value: object) -> None:
    with pytest.raises(NotationError, match="a text: an action"):
        parse_action(value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "a" * 2_000_000,
        "pass " + "a" * 2_000_000,
        "bid " + "9" * 2_000_000,
        "bid -" + "9" * 2_000_000,
        "call " + "3♠" * 1_000_000,
        "call " + "A" * 2_000_000,
        "draw " + "stock" * 400_000,
        "go " + "out" * 600_000,
        "go out " + "K" * 2_000_000,
        "play " + "3♠ " * 700_000,
        "play " + "3♠" * 1_000_000,
        "play 3♠" + " as" * 700_000,
        "play 3♠ as " + "pair" * 500_000,
        "play 3♠ as pair" * 130_000,
    ],
    ids=lambda text: repr(text[:16]),
)
def test_a_huge_text_is_refused_with_a_short_message(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert caught.value.index < 100
    assert len(str(caught.value)) < 200


def test_any_amount_of_space_is_no_fault() -> None:
    gap = " " * 1_000_000
    assert parse_action(f"{gap}pass{gap}") == Pass()
    assert parse_action(f"bid{gap}2{gap}") == Bid(2)
    assert parse_action(f"play{gap}3♠{gap}4♠{gap}") == Play("3♠ 4♠")


@pytest.mark.parametrize("space", [1, 70, 80, 1_000, 1_000_000])
def test_any_amount_of_space_may_stand_around_a_kind(space: int) -> None:
    gap = " " * space
    action = Play("3♠", Kind.PAIR)
    assert parse_action(f"play{gap}3♠ as pair") == action
    assert parse_action(f"play 3♠{gap}as pair") == action
    assert parse_action(f"play 3♠ as{gap}pair") == action
    assert parse_action(f"play 3♠ as pair{gap}") == action


@pytest.mark.parametrize("space", range(60, 90))
def test_no_amount_of_space_makes_a_part_of_a_word_a_word(space: int) -> None:
    text = f"play 3♠as{' ' * space}pair"
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert caught.value.index == 7


WRONG: dict[str, Callable[..., object]] = {
    "Bid(True)": lambda: Bid(True),
    "Bid(1.0)": lambda: Bid(1.0),  # type: ignore[arg-type]
    "Bid('2')": lambda: Bid("2"),  # type: ignore[arg-type]
    "Bid(None)": lambda: Bid(None),  # type: ignore[arg-type]
    "Bid([])": lambda: Bid([]),  # type: ignore[arg-type]
    "Bid(10**9)": lambda: Bid(10**9),
    "Bid(-10**9)": lambda: Bid(-(10**9)),
    "Bid(10**5000)": lambda: Bid(10**5000),
    "Bid(nan)": lambda: Bid(float("nan")),  # type: ignore[arg-type]
    "Call(5)": lambda: Call(5),  # type: ignore[arg-type]
    "Call(None)": lambda: Call(None),  # type: ignore[arg-type]
    "Call('')": lambda: Call(""),
    "Call('3')": lambda: Call("3"),
    "Call(hand)": lambda: Call(Hand.parse("3♠")),  # type: ignore[arg-type]
    "Play(5)": lambda: Play(5),  # type: ignore[arg-type]
    "Play(None)": lambda: Play(None),  # type: ignore[arg-type]
    "Play([1])": lambda: Play([1]),  # type: ignore[list-item]
    "Play(['3♠'])": lambda: Play(["3♠"]),  # type: ignore[list-item]
    "Play('3')": lambda: Play("3"),
    "Play(b'3S')": lambda: Play(b"3S"),  # type: ignore[arg-type]
    "Play(card)": lambda: Play(Card.parse("3♠")),  # type: ignore[arg-type]
    "Play(cards, 'pear')": lambda: Play("3♠", "pear"),
    "Play(cards, 'PAIR')": lambda: Play("3♠", "PAIR"),
    "Play(cards, '')": lambda: Play("3♠", ""),
    "Play(cards, 5)": lambda: Play("3♠", 5),  # type: ignore[arg-type]
    "Play(cards, [])": lambda: Play("3♠", []),  # type: ignore[arg-type]
    "Play(cards, False)": lambda: Play("3♠", False),  # type: ignore[arg-type]
    "Draw('x')": lambda: Draw("x"),
    "Draw('STOCK')": lambda: Draw("STOCK"),
    "Draw(None)": lambda: Draw(None),  # type: ignore[arg-type]
    "Draw([])": lambda: Draw([]),  # type: ignore[arg-type]
    "Discard(5)": lambda: Discard(5),  # type: ignore[arg-type]
    "Discard('x')": lambda: Discard("x"),
    "GoOut(None)": lambda: GoOut(None),  # type: ignore[arg-type]
    "GoOut('x')": lambda: GoOut("x"),
}


@pytest.mark.parametrize("make", WRONG.values(), ids=WRONG)
def test_wrong_values_are_faults_of_notation(make: Callable[..., object]) -> None:
    with pytest.raises(NotationError) as caught:
        make()
    assert len(str(caught.value)) < 200


def test_texts_and_iterables_are_read() -> None:
    cards = [Card.parse("3♥"), Card.parse("3♠")]
    wanted = Play(Hand(cards))
    assert Play("3♠ 3♥") == Play(cards) == Play(card for card in cards) == Play(set(cards))
    assert Play("3♠ 3♥") == wanted
    assert hash(Play("3♠ 3♥")) == hash(wanted)
    assert isinstance(Play("3♠").cards, Hand)
    assert Play("3♠", "pair").kind is Kind.PAIR
    assert Call("8c").card is Card.parse("8♣")
    assert Discard("8c").card is Card.parse("8♣")
    assert GoOut("8c").card is Card.parse("8♣")
    assert Draw("stock").source is Source.STOCK


@pytest.mark.parametrize("action", [action for action, _ in PRINTED], ids=str)
def test_actions_are_frozen_values(action: Action) -> None:
    assert not hasattr(action, "__dict__")
    assert copy.deepcopy(action) == action
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        thawed = pickle.loads(pickle.dumps(action, protocol))
        assert thawed == action
        assert hash(thawed) == hash(action)
    for name in [field.name for field in attrs.fields(type(action))]:
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(action, name, None)


def test_actions_of_different_types_are_different() -> None:
    card = Card.parse("3♠")
    alike: list[Action] = [Call(card), Discard(card), GoOut(card), Play([card])]
    assert len(set(alike)) == len({str(action) for action in alike}) == 4
    for action in alike:
        assert sum(action == other for other in alike) == 1
    assert Play("3♠") != Play("3♠", Kind.SINGLE)
    assert Bid(1) != Bid(2)
    assert Pass() == Pass()


def test_the_union_is_all_the_actions() -> None:
    assert get_args(Action) == ACTION_TYPES == (Bid, Pass, Call, Play, Draw, Discard, GoOut)


def test_a_move_is_a_seat_and_an_action() -> None:
    move = Move(2, Play("3♠"))
    assert (move.seat, move.action) == (2, Play("3♠"))
    assert str(move) == "2: play 3♠"
    assert move == Move(2, Play("3♠"))
    assert pickle.loads(pickle.dumps(move)) == move


def test_phases_and_sources_have_names() -> None:
    assert [str(phase) for phase in Phase] == [
        *["auction", "call", "play", "draw", "discard", "over"]
    ]
    assert [str(source) for source in Source] == ["stock", "discard"]
