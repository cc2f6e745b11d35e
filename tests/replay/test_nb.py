"""Sealed tapes in compiled code: values, statuses, misuse, threads, Numba's cache from fresh processes."""

from __future__ import annotations

import copy
import gc
import inspect
import json
import os
import pickle
import subprocess
import sys
import threading
from typing import Any

import numba
import numpy as np
import pytest
from numba.core.errors import TypingError

import tapegrad as tg
from tapegrad.errors import ArgumentError, DtypeError, ReplayError, ShapeError
from tests.support import close, gradient

nb = tg.nb

# ------------------------------------------------------------------------------------------------- what users write


@numba.njit
def value(tape, x, y, work):
    return tg.nb.value(tape, x, y, work)


@numba.njit
def slope(tape, x, g, work):
    return tg.nb.grad(tape, x, g, work)


@numba.njit
def both(tape, x, g, work):
    return tg.nb.value_and_grad(tape, x, g, work)


@numba.njit
def jacobian(tape, x, y, J, work):
    return tg.nb.jacobian(tape, x, y, J, work)


@numba.njit(nogil=True)
def descend(tape, x, rate, steps):
    g, work = np.empty_like(x), np.empty(tg.nb.work_size(tape))
    for _ in range(steps):
        status = tg.nb.value_and_grad(tape, x, g, work)
        if status != 0:
            return status
        x -= rate * g
    return 0


@numba.njit(parallel=True)
def gradients(tape, points, results):
    """All rows, shared among threads; each has working memory of its own."""
    statuses = np.empty(len(points), np.int64)
    for k in numba.prange(len(points)):
        work = np.empty(tg.nb.work_size(tape))
        statuses[k] = tg.nb.value_and_grad(tape, points[k], results[k], work)
    return statuses


WAYS = pytest.mark.parametrize("compiled", [False, True], ids=["Python", "njit"])


def of(compiled: bool) -> tuple[Any, ...]:
    return (value, slope, both, jacobian) if compiled else (nb.value, nb.grad, nb.value_and_grad, nb.jacobian)


def memory(tape: Any) -> np.ndarray:
    return np.empty(nb.work_size(tape))


def scalar(x):
    return np.sum(np.sin(x) * x) + np.prod(x[:2])


def vector(x):
    return np.stack([x[0] * x[1], np.sin(x[2]), np.sum(x * x), x[1]])


X = np.array([0.3, -0.8, 1.7])


# ------------------------------------------------------------------------------------------------- results


@WAYS
def test_a_scalar_function(compiled):
    value, slope, both, _ = of(compiled)
    tape = tg.compile(scalar).tape_data(X)
    work, g, y = memory(tape), np.empty(3), np.empty(1)
    for x in (X, X + 1.0, -X):
        (expected,) = gradient(scalar, [x])
        assert value(tape, x, y, work) == 0
        np.testing.assert_allclose(y[0], scalar(x), rtol=1e-14)
        assert slope(tape, x, g, work) == 0
        close(g, expected)
        g[:] = 0.0
        assert both(tape, x, g, work) == 0
        close(g, expected)
        np.testing.assert_allclose(work[0], scalar(x), rtol=1e-14)


@WAYS
@pytest.mark.parametrize(
    "f", [vector, lambda x: np.cos(x[::-1] * x), lambda x: np.sin(x[1:])], ids=["tall", "square", "wide"]
)
def test_a_jacobian(compiled, f):
    value, _, _, jacobian = of(compiled)
    tape = tg.compile(f).tape_data(X)
    n = f(X).size
    y, J, work = np.empty(n), np.empty((n, 3)), memory(tape)
    for x in (X, 2.0 * X):
        assert jacobian(tape, x, y, J, work) == 0
        np.testing.assert_allclose(y, f(x), rtol=1e-14)
        for k in range(n):
            close(J[k], gradient(lambda x, k=k: f(x)[k], [x])[0])
        y[:] = 0.0
        assert value(tape, x, y, work) == 0
        np.testing.assert_allclose(y, f(x), rtol=1e-14)


def several(a, b, c):
    return np.sum(np.tanh(a[:, None] * b) * c) + c[0] * b[0]


SEVERAL = (np.array([0.5, -0.25]), np.array([0.1, 0.7, 1.3]), np.array([0.8]))


