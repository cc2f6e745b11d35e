"""The gamma function and its relatives, by their values at SciPy's addresses and the derivatives of DLMF 5.

Tests: tests/ops/test_special.py, tests/ops/test_entropies.py, tests/replay/test_compile.py
"""

from __future__ import annotations

import inspect
import math
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.machine import lane, vecspecial
from tapegrad.ops.composites import composite, holds_tensor
from tapegrad.ops.declare import Elementwise
from tapegrad.ops.dispatch_tables import scipy_ufuncs
from tapegrad.ops.elementwise_ops import cos, remainder, rint, sin, where
from tapegrad.ops.reductions import sum_
from tapegrad.ops.references import in_double, scipys
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import expand_dims
from tapegrad.ops.special.ufunc_calls import POLES, called, in_dtype_of_argument, rarely, reference, special

if TYPE_CHECKING:
    from tapegrad.machine.lane import Lane


def _exact(x: AnyArray) -> Any:
    """Return SciPy's gammaln, and near its zeros, where that loses digits, its loggamma of complex numbers."""
    x = in_double(np.asarray(x))
    near = np.minimum(np.abs(x - 1.0), np.abs(x - 2.0)) < 0.2
    values = reference("loggamma")(np.where(near, x, 1.0) + 0j).real + 0.0
    return np.where(near, values, reference("gammaln")(x)).astype(reference("gammaln")(x).dtype)[()]


_exact.function = reference("gammaln").function  # type: ignore[attr-defined]
gammaln = special(
    "gammaln", "Logarithm of the absolute value of the gamma function.", {"x": (0.5, 6.0)}, {"x": lambda x: digamma(x)},
    special=[(-1.5,), (171.6,)], computed=vecspecial.gammaln, expected=_exact, edges=POLES, saturates=0.0,
)  # fmt: skip
digamma: Elementwise = Elementwise(
    name="digamma", external=True, forward=lambda x: vecspecial.digamma(x), partials={"x": lambda x: zeta_op(2.0, x)},
    reference=reference("psi"), domain={"x": (0.5, 6.0)}, special=[(-1.5,), (1e-3,)], edges=POLES,
    summary="Derivative of the logarithm of the gamma function.",
)  # fmt: skip


def _zeta(x: Any, q: Any) -> Lane:
    """Return Hurwitz's zeta function; far left of zero by reflection, for SciPy adds up one term for each pole in between.

    The terms of whole order x below zero, and those that are missing of them, are two other sums (DLMF 25.11.4).
    """
    far = (q < -50.0) & (q > -math.inf) & (x > 1.0) & (x < math.inf) & (x == lane.trunc(x))
    return rarely(far, called("_zeta", lane.select(far, 2.0, x), lane.select(far, 1.0, q)), lambda: _reflected(x, q))


def _reflected(x: Any, q: Any) -> Any:
    part = q - lane.floor(q)
    odd = x - 2.0 * lane.floor(0.5 * x)
    below = called("_zeta", x, 1.0 - part) - called("_zeta", x, 1.0 - q)
    return called("_zeta", x, part) + (1.0 - 2.0 * odd) * below


zeta_op: Elementwise = Elementwise(
    name="zeta", external=True, forward=_zeta,
    partials={"q": lambda x, q: -x * zeta_op(x + 1.0, q)}, reference=reference("zeta"),
    domain={"x": (1.5, 4.0), "q": (0.8, 3.0)}, edges=[((None, None), None)], saturates=2.0,
    summary="Sum of `(q + k)**-x` over k = 0, 1, ...; differentiated with respect to q alone.",
)  # fmt: skip
scipy_ufuncs.update(psi=digamma, digamma=digamma)

loggamma = special(
    "loggamma",
    "Logarithm of the gamma function; NaN where that is negative.",
    {"x": (0.5, 6.0)},
    {"x": lambda x: digamma(x)},
)
gamma = special("gamma", "Gamma function.", {"x": (0.5, 4.0)}, {"x": lambda x, out: out * digamma(x)})


def rgamma_slope(x: AnyArray) -> AnyArray:
    """Return the derivative of 1 / gamma for x < 1/2: that of sin(pi x) gamma(1 - x) / pi (DLMF 5.5.3), which knows no poles."""
    nearest = rint(x)
    away = math.pi * (x - nearest)
    sign = 1.0 - 2.0 * remainder(nearest, 2.0)
    return sign * gamma(1.0 - x) * (cos(away) - sin(away) * digamma(1.0 - x) * (1.0 / math.pi))


def _rgamma_partial(x: AnyArray, out: AnyArray) -> Lane:
    left = x < 0.5  # near 0 two large terms of the second derivative of a quotient would cancel
    return rarely(left, -out * digamma(where(left, 1.0, x)), lambda: rgamma_slope(where(left, x, 0.0)))


rgamma: Elementwise = special("rgamma", "1 / gamma(x).", {"x": (0.5, 4.0)}, {"x": _rgamma_partial})
gammasgn = special(
    "gammasgn",
    "Sign of the gamma function.",
    {"x": (0.5, 4.0)},
    {"x": lambda: 0},
    edges=[((0.0,), (0.0,)), ((None,), None)],
)


