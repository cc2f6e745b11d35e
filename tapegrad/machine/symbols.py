"""The symbol table: names of functions in LLVM text, and their addresses in this process.

A symbol's name tells the function alone, so object code that is kept on disk holds no address, and finds the same
function in the next process. A symbol must be there before code that refers to it is loaded: the writer of the text
asks for the name first, which enters it.

Tests: tests/machine/test_addresses.py, tests/custom/test_processes.py
"""

from __future__ import annotations

import re

import llvmlite.binding as llvm

_addresses: dict[str, int] = {}  # by symbol
_CALLED = re.compile(r"@(tapegrad_[-$.\w]+)")
_HELPERS = re.compile(r"^declare [^@]*@((?:numba|NRT)_\w+)\(", re.MULTILINE)  # of Numba: no library exports them


def imported(text: str) -> dict[str, int]:
    """Return the addresses of the functions here that LLVM text calls."""
    addresses = {symbol: _addresses[symbol] for symbol in set(_CALLED.findall(text)) if symbol in _addresses}
    return addresses | {symbol: llvm.address_of_symbol(symbol) for symbol in _HELPERS.findall(text)}


def address(symbol: str) -> int:
    """Return the address of a function that was entered."""
    return _addresses[symbol]


def enter(symbol: str, address: int) -> None:
    """Bind a name in LLVM text to the function at an address."""
    _addresses[symbol] = address
    llvm.add_symbol(symbol, address)
