"""Programs, the intermediate representation: instructions in static single assignment.

A `Program` is a tape made read-only: instructions in static single assignment, one slot each, whose leaves are
inputs and constants. It knows nothing of Tensors or of a process, so it can be optimised, differentiated, printed,
saved and lowered to machine code.

Invariant: the operands of an instruction are slots below its own. Programs are made by a `tapegrad.ir.builder.Builder`.

Tests: tests/codegen/test_wide_programs.py, tests/ir/test_printing.py, tests/ir/test_files.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.ir.forms import Form
from tapegrad.ir.program_columns import ProgramColumns, ops_of, rows_of
from tapegrad.lazy_imports import later, modules_later
from tapegrad.machine.digests import digest
from tapegrad.named_tuples import NamedTuple
from tapegrad.ops import declare
from tapegrad.ops.function_results import function_op
from tapegrad.ops.results import result_op

if TYPE_CHECKING:
    from tapegrad.ir import printing
else:  # for people
    (printing,) = modules_later("tapegrad.ir.printing")

NO_STATIC: dict[str, Any] = {}
_LISTS = "ops", "operands", "statics", "forms"
# The folder `explain` stands above this one, and is imported when a tape is first explained.
_of_explain = later(__name__, {"tapegrad.explain.explanation": ("of_program",)})


class Guard(NamedTuple):
    """A recorded decision: the slot's value must be `expected`, as it was at `line`."""

    slot: int
    expected: float
    line: str


class UserCall(NamedTuple):
    """A function of the user's under way: its qualified name, its file, and the line that it is at."""

    function: str
    file: str
    line: int


class UserLine(NamedTuple):
    """The user's line that an instruction comes from; `reverse` if it hands an adjoint on.

    While a profile keeps stacks, there are also the calls that led to the line, the outermost first.
    """

    file: str
    number: int
    reverse: bool = False
    calls: tuple[UserCall, ...] = ()

    def __str__(self) -> str:
        return f"{self.file}:{self.number}"


