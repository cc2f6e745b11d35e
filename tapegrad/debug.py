"""What people look at: values while a function is recorded, and sweeps that return."""

from __future__ import annotations

import builtins
from typing import Any

from tapegrad.autograd.hot import NEVER
from tapegrad.func.containers import map_leaves
from tapegrad.tape import paths
from tapegrad.tape.pending import tape
from tapegrad.tensor.tensor import Tensor

__all__ = ["hot", "print"]


def __dir__() -> list[str]:
    return __all__


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


def hot() -> str:
    """Return which sweeps of eager code come back, one line each: how often this thread did them as ever, how many
    instructions they sweep, and whether a sealed program does them now; "after reads" if a value was read before them.
    Reads have lines of their own where a program is to give values alone.

    Examples
    --------
    >>> import tapegrad as tg
    >>> for _ in range(100):
    ...     x = tg.tensor([1.0, 2.0], requires_grad=True)
    ...     (x * x).sum().backward()
    >>> "sealed" in tg.debug.hot()
    True
    """
    lines = []
    waiting = [paths.nothing.node]
    seen = {*waiting}  # paths that part may meet again
    while waiting:
        node = waiting.pop()
        further = {edge.node for edge in [*node.next.values()]} - seen
        seen |= further
        waiting += further
        for (root, held), end in [*node.ends.items()]:
            times, where = tape.returns.get(end, 0), ""
            if root is None:  # sweeps that follow reads
                if not times or not times.sweeps:
                    continue
                end = node.ends.get((times.root, held)) if times.on else None
                times, where = times.sweeps, ", after reads"
            program = None if end is None else end.program
            state = "as ever" if program is None else "refused" if program is NEVER else "sealed"
            what = "sweeps" if root is None or root >= 0 else "reads "
            lines.append((times, f"{times:8} {what}  {node.stop:6} instructions  {state}{where}"))
    return "\n".join(line for _, line in sorted(lines, reverse=True))


def _shown(x: Any) -> Any:
    if not isinstance(x, Tensor):
        return x
    if not x.traced:
        return x._numpy()
    run: Any = x._family.run
    value = run.evaluate(x._i)
    return value != 0 if x.dtype == bool else value
