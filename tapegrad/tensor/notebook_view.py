"""What a notebook shows of a Tensor: its form, where it comes from, its gradient, and its values.

It computes no more than `repr` does, changes nothing, and never fails: what cannot be told is left out.

Tests: tests/tensor/test_notebook_view.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.errors import TapegradError
from tapegrad.ops.declare import table

if TYPE_CHECKING:
    from tapegrad.tensor.value import Value

_SHOWN = 20  # elements; of more, the first and the last ones


def page_of(t: Value) -> str:
    """Return a Tensor as HTML."""
    rows = {"shape": str(t.shape), "dtype": str(t.dtype), "requires_grad": str(t.requires_grad)}
    values = _values(t)  # before anything else, for these may complete the run that the rest is read from
    rows |= _origin(t)
    if (grad := t.grad) is not None:
        rows["grad"] = _values(grad)
    lines = [
        f'<tr><th style="text-align:left">{name}</th><td>{_escaped(text)}</td></tr>' for name, text in rows.items()
    ]
    title = f"tensor of {t.size} element{'s' if t.size != 1 else ''}"
    return (
        f'<div class="tapegrad-tensor"><b>{title}</b><table>{"".join(lines)}</table>'
        f'<pre style="max-height:24em;overflow:auto">{_escaped(values)}</pre></div>'
    )


def _values(t: Value) -> str:
    try:
        return np.array2string(t._numpy(), separator=", ", threshold=_SHOWN)
    except TapegradError as error:  # such as one of a function that is being recorded
        return f"values are not known: {error}"


def _origin(t: Value) -> dict[str, str]:
    """Return what made a Tensor and in which line, as far as that is known."""
    if t.is_leaf:
        return {"made by": "the user: a leaf"} if t.requires_grad else {}
    instruction = getattr(t, "_instruction", None)
    op: Any = table[instruction[0]] if instruction and 0 <= instruction[0] < len(table) else None
    rows = {"made by": op.shown} if op is not None else {}
    try:
        line = t._family.run.frame().line(t._i) if t._family.run is not None else None
    except (AttributeError, TapegradError):  # of a tape that was consumed
        line = None
    if line is not None:
        rows["line"] = f"{line[0]}:{line[1]}"
    return rows


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
