"""Random calls of NumPy's functions, on operands of all dtypes and with all options: values, dtypes and shapes.

A `Call` is plain data. NumPy says what it gives; `disagreements` says what tapegrad gives otherwise, eagerly, compiled and
mapped over a batch.

    python -m tests.ops.random_calls --count 20000 --seed 0

runs many, and prints each kind of failure once.
"""

from __future__ import annotations

import argparse
import collections
import re
import warnings
from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np

import tapegrad as tg
from tapegrad.errors import TapegradError

DTYPES = [
    "bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float32", "float64", "complex64",
    "complex128",
]  # fmt: skip
_SINGLE = ("float32", "complex64")
KNOWN = re.compile(
    "imaginary parts would be lost"  # where NumPy warns
    "|expected a dtype of floating-point"  # in which NumPy rounds distances to a mean
    "|Weights sum to zero"  # in recordings: there the result is not finite
    "|this function is for real numbers|expected real numbers"
    "|expected order 'C' or 'F'"
)


class Call(NamedTuple):
    """A function of NumPy's by name, its operands, and the arguments in which None stands for the next operand."""

    name: str
    operands: tuple[np.ndarray, ...]
    arguments: tuple[Any, ...]
    keywords: dict[str, Any]

    def __call__(self, *operands: Any) -> Any:
        left = iter(operands)

        def filled(x: Any) -> Any:
            if x is HERE:
                return next(left)
            return type(x)(map(filled, x)) if isinstance(x, (list, tuple)) else x

        return attrgetter(self.name)(np)(
            *map(filled, self.arguments), **{k: filled(v) for k, v in self.keywords.items()}
        )


LATER = {"matvec", "vecmat"}  # which NumPy has since 2.2
HERE = type("Here", (), {"__repr__": lambda self: "HERE"})()


# ------------------------------------------------------------------------------------------------- making


def numbers(rng: np.random.Generator, shape: tuple[int, ...], dtype: str, wild: bool = False) -> np.ndarray:
    """Small numbers with ties; with `wild`, also the extreme ones of the dtype, NaN and infinities."""
    kind = np.dtype(dtype).kind
    if kind == "b":
        return rng.random(shape) < 0.5
    if kind in "iu":
        found = rng.integers(0 if kind == "u" else -4, 9, shape).astype(dtype)
        limits = np.iinfo(dtype)
        extremes = [limits.min, limits.max, limits.max - 1]
    else:
        found = (np.round(rng.normal(size=shape) * 2, 1) + 0.0).astype(dtype)
        extremes = [np.nan, np.inf, -np.inf, -0.0]
        if kind == "c":  # in infinite complex numbers NumPy is not at one with itself
            extremes = [np.nan, complex(1.0, np.nan)]
            found = (found + 1j * np.round(rng.normal(size=shape) * 2, rng.integers(2))).astype(dtype)
    if wild and found.size:
        flat = found.reshape(-1)
        for _ in range(rng.integers(1, 3)):
            flat[rng.integers(flat.size)] = extremes[rng.integers(len(extremes))]
    return np.asarray(found)


class Maker:
    """Random choices for one call."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.wild = self.rng.random() < 0.25

    def of(self, *choices: Any) -> Any:
        return choices[self.rng.integers(len(choices))]

    def dtype(self, kinds: str = "biufc") -> str:
        return str(self.of(*[d for d in DTYPES if np.dtype(d).kind in kinds]))

    def shape(self, low: int = 0, high: int = 3) -> tuple[int, ...]:
        return tuple(int(self.rng.integers(1, 5)) for _ in range(self.rng.integers(low, high + 1)))

    def array(self, shape: Any = None, dtype: str | None = None, wild: bool | None = None) -> np.ndarray:
        shape = self.shape() if shape is None else shape
        return numbers(self.rng, shape, dtype or self.dtype(), self.wild if wild is None else wild)

    def axis(self, ndim: int) -> Any:
        return self.of(None, *range(-ndim, ndim))

    def axes(self, ndim: int) -> Any:
        if ndim > 1 and self.rng.random() < 0.3:
            return tuple(int(d) for d in self.rng.permutation(ndim)[: self.rng.integers(1, ndim + 1)])
        return self.axis(ndim)

    def some(self, **choices: Any) -> dict[str, Any]:
        """Some of the keywords, each with a value of a function or one of a tuple."""
        found = {}
        for name, choice in choices.items():
            if self.rng.random() < 0.3:
                found[name] = choice() if callable(choice) else self.of(*choice)
        return found


def names_of_ufuncs(nin: int) -> list[str]:
    """NumPy's ufuncs of numbers."""
    names = {n for n in dir(np) if isinstance(getattr(np, n), np.ufunc) and getattr(np, n).__name__ == n}
    products = {"matmul", "vecdot", "matvec", "vecmat"}
    return sorted(n for n in names - products if getattr(np, n).nin == nin and n not in ("isnat", "frompyfunc"))


