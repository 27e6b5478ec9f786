"""The arrows between the modules, what an import loads, and the surface of the package.

The tests of modules read their source, so a module that nobody imports is held to them as well.
Each reader of source is itself tested on a few lines that it must object to.
"""

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module, metadata, resources
from pathlib import Path
from types import ModuleType

import pytest

import climbcards

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
PACKAGE = SOURCE / "climbcards"
FILES = sorted(PACKAGE.rglob("*.py"))


def module_of(path: Path) -> str:
    """The dotted name of a module of the package."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path): path for path in FILES}
PUBLIC = {
    name: path
    for name, path in MODULES.items()
    if not any(part.startswith("_") for part in name.split("."))
}

each_module = pytest.mark.parametrize("module", MODULES)
each_public_module = pytest.mark.parametrize("module", PUBLIC)


def tree_of(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


# --- The arrows ----------------------------------------------------------------------------------

# What each module (or package of modules) may know, itself apart.
OPEN_TO_ALL = {"errors", "lazy", "_native"}
VALUES = {"cards", "hand", "combination"}
WORDS = VALUES | {"actions", "violations"}
LEFT_OF_ENGINES = WORDS | {"events", "deal", "draw", "ruleset"}
ENGINES_KNOW = LEFT_OF_ENGINES | {"hidden", "linked"}
LEFT = ENGINES_KNOW | {"playout"} | {"climbing", "rummy", "games"}
RIGHT = {"match", "record", "view", "agents", "analysis", "arena", "adapters", "cli"}

ARROWS: dict[str, set[str]] = {
    "errors": set(),
    "lazy": {"errors"},
    "cards": OPEN_TO_ALL,
    "hand": OPEN_TO_ALL | {"cards"},
    "combination": OPEN_TO_ALL | {"cards", "hand"},
    "actions": OPEN_TO_ALL | VALUES,
    "violations": OPEN_TO_ALL | VALUES | {"actions"},
    "events": OPEN_TO_ALL | WORDS,
    "deal": OPEN_TO_ALL | WORDS,
    "draw": OPEN_TO_ALL | WORDS | {"deal"},
    "ruleset": OPEN_TO_ALL | WORDS | {"events", "deal", "draw"},
    "hidden": OPEN_TO_ALL | WORDS | {"deal"},
    "linked": OPEN_TO_ALL | LEFT_OF_ENGINES,
    "playout": OPEN_TO_ALL | LEFT_OF_ENGINES,
    "climbing": OPEN_TO_ALL | ENGINES_KNOW,
    "rummy": OPEN_TO_ALL | ENGINES_KNOW,
    "games": OPEN_TO_ALL | ENGINES_KNOW | {"climbing", "rummy"},
    **{part: OPEN_TO_ALL | LEFT | RIGHT | {"_version"} for part in RIGHT},
    # Beside the row: the surface, the command, and the tools for the tests of others.
    "": OPEN_TO_ALL | LEFT | {"match", "record", "_version"},
    "_version": set(),
    "_native": set(),
    "__main__": {"cli"},
    "conformance": OPEN_TO_ALL | LEFT_OF_ENGINES,
    "testing": OPEN_TO_ALL | LEFT | {"conformance", "match", "record"},
}

NOT_OURS = {"attrs", "typing_extensions"}
ALSO = {
    "testing": {"hypothesis"},
    "arena": {"matplotlib"},
    "cli": {"rich"},
    "_native": {"mypy_extensions"},
}
"""What is needed by a module, or in a function, that is used only by who wants it."""


def part_of(module: str) -> str:
    """The part of the package a module belongs to; "" for the package itself.

    A part may be several modules side by side: ``cli_demo`` is a part of ``cli``.
    """
    part = module.removeprefix("climbcards").removeprefix(".").split(".")[0]
    whole, _, rest = part.partition("_")
    return whole if whole and rest and whole in ARROWS else part


def imports_of(tree: ast.AST, module: str = "climbcards.x") -> Iterator[str]:
    """Every module that is imported anywhere in the source, for type checkers alone or not."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{module}: imports are absolute"
            assert node.module is not None
            # ``from climbcards import hand`` is an import of climbcards.hand.
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            inner = [name for name in names if name in MODULES]
            yield from inner or [node.module]


def test_every_module_has_its_place_in_the_row() -> None:
    assert {part_of(module) for module in MODULES} <= set(ARROWS)


