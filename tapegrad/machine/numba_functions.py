"""Users' functions compiled by Numba: writes a wrapper for each, which LLVM text calls by its symbol.

A symbol's name is made of a digest of the function's content, and what Numba makes of the function, LLVM text, is
kept on disk under it: the next process compiles nothing.

Compiled code cannot raise. A function of numbers gives NaN where it would have raised, and a kernel says so in its
status.

Tests: tests/custom/test_processes.py, tests/custom/test_definitions.py
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import re
import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import llvmlite.binding as llvm
import numpy as np

from tapegrad.forks import across_forks
from tapegrad.machine import store
from tapegrad.machine.cache import engine
from tapegrad.machine.symbols import address, enter

_compiled: dict[str, Any] = {}  # compiled functions, kept alive for their code
_lock = across_forks()
_DECLARED = re.compile(r"^(?:declare [^@]*@|@(?=\w+ = external))(?!llvm\.)\"?([-$.\w]+)", re.MULTILINE)
_OF_THIS_PROCESS = re.compile(  # addresses in the text, and objects of Python that come with the first compilation
    r"inttoptr \(i64|@numba\.dynamic|@PySys_|@PyObject_Call|@NRT_adapt_"
)

_NUMBERS = """\
def call({parameters}):
    try:
        return 1.0 * function({parameters})
    except Exception:
        return nan
"""

_ARRAYS = """\
def call({parameters}):
    {arrays}
    out[...] = 0
    try:
        if function({views}, out) is not None:
            return 1
    except Exception:
        return 1
    return 0
"""


def of_numbers(name: str, function: Callable[..., Any], count: int) -> str:
    """Return the symbol of a function of so many doubles that returns one."""
    import numba

    symbol = f"tapegrad_{name}"
    parameters = ", ".join(f"x{k}" for k in range(count))
    _make(
        symbol, _NUMBERS.format(parameters=parameters), numba.float64(*[numba.float64] * count), {"function": function}
    )
    return symbol


def of_arrays(name: str, function: Any, ranks: Sequence[int], dtype: np.dtype[Any]) -> str:
    """Return the symbol of a kernel for arrays of so many dimensions, the last of which it writes.

    It takes the arrays' addresses, then all their sizes, and returns a status: 0 if the kernel returned nothing.
    """
    import numba

    symbol = f"tapegrad_{name}_{dtype.str[1:]}_{'_'.join(map(str, ranks))}"
    names = [*(f"x{k}" for k in range(len(ranks) - 1)), "out"]
    sizes = [[f"{x}_{axis}" for axis in range(rank)] for x, rank in zip(names, ranks, strict=True)]
    arrays = [f"{x} = carray({x}_, ({''.join(f'{n}, ' for n in of)}))" for x, of in zip(names, sizes, strict=True)]
    text = _ARRAYS.format(
        parameters=", ".join([*(f"{x}_" for x in names), *(n for of in sizes for n in of)]),
        arrays="\n    ".join(arrays), views=", ".join(f"readonly({x})" for x in names[:-1]),
    )  # fmt: skip
    scope = {"function": function, "carray": numba.carray, "readonly": _readonly()}
    pointer = numba.types.CPointer(numba.from_dtype(dtype))
    _make(symbol, text, numba.int64(*[pointer] * len(ranks), *[numba.int64] * sum(ranks)), scope)
    return symbol


@cache
def called(symbol: str, count: int) -> Callable[..., int]:
    """Return a kernel of `of_arrays` as a function of so many addresses and sizes."""
    return ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * count)(address(symbol))


def _make(symbol: str, wrapper: str, signature: Any, scope: dict[str, Any]) -> None:
    """Compile a wrapper and enter its address, once in a process.

    Raises
    ------
    numba.core.errors.NumbaError
    """
    import numba

    with _lock:
        if symbol in _compiled:
            return
        settings = sorted((k, v) for k, v in os.environ.items() if k.startswith("NUMBA_"))
        processor = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
        origin = repr((wrapper, signature, settings, processor, numba.__version__, llvm.llvm_version_info, sys.version))
        name = f"{symbol}-{hashlib.sha256(origin.encode()).hexdigest()[:32]}.o"  # as the store names all it keeps
        stored = store.read(name)
        text = None if stored is None else stored.decode()
        if text is None or not _is_complete(text):
            scope["nan"] = np.nan
            exec(wrapper, scope)
            compiled: Any = numba.cfunc(signature)(scope["call"])
            text = str(compiled.inspect_llvm()).replace(compiled.native_name, symbol)
            if _OF_THIS_PROCESS.search(text) or not (_is_complete(text) and _exported(text)):
                enter(symbol, compiled.address)
                _compiled[symbol] = compiled
                return
            store.write(name, text.encode())
        code = _compiled[symbol] = engine().code("function", text, [symbol], optimise=False)
        enter(symbol, code.address(symbol))


def _is_complete(text: str) -> bool:
    """Tell whether all that LLVM text refers to is in this process, with the helpers of Numba's runtime."""
    from numba.core.registry import cpu_target
    from numba.core.runtime import rtsys

    rtsys.initialize(cpu_target.target_context)
    return all(map(llvm.address_of_symbol, _DECLARED.findall(text)))


def _exported(text: str) -> bool:
    """Tell whether libraries export all names that LLVM text refers to, but for those that are entered for it.

    Numba's threads, for one, are known by names that no library exports.
    """
    others = (name for name in _DECLARED.findall(text) if not name.startswith(("numba_", "NRT_", "tapegrad_")))
    return all(hasattr(ctypes.pythonapi, name) for name in others)


@cache
def _readonly() -> Any:
    """Return an intrinsic: the same array as one that Numba lets no code write to."""
    from numba import types
    from numba.core.imputils import impl_ret_borrowed
    from numba.extending import intrinsic

    @intrinsic
    def readonly(typing: Any, array: Any) -> tuple[Any, Callable[..., Any]]:
        protected = types.Array(array.dtype, array.ndim, array.layout, readonly=True)

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return impl_ret_borrowed(context, builder, signature.return_type, args[0])

        return protected(array), code

    return readonly
