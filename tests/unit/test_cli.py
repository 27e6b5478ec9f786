"""The command line, as somebody types it: answers, exit codes, and no traceback whatever comes."""

from __future__ import annotations

import errno
import io
import json
import os
import random
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Literal, NamedTuple, TypeAlias, cast

import pytest

from climbcards import (
    BigThree,
    BigTwo,
    Card,
    Combination,
    DealContext,
    Hand,
    IllegalAction,
    Kind,
    Match,
    Play,
    Rank,
    Suit,
    __version__,
    cli,
    cli_games,
    parse_action,
    step,
)
from climbcards.games.big_two import STRAIGHTS_23456_HIGH, STRAIGHTS_TWO_HIGH

Json: TypeAlias = dict[str, object]


class Ran(NamedTuple):
    """What a call of the command did."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def document(self) -> Json:
        return cast("Json", json.loads(self.out))


Run: TypeAlias = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """The command, called within this process."""

    def called(*argv: str) -> Ran:
        code = cli.main(argv)
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return called


def run_process(*argv: str, **environment: str) -> Ran:
    """The command as a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "climbcards", *argv],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        timeout=120,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


# --- demo ----------------------------------------------------------------------------------------

GOLDEN = """\
Big Three, 3 players: 3 deals from seed 1204
  Tied, so again: seat 0 8♠, seat 1 8♥, seat 2 J♦
Deal 1, dealt by seat 0
  seat 1  4♠ 6♠ 8♣ 8♥ 9♣ 9♥ 10♣ 10♦ 10♥ J♦ J♥ K♠ A♠ 2♦ 3♣ 3♠
  kitty   4♣ 4♥ 5♠ 7♦
  Seat 0 holds 5♥, the lowest heart dealt, and opens.
  Auction: seat 0 bids 2, seat 1 passes, seat 2 passes
  Seat 0 is the soloist for 2 and takes the kitty, 4♣ 4♥ 5♠ 7♦.
                Seat 2 tries 7♣ 7♥. Refused:
                not_higher: 7♣ 7♥ does not beat J♦ J♥ (pair).
  Seat 2 is out of cards: seats 1 and 2 win against seat 0 for 2.
  Payment  seat 0 -4   seat 1 +2   seat 2 +2
After 3 deals
  place 1  seat 2    +5
"""

RULES = [
    (),
    ("--players", "4"),
    ("--option", "bombs=true", "--option", "kitty_shown=true"),
    ("--players", "4", "--option", "min_run=2", "--option", "bombs=true"),
    ("--preset", "bolshaya_troika"),
    ("--preset", "bolshaya_troika", "--players", "4"),
]
BIG_TWO = [
    (),
    ("--players", "3"),
    ("--players", "2"),
    ("--preset", "da_lao_er"),
    ("--preset", "indonesian"),
    ("--preset", "taiwan", "--players", "3"),
    ("--option", "last_card_rule=enforce", "--option", "passing=out_of_trick"),
    ("--option", "next_leader=loser", "--option", "direction=alternating"),
]
DOU_DIZHU = [(), ("--players", "4"), ("--preset", "rlcard"), ("--option", "kickers=any")]


def test_the_demo_tells_a_match(run: Run) -> None:
    ran = run("demo")
    assert (ran.code, ran.err) == (0, "")
    places = [ran.lines.index(line) for line in GOLDEN.splitlines()]
    assert places == sorted(places)
    assert len(ran.lines) < 80


def test_the_demo_is_the_same_in_every_process() -> None:
    first = run_process("demo", "big_three", PYTHONHASHSEED="1")
    second = run_process("demo", PYTHONHASHSEED="2")
    assert first == second
    assert first.code == 0


def test_another_seed_is_another_match(run: Run) -> None:
    assert run("demo", "--seed", "1").lines[1:] != run("demo", "--seed", "2").lines[1:]
    assert run("demo", "--seed", "1") == run("demo", "--seed", "01")


@pytest.mark.parametrize(
    "argv",
    [
        *[("big_three", *rules) for rules in RULES],
        *[("dou_dizhu", *rules) for rules in DOU_DIZHU],
        *[("big_two", *rules) for rules in BIG_TWO],
    ],
)
def test_exactly_one_illegal_play_is_tried_and_every_line_fits(
    run: Run, argv: Sequence[str]
) -> None:
    # A single play of two packs may be wider than a line.
    width = 100 if argv == ("dou_dizhu", "--players", "4") else 80
    seen = 0
    for seed in range(5):
        out = run("demo", *argv, "--seed", str(seed), "--deals", "2")
        if "thrown in" in out.out:  # a first deal without a play has none to refuse
            continue
        seen += 1
        assert out.out.count("Refused") == 1
        first, second = out.out.split("Deal 2,")
        assert "Refused" in first
        assert "Tricks" not in second
        assert max(map(len, out.lines)) <= width
        assert not any(line != line.rstrip() for line in out.lines)
    assert seen >= 2