@pytest.mark.exhaustive
@WAYS
def test_several_arguments(compiled):
    value, _, both, _ = of(compiled)
    expected = gradient(several, SEVERAL)
    for argnums in ((2, 0), (0, 1), (-1, -2), (2, 2)):
        tape = tg.compile(several).tape_data(*SEVERAL, argnums=argnums)
        g, y, work = tuple(np.empty_like(SEVERAL[k]) for k in argnums), np.empty(1), memory(tape)
        assert both(tape, SEVERAL, g, work) == 0
        for found, k in zip(g, argnums, strict=True):
            close(found, expected[k])
    assert value(tape, SEVERAL, y, work) == 0
    np.testing.assert_allclose(y[0], several(*SEVERAL), rtol=1e-14)


@pytest.mark.exhaustive
def test_arguments_of_different_dimensions():
    args = np.arange(6.0).reshape(2, 3) / 7, np.array([0.5, -0.25, 1.5]), np.array(0.8)
    f = lambda A, b, s: np.sum(np.tanh(A @ b) * s) + s * b[0]  # noqa: E731
    tape = tg.compile(f).tape_data(*args, argnums=(2, 0, 1))
    g, work = tuple(np.empty_like(args[k]) for k in (2, 0, 1)), memory(tape)
    assert both(tape, args, g, work) == 0
    np.testing.assert_allclose(work[0], f(*args), rtol=1e-14)
    for found, k in zip(g, (2, 0, 1), strict=True):
        close(found, gradient(f, args)[k])


@pytest.mark.exhaustive
@pytest.mark.slow
def test_numbers_in_arrays_of_one_element():
    tape = tg.compile(lambda a, b: a * np.sin(b)).tape_data(2.0, 0.5, argnums=(0, 1))
    x, g, work = (np.array(3.0), np.array([[0.7]])), (np.empty(1), np.empty(())), memory(tape)
    assert both(tape, x, g, work) == 0
    np.testing.assert_allclose([g[0].item(), g[1].item(), work[0]], [np.sin(0.7), 3 * np.cos(0.7), 3 * np.sin(0.7)])


@pytest.mark.parametrize("argument", [0, 1, np.int64(1)])
def test_a_jacobian_by_the_second_argument(argument):
    f = lambda a, b: a * np.sin(b[0]) + np.sum(b * b)  # noqa: E731
    args = SEVERAL[:2]
    tape = tg.compile(f).tape_data(*args, argnums=argument)
    y, J = np.empty(2), np.empty((2, args[argument].size))
    assert nb.jacobian(tape, args, y, J, memory(tape)) == 0
    np.testing.assert_allclose(y, f(*args), rtol=1e-14)
    for k in range(2):
        close(J[k], gradient(lambda *args, k=k: f(*args)[k], args)[argument].ravel())


def test_a_matrix():
    x = np.arange(6.0).reshape(2, 3)
    tape = tg.compile(lambda x: np.sum(x @ x.T)).tape_data(x)
    g = np.empty((2, 3))
    assert nb.grad(tape, x, g, memory(tape)) == 0
    np.testing.assert_allclose(g, np.tile(2 * x.sum(0), (2, 1)), rtol=1e-14)


def test_an_empty_array():
    tape = tg.compile(lambda x: np.sum(x) + 1.5).tape_data(np.empty(0))
    work = memory(tape)
    assert nb.value_and_grad(tape, np.empty(0), np.empty(0), work) == 0
    assert work[0] == 1.5


@pytest.mark.exhaustive
def test_containers_count_by_their_arrays():
    f = tg.compile(lambda p: np.sum(p["a"] * p["b"] ** 2))
    x = np.array([1.0, 2.0]), np.array([3.0, 4.0])
    tape = f.tape_data({"a": x[0], "b": x[1]}, argnums=1)
    g = np.empty(2)
    assert nb.grad(tape, x, g, memory(tape)) == 0
    np.testing.assert_allclose(g, [6.0, 16.0])


def test_static_arguments_are_left_out():
    tape = tg.compile(lambda x, n: np.sum(x**n), static_argnums=1).tape_data(X, 3)
    g = np.empty(3)
    assert nb.grad(tape, X, g, memory(tape)) == 0
    np.testing.assert_allclose(g, 3 * X**2, rtol=1e-14)


