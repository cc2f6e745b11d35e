"""The command that times a function: who is run, whose gradients agree, and what is said of who cannot."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.commands import bench
from tapegrad.commands.command_line import main
from tapegrad.commands.contestants import CONTESTANTS, Scalar
from tapegrad.demo import sample_function

ROOT = Path(tg.__file__).parent.parent
MODEL = """
import numpy as np
from numpy import sin
data = np.linspace(0.0, 1.0, 5)
def loss(w, scale=2.0):
    print("called")
    return np.sum(sin(w * data) ** 2) * scale
def several(w):
    return np.stack([w[0] * w[1], np.exp(w[1])])
def written(w):
    out = np.zeros(3, like=w)
    out[0] = w[0] ** 2
    return np.sum(out)
example = (np.array([0.3, 0.1, 0.2, 0.5, 0.4]), 2.0)
"""
LIBRARIES = {"torch": "torch", "jax": "jax", "autograd": "autograd"}


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder with a model."""
    (tmp_path / "timed_model.py").write_text(MODEL)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(place: Path, *words: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    command = [sys.executable, "-m", "tapegrad", "bench", *words]
    environment = os.environ | {"PYTHONPATH": path}
    return subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=False)


def loss_gradient(w: np.ndarray, scale: float) -> list[np.ndarray]:
    """What calculus says of `loss`: its value, and its derivatives by both arguments."""
    data = np.linspace(0.0, 1.0, 5)
    squares = np.sin(w * data) ** 2
    return [scale * squares.sum(), scale * np.sin(2 * w * data) * data, squares.sum()]


@pytest.mark.slow
@pytest.mark.parametrize("name", list(CONTESTANTS))
def test_each_one_computes_the_same_of_plain_numpy_code(name, place):
    if name in LIBRARIES:
        pytest.importorskip(LIBRARIES[name])
    done = run(place, "timed_model:loss", "--example", "timed_model:example", "--only", name)
    assert done.returncode == 0, done.stderr
    row = json.loads(done.stdout)
    expected = loss_gradient(np.array([0.3, 0.1, 0.2, 0.5, 0.4]), 2.0)
    if name != "numpy":
        assert row["gradient"]["later"] > 0.0
        found = np.split(np.array(row["numbers"]), [1, 6])
        for actual, exact in zip(found, expected, strict=True):
            np.testing.assert_allclose(actual, np.atleast_1d(exact), rtol=1e-5, atol=1e-7)
    if name != "differences":
        assert row["value"]["first"] > 0.0
        assert row["value"]["later"] > 0.0


@pytest.mark.slow
def test_the_table_has_who_ran_and_the_reason_of_who_did_not(place):
    done = run(place, "timed_model:written", "--args", "[0.5, 1.5]", "--json", "--limit", "300")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["function"], report["shapes"], report["threads"]) == ("timed_model:written", [[2]], 1)
    rows = {row["name"].split()[0]: row for row in report["rows"]}
    assert "not run" not in rows["tapegrad"]
    assert "not run" in rows.get("jax", {"not run": ""})  # whose arrays cannot be written to
    text = bench._table(report["rows"])
    assert "not run: jax: " in text
    assert text.splitlines()[0].split() == [
        "value:",
        "first",
        "later",
        "ratio",
        "with",
        "gradient:",
        "first",
        "later",
        "ratio",
    ]


def test_a_sum_stands_for_several_numbers(place):
    def several(w):
        return {"a": w * 2.0, "b": np.sum(w)}

    scalar = Scalar(several, (np.array([1.0, 2.0]),))
    assert scalar(*scalar.arrays) == 9.0


@pytest.mark.parametrize("name", ["numpy", "differences", "eager", "compiled"])
def test_one_alone_is_timed_in_this_process(name, capsys, monkeypatch):
    monkeypatch.setattr(bench, "_WARM", (2, 0.01))
    sample = "tapegrad.demo.sample_function:rosenbrock"
    assert main(["bench", sample, "--args", "[1.3, 0.7, 0.8]", "--only", name]) == 0
    row = json.loads(capsys.readouterr().out)
    assert row["name"].lower().startswith({"eager": "tapegrad", "compiled": "tapegrad"}.get(name, name))
    if name != "numpy":  # the derivatives of Rosenbrock's function, by hand
        x = np.array([1.3, 0.7, 0.8])
        inner = x[1:] - x[:-1] ** 2
        slope = np.append(-400 * x[:-1] * inner - 2 * (1 - x[:-1]), 0.0) + np.insert(200 * inner, 0, 0.0)
        np.testing.assert_allclose(row["numbers"][1:], slope, rtol=1e-5)


def test_the_samples_minimum_is_known():
    assert sample_function.rosenbrock(np.ones(5)) == 0.0


def row(name: str, later: float, numbers: list[float]) -> dict:
    times = {"first": 2 * later, "later": later}
    return {"name": name, "value": times, "gradient": times, "numbers": numbers}


def test_a_gradient_that_differs_is_not_counted():
    rows = [row("a", 1e-6, [1.0, 2.0]), row("b", 2e-6, [1.0, 2.0]), row("c", 3e-6, [1.0, 2.5])]
    bench._compare(rows)
    assert [one["name"] for one in rows if "not run" in one] == ["c"]
    lines = bench._table(rows).splitlines()
    assert lines[1].split() == ["a", "2.0", "1.0", "1.00", "2.0", "1.0", "1.00"]
    assert lines[2].split() == ["b", "4.0", "2.0", "2.00", "4.0", "2.0", "2.00"]
    assert lines[3].startswith("not run: c: its value or gradient differs from the others' by 0.2")


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("Traceback\n  File\nModuleNotFoundError: No module named 'jax'\n", "it is not installed"),
        ("python -m tapegrad bench: error: bench: expected a.\nFor help: x\n", "bench: expected a."),
        ("", "the process ended"),
        ("Traceback\njax.errors.TracerError: no\nSee the docs.\n-----\nFor simplicity\n", "jax.errors.TracerError: no"),
        ("TypeError: " + "x" * 500, "TypeError: " + "x" * 146 + "..."),
    ],
)
def test_reasons_are_short(said, reason):
    assert bench._reason(said) == reason


@pytest.mark.slow
def test_what_takes_too_long_is_ended(place):
    done = run(place, "timed_model:loss", "--example", "timed_model:example", "--limit", "0.01", "--json")
    assert all(one["not run"] == "it takes more than 0.01 seconds" for one in json.loads(done.stdout)["rows"])
