"""CasADi: symbolic graphs, differentiated symbolically, written as C and compiled by gcc."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import casadi as cs
import numpy as np
import scipy.sparse

from benchmarks.compiled import rows
from benchmarks.compiled.rows import Namespace
from benchmarks.problems import lorenz_step, network_data

NAME = "CasADi, C"
HOW = (
    "C code by `gcc -O3 -march=native`, called through buffers; SX for what is repeated, with `fold` and `map`, MX for "
    "arrays; differential equations by CVODES with CasADi's adjoint, in its virtual machine"
)
SKIPS: dict[str, str] = {}
GCC = ("gcc", "-O3", "-march=native", "-fPIC", "-shared")


def version() -> str:
    compiler = subprocess.run(["gcc", "-dumpfullversion"], capture_output=True, text=True, check=True).stdout.strip()
    return f"{metadata.version('casadi')} (gcc {compiler})"


NAMESPACE = Namespace(
    cs, asarray=cs.DM, sum=cs.sum1, mean=lambda x: cs.sum1(x) / x.numel(), zeros=cs.DM.zeros, smallest=cs.fmin,
    concatenate=lambda parts: cs.vertcat(*parts), stack=lambda parts: cs.vertcat(*parts),
    softplus=lambda x: cs.fmax(x, 0.0) + cs.log1p(cs.exp(-cs.fabs(x))),
)  # fmt: skip


def built(f: cs.Function, *args: np.ndarray) -> Callable[[], list[np.ndarray]]:
    """Compile a function, and give the job that calls it: the nonzeros of each result."""
    folder = Path(tempfile.mkdtemp())
    code = cs.CodeGenerator("f.c")
    code.add(f)
    code.generate(f"{folder}/")
    subprocess.run([*GCC, "f.c", "-o", "f.so", "-lm"], cwd=folder, check=True)
    return buffered(cs.external(f.name(), str(folder / "f.so")), *args)


def buffered(f: cs.Function, *args: np.ndarray) -> Callable[..., list[np.ndarray]]:
    """Give the job that calls a function through buffers, with other arguments if there are any."""
    memory, call = f.buffer()
    inputs = [np.array(a, float).ravel(order="F") for a in args]
    outputs = [np.empty(f.nnz_out(k)) for k in range(f.n_out())]
    for k, a in enumerate(inputs):
        memory.set_arg(k, memoryview(a))
    for k, a in enumerate(outputs):
        memory.set_res(k, memoryview(a))

    def job(*others: np.ndarray, memory: Any = memory) -> list[np.ndarray]:  # the buffers live as long as the job
        for a, other in zip(inputs, others, strict=False):
            a[:] = other
        call()
        return [a.copy() for a in outputs]

    return job


def value_and_gradient(f: Callable[..., Any], args: Any) -> Callable[[], Any]:
    """Make the job of a scalar function of arrays, which are parts of one column, so that one sweep goes by all."""
    shapes = [np.shape(a) for a in args]
    sizes = np.cumsum([0, *(int(np.prod(s)) for s in shapes)]).tolist()
    p = cs.MX.sym("p", sizes[-1])
    parts = cs.vertsplit(p, sizes)
    parts = [cs.reshape(x, *s) if len(s) == 2 else x for x, s in zip(parts, shapes, strict=True)]
    y = f(*parts)
    job = built(cs.Function("f", [p], [y, cs.gradient(y, p)]), np.concatenate([np.ravel(a, order="F") for a in args]))

    def answer() -> Any:
        value, slope = job()
        pieces = np.split(slope, sizes[1:-1])
        return value.item(), [x.reshape(s, order="F") for x, s in zip(pieces, shapes, strict=True)]

    return answer


def gradient(formula: Any, *args: Any) -> Callable[[], Any]:
    return value_and_gradient(formula(NAMESPACE), args)


def network(formula: Any, *args: np.ndarray) -> Callable[[], Any]:
    """Rows of biases are repeated by hand."""
    x, y, _ = network_data()

    def loss(w1: Any, b1: Any, w2: Any, b2: Any, w3: Any, b3: Any) -> Any:
        n = len(x)
        h = cs.tanh(cs.DM(x) @ w1 + cs.repmat(b1.T, n, 1))
        h = cs.tanh(h @ w2 + cs.repmat(b2.T, n, 1))
        return cs.sumsqr(h @ w3 + cs.repmat(b3.T, n, 1) - cs.DM(y)) / n

    return value_and_gradient(loss, args)


def lorenz(formula: Any, *args: float) -> Callable[[], Any]:
    at = cs.SX.sym("at", 6)
    parts = cs.vertsplit(at)
    step = cs.Function("step", [at], [cs.vertcat(*parts[:3], *lorenz_step(*parts))])

    def loss(*args: Any) -> Any:
        return cs.sumsqr(step.fold(500)(cs.vertcat(*args))[3:])

    return value_and_gradient(loss, args)


def gaussian_mixture(formula: Any, *args: np.ndarray) -> Callable[[], Any]:
    """A point's share is one function of scalars; a map adds up the shares of all."""
    n, k, d = rows.MIXTURE
    alphas, means, logs, point = cs.SX.sym("a", k), cs.SX.sym("m", k, d), cs.SX.sym("l", k, d), cs.SX.sym("p", d)
    factors = cs.SX.sym("f", d, k * d)
    terms = []
    for j, matrix in enumerate(cs.horzsplit(factors, d)):
        apart = (cs.tril(matrix, False) + cs.diag(cs.exp(logs[j, :]))) @ (point - means[j, :].T)
        terms.append(alphas[j] + cs.sum2(logs[j, :]) - 0.5 * cs.sumsqr(apart))
    share = cs.Function("share", [alphas, means, logs, factors, point], [cs.logsumexp(cs.vertcat(*terms))])
    shares = share.map("shares", "serial", n, [0, 1, 2, 3], [0])

    def loss(alphas: Any, means: Any, logs: Any, factors: Any) -> Any:
        return n * cs.logsumexp(alphas) - shares(alphas, means, logs, factors, cs.DM(rows.mixture_points().T))

    job = value_and_gradient(loss, (*args[:3], np.hstack(args[3])))

    def answer() -> Any:
        value, slopes = job()
        return value, *slopes[:3], np.stack(np.hsplit(slopes[3], k))

    return answer