def test_constants_and_tables_are_in_the_pool():
    rng = np.random.default_rng(1)
    data, order, weights = rng.normal(size=(50, 3)), rng.permutation(50), rng.normal(size=50)

    def f(x):
        return np.sum((data @ x)[order] * weights) + np.sum(np.tanh(x) * np.array([1.0, -2.0, 4.0]))

    tape = tg.compile(f).tape_data(X)
    expected = gradient(f, [X])[0]
    data[:], weights[:] = 0.0, 0.0  # the tape keeps what was recorded
    g = np.empty(3)
    assert nb.grad(tape, X, g, memory(tape)) == 0
    close(g, expected)
    assert tape.pool.nbytes >= 8 * (150 + 50)


@pytest.mark.usefixtures("only_new_objects")
def test_a_tape_outlives_its_function():
    tapes = [
        tg.compile(lambda x, k=k: np.sum(np.cos(x * k) * np.arange(float(len(x))))).tape_data(X) for k in range(1, 6)
    ]
    gc.collect()
    g = np.empty(3)
    for k, tape in enumerate(tapes, 1):
        assert nb.grad(tape, X, g, memory(tape)) == 0
        np.testing.assert_allclose(g, -np.sin(X * k) * k * np.arange(3), atol=1e-14)


def chain(n):
    def f(x):
        s, t = x[0], x[1]
        for k in range(n):
            s, t = np.sin(s) + t * 0.3, t * x[2] - 0.1 * s + 0.01 * (k % 3)
        return s * t

    return f


def irregular(x):
    rng = np.random.default_rng(3)
    values = [x[0], x[1], x[2]]
    for _ in range(2500):
        a, b = values[-1], values[int(rng.integers(len(values)))]
        k = int(rng.integers(6))
        values.append((a * b * 0.5, np.sin(a) + b, a - np.tanh(b), np.tanh(a), a / (2.0 + b * b), np.cos(a * b))[k])
    return values[-1] + values[-100] * values[7]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("f", [chain(700), irregular], ids=["loop", "irregular"])
def test_long_scalar_tapes(f):
    compiled = tg.compile(f)
    tape = compiled.tape_data(X)
    assert compiled.stats()["ops"] > 2000
    g, work = np.empty(3), memory(tape)
    expected = tg.compile(tg.value_and_grad(f))
    for x in (X, X * 0.5):
        assert both(tape, x, g, work) == 0
        found = expected(x)
        assert work[0] == found[0]
        np.testing.assert_allclose(g, found[1], rtol=1e-12)
        t = tg.tensor(x, requires_grad=True)
        f(t).backward()
        np.testing.assert_allclose(g, t.grad.numpy(), rtol=1e-9)


def test_scan_and_while_loop():
    def f(x):
        last, _ = tg.scan(lambda s, w: (np.sin(s) * w + x[1], s), x[0], np.linspace(0.1, 1.0, 50))
        return last * x[2]

    def looped(x):
        s = x[0]
        for w in np.linspace(0.1, 1.0, 50):
            s = np.sin(s) * w + x[1]
        return s * x[2]

    tape = tg.compile(f).tape_data(X)
    g, work = np.empty(3), memory(tape)
    assert nb.value_and_grad(tape, X, g, work) == 0
    np.testing.assert_allclose(work[0], looped(X), rtol=1e-13)
    close(g, gradient(looped, [X])[0])


def test_a_result_may_overwrite_its_argument():
    tape = tg.compile(lambda x: np.sum(np.sin(x) * x[::-1] * np.cumsum(x))).tape_data(np.ones(9))
    x, g, work = np.linspace(0.1, 1.0, 9), np.empty(9), memory(tape)
    assert nb.grad(tape, x, g, work) == 0
    assert nb.grad(tape, x.copy(), g, work) == 0
    assert work[0] == np.float64(tg.compile(lambda x: np.sum(np.sin(x) * x[::-1] * np.cumsum(x)))(x))


def test_nothing_outside_is_written():
    for n in (1, 2, 7, 8, 9, 17):
        f = lambda x: np.sin(x) * np.sum(x) + np.cumsum(x)  # noqa: E731
        x = np.linspace(0.2, 1.0, n)
        tape = tg.compile(f).tape_data(x)
        size = nb.work_size(tape)
        blocks = [np.full(k + 16, 7.25) for k in (n, n * n if n > 1 else 1, size)]
        y, J, work = (b[8:-8] for b in blocks)
        if n > 1:
            assert nb.jacobian(tape, x, y, J.reshape(n, n), work) == 0
        assert nb.value(tape, x, y, work) == 0
        np.testing.assert_allclose(y, f(x), rtol=1e-13)
        for b in blocks:
            np.testing.assert_array_equal(b[:8], 7.25)
            np.testing.assert_array_equal(b[-8:], 7.25)


