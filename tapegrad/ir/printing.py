"""Printing of sealed tapes: as text, as a table of HTML, and as a graph of Graphviz.

Tests: tests/ir/test_printing.py
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from tapegrad.ir.forms import of_cells

_WIDE = 48  # characters of an instruction that the columns after it wait for


def listing(program: Any) -> str:
    """Return one line for each instruction, like a disassembly, with the user's line where it was kept."""
    rows = [(f"%{s}", operation(program, s), repr(form), _line(program, s)) for s, form in enumerate(program.forms)]
    widths = [max((len(row[k]) for row in rows if len(row[k]) <= _WIDE), default=0) for k in range(3)]
    guards: dict[int, list[Any]] = {}
    for guard in program.guards:
        guards.setdefault(guard.slot, []).append(guard)
    lines = [repr(program)[1:-1]]
    for slot, (name, text, form, line) in enumerate(rows):
        row = f"  {name:<{widths[0]}} = {text:<{widths[1]}}  {form:<{widths[2]}}  {line}"
        lines.append(row.rstrip())
        lines += [f"  {'':<{widths[0]}}   guard {name} == {g.expected!r}  {g.line}" for g in guards.get(slot, ())]
        for sub in _programs(program, slot):
            lines += [f"      {text}" for text in listing(sub).split("\n")]
    return "\n".join([*lines, f"  return {', '.join(f'%{s}' for s in program.outputs)}".rstrip()])


_OPEN, _ROWS = 20, 200  # rows of a tape in a notebook: those in sight, and with those that open on a click
_TABLE = """<table style="font-family:monospace;font-size:12px;text-align:left">
<tr><th>slot</th><th>operation</th><th>type</th><th>line</th></tr>
{}
</table>"""


def table(program: Any, title: str = "sealed tape", note: str = "explain() shows more.") -> str:
    """Return the first instructions as a table of HTML, for notebooks; `note` says below it where more is shown."""
    shown = min(len(program), _ROWS)
    parts = [f"<b>{_escaped(title)}: {_escaped(repr(program)[1:-1])}</b>", _rows(program, range(min(shown, _OPEN)))]
    if shown > _OPEN:
        which = f"{len(program) - _OPEN} more" if shown == len(program) else f"the next {shown - _OPEN}"
        rest = _rows(program, range(_OPEN, shown))
        parts.append(f"<details><summary>{which} instructions</summary>{rest}</details>")
    return f"<div>{''.join(parts)}<p>{_escaped(note)}</p></div>"


def _rows(program: Any, slots: Iterable[int]) -> str:
    rows = []
    for s in slots:
        line = program.lines.get(s)
        where = f"{os.path.basename(line.file)}:{line.number}" if line is not None else ""
        cells = (f"%{s}", operation(program, s), repr(program.forms[s]), where)
        rows.append("<tr>" + "".join(f'<td style="text-align:left">{_escaped(cell)}</td>' for cell in cells) + "</tr>")
    return _TABLE.format("\n".join(rows))


def operation(program: Any, slot: int) -> str:
    """Return the text of an instruction's op and operands, without its result."""
    op, constant = program.ops[slot], program.constants.get(slot)
    if constant is not None:
        shown = of_cells(constant, program.forms[slot])
        return f"const {shown.item()!r}" if shown.size == 1 else f"const {_outline(shown)}"
    if op is None:
        return "input"
    if op.name == "result":
        (place,) = program.operands[slot]
        name = program.ops[place].name_of(program.statics[slot]["index"], program.statics[place])
        return f"{name} of %{place}"
    return applied(op, program.operands[slot], program.statics[slot])


def applied(op: Any, operands: Iterable[int], static: dict[str, Any]) -> str:
    """Return an op with its operands and static parameters."""
    named = [f"{k}={_static(k, v)}" for k, v in static.items() if k != "op" and (k != "path" or v)]  # whose name it has
    return f"{op.name}({', '.join([*(f'%{s}' for s in operands), *named])})"


