"""Dou Dizhu: the dialects of attached cards, the options, and cards with several readings."""

from __future__ import annotations

import itertools
import pickle
from typing import Any, cast

import pytest

from climbcards import Action, DouDizhu, Kind, Pass, Play, Reason, RulesetError, step
from climbcards.games.dou_dizhu import Kickers
from tests.rules.dou_dizhu import (
    DOU_DIZHU,
    FOUR,
    beats,
    hand,
    no,
    of_ranks,
    play,
    position,
    ranks,
    read,
    reading,
)

ANY = DouDizhu(kickers=Kickers.ANY)
RLCARD = DouDizhu.rlcard()
OPENSPIEL = DouDizhu.openspiel()
DOUZERO = DouDizhu.douzero()

WITH_SINGLES = "triple_run_with_singles"


def kinds(text: str, ruleset: DouDizhu) -> list[str]:
    """Every reading: its kind and what ranks it."""
    return [f"{found.kind} {ranks(found.core)}" for found in ruleset.readings(hand(text, ruleset))]


def ranks_of(action: Action) -> str:
    """The ranks of a play."""
    return ranks(action.cards) if isinstance(action, Play) else ""


def kind_of(action: Action) -> Kind | None:
    """The kind that a play names."""
    return action.kind if isinstance(action, Play) else None


# --- The switches --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "repeat", "four", "extend", "both_jokers"),
    [
        ("DISTINCT", False, False, False, False),
        ("ANY", True, True, True, False),
        ("RLCARD", True, False, False, False),
        ("OPENSPIEL", True, False, True, False),
        ("DOUZERO", True, True, True, True),
    ],
)
def test_the_named_values(
    name: str, repeat: bool, four: bool, extend: bool, both_jokers: bool
) -> None:
    named = getattr(Kickers, name)
    assert named == Kickers(repeat=repeat, four=four, extend=extend, both_jokers=both_jokers)
    assert repr(named) == f"Kickers.{name}"
    with pytest.raises(AttributeError):
        named.repeat = not repeat


SWITCHES = {
    # cards: what has to be on for them to be a combination
    "444455": {"repeat"},
    "33344455": {"repeat"},
    "333444555667": {"repeat"},
    "333444555777": {"repeat"},
    "333444555666777A": {"repeat", "extend"},
    "3334445556669999": {"repeat", "four"},
    "3334445556667777": {"repeat", "four", "extend"},
    "33344455566677799992": {"repeat", "four"},
    "333444BR": {"both_jokers"},
    "3333BR": {"both_jokers"},
    "333444555BR6": {"both_jokers"},
    "333444555666BR77": {"both_jokers", "repeat"},
    "44445": {"never"},
    "33334444": {"never"},
    "3334445555": {"never"},
    "3333444455": {"never"},
    "33344435": {"never"},
    "33344456": set[str](),
    "3334442B": set[str](),
    "777734": set[str](),
    "77773344": set[str](),
    "333444555666": set[str](),
}


@pytest.mark.rule("DDZ-47", "DDZ-49", "DDZ-53", "DDZ-63", "DDZ-64")
@pytest.mark.parametrize("switches", [*itertools.product([False, True], repeat=4)])
def test_what_each_switch_allows(switches: tuple[bool, ...]) -> None:
    names = ("repeat", "four", "extend", "both_jokers")
    on = {name for name, switch in zip(names, switches, strict=True) if switch}
    kickers = Kickers(**dict(zip(names, switches, strict=True)))
    if on & {"four", "extend"} and "repeat" not in on:
        with pytest.raises(RulesetError):
            DouDizhu(kickers=kickers)
        return
    ruleset = DouDizhu(kickers=kickers)
    for text, needed in SWITCHES.items():
        assert (read(text, ruleset) is not None) is (needed <= on), text