# ------------------------------------------------------------------------------------------------- statuses


def status_of(call: Any, tape: Any, error: type[Exception], match: str) -> int:
    status = call()
    with pytest.raises(error, match=match):
        nb.check(tape, status)
    return status


@pytest.mark.sampled(1)
@WAYS
def test_statuses(compiled):
    value, slope, both, jacobian = of(compiled)
    tape, wide = tg.compile(scalar).tape_data(X), tg.compile(vector).tape_data(X)
    g, y, J, work = np.empty(3), np.empty(4), np.empty((4, 3)), np.empty(max(map(nb.work_size, (tape, wide))))
    assert nb.check(tape, both(tape, X, g, work)) is None
    for x in (X[:2], np.empty(0), np.zeros(4)):
        assert status_of(lambda x=x: both(tape, x, g, work), tape, ShapeError, "x does not have the shapes") == -1
        assert value(tape, x, y[:1], work) == -1
        assert jacobian(wide, x, y, J, work) == -1
    if not compiled:
        assert both(tape, (X, X), (g, g), work) == -1
        assert both(tape, X, (g, g), work) == -2
    assert status_of(lambda: slope(tape, X, g[:2], work), tape, ShapeError, "result's array") == -2
    assert slope(tape, X, np.empty(4), work) == -2
    assert value(tape, X, y, work) == -2
    assert value(wide, X, y[:3], work) == -2
    assert jacobian(wide, X, y[:3], J, work) == -2
    assert jacobian(wide, X, y, J[:3], work) == -2
    short = work[: nb.work_size(tape) - 1]
    assert status_of(lambda: slope(tape, X, g, short), tape, ShapeError, "work is too small") == -3
    assert value(tape, X, y[:1], np.empty(0)) == -3
    assert jacobian(wide, X, y, J, np.empty(0)) == -3
    assert status_of(lambda: slope(wide, X, g, work), wide, ReplayError, "a gradient needs a scalar function") == -4
    assert jacobian(tape, X, y[:1], J[:1], work) == -4


def test_check_of_an_unknown_status():
    with pytest.raises(ShapeError, match="unknown status -99"):
        nb.check(tg.compile(scalar).tape_data(X), -99)


@WAYS
def test_guards(compiled):
    value, _, both, _ = of(compiled)

    def f(x):
        s = np.sum(x)
        if s > 0:
            s = s * 2.0
        return s * s if x[0] < 1.0 else s

    function = tg.compile(f)
    tape = function.tape_data(X)
    g, y, work = np.empty(3), np.empty(1), memory(tape)
    assert both(tape, X, g, work) == 0
    np.testing.assert_allclose(g, 8 * X.sum(), rtol=1e-14)
    assert both(tape, -X, g, work) == 1
    assert value(tape, X + 2.0, y, work) == 2
    with pytest.raises(ReplayError, match="guard 1 failed"):
        nb.check(tape, 1)
    other = function.tape_data(-X)  # recorded for these
    work = memory(other)
    assert both(other, -X, g, work) == 0
    np.testing.assert_allclose(g, -2 * X.sum(), rtol=1e-14)
    assert both(other, X, g, work) != 0
    again = function.tape_data(X)  # the recording that fits, not the one made last
    assert both(again, X, g, memory(again)) == 0


# ------------------------------------------------------------------------------------------------- refused


@WAYS
@pytest.mark.parametrize(
    "bad",
    [X.astype(np.float32), np.ones(6)[::2], np.arange(3), X + 0j, X > 0],
    ids=["float32", "strided", "int", "complex", "bool"],
)
def test_arrays_of_another_kind(compiled, bad):
    value, slope, _, _ = of(compiled)
    tape = tg.compile(scalar).tape_data(X)
    work = memory(tape)
    for call in (
        lambda: slope(tape, bad, np.empty(3), work),
        lambda: slope(tape, X, bad, work),
        lambda: value(tape, (bad,), np.empty(1), work),
    ):
        with pytest.raises(TypingError, match="must be float64 arrays in C order"):
            call()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("bad", [np.float32, np.int64, "strided", "read-only"], ids=str)
