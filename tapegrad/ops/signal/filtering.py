"""Recursive filters: SciPy's `lfilter` as one op, differentiated by its data, its coefficients and its initial state.

With B and A the products of polynomials b and a with a signal, cut to its length, the result y of x and the state z is
that of ``A y = B x + a[0] z``. So the adjoint of all terms on the right is ``v = A^-T g``, which is the filter 1 / a run
from the end to the beginning. That of x is ``B^T v``, those of b and a are correlations of v with x and with -y.

Tests: tests/ops/test_signals.py, tests/replay/test_compile.py
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, DtypeError, ShapeError
from tapegrad.ops.arguments import axis_of
from tapegrad.ops.complex_numbers import real_numbers
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import General, Shape
from tapegrad.ops.indexing import getitem_op, scatter_add
from tapegrad.ops.kinds.call import in_front_of_stacks
from tapegrad.ops.linalg.least_squares import pinv
from tapegrad.ops.products import matmul
from tapegrad.ops.references import doubled, scipys
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import broadcast_to, concatenate, concatenate_op, moveaxis, stack, sum_to
from tapegrad.ops.signal.convolution import convolve_op, reversed_last

_scipys = scipys("scipy.signal", "lfilter")
_ONE = np.ones(1)


def _filtered(b: np.ndarray, a: np.ndarray, x: np.ndarray, z: np.ndarray) -> np.ndarray:
    order = z.shape[-1]
    shape = _filtered_shape(b.shape, a.shape, x.shape, z.shape)
    if not order or 0 in shape:
        return np.broadcast_to(x * b / a if 0 not in shape else np.zeros((), np.result_type(b, a, x)), shape)
    if b.ndim == a.ndim == 1:
        x = np.broadcast_to(x, shape) if x.shape != shape else x
        if not z.any():
            return np.asarray(_scipys(b, a, x))
        return np.asarray(_scipys(b, a, x, zi=np.broadcast_to(z, (*shape[:-1], order)))[0])
    out = np.empty(shape, np.result_type(b, a, x, z))
    b, a, x, z = (np.broadcast_to(w, (*shape[:-1], w.shape[-1])) for w in (b, a, x, z))
    for member in np.ndindex(shape[:-1]):
        out[member], _ = _scipys(b[member], a[member], x[member], zi=z[member])
    return out


def _filtered_shape(b: Shape, a: Shape, x: Shape, z: Shape) -> Shape:
    if len(b) == len(a) == len(z) == 1:
        return x
    return (*np.broadcast_shapes(*[s[:-1] for s in (b, a, x, z)]), x[-1])


def _resized(x: AnyArray, n: int) -> AnyArray:
    """Return the first elements along the last axis, continued with zeros."""
    length = x.shape[-1]
    if length < n:
        return scatter_add(x, shape=(*x.shape[:-1], n), index=(..., slice(0, length)))
    return x if length == n else getitem_op(x, index=(..., slice(0, n)))


def _no_state(x: AnyArray, b: AnyArray, a: AnyArray) -> np.ndarray:
    return np.zeros(max(b.shape[-1], a.shape[-1]) - 1, x.dtype)


def _backwards(b: Any, a: AnyArray, g: AnyArray) -> AnyArray:
    """Filter from the end to the beginning: the transpose of filtering."""
    return reversed_last(lfilter_op(b, a, reversed_last(g), _no_state(g, b, a)))


def _behind_sum(a: AnyArray, g: AnyArray) -> AnyArray:
    """Return the adjoint of what stands on the right of ``A y = ...``."""
    return _backwards(_ONE.astype(g.dtype), a, g)


def _lags(v: AnyArray, x: AnyArray, shape: Shape) -> Any:
    """Return the sums of products of v with x, delayed by 0, 1, ...: the adjoint of a filter's coefficients."""
    wide = _resized(v, v.shape[-1] + shape[-1] - 1)
    return sum_to(convolve_op(wide, reversed_last(x), rank=1, mode="valid", method="direct"), shape)


def _a_adjoint(g: AnyArray, a: AnyArray, z: AnyArray, out: AnyArray) -> Any:
    v = _behind_sum(a, g)
    share = -_lags(v, out, a.shape)
    if not z.shape[-1]:
        return share
    first = (_resized(v, z.shape[-1]) * z).sum(axis=-1)
    return share + _resized(sum_to(first.reshape((*first.shape, 1)), (*a.shape[:-1], 1)), a.shape[-1])


