"""The help of distributions, which are objects: their parameters, and a density as SciPy computes it.

Tests: tests/package/test_help.py
"""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import Any

import numpy as np

_MEANINGS = {
    "loc": ("array_like, optional", "Where the distribution is moved to. By default 0."),
    "scale": ("array_like, optional", "By what it is stretched. By default 1."),
    "mean": ("array_like, optional", "The mean. By default zeros."),
    "cov": ("array_like, optional", "The covariance. By default the identity."),
    "shape": ("array_like, optional", "The matrix whose square root distances are divided by."),
    "df": ("array_like", "Degrees of freedom."),
    "allow_singular": ("bool, optional", "Whether the matrix may be singular."),
    "alpha": ("array_like", "The concentrations."),
    "n": ("array_like", "The number of trials."),
    "p": ("array_like", "The probability, or one for each outcome."),
}
_ARGUMENTS = {  # of densities of vectors
    "multivariate_normal": "[0.5, -0.5], [0.0, 0.0]",
    "multivariate_t": "[0.5, -0.5], [0.0, 0.0], df=3.0",
    "dirichlet": "[0.25, 0.75], [1.5, 2.0]",
    "multinomial": "[1, 2], 3, [0.25, 0.75]",
}


def of_distribution(distribution: Any, of_class: str) -> str:
    """Return the docstring of a distribution."""
    name = distribution.name
    signature = getattr(distribution, "__signature__", None) or distribution._signature
    summary = getattr(distribution, "summary", None) or inspect.cleandoc(of_class)
    blocks = []
    for p in signature.parameters.values():
        optional = ", optional" if p.default is not p.empty else ""
        kind, meaning = _MEANINGS.get(p.name, (f"array_like{optional}", "A parameter of the shape."))
        if p.name in getattr(distribution, "ignored", ()):
            kind, meaning = "object, optional", "An argument without a meaning here."
        blocks += [f"{p.name} : {kind}", f"    {meaning}"]
    return "\n".join([
        summary, "", f"Takes the parameters and has the methods of `scipy.stats.{name}`, which it stands for on Tensors.",
        "", "Parameters", "----------", *blocks,
        "", "Returns", "-------", "Frozen", "    The distribution with these parameters: its methods take the points alone.",
        "", "Raises", "------", "ArgumentError", "    For other parameters.",
        "", "See Also", "--------", f"scipy.stats.{name}",
        "", "Examples", "--------", *_example(distribution),
    ])  # fmt: skip


def _example(distribution: Any) -> list[str]:
    """Return lines that print a density, and its value by SciPy."""
    method = "logpmf" if hasattr(type(distribution), "logpmf") and getattr(distribution, "discrete", True) else "logpdf"
    name = distribution.name
    if (arguments := _ARGUMENTS.get(name)) is None:
        values = [f"{value!r}" for value in distribution.sample[0]]
        arguments = ", ".join(["1" if distribution.discrete else "0.75", *values])
    call = f"stats.{name}.{method}({arguments})"
    value = eval(f"scipy.{call}", {"scipy": import_module("scipy"), "stats": import_module("scipy.stats")})
    return [
        ">>> import tapegrad as tg",
        f">>> print(round(float(tg.{call}), 6))",
        f"{round(float(np.asarray(value)), 6)}",
    ]
