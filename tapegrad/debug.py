"""Looking at values while a function is recorded."""

from __future__ import annotations

import builtins
from typing import Any

from tapegrad.func.containers import map_leaves
from tapegrad.tensor.tensor import Tensor


def print(*values: Any, **keywords: Any) -> None:  # noqa: A001 (the builtin's name)
    """Print as the builtin does, also for Tensors of a function that is being recorded: of these, the values on the
    example inputs.

    It prints when the function runs: in each eager call, and once for each recording of a compiled one. A replay
    prints nothing.

    Examples
    --------
    >>> import tapegrad as tg
    >>> @tg.compile
    ... def f(x):
    ...     tg.debug.print("x is", x)
    ...     return x * 2.0
    >>> f(1.5)
    x is 1.5
    np.float64(3.0)
    >>> f(2.5)
    np.float64(5.0)
    """
    builtins.print(*[map_leaves(_shown, v) for v in values], **keywords)


def _shown(x: Any) -> Any:
    if not isinstance(x, Tensor):
        return x
    if not x.traced:
        return x._numpy()
    run: Any = x._family.run
    value = run.evaluate(x._i)
    return value != 0 if x.dtype == bool else value
