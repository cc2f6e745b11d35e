"""Structured loops: `scan`, `fori_loop` and `while_loop` trace their body once.

The body of a loop becomes a program of its own; the tape holds one instruction for the whole loop, and the reverse
sweep is a loop too. What is kept is the carry of each step, as far as partials read it, or with `checkpoint` a
logarithm of them; of so many steps that they would not fit into memory, some.

Tests: tests/replay/test_loops.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, DtypeError, ReplayError, ShapeError
from tapegrad.func import program_ops
from tapegrad.func.argument_leaves import leaves_of
from tapegrad.func.containers import flatten, map_leaves, unflatten
from tapegrad.func.subprograms import recorded
from tapegrad.ir.forms import INT, MEMORY
from tapegrad.ops.elementwise_ops import logical_and, where
from tapegrad.ops.shape_ops import concatenate_op, flip_op, reshape_op
from tapegrad.record.open_recording import current
from tapegrad.record.recording import moves
from tapegrad.replay.random_draws import draws_told
from tapegrad.tensor.tensor import Tensor, from_array

_BRANCHING = 16  # steps of each level of a checkpointed scan
_SHARE = 4  # carries are kept in one part of so many of the memory


def as_given(tree: Any, plain: bool) -> Any:
    """Return results as NumPy if only NumPy came in."""
    if not plain:
        return tree

    def leaf(t: Any) -> Any:
        if not isinstance(t, Tensor) or t.requires_grad or moves(t):
            return t
        array = t._numpy()
        return array[()] if array.ndim == 0 else array.copy()

    return map_leaves(leaf, tree)


def all_plain(*trees: Any) -> bool:
    if current() is not None:
        return False
    leaves: list[Any] = []
    flatten(trees, leaves)
    return not any(isinstance(x, Tensor) for x in leaves)


def scan(
    f: Callable[[Any, Any], tuple[Any, Any]],
    init: Any,
    xs: Any = None,
    length: int | None = None,
    *,
    reverse: bool = False,
    checkpoint: bool = False,
) -> tuple[Any, Any]:
    """Run ``carry, y = f(carry, x)`` for each entry of the leading axis of `xs`; `f` is taped once.

    Parameters
    ----------
    f : callable
        Takes a carry and an entry of `xs`, both nested containers of arrays. Returns a carry of the same containers,
        shapes and dtypes, and any output (None for no output).
    init : containers of arrays
        The first carry: numbers and booleans of any dtype. Integers are exact, and wrap as in NumPy; integers and
        booleans have no gradient.
    xs : containers of arrays with one leading length, optional
    length : int, optional
        The number of steps, where there are no `xs`.
    reverse : bool
        From the last entry to the first.
    checkpoint : bool
        Keep a number of carries that grows with the logarithm of the steps, and compute the others again in the reverse
        sweep. (Griewank 1992, "Achieving logarithmic growth of temporal and spatial complexity in reverse automatic
        differentiation"; here with a fixed branching.) Without it all carries are kept, unless they would take more
        than a quarter of the memory. Then one carry for each block of steps is kept, about the square root of their
        number, and the others are computed again.

    Returns
    -------
    carry : as `init`
        The last one.
    ys : as what f returned second
        With a leading axis.

    Raises
    ------
    ShapeError, ArgumentError
        If lengths differ, or f changes the carry's containers or shapes.
    DtypeError
        If f makes complex numbers of real ones in the carry, or other numbers of integers or truth values.
    ReplayError
        If f takes another decision in a later step than in the first: compute with `where` instead.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> tg.scan(lambda total, x: (total + x, total * x), 0.0, np.arange(4.0))
    (np.float64(6.0), array([0., 0., 2., 9.]))
    >>> tg.grad(lambda r: tg.scan(lambda x, _: (r * x * (1.0 - x), None), 0.5, length=3)[0])(2.0)
    np.float64(0.25)
    """
    return _scanned(f, init, xs, length, reverse, checkpoint, False)


def _scanned(
    f: Callable[[Any, Any], tuple[Any, Any]], init: Any, xs: Any, length: int | None, reverse: bool, checkpoint: bool,
    ends: bool,
) -> tuple[Any, Any]:  # fmt: skip
    """Do what `scan` does; `ends` says that steps change nothing once the last number of the carry is 0."""
    plain = all_plain(init, xs)
    carry, structure = leaves_of(init, "scan")
    # an int of Python's would be a number that the recording decides on, and not one that steps change
    carry = [reshape_op(t, shape=()) if t._family.form is INT else t for t in carry]
    columns, x_structure = leaves_of(xs, "scan")
    steps = _steps(columns, length)
    count = len(carry)
    y_structure: list[Any] = []

    def body(*arrays: Tensor) -> list[Tensor]:
        result = f(unflatten(structure, arrays[:count]), unflatten(x_structure, arrays[count : count + len(columns)]))
        if not isinstance(result, tuple) or len(result) != 2:
            raise ArgumentError(f"scan: f must return a pair (carry, output), got {type(result).__name__}.")
        new, new_structure = leaves_of(result[0], "scan")
        if new_structure != structure:
            raise ArgumentError("scan: f must return a carry of the containers that it takes.")
        new = [_carried(old, t) for old, t in zip(carry, new, strict=True)]
        ys, y_structure[:] = _with_structure(result[1])
        return [*new, *ys]

    lines = columns if carry or columns else [from_array(np.zeros((steps, 0)))]
    with draws_told(f, "scan", "step", "pass them as xs"):
        program, constants = recorded(body, [*carry, *map(_example, lines)])
    active = count - 1 if ends else None
    lasts, outputs = _levels(program, carry, lines, constants, steps, reverse, checkpoint, active)
    return as_given((unflatten(structure, lasts), unflatten(y_structure[0], outputs)), plain)


def _with_structure(ys: Any) -> tuple[list[Tensor], list[Any]]:
    leaves, structure = leaves_of(ys, "scan")
    return leaves, [structure]


def _carried(old: Tensor, new: Tensor) -> Tensor:
    """Return a carry in the dtype that it had before.

    Raises
    ------
    ShapeError, DtypeError
        If it has another shape, or would lose something.
    """
    if new.shape != old.shape:
        raise ShapeError(f"scan: f turned a carry of shape {old.shape} into shape {new.shape}.")
    whole = old.dtype.kind in "iub"
    if (new.dtype.kind == "c") != (old.dtype.kind == "c") or (whole and not np.can_cast(new.dtype, old.dtype)):
        remedy = ", or convert it with astype" if whole else ""
        raise DtypeError(
            f"scan: f turned a carry of {old.dtype} into {new.dtype}. Start from a number of that dtype{remedy}."
        )
    if old.dtype == bool:  # which a comparison of float32 gives in other lanes
        return new if new._family.form is old._family.form else new.astype(old._family.form.lane) != 0.0
    return new.astype(old.dtype, copy=False)


def _steps(columns: list[Tensor], length: int | None) -> int:
    if length is not None and (not isinstance(length, (int, np.integer)) or length < 0):
        raise ArgumentError(f"scan: length must be a number of steps, got {length!r}.")
    if any(not t.shape for t in columns):
        raise ShapeError("scan: entries of xs need a leading axis, got a single number.")
    lengths = {t.shape[0] for t in columns} | ({int(length)} if length is not None else set())
    if len(lengths) != 1:
        raise ShapeError(f"scan: expected entries of one leading length, or length=, got {sorted(lengths)}.")
    return lengths.pop()


def _example(lines: Tensor) -> Tensor:
    """Return the first line."""
    return lines[0] if len(lines) else from_array(np.zeros(lines.shape[1:], lines.dtype))


def _levels(
    program: Any, first: Sequence[Tensor], lines: Sequence[Tensor], constants: Sequence[Tensor], steps: int,
    reverse: bool, checkpoint: bool, active: int | None,
) -> tuple[Sequence[Tensor], Sequence[Tensor]]:  # fmt: skip
    """Return the last carries and the outputs of all steps; with checkpoints as scans within scans."""
    inner = _block(first, steps, checkpoint, active)
    if inner is None:
        return program_ops.scanned(first, lines, constants, program, steps, reverse, active=active)
    if reverse:
        turned = [flip_op(x, axes=(0,)) for x in lines]
        last, outputs = _levels(program, first, turned, constants, steps, False, checkpoint, active)
        return last, [flip_op(y, axes=(0,)) for y in outputs]
    whole, count = steps // inner, len(first)

    def several(*arrays: Tensor) -> Sequence[Tensor]:
        last, outputs = _levels(program, arrays[:count], arrays[count:], constants, inner, False, checkpoint, active)
        return [*last, *outputs]

    chunks = [reshape_op(x[: whole * inner], shape=(whole, inner, *x.shape[1:])) for x in lines]
    outer, captured = recorded(several, [*first, *map(_example, chunks)])
    last, chunk_outputs = program_ops.scanned(first, chunks, captured, outer, whole, active=active)
    outputs = [reshape_op(y, shape=(whole * inner, *y.shape[2:])) for y in chunk_outputs]
    if steps > whole * inner:
        tails = [x[whole * inner :] for x in lines]
        rest = steps - whole * inner
        last, more = _levels(program, last, tails, constants, rest, False, checkpoint, active)
        outputs = [concatenate_op(y, z, axis=0) for y, z in zip(outputs, more, strict=True)]
    return last, outputs


def _block(first: Sequence[Tensor], steps: int, checkpoint: bool, active: int | None) -> int | None:
    """Return the number of steps between carries that are kept; None to keep all carries.

    A loop that may end before its last step keeps those of the steps that it makes.
    """
    if checkpoint and steps > _BRANCHING:
        inner = _BRANCHING
        while inner * _BRANCHING < steps:
            inner *= _BRANCHING
        return inner
    kept = 8 * steps * sum(t._family.form.words for t in first)
    if checkpoint or active is not None or steps < _BRANCHING or kept <= MEMORY // _SHARE:
        return None
    root = math.isqrt(steps)
    return next((n for n in range(root, 2 * root) if steps % n == 0), root)  # outputs of all steps are then one array


def fori_loop(lower: int, upper: int, body: Callable[[Any, Any], Any], init: Any, *, checkpoint: bool = False) -> Any:
    """Repeat ``value = body(i, value)`` for each i from `lower` to `upper`, with the body taped once.

    Parameters
    ----------
    lower, upper : int
        The first i, and the one after the last, as in `range`.
    body : callable
        Takes i, an int64 Tensor that indexes Tensors too, and the value. Returns the next value, of the same
        containers, shapes and dtypes.
    init : containers of arrays
        The first value.
    checkpoint : bool
        As in `tapegrad.scan`.

    Returns
    -------
    containers of arrays
        The last value.

    Raises
    ------
    ArgumentError
        If a bound is not an integer.

    Examples
    --------
    >>> import tapegrad as tg
    >>> tg.fori_loop(1, 5, lambda i, product: product * i, 1.0)
    np.float64(24.0)
    >>> tg.fori_loop(0, 5, lambda i, count: count + i, 0)
    np.int64(10)
    """
    for bound in (lower, upper):
        if not isinstance(bound, (int, np.integer)):
            raise ArgumentError(
                f"fori_loop: bounds must be integers, got {bound!r}. Use while_loop for a bound that is computed."
            )
        if not -(2**63) <= int(bound) < 2**63:
            raise ArgumentError(f"fori_loop: bounds must be integers of 64 bits, got {bound!r}.")
    counts = np.arange(lower, max(lower, upper), dtype=np.int64)
    value, _ = scan(lambda value, i: (body(i, value), None), init, counts, checkpoint=checkpoint)
    return value


def while_loop(
    condition: Callable[[Any], Any],
    body: Callable[[Any], Any],
    init: Any,
    *,
    max_steps: int | None = None,
    truncate: bool = False,
    checkpoint: bool = False,
) -> Any:
    """Repeat ``value = body(value)`` while a condition holds.

    Parameters
    ----------
    condition : callable
        Takes the value, and returns a truth value.
    body : callable
        Takes the value, and returns the next one, of the same containers, shapes and dtypes.
    init : containers of arrays
        The first value.
    max_steps : int, optional
        A bound: the body is recorded once and runs until the condition fails; in a batch it runs `max_steps` times.
        Without it the loop is unrolled while recording, and each condition is guarded: another number of steps is
        recorded again.
    truncate : bool
        If the condition still holds after `max_steps` steps, take the value at this point. Otherwise this is an error,
        also in replays and for any instance of a batch.
    checkpoint : bool
        As in `tapegrad.scan`; only with `max_steps`.

    Returns
    -------
    containers of arrays
        The value for which the condition fails.

    Raises
    ------
    ReplayError
        If the condition still holds after `max_steps` steps.
    ArgumentError

    Examples
    --------
    >>> import tapegrad as tg
    >>> half = lambda x: tg.while_loop(lambda v: v > 1.0, lambda v: v / 2.0, x, max_steps=20)
    >>> half(12.0), tg.grad(half)(12.0)
    (np.float64(0.75), np.float64(0.0625))
    """
    if max_steps is None:
        if truncate:
            raise ArgumentError("while_loop: truncate needs a bound, got none. Pass max_steps.")
        plain = all_plain(init)
        leaves, structure = leaves_of(init, "while_loop")
        value = unflatten(structure, leaves)
        while bool(condition(value)):
            value = body(value)
        return as_given(value, plain)
    if not isinstance(max_steps, int) or max_steps < 0:
        raise ArgumentError(f"while_loop: max_steps must be a number of steps, got {max_steps!r}.")

    def step(state: Any, _: Any) -> tuple[Any, None]:
        value, running = state
        goes_on = logical_and(running > 0.5, condition(value) != 0.0)
        old, structure = leaves_of(value, "while_loop")
        new, new_structure = leaves_of(body(value), "while_loop")
        if new_structure != structure:
            raise ArgumentError("while_loop: body must return a value of the containers that it takes.")
        kept = [where(goes_on, a, b) for a, b in zip(new, old, strict=True)]
        return (unflatten(structure, kept), where(goes_on, 1.0, 0.0)), None

    (value, running), _ = _scanned(step, (init, 1.0), None, max_steps, False, checkpoint, True)
    if not truncate and bool(logical_and(running > 0.5, condition(value) != 0.0)):
        raise ReplayError(
            f"while_loop: the condition must fail within max_steps={max_steps} steps and still holds. Raise the bound, "
            "or pass truncate=True to take the value at the bound."
        )
    return value
