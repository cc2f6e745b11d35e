"""Debugging: prints of values while a function is traced, and the exits of the trace cache.

Tests: tests/trace_cache/test_interrupted_loops.py, tests/ops/test_orders.py
"""

from __future__ import annotations

import builtins
import os
import statistics
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from tapegrad.autograd.compiled_sweep import Programs
from tapegrad.autograd.exits import EVALUATED, HELD, MAPPED, READ, RECORDED, ROWS, lines_of
from tapegrad.errors import ArgumentError
from tapegrad.func.containers import map_leaves
from tapegrad.hints import names_of
from tapegrad.lazy_imports import later
from tapegrad.record.recording import tape
from tapegrad.tensor import call_sites
from tapegrad.tensor.tensor import Tensor
from tapegrad.trace_cache import compiled_ops, tree
from tapegrad.trace_cache.edges import recordings
from tapegrad.trace_cache.reasons import Reason, Refusal, sites
from tapegrad.trace_cache.thresholds import settings

if TYPE_CHECKING:
    from tapegrad.explain.explanation import Explanation
    from tapegrad.ir.program import Program

__all__ = ["Exit", "exits", "explain", "hot", "print", "trace_cache"]
_of_explain = later(__name__, {"tapegrad.explain.explanation": ("of_loops",)})

__getattr__ = names_of(__name__, __all__)


def __dir__() -> list[str]:
    return __all__


