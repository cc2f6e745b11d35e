"""Replaying sealed tapes, next to what other libraries compile: ``python -m benchmarks.replay [row ...]``.

Each row times all its contestants alternately in one process and prints the best of several rounds, on one thread
unless the row is about threads. Rows whose peers are not installed print what there is.
"""

from __future__ import annotations

import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ.setdefault(name, "1")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

import sys  # noqa: E402 (the settings above are read on import)
import time  # noqa: E402
from collections.abc import Callable  # noqa: E402
from functools import partial  # noqa: E402
from importlib.util import find_spec  # noqa: E402
from typing import Any  # noqa: E402

import numpy as np  # noqa: E402

import tapegrad as tg  # noqa: E402
from benchmarks.problems import broyden, logistic, rosenbrock  # noqa: E402

Contestants = dict[str, Callable[[], Any]]


def best(contestants: Contestants, seconds: float = 0.4, rounds: int = 7) -> dict[str, float]:
    """The best time of a call of each, in seconds."""
    counts = {}
    for name, job in contestants.items():
        job()
        start = time.perf_counter()
        job()
        counts[name] = max(1, int(seconds / rounds / max(time.perf_counter() - start, 1e-7)))
    found = dict.fromkeys(contestants, float("inf"))
    for _ in range(rounds):
        for name, job in contestants.items():
            start = time.perf_counter()
            for _ in range(counts[name]):
                job()
            found[name] = min(found[name], (time.perf_counter() - start) / counts[name])
    return found


def has(name: str) -> bool:
    return find_spec(name) is not None


def jax_parts() -> tuple[Any, Any]:
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)
    jax.config.update("jax_platforms", "cpu")
    return jax, jnp


def show(row: str, found: dict[str, float], unit: float = 1e-6, name: str = "us", note: str = "") -> None:
    parts = ", ".join(f"{k} {v / unit:.4g} {name}" for k, v in found.items())
    print(f"{row}: {parts}{'; ' + note if note else ''}", flush=True)


# ------------------------------------------------------------------------------------------------- rows


def row_small() -> None:
    f = tg.compile(tg.value_and_grad(lambda x: np.sin(x) * x))
    contestants: Contestants = {"tapegrad": lambda: f(0.5)}
    if has("jax"):
        jax, jnp = jax_parts()
        g = jax.jit(jax.value_and_grad(lambda x: jnp.sin(x) * x))
        contestants["JAX jit"] = lambda: jax.block_until_ready(g(0.5))
    show("value_and_grad of sin(x)*x, one call", best(contestants))


def row_hessian() -> None:
    from scipy.optimize import rosen_hess

    x = np.random.default_rng(0).normal(size=100)
    f = tg.compile(tg.hessian(rosenbrock(np)))
    np.testing.assert_allclose(f(x), rosen_hess(x), rtol=1e-9, atol=1e-9)
    contestants: Contestants = {"tapegrad": lambda: f(x), "SciPy rosen_hess": lambda: rosen_hess(x)}
    if has("jax"):
        jax, jnp = jax_parts()
        g = jax.jit(jax.hessian(rosenbrock(jnp)))
        y = jnp.asarray(x)
        contestants["JAX jit hessian"] = lambda: jax.block_until_ready(g(y))
    show("dense Hessian of Rosenbrock n=100", best(contestants))


def row_logistic() -> None:
    from scipy.optimize import minimize

    rng = np.random.default_rng(0)
    x = rng.normal(size=(2000, 100))
    y = np.where(x @ rng.normal(size=100) + rng.normal(size=2000) > 0, 1.0, -1.0)
    start = np.zeros(100)
    f = tg.compile(tg.value_and_grad(logistic(np, x, y)))

    def run(job: Callable[[np.ndarray], Any]) -> Callable[[], Any]:
        return lambda: minimize(job, start, jac=True, method="L-BFGS-B")

    contestants: Contestants = {"tapegrad": run(f)}
    if has("jax"):
        jax, jnp = jax_parts()
        g = jax.jit(jax.value_and_grad(logistic(jnp, jnp.asarray(x), jnp.asarray(y))))

        def by_jax(w: np.ndarray) -> tuple[float, np.ndarray]:
            value, slope = g(w)
            return float(value), np.asarray(slope)

        contestants["JAX jit"] = run(by_jax)
    if has("torch"):
        import torch

        torch.set_num_threads(1)
        xt, yt = torch.tensor(x), torch.tensor(y)

        def by_torch(w: np.ndarray) -> tuple[float, np.ndarray]:
            t = torch.tensor(w, requires_grad=True)
            loss = torch.nn.functional.softplus(-yt * (xt @ t)).mean() + 1e-3 * (t * t).sum()
            loss.backward()
            return loss.item(), t.grad.numpy()  # type: ignore[union-attr]

        contestants["PyTorch"] = run(by_torch)
    if has("autograd"):
        import autograd
        import autograd.numpy as anp

        contestants["HIPS autograd"] = run(autograd.value_and_grad(logistic(anp, x, y)))
    answers = [job().fun for job in contestants.values()]
    np.testing.assert_allclose(answers, answers[0], rtol=1e-6)
    show("logistic regression 2000x100, L-BFGS-B by SciPy", best(contestants, 2.0), 1e-3, "ms")


