"""What a client may say: strict JSON, read into small values.  The README lists the messages."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from attrs import frozen

from climbcards import (
    Action,
    BigThree,
    BigTwo,
    ClimbcardsError,
    DouDizhu,
    Ruleset,
    Table,
    ThreeThirteen,
    parse_action,
)
from climbcards.record_json import JsonValue, Place, read_json
from climbcards.record_rulesets import read_ruleset

MOST_BYTES: Final = 8_192
"""The longest message of a client; a ruleset with all its options takes about one thousand."""

MOST_DEALS: Final = 100
LONGEST_NAME: Final = 24

GAMES: Final[Mapping[str, Callable[[], Ruleset[Table]]]] = {
    game.name: game for game in (BigThree, BigTwo, DouDizhu, ThreeThirteen)
}
"""The games by their names: what makes the ruleset with the usual options."""

Message: TypeAlias = dict[str, JsonValue]
"""What the server says."""


class Refused(Exception):
    """Something that the server does not do; nothing is changed.

    Attributes:
        code: a stable code, as the README lists them.
        facts: further members of the error message.
    """

    def __init__(self, code: str, problem: str, facts: Mapping[str, JsonValue] | None = None):
        super().__init__(problem)
        self.code = code
        self.facts = dict(facts or {})

    def message(self) -> Message:
        """The message that tells the client."""
        return {"type": "error", "code": self.code, "message": str(self), **self.facts}


# --- What a client says


@frozen
class Tables:
    """What tables are there?"""


@frozen
class Create:
    """Set up a table.

    Attributes:
        ruleset: the game with its options.
        deals: the length of the match; None: as the rules or the server have it.
    """

    ruleset: Ruleset[Table]
    deals: int | None


@frozen
class Join:
    """Take a free seat: this one, or any."""

    table: str
    name: str
    seat: int | None


@frozen
class Return:
    """Come back to the seat of a token."""

    table: str
    token: str


@frozen
class Watch:
    """Look on without a seat."""

    table: str


@frozen
class Act:
    """Do something at the table; with ``only_check`` ask whether it may be done.

    Attributes:
        deal: the number of the deal, from 1.
        number: how many moves the deal had when the player decided.
        action: what to do.
    """

    deal: int
    number: int
    action: Action
    only_check: bool = False


@frozen
class Look:
    """Send me my view again."""


@frozen
class Leave:
    """Give my seat up, or stop watching."""


Said: TypeAlias = Tables | Create | Join | Return | Watch | Act | Look | Leave


def read_message(text: str | bytes) -> Said:
    """What a client said.

    Raises:
        Refused: it is no message of this protocol; it says where the fault is.
    """
    if isinstance(text, bytes):
        raise Refused("bad_message", "messages are texts, not bytes")
    if len(text) > MOST_BYTES:
        raise Refused("bad_message", f"a message has at most {MOST_BYTES:,} bytes")
    try:
        return _message(read_json(text))
    except ClimbcardsError as error:
        raise Refused("bad_message", str(error)) from None


def _message(document: Place) -> Said:
    whole = document.members(("type",), _KEYS)
    kind = whole["type"].text()
    if kind not in _READERS:
        whole["type"].refuse(f"one of {', '.join(_READERS)}")
    required, optional, read = _READERS[kind]
    return read(document.members(("type", *required), optional))


def _tables(_: Mapping[str, Place]) -> Said:
    return Tables()


def _create(members: Mapping[str, Place]) -> Said:
    place = members["ruleset"]
    if isinstance(place.value, str):
        if place.value not in GAMES:
            place.refuse(f"a ruleset, or one of {', '.join(GAMES)}")
        ruleset = GAMES[place.value]()
    else:
        ruleset = read_ruleset(place)
    deals = members.get("deals", Place(None)).maybe_whole(1, MOST_DEALS)
    return Create(ruleset, deals)


def _join(members: Mapping[str, Place]) -> Said:
    name = " ".join(members["name"].text().split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise members["name"].fault(f"a name has 1 to {LONGEST_NAME} printable characters")
    seat = members.get("seat", Place(None)).maybe_whole(0, 99)
    return Join(_table(members), name, seat)


def _return(members: Mapping[str, Place]) -> Said:
    return Return(_table(members), members["token"].text())


def _watch(members: Mapping[str, Place]) -> Said:
    return Watch(_table(members))


def _act(members: Mapping[str, Place], only_check: bool = False) -> Said:
    place = members["action"]
    text = place.text()
    try:
        action = parse_action(text)
    except ClimbcardsError as error:
        raise place.fault(error) from None
    return Act(
        deal=members["deal"].whole(1, 1_000_000),
        number=members["number"].whole(0, 1_000_000),
        action=action,
        only_check=only_check,
    )


def _check(members: Mapping[str, Place]) -> Said:
    return _act(members, only_check=True)


def _look(_: Mapping[str, Place]) -> Said:
    return Look()


def _leave(_: Mapping[str, Place]) -> Said:
    return Leave()


def _table(members: Mapping[str, Place]) -> str:
    return members["table"].text()


_Reader: TypeAlias = Callable[[Mapping[str, Place]], Said]

_READERS: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...], _Reader]]] = {
    "tables": ((), (), _tables),
    "create": (("ruleset",), ("deals",), _create),
    "join": (("table", "name"), ("seat",), _join),
    "return": (("table", "token"), (), _return),
    "watch": (("table",), (), _watch),
    "act": (("deal", "number", "action"), (), _act),
    "check": (("deal", "number", "action"), (), _check),
    "look": ((), (), _look),
    "leave": ((), (), _leave),
}
"""By type: the keys a message must have, those it may have, and its reader."""

_KEYS: Final = frozenset(
    key for required, optional, _ in _READERS.values() for key in (*required, *optional)
)


def fresh_token() -> str:
    """A secret that nobody can guess: it is the right to a seat."""
    return secrets.token_urlsafe(16)


TOKEN: Final = re.compile(r"[\w-]{16,64}", re.ASCII)
NAME_OF_TABLE: Final = re.compile(r"[a-z][a-z0-9_]{0,30}-[1-9][0-9]{0,5}", re.ASCII)