def print(*values: Any, **keywords: Any) -> None:  # noqa: A001 (the builtin's name)
    """Print as the builtin does, also for Tensors of a function that is being recorded: of these, the values on the
    example inputs.

    It prints when the function runs: in each eager call, and once for each recording of a compiled one. A replay
    prints nothing.

    Parameters
    ----------
    *values
        Tensors, arrays, containers of them, and other objects.
    **keywords
        Those of the builtin.

    Returns
    -------
    None

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


class Exit(NamedTuple):
    """Where eager code ends a run: a sweep begins, a value is read, or a transform has what it was called for.

    Attributes
    ----------
    what : str
        ``"sweep"``, ``"read"`` or ``"sweep after read"``. ``"transform"``, where `tapegrad.jacobian` or another
        transform ends. ``"batch"``, where a new `tapegrad.vmap` runs.
    where : str
        The user's lines, from the first call of the run to its end, where it came here first.
    ops : int or None
        Instructions of the run, with its inputs and constants; None where they differ, or are not on the trace tree.
    interpreted, compiled : int
        How often this thread's turns were interpreted; how often all threads' were compiled.
    state : str
        ``"interpreted"``, ``"counting"``, ``"compiled"``, ``"compiled, not used"`` or ``"refused"``.
    reason : str
        Why it is not compiled, or not used: what, (where), and what to do. Empty if it is.
    before, after : float or None
        Median microseconds of a turn, from one sweep that began in that line to the next, interpreted and compiled;
        None if turns were not timed (`trace_cache`).
    """

    what: str
    where: str
    ops: int | None
    interpreted: int
    compiled: int
    state: str
    reason: str
    before: float | None = None
    after: float | None = None


class trace_cache:
    """Turn the trace cache off, or on again, for the whole process; with ``with``, until the body is left.

    With it off, eager code is interpreted: repeated code is neither found again nor compiled. Functions of
    `tapegrad.compile` do not change.

    Each call of it, and the end of a ``with`` block, forget what was compiled from eager code, and all that `exits`,
    `hot` and `explain` tell. So call these within the block.

    Parameters
    ----------
    on : bool
    timed : bool
        Time turns of loops, for `exits` and `hot`.

    Raises
    ------
    ArgumentError
        If these are not True or False.

    Examples
    --------
    >>> import tapegrad as tg
    >>> x = tg.tensor([1.0, 2.0], requires_grad=True)
    >>> with tg.debug.trace_cache(False):
    ...     (x * x).sum().backward()
    >>> x.grad
    tensor([2., 4.])
    >>> with tg.debug.trace_cache(True, timed=True):
    ...     for _ in range(100):
    ...         (x * x).sum().backward()
    ...     report = tg.debug.hot()  # within the block
    >>> "compiled" in report
    True
    """

    def __init__(self, on: bool, *, timed: bool = False) -> None:
        if not (isinstance(on, bool) and isinstance(timed, bool)):
            raise ArgumentError(f"trace_cache: expected True or False, got {on!r} and {timed!r}.")
        self._before = settings.on, settings.timed
        _set(on, timed)

    def __enter__(self) -> None:
        """Do nothing: it has been set."""

    def __exit__(self, *exception: object) -> None:
        _set(*self._before)


def _set(on: bool, timed: bool) -> None:
    pending = tape.pending
    if pending is not None and not pending.traced:
        tape.flush()
    settings.on, settings.timed = on, timed
    tree.forget()
    call_sites.forget()
    compiled_ops.forget()
    sites.of.clear()


def exits() -> list[Exit]:
    """Return where this thread's eager code ends its runs, and what became of it, the most frequent first.

    Returns
    -------
    list of Exit

    Examples
    --------
    >>> import tapegrad as tg
    >>> for _ in range(100):
    ...     x = tg.tensor([1.0, 2.0], requires_grad=True)
    ...     (x * x).sum().backward()
    >>> found = tg.debug.exits()[0]
    >>> found.what, found.ops, found.state
    ('sweep', 3, 'compiled')
    """
    return [exit_ for exit_, _ in exits_and_programs()]


def exits_and_programs() -> list[tuple[Exit, Program | None]]:
    """Return what `exits` does, each with the program that was compiled for it, if there is one."""
    entries = [*_of_tree()]
    told = {(line, reason) for line, reason, *_ in entries}
    for line, site in sites.of.copy().items():
        for (what, reason), times in site.interpreted.copy().items():
            if (line, reason) not in told:
                where = "?" if line is None else "{}:{}".format(*line)
                why = str(site.refusals.get((what, reason), reason.value))
                exit_ = Exit(what, where, None, times, 0, "interpreted", why)
                entries.append((line, reason, exit_, line, None))
    timed = [(_timed(began, exit_), program) for _, _, exit_, began, program in entries]
    return sorted(timed, key=lambda entry: -entry[0].interpreted - entry[0].compiled)


def explain(path: str | os.PathLike[str] | None = None) -> Explanation:
    """Show this thread's eager loops: where they end, which are compiled, why others are not, and the compiled code.

    Call it within the block of `trace_cache`, if there is one: leaving that forgets all, and the page says so.

    Parameters
    ----------
    path : path, optional
        Of the file to write, such as ``"loops.html"``. It loads nothing from elsewhere.

    Returns
    -------
    tapegrad.explain.explanation.Explanation
        A notebook shows it as the page.

    See Also
    --------
    hot : the same as text.

    Examples
    --------
    >>> import tapegrad as tg
    >>> for _ in range(100):
    ...     x = tg.tensor([1.0, 2.0], requires_grad=True)
    ...     (x * x).sum().backward()
    >>> page = tg.debug.explain()
    >>> "compiled" in page._repr_html_()
    True
    """
    return _of_explain("of_loops")(exits_and_programs(), path)


def _timed(line: tuple[str, int] | None, exit_: Exit) -> Exit:
    """Return an exit with the durations of its turns."""
    site = sites.of.get(line)
    if site is None or not exit_.what.startswith("sweep"):
        return exit_
    before, after = [1e6 * statistics.median(times) if times else None for times in site.turns]
    return exit_._replace(before=before, after=after)


_WHAT = {RECORDED: "sweep", EVALUATED: "transform", MAPPED: "batch"}


_Place = tuple[str, int] | None


def _of_tree() -> Iterator[tuple[_Place, Reason | None, Exit, _Place, Program | None]]:
    """Yield the exits of the trace tree that this thread has taken, with their last line, why they are refused, the
    line where sweeps begin, and the program that was compiled.
    """
    waiting = [tree.nothing.node, recordings]
    seen = {*waiting}  # paths that part may meet again
    while waiting:
        node = waiting.pop()
        further = {edge.node for edge in [*node.next.values()]} - seen
        seen |= further
        waiting += further
        after_reads = {}
        for key, of_node in node.exits.copy().items():
            counts = tape.returns.get(of_node) if key[0] is READ else None
            if counts is not None and counts.sweeps:
                after_reads[counts.root, key[1], counts.some] = counts
        for key, of_node in node.exits.copy().items():
            if key[0] is READ or key[0] == ROWS:
                continue
            (times,) = tape.returns.get(of_node, (0,))
            what, runs, line = _WHAT.get(key[0], "read" if key[0] < 0 else "sweep"), of_node.runs, of_node.line
            begins = line
            if key in after_reads:
                counts, held = after_reads[key], node.exits.get((HELD, key[1]))
                what, times, begins = "sweep after read", times + counts.sweeps, counts.line
                if held is not None and held.artefact.__class__ is Programs:
                    runs += held.artefact.sweeps(key[0])
            artefact = of_node.artefact
            if not times and artefact is None:
                continue
            refused = artefact.__class__ is Refusal
            state = "counting" if artefact is None else "refused" if refused else "compiled"
            why = Reason.COUNTING.value if artefact is None else str(artefact) if refused else ""
            if getattr(artefact, "in_vain", False):
                state, why = "compiled, not used", Reason.IN_VAIN.value
            yield (
                line and line[:2],
                artefact.reason if refused else None,
                Exit(what, lines_of(node, of_node), node.stop, times, runs, state, why),
                begins and begins[:2],
                getattr(getattr(artefact, "forward", None) or artefact, "program", None),
            )


def hot() -> str:
    """Return what `exits` does as text, a line for each that was taken more than once.

    Several in the same of the user's lines that became the same are one line. Call it within the block of
    `trace_cache`, if there is one: leaving that forgets all.

    Returns
    -------
    str

    Examples
    --------
    >>> import tapegrad as tg
    >>> with tg.debug.trace_cache(True):  # which forgets what was known
    ...     for _ in range(100):
    ...         x = tg.tensor([1.0, 2.0], requires_grad=True)
    ...         (x * x).sum().backward()
    ...     "compiled" in tg.debug.hot()
    True
    >>> tg.debug.hot()
    'No loop is known. Call hot within the block of tg.debug.trace_cache, after the loop.'
    """
    places: dict[tuple[str, ...], list[Exit]] = {}
    entries = exits()
    often = [e for e in entries if e.interpreted + e.compiled > 1]
    for e in often:
        places.setdefault((e.what, e.where, e.state, e.reason), []).append(e)
    lines = [*map(_told, sorted(places.values(), key=_times, reverse=True))]
    if not entries:
        return "No loop is known. Call hot within the block of tg.debug.trace_cache, after the loop."
    once = len(entries) - len(often)
    return "\n".join([*lines, f"{once} that were taken once"] if once else lines)


def _times(alike: list[Exit]) -> int:
    return sum(e.interpreted + e.compiled for e in alike)


def _told(alike: list[Exit]) -> str:
    """Return the line of some exits in the same of the user's lines."""
    e, ops = alike[0], sorted({e.ops for e in alike if e.ops is not None})
    counts = f"{sum(e.interpreted for e in alike):8} interpreted {sum(e.compiled for e in alike):8} compiled"
    length = f"{'-'.join(map(str, ops[:1] + ops[1:][-1:]))} ops" if ops else ""
    number = f" at {len(alike)} exits" if len(alike) > 1 else ""
    line = f"{counts}  {e.what:16} {length:>8}  {e.where}  {e.state}{number}{': ' if e.reason else ''}{e.reason}"
    times = [f"{name} {time:.1f} us" for name, time in (("before", e.before), ("after", e.after)) if time]
    return f"{line} [a turn: {', '.join(times)}]" if times else line


def _shown(x: Any) -> Any:
    if not isinstance(x, Tensor):
        return x
    if not x.traced:
        return x._numpy()
    trace: Any = x._family.run.backing
    value = trace.evaluate(x._i)
    return value != 0 if x.dtype == bool else value
