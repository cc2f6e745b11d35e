"""Special functions with the names and arguments of `scipy.special`.

Tests: tests/ops/test_special.py
"""

from tapegrad.ops.public_names import namespace as _namespace

__getattr__, __dir__ = _namespace(__name__, "special")
