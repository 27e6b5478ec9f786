"""What the pages list is what the package has."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from attrs import asdict
from docs.howto import spanish
from docs.howto.ladder import Ladder

import climbcards
from climbcards import (
    Bid,
    BigThree,
    BigTwo,
    Call,
    Card,
    Discard,
    DouDizhu,
    Draw,
    GoOut,
    Hand,
    Pass,
    Play,
    Reason,
    Ruleset,
    State,
    Suit,
    Table,
    ThreeThirteen,
    Violation,
    step,
    testing,
)
from climbcards.games import big_two
from climbcards.games.dou_dizhu import RANKS, Kickers
from climbcards.rummy.table import RummyTable
from tests.golden.test_dou_dizhu_catalogue import PRESETS, TOTALS

DOCS = Path(__file__).parents[2] / "docs"


def read(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


def table_rows(text: str) -> Iterator[list[str]]:
    """The cells of all tables, row by row, heads and rules included."""
    for line in text.splitlines():
        if line.startswith("|"):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def table(text: str, head: str) -> list[list[str]]:
    """The rows of the table whose first column has this head; cells without their backticks."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(f"| {head} |"))
    rows = itertools.takewhile(lambda line: line.startswith("|"), lines[start + 2 :])
    return [[cell.strip("`") for cell in row] for row in table_rows("\n".join(rows))]


def section(text: str, title: str) -> str:
    return text.split(f"\n## {title}\n")[1].split("\n## ", maxsplit=1)[0]


# --- Refusals ------------------------------------------------------------------------------------


def reasons_told() -> dict[str, tuple[bool, set[str]]]:
    """By reason, in order: whether it occurs in a game, and its further fields."""
    return {
        match[1]: ("†" not in row[0], set(re.findall(r"`(\w+)`", row[2])))
        for row in table_rows(read("howto/explain-a-refusal.md"))
        if (match := re.match(r"`(\w+)`", row[0]))
    }


def refusals_of_big_three() -> Iterator[Violation | None]:
    """Every refusal there is in Big Three, or None where one fails to come."""
    rules = BigThree(players=4)
    state: State[Table] = rules.deal(7)
    opener = state.to_act
    assert opener is not None
    yield state.check(None)  # type: ignore[arg-type]
    yield state.check(Pass(), 4)
    yield state.check(Pass(), "0")  # type: ignore[arg-type]
    yield state.check(Pass(), (opener + 1) % 4)
    yield state.check(Discard(Card.parse("4♣")))
    yield state.check(Bid(4))
    yield state.check(Pass())
    state = step(state, Bid(2))
    yield state.check(Bid(2))
    for _ in range(3):
        state = step(state, Pass())
    yield state.check(Call("3♥"))
    own = next(card for card in state.hands[opener] if 4 <= card.rank <= 10)
    yield state.check(Call(own))
    state = step(state, state.legal_actions()[0])
    yield state.check(Pass())
    yield state.check(Play(""))
    state = BigThree().position(["4♣ 4♦ 9♠", "5♣", "5♦"], target="8♣ 8♦")
    yield state.check(Play("3♣"))
    yield state.check(Play("RJ"))
    yield state.check(Play("4♣ 9♠"))
    yield state.check(Play("4♣ 4♦", "run"))
    yield state.check(Play("4♣ 4♦"))
    yield state.check(Play("9♠"))
    state = step(BigThree().position(["9♠", "5♣", "5♦"]), Play("9♠"))
    yield state.check(Pass())


def refusals_of_dou_dizhu() -> Iterator[Violation | None]:
    """Every refusal there is in Dou Dizhu, or None where one fails to come."""
    rules = DouDizhu()
    state: State[Table] = rules.deal(7)
    opener = state.to_act
    assert opener is not None
    yield state.check(None)  # type: ignore[arg-type]
    yield state.check(Pass(), 3)
    yield state.check(Pass(), (opener + 1) % 3)
    yield state.check(Play("3♣"))
    yield state.check(Bid(4))
    state = step(state, Bid(2))
    yield state.check(Bid(2))
    state = step(step(state, Pass()), Pass())
    yield state.check(Pass())
    yield state.check(Play(""))
    state = rules.position(["4♣ 4♦ 9♠", "5♣", "5♦"], target="8♣ 8♦")
    yield state.check(Play("3♣"))
    yield state.check(Play("4♣ 9♠"))
    yield state.check(Play("4♣ 4♦", "run"))
    yield state.check(Play("4♣ 4♦"))
    yield state.check(Play("9♠"))
    state = step(rules.position(["9♠", "5♣", "5♦"]), Play("9♠"))
    yield state.check(Pass())


