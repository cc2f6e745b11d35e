"""Programs timed beside other libraries: ``python -m benchmarks.programs [word ...]``, those whose names hold a word.

Eager, each call records anew and ends with a float and gradients as arrays; leaves and data are made before. Eager
jobs run 600 times before they are timed: code that returns is compiled on the way. Sealed, `tg.compile` beside
`jax.jit`, compilation not counted. All contestants of a program take turns in one process, on one
thread bound to one core; the best of the rounds counts. They must agree on values and gradients to 1e-8.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy as np

import tapegrad as tg
from benchmarks.programs.work import Program, programs
from benchmarks.replay import best, has, jax_parts

_WARM = 600
Job = Callable[[], list[np.ndarray]]
"""Returns the value and the gradients, or the parameters after a step."""


def _namespace(library: Any, **other_names: Any) -> Any:
    own = {name: getattr(library, name) for name in dir(library) if not name.startswith("_")}
    return SimpleNamespace(**{**own, **other_names})


def _numpys() -> Any:
    return _namespace(np, erf=tg.special.erf, max=lambda x, axis: np.max(x, axis=axis, keepdims=True))


def tapegrad_eager(p: Program) -> Job:
    m, leaves = _numpys(), [tg.tensor(a, requires_grad=True) for a in p.parameters]
    data = [*p.data]

    def job() -> list[np.ndarray]:
        loss = p.loss(m, leaves, data)
        loss.backward()
        if p.rate is None:
            found = [loss.item(), *[x.grad.numpy() for x in leaves]]
        else:
            with tg.no_grad():
                for x in leaves:
                    x -= p.rate * x.grad
            found = [loss.item()]
        for x in leaves:
            x.grad = None
        return found

    return job


def torch_eager(p: Program) -> Job:
    import torch

    torch.set_num_threads(1)
    m = _namespace(
        torch, max=lambda x, axis: torch.amax(x, axis, keepdim=True), concatenate=torch.cat,
        where=lambda c, a, b: torch.where(c, a, b), roll=lambda x, by, axis: torch.roll(x, by, axis),
    )  # fmt: skip
    leaves = [torch.tensor(a, requires_grad=True) for a in p.parameters]
    data = [torch.tensor(a) for a in p.data]

    def job() -> list[np.ndarray]:
        loss = p.loss(m, leaves, data)
        loss.backward()
        found = [loss.item()]
        if p.rate is None:
            found += [x.grad.numpy() for x in leaves]
        else:
            with torch.no_grad():
                for x in leaves:
                    x -= p.rate * x.grad
        for x in leaves:
            x.grad = None
        return found

    return job


def _derived(p: Program, m: Any, data: Any, value_and_grad: Any) -> Callable[[Any], Any]:
    both = value_and_grad(lambda leaves: p.loss(m, leaves, data))
    if p.rate is None:
        return both

    def step(leaves: Any) -> Any:
        value, slopes = both(leaves)
        return value, [x - p.rate * g for x, g in zip(leaves, slopes, strict=True)]

    return step


def tapegrad_sealed(p: Program) -> Job:
    sealed = tg.compile(_derived(p, _numpys(), [*p.data], tg.value_and_grad))
    leaves = [*p.parameters]

    def job() -> list[np.ndarray]:
        value, slopes = sealed(leaves)
        return [value, *slopes]

    return job


def jax_jit(p: Program) -> Job:
    jax, jnp = jax_parts()
    erf = import_module("jax.scipy.special").erf
    m = _namespace(jnp, erf=erf, max=lambda x, axis: jnp.max(x, axis=axis, keepdims=True))
    compiled = jax.jit(_derived(p, m, [jnp.asarray(a) for a in p.data], jax.value_and_grad))
    leaves = [jnp.asarray(a) for a in p.parameters]

    def job() -> list[np.ndarray]:
        value, slopes = jax.block_until_ready(compiled(leaves))
        return [value, *slopes]

    return job


def _agree(p: Program, jobs: dict[str, Job]) -> None:
    answers = {name: job() for name, job in jobs.items()}
    first = answers["tapegrad"]
    for name, answer in answers.items():
        for a, b in zip(first, answer, strict=False):  # a step in place answers with its value alone
            np.testing.assert_allclose(b, a, rtol=1e-8, atol=1e-8 * np.abs(a).max(), err_msg=f"{p.name}: {name}")


def main(words: list[str]) -> None:
    """Print the table."""
    peers: dict[str, Callable[[Program], Job]] = {"tapegrad": tapegrad_eager}
    if has("torch"):
        peers["PyTorch"] = torch_eager
    peers["sealed"] = tapegrad_sealed
    if has("jax"):
        peers["JAX jit"] = jax_jit
    ratios: dict[str, list[float]] = {"eager / PyTorch": [], "sealed / JAX": []}
    print(f"| program | {' | '.join(peers)} | {' | '.join(ratios)} |\n|---{'|---:' * (len(peers) + 2)}|")
    for p in programs():
        if words and not any(word in p.name for word in words):
            continue
        jobs = {name: peer(p) for name, peer in peers.items()}
        _agree(p, jobs)
        for _ in range(_WARM):
            jobs["tapegrad"]()
        gc.collect()
        gc.freeze()
        found = best(jobs, 0.6)
        cells = [f"{seconds * 1e6:.4g}" for seconds in found.values()]
        for column, (ours, theirs) in zip(ratios, (("tapegrad", "PyTorch"), ("sealed", "JAX jit")), strict=True):
            if theirs in found:
                ratios[column].append(found[ours] / found[theirs])
                cells.append(f"{ratios[column][-1]:.2f}")
            else:
                cells.append("-")
        print(f"| {p.name} | {' | '.join(cells)} |", flush=True)
    for column, each in ratios.items():
        if each:
            print(f"\n{column}: geometric mean {np.exp(np.mean(np.log(each))):.2f}, worst {max(each):.2f}")
    print("\nTimes in microseconds.")
