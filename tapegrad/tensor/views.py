"""Views: links a view to its base, and carries a write to either over to the other.

A Tensor is given a new value by standing for another slot. A view is a base and the steps by which it was taken, each
an op with its static parameters: a write through it writes to the base, and all live views of the base are taken anew.

Tests: tests/tensor/test_views_of_functions.py
"""

from __future__ import annotations

import math
import weakref
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.ops import complex_numbers, indexing, shape_ops
from tapegrad.ops.window_views import windows_op
from tapegrad.record.families import data_family
from tapegrad.record.modes import current, switch
from tapegrad.record.recording import home, move, tape
from tapegrad.tensor.value import Value

if TYPE_CHECKING:
    from tapegrad.ops.declare import Linear
    from tapegrad.tensor.tensor import Tensor

Steps = tuple[tuple[Any, dict[str, Any]], ...]


def view_of(base: Value, op: Any, static: dict[str, Any]) -> Any:
    """Return the result of a shaping op as a view: writes to it reach the base, and the other way round."""
    result = op(base, **static)
    if op is shape_ops.reshape_op:
        root, steps = origin(base)
        if steps and copies(root.shape, steps, static["shape"]):
            return result
    entwine(result, base, op, static)
    return result


def entwine(result: Value, base: Value, op: Linear, static: Any) -> None:
    """Link a result, as a view, to its base: by an op with parameters, or at an index of integers that vary."""
    if static.__class__ is not dict:
        static = {"index": indexing.taken_by(static)}
    root, steps = origin(base)
    views = root._own().views
    node = result._own()
    node.base, node.steps = root, (*steps, (op, static))
    if len(views) > 16:
        views[:] = [v for v in views if v() is not None]
    views.append(weakref.ref(result))


def origin(t: Value) -> tuple[Any, Steps]:
    """Return the base of a view and the steps that lead to it; of anything else itself and no steps."""
    node = getattr(t, "_node", None)
    return (t, ()) if node is None or node.base is None else (node.base, node.steps)


def is_taken(view: Value, t: Value, index: tuple[Any, ...]) -> bool:
    """Tell whether a Tensor is the view that an index takes of another, with the same history."""
    root, steps = origin(view)
    if not steps or view.requires_grad is not t.requires_grad or not indexing.is_basic(index):
        return False
    of, before = origin(t)
    if isinstance(row := steps[-1][0], indexing.VariableView):
        return root is of and row.is_at(index) and are_alike(steps[:-1], before)
    step = (indexing.getitem_op, {"index": index})
    return root is of and are_alike(steps, (*before, step))


def are_alike(steps: Steps, others: Steps) -> bool:
    """Tell whether steps take the same view; those by arrays only if they are the same steps."""
    return len(steps) == len(others) and all(
        a is b or (a[0] is b[0] and not _by_arrays(a) and not _by_arrays(b) and a[1] == b[1])
        for a, b in zip(steps, others, strict=True)
    )


def _by_arrays(step: tuple[Any, dict[str, Any]]) -> bool:
    return step[0] is indexing.getitem_op and not indexing.is_basic(step[1]["index"])


def is_read_only(steps: Steps) -> bool:
    """Tell whether NumPy lets no value be written through a view: it was broadcast, or has picked its elements."""
    return any(step[0] in (shape_ops.broadcast_to_op, windows_op) or _by_arrays(step) for step in steps)


def write(t: Value, new: Tensor) -> None:
    """Make `new`, of the same shape and dtype, the value of a Tensor; of its base and views too."""
    root, steps = origin(t)
    parents = [root]
    for op, static in steps[:-1]:
        parents.append(op(parents[-1], **static))
    for parent, (op, static) in zip(reversed(parents), reversed(steps), strict=False):  # no steps: nothing
        new = _put_back(op, static, parent, new)
    replace(root, new)


def replace(t: Value, new: Tensor) -> None:
    """Move a Tensor and its views to the place of `new`; those of a leaf lead to it as before."""
    rebind(t, new)
    take_anew(t)


def take_anew(t: Value) -> None:
    """Take the live views of a Tensor that was written to once more, as the user takes them."""
    node = getattr(t, "_node", None)
    if node is None or not node.views:
        return
    modes, leaf = current(), t.requires_grad and t.is_leaf
    try:
        for reference in [*node.views]:
            view = reference()
            if view is not None:
                if leaf and view.requires_grad and not modes.inference:
                    switch(modes.with_grad(True, False))
                fresh: Any = t
                for op, static in view._node.steps:
                    # an index is found along paths: that of one turn may be another than that of the next
                    fresh = fresh[static["index"]] if op is indexing.getitem_op else op(fresh, **static)
                switch(modes)
                rebind(view, fresh)
    finally:
        switch(modes)


def rebind(t: Value, new: Tensor) -> None:
    """Move a Tensor to the slot of `new`; a leaf under no_grad stays the same leaf."""
    node: Any = getattr(t, "_node", None)
    if node is not None and node.retains_grad and new.requires_grad:
        run = home(new)[0].run
        if run is not home(t)[0].run:
            run.watched().retained.append(weakref.ref(t))
    stays = node is not None and node.array is not None and not new.requires_grad
    if stays and (t.requires_grad or not new.traced):
        node.array = new._array()
        move(t, data_family(t._family.form, t.requires_grad), -1)
    elif new._family.run is None:
        t._own().array = new._array()
        move(t, new._family, -1)
    else:
        t._instruction = getattr(new, "_instruction", ())
        move(t, new._family, new._i)
        if node is not None:
            node.array = None
    if tape.dual is not None:
        tape.dual.set(t, tape.dual.of(new))


def _put_back(op: Any, static: dict[str, Any], parent: Any, new: Tensor) -> Any:
    """Return `parent` with the view that `op` takes of it replaced by `new`."""
    if isinstance(op, indexing.VariableView):
        return op.put_back(parent, new)
    if op is indexing.getitem_op:
        return indexing.setitem_op(parent, new, index=static["index"], path=())
    if op is shape_ops.reshape_op:
        return shape_ops.reshape_op(new, shape=parent.shape)
    if op is shape_ops.transpose_op:
        return shape_ops.transpose_op(new, axes=tuple(np.argsort(static["axes"]).tolist()))
    if op is shape_ops.astype:
        return complex_numbers.joined(new, complex_numbers.parts(parent)[1])
    if op is complex_numbers.imag_op:
        return complex_numbers.joined(complex_numbers.parts(parent)[0], new)
    return op(new, **static)  # a flip undoes itself


def layout(shape: tuple[int, ...], steps: Steps) -> np.ndarray:
    """Return an array that lies as the view does that `steps` take of an array of a shape; no memory is touched."""
    element = np.empty(1, np.complex64)  # it may have parts
    strides = [math.prod(shape[k + 1 :]) * element.itemsize for k in range(len(shape))]
    view: np.ndarray = np.lib.stride_tricks.as_strided(element, shape, strides)
    for op, static in steps:
        view = view.real if op in (shape_ops.astype, complex_numbers.imag_op) else op.reference(view, **static)
    return view


def copies(shape: tuple[int, ...], steps: Steps, reshaped: tuple[int, ...]) -> bool:
    """Tell whether NumPy copies to reshape a view that `steps` take of an array of a shape."""
    try:
        layout(shape, steps).reshape(reshaped, copy=False)
    except ValueError:
        return True
    return False


def is_contiguous(t: Value) -> bool:
    """Tell whether NumPy's array of the same history lies in C order."""
    root, steps = origin(t)
    return not steps or layout(root.shape, steps).flags.c_contiguous
