"""Elementwise functions under one name in NumPy (and so in tapegrad) and in PyTorch, for random programs and functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

Function = Callable[..., Any]

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
}  # fmt: skip
