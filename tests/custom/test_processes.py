"""Ops of users in other processes, in files and in caches."""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import (
    ArgumentError,
    TapeFileError,
)
from tapegrad.ir import files
from tapegrad.machine import store
from tests.custom.ops import RNG, ops

DEFINED = """
import json, sys
import numba
import numpy as np
import tapegrad as tg

@tg.custom.elementwise(partials={{"x": lambda x: {factor} * x}})
def traced(x):
    return 0.5 * {factor} * x * x

@tg.custom.elementwise(partials={{"x": lambda x: {factor} * x}})
@numba.njit
def looped(x):
    total = 0.0
    for k in range({factor}):
        total += 0.5 * x * x
    return total

@tg.custom.array(vjp={{"x": lambda g, x: {factor} * g}})
@numba.njit
def kernel(x, out):
    for i in range(x.size):
        out[i] = {factor} * x[i]

def f(x):
    return np.sum(traced(x) + looped(x) * kernel(x))
"""
USED = """
x = np.array([1.0, 2.0, 3.0])
t = tg.tensor(x, requires_grad=True)
f(t).backward()
t = t.grad.numpy()
value, g = tg.compile(tg.value_and_grad(f))(x)
rows = tg.vmap(tg.grad(f))(np.stack([x, x]))
single = tg.grad(lambda x: traced(x) * looped(x))(2.0)
print(json.dumps([value, t.tolist(), g.tolist(), rows[1].tolist(), float(single)]))
"""


