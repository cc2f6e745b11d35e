"""What an exported function looks like from outside, and the programs of its derivatives."""

from __future__ import annotations

import itertools
import re
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.codegen.executable import executable_of
from tapegrad.errors import DrawWarning
from tapegrad.export.description import interface_of
from tapegrad.export.header import header
from tapegrad.export.interface import EntryPoint, Interface
from tapegrad.machine import pool


def model(x: Any, A: Any, k: int) -> Any:
    return np.sum(np.exp(x) * np.sin(A @ x)) * k, x[1:] * x[:-1]


X, A = np.array([0.3, -0.2, 0.5]), np.arange(9.0).reshape(3, 3) / 7


def interface(f: Any, *args: Any, derivatives: Any = 0, name: str = "model") -> Interface:
    return interface_of(tg.compile(f)._sealed(args, {}), f, name, derivatives, "export")


def values(entry: EntryPoint, *args: Any) -> list[np.ndarray]:
    """Run the program of an entry on arrays."""
    code = executable_of(entry.program)
    results = [np.zeros(port.form.shape) for port in entry.returned]
    assert code.on_arrays([np.asarray(a) for a in args], results, pool.aligned(code.work)) == 0
    return results


def matrix(port: Any, data: np.ndarray) -> np.ndarray:
    """Return a matrix in compressed columns as a dense one."""
    dense, s = np.zeros(port.sparsity.shape), port.sparsity
    dense[s.rows, np.repeat(np.arange(s.shape[1]), np.diff(s.columns))] = data
    return dense


def differences(f: Any, x: np.ndarray) -> np.ndarray:
    """Return the Jacobian by central differences, of arrays whose elements are in the order of columns."""
    step, columns = 1e-6, []
    for place in np.ndindex(*x.shape[::-1]):
        e = np.zeros_like(x)
        e[place[::-1]] = step
        columns.append((np.ravel(f(x + e), "F") - np.ravel(f(x - e), "F")) / (2 * step))
    return np.stack(columns, axis=-1)


def test_ports_have_the_names_and_matrices_that_casadi_sees() -> None:
    own = interface(model, X, A, 2).entries[0]
    assert [(p.name, p.matrix, p.c_type) for p in own.inputs] == [
        ("x", (3, 1), "double"), ("A", (3, 3), "double"), ("k", (1, 1), "int64_t")
    ]  # fmt: skip
    assert [(p.name, p.matrix) for p in own.outputs] == [("o0", (1, 1)), ("o1", (2, 1))]
    assert [p.transposed for p in own.inputs] == [False, True, False]


def test_names_within_containers_are_identifiers() -> None:
    found = interface(lambda w, double: {"a b": w["u"] * double, "w_u": w["v"]}, {"u": X, "v": 2.0}, 3.0)
    assert [p.name for p in found.entries[0].inputs] == ["w_u", "w_v", "x_double"]
    assert [p.name for p in found.entries[0].outputs] == ["a_b", "w_u_1"]


def test_jacobian_blocks_are_compressed_columns() -> None:
    entries = {e.name: e for e in interface(model, X, A, 2, derivatives=1).entries}
    jacobian = entries["jac_model"]
    found = dict(zip([p.name for p in jacobian.returned], values(jacobian, X, A, 2), strict=True))
    ports = {p.name: p for p in jacobian.outputs}
    for name, f, x in [
        ("jac_o0_x", lambda x: model(x, A, 2)[0], X), ("jac_o0_A", lambda a: model(X, a, 2)[0], A),
        ("jac_o1_x", lambda x: model(x, A, 2)[1], X),
    ]:  # fmt: skip
        np.testing.assert_allclose(matrix(ports[name], found[name]), differences(f, x), atol=1e-8)
    assert ports["jac_o1_x"].form.size == 4
    assert ports["jac_o1_A"].absent
    assert ports["jac_o1_A"].words == [2, 9, *[0] * 10]


