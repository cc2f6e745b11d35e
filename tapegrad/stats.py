"""Distributions with the names, parameters and methods of `scipy.stats`: densities, distribution functions, quantiles.

>>> import numpy as np
>>> import tapegrad as tg
>>> data = np.array([1.2, 0.4, 2.9])
>>> print(tg.grad(lambda mu: tg.stats.norm.logpdf(data, mu, 2.0).sum())(1.0))
0.375
"""

from tapegrad.ops import complete as _complete
from tapegrad.ops.stats.distribution import distributions as _distributions

_complete("stats")
globals().update(_distributions)

__all__ = sorted(_distributions)