def _z_adjoint(g: AnyArray, a: AnyArray, z_shape: Shape) -> Any:
    v = _resized(_behind_sum(a, g), z_shape[-1])
    return sum_to(v * getitem_op(a, index=(..., slice(0, 1))), z_shape)


def _moved(args: Any, tangents: Any) -> Any:
    """Return the tangent of the result: ``A y' = B' x + B x' - A' y + a[0] z' + a'[0] z``."""
    b, a, x, z = args
    db, da, dx, dz = tangents
    none = _no_state(x, b, a)
    terms = []
    if dx is not None:
        terms.append(lfilter_op(b, a, dx, none))
    if db is not None:
        terms.append(lfilter_op(db, a, x, none))
    if dz is not None:
        terms.append(lfilter_op(b, a, x * 0.0, dz))
    if da is not None:
        share = getitem_op(da, index=(..., slice(0, 1))) / getitem_op(a, index=(..., slice(0, 1)))
        terms.append(
            lfilter_op(b, a, x * 0.0, z * share) - lfilter_op(da, a, lfilter_op(b, a, x, z), _no_state(x, a, a))
        )
    return sum(terms[1:], terms[0])


def _op_samples(rng: np.random.Generator) -> list[Any]:
    b, a, x = rng.normal(size=3), np.array([1.5, -0.4, 0.3, 0.1]), rng.normal(size=(2, 5))
    return [
        ((b, a, x, rng.normal(size=3)), {}), ((b, _ONE * 2.0, x[0], rng.normal(size=2)), {}),
        ((rng.normal(size=(2, 1, 2)), a[:2], x, np.zeros(1)), {}), ((b, a, x[:, :2], rng.normal(size=(2, 3))), {}),
        ((_ONE * 0.5, _ONE * 2.0, x, np.zeros(0)), {}),
    ]  # fmt: skip


lfilter_op: General = General(
    name="lfilter", forward=_filtered, infer=_filtered_shape, takes_complex=True, may_fail=False,
    tangent=_moved,
    adjoints={
        "b": lambda g, a, x, b_shape: _lags(_behind_sum(a, g), x, b_shape),
        "a": _a_adjoint,
        "x": lambda g, b, a, x_shape: sum_to(_backwards(b, a, g), x_shape),
        "z": _z_adjoint,
    },
    batched=lambda length, args, flags: lfilter_op(*in_front_of_stacks((1, 1, 1, 1), length, args, flags)),
    reference=doubled(_filtered), samples=_op_samples,
    summary="A recursive filter along the last axis, from an initial state.",
)  # fmt: skip
lfilter_op.guarded = False  # SciPy writes to no operand, and copies those that it could not write to


# ------------------------------------------------------------------------------------------------- functions


def _floating(x: AnyArray) -> Any:
    """Return coefficients: a Tensor as it is, what else there is as an array of floating-point numbers."""
    if isinstance(x, runtime.tensor):
        return x
    array = np.asarray(x)
    return array.astype(np.float64) if array.dtype.kind in "iub" else array


def _coefficients(b: AnyArray, a: AnyArray, function: str) -> tuple[Any, Any]:
    b, a = _floating(b), _floating(a)
    b, a = (c.reshape(1) if not c.shape else c for c in (b, a))
    if len(b.shape) != 1 or len(a.shape) != 1 or 0 in (*b.shape, *a.shape):
        raise ShapeError(f"{function}: expected vectors of coefficients, got shapes {b.shape} and {a.shape}.")
    if isinstance(a, np.ndarray) and a[0] == 0:
        raise ArgumentError(f"{function}: expected a[0] not to be 0, got {a!r}. Leave leading zeros out.")
    return b, a


def _last(x: AnyArray, axis: int, function: str) -> tuple[Any, int]:
    """Return a signal with an axis as its last one, and which one it was."""
    x = runtime.as_tensor(x, function)
    if not x.shape:
        raise ShapeError(f"{function}: expected at least one dimension, got an array of none.")
    axis = axis_of(axis, len(x.shape), function)
    return (x if axis == len(x.shape) - 1 else moveaxis(x, axis, -1)), axis


def _back(x: AnyArray, axis: int) -> AnyArray:
    """Return a signal with its last axis where it was."""
    return x if axis == len(x.shape) - 1 else moveaxis(x, -1, axis)


def _tail(x: AnyArray, c: AnyArray, order: int) -> AnyArray:
    """Return what a product with a polynomial gives behind the end of a signal."""
    n = x.shape[-1]
    product = convolve_op(x, _resized(c, order + 1), rank=1, mode="full", method="direct")
    return getitem_op(product, index=(..., slice(n, None)))


