"""The page "Where each rule comes from": what the sources say, and the tests that prove it.

It reads the rows of ``tests/data/requirements.toml`` and the markers ``@pytest.mark.rule(…)`` of
the test files (as text: no test is imported), and writes the page among the sources of the
documentation before Sphinx looks for them.  A test holds rows and markers together with the same
functions.

To hook it up, have this directory on ``sys.path`` in ``conf.py``, add ``"traceability"`` to
``extensions``, and name ``explanation/where-each-rule-comes-from`` in a table of contents.  The
page is built, so git is to ignore it.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, cast

__all__ = [
    "Proof",
    "RequirementsError",
    "Requirements",
    "Row",
    "Source",
    "proofs_in",
    "read_requirements",
    "render",
    "setup",
    "unknown",
    "unproved",
    "write_page",
]

PAGE: Final = Path("explanation", "where-each-rule-comes-from.md")
"""Where the page is written, below the directory of ``conf.py``."""

KINDS: Final = {
    "R": "rule",
    "O": "option",
    "A": "advice",
    "N": "no rule",
    "manners": "table manners",
}
"""The kinds of rows, with the words of the page."""

NEED_A_TEST: Final = frozenset("RO")


class RequirementsError(ValueError):
    """Rows or markers that cannot be read as what they should be."""


class Row(NamedTuple):
    """One statement of a source.

    Attributes:
        id: the prefix of its source and its number there, such as ``BT3-31``.
        kind: a key of :data:`KINDS`.
        topic: what it is about, in a word or two.
        rule: the statement in one line, as this package reads it.
    """

    id: str
    kind: str
    topic: str
    rule: str


class Source(NamedTuple):
    """A document that tells a game.

    Attributes:
        prefix: with which the ids of its rows begin.
        game: the name of the ruleset.
        title: a heading.
        about: a sentence on the document.
        rows: its statements, in order.
    """

    prefix: str
    game: str
    title: str
    about: str
    rows: tuple[Row, ...]


class Requirements(NamedTuple):
    """All rows of all sources.

    Attributes:
        finished: the games whose rules all need a test.
        sources: the documents.
    """

    finished: frozenset[str]
    sources: tuple[Source, ...]

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows of every source."""
        return tuple(row for source in self.sources for row in source.rows)


class Proof(NamedTuple):
    """A test that names a row.

    Attributes:
        row: the id.
        file: the test file, relative to the directory that was searched.
        test: the name of the function, after that of its class if it has one.
    """

    row: str
    file: str
    test: str


# --- Reading -------------------------------------------------------------------------------------


def read_requirements(text: str) -> Requirements:
    """The rows that a file of requirements holds.

    Raises:
        RequirementsError: an entry that lacks something or has too much, an id that is twice or
            out of order, an unknown kind, or a finished game that no source tells.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:  # so an id that is twice in one source
        raise RequirementsError(str(error)) from error
    sources = tuple(_source(entry) for entry in data.get("source", ()))
    requirements = Requirements(frozenset(data.get("finished", ())), sources)
    prefixes = [source.prefix for source in sources]
    if len(set(prefixes)) < len(prefixes):
        raise RequirementsError(f"a prefix is twice among {', '.join(prefixes)}")
    untold = requirements.finished - {source.game for source in sources}
    if untold:
        raise RequirementsError(f"no source tells {', '.join(sorted(untold))}")
    return requirements


def _source(entry: Mapping[str, Any]) -> Source:
    if set(entry) != set(Source._fields):
        raise RequirementsError(f"a source has {', '.join(Source._fields)}, not {', '.join(entry)}")
    prefix = str(entry["prefix"])
    rows = tuple(_row(name, fields) for name, fields in entry["rows"].items())
    for number, row in enumerate(rows, 1):
        if row.id != f"{prefix}-{number:02}":
            raise RequirementsError(f"{prefix}-{number:02} should stand where {row.id} does")
    return Source(prefix, str(entry["game"]), str(entry["title"]), str(entry["about"]), rows)


def _row(name: str, fields: Mapping[str, object]) -> Row:
    if set(fields) != {"kind", "topic", "rule"}:
        raise RequirementsError(f"{name} has kind, topic and rule, not {', '.join(fields)}")
    row = Row(name, *(str(fields[field]) for field in ("kind", "topic", "rule")))
    if row.kind not in KINDS:
        raise RequirementsError(f"{name} is of no kind: {row.kind}")
    if not row.topic or not row.rule or "\n" in row.rule:
        raise RequirementsError(f"{name} needs a topic and a rule in one line")
    return row


def proofs_in(directory: Path) -> tuple[Proof, ...]:
    """Every marker ``pytest.mark.rule(…)`` on a test in the Python files below a directory.

    Raises:
        RequirementsError: a marker that is on no test, or that names a row other than in quotes.
    """
    found: list[Proof] = []
    for path in sorted(directory.rglob("*.py")):
        file = path.relative_to(directory).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"), file)
        markers = {id(node): node for node in ast.walk(tree) if _is_marker(node)}
        for test, marker in _marked(tree.body):
            found += [Proof(row, file, test) for row in _named(marker, file)]
            markers.pop(id(marker), None)
        for node in markers.values():
            raise RequirementsError(f"{file}: the marker in line {_line(node)} is on no test")
    return tuple(found)


def _marked(body: Sequence[ast.stmt], outer: str = "") -> Iterator[tuple[str, ast.Call]]:
    """The markers on the tests of a module, or of a class of tests."""
    for node in body:
        match node:
            case ast.FunctionDef(name=name) if name.startswith("test"):
                for decorator in node.decorator_list:
                    for part in ast.walk(decorator):
                        if isinstance(part, ast.Call) and _is_marker(part):
                            yield outer + name, part
            case ast.ClassDef(name=name) if name.startswith("Test"):
                yield from _marked(node.body, f"{outer}{name}.")
            case _:
                pass


def _is_marker(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="mark"), attr="rule")):
            return True
        case _:
            return False


def _named(marker: ast.Call, file: str) -> list[str]:
    rows = [part.value for part in marker.args if isinstance(part, ast.Constant)]
    names = [row for row in rows if isinstance(row, str)]
    if not names or len(names) != len(marker.args) or marker.keywords:
        raise RequirementsError(f"{file}: line {_line(marker)} should name rows in quotes")
    return names


def _line(node: ast.AST) -> int:
    return cast("ast.expr", node).lineno


# --- Comparing -----------------------------------------------------------------------------------


def unproved(requirements: Requirements, proofs: Sequence[Proof]) -> tuple[Row, ...]:
    """The rules and options of finished games that no test names."""
    proved = {proof.row for proof in proofs}
    return tuple(
        row
        for source in requirements.sources
        if source.game in requirements.finished
        for row in source.rows
        if row.kind in NEED_A_TEST and row.id not in proved
    )


def unknown(requirements: Requirements, proofs: Sequence[Proof]) -> tuple[Proof, ...]:
    """The proofs of rows that there are not."""
    known = {row.id for row in requirements.rows}
    return tuple(proof for proof in proofs if proof.row not in known)


# --- Writing -------------------------------------------------------------------------------------

_HEAD: Final = """\
# Where each rule comes from

