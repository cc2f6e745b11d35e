"""Decisions taken from values: a replay on inputs that would decide otherwise gives the right value and gradient.

Each function is compiled, met with inputs on all sides of its decisions, several times and in changing order, and compared with
plain NumPy; its derivatives with the eager library or closed forms. What would freeze a value is refused, with the line.
"""

from __future__ import annotations

import json
import math
import warnings
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import grad
from tapegrad.errors import PlainDataError, ReplayError, VariantWarning
from tests.support import leaf, plain


@pytest.fixture(autouse=True)
def _many_variants_are_meant():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", VariantWarning)
        yield


def whole(x: Any) -> int:
    """int() that an eager Tensor allows too, whose gradient would be lost by int() itself."""
    return int(x.item()) if isinstance(x, tg.Tensor) and not x.traced else int(x)


def eager(f: Any, args: Any) -> tuple[Any, list[np.ndarray]]:
    """Value and gradients on the eager tape."""
    leaves = [leaf(a) for a in args]
    out = f(*leaves)
    wanted = [t for t in leaves if t.requires_grad]
    if not out.requires_grad:
        return plain(out), [np.zeros(t.shape) for t in wanted]
    return plain(out), [plain(g) for g in grad(out, wanted, materialize_grads=True)]


def follows(f: Any, rows: Any, slopes: bool = True) -> Any:
    """A compiled function against NumPy, and its gradient against the eager one, over inputs in several orders."""
    compiled = tg.compile(f)
    places = tuple(k for k, a in enumerate(rows[0]) if np.asarray(a).dtype.kind == "f")
    derived = tg.compile(tg.value_and_grad(f, places)) if slopes else None
    for row in (*rows, *rows[::-1], *rows):
        expected = f(*[np.array(a) if isinstance(a, np.ndarray) else a for a in row])
        np.testing.assert_allclose(compiled(*row), expected, rtol=1e-13, atol=1e-15, err_msg=str(row))
        if derived is not None:
            value, found = derived(*row)
            np.testing.assert_allclose(value, expected, rtol=1e-13, atol=1e-15, err_msg=str(row))
            for a, b in zip(found, eager(f, row)[1], strict=True):
                np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-14, err_msg=str(row))
    return compiled


NUMBERS = [(x,) for x in (2.5, -1.5, 0.0, -0.0, 1.0, -1.0, 0.5, 7.25, 1e-300, -1e10)]
ARRAYS = [
    (np.array(a),)
    for a in (
        [1.0, 2.0, 3.0, 4.0], [4.0, 3.0, 2.0, 1.0], [-1.0, 2.0, -3.0, 4.0], [2.5, 2.5, 2.5, 2.5], [-1.0, -2.0, -3.0, -4.0],
        [0.0, -0.0, 0.0, 0.0], [9.0, -5.0, 9.0, 3.0], [0.1, 0.2, 0.4, 0.3],
    )
]  # fmt: skip


# ------------------------------------------------------------------------------------------------- branches


def absolute(x: Any) -> Any:
    return -x if x < 0 else x


def sign_of(x: Any) -> Any:
    if x > 0:
        return x * x
    if x == 0:
        return 3.0 * x
    return -np.sin(x)


def larger(x: Any) -> Any:
    """max by comparisons."""
    best = x[0]
    for k in range(1, 4):
        if x[k] > best:
            best = x[k]
    return best * best


def builtin_extremes(x: Any) -> Any:
    return max(x[0], x[1], x[2]) * min(x[1], x[3])


def python_sorted(x: Any) -> Any:
    a, b, c, d = sorted([x[0], x[1], x[2], x[3]])
    return a + 2.0 * b + 4.0 * c + d**3


def nested(x: Any) -> Any:
    if x > 0:
        if x > 1:
            return x**3 if x > 2 else x * x
        return x
    return np.exp(x) if x > -1 else 1.0 / x


def chained(x: Any) -> Any:
    return x * x if 0 < x < 1 else (2.0 * x if -1 <= x <= 0 else -x)


def member(x: Any) -> Any:
    return x * 3.0 if x in (1.0, 0.5) else x * x


def either(x: Any) -> Any:
    return x * 2.0 if x < -1 or x > 2 else (x * 3.0 if x > 0 and not x > 1 else x * 5.0)


def truth(x: Any) -> Any:
    return x * 2.0 + 1.0 if x else 5.0 + x


def conditional_loop(x: Any) -> Any:
    y = x * 1.0
    for k in range(6):
        if y > 1:
            y = y * 0.5
        elif y < -1:
            y = y / 3.0
            break
        else:
            y = y + 0.25 * k
    return y


def compared_with_itself(x: Any) -> Any:
    return x * 2.0 if x * x == abs(x) else np.cos(x)


