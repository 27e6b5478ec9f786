"""Rulesets as values, and what every state, table and view has."""

import copy
import pickle
import random
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import attrs
import pytest

from climbcards import (
    Bid,
    BigThree,
    Call,
    Card,
    ClimbingRuleset,
    DealContext,
    DouDizhu,
    Hand,
    IllegalAction,
    Kind,
    Pass,
    Phase,
    Play,
    PositionError,
    Rank,
    Reason,
    Ruleset,
    RulesetError,
    State,
    Table,
    View,
    step,
)
from climbcards.cards import pack
from climbcards.climbing.table import ClimbingTable
from climbcards.games.big_three import ACE_HIGH, THREE_HIGH
from climbcards.games.dou_dizhu import Kickers

T = TypeVar("T", bound=Table)

DEFAULTS: dict[str, object] = {
    "players": 3,
    "bombs": False,
    "min_run": 3,
    "kitty_shown": False,
    "rank_order": THREE_HIGH,
    "opener": "lowest_heart",
    "dealer_draw": "number",
    "partners": "called",
    "passes_to_end_trick": 2,
    "direction": "counterclockwise",
}
RULESETS: dict[str, ClimbingRuleset] = {
    "big three": BigThree(),
    "big three, 4": BigThree(players=4),
    "big three, options": BigThree(bombs=True, min_run=5, kitty_shown=True),
    "big three, one pass": BigThree(passes_to_end_trick=1),
    "big three, 4, one pass": BigThree(players=4, passes_to_end_trick=1, direction="clockwise"),
    "big three, drawn": BigThree(players=4, partners="drawn", opener="dealer"),
    "russian": BigThree.bolshaya_troika(),
    "russian, 4": BigThree.bolshaya_troika(players=4),
    "dou dizhu": DouDizhu(),
    "dou dizhu, 4": DouDizhu(players=4),
    "dou dizhu, options": DouDizhu(kickers=Kickers(repeat=True, four=True), spring=True),
    "rlcard": DouDizhu.rlcard(),
    "openspiel": DouDizhu.openspiel(),
    "douzero": DouDizhu.douzero(),
}

each_ruleset = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)


def played(state: State[T], moves: int, seed: int = 0) -> State[T]:
    rng = random.Random(seed)
    for _ in range(moves):
        if state.is_over:
            break
        state = step(state, rng.choice(state.legal_actions()))
    return state


# --- Rulesets --------------------------------------------------------------------------------


def test_options_are_all_there_with_their_defaults() -> None:
    ruleset = BigThree()
    assert dict(ruleset.options) == DEFAULTS
    assert dict(BigThree(bombs=True).options) == DEFAULTS | {"bombs": True}
    assert dict(BigThree(players=4).options) == DEFAULTS | {"players": 4, "passes_to_end_trick": 3}
    for name, value in DEFAULTS.items():
        assert getattr(ruleset, name) == value


@each_ruleset
def test_a_ruleset_is_its_options(ruleset: ClimbingRuleset) -> None:
    options: dict[str, Any] = {**ruleset.options}
    spelled_out = type(ruleset)(**options)
    assert spelled_out == ruleset
    assert hash(spelled_out) == hash(ruleset)
    assert sum(ruleset == other for other in RULESETS.values()) == 1


def test_every_preset_is_among_them() -> None:
    presets = {
        (game, name)
        for game in (BigThree, DouDizhu)
        for name, value in vars(game).items()
        if isinstance(value, classmethod)
    }
    assert presets == {
        (BigThree, "bolshaya_troika"),
        *((DouDizhu, name) for name in ("rlcard", "openspiel", "douzero")),
    }


@pytest.mark.parametrize("name", DEFAULTS)
def test_spelling_a_default_out_changes_nothing(name: str) -> None:
    option: dict[str, Any] = {name: DEFAULTS[name]}
    ruleset = BigThree(**option)
    assert ruleset == BigThree()
    assert hash(ruleset) == hash(BigThree())
    assert repr(ruleset) == "BigThree()"


def test_a_default_that_follows_another_option_is_resolved() -> None:
    assert BigThree(players=4, passes_to_end_trick=3) == BigThree(players=4)
    assert BigThree(players=4, passes_to_end_trick=2) != BigThree(players=4)
    assert repr(BigThree(players=4, passes_to_end_trick=3)) == "BigThree(players=4)"
    assert repr(BigThree(players=4, passes_to_end_trick=2)) == (
        "BigThree(players=4, passes_to_end_trick=2)"
    )