def unary(m: Maker) -> Call:
    return Call(m.of(*names_of_ufuncs(1)), (m.array(),), (HERE,), {})


def binary(m: Maker) -> Call:
    name = m.of(*names_of_ufuncs(2))
    shape = m.shape(0, 2)
    x = m.array(shape, None, m.wild and name != "ldexp")
    other = m.of("array", "array", "vector", "number")
    if other == "number" and name != "ldexp":
        y = m.of(2, 3, 0, -1, 2.5, True, 1 + 2j, np.float32(1.5), np.int8(3), np.float64(2.0))
        return Call(name, (x,), m.of((HERE, y), (y, HERE)), {})
    y = m.array(shape if other == "array" else shape[-1:])
    return Call(name, (x, y), (HERE, HERE), {})


REDUCTIONS = {
    "sum": "dtype initial where", "prod": "dtype initial where", "mean": "dtype where", "std": "dtype ddof where",
    "var": "dtype ddof where", "max": "initial where", "min": "initial where", "amax": "initial where", "any": "where", "all": "where",
    "ptp": "", "argmax": "one", "argmin": "one", "median": "", "nansum": "dtype initial where", "nanprod": "dtype initial where",
    "nanmean": "dtype where", "nanstd": "dtype ddof where", "nanvar": "dtype ddof where", "nanmax": "initial where",
    "nanmin": "initial where", "nanmedian": "", "count_nonzero": "", "nanargmax": "one", "nanargmin": "one",
    "add.reduce": "dtype initial where", "multiply.reduce": "dtype initial where", "maximum.reduce": "initial where",
    "minimum.reduce": "initial where", "logical_and.reduce": "", "logical_or.reduce": "", "fmax.reduce": "", "fmin.reduce": "",
}  # fmt: skip


def reduction(m: Maker) -> Call:
    name = m.of(*REDUCTIONS)
    options = REDUCTIONS[name]
    x = m.array(m.shape(0, 3))
    keywords: dict[str, Any] = m.some(
        axis=lambda: (m.axis if "one" in options else m.axes)(x.ndim), keepdims=(True, False)
    )
    if "dtype" in options:
        keywords |= m.some(dtype=lambda: np.dtype(m.dtype()))
    if "initial" in options:
        keywords |= m.some(initial=(1, 2, 2.5))
    if "where" in options:
        keywords |= m.some(where=lambda: m.array(x.shape, "bool"))
    if "ddof" in options:
        keywords |= m.some(ddof=(0, 1, 0.5))
    return Call(name, (x,), (HERE,), keywords)


CUMULATIVE = [
    "cumsum", "cumprod", "nancumsum", "nancumprod", "add.accumulate", "multiply.accumulate", "maximum.accumulate",
    "cumulative_sum", "cumulative_prod",
]  # fmt: skip


def cumulative(m: Maker) -> Call:
    name = m.of(*CUMULATIVE)
    x = m.array(m.shape(1, 3))
    keywords = m.some(axis=lambda: m.of(*range(-x.ndim, x.ndim)), dtype=lambda: np.dtype(m.dtype()))
    if name.startswith("maximum"):
        keywords.pop("dtype", None)
    if name.startswith("cumulative"):
        keywords |= m.some(include_initial=(True,))
    return Call(name, (x,), (HERE,), keywords)