@pytest.mark.parametrize(
    "f",
    [absolute, sign_of, nested, chained, member, either, truth, conditional_loop, compared_with_itself],
    ids=lambda f: f.__name__,
)
def test_branches_on_numbers(f):
    follows(f, NUMBERS)


@pytest.mark.parametrize("f", [larger, builtin_extremes, python_sorted], ids=lambda f: f.__name__)
def test_branches_on_elements(f):
    follows(f, ARRAYS)


def test_absolute_by_branches():
    """At zero each side has a derivative of its own, here that of the branch for 0."""
    slope = tg.compile(tg.grad(absolute))
    assert [slope(x) for x in (1.0, -1.0, 2.0, 0.0, -3.0)] == [1.0, -1.0, 1.0, 1.0, -1.0]
    assert slope.stats()["recordings"] == 2


def test_branches_on_sums_and_norms():
    def f(x: Any) -> Any:
        if np.sum(x) > 2:
            return np.sum(x * x)
        if np.max(x) < 0 or (x[0] == x[1] and np.all(x == x[0])):
            return np.sum(np.sin(x))
        if np.any(x > 8):
            return x[0]
        return x @ x if np.linalg.norm(x) < 5 else np.prod(x)

    follows(f, ARRAYS)


def test_the_branch_not_met_costs_no_wrong_answer_at_the_boundary():
    def f(x: Any) -> Any:
        return np.sqrt(x) if x >= 0 else 0.0 * x

    compiled = tg.compile(f)
    tiny = np.nextafter(0.0, 1.0)
    for x in (tiny, -tiny, 0.0, -0.0, 1.0):
        assert compiled(x) == (math.sqrt(x) if x >= 0 else 0.0)


@pytest.mark.parametrize(
    ("compare", "numpy"),
    [
        (lambda x: x > 1.0, lambda x: x > 1.0), (lambda x: x >= 1.0, lambda x: x >= 1.0), (lambda x: x < 1.0, lambda x: x < 1.0),
        (lambda x: x <= 1.0, lambda x: x <= 1.0), (lambda x: x == 1.0, lambda x: x == 1.0), (lambda x: x != 1.0, lambda x: x != 1.0),
        (lambda x: not x > 1.0, lambda x: not x > 1.0), (np.isnan, np.isnan), (np.isfinite, np.isfinite), (np.isinf, np.isinf),
        (lambda x: x, lambda x: x), (lambda x: np.sign(x) == 1, lambda x: np.sign(x) == 1),
    ],
)  # fmt: skip
def test_nan_and_infinities_decide_as_in_numpy(compare, numpy):
    compiled = tg.compile(
        lambda x: x * 0.0 + (1.0 if compare(x) else 2.0) if np.isfinite(x) else (3.0 if compare(x) else 4.0) + 0.0 * x
    )
    plain_one = tg.compile(lambda x: [1.0 + 0.0 * np.exp(-x * x)] if compare(x) else [2.0 + 0.0 * np.exp(-x * x)])
    values = [1.0, math.nan, 2.0, -math.inf, math.inf, 0.0, math.nan, -0.0, 1.0, 0.5]
    for x in values + values[::-1]:
        decided = bool(numpy(np.float64(x)))
        expected = (1.0 if decided else 2.0) if math.isfinite(x) else (3.0 if decided else 4.0) + 0.0 * x
        np.testing.assert_array_equal(compiled(x), expected, err_msg=str(x))
        if not math.isnan(x):
            assert plain_one(x)[0] == (1.0 if decided else 2.0)


def test_a_recording_on_nan_is_found_again():
    compiled = tg.compile(lambda x: x * 2.0 if x > 0 else x * 3.0)
    compiled(math.nan)
    for x, expected in ((-1.0, -3.0), (1.0, 2.0), (-2.0, -6.0)):
        assert compiled(x) == expected
    assert math.isnan(compiled(math.nan))
    assert compiled.stats()["recordings"] == 2


# ------------------------------------------------------------------------------------------------- loops


def power_by_count(x: Any) -> Any:
    y = x * 0.0 + 1.0
    for _ in range(whole(x)):
        y = y * x
    return y


def test_a_loop_whose_length_is_a_value():
    follows(power_by_count, [(x,) for x in (3.5, 2.0, 0.5, -4.0, 3.9, 6.0)])


def test_while_a_value_is_large():
    def f(x: Any) -> Any:
        steps = 0
        while x > 1.0:
            x = x / 2.0 if x > 4.0 else x - 0.75
            steps += 1
        return x * steps + x * x

    follows(f, [(x,) for x in (10.0, 0.5, 3.0, 100.0, 1.0, -2.0, 4.0)])


def newton(a: Any) -> Any:
    """The square root, to a tolerance."""
    x = a * 0.5 + 0.5
    for _ in range(100):
        step = (x * x - a) / (2.0 * x)
        x = x - step
        if abs(step) < 1e-13 * x:
            break
    return x


