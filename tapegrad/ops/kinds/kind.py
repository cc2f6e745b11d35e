"""The base class of kinds: the questions that executors ask about an op, with default answers.

Those who ask stand on higher floors, and hand in what the answer is written with: a plan of units, the text of a
function, a sweep over dependencies, scalars in place of arrays. So a kind knows what these objects can do, and nothing of
the modules that they come from.

Tests: tests/tensor/test_kinds_of_indices.py, tests/ops/test_integers.py, tests/func/test_sparse.py
"""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.machine.lane import Lane
from tapegrad.machine.places import Place, Shape
from tapegrad.ops.kinds.taps import Taps
from tapegrad.ops.kinds.windows import Window, WindowSource

if TYPE_CHECKING:
    from tapegrad.ops.kinds.protocols import AnyPlan, AnyProgram, AnyScalars, AnyWriter

# of static parameters, the operand's place and the result's shape
Mover = Callable[[dict[str, Any], Place, Shape], Place | None]


class Kind(metaclass=ABCMeta):  # with no base, so that an object may become one: see `classes_later`
    """The answers that hold unless a kind says otherwise.

    Attributes
    ----------
    assembles : bool
        It puts parts together: `parts_of` is worth being asked.
    scans : bool
        It runs a program step after step.
    joins : bool
        Its instructions join loops over their shape, or stretches of scalars.
    any_dtype : bool
        It holds for elements of any dtype: it moves them.
    single : bool
        It takes float32.
    python : bool
        It runs Python code: what neither files hold nor compiled callers call.
    local : bool
        It calls functions of this process, Python's or a user's, which no exported code can.
    varying : tuple of str
        The static parameters that say where elements lie: they may differ from turn to turn of a loop.
    statuses : tuple of int
        With which its code may end a program for some values, unless its record says that it cannot fail.
    prompt : bool
        Eager code that returns computes small ones by their machine code, which has the same bits in float64.
    """

    assembles = scans = joins = any_dtype = python = local = prompt = False
    single = True
    varying: tuple[str, ...] = ()
    statuses: tuple[int, ...] = ()

    def lines(self, op: Any) -> int:
        """Count the lines of LLVM text that an instruction adds to a loop or a stretch of scalars."""
        return 1

    def operations(self, program: AnyProgram, slot: int) -> int:
        """Count the operations of an instruction in one run, for people: its lines for each of its elements."""
        sizes = [program.forms[s].size for s in (slot, *program.operands[slot])]
        return int(self.lines(program.ops[slot]) * max(sizes))

    def enlist(self, roles: Any, op: Any) -> None:
        """Enter an op where it belongs by what loops do with it; by default it is outside of all loops."""
        return

    @abstractmethod
    def plan(self, plan: AnyPlan, slot: int) -> None:
        """Say in which unit of a sealed tape an instruction is done, or where its elements lie already."""

    def apart(self, scalars: AnyScalars, slot: int, args: list[np.ndarray]) -> np.ndarray:
        """Do an instruction on arrays of scalars; `scalars.too_large()` if that is not worth it, as by default."""
        raise scalars.too_large()

    def pattern(self, sweep: Any, slot: int) -> Any:
        """Find which elements of the inputs each element of the result depends on; by default all on all."""
        return sweep.stacked(slot)

    def parts_of(self, program: AnyProgram, slot: int) -> list[Place | None]:
        """Find the places in the result of those operands that may be written there when they are computed; none by
        default."""
        return []

    def source(self, program: AnyProgram, slot: int, window: Window) -> WindowSource | None:
        """Find the operand's window that a window of the result has the elements of; None if there is none.

        Raises
        ------
        Straddling
            If the window is to be cut.
        """
        return None

    def taps(self, program: AnyProgram, slot: int) -> Taps | None:
        """Find the taps of a convolution; None if it is none, or if they differ from member to member of its stacks."""
        return None

    def check(self, op: Any, shapes: list[Shape], static: dict[str, Any], shape: Shape) -> Shape:
        """Find the result's shape, without memory of that size, for an instruction that comes from a file.

        Raises
        ------
        Exception
            Of any kind, with the reason, if it is none that compiled code may run.
        """
        result: Shape = op.infer(*shapes, **static) if op.infer is not None else shape
        return result

    def batched(self, op: Any, length: int, args: Sequence[Any], flags: Sequence[bool], static: dict[str, Any]) -> Any:
        """Run an op whose record has no rule for it on a batch: an axis in front of the flagged arguments.

        None if there is no better way than one instance after the other.
        """
        return None

    def for_rows(self, python: Kind) -> Kind:
        """Return the kind of what runs such an op for each instance of a batch: by default `python`, a call of a function."""
        return python

    def value(self, sweep: Any, slot: int) -> np.ndarray | None:
        """Find the value where those of all operands are known before any input is; None if it is not worth knowing."""
        result: np.ndarray = sweep.value(slot)
        return result

    def mover(self, op: Any) -> Mover | None:
        """Return what finds the place of a result within its operand; None if it has memory of its own."""
        return None

    def dtype(self, static: dict[str, Any]) -> np.dtype[Any] | None:
        """Find the result's dtype; None for that of the operands."""
        return None


class Joining(Kind):
    """An op that works element by element."""

    joins = True

    def enlist(self, roles: Any, op: Any) -> None:
        roles.elementwise[op] = self.lines(op)
        roles.fused.add(op)

    def plan(self, plan: AnyPlan, slot: int) -> None:
        form = plan.program.forms[slot]
        if form.size == 1:
            plan.join_scalars(slot)
        else:
            plan.join_loop(slot, form.shape)

    @abstractmethod
    def applied(self, op: Any, args: list[Lane], static: dict[str, Any], form: Any) -> Lane:
        """Write it for lanes."""

    def apart(self, scalars: AnyScalars, slot: int, args: list[np.ndarray]) -> np.ndarray:
        return scalars.each(slot, args)


class Alone(Kind):
    """An op that joins no others in sealed tapes: its instructions have units of their own, or are places."""

    def plan(self, plan: AnyPlan, slot: int) -> None:
        plan.alone(slot)

    @abstractmethod
    def write(self, f: AnyWriter, slot: int) -> None:
        """Write the machine code of an instruction that has a unit of its own."""
