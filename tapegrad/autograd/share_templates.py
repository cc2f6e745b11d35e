"""Templates of shares: what the rule of an elementwise op appends for one operand, on single float64 numbers.

A rule is called once for an op and an operand, in a recording of its own. What it appends there is appended for each
instruction from then on, with other slots.

Tests: tests/autograd/test_bulk_sweep.py
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from tapegrad.autograd.derivative_rules import elementwise_share
from tapegrad.ir.forms import F8, Form, form_of, forms
from tapegrad.machine.layout import CONST, INPUT
from tapegrad.ops.declare import Elementwise
from tapegrad.record.trace import recording

SINGLE = 2 * form_of((), F8).id | 1
"""The type of single float64 numbers with gradients."""

Template = tuple[list[tuple[int, int, bool, Any]], int]
"""Instructions, each as op code, type without gradient, whether it is of floats, and operands (the number of a
constant); and where the share is. Operands, result and adjoint are numbered in front of the instructions.
"""

_templates: dict[tuple[Any, int, Form], Template | None] = {}
_UNMADE: Any = object()
BY_RULE: Any = object()
"""In place of a template whose result is a number, where an array is due."""


def append_share(instructions: list[Any], places: Sequence[int], template: Template) -> int:
    """Append a template's instructions for operands, result and adjoint in these places; returns where the share is."""
    pattern, result = template
    if not pattern:
        return places[result]
    places = [*places]
    for code, type_id, real, sources in pattern:
        if code == CONST:
            instruction: Any = CONST, type_id, sources
        else:
            slots = [places[s] for s in sources]
            graded = 0
            if real:
                for s in slots:
                    if instructions[s][1] & 1:
                        graded = 1
                        break
            instruction = code, type_id | graded, *slots
        places.append(len(instructions))
        instructions.append(instruction)
    return places[result]


def template_of(op: Elementwise, k: int, form: Form) -> Template | None:
    """Return the template of a contribution, made once."""
    template = _templates.get((op, k, form), _UNMADE)
    if template is _UNMADE:
        contribution = _contribution(op, k)
        template = _templates[op, k, form] = None if contribution is None else contribution.template(form)
    return template


class _Contribution(NamedTuple):
    """The instructions of one contribution, with operands, result and adjoint numbered in front.

    Attributes
    ----------
    instructions : list of (int, Form, bool, sources)
        Code, form on single numbers, whether it has the operands' shape, and operands or the value of a constant.
    result : int
    shaped : bool
        Whether the result has the operands' shape.
    """

    instructions: list[tuple[int, Form, bool, Any]]
    result: int
    shaped: bool

    def template(self, form: Form) -> Template:
        """Return the instructions for operands of a form."""
        if form.shape and not self.shaped:
            return BY_RULE
        rows = []
        for code, inner, shaped, what in self.instructions:
            number = form_of(form.shape, inner.dtype, inner.lane).id if shaped else inner.id
            rows.append((code, 2 * number, inner.dtype.kind == "f", what))
        return rows, self.result


@cache
def _contribution(op: Elementwise, k: int) -> _Contribution | None:
    """Record a contribution on single numbers; None if there is none."""
    with recording(strict=False) as trace:
        count = len(op.arguments)
        values = [trace.input(np.zeros(())) for _ in range(count + 2)]
        share = elementwise_share(op, k, range(count), count, values[-1], values.__getitem__)
        if share is None:
            return None
        result = trace.slot_of(share)
        instructions: list[tuple[int, Form, bool, Any]] = []
        shaped = [True] * (count + 2)  # what depends on operands
        for i in range(count + 2, len(trace.instructions)):
            code, type_, *sources = trace.instructions[i]
            what: Any = sources
            if code in (INPUT, CONST):
                code, what = CONST, trace.given[i].item() if code == INPUT else sources[0]
            inner_form = forms[type_ >> 1]
            shaped.append(code != CONST and any([shaped[s] for s in sources]))  # noqa: C419
            instructions.append((code, inner_form, shaped[i], what))
    return _Contribution(instructions, result, shaped[result])


def patterns_of(op: Elementwise, needs: Sequence[Any]) -> list[tuple[int, Template]] | None:
    """Return the operands of an instruction on single numbers that get shares, with their templates; None if a rule
    has to be asked.
    """
    templates = [(k, template_of(op, k, forms[SINGLE >> 1])) for k, needed in enumerate(needs) if needed]
    by_rule = any([template is BY_RULE for _, template in templates])  # noqa: C419 (a list is faster)
    return None if by_rule else [(k, template) for k, template in templates if template is not None]