@each_module
def test_a_module_imports_only_from_its_left(module: str) -> None:
    part = part_of(module)
    allowed = ARROWS[part] | {part}
    known = {imported for imported in imports_of(tree_of(module), module) if imported in MODULES}
    if part:
        assert "climbcards" not in known or part in RIGHT, "the surface is for users"
    wrong = {name for name in known - {"climbcards"} if part_of(name) not in allowed}
    assert not wrong


@each_module
def test_a_module_imports_nothing_but_the_library_and_two_packages(module: str) -> None:
    part = part_of(module)
    allowed = {"climbcards", *sys.stdlib_module_names, *NOT_OURS, *ALSO.get(part, ())}
    tops = {imported.split(".")[0] for imported in imports_of(tree_of(module), module)}
    if part != "adapters":
        assert tops <= allowed


@pytest.mark.parametrize(
    ("source", "imported"),
    [
        ("import climbcards.games.big_three", "climbcards.games.big_three"),
        ("from climbcards.games import big_three", "climbcards.games.big_three"),
        ("from climbcards.games.big_three import BigThree", "climbcards.games.big_three"),
        ("from climbcards import ruleset", "climbcards.ruleset"),
        ("from climbcards import Hand", "climbcards"),
        ("if TYPE_CHECKING:\n    from climbcards.ruleset import State", "climbcards.ruleset"),
        ("def f() -> None:\n    import hypothesis", "hypothesis"),
        ("class C:\n    import numpy as np", "numpy"),
    ],
)
def test_no_import_escapes(source: str, imported: str) -> None:
    assert list(imports_of(ast.parse(source))) == [imported]


@each_module
def test_no_module_imports_by_name(module: str) -> None:
    """What a reader of the source could not follow."""
    named = {node.id for node in ast.walk(tree_of(module)) if isinstance(node, ast.Name)}
    assert not named & {"__import__", "import_module", "importlib"}


@pytest.mark.parametrize("module", [name for name in MODULES if part_of(name) == "climbing"])
def test_the_engine_names_no_game(module: str) -> None:
    text = MODULES[module].read_text(encoding="utf-8")
    games = r"big[ _]?(three|two)|dou[ _]?dizhu|three[ _]?thirteen|landlord|soloist"
    assert re.findall(games, text, re.IGNORECASE) == []


# --- What an import loads ------------------------------------------------------------------------


def loaded_by(statement: str) -> set[str]:
    """The modules that a statement loads in a fresh interpreter."""
    code = (
        "import json, sys\n"
        "before = set(sys.modules)\n"
        f"{statement}\n"
        "print(json.dumps(sorted(set(sys.modules) - before)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONPATH": str(SOURCE)},
        check=False,
    )
    assert not done.returncode, done.stderr
    assert not done.stderr
    return set(json.loads(done.stdout))


def test_importing_the_package_loads_two_others_and_the_library() -> None:
    loaded = loaded_by("import climbcards")
    assert {"climbcards.hand", "climbcards.ruleset"} <= loaded
    tops = {module.split(".")[0] for module in loaded}
    assert tops - set(sys.stdlib_module_names) <= {
        "climbcards",
        "attr",
        "attrs",
        "typing_extensions",
    }
    assert not loaded & {
        *("climbcards.testing", "climbcards.cli", "climbcards.__main__", "climbcards.arena"),
        *("climbcards.adapters", "climbcards.agents", "hypothesis"),
        *("climbcards.games.big_three", "climbcards.match", "climbcards.record"),
        *("argparse", "asyncio", "concurrent.futures", "logging", "multiprocessing", "socket"),
        *("subprocess", "unittest", "email", "http", "sqlite3"),
    }


def test_who_plays_one_game_loads_no_other() -> None:
    loaded = loaded_by("from climbcards import BigTwo")
    assert {"climbcards.games.big_two", "climbcards.climbing.game"} <= loaded
    assert not loaded & {"climbcards.games.dou_dizhu", "climbcards.games.three_thirteen"}
    assert not [module for module in loaded if module.startswith("climbcards.rummy")]


def test_what_is_loaded_is_seen() -> None:
    loaded = loaded_by("import climbcards.testing")
    assert {"climbcards.testing", "hypothesis"} <= loaded


