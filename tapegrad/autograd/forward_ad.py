"""Forward mode by dual numbers: within `dual_level`, every operation also computes its result's tangent.

The level of a thread keeps the tangents of the Tensors that have one, so they are gone with it, or with the Tensor. A
tangent is a Tensor like any other, computed by the rules in the ops' records with the level aside: it can be
differentiated backward. And a reverse sweep within a level is recorded, so that gradients have tangents too.

Tests: tests/autograd/test_forward_ad.py
"""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from tapegrad.autograd.derivative_rules import pushed
from tapegrad.autograd.grad_mode import aside
from tapegrad.errors import DtypeError, GradientError, ShapeError
from tapegrad.ops.elementwise_ops import positive
from tapegrad.record.families import data_family
from tapegrad.record.modes import current, enter, leave
from tapegrad.record.recording import tape
from tapegrad.tensor.tensor import Tensor, as_tensor, from_array

__all__ = ["UnpackedDual", "dual_level", "enter_dual_level", "exit_dual_level", "make_dual", "unpack_dual"]


class _Level:
    """The tangents of one level, as `tapegrad.record` knows it (``tape.dual``).

    Of what requires grad, tangents are also kept by the place of its value on the tape, until the level ends: a
    recorded reverse sweep makes new Tensors for these places. An instruction that reads such a place and was not
    pushed itself was recorded with the level aside: it belongs to a tangent, and what it reads has none.
    """

    def __init__(self) -> None:
        self._tangents: dict[int, tuple[weakref.ref[Tensor], Tensor]] = {}
        self._places: dict[tuple[int, int], Tensor] = {}
        self._pushed: set[tuple[int, int]] = set()
        self.closed = False  # a task that was started within the level may outlive it

    def of(self, t: Tensor) -> Tensor | None:
        """Return the tangent of `t`."""
        pair = self._tangents.get(id(t))
        return pair[1] if pair is not None and pair[0]() is t else None

    def set(self, t: Tensor, tangent: Tensor | None) -> None:
        """Set the tangent of `t`, or remove it."""
        key, tangents = id(t), self._tangents
        if tangent is None:
            tangents.pop(key, None)
        else:
            tangents[key] = weakref.ref(t, lambda _: tangents.pop(key, None)), tangent

    def push(
        self, op: Any, operands: Sequence[Any], slots: Sequence[int], static: dict[str, Any], results: Sequence[Tensor]
    ) -> None:
        """Compute the tangents of the results of an instruction that was just recorded."""
        first = results[0]
        if self.closed or first.traced or tape.inference:
            return  # a traced function becomes one op, or several, and those are pushed
        tangents = [self.of(x) for x in operands]
        if all(x is None for x in tangents):
            return
        count = len(operands)
        values = [x if isinstance(x, Tensor) else from_array(np.asarray(x, first.dtype)) for x in (*operands, *results)]
        out: Any = range(count, len(values)) if op.several else count
        with aside():
            moved: Any = pushed(
                op, range(count), static, out, tangents, values.__getitem__, lambda k: values[k]._family.form
            )
        moved = [None] * len(results) if moved is None else moved if op.several else [moved]
        run = first._family.run
        for t, tangent in zip(results, moved, strict=True):
            if tangent is not None:
                self.set(t, tangent)
            if t.requires_grad and run is not None:
                self._pushed.add((run.serial, t._i))
        if any(t.requires_grad for t in results) and run is not None:
            if op.several:
                self._pushed.add((run.serial, first._i - 1))
            for slot, tangent in zip((*slots, *(t._i for t in results)), (*tangents, *moved), strict=True):
                if tangent is not None:
                    self._places[run.serial, slot] = tangent

    def note(self, run: int, results: Sequence[int | None], tangents: dict[int | None, Tensor | None]) -> None:
        """Keep the tangents of a custom function's run by slot."""
        self._pushed |= {(run, slot) for slot in results if slot is not None}
        self._places |= {(run, slot): t for slot, t in tangents.items() if slot is not None and t is not None}

    def restored(self, t: Tensor, place: tuple[int, int]) -> Tensor:
        """Return a Tensor of a place, with the tangent that the level has for it."""
        if place in self._places and self.of(t) is None:
            self.set(t, self._places[place])
        return t

    def outside(self, run: int, slot: int, operands: Sequence[int]) -> bool:
        """Tell whether an instruction was recorded outside the level, and reads a value with a tangent."""
        return (run, slot) not in self._pushed and any((run, s) in self._places for s in operands)

    def primal(self, t: Tensor) -> Tensor:
        """Return the same value with its history, and without tangent."""
        if self.of(t) is None:
            return t
        with aside():
            return positive(t)

    def close(self) -> None:
        """Forget all tangents."""
        self.closed = True
        self._tangents.clear()
        self._places.clear()
        self._pushed.clear()


def tangent_of(t: Tensor) -> Tensor | None:
    """Return the tangent of `t` in the open level."""
    return None if tape.dual is None else tape.dual.of(t)