@composite(
    in_dtype_of_argument("polygamma", 1),
    lambda rng: [((n, rng.uniform(0.5, 6.0, size=3)), {}) for n in (0, 1, 2)],
    of_array=False,
    takes_complex=False,
    lacks=frozenset({"n"}),
)
def polygamma(n: Any, x: Any) -> Tensor:
    """Derivative of the order n of `digamma`; n is a whole number, or an array of them."""
    x = runtime.as_tensor(x, "polygamma")
    orders = np.asarray(n, np.float64)
    if not orders.any():
        return digamma(x)
    dtype = x.dtype if x.dtype.kind == "f" else np.float64
    factors = ((-1.0) ** (orders + 1.0) * np.vectorize(math.gamma)(orders + 1.0)).astype(dtype)
    higher = factors * zeta_op((np.maximum(orders, 1.0) + 1.0).astype(dtype), x)
    return higher if orders.all() else where(orders == 0.0, digamma(x), higher)


_TERMS, _FAR = 10, 60.0
_STIRLING = (  # Bernoulli's numbers B(2k) over (2k)!
    1 / 12, -1 / 720, 1 / 30240, -1 / 1209600, 1 / 47900160, -691 / 1307674368000, 1 / 74724249600,
    -3617 / 10670622842880000, 43867 / 5109094217170944000,
)  # fmt: skip


@composite(
    reference("zeta"),
    lambda rng: [((x, rng.uniform(0.8, 3.0, size=3)), {}) for x in (2, 3)],
    of_array=False,
    takes_complex=False,
    lacks=frozenset({"x"}),  # where q is given
)
def zeta(x: Any, q: Any = None) -> Tensor:
    """Hurwitz's zeta function, the sum of `(q + k)**-x` over k = 0, 1, ...; differentiated with respect to q alone.

    Without q it is Riemann's, and has derivatives of any order by x.
    """
    if q is not None:
        return zeta_op(x, runtime.as_tensor(q, "zeta"))
    x = runtime.as_tensor(x, "zeta")
    dtype = x.dtype if x.dtype.kind == "f" else np.dtype(np.float64)
    s = x.astype(np.float64, copy=False)
    left = s < 0.0
    value = _riemann(where(left, 1.0 - s, s))
    t = where(left, s, 0.0)
    mirrored = 2.0**t * math.pi ** (t - 1.0) * sin(t * (math.pi / 2.0)) * gamma(1.0 - t) * value  # DLMF 25.4.1
    return where(left, mirrored, value).astype(dtype, copy=False)


def _riemann(s: AnyArray) -> Any:
    """Return Riemann's zeta function of numbers that are not negative, by Euler's and Maclaurin's sum, DLMF 25.2.9."""
    n = float(_TERMS)
    head = sum_(np.arange(1.0, n) ** -expand_dims(s, -1), -1)
    near = where(s < _FAR, s, _FAR)  # beyond it, the first terms hold all digits
    power = n**-near
    total, term = power * (n / (near - 1.0) + 0.5), near * power / n
    for k, factor in enumerate(_STIRLING, 1):
        total = total + factor * term
        term = term * ((near + (2.0 * k - 1.0)) * (near + 2.0 * k) / n**2)
    return head + where(s < _FAR, total, 0.0)


@composite(
    in_dtype_of_argument("multigammaln", 0), lambda rng: [((rng.uniform(3.0, 6.0, size=4), 3), {})],
    takes_complex=False,
)  # fmt: skip
def multigammaln(a: Tensor, d: int) -> Tensor:
    """Logarithm of the multivariate gamma function of dimension d.

    Raises
    ------
    ArgumentError
        Unless d is a whole number.
    """
    if int(d) != d or d < 1:
        raise ArgumentError(f"multigammaln: expected a positive whole number for d, got {d!r}.")
    a = a if a.dtype.kind == "f" else a.astype(np.float64)
    constant = 0.25 * d * (d - 1.0) * math.log(math.pi)
    return sum_(gammaln(a[..., None] - 0.5 * np.arange(int(d)).astype(a.dtype)), -1) + constant


def _factorials(rng: np.random.Generator) -> list[Any]:
    samples: list[Any] = [((rng.uniform(0.5, 4.0, size=4),), {})]
    if "extend" in inspect.signature(import_module("scipy.special").factorial).parameters:  # not in older SciPys
        samples.append(((rng.uniform(-0.9, 4.0, size=4),), {"extend": "complex"}))
    return samples


@composite(
    in_dtype_of_argument("factorial", 0), _factorials,
    of_array=False, takes_complex=False,
)  # fmt: skip
def factorial(n: Any, exact: bool = False, extend: str = "zero") -> Tensor:
    """Gamma function of n + 1; 0 below 0, unless `extend` is "complex". With `exact` the integer itself, of plain numbers.

    Raises
    ------
    ArgumentError
        With `exact`, which has no derivative, for a Tensor.
    """
    if exact:
        return exactly("factorial", n, exact=True)
    if extend not in ("zero", "complex"):
        raise ArgumentError(f"factorial: expected 'zero' or 'complex' for extend, got {extend!r}.")
    n = runtime.as_tensor(n, "factorial")
    if not n.size:
        return n  # as they are, which is what SciPy does with none
    n = n if n.dtype.kind == "f" else n.astype(np.float64)
    below = n < 0.0
    return gamma(n + 1.0) if extend == "complex" else where(below, 0.0, gamma(where(below, 0.0, n) + 1.0))


def exactly(name: str, *args: Any, **keywords: Any) -> Any:
    """Return SciPy's integer of plain numbers.

    Raises
    ------
    ArgumentError
        For a Tensor.
    """
    if holds_tensor(args):
        raise ArgumentError(f"{name}: exact=True has no derivative. Leave it out, or pass plain numbers.")
    return scipys("scipy.special", name)(*args, **keywords)