def test_newtons_iteration_to_a_tolerance():
    compiled = tg.compile(tg.value_and_grad(newton))
    for a in (2.0, 9.0, 1e-3, 1e6, 1.0, 2.0, 0.25, 1e3):
        value, slope = compiled(a)
        assert value == pytest.approx(math.sqrt(a), rel=1e-14)
        assert slope == pytest.approx(0.5 / math.sqrt(a), rel=1e-10)


def test_bisection():
    def root(c: Any) -> Any:
        """Where x**3 = c, kept differentiable by a last step of Newton."""
        low, high = c * 0.0 - 4.0, c * 0.0 + 4.0
        while high - low > 1e-9:
            middle = (low + high) * 0.5
            if middle**3 > c:
                high = middle
            else:
                low = middle
        return low - (low**3 - c) / (3.0 * low * low)

    compiled = tg.compile(tg.value_and_grad(root), max_variants=100)
    for c in (8.0, 2.0, -1.0, 27.0, 8.0):
        value, slope = compiled(c)
        assert value == pytest.approx(np.cbrt(c), rel=1e-12)
        assert slope == pytest.approx(1.0 / (3.0 * np.cbrt(c) ** 2), rel=1e-6)


def test_early_exit():
    def f(x: Any) -> Any:
        total = 0.0 * x[0]
        for item in x:
            if item < 0:
                return total * 2.0
            total = total + item * item
        return total

    follows(f, ARRAYS)


def test_euclid():
    def f(x: Any, y: Any) -> Any:
        while y > 1e-9:
            x, y = y, x % y
        return x

    compiled = tg.compile(f)
    for a, b in ((12.0, 18.0), (7.0, 5.0), (100.0, 75.0), (12.0, 18.0)):
        assert compiled(a, b) == math.gcd(int(a), int(b))


# ------------------------------------------------------------------------------------------------- indices


POSITIONS = [(np.array([10.0, 20.0, 30.0, 40.0]), p) for p in (0.0, 1.0, 2.9, 3.0, 1.5, -1.0, -2.5)]


def at(x: Any, p: Any) -> Any:
    return x[whole(p)] * p


def test_an_index_computed_from_a_value():
    follows(at, POSITIONS)


def test_indices_from_a_rounding_function():
    def f(x: Any, p: Any) -> Any:
        k = whole(np.floor(p))
        w = p - k
        return (1.0 - w) * x[k] + w * x[(k + 1) % 4]

    follows(f, [(np.array([1.0, -2.0, 4.0, 8.0]), p) for p in (0.25, 2.75, 1.5, 3.5, 0.0, 2.0)])


def test_slices_from_values():
    def f(x: Any, p: Any) -> Any:
        k = whole(p)
        return np.sum(x[:k] ** 2) + np.sum(x[k:]) * p

    follows(f, POSITIONS[:5])


def test_indices_given_as_integers():
    def f(x: Any, k: Any) -> Any:
        return x[k] * x[k - 1]

    follows(f, [(np.array([1.0, 3.0, 5.0, 7.0]), k) for k in (0, 1, 3, -1, 2)])
    follows(f, [(np.array([1.0, 3.0, 5.0, 7.0]), np.int64(k)) for k in (0, 1, 3)])


def test_index_arrays_given_as_integers():
    def f(x: Any, k: Any) -> Any:
        return np.sum(x[k] * np.arange(1.0, 4.0))

    x = np.array([1.0, 3.0, 5.0, 7.0])
    follows(f, [(x, np.array(k)) for k in ([0, 1, 2], [3, 3, 3], [-1, 0, 1], [2, 1, 0])])
    follows(f, [(x, np.array(k, np.int32)) for k in ([0, 1, 2], [3, 0, 3])])


def test_masks_given_as_truth_values():
    def f(x: Any, m: Any) -> Any:
        return np.sum(x[m] ** 2) + np.sum(np.where(m, x, 2.0 * x))

    x = np.array([1.0, 3.0, 5.0, 7.0])
    follows(
        f,
        [(x, np.array(m)) for m in ([True] * 4, [False] * 4, [True, False, True, False], [False, False, False, True])],
    )


def best(x: Any) -> Any:
    return x[np.argmax(x)] ** 2 * x[np.argmin(x)]


def argmax_of_rows(x: Any) -> Any:
    m = np.stack([x, x[::-1] * 1.5])
    return np.sum(m[np.arange(2), np.argmax(m, axis=1)] * np.array([2.0, 3.0]))


def by_argsort(x: Any) -> Any:
    return np.sum(x[np.argsort(x)] * np.array([1.0, 2.0, 4.0, 8.0]))