def process(code: str, folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Run a program with a cache folder of its own, in which the sweeps lie already: they take long."""
    script, kept = folder / "script.py", folder / "cache"
    if not kept.exists():
        kept.mkdir()
        for path in store.folder().glob("sweeps-*.o"):
            shutil.copy(path, kept)
    script.write_text(code)
    paths = [p for p in (str(Path(tg.__file__).parent.parent), os.environ.get("PYTHONPATH")) if p]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "TAPEGRAD_CACHE_DIR": str(kept)}
    return subprocess.run([sys.executable, str(script), *args], capture_output=True, text=True, env=env, check=False)


def expected(factor: float) -> list[Any]:
    x = np.array([1.0, 2.0, 3.0])
    g = factor * x + factor * x * factor * x + 0.5 * factor * x * x * factor
    value = np.sum(0.5 * factor * x * x * (1 + factor * x))
    return [value, *[g.tolist()] * 3, 2 * (0.5 * factor * 4) * factor * 2]


@pytest.mark.exhaustive
@pytest.mark.slow
def test_caches_and_saved_tapes_of_several_processes(tmp_path):
    """Another process loads what the first one wrote, an edited function is picked up, names do not collide.

    A saved tape finds its ops, or is refused where they are defined otherwise or not at all.
    """
    path, x = str(tmp_path / "f.tape"), "np.array([1.0, 2.0, 3.0])"
    save = f"\nf = tg.compile(tg.grad(f)); print(json.dumps(f({x}).tolist())); f.save(sys.argv[1])"
    load = f"\nwith np.errstate(all='ignore'):\n    print(json.dumps(tg.load(sys.argv[1])({x}).tolist()))"
    kept = {}
    for factor, then in ((2, save), (3, load), (2, load)):
        done = process(DEFINED.format(factor=factor) + USED + then, tmp_path, path)
        got, *tape = map(json.loads, done.stdout.splitlines())
        for a, b in zip(got, expected(factor), strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-14)
        if factor == 2:
            assert done.returncode == 0, done.stderr
            assert tape == [expected(2)[1]]
        else:
            assert "TapeFileError" in done.stderr
            assert "is defined otherwise here" in done.stderr
        found = {file.name: file.stat().st_mtime_ns for file in (tmp_path / "cache").iterdir()}
        if factor in kept:
            assert kept[factor].items() <= found.items()
            assert len(found) == len(kept[max(kept)])
        kept[factor] = found
    missing = process("import json, sys\nimport numpy as np\nimport tapegrad as tg" + load, tmp_path, path)
    assert "TapeFileError" in missing.stderr
    assert "is not defined here. Import the module that defines it." in missing.stderr


KEPT = """
import sys
import numba
import numpy as np
import tapegrad as tg
from tapegrad.errors import ArgumentError

if "nothing" in sys.argv:
    def refuse(*signature):
        raise AssertionError("compiled again")
    numba.cfunc = refuse

exec('''
from numba.extending import overload

def of(factor):
    def scaled(x):
        return x

    @overload(scaled)
    def compiled(x):
        return lambda x: x * factor

    @numba.njit
    def kernel(x, out):
        for i in range(len(x)):
            if x[i] < 0.0:
                raise ValueError("negative")
            out[i] = scaled(x[i])

    return tg.custom.array(kernel, vjp={"x": lambda g, x: g * factor})
''')  # as in a notebook: no file has it

@tg.custom.array(vjp={})
@numba.njit
def squared(a, out):
    np.dot(a, a, out)

op = of(float(sys.argv[1]))
x = tg.tensor([1.0, 2.0], requires_grad=True)
y = op(x)
y.sum().backward()
sealed = tg.compile(lambda x: np.sum(op(x)))
print(y.tolist(), x.grad.tolist(), sealed(np.arange(3.0)), op(np.arange(4.0)).tolist(), squared(np.eye(2) * 2.0).tolist())
"""


@pytest.mark.slow
def test_the_second_process_compiles_no_kernel(tmp_path):
    """Also of closures and of code without a file; one that closes over another value, or has another overload, is compiled."""
    expected = {
        n: f"[{n}, {2 * n}] [{n}, {n}] {3 * n} {[k * n for k in range(4)]} [[4.0, 0.0], [0.0, 4.0]]" for n in (2.0, 5.0)
    }
    for arguments, factor in (("2",), 2.0), (("5",), 5.0), (("5", "nothing"), 5.0):
        done = process(KEPT, tmp_path, *arguments)
        assert done.stdout.strip() == expected[factor], done.stderr


def test_kernels_that_print_or_hold_addresses_are_not_kept():
    """What they refer to comes with the compilation."""

    @numba.njit
    def prints(x, out):
        print("a word")
        out[()] = x[()]

    pointed = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(lambda x: 2.0 * x)

    @numba.njit
    def calls(x, out):
        out[()] = pointed(x[()])

    @numba.njit(parallel=True)
    def side_by_side(x, out):
        for i in numba.prange(x.size):
            out[i] = 2.0 * x[i]

    def files() -> set[str]:
        return {path.name for path in store.folder().iterdir() if path.name.startswith("tapegrad_")}

    before = files()
    assert tg.custom.array(prints)(3.0) == 3.0
    assert tg.custom.array(calls)(3.0) == 6.0
    np.testing.assert_array_equal(tg.custom.array(side_by_side)(np.arange(4.0)), 2.0 * np.arange(4.0))
    assert files() == before


def test_tapes_in_memory_and_their_malformed_copies():
    o = ops()
    f = tg.compile(tg.vmap(lambda x: o.squares(o.running_product(x), 1.0)))
    rows = RNG(33).uniform(0.5, 1.5, size=(4, 3))
    value = f(rows)
    np.testing.assert_allclose(value, np.sum(np.cumprod(rows, axis=1) ** 2, axis=1), rtol=1e-14)
    program = pickle.loads(pickle.dumps(f.tape()))
    assert program == f.tape()
    data = files.encode(program)
    for old, new in [(b"[true]", b'["aa"]'), (o.squares.name.encode(), b"squares.000000000000")]:
        if old in data:
            body = data.replace(old, new)
            body = body[:24] + hashlib.sha256(body[64:]).digest() + body[56:]
            with pytest.raises(TapeFileError):
                files.decode(body)


def test_arguments_by_name():
    op = tg.custom.elementwise(lambda x, y: x * y * y)
    x = tg.tensor([2.0, 3.0], requires_grad=True)
    y = op(y=x, x=5.0)
    np.testing.assert_array_equal(y.detach().numpy(), [20.0, 45.0])
    np.testing.assert_array_equal(op(1.0, y=np.array([3.0])), [9.0])
    for keywords in ({"z": 1.0}, {"x": 1.0}):
        with pytest.raises(ArgumentError, match="expected the arguments x, y, got 1 by position and"):
            op(x, **keywords)


def test_names_that_users_meet_have_no_digest():
    def halved(x):
        return 0.5 * x

    op = tg.custom.elementwise(halved)
    y = op(tg.tensor([2.0, 3.0], requires_grad=True))
    assert repr(y.grad_fn) == "<Node halved>"
