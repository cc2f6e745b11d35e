"""Programs as portable C: what they compute, what they refuse, and what their text is like."""

from __future__ import annotations

import math
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.optimize

import tapegrad as tg
from tapegrad.errors import ArgumentError
from tapegrad.export.c_module import HEADERS, CModule
from tapegrad.machine.status import OUTSIDE
from tests.export.c_programs import COMPILERS, Kernel, each_compiler, library, recorded, shim, together

pytestmark = pytest.mark.skipif(not COMPILERS, reason="no compiler of C")
RNG = np.random.default_rng(5)
X = RNG.normal(size=9)
SANITIZED = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def rosenbrock(x: Any) -> Any:
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


INPUTS, TARGETS = RNG.normal(size=(6, 4)), RNG.normal(size=(6, 2))


def network(weights: Any) -> Any:
    hidden, out = weights
    return np.mean((np.tanh(INPUTS @ hidden) @ out - TARGETS) ** 2)


def kalman(noise: Any, observed: Any) -> Any:
    move, see = np.array([[1.0, 0.1], [0.0, 1.0]]), np.array([[1.0, 0.0]])

    def step(carry: Any, y: Any) -> Any:
        m, p = carry
        m, p = move @ m, move @ p @ move.T + noise * np.eye(2)
        s = (see @ p @ see.T)[0, 0] + 0.1
        gain, r = (p @ see.T)[:, 0] / s, y - m[0]
        return (m + gain * r, p - np.outer(gain, gain) * s), -0.5 * (np.log(s) + r * r / s)

    _, terms = tg.scan(step, (np.zeros(2), np.eye(2)), observed)
    return np.sum(terms)


def lorenz(p: Any) -> Any:
    x, y, z = 1.0, 1.0, 1.0
    for _ in range(300):
        x, y, z = x + 0.005 * p[0] * (y - x), y + 0.005 * (x * (p[1] - z) - y), z + 0.005 * (x * y - p[2] * z)
    return x * x + y + z


def turns(x: Any) -> Any:
    y = x
    for _ in range(120):
        y = np.tanh(0.9 * y + x[::-1])
    return np.sum(y)


def softmax(x: Any) -> Any:
    e = np.exp(x - np.max(x, axis=1, keepdims=True))
    return np.sum((e / np.sum(e, axis=1, keepdims=True)) ** 2)


def root_where_positive(x: Any) -> Any:
    return np.sum(np.where(x > 0.0, np.sqrt(x), 0.0))


SINGLE = X.astype(np.float32)
PROGRAMS: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
    "rosenbrock": (tg.value_and_grad(rosenbrock), (X,)),
    "hessian": (tg.hessian(rosenbrock), (X,)),
    "batch": (lambda rows: tg.vmap(tg.grad(rosenbrock))(rows), (RNG.normal(size=(7, 9)),)),
    "network": (tg.value_and_grad(network), ([RNG.normal(size=(4, 3)), RNG.normal(size=(3, 2))],)),
    "kalman": (tg.value_and_grad(kalman), (0.3, RNG.normal(size=20))),
    "lorenz": (tg.value_and_grad(lorenz), (np.array([10.0, 28.0, 8.0 / 3.0]),)),
    "turns": (tg.value_and_grad(turns), (X,)),
    "softmax": (tg.value_and_grad(softmax), (RNG.normal(size=(4, 5)),)),
    "where": (tg.value_and_grad(root_where_positive), (X,)),
    "float32": (tg.value_and_grad(lambda x: np.sum(np.tanh(x) * np.exp(x)) + np.max(x)), (SINGLE,)),
    "float32_product": (lambda x: x @ x.T, (np.outer(SINGLE, SINGLE),)),
    "rows": (tg.value_and_grad(lambda x, i: np.sum(x[i] ** 3)), (X, np.array([1, 4, -1, 4]))),
    "fixed_rows": (tg.grad(lambda x: np.sum(x[[0, 1, 1, 3]] * x[2:6])), (X,)),
    "integers": (
        lambda a, b: (a // b, a % b, a * b, a + b, a - b, a << 3, a >> 2, a & b, np.maximum(a, b), a < b, a / b),
        (np.array([7, -7, 5, 2**62, -(2**63)]), np.array([2, 2, -3, 3, -1])),
    ),
    "running": (tg.value_and_grad(lambda x: np.sum(np.cumsum(x) * np.cumprod(x))), (X,)),
    "extremes": (lambda x: (np.argmax(x), np.argmin(x), np.max(x), np.any(x > 0.0)), (X,)),
    "long_sum": (tg.value_and_grad(lambda x: np.sum(np.sin(x))), (RNG.normal(size=3000),)),
    "long_rows": (tg.value_and_grad(lambda x: np.sum(np.sin(x[:, :55]))), (RNG.normal(size=(50, 60)),)),
    "complex": (lambda z: z * z + np.exp(z), (X + 1j * X[::-1],)),
    "spectrum": (tg.value_and_grad(lambda x: np.sum(np.abs(np.fft.rfft(x)) ** 2)), (X,)),
    "convolution": (tg.value_and_grad(lambda x: np.sum(np.convolve(x, np.arange(3.0)) ** 2)), (X,)),
    "while_loop": (
        lambda x: tg.while_loop(lambda c: c[0] < 100.0, lambda c: (c[0] * 2.0, c[1] + 1.0), (x, 0.0)), (1.5,),
    ),
    "fori_loop": (tg.grad(lambda x: tg.fori_loop(0, 10, lambda i, c: np.sin(c) * x, x)), (0.5,)),
    "padding": (tg.grad(lambda x: np.sum(np.pad(x, 2, mode="wrap") ** 2)), (X,)),
    "numbers": (lambda a, b: (a + b, a * b, np.arctan2(a, b), 2.0), (1.2, 0.5)),
    "empty": (lambda a: np.sum(a) + 1.0, (np.zeros(0),)),
    "solve": (
        tg.value_and_grad(lambda a: np.sum(np.linalg.solve(a, np.ones(5)))), (RNG.normal(size=(5, 5)) + 4 * np.eye(5),),
    ),
    "eigenvalues": (tg.value_and_grad(lambda a: np.sum(np.linalg.eigvalsh(a @ a.T) ** 2)), (RNG.normal(size=(4, 4)),)),
    "large_product": (tg.value_and_grad(lambda a: np.sum((a @ a.T) @ a)), (RNG.normal(size=(40, 40)),)),
}  # fmt: skip


