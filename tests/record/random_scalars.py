"""Functions of scalars at random, for what is done to long stretches of them at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import tapegrad as tg

UNARY = [np.sin, np.exp, np.negative, np.abs, np.tanh, np.sqrt]
BINARY: list[Any] = [np.add, np.subtract, np.multiply, np.divide, np.maximum]


def random_function(seed: int) -> Callable[[Any], Any]:
    """A function of scalars, with repetitions, neutral numbers, numbers that are folded, choices and a loop."""

    def f(x: Any) -> Any:
        rng = np.random.default_rng(seed)
        values = [x[0], x[1], x[2]]
        for _ in range(80):
            a, b = (values[k] for k in rng.integers(0, len(values), 2))
            kind = rng.integers(0, 12)
            if kind < 3:
                values.append(UNARY[rng.integers(0, len(UNARY))](a))
            elif kind < 6:
                values.append(BINARY[rng.integers(0, len(BINARY))](a, b))
            elif kind < 9:
                c = float(rng.choice([0.0, 1.0, -1.0, 0.5, 2.0]))
                op = BINARY[rng.integers(0, len(BINARY))]
                values.append(op(a, c) if rng.integers(0, 2) else op(c, a))
            elif kind == 9:
                values.append(np.where(a > b, 1.0, 0.0) * (a + 0.25))
            elif kind == 10:
                values.append(np.negative(np.negative(a)) + tg.tensor(2.0) * tg.tensor(0.5))
            else:
                values.append(np.where(a > 0.1, a, b) * 1.0)
        y = values[3]
        for k in range(12):
            y = y * values[k + 5] + 0.5 * (y - x[0])
        total = 0.0
        for v in values[-9:]:
            total = total + v
        return total + y

    return f
