"""The machine code of the steppers, two units for each method: compiled once on a machine, and called by address.

Tests: tests/integrate/test_steppers.py
"""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from pathlib import Path

from tapegrad.machine import symbols
from tapegrad.machine.cache import engine
from tapegrad.machine.steppers.tableaus import method_of

_PYTHON = "PyMem_RawRealloc", "PyMem_RawFree"  # which need no lock


_UNITS = {
    "solution": "solution",
    "resumed": "solution",
    "states": "solution",
    "gradient": "gradient",
    "adjoint": "gradient",
}


@cache
def stepper(method: str, name: str) -> str:
    """Return the symbol of a function of a block: `solution`, `resumed` (after a pause), `states`, `gradient`, or
    `adjoint`, which is a solution and its gradient.
    """
    if _UNITS[name] == "gradient":
        stepper(method, "solution")  # which it calls
    for function in _PYTHON:
        address = ctypes.cast(getattr(ctypes.pythonapi, function), ctypes.c_void_p).value
        symbols.enter(f"tapegrad_{function}", address or 0)
    symbol, unit = f"tapegrad_{name}_{method}", _UNITS[name]
    if not engine().address(symbol):
        engine().load(f"{unit}_{method}", partial(_text, method, unit), salt=_salt(method))
    symbols.enter(symbol, engine().address(symbol))
    return symbol


@cache
def called(method: str, name: str) -> Callable[[int], int]:
    """Return a stepper as Python calls it, with the address of a block; other Python threads run meanwhile."""
    function: Callable[[int], int] = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(
        symbols.address(stepper(method, name))
    )
    return function


@cache
def _salt(method: str) -> str:
    """Return what a unit depends on beside the sources that shape all units: SciPy's tables, and the sources here."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join([repr(method_of(method)).encode(), *(s.read_bytes() for s in sources)])).hexdigest()


def _text(method: str, unit: str) -> str:
    from tapegrad.machine import translate  # here, since most processes find machine code on disk

    room = import_module(f"tapegrad.machine.steppers.{'reverse_steps' if unit == 'gradient' else 'stepping'}")
    names = [name for name, of in _UNITS.items() if of == unit]
    return translate.text_of(
        {f"tapegrad_{name}_{method}": partial(getattr(room, name), method_of(method)) for name in names}
    )
