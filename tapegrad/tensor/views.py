"""How a view hangs together with its base: putting a written view back, and what NumPy would copy.

A view is a base and the steps by which it was taken, each an op with its static parameters.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tapegrad.ops import complexes, indexing, shaping


def put_back(op: Any, static: dict[str, Any], parent: Any, new: Any) -> Any:
    """`parent` with the view that `op` takes of it replaced by `new`."""
    if op is indexing.getitem_op:
        return indexing.setitem_op(parent, new, index=static["index"], path=())
    if op is shaping.reshape_to:
        return shaping.reshape_to(new, shape=parent.shape)
    if op is shaping.permute:
        return shaping.permute(new, axes=tuple(np.argsort(static["axes"]).tolist()))
    if op is shaping.convert:
        return complexes.joined(new, complexes.parts(parent)[1])
    if op is complexes.imaginary:
        return complexes.joined(complexes.parts(parent)[0], new)
    return op(new, **static)  # a flip undoes itself


def copies(shape: tuple[int, ...], steps: tuple[Any, ...], reshaped: tuple[int, ...]) -> bool:
    """Whether NumPy copies to reshape a view that `steps` take of an array of a shape; no memory is touched."""
    strides = [math.prod(shape[k + 1 :]) for k in range(len(shape))]
    view = np.lib.stride_tricks.as_strided(np.empty(1, np.int8), shape, strides)
    for op, static in steps:
        if op is indexing.getitem_op:
            view = view[static["index"]]
        elif op is shaping.reshape_to:
            view = view.reshape(static["shape"])
        elif op is shaping.permute:
            view = view.transpose(static["axes"])
        elif op is shaping.expand:
            view = np.broadcast_to(view, static["shape"])
        elif op is shaping.flip_axes:
            view = np.flip(view, static["axes"])  # the parts of complex numbers lie as the numbers do
    try:
        view.reshape(reshaped, copy=False)
    except ValueError:
        return True
    return False
