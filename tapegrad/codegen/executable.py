"""A program's machine code in this process, and how it is called.

Python passes NumPy arrays as objects and numbers by value to a small entry function, which finds the arrays' data and
calls the program; so a call costs a fraction of a microsecond more than its arithmetic. Whoever has addresses already
(batches, compiled code) calls the program itself.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys
import threading
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from tapegrad.codegen.module import Module
from tapegrad.forks import across_forks
from tapegrad.machine import pool
from tapegrad.machine.cache import engine

NOT_CONTIGUOUS = -1  # what the entry returns for an array whose elements do not lie in C order
MOST_ARGUMENTS = 1000  # that ctypes passes
STRAIGHT = 6000  # lines of LLVM text that are worth the optimiser's time
_BYTE = np.dtype(np.uint8)


class Executable:
    """The compiled form of a program.

    Attributes
    ----------
    address : int
        Of ``run(in, out, work)``.
    work : int
        Bytes of working memory that a call needs.
    cost : int
        How many lines of LLVM text a call runs, roughly.
    polls : bool
        Whether a call is so long that Python code may run within: handlers of signals.
    run : callable
        The program itself, of three addresses.
    python : list of str
        The ops whose Python code it calls.
    entries : list
        Both of ``entry(constants_at, work, numbers, inputs..., array outputs...)``, see `_entry`: one that holds the
        interpreter's lock, and one that does not.
    by_tables : bool
        Whether that is the only way to call it, as there are more arguments than ctypes passes.
    """

    def __init__(self, program: Any) -> None:
        module = Module()
        function = module.function(program)
        self.pool = function.pool  # kept alive: compiled code holds their addresses while it runs
        self.work, self.cost, self.polls = function.work, function.cost, module.polls
        letters: list[Any] = [ctypes.c_double if f.size == 1 else ctypes.py_object for f in program.input_forms]
        letters += [ctypes.py_object for f in program.output_forms if f.size != 1]
        self.by_tables = len(letters) > MOST_ARGUMENTS
        text = module.text() if self.by_tables else "\n".join([module.text(), _entry(program, function)])
        symbols = ["tape_0"] if self.by_tables else ["tape_0", "tape_0_entry"]
        code = engine().code("tape", text, symbols, text.count("\n") < STRAIGHT, module.callbacks)
        self.python = sorted({c.title for c in module.callbacks})
        self.address = code.address("tape_0")
        self._constants = np.array([a.ctypes.data for a in self.pool] or [0], np.int64)
        self.constants_at = self._constants.ctypes.data
        self.run = code.function("tape_0", *[ctypes.c_int64] * 4)
        types: Any = [*[ctypes.c_int64] * 3, ctypes.py_object, *letters]
        self.entries = [
            code.function("tape_0_entry", *types, make=make)
            for make in (() if self.by_tables else (ctypes.PYFUNCTYPE, ctypes.CFUNCTYPE))
        ]

    def on_arrays(self, given: Sequence[np.ndarray], outputs: Sequence[np.ndarray], work: np.ndarray) -> int:
        """Call the program itself on arrays in C order, of the dtypes of its lanes; returns the status."""
        places = np.array([a.ctypes.data for a in (*given, *self.pool)] or [0], np.int64)
        results = np.array([a.ctypes.data for a in outputs] or [0], np.int64)
        return self.run(places.ctypes.data, results.ctypes.data, work.ctypes.data)

    def memory(self) -> np.ndarray:
        """Working memory for one call at a time, aligned for the vectors."""
        block = pool.empty((self.work + 64,), _BYTE)
        start = -block.ctypes.data % 64
        return block[start : start + self.work]


_FROZEN = gc.get_freeze_count() if sys.version_info[:2] == (3, 12) else 0  # that one freezes what it starts with
exclusive = across_forks(threading.RLock())  # one thread records or compiles; recordings may begin within each other


@contextlib.contextmanager
def collector_paused() -> Iterator[None]:
    """Pause garbage collection: recording and compiling make many objects and no cycles."""
    enabled = gc.isenabled()
    try:
        gc.disable()
        yield
    except KeyboardInterrupt:
        if gc.get_freeze_count() <= _FROZEN:  # else all that was recorded would be looked through before it goes
            gc.freeze()
            gc.unfreeze()
        raise
    finally:
        if enabled:
            gc.enable()


def executable_of(program: Any) -> Executable:
    """Return the machine code of a program in this process, made once."""
    with exclusive, collector_paused():
        made = program.derived.get("executable")
        if made is None:
            made = program.derived["executable"] = Executable(program)
        return made


def _entry(program: Any, function: Any) -> str:
    """Return ``entry(constants, work, numbers, inputs..., array outputs...)``.

    Numbers come by value and arrays as objects; `numbers`, an array too, takes the outputs of one element.
    """
    parameters = ["ptr %constants", "ptr %work", "ptr %numbersobject"]
    n_in, n_pool = len(program.inputs), len(function.pool)
    lines = [
        f"  %in = alloca [{max(1, n_in + n_pool)} x ptr]",
        f"  %out = alloca [{max(1, len(program.outputs))} x ptr]",
    ]
    body: list[str] = []
    lines += [
        "  %numbersfield = getelementptr i64, ptr %numbersobject, i64 2",
        "  %numbers = load ptr, ptr %numbersfield",
    ]

    def put(table: str, k: int, pointer: str) -> None:
        body.append(f"  %{table}at{k} = getelementptr ptr, ptr %{table}, i64 {k}")
        body.append(f"  store ptr {pointer}, ptr %{table}at{k}")

    def data(k: str) -> str:
        body.append(f"  %{k}field = getelementptr i64, ptr %{k}, i64 2")
        body.append(f"  %{k}data = load ptr, ptr %{k}field")
        return f"%{k}data"

    checks = []
    for k, form in enumerate(program.input_forms):
        if form.size == 1:
            parameters.append(f"double %x{k}")
            single = form.lane is not None and form.lane.itemsize == 4
            lines.append(f"  %x{k}cell = alloca double")
            if single:
                lines += [f"  %x{k}single = fptrunc double %x{k} to float", f"  store float %x{k}single, ptr %x{k}cell"]
            else:
                lines.append(f"  store double %x{k}, ptr %x{k}cell")
            put("in", k, f"%x{k}cell")
        else:
            parameters.append(f"ptr %x{k}")
            put("in", k, data(f"x{k}"))
            checks.append(f"x{k}")
    for k in range(n_pool):
        body.append(f"  %c{k}at = getelementptr ptr, ptr %constants, i64 {k}")
        body.append(f"  %c{k} = load ptr, ptr %c{k}at")
        put("in", n_in + k, f"%c{k}")
    numbers = 0
    for k, form in enumerate(program.output_forms):
        if form.size == 1:
            body.append(f"  %number{k} = getelementptr double, ptr %numbers, i64 {numbers}")
            put("out", k, f"%number{k}")
            numbers += 1
        else:
            parameters.append(f"ptr %y{k}")
            put("out", k, data(f"y{k}"))
    text = [f"define i64 @tape_0_entry({', '.join(parameters)}) {{", "entry:", *lines]
    for name in checks:  # the flags of NumPy's array structure; their first bit says C order
        text += [
            f"  %{name}flagsat = getelementptr i32, ptr %{name}, i64 16", f"  %{name}flags = load i32, ptr "
            f"%{name}flagsat",
            f"  %{name}bit = and i32 %{name}flags, 1", f"  %{name}bad = icmp eq i32 %{name}bit, 0",
            f"  br i1 %{name}bad, label %refuse, label %{name}good", f"{name}good:",
        ]  # fmt: skip
    text += [*body, "  %status = call i64 @tape_0(ptr %in, ptr %out, ptr %work)", "  ret i64 %status"]
    if checks:
        text += ["refuse:", f"  ret i64 {NOT_CONTIGUOUS}"]
    return "\n".join([*text, "}"])
