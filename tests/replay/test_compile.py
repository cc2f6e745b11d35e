"""Compiled functions: what they take, how they compose, which variants they keep and what they tell of themselves."""

from __future__ import annotations

import warnings
from collections import deque
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import grad
from tapegrad.errors import (
    ArgumentError,
    DrawWarning,
    DtypeError,
    PlainDataError,
    ReplayError,
    VariantWarning,
)
from tests.ops.test_arrays import ENTRIES, as_list, calls
from tests.replay.agreement import each_dtype, takes
from tests.support import leaf, plain

# ------------------------------------------------------------------------------------------------- arguments


def test_signatures():
    compiled = tg.compile(lambda x, y=2.0: x * y)
    rows = [
        (np.ones(3),), (np.ones(4),), (np.ones(3, np.float32),), (1.0,), (np.float32(1.0),), (np.ones(3), 2.0),
        (np.array(1.0),), (np.ones((3, 1)),), (np.ones(3, int),), (1,), (True,),
    ]  # fmt: skip
    for args in rows:
        for _ in range(2):
            found, expected = compiled(*args), compiled.__wrapped__(*args)
            assert np.shape(found) == np.shape(expected)
            np.testing.assert_array_equal(found, expected)
    assert compiled(np.ones(3, np.float32)).dtype == np.float32


def test_python_numbers_are_those_of_numpy():
    """A float argument stands for a float64 number: NumPy's rules for it, not those for a Python number."""
    compiled = tg.compile(lambda x, y: x * y)
    assert compiled(np.ones(3, np.float32), np.float64(2.0)).dtype == np.float64
    assert compiled(2.0, 3.0) == 6.0
    assert type(compiled(2.0, 3.0)) is np.float64


def test_numbers_of_all_kinds_on_the_fast_way():
    compiled = tg.compile(lambda x: x / 4.0)
    for x in (1.0, np.float64(2.0), np.array(3.0), 5, np.int32(6), np.float32(7.0), True, np.float16(2.0), 8.0):
        assert compiled(x) == float(x) / 4.0


def test_keywords():
    compiled = tg.compile(lambda x, *, a, b=2.0: x * a + b)
    assert compiled(2.0, a=3.0) == 8.0
    assert compiled(2.0, a=3.0, b=1.0) == 7.0
    assert compiled(2.0, b=1.0, a=3.0) == 7.0  # another order: it could matter
    assert compiled.stats()["recordings"] == 3
    with pytest.raises(TypeError):
        compiled(2.0)
    assert compiled(2.0, a=3.0) == 8.0


def test_static_arguments():
    compiled = tg.compile(
        lambda x, n, mode="sum": (np.sum(x**n) if mode == "sum" else np.max(x)) * n, static_argnums=(1, 2)
    )
    x = np.arange(3.0)
    assert compiled(x, 2) == 10.0
    assert compiled(x, 3) == 27.0
    assert compiled(x, 2, "max") == 4.0
    assert compiled(x, 2) == 10.0
    assert compiled.stats()["recordings"] == 3
    with pytest.raises(ArgumentError, match="hashable"):
        compiled(x, [2])
    negative = tg.compile(lambda x, n: x * n, static_argnums=-1)
    assert negative(2.0, 3) == 6.0
    assert negative(2.0, 4) == 8.0


def test_static_values_that_are_equal_but_of_another_type():
    compiled = tg.compile(lambda x, n: x * 2.0 if isinstance(n, bool) else x * 3.0, static_argnums=1)
    assert compiled(1.0, 1) == 3.0
    assert compiled(1.0, True) == 2.0
    assert compiled(1.0, 1.0) == 3.0


