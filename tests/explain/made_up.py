"""Made-up data for the explorer's page: a small program with a loop in it, or the same many times over.

The numbers mean nothing; those that tests expect are counted here by hand.
"""

from __future__ import annotations

import re
from typing import Any

SOURCE = """\
import tapegrad as tg


def loss(w, x, y):
    h = tg.tanh(x @ w)  # <b>hidden</b>
    r = h - y
    if (r * r).sum() > 0:
        r = r * 2
    return tg.scan(step, 0.0, r)[0]


def step(c, t):
    return c + tg.sin(t), c
"""
TYPES = ["float64[8, 3]", "float64[3]", "float64[8]", "float64[]", "bool[]"]
# op, arguments, operands, type, role (forward, reverse, constant, input), line, groups, stored, seconds
SLOTS: list[tuple[str, str, list[int], int, int, int, list[int], int, float]] = [
    ("", "input", [], 1, 3, 4, [], 1, 0.0),  # 0
    ("", "input", [], 0, 3, 4, [], 1, 0.0),
    ("", "input", [], 2, 3, 4, [], 1, 0.0),
    ("matmul", "%1, %0", [1, 0], 2, 0, 5, [0], 1, 6e-6),
    ("tanh", "%3", [3], 2, 0, 5, [1], 1, 2e-6),
    ("subtract", "%4, %2", [4, 2], 2, 0, 6, [1], 1, 2e-7),
    ("multiply", "%5, %5", [5, 5], 2, 0, 7, [1], 0, 1e-7),
    ("sum_all", "%6", [6], 3, 0, 7, [1], 1, 1e-7),
    ("greater", "%7, %8", [7], 4, 0, 7, [2], 1, 0.0),
    ("", "const 2.0", [], 3, 2, 8, [], 0, 0.0),
    ("multiply", "%5, %9", [5, 9], 2, 0, 8, [3], 1, 2e-7),  # 10
    ("scan", "%10, program=<4 instructions>", [10], 3, 0, 9, [4], 1, 1e-6),
    ("cos", "%10", [10], 2, 1, 9, [5], 0, 5e-7),
    ("gated_multiply", "%12, %9", [12, 9], 2, 1, 8, [5], 0, 2e-7),
    ("subtract", "1, %4 * %4", [4, 4], 2, 1, 5, [5, 6], 0, 1e-7),
    ("multiply", "%13, %14", [13, 14], 2, 1, 5, [5], 1, 1e-7),
    ("matmul", "%1.T, %15", [1, 15], 1, 1, 5, [6], 1, 5e-6),  # 16
]
# kind, name, shape, members, stored, read, written, operations, seconds, marks
GROUPS: list[tuple[str, str, list[int], list[int], list[int], int, int, int, float, list[str]]] = [
    ("array", "matmul", [], [3], [3], 216, 64, 48, 6e-6, ["BLAS"]),
    ("loop", "loop 8", [8], [4, 5, 6, 7], [4, 5, 7], 128, 136, 100, 2.4e-6, ["sum folded in"]),
    ("scalars", "scalars", [], [8], [8], 8, 8, 1, 1e-8, []),
    ("loop", "loop 8", [8], [10], [10], 64, 64, 8, 2e-7, ["rolled"]),
    ("array", "scan", [], [11], [11], 64, 8, 80, 1e-6, []),
    ("loop", "loop 8", [8], [12, 13, 14, 15], [15], 128, 64, 120, 9e-7, ["rematerialized"]),
    ("array", "matmul", [], [14, 16], [16], 256, 24, 48, 5e-6, ["BLAS", "Python"]),
]
REMARKS = [
    {"slot": 3, "readers": [4], "from": 0, "to": [1], "kind": "after array", "text": "matmul is an array instruction: tanh reads its result from memory", "bytes": 64},
    {"slot": 5, "readers": [10, 14], "from": 1, "to": [3, 5], "kind": "whole sum", "text": "the sum of <squares> must be known first", "bytes": 32},
    {"slot": 10, "readers": [11, 12], "from": 3, "to": [4, 5], "kind": "after array", "text": "scan is an array instruction", "bytes": 640},
]  # fmt: skip