SORTING = [
    "sort", "argsort", "sort_complex", "unique", "lexsort", "partition", "nonzero", "flatnonzero", "argwhere",
    "searchsorted", "digitize", "isin", "union1d", "setdiff1d", "intersect1d", "setxor1d", "unique_counts",
]  # fmt: skip


def sorting(m: Maker) -> Call:
    name = m.of(*SORTING)
    x = m.array(m.shape(1, 2))
    if name in ("sort", "argsort"):
        return Call(name, (x,), (HERE,), m.some(axis=lambda: m.axis(x.ndim)) | {"stable": True})
    if name == "partition":
        x = np.sort(x)
        return Call(name, (x,), (HERE, 0), {})
    if name in ("searchsorted", "digitize"):
        a = np.sort(m.array((4,), wild=False))
        v = m.array(m.shape(0, 2), wild=False)
        if name == "searchsorted":
            return Call(name, (a, v), (HERE, HERE), m.some(side=("left", "right")))
        return Call(name, (v, a), (HERE, HERE), m.some(right=(True, False)))
    if name == "isin":
        return Call(name, (x, m.array((3,))), (HERE, HERE), m.some(invert=(True, False)))
    if name in ("union1d", "setdiff1d", "intersect1d", "setxor1d"):
        return Call(name, (x, m.array((3,), str(x.dtype) if m.rng.random() < 0.5 else None)), (HERE, HERE), {})
    if name == "unique":
        return Call(
            name,
            (x,),
            (HERE,),
            m.some(return_index=(True,), return_inverse=(True,), return_counts=(True,), axis=lambda: m.axis(x.ndim)),
        )
    return Call(name, (x,), (HERE,), {})