def by_argsort_of_rows(x: Any) -> Any:
    m = np.stack([x, -x, x * x])
    return np.sum(np.argsort(m, axis=1) * m) + np.sum(np.argsort(m, axis=0) * m)


def by_mask(x: Any) -> Any:
    return np.sum(x[x > 0] ** 2) + np.prod(x[x < 2])


def by_mask_of_changing_size(x: Any) -> Any:
    chosen = x[x > np.mean(x)]
    return np.sum(chosen) / (1.0 + chosen.shape[0])


def assigned_by_mask(x: Any) -> Any:
    y = x * 1.0
    y[y < 0] = 0.5
    y[x > 2] *= x[0]
    return np.sum(y * y)


def counted(x: Any) -> Any:
    return x[0] * whole(np.sum(x > 1)) + x[1]


def by_compared_arrays(x: Any) -> Any:
    return np.sum(x) * 2.0 if np.all(x[1:] >= x[:-1]) else (np.sum(x * x) if (x > 0).any() else x[0])


@pytest.mark.parametrize(
    "f",
    [best, argmax_of_rows, by_mask, by_mask_of_changing_size, assigned_by_mask, counted, by_compared_arrays],
    ids=lambda f: f.__name__,
)
def test_indices_from_arrays(f):
    follows(f, ARRAYS)


def test_argsort():
    """Equal elements may change places, and so may their slopes."""
    follows(by_argsort, ARRAYS, slopes=False)
    follows(by_argsort, [row for row in ARRAYS if len(set(row[0])) == 4])


def test_argsort_of_rows():
    follows(by_argsort_of_rows, [row for row in ARRAYS if len(set(row[0])) == 4])


@pytest.mark.parametrize("function", [np.argmax, np.argmin])
@pytest.mark.parametrize("axis", [None, 0, 1, -1])
@pytest.mark.parametrize("keepdims", [False, True])
def test_argmax_with_ties_and_nan(function, axis, keepdims):
    """The first of several, and of NaNs; as NumPy has it for each input."""
    compiled = tg.compile(lambda x: function(x, axis=axis, keepdims=keepdims))
    rng = np.random.default_rng(0)
    rows = [rng.integers(0, 3, (3, 4)).astype(float) for _ in range(6)]
    rows += [np.where(rng.random((3, 4)) < 0.3, np.nan, r) for r in rows] + [
        np.full((3, 4), -np.inf),
        np.zeros((3, 4)),
        -np.zeros((3, 4)),
    ]
    for x in (*rows, *rows[::-1]):
        np.testing.assert_array_equal(compiled(x), function(x, axis=axis, keepdims=keepdims))


def test_argsort_with_ties_and_nan():
    compiled = tg.compile(lambda x: x[np.argsort(x)] * 1.0)
    rng = np.random.default_rng(0)
    rows = [rng.integers(0, 3, 5).astype(float) for _ in range(6)]
    rows += [np.where(rng.random(5) < 0.4, np.nan, r) for r in rows]
    for x in (*rows, *rows[::-1]):
        np.testing.assert_array_equal(compiled(x), np.sort(x))


@pytest.mark.parametrize("function", [np.argmax, np.argmin, np.argsort])
def test_positions_recorded_on_nan(function):
    """What was recorded where NaN stands first or last holds for nothing else."""
    compiled = tg.compile(lambda x: function(x))
    rows = (
        [np.nan, 1.0, 2.0],
        [0.0, 5.0, 6.0],
        [9.0, 6.0, 5.0],
        [3.0, np.nan, 2.0],
        [3.0, 1.0, 2.0],
        [3.0, 2.0, np.nan],
        [np.nan] * 3,
    )
    for x in (*rows, *rows[::-1]):
        np.testing.assert_array_equal(compiled(np.array(x)), function(np.array(x)), err_msg=str(x))


def test_a_stable_order_for_equal_elements():
    """Where elements are equal, a replay may keep the recorded order: sums by it are the same."""
    compiled = tg.compile(tg.grad(lambda x: np.sum(x[np.argsort(x)] * np.array([1.0, 10.0]))))
    np.testing.assert_array_equal(compiled(np.array([1.0, 2.0])), [1.0, 10.0])
    np.testing.assert_array_equal(compiled(np.array([2.0, 1.0])), [10.0, 1.0])
    np.testing.assert_array_equal(compiled(np.array([1.0, 2.0])), [1.0, 10.0])


# ------------------------------------------------------------------------------------------------- numbers and truth values


def test_int_of_values():
    def f(x: Any) -> Any:
        return x * whole(x) + whole(-x)

    follows(f, [(x,) for x in (2.7, -2.7, -0.5, 0.5, 2.2, 3.0, -3.0, 2.9999999)])