def test_tangents_and_adjoints() -> None:
    entries = {e.name: e for e in interface(model, X, A, 2, derivatives=2).entries}
    J = differences(lambda x: model(x, A, 2)[0], X)[0], differences(lambda x: model(x, A, 2)[1], X)
    v, u = np.array([0.1, 0.7, -0.4]), np.array([2.0, 3.0])
    forward = values(entries["fwd1_model"], X, A, 2, v, 0 * A)
    np.testing.assert_allclose(forward[0], J[0] @ v, atol=1e-8)
    np.testing.assert_allclose(forward[1], J[1] @ v, atol=1e-8)
    reverse = values(entries["adj1_model"], X, A, 2, np.array(0.5), u)
    np.testing.assert_allclose(reverse[0], 0.5 * J[0] + u @ J[1], atol=1e-8)
    second = entries["jac_adj1_model"]
    hessian = matrix(second.returned[0], values(second, X, A, 2, np.array(0.5), u)[0])
    slope = differences(lambda x: values(entries["adj1_model"], x, A, 2, np.array(0.5), u)[0], X)
    np.testing.assert_allclose(hessian, slope, atol=1e-7)


def test_results_that_depend_on_no_argument_are_results() -> None:
    own = interface(lambda x: (2 * x, 3.0), X).entries[0]
    assert [p.name for p in own.outputs] == ["o0", "o1"]
    assert values(own, X)[1] == 3.0


def test_the_header_declares_names_shapes_and_dtypes() -> None:
    text = header(interface(model, X, A, 2))
    assert (
        "int model_run(const double *x, const double *A, const int64_t *k, double *o0, double *o1, void *work);" in text
    )
    assert "takes A: float64, shape (3, 3)" in text


@pytest.mark.parametrize("derivatives", [3, ("hess",), (1,)])
def test_unknown_derivatives_are_refused(derivatives: Any) -> None:
    with pytest.raises(tg.errors.ArgumentError, match="derivatives must be 0, 1 or 2"):
        interface(model, X, A, 2, derivatives=derivatives)


def test_what_has_no_interface_is_refused() -> None:
    with pytest.raises(tg.errors.DtypeError, match="expected real numbers, got x"):
        interface(lambda x: np.abs(x), X * 1j)
    with pytest.raises(tg.errors.ArgumentError, match="a name that C can use"):
        interface(model, X, A, 2, name="my model")


CONSTANT = {
    "an array": (lambda x: (np.sum(x), np.ones(3)), (X,)),
    "a number": (lambda x: (x * 2.0, 3.0), (X,)),
    "the first": (lambda x: (3.0, np.arange(2.0), x * x), (X,)),
    "all": (lambda x: (3.0, np.ones(2)), (X,)),
    "an argument that is not used": (lambda x, y: np.sum(x * x), (X, 2.0)),
    "a matrix": (lambda x: (np.outer(x, x), np.eye(3), x[0]), (X,)),
}  # fmt: skip


@pytest.mark.sampled(99)
@pytest.mark.parametrize("name", CONSTANT)
def test_tangents_of_results_that_are_constant(name: str) -> None:
    """They are zeros of their own shapes, whatever the other results have."""
    f, args = CONSTANT[name]
    entries = {e.name: e for e in interface(f, *args, derivatives=2).entries}
    along = [np.cos(np.arange(np.size(a)) + 1.0).reshape(np.shape(a)) for a in args]

    def differences_along(f: Any, near: list[Any], directions: list[np.ndarray]) -> list[np.ndarray]:
        ends = [f(*[a + s * v for a, v in zip(near, directions, strict=True)]) for s in (1e-5, -1e-5)]
        ends = [e if isinstance(e, (tuple, list)) else [e] for e in ends]
        return [np.subtract(a, b) / 2e-5 for a, b in zip(*ends, strict=True)]

    for entry, truth in zip(
        values(entries["fwd1_model"], *args, *along), differences_along(f, [*args], along), strict=True
    ):
        np.testing.assert_allclose(entry, truth, rtol=1e-6, atol=1e-9)
    adjoint = entries["adj1_model"]
    inputs = [*args, *[np.full(p.form.shape, 0.5) for p in adjoint.given[len(args) :]]]
    directions = [np.cos(np.arange(np.size(a)) + 1.0).reshape(np.shape(a)) for a in inputs]
    found = values(entries["fwd1_adj1_model"], *inputs, *directions)
    expected = differences_along(lambda *a: values(adjoint, *a), inputs, directions)
    for one, truth in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, truth, rtol=1e-6, atol=1e-9)