def moving(m: Maker) -> Call:
    x = m.array(m.shape(2, 3))
    y = m.array(x.shape)
    return m.of(
        Call("ravel", (x,), (HERE,), m.some(order=("C", "F"))), Call("transpose", (x,), (HERE,), {}),
        Call("flip", (x,), (HERE,), m.some(axis=lambda: m.axes(x.ndim))), Call("roll", (x,), (HERE, m.of(1, -2)), m.some(axis=lambda: m.axis(x.ndim))),
        Call("rot90", (x,), (HERE, m.of(1, 2, 3)), {}), Call("tril", (x,), (HERE,), m.some(k=(-1, 1))), Call("triu", (x,), (HERE,), m.some(k=(-1, 1))),
        Call("diag", (x[..., 0, 0] if x.ndim == 3 else x,), (HERE,), m.some(k=(-1, 1))), Call("diagonal", (x,), (HERE,), m.some(offset=(-1, 1))), Call("trace", (x,), (HERE,), m.some(offset=(-1, 1), dtype=lambda: np.dtype(m.dtype()))),
        Call("repeat", (x,), (HERE, 2), m.some(axis=lambda: m.axis(x.ndim))), Call("tile", (x,), (HERE, m.of(2, (2, 1))), {}),
        Call("concatenate", (x, y), ([HERE, HERE],), m.some(axis=lambda: m.axis(x.ndim))), Call("stack", (x, y), ([HERE, HERE],), m.some(axis=(0, -1))),
        Call("vstack", (x, y), ([HERE, HERE],), {}), Call("hstack", (x, y), ([HERE, HERE],), {}), Call("dstack", (x, y), ([HERE, HERE],), {}), Call("column_stack", (x, y), ([HERE, HERE],), {}),
        Call("append", (x, y), (HERE, HERE), m.some(axis=lambda: m.axis(x.ndim))), Call("insert", (x,), (HERE, 1, m.of(2, 2.7)), m.some(axis=lambda: m.axis(x.ndim))),
        Call("delete", (x,), (HERE, 0), m.some(axis=lambda: m.axis(x.ndim))), Call("where", (m.array(x.shape, "bool"), x, y), (HERE, HERE, HERE), {}),
        Call("where", (m.array(x.shape), x), (HERE, HERE, m.of(0, 1.5, 2j)), {}), Call("take", (x,), (HERE, m.of([0, 0], np.array([True, False]), 0)), m.some(axis=lambda: m.axis(x.ndim), mode=("wrap", "clip"))),
        Call("compress", (x,), (m.of([True], [True, False]), HERE), m.some(axis=lambda: m.axis(x.ndim))), Call("extract", (m.array(x.shape, "bool"), x), (HERE, HERE), {}),
        Call("select", (m.array(x.shape, "bool"), x), ([HERE], [HERE]), m.some(default=(0, 2.5))),
        Call("choose", (m.array(x.shape, "bool"), x, y), (HERE, [HERE, HERE]), {}), Call("broadcast_to", (x,), (HERE, (2, *x.shape)), {}),
        Call("full_like", (x,), (HERE, m.of(2, 2.5)), m.some(dtype=lambda: np.dtype(m.dtype()))), Call("zeros_like", (x,), (HERE,), m.some(dtype=lambda: np.dtype(m.dtype()))),
        Call("ones_like", (x,), (HERE,), m.some(shape=((2, 2),))), Call("squeeze", (x[:1],), (HERE,), {}), Call("expand_dims", (x,), (HERE, 1), {}), Call("moveaxis", (x,), (HERE, 0, -1), {}),
        Call("piecewise", (x, m.array(x.shape, "bool")), (HERE, [HERE], [m.of(1.7, 3), m.of(2.5, 4)]), {}), Call("trim_zeros", (x[..., 0, 0] if x.ndim == 3 else x[:, 0],), (HERE,), {}),
        Call("resize", (x,), (HERE, (2, 5)), {}), Call("array_split", (x,), (HERE, 2), {}), Call("copy", (x,), (HERE,), {}), Call("atleast_3d", (x,), (HERE,), {}),
        Call("reshape", (x,), (HERE, (-1,)), m.some(order=("F", "A"))), Call("meshgrid", (x[..., 0, 0] if x.ndim == 3 else x[:, 0], y.ravel()), (HERE, HERE), m.some(indexing=("ij",), sparse=(True,))),
        Call("take_along_axis", (x, np.zeros(x.shape, m.of("int8", "int64"))), (HERE, HERE), {"axis": 0}), Call("block", (x, y), ([HERE, HERE],), {}),
        Call("swapaxes", (x,), (HERE, 0, 1), {}), Call("fliplr", (x,), (HERE,), {}), Call("vsplit", (x,), (HERE, [1]), {}), Call("astype", (x,), (HERE, np.dtype(m.dtype())), {}),
    )  # fmt: skip


PAD_MODES = ["constant", "edge", "reflect", "symmetric", "wrap", "linear_ramp", "maximum", "minimum", "mean", "median"]


def padding(m: Maker) -> Call:
    x = m.array(tuple(int(n) for n in m.rng.integers(1, 6, m.rng.integers(1, 3))))
    mode = m.of(*PAD_MODES)
    width = m.of(1, 2, 5, (1, 2), ((1, 0),), tuple((int(a), int(b)) for a, b in m.rng.integers(0, 4, (x.ndim, 2))))
    options: dict[str, Any] = {}
    if mode == "constant":
        options = m.some(constant_values=(3, 2.5, (1, 2), ((1, 2),)))
    if mode == "linear_ramp":
        options = m.some(end_values=(3, 2.5, (1, -2), ((1, 2),)))
    if mode in ("maximum", "minimum", "mean", "median"):
        options = m.some(stat_length=(1, 2, 9, (1, 2), None))
    if mode in ("reflect", "symmetric"):
        options = m.some(reflect_type=("odd", "even"))
    return Call("pad", (x,), (HERE, width), {"mode": mode, **options})


METHODS = [
    "inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf", "hazen", "weibull", "linear",
    "median_unbiased", "normal_unbiased", "lower", "higher", "midpoint", "nearest",
]  # fmt: skip