def told(lines: Sequence[str]) -> list[tuple[int, str]]:
    """Every word and play that the first deal of a demo tells, as seats and action texts."""
    end = next(number for number, line in enumerate(lines) if line.startswith("  Payment"))
    deal = "\n".join(lines[:end])
    found: list[tuple[int, str]] = []
    auction = re.search(r"  Auction: (.*?)\n  Seat", deal, re.DOTALL)
    words = "" if auction is None else auction[1]
    for seat, word, value in re.findall(r"seat (\d) (bids|passes) ?(\d?)", words):
        found.append((int(seat), "pass" if word == "passes" else f"bid {value}"))
    found += [(int(s), f"call {card}") for s, card in re.findall(r"Seat (\d) calls (\S+)\.", deal)]
    for seat, play in re.findall(r"  (\d): (\S+(?: [^ (]+)*)", deal):
        found.append((int(seat), "pass" if play == "–" else f"play {play}"))
    return found


@pytest.mark.parametrize("rules", RULES)
def test_the_moves_told_replay_to_the_payment_told(run: Run, rules: Sequence[str]) -> None:
    options = run("catalogue", "big_three", *rules, "--json").document["options"]
    ruleset = ruleset_of(cast("Json", options))
    for seed in range(3):
        lines = run("demo", "--seed", str(seed), "--deals", "2", *rules).lines
        match = Match.begin(ruleset, seed, deals=2)
        for seat, text in told(lines):
            match = match.step(parse_action(text), seat)
        assert match.last is not None
        result = match.last.result
        assert result is not None
        paid = "   ".join(f"seat {seat} {units:+d}" for seat, units in enumerate(result.payoffs))
        assert f"  Payment  {paid}" in lines
        assert f"Deal 2, dealt by seat {result.out}" in lines


@pytest.mark.parametrize(
    ("argv", "ruleset"),
    [
        ((), BigTwo()),
        (("--players", "2"), BigTwo(players=2)),
        (("--preset", "indonesian", "--players", "3"), BigTwo.indonesian(players=3)),
        (("--preset", "da_lao_er"), BigTwo.da_lao_er()),
    ],
)
def test_a_deal_without_an_auction_replays_to_the_points_told(
    run: Run, argv: Sequence[str], ruleset: BigTwo
) -> None:
    for seed in (0, 1, 84):
        lines = run("demo", "big_two", "--seed", str(seed), "--deals", "2", *argv).lines
        assert not any("Auction" in line for line in lines)
        match = Match.begin(ruleset, seed, deals=2)
        for seat, text in told(lines):
            match = match.step(parse_action(text), seat)
        assert match.last is not None
        result = match.last.result
        assert result is not None
        points = "   ".join(f"seat {seat} {points:2d}" for seat, points in enumerate(result.points))
        paid = "   ".join(f"seat {seat} {units:+d}" for seat, units in enumerate(result.payoffs))
        assert f"  Points   {points}" in lines
        assert f"  Payment  {paid}" in lines
        assert f"  Seat {result.out} is out of cards and wins." in lines
        opener = match.state.table.opener
        assert any(line.startswith(f"  Seat {opener}") for line in lines[lines.index("") + 3 :])


def test_few_points_rank_first(run: Run) -> None:
    lines = run("demo", "big_two", "--seed", "1204").lines
    assert lines[-4:] == [
        "  place 1  seat 1  3 points",
        "  place 2  seat 0  4 points",
        "  place 2  seat 2  4 points",
        "  place 4  seat 3  7 points",
    ]


def test_who_opens_a_deal_of_big_two_is_told(run: Run) -> None:
    deal = ("deal", "big_two", "--seed")
    assert "Seat 0 holds 3♦, the lowest card in play, and opens." in run(*deal, "7").out
    three = (*deal, "1", "--players", "3")
    assert "Seat 0 holds 3♦, the lowest card in play, gets the odd card 2♥, and" in run(*three).out
    out = run(*deal, "18", "--players", "3").out
    assert "Seat 1 gets the odd card 3♦, the lowest card in play, and opens." in out
    unused = run(*three, "--option", "odd_card=out").lines
    assert "  unused  2♥" in unused
    two = run(*deal, "0", "--players", "2").lines
    assert "  Seat 1 holds 3♣, the lowest card in play, and opens." in two
    assert sum(line.startswith("  unused") for line in two) == 1
    winner = ("--players", "3", "--option", "next_leader=winner", "--deals", "2", "--seed", "0")
    later = run("demo", "big_two", *winner).out.split("Deal 2")[1]
    assert re.search(r"  Seat (\d), the dealer, opens. Seat \d gets the odd card, \S+\.\n", later)


def test_an_order_that_is_reversed_is_told(run: Run) -> None:
    lines = run("demo", "big_two", "--option", "direction=alternating").lines
    titles = [line for line in lines if line.startswith("Deal ")]
    assert [title.endswith(", in reverse order") for title in titles] == [False, True, False]


def test_who_broke_the_last_card_rule_is_told(run: Run) -> None:
    argv = ("demo", "big_two", "--seed", "0", "--option", "last_card_rule=pay")
    assert "  Seat 2 broke the last-card rule and pays for all." in run(*argv).lines
    assert "broke" not in run(*argv[:-1], "last_card_rule=enforce").out


def test_a_bomb_out_of_turn_is_told(run: Run) -> None:
    shown = "  2: 5♠ A♦ A♣ A♥ A♠ (four_of_a_kind, out of turn)  3: –"
    argv = ("demo", "big_two", "--seed", "17", "--deals", "1", "--preset", "da_lao_er")
    assert shown in run(*argv).out
    assert "out of turn" not in run(*argv, "--option", "bombs=in_turn").out


