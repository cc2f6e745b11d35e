"""The linker: LLVM's code generator in this process, and its loading of what `object_images` leaves to it.

Imported when something is compiled or only LLVM can load it: most processes find all their machine code on disk.

Tests: tests/machine/test_cache.py, tests/package/test_builds.py
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

import llvmlite.binding as llvm

from tapegrad.errors import BuildError
from tapegrad.machine import compiler, symbols
from tapegrad.machine.processor import Processor
from tapegrad.machine.uninterrupted import uninterrupted

_OLDEST = 20  # the LLVM that llvmlite 0.45 brought
_GENERATION = 32  # units from one linker: it keeps 8 kB of each until all of them are gone


def _parsed(text: str) -> None:
    with llvm.create_context() as context, llvm.parse_assembly(text, context) as module:
        module.verify()


class Linker:
    """LLVM for one processor.

    Raises
    ------
    BuildError
        If LLVM is older than what text here is written for.
    """

    def __init__(self, processor: Processor) -> None:
        version: tuple[int, ...] = llvm.llvm_version_info
        if version[0] < _OLDEST:
            raise BuildError(
                f"tapegrad: expected llvmlite with LLVM {_OLDEST} or later, got LLVM {'.'.join(map(str, version))}. "
                "Install llvmlite 0.45 and numba 0.62, or later ones."
            )
        self._processor = processor
        self._machines: dict[bool, Any] = {}
        self._execution = llvm.create_mcjit_compiler(llvm.parse_assembly(""), self.machine(compiler.OPTIMISED))
        self._lazy: Any = None  # loads what can be unloaded
        self._numbers = count()
        symbols.tell(llvm.add_symbol)

    def machine(self, level: int) -> Any:
        """Return the code generator for a level; users need one, which the levels that they have share."""
        hasty = level == compiler.HASTY
        if hasty not in self._machines:
            self._machines[hasty] = compiler.machine_for(self._processor.name, self._processor.features, level)
        return self._machines[hasty]

    def object_code(self, text: str, level: int) -> bytes:
        """Return the object code of LLVM text."""
        return uninterrupted(compiler.object_code, self.machine(level), text, level)

    def parses(self, text: str) -> bool:
        """Tell whether LLVM text has no error."""
        try:
            uninterrupted(_parsed, text)
        except RuntimeError:
            return False
        return True

    def assembly(self, text: str, level: int) -> str:
        """Return the assembly of LLVM text."""
        return uninterrupted(compiler.assembly, self.machine(level), text, level)

    def load(self, code: bytes) -> None:
        """Load object code for good."""

        def add() -> None:
            self._execution.add_object_file(llvm.ObjectFileRef.from_data(code))
            self._execution.finalize_object()

        uninterrupted(add)

    def address(self, symbol: str) -> int:
        """Return the address of a function that was loaded for good, 0 if there is none of that name."""
        address: int = self._execution.get_function_address(symbol)
        return address

    def link(self, unit: str, code: bytes, exported: Sequence[str], imported: Mapping[str, int]) -> Any:
        """Load object code until it is no longer held; returns the addresses of its functions, by symbol."""
        library = llvm.JITLibraryBuilder().add_current_process()
        library.add_object_img(code)
        for symbol in exported:
            library.export_symbol(symbol)
        for symbol, address in imported.items():
            library.import_symbol(symbol, address)
        number = next(self._numbers)
        if self._lazy is None or number % _GENERATION == 0:
            machine = self.machine(compiler.OPTIMISED)
            self._lazy = llvm.create_lljit_compiler(machine, use_jit_link=sys.platform != "win32")
        return uninterrupted(library.link, self._lazy, f"{unit}{number}")
