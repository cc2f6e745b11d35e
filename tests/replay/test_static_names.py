"""Static arguments by name and by position."""

from __future__ import annotations

import io
import pickle

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError

X = np.array([1.0, -2.0])


def scaled(x, mode, *, power=2):
    return (x if mode == "plain" else 3.0 * x) ** power


@pytest.mark.parametrize(
    "options", [{"static_argnames": ("mode", "power")}, {"static_argnums": 1, "static_argnames": "power"}]
)
def test_static_arguments_by_name_or_position(options):
    f = tg.compile(scaled, **options)
    for _ in range(2):
        np.testing.assert_array_equal(f(X, "plain"), X**2)
        np.testing.assert_array_equal(f(X, mode="plain"), X**2)
        np.testing.assert_array_equal(f(X, mode="other"), (3.0 * X) ** 2)
        np.testing.assert_array_equal(f(X, "other", power=3), (3.0 * X) ** 3)
        np.testing.assert_array_equal(f(X, power=3, mode="plain"), X**3)
    assert f.stats()["recordings"] == 4
    np.testing.assert_array_equal(f.batch(np.stack([X, X]), mode="plain", power=3), np.stack([X, X]) ** 3)
    again = pickle.loads(pickle.dumps(f))
    np.testing.assert_array_equal(again(X, mode="other", power=1), 3.0 * X)
    file = io.BytesIO()
    f.save(file, X, mode="plain", power=3)
    np.testing.assert_array_equal(tg.load(io.BytesIO(file.getvalue()))(X), X**3)


def test_a_name_that_is_no_argument_is_refused():
    with pytest.raises(ArgumentError, match="static_argnames names 'kind'"):
        tg.compile(scaled, static_argnames="kind")
    by_name = tg.compile(lambda x, **options: x * options["n"], static_argnames="n")
    np.testing.assert_array_equal(by_name(X, n=3), 3 * X)
