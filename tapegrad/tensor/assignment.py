"""Assignment: ``x[i] = v``, ``x += y``, ``out=``, as recorded writes.

What must not be written is refused before anything changes.

Tests: tests/tensor/test_assignment.py
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from operator import setitem
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.errors import DtypeError, InplaceError, PlainDataError, ShapeError
from tapegrad.ir.forms import BOOL, FLOAT, INT
from tapegrad.machine import pool
from tapegrad.ops import complex_numbers, elementwise_ops, indexing, shape_ops
from tapegrad.ops.composites import as_written, decided
from tapegrad.ops.runtime import runtime
from tapegrad.record.modes import current
from tapegrad.record.recording import tape
from tapegrad.record.variables import hand_over
from tapegrad.tensor import views
from tapegrad.tensor.call_sites import along_paths
from tapegrad.tensor.immediate_ops import SMALL, is_basic, is_real, quiet
from tapegrad.tensor.operators import operate
from tapegrad.tensor.value import Value

if TYPE_CHECKING:
    from tapegrad.ops.declare import Elementwise
    from tapegrad.tensor.tensor import Tensor

# what NumPy may copy, or parts of numbers
_NOT_THROUGH = (shape_ops.reshape_op, shape_ops.astype, complex_numbers.imag_op)


def in_place(op: Elementwise, operator: str) -> Callable[[Any, Any], Any]:
    """Return the method of an operator that changes its left operand."""

    def method(self: Value, other: Any) -> Any:
        if self._family.run is None and _at_once(op, self, other):
            return self
        return become(self, operate(op, self, other), operator)

    return method


def _at_once(op: Elementwise, target: Value, other: Any) -> bool:
    """Let NumPy compute what is written to data of its own, as an optimizer's steps do; False if more is to be done."""
    root = target._node.base
    if not op.exact or not (_may_write(target) if root is None else _is_part(target, root)):
        return False
    form, node = target._family.form, target._node
    if tape._open.pending is not None:
        return False
    if other.__class__ is target.__class__:
        family = other._family
        if family.form is not form or family.requires_grad or (family.run is not None and other.traced):
            return False
        value: Any = other._array() if family.run is not None else other._node.array
    elif other.__class__ is float:
        value = other
    else:
        return False
    if form.size <= SMALL and form.shape:
        node.array = quiet.run(op.reference, node.array, value)
    else:
        new = pool.empty(form.shape, form.lane)
        quiet.run(op.reference, node.array, value, new)
        node.array = new
    if root is not None:
        base_array = np.array(root._node.array)
        base_array[node.steps[0][1]["index"]] = node.array
        root._node.array = base_array
    else:
        views.take_anew(target)
    return True


def _is_part(target: Value, root: Value) -> bool:
    """Tell whether NumPy may write to a view that is in no run, by writing to its base: that is small data, and no
    other view hangs on it.
    """
    (op, static), *more = target._node.steps
    if more or op is not indexing.getitem_op or not indexing.is_basic(static["index"]) or root._family.run is not None:
        return False
    alive = [view() for view in root._node.views]
    if root._family.form.size > SMALL or any(view is not None and view is not target for view in alive):
        return False
    return target._node.array is not None and _may_write(root)


def _may_write(target: Value) -> bool:
    """Tell whether NumPy may write to a Tensor that is in no run: nothing is recorded, and it holds real numbers."""
    modes, node = current(), target._node
    if modes.grad_enabled or not modes.plain or node.base is not None or node.array is None:
        return False
    return is_real(target._family.form)


def _set_at_once(target: Value, index: Any, value: Any) -> bool:
    """Let NumPy write to elements of small data; False if more is to be done, or what cannot be is to be refused."""
    form, pending = target._family.form, tape._open.pending
    if form.size > SMALL or (pending is not None and pending.traced) or not _may_write(target):
        return False
    if _is_view(value, target, index):  # Python's own write in ``x[i] += y``
        return True
    parts = index if index.__class__ is tuple else (index,)
    if not all(map(_is_plain, parts)):
        return False
    if value.__class__ is target.__class__:
        family = value._family
        if family.form.dtype is not form.dtype or family.requires_grad or value.traced:
            return False
        value = value._array()
    elif value.__class__ is np.ndarray:
        if value.dtype != form.dtype:
            return False
    elif not (isinstance(value, float) or value.__class__ is int):
        return False
    if getattr(value, "ndim", 0) and is_element(parts, len(form.shape)):
        return False  # an older NumPy takes it
    new = np.array(target._node.array)
    try:
        quiet.run(setitem, new, index, value)
    except (IndexError, ValueError, OverflowError):
        return False
    target._node.array = new
    views.take_anew(target)
    return True