def test_int_of_nan_and_infinity_raises():
    compiled = tg.compile(lambda x: x * int(x))
    assert compiled(2.5) == 5.0
    with pytest.raises(ValueError, match="NaN"):
        compiled(math.nan)
    with pytest.raises(OverflowError):
        compiled(math.inf)
    assert compiled(3.5) == 10.5


def test_integer_arguments_decide():
    def f(x: Any, n: Any) -> Any:
        y = x
        for _ in range(n):
            y = y * x
        return y if n % 2 == 0 else -y

    follows(f, [(2.0, n) for n in (0, 1, 2, 5)] + [(3.0, 2)])
    follows(f, [(2.0, np.int32(n)) for n in (0, 1, 2, 5)])


def test_boolean_arguments_decide():
    def f(x: Any, b: Any) -> Any:
        return x * 2.0 if b else x * x

    follows(f, [(2.5, True), (2.5, False), (-1.0, True)])
    follows(f, [(2.5, np.bool_(True)), (2.5, np.bool_(False))])
    follows(f, [(2.5, np.array(True)), (2.5, np.array(False))])


def test_integers_that_no_double_holds():
    """Not taken for a neighbour."""
    compiled = tg.compile(lambda n: n + 1)
    for n in (2**53, 2**53 + 1, 2**53, -(2**60) - 3, -(2**60), 5):
        for given in (n, np.array([n, 1])):
            np.testing.assert_array_equal(compiled(given), given + 1)
    decision = tg.compile(lambda n: 1.0 if n == 2**53 + 1 else 0.0)
    assert [decision(n) for n in (2**53, 2**53 + 1, 2**53 + 2, 2**53 + 1)] == [0.0, 1.0, 0.0, 1.0]
    assert not tg.compile(lambda n: bool(n == 2**63))(2**63 - 1)


def test_decisions_in_float32():
    """The value decides as it is in float32."""

    def f(x: Any) -> Any:
        return x * 2 if x * x > 0.01 else x * 3

    compiled = tg.compile(f)
    edge = np.float32(0.1)
    for x in (edge, np.nextafter(edge, np.float32(1)), np.nextafter(edge, np.float32(0)), np.float32(5), np.float32(0)):
        found = compiled(x)
        assert found.dtype == np.float32
        assert found == f(np.float32(x))


def test_arrays_of_one_element_decide():
    def f(x: Any) -> Any:
        return x * 2.0 if x > 0 else x * x

    compiled = tg.compile(f)
    for x in (1.0, -3.0, 2.0):
        np.testing.assert_array_equal(compiled(np.array([x])), f(np.array([x])))
        np.testing.assert_array_equal(compiled(np.array([[x]])), f(np.array([[x]])))
    with pytest.raises(ValueError, match=r"any\(\)"):
        compiled(np.ones(2))


# ------------------------------------------------------------------------------------------------- guards in transforms


def piecewise(x: Any) -> Any:
    """A cubic on one side of 1 and a sine on the other."""
    return x**3 if x > 1 else np.sin(x)


def piecewise_derivatives(x: float) -> list[float]:
    return [x**3, 3 * x * x, 6 * x, 6.0] if x > 1 else [math.sin(x), math.cos(x), -math.sin(x), -math.cos(x)]


@pytest.mark.parametrize("outside", [False, True], ids=["compiled transform", "transform of compiled"])
def test_guards_within_transforms(outside):
    def made(transform: Any) -> Any:
        return transform(tg.compile(piecewise)) if outside else tg.compile(transform(piecewise))

    transforms: list[tuple[Any, int]] = [
        (tg.grad, 1), (tg.func.jacfwd, 1), (tg.func.jacrev, 1), (tg.hessian, 2), (lambda f: tg.grad(tg.grad(f)), 2),
        (lambda f: tg.grad(tg.grad(tg.grad(f))), 3), (lambda f: lambda x: tg.func.jvp(f, (x,), (1.0,))[1], 1),
        (lambda f: lambda x: tg.func.vjp(f, x)[1](1.0)[0], 1), (lambda f: lambda x: tg.func.linearize(f, x)[1](1.0), 1),
        (lambda f: lambda x: tg.hvp(f)(x, 1.0), 2), (lambda f: lambda x: tg.grad(tg.func.jacfwd(f))(x), 2),
    ]  # fmt: skip
    for transform, order in transforms:
        g = made(transform)
        for x in (2.0, 0.5, 3.0, -1.0, 1.0):
            assert g(x) == pytest.approx(piecewise_derivatives(x)[order], rel=1e-12)


def test_a_decision_on_a_gradient():
    def f(x: Any) -> Any:
        slope = tg.grad(lambda y: y**3 - 3.0 * y)(x)
        return x * x if slope > 0 else x * 5.0

    compiled, derived = tg.compile(f), tg.compile(tg.grad(f))
    for x in (2.0, 0.5, -3.0, -0.5):
        rising = 3 * x * x - 3 > 0
        assert compiled(x) == (x * x if rising else 5.0 * x)
        assert derived(x) == (2.0 * x if rising else 5.0)


