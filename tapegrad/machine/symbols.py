"""The symbol table: names of functions in LLVM text, and their addresses in this process.

A symbol's name tells the function alone, so object code that is kept on disk holds no address, and finds the same
function in the next process. A symbol must be there before code that refers to it is loaded: the writer of the text
asks for the name first, which enters it.

Tests: tests/machine/test_addresses.py, tests/custom/test_processes.py
"""

from __future__ import annotations

import re
from collections.abc import Callable

_addresses: dict[str, int] = {}  # by symbol
_told: list[Callable[[str, int], object]] = []  # whom each new symbol is told: LLVM, once it is in use
_CALLED = r"@(tapegrad_[-$.\w]+)"
_HELPERS = r"(?m)^declare [^@]*@((?:numba|NRT)_\w+)\("  # of Numba: no library exports them


def imported(text: str) -> dict[str, int]:
    """Return the addresses of the functions here that LLVM text calls."""
    addresses = {symbol: _addresses[symbol] for symbol in set(re.findall(_CALLED, text)) if symbol in _addresses}
    helpers = re.findall(_HELPERS, text)
    if helpers:
        import llvmlite.binding as llvm  # here, since only Numba's text needs it, and Numba has imported it

        addresses |= {symbol: llvm.address_of_symbol(symbol) for symbol in helpers}
    return addresses


def address(symbol: str) -> int:
    """Return the address of a function that was entered."""
    return _addresses[symbol]


def find(symbol: str) -> int | None:
    """Return the address of a function, None if none of that name was entered."""
    return _addresses.get(symbol)


def enter(symbol: str, address: int) -> None:
    """Bind a name in LLVM text to the function at an address."""
    _addresses[symbol] = address
    for tell_one in _told:
        tell_one(symbol, address)


def tell(enter_there: Callable[[str, int], object]) -> None:
    """Enter all symbols, those to come too, in another table."""
    _told.append(enter_there)
    for symbol, address in _addresses.copy().items():  # a list would let the collector in, which enters more
        enter_there(symbol, address)
