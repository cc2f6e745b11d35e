"""Interrupts: lets Ctrl-C stop compiled code.

Code that runs for long polls some twenty times a second: it calls a function whose address is data. In the main thread
this lets Python's signal handlers run. What one of them raises is kept, the poll says so, the compiled code returns,
and Python raises it as soon as it is back, by a pending call: at the call's place, once, for every caller. So compiled
code and those who call it, users' ``@njit`` functions too, need only pass a status on.

What must be done as a whole (`tapegrad.cpython.callers.whole`) is begun again when a handler raises in it, until it is
done; what the handler has raised is raised then, in the same way.

Other threads have no signals. They stop if the thread that waits for them says so (`control`); threads that Python does
not know (of ``numba.prange``) stop with the main thread.

Tests: tests/autograd/test_anomaly.py
"""

from __future__ import annotations

import ctypes
import threading
from functools import cache

import numpy as np

from tapegrad.forks import in_child
from tapegrad.machine import symbols
from tapegrad.machine.cache import engine

EVERY = 30_000_000  # lines of LLVM text that are run between two polls: 10 to 50 ms

_PYTHON = {
    "PyErr_CheckSignals": "i32 ()", "PyErr_Clear": "void ()", "PyErr_Fetch": "void (ptr, ptr, ptr)",
    "PyErr_Restore": "void (ptr, ptr, ptr)", "PyErr_SetObject": "void (ptr, ptr)",
    "PyErr_WriteUnraisable": "void (ptr)", "PyObject_IsTrue": "i32 (ptr)", "PyObject_Type": "ptr (ptr)",
    "PyObject_Vectorcall": "ptr (ptr, ptr, {word}, ptr)", "PyTuple_GetItem": "ptr (ptr, {word})",
    "PyGILState_Ensure": "i32 ()", "PyGILState_GetThisThreadState": "ptr ()", "PyGILState_Release": "void (i32)",
    "PyThread_get_thread_ident": "{word} ()", "Py_AddPendingCall": "i32 (ptr, ptr)",
}  # fmt: skip

_TEXT = """\
@main_thread = internal global {word} 0
@type = internal global ptr null
@value = internal global ptr null
@trace = internal global ptr null
define void @tapegrad_main_thread({word} %ident) {{
  store {word} %ident, ptr @main_thread
  ret void
}}
define internal i32 @raise(ptr %nothing) {{
entry:
  %type = load ptr, ptr @type
  %none = icmp eq ptr %type, null
  br i1 %none, label %done, label %some
some:
  %value = load ptr, ptr @value
  %trace = load ptr, ptr @trace
  store ptr null, ptr @type
  call void @tapegrad_PyErr_Restore(ptr %type, ptr %value, ptr %trace)
  ret i32 -1
done:
  ret i32 0
}}
define i64 @tapegrad_poll(i64 %stopped) {{
entry:
  %stop = icmp ne i64 %stopped, 0
  br i1 %stop, label %yes, label %who
who:
  %own = call {word} @tapegrad_PyThread_get_thread_ident()
  %main = load {word}, ptr @main_thread
  %same = icmp eq {word} %own, %main
  br i1 %same, label %ask, label %other
other:
  %state = call ptr @tapegrad_PyGILState_GetThisThreadState()
  %unknown = icmp eq ptr %state, null
  %kept = load volatile ptr, ptr @type
  %some = icmp ne ptr %kept, null
  %follow = and i1 %unknown, %some
  br i1 %follow, label %yes, label %no
ask:
  %lock = call i32 @tapegrad_PyGILState_Ensure()
  %before = load ptr, ptr @type
  %already = icmp ne ptr %before, null
  br i1 %already, label %tell, label %check
check:
  %status = call i32 @tapegrad_PyErr_CheckSignals()
  %nothing = icmp eq i32 %status, 0
  br i1 %nothing, label %on, label %keep
on:
  call void @tapegrad_PyGILState_Release(i32 %lock)
  ret i64 0
keep:
  call void @tapegrad_PyErr_Fetch(ptr @type, ptr @value, ptr @trace)
  br label %tell
tell:
  %told = call i32 @tapegrad_Py_AddPendingCall(ptr @raise, ptr null)
  call void @tapegrad_PyGILState_Release(i32 %lock)
  ret i64 1
yes:
  ret i64 1
no:
  ret i64 0
}}
define ptr @tapegrad_whole(ptr %self, ptr %given, {word} %count) {{
entry:
  %function = call ptr @tapegrad_PyTuple_GetItem(ptr %self, {word} 1)
  %own = call {word} @tapegrad_PyThread_get_thread_ident()
  %main = load {word}, ptr @main_thread
  %same = icmp eq {word} %own, %main
  br label %again
again:
  %turn = phi i64 [ 0, %entry ], [ %next, %drop ], [ %next, %keep ], [ %next, %show ]
  %result = call ptr @tapegrad_PyObject_Vectorcall(ptr %function, ptr %given, {word} %count, ptr null)
  %raised = icmp eq ptr %result, null
  br i1 %raised, label %interrupted, label %done
interrupted:
  %next = add i64 %turn, 1
  %more = icmp slt i64 %next, 1000
  br i1 %more, label %where, label %tell
where:
  br i1 %same, label %which, label %show
which:
  %before = load ptr, ptr @type
  %already = icmp ne ptr %before, null
  br i1 %already, label %drop, label %keep
drop:
  call void @tapegrad_PyErr_Clear()
  br label %again
keep:
  call void @tapegrad_PyErr_Fetch(ptr @type, ptr @value, ptr @trace)
  br label %again
show:
  call void @tapegrad_PyErr_WriteUnraisable(ptr %function)
  br label %again
done:
  %first = icmp eq i64 %turn, 0
  br i1 %first, label %look, label %tell
tell:
  %told = call i32 @tapegrad_Py_AddPendingCall(ptr @raise, ptr null)
  br i1 %raised, label %end, label %look
end:
  ret ptr %result
look:
  %ignored = call i32 @tapegrad_PyObject_IsTrue(ptr %result)
  %nothing = icmp eq i32 %ignored, 0
  br i1 %nothing, label %end, label %fail
fail:
  %kind = call ptr @tapegrad_PyObject_Type(ptr %result)
  call void @tapegrad_PyErr_SetObject(ptr %kind, ptr %result)
  ret ptr null
}}
"""


def _poll_text() -> str:
    word = f"i{8 * ctypes.sizeof(ctypes.c_ulong)}"
    declared = []
    for name, kind in _PYTHON.items():
        result, _, parameters = kind.format(word=word).partition(" ")
        declared.append(f"declare {result} @tapegrad_{name}{parameters}")
    return "\n".join([*declared, _TEXT.format(word=word)])


def _set_main_thread() -> None:
    set_ident = ctypes.CFUNCTYPE(None, ctypes.c_ulong)(engine().address("tapegrad_main_thread"))
    set_ident(threading.main_thread().ident)


@cache
def control() -> np.ndarray:
    """Return what compiled code polls by: the poll's address, and 0, or else what stops it.

    To stop compiled code in other threads, pass it a copy.
    """
    for name in _PYTHON:
        address = ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value
        assert address is not None, "a function is somewhere"
        symbols.enter(f"tapegrad_{name}", address)
    engine().load("poll", _poll_text)
    _set_main_thread()
    in_child(_set_main_thread)
    words = np.array([engine().address("tapegrad_poll"), 0], np.int64)
    words.flags.writeable = False
    return words
