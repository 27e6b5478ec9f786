"""The exceptions that know no game type.

Every exception of this package derives from :class:`ClimbcardsError` and from `ValueError`, takes
positional arguments only and survives pickling, so that it can cross a process pool.
``IllegalAction`` lives in
:mod:`climbcards.violations`, beside the violation it carries.
"""

from __future__ import annotations

__all__ = [
    "ClimbcardsError",
    "NotationError",
    "PositionError",
    "RecordError",
    "RulesetError",
]

_EXCERPT = 20
"""How many characters of a faulty text a message shows on either side of the fault."""


class ClimbcardsError(ValueError):
    """Base of every exception this package raises on purpose."""


class NotationError(ClimbcardsError):
    """A text that is no card, hand or action.

    Attributes:
        text: the whole text as it was given.
        index: where the fault is, counted in characters from 0; ``len(text)`` when something is
            missing at the end.
        expected: what should have stood there, in words.
    """

    def __init__(self, text: str, index: int, expected: str) -> None:
        super().__init__(text, index, expected)
        self.text = text
        self.index = index
        self.expected = expected

    def __str__(self) -> str:
        start = max(0, self.index - _EXCERPT)
        end = self.index + _EXCERPT
        excerpt = repr(self.text[start:end])
        if start or end < len(self.text):
            excerpt = f"…{excerpt}…"
        return f"expected {self.expected} at index {self.index} of {excerpt}"


def require_text(text: object, expected: str) -> None:
    """Refuse what is no text where a text is read.

    Raises:
        NotationError: it is no ``str``.
    """
    if not isinstance(text, str):
        raise NotationError(type(text).__name__, 0, f"a text: {expected}")


class RulesetError(ClimbcardsError):
    """Options of a ruleset that contradict each other or are out of range.

    Attributes:
        problem: the contradiction in words.
        options: the names of the options concerned.
    """

    def __init__(self, problem: str, *options: str) -> None:
        super().__init__(problem, *options)
        self.problem = problem
        self.options = options

    def __str__(self) -> str:
        return f"{', '.join(self.options)}: {self.problem}"


class PositionError(ClimbcardsError):
    """Cards, a deck or a position that cannot be, with *everything* that is wrong with it.

    Attributes:
        problems: one sentence for each fault found.
    """

    def __init__(self, *problems: str) -> None:
        super().__init__(*problems)
        self.problems = problems

    def __str__(self) -> str:
        return "; ".join(self.problems)


class RecordError(ClimbcardsError):
    """A record that is malformed or does not replay.

    Attributes:
        path: the JSON path of the fault, such as ``$.moves[17]``.
        problem: what is wrong there, in words.
        line: in a file of many records, the number of the line, from 1.
        torn: whether that is an unfinished last line, as a crash in the middle of writing leaves.
    """

    def __init__(
        self, path: str, problem: str, line: int | None = None, torn: bool = False
    ) -> None:
        super().__init__(path, problem, line, torn)
        self.path = path
        self.problem = problem
        self.line = line
        self.torn = torn

    def __str__(self) -> str:
        line = "" if self.line is None else f"line {self.line}, "
        torn = " (the line is unfinished)" if self.torn else ""
        return f"{line}{self.path}: {self.problem}{torn}"
