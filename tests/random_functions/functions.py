"""What steps call: the same functions for NumPy (and so for tapegrad), and for PyTorch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

import tapegrad as tg
from tests.random_programs.functions import custom_functions

Function = Callable[..., Any]


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

UNARY: dict[str, Function] = {
    "sin": np.sin,
    "cos": np.cos,
    "tanh": np.tanh,
    "exp": lambda x: np.exp(np.sin(x)),
    "log": lambda x: np.log(x * x + 1.0),
    "sqrt": lambda x: np.sqrt(x * x + 0.5),
    "square": np.square,
    "power2": lambda x: x**2,
    "power3": lambda x: x**3,
    "power4": lambda x: np.power(x, 4),
    "times": lambda x: x * x,
    "negative": lambda x: -x,
    "positive": lambda x: +x,
    "reciprocal": lambda x: 1.0 / (x * x + 1.0),
    "arctan": np.arctan,
    "expm1": lambda x: np.expm1(np.tanh(x)),
    "log1p": lambda x: np.log1p(np.square(x)),
    "abs": abs,
    "relu": lambda x: np.maximum(x, 0.0),
    "clip": lambda x: np.clip(x, -0.7, 0.6),
    "guarded": lambda x: np.where(x > 0, np.sqrt(x), 0.0),
    "logguard": lambda x: np.where(x > 0, np.log(x), 0.0),
    "inverse": lambda x: np.where(x != 0, 1.0 / x, 0.0),
    "sign": np.sign,
    "heaviside": lambda x: (x > 0) * x,
}
BINARY: dict[str, Function] = {
    "add": lambda x, y: x + y,
    "subtract": np.subtract,
    "multiply": lambda x, y: x * y,
    "divide": lambda x, y: x / (y * y + 1.0),
    "maximum": np.maximum,
    "minimum": np.minimum,
    "hypot": lambda x, y: np.hypot(x, y + 3.0),
    "arctan2": lambda x, y: np.arctan2(x, y * y + 1.0),
    "logaddexp": np.logaddexp,
    "greater": lambda x, y: np.where(x > y, x, y * 0.5),
    "power": lambda x, y: (x * x + 1.0) ** y,
    "product3": lambda x, y: x * y * x,
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


def _zero(x: Any) -> Any:
    return torch.zeros_like(x)


TORCH: dict[str, Function] = {
    "sin": torch.sin,
    "cos": torch.cos,
    "tanh": torch.tanh,
    "square": torch.square,
    "arctan": torch.atan,
    "exp": lambda x: torch.exp(torch.sin(x)),
    "log": lambda x: torch.log(x * x + 1.0),
    "sqrt": lambda x: torch.sqrt(x * x + 0.5),
    "power4": lambda x: x**4,
    "expm1": lambda x: torch.expm1(torch.tanh(x)),
    "log1p": lambda x: torch.log1p(x * x),
    "relu": torch.relu,
    "clip": lambda x: torch.clip(x, -0.7, 0.6),
    "guarded": lambda x: torch.where(x > 0, torch.sqrt(torch.where(x > 0, x, 1.0)), 0.0),
    "logguard": lambda x: torch.where(x > 0, torch.log(torch.where(x > 0, x, 1.0)), 0.0),
    "inverse": lambda x: torch.where(x != 0, 1.0 / torch.where(x != 0, x, 1.0), 0.0),
    "sign": torch.sign,
    **{name: UNARY[name] for name in ("power2", "power3", "times", "negative", "positive", "reciprocal", "abs", "heaviside")},
    **{name: BINARY[name] for name in ("add", "multiply", "divide", "product3")},
    "power": lambda x, y: torch.exp(y * torch.log(x * x + 1.0)),  # PyTorch's own loses a derivative at exponent 0
    "subtract": lambda x, y: x - y,
    "maximum": torch.maximum,
    "minimum": torch.minimum,
    "hypot": lambda x, y: torch.hypot(x, y + 3.0),
    "arctan2": lambda x, y: torch.atan2(x, y * y + 1.0),
    "logaddexp": torch.logaddexp,
    "greater": lambda x, y: torch.where(x > y, x, y * 0.5),
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
NUMPY: dict[str, Function] = {**UNARY, **BINARY, **OTHER}
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
