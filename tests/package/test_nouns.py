"""One noun, one thing: no two public classes have one name, a file is a noun or a verb, and a local says what it holds."""

from __future__ import annotations

import ast
import collections
from pathlib import Path

import tapegrad

PACKAGE = Path(tapegrad.__file__).parent
FILES = [file for file in sorted(PACKAGE.rglob("*.py")) if file.name != "__init__.py"]
VAGUE = """
again annotated apart asking banded calling discrete early elementwise elliptic exact expecting extreme forward half
handed held helping hot hypergeometric immediate implicit incomplete joining kept later making multivariate
normal orthogonal pending picking plain real refused reverse scalar scipys semidefinite several small sparse
structured summed swept triangular trigonometric turns watched
""".split()  # noqa: SIM905 (a list of so many is one a line)
PUBLIC = {
    "linalg.py": "the names of numpy.linalg, and those of scipy.sparse.linalg",
    "cache.py": "compiled code, and the command about it: a command's file has the command's name",
}
HISTORIES = {"found", "given", "known", "own", "made", "asked"}


def test_no_two_public_classes_have_one_name():
    found = collections.defaultdict(list)
    for file in FILES:
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(str(file.relative_to(PACKAGE)))
    assert not {name: files for name, files in found.items() if len(files) > 1}


def test_no_file_says_how_something_is_in_place_of_what():
    assert not [str(file.relative_to(PACKAGE)) for file in FILES if file.stem in VAGUE]


def test_no_two_files_have_one_name():
    counts = collections.Counter(file.name for file in FILES)
    assert {name for name, count in counts.items() if count > 1} == set(PUBLIC)


def locals_of(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> set[str]:
    """Return the parameters and the locals of a function, without those of functions within."""
    names, waiting = set(), [*ast.iter_child_nodes(function)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            waiting += ast.iter_child_nodes(node)
    return names


def test_locals_say_what_they_hold_in_place_of_how_it_came():
    vague = []
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)) and locals_of(node) & HISTORIES:
                vague.append(f"{file.relative_to(PACKAGE)}:{node.lineno}")
    assert not vague
