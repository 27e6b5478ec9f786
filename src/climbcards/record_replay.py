"""Playing a recorded deal or match again, and holding every step to the rules and the record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from attrs import AttrsInstance, evolve, fields

from climbcards.deal import Deal
from climbcards.errors import ClimbcardsError, RecordError
from climbcards.match import Match
from climbcards.record_deals import MatchOpening, PlayedDeal, position_of
from climbcards.record_json import Place
from climbcards.ruleset import Result, Ruleset, State, Table, step

__all__ = ["replay_deal", "replay_match"]

D = TypeVar("D", bound=AttrsInstance)


def _fault(path: str, problem: str | ClimbcardsError) -> RecordError:
    return Place(None, path).fault(problem)


def replay_deal(ruleset: Ruleset[Table], played: PlayedDeal) -> State[Table]:
    """The state after the moves of a deal or a position.

    Raises:
        RecordError: the rules or the record itself object.
    """
    state = _beginning(ruleset, played)
    for number, (seat, action) in enumerate(played.moves):
        try:
            state = step(state, action, seat)
        except ClimbcardsError as error:
            raise _fault(f"$.moves[{number}]", error) from None
    _hold_result("$.result", played.result, state.result)
    return state


def _beginning(ruleset: Ruleset[Table], played: PlayedDeal) -> State[Table]:
    deal = played.deal
    if deal is None:
        try:
            return position_of(ruleset, played.setup or ())
        except ClimbcardsError as error:
            raise _fault("$.position", error) from None
    try:
        if deal.seed is not None:
            shuffled = ruleset.shuffle(deal.seed, deal.context)
            if not shuffled.reshuffles:  # a seed says nothing of orders that were given
                shuffled = evolve(shuffled, reshuffles=deal.reshuffles)
            _hold_deal("$.deal", deal, shuffled, "this does not follow from the seed")
        return ruleset.start(deal)
    except RecordError:
        raise
    except ClimbcardsError as error:
        wrong_deck = sorted(deal.deck) != list(ruleset.deck)
        raise _fault("$.deal.deck" if wrong_deck else "$.deal", error) from None


def _hold_deal(path: str, recorded: Deal, expected: Deal, problem: str) -> None:
    """Refuse a deal that is not the one expected, at its first member that differs."""
    for fact, _, _ in _differing(recorded.context, expected.context):
        raise _fault(f"{path}.context.{fact}", problem)
    for member, _, _ in _differing(recorded, expected):
        raise _fault(f"{path}.{member}", problem)


def _hold_result(path: str, recorded: Result | None, actual: Result | None) -> None:
    """Refuse a result that is not the one that the moves gave."""
    if recorded is None and actual is not None:
        raise _fault(path, "the deal is over: its result is missing")
    if recorded is not None and actual is None:
        raise _fault(path, "the deal is not over: it has no result")
    for member, told, made in _differing(recorded, actual):
        raise _fault(f"{path}.{member}", f"the moves give {made}, not {told}")


def _differing(one: D | None, other: D | None) -> Iterator[tuple[str, object, object]]:
    """The fields in which two values of one class differ, in their order."""
    if one is None or other is None or one == other:
        return
    for field in fields(type(one)):
        mine, theirs = getattr(one, field.name), getattr(other, field.name)
        if mine != theirs:
            yield field.name, mine, theirs


def replay_match(
    ruleset: Ruleset[Table], opening: MatchOpening, deals: Sequence[PlayedDeal]
) -> Match[Table]:
    """The match after the moves of all its deals.

    Raises:
        RecordError: the rules or the record itself object.
    """
    first = deals[0].deal
    dealer = None if opening.drawing is not None or first is None else first.context.dealer
    try:
        match = Match.begin(ruleset, opening.seed, deals=opening.deals, dealer=dealer)
    except ClimbcardsError as error:
        raise _fault("$.match", error) from None
    if match.drawing != opening.drawing:
        raise _fault("$.match.drawing", "this does not follow from the seed")
    if match.deals != opening.deals:
        raise _fault("$.match.deals", f"a match of these rules has {match.deals} deals")
    for number, played in enumerate(deals):
        path = f"$.deals[{number}]"
        if match.is_over:
            raise _fault(path, "the match was over before this deal")
        _hold_match_deal(path, match, played)
        match = _played_on(path, match, played, number)
        ended = match.results[number] if len(match.results) > number else None
        _hold_result(f"{path}.result", played.result, ended)
        if ended is None and number + 1 < len(deals):
            raise _fault(path, "this deal is not over, and another follows")
    if len(match.past) == len(deals) and not match.is_over:
        raise _fault("$.deals", "the match goes on: the deal in progress is missing")
    return match


def _hold_match_deal(path: str, match: Match[Table], played: PlayedDeal) -> None:
    expected = match.state.deal
    if played.deal is None or expected is None:
        raise _fault(f"{path}.deal", "a match is made of deals")
    _hold_deal(
        f"{path}.deal",
        played.deal,
        expected,
        "this does not follow from the seed of the match and the deal before",
    )


def _played_on(path: str, match: Match[Table], played: PlayedDeal, number: int) -> Match[Table]:
    for place, (seat, action) in enumerate(played.moves):
        if len(match.past) > number:
            raise _fault(f"{path}.moves[{place}]", "the deal is over")
        try:
            match = match.step(action, seat)
        except ClimbcardsError as error:
            raise _fault(f"{path}.moves[{place}]", error) from None
    return match
