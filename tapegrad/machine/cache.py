"""The cache of object code: compiles a module once per machine, and keeps it on disk.

A compiled unit is one object file named ``<unit>-<digest>.o``. The digest covers the processor, the version of the
compiler and what is compiled: the LLVM text of a program, or, for kernels, whose text is made only when it is needed,
the sources of everything that shapes it and Python's version. So an edited rule, an upgrade or another machine simply
looks for another file: nothing is ever invalidated. `tapegrad.machine.store` keeps the files.

Tests: tests/machine/test_cache.py, tests/machine/test_addresses.py, tests/machine/test_single.py
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import sys
import weakref
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding as llvm

from tapegrad.forks import across_forks
from tapegrad.machine import compiler, store
from tapegrad.machine.fences import spaced
from tapegrad.machine.symbols import imported
from tapegrad.machine.uninterrupted import uninterrupted
from tapegrad.progress import task

_PACKAGE = Path(__file__).resolve().parent.parent
_ROOMS = ("machine", "cpython", "ops", "engine")  # whose sources shape what `Engine.load` loads
_APART = ("__pycache__", "steppers")  # folders whose sources shape none of it, or only units that are salted with them
_GENERATION = 32  # units from one linker: it keeps 8 kB of each until all of them are gone
_lock = across_forks()  # of the engine; made here, so that forks take it after those it is taken within


def _sources() -> list[str]:
    """Return the files that shape compiled code: by `os`, since each process asks before its first gradient."""
    files = []
    for room in _ROOMS:
        for path, folders, names in os.walk(_PACKAGE / room):
            folders[:] = [name for name in folders if name not in _APART]
            files += [os.path.join(path, name) for name in names if name.endswith(".py")]
    return sorted(files)


class Code:
    """Machine code that is unloaded when nothing holds it; its functions do."""

    def __init__(self, tracker: Any, release: Callable[[Any], None], keep: Sequence[Any], file: str) -> None:
        self._tracker, self._release, self._keep = tracker, release, keep
        self.file = file  # that has its object code

    def address(self, symbol: str) -> int:
        """Return where a function begins."""
        return self._tracker[symbol]

    def function(self, symbol: str, result: Any, *arguments: Any, make: Any = ctypes.CFUNCTYPE) -> Any:
        """Return a function as Python calls it."""
        function = make(result, *arguments)(self.address(symbol))
        function.code = self  # kept as long as it may be called
        return function

    def __del__(self) -> None:
        self._release(self._tracker)


class Engine:
    """LLVM's code generator and the loaded code of this process.

    What many programs share, kernels and sweeps, stays loaded (`load`, `address`); the code of one program goes with
    its last user (`code`).
    """

    def __init__(self) -> None:
        self._processor = cpu, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
        self.machine = compiler.machine_for(cpu, features, compiler.OPTIMISED)
        self._hasty: Any = None
        self._execution = llvm.create_mcjit_compiler(llvm.parse_assembly(""), self.machine)
        self._linker: Any = None  # loads what can be unloaded
        self._numbers = count()
        self._codes: weakref.WeakValueDictionary[str, Code] = weakref.WeakValueDictionary()
        self._dropped: list[Any] = []
        self._begun: weakref.WeakValueDictionary[str, compiler.Begun] = weakref.WeakValueDictionary()
        compilers = f"{cpu}|{features}|{llvmlite.__version__}|{sys.platform}|".encode()
        self._of_text = hashlib.sha256(compilers + Path(compiler.__file__).read_bytes()).hexdigest()
        digest = hashlib.sha256(compilers + sys.version.encode())
        for source in _sources():
            with open(source, "rb", buffering=0) as file:
                digest.update(file.read())
        self._of_sources = digest.hexdigest()

    @property
    def processor(self) -> tuple[str, str]:
        """Its name, and what it can do."""
        return self._processor

    def load(self, unit: str, build: Callable[[], str], salt: str = "", level: int = compiler.OPTIMISED) -> None:
        """Load the object code of `unit`, compiling the LLVM text that `build` returns if it is not kept."""
        with _lock:
            self._add(self._object(unit, build, f"{self._of_sources}|{salt}", level))

    def define(self, text: str) -> None:
        """Load the functions of LLVM text that holds in this process alone: nothing is kept."""
        with _lock:
            self._add(self._compile(text, compiler.level(False)))

    def _add(self, code: bytes) -> None:
        def add() -> None:
            self._execution.add_object_file(llvm.ObjectFileRef.from_data(code))
            self._execution.finalize_object()

        uninterrupted(add)

    def address(self, symbol: str) -> int:
        """Return the address of a loaded function, 0 if there is none of that name."""
        with _lock:
            return self._execution.get_function_address(symbol)

    def code(
        self, unit: str, text: str, symbols: Sequence[str], optimise: bool = True, keep: Sequence[Any] = ()
    ) -> Code:  # fmt: skip
        """Return the machine code of LLVM text, with the functions `symbols`: that in use, if something holds the same.

        It keeps alive what it calls.
        """
        text = spaced(text)
        digest, level = hashlib.sha256(text.encode()).hexdigest()[:24], compiler.level(optimise)
        origin = f"{self._of_text}|{digest}"
        file = _file(unit, origin, level)
        with _lock:
            if code := self._codes.get(file):
                return code
            return self._linked(file, self._object(unit, lambda: text, origin, level), symbols, imported(text), keep)

    def kept(self, file: str, symbols: Sequence[str]) -> Code | None:
        """Return the machine code in a file, which calls no functions of this process; None if it is not there."""
        with _lock:
            if code := self._codes.get(file):
                return code
            content = store.read(file)
            return None if content is None else self._linked(file, content, symbols, {}, ())

    def _linked(
        self, file: str, content: bytes, symbols: Sequence[str], imports: Mapping[str, int], keep: Sequence[Any]
    ) -> Code:
        library = llvm.JITLibraryBuilder().add_current_process()
        library.add_object_img(content)
        for symbol in symbols:
            library.export_symbol(symbol)
        for symbol, address in imports.items():
            library.import_symbol(symbol, address)
        number = next(self._numbers)
        if self._linker is None or number % _GENERATION == 0:
            self._linker = llvm.create_lljit_compiler(self.machine, use_jit_link=sys.platform != "win32")
        tracker = uninterrupted(library.link, self._linker, f"{file}{number}")
        code = self._codes[file] = Code(tracker, self._release, keep, file)
        return code

    def ready(self, unit: str, text: str, optimise: bool, seconds: float) -> tuple[bool, Any]:
        """Tell whether `code` will take no long time for such a text, after so many seconds at most.

        Also returns the compilation that was begun for it, which ends unless it is kept.
        """
        if text.count("\n") <= compiler.LONG:
            return True, None
        text = spaced(text)
        digest, level = hashlib.sha256(text.encode()).hexdigest()[:24], compiler.level(optimise)
        name = _file(unit, f"{self._of_text}|{digest}", level)
        with _lock:
            process = self._begun.get(name)
            if process is None:
                if name in self._codes or store.read(name) is not None:
                    return True, None
                process = compiler.begun(*self._processor, text, level)
                if process is None:
                    return True, None
                self._begun[name] = process
        with _compiling(unit):
            return process.wait(seconds), process

    def _release(self, tracker: Any) -> None:
        """Unload code that nothing holds: now, or with the next that goes if another thread is loading."""
        self._dropped.append(tracker)
        if _lock.acquire(blocking=False):
            try:
                self._dropped.clear()
            finally:
                _lock.release()

    def _object(self, unit: str, build: Callable[[], str], origin: str, level: int) -> bytes:
        """Return the object code, from disk if it is there; `origin` says all that it depends on."""
        name = _file(unit, origin, level)
        code = store.read(name)
        if code is None:
            process = self._begun.pop(name, None)
            with _compiling(unit):
                code = (process and process.result()) or self._compile(build(), level)
            store.write(name, code)
        return code

    def _compile(self, text: str, level: int) -> bytes:
        code = None
        if text.count("\n") > compiler.LONG:
            code = compiler.interruptible(*self._processor, text, level)
        return code or uninterrupted(compiler.object_code, self._machine(level), text, level)

    def assembly(self, text: str, optimise: bool) -> str:
        """Return the assembly that LLVM makes of a text, for people to read."""
        level = compiler.level(optimise)
        return str(uninterrupted(compiler.assembly, self._machine(level), text, level))

    def _machine(self, level: int) -> Any:
        """Return the code generator for a level; users need one, which the levels that they have share."""
        if level != compiler.HASTY:
            return self.machine
        if self._hasty is None:
            self._hasty = compiler.machine_for(*self._processor, level)
        return self._hasty


def _file(unit: str, origin: str, level: int) -> str:
    """Return the name of the file with object code; `origin` says all that it depends on."""
    key = hashlib.sha256(f"{unit}|{origin}|{level}".encode()).hexdigest()[:32]
    return f"{unit}-{key}.o"


_engine: Engine | None = None


def engine() -> Engine:
    """Return the engine of this process, made on first use."""
    global _engine
    if _engine is None:
        with _lock:
            new_engine = Engine()
            _engine = _engine or new_engine  # looked at last: while it is made, the collector's callback may ask for it
    return _engine


def _compiling(unit: str) -> task:
    """Return the task of compiling a unit."""
    return task(f"compiling {unit} (once on this machine)", hint=_HINT if unit == "tape" else "")


_HINT = "still compiling. Loops of many steps compile fast as tg.scan, tg.fori_loop or tg.while_loop: their body once"
