"""Function transforms: derivatives of functions as functions.

Reverse mode outside of a recording runs `f` eagerly on fresh leaves and sweeps; everything else records `f` into a
trace and appends sweeps to it. A trace that `compile` has opened goes on, so transforms compose with it and with each
other; else one is opened for the call, and its values are computed on the spot.

NumPy in, NumPy out, unless the result depends on a Tensor that requires grad, also one that `f` captured: then it is a
Tensor, and can be differentiated further. Tensor in, Tensor out.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from tapegrad import autograd
from tapegrad.autograd import forward_ad, traced
from tapegrad.autograd.variables import eager_variable, leaves_made, under_way
from tapegrad.errors import ArgumentError, DtypeError, GradientError, ShapeError, check_function
from tapegrad.func.containers import LEAF, Structure, flatten, leaves_as, map_leaves, unflatten
from tapegrad.func.derived import emitted
from tapegrad.ops.elementwise import where
from tapegrad.ops.shaping import reshape_op
from tapegrad.tape import record
from tapegrad.tape.forms import F8, INT
from tapegrad.tape.record import tape
from tapegrad.tape.trace import Trace, current, recording
from tapegrad.tensor.batching import batched_sweep
from tapegrad.tensor.tensor import Tensor, as_tensor, from_array

F = Callable[..., Any]


# ------------------------------------------------------------------------------------------------- arguments


def _positions(argnums: Any, count: int, name: str) -> tuple[int, ...]:
    """Valid, distinct argument numbers.

    Raises
    ------
    ArgumentError
    """
    numbers = argnums if isinstance(argnums, (tuple, list)) else (argnums,)
    if not numbers:
        raise ArgumentError(f"{name}: argnums is empty. Name at least one argument.")
    found = []
    for n in numbers:
        if not isinstance(n, (int, np.integer)) or isinstance(n, bool):
            raise ArgumentError(f"{name}: argnums must be integers, got {n!r}.")
        if not -count <= n < count:
            raise ArgumentError(f"{name}: argnums {n} is out of range for {count} positional arguments.")
        found.append(int(n) % count)
    if len(set(found)) != len(found):
        raise ArgumentError(f"{name}: argnums {argnums} names an argument twice.")
    return tuple(found)


def _number(x: Any, name: str) -> Tensor:
    """A leaf of an argument that is differentiated by, as a Tensor of a floating-point dtype."""
    if isinstance(x, Tensor):
        t = x
    else:
        if isinstance(x, int) and not isinstance(x, bool):
            x = float(x)
        if not isinstance(x, (float, complex, np.ndarray, np.generic)):
            raise DtypeError(
                f"{name}: expected arrays, numbers, or lists, tuples and dicts of them, got {type(x).__name__}."
            )
        t = from_array(np.ascontiguousarray(record.capture(x, name)).reshape(np.shape(x)))
    if t._kind.form is INT:
        t = record.numbers(t, F8)
    if t.dtype.kind not in "fc":
        raise DtypeError(
            f"{name}: can only differentiate by floating-point and complex numbers, got {t.dtype}. "
            "Convert it with astype(float)."
        )
    return t


class _Variables(NamedTuple):
    """The arguments that are differentiated by, taken apart, and the whole arguments with variables in their place."""

    variables: list[Tensor]
    structures: list[Structure]
    args: list[Any]
    plain: bool
    single: bool


def _variables(args: Sequence[Any], argnums: Any, name: str, make: Callable[[Tensor], Tensor]) -> _Variables:
    positions = _positions(argnums, len(args), name)
    variables: list[Tensor] = []
    structures = []
    whole = list(args)
    plain = True
    for k in positions:
        leaves: list[Any] = []
        structure = flatten(args[k], leaves)
        made = [make(_number(leaf, name)) for leaf in leaves]
        plain = plain and not any(isinstance(leaf, Tensor) for leaf in leaves)
        whole[k] = unflatten(structure, [record.stand_in(t) for t in made])
        variables += made
        structures.append(structure)
    if not variables:
        raise ArgumentError(f"{name}: the arguments to differentiate by hold no arrays.")
    return _Variables(variables, structures, whole, plain, not isinstance(argnums, (tuple, list)))


def _as_arguments(v: _Variables, values: Sequence[Any]) -> Any:
    """Values, one for each variable, in the containers of the arguments."""
    rest = iter(values)
    trees = []
    for structure in v.structures:
        trees.append(unflatten(structure, [next(rest) for _ in range(_count(structure))]))
    return trees[0] if v.single else tuple(trees)


def _count(structure: Structure) -> int:
    return 1 if structure is LEAF or structure.kind is None else sum(_count(part) for part in structure.parts)


def _plain(t: Any) -> Any:
    """A Tensor as NumPy: a number for no dimensions."""
    if not isinstance(t, Tensor):
        return t
    array = t._numpy()
    return array[()] if array.ndim == 0 else array.copy()


def _detached(t: Any) -> Any:
    return forward_ad.cut(t) if isinstance(t, Tensor) else t


def _still(*trees: Any) -> bool:
    """Whether nothing in them has a tangent of an open dual level."""
    return not any(record.moves(leaf) for tree in trees for leaf in _leaves(tree))


def _split(result: Any, has_aux: bool, name: str) -> tuple[Any, Any]:
    if not has_aux:
        return result, None
    if not isinstance(result, tuple) or len(result) != 2:
        raise ArgumentError(
            f"{name}: with has_aux=True, f must return a pair (output, auxiliary data), got {type(result).__name__}."
        )
    return result


def _scalar(out: Any, name: str) -> Tensor:
    several = "jacobian(jacobian(f))" if name == "hessian" else "jacobian(f)"
    if not isinstance(out, Tensor):
        if isinstance(out, (float, int, np.generic, np.ndarray)):
            out = from_array(np.asarray(out, float))
        else:
            raise DtypeError(
                f"{name}: f must return a scalar, got {type(out).__name__}. Use {several} for several outputs."
            )
    if out.dtype.kind == "c":
        raise GradientError(f"{name}: f must return a real number, got {out.dtype}. Use tg.func.vjp, abs() or .real.")
    if out.shape != ():
        raise GradientError(
            f"{name}: f must return a scalar, got shape {out.shape}. Use {several}, or reduce the result, for "
            "example with np.sum."
        )
    return out


def _zeros(t: Tensor) -> Tensor:
    return from_array(np.zeros(t.shape, t.dtype))


# ------------------------------------------------------------------------------------------------- reverse mode


def _depends_elsewhere(out: Tensor, variables: Sequence[Tensor]) -> bool:
    """Whether a result goes back to leaves of the user, or of a transform around this one: then the sweep must
    be recorded.
    """
    run = record.home(out)[0].run
    if run is None:
        reached = frozenset({id(out)}) if out.is_leaf else frozenset()
    else:
        if run.records is not None:
            tape.flush()
            run = record.home(out)[0].run
            assert run is not None
        reached = run.reached_leaves()
    return any(
        leaf not in leaves_made.ids or leaf in tape.variables
        for leaf in reached - {id(v) for v in variables if v.is_leaf}
    )


def _reverse(
    out: list[Tensor], seeds: list[Any] | None, variables: list[Tensor], trace: Trace | None, retain: bool = False
) -> tuple[list[Tensor], bool]:
    """Gradients (zeros where nothing arrives), and whether they are connected with outer Tensors."""
    if trace is not None:
        pairs = [
            (o._i, from_array(np.ones(o.shape, o.dtype)) if s is None else s)
            for o, s in zip(out, seeds or [None] * len(out), strict=True)
            if o._kind.run is trace and o.requires_grad
        ]
        found = traced.reverse(trace, pairs, [v._i for v in variables])
        return [_zeros(v) if g is None else g for v, g in zip(variables, found, strict=True)], True
    roots = [k for k, o in enumerate(out) if o.requires_grad]
    if not roots:
        return [_zeros(v) for v in variables], any(v.requires_grad and not v.is_leaf for v in variables)
    connected = any(_depends_elsewhere(out[k], variables) for k in roots)
    if seeds is not None and current() is not None and not connected:  # f ran before what is being recorded now
        found = autograd.gradients.pulled_back([out[k] for k in roots], [seeds[k] for k in roots], variables)
        return [_zeros(v) if g is None else g for v, g in zip(variables, found, strict=True)], True
    connected = connected or any(isinstance(s, Tensor) and s.requires_grad for s in seeds or ())
    gradients = autograd.grad(
        [out[k] for k in roots], variables, None if seeds is None else [seeds[k] for k in roots],
        retain_graph=True if connected or retain else None, create_graph=connected, materialize_grads=True,
    )  # fmt: skip
    return list(gradients), connected  # type: ignore[arg-type]


def value_and_grad(f: F, argnums: int | Sequence[int] = 0, has_aux: bool = False) -> F:
    """The function that gives ``(f(...), gradient)``.

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
        Returns ``(value, gradient)``, with `has_aux` ``((value, aux), gradient)``; the gradient has the containers of
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
    return _gradient(
        f, argnums, has_aux, "value_and_grad", lambda value, aux, g: ((value, aux) if has_aux else value, g)
    )


