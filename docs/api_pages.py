"""Write the reference of each namespace: a table of its public names, and an entry for each that no page of ops has.

What is public stands in the `__all__` of the namespaces, so a new name needs nothing here. The pages are made when the
site is built; they are not in the repository.

Tests: tests/package/test_site.py
"""

from __future__ import annotations

import ast
import importlib
import inspect
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import ops_pages
from numpydoc.docscrape_sphinx import SphinxDocString

import tapegrad
from tapegrad.ops.stats.distribution import Distribution
from tapegrad.replay.compiled_function import CompiledFunction
from tapegrad.replay.loaded_tape import LoadedTape

FOLDER = Path(__file__).resolve().parent / "reference" / "api"


class Page(NamedTuple):
    """One page of one or several namespaces."""

    name: str
    title: str
    about: str
    modules: tuple[str, ...]


PAGES = (
    Page("core", "tapegrad", "What `import tapegrad as tg` has of its own.", ("tapegrad",)),
    Page(
        "numpy_names",
        "NumPy's names in tapegrad",
        "NumPy's functions under their names. [Which have derivatives](../coverage.md).",
        ("tapegrad",),
    ),
    Page(
        "func", "tapegrad.func", "Functions of functions: gradients, Jacobians, Hessians, batches.", ("tapegrad.func",)
    ),
    Page(
        "autograd",
        "tapegrad.autograd",
        "Gradients with the names of `torch.autograd`.",
        (
            "tapegrad.autograd",
            "tapegrad.autograd.functional",
            "tapegrad.autograd.forward_ad",
            "tapegrad.autograd.graph",
        ),
    ),
    Page("nb", "tapegrad.nb", "Calls of compiled functions from Numba's `@njit` functions.", ("tapegrad.nb",)),
    Page("custom", "tapegrad.custom", "Ops of your own.", ("tapegrad.custom",)),
    Page("profiler", "tapegrad.profiler", "Where the time goes.", ("tapegrad.profiler",)),
    Page("debug", "tapegrad.debug", "Which loops are compiled, and why others are not.", ("tapegrad.debug",)),
    Page(
        "errors",
        "tapegrad.errors",
        "The classes of errors and warnings. [Each with its remedy](../errors.md).",
        ("tapegrad.errors",),
    ),
    Page("optimize", "tapegrad.optimize", "Roots, minima and fits as functions of parameters.", ("tapegrad.optimize",)),
    Page("integrate", "tapegrad.integrate", "Differential equations, and integrals.", ("tapegrad.integrate",)),
    Page(
        "sparse",
        "tapegrad.sparse",
        "Sparse arrays with differentiable elements.",
        ("tapegrad.sparse", "tapegrad.sparse.linalg"),
    ),
    Page("stats", "tapegrad.stats", "Probability distributions, with SciPy's names.", ("tapegrad.stats",)),
    Page("linalg", "tapegrad.linalg", "Linear algebra, with the names of NumPy and SciPy.", ("tapegrad.linalg",)),
    Page("special", "tapegrad.special", "Special functions, with SciPy's names.", ("tapegrad.special",)),
    Page("fft", "tapegrad.fft", "Fourier transforms, with the names of NumPy and SciPy.", ("tapegrad.fft",)),
    Page("signal", "tapegrad.signal", "Signal processing, with SciPy's names.", ("tapegrad.signal",)),
    Page(
        "ndimage", "tapegrad.ndimage", "Filters and interpolation of images, with SciPy's names.", ("tapegrad.ndimage",)
    ),
    Page("interpolate", "tapegrad.interpolate", "Interpolation, with SciPy's names.", ("tapegrad.interpolate",)),
    Page("polynomial", "tapegrad.polynomial", "Series of polynomials, with NumPy's names.", ("tapegrad.polynomial",)),
    Page(
        "distance",
        "tapegrad.spatial.distance",
        "Distances of vectors, with SciPy's names.",
        ("tapegrad.spatial.distance",),
    ),
)

CLASSES = {  # what is returned and not made by its name, with the members that users call
    "core": {
        CompiledFunction: "batch check explain export forget passes pointer save stats tape tape_data",
        LoadedTape: "batch export pointer",
    },
    "stats": {Distribution: ""},
}  # fmt: skip