def test_names_that_mean_something_in_c_are_changed() -> None:
    """Also macros, such as those that gcc defines without -std=c99, and those of headers."""
    names = ["linux", "M_PI", "NAN", "errno", "I", "INT64_MAX", "bool"]
    other = ["out", "inf", "DATA", "X", "M"]
    f: Any = eval(f"lambda {', '.join([*names, *other])}: {' + '.join([*names, *other])}")
    own = interface(f, *map(float, range(len(names) + len(other)))).entries[0]
    assert [p.name for p in own.inputs] == [*(f"x_{name}" for name in names), *other]


def test_a_function_that_draws_is_exported_with_the_numbers_of_its_recording(tmp_path: Path) -> None:
    """Another recording, with lines for refusals, would hold others."""
    rng = np.random.default_rng(0)
    compiled = tg.compile(lambda x: x * rng.normal())
    with pytest.warns(DrawWarning):
        expected = compiled(X)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compiled.export(tmp_path / "model", X, kind="c")
    numbers = re.findall(r"-?\d+\.\d{6,}", (tmp_path / "model.c").read_text())
    np.testing.assert_allclose(min(map(float, numbers), key=lambda n: abs(n - expected[0] / X[0])), expected[0] / X[0])


MIXED = {
    "a narrow result": (lambda x: np.sum(x * x).astype(np.float32), (np.array([1.0, 2.0, 3.0]),)),
    "a wide result": (lambda x: np.sum(x.astype(np.float64) ** 2), (np.array([1.0, 2.0, 3.0], np.float32),)),
    "a narrow number": (lambda x, a: x * a, (np.array([1.0, 2.0, 3.0]), np.float32(2.0))),
}  # fmt: skip


@pytest.mark.sampled(99)
@pytest.mark.parametrize("name", MIXED)
def test_jacobians_of_single_and_double_precision(name: str) -> None:
    """Their blocks have the dtype that the header says."""
    f, args = MIXED[name]
    found = {e.name: e for e in interface(f, *args, derivatives=("jac", "jac_adj1", "fwd1_jac")).entries}
    for entry in found.values():
        assert [p.form.dtype for p in entry.returned] == [form.dtype for form in entry.program.output_forms]
    jacobian = found["jac_model"]
    results = [np.zeros(port.form.shape, port.form.dtype) for port in jacobian.returned]
    code = executable_of(jacobian.program)
    assert code.on_arrays([np.asarray(a) for a in args], results, pool.aligned(code.work)) == 0
    x = np.asarray(args[0], float)
    truth = differences(lambda x: np.asarray(f(x, *args[1:]), float) if len(args) > 1 else x @ x, x)
    np.testing.assert_allclose(matrix(jacobian.returned[0], results[0]), truth, rtol=1e-6)


def test_parameters_have_names_of_their_own() -> None:
    """Also tangents of tangents, and arguments that have the names of derivatives."""
    kinds = ("fwd1", "adj1", "jac")
    several = tuple("_".join(k) for n in (1, 2, 3) for k in itertools.product(kinds, repeat=n))
    for f, args, derivatives in (
        (lambda x: x * x, (X,), several), (lambda x, fwd_x: x * fwd_x, (X, X), 1),
        (lambda b_c, c: {"a": b_c**2, "a_b": c**2}, (X, X), ("jac",)),
    ):  # fmt: skip
        for entry in interface(f, *args, derivatives=derivatives).entries:
            names = [p.name for p in (*entry.inputs, *entry.outputs)]
            assert len(names) == len({*names})


def test_lines_of_complex_numbers_beside_ops_with_several_results(tmp_path: Path) -> None:
    for f in (
        lambda x: (np.fft.fft(x).real, np.linalg.solve(np.diag(x), x)),
        lambda x: (np.abs(np.exp(1j * x)), tg.fori_loop(0, 4, lambda i, c: c * 1.1, x)),
        lambda x: (np.fft.rfft(x).imag, np.linalg.slogdet(np.diag(x))[1]),
    ):
        tg.compile(f).export(tmp_path / "model", X)
        for found, expected in zip(tg.compile(f, lines=True)(X), tg.compile(f)(X), strict=True):
            np.testing.assert_array_equal(found, expected)
