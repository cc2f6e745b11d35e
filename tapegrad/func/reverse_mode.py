"""Reverse mode: gradients of functions as functions, and vectors times Jacobians.

Outside of a recording `f` runs eagerly on fresh leaves, which are swept; within one, that `compile` or a transform
around this one has opened, the sweep is appended to it. So transforms compose with it and with each other.

Tests: tests/func/test_containers.py
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, overload

import numpy as np

from tapegrad.autograd import eager_transforms, traced_sweep, transform_recordings
from tapegrad.autograd import gradients as eager
from tapegrad.autograd.compiled_sweep import settle
from tapegrad.autograd.eager_variables import called, eager_variable, goes_elsewhere, leaf_of
from tapegrad.errors import ArgumentError, DtypeError, GradientError, ShapeError, check_function
from tapegrad.func.argument_leaves import (
    A,
    F,
    Numbers,
    P,
    R,
    Variables,
    as_arguments,
    detached,
    leaves_of,
    named,
    number_of,
    plain_of,
    split_aux,
    still,
    variables_of,
)
from tapegrad.func.container_classes import values_of
from tapegrad.func.containers import leaves_as, map_leaves, unflatten
from tapegrad.hints import with_hints
from tapegrad.machine.dtypes import F4, F8
from tapegrad.record import modes
from tapegrad.record.open_recording import current
from tapegrad.record.recording import home, made, tape
from tapegrad.record.run import serial_of
from tapegrad.record.trace import Trace
from tapegrad.record.variables import variable
from tapegrad.tensor.tensor import Tensor, as_tensor, from_array

Pullback = Callable[[Any], tuple[Any, ...]]


@overload
def value_and_grad(f: np.ufunc, argnums: Numbers = 0, has_aux: bool = False) -> Callable[..., tuple[Any, Any]]: ...
@overload
def value_and_grad(
    f: Callable[P, tuple[R, A]], argnums: Numbers = 0, *, has_aux: Literal[True]
) -> Callable[P, tuple[tuple[R, A], Any]]: ...
@overload
def value_and_grad(
    f: Callable[P, R], argnums: Numbers = 0, has_aux: Literal[False] = False
) -> Callable[P, tuple[R, Any]]: ...
@overload
def value_and_grad(
    f: Callable[P, Any], argnums: Numbers = 0, has_aux: bool = False
) -> Callable[P, tuple[Any, Any]]: ...
@with_hints
def value_and_grad(f: F, argnums: Numbers = 0, has_aux: bool = False) -> F:
    """Return the function that gives ``(f(...), gradient)``.

    Parameters
    ----------
    f : callable
        Returns a scalar; with `has_aux` a pair of a scalar and anything else.
    argnums : int or sequence of int
        The arguments to differentiate by; each an array, a number, or nested lists, tuples and dicts of them.
    has_aux : bool

    Returns
    -------
    callable
        Returns ``(value, gradient)``, with `has_aux` ``((value, aux), gradient)``. The gradient has the containers of
        the argument, and is a tuple if `argnums` is a sequence.

    Raises
    ------
    GradientError
        If f does not return a scalar.
    DtypeError, ArgumentError
        For arguments that cannot be differentiated by.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> tg.value_and_grad(lambda x: np.sum(x * x))(np.array([1.0, 2.0]))
    (np.float64(5.0), array([2., 4.]))
    """
    return gradient_of(
        f, argnums, has_aux, "value_and_grad", lambda value, aux, g: ((value, aux) if has_aux else value, g)
    )


@overload
def grad_and_value(f: np.ufunc, argnums: Numbers = 0, has_aux: bool = False) -> Callable[..., tuple[Any, Any]]: ...
@overload
def grad_and_value(
    f: Callable[P, tuple[R, A]], argnums: Numbers = 0, *, has_aux: Literal[True]
) -> Callable[P, tuple[Any, tuple[R, A]]]: ...
@overload
def grad_and_value(
    f: Callable[P, R], argnums: Numbers = 0, has_aux: Literal[False] = False
) -> Callable[P, tuple[Any, R]]: ...
@overload
def grad_and_value(
    f: Callable[P, Any], argnums: Numbers = 0, has_aux: bool = False
) -> Callable[P, tuple[Any, Any]]: ...
@with_hints
def grad_and_value(f: F, argnums: Numbers = 0, has_aux: bool = False) -> F:
    """Compute as `value_and_grad` does, the gradient first, as in torch.func."""
    return gradient_of(
        f, argnums, has_aux, "grad_and_value", lambda value, aux, g: (g, (value, aux) if has_aux else value)
    )


@overload
def grad(f: np.ufunc, argnums: Numbers = 0, has_aux: bool = False) -> Callable[..., Any]: ...
@overload
def grad(
    f: Callable[P, tuple[Any, A]], argnums: Numbers = 0, *, has_aux: Literal[True]
) -> Callable[P, tuple[Any, A]]: ...
@overload
def grad(f: Callable[P, Any], argnums: Numbers = 0, has_aux: bool = False) -> Callable[P, Any]: ...
@with_hints
def grad(f: F, argnums: Numbers = 0, has_aux: bool = False) -> F:
    """Return the function that gives the gradient of `f`.

    Parameters
    ----------
    f : callable
        Returns a scalar; with `has_aux` a pair of a scalar and anything else.
    argnums : int or sequence of int
        The arguments to differentiate by; each an array, a number, or nested lists, tuples and dicts of them.
    has_aux : bool

    Returns
    -------
    callable
        Takes the arguments of `f`. Returns the gradient, with `has_aux` ``(gradient, aux)``; it has the containers of
        the argument, and is a tuple if `argnums` is a sequence.

    Raises
    ------
    GradientError
        If f does not return a scalar.
    DtypeError, ArgumentError
        For arguments that cannot be differentiated by.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> tg.grad(np.sin)(0.0)
    np.float64(1.0)
    >>> tg.grad(tg.grad(np.sin))(np.pi / 2)
    np.float64(-1.0)
    """
    if isinstance(f, Tensor):
        raise ArgumentError(
            "grad: expected a function, got a Tensor. tg.grad differentiates functions; use "
            "tg.autograd.grad(outputs, inputs) "
            "for Tensors."
        )
    return gradient_of(f, argnums, has_aux, "grad", functools.partial(gradient_alone, has_aux))


def gradient_alone(has_aux: bool, value: Any, aux: Any, g: Any) -> tuple[Any, Any]:
    return (g, aux) if has_aux else g


def gradient_of(f: F, argnums: Numbers, has_aux: bool, name: str, arrange: Callable[[Any, Any, Any], Any]) -> F:
    check_function(f, name)

    @named(f, name, argnums, has_aux)
    def wrapped(*args: Any, **keywords: Any) -> Any:
        trace, v, out, aux = _called(f, args, keywords, argnums, has_aux, name)
        if out.__class__ is not Tensor:
            out = values_of(out)
        pair = eager_transforms.swept(out, v.variables) if v.plain and trace is None else None
        if pair is not None:
            value, gradients = pair
            return arrange(value, map_leaves(plain_of, aux) if has_aux else None, as_arguments(v, gradients))
        out = _scalar(out, name)
        with differentiating():
            gradients, connected = pulled([out], None, v.variables, trace)
        if modes.current().inference:
            connected, gradients = False, [g.detach() for g in gradients]
        if not connected:
            show = plain_of if v.plain and trace is None and still(out, aux, gradients) else detached
            out, aux, gradients = show(out), map_leaves(show, aux), [show(g) for g in gradients]
        return arrange(out, aux, as_arguments(v, gradients))

    return wrapped


class differentiating:
    """Record for gradients within, whatever is switched off around it; what is switched within holds no longer."""

    def __enter__(self) -> None:
        self._before = before = modes.current()
        if not before.grad_enabled:
            modes.switch(before.with_grad(True, False))

    def __exit__(self, *exception: object) -> None:
        before, now = self._before, modes.current()
        if now is not before:
            modes.switch(now.with_grad(before.grad_enabled, before.inference))


def _called(
    f: F, args: Sequence[Any], keywords: dict[str, Any], argnums: Any, has_aux: bool, name: str
) -> tuple[Trace | None, Variables, Any, Any]:
    """Call a function with variables, as if within `differentiating`; returns the recording that goes on, the
    variables, and what it gave.
    """
    before = modes.current()
    if not before.grad_enabled:
        modes.switch(before.with_grad(True, False))
    try:
        trace = current()
        first = next(made)
        v = variables_of(args, argnums, name, _eager if trace is None else _recorded)
        result = called(f, v.args, keywords, v.variables, first)
    finally:
        now = modes.current()
        if now is not before:
            modes.switch(now.with_grad(before.grad_enabled, before.inference))
    return trace, v, *(split_aux(result, has_aux, name) if has_aux else (result, None))


def _recorded(x: Any, name: str) -> Tensor:
    """Return the variable of an argument within a recording."""
    return variable(number_of(x, name))


def _eager(x: Any, name: str) -> Tensor:
    """Return the variable of an argument elsewhere: connected with its history if it has one, else a leaf, for which
    another run begins.
    """
    if x.__class__ is np.ndarray and (x.dtype is F8 or x.dtype is F4):
        t = leaf_of(np.array(x, order="C"))
    else:
        t = eager_variable(number_of(x, name))
    if t._family.run is None and tape._open.pending is not None:
        settle()
    return t


def _scalar(out: Any, name: str) -> Tensor:
    several = "jacobian(jacobian(f))" if name == "hessian" else "jacobian(f)"
    if not isinstance(out, Tensor):
        if isinstance(out, (float, int, np.generic, np.ndarray)):
            out = from_array(np.asarray(out, float))
        else:
            remedy = "Write `return` before its result" if out is None else f"Use {several} for several outputs"
            raise DtypeError(f"{name}: f must return a scalar, got {type(out).__name__}. {remedy}.")
    if out.dtype.kind == "c":
        raise GradientError(f"{name}: f must return a real number, got {out.dtype}. Use tg.func.vjp, abs() or .real.")
    if out.shape != ():
        raise GradientError(
            f"{name}: f must return a scalar, got shape {out.shape}. Use {several}, or reduce the result, for "
            "example with np.sum."
        )
    return out


@overload
def vjp(f: Callable[..., R], *primals: Any, has_aux: Literal[False] = False) -> tuple[R, Pullback]: ...
@overload
def vjp(f: Callable[..., tuple[R, A]], *primals: Any, has_aux: Literal[True]) -> tuple[R, Pullback, A]: ...
@with_hints
def vjp(f: F, *primals: Any, has_aux: bool = False) -> tuple[Any, ...]:
    """Return ``f(*primals)`` and the function that multiplies vectors by its Jacobian from the left.

    Returns
    -------
    output : as f returns it
    pullback : callable
        Takes a cotangent of the output's containers and shapes, returns a tuple with one for each primal. May be called
        any number of times.
    aux : only with `has_aux`

    Raises
    ------
    ShapeError
        If a cotangent does not fit.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> y, pullback = tg.func.vjp(lambda x: x * x, np.array([1.0, 2.0]))
    >>> pullback(np.array([1.0, 10.0]))
    (array([ 2., 40.]),)
    """
    check_function(f, "vjp")
    _, *results = with_pullback(f, primals, has_aux, "vjp")
    return tuple(results)


def with_pullback(f: F, primals: Sequence[Any], has_aux: bool, name: str) -> tuple[Any, ...]:
    trace, v, result, aux = _called(f, primals, {}, tuple(range(len(primals))), has_aux, name)
    out, structure = leaves_of(result, name)
    connected = trace is not None or any(goes_elsewhere(_reached(o), v.variables) for o in out if o.requires_grad)

    def pullback(cotangent: Any) -> tuple[Any, ...]:
        leaves = leaves_as(structure, cotangent)
        if leaves is None:
            raise ArgumentError("vjp: the cotangent must have the containers of f's output.")
        seeds = [as_tensor(_cast(s, o.dtype), "vjp") for s, o in zip(leaves, out, strict=True)]
        for seed, o in zip(seeds, out, strict=True):
            if seed.shape != o.shape:
                raise ShapeError(f"vjp: a cotangent of shape {seed.shape} does not fit an output of shape {o.shape}.")
        seeds = [s.astype(o.dtype, copy=False) if o.dtype.kind in "fc" else s for s, o in zip(seeds, out, strict=True)]
        with differentiating():
            gradients, _ = pulled(out, seeds, v.variables, current() if trace is not None else None, retain=True)
        if tape.inference:
            gradients = [g.detach() for g in gradients]
        plain = v.plain and not connected and not any(isinstance(s, Tensor) for s in leaves) and still(gradients)
        return as_arguments(v, [plain_of(g) for g in gradients] if plain else gradients)

    shown = out
    if not connected or tape.inference:
        show = plain_of if v.plain and trace is None and still(out, aux) else detached
        shown, aux = [show(o) for o in out], map_leaves(show, aux)
    shown = unflatten(structure, shown)
    return (v, shown, pullback, aux) if has_aux else (v, shown, pullback)


def _cast(seed: Any, dtype: np.dtype[Any]) -> Any:
    """Return plain data in the dtype of a result, where it can have it: as an operation that would be recorded."""
    if isinstance(seed, Tensor) or dtype.kind not in "fc":
        return seed
    array = np.asarray(seed)
    return array.astype(dtype) if array.dtype != dtype and np.can_cast(array.dtype, dtype, "same_kind") else seed


def pulled(
    out: list[Tensor], seeds: list[Any] | None, variables: list[Tensor], trace: Trace | None, retain: bool = False
) -> tuple[list[Tensor], bool]:
    """Return gradients (zeros where nothing arrives), and whether they are connected with outer Tensors."""
    if trace is not None:
        return adjoints(trace, out, seeds or [trace.number(1.0, o._family.form) for o in out], variables), True
    roots = [k for k, o in enumerate(out) if o.requires_grad]
    if not roots:
        return [zeros_of(v) for v in variables], any(v.requires_grad and not v.is_leaf for v in variables)
    reached = frozenset().union(*[_reached(out[k]) for k in roots])
    connected = goes_elsewhere(reached, variables)
    if seeds is not None and current() is not None and not connected:  # f ran before what is being recorded now
        pulled = eager.pulled_back([out[k] for k in roots], [seeds[k] for k in roots], variables)
        return filled(pulled, variables), True
    connected = connected or any(isinstance(s, Tensor) and s.requires_grad for s in seeds or ())
    # where no variable is unused, the sweep is one to all leaves, which a program may do
    targets = [v for v in variables if not v.is_leaf or serial_of(v) in reached] or variables
    gradients = eager.grad(
        [out[k] for k in roots], targets, None if seeds is None else [seeds[k] for k in roots],
        retain_graph=True if connected or retain else None, create_graph=connected, allow_unused=True,
    )  # fmt: skip
    by_variable = dict(zip(map(id, targets), gradients, strict=True))
    return filled([by_variable.get(id(v)) for v in variables], variables), connected


def zeros_of(t: Tensor) -> Tensor:
    return from_array(np.zeros(t.shape, t.dtype))


def filled(derivatives: Iterable[Tensor | None], of: Iterable[Tensor]) -> list[Tensor]:
    """Return derivatives, with zeros for those that are not there."""
    return [zeros_of(t) if g is None else g for g, t in zip(derivatives, of, strict=True)]


def adjoints(trace: Trace, out: Sequence[Tensor], seeds: Sequence[Tensor], variables: Sequence[Tensor]) -> list[Tensor]:
    """Append a reverse sweep to a recording; returns the variables' adjoints, zeros where nothing arrives."""

    def sweep() -> list[Tensor]:
        pairs = [(o._i, s) for o, s in zip(out, seeds, strict=True) if o._family.run is trace.run and o.requires_grad]
        return filled(traced_sweep.reverse(trace, pairs, [v._i for v in variables]), variables)

    return transform_recordings.swept(trace, "reverse", (out, seeds, variables), sweep)


def _reached(out: Tensor) -> frozenset[int]:
    """Return the serials of the leaves that a result goes back to."""
    run = home(out)[0].run
    if run is None:
        return frozenset({serial_of(out)}) if out.is_leaf else frozenset()
    return run.reached_leaves()