@each_ruleset
def test_a_ruleset_prints_as_the_call_that_makes_it(ruleset: ClimbingRuleset) -> None:
    names = {named.__name__: named for named in (BigThree, DouDizhu, Kickers, Rank)}
    assert eval(repr(ruleset), names) == ruleset


def test_only_options_that_are_not_the_default_are_printed() -> None:
    assert repr(BigThree()) == "BigThree()"
    assert repr(BigThree(min_run=4, bombs=True)) == "BigThree(bombs=True, min_run=4)"
    assert repr(BigThree(opener="dealer")) == "BigThree(opener='dealer')"


@each_ruleset
def test_rulesets_are_copied_and_pickled_by_value(ruleset: ClimbingRuleset) -> None:
    assert copy.copy(ruleset) == ruleset
    assert copy.deepcopy(ruleset) == ruleset
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        thawed = pickle.loads(pickle.dumps(ruleset, protocol))
        assert thawed == ruleset
        assert hash(thawed) == hash(ruleset)
        assert thawed.deal(3) == ruleset.deal(3)
    assert len(pickle.dumps(ruleset)) < 1000  # the options, none of the tables


@pytest.mark.parametrize("name", [*DEFAULTS, "rules", "color"])
def test_a_ruleset_is_frozen(name: str) -> None:
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        setattr(BigThree(), name, 3)


def test_options_are_keyword_arguments() -> None:
    with pytest.raises(TypeError):
        BigThree(4)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        BigThree(colour="red")  # type: ignore[call-arg]


REFUSED: list[tuple[dict[str, object], tuple[str, ...], str]] = [
    ({"players": 2}, ("players",), "Big Three is for 3 or 4 players"),
    ({"players": 5}, ("players",), "Big Three is for 3 or 4 players"),
    ({"players": 0}, ("players",), "Big Three is for 3 or 4 players"),
    ({"players": -3}, ("players",), "Big Three is for 3 or 4 players"),
    ({"players": True}, ("players",), "Big Three is for 3 or 4 players"),
    ({"players": 3.0}, ("players",), "Big Three is for 3 or 4 players"),
    ({"bombs": 1}, ("bombs",), "must be True or False"),
    ({"bombs": None}, ("bombs",), "must be True or False"),
    ({"bombs": "yes"}, ("bombs",), "must be True or False"),
    ({"kitty_shown": 0}, ("kitty_shown",), "must be True or False"),
    ({"min_run": 1}, ("min_run",), "must be from 2 to 10"),
    ({"min_run": 11}, ("min_run",), "must be from 2 to 10"),
    ({"min_run": -1}, ("min_run",), "must be from 2 to 10"),
    ({"min_run": True}, ("min_run",), "must be from 2 to 10"),
    ({"min_run": 3.0}, ("min_run",), "must be from 2 to 10"),
    ({"min_run": None}, ("min_run",), "must be from 2 to 10"),
    ({"min_run": "3"}, ("min_run",), "must be from 2 to 10"),
    ({"opener": "3♠"}, ("opener",), "must be one of 'lowest_heart', 'dealer'"),
    ({"opener": None}, ("opener",), "must be one of 'lowest_heart', 'dealer'"),
    ({"opener": []}, ("opener",), "must be one of 'lowest_heart', 'dealer'"),
    ({"dealer_draw": "Number"}, ("dealer_draw",), "must be one of 'number', 'rank'"),
    ({"partners": "none"}, ("partners",), "must be one of 'called', 'drawn'"),
    ({"direction": 1}, ("direction",), "must be one of 'counterclockwise', 'clockwise'"),
    ({"passes_to_end_trick": 0}, ("passes_to_end_trick", "players"), "must be from 1 to 2"),
    ({"passes_to_end_trick": 3}, ("passes_to_end_trick", "players"), "must be from 1 to 2"),
    ({"passes_to_end_trick": True}, ("passes_to_end_trick", "players"), "must be from 1 to 2"),
    ({"passes_to_end_trick": None}, ("passes_to_end_trick", "players"), "must be from 1 to 2"),
    (
        {"players": 4, "passes_to_end_trick": 4},
        ("passes_to_end_trick", "players"),
        "must be from 1 to 3",
    ),
    ({"rank_order": ()}, ("rank_order",), "must hold each of the 13 ranks once"),
    ({"rank_order": THREE_HIGH[1:]}, ("rank_order",), "must hold each of the 13 ranks once"),
    ({"rank_order": (*THREE_HIGH, 3)}, ("rank_order",), "must hold each of the 13 ranks once"),
    (
        {"rank_order": (*THREE_HIGH[:12], THREE_HIGH[0])},
        ("rank_order",),
        "must hold each of the 13 ranks once",
    ),
    (
        {"rank_order": (*THREE_HIGH[:12], Rank.RED_JOKER)},
        ("rank_order",),
        "must hold each of the 13 ranks once",
    ),
    ({"rank_order": list(THREE_HIGH)}, ("rank_order",), "must hold each of the 13 ranks once"),
    ({"rank_order": "456789TJQKA23"}, ("rank_order",), "must hold each of the 13 ranks once"),
    ({"rank_order": None}, ("rank_order",), "must hold each of the 13 ranks once"),
    (
        {"rank_order": tuple("456789TJQKA23")},
        ("rank_order",),
        "must hold each of the 13 ranks once",
    ),
    ({"players": 4, "kitty_shown": True}, ("kitty_shown", "players"), "four players have no kitty"),
    ({"partners": "drawn"}, ("partners", "players"), "three players have no partners"),
]


