"""Dispatch from NumPy: its protocols, and its functions that are no op or composite of the same name.

Tests: tests/tensor/test_ndarray_methods.py, tests/package/test_coverage.py, tests/ops/test_queries.py
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.errors import ArgumentError, DtypeError, TapegradError
from tapegrad.lazy_imports import modules_later
from tapegrad.ops import declare, dispatch_tables, elementwise_ops, find, limits, products, reductions
from tapegrad.ops.composites import constant, constants
from tapegrad.ops.declare import Elementwise
from tapegrad.record.open_recording import current
from tapegrad.record.recording import tape
from tapegrad.tensor import operators, views
from tapegrad.tensor.call_sites import along_paths
from tapegrad.tensor.immediate_ops import prompt
from tapegrad.tensor.value import Value

if TYPE_CHECKING:
    from tapegrad.ops import refusals
    from tapegrad.tensor import caller_names, ufuncs
else:  # for errors, and for ufuncs with keywords and their methods
    refusals, caller_names, ufuncs = modules_later(
        "tapegrad.ops.refusals", "tapegrad.tensor.caller_names", "tapegrad.tensor.ufuncs"
    )


def array_ufunc(self: Value, ufunc: np.ufunc, method: str, *inputs: Any, **keywords: Any) -> Any:
    """Record a ufunc of NumPy or SciPy: the protocol of `numpy.ufunc`."""
    function = dispatch_tables.on_tensors(ufunc)
    if function is None:
        raise _refused(refusals.name_of(ufunc), "ufunc")
    try:
        if method != "__call__":
            return ufuncs.method(ufunc, function, method, inputs, dict(keywords))
        if keywords:
            return ufuncs.call(ufunc, function, inputs, dict(keywords))
        if ufunc not in codes:
            codes[ufunc] = _code_of(ufunc, function)
        if ufunc is np.matmul:
            return operators.multiplied(*inputs)
        if function.__class__ is not Elementwise:
            return _on_paths.get(ufunc, function)(*inputs)
        if ufunc is np.power and inputs[0] is self and inputs[1].__class__ in _NUMBERS and self.dtype.kind == "f":
            return operators.power(self, inputs[1])
        if tape._open.pending is None:
            t = prompt(function, *inputs)
            if t is not None:
                return t
        return function(*inputs)
    except TapegradError:
        if any(map(_answers_itself, (*inputs, *keywords.get("out", ())))):
            return NotImplemented
        raise


def _answers_itself(x: Any) -> bool:
    """Return whether what is no Tensor has an answer to ufuncs of its own, which NumPy asks for next."""
    answer = getattr(type(x), "__array_ufunc__", None)
    return not isinstance(x, Value) and answer is not None and answer is not np.ndarray.__array_ufunc__


def array_function(self: Value, function: Callable[..., Any], types: Any, args: Any, keywords: Any) -> Any:
    """Record another function of NumPy: the protocol of what is no ufunc."""
    wrapper = _on_paths.get(function)
    if wrapper is not None:
        return wrapper(*args, **keywords)
    implementation = dispatch_tables.functions.get(function) or find(dispatch_tables.functions, function)
    if implementation is None:
        raise _refused(refusals.name_of(function), "NumPy function")
    wrapper = _on_paths[function] = along_paths(functools.partial(_call, implementation, function))
    codes[function] = wrapper.code  # type: ignore[attr-defined]
    return wrapper(*args, **keywords)


codes: dict[Callable[..., Any], int] = {}
"""What compiled calls along paths know functions of NumPy by."""
_NONE = 1 << 40
_NUMBERS = frozenset({int, float})


def _code_of(ufunc: np.ufunc, function: Any) -> int:
    """Return what an edge says of a ufunc: twice the code of the op that it is, or the code of a whole call."""
    if ufunc is np.matmul:
        return operators.product.code  # type: ignore[attr-defined]
    if ufunc is np.power:
        return operators.constant_power.code  # type: ignore[attr-defined]
    if isinstance(function, declare.Elementwise):
        return 2 * function.code if function.instead is None else _NONE
    wrapper = _on_paths[ufunc] = along_paths(function)
    return wrapper.code


def _refused(name: str, what: str) -> DtypeError:
    """Return the error for a function that has no meaning on Tensors: its reason and what to use instead."""
    package, _, shown = name.rpartition(".")
    public = shown.lstrip("_")  # as which SciPy's users know a ufunc that a function of Python calls
    twin = f"tg.{package.removeprefix('scipy.')}.{public}"
    if public != shown and caller_names.is_there(twin):
        return DtypeError(
            f"{public}: SciPy's function takes plain numbers, got a Tensor. Use {twin}, which has derivatives."
        )
    trace = current()
    if trace is not None and trace.strict:  # which plain data would be frozen into
        plain = " Or compute with it before, and pass the result."
    else:
        plain = caller_names.exit_by(".detach().numpy()")
    reason = refusals.reasons.get(name)
    if reason is None:
        reason = f"no derivative of this {what} is known: {refusals.OF_ONES_OWN}"
    return DtypeError(f"{public}: {reason}{plain}")


_on_paths: dict[Callable[..., Any], Callable[..., Any]] = {}


def _call(implementation: Callable[..., Any], function: Callable[..., Any], /, *args: Any, **keywords: Any) -> Any:
    """Call what stands for a function of NumPy, which may have more arguments.

    Raises
    ------
    ArgumentError
        For an argument that it does not take.
    """
    if not args:  # the names of first arguments are not NumPy's everywhere
        first = next(iter(inspect.signature(function).parameters), "")
        if first in keywords:
            args, keywords = (keywords[first],), {name: k for name, k in keywords.items() if name != first}
    try:
        return implementation(*args, **keywords)
    except TypeError as misfit:
        if isinstance(misfit, TapegradError):
            raise
        try:
            inspect.signature(implementation).bind(*args, **keywords)
        except TypeError as error:
            raise ArgumentError(f"{function.__name__}: {error}: tapegrad does not support this argument.") from None
        raise


def _divmod(x: Any, y: Any) -> tuple[Any, Any]:
    """Return quotients rounded down, and remainders."""
    return elementwise_ops.floor_divide(x, y), elementwise_ops.remainder(x, y)


@constant(np.may_share_memory, of_array=False)
def _may_share_memory(a: Any, b: Any, /, max_work: Any = None) -> bool:
    """Return whether a write to one Tensor may reach the other."""
    return isinstance(a, Value) and isinstance(b, Value) and views.origin(a)[0] is views.origin(b)[0]


dispatch_tables.ufuncs[np.matmul] = products.matmul
dispatch_tables.ufuncs[np.divmod] = _divmod
_OF_BITS: dict[Any, Callable[..., Any]] = {
    np.bitwise_and: operators.and_, np.bitwise_or: operators.or_, np.bitwise_xor: operators.xor,
    np.invert: operators.invert,
}  # fmt: skip
dispatch_tables.ufuncs.update(_OF_BITS)
constants.update(_OF_BITS.values())
dispatch_tables.functions.update({
    np.around: limits.round_, np.where: elementwise_ops.where,
    np.amax: reductions.max_, np.amin: reductions.min_,
})  # fmt: skip
