"""How ops meet Tensors, which are defined above them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Recorder:
    """How ops meet Tensors: the class, and where calls with Tensors go. Filled in by the modules that define them."""

    tensor: Any = type(None)
    as_tensor: Callable[..., Any]
    from_array: Callable[..., Any]
    unary: Callable[..., Any]
    elementwise: Callable[..., Any]
    prompt: Callable[..., Any]
    array: Callable[..., Any]
    on_arrays: Callable[..., Any]
    computed: Callable[..., Any]
    pick: Callable[..., Any]
    numbers: Callable[..., Any]
    is_int: Callable[..., bool]
    dtype_of: Callable[..., Any]
    differs: Callable[..., bool]
    ufunc: Callable[..., Any]
    check_write: Callable[..., None]
    write: Callable[..., Any]
    sparse_matmul: Callable[..., Any]
    along_paths: Callable[..., Any]
    stopped: Callable[..., Any]


recorder = Recorder()