def row_product() -> None:
    x, v = np.random.default_rng(0).normal(size=(2, 10_000))
    gradient, product = tg.compile(tg.grad(rosenbrock(np))), tg.compile(tg.hvp(rosenbrock(np)))
    found = best({"gradient": lambda: gradient(x), "hvp": lambda: product(x, v)})
    show("Hessian-vector product n=10^4", found, note=f"ratio {found['hvp'] / found['gradient']:.2f}")


def row_matmul() -> None:
    """Products of matrices, of which neither, one or both are transposed."""
    products: dict[str, Callable[[Any, Any], Any]] = {
        "neither": lambda x, y: x @ y, "second": lambda x, y: x @ y.T, "first": lambda x, y: x.T @ y,
        "both": lambda x, y: x.T @ y.T,
    }  # fmt: skip
    for n in (64, 128, 256, 512):
        x, y = np.random.default_rng(0).normal(size=(2, n, n))
        ratios = []
        for name, product in products.items():
            found = best({"sealed": partial(tg.compile(product), x, y), "NumPy": partial(product, x, y)}, 2.0, 15)
            ratios.append(f"{name} {found['sealed'] / found['NumPy']:.2f}")
        show(f"product {n} x {n}, transposed", found, note="sealed / NumPy: " + ", ".join(ratios))


def beside_jax(row: str, sealed: Callable[..., Any], jitted: Callable[[Any, Any], Any], *args: np.ndarray) -> None:
    """Time a compiled function beside `jitted(jax, jnp)`, if JAX is installed."""
    f = tg.compile(sealed)
    contestants: Contestants = {"tapegrad": partial(f, *args)}
    if has("jax"):
        jax, jnp = jax_parts()
        g, given = jax.jit(jitted(jax, jnp)), [jnp.asarray(x) for x in args]
        contestants["JAX jit"] = lambda: jax.block_until_ready(g(*given))
        for x, y in zip(np.atleast_1d(f(*args)), np.atleast_1d(g(*given)), strict=True):
            np.testing.assert_allclose(x, y, rtol=1e-7, atol=1e-8)
    show(row, best(contestants))


def row_chains() -> None:
    """Products of three arrays and their sums, whose written order is not the best one."""
    values: dict[str, Callable[..., Any]] = {
        "A B v": lambda m, a, b, v: a @ b @ v, "trace of A B": lambda m, a, b, v: m.trace(a @ b),
        "columns of A B": lambda m, a, b, v: m.sum(a @ b, axis=0), "u v' B": lambda m, a, b, v: m.outer(v, a[0]) @ b,
    }  # fmt: skip
    for n in (30, 100, 300):
        a, b = np.random.default_rng(0).normal(size=(2, n, n))
        for name, f in values.items():
            beside_jax(f"{name}, n={n}", partial(f, np), lambda _, jnp, f=f: partial(f, jnp), a, b, a[0])
        beside_jax(
            f"gradient of sum tanh(A B v) by A, n={n}", tg.grad(lambda a, b, v: np.sum(np.tanh(a @ b @ v))),
            lambda jax, jnp: jax.grad(lambda a, b, v: jnp.sum(jnp.tanh(a @ b @ v))), a, b, a[0],
        )  # fmt: skip


