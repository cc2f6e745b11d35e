"""Ops on integers in traces: arithmetic and comparisons, exact in 64 bits.

Outside of recordings NumPy computes with integers at once. Within one, an integer that depends on an input is data, as
floats are: these ops stand on the tape for NumPy's functions of integers. They have no derivative.

Tests: tests/ops/test_integers.py, tests/replay/test_compiled_ops.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.machine.dtypes import I8
from tapegrad.machine.lane import Lane, select
from tapegrad.ops.declare import Constant, by_name
from tapegrad.ops.kinds.integer_arithmetic import Integral, compared, divided, extreme, remainder, shifted
from tapegrad.ops.kinds.python_call import Forward
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import aligned


def _batched(name: str) -> Callable[..., Any]:
    def batched(length: int, args: Any, flags: Any, dtype: np.dtype[Any]) -> Any:
        rank = max(len(a.shape) - flag for a, flag in zip(args, flags, strict=True))
        spread = [aligned(a, rank) if flag and len(a.shape) <= rank else a for a, flag in zip(args, flags, strict=True)]
        return by_name[name](*spread, dtype=dtype)

    return batched


def _samples(count: int, chosen: bool = False) -> Callable[..., list[Any]]:
    def samples(rng: np.random.Generator) -> list[Any]:
        def whole(*shape: int) -> np.ndarray:
            return rng.integers(-9, 9, shape)

        masks = (np.array([True, False, True]),) if chosen else ()
        others = [whole(2, 3), whole(3)][: count - len(masks)]
        return [((*masks, *others), {"dtype": I8})]

    return samples


def _refusing(reference: Callable[..., Any]) -> Callable[..., np.ndarray]:
    """Return a function of NumPy's whose refusals are an ArgumentError."""

    def computed(*args: Any) -> np.ndarray:
        try:
            with np.errstate(all="ignore"):
                return np.asarray(reference(*args))
        except (TypeError, ValueError) as error:
            raise ArgumentError(f"{reference.__name__}: {error}") from None

    return computed


_COMPARISONS = set[Any]()


def _declare(
    reference: np.ufunc | Callable[..., Any], rule: Callable[..., Lane], count: int = 2, boolean: bool = False
) -> None:
    """Enter the op for integers of a function of NumPy's."""
    name = f"integer_{reference.__name__}"

    computed = _refusing(reference)

    forward: Callable[..., Any]
    if count == 1:
        forward = lambda x, *, dtype: computed(x)  # noqa: E731
    elif count == 2:
        forward = lambda x, y, *, dtype: computed(x, y)  # noqa: E731
    else:
        forward = lambda condition, x, y, *, dtype: computed(condition != 0, x, y)  # noqa: E731
    op = Constant(
        name=name, shown=reference.__name__, forward=forward, kind=Integral(rule, boolean), batched=_batched(name),
        integers=frozenset({"x", "y"}), may_fail=False, infer=lambda *shapes, dtype: np.broadcast_shapes(*shapes), samples=_samples(count, count == 3),
        summary=f"`{reference.__name__}` of integers, in a recording.",
    )  # fmt: skip
    if boolean:
        _COMPARISONS.add(op)


def _signed(dtype: np.dtype[Any], a: Lane) -> Lane:
    constant = a.emitter.int
    return select(a == 0, constant(0), select(a < 0, constant(-1), constant(1)) if dtype.kind == "i" else constant(1))


_declare(np.add, lambda dtype, a, b: a + b)
_declare(np.subtract, lambda dtype, a, b: a - b)
_declare(np.multiply, lambda dtype, a, b: a * b)
_declare(np.floor_divide, divided)
_declare(np.remainder, remainder)
_declare(np.minimum, extreme("slt", "ult"))
_declare(np.maximum, extreme("sgt", "ugt"))
_declare(np.bitwise_and, lambda dtype, a, b: a & b)
_declare(np.bitwise_or, lambda dtype, a, b: a | b)
_declare(np.bitwise_xor, lambda dtype, a, b: a ^ b)
_declare(np.negative, lambda dtype, a: a.emitter.int(0) - a, 1)
_declare(np.invert, lambda dtype, a: a ^ -1, 1)
_declare(np.square, lambda dtype, a: a * a, 1)
_declare(np.absolute, lambda dtype, a: select(a < 0, a.emitter.int(0) - a, a) if dtype.kind == "i" else a, 1)
_declare(np.where, lambda dtype, condition, a, b: select(condition, a, b), 3)
_declare(np.left_shift, shifted(left=True))
_declare(np.right_shift, shifted(left=False))
_declare(np.positive, lambda dtype, a: a, 1)
_declare(np.sign, lambda dtype, a: _signed(dtype, a), 1)
_declare(np.equal, compared("eq", "eq"), boolean=True)
_declare(np.not_equal, compared("ne", "ne"), boolean=True)
_declare(np.less, compared("slt", "ult"), boolean=True)
_declare(np.less_equal, compared("sle", "ule"), boolean=True)
_declare(np.greater, compared("sgt", "ugt"), boolean=True)
_declare(np.greater_equal, compared("sge", "uge"), boolean=True)


