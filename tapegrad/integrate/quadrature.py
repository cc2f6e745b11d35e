"""Integrals of functions: `quad` and its like, with derivatives by the limits and by what the function reads.

The derivative by a limit is the function there; that by parameters is the integral of the derivative, which QUADPACK
computes as it does the value. It is one op over programs, whose derivatives are the same op over others.

Tests: tests/integrate/test_quadrature.py
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import scipy.integrate

from tapegrad.errors import ArgumentError, DtypeError, GradientError, ShapeError, check_function, plain_argument
from tapegrad.func import program_ops
from tapegrad.func.derive import emitted
from tapegrad.func.forward_mode import tangents_of
from tapegrad.func.jacobians import jacobian
from tapegrad.func.packing import packed, remade
from tapegrad.func.reverse_mode import filled
from tapegrad.integrate.fields import evaluator, vectors_of
from tapegrad.ir.forms import F8
from tapegrad.ir.program import Program
from tapegrad.ops.composites import or_as_scipy
from tapegrad.ops.declare import General
from tapegrad.ops.elementwise_ops import cos, multiply, sin, where
from tapegrad.ops.products import matmul_op
from tapegrad.ops.reductions import sum_op
from tapegrad.ops.references import scipys
from tapegrad.ops.runtime import runtime
from tapegrad.ops.shape_ops import concatenate_op, reshape_op
from tapegrad.record.trace import Trace, current, value_outside
from tapegrad.record.variables import variable
from tapegrad.tensor.tensor import Tensor, as_tensor, from_array


class QuadratureSettings(NamedTuple):
    """How QUADPACK integrates: arguments of SciPy's `quad`."""

    epsabs: float
    epsrel: float
    limit: int
    points: tuple[float, ...] | None
    weight: str | None = None
    wvar: Any = None
    maxp1: int = 50
    limlst: int = 50

    def weight_at(self, x: Any) -> Any:
        """Return what the function is multiplied by.

        Raises
        ------
        GradientError
            For weights that are singular at the limits.
        """
        if self.weight in ("cos", "sin"):
            return (cos if self.weight == "cos" else sin)(multiply(x, self.wvar))
        if self.weight == "cauchy":
            return 1.0 / (x - self.wvar)
        raise GradientError(
            f"quad: no derivative by the limits is known with weight {self.weight!r}, which is singular there. Detach "
            "them."
        )


@functools.lru_cache(8)
def _integral(
    program: Program, settings: QuadratureSettings, a: float, b: float, data: bytes
) -> tuple[np.ndarray, np.ndarray]:
    """Integrate each component of a program alone, with its error; what was computed at a point serves all."""
    f = evaluator(program, np.frombuffer(data))
    cached = f if program.output_forms[0].size == 1 else functools.cache(f)
    options: dict[str, Any] = settings._asdict()
    pairs = [
        scipy.integrate.quad(lambda x: cached(x)[j], a, b, **options)[:2] for j in range(program.output_forms[0].size)
    ]
    values, errors = np.array(pairs, float).reshape(-1, 2).T
    return values, errors


def _components(limits: np.ndarray, p: np.ndarray, *, program: Program, settings: QuadratureSettings) -> np.ndarray:
    a, b = np.asarray(limits, np.float64).tolist()
    return _integral(program, settings, a, b, np.ascontiguousarray(p, np.float64).tobytes())[0]


def _at_limits(limits: Any, p: Any, program: Program, settings: QuadratureSettings) -> Any:
    """Return the function at both limits, with its weight and a sign; 0 at infinite ones, which do not move."""
    finite = abs(limits) < np.inf
    points = reshape_op(where(finite, limits, np.zeros(2)), shape=(2, 1))
    _, (rows,) = program_ops.scanned([], [points], [p], program, 2)
    values = multiply(rows, np.array([[-1.0], [1.0]]))
    if settings.weight is not None:
        values = multiply(values, settings.weight_at(points))
    return where(reshape_op(finite, shape=(2, 1)), values, np.zeros((2, 1)))


def _with_tangent(program: Program) -> Program:
    (k,) = program.input_forms[1].shape

    def build(trace: Trace, x: Tensor, p: Tensor, moving: Tensor) -> list[Tensor]:
        p = variable(p)
        return tangents_of(trace, [p], emitted(program, [x, p], trace), [moving])

    return remade(program, "tangent of integrand", [(1,), (k, k)], build)


