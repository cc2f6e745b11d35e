"""SciPy's whole namespace, for ``from tapegrad.scipy import stats``: functions of arrays that may be Tensors.

A function is tapegrad's where an argument is a Tensor, holds one, or is a function that refers to one; else it is
SciPy's, with its results and its speed. What SciPy makes of plain data and is called later, as a spline or a
distribution with parameters, takes both: tapegrad's is made of the same data when a Tensor comes. What only SciPy has
is SciPy's; it refuses Tensors.

>>> import tapegrad as tg
>>> from tapegrad.scipy import stats
>>> float(stats.norm.logpdf(0.0).round(3))
-0.919
>>> print(tg.grad(stats.norm(0.0, 2.0).logpdf)(3.0))
-0.75

Tests: tests/package/test_scipys_namespace.py
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scipy import *  # noqa: F403
else:
    import scipy as _scipy

    from tapegrad.namespaces.import_aliases import namespace as _namespace
    from tapegrad.namespaces.scipy_names import named as _named

    __all__, __version__, __path__, __getattr__, __dir__ = _namespace(globals(), _scipy, _named)
