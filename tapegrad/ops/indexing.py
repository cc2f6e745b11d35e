"""Indexing and assignment: everything NumPy accepts as an index.

An index is normalised once, at the user's line: Tensors become arrays, lists become arrays. Reading and scattering
are transposes of each other; assignment gives a new version of the array (see `tapegrad.tensor`), whose value is
written in place when nothing needs the old one.

Tests: tests/ops/test_indexing.py, tests/replay/test_rows.py, tests/replay/test_indices.py
"""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np

from tapegrad.errors import IndexingError, ShapeError
from tapegrad.machine.dtypes import I8
from tapegrad.machine.layout import PICK
from tapegrad.ops.declare import Linear
from tapegrad.ops.elementwise_ops import where
from tapegrad.ops.gather_scatter import Spot, by_data, places_of
from tapegrad.ops.index_paths import Path, places, stand_in, through
from tapegrad.ops.kinds import Assemble, Move, Write
from tapegrad.ops.references import normal
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import reshape_op, spread, sum_to


def normalise(index: tuple[Any, ...], x: Any) -> tuple[Any, ...]:
    """Return an index of a Tensor as a tuple of integers, slices, None, Ellipsis, arrays of our own, and Tensors of integers
    or truth values that are data.
    """
    parts: list[Any] = []
    for part in index if isinstance(index, tuple) else (index,):
        if isinstance(part, runtime.tensor):
            if part.dtype is I8 and x.dtype.kind == "f" and not (part.traced or x.traced):
                parts.append(part)
                continue
            if (part.dtype.kind in "iu" or (part.dtype == bool and part.shape)) and runtime.differs(part):
                parts.append(part)
                continue
            part = part._decided()
            if part.ndim == 0 and part.dtype.kind in "iu":
                part = int(part)
        if isinstance(part, (list, tuple)) and index_differs(part):
            parts.append(runtime.as_tensor(part))
            continue
        if isinstance(part, (list, tuple, range)):
            part = np.array([plain_index(p) for p in part])
            if part.size == 0:
                part = part.astype(np.intp)
        elif isinstance(part, np.ndarray):
            part = part.copy()
        elif isinstance(part, slice):
            part = slice(_bound(part.start), _bound(part.stop), _bound(part.step))
        elif not isinstance(part, (int, np.generic)) and part is not None:
            if hasattr(part, "__array__"):
                part = np.array(part)
                part = part if part.shape or part.dtype.kind not in "iu" else int(part)
            elif hasattr(part, "__index__"):
                part = operator.index(part)
        parts.append(part)
    return tuple(parts)


def plain_index(value: Any) -> list[Any] | np.ndarray:
    if isinstance(value, (list, tuple)):
        return [plain_index(v) for v in value]
    return value._decided() if isinstance(value, runtime.tensor) else value


def index_differs(listed: Any) -> bool:
    """Tell whether integers or truth values that are data stand in nested lists."""
    if isinstance(listed, (list, tuple)):
        return any(map(index_differs, listed))
    return runtime.differs(listed) and listed.dtype.kind in "iub"


def _bound(value: Any) -> Any:
    return None if value is None else operator.index(value)


def is_basic(index: tuple[Any, ...]) -> bool:
    """Tell whether NumPy would give a view."""
    return not any(isinstance(p, (np.ndarray, bool, np.bool_)) for p in index)


def result_shape(shape: tuple[int, ...], index: tuple[Any, ...], function: str) -> tuple[int, ...]:
    """Return the shape of ``x[index]``.

    Raises
    ------
    IndexingError
        If x does not have the index.
    """
    try:
        return stand_in(shape)[index].shape
    except IndexError as error:
        raise IndexingError(f"{function}: {error} (the array has shape {shape}).") from None


def read(x: np.ndarray, *, index: tuple[Any, ...]) -> np.ndarray:
    """Return part of an array."""
    part = np.asarray(x[index])
    # A small view would keep the whole array from being written in place; copying it costs no more than reading it.
    return part.copy() if 4 * part.size < x.size else part