def quantile(m: Maker) -> Call:
    name = m.of("quantile", "nanquantile", "percentile", "nanpercentile")
    x = m.array(m.shape(1, 3), None, False)
    if m.wild and x.dtype.kind == "f":
        x[..., 0] = np.nan
    q: Any = m.of(
        0.3, 0.5, [0.2, 0.75], np.float32(0.3), np.array([0.0, 1.0, 0.5], np.float32), 0, 1, m.rng.random((2, 2))
    )
    q = q[0] if name.startswith("nan") and np.ndim(q) == 2 else q  # of which NumPy mixes up the axes
    if "percent" in name:
        q = q * 100 if not isinstance(q, list) else [p * 100 for p in q]
    keywords = m.some(axis=lambda: m.axes(x.ndim), keepdims=(True,), method=METHODS)
    if m.rng.random() < 0.15:
        keywords |= {"method": "inverted_cdf", "weights": m.rng.integers(1, 4, x.shape), "axis": None}
    return Call(name, (x,), (HERE, q), keywords)


def statistics(m: Maker) -> Call:
    x = m.array(m.shape(1, 2))
    y = m.array((2, 5))
    v, w = m.array((4,)), m.array((4,))
    short = m.array((3,))
    flat = m.array((6,))
    counted = m.array((6,), m.dtype("iu"), False)
    counted = np.abs(counted)
    return m.of(
        Call("average", (x,), (HERE,), m.some(axis=lambda: m.axes(x.ndim), returned=(True,), keepdims=(True,))),
        Call("average", (x, m.array(x.shape, None, False)), (HERE, None, HERE), m.some(returned=(True,))),
        Call("cov", (y,), (HERE,), m.some(ddof=(0, 1), bias=(True,), rowvar=(False,), dtype=lambda: np.dtype(m.dtype("fc")))), Call("corrcoef", (y,), (HERE,), m.some(rowvar=(False,))),
        Call("cov", (v, w), (HERE, HERE), {}), Call("corrcoef", (v, w), (HERE, HERE), {}),
        Call("diff", (x,), (HERE,), m.some(n=(0, 1, 2), axis=lambda: m.of(*range(-x.ndim, x.ndim)), prepend=(0, 1.5), append=(0, 2))),
        Call("ediff1d", (x,), (HERE,), m.some(to_begin=(1,), to_end=(2,))), Call("gradient", (flat,), (HERE,), m.some(edge_order=(1, 2))), Call("gradient", (flat,), (HERE, m.of(2, 0.5)), {}),
        Call("trapezoid", (x,), (HERE,), m.some(dx=(1, 0.5, 2), axis=lambda: m.of(*range(-x.ndim, x.ndim)))), Call("trapezoid", (v, w), (HERE, HERE), {}),
        Call("convolve", (v, short), (HERE, HERE), m.some(mode=("full", "same", "valid"))), Call("correlate", (v, short), (HERE, HERE), m.some(mode=("full", "same", "valid"))),
        Call("interp", (x, np.sort(numbers(m.rng, (5,), m.dtype("iuf")) + np.arange(5) * 10), m.array((5,))), (HERE, HERE, HERE), m.some(left=(0, -1.5), right=(7,), period=(20,))),
        Call("unwrap", (x,), (HERE,), m.some(period=(2, 4, 6.5), discont=(2,), axis=lambda: m.of(*range(-x.ndim, x.ndim)))),
        Call("clip", (x,), (HERE, m.of(0, 1, None, 0.5), m.of(2, 3, 2.5)), {}), Call("clip", (x, m.array((), None, False)), (HERE, HERE, None), {}),
        Call("round", (x,), (HERE,), m.some(decimals=(0, 1, -1, 2))), Call("around", (x,), (HERE,), m.some(decimals=(0, 1, -1))), Call("fix", (x,), (HERE,), {}),
        Call("nan_to_num", (x,), (HERE,), m.some(nan=(1, 2.5), posinf=(7,), neginf=(-7,))), Call("real_if_close", (x,), (HERE,), {}), Call("real", (x,), (HERE,), {}), Call("imag", (x,), (HERE,), {}),
        Call("angle", (x,), (HERE,), m.some(deg=(True,))), Call("sinc", (x,), (HERE,), {}), Call("iscomplex", (x,), (HERE,), {}), Call("isreal", (x,), (HERE,), {}),
        Call("isposinf", (x,), (HERE,), {}), Call("isneginf", (x,), (HERE,), {}), Call("isclose", (v, w), (HERE, HERE), m.some(equal_nan=(True,), rtol=(0.5,), atol=(1,))), Call("allclose", (v, w), (HERE, HERE), {}),
        Call("array_equal", (v, w), (HERE, HERE), m.some(equal_nan=(True,))), Call("array_equiv", (v, w), (HERE, HERE), {}),
        Call("histogram", (flat,), (HERE,), m.some(bins=(3, 5), range=((-2, 5),), density=(True,))), Call("histogram_bin_edges", (flat,), (HERE,), m.some(bins=(3, 5), range=((-2, 5),))),
        Call("bincount", (counted,), (HERE,), m.some(minlength=(0, 9))), Call("bincount", (counted, m.array((6,))), (HERE, HERE), {}),
        Call("vander", (short,), (HERE,), m.some(N=(0, 2, 4), increasing=(True,))), Call("polyval", (short, x), (HERE, HERE), {}), Call("polyadd", (short, v), (HERE, HERE), {}), Call("polysub", (short, v), (HERE, HERE), {}),
        Call("polymul", (short, v), (HERE, HERE), {}), Call("polyder", (v,), (HERE,), m.some(m=(0, 1, 2))), Call("polyint", (v,), (HERE,), m.some(m=(0, 1, 2), k=(1, 2.5))), Call("poly", (short,), (HERE,), {}), Call("polydiv", (v, short + 1 if short.dtype != bool else short | True), (HERE, HERE), {}),
        Call("linspace", (m.array(()), m.array(())), (HERE, HERE, 5), m.some(endpoint=(False,), dtype=lambda: np.dtype(m.dtype()), retstep=(True,))), Call("logspace", (m.array((), None, False), m.array((), None, False)), (HERE, HERE, 4), m.some(base=(2, 3.5), endpoint=(False,), dtype=lambda: np.dtype(m.dtype()))),
        Call("geomspace", (np.abs(m.array((), None, False)) + np.int8(1), np.abs(m.array((), None, False)) + np.int8(3)), (HERE, HERE, 5), m.some(endpoint=(False,), dtype=lambda: np.dtype(m.dtype()))),
        Call("apply_along_axis", (x,), (np.sum, 0, HERE), {}), Call("fmod.outer", (v, short), (HERE, HERE), {}), Call("add.outer", (v, short), (HERE, HERE), {}), Call("add.reduceat", (v,), (HERE, [0, 2, 1]), m.some(dtype=lambda: np.dtype(m.dtype()))),
        Call("maximum.reduceat", (v,), (HERE, [0, 2]), {}), Call("multiply.reduceat", (v,), (HERE, [0, 2, 1]), m.some(dtype=lambda: np.dtype(m.dtype()))), Call("heaviside", (v, w), (HERE, HERE), {}),
    )  # fmt: skip


