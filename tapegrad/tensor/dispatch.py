"""NumPy's functions and ufuncs on Tensors that are no op or composite of their own name.

Importing this module enters them in the tables that `Tensor.__array_ufunc__` and `Tensor.__array_function__` read.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from tapegrad.ops import declare, elementwise, linalg, reductions
from tapegrad.ops.limits import round_
from tapegrad.tensor.tensor import Tensor, from_array, logic


def _divmod(x: Any, y: Any) -> tuple[Any, Any]:
    return elementwise.floor_divide(x, y), elementwise.remainder(x, y)


declare.ufuncs[np.matmul] = linalg.matmul
declare.ufuncs[np.divmod] = _divmod
declare.ufuncs[np.bitwise_and] = functools.partial(logic, elementwise.logical_and, np.bitwise_and)
declare.ufuncs[np.bitwise_or] = functools.partial(logic, elementwise.logical_or, np.bitwise_or)
declare.ufuncs[np.bitwise_xor] = functools.partial(logic, elementwise.logical_xor, np.bitwise_xor)
declare.ufuncs[np.invert] = Tensor.__invert__
_FUNCTIONS = {
    np.around: round_, np.where: elementwise.where, np.amax: reductions.max_, np.amin: reductions.min_,
    np.any: Tensor.any, np.all: Tensor.all,
    np.argmax: Tensor.argmax, np.argmin: Tensor.argmin, np.argsort: Tensor.argsort,
    np.shape: lambda x: x.shape, np.ndim: lambda x: x.ndim, np.size: lambda x: x.size,
    np.copy: lambda x: x.clone(), np.array_repr: repr, np.array_str: str,
    np.zeros_like: lambda x, dtype=None: from_array(np.zeros(x.shape, dtype or x.dtype)),
    np.ones_like: lambda x, dtype=None: from_array(np.ones(x.shape, dtype or x.dtype)),
    np.full_like: lambda x, value, dtype=None: from_array(np.full(x.shape, value, dtype or x.dtype)),
    np.iscomplexobj: lambda x: x.dtype.kind == "c", np.isrealobj: lambda x: x.dtype.kind != "c",
    np.result_type: lambda *args: np.result_type(*[a.dtype if isinstance(a, Tensor) else a for a in args]),
}  # fmt: skip
declare.functions.update(_FUNCTIONS)