def columns(slots: list[Any], groups: list[Any], remarks: list[Any]) -> dict[str, Any]:
    """Return a tape as the page takes it."""
    names = sorted({slot[0] for slot in slots} - {""})
    lines = sorted({slot[5] for slot in slots})
    keys = ("kind", "name", "shape", "members", "stored", "read", "written", "operations", "seconds", "marks")
    return {
        "parent": None, "turns": None, "ops": names, "summaries": [f"what {name} does" for name in names], "directed": True, "types": TYPES, "lines": [[0, line] for line in lines],
        "op": [names.index(slot[0]) if slot[0] else -1 for slot in slots],
        "args": [slot[1] for slot in slots], "operands": [slot[2] for slot in slots],
        "type": [slot[3] for slot in slots], "role": [slot[4] for slot in slots],
        "bytes": [[192, 24, 64, 8, 1][slot[3]] for slot in slots],
        "line": [lines.index(slot[5]) for slot in slots], "group": [slot[6] for slot in slots],
        "stored": [slot[7] for slot in slots], "seconds": [slot[8] for slot in slots],
        "inputs": [s for s, slot in enumerate(slots) if slot[4] == 3], "outputs": [11, 16],
        "groups": [{**dict(zip(keys, group, strict=True)), "code": [1, k % len(GROUPS)]} for k, group in enumerate(groups)],
        "remarks": remarks,
    }  # fmt: skip


def body() -> dict[str, Any]:
    """Return the tape of the loop's body, which slot 11 runs."""
    slots = [
        ("", "input", [], 3, 3, 12, [], 1, 0.0),
        ("", "input", [], 3, 3, 12, [], 1, 0.0),
        ("sin", "%1", [1], 3, 0, 13, [0], 0, 8e-7),
        ("add", "%0, %2", [0, 2], 3, 0, 13, [0], 1, 2e-7),
    ]
    groups = [("scalars", "scalars", [], [2, 3], [3], 16, 8, 80, 1e-6, [])]
    return {**columns(slots, groups, []), "parent": [0, 11], "turns": 8, "outputs": [3]}


def repeated(times: int) -> tuple[list[Any], list[Any], list[Any]]:
    """Return the slots, groups and remarks `times` over."""
    slots, groups, remarks = [], [], []
    for turn in range(times):
        s, g = turn * len(SLOTS), turn * len(GROUPS)
        for op, args, operands, type_, role, line, own, stored, seconds in SLOTS:
            shown = re.sub(r"%(\d+)", lambda m, s=s: f"%{int(m[1]) + s}", args)
            slots.append(
                (op, shown, [o + s for o in operands], type_, role, line, [k + g for k in own], stored, seconds)
            )
        for kind, name, shape, members, kept, *rest in GROUPS:
            groups.append((kind, name, shape, [m + s for m in members], [m + s for m in kept], *rest))
        for r in REMARKS:
            moved = {"slot": r["slot"] + s, "readers": [x + s for x in r["readers"]]}
            remarks.append({**r, **moved, "from": r["from"] + g, "to": [x + g for x in r["to"]]})
    return slots, groups, remarks


def code(k: int) -> dict[str, Any]:
    """Return the machine code of a group."""
    members = GROUPS[k][3]
    llvm = [line for s in members for line in (f"%v{s} = fadd double 0.0, 1.0 ; <of {s}>", "br label %next")]
    assembly = [f"  vaddsd xmm{s}, xmm0, xmm1" for s in members]
    return {
        "llvm": "\n".join(llvm), "owners": [owner for s in members for owner in (s, -1)],
        "assembly": "\n".join(assembly), "assembly_owners": list(members),
    }  # fmt: skip


RECORDED = """\
sealed tape of 4 instructions, 1 input, 1 output
  %0 = input            float64[3]  step.py:4
  %1 = tanh(%0)         float64[3]  step.py:5
  %2 = negative(%1)     float64[3]  step.py:6
  %3 = sum_all(%1)      float64[]   step.py:7
  return %3"""
