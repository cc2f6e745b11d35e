"""`Tensor`: NumPy's operators and methods on a recorded value. It knows no derivative.

The arithmetic operators carry a fast path of a few dozen bytecodes: one look-up says that both operands are in the open
run, and what the result is. A method that only forwards is the function itself, under its name in NumPy.

Tests: tests/tensor/test_ndarray_methods.py, tests/tensor/test_views_of_functions.py, tests/autograd/test_hooks.py
"""

from __future__ import annotations

import copy
import importlib
from _thread import get_ident
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec

import numpy as np

import tapegrad.record.apply as applying
import tapegrad.record.integer_ops as integer_ops
from tapegrad.cpython import item_slot
from tapegrad.errors import DtypeError, PlainDataError, plain_device
from tapegrad.hints import TensorHabits
from tapegrad.ir.forms import FLOAT, form_of
from tapegrad.machine.dtypes import BOOL, NUMBERS, numpys
from tapegrad.ops import (
    complex_numbers,
    decisions,
    elementwise_ops,
    indexing,
    limits,
    products,
    reductions,
    shape_ops,
    take,
    window_views,
)
from tapegrad.ops.composites import fitted, holds_tensor
from tapegrad.ops.lazy_help import help_all
from tapegrad.ops.runtime import runtime
from tapegrad.record.capture import capture
from tapegrad.record.families import Family, data_family, plain_family
from tapegrad.record.modes import current
from tapegrad.record.open_recording import leaf_of_recording
from tapegrad.record.recording import tape
from tapegrad.record.variables import places_of, stopped
from tapegrad.tensor import dispatch, methods, operators, views
from tapegrad.tensor.assignment import in_place, set_item
from tapegrad.tensor.call_sites import along_paths
from tapegrad.tensor.detach import detached
from tapegrad.tensor.immediate_ops import part_of
from tapegrad.tensor.operators import binary, operate, reflected, unary
from tapegrad.tensor.value import TensorState, Value
from tapegrad.trace_cache import thresholds, tree

if TYPE_CHECKING:
    from tapegrad.ops.declare import Elementwise

P = ParamSpec("P")
_COUNTS = (np.int64, np.int32)  # what floats beyond become is NumPy's own affair in other integers


def _operator(op: Elementwise) -> Callable[[Any, Any], Tensor]:
    """Return the method of a binary operator, with the fast path."""
    code = op.code

    def method(self: Tensor, other: Any) -> Tensor:
        family = self._family
        if type(other) is Tensor:
            out, operand = family.pairs.get(other._family), other._i
        elif (type(other) is float or type(other) is int) and (const := family.consts.get(other)) is not None:
            out, operand = family.out, const
        else:
            return operate(op, self, other)
        if out is not None and out.modes is current() and out.owner == get_ident():
            t = Tensor()
            t._family = out
            instructions = out.instructions
            t._i = i = len(instructions)
            t._instruction = instruction = (code, out.id, self._i, operand)
            instructions.append(instruction)
            if i >= out.limit:
                tape.flush()
            return t
        return operate(op, self, other)

    return method


def _method(function: Callable[Concatenate[Any, P], Any]) -> Callable[Concatenate[Tensor, P], Tensor]:
    """Return a function of arrays as a method that gives a Tensor."""
    return along_paths(function)


getitem = along_paths(indexing.getitem, indexes=True)


