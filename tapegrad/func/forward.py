"""Forward mode: Jacobians times vectors.

`f` is recorded, and a tangent sweep appended. A recording that is open goes on; else one is opened for the call (a
`Session`), and its values are computed at its end.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad import autograd
from tapegrad.autograd import traced
from tapegrad.errors import ArgumentError, ShapeError, check_function
from tapegrad.func.arguments import F, Variables, leaves_in, number_of, split_aux, tensors_in, variables_of, zeros_of
from tapegrad.func.containers import Structure, flatten, leaves_as, map_leaves, unflatten
from tapegrad.func.derived import emitted
from tapegrad.func.reverse import vjp, with_pullback
from tapegrad.tape import pending
from tapegrad.tape.pending import tape
from tapegrad.tape.trace import Trace, current, recording
from tapegrad.tape.variables import variable
from tapegrad.tensor.tensor import Tensor, as_tensor, from_array


def jvp(f: F, primals: Sequence[Any], tangents: Sequence[Any], has_aux: bool = False) -> Any:
    """Return ``f(*primals)`` and its derivative along the tangents, in one sweep forward.

    Parameters
    ----------
    f : callable
    primals, tangents : sequences of the same containers and shapes, one item for each argument of f

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


def linearized(f: F, primals: Any, has_aux: bool, name: str, tangents: Any) -> tuple[Any, ...]:
    check_function(f, name)
    if not isinstance(primals, (tuple, list)) or not isinstance(tangents, (tuple, list)):
        raise ArgumentError(f"{name}: primals and tangents must be tuples, with one item for each argument of f.")
    with Session() as session:
        v = inputs_of(session, primals, tuple(range(len(primals))), name)
        moving = _moving(v, tangents, name)
        session.plain = session.plain and not any(isinstance(x, Tensor) for x in leaves_in(tangents))
        result, aux = split_aux(f(*v.args), has_aux, name)
        out, structure = outputs_of(result, name)
        pushed = tangents_of(session, v, out, moving)
        shown = session.results([*out, *pushed, *tensors_in(aux)])
    count = len(out)
    both = unflatten(structure, shown[:count]), unflatten(structure, shown[count : 2 * count])
    rest = iter(shown[2 * count :])
    return (*both, map_leaves(lambda x: next(rest) if isinstance(x, Tensor) else x, aux)) if has_aux else both


def linearize(f: F, *primals: Any, has_aux: bool = False) -> Any:
    """Return ``f(*primals)`` and the function that multiplies its Jacobian by vectors from the right.

    Returns
    -------
    output : as f returns it
    pushforward : callable
        Takes one tangent for each primal, returns that of the output. Outside of a recording `f` ran once: this is
        the transpose of its pullback, and what `f` read may change meanwhile.
    aux : only with `has_aux`
    """
    check_function(f, "linearize")
    trace = current()
    if trace is None:
        v, shown, pullback, *aux = with_pullback(f, primals, has_aux, "linearize")
        return shown, functools.partial(_transposed, v, pullback, shown), *aux
    session = Session()
    with session:
        v = inputs_of(session, primals, tuple(range(len(primals))), "linearize")
        result, aux_ = split_aux(f(*v.args), has_aux, "linearize")
        out, structure = outputs_of(result, "linearize")

    def pushforward(*tangents: Any) -> Any:
        with session:
            return unflatten(structure, tangents_of(session, v, out, _moving(v, tangents, "linearize")))

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


def _moving(v: Variables, tangents: Sequence[Any], name: str) -> list[Tensor | None]:
    """Return tangents of the variables, checked."""
    if len(tangents) != len(v.structures):
        raise ArgumentError(f"{name}: got {len(v.structures)} primals and {len(tangents)} tangents.")
    moving: list[Tensor | None] = []
    for structure, tree in zip(v.structures, tangents, strict=True):
        given = leaves_as(structure, tree)
        if given is None:
            raise ArgumentError(f"{name}: the tangents must have the containers of the primals.")
        for leaf in given:
            x = v.variables[len(moving)]
            t = number_of(leaf, name)
            if t.shape != x.shape:
                raise ShapeError(f"{name}: a tangent of shape {t.shape} does not fit a primal of shape {x.shape}.")
            moving.append(t.astype(x.dtype, copy=False))
    return moving


