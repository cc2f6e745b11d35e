"""Functions that make Tensors, with NumPy's names and arguments.

Tests: tests/tensor/test_versions.py, tests/package/test_array_api.py
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, plain_device
from tapegrad.machine.dtypes import numpys as numpys_dtype
from tapegrad.ops.composites import constants, fitted, holds_tensor
from tapegrad.ops.dispatch_tables import functions
from tapegrad.ops.elementwise_ops import isfinite, logical_not
from tapegrad.ops.expectations import expected
from tapegrad.ops.shape_ops import broadcast_to, reshape
from tapegrad.tensor.tensor import Tensor, as_tensor, from_array, tensor

_BY_SHAPE = (np.zeros, np.ones, np.empty)


def numpys(function: Callable[..., np.ndarray]) -> Callable[..., Tensor]:
    """Return NumPy's creation function with a Tensor as result and an argument `requires_grad`."""

    def create(*args: Any, requires_grad: bool = False, **keywords: Any) -> Tensor:
        plain = [_plain(a, function) for a in args]
        if function in _BY_SHAPE and len(plain) > 1 and isinstance(plain[1], int):
            name, shape = create.__name__, tuple(plain)
            raise ArgumentError(f"{name}: expected the shape as one argument, got {len(shape)}. Write {name}({shape}).")
        if keywords.get("dtype") is not None:
            keywords["dtype"] = numpys_dtype(keywords["dtype"], function.__name__)
        return tensor(function(*plain, **keywords), requires_grad=requires_grad)

    create.__name__ = create.__qualname__ = function.__name__
    create.__wrapped__ = function  # type: ignore[attr-defined]  # whose signature is shown, if NumPy tells it (from 2.4 on)
    create.__doc__ = f"""Make a Tensor as NumPy's `{function.__name__}` makes an array.

    Parameters
    ----------
    requires_grad : bool
        Whether gradients flow to the new Tensor.
    """
    return create


def _with_like(function: Callable[..., Any], create: Callable[..., Any]) -> Callable[..., Any]:
    """Enter what NumPy's creation function is with a Tensor as `like`, an argument that NumPy takes away."""
    functions[function] = create
    constants.add(create)
    return create


def _plain(x: Any, function: Callable[..., np.ndarray]) -> Any:
    """Return an argument without history."""
    if not isinstance(x, Tensor):
        return x
    x._refuse_plain(function.__name__, ".item()")
    return x._numpy()


zeros, ones, eye, empty = [_with_like(f, numpys(f)) for f in (np.zeros, np.ones, np.eye, np.empty)]
arange, identity, tri = [_with_like(f, numpys(f)) for f in (np.arange, np.identity, np.tri)]
linspace, logspace = numpys(np.linspace), numpys(np.logspace)  # which NumPy lets Tensors answer
for _reader in (np.frombuffer, np.fromfile, np.fromstring, np.genfromtxt, np.loadtxt):
    _with_like(_reader, numpys(_reader))


def like(function: Callable[..., np.ndarray]) -> Callable[..., Tensor]:
    """Return NumPy's function that makes an array as another one is: its shape and dtype are read, and nothing else."""

    def create(a: Any, dtype: Any = None, order: str = "K", subok: bool = True, shape: Any = None, *,
               device: Any = None, requires_grad: bool = False) -> Tensor:  # fmt: skip
        model = as_tensor(a)
        plain_device(device, function.__name__)
        dtype = None if dtype is None else numpys_dtype(dtype, function.__name__)
        array = function(np.broadcast_to(np.zeros((), model.dtype), model.shape), dtype, "C", True, shape)
        t = from_array(array if array.flags.c_contiguous else np.ascontiguousarray(array))
        return t.requires_grad_() if requires_grad else t

    create.__name__ = create.__qualname__ = function.__name__
    create.__doc__ = f"Make a Tensor as NumPy's `{function.__name__}` does; `requires_grad` makes it a leaf."
    return _with_like(function, create)


zeros_like, ones_like, empty_like = like(np.zeros_like), like(np.ones_like), like(np.empty_like)


def full(
    shape: Any, fill_value: Any, dtype: Any = None, requires_grad: bool = False, order: str = "C", *, device: Any = None
) -> Tensor:
    """Return an array of one value, or of an array's that is broadcast; Tensors as value keep their history."""
    plain_device(device, "full")
    if holds_tensor(fill_value):
        value = as_tensor(fill_value)
        return broadcast_to(value.astype(dtype or value.dtype), shape).clone()
    return tensor(np.full(shape, fill_value, dtype and numpys_dtype(dtype, "full")), requires_grad=requires_grad)