def products(m: Maker) -> Call:
    a, b = m.array((2, 3), None, False), m.array((3, 2), None, False)
    v, w, q = m.array((3,), None, False), m.array((3,), None, False), m.array((3, 3), None, False)
    return m.of(
        Call("matmul", (a, b), (HERE, HERE), {}), Call("dot", (a, b), (HERE, HERE), {}), Call("dot", (v, w), (HERE, HERE), {}), Call("vdot", (v, w), (HERE, HERE), {}), Call("inner", (v, w), (HERE, HERE), {}),
        Call("outer", (v, w), (HERE, HERE), {}), Call("kron", (v, w), (HERE, HERE), {}), Call("cross", (v, w), (HERE, HERE), {}), Call("tensordot", (a, b), (HERE, HERE), {"axes": 1}),
        Call("einsum", (a, b), ("ij,jk->ik", HERE, HERE), {}), Call("einsum", (v, w), ("i,i", HERE, HERE), {}), Call("einsum", (q,), (m.of("ii", "ii->i", "ij->ji", "ij->"), HERE), {}), Call("vecdot", (v, w), (HERE, HERE), {}),
        Call("matvec", (q, v), (HERE, HERE), {}), Call("vecmat", (v, q), (HERE, HERE), {}), Call("linalg.multi_dot", (a, b, m.array((2, 2), None, False)), ([HERE, HERE, HERE],), {}),
        Call("linalg.matrix_power", (q,), (HERE, m.of(0, 1, 2, 3)), {}), Call("linalg.norm", (v,), (HERE,), m.some(ord=(1, 2, np.inf, 3, 0))), Call("linalg.norm", (q,), (HERE,), m.some(ord=(1, np.inf, "fro"), axis=(0, 1))),
        Call("linalg.det", (q,), (HERE,), {}), Call("linalg.inv", (q,), (HERE,), {}), Call("linalg.solve", (q, v), (HERE, HERE), {}), Call("linalg.trace", (q,), (HERE,), {}), Call("linalg.matrix_norm", (q,), (HERE,), {}), Call("linalg.vector_norm", (q,), (HERE,), {}),
    )  # fmt: skip


