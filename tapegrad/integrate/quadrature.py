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
from tapegrad.func.derive import derived
from tapegrad.func.subprograms import call_forward, moving
from tapegrad.integrate.fields import evaluator_of_vectors, jacobians, of_sides, program_of, through, views
from tapegrad.ir.forms import F8
from tapegrad.ir.program import Program
from tapegrad.ops.composites import or_as_scipy
from tapegrad.ops.elementwise_ops import cos, multiply, sin, where
from tapegrad.ops.reductions import sum_op
from tapegrad.ops.references import scipys
from tapegrad.ops.results import Joint
from tapegrad.ops.runtime import runtime
from tapegrad.ops.shape_ops import reshape_op
from tapegrad.record.open_recording import current
from tapegrad.record.trace import Trace, value_outside
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


def _integrals(
    program: Program, settings: QuadratureSettings, limits: np.ndarray, p: Sequence[np.ndarray]
) -> tuple[np.ndarray, np.ndarray]:
    """Return the integrals of all components and their errors; those of the last few calls are known."""
    forms = program.input_forms[1:]
    contents = (np.ascontiguousarray(a, form.dtype).tobytes() for a, form in zip(p, forms, strict=True))
    return _integrals_of(program, settings, *np.asarray(limits, np.float64).tolist(), *contents)


@functools.lru_cache(8)
def _integrals_of(
    program: Program, settings: QuadratureSettings, a: float, b: float, *contents: bytes
) -> tuple[np.ndarray, np.ndarray]:
    """Integrate each component of a program alone, with its error; what was computed at a point serves all."""
    pairs = zip(contents, program.input_forms[1:], strict=True)
    f = evaluator_of_vectors(
        program, [1], *[np.frombuffer(data, form.dtype).reshape(form.shape) for data, form in pairs]
    )
    size = sum(form.size for form in program.output_forms)
    cached = f if size == 1 else functools.cache(f)
    options: dict[str, Any] = settings._asdict()
    estimates = [scipy.integrate.quad(lambda x: cached(x)[j], a, b, **options)[:2] for j in range(size)]
    values, errors = np.array(estimates, float).reshape(-1, 2).T
    return values, errors


def _components(*args: np.ndarray, program: Program, settings: QuadratureSettings) -> list[np.ndarray]:
    limits, *p = args
    return views(_integrals(program, settings, limits, p)[0].copy(), program.output_forms)


def _at_limits(limits: Any, p: Any, program: Program, settings: QuadratureSettings) -> list[Any]:
    """Return the function at both limits, with its weight and a sign; 0 at infinite ones, which do not move."""
    finite = abs(limits) < np.inf
    points = reshape_op(where(finite, limits, np.zeros(2)), shape=(2, 1))
    _, outputs = program_ops.scanned([], [points], p, program, 2)
    signed = []
    for rows in outputs:
        beside = (2, *[1] * (len(rows.shape) - 1))
        values = multiply(rows, np.array([-1.0, 1.0]).reshape(beside))
        if settings.weight is not None:
            values = multiply(values, settings.weight_at(reshape_op(points, shape=beside)))
        signed.append(where(reshape_op(finite, shape=beside), values, np.zeros((2, *rows.shape[1:]))))
    return signed


def _by_limits(g: Any, limits: Any, p: Any, program: Program, settings: QuadratureSettings) -> Any:
    values = _at_limits(limits, p, program, settings)
    shares = [sum_op(multiply(a, b), axes=(*range(1, len(b.shape)),)) for a, b in zip(g, values, strict=True)]
    return sum(shares[1:], shares[0])


def _with_jacobian(program: Program) -> Program:
    """Make the program of the Jacobians of each output by each side of the parameters."""

    def build(trace: Trace, inputs: list[Tensor]) -> list[Tensor]:
        return [block for row in jacobians(program, trace, inputs, 1) for block in row]

    return derived(program, "Jacobian of integrand", program.input_forms, build)


def _by_parameters(g: Any, limits: Any, p: Any, program: Program, settings: QuadratureSettings) -> list[Any]:
    """Return what parameters receive: the product with the integrals of the Jacobian."""
    forms = program.input_forms[1:]
    by, count = integral(limits, *p, program=_with_jacobian(program), settings=settings), len(g)
    return of_sides(through(g, by, len(by) // count), forms)


def _adjoints(g: Any, args: Any, program: Program, settings: QuadratureSettings) -> list[Any]:
    limits, *p = args
    shares = functools.cache(lambda: _by_parameters(g, limits, p, program, settings))
    numbers = moving(program.input_forms[1:])
    by_parameters = [(lambda k=k: shares()[k]) if k in numbers else None for k in range(len(p))]
    return [lambda: _by_limits(g, limits, p, program, settings), *by_parameters]


def _tangents(args: Any, tangents: Any, program: Program, settings: QuadratureSettings) -> list[Any]:
    (limits, *p), (moving_limits, *moving_p) = args, tangents
    moved: list[Any] = [None] * len(program.outputs)
    flags = tuple([t is not None for t in moving_p])
    if any(flags):
        pushed = call_forward(program, (False, *flags))
        moved = [*integral(limits, *p, *[t for t in moving_p if t is not None], program=pushed, settings=settings)]
    if moving_limits is None:
        return moved
    values = _at_limits(limits, p, program, settings)
    ends = [multiply(reshape_op(moving_limits, shape=(2, *[1] * (len(v.shape) - 1))), v) for v in values]
    ends = [sum_op(end, axes=(0,)) for end in ends]
    return [end if t is None else t + end for t, end in zip(moved, ends, strict=True)]


def _samples(rng: np.random.Generator) -> list[Any]:
    p = runtime.from_array(np.ones(2))
    p.requires_grad = True
    program, _ = program_of(lambda x: [x * p + p[::-1]], [runtime.from_array(np.ones(1))])
    static = {"program": program, "settings": QuadratureSettings(1e-10, 1e-10, 50, None)}
    return [((rng.normal(size=2), rng.normal(size=2)), static)]


def _reference(limits: Any, p: Any, **static: Any) -> Any:
    (a, b), p = (np.asarray(x, np.result_type(x, F8)) for x in (limits, p))
    return (p * (b * b - a * a) / 2.0 + p[::-1] * (b - a),)


integral = Joint(
    name="integral", forward=_components, dtypes=lambda program, settings: [F8] * len(program.outputs),
    infer=lambda *shapes, program, settings: [form.shape for form in program.output_forms],
    adjoints={"args": _adjoints}, tangent=_tangents, reference=_reference, samples=_samples,
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
    limits = as_tensor([_number(a, "quad"), _number(b, "quad")], "quad")
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

    program, parameters = program_of(integrand, [_inside(limits)], "quad")
    (value,) = integral(limits, *parameters, program=program, settings=settings)
    error, report = None, ()
    if current() is None:
        ends, p = limits.detach().numpy(), [t.detach().numpy() for t in parameters]
        error = float(_integrals(program, settings, ends, p)[1][0])
        if full_output:
            f, options = evaluator_of_vectors(program, [1], *p), settings._asdict()
            report = scipy.integrate.quad(lambda x: f(x)[0], *ends.tolist(), full_output=1, **options)[2:]
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
