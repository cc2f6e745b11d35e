"""The programs that the page on the tape explorer shows: `docs/explain/explorer.md`.

Tests: tests/package/test_site.py
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import tapegrad as tg


def loss(parameters, inputs, labels):
    """Return the cross entropy of a network with one hidden layer."""
    hidden = np.tanh(inputs @ parameters["first"] + parameters["shift"])
    scores = hidden @ parameters["second"]
    scores = scores - np.max(scores, axis=1, keepdims=True)
    logs = scores - np.log(np.sum(np.exp(scores), axis=1, keepdims=True))
    return -np.mean(np.sum(labels * logs, axis=1))


def descend(turns):
    """Fit a line in an eager loop."""
    x = np.linspace(0.0, 1.0, 50)
    line = tg.tensor([0.0, 0.0], requires_grad=True)
    for _ in range(turns):
        error = line[0] * x + line[1] - (2.0 * x + 1.0)
        np.mean(error * error).backward()
        with tg.no_grad():
            line -= 0.5 * line.grad
        line.grad = None


def write(folder: Path) -> None:
    """Write the pages of both."""
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(0)
    parameters = {"first": rng.normal(size=(20, 30)), "shift": np.zeros(30), "second": rng.normal(size=(30, 5))}
    inputs, labels = rng.normal(size=(200, 20)), np.eye(5)[rng.integers(0, 5, 200)]
    tg.compile(tg.value_and_grad(loss)).explain(folder / "network.html", parameters, inputs, labels)
    with tg.debug.trace_cache(True):
        descend(400)
        tg.debug.explain(folder / "loops.html")
