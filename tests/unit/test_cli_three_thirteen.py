"""Three Thirteen on the command line: matches told, hands arranged, and what it has not."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

import pytest

from climbcards import (
    DealContext,
    Discard,
    Draw,
    GoOut,
    Hand,
    Match,
    Phase,
    State,
    Table,
    ThreeThirteen,
    cli_rummy,
    step,
)
from climbcards.rummy.melds import Arrangement
from tests.unit.test_cli import Run, run

__all__ = ["run"]  # the fixture

GAME = "three_thirteen"

# --- demo ----------------------------------------------------------------------------------------

GOLDEN = """\
Three Thirteen, 4 players: 11 deals from seed 1204
Deal 1, dealt by seat 1: 3 cards each, 3s are wild
  seat 1  3♥ 5♠ K♦
  J♥ is turned up. Seat 2 begins.
  seat  draws          discards  and holds    points
        Seat 2 tries to go out with K♣. Refused:
        hand_not_melded: the rest of the hand is not all melds.
     2  K♣ (stock)     K♣        A♦ 2♥ 8♥         11
     1  7♣ (pile)      K♦        3♥ 5♠ 7♣         15
     1  6♠ (pile)      7♣        3♥ 5♠ 6♠          0  goes out
  Seat 1 goes out in its 2nd turn, and after it seats 0, 2 and 3.
  seat 1  run 5♠ 6♠ 3♥=7
  Payment  seat 0 +0   seat 1 +0   seat 2 +0   seat 3 +0
Deal 8, dealt by seat 0: 10 cards each, 10s are wild
  Seat 2 goes out in its 4th turn, and after it seat 0.
  seat 0  set 2♣ 2♥ 10♣=2; run 7♦ 9♦ 10♠=8 10♦=10; set 8♣ 8♣ 8♥
Deal 11, dealt by seat 3: 13 cards each, kings are wild
After 11 deals
  place 1  seat 2  71 points
