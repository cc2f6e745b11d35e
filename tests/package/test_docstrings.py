"""Docstrings of functions begin with a verb.

No list knows all verbs; but an article, a question word or a preposition is none, and so none begins a docstring.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import tapegrad

PACKAGE = Path(tapegrad.__file__).parent
NO_VERBS = {
    "a", "an", "the", "this", "that", "these", "those", "its", "each", "every", "all", "both", "another", "other", "one", "no", "any",
    "whether", "what", "which", "who", "whose", "how", "where", "when", "why", "while", "if", "as", "for", "of", "by", "in", "with", "without",
}  # fmt: skip
PROPERTIES = ("property", "cached_property", "setter")


def first_words(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Each function that is no property, and the first word of its docstring."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.expr):
            continue  # most of a file, in which no function is defined
        yield from first_words(node)
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or not (text := ast.get_docstring(node)):
            continue
        if not any(ast.unparse(d).endswith(PROPERTIES) for d in node.decorator_list):
            yield node.name, text.split()[0]


def test_the_search_finds_functions_and_leaves_out_properties():
    source = '''
class A:
    @property
    def f(self):
        """The value."""
    def g(self):
        """Whether it holds."""
        async def h():
            """Run it."""
'''
    assert sorted(first_words(ast.parse(source))) == [("g", "Whether"), ("h", "Run")]


def test_docstrings_of_functions_begin_with_a_verb():
    found = []
    for file in sorted(PACKAGE.rglob("*.py")):
        words = first_words(ast.parse(file.read_text(encoding="utf-8")))
        found += [
            f"{file.relative_to(PACKAGE)}: {name}: {word}"
            for name, word in words
            if word.lower().rstrip(",:.") in NO_VERBS
        ]
    assert not found


VAGUE = re.compile(r"\b(as ever|whoever|whomever|somebody|nobody|what comes back|looks on)\b", re.IGNORECASE)


def test_no_text_has_words_that_name_nothing():
    files = sorted(PACKAGE.rglob("*.py"))
    found = [
        f"{file.relative_to(PACKAGE)}:{number}: {line.strip()}"
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if VAGUE.search(line)
    ]
    assert not found


def is_there(name: str) -> bool:
    """Whether a dotted name is a module of the package, or begins with one that has the rest in its text."""
    path, rest = PACKAGE, name.removeprefix("tapegrad.").split(".")
    while rest and (path.is_dir() and ((path / rest[0]).is_dir() or (path / f"{rest[0]}.py").exists())):
        path, rest = path / rest[0], rest[1:]
    file = path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__init__.py"
    return file.exists() and all(re.search(rf"\b{part}\b", file.read_text(encoding="utf-8")) for part in rest)


def test_modules_that_texts_name_are_there():
    folders = "|".join(path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists())
    dotted = re.compile(rf"`((?:tapegrad\.\w+|{folders})(?:\.\w+)+)`")
    gone = [
        f"{file.relative_to(PACKAGE)}: {name}"
        for file in sorted(PACKAGE.rglob("*.py"))
        for name in dotted.findall(file.read_text(encoding="utf-8"))
        if not is_there(name)
    ]
    assert not gone