def refusals_of_big_two() -> Iterator[Violation | None]:
    """Every refusal there is in Big Two, or None where one fails to come."""
    state = BigTwo().deal(7)
    opener = state.to_act
    assert opener is not None
    yield state.check(None)  # type: ignore[arg-type]
    yield state.check(Pass(), 4)
    yield state.check(Pass(), (opener + 1) % 4)
    yield state.check(Bid(1))
    yield state.check(Pass())
    yield state.check(Play(""))
    yield state.check(Play([max(state.hands[opener])]))
    hands = ["4♣ 4♦ 9♠", "5♣", "5♦ 6♦"]
    state = BigTwo(players=3).position(hands, target="8♣ 8♦")
    yield state.check(Play("3♣"))
    yield state.check(Play("4♣ 9♠"))
    yield state.check(Play("4♣ 4♦", "straight"))
    yield state.check(Play("4♣ 4♦"))
    yield state.check(Play("9♠"))
    rules = BigTwo(players=3, bombs="out_of_turn", last_card_rule="enforce")
    state = rules.position(hands, target="7♣")
    yield state.check(Play("5♦"), 2)
    yield state.check(Play("5♣"), 1)
    yield state.check(Pass())
    yield rules.position(hands).check(Play("9♠"))
    state = step(BigTwo(players=3).position(["9♠", "5♣", "5♦"]), Play("9♠"))
    yield state.check(Pass())


def refusals_of_three_thirteen() -> Iterator[Violation | None]:
    """Every refusal there is in Three Thirteen, or None where one fails to come."""
    rules = ThreeThirteen(players=2, may_return_discard=False)
    state: State[Table] = rules.deal(7)
    assert state.to_act == 1
    yield state.check(None)  # type: ignore[arg-type]
    yield state.check(Draw("stock"), 2)
    yield state.check(Draw("stock"), 0)
    yield state.check(Discard(next(iter(state.hands[1]))))
    hands = ["4♣ 8♦ 9♥", "5♣ 5♦ 8♠"]
    yield rules.position(hands, pile="K♠").check(Draw("stock"))
    yield rules.position(hands, stock="K♠").check(Draw("discard"))
    state = step(rules.position(hands, pile="2♠ K♠"), Draw("discard"))
    yield state.check(Discard("Q♠"))
    yield state.check(Discard("K♠"))
    yield state.check(GoOut("4♣"))
    state = rules.position(["9♣ 9♥ 9♦", "5♣ 5♦ 8♠ 2♣"], to_act=1, laid_down=[0])
    yield step(state, Discard("2♣")).check(Draw("stock"))


REFUSALS: dict[str, Callable[[], Iterator[Violation | None]]] = {
    "big-three": refusals_of_big_three,
    "dou-dizhu": refusals_of_dou_dizhu,
    "big-two": refusals_of_big_two,
    "three-thirteen": refusals_of_three_thirteen,
}


def reasons_on_the_page_of(game: str) -> list[str]:
    return re.findall(r"`(\w+)`", section(read(f"games/{game}.md"), "Reasons for refusal"))


def test_reasons_are_listed_in_the_order_in_which_they_are_looked_for() -> None:
    assert list(reasons_told()) == [reason.value for reason in Reason]


@pytest.mark.parametrize("game", REFUSALS)
def test_reasons_on_the_page_of_a_game_are_those_that_occur(game: str) -> None:
    told = reasons_told()
    seen: set[str] = set()
    for violation in REFUSALS[game]():
        assert violation is not None
        seen.add(violation.reason.value)
        _, fields = told[violation.reason.value]
        facts = asdict(violation, recurse=False)
        filled = {name for name, value in facts.items() if value is not None and value != ()}
        optional = {"reason", "seat", "action", "given"}
        if violation.reason is Reason.LAST_CARD_RULE:
            optional.add("card")  # the one that is owed, unless more than one is
        if isinstance(violation.action, Discard):
            optional.add("cards")  # those of a play
        assert filled - optional == fields - optional, violation.reason
        assert {"seat", "action"} - filled <= {"action"} if "given" in fields else {"seat"}
    assert reasons_on_the_page_of(game) == [reason for reason in told if reason in seen]


