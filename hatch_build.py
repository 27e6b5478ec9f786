"""The build hook: compiles the bit-level modules with mypyc, for who asks for it.

``CLIMBCARDS_COMPILE=1 pip install .`` compiles; without the variable (or with ``0``) the hook does
nothing, and the wheel is pure Python.  The wheel that it compiles for has the sources as well:
Python prefers an extension module to the source beside it, and tools read the source.

An editable install is of a folder whose sources change, and a compiled module would hide them, so
it is always pure; asked to compile, it is refused.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.builders.wheel import WheelBuilderConfig

__all__ = ["COMPILED_MODULES", "VARIABLE", "CompileError", "CompileHook", "is_wanted"]

VARIABLE: Final = "CLIMBCARDS_COMPILE"
"""The environment variable that asks for the compiled build."""

COMPILED_MODULES: Final = (
    "attachments",
    "bits",
    "choices",
    "listing",
    "patterns",
    "suited",
    "suited_runs",
    "tricks",
)
"""The modules of ``climbcards.climbing`` that are compiled."""

GROUP: Final = "climbcards.climbing._kernel"
"""mypyc puts all modules into one library, and adds ``__mypyc`` to this name of it.

The dots keep the library inside the package; without them it would be a module of its own beside
it, with a hash for a name if none is given.
"""

REQUIREMENTS: Final = ("mypy>=2.4,<2.5", "setuptools>=77")
"""What compiles.  Every minor version of mypyc generates other code, so it is the one tested."""


class CompileError(Exception):
    """The compiled build cannot be made; the message says why."""


def is_wanted(value: str | None) -> bool:
    """Whether the value of the variable asks for the compiled build.

    Raises:
        CompileError: it is neither yes nor no.
    """
    match (value or "").strip().lower():
        case "" | "0" | "false" | "no" | "off":
            return False
        case "1" | "true" | "yes" | "on":
            return True
        case _:
            raise CompileError(
                f"{VARIABLE} is {value!r}; say 1 to compile, or 0 (or nothing) for pure Python"
            )


class CompileHook(BuildHookInterface[WheelBuilderConfig]):
    """Compiles while a wheel is built."""

    PLUGIN_NAME = "custom"

    _scratch: TemporaryDirectory[str] | None = None

    def dependencies(self) -> list[str]:
        """What the environment of the build needs more: nothing for pure Python.

        mypy follows the imports of what it compiles, so those of the package have to be there.
        """
        if not is_wanted(os.environ.get(VARIABLE)):
            return []
        return [*REQUIREMENTS, *self.metadata.core.dependencies]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the wheel is put together, and add what came out."""
        if not is_wanted(os.environ.get(VARIABLE)):
            return
        if version == "editable":
            raise CompileError(
                "an editable install is always pure Python, for compiled modules would hide what "
                f"you edit: install it without {VARIABLE}, or compiled without --editable"
            )
        self._scratch = TemporaryDirectory(prefix="climbcards-")
        built = compiled(Path(self.root, "src"), Path(self._scratch.name))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"].update({str(path): name for name, path in built.items()})

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was only needed to put the wheel together."""
        if self._scratch is not None:
            self._scratch.cleanup()


def compiled(source: Path, scratch: Path) -> dict[str, Path]:
    """Compile the modules: the files of the extension modules by their places in the wheel.

    Args:
        source: the folder with the package.
        scratch: an empty folder, in which everything happens.

    Raises:
        CompileError: mypyc or the C compiler failed.
    """
    work, out = scratch / "work", scratch / "out"
    shutil.copytree(
        source / "climbcards",
        work / "climbcards",
        ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"),
    )
    # A process of its own: mypyc exits on errors, prints, and works in the current directory.
    done = subprocess.run(
        [sys.executable, "-P", os.path.abspath(__file__), str(out)],
        cwd=work,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    found = {path.relative_to(out).as_posix(): path for path in out.rglob("*") if path.is_file()}
    wanted = len(COMPILED_MODULES) + 1  # and the library
    if done.returncode or len(found) != wanted:
        raise CompileError(
            f"{done.stdout}\n"
            "climbcards could not be compiled: see above why.  It takes a C compiler and the "
            f"headers of Python {sys.version_info.major}.{sys.version_info.minor}.  "
            f"Without {VARIABLE} it installs as pure Python and does the same, more slowly."
        )
    return found


def _compile(out: str) -> None:
    """Compile the package in the current directory; runs in a process of its own."""
    from mypyc.build import mypycify  # noqa: PLC0415  # only who compiles has them
    from setuptools import setup  # noqa: PLC0415

    modules: Any = mypycify(  # of distutils to type checkers, of setuptools in truth
        [
            # Neither the project's settings nor complaints about other modules matter here.
            "--config-file=",
            "--follow-imports=silent",
            *(f"climbcards/climbing/{module}.py" for module in COMPILED_MODULES),
        ],
        opt_level="3",
        debug_level="0",
        group_name=GROUP,
    )
    setup(
        name="climbcards-kernel",
        packages=[],
        ext_modules=modules,
        script_args=["--quiet", "build_ext", "--build-lib", out],
    )


if __name__ == "__main__":
    _compile(sys.argv[1])
