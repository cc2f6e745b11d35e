"""What distributions of vectors have in common.

As in SciPy, results lose their axes of length 1.

Tests: tests/ops/test_stats.py, tests/ops/test_vectors_of_random_numbers.py
"""

from __future__ import annotations

import functools
import inspect
from typing import Any

from tapegrad.errors import ArgumentError
from tapegrad.ops.lazy_help import HelpOfObjects
from tapegrad.ops.runtime import AnyArray, runtime
from tapegrad.ops.stats.distribution import distributions, number
from tapegrad.ops.stats.frozen_distribution import Frozen


class Vectors:
    """A distribution of vectors: the density is the exponential of what `logpdf` or `logpmf` gives."""

    name = ""
    ignored: tuple[str, ...] = ("seed",)  # what SciPy's takes beside parameters, of which no formula depends

    def __init_subclass__(cls) -> None:
        cls.__doc__ = HelpOfObjects(cls.__doc__, distributions=True)  # type: ignore[assignment]
        if cls.name:
            distributions[cls.name] = cls()

    def __repr__(self) -> str:
        return f"tapegrad.stats.{self.name}"

    def __call__(self, *args: Any, **keywords: Any) -> Frozen:
        """Return the distribution with these parameters.

        Raises
        ------
        ArgumentError
        """
        try:
            parameters = self._signature.bind(*args, **keywords).arguments
        except TypeError as error:
            raise ArgumentError(f"{self.name}: expected parameters {self._signature}, got {error}.") from None
        parameters = {name: value for name, value in parameters.items() if name not in self.ignored}
        self._check(**parameters)
        return Frozen(self, (), parameters)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"{self!r} has no {name!r}. Use scipy.stats.{self.name} on plain arrays.")

    @property
    def __signature__(self) -> inspect.Signature:
        return self._signature

    @functools.cached_property
    def _signature(self) -> inspect.Signature:
        """What it is called with: the parameters of its densities, and what is ignored."""
        density = getattr(self, "pmf" if hasattr(type(self), "pmf") else "pdf")
        parameters = [p.replace(annotation=p.empty) for p in inspect.signature(density).parameters.values()][1:]
        others = [inspect.Parameter(n, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None) for n in self.ignored]
        return inspect.Signature([*parameters, *others])

    def _check(self, *args: Any, **keywords: Any) -> None:
        """Refuse parameters that no distribution has."""

    def _floating(self, x: Any) -> Any:
        """Return an argument as a Tensor of floating-point numbers."""
        x = number(x, self.name)
        return runtime.as_tensor(float(x)) if isinstance(x, (int, float)) else x


def squeezed(x: AnyArray) -> AnyArray:
    """Return a result without its axes of length 1, as SciPy gives those of vectors."""
    return x.reshape(tuple(length for length in x.shape if length != 1)) if 1 in x.shape else x
