"""What a solution makes zero, as a program of the unknowns and the parameters, and the programs of its derivatives.

That of an equation is its function; of a minimum, the gradient; of a least-squares problem, the Jacobian's transpose
times the residuals; of a minimum with constraints, the gradient less that of the constraints times their multipliers,
and the constraints (Karush, Kuhn and Tucker). All take the unknowns x and the parameters p as vectors. What a recorded
op runs takes them as one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from tapegrad.func.derive import emitted
from tapegrad.func.forward import tangents_of
from tapegrad.func.jacobians import jacobian
from tapegrad.func.packing import remade
from tapegrad.func.reverse import adjoints
from tapegrad.ir.program import Program
from tapegrad.ops.elementwise import arctan, log1p, logical_or, multiply, where
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.reductions import sum_
from tapegrad.ops.shaping import concatenate_op, reshape_op
from tapegrad.record.trace import Trace
from tapegrad.record.variables import variable
from tapegrad.tensor.tensor import Tensor


def sizes(program: Program) -> tuple[int, int]:
    """Return how many unknowns and parameters there are."""
    x, p = program.input_forms
    return x.size, p.size


def with_parameters_in_one(program: Program) -> Program:
    """Make the program of the unknowns and of all other inputs as one vector."""
    n, *others = [form.size for form in program.input_forms]
    layout = [(n,), tuple(others)]
    return remade(program, "parameters in one", layout, lambda trace, x, *parts: emitted(program, [x, *parts], trace))


def residual_of(program: Program, kind: Any) -> Program:
    """Return the program of x and p that is zero at a solution.

    The kinds are "root", "fixed point", "minimum", "squares", a `Robust` and a `Constrained`.
    """
    if isinstance(kind, Constrained):
        return _of_constrained(program, kind)
    n, k = sizes(program)

    def build(trace: Trace, x: Tensor, p: Tensor) -> list[Tensor]:
        if kind == "fixed point":
            return [emitted(program, [x, p], trace)[0] - x]
        x = variable(x)
        out = emitted(program, [x, p], trace)
        if kind == "minimum":
            seed = trace.number(1.0, out[0]._family.form)
        else:
            seed = kind.weighted(out[0]) if isinstance(kind, Robust) else out[0]
        return adjoints(trace, out, [seed], [x])

    return program if kind == "root" else remade(program, ("residual", kind), [(n,), (k,)], build)


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
    n, k = sizes(program)
    m = len(kind.equations)

    def build(trace: Trace, x: Tensor, multipliers: Tensor, p: Tensor) -> list[Tensor]:
        x = variable(x)
        out = emitted(program, [x, p], trace)
        seed = concatenate_op(np.ones(1), -multipliers, axis=0)
        (slope,) = adjoints(trace, out, [seed], [x])
        c = getitem_op(out[0], index=(slice(1, None),))
        active = logical_or(np.array(kind.equations), multipliers > c)
        return [concatenate_op(slope, where(active, c, multipliers), axis=0)]

    return remade(program, ("residual", kind), [(n, m), (k,)], build)


def half_squares(program: Program) -> Program:
    """Make the program of half the sum of squares of residuals."""
    n, k = sizes(program)

    def build(trace: Trace, x: Tensor, p: Tensor) -> list[Tensor]:
        (r,) = emitted(program, [x, p], trace)
        return [reshape_op(multiply(sum_(multiply(r, r)), 0.5), shape=(1,))]

    return remade(program, "half squares", [(n,), (k,)], build)


def value_and_gradient(program: Program) -> Program:
    """Make the program of x and p: the value of an objective, then its gradient by x."""
    n, k = sizes(program)

    def build(trace: Trace, x: Tensor, p: Tensor) -> list[Tensor]:
        x = variable(x)
        out = emitted(program, [x, p], trace)
        return [*out, *adjoints(trace, out, [trace.number(1.0, out[0]._family.form)], [x])]

    return remade(program, "value and gradient", [(n,), (k,)], build)


def jacobian_by_unknowns(program: Program) -> Program:
    """Make the program of x and p: the Jacobian by x, row by row."""
    n, k = sizes(program)
    (form,) = program.output_forms

    def build(trace: Trace, x: Tensor, p: Tensor) -> list[Tensor]:
        by = jacobian(lambda x: emitted(program, [x, p], trace)[0])(x)
        return [reshape_op(by, shape=(form.size * n,))]

    return remade(program, "Jacobian by unknowns", [(n,), (k,)], build)


def in_one(program: Program) -> Program:
    """Make the program of x and p as one vector."""
    n, k = sizes(program)
    return remade(program, "as one", [(n, k)], lambda trace, x, p: emitted(program, [x, p], trace))


def pulled(program: Program, which: int, apart: bool = False) -> Program:
    """Make the program of (x, p, v) as one vector: v times the Jacobian by x (0) or p (1).

    If `apart`, it is one of x, p and v.
    """
    n, k = sizes(program)
    (form,) = program.output_forms

    def build(trace: Trace, x: Tensor, p: Tensor, v: Tensor) -> list[Tensor]:
        inputs = [x, p]
        inputs[which] = variable(inputs[which])
        return adjoints(trace, emitted(program, inputs, trace), [v], [inputs[which]])

    layout = [(n,), (k,), (form.size,)] if apart else [(n, k, form.size)]
    return remade(program, ("pulled", which, apart), layout, build)


def pushed(program: Program, which: int, apart: bool = False) -> Program:
    """Make the program of (x, p, v) as one vector: the Jacobian by x (0) or p (1) times v.

    If `apart`, it is one of x, p and v.
    """
    n, k = sizes(program)

    def build(trace: Trace, x: Tensor, p: Tensor, v: Tensor) -> list[Tensor]:
        inputs = [x, p]
        inputs[which] = variable(inputs[which])
        return tangents_of(trace, [inputs[which]], emitted(program, inputs, trace), [v])

    m = (n, k)[which]
    layout = [(n,), (k,), (m,)] if apart else [(n, k, m)]
    return remade(program, ("pulled forward", which, apart), layout, build)


def bent(program: Program) -> Program:
    """Make the program of (x, p, u, v) as one vector: the derivative of ``u @ J @ v`` by x and p, J being that by x."""
    n, k = sizes(program)

    def build(trace: Trace, x: Tensor, p: Tensor, u: Tensor, v: Tensor) -> list[Tensor]:
        x, p = variable(x), variable(p)
        moved = tangents_of(trace, [x], emitted(program, [x, p], trace), [v])
        return adjoints(trace, moved, [u], [x, p])

    return remade(program, "bent", [(n, k, n, n)], build)