"""


def test_the_demo_tells_a_match_of_eleven_deals(run: Run) -> None:
    ran = run("demo", GAME)
    assert (ran.code, ran.err) == (0, "")
    places = [ran.lines.index(line) for line in GOLDEN.splitlines()]
    assert places == sorted(places)
    assert len(ran.lines) < 100


TABLES: list[tuple[tuple[str, ...], ThreeThirteen]] = [
    ((), ThreeThirteen()),
    (("--players", "2"), ThreeThirteen(players=2)),
    (("--players", "8"), ThreeThirteen(players=8)),
    (
        ("--option", "ace_high=true", "--option", "may_return_discard=no"),
        ThreeThirteen(ace_high=True, may_return_discard=False),
    ),
    (("--players", "6", "--option", "packs=4"), ThreeThirteen(players=6, packs=4)),
]


@pytest.mark.parametrize(("argv", "ruleset"), TABLES)
def test_one_illegal_action_is_tried_and_every_line_fits(
    run: Run, argv: Sequence[str], ruleset: ThreeThirteen
) -> None:
    for seed in range(2):
        ran = run("demo", GAME, *argv, "--seed", str(seed), "--deals", "3")
        assert ran.code == 0
        assert ran.out.count("Refused") == 1
        assert "Refused" in ran.out.split("Deal 2,")[0]
        assert "  seat  draws" not in ran.out.split("Deal 2,")[1]
        assert max(map(len, ran.lines)) <= 80
        assert not any(line != line.rstrip() for line in ran.lines)


@pytest.mark.parametrize(("argv", "ruleset"), TABLES)
def test_the_turns_told_replay_to_the_points_told(
    run: Run, argv: Sequence[str], ruleset: ThreeThirteen
) -> None:
    turn = re.compile(r"  +(\d)  \S+ +\((stock|pile)\) +(\S+) +(.*?) +(\d+)(  goes out)?")
    for seed in range(2):
        lines = run("demo", GAME, *argv, "--seed", str(seed), "--deals", "2").lines
        match = Match.begin(ruleset, seed, deals=2)
        for found in filter(None, map(turn.fullmatch, lines)):
            seat, source, card, hand, points, out = found.groups()
            match = match.step(Draw("discard" if source == "pile" else "stock"), int(seat))
            match = match.step(GoOut(card) if out else Discard(card), int(seat))
            state = match.past[0] if match.past else match.state
            assert state.hands[int(seat)] == Hand.parse(hand)
            assert ruleset.arrange(hand, 1).points == int(points)
        assert match.last is not None
        result = match.last.result
        assert result is not None
        told = "   ".join(f"seat {seat} {points:2d}" for seat, points in enumerate(result.points))
        shown = "\n".join(lines)
        assert f"  Points   {told}" in re.sub(r"   \n +", "   ", re.sub(r"\n {11}", "   ", shown))


def test_the_demo_has_as_many_deals_as_it_is_told(run: Run) -> None:
    lines = run("demo", GAME, "--deals", "1", "--players", "2").lines
    assert lines[0] == "Three Thirteen, 2 players: 1 deal from seed 1204"
    assert lines[-3] == "After 1 deal"
    assert sum(line.startswith("Deal ") for line in lines) == 1
    assert sum(line.startswith("Deal ") for line in run("demo", GAME, "--deals", "12").lines) == 12


def test_a_reshuffle_and_a_deal_without_a_winner_are_told() -> None:
    ruleset = ThreeThirteen(players=2)
    state: State[Table] = ruleset.deal(1)
    states = [state]
    while not state.is_over:  # nobody ever goes out
        state = step(state, state.legal_actions()[0])
        states.append(state)
    told = "\n".join(cli_rummy.teller(ruleset).in_full(states))
    assert told.count("The discard pile is shuffled and becomes the stock.") == 3
    assert "  Nobody goes out: no card is left to draw, and the deal ends as it stands." in told


def test_a_deal_in_which_nobody_draws_from_the_stock_is_told() -> None:
    ruleset = ThreeThirteen(players=2, max_idle_rounds=1)
    states: list[State[Table]] = [ruleset.deal(1)]
    while not states[-1].is_over:
        state = states[-1]
        action = state.legal_actions()[-1 if state.phase is Phase.DRAW else 0]
        states.append(step(state, action))
    told = "\n".join(cli_rummy.teller(ruleset).in_brief(states))
    assert "  Nobody goes out: nobody draws from the stock, and the deal ends" in told


def test_where_everybody_goes_out_at_once_a_discard_before_the_draw_is_tried() -> None:
    ruleset = ThreeThirteen(players=2)
    deck = Hand(ruleset.deck)
    hands = [Hand.parse("5♣ 5♦ 5♥"), Hand.parse("7♣ 7♦ 7♥")]
    dealt = [card for pair in zip(hands[1], hands[0], strict=True) for card in pair]
    deal = ruleset.shuffle(1)
    whole = (*dealt, *(deck - Hand(dealt)))
    states: list[State[Table]] = [ruleset.start(type(deal)(deck=whole))]
    while not states[-1].is_over:
        state = states[-1]
        states.append(step(state, state.legal_actions()[-1]))
    told = "\n".join(cli_rummy.teller(ruleset).in_full(states))
    assert "Seat 1 tries to discard 7♣ before drawing. Refused:\n        wrong_phase" in told
    assert "  Seat 1 goes out in its 1st turn, and after it seat 0." in told


# --- deal ----------------------------------------------------------------------------------------


def test_a_deal_shows_the_hands_and_the_stock(run: Run) -> None:
    ran = run("deal", GAME, "--seed", "3", "--deal", "11", "--dealer", "2")
    deal = ThreeThirteen().shuffle(3, DealContext(number=11, dealer=2))
    state = ThreeThirteen().start(deal)
    assert ran.code == 0
    assert ran.lines[:4] == [
        "Three Thirteen, 4 players, dealt by seat 2",
        "Seed 3",
        "The moderator's view, with every hand (a player sees one):",
        "  Deal 11: kings are wild.",
    ]
    hands = [Hand.parse(line[8:]) for line in ran.lines if line.startswith("  seat ")]
    assert hands == list(state.hands)
    stock = ran.out.split("  stock ")[1].split("\n  J")[0].split("is turned up")[0]
    assert stock.split()[:3] == [str(card) for card in deal.deck[53:56]]
    assert ran.lines[-1] == f"  {deal.deck[52]} is turned up. Seat 3 begins."
    assert run("deal", GAME, "--seed", "3").lines[3] == "  Deal 1: 3s are wild."


def test_a_deal_as_json(run: Run) -> None:
    document = run("deal", GAME, "--seed", "3", "--deal", "2", "--players", "2", "--json").document
    deal = ThreeThirteen(players=2).shuffle(3, DealContext(number=2))
    hands = [ThreeThirteen().sort(hand) for hand in ThreeThirteen(players=2).start(deal).hands]
    assert document == {
        "game": GAME,
        "options": dict(ThreeThirteen(players=2).options),
        "seed": "3",
        "dealer": 0,
        "deal": 2,
        "wild": "4",
        "hands": [[str(card) for card in hand] for hand in hands],
        "turned_up": str(deal.deck[8]),
        "stock": [str(card) for card in deal.deck[9:]],
        "first": 1,
    }


# --- arrange -------------------------------------------------------------------------------------

ACE_HIGH = ("--option", "ace_high=true")


@pytest.mark.parametrize(
    ("argv", "lines"),
    [
        (("9C 9D 9H", "--deal", "1"), ["Deal 1: 3s are wild", "  set   9♣ 9♦ 9♥", "0 points"]),
        (
            ("9H 4D KH", "--deal", "1"),
            ["Deal 1: 3s are wild", "  left  4♦ 9♥ K♥", "23 points"],
        ),
        (
            ("4C QH KH AH", "--deal", "2"),
            [
                "Deal 2: 4s are wild",
                "  run   4♣ Q♥ K♥  (4♣ stands for J♥)",
                "  left  A♥",
                "1 point",
            ],
        ),
        (
            ("4C QH KH AH", "--deal", "2", *ACE_HIGH),
            ["Deal 2: 4s are wild", "  run   A♥ 4♣ Q♥ K♥  (4♣ stands for J♥)", "0 points"],
        ),
        (
            ("8D QD JC 5C 8H", "--deal", "9"),
            [
                "Deal 9: jacks are wild",
                "  set   8♦ 8♥ J♣  (J♣ stands for an 8)",
                "  left  5♣ Q♦",
                "15 points",
            ],
        ),
        (
            ("5H 6H 7H 8H 6D TH", "--deal", "4"),
            [
                "Deal 4: 6s are wild",
                "  run   5♥ 6♦ 6♥ 7♥ 8♥ 10♥  (6♥ stands for itself, 6♦ stands for 9♥)",
                "0 points",
            ],
        ),
        (
            ("8C 8D 8H", "--deal", "6"),
            [
                "Deal 6: 8s are wild",
                "  set   8♣ 8♦ 8♥  (8♣ stands for itself, 8♦ stands for itself, 8♥ stands for",
                "        itself)",
                "0 points",
            ],
        ),
    ],
)
def test_a_hand_is_arranged(run: Run, argv: Sequence[str], lines: Sequence[str]) -> None:
    ran = run("arrange", *argv)
    assert (ran.code, ran.lines, ran.err) == (0, lines, "")


def test_an_arrangement_as_json(run: Run) -> None:
    assert run("arrange", "KH 4C AH QH", "--deal", "2", "--json").document == {
        "game": GAME,
        "options": dict(ThreeThirteen().options),
        "deal": 2,
        "wild": "4",
        "hand": ["A♥", "4♣", "Q♥", "K♥"],
        "melds": [
            {
                "kind": "run",
                "cards": ["4♣", "Q♥", "K♥"],
                "stands_for": [{"card": "4♣", "rank": "J"}],
            }
        ],
        "left": ["A♥"],
        "points": 1,
    }


def test_every_line_of_an_arrangement_fits() -> None:
    rng = random.Random(2)
    ruleset = ThreeThirteen(players=8)
    for _ in range(100):
        number = rng.randint(1, 11)
        arrangement = ruleset.arrange(rng.sample(ruleset.deck, 14), number)
        lines = list(cli_rummy.arrangement_lines(arrangement))
        assert max(map(len, lines)) <= 80


def test_no_points_are_points() -> None:
    nothing = Arrangement((), Hand(), 0)
    assert list(cli_rummy.arrangement_lines(nothing)) == ["0 points"]


# --- What is refused -----------------------------------------------------------------------------

FIFTEEN = " ".join(f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "CD")[:44]


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (("check", GAME, "--hand", "4C", "--play", "4C"), "three_thirteen is no climbing game"),
        (("moves", GAME, "--hand", "4C"), "it has no combinations to play"),
        (("catalogue", GAME), "three_thirteen is no climbing game"),
        (("demo", GAME, "--players", "9"), "players: Three Thirteen is for 2 to 8 players"),
        (("demo", GAME, "--preset", "x"), "no preset 'x'; its presets are: none"),
        (("demo", GAME, "--option", "jokers=2"), "Three Thirteen has no option 'jokers'"),
        (("demo", GAME, "--option", "packs=some"), "packs takes a whole number or none"),
        (("demo", GAME, "--option", "packs=1"), "4 players need 53 cards"),
        (("deal", GAME, "--deal", "12"), "the number of a deal is from 1 to 11"),
        (("deal", GAME, "--deal", "0"), "the number of a deal is a whole number from 1"),
        (("deal", GAME, "--deal", "-1"), "the number of a deal is a whole number from 1"),
        (("deal", "big_two", "--deal", "2"), "in Big Two every deal begins alike"),
        (("arrange",), "arguments are required: CARDS, --deal"),
        (("arrange", "9C"), "arguments are required: --deal"),
        (("arrange", "9C", "--deal", "12"), "the number of a deal is from 1 to 11"),
        (("arrange", "9C", "--deal", "x"), "the number of a deal is a whole number from 1"),
        (("arrange", "", "--deal", "1"), "a hand needs at least one card"),
        (("arrange", "9C 9X", "--deal", "1"), "expected a suit"),
        (("arrange", "9C", "9D", "--deal", "1"), "several cards go into one argument, in quotes"),
        (("arrange", "9C 9C 9C", "--deal", "1"), "the packs do not hold so many of 9♣"),
        (("arrange", "9C BJ", "--deal", "1"), "the packs do not hold so many of BJ"),
        (("arrange", FIFTEEN, "--deal", "11"), "15 cards: a hand has at most 14"),
        (("arrange", "9C", "--deal", "1", "--option", "ace_high=15"), "ace_high takes true or"),
    ],
)
def test_what_makes_no_sense_is_one_line_on_stderr(
    run: Run, argv: Sequence[str], says: str
) -> None:
    ran = run(*argv)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("climbcards: ")
    assert ran.err.count("\n") == 1
    assert says in ran.err
