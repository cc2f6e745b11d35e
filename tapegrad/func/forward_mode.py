"""Forward mode: Jacobians times vectors.

`f` is recorded, and a tangent sweep appended. A recording that is open goes on; else one is opened for the call (a
`Session`), and its values are computed at its end.

Tests: tests/func/test_nesting.py
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any, Literal, overload

import numpy as np

from tapegrad.autograd import traced_sweep, transform_recordings
from tapegrad.errors import ArgumentError, ShapeError, check_function
from tapegrad.func.argument_leaves import A, F, R, Variables, leaves_in, leaves_of, number_of, split_aux, variables_of
from tapegrad.func.containers import leaves_as, map_leaves, unflatten
from tapegrad.func.derive import emitted
from tapegrad.func.reverse_mode import differentiating, vjp, with_pullback
from tapegrad.hints import with_hints
from tapegrad.record.open_recording import current
from tapegrad.record.recording import moves, tape
from tapegrad.record.trace import Trace, recording
from tapegrad.record.variables import variable
from tapegrad.tensor.tensor import Tensor, as_tensor, from_array


@overload
def jvp(
    f: Callable[..., R], primals: Sequence[Any], tangents: Sequence[Any], has_aux: Literal[False] = False
) -> tuple[R, R]: ...
@overload
def jvp(
    f: Callable[..., tuple[R, A]], primals: Sequence[Any], tangents: Sequence[Any], has_aux: Literal[True]
) -> tuple[R, R, A]: ...
@with_hints
def jvp(f: F, primals: Sequence[Any], tangents: Sequence[Any], has_aux: bool = False) -> tuple[Any, ...]:
    """Return ``f(*primals)`` and its derivative along the tangents, in one sweep forward.

    Parameters
    ----------
    f : callable
        Takes arrays and numbers, or containers of them.
    primals, tangents : sequences of the same containers and shapes
        One item for each argument of `f`.
    has_aux : bool
        Whether `f` returns a pair, whose second part is passed on.

    Returns
    -------
    output, tangent : as f returns its result
    aux : only with `has_aux`

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> tg.func.jvp(np.sin, (0.0,), (2.0,))
    (np.float64(0.0), np.float64(2.0))
    """
    out, push, *aux = linearized(f, primals, has_aux, "jvp", tangents)
    return (out, push, *aux)


def linearized(
    f: F, primals: Sequence[Any] | tuple[Any, ...], has_aux: bool, name: str, tangents: Sequence[Any] | tuple[Any, ...]
) -> tuple[Any, ...]:
    check_function(f, name)
    if not isinstance(primals, (tuple, list)) or not isinstance(tangents, (tuple, list)):
        raise ArgumentError(f"{name}: primals and tangents must be tuples, with one item for each argument of f.")
    with session() as s:
        v = inputs_of(s, primals, tuple(range(len(primals))), name)
        moving = [s.trace.handle(s.trace.slot_of(t)) for t in _moving(v, tangents, name)]
        s.plain = s.plain and not any(isinstance(x, Tensor) for x in leaves_in(tangents))
        result, aux = split_aux(f(*v.args), has_aux, name)
        out, structure = leaves_of(result, name)
        pushed = tangents_of(s.trace, v.variables, out, moving)
        trees = unflatten(structure, out), unflatten(structure, pushed, whole=False), aux
    results = s.results(trees)
    return results if has_aux else results[:2]


@overload
def linearize(f: Callable[..., R], *primals: Any, has_aux: Literal[False] = False) -> tuple[R, Callable[..., R]]: ...
@overload
def linearize(
    f: Callable[..., tuple[R, A]], *primals: Any, has_aux: Literal[True]
) -> tuple[R, Callable[..., R], A]: ...
@with_hints
def linearize(f: F, *primals: Any, has_aux: bool = False) -> tuple[Any, ...]:
    """Return ``f(*primals)`` and the function that multiplies its Jacobian by vectors from the right.

    Returns
    -------
    output : as f returns it
    pushforward : callable
        Takes one tangent for each primal, returns the tangent of the output. Outside of a recording `f` ran once. The
        pushforward is the transpose of its pullback, so values that `f` read may change meanwhile.
    aux : only with `has_aux`
    """
    check_function(f, "linearize")
    trace = current()
    if trace is None:
        v, shown, pullback, *aux = with_pullback(f, primals, has_aux, "linearize")
        return shown, functools.partial(_transposed, v, pullback, shown), *aux
    with session() as s:
        v = inputs_of(s, primals, tuple(range(len(primals))), "linearize")
        result, aux_ = split_aux(f(*v.args), has_aux, "linearize")
        out, structure = leaves_of(result, "linearize")

    def pushforward(*tangents: Any) -> Any:
        with differentiating():
            pushed = tangents_of(trace, v.variables, out, _moving(v, tangents, "linearize"))
            return unflatten(structure, pushed, whole=False)

    shown = unflatten(structure, out)
    return (shown, pushforward, aux_) if has_aux else (shown, pushforward)


def _transposed(v: Variables, pullback: F, output: Any, *tangents: Any) -> Any:
    """Return the Jacobian times tangents: the pullback is linear, and this its own pullback, anywhere."""
    _moving(v, tangents, "linearize")
    zeros = map_leaves(
        lambda x: np.zeros(np.shape(x), np.result_type(as_tensor(x, "linearize").dtype, np.float32)), output
    )
    _, pushforward = vjp(pullback, zeros)
    return pushforward(tangents)[0]


def _moving(v: Variables, tangents: Sequence[Any], name: str) -> list[Tensor]:
    """Return tangents of the variables, checked."""
    if len(tangents) != len(v.structure.parts):
        raise ArgumentError(f"{name}: got {len(v.structure.parts)} primals and {len(tangents)} tangents.")
    leaves = leaves_as(v.structure, tuple(tangents))
    if leaves is None:
        raise ArgumentError(f"{name}: the tangents must have the containers of the primals.")
    moving = [number_of(leaf, name) for leaf in leaves]
    for t, x in zip(moving, v.variables, strict=True):
        if t.shape != x.shape:
            raise ShapeError(f"{name}: a tangent of shape {t.shape} does not fit a primal of shape {x.shape}.")
    return [t.astype(x.dtype, copy=False) for t, x in zip(moving, v.variables, strict=True)]


def tangents_of(
    trace: Trace, variables: Sequence[Tensor], out: Sequence[Tensor], moving: Sequence[Tensor]
) -> list[Tensor]:
    """Append a tangent sweep to a recording; returns the outputs' tangents, zeros where nothing arrives."""

    def sweep() -> list[Tensor]:
        starts = {x._i: t for x, t in zip(variables, moving, strict=True)}
        pushed = iter(traced_sweep.tangent(trace, starts, [o._i for o in out if o._family.run is trace.run]))
        moved = [next(pushed) if o._family.run is trace.run else None for o in out]
        return [
            from_array(np.zeros(o.shape, o.dtype if o.dtype.kind in "fc" else float)) if t is None else t
            for t, o in zip(moved, out, strict=True)
        ]

    return transform_recordings.swept(trace, "tangent", (variables, out, moving), sweep)


