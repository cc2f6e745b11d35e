"""Files of portable C within CasADi: values, Jacobians, and an optimizer that takes them."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.export.c_source import source
from tapegrad.export.description import interface_of
from tests.export.c_programs import COMPILERS, STRICT
from tests.support import jacobian

casadi = pytest.importorskip("casadi")
pytestmark = pytest.mark.skipif(not COMPILERS, reason="no compiler of C")
X, A = np.array([0.3, -0.4, 1.1]), np.arange(6.0).reshape(2, 3) / 5.0


def external(f: Any, args: tuple[Any, ...], derivatives: int, folder: Path, name: str) -> Any:
    interface = interface_of(tg.compile(f)._sealed(args, {}), f, name, derivatives, "export")
    place, target = folder / f"{name}.c", folder / f"{name}.so"
    place.write_text(source(interface))
    subprocess.run([COMPILERS[0], *STRICT, "-O1", "-shared", "-fPIC", str(place), "-o", str(target), "-lm"], check=True)
    return casadi.external(name, str(target))


def residuals(x: Any, a: Any) -> Any:
    return np.sin(a @ x) * np.exp(x[:2])


def test_values_and_derivatives(tmp_path: Path) -> None:
    f = external(residuals, (X, A), 1, tmp_path, "residuals")
    np.testing.assert_allclose(np.array(f(X, A)).ravel(), residuals(X, A), rtol=1e-14)
    x, a = casadi.MX.sym("x", 3), casadi.MX.sym("a", 2, 3)
    by_x = casadi.Function("by_x", [x, a], [casadi.jacobian(f(x, a), x)])
    np.testing.assert_allclose(np.array(by_x(X, A)), jacobian(lambda v: residuals(v, A), X, 1), rtol=1e-6, atol=1e-8)
    by_a = casadi.Function("by_a", [x, a], [casadi.gradient(casadi.sum1(f(x, a)), a)])
    wanted = jacobian(lambda v: np.sum(residuals(X, v)), A, 1)
    np.testing.assert_allclose(np.array(by_a(X, A)), wanted.reshape(2, 3), rtol=1e-6, atol=1e-8)


def rosenbrock(x: Any) -> Any:
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def test_an_optimizer(tmp_path: Path) -> None:
    f = external(rosenbrock, (np.zeros(4),), 2, tmp_path, "rosenbrock")
    x = casadi.MX.sym("x", 4)
    options = {"print_time": False, "ipopt": {"print_level": 0, "sb": "yes"}}
    solve = casadi.nlpsol("solve", "ipopt", {"x": x, "f": f(x)}, options)
    found = solve(x0=np.array([1.2, 0.8, 0.5, 1.3]))
    np.testing.assert_allclose(np.array(found["x"]).ravel(), 1.0, atol=1e-6)
