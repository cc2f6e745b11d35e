"""Kernels that come with a package: a process finds them, and compiles what does not fit them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.machine import prebuilt
from tapegrad.machine.processor import LEVELS, chosen

PACKAGE = Path(tg.__file__).parent
PROGRAM = """
import sys
import numpy as np
import tapegrad as tg
x = tg.tensor([0.0, 1.0], requires_grad=True)
y = tg.tensor(2.0, requires_grad=True)
((np.exp(x) * x).sum() + y * y).backward()
print(x.grad.tolist(), y.grad.item(), "llvmlite.binding" in sys.modules)
"""
EXPECTED = f"{[1.0, 2 * 2.718281828459045]} 4.0"
on_linux = pytest.mark.skipif(
    sys.platform != "linux" or not chosen().x86, reason="LLVM loads all object code on this system"
)


def run(root: Path, cache: Path, *words: str) -> str:
    """What Python prints with the package in a folder, and an empty cache."""
    environment = {k: v for k, v in os.environ.items() if k != "TAPEGRAD_QUICK"}
    environment |= {"PYTHONPATH": str(root), "TAPEGRAD_CACHE_DIR": str(cache)}
    done = subprocess.run(
        [sys.executable, *words], env=environment, cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def compiled(cache: Path) -> set[str]:
    """What a process has compiled; the digest of the sources is kept too, once they are some seconds old."""
    return {file.name.partition("-")[0] for file in cache.glob("*")} - {"sources"}


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    """A copy of the package with its kernels: those of the wheel that it was installed from, or else made now."""
    root = tmp_path_factory.mktemp("package")
    shutil.copytree(PACKAGE, root / "tapegrad", ignore=shutil.ignore_patterns("*.pyc.*"))
    folder = root / "tapegrad" / "machine" / "object_code"
    if folder.is_dir():
        return root
    shown = run(root, root / "cache", "-m", "tapegrad", "prebuild", str(folder))
    assert len(shown.splitlines()) == len([*folder.iterdir()])
    return root


@on_linux
@pytest.mark.slow
def test_a_first_gradient_compiles_nothing(built, tmp_path):
    assert run(built, tmp_path / "cache", "-c", PROGRAM) == f"{EXPECTED} False"
    assert compiled(tmp_path / "cache") == set()


COMPILED = """
import numpy as np
import tapegrad as tg

def end(p):
    span = 0.0, 1.0
    return tg.integrate.solve_ivp(lambda t, y, p: -p * y, span, [1.0], "DOP853", [1.0], args=(p,), rtol=1e-9).y[0, -1]

print(tg.compile(tg.grad(lambda x: tg.sum(x * x)))(np.ones(200_000))[0], tg.compile(tg.grad(end))(2.0).item())
"""


@on_linux
@pytest.mark.slow
def test_functions_with_threads_and_solvers_compile_themselves_alone(built, tmp_path):
    shared, slope = map(float, run(built, tmp_path / "cache", "-c", COMPILED).split())
    assert shared == 2.0
    assert slope == pytest.approx(-np.exp(-2.0), rel=1e-6)
    assert compiled(tmp_path / "cache") == {"tape"}


@on_linux
@pytest.mark.slow
def test_each_level_has_its_own(built, tmp_path, monkeypatch):
    files = sorted((built / "tapegrad" / "machine" / "object_code").iterdir())
    names = [file.stem.partition("x86-64")[2].rpartition("-")[0] for file in files]
    assert [f"x86-64{name}" for name in names] == [*LEVELS][1:]
    assert len({file.read_bytes() for file in files}) == len(files)
    monkeypatch.setenv("TAPEGRAD_PROCESSOR", "x86-64-v2")
    assert run(built, tmp_path / "cache", "-c", PROGRAM) == f"{EXPECTED} False"


@on_linux
@pytest.mark.slow
def test_an_edited_rule_is_compiled(built, tmp_path):
    root = tmp_path / "edited"
    shutil.copytree(built / "tapegrad", root / "tapegrad")
    ops = root / "tapegrad" / "ops" / "elementwise_ops.py"
    text = ops.read_text()
    rule = 'partials={"x": lambda out: out}, reference=np.exp,'
    assert text.count(rule) == 1
    ops.write_text(text.replace(rule, rule.replace("lambda out: out", "lambda out: 3.0 * out")))
    shown = run(root, tmp_path / "cache", "-c", PROGRAM)
    assert shown != f"{EXPECTED} False"
    assert shown.startswith(f"{[1.0, 4 * 2.718281828459045]} 4.0"), shown
    assert shown.endswith("True")


def test_damaged_and_missing_files_are_no_kernels(monkeypatch, tmp_path):
    monkeypatch.setattr(prebuilt, "FOLDER", str(tmp_path))
    assert prebuilt.read(chosen()) == {}
    assert prebuilt.write(str(tmp_path), chosen(), {"exp_f8-0": b"code"}) > 4
    assert prebuilt.read(chosen()) == {"exp_f8-0": b"code"}
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-3])
    assert prebuilt.read(chosen()) == {}


def test_what_a_unit_depends_on_is_in_its_name():
    names = {
        prebuilt.name_of(*what)
        for what in (("exp_f8", "a", 2), ("exp_f8", "b", 2), ("exp_f8", "a", 1), ("sin_f8", "a", 2))
    }
    assert len(names) == 4
