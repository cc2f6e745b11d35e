"""A variant: one trace of a function, sealed for one signature, with its guards and machine code.

Invariant: a replay whose status is not 0 has changed nothing that anybody sees, but for arrays of ``out=``.

Tests: tests/replay/test_compiled_results.py
"""

from __future__ import annotations

import copy
import timeit
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tapegrad.codegen.executable import Executable, executable_of
from tapegrad.errors import ArgumentError, DtypeError, ShapeError
from tapegrad.func.containers import Structure, leaves_as, unflatten
from tapegrad.ir.forms import BOOL, F4, F8, FLOAT, Form, cells
from tapegrad.ir.program import Program
from tapegrad.ir.program_columns import ops_of
from tapegrad.machine import callbacks, pool
from tapegrad.machine.status import OUTSIDE
from tapegrad.record.capture import refuse_subclass
from tapegrad.replay.captured_leaves import CapturedLeaves
from tapegrad.replay.interpreter import interpret
from tapegrad.replay.signature import passed, shown

if TYPE_CHECKING:
    from tapegrad.replay.size_family import SizeFamily


class Unsealed(NamedTuple):
    """A recording of which no program has been made.

    Attributes
    ----------
    seal : callable
        Makes the program.
    ops : sequence of Op
        That it has.
    input_forms, output_forms : list of Form
    """

    seal: Callable[[], Program]
    ops: Sequence[Any]
    input_forms: list[Form]
    output_forms: list[Form]


class Variant:
    """One sealed tape of a function, ready to be called.

    Attributes
    ----------
    program : Program
    forms, output_forms : lists of Form
        Of the inputs and outputs.
    arguments : Structure
        Of the positional arguments, with None for static ones, and the keywords.
    structure : Structure
        Of the result; `plain` holds, by leaf, what does not depend on the inputs.
    example : list
        Arguments to time it with.
    narrow : bool
        Whether something was recorded in single precision.
    captured : CapturedLeaves or None
        Leaves from outside, which are further inputs.
    drawn : bool
        Whether it holds random numbers, which another recording would not.
    family : SizeFamily or None
        Of the recordings for other sizes.
    indexed : bool
        Whether a replay may find, after results are there, that an integer is out of bounds.
    """

    def __init__(
        self, program: Program | Unsealed, arguments: Structure, structure: Structure, plain: dict[int, Any],
        example: list[Any], forms: Sequence[Form] | None = None, narrow: bool = False,
        executable: Executable | None = None,
    ):  # fmt: skip
        self._program, self.arguments, self.structure, self.plain = program, arguments, structure, plain
        self.forms, self.output_forms = program.input_forms if forms is None else forms, program.output_forms
        self.narrow = narrow
        self.example = example
        self.captured: CapturedLeaves | None = None
        self.drawn = False
        self.family: SizeFamily | None = None
        self._executable = executable
        self.fast: dict[Any, Any] = {}  # what `fast_call` made of it
        self.batches: dict[tuple[bool, ...], Any] = {}  # what `code_of` made of it
        self.spare: list[np.ndarray] = []  # working memory that no call uses
        ops = program.ops if isinstance(program, Unsealed) else ops_of(program)
        self.indexed = any(OUTSIDE in op.kind.statuses for op in ops)
        self.recording = ""  # the digest of its recording, for which the machine code may be kept

    @property
    def program(self) -> Program:
        """The program, made of the recording when first needed."""
        if isinstance(self._program, Unsealed):
            program = self._program.seal()
            if self._executable is not None:
                program.derived["executable"] = self._executable
            self._program = program
        return self._program

    @property
    def executable(self) -> Executable:
        """The machine code, made when first needed."""
        if self._executable is None:
            family = self.family
            executable = executable_of(self.program) if family is None else family.executable(self.program)
            executable.recording = executable.recording or self.recording
            self._executable = executable
        return self._executable

    def takes(self, leaves: Sequence[Any]) -> bool:
        """Tell whether leaves of its forms mean to it what they meant when it was recorded: floats of Python's are
        beside single precision others than those of NumPy's.
        """
        return not self.narrow or all(
            (x.__class__ is float) is (f is FLOAT) for x, f in zip(leaves, self.forms, strict=self.captured is None)
        )

    def call(self, leaves: Sequence[Any], out: Any, title: str) -> tuple[int, Any]:
        """Replay on the leaves of a call's arguments; returns the status and the function's result.

        Raises
        ------
        ArgumentError, ShapeError, DtypeError
            If the arrays of ``out=`` do not fit the results.
        """
        targets = None if out is None else self._targets(out, title)
        status, outputs = self.run(leaves, targets and self._direct(targets, leaves))
        if status or targets is None:
            return status, None if status else self.result(outputs)
        return 0, self._filled(out, targets, outputs)

    def run(self, leaves: Sequence[Any], arrays: Sequence[np.ndarray] | None = None) -> tuple[int, list[Any]]:
        """Replay on flat arguments of the right forms.

        Returns
        -------
        status : int
            0, or 1 + the number of the guard that failed.
        outputs : list
            Arrays, those given if there are some, and NumPy numbers.
        """
        if callbacks.kept:
            callbacks.reraise()  # by a call that could not tell
        executable, forms = self.executable, self.output_forms
        if not executable.ready(0.0):
            status, values = interpret(self.program, leaves, self.forms)
            return status, values if status or arrays is None else self._placed(values, arrays)
        numbers = np.empty(max(1, len(forms)))
        try:
            work = self.spare.pop()  # one call at a time may use it
        except IndexError:
            work = pool.aligned(executable.work)
        if arrays is None:
            arrays = [pool.empty(f.shape, f.lane or F8) for f in forms if f.array]
        if executable.by_tables:
            places, rest = iter(numbers[:, None]), iter(arrays)
            inputs = [cells(x, f) for x, f in zip(leaves, self.forms, strict=True)]
            status = executable.on_arrays(inputs, [next(rest if f.array else places) for f in forms], work)
        else:
            inputs = [passed(x, f) for x, f in zip(leaves, self.forms, strict=True)]
            status = executable.entry(executable.constants, work, numbers, *inputs, *arrays)
        self.spare.append(work)
        if status:
            callbacks.reraise()
            return status, []
        outputs = []
        results, k = iter(arrays), 0
        for form in forms:
            if not form.array:
                item = numbers.view(np.float32)[2 * k] if form.lane is F4 else numbers[k]
                outputs.append(shown(item, form))
                k += 1
            else:
                array = next(results)
                outputs.append(shown(array if form.shape else array[()], form))
        return status, outputs

    def _placed(self, values: list[Any], arrays: Sequence[np.ndarray]) -> list[Any]:
        """Return outputs with the arrays among them in the arrays for them."""
        rest = iter(arrays)
        for k, form in enumerate(self.output_forms):
            if form.array:
                target = next(rest)
                target[...], values[k] = values[k], target
        return values

    def seconds(self) -> float:
        """Return the time of the fastest of some replays on the arguments of the recording."""
        self.executable.load()
        return min(timeit.repeat(lambda: self.run(self.example), number=1, repeat=5))

    def result(self, outputs: Sequence[Any], out: Any = None, title: str = "") -> Any:
        """Return the function's result from the tape's outputs, which are written to the arrays of ``out=``."""
        if out is not None:
            return self._filled(out, self._targets(out, title), outputs)
        plain = self.plain and {k: copy.deepcopy(value) for k, value in self.plain.items()}
        return unflatten(self.structure, with_plain(outputs, plain))

    def _filled(self, out: Any, targets: Sequence[np.ndarray], outputs: Sequence[Any]) -> Any:
        """Return ``out=``, whose arrays were filled."""
        for target, value in zip(targets, with_plain(outputs, self.plain), strict=True):
            if value is not target:  # else compiled code has written to it
                target[...] = value
        return out

    def _direct(self, targets: Sequence[np.ndarray], leaves: Sequence[Any]) -> list[np.ndarray] | None:
        """Return the arrays of ``out=`` that compiled code writes to; None if it writes to others first."""
        pairs = list(zip([t for k, t in enumerate(targets) if k not in self.plain], self.output_forms, strict=True))
        direct = not self.indexed and all(
            t.flags.c_contiguous and t.dtype == f.dtype and f.lane is not None and f.dtype != BOOL
            and not any(isinstance(x, np.ndarray) and np.may_share_memory(x, t) for x in leaves)
            for t, f in pairs
        )  # fmt: skip
        return [t for t, f in pairs if f.array] if direct else None

    def _targets(self, out: Any, title: str) -> list[np.ndarray]:
        """Return the arrays of ``out=``, one for each result."""
        targets = leaves_as(self.structure, self._complete(out))
        message = f"{title}: out= must have the containers of the result, one array for each output."
        if targets is None:
            raise ArgumentError(message)
        written: list[np.ndarray] = []
        for k, (target, value) in enumerate(zip(targets, with_plain(self.output_forms, self.plain), strict=True)):
            if k in self.plain:
                if target is value:
                    continue
                value = np.asarray(value)
                if value.dtype.kind not in "biufc":
                    raise ArgumentError(message)
            check_target(target, value.shape, value.dtype, title)
            if any(_share_memory(target, other) for other in written):
                raise ArgumentError(f"{title}: arrays of out= overlap, so that one result would overwrite another.")
            written.append(target)
        return targets

    def _complete(self, out: Any) -> Any:
        """Return ``out=`` with what does not depend on the inputs in place of None."""
        if isinstance(out, tuple) and len(out) == len(self.structure.parts):
            return out.__class__([self.plain.get(k) if x is None else x for k, x in enumerate(out)])
        return out


