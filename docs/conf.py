"""How the documentation is built: ``make docs``."""

from __future__ import annotations

import builtins
import re
import sys
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.addnodes import pending_xref

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "_ext"), str(HERE.parent / "src")]

import climbcards  # noqa: E402

project = "climbcards"
author = "The climbcards authors"
version = release = climbcards.__version__

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "myst_parser",
    "sphinx_copybutton",
    "phases",
    "traceability",
]
exclude_patterns = ["_build"]

# --- Markdown ------------------------------------------------------------------------------------

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

# --- The reference -------------------------------------------------------------------------------

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_class_signature = "mixed"
autodoc_inherit_docstrings = False
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

# Nothing is fetched from other sites, so names of other libraries stay unlinked.  So do type
# variables, names that start with an underscore, and types within the bases of a class.
_BUILTINS = "|".join(name for name in dir(builtins) if name.isidentifier())
_OTHERS = sys.stdlib_module_names | {"attr", "attrs", "hypothesis", "typing_extensions"}
nitpick_ignore_regex = [
    (r"py:.*", rf"({_BUILTINS})"),
    (r"py:.*", rf"({'|'.join(sorted(_OTHERS))})\..*"),
    (r"py:.*", r"(climbcards\..*\.)?([A-Z]|i64|Slot)"),  # i64: see climbcards._native
    (r"py:.*", r"(.*\.)?_\w+"),
    (r"py:.*", r"\w+\[[A-Z]\]"),
]

_SHORTER = {
    r"(~?[\w.]+\.)?Bid \| (~?[\w.]+\.)?Pass \| [^,\]]*\bGoOut": "~climbcards.actions.Action",
    r"(~?[\w.]+\.)?Hand \| (~?[\w.]+\.)?Iterable\[[\w.~]*Card\] \| str": "~climbcards.hand.Cards",
    r"= NOTHING\b": "= ...",
    r"= \([^()]{60,}\)": "= ...",
    r"= DealContext\([^()]+\)": "= DealContext()",
}
"""How signatures are put: the names of type aliases for what they stand for, no long defaults."""


def shorten(
    app: Sphinx,
    what: str,
    name: str,
    obj: Any,
    options: Any,
    signature: str | None,
    returns: str | None,
) -> tuple[str, str] | None:
    """Shorten a signature."""

    def shorter(text: str) -> str:
        for long, short in _SHORTER.items():
            text = re.sub(long, short, text)
        return text

    return None if signature is None else (shorter(signature), shorter(returns or ""))


def keep_colons(
    app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]
) -> None:
    """Keep Napoleon from taking the words before a colon for the type of an attribute."""
    if what in {"attribute", "data", "property"}:
        lines[:0] = ["..", ""]  # an empty comment, which is the line it looks at


def choose_member(
    app: Sphinx, what: str, name: str, obj: Any, skip: bool, options: Any
) -> bool | None:
    """Leave out the fields of named tuples, which the class has told of; list what enums hold."""
    if type(obj).__name__ == "_tuplegetter":
        return True
    return False if isinstance(obj, Enum) else None


def name_in_full(app: Sphinx, doctree: nodes.document) -> None:
    """Name classes by the module they come from: both engines have, say, a ``Setting``."""
    for node in doctree.findall(pending_xref):
        module = sys.modules.get(node.get("py:module") or "")
        found = getattr(module, node.get("reftarget", ""), None)
        if isinstance(found, type) and found.__module__.startswith("climbcards."):
            node["reftarget"] = f"{found.__module__}.{found.__qualname__}"


def find_public_name(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.Element
) -> nodes.Node | None:
    """Link public names from docstrings of modules that do not import them."""
    name = node.get("reftarget", "")
    if node.get("refdomain") != "py" or name not in climbcards.__all__:
        return None
    node["reftarget"] = f"{getattr(climbcards, name).__module__}.{name}"
    domain, builder = env.domains["py"], app.builder
    return domain.resolve_xref(
        env, node["refdoc"], builder, node["reftype"], node["reftarget"], node, content
    )


def setup(app: Sphinx) -> None:
    """Connect the functions above."""
    app.connect("autodoc-process-signature", shorten)
    app.connect("autodoc-process-docstring", keep_colons, priority=400)  # before Napoleon
    app.connect("autodoc-skip-member", choose_member)
    app.connect("doctree-read", name_in_full)
    app.connect("missing-reference", find_public_name)


# --- HTML ----------------------------------------------------------------------------------------

html_theme = "furo"
html_title = f"climbcards {release}"
html_copy_source = False
html_show_sourcelink = False
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
