"""Kernels: compiles the forward and partials of an elementwise op, for each dtype, from its record.

========  =======================================================================================
entry     what it does
========  =======================================================================================
forward   ``out[i] = f(a[i], b[i], c[i])`` for n lanes, n a positive multiple of `lane.WIDTH`
bar_k     ``bar[i] = g[i] * partial_k`` or ``bar[i] += ...``, n lanes; argument k's adjoint
scalar    ``*out = f(*a, *b, *c)``
reverse   all adjoints of one scalar
========  =======================================================================================

Absolute zero: where ``g[i]`` or the partial is 0 the contribution is exactly 0, whatever the other one is.

A kernel reads only the arguments that its rule names. `uses` packs these names for the sweeps, four bits for each
argument's partial: 1 for out, 2, 4, 8 for a, b, c.

Tests: tests/machine/test_single.py
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.lazy_imports import modules_later
from tapegrad.machine import cache, compiler
from tapegrad.machine.lane import ATTRIBUTES, WIDTH, Body, Emitter, Lane, contribution
from tapegrad.machine.layout import BAR, COLUMNS, FORWARD, REVERSE, SCALAR, USES

if TYPE_CHECKING:
    from tapegrad.machine import rule_text
else:  # which kernels that are compiled need
    (rule_text,) = modules_later("tapegrad.machine.rule_text")

MAX_OPS = 1024

DTYPES = ("f8", "f4")
_STORED = {"f8": "double", "f4": "float"}


class Rule(Protocol):
    """What this module reads of an op's record."""

    code: int
    name: str
    arguments: tuple[str, ...]
    partials: dict[str, Callable[..., Any]]
    reads: dict[str, tuple[str, ...]]
    external: bool
    exact: bool
    single: Callable[..., Any] | None

    @property
    def forward(self) -> Callable[..., Any]: ...

    def __hash__(self) -> int: ...


tables = {dtype: np.zeros((MAX_OPS, COLUMNS), np.int64) for dtype in DTYPES}
_loaded: set[tuple[str, str]] = set()


def load(rule: Rule, dtype: str) -> None:
    """Make the kernels of `rule` for `dtype` ('f8' or 'f4') callable, compiling them if need be."""
    if (rule.name, dtype) in _loaded:
        return
    unit = f"{rule.name}_{dtype}"
    engine = cache.engine()
    # The cache key covers the sources of this package; an op from elsewhere is known by its code.
    is_ours = rule.forward.__module__.startswith("tapegrad.") and not rule.external
    salt = "" if is_ours else module_text(rule, dtype)
    engine.load(unit, lambda: module_text(rule, dtype), salt, compiler.level(True))
    row = np.zeros(COLUMNS, np.int64)
    for column, entry in (FORWARD, "forward"), (SCALAR, "scalar"), (REVERSE, "reverse"):
        row[column] = engine.address(f"{unit}_{entry}")
    names = ("out", *rule.arguments)
    for k, argument in enumerate(rule.arguments):
        if argument in rule.partials:
            row[BAR + k] = engine.address(f"{unit}_bar_{k}")
            row[USES] |= sum(1 << names.index(p) for p in rule.reads[argument]) << (4 * k)
    tables[dtype][rule.code] = row  # at once: another thread takes a row that has begun for a whole one
    _loaded.add((rule.name, dtype))


_FORWARD = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 4, ctypes.c_int64)


