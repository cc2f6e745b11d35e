"""The compiler: LLVM text to object code, in this process or in one of its own.

Nothing stops LLVM once it has begun, and it compiles one text at a time in a process. So a long text goes to a process
that is ended if the waiting thread is interrupted. That process runs this file alone, as a script, so it must import
nothing but llvmlite: and this where it compiles, since most processes find their machine code on disk.

Tests: tests/machine/test_interrupts.py
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Callable
from typing import Any

if __name__ == "__main__":
    import json
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to all, and the one who waits decides
    sys.path.append(sys.argv[1])

LONG = 3000  # lines of text that may take LLVM more than half a second
_GLANCE = 0.01  # seconds for which an object file is read from a process that has made it
QUICK = "TAPEGRAD_QUICK"  # the variable that tests set to 1: compile in a quarter of the time to slower code

OPTIMISED = 2  # the levels: passes over the text, then the generator's best code
PLAIN = 1  # the generator's best code
HASTY = 0  # the generator's first code


def level(optimise: bool) -> int:
    """Return how much is done for code that is worth the optimiser's time or not.

    Arithmetic is strict at each level, so they differ in time and in nothing else.
    """
    if os.environ.get(QUICK) == "1":
        return HASTY
    return OPTIMISED if optimise else PLAIN


def machine_for(cpu: str, features: str, level: int) -> Any:
    """Return LLVM's code generator for a processor."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=cpu, features=features, opt=0 if level == HASTY else 3, reloc="static", codemodel="jitdefault", jit=True
    )


def object_code(machine: Any, text: str, level: int, triple: str | None = None) -> bytes:
    """Return the object code of LLVM text, compiled here by the generator for that level, for this system or another
    one."""
    code: bytes = _compiled(machine.emit_object, machine, text, level, triple)
    return code


def assembly(machine: Any, text: str, level: int) -> str:
    """Return the assembly of LLVM text, as `object_code` compiles it."""
    code: str = _compiled(machine.emit_assembly, machine, text, level)
    return code


def _compiled(emit: Callable[[Any], Any], machine: Any, text: str, level: int, triple: str | None = None) -> Any:
    import llvmlite.binding as llvm
    from llvmlite.binding import ffi

    with llvm.create_context() as context, llvm.parse_assembly(text, context) as module:
        module.verify()
        module.triple, module.data_layout = triple or llvm.get_default_triple(), str(machine.target_data)
        if level == OPTIMISED:
            tuning = llvm.create_pipeline_tuning_options(speed_level=2)
            builder = llvm.create_pass_builder(machine, tuning)
            passes = builder.getModulePassManager()
            passes.run(module, builder)
            ffi.lib.LLVMPY_DisposeNewModulePassManger(passes)  # some versions of llvmlite never do
            passes.detach()
        return emit(module)


class Begun:
    """A compilation by a process of its own, which ends with the thread that waits for it and with this object."""

    def __init__(self, process: Any) -> None:
        self._process, self._owner = process, os.getpid()
        self._waiting = threading.Lock()
        self._code: bytes | None = None
        self._done = False

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until it is done, so long at most, or as long as it takes to read what is there; tells whether it is.

        An exception while a thread waits, such as that of Ctrl-C, ends it.
        """
        import subprocess

        if os.getpid() != self._owner:  # it belongs to another process
            return True
        with self._waiting:
            if self._done:
                return True
            try:
                self._code, _ = self._process.communicate(timeout=seconds if seconds is None else max(seconds, _GLANCE))
            except subprocess.TimeoutExpired:
                return False
            except BaseException:
                self._end()
                raise
            self._done = True
            return True

    def result(self) -> bytes | None:
        """Return the object code; None if there is none."""
        self.wait()
        return self._code if self._done and self._process.returncode == 0 else None

    def _end(self) -> None:
        self._done, self._code = True, None
        self._process.kill()
        self._process.wait()

    def __del__(self) -> None:
        if not self._done and os.getpid() == self._owner:
            self._end()


def begun(cpu: str, features: str, text: str, level: int) -> Begun | None:
    """Begin to compile to the same bytes in another process; None where there can be none."""
    python = sys.executable or ""
    if (
        getattr(sys, "frozen", False)
        or "python" not in os.path.basename(python).lower()
        or not os.path.isfile(__file__)
    ):
        return None  # a program with Python inside may be anything
    import json
    import subprocess
    import tempfile

    import llvmlite

    packages = os.path.dirname(os.path.dirname(llvmlite.__file__))
    with contextlib.suppress(OSError), tempfile.TemporaryFile() as task:  # a pipe is fed only while a thread waits
        task.write(json.dumps([cpu, features, level, text]).encode())
        task.seek(0)
        command = [python, "-I", "-S", __file__, packages]
        return Begun(subprocess.Popen(command, stdin=task, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL))
    return None


def interruptible(cpu: str, features: str, text: str, level: int) -> bytes | None:
    """Compile to the same bytes in a process that is ended if the wait is interrupted; None where there can be none."""
    process = begun(cpu, features, text, level)
    return None if process is None else process.result()


if __name__ == "__main__":
    cpu, features, level_of_text, text = json.load(sys.stdin.buffer)
    machine = machine_for(cpu, features, level_of_text)
    sys.stdout.buffer.write(object_code(machine, text, level_of_text))