def grad_and_value(f: F, argnums: int | Sequence[int] = 0, has_aux: bool = False) -> F:
    """As `value_and_grad`, the gradient first, as in torch.func."""
    return _gradient(
        f, argnums, has_aux, "grad_and_value", lambda value, aux, g: (g, (value, aux) if has_aux else value)
    )


def grad(f: F, argnums: int | Sequence[int] = 0, has_aux: bool = False) -> F:
    """The function that gives the gradient of `f`; arguments as those of `value_and_grad`.

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
    return _gradient(f, argnums, has_aux, "grad", functools.partial(_gradient_alone, has_aux))


def _gradient_alone(has_aux: bool, value: Any, aux: Any, g: Any) -> Any:
    return (g, aux) if has_aux else g


def _gradient(f: F, argnums: Any, has_aux: bool, name: str, arrange: Callable[[Any, Any, Any], Any]) -> F:
    check_function(f, name)

    @named(f, name)
    def wrapped(*args: Any, **keywords: Any) -> Any:
        trace = current()
        if trace is None:
            tape.flush()
        with autograd.inference_mode(False):
            v = _variables(args, argnums, name, record.variable if trace is not None else eager_variable)
            with under_way(v.variables):
                value, aux = _split(f(*v.args, **keywords), has_aux, name)
            out = _scalar(value, name)
            gradients, connected = _reverse([out], None, v.variables, trace)
        if tape.inference:
            connected, gradients = False, [g.detach() for g in gradients]
        if v.plain and not connected and trace is None and _still(out, aux, gradients):
            return arrange(_plain(out), map_leaves(_plain, aux), _as_arguments(v, [_plain(g) for g in gradients]))
        if not connected:
            out, aux = _detached(out), map_leaves(_detached, aux)
        return arrange(out, aux, _as_arguments(v, gradients))

    return wrapped


def named(f: Any, what: str) -> Callable[[F], F]:
    """Name a transform's result after it and its function."""

    def name(wrapped: F) -> F:
        inner = getattr(f, "__name__", type(f).__name__)
        functools.update_wrapper(wrapped, f, updated=())
        wrapped.__name__ = wrapped.__qualname__ = f"{what}({inner})"
        return wrapped

    return name


