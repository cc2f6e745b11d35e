"""Filters and interpolation of images with the names and arguments of `scipy.ndimage`.

Tests: tests/package/test_scipys_names.py
"""

from tapegrad.ops.public_names import namespace as _namespace

__getattr__, __dir__ = _namespace(__name__, "ndimage")
