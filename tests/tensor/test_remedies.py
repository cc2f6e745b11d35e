"""Errors where a gradient would be lost: each names the way that keeps it, and none, inside a transform, one that gives zeros."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.linalg
import scipy.sparse
import scipy.special

import tapegrad as tg
from tests.support import gradient, leaf, plain

pytestmark = pytest.mark.filterwarnings("ignore:the matrix subclass")
P = np.array([1.5, 2.5])
hyp = math.hypot


def _filled(make: Any, *writes: Any) -> Callable[[Any], Any]:
    def f(p: Any) -> Any:
        out = make(2)
        for index, value in writes:
            out[index] = value(p)
        return np.sum(out * out)

    return f


WRITES: dict[str, tuple[Any, ...]] = {
    "a slice": ((slice(None), lambda p: p**2),), "elements": ((0, lambda p: p[0] ** 2), (1, lambda p: p[1])),
    "a mask": ((np.array([True, False]), lambda p: p[:1]),), "positions": (([0, 1], lambda p: p * 2.0),),
}  # fmt: skip
# what a user wrote, the words of the error, and the way that it names
ADVICE: dict[str, tuple[Callable[[Any], Any], str, Callable[[Any], Any]]] = {
    **{f"{name} of np.zeros": (_filled(np.zeros, *w), "np.zeros(shape, like=x)", _filled(lambda n: np.zeros(n, like=leaf(P)), *w)) for name, w in WRITES.items()},
    "np.array": (lambda p: np.sum(np.array([p[0] ** 2, p[1]])), "tg.array", lambda p: np.sum(tg.array([p[0] ** 2, p[1]]))),
    "np.array, stacked": (lambda p: np.sum(np.array([p, p * p])), "Use tg.array", lambda p: np.sum(tg.array([p, p * p]))),
    "np.asarray": (lambda p: np.sum(np.asarray(p) ** 2), "Use tg.asarray", lambda p: np.sum(tg.asarray(p) ** 2)),
    "math": (lambda p: math.sin(p[0]), "math.sin(): ", lambda p: np.sin(p[0])),
    "math, in one step": (lambda p: sum(math.exp(v) for v in p), "Use np.exp.", lambda p: sum(np.exp(v) for v in p)),
    "math's special functions": (lambda p: math.erf(p[0]), "Use tg.special.erf.", lambda p: tg.special.erf(p[0])),
    "a function of math": (lambda p: hyp(p[0], p[1]), "Use np.hypot.", lambda p: np.hypot(p[0], p[1])),
    "math.fsum": (lambda p: math.fsum(p), "NumPy's functions", lambda p: np.sum(p)),
    "float": (lambda p: float(p[0]) * p[1], "Leave float() out", lambda p: p[0] * p[1]),
    "np.float64": (lambda p: np.float64(p[0]) * p[1], "Write t.astype(np.float64).", lambda p: p[0].astype(np.float64) * p[1]),
    "dot": (lambda p: P.dot(p), "dot(): ", lambda p: P @ p),
    "dot of a result": (lambda p: abs(P).dot(p), "Write a @ t.", lambda p: abs(P) @ p),
    "np.r_": (lambda p: np.sum(np.r_[p**2, 1.0]), "tg.r_", lambda p: np.sum(tg.r_[p**2, 1.0])),
    "np.c_": (lambda p: np.sum(np.c_[p, p**2]), "tg.c_", lambda p: np.sum(tg.c_[p, p**2])),
    "np.full": (lambda p: np.sum(np.full(3, p[0])), "tg.full", lambda p: np.sum(tg.full(3, p[0]))),
    "np.asmatrix": (lambda p: np.asmatrix(p)[0, 0], "the Tensor as it is", lambda p: p[0]),
    "spherical_jn": (lambda p: np.sum(scipy.special.spherical_jn(1, p)), "tg.special.spherical_jn", lambda p: np.sum(tg.special.spherical_jn(1, p))),
    "spherical_kn": (lambda p: np.sum(scipy.special.spherical_kn(1, p)), "tg.special.spherical_kn", lambda p: np.sum(tg.special.spherical_kn(1, p))),
    "zeta": (lambda p: np.sum(scipy.special.zeta(2.0, p)), "tg.special.zeta", lambda p: np.sum(tg.special.zeta(2.0, p))),
    "logsumexp": (scipy.special.logsumexp, "tg.special.logsumexp", tg.special.logsumexp),
    "solve": (lambda p: np.sum(scipy.linalg.solve(np.diag(P), p)), "tg.linalg.solve", lambda p: np.sum(tg.linalg.solve(np.diag(P), p))),
}  # fmt: skip


def error_of(f: Callable[[], Any]) -> str:
    """The error that a call ends with, or that NumPy's has as its cause."""
    with pytest.raises((TypeError, ValueError)) as caught:
        f()
    error: BaseException = caught.value
    while error.__cause__ is not None:
        error = error.__cause__
    assert isinstance(error, tg.errors.TapegradError)
    return str(error)