def vjp(f: F, *primals: Any, has_aux: bool = False) -> Any:
    """``f(*primals)`` and the function that multiplies vectors by its Jacobian from the left.

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
    _, *results = _with_pullback(f, primals, has_aux, "vjp")
    return tuple(results)


def _with_pullback(f: F, primals: Sequence[Any], has_aux: bool, name: str) -> tuple[Any, ...]:
    trace = current()
    if trace is None:
        tape.flush()
    with autograd.inference_mode(False):
        v = _variables(
            primals, tuple(range(len(primals))), name, record.variable if trace is not None else eager_variable
        )
        with under_way(v.variables):
            result, aux = _split(f(*v.args), has_aux, name)
    leaves: list[Any] = []
    structure = flatten(result, leaves)
    out = [as_tensor(leaf, name) for leaf in leaves]
    connected = trace is not None or any(_depends_elsewhere(o, v.variables) for o in out if o.requires_grad)

    def pullback(cotangent: Any) -> tuple[Any, ...]:
        given = leaves_as(structure, cotangent)
        if given is None:
            raise ArgumentError("vjp: the cotangent must have the containers of f's output.")
        seeds = [as_tensor(s, "vjp") for s in given]
        for seed, o in zip(seeds, out, strict=True):
            if seed.shape != o.shape:
                raise ShapeError(f"vjp: a cotangent of shape {seed.shape} does not fit an output of shape {o.shape}.")
        seeds = [s.astype(o.dtype, copy=False) if o.dtype.kind in "fc" else s for s, o in zip(seeds, out, strict=True)]
        with autograd.inference_mode(False):
            gradients, _ = _reverse(out, seeds, v.variables, current() if trace is not None else None, retain=True)
        if tape.inference:
            gradients = [g.detach() for g in gradients]
        plain = v.plain and not connected and not any(isinstance(s, Tensor) for s in given) and _still(gradients)
        return _as_arguments(v, [_plain(g) for g in gradients] if plain else gradients)

    connected = connected and not tape.inference
    show = (lambda t: t) if connected else _plain if v.plain and trace is None and _still(out, aux) else _detached
    shown = unflatten(structure, [show(o) for o in out])
    return (v, shown, pullback, map_leaves(show, aux)) if has_aux else (v, shown, pullback)


# ------------------------------------------------------------------------------------------------- in a recording


class _Session:
    """A recording for forward sweeps: the open one, or one for this call, evaluated at its end."""

    def __init__(self) -> None:
        self.outer = current()
        self.plain = True

    def __enter__(self) -> _Session:
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
        """Results of the recording, for whoever called: Tensors of it, or values."""
        self._leave()
        if self.outer is not None:
            # an argument that is a result may be written to, and so may the result
            own = [self.trace.handle(t._i) if t._kind.run is self.trace and not record.moves(t) else t for t in tensors]
            return [t.detach() for t in own] if tape.inference else own
        if self.trace.captured:  # they must be differentiable by what was captured: record them again, eagerly
            return replayed(self.trace, tensors)
        values = [self._value(t) for t in tensors]
        return values if self.plain else [from_array(np.asarray(v)) for v in values]

    def _value(self, t: Tensor) -> Any:
        array = self.trace.evaluate(self.trace.slot_of(t))
        array = array != 0 if t.dtype == bool else array
        return array[()] if array.ndim == 0 else array.copy()


def replayed(trace: Trace, tensors: Sequence[Tensor]) -> list[Tensor]:
    """Append what a trace recorded to the tape that is open now."""
    program = trace.program(tensors)
    inputs = [from_array(trace.evaluate(s), trace.form(s).dtype) for s in trace.inputs]
    return emitted(program, [*inputs, *trace.outside()])


def _inputs(session: _Session, args: Sequence[Any], argnums: Any, name: str) -> _Variables:
    v = _variables(args, argnums, name, lambda t: record.variable(_entered(session, t)))
    session.plain = session.plain and v.plain
    return v


def _entered(session: _Session, t: Tensor) -> Tensor:
    """An argument in the session's recording."""
    if session.outer is not None or t.requires_grad or t.traced or record.moves(t):
        return t
    return session.trace.input(np.ascontiguousarray(t._array()).reshape(t.shape), t._kind.form)


