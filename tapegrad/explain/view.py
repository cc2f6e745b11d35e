"""A view of one sealed tape for the explorer's page: its instructions, groups, passes, guards and machine code.

A view holds the tape as it is executed, after the passes, and the tapes of the programs that its instructions run. What
it consists of is plain data that JSON can hold; long texts lie in chunks beside it.

Invariant: each number was measured or counted; None stands for what was not.

Tests: tests/explain/test_report.py
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.codegen.function_writer import written
from tapegrad.explain import measure
from tapegrad.explain.fusion import nbytes, remarks
from tapegrad.explain.machine_code import Located, MarkingModule, assembly
from tapegrad.explain.source import SourceFiles
from tapegrad.ir.printing import operation
from tapegrad.ir.program import Program
from tapegrad.machine.places import Shape
from tapegrad.ops.results import result_op
from tapegrad.passes.pipeline import PIPELINE, each
from tapegrad.replay.variant import Variant

FORWARD, REVERSE, CONSTANT, INPUT = range(4)
_CHUNK = 1 << 18  # characters of code that lie together


class Chunks(list[list[Any]]):
    """Lists of texts: each is inflated as a whole by the page."""

    def __init__(self) -> None:
        super().__init__()
        self._free = 0

    def add(self, item: Any, size: int) -> list[int]:
        """Add an item of about so many characters; returns its place."""
        if self._free <= 0:
            self.append([])
            self._free = _CHUNK
        self._free -= size
        self[-1].append(item)
        return [len(self) - 1, len(self[-1]) - 1]


def view(
    title: str, program: Program, variant: Variant | None, source: SourceFiles, chunks: Chunks, measured: bool = True
) -> dict[str, Any]:
    """Return a view of a sealed tape.

    Parameters
    ----------
    title : str
    program : Program
        As it was recorded.
    variant : Variant or None
        It with the arguments to time it on; None where there are none.
    source : SourceFiles
        To which the user's files are added.
    chunks : Chunks
        To which texts are added.
    measured : bool
        Whether times are measured.
    """
    module = MarkingModule()
    _, function, _ = written(program, module)
    writers, parents = module.writers, module.parents()
    timed = measure.timing(variant) if measured and variant is not None else None
    code = defaultdict[tuple[int, int], list[Located]](list)
    for line in assembly(program):
        code[line.function, line.group].append(line)
    tapes = [
        _Tape(number, writer, parents.get(number), timed, source).data(code, chunks)
        for number, writer in enumerate(writers)
    ]
    return {
        "title": title,
        "seconds": timed.seconds if timed is not None else None,
        "bandwidth": measure.bandwidth() if timed is not None else None,
        "peak": measure.peak() if timed is not None else None,
        "work": function.work,
        "constants": sum(a.nbytes for a in function.pool),
        "recorded": program.recorded,
        "threads": 1,
        "tapes": tapes,
        "passes": _passes(program, chunks, source),
        "guards": [row for k, writer in enumerate(writers) for row in _guards(k, writer.program, tapes[k], source)],
        "sparse": None,
    }  # fmt: skip


def _guards(number: int, program: Program, tape: dict[str, Any], source: SourceFiles) -> list[dict[str, Any]]:
    """Return the decisions that a replay of a tape must meet; their lines join those of the tape."""
    rows = list[dict[str, Any]]()
    for guard in program.guards:
        if guard.slot < 0:  # the body of a loop checks it
            continue
        expected = repr(guard.expected)
        if program.forms[guard.slot].dtype == bool:
            expected = repr(guard.expected == 1.0)
        at, line = source.named(guard.line), -1
        if at is not None:
            if at not in tape["lines"]:
                tape["lines"].append(at)
            line = tape["lines"].index(at)
        text = os.path.basename(guard.line)
        rows.append({"tape": number, "slot": guard.slot, "expected": expected, "line": line, "text": text})
    return rows


# ------------------------------------------------------------------------------------------------- passes


def _passes(program: Program, chunks: Chunks, source: SourceFiles) -> list[dict[str, Any]]:
    """Return what each pass did."""
    abouts = {one.name: _first_sentence(one.function.__doc__ or "") for one in PIPELINE}
    rows, before = list[dict[str, Any]](), Counter[str]()
    for name, after in each(program):
        counts = _operations(after)
        text = source.without_folders("\n".join([_header(after), *str(after).splitlines()[1:]]))
        rows.append({
            "name": name, "about": abouts.get(name, "As it was recorded."), "instructions": sum(counts.values()),
            "removed": (before - counts).total(), "added": (counts - before).total() if rows else 0,
            "listing": chunks.add(text, len(text)),
        })  # fmt: skip
        before = counts
    return rows


def _header(program: Program) -> str:
    """Return what a tape holds; inputs and constants are not counted as instructions, as elsewhere on the page."""
    instructions = sum(op is not None for op in program.ops)
    inputs, constants, outputs = len(program.inputs), len(program.constants), len(program.outputs)
    return f"sealed tape of {instructions} instructions, {inputs} inputs, {constants} constants, {outputs} outputs"


def _operations(program: Program) -> Counter[str]:
    """Count instructions by op, with those of the programs that they run."""
    counts = Counter(op.name for op in program.ops if op is not None)
    for static in program.statics:
        for value in static.values():
            if hasattr(value, "body"):
                counts += _operations(value.body)
    return counts


def _first_sentence(text: str) -> str:
    return " ".join(text.split("\n\n")[0].split()).partition(". ")[0].removesuffix(".") + "."


# ------------------------------------------------------------------------------------------------- one tape


class _Tape:
    """One function of the machine code: its program, by slots and groups."""

    def __init__(
        self, number: int, writer: Any, parent: tuple[int, int, int] | None, timed: measure.Timing | None,
        source: SourceFiles,
    ) -> None:  # fmt: skip
        self.number, self.writer, self.parent, self.source = number, writer, parent, source
        self.program: Program = writer.program
        self.plan = writer.plan
        self.times = timed.groups[number] if timed is not None else None
        units = self.plan.units
        self.texts = writer.code()
        self.kept = [k for k, unit in enumerate(units) if unit.members]
        if len(self.texts.get(len(units), ([],))[0]) > 1:
            self.kept.append(len(units))  # results are copied to where they are wanted
        self.place = {k: new for new, k in enumerate(self.kept)}

    def data(self, code: dict[tuple[int, int], list[Located]], chunks: Chunks) -> dict[str, Any]:
        """Return it as data."""
        p, plan = self.program, self.plan
        ops, types, lines = dict[str, int](), dict[str, int](), dict[tuple[int, int], int]()
        groups = [self._group(k, code, chunks) for k in self.kept]
        inside: list[list[int]] = [[] for _ in p.ops]
        for new, k in enumerate(self.kept):
            for slot in plan.units[k].members if k < len(plan.units) else ():
                inside[slot].append(new)
        summaries = {op.name: op.summary for op in p.ops if op is not None}
        where = [self.source.place(p.lines.get(slot)) for slot in range(len(p))]
        return {
            "parent": None if self.parent is None else [*self.parent[:2]],
            "turns": None if self.parent is None else self.parent[2],
            "op": [-1 if op is None else ops.setdefault(op.name, len(ops)) for op in p.ops],
            "ops": [*ops],
            "summaries": [*summaries.values()],
            "directed": any(line is not None for line in p.lines.values()),
            "args": [self._arguments(slot) for slot in range(len(p))],
            "operands": [*map(list, p.operands)],
            "type": [types.setdefault(repr(form), len(types)) for form in p.forms],
            "types": [*types],
            "role": [self._role(slot) for slot in range(len(p))],
            "bytes": [nbytes(form) for form in p.forms],
            "line": [-1 if at is None else lines.setdefault(at, len(lines)) for at in where],
            "lines": [*map(list, lines)],
            "group": inside,
            "stored": [int(slot in plan.stored) for slot in range(len(p))],
            "seconds": None if self.times is None else self._shares(groups),
            "inputs": p.inputs,
            "outputs": p.outputs,
            "groups": groups,
            "remarks": [
                {
                    "slot": r.slot, "readers": r.readers, "from": self.place[r.source],
                    "to": [self.place[k] for k in r.targets], "kind": r.kind, "text": r.text, "bytes": r.nbytes,
                }
                for r in remarks(plan)
            ],
        }  # fmt: skip

    def _role(self, slot: int) -> int:
        p = self.program
        if p.ops[slot] is None:
            return CONSTANT if slot in p.constants else INPUT
        line = p.lines.get(slot)
        return REVERSE if line is not None and line.reverse else FORWARD

    def _arguments(self, slot: int) -> str:
        op, text = self.program.ops[slot], operation(self.program, slot)
        return text if op is None or op is result_op else text[len(op.name) + 1 : -1]

    def _group(self, k: int, code: dict[tuple[int, int], list[Located]], chunks: Chunks) -> dict[str, Any]:
        p, plan = self.program, self.plan
        texts, owners = self.texts.get(k, ([], []))
        located = code.get((self.number, k), [])
        item = {
            "llvm": "\n".join(texts), "owners": owners,
            "assembly": "\n".join(line.text for line in located), "assembly_owners": [line.slot for line in located],
        }  # fmt: skip
        place = chunks.add(item, len(item["llvm"]) + len(item["assembly"]))
        if k == len(plan.units):
            return {
                "kind": "array", "name": "copy results", "shape": [], "members": [], "stored": [], "read": 0,
                "written": 0, "operations": 0, "seconds": self._seconds(k), "marks": [], "code": place,
            }  # fmt: skip
        unit = plan.units[k]
        members = [s for s in unit.members if p.ops[s] is not None]
        read = {plan.base(o) for s in members for o in p.operands[s]} - {*members}
        stored = [s for s in members if s in plan.stored and plan.unit_of[s] == k]
        kind = {"lanes": "loop", "scalars": "scalars", "call": "array"}[unit.kind]
        return {
            "kind": kind, "name": self._name(kind, members, unit.shape), "shape": [*unit.shape], "members": members,
            "stored": stored, "read": sum(nbytes(p.forms[s]) for s in read if p.forms[s].size > 1),
            "written": self._written(k, stored),
            "operations": sum(p.ops[s].kind.operations(p, s) for s in members), "seconds": self._seconds(k),
            "marks": self._marks(k, kind, members), "code": place,
        }  # fmt: skip

    def _written(self, k: int, stored: Sequence[int]) -> int:
        """Return how many bytes a group writes: parts that a loop writes to their place in an array are the loop's."""
        p, deliveries = self.program, self.plan.deliveries
        whole = sum(nbytes(p.forms[s]) for s in stored)
        parts = sum(nbytes(p.forms[d.slot]) for d in deliveries.by_unit.get(k, ()))
        return whole + parts - sum(nbytes(p.forms[p.operands[s][j]]) for s, j in deliveries.done if s in stored)

    def _seconds(self, k: int) -> float | None:
        return None if self.times is None else self.times[k]

    def _name(self, kind: str, members: Sequence[int], shape: Shape) -> str:
        if kind == "loop":
            return f"loop {' x '.join(map(str, shape))}"
        return "scalars" if kind == "scalars" else str(self.program.ops[members[0]].name)

    def _marks(self, k: int, kind: str, members: Sequence[int]) -> list[str]:
        """Return what was done with a group, in words."""
        p, plan = self.program, self.plan
        marks = [f"BLAS {symbol}" for symbol in sorted(self.writer.symbols.get(k, ()))]
        if k in self.writer.python:
            marks.append("Python")
        if kind == "array" and any(hasattr(x, "turns") for x in p.statics[members[0]].values()):
            marks.append("rolled")
        if kind == "array" and any(whole == members[0] for whole, _ in plan.deliveries.done):
            marks.append("written in loops")
        if kind == "array" and p.ops[members[0]].kind.scans:
            marks.append("loop of steps")
        if kind == "array" and plan.folds.members.get(members[0]):
            marks.append("operand folded in")
        if kind == "loop":
            if any(s in plan.sums for s in members):
                marks.append("sum folded in")
            if any(plan.unit_of[s] != k for s in members):
                marks.append("rematerialized")
            if len(members) > 1:
                marks.append("fused")
        return marks

    def _shares(self, groups: Sequence[dict[str, Any]]) -> list[float]:
        """Share the seconds of each group among its instructions: by operations, those of one of arrays all to it."""
        p, shares = self.program, np.zeros(len(self.program))
        for group in groups:
            members = group["members"]
            if not members:
                continue
            if group["kind"] == "array":
                shares[members[0]] += group["seconds"]
                continue
            weights = np.array([max(1, p.ops[s].kind.operations(p, s)) for s in members], float)
            shares[members] += group["seconds"] * weights / weights.sum()
        return [*shares.tolist()]
