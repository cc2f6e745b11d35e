"""What the records of linear algebra share.

Tests: tests/ops/test_stacks_of_matrices.py, tests/sparse/test_linalg.py, tests/replay/test_compile.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.declare import Shape, conjugated
from tapegrad.ops.elementwise_ops import multiply, where
from tapegrad.ops.products import broadcast_stacks, flipped
from tapegrad.ops.references import in_double
from tapegrad.ops.runtime import AnyArray, runtime
from tapegrad.ops.shape_ops import reshape_op


def adjoint_of(x: Any) -> Any:
    """Return the conjugate transpose of matrices."""
    return conjugated(flipped(x))


def matrices(function: str, *lengths: Callable[[int, int], Shape], square: bool = True) -> Callable[..., Any]:
    """Return what a record says of its shape: the lengths of the result's last axes, from the rows and columns of matrices.

    Of an op with several results, there is one such function for each. It raises a ShapeError for what is no matrix, or no
    square one.
    """

    def infer(a: Shape, **static: Any) -> Any:
        if len(a) < 2 or (square and a[-1] != a[-2]):
            raise ShapeError(f"{function}: expected {'square ' if square else ''}matrices, got shape {a}.")
        shapes = [(*a[:-2], *of_result(*a[-2:])) for of_result in lengths]
        return shapes[0] if len(shapes) == 1 else shapes

    return infer


def numbers(x: AnyArray, function: str) -> Any:
    """Return a Tensor of what a user gave, of floating-point or complex numbers as LAPACK takes."""
    x = runtime.as_tensor(x, function)
    return x if x.dtype.kind in "fc" else x.astype(np.float64)


def square(x: AnyArray, function: str) -> Any:
    """Return a Tensor of square matrices, as `numbers` does.

    Raises
    ------
    ShapeError
        For what is none.
    """
    x = numbers(x, function)
    squares(function)(x.shape)
    return x


def squares(function: str) -> Callable[..., Shape]:
    """Return what a record says of its shape: square matrices give matrices of that shape."""
    return matrices(function, lambda n, _: (n, n))


def systems(function: str) -> Callable[..., Shape]:
    """Return the shape rule of a record for solutions of systems of equations.

    It raises a ShapeError where these do not fit.
    """

    def infer(a: Shape, b: Shape, **static: Any) -> Shape:
        if len(a) < 2 or len(b) < 2 or a[-1] != a[-2] or a[-1] != b[-2]:
            shapes = f"{a} and {b}"
            raise ShapeError(
                f"{function}: expected square matrices and right sides of their length, got shapes {shapes}."
            )
        return (*broadcast_stacks(function, {"a": a, "b": b}), *b[-2:])

    return infer


def by_columns(solve: Callable[[Any], Any], b: AnyArray) -> Any:
    """Solve for right sides in columns, also where b is a single one."""
    if len(b.shape) != 1:
        return solve(b)
    x = solve(reshape_op(b, shape=(*b.shape, 1)))
    return reshape_op(x, shape=x.shape[:-1])


def by_columns_at_once(solve: Callable[[Any], Any], b: AnyArray) -> Any:
    """Do as `by_columns` for what reads values: so nothing of data is left to be computed later."""
    if len(b.shape) != 1:
        return solve(b)
    x = solve(_in_shape(b, (*b.shape, 1)))
    return _in_shape(x, x.shape[:-1])


def _in_shape(x: Any, shape: Shape) -> Any:
    """Return elements in another shape; of data at once."""
    return reshape_op(x, shape=shape) if x.requires_grad or x.traced else runtime.computed(reshape_op, x, shape=shape)


def one_of(option: str, options: tuple[str, ...], argument: str, function: str) -> None:
    """Refuse an option that SciPy does not know, even one that only names a routine and changes nothing here."""
    if option not in options:
        raise ArgumentError(f"{function}: expected {argument} to be one of {', '.join(options)}, got {option!r}.")


def symmetric(x: Any) -> Any:
    """Return the Hermitian part of matrices."""
    return (x + adjoint_of(x)) * 0.5


def mirrored(x: AnyArray, lower: bool, conjugate: bool = True) -> Any:
    """Return the symmetric or Hermitian matrices of which one triangle is given.

    The other one is not read, nor are imaginary parts on a Hermitian matrix's diagonal.
    """
    strict = np.tri(x.shape[-1], k=-1, dtype=bool)
    below = where(strict if lower else strict.T, x, 0.0)
    diagonal = where(np.eye(x.shape[-1], dtype=bool), np.real(x) if conjugate else x, 0.0)
    return below + diagonal + (adjoint_of(below) if conjugate else flipped(below))


def regular(*shapes: Shape, positive: bool = False) -> Callable[..., list[Any]]:
    """Return samples of matrices that are far from singular."""

    def samples(rng: np.random.Generator) -> list[Any]:
        matrices = [rng.normal(size=shape) + 2.0 * np.eye(shape[-1]) for shape in shapes]
        return [((a @ np.swapaxes(a, -1, -2) if positive else a,), {}) for a in matrices]

    return samples


def triangle(x: Any, *, lower: bool = True, diagonal: float = 1.0) -> Any:
    """Return one triangle of square matrices, the diagonal times a factor."""
    n = x.shape[-1]
    mask = np.tri(n, k=-1) if lower else np.tri(n, k=-1).T
    return multiply(x, (mask + diagonal * np.eye(n)).astype(np.zeros((), x.dtype).real.dtype))


def one_by_one(function: Callable[..., Any], count: int) -> Callable[..., Any]:
    """Return a function of SciPy's of so many matrices as one of stacks, which its older versions do not take."""

    def of_stacks(*args: Any, **static: Any) -> np.ndarray:
        args = tuple(in_double(a) for a in args)
        matrices = args[:count]
        stack = np.broadcast_shapes(*[a.shape[:-2] for a in matrices])
        if not stack:
            return np.asarray(function(*args, **static))
        wide = [np.broadcast_to(a, (*stack, *a.shape[-2:])).copy() for a in matrices]  # to write to, as SciPy may
        results = [np.asarray(function(*[a[at] for a in wide], *args[count:], **static)) for at in np.ndindex(stack)]
        return np.reshape(results, (*stack, *results[0].shape)) if results else np.empty((*stack, *wide[-1].shape[-2:]))

    of_stacks.__module__, of_stacks.__name__ = function.__module__, function.__name__
    return of_stacks
