"""The floors of the house: a file imports at its top, from its own floor or from below."""

from __future__ import annotations

import ast
import functools
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import tapegrad

ROOT = Path(tapegrad.__file__).parent
FLOORS = [
    "errors forks habits hints named_tuples progress lazy_imports", "machine", "cpython", "ops", "ir record trace_cache", "engine codegen passes", "tensor", "autograd", "func",
    "replay", "explain export", "bridges fft custom debug integrate interpolate linalg nb ndimage optimize polynomial profiler signal sparse spatial special stats", "array_api namespaces", "demo numpy scipy commands __main__ tapegrad",
]  # fmt: skip
HEIGHT = {room: height for height, rooms in enumerate(FLOORS) for room in rooms.split()}
MODULES = {
    ".".join(part for part in path.relative_to(ROOT).with_suffix("").parts if part != "__init__") or "tapegrad": path
    for path in sorted(ROOT.rglob("*.py"))
}
# public names below what they show, which is imported when they are first used
SHOWN = {
    ("autograd.functional", "func.jacobian_products"),
    ("func", "replay.vmap"),
    ("func", "replay.sparse_derivatives"),
}
TYPES = ("ops.runtime", "tensor.tensor")  # for type checkers alone: ops give the class that users hold
LATER = {
    "ir.files", "autograd.native_commit", "machine.translate",  # which a first gradient does not need
    "func.compression",  # which needs SciPy
    "machine.linker",  # which needs LLVM
}  # fmt: skip


class Import(NamedTuple):
    file: str
    line: int
    module: str
    inside: bool  # a function
    typing: bool  # for type checkers only


def imports(file: str) -> Iterator[Import]:
    """What a file imports of the package."""

    def visit(node: ast.AST, inside: bool, typing: bool) -> Iterator[Import]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                continue  # most of a file, in which nothing is imported
            names = [alias.name for alias in child.names] if isinstance(child, ast.Import | ast.ImportFrom) else []
            if isinstance(child, ast.ImportFrom):
                names = [f"{child.module}.{name}" for name in names]
            for name in names:
                module = name.removeprefix("tapegrad.")
                if name.startswith("tapegrad.") and module != file:
                    known = module if module in MODULES else module.rpartition(".")[0]
                    yield Import(file, child.lineno, known or "tapegrad", inside, typing)
            within = inside or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
            checked = typing or (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test))
            yield from visit(child, within, checked)

    return visit(ast.parse(MODULES[file].read_text(encoding="utf-8")), False, False)


@functools.cache
def arrows() -> dict[str, list[Import]]:
    """What each file imports of the package; not made while tests are collected."""
    return {file: list(imports(file)) for file in MODULES}


def all_arrows() -> Iterator[Import]:
    return itertools.chain.from_iterable(arrows().values())


def room(module: str) -> str:
    return module.split(".")[0]


def test_nothing_is_imported_from_above_nor_from_beside_a_room():
    above = [a for a in all_arrows() if HEIGHT[room(a.module)] > HEIGHT[room(a.file)]]
    upward = {(a.file, a.module) for a in above if not (a.typing and (a.file, a.module) == TYPES)}
    beside = {(a.file, a.module) for a in all_arrows() if {room(a.module), room(a.file)} == {"engine", "codegen"}}
    assert upward | beside == SHOWN


def test_imports_stand_at_the_top_of_files_but_for_five():
    assert {a.module for a in all_arrows() if a.inside} == LATER


def test_no_circle_of_imports_is_larger_than_three_files():
    reached: dict[str, set[str]] = {}
    for file in MODULES:
        reached[file], waiting = set(), [file]
        while waiting:
            new = {a.module for a in arrows()[waiting[-1]] if not a.typing} - reached[file]
            waiting.pop()
            reached[file] |= new
            waiting += new
    circles = {frozenset(m for m in reached[file] if file in reached[m]) for file in MODULES}
    assert not [sorted(circle) for circle in circles if len(circle) > 3]
