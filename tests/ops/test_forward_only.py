"""Ops of which nothing is known but a forward function of NumPy or SciPy, and adjoints: whole citizens all the same."""

from __future__ import annotations

import gc
import io
import os
import signal
import threading
import time
import warnings
import weakref
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from scipy.linalg import solve_sylvester

import tapegrad as tg
from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.machine import callbacks
from tapegrad.ops.declare import ArrayOp, General
from tests.support import declared

RNG = np.random.default_rng(1)
A, B = RNG.normal(size=(3, 3)) + 3.0 * np.eye(3), RNG.normal(size=(2, 2)) + 3.0 * np.eye(2)
Q = RNG.normal(size=(3, 2))
MANY = RNG.normal(size=(4, 3, 2))


def flipped(x: Any) -> Any:
    return x.swapaxes(-1, -2)


_ops: dict[str, ArrayOp] = {}


@pytest.fixture(autouse=True)
def ops() -> Iterator[dict[str, ArrayOp]]:
    with declared():
        _ops["sylvester"] = General(
            name="test_sylvester", forward=lambda a, b, q: solve_sylvester(a, b, q), infer=lambda a, b, q: q,
            adjoints={
                "a": lambda g, a, b, out: -(_ops["sylvester"](flipped(a), flipped(b), g) @ flipped(out)),
                "q": lambda g, a, b: _ops["sylvester"](flipped(a), flipped(b), g),
            },
            reference=solve_sylvester,
        )  # fmt: skip
        _ops["median"] = General(
            name="test_quantile", forward=lambda x, *, q: np.quantile(x, q, axis=-1), infer=lambda x, *, q: x[:-1],
            reference=np.quantile,
        )  # fmt: skip
        _ops["root"] = General(name="test_root", forward=_root, infer=lambda x: x, reference=_root)
        yield _ops
    _ops.clear()


def _root(x: np.ndarray) -> np.ndarray:
    if np.any(x < 0.0):
        raise ValueError("a root of a negative number")
    return np.sqrt(x)


def total(q: Any, a: Any = A) -> Any:
    return np.sum(_ops["sylvester"](a, B, q * 2.0) ** 2)


def exact(q: np.ndarray) -> np.ndarray:
    return 4.0 * solve_sylvester(A.T, B.T, solve_sylvester(A, B, 2.0 * q))


