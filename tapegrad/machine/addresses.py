"""Addresses of BLAS, LAPACK and SciPy functions, as symbols in LLVM text.

The libraries are those that NumPy and SciPy have loaded, with the threads that the user gave them. An address is found
once in a process and entered under a name that tells the function alone, so object code that is kept on disk holds no
address, and finds the same function in the next process.

A routine of BLAS or LAPACK takes everything by reference and returns nothing. Its integers stand in cells of 64 bits,
which serves libraries with integers of either size, since the machines are little-endian; an integer that comes back
fills its cell or the low half of it, and an array of integers (pivots) goes back to the library as it came. So all
routines are taken from one library: NumPy's own, whose results are then NumPy's to the bit, or else the one behind
SciPy's Cython modules.

A special function is that of `scipy.special.cython_special`, or else one turn of the ufunc's loop for doubles (which
NumPy runs without the interpreter's lock as well, and which costs 12 ns more), inside a function of doubles that is
compiled for this process alone.

Tests: tests/machine/test_addresses.py, tests/ops/test_batched.py
"""

from __future__ import annotations

import ctypes
import importlib
import os
import re
import sys
from collections.abc import Callable
from functools import cache
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.machine import symbols
from tapegrad.machine.cache import engine

if TYPE_CHECKING:
    from types import ModuleType

# a Fortran routine in the libraries that NumPy is built with
_SPELLINGS = "scipy_{}_64_", "{}_64_", "scipy_{}_", "{}_"
_WHOLE = "dtrsyl"  # is missing where NumPy was built with the few routines that it brings itself
_BY_REFERENCE = rb"void \((?:\w+ \*(?:, |(?=\))))+\)"


def blas(name: str) -> str | None:
    """Return the symbol of a subroutine of BLAS, such as ``"dgemm"``; None if the library has none of that name."""
    return _subroutine("blas", name)


def lapack(name: str) -> str | None:
    """Return the symbol of a subroutine of LAPACK, such as ``"dgetrf"``; None if the library has none of that name."""
    return _subroutine("lapack", name)


@cache
def integer_size() -> int:
    """Find how many bytes LAPACK's integers take: two pivots stand in one cell, or in two."""
    symbol = lapack("dgetrf")
    assert symbol is not None, "every LAPACK has it"
    two, pivots, info, a = np.array(2), np.zeros(2, np.int64), np.zeros(1, np.int64), np.eye(2)[::-1].copy()
    cells = [x.ctypes.data for x in (two, two, a, two, pivots, info)]
    ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 6)(symbols.address(symbol))(*cells)
    return 8 if pivots[1] else 4


@cache
def special(name: str, output: int = 0, whole: bool = False) -> str | None:
    """Return the symbol of a ufunc of `scipy.special` as a function of doubles that returns one, of its results that of
    a number; None if there is none.

    One of complex numbers alone is a function of their parts; results 0 and 1 are the parts of the first that it gives.

    An argument that SciPy takes as an integer, the degree of a polynomial for example, is a whole double; with `whole`
    the result is NaN for any other one.
    """
    ufunc: Any = getattr(importlib.import_module("scipy.special._ufuncs"), name, None)
    if type(ufunc).__name__ != "ufunc":
        return None
    symbol = f"tapegrad_special_{name}" + (f"_{output}" if output else "") + ("_whole" if whole else "")
    integer = next((t for t in ufunc.types if re.fullmatch("d*l[dl]*->d+", t)), None)
    text = None if integer or ufunc.nout > 1 else _one_by_capsule(symbol, name, ufunc.nin)
    text = text or _one_by_loop(symbol, ufunc, output, integer, whole)
    if text is None:
        return None
    engine().define(text)
    symbols.enter(symbol, engine().address(symbol))
    return symbol


