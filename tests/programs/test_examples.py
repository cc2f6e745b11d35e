"""The examples: each runs by itself, is as short as a page of the gallery, and prints what it promises."""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from functools import cache

import numpy as np
import pytest

from tests.support import ROOT

EXAMPLES = ROOT / "examples"
NAMES = sorted(path.stem for path in EXAMPLES.glob("*.py"))
LONG = {"larger_than_memory"}  # writes some hundred megabytes, and starts processes
os.environ.setdefault("MPLBACKEND", "Agg")  # a picture opens no window, here and in the processes


@cache
def loaded(name):
    """An example as a module: what is in it has run."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)  # Numba's cache looks it up
    spec.loader.exec_module(module)
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")
    return module


def printed(name, capsys):
    """What an example prints, line by line: while it is loaded, or by its `main` if it has one."""
    loaded.cache_clear()
    capsys.readouterr()
    module = loaded(name)
    if hasattr(module, "main"):
        module.main()
    out, errors = capsys.readouterr()
    assert errors == ""
    return out.splitlines()


def numbers(text):
    return [float(x) for x in re.findall(r"[-+]?\d+(?:\.\d*)?(?:e[-+]?\d+)?", text)]


def after_colon(line):
    return numbers(line.partition(":")[2])


def imported(tree):
    """The packages that a program imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module.partition(".")[0]


@pytest.mark.slow
@pytest.mark.sampled(4)  # the site's gallery runs all of them
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.exhaustive] if name in LONG else []) for name in NAMES]
)
def test_each_runs_by_itself(name, tmp_path):
    """It compares its results with others by `assert`."""
    path = EXAMPLES / f"{name}.py"
    text = path.read_text(encoding="utf-8")
    for package in set(imported(ast.parse(text))):
        pytest.importorskip(package)
    if '"cc"' in text and shutil.which("cc") is None:
        pytest.skip("needs a C compiler")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, path], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.cover("name")
@pytest.mark.parametrize("name", NAMES)
def test_each_is_a_page_of_the_gallery(name):
    text = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
    title, line, *words = ast.get_docstring(ast.parse(text)).splitlines()
    assert "\n# %%\n" in text
    assert re.search(r"^ *(assert |np\.testing\.assert_allclose\()", text, re.MULTILINE)
    assert set(line) == {"="}
    assert len(line) == len(title)
    assert "Runs in about" in " ".join(words)
    assert text.count("\n") < 80
    assert f"[script]({name}.py)" in (EXAMPLES / "README.md").read_text(encoding="utf-8")


@pytest.mark.filterwarnings("ignore:delta_grad == 0.0:UserWarning")
def test_optimizers(capsys):
    pytest.importorskip("scipy")
    lines = printed("optimizers", capsys)
    assert len(lines) == 7
    for line, name, most in zip(
        lines, ("BFGS", "L-BFGS-B", "trust-ncg", "trust-constr"), (1e-4, 1e-4, 1e-4, 1e-4), strict=False
    ):
        assert line.startswith(f"{name}: largest distance from the minimum ")
        assert after_colon(line)[-1] < most
    # Hock & Schittkowski (1981), problem 71
    assert after_colon(lines[4])[0] == pytest.approx(17.0140173, abs=1e-6)
    assert after_colon(lines[5]) == pytest.approx([2.5, 1.3, 0.5], abs=1e-6)
    x, y = after_colon(lines[6])
    assert x * x + y * y == pytest.approx(4.0, abs=1e-4)
    assert np.exp(x) + y == pytest.approx(1.0, abs=1e-4)


@pytest.mark.slow
def test_adam_in_njit(capsys):
    pytest.importorskip("numba")
    one, many = printed("adam_in_njit", capsys)
    steps, *x = numbers(one.replace("one run", ""))
    assert 0 < steps < 50_000
    assert x == pytest.approx(np.ones(4), abs=1e-4)
    assert many.startswith("64 runs: ")
    assert after_colon(many)[-1] < 1e-4
