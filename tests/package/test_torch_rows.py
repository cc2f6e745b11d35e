"""The page that sets tapegrad beside PyTorch row by row: no row is missing, and every test that it names exists."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from tests.support import ROOT

TESTS = ROOT / "tests"
PAGE = ROOT / "docs" / "reference" / "torch.md"
ROWS = {"A": 18, "B": 6, "C": 6, "D": 12, "E": 6, "F": 8, "G": 8, "H": 7, "I": 3}


def rows():
    """The page's rows: id, feature, what tapegrad does, how that differs, tests."""
    lines = [line for line in PAGE.read_text().splitlines() if re.match(r"\| [A-Z]\d+ \|", line)]
    return [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]


@cache
def defined_in(file: str) -> set[str]:
    tree = ast.parse((TESTS / file).read_text())
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_no_row_is_missing():
    assert [row[0] for row in rows()] == [f"{letter}{k + 1}" for letter, count in ROWS.items() for k in range(count)]


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_the_row_is_complete_and_its_tests_exist(row):
    assert len(row) == 5
    _, feature, does, _, tests = row
    assert feature
    assert does.endswith(".")
    named = re.findall(r"`([^`]*)`", tests)
    assert named
    assert ", ".join(f"`{name}`" for name in named) == tests
    for name in named:
        file, _, function = name.partition("::")
        assert function.startswith("test_")
        assert function in defined_in(file), name


def test_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#]*)\)", PAGE.read_text()):
        assert (PAGE.parent / target).is_file(), target
