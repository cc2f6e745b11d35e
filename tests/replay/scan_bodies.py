"""Bodies of scans of many kinds: what the memory and the time of reverse scans are measured with.

Each takes the carry, the entry of the step and a vector w, and a matrix of the closure where it has one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

SIZE = 24
M, V = (np.random.default_rng(11).normal(size=(SIZE, SIZE)) / np.sqrt(SIZE) for _ in range(2))


def _sigmoid(x: Any) -> Any:
    return 1.0 / (1.0 + np.exp(-x))


def _gru(h: Any, x: Any, w: Any) -> Any:
    z, r = _sigmoid(M @ h + x), _sigmoid(V @ h + x)
    new = (1.0 - z) * h + z * np.tanh(M @ (r * h) + w)
    return new, None


def _lstm(s: Any, x: Any, w: Any) -> Any:
    h, c = s
    i, f, o, g = _sigmoid(M @ h + x), _sigmoid(V @ h + w), _sigmoid(x + h), np.tanh(V @ h + x)
    c = f * c + i * g
    return (o * np.tanh(c), c), None


def _adam(s: Any, x: Any, w: Any) -> Any:
    p, m, v = s
    g = p * w - x
    m, v = 0.9 * m + 0.1 * g, 0.99 * v + 0.01 * g * g
    return (p - 0.01 * m / np.sqrt(v * v + 0.1), m, v), None


def _out(f: Any) -> Any:
    """A body that gives what f makes of the new carry, too."""

    def body(step: Any) -> Any:
        def both(c: Any, x: Any, w: Any) -> Any:
            new, _ = step(c, x, w)
            return new, f(new, x)

        return both

    return body


def _tanh(c: Any, x: Any, w: Any) -> Any:
    return np.tanh(c * w + x), None


def _linear(c: Any, x: Any, w: Any) -> Any:
    return 0.9 * c + x * w, None


def _rnn(c: Any, x: Any, w: Any) -> Any:
    return np.tanh(M @ c + x), None


def _matvec(c: Any, x: Any, w: Any) -> Any:
    return M @ c * w + x, None


# name: (the body, how many carries it has)
BODIES: dict[str, tuple[Any, int]] = {
    "decay": (_linear, 1),
    "product": (lambda c, x, w: (c * (1.0 + 0.1 * x), None), 1),
    "tanh": (_tanh, 1),
    "sine and exp": (lambda c, x, w: (np.sin(c * w) * np.exp(-c * c) + x * c, None), 1),
    "square root": (lambda c, x, w: (np.sqrt(c * c + x * x + 1.0), None), 1),
    "quotient": (lambda c, x, w: ((c + x) / (1.0 + c * c), None), 1),
    "power": (lambda c, x, w: ((c * c + 0.1) ** 0.3 + x * w, None), 1),
    "cubic map": (lambda c, x, w: (1.5 * c * (1.0 - c * c), None), 1),
    "matvec": (_matvec, 1),
    "tanh of matvec": (_rnn, 1),
    "two matvecs": (lambda c, x, w: (np.tanh(M @ np.sin(V @ c + x)), None), 1),
    "residual": (lambda c, x, w: (c + 0.1 * np.tanh(M @ c + x), None), 1),
    "gated unit": (_gru, 1),
    "where by entries": (lambda c, x, w: (np.where(x > 0.0, c * w, np.sin(c)) + x, None), 1),
    "where by the carry": (lambda c, x, w: (np.where(c > 0.0, c * w, 0.5 * c) + x, None), 1),
    "where by both": (lambda c, x, w: (np.where(x > c, w * c, 0.5 * w * (c + x)), None), 1),
    "maximum": (lambda c, x, w: (np.maximum(c * w, x), None), 1),
    "rectifier": (lambda c, x, w: (np.maximum(M @ c + x, 0.0), None), 1),
    "clip": (lambda c, x, w: (np.clip(c + x, -1.0, 1.0) * w, None), 1),
    "absolute value": (lambda c, x, w: (np.abs(c - x) * w, None), 1),
    "norm": (lambda c, x, w: ((c + x) / np.sqrt(np.sum((c + x) ** 2) + 1.0), None), 1),
    "softmax": (lambda c, x, w: (np.exp(c * w + x) / np.sum(np.exp(c * w + x)), None), 1),
    "pair": (lambda s, x, w: ((np.sin(s[1]) + x, s[0] * w), None), 2),
    "leapfrog": (lambda s, x, w: ((s[0] + 0.1 * s[1], s[1] - 0.1 * np.sin(s[0] + 0.1 * s[1]) * w + x), None), 2),
    "pair of two matvecs": (lambda s, x, w: ((np.tanh(M @ s[0] + x), np.tanh(V @ s[1] + s[0])), None), 2),
    "long short-term memory": (_lstm, 2),
    "sum beside": (lambda s, x, w: ((np.tanh(s[0] * w + x), s[1] + s[0] * x), None), 2),
    "mean and variance": (lambda s, x, w: ((0.9 * s[0] + 0.1 * x, 0.9 * s[1] + (x - s[0]) ** 2), None), 2),
    "adam": (_adam, 3),
    "carries given": (_out(lambda c, x: c)(_tanh), 1),
    "squares given": (_out(lambda c, x: c**2)(_tanh), 1),
    "squares of a linear one given": (_out(lambda c, x: c**2)(_linear), 1),
    "squares of matvecs given": (_out(lambda c, x: c**2)(_rnn), 1),
    "products with entries given": (_out(lambda c, x: np.sin(c) * x)(_tanh), 1),
    "errors given": (_out(lambda c, x: (c - x) ** 2)(_rnn), 1),
    "absolute errors given": (_out(lambda c, x: np.abs(c - x))(_linear), 1),
    "larger ones given": (_out(lambda c, x: np.maximum(c, x))(_tanh), 1),
    "chosen ones given": (_out(lambda c, x: np.where(x > 0.0, c, c * c))(_tanh), 1),
    "two outputs": (_out(lambda c, x: (c * x, np.exp(-c * c)))(_tanh), 1),
    "numbers given": (_out(lambda c, x: np.sum(c * c))(_rnn), 1),
}
