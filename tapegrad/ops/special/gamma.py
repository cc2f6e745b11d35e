"""Special functions under SciPy's names: called by their addresses in SciPy, so that the values have its bits."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, BuildError
from tapegrad.machine import addresses
from tapegrad.machine.lane import Lane, libm
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Elementwise, recorder, scipy_ufuncs
from tapegrad.ops.elementwise import exp, square, where
from tapegrad.ops.references import doubled, scipys

_SLOPE = 2.0 / math.sqrt(math.pi)
POLES = [((None,), None)]  # what SciPy gives near infinity and the poles is what is promised


def called(name: str, *args: Lane) -> Lane:
    """Return a ufunc of `scipy.special` on lanes.

    Raises
    ------
    BuildError
    """
    symbol = addresses.special(name)
    if symbol is None:
        raise BuildError(f"special: expected a function {name!r} in this version of SciPy. Install one that has it.")
    return libm(symbol, *args)


def reference(name: str) -> Any:
    """Return SciPy's function, of doubles at most."""
    return doubled(scipys("scipy.special", name))


gammaln = Elementwise(
    name="gammaln", external=True, forward=lambda x: called("gammaln", x), partials={"x": lambda x: digamma(x)},
    reference=reference("gammaln"), domain={"x": (0.5, 6.0)}, special=[(-1.5,), (171.6,)], edges=POLES,
    summary="Logarithm of the absolute value of the gamma function.",
)  # fmt: skip
digamma: Elementwise = Elementwise(
    name="digamma", external=True, forward=lambda x: called("psi", x), partials={"x": lambda x: zeta_op(2.0, x)},
    reference=reference("psi"), domain={"x": (0.5, 6.0)}, special=[(-1.5,), (1e-3,)], edges=POLES,
    summary="Derivative of the logarithm of the gamma function.",
)  # fmt: skip
zeta_op: Elementwise = Elementwise(
    name="zeta", external=True, forward=lambda x, q: called("_zeta", x, q),
    partials={"q": lambda x, q: -x * zeta_op(x + 1.0, q)}, reference=reference("zeta"),
    domain={"x": (1.5, 4.0), "q": (0.8, 3.0)}, edges=[((None, None), None)],
    summary="Sum of `(q + k)**-x` over k = 0, 1, ...; differentiated with respect to q alone.",
)  # fmt: skip
erf = Elementwise(
    name="erf", external=True, forward=lambda x: called("erf", x), partials={"x": lambda x: _SLOPE * exp(-square(x))},
    reference=reference("erf"), domain={"x": (-2.0, 2.0)}, special=[(6.0,), (-40.0,)], summary="Error function.",
)  # fmt: skip
erfc = Elementwise(
    name="erfc", external=True, forward=lambda x: called("erfc", x), partials={"x": lambda x: -_SLOPE * exp(-square(x))},
    reference=reference("erfc"), domain={"x": (-2.0, 2.0)}, special=[(6.0,), (-40.0,)], summary="1 - erf(x).",
)  # fmt: skip
scipy_ufuncs.update(gammaln=gammaln, psi=digamma, digamma=digamma, erf=erf, erfc=erfc)


def _polygamma(n: Any, x: Any) -> Any:
    """SciPy's values, which are doubles, in the dtype of x."""
    return reference("polygamma")(n, x).astype(x.dtype)


@composite(
    _polygamma,
    lambda rng: [((n, rng.uniform(0.5, 6.0, size=3)), {}) for n in (0, 1, 2)],
    of_array=False,
    takes_complex=False,
)
def polygamma(n: Any, x: Any) -> Any:
    """Derivative of the order n of `digamma`; n is a whole number, or an array of them."""
    x = recorder.as_tensor(x, "polygamma")
    orders = np.asarray(n, np.float64)
    if not orders.any():
        return digamma(x)
    dtype = x.dtype if x.dtype.kind == "f" else np.float64
    factors = ((-1.0) ** (orders + 1.0) * np.vectorize(math.gamma)(orders + 1.0)).astype(dtype)
    higher = factors * zeta_op((np.maximum(orders, 1.0) + 1.0).astype(dtype), x)
    return higher if orders.all() else where(orders == 0.0, digamma(x), higher)


@composite(
    reference("zeta"),
    lambda rng: [((x, rng.uniform(0.8, 3.0, size=3)), {}) for x in (2, 3)],
    of_array=False,
    takes_complex=False,
)
def zeta(x: Any, q: Any) -> Any:
    """Hurwitz's zeta function, the sum of `(q + k)**-x` over k = 0, 1, ...; x is a number, or an array of them."""
    if isinstance(x, recorder.tensor):
        raise ArgumentError("zeta: expected numbers for x, got a Tensor. It is differentiated with respect to q alone.")
    return zeta_op(x, recorder.as_tensor(q, "zeta"))
