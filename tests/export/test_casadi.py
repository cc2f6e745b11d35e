"""Exported functions as CasADi's external functions, and Ipopt behind them."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.export.c_programs import COMPILERS
from tests.export.object_programs import exported, needs_compiler

casadi = pytest.importorskip("casadi")
pytestmark = needs_compiler

X, A = np.array([0.3, -0.2, 0.5]), np.arange(6.0).reshape(2, 3) / 7


def model(x: Any, A: Any) -> Any:
    return np.sum(np.exp(x)) * np.sin(A @ x), np.outer(A @ x, x) ** 2


def external(f: Any, folder: Path, *args: Any, **options: Any) -> Any:
    files = exported(f, folder, *args, **options)
    return casadi.external("model", str(files.library))


def test_values_are_matrices_in_the_order_of_columns(tmp_path: Path) -> None:
    f = external(model, tmp_path, X, A)
    assert [f.name_in(k) for k in range(2)] == ["x", "A"]
    assert [f.size_out(k) for k in range(2)] == [(2, 1), (2, 3)]
    for found, expected in zip(f(X, A), model(X, A), strict=True):
        np.testing.assert_allclose(np.asarray(found).reshape(expected.shape), expected, rtol=1e-14)


def test_arrays_of_three_axes_have_a_row_for_each_of_the_first(tmp_path: Path) -> None:
    x = np.arange(24.0).reshape(2, 3, 4)
    f = external(lambda x: x * 2, tmp_path, x)
    assert f.size_in(0) == (2, 12)
    np.testing.assert_array_equal(np.asarray(f(x.reshape(2, 12))), 2 * x.reshape(2, 12))


def test_derivatives_are_those_of_casadis_own_function(tmp_path: Path) -> None:
    f = external(model, tmp_path, X, A, derivatives=2)
    x, a = casadi.SX.sym("x", 3), casadi.SX.sym("A", 2, 3)
    ax = casadi.mtimes(a, x)
    values = [casadi.sum1(casadi.exp(x)) * casadi.sin(ax), casadi.mtimes(ax, x.T) ** 2]
    same = casadi.Function("model", [x, a], values, ["x", "A"], ["o0", "o1"])
    rng = np.random.default_rng(1)
    shapes = [(2, 1), (2, 3)]
    seeds = [rng.normal(size=shape) for shape in shapes]
    tangents = [rng.normal(size=shape) for shape in [(3, 1), (2, 3)]]
    for ours, theirs, more in [
        (f.jacobian(), same.jacobian(), []), (f.reverse(1), same.reverse(1), seeds),
        (f.forward(1), same.forward(1), tangents), (f.reverse(1).jacobian(), same.reverse(1).jacobian(), "second"),
        (f.forward(4), same.forward(4), [np.tile(t, 4) for t in tangents]),
    ]:  # fmt: skip
        out = [np.zeros(shape) for shape in shapes]
        args = [X, A, *out, *(seeds if more == "second" else more)]
        if more == "second":
            args += [np.zeros((3, 1)), np.zeros((2, 3))]
        for k in range(ours.n_out()):
            assert ours.name_out(k) == theirs.name_out(k)
            np.testing.assert_allclose(np.asarray(ours(*args)[k]), np.asarray(theirs(*args)[k]), atol=1e-12)


def test_a_sparse_jacobian_has_casadis_pattern(tmp_path: Path) -> None:
    f = external(lambda x: x[1:] * x[:-1] ** 2, tmp_path, np.ones(50), derivatives=1)
    x = casadi.SX.sym("x", 50)
    same = casadi.Function("f", [x], [x[1:] * x[:-1] ** 2])
    assert f.jacobian().sparsity_out(0) == same.jacobian().sparsity_out(0)


def test_ipopt_uses_exact_sparse_derivatives(tmp_path: Path) -> None:
    n = 40

    def problem(x: Any) -> Any:
        rosenbrock = np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)
        return rosenbrock, x[:-1] * x[1:]

    f = external(problem, tmp_path, np.ones(n), derivatives=2)
    x = casadi.MX.sym("x", n)
    value, constraints = f(x)
    options = {"ipopt.print_level": 0, "print_time": False, "ipopt.sb": "yes", "ipopt.tol": 1e-10}
    solver = casadi.nlpsol("solver", "ipopt", {"x": x, "f": value, "g": constraints}, options)
    assert solver.get_function("nlp_jac_g").sparsity_out(1).nnz() == 2 * (n - 1)
    assert solver.get_function("nlp_hess_l").sparsity_out(0).nnz() < 4 * n
    found = solver(x0=np.full(n, 0.5), lbg=0.0, ubg=0.5)
    assert solver.stats()["success"]

    y = casadi.SX.sym("x", n)
    theirs = casadi.sum1(100.0 * (y[1:] - y[:-1] ** 2) ** 2 + (1.0 - y[:-1]) ** 2)
    same = casadi.nlpsol("same", "ipopt", {"x": y, "f": theirs, "g": y[:-1] * y[1:]}, options)
    expected = same(x0=np.full(n, 0.5), lbg=0.0, ubg=0.5)
    np.testing.assert_allclose(np.asarray(found["x"]), np.asarray(expected["x"]), atol=1e-6)
    assert abs(solver.stats()["iter_count"] - same.stats()["iter_count"]) <= 2


def test_a_failed_guard_is_a_failure(tmp_path: Path) -> None:
    f = external(lambda x: np.sum(x) if x[0] > 0 else np.sum(x * x), tmp_path, X)
    np.testing.assert_allclose(float(f(X)), X.sum(), rtol=1e-15)
    with pytest.raises(RuntimeError):
        f(-X)


@pytest.mark.parametrize("dtype", [np.int64, np.uint64, np.int32])
@pytest.mark.parametrize("kind", ["object", "c"])
def test_positions_that_are_no_integers_fail(tmp_path: Path, dtype: Any, kind: str) -> None:
    """They are no position of any array: NaN was one, 0."""
    files = exported(lambda x, i: x[i] * 2.0, tmp_path, X, np.array([0, 1], dtype), kind=kind)
    shared = files.library
    if shared is None:
        shared = tmp_path / "model_c.so"
        options = ["-O1", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror"]
        subprocess.run([COMPILERS[0], *options, str(files.code), "-o", str(shared), "-lm"], check=True)
    f = casadi.external("model", str(shared))
    np.testing.assert_array_equal(f(X, [2, 0]).full()[:, 0], [1.0, 0.6])
    for bad in (np.nan, np.inf, -np.inf, 1e30, -1e30, 3.0):
        with pytest.raises(RuntimeError):
            f(X, [bad, 0.0])