def test_a_triple_of_twos_lengthens_no_run() -> None:
    for ruleset in (ANY, RLCARD, OPENSPIEL, DOUZERO):
        assert kinds("QQQKKKAAA222", ruleset) == [f"{WITH_SINGLES} QQQKKKAAA"]
        assert read("333444555888", ruleset) is not None
    assert kinds("333444555666", RLCARD) == ["triple_run 333444555666"]


@pytest.mark.parametrize(
    ("ruleset", "kickers", "quad_sets", "spring"),
    [
        (DOU_DIZHU, Kickers.DISTINCT, True, False),
        (RLCARD, Kickers.RLCARD, True, False),
        (DOUZERO, Kickers.DOUZERO, True, False),
        (OPENSPIEL, Kickers.OPENSPIEL, False, True),
        (FOUR, Kickers.DISTINCT, False, False),
    ],
    ids=repr,
)
def test_the_presets(ruleset: DouDizhu, kickers: Kickers, quad_sets: bool, spring: bool) -> None:
    assert ruleset.kickers == kickers
    assert ruleset.quad_sets is quad_sets
    assert ruleset.spring is spring
    assert ruleset.kitty_shown is True
    assert ruleset.direction == "counterclockwise"
    spelled = DouDizhu(
        players=ruleset.players,
        kickers=kickers,
        quad_sets=quad_sets,
        spring=spring,
        kitty_shown=True,
        direction="counterclockwise",
    )
    assert spelled == ruleset
    assert hash(spelled) == hash(ruleset)
    assert pickle.loads(pickle.dumps(ruleset)) == ruleset
    assert ruleset.version == 1


@pytest.mark.rule("DDZ-62")
def test_quads_with_attached_cards_can_be_left_out() -> None:
    without = DouDizhu(quad_sets=False)
    for text in ("777734", "77773344"):
        assert read(text) is not None
        assert read(text, without) is None
        assert read(text, OPENSPIEL) is None
    assert reading("7777", without).kind == "bomb"
    held = hand("33334444555566789TJR")
    leads = list(DOU_DIZHU.leads(held))
    assert any(lead.kind == "quad_with_pairs" for lead in leads)
    assert list(without.leads(held)) == [x for x in leads if not x.kind.startswith("quad")]


# --- Options that cannot be ----------------------------------------------------------------------


@pytest.mark.rule("DDZ-41", "DDZ-50", "DDZ-66")
@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"players": 4, "kickers": Kickers(repeat=True)}, ("kickers.repeat", "players")),
        ({"players": 4, "kickers": Kickers(four=True)}, ("kickers.four", "players")),
        ({"players": 4, "kickers": Kickers(extend=True)}, ("kickers.extend", "players")),
        ({"players": 4, "kickers": Kickers(both_jokers=True)}, ("kickers.both_jokers", "players")),
        ({"players": 4, "kickers": Kickers.ANY}, ("kickers.repeat", "players")),
        ({"players": 4, "kickers": Kickers.DOUZERO}, ("kickers.repeat", "players")),
        ({"players": 4, "quad_sets": True}, ("quad_sets", "players")),
        ({"kickers": Kickers(four=True)}, ("kickers.four", "kickers.repeat")),
        ({"kickers": Kickers(extend=True)}, ("kickers.extend", "kickers.repeat")),
    ],
)
def test_options_that_contradict_each_other_are_named(
    options: dict[str, Any], named: tuple[str, ...]
) -> None:
    with pytest.raises(RulesetError) as refusal:
        DouDizhu(**options)
    assert refusal.value.options == named
    assert all(name in str(refusal.value) for name in named)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"players": 3.0}, "players"),
        ({"players": True}, "players"),
        ({"quad_sets": 1}, "quad_sets"),
        ({"kitty_shown": None}, "kitty_shown"),
        ({"spring": "no"}, "spring"),
        ({"direction": "left"}, "direction"),
        ({"kickers": "any"}, "kickers"),
        ({"kickers": None}, "kickers"),
        ({"kickers": Kickers(repeat=cast("bool", 1))}, "kickers.repeat"),
        ({"kickers": Kickers(both_jokers=cast("bool", None))}, "kickers.both_jokers"),
    ],
)
def test_options_out_of_range_are_named(options: dict[str, Any], named: str) -> None:
    with pytest.raises(RulesetError) as refusal:
        DouDizhu(**options)
    assert refusal.value.options == (named,)