def test_reasons_that_are_not_marked_occur_in_a_game() -> None:
    listed = {reason for game in REFUSALS for reason in reasons_on_the_page_of(game)}
    assert listed == {reason for reason, (occurs, _) in reasons_told().items() if occurs}


def test_fields_listed_are_fields_of_a_violation() -> None:
    for _, fields in reasons_told().values():
        assert fields <= set(asdict(Violation(Reason.NO_CARDS), recurse=False))


def test_the_facts_to_translate_are_those_of_the_list_of_reasons() -> None:
    rows = table(read("howto/refusals-in-your-language.md"), "reason")
    facts = {row[0]: set(re.findall(r"\w+", row[1])) for row in rows}
    assert list(facts) == [reason.value for reason in Reason]
    assert facts == {reason: fields for reason, (_, fields) in reasons_told().items()}


@pytest.mark.parametrize("game", REFUSALS)
def test_every_refusal_is_said_in_spanish(game: str) -> None:
    for violation in REFUSALS[game]():
        assert violation is not None
        said = spanish.explain(violation, ["Ana", "Luis", "Marta", "Juan"])
        assert "None" not in said
        named = set(re.findall(r"{(\w+)}", spanish.SENTENCES[violation.reason]))
        _, fields = reasons_told()[violation.reason.value]
        assert named <= fields
    assert set(spanish.SENTENCES) == set(Reason)


# --- The pages of the games ----------------------------------------------------------------------

PAGES: dict[str, tuple[Ruleset, dict[str, str]]] = {
    "big-three": (
        BigThree(),
        {"rank_order": "4 … A 2 3", "passes_to_end_trick": "all the others"},
    ),
    "dou-dizhu": (
        DouDizhu(),
        {"quad_sets": "True` with 3 players, `False` with 4"},
    ),
    "big-two": (
        BigTwo(),
        {
            "suit_order": "♦ ♣ ♥ ♠",
            "straights": "STRAIGHTS_TWO_LOW",
            "hand_size": "None`: 13, and 17 with three players",
        },
    ),
    "three-thirteen": (
        ThreeThirteen(),
        {"packs": "None`: as in the table above"},
    ),
}
"""The games by their pages, and the defaults that these put in words."""


@pytest.mark.parametrize("game", PAGES)
def test_options_of_a_game_are_listed_with_their_defaults(game: str) -> None:
    rules, words = PAGES[game]
    told = {row[0]: row[1] for row in table(read(f"games/{game}.md"), "option")}
    options = dict(rules.options)
    assert list(told) == list(options)
    for name, value in options.items():
        default = f'"{value}"' if isinstance(value, str) else str(value)
        assert told[name] == words.get(name, default)


@pytest.mark.parametrize("game", PAGES)
def test_the_version_of_a_game_is_on_its_page(game: str) -> None:
    rules, _ = PAGES[game]
    assert table(read(f"games/{game}.md"), "version")[-1][0] == str(rules.version)


def test_kinds_on_the_page_of_big_three() -> None:
    kinds = {row[0] for row in table(read("games/big-three.md"), "kind")}
    assert kinds == {combination.kind.value for combination in BigThree().catalogue()}


# --- The pages of Dou Dizhu ----------------------------------------------------------------------

NAMED = {
    "DISTINCT": DouDizhu(),
    "ANY": DouDizhu(kickers=Kickers.ANY),
    "RLCARD": DouDizhu.rlcard(),
    "OPENSPIEL": DouDizhu.openspiel(),
    "DOUZERO": DouDizhu.douzero(),
}


def named_in(code: str) -> DouDizhu:
    """The ruleset that a page writes as code."""
    ruleset = eval(code, {"DouDizhu": DouDizhu, "Kickers": Kickers})
    assert isinstance(ruleset, DouDizhu)
    return ruleset


def of_ranks(text: str) -> Hand:
    """Cards of these ranks: letters, or ranks with spaces between them."""
    cards: list[Card] = []
    for rank in text.split() if " " in text or text == "10" else text:
        joker = {"B": "BJ", "R": "RJ", "BJ": "BJ", "RJ": "RJ"}.get(rank)
        texts = [joker] if joker else [rank + suit for suit in "♣♦♥♠"]
        cards.append(next(card for card in map(Card.parse, texts) if card not in cards))
    return Hand(cards)


