"""Entropies keep their digits where log-gammas and digammas of large arguments would cancel: against mpmath, with derivatives."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest

import tapegrad as tg
from tests.support import plain


def _gamma(a):
    return a + mpmath.loggamma(a) + (1 - a) * mpmath.digamma(a)


def _beta(a, b):
    logarithm = mpmath.loggamma(a) + mpmath.loggamma(b) - mpmath.loggamma(a + b)
    return logarithm - (a - 1) * mpmath.digamma(a) - (b - 1) * mpmath.digamma(b) + (a + b - 2) * mpmath.digamma(a + b)


def _f(m, n):
    a, b = m / 2, n / 2
    logarithm = mpmath.loggamma(a) + mpmath.loggamma(b) - mpmath.loggamma(a + b) + mpmath.log(n / m)
    return logarithm + (1 - a) * mpmath.digamma(a) - (1 + b) * mpmath.digamma(b) + (a + b) * mpmath.digamma(a + b)


FORMULAS = {
    "gamma": _gamma,
    "chi2": lambda df: _gamma(df / 2) + mpmath.log(2),
    "invgamma": lambda a: a + mpmath.loggamma(a) - (1 + a) * mpmath.digamma(a),
    "beta": _beta,
    "f": _f,
}
SHAPES = {1: [(0.3,), (15.9,), (16.1,), (40.0,), (1e3,), (1e10,)],
          2: [(2.0, 1e10), (1e10, 2.0), (0.5, 31.0), (17.0, 1e6), (1e10, 1e10), (3.0, 4.0)]}  # fmt: skip


@pytest.mark.parametrize("name", FORMULAS)
def test_entropies_of_large_shapes(name):
    formula = FORMULAS[name]
    count = formula.__code__.co_argcount
    entropy = getattr(tg.stats, name).entropy
    for shapes in SHAPES[count]:
        with mpmath.workdps(60):
            given = [mpmath.mpf(x) for x in shapes]
            expected = float(formula(*given))
            slopes = [
                float(
                    mpmath.diff(
                        lambda x, k=k: formula(*given[:k], x, *given[k + 1 :]),
                        given[k],
                        h=given[k] * mpmath.mpf(10) ** -20,
                    )
                )
                for k in range(count)
            ]
        assert plain(entropy(*shapes)) == pytest.approx(expected, rel=2e-14, abs=1e-14)
        found = tg.func.grad(entropy, argnums=tuple(range(count)))(*shapes)
        np.testing.assert_allclose(
            np.array(found) * shapes, np.array(slopes) * shapes, rtol=1e-8, atol=1e-14
        )  # of an entropy by the logarithm of a shape
