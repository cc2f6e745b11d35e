"""Distribution functions of `scipy.special` and their inverses, by the incomplete gamma and beta functions.

Numbers of events are whole: what has them is differentiated with respect to its other arguments.

Tests: tests/ops/test_special.py, tests/func/test_ops.py
"""

from __future__ import annotations

import math
from typing import Any

from tapegrad.machine import lane, veclog, vecmath
from tapegrad.machine.lane import Lane, select
from tapegrad.machine.routines import choose
from tapegrad.ops.elementwise_ops import absolute, exp, floor, log, log1p, square, trunc, where
from tapegrad.ops.runtime import AnyArray
from tapegrad.ops.special.entropies import xlog1py, xlogy
from tapegrad.ops.special.gamma import gammaln
from tapegrad.ops.special.gamma_quotients import betaln, rise
from tapegrad.ops.special.incomplete_functions import (
    beta_by,
    beta_density,
    betainc_by_a,
    betainc_by_b,
    gamma_density,
    gamma_quantile_by_a,
    gammainc_by_a,
    times,
)
from tapegrad.ops.special.stirling import HALF_LOG_2PI
from tapegrad.ops.special.ufunc_calls import called, rarely, slope, special

# ------------------------------------------------------------------------------------------------- of the gamma family


def _chi_square(v: AnyArray, x: AnyArray) -> AnyArray:
    return 0.5 * gamma_density(0.5 * v, 0.5 * x)


def _chi_square_by_v(v: AnyArray, x: AnyArray) -> AnyArray:
    return 0.5 * gammainc_by_a(0.5 * v, 0.5 * x)


_FREEDOM = {"v": (1.2, 6.0), "x": (0.5, 6.0)}
chdtr = special("chdtr", "Distribution function of chi square.", _FREEDOM, {"v": _chi_square_by_v, "x": _chi_square})
chdtrc = special(
    "chdtrc", "1 - `chdtr`.", _FREEDOM,
    {"v": lambda v, x: -_chi_square_by_v(v, x), "x": lambda v, x: -_chi_square(v, x)},
)  # fmt: skip
chdtri = special(
    "chdtri", "Inverse of `chdtrc`.", {"v": (1.2, 6.0), "p": (0.1, 0.9)},
    {"v": lambda v, out: gamma_quantile_by_a(0.5 * v, 0.5 * out), "p": lambda v, out: -1.0 / _chi_square(v, out)},
)  # fmt: skip
_RATE = {"a": (0.5, 2.0), "b": (0.5, 3.0), "x": (0.3, 3.0)}
gdtr = special(
    "gdtr", "Distribution function of the gamma distribution of rate a and shape b.", _RATE,
    {
        "a": lambda a, b, x: times(x, gamma_density(b, a * x)), "b": lambda a, b, x: gammainc_by_a(b, a * x),
        "x": lambda a, b, x: times(a, gamma_density(b, a * x)),
    },
)  # fmt: skip
gdtrc = special(
    "gdtrc", "1 - `gdtr`.", _RATE,
    {
        "a": lambda a, b, x: -times(x, gamma_density(b, a * x)), "b": lambda a, b, x: -gammainc_by_a(b, a * x),
        "x": lambda a, b, x: -times(a, gamma_density(b, a * x)),
    },
)  # fmt: skip
gdtrix = special(
    "gdtrix", "Inverse of `gdtr` with respect to x.", {"a": (0.5, 2.0), "b": (0.5, 3.0), "p": (0.1, 0.9)},
    {
        "a": lambda a, out: -out / a, "b": lambda a, b, out: gamma_quantile_by_a(b, a * out) / a,
        "p": lambda a, b, out: 1.0 / (a * gamma_density(b, a * out)),
    },
)  # fmt: skip


def _poisson(k: Any, m: Any) -> Any:
    """Return the probability of k events, which is the slope by m of that of more."""
    k = floor(k)
    return exp(xlogy(k, m) - m - gammaln(k + 1.0))


_EVENTS = {"k": (2.2, 2.6), "m": (0.5, 4.0)}
pdtr = special(
    "pdtr", "Probability of at most k events of Poisson's distribution of mean m.", _EVENTS,
    {"k": None, "m": lambda k, m: -_poisson(k, m)},
)  # fmt: skip
pdtrc = special("pdtrc", "1 - `pdtr`.", _EVENTS, {"k": None, "m": _poisson})

# ------------------------------------------------------------------------------------------------- of the beta family


