"""Checkpoints: the tape keeps only a function's arguments, and the reverse sweep runs the function again.

A call is recorded into a program, of its arguments and of all that it captured; the tape holds one instruction for
it. So what runs again is the very call: its branches, and the random numbers that it drew.

Tests: tests/replay/test_checkpoint.py
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, InplaceError, check_function
from tapegrad.func import program_ops
from tapegrad.func.containers import flatten, unflatten
from tapegrad.func.derive import emitted
from tapegrad.func.subprograms import keeping, keeping_reverse, kept_slots, recorded
from tapegrad.ops import find
from tapegrad.ops.declare import by_name
from tapegrad.progress import progress, task
from tapegrad.replay.loops import all_plain, as_given
from tapegrad.tensor.tensor import Tensor, as_tensor

Keep = Collection[str] | Callable[[str, tuple[int, ...]], bool]


def checkpoint(f: Callable[..., Any], *args: Any, keep: Keep = (), **keywords: Any) -> Callable[..., Any]:
    """Return the same function, for which the tape keeps only the arguments; the reverse sweep runs it again.

    The sweep runs the recording of the call again, not the Python code. So it takes the same branches, and uses the
    random numbers that f drew. It may be swept as often as the tape is kept, to any order, and nested.

    Parameters
    ----------
    f : callable
        Takes and returns nested containers of arrays, and must not change its arguments in place. Arguments that are
        neither Tensors nor floating-point numbers, and results that are not Tensors, pass unchanged.
    keep : collection of str, or callable
        The ops whose results are still kept, by name, for example ``{"matmul"}``; or ``keep(name, shape)``, which says
        so for each.

    Returns
    -------
    callable
        To be called as f is: ``tg.checkpoint(f)(x)``, where PyTorch has ``checkpoint(f, x)``.

    Raises
    ------
    ArgumentError
        For anything but a function, for arguments of f, and for names of no op.
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
        more = ", ".join([*[type(x).__name__ for x in args], *keywords])
        raise ArgumentError(
            f"checkpoint: expected a function and keep, got {more} too. Write tg.checkpoint(f)(x): the call returns "
            "a function of the arguments."
        )
    wanted = _wanted(keep)

    @functools.wraps(f)
    def wrapped(*args: Any, **keywords: Any) -> Any:
        plain = all_plain(args, keywords)
        leaves: list[Any] = []
        structure = flatten((args, keywords), leaves)
        moving = [k for k, x in enumerate(leaves) if _moves(x)]
        tensors = [as_tensor(leaves[k], "checkpoint") for k in moving]
        outputs: list[Any] = []  # of f, with `_RESULT` in place of Tensors of the recording
        structures: list[Any] = []

        def body(*inputs: Tensor) -> list[Tensor]:
            before = [(t, t._i) for t in inputs]
            whole = list(leaves)
            for k, t in zip(moving, inputs, strict=True):
                whole[k] = t
            positional, named = unflatten(structure, whole)
            outputs.clear()
            structures[:] = [flatten(f(*positional, **named), outputs)]
            if any(t._i != i for t, i in before):
                raise InplaceError("checkpoint: f changed an argument in place. Let it work on a .clone().")
            results = [x for x in outputs if isinstance(x, Tensor)]
            outputs[:] = [_RESULT if isinstance(x, Tensor) else x for x in outputs]
            return results

        with task(f"checkpoint of {getattr(f, '__name__', 'a function')}"):
            program, captured = recorded(body, tensors, once=True)
            inputs, count = [*tensors, *captured], len(program.outputs)
            if not inputs or not count:
                results = iter(emitted(program, inputs))
            elif kept_slots(program, wanted):
                longer = keeping(program, wanted)
                reverse = keeping_reverse(longer, count)
                results = iter(program_ops.checkpoint_keeping(*inputs, program=longer, count=count, reverse=reverse))
            else:
                results = iter(program_ops.checkpoint_op(*inputs, program=program))
        return as_given(unflatten(structures[0], [next(results) if x is _RESULT else x for x in outputs]), plain)

    return wrapped


_RESULT = object()


def _wanted(keep: Keep) -> Callable[[str, tuple[int, ...]], bool]:
    if callable(keep):
        return keep
    unknown = [name for name in keep if find(by_name, name) is None]
    if isinstance(keep, str) or unknown:
        raise ArgumentError(f"checkpoint: keep names an unknown op: {unknown or keep!r}. See the op reference.")
    names = frozenset(keep)
    return lambda name, shape: name in names


def _moves(x: Any) -> bool:
    """Tell whether an argument is an input of the trace; others are constants of the call."""
    if isinstance(x, Tensor):
        return x.traced or x.dtype.kind not in "iub"
    return isinstance(x, (float, complex, np.floating, np.complexfloating)) or (
        isinstance(x, np.ndarray) and x.dtype.kind in "fc"
    )


def checkpoint_sequential(functions: Iterable[Callable[[Any], Any]], segments: int, x: Any, *, keep: Keep = ()) -> Any:
    """Apply functions one after the other, in segments of which the tape keeps only the inputs.

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
    for part in progress(parts[:-1], "checkpoints"):
        x = checkpoint(_chained(part), keep=keep)(x)
    return _chained(parts[-1])(x)


def _chained(functions: Sequence[Callable[[Any], Any]]) -> Callable[[Any], Any]:
    return lambda x: functools.reduce(lambda value, f: f(value), functions, x)