def test_direction_changes_no_rule() -> None:
    turned = DouDizhu(direction="clockwise")
    assert turned != DOU_DIZHU
    deal = DOU_DIZHU.shuffle(seed=2)
    one, other = DOU_DIZHU.start(deal), turned.start(deal)
    assert one.hands == other.hands
    assert one.to_act == other.to_act
    assert list(turned.leads("3♣ 3♦ BJ RJ")) == list(DOU_DIZHU.leads("3♣ 3♦ BJ RJ"))


def test_rulesets_print_what_is_not_usual() -> None:
    assert repr(DOU_DIZHU) == "DouDizhu()"
    assert repr(FOUR) == "DouDizhu(players=4)"
    assert repr(RLCARD) == "DouDizhu(kickers=Kickers.RLCARD)"
    assert repr(Kickers(both_jokers=True)) == "Kickers(both_jokers=True)"
    for ruleset in (DOU_DIZHU, FOUR, ANY, RLCARD, OPENSPIEL, DOUZERO):
        assert eval(repr(ruleset), {"DouDizhu": DouDizhu, "Kickers": Kickers}) == ruleset


# --- Cards with several readings -----------------------------------------------------------------


@pytest.mark.parametrize("ruleset", [ANY, OPENSPIEL, DOUZERO], ids=repr)
def test_readings_have_the_longest_core_first_then_the_higher(ruleset: DouDizhu) -> None:
    assert kinds("333444555666", ruleset) == [
        "triple_run 333444555666",
        f"{WITH_SINGLES} 444555666",
        f"{WITH_SINGLES} 333444555",
    ]
    assert kinds("333444555666777A", ruleset) == [
        f"{WITH_SINGLES} 444555666777",
        f"{WITH_SINGLES} 333444555666",
    ]
    first = reading("333444555666", ruleset)
    assert first == ruleset.readings(hand("333444555666"))[0]
    assert (first.kind, ranks(first.core), ranks(first.attached)) == (
        Kind.TRIPLE_RUN,
        "333444555666",
        "",
    )


def test_one_reading_where_a_triple_may_not_lengthen_the_run() -> None:
    for ruleset in (DOU_DIZHU, RLCARD):
        assert len(ruleset.readings(hand("333444555666"))) == 1
        assert read("333444555666777A", ruleset) is None


def test_cards_are_read_so_that_they_beat_if_they_can() -> None:
    cards = hand("333444555666")
    for below, core in [
        ("333444555777", "444555666"),
        ("333444555999", "444555666"),
        ("444555666777", "333444555666"),
        ("9", "333444555666"),
    ]:
        target = reading(below, OPENSPIEL)
        found = OPENSPIEL.classify(cards, beating=target)
        assert found is not None
        assert ranks(found.core) == core
    assert beats("333444555666", "333444555777", OPENSPIEL)
    assert not beats("333444555666", "555666777888", OPENSPIEL)
    assert not beats("333444555666", "444555666TTT", OPENSPIEL)


def test_an_answer_is_taken_in_the_reading_that_beats() -> None:
    state = position("999TTTJJJQQQ3", "4", "5", ruleset=OPENSPIEL, target="666777888345")
    answer = play(state, "0: 999TTTJJJQQQ")
    assert answer.table.target is not None
    assert (answer.table.target.kind, ranks(answer.table.target.core)) == (
        Kind.TRIPLE_RUN_WITH_SINGLES,
        "TTTJJJQQQ",
    )
    action = answer.history[-1].action
    assert isinstance(action, Play)
    assert action.kind is None  # readings of one kind beat: there was no choice
    assert play(state, "0: 999TTTJJJQQQ as triple_run_with_singles") == answer
    assert no(state, "0: 999TTTJJJQQQ as pair_run") is Reason.NO_SUCH_READING