The rules of this package follow a few documents that tell the games. Below, each statement of each
document has a row: what it says in a line, the way this package reads it, and the tests that prove
it. Rules and options of a finished game all have a test; advice, table manners (who shuffles, how
the cards lie) and statements that are no rules need none.

*This page is built from `tests/data/requirements.toml` and from the tests.*
"""


def render(requirements: Requirements, proofs: Sequence[Proof]) -> str:
    """The page, in Markdown: a table for each source document."""
    parts = [_HEAD]
    for source in requirements.sources:
        table = [
            f"## {source.title}",
            "",
            source.about,
            "",
            _summary(source, proofs),
            "",
            "| row | rule | kind | proved by |",
            "| --- | --- | --- | --- |",
        ]
        table += [_line_of(row, proofs) for row in source.rows]
        parts.append("\n".join(table) + "\n")
    return "\n".join(parts)


def _summary(source: Source, proofs: Sequence[Proof]) -> str:
    needed = {row.id for row in source.rows if row.kind in NEED_A_TEST}
    proved = needed & {proof.row for proof in proofs}
    return (
        f"{len(source.rows)} rows, {len(needed)} of them rules or options; "
        f"tests prove {len(proved)} of these."
    )


def _line_of(row: Row, proofs: Sequence[Proof]) -> str:
    files: dict[str, list[str]] = {}
    for proof in proofs:
        tests = files.setdefault(proof.file, [])
        if proof.row == row.id and proof.test not in tests:
            tests.append(proof.test)
    proved = "<br>".join(
        f"{file}: {', '.join(f'`{test}`' for test in tests)}"
        for file, tests in files.items()
        if tests
    )
    cells = (row.id, f"**{row.topic}**: {row.rule}", KINDS[row.kind], proved or "–")
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


class _Application(Protocol):
    """The part of Sphinx that is needed; so this module has types where Sphinx is not installed."""

    @property
    def confdir(self) -> Path: ...

    def connect(self, event: str, callback: Callable[[Any], None], /) -> int: ...


def write_page(app: _Application) -> None:
    """Write the page below the directory of ``conf.py``; a page that is as it should be stays.

    Sphinx calls it at ``builder-inited``, before it looks for pages, so that one build is enough.

    Args:
        app: the Sphinx application; the tests are in the directory ``tests`` beside ``confdir``.

    Raises:
        RequirementsError: rows or markers are not as they should be.
    """
    docs = Path(app.confdir)
    tests = docs.parent / "tests"
    rows = (tests / "data" / "requirements.toml").read_text(encoding="utf-8")
    text = render(read_requirements(rows), proofs_in(tests))
    page = docs / PAGE
    if not page.exists() or page.read_text(encoding="utf-8") != text:
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8")


def setup(app: _Application) -> dict[str, bool]:
    """Have the page written at the beginning of each build."""
    app.connect("builder-inited", write_page)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
