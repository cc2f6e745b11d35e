"""The cache of object code: compiles a module once per machine, and keeps it on disk.

A compiled unit is one object file named ``<unit>-<digest>.o``. The digest covers the processor, the version of the
compiler and what is compiled: the LLVM text of a program, or, for kernels, whose text is made only when it is needed,
the sources of everything that shapes it (`tapegrad.machine.source_digests`) and Python's version. So an edited rule, an
upgrade or another machine simply looks for another file: nothing is ever invalidated. `tapegrad.machine.store` keeps
the files. The kernels that came with the package (`tapegrad.machine.prebuilt`) have names without the version of the
user's compiler.

LLVM is imported when something must be compiled, and to load what `tapegrad.machine.object_images` does not.

Tests: tests/machine/test_cache.py, tests/machine/test_addresses.py, tests/machine/test_single.py
"""

from __future__ import annotations

import ctypes
import sys
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import llvmlite

from tapegrad.forks import across_forks, cached_property
from tapegrad.machine import compiler, object_images, prebuilt, processor, store, symbols
from tapegrad.machine.digests import digest
from tapegrad.machine.fences import spaced
from tapegrad.machine.source_digests import source_digest
from tapegrad.progress import task

if TYPE_CHECKING:
    from tapegrad.machine.linker import Linker

_lock = across_forks()  # of the engine; made here, so that forks take it after those it is taken within


class Code:
    """Machine code that is unloaded when nothing holds it; its functions do."""

    def __init__(self, addresses: Any, release: Callable[[Any], None], keep: Sequence[Any], file: str) -> None:
        self._addresses, self._release, self._keep = addresses, release, keep
        self.file = file  # that has its object code

    def address(self, symbol: str) -> int:
        """Return where a function begins."""
        address: int = self._addresses[symbol]
        return address

    def function(self, symbol: str, result: Any, *arguments: Any, make: Any = ctypes.CFUNCTYPE) -> Any:
        """Return a function as Python calls it."""
        function = make(result, *arguments)(self.address(symbol))
        function.code = self  # kept as long as it may be called
        return function

    def __del__(self) -> None:
        self._release(self._addresses)