def row_directions() -> None:
    """Dense Jacobians and Hessians, of which much is known before they are computed."""
    rng = np.random.default_rng(0)
    data, targets, rows = rng.normal(size=(500, 60)), rng.normal(size=500), rng.normal(size=(50, 4))
    first, second, last = rng.normal(size=(200, 100)) / 10, rng.normal(size=(200, 200)) / 14, rng.normal(size=200) / 14

    def hessian(row: str, f: Callable[[Any, Any], Any], x: np.ndarray) -> None:
        beside_jax(row, tg.hessian(partial(f, np)), lambda jax, jnp: jax.hessian(partial(f, jnp)), x)

    def jacobian(row: str, f: Callable[[Any, Any], Any], x: np.ndarray) -> None:
        beside_jax(row, tg.jacobian(partial(f, np)), lambda jax, jnp: jax.jacfwd(partial(f, jnp)), x)

    for n in (100, 500):
        hessian(f"Hessian of Rosenbrock's function, n={n}", lambda m, x: rosenbrock(m)(x), rng.normal(size=n))
    for n in (100, 1000):
        jacobian(f"Jacobian of sin(x) exp(-x x), n={n}", lambda m, x: m.sin(x) * m.exp(-x * x), rng.normal(size=n))
    hessian("Hessian of its sum, n=200", lambda m, x: m.sum(m.sin(x) * m.exp(-x * x)), rng.normal(size=200))
    hessian(
        "Hessian of a likelihood, parameters by row, 50x4",
        lambda m, p: m.sum(m.log1p(m.exp(m.sum(rows * p, axis=1)))), rng.normal(size=(50, 4)),
    )  # fmt: skip
    hessian("Hessian of least squares, 500x60", lambda m, w: m.sum((data @ w - targets) ** 2), rng.normal(size=60))
    hessian("Hessian of logistic regression, 500x60", lambda m, w: m.sum(m.log1p(m.exp(data @ w))), rng.normal(size=60))
    jacobian("Jacobian of tanh(A w) - b, 500x60", lambda m, w: m.tanh(data @ w) - targets, rng.normal(size=60))
    jacobian("Jacobian of a network 100-200-200", lambda m, x: m.tanh(second @ m.tanh(first @ x)), rng.normal(size=100))
    hessian(
        "Hessian of a network 100-200-200-1",
        lambda m, x: m.sum(last * m.tanh(second @ m.tanh(first @ x))), rng.normal(size=100),
    )  # fmt: skip


def row_sparse() -> None:
    x = np.random.default_rng(0).normal(size=100_000)
    function, jacobian = tg.compile(partial(broyden, np)), tg.func.sparse_jacobian(partial(broyden, np))
    start = time.perf_counter()
    jacobian(x)
    first = time.perf_counter() - start
    found = best({"function": lambda: function(x), "sparse Jacobian": lambda: jacobian(x)})
    ratio = found["sparse Jacobian"] / found["function"]
    show(
        "Broyden tridiagonal n=10^5", found, note=f"ratio {ratio:.1f}; pattern, colouring and first call {first:.2f} s"
    )


def row_threads() -> None:
    """Gradients of eight numbers each: arithmetic, where the Jacobians above are limited by memory."""
    x = np.random.default_rng(0).normal(size=(1_000_000, 8))
    f = tg.compile(tg.value_and_grad(lambda x: np.sum(np.tanh(x) * np.exp(-x * x) + np.log1p(x * x))))

    def by(threads: int) -> Callable[[], Any]:
        def job() -> Any:
            tg.set_num_threads(threads)
            return f.batch(x)

        return job

    one, two = by(1)(), by(2)()
    same = all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))
    found = best({"1 thread": by(1), "2 threads": by(2)}, 4.0)
    tg.set_num_threads(1)
    speed = found["1 thread"] / found["2 threads"]
    show("batch of 10^6 gradients", found, 1e-3, "ms", f"{speed:.2f} times as fast, same bits: {same}")


def row_njit() -> None:
    import numba

    @numba.njit
    def descend(tape: Any, x: np.ndarray, rate: float, steps: int) -> int:
        g, work = np.empty_like(x), np.empty(tg.nb.work_size(tape))
        for _ in range(steps):
            status = tg.nb.value_and_grad(tape, x, g, work)
            if status != 0:
                return status
            for i in range(x.size):
                x[i] -= rate * g[i]
        return 0

    @numba.njit
    def replay(tape: Any, x: np.ndarray, steps: int) -> int:
        g, work = np.empty_like(x), np.empty(tg.nb.work_size(tape))
        status = 0
        for _ in range(steps):
            status += tg.nb.value_and_grad(tape, x, g, work)
        return status

    f = tg.compile(rosenbrock(np))
    x = np.full(10, 0.5)
    tape = f.tape_data(x)
    steps = 1_000_000
    found = best({
        "10^6 steps": lambda: descend(tape, np.full(10, 0.5), 1e-4, steps),
        "10^6 replays": lambda: replay(tape, x, steps),
    }, 3.0, 5)  # fmt: skip
    show(
        "gradient descent in njit, 10 parameters",
        found,
        1e-3,
        "ms",
        f"ratio {found['10^6 steps'] / found['10^6 replays']:.2f}",
    )


ROWS = {name[4:]: job for name, job in list(globals().items()) if name.startswith("row_")}

if __name__ == "__main__":
    for wanted in sys.argv[1:] or ROWS:
        ROWS[wanted]()
