"""The error function's and the normal distribution's relatives, logarithms of probabilities, and entropies: SciPy's names."""

from __future__ import annotations

import math
from typing import Any

from tapegrad.ops.declare import Elementwise, scipy_ufuncs
from tapegrad.ops.elementwise import equal, exp, log, log1p, sigmoid, square, where
from tapegrad.ops.special.gamma import POLES, called, digamma, reference

_ROOT_PI, _ROOT_2 = math.sqrt(math.pi), math.sqrt(2.0)
_DENSITY = 1.0 / math.sqrt(2.0 * math.pi)
_ANY = (-2.0, 2.0)


def _one(name: str, domain: tuple[float, float], slope: Any, summary: str, **more: Any) -> Elementwise:
    """Declare a ufunc of SciPy of one number."""
    op = scipy_ufuncs[name] = Elementwise(
        name=name, external=True, forward=lambda x: called(name, x), partials={"x": slope}, reference=reference(name),
        domain={"x": domain}, edges=POLES, summary=summary, **more,
    )  # fmt: skip
    return op


def _two(
    name: str, domain: tuple[tuple[float, float], tuple[float, float]], partials: tuple[Any, Any], summary: str, **more: Any
) -> Elementwise:  # fmt: skip
    """Declare a ufunc of SciPy of two numbers."""
    op = scipy_ufuncs[name] = Elementwise(
        name=name, external=True, forward=lambda x, y: called(name, x, y),
        partials=dict(zip("xy", partials, strict=True)), reference=reference(name),
        domain=dict(zip("xy", domain, strict=True)), edges=[((None, None), None)], summary=summary, **more,
    )  # fmt: skip
    return op


erfinv = _one("erfinv", (-0.9, 0.9), lambda out: 0.5 * _ROOT_PI * exp(square(out)), "Inverse of erf.")
erfcinv = _one("erfcinv", (0.1, 1.9), lambda out: -0.5 * _ROOT_PI * exp(square(out)), "Inverse of erfc.")
erfcx = _one("erfcx", _ANY, lambda x, out: 2.0 * x * out - 2.0 / _ROOT_PI, "exp(x**2) * erfc(x).")
erfi = _one("erfi", _ANY, lambda x: 2.0 / _ROOT_PI * exp(square(x)), "Imaginary error function, -1j * erf(1j * x).")
dawsn = _one("dawsn", _ANY, lambda x, out: 1.0 - 2.0 * x * out, "Dawson's integral.")
ndtr = _one(
    "ndtr", _ANY, lambda x: _DENSITY * exp(-0.5 * square(x)), "Distribution function of the normal distribution."
)
log_ndtr = _one(
    "log_ndtr", _ANY, lambda x: math.sqrt(2.0 / math.pi) / erfcx(x * (-1.0 / _ROOT_2)), "Logarithm of `ndtr`.",
)  # fmt: skip
ndtri = _one("ndtri", (0.1, 0.9), lambda out: exp(0.5 * square(out)) / _DENSITY, "Inverse of `ndtr`.")
logit = _one("logit", (0.1, 0.9), lambda x: 1.0 / (x * (1.0 - x)), "log(x / (1 - x)).")
log_expit = _one("log_expit", _ANY, lambda x: sigmoid(-x), "Logarithm of `expit`.")
entr = _one("entr", (0.1, 2.0), lambda x: -log(x) - 1.0, "-x * log(x), 0 at 0.")
gamma = _one("gamma", (0.5, 4.0), lambda x, out: out * digamma(x), "Gamma function.")
exp1 = _one("exp1", (0.2, 3.0), lambda x: -exp(-x) / x, "Exponential integral, of exp(-t) / t from x to infinity.")
expi = _one("expi", (0.2, 3.0), lambda x: exp(x) / x, "Exponential integral, of exp(t) / t up to x.")

xlogy = _two(
    "xlogy", (_ANY, (0.2, 3.0)), (lambda y: log(y), lambda x, y: where(equal(x, 0.0), 0.0, x / y)),
    "x * log(y), 0 where x is 0.",
)  # fmt: skip
xlog1py = _two(
    "xlog1py", (_ANY, (-0.5, 3.0)), (lambda y: log1p(y), lambda x, y: where(equal(x, 0.0), 0.0, x / (1.0 + y))),
    "x * log1p(y), 0 where x is 0.",
)  # fmt: skip
rel_entr = _two(
    "rel_entr", ((0.2, 3.0), (0.2, 3.0)), (lambda x, y: log(x / y) + 1.0, lambda x, y: -x / y), "x * log(x / y), 0 at x = 0.",
)  # fmt: skip
kl_div = _two(
    "kl_div", ((0.2, 3.0), (0.2, 3.0)), (lambda x, y: log(x / y), lambda x, y: 1.0 - x / y), "x * log(x / y) - x + y.",
)  # fmt: skip
beta = _two(
    "beta", ((0.5, 3.0), (0.5, 3.0)),
    (lambda x, y, out: out * (digamma(x) - digamma(x + y)), lambda x, y, out: out * (digamma(y) - digamma(x + y))),
    "Beta function.",
)  # fmt: skip
betaln = _two(
    "betaln", ((0.5, 3.0), (0.5, 3.0)), (lambda x, y: digamma(x) - digamma(x + y), lambda x, y: digamma(y) - digamma(x + y)),
    "Logarithm of the absolute value of the beta function.",
)  # fmt: skip