def as_array(result: Any) -> Any:
    """A list or tuple of single numbers as the array that `tapegrad.array` makes of it, anything else as it is.

    It may be nested, with parts of equal lengths.
    """
    leaves: list[Any] = []
    single = _lengths(flatten(result, leaves)) and all(np.ndim(x) == 0 for x in leaves)
    return as_tensor(result) if single else result


def _lengths(structure: Structure) -> tuple[int, ...] | None:
    """The shape that nested lists and tuples have; None for other containers, and for uneven ones."""
    if structure is LEAF:
        return ()
    found = {_lengths(part) for part in structure.parts} if structure.kind in (list, tuple) else set()
    if len(found) != 1:
        return None
    inner = found.pop()
    return None if inner is None else (len(structure.parts), *inner)


def _outputs(result: Any, name: str) -> tuple[list[Tensor], Structure]:
    leaves: list[Any] = []
    structure = flatten(result, leaves)
    return [as_tensor(leaf, name) for leaf in leaves], structure


def _tangents(session: _Session, v: _Variables, out: list[Tensor], moving: Sequence[Tensor | None]) -> list[Tensor]:
    """Tangents of the outputs for tangents of the variables (None for zero)."""
    starts = {x._i: t for x, t in zip(v.variables, moving, strict=True) if t is not None}
    slots = [o._i if o._kind.run is session.trace else -1 for o in out]
    inside = [s for s in slots if s >= 0]
    found = dict(zip(inside, traced.tangent(session.trace, starts, inside), strict=True))
    results = []
    for o, s in zip(out, slots, strict=True):
        moved = found.get(s)
        results.append(
            _zeros(o)
            if moved is None and o.dtype.kind == "f"
            else from_array(np.zeros(o.shape))
            if moved is None
            else moved
        )
    return results


