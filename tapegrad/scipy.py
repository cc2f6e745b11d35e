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

    from tapegrad.namespaces import import_aliases as _import_aliases
    from tapegrad.namespaces import scipy_names as _names

    __all__, __version__, __path__ = [*_scipy.__all__], _scipy.__version__, []
    _import_aliases.finder.add(__name__, "scipy")

    def __getattr__(name):
        value = globals()[name] = _names.value_of(getattr(_scipy, name), None, name)
        return value

    def __dir__():
        return [name for name in dir(_scipy) if name[:1] != "_"]
