"""The Python array API standard, 2024.12: what ``Tensor.__array_namespace__()`` gives to code for any library.

Functions are those of `tapegrad` under the standard's names, which are NumPy's; what only the standard has stands here.

>>> import tapegrad as tg
>>> x = tg.tensor([3.0, 1.0], requires_grad=True)
>>> xp = x.__array_namespace__()
>>> xp.concat([xp.sort(x), xp.asarray([2.0])])
tensor([1., 3., 2.], requires_grad=True)

Tests: tests/package/test_array_api.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad import fft, linalg
from tapegrad.ops import dispatch_tables, find
from tapegrad.ops.arguments import axis_of
from tapegrad.ops.decisions import argsort as _argsort
from tapegrad.ops.limits import clip as _clip
from tapegrad.ops.numpy.sorting import sort as _sort
from tapegrad.ops.public_names import public
from tapegrad.ops.shape_ops import flip
from tapegrad.tensor import creation

__array_api_version__ = "2024.12"
__array_namespace_info__ = np.__array_namespace_info__  # of one device, the processor
_MODULES = {"fft": fft, "linalg": linalg}
_NUMPYS = {  # dtypes, numbers, and what is asked of them
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64", "complex64",
    "complex128", "e", "inf", "nan", "newaxis", "pi", "finfo", "iinfo", "isdtype",
}  # fmt: skip
_CREATION = {
    "arange", "asarray", "empty", "empty_like", "eye", "from_dlpack", "full", "full_like", "linspace", "ones",
    "ones_like", "zeros", "zeros_like",
}  # fmt: skip


def sort(x: Any, /, *, axis: int = -1, descending: Any = False, stable: Any = True) -> Any:
    """Return elements in ascending or descending order along an axis; equal ones stay in order."""
    result = _sort(x, axis)
    return flip(result, axis) if descending else result


def argsort(x: Any, /, *, axis: int = -1, descending: Any = False, stable: Any = True) -> Any:
    """Return indices that sort in ascending or descending order; equal elements stay in order."""
    if not descending:
        return _argsort(x, axis, stable=True)
    axis = axis_of(axis, x.ndim, "argsort")
    return x.shape[axis] - 1 - flip(_argsort(flip(x, axis), axis, stable=True), axis)


def clip(x: Any, /, min: Any = None, max: Any = None) -> Any:  # noqa: A002
    """Limit values to an interval; None leaves a side open."""
    return _clip(x, min, max)


def meshgrid(*arrays: Any, indexing: str = "xy") -> list[Any]:
    """Return grids of coordinates."""
    return list(np.meshgrid(*arrays, indexing=indexing))  # type: ignore[call-overload]


def broadcast_arrays(*arrays: Any) -> list[Any]:
    """Return arrays in the shape that they have in common."""
    return list(np.broadcast_arrays(*arrays))


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return _MODULES[name]
    if name in _NUMPYS:
        return getattr(np, name)
    if name in _CREATION:
        return getattr(creation, name)
    function = None if name.startswith("_") else getattr(np, name, getattr(np.lib.stride_tricks, name, None))
    table: dict[Any, Any] = dispatch_tables.ufuncs if isinstance(function, np.ufunc) else dispatch_tables.functions
    implementation = find(table, function) if callable(function) else None
    if implementation is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return implementation


def __dir__() -> list[str]:
    """List what code finds here: functions of NumPy's names, dtypes and numbers."""
    here = {
        name for name, value in globals().items() if getattr(value, "__module__", "") == __name__ and name[0] != "_"
    }
    special = {"__array_api_version__", "__array_namespace_info__"}
    functions = {name for name in public("numpy") if hasattr(np, name)}
    return sorted(here | special | _MODULES.keys() | _NUMPYS | _CREATION | functions)