def soft_dtw(formula: Any, series: np.ndarray) -> Callable[[], Any]:
    n = rows.SERIES
    last, before, costs = (cs.SX.sym(name, n) for name in ("last", "before", "costs"))
    above, corner = (cs.vertcat(rows.FAR, x[:-1]) for x in (last, before))
    moved = cs.vertcat(costs + rows.softmin(NAMESPACE, last, above, corner), last)
    step = cs.Function("step", [cs.vertcat(last, before), costs], [moved])
    places = rows.diagonal_places()

    def distance(x: Any) -> Any:
        table = (cs.repmat(x, 1, n) - cs.repmat(cs.DM(rows.other_series()).T, n, 1)) ** 2
        costs = cs.vertcat(cs.vec(table.T), rows.FAR)  # by rows
        diagonals = cs.reshape(costs[places.ravel().tolist()], n, len(places))
        start = cs.vertcat(diagonals[:, 0], cs.DM.ones(n) * rows.FAR)
        return step.fold(len(places) - 1)(start, diagonals[:, 1:])[n - 1]

    return value_and_gradient(distance, (series,))


def hvp(formula: Any, x: np.ndarray, v: np.ndarray) -> Callable[[], Any]:
    p, along = cs.MX.sym("p", len(x)), cs.MX.sym("v", len(x))
    slope = cs.gradient(formula(NAMESPACE)(p), p)
    return built(cs.Function("f", [p, along], [cs.jtimes(slope, p, along)]), x, v)


def jacobians(formula: Any, *args: np.ndarray) -> Callable[[], Any]:
    symbols = [cs.SX.sym("x", a[0].size) for a in args]
    residual = formula(NAMESPACE)(*symbols)
    one = cs.Function("one", symbols, [cs.densify(cs.jacobian(residual, x)) for x in symbols[:3]])
    job = built(one.map(len(args[0])), *(np.reshape(a, (len(a), -1)).T for a in args))
    shapes = [(len(a), *a.shape[1:], 2) for a in args[:3]]
    return lambda: [np.moveaxis(x.reshape(shape), -1, 1) for x, shape in zip(job(), shapes, strict=True)]


def sparse(matrix: Any, p: Any, x: np.ndarray) -> Callable[[], Any]:
    """Make the job of a matrix whose pattern is known."""
    job, starts, rows_of = built(cs.Function("f", [p], [matrix]), x), *map(np.array, matrix.sparsity().get_ccs())
    return lambda: scipy.sparse.csc_array((job()[0], rows_of, starts), matrix.shape)


def sparse_jacobian(formula: Any, x: np.ndarray) -> Callable[[], Any]:
    p = cs.MX.sym("p", len(x))
    return sparse(cs.jacobian(formula(NAMESPACE)(p), p), p, x)


def sparse_hessian(formula: Any, x: np.ndarray) -> Callable[[], Any]:
    p = cs.MX.sym("p", len(x))
    return sparse(cs.hessian(formula(NAMESPACE)(p), p)[0], p, x)


def ode(
    formula: Any, points: Iterator[np.ndarray], start: np.ndarray, end: float, weights: np.ndarray, stiff: bool
) -> Callable[[], Any]:
    p, y = cs.SX.sym("p", len(next(points))), cs.SX.sym("y", len(start))
    options = {
        "reltol": 1e-8,
        "abstol": 1e-12 if stiff else 1e-8,
        "linear_multistep_method": "bdf" if stiff else "adams",
    }
    options["max_num_steps"] = 100_000
    problem = {"x": y, "p": p, "ode": formula(NAMESPACE)(0.0, y, p)}
    solve = cs.integrator("solve", "cvodes", problem, 0.0, end, options)
    k = cs.MX.sym("k", p.numel())
    loss = cs.dot(cs.DM(weights), solve(x0=start, p=k)["xf"])
    job = buffered(cs.Function("f", [k], [loss, cs.gradient(loss, k)]), next(points))

    def answer() -> Any:
        value, slope = job(next(points))
        return value.item(), slope

    return answer