class Program:
    """A sealed tape.

    Attributes
    ----------
    ops : list of Op or None
        None for leaves.
    operands : list of tuples of int
    statics : list of dict
        Static parameters of array ops.
    forms : list of Form
    constants : dict
        Values of the constant leaves, by slot, as compiled code reads them (see `forms.cells`).
    inputs, outputs : list of int
        Slots. An output may be any slot, also a leaf.
    guards : list of Guard
    lines : dict
        The user's line of a slot, where lines were kept.
    """

    __slots__ = (
        "__weakref__", "_chunk", "_unmade", "constants", "derived", "forms", "guards", "inputs", "lines", "operands",
        "ops", "outputs", "recorded", "statics",
    )  # fmt: skip

    def __init__(self) -> None:
        self.ops: list[Any] = []
        self.operands: list[tuple[int, ...]] = []
        self.statics: list[dict[str, Any]] = []
        self.forms: list[Form] = []
        self.constants: dict[int, np.ndarray] = {}
        self.inputs: list[int] = []
        self.outputs: list[int] = []
        self.guards: list[Guard] = []
        self.lines: dict[int, UserLine] = {}
        self.recorded = 0  # instructions before optimisation
        self.derived: dict[Any, Any] = {}  # programs made from this one, and its compiled forms
        self._chunk: ProgramColumns | None = None  # the last instructions, where lists without them are `_unmade`
        self._unmade: dict[str, list[Any]] = {}

    def __len__(self) -> int:
        if self._chunk is not None and "operands" in self._unmade:
            return len(self._unmade["operands"]) + len(self._chunk)
        return len(self.operands)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Make a list of instructions of which only columns are known."""
            before = self._unmade.get(name) if name in _LISTS else None
            if before is None:  # another thread may have made it meanwhile
                return object.__getattribute__(self, name)
            setattr(self, name, before + self._listed(name))
            self._unmade.pop(name, None)
            return getattr(self, name)

    def _listed(self, name: str) -> list[Any]:
        chunk = self._chunk
        assert chunk is not None
        if name == "operands":
            return rows_of(chunk.flat, chunk.counts)
        if name == "statics":
            statics = [NO_STATIC] * len(chunk)
            for slot, static in chunk.statics.items():
                statics[slot] = static
            return statics
        items, numbers = (chunk.ops, chunk.op) if name == "ops" else (chunk.forms, chunk.form)
        return [*map(items.__getitem__, numbers.tolist())]

    def extend(self, chunk: ProgramColumns) -> None:
        """Append instructions that are given as columns: the lists are made when they are first read."""
        self._unmade = {name: getattr(self, name) for name in _LISTS}
        self._chunk = chunk
        for name in _LISTS:
            delattr(self, name)

    def columns(self) -> ProgramColumns:
        """Return the instructions as columns."""
        if self._chunk is None or "operands" not in self._unmade:
            return ProgramColumns.of_lists(self.ops, self.operands, self.statics, self.forms)
        before = [x[: len(self) - len(self._chunk)] for x in map(self._part, _LISTS)]
        return ProgramColumns.of_lists(*before).joined(self._chunk) if before[0] else self._chunk

    def _part(self, name: str) -> list[Any]:
        """Return a list, at least up to the columns that follow."""
        part: list[Any] = self._unmade[name] if name in self._unmade else getattr(self, name)
        return part

    @property
    def is_chunked(self) -> bool:
        """Whether the instructions are known as columns."""
        return "operands" in self._unmade

    @property
    def input_forms(self) -> list[Form]:
        return [*map(self.forms.__getitem__, self.inputs)]

    @property
    def output_forms(self) -> list[Form]:
        return [*map(self.forms.__getitem__, self.outputs)]

    @property
    def body(self) -> Program:
        """Return the program itself, as the body of an instruction."""
        return self

    def subprograms(self) -> Iterable[Program]:
        """Yield programs that instructions of this one run."""
        for static in self.statics:
            for value in static.values():
                if isinstance(value, Program):
                    yield value

    def outline(self) -> str:
        """Return a digest of the program without the values of its constants."""
        outline = self.derived.get("outline")
        if outline is None:
            names = [op.name if op is not None else "" for op in self.ops]
            kinds = {f: repr((f.shape, f.dtype.str, f.lane and f.lane.str)) for f in dict.fromkeys(self.forms)}
            statics = [(slot, static_key(static)) for slot, static in enumerate(self.statics) if static]
            guards = [(g.slot, g.expected) for g in self.guards]
            instructions = names, self.operands, [kinds[f] for f in self.forms], statics
            rest = self.inputs, self.outputs, guards, list(self.constants)
            outline = self.derived["outline"] = digest(repr((*instructions, *rest)).encode()).hex()
        return outline

    def digest(self) -> str:
        """Return a digest of the program, constants included."""
        whole = self.derived.get("digest")
        if whole is None:
            constants = [value.tobytes() for value in self.constants.values()]
            whole = self.derived["digest"] = digest(self.outline().encode(), *constants).hex()
        return whole

    def derive(self, key: Any, make: Callable[[], Any]) -> Any:
        """Return the result of `make`, called once for this program and a key."""
        if key not in self.derived:
            self.derived[key] = make()
        return self.derived[key]

    def __eq__(self, other: object) -> bool:
        return self.digest() == other.digest() if isinstance(other, Program) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.digest())

    def walk(
        self, inputs: Sequence[Any], rule: Callable[[int, Any, list[Any]], Any], constant: Callable[[int], Any]
    ) -> list[Any]:
        """Return the values of all slots, in whatever the instructions are carried out on.

        Parameters
        ----------
        inputs : sequence
            The values of the inputs.
        rule : callable
            ``rule(slot, op, args)`` gives the value of an instruction from those of its operands; of one with several
            results, their values by number.
        constant : callable
            ``constant(slot)`` gives that of a constant.
        """
        values: list[Any] = [None] * len(self)
        for slot, value in zip(self.inputs, inputs, strict=True):
            values[slot] = value
        for slot, op in enumerate(self.ops):
            if op is result_op:
                values[slot] = values[self.operands[slot][0]][self.statics[slot]["index"]]
            elif op is not None:
                values[slot] = rule(slot, op, [values[s] for s in self.operands[slot]])
            elif slot in self.constants:
                values[slot] = constant(slot)
        return values

    def take_line(self, slot: int, other: Program, replaced: int) -> None:
        """Give an instruction the line of one of another program that it replaces, if that has one."""
        if replaced in other.lines:
            self.lines.setdefault(slot, other.lines[replaced])

    def spread_lines(self) -> None:
        """Give instructions without a line, which a pass has put in, that of what reads them or of what they read."""
        if not self.lines:
            return
        for slot in range(len(self) - 1, -1, -1):
            for operand in self.operands[slot] if slot in self.lines else ():
                if self.ops[operand] is not None:
                    self.take_line(operand, self, slot)
        for slot, operands in enumerate(self.operands):
            for operand in operands:
                self.take_line(slot, self, operand)

    def results(self) -> dict[int, dict[int, int]]:
        """Return, by the slot of each instruction with several results, the slots of those that are read, by number."""
        read: dict[int, dict[int, int]] = {}
        ops = {op for op in ops_of(self) if op is result_op or op.several}
        for slot in [slot for slot, op in enumerate(self.ops) if op in ops] if ops else ():
            if self.ops[slot] is result_op:
                read[self.operands[slot][0]].setdefault(int(self.statics[slot]["index"]), slot)
            else:
                read[slot] = {}
        return read

    def with_inputs(self, slots: Sequence[int]) -> Program:
        """Return the program in which these constants are further inputs."""
        new = Program()
        for name in ("ops", "operands", "statics", "forms", "outputs", "guards", "lines", "recorded"):
            setattr(new, name, getattr(self, name))
        new.inputs = [*self.inputs, *slots]
        new.constants = {slot: value for slot, value in self.constants.items() if slot not in slots}
        return new

    def has_tangents(self) -> bool:
        """Tell whether all its instructions have a forward mode of their own."""
        return all(op is None or has_tangent(op, static) for op, static in zip(self.ops, self.statics, strict=True))

    # -------------------------------------------------------------------------------------------- as data

    def save(self, file: Any) -> None:
        """Write the tape to a path or binary file; `tapegrad.load` reads it."""
        from tapegrad.ir import files

        files.save(self, file)

    def __reduce__(self) -> Any:
        from tapegrad.ir import files

        return files.program_of, (files.encode(self),)

    def to_dot(self) -> str:
        """Return the tape as a graph in Graphviz's language."""
        return printing.dot(self)

    # -------------------------------------------------------------------------------------------- looking at it

    def explain(self, path: Any = None) -> Any:
        """Show the tape: a page with the user's lines where they were kept, the tape, passes, fused groups and machine
        code. It is timed on ones.

        Parameters
        ----------
        path : path, optional
            Of the file to write, such as ``"step.html"``.

        Returns
        -------
        tapegrad.explain.explanation.Explanation
            A notebook shows it as the page.
        """
        return _of_explain("of_program")(self, path)

    def _repr_html_(self) -> str:
        return printing.table(self)

    def __str__(self) -> str:
        return printing.listing(self)

    def __repr__(self) -> str:
        return f"<sealed tape of {len(self)} instructions, {len(self.inputs)} inputs, {len(self.outputs)} outputs>"


def has_tangent(op: Any, static: dict[str, Any]) -> bool:
    """Tell whether an instruction has a forward mode of its own, as all have but those of custom functions without
    jvp."""
    if op is function_op:
        return bool(static["application"].has_tangent)
    return "program" not in static or static["program"].has_tangents()


_PLAIN = frozenset((int, str, bool, float, type(None)))


def static_key(value: Any) -> Any:
    """Return a hashable equivalent of static parameters."""
    if value.__class__ in _PLAIN:
        return value
    if isinstance(value, dict):
        items = sorted(value.items()) if len(value) > 1 else value.items()
        return tuple([(k, v if v.__class__ in _PLAIN else static_key(v)) for k, v in items])
    if isinstance(value, (list, tuple)):
        return tuple([v if v.__class__ in _PLAIN else static_key(v) for v in value])
    if isinstance(value, slice):
        return "slice", value.start, value.stop, value.step
    if isinstance(value, np.ndarray):
        return value.shape, value.dtype.str, value.tobytes()
    if isinstance(value, Program):
        return value.digest()
    if isinstance(value, np.dtype):
        return value.str
    if isinstance(value, declare.Op):
        return value.name
    return value
