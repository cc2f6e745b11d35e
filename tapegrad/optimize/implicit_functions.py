"""Solutions as functions of parameters: one op, which SciPy executes, differentiated by the implicit function theorem.

Where ``r(x, p) = 0`` defines x and J is the Jacobian of r by x, a change of p moves x by ``-J^-1 (dr/dp) dp``. Both
the adjoint and the tangent are written in ops of the table, evaluated at the solution, which is the op's own result. So
they are differentiated again, to any order.

With bounds, the unknowns at a bound stay there while the gradient pushes against it: they are fixed numbers in the
system above. Methods that stay within end a little before a bound. So an unknown is held if it is near the bound, and
the push is larger than what is left; one at a bound without a push counts as free.

Tests: tests/optimize/test_options.py
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tapegrad.errors import ConvergenceError
from tapegrad.func import program_ops
from tapegrad.integrate.fields import program_of
from tapegrad.ir.program import Program
from tapegrad.machine.dtypes import F8
from tapegrad.ops.declare import General
from tapegrad.ops.elementwise_ops import logical_and, logical_or, multiply, where
from tapegrad.ops.kinds.call import Call
from tapegrad.ops.linalg.linear_systems import by_factors, solve_op
from tapegrad.ops.linalg.lu import ROWS, factored
from tapegrad.ops.linalg.matrices import systems
from tapegrad.ops.results import Joint
from tapegrad.ops.runtime import AnyArray, runtime
from tapegrad.ops.shape_ops import reshape_op
from tapegrad.optimize.krylov import products_op
from tapegrad.optimize.residuals import Constrained, jacobian_by_unknowns, residual_of
from tapegrad.optimize.scipy_solvers import METHODS, NEAR, solved


class Settings(NamedTuple):
    """How a problem is solved.

    Attributes
    ----------
    kind : str, Robust or Constrained
        What `residuals.residual_of` calls it.
    function : str
        The function of SciPy's.
    options : tuple of pairs
        Its arguments by name, beside the function, the start and the derivatives.
    bounds : tuple of two tuples, optional
        The lowest and the highest value of each unknown.
    solver : str
        How the adjoint's linear system is solved: "dense", or by products alone, "cg" or "gmres".
    """

    kind: Any
    function: str
    options: tuple[tuple[str, Any], ...] = ()
    bounds: tuple[tuple[float, ...], tuple[float, ...]] | None = None
    solver: str = "dense"


_shape = systems("solve_implicit")


def _by_factors(a: Any, factors: Any, rows: Any, b: Any, *, transposed: bool, of: str) -> Any:
    try:
        return solve_op.forward(a, factors, rows, b, transposed=transposed)
    except np.linalg.LinAlgError as error:
        raise np.linalg.LinAlgError(f"{of}{error}") from None


system_op: General = General(
    name="solve_implicit",
    kind=Call(
        lambda library, a, factors, rows, b, x, *, transposed, of: by_factors(library, factors, rows, b, x, transposed),
        (2, 2, 1, 2, 2), ("lapack:getrs",),
    ),
    forward=_by_factors, integers=frozenset({"rows"}), holds={"rows": ROWS},
    infer=lambda a, factors, rows, b, *, transposed, of: _shape(a, b),
    adjoints={
        "a": lambda g, a, factors, rows, out, transposed: solve_op.adjoints["a"](
            g, a, factors, rows, out, a.shape, transposed
        ),
        "factors": None, "rows": None,
        "b": lambda g, a, factors, rows, b_shape, transposed: solve_op.adjoints["b"](
            g, a, factors, rows, b_shape, transposed
        ),
    },
    reference=lambda a, b, *, transposed, of: solve_op.reference(a, b, transposed=transposed),
    samples=lambda rng: [
        ((rng.normal(size=(3, 3)) + 3.0 * np.eye(3), rng.normal(size=(3, 1))), {"transposed": turned, "of": ""})
        for turned in (False, True)
    ],
    on_samples=lambda a, b, **static: system_op(a, *factored(a), b, **static),
    summary="The solution of the linear system of a derivative; `of` is what the error of a singular one says first.",
)  # fmt: skip


def result_of(program: Program, settings: Settings, start: np.ndarray, p: Sequence[np.ndarray]) -> Any:
    """Return SciPy's result for values of the parameters; those of the last few calls are known."""
    dtypes = [F8, *[form.dtype for form in program.input_forms[1:]]]
    contents = (np.ascontiguousarray(a, dtype).tobytes() for a, dtype in zip((start, *p), dtypes, strict=True))
    return _result_of(program, settings, *contents)


@functools.lru_cache(8)
def _result_of(program: Program, settings: Settings, start: bytes, *contents: bytes) -> Any:
    pairs = zip(contents, program.input_forms[1:], strict=True)
    p = [np.frombuffer(data, form.dtype).reshape(form.shape) for data, form in pairs]
    return METHODS[settings.function](program, settings, p, np.frombuffer(start).copy())


