"""The verifier: checks operands, parameters and result type of each instruction of a tape that comes from a file.

Whatever builds programs from data of others asks here, instruction by instruction; `tapegrad.ir.files` does.

Tests: tests/ir/test_files.py
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.errors import TapeFileError
from tapegrad.ir.forms import BOOL, F8, RESULTS, Form, form_of, result_forms
from tapegrad.ir.program import Program
from tapegrad.machine.dtypes import PARTS, WHOLE
from tapegrad.ops.declare import Complex, Elementwise
from tapegrad.ops.elementwise_ops import detached
from tapegrad.ops.index_paths import stand_in
from tapegrad.ops.kinds.move import indexed_shape

_STEPS = 64  # of a path
_TYPES: dict[Any, Callable[[Any], bool]] = {  # and what users may have given in their place
    "bool": lambda x: isinstance(x, (int, np.bool_)) and x in (0, 1),
    "int": lambda x: isinstance(x, (int, np.integer)) and not isinstance(x, bool),
    "float": lambda x: isinstance(x, (int, float, np.floating)),
}


def check(op: Any, operands: tuple[Form, ...], static: dict[str, Any], form: Form) -> None:
    """Check one instruction: operands, parameters and the form of the result.

    Raises
    ------
    Exception
        Of any kind, with the reason.
    """
    if RESULTS in operands:
        raise TapeFileError("an operand has several results, of which it names none")
    variadic = getattr(op, "variadic", False)
    if not operands or (len(operands) != len(op.arguments) and not variadic):
        raise TapeFileError(f"expected {len(op.arguments)} operands, got {len(operands)}")
    names: Sequence[str] = getattr(op, "parameters", ())
    if set(static) != set(names):
        raise TapeFileError(f"expected the parameters {', '.join(names) or 'none'}, got {', '.join(static) or 'none'}")
    if isinstance(op, Elementwise):
        shape = np.broadcast_shapes(*[f.shape for f in operands])
        lane = form.lane
        if lane is None or any(f.lane is not lane for f in operands):
            raise TapeFileError(f"operands {operands} do not fit a result {form}")
        if lane.kind == "c" and op is not detached:
            raise TapeFileError(f"expected real numbers, got {operands}")
        numbers = [f for f, argument in zip(operands, op.arguments, strict=True) if argument not in op.masks]
        if not op.boolean and all(f.dtype is BOOL for f in numbers):  # NumPy gives truth values, or refuses
            raise TapeFileError(f"expected numbers among the operands, got {operands}")
        expected = form_of(shape, BOOL if op.boolean else lane, lane)
    else:
        for name, value in static.items():
            declared = _declared(op).get(name)
            if declared and not _TYPES[declared](value):
                raise _wrong(f"{name} of type {declared}", value)
            if name in _PARAMETERS:
                _PARAMETERS[name](value, op, operands, form)
        if op.kind.python:
            raise TapeFileError("tape files do not hold this op")
        if not (op.takes_complex or (op.several and op.mixed)) and any(f.dtype.kind == "c" for f in operands):
            raise TapeFileError(f"expected real numbers, got {operands}")
        if op.several:
            check_several(op, operands, static)
            expected = RESULTS
        else:
            shape = op.kind.check(op, [f.shape for f in operands], static, form.shape)
            expected = form_of(shape, *_dtypes_of(op, operands, static))
    if expected is not form:
        raise TapeFileError(f"the result is {expected}, not {form}")


def check_several(op: Any, operands: tuple[Form, ...], static: dict[str, Any]) -> None:
    """Check the operands of an instruction with several results.

    Raises
    ------
    Exception
        Of any kind, with the reason.
    """
    if op.mixed:
        op.kind.check_program(op, operands, static)
    else:
        _dtypes_of(op, operands, static)
    _forms_of_results(op, operands, static)


def check_result(program: Program, operands: Sequence[int], static: dict[str, Any], form: Form) -> None:
    """Check one instruction that names a result of another one, which was checked.

    Raises
    ------
    TapeFileError
    """
    op = program.ops[operands[0]] if len(operands) == 1 else None
    if op is None or not op.several or [*static] != ["index"]:
        raise TapeFileError("expected the number of a result of an instruction that has several")
    operand_forms = [program.forms[s] for s in program.operands[operands[0]]]
    forms = _forms_of_results(op, operand_forms, program.statics[operands[0]])
    if type(static["index"]) is not int or not 0 <= static["index"] < len(forms):
        raise _wrong(f"a number below {len(forms)}", static["index"])
    if forms[static["index"]] is not form:
        raise TapeFileError(f"the result is {forms[static['index']]}, not {form}")


def _forms_of_results(op: Any, operands: Sequence[Form], static: dict[str, Any]) -> list[Form]:
    shapes = op.infer(*[f.shape for f in operands], **static)
    return result_forms(op, shapes, operands[0].dtype, static)


def _dtypes_of(
    op: Any, operands: tuple[Form, ...], static: dict[str, Any]
) -> tuple[np.dtype[Any], np.dtype[Any] | None]:
    """Return the dtype and lane dtype of an array op's result, and check those of its operands."""
    if op.integers:
        names = op.arguments * len(operands) if op.variadic else op.arguments
        whole = [name in op.integers for name in names]
        if any((f.lane is None) < integer for f, integer in zip(operands, whole, strict=True)):
            raise TapeFileError(f"expected integers among the operands {operands}")
        operands = tuple(f for f, integer in zip(operands, whole, strict=True) if not integer)
    dtype = op.kind.dtype(static)
    if "op" in static:
        return _pointwise_dtypes(static["op"], operands)
    if isinstance(op, Complex):
        operand = operands[0].dtype
        if dtype != (PARTS | WHOLE).get(operand) and (dtype is not None or operand.kind != "c"):
            raise TapeFileError(f"operands {operands} do not fit a result of {dtype or operand}")
    if dtype is not None:
        return dtype, None
    first = operands[0]
    if any((f.dtype, f.lane) != (first.dtype, first.lane) for f in operands):
        raise TapeFileError(f"the operands {operands} differ in their dtypes")
    if first.dtype is not first.lane and not op.kind.any_dtype:
        raise TapeFileError(f"expected floating-point numbers, got {first.dtype}")
    return first.dtype, first.lane


