"""The value of a Tensor: a slot on the tape or data of its own, and its conversions to plain values.

A `Value` is ``(family, slot)``, or holds its data itself (a leaf, a constant). It knows no operation; `Tensor` adds
these. Whatever would lose a gradient, or freeze a value into a recording, is refused here.

Tests: tests/tensor/test_leaves.py
"""

from __future__ import annotations

import sys
import weakref
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn, Self, TypeVar

import numpy as np

import tapegrad.record.apply as applying
from tapegrad.errors import ArgumentError, DtypeError, GradientError, IndexingError, PlainDataError, ShapeError
from tapegrad.ir.forms import FLOAT
from tapegrad.lazy_imports import modules_later
from tapegrad.machine.dtypes import BOOL, C16, F8
from tapegrad.ops import elementwise_ops, limits
from tapegrad.ops.runtime import AnyArray, runtime
from tapegrad.record.families import Family, data_family
from tapegrad.record.frozen_constants import frozen, thaw
from tapegrad.record.modes import current
from tapegrad.record.open_recording import leaf_of_recording
from tapegrad.record.recording import home, made, move, moves, tape
from tapegrad.record.variables import variable
from tapegrad.tensor.notebook_view import page_of
from tapegrad.tensor.numba_dispatchers import by_python
from tapegrad.trace_cache.reasons import bare, note

if TYPE_CHECKING:
    from tapegrad.tensor import caller_names
    from tapegrad.tensor.tensor import Tensor
else:  # for errors
    (caller_names,) = modules_later("tapegrad.tensor.caller_names")


T = TypeVar("T")


def _read(kind: type[T], path: str, doc: str, write: Callable[..., None] | None = None) -> T:
    """Make a property that reads attributes without a call of Python code."""
    return property(attrgetter(path), write, doc=doc)  # type: ignore[return-value]


class TensorState:
    """What only some Tensors have: data of their own, a gradient, views.

    Attributes
    ----------
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
        Numbered in the order of their making; of a leaf that a transform made of an argument, the negative number.
    """

    __slots__ = ("array", "base", "grad", "hooks", "retains_grad", "serial", "steps", "views")

    def __init__(self, array: np.ndarray | None = None) -> None:
        self.array = array
        self.serial = next(made)
        self.grad: Tensor | None = None
        self.hooks: Any = None
        self.retains_grad = False
        self.base: Tensor | None = None
        self.steps: tuple[Any, ...] = ()
        self.views: list[weakref.ref[Tensor]] = []


reads = [0]
"""How often values were read: by it `tapegrad.tensor.call_sites` knows what follows from forms alone."""
_NUMBERS = "Call NumPy's functions in place of math's, and t.astype(np.float64) in place of np.float64(t)."
_SPARSE_PRODUCTS = ("_matmul_dispatch", "_rmatmul_dispatch", "_mul_dispatch", "_rmul_dispatch")


