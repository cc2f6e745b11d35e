"""Sealed tapes as text and as a graph."""

from __future__ import annotations

from typing import Any


def listing(program: Any) -> str:
    """One line for each instruction, like a disassembly."""
    lines = [repr(program)[1:-1]]
    guards: dict[int, list[Any]] = {}
    for guard in program.guards:
        guards.setdefault(guard.slot, []).append(guard)
    for slot, _ in enumerate(program.ops):
        lines.append(line(program, slot))
        for guard in guards.get(slot, ()):
            lines.append(f"       guard %{slot} == {guard.expected!r}  {guard.line}")
    outputs = ", ".join(f"%{s}" for s in program.outputs)
    return "\n".join([*lines, f"  return {outputs}"])


def line(program: Any, slot: int) -> str:
    """One instruction."""
    op, form = program.ops[slot], program.forms[slot]
    if op is None:
        value = program.constants.get(slot)
        text = "input" if value is None else f"const {value.item()!r}" if value.size == 1 else "const"
    else:
        operands = ", ".join(f"%{s}" for s in program.operands[slot])
        static = "".join(f", {k}={v!r}" for k, v in program.statics[slot].items())
        text = f"{op.name}({operands}{static})"
    where = program.lines.get(slot)
    return f"  {f'%{slot}':<4} = {text:<32}  {form!r}{f'  {where[0]}:{where[1]}' if where else ''}"
