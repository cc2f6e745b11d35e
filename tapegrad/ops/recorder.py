"""The interface of ops to the recorder, which is defined above them.

Tests: tests/ops/test_undeclared.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    from tapegrad.ops.array_protocols import AnyArray as AnyArray
    from tapegrad.tensor.tensor import Tensor as Tensor
else:  # types for annotations alone, and a base that adds nothing
    AnyArray, Tensor = object, Any


class Recorder:
    """How ops meet Tensors: the class, and where calls with Tensors go. Filled in by the modules that define them."""

    tensor: type[Tensor] = type(None)  # type: ignore[assignment]
    as_tensor: Callable[..., Tensor]
    from_array: Callable[..., Tensor]
    unary: Callable[..., Tensor]
    elementwise: Callable[..., Tensor]
    prompt: Callable[..., Tensor | None]
    array: Callable[..., Tensor]
    several: Callable[..., tuple[Any, ...]]
    on_arrays: Callable[..., Any]
    computed: Callable[..., Tensor]
    pick: Callable[..., Tensor | None]
    numbers: Callable[..., Tensor]
    is_int: Callable[..., bool]
    dtype_of: Callable[..., np.dtype]
    differs: Callable[..., bool]
    ufunc: Callable[..., Any]
    check_write: Callable[..., None]
    write: Callable[..., Any]
    sparse_matmul: Callable[..., Tensor]
    along_paths: Callable[..., Any]
    stopped: Callable[..., Tensor]


recorder = Recorder()
