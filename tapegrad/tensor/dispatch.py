"""How NumPy finds tapegrad: its protocols, and its functions that are no op or composite of their own name."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, DtypeError, PlainDataError
from tapegrad.ops import decisions, declare, elementwise, find, limits, products, reductions
from tapegrad.ops.declare import recorder
from tapegrad.tape.trace import current
from tapegrad.tensor import operators
from tapegrad.tensor.assignment import become
from tapegrad.tensor.value import Value

_REDUCTIONS: dict[Any, Callable[..., Any]] = {
    np.add: reductions.sum_,
    np.multiply: reductions.prod,
    np.maximum: reductions.max_,
    np.minimum: reductions.min_,
}


def array_ufunc(self: Value, ufunc: np.ufunc, method: str, *inputs: Any, **keywords: Any) -> Any:
    """Record a ufunc of NumPy or SciPy: the protocol of `numpy.ufunc`."""
    function = declare.on_tensors(ufunc)
    if method == "__call__" and not keywords and function is not None:
        return function(*inputs)
    if method == "reduce" and ufunc in _REDUCTIONS:
        return _call(_REDUCTIONS[ufunc], f"{ufunc.__name__}.reduce", inputs, {"axis": 0, **keywords})
    if method != "__call__" or function is None:
        raise _unknown(f"{ufunc.__name__}{'' if method == '__call__' else '.' + method}", "function")
    out = keywords.pop("out", None)
    if out is not None:
        if len(out) == 1 and isinstance(out[0], Value):
            return become(out[0], recorder.as_tensor(function(*inputs)), ufunc.__name__)
        raise PlainDataError(
            f"{ufunc.__name__}: a Tensor's result cannot be written into an ndarray. Leave out= away (write w = w + x "
            "for w += x), or make the array by tg.zeros or tg.tensor."
        )
    if keywords.pop("where", True) is not True:
        raise ArgumentError(f"{ufunc.__name__}: where= is not supported. Use np.where on the result.")
    dtype = keywords.pop("dtype", None)
    if keywords:
        raise ArgumentError(f"{ufunc.__name__}: argument {next(iter(keywords))!r} is not supported.")
    result = function(*inputs)
    return result if dtype is None else result.astype(dtype, copy=False)


def array_function(self: Value, function: Callable[..., Any], types: Any, args: Any, keywords: Any) -> Any:
    """Record another function of NumPy: the protocol of what is no ufunc."""
    own = declare.functions.get(function) or find(declare.functions, function)
    if own is None:
        raise _unknown(getattr(function, "__name__", str(function)), "NumPy function")
    return _call(own, function.__name__, args, keywords)


def _unknown(name: str, what: str) -> DtypeError:
    """Return the error for a function that has no meaning on Tensors."""
    trace = current()
    if trace is not None and trace.strict:  # which plain data would be frozen into
        remedy = "Or compute with it before, and pass the result"
    else:
        remedy = "For plain data without a gradient use .detach().numpy()"
    return DtypeError(
        f"{name}: this {what} does not work on Tensors. Make it of others that do, or of your own by "
        f"tg.autograd.Function or tg.custom. {remedy}."
    )


def _call(own: Callable[..., Any], name: str, args: Any, keywords: Any) -> Any:
    """Call what stands for a function of NumPy, which may have more arguments.

    Raises
    ------
    ArgumentError
        For an argument that it does not take.
    """
    try:
        return own(*args, **keywords)
    except TypeError:
        try:
            inspect.signature(own).bind(*args, **keywords)
        except TypeError as error:
            raise ArgumentError(f"{name}: {error}: tapegrad does not support this argument of NumPy's.") from None
        raise


def _divmod(x: Any, y: Any) -> tuple[Any, Any]:
    return elementwise.floor_divide(x, y), elementwise.remainder(x, y)


declare.ufuncs[np.matmul] = products.matmul
declare.ufuncs[np.divmod] = _divmod
declare.ufuncs[np.bitwise_and] = operators.and_
declare.ufuncs[np.bitwise_or] = operators.or_
declare.ufuncs[np.bitwise_xor] = operators.xor
declare.ufuncs[np.invert] = operators.invert
declare.functions.update({
    np.around: limits.round_, np.where: elementwise.where, np.amax: reductions.max_, np.amin: reductions.min_,
    np.any: decisions.any_, np.all: decisions.all_,
    np.argmax: decisions.argmax, np.argmin: decisions.argmin, np.argsort: decisions.argsort,
    np.shape: lambda x: x.shape, np.ndim: lambda x: x.ndim, np.size: lambda x: x.size,
    np.copy: lambda x: x.clone(), np.array_repr: repr, np.array_str: str,
    np.zeros_like: lambda x, dtype=None: recorder.from_array(np.zeros(x.shape, dtype or x.dtype)),
    np.ones_like: lambda x, dtype=None: recorder.from_array(np.ones(x.shape, dtype or x.dtype)),
    np.full_like: lambda x, value, dtype=None: recorder.from_array(np.full(x.shape, value, dtype or x.dtype)),
    np.iscomplexobj: lambda x: x.dtype.kind == "c", np.isrealobj: lambda x: x.dtype.kind != "c",
    np.result_type: lambda *args: np.result_type(*[a.dtype if isinstance(a, Value) else a for a in args]),
})  # fmt: skip