TRANSFORMS: dict[str, Callable[[Any], Any]] = {
    "grad": lambda f: tg.grad(f)(P), "hessian": lambda f: tg.hessian(f)(P), "jvp": lambda f: tg.func.jvp(f, (P,), (P,)),
    "compile": lambda f: tg.compile(f)(P), "vmap": lambda f: tg.vmap(f)(P[None]), "functional": lambda f: tg.autograd.functional.vjp(f, tg.tensor(P)),
}  # fmt: skip


@pytest.mark.parametrize("name", ADVICE)
def test_what_the_error_names_keeps_the_gradient(name):
    lost, words, kept = ADVICE[name]
    assert words in error_of(lambda: lost(leaf(P)))
    assert words in error_of(lambda: tg.grad(lost)(P))
    expected = gradient(lambda p: plain(kept(tg.tensor(p.astype(float)))), [P])[0]
    np.testing.assert_allclose(tg.grad(kept)(P), expected, rtol=1e-6, atol=1e-9)
    t = leaf(P)
    kept(t).backward()
    np.testing.assert_allclose(plain(t.grad), expected, rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("transform", TRANSFORMS)
@pytest.mark.parametrize("name", ADVICE)
def test_inside_a_transform_no_way_is_named_that_loses_it(name, transform):
    message = error_of(lambda: TRANSFORMS[transform](ADVICE[name][0]))
    assert "detach" not in message
    assert ".item()" not in message


EXITS = {
    "numpy": lambda t: t.numpy(), "int": lambda t: int(t[0]), "complex": lambda t: complex(t[0]), "astype": lambda t: t.astype(int),
    "tensor": lambda t: tg.tensor([t[0], 1.0]), "a ufunc without derivative": lambda t: np.sum(scipy.special.stdtridf(0.3, t)),
}  # fmt: skip


@pytest.mark.parametrize("name", EXITS)
def test_other_ways_out(name):
    """The value alone is offered where nothing is differentiated, and nowhere else."""
    assert "For the value alone use ." in error_of(lambda: EXITS[name](leaf(P)))
    message = error_of(lambda: tg.grad(lambda p: EXITS[name](p) * p[0])(P)) if name not in ("int", "astype") else ""
    assert "detach" not in message
    assert ".item()" not in message


def test_after_a_transform_the_value_is_offered_again():
    with pytest.raises(ZeroDivisionError):
        tg.grad(lambda p: p[0] * (1 / 0))(P)
    assert ".item()" in error_of(lambda: float(leaf(P)[0]))


@pytest.mark.parametrize(
    "call",
    [lambda t, s: s.dot(t), lambda t, s: s.to_frame().T @ t, lambda t, s: s.where(s > 1.0, t), lambda t, s: type(s)(t)],
)
def test_objects_of_pandas(call):
    series = pytest.importorskip("pandas").Series(P)
    for f in (lambda: call(leaf(P), series), lambda: tg.grad(lambda p: call(p, series))(P)):
        assert "pandas: expected plain data" in (message := error_of(f))
        assert "Use .to_numpy() of the Series or DataFrame" in message
    assert "detach" not in message
    np.testing.assert_allclose(tg.grad(lambda p: np.sum(p * series.to_numpy()))(P), P)


def test_the_code_of_other_libraries_is_not_said_to_be_rewritten():
    packages = Path(np.__file__).parents[1]
    for folder, is_users in ((packages, False), (packages.parent, True)):
        code = compile("np.asarray(t)", str(folder / "other.py"), "eval")
        said = error_of(lambda code=code: eval(code, {"np": np, "t": leaf(P)}))
        assert ("Use tg.asarray" in said) is is_users
        assert ".detach()" in said


def test_a_function_that_tapegrad_calls_itself_is_not_named():
    """NumPy's `ma.array` and `testing` have no twin: the error is that of arrays, and names no other function."""
    for f in (np.ma.array, lambda t: np.testing.assert_array_equal(t, t)):
        assert error_of(lambda f=f: f(leaf(P))).startswith("np.asarray(): ")


def test_a_write_within_scipys_code_names_the_function_that_was_called():
    with pytest.raises(tg.errors.PlainDataError, match=r"scipy\.sparse\.diags: .*Use tg\.sparse\.diags_array"):
        tg.grad(lambda p: scipy.sparse.diags([p, p[:1]], [0, 1]).sum())(P)
