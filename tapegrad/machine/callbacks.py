"""Callbacks: Python functions as symbols in LLVM text, and the exceptions that they raise.

Such a function is called with the address of a table of addresses, of its operands and its result, and returns a
status. Compiled code passes the status on and cannot raise. So an exception is kept, and the caller of the compiled
code raises it (`reraise`). Only the main thread's is kept: in other threads no signals interrupt, and what failed there
fails again when it is looked into.

A callback lives as long as the code that calls it, and a symbol stands for one as long as that lives.

Tests: tests/ops/test_integers.py
"""

from __future__ import annotations

import ctypes
import math
import re
import threading
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any
from weakref import WeakValueDictionary

import numpy as np

from tapegrad.errors import ShapeError
from tapegrad.forks import across_forks
from tapegrad.machine import symbols
from tapegrad.machine.status import RAISED

Form = tuple[tuple[int, ...], np.dtype[Any]]

_FUNCTION = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)
_live: WeakValueDictionary[str, Callback] = WeakValueDictionary()
_making = across_forks()
_MOST = 16  # places of operands that a callback has arrays for
kept: list[BaseException] = []  # what was raised and not yet raised again


class Callback:
    """A Python function that compiled code calls.

    Attributes
    ----------
    symbol, title : str
    """

    def __init__(
        self, symbol: str, key: tuple[Any, Any], function: Callable[..., Any], forms: Sequence[Form], title: str,
        operands: int,
    ) -> None:  # fmt: skip
        self.symbol, self.key, self.forms, self.title = symbol, key, tuple(forms), title
        self._call = _FUNCTION(_called(function, forms, title, operands))  # kept alive for its code
        symbols.enter(symbol, ctypes.cast(self._call, ctypes.c_void_p).value or 0)

    def same(self, key: tuple[Any, Any], forms: Sequence[Form]) -> bool:
        """Tell whether it is what another function of a key would be."""
        try:
            return self.forms == tuple(forms) and bool(self.key == key)
        except ValueError:  # arrays among static parameters
            return False


def callback(
    key: Any, function: Callable[..., Sequence[Any]], forms: Sequence[Form], title: str, operands: int
) -> Callback:
    """Make a callback of a function of arrays, whose results are a sequence; equal keys may share one.

    The forms are those of so many operands, then of the results.
    """
    shapes = "_".join(f"{dtype.str[1:]}{'x'.join(map(str, shape))}" for shape, dtype in forms)
    name = f"tapegrad_python_{re.sub('[^A-Za-z0-9_]', '_', title)}_{shapes}"
    with _making:
        for number in count():
            symbol = f"{name}_{number}"
            candidate = _live.get(symbol)
            if candidate is None:
                candidate = _live[symbol] = Callback(symbol, key, function, forms, title, operands)
                return candidate
            if candidate.same(key, forms):
                return candidate
    raise AssertionError


def reraise() -> None:
    """Raise what Python code raised within compiled code of the main thread, if it did."""
    if kept and threading.current_thread() is threading.main_thread():
        raise kept.pop()


def _called(
    function: Callable[..., Sequence[Any]], forms: Sequence[Form], title: str, operands: int
) -> Callable[[int], int]:
    """Return what C calls."""
    pointers = ctypes.c_void_p * len(forms)
    reads = [(ctypes.c_char * (math.prod(shape) * dtype.itemsize), shape, dtype) for shape, dtype in forms]
    main = threading.main_thread
    memo: dict[bytes, list[np.ndarray]] = {}  # by their addresses: compiled code comes with the same memory again

    def array(place: int, kind: Any, shape: tuple[int, ...], dtype: np.dtype[Any]) -> np.ndarray:
        if not math.prod(shape):
            return np.empty(shape, dtype)
        return np.frombuffer(kind.from_address(place), dtype).reshape(shape)

    def arrays(table: int) -> list[np.ndarray]:
        views = [array(place, *read) for place, read in zip(pointers.from_address(table), reads, strict=True)]
        for a in views[:operands]:
            a.flags.writeable = False
        return views

    def called(table: int) -> int:
        try:
            key = ctypes.string_at(table, 8 * len(forms))
            views = memo.get(key)
            if views is None:
                if len(memo) >= _MOST:
                    memo.clear()
                views = memo[key] = arrays(table)
            views = [a.view() for a in views]  # which a function may give another shape
            for result, out in zip(function(*views[:operands]), views[operands:], strict=True):
                if np.shape(result) != out.shape:
                    raise ShapeError(f"{title}: expected a result of shape {out.shape}, got {np.shape(result)}.")
                np.copyto(out, result, casting="same_kind")
        except BaseException as error:
            if threading.current_thread() is main():
                kept[:] = [error]
            return RAISED
        return 0

    return called