def jvp(f: F, primals: Sequence[Any], tangents: Sequence[Any], has_aux: bool = False) -> Any:
    """``f(*primals)`` and its derivative along the tangents, in one sweep forward.

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
    out, push, *aux = _linearized(f, primals, has_aux, "jvp", tangents)
    return (out, push, *aux)


def linearize(f: F, *primals: Any, has_aux: bool = False) -> Any:
    """``f(*primals)`` and the function that multiplies its Jacobian by vectors from the right.

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
        v, shown, pullback, *aux = _with_pullback(f, primals, has_aux, "linearize")
        return shown, functools.partial(_transposed, v, pullback, shown), *aux
    session = _Session()
    with session:
        v = _inputs(session, primals, tuple(range(len(primals))), "linearize")
        result, aux_ = _split(f(*v.args), has_aux, "linearize")
        out, structure = _outputs(result, "linearize")

    def pushforward(*tangents: Any) -> Any:
        with session:
            return unflatten(structure, _tangents(session, v, out, _moving(v, tangents, "linearize")))

    shown = unflatten(structure, out)
    return (shown, pushforward, aux_) if has_aux else (shown, pushforward)


def _transposed(v: _Variables, pullback: F, output: Any, *tangents: Any) -> Any:
    """The Jacobian times tangents: the pullback is linear, and this its own pullback, anywhere."""
    _moving(v, tangents, "linearize")
    zeros = map_leaves(
        lambda x: np.zeros(np.shape(x), np.result_type(as_tensor(x, "linearize").dtype, np.float32)), output
    )
    _, pushforward = vjp(pullback, zeros)
    return pushforward(tangents)[0]


def _leaves(tree: Any) -> list[Any]:
    leaves: list[Any] = []
    flatten(tree, leaves)
    return leaves


def _moving(v: _Variables, tangents: Sequence[Any], name: str) -> list[Tensor | None]:
    """Tangents of the variables, checked."""
    if len(tangents) != len(v.structures):
        raise ArgumentError(f"{name}: got {len(v.structures)} primals and {len(tangents)} tangents.")
    moving: list[Tensor | None] = []
    for structure, tree in zip(v.structures, tangents, strict=True):
        given = leaves_as(structure, tree)
        if given is None:
            raise ArgumentError(f"{name}: the tangents must have the containers of the primals.")
        for leaf in given:
            x = v.variables[len(moving)]
            t = _number(leaf, name)
            if t.shape != x.shape:
                raise ShapeError(f"{name}: a tangent of shape {t.shape} does not fit a primal of shape {x.shape}.")
            moving.append(t.astype(x.dtype, copy=False))
    return moving