def setting(name: str) -> int | None:
    """Return the address of a function of a library's own, such as ``"openblas_set_num_threads"``, in the library
    that BLAS's subroutines are taken from; None if it has none.
    """
    if sys.platform == "win32":
        return None
    file = _umath_linalg().__file__ if _library() is _numpys else _module("cython_blas").__file__
    library = ctypes.CDLL(file)
    for spelling in ("scipy_{}64_", "{}64_", "scipy_{}", "{}"):
        if (function := getattr(library, spelling.format(name), None)) is not None:
            return ctypes.cast(function, ctypes.c_void_p).value
    return None


@cache
def _subroutine(package: str, name: str) -> str | None:
    address = _library()(package, name)
    if not address:
        return None
    symbol = f"tapegrad_{package}_{name}"
    symbols.enter(symbol, address)
    return symbol


@cache
def _library() -> Callable[[str, str], int | None]:
    """Return what finds the address of a routine: NumPy's library if it is a whole LAPACK, else SciPy's Cython
    modules."""
    return _numpys if sys.platform != "win32" and _numpys("lapack", _WHOLE) else _scipys


def _umath_linalg() -> Any:
    from numpy.linalg import _umath_linalg

    return _umath_linalg


def _numpys(package: str, name: str) -> int | None:
    """Return the address of a routine among the libraries of NumPy's linear algebra."""
    library = ctypes.CDLL(_umath_linalg().__file__)  # it is loaded: this only opens it once more
    for spelling in _SPELLINGS:
        if (function := getattr(library, spelling.format(name), None)) is not None:
            return ctypes.cast(function, ctypes.c_void_p).value
    return None


def _scipys(package: str, name: str) -> int | None:
    """Return the address of a routine in a capsule, whose name is its signature in C."""
    capsule = _module(f"cython_{package}").__pyx_capi__.get(name)
    if capsule is None:
        return None
    signature = _signature_of(capsule)
    return _pointer_in(capsule, signature) if re.fullmatch(_BY_REFERENCE, signature) else None


_signature_of = ctypes.PYFUNCTYPE(ctypes.c_char_p, ctypes.py_object)(("PyCapsule_GetName", ctypes.pythonapi))
_pointer_in = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)


@cache
def _module(name: str) -> ModuleType:
    """Return a module of `scipy.linalg`, without the package around it, which takes ten times as long to import."""
    import importlib.util  # here, since a first gradient calls no library of SciPy

    import scipy

    full, folder = f"scipy.linalg.{name}", os.path.join(os.path.dirname(scipy.__file__), "linalg")
    spec = None if "scipy.linalg" in sys.modules else PathFinder.find_spec(full, [folder])
    if spec is None or spec.loader is None:
        return importlib.import_module(full)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.modules.pop(full, None)  # or the package, imported later, would not know it as its own
    return module


class _Ufunc(ctypes.Structure):
    """The beginning of NumPy's ``PyUFuncObject``."""

    _fields_ = [
        ("references", ctypes.c_ssize_t), ("type", ctypes.c_void_p), ("nin", ctypes.c_int), ("nout", ctypes.c_int),
        ("nargs", ctypes.c_int), ("identity", ctypes.c_int), ("functions", ctypes.POINTER(ctypes.c_void_p)),
        ("data", ctypes.POINTER(ctypes.c_void_p)), ("ntypes", ctypes.c_int),
    ]  # fmt: skip


def _one_by_capsule(symbol: str, name: str, count: int) -> str | None:
    """Return LLVM text of a function of so many doubles that calls the one of SciPy's Cython module."""
    signature = b"double (" + b"double, " * count + b"int __pyx_skip_dispatch)"
    capsules = importlib.import_module("scipy.special.cython_special").__pyx_capi__
    for spelling in (name, f"__pyx_fuse_0{name}", f"__pyx_fuse_1{name}"):
        if (capsule := capsules.get(spelling)) is not None and _signature_of(capsule) == signature:
            operands = ", ".join(f"double %x{k}" for k in range(count))
            return (
                f"define double @{symbol}({operands}) {{\n"
                f"  %value = call double {_pointer(_pointer_in(capsule, signature))}({operands}, i32 0)\n"
                "  ret double %value\n}"
            )
    return None


