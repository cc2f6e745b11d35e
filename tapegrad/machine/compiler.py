"""LLVM text to object code, in this process or in one of its own.

Nothing stops LLVM once it has begun, and it compiles one text at a time in a process. So a long text goes to a process
that is ended if whoever waits is interrupted. That process runs this file alone, as a script, so it must import nothing
but llvmlite.
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Any

if __name__ == "__main__":
    import json
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to all, and the one who waits decides
    sys.path.append(sys.argv[1])

import llvmlite
import llvmlite.binding as llvm
from llvmlite.binding import ffi

LONG = 3000  # lines of text that may take LLVM more than half a second


def machine_for(cpu: str, features: str) -> Any:
    """Return LLVM's code generator for a processor."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=cpu, features=features, opt=3, reloc="static", codemodel="jitdefault", jit=True
    )


def object_code(machine: Any, text: str, optimise: bool) -> bytes:
    """Return the object code of LLVM text, compiled here."""
    with llvm.create_context() as context, llvm.parse_assembly(text, context) as module:
        module.verify()
        module.triple, module.data_layout = llvm.get_default_triple(), str(machine.target_data)
        if optimise:
            tuning = llvm.create_pipeline_tuning_options(speed_level=2)
            builder = llvm.create_pass_builder(machine, tuning)
            passes = builder.getModulePassManager()
            passes.run(module, builder)
            ffi.lib.LLVMPY_DisposeNewModulePassManger(passes)  # some versions of llvmlite never do
            passes.detach()
        return machine.emit_object(module)


def interruptible(cpu: str, features: str, text: str, optimise: bool) -> bytes | None:
    """Compile to the same bytes in a process that is ended if the wait is interrupted; None where there can be none."""
    python = sys.executable or ""
    if (
        getattr(sys, "frozen", False)
        or "python" not in os.path.basename(python).lower()
        or not os.path.isfile(__file__)
    ):
        return None  # a program with Python inside may be anything
    import json
    import subprocess

    packages = os.path.dirname(os.path.dirname(llvmlite.__file__))
    task = json.dumps([cpu, features, optimise, text]).encode()
    with contextlib.suppress(OSError):
        command = [python, "-I", "-S", __file__, packages]
        done = subprocess.run(command, input=task, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        if done.returncode == 0:
            return done.stdout
    return None


if __name__ == "__main__":
    cpu, features, optimise, text = json.load(sys.stdin.buffer)
    sys.stdout.buffer.write(object_code(machine_for(cpu, features), text, optimise))