def test_a_lead_is_taken_in_the_preferred_reading_and_may_be_named() -> None:
    for ruleset in (ANY, OPENSPIEL, DOUZERO):
        state = position("333444555666A", "4", "5", ruleset=ruleset)
        cards = of_ranks("333444555666", state.hands[0])
        plain = play(state, "0: 333444555666")
        assert plain.history[-1].action == Play(cards, Kind.TRIPLE_RUN)
        assert plain.table.target is not None
        assert plain.table.target.kind == Kind.TRIPLE_RUN
        named = play(state, "0: 333444555666 as triple_run_with_singles")
        assert named.history[-1].action == Play(cards, Kind.TRIPLE_RUN_WITH_SINGLES)
        assert named.table.target is not None
        assert ranks(named.table.target.core) == "444555666"  # the higher of two of the kind
        assert named != plain
        assert state.check(Play(cards, "bomb")) is not None
        assert no(state, "0: 333444555666 as bomb") is Reason.NO_SUCH_READING


def test_the_kind_is_named_exactly_where_readings_of_more_than_one_kind_are_legal() -> None:
    lead = position("333444555666A", "4", "5", ruleset=OPENSPIEL)
    named = [action for action in lead.legal_actions() if isinstance(action, Play) and action.kind]
    assert [(ranks(action.cards), action.kind) for action in named] == [
        ("333444555666", Kind.TRIPLE_RUN),
        ("333444555666", Kind.TRIPLE_RUN_WITH_SINGLES),
    ]
    for action in lead.legal_actions():
        assert isinstance(action, Play)
        readings = OPENSPIEL.readings(action.cards)
        assert (action.kind is not None) is (len({found.kind for found in readings}) > 1)
    history = play(lead, "0: 33").history
    assert history[-1].action == Play(of_ranks("33", lead.hands[0]))
    named_anyway = play(lead, "0: 33 as pair").history
    assert named_anyway == history  # normalized: there was no choice


def test_with_one_kind_in_two_readings_there_is_no_choice_to_name() -> None:
    state = position("333444555666777AK", "4", "5", ruleset=OPENSPIEL)
    listed = [action for action in state.legal_actions() if ranks_of(action) == "333444555666777A"]
    assert len(listed) == 1
    assert listed[0] == Play(of_ranks("333444555666777A", state.hands[0]))
    table = play(state, "0: 333444555666777A").table
    assert table.target is not None
    assert ranks(table.target.core) == "444555666777"


def test_a_named_reading_that_does_not_beat_is_refused() -> None:
    state = position("999TTTJJJQQQ3", "4", "5", ruleset=OPENSPIEL, target="666777888345")
    violation = state.check(Play(of_ranks("999TTTJJJQQQ", state.hands[0]), Kind.TRIPLE_RUN))
    assert violation is not None
    assert violation.reason is Reason.DIFFERENT_SHAPE
    assert [found.kind for found in violation.readings] == [Kind.TRIPLE_RUN]


def test_a_target_of_two_readings_is_what_its_player_meant() -> None:
    lead = position("333444555666A", "777888999TTTK", "J", ruleset=OPENSPIEL)
    as_run = play(lead, "0: 333444555666")
    assert no(as_run, "1: 777888999TTK") is Reason.DIFFERENT_SHAPE
    assert no(as_run, "1: 777888999TTT as triple_run_with_singles") is Reason.DIFFERENT_SHAPE
    answered = play(as_run, "1: 777888999TTT")
    assert answered.table.target is not None
    assert answered.table.target.kind is Kind.TRIPLE_RUN
    with_singles = play(lead, "0: 333444555666 as triple_run_with_singles")
    assert no(with_singles, "1: 777888999TTT as triple_run") is Reason.DIFFERENT_SHAPE
    answered = play(with_singles, "1: 777888999TTT")
    assert answered.table.target is not None
    assert answered.table.target.kind is Kind.TRIPLE_RUN_WITH_SINGLES


