"""One operation at a time: steps that a chain can repeat thousands of times and stay finite."""

from collections.abc import Callable
from typing import Any

Step = Callable[[Any, Any, Any], Any]

STEPS: dict[str, Step] = {
    "add": lambda m, y, x: y + x,
    "subtract": lambda m, y, x: y - x,
    "multiply": lambda m, y, x: y * x,
    "divide": lambda m, y, x: y / x,
    "power": lambda m, y, x: y**x,
    "negative": lambda m, y, x: -y,
    "minimum": lambda m, y, x: m.minimum(y, x),
    "hypot": lambda m, y, x: m.hypot(y, x),
    "sqrt": lambda m, y, x: m.sqrt(y),
    "exp": lambda m, y, x: m.exp(-y),
    "log": lambda m, y, x: m.log(y + 2.0),
    "log1p": lambda m, y, x: m.log1p(y),
    "sin": lambda m, y, x: m.sin(y),
    "cos": lambda m, y, x: m.cos(y),
    "tanh": lambda m, y, x: m.tanh(y),
    "arctan": lambda m, y, x: m.arctan(y),
}
"""By name: from the namespace, the last value `y` and the leaf `x` to the next value.

`exp` and `log` take a second, cheap operation that keeps them in range.
"""


def chain(step: Step, m: Any, x: Any, length: int) -> Any:
    """Repeat the step, from `x`."""
    y = x
    for _ in range(length):
        y = step(m, y, x)
    return y
