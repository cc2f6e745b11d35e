"""Batches of Dask arrays: lazy tasks, one for each block of instances.

A block is a batch like any other, of the compiled function that a process was sent; what all instances share is one
task, which each process gets once. Shapes and dtypes of the results are those of a recording.

Invariant: the bits of an instance depend on it and on what it shares, not on blocks, schedulers and workers.

Tests: tests/replay/test_dask_batch.py
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tapegrad.errors import ReplayError
from tapegrad.func.containers import FIXED, Structure, flatten, unflatten
from tapegrad.ir.forms import F8
from tapegrad.replay.batch import NUMERIC, aligned
from tapegrad.replay.dask_sums import item, kind, only
from tapegrad.replay.function_digest import digest
from tapegrad.replay.pickling import sent
from tapegrad.replay.signature import shown, signature_of, without
from tapegrad.replay.variant import Variant, with_plain
from tapegrad.tensor.tensor import Tensor

if TYPE_CHECKING:
    from tapegrad.replay.compiled_function import CompiledFunction


def of_dask(*trees: Any) -> bool:
    """Tell whether containers hold arrays of Dask."""
    kind = getattr(sys.modules.get("dask.array"), "Array", None)
    if kind is None:
        return False
    leaves: list[Any] = []
    flatten(trees, leaves)
    return any(isinstance(x, kind) for x in leaves)


class _Call(NamedTuple):
    """A call of `batch` without its Dask arrays.

    Attributes
    ----------
    compiled : CompiledFunction
    structure : Structure
        Of the positional arguments, with None for static ones, and the keywords.
    leaves : list
        Of all arguments, with None for arrays of Dask.
    lazy : list of int
        Which are arrays of Dask.
    batched : int
        Which of them is one that has a batch axis.
    axes : tuple
        The batch axis of each positional argument: 0 or None.
    static, fixed : dict
        Values of the static arguments, by position and by name.
    title : str
    """

    compiled: Any
    structure: Structure
    leaves: list[Any]
    lazy: list[int]
    batched: int
    axes: tuple[int | None, ...]
    static: dict[int, Any]
    fixed: dict[str, Any]
    title: str

    def arguments(self, leaves: Sequence[Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return the arguments with these leaves."""
        positional, named = unflatten(self.structure, leaves)
        return tuple(self.static.get(k, a) for k, a in enumerate(positional)), named | self.fixed

    def __reduce__(self) -> Any:
        return _arrived, (digest(self.static, self.fixed, letters=32), *self)


def _arrived(content: str, *fields: Any) -> _Call:
    """Return a call in another process. Its static arguments are those of earlier ones: what equals itself alone is
    recorded for once."""
    call = _Call(*fields)
    static, fixed = sent(content, (call.static, call.fixed))
    return call._replace(static=static, fixed=fixed)


class _Expected(NamedTuple):
    """The result of a block: its containers, and the shape and dtype of each leaf; None for a leaf that is no array."""

    structure: Structure
    arrays: list[tuple[tuple[int, ...], np.dtype[Any]] | None]


def lazy_batch(
    compiled: CompiledFunction, args: tuple[Any, ...], keywords: dict[str, Any], in_axes: tuple[Any, ...], title: str
) -> Any:
    """Return the results for every instance as Dask arrays; see `CompiledFunction.batch`."""
    import dask.array as da
    from dask import delayed

    static, names = compiled.static(args), compiled.static_names
    fixed = {name: value for name, value in keywords.items() if name in names}
    moving = without(keywords, names) if fixed else keywords
    structure, leaves, flags, _ = aligned(args, moving, in_axes, title, FIXED, static)
    axes = in_axes if isinstance(in_axes, (tuple, list)) else (in_axes,) * len(args)
    _divide(leaves, flags, da)
    lazy = [k for k, x in enumerate(leaves) if isinstance(x, da.Array)]
    call = _Call(
        compiled, structure, [None if k in lazy else x for k, x in enumerate(leaves)], lazy,
        next(number for number, k in enumerate(lazy) if flags[k]),
        tuple(None if axis is None else 0 for axis in axes), {k: args[k] for k in static}, fixed, title,
    )  # fmt: skip
    variant = _recorded(call, [_sample(x.shape[flags[k] :], x.dtype) if k in lazy else x for k, x in enumerate(leaves)])
    expected = _expected(variant)
    shared = delayed((call, expected), name=f"tapegrad-{digest(*call, *expected, letters=32)}", traverse=False)
    numbers = itertools.count(1)  # index 0 is the batch's; along the others, arrays have one block each
    arguments = [
        part for k in lazy
        for part in (leaves[k], ((0,) * flags[k] + tuple(itertools.islice(numbers, leaves[k].ndim - flags[k]))))
    ]  # fmt: skip
    every = tuple(range(next(numbers)))  # with all of them, one task loads a block and runs it
    meta = np.empty((0,) * len(every), object)
    result = kind(da)
    blocks = da.blockwise(_run_block, every, shared, None, *arguments, dtype=object, meta=meta)
    leaves = [
        variant.plain[k] if array is None else result.of(item(da, blocks, (0,), k, *array), blocks, k)
        for k, array in enumerate(expected.arrays)
    ]
    return unflatten(variant.structure, leaves)


