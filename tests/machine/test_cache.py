"""The cache of compiled code, from fresh processes."""

from __future__ import annotations

import itertools
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import tapegrad as tg
from tapegrad.machine import cache as engine

PACKAGE = Path(tg.__file__).parent
PROGRAM = """
import sys
import numpy as np
import tapegrad as tg
x = tg.tensor([0.0, 1.0], requires_grad=True)
y = tg.tensor(2.0, requires_grad=True)
((np.exp(x) * x).sum() + y * y).backward()
print(x.grad.tolist(), y.grad.item(), "numba" in sys.modules)
"""
EXPECTED = [[1.0, 2 * 2.718281828459045], 4.0]


def copied(root):
    """A copy of the package in a folder of its own, without a wheel's kernels; with its bytecode but for what other
    processes are writing.
    """
    shutil.copytree(PACKAGE, root / "tapegrad", ignore=shutil.ignore_patterns("*.pyc.*", "object_code"))
    return root


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """The package as it is now, whatever happens to its source while the tests run."""
    return copied(tmp_path_factory.mktemp("package"))


def start(cache, root, program=PROGRAM, more=None):
    environment = {**os.environ, "TAPEGRAD_CACHE_DIR": str(cache), "PYTHONPATH": str(root), **(more or {})}
    return subprocess.Popen(
        [sys.executable, "-c", program],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd="/",
    )


def finish(process, said=""):
    """The gradients that a process printed, and whether it imported numba; it says nothing else, or something of
    `said`."""
    out, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    assert said in errors if said else errors == ""
    values, imported = out.strip().rsplit(" ", 1)
    vector, scalar = values.rsplit(" ", 1)
    return [[float(v) for v in vector.strip("[]").split(",")], float(scalar)], imported == "True"


def run(cache, root):
    return finish(start(cache, root))


def files(cache):
    """What is compiled; the digest of the sources is kept once the copy of the package is some seconds old."""
    paths = [path for path in Path(cache).iterdir() if not path.name.startswith("sources-")]
    return {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in paths}


@pytest.fixture(scope="module")
def filled(tmp_path_factory, root):
    """A cache that one process has filled, with what it found."""
    cache = tmp_path_factory.mktemp("filled") / "not" / "there yet"
    return cache, run(cache, root)


@pytest.fixture
def cache(filled, tmp_path):
    """A copy of the filled cache."""
    return Path(shutil.copytree(filled[0], tmp_path / "cache"))


def test_the_first_process_compiles_and_writes(filled):
    cache, (values, _) = filled
    assert values[0] == pytest.approx(EXPECTED[0], rel=1e-15)
    assert values[1] == EXPECTED[1]
    names = list(files(cache))
    assert any(name.startswith("sweeps-") for name in names)
    assert any("exp" in name for name in names)
    assert all(name.endswith(".o") for name in names)


def test_the_second_process_writes_nothing_and_imports_no_numba(cache, root):
    before = files(cache)
    values, imported = run(cache, root)
    assert values[0] == pytest.approx(EXPECTED[0], rel=1e-15)
    assert values[1] == EXPECTED[1]
    assert not imported
    assert files(cache) == before


ROLLED = """
import numpy as np
import tapegrad as tg
from tapegrad.codegen.executable import executable_of
rng = np.random.default_rng(4)
w, x, rows = rng.normal(size=(3, 3)), rng.normal(size=(4, 3)), rng.normal(size=(60, 3))[rng.integers(0, 60, size=240)]

def f(w, x):
    h = x[0]
    for row in rows:
        h = np.tanh(w @ h + np.tanh(row * x[1]) * x[2]) * np.exp(-row * x[3])
    return np.sum(h)

f = tg.compile(tg.value_and_grad(f, argnums=(0, 1)))
executable_of(f.tape(w, x)).run  # a first answer may not wait for machine code
value, slopes = f(w, x)
print(value, *[s.tolist() for s in slopes])
"""


@pytest.mark.slow
def test_programs_with_loops_are_found_by_another_process(tmp_path, root):
    """Whatever the order in which that one goes through its sets."""
    cache, found = tmp_path / "cache", []
    for seed in ("1", "2"):
        process = start(cache, root, ROLLED, {"PYTHONHASHSEED": seed})
        out, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors
        found.append((out, files(cache)))
    assert found[0] == found[1]
    assert any(name.startswith("tape-") for name in found[0][1])


def flipped(content):
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 255]) + content[middle + 1 :]