def outputs_of(result: Any, name: str) -> tuple[list[Tensor], Structure]:
    leaves: list[Any] = []
    structure = flatten(result, leaves)
    return [as_tensor(leaf, name) for leaf in leaves], structure


def tangents_of(session: Session, v: Variables, out: list[Tensor], moving: Sequence[Tensor | None]) -> list[Tensor]:
    """Return tangents of the outputs for tangents of the variables (None for zero)."""
    starts = {x._i: t for x, t in zip(v.variables, moving, strict=True) if t is not None}
    slots = [o._i if o._family.run is session.trace else -1 for o in out]
    inside = [s for s in slots if s >= 0]
    found = dict(zip(inside, traced.tangent(session.trace, starts, inside), strict=True))
    results = []
    for o, s in zip(out, slots, strict=True):
        moved = found.get(s)
        results.append(
            zeros_of(o)
            if moved is None and o.dtype.kind == "f"
            else from_array(np.zeros(o.shape))
            if moved is None
            else moved
        )
    return results


class Session:
    """A recording for forward sweeps: the open one, or one for this call, evaluated at its end."""

    def __init__(self) -> None:
        self.outer = current()
        self.plain = True

    def __enter__(self) -> Session:
        if self.outer is None:
            self._recording = recording(strict=False)
            self.trace = self._recording.__enter__()
        else:
            self.trace = self.outer
        self._grad = autograd.inference_mode(False)
        self._grad.__enter__()
        self._left = False
        return self

    def __exit__(self, *exception: object) -> None:
        self._leave(*exception)

    def _leave(self, *exception: object) -> None:
        if self._left:
            return
        self._left = True
        self._grad.__exit__(*exception)
        if self.outer is None:
            self._recording.__exit__(*exception)

    def results(self, tensors: Sequence[Tensor]) -> list[Any]:
        """Return results of the recording, for whoever called: Tensors of it, or values."""
        self._leave()
        if self.outer is not None:
            # an argument that is a result may be written to, and so may the result
            own = [
                self.trace.handle(t._i) if t._family.run is self.trace and not pending.moves(t) else t for t in tensors
            ]
            return [t.detach() for t in own] if tape.inference else own
        if self.trace.captured:  # they must be differentiable by what was captured: record them again, eagerly
            return replayed(self.trace, tensors)
        values = [self._value(t) for t in tensors]
        return values if self.plain else [from_array(np.asarray(v)) for v in values]

    def _value(self, t: Tensor) -> Any:
        array = self.trace.evaluate(self.trace.slot_of(t))
        array = array != 0 if t.dtype == bool else array
        return array[()] if array.ndim == 0 else array.copy()


def inputs_of(session: Session, args: Sequence[Any], argnums: Any, name: str) -> Variables:
    v = variables_of(args, argnums, name, lambda t: variable(_entered(session, t)))
    session.plain = session.plain and v.plain
    return v


def _entered(session: Session, t: Tensor) -> Tensor:
    """Return an argument in the session's recording."""
    if session.outer is not None or t.requires_grad or t.traced or pending.moves(t):
        return t
    return session.trace.input(np.ascontiguousarray(t._array()).reshape(t.shape), t._family.form)


def replayed(trace: Trace, tensors: Sequence[Tensor]) -> list[Tensor]:
    """Append what a trace recorded to the tape that is open now."""
    program = trace.program(tensors)
    inputs = [from_array(trace.evaluate(s), trace.form(s).dtype) for s in trace.inputs]
    return emitted(program, [*inputs, *trace.outside()])