def _divide(leaves: list[Any], flags: Sequence[bool], da: Any) -> None:
    """Make arrays of Dask of all that have a batch axis, each instance within one block; take copies of the others.

    Raises
    ------
    ShapeError
        If there are arrays of NumPy beside those of Dask whose blocks have unknown lengths.
    """
    chunks = [x.chunks[0] for x, batched in zip(leaves, flags, strict=True) if batched and isinstance(x, da.Array)]
    for k, (x, batched) in enumerate(zip(leaves, flags, strict=True)):
        if isinstance(x, da.Array):
            joined = {axis: -1 for axis in range(batched, x.ndim) if x.numblocks[axis] != 1}
            leaves[k] = x.rechunk(joined) if joined else x
        elif batched:
            x = np.asarray(x)
            leaves[k] = da.from_array(x, chunks=(chunks[0] if chunks else len(x), *x.shape[1:]))
        elif isinstance(x, (np.ndarray, Tensor)):
            leaves[k] = np.array(x)


def _recorded(call: _Call, example: list[Any]) -> Variant:
    """Return a sealed tape for such instances: a known one, else that of an example.

    Raises
    ------
    Exception
        What the function raises.
    """
    compiled, title = call.compiled, call.title
    one = call.arguments(example)
    key, leaves = signature_of(title, *one, set(call.static), compiled.static_names)
    try:
        return compiled.another([], key, leaves, *one)[0]
    except Exception as error:
        error.add_note(
            f"{title} was recorded on an example, to tell the shapes of the results. Call .batch on some instances "
            "first (such as those of x[:8].compute()), where it does not take one of ones and identity matrices."
        )
        raise


def _sample(shape: tuple[int, ...], dtype: np.dtype[Any]) -> np.ndarray:
    """Return an array for most functions: identity matrices, of floats otherwise ones, of integers zeros."""
    if dtype.kind not in "fc":
        return np.zeros(shape, dtype)[()]
    square = len(shape) > 1 and shape[-1] == shape[-2]
    return np.array(np.broadcast_to(np.eye(shape[-1]) if square else 1.0, shape), dtype)[()]


def _expected(variant: Variant) -> _Expected:
    forms = variant.output_forms
    outputs = [shown(np.empty((0, *f.shape), f.lane or F8), f) for f in forms]
    leaves = with_plain(outputs, {k: _rows(x) for k, x in variant.plain.items()})
    arrays = [(x.shape[1:], x.dtype) if isinstance(x, np.ndarray) else None for x in leaves]
    return _Expected(variant.structure, arrays)


def _rows(x: Any) -> np.ndarray:
    """Return no rows of a number or array; anything else as it is."""
    return np.empty((0, *np.shape(x)), np.asarray(x).dtype) if isinstance(x, NUMERIC) else x


def _run_block(shared: tuple[_Call, _Expected], *blocks: Any) -> tuple[Any, ...]:
    """Return the leaves of the results for the instances of a block.

    Raises
    ------
    ReplayError
        If they are others than those of the recording.
    """
    call, expected = shared
    leaves = list(call.leaves)
    for k, block in zip(call.lazy, blocks, strict=True):
        leaves[k] = only(block)
    if len(leaves[call.lazy[call.batched]]) == 0:
        return tuple([a and np.empty((0, *a[0]), a[1]) for a in expected.arrays])
    result: list[Any] = []
    args, keywords = call.arguments(leaves)
    structure = flatten(call.compiled.batched(args, keywords, call.axes, call.title), result)
    arrays = [(x.shape[1:], x.dtype) if isinstance(x, np.ndarray) else None for x in result]
    if structure != expected.structure or arrays != expected.arrays:
        raise ReplayError(
            f"{call.title}: a block gives other containers, shapes or dtypes than the recording: {arrays} in place "
            f"of {expected.arrays}. Compute with np.where instead of branching on values, "
            "or first call .batch on typical instances."
        )
    return tuple(result)