def test_the_ranking_told_is_the_match_s(run: Run) -> None:
    lines = run("demo", "--seed", "3", "--deals", "4").lines
    payments = [line for line in lines if line.startswith("  Payment")]
    assert len(payments) == 4
    totals = Counter[int]()
    for line in payments:
        for seat, units in re.findall(r"seat (\d) ([+-]\d+)", line):
            totals[int(seat)] += int(units)
    ranking = re.findall(r"place (\d)  seat (\d) +([+-]\d+)", "\n".join(lines))
    assert {int(seat): int(total) for _, seat, total in ranking} == totals
    assert [int(total) for _, _, total in ranking] == sorted(totals.values(), reverse=True)


def test_with_four_players_the_call_and_the_partner_are_told(run: Run) -> None:
    out = run("demo", "--players", "4", "--seed", "3").out
    call = "  Seat 1 calls 4♥. Only its holder, seat 2, knows it."
    shown = "Seat 2 has shown the called card: the partner is known."
    assert out.index(call) < out.index("2: 4♥\n") < out.index(shown)
    assert "seats 1 and 2 win against seats 0 and 3" in out


def test_drawn_partners_are_told(run: Run) -> None:
    lines = run("demo", "--players", "4", "--preset", "bolshaya_troika", "--seed", "134").lines
    assert "  Drawn as partners: seats 0 and 3." in lines
    assert "  Seat 0, the dealer, opens." in lines
    assert lines[0] == "Big Three, 4 players, preset bolshaya_troika: 3 deals from seed 134"


def test_a_bomb_on_another_shape_is_named(run: Run) -> None:
    shown = re.compile(r"  \d: \S+ \S+ \S+ \S+ \(quad\)")
    argv = ("demo", "--deals", "1", "--seed", "11")
    assert shown.search(run(*argv, "--option", "bombs=true").out)
    assert not shown.search(run(*argv).out)


# --- deal ----------------------------------------------------------------------------------------


def hands_in(lines: Sequence[str]) -> list[Hand]:
    return [Hand.parse(line[8:]) for line in lines if re.match(r"  (seat \d|kitty )  ", line)]


def test_a_deal_shows_every_hand_and_says_so(run: Run) -> None:
    ran = run("deal", "big_three", "--seed", "7", "--dealer", "2")
    state = BigThree().deal(7, DealContext(dealer=2))
    kitty = Hand(BigThree().deck) - sum(state.hands, Hand())
    assert ran.code == 0
    assert hands_in(ran.lines) == [*state.hands, kitty]
    assert "dealt by seat 2" in ran.out
    assert "moderator" in ran.out
    card = state.table.opening_card
    assert f"Seat {state.to_act} holds {card}, the lowest heart dealt, and opens." in ran.out


@pytest.mark.parametrize(
    ("argv", "ruleset"),
    [
        ((), BigThree()),
        (("--players", "4"), BigThree(players=4)),
        (
            ("--players", "4", "--preset", "bolshaya_troika"),
            BigThree.bolshaya_troika(players=4),
        ),
    ],
)
def test_a_deal_as_json(run: Run, argv: Sequence[str], ruleset: BigThree) -> None:
    document = run("deal", "big_three", *argv, "--seed", "9", "--dealer", "1", "--json").document
    deal = ruleset.shuffle(9, DealContext(dealer=1))
    state = ruleset.start(deal)
    hands = cast("list[list[str]]", document.pop("hands"))
    kitty = cast("list[str]", document.pop("kitty"))
    for shown, hand in zip(hands, state.hands, strict=True):
        assert shown == [str(card) for card in ruleset.sort(hand)]
    assert Hand.parse(" ".join([*kitty, *(" ".join(hand) for hand in hands)])) == Hand(deal.deck)
    card = state.table.opening_card
    assert ruleset_of(cast("Json", document.pop("options"))) == ruleset
    assert document == {
        "game": "big_three",
        "seed": "9",
        "dealer": 1,
        "opener": state.to_act,
        "opening_card": None if card is None else str(card),
        "partners": None if deal.context.partners is None else list(deal.context.partners),
    }


def test_a_fresh_seed_is_told_and_deals_the_same_again(run: Run) -> None:
    first = run("deal", "big_three")
    found = re.search(r"^Seed (\d+)$", first.out, re.MULTILINE)
    assert found is not None
    assert run("deal", "big_three", "--seed", found[1]) == first
    assert run("deal", "big_three") != first
    assert run("deal", "big_three", "--json").document["seed"] != found[1]


# --- check ---------------------------------------------------------------------------------------

HAND = "4♣ 5♣ 6♣ 7♥ 8♣ 8♦ 8♥ 8♠"