def _with_jacobian(program: Program) -> Program:
    (k,), size = program.input_forms[1].shape, program.output_forms[0].size

    def build(trace: Trace, x: Tensor, p: Tensor) -> list[Tensor]:
        return [reshape_op(jacobian(lambda p: emitted(program, [x, p], trace)[0])(p), shape=(size * k,))]

    return remade(program, "Jacobian of integrand", [(1,), (k,)], build)


def _by_parameters(g: Any, limits: Any, p: Any, program: Program, settings: QuadratureSettings) -> Any:
    shape = (program.output_forms[0].size, p.shape[0])
    by = reshape_op(integral(limits, p, program=_with_jacobian(program), settings=settings), shape=shape)
    return reshape_op(matmul_op(reshape_op(g, shape=(1, shape[0])), by), shape=(shape[1],))


def _tangent(args: Any, tangents: Any, program: Program, settings: QuadratureSettings) -> Any:
    limits, p = args
    moving = filled(tangents, args)
    both = concatenate_op(p, moving[1], axis=0)
    moved = integral(limits, both, program=_with_tangent(program), settings=settings)
    if tangents[0] is None:
        return moved
    return moved + sum_op(
        multiply(reshape_op(moving[0], shape=(2, 1)), _at_limits(limits, p, program, settings)), axes=(0,)
    )


def _samples(rng: np.random.Generator) -> list[Any]:
    p = runtime.from_array(np.ones(2))
    p.requires_grad = True
    program, _ = vectors_of(lambda x: [x * p + p[::-1]], [runtime.from_array(np.ones(1))])
    return [
        (
            (rng.normal(size=2), rng.normal(size=2)),
            {"program": program, "settings": QuadratureSettings(1e-10, 1e-10, 50, None)},
        )
    ]


def _reference(limits: Any, p: Any, **static: Any) -> Any:
    a, b = limits
    return p * (b * b - a * a) / 2.0 + p[::-1] * (b - a)


integral: General = General(
    name="integral", forward=_components, infer=lambda limits, p, *, program, settings: program.output_forms[0].shape,
    adjoints={
        "limits": lambda g, limits, p, program, settings: sum_op(
            multiply(g, _at_limits(limits, p, program, settings)), axes=(1,)
        ),
        "p": _by_parameters,
    },
    tangent=_tangent, reference=_reference, samples=_samples,
    summary="Integrals of the components of a function (`scipy.integrate.quad`).",
)  # fmt: skip


# ------------------------------------------------------------------------------------------------- functions


