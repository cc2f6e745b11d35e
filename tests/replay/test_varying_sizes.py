"""Functions that are called with arrays of many sizes: what is compiled for them, and what they can still do."""

from __future__ import annotations

import pickle
import warnings

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import IndexingError, VariantWarning
from tests.replay.sizes import index, matrix, texts_of, vector


def _likelihood(x, w):
    z = np.tanh(x * w[0] + w[1])
    m = z - np.max(z)
    return np.sum(np.log(np.sum(np.exp(m))) - m) / len(x)


def _network(x, w, i):
    h = np.tanh(x[:, None] * w[0] + w[1])
    return np.sum((h @ w[2:5])[i] ** 2) / len(x)


def test_most_lengths_are_not_compiled():
    """Of 69 lengths three texts serve all."""
    f = tg.compile(tg.value_and_grad(_likelihood, argnums=1))
    for n in range(2, 71):
        f(vector(n), np.array([0.3, 0.2]))
    assert texts_of(f) == 3


def test_products_and_gathers_of_most_lengths_are_not_compiled():
    f = tg.compile(tg.value_and_grad(_network, argnums=1))
    w = matrix(5, 3)
    for n in range(2, 71):
        value, slope = f(vector(n), w, index(n, n))
    assert texts_of(f) <= 7
    step = 1e-6 * np.eye(15).reshape(15, 5, 3)
    x, i = vector(70), index(70, 70)
    expected = [(_network(x, w + e, i) - _network(x, w - e, i)) / 2e-6 for e in step]
    np.testing.assert_allclose(slope.ravel(), expected, rtol=1e-6, atol=1e-8)
    np.testing.assert_allclose(value, _network(x, w, i), rtol=1e-12)


def _energy(x, i, j):
    d = x[i] - x[j]
    r = np.sum(d * d, axis=1)
    s = 1.0 / (r * r * r)
    return np.sum(4.0 * (s * s - s))


def test_neighbour_lists():
    """Lists of pairs have another length at each step."""
    f = tg.compile(tg.value_and_grad(_energy))
    x = 2.0 * matrix(40, 3)
    for n in range(200, 260, 3):
        i = index(n, 40)
        j = (i + 1 + index(n + 1, 39)[:n]) % 40
        value, slope = f(x, i, j)
        np.testing.assert_allclose(value, _energy(x, i, j), rtol=1e-11)
        leaf = tg.tensor(x, requires_grad=True)
        _energy(leaf, i, j).backward()
        np.testing.assert_allclose(slope, leaf.grad.numpy(), rtol=1e-9)
    assert texts_of(f) <= 4
    with pytest.raises(IndexingError):
        f(x, np.full(300, 40), np.zeros(300, int))


def test_one_or_two_sizes_have_code_of_their_own():
    f = tg.compile(lambda x: np.sum(np.sin(x)))
    for n in (10, 20, 10, 20):
        f(vector(n))
    assert texts_of(f) == 2
    f(vector(30))
    f(vector(40))
    assert texts_of(f) == 3


def test_sizes_are_told_apart_from_values_and_dtypes():
    f = tg.compile(lambda x, k: np.sum(x) * k)
    for n in (5, 6, 7, 8):
        for k in (2, 3.0, np.float32(2.0)):
            x = vector(n, np.float32 if isinstance(k, np.float32) else np.float64)
            np.testing.assert_allclose(f(x, k), np.sum(x) * k, rtol=1e-5, atol=1e-6)


def test_guards_hold_at_all_sizes():
    """A decision on values is met anew, also where the code is that of other sizes."""
    f = tg.compile(lambda x: np.sum(x * x) if np.sum(x) > 0 else np.sum(x) * 3.0)
    for n in (5, 6, 7, 8, 9, 10):
        for sign in (1.0, -1.0):
            x = sign * np.ones(n)
            for _ in range(2):
                assert f(x) == (n if sign > 0 else -3.0 * n)


def test_what_else_such_a_function_does(tmp_path):
    f = tg.compile(tg.value_and_grad(lambda x: np.sum(np.exp(x) * x) / len(x)))
    for n in range(4, 10):
        f(vector(n))
    x = vector(9)
    value, slope = f(x)
    assert "float64[9]" in str(f.tape(x))
    assert "float64[9]" in str(f.passes(x))
    assert "float64[9]" in f.explain(None, x)._repr_html_()
    f.save(tmp_path / "f.tape", x)
    for other in (tg.load(tmp_path / "f.tape"), pickle.loads(pickle.dumps(tg.load(tmp_path / "f.tape")))):
        assert other(x)[0] == value
        assert (other(x)[1] == slope).all()
    rows = f.batch(np.stack([x, x + 1.0, x - 1.0]))
    np.testing.assert_allclose(rows[0][0], value, rtol=1e-14)
    np.testing.assert_allclose(rows[1][2], f(x - 1.0)[1], rtol=1e-13)


def test_threads_share_loops_of_all_sizes():
    """The bits are those of one thread."""
    sizes = (300_000, 300_100, 310_001, 299_999)
    f = tg.compile(lambda x: (np.sum(np.tanh(x) * np.exp(-x * x)), np.exp(np.tanh(x))))
    threads = tg.get_num_threads()
    try:
        for n in sizes:
            tg.set_num_threads(2)
            two = f(vector(n))
            tg.set_num_threads(1)
            one = f(vector(n))
            assert two[0] == one[0]
            assert (two[1] == one[1]).all()
            alone = tg.compile(f.function)(vector(n))
            assert alone[0] == one[0]
            assert (alone[1] == one[1]).all()
    finally:
        tg.set_num_threads(threads)
    assert texts_of(f) < len(sizes)


def test_loops_over_an_axis_warn_once_and_name_the_line():
    def f(x):
        total = 0.0
        for k in range(len(x)):
            total = np.sin(total) + x[k]
        return total

    def run():
        for n in range(3, 25):
            compiled(np.ones(n))

    compiled = tg.compile(f)
    line = f.__code__.co_firstlineno + 3
    with pytest.warns(VariantWarning, match=rf"test_varying_sizes\.py:{line}\b.*Pad arrays.*tg\.scan") as caught:
        run()
    assert len([w for w in caught if w.category is VariantWarning]) == 1


def test_no_warning_where_few_are_compiled():
    f = tg.compile(lambda x: np.sum(np.sin(x[1:]) * x[:-1]))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for n in range(2, 60):
            f(vector(n))


def test_forgotten_recordings_are_no_reason_to_forget_the_code():
    f = tg.compile(lambda x: np.sum(np.sin(x) * 2.5), max_variants=4)
    for _ in range(2):
        for n in range(10, 30):
            np.testing.assert_allclose(f(vector(n)), np.sum(np.sin(vector(n)) * 2.5), rtol=1e-12)
    assert texts_of(f) == 3