EXECUTED = """\
sealed tape of 3 instructions, 1 input, 1 output
  %0 = input            float64[3]  step.py:4
  %1 = tanh(%0)         float64[3]  step.py:5
  %2 = sum_all(%1)      float64[]   step.py:7
  return %2"""
PASSES = [
    {"name": "recorded", "about": "As it was recorded.", "instructions": 4, "removed": 0, "added": 0, "listing": [0, 0]},
    {"name": "dead code", "about": "Instructions whose results nobody reads go.", "instructions": 3, "removed": 1, "added": 0, "listing": [0, 1]},
    {"name": "lowering", "about": "Ops become what machine code has.", "instructions": 3, "removed": 0, "added": 0, "listing": [0, 1]},
]  # fmt: skip


def sparse(n: int) -> dict[str, Any]:
    """Return a band of three diagonals, whose columns have three colours."""
    pairs = [(i, j) for i in range(n) for j in range(max(0, i - 1), min(n, i + 2))]
    return {"shape": [n, n], "rows": [i for i, _ in pairs], "columns": [j for _, j in pairs], "colours": [j % 3 for j in range(n)], "by": "columns"}  # fmt: skip


LOOPS = [
    {"what": "sweep", "where": "step.py:5 to step.py:9", "ops": 34, "interpreted": 12, "compiled": 900, "state": "compiled", "reason": "", "before": 250.0, "after": 31.0, "view": 1, "lines": [[0, 5], [0, 9]]},
    {"what": "read", "where": "step.py:7", "ops": None, "interpreted": 400, "compiled": 0, "state": "refused", "reason": "A value is read within the loop: <float(x)>. Keep it a Tensor.", "before": None, "after": None, "view": None, "lines": [[0, 7]]},
]  # fmt: skip


def example(times: int = 1, measured: bool = True) -> tuple[dict[str, Any], list[Any]]:
    """Return the data of a page and its chunks; `times` repeats the instructions."""
    whole = columns(*repeated(times))
    tapes = [whole, body()]
    view = {
        "title": "value_and_grad(loss)", "seconds": 2e-5 * times, "bandwidth": 1.1e10, "peak": 3.2e10, "work": 4096,
        "constants": 800, "recorded": 120 * times, "threads": 1, "tapes": tapes, "passes": PASSES,
        "guards": [{"tape": 0, "slot": 8, "expected": "True", "line": whole["lines"].index([0, 7]), "text": "step.py:7"}],
        "sparse": None,
    }  # fmt: skip
    if not measured:
        view |= {"seconds": None, "bandwidth": None, "peak": None}
        for tape in tapes:
            tape["seconds"] = None
            for group in tape["groups"]:
                group["seconds"] = None
    data = {
        "title": "loss", "subtitle": "compiled function", "version": "0.0", "machine": "made up, 1 thread",
        "made": "2026-01-01 12:00", "files": [{"name": "step.py", "first": 1, "lines": SOURCE.splitlines()}],
        "views": [view], "loops": None,
    }  # fmt: skip
    chunks = [[RECORDED, EXECUTED], [code(k) for k in range(len(GROUPS))]]
    return data, chunks


def example_of_loops() -> tuple[dict[str, Any], list[Any]]:
    """Return a page of eager loops: two compiled exits, one of them with a sparse pattern, and one refused."""
    data, chunks = example()
    other, _ = example(2, measured=False)
    data["views"].append({**other["views"][0], "title": "the second", "sparse": sparse(12)})
    return {**data, "title": "loops", "subtitle": "eager loops", "loops": LOOPS}, chunks


def bare() -> tuple[dict[str, Any], list[Any]]:
    """Return a page of a function that returns its argument, whose source is in two files."""
    data, _ = example()
    tape = {**columns(SLOTS[:1], [], []), "outputs": [0]}
    (view,) = data["views"]
    view |= {"tapes": [tape], "passes": [], "guards": [], "seconds": 1e-6}
    return {**data, "files": [*data["files"], {"name": "other.py", "first": 40, "lines": ["x = 1", "y = 2"]}]}, []