def test_every_module_can_be_imported_first() -> None:
    """No circle of imports works only from one end."""
    names = sorted(name for name in MODULES if not name.endswith("__main__"))
    assert set(names) <= loaded_by(
        f"from importlib import import_module\n"
        f"loaded = {{}}\n"
        f"for name in {names}:\n"
        f"    for other in [other for other in sys.modules if other.startswith('climbcards')]:\n"
        f"        del sys.modules[other]\n"
        f"    import_module(name)\n"
        f"    loaded[name] = sys.modules[name]\n"
        f"sys.modules.update(loaded)"
    )


# --- The surface ---------------------------------------------------------------------------------

FIXED = {
    *("Suit", "Rank", "Card", "Hand", "Kind", "Combination"),
    *("Bid", "Pass", "Call", "Play", "Draw", "Source", "Discard", "GoOut", "Action", "Move"),
    *("Phase", "Ruleset", "ClimbingRuleset", "Table", "State", "View", "Deal", "DealContext"),
    *("Result", "step", "parse_action"),
    *("Reason", "Violation"),
    *("ClimbcardsError", "NotationError", "RulesetError", "PositionError", "IllegalAction"),
    "RecordError",
    *("BigTwo", "BigThree", "DouDizhu", "ThreeThirteen"),
    *("Match", "Record"),
    "COMPILED",
}
"""The names that apps are written against."""

NOT_BUILT: set[str] = set()
"""Those of them that do not exist yet: who builds one takes it out of here."""


def test_the_surface_is_what_is_fixed() -> None:
    assert NOT_BUILT <= FIXED
    assert set(climbcards.__all__) == FIXED - NOT_BUILT
    assert not [name for name in NOT_BUILT if hasattr(climbcards, name)]


def test_nothing_else_is_public() -> None:
    others = {
        name
        for name in dir(climbcards)
        if not name.startswith("_") and not isinstance(getattr(climbcards, name), ModuleType)
    }
    assert others == set(climbcards.__all__)


def test_a_name_that_is_not_there_is_no_attribute() -> None:
    assert not hasattr(climbcards, "BigFour")


def test_a_star_import_gives_the_surface() -> None:
    names: dict[str, object] = {}
    exec("from climbcards import *", names)
    assert set(names) - {"__builtins__"} == set(climbcards.__all__)


def test_there_is_one_version() -> None:
    version = climbcards.__version__
    assert re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", version)
    assert metadata.version("climbcards") == version
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## \[(.*?)\]", changelog, re.MULTILINE)
    assert next(heading for heading in headings if heading != "Unreleased") == version


def test_the_package_says_that_it_is_typed() -> None:
    assert resources.files("climbcards").joinpath("py.typed").is_file()


# --- Every module --------------------------------------------------------------------------------


@each_module
def test_a_module_has_a_docstring(module: str) -> None:
    docstring = ast.get_docstring(tree_of(module))
    assert docstring
    assert docstring.splitlines()[0].endswith((".", ":"))


def defines(tree: ast.Module) -> bool:
    """Whether a module defines anything besides its docstring."""
    return any(not isinstance(node, ast.Expr) for node in tree.body)


def in_order(name: str) -> tuple[int, str]:
    """Constants, then classes, then functions; by name."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)


MOVED = {
    "climbcards.testing": {
        "check_ruleset",
        *import_module("climbcards.testing_rulesets").__all__,
    },
    "climbcards.ruleset": {"Deal", "DealContext"},
    "climbcards.arena": {
        *("AgentError", "ArenaError", "Estimate", "Fault", "Isolated", "IsolationError"),
        *("Misdeed", "Report", "RunningMean", "Seating", "Timings", "isolated"),
    },
    "climbcards.games.big_two": {
        name for name in import_module("climbcards.games.straights").__all__ if name.isupper()
    },
}
"""Names that a module offers though another defines them."""


@pytest.mark.parametrize("module", [name for name in PUBLIC if defines(tree_of(name))])
def test_a_module_lists_what_it_offers(module: str) -> None:
    loaded = import_module(module)
    names: list[str] = loaded.__all__
    assert names == sorted(set(names), key=in_order)
    for name in names:
        assert hasattr(loaded, name)
        assert not name.startswith("_")
    # What it lists it also defines, but for what users look for here; a package's front lists what
    # its modules define.
    if MODULES[module].name != "__init__.py":
        assert set(names) - MOVED.get(module, set()) <= set(defined_in(tree_of(module)))


def defined_in(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


@each_module
def test_a_module_is_short(module: str) -> None:
    assert len(MODULES[module].read_text(encoding="utf-8").splitlines()) <= 500


def annotations_of(tree: ast.AST, *, public: bool = True) -> Iterator[ast.expr]:
    """The annotations of all that a user can see: functions, methods, attributes, aliases."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if not _is_private(node.name):
                arguments = node.args
                for argument in (
                    *(*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs),
                    *filter(None, (arguments.vararg, arguments.kwarg)),
                ):
                    if argument.annotation is not None:
                        yield argument.annotation
                if node.returns is not None:
                    yield node.returns
        elif isinstance(node, ast.ClassDef):
            if not _is_private(node.name):
                yield from node.bases
                yield from annotations_of(node)
        elif isinstance(node, ast.AnnAssign):
            if isinstance(node.target, ast.Name) and not _is_private(node.target.id):
                yield node.annotation
                if node.value is not None and "TypeAlias" in ast.unparse(node.annotation):
                    yield node.value
        elif isinstance(node, ast.If):
            yield from annotations_of(node)


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def anys_in(tree: ast.AST) -> list[str]:
    texts = (ast.unparse(annotation) for annotation in annotations_of(tree))
    return [text for text in texts if re.search(r"\bAny\b", text)]