def test_decisions_in_uncompiled_transforms():
    """A recording made for one call only decides freely, and may be left early."""
    for x in (2.0, 0.5):
        assert tg.hessian(piecewise)(x) == pytest.approx(piecewise_derivatives(x)[2])
        assert tg.func.jvp(lambda y: y * float(y.detach()), (x,), (1.0,))[1] == x


def test_a_line_search_and_its_gradient():
    def f(x: Any) -> Any:
        """One step of gradient descent with halving, on a quartic."""

        def cost(y: Any) -> Any:
            return np.sum((y**2 - 1.0) ** 2)

        slope = tg.grad(cost)(x)
        step = 1.0
        while cost(x - step * slope) > cost(x) - 0.5 * step * np.sum(slope * slope):
            step = step / 2.0
        return cost(x - step * slope)

    def plain_f(x: np.ndarray) -> float:
        def cost(y: Any) -> Any:
            return np.sum((y**2 - 1.0) ** 2)

        slope, step = 4 * x * (x * x - 1), 1.0
        while cost(x - step * slope) > cost(x) - 0.5 * step * np.sum(slope * slope):
            step /= 2
        return cost(x - step * slope)

    compiled = tg.compile(tg.value_and_grad(f))
    for x in (np.array([2.0, 0.5]), np.array([1.5, -1.1]), np.array([0.3, 0.2]), np.array([2.0, 0.5])):
        value, slope = compiled(x)
        assert value == pytest.approx(plain_f(x), rel=1e-12)
        for k in range(2):
            h = 1e-6 * np.eye(2)[k]
            assert slope[k] == pytest.approx((plain_f(x + h) - plain_f(x - h)) / 2e-6, rel=1e-5, abs=1e-7)


def test_pivoting():
    """Gaussian elimination with partial pivoting by comparisons."""

    def solve(a: Any, b: Any) -> Any:
        n = 3
        rows = [[a[i, j] for j in range(n)] + [b[i]] for i in range(n)]
        for k in range(n):
            pivot = k
            for i in range(k + 1, n):
                if abs(rows[i][k]) > abs(rows[pivot][k]):
                    pivot = i
            rows[k], rows[pivot] = rows[pivot], rows[k]
            for i in range(k + 1, n):
                factor = rows[i][k] / rows[k][k]
                for j in range(k, n + 1):
                    rows[i][j] = rows[i][j] - factor * rows[k][j]
        x: list[Any] = [None] * n
        for k in reversed(range(n)):
            x[k] = (rows[k][n] - sum(rows[k][j] * x[j] for j in range(k + 1, n))) / rows[k][k]
        return np.stack(x)

    compiled = tg.compile(lambda a, b: (solve(a, b), tg.grad(lambda a, b: np.sum(solve(a, b)), (0, 1))(a, b)))
    rng = np.random.default_rng(0)
    for _ in range(12):
        a, b = rng.normal(size=(3, 3)), rng.normal(size=3)
        x, (ga, gb) = compiled(a, b)
        np.testing.assert_allclose(x, np.linalg.solve(a, b), rtol=1e-9)
        wanted = np.linalg.solve(a.T, np.ones(3))
        np.testing.assert_allclose(gb, wanted, rtol=1e-9)
        np.testing.assert_allclose(ga, -np.outer(wanted, x), rtol=1e-8, atol=1e-10)


# ------------------------------------------------------------------------------------------------- constants are no guards


def test_decisions_on_what_is_no_argument_cost_no_guard():
    def f(x: Any) -> Any:
        flags = tg.tensor([1.0, -1.0])
        total = 0.0 * x
        for k in range(2):
            if flags[k] > 0:
                total = total + x * k
        if x.shape == () and x.dtype == np.float64 and len([x]) == 1:
            total = total + x[()] if False else total + 1.0
        return total + flags[int(flags[0])].item() + float(np.sum(flags)) + np.asarray(flags)[0]

    compiled = tg.compile(f)
    assert compiled(3.0) == compiled(3.0) == 1.0 - 1.0 + 0.0 + 1.0
    assert compiled.stats()["guards"] == 0


def test_the_same_decision_is_guarded_once():
    def f(x: Any) -> Any:
        return x if x > 0 and x > 0 and not x <= 0 and x > 0 else -x

    compiled = tg.compile(f)
    compiled(1.0)
    assert compiled.stats()["guards"] == 2


def test_outcomes_are_kept():
    """Both branches stay compiled, whatever the order of calls."""
    compiled = tg.compile(lambda x: x * 2.0 if x > 0 else x * 3.0)
    for x in (1.0, -1.0) * 10:
        assert compiled(x) == (2.0 if x > 0 else -3.0)
    assert compiled.stats()["recordings"] == 2


