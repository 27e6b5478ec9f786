"""Every snippet of the README and the documentation runs and shows what it says it shows.

Python with prompts (``pycon``) is checked line by line, Python without them (``python``) runs, and
so does every ``$ climbcards`` in a ``console`` block, whose output is checked as well; lines after
a ``>`` in it are typed.  The snippets of a page share their names and a directory, from top to
bottom.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterable
from doctest import ELLIPSIS
from pathlib import Path

import pytest
from sybil import Document, Example, Region, Sybil
from sybil.evaluators.doctest import DocTestEvaluator
from sybil.parsers.abstract.doctest import DocTestStringParser
from sybil.parsers.myst import CodeBlockParser, PythonCodeBlockParser

import climbcards

ROOT = Path(__file__).parents[2]
SOURCE = Path(climbcards.__file__).parents[1]
PAGES = [
    ROOT / "README.md",
    *(page for page in sorted((ROOT / "docs").rglob("*.md")) if "_build" not in page.parts),
]
FENCE = re.compile(r"^ *(?:`{3,}|:{3,})\{?([\w-]*)\}? *(.*)$", re.MULTILINE)
TYPED = re.compile(r"^> (.*)$", re.MULTILINE)
NEEDS = {"run-on-a-dask-cluster.md": "distributed"}
"""The pages whose snippets need more than the package."""

EXECUTED = {"pycon", "python", "console"}
OTHERS = {
    *("", "sh", "text"),  # not executed
    *("eval-rst", "include", "literalinclude", "note", "phase-diagram", "toctree"),  # directives
}


class SessionParser:
    """Finds Python with prompts."""

    def __init__(self) -> None:
        self._blocks = CodeBlockParser("pycon")
        self._prompts = DocTestStringParser(DocTestEvaluator(ELLIPSIS))

    def __call__(self, document: Document) -> Iterable[Region]:
        for block in self._blocks(document):
            for region in self._prompts(block.parsed, document.path):
                region.adjust(block, block.parsed)
                yield region


def run_console(example: Example) -> str | None:
    """Run each command after a ``$`` and compare what it prints with the lines after it."""
    for part in re.split(r"^\$ ", str(example.parsed), flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        words = shlex.split(command)
        assert words[0] == "climbcards", f"only climbcards runs here, not {words[0]}"
        done = subprocess.run(
            [sys.executable, "-m", *words],
            capture_output=True,
            input="".join(f"{line}\n" for line in TYPED.findall(expected)),
            encoding="utf-8",
            env={"PYTHONPATH": str(SOURCE), "PYTHONUTF8": "1", "COLUMNS": "80"},
            check=False,
        )
        printed = done.stdout + done.stderr
        if not _alike(printed.strip(), expected.strip()):
            return f"$ {command}\nprinted:\n{printed}\ninstead of:\n{expected}"
    return None


def _alike(printed: str, expected: str) -> bool:
    """Whether they are the same but for widths, where a line of three dots stands for any lines."""
    printed, expected = (re.sub(" +", " ", text) for text in (printed, expected))
    parts = (re.escape(part) for part in re.split(r"^\.\.\.$", expected, flags=re.MULTILINE))
    return re.fullmatch(".*".join(parts), printed, flags=re.DOTALL) is not None


SNIPPETS = Sybil(
    parsers=[
        SessionParser(),
        PythonCodeBlockParser(),
        CodeBlockParser("console", run_console),
    ],
    patterns=["*.md"],
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_snippets(page: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    if page.name in NEEDS:
        pytest.importorskip(NEEDS[page.name], reason=f"{NEEDS[page.name]} is not installed")
    monkeypatch.syspath_prepend(ROOT / "docs" / "howto")  # pages import the files beside them
    monkeypatch.chdir(tmp_path)
    document = SNIPPETS.parse(page)
    for example in document.examples():
        example.evaluate()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_block_is_executed_or_no_code(page: Path) -> None:
    """A block in another spelling (``py``, ``python3``) would escape the test above."""
    opened = False
    for language, rest in FENCE.findall(page.read_text(encoding="utf-8")):
        if not opened:
            assert language in EXECUTED | OTHERS, f"{language} {rest}"
        opened = not opened


def test_readme_example_is_short() -> None:
    """The README promises about 30 lines, and they are all there is to read for a first idea."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```pycon\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert len(example.splitlines()) <= 32
