"""Sparse Jacobians and Hessians beside asdex and SciPy: ``python -m benchmarks.sparse_derivatives [--size N ...]``.

Each row is a function at a size. All contestants run in turns in one process, on one thread, and the best of each
counts. asdex is used as its pages say that it is fast: within `jax.jit`, with the colouring made beforehand. Its time
ends when the values are there; ours is given for the values written to an array of the caller, and for a SciPy matrix
of its own. SciPy's `approx_derivative` takes differences, of the same groups of columns.

Preparation is the CPU time up to the first result. Numbers of two contestants that differ end the program.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse

import tapegrad as tg
from benchmarks.replay import has
from tapegrad.func.colouring import column_colouring


class Problem(NamedTuple):
    """A function of a vector, for any library with NumPy's names; `point` gives the vector, of some size or less.

    `peers` says whether others need few sweeps as well.
    """

    function: Callable[[Any], Callable[[Any], Any]]
    hessian: bool = False
    peers: bool = True
    point: Callable[[int], np.ndarray] = lambda n: np.random.default_rng(0).normal(size=n)


def broyden(m: Any) -> Callable[[Any], Any]:
    """Broyden's tridiagonal function (More, Garbow & Hillstrom 1981, problem 30)."""

    def function(x: Any) -> Any:
        before, after = m.concatenate([m.zeros(1), x[:-1]]), m.concatenate([x[1:], m.zeros(1)])
        return (3.0 - 2.0 * x) * x + 1.0 - before - 2.0 * after

    return function


def rosenbrock(m: Any) -> Callable[[Any], Any]:
    return lambda x: m.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def bratu(m: Any) -> Callable[[Any], Any]:
    """Bratu's problem on a square, by differences on five points."""

    def function(u: Any) -> Any:
        size = int(u.shape[0] ** 0.5)
        p, h = m.pad(u.reshape(size, size), 1), 1.0 / (size + 1)
        inner = p[1:-1, 1:-1]
        around = p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]
        return (4.0 * inner - around - h * h * 6.0 * m.exp(inner)).reshape(-1)

    return function


def gathered(m: Any) -> Callable[[Any], Any]:
    """Five random elements in each row."""

    def function(x: Any) -> Any:
        index = np.random.default_rng(1).integers(0, x.shape[0], (x.shape[0], 5))
        return m.sum(m.sin(x[index]) * np.arange(1.0, 6.0), axis=1)

    return function


def arrow(m: Any) -> Callable[[Any], Any]:
    """An energy whose Hessian has a full row and a full column."""
    return lambda x: x[0] * m.sum(x[1:] ** 2) + m.sum(x**4)


def energy(m: Any) -> Callable[[Any], Any]:
    """The energy of Bratu's problem on a square, with zeros around it."""

    def function(u: Any) -> Any:
        size = int(u.shape[0] ** 0.5)
        p = m.pad(u.reshape(size, size), 1)
        return 0.5 * (m.sum((p[1:] - p[:-1]) ** 2) + m.sum((p[:, 1:] - p[:, :-1]) ** 2)) - m.sum(m.exp(u))

    return function


