"""Distributions with the names, parameters and methods of `scipy.stats`: densities, distribution functions, quantiles.

>>> import numpy as np
>>> import tapegrad as tg
>>> data = np.array([1.2, 0.4, 2.9])
>>> print(tg.grad(lambda mu: tg.stats.norm.logpdf(data, mu, 2.0).sum())(1.0))
0.375

Tests: tests/package/test_names.py
"""

import typing as _typing

from tapegrad.hints import names_of as _names_of
from tapegrad.ops import complete as _complete
from tapegrad.ops.stats.distribution import Distribution as _Distribution
from tapegrad.ops.stats.distribution import distributions as _distributions

_complete("stats")
globals().update(_distributions)

__all__ = sorted(_distributions)


def __dir__() -> list[str]:
    return __all__


if not _typing.TYPE_CHECKING:
    __getattr__ = _names_of(__name__, __all__)
else:  # the names that were entered

    def __getattr__(name: str) -> _Distribution:
        return _distributions[name]