DAMAGES = [lambda content: content[: len(content) // 2], lambda content: b"", flipped, lambda content: b"garbage" * 100]


@pytest.mark.slow
def test_damaged_files_are_compiled_again(cache, root):
    """Each file in one way, in turns."""
    before = files(cache)
    assert len(before) >= len(DAMAGES)
    for damage, path in zip(itertools.cycle(DAMAGES), sorted(cache.iterdir()), strict=False):
        path.write_bytes(damage(path.read_bytes()))
    values, _ = run(cache, root)
    assert values[0] == pytest.approx(EXPECTED[0], rel=1e-15)
    assert values[1] == EXPECTED[1]
    assert set(files(cache)) == set(before)
    assert not run(cache, root)[1]  # and is whole again


@pytest.mark.slow
def test_a_cache_that_cannot_be_written(tmp_path, root):
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    values, _ = finish(start(blocked / "cache", root), "no compiled code is kept in")
    assert values[0] == pytest.approx(EXPECTED[0], rel=1e-15)
    assert blocked.read_text() == "no folder"


def test_a_read_only_cache_is_read(cache, root):
    before = files(cache)
    cache.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        values, imported = run(cache, root)
    finally:
        cache.chmod(stat.S_IRWXU)
    assert values[0] == pytest.approx(EXPECTED[0], rel=1e-15)
    assert not imported
    assert files(cache) == before


@pytest.mark.exhaustive
def test_three_processes_on_an_empty_cache(tmp_path, root):
    processes = [start(tmp_path / "cache", root) for _ in range(3)]
    for process in processes:
        values, _ = finish(process)
        assert values[0] == pytest.approx(EXPECTED[0], rel=1e-15)
        assert values[1] == EXPECTED[1]
    assert all(name.endswith(".o") for name in files(tmp_path / "cache"))
    assert not run(tmp_path / "cache", root)[1]


@pytest.mark.slow
def test_an_edited_rule_is_picked_up(cache, root, tmp_path):
    edited = copied(tmp_path / "edited")
    source = edited / "tapegrad" / "ops" / "elementwise_ops.py"
    text = source.read_text()
    begin = text.index("\nexp = ")
    assert '"x": lambda out: out}' in text[begin : begin + 600]
    source.write_text(text[:begin] + text[begin:].replace('"x": lambda out: out}', '"x": lambda out: 3.0 * out}', 1))
    values, _ = run(cache, edited)
    # d(exp(x) * x) with the edited derivative of exp: 3 x exp(x) + exp(x)
    assert values[0] == pytest.approx([1.0, 4 * 2.718281828459045], rel=1e-15)
    assert run(cache, root)[0][0] == pytest.approx(EXPECTED[0], rel=1e-15)


@pytest.mark.exhaustive
@pytest.mark.slow
def test_programs_of_other_sources_share_their_code(tmp_path, root):
    """What a program says decides, so a package that is edited or upgraded compiles it only if it says something else."""
    program = """
import tapegrad as tg
print(tg.compile(tg.grad(lambda x: x**3 * {}))(2.0))
"""
    other = copied(tmp_path / "edited")
    with (other / "tapegrad" / "ops" / "elementwise_ops.py").open("a") as source:
        source.write("# as before\n")
    for where, factor, expected, count in (root, 1.0, 12.0, 1), (other, 1.0, 12.0, 1), (other, 5.0, 60.0, 2):
        out, errors = start(tmp_path / "cache", where, program.format(factor)).communicate(timeout=120)
        assert float(out) == expected, errors
        assert sum(path.name.startswith("tape-") for path in (tmp_path / "cache").iterdir()) == count


@pytest.mark.slow
def test_ops_that_are_declared_in_another_order(tmp_path):
    """They have other numbers, which the switch of the scalar executor holds."""
    program = """
import tapegrad as tg
from tapegrad.ops.indexing import pick
x = tg.tensor([3.0, 5.0], requires_grad=True)
(x[0] * 2.0 + x[1]).backward()
print(x.grad.tolist(), pick.code)
"""
    gradients, numbers = [], set()
    for first in ("complex_numbers", "indexing"):
        root = copied(tmp_path / first)
        package = root / "tapegrad" / "__init__.py"
        text = package.read_text()
        package.write_text(text.replace("\nfrom tapegrad", f"\nimport tapegrad.ops.{first}\nfrom tapegrad", 1))
        process = start(tmp_path / "cache", root, program)
        out, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors
        gradient, number = out.strip().rsplit(" ", 1)
        gradients.append(gradient)
        numbers.add(number)
    assert gradients == ["[2.0, 1.0]"] * 2
    assert len(numbers) == 2


def test_an_engine_that_is_asked_for_while_one_is_made_stays(monkeypatch):
    """The collector's callback asks, and its code would be gone with another engine."""
    given = []

    class Asking:
        def __init__(self):
            if not given:
                given.append(None)
                given[0] = engine.engine()

    monkeypatch.setattr(engine, "Engine", Asking)
    monkeypatch.setattr(engine, "_engine", None)
    assert engine.engine() is given[0]
