"""Tensor: what users hold. It knows NumPy's protocols and where its value is; it knows no derivative.

A Tensor is a place on the tape, ``(kind, slot)``, or holds its data itself (a leaf, a constant). The arithmetic
operators carry a fast path of a few dozen bytecodes: one dictionary look-up says that both operands are in the open run
and what the result is; everything else is `tapegrad.tape.record`.

Assignment gives a Tensor a new version: the same Python object stands for another slot from then on. A view remembers
its base and how it was taken; a write through it writes to the base, and all live views are taken anew.
"""

from __future__ import annotations

import contextlib
import copy
import inspect
import weakref
from _thread import get_ident
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import tapegrad.tape.record as record
from tapegrad.errors import (
    ArgumentError,
    DtypeError,
    GradientError,
    InplaceError,
    PlainDataError,
    ShapeError,
)
from tapegrad.ops import complexes, decisions, declare, elementwise, find, indexing, limits, linalg, reductions, shaping
from tapegrad.tape.forms import BOOL, C16, F8, INT, NUMBERS, form_of
from tapegrad.tape.modes import current, switch
from tapegrad.tape.record import tape
from tapegrad.tensor.views import copies, put_back


def _operator(op: Any) -> Callable[[Any, Any], Any]:
    """The method of a binary operator, with the fast path."""
    code = op.code

    def operate(self: Tensor, other: Any) -> Tensor:
        kind = self._kind
        if type(other) is Tensor:
            out = kind.pairs.get(other._kind)
            if out is not None and out.modes is current() and out.owner == get_ident():
                t = Tensor()
                t._kind = out
                records = out.records
                t._i = i = len(records)
                t._rec = rec = (code, out.id, self._i, other._i)
                records.append(rec)
                if i >= out.limit:
                    tape.flush()
                return t
        elif type(other) is float or type(other) is int:
            const = kind.consts.get(other)
            if const is not None:
                out = kind.out
                if out.modes is current() and out.owner == get_ident():
                    t = Tensor()
                    t._kind = out
                    records = out.records
                    t._i = i = len(records)
                    t._rec = rec = (code, out.id, self._i, const)
                    records.append(rec)
                    if i >= out.limit:
                        tape.flush()
                    return t
        return _operate(op, self, other)

    return operate


class Node:
    """What only some Tensors have: data of their own, a gradient, views.

    Attributes
    ----------
    argument : bool
        A leaf that a transform made of an argument.
    array : ndarray or None
        The data of a Tensor that is no result; never written to in place.
    grad : Tensor or None
    hooks : Hooks or None
        Those of a leaf.
    retains_grad : bool
        A result that keeps its gradient.
    base : Tensor or None
        What this is a view of, and `steps` the ops (with static parameters) by which it was taken.
    views : list of weak references
        Views of this Tensor.
    serial : int
        Numbered in the order of their making.
    """

    __slots__ = ("argument", "array", "base", "grad", "hooks", "retains_grad", "serial", "steps", "views")

    def __init__(self, array: np.ndarray | None = None) -> None:
        self.array = array
        self.serial = next(record.made)
        self.grad: Tensor | None = None
        self.hooks: Any = None
        self.retains_grad = self.argument = False
        self.base: Tensor | None = None
        self.steps: tuple[Any, ...] = ()
        self.views: list[weakref.ref[Tensor]] = []


