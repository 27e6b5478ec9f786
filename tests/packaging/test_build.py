"""What is built: pure Python by default, and the compiled build for who asks for it.

Nothing is compiled here.  ``make test-compiled`` compiles, and runs these tests on what came out.
"""

from __future__ import annotations

import ast
import os
import tarfile
import zipfile
from collections.abc import Iterator
from importlib import import_module, metadata
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("hatchling")

import hatch_build
from hatch_build import COMPILED_MODULES, VARIABLE, CompileError, CompileHook, is_wanted
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

import climbcards

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "src" / "climbcards" / "climbing"
LIBRARIES = tuple(EXTENSION_SUFFIXES)


@pytest.fixture(autouse=True)
def _nothing_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)


def hook() -> CompileHook:
    builder = WheelBuilder(str(ROOT))
    return CompileHook(str(ROOT), {}, builder.config, builder.metadata, "dist", "wheel")


def fresh_data() -> dict[str, Any]:
    return {**WheelBuilder(str(ROOT)).get_default_build_data(), "force_include": {}}


# --- What runs -----------------------------------------------------------------------------------


def test_the_build_is_the_one_that_was_to_be_tested() -> None:
    assert climbcards.COMPILED in {True, False}
    if expected := os.environ.get("CLIMBCARDS_EXPECT_COMPILED"):
        assert climbcards.COMPILED is (expected == "1")


@pytest.mark.parametrize("module", COMPILED_MODULES)
def test_either_all_modules_are_compiled_or_none(module: str) -> None:
    file = import_module(f"climbcards.climbing.{module}").__file__
    assert file is not None
    assert file.endswith(LIBRARIES if climbcards.COMPILED else ".py")


def test_the_modules_that_are_written_for_it_are_compiled() -> None:
    def imports(path: Path) -> Iterator[str | None]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                yield node.module

    written = [path.stem for path in ENGINE.glob("*.py") if "climbcards._native" in imports(path)]
    assert sorted(written) == list(COMPILED_MODULES)


def test_the_compiled_build_has_libraries_and_sources() -> None:
    if not climbcards.COMPILED:
        assert not list(ENGINE.glob("*.so"))
        return
    installed = metadata.distribution("climbcards")
    wheel = installed.read_text("WHEEL") or ""
    assert "Root-Is-Purelib: false" in wheel
    assert "none-any" not in wheel
    files = {str(file) for file in installed.files or ()}
    libraries = {file for file in files if file.endswith(LIBRARIES)}
    names = {file.removeprefix("climbcards/climbing/").split(".")[0] for file in libraries}
    assert names == {*COMPILED_MODULES, "_kernel__mypyc"}, "and nothing beside the package"
    assert "climbcards/py.typed" in files
    source = ROOT / "src"
    assert {path.relative_to(source).as_posix() for path in source.rglob("*.py")} <= files


# --- Pure by default -----------------------------------------------------------------------------


@pytest.mark.parametrize("value", [None, "", "0", "false", "No", " off "])
def test_nothing_is_compiled_unless_asked_for(
    monkeypatch: pytest.MonkeyPatch, value: str | None
) -> None:
    if value is not None:
        monkeypatch.setenv(VARIABLE, value)
    assert not is_wanted(value)
    assert hook().dependencies() == []
    data = fresh_data()
    for version in ("standard", "editable"):
        hook().initialize(version, data)
    assert data == fresh_data()


def test_the_wheel_is_pure_by_default(tmp_path: Path) -> None:
    (wheel,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    assert Path(wheel).name == f"climbcards-{climbcards.__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert not [name for name in names if name.endswith((".so", ".pyd"))]
    assert {f"climbcards/climbing/{module}.py" for module in COMPILED_MODULES} <= names
    assert "climbcards/py.typed" in names
    assert "hatch_build.py" not in names


def test_the_sdist_can_be_compiled(tmp_path: Path) -> None:
    (sdist,) = SdistBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"hatch_build.py", "pyproject.toml", "src/climbcards/_native.py"} <= names
    assert not [name for name in names if name.endswith((".so", ".pyd"))]


# --- When it is asked for ------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["1", "true", "Yes", " on "])
def test_compiling_takes_mypyc_and_what_the_package_imports(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv(VARIABLE, value)
    names = {needed.rstrip("<>=.,0123456789") for needed in hook().dependencies()}
    assert names == {"mypy", "setuptools", "attrs", "typing-extensions"}


def test_libraries_go_into_a_wheel_for_one_platform(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def compiled(source: Path, scratch: Path) -> dict[str, Path]:
        assert source == ROOT / "src"
        assert not list(scratch.iterdir())
        library = scratch / "bits.so"
        library.write_bytes(b"")
        return {"climbcards/climbing/bits.so": library}

    monkeypatch.setenv(VARIABLE, "1")
    monkeypatch.setattr(hatch_build, "compiled", compiled)
    building, data = hook(), fresh_data()
    building.initialize("standard", data)
    ((library, place),) = data["force_include"].items()
    assert place == "climbcards/climbing/bits.so"
    assert Path(library).is_file()
    assert data["infer_tag"]
    assert not data["pure_python"]
    building.finalize("standard", data, str(tmp_path / "a.whl"))
    assert not Path(library).exists(), "nothing is left behind"


@pytest.mark.parametrize("value", ["2", "please", "1 1"])
def test_another_value_is_refused(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv(VARIABLE, value)
    with pytest.raises(CompileError, match="say 1 to compile, or 0"):
        hook().dependencies()
    with pytest.raises(CompileError, match=repr(value)):
        hook().initialize("standard", fresh_data())


def test_what_is_installed_to_be_edited_is_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "1")
    with pytest.raises(CompileError, match="an editable install is always pure Python"):
        hook().initialize("editable", fresh_data())


def test_a_failure_says_what_it_takes(tmp_path: Path) -> None:
    source, scratch = tmp_path / "src", tmp_path / "scratch"
    (source / "climbcards").mkdir(parents=True)
    scratch.mkdir()
    with pytest.raises(CompileError, match="Without CLIMBCARDS_COMPILE it installs as pure Python"):
        hatch_build.compiled(source, scratch)