def set_tangent(t: Tensor, tangent: Tensor | None) -> None:
    """Set the tangent of `t` in the open level."""
    tape.dual.set(t, tangent)


def leaf(t: Tensor) -> Tensor:
    """Return a new leaf of the same value and the same tangent."""
    fresh = from_array(t._array(), t.dtype)
    if fresh._family.form.dtype.kind not in "fc":
        fresh.requires_grad_()  # which is refused
    fresh._family = data_family(fresh._family.form, True)  # nothing knows it yet
    if tape.dual is not None:
        set_tangent(fresh, tangent_of(t))
    return fresh


def cut(t: Tensor) -> Tensor:
    """Return the same value and the same tangent, both without history."""
    tangent = tangent_of(t)
    alone = t.detach()
    if tangent is not None:
        set_tangent(alone, tangent.detach())
    return alone


def enter_dual_level() -> None:
    """Open a level; see `dual_level`.

    Raises
    ------
    GradientError
        If one is open here, or a function is being recorded.
    """
    if tape.pending is not None and tape.pending.traced:
        raise GradientError(
            "dual_level: the enclosing function is being recorded. Use tg.func.jvp, which can be recorded."
        )
    if tape.dual is not None:
        raise GradientError(
            "dual_level: a level is open already, and levels do not nest. Use tg.func.jvp of tg.func.jvp for higher "
            "derivatives, or differentiate tangents backward."
        )
    level = _Level()
    enter(level, current().replace(dual=level))


def exit_dual_level() -> None:
    """Close the level: all tangents are gone.

    Raises
    ------
    GradientError
        If none is open here.
    """
    level = tape.dual
    if level is None:
        raise GradientError("exit_dual_level: no level is open. Call enter_dual_level first.")
    level.close()
    leave(level, None, "dual")


@contextlib.contextmanager
def dual_level() -> Iterator[None]:
    """Open a level: within, operations on dual Tensors also compute tangents; at its end these are gone.

    One level at a time, for this thread or asyncio task. `no_grad` does not stop tangents, `detach` drops them.

    Raises
    ------
    GradientError
        If a level is open here, or a function is being recorded.

    Examples
    --------
    >>> import tapegrad as tg
    >>> from tapegrad.autograd import forward_ad
    >>> with forward_ad.dual_level():
    ...     x = forward_ad.make_dual(tg.tensor([1.0, 2.0]), tg.tensor([1.0, 0.5]))
    ...     forward_ad.unpack_dual(x * x)
    UnpackedDual(primal=tensor([1., 4.]), tangent=tensor([2., 2.]))
    """
    enter_dual_level()
    level = tape.dual
    try:
        yield
    finally:
        if tape.dual is level:
            exit_dual_level()


def make_dual(tensor: Tensor, tangent: Any) -> Tensor:
    """Return a new Tensor of the same value, connected with `tensor`, that has a tangent.

    Parameters
    ----------
    tensor : Tensor
        Of floating-point or complex numbers, without a tangent.
    tangent : Tensor or array
        Of the same shape and dtype.

    Raises
    ------
    GradientError
        Outside of a level, or if `tensor` has a tangent already.
    DtypeError, ShapeError
        If the two do not fit.
    """
    if tape.dual is None:
        raise GradientError("make_dual: no level is open. Use it within dual_level().")
    if not isinstance(tensor, Tensor):
        raise DtypeError(f"make_dual: expected a Tensor, got {type(tensor).__name__}.")
    if tensor.traced:
        raise GradientError("make_dual: the enclosing function is being recorded. Use tg.func.jvp.")
    if tensor.dtype.kind not in "fc":
        raise DtypeError(
            f"make_dual: expected floating-point or complex numbers, got {tensor.dtype}. Convert it with astype(float)."
        )
    if tape.dual.of(tensor) is not None:
        raise GradientError("make_dual: the Tensor has a tangent already. Take its primal from unpack_dual first.")
    moving = as_tensor(tangent, "make_dual")
    if moving.shape != tensor.shape:
        raise ShapeError(f"make_dual: a tangent of shape {moving.shape} does not fit a Tensor of shape {tensor.shape}.")
    if moving.dtype != tensor.dtype:
        raise DtypeError(f"make_dual: a tangent of {moving.dtype} does not fit a Tensor of {tensor.dtype}.")
    with aside():
        dual = positive(tensor)
    set_tangent(dual, moving)
    return dual


class UnpackedDual(NamedTuple):
    """The pair that `unpack_dual` returns."""

    primal: Tensor
    tangent: Tensor | None


def unpack_dual(tensor: Tensor) -> UnpackedDual:
    """Return the value, with its history but without tangent, and the tangent: None where there is none, or no level.

    Raises
    ------
    DtypeError
        If it is no Tensor.
    """
    if not isinstance(tensor, Tensor):
        raise DtypeError(f"unpack_dual: expected a Tensor, got {type(tensor).__name__}.")
    if tape.dual is None:
        return UnpackedDual(tensor, None)
    return UnpackedDual(tape.dual.primal(tensor), tape.dual.of(tensor))
