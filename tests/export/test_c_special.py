"""SciPy's functions in exported C, against SciPy: of usual arguments, and at the borders of their domains."""

from __future__ import annotations

import ctypes
import itertools
from pathlib import Path

import numpy as np
import pytest
import scipy.special

from tapegrad.export.c_module import HEADERS, CModule
from tapegrad.export.c_special import OF_LIBM, RULES
from tests.export.c_programs import COMPILERS, library

pytestmark = pytest.mark.skipif(not COMPILERS, reason="no compiler of C")
USUAL = [0.2, 0.5, 0.9, 1.0, 2.5, 7.0, 30.5, -0.3, -2.7, -8.1]
BORDERS = [0.0, np.inf, -np.inf, np.nan]
FAR = np.array([1e6, 1234567.25, 3e9])
# at infinity, at poles and outside of domains, where SciPy's versions differ
ODD = {
    "gamma": [-np.inf], "rgamma": [-np.inf], "boxcox": [np.inf], "boxcox1p": [np.inf], "inv_boxcox": [np.inf], "inv_boxcox1p": [np.inf],
    "pseudo_huber": [np.inf], "huber": [np.inf], "rel_entr": [np.inf], "kl_div": [np.inf], "xlogy": [np.inf],
    "xlog1py": [np.inf], "betaln": [np.inf, -np.inf], "_zeta": [np.inf], "cosm1": [np.inf], "psi": [0.0],
}  # fmt: skip


def test_against_scipy(tmp_path: Path) -> None:
    module, names, entries = CModule("f", "f"), {}, []
    for name, count in [*((n, 1) for n in OF_LIBM), *((n, len(arguments)) for n, (arguments, _) in RULES.items())]:
        names[name] = count
        function = module.function_of(f"tapegrad_special_{name}")
        kinds, given = ", ".join(f"double x{k}" for k in range(count)), ", ".join(f"x{k}" for k in range(count))
        entries.append(
            f"double run_{name}({kinds});\ndouble run_{name}({kinds})\n{{\n    return {function}({given});\n}}\n"
        )
    loaded = library(HEADERS + module.text() + "\n" + "\n".join(entries), tmp_path, COMPILERS[0], "-O1")
    for name, count in names.items():
        function = getattr(loaded, f"run_{name}")
        function.restype, function.argtypes = ctypes.c_double, [ctypes.c_double] * count
        if name in ("j0", "j1"):  # called far from 0 only, where SciPy's own phases are less exact
            points = np.concatenate([FAR, -FAR, [np.inf, -np.inf, np.nan]])[:, None]
        else:
            single = [x for x in (*USUAL, *BORDERS) if x not in ODD.get(name, ())]
            points = np.array([*itertools.product(single, repeat=count)])
        if name == "psi":  # called for what is not positive
            points = points[~(points[:, 0] > 0.0)]
        expected = getattr(scipy.special, name.lstrip("_"))(*points.T)
        found = np.array([function(*point) for point in points])
        near = np.isclose(found, expected, rtol=1e-12, atol=1e-11 if name in ("j0", "j1") else 1e-14, equal_nan=True)
        assert near.all(), (name, points[~near][:4], found[~near][:4], expected[~near][:4])


def test_far_out_against_mpmath(tmp_path: Path) -> None:
    mpmath = pytest.importorskip("mpmath")
    module, entries = CModule("f", "f"), []
    for name in ("_zeta", "betaln"):
        function = module.function_of(f"tapegrad_special_{name}")
        entries.append(
            f"double run{name}(double x, double y);\ndouble run{name}(double x, double y)\n"
            f"{{\n    return {function}(x, y);\n}}\n"
        )
    loaded = library(HEADERS + module.text() + "\n" + "\n".join(entries), tmp_path, COMPILERS[0], "-O1")
    for name in ("run_zeta", "runbetaln"):
        getattr(loaded, name).restype, getattr(loaded, name).argtypes = ctypes.c_double, [ctypes.c_double] * 2
    rng = np.random.default_rng(5)
    with mpmath.workdps(120):
        for _ in range(100):
            s, q = float(rng.choice([1.0001, 1.5, 2.0, 3.0, 7.0, 20.0])), float(10 ** rng.uniform(-3, 3))
            assert float(mpmath.zeta(s, q) / loaded.run_zeta(s, q)) == pytest.approx(1.0, rel=1e-13)
            s, q = float(rng.integers(2, 8)), -float(rng.uniform(0.0, 60.0))
            steps = int(-q) + 1
            truth = sum((mpmath.mpf(q) + k) ** -int(s) for k in range(steps)) + mpmath.zeta(s, mpmath.mpf(q) + steps)
            assert loaded.run_zeta(s, q) == pytest.approx(float(truth), rel=1e-12, abs=1e-14)
            a, b = (mpmath.mpf(float(10**x)) for x in rng.uniform(-4, 7, 2))
            truth = mpmath.loggamma(a) + mpmath.loggamma(b) - mpmath.loggamma(a + b)
            assert loaded.runbetaln(float(a), float(b)) == pytest.approx(float(truth), rel=2e-14, abs=2e-14)