def _shares(dfn: AnyArray, dfd: AnyArray, x: AnyArray) -> tuple[Any, Any, Any, Any]:
    """Return where the argument of the incomplete beta function is above 1/2, and that is reflected (DLMF 8.17.4), and then its
    parameters and argument: near 1 it has lost what dfd is beside dfn x."""
    upper = dfn * x > dfd
    share = where(upper, dfd, dfn * x) / (dfn * x + dfd)
    return upper, 0.5 * where(upper, dfd, dfn), 0.5 * where(upper, dfn, dfd), share


def _f_by(size: AnyArray, other: AnyArray, dfn: AnyArray, dfd: AnyArray, x: AnyArray) -> AnyArray:
    """Return the derivative of the F distribution function by the ratio of its arguments, times two numbers."""
    _, a, b, share = _shares(dfn, dfd, x)
    total = dfn * x + dfd
    return times(size / total, other / total * beta_density(a, b, share))


def _many(m: Any, n: Any, x: AnyArray) -> Any:
    """Return where the expansion in 1 / m has more digits than the formulas, whose parts cancel up to their part of 1 / m."""
    apart = 0.5 * n - 0.5 * n / x
    return (m > 1e4) & (square(apart) + n + 4.0 < 1e-3 * m)


def _f_by_many(m: Any, n: Any, x: AnyArray) -> Any:
    """Return the derivative of the F distribution function by m, for m that is large beside n.

    The function is the mean of Q(n / 2, n w / (2 x)) over w, a chi square of m degrees over m: a sum of derivatives by w, at w = 1, times
    central moments of w, which are 2 / m, 8 / m^2, 12 / m^2 + 48 / m^3, ... The k-th derivative of the gamma density is that times v^-k
    and the k-th of `rows`, by the equation v g' = (a - 1 - v) g.
    """
    a, v = 0.5 * n, 0.5 * n / x
    rows = [1.0, a - 1.0 - v]
    for k in range(1, 5):
        rows.append((a - 1.0 - v - k) * rows[k] - k * v * rows[k - 1])
    second = (8.0 / 3.0) * rows[2] + rows[3]
    third = 6.0 * rows[3] + 4.0 * rows[4] + 0.5 * rows[5]
    return times(v, gamma_density(a, v)) * ((rows[1] + (second + third / m) / m) / m) / m


def _f_by_dfn(dfn: Any, dfd: Any, x: AnyArray) -> Lane:
    upper, a, b, share = _shares(dfn, dfd, x)
    by_shape = where(upper, -betainc_by_b(a, b, share), betainc_by_a(a, b, share))
    value = 0.5 * by_shape + _f_by(x, dfd, dfn, dfd, x)
    return rarely(_many(dfn, dfd, x), value, lambda: _f_by_many(dfn, dfd, x))


def _f_by_dfd(dfn: Any, dfd: Any, x: AnyArray) -> Lane:
    upper, a, b, share = _shares(dfn, dfd, x)
    by_shape = where(upper, -betainc_by_a(a, b, share), betainc_by_b(a, b, share))
    value = 0.5 * by_shape - _f_by(x, dfn, dfn, dfd, x)
    return rarely(_many(dfd, dfn, 1.0 / x), value, lambda: -_f_by_many(dfd, dfn, 1.0 / x))


def _f_by_x(dfn: Any, dfd: Any, x: AnyArray) -> Any:
    return _f_by(dfn, dfd, dfn, dfd, x)


def _still(dfn: AnyArray, dfd: AnyArray, quantile: AnyArray, value: AnyArray) -> AnyArray:
    """Return how a quantile moves with a parameter: an end of the support does not, nor what SciPy gives next to it."""
    return _where_finite(quantile, where(dfn * quantile < 1e-300 * dfd, 0.0, value))


def _where_finite(quantile: AnyArray, value: AnyArray) -> AnyArray:
    """Return how a quantile moves, NaN where SciPy's search gives a number that is none: so far out it meets no end."""
    return where(absolute(quantile) > 1e99, math.nan, value)