@pytest.mark.parametrize(
    ("argv", "code", "answer"),
    [
        (("--play", "4♣"), 0, "legal: 4♣ (single) may be led"),
        (("--play", "4C 5C 6C"), 0, "legal: 4♣ 5♣ 6♣ (run) may be led"),
        (("--play", HAND[:11]), 0, "legal: 4♣ 5♣ 6♣ 7♥ (run) may be led"),
        (("--play", "8C 8D", "--on", "7C 7D"), 0, "legal: 8♣ 8♦ (pair) beats 7♣ 7♦ (pair)"),
        (("--play", "7H", "--on", "9H"), 1, "illegal: not_higher: 7♥ does not beat 9♥ (single)"),
        (("--play", "8C 8D", "--on", "9H"), 1, "illegal: different_shape: "),
        (("--play", "4C 5C"), 1, "illegal: not_a_combination: 4♣ 5♣ is no combination"),
        (("--play", "3S"), 1, "illegal: cards_not_held: seat 0 does not hold 3♠"),
        (("--play", "BJ"), 1, "illegal: cards_not_held: "),
        (("--play", ""), 1, "illegal: no_cards: "),
        (("--play", "4C", "--kind", "pair"), 1, "illegal: no_such_reading: "),
        (("--play", "4C", "--kind", "single"), 0, "legal: 4♣ (single) may be led"),
        (("--play", "8C 8D 8H 8S", "--on", "9H"), 1, "illegal: different_shape: "),
        (
            ("--play", "8C 8D 8H 8S", "--on", "9H", "--option", "bombs=true"),
            0,
            "legal: 8♣ 8♦ 8♥ 8♠ (quad) beats 9♥ (single)",
        ),
        (("--play", "4C 5C", "--option", "min_run=2"), 0, "legal: 4♣ 5♣ (run) may be led"),
        (("--play", "4C", "--on", "3S", "--preset", "bolshaya_troika"), 0, "legal: 4♣"),
        (("--play", "4C", "--on", "3S"), 1, "illegal: not_higher: "),
        (("--play", "7H", "--on", "6H", "--players", "4"), 0, "legal: 7♥"),
        (("--hand", "AC", "--play", "AC", "--players", "4"), 0, "legal: A♣ (single) may be led"),
        (
            ("--play", "7H", "--on", "6H", "--players", "4", "--preset", "bolshaya_troika"),
            0,
            "legal: 7♥",
        ),
    ],
)
def test_check_says_whether_and_why_not(
    run: Run, argv: Sequence[str], code: int, answer: str
) -> None:
    ran = run("check", "big_three", "--hand", HAND, *argv)
    assert (ran.code, ran.err, len(ran.lines)) == (code, "", 1)
    assert ran.out.startswith(answer)


def combinations_of(rng: random.Random, ruleset: BigThree, cards: Hand) -> Hand:
    """Cards that are a combination, more often than not."""
    if rng.random() < 0.2:
        return Hand(rng.sample(list(cards), min(len(cards), rng.randint(1, 4))))
    return rng.choice(ruleset.leads(cards)).cards


@pytest.mark.parametrize("ruleset", [BigThree(), BigThree(bombs=True, min_run=2)])
def test_check_agrees_with_step(run: Run, ruleset: BigThree) -> None:
    rng = random.Random(2)
    options = ["--option", f"bombs={ruleset.bombs}", "--option", f"min_run={ruleset.min_run}"]
    reasons = Counter[str]()
    reason: str | None
    message: str | None
    reading: Json | None
    for _ in range(150):
        deck = rng.sample(ruleset.deck, 52)
        hand, second, third = Hand(deck[:14]), Hand(deck[14:28]), Hand(deck[28:42])
        target: Combination | None = None
        argv = ["--hand", str(hand)]
        if rng.random() < 0.7:
            target = rng.choice(ruleset.leads(third))
            argv += ["--on", str(target.cards)]
        play = combinations_of(rng, ruleset, hand if rng.random() < 0.9 else hand + second)
        left = Hand(deck[42:48]) if target is None else third - target.cards + Hand(deck[42:48])
        state = ruleset.position([hand, second, left], target=target)
        ran = run("check", "big_three", *options, *argv, "--play", str(play), "--json")
        try:
            after = step(state, Play(play))
        except IllegalAction as error:
            assert ran.code == 1
            reason, message, reading = error.reason.value, str(error), None
        else:
            assert ran.code == 0
            reason, message = None, None
            assert after.table.target is not None
            reading = as_json(ruleset, after.table.target)
        reasons[str(reason)] += 1
        document = ran.document
        assert ruleset_of(cast("Json", document.pop("options"))) == ruleset
        assert document == {
            "game": "big_three",
            "hand": texts(ruleset, hand),
            "play": texts(ruleset, play),
            "on": None if target is None else as_json(ruleset, target),
            "legal": reason is None,
            "reading": reading,
            "reason": reason,
            "message": message,
        }
    assert {"None", "not_higher", "different_shape", "cards_not_held"} <= reasons.keys()


# --- moves and catalogue -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "ruleset"),
    [((), BigThree()), (("--option", "bombs=true"), BigThree(bombs=True))],
)
def test_moves_are_the_leads_and_answers_in_their_order(
    run: Run, rules: Sequence[str], ruleset: BigThree
) -> None:
    rng = random.Random(3)
    for _ in range(25):
        deck = rng.sample(ruleset.deck, 36)
        hand, target = Hand(deck[:20]), rng.choice(ruleset.leads(deck[20:]))
        for on, found in (
            (None, ruleset.leads(hand)),
            (target, ruleset.answers(hand, target)),
        ):
            argv = ["moves", "big_three", *rules, "--hand", str(hand)]
            argv += [] if on is None else ["--on", str(on.cards)]
            ran = run(*argv, "--json")
            document = ran.document
            assert ran.code == 0
            assert ruleset_of(cast("Json", document.pop("options"))) == ruleset
            assert document == {
                "game": "big_three",
                "hand": texts(ruleset, hand),
                "on": None if on is None else as_json(ruleset, on),
                "count": len(found),
                "moves": [as_json(ruleset, move) for move in found],
            }
            assert listed(run(*argv).lines[1:]) == [
                (move.kind.value, texts(ruleset, move.cards)) for move in found
            ]


