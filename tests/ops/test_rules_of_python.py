"""What Python code of an op gives has the form that was recorded, and it cannot write to what it gets, in eager and compiled
code alike."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import forward_ad, grad
from tapegrad.errors import ArgumentError, DtypeError, ShapeError
from tapegrad.ops.declare import ArrayOp, Constant, General
from tests.support import declared, leaf, plain


@pytest.fixture(autouse=True)
def only_here() -> Iterator[None]:
    with declared():
        yield


def op_of(forward: Callable[..., Any], adjoint: Any = None, **fields: Any) -> ArrayOp:
    adjoints = {"x": adjoint} if adjoint else {}
    return General(name="given", forward=forward, infer=lambda x: x, adjoints=adjoints, **fields)


def eager(op: ArrayOp, x: np.ndarray) -> np.ndarray:
    return plain(op(tg.tensor(x)) + 0.0)


def compiled(op: ArrayOp, x: np.ndarray) -> np.ndarray:
    return np.asarray(tg.compile(lambda x: op(x) + 0.0)(x))


def batched(op: ArrayOp, x: np.ndarray) -> np.ndarray:
    return plain(tg.vmap(lambda x: op(x) + 0.0)(tg.tensor(np.stack([x, x]))))[0]


def swept(op: ArrayOp, x: np.ndarray) -> np.ndarray:
    t = leaf(x)
    return plain(grad(op(t).sum(), t)[0])


def recorded(op: ArrayOp, x: np.ndarray) -> np.ndarray:
    t = leaf(x)
    return grad(op(t).sum(), t, create_graph=True)[0].detach().numpy()


def sealed(op: ArrayOp, x: np.ndarray) -> np.ndarray:
    return np.asarray(tg.compile(tg.grad(lambda x: np.sum(op(x))))(x))


forwards = pytest.mark.parametrize("way", [eager, compiled, batched])
sweeps = pytest.mark.parametrize("way", [swept, recorded, sealed])
shapes = pytest.mark.parametrize("shape", [(3,), (), (1,), (2, 3)])
each_dtype = pytest.mark.parametrize("dtype", [np.float64, np.float32])
Way = Callable[[ArrayOp, np.ndarray], np.ndarray]


def numbers(shape: Any, dtype: Any = np.float64) -> np.ndarray:
    return np.asarray(np.random.default_rng(5).integers(1, 9, shape)).astype(dtype)


@shapes
@each_dtype
@forwards
@pytest.mark.parametrize("given", [np.float64, np.float32, np.int64, np.int8, np.bool_])
def test_results_are_converted(way: Way, dtype: Any, shape: Any, given: Any) -> None:
    x = numbers(shape, dtype)
    found = way(op_of(lambda x: (2 * x).astype(given)), x)
    assert found.dtype == dtype
    np.testing.assert_array_equal(found, (2 * x).astype(given).astype(dtype))


@forwards
def test_results_of_other_byte_order_and_lists_are_converted(way: Way) -> None:
    x = numbers(3)
    for forward in (lambda x: (2 * x).astype(">f8"), lambda x: [2 * v for v in x]):
        with declared():
            np.testing.assert_array_equal(way(op_of(forward), x), 2 * x)


@forwards
@pytest.mark.parametrize(
    "forward",
    [lambda x: None, lambda x: x[:1], lambda x: x[None], lambda x: x.sum()],
    ids=["None", "shorter", "more axes", "number"],
)
def test_results_of_another_shape_are_refused(way: Way, forward: Any) -> None:
    with pytest.raises(ShapeError, match="given"):
        way(op_of(forward), numbers(3))


@forwards
@shapes
def test_complex_results_are_refused(way: Way, shape: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(TypeError):
            way(op_of(lambda x: x * 1j), numbers(shape))


@shapes
@each_dtype
@sweeps
@pytest.mark.parametrize("given", [np.float64, np.float32])
def test_adjoints_are_converted(way: Way, dtype: Any, shape: Any, given: Any) -> None:
    x = numbers(shape, dtype)
    found = way(op_of(lambda x: 2 * x, lambda g: (2 * g).astype(given)), x)
    assert found.dtype == dtype
    np.testing.assert_array_equal(found, np.full(shape, 2.0, dtype))


@sweeps
def test_adjoints_of_another_shape_are_refused(way: Way) -> None:
    with pytest.raises(ShapeError, match=r"given: the adjoint of 'x': expected a result of shape \(5,\), got \(1,\)"):
        way(op_of(lambda x: 2 * x, lambda g: 2 * g[:1]), numbers(5))


def test_the_adjoint_of_an_op_of_many_arguments_is_refused() -> None:
    op = General(
        name="given", forward=lambda *args: args[0] + args[1], infer=lambda *args: args[0],
        adjoints={"args": lambda g, k: g if k == 0 else g[:2]},
    )  # fmt: skip
    x, y = leaf(numbers(3)), leaf(numbers(3))
    with pytest.raises(ShapeError, match="given: the adjoint of operand 1"):
        grad(op(x, y).sum(), [x, y])


def test_tangents_of_another_shape_are_refused() -> None:
    op = op_of(lambda x: 2 * x, lambda g: 2 * g, tangent=lambda args, tangents: 2 * tangents[0][:1])
    x = numbers(3)
    with pytest.raises(ShapeError, match="given: the tangent"):
        tg.func.jvp(op, (x,), (x,))
    with forward_ad.dual_level(), pytest.raises(ShapeError, match="given: the tangent"):
        op(forward_ad.make_dual(tg.tensor(x), tg.tensor(x)))


def sorted_in_place(x: Any) -> Any:
    x.sort()
    return x * 2


@forwards
def test_forward_cannot_write_to_its_operands(way: Way) -> None:
    x = np.array([3.0, 1.0, 2.0])
    with pytest.raises(ValueError, match="read-only"):
        way(op_of(sorted_in_place), x)
    np.testing.assert_array_equal(x, [3, 1, 2])


@pytest.mark.parametrize("values", [[3.0, 1.0, 2.0], [3, 1, 2]])
def test_forward_of_a_constant_cannot_either(values: Any) -> None:
    x = tg.tensor(np.array(values))
    op = Constant(name="given", forward=sorted_in_place, infer=lambda x: x)
    with pytest.raises(ValueError, match="read-only"):
        op(x)
    np.testing.assert_array_equal(plain(x), [3, 1, 2])


@pytest.mark.parametrize("which", ["g", "x", "out"])
def test_an_adjoint_cannot_write_to_what_it_reads(which: str) -> None:
    def rule(g: Any, x: Any, out: Any) -> Any:
        {"g": g, "x": x, "out": out}[which].sort()
        return 2 * g

    x = leaf(np.array([3.0, 1.0, 2.0]))
    with pytest.raises(ValueError, match="read-only"):
        grad(op_of(lambda x: 2 * x, rule)(x).sum(), x)
    np.testing.assert_array_equal(plain(x), [3, 1, 2])


def test_what_a_rule_hands_back_is_not_written_to() -> None:
    """An operand that is an adjoint by chance receives no further contribution."""
    x = leaf(np.ones(3))
    y = op_of(lambda x: 2 * x, lambda g, x: x)(x)
    (found,) = grad((y + 5.0 * x).sum(), x)
    np.testing.assert_array_equal(plain(found), [6, 6, 6])
    np.testing.assert_array_equal(plain(x), [1, 1, 1])


def test_lanes_have_no_values_to_branch_on() -> None:
    from tapegrad.machine.lane import Emitter, Lane

    x = Lane(Emitter(1), "%x", "f")
    for use in (bool, float, int, complex, range, lambda x: 1.0 if x > 0 else 2.0, lambda x: max(x, 0.0)):
        with pytest.raises(ArgumentError, match="cannot use the values"):
            use(x)


def test_results_of_real_ops_of_complex_numbers_stay_what_they_are() -> None:
    x = tg.tensor(np.array([1 + 2j, 3 - 1j]))
    np.testing.assert_array_equal(plain(x.conj() + 0.0), [1 - 2j, 3 + 1j])
    with pytest.raises(DtypeError):
        op_of(lambda x: x)(x)
