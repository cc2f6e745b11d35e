"""Custom array ops: a user's kernel on arrays, and the same kernel over a batch.

Tests: tests/custom/test_processes.py, tests/custom/test_definitions.py
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from tapegrad.custom.definitions import (
    Custom,
    arguments_of,
    name_of,
    numba_errors,
    real,
    rules_of,
    sign,
    title_of,
)
from tapegrad.errors import ArgumentError, DtypeError, ShapeError, check_function
from tapegrad.func.reverse_mode import filled
from tapegrad.ir.forms import F4, F8
from tapegrad.machine import numba_functions
from tapegrad.ops import declare
from tapegrad.ops.declare import General
from tapegrad.ops.kinds import Kernel
from tapegrad.replay.function_digest import compiled_by_numba
from tapegrad.tensor.batching import rows_of
from tapegrad.tensor.tensor import Tensor, from_array

Shape = tuple[int, ...]


def array(
    function: Any = None, *, vjp: Mapping[str, Any] | None = None, shape: Callable[..., Any] | None = None,
    jvp: Callable[..., Any] | None = None, check: Any = False,
) -> Any:  # fmt: skip
    """Make an op of a kernel on arrays.

    The kernel reads its arguments: read-only arrays in C order of one dtype, float64 or float32. It writes its result
    into the last argument, which is filled with zeros before the call. Numbers are arrays without dimensions
    (``x[()]``).

    It is a function that `numba.njit` compiled, without signatures, or a plain one, for code of NumPy and SciPy. A
    plain one works in compiled functions and batches too, with the interpreter's lock; files and `tapegrad.nb` refuse
    it.

    Parameters
    ----------
    function : callable
        The kernel. Without it, the result is a decorator.
    vjp : dict
        For each argument the rule of its adjoint: a function that returns an array of the argument's shape. Its
        parameters are some of ``g`` (the adjoint of the result), the arguments, ``out`` (the result) and ``x_shape``
        (the shape of ``x``). It uses operators, functions of this package and custom ops, so that it can be recorded
        and differentiated itself. None says that the derivative is zero. A missing entry is an error where the
        derivative is needed.
    shape : callable, optional
        The result's shape from the shapes of the arguments; by default the shape of the first one.
    jvp : callable, optional
        ``jvp(args, tangents)``, the derivative of the result along tangents of all arguments. By default, the transpose
        of the adjoint.
    check : tuple, optional
        Compare the derivatives with differences of the values, at these arguments.

    Returns
    -------
    callable
        On Tensors it records, on arrays it computes. On Tensors the kernel runs during the call, so its exceptions are
        raised at the call. ``op.check(*args)`` compares its derivatives with differences.

    Raises
    ------
    ArgumentError
        If the function is compiled by Numba for fixed types, or has fewer than two arguments. If a rule is not for an
        argument, or has an unknown parameter.
    GradientError
        Later, if a derivative is needed that was not declared.

    Examples
    --------
    >>> import numba
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> @tg.custom.array(vjp={"x": lambda g, x, out: tg.flip(tg.cumsum(tg.flip(g * out))) / x})
    ... @numba.njit
    ... def running_product(x, out):
    ...     product = 1.0
    ...     for i in range(x.size):
    ...         product *= x[i]
    ...         out[i] = product
    >>> x = tg.tensor([2.0, 3.0, 4.0], requires_grad=True)
    >>> y = running_product(x)
    >>> y
    tensor([ 2.,  6., 24.], requires_grad=True)
    >>> y.sum().backward()
    >>> x.grad
    tensor([16., 10.,  6.])
    """
    if function is None:
        return functools.partial(array, vjp=vjp, shape=shape, jvp=jvp, check=check)
    what = "custom.array"
    compiled = compiled_by_numba(function)
    if not getattr(function, "_can_compile", True):
        raise ArgumentError(
            f"{what}: {title_of(function)} is compiled for fixed types. Leave out the signatures: its arguments come "
            "as read-only arrays."
        )
    *arguments, _ = arguments_of(function, what) or ("",)
    if not arguments:
        raise ArgumentError(f"{what}: expected a kernel of its arguments and the array for its result.")
    allowed = {"g", "out", *(f"{a}_shape" for a in arguments)}
    rules = rules_of(vjp, "vjp", what, arguments, allowed)
    for rule, of in ((shape, " as shape"), (jvp, " as jvp")):
        if rule is not None:
            check_function(rule, what, of)
    title = title_of(function)
    if check is not False and not isinstance(check, (tuple, list)):
        raise ArgumentError(f"{what}: check takes a tuple of arguments for {title}, got {check!r}.")
    name = name_of(title, function, rules, shape, jvp)
    op: Any = declare.by_name.get(name)
    if op is None:
        kernel = _ArrayKernel(name, title, function, arguments, shape)
        op = CustomArray(
            name=name, shown=title, forward=kernel, reference=kernel, infer=kernel.infer,
            kind=Kernel(kernel.symbol) if compiled else General.kind,
            adjoints=rules,
            tangent=None if jvp is None else functools.partial(_pushed, jvp, kernel),
        )  # fmt: skip
        rows_of(op, _each(kernel) if compiled else None)
    op.define(function, rules)
    if check is not False:
        op.check(*check)
    return op


class CustomArray(Custom, General):
    """What `array` returns: a record of the ops table."""

    def adjoint(self, k: int, fetch: Callable[[str, int], Any], static: dict[str, Any]) -> Any:
        value = super().adjoint(k, fetch, static)
        if not isinstance(value, (Tensor, np.ndarray, np.generic, float, int)):
            raise DtypeError(
                f"{self.shown}: the adjoint of {self.arguments[k]!r} must be a Tensor or an array, got "
                f"{type(value).__name__}. Correct the rule in vjp."
            )
        g, shape = fetch("g", 0), fetch("shape", k)
        if isinstance(g, Tensor):
            value = _of_dtype(value, g.dtype)
        else:  # a view: the sweep would write to an array without a base, which may be an argument of the rule
            value = np.asarray(value.detach().numpy() if isinstance(value, Tensor) else value, g.dtype).view()
        if value.shape != shape:
            raise ShapeError(
                f"{self.shown}: the adjoint of {self.arguments[k]!r} must have its shape {shape}, got "
                f"{value.shape}. Correct the rule in vjp."
            )
        return value


class _ArrayKernel:
    """A user's kernel: called on arrays, or by its symbol."""

    def __init__(
        self, name: str, title: str, function: Any, arguments: Sequence[str], shape: Callable[..., Any] | None
    ) -> None:
        self.name, self.title, self.function, self._shape = name, title, function, shape
        self._runs: dict[tuple[Any, ...], Callable[..., int]] = {}  # by dimensions and dtype
        sign(self, arguments)

    def infer(self, *shapes: Shape) -> Shape:
        """Return the result's shape.

        Raises
        ------
        ShapeError
        """
        if self._shape is None:
            return shapes[0]
        result_shape = self._shape(*shapes)
        result_shape = (result_shape,) if isinstance(result_shape, (int, np.integer)) else result_shape
        if not isinstance(result_shape, (tuple, list)) or not all(
            isinstance(n, (int, np.integer)) and n >= 0 for n in result_shape
        ):
            raise ShapeError(f"{self.title}: expected a shape from the rule for shapes, got {result_shape!r}.")
        return tuple(map(int, result_shape))

    def symbol(self, ranks: Sequence[int], dtype: Any) -> str:
        """Return the symbol of the compiled kernel for operands and a result of so many dimensions."""
        with numba_errors(self.title, f"arrays of {dtype}"):
            return numba_functions.of_arrays(self.name, self.function, ranks, dtype)

    def run(self, places: list[int], shapes: Sequence[Shape], dtype: Any) -> int:
        """Run the compiled kernel on arrays at these addresses; returns its status."""
        key = *map(len, shapes), dtype
        run = self._runs.get(key)
        if run is None:
            run = self._runs[key] = numba_functions.called(self.symbol(key[:-1], dtype), len(places) + sum(key[:-1]))
        return run(*places, *(n for shape in shapes for n in shape))

    def __call__(self, *args: Any) -> np.ndarray:
        arrays = self.prepared(args)
        out = np.zeros(self.infer(*[a.shape for a in arrays]), arrays[0].dtype)
        self.fill(arrays, out)
        return out[()]

    def prepared(self, args: Sequence[Any]) -> list[np.ndarray]:
        """Return arrays as the kernel takes them, which it cannot write to."""
        arrays = [real(a, self.title) for a in args]
        single = all(a.dtype == F4 for a in arrays)
        arrays = [np.asarray(a, F4 if single else F8, order="C").view() for a in arrays]
        for a in arrays:
            a.flags.writeable = False
        return arrays

    def fill(self, arrays: Sequence[np.ndarray], out: np.ndarray) -> None:
        """Run the kernel; a compiled one that fails once more from Python, where it can raise."""
        operands = *arrays, out
        compiled = compiled_by_numba(self.function)
        if compiled:
            places = [a.__array_interface__["data"][0] for a in operands]
            if not self.run(places, [a.shape for a in operands], out.dtype):
                return
            out[...] = 0
        with numba_errors(self.title, f"arrays of {out.dtype}") if compiled else contextlib.nullcontext():
            returned = self.function(*operands)
        if returned is not None:
            raise ArgumentError(f"{self.title}: a kernel writes its result into its last argument and returns nothing.")