class Tensor(Value, TensorHabits):
    """An array whose operations are recorded. Made by `tensor`, the creation functions and operations.

    Examples
    --------
    >>> import tapegrad as tg
    >>> x = tg.tensor([1.0, 2.0], requires_grad=True)
    >>> (x * x).sum().backward()
    >>> x.grad
    tensor([2., 4.])
    """

    __slots__ = ()
    __array_priority__ = 1000.0
    __pandas_priority__ = 10_000  # objects of pandas, which are data, leave operators to Tensors

    def __init_subclass__(cls) -> None:
        raise DtypeError(
            f"Tensor: expected no subclass, got {cls.__name__}: operations would return Tensors, not objects of the "
            "subclass. Keep a Tensor in an attribute of the class."
        )

    __add__ = _operator(elementwise_ops.add)
    __sub__ = _operator(elementwise_ops.subtract)
    __mul__ = _operator(elementwise_ops.multiply)
    __truediv__ = _operator(elementwise_ops.divide)

    def __radd__(self, other: Any) -> Tensor:
        return self.__add__(other) if other.__class__ is float else operate(elementwise_ops.add, other, self)

    def __rmul__(self, other: Any) -> Tensor:
        return self.__mul__(other) if other.__class__ is float else operate(elementwise_ops.multiply, other, self)

    __rsub__, __rtruediv__ = reflected(elementwise_ops.subtract), reflected(elementwise_ops.divide)
    __floordiv__, __rfloordiv__ = binary(elementwise_ops.floor_divide), reflected(elementwise_ops.floor_divide)
    __mod__, __rmod__ = binary(elementwise_ops.remainder), reflected(elementwise_ops.remainder)
    __pow__, __rpow__ = operators.power, reflected(elementwise_ops.power)
    __matmul__, __rmatmul__ = operators.matmul, operators.reflected_matmul
    __neg__, __pos__ = unary(elementwise_ops.negative), unary(elementwise_ops.positive)
    __abs__ = unary(elementwise_ops.absolute)
    __lt__, __le__ = binary(elementwise_ops.less), binary(elementwise_ops.less_equal)
    __gt__, __ge__ = binary(elementwise_ops.greater), binary(elementwise_ops.greater_equal)
    __eq__ = binary(elementwise_ops.equal)  # type: ignore[assignment]
    __ne__ = binary(elementwise_ops.not_equal)  # type: ignore[assignment]
    __and__ = __rand__ = operators.and_
    __or__ = __ror__ = operators.or_
    __xor__ = __rxor__ = operators.xor
    __invert__ = operators.invert
    __iadd__, __isub__ = in_place(elementwise_ops.add, "+="), in_place(elementwise_ops.subtract, "-=")
    __imul__, __itruediv__ = in_place(elementwise_ops.multiply, "*="), in_place(elementwise_ops.divide, "/=")
    __ifloordiv__, __imod__ = in_place(elementwise_ops.floor_divide, "//="), in_place(elementwise_ops.remainder, "%=")
    __ipow__ = methods.in_place(operators.power, "**=")
    __iand__, __ior__ = methods.in_place(operators.and_, "&="), methods.in_place(operators.or_, "|=")
    __ixor__, __imatmul__ = methods.in_place(operators.xor, "^="), methods.multiply_in_place
    __lshift__, __rshift__ = methods.shift(np.left_shift), methods.shift(np.right_shift)
    __rlshift__, __rrshift__ = methods.shift(np.left_shift, 1), methods.shift(np.right_shift, 1)
    __ilshift__, __irshift__ = methods.in_place(__lshift__, "<<="), methods.in_place(__rshift__, ">>=")

    def __divmod__(self, other: Any) -> tuple[Tensor, Tensor]:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> tuple[Tensor, Tensor]:
        return other // self, other % self

    def __hash__(self) -> int:
        """Hash by identity, while ``==`` compares values: so what might be looked up by its value has no hash.

        Raises
        ------
        PlainDataError
            For a Tensor of one element that is no leaf of the user's that requires grad.
        """
        leaf = self._family.requires_grad and self.is_leaf and self._node.serial >= 0
        if self._family.form.size == 1 and not leaf:
            raise PlainDataError(
                "hash: a dict or set would find a Tensor of one element by identity, not by its value. Look up "
                ".item() or int(...), or use id(t) for the object."
            )
        return object.__hash__(self)

    # ------------------------------------------------------------------------------------- elements and views

    def __getitem__(self, index: Any) -> Tensor:
        if self._family.run is None and tape._open.pending is None and (t := part_of(self, index)) is not None:
            return t
        return getitem(self, index)

    __setitem__ = set_item
    view_of, _entwine, _replace, _rebind = views.view_of, views.entwine, views.replace, views.rebind
    _is_contiguous = views.is_contiguous

    def __iter__(self) -> Iterator[Tensor]:
        if not self.shape:
            raise DtypeError("iteration over a Tensor of no dimensions.")
        return (self[i] for i in range(self.shape[0]))

    def __reversed__(self) -> Iterator[Tensor]:
        return reversed([*self])

    @property
    @along_paths
    def T(self) -> Tensor:
        """All axes reversed."""
        return shape_ops.transpose(self)

    @property
    def mT(self) -> Tensor:
        """The last two axes exchanged."""
        return shape_ops.matrix_transpose(self)

    @property
    def real(self) -> Tensor:
        """The real part: a view of complex numbers, real ones as they are."""
        return complex_numbers.real(self)

    @real.setter
    def real(self, value: Any) -> None:
        self.real[...] = value

    @property
    def imag(self) -> Tensor:
        """The imaginary part: a view of complex numbers, zeros that cannot be written to of real ones."""
        return complex_numbers.imag(self)

    @imag.setter
    def imag(self, value: Any) -> None:
        self.imag[...] = value

    # ------------------------------------------------------------------------------------- NumPy

    __array_ufunc__ = dispatch.array_ufunc
    __array_function__ = dispatch.array_function
    __array_namespace__, __dlpack__, __dlpack_device__ = methods.array_namespace, methods.dlpack, methods.dlpack_device
    to_device = methods.to_device
    sum, mean, prod = _method(reductions.sum_), _method(reductions.mean), _method(reductions.prod)
    max, min = _method(reductions.max_), _method(reductions.min_)
    var, std, cumsum = _method(reductions.var), _method(reductions.std), _method(reductions.cumsum)
    any, all = _method(decisions.any_), _method(decisions.all_)
    argmax, argmin, argsort = _method(decisions.argmax), _method(decisions.argmin), _method(decisions.argsort)
    squeeze, swapaxes, ravel = _method(shape_ops.squeeze), _method(shape_ops.swapaxes), _method(shape_ops.ravel)
    repeat, diagonal, trace = _method(shape_ops.repeat), _method(shape_ops.diagonal), _method(shape_ops.trace)
    take, dot, clip, round = _method(take.take), _method(products.dot), _method(limits.clip), _method(limits.round_)

    cumprod, nonzero = methods.later(np.cumprod), methods.later(np.nonzero)
    searchsorted, choose, put = methods.later(np.searchsorted), methods.later(np.choose), methods.later(np.put)
    argpartition, compress = methods.later(np.argpartition), methods.later(np.compress, 1)
    sort, partition, fill = methods.sort, methods.partition, methods.fill

    @property
    def flat(self) -> methods.Flat:
        """All elements in C order: what is written there is written to the Tensor."""
        return methods.Flat(self)

    @flat.setter
    def flat(self, value: Any) -> None:
        methods.Flat(self)[:] = value

    @along_paths
    def reshape(self, *shape: Any, order: str = "C", copy: bool | None = None) -> Tensor:
        """Return the same elements in another shape."""
        return shape_ops.reshape(self, shape[0] if len(shape) == 1 else shape, order, copy=copy)

    @along_paths
    def transpose(self, *axes: Any) -> Tensor:
        """Return axes in another order."""
        if not axes or axes == (None,):
            return shape_ops.transpose(self)
        return shape_ops.transpose(self, axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes)

    @along_paths
    def flatten(self, order: str = "C") -> Tensor:
        """Return one dimension, copied."""
        return shape_ops.reshape(self, (self.size,), order, copy=True)

    def conjugate(self, out: Any = None, /) -> Any:
        """Return the complex conjugate; real numbers as they are."""
        if out is not None:
            return np.conjugate(self, out)
        return complex_numbers.conjugate(self) if self.dtype.kind == "c" else self

    conj = conjugate

    def astype(
        self, dtype: Any, order: str = "K", casting: Any = "unsafe", subok: bool = True, copy: bool = True
    ) -> Tensor:
        """Return another dtype; among float64, float32, complex128 and complex64 with gradient.

        The result can be written to without changing this Tensor, unless `copy` is False and the dtype the same.
        `order` and `subok` say nothing here.
        """
        target = numpys(dtype, "astype")
        if casting != "unsafe" or order != "K":
            methods.castable(self.dtype, target, order, casting)
        if target == self.dtype:
            return self.clone() if copy else self
        number = NUMBERS.get(target)
        if self.dtype.kind == "c" and target.kind not in "cb":
            raise DtypeError(f"astype: the imaginary parts would be lost in {target}. Use .real or abs().")
        if number is not None and self.dtype.kind in "fc":
            return shape_ops.astype(self, dtype=number, source=self._family.form.lane)
        if target.kind not in "fiub" and number is None:
            raise DtypeError(f"astype: expected a number type, got {target}.")
        if self.traced:
            if number is not None:
                return integer_ops.numbers(self, number)
            if target == BOOL:
                return self != 0.0
            if integer_ops.differs(self) and target.kind != "f" and (self.dtype.kind != "f" or target in _COUNTS):
                return integer_ops.numbers(stopped(self) if self.requires_grad else self, target)
            return from_array(self._decided().astype(target))
        pending = self._family.run is not None and self._family.run.backing is tape._open.pending
        if pending and self.dtype == BOOL and number is not None and number.kind == "f":
            return applying.numbers(self, number)
        self._refuse_plain(f"astype({target})", ".detach().astype(...)")
        return from_array(self._numpy().astype(target))

    def clone(self) -> Tensor:
        """Return a copy with history."""
        family = self._family
        if family.form.lane is None or family.form.dtype == BOOL:
            return family.run.backing.handle(self._i) if self.traced else from_array(self._numpy().copy())
        records = tape.pending is not None and tape.pending.traced
        if family.run is None and not family.requires_grad and current().plain and not records:
            return self.detach()  # data, which are never changed in place
        return applying.unary(elementwise_ops.positive, self)

    copy, tobytes, tofile = methods.copy, methods.tobytes, methods.tofile

    def detach(self) -> Tensor:
        """Return the same value without history."""
        family = self._family
        if family.run is not None and family.run.backing.traced:
            return stopped(self) if self.dtype.kind in "fc" else self
        if family.run is not None and family.run.backing is tape._open.pending:
            result = detached(family.run.backing, self)
            if result is not None:
                return result
        if family.requires_grad and tape._open.strict and (leaf := leaf_of_recording(self)) is not None:
            return leaf.detach()
        t = Tensor()  # as `from_array` makes it, but of a form that is known
        t._node = TensorState(self._array())
        t._family, t._i = data_family(family.form, False), -1
        return t

    def __reduce__(self) -> tuple[Any, ...]:
        if self.requires_grad and (not self.is_leaf or places_of(self)):
            raise PlainDataError(
                "copy: this Tensor requires grad and is no leaf (but a result, a view or the variable of a transform): "
                "a copy or a pickle would lose its history. Use .detach() for data to draw or to keep, or .clone()."
            )
        if not self.requires_grad:
            self._refuse_plain("copy", ".detach()", "Use .clone(), which keeps the history.")
        return tensor, (self._numpy(), self.dtype, self.requires_grad)

    def __deepcopy__(self, memo: dict[int, Any]) -> Tensor:
        make, args = self.__reduce__()
        memo[id(self)] = new = make(*args)
        new.grad = copy.deepcopy(self.grad, memo)
        return new

    @property
    def grad_fn(self) -> Any:
        """The `tapegrad.autograd.graph.Node` that gave this result; None for a leaf."""
        return None if self.is_leaf else runtime.autograd.graph.node_of(self)

    register_hook = methods.register_hook
    register_post_accumulate_grad_hook = methods.register_post_accumulate_grad_hook

    def backward(
        self,
        gradient: Any = None,
        retain_graph: bool | None = None,
        create_graph: bool = False,
        inputs: Any = None,
    ) -> None:
        """Add the gradient of this Tensor to the ``.grad`` of the leaves; see `tapegrad.autograd.backward`."""
        runtime.autograd.backward(self, None if gradient is None else [gradient], retain_graph, create_graph, inputs)


