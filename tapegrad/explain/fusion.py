"""Why values go through memory: for each array that another group reads, the rule that kept both apart.

The rules are those by which units are made (`tapegrad.codegen.schedule`), reductions fold their operands in
(`tapegrad.codegen.fuse_reductions`) and values are computed again (`tapegrad.codegen.rematerialize`). They are read off
the plan that was made.

Tests: tests/explain/test_report.py
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from tapegrad.codegen.fuse_reductions import refusal
from tapegrad.codegen.schedule import MAX_LINES, Plan

Reason = tuple[str, str]  # in two words, and as a sentence


@dataclass
class Remark:
    """An array that goes through memory.

    Attributes
    ----------
    slot : int
    readers : list of int
        The instructions that read it in other groups, for the same reason.
    source, targets : int and list of int
        The group that computes it, and those that read it.
    kind, text : str
        The reason in two words, and as a sentence.
    nbytes : int
    """

    slot: int
    source: int
    kind: str
    text: str
    nbytes: int
    readers: list[int] = field(default_factory=list)
    targets: list[int] = field(default_factory=list)


def remarks(plan: Plan) -> list[Remark]:
    """Return why arrays of a plan go through memory, the largest first."""
    p = plan.program
    inside: dict[int, set[int]] = defaultdict(set)  # the groups that compute a slot
    for k, unit in enumerate(plan.units):
        for s in unit.members:
            inside[s].add(k)
    remarks_by_key: dict[tuple[int, str, str], Remark] = {}
    for k, unit in enumerate(plan.units):
        for reader in unit.members:
            for slot in {plan.base(o) for o in p.operands[reader]}:
                source = plan.unit_of[slot]
                if p.ops[slot] is None or source < 0 or k in inside[slot] or p.forms[slot].size == 1:
                    continue
                kind, text = _reason(plan, slot, source, reader, k)
                remark = remarks_by_key.setdefault(
                    (slot, kind, text), Remark(slot, source, kind, text, nbytes(p.forms[slot]))
                )
                if reader not in remark.readers:
                    remark.readers.append(reader)
                if k not in remark.targets:
                    remark.targets.append(k)
    return sorted(remarks_by_key.values(), key=lambda r: -r.nbytes)


def nbytes(form: Any) -> int:
    """Return the bytes of an array of a form in memory."""
    return int(form.size) * (form.lane.itemsize if form.lane is not None else 8)


def _reason(plan: Plan, slot: int, source: int, reader: int, target: int) -> Reason:
    p, a, b = plan.program, plan.units[source], plan.units[target]
    name, other = f"%{slot} {p.ops[slot].name}", f"%{reader} {p.ops[reader].name}"
    if b.kind == "scalars":
        return "single elements", f"{other} reads single elements of {name}, which lies in memory for that"
    if b.kind == "call":
        why = refusal(p, reader)
        if why:
            return "not folded", f"{other} does not compute {name} while it reduces: {why}"
        return "before array", f"{other} is an array instruction: it reads {name} from memory"
    if a.kind == "call":
        return "after array", f"{name} is an array instruction, which writes its result to memory"
    if a.shape != b.shape:
        return "other shape", f"{name} is in a loop over {_shape(a.shape)}, {other} in one over {_shape(b.shape)}"
    if plan.unit_of[reader] != target:
        return "done again", f"{other} is done in group {target}, where its result is read, instead of being stored"
    if a.lines + plan.lines(reader) > MAX_LINES:
        return "full loop", f"the loop of {name} is as long as one may be"
    for o in p.operands[reader]:
        base = plan.base(o)
        if plan.unit_of[base] > source and plan.unit_of[base] != target:
            late = f"%{base} {p.ops[base].name} of group {plan.unit_of[base]}"
            return "order", f"{other} also needs {late}, which comes after the loop of {name}"
    return "order", f"{other} needs what is known only after the loop of {name}"


def _shape(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape)) or "one element"
