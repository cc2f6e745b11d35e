"""Array ops on integers: beside numbers, or as what is moved and computed in a recording.

Integers are computed at once by NumPy, but for what a recording has as data, and for positions: eager code records what
reads there, once it is known that the axes have them.

Tests: tests/replay/test_integer_data.py
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tapegrad.errors import unordered
from tapegrad.ir.forms import Form, form_of
from tapegrad.machine.dtypes import BOOL, F8, I8, NUMBERS
from tapegrad.ops import complete, declare
from tapegrad.ops.declare import ArrayOp, Constant
from tapegrad.ops.gather_scatter import are_within, offsets
from tapegrad.ops.runtime import runtime
from tapegrad.ops.shape_ops import astype
from tapegrad.record.append import record
from tapegrad.record.calls import user_line
from tapegrad.record.instructions import decoded
from tapegrad.record.recording import home, tape
from tapegrad.record.shape_inference import run_at_once, shape_of_result

_SCALARS = (float, int, bool, complex)


def numbers(t: Any, lane: np.dtype[Any]) -> Any:
    """Return numbers in the lanes of another dtype, in the recording of a function; no derivative passes."""
    return record(astype, [t], lane, form_of(t.shape, lane), {"dtype": lane, "source": t.dtype})


def operands_of(args: tuple[Any, ...], function: str) -> list[Any]:
    """Return arguments as Tensors and Python numbers."""
    cls = runtime.tensor
    return [a if a.__class__ is cls or type(a) in _SCALARS else runtime.as_tensor(a, function) for a in args]


def differs(x: Any) -> bool:
    """Tell whether it is a Tensor that stands for other values in other replays of the recording that it belongs to."""
    run = x._family.run if x.__class__ is runtime.tensor else None
    return run is not None and run.backing.traced and run.backing.strict and run.backing.varies(x._i)


def with_integers(op: ArrayOp, args: tuple[Any, ...], static: dict[str, Any]) -> Any:
    """Record an op of integers beside numbers, or whose result are integers."""
    operands: list[Any] = operands_of(args, op.shown)
    cls = runtime.tensor
    operands = [a if a.__class__ is cls else runtime.from_array(np.asarray(a)) for a in operands]
    if not op.takes_complex and any(a.dtype.kind == "c" for a in operands):
        raise unordered(op.shown)
    pending = tape.pending
    traced = pending is not None and pending.traced
    in_bounds = not traced and _are_within(op, operands, static, pending)
    if isinstance(op, Constant) and not in_bounds and not any(map(differs, operands)):
        return runtime.from_array(run_at_once(op, [a._decided() for a in operands], static))
    names = op.arguments if not op.variadic else op.arguments * len(operands)
    free = [k for k, name in enumerate(names) if name not in op.integers]
    if free and not isinstance(op, Constant):
        dtype = np.result_type(*[operands[k].dtype for k in free])
        for k in free:
            if operands[k].dtype != dtype:
                operands[k] = operands[k].astype(dtype)
    form = _form_of_result(op, operands, static, free)
    if in_bounds:
        return record(op, operands, form.lane, form, static)
    fails = not traced and bool(op.may_fail or op.bounds)
    if fails:
        tape.flush()
    t = record(op, operands, form.lane, form, static, fails)
    if op.may_fail and traced:
        assert pending is not None
        pending.origins[t._i] = user_line()
    return t


def _are_within(op: ArrayOp, operands: list[Any], static: dict[str, Any], pending: Any) -> bool:
    """Tell whether the integers among operands are known to be positions, on which an op cannot fail."""
    if op.bounds is None:
        return False
    for a, length in zip(operands, op.bounds(*[a.shape for a in operands], **static), strict=True):
        if length is None:
            continue
        family, i = home(a)
        if family.form.dtype is not I8:
            return False
        if family.run is None:
            within = are_within(a._node.array, length)
        else:
            is_open = pending is not None and family.run is pending.run
            what = decoded(pending.instructions[i], pending.calls) if is_open else None
            within = what is not None and what[0] is offsets and math.prod(what[2]["lengths"]) <= length
        if not within:
            return False
    return True


def moved_by(op: ArrayOp, operands: list[Any], static: dict[str, Any]) -> Any:
    """Record an op that moves elements, of several arrays of integers or truth values; None for other dtypes."""
    cls = runtime.tensor
    dtype = np.result_type(*[a.dtype if a.__class__ is cls else a for a in operands])
    if dtype == BOOL:
        parts = [(a if a.__class__ is cls else runtime.from_array(np.asarray(a))).astype(F8) for a in operands]
        return op(*parts, **static) != 0.0
    if dtype.kind not in "iu":
        return None
    arrays = [a if a.__class__ is cls else runtime.from_array(np.asarray(a, dtype)) for a in operands]
    arrays = [numbers(a, dtype) if a.dtype != dtype else a for a in arrays]
    form = form_of(shape_of_result(op, [a._family.form for a in arrays], static), dtype)
    return record(op, arrays, None, form, static)


def exactly(op: ArrayOp, operands: list[Any], static: dict[str, Any]) -> Any:
    """Record an array op on integers by the op that does the same exactly; None where there is none."""
    complete("numpy")
    exact = declare.by_name.get(f"integer_{op.name}")
    cls = runtime.tensor
    dtype = np.result_type(*[a.dtype if a.__class__ is cls else a for a in operands])
    if exact is not None and dtype == BOOL:
        shapes = [a.shape if a.__class__ is cls else np.shape(a) for a in operands]
        if np.asarray(op.forward(*[np.ones(shape, bool) for shape in shapes], **static)).dtype == BOOL:
            return op(*[numbers(runtime.as_tensor(a), F8) for a in operands], **static) != 0.0
    if exact is None or dtype.kind not in "iu":
        return None
    arrays = [a if a.__class__ is cls else runtime.from_array(np.asarray(a, dtype)) for a in operands]
    return exact(*[numbers(a, dtype) if a.dtype != dtype else a for a in arrays], dtype=dtype, **static)


def _form_of_result(op: ArrayOp, operands: list[Any], static: dict[str, Any], free: list[int]) -> Form:
    forms = [a._family.form for a in operands]
    shape = shape_of_result(op, forms, static)
    dtype = op.kind.dtype(static)
    if dtype is None and (isinstance(op, Constant) or not free):
        stand_ins = [np.broadcast_to(np.ones((), f.dtype), f.shape) for f in forms]
        dtype = np.asarray(op.forward(*stand_ins, **static)).dtype
    elif dtype is None:
        return form_of(shape, forms[free[0]].dtype, forms[free[0]].lane)
    return form_of(shape, NUMBERS.get(dtype, dtype))


runtime.numbers = numbers
runtime.differs = differs
