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


# ------------------------------------------------------------------------------------------------- functions


def rosenbrock(m: Any) -> Callable[[Any], Any]:
    return lambda x: m.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def lorenz(s: Any, r: Any, b: Any, x: Any, y: Any, z: Any, steps: int = 500) -> Any:
    """Classical Runge-Kutta on the Lorenz system, in scalar code: 71 operations a step."""
    for _ in range(steps):
        x, y, z = lorenz_step(s, r, b, x, y, z)
    return x * x + y * y + z * z


def lorenz_step(s: Any, r: Any, b: Any, x: Any, y: Any, z: Any, h: float = 0.01) -> tuple[Any, Any, Any]:
    def slope(x: Any, y: Any, z: Any) -> tuple[Any, Any, Any]:
        return s * (y - x), x * (r - z) - y, x * y - b * z

    a1, b1, c1 = slope(x, y, z)
    a2, b2, c2 = slope(x + h / 2 * a1, y + h / 2 * b1, z + h / 2 * c1)
    a3, b3, c3 = slope(x + h / 2 * a2, y + h / 2 * b2, z + h / 2 * c2)
    a4, b4, c4 = slope(x + h * a3, y + h * b3, z + h * c3)
    x = x + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
    y = y + h / 6 * (b1 + 2 * b2 + 2 * b3 + b4)
    z = z + h / 6 * (c1 + 2 * c2 + 2 * c3 + c4)
    return x, y, z


LORENZ = (10.0, 28.0, 8.0 / 3.0, 1.0, 1.0, 1.0)
LORENZ_OPS = 71 * 500 + 5


def projection(m: Any) -> Callable[..., Any]:
    """Residual of a bundle adjustment observation: rotation, projection, radial distortion (Triggs et al. 1999)."""

    def residual(camera: Any, point: Any, weight: Any, seen: Any) -> Any:
        rotation, centre = camera[:3], camera[3:6]
        square = m.sum(rotation * rotation)
        angle = m.sqrt(square)
        axis = rotation / angle
        p = point - centre
        cross = m.stack([
            axis[1] * p[2] - axis[2] * p[1], axis[2] * p[0] - axis[0] * p[2], axis[0] * p[1] - axis[1] * p[0],
        ])  # fmt: skip
        q = p * m.cos(angle) + cross * m.sin(angle) + axis * (m.dot(axis, p) * (1.0 - m.cos(angle)))
        plane = q[:2] / q[2]
        radius = m.sum(plane * plane)
        distorted = plane * (1.0 + camera[9] * radius + camera[10] * radius * radius)
        return weight * (camera[6] * distorted + camera[7:9] - seen)

    return residual


def observations(n: int) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(0)
    return (
        rng.normal(size=(n, 11)),
        rng.normal(size=(n, 3)) + np.array([0.0, 0.0, 10.0]),
        rng.normal(size=n),
        rng.normal(size=(n, 2)),
    )


# ------------------------------------------------------------------------------------------------- rows


def row_small() -> None:
    f = tg.compile(tg.value_and_grad(lambda x: np.sin(x) * x))
    contestants: Contestants = {"tapegrad": lambda: f(0.5)}
    if has("jax"):
        jax, jnp = jax_parts()
        g = jax.jit(jax.value_and_grad(lambda x: jnp.sin(x) * x))
        contestants["JAX jit"] = lambda: jax.block_until_ready(g(0.5))
    show("value_and_grad of sin(x)*x, one call", best(contestants))


def row_rosenbrock() -> None:
    from scipy.optimize import rosen, rosen_der

    x = np.random.default_rng(0).normal(size=1000)
    f = tg.compile(tg.value_and_grad(rosenbrock(np)))
    np.testing.assert_allclose(f(x)[1], rosen_der(x), rtol=1e-9, atol=1e-9)
    contestants: Contestants = {"tapegrad": lambda: f(x), "SciPy rosen + rosen_der": lambda: (rosen(x), rosen_der(x))}
    if has("jax"):
        jax, jnp = jax_parts()
        g = jax.jit(jax.value_and_grad(rosenbrock(jnp)))
        y = jnp.asarray(x)
        contestants["JAX jit"] = lambda: jax.block_until_ready(g(y))
    show("Rosenbrock n=1000, value and gradient", best(contestants))


def row_lorenz() -> None:
    start = time.perf_counter()
    f = tg.compile(tg.value_and_grad(lorenz, argnums=tuple(range(6))))
    _, gradient = f(*LORENZ)
    sealed = time.perf_counter() - start
    contestants: Contestants = {"tapegrad": lambda: f(*LORENZ)}
    if has("casadi"):
        import casadi as cs

        symbols = cs.SX.sym("p", 6)
        out = lorenz(*cs.vertsplit(symbols))
        g = cs.Function("g", [symbols], [out, cs.gradient(out, symbols)])
        np.testing.assert_allclose(g(LORENZ)[1].full().ravel(), gradient, rtol=1e-6)
        buffer, run = g.buffer()
        given, first, second = np.array(LORENZ), np.zeros(1), np.zeros(6)
        buffer.set_arg(0, memoryview(given))
        buffer.set_res(0, memoryview(first))
        buffer.set_res(1, memoryview(second))
        contestants["CasADi SX, buffers"] = run
    found = best(contestants)
    note = f"{found['tapegrad'] / LORENZ_OPS * 1e9:.2f} ns per recorded op; recorded and sealed in {sealed:.2f} s"
    show("Lorenz, 500 Runge-Kutta steps of scalar code, value and gradient of 6", found, note=note)


def row_projections() -> None:
    data = observations(31_843)
    f = tg.compile(tg.jacobian(projection(np), argnums=(0, 1, 2)))
    contestants: Contestants = {"tapegrad": lambda: f.batch(*data)}
    if has("jax"):
        jax, jnp = jax_parts()
        g = jax.jit(jax.vmap(jax.jacrev(projection(jnp), argnums=(0, 1, 2))))
        given = [jnp.asarray(d) for d in data]
        for a, b in zip(f.batch(*data), g(*given), strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-9)
        contestants["JAX jit vmap jacrev"] = lambda: jax.block_until_ready(g(*given))
    show("31,843 bundle adjustment Jacobians", best(contestants, 2.0), 1e-3, "ms")


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


def logistic(m: Any, x: Any, y: Any) -> Callable[[Any], Any]:
    """Mean loss of a logistic regression with a small ridge."""
    return lambda w: m.mean(m.logaddexp(0.0, -y * (x @ w))) + 1e-3 * m.sum(w * w)


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


def broyden(x: Any) -> Any:
    """Broyden's tridiagonal function (More, Garbow & Hillstrom 1981, problem 30)."""
    inner = (3.0 - 2.0 * x) * x + 1.0
    before = np.concatenate([np.zeros(1), x[:-1]])
    after = np.concatenate([x[1:], np.zeros(1)])
    return inner - before - 2.0 * after


def row_sparse() -> None:
    x = np.random.default_rng(0).normal(size=100_000)
    function, jacobian = tg.compile(broyden), tg.func.sparse_jacobian(broyden)
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