@pytest.mark.parametrize(
    ("options", "names", "problem"), REFUSED, ids=[str(options) for options, _, _ in REFUSED]
)
def test_options_that_cannot_be_are_named(
    options: dict[str, object], names: tuple[str, ...], problem: str
) -> None:
    with pytest.raises(RulesetError) as caught:
        BigThree(**options)  # type: ignore[arg-type]
    assert caught.value.options == names
    assert caught.value.problem == problem


def test_the_least_and_the_most_of_each_option() -> None:
    for min_run in (2, 10):
        assert BigThree(min_run=min_run).min_run == min_run
    for passes in (1, 2, 3):
        assert BigThree(players=4, passes_to_end_trick=passes).passes_to_end_trick == passes
    order = tuple(sorted(THREE_HIGH, reverse=True))
    assert BigThree(rank_order=order).sort("A♠ K♠ 2♠") == tuple(map(Card.parse, ["K♠", "2♠", "A♠"]))


@pytest.mark.parametrize("players", [2, 5, True])
def test_a_preset_is_as_strict_as_the_constructor(players: int) -> None:
    with pytest.raises(RulesetError):
        BigThree.bolshaya_troika(players=players)


@each_ruleset
def test_what_every_ruleset_has(ruleset: ClimbingRuleset) -> None:
    assert ruleset.name in ("big_three", "dou_dizhu")
    assert ruleset.version == 1
    assert ruleset.players in (3, 4)
    assert ruleset.deck == tuple(sorted(ruleset.deck))
    assert isinstance(ruleset, Ruleset)


def test_decks_are_in_natural_order() -> None:
    assert BigThree().deck == BigThree(players=4).deck == pack()
    assert BigThree.bolshaya_troika().deck == pack()
    assert DouDizhu().deck == pack(jokers=True)
    assert DouDizhu(players=4).deck == tuple(sorted(2 * pack(jokers=True)))


def test_cards_are_sorted_in_the_games_own_order() -> None:
    text = "3♥ A♠ 4♦ 10♣ 3♣ K♥ 4♣ 2♦ 3♣"
    assert " ".join(map(str, BigThree().sort(text))) == "4♣ 4♦ 10♣ K♥ A♠ 2♦ 3♣ 3♣ 3♥"
    russian = BigThree.bolshaya_troika()
    assert russian.rank_order == ACE_HIGH
    assert " ".join(map(str, russian.sort(text))) == "2♦ 3♣ 3♣ 3♥ 4♣ 4♦ 10♣ K♥ A♠"
    assert BigThree().sort("") == ()


# --- What the arguments named cards take -----------------------------------------------------

FORMS: list[Callable[[str], Hand | Iterable[Card] | str]] = [
    str,
    Hand.parse,
    lambda text: list(Hand.parse(text)),
    lambda text: iter(Hand.parse(text)),
    lambda text: (card for card in reversed(list(Hand.parse(text)))),
]