def _with_state(b: AnyArray, a: AnyArray, x: AnyArray, z: AnyArray, function: str) -> tuple[Any, Any]:
    """Filter along the last axis; returns the result and the state in the end."""
    order, n = max(b.shape[0], a.shape[0]) - 1, x.shape[-1]
    fits = len(z.shape) == len(x.shape) and all(k in (1, m) for k, m in zip(z.shape[:-1], x.shape[:-1], strict=True))
    if not fits or z.shape[-1] != order:
        raise ShapeError(
            f"{function}: expected {order} initial values along the axis for each signal, got shape {z.shape} for signals of "
            f"shape {x.shape}, the axis last."
        )
    y = lfilter_op(b, a, x, z)
    if not order or not n:
        return y, broadcast_to(z, (*x.shape[:-1], order))
    recent = (..., slice(max(n - order, 0), n))
    x, rest = getitem_op(x, index=recent), getitem_op(y, index=recent)
    end = (_tail(x, b, order) - _tail(rest, a, order)) / a[0]
    return y, end + _resized(getitem_op(z, index=(..., slice(n, None))), order) if n < order else end


def _lfilter_samples(rng: np.random.Generator) -> list[Any]:
    b, a, x = rng.normal(size=3), np.array([1.2, -0.4, 0.3]), rng.normal(size=(2, 6))
    return [
        ((b, a, x), {}), ((b, a[:1], x), {"axis": 0}), ((b[:2], a, x[0]), {}),
        ((b, a, x, -1, rng.normal(size=(2, 2))), {}), ((b, a, x[:, :1], -1, rng.normal(size=(1, 2))), {}),
        ((b, a, x.T, 0, rng.normal(size=(2, 2))), {}),
    ]  # fmt: skip


@composite(doubled(scipys("scipy.signal", "lfilter")), _lfilter_samples, of_array=False)
def lfilter(b: Any, a: Any, x: Any, axis: int = -1, zi: Any = None) -> Any:
    """Filter along an axis by a rational transfer function, of an initial state `zi` if there is one."""
    b, a = _coefficients(b, a, "lfilter")
    x, axis = _last(x, axis, "lfilter")
    if zi is None:
        return _back(lfilter_op(b, a, x, _no_state(x, b, a)), axis)
    z, _ = _last(zi, axis if len(runtime.as_tensor(zi).shape) > 1 else -1, "lfilter")
    y, end = _with_state(b, a, x, z, "lfilter")
    return _back(y, axis), _back(end, axis)


@composite(
    doubled(scipys("scipy.signal", "lfilter_zi")),
    lambda rng: [((rng.uniform(1.0, 2.0, 3), np.array([2.0, -0.4, 0.3, 0.2])), {}), ((rng.normal(size=3), np.array([2.0, 0.5])), {})],
)  # fmt: skip
def lfilter_zi(b: Tensor, a: Any) -> Any:
    """Return the state of a filter in which a constant signal of 1 keeps it."""
    return _steady(*_coefficients(b, a, "lfilter_zi"))


def _steady(b: AnyArray, a: AnyArray) -> AnyArray:
    """Return that state, an array or a Tensor as the coefficients are."""
    n = max(b.shape[0], a.shape[0])
    b, a = _resized(b / a[0], n), _resized(a / a[0], n)
    rest = (b - a * b[0])[1:]
    if n == 1:
        return rest
    before = np.cumsum(concatenate_op(np.zeros(1, b.dtype), rest[:-1], axis=0))
    return np.cumsum(a)[:-1] * (rest.sum() / a.sum()) - before


# ------------------------------------------------------------------------------------------------- sections


def _normalised(name: str) -> Any:
    """Return SciPy's function of sections, which wants a[0] to be 1, for sections of any a[0]."""
    scipys_own = doubled(scipys("scipy.signal", name))
    function = functools.wraps(scipys_own)(
        lambda sos, *args, **keywords: scipys_own(sos / sos[:, 3:4], *args, **keywords)
    )
    function.__module__ = "scipy.signal"
    return function


_SECTIONS = np.array([[0.5, 0.2, 0.1, 1.0, -0.3, 0.2], [0.7, -0.1, 0.3, 1.0, 0.2, 0.1]])


def _sections(sos: AnyArray, function: str) -> Any:
    sos = real_numbers(_floating(sos), function)
    if len(sos.shape) != 2 or sos.shape[1] != 6:
        raise ShapeError(f"{function}: expected sections of shape (n, 6), got {sos.shape}.")
    return sos