def test_out_and_guards_with_several_outputs():
    def f(x: Any) -> Any:
        return (x * 2.0, np.sum(x)) if x[0] > 0 else (x * 3.0, np.max(x))

    compiled = tg.compile(f)
    out = np.zeros(3), np.zeros(())
    for sign in (1.0, -1.0, 1.0):
        x = sign * np.array([1.0, 2.0, 3.0])
        compiled(x, out=out)
        np.testing.assert_array_equal(out[0], x * (2.0 if sign > 0 else 3.0))
        assert out[1] == (6.0 if sign > 0 else -1.0)


def test_branches_may_return_other_containers_shapes_and_dtypes():
    def f(x: Any) -> Any:
        if x[0] > 2:
            return {"a": x, "b": (x > 2)}
        if x[0] > 1:
            return [np.sum(x)]
        return x[: int(x[0] * 4) + 1] if x[0] > 0 else None

    compiled = tg.compile(f)
    for _ in range(2):
        for first in (3.0, 1.5, 0.25, 0.5, 3.5, 0.75, -1.0):
            x = np.array([first, 2.0, 3.0, 4.0])
            found, expected = compiled(x), f(x)
            assert type(found) is type(expected)
            if isinstance(expected, dict):
                np.testing.assert_array_equal(found["a"], expected["a"])
                np.testing.assert_array_equal(found["b"], expected["b"])
            elif isinstance(expected, list):
                assert found == expected
            else:
                np.testing.assert_array_equal(found, expected)


def test_decisions_on_states_of_a_loop_with_arrays():
    def f(x: Any) -> Any:
        y = x * 1.0
        while np.max(abs(y)) > 1.0:
            k = np.argmax(abs(y))
            y[k] = y[k] * 0.5
        return np.sum(y * np.arange(4.0))

    follows(f, ARRAYS)


# ------------------------------------------------------------------------------------------------- exits are refused


class Holder:
    def __init__(self) -> None:
        self.data = np.zeros(3)


def write_into_an_array(x: Any) -> Any:
    Holder().data[0] = x
    return x


EXITS = {
    "float": lambda x: x * float(x),
    "complex": lambda x: x * complex(x).real,
    "item": lambda x: x * x.item(),
    "tolist": lambda x: x * x.tolist(),
    "numpy": lambda x: x * x.numpy(),
    "numpy of detached": lambda x: x * x.detach().numpy(),
    "item of a result": lambda x: x * (x * 2.0 + 1.0).item(),
    "asarray": lambda x: x * np.asarray(x),
    "array of a list": lambda x: np.array([x, x]) * x,
    "math": lambda x: x * math.sin(x),
    "math.floor": lambda x: x * math.floor(x + 0.5),
    "format": lambda x: x * len(f"{x:.3f}"),
    "str": lambda x: x * len(str(x)),
    "repr": lambda x: x * len(repr(x)),
    "percent": lambda x: x * len("%g" % x),  # noqa: UP031
    "ndarray[i] = t": write_into_an_array,
    "json": lambda x: x * len(json.dumps([x.item()])),
    "buffer": lambda x: x * np.frombuffer(memoryview(np.asarray(x)))[0],
    "hash of a value": lambda x: x * hash(x.item()),
    "float of a comparison": lambda x: x * float(x > 0),
    "round": lambda x: x * round(float(x)),
    "numpy function": lambda x: x * np.interp(1.0, [0.0, 2.0], [0.0, x]),
    "gradient": lambda x: x * float(tg.grad(np.sin)(x)),
}


@pytest.mark.parametrize("name", EXITS)
def test_exits_to_plain_data_are_refused(name):
    f = EXITS[name]
    compiled = tg.compile(f)
    with pytest.raises((TypeError, ValueError)) as caught:
        compiled(0.5)
    error = (
        caught.value.__cause__ if f is write_into_an_array else caught.value
    )  # NumPy raises an error of its own from ours
    assert isinstance(error, PlainDataError)
    line = f.__code__.co_firstlineno + (1 if f is write_into_an_array else 0)
    assert f"test_guards.py:{line}" in str(error)
    for remedy in ("tg.interp",) if name == "numpy function" else ("np.*", "tg.debug.print", "static_argnums"):
        assert remedy in str(error)
    with pytest.raises((TypeError, ValueError)):
        tg.compile(tg.grad(f))(0.5)
    assert tg.compile(lambda x: x * 2.0)(0.5) == 1.0  # nothing is left open