MAKERS: dict[str, tuple[Callable[[Maker], Call], float]] = {
    "unary": (unary, 2), "binary": (binary, 3), "reduction": (reduction, 3), "cumulative": (cumulative, 1), "sorting": (sorting, 1.5),
    "moving": (moving, 2), "padding": (padding, 1), "quantile": (quantile, 1), "statistics": (statistics, 3), "products": (products, 1),
}  # fmt: skip


def call_of(seed: int) -> Call:
    """The call of a seed."""
    m = Maker(seed)
    weights = np.array([w for _, w in MAKERS.values()])
    make = list(MAKERS.values())[m.rng.choice(len(MAKERS), p=weights / weights.sum())][0]
    call = make(m)
    while call.name in LATER and not hasattr(np, call.name):
        call = make(m)
    return call


def edged(call: Call, seed: int) -> Call:
    """The same call with 0 or 1 in place of one of the lengths that its operands have, all of them."""
    rng = np.random.default_rng(seed)
    lengths = sorted({n for x in call.operands for n in x.shape})
    if not lengths:
        return call
    old, new = rng.choice(lengths), int(rng.choice([0, 0, 1]))
    shapes = [tuple(new if n == old else n for n in x.shape) for x in call.operands]
    operands = [
        x if s == x.shape else np.resize(x, s).astype(x.dtype) for x, s in zip(call.operands, shapes, strict=True)
    ]
    return call._replace(operands=tuple(operands))


def _strided(x: np.ndarray) -> np.ndarray:
    wide = np.zeros(tuple(2 * n for n in x.shape), x.dtype)
    wide[tuple(slice(1, None, 2) for _ in x.shape)] = x
    return wide[tuple(slice(1, None, 2) for _ in x.shape)]


def _backwards(x: np.ndarray) -> np.ndarray:
    turned = tuple(slice(None, None, -1) for _ in x.shape)
    return np.ascontiguousarray(x[turned]).reshape(x.shape)[turned]


def _fixed(x: np.ndarray) -> np.ndarray:
    x = x.copy()
    x.flags.writeable = False
    return x


def _askew(x: np.ndarray) -> np.ndarray:
    memory = np.zeros(x.nbytes + 1, np.uint8)[1:]
    memory[:] = np.frombuffer(x.tobytes(), np.uint8)
    return memory.view(x.dtype).reshape(x.shape)


LAYOUTS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "in Fortran's order": np.asfortranarray, "strided": _strided, "backwards": _backwards, "read-only": _fixed,
    "not aligned": _askew, "of another order of bytes": lambda x: x.astype(x.dtype.newbyteorder()),
}  # fmt: skip


def laid_out(call: Call, layout: str) -> Call:
    """The same call of operands with dimensions that lie otherwise in memory."""
    return call._replace(operands=tuple(LAYOUTS[layout](x) if x.ndim else x for x in call.operands))


# ------------------------------------------------------------------------------------------------- comparing


def _leaves(x: Any) -> Iterator[np.ndarray]:
    if isinstance(x, (list, tuple)):
        for part in x:
            yield from _leaves(part)
    else:
        yield np.asarray(x.detach().numpy() if isinstance(x, tg.Tensor) else x)