@composite(
    _normalised("sosfilt"), of_array=False, stays_real=frozenset({"sos"}), samples=lambda rng: [
        ((_SECTIONS, rng.normal(size=(2, 4))), {}), ((_SECTIONS[:1], rng.normal(size=(3, 2))), {"axis": 0}),
        ((_SECTIONS, rng.normal(size=(2, 3)), -1, rng.normal(size=(2, 2, 2))), {}),
    ],
)  # fmt: skip
def sosfilt(sos: Any, x: Any, axis: int = -1, zi: Any = None) -> Any:
    """Filter along an axis by second-order sections, one after the other, of initial states `zi` if there are some."""
    sos = _sections(sos, "sosfilt")
    x, axis = _last(x, axis, "sosfilt")
    if zi is None:
        for section in sos:
            x = lfilter_op(section[:3], section[3:], x, np.zeros(2, x.dtype))
        return _back(x, axis)
    z = moveaxis(runtime.as_tensor(zi, "sosfilt"), axis + 1, -1)
    if z.shape != (sos.shape[0], *x.shape[:-1], 2):
        raise ShapeError(f"sosfilt: expected 2 initial values for each section and signal, got shape {z.shape}.")
    ends = []
    for section, state in zip(sos, z, strict=True):
        x, end = _with_state(section[:3], section[3:], x, state, "sosfilt")
        ends.append(end)
    return _back(x, axis), _back(stack(ends), axis + 1)


@composite(doubled(scipys("scipy.signal", "sosfilt_zi")), takes_complex=False, samples=lambda rng: [((_SECTIONS,), {})])
def sosfilt_zi(sos: Tensor) -> Tensor:
    """Return the states of second-order sections in which a constant signal of 1 keeps them."""
    return stack(_steady_states(_sections(sos, "sosfilt_zi")))


def _steady_states(sos: Any) -> list[Any]:
    states, scale = [], 1.0
    for section in sos:
        states.append(scale * _steady(section[:3], section[3:]))
        scale = scale * (section[:3].sum() / section[3:].sum())
    return states


# ------------------------------------------------------------------------------------------------- forwards and backwards


def extended(x: AnyArray, padtype: str | None, n: int, function: str) -> Any:
    """Continue a signal along the last axis by n elements on both sides."""
    if padtype not in ("odd", "even", "constant", None):
        raise ArgumentError(f"{function}: expected padtype 'odd', 'even', 'constant' or None, got {padtype!r}.")
    if padtype is None or n == 0:
        return x
    if x.shape[-1] <= n:
        raise ShapeError(f"{function}: expected more than {n} elements, got {x.shape[-1]}. Pass a smaller padlen.")
    first, end = x[..., :1], x[..., -1:]
    if padtype == "constant":
        ones = np.ones(n, x.dtype)
        return concatenate([first * ones, x, end * ones], -1)
    left, right = x[..., n:0:-1], x[..., -2 : -(n + 2) : -1]
    if padtype == "odd":
        left, right = 2 * first - left, 2 * end - right
    return concatenate([left, x, right], -1)


def _both_ways(
    x: AnyArray, axis: int, padtype: str | None, padlen: int, run: Callable[..., Any], function: str
) -> AnyArray:
    """Filter forwards, then backwards; `run` takes the first value, which sets the initial state."""
    x, axis = _last(x, axis, function)
    if padlen < 0:
        raise ArgumentError(f"{function}: expected a padlen of 0 or more, got {padlen}.")
    padlen = 0 if padtype is None else padlen
    wide = extended(x, padtype, padlen, function)
    for _ in range(2):
        wide = reversed_last(run(wide, wide[..., :1]))
    return _back(wide[..., padlen : padlen + x.shape[-1]], axis)


