"""Distances with the names and arguments of `scipy.spatial.distance`.

Tests: tests/ops/test_distances.py
"""

from tapegrad.ops.public_names import namespace as _namespace

__getattr__, __dir__ = _namespace(__name__, "spatial.distance")
