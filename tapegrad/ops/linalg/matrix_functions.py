"""Functions of square matrices: exponential, logarithm, root, and what is made of them.

The derivative of f at A along E stands in one block of f of a larger matrix, ``f([[A, E], [0, A]])`` (Mathias 1996; Higham
2008, theorem 3.6), and its transpose is that at the transpose of A. So the rules are the functions themselves: they hold to
all orders, and where eigenvalues repeat. The derivative of a root solves Sylvester's equation.

Tests: tests/tensor/test_views_of_functions.py, tests/replay/test_compile.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, DtypeError, ShapeError
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import General
from tapegrad.ops.elementwise_ops import where
from tapegrad.ops.linalg.eigenvalues import eig_op
from tapegrad.ops.linalg.inverses import inv, singular
from tapegrad.ops.linalg.linear_systems import solve
from tapegrad.ops.linalg.lu import factored
from tapegrad.ops.linalg.matrices import one_by_one, square, squares
from tapegrad.ops.linalg.matrix_equations import sylvester
from tapegrad.ops.products import flipped, matmul
from tapegrad.ops.references import doubled, in_double, scipys
from tapegrad.ops.runtime import AnyArray, Tensor
from tapegrad.ops.shape_ops import concatenate_op


def _beside(left: AnyArray | np.ndarray, right: AnyArray | np.ndarray) -> AnyArray:
    return concatenate_op(left, right, axis=len(left.shape) - 1)


def _below(above: AnyArray, below: AnyArray) -> AnyArray:
    return concatenate_op(above, below, axis=len(above.shape) - 2)


def _along(function: General | Callable[..., Tensor], a: AnyArray, direction: AnyArray) -> AnyArray:
    """Return the derivative of a function of matrices along a direction, and above it the function: two blocks."""
    n = a.shape[-1]
    a, direction = a + direction * 0.0, direction + a * 0.0  # of one stack
    block = _below(_beside(a, direction), _beside(np.zeros(a.shape, a.dtype), a))
    return function(block)[..., :n, :]


def _adjoint(op: Callable[..., General]) -> Callable[..., Any]:
    return lambda g, a: _along(op(), flipped(a), g)[..., a.shape[-1] :]  # a is conjugated


def _as_forward(function: Callable[..., Any], name: str) -> Callable[..., np.ndarray]:
    """Return a function as a forward function: in double precision, and what it makes of real matrices must be real."""

    def forward(a: np.ndarray) -> np.ndarray:
        if not a.size:  # which SciPy does not take
            return np.array(a)
        image = function(a.astype(np.result_type(a.dtype, np.float64)))
        if image.dtype.kind == "c" and a.dtype.kind != "c":
            if np.abs(image.imag).max(initial=0.0) > 1e3 * np.finfo(a.dtype).eps * np.abs(image).max(initial=0.0):
                raise DtypeError(f"{name}: of this real matrix it is complex. Pass the matrix as complex numbers.")
            image = image.real
        return image.astype(a.dtype, copy=False)

    return forward


def _samples(rng: np.random.Generator) -> list[Any]:
    """Return matrices with positive eigenvalues that are not normal."""
    return [((rng.normal(size=s) * 0.3 + 1.5 * np.eye(s[-1]),), {}) for s in ((3, 3), (2, 2, 2))]


_expm, _logm, _sqrtm, _signm = (
    one_by_one(scipys("scipy.linalg", name), 1) for name in ("expm", "logm", "sqrtm", "signm")
)

expm_op: General = General(
    name="expm", takes_complex=True, forward=lambda a: _expm(a), infer=squares("expm"), adjoints={"a": _adjoint(lambda: expm_op)},
    reference=_expm, samples=_samples, may_fail=False, summary="Exponential of matrices (Al-Mohy and Higham 2009).",
)  # fmt: skip
logm_op: General = General(
    name="logm", draws=True, takes_complex=True, forward=_as_forward(_logm, "logm"), infer=squares("logm"),
    adjoints={"a": _adjoint(lambda: logm_op)}, reference=_as_forward(_logm, "logm"), samples=_samples,
    summary="Principal logarithm of matrices without eigenvalues on the negative real axis.",
)  # fmt: skip
sqrtm_op: General = General(
    name="sqrtm", takes_complex=True, forward=_as_forward(_sqrtm, "sqrtm"), infer=squares("sqrtm"),
    adjoints={"a": lambda g, out: sylvester(flipped(out), flipped(out), g)},  # out is conjugated
    reference=_as_forward(_sqrtm, "sqrtm"), samples=_samples,
    summary="Principal square root of matrices without eigenvalues on the negative real axis.",
)  # fmt: skip


signm_op: General = General(
    name="signm", takes_complex=True, forward=_as_forward(_signm, "signm"), infer=squares("signm"),
    adjoints={"a": _adjoint(lambda: signm_op)}, reference=_as_forward(_signm, "signm"), samples=lambda rng: _signed(rng),
    summary="Signs of matrices without eigenvalues on the imaginary axis (Higham 2008, chapter 5).",
)  # fmt: skip


def _refuse_errors(disp: bool, function: str) -> None:
    if not disp:
        raise ArgumentError(f"{function}: disp=False is not supported, since no error is estimated. Leave it out.")


@composite(_expm, _samples)
def expm(A: Tensor) -> Any:
    """Return the exponential of square matrices."""
    return expm_op(square(A, "expm"))


@composite(_as_forward(_logm, "logm"), _samples)
def logm(A: Tensor, disp: bool = True) -> Any:
    """Return the principal logarithm of square matrices.

    Raises
    ------
    DtypeError
        If the result for a real matrix is complex, where it has eigenvalues on the negative real axis.
    """
    _refuse_errors(disp, "logm")
    return logm_op(square(A, "logm"))


@composite(_as_forward(_sqrtm, "sqrtm"), _samples)
def sqrtm(A: Tensor, disp: bool = True, blocksize: int = 64) -> Any:
    """Return the principal square root of square matrices.

    Raises
    ------
    DtypeError
        If the result for a real matrix is complex, where it has eigenvalues on the negative real axis.
    """
    _refuse_errors(disp, "sqrtm")
    return sqrtm_op(square(A, "sqrtm"))


def _pair(rng: np.random.Generator) -> list[Any]:
    a, e = rng.normal(size=(2, 2, 2)) * 0.5
    return [((a, e), {}), ((a, e), {"compute_expm": False})]


def _frechet(a: Any, e: Any, **keywords: Any) -> tuple[Any, ...]:
    change = scipys("scipy.linalg", "expm_frechet")(in_double(a), in_double(e), **keywords)
    dtype = in_double(a).dtype  # SciPy's is double
    return tuple(x.astype(dtype) for x in change) if isinstance(change, tuple) else change.astype(dtype)


@composite(_frechet, _pair)
def expm_frechet(
    A: Tensor, E: Any, method: str | None = None, compute_expm: bool = True, check_finite: bool = True
) -> Any:  # fmt: skip
    """Return the exponential of A and its derivative along E, or this derivative alone; `method` has no effect."""
    if method not in (None, "SPS", "blockEnlarge"):
        raise ArgumentError(f"expm_frechet: expected method 'SPS' or 'blockEnlarge', got {method!r}.")
    A, E = square(A, "expm_frechet"), square(E, "expm_frechet")
    if A.shape[-1] != E.shape[-1]:
        raise ShapeError(f"expm_frechet: expected matrices of one size, got shapes {A.shape} and {E.shape}.")
    both, n = _along(expm_op, A, E), A.shape[-1]
    return (both[..., :n], both[..., n:]) if compute_expm else both[..., n:]


def _turning(A: AnyArray, name: str) -> tuple[Any, Any]:
    """Return cosine and sine, from the exponential of ``[[0, -A], [A, 0]]``, which is real where A is."""
    A = square(A, name)
    n, zeros = A.shape[-1], np.zeros(A.shape, A.dtype)
    turned = expm_op(_below(_beside(zeros, -A), _beside(A, zeros)))
    return turned[..., :n, :n], turned[..., n:, :n]


def _growing(A: AnyArray, name: str) -> tuple[Any, Any]:
    """Return hyperbolic cosine and sine."""
    A = square(A, name)
    up, down = expm_op(A), expm_op(-A)
    return (up + down) * 0.5, (up - down) * 0.5


def _named(name: str) -> Callable[..., Any]:
    return one_by_one(scipys("scipy.linalg", name), 1)


@composite(_named("cosm"), _samples)
def cosm(A: Tensor) -> Any:
    """Return the cosine of square matrices."""
    return _turning(A, "cosm")[0]


@composite(_named("sinm"), _samples)
def sinm(A: Tensor) -> Any:
    """Return the sine of square matrices."""
    return _turning(A, "sinm")[1]


@composite(_named("tanm"), lambda rng: [((rng.normal(size=(2, 2)) * 0.3,), {})])
def tanm(A: Tensor) -> Tensor:
    """Return the tangent of square matrices."""
    return solve(*_turning(A, "tanm"))


@composite(_named("coshm"), _samples)
def coshm(A: Tensor) -> Any:
    """Return the hyperbolic cosine of square matrices."""
    return _growing(A, "coshm")[0]


@composite(_named("sinhm"), _samples)
def sinhm(A: Tensor) -> Any:
    """Return the hyperbolic sine of square matrices."""
    return _growing(A, "sinhm")[1]


@composite(_named("tanhm"), _samples)
def tanhm(A: Tensor) -> Tensor:
    """Return the hyperbolic tangent of square matrices."""
    return solve(*_growing(A, "tanhm"))


def _signed(rng: np.random.Generator) -> list[Any]:
    return [((rng.normal(size=(3, 3)) * 0.3 + np.diag([1.0, -1.0, 2.0]),), {})]


@composite(lambda a: _as_forward(_signm, "signm")(in_double(a)), _signed)
def signm(A: Tensor, disp: bool = True) -> Any:
    """Return the sign of square matrices, which has their vectors and the signs of the real parts of their eigenvalues."""
    _refuse_errors(disp, "signm")
    return signm_op(square(A, "signm"))


def _power(a: Any, t: float) -> np.ndarray:
    """Raise each matrix to a power, singular ones too, of which `logm` gives the logarithm of another matrix."""
    power = one_by_one(lambda a: scipys("scipy.linalg", "fractional_matrix_power")(a, t), 1)
    return _as_forward(power, "fractional_matrix_power")(in_double(a))


def _power_adjoint(g: AnyArray, a: AnyArray, t: float) -> Tensor:
    """Return the adjoint of a, which is conjugated; of a singular matrix powers of 0 that are left may be infinite."""
    share = _along(lambda x: power_op(x, t=t), flipped(a), g)[..., a.shape[-1] :]
    return where(singular(factored(a)[0]), np.nan, share)


power_op: General = General(
    name="fractional_matrix_power", draws=True, takes_complex=True, forward=lambda a, *, t: _power(a, t).astype(a.dtype, copy=False),
    infer=squares("fractional_matrix_power"), reference=lambda a, *, t: _power(a, t),
    adjoints={"a": _power_adjoint}, kinks="NaN where the matrix is singular",
    samples=lambda rng: [(args, {"t": t}) for (args, _), t in zip(_samples(rng), (0.3, -1.5), strict=True)],
    summary="Powers of matrices without eigenvalues on the negative real axis (Higham and Lin 2011).",
)  # fmt: skip


@composite(
    _power,
    lambda rng: [((rng.normal(size=(2, 2)) * 0.3 + 1.5 * np.eye(2),), {"t": t}) for t in (0.3, -1.5)],
)  # fmt: skip
def fractional_matrix_power(A: Tensor, t: Any) -> Any:
    """Return the power of square matrices; integral ones by multiplication, those by a Tensor as ``exp(t log(A))``."""
    A = square(A, "fractional_matrix_power")
    if np.ndim(t):
        raise ArgumentError(f"fractional_matrix_power: expected a number for t, got {t!r}.")
    if isinstance(t, (int, float)):
        return matrix_power(A, int(t)) if t == int(t) else power_op(A, t=float(t))
    return expm_op(logm_op(A) * t)


@composite(doubled(np.linalg.matrix_power), lambda rng: [((a, n), {}) for (a,), _ in _samples(rng) for n in (0, 1, 3, -2, 6)])  # fmt: skip
def matrix_power(a: Tensor, n: int) -> Any:
    """Return integral powers of square matrices, by squaring; negative ones of the inverse."""
    if a.dtype.kind in "fc" or n < 0:
        a = square(a, "matrix_power")
    else:
        squares("matrix_power")(a.shape)
    n = _integral(n)
    if n == 0:
        return where(np.ones(a.shape, bool), np.eye(a.shape[-1], dtype=a.dtype), a)  # also of what is infinite
    if n < 0:
        a, n = inv(a), -n
    result = None
    while True:
        if n % 2:
            result = a if result is None else matmul(result, a)
        n //= 2
        if not n:
            return result
        a = matmul(a, a)


def _integral(n: int) -> int:
    try:
        return int(n.__index__())
    except (AttributeError, TypeError):
        raise DtypeError(f"matrix_power: expected an integer exponent, got {n!r}.") from None


def _diagonalisable(rng: np.random.Generator) -> list[Any]:
    a = rng.normal(size=(3, 3)) * 0.3 + np.diag([1.0, 2.0, 4.0])
    return [((a, np.exp), {}), ((a, np.sin), {})]


@composite(doubled(scipys("scipy.linalg", "funm")), _diagonalisable, kinks="NaN where eigenvalues repeat")
def funm(A: Tensor, func: Any, disp: bool = True) -> Tensor:
    """Return a function of square matrices, ``V f(diag(w)) V^-1`` by their eigenvalues and eigenvectors.

    `func` gets the eigenvalues as a Tensor of complex numbers. For a defective matrix use `expm`, `logm` and the other
    functions that have a name. Results of real matrices are real where their imaginary parts are no more than rounding: a
    decision, guarded in recordings.
    """
    _refuse_errors(disp, "funm")
    A = square(A, "funm")
    a = A.astype(np.result_type(A.dtype, np.complex64), copy=False)
    joined = eig_op(a)
    w, v = joined[..., 0, :], joined[..., 1:, :]
    values = func(w)
    image = matmul(v * values[..., None, :], inv(v))
    if A.dtype.kind == "c":
        return image
    rounding = 1e3 * float(np.finfo(A.dtype).eps) * np.max(abs(image))
    return np.real(image) if bool(np.all(abs(np.imag(image)) <= rounding)) else image
