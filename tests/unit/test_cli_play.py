"""A game at a terminal without the terminal: what is typed, what it does, what is said."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from climbcards import (
    Action,
    Bid,
    BigThree,
    BigTwo,
    Call,
    Card,
    DouDizhu,
    Match,
    Pass,
    Play,
    Reason,
    Record,
    Ruleset,
    State,
    Table,
    ThreeThirteen,
    View,
    parse_action,
)
from climbcards.agents import AgentFactory, GreedyAgent, RandomAgent
from climbcards.analysis import hint
from climbcards.cli_games import GAMES, build
from climbcards.cli_play_bots import BotFault
from climbcards.cli_play_input import Unclear, read_action
from climbcards.cli_play_lines import Line, Tone
from climbcards.cli_play_moment import Due, Moment
from climbcards.cli_play_session import Session
from climbcards.games.dou_dizhu import Kickers

RULES: dict[str, Ruleset] = {
    **{name: build(game, None, ()) for name, game in GAMES.items()},
    **{
        f"{name} {preset}": build(game, preset, ())
        for name, game in GAMES.items()
        for preset in game.presets
    },
    "big_three 4": BigThree(players=4, bombs=True),
    "big_three drawn": BigThree(players=4, partners="drawn", kitty_shown=False),
    "dou_dizhu 4": DouDizhu(players=4),
    "big_two 2": BigTwo(players=2),
    "big_two 3": BigTwo(players=3, last_card_rule="enforce"),
    "three_thirteen 2": ThreeThirteen(players=2, may_return_discard=False),
}
BOMBS = BigTwo.da_lao_er()
ANY = DouDizhu(kickers=Kickers.ANY)


def session_of(
    ruleset: Ruleset,
    seed: int = 1,
    *,
    seat: int = 0,
    deals: int = 1,
    bots: AgentFactory = GreedyAgent,
) -> Session:
    match = Match.begin(ruleset, seed, deals=deals)
    return Session(Moment(played=match, seat=seat), bots)


def position(state: State[Table], seat: int = 0) -> Session:
    session = Session(Moment(played=state, seat=seat), GreedyAgent)
    list(session.begin())
    return session


def advice(session: Session) -> str:
    """What the hint says, as it is to be typed: nothing where a bomb out of turn may wait."""
    moment = session.moment
    if moment.due is Due.CHANCE:
        return "" if len(moment.state.history) % 2 else str(moment.view.legal_actions()[0])
    return str(hint(moment.view).action)


def play(session: Session, most: int = 10_000) -> list[str]:
    """Type the hints, and give them."""
    typed: list[str] = []
    while not session.is_over and len(typed) < most:
        typed.append(advice(session))
        refused = [line for line in session.enter(typed[-1]) if line.tone is Tone.REFUSAL]
        assert refused == []
    return typed


def said(lines: Iterator[Line]) -> str:
    return "\n".join(line.text for line in lines)


# --- Whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
def test_a_match_is_played_by_typing_the_hints(rules: str) -> None:
    ruleset = RULES[rules]
    session = session_of(ruleset, seed=3, seat=1, deals=2)
    shown = said(session.begin())
    assert "Deal 1, dealt by seat " in shown
    while not session.is_over:
        shown += "\n" + said(session.enter(advice(session)))
    match = session.played
    assert isinstance(match, Match)
    assert match.is_over
    for end in match.past:
        assert end.result is not None
        if not end.result.thrown_in:
            payment = "   ".join(f"seat {seat} {n:+d}" for seat, n in enumerate(end.result.payoffs))
            assert f"  Payment  {payment}"[:80] in shown
            if not isinstance(ruleset, ThreeThirteen):
                for seat, hand in enumerate(end.hands):
                    cards = " ".join(map(str, ruleset.sort(hand)[:8]))
                    assert f"  seat {seat} had  {cards}" in shown or not hand
    assert f"The match is over, after {len(match.past)} deals." in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert said(session.enter("pass")) == "The game is over."
    assert said(session.enter("undo")).startswith("Taken back; ")
    assert not session.is_over


@pytest.mark.parametrize("rules", RULES)
def test_decisions_are_taken_back_and_made_again(rules: str) -> None:
    session = session_of(RULES[rules], seed=5, deals=2, bots=RandomAgent)
    list(session.begin())
    moments: list[Moment] = []
    typed: list[str] = []
    while not session.is_over and len(typed) < 25:
        moments.append(session.moment)
        typed += play(session, 1)
    end = session.moment
    assert session.undos == len(typed)
    for moment in reversed(moments):
        assert said(session.enter("undo")).startswith("Taken back; ")
        assert session.moment == moment
    assert said(session.enter("undo")) == "There is no decision of yours to take back."
    for text in typed:
        list(session.enter(text))
    assert session.moment == end


@pytest.mark.parametrize("rules", RULES)
def test_what_is_saved_goes_on_as_it_would_have(rules: str) -> None:
    session = session_of(RULES[rules], seed=8, deals=2, bots=RandomAgent)
    list(session.begin())
    typed = 0
    while not session.is_over:
        record = Record.from_json(session.record({"note": 1}).to_json())
        assert record.meta == {"note": 1}
        again = Session.resume(record, 0, RandomAgent)
        list(again.begin())
        assert again.moment == session.moment
        assert again.undos == session.undos
        if session.undos:
            list(again.enter("undo"))
            again_back = again.moment
            other = Session.resume(record, 0, RandomAgent)
            list(other.enter("undo"))
            assert other.moment == again_back
        typed += len(play(session, 1 + typed // 4))
    done = Session.resume(session.record(), 0, RandomAgent)
    assert done.is_over
    assert "The match is over" in said(done.begin())


def test_a_single_deal_is_resumed_too() -> None:
    state = BigTwo(players=2).deal(3)
    session = Session.resume(Record.of(state), 1, GreedyAgent)
    list(session.begin())
    play(session)
    assert "The deal is over." in said(session.begin())
    assert session.record().replay() == session.played


def test_a_position_is_resumed_with_what_lies_on_the_table() -> None:
    state = BigThree().position(["5♣ 5♦ K♠", "9♠ 9♥ 4♦", "2♣ 2♠"], to_act=1, target="7♣ 7♦")
    session = Session.resume(Record.of(state), 1, GreedyAgent)
    shown = said(session.begin())
    assert "A position" in shown
    assert "  Trick  seat 0: 7♣ 7♦" in shown
    assert "Beat 7♣ 7♦ (pair) of seat 0, or pass." in shown
    assert "You play 9♥ 9♠ (pair), 1 card left." in said(session.enter("99"))


# --- What is typed -------------------------------------------------------------------------------

HANDS = ["3♦ 3♣ 4♣ 5♥ 6♠ 7♦ 7♥ 7♣ 9♠", "8♦ 8♣ J♦ J♣", "9♦ 9♣ Q♦ Q♣"]
LEAD = BigTwo(players=3).position(HANDS).view(0)
NO_SUITS = DouDizhu().position(["3♦ 3♣ 4♣ 5♥ 6♠ 7♦ 7♥ 7♣ 10♥ BJ RJ", "8♦ 8♣", "9♦"]).view(0)
CALLED = (
    BigThree(players=4)
    .position(["4♣ 8♦ 8♥", "5♣ 5♦", "6♣ 6♦", "7♣ 7♦"], soloist=1, called="8♦")
    .view(0)
)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("3c 3d", "play 3♦ 3♣"),
        ("3♣ 3♦", "play 3♦ 3♣"),
        ("3C3D", "play 3♦ 3♣"),
        ("♣3,♦3", "play 3♦ 3♣"),
        ("33", "play 3♦ 3♣"),
        ("3 3", "play 3♦ 3♣"),
        ("3c3", "play 3♦ 3♣"),
        ("play 33", "play 3♦ 3♣"),
        ("  PLAY   3c  3D ", "play 3♦ 3♣"),
        ("777", "play 7♦ 7♥ 7♣"),
        ("6", "play 6♠"),
        ("9s", "play 9♠"),
        ("3c 3d as pair", "play 3♦ 3♣ as pair"),
        ("777 33 as full house", "play 7♦ 7♥ 7♣ 3♦ 3♣ as full_house"),
        ("77733", "play 7♦ 7♥ 7♣ 3♦ 3♣"),
        ("as", "play A♠"),
        ("p", "pass"),
        ("-", "pass"),
        ("PASS", "pass"),
        ("draw pile", "draw discard"),
        ("Stock", "draw stock"),
        ("bid 2", "bid 2"),
        ("66", None),
        ("3", None),
        ("345 67", None),
        ("K", None),
        ("9s 9", None),
        ("pass 3", None),
        ("bid", None),
        ("bid two", None),
        ("draw", None),
        ("draw from the well", None),
        ("discard", None),
        ("3x", None),
        ("knock", None),
        ("9s " * 16, None),
    ],
)
def test_actions_are_read(text: str, action: str | None) -> None:
    if action is None:
        with pytest.raises(Unclear):
            read_action(text, LEAD)
    else:
        assert read_action(text, LEAD) == parse_action(action)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("7 7", "7♦ 7♣"),
        ("34567", "3♣ 4♣ 5♥ 6♠ 7♣"),
        ("10", "10♥"),
        ("t", "10♥"),
        ("BJ RJ", "BJ RJ"),
    ],
)
def test_where_suits_do_not_matter_ranks_are_enough(text: str, cards: str) -> None:
    assert read_action(text, NO_SUITS) == Play(cards)


def test_the_called_card_is_shown_only_where_it_is_typed() -> None:
    assert read_action("8", CALLED) == Play("8♥")
    assert read_action("8d", CALLED) == Play("8♦")
    assert read_action("88", CALLED) == Play("8♦ 8♥")


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("3", "which? 3♦ or 3♣: type the suits"),
        ("77", "which? 7♦ 7♣, 7♦ 7♥ or 7♣ 7♥: type the suits"),
        ("K", "you hold no card of rank K"),
        ("999", "you hold only 1 of rank 9"),
        ("9s 9", "you hold no more card of rank 9"),
        ("knock", "'knock' is neither cards nor a command: `help` lists what there is"),
    ],
)
def test_what_is_unclear_is_asked(text: str, asks: str) -> None:
    with pytest.raises(Unclear) as unclear:
        read_action(text, LEAD)
    assert str(unclear.value) == asks


def test_bids_and_calls_are_typed_short() -> None:
    session = session_of(BigThree(players=4), seed=3)
    state = session.moment.state
    assert read_action("2", state.view(state.to_act)) == Bid(2)
    while state.phase.value != "call":
        state = session.moment.state
        session._moment = session.moment.step(max(state.legal_actions(), key=str))
        state = session.moment.state
    view = state.view(state.to_act)
    calls = [action for action in view.legal_actions() if isinstance(action, Call)]
    suit = calls[0].card.suit
    assert suit is not None
    assert read_action(f"{calls[0].card.rank}{suit.name[0].lower()}", view) == calls[0]
    assert read_action(str(calls[-1]), view) == calls[-1]
    with pytest.raises(Unclear, match="one card, please"):
        read_action("call 8c 8d", view)


def test_turns_of_the_rummy_are_typed_short() -> None:
    rules = ThreeThirteen(players=2)
    state = rules.position(["9♣ 9♥ 9♦", "5♣ 5♦ 8♠"], stock="K♠", pile="2♠ Q♠")
    session = position(state)
    assert "take Q♠ (`pile`)" in said(session.enter("table"))
    assert "You take Q♠ from the pile." in said(session.enter("pile"))
    view = session.moment.view
    assert str(read_action("Q", view)) == "discard Q♠"
    assert str(read_action("discard q", view)) == "discard Q♠"
    assert str(read_action("out", view)) == "go out Q♠"
    assert str(read_action("go out q", view)) == "go out Q♠"
    with pytest.raises(Unclear, match="which\\? 9♣, 9♦ or 9♥"):
        read_action("9", view)
    assert "hand_not_melded" not in said(session.enter("out 9c"))
    assert session.moment.view == view
    assert "You discard Q♠ and go out: set 9♣ 9♦ 9♥." in said(session.enter("out"))
    assert session.is_over


# --- What is answered ----------------------------------------------------------------------------


def test_a_refusal_is_the_library_s_own() -> None:
    session = position(BigTwo(players=3).position(HANDS, target="8♥ 8♠"))
    before = session.moment
    for text in ("33", "6", "3♦ 4♣", "K♠", "bid 2"):
        action = read_action(text, before.view)
        refused = before.state.check(action)
        assert refused is not None
        assert said(session.enter(text)).replace("\n", " ") == f"Refused: {refused}."
    assert session.moment is before
    assert before.state.check(Play("3♦ 3♣")) is not None


def test_hints_have_a_reason() -> None:
    session = position(BigTwo(players=3).position(HANDS, target="6♦"))
    found = hint(session.moment.view)
    assert re.sub(r"\s+", " ", said(session.enter("hint"))) == f"Hint: {found.action}; {found.why}."


def test_moves_are_listed_by_kind_and_in_pages() -> None:
    session = position(BigTwo(players=2).position(["3♦ 3♣ 3♥ 4♦ 4♣ 4♥ 5♦ 5♣ 6♦ 7♦", "8♦"]))
    total = len(session.moment.view.legal_actions())
    shown = said(session.enter("moves"))
    assert shown.startswith(f"{total} legal actions:\n  single (10)         3♦, 3♣")
    assert "… 4 more: moves single" in shown
    assert "… " not in said(session.enter("moves single"))
    assert said(session.enter("moves straight 2")) == "Straight has 1 page."
    assert "; the kinds are: single, " in said(session.enter("moves pass"))
    many = position(BigTwo(players=2).position(["3♦ 4♦ 4♣ 4♥ 5♦ 5♣ 5♥ 6♦ 6♣ 6♥ 7♦ 7♣ 7♥", "8♦"]))
    first, second = (said(many.enter(f"moves straight {page}")) for page in (1, 2))
    assert "Page 1 of 2; `moves straight 2` is the next." in first
    assert "Page 2 of 2." in second
    assert said(many.enter("moves straight")) == first


def test_what_beats_what_is_explained() -> None:
    session = position(DouDizhu().position(["5♣ 5♦ 9♣ 9♦ 9♥ 9♠ K♠", "4♣", "6♣"], target="4♦"))
    shown = said(session.enter("beats"))
    assert "4♦ (single) is beaten by a higher single, a bomb or a rocket." in shown
    assert "Of your hand 4 plays would:" in shown
    assert "  bomb  9♣ 9♦ 9♥ 9♠" in shown
    shown = said(session.enter("beats 8 8"))
    assert shown.startswith("8♣ 8♦ (pair) is beaten by a higher pair, a bomb or a rocket.")
    assert "  pair  9♣ 9♦" in shown
    assert "Nothing in your hand beats it." in said(session.enter("beats BJ RJ"))
    assert "RJ (rocket) is beaten by nothing." in said(session.enter("beats BJ RJ"))
    assert said(session.enter("beats 3 4")) == "3♣ 4♣ is no combination."
    assert "does not hold so many of 8" in said(session.enter("beats 88888"))
    assert "does not hold so many of RJ" in said(session.enter("beats RJ RJ"))
    assert "at most 15 copies of 3♣" in said(session.enter("beats " + "3c " * 16))
    lead = position(DouDizhu().position(["5♣ 5♦ 9♠", "4♣", "6♣"]))
    assert "  single 2   pair 1   triple –" in said(lead.enter("beats"))
    several = position(ANY.position(["3♣", "4♣", "6♣"]))
    assert "It also reads as" in said(several.enter("beats 333 444 555 666"))


def test_a_play_of_several_readings_says_how_it_was_read() -> None:
    cards = "3♣ 3♦ 3♥ 4♣ 4♦ 4♥ 5♣ 5♦ 5♥ 6♣ 6♦ 6♥"
    state = ANY.position([f"{cards} K♠", "4♠", "7♣ 7♦"])
    session = position(state)
    assert len(ANY.readings(cards)) > 1
    shown = said(session.enter(cards))
    assert "It was read as triple_run; `undo`" in re.sub(r"\s+", " ", shown)
    list(session.enter("undo"))
    shown = said(session.enter(f"{cards} as triple run with singles"))
    assert "It was read" not in shown
    assert "(triple_run_with_singles), 1 card left." in re.sub(r"\s+", " ", shown)


def test_help_is_about_the_game() -> None:
    climbing = said(position(BigTwo(players=3).position(HANDS)).enter("help"))
    assert "beats" in climbing
    assert "bid" not in climbing
    assert "call 8c" in said(session_of(BigThree(players=4)).enter("?"))
    rummy = said(session_of(ThreeThirteen()).enter("HELP"))
    assert "stock" in rummy
    assert "beats" not in rummy


def test_what_makes_no_sense_gets_a_short_answer() -> None:
    session = position(BigTwo(players=3).position(HANDS))
    assert said(session.enter("")) == "You lead: play what you like."
    assert said(session.enter("wait")) == "It is your turn: there is nobody to wait for."
    assert said(session.enter("x" * 1000)).startswith("That is too long for a play")
    assert said(session.enter("x" * 300)).startswith(f"'{'x' * 30}…' is neither cards")


# --- Out of turn ---------------------------------------------------------------------------------


def chance() -> Session:
    """A game in which the player may bomb out of turn after its first play."""
    hands = ["3♦ 9♦ 9♣ 9♥ 9♠ K♦", "4♦ 4♣ 6♦ 6♣ 7♦ 7♣", "5♦ 5♣ 8♦ 8♣ 10♦ 10♣", "3♣ J♦ J♣ Q♦ Q♣"]
    session = Session(Moment(played=BOMBS.position(hands), seat=0), GreedyAgent)
    list(session.begin())
    shown = said(session.enter("3d"))
    assert "acts next, but you may beat" in shown
    assert session.moment.due is Due.CHANCE
    return session


def test_a_bomb_out_of_turn_may_be_played() -> None:
    session = chance()
    before = session.moment
    shown = said(session.enter("3♦ 9999"))
    assert "three" not in shown
    assert "Hint: " in said(session.enter("hint"))
    assert "is no bomb" in said(session.enter("K"))
    assert "Refused: it is the turn of seat 2, not of seat 0." in said(session.enter("pass"))
    assert "four_of_a_kind" in said(session.enter("moves"))
    assert session.moment is before
    assert "(four_of_a_kind, out of turn)" in said(session.enter("9999 K"))


def test_a_chance_out_of_turn_is_offered_once_for_each_play() -> None:
    session = chance()
    before = session.moment
    target = before.state.table
    list(session.enter(""))
    assert session.moment != before
    assert session.moment.state.table != target
    said(session.enter("undo"))
    assert session.moment == before
    list(session.enter("wait"))
    again = Session.resume(session.record(), 0, GreedyAgent)
    list(again.begin())
    assert again.moment == session.moment
    assert again.undos == session.undos


def test_drawn_partners_are_no_news_and_a_called_card_is() -> None:
    drawn = session_of(BigThree(players=4, partners="drawn"), seed=3)
    shown = said(drawn.begin())
    while not drawn.is_over:
        shown += said(drawn.enter(advice(drawn)))
    assert "the called card" not in shown
    assert "(soloist)" in shown
    assert "(partner)" in shown
    hands = ["4♣ 9♦ 9♥", "5♣ 5♦ J♦", "6♣ 6♦ J♣", "7♣ 7♦ J♥"]
    called = BigThree(players=4).position(hands, soloist=1, called="9♦")
    session = position(called)
    assert "you hold it, so you are partners" in said(session.enter("table"))
    assert "You show the called card: seat 1 and you play together." in said(session.enter("9d"))
    assert "9♦ by seat 1: it has been played" in said(session.enter("table"))
    other = position(BigThree(players=4).position(hands, soloist=1, called="9♦", to_act=1), 1)
    assert "its holder is a partner still unknown" in said(other.enter("table"))


# --- Bots ----------------------------------------------------------------------------------------


def test_bots_see_the_view_of_their_own_seat() -> None:
    seen: list[View[Table]] = []

    class Spy(GreedyAgent):
        def act(self, view: View[Table]) -> Action:
            seen.append(view)
            return super().act(view)

    session = session_of(BigTwo(), seed=4, seat=2, bots=Spy)
    list(session.begin())
    play(session)
    assert {view.seat for view in seen} == {0, 1, 3}
    match = session.played
    assert isinstance(match, Match)
    start = match.past[0].deal
    assert start is not None
    dealt = match.ruleset.start(start).hands
    for view in seen:
        assert type(view) is View
        assert view.seat is not None
        assert view.hand <= dealt[view.seat]


def test_bots_answer_the_same_decisions_alike() -> None:
    one, other = (session_of(BigTwo(), seed=9, bots=RandomAgent) for _ in range(2))
    for session in (one, other):
        list(session.begin())
        list(session.enter("pass"))
    assert one.moment == other.moment


def raises(rng: random.Random) -> GreedyAgent:
    class Bad(GreedyAgent):
        def act(self, view: View[Table]) -> Action:
            raise RuntimeError("out of ideas")

    return Bad()


def cheats(rng: random.Random) -> GreedyAgent:
    class Bad(GreedyAgent):
        def act(self, view: View[Table]) -> Action:
            return Bid(17)

    return Bad()


@pytest.mark.parametrize(
    ("bots", "says"),
    [
        (raises, "the bot in seat 1 has failed: RuntimeError: out of ideas"),
        (cheats, "the bot in seat 1 breaks the rules: a Bid has no place in the play phase"),
    ],
)
def test_a_bot_at_fault_is_told_and_leaves_the_game_as_it_was(
    bots: Callable[[random.Random], GreedyAgent], says: str
) -> None:
    hands = ["3♦ 4♣", "4♦ 5♣"]
    session = Session(Moment(played=BigTwo(players=2).position(hands), seat=0), bots)
    list(session.begin())
    with pytest.raises(BotFault) as fault:
        list(session.enter("3d"))
    assert str(fault.value) == says
    assert session.moment.state.history[-1].action == Play("3♦")
    assert session.record().replay() == session.played


# --- Whatever is typed ---------------------------------------------------------------------------

WORDS: Sequence[str] = (
    *("pass", "p", "-", "bid", "2", "bid 2", "call", "8c", "play", "3c", "3♣ 3♦", "33", "345", "k"),
    *("stock", "pile", "draw", "discard", "go", "out", "help", "?", "hint", "moves", "beats"),
    *("table", "wait", "single", "as", "as run", "BJ", "RJ", "10", "♣", "²", "٣", "\x00", "\ud800"),
)
GAMES_AT: Sequence[tuple[Ruleset, int]] = (
    (BigThree(players=4), 3),
    (DouDizhu(), 5),
    (BOMBS, 84),
    (ThreeThirteen(players=3), 3),
)

typed = st.lists(
    st.one_of(
        st.text(max_size=20),
        st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join),
        st.just("HINT!"),
    ),
    max_size=12,
)


@given(st.sampled_from(GAMES_AT), typed)
@settings(max_examples=120)
def test_only_a_legal_action_changes_the_game(game: tuple[Ruleset, int], lines: list[str]) -> None:
    ruleset, seed = game
    session = session_of(ruleset, seed)
    list(session.begin())
    for line in lines:
        if session.is_over:
            break
        before = session.moment
        text = advice(session) if line == "HINT!" else line
        for told in session.enter(text):
            assert "\n" not in told.text
        after = session.moment
        if after is before:
            continue
        if before.due is Due.CHANCE and not text.split("wait")[0].strip():
            assert session.undos
            continue
        assert session._past[-1] is before
        match = after.played
        assert isinstance(match, Match)
        deals = [*match.past, match.state]
        by, action = deals[before.number].history[len(before.state.history)]
        assert by == before.seat
        assert before.state.check(action, by) is None


def test_a_pass_is_typed_where_it_is_legal_only() -> None:
    session = position(BigTwo(players=3).position(HANDS))
    refused = session.moment.state.check(Pass())
    assert refused is not None
    assert refused.reason is Reason.CANNOT_PASS_LEAD
    assert said(session.enter("p")) == f"Refused: {refused}."
    assert Card.parse("3♦") in session.moment.view.hand
