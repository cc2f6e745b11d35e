"""Distribution functions of `scipy.special` and their inverses, by the incomplete gamma and beta functions.

Numbers of events are whole: what has them is differentiated with respect to its other arguments.
"""

from __future__ import annotations

from typing import Any

from tapegrad.ops.elementwise import exp, floor, log1p, sign, sqrt, square, trunc
from tapegrad.ops.special.calling import special
from tapegrad.ops.special.entropies import xlog1py, xlogy
from tapegrad.ops.special.gamma import betaln, gammaln
from tapegrad.ops.special.incomplete import beta_density, betainc_by_a, betainc_by_b, gamma_density, gammainc_by_a

# ------------------------------------------------------------------------------------------------- of the gamma family


def _chi_square(v: Any, x: Any) -> Any:
    return 0.5 * gamma_density(0.5 * v, 0.5 * x)


def _chi_square_by_v(v: Any, x: Any) -> Any:
    return 0.5 * gammainc_by_a(0.5 * v, 0.5 * x)


_FREEDOM = {"v": (1.2, 6.0), "x": (0.5, 6.0)}
chdtr = special("chdtr", "Distribution function of chi square.", _FREEDOM, {"v": _chi_square_by_v, "x": _chi_square})
chdtrc = special(
    "chdtrc", "1 - `chdtr`.", _FREEDOM,
    {"v": lambda v, x: -_chi_square_by_v(v, x), "x": lambda v, x: -_chi_square(v, x)},
)  # fmt: skip
chdtri = special(
    "chdtri", "Inverse of `chdtrc`.", {"v": (1.2, 6.0), "p": (0.1, 0.9)},
    {"v": lambda v, out: -_chi_square_by_v(v, out) / _chi_square(v, out), "p": lambda v, out: -1.0 / _chi_square(v, out)},
)  # fmt: skip
_RATE = {"a": (0.5, 2.0), "b": (0.5, 3.0), "x": (0.3, 3.0)}
gdtr = special(
    "gdtr", "Distribution function of the gamma distribution of rate a and shape b.", _RATE,
    {
        "a": lambda a, b, x: x * gamma_density(b, a * x), "b": lambda a, b, x: gammainc_by_a(b, a * x),
        "x": lambda a, b, x: a * gamma_density(b, a * x),
    },
)  # fmt: skip
gdtrc = special(
    "gdtrc", "1 - `gdtr`.", _RATE,
    {
        "a": lambda a, b, x: -x * gamma_density(b, a * x), "b": lambda a, b, x: -gammainc_by_a(b, a * x),
        "x": lambda a, b, x: -a * gamma_density(b, a * x),
    },
)  # fmt: skip
gdtrix = special(
    "gdtrix", "Inverse of `gdtr` with respect to x.", {"a": (0.5, 2.0), "b": (0.5, 3.0), "p": (0.1, 0.9)},
    {
        "a": lambda a, out: -out / a, "b": lambda a, b, out: -gammainc_by_a(b, a * out) / (a * gamma_density(b, a * out)),
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


def _ratio(dfn: Any, dfd: Any, x: Any) -> Any:
    return dfn * x / (dfn * x + dfd)


def _f_by(dfn: Any, dfd: Any, x: Any) -> Any:
    """Return the derivative of the F distribution function by the ratio of its arguments."""
    return beta_density(0.5 * dfn, 0.5 * dfd, _ratio(dfn, dfd, x)) / square(dfn * x + dfd)


def _f_by_dfn(dfn: Any, dfd: Any, x: Any) -> Any:
    return 0.5 * betainc_by_a(0.5 * dfn, 0.5 * dfd, _ratio(dfn, dfd, x)) + x * dfd * _f_by(dfn, dfd, x)


def _f_by_dfd(dfn: Any, dfd: Any, x: Any) -> Any:
    return 0.5 * betainc_by_b(0.5 * dfn, 0.5 * dfd, _ratio(dfn, dfd, x)) - x * dfn * _f_by(dfn, dfd, x)


def _f_by_x(dfn: Any, dfd: Any, x: Any) -> Any:
    return dfn * dfd * _f_by(dfn, dfd, x)


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
        "dfn": lambda dfn, dfd, out: -_f_by_dfn(dfn, dfd, out) / _f_by_x(dfn, dfd, out),
        "dfd": lambda dfn, dfd, out: -_f_by_dfd(dfn, dfd, out) / _f_by_x(dfn, dfd, out),
        "p": lambda dfn, dfd, out: 1.0 / _f_by_x(dfn, dfd, out),
    },
)  # fmt: skip


def _student(df: Any, t: Any) -> Any:
    """Return the density of Student's t."""
    return exp(-0.5 * (df + 1.0) * log1p(square(t) / df) - betaln(0.5 * df, 0.5)) / sqrt(df)


def _student_by_df(df: Any, t: Any) -> Any:
    """Return the derivative by the degrees of freedom: half the one of I_y(df / 2, 1 / 2), y = df / (df + t**2), in the left
    tail, and its negative in the right one."""
    y = df / (df + square(t))
    tail = 0.25 * betainc_by_a(0.5 * df, 0.5, y) + 0.5 * square(t) * beta_density(0.5 * df, 0.5, y) / square(
        df + square(t)
    )
    return -sign(t) * tail


_STUDENT = {"df": (1.5, 6.0), "t": (0.3, 2.0)}
stdtr = special("stdtr", "Distribution function of Student's t.", _STUDENT, {"df": _student_by_df, "t": _student})
stdtrit = special(
    "stdtrit", "Inverse of `stdtr` with respect to t.", {"df": (1.5, 6.0), "p": (0.6, 0.9)},
    {"df": lambda df, out: -_student_by_df(df, out) / _student(df, out), "p": lambda df, out: 1.0 / _student(df, out)},
)  # fmt: skip


def _binomial(k: Any, n: Any, p: Any) -> Any:
    """Return the slope by p of the probability of more than k successes in n."""
    k, n = floor(k), trunc(n)
    return exp(xlogy(k, p) + xlog1py(n - k - 1.0, -p) - betaln(k + 1.0, n - k))


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


def _failures(k: Any, n: Any, p: Any) -> Any:
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