def add_at(target: np.ndarray, g: np.ndarray, index: Any) -> None:
    """Add to ``target[index]``, as often as an element is named."""
    if is_basic(index):
        target[index] += g
    else:
        np.add.at(target, index, g)


def _scatter(g: np.ndarray, *, shape: tuple[int, ...], index: Any) -> np.ndarray:
    target = np.zeros(shape, np.asarray(g).dtype)
    add_at(target, g, index)
    return target


def _scattered_one_by_one(g: np.ndarray, *, shape: tuple[int, ...], index: Any) -> np.ndarray:
    target = np.zeros(shape, g.dtype)
    for place, value in zip(np.ravel(places(shape, index)), np.ravel(g), strict=True):
        target.flat[place] += value
    return target


def _written_one_by_one(x: np.ndarray, value: np.ndarray, *, index: Any, path: Path) -> np.ndarray:
    target, at = x.copy(), places(x.shape, index, path)
    for place, item in zip(at.ravel(), np.ravel(np.broadcast_to(value, at.shape)), strict=True):
        target.flat[place] = item
    return target


def _index_samples(rng: np.random.Generator) -> list[Any]:
    mask = np.array([[True, False, True], [False, True, True]])
    indices = [
        (1,), (slice(None, None, -1),), (Ellipsis, 0), (None, slice(1, 2), 1), (np.array([1, 0, 1, 1]),),
        (mask,), (np.array([[0], [1]]), np.array([2, 2])), (slice(None), np.array([0, 2])), (0, np.array([True, False, True])),
    ]  # fmt: skip
    return [((rng.normal(size=(2, 3)),), {"index": i}) for i in indices]


def _getitem_batch(length: int, args: Any, flags: Any, index: Any) -> Any:
    (x,) = args
    if is_basic(index):
        return getitem_op(x, index=(slice(None), *index))
    flat = reshape_op(x, shape=(length, math.prod(x.shape[1:])))
    return getitem_op(flat, index=(slice(None), places(x.shape[1:], index)))


def _scatter_batch(length: int, args: Any, flags: Any, shape: tuple[int, ...], index: Any) -> Any:
    (g,) = args
    if is_basic(index):
        return scatter_add(g, shape=(length, *shape), index=(slice(None), *index))
    flat = scatter_add(g, shape=(length, math.prod(shape)), index=(slice(None), places(shape, index)))
    return reshape_op(flat, shape=(length, *shape))


