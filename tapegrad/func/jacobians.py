"""Jacobians: one sweep, batched over all directions, in the cheaper of the two modes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.errors import DtypeError, check_function
from tapegrad.func.arguments import F, Variables, as_arguments, named, split_aux, tensors_in
from tapegrad.func.containers import LEAF, Structure, flatten, map_leaves, unflatten
from tapegrad.func.forward import Session, inputs_of, outputs_of, tangents_of
from tapegrad.func.reverse import pulled
from tapegrad.ops.shaping import reshape_op
from tapegrad.tensor.batching import mapped
from tapegrad.tensor.tensor import Tensor, as_tensor, from_array


def jacobian(f: F, argnums: int | Sequence[int] = 0, has_aux: bool = False) -> F:
    """Return the function that gives the Jacobian of `f`, in the cheaper of the two modes.

    A custom function without jvp has reverse mode only.

    The result has the containers of the output, and in place of each of its arrays the containers of the argument, with
    arrays of shape ``output.shape + argument.shape``. If the argument is one array, a list or tuple of single numbers
    counts as the array that `tapegrad.array` makes of it.

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
    """
    return _jacobian(f, argnums, has_aux, "jacobian", None)


def jacrev(f: F, argnums: int | Sequence[int] = 0, has_aux: bool = False) -> F:
    """Compute `jacobian` row by row: a reverse sweep for each element of the output."""
    return _jacobian(f, argnums, has_aux, "jacrev", False)


def jacfwd(f: F, argnums: int | Sequence[int] = 0, has_aux: bool = False) -> F:
    """Compute `jacobian` column by column: a tangent sweep for each element of the argument."""
    return _jacobian(f, argnums, has_aux, "jacfwd", True)


def _jacobian(f: F, argnums: Any, has_aux: bool, name: str, forward: bool | None) -> F:
    check_function(f, name)

    @named(f, name)
    def wrapped(*args: Any, **keywords: Any) -> Any:
        with Session() as session:
            v = inputs_of(session, args, argnums, name)
            result, aux = split_aux(f(*v.args, **keywords), has_aux, name)
            out, structure = outputs_of(as_array(result) if v.single and v.structures == [LEAF] else result, name)
            for o in out:
                if o.dtype.kind != "f":
                    raise DtypeError(f"{name}: f must return float64 or float32, got {o.dtype}.")
            rows, columns = sum(o.size for o in out), sum(x.size for x in v.variables)
            by_column = (columns <= rows and session.trace.has_tangents()) if forward is None else forward
            blocks = (columns_of if by_column else _rows)(session, v, out)
            return assembled(session, v, blocks, structure, aux, has_aux)

    return wrapped


def as_array(result: Any) -> Any:
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
    found = {_lengths(part) for part in structure.parts} if structure.kind in (list, tuple) else set()
    if len(found) != 1:
        return None
    inner = found.pop()
    return None if inner is None else (len(structure.parts), *inner)


def assembled(
    session: Session, v: Variables, blocks: list[list[Tensor]], structure: Structure, aux: Any, has_aux: bool
) -> Any:
    """Return blocks for each output and variable, in the containers of both."""
    flat = session.results([*(b for line in blocks for b in line), *(tensors_in(aux) if has_aux else ())])
    count = len(v.variables)
    lines = [as_arguments(v, flat[k * count : (k + 1) * count]) for k in range(len(blocks))]
    whole = unflatten(structure, lines)
    if not has_aux:
        return whole
    shown = iter(flat[len(blocks) * count :])
    return whole, map_leaves(lambda x: next(shown) if isinstance(x, Tensor) else x, aux)


def columns_of(session: Session, v: Variables, out: list[Tensor]) -> list[list[Tensor]]:
    """Return blocks of the Jacobian from one batch of tangents for each variable."""
    blocks: list[list[Tensor]] = [[] for _ in out]
    for k, x in enumerate(v.variables):
        seeds = from_array(np.eye(x.size, dtype=x.dtype).reshape(x.size, *x.shape))

        def push(seed: Tensor, k: int = k) -> list[Tensor]:
            return tangents_of(session, v, out, [seed if j == k else None for j in range(len(v.variables))])

        found = mapped(push, [seeds], [True])
        for line, o, columns in zip(blocks, out, found, strict=True):
            flat = reshape_op(columns, shape=(x.size, o.size))
            line.append(reshape_op(flat.T, shape=(*o.shape, *x.shape)))
    return blocks


def _rows(session: Session, v: Variables, out: list[Tensor]) -> list[list[Tensor]]:
    """Return blocks of the Jacobian from one batch of seeds for each output."""
    blocks = []
    for o in out:
        seeds = from_array(np.eye(o.size, dtype=o.dtype).reshape(o.size, *o.shape))

        def pull(seed: Tensor, o: Tensor = o) -> list[Tensor]:
            return pulled([o], [seed], v.variables, session.trace)[0]

        rows = mapped(pull, [seeds], [True])
        blocks.append([reshape_op(r, shape=(*o.shape, *x.shape)) for r, x in zip(rows, v.variables, strict=True)])
    return blocks
