"""Each derivative of each elementwise op on the whole line, against differences (see `tests.whole_line`, which asks for more)."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from scipy import special

import tapegrad as tg
from tapegrad.autograd import grad
from tests import whole_line
from tests.support import leaf

CASES = whole_line.records()


@pytest.mark.sampled(26)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_first_derivatives(case):
    rng = np.random.default_rng([*case.name.encode()])
    failures, count, lost = whole_line.wrong(case, whole_line.draw(rng, case, 25), 1)
    assert not failures, "\n".join(map(str, ["", *failures]))
    assert count >= 4
    assert len(lost) <= 0.25 * count, lost  # NaN says that a derivative is not known


def slope_of(function):
    def slope(x):
        return grad(function(x).sum(), x, create_graph=True)[0]

    return slope


FAR = {
    "i0e": (special.i0e, (1e5, 1e17, -1e9), lambda x: -mpmath.sign(x) * mpmath.sqrt(1 / (8 * mpmath.pi * abs(x) ** 3)) * (1 + 3 / (8 * abs(x)))),
    "k1e": (special.k1e, (1e5, 1e17), lambda x: -mpmath.sqrt(mpmath.pi / (8 * x**3)) * (1 + 9 / (8 * x))),
    "dawsn": (special.dawsn, (51.0, 1e5, -1e18), lambda x: -(1 + 3 / (2 * x * x) + 15 / (4 * x**4)) / (2 * x * x)),
    "betaln": (lambda x: special.betaln(x, 1.5), (1e9, 1e15), lambda x: mpmath.digamma(x) - mpmath.digamma(x + 1.5)),
    # of which SciPy's zeta adds up a term for each pole on the way
    "digamma": (slope_of(special.gammaln), (-1.3e14 - 0.25, -77.3, -1e9 - 0.25), lambda x: mpmath.pi**2 / mpmath.sin(mpmath.pi * x) ** 2 - mpmath.psi(1, 1 - x)),
}  # fmt: skip


@pytest.mark.parametrize("name", FAR)
def test_where_terms_of_usual_formulas_cancel(name):
    function, points, truth = FAR[name]
    x = leaf(np.array(points))
    with mpmath.workdps(60):
        wanted = [float(truth(mpmath.mpf(p))) for p in points]
    np.testing.assert_allclose(slope_of(function)(x).detach().numpy(), wanted, rtol=1e-8)


def test_a_quantile_that_is_none_has_no_derivative():
    df, p = leaf(np.array([1e-9, 3.0])), leaf(np.array([0.7, 0.7]))
    for g in grad(special.stdtrit(df, p).sum(), [df, p]):
        assert np.isnan(g.numpy()[0])
        assert np.isfinite(g.numpy()[1])
    assert isinstance(df, tg.Tensor)
