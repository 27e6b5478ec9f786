"""Big Three: positions that are set up, and options that cannot be."""

from __future__ import annotations

import pytest

from climbcards import BigThree, Call, Card, PositionError, Reason, RulesetError
from tests.rules.table import after, opened_by

BIG_THREE = BigThree()


def problems_of(error: pytest.ExceptionInfo[PositionError], *words: str) -> None:
    """Every word stands in a problem of its own, and there is no other problem."""
    left = list(error.value.problems)
    for word in words:
        named = [problem for problem in left if word in problem]
        assert named, f"{word!r} is not in {left}"
        left.remove(named[0])
    assert not left


def test_a_position_names_every_fault() -> None:
    with pytest.raises(PositionError) as error:
        BIG_THREE.position(
            ["4♣ 4♦", "", "4♣", "5♣"],
            to_act=3,
            soloist=3,
            stake=0,
            called=Card.parse("8♣"),
            partners=(0, 1),
            target="4♠ 5♠",
            target_by=7,
            order=2,
        )
    problems_of(
        error,
        "3 hands, not 4",
        "seat 1 is empty",
        "to_act",
        "soloist",
        "stake",
        "no card is called",
        "partners",
        "4♠ 5♠ is no combination",
        "target_by",
        "order",
        "4♣",
    )


@pytest.mark.parametrize(
    ("target", "target_by", "word"),
    [(None, 1, "without a target"), ("9♣", 0, "seat to act"), ("4♣", 2, "4♣"), ("BJ", 2, "BJ")],
)
def test_targets_that_cannot_be(target: str | None, target_by: int, word: str) -> None:
    with pytest.raises(PositionError, match=word):
        BIG_THREE.position(["4♣", "5♣", "6♣"], target=target, target_by=target_by)


def test_cards_that_are_gone_are_in_no_hand() -> None:
    with pytest.raises(PositionError, match="5♣"):
        BIG_THREE.position(["4♣", "5♣", "6♣"], gone="5♣ 7♣")


def test_target_by_says_how_many_have_passed() -> None:
    hands = ["4♣ 9♣", "5♣ 10♣", "6♣ J♣"]
    one_pass = BIG_THREE.position(hands, to_act=0, target="8♣", target_by=1)
    assert one_pass.table.passes == 1
    assert after(one_pass, "0: pass").table.target is None
    none = BIG_THREE.position(hands, to_act=0, target="8♣")
    assert (none.table.target_by, none.table.passes) == (2, 0)
    assert after(none, "0: pass").table.target is not None


def test_there_is_no_call_with_three() -> None:
    state = after(BIG_THREE.start(opened_by(BIG_THREE, 0)), "0: bid 3")
    violation = state.check(Call("8♠"))
    assert violation is not None
    assert violation.reason is Reason.WRONG_PHASE


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"players": 4, "kitty_shown": True}, {"players", "kitty_shown"}),
        ({"players": 3, "partners": "drawn"}, {"players", "partners"}),
        ({"players": 3, "passes_to_end_trick": 3}, {"players", "passes_to_end_trick"}),
        ({"players": 4, "passes_to_end_trick": 4}, {"players", "passes_to_end_trick"}),
    ],
)
def test_options_that_contradict_each_other_are_both_named(
    options: dict[str, int | str], named: set[str]
) -> None:
    with pytest.raises(RulesetError) as refusal:
        BigThree(**options)  # type: ignore[arg-type]
    assert set(refusal.value.options) == named
    assert all(name in str(refusal.value) for name in named)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("bombs", 1),
        ("kitty_shown", None),
        ("opener", "holder"),
        ("dealer_draw", "highest"),
        ("partners", "none"),
        ("direction", "left"),
        ("passes_to_end_trick", 0),
    ],
)
def test_options_out_of_range_are_named(option: str, value: object) -> None:
    with pytest.raises(RulesetError) as refusal:
        BigThree(**{option: value})  # type: ignore[arg-type]
    assert option in refusal.value.options


def test_spelling_a_default_out_gives_an_equal_ruleset() -> None:
    for players in (3, 4):
        plain = BigThree(players=players)
        assert plain.passes_to_end_trick == players - 1
        for option, value in plain.options.items():
            assert BigThree(**{"players": players, option: value}) == plain  # type: ignore[arg-type]