_TURN = """\
  call void {loop}(ptr %args, ptr %length, ptr %steps, ptr {data})
  %{name} = load double, ptr %cell{result}
  ret double %{name}"""

_LOOP = """\
define double @{symbol}({operands}) {{
  %cells = alloca [{cells} x double], align 16
  %args = alloca [{n} x ptr]
  %steps = alloca [{n} x i64]
  %length = alloca i64
  store i64 1, ptr %length
{pointers}
{stores}
{turns}
}}"""

_CELL = "  %cell{k} = getelementptr double, ptr %cells, i64 {k}"

_OPERAND = """\
  %arg{k} = getelementptr ptr, ptr %args, i64 {k}
  store ptr %cell{cell}, ptr %arg{k}
  %step{k} = getelementptr i64, ptr %steps, i64 {k}
  store i64 {size}, ptr %step{k}"""

_IS_WHOLE = """\
  %near{k} = call double @llvm.rint.f64(double %x{k})
  %size{k} = call double @llvm.fabs.f64(double %x{k})
  %exact{k} = fcmp oeq double %near{k}, %x{k}
  %small{k} = fcmp olt double %size{k}, 2.0e9
  %both{k} = and i1 %exact{k}, %small{k}
  %whole{k} = and i1 %both{k}, {before}"""

_CONVERT = """\
  %degree{k} = fptosi double %x{k} to i64
  store i64 %degree{k}, ptr %cell{k}"""

_IF_WHOLE = """\
{tests}
  br i1 {last}, label %integer, label %number
integer:
{conversions}
{integer}
number:
{number}"""


def _one_by_loop(symbol: str, ufunc: Any, output: int, integer: str | None, whole: bool) -> str | None:
    """Return LLVM text of a function of doubles that runs a ufunc's loop once.

    It is the loop with the signature `integer`, where there is one and the arguments that are integers in it are whole.
    """
    count, n = ufunc.nin, ufunc.nin + ufunc.nout
    code, width = ("D", 2) if not any("d" in t for t in ufunc.types) else ("d", 1)
    struct = _Ufunc.from_address(id(ufunc))
    if (struct.nin, struct.nout, struct.ntypes) != (count, ufunc.nout, ufunc.ntypes):
        return None

    def turn(name: str, signature: str) -> str | None:
        if signature not in ufunc.types:
            return None
        loop, data = (table[ufunc.types.index(signature)] for table in (struct.functions, struct.data))
        if not loop:
            return None
        return _TURN.format(name=name, loop=_pointer(loop), data=_pointer(data), result=width * count + output)

    turns = None if whole else turn("value", f"{code * count}->{code * ufunc.nout}")
    if integer is not None and (by_integers := turn("whole_value", integer)) is not None:
        places = [k for k in range(count) if integer[k] == "l"]
        before = ["true", *[f"%whole{k}" for k in places]]
        tests = [_IS_WHOLE.format(k=k, before=b) for k, b in zip(places, before, strict=False)]
        turns = _IF_WHOLE.format(
            tests="\n".join(tests), last=before[-1],
            conversions="\n".join(_CONVERT.format(k=k) for k in places), integer=by_integers,
            number=turns or "  ret double 0x7FF8000000000000",
        )  # fmt: skip
    if turns is None:
        return None
    text = _LOOP.format(
        symbol=symbol, n=n, cells=width * n, turns=turns,
        operands=", ".join(f"double %x{k}" for k in range(width * count)),
        pointers="\n".join([
            *[_CELL.format(k=k) for k in range(width * n)],
            *[_OPERAND.format(k=k, cell=width * k, size=8 * width) for k in range(n)],
        ]),
        stores="\n".join(f"  store double %x{k}, ptr %cell{k}" for k in range(width * count)),
    )  # fmt: skip
    return "\n".join(["declare double @llvm.rint.f64(double)", "declare double @llvm.fabs.f64(double)", text])


def _pointer(address: int | None) -> str:
    return f"inttoptr (i64 {address or 0} to ptr)"
