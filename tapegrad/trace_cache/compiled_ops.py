"""Compiled ops: machine code of a single op that is called often, which computes its value at once, without a run.

Of calls that may fail it says whether they do, so that they are recorded lazily, behind what came before, with their
results as operands.

Invariant: it has the bits that a run gives, or else is not asked for (`prompt` in `tapegrad.ops.kinds.kind`).

Tests: tests/trace_cache/test_compiled.py
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.ir.forms import Form, form_of
from tapegrad.machine import pool
from tapegrad.machine.dtypes import F4, F8, I8
from tapegrad.named_tuples import NamedTuple
from tapegrad.ops.known_results import with_results
from tapegrad.ops.runtime import Tensor, runtime
from tapegrad.record.modes import current
from tapegrad.record.recording import check_thread, home, tape
from tapegrad.trace_cache.keys import with_static
from tapegrad.trace_cache.thresholds import CALLS_OF_AN_OP, OP_CODES, SMALL, settings

if TYPE_CHECKING:
    from tapegrad.ops.declare import Elementwise


class _Memory(threading.local):
    """This thread's memory that machine code works in."""

    def __init__(self) -> None:
        self.work = pool.aligned(0)


_memory = _Memory()
_codes: dict[tuple[Any, ...], Any] = {}  # or how often there was none; None where there is to be none


class CompiledOp:
    """The machine code of an op for operands of certain forms.

    Attributes
    ----------
    forms : list of Form
        Those of the results.
    """

    __slots__ = ("_executable", "forms")

    def __init__(self, executable: Any, forms: list[Form]) -> None:
        self._executable, self.forms = executable, forms

    def __call__(self, values: list[np.ndarray]) -> list[np.ndarray] | None:
        """Return the results for arrays; None if the op fails on them, or an array does not lie in C order."""
        executable, work = self._executable, _memory.work
        if work.nbytes < executable.work:
            work = _memory.work = pool.aligned(executable.work)
        out = [np.empty(form.shape, form.lane or form.dtype) for form in self.forms]
        return None if executable.entry(executable.constants, work, values, (), out) else out


def is_real(form: Form) -> bool:
    """Tell whether elements are floating-point numbers, computed with in their own dtype."""
    return (form.lane is F8 or form.lane is F4) and form.dtype is form.lane


def is_taken(dtype: np.dtype[Any], op: Any) -> bool:
    """Tell whether machine code of an op takes operands of a dtype at once: float64, and its positions."""
    return dtype is F8 or (dtype is I8 and bool(op.integers))


def code_of(
    op: Elementwise, forms: tuple[Form, ...], static: tuple[Any, ...] = (), parameters: dict[str, Any] | None = None
) -> CompiledOp | None:
    """Return the machine code of an op for operands of these forms; None if there is none (yet).

    The static parameters are given as what is looked up, and as what they are.
    """
    if not settings.on:
        return None
    key = op, forms, static
    code = _codes.get(key, 0)
    if code.__class__ is not int:
        return code
    if len(_codes) >= OP_CODES:
        _codes.clear()
    if code < CALLS_OF_AN_OP:
        _codes[key] = code + 1
        return None
    executable = None
    if all(is_real(form) or is_taken(form.dtype, op) for form in forms):
        executable = runtime.autograd.compile_sweep.of_op(op, forms, parameters or {})  # the module is loaded with it
    _codes[key] = compiled_op = None if executable is None else CompiledOp(*executable)
    return compiled_op


def forget() -> None:
    """Forget the machine code of all ops."""
    _codes.clear()


def _on_arrays(op: Any, args: Sequence[Any], static: dict[str, Any]) -> Any:
    """Run an op on arrays by its machine code; None if Python's function must be called."""
    forms = []
    for a in args:
        if a.__class__ is not np.ndarray or a.size > SMALL or not a.flags.c_contiguous:
            return None
        if a.dtype is not F8 and not is_taken(a.dtype, op):
            return None
        forms.append(form_of(a.shape, a.dtype))
    parameters = with_static([], static) if static else ()
    if parameters is None:
        return None
    code = code_of(op, (*forms,), parameters, static)
    out = None if code is None else code([*args])
    return out if out is None or op.several else out[0]


class Lazily(NamedTuple):
    """What is recorded of a call that does not fail.

    Attributes
    ----------
    op : ArrayOp
        The op itself, or the one that has its results among its operands.
    args : sequence of Tensors
    forms : list of Form
        Those of the results.
    """

    op: Any
    args: Sequence[Any]
    forms: list[Form]


def at_once(op: Any, args: Sequence[Any], static: dict[str, Any]) -> Any:
    """Return the result of an op as a Tensor, computed at once, if it needs no gradient; several as a tuple.

    If it needs one, or reads what is pending, but does not fail, what is to be recorded. None if nothing is known of
    it, as there is no machine code (yet).
    """
    modes = current()
    if not modes.plain:
        return None
    cls = runtime.tensor
    forms = []
    needed = unknown = spared = False
    for a in args:
        if a.__class__ is not cls:
            return None
        family = a._family
        form, run = family.form, family.run
        if form.dtype is not F8 and not is_taken(form.dtype, op):
            return None
        if form.size > SMALL or (run is not None and run.backing.traced):
            return None
        forms.append(form)
        needed = needed or family.requires_grad
        if run is not None:
            check_thread(a)
            unknown = unknown or _pending(a)
    needed = needed and modes.grad_enabled and not op.stops
    if (needed or (unknown and not op.stops)) and not op.may_fail:
        return None
    parameters = with_static([], static) if static else ()
    code = _codes.get((op, (*forms,), parameters))
    if code.__class__ is not CompiledOp:
        return None
    values = []
    for a, name in zip(args, op.arguments, strict=True):
        if name in op.harmless and _pending(a):
            spared = True  # whatever it is, the op fails or does not
            values.append(np.zeros(a.shape))
        else:
            values.append(np.ascontiguousarray(_value(a)))
    out = code(values)
    if out is None:
        return None
    if spared:
        return Lazily(op, args, code.forms)
    if needed:
        return Lazily(with_results(op, len(out)), (*args, *map(runtime.from_array, out)), code.forms)
    return tuple(map(runtime.from_array, out)) if op.several else runtime.from_array(out[0])


def _pending(x: Tensor) -> bool:
    """Tell whether a Tensor is a result of the open run."""
    pending = tape.pending
    return pending is not None and x._family.run is pending.run and home(x)[0].run is pending.run


def _value(x: Any) -> np.ndarray:
    """Return a Tensor's value, which is computed with further: its run may be swept later, by a program."""
    if _pending(x):
        runtime.autograd.compiled_sweep.settle()
    value: np.ndarray = x._array()
    return value


def _computed(op: Any, x: Any, **static: Any) -> Any:
    """Return the result of an op of an operand without gradient, computed at once; recorded if it is observed."""
    if not (op.stops or current().plain):
        return op(x, **static)
    if op.kind.prompt and (t := at_once(op, (x,), static)) is not None:
        return t
    out = op.on_arrays([_value(x)], static)
    return tuple(map(runtime.from_array, out)) if op.several else runtime.from_array(out)


runtime.computed = _computed
runtime.on_arrays = _on_arrays