def _static(name: str, x: Any) -> str:
    if name == "index":
        return f"[{', '.join(map(_value, x))}]"
    if name == "path":
        return f"({', '.join(_step(*step) for step in x)})"
    return _value(x)


def _step(op: Any, static: dict[str, Any]) -> str:
    return applied(op, (), static)


def _value(x: Any) -> str:
    """Return a static parameter or constant; arrays and programs only in outline."""
    if isinstance(x, slice):
        start, stop, step = ("" if b is None else str(b) for b in (x.start, x.stop, x.step))
        return f"{start}:{stop}{f':{step}' if step else ''}"
    if x is Ellipsis:
        return "..."
    if isinstance(x, np.ndarray):
        return _outline(x)
    if isinstance(x, np.dtype):
        return x.name
    if hasattr(x, "body"):
        return f"<{len(x.body)} instructions{f', {x.turns} turns' if hasattr(x, 'turns') else ''}>"
    if isinstance(x, tuple):
        return f"({', '.join(map(_value, x))}{',' * (len(x) == 1)})"
    return str(x) if isinstance(x, np.generic) else repr(x)


def _outline(x: np.ndarray) -> str:
    """Return the first elements of an array, and how many there are."""
    text = " ".join(f"{item!r}" for item in x.reshape(-1)[:3].tolist())
    more = f" ... {x.size} in all" if x.size > 3 else ""
    return f"[{text}{more}]"


def _line(program: Any, slot: int) -> str:
    return str(program.lines.get(slot, ""))


def _programs(program: Any, slot: int) -> Iterator[Any]:
    """Return the programs that an instruction runs: its static parameters, or what these hold."""
    return (x.body for x in program.statics[slot].values() if hasattr(x, "body"))


# ------------------------------------------------------------------------------------- as a graph


def dot(program: Any) -> str:
    """Return the tape in Graphviz's language: an instruction is a node, and an arrow leads from each operand."""
    return "\n".join(["digraph tape {", "  node [shape=box, fontname=monospace]", *_nodes(program, "s"), "}"])


def _nodes(program: Any, prefix: str) -> Iterator[str]:
    for slot, form in enumerate(program.forms):
        look = "" if program.ops[slot] else ", style=filled" if slot in program.constants else ", shape=ellipse"
        label = _quoted(f"%{slot} {operation(program, slot)}", repr(form), _line(program, slot))
        yield f"  {prefix}{slot} [label={label}{look}]"
        for k, operand in enumerate(program.operands[slot]):
            yield f"  {prefix}{operand} -> {prefix}{slot}{f' [label={k}]' if len(program.operands[slot]) > 1 else ''}"
        for k, sub in enumerate(_programs(program, slot)):
            inner = f"{prefix}{slot}_{k}_"
            yield f"  subgraph cluster_{inner} {{"
            yield f"  label={_quoted(f'run by %{slot}')}"
            yield from _nodes(sub, inner)
            yield "  }"
    for k, slot in enumerate(program.outputs):
        yield f"  {prefix}out{k} [label={_quoted(f'output {k}')}, shape=ellipse, peripheries=2]"
        yield f"  {prefix}{slot} -> {prefix}out{k}"
    for k, guard in enumerate(program.guards):
        yield f"  {prefix}guard{k} [label={_quoted(f'guard == {guard.expected!r}', guard.line)}, shape=octagon]"
        yield f"  {prefix}{guard.slot} -> {prefix}guard{k} [style=dashed]"


def _quoted(*lines: str) -> str:
    """Return a label of these lines, without the empty ones."""
    text = "\n".join(filter(None, lines)).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{text}"'


def _escaped(text: str) -> str:
    """Return text as HTML shows it."""
    from html import escape  # here, since it imports the names of all characters, and notebooks alone ask

    return escape(text)