def test_sealed_values_and_derivatives() -> None:
    np.testing.assert_allclose(tg.compile(total)(Q), np.sum(solve_sylvester(A, B, 2.0 * Q) ** 2), rtol=1e-12)
    for slope in (tg.grad(total), tg.compile(tg.grad(total))):
        np.testing.assert_allclose(slope(Q), exact(Q), rtol=1e-11)
    hessian = tg.compile(tg.hessian(total))(Q).reshape(6, 6)
    columns = np.stack([exact(e.reshape(3, 2)).ravel() for e in np.eye(6)], axis=1)
    np.testing.assert_allclose(hessian, columns, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(tg.func.jvp(total, (Q,), (MANY[0],))[1], np.sum(exact(Q) * MANY[0]), rtol=1e-10)
    x = tg.tensor(A, requires_grad=True)
    assert tg.autograd.gradcheck(lambda a: total(tg.tensor(Q), a), (x,))
    assert tg.autograd.gradgradcheck(lambda a: total(tg.tensor(Q), a), (x,))


def test_batches_are_loops() -> None:
    slopes = np.stack([exact(q) for q in MANY])
    values = [np.sum(solve_sylvester(A, B, 2.0 * q) ** 2) for q in MANY]
    np.testing.assert_allclose(tg.vmap(total)(MANY), values, rtol=1e-12)
    np.testing.assert_allclose(tg.compile(tg.grad(total)).batch(MANY), slopes, rtol=1e-11)
    np.testing.assert_allclose(tg.compile(tg.vmap(tg.grad(total)))(MANY), slopes, rtol=1e-11)
    rows = tg.tensor(MANY, requires_grad=True)
    tg.vmap(total)(rows).sum().backward()
    np.testing.assert_allclose(rows.grad.numpy(), slopes, rtol=1e-11)
    twice = tg.vmap(tg.vmap(total))(np.stack([MANY, 2.0 * MANY]))
    np.testing.assert_allclose(twice, [values, np.multiply(values, 4.0)], rtol=1e-12)
    assert tg.vmap(total)(MANY[:0]).shape == (0,)


def test_an_operand_that_all_instances_share_gets_the_sum() -> None:
    shared = tg.tensor(A, requires_grad=True)
    tg.vmap(lambda q: total(q, shared))(tg.tensor(MANY)).sum().backward()
    expected = 0.0
    for q in MANY:
        one = tg.tensor(A, requires_grad=True)
        total(tg.tensor(q), one).backward()
        expected = expected + one.grad.numpy()
    np.testing.assert_allclose(shared.grad.numpy(), expected, rtol=1e-10)


def test_jacobians_scans_and_checkpoints() -> None:
    def solved(q: Any) -> Any:
        return _ops["sylvester"](A, B, q)

    whole = np.stack([solve_sylvester(A, B, e.reshape(3, 2)) for e in np.eye(6)], axis=-1).reshape(3, 2, 3, 2)
    for jacobian in (tg.jacobian(solved), tg.func.jacfwd(solved), tg.compile(tg.jacobian(solved))):
        np.testing.assert_allclose(jacobian(Q), whole, rtol=1e-10, atol=1e-12)

    def steps(q: Any) -> Any:
        return np.sum(tg.scan(lambda c, _: (solved(c), c), q, None, length=2)[0])

    expected = np.sum(solve_sylvester(A, B, solve_sylvester(A, B, Q)))
    np.testing.assert_allclose(steps(Q), expected, rtol=1e-11)
    np.testing.assert_allclose(tg.compile(steps)(Q), expected, rtol=1e-11)
    np.testing.assert_allclose(tg.grad(tg.checkpoint(total))(Q), exact(Q), rtol=1e-11)


def test_static_parameters_and_single_precision() -> None:
    x = RNG.normal(size=(4, 9)).astype(np.float32)
    for q in (0.25, 0.5):
        found = tg.compile(lambda x, q=q: _ops["median"](x, q=q))(x)
        assert found.dtype == np.float32
        np.testing.assert_allclose(found, np.quantile(x, q, axis=-1), rtol=1e-6)
    np.testing.assert_allclose(tg.compile(lambda x: _ops["median"](x, q=0.5))(x[0]), np.quantile(x[0], 0.5), rtol=1e-6)


def test_a_call_finds_its_operands_as_the_program_has_them() -> None:
    def flat(x: Any) -> Any:
        rows = len(x)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            x.shape = (x.size,)  # the view that forward was given, and nobody else's
        return np.cumsum(x)[-1:] * rows

    op = General(name="test_flat", forward=flat, infer=lambda x: (1,), reference=flat)
    compiled = tg.compile(lambda x: op(np.sin(x).reshape(2, 3) * 2.0))
    for k in range(1, 4):
        x = np.arange(6.0) * k
        np.testing.assert_allclose(compiled(x), [4.0 * np.sum(np.sin(x))], rtol=1e-14)
    x = RNG.normal(size=(40, 6))  # in more places than are kept
    np.testing.assert_allclose(compiled.batch(x), 4.0 * np.sum(np.sin(x), 1)[:, None], rtol=1e-12)


def test_what_forward_raises_the_call_raises() -> None:
    compiled = tg.compile(lambda x: _ops["root"](x) * 2.0)
    good, bad = np.array([4.0, 9.0]), np.array([4.0, -9.0])
    for f, x in (
        (compiled, bad),
        (compiled, bad),
        (compiled.batch, np.stack([good, bad])),
        (tg.vmap(compiled), bad[None]),
    ):
        with pytest.raises(ValueError, match="negative number"):
            f(x)
        np.testing.assert_array_equal(compiled(good), [4.0, 6.0])
    assert not callbacks.kept
    with pytest.raises(ValueError, match="negative number"):
        _ops["root"](tg.tensor(bad))


def test_a_result_of_another_shape_is_refused() -> None:
    op = General(name="test_short", forward=lambda x: x[1:], infer=lambda x: x, reference=np.diff)
    with pytest.raises(ShapeError, match=r"test_short: expected a result of shape \(3,\), got \(2,\)"):
        tg.compile(lambda x: op(x) * 2.0)(np.ones(3))


def test_operands_cannot_be_written_to() -> None:
    def writes(x: np.ndarray) -> np.ndarray:
        x += 1.0
        return x

    op = General(name="test_writes", forward=writes, infer=lambda x: x, reference=np.add)
    compiled = tg.compile(lambda x: op(x) * 2.0)
    with pytest.raises(ValueError, match="read-only"):
        compiled(np.ones(3))


def test_files_and_compiled_callers_refuse_it_by_name() -> None:
    compiled = tg.compile(total)
    compiled(Q)
    with pytest.raises(ArgumentError, match="test_sylvester"):
        compiled.save(io.BytesIO())
    with pytest.raises(ArgumentError, match="test_sylvester"):
        compiled.tape_data(Q)


def test_a_signal_interrupts_it() -> None:
    def waits(x: np.ndarray) -> np.ndarray:
        started.set()
        end = time.monotonic() + 20.0
        while waiting and time.monotonic() < end:
            pass
        return x

    started, waiting = threading.Event(), False
    op = General(name="test_waits", forward=waits, infer=lambda x: x, reference=np.positive)
    compiled = tg.compile(lambda x: op(x) * 2.0)
    compiled(np.ones(3))
    started.clear()
    waiting = True

    def interrupt() -> None:
        started.wait()
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        compiled(np.ones(3))
    thread.join()
    waiting = False
    np.testing.assert_array_equal(compiled(np.ones(3)), 2.0 * np.ones(3))


def test_threads_share_one_sealed_tape() -> None:
    compiled = tg.compile(total)
    expected = [compiled(q) for q in MANY]
    found: list[Any] = [None] * 4

    def run(k: int) -> None:
        for _ in range(50):
            found[k] = compiled(MANY[k])

    threads = [threading.Thread(target=run, args=(k,)) for k in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert found == expected


def test_a_call_within_a_call_has_its_own_memory() -> None:
    inner: list[Any] = []

    def forward(x: np.ndarray) -> np.ndarray:
        result = np.sqrt(x)
        if calls_again and x[0] == 2.0:  # with the first result at hand
            calls_again.clear()
            thread = threading.Thread(target=lambda: inner.append(compiled(2.0 * x)))
            thread.start()
            thread.join()
        return result

    op = General(name="test_again", forward=forward, infer=lambda x: x, reference=np.sqrt)
    compiled = tg.compile(lambda x: op(x * 1.0) + op(x * 2.0) * x)
    calls_again: list[bool] = []
    x = np.array([1.0, 4.0, 9.0])
    expected = np.sqrt(x) + np.sqrt(2.0 * x) * x
    for _ in range(3):
        np.testing.assert_allclose(compiled(x), expected, rtol=1e-14)
    calls_again.append(True)
    np.testing.assert_allclose(compiled(x), expected, rtol=1e-14)
    np.testing.assert_allclose(inner[0], np.sqrt(4.0 * x) + np.sqrt(8.0 * x) * 4.0 * x, rtol=1e-14)


def test_what_is_raised_within_a_loop_is_raised_by_the_loop() -> None:
    def forward(x: np.ndarray) -> np.ndarray:
        if bad and x == 3.0:
            raise bad.pop()
        return np.sqrt(x)

    op = General(name="test_fails_once", forward=forward, infer=lambda x: x, reference=np.sqrt)
    bad: list[Exception] = []
    other = tg.compile(lambda x: x[0] * 2.0)
    assert other([1.0]) == 2.0
    for make in (float, tg.tensor):
        bad.append(OSError("for once"))
        with pytest.raises(OSError, match="for once"):
            tg.scan(lambda c, x: (c + op(x), None), make(0.0), np.arange(5.0))
        assert other([1.0]) == 2.0  # and not by whoever is called next


def test_the_tape_for_arguments_is_theirs_whatever_is_called_meanwhile() -> None:
    within: list[Any] = []

    def forward(x: np.ndarray) -> np.ndarray:
        if within:
            within.pop()(np.ones(5))
        return np.sqrt(x)

    op = General(name="test_calls_others", forward=forward, infer=lambda x: x, reference=np.sqrt)
    compiled = tg.compile(lambda x: op(x * 4.0))
    compiled(np.ones(5))
    within.append(compiled)
    assert compiled.tape(np.ones(3)).input_forms[0].shape == (3,)
    assert not within


def test_a_callback_goes_with_the_code_that_calls_it() -> None:
    class Parameter:
        """Something that a static parameter holds."""

    parameter = Parameter()
    gone = weakref.ref(parameter)
    op = General(
        name="test_holds", forward=lambda x, *, what: x * 3.0, infer=lambda x, *, what: x, reference=np.positive
    )
    compiled = tg.compile(lambda x: op(x, what=gone()) * 2.0)
    np.testing.assert_array_equal(compiled(np.ones(2)), [6.0, 6.0])
    del parameter
    gc.collect()
    assert gone() is not None
    del compiled
    gc.collect()
    assert gone() is None
