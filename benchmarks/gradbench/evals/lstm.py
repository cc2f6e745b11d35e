"""The loss of a long short-term memory with diagonal weights over a sequence of bits, and its gradient."""

from typing import Any

import numpy as np

import tapegrad as tg
from benchmarks.gradbench.entry import Entry

expit = tg.special.expit


def loss(main: Any, extra: Any, state: Any, sequence: Any, scan: Any = tg.scan) -> Any:
    """Return the mean cross entropy of the predictions of each next element.

    `main` has the weights and biases of the layers by turns, four gates in each line; `state` hidden values and cells.
    `scan` runs the steps.
    """
    layers, width = len(main) // 2, extra.shape[1]
    main = main.reshape(layers, 2, 4, width)
    start = state.reshape(layers, 2, width)

    def step(carry: Any, given: Any) -> Any:
        (hidden, cells, total), (x, expected) = carry, given
        x = x * extra[0]
        new_hidden, new_cells = [], []
        for (w, b), h, c in zip(main, hidden, cells, strict=True):
            forget, ingate = expit(x * w[0] + b[0]), expit(h * w[1] + b[1])
            outgate, change = expit(x * w[2] + b[2]), np.tanh(h * w[3] + b[3])
            c = c * forget + ingate * change
            x = outgate * np.tanh(c)
            new_hidden.append(x)
            new_cells.append(c)
        prediction = x * extra[1] + extra[2]
        log_normalizer = np.log(np.sum(np.exp(prediction)) + 2)
        return (new_hidden, new_cells, total + np.sum(expected * (prediction - log_normalizer))), None

    carry = (list(start[:, 0]), list(start[:, 1]), 0.0)
    (_, _, total), _ = scan(step, carry, (sequence[:-1], sequence[1:]))
    return -total / ((len(sequence) - 1) * width)


def slopes(main: Any, extra: Any, state: Any, sequence: Any) -> Any:
    """Return the gradient by all parameters as one vector."""
    by_main, by_extra = tg.grad(loss, (0, 1))(main, extra, state, sequence)
    return np.concatenate([by_main.ravel(), by_extra.ravel()])


def _read(given: Any) -> tuple[Any, ...]:
    return tuple(np.array(given[name]) for name in ("main_params", "extra_params", "state", "sequence"))


objective = Entry(_read, tg.compile(loss), float)
jacobian = Entry(_read, tg.compile(slopes), np.ndarray.tolist)