@or_as_scipy(scipys("scipy.integrate", "quad"), Exception)
def quad(
    func: Callable[..., Any], a: Any, b: Any, args: Any = (), full_output: Any = 0, epsabs: float = 1.49e-8,
    epsrel: float = 1.49e-8, limit: int = 50, points: Any = None, weight: Any = None, wvar: Any = None,
    wopts: Any = None, maxp1: Any = 50, limlst: Any = 50, complex_func: bool = False,
) -> tuple[Any, ...]:  # fmt: skip
    """Integrate a function of one number, as `scipy.integrate.quad` does.

    QUADPACK integrates; `func` is recorded once and runs as machine code. The integral has derivatives of any order by
    the limits and by all Tensors that `func` reads, in `args` or elsewhere. Derivatives by these Tensors are integrals
    of the derivative, with the same tolerances. So the derivative must be integrable between the limits too.

    Parameters
    ----------
    func : callable
        ``func(x, *args)``, of a number; returns a number. It is recorded: instead of branching on values it computes
        with `np.where`.
    a, b : float
        The limits, which may be infinite.
    args : tuple, optional
    epsabs, epsrel : float
        The absolute and relative error that is allowed.
    limit : int
        The largest number of intervals.
    points : sequence of float, optional
        Where the function is not smooth.
    weight, wvar, maxp1, limlst
        A weight of QUADPACK's, as for SciPy; the weights of "alg" have no derivative by the limits.
    complex_func : bool
        `func` returns complex numbers.
    full_output : bool
        Return QUADPACK's report, too; not within a recording or a transform.

    Returns
    -------
    y : Tensor
        The integral.
    abserr : float
        An estimate of its error; None within a recording, as each replay has its own.
    report : dict
        With `full_output`; for some integrals a message, and an explanation, follow.

    Raises
    ------
    ArgumentError
        For `wopts`, which it does not take.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> area = lambda rate: tg.integrate.quad(lambda x: np.exp(-rate * x * x), 0.0, np.inf)[0]
    >>> print(round(float(area(1.0).item() ** 2 * 4.0), 9), round(float(tg.grad(area)(1.0)), 9))
    3.141592654 -0.443113463
    """
    if wopts is not None:
        raise ArgumentError("quad: wopts is not taken. Leave it out: moments are computed again.")
    if full_output and current() is not None:
        raise ArgumentError("quad: full_output is not taken within a recording or a transform. Leave it out.")
    check_function(func, "quad")
    if complex_func:
        same: dict[str, Any] = {
            "args": args, "epsabs": epsabs, "epsrel": epsrel, "limit": limit, "points": points, "weight": weight,
            "wvar": wvar, "maxp1": maxp1, "limlst": limlst, "full_output": full_output,
        }  # fmt: skip
        parts = [quad(lambda *x, k=k: getattr(as_tensor(func(*x), "quad"), k), a, b, **same) for k in ("real", "imag")]
        error = None if parts[0][1] is None else parts[0][1] + 1j * parts[1][1]
        reports = dict(zip(("real", "imag"), (part[2:] for part in parts), strict=True))
        return (parts[0][0] + 1j * parts[1][0], error, *([reports] if full_output else []))
    limits = packed([_number(a, "quad"), _number(b, "quad")])
    args = args if isinstance(args, tuple) else (args,)
    breaks = None if points is None else tuple(np.asarray(points, float).ravel().tolist())
    if weight is not None:
        with plain_argument("quad", "wvar", "Write the weight into func."):
            wvar = tuple(map(float, wvar)) if isinstance(wvar, (tuple, list)) else float(wvar)
    settings = QuadratureSettings(
        float(epsabs), float(epsrel), int(limit), breaks, weight, wvar, int(maxp1), int(limlst)
    )

    def integrand(x: Tensor) -> list[Tensor]:
        value = as_tensor(func(reshape_op(x, shape=()), *args), "quad")
        if value.size != 1:
            raise ShapeError(f"quad: expected func to return a number, got shape {value.shape}.")
        return [_real(value, "quad")]

    program, parameters = vectors_of(integrand, [_inside(limits)])
    static = {"program": program, "settings": settings}
    p = packed(parameters)
    value = integral(limits, p, **static)
    error, report = None, ()
    if current() is None:
        ends = limits.detach().numpy().tolist()
        data = p.detach().numpy()
        error = float(_integral(program, settings, *ends, data.tobytes())[1][0])
        if full_output:
            f, options = evaluator(program, data), settings._asdict()
            report = scipy.integrate.quad(lambda x: f(x)[0], *ends, full_output=1, **options)[2:]
    return (reshape_op(value, shape=()), error, *report)


@or_as_scipy(scipys("scipy.integrate", "dblquad"), Exception)
def dblquad(
    func: Callable[..., Any], a: Any, b: Any, gfun: Any, hfun: Any, args: Sequence[Any] = (), epsabs: float = 1.49e-8,
    epsrel: float = 1.49e-8,
) -> tuple[Tensor, float | None]:  # fmt: skip
    """Integrate ``func(y, x, *args)`` over y from ``gfun(x)`` to ``hfun(x)`` and x from a to b, as SciPy does.

    Differentiable as `quad` is, which it nests. The error that it returns is that of the outer integral.
    """
    ranges = [lambda x, *_: [_bound(gfun, x), _bound(hfun, x)], (a, b)]
    return nquad(func, ranges, args, {"epsabs": epsabs, "epsrel": epsrel})