def _pointwise_dtypes(op: Any, operands: tuple[Form, ...]) -> tuple[np.dtype[Any], np.dtype[Any] | None]:
    """Return the same of an elementwise op on complex numbers."""
    masks = [argument in op.masks for argument in op.arguments]
    numbers = [form for form, mask in zip(operands, masks, strict=True) if not mask]
    dtype = numbers[0].dtype
    if any(form.dtype is not dtype for form in numbers) or dtype.kind != "c":
        raise TapeFileError(f"expected complex numbers of one dtype, got {numbers}")
    if any(form.dtype != BOOL for form, mask in zip(operands, masks, strict=True) if mask):
        raise TapeFileError(f"expected truth values to choose by, got {operands}")
    return (BOOL, PARTS[dtype]) if op.boolean else (dtype, None)


# ------------------------------------------------------------------------------------- static parameters


@functools.cache
def _declared(op: Any) -> dict[str, str]:
    """Return the types of static parameters, as far as the annotations of `forward` name simple ones."""
    named = inspect.signature(op.forward).parameters.items()
    return {name: p.annotation for name, p in named if p.annotation in _TYPES}


def _wrong(what: str, value: Any) -> TapeFileError:
    return TapeFileError(f"expected {what}, got {short(value)}")


def _integers(x: Any, stop: int) -> bool:
    return isinstance(x, tuple) and all(type(n) is int and 0 <= n < stop for n in x)


def _check_shape(x: Any, op: Any, operands: Sequence[Form], form: Form) -> None:
    if not _integers(x, 1 << 62) or x != form.shape:
        raise _wrong(f"the result's shape {form.shape}", x)


def _check_axes(x: Any, op: Any, operands: Sequence[Form], form: Form) -> None:
    n = len(operands[0].shape)
    if not _integers(x, n) or len(set(x)) != len(x) or (op.name == "transpose" and len(x) != n):
        raise _wrong(f"axes of shape {operands[0].shape}", x)


def _check_along(x: Any, op: Any, operands: Sequence[Form], form: Form) -> None:
    if not _integers(x, len(operands[0].shape)):
        raise _wrong(f"axes of shape {operands[0].shape}", x)


def _check_axis(x: Any, op: Any, operands: Sequence[Form], form: Form) -> None:
    if not _integers((x,), len(operands[0].shape)):
        raise _wrong(f"an axis of shape {operands[0].shape}", x)


def _check_offset(x: Any, op: Any, operands: Sequence[Form], form: Form) -> None:
    if not _integers((x,), operands[0].size):
        raise _wrong(f"an offset below {operands[0].size}", x)


def _check_which(x: Any, op: Any, operands: Sequence[Form], form: Form) -> None:
    if not _integers((x,), operands[0].shape[-1]):
        raise _wrong(f"the number of an eigenvalue of matrices {operands[0].shape}", x)


def _check_index(x: Any, op: Any, operands: Sequence[Form], form: Form) -> None:
    if not isinstance(x, tuple) or not all(map(_is_index, x)):
        raise _wrong("an index", x)


def _is_index(x: Any) -> bool:
    if isinstance(x, slice):
        return all(b is None or type(b) is int for b in (x.start, x.stop, x.step))
    if isinstance(x, (np.ndarray, np.generic)):
        return x.dtype.kind in "iub"
    return x is None or x is Ellipsis or type(x) in (bool, int)


