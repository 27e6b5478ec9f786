"""Views and events as JSON, for a server and its clients.

A view is written as the ruleset, what the seat was shown before the first move, and the events
since; reading it goes through them one by one, so what comes out is a view that the rules allow.
No text holds more than the view or the event: no hidden card, deck or seed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar, overload

from climbcards.actions import parse_action
from climbcards.errors import ClimbcardsError, RecordError
from climbcards.events import Event
from climbcards.hand import Hand
from climbcards.record_json import JsonValue, Place, is_object, read_json, write_json
from climbcards.record_rulesets import read_ruleset, write_ruleset
from climbcards.record_values import spelling_of
from climbcards.ruleset import Ruleset, Table, View

__all__ = ["event_from_json", "event_to_json", "view_from_json", "view_to_json"]

T = TypeVar("T", bound=Table)
V = TypeVar("V")

FORMAT: Final = "climbcards.view"
SCHEMA: Final = 1

MOST_CHARACTERS: Final = 1 << 19
"""The longest text of a view that is read; most that are written have a few thousand."""

MOST_EVENTS: Final = 8_000
"""More moves than a deal has: reading a view goes through them all.

Three Thirteen with eight players comes to some thousands when nobody goes out.
"""

_MOST_SEAT: Final = 999


# --- Events


def event_to_json(event: Event) -> str:
    """The event as JSON: its number, seat and action, and the cards shown, if there are any."""
    return write_json(_event_value(event))


def event_from_json(text: str) -> Event:
    """The event that :func:`event_to_json` wrote.

    Its form is checked; whether the move is legal is seen when a view takes it.

    Raises:
        RecordError: the text is no such JSON; the path says where.
    """
    return _placed_event(_read(text))


def _event_value(event: Event) -> dict[str, JsonValue]:
    value: dict[str, JsonValue] = {
        "number": event.number,
        "seat": event.seat,
        "action": str(event.action),
    }
    return {**value, "shown": str(event.shown)} if event.shown else value


def _placed_event(place: Place) -> Event:
    members = place.members(("number", "seat", "action"), ("shown",))
    shown = Hand()
    if "shown" in members:
        shown = _parsed(members["shown"], Hand.parse)
        if not shown:
            raise members["shown"].fault("this key is left out where no cards are shown")
    return Event(
        number=members["number"].whole(1, MOST_EVENTS),
        seat=members["seat"].whole(0, _MOST_SEAT),
        action=_parsed(members["action"], parse_action),
        shown=shown,
    )


def _parsed(place: Place, parse: Callable[[str], V]) -> V:
    """What a text says in a notation of this package."""
    try:
        return parse(place.text())
    except ClimbcardsError as error:
        raise place.fault(error) from None


# --- Views


def view_to_json(view: View[Table]) -> str:
    """The view as JSON: the ruleset, the seat, what it was shown at first, and the events since.

    Raises:
        TypeError: an option of a ruleset of one's own has no spelling in JSON.
    """
    ruleset = view.table.ruleset
    opening = ruleset._opening_of(view)
    (name,) = (name for name, kind in ruleset._openings.items() if kind is type(opening))
    return write_json(
        {
            "format": FORMAT,
            "schema": SCHEMA,
            "ruleset": write_ruleset(ruleset),
            "seat": view.seat,
            name: spelling_of(type(opening)).write(opening),
            "events": [_event_value(event) for event in view.events],
        }
    )


@overload
def view_from_json(text: str, ruleset: Ruleset[T]) -> View[T]: ...


@overload
def view_from_json(text: str, ruleset: None = None) -> View[Table]: ...


def view_from_json(text: str, ruleset: Ruleset[Table] | None = None) -> View[Table]:
    """The view that :func:`view_to_json` wrote: it is equal to that one.

    Args:
        text: the JSON.
        ruleset: the rules that the view must be of, which may be a game of your own; None: a game
            of this package with whatever options the text says.

    Raises:
        RecordError: the text is no such JSON, is of other rules, or tells of what the rules do not
            allow; the path says where.
    """
    document = _read(text)
    whole = document.value
    if not is_object(whole) or "ruleset" not in whole:
        raise document.fault("a view belongs here: an object with a ruleset")
    ruleset = _placed_ruleset(Place(whole["ruleset"], document.under("ruleset")), ruleset)
    kinds = ruleset._openings
    members = document.members(("format", "schema", "ruleset", "seat", "events"), kinds)
    if members["format"].value != FORMAT:
        raise members["format"].fault(f"{FORMAT!r} belongs here")
    members["schema"].whole(SCHEMA, SCHEMA)
    seat = members["seat"].maybe_whole(0, ruleset.players - 1)
    names = [name for name in kinds if name in members]
    if len(names) != 1:
        raise document.fault(f"one of {', '.join(kinds)} belongs here")
    place = members[names[0]]
    opening = spelling_of(kinds[names[0]]).read(place)
    try:
        view = ruleset._view_of(opening, seat)
    except ClimbcardsError as error:
        raise place.fault(error) from None
    return _advanced(view, members["events"])


def _advanced(view: View[T], place: Place) -> View[T]:
    events = place.items()
    if len(events) > MOST_EVENTS:
        raise place.fault(f"a view has at most {MOST_EVENTS:,} events")
    for found in events:
        try:
            view = view.advance(_placed_event(found))
        except RecordError:
            raise
        except ClimbcardsError as error:
            raise found.fault(error) from None
    return view


def _read(text: str) -> Place:
    document = read_json(text)
    if len(text) > MOST_CHARACTERS:
        raise document.fault(f"a view has at most {MOST_CHARACTERS:,} characters")
    return document


def _placed_ruleset(place: Place, wanted: Ruleset[Table] | None) -> Ruleset[Table]:
    ruleset = read_ruleset(place, () if wanted is None else (type(wanted),))
    if wanted is not None and ruleset != wanted:
        raise place.fault(f"these are not the rules of {wanted!r}")
    return ruleset
