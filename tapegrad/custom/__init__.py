"""Ops of your own, on equal footing with the built-in ones.

`elementwise` makes one of a function of numbers and its partials, `array` one of a kernel on arrays and its
vector-Jacobian products. Both are records of the ops table like all others: recorded, fused into lane regions, sealed,
batched, called by compiled code and differentiated to any order.

An op's name on the tape carries a digest of all that defines it. So a function that was edited is another op: new
recordings use it, old tapes keep theirs, and a saved tape finds exactly its own or is refused.

Invariant: a derivative that was not declared is an error when it is asked for, never zero. Zero is declared by None.
"""

from tapegrad.custom.array_kernels import array
from tapegrad.custom.scalar_functions import elementwise
from tapegrad.hints import names_of

__all__ = ["array", "elementwise"]

__getattr__ = names_of(__name__, __all__)


def __dir__() -> list[str]:
    return __all__
