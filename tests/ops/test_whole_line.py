"""Each derivative of each elementwise op on the whole line, against differences (see `tests.whole_line`, which asks for more)."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
import scipy.stats
from scipy import special

import tapegrad as tg
from tapegrad.autograd import grad
from tests import exact, whole_line
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


# by which arguments, and where: parts of a derivative cancelled, or were too large or too small, though it is neither
FOUND = [
    ("rgamma", (0, 0), (1.7130158012057656e-17,)), ("rgamma", (0, 0), (2.180294465963194e-14,)),
    ("poch", (0, 0), (-5.466856443652818e-19, 0.002584049116744925)), ("poch", (0, 0), (-4.329919070264889e-91, -4.63667583193113)),
    ("poch", (0, 0), (9.018236963403532e-15, 1.5687858758238682)), ("poch", (0,), (-4.75, 1e-18)),
    ("beta", (0,), (-6.02119602575457, 2.3636198782017578e-17)), ("betaln", (0,), (-6.25, 1e-17)),
    ("kv_order_1", (1, 1), (6.75204525367739e-19, 3.361650942375132)),
    ("kve_order_1", (1, 1), (-1.943717372835006e-18, 1.1313274256760255)), ("kve_order_2", (1, 1), (-43.56, 7.979200528785381e16)),
    ("rel_entr", (0,), (1e10, 1e-300)), ("rel_entr", (0, 0), (0.274730969813033, 1.748422e-317)), ("kl_div", (0,), (1e10, 1e-300)),
    ("boxcox1p", (1, 1), (0.0839370123779799, -1.3597019671969105e85)), ("inv_boxcox", (1, 1), (-5.622350329728153e280, -3.5005100931582467)),
    ("inv_boxcox1p", (0, 0), (1.9686241720111826, 2.7221923087252168e203)),
    ("stdtr", (0,), (4827937.410887749, 0.427)), ("stdtr", (0, 1), (4827937.410887749, 0.427)), ("stdtr", (0,), (2e4, 2.0)),
    ("stdtr", (0, 1), (1e9, 2.0)), ("stdtrit", (0,), (4827937.410887749, 0.665420634497133)), ("stdtr", (1, 1), (0.6616312363596142, -7.4549544726157535e90)),
    ("fdtrc", (0,), (4.370624852140342, 4.121901151367947, 1.317820072274528e114)), ("fdtrc", (1,), (4.37, 4.12, 1.3e114)),
    ("betainc_by_b", (2, 2), (0.1373936537566394, 0.0, 1.472041555523008e-22)), ("gamma_density", (0,), (8.553806646608034e16, 8.553806653720658e16)),
    ("gamma_density", (1,), (8.553806646608034e16, 8.553806653720658e16)), ("betainc", (0, 2), (3.0, 1e12, 2.9e-12)),
    ("shichi_shi", (0, 0), (1.1715797936660036e-10,)), ("sici_si", (0, 0), (1e-9,)), ("spence", (0, 0), (1.0 + 1e-9,)),
    ("fresnel_s", (0,), (2027695422.7045066,)), ("fresnel_c", (0,), (-46162357612372.805,)), ("fresnel_c", (0, 0), (2027695422.7045066,)),
    ("ellipkm1_slope", (0, 0), (1.2e86,)), ("ellipk_slope", (0, 0), (-1.2e86,)),
    ("eval_chebys", (1, 1), (1e-20, 0.3)), ("eval_legendre", (1,), (-1e-14, -0.7)), ("eval_chebyt", (1,), (1e-9, 0.3)),
    ("eval_laguerre", (1, 1), (2e-4, 3.0)), ("eval_genlaguerre", (2,), (1e-17, 0.7, 40.0)), ("eval_gegenbauer", (2,), (-1e-20, 0.7, 0.9999)),
    ("eval_gegenbauer", (2,), (3.8620524e-05, -3.50000712144, 6.0)),  # near a pole of gamma
    ("beta", (0, 1), (1e-292, 1.5)), ("beta", (0, 1), (1e-6, 3e-6)), ("beta", (0, 1), (1.5, -1e-12)), ("beta", (0, 0), (0.04, 0.001)),
    ("fdtr", (1,), (2.0, 1e8, 1.7)), ("fdtrc", (0,), (4.16e6, 40.0, 5.67)),
    ("i1", (0, 0), (1e-156,)), ("i1", (0, 0), (-1e-290,)), ("iv", (1, 1), (1.0, 1e-200)), ("iv", (1, 1), (1.5, 1e-250)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "orders", "point"), FOUND)
def test_where_the_whole_line_found_wrong_digits(name, orders, point):
    case = next(case for case in CASES if case.name == name)
    found = dict(whole_line.derivatives(case, [np.array([x]) for x in point], len(orders)))[orders]
    expected = exact.derivative(name, orders, point)
    assert expected is not None
    np.testing.assert_allclose(found, expected, rtol=1e-8)


@pytest.mark.parametrize("z", [0.7, 1e20, 7.36e147])
def test_second_derivatives_of_densities_that_fall_like_powers(z):
    df = 1.5547560618679575
    found = tg.hessian(lambda p: tg.stats.t.logpdf(p[0], p[1]))(np.array([z, df]))
    with mpmath.workdps(700):
        x, v = mpmath.mpf(z), mpmath.mpf(df)
        u = 1 + x * x / v
        by_z = -(v + 1) / v * (1 / u - 2 * x * x / v / u**2)
        mixed = -x / v / u + (v + 1) * x / v**2 * (1 / u - x * x / v / u**2)
        normal = (mpmath.psi(1, (v + 1) / 2) - mpmath.psi(1, v / 2)) / 4 + 1 / (2 * v * v)
        share = x * x / v / u
        by_df = normal + share / v - (v + 1) / (2 * v * v) * share * (2 - share)
        cauchy = (2 * x * x - 2) / (1 + x * x) ** 2
    expected = np.array([[by_z, mixed], [mixed, by_df]], float)
    np.testing.assert_allclose(found, expected, rtol=1e-9)
    for d in (tg.stats.cauchy, tg.stats.halfcauchy):
        np.testing.assert_allclose(tg.hessian(lambda z, d=d: d.logpdf(z))(z), float(cauchy), rtol=1e-9)


@pytest.mark.parametrize(
    ("name", "orders", "point"),
    [
        ("cauchy.logcdf", (0,), (-2.1e181,)), ("cauchy.logsf", (0,), (8.6e298,)), ("t.logcdf", (0,), (-2.3e80, 3.16)),
        ("t.logsf", (1,), (2.3e90, 2.5)), ("f.logsf", (0,), (1e150, 1.4, 3.5)), ("f.logsf", (2,), (1e150, 1.4, 3.5)),
        ("invgamma.logsf", (1,), (1e110, 2.4)), ("f.logsf", (1,), (5.67, 4.16e6, 40.0)), ("pareto.cdf", (0,), (1e16, 3.0)), ("halfnorm.logsf", (0,), (1e-16,)),
    ],
)  # fmt: skip
def test_slopes_of_probabilities_far_out(name, orders, point):
    distribution, _, method = name.partition(".")
    leaves = [leaf(np.array([x])) for x in point]
    value = getattr(getattr(tg.stats, distribution), method)(*leaves)
    (found,) = grad(value.sum(), leaves[orders[0]], materialize_grads=True)
    np.testing.assert_allclose(found.numpy(), exact.derivative(name, orders, point), rtol=1e-10)
    with mpmath.workdps(400):
        np.testing.assert_allclose(
            value.detach().numpy(), float(exact.table()[name](*map(mpmath.mpf, point))), rtol=1e-12
        )


@pytest.mark.parametrize(
    ("name", "point"),
    [
        ("expon", (40.0,)),
        ("weibull_min", (10.0, 2.0)),
        ("logistic", (40.0,)),
        ("logistic", (25.0,)),
        ("gamma", (1e22, 30.0)),
    ],
)
def test_slopes_of_distributions_near_one_are_densities(name, point):
    x, *shapes = point
    found = tg.grad(lambda z: getattr(tg.stats, name).cdf(z, *shapes))(x)
    np.testing.assert_allclose(found, getattr(scipy.stats, name).pdf(x, *shapes), rtol=1e-13)


def test_a_power_that_overflows():
    x, y = leaf(np.array([1e-7])), leaf(np.array([-57.75]))
    assert grad(tg.special.powm1(x, y).sum(), y)[0].numpy() == [
        -np.inf
    ]  # the logarithm is negative; SciPy's value is 0


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
