"""Linear algebra with the names and arguments of `numpy.linalg` and `scipy.linalg`."""

from tapegrad.ops.names import namespace as _namespace

__getattr__, __dir__ = _namespace(__name__, "linalg", {"tapegrad.ops.linalg.cholesky": ("cho_factor",)})