def _expected_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """That of NumPy's in this machine's order of bytes, with single precision in place of half."""
    return np.dtype(np.float32) if dtype == np.float16 else dtype.newbyteorder("=")


def difference(found: Any, expected: Any, rough: bool) -> str:
    """In what two results differ, in a few words; "" if they are the same."""
    found, expected = list(_leaves(found)), list(_leaves(expected))
    if len(found) != len(expected):
        return f"{len(found)} results for {len(expected)}"
    for a, b in zip(found, expected, strict=True):
        if a.shape != b.shape:
            return f"shape {a.shape} for {b.shape}"
        if a.dtype != _expected_dtype(b.dtype):
            return f"dtype {a.dtype} for {b.dtype}"
        if b.dtype.kind in "biu":
            if not np.array_equal(a, b):
                return "other values"
            continue
        half = b.dtype == np.float16
        tolerance = 2e-2 if half else 2e-4 if rough or b.dtype.name in _SINGLE else 1e-10
        scale = float(np.max(np.abs(b), initial=1.0, where=np.isfinite(b)))
        with np.errstate(all="ignore"):
            if not np.allclose(a.astype(b.dtype), b, tolerance, tolerance * scale, equal_nan=True):
                return "other values"
    return ""


def run(call: Call, way: str) -> Any:
    """What tapegrad gives."""
    if way == "eager":
        return call(*map(tg.asarray, call.operands))
    if way == "compiled":
        return tg.compile(lambda *xs: call(*map(tg.asarray, xs)))(*call.operands)
    if way == "first":
        return call(tg.asarray(call.operands[0]), *call.operands[1:])
    return tg.vmap(lambda *xs: call(*map(tg.asarray, xs)))(*[np.stack([x, x]) for x in call.operands])


WAYS = ("eager", "first", "compiled", "vmap")


def verdicts(call: Call, ways: tuple[str, ...] = WAYS) -> dict[str, str]:
    """What differs, for each way to run it; "" where nothing does, "refused: ..." for an error of tapegrad's."""
    answers: dict[str, str] = {}
    rough = any(x.dtype.name in _SINGLE for x in call.operands) or "float32" in repr(call.arguments)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            expected = call(*call.operands)
        except Exception as error:
            expected = error
        for way in ways:
            try:
                found = run(call, way)
            except Exception as error:
                if isinstance(expected, Exception):
                    answers[way] = ""
                else:
                    kind = "refused" if isinstance(error, TapegradError) else "RAISED"
                    answers[way] = f"{kind}: {type(error).__name__}: {str(error)[:150]}"
                continue
            if isinstance(expected, Exception):
                answers[way] = f"accepted: NumPy raises {type(expected).__name__}: {str(expected)[:80]}"
                continue
            if way == "vmap":
                answers[way] = difference(found, _stacked(expected), rough)
            else:
                answers[way] = difference(found, expected, rough)
    return answers


def _stacked(x: Any) -> Any:
    return [_stacked(part) for part in x] if isinstance(x, (list, tuple)) else np.stack([np.asarray(x)] * 2)


def main() -> None:
    """Run many calls, and show each kind of failure once."""
    parser = argparse.ArgumentParser(prog="python -m tests.ops.random_calls")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--ways", default=",".join(WAYS))
    parser.add_argument("--name", default="")
    arguments = parser.parse_args()
    kinds: collections.Counter[str] = collections.Counter()
    shown: dict[str, str] = {}
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        call = call_of(seed)
        if arguments.name and call.name not in arguments.name.split(","):
            continue
        for way, verdict in verdicts(call, tuple(arguments.ways.split(","))).items():
            if verdict and not KNOWN.search(verdict):
                key = f"{call.name:22} {way:9} {verdict[:110]}"
                kinds[key] += 1
                dtypes = " ".join(f"{x.dtype}{list(x.shape)}" for x in call.operands)
                shown.setdefault(key, f"seed {seed}: {dtypes} {call.arguments[1:]} {call.keywords}"[:150])
    for key, number in sorted(kinds.items()):
        print(f"{number:5} {key}\n        {shown[key]}")


if __name__ == "__main__":
    main()