@each_module
def test_no_public_signature_says_any(module: str) -> None:
    assert anys_in(tree_of(module)) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def f(x: Any) -> int: ...", 1),
        ("def f(x: int) -> list[Any]: ...", 1),
        ("def f(*x: Any, **y: typing.Any) -> 'Any': ...", 3),
        ("def f(*, x: dict[str, Any]) -> None: ...", 1),
        ("class C:\n    x: Any\n    def __init__(self, y: Any, /) -> None: ...", 2),
        ("class C(Sequence[Any]): ...", 1),
        ("Alias: TypeAlias = dict[str, Any]", 1),
        ("def _f(x: Any) -> None: ...", 0),
        ("def f(x: Anything) -> None: ...", 0),
    ],
)
def test_no_any_escapes(source: str, found: int) -> None:
    assert len(anys_in(ast.parse(source))) == found


MAKERS = {"dict", "list", "set", "defaultdict", "Counter", "deque", "OrderedDict", "bytearray"}
LITERALS = (ast.Dict, ast.List, ast.Set, ast.DictComp, ast.ListComp, ast.SetComp)


def is_mutable(value: ast.expr | None) -> bool:
    """Whether an expression gives something that could be changed afterwards."""
    if isinstance(value, ast.BinOp):  # {…} | {…}, [0] * 8
        return is_mutable(value.left) or is_mutable(value.right)
    if isinstance(value, ast.Call):
        called = value.func.value if isinstance(value.func, ast.Subscript) else value.func
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        return name in MAKERS
    return isinstance(value, LITERALS)


def state_in(tree: ast.Module) -> list[str]:
    """What a module could change in itself, unless it says that it will not."""
    found: list[str] = []
    for node in tree.body:
        if isinstance(node, ast.Assign):
            names = [ast.unparse(target) for target in node.targets]
            if is_mutable(node.value) and names != ["__all__"]:
                found += names
        elif isinstance(node, ast.AnnAssign):
            final = re.match(r"(typing\.)?Final\b", ast.unparse(node.annotation))
            if is_mutable(node.value) and not final:
                found.append(ast.unparse(node.target))
    found += [
        f"global {name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Global)
        for name in node.names
    ]
    return found


@each_module
def test_no_module_keeps_state(module: str) -> None:
    assert state_in(tree_of(module)) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("CACHE = {}", ["CACHE"]),
        ("CACHE: dict[str, int] = {}", ["CACHE"]),
        ("CACHE = dict[str, int]()", ["CACHE"]),
        ("CACHE = collections.defaultdict(list)", ["CACHE"]),
        ("A = B = [n for n in range(3)]", ["A", "B"]),
        ("SEEN: set[int] = {1} | {2}", ["SEEN"]),
        ("def f() -> None:\n    global counter\n    counter += 1", ["global counter"]),
        ("CACHE: Final[dict[str, int]] = {}", []),
        ("TABLE: Final = {1: 2}", []),
        ("TABLE = (1, 2)", []),
        ("__all__ = ['f']", []),
        ("def f() -> None:\n    found = []", []),
    ],
)
def test_no_state_escapes(source: str, found: list[str]) -> None:
    assert state_in(ast.parse(source)) == found