class Tensor:
    """An array whose operations are recorded. Made by `tensor`, the creation functions and operations."""

    __slots__ = ("__weakref__", "_home", "_i", "_kind", "_node", "_rec")
    _home: Any
    _i: int
    _kind: record.Kind
    _node: Node
    _rec: tuple[Any, ...]
    __array_priority__ = 1000.0

    # ------------------------------------------------------------------------------------- arithmetic

    __add__ = _operator(elementwise.add)
    __sub__ = _operator(elementwise.subtract)
    __mul__ = _operator(elementwise.multiply)
    __truediv__ = _operator(elementwise.divide)

    def __radd__(self, other: Any) -> Tensor:
        return self.__add__(other) if other.__class__ is float else _operate(elementwise.add, other, self)

    def __rmul__(self, other: Any) -> Tensor:
        return self.__mul__(other) if other.__class__ is float else _operate(elementwise.multiply, other, self)

    def __rsub__(self, other: Any) -> Tensor:
        return _operate(elementwise.subtract, other, self)

    def __rtruediv__(self, other: Any) -> Tensor:
        return _operate(elementwise.divide, other, self)

    def __neg__(self) -> Tensor:
        return record.unary(elementwise.negative, self)

    def __pos__(self) -> Tensor:
        return elementwise.positive(self)

    def __abs__(self) -> Tensor:
        return record.unary(elementwise.absolute, self)

    def __pow__(self, other: Any) -> Tensor:
        if other.__class__ is int or other.__class__ is float:
            shortcut = _POWERS.get(other)
            if shortcut is not None and self.dtype.kind in "fc":
                return record.unary(shortcut, self)
        return _operate(elementwise.power, self, other)

    def __rpow__(self, other: Any) -> Tensor:
        return _operate(elementwise.power, other, self)

    def __floordiv__(self, other: Any) -> Tensor:
        return _operate(elementwise.floor_divide, self, other)

    def __rfloordiv__(self, other: Any) -> Tensor:
        return _operate(elementwise.floor_divide, other, self)

    def __mod__(self, other: Any) -> Tensor:
        return _operate(elementwise.remainder, self, other)

    def __rmod__(self, other: Any) -> Tensor:
        return _operate(elementwise.remainder, other, self)

    def __divmod__(self, other: Any) -> tuple[Tensor, Tensor]:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> tuple[Tensor, Tensor]:
        return other // self, other % self

    def __matmul__(self, other: Any) -> Tensor:
        return linalg.matmul(self, other) if _is_operand(other) else NotImplemented

    def __rmatmul__(self, other: Any) -> Tensor:
        return linalg.matmul(other, self) if _is_operand(other) else NotImplemented

    def __lt__(self, other: Any) -> Tensor:
        return _operate(elementwise.less, self, other)

    def __le__(self, other: Any) -> Tensor:
        return _operate(elementwise.less_equal, self, other)

    def __gt__(self, other: Any) -> Tensor:
        return _operate(elementwise.greater, self, other)

    def __ge__(self, other: Any) -> Tensor:
        return _operate(elementwise.greater_equal, self, other)

    def __eq__(self, other: Any) -> Tensor:  # type: ignore[override]
        return _operate(elementwise.equal, self, other)

    def __ne__(self, other: Any) -> Tensor:  # type: ignore[override]
        return _operate(elementwise.not_equal, self, other)

    def __hash__(self) -> int:
        """Hash by identity, while ``==`` compares values: so what might be looked up by its value has no hash.

        Raises
        ------
        PlainDataError
            For a Tensor of one element that is no leaf of the user's that requires grad.
        """
        leaf = self._kind.requires_grad and self.is_leaf and not self._node.argument
        if self._kind.form.size == 1 and not leaf:
            raise PlainDataError(
                "hash: a Tensor of one element is found in a dict or set by identity, never by its value. Look up "
                ".item() or int(...), or use id(t) if the object is meant."
            )
        return object.__hash__(self)

    def __and__(self, other: Any) -> Tensor:
        return logic(elementwise.logical_and, np.bitwise_and, self, other)

    def __or__(self, other: Any) -> Tensor:
        return logic(elementwise.logical_or, np.bitwise_or, self, other)

    def __xor__(self, other: Any) -> Tensor:
        return logic(elementwise.logical_xor, np.bitwise_xor, self, other)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self) -> Tensor:
        if self.dtype == BOOL:
            return elementwise.logical_not(self)
        if self._kind.form is INT:
            return record.of_ints(np.invert, (self,))
        return from_array(np.asarray(np.invert(self._decided())))

    # ------------------------------------------------------------------------------------- in-place

    def __iadd__(self, other: Any) -> Tensor:
        return self._become(_operate(elementwise.add, self, other), "+=")

    def __isub__(self, other: Any) -> Tensor:
        return self._become(_operate(elementwise.subtract, self, other), "-=")

    def __imul__(self, other: Any) -> Tensor:
        return self._become(_operate(elementwise.multiply, self, other), "*=")

    def __itruediv__(self, other: Any) -> Tensor:
        return self._become(_operate(elementwise.divide, self, other), "/=")

    def __ipow__(self, other: Any) -> Tensor:
        return self._become(_operate(elementwise.power, self, other), "**=")

    def __ifloordiv__(self, other: Any) -> Tensor:
        return self._become(_operate(elementwise.floor_divide, self, other), "//=")

    def __imod__(self, other: Any) -> Tensor:
        return self._become(_operate(elementwise.remainder, self, other), "%=")

    def _become(self, result: Any, operator: str) -> Tensor:
        """Take over the value and history of `result`, as in-place arithmetic does."""
        if result is NotImplemented or (self._kind.form is INT and operator[-1] == "="):
            return result  # an int of Python's is not changed: the name stands for another one
        if result.shape != self.shape:
            with contextlib.suppress(ValueError):
                result = shaping.broadcast_to(result, self.shape)  # NumPy writes a smaller result as often as it takes
        if result.shape != self.shape:
            raise ShapeError(
                f"{operator}: a result of shape {result.shape} does not fit the target of shape {self.shape}."
            )
        if not np.can_cast(result.dtype, self.dtype, "same_kind"):
            raise DtypeError(
                f"{operator}: cannot write {result.dtype} into a Tensor of {self.dtype}. Convert it with astype."
            )
        self._check_write(operator)
        self._write(result.astype(self.dtype, copy=False))
        return self

    def __setitem__(self, index: Any, value: Any) -> None:
        parts = indexing.normalise(index)
        self._check_write("assignment")
        value = as_tensor(value, "assignment")
        if value.dtype.kind == "c" and self.dtype.kind != "c":
            raise DtypeError(
                f"assignment: cannot write {value.dtype} into a Tensor of {self.dtype}. Use .real or .imag."
            )
        value = value.astype(self.dtype, copy=False)
        if self._kind.form.lane is None or self.dtype == BOOL:
            array = self._numpy().copy()
            try:
                array[parts] = value._numpy()
            except (IndexError, ValueError):
                indexing._assigned_shape(self.shape, value.shape, index=parts, path=())
                raise
            self._write(from_array(array))
        else:
            self._assign(parts, value)

    def _check_write(self, function: str) -> None:
        """Refuse a write before anything changes."""
        node = getattr(self, "_node", None)
        root = self if node is None or node.base is None else node.base
        run = tape.run
        if run is not None and run.traced and root._kind.run is not run and run.is_outside(root):  # type: ignore[attr-defined]
            raise InplaceError(
                f"{function}: the Tensor is no argument of the function that is being recorded, and a replay "
                "would not write to it. "
                "Return the new value."
            )
        if tape.grad_enabled and id(root) in tape.variables:
            record.hand_over(root)
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
        if tape.grad_enabled and root.requires_grad and not self.requires_grad:
            raise InplaceError(
                f"{function}: this view was taken under no_grad, and the value that it would write has no history. "
                "Take the view again with gradients enabled."
            )
        if node is not None and any(op is shaping.expand for op, _ in node.steps):
            raise InplaceError(f"{function}: the result of broadcast_to is read-only. Use .clone() first.")

    def _assign(self, index: tuple[Any, ...], value: Tensor) -> None:
        """Write a value at an index; through a view, straight into its base."""
        node = getattr(self, "_node", None)
        steps = () if node is None else node.steps
        if any(op in _NOT_THROUGH for op, _ in steps):
            self._write(indexing.setitem_op(self, value, index=index, path=()))
            return
        root = self if node is None or node.base is None else node.base
        root._replace(indexing.setitem_op(root, value, index=index, path=steps))

    def _write(self, new: Tensor) -> None:
        """Make `new`, of the same shape and dtype, the value of this Tensor; of its base and views too."""
        node = getattr(self, "_node", None)
        root = self if node is None or node.base is None else node.base
        steps = () if node is None else node.steps
        parents = [root]
        for op, static in steps:
            parents.append(op(parents[-1], **static))
        for parent, (op, static) in zip(parents[-2::-1], steps[::-1], strict=True):
            new = put_back(op, static, parent, new)
        root._replace(new)

    def _replace(self, new: Tensor) -> None:
        """Stand for `new` from now on, and so do the views of this Tensor; those of a leaf lead to it as before."""
        self._rebind(new)
        node = getattr(self, "_node", None)
        if node is None or not node.views:
            return
        modes, leaf = current(), self.requires_grad and self.is_leaf
        try:
            for reference in node.views:
                view = reference()
                if view is not None:
                    if leaf and view.requires_grad and not modes.inference:
                        switch(modes.with_grad(True, False))
                    fresh = self
                    for op, static in view._node.steps:
                        fresh = op(fresh, **static)
                    switch(modes)
                    view._rebind(fresh)
        finally:
            switch(modes)

    def _rebind(self, new: Tensor) -> None:
        """Stand for the slot of `new` from now on; a leaf under no_grad stays the same leaf."""
        node: Any = getattr(self, "_node", None)
        if node is not None and node.retains_grad and new.requires_grad:
            run = record.home(new)[0].run
            if run is not record.home(self)[0].run:
                run.retained.append(weakref.ref(self))  # type: ignore[union-attr]
        stays = node is not None and node.array is not None and not new.requires_grad
        if stays and (self.requires_grad or not new.traced):
            node.array = new._array()
            record.move(self, record.data_kind(self._kind.form, self.requires_grad), -1)
        elif new._kind.run is None:
            if node is None:
                node = self._node = Node()
            node.array = new._array()
            record.move(self, new._kind, -1)
        else:
            self._rec = getattr(new, "_rec", ())
            record.move(self, new._kind, new._i)
            if node is not None:
                node.array = None
        if tape.dual is not None:
            tape.dual.set(self, tape.dual.of(new))

    # ------------------------------------------------------------------------------------- indexing

    def __getitem__(self, index: Any) -> Tensor:
        return indexing.getitem(self, index)

    def __len__(self) -> int:
        if not self.shape:
            raise DtypeError("len: a Tensor of no dimensions has no length.")
        return self.shape[0]

    def __iter__(self) -> Iterator[Tensor]:
        if not self.shape:
            raise DtypeError("iteration over a Tensor of no dimensions.")
        return (self[i] for i in range(self.shape[0]))

    def __contains__(self, value: Any) -> bool:
        if self.traced:
            return bool((self == value).any())
        return bool(np.any(self._numpy() == (value._numpy() if isinstance(value, Tensor) else value)))

    def view_of(self, op: Any, static: dict[str, Any]) -> Tensor:
        """The result of a shaping op as a view: writes to it reach this Tensor, and the other way round."""
        result = op(self, **static)
        node = getattr(self, "_node", None)
        base, steps = (self, ()) if node is None or node.base is None else (node.base, node.steps)
        if op is shaping.reshape_to and steps and copies(base.shape, steps, static["shape"]):
            return result
        if node is None:
            node = self._node = Node()
        result_node = getattr(result, "_node", None)
        if result_node is None:
            result_node = result._node = Node()
        result_node.base, result_node.steps = base, (*steps, (op, static))
        views = base._node.views
        if len(views) > 16:
            views[:] = [v for v in views if v() is not None]
        views.append(weakref.ref(result))
        return result

    # ------------------------------------------------------------------------------------- what it is

    @property
    def shape(self) -> tuple[int, ...]:
        """Lengths of the dimensions."""
        return self._kind.form.shape

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        return len(self._kind.form.shape)

    @property
    def size(self) -> int:
        """Number of elements."""
        return self._kind.form.size

    @property
    def dtype(self) -> np.dtype[Any]:
        """dtype of the elements."""
        return self._kind.form.dtype

    @property
    def nbytes(self) -> int:
        """Bytes of the elements."""
        return self.size * self.dtype.itemsize

    @property
    def requires_grad(self) -> bool:
        """Whether gradients flow to this Tensor."""
        return self._kind.requires_grad

    @requires_grad.setter
    def requires_grad(self, value: bool) -> None:
        self.requires_grad_(value)

    @property
    def is_leaf(self) -> bool:
        """Whether it is no recorded result: made by the user, or without gradient."""
        node = getattr(self, "_node", None)
        return not self._kind.requires_grad or (node is not None and node.array is not None)

    @property
    def retains_grad(self) -> bool:
        """Whether a result keeps its gradient (see `retain_grad`)."""
        node = getattr(self, "_node", None)
        return node is not None and node.retains_grad

    @property
    def grad(self) -> Tensor | None:
        """The accumulated gradient, or None."""
        node = getattr(self, "_node", None)
        return None if node is None else node.grad

    @grad.setter
    def grad(self, value: Tensor | None) -> None:
        if value is not None:
            if not isinstance(value, Tensor):
                raise DtypeError(f"grad: expected a Tensor or None, got {type(value).__name__}.")
            if value is self:
                raise ArgumentError("grad: a Tensor cannot be its own gradient.")
            if value.shape != self.shape or value.dtype != self.dtype:
                raise ShapeError(
                    f"grad: expected shape {self.shape} of {self.dtype}, got {value.shape} of {value.dtype}."
                )
        elif getattr(self, "_node", None) is None:
            return
        if getattr(self, "_node", None) is None:
            self._node = Node()
        self._node.grad = value

    @property
    def T(self) -> Tensor:
        """All axes reversed."""
        return shaping.transpose(self)

    @property
    def real(self) -> Tensor:
        """The real part: a view of complex numbers, real ones as they are."""
        return complexes.real(self)

    @real.setter
    def real(self, value: Any) -> None:
        self.real[...] = value

    @property
    def imag(self) -> Tensor:
        """The imaginary part: a view of complex numbers, zeros that cannot be written to of real ones."""
        return complexes.imag(self)

    @imag.setter
    def imag(self, value: Any) -> None:
        self.imag[...] = value

    @property
    def mT(self) -> Tensor:
        """The last two axes exchanged."""
        return shaping.matrix_transpose(self)

    # ------------------------------------------------------------------------------------- values

    def _array(self) -> np.ndarray:
        """The value in the dtype of the sweeps, never to be written to."""
        kind, slot = record.home(self)
        run = kind.run
        if run is None:
            return self._node.array  # type: ignore[return-value]
        if run.records is not None and not run.traced:
            if run is not tape.run:
                return record._value_elsewhere(self, run)
            tape.flush()
        return run.value(slot)

    def _numpy(self) -> np.ndarray:
        array = self._array()
        if self._kind.form.dtype == BOOL and array.dtype != BOOL:
            return np.asarray(array != 0)
        return array

    @property
    def traced(self) -> bool:
        """Whether this stands for a value in a function that is being recorded (see `tapegrad.compile`)."""
        run = self._kind.run
        return run is not None and run.traced

    def _decided(self) -> np.ndarray:
        """The value as a decision is taken from it: guarded, if the function is being recorded."""
        run = self._kind.run
        if run is None or not run.traced:
            return self._numpy()
        array = run.decide(self)  # type: ignore[attr-defined]
        return np.asarray(array != 0) if self._kind.form.dtype == BOOL else array

    def numpy(self) -> np.ndarray:
        """The value as a read-only array.

        Raises
        ------
        PlainDataError
            If the Tensor requires grad.
        """
        self._refuse_plain("numpy()", ".detach().numpy()")
        view = self._numpy().view()
        view.flags.writeable = False
        return view

    def item(self) -> Any:
        """The value of a Tensor of one element, as a Python number."""
        if self.size != 1:
            raise ShapeError(f"item: expected one element, got shape {self.shape}.")
        return self._numpy().item()

    def tolist(self) -> Any:
        """The values as nested lists of Python numbers."""
        return self._numpy().tolist()

    def __reduce__(self) -> tuple[Any, ...]:
        if self.requires_grad and (not self.is_leaf or id(self) in tape.variables):
            raise PlainDataError(
                "copy: this Tensor is a result that requires grad, or the variable of a transform, and neither a copy "
                "nor a pickle would have its history. Use .clone() or .detach()."
            )
        if not self.requires_grad:
            self._refuse_plain("copy", ".detach(), or .clone() to keep the history,")
        return tensor, (self._numpy(), self.dtype, self.requires_grad)

    def __deepcopy__(self, memo: dict[int, Any]) -> Tensor:
        make, args = self.__reduce__()
        memo[id(self)] = new = make(*args)
        new.grad = copy.deepcopy(self.grad, memo)
        return new

    def _refuse_plain(self, what: str, remedy: str, more: str = "") -> None:
        run: Any = self._kind.run
        recorded = run is not None and run.traced
        if recorded:
            run.value(self._i)  # raises, with what to do, if the recording is to be replayed
        if self._kind.requires_grad:
            lost = "requires grad, and its gradient"
        elif run.moves(self._i) if recorded else record.moves(self):
            lost = "has a tangent, which"
        else:
            return
        place = f"{run.line_outside()}: " if recorded else ""
        raise PlainDataError(f"{place}{what}: this Tensor {lost} would be lost. Use {remedy} if that is meant.{more}")

    def _refuse_complex(self, what: str) -> None:
        if self.dtype.kind == "c":
            raise DtypeError(f"{what}: expected real numbers, got {self.dtype}. Use .real, .imag or abs().")

    def __bool__(self) -> bool:
        if self.size != 1:
            raise ShapeError(f"bool: the truth of {self.size} elements is ambiguous. Use .any() or .all().")
        if self.traced and self.dtype.kind == "f":
            return bool(self != 0.0)
        return bool(self._decided().item())

    def __float__(self) -> float:
        self._refuse_plain("float()", ".item()")
        self._refuse_complex("float()")
        return float(self.item())

    def __int__(self) -> int:
        if self.traced and self.size == 1:
            return int((elementwise.trunc(self) if self.dtype.kind == "f" else self)._decided().item())
        self._refuse_plain("int()", ".item()")
        self._refuse_complex("int()")
        return int(self.item())

    __trunc__ = __int__

    def __round__(self, digits: int | None = None) -> Any:
        return int(limits.round_(self)) if digits is None else limits.round_(self, digits)

    def __complex__(self) -> complex:
        self._refuse_plain("complex()", ".item()")
        return complex(self.item())

    def __index__(self) -> int:
        if self.dtype.kind not in "iu" or self.size != 1:
            raise DtypeError(f"index: expected one integer, got shape {self.shape} of {self.dtype}.")
        return int(self._decided().item())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        self._refuse_plain(
            "np.asarray()", ".detach().numpy()", " Build arrays of Tensors with tg.array, or return a list."
        )
        return np.array(self._numpy(), dtype=dtype)

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **keywords: Any) -> Any:
        function = declare.on_tensors(ufunc)
        if method == "__call__" and not keywords and function is not None:
            return function(*inputs)
        if method == "reduce" and ufunc in _REDUCTIONS:
            return _call(_REDUCTIONS[ufunc], f"{ufunc.__name__}.reduce", inputs, {"axis": 0, **keywords})
        if method != "__call__" or function is None:
            raise DtypeError(
                f"{ufunc.__name__}{'' if method == '__call__' else '.' + method}: this function does not work on "
                "Tensors. Use .detach().numpy() for plain data."
            )
        out = keywords.pop("out", None)
        if out is not None:
            if len(out) == 1 and isinstance(out[0], Tensor):
                return out[0]._become(as_tensor(function(*inputs)), ufunc.__name__)
            raise PlainDataError(f"{ufunc.__name__}: a Tensor's result cannot be written into an ndarray.")
        if keywords.pop("where", True) is not True:
            raise ArgumentError(f"{ufunc.__name__}: where= is not supported. Use np.where on the result.")
        dtype = keywords.pop("dtype", None)
        if keywords:
            raise ArgumentError(f"{ufunc.__name__}: argument {next(iter(keywords))!r} is not supported.")
        result = function(*inputs)
        return result if dtype is None else result.astype(dtype, copy=False)

    def __array_function__(self, function: Callable[..., Any], types: Any, args: Any, keywords: Any) -> Any:
        own = find(declare.functions, function)
        if own is None:
            name = getattr(function, "__name__", str(function))
            raise DtypeError(
                f"{name}: this NumPy function does not work on Tensors. Use .detach().numpy() for plain data."
            )
        return _call(own, function.__name__, args, keywords)

    def __repr__(self) -> str:
        values = np.array2string(self._numpy(), separator=", ", prefix="tensor(")
        extra = "" if self.dtype in (F8, C16, BOOL) or self.dtype == np.int64 else f", dtype={self.dtype}"
        if self.requires_grad:
            extra += ", requires_grad=True"
        return f"tensor({values}{extra})"

    def __format__(self, specification: str) -> str:
        return format(self.item(), specification) if self.size == 1 and specification else str(self)

    # ------------------------------------------------------------------------------------- gradients

    def detach(self) -> Tensor:
        """The same value without history."""
        if self.traced:
            return record.stopped(self) if self.dtype.kind == "f" else self
        return from_array(self._array(), self._kind.form.dtype)

    def clone(self) -> Tensor:
        """A copy with history."""
        if self._kind.form.lane is None or self.dtype == BOOL:
            return self if self.traced else from_array(self._numpy().copy())
        return record.unary(elementwise.positive, self)

    def requires_grad_(self, requires_grad: bool = True) -> Tensor:
        """Make a leaf require grad, or no more; returns the leaf."""
        if not isinstance(requires_grad, (bool, np.bool)):
            raise ArgumentError(f"requires_grad: expected True or False, got {requires_grad!r}.")
        if requires_grad == self._kind.requires_grad:
            return self
        if requires_grad and self.dtype.kind not in "fc":
            raise DtypeError(
                f"requires_grad: expected float64, float32 or complex numbers, got {self.dtype}. "
                "Convert it with astype(float)."
            )
        if not self.is_leaf:
            raise GradientError("requires_grad: only a leaf can be changed. Use .detach() to leave the history behind.")
        if self.traced and requires_grad:
            leaf = record.variable(self)
            self._kind, self._i = leaf._kind, leaf._i
            return self
        array = self._array()
        node = getattr(self, "_node", None)
        if node is None:
            node = self._node = Node()
        node.array = array
        record.move(self, record.data_kind(self._kind.form, requires_grad), -1)
        return self

    def retain_grad(self) -> None:
        """Add the gradient of a result to its `.grad` too, in each sweep that passes it, `grad` included."""
        if not self.requires_grad:
            raise GradientError("retain_grad: this Tensor does not require grad.")
        if self.traced:
            raise GradientError("retain_grad: the function is being recorded, and a replay leaves nothing in .grad.")
        if self.is_leaf:
            return
        if getattr(self, "_node", None) is None:
            self._node = Node()
        if not self._node.retains_grad:
            self._node.retains_grad = True
            record.home(self)[0].run.retained.append(weakref.ref(self))  # type: ignore[union-attr]

    @property
    def grad_fn(self) -> Any:
        """The `tapegrad.autograd.graph.Node` that gave this result; None for a leaf."""
        from tapegrad.autograd.graph import node_of

        return None if self.is_leaf else node_of(self)

    def register_hook(self, hook: Callable[[Tensor], Tensor | None]) -> Any:
        """Call ``hook(gradient)`` in each reverse sweep once the gradient of this Tensor is known.

        What it returns replaces the gradient, unless it is None. The hook stays with the present value: after an
        assignment it is called for the value before.

        Returns
        -------
        RemovableHandle

        Raises
        ------
        GradientError
            If the Tensor does not require grad.

        Examples
        --------
        >>> import tapegrad as tg
        >>> x = tg.tensor(3.0, requires_grad=True)
        >>> handle = x.register_hook(lambda g: 2.0 * g)
        >>> (x * x).backward()
        >>> x.grad
        tensor(12.)
        >>> handle.remove()
        """
        from tapegrad.autograd.graph import hook_tensor

        return hook_tensor(self, hook)

    def register_post_accumulate_grad_hook(self, hook: Callable[[Tensor], None]) -> Any:
        """Call ``hook(leaf)`` after each `backward` that has changed the leaf's ``.grad``.

        Returns
        -------
        RemovableHandle

        Raises
        ------
        GradientError
            If the Tensor is no leaf that requires grad.
        """
        from tapegrad.autograd.graph import hook_accumulation

        return hook_accumulation(self, hook)

    def zero_grad(self) -> None:
        """Forget the gradient."""
        self.grad = None

    def backward(
        self,
        gradient: Any = None,
        retain_graph: bool | None = None,
        create_graph: bool = False,
        inputs: Any = None,
    ) -> None:
        """Add the gradient of this Tensor to the ``.grad`` of the leaves; see `tapegrad.autograd.backward`."""
        from tapegrad.autograd import backward

        backward(self, [gradient], retain_graph, create_graph, inputs)

    # ------------------------------------------------------------------------------------- NumPy's methods

    def astype(self, dtype: Any, copy: bool = True) -> Tensor:
        """Another dtype; among float64, float32, complex128 and complex64 with gradient.

        The result can be written to without changing this Tensor, unless `copy` is False and the dtype the same.
        """
        target = np.dtype(dtype)
        if target == self.dtype:
            return self.clone() if copy else self
        number = NUMBERS.get(target)
        if self.dtype.kind == "c" and target.kind not in "cb":
            raise DtypeError(f"astype: the imaginary parts would be lost in {target}. Use .real or abs().")
        if number is not None and self.dtype.kind in "fc":
            return shaping.convert(self, dtype=number, source=self._kind.form.lane)
        if target.kind not in "fiub" and number is None:
            raise DtypeError(f"astype: expected a number type, got {target}.")
        if self.traced:
            if number is not None:
                return record.numbers(self, number)
            return self != 0.0 if target == BOOL else from_array(self._decided().astype(target))
        self._refuse_plain(f"astype({target})", ".detach().astype(...)")
        return from_array(self._numpy().astype(target))

    def copy(self) -> Tensor:
        """A copy with history."""
        return self.clone()

    def reshape(self, *shape: Any) -> Tensor:
        """The same elements in another shape."""
        return shaping.reshape(self, shape[0] if len(shape) == 1 else shape)

    def transpose(self, *axes: Any) -> Tensor:
        """Axes in another order."""
        if not axes or axes == (None,):
            return shaping.transpose(self)
        return shaping.transpose(self, axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes)

    def flatten(self) -> Tensor:
        """One dimension, copied."""
        return shaping.reshape_to(self, shape=(self.size,))

    def squeeze(self, axis: Any = None) -> Tensor:
        """Without axes of length 1."""
        return shaping.squeeze(self, axis)

    def swapaxes(self, axis1: int, axis2: int) -> Tensor:
        """Two axes exchanged."""
        return shaping.swapaxes(self, axis1, axis2)

    def ravel(self) -> Tensor:
        """One dimension."""
        return shaping.ravel(self)

    def sum(self, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> Tensor:
        """Sum of elements over axes."""
        return reductions.sum_(self, axis, dtype, out, keepdims)

    def mean(self, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> Tensor:
        """Arithmetic mean over axes."""
        return reductions.mean(self, axis, dtype, out, keepdims)

    def prod(self, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> Tensor:
        """Product of elements over axes."""
        return reductions.prod(self, axis, dtype, out, keepdims)

    def max(self, axis: Any = None, out: Any = None, keepdims: bool = False) -> Tensor:
        """Largest element over axes."""
        return reductions.max_(self, axis, out, keepdims)

    def min(self, axis: Any = None, out: Any = None, keepdims: bool = False) -> Tensor:
        """Smallest element over axes."""
        return reductions.min_(self, axis, out, keepdims)

    def var(
        self, axis: Any = None, dtype: Any = None, out: Any = None, ddof: float = 0, keepdims: bool = False
    ) -> Tensor:
        """Variance over axes."""
        return reductions.var(self, axis, dtype, out, ddof, keepdims)

    def std(
        self, axis: Any = None, dtype: Any = None, out: Any = None, ddof: float = 0, keepdims: bool = False
    ) -> Tensor:
        """Standard deviation over axes."""
        return reductions.std(self, axis, dtype, out, ddof, keepdims)

    def conjugate(self) -> Tensor:
        """Complex conjugate; real numbers as they are."""
        return complexes.conjugate(self) if self.dtype.kind == "c" else self

    conj = conjugate

    def cumsum(self, axis: int | None = None) -> Tensor:
        """Cumulative sum."""
        return reductions.cumsum(self, axis)

    def clip(self, min: Any = None, max: Any = None) -> Tensor:  # noqa: A002 (NumPy's names)
        """Limited to an interval."""
        return limits.clip(self, min=min, max=max)

    def round(self, decimals: int = 0) -> Tensor:
        """Rounded to decimals; the derivative is 0."""
        return limits.round_(self, decimals)

    def dot(self, other: Any) -> Tensor:
        """NumPy's dot."""
        return linalg.dot(self, other)

    def repeat(self, repeats: Any, axis: int | None = None) -> Tensor:
        """Each element repeated."""
        return shaping.repeat(self, repeats, axis)

    def take(self, indices: Any, axis: int | None = None) -> Tensor:
        """Elements at indices along an axis."""
        return indexing.take(self, indices, axis)

    def diagonal(self, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Tensor:
        """Diagonals."""
        return shaping.diagonal(self, offset, axis1, axis2)

    def trace(self, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Tensor:
        """Sum of a diagonal."""
        return shaping.trace(self, offset, axis1, axis2)

    def any(self, axis: Any = None, keepdims: bool = False) -> Tensor:
        """Whether any element is true."""
        if self.traced:
            return reductions.sum_((self != 0.0).astype(F8), axis, keepdims=keepdims) > 0.0
        return from_array(np.asarray(np.any(self._numpy(), axis=axis, keepdims=keepdims)))

    def all(self, axis: Any = None, keepdims: bool = False) -> Tensor:
        """Whether all elements are true."""
        if self.traced:
            return reductions.sum_((self == 0.0).astype(F8), axis, keepdims=keepdims) == 0.0
        return from_array(np.asarray(np.all(self._numpy(), axis=axis, keepdims=keepdims)))

    def argmax(self, axis: int | None = None, keepdims: bool = False) -> Tensor:
        """Index of the largest element."""
        self._refuse_complex("argmax")
        if self.traced:
            return from_array(decisions.argmax(self, axis, keepdims))
        return from_array(np.asarray(np.argmax(self._numpy(), axis=axis, keepdims=keepdims)))

    def argmin(self, axis: int | None = None, keepdims: bool = False) -> Tensor:
        """Index of the smallest element."""
        self._refuse_complex("argmin")
        if self.traced:
            return from_array(decisions.argmin(self, axis, keepdims))
        return from_array(np.asarray(np.argmin(self._numpy(), axis=axis, keepdims=keepdims)))

    def argsort(self, axis: int = -1) -> Tensor:
        """Indices that would sort."""
        self._refuse_complex("argsort")
        if self.traced:
            return from_array(decisions.argsort(self, axis))
        return from_array(np.argsort(self._numpy(), axis=axis))


# --------------------------------------------------------------------------------------- helpers of the operators


def _is_operand(x: Any) -> bool:
    return isinstance(x, (Tensor, np.ndarray, np.generic, float, int, complex, list))


def _call(own: Callable[..., Any], name: str, args: Any, keywords: Any) -> Any:
    """Call what stands for a function of NumPy, which may have more arguments.

    Raises
    ------
    ArgumentError
        For an argument that it does not take.
    """
    try:
        return own(*args, **keywords)
    except TypeError:
        try:
            inspect.signature(own).bind(*args, **keywords)
        except TypeError as error:
            raise ArgumentError(f"{name}: {error}: tapegrad does not support this argument of NumPy's.") from None
        raise


def _operate(op: Any, left: Any, right: Any) -> Any:
    if not (_is_operand(left) and _is_operand(right)):
        return NotImplemented
    if op is elementwise.multiply and (left.__class__ is list or right.__class__ is list):
        t = left if right.__class__ is list else right
        if t.__class__ is Tensor and not t.shape:
            return NotImplemented  # as NumPy's scalars: Python repeats the list
    return record.elementwise(op, (left, right))


_POWERS: dict[float, Any] = {2: elementwise.square, 0.5: elementwise.sqrt, -1: elementwise.reciprocal}


def logic(op: Any, integers: Any, x: Any, other: Any) -> Any:
    if not _is_operand(other):
        return NotImplemented
    x = as_tensor(x)
    dtype = other.dtype if isinstance(other, (Tensor, np.ndarray, np.generic)) else np.asarray(other).dtype
    if x.dtype == BOOL and dtype == BOOL:
        return op(x, other)
    if x._kind.form is INT and record.is_int(other):
        return record.of_ints(integers, (x, other))
    return from_array(np.asarray(integers(x._decided(), other._decided() if isinstance(other, Tensor) else other)))


# --------------------------------------------------------------------------------------- creation


def placed(kind: record.Kind, slot: int) -> Tensor:
    """A Tensor that stands for a slot."""
    t = Tensor()
    t._kind, t._i, t._rec = kind, slot, ()
    return t


def from_array(array: np.ndarray, dtype: Any = None) -> Tensor:
    """A Tensor of an array that nobody else will write to."""
    t = Tensor()
    if dtype == BOOL and array.dtype != BOOL:
        t._kind = record.data_kind(form_of(array.shape, BOOL, array.dtype), False)
    else:
        t._kind = record.data_kind(form_of(array.shape, _canonical(array.dtype)), False)
    t._i = -1
    t._node = Node(array)
    return t


def _canonical(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The one object of each dtype with derivatives (NumPy may have others that are equal)."""
    return NUMBERS.get(dtype, dtype)


def tensor(data: Any, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    """A new leaf Tensor from data, which are copied.

    Parameters
    ----------
    data : array_like
        Numbers, nested sequences of numbers, an array or a Tensor.
    dtype : dtype, optional
        float64 (or complex128) by default for Python numbers; the data's own otherwise.
    requires_grad : bool
        Whether operations on it are recorded for gradients.

    Raises
    ------
    DtypeError
        For data that are no numbers, and for integers that shall require grad.
    PlainDataError
        For Tensors that require grad: their history would be lost.

    Examples
    --------
    >>> import tapegrad as tg
    >>> x = tg.tensor([1.0, 2.0], requires_grad=True)
    >>> (x * x).sum().backward()
    >>> x.grad
    tensor([2., 4.])
    """
    if isinstance(data, Tensor):
        array = _without_tensors(data).copy()
    else:
        array = record.capture(_without_tensors(data), "tensor")
    if dtype is not None:
        target = np.dtype(dtype)
        if target.kind not in "fiubc" or (target.kind in "fc" and target not in NUMBERS):
            raise DtypeError(
                f"tensor: expected float64, float32, complex128, complex64, an integer or bool, got {target}."
            )
        if array.dtype.kind == "c" and target.kind not in "cb":
            raise DtypeError(f"tensor: the imaginary parts would be lost in {target}. Pass the real part.")
        array = array.astype(target)
    elif requires_grad and array.dtype.kind in "iu" and not hasattr(data, "dtype"):
        raise DtypeError(
            f"tensor: only float64, float32 and complex numbers can require grad, got {array.dtype}. "
            "Write the numbers as floats, or pass dtype=float."
        )
    if not array.flags.c_contiguous:
        array = np.ascontiguousarray(array)
    t = from_array(array)
    return t.requires_grad_() if requires_grad else t


def _without_tensors(data: Any) -> Any:
    """Nested sequences with plain values in place of Tensors."""
    if isinstance(data, Tensor):
        data._refuse_plain("tensor", ".detach(), or tg.array() to keep the history,")
        return data._numpy()
    if isinstance(data, (list, tuple)):
        return [_without_tensors(d) for d in data]
    return data


def as_tensor(x: Any, function: str = "array") -> Tensor:
    """x itself if it is a Tensor; nested sequences that hold Tensors are stacked, with history."""
    if isinstance(x, Tensor):
        return x
    if isinstance(x, (list, tuple)) and holds_tensor(x):
        return shaping.stack([as_tensor(part) for part in x])
    return from_array(record.capture(x, function))


def holds_tensor(x: Any) -> bool:
    """Whether it is a Tensor, or a list, tuple or dict that holds one."""
    if isinstance(x, (list, tuple, dict)):
        return any(holds_tensor(part) for part in (x.values() if isinstance(x, dict) else x))
    return isinstance(x, Tensor)


declare.recorder.tensor = Tensor
declare.recorder.as_tensor = as_tensor
declare.recorder.from_array = from_array
_NOT_THROUGH = (
    shaping.reshape_to,
    shaping.convert,
    complexes.imaginary,
)  # views that NumPy may copy, or parts of numbers
_REDUCTIONS: dict[Any, Callable[..., Any]] = {
    np.add: reductions.sum_,
    np.multiply: reductions.prod,
    np.maximum: reductions.max_,
    np.minimum: reductions.min_,
}
