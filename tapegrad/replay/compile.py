"""`compile`: traces a function once for each signature, and replays machine code from then on.

It checks its arguments; the result is a `tapegrad.replay.compiled_function.CompiledFunction`.

Tests: tests/replay/test_compile.py, tests/replay/test_methods.py
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, overload

from tapegrad.errors import ArgumentError, check_function
from tapegrad.hints import with_hints
from tapegrad.replay.compiled_function import CompiledFunction


@overload
def compile(  # noqa: A001 (the name that users know)
    f: Callable[..., Any], *, static_argnums: int | Sequence[int] = (), static_argnames: str | Sequence[str] = (),
    max_variants: int = 64, lines: bool = False,
) -> CompiledFunction: ...  # fmt: skip
@overload
def compile(  # noqa: A001
    f: None = None, *, static_argnums: int | Sequence[int] = (), static_argnames: str | Sequence[str] = (),
    max_variants: int = 64, lines: bool = False,
) -> Callable[[Callable[..., Any]], CompiledFunction]: ...  # fmt: skip
@with_hints
def compile(  # noqa: A001
    f: Callable[..., Any] | None = None,
    *,
    static_argnums: int | Sequence[int] = (),
    static_argnames: str | Sequence[str] = (),
    max_variants: int = 64,
    lines: bool = False,
) -> Any:
    """Record a function once per signature, and replay it from then on.

    Parameters
    ----------
    f : callable
        Takes arrays and numbers, or nested lists, tuples and dicts of them. Without it, the result is a decorator.
    static_argnums : int or sequence of int
        Arguments that are fixed in a recording, also where they are passed by name. They may have any hashable type.
        Each value has its own recording.
    static_argnames : str or sequence of str
        The same by name, for arguments that are passed by position too.
    max_variants : int
        How many sealed tapes are kept. The least recently used ones are dropped.
    lines : bool
        Keep the user's line of each instruction, to be printed with the tape.

    Returns
    -------
    CompiledFunction
        Takes and returns NumPy arrays (Tensors, if it gets any). Its keyword argument `out` takes arrays for the
        results.

    Notes
    -----
    In a class it decorates a method, and the object is a static argument. Attributes that the method reads are
    constants; `check` says whether they have changed. Another object (by its ``==`` and hash, if its class defines
    them) has its own recording. The recordings of an object are freed with it.

    Leaves that require grad and that `f` reads from outside its arguments (in closures, globals, defaults, attributes)
    are further inputs: each call reads them anew, and a result that depends on one is a Tensor, while gradients are
    recorded. Other values that `f` reads from outside (arrays, numbers, random draws) are constants of a recording.
    Decisions taken from values (``if x > 0``, ``int(x)``, masks and indices) are guarded: a call that needs another
    decision is recorded too. Shapes, dtypes, the keys of dicts in their order, booleans, and the types and bits of
    static arguments must be the same; others are recorded again.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> step = tg.compile(tg.value_and_grad(lambda x: np.sum(np.sin(x) * x)))
    >>> value, slope = step(np.array([0.5, 1.0]))
    >>> print(f"{value:.8f}", slope)
    1.08118375 [0.91821682 1.38177329]
    >>> step.stats()["recordings"]
    1
    """
    if f is None:
        return functools.partial(
            compile, static_argnums=static_argnums, static_argnames=static_argnames, max_variants=max_variants,
            lines=lines,
        )  # fmt: skip
    check_function(f, "compile")
    if not isinstance(max_variants, int) or max_variants < 1:
        raise ArgumentError(f"compile: max_variants must be a positive integer, got {max_variants!r}.")
    numbers = (static_argnums,) if isinstance(static_argnums, int) else tuple(static_argnums)
    names = (static_argnames,) if isinstance(static_argnames, str) else tuple(static_argnames)
    if hasattr(f, "compiled") and not numbers and not names:
        return f.compiled(max_variants, lines)  # it replays its function's tape already
    return CompiledFunction(f, numbers, max_variants, lines, names)
