"""Users' functions, compiled by Numba, as symbols that LLVM text calls.

A symbol's name is made of a digest of the function's content, so object code that is kept on disk holds no address, and
finds the same function in the next process. A symbol must be there before code that refers to it is loaded: whoever
writes the text asks for the name here, which makes it.

Compiled code cannot raise. A function of numbers gives NaN where it would have raised, and a kernel says so in its
status.
"""

from __future__ import annotations

import ctypes
import re
import threading
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import llvmlite.binding as llvm
import numpy as np

from tapegrad.forks import across_forks

_addresses: dict[str, int] = {}  # by symbol
_made: dict[str, Any] = {}  # what Numba compiled, kept alive for its code
_lock = across_forks(threading.Lock())
_CALLED = re.compile(r"@(tapegrad_[-$.\w]+)")

_NUMBERS = """\
def call({parameters}):
    try:
        return float(function({parameters}))
    except Exception:
        return nan
"""

_ARRAYS = """\
def call({pointers}):
    {arrays}
    out[...] = 0
    try:
        function({views}, out)
    except Exception:
        return 1
    return 0
"""


def of_numbers(name: str, function: Any, count: int) -> str:
    """Return the symbol of a function of so many doubles that returns one."""
    import numba

    symbol = f"tapegrad_{name}"
    parameters = ", ".join(f"x{k}" for k in range(count))
    _make(
        symbol, _NUMBERS.format(parameters=parameters), numba.float64(*[numba.float64] * count), {"function": function}
    )
    return symbol


def of_arrays(name: str, function: Any, shapes: Sequence[tuple[int, ...]], dtype: np.dtype[Any]) -> str:
    """Return the symbol of a kernel for arrays of these shapes, the last of which it writes: of pointers, to a
    status."""
    import numba

    dims = "_".join("x".join(map(str, shape)) for shape in shapes)
    symbol = f"tapegrad_{name}_{dtype.str[1:]}_{dims}"
    element = numba.from_dtype(dtype)
    pointer = numba.types.CPointer(element)
    names = [f"x{k}" for k in range(len(shapes) - 1)]
    arrays = [f"{x} = readonly(carray({x}_, {shape!r}))" for x, shape in zip(names, shapes, strict=False)]
    text = _ARRAYS.format(
        pointers=", ".join([f"{x}_" for x in names] + ["out_"]), views=", ".join(names),
        arrays="\n    ".join([*arrays, f"out = carray(out_, {shapes[-1]!r})"]),
    )  # fmt: skip
    scope = {"function": function, "carray": numba.carray, "readonly": _readonly()}
    _make(symbol, text, numba.int64(*[pointer] * len(shapes)), scope)
    return symbol


def called(symbol: str) -> Callable[..., int]:
    """Return a kernel of `of_arrays` as a function of addresses."""
    made = _made[symbol]
    count = len(made._sig.args)
    return ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * count)(made.address)


def imported(text: str) -> dict[str, int]:
    """Return the addresses of the functions here that LLVM text calls."""
    return {symbol: _addresses[symbol] for symbol in set(_CALLED.findall(text)) if symbol in _addresses}


def address(symbol: str) -> int:
    """Return the address of a function that was entered."""
    return _addresses[symbol]


def enter(symbol: str, address: int) -> None:
    """Let LLVM text call the function at an address by this name."""
    _addresses[symbol] = address
    llvm.add_symbol(symbol, address)


def _make(symbol: str, text: str, signature: Any, scope: dict[str, Any]) -> None:
    """Compile a wrapper and enter its address, once in a process.

    Raises
    ------
    numba.core.errors.NumbaError
    """
    import numba

    with _lock:
        if symbol in _made:
            return
        scope["nan"] = np.nan
        exec(text, scope)
        made: Any = numba.cfunc(signature)(scope["call"])
        enter(symbol, made.address)
        _made[symbol] = made


@cache
def _readonly() -> Any:
    """Return an intrinsic: the same array as one that Numba lets nobody write to."""
    from numba import types
    from numba.core.imputils import impl_ret_borrowed
    from numba.extending import intrinsic

    @intrinsic
    def readonly(typing: Any, array: Any) -> Any:
        protected = types.Array(array.dtype, array.ndim, array.layout, readonly=True)

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return impl_ret_borrowed(context, builder, signature.return_type, args[0])

        return protected(array), code

    return readonly