class Engine:
    """The loaded code of this process.

    What many programs share, kernels and sweeps, stays loaded (`load`, `address`); the code of one program goes with
    its last user (`code`).
    """

    def __init__(self) -> None:
        self._processor = processor.chosen()
        self._linker: Linker | None = None
        self._images: list[object_images.Image] = []
        self._codes: weakref.WeakValueDictionary[str, Code] = weakref.WeakValueDictionary()
        self._dropped: list[Any] = []
        self._begun: weakref.WeakValueDictionary[str, compiler.Begun] = weakref.WeakValueDictionary()
        self._watching: Callable[[str, Callable[[], str], str, int], object] | None = None
        name, features = self._processor[:2]
        self._compilers = f"{name}|{features}|{llvmlite.__version__}|{sys.platform}|"
        with open(compiler.__file__, "rb") as file:
            self._of_text = digest(self._compilers.encode(), file.read()).hex()

    @property
    def processor(self) -> tuple[str, str]:
        """Its name, and what it can do."""
        return self._processor[:2]

    @cached_property
    def _of_sources(self) -> str:
        """A digest of the sources that shape what `load` loads."""
        return source_digest()

    @cached_property
    def _prebuilt(self) -> Mapping[str, bytes]:
        return prebuilt.read(self._processor)

    def load(self, unit: str, build: Callable[[], str], salt: str = "", level: int = compiler.OPTIMISED) -> None:
        """Load the object code of `unit`, compiling the LLVM text that `build` returns if it is not kept."""
        origin = f"{self._of_sources}|{salt}"
        with _lock:
            if self._watching is not None:
                self._watching(unit, build, origin, level)
            code = self._prebuilt.get(prebuilt.name_of(unit, origin, level))
            self._add(code or self._object(unit, build, f"{self._compilers}{sys.version}|{origin}", level))

    @contextmanager
    def watched(self, function: Callable[[str, Callable[[], str], str, int], object]) -> Iterator[None]:
        """Call a function with what `load` is given within the block, and with what it depends on for `salt`."""
        self._watching = function
        try:
            yield
        finally:
            self._watching = None

    def define(self, text: str) -> None:
        """Load the functions of LLVM text that holds in this process alone: nothing is kept."""
        with _lock:
            self._add(self._compile(text, compiler.level(False)))

    def _add(self, code: bytes) -> None:
        image = object_images.loaded(code, self._found)
        if image is None:
            self._llvm.load(code)
            return
        self._images.append(image)
        for symbol, address in image.addresses.items():
            symbols.enter(symbol, address)

    def _found(self, symbol: str) -> int | None:
        """Return the address of a function of other loaded code or of the process's libraries."""
        return (
            symbols.find(symbol) or (self._linker and self._linker.address(symbol)) or object_images.in_process(symbol)
        )

    @property
    def _llvm(self) -> Linker:
        """LLVM in this process, from its first use on."""
        if self._linker is None:
            from tapegrad.machine.linker import Linker  # here, since most processes find their machine code on disk

            self._linker = Linker(self._processor)
        return self._linker

    def address(self, symbol: str) -> int:
        """Return the address of a loaded function, 0 if there is none of that name."""
        with _lock:
            return symbols.find(symbol) or (self._linker.address(symbol) if self._linker else 0)

    def code(
        self, unit: str, text: str, exported: Sequence[str], optimise: bool = True, keep: Sequence[Any] = ()
    ) -> Code:  # fmt: skip
        """Return the machine code of LLVM text, with the functions `exported`: that in use, if something holds the
        same.

        It keeps alive what it calls.
        """
        text = spaced(text)
        origin, level, file = self._kept_as(unit, text, optimise)
        with _lock:
            if code := self._codes.get(file):
                return code
            content = self._object(unit, lambda: text, origin, level)
            return self._linked(file, content, exported, symbols.imported(text), keep)

    def kept(self, file: str, exported: Sequence[str]) -> Code | None:
        """Return the machine code in a file, which calls no functions of this process; None if it is not there."""
        with _lock:
            if code := self._codes.get(file):
                return code
            content = store.read(file)
            return None if content is None else self._linked(file, content, exported, {}, ())

    def _linked(
        self, file: str, content: bytes, exported: Sequence[str], imports: Mapping[str, int], keep: Sequence[Any]
    ) -> Code:
        addresses: Any = object_images.loaded(
            content, lambda symbol: imports.get(symbol) or object_images.in_process(symbol)
        )
        if addresses is None:
            addresses = self._llvm.link(file, content, exported, imports)
        code = self._codes[file] = Code(addresses, self._release, keep, file)
        return code

    def ready(self, unit: str, text: str, optimise: bool, seconds: float) -> tuple[bool, Any]:
        """Tell whether `code` will take no long time for such a text, after so many seconds at most.

        Also returns the compilation that was begun for it, which ends unless it is kept.
        """
        if text.count("\n") <= compiler.LONG:
            return True, None
        text = spaced(text)
        _, level, name = self._kept_as(unit, text, optimise)
        with _lock:
            process = self._begun.get(name)
            if process is None:
                if name in self._codes or store.read(name) is not None:
                    return True, None
                process = compiler.begun(*self._processor[:2], text, level)
                if process is None:
                    return True, None
                self._begun[name] = process
        with _compiling(unit):
            return process.wait(seconds), process

    def takes(self, unit: str, text: str, optimise: bool) -> bool:
        """Tell whether LLVM takes such a text: it has compiled it before, or finds no error in it now."""
        text = spaced(text)
        _, _, file = self._kept_as(unit, text, optimise)
        with _lock:
            return file in self._codes or store.read(file) is not None or self._llvm.parses(text)

    def _kept_as(self, unit: str, text: str, optimise: bool) -> tuple[str, int, str]:
        """Return what the object code of a text depends on, the level it is compiled at, and the file it is kept in."""
        level = compiler.level(optimise)
        origin = f"{self._of_text}|{digest(text.encode()).hex()[:24]}"
        return origin, level, _file(unit, origin, level)

    def _release(self, addresses: Any) -> None:
        """Unload code that nothing holds: now, or with the next that goes if another thread is loading."""
        self._dropped.append(addresses)
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
            code = compiler.interruptible(*self._processor[:2], text, level)
        return code or self._llvm.object_code(text, level)

    def assembly(self, text: str, optimise: bool) -> str:
        """Return the assembly that LLVM makes of a text, for people to read."""
        return self._llvm.assembly(text, compiler.level(optimise))


def _file(unit: str, origin: str, level: int) -> str:
    """Return the name of the file with object code; `origin` says all that it depends on."""
    key = digest(f"{unit}|{origin}|{level}".encode()).hex()[:32]
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