def _both_ways_alike(b: AnyArray, a: AnyArray, x: AnyArray, irlen: int | None) -> AnyArray:
    """Filter forwards and backwards, from such states that the other order gives the same (Gustafsson 1996).

    Of a long signal the first and last `irlen` elements tell the states, since their responses have died away by then.
    """
    order, n = max(b.shape[0], a.shape[0]) - 1, x.shape[-1]
    if not order:
        return x * (b[0] / a[0]) ** 2
    m = n if irlen is None or n <= 2 * irlen else irlen
    none = np.zeros(order, x.dtype)

    def forth(x: AnyArray) -> AnyArray:
        return lfilter_op(b, a, x, none)

    def back(x: AnyArray) -> AnyArray:
        return reversed_last(forth(reversed_last(x)))

    free = lfilter_op(b, a, np.zeros(m, x.dtype), np.eye(1, order, dtype=x.dtype)[0])  # the response of the first state
    responses = stack([_resized(concatenate_op(np.zeros(k, x.dtype), free, axis=0), m) for k in range(order)])
    behind = reversed_last(forth(reversed_last(responses)))  # filtered backwards, too
    first, last = behind, reversed_last(responses)
    forwards, backwards = back(forth(x)), forth(back(x))
    change = backwards - forwards
    if m == n:
        system = concatenate([behind - responses, reversed_last(responses) - reversed_last(behind)], 0)
    else:
        apart = np.zeros((order, m), x.dtype)
        system = concatenate([
            concatenate([behind - responses, apart], -1),
            concatenate([apart, reversed_last(responses) - reversed_last(behind)], -1),
        ], 0)  # fmt: skip
        change = concatenate([change[..., :m], change[..., n - m :]], -1)
    states = matmul(change.reshape(-1, change.shape[-1]), pinv(system))
    states = states.reshape(*x.shape[:-1], 2 * order)
    corrections = matmul(states[..., :order], first), matmul(states[..., order:], last)
    if m == n:
        return forwards + corrections[0] + corrections[1]
    start, end = forwards[..., :m] + corrections[0], forwards[..., n - m :] + corrections[1]
    return concatenate([start, forwards[..., m : n - m], end], -1)


@composite(
    doubled(scipys("scipy.signal", "filtfilt")), of_array=False,
    samples=lambda rng: [
        ((np.array([0.4, 0.3]), np.array([1.3, -0.4]), rng.normal(size=(2, 8))), {}),
        ((np.array([0.4, 0.3, 0.1]), 1.0, rng.normal(size=(5, 2))), {"axis": 0, "padtype": "even", "padlen": 3}),
        ((np.array([0.4, 0.3]), np.array([1.0, -0.4, 0.1]), rng.normal(size=6)), {"padtype": "constant", "padlen": 2}),
        ((np.array([0.4, 0.3]), np.array([1.0, -0.4]), rng.normal(size=6)), {"padtype": None}),
    ],
)  # fmt: skip
def filtfilt(
    b: Any, a: Any, x: Any, axis: int = -1, padtype: str | None = "odd", padlen: int | None = None, method: str = "pad",
    irlen: int | None = None,
) -> Any:  # fmt: skip
    """Filter along an axis forwards and backwards, which delays nothing."""
    if method not in ("pad", "gust"):
        raise ArgumentError(f"filtfilt: expected method 'pad' or 'gust', got {method!r}.")
    b, a = _coefficients(b, a, "filtfilt")
    if method == "gust":
        x, axis = _last(x, axis, "filtfilt")
        if "c" in (x.dtype.kind, b.dtype.kind, a.dtype.kind):
            raise DtypeError("filtfilt: expected real numbers for method 'gust', got complex ones. Use method 'pad'.")
        return _back(_both_ways_alike(b, a, x, irlen), axis)
    state = _steady(b, a)
    padlen = 3 * max(b.shape[0], a.shape[0]) if padlen is None else padlen
    return _both_ways(x, axis, padtype, padlen, lambda w, first: lfilter_op(b, a, w, state * first), "filtfilt")


@composite(
    _normalised("sosfiltfilt"), of_array=False, stays_real=frozenset({"sos"}), samples=lambda rng: [
        ((_SECTIONS, rng.normal(size=(2, 6))), {"padlen": 3}), ((_SECTIONS[:1], rng.normal(size=(10, 1))), {"axis": 0}),
        ((_SECTIONS, rng.normal(size=6)), {"padtype": "even", "padlen": 2}),
    ],
)  # fmt: skip
def sosfiltfilt(sos: Any, x: Any, axis: int = -1, padtype: str | None = "odd", padlen: int | None = None) -> Any:
    """Filter along an axis forwards and backwards by second-order sections."""
    sos = _sections(sos, "sosfiltfilt")
    states = _steady_states(sos)
    if padlen is None:
        delays = [int((sos[:, k] == 0).sum()) for k in (2, 5)]
        padlen = 3 * (2 * sos.shape[0] + 1 - min(delays))

    def run(w: AnyArray, first: AnyArray) -> AnyArray:
        for section, state in zip(sos, states, strict=True):
            w = lfilter_op(section[:3], section[3:], w, state * first)
        return w

    return _both_ways(x, axis, padtype, padlen, run, "sosfiltfilt")