def test_results_and_memory_of_another_kind(bad):
    tape, wide = tg.compile(scalar).tape_data(X), tg.compile(vector).tape_data(X)
    n = max(map(nb.work_size, (tape, wide)))

    def wrong(*shape):
        if bad == "strided":
            return np.zeros((*shape, 2))[..., 0]
        array = np.zeros(shape, np.float64 if bad == "read-only" else bad)
        array.flags.writeable = bad != "read-only"
        return array

    work = np.empty(n)
    for call in (
        lambda: nb.value(wide, X, wrong(4), work),
        lambda: nb.value(tape, X, np.empty(1), wrong(n)),
        lambda: nb.grad(tape, X, wrong(3), work),
        lambda: nb.grad(tape, X, (wrong(3),), work),
        lambda: nb.grad(tape, X, np.empty(3), wrong(n)),
        lambda: nb.jacobian(wide, X, wrong(4), np.empty((4, 3)), work),
        lambda: nb.jacobian(wide, X, np.empty(4), wrong(4, 3), work),
        lambda: nb.jacobian(wide, X, np.empty(4), np.empty((4, 3)), wrong(n)),
    ):
        with pytest.raises(TypingError, match="must be float64 arrays in C order"):
            call()


def test_fortran_order():
    A = np.asfortranarray(np.arange(6.0).reshape(2, 3))
    tape = tg.compile(lambda A: np.sum(A * A)).tape_data(A)
    with pytest.raises(TypingError, match=r"np.ascontiguousarray"):
        nb.grad(tape, A, np.empty((2, 3)), memory(tape))
    g = np.empty((2, 3))
    assert nb.grad(tape, np.ascontiguousarray(A), g, memory(tape)) == 0
    np.testing.assert_array_equal(g, 2 * A)


@pytest.mark.parametrize("args", [(X.astype(np.float32),), (X > 0,), (np.float32(2.0),)], ids=str)
def test_arguments_that_are_not_float64(args):
    with pytest.raises(DtypeError, match=r"float64 only.*astype\(float\)"):
        tg.compile(lambda x: np.sum(x * 1.0)).tape_data(*args)


@pytest.mark.parametrize("x", [np.arange(3), 3])
def test_gradients_by_integers(x):
    with pytest.raises(DtypeError, match="argument of integers, which has no gradient"):
        tg.compile(lambda x: np.sum(x * 1.0)).tape_data(x)


def test_results_that_are_not_one_array_of_float64():
    with pytest.raises(DtypeError, match="float64 only"):
        tg.compile(lambda x: x > 0).tape_data(X)
    with pytest.raises(ArgumentError, match="one array or number"):
        tg.compile(lambda x: (x, x)).tape_data(X)
    with pytest.raises(ArgumentError, match="depends on the arguments, got a constant"):
        tg.compile(lambda x: 1.0).tape_data(X)


@pytest.mark.parametrize("argnums", [1, -2, (), (0, 1), 0.0, "x", None, [[0]]], ids=str)
def test_argnums_that_do_not_fit(argnums):
    with pytest.raises(ArgumentError, match="argnums"):
        tg.compile(scalar).tape_data(X, argnums=argnums)


@pytest.mark.parametrize("how", [pickle.dumps, copy.deepcopy, copy.copy])
def test_tape_data_stays_in_its_process(how):
    tape = tg.compile(scalar).tape_data(X)
    with pytest.raises(ReplayError, match=r"bound to its process.*call tape_data\(\) there"):
        how(tape)


def test_tape_data_is_read_only():
    tape = tg.compile(scalar).tape_data(X)
    for array in tape:
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


# ------------------------------------------------------------------------------------------------- threads