def evaluate(rule: Rule, *args: Any) -> np.ndarray:
    """Return the op's values on numbers and arrays, by its kernel: float32 if NumPy's promotion says so, else
    float64."""
    dtype = "f4" if np.result_type(*args).str[1:] in ("f2", "f4") else "f8"
    load(rule, dtype)
    shape = np.broadcast_shapes(*map(np.shape, args))
    n = math.prod(shape)
    rows = np.empty((len(_LETTERS) + 1, -(-n // WIDTH) * WIDTH), dtype)
    if n:
        for row, x in zip(rows[1:], args, strict=False):
            row[:n] = np.broadcast_to(x, shape).reshape(-1)
            row[n:] = row[n - 1]
        _FORWARD(int(tables[dtype][rule.code, FORWARD]))(*[row.ctypes.data for row in rows], rows.shape[1])
    return rows[0, :n].reshape(shape)


def module_text(rule: Rule, dtype: str) -> str:
    """Return LLVM text of all kernels of one op."""
    try:
        return _module_text(rule, dtype)
    except ArgumentError as error:
        error.add_note(f"In the op {rule.name}.")
        raise


def _module_text(rule: Rule, dtype: str) -> str:
    unit, declarations = f"@{rule.name}_{dtype}", set[str]()
    forward, reverse = partial(forward_body, rule), partial(reverse_body, rule)
    functions = [
        _loop(f"{unit}_forward({RESULT}, i64 %n)", dtype, forward, declarations),
        _function(f"{unit}_scalar({RESULT})", dtype, forward, declarations),
        _function(f"{unit}_reverse({ADJOINTS})", dtype, reverse, declarations),
    ]
    for k, argument in enumerate(rule.arguments):
        if argument in rule.partials:
            signature = f"{unit}_bar_{k}(ptr %bar, ptr %g, {RESULT}, i64 %n, i64 %add)"
            functions.append(_loop(signature, dtype, partial(_bar_body, rule, argument), declarations))
    return "\n".join([*sorted(declarations), *functions])


class Memory:
    """Loads and stores between memory of one dtype and lanes of doubles."""

    def __init__(self, emitter: Emitter, dtype: str) -> None:
        self.emitter, self.element = emitter, _STORED[dtype]
        self.vector = self.element if emitter.width == 1 else f"<{emitter.width} x {self.element}>"
        self.align = 8 if dtype == "f8" else 4

    def _pointer(self, base: str, index: str | None) -> str:
        if index is None:
            return base
        return self.emitter.emit(f"getelementptr {self.element}, ptr {base}, i64 {index}", "f").name

    def load(self, base: str, index: str | None = None) -> Lane:
        e = self.emitter
        value = e.emit(f"load {self.vector}, ptr {self._pointer(base, index)}, align {self.align}", "f")
        if self.element == "float":
            value = e.emit(f"fpext {self.vector} {value.name} to {e.type('f')}", "f")
        return value

    def store(self, value: Lane, base: str, index: str | None = None) -> None:
        e = self.emitter
        value = e.result(value)
        if self.element == "float":
            value = e.emit(f"fptrunc {e.type('f')} {value.name} to {self.vector}", "f")
        pointer = self._pointer(base, index)
        e.lines.append(f"  store {self.vector} {value.name}, ptr {pointer}, align {self.align}")


_Body = Callable[[Memory, str | None], None]  # writes code for what lies at an index of the pointers, or at them
_LETTERS = ("%a", "%b", "%c")
RESULT = "ptr %out, ptr %a, ptr %b, ptr %c"
ADJOINTS = f"ptr %abar, ptr %bbar, ptr %cbar, ptr %g, {RESULT}"


def _function(signature: str, dtype: str, body: _Body, declarations: set[str]) -> str:
    """Return a function that runs `body` once."""
    e = Emitter(1, Body(declarations=declarations))
    body(Memory(e, dtype), None)
    return "\n".join([f"define void {signature} {ATTRIBUTES} {{", "entry:", *e.lines, "  ret void", "}"])


def _loop(signature: str, dtype: str, body: _Body, declarations: set[str]) -> str:
    """Return a function that runs `body` at index %i for i = 0, step, ... below %n.

    The step is `WIDTH`, or 1 if the body calls the C library for every lane.
    """
    for width in (WIDTH, 1):
        e = Emitter(width, Body(declarations=declarations, block="loop"))
        body(Memory(e, dtype), "%i")
        if not e.scalar_calls:
            break
    return "\n".join([
        f"define void {signature} {ATTRIBUTES} {{", "entry:", "  br label %loop", "loop:",
        f"  %i = phi i64 [ 0, %entry ], [ %next, %{e.body.block} ]", *e.lines,
        f"  %next = add i64 %i, {e.width}", "  %more = icmp slt i64 %next, %n",
        "  br i1 %more, label %loop, label %done", "done:", "  ret void", "}",
    ])  # fmt: skip


def forward_body(rule: Rule, memory: Memory, index: str | None) -> None:
    """Write the op's result to %out."""
    args = [memory.load(p, index) for p, _ in zip(_LETTERS, rule.arguments, strict=False)]
    memory.store(rule_text.evaluated(rule, args, memory.element == "float"), "%out", index)


def _contribution(rule: Rule, argument: str, memory: Memory, index: str | None, g: Lane) -> Lane:
    """Return what an argument's adjoint gets, its partial's operands loaded from %out, %a, %b or %c."""
    where = dict(zip(rule.arguments, _LETTERS, strict=False)) | {"out": "%out"}
    return contribution(g, rule.partials[argument](**{p: memory.load(where[p], index) for p in rule.reads[argument]}))


def _bar_body(rule: Rule, argument: str, memory: Memory, index: str | None) -> None:
    """Write a contribution to %bar, or add it if %add says so."""
    e = memory.emitter
    value = _contribution(rule, argument, memory, index, memory.load("%g", index))
    # the first contribution is added to 0.0, as in the scalar executor: -0.0 becomes 0.0 in both
    old, zero = memory.load("%bar", index), e.float(0.0)
    e.lines.append("  %adds = icmp ne i64 %add, 0")
    old = e.emit(f"select i1 %adds, {e.type('f')} {old.name}, {e.type('f')} {zero.name}", "f")
    memory.store(old + value, "%bar", index)


def reverse_body(rule: Rule, memory: Memory, index: str | None) -> None:
    """Add the contributions to %abar, %bbar, %cbar; the partials are all read before the first write."""
    g = memory.load("%g", index)
    values = [
        (f"{letter}bar", _contribution(rule, argument, memory, index, g))
        for letter, argument in zip(_LETTERS, rule.arguments, strict=False)
        if argument in rule.partials
    ]
    for pointer, value in values:
        memory.store(memory.load(pointer, index) + value, pointer, index)
