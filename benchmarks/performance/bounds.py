"""What one core of this machine can do: floating-point operations and bytes per second, and a call of Python.

Nothing here is tapegrad's but the text of a program, in which its operations are counted.
"""

from __future__ import annotations

import ctypes
import re
from functools import cache, partial
from typing import Any

import llvmlite.binding as llvm
import numpy as np

from benchmarks.replay import best
from tapegrad.codegen.function_writer import written

CHAINS = 12
"""Independent multiply-adds: more than two units with a latency of four cycles have under way."""

TURNS = 50_000

SHORT = 200
"""Rounds of a bound's measurement: so short that some are not interrupted, even if the machine is busy."""


def multiply_adds(width: int) -> str:
    """Write a loop of multiply-adds on vectors of some doubles, none of which waits for another of its turn."""
    vector = f"<{width} x double>"
    ones = ", ".join(["double 1.0"] * width)
    chains = range(CHAINS)
    phis = "\n".join(f"  %a{k} = phi {vector} [ <{ones}>, %entry ], [ %b{k}, %loop ]" for k in chains)
    turn = "\n".join(
        f"  %b{k} = call {vector} @llvm.fma.v{width}f64({vector} %a{k}, {vector} %x, {vector} %a{k})" for k in chains
    )
    total = "\n".join(f"  %s{k + 1} = fadd {vector} {f'%s{k}' if k else f'<{ones}>'}, %b{k}" for k in chains)
    return f"""
declare {vector} @llvm.fma.v{width}f64({vector}, {vector}, {vector})
define void @run(ptr %out, i64 %n) "prefer-vector-width"="512" {{
entry:
  %x = load {vector}, ptr %out, align 8
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
{phis}
{turn}
  %j = add i64 %i, 1
  %more = icmp slt i64 %j, %n
  br i1 %more, label %loop, label %done
done:
{total}
  store {vector} %s{CHAINS}, ptr %out, align 8
  ret void
}}"""


@cache
def flops_per_second(width: int | None = None) -> float:
    """Measure floating-point operations per second on vectors of a width, by default the machine's."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    features = llvm.get_host_cpu_features()
    width = width or (8 if features.get("avx512f") else 4 if features.get("avx2") else 2)
    target = llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=features.flatten(), opt=2
    )
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(multiply_adds(width)), target)
    engine.finalize_object()
    function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64)(engine.get_function_address("run"))
    out = np.zeros(width)
    seconds = best({"run": lambda: function(out.ctypes.data, TURNS)}, 1.0, SHORT)["run"]
    return 2.0 * CHAINS * width * TURNS / seconds


@cache
def seconds_to_copy(n: int) -> float:
    """Measure how long it takes to read n doubles and to write as many."""
    x, y = np.ones(n), np.ones(n)
    return best({"copy": partial(np.copyto, y, x)}, 0.5, SHORT)["copy"]


@cache
def seconds_to_call() -> float:
    """Measure a call of a Python function that does nothing."""

    def nothing() -> None:
        pass

    return best({"call": nothing}, 0.2, SHORT)["call"]


@cache
def seconds_to_add() -> float:
    """Measure NumPy's sum of two arrays of 16 elements."""
    x = np.ones(16)
    return best({"add": lambda: x + x}, 0.2, SHORT)["add"]


def flops_per_turn(compiled: Any, *args: Any) -> float:
    """Count, in a compiled function's text, the floating-point operations on one lane of its vector loops.

    A multiply-add is two. What stands in blocks for rare arguments, and the rest after the last whole turn, is not
    counted.
    """
    compiled(*args)
    text = written(compiled.tape(*args))[2]
    loops = re.findall(r"^loop(\w+):\n((?:(?!loop\w+:).*\n)*?)done\1:", text, re.MULTILINE)
    blocks = [block for _, loop in loops for block in re.split(r"^(?=\w+:)", loop, flags=re.MULTILINE)]
    usual = "\n".join(block for block in blocks if not block.startswith("rare"))
    single = len(re.findall(r"= f(?:add|sub|mul|div) (?:\w+ )*<8 x double>", usual))
    return single + 2 * len(re.findall(r"= call (?:\w+ )*<8 x double> @llvm\.fma\.", usual))