def _declare_called(reference: np.ufunc, may_fail: bool = False) -> None:
    """Enter the op for integers of a function of NumPy's, which a replay calls."""

    def computed(*args: Any, dtype: np.dtype[Any]) -> np.ndarray:
        return _refusing(reference)(*[np.asarray(a, dtype) for a in args])

    forward: Callable[..., Any]
    if reference.nin == 1:
        forward = lambda x, *, dtype: computed(x, dtype=dtype)  # noqa: E731
    else:
        forward = lambda x, y, *, dtype: computed(x, y, dtype=dtype)  # noqa: E731
    name = f"integer_{reference.__name__}"
    Constant(
        name=name, shown=reference.__name__, forward=forward, kind=Forward(), batched=_batched(name),
        integers=frozenset({"x", "y"}), may_fail=may_fail, infer=lambda *shapes, dtype: np.broadcast_shapes(*shapes),
        samples=lambda rng: [((rng.integers(1, 9, (2, 3)), rng.integers(0, 5, 3))[: reference.nin], {"dtype": I8})],
        summary=f"`{reference.__name__}` of integers, in a recording, by NumPy.",
    )  # fmt: skip


_declare_called(np.power, may_fail=True)  # for negative exponents
_declare_called(np.gcd)
_declare_called(np.lcm)
_declare_called(np.fmod)
_declare_called(np.reciprocal)


# what integers and truth values are left as they are by; NumPy before 2.1 makes them floats
_LEAVING = ("floor", "ceil", "trunc") if np.floor(np.ones(1, int)).dtype.kind == "i" else ()
_OF_TRUTHS = {"add": "logical_or", "maximum": "logical_or", "multiply": "logical_and", "minimum": "logical_and"}


def _on_truths(name: str, masks: list[Any], values: list[Any]) -> Any:
    """Record a function of truth values alone; None where NumPy does not give truth values."""
    if name == "where":
        chosen, other = (by_name["logical_and"](m, a) for m, a in zip((masks[0], ~masks[0]), values, strict=True))
        return by_name["logical_or"](chosen, other)
    if name in ("absolute", *_LEAVING):
        return by_name["logical_or"](*values, *values)
    return by_name[_OF_TRUTHS[name]](*values) if name in _OF_TRUTHS else None


def on_integers(name: str, args: list[Any]) -> Any:
    """Record a function of integers and truth values.

    Parameters
    ----------
    name : str
        NumPy's, of the function.
    args : list
        Tensors, of which at least one differs between replays, and Python's ints and truth values.

    Returns
    -------
    Tensor, or None where NumPy computes with something else, or with ints of Python's own

    Raises
    ------
    OverflowError
        As NumPy's, for an int that the dtype of the others does not hold.
    """
    op = by_name.get("integer_positive" if name in _LEAVING else f"integer_{name}")
    if op is None:
        return None
    tensor = runtime.tensor
    masks, values = args[: len(args) - 2], args[-2:]
    if any(not isinstance(a, (tensor, int)) for a in values):
        return None
    if any(a.__class__ is not tensor or a.dtype.kind != "b" for a in masks):
        return None
    ints = [a.__class__ is tensor and runtime.is_int(a) for a in values]  # which count as Python's own
    dtypes = [a.dtype for a, of_python in zip(values, ints, strict=True) if a.__class__ is tensor and not of_python]
    boolean = op in _COMPARISONS
    dtype: Any = np.result_type(*dtypes) if dtypes else np.dtype(np.int64 if boolean and any(ints) else np.bool_)
    if all(a.__class__ is bool or (a.__class__ is tensor and a.dtype.kind == "b") for a in values):
        return _on_truths(name, masks, values)
    if dtype == np.bool_ and not any(ints) and name != "power" and any(a.__class__ is int for a in values):
        dtype = I8  # truth values beside a number of Python's
    if boolean and dtype.kind == "f" and len(dtypes) == 2:
        return _compared(name, op, values)
    if dtype.kind not in "iu" or (dtype != np.int64 and any(ints)):
        return None
    limits = np.iinfo(dtype)
    if boolean and any(a.__class__ is not tensor and not limits.min <= a <= limits.max for a in values):
        return None
    return op(*masks, *[_of_dtype(a, dtype) for a in values], dtype=dtype)


def _compared(name: str, op: Any, values: list[Any]) -> Any:
    """Compare integers of uint64 with signed ones, whose common dtype is a float: exactly, as NumPy does."""
    first = values[0].dtype.kind == "i"
    below = by_name["less"](values[0] if first else values[1], 0)
    comparison = op(*[x.astype(np.uint64) for x in values], dtype=np.dtype(np.uint64))
    if name in ("not_equal", *(("less", "less_equal") if first else ("greater", "greater_equal"))):
        return by_name["logical_or"](below, comparison)
    return by_name["logical_and"](~below, comparison)


def _of_dtype(x: AnyArray, dtype: np.dtype[Any]) -> Tensor:
    if x.__class__ is not runtime.tensor:
        return runtime.from_array(np.array(int(x), dtype))
    return runtime.numbers(x, dtype) if x.dtype.kind == "b" else x
