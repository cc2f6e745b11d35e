"""Bridges to other systems: functions of tapegrad as functions of PyTorch, JAX, PyTensor and CasADi, and back.

Each module has the name of the system, and imports it. `function` (in PyTensor, `op`) makes a function of tapegrad one
of the other system, with derivatives and batches. `adopt` makes a function of the other system one of tapegrad.
"""

from tapegrad.lazy_imports import later as _later

__all__ = ["casadi", "jax", "pytensor", "torch"]

__getattr__ = _later(__name__, {__name__: __all__})


def __dir__() -> list[str]:
    return __all__
