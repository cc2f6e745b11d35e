"""The page of NumPy's functions: it has every one of them, and says of each what a call does."""

from __future__ import annotations

import importlib
import re
import sys

import numpy as np
import pytest
import scipy.special

import tapegrad as tg
from tapegrad.errors import DtypeError
from tapegrad.ops import refusals
from tests.support import ROOT

sys.path.append(str(ROOT / "docs"))
coverage = importlib.import_module("numpy_coverage")
FUNCTIONS = [(m, name, f) for m, module in coverage.MODULES.items() for name, f in coverage.public(module)]
PAGE = coverage.PAGE.read_text(encoding="utf-8")


def test_the_page_has_every_function_of_numpy():
    """Of the version that is installed, be it older or newer than the one that the page was written with."""
    missing = [f"{m}.{name}" for m, name, _ in FUNCTIONS if f"`{m.replace('numpy', 'np')}.{name}`" not in PAGE]
    assert missing == []


def test_every_function_of_numpy_is_declared_or_refused_with_a_reason():
    undeclared = [f"{m}.{name}" for m, name, f in FUNCTIONS if coverage.status(m, name, f).text == coverage.UNDECLARED]
    assert undeclared == []


def test_the_page_has_every_ufunc_of_scipy_special():
    section = PAGE[PAGE.index("## `scipy.special`") :]
    ufuncs = [n for n, f in coverage.public(scipy.special) if isinstance(f, np.ufunc)]
    assert [n for n in ufuncs if f"`{n}`" not in section] == []


@pytest.mark.parametrize("name", ["gammaln", "erf", "jv"])
def test_functions_with_a_derivative_are_said_to_have_one(name):
    assert coverage.status("scipy.special", name, getattr(scipy.special, name)).kind == coverage.DERIVATIVE


@pytest.mark.parametrize(
    ("name", "kind"),
    [("sin", coverage.DERIVATIVE), ("linalg.det", coverage.DERIVATIVE), ("sort", coverage.DERIVATIVE), ("signbit", coverage.CONSTANT),
     ("isclose", coverage.CONSTANT), ("argsort", coverage.CONSTANT), ("less", coverage.CONSTANT), ("zeros", coverage.CONSTANT),
     ("array", coverage.REFUSED), ("busday_count", coverage.REFUSED)],
)  # fmt: skip
def test_kinds(name, kind):
    module, _, short = f"numpy.{name}".rpartition(".")
    assert coverage.status(module, short, getattr(coverage.MODULES[module], short)).kind == kind


REASONS = [n for n in refusals.reasons if hasattr(np, n.removeprefix("numpy.")) and n not in coverage._REMOVED]


@pytest.mark.parametrize("name", REASONS)
def test_what_is_refused_raises_its_reason(name):
    x = tg.tensor([1.0, 2.0], requires_grad=True)
    function = getattr(np, name.removeprefix("numpy."))
    args = (x,) * (
        function.nin if isinstance(function, np.ufunc) else 2 if "busday_" in name or "shares" in name else 1
    )
    with pytest.raises(DtypeError, match=re.escape(refusals.reasons[name])):
        function(*args)


def test_reasons_are_of_functions_that_some_version_has():
    """Else a reason would stay behind that nobody meets."""
    known = {f"{m}.{name}" for m, name, _ in FUNCTIONS} | set(coverage._REMOVED) | {"numpy.row_stack"}
    reasons = {
        n for n in refusals.reasons if not n.startswith("scipy.")
    }  # those of SciPy differ more from version to version
    assert reasons | set(refusals.unasked) | refusals.without_arrays <= known