@contextmanager
def session() -> Iterator[Session]:
    """Go on with the recording that is open, or open one for this call."""
    outer = current()
    with recording(strict=False) if outer is None else nullcontext(outer) as trace, differentiating():
        if outer is None:
            trace.walk = transform_recordings.Walk()
        yield Session(trace, outer is not None)


@dataclass
class Session:
    """What a call with forward sweeps records."""

    trace: Trace
    goes_on: bool
    plain: bool = True

    def results(self, tree: tuple[Any, Any, Any] | tuple[Any, Any]) -> Any:
        """Return a container of results, after the session: its Tensors as those of a recording that goes on, else as
        values.
        """
        leaves = leaves_in(tree)
        values = iter(self._shown([x for x in leaves if isinstance(x, Tensor)]))
        return map_leaves(lambda x: next(values) if isinstance(x, Tensor) else x, tree)

    def _shown(self, tensors: list[Tensor]) -> list[Any]:
        if self.goes_on:
            # an argument that is a result may be written to, and so may the result
            ends = [self.trace.handle(t._i) if t._family.run is self.trace.run and not moves(t) else t for t in tensors]
            return [t.detach() for t in ends] if tape.inference else ends
        if self.trace.captured:  # they must be differentiable by what was captured: record them again, eagerly
            return replayed(self.trace, tensors)
        arrays = transform_recordings.values(self.trace, tensors)
        values = [self._value(t) for t in tensors] if arrays is None else [x if x.ndim else x[()] for x in arrays]
        return values if self.plain else [from_array(np.asarray(v)) for v in values]

    def _value(self, t: Tensor) -> Any:
        array = self.trace.evaluate(self.trace.slot_of(t))
        array = array != 0 if t.dtype == bool else array
        return array[()] if array.ndim == 0 else array.copy()


def inputs_of(s: Session, args: Sequence[Any], argnums: Any, name: str) -> Variables:
    v = variables_of(args, argnums, name, lambda x, name: variable(_entered(s, number_of(x, name))))
    s.plain = s.plain and v.plain
    return v


def _entered(s: Session, t: Tensor) -> Tensor:
    """Return an argument in the session's recording."""
    if s.goes_on or t.requires_grad or t.traced or moves(t):
        return t
    return s.trace.input(np.ascontiguousarray(t._array()).reshape(t.shape), t._family.form)


def replayed(trace: Trace, tensors: Sequence[Tensor]) -> list[Tensor]:
    """Append what a trace recorded to the tape that is open now."""
    program = trace.program(tensors)
    inputs = [from_array(trace.evaluate(s), trace.form(s).dtype) for s in trace.inputs]
    return emitted(program, [*inputs, *trace.outside()])