def _linearized(f: F, primals: Any, has_aux: bool, name: str, tangents: Any) -> tuple[Any, ...]:
    check_function(f, name)
    if not isinstance(primals, (tuple, list)) or not isinstance(tangents, (tuple, list)):
        raise ArgumentError(f"{name}: primals and tangents must be tuples, with one item for each argument of f.")
    with _Session() as session:
        v = _inputs(session, primals, tuple(range(len(primals))), name)
        moving = _moving(v, tangents, name)
        session.plain = session.plain and not any(isinstance(x, Tensor) for x in _leaves(tangents))
        result, aux = _split(f(*v.args), has_aux, name)
        out, structure = _outputs(result, name)
        pushed = _tangents(session, v, out, moving)
        shown = session.results([*out, *pushed, *_tensors(aux)])
    count = len(out)
    both = unflatten(structure, shown[:count]), unflatten(structure, shown[count : 2 * count])
    rest = iter(shown[2 * count :])
    return (*both, map_leaves(lambda x: next(rest) if isinstance(x, Tensor) else x, aux)) if has_aux else both


# ------------------------------------------------------------------------------------------------- Jacobians


def jacobian(f: F, argnums: int | Sequence[int] = 0, has_aux: bool = False) -> F:
    """The function that gives the Jacobian of `f`, in the cheaper of the two modes.

    A custom function without jvp has reverse mode only.

    The result has the containers of the output, and in place of each of its arrays the containers of the argument, with
    arrays of shape ``output.shape + argument.shape``. If the argument is one array, a list or tuple of single numbers
    counts as the array that `tapegrad.array` makes of it.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> tg.jacobian(lambda x: np.stack([x[0] * x[1], x[0] + x[1]]))(np.array([2.0, 3.0]))
    array([[3., 2.],
           [1., 1.]])
    >>> tg.jacobian(lambda x: [x[0] * x[1], x[0] + x[1]])(np.array([2.0, 3.0]))
    array([[3., 2.],
           [1., 1.]])
    """
    return _jacobian(f, argnums, has_aux, "jacobian", None)


def jacrev(f: F, argnums: int | Sequence[int] = 0, has_aux: bool = False) -> F:
    """As `jacobian`, row by row: a reverse sweep for each element of the output."""
    return _jacobian(f, argnums, has_aux, "jacrev", False)


def jacfwd(f: F, argnums: int | Sequence[int] = 0, has_aux: bool = False) -> F:
    """As `jacobian`, column by column: a tangent sweep for each element of the argument."""
    return _jacobian(f, argnums, has_aux, "jacfwd", True)


def _jacobian(f: F, argnums: Any, has_aux: bool, name: str, forward: bool | None) -> F:
    check_function(f, name)

    @named(f, name)
    def wrapped(*args: Any, **keywords: Any) -> Any:
        with _Session() as session:
            v = _inputs(session, args, argnums, name)
            result, aux = _split(f(*v.args, **keywords), has_aux, name)
            out, structure = _outputs(as_array(result) if v.single and v.structures == [LEAF] else result, name)
            for o in out:
                if o.dtype.kind != "f":
                    raise DtypeError(f"{name}: f must return float64 or float32, got {o.dtype}.")
            rows, columns = sum(o.size for o in out), sum(x.size for x in v.variables)
            by_column = (columns <= rows and session.trace.has_tangents()) if forward is None else forward
            blocks = (_columns if by_column else _rows)(session, v, out)
            return _assembled(session, v, blocks, structure, aux, has_aux)

    return wrapped


def _assembled(
    session: _Session, v: _Variables, blocks: list[list[Tensor]], structure: Structure, aux: Any, has_aux: bool
) -> Any:
    """Blocks for each output and variable, in the containers of both."""
    flat = session.results([*(b for line in blocks for b in line), *(_tensors(aux) if has_aux else ())])
    count = len(v.variables)
    lines = [_as_arguments(v, flat[k * count : (k + 1) * count]) for k in range(len(blocks))]
    whole = unflatten(structure, lines)
    if not has_aux:
        return whole
    shown = iter(flat[len(blocks) * count :])
    return whole, map_leaves(lambda x: next(shown) if isinstance(x, Tensor) else x, aux)


def _tensors(tree: Any) -> list[Tensor]:
    return [x for x in _leaves(tree) if isinstance(x, Tensor)]


