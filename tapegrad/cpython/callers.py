"""Calling conventions: wraps compiled functions as built-in functions, which Python calls fastest.

Python hands a built-in function the array of its arguments; `ctypes` would make an object of each first. A compiled
function may be written to take that array (`bound`). For others a small function, one for each signature, reads the
arguments and calls the compiled function, whose address it is bound to (`builtin`).

Tests: tests/optimize/test_options.py
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tapegrad.lazy_imports import modules_later
from tapegrad.machine.cache import engine

if TYPE_CHECKING:
    from tapegrad.machine import interrupts
else:  # which compiled functions need that end for signals
    (interrupts,) = modules_later("tapegrad.machine.interrupts")

_TEXT = """\
declare i64 @PyLong_AsLongLong(ptr)
declare ptr @PyLong_FromLongLong(i64)
declare ptr @PyErr_Occurred()

define ptr @builtin_{signature}(ptr %self, ptr %given, i64 %count) {{
  %at = call i64 @PyLong_AsLongLong(ptr %self)
  %function = inttoptr i64 %at to ptr
{arguments}
  %status = call i64 %function({passed})
  %error = call ptr @PyErr_Occurred()
  %raised = icmp ne ptr %error, null
  br i1 %raised, label %failed, label %done
failed:
  ret ptr null
done:
  %result = call ptr @PyLong_FromLongLong(i64 %status)
  ret ptr %result
}}"""
_OBJECT = """\
  %p{0} = getelementptr ptr, ptr %given, i64 {0}
  %o{0} = load ptr, ptr %p{0}"""
_AS = {
    "o": "  %x{0} = ptrtoint ptr %o{0} to i64",
    "i": "  %x{0} = call i64 @PyLong_AsLongLong(ptr %o{0})",
}
_FASTCALL, _KEYWORDS = 0x80, 0x02  # Python's flags METH_FASTCALL, METH_KEYWORDS


class _Method(ctypes.Structure):
    """Python's PyMethodDef."""

    _fields_ = (
        ("name", ctypes.c_char_p), ("function", ctypes.c_void_p), ("flags", ctypes.c_int), ("doc", ctypes.c_char_p),
    )  # fmt: skip


_methods: list[_Method] = []  # which built-in functions refer to for good
_new_method = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)(
    ("PyCFunction_NewEx", ctypes.pythonapi)
)


_described = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object, ctypes.c_void_p)(
    ("PyDescr_NewMethod", ctypes.pythonapi)
)


def method_of(cls: type, name: str, address: int, keywords: bool, doc: str | None) -> Any:
    """Return a function at an address as a method of a class, which is there for good.

    It gets the object, the array of the other arguments, their count, and (`keywords`) the names of the last ones.
    """
    flags = _FASTCALL | (_KEYWORDS if keywords else 0)
    method = _Method(name.encode(), address, flags, None if doc is None else doc.encode())
    _methods.append(method)
    return _described(cls, ctypes.addressof(method))


def bound(name: str, address: int, code: Any) -> Callable[..., int]:
    """Return a function at an address, of an unused object, the array of the arguments and their count, as a built-in
    one that keeps its code alive.
    """
    method = _Method(name.encode(), address, _FASTCALL, None)
    return _new_method(ctypes.addressof(method), (method, code), None)


def whole(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a built-in function that calls another until that is done, whatever handlers of signals raise in it.

    A call that was cut short is made again, also if it had not yet begun, so the function goes on from what it finds.
    It raises nothing; an exception that it returns is raised here.
    """
    interrupts.control()
    return bound("whole", engine().address("tapegrad_whole"), function)


def builtin(symbol: str, signature: str) -> Callable[..., int]:
    """Return a loaded function of 64-bit integers, that keeps the interpreter's lock, as a built-in one.

    For each argument, `signature` has an ``o`` for an object, which is passed by its address, or an ``i`` for an
    integer. The caller passes just these.
    """
    name = f"builtin_{signature}"
    if not engine().address(name):
        engine().load(name, lambda: _text(signature))
    method = _Method(symbol.encode(), engine().address(name), _FASTCALL, None)
    _methods.append(method)
    return _new_method(ctypes.addressof(method), engine().address(symbol), None)


def _text(signature: str) -> str:
    lines = [f"{_OBJECT}\n{_AS[letter]}".format(k) for k, letter in enumerate(signature)]
    passed = ", ".join(f"i64 %x{k}" for k in range(len(signature)))
    return _TEXT.format(signature=signature, arguments="\n".join(lines), passed=passed)
