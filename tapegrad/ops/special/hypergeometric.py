"""Hypergeometric functions, differentiated with respect to their last argument (DLMF 13.3, 15.5, 16.3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Elementwise, General, recorder, scipy_ufuncs
from tapegrad.ops.elementwise import absolute, exp, square, where
from tapegrad.ops.references import doubled, scipys
from tapegrad.ops.special.calling import kept, special

hyp0f1: Elementwise = special(
    "hyp0f1", "Confluent hypergeometric limit function 0F1; with respect to z.", {"v": (0.5, 2.5), "z": (-2.0, 2.0)},
    {"z": lambda v, z: hyp0f1(v + 1.0, z) / v}, foreign=True,
)  # fmt: skip
hyp1f1: Elementwise = special(
    "hyp1f1", "Confluent hypergeometric function 1F1; with respect to x.", {"a": (0.5, 2.5), "b": (0.6, 2.5), "x": (-2.0, 2.0)},
    {"x": lambda a, b, x: a / b * hyp1f1(a + 1.0, b + 1.0, x)}, foreign=True,
)  # fmt: skip


def _of_four(name: str, parameters: tuple[str, ...], slope: Any, summary: str, points: tuple[Any, Any]) -> Any:
    """Declare a ufunc of three numbers and of what it is differentiated by: of one argument more than elementwise ops have.

    ``slope(*numbers)`` gives a factor, and the numbers with which the same function is the derivative.
    """
    ufunc = scipys("scipy.special", name)
    sample, (low, high) = points

    def forward(z: Any, *, numbers: tuple[float, ...]) -> Any:
        return np.asarray(ufunc(*numbers, z)).astype(np.float32 if z.dtype == np.float32 else np.float64)

    def adjoint(g: Any, z: Any, numbers: tuple[float, ...]) -> Any:
        factor, others = slope(*numbers)
        return g * (op(z, numbers=others) * factor) if factor else g * 0.0

    op = General(
        name=f"{name}_op", forward=forward, infer=lambda z, numbers: z, adjoints={"z": adjoint},
        reference=doubled(forward), may_fail=False, samples=lambda rng: [((rng.uniform(low, high, size=(2, 3)),), {"numbers": sample})],
        summary=summary, batched=True,
    )  # fmt: skip

    def function(*args: Any) -> Any:
        *numbers, z = args
        if len(args) != 4 or not all(isinstance(x, (int, float, np.number)) for x in numbers):
            raise ArgumentError(
                f"{name}: expected numbers for {', '.join(parameters)} and a Tensor, got {args!r:.200}. It is differentiated "
                "with respect to the last argument alone."
            )
        z = recorder.as_tensor(z, name)
        return op(z if z.dtype.kind == "f" else z.astype(np.float64), numbers=tuple(map(float, numbers)))

    function.__name__, function.__doc__, function.__module__ = (
        name,
        f"{summary}\n\nThe parameters are numbers.",
        __name__,
    )
    own = scipy_ufuncs[name] = composite(
        kept(name, 3),
        lambda rng: [((2, 1, 3, rng.uniform(low, high, size=4)), {})],
        of_array=False,
        takes_complex=False,
    )(function)
    return own


hyp2f1 = _of_four(
    "hyp2f1", ("a", "b", "c"), lambda a, b, c: (a * b / c, (a + 1.0, b + 1.0, c + 1.0)),
    "Gauss's hypergeometric function 2F1.", ((1.5, 0.5, 2.5), (-0.8, 0.8)),
)  # fmt: skip
eval_jacobi = _of_four(
    "eval_jacobi", ("n", "alpha", "beta"),
    lambda n, alpha, beta: (0.5 * (n + alpha + beta + 1.0) * (n != 0), (n - 1.0, alpha + 1.0, beta + 1.0)),
    "Jacobi polynomial of degree n.", ((3.0, 0.5, 1.2), (-0.8, 0.8)),
)  # fmt: skip


def relative_growth(u: Any) -> Any:
    """Return 1F1(2; 3; u) = 2 (exp(u) (u - 1) + 1) / u**2, by which functions change that are like (exp(u) - 1) / u."""
    small = absolute(u) < 5.0
    away = where(small, 5.0, u)
    return where(small, hyp1f1(2.0, 3.0, where(small, u, 0.0)), 2.0 * (exp(away) * (away - 1.0) + 1.0) / square(away))