@pytest.mark.parametrize("form", FORMS)
def test_cards_are_a_hand_an_iterable_or_a_text(
    form: Callable[[str], Hand | Iterable[Card] | str],
) -> None:
    ruleset = BigThree()
    text = "4♣ 4♦ 5♠ 6♠ 7♥"
    hand = Hand.parse(text)
    assert list(ruleset.leads(form(text))) == list(ruleset.leads(hand))
    target = ruleset.classify("4♠")
    assert target is not None
    assert list(ruleset.answers(form(text), target)) == list(ruleset.answers(hand, target))
    pair = ruleset.classify(form("4♦ 4♣"))
    assert pair is not None
    assert pair.kind is Kind.PAIR
    assert ruleset.readings(form("4♦ 4♣")) == (pair,)
    assert ruleset.sort(form(text)) == ruleset.sort(hand)
    state = ruleset.position([form("4♣ 4♦"), form("5♣"), form("6♣")], target=form("K♠"))
    assert state.hands == (Hand.parse("4♣ 4♦"), Hand.parse("5♣"), Hand.parse("6♣"))


@pytest.mark.parametrize("text", ["BJ", "3♣ 3♣", "4♣ BJ", "", "3♣ 4♣", "3♣ " * 15])
def test_what_the_deck_does_not_hold_is_no_combination(text: str) -> None:
    assert BigThree().classify(text) is None
    assert BigThree().readings(text) == ()


def test_cards_the_deck_does_not_hold_lead_nothing() -> None:
    leads = BigThree().leads("BJ RJ 4♣ 4♣ 4♦")
    assert [str(lead.cards) for lead in leads] == ["4♣", "4♣ 4♦"]


# --- States, tables and views ----------------------------------------------------------------


def test_an_unfinished_deal_has_no_next() -> None:
    ruleset = BigThree()
    start = ruleset.deal(1)
    for state in (start, played(start, 3), ruleset.position(["4♣", "5♣", "6♣"])):
        assert state.result is None
        with pytest.raises(PositionError, match="the deal is not over"):
            ruleset.next_context(state)


def test_a_finished_deal_says_who_deals_next() -> None:
    ruleset = BigThree()
    state = played(ruleset.deal(1, DealContext(number=4, dealer=2, order=-1)), 10_000)
    assert state.result is not None
    assert state.result.out is not None
    assert ruleset.next_context(state) == DealContext(number=5, dealer=state.result.out, order=-1)


def test_partners_are_drawn_anew() -> None:
    ruleset = BigThree.bolshaya_troika(players=4)
    state = played(ruleset.deal(1), 10_000)
    assert state.deal is not None
    assert state.deal.context.partners is not None
    assert ruleset.next_context(state).partners is None


@each_ruleset
def test_step_raises_what_check_returns_and_leaves_the_state(ruleset: ClimbingRuleset) -> None:
    state = played(ruleset.deal(5), 6)
    before, history, hands = hash(state), state.history, state.hands
    refused = 0
    for action in (Pass(), Bid(1), Bid(9), Call("8♣"), Play(""), Play("BJ"), Play("4♣ 5♦")):
        for by in (None, 0, 1, 2, 3, -1, 99):
            violation = state.check(action, by)
            if violation is None:
                assert step(state, action, by).history[:-1] == history
            else:
                refused += 1
                with pytest.raises(IllegalAction) as caught:
                    step(state, action, by)
                assert caught.value.violation == violation
                assert caught.value.reason is violation.reason
    assert refused > 30
    assert (hash(state), state.history, state.hands) == (before, history, hands)


@pytest.mark.parametrize(
    "thing", [None, 3, "pass", b"pass", [], {}, Hand(), Card.parse("3♠"), Pass]
)
def test_what_is_no_action_is_refused_like_the_rest(thing: object) -> None:
    state = BigThree().deal(5)
    for by in (None, 0, 77):
        violation = state.check(thing, by)  # type: ignore[arg-type]
        assert violation is not None
        assert violation.reason is Reason.NOT_AN_ACTION
        assert violation.given == type(thing).__name__
        assert violation.action is None
        with pytest.raises(IllegalAction) as caught:
            step(state, thing, by)  # type: ignore[arg-type]
        assert caught.value.violation == violation


@pytest.mark.parametrize("seat", [-1, 3, 10**6, True, 1.0, "1", (), [], Pass()])
def test_what_is_no_seat_is_refused(seat: int) -> None:
    state = BigThree().deal(5)
    violation = state.check(Bid(1), seat)
    assert violation is not None
    assert violation.reason is Reason.NO_SUCH_SEAT
    assert violation.seats == 3
    assert state.legal_actions(seat) == ()
    with pytest.raises(IllegalAction):
        step(state, Bid(1), seat)
    with pytest.raises(PositionError, match="seats are numbered from 0 to 2"):
        state.view(seat)


