"""Methods of ndarrays on Tensors: functions of NumPy, in-place changes, and conversions to plain data.

`import tapegrad` imports no op that a first gradient does not need, so these methods look their functions up.

Tests: tests/tensor/test_ndarray_methods.py, tests/package/test_array_api.py
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.errors import ArgumentError, DtypeError, ShapeError
from tapegrad.ops import dispatch_tables, find
from tapegrad.ops.index_paths import places
from tapegrad.ops.runtime import runtime
from tapegrad.tensor.assignment import become
from tapegrad.tensor.operators import OPERANDS, matmul

if TYPE_CHECKING:
    from types import ModuleType

    from tapegrad.tensor.tensor import Tensor
    from tapegrad.tensor.value import Value


_ORDERS = ("K", "A", "C", "F")  # of memory: users see values alone
_CASTINGS = ("no", "equiv", "safe", "same_kind", "unsafe")


def later(function: Any, position: int = 0) -> Callable[..., Any]:
    """Return one of NumPy's functions as a method; `position` is the place of the Tensor among its arguments."""

    @functools.wraps(function)
    def method(self: Any, *args: Any, **keywords: Any) -> Any:
        table: dict[Any, Any] = dispatch_tables.ufuncs if isinstance(function, np.ufunc) else dispatch_tables.functions
        implementation = find(table, function)
        assert implementation is not None, "the method stands for a function that is declared"
        return implementation(*args[:position], self, *args[position:], **keywords)

    method.__doc__ = f"Do what NumPy's `{function.__name__}` does."
    method.__module__ = __name__
    return method


def shift(function: Any, position: int = 0) -> Callable[[Any, Any], Any]:
    """Return the method of an operator that is a ufunc; objects that are no operands of it have the word."""
    method = later(function, position)
    return lambda self, other: method(self, other) if isinstance(other, OPERANDS) else NotImplemented


def castable(dtype: np.dtype, target: np.dtype, order: str, casting: Any) -> None:
    """Refuse what NumPy's `astype` does: an order or a rule for casts it does not know, a cast against the rule."""
    if order not in _ORDERS or casting not in _CASTINGS:
        raise ArgumentError(
            f"astype: expected an order of {_ORDERS} and a rule of {_CASTINGS}, got {order!r} and {casting!r}."
        )
    if not np.can_cast(dtype, target, casting):
        raise DtypeError(f"astype: cannot cast {dtype} to {target} by the rule {casting!r}. Leave casting out.")


def multiply_in_place(self: Any, other: Any) -> Value:
    """Write the product with matrices over the left operand."""
    if not self.ndim or np.ndim(other) < 2:
        shapes = f"{self.shape} and {np.shape(other)}"
        raise ShapeError(f"@=: expected an array and matrices, got shapes {shapes}. Write x = x @ y.")
    return become(self, matmul(self, other), "@=")


def in_place(function: Callable[..., Any], operator: str) -> Callable[[Any, Any], Any]:
    """Return the method of an operator on truth values and integers that changes its left operand."""

    def method(self: Any, other: Any) -> Value:
        return become(self, function(self, other), operator)

    return method


def sort(self: Any, axis: int = -1, kind: Any = None, order: Any = None, *, stable: bool | None = None) -> None:
    """Put the elements in ascending order along an axis, in place."""
    self[...] = np.sort(self, _one(axis, "sort"), kind, order, stable=stable)


def partition(self: Any, kth: Any, axis: int = -1, kind: Any = "introselect", order: Any = None) -> None:
    """Put the element that is at `kth` in ascending order there, smaller ones before it, in place."""
    self[...] = np.partition(self, kth, _one(axis, "partition"), kind, order)


def _one(axis: int, function: str) -> int:
    """Return an axis, which may be None in functions alone: what they give then has another shape than the array."""
    if axis is None:
        raise ArgumentError(f"{function}: expected one integer as axis, got None. Flatten by .reshape(-1) before.")
    return axis


def fill(self: Any, value: Any) -> None:
    """Write one value to all elements.

    Raises
    ------
    ShapeError
    """
    if isinstance(value, (list, tuple)) or getattr(value, "ndim", 0) != 0:
        raise ShapeError(f"fill: expected one number, got shape {np.shape(value)}. Write x[...] = value.")
    self[...] = value