_RATIO = {"dfn": (1.5, 6.0), "dfd": (1.5, 6.0), "x": (0.4, 3.0)}
fdtr = special("fdtr", "Distribution function of F.", _RATIO, {"dfn": _f_by_dfn, "dfd": _f_by_dfd, "x": _f_by_x})
fdtrc = special(
    "fdtrc", "1 - `fdtr`.", _RATIO,
    {
        "dfn": lambda dfn, dfd, x: -_f_by_dfn(dfn, dfd, x), "dfd": lambda dfn, dfd, x: -_f_by_dfd(dfn, dfd, x),
        "x": lambda dfn, dfd, x: -_f_by_x(dfn, dfd, x),
    },
)  # fmt: skip
fdtri = special(
    "fdtri", "Inverse of `fdtr`.", {"dfn": (1.5, 6.0), "dfd": (1.5, 6.0), "p": (0.1, 0.9)},
    {
        "dfn": lambda dfn, dfd, out: _still(dfn, dfd, out, -_f_by_dfn(dfn, dfd, out) / _f_by_x(dfn, dfd, out)),
        "dfd": lambda dfn, dfd, out: _still(dfn, dfd, out, -_f_by_dfd(dfn, dfd, out) / _f_by_x(dfn, dfd, out)),
        "p": lambda dfn, dfd, out: where(
            (out > 0.0) & (dfn * out < 1e-300 * dfd), 0.0, _where_finite(out, 1.0 / _f_by_x(dfn, dfd, out))
        ),
    },
)  # fmt: skip


# Fisher's expansion (Metron 5, 1926; Abramowitz and Stegun 26.7.5): the distribution is the normal one less phi(t) times polynomials over
# powers of df, here the coefficients of t, t^3, ... of each
_FISHER = (
    [1 / 4, 1 / 4],
    [-3 / 96, -5 / 96, -7 / 96, 3 / 96],
    [-15 / 384, -3 / 384, 6 / 384, 14 / 384, -11 / 384, 1 / 384],
)


def _expanded(df: Lane | AnyArray, t: Any, rows: Any) -> Any:
    """Return the derivative by df of polynomials over powers of df, by Horner's scheme, negative."""
    squared, total = t * t, 0.0 * t
    for power_, row in reversed([*enumerate(rows, 1)]):
        total = (total + power_ * _polynomial(squared, row)) / df
    return total / df


def _polynomial(x: AnyArray, row: list[float]) -> AnyArray:
    terms = 0.0 * x
    for c in reversed(row):
        terms = c + x * terms
    return terms


def _bent(row: Any) -> list[float]:
    """Return the coefficients of (phi(t) t p(t^2))' / phi(t), of 1, t^2, ..., for those of p."""
    scaled = [(2 * k + 1) * c for k, c in enumerate(row)] + [0.0]
    return [c - (row[k - 1] if k else 0.0) for k, c in enumerate(scaled)]


def _expandable(df: AnyArray | Lane, squared: AnyArray | Lane) -> Any:
    """Return where the expansion has more digits than the derivatives of the incomplete beta function, whose large terms cancel."""
    return (df > 1e4) & (squared * squared < 1e-3 * df)


def _student(df: AnyArray, t: AnyArray) -> Any:
    """Return the density of Student's t."""
    return exp(log_student(df, t))


def log_student(df: AnyArray, t: AnyArray) -> Any:
    """Return the logarithm of the density of Student's t, with many degrees of freedom by its expansion: the formula's slopes by these cancel."""
    squared = square(t)
    many = _expandable(df, squared)
    small, large = where(many, squared, 0.0), where(many, df, 1e30)
    series: Any = 0.0
    for row in reversed([*map(_bent, _FISHER)]):
        series = (series + _polynomial(small, row)) / large
    few = where(many, 1.0, df)
    exact = (
        -0.5 * (few + 1.0) * log_beyond(few, where(many, 0.0, t)) - 0.5 * log(few) - betaln(0.5 * few, 0.0 * few + 0.5)
    )
    return where(many, log1p(-series) - 0.5 * small - HALF_LOG_2PI, exact)


def log_beyond(df: Any, t: AnyArray) -> Any:
    """Return log(1 + t**2 / df), also where that overflows, or its slope is a product of small numbers."""
    squared = square(t)
    far = 1e-20 * squared > df
    near = where(far, 0.0, squared)
    long = 2.0 * log(where(far, absolute(t), 1.0)) - log(where(far, df + 0.0 * near, 1.0))  # in the dtype of t
    return where(far, long, log1p(near / df))