def check_target(target: Any, shape: tuple[int, ...], dtype: np.dtype[Any], title: str) -> None:
    """Check that an array of ``out=`` takes a result.

    Raises
    ------
    ArgumentError, ShapeError, DtypeError
    """
    if not isinstance(target, np.ndarray):
        raise DtypeError(f"{title}: out= takes NumPy arrays, got {type(target).__name__}.")
    refuse_subclass(target, f"{title}: out=")
    if target.shape != shape:
        raise ShapeError(f"{title}: out= of shape {target.shape} does not fit a result of shape {shape}.")
    if not target.flags.writeable:
        raise ArgumentError(f"{title}: out= is read-only.")
    if not np.can_cast(dtype, target.dtype, "same_kind"):
        raise DtypeError(f"{title}: out= of {target.dtype} does not take a result of {dtype}.")


def with_plain(outputs: Sequence[Any], plain: dict[int, Any]) -> list[Any]:
    """Return the leaves of a result: a tape's outputs, and in their places those that do not depend on the inputs."""
    if not plain:
        return list(outputs)
    rest = iter(outputs)
    return [plain[k] if k in plain else next(rest) for k in range(len(outputs) + len(plain))]


def _share_memory(x: np.ndarray, y: np.ndarray) -> bool:
    """Tell whether two arrays have memory in common; also where that is hard to tell."""
    try:
        return np.may_share_memory(x, y) and np.shares_memory(x, y, max_work=1 << 16)  # type: ignore[arg-type]
    except np.exceptions.TooHardError:
        return True