def _at(offset: int, shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return the index of an element, from its C-order offset."""
    return tuple(map(int, np.unravel_index(offset, shape)))


def _setitem_batch(length: int, args: Any, flags: Any, index: Any, path: Path) -> Any:
    """Return all through one table of positions, which any index and path come down to, or by slices."""
    x, value = (a if f else spread(a, length) for a, f in zip(args, flags, strict=True))
    shape = x.shape[1:]
    if not path and is_basic(index) and value.shape[1:] == result_shape(shape, index, "setitem"):
        return setitem_op(x, value, index=(slice(None), *index), path=())
    table = places(shape, index, path)
    value_shape = (1,) * table.ndim + value.shape[1:]
    value = reshape_op(value, shape=(length, *value_shape[len(value_shape) - table.ndim :]))
    flat = reshape_op(x, shape=(length, math.prod(shape)))
    return reshape_op(setitem_op(flat, value, index=(slice(None), table), path=()), shape=(length, *shape))


getitem_op: Linear = Linear(
    name="getitem", kind=Move(), batched=_getitem_batch, forward=read,
    infer=lambda x, *, index: result_shape(x, index, "getitem"),
    adjoints={"x": lambda g, x_shape, index: scatter_add(g, shape=x_shape, index=index)},
    reference=lambda x, *, index: x[index], samples=_index_samples, summary="Elements at an index.",
)  # fmt: skip
scatter_add: Linear = Linear(
    name="scatter_add", kind=Write(add=True), batched=_scatter_batch, forward=_scatter,
    infer=lambda g, *, shape, index: shape, adjoints={"g": lambda g, index: getitem_op(g, index=index)},
    reference=_scattered_one_by_one, samples=normal(((3,), {"shape": (4,), "index": (np.array([1, 1, 3]),)})),
    summary="Zeros with values added at an index: the transpose of reading.",
)  # fmt: skip


def _assembled(*args: np.ndarray, shape: tuple[int, ...], indices: Any) -> np.ndarray:
    target = np.zeros(shape, args[0].dtype)
    for value, index in zip(args, indices, strict=True):
        target[index] += value
    return target


assemble: Linear = Linear(
    name="assemble", kind=Assemble(), forward=_assembled, infer=lambda *shapes, shape, indices: shape,
    batched=lambda length, args, flags, shape, indices: assemble(
        *[a if flag else spread(a, length) for a, flag in zip(args, flags, strict=True)], shape=(length, *shape),
        indices=tuple([(slice(None), *index) for index in indices]),
    ),
    adjoints={"args": lambda g, k, indices: getitem_op(g, index=indices[k])},
    reference=lambda *args, shape, indices: sum(
        _scattered_one_by_one(value, shape=shape, index=index) for value, index in zip(args, indices, strict=True)
    ),
    samples=normal(
        ((2, 2, 1), {"shape": (4,), "indices": ((slice(1, 3),), (slice(3, None, -2),), (slice(0, 1),))}),
        (((2, 1), 2), {"shape": (2, 3), "indices": ((Ellipsis, slice(2, 3)), (slice(None), 0))}),
    ),
    summary="Zeros with parts added, each at its index: the sum of the adjoints of several parts of an array.",
)  # fmt: skip


pick = Linear(
    name="pick", op_class=PICK, kind=Move(),
    batched=lambda length, args, flags, offset: getitem_op(*args, index=(slice(None), *_at(offset, args[0].shape[1:]))),
    forward=lambda x, *, offset: np.asarray(x).reshape(-1)[offset], infer=lambda x, *, offset: (),
    adjoints={"x": lambda g, x_shape, offset: scatter_add(g, shape=x_shape, index=_at(offset, x_shape))},
    samples=normal((((2, 3),), {"offset": 4})), summary="One element of an array, as `x[i]` reads it.",
)  # fmt: skip


def _written(x: np.ndarray, value: np.ndarray, *, index: Any, path: Path) -> np.ndarray:
    out = np.array(x)
    if value.size == 1:
        value = value.reshape(())  # which NumPy asks of some dtypes
    through(out, path)[index] = value
    return out


def _assigned_shape(
    x: tuple[int, ...], value: tuple[int, ...], *, index: tuple[Any, ...], path: Path
) -> tuple[int, ...]:
    target = result_shape(through(stand_in(x), path).shape, index, "assignment")
    trimmed = value
    while len(trimmed) > len(target) and trimmed[0] == 1:
        trimmed = trimmed[1:]
    try:
        fits = np.broadcast_shapes(trimmed, target) == target
    except ValueError:
        fits = False
    if not fits:
        raise ShapeError(f"assignment: a value of shape {value} does not fit a target of shape {target}.")
    return x


def _written_last(shape: tuple[int, ...], index: Any) -> np.ndarray | None:
    """Return which of the assigned values stay, None for all: an element named twice keeps what was written last."""
    if not any(isinstance(p, np.ndarray) and p.dtype.kind in "iu" for p in index):
        return None
    written = np.zeros(shape, np.intp)
    part = written[index]
    order = np.arange(part.size).reshape(part.shape)
    written[index] = order
    last = written[index] == order
    return None if last.all() else last


def _value_adjoint(g: AnyArray, value_shape: tuple[int, ...], index: Any, path: Path) -> Any:
    for op, static in path:
        g = op(g, **static)
    part = getitem_op(g, index=index)
    last = _written_last(g.shape, index)
    if last is not None:
        part = where(last, part, np.zeros((), g.dtype))
    extra = len(value_shape) - len(part.shape)
    if extra > 0:
        part = reshape_op(part, shape=(1,) * extra + part.shape)
    return sum_to(part, value_shape)


setitem_op: Linear = Linear(
    name="setitem", kind=Write(add=False), batched=_setitem_batch, forward=_written, infer=_assigned_shape,
    adjoints={
        "x": lambda g, index, path: setitem_op(g, np.zeros((), g.dtype), index=index, path=path),
        "value": _value_adjoint,
    },
    reference=_written_one_by_one,
    samples=normal(
        (((2, 3), 3), {"index": (1,), "path": ()}), (((2, 3), ()), {"index": (slice(None), np.array([0, 2])), "path": ()}),
        ((4, 4), {"index": (np.array([1, 3, 1, 0]),), "path": ()}),
        (((2, 3), None), {"index": (1,), "path": ((getitem_op, {"index": (0,)}),)}),
    ),
    summary="The array with other values at an index, of the array itself or of a view of it.",
)  # fmt: skip


def getitem(x: Tensor, index: Any) -> Any:
    """Return ``x[index]``; a view where NumPy gives one."""
    if type(index) is int and (shape := x.shape):
        n = shape[0]
        if not -n <= index < n:
            raise IndexingError(f"getitem: index {index} is out of bounds for an array of shape {shape}.")
        if len(shape) == 1:
            return _element(x, (index % n,), index % n)
        return x.view_of(getitem_op, {"index": (index,)})
    if type(index) is tuple and len(index) == len(x.shape) and {*map(type, index)} == {int}:
        return _element(x, index, _offset(x.shape, index))
    parts = normalise(index, x)
    t, parts = _gathered(x, parts, "getitem")
    if t is not None:
        if shares(t.shape, parts) and is_one_place(parts):
            if runtime.differs(x) or any(map(runtime.differs, parts)):
                t._entwine(x, VariableView(x.shape, parts), {})
            elif (view_index := taken_by(parts)) is not None:
                t._entwine(x, getitem_op, {"index": view_index})
        return t
    shape = result_shape(x.shape, parts, "getitem")
    if is_basic(parts):
        if shares(shape, parts):
            return x.view_of(getitem_op, {"index": parts})
        return _element(x, parts, _offset(x.shape, parts))
    return getitem_op(x, index=parts)


def copied(x: AnyArray, index: tuple[Any, ...]) -> AnyArray:
    """Return a copy of ``x[index]``, also where that is a view."""
    elements, parts = _gathered(x, normalise(index, x), "take")
    if elements is not None:
        return elements
    shape = result_shape(x.shape, parts, "take")
    return getitem_op(x, index=parts) if shape and is_basic(parts) else x[parts]  # what is no view may vary


def _gathered(x: AnyArray, parts: tuple[Any, ...], function: str) -> tuple[Any, tuple[Any, ...]]:
    """Return the elements at integers that are data, and the index; None and a decided index where they cannot be read
    so.
    """
    if not by_data(parts):
        return None, parts
    place = spot(x.shape, parts, function)
    return (None, decided(parts)) if place is None else (place.read(view(x, place.basic)), parts)


def is_one_place(parts: tuple[Any, ...]) -> bool:
    """Tell whether NumPy takes no array of positions but a view, where Tensors are of an index."""
    return not any(isinstance(p, (np.ndarray, bool, np.bool_)) or getattr(p, "shape", ()) for p in parts)


class VariableView:
    """The view at an index of integers that differ between replays: a step from a base to a view of it.

    Attributes
    ----------
    parts : tuple
        The index; its Tensors stand for the integers as they were when the view was taken.
    """

    def __init__(self, shape: tuple[int, ...], parts: tuple[Any, ...]) -> None:
        self.parts = tuple(_same_slot(p) if isinstance(p, runtime.tensor) else p for p in parts)
        self._spot: Any = spot(shape, self.parts, "getitem")

    def __call__(self, x: AnyArray) -> Any:
        """Return the view of an array."""
        return self._spot.read(view(x, self._spot.basic))

    def put_back(self, x: AnyArray, value: Tensor) -> Any:
        """Return the array with the view replaced by a value."""
        part = view(x, self._spot.basic)
        written = self._spot.written(part, value)
        return written if part is x else setitem_op(x, written, index=self._spot.basic, path=())

    def reference(self, x: np.ndarray) -> np.ndarray:
        """Return a view that lies in memory as this one does."""
        return x[tuple(0 if isinstance(p, runtime.tensor) else p for p in self.parts)]

    def is_at(self, parts: tuple[Any, ...]) -> bool:
        """Tell whether this is the view at an index."""
        return len(parts) == len(self.parts) and all(map(_are_one, parts, self.parts))


def _same_slot(t: Tensor) -> Tensor:
    """Return another Tensor for the same slot, which stays when that one is written to."""
    other = runtime.tensor()
    other._family, other._i = t._family, t._i
    return other


def _are_one(part: AnyArray, other: AnyArray) -> bool:
    """Tell whether two parts of indices name the same place: Tensors, if they stand for the same slot."""
    if isinstance(part, runtime.tensor) and isinstance(other, runtime.tensor):
        return part._family is other._family and part._i == other._i
    return type(part) is type(other) and bool(part == other)


def shares(shape: tuple[int, ...], index: tuple[Any, ...]) -> bool:
    """Tell whether NumPy gives a view of a shape for an index of integers, slices, None and Ellipsis, and no number."""
    return bool(shape) or Ellipsis in index


def _offset(shape: tuple[int, ...], index: tuple[Any, ...]) -> int:
    """Return which element, in C order, an index of integers chooses.

    Raises
    ------
    IndexingError
        If there is none.
    """
    offset = 0
    for n, k in zip(shape, index, strict=True):
        if not -n <= k < n:
            result_shape(shape, index, "getitem")  # which says so
        offset = offset * n + int(k) % n
    return offset


def view(x: Any, basic: tuple[Any, ...]) -> Any:
    covers = all(isinstance(p, slice) and p == slice(None) for p in basic)
    return x if covers else x.view_of(getitem_op, {"index": basic})


def taken_by(index: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """Return an index, with its known integer Tensors as integers, if it takes a view; else None."""
    parts = []
    for part in index if type(index) is tuple else (index,):
        if isinstance(part, runtime.tensor):
            node = getattr(part, "_node", None)
            if part.shape or node is None or node.array is None:  # nor is it known in a recording
                return None
            part = int(node.array)  # which is no read: it is looked at for each view anew
        elif isinstance(part, np.integer):
            part = int(part)
        parts.append(part)
    return (*parts,) if all(p is None or p is Ellipsis or type(p) in (int, slice) for p in parts) else None


def decided(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return an index whose integers are decisions, guarded as such."""
    return tuple(p._decided() if isinstance(p, runtime.tensor) else p for p in parts)


def spot(shape: tuple[int, ...], parts: tuple[Any, ...], function: str) -> Spot | None:
    """Return where an index with integers that are data leads to; None for an empty result, and for truth values.

    Raises
    ------
    IndexingError
        If an array of this shape has no such index, whatever the integers are.
    """
    if 0 in shape or any(isinstance(p, (bool, np.bool_)) for p in parts):
        return None
    index_parts: list[Any] = []
    stand_ins: list[Any] = []
    for p in parts:
        if not isinstance(p, runtime.tensor):
            index_parts.append(p)
            stand_ins.append(p)
        elif p.dtype == bool:
            places = places_of(p)
            index_parts += places
            mask = np.arange(math.prod(p.shape)) < len(places[0])
            stand_ins.append(mask.reshape(p.shape))
        else:
            index_parts.append(p)
            stand_ins.append(np.zeros(p.shape, np.intp))
    return Spot(shape, tuple(index_parts)) if 0 not in result_shape(shape, tuple(stand_ins), function) else None


def _element(x: AnyArray, index: tuple[Any, ...], offset: int) -> AnyArray:
    """Return one element: picked where a run can, so that the sweeps read it without a call."""
    picked = runtime.pick(x, offset)
    return getitem_op(x, index=index) if picked is None else picked