def placed(family: Family, slot: int) -> Tensor:
    """Return a Tensor that stands for a slot."""
    t = Tensor()
    t._family, t._i, t._instruction = family, slot, ()
    return t


def holding(family: Family, array: np.ndarray) -> Tensor:
    """Return a Tensor of a family of data, which holds an array that nothing else will write to."""
    t = Tensor()
    t._family, t._i, t._node = family, -1, TensorState(array)
    return t


def from_array(array: np.ndarray, dtype: Any = None) -> Tensor:
    """Return a Tensor of an array that nothing else will write to."""
    if dtype == BOOL and array.dtype != BOOL:
        return holding(data_family(form_of(array.shape, BOOL, array.dtype), False), array)
    return holding(plain_family(array.shape, array.dtype), array)


def tensor(data: Any, dtype: Any = None, requires_grad: bool = False, *, device: Any = None) -> Tensor:
    """Return a new leaf Tensor from data, which are copied.

    Parameters
    ----------
    data : array_like
        Numbers, nested sequences of numbers, an array or a Tensor.
    dtype : dtype, optional
        float64 (or complex128) by default for Python numbers; the data's own otherwise.
    requires_grad : bool
        Whether operations on it are recorded for gradients.
    device : {"cpu"}, optional
        All Tensors are in main memory.

    Returns
    -------
    Tensor

    Raises
    ------
    DtypeError
        For data that are no numbers, and for integers that shall require grad.
    PlainDataError
        For Tensors that require grad: their history would be lost.
    OverflowError, ValueError
        As NumPy's, for numbers that a dtype of integers does not hold.

    Examples
    --------
    >>> import tapegrad as tg
    >>> x = tg.tensor([1.0, 2.0], requires_grad=True)
    >>> (x * x).sum().backward()
    >>> x.grad
    tensor([2., 4.])
    """
    if device is not None:
        plain_device(device, "tensor")
    if isinstance(data, Tensor):
        array = _without_tensors(data).copy()
    else:
        plain = _without_tensors(data)
        array = capture(plain if dtype is None else fitted(plain, numpys(dtype, "tensor"), "tensor"), "tensor")
    if dtype is not None:
        target = numpys(dtype, "tensor")
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
    if requires_grad is not True or array.dtype.kind not in "fc":
        return t.requires_grad_() if requires_grad else t
    t._family = data_family(t._family.form, True)
    return t


