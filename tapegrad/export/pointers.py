"""Pointers to C functions of compiled functions, for samplers, integrators and other compiled code in this process.

The code is that of an exported object, with its constants, loaded here. It has no state, takes its memory from its
caller or from its stack, and needs neither Python nor its lock. So any thread may call it.

Invariant: the code lives as long as the pointer or its `function` does; an address alone keeps nothing alive.

Tests: tests/export/test_pointers.py
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable
from typing import Any

from tapegrad.codegen.executable import STRAIGHT, collector_paused, exclusive
from tapegrad.errors import ArgumentError, DtypeError
from tapegrad.export.description import interface_of
from tapegrad.export.header import PROTOCOL, parameters
from tapegrad.export.interface import SIZE, EntryPoint, Interface, Port
from tapegrad.export.object_text import ObjectText
from tapegrad.func.derive import value_and_gradient
from tapegrad.machine.cache import engine
from tapegrad.machine.dtypes import F8
from tapegrad.replay.variant import Variant

FORMS = ("arrays", "casadi", "logp", "quad")
_STACK = 1 << 16  # bytes of memory that a function takes from its stack; more are allocated for the call
_POINTER = ctypes.c_void_p


class FunctionPointer:
    """A pointer to a C function; see `CompiledFunction.pointer`.

    Attributes
    ----------
    address : int
    signature : str
        The function's declaration in C.
    function : ctypes function
        It keeps the code alive, and so does this object.
    work : int
        Bytes of memory that a caller of the form "arrays" passes.
    """

    def __init__(self, code: Any, symbol: str, signature: str, kind: Any, whole: ObjectText) -> None:
        self.address, self.signature, self._code = code.address(symbol), signature, code
        self.work = next(iter(whole.work.values()))
        self.function, self._kind = code.function(symbol, kind[0], *kind[1:]), kind
        self._text = code.function(f"{whole.name}_status_text", ctypes.c_char_p, ctypes.c_int)

    def status_text(self, status: int) -> str:
        """Return what a status means that the function has returned."""
        return str(self._text(status).decode())

    def numba(self) -> Any:
        """Return the pointer as a first-class function of Numba: an argument of functions that Numba compiles.

        They pass arrays as ``x.ctypes``, numbers in the types of the signature (``np.uint64(n)``), and
        ``np.intp(0)`` for `user`.
        """
        from numba import types
        from numba.experimental import function_type  # noqa: F401 (which tells Numba the types of such objects)

        pointer, double = self, types.CPointer(types.float64)
        names: dict[Any, Any] = {
            ctypes.c_int: types.int32, ctypes.c_size_t: types.uint64, ctypes.c_double: types.float64,
            ctypes.POINTER(ctypes.c_double): double,
            ctypes.c_void_p: types.intp if ctypes.c_size_t in self._kind else types.voidptr,
        }  # fmt: skip
        result, *arguments = [names[kind] for kind in self._kind]

        class NumbaFunction(types.WrapperAddressProtocol):
            """What Numba asks for an address and a signature."""

            def __wrapper_address__(self) -> int:
                return pointer.address

            def signature(self) -> Any:
                return result(*arguments)

        return NumbaFunction()

    def __reduce__(self) -> Any:
        raise ArgumentError("pointer: an address is one of this process. Send the compiled function, and ask there.")

    def __repr__(self) -> str:
        return f"<{self.signature} at {self.address:#x}>"


def pointer(variant: Variant, function: Callable[..., Any] | None, form: str, title: str) -> FunctionPointer:
    """Return a pointer to a sealed tape's function; see `CompiledFunction.pointer`.

    Raises
    ------
    ArgumentError, DtypeError
    """
    if form not in FORMS:
        raise ArgumentError(f"{title}: form must be one of {', '.join(FORMS)}, got {form!r}.")
    name = re.sub(r"\W", "_", getattr(function, "__name__", "") or "f", flags=re.ASCII).lstrip("0123456789") or "f"
    name = f"tape_of_{name}"
    with exclusive, collector_paused():
        interface = interface_of(variant, function, name, 0, title)
        if form == "logp":
            interface = _with_gradient(interface)
        whole = ObjectText(interface, inside=True)
        symbol, signature, kind, text = _FORMS[form](interface.entries[0], whole)
        lines = f"{whole.text}\n{text}"
        if "@malloc(" in text:
            lines += "\ndeclare ptr @malloc(i64)\ndeclare void @free(ptr)"
    code = engine().code(
        "pointer", lines, [symbol, f"{name}_status_text"], lines.count("\n") < STRAIGHT, whole.module.callbacks
    )
    return FunctionPointer(code, symbol, signature, kind, whole)


def _with_gradient(interface: Interface) -> Interface:
    """Return the interface of the value and the gradient of a function of one vector.

    Raises
    ------
    ArgumentError, DtypeError
    """
    (entry,), title = interface.entries, interface.title
    if len(entry.inputs) != 1 or len(entry.outputs) != 1 or entry.outputs[0].form.size != 1:
        raise ArgumentError(f'{title}: form="logp" is for functions of one array that return one number.')
    _check_doubles(entry, title, "logp")
    program = value_and_gradient(entry.program, (0,))
    outputs = Port("logp", entry.outputs[0].form), Port("grad", entry.inputs[0].form)
    return Interface(interface.name, title, (EntryPoint(entry.name, program, entry.inputs, outputs),))


def _check_doubles(entry: EntryPoint, title: str, form: str) -> None:
    for port in (*entry.inputs, *entry.outputs):
        if port.form.dtype is not F8:
            raise DtypeError(
                f'{title}: form="{form}" is for float64, got {port.name} of {port.form.dtype}. Use floats.'
            )


def _arrays(entry: EntryPoint, whole: ObjectText) -> tuple[str, str, Any, str]:
    count = len(entry.given) + len(entry.returned) + 1
    signature = f"int {entry.name}({', '.join(parameters(entry))})"
    return f"{entry.name}_run", signature, [ctypes.c_int, *[_POINTER] * count], ""


def _casadi(entry: EntryPoint, whole: ObjectText) -> tuple[str, str, Any, str]:
    signature = f"int {entry.name}({PROTOCOL[0][3]})"
    return entry.name, signature, [ctypes.c_int, *[_POINTER] * 4, ctypes.c_int], ""


def _logp(entry: EntryPoint, whole: ObjectText) -> tuple[str, str, Any, str]:
    symbol = f"{entry.name}_logp"
    lines = [
        f"define i32 @{symbol}(i64 %n, ptr %x, ptr %grad, ptr %logp, ptr %user) nounwind {{",
        *_sized("i64", entry.inputs[0].form.size, f"  ret i32 {SIZE[0]}"),
        *_with_memory(whole, [f"  %code = call i32 @{entry.name}_run(ptr %x, ptr %logp, ptr %grad, ptr %work)"]),
        "  ret i32 %code", "}",
    ]  # fmt: skip
    double = ctypes.POINTER(ctypes.c_double)
    signature = f"int {entry.name}(size_t n, const double *x, double *grad, double *logp, void *user)"
    return symbol, signature, [ctypes.c_int, ctypes.c_size_t, double, double, double, _POINTER], "\n".join(lines)


def _quad(entry: EntryPoint, whole: ObjectText) -> tuple[str, str, Any, str]:
    """Return the form of SciPy's integrators: all arguments are in one array, and a failure is NaN."""
    title = whole.interface.title
    if len(entry.outputs) != 1 or entry.outputs[0].form.size != 1:
        raise ArgumentError(f'{title}: form="quad" is for functions that return one number.')
    _check_doubles(entry, title, "quad")
    symbol, begin, lines = f"{entry.name}_quad", 0, []
    for k, port in enumerate(entry.inputs):
        lines.append(f"  %x{k} = getelementptr double, ptr %x, i64 {begin}")
        begin += port.form.size
    nan = "  ret double 0x7FF8000000000000"
    passed = ", ".join(f"ptr %x{k}" for k in range(len(entry.inputs)))
    lines = [
        f"define double @{symbol}(i32 %n, ptr %x) nounwind {{",
        *_sized("i32", begin, nan), *lines, "  %cell = alloca double",
        *_with_memory(whole, [f"  %code = call i32 @{entry.name}_run({passed}, ptr %cell, ptr %work)"]),
        "  %value = load double, ptr %cell", "  %done = icmp eq i32 %code, 0",
        "  %result = select i1 %done, double %value, double 0x7FF8000000000000", "  ret double %result", "}",
    ]  # fmt: skip
    kind = [ctypes.c_double, ctypes.c_int, ctypes.POINTER(ctypes.c_double)]
    return symbol, f"double {entry.name}(int n, double *x)", kind, "\n".join(lines)


def _sized(word: str, size: int, refused: str) -> list[str]:
    """Return the lines that check the number of arguments."""
    return [
        f"  %fits = icmp eq {word} %n, {size}", "  br i1 %fits, label %run, label %refuse", "refuse:", refused, "run:",
    ]  # fmt: skip


def _with_memory(whole: ObjectText, call: list[str]) -> list[str]:
    """Return lines around a call with memory of its own: of the stack, or allocated if it is large."""
    size = next(iter(whole.work.values()))
    if size <= _STACK:
        return [f"  %work = alloca [{size} x i8], align 64", *call]
    return [
        f"  %work = call ptr @malloc(i64 {size})", "  %nothing = icmp eq ptr %work, null",
        "  br i1 %nothing, label %refuse, label %enough", "enough:", *call, "  call void @free(ptr %work)",
    ]  # fmt: skip


_FORMS: dict[str, Callable[[EntryPoint, ObjectText], tuple[str, str, Any, str]]] = {
    "arrays": _arrays, "casadi": _casadi, "logp": _logp, "quad": _quad,
}  # fmt: skip