def test_exits_of_arrays_are_refused():
    for f in (
        lambda x: x * x.numpy(),
        lambda x: x * np.asarray(x),
        lambda x: x * x.tolist()[0],
        lambda x: x * x[0].item(),
        lambda x: x * np.array(list(x)),
        lambda x: x * np.array([v for v in x]),  # noqa: C416
        lambda x: x * (x > 0).numpy(),
        lambda x: x * np.unique(np.asarray(x)),
        lambda x: x * math.fsum(x),
        lambda x: x * sum(map(float, x)),
    ):
        with pytest.raises(PlainDataError, match=r"test_guards.py:\d+"):
            tg.compile(f)(np.array([0.5, 1.5]))


def test_the_line_is_that_of_the_exit_not_of_the_call():
    def inner(x: Any) -> Any:
        return float(x)

    def f(x: Any) -> Any:
        return x * inner(x)

    with pytest.raises(PlainDataError, match=rf"test_guards.py:{inner.__code__.co_firstlineno + 1}\b"):
        tg.compile(f)(1.0)


def test_membership_of_arrays():
    def f(x: Any) -> Any:
        return np.sum(x) if 2.0 in x else np.prod(x)

    compiled = tg.compile(f)
    for x in ([1.0, 2.0], [1.0, 3.0], [2.0, 2.0], [0.0, -1.0]):
        assert compiled(np.array(x)) == f(np.array(x))


def test_random_draws_are_constants():
    rng = np.random.default_rng(0)
    compiled = tg.compile(lambda x: x + rng.normal())
    with pytest.warns(tg.errors.DrawWarning, match="of rng were drawn"):
        first = compiled(1.0)
    assert compiled(1.0) == first
    assert compiled(2.0) == first + 1.0
    with pytest.raises(ReplayError, match="argument"):
        compiled.check(1.0)


def test_check_sees_a_decision_on_something_else():
    state = {"on": True}
    compiled = tg.compile(lambda x: x * 2.0 if state["on"] else x * 3.0)
    assert compiled(1.0) == 2.0
    compiled.check(1.0)
    state["on"] = False
    with pytest.raises(ReplayError):
        compiled.check(1.0)


# ------------------------------------------------------------------------------------------------- random decisions


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(5))
def test_random_decision_trees(seed):
    """Functions whose branches, indices and loop lengths hang on values, over many inputs."""
    rng = np.random.default_rng(seed)
    steps = [(rng.integers(5), float(rng.normal()), int(rng.integers(3)), int(rng.integers(3))) for _ in range(6)]

    def f(x: Any) -> Any:
        y = [x[0], x[1], x[2]]
        for kind, number, i, j in steps:
            if kind == 0:
                y[i] = y[i] * y[j] if y[i] > number else y[i] - y[j]
            elif kind == 1:
                y[i] = np.sin(y[j]) if abs(y[i]) < abs(y[j]) else np.cos(y[i]) * number
            elif kind == 2:
                for _ in range(min(3, abs(whole(y[j])))):
                    y[i] = y[i] * 0.5 + number
            elif kind == 3:
                y[i] = y[whole(abs(y[j]) * 10) % 3] * 1.5
            else:
                z = np.stack(y)
                y[i] = z[np.argmax(z)] - z[np.argsort(z)[1]] * number
        return y[0] + y[1] * y[2]

    compiled = tg.compile(tg.value_and_grad(f))
    points = [rng.normal(size=3) * 2.0 for _ in range(12)]
    for x in (*points, *points[::-1]):
        value, slope = compiled(x)
        assert value == pytest.approx(f(x), rel=1e-10, abs=1e-12)
        np.testing.assert_allclose(slope, eager(f, [x])[1][0], rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize(
    "mapped",
    [
        lambda f, v: tg.scan(lambda c, t: (c, f(t)), 0.0, v)[1],
        lambda f, v: tg.vmap(f)(v),
        lambda f, v: tg.checkpoint(lambda v: np.stack([f(v[0]), f(v[1])]))(v),
        lambda f, v: np.stack([tg.grad(f)(v[0]), tg.grad(f)(v[1])]) * v,
        lambda f, v: np.diagonal(tg.jacobian(f)(v)) * v,
    ],
    ids=["scan", "vmap", "checkpoint", "grad", "jacobian"],
)
@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (lambda n: n * n * n, lambda n: n**3),
        (lambda n: np.sum(np.arange(1.0, 6.0)[: int(n)]), lambda n: n * (n + 1) / 2),
    ],
    ids=["arithmetic", "slice"],
)
def test_a_body_may_decide_by_values_of_the_function_around_it(mapped, count, expected):
    f = tg.compile(lambda x, n: mapped(lambda t: t * count(n), np.stack([x, x * 0.5])))  # linear: f(t) is f'(t) * t
    for x, n in [(2.0, 3), (1.5, 2), (2.0, 3), (0.25, 1), (1.5, 2)]:
        np.testing.assert_allclose(f(x, n), np.array([x, x * 0.5]) * expected(n), rtol=1e-14)