def copy(self: Any, order: str | None = "C") -> Tensor:
    """Return a copy with history, laid out in C order whatever `order` says."""
    if order is not None and order not in _ORDERS:
        raise ArgumentError(f"copy: expected one of the orders {_ORDERS}, got {order!r}.")
    result: Tensor = self.clone()
    return result


def tobytes(self: Any, order: str = "C") -> bytes:
    """Return the bytes of the elements of a Tensor that needs no gradient."""
    data: bytes = self.numpy().tobytes(order)
    return data


def tofile(self: Any, fid: Any, sep: str = "", format: str = "%s") -> None:  # noqa: A002
    """Write the elements of a Tensor that needs no gradient to a file."""
    self.numpy().tofile(fid, sep, format)


def to_device(self: Any, device: Any, /, *, stream: Any = None) -> Any:
    """Return the Tensor itself, for there is one device.

    Raises
    ------
    ArgumentError
        For another one, or a stream.
    """
    if device != "cpu" or stream is not None:
        raise ArgumentError(f"to_device: expected device 'cpu' and no stream, got {device!r} and {stream!r}.")
    return self


def array_namespace(self: Any, /, *, api_version: str | None = None) -> ModuleType:
    """Return the array API standard's functions on Tensors.

    Raises
    ------
    ArgumentError
        For a version that came later.
    """
    versions = ("2021.12", "2022.12", "2023.12", "2024.12")
    if api_version is not None and api_version not in versions:
        raise ArgumentError(
            f"__array_namespace__: expected a version among {', '.join(versions)}, got {api_version!r}."
        )
    return import_module("tapegrad.array_api")


def dlpack(
    self: Any, /, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: bool | None = None
) -> Any:
    """Give the values to another library, by DLPack: read-only, or as a copy to one that knows no such arrays."""
    array = self.numpy()
    if copy or max_version is None or max_version[0] < 1:
        array, copy = array.copy(), None
    return array.__dlpack__(stream=stream, max_version=max_version, dl_device=dl_device, copy=copy)


def dlpack_device(self: Any) -> tuple[int, int]:
    """Return the processor, in DLPack's numbers."""
    return 1, 0


class Flat:
    """All elements of a Tensor in C order, to be read, written to and iterated over: NumPy's `ndarray.flat`."""

    __slots__ = ("_of",)

    def __init__(self, of: Tensor) -> None:
        self._of = of

    def __len__(self) -> int:
        return int(self._of.size)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._of.reshape(-1))

    def __getitem__(self, index: Any) -> Tensor:
        return self._of.reshape(-1)[index]

    def __setitem__(self, index: Any, value: Any) -> None:
        where = np.unravel_index(places((len(self),), index), self._of.shape)
        if not self._of.shape:
            where = ()
        self._of[where] = value


def register_hook(self: Tensor, hook: Callable[[Tensor], Tensor | None]) -> Any:
    """Call ``hook(gradient)`` in each reverse sweep once the gradient of this Tensor is known.

    What it returns replaces the gradient, unless it is None. The hook stays with the present value: after an
    assignment it is called for the value before.

    Returns
    -------
    RemovableHandle

    Raises
    ------
    GradientError
        If the Tensor does not require grad.

    Examples
    --------
    >>> import tapegrad as tg
    >>> x = tg.tensor(3.0, requires_grad=True)
    >>> handle = x.register_hook(lambda g: 2.0 * g)
    >>> (x * x).backward()
    >>> x.grad
    tensor(12.)
    >>> handle.remove()
    """
    return runtime.autograd.graph.hook_tensor(self, hook)


def register_post_accumulate_grad_hook(self: Tensor, hook: Callable[[Tensor], None]) -> Any:
    """Call ``hook(leaf)`` after each `backward` that has changed the leaf's ``.grad``.

    Returns
    -------
    RemovableHandle

    Raises
    ------
    GradientError
        If the Tensor is no leaf that requires grad.
    """
    return runtime.autograd.graph.hook_accumulation(self, hook)
