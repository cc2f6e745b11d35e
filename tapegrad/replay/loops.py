"""Loops inside a tape: `scan`, `fori_loop` and `while_loop` tape their body once, and `checkpoint` trades memory for
time.

The body of a loop becomes a program of its own; the tape holds one instruction for the whole loop, and the reverse
sweep is a loop too. What is kept is the carry of each step, or with `checkpoint` a logarithm of them.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, DtypeError, InplaceError, ReplayError, ShapeError, check_function
from tapegrad.func import subtapes
from tapegrad.func.containers import flatten, map_leaves, unflatten
from tapegrad.func.derived import emitted
from tapegrad.func.packing import (
    keeping,
    keeping_reverse,
    kept_slots,
    leaves_of,
    packed,
    recorded,
    unpacked,
    vector_form,
)
from tapegrad.ops import find
from tapegrad.ops.declare import by_name
from tapegrad.ops.elementwise import logical_and, where
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.shaping import concatenate_op, flip_op, reshape_op
from tapegrad.tape.forms import Form, form_of
from tapegrad.tape.record import converted, moves
from tapegrad.tape.trace import current, recording
from tapegrad.tensor.tensor import Tensor, as_tensor, from_array

_BRANCHING = 16  # steps of each level of a checkpointed scan


def _shown(tree: Any, plain: bool) -> Any:
    """Results as NumPy if only NumPy came in."""
    if not plain:
        return tree

    def leaf(t: Any) -> Any:
        if not isinstance(t, Tensor) or t.requires_grad or moves(t):
            return t
        array = t._numpy()
        return array[()] if array.ndim == 0 else array.copy()

    return map_leaves(leaf, tree)


def _all_plain(*trees: Any) -> bool:
    if current() is not None:
        return False
    leaves: list[Any] = []
    for tree in trees:
        flatten(tree, leaves)
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
        Of a carry and an entry of `xs`, both nested containers of arrays; returns a carry of the same containers,
        shapes and dtypes, and anything (None for nothing).
    init : containers of arrays
        The first carry, of floating-point numbers.
    xs : containers of arrays with one leading length, optional
    length : int, optional
        The number of steps, where there are no `xs`.
    reverse : bool
        From the last entry to the first.
    checkpoint : bool
        Keep a logarithm of the carries, and compute the others again in the reverse sweep (Griewank 1992, "Achieving
        logarithmic growth of temporal and spatial complexity in reverse automatic differentiation": here with a fixed
        branching).

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
        For integers and truth values in `init` or `xs`.
    ReplayError
        If f decides otherwise in a later step than in the first: compute with `where` instead.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> tg.scan(lambda total, x: (total + x, total * x), 0.0, np.arange(4.0))
    (np.float64(6.0), array([0., 0., 2., 9.]))
    >>> tg.grad(lambda r: tg.scan(lambda x, _: (r * x * (1.0 - x), None), 0.5, length=3)[0])(2.0)
    np.float64(0.25)
    """
    plain = _all_plain(init, xs)
    carry, structure = leaves_of(init, "scan")
    columns, x_structure = leaves_of(xs, "scan")
    steps = _steps(columns, length)
    for what, tensors in (("carry", carry), ("xs", columns)):
        for t in tensors:
            if t.dtype.kind in "iub":
                raise DtypeError(
                    f"scan: expected floating-point numbers, got {what} of {t.dtype}. Loops compute in float64, where "
                    "whole numbers are exact up to 2**53 only and do not wrap. Start from 0.0, or use .astype(float)."
                )
    x_forms = [getitem_op(t, index=(0, ...)).shape if steps else t.shape[1:] for t in columns]
    forms = [t._kind.form for t in carry]
    y_found: list[Any] = []

    def body(c: Tensor, x: Tensor) -> list[Tensor]:
        given = unflatten(structure, unpacked(c, forms))
        entries = unpacked(x, [form_of(s, t.dtype) for s, t in zip(x_forms, columns, strict=True)])
        result = f(given, unflatten(x_structure, entries))
        if not isinstance(result, tuple) or len(result) != 2:
            raise ArgumentError(f"scan: f must return a pair (carry, output), got {type(result).__name__}.")
        new, new_structure = leaves_of(result[0], "scan")
        if new_structure != structure:
            raise ArgumentError("scan: f must return a carry of the containers that it takes.")
        for old, t in zip(carry, new, strict=True):
            if t.shape != old.shape:
                raise ShapeError(f"scan: f turned a carry of shape {old.shape} into shape {t.shape}.")
        ys, y_structure = leaves_of(result[1], "scan")
        y_found[:] = [ys, y_structure]
        return [*new, *ys]

    first = packed(carry)
    rows = _rows(columns, steps)
    example = (
        reshape_op(getitem_op(rows, index=(slice(0, 1),)), shape=(rows.shape[1],))
        if steps
        else from_array(np.zeros(rows.shape[1]))
    )
    program, captured = recorded(body, [first, example])
    constants = packed(captured)
    if reverse:
        rows = flip_op(rows, axes=(0,))
    last, outputs = _levels(program, first, rows, constants, steps, checkpoint)
    if reverse:
        outputs = flip_op(outputs, axes=(0,))
    ys, y_structure = y_found
    parts, start = [], 0
    for y in ys:
        column = getitem_op(outputs, index=(slice(None), slice(start, start + y.size)))
        column = reshape_op(column, shape=(steps, *y.shape))
        parts.append(column.astype(y.dtype, copy=False) if y.dtype.kind == "f" else column)
        start += y.size
    return _shown((unflatten(structure, unpacked(last, forms)), unflatten(y_structure, parts)), plain)


