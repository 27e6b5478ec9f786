"""Lines of a game at a terminal, each with the tone it is said in; how they look is the shell's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

from attrs import frozen

from climbcards.cli_demo import wrapped

__all__ = ["Line", "Tone", "in_tone", "list_text", "seat_name", "who"]


class Tone(StrEnum):
    """How a line is said."""

    PLAIN = "plain"
    TITLE = "title"
    QUIET = "quiet"
    REFUSAL = "refusal"
    ASK = "ask"


@frozen
class Line:
    """A line of text.

    Attributes:
        text: what it says, without a line break.
        tone: how.
    """

    text: str
    tone: Tone = Tone.PLAIN


def in_tone(
    head: str, words: str | Iterable[str], tone: Tone = Tone.PLAIN, between: str = " "
) -> Iterator[Line]:
    """Lines of these words (a text is taken word by word) after a head, none too long."""
    pieces = words.split(" ") if isinstance(words, str) else words
    for text in wrapped(head, pieces, between):
        yield Line(text, tone)


def seat_name(seat: int | None, own: int) -> str:
    """``you``, or ``seat 2``."""
    return "you" if seat == own else f"seat {seat}"


def who(seat: int | None, own: int, verb: str) -> str:
    """``You play``, or ``Seat 2 plays``; the verb is given as in ``you play``."""
    if seat == own:
        return f"You {verb}"
    ending = "es" if verb.endswith(("s", "sh", "ch", "o")) else "s"
    return f"Seat {seat} {verb}{ending}"


def list_text(things: Iterable[object], last: str = "or") -> str:
    """``1, 2 or 3``."""
    texts = list(map(str, things))
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}"
