"""Application of an op to operands: decides the dtype, the type of the result, and who computes it.

Tensors and plain data come in. Floating-point and complex numbers are recorded, in one dtype, by
`tapegrad.record.recording`; integers and truth values NumPy computes at once.

Tests: tests/trace_cache/test_records.py, tests/replay/test_indices.py
"""

from __future__ import annotations

from _thread import get_ident
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.errors import ArgumentError, DtypeError, ShapeError, unordered
from tapegrad.ir.forms import FLOAT, INT, Form, broadcast, form_of
from tapegrad.ir.program import Program
from tapegrad.lazy_imports import modules_later
from tapegrad.machine.dtypes import BOOL, F4, F8, NUMBERS, PARTS
from tapegrad.machine.layout import PICK, SUM
from tapegrad.ops import complete, declare, dispatch_tables
from tapegrad.ops.complex_numbers import named_pointwise
from tapegrad.ops.declare import ArrayOp, Constant, Elementwise
from tapegrad.ops.runtime import runtime
from tapegrad.ops.shape_ops import astype
from tapegrad.record.append import record, record_several
from tapegrad.record.calls import called, read_only, user_line
from tapegrad.record.element_reads import pick_element
from tapegrad.record.integer_ops import differs, exactly, moved_by, numbers, operands_of, with_integers
from tapegrad.record.modes import current
from tapegrad.record.recording import tape
from tapegrad.record.shape_inference import forms_of_results, run_at_once, shape_of_all, shape_of_result
from tapegrad.trace_cache.compiled_ops import Lazily, at_once, is_taken
from tapegrad.trace_cache.tree import begin_along, follow

if TYPE_CHECKING:
    from tapegrad.ops import integers
else:  # which recordings need
    (integers,) = modules_later("tapegrad.ops.integers")

_SCALARS = (float, int, bool, complex)
_WEAK: dict[Form, Any] = {INT: 0, FLOAT: 0.0}


def _converted(x: Any, lane: np.dtype[Any], mask: bool = False) -> Any:
    """Return an operand that `_place` takes: in the lane dtype, or truth values in that dtype's lanes."""
    if x.__class__ is not runtime.tensor:
        return x
    form = x._family.form
    if form.lane is lane:
        return x
    if x.traced and form.dtype.kind != "f":
        return numbers(_mask(x) if mask and form.dtype.kind == "c" else x, lane)
    if form.dtype == BOOL or (mask and form.dtype.kind != "f"):
        return runtime.from_array((x._array() != 0).astype(lane), BOOL)
    if form.lane is None:
        return runtime.from_array(x._array().astype(lane))

    return astype(x, dtype=lane, source=form.lane)


# ------------------------------------------------------------------------------------------------- ops


_meanings: dict[tuple[Any, ...], tuple[Any, Any]] = {}


def _meaning(op: Elementwise, key: tuple[Any, ...]) -> tuple[Any, Any]:
    """Return the lane dtype in which an elementwise op runs and the form of its result; (None, None) where NumPy must
    do it.

    `key` holds the op, then the form of each Tensor and the type of each Python number.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """
    if op.lacks:
        declare.incomplete.add(op.code)
    operands = [k if isinstance(k, Form) else k() for k in key[1:]]
    dtypes = [
        0 if k is INT else 0.0 if k is FLOAT else k.dtype if isinstance(k, Form) else k
        for k, p in zip(operands, op.arguments, strict=True)
        if p not in op.masks
    ]
    dtype = np.result_type(*dtypes)
    if dtype == F4 and op.resolve is not None:
        dtype = op.resolve(*dtypes)
    if op.boolean and dtype == F8 and all(getattr(d, "kind", "") in ("i", "u") for d in dtypes):
        return None, None  # uint64 beside signed integers, which NumPy compares exactly
    lane = F8 if dtype == F8 else F4 if dtype == F4 or dtype == np.float16 else None
    if lane is None and dtype == BOOL and op.boolean and all(isinstance(k, Form) for k in operands):
        lane = operands[0].lane
    if lane is None:
        return None, None
    shape: tuple[int, ...] = ()
    try:
        for k in operands:
            if isinstance(k, Form):
                shape = broadcast(form_of(shape, lane), k)
    except ValueError:
        shapes = " and ".join(str(k.shape) if isinstance(k, Form) else "()" for k in operands)
        raise ShapeError(f"{op.shown}: shapes {shapes} do not broadcast.") from None
    return lane, form_of(shape, BOOL, lane) if op.boolean else form_of(shape, lane)