def kinds_of(rules: DouDizhu) -> dict[str, int]:
    """How many plays of each kind there are, by where the kinds begin and end in the catalogue."""
    catalogue = rules.catalogue()
    counts: dict[str, int] = {}
    start = 0
    while start < len(catalogue):
        kind = catalogue[start].kind
        assert kind not in counts
        places = range(start, len(catalogue))
        counts[kind] = bisect_left(places, True, key=lambda i: catalogue[i].kind != kind)
        start += counts[kind]
    return counts


def sets_of(rules: DouDizhu) -> int:
    return totals_of(rules)[0]


def totals_of(rules: DouDizhu) -> tuple[int, int]:
    """How many sets of ranks and readings there are, as the golden tests count them."""
    (name,) = (name for name, preset in PRESETS.items() if preset == rules)
    return TOTALS[name]


def number(text: str) -> int:
    return int(text.replace(",", "").replace("−", "-"))


def test_every_kind_of_dou_dizhu_is_told_with_its_place_in_the_ordering() -> None:
    rules = DouDizhu()
    rows = table(section(read("games/dou-dizhu.md"), "Combinations"), "kind")
    assert [row[0] for row in rows] == list(kinds_of(rules))
    for kind, _, shape, strength, power, example, _ in rows:
        found = rules.classify(of_ranks(example))
        assert found is not None
        assert (found.kind, found.power) == (kind, int(power))
        assert len(found.shape) == (2 if shape.startswith("kind and number of ") else 1)
        assert shape.startswith("kind and") or shape == "its kind"
        core = {card.rank for card in found.core}  # runs begin with their lowest rank
        lowest = next(i for i, rank in enumerate(RANKS) if rank in core)
        assert found.strength == (0 if strength == "0" else lowest,)


def test_kinds_with_four_players_are_told() -> None:
    text = section(read("games/dou-dizhu.md"), "Four players")
    missing, *changed = (re.findall(r"\w+", kinds) for kinds, _ in table(text, "kind"))
    three, four = (set(kinds_of(DouDizhu(players=players))) for players in (3, 4))
    assert set(missing) == three - four
    assert {kind for kinds in changed for kind in kinds} < four


def test_the_switches_of_attached_cards_are_told() -> None:
    text = section(read("games/dou-dizhu.md"), "Attached cards")
    head = next(row for row in table_rows(text) if row[0] == "switch")
    rows = table(text, "switch")
    assert [row[0] for row in rows] == list(asdict(Kickers()))
    assert [cell.strip("`") for cell in head[2:]] == list(NAMED)
    for switch, _, *cells in rows:
        for name, cell in zip(NAMED, cells, strict=True):
            assert cell == ("yes" if getattr(getattr(Kickers, name), switch) else "no")


def test_the_presets_of_dou_dizhu_are_told() -> None:
    for code, options, _ in table(read("games/dou-dizhu.md"), "preset"):
        arguments = options.replace("`", "")
        assert named_in(code) == named_in(f"DouDizhu({arguments})")


def test_the_catalogues_of_dou_dizhu_have_as_many_plays_as_told() -> None:
    rows = table(read("games/dou-dizhu.md"), "ruleset")
    assert {named_in(row[0]) for row in rows} == {*NAMED.values(), DouDizhu(players=4)}
    for code, *told in rows:
        rules = named_in(code)
        sets, readings = totals_of(rules)
        assert list(map(number, told)) == [sets, len(rules.catalogue()), readings]


def test_the_kinds_of_dou_dizhu_have_as_many_plays_as_told() -> None:
    text = section(read("games/dou-dizhu.md"), "Attached cards")
    rows = table(text, "kind")
    for column, rules in enumerate(NAMED.values(), 1):
        told = {row[0]: number(row[column]) for row in rows if row[column] != "0"}
        assert told == kinds_of(rules)


