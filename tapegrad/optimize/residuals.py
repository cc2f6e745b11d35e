"""Residuals: the equations that define a solution, as a program of unknowns and parameters, and its derivatives.

That of an equation is its function; of a minimum, the gradient; of a least-squares problem, the Jacobian's transpose
times the residuals; of a minimum with constraints, the gradient less that of the constraints times their multipliers,
and the constraints (Karush, Kuhn and Tucker). All take a vector of unknowns x, and behind it parameters p of any shapes
and dtypes.

Tests: tests/optimize/test_options.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from tapegrad.func.derive import derived, emitted
from tapegrad.func.forward_mode import tangents_of
from tapegrad.func.jacobians import jacobian
from tapegrad.func.reverse_mode import adjoints
from tapegrad.ir.forms import F8, form_of
from tapegrad.ir.program import Program
from tapegrad.ops.elementwise_ops import arctan, log1p, logical_or, multiply, where
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.reductions import sum_
from tapegrad.ops.shape_ops import concatenate_op
from tapegrad.record.trace import Trace
from tapegrad.record.variables import variable
from tapegrad.tensor.tensor import Tensor


def residual_of(program: Program, kind: Any) -> Program:
    """Return the program of x and p that is zero at a solution.

    The kinds are "root", "fixed point", "minimum", "squares", a `Robust` and a `Constrained`.
    """
    if isinstance(kind, Constrained):
        return _of_constrained(program, kind)

    def build(trace: Trace, inputs: list[Tensor]) -> list[Tensor]:
        x, *p = inputs
        if kind == "fixed point":
            return [emitted(program, inputs, trace)[0] - x]
        x = variable(x)
        out = emitted(program, [x, *p], trace)
        if kind == "minimum":
            seed = trace.number(1.0, out[0]._family.form)
        else:
            seed = kind.weighted(out[0]) if isinstance(kind, Robust) else out[0]
        return adjoints(trace, out, [seed], [x])

    return program if kind == "root" else derived(program, ("residual", kind), program.input_forms, build)


class Robust(NamedTuple):
    """A loss of residuals f: half the sum of ``scale**2 * rho((f / scale)**2)``, as that of `least_squares`."""

    loss: str
    scale: float

    def _squares(self, f: Tensor) -> Tensor:
        return multiply(f * (1.0 / self.scale), f * (1.0 / self.scale))

    def weighted(self, f: Tensor) -> Tensor:
        """Return the slope of the loss by each residual."""
        z = self._squares(f)
        slopes: dict[str, Callable[[], Any]] = {
            "soft_l1": lambda: (1.0 + z) ** -0.5,
            "huber": lambda: where(z <= 1.0, 1.0, where(z <= 1.0, 1.0, z) ** -0.5),
            "cauchy": lambda: 1.0 / (1.0 + z),
            "arctan": lambda: 1.0 / (1.0 + z * z),
        }
        return multiply(f, slopes[self.loss]())

    def cost(self, f: Any) -> Tensor:
        """Return the loss of all residuals."""
        z = self._squares(f)
        values: dict[str, Callable[[], Any]] = {
            "soft_l1": lambda: 2.0 * ((1.0 + z) ** 0.5 - 1.0),
            "huber": lambda: where(z <= 1.0, z, 2.0 * where(z <= 1.0, 1.0, z) ** 0.5 - 1.0),
            "cauchy": lambda: log1p(z),
            "arctan": lambda: arctan(z),
        }
        return 0.5 * self.scale**2 * sum_(values[self.loss]())


LOSSES = ("soft_l1", "huber", "cauchy", "arctan")


class Constrained(NamedTuple):
    """A minimum with constraints: which of these are equations. The others are not negative."""

    equations: tuple[bool, ...]


def _of_constrained(program: Program, kind: Constrained) -> Program:
    """Return the program of x and the multipliers, of a program that gives an objective and constraints.

    A constraint that is no equation is either held, and 0, or has a multiplier of 0: the smaller one of both vanishes.
    """
    form, *others = program.input_forms
    (n,), m = form.shape, len(kind.equations)

    def build(trace: Trace, inputs: list[Tensor]) -> list[Tensor]:
        x, multipliers = (getitem_op(inputs[0], index=(part,)) for part in (slice(0, n), slice(n, None)))
        x = variable(x)
        out = emitted(program, [x, *inputs[1:]], trace)
        seed = concatenate_op(np.ones(1), -multipliers, axis=0)
        (slope,) = adjoints(trace, out, [seed], [x])
        c = getitem_op(out[0], index=(slice(1, None),))
        active = logical_or(np.array(kind.equations), multipliers > c)
        return [concatenate_op(slope, where(active, c, multipliers), axis=0)]

    return derived(program, ("residual", kind), [form_of((n + m,), F8), *others], build)


def value_and_gradient(program: Program) -> Program:
    """Make the program of the value of an objective, then its gradient by x, in one vector."""

    def build(trace: Trace, inputs: list[Tensor]) -> list[Tensor]:
        x = variable(inputs[0])
        out = emitted(program, [x, *inputs[1:]], trace)
        (slope,) = adjoints(trace, out, [trace.number(1.0, out[0]._family.form)], [x])
        return [concatenate_op(*out, slope, axis=0)]

    return derived(program, "value and gradient", program.input_forms, build)


def jacobian_by_unknowns(program: Program) -> Program:
    """Make the program of the Jacobian by x."""

    def build(trace: Trace, inputs: list[Tensor]) -> list[Tensor]:
        return [jacobian(lambda x: emitted(program, [x, *inputs[1:]], trace)[0])(inputs[0])]

    return derived(program, "Jacobian by unknowns", program.input_forms, build)


def pulled(program: Program) -> Program:
    """Make the program of x, a vector v and p: v times the Jacobian by x."""
    form, *others = program.input_forms

    def build(trace: Trace, inputs: list[Tensor]) -> list[Tensor]:
        x, v, *p = inputs
        x = variable(x)
        return adjoints(trace, emitted(program, [x, *p], trace), [v], [x])

    return derived(program, "pulled", [form, *program.output_forms, *others], build)


def pushed(program: Program) -> Program:
    """Make the program of x, a vector v and p: the Jacobian by x times v."""
    form, *others = program.input_forms

    def build(trace: Trace, inputs: list[Tensor]) -> list[Tensor]:
        x, v, *p = inputs
        x = variable(x)
        return tangents_of(trace, [x], emitted(program, [x, *p], trace), [v])

    return derived(program, "pushed", [form, form, *others], build)