def _is_view(value: Any, target: Value, index: Any) -> bool:
    """Tell whether a value is the view that an index takes of data."""
    node = getattr(value, "_node", None) if value.__class__ is target.__class__ else None
    if node is None or node.base is not target or len(node.steps) != 1 or value.requires_grad:
        return False
    (op, static), parts = node.steps[0], index if index.__class__ is tuple else (index,)
    return op is indexing.getitem_op and all(map(is_basic, parts)) and static["index"] == parts


def _is_plain(part: Any) -> bool:
    kind = part.__class__
    return kind is int or kind is slice or part is Ellipsis or (kind is np.ndarray and part.dtype.kind in "iub")


def become(target: Value, result: Tensor, operator: str) -> Tensor | Value:
    """Take over the value and history of `result`, as in-place arithmetic does."""
    if result is NotImplemented or (operator[-1] == "=" and target._family.form in (INT, FLOAT)):
        return result  # a number of Python's is not changed: the name stands for another one
    if result._family.form is not target._family.form:
        result = converted(target, result, operator, "same_kind")
    _check(target, operator)
    views.write(target, result)
    return target


def write(target: Any, result: Any, function: str, casting: str = "same_kind") -> Any:
    """Write a result to `out`, which is given back.

    Parameters
    ----------
    casting : str
        The rule of NumPy's by which it is converted.

    Raises
    ------
    PlainDataError
        If that is no Tensor.
    ShapeError, DtypeError
    """
    if not isinstance(target, Value):
        raise PlainDataError(
            f"{function}: a Tensor's result cannot be written into an ndarray. Do not pass out= (write w = w + x "
            "for w += x), or make the array by np.zeros(shape, like=x)."
        )
    if result.shape != target.shape:
        raise ShapeError(f"{function}: expected out= of shape {result.shape}, got {target.shape}.")
    return become(target, converted(target, result, function, casting), function)


def converted(target: Value, result: Any, operator: str, casting: Any) -> Any:
    """Give a result the shape and dtype of what it is written to.

    Raises
    ------
    ShapeError, DtypeError
    """
    if result.shape != target.shape and operator != "@=":  # whose dimensions are those of the matrices
        with contextlib.suppress(ValueError):
            result = shape_ops.broadcast_to(result, target.shape)  # NumPy writes a smaller result as often as it takes
    if result.shape != target.shape:
        raise ShapeError(
            f"{operator}: a result of shape {result.shape} does not fit the target of shape {target.shape}."
        )
    if not np.can_cast(result.dtype, target.dtype, casting):
        rule = "" if casting == "same_kind" else f" by the rule {casting!r}"
        raise DtypeError(
            f"{operator}: cannot write {result.dtype} into a Tensor of {target.dtype}{rule}. Convert it with astype."
        )
    return result.astype(target.dtype, copy=False)


def set_item(target: Value, index: Any, value: Any) -> None:
    """Write a value at an index."""
    if target._family.run is None and _set_at_once(target, index, value):
        return
    if value.__class__ is target.__class__:
        if value._family.form in (INT, FLOAT) and target.dtype.kind in "iu":
            value = _of_python(value, target)
    elif value.__class__ is int and target.dtype.kind == "f":
        value = float(value)
    elif isinstance(value, np.generic) and target.dtype.kind == "i" and _is_basic(index):
        value = value.item()  # NumPy converts it as a number of Python's there, and by positions as an array
    assigned(target, index, as_written(value, target.dtype, "assignment"))


def _of_python(value: Value, target: Value) -> Value:
    """Return a number that stands for one of Python's as it is written to integers: whether it fits is to be known."""
    return value if value._family.form is INT and target.dtype == np.int64 else decided(value).item()


def _is_basic(index: Any) -> bool:
    return all(map(is_basic, index if index.__class__ is tuple else (index,)))


def _set_item(target: Value, index: Any, value: Tensor) -> None:
    masked = isinstance(index, Value) and index.dtype == BOOL and _is_pending(index, target)
    parts = (slice(None),) if masked else indexing.normalise(index, target)
    _check(target, "assignment")
    _refuse_rows(target, index, parts, value)
    if not masked and views.is_taken(value, target, parts):  # Python's own write in ``x[i] += y``
        return
    if value.dtype.kind == "c" and target.dtype.kind != "c":
        raise DtypeError(f"assignment: cannot write {value.dtype} into a Tensor of {target.dtype}. Use .real or .imag.")
    value = value.astype(target.dtype, copy=False)
    if masked:
        chosen = _where(index, value, target)
        if chosen is not None:
            views.write(target, chosen)
            return
        parts = indexing.normalise(index, target)
    if indexing.by_data(parts):
        place = indexing.spot(target.shape, parts, "assignment")
        if place is not None:
            view = indexing.view(target, place.basic)
            views.write(view, place.written(view, value))
            return
        parts = indexing.decided(parts)
    data = target.dtype.kind in "iub" and (runtime.differs(target) or runtime.differs(value))
    if data and target.dtype == BOOL:
        both: Any = (target, value)
        numbers = [x.astype(np.int64) for x in both]
        views.write(target, indexing.setitem_op(*numbers, index=parts, path=()) != 0)
        return
    if (target._family.form.lane is None and not data) or target.dtype == BOOL:
        array = target._numpy().copy()
        try:
            array[parts] = value._numpy()
        except (IndexError, ValueError):
            indexing._assigned_shape(target.shape, value.shape, index=parts, path=())
            raise
        views.write(target, runtime.from_array(array))
        return
    root, steps = views.origin(target)
    if any(op in _NOT_THROUGH or isinstance(op, indexing.VariableView) for op, _ in steps):
        views.write(target, indexing.setitem_op(target, value, index=parts, path=()))
    else:  # straight into the base
        views.replace(root, indexing.setitem_op(root, value, index=parts, path=steps))


