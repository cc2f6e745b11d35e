"""The examples print what they promise."""

from __future__ import annotations

import importlib.util
import re
import sys

import numpy as np
import pytest

from tests.support import ROOT

EXAMPLES = ROOT / "examples"


def loaded(name):
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)  # Numba's cache looks it up
    spec.loader.exec_module(module)
    return module


def printed(name, capsys):
    """What an example's `main` prints, line by line."""
    module = loaded(name)
    capsys.readouterr()
    module.main()
    out, errors = capsys.readouterr()
    assert errors == ""
    return out.splitlines()


def numbers(text):
    return [float(x) for x in re.findall(r"[-+]?\d+(?:\.\d*)?(?:e[-+]?\d+)?", text)]


def after_colon(line):
    return numbers(line.partition(":")[2])


def test_every_example_is_tested():
    tests = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "programs").glob("test_*.py"))
    examples = [path.stem for path in EXAMPLES.glob("*.py")]
    assert len(examples) >= 2
    assert not [name for name in examples if f'printed("{name}"' not in tests and f'loaded("{name}"' not in tests]


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
