"""Powers with constant exponents, by whatever way they are written, against NumPy and mpmath: values to one unit in the
last place, special values, derivatives of all orders, in every dtype.
"""

from __future__ import annotations

import itertools
import math

import mpmath
import numpy as np
import pytest

import tapegrad as tg
from tapegrad.ops.elementwise_ops import constant_powers

EXPONENTS = (3, 4, 5, 6, -1, -2, -3, -4, 0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 1, 2, 7, 0.25, -3.5)
SPECIAL = (
    0.0, -0.0, math.inf, -math.inf, math.nan, 1.0, -1.0, -2.0, 5e-324, -1e-310, 1e-200, 1e200, 1e-155, 1e155, -1e107, 1e-107,
    -1e300, 1e300, 1.3e77, 0.9e-77,
)  # fmt: skip
WAYS = {
    "operator": lambda x, p: x**p, "ufunc": np.power, "number of NumPy's": lambda x, p: x ** np.float64(p),
    "array of one": lambda x, p: x ** np.array(p), "tg": tg.power,
}  # fmt: skip
each_exponent = pytest.mark.parametrize("p", EXPONENTS)


def within_an_ulp(found: np.ndarray, expected: np.ndarray, p: float) -> None:
    with np.errstate(all="ignore"):
        near = (found == expected) | (np.abs(found - expected) <= np.spacing(np.abs(expected)))
    sign = np.signbit(found) == np.signbit(expected)
    good = np.where(np.isnan(expected), np.isnan(found), near & sign)
    assert found.dtype == expected.dtype
    assert good.all(), (p, found[~good], expected[~good])


@each_exponent
def test_values_are_numpys(p):
    ordinary = np.random.default_rng(1).uniform(0.2, 5.0, 500)
    wide = np.exp2(np.random.default_rng(2).uniform(-300.0, 300.0, 500))
    x = np.concatenate([ordinary, -ordinary, wide, SPECIAL])
    with np.errstate(all="ignore"):
        expected = x**p
        single = (x.astype(np.float32).astype(np.float64) ** p).astype(np.float32)
    for name, way in WAYS.items():
        if name != "operator" and p == 0.5:  # where NumPy's versions differ on -inf and -0.0
            continue
        within_an_ulp(way(tg.tensor(x), p).numpy(), expected, p)
    within_an_ulp(tg.compile(lambda x: x**p)(x), expected, p)
    np.testing.assert_array_equal(tg.compile(lambda x: x**p)(x), (tg.tensor(x) ** p).numpy())
    np.testing.assert_array_equal([(tg.tensor(v) ** p).item() for v in SPECIAL], (tg.tensor(SPECIAL) ** p).numpy())
    with np.errstate(all="ignore"):
        narrow = tg.tensor(x.astype(np.float32))
    within_an_ulp((narrow**p).numpy(), single, p)


def derivative(x: float, p: float, order: int) -> float:
    """The derivative at a positive number or zero, where the falling factorial says it."""
    factor = math.prod(p - k for k in range(order))
    if factor == 0:
        return 0.0
    with mpmath.workdps(60):
        if x == 0.0:
            rest = p - order
            return 0.0 if rest > 0 else factor if rest == 0 else math.copysign(math.inf, factor)
        return float(factor * mpmath.mpf(x) ** (mpmath.mpf(p) - order))


@each_exponent
def test_derivatives_of_all_orders(p):
    """At ordinary points, at zero, and of negative bases, eager and sealed."""
    points = [0.7, 1.9, 30.0, 1e-20, 1e20, 0.0]
    if p == int(p):
        points += [-0.7, -2.5]
    x = np.array(points)

    def nth(order):
        f = lambda x: x**p  # noqa: E731
        for _ in range(order):
            f = lambda x, f=f: tg.grad(lambda x: np.sum(f(x)))(x)  # noqa: E731
        return f

    for order in range(1, 5):
        sign = np.where(x < 0.0, (-1.0) ** (p - order), 1.0) if p == int(p) else 1.0
        expected = np.array([derivative(abs(v), p, order) for v in points]) * sign
        for found in (nth(order)(x), tg.compile(nth(order))(x)):
            finite = np.isfinite(expected)
            np.testing.assert_allclose(found[finite], expected[finite], rtol=1e-14, atol=1e-300, err_msg=f"{p} {order}")
            if p in constant_powers and p not in (-1, 0.5):  # which have a chain of rules of their own
                np.testing.assert_array_equal(found[~finite], expected[~finite], err_msg=f"{p} {order}")


@each_exponent
def test_first_and_second_derivatives_at_infinities_and_nan(p):
    x = np.array([math.inf, math.nan])
    first = tg.grad(lambda x: np.sum(x**p))
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(first(x), p * x ** (p - 1.0))
        second = p * (p - 1.0) * x ** (p - 2.0) if p not in (1, 2) else [p * (p - 1.0)] * 2
    found = tg.grad(lambda x: np.sum(first(x)))(x)
    np.testing.assert_array_equal(found[:1], second[:1])


