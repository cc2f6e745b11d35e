"""A simulation within a network of PyTorch's or JAX's: as a sealed tape through a bridge, and in their own operations.

``python -m benchmarks.bridges`` prints, for each library, the milliseconds of a loss with its gradients, and by how
much the gradients differ.

The network chooses the stiffness and the damping of a chain of masses from a target, the simulation moves the chain by
200 steps, and the loss compares its end with the target. In JAX the whole is jitted, and the simulation in its own
operations is a `lax.scan`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import tapegrad as tg

STEPS, MASSES, HIDDEN, TIME_STEP = 200, 32, 64, 0.02


def begin() -> np.ndarray:
    """Return the deflections at first."""
    return np.sin(np.linspace(0.0, np.pi, MASSES))


def weights() -> list[np.ndarray]:
    """Return the matrices of the network."""
    rng = np.random.default_rng(0)
    return [rng.normal(size=shape) / np.sqrt(shape[1]) for shape in ((HIDDEN, MASSES), (2 * MASSES, HIDDEN))]


def moved(x: Any, v: Any, k: Any, c: Any, concatenate: Any) -> tuple[Any, Any]:
    """Return deflections and speeds after a step."""
    stretched = x[1:] - x[:-1]
    force = concatenate([stretched, -x[-1:]]) - concatenate([x[:1], stretched])
    v = v + TIME_STEP * (k * force - c * v)
    return x + TIME_STEP * v, v


def simulated(k: Any, c: Any) -> Any:
    """Return the deflections at the end, in NumPy."""
    x, v = begin() + 0.0 * k, 0.0 * k
    for _ in range(STEPS):
        x, v = moved(x, v, k, c, np.concatenate)
    return x


def best(call: Callable[[], Any], times: int) -> float:
    """Return the milliseconds of the quickest of several calls."""
    call()
    call()
    took = []
    for _ in range(times):
        start = time.perf_counter()
        call()
        took.append(time.perf_counter() - start)
    return 1e3 * min(took)


def in_torch(times: int) -> None:
    import torch

    torch.set_num_threads(1)
    target = torch.from_numpy(np.cos(np.linspace(0.0, 3.0, MASSES)))
    matrices = [torch.from_numpy(w).requires_grad_() for w in weights()]
    ours = tg.bridges.torch.function(tg.compile(simulated))

    def theirs(k: Any, c: Any) -> Any:
        x, v = torch.from_numpy(begin()) + 0.0 * k, 0.0 * k
        for _ in range(STEPS):
            x, v = moved(x, v, k, c, torch.cat)
        return x

    def gradients(simulation: Any) -> list[np.ndarray]:
        k, c = torch.nn.functional.softplus(matrices[1] @ torch.tanh(matrices[0] @ target)).split(MASSES)
        loss = ((simulation(k, c) - target) ** 2).sum()
        return [g.numpy() for g in torch.autograd.grad(loss, matrices)]

    report("PyTorch", {"bridge": lambda: gradients(ours), "own operations": lambda: gradients(theirs)}, times)


def in_jax(times: int) -> None:
    import jax
    from jax import numpy as jnp

    jax.config.update("jax_enable_x64", True)
    target = jnp.asarray(np.cos(np.linspace(0.0, 3.0, MASSES)))
    matrices = [jnp.asarray(w) for w in weights()]
    ours = tg.bridges.jax.function(tg.compile(simulated))

    def theirs(k: Any, c: Any) -> Any:
        def step(carry: Any, _: Any) -> Any:
            return moved(*carry, k, c, jnp.concatenate), None

        return jax.lax.scan(step, (jnp.asarray(begin()), 0.0 * k), None, STEPS)[0][0]

    def gradient_of(simulation: Any) -> Any:
        def loss(matrices: Any) -> Any:
            k, c = jnp.split(jax.nn.softplus(matrices[1] @ jnp.tanh(matrices[0] @ target)), 2)
            return ((simulation(k, c) - target) ** 2).sum()

        return jax.jit(jax.grad(loss))

    functions = {"bridge": gradient_of(ours), "own operations": gradient_of(theirs)}
    report("JAX", {name: lambda f=f: [np.asarray(g) for g in f(matrices)] for name, f in functions.items()}, times)


def report(library: str, ways: dict[str, Callable[[], list[np.ndarray]]], times: int) -> None:
    """Print the times of each way, and how far their gradients are apart, as a share of the largest."""
    first, second = (way() for way in ways.values())
    apart = max(np.max(np.abs(a - b)) / np.max(np.abs(b)) for a, b in zip(first, second, strict=True))
    shown = ", ".join(f"{name} {best(way, times):.2f} ms" for name, way in ways.items())
    print(f"{library:8} {shown}; gradients differ by {apart:.1e}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=30, help="how often each is timed")
    given = parser.parse_args()
    in_torch(given.times)
    in_jax(given.times)


if __name__ == "__main__":
    main()