@or_as_scipy(scipys("scipy.integrate", "tplquad"), Exception)
def tplquad(
    func: Callable[..., Any], a: Any, b: Any, gfun: Any, hfun: Any, qfun: Any, rfun: Any, args: Sequence[Any] = (),
    epsabs: float = 1.49e-8, epsrel: float = 1.49e-8,
) -> tuple[Tensor, float | None]:  # fmt: skip
    """Integrate ``func(z, y, x, *args)`` over z from ``qfun(x, y)`` to ``rfun(x, y)``, then as `dblquad` does."""
    ranges = [
        lambda y, x, *_: [_bound(qfun, x, y), _bound(rfun, x, y)],
        lambda x, *_: [_bound(gfun, x), _bound(hfun, x)],
        (a, b),
    ]
    return nquad(func, ranges, args, {"epsabs": epsabs, "epsrel": epsrel})


@or_as_scipy(scipys("scipy.integrate", "nquad"), Exception)
def nquad(
    func: Callable[..., Any], ranges: Sequence[Any], args: Any = (), opts: Any = None, full_output: bool = False
) -> tuple[Tensor, float | None]:  # fmt: skip
    """Integrate over several variables, the first innermost, as `scipy.integrate.nquad` does.

    Differentiable as `quad` is, which it nests. The error that it returns is that of the outer integral.

    Parameters
    ----------
    func : callable
        ``func(x0, ..., xn, *args)``.
    ranges : sequence
        For each variable a pair of limits, or a function of the variables after it and `args` that gives them.
    args : tuple, optional
    opts : dict, or sequence of one for each variable, optional
        Arguments of `quad`.
    """
    if full_output:
        raise ArgumentError("nquad: full_output is not taken. Leave it out.")
    args = args if isinstance(args, tuple) else tuple(args) if isinstance(args, list) else (args,)
    options = [opts or {}] * len(ranges) if opts is None or isinstance(opts, dict) else list(opts)
    if len(options) != len(ranges) or any(callable(o) for o in options):
        raise ArgumentError(f"nquad: expected opts to be a dict, or one for each of {len(ranges)} variables.")

    def over(depth: int, outer: tuple[Any, ...]) -> tuple[Tensor, float | None]:
        """Integrate over the variables up to one, for given values of those behind it."""
        limits = ranges[depth]
        low, high = limits(*outer, *args) if callable(limits) else limits
        inner = (lambda x: func(x, *outer, *args)) if not depth else (lambda x: over(depth - 1, (x, *outer))[0])
        pair: tuple[Tensor, float | None] = quad(inner, low, high, **options[depth])
        return pair

    return over(len(ranges) - 1, ())


@or_as_scipy(scipys("scipy.integrate", "fixed_quad"), Exception)
def fixed_quad(func: Callable[..., Any], a: Any, b: Any, args: tuple[Any, ...] = (), n: int = 5) -> tuple[Tensor, None]:
    """Integrate by Gauss's rule of order n, as `scipy.integrate.fixed_quad` does: func takes a vector of points.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> tg.integrate.fixed_quad(np.cos, 0.0, np.pi / 2.0, n=5)
    (tensor(1.), None)
    """
    check_function(func, "fixed_quad")
    a, b = _number(a, "fixed_quad"), _number(b, "fixed_quad")
    if not np.all(np.isfinite([value_outside(a), value_outside(b)])):
        raise ArgumentError("fixed_quad: expected finite limits. Use quad for infinite ones.")
    points, weights = np.polynomial.legendre.leggauss(n)
    values = as_tensor(func((b - a) * (points + 1.0) / 2.0 + a, *args), "fixed_quad")
    return (b - a) / 2.0 * (values * weights).sum(-1), None


def _bound(limit: Any, *outer: Any) -> Any:
    return limit(*outer) if callable(limit) else limit


def _number(x: Any, name: str) -> Tensor:
    t = _real(as_tensor(x, name), name)
    if t.size != 1:
        raise ShapeError(f"{name}: expected limits to be numbers, got shape {t.shape}.")
    return reshape_op(t, shape=())


def _real(t: Tensor, name: str) -> Tensor:
    if t.dtype.kind == "c":
        raise DtypeError(f"{name}: expected real numbers, got {t.dtype}. Integrate real and imaginary part.")
    return t if t.dtype == F8 else t.astype(F8)


def _inside(limits: Tensor) -> Tensor:
    """Return a point between the limits, as an example to record on."""
    a, b = np.clip(value_outside(limits), -1.0, 1.0)
    return from_array(np.array([(a + b) / 2.0]))
