"""The compiled sweeps as callables.

Numba translates `planning`, `regions` and `blocks` to LLVM text, which takes seconds, so the text is kept as
``sweeps.ll`` (`tapegrad.engine.generate` writes it). A machine compiles that text once, in well under a second, for its
own processor. `following`, which many processes never need, is a unit of its own, ``following.ll``. Only where a source
was edited since, or LLVM cannot read the text, does Numba translate anew, and a warning says so.
"""

from __future__ import annotations

import ctypes
import hashlib
import warnings
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy

from tapegrad.cpython.callers import builtin
from tapegrad.engine import scalar
from tapegrad.errors import CompilationWarning
from tapegrad.machine import sums
from tapegrad.machine.cache import engine
from tapegrad.machine.layout import LEAF, PICK
from tapegrad.ops.declare import Elementwise, classes, table

# units, their modules and functions; arguments are all 64 bits wide: o is a Python object, passed by its address; i is
# an integer
_SIGNATURES = {
    "sweeps": {
        "planning": {
            "plan": "oiooioooo",
            "pick": "oiiio",
            "pick_reverse": "ooiiio",
            "mark_needed": "oiooo",
            "mark_reached": "oiooooi",
            "consume": "oio",
        },
        "regions": {"region_forward": "ooiiiioiooooi", "region_reverse": "ooiiiioiooooi"},
        "blocks": {"region_run": "oiii", "region_finish": "oi"},
    },
    "following": {"following": {"method": "iiiiii"}},
}
_FUNCTIONS = {
    unit: {name: signature for names in modules.values() for name, signature in names.items()}
    for unit, modules in _SIGNATURES.items()
}
UNITS = tuple(_SIGNATURES)
_SOURCES = {  # besides the modules
    "sweeps": ("machine/memory.py", "machine/layout.py"),
    "following": (
        "engine/comparing.py",
        "cpython/objects.py",
        "machine/memory.py",
        "cpython/cursor.py",
        "cpython/fields.py",
    ),
}
_TYPES = {"o": ctypes.py_object, "i": ctypes.c_int64}
_WITHOUT_GIL = {"region_run"}


def kept(unit: str) -> Path:
    """Return where the LLVM text of a unit is kept."""
    return Path(__file__).with_name(f"{unit}.ll")


def digest(unit: str) -> str:
    """Return what the text of a unit must carry to be up to date: a digest of what it is made from."""
    package = Path(__file__).parents[1]
    sources = [*(f"engine/{module}.py" for module in ("sweeps", *_SIGNATURES[unit])), *_SOURCES[unit]]
    texts = [(package / source).read_bytes() for source in sources]
    return hashlib.sha256(b"".join([*texts, sums.functions().encode()])).hexdigest()


def generated(unit: str) -> str | None:
    """Return the LLVM text of a unit that is kept; None, after a warning, if it cannot be taken."""
    import llvmlite.binding as llvm

    text, name = kept(unit).read_text(), f"{unit}.ll"
    if text.partition("\n")[0] == f"; {digest(unit)}":
        try:
            llvm.parse_assembly(text).verify()
            return text
        except RuntimeError as error:
            version = ".".join(map(str, llvm.llvm_version_info))
            what = f"LLVM {version}, which llvmlite brought, cannot read {name} ({str(error).splitlines()[0]})"
            remedy = "Install a version of llvmlite that tapegrad was tested with."
    else:
        what = f"{name} is older than the sources of the sweeps"
        remedy = "Write it again with python -P -m tapegrad.engine.generate."
    warnings.warn(
        f"tapegrad: {what}. Numba translates them now, which takes about 15 s, once on this machine. {remedy}",
        CompilationWarning,
        stacklevel=2,
    )
    return None


def compiled_by_numba(unit: str) -> str:
    """Return LLVM text of a unit, translated by Numba."""
    import llvmlite.binding as llvm
    from numba import cfunc, types

    whole = llvm.parse_assembly(sums.functions())
    if not engine().address("sum_chunks"):
        engine().load("sums", sums.functions)  # Numba links what it translates
    for item in whole.functions:
        if not item.is_declaration:
            llvm.add_symbol(item.name, engine().address(item.name))
    for module, signatures in _SIGNATURES[unit].items():
        functions = import_module(f"tapegrad.engine.{module}")
        for name, signature in signatures.items():
            function = getattr(functions, name).py_func
            compiled = cfunc(types.int64(*[types.int64] * len(signature)), error_model="numpy")(function)
            text = compiled.inspect_llvm().replace(compiled.native_name, f"sweep_{name}")
            whole.link_in(llvm.parse_assembly(text))
    # Nothing but the sweeps is seen from outside, so LLVM sees that no call fails and drops Numba's error handling,
    # with it all references to Numba's runtime.
    for item in [*whole.functions, *whole.global_variables]:
        if not item.is_declaration and not item.name.startswith("sweep_"):
            item.linkage = "internal"
    return str(whole)


def load(unit: str) -> None:
    """Load the machine code of a unit, if this process has not."""
    name, *_ = _FUNCTIONS[unit]
    if not engine().address(f"sweep_{name}"):
        engine().load(unit, lambda: generated(unit) or compiled_by_numba(unit), salt=numpy.__version__)


@cache
def sweep(name: str) -> Callable[..., int]:
    """Return a compiled function of `planning`, `regions` or `blocks`."""
    load("sweeps")
    return _callable(f"sweep_{name}", _FUNCTIONS["sweeps"][name], name not in _WITHOUT_GIL)


@cache
def scalar_sweep(direction: str, dtype: str) -> Callable[..., int]:
    """Return ``scalar_forward`` or ``scalar_reverse`` of the scalar executor."""
    if not engine().address(f"scalar_{direction}_{dtype}"):
        rules = [op for op in table if isinstance(op, Elementwise) and op.hot]
        silent = [code for code in range(len(table)) if classes[code] in (LEAF, PICK)]  # picks are done early
        numbers = f"{[rule.code for rule in rules]} {silent}"  # the order of imports gives them
        engine().load(f"scalar_{dtype}", lambda: scalar.module_text(rules, silent, dtype), numbers)
    return _callable(f"scalar_{direction}_{dtype}", "ooiio" + ("oo" if direction == "reverse" else ""), True)


def _callable(symbol: str, signature: str, keep_gil: bool) -> Callable[..., int]:
    if keep_gil:
        return builtin(symbol, signature)
    types: list[Any] = [_TYPES[letter] for letter in signature]
    return ctypes.CFUNCTYPE(ctypes.c_int64, *types)(engine().address(symbol))