def full_like(
    a: Any, fill_value: Any, dtype: Any = None, order: str = "K", subok: bool = True, shape: Any = None, *,
    device: Any = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """Return an array of one value in the shape of another."""
    model = as_tensor(a)
    plain_device(device, "full_like")
    return full(model.shape if shape is None else shape, fill_value, dtype or model.dtype, requires_grad)


_with_like(np.full, full)
_with_like(np.full_like, full_like)


def from_dlpack(x: Any, /, *, device: Any = None, copy: bool | None = None) -> Tensor:
    """Return a Tensor of another library's array, by DLPack; the data are copied, for they may change there.

    A Tensor is returned as it is, unless `copy` is True.

    Raises
    ------
    ArgumentError
        If no copy is allowed, or the array is in no main memory.
    """
    plain_device(device, "from_dlpack")
    if isinstance(x, Tensor):
        return x.clone() if copy else x
    if copy is False:
        raise ArgumentError("from_dlpack: expected copy None or True, got False. Data of other libraries are copied.")
    return tensor(np.from_dlpack(x))


def array(
    data: Any, dtype: Any = None, *, copy: bool | None = True, order: str | None = "K", subok: bool = False,
    ndmin: int = 0,
) -> Tensor:  # fmt: skip
    """Return a Tensor of data, which are copied; nested sequences may hold Tensors, whose history is kept.

    Parameters
    ----------
    data : array_like
    dtype : dtype, optional
        The data's own by default.
    copy : bool or None
        Whether a Tensor is copied; None: if it needs another dtype; False: raise if anything must be copied.
    order, subok :
        Arguments of NumPy's without a meaning here: Tensors lie in C order.
    ndmin : int
        The least number of dimensions; axes of length 1 are put before the others.

    Raises
    ------
    ArgumentError
        If no copy is allowed where one is needed.

    Examples
    --------
    >>> import tapegrad as tg
    >>> a = tg.tensor(2.0, requires_grad=True)
    >>> tg.array([a * a, 1.0]).sum().backward()
    >>> a.grad
    tensor(4.)
    """
    if copy is not True:
        result = asarray(data, dtype, copy=copy)
    else:
        result = as_tensor(data if dtype is None else fitted(data, numpys_dtype(dtype, "array"), "array"))
        if result is data:
            result = result.clone()
        if dtype is not None:
            result = result.astype(dtype, copy=False)
    missing = ndmin - len(result.shape)
    return reshape(result, (1,) * missing + result.shape) if missing > 0 else result


def asarray(
    data: Any, dtype: Any = None, order: str | None = None, *, device: Any = None, copy: bool | None = None
) -> Tensor:
    """Make a Tensor as `array` does, but return one as it is, unless `copy` is True.

    Raises
    ------
    ArgumentError
        If no copy is allowed where one is needed: of what is no Tensor, or has another dtype.
    """
    plain_device(device, "asarray")
    is_tensor = isinstance(data, Tensor)
    dtype = None if dtype is None else numpys_dtype(dtype, "asarray")
    if dtype is not None and isinstance(data, (list, tuple)) and not holds_tensor(data):
        data = np.asarray(data, dtype)  # integers beyond 2**53 would not survive a common dtype
    elif dtype is not None:
        data = fitted(data, dtype, "asarray")
    result = as_tensor(data)
    same = dtype is None or dtype == result.dtype
    if copy is False and not (is_tensor and same):
        raise ArgumentError("asarray: expected copy None or True, got False. Other data and dtypes need a copy.")
    if copy and is_tensor and same:
        return result.clone()
    return result if same else result.astype(dtype, copy=False)


def asarray_chkfinite(a: Any, dtype: Any = None, order: str | None = None) -> Tensor:
    """Make a Tensor as `asarray` does, of finite numbers.

    Raises
    ------
    ArgumentError
        For NaN and infinity; in a recording at each run.
    """
    result = asarray(a, dtype)
    if result.dtype.kind not in "fc":
        return result
    infinite = logical_not(isfinite(result))
    return expected(result, infinite, "asarray_chkfinite: expected finite numbers, got NaN or infinity.")


def ascontiguousarray(a: Any, dtype: Any = None) -> Tensor:
    """Make a Tensor of one dimension at least, as `asarray` does: it lies in C order."""
    return array(a, dtype, copy=None, ndmin=1)


def require(a: Any, dtype: Any = None, requirements: Any = None) -> Tensor:
    """Make a Tensor as `asarray` does. Of NumPy's requirements a Tensor meets those of order and ownership."""
    return asarray(a, dtype)


def fromiter(iter: Any, dtype: Any, count: int = -1) -> Tensor:  # noqa: A002
    """Return the first numbers of an iterable, all by default, as a vector; Tensors keep their history."""
    return array([*itertools.islice(iter, None if count < 0 else count)], dtype)


def fromfunction(function: Callable[..., Any], shape: Any, *, dtype: Any = float, **keywords: Any) -> Any:
    """Return what a function gives for the indices of an array, as `numpy.fromfunction` does."""
    return function(*map(from_array, np.indices(shape, dtype)), **keywords)


_OF_DATA: dict[Any, Callable[..., Any]] = {
    np.array: array, np.asarray: asarray, np.asanyarray: asarray, np.ascontiguousarray: ascontiguousarray,
    np.asfortranarray: asarray, np.asarray_chkfinite: asarray_chkfinite, np.require: require, np.fromiter: fromiter,
    np.fromfunction: fromfunction, np.from_dlpack: from_dlpack,
}  # fmt: skip
functions.update(_OF_DATA)
