"""The logarithm of a sum of exponentials, and its gradient."""

from typing import Any

import numpy as np

import tapegrad as tg
from benchmarks.gradbench.entry import Entry


def logsumexp(x: Any) -> Any:
    """Return the logarithm of the sum of the exponentials of a vector."""
    largest = np.max(x)
    return largest + np.log(np.sum(np.exp(x - largest)))


def _read(given: Any) -> tuple[Any, ...]:
    return (np.array(given["x"]),)


primal = Entry(_read, tg.compile(logsumexp), float)
gradient = Entry(_read, tg.compile(tg.grad(logsumexp)), np.ndarray.tolist)