def unary(op: Elementwise, x: Any) -> Any:
    """Record an elementwise op of one Tensor, or compute it at once; fast where the result's family is known."""
    if tape._open.pending is None and (t := runtime.prompt(op, x)) is not None:
        return t
    family = x._family.out
    if family is None or not op.simple or family.modes is not current() or family.owner != get_ident():
        return elementwise(op, (x,))
    t = runtime.tensor()
    t._family = family
    instructions = family.instructions
    t._i = i = len(instructions)
    t._instruction = rec = (op.code, family.id, x._i)
    instructions.append(rec)
    if i >= family.limit:
        tape.flush()
    return t


known: set[type] = {float, int}  # operands that paths know, and Tensors


def elementwise(op: Elementwise, args: tuple[Any, ...]) -> Any:
    """Record an elementwise op."""
    if len(args) != len(op.arguments):
        if op.reference is np.where and len(args) == 1:
            complete("numpy")
            return dispatch_tables.functions[np.nonzero](runtime.as_tensor(args[0]))
        raise ArgumentError(f"{op.shown}: expected {len(op.arguments)} arguments, got {len(args)}.")
    pending = tape._open.pending
    if pending is None or not pending.traced:
        for a in args:
            if a.__class__ not in known:
                args = simpler(op, args)
                break
    if pending is None:
        t = runtime.prompt(op, *args) if len(args) == 3 else None
        t = begin_along(op, args) if t is None else t
    else:
        t = None if pending.node is None else follow(pending, op, args)
    if t is not None:
        return t
    cls = runtime.tensor
    operands = []
    key: list[Any] = [op]
    for a in args:
        if a.__class__ is not cls:
            if type(a) in _SCALARS:
                operands.append(a)
                key.append(a.__class__)
                continue
            a = runtime.as_tensor(a, op.shown)
        operands.append(a)
        key.append(a._family.form)
    meaning = _meanings.get(tuple(key))
    if meaning is None:
        if len(_meanings) > 65536:
            _meanings.clear()
        meaning = _meanings[tuple(key)] = _meaning(op, tuple(key))
    lane, form = meaning
    if form is None:
        return _plain(op, operands)
    for k, a in enumerate(operands):  # before anything is placed: a conversion may flush
        if a.__class__ is cls and a._family.form.lane is not lane:
            operands[k] = _converted(a, lane, op.arguments[k] in op.masks)
    return record(op, operands, lane, form)


