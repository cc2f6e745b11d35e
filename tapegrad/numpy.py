"""NumPy's whole namespace, for ``import tapegrad.numpy as np``: programs in which arrays may be Tensors.

Ufuncs, dtypes, constants, modules and the functions that ask their arguments (`__array_function__`) are NumPy's own
objects: on Tensors they record. Functions that make arrays do not ask, so they are made anew here:

- where an argument is a Tensor, or a list that holds one, the result is a Tensor;
- where a function is recorded or differentiated, or within a `tg.Tape`, floating-point and complex arrays are Tensors,
  to which Tensors can be written;
- anywhere else the result is NumPy's.

>>> import tapegrad as tg
>>> import tapegrad.numpy as np
>>> def f(x):
...     y = np.zeros(2)
...     y[0] = x[0] * x[1]
...     return np.sum(np.array([y[0], 3.0 * x[1]]))
>>> tg.grad(f)(np.array([2.0, 5.0]))
array([5., 5.])

Tests: tests/package/test_numpys_namespace.py
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numpy import *  # noqa: F403
else:
    import numpy as _numpy

    from tapegrad.namespaces.import_aliases import namespace as _namespace
    from tapegrad.namespaces.numpy_names import named as _named

    __all__, __version__, __path__, __getattr__, __dir__ = _namespace(globals(), _numpy, _named)
