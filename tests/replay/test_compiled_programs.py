"""Large and random programs, compiled, against the same programs run eagerly."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import grad
from tests.replay.agreement import same
from tests.support import leaf, plain

# ------------------------------------------------------------------------------------------------- large programs


@pytest.mark.slow
def test_many_arguments_and_results():
    numbers = [float(k) for k in range(1100)]
    assert tg.compile(lambda xs: sum(xs))(numbers) == sum(numbers)
    rows = [np.full(2, k) for k in numbers]
    np.testing.assert_array_equal(tg.compile(lambda xs: sum(xs))(rows), sum(rows))
    found = tg.compile(lambda x: [x * k for k in numbers])(np.ones(2))
    np.testing.assert_array_equal(found, np.array(rows))
    assert tg.compile(lambda x: [x * k for k in numbers])(2.0) == [2.0 * k for k in numbers]


def test_many_scalar_operations():
    """Longer than what is compiled at once with optimisation."""

    def f(x: Any) -> Any:
        y = x
        for k in range(3000):
            y = y * 0.999 + (x if k % 3 else np.sin(y)) * 0.001
        return y

    compiled = tg.compile(tg.value_and_grad(f))
    t = tg.tensor(0.7, requires_grad=True)
    out = f(t)
    value, slope = compiled(0.7)
    assert value == out.item()
    assert slope == pytest.approx(grad(out, t)[0].item(), rel=1e-12)


@pytest.mark.slow
def test_many_lane_operations():
    def f(x: Any) -> Any:
        y = x
        for k in range(500):
            y = y * 0.999 + (x if k % 3 else np.sin(y)) * 0.001
        return y

    x = np.random.default_rng(0).normal(size=13)
    compiled = tg.compile(lambda x: tg.func.vjp(f, x)[1](tg.ones(13)))
    t = leaf(x)
    same(compiled(x)[0], grad(f(t), t, np.ones(13))[0], False)


# ------------------------------------------------------------------------------------------------- random programs


@pytest.mark.sampled(2)
@pytest.mark.parametrize("part", range(4))
def test_random_programs_agree_with_eager_ones(part):
    """Values, gradients, and the derivative along a direction."""
    computing = pytest.importorskip("tests.random_programs.computing", reason="PyTorch makes the programs")
    for seed in range(12 * part, 12 * (part + 1)):
        agrees(computing.Computing(seed, 10, cut=True))


def agrees(program: Any) -> None:
    def loss(leaves: Any) -> Any:
        return sum(np.sum(np.sin(v)) for v in program(leaves)) + 0.0 * np.sum(leaves[0])

    def everything(leaves: Any) -> Any:
        slopes = tg.grad(loss)(leaves)
        pushed = tg.func.jvp(loss, (leaves,), ([np.ones(x.shape, x.dtype) for x in leaves],))[1]
        return program(leaves), slopes, pushed

    compiled = tg.compile(everything)
    for shift in (0.0, 0.125):
        arrays = [(a + shift).astype(a.dtype) for a in program.leaves]
        found, slopes, pushed = compiled(arrays)
        leaves = [leaf(a) for a in arrays]
        for k, (a, b) in enumerate(zip(found, program([t.clone() for t in leaves]), strict=True)):
            close_enough(a, plain(b), program, f"value {k}")
        wanted = [plain(g) for g in grad(loss([t.clone() for t in leaves]), leaves, materialize_grads=True)]
        for k, (a, b) in enumerate(zip(slopes, wanted, strict=True)):
            close_enough(a, b, program, f"slope {k}")
        if all(np.isfinite(b).all() for b in wanted) and np.isfinite(pushed):
            direction = sum(float(np.sum(b)) for b in wanted)
            scale = 1.0 + sum(float(np.sum(abs(b))) for b in wanted)
            assert abs(pushed - direction) <= (1e-9 if program.wide else 1e-3) * scale, program.steps


@pytest.mark.slow
def test_second_derivatives_of_random_programs():
    """Hessian times vector, forward over reverse and compiled, against the gradient of a recorded gradient."""
    computing = pytest.importorskip("tests.random_programs.computing", reason="PyTorch makes the programs")
    rng = np.random.default_rng(0)
    for program in (computing.Computing(seed, 8) for seed in range(100, 130)):
        vectors = [rng.normal(size=a.shape).astype(a.dtype) for a in program.leaves]

        def loss(leaves: Any, program: Any = program) -> Any:
            return np.sum(np.sin(program(leaves)[-1])) + 0.0 * np.sum(leaves[0])

        leaves = [leaf(a) for a in program.leaves]
        first = grad(loss([t.clone() for t in leaves]), leaves, create_graph=True, materialize_grads=True)
        along = sum(np.sum(g * v) for g, v in zip(first, vectors, strict=True)) + 0.0 * np.sum(leaves[0])
        wanted = [plain(g) for g in grad(along, leaves, materialize_grads=True)]
        for transform in (
            tg.hvp(loss),
            tg.compile(tg.hvp(loss)),
            tg.compile(lambda x, v, loss=loss: tg.func.vjp(tg.grad(loss), x)[1](v)[0]),
        ):
            for k, (a, b) in enumerate(zip(transform(program.leaves, vectors), wanted, strict=True)):
                close_enough(a, b, program, f"{k}")


def close_enough(found: Any, expected: np.ndarray, program: Any, what: str) -> None:
    what = f"{what} of {program.steps}"
    assert np.shape(found) == expected.shape, what
    assert np.asarray(found).dtype == expected.dtype, what
    finite = np.isfinite(expected)
    scale = float(np.max(np.abs(expected[finite]), initial=1.0))
    rtol, atol = (1e-9, 1e-11) if program.wide else (1e-3, 1e-4)
    np.testing.assert_allclose(found, expected, rtol=rtol, atol=atol * scale, err_msg=what)
