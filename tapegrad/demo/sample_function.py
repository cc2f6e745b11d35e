"""A function of NumPy to try commands with: ``python -m tapegrad check tapegrad.demo.sample_function:rosenbrock``.

Tests: tests/commands/test_bench.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

example = (np.linspace(-1.5, 1.5, 1000),)


def rosenbrock(x: Any = example[0]) -> Any:
    """Return Rosenbrock's function, whose minimum is 0 where all elements are 1."""
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)
