"""The compiled sweeps: loads their machine code, and returns each as a callable.

`planning`, `regions` and `blocks` are written in the language of `tapegrad.machine.translate`. A machine compiles them
once, in well under a second, for its own processor. `matcher`, which many processes never need, is a unit of its own.

Tests: tests/autograd/test_anomaly.py, tests/machine/test_translate.py
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy

from tapegrad.cpython.callers import builtin
from tapegrad.lazy_imports import modules_later
from tapegrad.machine.cache import engine
from tapegrad.machine.layout import LEAF, PICK
from tapegrad.ops.declare import Elementwise, classes, table

if TYPE_CHECKING:
    from tapegrad.engine import scalar_executor
    from tapegrad.machine import sums, translate
else:  # which write text: most processes find machine code on disk
    scalar_executor, sums, translate = modules_later(
        "tapegrad.engine.scalar_executor", "tapegrad.machine.sums", "tapegrad.machine.translate"
    )

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
    "matcher": {"matcher": {"method": "iiiiii"}},
}
_FUNCTIONS = {
    unit: {name: signature for names in modules.values() for name, signature in names.items()}
    for unit, modules in _SIGNATURES.items()
}
UNITS = tuple(_SIGNATURES)
_TYPES = {"o": ctypes.py_object, "i": ctypes.c_int64}
_WITHOUT_GIL = {"region_run"}


def text(unit: str) -> str:
    """Return the LLVM text of a unit."""
    functions = {
        f"sweep_{name}": getattr(import_module(f"tapegrad.engine.{module}"), name)
        for module, signatures in _SIGNATURES[unit].items()
        for name in signatures
    }
    return translate.text_of(functions, sums.functions())


def load(unit: str) -> None:
    """Load the machine code of a unit, if this process has not."""
    name, *_ = _FUNCTIONS[unit]
    if not engine().address(f"sweep_{name}"):
        engine().load(unit, lambda: text(unit), salt=numpy.__version__)


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
        engine().load(f"scalar_{dtype}", lambda: scalar_executor.module_text(rules, silent, dtype), numbers)
    return _callable(f"scalar_{direction}_{dtype}", "ooiio" + ("oo" if direction == "reverse" else ""), True)


def _callable(symbol: str, signature: str, keep_gil: bool) -> Callable[..., int]:
    if keep_gil:
        return builtin(symbol, signature)
    types: list[Any] = [_TYPES[letter] for letter in signature]
    return ctypes.CFUNCTYPE(ctypes.c_int64, *types)(engine().address(symbol))
