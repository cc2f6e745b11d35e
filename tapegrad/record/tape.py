"""`Tape`: a thread's record as users see it; prints and measures it, and isolates it from other runs.

Tests: tests/record/test_tape.py
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any

from tapegrad.ir.forms import forms
from tapegrad.ir.printing import applied, table
from tapegrad.ir.program import Program, UserLine
from tapegrad.lazy_imports import later, modules_later
from tapegrad.machine.layout import CALL, CONST, CONSUMED, INPUT, LIVE, PICKS, REGION, STORED
from tapegrad.record import modes
from tapegrad.record.frame import Frame
from tapegrad.record.recording import tape
from tapegrad.record.run import Run

if TYPE_CHECKING:
    from tapegrad.ir import builder
else:  # which programs are made with
    (builder,) = modules_later("tapegrad.ir.builder")

_of_explain = later(__name__, {"tapegrad.explain.explanation": ("of_tape",)})
_SEGMENTS = {REGION: "lane region", CALL: "array instruction", PICKS: "picks"}


class Tape:
    """A thread's record, as a context manager that keeps its own runs.

    Every thread has a tape, `Tape.current()`. Within ``with tg.Tape() as t:`` operations go to `t`, which then holds
    just these. A tape does not keep anything alive: runs that no Tensor's history reaches are gone.

    Parameters
    ----------
    lines : bool
        Keep the user's file and line for each instruction (it costs time).

    Examples
    --------
    >>> import tapegrad as tg
    >>> with tg.Tape() as tape:
    ...     x = tg.tensor(2.0, requires_grad=True)
    ...     y = x * x + 1.0
    >>> len(tape)
    4
    >>> print(tape)
    run 0: 4 instructions, 116 bytes
      scalars
      %0  = input                    float64[]  grad
      %1  = multiply(%0, %0)         float64[]  grad
      %2  = const 1.0                float64[]
      %3  = add(%1, %2)              float64[]  grad  live
    """

    def __init__(self, lines: bool = False) -> None:
        self._runs: list[weakref.ref[Any]] = []
        self._lines = lines

    @classmethod
    def current(cls) -> Tape:
        """Return the tape that this thread records on."""
        view = cls(tape.lines)
        view._runs = tape.runs
        return view

    def __enter__(self) -> Tape:
        tape.flush()
        modes.enter(self, modes.current().replace(tape=(tape.thread, self._runs), lines=self._lines))
        return self

    def __exit__(self, *exception: object) -> None:
        try:
            tape.flush()
        finally:
            modes.leave(self, exception, "tape", "lines")

    def _alive(self) -> list[Run]:
        return [run for reference in self._runs if (run := reference()) is not None]

    @property
    def nbytes(self) -> int:
        """Bytes of all runs: code, values and flags, and the memory of stored arrays."""
        self._flush()
        return sum(run.backing.nbytes for run in self._alive())

    def __len__(self) -> int:
        """Return instructions that are kept; what is pending counts, what is consumed does not."""
        return sum(len(run.backing) for run in self._alive())

    def _flush(self) -> None:
        if self._runs is tape.runs or (tape.pending is not None and tape.pending.run in self._alive()):
            tape.flush()

    def __str__(self) -> str:
        self._flush()
        listing = [_listing(run, k) for k, run in enumerate(self._alive())]
        return "\n".join(listing) if listing else "empty tape"

    def program(self) -> tuple[Program, list[Any]]:
        """Return the instructions of all runs that are kept as one sealed tape, and the values of its inputs.

        Its outputs are what Tensors hold, or else the last result.
        """
        self._flush()
        b, inputs, place, live = builder.Builder(), list[Any](), dict[tuple[int, int], int](), list[int]()
        for run in self._alive():
            if run.backing.freed or run.backing.open:
                continue
            frame, sources = run.frame(), {slot: source for slot, source in run.sources if source.__class__ is tuple}
            for slot in range(len(frame)):
                form, op = forms[int(frame.types[slot]) >> 1], int(frame.code[slot, 0])
                source = sources.get(slot)
                if op == INPUT and source is not None and (id(source[0]), source[1]) in place:
                    at = place[id(source[0]), source[1]]
                elif op == INPUT:
                    at = b.input(form)
                    inputs.append(run.value(slot))
                elif op == CONST:
                    at = b.constant(frame.scalar(frame.vals, slot), form)
                else:
                    rule, operands, static = frame.decode(slot)
                    at = b.emit(rule, tuple([place[id(run), s] for s in operands]), static, form)
                    if (line := frame.line(slot)) is not None:
                        b.program.lines.setdefault(at, UserLine(*line))
                place[id(run), slot] = at
                if int(frame.flags[slot]) & LIVE and op not in (INPUT, CONST):
                    live.append(at)
        b.program.recorded = len(b.program)
        return b.finish([*dict.fromkeys(live or [*place.values()][-1:])]), inputs

    def explain(self, path: Any = None) -> Any:
        """Show the tape as machine code would be made of it: a page with the user's lines, where they were kept
        (``lines=True``), the instructions, passes, fused groups and their time.

        Parameters
        ----------
        path : path, optional
            Of the file to write, such as ``"tape.html"``.

        Returns
        -------
        tapegrad.explain.explanation.Explanation
            A notebook shows it as the page.
        """
        return _of_explain("of_tape")(self, path)

    def _repr_html_(self) -> str:
        return table(self.program()[0], repr(self)[1:-1])

    def __repr__(self) -> str:
        return f"<Tape of {len(self._alive())} runs, {len(self)} instructions>"


def _listing(run: Run, number: int) -> str:
    backing = run.backing
    if backing.freed:
        return f"run {number}: consumed, {backing.nbytes} bytes"
    if backing.open:
        return f"run {number}: {len(backing)} instructions, left behind by an exception"
    frame = run.frame()
    lines = [f"run {number}: {len(frame)} instructions, {frame.nbytes} bytes"]
    heads = {s[1]: _SEGMENTS.get(s[0], "scalars") for s in frame.segments}
    if len(frame.segments) == 1:
        heads = {0: next(iter(heads.values()))}
    for slot in range(len(frame)):
        if slot in heads:
            lines.append(f"  {heads[slot]}")
        lines.append(_line(frame, slot))
    return "\n".join(lines)


def _line(frame: Frame, slot: int) -> str:
    """Return one instruction, like a line of a disassembly."""
    op, type_, flags = (int(x) for x in (frame.code[slot, 0], frame.types[slot], frame.flags[slot]))
    form = forms[type_ >> 1]
    if op == INPUT:
        text = "input"
    elif op == CONST:
        text = f"const {frame.scalar(frame.vals, slot).item()!r}"
    else:
        text = applied(*frame.decode(slot))
    marks = "".join(
        f"  {word}"
        for word, holds in (
            ("grad", type_ & 1),
            ("live", flags & LIVE),
            ("stored", flags & STORED and not form.scalar and op != INPUT),
            ("packed", frame.saved is not None and slot in frame.saved.packed),
            ("consumed", flags & CONSUMED),
        )
        if holds
    )
    line = frame.line(slot)
    where = f"  {line[0]}:{line[1]}" if line is not None else ""
    return f"  {f'%{slot}':<3} = {text:<23}  {form!r}{marks}{where}"
