"""`vmap`: a function of one instance as a function of a batch.

On NumPy arrays the function is compiled for one instance and replayed in lanes (`CompiledFunction.batch`). On
Tensors, and within a recording, its program for one instance is run with a batch axis on every value
(`tapegrad.tensor.batching`), so that derivatives pass.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError, check_function
from tapegrad.func.arguments import leaves_of, named
from tapegrad.func.containers import flatten, unflatten
from tapegrad.func.packing import example_of
from tapegrad.ops.shaping import moveaxis
from tapegrad.replay.compile import CapturedError, CompiledFunction
from tapegrad.tape.forms import form_of
from tapegrad.tape.trace import current, recording
from tapegrad.tensor.batching import run_batched, spread
from tapegrad.tensor.tensor import Tensor


def vmap(f: Callable[..., Any], in_axes: Any = 0, out_axes: int = 0) -> Callable[..., Any]:
    """Return the function that maps `f` over axes of its arguments.

    Parameters
    ----------
    f : callable
        Of one instance.
    in_axes : int, None or tuple of them
        The batch axis of each positional argument; None for an argument that all instances share.
    out_axes : int
        Where the results have it.

    Raises
    ------
    ShapeError
        If the batch axes have different lengths.
    ReplayError
        On Tensors, if a decision goes different ways for different instances: compute with `where`. On arrays such a
        batch is split.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> tg.vmap(tg.grad(lambda x: np.sum(x**2)))(np.array([[1.0, 2.0], [3.0, 4.0]]))
    array([[2., 4.],
           [6., 8.]])
    """
    check_function(f, "vmap")
    inner = f if isinstance(f, CompiledFunction) else CompiledFunction(f, (), 64, False)

    @named(f, "vmap")
    def mapped(*args: Any, **keywords: Any) -> Any:
        leaves: list[Any] = []
        flatten((args, keywords), leaves)
        if current() is None and not any(isinstance(x, Tensor) for x in leaves):
            try:
                result = inner.batch(*args, in_axes=in_axes, **keywords)
            except CapturedError:  # gradients must flow to what it captured
                return _on_tensors(inner.function, args, keywords, in_axes, out_axes)
            if out_axes == 0:
                return result
            found: list[Any] = []
            structure = flatten(result, found)
            for x in found:
                if not -x.ndim <= out_axes < x.ndim:
                    raise ShapeError(f"vmap: a result of shape {x.shape[1:]} has no axis {out_axes} for the batch.")
            return unflatten(structure, [np.moveaxis(x, 0, out_axes) for x in found])
        return _on_tensors(inner.function, args, keywords, in_axes, out_axes)

    def compiled(max_variants: int, lines: bool) -> Callable[..., Any]:
        return vmap(CompiledFunction(inner.function, (), max_variants, lines), in_axes, out_axes)

    mapped.compiled = compiled  # type: ignore[attr-defined]
    mapped.stats, mapped.tape = inner.stats, inner.tape  # type: ignore[attr-defined]
    return mapped


def _on_tensors(
    f: Callable[..., Any], args: Sequence[Any], keywords: dict[str, Any], in_axes: Any, out_axes: int
) -> Any:
    axes = in_axes if isinstance(in_axes, (tuple, list)) else (in_axes,) * len(args)
    if len(axes) != len(args):
        raise ArgumentError(f"vmap: in_axes has {len(axes)} items for {len(args)} arguments.")
    tensors: list[Tensor] = []
    flags: list[bool] = []
    structures = []
    for arg, axis in [*zip(args, axes, strict=True), (keywords, 0)]:
        found, structure = leaves_of(arg, "vmap", () if axis is not None else (bool, int))
        structures.append(structure)
        for t in found:
            if axis is not None and not -t.ndim <= axis < t.ndim:
                raise ShapeError(f"vmap: an argument of shape {t.shape} has no axis {axis} for the batch.")
            tensors.append(moveaxis(t, axis, 0) if axis else t)
            flags.append(axis is not None)
    if not any(flags):
        raise ArgumentError("vmap: in_axes names no argument with a batch axis.")
    lengths = {t.shape[0] for t, b in zip(tensors, flags, strict=True) if b}
    if len(lengths) != 1:
        raise ShapeError(f"vmap: expected batch axes of one length, got {sorted(lengths)}.")
    (length,) = lengths
    outer = current()
    with recording(strict=True) as trace:
        given = iter(
            [
                trace.input(*_instance(example_of(t, outer), t, batched))
                for t, batched in zip(tensors, flags, strict=True)
            ]
        )
        trees = [unflatten(s, [next(given) for _ in range(_leaves(s))]) for s in structures]
        result, result_structure = leaves_of(f(*trees[:-1], **trees[-1]), "vmap")
        program = trace.program(result)
        captured = trace.outside()
    rows = run_batched(program, [*tensors, *captured], [*flags, *(False for _ in captured)], length)
    own = {id(t) for t in (*tensors, *captured)}
    out = [(t.clone() if id(t) in own else t) if batched else spread(t, length) for t, batched in rows]
    for t in out:
        if not -t.ndim <= out_axes < t.ndim:
            raise ShapeError(f"vmap: a result of shape {t.shape[1:]} has no axis {out_axes} for the batch.")
    return unflatten(result_structure, [moveaxis(t, 0, out_axes) if out_axes else t for t in out])


def _instance(example: np.ndarray, t: Tensor, batched: bool) -> tuple[np.ndarray, Any]:
    if not batched:
        return example, t._family.form
    one = example[0] if len(example) else np.zeros(example.shape[1:], example.dtype)
    return np.ascontiguousarray(one).reshape(t.shape[1:]), form_of(t.shape[1:], t.dtype, t._family.form.lane)


def _leaves(structure: Any) -> int:
    return 1 if structure.kind is None else sum(map(_leaves, structure.parts))