def test_a_reading_the_cards_do_not_have_names_those_they_have() -> None:
    state = position("333444555666A", "4", "5", ruleset=ANY)
    cards = of_ranks("333444555666", state.hands[0])
    violation = state.check(Play(cards, Kind.TRIPLE_RUN_WITH_PAIRS))
    assert violation is not None
    assert violation.reason is Reason.NO_SUCH_READING
    assert violation.kind is Kind.TRIPLE_RUN_WITH_PAIRS
    assert violation.readings == ANY.readings(cards)
    assert "triple_run" in violation.message


WIDE = [
    "333444555666777888BR",
    "3333444455556666777A",
    "33344455566677789TJR",
    "34567TTTTJJJQQQKKKAA",
    "3334445556667772222B",
]


@pytest.mark.parametrize("text", WIDE)
@pytest.mark.parametrize("ruleset", [DOU_DIZHU, ANY, RLCARD, OPENSPIEL, DOUZERO], ids=repr)
def test_no_play_is_offered_twice(ruleset: DouDizhu, text: str) -> None:
    state = position(text, "9", "9", ruleset=ruleset)
    actions = list(state.legal_actions())
    assert len(set(actions)) == len(actions) == len(state.legal_actions())
    listed = [(ranks_of(action), kind_of(action)) for action in actions]
    assert len(set(listed)) == len(listed)
    by_cards = {ranks_of(action) for action in actions}
    assert len(by_cards) == len({ranks(lead.cards) for lead in ruleset.leads(hand(text))})


@pytest.mark.parametrize("text", WIDE[:3])
@pytest.mark.parametrize("ruleset", [ANY, RLCARD, OPENSPIEL, DOUZERO], ids=repr)
def test_every_listed_play_is_legal_and_leads_to_its_own_reading(
    ruleset: DouDizhu, text: str
) -> None:
    state = position(text, "9", "9", ruleset=ruleset)
    leads = ruleset.leads(state.hands[0])
    actions = state.legal_actions()
    assert len(leads) == len(actions)
    for place in range(0, len(leads), 7):
        lead, action = leads[place], actions[place]
        assert state.check(action) is None
        assert action in actions
        assert step(state, action).table.target == lead


@pytest.mark.parametrize("below", ["9", "333AA", "3456789", "333444555TTT", "333444555TJQ"])
@pytest.mark.parametrize("ruleset", [ANY, OPENSPIEL, DOUZERO], ids=repr)
def test_answers_with_several_readings_are_the_leads_that_beat(
    ruleset: DouDizhu, below: str
) -> None:
    held = hand("444555666777888A2BR")
    target = reading(below, ruleset)
    leads = [lead for lead in ruleset.leads(held) if lead.beats(target)]
    assert list(ruleset.answers(held, target)) == leads
    assert leads


@pytest.mark.rule("DDZ-38", "DDZ-49")
def test_a_joker_pair_of_two_colors_is_no_combination() -> None:
    four = position("BR3", "4", "5", "6", ruleset=FOUR)
    assert no(four, "0: BR") is Reason.NOT_A_COMBINATION
    three = position("BR3333444", "4", "5", ruleset=DOUZERO)
    assert no(three, "0: 333BR") is Reason.NOT_A_COMBINATION
    assert no(position("BR333444556", "7", "7"), "0: 333444BR55") is Reason.NOT_A_COMBINATION
    assert no(position("BR3333A", "7", "7"), "0: BR3333") is Reason.NOT_A_COMBINATION
    assert Pass() not in three.legal_actions()
