"""What a record keeps of a deal and of a match, and how that is spelled in JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from attrs import fields, frozen
from typing_extensions import override

from climbcards.actions import Move, Pass, Play, parse_action
from climbcards.cards import Card
from climbcards.deal import MOST, Deal, DealContext, seed_problems
from climbcards.draw import Drawing
from climbcards.errors import ClimbcardsError, RecordError
from climbcards.linked import LinkedState, Setup
from climbcards.record_json import JsonValue, Place
from climbcards.record_values import as_cards, spellings_of_arguments
from climbcards.ruleset import ClimbingRuleset, Result, Ruleset, State, Table

__all__ = [
    "MatchOpening",
    "PlayedDeal",
    "position_of",
    "read_opening",
    "read_played",
    "write_opening",
    "write_played",
]

V = TypeVar("V")


@frozen(kw_only=True, repr=False)
class PlayedDeal:
    """A deal or a position, and what was played.

    Attributes:
        deal: the deal; None for a position.
        setup: the keywords that ``ruleset.position`` takes, with their values; None for a deal.
        moves: every move so far.
        result: how it ended; None while it goes on.
    """

    deal: Deal | None
    setup: Setup | None
    moves: tuple[Move, ...]
    result: Result | None

    @override
    def __repr__(self) -> str:
        """Without a hidden card."""
        return f"<PlayedDeal of {len(self.moves)} moves>"

    @staticmethod
    def of(state: State[Table]) -> PlayedDeal:
        """What a record keeps of a state.

        Raises:
            RecordError: it is a position that does not say all that it was set up with.
        """
        setup = _setup_of(state) if state.deal is None else None
        return PlayedDeal(deal=state.deal, setup=setup, moves=state.history, result=state.result)


@frozen(kw_only=True, repr=False)
class MatchOpening:
    """What a match began with, besides its first deal.

    Attributes:
        seed: what every chance of the match follows from.
        deals: how many deals make the match; None: no end.
        drawing: the draw for the first dealer; None where the dealer was given.
    """

    seed: int
    deals: int | None
    drawing: Drawing | None

    @override
    def __repr__(self) -> str:
        """Without the seed, from which every later deal follows."""
        return f"<MatchOpening of {self.deals or 'any number of'} deals>"


# --- Positions -----------------------------------------------------------------------------------


def _setup_of(state: State[Table]) -> Setup:
    """The keywords that set a position up, known to give the same position again."""
    ruleset = state.ruleset
    known = dict(state.setup or ()) if isinstance(state, LinkedState) else {}
    spelled = spellings_of_arguments(type(ruleset).position)
    setup = tuple((name, known.pop(name)) for name in spelled if name in known)
    try:
        again = position_of(ruleset, setup)
    except (ClimbcardsError, TypeError):
        again = None
    if (
        known
        or not isinstance(state, LinkedState)
        or not isinstance(again, LinkedState)
        or again._origin != state._origin
    ):
        raise RecordError(
            "$.position", f"{ruleset.name} does not tell all that this position was set up with"
        )
    return setup


def position_of(ruleset: Ruleset[Table], setup: Setup) -> State[Table]:
    """The position that these keywords set up.

    Raises:
        PositionError: it cannot be.
    """
    set_up: Callable[..., State[Table]] = ruleset.position
    return set_up(**dict(setup))


def _read_setup(place: Place, ruleset: Ruleset[Table]) -> Setup:
    spelled = spellings_of_arguments(type(ruleset).position)
    members = place.members(("hands",), spelled)
    setup: list[tuple[str, object]] = []
    for name, one in spelled.items():
        if name in members:
            value = one.read(members[name])
            if isinstance(value, Play):
                value = _combination(members[name], value, ruleset)
            setup.append((name, value))
    return tuple(setup)


def _combination(place: Place, play: Play, ruleset: Ruleset[Table]) -> object:
    """The combination of this kind that the cards are."""
    if isinstance(ruleset, ClimbingRuleset):
        for reading in ruleset.readings(play.cards):
            if reading.kind is play.kind:
                return reading
    raise place.fault(f"these cards are no {play.kind}")


# --- Deals ---------------------------------------------------------------------------------------


def write_played(played: PlayedDeal, ruleset: Ruleset[Table]) -> dict[str, JsonValue]:
    """The deal as JSON."""
    beginning: dict[str, JsonValue]
    if played.deal is not None:
        beginning = {"deal": _write_deal(played.deal)}
    else:
        spelled = spellings_of_arguments(type(ruleset).position)
        setup = played.setup or ()
        beginning = {"position": {name: spelled[name].write(value) for name, value in setup}}
    return beginning | {
        "moves": [f"{seat}: {action}" for seat, action in played.moves],
        "result": None if played.result is None else _write_result(played.result),
    }


def _write_deal(deal: Deal) -> JsonValue:
    context = deal.context
    return {
        "deck": " ".join(map(str, deal.deck)),
        "context": {
            "number": context.number,
            "dealer": context.dealer,
            "leader": context.leader,
            "partners": context.partners,
            "order": context.order,
        },
        "seed": deal.seed,
        "face_up": deal.face_up,
        "reshuffles": [" ".join(map(str, order)) for order in deal.reshuffles],
    }


def _write_result(result: Result) -> JsonValue:
    return {name: getattr(result, name) for name in _RESULT}


def read_played(members: Mapping[str, Place], ruleset: Ruleset[Table]) -> PlayedDeal:
    """The deal that stands there, its form and its ranges checked.

    Args:
        members: ``deal`` or ``position``, ``moves`` and ``result``.
        ruleset: the rules.

    Raises:
        RecordError: a value has the wrong form or is out of range.
    """
    deal = setup = None
    if "deal" in members:
        deal = _read_deal(members["deal"], ruleset)
    else:
        setup = _read_setup(members["position"], ruleset)
    seats = {str(seat): seat for seat in range(ruleset.players)}
    return PlayedDeal(
        deal=deal,
        setup=setup,
        moves=tuple([_read_move(place, seats) for place in members["moves"].items()]),
        result=_maybe(members["result"], ruleset.players, _read_result),
    )


def _maybe(place: Place, players: int, read: Callable[[Place, int], V]) -> V | None:
    """What stands there, at a table of so many, unless it is null."""
    return None if place.is_null else read(place, players)


def _read_deal(place: Place, ruleset: Ruleset[Table]) -> Deal:
    members = place.members(("deck", "context", "seed", "face_up", "reshuffles"))
    players, most = ruleset.players, len(ruleset.deck)
    seed = members["seed"]
    return Deal(
        deck=_read_pile(members["deck"], most),
        context=_read_context(members["context"], players),
        seed=None if seed.is_null else _read_seed(seed),
        face_up=members["face_up"].maybe_whole(0, most - 1),
        reshuffles=tuple([_read_pile(pile, most) for pile in members["reshuffles"].items()]),
    )


def _read_pile(place: Place, most: int) -> tuple[Card, ...]:
    """The cards of a deck, or of a part of it."""
    if place.text().count(" ") >= most:
        raise place.fault(f"the deck has {most} cards")
    return as_cards(place)


def _read_seed(place: Place) -> int:
    seed = place.whole()
    for problem in seed_problems(seed):
        raise place.fault(problem)
    return seed


def _read_context(place: Place, players: int) -> DealContext:
    members = place.members(("number", "dealer", "leader", "partners", "order"))
    order = members["order"]
    if order.whole() not in (1, -1):
        raise order.fault("the order is 1 or -1")
    return DealContext(
        number=members["number"].whole(1, MOST),
        dealer=members["dealer"].whole(0, players - 1),
        leader=members["leader"].maybe_whole(0, players - 1),
        partners=_maybe(members["partners"], players, _read_pair),
        order=order.whole(),
    )


def _read_pair(place: Place, players: int) -> tuple[int, int]:
    match _read_seats(place, players):
        case (one, other) if one != other:
            return one, other
        case _:
            raise place.fault("partners are two seats")


def _read_seats(place: Place, players: int) -> tuple[int, ...]:
    return tuple([seat.whole(0, players - 1) for seat in place.items()])


_PASS: Final = Pass()


def _read_move(place: Place, seats: Mapping[str, int]) -> Move:
    seat, _, action = place.text().partition(": ")
    if seat not in seats:
        place.refuse(f"a seat from 0 to {len(seats) - 1}, a colon, a space and an action")
    if action == "pass":  # every other move is one: no need to parse it
        return Move(seats[seat], _PASS)
    try:
        return Move(seats[seat], parse_action(action))
    except ClimbcardsError as error:
        raise place.fault(error) from None


_RESULT: Final = tuple([field.name for field in fields(Result)])
"""The members of a result, in their order."""


def _read_result(place: Place, players: int) -> Result:
    members = place.members(_RESULT)
    return Result(
        winners=_read_seats(members["winners"], players),
        out=members["out"].maybe_whole(0, players - 1),
        teams=tuple([_read_seats(team, players) for team in members["teams"].items()]),
        stake=members["stake"].whole(),
        points=_read_units(members["points"], players),
        payoffs=_read_units(members["payoffs"], players),
        liable=members["liable"].maybe_whole(0, players - 1),
        thrown_in=members["thrown_in"].truth(),
    )


def _read_units(place: Place, players: int) -> tuple[int, ...]:
    """A number for each seat."""
    units = tuple([number.whole() for number in place.items()])
    if len(units) != players:
        raise place.fault(f"expected {players} numbers, not {len(units)}")
    return units


# --- Matches -------------------------------------------------------------------------------------


def write_opening(opening: MatchOpening) -> JsonValue:
    """The beginning of a match as JSON."""
    drawing = opening.drawing
    return {
        "seed": opening.seed,
        "deals": opening.deals,
        "drawing": None
        if drawing is None
        else {
            "places": drawing.places,
            "rounds": [[f"{seat}: {card}" for seat, card in drawn] for drawn in drawing.rounds],
        },
    }


def read_opening(place: Place, players: int) -> MatchOpening:
    """The beginning of a match that stands there, its form and its ranges checked.

    Raises:
        RecordError: a value has the wrong form or is out of range.
    """
    members = place.members(("seed", "deals", "drawing"))
    return MatchOpening(
        seed=_read_seed(members["seed"]),
        deals=members["deals"].maybe_whole(1),
        drawing=_maybe(members["drawing"], players, _read_drawing),
    )


def _read_drawing(place: Place, players: int) -> Drawing:
    members = place.members(("places", "rounds"))
    seats = {str(seat): seat for seat in range(players)}
    rounds = tuple(
        [
            tuple([_read_drawn(drawn, seats) for drawn in round_.items()])
            for round_ in members["rounds"].items()
        ]
    )
    return Drawing(_read_seats(members["places"], players), rounds)


def _read_drawn(place: Place, seats: Mapping[str, int]) -> tuple[int, Card]:
    seat, _, card = place.text().partition(": ")
    if seat not in seats:
        place.refuse(f"a seat from 0 to {len(seats) - 1}, a colon, a space and a card")
    try:
        return seats[seat], Card.parse(card)
    except ClimbcardsError as error:
        raise place.fault(error) from None