def listed(lines: Sequence[str]) -> list[tuple[str, list[str]]]:
    """The combinations that a text lists, with their kinds."""
    found: list[tuple[str, list[str]]] = []
    kind = ""
    for line in lines:
        head = re.match(r"  (\w+) \((\d+)\) +", line)
        if head is not None:
            kind = head[1]
            line = line[head.end() :]  # noqa: PLW2901
        cards = [part.split() for part in line.strip().removesuffix(",").split(", ")]
        found += [(kind, part) for part in cards]
    return found


def test_moves_in_groups(run: Run) -> None:
    ran = run("moves", "big_three", "--hand", "4C 5C 6C 7H 8C 8D")
    assert ran.lines == [
        "12 combinations may be led",
        "  single (5)  4♣, 5♣, 6♣, 7♥, 8♣",
        "  run (6)     4♣ 5♣ 6♣, 5♣ 6♣ 7♥, 6♣ 7♥ 8♣, 4♣ 5♣ 6♣ 7♥, 5♣ 6♣ 7♥ 8♣,",
        "              4♣ 5♣ 6♣ 7♥ 8♣",
        "  pair (1)    8♣ 8♦",
    ]
    one = run("moves", "big_three", "--hand", "4C 4D", "--on", "3S")
    assert (one.code, one.out) == (0, "0 combinations can be played on 3♠ (single)\n")


def test_the_catalogue_is_counted_by_kind(run: Run) -> None:
    ran = run("catalogue", "big_three")
    assert ran.code == 0
    counted = {line.split()[0]: int(line.split()[1]) for line in ran.lines}
    assert counted == {
        "single": 13,
        "run": 36,
        "pair": 13,
        "pair_run": 36,
        "triple": 13,
        "triple_run": 26,
        "quad": 13,
        "quad_run": 21,
        "total": 171,
    }
    document = run("catalogue", "big_three", "--json").document
    assert document["total"] == counted.pop("total")
    assert document["kinds"] == counted
    assert document["game"] == "big_three"
    longer = run("catalogue", "big_three", "--option", "min_run=4", "--json").document
    assert longer["total"] == len(BigThree(min_run=4).catalogue()) < 171


@pytest.mark.parametrize(
    ("argv", "total"), [((), 12_654), (("--preset", "rlcard"), 27_471), (("--players", "4"), 9_079)]
)
def test_the_catalogue_of_dou_dizhu(run: Run, argv: Sequence[str], total: int) -> None:
    assert run("catalogue", "dou_dizhu", *argv).lines[-1].split() == ["total", f"{total:,d}"]


def test_a_check_in_dou_dizhu(run: Run) -> None:
    check = ("check", "dou_dizhu", "--hand", "3C 3D 3H 3S BJ RJ")
    rocket = run(*check, "--play", "RJ BJ", "--on", "2C 2D 2H 2S")
    assert (rocket.code, rocket.out) == (0, "legal: BJ RJ (rocket) beats 2♣ 2♦ 2♥ 2♠ (bomb)\n")
    loose = run(*check, "--play", "3C 3D 3H BJ RJ")
    assert (loose.code, loose.out.split()[1]) == (1, "not_a_combination:")
    four = run(*check, "--players", "4", "--play", "3C", "--on", "4C")
    assert (four.code, four.out.split()[1]) == (1, "not_higher:")


def test_big_two_is_checked_listed_and_counted(run: Run) -> None:
    hand = ("--hand", "3D 4C 5C 6C 7C 9C 9D 9H 9S")
    flush = run("check", "big_two", *hand, "--play", "4C 5C 6C 7C 9C", "--on", "10D JD QC KC AC")
    assert flush.out == "legal: 4♣ 5♣ 6♣ 7♣ 9♣ (flush) beats A♣ 10♦ J♦ Q♣ K♣ (straight)\n"
    four = ("--play", "9C 9D 9H 9S 3D", "--on", "2S")
    assert run("check", "big_two", *hand, *four).out.split()[1] == "different_shape:"
    for preset, players in (("taiwan", "4"), ("da_lao_er", "3"), ("taiwan", "2")):
        argv = (*hand, *four, "--preset", preset, "--players", players)
        assert run("check", "big_two", *argv).code == 0
    rule = ("--option", "last_card_rule=enforce")
    owed = run("check", "big_two", "--hand", "9C", "--play", "9C", "--on", "8C", *rule)
    assert (owed.code, owed.out) == (0, "legal: 9♣ (single) beats 8♣ (single)\n")
    moves = run("moves", "big_two", *hand, "--on", "8S 8D")
    assert moves.lines[0] == "6 combinations can be played on 8♦ 8♠ (pair)"
    assert moves.lines[1].startswith("  pair (6)  ")
    assert run("catalogue", "big_two").lines[-1] == "total           19,898"
    document = run("catalogue", "big_two", "--preset", "taiwan", "--json").document
    assert document["total"] == 14738


# --- options -------------------------------------------------------------------------------------


def texts(ruleset: BigThree, cards: Hand) -> list[str]:
    return [str(card) for card in ruleset.sort(cards)]


def as_json(ruleset: BigThree, combination: Combination) -> Json:
    return {"kind": combination.kind.value, "cards": texts(ruleset, combination.cards)}