def brusselator(m: Any) -> Callable[[Any], Any]:
    """Two fields on a square that has no border, as in asdex's pages."""

    def function(w: Any) -> Any:
        size = int((w.shape[0] // 2) ** 0.5)
        u, v = w[: size * size].reshape(size, size), w[size * size :].reshape(size, size)

        def diffused(z: Any) -> Any:
            around = m.roll(z, 1, axis=0) + m.roll(z, -1, axis=0) + m.roll(z, 1, axis=1) + m.roll(z, -1, axis=1)
            return 10.0 * size * size * (around - 4.0 * z)

        du, dv = 1.0 + u**2 * v - 4.4 * u + diffused(u), 3.4 * u - u**2 * v + diffused(v)
        return m.concatenate([du.ravel(), dv.ravel()])

    return function


def convolved(m: Any) -> Callable[[Any], Any]:
    """A signal that is blurred, and saturates."""
    kernel = np.array([0.1, 0.25, 0.3, 0.25, 0.1])
    return lambda x: m.tanh(m.convolve(x, kernel, mode="same")) - 0.5 * x


def smoothed(m: Any) -> Callable[[Any], Any]:
    """The distance of a blurred signal to 1, with a cost of steps."""
    f = convolved(m)
    return lambda x: m.sum(m.logaddexp(f(x), -f(x))) + m.sum((x[1:] - x[:-1]) ** 2)


def image(m: Any) -> Callable[[Any], Any]:
    """An image that is blurred by 3 x 3 weights, and saturates."""
    weights = np.outer([0.2, 0.6, 0.2], [0.3, 0.5, 0.2])
    if m is np:
        from tapegrad.scipy.signal import convolve2d
    else:
        from jax.scipy.signal import convolve2d

    def function(x: Any) -> Any:
        size = int(x.shape[0] ** 0.5)
        return m.tanh(convolve2d(x.reshape(size, size), weights, mode="same")).reshape(-1) - 0.5 * x

    return function


def sharpened(m: Any) -> Callable[[Any], Any]:
    """The distance of a blurred image to 0."""
    f = image(m)
    return lambda x: m.sum(m.logaddexp(f(x), -f(x)))


def blocks(m: Any) -> Callable[[Any], Any]:
    """Blocks of four numbers, each with a matrix of its own."""

    def function(x: Any) -> Any:
        matrices = np.random.default_rng(2).normal(size=(x.shape[0] // 4, 4, 4))
        return m.einsum("kij,kj->ki", matrices, m.tanh(x.reshape(-1, 4))).reshape(-1)

    return function


def collocation(m: Any) -> Callable[[Any], Any]:
    """Defects of a pendulum's swing-up, by the trapezoidal rule."""

    def function(z: Any) -> Any:
        angle, speed, torque = z.reshape(3, -1)
        h = 1.0 / angle.shape[0]
        force = torque - 9.81 * m.sin(angle) - 0.1 * speed
        first = angle[1:] - angle[:-1] - 0.5 * h * (speed[1:] + speed[:-1])
        second = speed[1:] - speed[:-1] - 0.5 * h * (force[1:] + force[:-1])
        return m.concatenate([first, second])

    return function


def bundle(m: Any) -> Callable[[Any], Any]:
    """Cameras of six numbers that see points of three: four pictures of each point."""

    def function(z: Any) -> Any:
        points = z.shape[0] // 4
        cameras = (z.shape[0] - 3 * points) // 6
        rng = np.random.default_rng(3)
        at, seen = rng.integers(0, cameras, 4 * points), np.repeat(np.arange(points), 4)
        pose, place = (
            z[: 6 * cameras].reshape(-1, 6)[at],
            z[6 * cameras : 6 * cameras + 3 * points].reshape(-1, 3)[seen],
        )
        axis = pose[:, :3]
        x = place + m.stack([
            axis[:, 1] * place[:, 2] - axis[:, 2] * place[:, 1], axis[:, 2] * place[:, 0] - axis[:, 0] * place[:, 2],
            axis[:, 0] * place[:, 1] - axis[:, 1] * place[:, 0],
        ], axis=1) + pose[:, 3:]  # fmt: skip
        return (x[:, :2] / (x[:, 2:] + 10.0)).reshape(-1)

    return function


def margins(m: Any, x: Any) -> Any:
    """Return a sparse matrix of data times a vector: eight features in each row."""
    n = x.shape[0]
    rng = np.random.default_rng(4)
    columns, data = (np.arange(n)[:, None] + rng.integers(0, 4, (n, 8)).cumsum(axis=1)) % n, rng.normal(size=(n, 8))
    if m is np:
        return scipy.sparse.csr_array((data.ravel(), columns.ravel(), np.arange(0, 8 * n + 1, 8)), shape=(n, n)) @ x
    return m.sum(data * x[columns], axis=1)


def logistic(m: Any) -> Callable[[Any], Any]:
    """The loss of a logistic regression with a sparse matrix of data."""
    return lambda x: m.sum(m.logaddexp(0.0, margins(m, x))) + 0.01 * m.sum(x * x)


def logistic_rows(m: Any) -> Callable[[Any], Any]:
    """The loss of each row of a logistic regression."""
    return lambda x: m.logaddexp(0.0, margins(m, x))


def shared(m: Any) -> Callable[[Any], Any]:
    """Residuals with a state each and two numbers for all, and two sums over all states."""

    def function(z: Any) -> Any:
        x, a, b = z[2:], z[0], z[1]
        return m.concatenate([m.sin(x) * a + m.exp(b * x), m.sum(x**2).reshape(1), m.sum(x * m.cos(x)).reshape(1) * b])

    return function


def grid(n: int) -> np.ndarray:
    return np.random.default_rng(0).normal(size=int(n**0.5) ** 2)


def several(parts: int, grids: bool = False) -> Callable[[int], np.ndarray]:
    """Return what gives a point of so many parts of equal length, or so many squares."""
    return lambda n: np.random.default_rng(0).normal(
        size=parts * (int((n // parts) ** 0.5) ** 2 if grids else n // parts)
    )


PROBLEMS = {
    "Jacobian of Broyden's function": Problem(broyden), "Hessian of Rosenbrock's function": Problem(rosenbrock, True),
    "Jacobian of Bratu's problem on a square": Problem(bratu, point=grid),
    "Hessian of Bratu's energy": Problem(energy, True, point=grid),
    "Jacobian of the Brusselator": Problem(brusselator, point=several(2, grids=True)),
    "Jacobian of a convolution": Problem(convolved), "Hessian of a convolution": Problem(smoothed, True),
    "Jacobian of a convolution of an image": Problem(image, point=grid),
    "Hessian of a convolution of an image": Problem(sharpened, True, point=grid),
    "Jacobian of blocks": Problem(blocks, point=several(4)),
    "Jacobian of a collocation": Problem(collocation, point=several(3)),
    "Jacobian of a bundle adjustment": Problem(bundle),
    "Jacobian of logistic rows": Problem(logistic_rows), "Hessian of a logistic regression": Problem(logistic, True),
    "Jacobian of five random elements": Problem(gathered), "Hessian of an arrow": Problem(arrow, True),
    "Jacobian with full rows and columns": Problem(shared, peers=False),
}  # fmt: skip


def best(jobs: dict[str, Callable[[], Any]], seconds: float) -> dict[str, float]:
    """Return the least time of each of some jobs, which are done in turns; each at least three times."""
    times: dict[str, list[float]] = {name: [] for name in jobs}
    end = time.perf_counter() + seconds
    while len(min(times.values(), key=len)) < 3 or time.perf_counter() < end:
        for name, job in jobs.items():
            start = time.perf_counter()
            job()
            times[name].append(time.perf_counter() - start)
    return {name: min(taken) for name, taken in times.items()}


def row(title: str, n: int, seconds: float, most: int) -> dict[str, Any]:
    """Measure one function at one size; asdex up to `most`, as its preparation grows with the size."""
    problem = PROBLEMS[title]
    x = problem.point(n)
    ours = (tg.func.sparse_hessian if problem.hessian else tg.func.sparse_jacobian)(problem.function(np))
    prepared: dict[str, float] = {}

    def first(name: str, job: Callable[[], Any]) -> Any:
        start = time.process_time()
        result = job()
        prepared[name] = time.process_time() - start
        return result

    matrix = first("tapegrad", lambda: ours(x))
    pattern = ours.pattern(x)
    memory = np.empty(pattern.nnz)
    jobs: dict[str, Callable[[], Any]] = {
        "function": lambda: value(x), "tapegrad, values": lambda: ours.values(x, out=memory),
        "tapegrad, CSR": lambda: ours(x),
    }  # fmt: skip
    value = tg.compile(problem.function(np))
    value(x)
    if has("asdex") and has("jax") and n <= most and problem.peers:
        import asdex
        import jax

        jax.config.update("jax_enable_x64", True)
        at = jax.numpy.asarray(x)
        transform = asdex.hessian if problem.hessian else asdex.jacobian
        theirs = first("asdex", lambda: jax.jit(transform(problem.function(jax.numpy), at)))
        result = first("asdex, first call", lambda: jax.block_until_ready(theirs(at)))
        places = np.asarray(result.indices)
        other = scipy.sparse.csr_array((np.asarray(result.data), (places[:, 0], places[:, 1])), shape=matrix.shape)
        np.testing.assert_allclose(abs(other - matrix).max() / max(1.0, abs(matrix).max()), 0.0, atol=1e-12)
        jobs["asdex"] = lambda: jax.block_until_ready(theirs(at).data)
    if not problem.hessian and problem.peers:
        from scipy.optimize._numdiff import approx_derivative

        structure = pattern.tocsr()
        groups = column_colouring(structure, pattern.shape[1])
        sparsity = structure.astype(float), groups
        plain = problem.function(np)
        jobs["SciPy, differences"] = lambda: approx_derivative(plain, x, method="2-point", sparsity=sparsity)
    times = best(jobs, seconds)
    return {
        "problem": title, "n": x.size, "nonzeros": pattern.nnz, "colours": pattern.colours, "by": pattern.by,
        "milliseconds": {name: 1e3 * t for name, t in times.items()}, "preparation": prepared,
    }  # fmt: skip


def shown(entry: dict[str, Any]) -> str:
    times, prepared = entry["milliseconds"], entry["preparation"]
    parts = [f"{name} {t:.3f} ms" for name, t in times.items()]
    ratio = f"; {times['asdex'] / times['tapegrad, CSR']:.1f} times as fast as asdex" if "asdex" in times else ""
    before = ", ".join(f"{name} {t:.2f} s" for name, t in prepared.items())
    return (
        f"{entry['problem']}, n = {entry['n']:,}, {entry['nonzeros']:,} nonzeros, {entry['colours']} {entry['by']}\n"
        f"  {', '.join(parts)}{ratio}\n  prepared in {before}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sparse_derivatives", description=__doc__)
    parser.add_argument("words", nargs="*", help="problems whose title has one of these words")
    parser.add_argument("--size", type=float, nargs="+", default=[1e4, 1e5, 1e6])
    parser.add_argument("--seconds", type=float, default=2.0, help="of a row, at least")
    parser.add_argument("--asdex", type=float, default=1e5, help="largest size for asdex, which takes 25 s at 10^6")
    parser.add_argument("--json", help="file for the numbers")
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):  # XLA uses a second core in spite of its flags
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    tg.set_num_threads(1)
    entries = []
    for title in PROBLEMS:
        if options.words and not any(word.lower() in title.lower() for word in options.words):
            continue
        for size in options.size:
            entries.append(row(title, int(size), options.seconds, int(options.asdex)))
            print(shown(entries[-1]), flush=True)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"platform": sys.platform, "rows": entries}, file, indent=1)


if __name__ == "__main__":
    main()
