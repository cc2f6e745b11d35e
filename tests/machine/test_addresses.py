"""Routines of other libraries, called by their addresses, against what NumPy and SciPy compute through theirs."""

from __future__ import annotations

import ctypes
import importlib
import os
import subprocess
import sys

import numpy as np
import pytest
import scipy.special

from tapegrad.machine import addresses, symbols
from tapegrad.machine.cache import engine

LETTERS = {"s": np.float32, "d": np.float64, "c": np.complex64, "z": np.complex128}
RNG = np.random.default_rng(3)


@pytest.fixture(params=[addresses._numpys, addresses._scipys], ids=["numpy", "scipy"])
def library(request, monkeypatch):
    """Each source of routines in turn; the names entered meanwhile are forgotten."""
    monkeypatch.setattr(addresses, "_library", lambda: request.param)
    monkeypatch.setattr(addresses, "_subroutine", addresses._subroutine.__wrapped__)
    if not request.param("blas", "dgemm"):
        pytest.skip("this build of NumPy does not say where its library is")
    kept = dict(symbols._addresses)
    yield request.param
    symbols._addresses.clear()
    symbols._addresses.update(kept)


def matrix(n, dtype):
    x = RNG.normal(size=(n, n)) + 3 * np.eye(n)
    return np.asfortranarray((x + 1j * RNG.normal(size=(n, n)) if np.dtype(dtype).kind == "c" else x).astype(dtype))


def by_reference(symbol, *arguments):
    """Call a routine with arrays, letters, and integers in cells of 64 bits."""
    cells = [
        x if isinstance(x, np.ndarray) else np.array(ord(x) if isinstance(x, str) else x, np.int64) for x in arguments
    ]
    call = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * len(cells))(symbols._addresses[symbol])
    call(*[x.ctypes.data for x in cells])
    return cells


@pytest.mark.parametrize("letter", LETTERS)
def test_a_product_of_matrices(library, letter):
    dtype = LETTERS[letter]
    a, b, c = matrix(5, dtype), matrix(5, dtype), matrix(5, dtype)
    one, zero = np.array(1, dtype), np.array(0, dtype)
    by_reference(addresses.blas(letter + "gemm"), "N", "T", 5, 5, 5, one, a, 5, b, 5, zero, c, 5)
    np.testing.assert_allclose(c, a @ b.T, rtol=1e-4 if letter in "sc" else 1e-13)


@pytest.mark.parametrize("letter", LETTERS)
def test_a_system_of_equations_through_pivots(library, letter):
    dtype, n = LETTERS[letter], 6
    a, b = matrix(n, dtype), matrix(n, dtype)
    expected, lu, info, pivots = np.linalg.solve(a, b), a.copy(order="F"), np.zeros((), np.int64), np.zeros(n, np.int64)
    by_reference(addresses.lapack(letter + "getrf"), n, n, lu, n, pivots, info)
    assert int(info) & 0xFFFFFFFF == 0
    by_reference(addresses.lapack(letter + "getrs"), "N", n, n, lu, n, pivots, b, n, info)
    np.testing.assert_allclose(b, expected, rtol=1e-3 if letter in "sc" else 1e-11)


def test_a_singular_system_says_so_in_its_status(library):
    info = np.zeros((), np.int64)
    by_reference(addresses.lapack("dgetrf"), 2, 2, np.zeros((2, 2)), 2, np.zeros(2, np.int64), info)
    assert int(info) & 0xFFFFFFFF == 1


def test_what_a_library_lacks(library):
    assert addresses.blas("dgemmm") is None
    assert addresses.lapack("dgetrff") is None


def test_a_function_with_a_result_is_no_subroutine():
    assert addresses._scipys("blas", "ddot") is None
    assert addresses._scipys("lapack", "dlamch") is None


def test_special_functions_have_scipys_bits():
    for name, args in {
        "gammaln": [(0.3,), (-1.5,), (171.6,), (0.0,)], "erf": [(0.3,), (-2.0,)], "erfc": [(5.0,)],
        "psi": [(0.3,), (-1.5,)], "_zeta": [(2.0, 0.3), (4.0, -3.7)], "betainc": [(0.5, 2.0, 0.3)],
    }.items():  # fmt: skip
        symbol = addresses.special(name)
        call = ctypes.CFUNCTYPE(ctypes.c_double, *[ctypes.c_double] * len(args[0]))(symbols._addresses[symbol])
        ufunc = getattr(importlib.import_module("scipy.special._ufuncs"), name)
        assert [call(*x) for x in args] == [ufunc(*x) for x in args], name