Made = dict[str, tuple[Kernel, list[Any], list[Any]]]


def all_kernels() -> Made:
    """What is exported: kernels, arguments and the results of Python's replay."""
    programs: Made = {}
    for name, (f, args) in PROGRAMS.items():
        program, leaves, results = recorded(f, args)
        programs[name] = Kernel(f"f_{name}", program), leaves, results
    return programs


@pytest.fixture(scope="module")
def kernels() -> Made:
    return all_kernels()


def compare(kernels: Made, loaded: Any) -> None:
    for name, (kernel, leaves, expected) in kernels.items():
        status, results = kernel.call(loaded, leaves)
        assert status == 0, name
        single = any(np.asarray(x).dtype == np.float32 for x in expected)
        for x, y in zip(results, expected, strict=True):
            scale = np.max(np.abs(y), initial=1.0)
            np.testing.assert_allclose(x, y, rtol=1e-5 if single else 1e-11, atol=1e-13 * scale, err_msg=name)


@each_compiler
def test_programs(kernels: Any, compiler: str, tmp_path: Path) -> None:
    """Values and gradients of Python's replay, but for rounding."""
    text = together([kernel for kernel, _, _ in kernels.values()])
    shim(text, tmp_path)
    compare(kernels, library(text, tmp_path, compiler, "-O0"))


@pytest.mark.exhaustive
@each_compiler
@pytest.mark.parametrize("flags", [("-O2",), ("-O3", "-march=native")], ids=["fast", "native"])
def test_programs_otherwise_compiled(kernels: Any, compiler: str, flags: tuple[str, ...], tmp_path: Path) -> None:
    text = together([kernel for kernel, _, _ in kernels.values()])
    shim(text, tmp_path)
    compare(kernels, library(text, tmp_path, compiler, *flags))


def sanitized(folder: Path) -> None:
    """Compare what reports accesses outside of memory, and what C does not define."""
    kernels = all_kernels()
    text = together([kernel for kernel, _, _ in kernels.values()])
    shim(text, folder)
    compare(kernels, library(text, folder, "gcc", *SANITIZED))