def simpler(op: Elementwise, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return operands as paths know them: arrays are Tensors, and NumPy's numbers are floats where all is float64."""
    cls = runtime.tensor
    values = [
        a for a, argument in zip(args, op.arguments, strict=True) if a.__class__ is cls and argument not in op.masks
    ]
    wide = bool(values) and all(t._family.form.dtype is F8 for t in values)
    operands = []
    for a, argument in zip(args, op.arguments, strict=True):
        if isinstance(a, np.ndarray):
            if wide and a.dtype.kind in "iub" and argument not in op.masks:
                a = runtime.from_array(a.astype(F8))
            else:
                a = runtime.as_tensor(a, op.shown)
        elif wide and isinstance(a, np.number) and a.dtype.kind in "iuf" and a.dtype.itemsize <= 8:
            a = float(a)
        operands.append(a)
    return tuple(operands)


def _plain(op: Elementwise, operands: list[Any]) -> Any:
    """Return an op on integers or truth values only: NumPy computes it at once; so it does comparisons of complex
    numbers."""
    cls = runtime.tensor
    if any(a.dtype.kind == "c" if a.__class__ is cls else a.__class__ is complex for a in operands):
        if op.masks:
            masks = [p in op.masks for p in op.arguments]
            if any(m and a.__class__ is cls and a.dtype.kind == "c" for a, m in zip(operands, masks, strict=True)):
                return op(*[_mask(a) if m else a for a, m in zip(operands, masks, strict=True)])
        if op.on_complex is not None:
            return op.on_complex(*operands)
        if not op.takes_complex:
            raise unordered(op.shown)
        if not op.boolean or any(a.__class__ is cls and a.traced for a in operands):
            return _on_complex(op, operands)
    if any(a.__class__ is cls and a.traced for a in operands):
        varies = any(a.__class__ is cls and differs(a) for a in operands)
        whole = integers.on_integers(op.name, operands) if varies else None
        if whole is not None:
            return whole
        far = any(a.__class__ is int and not -(1 << 63) <= a < 1 << 63 for a in operands)  # no int64, and no float64
        ones: list[Any] = [
            1 if is_int(a) else np.ones((), a.dtype) if a.__class__ is cls else a.__class__(1) for a in operands
        ]
        with np.errstate(all="ignore"):
            dtype = np.asarray(op.reference(*ones)).dtype
        if dtype.kind == "f" or (op.boolean and not far):  # the numbers themselves are not needed
            lane = F4 if dtype.kind == "f" and dtype.itemsize < 8 else F8
            return elementwise(op, tuple(numbers(a, lane) if a.__class__ is cls else float(a) for a in operands))
        if all(is_int(a) for a in operands):
            return of_ints(op.reference, operands)
    values = [(int(a) if is_int(a) else a._decided()) if isinstance(a, cls) else a for a in operands]
    with np.errstate(all="ignore"):
        try:
            result = np.asarray(op.reference(*values))
        except ValueError:
            shape_of_all(op.shown, [np.shape(v) for v in values])
            raise
    if result.dtype == np.float16:  # which no Tensor has: computed in single precision, not rounded to half of it
        arrays = [np.asarray(v, F4) if isinstance(v, (np.ndarray, np.generic)) else float(v) for v in values]
        return elementwise(op, tuple(runtime.from_array(v) if isinstance(v, np.ndarray) else v for v in arrays))
    return runtime.from_array(result)


def dtype_of(x: Any) -> Any:
    """Return the dtype of an operand; for a number of Python's, which gives way to dtypes, a number of its class."""
    if x.__class__ is runtime.tensor:
        form = x._family.form
        return _WEAK.get(form, form.dtype)
    return type(x)() if type(x) in (int, float, complex) else x.dtype if hasattr(x, "dtype") else np.asarray(x).dtype


def gives_float(op: Elementwise, *operands: Any) -> bool:
    """Tell whether an operator on Python's numbers, or on slots that stand for such in a trace, gives a float."""
    cls = runtime.tensor
    forms = [a._family.form for a in operands if a.__class__ is cls]
    if FLOAT not in forms and not (INT in forms and op.name == "divide"):
        return False
    return all(a._family.form in _WEAK if a.__class__ is cls else a.__class__ in _SCALARS[:3] for a in operands)


def of_floats(op: Elementwise, operands: Any) -> Any:
    """Record an operator on floats of Python's: the result is one too, where it is no truth value."""
    if op.boolean:
        return elementwise(op, operands)
    cls = runtime.tensor
    return record(
        op, [numbers(a, F8) if a.__class__ is cls and a._family.form is INT else a for a in operands], F8, FLOAT
    )


def is_int(x: Any) -> bool:
    """Tell whether it is an int of Python's, or stands for one in a recording."""
    return x._family.form is INT if x.__class__ is runtime.tensor else x.__class__ is int or x.__class__ is bool


def of_ints(function: Callable[..., Any], operands: Any) -> Any:
    """Return a function of NumPy's of ints, computed by Python: exact, however large. What is read of a Tensor is
    guarded."""
    values = [int(a) for a in operands]
    try:
        return np.asarray(function(*[np.array(v, object) for v in values]), object).item()
    except (AttributeError, TypeError):  # a function that NumPy has for numbers of the machine's alone
        return function(*values).item()


def _on_complex(op: Elementwise, operands: list[Any]) -> Any:
    """Record an elementwise op of complex numbers, which is an array instruction."""
    cls = runtime.tensor
    masks = [argument in op.masks for argument in op.arguments]
    dtype = np.result_type(
        *[
            _WEAK.get(a._family.form, a.dtype) if a.__class__ is cls else a
            for a, mask in zip(operands, masks, strict=True)
            if not mask
        ]
    )
    shape = shape_of_all(op.name, [a.shape if a.__class__ is cls else () for a in operands])
    lane = NUMBERS[dtype]
    form = form_of(shape, BOOL, PARTS[lane]) if op.boolean else form_of(shape, lane)
    converted = [_mask(a) if mask else _number(a, lane) for a, mask in zip(operands, masks, strict=True)]
    return record(named_pointwise(op), converted, lane, form, {"op": op})


def _mask(x: Any) -> Any:
    """Return an operand that counts as truth values."""
    if x.__class__ is not runtime.tensor:
        return runtime.from_array(np.array(bool(x)))
    if x.dtype != BOOL and x.traced:
        return declare.by_name["not_equal"](x, 0)
    return x if x.dtype == BOOL else runtime.from_array(np.asarray(x._decided() != 0))


_SUMS = {F8: form_of((), F8), F4: form_of((), F4)}


def array(op: ArrayOp, args: tuple[Any, ...], static: dict[str, Any]) -> Any:
    """Record an op on whole arrays, or run it at once if it has no derivative."""
    if op.op_class == PICK:
        picked = pick_element(args[0], static["offset"])
        return picked if picked is not None else args[0].reshape(-1)[static["offset"]]
    if op.kind.prompt and (t := at_once(op, args, static)) is not None:
        return record(t.op, t.args, F8, t.forms[0], static) if t.__class__ is Lazily else t
    pending = tape._open.pending
    if op.may_fail and op.bounds is None and pending is not None and (t := _of_data(op, args, static)) is not None:
        return t
    if op.may_fail or op.bounds is not None:
        t = None  # what may fail is on no path before that is known, nor are positions before they are looked at
    elif pending is None:
        t = begin_along(op, args, static)
    else:
        t = None if pending.node is None else follow(pending, op, args, static)
    if t is not None:
        return t
    cls = runtime.tensor
    operands: Any = args
    lane: Any = None
    for a in args:
        if a.__class__ is not cls or (lane is not None and a._family.form.dtype is not lane):
            lane = None
            break
        lane = a._family.form.dtype
    if lane is F4 and not op.kind.single:
        return array(op, tuple(a.astype(F8) for a in args), static).astype(F4)
    if (lane is not F8 and lane is not F4) or isinstance(op, Constant):
        if op.integers or (isinstance(op, Constant) and any(map(differs, args))):
            return with_integers(op, args, static)
        lane, operands = _common(op, args)
        if lane is not None and lane.kind == "c":
            if not op.takes_complex:
                raise unordered(op.shown)
            if op.op_class == SUM:
                return declare.by_name["sum"](*operands, axes=tuple(range(operands[0].ndim)))
    if lane is None:
        (first, *rest) = operands
        if first.__class__ is cls and first.traced and not rest and op.kind.any_dtype and not op.stops:
            source = first._family.form
            form = form_of(shape_of_result(op, [source], static), source.dtype, source.lane)
            return record(op, operands, source.lane, form, static)
        if op.kind.any_dtype and not op.stops and any(map(differs, operands)):
            moved = moved_by(op, operands, static)
            if moved is not None:
                return moved
        if any(map(differs, operands)):
            result = exactly(op, operands, static)
            if result is not None:
                return result
        values = [a._decided() if a.__class__ is cls else a for a in operands]
        if op.guarded:
            values = [read_only(a) if isinstance(a, np.ndarray) else a for a in values]
        return runtime.from_array(run_at_once(op, values, static))
    if op.op_class == SUM:
        return record(op, operands, lane, _SUMS[lane])
    form = form_of(shape_of_result(op, [a._family.form for a in operands], static), static.get("dtype", lane))
    if not op.may_fail:
        return record(op, operands, form.lane, form, static)
    pending = tape.pending
    if pending is not None and pending.traced:
        t = record(op, operands, form.lane, form, static)
        pending.origins[t._i] = user_line()
        return t
    tape.flush()  # it may fail on values: then only it is lost
    return record(op, operands, form.lane, form, static, True)


def several(op: Any, args: tuple[Any, ...], static: dict[str, Any]) -> tuple[Any, ...]:
    """Record an op with several results."""
    if op.kind.prompt and (results := at_once(op, args, static)) is not None:
        if results.__class__ is Lazily:
            return (*record_several(results.op, results.args, F8, results.forms, static),)
        return results
    operands = operands_of(args, op.shown)
    if op.mixed:
        if "program" in static:
            forms = static["program"].input_forms
            operands = [_in_dtype(a, form, op) for a, form in zip(operands, forms, strict=True)]
        elif any(dtype_of(a).kind == "c" for a in operands) and any(isinstance(x, Program) for x in static.values()):
            raise unordered(op.shown)  # programs are of real numbers
        return _recorded_together(op, operands, F8, static)
    names = op.arguments if not op.variadic else op.arguments * len(operands)
    free = [k for k, name in enumerate(names) if name not in op.integers]
    lane, numbers = _common(op, tuple(operands[k] for k in free))
    if lane is None:
        lane, numbers = F8, [runtime.as_tensor(a).astype(F8) for a in numbers]
    if lane.kind == "c" and not op.takes_complex:
        raise unordered(op.shown)
    single = lane is F4 and not op.kind.single
    for k, a in zip(free, numbers, strict=True):
        operands[k] = a.astype(F8) if single else a
    if single:
        return tuple(t.astype(F4) if t.dtype is F8 else t for t in several(op, tuple(operands), static))
    return _recorded_together(op, operands, lane, static)


def _in_dtype(x: Any, form: Form, op: Any) -> Any:
    """Return an operand of a program in the dtype that it takes.

    Raises
    ------
    DtypeError
        If something of it would be lost.
    """
    x = runtime.as_tensor(x, op.shown)
    if x.dtype == form.dtype:
        return x
    if not np.can_cast(x.dtype, form.dtype, "same_kind"):
        raise DtypeError(f"{op.shown}: expected an operand of {form.dtype}, got {x.dtype}.")
    return x.astype(form.dtype)


def _recorded_together(op: Any, operands: list[Any], lane: np.dtype[Any], static: dict[str, Any]) -> tuple[Any, ...]:
    """Record an op with several results, whose operands are as it takes them."""
    pending = tape._open.pending
    traced = pending is not None and pending.traced
    results = forms_of_results(op, [a._family.form for a in operands], static, lane)
    if op.may_fail and not traced:
        tape.flush()  # it may fail on values: then only it is lost
    tensors = record_several(op, operands, lane, results, static, op.may_fail and not traced)
    if op.may_fail and traced:
        pending.origins[tensors[0]._i - 1] = user_line()
    return (*tensors,)


def _of_data(op: ArrayOp, args: tuple[Any, ...], static: dict[str, Any]) -> Any:
    """Compute an op that may fail, on data that needs no gradient, without ending the open run.

    None for other operands, and for what runs the user's code.
    """
    if op.kind.python or not current().plain:
        return None
    values = []
    for a in args:
        family = a._family if a.__class__ is runtime.tensor else None
        if family is None or family.run is not None or family.requires_grad or not is_taken(family.form.dtype, op):
            return None
        values.append(a._array())
    form = form_of(shape_of_result(op, [a._family.form for a in args], static), static.get("dtype", F8))
    return runtime.from_array(called(op, values, static, form, None))


def _common(op: ArrayOp, args: tuple[Any, ...]) -> tuple[Any, list[Any]]:
    """Return the lane dtype of an array op (None if NumPy runs it at once) and its operands in that dtype."""
    operands = operands_of(args, op.shown)
    cls = runtime.tensor
    lane = None
    if not isinstance(op, Constant):
        lanes = {
            _WEAK.get(a._family.form, a._family.form.dtype) if a.__class__ is cls else a.__class__() for a in operands
        }
        dtype = lanes.pop() if len(lanes) == 1 else np.result_type(*lanes)
        lane = NUMBERS.get(dtype)
    if lane is None:
        return None, operands
    return lane, [a if a.__class__ is cls and a._family.form.dtype is lane else _number(a, lane) for a in operands]


def _number(x: Any, lane: np.dtype[Any]) -> Any:
    """Return an operand of an array op in the lane dtype."""
    if x.__class__ is not runtime.tensor:
        return runtime.from_array(np.array(x, lane))
    if not x.traced and (x._family.form.dtype == BOOL or x._family.form.lane is None):
        return runtime.from_array(x._numpy().astype(lane))
    return _converted(x, lane)


runtime.unary = unary
runtime.elementwise = elementwise
runtime.array = array
runtime.several = several
runtime.is_int = is_int
runtime.dtype_of = dtype_of