def _solved(*args: np.ndarray, program: Program, settings: Settings) -> tuple[np.ndarray]:
    start, *p = args
    result = result_of(program, settings, start, p)
    if not solved(result, settings):
        raise ConvergenceError(
            f"{shown(settings)}: {str(result.message).strip().rstrip('.')}. Start elsewhere, or try another method, "
            "tolerance or number of iterations: only a solution has a derivative."
        )
    return (np.array(result.x, float).reshape(start.shape),)


def _free(x: Any, p: Any, residual: Program, settings: Settings) -> AnyArray | None:
    """Return 1 for unknowns that follow the parameters, 0 for those that their bounds hold; None if all follow."""
    if settings.bounds is None:
        return None
    (push,) = program_ops.checkpoint_op(x, *p, program=residual)
    at_bound = None
    for bound, sign in zip(map(np.array, settings.bounds), (1.0, -1.0), strict=True):
        distance = multiply(x - bound, sign)
        near = distance <= NEAR * np.maximum(1.0, abs(np.where(np.isfinite(bound), bound, 0.0)))
        held_here = logical_and(near, multiply(push, sign) > distance)
        at_bound = held_here if at_bound is None else logical_or(at_bound, held_here)
    n = len(settings.bounds[0])
    return where(at_bound, np.zeros(n), np.ones(n))


def _through(b: Any, x: Any, p: Any, residual: Program, settings: Settings, transposed: bool) -> Any:
    """Solve the linear system of the Jacobian at the solution, or of its transpose."""
    free, (n,) = _free(x, p, residual, settings), x.shape
    if free is not None:
        b = multiply(b, free)
    if settings.solver != "dense":
        every = np.ones(n) if free is None else free
        return products_op(b, every, x, *p, residual=residual, solver=settings.solver, transposed=transposed)[0]
    (matrix,) = program_ops.checkpoint_op(x, *p, program=jacobian_by_unknowns(residual))
    if free is not None:
        outer = multiply(reshape_op(free, shape=(n, 1)), reshape_op(free, shape=(1, n)))
        matrix = multiply(matrix, outer) + multiply(np.eye(n), reshape_op(1.0 - free, shape=(1, n)))
    column = reshape_op(b, shape=(n, 1))
    solution = system_op(matrix, *factored(matrix), column, transposed=transposed, of=_if_singular(settings))
    return reshape_op(solution, shape=(n,))


def _if_singular(settings: Settings) -> str:
    """Return what the error of a singular system says first."""
    if isinstance(settings.kind, Constrained):
        why = (
            "the minimum with its constraints is not unique, or its multipliers are not, so it has no derivative. "
            "Leave out constraints that say the same, or add a term to the function that makes the minimum unique"
        )
    elif settings.kind in ("root", "fixed point"):
        why = "the Jacobian at the root is singular: the root is not unique, or a multiple one, and has no derivative"
    else:
        term = "residuals that make" if settings.function == "least_squares" else "a term that makes"
        such = "1e-3 * x" if settings.function == "least_squares" else "1e-6 * np.sum(x**2)"
        why = (
            "the Hessian at the minimum is singular: the minimum is not unique, or of higher order, and has no "
            f"derivative. Add {term} it unique, such as {such}"
        )
    return f"{shown(settings)}: {why}. "


def shown(settings: Settings) -> str:
    """Return SciPy's function as users know it."""
    return settings.function.removesuffix("_constrained")


def _adjoints(g: Any, args: Any, out: Any, program: Program, settings: Settings) -> list[Any]:
    (x,), (_, *p), residual = out, args, residual_of(program, settings.kind)
    weights = _through(g[0], x, p, residual, settings, True)
    _, *shares = program_ops.call_adjoints([-weights], [x, *p], residual)
    return [None, *shares]


def _tangents(args: Any, tangents: Any, program: Program, settings: Settings) -> list[Any]:
    (x,), (_, *p) = solution_op(*args, program=program, settings=settings), args
    residual = residual_of(program, settings.kind)
    (moved,) = program_ops.call_tangents([x, *p], [None, *tangents[1:]], residual)
    return [-_through(moved, x, p, residual, settings, False)]


def _samples(rng: np.random.Generator) -> list[Any]:
    p = runtime.from_array(np.ones(2))
    p.requires_grad = True
    program, _ = program_of(lambda x: [x * x * x + x - p], [runtime.from_array(np.ones(2))])
    static = {"program": program, "settings": Settings("root", "root", (("tol", 1e-14),))}
    return [((np.ones(2, np.int8), rng.normal(size=2)), static)]


def _reference(*args: Any, **static: Any) -> Any:
    """Return the root of ``x**3 + x - p`` by Newton's method."""
    _, p = args
    x = np.ones_like(p, np.result_type(p, F8))
    for _ in range(50):
        x = x - (x**3 + x - p) / (3.0 * x**2 + 1.0)
    return (x,)


solution_op = Joint(
    name="solution", forward=_solved, infer=lambda *shapes, program, settings: [shapes[0]], dtypes=(F8,),
    adjoints={"args": _adjoints}, tangent=_tangents, samples=_samples, reference=_reference,
    summary="The solution of equations, or a minimum, from a start, as a function of parameters (`scipy.optimize`).",
)  # fmt: skip