def _steps(columns: list[Tensor], length: int | None) -> int:
    if length is not None and (not isinstance(length, (int, np.integer)) or length < 0):
        raise ArgumentError(f"scan: length must be a number of steps, got {length!r}.")
    if any(not t.shape for t in columns):
        raise ShapeError("scan: entries of xs need a leading axis, got a single number.")
    lengths = {t.shape[0] for t in columns} | ({int(length)} if length is not None else set())
    if len(lengths) != 1:
        raise ShapeError(f"scan: expected entries of one leading length, or length=, got {sorted(lengths)}.")
    return lengths.pop()


def _rows(columns: list[Tensor], steps: int) -> Tensor:
    """The entries as rows of one matrix."""
    flat = [reshape_op(t.astype(np.float64), shape=(steps, t.size // steps if steps else 0)) for t in columns]
    return concatenate_op(*flat, axis=1) if len(flat) > 1 else flat[0] if flat else from_array(np.zeros((steps, 0)))


def _levels(
    program: Any, first: Tensor, rows: Tensor, constants: Tensor, steps: int, checkpoint: bool
) -> tuple[Tensor, Tensor]:  # fmt: skip
    """The last carry and the outputs of all steps; with checkpoints as scans within scans."""
    n, width = first.shape[0], program.output_forms[0].size
    if not checkpoint or steps <= _BRANCHING:
        found = subtapes.scan(first, rows, constants, program=program)
        last = getitem_op(found, index=(steps, slice(0, n)))
        return last, getitem_op(found, index=(slice(1, None), slice(n, None)))
    inner = _BRANCHING
    while inner * _BRANCHING < steps:
        inner *= _BRANCHING
    whole = steps // inner
    m, y = rows.shape[1], width - n

    def several(c: Tensor, x: Tensor, k: Tensor) -> list[Tensor]:
        last, outputs = _levels(program, c, reshape_op(x, shape=(inner, m)), k, inner, True)
        return [last, outputs]

    def taken(c: Tensor, x: Tensor) -> list[Tensor]:
        return several(c, x, constants)

    chunks = reshape_op(getitem_op(rows, index=(slice(0, whole * inner),)), shape=(whole, inner * m))
    example = reshape_op(getitem_op(chunks, index=(slice(0, 1),)), shape=(inner * m,))
    outer, captured = recorded(taken, [first, example])
    found = subtapes.scan(first, chunks, packed(captured), program=outer)
    last = getitem_op(found, index=(whole, slice(0, n)))
    outputs = reshape_op(getitem_op(found, index=(slice(1, None), slice(n, None))), shape=(whole * inner, y))
    if rest := steps - whole * inner:
        tail = getitem_op(rows, index=(slice(whole * inner, None),))
        last, more = _levels(program, last, tail, constants, rest, True)
        outputs = concatenate_op(outputs, more, axis=0)
    return last, outputs


def fori_loop(lower: int, upper: int, body: Callable[[Any, Any], Any], init: Any, *, checkpoint: bool = False) -> Any:
    """``for i in range(lower, upper): value = body(i, value)``, with the body taped once; `i` is a float64 Tensor.

    Examples
    --------
    >>> import tapegrad as tg
    >>> tg.fori_loop(1, 5, lambda i, product: product * i, 1.0)
    np.float64(24.0)
    """
    for bound in (lower, upper):
        if not isinstance(bound, (int, np.integer)):
            raise ArgumentError(
                f"fori_loop: bounds must be integers, got {bound!r}. Use while_loop for a bound that is computed."
            )
        if abs(int(bound)) > 2**53:
            raise ArgumentError(f"fori_loop: bounds must be exact in float64, at most 2**53, got {bound!r}.")
    counts = np.arange(lower, max(lower, upper), dtype=float)
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
    """``while condition(value): value = body(value)``.

    Parameters
    ----------
    max_steps : int, optional
        A bound: the body is taped once and runs so many times, its results unused once the condition fails. Without
        it the loop is unrolled while recording, and each condition is guarded: a replay with another number of steps
        records anew.
    truncate : bool
        Where the condition still holds after `max_steps` steps, take the value as it is then. Otherwise that is an
        error, also in replays and for any instance of a batch.

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
        plain = _all_plain(init)
        value: Any = unflatten(leaves_of(init, "while_loop")[1], leaves_of(init, "while_loop")[0])
        while bool(condition(value)):
            value = body(value)
        return _shown(value, plain)
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

    (value, running), _ = scan(step, (init, 1.0), length=max_steps, checkpoint=checkpoint)
    if not truncate and bool(logical_and(running > 0.5, condition(value) != 0.0)):
        raise ReplayError(
            f"while_loop: the condition must fail within max_steps={max_steps} steps and still holds. Raise the bound, "
            "or pass truncate=True to take the value as it is then."
        )
    return value


Keep = Collection[str] | Callable[[str, tuple[int, ...]], bool]


def checkpoint(f: Callable[..., Any], *args: Any, keep: Keep = (), **keywords: Any) -> Callable[..., Any]:
    """The same function, of which the tape keeps only the arguments: the reverse sweep runs it again.

    What runs again is the recording of the very call, not the Python code: it takes the same branches, and random
    numbers that f drew are the same numbers. It may be swept as often as the tape is kept, to any order, and nested.

    Parameters
    ----------
    f : callable
        Of nested containers of arrays, which it must not change in place. Arguments that are neither Tensors nor
        floating-point numbers reach it as they are, and results that are no Tensors come out as they are.
    keep : collection of str, or callable
        The ops whose results are kept all the same, by name, for example ``{"matmul"}``; or ``keep(name,
        shape)``, which says so for each.

    Returns
    -------
    callable
        To be called as f is: ``tg.checkpoint(f)(x)``, where PyTorch has ``checkpoint(f, x)``.

    Raises
    ------
    ArgumentError
        For anything but a function, for arguments of f, and for names that are no op's.
    InplaceError
        From the call, if f changes an argument in place.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> block = tg.checkpoint(lambda x: np.sin(np.exp(np.sin(x))))
    >>> tg.grad(lambda x: np.sum(block(x)))(np.array([0.0]))
    array([0.54030231])
    """
    check_function(f, "checkpoint")
    if args or keywords:
        raise ArgumentError(
            f"checkpoint: expected a function and keep, got {', '.join([*map(_type_name, args), *keywords])} besides. "
            "It gives a function, to be called with the arguments: write tg.checkpoint(f)(x)."
        )
    wanted = _wanted(keep)

    @functools.wraps(f)
    def wrapped(*args: Any, **keywords: Any) -> Any:
        plain = _all_plain(args, keywords)
        leaves: list[Any] = []
        structure = flatten((args, keywords), leaves)
        moving = [k for k, x in enumerate(leaves) if _moves(x)]
        tensors = [as_tensor(leaves[k], "checkpoint") for k in moving]
        forms = [t._kind.form for t in tensors]
        outputs: list[Any] = []  # of f, with forms in place of Tensors of the recording
        found: list[Any] = []

        def body(vector: Tensor) -> list[Tensor]:
            given = list(map(_in_form, unpacked(vector, forms), forms))
            before = [(t, t._i) for t in given]
            whole = list(leaves)
            for k, t in zip(moving, given, strict=True):
                whole[k] = t
            positional, named = unflatten(structure, whole)
            outputs.clear()
            found[:] = [flatten(f(*positional, **named), outputs)]
            if any(t._i != i for t, i in before):
                raise InplaceError("checkpoint: f changed an argument in place. Let it work on a .clone().")
            results = [x for x in outputs if isinstance(x, Tensor)]
            outputs[:] = [x._kind.form if isinstance(x, Tensor) else x for x in outputs]
            return results

        whole = packed(tensors)
        program, captured = recorded(body, [whole], once=True)
        merged = _merged(program, whole.shape[0])
        argument = concatenate_op(whole, packed(captured), axis=0)
        if kept_slots(merged, wanted):
            size = merged.output_forms[0].size
            longer = keeping(merged, wanted)
            reverse = keeping_reverse(longer, wanted, size)
            result = subtapes.checkpoint_keeping(argument, program=longer, reverse=reverse)
        else:
            result = subtapes.checkpoint_op(argument, program=merged)
        result_forms = [x for x in outputs if isinstance(x, Form)]
        results = map(_in_form, unpacked(result, result_forms), result_forms)
        return _shown(unflatten(found[0], [next(results) if isinstance(x, Form) else x for x in outputs]), plain)

    return wrapped


def _type_name(x: Any) -> str:
    return type(x).__name__


def _wanted(keep: Keep) -> Callable[[str, tuple[int, ...]], bool]:
    if callable(keep):
        return keep
    unknown = [name for name in keep if find(by_name, name) is None]
    if isinstance(keep, str) or unknown:
        raise ArgumentError(f"checkpoint: keep names no op of the table: {unknown or keep!r}. See the op reference.")
    names = frozenset(keep)
    return lambda name, shape: name in names


def _moves(x: Any) -> bool:
    """Whether an argument is part of what is recorded; others are constants of the call."""
    if isinstance(x, Tensor):
        return x.traced or x.dtype.kind not in "iub"
    return isinstance(x, (float, np.floating)) or (isinstance(x, np.ndarray) and x.dtype.kind in "fc")


def _in_form(x: Tensor, form: Form) -> Tensor:
    """An element of a vector of float64 in the dtype that it had."""
    if form.dtype.kind == "f":
        return x
    return x.detach() != 0.0 if form.dtype == bool else converted(x.detach(), form.dtype)


def checkpoint_sequential(functions: Iterable[Callable[[Any], Any]], segments: int, x: Any, *, keep: Keep = ()) -> Any:
    """Apply functions one after the other, in segments of which the tape keeps only what goes in.

    The last segment is kept whole, since the reverse sweep begins there.

    Parameters
    ----------
    functions : iterable of callables
        Each of what the one before returned.
    segments : int
        In how many parts, as equal as can be, the functions are divided.
    x : containers of arrays
        The first argument.
    keep : as for `checkpoint`

    Raises
    ------
    ArgumentError
        If `segments` is not between 1 and the number of functions.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> layers = [np.sin, np.exp, np.tanh, np.sum]
    >>> tg.grad(lambda x: tg.checkpoint_sequential(layers, 2, x))(np.array([0.0]))
    array([0.41997434])
    """
    if not isinstance(functions, Iterable) or isinstance(functions, Tensor):
        raise ArgumentError(f"checkpoint_sequential: expected a list of functions, got {type(functions).__name__}.")
    functions = list(functions)
    for f in functions:
        check_function(f, "checkpoint_sequential")
    if not isinstance(segments, (int, np.integer)) or not 1 <= segments <= len(functions):
        raise ArgumentError(
            f"checkpoint_sequential: segments must be from 1 to the number of functions, {len(functions)}, got "
            f"{segments!r}."
        )
    bounds = [len(functions) * k // int(segments) for k in range(int(segments) + 1)]
    parts = [functions[start:stop] for start, stop in itertools.pairwise(bounds)]
    for part in parts[:-1]:
        x = checkpoint(_chained(part), keep=keep)(x)
    return _chained(parts[-1])(x)


def _chained(functions: Sequence[Callable[[Any], Any]]) -> Callable[[Any], Any]:
    def chain(x: Any) -> Any:
        for f in functions:
            x = f(x)
        return x

    return chain


def _merged(program: Any, first: int) -> Any:
    """A program of two vectors as one of a single vector."""
    size = first + program.input_forms[1].size
    with recording(strict=True) as trace:
        vector = trace.input(np.zeros(size), vector_form(size))
        parts = [getitem_op(vector, index=(slice(0, first),)), getitem_op(vector, index=(slice(first, None),))]
        return trace.program(emitted(program, parts, trace))