def test_other_numbers():
    """Integers as NumPy has them; complex ones by products where NumPy's operator makes them so."""
    counts = np.array([-3, 0, 2, 7])
    for p in (1, 2, 3, 5):
        found = (tg.tensor(counts) ** p).numpy()
        np.testing.assert_array_equal(found, counts**p)
        assert found.dtype == (counts**p).dtype
    np.testing.assert_array_equal((tg.tensor(counts[2:]) ** -2.0).numpy(), counts[2:] ** -2.0)
    single = tg.tensor(np.float32([1.5, -2.0]))
    assert (single**3).dtype == np.float32
    assert (single ** np.float64(3.0)).dtype == np.float64
    assert (single ** np.array([3.0, 2.0])).dtype == np.float64
    z = np.array([0.3 + 0.7j, -1.1 - 0.4j, 2.0 + 0.0j, 0.0 + 0.0j, complex(math.inf, 1.0)])
    for p in (1, 2, 3, 4, -1, 0.5, 1.5):
        z_ = z if p in (1, 2, 3) else z[:3]
        with np.errstate(all="ignore"):
            expected = z_**p
        np.testing.assert_allclose((tg.tensor(z_) ** p).numpy(), expected, rtol=1e-15)
        with np.errstate(all="ignore"):
            np.testing.assert_allclose(tg.compile(lambda z, p=p: z**p)(z_), expected, rtol=1e-15)
    for p, q in itertools.product((3, 4, -2), (1, 1j)):
        w = tg.tensor(z[:3], requires_grad=True)
        (g,) = tg.autograd.grad((w**p * q).real.sum(), w)
        np.testing.assert_allclose(np.conjugate(g.numpy()), p * z[:3] ** (p - 1) * q, rtol=1e-14)


def test_in_place_and_composites_use_the_same():
    x = np.array([0.3, 2.2, 1.7])
    y = tg.tensor(x)
    y **= 3
    np.testing.assert_array_equal(y.numpy(), (tg.tensor(x) ** 3).numpy())
    sealed = tg.compile(lambda x: np.linalg.norm(x, 3) + np.sum(np.float_power(x, 4)))
    sealed(x)
    shown = str(sealed.tape())
    assert "cube" in shown
    assert "fourth_power" in shown


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_slopes_by_even_exponents_beyond_which_all_numbers_are_even(dtype):
    """One less is odd, and no floating-point number: the slope of a power of a negative base is negative there."""
    unit = float(np.finfo(dtype).epsneg)
    most = 1.0 / unit  # 2**24 or 2**53
    bases = np.array([-1.0 - 2.0 * unit, -1.0 + unit, 1.0 + 2.0 * unit], dtype)
    sealed = tg.compile(lambda x, y: tg.autograd.grad(np.sum(np.power(x, y)), x)[0])
    for exponent in (most - 1.0, most, most + 2.0, 2.0 * most, 6.0 * most, -most, 1.0 - most, -2.0 * most):
        with mpmath.workprec(200):
            power, logs = mpmath.mpf(exponent), [mpmath.log(abs(mpmath.mpf(float(x)))) for x in bases]
            signs = [1 if x > 0 or exponent % 2.0 else -1 for x in bases]
            truth = [s * power * mpmath.exp((power - 1) * log) for s, log in zip(signs, logs, strict=True)]
        y, x = np.full(3, exponent, dtype), tg.tensor(bases, requires_grad=True)
        found = sealed(bases, y), tg.autograd.grad(np.sum(np.power(x, tg.tensor(y))), x)[0].numpy()
        for slopes in (*found, np.array([sealed(a, b) for a, b in zip(bases, y, strict=True)])):
            np.testing.assert_allclose(slopes, np.array(truth, np.float64), rtol=8 * unit)


@pytest.mark.parametrize("p", [p for p in EXPONENTS if p not in (0.5, 1, 2, -1, -0.5, 7, 0.25, -3.5)])
def test_float32_next_to_overflow(p):
    """Bases on both sides of the last one whose power is finite; those of roots all are."""
    last = np.float32(3.4028235677973366e38 ** (1.0 / p)).view(np.int32)
    x = np.arange(last - 300, last + 300, dtype=np.int32).view(np.float32)
    with np.errstate(over="ignore"):
        expected = (x.astype(np.float64) ** p).astype(np.float32)
    found = tg.compile(lambda x: x**p)(x)
    np.testing.assert_array_equal(np.isfinite(found), np.isfinite(expected))
    np.testing.assert_allclose(found, expected, rtol=2.0**-22)
