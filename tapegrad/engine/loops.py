"""The compiled sweeps as callables.

Numba translates `planning` and `regions` to LLVM text, which takes seconds, so the text is kept as ``sweeps.ll``
(``python -m tapegrad.engine.generate`` writes it). A machine compiles that text once, in well under a second, for its
own processor. Where a source was edited since, Numba translates it again at run time.
"""

from __future__ import annotations

import ctypes
import hashlib
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy

from tapegrad.errors import CompilationWarning
from tapegrad.machine.cache import engine

# arguments, all 64 bits wide: o is a Python object, passed by its address; i is an integer
_SIGNATURES = {
    "plan": "oiooioooo",
    "pick": "oiiio",
    "pick_reverse": "ooiiio",
    "mark_needed": "oiooo",
    "mark_reached": "oiooooi",
    "consume": "oio",
    "region_forward": "ooiiiioiooooi",
    "region_reverse": "ooiiiioiooooi",
    "region_run": "oiii",
    "region_finish": "oi",
}
_TYPES = {"o": ctypes.py_object, "i": ctypes.c_int64}
_WITHOUT_GIL = {"region_run"}


GENERATED = Path(__file__).with_name("sweeps.ll")


def digest() -> str:
    """What `sweeps.ll` must carry to be up to date: a digest of the sources it is made from."""
    package = Path(__file__).parent.parent
    names = ("engine/planning", "engine/regions", "machine/memory", "machine/layout", "machine/kernels", "engine/loops")
    sources = [package / f"{name}.py" for name in names]
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()


def generated() -> str | None:
    """The committed LLVM text of the sweeps, or None if a source was edited since or this LLVM cannot read it."""
    import llvmlite.binding as llvm

    try:
        text = GENERATED.read_text()
    except OSError:
        return None
    if text.partition("\n")[0] != f"; {digest()}":
        return None
    try:
        llvm.parse_assembly(text).verify()
    except RuntimeError as error:
        version = ".".join(map(str, llvm.llvm_version_info))
        warnings.warn(
            f"tapegrad: LLVM {version}, which llvmlite brought, cannot read the sweeps as they were shipped "
            f"({str(error).splitlines()[0]}). Numba translates them now, which takes about 15 s, once on this machine. "
            "Install a version of llvmlite that tapegrad was tested with.",
            CompilationWarning,
            stacklevel=2,
        )
        return None
    return text


def compiled_by_numba() -> str:
    """LLVM text of all sweeps, translated from `planning` and `regions` by Numba."""
    import llvmlite.binding as llvm
    from numba import cfunc, types

    from tapegrad.engine import planning, regions

    whole = llvm.parse_assembly("")
    for name, signature in _SIGNATURES.items():
        function = getattr(regions if name.startswith("region") else planning, name)
        compiled = cfunc(types.int64(*[types.int64] * len(signature)), error_model="numpy")(function.py_func)
        text = compiled.inspect_llvm().replace(compiled.native_name, f"sweep_{name}")
        whole.link_in(llvm.parse_assembly(text))
    # Nothing but the sweeps is seen from outside, so LLVM sees that no call fails and drops Numba's error handling,
    # with it all references to Numba's runtime.
    for item in [*whole.functions, *whole.global_variables]:
        if not item.is_declaration and not item.name.startswith("sweep_"):
            item.linkage = "internal"
    return str(whole)


@cache
def sweep(name: str) -> Callable[..., int]:
    """A compiled function of `planning` or `regions`."""
    if not engine().address(f"sweep_{name}"):
        engine().load("sweeps", lambda: generated() or compiled_by_numba(), salt=numpy.__version__)
    return _callable(f"sweep_{name}", _SIGNATURES[name], name not in _WITHOUT_GIL)


@cache
def scalar_sweep(direction: str, dtype: str) -> Callable[..., int]:
    """``scalar_forward`` or ``scalar_reverse`` of the scalar executor."""
    from tapegrad.engine import scalar
    from tapegrad.ops.declare import hot_rules, passed_over

    if not engine().address(f"scalar_{direction}_{dtype}"):
        engine().load(f"scalar_{dtype}", lambda: scalar.module_text(hot_rules(), passed_over(), dtype))
    return _callable(f"scalar_{direction}_{dtype}", "ooiio" + ("oo" if direction == "reverse" else ""), True)


def _callable(symbol: str, signature: str, keep_gil: bool) -> Callable[..., int]:
    make: Any = ctypes.PYFUNCTYPE if keep_gil else ctypes.CFUNCTYPE
    return make(ctypes.c_int64, *[_TYPES[letter] for letter in signature])(engine().address(symbol))