def test_the_dialects_differ_by_as_much_as_told() -> None:
    everything = sets_of(NAMED["ANY"])
    text = read("explanation/attached-cards.md")
    seen: set[DouDizhu] = set()
    for _, count, difference, code in table(text, "who"):
        changes = [
            number(sign + digits)
            for sign, digits in re.findall(r"([−+]) (?:the same )?([\d,]+)", difference)
        ]
        assert not changes or everything + sum(changes) == number(count)
        if code.endswith(")"):
            seen.add(named_in(code))
            assert number(count) == sets_of(named_in(code))
    assert seen == set(NAMED.values()) - {NAMED["ANY"]}
    for kind, noun in (("triple_run_with_singles", "triple runs"), ("quad_with_singles", "quads")):
        more = kinds_of(NAMED["DOUZERO"])[kind] - kinds_of(NAMED["ANY"])[kind]
        assert f" {more:,} on {noun}" in text


def test_the_dialects_are_nested_as_told() -> None:
    narrower = {"DISTINCT": "RLCARD", "RLCARD": "ANY", "ANY": "DOUZERO", "OPENSPIEL": "ANY"}
    for narrow, wide in narrower.items():
        for play in NAMED[narrow].catalogue()[::50]:
            assert NAMED[wide].classify(play.cards) is not None


def test_plays_tell_the_dialects_apart_as_told() -> None:
    text = read("howto/which-dialect.md")
    head = next(row for row in table_rows(text) if row[0] == "play")
    rows = table(text, "play")
    for play, *cells, _ in rows:
        for name, cell in zip(head[1:-1], cells, strict=True):
            found = NAMED[name].classify(of_ranks(play))
            assert cell == ("no" if found is None else "yes"), (play, name)
    profiles = set(zip(*(row[1:-1] for row in rows), strict=True))
    assert len(profiles) == len(NAMED)  # together the plays tell all of them apart


# --- The page of Big Two -------------------------------------------------------------------------

ORDERS = {name: order for name, order in vars(big_two).items() if name.startswith("STRAIGHTS_")}
WINDOWS = [
    *("A2345", "23456", "34567", "45678", "56789", "678910", "78910J", "8910JQ", "910JQK"),
    *("10JQKA", "JQKA2", "QKA23", "KA234"),
]


def house_in(code: str) -> BigTwo:
    """The ruleset that a page writes as code."""
    ruleset = eval(code, {"BigTwo": BigTwo, "Suit": Suit, **ORDERS})
    assert isinstance(ruleset, BigTwo)
    return ruleset


def windows_in(text: str) -> list[str]:
    """The windows of an order, those between two that have an ellipsis between them included."""
    found: list[str] = []
    for word in text.replace("…", ", …,").split(","):
        window = word.strip()
        if found and found[-1] == "…":
            first, last = map(WINDOWS.index, (found[-2], window))
            found[-1:] = WINDOWS[first + 1 : last]
        found.append(window)
    return found


def test_every_kind_of_big_two_is_told_with_its_place_in_the_ordering() -> None:
    rules = BigTwo()
    rows = table(section(read("games/big-two.md"), "Combinations"), "kind")
    counts: dict[str, int] = {}
    for combination in rules.catalogue():
        counts[combination.kind] = counts.get(combination.kind, 0) + 1
    assert {row[0]: number(row[4]) for row in rows} == counts
    assert f"there are {len(rules.catalogue()):,}." in read("games/big-two.md")
    for kind, _, shape, told, _, example, strength in rows:
        found = rules.classify(example)
        assert found is not None
        assert (found.kind, found.power) == (kind, 0)
        assert found.shape == (shape,)
        assert str(found.strength) == strength
        parts = told.split(", ")
        assert len(parts) == len(found.strength) or parts[-1] == "ranks from the top"
        assert parts[0] in ("rank", "rank of the triple", str(found.strength[0]))


def test_the_named_orders_of_straights_are_told() -> None:
    rows = table(read("games/big-two.md"), "order")
    assert {row[0] for row in rows} == set(ORDERS)
    for name, windows, _ in rows:
        assert BigTwo(straights=tuple(windows_in(windows))) == BigTwo(straights=ORDERS[name])


def presets_of_big_two() -> set[BigTwo]:
    """What the constructors of the class make."""
    names = [name for name, value in vars(BigTwo).items() if isinstance(value, classmethod)]
    return {house_in(f"BigTwo.{name}()") for name in names}


def test_the_presets_of_big_two_are_told() -> None:
    rows = table(read("games/big-two.md"), "preset")
    assert {house_in(code) for code, _, _ in rows} == {BigTwo(), *presets_of_big_two()}
    for code, options, _ in rows:
        arguments = options.replace("`", "")
        assert house_in(code) == house_in(f"BigTwo({arguments})")