def _pushed(jvp: Any, kernel: _ArrayKernel, args: Sequence[Tensor], tangents: Sequence[Tensor | None]) -> Tensor:
    """Return the tangent of a kernel's result, by the user's rule."""
    result = _of_dtype(jvp(tuple(args), tuple(filled(tangents, args))), args[0].dtype)
    shape = kernel.infer(*[a.shape for a in args])
    if result.shape != shape:
        raise ShapeError(f"{kernel.title}: jvp must return the result's shape {shape}, got {result.shape}.")
    return result


def _of_dtype(value: Any, dtype: np.dtype[Any]) -> Tensor:
    """Return what a user's rule returned, as a Tensor of the adjoint's dtype."""
    if not isinstance(value, Tensor):
        return from_array(np.array(value, dtype))
    return value if value.dtype == dtype else value.astype(dtype)


def _each(kernel: _ArrayKernel) -> Callable[..., np.ndarray]:
    """Return a kernel as a function of a batch: of arguments that have a row for each instance if they are flagged."""

    def forward(*args: Any, flags: tuple[bool, ...]) -> np.ndarray:
        arrays = kernel.prepared(args)
        shapes = [a.shape[1:] if flag else a.shape for a, flag in zip(arrays, flags, strict=True)]
        length = next(len(a) for a, flag in zip(arrays, flags, strict=True) if flag)
        out = np.zeros((length, *kernel.infer(*shapes)), arrays[0].dtype)
        if not out.size:
            return out
        shapes.append(out.shape[1:])
        steps = [a[0].nbytes if flag else 0 for a, flag in zip((*arrays, out), (*flags, True), strict=True)]
        places = [a.ctypes.data for a in (*arrays, out)]
        for k in range(len(out)):
            if kernel.run([place + k * step for place, step in zip(places, steps, strict=True)], shapes, out.dtype):
                kernel.fill([a[k, ...] if flag else a for a, flag in zip(arrays, flags, strict=True)], out[k, ...])
        return out

    return forward
