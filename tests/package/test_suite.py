"""The suite itself: which variants of a test run, and the mutants that it is measured by."""

from __future__ import annotations

import ast
import collections
import functools
import subprocess
import sys
from pathlib import Path

import pytest

from tests import mutants

ROOT = Path(__file__).resolve().parents[2]
MATRICES = """
import pytest

@pytest.mark.cover("op")
@pytest.mark.parametrize("dtype", ["f8", "f4"])
@pytest.mark.parametrize("op", ["exp", "log1p", "sin", "cos", "arctan", "absolute", "add", "power"])
def test_covered(op, dtype): pass

@pytest.mark.sampled(2)
@pytest.mark.parametrize("n", [1, 2, pytest.param(3, marks=pytest.mark.exhaustive), 4, 5])
def test_sampled(n): pass

@pytest.mark.parametrize("n", range(40))
def test_matrix(n): pass

@pytest.mark.parametrize("n", range(6))
def test_few(n): pass

@pytest.mark.exhaustive
def test_endures(): pass
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with tests that are matrices."""
    place = tmp_path_factory.mktemp("matrices")
    (place / "test_matrices.py").write_text(MATRICES)
    return place


@functools.cache
def collected(place: Path, *arguments: str) -> list[str]:
    """The names of the tests that run."""
    code = f"import sys; sys.path.append({str(ROOT)!r}); import pytest; sys.exit(pytest.main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "-p", "tests.selection", "-p", "no:cacheprovider", "--co", "-q", *arguments]
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, timeout=300, check=False)
    return [line.partition("::")[2] for line in done.stdout.splitlines() if "::" in line]


def test_each_op_meets_each_check_in_some_dtype(place: Path) -> None:
    found = [
        name.removeprefix("test_covered[").rstrip("]").split("-") for name in collected(place) if "covered" in name
    ]
    assert sorted(op for op, _ in found) == ["absolute", "add", "arctan", "cos", "exp", "log1p", "power", "sin"]
    assert {dtype for _, dtype in found} == {"f4", "f8"}


def test_of_a_matrix_a_quarter_runs(place: Path) -> None:
    found = collected(place)
    assert sum("matrix" in name for name in found) == 10
    assert sum("few" in name for name in found) == 6


def test_samples_are_never_what_is_exhaustive(place: Path) -> None:
    found = [name for name in collected(place) if "sampled" in name]
    assert len(found) == 2
    assert "test_sampled[3]" not in found


def test_all_run_when_asked_for_or_named(place: Path) -> None:
    assert len(collected(place, "--exhaustive")) == 16 + 5 + 40 + 6 + 1
    assert not any("endures" in name for name in collected(place))
    assert collected(place, "test_matrices.py::test_endures") == ["test_endures"]


def test_a_seed_gives_an_order(place: Path) -> None:
    orders = [collected(place, "--shuffle", seed) for seed in ("1", "1", "2")]
    assert orders[0] == orders[1] != orders[2]
    assert sorted(orders[0]) == sorted(orders[2]) == sorted(collected(place))


def test_shares_are_all_together_and_have_variants_of_each_matrix(place: Path) -> None:
    shares = [collected(place, "--exhaustive", "--share", f"{k}/3") for k in (1, 2, 3)]
    assert sorted(name for share in shares for name in share) == sorted(collected(place, "--exhaustive"))
    for share in shares:
        assert sum("covered" in name for name in share) in {4, 5, 6}


def test_a_mutant_is_code_that_differs_in_its_expression(tmp_path: Path) -> None:
    choice = mutants.chosen(8, 3, ["record", "func"], [])
    assert collections.Counter(mutant.room for mutant in choice) == {"record": 4, "func": 4}
    for mutant in choice:
        source = (ROOT / mutant.path).read_text()
        (tmp_path / mutant.path).parent.mkdir(parents=True, exist_ok=True)
        mutant.put(tmp_path, mutant.new)
        text = (tmp_path / mutant.path).read_text()
        assert ast.dump(ast.parse(text)) != ast.dump(ast.parse(source))
        mutant.put(tmp_path, mutant.old)
        assert (tmp_path / mutant.path).read_text() == source
