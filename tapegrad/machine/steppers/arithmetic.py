"""Arithmetic of floats in the language of `tapegrad.machine.translate`: roots, powers, neighbours, calls of programs.

Tests: tests/integrate/test_steppers.py
"""

from __future__ import annotations

from typing import Any

from tapegrad.machine.language import DOUBLE, INT, External, Intrinsic, compiled


def _unary(name: str) -> Intrinsic:
    """Return a function of LLVM's, of one float."""
    function = External(f"llvm.{name}.f64", DOUBLE, (DOUBLE,))

    def write(f: Any, x: Any) -> Any:
        f.module.declarations[function.name] = f"declare double @{function.name}(double) nounwind"
        return f.called(f"@{function.name}", DOUBLE, [f.value(x, DOUBLE)])

    return Intrinsic(write)


def _call_program(f: Any, address: Any, inputs: Any, outputs: Any, work: Any) -> Any:
    return f.called(f.pointer(address, 0, 1), INT, [f.value(a, INT) for a in (inputs, outputs, work)])


def _call_poll(f: Any, address: Any, stopped: Any) -> Any:
    return f.called(f.pointer(address, 0, 1), INT, [f.value(stopped, INT)])


absolute, root = _unary("fabs"), _unary("sqrt")
power = External("pow", DOUBLE, (DOUBLE, DOUBLE))
bits_of = Intrinsic(lambda f, x: f.emit(f"bitcast double {f.value(x, DOUBLE).name} to i64", INT))
float_of = Intrinsic(lambda f, word: f.emit(f"bitcast i64 {f.value(word, INT).name} to double", DOUBLE))
call_program = Intrinsic(_call_program)  # (code, inputs, outputs, work): a program; gives its status
call_poll = Intrinsic(_call_poll)  # (address, whether to stop): whether a signal handler raised


@compiled
def smaller(a, b):
    """Return the lesser of two numbers as Python's `min` does, where one is NaN too."""
    return b if b < a else a


@compiled
def larger(a, b):
    return b if b > a else a


@compiled
def spacing(t, direction):
    """Return the distance of a float from the next one in a direction."""
    size = absolute(t)
    word = bits_of(size)
    outwards = 1 if t == 0.0 else 1 if (t > 0.0) == (direction > 0.0) else 0
    return absolute(float_of(word + 1 if outwards else word - 1) - size)