def test_functions_of_complex_numbers_have_the_bits_of_both_parts():
    ufunc = importlib.import_module("scipy.special").wofz
    for k, part in enumerate(("real", "imag")):
        address = symbols._addresses[addresses.special("wofz", k)]
        call = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double, ctypes.c_double)(address)
        for z in (0.3 + 0.2j, -2.0 + 1.5j, 30.0 - 0.1j):
            assert call(z.real, z.imag) == getattr(ufunc(z), part)


@pytest.mark.parametrize("name", ["nonesuch", "logsumexp", "_lambertw", "expi_of_nothing"])
def test_what_is_no_function_of_doubles_has_no_symbol(name):
    assert addresses.special(name) is None


TEXT = """
declare void @tapegrad_lapack_dpotrf(ptr, ptr, ptr, ptr, ptr)
declare double @tapegrad_special_gammaln(double)
define double @run(ptr %letter, ptr %n, ptr %a, ptr %info, double %x) {
  call void @tapegrad_lapack_dpotrf(ptr %letter, ptr %n, ptr %a, ptr %n, ptr %info)
  %y = call double @tapegrad_special_gammaln(double %x)
  ret double %y
}"""


def test_llvm_text_calls_them():
    assert addresses.lapack("dpotrf") == "tapegrad_lapack_dpotrf"
    assert addresses.special("gammaln") == "tapegrad_special_gammaln"
    code = engine().code("tape", TEXT, ["run"])
    run = code.function("run", ctypes.c_double, *[ctypes.c_void_p] * 4, ctypes.c_double)
    a = matrix(4, np.float64)
    a = np.asfortranarray(a @ a.T)
    expected = np.linalg.cholesky(a)
    cells = [np.array(v, np.int64) for v in (ord("L"), 4, 0)]
    assert run(
        cells[0].ctypes.data, cells[1].ctypes.data, a.ctypes.data, cells[2].ctypes.data, 4.5
    ) == scipy.special.gammaln(4.5)
    np.testing.assert_allclose(np.tril(a), expected, rtol=1e-13)


SECOND = """
import ctypes, sys
import numpy as np
from tapegrad.machine import addresses, store
from tapegrad.machine.cache import engine, Engine
compiled = []
whole = Engine._object
def counted(self, unit, build, salt, optimise):
    return whole(self, unit, lambda: compiled.append(unit) or build(), salt, optimise)
Engine._object = counted
assert "scipy" not in sys.modules
addresses.lapack("dpotrf"), addresses.special("gammaln")
code = engine().code("tape", {text!r}, ["run"])
print(len(compiled))
"""


@pytest.mark.slow
def test_a_second_process_compiles_nothing(tmp_path):
    def run() -> str:
        environment = os.environ | {"TAPEGRAD_CACHE_DIR": str(tmp_path)}
        script = SECOND.format(text=TEXT)
        return subprocess.run(
            [sys.executable, "-c", script], env=environment, check=True, capture_output=True, text=True
        ).stdout.strip()

    assert [run(), run()] == ["1", "0"]


ALONE = """
import numpy, sys
from tapegrad.machine import addresses
first = addresses._scipys("blas", "dgemm"), addresses._scipys("lapack", "dgetrf")
assert all(first) and "scipy.linalg" not in sys.modules
import scipy.linalg
assert scipy.linalg.cython_blas is sys.modules["scipy.linalg.cython_blas"]
assert first == (addresses._scipys("blas", "dgemm"), addresses._scipys("lapack", "dgetrf"))
print(scipy.linalg.solve([[2.0]], [3.0]))
"""


@pytest.mark.slow
def test_scipys_modules_alone_do_not_stand_in_the_way_of_the_package():
    run = subprocess.run([sys.executable, "-c", ALONE], check=True, capture_output=True, text=True)
    assert run.stdout.strip() == "[1.5]"
