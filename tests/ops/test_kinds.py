"""Kinds of ops answer for themselves: nobody asks what kind an op is of."""

from __future__ import annotations

import ast
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import tapegrad as tg
from tapegrad.ops import kinds
from tapegrad.ops.kinds.kind import Kind

PACKAGE = Path(tg.__file__).parent
OWN = PACKAGE / "ops" / "kinds"
for module in pkgutil.iter_modules(kinds.__path__, "tapegrad.ops.kinds."):
    import_module(module.name)


def every(kind: type[Kind]) -> Iterator[type[Kind]]:
    """A kind and all that are derived from it."""
    yield kind
    for own in kind.__subclasses__():
        yield from every(own)


CLASSES = {kind.__name__ for kind in every(Kind) if kind is Kind or kind.__name__ in vars(kinds)}


def asking(tree: ast.AST) -> Iterator[int]:
    """Lines that ask for the class of a kind, or for its name."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="isinstance" | "issubclass")):
                given = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
                given |= {n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute)}
                if given & CLASSES:
                    yield node.lineno
            case (
                ast.Call(func=ast.Name(id="type"), args=[ast.Attribute(value=ast.Name(id="op"), attr="kind")])
                | ast.Attribute(value=ast.Attribute(value=ast.Name(id="op"), attr="kind"), attr="__class__" | "name")
            ):
                yield node.lineno


def test_the_search_finds_what_it_looks_for() -> None:
    for line in (
        "isinstance(op.kind, Move)",
        "isinstance(k, kinds.Write)",
        "op.kind.__class__ is x",
        "type(op.kind) is x",
    ):
        assert list(asking(ast.parse(line))), line
    assert {"Move", "Contract", "Python"} <= CLASSES


def test_nobody_asks_what_kind_an_op_is_of() -> None:
    found = []
    words = re.compile(rf"\b({'|'.join(CLASSES)})\b|\bkind\b")  # files without these need not be parsed
    for file in sorted(PACKAGE.rglob("*.py")):
        if OWN not in file.parents and words.search(text := file.read_text("utf-8")):
            found += [f"{file.relative_to(PACKAGE)}:{line}" for line in asking(ast.parse(text))]
    assert found == []


def test_each_kind_has_a_file() -> None:
    homes = [kind.__module__ for kind in every(Kind) if kind.__name__ in CLASSES]
    assert all(home.startswith("tapegrad.ops.kinds.") for home in homes)
    assert max(map(homes.count, homes)) <= 5, "a file is of one kind, and what differs from it a little"


def test_each_flag_is_one_that_is_asked() -> None:
    """A kind that sets another one would be believed by nobody."""
    asked = {name for name, value in vars(Kind).items() if isinstance(value, bool)}
    set_by = {(kind, name) for kind in every(Kind) for name, value in vars(kind).items() if isinstance(value, bool)}
    assert not {(kind.__name__, name) for kind, name in set_by if name not in asked}
    words = "\n".join(file.read_text("utf-8") for file in PACKAGE.rglob("*.py") if OWN not in file.parents)
    assert not {name for name in asked if not re.search(rf"\bkind\.{name}\b", words)}
