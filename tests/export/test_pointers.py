"""Pointers to C functions: from ctypes, SciPy, cffi, Numba and threads, and how long they live."""

from __future__ import annotations

import ctypes
import gc
import pickle
import subprocess
import sys
import threading
import weakref
from typing import Any

import numpy as np
import pytest

import tapegrad as tg

X = np.linspace(0.1, 2.0, 7)


def density(x: Any) -> Any:
    return -0.5 * np.sum(x * x) + np.sum(tg.special.gammaln(x)) + np.log(np.linalg.norm(np.sin(x)))


def doubles(x: np.ndarray) -> Any:
    return x.ctypes.data_as(ctypes.POINTER(ctypes.c_double))


def test_logp_gives_the_value_and_the_gradient() -> None:
    pointer = tg.compile(density).pointer(X, form="logp")
    value, gradient = np.zeros(1), np.zeros(7)
    assert pointer.function(7, doubles(X), doubles(gradient), doubles(value), None) == 0
    expected = tg.compile(tg.value_and_grad(density))(X)
    assert value[0] == expected[0]
    np.testing.assert_array_equal(gradient, expected[1])
    steps = [(density(X + e) - density(X - e)) / 2e-6 for e in 1e-6 * np.eye(7)]
    np.testing.assert_allclose(gradient, steps, rtol=1e-6)
    assert pointer.signature.endswith("(size_t n, const double *x, double *grad, double *logp, void *user)")
    assert ctypes.cast(pointer.function, ctypes.c_void_p).value == pointer.address
    wrong = pointer.function(6, doubles(X), doubles(gradient), doubles(value), None)
    assert pointer.status_text(wrong) == "n is not the number of arguments that was recorded"


def test_arrays_take_memory_from_the_caller() -> None:
    compiled = tg.compile(lambda x, n: (x * n, np.sum(x)))
    pointer = compiled.pointer(X, 3)
    results, work, n = (np.zeros(7), np.zeros(1)), np.zeros(pointer.work, np.uint8), np.array(3)
    assert pointer.function(*[a.ctypes.data for a in (X, n, *results, work)]) == 0
    np.testing.assert_array_equal(results[0], 3 * X)
    assert results[1] == compiled(X, 3)[1]


def test_scipy_integrates_it() -> None:
    integrate = pytest.importorskip("scipy.integrate")
    from scipy import LowLevelCallable

    pointer = tg.compile(lambda x, a: np.exp(-a * x * x)).pointer(0.0, 1.0, form="quad")
    value, _ = integrate.quad(LowLevelCallable(pointer.function), -np.inf, np.inf, args=(2.0,))
    np.testing.assert_allclose(value, np.sqrt(np.pi / 2), rtol=1e-10)


def test_cffi_calls_it() -> None:
    cffi = pytest.importorskip("cffi")
    ffi = cffi.FFI()
    pointer = tg.compile(density).pointer(X, form="logp")
    function = ffi.cast("int (*)(size_t, const double *, double *, double *, void *)", pointer.address)
    value, gradient = ffi.new("double *"), ffi.new("double[7]")
    assert function(7, ffi.from_buffer("double[]", X), gradient, value, ffi.NULL) == 0
    assert value[0] == tg.compile(tg.value_and_grad(density))(X)[0]


def test_numba_calls_it() -> None:
    numba = pytest.importorskip("numba")
    pointer = tg.compile(density).pointer(X, form="logp")
    function = pointer.function

    @numba.njit
    def value(x: Any, g: Any, out: Any) -> Any:
        return function(x.size, x.ctypes, g.ctypes, out.ctypes, 0)

    gradient, out = np.zeros(7), np.zeros(1)
    assert value(X, gradient, out) == 0
    assert out[0] == tg.compile(tg.value_and_grad(density))(X)[0]


def test_numba_takes_it_as_an_argument() -> None:
    numba = pytest.importorskip("numba")
    logp = tg.compile(density).pointer(X, form="logp")
    plain = tg.compile(lambda x: np.sum(x * x)).pointer(X)

    @numba.njit
    def value(f: Any, x: Any, g: Any, out: Any) -> Any:
        return f(np.uint64(x.size), x.ctypes, g.ctypes, out.ctypes, np.intp(0))

    @numba.njit
    def square(f: Any, x: Any, out: Any, work: Any) -> Any:
        return f(x.ctypes, out.ctypes, work.ctypes)

    gradient, out, work = np.zeros(7), np.zeros(1), np.zeros(plain.work, np.uint8)
    assert value(logp.numba(), X, gradient, out) == 0
    assert out[0] == tg.compile(tg.value_and_grad(density))(X)[0]
    assert square(plain.numba(), X, out, work) == 0
    np.testing.assert_allclose(out[0], np.sum(X * X), rtol=1e-15)


def test_numba_takes_it_in_a_new_process() -> None:
    program = """
import numba, numpy as np, tapegrad as tg
pointer = tg.compile(lambda x: -np.sum(x * x)).pointer(np.zeros(3), form="logp")
print(numba.typeof(pointer.numba()))
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=200, check=True)
    assert run.stdout.startswith("FunctionType")


def test_threads_have_memory_of_their_own() -> None:
    wide = np.linspace(0.1, 3.0, 20_000)  # more than a stack should hold
    compiled = tg.compile(lambda x: np.sum(np.sin(x) * np.cumsum(np.exp(-x))))
    for x in (X, wide):
        pointer = compiled.pointer(x, form="logp")
        inputs = [x + 0.01 * k for k in range(6)]
        results = [(np.zeros(1), np.zeros_like(x)) for _ in inputs]

        def calls(k: int, pointer: Any = pointer, inputs: Any = inputs, results: Any = results) -> None:
            value, gradient = results[k]
            for _ in range(20):
                pointer.function(len(inputs[k]), doubles(inputs[k]), doubles(gradient), doubles(value), None)

        threads = [threading.Thread(target=calls, args=(k,)) for k in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        expected = tg.compile(tg.value_and_grad(compiled.function))
        for one, (value, gradient) in zip(inputs, results, strict=True):
            np.testing.assert_array_equal(value[0], expected(one)[0])
            np.testing.assert_array_equal(gradient, expected(one)[1])


def test_the_function_keeps_the_code_alive() -> None:
    compiled = tg.compile(lambda x: np.sum(x * np.arange(7.0)))
    pointer = compiled.pointer(X, form="quad")
    code, function = weakref.ref(pointer._code), pointer.function
    del pointer, compiled
    gc.collect()
    np.testing.assert_allclose(function(7, doubles(X)), np.sum(X * np.arange(7.0)), rtol=1e-14)
    del function
    gc.collect()
    assert code() is None


def test_a_failure_is_nan_for_integrators() -> None:
    function = tg.compile(lambda x: np.sum(x) if x[0] > 0 else np.sum(x * x)).pointer(X, form="quad").function
    assert np.isnan(function(7, doubles(-X)))


def test_what_has_no_pointer_is_refused() -> None:
    compiled = tg.compile(lambda x, y: np.sum(x) * y)
    with pytest.raises(tg.errors.ArgumentError, match="functions of one array that return one number"):
        compiled.pointer(X, 2.0, form="logp")
    with pytest.raises(tg.errors.ArgumentError, match="form must be one of"):
        compiled.pointer(X, 2.0, form="lagrange")
    with pytest.raises(tg.errors.DtypeError, match="is for float64"):
        tg.compile(lambda x: np.sum(x)).pointer(X.astype(np.float32), form="quad")
    with pytest.raises(tg.errors.ArgumentError, match="an address is one of this process"):
        pickle.dumps(compiled.pointer(X, 2.0))
