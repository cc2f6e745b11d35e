"""Python's numbers as arguments: they give way to the dtypes of what stands beside them, as NumPy has it (NEP 50)."""

import io

import numpy as np
import pytest

import tapegrad as tg

X = np.linspace(0.2, 0.9, 4, dtype=np.float32)
NUMBERS = (0.37, np.float64(0.37), np.float32(0.37))
EXPRESSIONS = {
    "beside an array": lambda x, a: x * a,
    "beside a number": lambda x, a: np.float32(2.0) * a,
    "beside integers": lambda x, a: np.array([1, 2]) * a,
    "beside a double": lambda x, a: x * (a * np.float64(2.0)),
    "of operators": lambda x, a: x * ((1.0 - a) / 3 + 2 * abs(-a) + a // 0.1 + a % 0.1 - (+a)),
    "of powers": lambda x, a: (x**a, a**x, x * a**2, x * a**0.3, x * 2**a),
    "of two": lambda x, a: x * (a * a + a / (a + a)),
    "rounded": lambda x, a: x * round(a, 1),
    "of a function": lambda x, a: (x * np.sin(a), x * np.multiply(a, a), x * np.sum(a), x * np.deg2rad(a)),
    "chosen": lambda x, a: (np.where(x > 0.5, x, a), np.where(x > 0.5, a, a), np.clip(x, a, 0.8), np.maximum(x, a)),
    "an array of it": lambda x, a: (np.dot(x, a), np.stack([x[0], a]), np.full_like(x, a), np.linspace(x, a, 3)),
    "a share": lambda x, a: (np.quantile(x, a), np.nextafter(x, a), np.select([x > 0.5], [a], x)),
    "joined": lambda x, a: (
        np.concatenate([x, a], axis=None),
        np.concatenate([x, [a]]),
        np.union1d(x, a),
        np.append(x, a),
    ),
    "its dtype": lambda x, a: np.zeros(2, np.result_type(x, a)) + x[0],
    "beside a complex array": lambda x, a: (x + x * 1j) * a,
}


def parts(result):
    return result if isinstance(result, tuple) else (result,)


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_dtypes_and_values_are_numpys(name):
    f = EXPRESSIONS[name]
    compiled = tg.compile(f)
    for number in (*NUMBERS, *NUMBERS[::-1]):  # the second time by the generated call
        for got, wanted in zip(parts(compiled(X, number)), parts(f(X, number)), strict=True):
            assert np.asarray(got).dtype == np.asarray(wanted).dtype
            np.testing.assert_allclose(got, wanted, rtol=3e-6)
    assert compiled.stats()["recordings"] <= len(NUMBERS)


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_dtypes_of_tensors_are_numpys(name):
    f = EXPRESSIONS[name]
    for number in NUMBERS:
        for got, wanted in zip(parts(f(tg.tensor(X), number)), parts(f(X, number)), strict=True):
            assert got.dtype == np.asarray(wanted).dtype


def test_a_quotient_of_ints_is_such_a_number():
    assert tg.compile(lambda x, n: x * (n / 2))(X, 3).dtype == np.float32
    assert tg.compile(lambda x, n: x * np.divide(n, 2))(X, 3).dtype == np.float64


def test_a_gradient_by_arrays_of_single_precision_is_of_them():
    step = tg.compile(tg.value_and_grad(lambda w, rate: np.sum(w * w) * rate))
    for _ in range(3):
        value, slope = step(X, 0.5)
        assert value.dtype == slope.dtype == np.float32
        np.testing.assert_allclose(slope, X, rtol=1e-6)


def test_a_gradient_by_the_number_is_double():
    slope = tg.compile(tg.grad(lambda w, rate: np.sum(w) * rate, argnums=1))
    assert slope(X, 0.5).dtype == np.float64
    np.testing.assert_allclose(slope(X, 0.5), X.sum(), rtol=1e-6)


@pytest.mark.parametrize("in_axes", [(0, None)])
def test_batches_take_it_as_calls_do(in_axes):
    f = tg.compile(lambda x, a: x * a)
    for _ in range(2):
        result = f.batch(np.stack([X, X]), 0.37, in_axes=in_axes)
        assert result.dtype == np.float32
        np.testing.assert_array_equal(result[0], X * 0.37)
        assert f.batch(np.stack([X, X]), np.float64(0.37), in_axes=in_axes).dtype == np.float64


def test_beside_a_tensor_it_gives_way_too():
    f = tg.compile(lambda x, a: x * a)
    t = tg.tensor(X, requires_grad=True)
    assert f(t, 0.37).dtype == np.float32
    assert f(t, np.float64(0.37)).dtype == np.float64


def test_in_double_precision_both_numbers_share_a_recording():
    f = tg.compile(lambda x, a: np.sum(x * a))
    x = X.astype(float)
    for number in (0.37, np.float64(0.37), np.array(0.37), 0.37):
        np.testing.assert_allclose(f(x, number), np.sum(x * 0.37), rtol=1e-14)
    assert f.stats()["recordings"] == 1


def test_assignment_lets_a_name_stand_for_another_number():
    def f(a, x):
        before = a
        a += 1.0
        return before * x, a * x

    for got, wanted in zip(tg.compile(f)(1.0, X), f(1.0, X), strict=True):
        np.testing.assert_array_equal(got, wanted)


def test_kept_tapes_take_the_number():
    f, file = tg.compile(lambda x, a: x * a), io.BytesIO()
    f.save(file, X, 0.37)
    file.seek(0)
    loaded = tg.load(file)
    for _ in range(3):
        np.testing.assert_array_equal(loaded(X, 0.37), X * 0.37)
