"""The operators of `Tensor`, beside the fast path of four: conversion of operands, and the op of each operator.

Tests: tests/tensor/test_bad_input.py, tests/tensor/test_at_once.py, tests/tensor/test_views_of_functions.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

import tapegrad.record.apply as applying
from tapegrad.errors import DtypeError
from tapegrad.ir.forms import BOOL, FLOAT, INT
from tapegrad.lazy_imports import modules_later
from tapegrad.ops import complete, elementwise_ops, products
from tapegrad.ops.runtime import runtime
from tapegrad.record.capture import capture, is_of_pandas
from tapegrad.record.recording import tape
from tapegrad.tensor.call_sites import along_paths
from tapegrad.tensor.immediate_ops import prompt
from tapegrad.tensor.value import Value
from tapegrad.trace_cache.tree import follow

if TYPE_CHECKING:
    from tapegrad.ops import integers as ops_of_integers
    from tapegrad.ops.declare import Elementwise
    from tapegrad.tensor.tensor import Tensor
else:  # which recordings need
    (ops_of_integers,) = modules_later("tapegrad.ops.integers")

OPERANDS = (Value, np.ndarray, np.generic, float, int, complex, list, tuple)

_SEQUENCES = (list, tuple)


def operate(op: Elementwise, left: Any, right: Tensor) -> Any:
    """Record an op of two operands; NotImplemented where one is nothing that an operator takes.

    Raises
    ------
    DtypeError
        For a sparse array of SciPy.
    """
    pending = tape._open.pending
    if pending is None:
        if (t := prompt(op, left, right)) is not None:
            return t
    elif pending.node is not None:
        if right.__class__ is np.ndarray or isinstance(right, np.number):
            left, right = applying.simpler(op, (left, right))
        if (t := follow(pending, op, (left, right))) is not None:
            return t
    elif pending.traced and applying.gives_float(op, left, right):
        return applying.of_floats(op, (left, right))
    if not (isinstance(left, OPERANDS) and isinstance(right, OPERANDS)):
        if is_of_pandas(left) or is_of_pandas(right):
            values = [capture(x, op.name) if is_of_pandas(x) else x for x in (left, right)]
            return applying.elementwise(op, (values[0], values[1]))
        _refuse_sparse(op, left, right)
        return _beside_no_number(op, left, right)
    if op is elementwise_ops.multiply and (left.__class__ in _SEQUENCES or right.__class__ in _SEQUENCES):
        t = left if right.__class__ in _SEQUENCES else right
        if isinstance(t, Value) and not t.shape:
            return NotImplemented  # as NumPy's scalars: Python repeats the list
    return applying.elementwise(op, (left, right))


def _beside_no_number(op: Elementwise, left: Any, right: Tensor) -> Any:
    """Compare with None or a text, which no element equals, as NumPy does; of other objects let these have the word."""
    t, other = (left, right) if isinstance(left, Value) else (right, left)
    if op not in (elementwise_ops.equal, elementwise_ops.not_equal) or not isinstance(other, (str, bytes, type(None))):
        return NotImplemented
    return runtime.from_array(np.full(t.shape, op is elementwise_ops.not_equal))


def binary(op: Elementwise) -> Callable[[Any, Any], Tensor]:
    """Return the method of an operator."""

    def method(self: Tensor, other: Any) -> Any:
        return operate(op, self, other)

    return method


def reflected(op: Elementwise) -> Callable[[Any, Any], Tensor]:
    """Return the method of an operator for a left operand that is no Tensor."""

    def method(self: Tensor, other: Any) -> Any:
        return operate(op, other, self)

    return method


def unary(op: Elementwise) -> Callable[[Any], Tensor]:
    """Return the method of an operator of one operand."""

    def method(self: Tensor) -> Any:
        return applying.unary(op, self) if self._family.form is not FLOAT else applying.of_floats(op, (self,))

    return method


def power(self: Tensor, other: Any) -> Tensor:
    """Raise to a power, by a cheaper op where there is one; of complex numbers where NumPy's operator has one too."""
    form = self._family.form
    kind = form.dtype.kind
    if form is FLOAT and applying.gives_float(elementwise_ops.power, self, other):
        op = elementwise_ops.constant_power(self, other)
        if op is None:
            return applying.of_floats(elementwise_ops.power, (self, other))
        return applying.of_floats(op, (self,))
    if kind == "f":
        is_number = other.__class__ is int or other.__class__ is float
        cheaper = elementwise_ops.constant_powers.get(other) if is_number else None
        if cheaper is None:
            cheaper = elementwise_ops.constant_power(self, other)
        if cheaper is not None:
            if other.__class__ is int or other.__class__ is float:
                t = prompt(cheaper, self) if tape._open.pending is None else None
                return constant_power(self, other) if t is None else t
            return applying.unary(cheaper, self)
    elif other.__class__ is int or other.__class__ is float:
        if kind == "c" and other == 3:
            return elementwise_ops.square(self) * self
        if kind == "c" or (kind == "b" and other == 2 and other.__class__ is int):  # whose dtype is that of NumPy's
            cheaper = elementwise_ops.constant_powers.get(other)
            if cheaper is not None and cheaper.takes_complex:
                return applying.unary(cheaper, self)
    return operate(elementwise_ops.power, self, other)


