"""The compiled sweeps as callables: compiled by Numba once per machine, loaded without it from then on."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any

from tapegrad.vm.cache import engine

# arguments, all 64 bits wide: o is a Python object, passed by its address; i is an integer
_SIGNATURES = {
    "plan": "oiooioooo",
    "pick": "oiii",
    "pick_reverse": "ooiii",
    "mark_needed": "oiooo",
    "mark_reached": "oiooooi",
    "consume": "oio",
    "region_forward": "ooiiiioioooo",
    "region_reverse": "ooiiiioioooo",
    "region_run": "oiii",
    "region_finish": "oii",
}
_TYPES = {"o": ctypes.py_object, "i": ctypes.c_int64}
_WITHOUT_GIL = {"region_run"}


def _text() -> str:
    """LLVM text of all sweeps, from Numba."""
    import llvmlite.binding as llvm
    from numba import cfunc, types

    from tapegrad.vm import sweeps

    whole = None
    for name, signature in _SIGNATURES.items():
        function = getattr(sweeps, name)
        compiled = cfunc(types.int64(*[types.int64] * len(signature)), error_model="numpy")(function.py_func)
        text = compiled.inspect_llvm().replace(compiled.native_name, f"sweep_{name}")
        module = llvm.parse_assembly(text)
        if whole is None:
            whole = module
        else:
            whole.link_in(module)
    assert whole is not None
    # Nothing but the sweeps is seen from outside, so LLVM sees that no call fails and drops Numba's error handling,
    # with it all references to Numba's runtime.
    for item in [*whole.functions, *whole.global_variables]:
        if not item.is_declaration and not item.name.startswith("sweep_"):
            item.linkage = "internal"
    return str(whole)


@cache
def sweep(name: str) -> Callable[..., int]:
    """A compiled sweep of `tapegrad.vm.sweeps`."""
    if not engine().address(f"sweep_{name}"):
        import numpy

        engine().load("sweeps", _text, salt=numpy.__version__)
    return _callable(f"sweep_{name}", _SIGNATURES[name], name not in _WITHOUT_GIL)


@cache
def scalar_sweep(direction: str, dtype: str) -> Callable[..., int]:
    """``scalar_forward`` or ``scalar_reverse`` of the scalar executor."""
    from tapegrad.ops.declare import hot_rules
    from tapegrad.vm import scalar

    if not engine().address(f"scalar_{direction}_{dtype}"):
        engine().load(f"scalar_{dtype}", lambda: scalar.module_text(hot_rules(), dtype))
    return _callable(f"scalar_{direction}_{dtype}", "ooiio" + ("o" if direction == "reverse" else ""), True)


def _callable(symbol: str, signature: str, keep_gil: bool) -> Callable[..., int]:
    make: Any = ctypes.PYFUNCTYPE if keep_gil else ctypes.CFUNCTYPE
    return make(ctypes.c_int64, *[_TYPES[letter] for letter in signature])(engine().address(symbol))