def _columns(session: _Session, v: _Variables, out: list[Tensor]) -> list[list[Tensor]]:
    """Blocks of the Jacobian from one batch of tangents for each variable."""
    blocks: list[list[Tensor]] = [[] for _ in out]
    for k, x in enumerate(v.variables):
        seeds = from_array(np.eye(x.size, dtype=x.dtype).reshape(x.size, *x.shape))

        def push(seed: Tensor, k: int = k) -> list[Tensor]:
            return _tangents(session, v, out, [seed if j == k else None for j in range(len(v.variables))])

        found = batched_sweep(push, seeds)
        for line, o, columns in zip(blocks, out, found, strict=True):
            flat = reshape_op(columns, shape=(x.size, o.size))
            line.append(reshape_op(flat.T, shape=(*o.shape, *x.shape)))
    return blocks


def _rows(session: _Session, v: _Variables, out: list[Tensor]) -> list[list[Tensor]]:
    """Blocks of the Jacobian from one batch of seeds for each output."""
    blocks = []
    for o in out:
        seeds = from_array(np.eye(o.size, dtype=o.dtype).reshape(o.size, *o.shape))

        def pull(seed: Tensor, o: Tensor = o) -> list[Tensor]:
            return _reverse([o], [seed], v.variables, session.trace)[0]

        rows = batched_sweep(pull, seeds)
        blocks.append([reshape_op(r, shape=(*o.shape, *x.shape)) for r, x in zip(rows, v.variables, strict=True)])
    return blocks


def hessian(f: F, argnums: int | Sequence[int] = 0, has_aux: bool = False) -> F:
    """The function that gives the Hessian of a scalar function, symmetric to the bit: forward over reverse.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> tg.hessian(lambda x: x[0] ** 2 * x[1])(np.array([3.0, 5.0]))
    array([[10.,  6.],
           [ 6.,  0.]])
    """
    check_function(f, "hessian")
    slope = _gradient(f, argnums, has_aux, "hessian", functools.partial(_gradient_alone, has_aux))

    @named(f, "hessian")
    def wrapped(*args: Any, **keywords: Any) -> Any:
        with _Session() as session:
            v = _inputs(session, args, argnums, "hessian")
            result, aux = _split(slope(*v.args, **keywords), has_aux, "hessian")
            gradients, structure = _outputs(result, "hessian")
            table = _columns(session, v, gradients)
            for i, x in enumerate(v.variables):
                table[i][i] = _symmetric(table[i][i], x.size)
                for j, y in enumerate(v.variables[:i]):
                    flat = reshape_op(table[i][j], shape=(x.size, y.size))
                    table[j][i] = reshape_op(flat.T, shape=(*y.shape, *x.shape))
            return _assembled(session, v, table, structure, aux, has_aux)

    return wrapped


def _symmetric(block: Tensor, n: int) -> Tensor:
    """A block on the diagonal made equal to its mirror image: the lower triangle counts."""
    flat = reshape_op(block, shape=(n, n))
    return reshape_op(where(np.tri(n, dtype=bool), flat, flat.T), shape=block.shape)


def hvp(f: F, argnums: int | Sequence[int] = 0) -> F:
    """The function ``(x, v, ...) -> H(x) v``: the Hessian of a scalar function times a vector, without the Hessian.

    The vectors follow the arguments that `argnums` names, which come first: ``hvp(f)(x, v, *rest)``; with
    ``argnums=(0, 1)`` ``hvp(f, (0, 1))((x, y), (v, w), *rest)`` takes and returns tuples.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> tg.hvp(lambda x: np.sum(x**3))(np.array([1.0, 2.0]), np.array([1.0, 10.0]))
    array([  6., 120.])
    """
    check_function(f, "hvp")

    @named(f, "hvp")
    def wrapped(primals: Any, vectors: Any, *rest: Any, **keywords: Any) -> Any:
        several = isinstance(argnums, (tuple, list))
        xs, vs = (primals, vectors) if several else ((primals,), (vectors,))
        positions = _positions(argnums, len(xs) + len(rest), "hvp")

        def gradient(*parts: Any) -> Any:
            args: list[Any] = list(rest)
            for place, part in sorted(zip(positions, parts, strict=True), key=lambda pair: pair[0]):
                args.insert(place, part)
            return grad(f, argnums)(*args, **keywords)

        return _linearized(gradient, tuple(xs), False, "hvp", tuple(vs))[1]

    return wrapped