def public(module: ModuleType) -> list[str]:
    """The names that a namespace offers: those that it lists, or else what is defined in it; of errors, the classes."""
    listed = getattr(module, "__all__", None)
    if listed is None:
        own = {
            name: value for name, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__
        }
        classes_alone = module.__name__ == "tapegrad.errors"
        listed = sorted(n for n, v in own.items() if n[0] != "_" and (inspect.isclass(v) or not classes_alone))
    return [name for name in listed if name and not isinstance(getattr(module, name), ModuleType)]


def _names(page: Page) -> Iterator[tuple[str, str, Any]]:
    """The module, the name and the object of all that a page shows."""
    for path in page.modules:
        module = importlib.import_module(path)
        for name in public(module):
            if path != "tapegrad" or (page.name == "numpy_names") == (hasattr(np, name) and name not in ("numpy",)):
                yield path, name, getattr(module, name)


def _summary(value: Any) -> str:
    """The first sentence of a docstring, without the signature that may stand before."""
    paragraphs = (inspect.getdoc(value) or "").split("\n\n")
    first = next(
        (p for p in paragraphs if not p.rstrip().endswith(")") or "\n" in p or " " not in p.partition("(")[0]), ""
    )
    if (
        len(paragraphs) > 1
        and paragraphs[0].endswith(")")
        and "(" in paragraphs[0]
        and " " not in paragraphs[0].partition("(")[0]
    ):
        first = paragraphs[1]
    return " ".join(first.split()).partition(". ")[0].rstrip(".").replace("|", "\\|").replace("``", "`")


def _directive(path: str, name: str, value: Any) -> str:
    """The entry of a name."""
    if inspect.isclass(value):
        members = "" if issubclass(value, (Exception, Warning)) else "\n   :members:"
        return f".. autoclass:: {path}.{name}{members}\n"
    if callable(value) and not isinstance(value, Distribution):
        return f".. autofunction:: {path}.{name}\n"
    return f".. autodata:: {path}.{name}\n   :no-value:\n"


def _page(page: Page, entered: dict[int, str]) -> str:
    """The text of a page: the table, then the entries of what is not `entered` on another page yet."""
    rows, entries = [], []
    for path, name, value in _names(page):
        full = f"{path}.{name}"
        label = f"tg{full.removeprefix('tapegrad')}"
        if str(getattr(value, "__module__", "")).partition(".")[0] in ("numpy", "scipy"):
            rows.append(f"| `{label}` | the function `{value.__module__}.{value.__name__}` itself |")
            continue
        key = next((key for key in (id(value), id(getattr(value, "__wrapped__", value))) if key in entered), None)
        if key is None:
            entries.append(_directive(path, name, value))
            entered[id(value)] = full
        rows.append(f"| {{py:obj}}`{label} <{entered[key or id(value)]}>` | {_summary(value)} |")
    for value, members in CLASSES.get(page.name, {}).items():
        there = ", ".join(name for name in members.split() if hasattr(value, name))
        entries.append(f".. autoclass:: {value.__module__}.{value.__name__}\n   :members: {there}\n")
    text = "\n".join([f"# {page.title}\n", f"{page.about}\n", "| name | what it is |", "|---|---|", *rows, ""])
    return text + "\n## Entries\n\n```{eval-rst}\n" + "\n".join(entries) + "```\n" if entries else text


def _bridges() -> str:
    """The page of the bridges, from their files: to import one needs the package to which it leads."""
    parts = [
        "# tapegrad.bridges\n",
        "Functions for other systems, and from them. [With examples](../../howto/bridges.md).\n",
    ]
    for file in sorted((Path(tapegrad.__file__).parent / "bridges").glob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        functions = [
            node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name in ("adopt", "function", "op")
        ]
        for node in functions:
            for argument in ast.walk(node.args):
                if isinstance(argument, ast.arg):
                    argument.annotation = None
            text = str(SphinxDocString(ast.get_docstring(node)))
            call = f"tapegrad.bridges.{file.stem}.{node.name}({ast.unparse(node.args)})"
            parts.append(f"```{{eval-rst}}\n.. py:function:: {call}\n\n{textwrap.indent(text, '   ')}\n```\n")
    return "\n".join(parts)


def pages() -> dict[Path, str]:
    """The text of each page."""
    entered = ops_pages.entries()
    return {FOLDER / f"{page.name}.md": _page(page, entered) for page in PAGES} | {FOLDER / "bridges.md": _bridges()}
