"""The shapes of unknowns are SciPy's: what the user's function gets, and what the result has."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.optimize

import tapegrad as tg
from tapegrad.errors import ShapeError
from tests.support import leaf

SUM = {"type": "ineq", "fun": lambda v: np.sum(v) + 9.0}
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("root", {}), ("root", {"method": "lm"}), ("root", {"method": "krylov"}), ("root", {"method": "df-sane"}),
    ("minimize", {}), ("minimize", {"method": "Nelder-Mead"}), ("minimize", {"method": "SLSQP", "constraints": SUM}),
    ("least_squares", {}), ("fixed_point", {}), ("newton", {}), ("root_scalar", {"method": "secant"}),
]  # fmt: skip
STARTS = (0.3, [0.3], np.full((1, 1), 0.3), [0.3, 0.4], np.full((1, 2), 0.3), np.full((2, 3), 0.3))


def shapes(module: Any, name: str, x0: Any, a: Any, options: dict[str, Any]) -> Any:
    """Return the last shape that the function got, and those of the result."""
    seen = []

    def f(v: Any) -> Any:
        seen.append(np.shape(v) if not isinstance(v, tg.Tensor) else v.shape)
        if name == "minimize":
            value = (v - a) ** 2
            return value if np.prod(seen[-1], dtype=int) == 1 else value.sum()
        return 0.5 * np.cos(v * a) if name == "fixed_point" else v**3 + v - a

    start = {"x0": x0} if name == "root_scalar" else x0
    result = (
        getattr(module, name)(f, **start, **options) if start is not x0 else getattr(module, name)(f, x0, **options)
    )
    parts = (
        [result[k] for k in ("x", "fun") if k in result] if hasattr(result, "x") else [getattr(result, "root", result)]
    )
    return seen[-1], [tuple(part.shape) if hasattr(part, "shape") else () for part in parts]


@pytest.mark.parametrize(("name", "options"), CALLS, ids=lambda value: str(value)[:30])
def test_the_shapes_are_scipys_with_plain_data_and_with_a_gradient(name, options):
    for x0 in STARTS:
        try:
            expected = shapes(scipy.optimize, name, x0, 1.0, options)
        except ValueError:
            with pytest.raises(
                ShapeError, match=r"expected (a vector to start from.* Pass x0.ravel|one number to start from)"
            ):
                shapes(tg.optimize, name, x0, leaf(1.0), options)
            continue
        if name in ("newton", "root_scalar") and np.size(x0) > 1:
            continue  # SciPy's are vectorised
        assert shapes(tg.optimize, name, x0, 1.0, options)[1] == expected[1]
        assert shapes(tg.optimize, name, x0, leaf(1.0), options) == expected
        assert shapes(tg.optimize, name, tg.tensor(x0), leaf(1.0), options) == expected


def test_a_number_to_start_from_makes_a_vector_in_every_mode():
    for solution in (
        lambda a: tg.optimize.minimize(lambda v: (v[0] - a) ** 2, 0.0).x[0],
        lambda a: tg.optimize.least_squares(lambda v: v - a, 0.0).x[0],
        lambda a: tg.optimize.root(lambda v: v[0] - a, 0.0).x[0],
    ):
        assert tg.grad(solution)(2.0) == pytest.approx(1.0)
        assert tg.compile(tg.grad(solution))(2.0) == pytest.approx(1.0)
        np.testing.assert_allclose(tg.vmap(solution)(np.array([2.0, 3.0])), [2.0, 3.0], rtol=1e-6)


def test_residuals_are_a_vector_as_for_scipy():
    with pytest.raises(ValueError, match=r"1 dimension|1-d"):
        scipy.optimize.least_squares(lambda v: np.outer(v, v), [1.0, 2.0])
    with pytest.raises(ShapeError, match=r"expected a function that returns a vector, got shape \(2, 2\)"):
        tg.optimize.least_squares(lambda v: np.outer(v, v) - leaf(1.0), [1.0, 2.0])