@along_paths
def constant_power(x: Tensor, exponent: float) -> Tensor:
    """Raise to a constant power that there is a cheaper op for."""
    op: Any = elementwise_ops.constant_power(x, exponent)
    return applying.unary(op, x)


def matmul(self: Tensor, other: Any) -> Tensor:
    """Multiply matrices."""
    return multiplied(self, other) if isinstance(other, OPERANDS) else _beside(other, self, other)


def reflected_matmul(self: Tensor, other: Any) -> Tensor:
    """Multiply matrices of which the left one is no Tensor."""
    return multiplied(other, self) if isinstance(other, OPERANDS) else _beside(other, other, self)


product = along_paths(products.matmul)


def multiplied(x: Any, y: Any) -> Tensor:
    """Return the matrix product of Tensors and data."""
    cls = runtime.tensor
    return product(x if x.__class__ is cls else runtime.as_tensor(x), y if y.__class__ is cls else runtime.as_tensor(y))


def _is_sparse(x: Any) -> bool:
    return type(x).__module__.startswith("scipy.sparse")


def _refuse_sparse(op: Elementwise, *operands: Any) -> None:
    for x in operands:
        if _is_sparse(x):
            raise DtypeError(
                f"{op.name}: expected a Tensor, an array or a number, got a {type(x).__name__}. Multiply matrices with "
                "@; for elements use tg.sparse.asarray(A).multiply(t), for sums tg.sparse.asarray(A) + t."
            )


def _beside(matrix: Any, *operands: Any) -> Any:
    """Multiply if one operand is a SciPy sparse array, or an object of pandas, which is data."""
    if is_of_pandas(matrix):
        return multiplied(*operands)
    if not _is_sparse(matrix):
        return NotImplemented
    complete("sparse")
    return runtime.sparse_matmul(*operands)


def bitwise(op: Elementwise, integers: Any) -> Callable[[Any, Any], Tensor]:
    """Return the method of an operator on truth values (`op`) and integers (NumPy's function)."""

    def method(self: Any, other: Any) -> Any:
        """Combine truth values, or the bits of integers."""
        if not isinstance(other, OPERANDS):
            return NotImplemented
        if type(self) is int and isinstance(other, Value) and other._family.form is not INT:
            return runtime.from_array(np.asarray(integers(self, other._decided())))  # a Python int has no dtype
        x = runtime.as_tensor(self)
        dtype = other.dtype if isinstance(other, (Value, np.ndarray, np.generic)) else np.asarray(other).dtype
        if x.dtype == BOOL and dtype == BOOL:
            return op(x, other)
        if x._family.form is INT and applying.is_int(other):
            return applying.of_ints(integers, (x, other))
        if runtime.differs(x) or runtime.differs(other):
            operands = [x, other if isinstance(other, (Value, int)) else runtime.as_tensor(other)]
            result = ops_of_integers.on_integers(integers.__name__, operands)
            if result is not None:
                return result
        plain = other._decided() if isinstance(other, Value) else other
        return runtime.from_array(np.asarray(integers(x._decided(), plain)))

    return method


and_ = bitwise(elementwise_ops.logical_and, np.bitwise_and)
or_ = bitwise(elementwise_ops.logical_or, np.bitwise_or)
xor = bitwise(elementwise_ops.logical_xor, np.bitwise_xor)


def invert(self: Tensor) -> Tensor:
    """Turn truth values, or the bits of integers, into their opposites."""
    if self.dtype == BOOL:
        return elementwise_ops.logical_not(self)
    if self._family.form is INT:
        return applying.of_ints(np.invert, (self,))
    result = ops_of_integers.on_integers("invert", [self]) if runtime.differs(self) else None
    return runtime.from_array(np.asarray(np.invert(self._decided()))) if result is None else result
