"""Transforms that are called eagerly, again and again: a program gives what they record, and nothing else changes.

The trace cache turned off is the oracle; PyTorch and differences say what is true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import traced_sweep
from tapegrad.errors import PlainDataError
from tests import support
from tests.support import close, hot_after

try:
    import torch
except ImportError:  # there is the trace cache turned off alone
    torch = None  # type: ignore[assignment]
TURNS = 8


soon = hot_after(3)


def transforms() -> list[tg.debug.Exit]:
    return [e for e in tg.debug.exits() if e.what == "transform"]


def arrays(tree: Any) -> list[np.ndarray]:
    """Return the leaves of a result, of which each is plain data."""
    if isinstance(tree, dict):
        tree = [*tree.values()]
    if isinstance(tree, (list, tuple)):
        return [a for part in tree for a in arrays(part)]
    assert isinstance(tree, (np.ndarray, np.generic, float)), type(tree)
    return [np.asarray(tree)]


def agree(found: Any, expected: Any, tolerance: float = 1e-12) -> None:
    a, b = arrays(found), arrays(expected)
    assert len(a) == len(b)
    for x, y in zip(a, b, strict=True):
        assert x.shape == y.shape
        assert x.dtype == y.dtype
        np.testing.assert_allclose(x, y, rtol=tolerance, atol=tolerance)


def loop(call: Callable[[Any, Any], Any]) -> Iterator[tuple[Any, Any, Any, Any]]:
    """Yield arguments, and what a call makes of them, with the trace cache and without; in turns, as a loop does."""
    rng = np.random.default_rng(5)
    given = [(rng.normal(size=4), rng.normal(size=(3, 4))) for _ in range(TURNS)]
    found = [call(x, w) for x, w in given]
    told = tg.debug.exits()
    with tg.debug.trace_cache(False):
        for (x, w), a in zip(given, found, strict=True):
            yield x, w, a, call(x, w)
    assert any(e.what == "transform" and e.compiled for e in told), told


# ------------------------------------------------------------------------------------------------ each kind

T: Any = torch and torch.func


def vector(m: Any, x: Any, w: Any) -> Any:
    return m.tanh(w @ x) * m.exp(w @ (x * x) / 7.0)


def scalar(m: Any, x: Any, w: Any) -> Any:
    return (vector(m, x, w) ** 3).sum() + (x[1:] * m.sin(x[:-1])).sum()


def of(f: Any, w: Any, m: Any = np) -> Any:
    return lambda x: f(m, x, w)


def th(a: Any) -> Any:
    return torch.tensor(a)


KINDS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "jacobian": (
        lambda x, w: tg.jacobian(lambda x, w: vector(np, x, w), (0, 1))(x, w),
        lambda x, w: T.jacrev(lambda x, w: vector(torch, x, w), (0, 1))(x, w),
    ),
    "jacrev": (lambda x, w: tg.func.jacrev(of(vector, w))(x), lambda x, w: T.jacrev(of(vector, w, torch))(x)),
    "jacfwd": (lambda x, w: tg.func.jacfwd(of(vector, w))(x), lambda x, w: T.jacfwd(of(vector, w, torch))(x)),
    "hessian": (lambda x, w: tg.hessian(of(scalar, w))(x), lambda x, w: T.hessian(of(scalar, w, torch))(x)),
    "hvp": (
        lambda x, w: tg.hvp(of(scalar, w))(x, w[0]),
        lambda x, w: T.jvp(T.grad(of(scalar, w, torch)), (x,), (w[0],))[1],
    ),
    "jvp": (
        lambda x, w: tg.func.jvp(of(vector, w), (x,), (w[0],)),
        lambda x, w: T.jvp(of(vector, w, torch), (x,), (w[0],)),
    ),
    "jacobian of a gradient": (
        lambda x, w: tg.jacobian(tg.grad(of(scalar, w)))(x),
        lambda x, w: T.hessian(of(scalar, w, torch))(x),
    ),
    "hessian of a gradient's norm": (
        lambda x, w: tg.hessian(lambda x: (tg.grad(of(scalar, w))(x) ** 2).sum())(x),
        lambda x, w: T.hessian(lambda x: (T.grad(of(scalar, w, torch))(x) ** 2).sum())(x),
    ),
    "jvp of a Jacobian": (
        lambda x, w: tg.func.jvp(tg.jacobian(of(vector, w)), (x,), (w[1],)),
        lambda x, w: T.jvp(T.jacrev(of(vector, w, torch)), (x,), (w[1],)),
    ),
    "dicts": (
        lambda x, w: tg.jacobian(lambda p: {"a": vector(np, p["x"], p["w"]), "b": p["x"].sum()})({"x": x, "w": w}),
        lambda x, w: T.jacrev(lambda p: {"a": vector(torch, p["x"], p["w"]), "b": p["x"].sum()})({"x": x, "w": w}),
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_what_returns_is_what_it_is_without_the_cache_and_in_pytorch(kind: str) -> None:
    mine, theirs = KINDS[kind]
    for x, w, found, off in loop(mine):
        agree(found, off)
        if torch is None:
            continue

        def numpy(tree: Any) -> Any:
            if isinstance(tree, dict):
                return {k: numpy(v) for k, v in tree.items()}
            return tuple(map(numpy, tree)) if isinstance(tree, tuple) else tree.detach().numpy()

        agree(found, numpy(theirs(th(x), th(w))), 1e-10)


def test_single_precision_is_kept() -> None:
    for x, _, found, off in loop(lambda x, w: tg.jacobian(lambda a: np.exp(a) @ a)(x.astype(np.float32))):
        assert found.dtype == np.float32
        np.testing.assert_allclose(found, off, rtol=1e-5)
        np.testing.assert_allclose(found, np.exp(x) * (1 + x), rtol=1e-4, atol=1e-5)


# ------------------------------------------------------------------------------------------------ nothing is baked


@pytest.mark.parametrize("transform", ["jvp", "hessian", "jacobian", "hvp"])
def test_arrays_that_the_function_reads_may_change_in_each_turn(transform: str) -> None:
    """Among them are those at which a recording would be simpler: zeros, ones, and equal ones."""
    rng = np.random.default_rng(0)
    x, v = rng.normal(size=3), rng.normal(size=3)
    some = rng.normal(size=3)
    for a, b in [
        (some, some),
        (np.zeros(3), some),
        (some, np.ones(3)),
        (np.ones(3), np.ones(3)),
        (some, np.zeros(3)),
    ] * 3:

        def f(x: Any, a: Any = a, b: Any = b) -> Any:
            return (np.sin(x * a + b) * b * x).sum()

        expected = support.hessian(f, x) if transform in ("hessian", "hvp") else support.jacobian(f, x)
        if transform == "jvp":
            close(tg.func.jvp(f, (x,), (v,))[1], expected @ v)
        elif transform == "hvp":
            close(tg.hvp(f)(x, v), expected @ v, 2)
        else:
            close(getattr(tg, transform)(f)(x), expected, 1 if transform == "jacobian" else 2)
    assert {e.state for e in transforms()} == {"compiled"}


@pytest.mark.parametrize("first", [2.0, 1.0, 0.0, -0.0, -1.0, 3.0, np.inf])
def test_numbers_that_the_function_reads_may_change_in_each_turn(first: float) -> None:
    """Also from one that rules would be simpler with, or that a rule has of its own, as 3 that of a third power."""
    x, v = np.array([0.3, 0.7]), np.array([2.0, -3.0])
    for k in [first, 2.0, 1.0, 0.0, -0.0, 0.5, 1.0, 3.0, np.inf, 2.0] * 3:

        def f(x: Any, k: float = k) -> Any:
            return np.sin(x) * k + x**3 * k

        slope, bend = k * np.cos(x) + k * 3 * x**2, k * (6 * x - np.sin(x))
        np.testing.assert_allclose(tg.func.jvp(f, (x,), (v,))[1], slope * v, rtol=1e-13)
        if np.isfinite(k):
            np.testing.assert_allclose(tg.jacobian(lambda x, f=f: f(x).sum())(x), slope, rtol=1e-13)
            np.testing.assert_allclose(tg.hvp(lambda x, f=f: f(x).sum())(x, v), bend * v, rtol=1e-13)
    assert {e.state for e in transforms()} == {"compiled"}


def test_a_power_that_changes_is_differentiated_as_it_is() -> None:
    x = np.array([0.3, 0.7])
    for p in [2.0, 3.0, 1.0, 0.5, 2.5, 0.0] * 6:
        np.testing.assert_allclose(tg.hessian(lambda x, p=p: (x**p).sum())(x), np.diag(p * (p - 1) * x ** (p - 2)))


def test_what_a_value_decides_is_decided_in_each_turn() -> None:
    def f(x: Any) -> Any:
        return np.sin(x).sum() if x.sum() > 0 else (x**2).sum()

    for k in range(16):
        x = np.array([0.3, 0.4]) * (-1) ** k
        np.testing.assert_allclose(tg.jacobian(f)(x), np.cos(x) if k % 2 == 0 else 2 * x)
    assert [(e.state, e.compiled) for e in transforms()] == [("compiled", 5)] * 2


def halved(x: Any) -> Any:
    while (x * x).sum() > 0.5:
        x = 0.5 * x * np.sin(x)
    return x


READING: dict[str, Callable[[Any], Any]] = {
    "a number": lambda x: np.sin(x) * x[0].item(),
    "a number that is there": lambda x: np.sin(x) * (x[0].item() > -9.0) * 2.0 + 1.0 * x**2.0,
    "an array": lambda x: np.sin(x) * x.detach().numpy().copy(),
    "a position": lambda x: x[int(np.argmax(x.detach().numpy()))] * np.sin(x),
    "a power": lambda x: x ** round(2.0 + (x[1].item() > 0.0)) + x**2,
    "a loop": halved,
    "a shape": lambda x: np.concatenate([np.sin(x[: 1 + int(x[0].item() > 0.0)]), x**2]),
}


@pytest.mark.parametrize("what", READING)
@pytest.mark.parametrize("transform", ["jacobian", "hessian", "hvp", "jvp"])
def test_values_that_the_function_reads_are_those_of_each_turn(what: str, transform: str) -> None:
    read = READING[what]

    def call(x: Any) -> Any:
        if transform == "jacobian":
            return tg.jacobian(read)(x)
        if transform == "jvp":
            return tg.func.jvp(read, (x,), (x * 2.0,))
        if transform == "hvp":
            return tg.hvp(lambda x: (read(x) ** 2).sum())(x, x * 2.0)
        return tg.hessian(lambda x: (read(x) ** 2).sum())(x)

    rng = np.random.default_rng(6)
    given = [rng.normal(size=4) for _ in range(5 * TURNS)]
    found = [call(x) for x in given]
    told = transforms()
    with tg.debug.trace_cache(False):
        for x, a in zip(given, found, strict=True):
            agree(a, call(x))
    assert any(e.compiled for e in told), told


def test_branches_of_python_and_shapes_that_change_have_programs_of_their_own() -> None:
    for k in range(24):
        x = np.linspace(0.1, 0.9, 2 + k % 3)
        found = tg.jacobian(np.sin if k % 2 else np.cos)(x)
        np.testing.assert_allclose(found, np.diag(np.cos(x) if k % 2 else -np.sin(x)), atol=1e-15)
    assert len([e for e in transforms() if e.compiled]) == 6


def test_static_parameters_of_ops_tell_recordings_apart() -> None:
    x = np.arange(6.0).reshape(2, 3)
    for k in range(16):
        found = tg.func.jvp(lambda x, k=k: np.cumsum(x * x, axis=k % 2), (x,), (np.ones((2, 3)),))[1]
        np.testing.assert_allclose(found, np.cumsum(2 * x, axis=k % 2))


# ------------------------------------------------------------------------------------------------ what is handed out


def test_results_are_the_callers_own() -> None:
    x = np.array([0.3, 0.7])
    for _ in range(TURNS):
        value, aux = tg.jacobian(lambda x: (x * 2.0, x), has_aux=True)(x)
        zeros = tg.jacobian(lambda x: np.ones(2))(x)
        np.testing.assert_array_equal(value, np.eye(2) * 2.0)
        np.testing.assert_array_equal(aux, [0.3, 0.7])
        np.testing.assert_array_equal(zeros, np.zeros((2, 2)))
        value[:], aux[:], zeros[:] = 7.0, 7.0, 7.0
    np.testing.assert_array_equal(x, [0.3, 0.7])


def test_arrays_of_integers_and_truth_values_beside_results_keep_their_dtypes() -> None:
    x = np.array([0.3, 0.7])
    for _ in range(TURNS):
        _, (mask, count) = tg.func.jacfwd(lambda x: (x * 2.0, (x > 0.5, np.argmax(x))), has_aux=True)(x)
        assert mask.dtype == bool
        assert np.asarray(count).dtype.kind == "i"
        np.testing.assert_array_equal(mask, [False, True])
        assert count == 1


def test_tensors_in_give_tensors_out() -> None:
    for _ in range(TURNS):
        found = tg.jacobian(np.sin)(tg.tensor([0.3, 0.7]))
        assert isinstance(found, tg.Tensor)
        np.testing.assert_allclose(found.numpy(), np.diag(np.cos([0.3, 0.7])))
    assert transforms()[0].compiled


def test_what_was_captured_gets_its_gradient() -> None:
    w = tg.tensor([2.0, 3.0], requires_grad=True)
    for _ in range(TURNS):
        w.grad = None
        tg.jacobian(lambda x: x * x * w)(np.array([0.5, 0.7])).sum().backward()
        np.testing.assert_allclose(w.grad.numpy(), [1.0, 1.4])


def test_a_system_that_becomes_singular_is_an_error_where_it_is_solved() -> None:
    def f(a: Any) -> Any:
        return np.linalg.solve(a, np.ones(2))

    a = np.array([[2.0, 1.0], [1.0, 3.0]])
    for _ in range(TURNS):
        tg.jacobian(f)(a)
    with pytest.raises(np.linalg.LinAlgError):
        tg.jacobian(f)(np.ones((2, 2)))
    inverse = np.linalg.inv(a)
    np.testing.assert_allclose(tg.jacobian(f)(a), -np.einsum("ij,k->ijk", inverse, inverse @ np.ones(2)))


def test_plain_data_are_refused_in_each_turn() -> None:
    for _ in range(TURNS):
        with pytest.raises(PlainDataError):
            tg.jacobian(lambda x: x * float(x[0]))(np.array([0.5, 0.7]))


# ------------------------------------------------------------------------------------------------ what is told


def test_the_switch_turns_programs_off_and_says_so() -> None:
    with tg.debug.trace_cache(False):
        for _ in range(TURNS):
            tg.jacobian(np.sin)(np.ones(2))
        (found,) = transforms()
    assert (found.state, found.reason, found.compiled, found.interpreted) == (
        "interpreted", "the trace cache is off", 0, TURNS,
    )  # fmt: skip


def test_exits_name_the_line_and_what_was_compiled() -> None:
    for _ in range(TURNS):
        tg.jacobian(np.sin)(np.ones(2))
    (found,) = transforms()
    assert (found.state, found.interpreted, found.compiled) == ("compiled", 3, TURNS - 3)
    assert found.where.startswith(__file__)
    assert "transform" in tg.debug.hot()


def test_what_cannot_be_a_program_has_a_reason() -> None:
    for _ in range(TURNS):
        tg.jacobian(lambda z: z * z, holomorphic=True)(np.array([1.0 + 1.0j]))
    (found,) = transforms()
    assert found.state == "refused"
    assert "complex" in found.reason


def test_no_rule_is_called_for_a_sweep_that_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    from tapegrad.autograd import traced_sweep

    swept = []
    for name in ("reverse", "tangent"):
        as_before = getattr(traced_sweep, name)
        monkeypatch.setattr(traced_sweep, name, lambda *a, as_before=as_before: (swept.append(1), as_before(*a))[1])
    for _ in range(TURNS):
        tg.hessian(lambda x: np.sin(x).sum())(np.ones(3))
    assert len(swept) == 2


def test_a_sweep_that_reads_a_value_is_recorded_in_each_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    swept, done = traced_sweep.reverse, []

    def reading(trace: Any, *given: Any) -> Any:
        done.append(trace.evaluate(0))  # which the function has read, too
        return swept(trace, *given)

    monkeypatch.setattr(traced_sweep, "reverse", reading)
    for _ in range(2 * TURNS):
        done.clear()
        found = tg.hessian(lambda x: (x**3).sum() * x[0].item())(np.array([2.0, 3.0]))
        np.testing.assert_allclose(found, [[24.0, 0.0], [0.0, 36.0]])
        assert done