def test_what_cannot_be_an_argument():
    compiled = tg.compile(lambda x: x)
    for bad in ("text", object(), np.array(["a"]), np.array([None]), {1, 2}, np.longdouble(1.0)):
        with pytest.raises(DtypeError, match=r"static_argnums|astype"):
            compiled(bad)
    assert compiled(1.0) == 1.0
    for bad in (3, None, "f"):
        if bad is not None:
            with pytest.raises(ArgumentError, match="compile: expected a function"):
                tg.compile(bad)
    for bad in (0, -1, 2.5):
        with pytest.raises(ArgumentError, match="max_variants"):
            tg.compile(lambda x: x, max_variants=bad)


def test_the_decorator_and_what_it_shows():
    @tg.compile
    def plain_one(x: Any) -> Any:
        """Doubles."""
        return x * 2.0

    @tg.compile(max_variants=3)
    def with_options(x: Any) -> Any:
        return x * 2.0

    assert plain_one(2.0) == with_options(2.0) == 4.0
    assert plain_one.__name__ == "plain_one"
    assert plain_one.__doc__ == "Doubles."
    assert "plain_one" in repr(plain_one)


@pytest.mark.parametrize("kind", ["partial", "method", "object", "ufunc", "compiled"])
def test_callables_of_all_kinds(kind):
    import functools

    class Thing:
        def method(self, x: Any) -> Any:
            return x * 2.0

        def __call__(self, x: Any) -> Any:
            return x * 2.0

    f = {
        "partial": functools.partial(lambda a, x: x * a, 2.0), "method": Thing().method, "object": Thing(), "ufunc": np.negative,
        "compiled": tg.compile(lambda x: x * 2.0),
    }[kind]  # fmt: skip
    compiled = tg.compile(f)
    for _ in range(2):
        assert abs(compiled(1.5)) in (3.0, 1.5)
    repr(compiled)
    assert abs(tg.grad(compiled)(1.5)) in (2.0, 1.0)
    with pytest.raises(DtypeError):
        compiled("text")


# ------------------------------------------------------------------------------------------------- composing


