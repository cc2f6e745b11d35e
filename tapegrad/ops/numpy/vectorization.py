"""Functions of users applied along axes, over axes and to all elements: what they record has its derivatives.

Tests: tests/ops/test_numpy_functions.py, tests/ops/test_random_calls.py, tests/replay/test_compile.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.arguments import axis_of
from tapegrad.ops.composites import composite
from tapegrad.ops.dispatch_tables import functions
from tapegrad.ops.runtime import Tensor, runtime
from tapegrad.ops.shape_ops import broadcast_to, expand_dims, moveaxis, reshape, stack


@composite(
    np.apply_along_axis,
    lambda rng: [
        ((lambda x: x * x, 0, rng.normal(size=(2, 3))), {}), ((lambda x, k: k * x.sum(), 1, rng.normal(size=(2, 3)), 3), {}),
        ((lambda x: np.outer(x, x), -1, rng.normal(size=(2, 2))), {}),
    ],
    of_array=False,
)  # fmt: skip
def apply_along_axis(func1d: Any, axis: int, arr: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Apply a function to each line along an axis; its results, of one shape, take the place of the lines."""
    arr = runtime.as_tensor(arr)
    axis = axis_of(axis, len(arr.shape), "apply_along_axis")
    lines = moveaxis(arr, axis, -1)
    outer = lines.shape[:-1]
    if 0 in outer:
        raise ShapeError(f"apply_along_axis: an array of shape {arr.shape} has no line along axis {axis}.")
    results = [runtime.as_tensor(func1d(lines[place], *args, **kwargs)) for place in np.ndindex(outer)]
    stacked = stack(results)
    stacked = reshape(stacked, (*outer, *stacked.shape[1:]))
    new = len(stacked.shape) - len(outer)
    return moveaxis(stacked, range(len(outer), len(outer) + new), range(axis, axis + new))


@composite(
    np.apply_over_axes, lambda rng: [((np.sum, rng.normal(size=(2, 3, 2)), [0, 2]), {}), ((np.sum, rng.normal(size=(2, 3)), 1), {})],
    of_array=False,
)  # fmt: skip
def apply_over_axes(func: Any, a: Any, axes: Any) -> Tensor:
    """Apply ``func(a, axis)`` for one axis after the other; axes that it removes are kept, with length 1."""
    a = runtime.as_tensor(a)
    ndim = len(a.shape)
    for axis in np.atleast_1d(axes).tolist():
        axis = axis_of(axis, ndim, "apply_over_axes")
        result = runtime.as_tensor(func(a, axis))
        a = result if len(result.shape) == ndim else expand_dims(result, axis)
        if len(a.shape) != ndim:
            raise ShapeError(
                f"apply_over_axes: expected a result of {ndim} dimensions, or one less, got {result.shape}."
            )
    return a


class vectorize(np.vectorize):
    """A function of numbers as one of arrays, as NumPy's class of this name; on Tensors too.

    It is called once for each element, or for each array of its core dimensions, if there is a `signature`. That takes as
    long as these calls do: `tg.vmap` calls it once.

    Examples
    --------
    >>> import tapegrad as tg
    >>> clipped = tg.vectorize(lambda x, low: x if x > low else low)
    >>> x = tg.tensor([1.0, 3.0], requires_grad=True)
    >>> clipped(x, 2.0).sum().backward()
    >>> x.grad
    tensor([0., 1.])
    """

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        values = [*args, *kwargs.values()]
        if self.pyfunc is np._NoValue or not any(isinstance(x, runtime.tensor) for x in values):
            return super().__call__(*args, **kwargs)
        fixed = self.excluded or ()
        arrays: dict[Any, Any] = {k: runtime.as_tensor(x) for k, x in enumerate(args) if k not in fixed}
        arrays |= {name: runtime.as_tensor(x) for name, x in kwargs.items() if name not in fixed}
        inputs, outputs = self._core(len(arrays))
        loops = [x.shape[: len(x.shape) - n] for x, n in zip(arrays.values(), inputs, strict=True)]
        outer = np.broadcast_shapes(*loops)
        if 0 in outer:
            raise ShapeError(f"vectorize: there is no element to call the function with (shape {outer}).")
        wide = {
            key: broadcast_to(x, (*outer, *x.shape[len(x.shape) - n :]))
            for (key, x), n in zip(arrays.items(), inputs, strict=True)
        }
        results: list[Any] = []
        for place in np.ndindex(outer):
            here = {key: x[place] for key, x in wide.items()}
            positional = [here.get(k, x) for k, x in enumerate(args)]
            result = self.pyfunc(*positional, **{name: here.get(name, x) for name, x in kwargs.items()})
            results.append(result if isinstance(result, tuple) else (result,))
        if outputs is not None and len(results[0]) != outputs:
            raise ArgumentError(f"vectorize: expected {outputs} results of the function, got {len(results[0])}.")
        stacks = []
        for k, parts in enumerate(zip(*results, strict=True)):
            joined = stack([runtime.as_tensor(part) for part in parts])
            joined = reshape(joined, (*outer, *joined.shape[1:]))
            stacks.append(joined.astype(self.otypes[k], copy=False) if self.otypes else joined)
        return stacks[0] if len(stacks) == 1 else tuple(stacks)

    def _core(self, count: int) -> tuple[list[int], int | None]:
        """Return how many core dimensions each argument has, and how many results there are, if that is known."""
        if self.signature is None:
            return [0] * count, None
        left, _, right = self.signature.replace(" ", "").partition("->")
        parts = [part.strip("()") for part in left.split("),(")]
        if len(parts) != count:
            raise ArgumentError(f"vectorize: the signature {self.signature!r} has {len(parts)} arguments, got {count}.")
        return [part.count(",") + 1 if part else 0 for part in parts], right.count("(")


functions[np.vectorize] = vectorize
