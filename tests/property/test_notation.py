"""Texts: what prints is read back, and whatever else is given is refused with the place."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from climbcards import Card, Hand, NotationError, Play, parse_action
from climbcards.testing import actions, cards, hands

Parser = Callable[[str], object]
PARSERS: dict[str, Parser] = {
    "Card.parse": Card.parse,
    "Hand.parse": Hand.parse,
    "parse_action": parse_action,
    "Play": Play,
}
each_parser = pytest.mark.parametrize("parse", PARSERS.values(), ids=PARSERS.keys())

# Letters that mean something, their near relatives, and words that actions are written with.
LETTERS = "AaTtJjQqKkBbRrCcDdHhSs♣♦♥♠0123456789-,, \t\n\u3000ſK１２♤\ud800"
VERBS = ["pass", "bid", "call", "play", "draw", "discard", "go", "out", "stock"]
WORDS = st.sampled_from([*VERBS, "as", "single", "pair", "pair_run", "bomb", "10♠", "BJ", "A♠"])
VALUES = cards() | hands(max_size=6) | actions()
MIDDLES = st.text(LETTERS, max_size=2)
texts = (
    st.text()
    | st.text(LETTERS, max_size=12)
    | st.lists(WORDS | st.text(LETTERS, max_size=3), max_size=8).map(" ".join)
)


@st.composite
def mistyped(draw: st.DrawFn) -> str:
    """The text of a value with a few characters changed, lost, added or swapped."""
    text = str(draw(VALUES))
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(text)))
        middle = draw(MIDDLES)
        match draw(st.integers(0, 3)):
            case 0:
                text = text[:place] + middle + text[place:]
            case 1:
                text = text[:place] + middle + text[place + 1 :]
            case 2:
                text = text[:place] + text[place + 1 : place + 2] + text[place:]
            case _:
                text = text[place:] + text[:place]
    return text


@given(cards())
def test_a_card_prints_and_parses_to_itself(card: Card) -> None:
    assert Card.parse(str(card)) is card
    assert eval(repr(card), {"Card": Card}) is card


@given(hands(max_size=40))
def test_a_hand_prints_and_parses_to_an_equal_one(hand: Hand) -> None:
    assert Hand.parse(str(hand)) == hand
    assert eval(repr(hand), {"Hand": Hand}) == hand


@given(actions())
def test_an_action_prints_and_parses_to_an_equal_one(action: object) -> None:
    assert parse_action(str(action)) == action


@given(st.lists(cards(), max_size=20), st.data())
def test_cards_may_stand_in_any_order_with_commas_or_white_space(
    some: list[Card], data: st.DataObject
) -> None:
    gaps = st.sampled_from([" ", ", ", ",", " ,\n", "\t", "\u3000"])
    spellings = [data.draw(spelled(card)) for card in some]
    text = "".join(
        spelling + (data.draw(gaps) if place < len(some) else "")
        for place, spelling in enumerate(spellings, 1)
    )
    assert Hand.parse(text) == Hand(some)


@st.composite
def spelled(draw: st.DrawFn, card: Card) -> str:
    """One of the ways to write the card."""
    rank = str(card.rank)
    if card.suit is None:
        spellings = {rank, rank.lower(), rank[0] + "j", rank[0].lower() + "J"}
    else:
        ranks = {rank, rank.lower(), *({"T", "t"} if rank == "10" else ())}
        symbol, letter = str(card.suit), card.suit.name[0]
        spellings = {r + s for r in ranks for s in (symbol, letter, letter.lower())}
        spellings |= {symbol + r for r in ranks}
    return draw(st.sampled_from(sorted(spellings)))


@given(cards(), st.data())
def test_every_spelling_of_a_card_is_that_card(card: Card, data: st.DataObject) -> None:
    assert Card.parse(data.draw(spelled(card))) is card


@each_parser
@given(texts | mistyped())
@example("play as as pair")
@example("play as pair")
@example("bid " + "9" * 5000)
@example("10")
@example("♠")
@example("1\ud800")
@example("\N{LATIN SMALL LETTER LONG S}")
def test_a_text_is_read_or_refused_with_the_place_of_the_fault(parse: Parser, text: str) -> None:
    error = fault(parse, text)
    if error is None:
        value = parse(text)
        assert (parse_action if parse is Play else parse)(str(value)) == value
    else:
        assert error.text == text
        assert 0 <= error.index <= len(text)
        assert error.expected in str(error)
        assert vars(pickle.loads(pickle.dumps(error))) == vars(error)


def fault(parse: Parser, text: str) -> NotationError | None:
    try:
        parse(text)
    except NotationError as error:
        return error
    return None


@given(hands(min_size=1, max_size=6), st.data())
def test_the_fault_is_where_the_wrong_word_begins(hand: Hand, data: st.DataObject) -> None:
    words = str(hand).split()
    place = data.draw(st.integers(0, len(words)))
    before = "".join(word + " " for word in words[:place])
    text = before + " ".join(["?", *words[place:]])
    with pytest.raises(NotationError) as caught:
        Hand.parse(text)
    assert caught.value.index == len(before)


@each_parser
@given(st.none() | st.integers() | st.binary() | st.floats())
def test_what_is_no_text_is_refused(parse: Parser, value: object) -> None:
    if parse is Play and isinstance(value, bytes) and not value:
        return  # no cards, as an empty iterable of any type
    with pytest.raises(NotationError):
        parse(cast("str", value))
