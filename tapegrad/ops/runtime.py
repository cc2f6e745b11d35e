"""The runtime: one typed object by which lower floors call higher ones (Tensors, calls that take them, sweeps, `autograd`).

The module that defines something enters it here as it is imported; a lower floor calls it by its name here.

Tests: tests/ops/test_undeclared.py, tests/engine/test_failures.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import Protocol

    import numpy as np

    from tapegrad.ops.array_protocols import AnyArray as AnyArray
    from tapegrad.tensor.tensor import Tensor as Tensor
else:  # types for annotations alone, and a base that adds nothing
    AnyArray, Tensor = object, Any


class Runtime:
    """What is entered, by its name."""

    # Tensors, of `tapegrad.tensor`
    tensor: type[Tensor] = type(None)  # type: ignore[assignment]
    as_tensor: Callable[..., Tensor]
    from_array: Callable[..., Tensor]
    ufunc: Callable[..., Any]
    check_write: Callable[..., None]
    write: Callable[..., Any]
    sparse_matmul: Callable[..., Tensor]
    along_paths: Callable[..., Any]

    # calls with Tensors, of `tapegrad.record`
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
    stopped: Callable[..., Tensor]

    # compiled sweeps by name, of `tapegrad.engine`
    load: Callable[[str], None]
    sweep: Callable[[str], Callable[..., int]]
    scalar_sweep: Callable[[str, str], Callable[..., int]]

    # the package, whose modules are loaded when they are first asked for
    autograd: Autograd


if TYPE_CHECKING:

    class Autograd(Protocol):
        """`tapegrad.autograd`, as lower floors and its own modules call it."""

        backward: Callable[..., None]
        grad: Callable[..., tuple[Tensor | None, ...]]
        append_sweep: AppendSweep
        compile_sweep: CompileSweep
        compiled_sweep: CompiledSweep
        graph: Graph
        reads: Reads
        row_layout: RowLayouts
        stages: Stages

    class AppendSweep(Protocol):
        appended: Callable[[Sequence[Tensor], Sequence[Tensor], Sequence[Any]], Any]

    class CompileSweep(Protocol):
        of_op: Callable[[Any, Sequence[Any], dict[str, Any]], tuple[Any, list[Any]] | None]
        reversed_: Callable[..., Any]
        sealed: Callable[..., Any]
        valued: Callable[..., Any]

    class CompiledSweep(Protocol):
        settle: Callable[[], None]

    class Graph(Protocol):
        node_of: Callable[[Tensor], Any]
        hook_tensor: Callable[[Tensor, Callable[[Tensor], Any]], Any]
        hook_accumulation: Callable[[Tensor, Callable[[Tensor], Any]], Any]

    class Reads(Protocol):
        executed: Callable[[Any], Any]

    class RowLayouts(Protocol):
        at: Callable[[Any, Any], Any]
        swept: Callable[..., Any]

    class Stages(Protocol):
        planned: Callable[[Sequence[Any], Sequence[Any] | None], Any]
        new_stage: Callable[[Any], Any]
        sweep: Callable[..., Any]
        accumulate: Callable[[Sequence[Any], Any, bool], None]
        gradients: Callable[[Sequence[Any], Any, Sequence[Any]], list[Any]]
        commit: Callable[[Sequence[Any], Sequence[Any], bool], None]


runtime = Runtime()