@pytest.mark.exhaustive
@pytest.mark.skipif("gcc" not in COMPILERS, reason="no GCC")
def test_nothing_is_undefined_nor_outside_of_memory(tmp_path: Path) -> None:
    runtime = subprocess.run(["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True).stdout
    code = f"from pathlib import Path; from tests.export.test_c_source import sanitized; sanitized(Path({str(tmp_path)!r}))"
    environment = os.environ | {"LD_PRELOAD": runtime.strip(), "ASAN_OPTIONS": "detect_leaks=0"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]


def test_gradients_by_differences(kernels: Any, tmp_path: Path) -> None:
    """The functions are NumPy's here, and the gradients differences of theirs."""
    chosen = {name: kernels[name] for name in ("rosenbrock", "softmax", "where", "lorenz")}
    functions = {"rosenbrock": rosenbrock, "softmax": softmax, "where": root_where_positive, "lorenz": lorenz}
    loaded = library(together([kernel for kernel, _, _ in chosen.values()]), tmp_path, COMPILERS[0])
    for name, (kernel, leaves, _) in chosen.items():
        f, (x,) = functions[name], leaves
        _, (value, slopes) = kernel.call(loaded, leaves)
        with np.errstate(invalid="ignore"):
            np.testing.assert_allclose(value, f(x), rtol=1e-12)
            wanted = scipy.optimize.approx_fprime(x.ravel(), lambda v, f=f, s=x.shape: f(v.reshape(s)), 1e-7)
        np.testing.assert_allclose(slopes.ravel(), wanted, rtol=1e-3, atol=1e-4 * np.max(np.abs(wanted)), err_msg=name)
    assert np.isfinite(chosen["where"][0].call(loaded, [X])[1][1]).all()


def test_failures_are_statuses(tmp_path: Path) -> None:
    def guarded(x: Any) -> Any:
        return x * 2.0 if x[0] > 0.0 else -x

    program, _, _ = recorded(guarded, (np.array([1.0, 2.0]),))
    rows, _, _ = recorded(lambda x, i: x[i], (X, np.array([1, 2])))
    chain, _, _ = recorded(lambda a: np.linalg.cholesky(a), (np.eye(3),))
    made = [Kernel(f"f{k}", p) for k, p in enumerate((program, rows, chain))]
    text = together(made)
    shim(text, tmp_path)
    loaded = library(text, tmp_path, COMPILERS[0])
    assert made[0].call(loaded, [np.array([-1.0, 2.0])])[0] == 1
    assert made[0].call(loaded, [np.array([3.0, 2.0])])[0] == 0
    assert made[1].call(loaded, [X, np.array([1, 9])])[0] == OUTSIDE
    assert made[1].call(loaded, [X, np.array([1, -10])])[0] == OUTSIDE
    assert made[2].call(loaded, [-np.eye(3)])[0] != 0


def test_what_has_no_c_is_refused_with_its_line() -> None:
    def solved(x: Any) -> Any:
        return tg.linalg.expm(np.outer(x, x))  # here

    compiled = tg.compile(solved, lines=True)
    with pytest.raises(ArgumentError, match=r"f: expm at .*test_c_source.py:\d+ has no portable C"):
        CModule("f", "f").function(compiled.tape(X))


def test_loops_stay_loops() -> None:
    """The length of the text does not depend on that of arrays, nor on the number of turns."""
    for f, small, large in (
        (tg.value_and_grad(rosenbrock), (np.ones(50),), (np.ones(5000),)),
        (tg.value_and_grad(kalman), (0.1, np.ones(20)), (0.1, np.ones(900))),
        (lambda a: a @ a, (np.ones((20, 20)),), (np.ones((29, 29)),)),
    ):
        lengths = [Kernel("f", recorded(f, args)[0]).text.count("\n") for args in (small, large)]
        assert lengths[1] < lengths[0] + 20


def test_text_is_as_a_person_writes_it() -> None:
    text = Kernel("f", recorded(lambda x: np.sin(x) * x + np.exp(-x * x), (X,))[0]).text
    assert "for (int64_t i = 0; i < 9; i++) {" in text
    assert re.search(r"out0\[i\] = sin\((\w+)\) \* \1 \+ exp\(\(-\1\) \* \1\);", text)
    assert "%" not in text
    assert "0x" not in text
    assert max(map(len, text.split("\n"))) <= 120


def test_small_products_need_no_blas() -> None:
    assert "dgemm_" not in Kernel("f", recorded(lambda a: a @ a, (np.ones((29, 29)),))[0]).text
    assert "dgemm_(" in Kernel("f", recorded(lambda a: a @ a.T, (np.ones((40, 40)),))[0]).text


def test_many_threads_at_once(kernels: Any, tmp_path: Path) -> None:
    """No state outlives a call, and each has its own memory."""
    kernel, (x,), _ = kernels["turns"]
    loaded = library(together([kernel]), tmp_path, COMPILERS[0], "-O2")
    arrays = [x + 0.01 * k for k in range(8)]
    expected = [kernel.call(loaded, [a])[1] for a in arrays]
    wrong: list[int] = []

    def run(k: int) -> None:
        for _ in range(50):
            _, found = kernel.call(loaded, [arrays[k]])
            if any((a != b).any() for a, b in zip(found, expected[k], strict=True)):
                wrong.append(k)

    threads = [threading.Thread(target=run, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_constants_keep_their_bits(tmp_path: Path) -> None:
    """Also what decimal numbers and NaN cannot spell: integers in the place of numbers."""
    odd = np.array([0.1, 1e-310, -0.0, math.inf, -math.inf, math.nan, 1.7976931348623157e308, 1 / 3])
    words = np.array([3, -1, 2**62 + 1, -(2**63), 0])
    kernel = Kernel("f", recorded(lambda x, i: (x + odd, np.where(i > 0, i, words)), (0.0 * odd[:1], words - words))[0])
    loaded = library(HEADERS + kernel.text, tmp_path, COMPILERS[0])
    _, (floats, integers) = kernel.call(loaded, [np.zeros(1), words - words])
    np.testing.assert_array_equal(floats, odd + 0.0)
    np.testing.assert_array_equal(integers, words)
