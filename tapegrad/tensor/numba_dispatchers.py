"""Functions compiled by Numba, called with Tensors: their Python source runs, and is recorded.

Numba asks an object that it does not know for its `_numba_type_`, and then has its dispatcher compile for the
arguments. From the first time that it asks a Tensor, the dispatcher answers with the Python function where a Tensor is
among the arguments, and whatever it answers with is called. Numba itself is not imported for that.

Tests: tests/tensor/test_numba.py
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from tapegrad.ops.runtime import runtime

if TYPE_CHECKING:
    from types import ModuleType


def by_python(module: ModuleType) -> None:
    """Patch Numba's dispatchers (in its `module` of that name) to run the Python function for Tensors."""
    dispatcher = module.Dispatcher
    compile_for = dispatcher._compile_for_args
    if hasattr(compile_for, "by_python"):
        return

    @functools.wraps(compile_for)
    def compile_for_args(self: Any, *args: Any, **keywords: Any) -> Any:
        if not any(isinstance(a, runtime.tensor) for a in args):
            return compile_for(self, *args, **keywords)

        def call(*arguments: Any) -> Any:
            return self.py_func(*[a.value if type(a).__name__ == "OmittedArg" else a for a in arguments])

        return call

    compile_for_args.by_python = True  # type: ignore[attr-defined]
    dispatcher._compile_for_args = compile_for_args