def ruleset_of(options: Json) -> BigThree:
    """The ruleset that the options of a JSON document mean."""
    names = {str(rank): rank for rank in Rank}
    order = tuple(names[text] for text in cast("list[str]", options["rank_order"]))
    rest = {name: value for name, value in options.items() if name != "rank_order"}
    make = cast("Callable[..., BigThree]", BigThree)
    return make(rank_order=order, **rest)


@pytest.mark.parametrize(
    ("argv", "ruleset"),
    [
        ((), BigThree()),
        (("--players", "4"), BigThree(players=4)),
        (("--option", "players=4"), BigThree(players=4)),
        (("--option", "bombs=true"), BigThree(bombs=True)),
        (("--option", "bombs=Yes"), BigThree(bombs=True)),
        (("--option", "kitty_shown=false"), BigThree()),
        (("--option", "min_run=10"), BigThree(min_run=10)),
        (("--option", "opener=dealer"), BigThree(opener="dealer")),
        (("--option", "dealer_draw=rank"), BigThree(dealer_draw="rank")),
        (("--option", "direction=clockwise"), BigThree(direction="clockwise")),
        (("--option", "passes_to_end_trick=1"), BigThree(passes_to_end_trick=1)),
        (
            ("--option", "partners=drawn", "--players", "4"),
            BigThree(players=4, partners="drawn"),
        ),
        (
            ("--option", "rank_order=a,2,3,4,5,6,7,8,9,10,J,queen, K"),
            BigThree(rank_order=tuple(Rank(rank) for rank in range(1, 14))),
        ),
        (("--preset", "bolshaya_troika"), BigThree.bolshaya_troika()),
        (
            ("--preset", "bolshaya_troika", "--option", "min_run=4", "--players", "4"),
            BigThree(
                players=4,
                min_run=4,
                rank_order=BigThree.bolshaya_troika().rank_order,
                opener="dealer",
                dealer_draw="rank",
                partners="drawn",
                passes_to_end_trick=2,
                direction="clockwise",
            ),
        ),
    ],
)
def test_options_are_read_by_their_types(run: Run, argv: Sequence[str], ruleset: BigThree) -> None:
    ran = run("catalogue", "big_three", *argv, "--json")
    assert ran.code == 0
    assert ruleset_of(cast("Json", ran.document["options"])) == ruleset


@pytest.mark.parametrize(
    ("argv", "kickers"),
    [
        ((), "DISTINCT"),
        (("--preset", "rlcard"), "RLCARD"),
        (("--option", "kickers=any"), "ANY"),
        (("--preset", "openspiel", "--option", "kickers=DouZero"), "DOUZERO"),
    ],
)
def test_an_option_with_named_values_goes_by_their_names(
    run: Run, argv: Sequence[str], kickers: str
) -> None:
    ran = run("deal", "dou_dizhu", "--seed", "1", *argv, "--json")
    options = cast("Json", ran.document["options"])
    assert options["kickers"] == kickers
    assert options["spring"] == ("openspiel" in argv)
    assert run("deal", "dou_dizhu", "--option", f"kickers={kickers}").code == 0


@pytest.mark.parametrize(
    ("settings", "ruleset"),
    [
        ((), BigTwo()),
        (("straights=two_high",), BigTwo(straights=STRAIGHTS_TWO_HIGH)),
        (("straights=STRAIGHTS_23456_HIGH",), BigTwo(straights=STRAIGHTS_23456_HIGH)),
        (("straights=34567, 10JQKA,A2345",), BigTwo(straights=("34567", "TJQKA", "A2345"))),
        (("scale=1:1,11:2",), BigTwo(scale=((1, 1), (11, 2)))),
        (("suit_order=c,Diamonds,♥,S",), BigTwo.clubs_low()),
        (("deals=none", "hand_size=12", "players=3"), BigTwo(players=3, hand_size=12)),
    ],
)
def test_options_of_big_two_are_read(settings: Sequence[str], ruleset: BigTwo) -> None:
    game = cli_games.GAMES["big_two"]
    assert cli_games.build(game, None, settings) == ruleset
    both = cli_games.build(game, "taiwan", ["scale=1:3", "players=2"])
    assert both == BigTwo(**{**BigTwo.taiwan(players=2).options, "scale": ((1, 3),)})  # type: ignore[arg-type]


class Flavor(StrEnum):
    """A made-up type of option."""

    SWEET = "sweet"


@pytest.mark.parametrize(
    ("hint", "text", "value"),
    [
        (int | None, "none", None),
        (int | None, "12", 12),
        (bool | None, "no", False),
        (tuple[int, ...], "3,1,2", (3, 1, 2)),
        (tuple[str, ...], "A2345 23456", ("A2345", "23456")),
        (tuple[Suit, ...], "♦, clubs h", (Suit.DIAMONDS, Suit.CLUBS, Suit.HEARTS)),
        (tuple[tuple[int, int], ...], "1:1, 11:2", ((1, 1), (11, 2))),
        (Flavor, "SWEET", Flavor.SWEET),
        (Literal["a", "b"], "b", "b"),
        (str, " x ", "x"),
    ],
)
def test_types_that_options_may_have(hint: object, text: str, value: object) -> None:
    assert cli_games._value("it", hint, text) == value


