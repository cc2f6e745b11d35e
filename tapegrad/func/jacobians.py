"""Jacobians: one sweep, batched over all directions, in the cheaper of the two modes.

Tests: tests/func/test_containers.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from tapegrad.autograd import transform_recordings
from tapegrad.errors import DtypeError, check_function, note_lists
from tapegrad.func.argument_leaves import F, Numbers, P, as_arguments, leaves_of, named, split_aux
from tapegrad.func.containers import LEAF, Structure, flatten, unflatten
from tapegrad.func.derive import derived, emitted
from tapegrad.func.forward_mode import inputs_of, session, tangents_of
from tapegrad.func.reverse_mode import adjoints
from tapegrad.hints import with_hints
from tapegrad.ir.program import Program
from tapegrad.ops.complex_numbers import conjugate, joined
from tapegrad.ops.elementwise_ops import where
from tapegrad.ops.shape_ops import broadcast_to_op, reshape_op
from tapegrad.progress import task
from tapegrad.record.trace import Trace
from tapegrad.tensor.batching import mapped
from tapegrad.tensor.tensor import Tensor, as_tensor, from_array
from tapegrad.tensor.unit_vectors import Units

if TYPE_CHECKING:
    from tapegrad.func.compression import Compression

_LEAST = 16  # sweeps from which on it pays to look for fewer
_ELEMENTS = 2500  # of a Jacobian, likewise
_LONG = 40_000  # elements from which on it may take long


@overload
def jacobian(
    f: np.ufunc, argnums: Numbers = 0, has_aux: bool = False, holomorphic: bool = False
) -> Callable[..., Any]: ...
@overload
def jacobian(
    f: Callable[P, Any], argnums: Numbers = 0, has_aux: bool = False, holomorphic: bool = False
) -> Callable[P, Any]: ...
@with_hints
def jacobian(f: F, argnums: Numbers = 0, has_aux: bool = False, holomorphic: bool = False) -> F:
    """Return the function that gives the Jacobian of `f`, in the cheaper of the two modes.

    A custom function without jvp has reverse mode only.

    The result has the containers of the output. In place of each of its arrays, it has the containers of the argument,
    with arrays of shape ``output.shape + argument.shape``. These are the derivatives of the output's elements. Outputs
    may be complex if arguments are real. Of real outputs by complex arguments they are the gradients as `grad` gives
    them. If the argument is one array, an output that is a list or tuple of single numbers counts as the array that
    `tapegrad.array` makes of it.

    Parameters
    ----------
    f : callable
        Takes and returns arrays or containers of them.
    argnums : int or sequence of int
        The arguments to differentiate by.
    has_aux : bool
        Whether `f` returns a pair, whose second part is returned unchanged.
    holomorphic : bool
        Says that `f` is a complex differentiable function of complex arguments: the result holds the complex derivative
        of each output by each argument. For other functions this is not the whole derivative. So it is required where
        arguments and outputs are complex.

    Raises
    ------
    DtypeError
        If `f` returns integers, complex outputs of complex arguments without `holomorphic`, or real ones with it.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> tg.jacobian(lambda x: np.stack([x[0] * x[1], x[0] + x[1]]))(np.array([2.0, 3.0]))
    array([[3., 2.],
           [1., 1.]])
    >>> tg.jacobian(lambda x: [x[0] * x[1], x[0] + x[1]])(np.array([2.0, 3.0]))
    array([[3., 2.],
           [1., 1.]])
    >>> tg.jacobian(lambda z: z**2, holomorphic=True)(1.0 + 2.0j)
    np.complex128(2+4j)
    """
    return _jacobian(f, argnums, has_aux, holomorphic, "jacobian", None)


@overload
def jacrev(
    f: np.ufunc, argnums: Numbers = 0, has_aux: bool = False, holomorphic: bool = False
) -> Callable[..., Any]: ...
@overload
def jacrev(
    f: Callable[P, Any], argnums: Numbers = 0, has_aux: bool = False, holomorphic: bool = False
) -> Callable[P, Any]: ...
@with_hints
def jacrev(f: F, argnums: Numbers = 0, has_aux: bool = False, holomorphic: bool = False) -> F:
    """Compute `jacobian` row by row: a reverse sweep for each element of the output."""
    return _jacobian(f, argnums, has_aux, holomorphic, "jacrev", False)


@overload
def jacfwd(
    f: np.ufunc, argnums: Numbers = 0, has_aux: bool = False, holomorphic: bool = False
) -> Callable[..., Any]: ...
@overload
def jacfwd(
    f: Callable[P, Any], argnums: Numbers = 0, has_aux: bool = False, holomorphic: bool = False
) -> Callable[P, Any]: ...
@with_hints
def jacfwd(f: F, argnums: Numbers = 0, has_aux: bool = False, holomorphic: bool = False) -> F:
    """Compute `jacobian` column by column: a tangent sweep for each element of the argument."""
    return _jacobian(f, argnums, has_aux, holomorphic, "jacfwd", True)


def _jacobian(f: F, argnums: Numbers, has_aux: bool, holomorphic: bool, name: str, forward: bool | None) -> F:
    check_function(f, name)

    @named(f, name, argnums, has_aux, holomorphic)
    def wrapped(*args: Any, **keywords: Any) -> Any:
        with session() as s:
            v = inputs_of(s, args, argnums, name)
            try:
                returned = f(*v.args, **keywords)
            except TypeError as error:
                note_lists(error, v.args)
                raise
            result, aux = split_aux(returned, has_aux, name)
            out, structure = leaves_of(as_array(result) if v.single and v.structure.parts == (LEAF,) else result, name)
            _check_kinds(v.variables, out, holomorphic, name)
            rows, columns = sum(o.size for o in out), sum(x.size for x in v.variables)
            if not holomorphic and any(x.dtype.kind == "c" for x in v.variables):
                if forward:
                    raise DtypeError(f"{name}: expected real arguments, got complex ones. Use jacrev.")
                by_column = False
            else:
                by_column = (columns <= rows and s.trace.has_tangents()) if forward is None else forward
            title = f"{name} of {getattr(f, '__name__', 'a function')}, {rows} x {columns}"
            with jacobian_task(title, rows * columns):
                blocks = blocks_of(columns_of if by_column else rows_of, s.trace, v.variables, out)
            nested = unflatten(structure, [as_arguments(v, line) for line in blocks], whole=False)
        with jacobian_task(title, rows * columns):
            return s.results((nested, aux) if has_aux else nested)

    return wrapped


def jacobian_task(title: str, elements: int) -> AbstractContextManager[object]:
    """Return the task of computing a Jacobian, where it has so many elements that it may take long."""
    return task(title) if elements >= _LONG else nullcontext()


def _check_kinds(variables: Sequence[Tensor], out: Sequence[Tensor], holomorphic: bool, name: str) -> None:
    """Refuse outputs whose derivatives by these arguments are no single numbers."""
    for o in out:
        if o.dtype.kind not in "fc":
            raise DtypeError(f"{name}: f must return floating-point or complex numbers, got {o.dtype}.")
    kinds = {t.dtype.kind for t in (*variables, *out)}
    if holomorphic and kinds != {"c"}:
        raise DtypeError(
            f"{name}: a holomorphic function has complex arguments and outputs, got real ones. Leave holomorphic "
            "out, or convert with .astype(complex)."
        )
    if not holomorphic and all(any(t.dtype.kind == "c" for t in side) for side in (variables, out)):
        raise DtypeError(
            f"{name}: a complex output has no single derivative by a complex argument, unless f is complex "
            "differentiable. If it is, pass holomorphic=True. If not, use jvp and vjp, or differentiate .real and "
            ".imag."
        )


def as_array(result: Any) -> Tensor:
    """Return a list or tuple of single numbers as the array that `tapegrad.array` makes of it, anything else as it is.

    It may be nested, with parts of equal lengths.
    """
    leaves: list[Any] = []
    single = _lengths(flatten(result, leaves)) and all(np.ndim(x) == 0 for x in leaves)
    return as_tensor(result) if single else result


def _lengths(structure: Structure) -> tuple[int, ...] | None:
    """Return the shape that nested lists and tuples have; None for other containers, and for uneven ones."""
    if structure is LEAF:
        return ()
    lengths = {_lengths(part) for part in structure.parts} if structure.kind in (list, tuple) else set()
    if len(lengths) != 1:
        return None
    inner = lengths.pop()
    return None if inner is None else (len(structure.parts), *inner)


def blocks_of(
    sweeps: Callable[..., list[list[Tensor]]], trace: Trace, variables: Sequence[Tensor], out: Sequence[Tensor]
) -> list[list[Tensor]]:
    """Return what `columns_of`, `symmetric_columns` or `rows_of` gives; it is not called where that is known."""

    def sweep() -> list[Tensor]:
        return [block for line in sweeps(trace, variables, out) for block in line]

    blocks = iter(transform_recordings.swept(trace, sweeps.__name__, (variables, out), sweep))
    return [[next(blocks) for _ in variables] for _ in out]


def columns_of(
    trace: Trace, variables: Sequence[Tensor], out: Sequence[Tensor], symmetric: bool = False
) -> list[list[Tensor]]:
    """Return blocks of the Jacobian, a line for each output, from one batch of tangents for each variable.

    If it is `symmetric`, in the blocks on the diagonal the lower triangle counts.
    """
    blocks: list[list[Tensor]] = [[] for _ in out]
    for i, x in enumerate(variables):

        def push(seed: Tensor, x: Tensor = x) -> list[Tensor]:
            return tangents_of(trace, [x], out, [seed])

        few = _compression(trace, [x], out, False)
        for k, (line, o, column) in enumerate(
            zip(blocks, out, few.swept(push, x) if few else _for_units(push, x), strict=True)
        ):
            if few:
                line.append(few.block(k, column, x, o, symmetric and k == i))
            else:
                block = transposed(column, x, o)
                line.append(_symmetric(block, x.size) if symmetric and k == i else block)
    return blocks


def symmetric_columns(trace: Trace, variables: Sequence[Tensor], out: Sequence[Tensor]) -> list[list[Tensor]]:
    """Return the blocks of a symmetric Jacobian: in those on the diagonal the lower triangle counts."""
    return columns_of(trace, variables, out, symmetric=True)


def _symmetric(block: Tensor, n: int) -> Tensor:
    """Return a block on the diagonal made equal to its mirror image: the lower triangle counts."""
    flat = reshape_op(block, shape=(n, n))
    return reshape_op(where(np.tri(n, dtype=bool), flat, flat.T), shape=block.shape)


def _compression(trace: Trace, starts: Sequence[Tensor], ends: Sequence[Tensor], by_row: bool) -> Compression | None:
    """Return the few sweeps that find a Jacobian in a recording that will be replayed, if there are such."""
    seeded, results = (ends, starts) if by_row else (starts, ends)
    n = seeded[0].size
    if not trace.strict or n < _LEAST or n * sum(t.size for t in results) < _ELEMENTS:
        return None
    from tapegrad.func.compression import compression  # which takes SciPy

    return compression(trace, starts, ends, by_row)


def rows_of(trace: Trace, variables: Sequence[Tensor], out: Sequence[Tensor]) -> list[list[Tensor]]:
    """Return blocks of the Jacobian, a line for each output, from one batch of seeds for each.

    With the seed s a holomorphic function has the gradient s * conj(derivative). A complex function of real arguments
    has Re(conj(s) * derivative): its real part for 1, its imaginary part for 1j.
    """
    blocks = []
    for o in out:

        def pull(seed: Tensor, o: Tensor = o) -> list[Tensor]:
            return adjoints(trace, [o], [seed], variables)

        few = _compression(trace, variables, [o], True)
        if few:
            rows = few.swept(pull, o)
            blocks.append([few.block(k, r, o, x, False) for k, (r, x) in enumerate(zip(rows, variables, strict=True))])
            continue
        rows = _for_units(pull, o)
        if o.dtype.kind == "c":
            if variables[0].dtype.kind == "c":
                rows = [conjugate(r) for r in rows]
            else:
                rows = [joined(re, im) for re, im in zip(rows, _for_units(pull, o, 1j), strict=True)]
        blocks.append([reshape_op(r, shape=(*o.shape, *x.shape)) for r, x in zip(rows, variables, strict=True)])
    return blocks


def _for_units(f: Callable[[Tensor], list[Tensor]], t: Tensor, factor: complex = 1) -> list[Tensor]:
    """Return the results of a function of one direction for the unit vectors of a Tensor's space, times a factor: a row
    for each.

    Of a single one it is no batch: what makes an axis of length 1 is left out, and loops stop when they are done.
    """
    if t.size == 1:
        seed = np.full(t.shape, factor, t.dtype)
        return [reshape_op(row, shape=(1, *row.shape)) for row in f(from_array(seed))]
    if factor == 1 and t.dtype.kind == "f" and t.size:
        ones = broadcast_to_op(from_array(np.ones((), t.dtype)), shape=t.shape)
        return mapped(f, [ones], [Units.ONES])
    units = np.eye(t.size, dtype=t.dtype).reshape(t.size, *t.shape) * t.dtype.type(factor)
    return mapped(f, [from_array(units)], [True])


def transposed(block: Tensor, x: Tensor, y: Tensor) -> Tensor:
    """Return a block with the axes of `x` before those of `y`, the other way round."""
    if 1 not in (x.size, y.size):
        block = reshape_op(block, shape=(x.size, y.size)).T
    return reshape_op(block, shape=(*y.shape, *x.shape))


def value_and_jacobian(program: Program, argument: int) -> Program:
    """Return the one output of a program, then its Jacobian by an input, as a matrix."""

    def build(trace: Trace, inputs: list[Tensor]) -> list[Tensor]:
        (out,), x = emitted(program, inputs, trace), inputs[argument]
        by_column = x.size <= out.size and program.has_tangents()
        ((block,),) = (columns_of if by_column else rows_of)(trace, [x], [out])
        return [out, reshape_op(block, shape=(out.size, x.size))]

    return derived(program, ("value and Jacobian", argument), program.input_forms, build)