def _without_tensors(data: Tensor) -> Any:
    """Return nested sequences with plain values in place of Tensors."""
    if isinstance(data, Tensor):
        data._refuse_plain("tensor", ".detach()", "Use tg.array, which keeps the history.")
        return data._numpy()
    if isinstance(data, (list, tuple)):
        return [_without_tensors(d) for d in data]
    return data


def as_tensor(x: Any, function: str = "array") -> Tensor:
    """Return x itself if it is a Tensor; nested sequences that hold Tensors are stacked, with history.

    A Tensor from a float of Python becomes an ordinary array, as in NumPy: it no longer takes the dtype of other
    operands.
    """
    if isinstance(x, Tensor):
        return x if x._family.form is not FLOAT else elementwise_ops.positive(x)
    if isinstance(x, (list, tuple)) and holds_tensor(x):
        return shape_ops.stack([as_tensor(part) for part in x])
    return from_array(capture(x, function))


def _load_cursor() -> None:
    try:
        importlib.import_module("tapegrad.tensor.compiled_methods").load()
    except BaseException:  # such as that of Ctrl-C while it is compiled: it will be tried again
        tree.cursor.left = thresholds.FOLLOWED_CALLS
        raise


for _class in (Value, Tensor):
    help_all("Tensor", vars(_class))
item_slot.empty(Tensor)
tree.cursor.load = _load_cursor
applying.known.add(Tensor)
runtime.tensor, runtime.as_tensor, runtime.from_array = Tensor, window_views.sharing(as_tensor), from_array
