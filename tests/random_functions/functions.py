"""What steps call: the same functions for NumPy (and so for tapegrad), and for PyTorch."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

import tapegrad as tg
from tests.random_programs import elementary
from tests.random_programs.elementary import Function
from tests.random_programs.functions import custom_functions


def _mask(shape: tuple[int, ...], seed: int) -> np.ndarray:
    return np.asarray(np.random.default_rng(seed).random(shape) < 0.5)


def _swish(x):  # type: ignore[no-untyped-def]
    return x * tg.sigmoid(x)


CUSTOM = {
    "numpy": {
        "cube": lambda x: x * x * x,
        "pair": lambda x, y: (x * y, x - 2.0 * y),
        "swish": lambda x: x / (1.0 + np.exp(-x)),
    },
    "tapegrad": {
        **{name: f.apply for name, f in custom_functions(tg).items()},
        "swish": tg.custom.elementwise(_swish, partials={"x": lambda x, out: out + tg.sigmoid(x) * (1.0 - out)}),
    },
    "torch": {
        **{name: f.apply for name, f in custom_functions(torch).items()},
        "swish": lambda x: x * torch.sigmoid(x),
    },
}

OTHER: dict[str, Function] = {
    "sum": lambda x, axis, keep: np.sum(x, axis=axis, keepdims=keep),
    "mean": lambda x, axis, keep: x.mean(axis=axis, keepdims=keep),
    "prod": lambda x, axis, keep: np.prod(x, axis=axis, keepdims=keep),
    "max": lambda x, axis, keep: np.max(x, axis=axis, keepdims=keep),
    "min": lambda x, axis, keep: x.min(axis=axis, keepdims=keep),
    "var": lambda x, axis, keep: np.var(x, axis=axis, keepdims=keep),
    "cumsum": lambda x, axis: np.cumsum(x, axis),
    "matmul": lambda x, y: x @ y,
    "dot": np.dot,
    "outer": np.outer,
    "einsum": lambda *given: np.einsum(given[-1], *given[:-1]),
    "select": lambda x, y, z: np.where(x > 0.0, y, z),
    "masked": lambda x, y, shape, seed: np.where(_mask(shape, seed), x, y),
    "stack": lambda *given: np.stack(given[:-1], given[-1]),
    "concatenate": lambda *given: np.concatenate(given[:-1], given[-1]),
    "roll": lambda x, n, axis: np.roll(x, n, axis),
    "tile": lambda x, n: np.tile(x, n),
    "repeat": lambda x, n, axis: np.repeat(x, n, axis),
    "tril": np.tril,
    "list": lambda *given: np.array(given),
    "number": lambda x, c, op: _NUMBER[op](x, c),
    "scaled": lambda x, n: x * n,
    "cubed": lambda x, n: x + 1e-12 * (n * n * n),
}
_NUMBER: dict[str, Function] = {
    "+": lambda x, c: x + c,
    "*": lambda x, c: c * x,
    "-": lambda x, c: x - c,
    "r-": lambda x, c: c - x,
    "/": lambda x, c: x / c,
}


def _axes(x: Any, axis: Any) -> tuple[int, ...]:
    return tuple(range(x.ndim)) if axis is None else axis if isinstance(axis, tuple) else (axis,)


def _reduction(name: str) -> Function:
    def reduce(x: Any, axis: Any, keep: bool) -> Any:
        axes = _axes(x, axis)
        if name in ("amax", "amin", "mean"):
            return getattr(torch, name)(x, axes, keepdim=keep) if axes else x * 1.0
        if name == "var":
            return torch.var(x, axes, correction=0, keepdim=keep) if axes else x * 0.0
        for a in sorted((a % x.ndim for a in axes), reverse=True):
            x = getattr(torch, name)(x, a, keepdim=keep)
        return x * 1.0

    return reduce


TORCH: dict[str, Function] = {
    **elementary.TORCH,
    "sum": _reduction("sum"),
    "mean": _reduction("mean"),
    "prod": _reduction("prod"),
    "max": _reduction("amax"),
    "min": _reduction("amin"),
    "var": _reduction("var"),
    "cumsum": torch.cumsum,
    "matmul": lambda x, y: x @ y,
    "dot": lambda x, y: x @ y if x.ndim and y.ndim else x * y,
    "outer": lambda x, y: x.reshape(-1)[:, None] * y.reshape(-1)[None, :],
    "einsum": lambda *given: torch.einsum(given[-1], *given[:-1]),
    "select": lambda x, y, z: torch.where(x > 0.0, y, z),
    "masked": lambda x, y, shape, seed: torch.where(torch.as_tensor(_mask(shape, seed)), x, y),
    "stack": lambda *given: torch.stack(given[:-1], given[-1]),
    "concatenate": lambda *given: torch.cat(given[:-1], given[-1]),
    "roll": lambda x, n, axis: torch.roll(x, n, axis),
    "tile": lambda x, n: torch.tile(x, (n,)),
    "repeat": lambda x, n, axis: torch.repeat_interleave(x, n, axis),
    "tril": torch.tril,
    "list": lambda *given: torch.stack(given),
    **{name: OTHER[name] for name in ("number", "scaled", "cubed")},
}  # fmt: skip
NUMPY: dict[str, Function] = {**elementary.UNARY, **elementary.BINARY, **OTHER}
TAPEGRAD: dict[str, Function] = {**NUMPY, "list": lambda *given: tg.array(list(given)), "relu": tg.relu}


def _extreme(function: Function) -> Function:
    return lambda x, axis, keep: x - function(x, _axes(x, axis), keepdim=True) if _axes(x, axis) else x * 0.0


# How far what decides is from deciding otherwise
GAPS: dict[str, Function] = {
    **{name: lambda x: x for name in ("abs", "relu", "guarded", "logguard", "inverse", "sign", "heaviside")},
    "clip": lambda x: torch.minimum(abs(x + 0.7), abs(x - 0.6)),
    **{name: lambda x, y: x - y for name in ("maximum", "minimum", "greater")},
    "select": lambda x, y, z: x,
    "max": _extreme(torch.amax),
    "min": _extreme(torch.amin),
}
