"""Values of series of polynomials with the names and arguments of `numpy.polynomial`'s modules.

Tests: tests/package/test_names.py
"""

from tapegrad.ops.public_names import namespace as _namespace

__getattr__, __dir__ = _namespace(__name__, "polynomial")