@pytest.mark.parametrize(
    ("hint", "text", "expected"),
    [
        (int, "1.5", "a whole number"),
        (int, "٣", "a whole number"),
        (int | None, "x", "a whole number or none"),
        (Flavor, "sour", "one of sweet"),
        (tuple[Flavor, ...], "sweet,sour", "a list, separated by commas, of one of sweet"),
        (tuple[int, bool], "1", "a whole number, a colon and true or false"),
        (complex, "x", "no value that can be typed here"),
    ],
)
def test_what_is_no_value_is_refused_with_the_type_in_words(
    hint: object, text: str, expected: str
) -> None:
    with pytest.raises(cli_games.BadInput) as refused:
        cli_games._value("it", hint, text)
    assert str(refused.value) == f"the option it takes {expected}, not {text!r}"


# --- whatever comes ------------------------------------------------------------------------------

CHECK = ("check", "big_three")
ALL_BUT_ONE = " ".join(f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "CDHS")[:-3]


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        ((), "arguments are required: COMMAND"),
        (("frobnicate",), "invalid choice: 'frobnicate'"),
        (("demo", "whist"), "there is no game 'whist'; the games are: big_three, "),
        (("demo", ""), "there is no game ''"),
        (("deal",), "arguments are required: GAME"),
        (("demo", "big_three", "--deal", "3"), "unrecognized arguments"),
        (("demo", "--seed"), "--seed: expected one argument"),
        (("demo", "--seed", "-1"), "a seed is a whole number from 0"),
        (("demo", "--seed", "1.5"), "a seed is a whole number from 0"),
        (("demo", "--seed", "٣"), "a seed is a whole number from 0"),
        (("demo", "--seed", "9" * 100_000), "at most 1000 digits"),
        (("deal", "big_three", "--seed", "x"), "a seed is a whole number from 0"),
        (("deal", "big_three", "--dealer", "3"), "the dealer is a seat from 0 to 2"),
        (("deal", "big_three", "--dealer", "-1"), "a seat is a whole number from 0"),
        (("demo", "--deals", "0"), "the number of deals is a whole number from 1"),
        (("demo", "--deals", "1" * 5000), "the number of deals is a whole number from 1"),
        (("demo", "--players", "5"), "players: Big Three is for 3 or 4 players"),
        (("demo", "--players", "three"), "the option players takes a whole number, not 'three'"),
        (("demo", "--players", "4", "--option", "players=3"), "players is given twice"),
        (("demo", "--preset", "mine"), "no preset 'mine'; its presets are: bolshaya_troika"),
        (("demo", "--option", "bombs"), "an option is written NAME=VALUE, not 'bombs'"),
        (("demo", "--option", "bomb=true"), "no option 'bomb'; its options are: players, bombs"),
        (("demo", "--option", "bombs=1"), "the option bombs takes true or false, not '1'"),
        (("demo", "--option", "min_run=1"), "min_run: must be from 2 to 10"),
        (("demo", "--option", "min_run=" + "9" * 9999), "min_run takes a whole number"),
        (("demo", "--option", "rules=1"), "no option 'rules'"),
        (("demo", "big_two", "--option", "straights="), "straights: must be a tuple of windows"),
        (("demo", "big_two", "--option", "straights=3456"), "'3456' is not five ranks in success"),
        (("demo", "big_two", "--option", "scale=1,2"), "scale takes a list, separated by commas"),
        (("demo", "big_two", "--option", "suit_order=C,D"), "must hold each of the four suits"),
        (("demo", "big_two", "--players", "5"), "players: Big Two is for 2 to 4 players"),
        (("demo", "--option", "opener=me"), "opener takes lowest_heart or dealer, not 'me'"),
        (("demo", "--option", "rank_order=2,3"), "rank_order: must hold each of the 13 ranks"),
        (("demo", "--option", "partners=drawn"), "partners, players: three players have no"),
        ((*CHECK, "--hand", "4C"), "arguments are required: --play"),
        ((*CHECK, "--play", "4C"), "arguments are required: --hand"),
        ((*CHECK, "--hand", "", "--play", "4C"), "--hand: a hand needs at least one card"),
        ((*CHECK, "--hand", "4C 4X", "--play", "4C"), "--hand: expected a suit"),
        ((*CHECK, "--hand", "4C", "--play", "ZZ"), "--play: expected a rank"),
        ((*CHECK, "--hand", "4C", "4D", "--play", "4C"), "in quotes: '4C 4D'"),
        ((*CHECK, "--hand", "4C", "--play", "4C", "--on", "4D 5D"), "--on: 4♦ 5♦ is no comb"),
        ((*CHECK, "--hand", "4C", "--play", "4C", "--on", ""), "--on: nothing is no combination"),
        ((*CHECK, "--hand", "4C", "--play", "4C", "--on", "4C"), "not hold so many of 4♣"),
        ((*CHECK, "--hand", "4C 4C", "--play", "4C"), "not hold so many of 4♣"),
        ((*CHECK, "--hand", "4C BJ", "--play", "4C"), "not hold so many of BJ"),
        ((*CHECK, "--hand", "4C", "--play", "4C", "--on", "RJ"), "RJ is no combination"),
        ((*CHECK, "--hand", "4C", "--play", "4C", "--kind", "flush!"), "no kind 'flush!'"),
        ((*CHECK, "--hand", ALL_BUT_ONE, "--play", "4C"), "no cards are left"),
        (("moves", "big_three", "--hand", ""), "--hand: a hand needs at least one card"),
        (("moves", "big_three", "--hand", "4C," * 50_000), "at most 15 copies of 4♣"),
        (("moves", "big_three", "--hand", "4C 4C"), "not hold so many of 4♣"),
        (("moves", "big_three", "--hand", "4C\n\x1b[31m5C"), "expected a rank"),
        (("moves", "big_three", "--hand", "\udcff\x00"), "expected a rank"),
        (("demo", "--option", "\n\x1b=\r\n"), "no option"),
        (("demo", "big_three", "\n\x1b[31m\u2028" + "x" * 100_000), "unrecognized arguments"),
        (("catalogue", "big_three", "--seed", "1"), "unrecognized arguments: --seed"),
    ],
)
def test_bad_input_is_one_line_on_stderr(run: Run, argv: Sequence[str], says: str) -> None:
    ran = run(*argv)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("climbcards: ")
    assert ran.err.endswith("\n")
    assert ran.err[:-1].isprintable()
    assert len(ran.err) < 500
    assert says in ran.err