def _tail_by_df(df: Lane, t: Lane) -> Lane:
    """Return the derivative of the distribution function by the degrees of freedom, from that of I_y(df / 2, 1 / 2) by its first
    parameter, y = df / (df + t**2), of which one half is the tail. Where y is near 1, it is taken at 1 - y."""
    square_of_t = t * t
    total = df + square_of_t
    e = df.emitter
    half, shape = e.float(0.5), 0.5 * df
    slope_of_share = choose(
        square_of_t < df,
        lambda: -beta_by(half, shape, square_of_t / total, by_a=False),
        lambda: beta_by(shape, half, df / total, by_a=True),
    )
    exponent = -(shape + 0.5) * veclog.log1p(square_of_t / df) - called("betaln", shape, half)
    density = vecmath.exp(exponent) / lane.sqrt(df)
    moved = vecmath.exp(exponent + veclog.log(abs(t))) / lane.sqrt(df)  # t times the density, which alone may underflow
    tail = 0.25 * slope_of_share
    value = select(t < 0.0, tail, -tail) - lane.copysign(moved, t) / (2.0 * df)
    bent = (
        0.5 * (called("psi", shape + half) - called("psi", shape + 1.0)) + 0.5 / df
    )  # of the density's logarithm at 0
    value = select(square_of_t < 1e-18 * df, t * density * bent, value)
    normal = vecmath.exp(-0.5 * square_of_t) * (1.0 / math.sqrt(2.0 * math.pi))
    value = select(_expandable(df, square_of_t), normal * t * _expanded(df, t, _FISHER), value)
    return select(abs(t) < math.inf, value, select(abs(t) == math.inf, 0.0, t))


def _student_bent(df: AnyArray, t: AnyArray) -> Any:
    """Return the derivative of the density by the degrees of freedom."""
    share = square(t) / df
    logarithmic = rise(0.5 * df, 0.5) - log1p(share) + (df + 1.0) / df * (share / (1.0 + share)) - 1.0 / df
    near = 0.5 * _student(df, t) * logarithmic
    expandable = _expandable(df, square(t))
    small = where(expandable, t, 0.0)
    far = exp(-0.5 * square(small)) * (1.0 / math.sqrt(2.0 * math.pi)) * _expanded(df, small, [*map(_bent, _FISHER)])
    return where(expandable, far, near)


_STUDENT = {"df": (1.5, 6.0), "t": (0.3, 2.0)}
stdtr_by_df = slope(
    "stdtr_by_df", "Derivative of `stdtr` by df.", _STUDENT, {"t": _student_bent}, _tail_by_df, of="stdtr"
)
stdtr = special(
    "stdtr", "Distribution function of Student's t.", _STUDENT, {"df": lambda df, t: stdtr_by_df(df, t), "t": _student}
)

stdtrit = special(
    "stdtrit", "Inverse of `stdtr` with respect to t.", {"df": (1.5, 6.0), "p": (0.6, 0.9)},
    {
        "df": lambda df, out: _where_finite(out, -stdtr_by_df(df, out) / _student(df, out)),
        "p": lambda df, out: _where_finite(out, 1.0 / _student(df, out)),
    },
)  # fmt: skip


def _binomial(k: Any, n: Any, p: AnyArray) -> Any:
    """Return the slope by p of the probability of more than k successes in n."""
    k, n = floor(k), trunc(n)
    certain = (k < 0.0) | (k >= n)
    k = where(certain, 0.0, k)
    n = where(certain, 1.0, n)
    return where(certain, 0.0, exp(xlogy(k, p) + xlog1py(n - k - 1.0, -p) - betaln(k + 1.0, n - k)))


_TRIALS = {"k": (2.2, 2.6), "n": (5.0, 5.0), "p": (0.1, 0.9)}
bdtr = special(
    "bdtr", "Probability of at most k successes in n trials.", _TRIALS,
    {"k": None, "n": None, "p": lambda k, n, p: -_binomial(k, n, p)}, whole=("n",),
)  # fmt: skip
bdtrc = special("bdtrc", "1 - `bdtr`.", _TRIALS, {"k": None, "n": None, "p": _binomial}, whole=("n",))
bdtri = special(
    "bdtri", "The p at which `bdtr` is y.", {"k": (2.2, 2.6), "n": (5.0, 5.0), "y": (0.1, 0.9)},
    {"k": None, "n": None, "y": lambda k, n, out: -1.0 / _binomial(k, n, out)}, whole=("n",),
)  # fmt: skip


def _failures(k: Any, n: Any, p: AnyArray) -> Any:
    """Return the slope by p of the probability of at most k failures before n successes."""
    k, n = trunc(k), trunc(n)
    return exp(xlogy(n - 1.0, p) + xlog1py(k, -p) - betaln(n, k + 1.0))


nbdtr = special(
    "nbdtr",
    "Probability of at most k failures before n successes.",
    _TRIALS,
    {"k": None, "n": None, "p": _failures},
    whole=("k", "n"),
)
nbdtrc = special(
    "nbdtrc",
    "1 - `nbdtr`.",
    _TRIALS,
    {"k": None, "n": None, "p": lambda k, n, p: -_failures(k, n, p)},
    whole=("k", "n"),
)
