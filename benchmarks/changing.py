"""Training loops whose data are others in each turn, beside PyTorch: ``python -m benchmarks.changing [word ...]``.

A turn draws its data, computes a loss, sweeps, and takes a step of gradient descent. What is drawn is an array of
NumPy's or an integer, a tensor of PyTorch's where it asks for one. Each loop runs 700 times before it is timed: code
that returns is compiled on the way. Both take turns in one process, on one thread bound to one core; the best of the
rounds counts. They must agree on losses and parameters after these turns to 1e-6.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from benchmarks.compare.machine import one_thread

_WARM, _TURNS = 700, 50
_RATE = 1e-3
_SAMPLES, _BATCH = 2000, 64
Loss = Callable[[Any, Sequence[Any], np.random.Generator, Callable[[Any], Any]], Any]

RNG = np.random.default_rng(0)
FEATURES = RNG.normal(size=(_SAMPLES, 20))
LABELS = RNG.integers(0, 10, _SAMPLES)
WORDS = RNG.integers(0, 500, (_SAMPLES, 5))
PARAMETERS = [0.1 * RNG.normal(size=(20, 32)), 0.1 * RNG.normal(size=(32, 10)), RNG.normal(size=(500, 16))]


def labels(m: Any, p: Any, rng: np.random.Generator, given: Any) -> Any:
    """Cross-entropy of a batch at its labels."""
    batch = rng.integers(0, _SAMPLES, _BATCH)
    z = m.tanh(given(FEATURES[batch]) @ p[0]) @ p[1]
    z = z - m.log(m.exp(z).sum(1)[:, None])
    return -z[given(np.arange(_BATCH)), given(LABELS[batch])].mean()


def sample(m: Any, p: Any, rng: np.random.Generator, given: Any) -> Any:
    """The same of one sample."""
    i = int(rng.integers(0, _SAMPLES))
    z = m.tanh(given(FEATURES[i]) @ p[0]) @ p[1]
    return m.log(m.exp(z).sum()) - z[int(LABELS[i])]


def embeddings(m: Any, p: Any, rng: np.random.Generator, given: Any) -> Any:
    """Sums of five words' vectors."""
    vectors = p[2][given(WORDS[rng.integers(0, _SAMPLES, _BATCH)])]
    return (m.tanh(vectors.sum(1)) ** 2).mean()


def entries(m: Any, p: Any, rng: np.random.Generator, given: Any) -> Any:
    """Factorisation of a matrix by single entries."""
    i, j = rng.integers(0, 500, 2).tolist()
    return (p[2][i] @ p[2][j] - 1.0) ** 2


def pairs(m: Any, p: Any, rng: np.random.Generator, given: Any) -> Any:
    """The same by batches of entries."""
    i, j = rng.integers(0, 500, (2, 32))
    misfit = (p[2][given(i)] * p[2][given(j)]).sum(1) - 1.0
    return (misfit * misfit).mean()


def written(m: Any, p: Any, rng: np.random.Generator, given: Any) -> Any:
    """Rows that are replaced."""
    y = p[2] * 2.0
    y[given(rng.integers(0, 500, 8))] = 1.0
    return (y * y).mean()


def masked(m: Any, p: Any, rng: np.random.Generator, given: Any) -> Any:
    """Rows that are set to 0."""
    y = p[2] * 2.0
    y[given(rng.random(500) < 0.3)] = 0
    return (y * y).mean()


def chosen(m: Any, p: Any, rng: np.random.Generator, given: Any) -> Any:
    """Rows where a mask holds, some 150."""
    y = p[2][given(rng.random(500) < 0.3)]
    return (y * y).mean()


def crops(m: Any, p: Any, rng: np.random.Generator, given: Any) -> Any:
    """A hundred rows from anywhere."""
    start = int(rng.integers(0, 400))
    return (p[2][start : start + 100] ** 2).mean()


def dropped(m: Any, p: Any, rng: np.random.Generator, given: Any) -> Any:
    """Dropout, with another mask each time."""
    h = m.tanh(given(FEATURES[rng.integers(0, _SAMPLES, _BATCH)]) @ p[0])
    z = (h * given((rng.random((_BATCH, 32)) > 0.5) * 2.0)) @ p[1]
    return (z * z).mean()


def noisy(m: Any, p: Any, rng: np.random.Generator, given: Any) -> Any:
    """A sample of a normal distribution, with noise drawn each time."""
    z = p[0] + m.exp(0.1 * p[0]) * given(rng.normal(size=(20, 32)))
    return (z * z).mean()


LOOPS: list[Loss] = [
    labels, sample, embeddings, entries, pairs, written, masked, chosen, crops, dropped, noisy,
]  # fmt: skip


def _turns(loss: Loss, m: Any, library: Any, given: Callable[[Any], Any]) -> tuple[Callable[[], float], list[Any]]:
    leaves = [library.tensor(a, requires_grad=True) for a in PARAMETERS]
    rng = np.random.default_rng(1)

    def turn() -> float:
        value = loss(m, leaves, rng, given)
        value.backward()
        with library.no_grad():
            for x in leaves:
                if x.grad is not None:
                    x -= _RATE * x.grad
                    x.grad = None
        return float(value.item())

    return turn, leaves


def _several(turn: Callable[[], float]) -> Callable[[], list[float]]:
    return lambda: [turn() for _ in range(_TURNS)]


def main(words: list[str]) -> None:
    """Print the table."""
    import torch

    import tapegrad as tg
    from benchmarks.replay import best

    torch.set_num_threads(1)
    ratios = []
    print("| loop | tapegrad | PyTorch | ratio |\n|---|---:|---:|---:|")
    for loss in LOOPS:
        if words and not any(word in loss.__name__ for word in words):
            continue
        ours, mine = _turns(loss, np, tg, lambda a: a)
        theirs, other = _turns(loss, torch, torch, torch.as_tensor)
        for _ in range(_WARM):
            np.testing.assert_allclose(ours(), theirs(), rtol=1e-6, atol=1e-9, err_msg=loss.__name__)
        for a, b in zip(mine, other, strict=True):
            np.testing.assert_allclose(a.detach().numpy(), b.detach().numpy(), rtol=1e-6, atol=1e-9)
        found = best({name: _several(turn) for name, turn in (("tapegrad", ours), ("PyTorch", theirs))}, 0.6)
        times = [seconds / _TURNS * 1e6 for seconds in found.values()]
        ratios.append(times[0] / times[1])
        print(f"| {loss.__name__} | {times[0]:.4g} | {times[1]:.4g} | {ratios[-1]:.2f} |", flush=True)
    if ratios:
        print(f"\ngeometric mean {np.exp(np.mean(np.log(ratios))):.2f}, worst {max(ratios):.2f}. Times in µs.")


if __name__ == "__main__":
    one_thread()
    main(sys.argv[1:])