@pytest.mark.parametrize(
    "argv", [("deal", "big_three", "--json", "--seed", "-1"), ("demo", "\udcff"), ()]
)
def test_a_process_fails_as_cleanly(argv: Sequence[str]) -> None:
    ran = run_process(*argv)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith("climbcards: ")


def test_a_thousand_digits_are_a_seed(run: Run) -> None:
    assert run("demo", "--deals", "1", "--seed", "9" * 1000).code == 0


@pytest.mark.parametrize("argv", [("--help",), ("demo", "--help"), ("check", "-h")])
def test_help_is_no_error(run: Run, argv: Sequence[str]) -> None:
    ran = run(*argv)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("usage: climbcards")


def test_the_version(run: Run) -> None:
    assert run("--version") == (0, f"climbcards {__version__}\n", "")
    assert run_process("--version") == (0, f"climbcards {__version__}\n", "")


def test_the_arguments_of_the_process_are_the_default(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["climbcards", "catalogue", "big_three"])
    assert cli.main() == 0
    assert "171" in capsys.readouterr().out


class Failing(io.StringIO):
    """An output that fails."""

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self.error = error

    def write(self, text: str) -> int:
        raise self.error


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [
        (KeyboardInterrupt(), 130, "climbcards: interrupted\n"),
        (BrokenPipeError(errno.EPIPE, "Broken pipe"), 141, ""),
        (
            OSError(errno.ENOSPC, "No space left on device"),
            2,
            "climbcards: the output cannot be written: No space left on device\n",
        ),
    ],
)
def test_an_output_that_fails(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: BaseException,
    code: int,
    says: str,
) -> None:
    monkeypatch.setattr(sys, "stdout", Failing(error))
    assert cli.main(["demo"]) == code
    monkeypatch.undo()
    assert capsys.readouterr().err == says


def test_errors_that_nobody_can_read_are_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Failing(BrokenPipeError()))
    assert cli.main(["whist"]) == 2


def endless() -> subprocess.Popen[bytes]:
    """A demo that takes far longer than a test waits, once it has begun to print."""
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "climbcards", "demo", "--deals", "1000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdout.readline().startswith(b"Big Three")
    return process


def test_a_reader_that_goes_is_no_traceback() -> None:
    with endless() as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.wait(60) == 141
        assert process.stderr.read() == b""


def test_an_interrupt_is_no_traceback() -> None:
    with endless() as process:
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (130, b"climbcards: interrupted\n")


@pytest.mark.parametrize("encoding", ["ascii", "ascii:surrogateescape"])  # a plain C locale: both
def test_suits_are_letters_where_the_output_has_no_signs_for_them(encoding: str) -> None:
    signs = run_process("demo")
    letters = run_process("demo", PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert letters.code == 0
    assert letters.out.isascii()
    assert hands_in(letters.lines) == hands_in(signs.lines)
    assert len(hands_in(signs.lines)) == 4


def test_json_is_the_same_in_every_encoding() -> None:
    argv = ("moves", "big_three", "--hand", "4C 4D", "--json")
    assert run_process(*argv) == run_process(*argv, PYTHONIOENCODING="ascii", PYTHONUTF8="0")


def test_a_game_without_combinations_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Other(BigThree):
        pass

    ruleset = Other()
    monkeypatch.setattr(cli_games, "ClimbingRuleset", type("Climbing", (), {}))
    with pytest.raises(cli_games.BadInput, match="is no climbing game"):
        cli_games.climbing(ruleset)


def test_other_seats_are_given_cards_that_are_left() -> None:
    for ruleset in (BigThree(), BigThree(players=4), BigThree.bolshaya_troika(players=4)):
        hand, target = Hand.parse(HAND), ruleset.classify("7♣ 7♦")
        state = cli_games.position_on(ruleset, hand, target)
        assert state.hands[0] == hand
        assert [len(other) for other in state.hands] == [8] * ruleset.players
        assert target is not None
        assert sum(state.hands, target.cards) <= Hand(ruleset.deck)
        assert state.to_act == 0
    for big_two in (BigTwo(), BigTwo(players=3), BigTwo.taiwan(players=2)):
        position = cli_games.position_on(big_two, Hand.parse(HAND), big_two.classify("7♣ 7♦"))
        assert [len(other) for other in position.hands] == [8] * big_two.players
    alone = cli_games.position_on(BigThree(), Hand.parse("4♣"), None)
    assert [len(other) for other in alone.hands] == [1, 1, 1]
    assert Card.parse("4♣") not in alone.hands[1] + alone.hands[2]
    assert Kind.SINGLE in {lead.kind for lead in BigThree().leads(alone.hands[0])}