def _refuse_rows(target: Value, index: Any, parts: tuple[Any, ...], value: Tensor) -> None:
    """Refuse arrays with dimensions as the value of one element, and matrices as values where a mask holds.

    Raises
    ------
    ShapeError
    """
    if value.shape and target.dtype != BOOL and is_element(parts, target.ndim):
        raise ShapeError(f"assignment: expected one number for an element, got shape {value.shape}. Use its element.")
    mask = isinstance(index, (np.ndarray, Value)) and index.dtype == BOOL and index.ndim == target.ndim
    if mask and value.ndim > 1:
        raise ShapeError(f"assignment: expected a number or a vector where a mask holds, got shape {value.shape}.")


def is_element(parts: tuple[Any, ...], ndim: int) -> bool:
    """Tell whether an index is a whole number for each axis, which NumPy takes as one element and no view."""
    return len(parts) == ndim and all(
        (isinstance(p, (int, np.integer)) and not isinstance(p, bool))
        or (isinstance(p, (np.ndarray, Value)) and not p.ndim and p.dtype.kind in "iu")
        for p in parts
    )


assigned = along_paths(_set_item, writes=True, indexes=True)


def _is_pending(mask: Value, target: Value) -> bool:
    """Tell whether truth values are data, or a comparison that is pending: then each element is selected."""
    run = mask._family.run
    if mask.traced:
        return runtime.differs(mask)
    return (run is None or run.backing is tape._open.pending) and mask.ndim == target.ndim and not target.traced


def _where(mask: Value, value: Tensor, target: Value) -> Any:
    """Return the target with a value where a mask holds; None where the number of hits decides which element goes
    where.
    """
    n = mask.ndim
    rest = target.shape[n:]
    while value.ndim > len(rest) and value.shape[0] == 1:
        value = shape_ops.reshape_op(value, shape=value.shape[1:])
    if mask.shape != target.shape[:n] or target.dtype.kind not in "fiu" or value.ndim > len(rest):
        return None
    spread: Any = shape_ops.reshape_op(mask, shape=(*mask.shape, *(1,) * len(rest))) if rest else mask
    try:
        fits = np.broadcast_shapes(value.shape, rest) == rest
    except ValueError:
        fits = False
    return elementwise_ops.where(spread, value, target) if fits else None


def _check(target: Value, function: str) -> None:
    """Refuse a write before anything changes.

    Raises
    ------
    InplaceError
    """
    root, steps = views.origin(target)
    pending = tape.pending
    if pending is not None and pending.traced and root._family.run is not pending.run and pending.is_outside(root):
        raise InplaceError(
            f"{function}: the Tensor is not an argument of the function that is being recorded, and a replay "
            "would not write to it. "
            "Return the new value."
        )
    if tape.variables and tape.grad_enabled:
        hand_over(root)
    if tape.grad_enabled and root.requires_grad and root.is_leaf:
        raise InplaceError(
            f"{function}: a leaf that requires grad cannot be changed in place while gradients are recorded. "
            "Use tg.no_grad(), or compute a new Tensor."
        )
    if not tape.grad_enabled and root.requires_grad and not root.is_leaf and not tape.applying:
        raise InplaceError(
            f"{function}: this result requires grad, and a write that is not recorded would lose its gradient. "
            "Write to it with gradients enabled, or use .detach() first."
        )
    if tape.grad_enabled and root.requires_grad and not target.requires_grad:
        raise InplaceError(
            f"{function}: this view was taken under no_grad, and the value that it would write has no history. "
            "Take the view again with gradients enabled."
        )
    if views.is_read_only(steps):
        raise InplaceError(
            f"{function}: this view is read-only, like views of broadcast_to, diagonal and sliding_window_view. "
            "Write to its base, or to a .clone()."
        )


runtime.write, runtime.check_write = write, _check