def test_threads_without_the_gil():
    target = np.array([1.0, -2.0, 3.0, 0.5])
    tape = tg.compile(lambda x: np.sum(np.cosh(x - target))).tape_data(target)
    starts = np.random.default_rng(5).uniform(-1, 1, size=(6, 4)) + target
    statuses = [None] * 6

    def run(k):
        statuses[k] = descend(tape, starts[k], 0.2, 400)

    threads = [threading.Thread(target=run, args=(k,)) for k in range(6)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert statuses == [0] * 6
    np.testing.assert_allclose(starts, np.tile(target, (6, 1)), atol=1e-12)


def test_prange():
    f = chain(300)
    tape = tg.compile(f).tape_data(X)
    points = np.random.default_rng(6).normal(size=(40, 3)) * 0.5
    found, one, work = np.empty((40, 3)), np.empty(3), memory(tape)
    assert not gradients(tape, points, found).any()
    for x, g in zip(points, found, strict=True):
        assert nb.grad(tape, x, one, work) == 0
        np.testing.assert_array_equal(g, one)


# ------------------------------------------------------------------------------------------------- fresh processes

SCRIPT = (
    """
import json
import sys
import numba
import numpy as np
import tapegrad as tg
from model import f

"""
    + inspect.getsource(descend.py_func).replace("nogil=True", "cache=True")
    + """
if __name__ == "__main__":
    x = np.array([2.0, 1.0, -1.0])
    tape = tg.compile(f).tape_data(x)
    tg.nb.check(tape, descend(tape, x, 0.1, 300))
    stats = descend.stats
    print(json.dumps([x.tolist(), sum(stats.cache_hits.values()), sum(stats.cache_misses.values())]))
"""
)
MODEL = "import numpy as np\n\n\ndef f(x):\n    return np.sum((x - np.array({target})) ** 2){more}\n"


def started(folder, name, environment):
    result = subprocess.run(
        [sys.executable, str(folder / name)],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert result.stderr == ""
    return json.loads(result.stdout)


@pytest.mark.slow
def test_a_cached_loop_in_other_processes_and_after_an_edit(tmp_path):
    environment = {
        **os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "numba"), "TAPEGRAD_CACHE_DIR": str(tmp_path / "objects"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }  # fmt: skip
    (tmp_path / "script.py").write_text(SCRIPT)
    targets = [[3.0, 3.0, 3.0], [1.0, -2.0, 5.0], [0.5, 0.25, 7.0]]
    more = ["", "", " + sum((x[k] - 0.5) ** 2 * 0.0 for k in range(3))"]
    for k, (target, added) in enumerate(zip(targets, more, strict=True)):
        (tmp_path / "model.py").write_text(MODEL.format(target=target, more=added))
        x, hits, misses = started(tmp_path, "script.py", environment)
        np.testing.assert_allclose(x, target, atol=1e-12)
        assert (hits, misses) == ((0, 1) if k == 0 else (1, 0))


def test_the_import_brings_neither_numba_nor_scipy():
    code = (
        "import sys, tapegrad as tg; print([m for m in ('numba', 'scipy') if m in sys.modules]);"
        "tg.compile(lambda x: x * x)(2.0); print('numba' in sys.modules); tg.nb.check; print('numba' in sys.modules, 'nb' in dir(tg))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False, cwd="/"
    )
    assert result.stdout.split("\n")[:3] == ["[]", "False", "True True"], result.stderr


VALUE = """
import numpy as np, tapegrad as tg

f = tg.compile(lambda x: np.sum(x * x))
x, y = np.array([1.0, 2.0]), np.empty(1)
tape = f.tape_data(x)
work = np.empty(tg.nb.work_size(tape))
print(tg.compile(tg.grad(f))(x), tg.nb.value(tape, x, y, work), y)
"""


@pytest.mark.slow
def test_what_numba_keeps_lies_in_the_cache_folder(tmp_path):
    environment = {k: v for k, v in os.environ.items() if k != "NUMBA_CACHE_DIR"}
    environment["TAPEGRAD_CACHE_DIR"] = str(tmp_path)
    done = subprocess.run([sys.executable, "-c", VALUE], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "[2. 4.] 0 [5.]\n"
    assert {path.name.split(".")[0] for path in tmp_path.glob("numba/**/nb.value-*.nbi")} == {"nb"}


@pytest.mark.slow
def test_without_numbas_compiler_the_error_says_so_and_the_rest_works():
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", VALUE], env=environment, capture_output=True, text=True, check=False)
    assert "ReplayError: tg.nb: expected to be compiled" in done.stderr
    assert "Unset it" in done.stderr
    rest = VALUE.replace("tg.nb.value(tape, x, y, work), y", "f(x)")
    done = subprocess.run([sys.executable, "-c", rest], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "[2. 4.] 5.0\n"