def test_the_houses_of_big_two_are_rulesets_and_all_different() -> None:
    houses = [house_in(row[1]) for row in table(read("games/big-two.md"), "house")]
    assert len(set(houses)) == len(houses)
    assert presets_of_big_two() < set(houses)
    usual = BigTwo().options
    needed = {
        name for house in houses for name, value in house.options.items() if value != usual[name]
    }
    assert set(usual) - needed == {"opening_card_required"}


def test_what_people_say_is_put_into_options() -> None:
    text = read("howto/house-rules.md")
    named = {name for row in table_rows(text) for name in re.findall(r"`(\w+)[=`]", row[-1])}
    written = set(re.findall(r"^\.\.\.     (\w+)=", text, re.MULTILINE))
    assert named & set(BigTwo().options) == written | {"five_card_ladder"}  # that is the default


# --- The page of Three Thirteen ------------------------------------------------------------------


def test_the_packs_are_told() -> None:
    told: dict[int, int] = {}
    for players, packs in table(read("games/three-thirteen.md"), "players"):
        told |= {int(players_): int(packs) for players_ in players.split(" or ")}
    assert told == {players: ThreeThirteen(players=players).packs for players in range(2, 9)}


def test_the_deals_of_a_match_are_told() -> None:
    rules = ThreeThirteen()
    rows = {row[0]: row[1:] for row in table_rows(read("games/three-thirteen.md")) if len(row) > 9}
    numbers = range(1, len(rows["deal"]) + 1)
    assert len(numbers) == rules.match_length()
    assert rows["deal"] == list(map(str, numbers))
    assert rows["cards"] == [str(rules.hand_size(number)) for number in numbers]
    assert rows["wild"] == [str(rules.wild(number)) for number in numbers]


def test_the_public_names_of_the_table_are_told() -> None:
    told = {row[0] for row in table(read("games/three-thirteen.md"), "name")}
    every = {name for name, value in vars(RummyTable).items() if isinstance(value, property)}
    assert told == every - {"phase", "to_act", "sizes", "history"}


# --- Examples and reference ----------------------------------------------------------------------


@pytest.mark.parametrize("rules", [Ladder(), Ladder(players=4, min_run=5)], ids=repr)
def test_the_game_of_the_guide_is_a_game(rules: Ladder) -> None:
    testing.check_ruleset(rules, deals=3)
    assert len(rules.catalogue()) == len(set(rules.catalogue()))
    for combination in rules.catalogue():
        assert combination in rules.readings(combination.cards)


def test_strategies_are_listed() -> None:
    listed = {
        name
        for row in table_rows(read("howto/test-your-game.md"))
        for name in re.findall(r"`(\w+)\(.*?\)`", row[0])
    }
    assert listed == set(testing.__all__) - {"PRESETS", "check_ruleset"}


def test_every_public_name_is_in_the_reference() -> None:
    reference = "".join(page.read_text("utf-8") for page in DOCS.glob("reference/*.md"))
    modules = set(re.findall(r"automodule:: (\S+)", reference))
    for name in set(climbcards.__all__) - {"Action", "COMPILED"}:
        assert getattr(climbcards, name).__module__ in modules
    assert "autodata:: climbcards.COMPILED" in reference
    assert climbcards.parse_action.__module__ in modules  # where Action stands, too


@pytest.mark.parametrize("engine", ["climbing", "rummy"])
def test_every_module_of_an_engine_is_in_the_reference(engine: str) -> None:
    folder = Path(climbcards.__file__).parent / engine
    page = read(f"reference/{engine}.md")
    told = re.findall(rf"automodule:: climbcards\.{engine}\.(\w+)", page)
    assert sorted(told) == sorted(m.stem for m in folder.glob("*.py") if m.stem != "__init__")


def test_every_page_is_in_a_table_of_contents() -> None:
    listed = set()
    for index in ("index.md", "reference/index.md"):
        for block in re.findall(r"^```\{toctree\}\n(.*?)^```", read(index), re.M | re.S):
            entries = [line for line in block.split("\n") if line and not line.startswith(":")]
            listed |= {(DOCS / index).parent / f"{entry}.md" for entry in entries}
    pages = {page for page in DOCS.rglob("*.md") if "_build" not in page.parts}
    built = DOCS / "explanation" / "where-each-rule-comes-from.md"
    assert pages | {built} == listed | {DOCS / "index.md"}