class Value(AnyArray):
    """A slot on the tape, or data."""

    __slots__ = ("__weakref__", "_family", "_home", "_i", "_instruction", "_node")
    _home: Any
    _i: int
    _family: Family
    _node: TensorState
    _instruction: tuple[Any, ...]

    # ------------------------------------------------------------------------------------- what it is

    shape = _read(tuple[int, ...], "_family.form.shape", "Lengths of the dimensions.")
    size = _read(int, "_family.form.size", "Number of elements.")
    dtype = _read(np.dtype[Any], "_family.form.dtype", "dtype of the elements.")

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        return len(self._family.form.shape)

    @property
    def device(self) -> str:
        """Where the elements are: in the memory of the processor."""
        return "cpu"

    @property
    def itemsize(self) -> int:
        """Bytes of one element."""
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        """Bytes of the elements."""
        return self.size * self.dtype.itemsize

    def __len__(self) -> int:
        if not self.shape:
            raise DtypeError("len: a Tensor of no dimensions has no length.")
        return self.shape[0]

    def _own(self) -> TensorState:
        """Return what only some Tensors have, made if need be."""
        node = getattr(self, "_node", None)
        if node is None:
            node = self._node = TensorState()
        return node

    # ------------------------------------------------------------------------------------- the value

    def _array(self) -> np.ndarray:
        """Return the value in the dtype of the sweeps, never to be written to."""
        reads[0] += 1
        if self._family.run is None:
            return self._node.array  # type: ignore[return-value]
        family, slot = home(self)
        run = family.run
        if run is None:
            return self._node.array  # type: ignore[return-value]
        backing: Any = run.backing
        if backing is tape._open.pending and not backing.traced:
            if backing.calls and (array := backing.known(slot)) is not None:
                return array
            reason = runtime.autograd.reads.executed(backing)
            if reason is not None:
                run.refusal = run.refusal or bare[reason]
                note("read", reason, run)
                tape.flush()
        return run.value(slot)

    def _numpy(self) -> np.ndarray:
        array = self._array()
        if self._family.form.dtype == BOOL and array.dtype != BOOL:
            return np.asarray(array != 0)
        return array

    @property
    def traced(self) -> bool:
        """Whether this stands for a value in a function that is being recorded (see `tapegrad.compile`)."""
        run = self._family.run
        return run is not None and run.backing.traced

    def _decided(self) -> np.ndarray:
        """Return the value as a decision is taken from it: guarded, if the function is being recorded."""
        if not self.traced:
            if self._family.requires_grad and tape._open.strict and (leaf := leaf_of_recording(self)) is not None:
                return leaf._decided()
            return self._numpy()
        array = self._family.run.backing.decide(self)
        return np.asarray(array != 0) if self._family.form.dtype == BOOL else array

    # ------------------------------------------------------------------------------------- plain data

    def numpy(self) -> np.ndarray:
        """Return the value as a read-only array.

        Raises
        ------
        PlainDataError
            If the Tensor requires grad.
        """
        family = self._family  # which tells of most Tensors, without a call, that they are plain data
        if family.requires_grad or current().dual is not None or (family.run is not None and family.run.backing.traced):
            self._refuse_plain("numpy()", ".detach().numpy()")
        view = self._numpy().view()
        view.flags.writeable = False
        return view

    def item(self, *index: Any) -> bool:
        """Return the value of a Tensor of one element, or of the element at an index, as a Python number."""
        if not index and self.size != 1:
            raise ShapeError(f"item: expected one element, got shape {self.shape}. Give the index of one.")
        if self._family.requires_grad and tape._open.strict:
            self._refuse_frozen()
        try:
            number = self._array().item(*index)
        except IndexError as error:
            raise IndexingError(f"item: {error}.") from None
        return bool(number) if self._family.form.dtype == BOOL else number

    def tolist(self) -> Any:
        """Return the values as nested lists of Python numbers."""
        if self._family.requires_grad and tape._open.strict:
            self._refuse_frozen()
        return self._numpy().tolist()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        if sys._getframe(1).f_code.co_name in _SPARSE_PRODUCTS:
            return np.array(None)  # by which SciPy's sparse arrays know that the product is not theirs
        if self.dtype == BOOL and not self.shape:
            return np.array(bool(self), dtype=dtype)  # decided as by `if`: NumPy asks a truth value that indexes for it
        trace = self._family.run.backing if self.traced else None
        if self.dtype.kind in "iu" and trace is not None and trace.strict and trace.varies(self._i):
            raise PlainDataError(
                f"{trace.line_outside()}: np.asarray(): an integer that depends on the inputs cannot be plain data "
                "while its function is recorded. Index an array by it as tg.asarray(table)[i], or by "
                "tg.take(table, i, 0)."
            )
        try:
            remedy = caller_names.BUILD
            if dtype is not None:
                remedy = f"For another dtype use t.astype({np.dtype(dtype)}). {remedy}"
            self._refuse_plain("np.asarray()", ".detach().numpy()", remedy, by_call=True)
        except PlainDataError as error:
            raise caller_names.named(error) from None
        return np.array(self._numpy(), dtype=dtype)

    @property
    def _numba_type_(self) -> NoReturn:
        """What Numba asks for when a function that it compiled is called with this: there is no such type, and Python's
        own function is called instead.
        """
        if (dispatcher := sys.modules.get("numba.core.dispatcher")) is not None:
            by_python(dispatcher)
        raise AttributeError("_numba_type_: a Tensor has none.")

    def _refuse_plain(
        self, what: str, way: str, remedy: str = "Compute with the Tensor itself.", by_call: bool = False
    ) -> None:
        """Refuse to lose a gradient or a tangent; with `by_call` the caller's caller tells what to write, if it can."""
        trace: Any = self._family.run.backing if self.traced else None
        if trace is not None:
            trace.value(self._i)  # raises, with what to do, if the recording is to be replayed
        if self._family.requires_grad:
            lost = "requires grad, and its gradient"
        elif moves(self) if trace is None else trace.moves(self._i):
            lost = "has a tangent, which"
        else:
            return
        place = f"{trace.line_outside()}: " if trace is not None else ""
        if by_call:
            what, remedy = caller_names.in_place_of_call(sys._getframe(2)) or (what, remedy)
        raise PlainDataError(f"{place}{what}: this Tensor {lost} would be lost. {remedy}{caller_names.exit_by(way)}")

    def _refuse_frozen(self) -> None:
        """Refuse to make plain data of a leaf that replays of the open recording read anew."""
        if (leaf := leaf_of_recording(self)) is not None:
            leaf._array()

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
        try:
            self._refuse_plain("float()", ".item()", f"{_NUMBERS} {caller_names.BUILD}", by_call=True)
        except PlainDataError as error:
            raise caller_names.named(error) from None
        self._refuse_complex("float()")
        return float(self.item())

    def __int__(self) -> int:
        if self.traced and self.size == 1:
            whole: Any = elementwise_ops.trunc(self) if self.dtype.kind == "f" else self
            return int(whole._decided().item())
        self._refuse_plain("int()", ".item()", "Use np.trunc, whose derivative is 0.")
        self._refuse_complex("int()")
        return int(self.item())

    __trunc__ = __int__

    def __round__(self, digits: int | None = None) -> Any:
        if digits is None:
            return int(limits.round_(self))
        rounded = limits.round_(self, digits)
        return rounded if self._family.form is not FLOAT else applying.of_floats(elementwise_ops.positive, (rounded,))

    def __complex__(self) -> complex:
        self._refuse_plain("complex()", ".item()")
        return complex(self.item())

    def __index__(self) -> int:
        if self.dtype.kind not in "iu" or self.shape:
            raise DtypeError(f"index: expected one integer, got shape {self.shape} of {self.dtype}.")
        return int(self._decided().item())

    def __contains__(self, value: Any) -> bool:
        if self.traced:
            return bool((self == value).any())
        return bool(np.any(self._numpy() == (value._numpy() if isinstance(value, Value) else value)))

    def __repr__(self) -> str:
        values = np.array2string(self._numpy(), separator=", ", prefix="tensor(")
        extra = "" if self.dtype in (F8, C16, BOOL) or self.dtype == np.int64 else f", dtype={self.dtype}"
        if self.requires_grad:
            extra += ", requires_grad=True"
        return f"tensor({values}{extra})"

    def _repr_html_(self) -> str:
        return page_of(self)

    def __format__(self, specification: str) -> str:
        return format(self.item(), specification) if self.size == 1 and specification else str(self)

    # ------------------------------------------------------------------------------------- leaves and gradients

    def _set_requires_grad(self, value: bool) -> None:
        self.requires_grad_(value)

    requires_grad = _read(bool, "_family.requires_grad", "Whether gradients flow to this Tensor.", _set_requires_grad)

    def requires_grad_(self, requires_grad: bool = True) -> Self:
        """Make a leaf require grad, or no more; returns the leaf."""
        if not isinstance(requires_grad, (bool, np.bool)):
            raise ArgumentError(f"requires_grad: expected True or False, got {requires_grad!r}.")
        if requires_grad == self._family.requires_grad:
            return self
        if frozen:
            thaw(self)
        if requires_grad and self.dtype.kind not in "fc":
            raise DtypeError(
                f"requires_grad: expected float64, float32 or complex numbers, got {self.dtype}. "
                "Convert it with astype(float)."
            )
        if not self.is_leaf:
            raise GradientError("requires_grad: only a leaf can be changed. Use .detach() to leave the history behind.")
        if self.traced and requires_grad:
            leaf = variable(self)
            self._family, self._i = leaf._family, leaf._i
            return self
        self._own().array = self._array()
        move(self, data_family(self._family.form, requires_grad), -1)
        return self

    @property
    def is_leaf(self) -> bool:
        """Whether it is no recorded result: made by the user, or without gradient."""
        node = getattr(self, "_node", None)
        return not self._family.requires_grad or (node is not None and node.array is not None)

    @property
    def grad(self) -> Tensor | None:
        """The accumulated gradient, or None."""
        node = getattr(self, "_node", None)
        return None if node is None else node.grad

    @grad.setter
    def grad(self, value: Tensor | None) -> None:
        if value is None:
            if (node := getattr(self, "_node", None)) is not None:
                node.grad = None
            return
        if not isinstance(value, Value):
            raise DtypeError(f"grad: expected a Tensor or None, got {type(value).__name__}.")
        if value is self:
            raise ArgumentError("grad: a Tensor cannot be its own gradient.")
        if value.shape != self.shape or value.dtype != self.dtype:
            raise ShapeError(f"grad: expected shape {self.shape} of {self.dtype}, got {value.shape} of {value.dtype}.")
        self._own().grad = value

    def zero_grad(self) -> None:
        """Forget the gradient."""
        self.grad = None

    @property
    def retains_grad(self) -> bool:
        """Whether a result keeps its gradient (see `retain_grad`)."""
        node = getattr(self, "_node", None)
        return node is not None and node.retains_grad

    def retain_grad(self) -> None:
        """Add the gradient of a result to its `.grad` too, in each sweep that passes it, `grad` included."""
        if not self.requires_grad:
            raise GradientError("retain_grad: this Tensor does not require grad.")
        if self.traced:
            raise GradientError("retain_grad: the function is being recorded, and a replay does not write .grad.")
        if self.is_leaf:
            return
        if not self.retains_grad:
            self._own().retains_grad = True
            home(self)[0].run.watched().retained.append(weakref.ref(self))
