"""`vmap`: turns a function of one instance into a function of a batch.

On NumPy arrays the function is compiled for one instance and replayed in lanes (`CompiledFunction.batch`). On
Tensors, and within a recording, its program for one instance is run with a batch axis on every value
(`tapegrad.tensor.batching`), so that derivatives pass.

Tests: tests/replay/test_guards.py, tests/func/test_vmap.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

import numpy as np

from tapegrad.errors import CapturedError, ShapeError, check_function
from tapegrad.func.argument_leaves import P, R, leaves_of, named
from tapegrad.func.containers import Structure, flatten, map_leaves, unflatten
from tapegrad.hints import with_hints
from tapegrad.ops.shape_ops import stack
from tapegrad.record.open_recording import current
from tapegrad.replay.batch import aligned
from tapegrad.replay.compiled_function import CompiledFunction
from tapegrad.tensor.batching import Disagreement, mapped
from tapegrad.tensor.tensor import Tensor, as_tensor


@overload
def vmap(f: np.ufunc, in_axes: Any = 0, out_axes: int = 0) -> Callable[..., Any]: ...
@overload
def vmap(f: Callable[P, R], in_axes: Any = 0, out_axes: int = 0) -> Callable[P, R]: ...
@with_hints
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
        Within a recording, if a decision goes different ways for different instances: compute with `where`. Elsewhere
        such a batch is split, one of Tensors into its instances.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> tg.vmap(tg.grad(lambda x: np.sum(x**2)))(np.array([[1.0, 2.0], [3.0, 4.0]]))
    array([[2., 4.],
           [6., 8.]])
    """
    check_function(f, "vmap")
    inner = f if isinstance(f, CompiledFunction) else CompiledFunction(f, (), 64, False, anew=True)
    function = inner.function

    @named(f, "vmap", in_axes, out_axes)
    def wrapped(*args: Any, **keywords: Any) -> Any:
        leaves: list[Any] = []
        flatten((args, keywords), leaves)
        if current() is None and not any(isinstance(x, Tensor) for x in leaves):
            try:
                return _moved(inner.batched(args, keywords, in_axes, "vmap"), out_axes)
            except CapturedError:
                pass  # gradients must flow to what it captured
        return _moved(_on_tensors(function, args, keywords, in_axes), out_axes)

    def compiled(max_variants: int, lines: bool) -> Callable[..., Any]:
        return vmap(CompiledFunction(function, (), max_variants, lines), in_axes, out_axes)

    def export(path: Any, *example: Any, **options: Any) -> Any:
        return CompiledFunction(wrapped, (), 1, False).export(path, *example, **options)

    def pointer(*example: Any, **options: Any) -> Any:
        return CompiledFunction(wrapped, (), 1, False).pointer(*example, **options)

    wrapped.compiled, wrapped.export, wrapped.pointer = compiled, export, pointer  # type: ignore[attr-defined]
    wrapped.stats, wrapped.tape = inner.stats, inner.tape  # type: ignore[attr-defined]
    return wrapped


def _on_tensors(f: Callable[..., Any], args: tuple[Any, ...], keywords: dict[str, Any], in_axes: Any) -> Any:
    structure, leaves, flags, _ = aligned(args, keywords, in_axes, "vmap", (bool, int))
    tensors = [as_tensor(x, "vmap") for x in leaves]
    ids = {id(t) for t in tensors}
    structures: list[Structure] = []

    def of_one(*instance: Tensor) -> list[Tensor]:
        positional, named = unflatten(structure, instance)
        results, result_structure = leaves_of(f(*positional, **named), "vmap")
        structures.append(result_structure)
        return results

    try:
        rows = mapped(of_one, tensors, flags)
    except Disagreement:
        if current() is not None:
            raise
        rows = _one_by_one(of_one, tensors, flags)
        if any(other != structures[0] for other in structures):
            raise ShapeError("vmap: expected results in the same containers for all instances.") from None
    return unflatten(structures[-1], [t.clone() if id(t) in ids else t for t in rows])


def _one_by_one(of_one: Callable[..., list[Tensor]], tensors: list[Tensor], flags: Sequence[bool]) -> list[Tensor]:
    """Return the results of all instances, each computed by itself: they decide differently.

    Raises
    ------
    ShapeError
        If they have different shapes.
    """
    length = next(len(t) for t, flag in zip(tensors, flags, strict=True) if flag)
    results = [
        of_one(*[t[i, ...] if flag else t for t, flag in zip(tensors, flags, strict=True)]) for i in range(length)
    ]
    for one in zip(*results, strict=True):
        shapes = {t.shape for t in one}
        if len(shapes) > 1:
            raise ShapeError(f"vmap: expected results of one shape for all instances, got {sorted(shapes)}.")
    return [stack(one) for one in zip(*results, strict=True)]


def _moved(result: Any, out_axes: int) -> Any:
    """Return results with the batch axis where it is wanted."""

    def leaf(x: Any) -> Any:
        if not -x.ndim <= out_axes < x.ndim:
            raise ShapeError(f"vmap: a result of shape {x.shape[1:]} has no axis {out_axes} for the batch.")
        return np.moveaxis(x, 0, out_axes)

    return map_leaves(leaf, result) if out_axes else result