def rosenbrock(x: Any) -> Any:
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def rosenbrock_derivatives(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    from scipy.optimize import rosen_der, rosen_hess

    return rosen_der(x), rosen_hess(x)


def test_transforms_and_compilation_in_any_order():
    x = np.array([0.5, -1.2, 0.8, 1.5])
    slope, curvature = rosenbrock_derivatives(x)
    for g in (
        tg.compile(tg.grad(rosenbrock)),
        tg.grad(tg.compile(rosenbrock)),
        tg.compile(tg.grad(tg.compile(rosenbrock))),
        tg.grad(tg.compile(tg.compile(rosenbrock))),
        tg.compile(tg.compile(tg.grad(rosenbrock))),
        tg.compile(tg.func.jacfwd(rosenbrock)),
        tg.func.jacrev(tg.compile(rosenbrock)),
    ):
        for _ in range(2):
            np.testing.assert_allclose(g(x), slope, rtol=1e-13)
    for h in (
        tg.compile(tg.hessian(rosenbrock)),
        tg.hessian(tg.compile(rosenbrock)),
        tg.compile(tg.func.jacfwd(tg.compile(tg.grad(tg.compile(rosenbrock))))),
        tg.jacobian(tg.compile(tg.grad(rosenbrock))),
        tg.func.jacrev(tg.grad(tg.compile(rosenbrock))),
        lambda x: np.stack([tg.compile(tg.hvp(rosenbrock))(x, v) for v in np.eye(4)]),
        lambda x: np.stack([tg.hvp(tg.compile(rosenbrock))(x, v) for v in np.eye(4)]),
    ):
        for _ in range(2):
            np.testing.assert_allclose(h(x), curvature, rtol=1e-12, atol=1e-12)


def test_third_derivatives():
    f = tg.compile(tg.grad(tg.grad(tg.grad(lambda x: np.sin(x) * x**3))))
    for x in (0.3, 1.7, -2.0):
        s, c = np.sin(x), np.cos(x)
        expected = -c * x**3 - 9 * s * x**2 + 18 * c * x + 6 * s
        assert f(x) == pytest.approx(expected, rel=1e-12)


def test_tensor_arguments():
    compiled = tg.compile(lambda x, y: np.sum(x * x) * y)
    x, y = tg.tensor([1.0, 2.0], requires_grad=True), tg.tensor(3.0, requires_grad=True)
    for _ in range(2):
        out = compiled(x, y)
        assert isinstance(out, tg.Tensor)
        assert out.item() == 15.0
        gx, gy = grad(out, [x, y], create_graph=True)
        np.testing.assert_array_equal(plain(gx), [6.0, 12.0])
        assert gy.item() == 5.0
        (second,) = grad(gx.sum(), y)
        assert second.item() == 6.0
    out = compiled(tg.tensor([1.0, 2.0]), 3.0)
    assert isinstance(out, tg.Tensor)
    assert not out.requires_grad
    compiled(x, 3.0).backward()
    np.testing.assert_array_equal(x.grad.numpy(), [6.0, 12.0])
    assert np.asarray(compiled(np.array([1.0, 2.0]), 3.0)) == 15.0
    mixed_out = compiled(x * 2.0, np.float64(1.0))
    np.testing.assert_array_equal(plain(grad(mixed_out, x)[0]), [8.0, 16.0])


def test_tensor_arguments_meet_guards():
    compiled = tg.compile(lambda x: x * 2.0 if x > 0 else x * x)
    for value, slope in ((3.0, 2.0), (-3.0, -6.0), (4.0, 2.0), (-4.0, -8.0)):
        x = tg.tensor(value, requires_grad=True)
        out = compiled(x)
        assert out.item() == compiled(value)
        assert grad(out, x)[0].item() == slope
    assert compiled.stats()["recordings"] == 2


@each_dtype
def test_tensor_arguments_through_every_array_op(dtype):
    """The instructions of a program run as operations again."""
    for entry in ENTRIES:
        call = calls(entry)[0]
        if not takes(call, dtype):
            continue
        arrays = [a.astype(dtype) for a in call.arrays]
        compiled = tg.compile(lambda *xs, c=call: as_list(c.found(xs)))
        leaves = [leaf(a) for a in arrays]
        found, expected = compiled(*leaves), as_list(call.found(leaves))
        for x, y in zip(found, expected, strict=True):
            assert x.dtype == y.dtype
            if x.dtype.kind == "i" or not isinstance(x, tg.Tensor):  # what depends on no argument
                np.testing.assert_array_equal(x, y)
                continue
            assert x.requires_grad == y.requires_grad
            np.testing.assert_allclose(plain(x), plain(y), rtol=1e-6 if dtype == np.float32 else 1e-13, atol=1e-14)


def test_a_captured_tensor_with_history_is_refused():
    w = tg.tensor([1.0, 2.0], requires_grad=True) * 1.0
    compiled = tg.compile(lambda x: np.sum(x * w))
    with pytest.raises(PlainDataError, match="Pass it as an argument"):
        compiled(np.ones(2))
    assert tg.compile(lambda x: np.sum(x * w.detach()))(np.ones(2)) == 3.0


def test_a_tensor_kept_from_a_recording_cannot_be_used():
    kept = []

    def f(x: Any) -> Any:
        kept.append(x * 2.0)
        return x * 3.0

    assert tg.compile(f)(1.0) == 3.0
    with pytest.raises(PlainDataError, match="Return it"):
        kept[0].item()
    with pytest.raises(PlainDataError):
        (kept[0] + 1.0).item()


# ------------------------------------------------------------------------------------------------- variants and figures


def test_variants_are_dropped_in_order_of_use():
    compiled = tg.compile(lambda x: x * 2.0, max_variants=2)
    for n in (1, 2, 3):
        compiled(np.ones(n))
    assert compiled.stats()["variants"] == 2
    compiled(np.ones(2))
    compiled(np.ones(3))
    assert compiled.stats()["recordings"] == 3
    compiled(np.ones(1))  # drops that of length 2, the one used least recently
    assert compiled.stats()["recordings"] == 4
    compiled(np.ones(3))
    assert compiled.stats()["recordings"] == 4
    compiled(np.ones(2))
    assert compiled.stats()["recordings"] == 5
    assert compiled.stats()["variants"] == 2


def test_one_variant_at_a_time():
    compiled = tg.compile(lambda x: x * 2.0 if x > 0 else x * 3.0, max_variants=1)
    for x in (1.0, -1.0, 1.0, -1.0, 2.0):
        assert compiled(x) == (x * 2.0 if x > 0 else x * 3.0)
    assert compiled.stats()["variants"] == 1


def test_many_variants_warn_and_name_the_line():
    def f(x: Any) -> Any:
        total = 0.0 * x
        for _ in range(int(x)):
            total = total + x
        return total

    compiled = tg.compile(f)
    line = f.__code__.co_firstlineno + 2
    with pytest.warns(VariantWarning, match=rf"test_compile\.py:{line}\b.*while_loop"):
        found = [compiled(n + 0.5) for n in range(12)]
    assert found == [n * (n + 0.5) for n in range(12)]
    with warnings.catch_warnings(action="error"):
        for n in range(12, 20):
            compiled(n + 0.5)


def test_the_warning_points_at_the_caller():
    compiled = tg.compile(lambda x: x * int(x))
    with pytest.warns(VariantWarning) as caught:
        deque(map(compiled, np.arange(0.5, 9.5)), 0)
    assert caught[0].filename == __file__


def test_figures():
    compiled = tg.compile(lambda x: x * 2.0 if x > 0 else x * 3.0)
    assert compiled.stats() == {"recordings": 0, "variants": 0, "guard_misses": 0}
    for x in (1.0, -1.0, 1.0, 2.0):
        compiled(x)
    stats = compiled.stats()
    assert (stats["recordings"], stats["variants"], stats["guards"]) == (2, 2, 1)
    assert stats["guard_misses"] >= 2
    assert stats["seconds_per_replay"] > 0.0
    assert stats["ops"] == 2


def test_the_tape():
    compiled = tg.compile(lambda x: np.sum(x * 2.0), lines=True)
    with pytest.raises(ReplayError, match="nothing was recorded"):
        compiled.tape()
    program = compiled.tape(np.ones(3))
    assert program is compiled.tape()
    text = str(program)
    assert "multiply" in text
    assert "sum" in text
    assert "test_compile.py" in text
    assert compiled.stats()["recordings"] == 1


def test_unused_work_is_dropped():
    def f(x: Any) -> Any:
        np.sin(x) * 3.0
        return x * 2.0 + x * 2.0

    compiled = tg.compile(f)
    assert compiled(np.ones(3)).tolist() == [4.0] * 3
    assert compiled.stats()["ops"] == 2


def test_check():
    factor = 2.0

    def f(x: Any) -> Any:
        return x * factor

    compiled = tg.compile(f)
    assert compiled(3.0) == 6.0
    compiled.check(3.0)
    factor = 5.0
    assert compiled(3.0) == 6.0
    with pytest.raises(ReplayError, match="output 0"):
        compiled.check(3.0)
    random = tg.compile(lambda x: x + np.random.default_rng().normal())
    with pytest.warns(DrawWarning, match="without a seed"):
        assert random(1.0) == random(1.0)
    with pytest.raises(ReplayError, match="not an argument"):
        random.check(1.0)
    changed = tg.compile(lambda x: [x] * int(factor))
    changed(1.0)
    factor = 6.0
    with pytest.raises(ReplayError):
        changed.check(1.0)


def test_check_with_static_arguments_keywords_and_containers():
    compiled = tg.compile(lambda x, n, *, y: {"a": x * n + y, "b": (x > 0, 1.5, None)}, static_argnums=1)
    for _ in range(2):
        compiled.check(np.arange(3.0), 2, y=1.0)
