"""One noun, one thing: no two public classes have one name, and a file is a noun or a verb."""

from __future__ import annotations

import ast
import collections
from pathlib import Path

import tapegrad

PACKAGE = Path(tapegrad.__file__).parent
FILES = [file for file in sorted(PACKAGE.rglob("*.py")) if file.name != "__init__.py"]
VAGUE = {
    "again",
    "apart",
    "early",
    "handed",
    "held",
    "kept",
    "later",
    "plain",
    "turns",
    "watched",
    "swept",
    "picking",
    "hot",
}


def test_no_two_public_classes_have_one_name():
    found = collections.defaultdict(list)
    for file in FILES:
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(str(file.relative_to(PACKAGE)))
    assert not {name: files for name, files in found.items() if len(files) > 1}


def test_no_file_says_how_something_is_in_place_of_what():
    assert not [str(file.relative_to(PACKAGE)) for file in FILES if file.stem in VAGUE]