def _check_path(x: Any, op: Any, operands: Sequence[Form], form: Form) -> None:
    """Check views of an array: slices, permutations and flips."""
    if not isinstance(x, tuple) or len(x) > _STEPS:
        raise _wrong("a path", x)
    shape = operands[0].shape
    for step in x:
        if not isinstance(step, tuple) or len(step) != 2 or not isinstance(step[1], dict):
            raise _wrong("a step of a path", step)
        view, static = step
        if getattr(view, "name", "") not in ("getitem", "transpose", "flip") or set(static) != set(view.parameters):
            raise _wrong("a step of a path", step)
        here = (form_of(shape, F8),)
        for name, value in static.items():
            _PARAMETERS[name](value, view, here, form)
        index = static.get("index", ())
        if any(isinstance(i, (bool, np.bool_, np.ndarray)) for i in index):
            raise _wrong("a slice in a path", index)
        shape = indexed_shape(shape, index) if index else view.forward(stand_in(shape), **static).shape


def _check_dtype(x: Any, op: Any, operands: Sequence[Form], form: Form) -> None:
    if not isinstance(x, np.dtype) or x == BOOL:
        raise _wrong("a dtype of numbers", x)


def _check_source(x: Any, op: Any, operands: Sequence[Form], form: Form) -> None:
    if x != operands[0].dtype:
        raise _wrong(f"{operands[0].dtype}", x)


def _check_labels(x: Any, op: Any, operands: Sequence[Form], form: Form) -> None:
    names = x if isinstance(x, tuple) else (x,)
    if not all(isinstance(s, str) and s.isascii() and (s.isalpha() or not s) for s in names):
        raise _wrong("labels", x)


def _check_optimize(x: Any, op: Any, operands: Sequence[Form], form: Form) -> None:
    if not isinstance(x, bool) and x not in ("greedy", "optimal"):
        raise _wrong("True, False, 'greedy' or 'optimal'", x)


def _check_reverse(x: Any, op: Any, operands: Sequence[Form], form: Form) -> None:
    """Check the program of a program's adjoints, or the direction of an op that runs none."""
    if not isinstance(x, Program if "program" in op.parameters else bool):
        raise _wrong("a program" if "program" in op.parameters else "a direction", x)


def _check_program(x: Any, op: Any, operands: Sequence[Form], form: Form) -> None:
    if not isinstance(x, Program):
        raise _wrong("a program", x)


def _check_length(x: Any, op: Any, operands: Sequence[Form], form: Form) -> None:
    if not _integers(x if isinstance(x, tuple) else (x,), 1 << 31):
        raise _wrong("lengths of axes", x)


def _check_op(x: Any, op: Any, operands: Sequence[Form], form: Form) -> None:
    if not isinstance(x, Elementwise) or not x.takes_complex or len(x.arguments) != len(operands):
        raise _wrong("an elementwise op for complex numbers", x)
    if form.shape != np.broadcast_shapes(*[f.shape for f in operands]):
        raise _wrong("a result of the operands' shape", form)


def _check_norm(x: Any, op: Any, operands: Sequence[Form], form: Form) -> None:
    if x not in ("backward", "ortho", "forward"):
        raise _wrong("the norm of a Fourier transform", x)


def _check_inverse(x: Any, op: Any, operands: Sequence[Form], form: Form) -> None:
    if not isinstance(x, bool):
        raise _wrong("True or False", x)


def _check_triangle(x: Any, op: Any, operands: Sequence[Form], form: Form) -> None:
    if x not in ("L", "U"):
        raise _wrong("'L' or 'U'", x)


def _check_scale(x: Any, op: Any, operands: Sequence[Form], form: Form) -> None:
    if type(x) is not float:
        raise _wrong("a number to multiply by", x)


def _check_points(x: Any, op: Any, operands: Sequence[Form], form: Form) -> None:
    if not _integers((x,), 1 << 62) or x < 1:
        raise _wrong("a number of points", x)


def _check_flags(x: Any, op: Any, operands: Sequence[Form], form: Form) -> None:
    if not isinstance(x, tuple) or len(x) != len(operands) or not all(type(flag) is bool for flag in x):
        raise _wrong("a truth value for each operand", x)


_PARAMETERS: dict[str, Callable[[Any, Any, Sequence[Form], Form], None]] = {
    "shape": _check_shape, "axes": _check_axes, "along": _check_along, "axis": _check_axis,
    "offset": _check_offset, "index": _check_index,
    "path": _check_path, "dtype": _check_dtype, "source": _check_source, "inputs": _check_labels,
    "output": _check_labels, "optimize": _check_optimize, "reverse": _check_reverse, "program": _check_program,
    "flags": _check_flags, "op": _check_op, "norm": _check_norm, "inverse": _check_inverse, "n": _check_points,
    "scale": _check_scale, "uplo": _check_triangle,
    "which": _check_which, "length": _check_length, "lengths": _check_length,
}  # fmt: skip


def short(x: Any) -> str:
    text = repr(x)
    return text if len(text) <= 60 else f"{text[:57]}..."
