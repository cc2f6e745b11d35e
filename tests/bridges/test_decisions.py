"""Decisions that change a result's containers, shape or dtype: an error where the other system was told another result."""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg


def swapped(x):
    return {"a": x, "b": 2.0 * x} if x > 1.0 else {"b": 2.0 * x, "a": x}


def shorter(x):
    return x[:1] if x[0] > 1.0 else x


def turned(x):
    return np.outer(x[:2], x) if x[0] > 1.0 else np.outer(x, x[:2])


def whole(x):
    return 1.5 * x if x > 1.0 else np.int64(7)


@pytest.mark.sampled(99)
@pytest.mark.parametrize(
    ("f", "x"), [(swapped, 2.0), (turned, np.array([2.0, 3.0, 5.0])), (whole, 2.5)], ids=["keys", "shape", "dtype"]
)
def test_jax(f, x):
    jax = pytest.importorskip("jax")
    bridged = tg.bridges.jax.function(f)
    for call in (bridged, jax.jit(bridged)):
        with pytest.raises(Exception, match="a decision went another way"):
            jax.block_until_ready(call(x))


@pytest.mark.sampled(99)
@pytest.mark.parametrize(
    ("f", "example", "x"),
    [
        (swapped, 0.5, 2.0), (shorter, np.zeros(2), [2.0, 3.0]), (turned, np.zeros(3), [2.0, 3.0, 5.0]),
        (lambda x: np.sqrt(x + 0j), np.ones(2), [1.0, -2.0]),
    ],
    ids=["keys", "length", "shape", "complex"],
)  # fmt: skip
def test_casadi(f, example, x):
    pytest.importorskip("casadi")
    with pytest.raises(Exception, match=r"a decision went another way|complex"):
        tg.bridges.casadi.function(f, example)(x)


def test_pytensor():
    pytest.importorskip("pytensor")
    from pytensor import tensor as pt

    x = pt.dscalar("x")
    with pytest.raises(Exception, match="a decision went another way"):
        tg.bridges.pytensor.op(swapped)(x)["b"].eval({x: 2.0}, mode="FAST_COMPILE")


def test_what_agrees_is_taken():
    pytest.importorskip("jax")
    bridged = tg.bridges.jax.function(lambda x: {"a": x, "b": 2.0 * x} if x > 1.0 else {"a": -x, "b": x})
    assert {k: float(v) for k, v in bridged(2.0).items()} == {"a": 2.0, "b": 4.0}