@each_ruleset
def test_a_view_answers_as_the_state_does(ruleset: ClimbingRuleset) -> None:
    state = ruleset.deal(8)
    dealt = state.hands
    rng = random.Random(8)
    while True:
        for seat in range(ruleset.players):
            view = state.view(seat)
            assert (view.seat, view.hand, view.dealt) == (seat, state.hands[seat], dealt[seat])
            assert view.table == state.table
            assert view.draws == ()
            assert list(view.legal_actions()) == list(state.legal_actions(seat))
            for action in (Pass(), Bid(3), Call("9♦"), Play(list(state.hands[seat])[:1])):
                assert view.check(action) == state.check(action, seat)
        if state.is_over:
            break
        state = step(state, rng.choice(state.legal_actions()))


def test_a_spectator_sees_the_table_alone() -> None:
    state = played(BigThree().deal(8), 12)
    view = state.view(None)
    assert view.seat is None
    assert view.hand == view.dealt == Hand()
    assert view.table == state.table
    assert list(view.legal_actions()) == []
    violation = view.check(Pass())
    assert violation is not None
    assert violation.reason is Reason.NO_SUCH_SEAT


def test_a_view_of_a_position_was_dealt_nothing() -> None:
    view = BigThree().position(["4♣", "5♣", "6♣"]).view(1)
    assert (view.hand, view.dealt) == (Hand.parse("5♣"), Hand())


@each_ruleset
def test_states_are_frozen_values(ruleset: ClimbingRuleset) -> None:
    state = played(ruleset.deal(9), 15)
    same = played(ruleset.deal(9), 15)
    assert state == same
    assert hash(state) == hash(same)
    assert state != played(ruleset.deal(9), 14)
    assert state != played(ruleset.deal(10), 15)
    assert copy.copy(state) is copy.deepcopy(state) is state
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        thawed = pickle.loads(pickle.dumps(state, protocol))
        assert thawed == state
        assert hash(thawed) == hash(state)
        assert thawed.history == state.history
        assert type(thawed) is type(state)
    for name in ("phase", "hands", "_now", "color"):
        with pytest.raises(AttributeError, match="immutable"):
            setattr(state, name, None)
    assert not hasattr(state, "__dict__")


@each_ruleset
def test_views_and_tables_are_values(ruleset: ClimbingRuleset) -> None:
    state, same = played(ruleset.deal(9), 15), played(ruleset.deal(9), 15)
    for seat in (None, 0, 1, 2):
        view = state.view(seat)
        assert view == same.view(seat)
        assert hash(view) == hash(same.view(seat))
        assert pickle.loads(pickle.dumps(view)) == view
        assert copy.deepcopy(view) == view
    assert state.view(0) != state.view(1)
    assert state.table == same.table
    assert hash(state.table) == hash(same.table)


def test_a_printed_state_shows_no_hidden_card() -> None:
    for moves in (0, 4, 20):
        state = played(BigThree().deal(9), moves)
        assert not any(str(card) in repr(state) + repr(state.table) for card in state.ruleset.deck)


def test_the_phase_and_the_end() -> None:
    state = BigThree().deal(9)
    assert state.phase is Phase.AUCTION
    assert not state.is_over
    state = step(state, Bid(3))
    assert state.phase is state.table.phase is Phase.PLAY
    state = played(state, 10_000)
    assert state.phase is state.table.phase is Phase.OVER
    assert state.is_over
    assert state.to_act is None
    assert list(state.legal_actions()) == []
    assert state.result is not None
    assert sum(state.result.payoffs) == 0
    violation = state.check(Pass())
    assert violation is not None
    assert violation.reason is Reason.GAME_OVER


def test_the_types_that_every_game_has() -> None:
    state = BigThree().deal(9)
    assert isinstance(state, State)
    assert isinstance(state.table, Table)
    assert isinstance(state.view(0), View)
    abstract: list[Callable[..., object]] = [Ruleset, ClimbingRuleset, State, Table]
    for made in abstract:
        with pytest.raises(TypeError, match="abstract"):
            made()


class BareTable(ClimbingTable):
    """A table of an engine that does not sample."""

    __slots__ = ()

    _sampled = Table._sampled


def test_a_table_that_cannot_be_sampled_from_says_so() -> None:
    table = BigThree().deal(1).table
    assert isinstance(table, ClimbingTable)
    bare = BareTable(table._setting, table._now, table.history)
    view = View(seat=None, table=bare, hand=Hand(), dealt=Hand())
    with pytest.raises(TypeError, match="a BareTable cannot be sampled from"):
        view.sample(random.Random(1))
