"""The LLVM text of the sweeps, as it is kept: it is read, or a warning says why not and what follows."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import llvmlite.binding as llvm
import pytest

import tapegrad as tg
from tapegrad.engine import generate, sweeps
from tapegrad.errors import CompilationWarning

PACKAGE = Path(tg.__file__).parent


every_unit = pytest.mark.parametrize("unit", sweeps.UNITS)


@every_unit
def test_the_text_is_taken_without_a_word(unit, recwarn):
    assert sweeps.generated(unit) == sweeps.kept(unit).read_text()
    assert not recwarn.list


@every_unit
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "define internal fastcc",
            "define internal slowcc",
            "LLVM .* cannot read {unit}.ll .*about 15 s.*Install a version of llvmlite",
        ),
        ("; ", "; 0", "{unit}.ll is older than the sources.*about 15 s.*tapegrad.engine.generate"),
    ],
    ids=["rejected", "older"],
)
def test_text_that_cannot_be_taken_is_said_so(monkeypatch, tmp_path, unit, old, new, said):
    changed = tmp_path / f"{unit}.ll"
    changed.write_text(sweeps.kept(unit).read_text().replace(old, new, 1))
    monkeypatch.setattr(sweeps, "kept", lambda unit: changed)
    with pytest.warns(CompilationWarning, match=said.format(unit=unit)):
        assert sweeps.generated(unit) is None


def test_the_digest_covers_all_that_the_text_is_made_from(monkeypatch):
    before = sweeps.digest("sweeps")
    monkeypatch.setattr(sweeps.sums, "functions", lambda: "")
    assert sweeps.digest("sweeps") != before


@every_unit
def test_it_covers_every_module_that_the_text_comes_from(unit):
    """Those of the package that the modules of a unit import, and so on; they are read, since Numba is not needed."""
    wanted, found = [f"tapegrad.engine.{name}" for name in sweeps._SIGNATURES[unit]], set()
    while wanted:
        path = wanted.pop().removeprefix("tapegrad.").replace(".", "/") + ".py"
        if path not in found and (PACKAGE / path).is_file():
            found.add(path)
            for node in ast.walk(ast.parse((PACKAGE / path).read_text())):
                if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("tapegrad."):
                    wanted += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    covered = {*(f"engine/{name}.py" for name in sweeps._SIGNATURES[unit]), *sweeps._SOURCES[unit]}
    assert {path for path in found if path.startswith("engine/")} == {
        path for path in covered if path.startswith("engine/")
    }
    assert found >= covered


@every_unit
def test_the_text_has_nothing_that_differs_between_versions(unit):
    text = sweeps.kept(unit).read_text()
    for word in ("@llvm.lifetime.", "captures(", "!tbaa", "target triple", "target-cpu"):
        assert word not in text
    llvm.parse_assembly(text).verify()


@every_unit
def test_only_the_oldest_versions_write_and_compare_it(monkeypatch, capsys, unit):
    monkeypatch.setattr(generate, "PROJECT", Path(__file__).parents[2] / "pyproject.toml")
    before = sweeps.kept(unit).read_bytes()
    author = before.decode().splitlines()[1]
    assert author == f"; {generate.oldest()}"
    monkeypatch.setattr(generate, "versions", lambda: "numba 9.9, llvmlite 9.9, Python 3.99, x86_64")
    for arguments in ([], ["--check"]):
        monkeypatch.setattr(sys, "argv", ["generate", *arguments])
        assert generate.main() == 2
        said = capsys.readouterr().out
        assert f"by {author[2:]}, and this is numba 9.9" in said
        assert "pip install -e . numba==" in said
    assert sweeps.kept(unit).read_bytes() == before


@pytest.mark.exhaustive
def test_numba_translates_instead(tmp_path):
    """In a fresh process: the warning comes once, the results are right, and the next process finds the code."""
    shutil.copytree(PACKAGE, tmp_path / "tapegrad", ignore=shutil.ignore_patterns("__pycache__"))
    changed = tmp_path / "tapegrad" / "engine" / "blocks.py"
    text = changed.read_text()
    assert "block = 2048" in text
    changed.write_text(text.replace("block = 2048", "block = 1024", 1))
    program = (
        "import numpy as np, tapegrad as tg\n"
        "for dtype in (np.float64, np.float32):\n"
        "    x = tg.tensor(np.arange(3001, dtype=dtype), requires_grad=True)\n"
        "    np.sum(x * x).backward()\n"
        "    assert (x.grad.numpy() == 2 * np.arange(3001)).all()\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "TAPEGRAD_CACHE_DIR": str(tmp_path / "cache")}
    command = [sys.executable, "-W", "always", "-c", program]
    first, second = (
        subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True).stderr
        for _ in range(2)
    )
    assert first.count("CompilationWarning") == 1
    assert "sweeps.ll is older than the sources of the sweeps" in first
    assert second == ""
