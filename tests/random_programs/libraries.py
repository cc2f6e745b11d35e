"""Operations in PyTorch and in tapegrad under one name each.

Where the two libraries mean to differ, PyTorch does what tapegrad promises, see `tests.random_programs`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

import tapegrad as tg
from tests.random_programs import elementary
from tests.random_programs.functions import custom_functions


class Torch:
    """PyTorch, made to do what tapegrad promises.

    Attributes
    ----------
    fragile : bool
        Whether a decision hung on rounding, so that other results are no evidence.
    """

    module = torch
    functions: dict[str, Any] = custom_functions(torch)

    def __init__(self) -> None:
        self.fragile = False
        self.near, self.tolerance = 1e-9, 1e-8

    def leaf(self, array: np.ndarray, requires_grad: bool) -> Any:
        self._lane(str(array.dtype))
        return torch.tensor(array, requires_grad=requires_grad)

    def _lane(self, dtype: str) -> None:
        if dtype == "float32":
            self.near, self.tolerance = 1e-3, 2e-3

    def kept(self, x: Any) -> Any:
        return x.contiguous() * torch.ones((), dtype=x.dtype)

    def together(self, *parts: Any) -> list[Any]:
        dtype = torch.float64 if any(p.dtype == torch.float64 for p in parts) else torch.float32
        return [self.kept(p.to(dtype)) for p in parts]

    def _decides(self, gap: Any) -> None:
        gap = abs(gap.detach())
        self.fragile |= bool(((gap < self.near) & (gap != 0)).any())

    def unary(self, name: str, x: Any) -> Any:
        if name in ("abs", "relu"):
            self._decides(x)
        elif name == "clip":
            self._decides(x + 0.7)
            self._decides(x - 0.6)
        return elementary.TORCH[name](x)

    def binary(self, name: str, x: Any, y: Any) -> Any:
        x, y = self.together(x, y)
        if name in ("maximum", "minimum", "greater"):
            self._decides(x - y)
        return elementary.TORCH[name](x, y)

    def reduce(self, name: str, x: Any, axis: int | None, keepdims: bool) -> Any:
        axes = tuple(range(x.ndim)) if axis is None else (axis,)
        if name in ("amax", "amin"):
            extreme = getattr(torch, name)(x, axes, keepdim=True) if axes else x
            self._decides(x - extreme)
            return getattr(torch, name)(x, axes, keepdim=keepdims) if axes else x * 1.0
        if name == "var" and not axes:
            return x * 0.0
        if name == "prod" or not axes:
            for a in sorted(axes, reverse=True):
                x = torch.prod(x, a, keepdim=keepdims)
            return x * 1.0
        if name == "var":
            return torch.var(x, axes, correction=0, keepdim=keepdims)
        return getattr(torch, name)(x, axes, keepdim=keepdims)

    def cumsum(self, x: Any, axis: int) -> Any:
        return torch.cumsum(x, axis)

    def matmul(self, x: Any, y: Any) -> Any:
        x, y = self.together(x, y)
        return x @ y

    def where(self, mask: np.ndarray, x: Any, y: Any) -> Any:
        x, y = self.together(x, y)
        return torch.where(torch.as_tensor(mask), x, y)

    def stack(self, parts: Sequence[Any], axis: int) -> Any:
        return torch.stack(self.together(*parts), axis)

    def concatenate(self, parts: Sequence[Any], axis: int) -> Any:
        return torch.cat(self.together(*parts), axis)

    def flip(self, x: Any) -> Any:
        return torch.flip(x, tuple(range(x.ndim)))

    def roll(self, x: Any, n: int, axis: int) -> Any:
        return torch.roll(x, n, axis)

    def _index(self, index: Any) -> Any:
        return tuple(torch.as_tensor(i) if isinstance(i, np.ndarray) else i for i in index)

    def read(self, x: Any, index: Any) -> Any:
        result = x[self._index(index)]
        if any(isinstance(i, np.ndarray) for i in index):
            return self.kept(result)
        return self.kept(result) if result.ndim == 0 and all(isinstance(i, int) for i in index) else result

    def assign(self, x: Any, index: Any, value: Any) -> None:
        if not isinstance(value, float):
            value = self.kept(value.to(x.dtype))
        x[self._index(index)] = value

    def other(self, x: Any) -> Any:
        """The right side of in-place arithmetic."""
        return self.kept(x)

    def transpose(self, x: Any) -> Any:
        return x.permute(tuple(range(x.ndim))[::-1])

    def swapaxes(self, x: Any, a: int, b: int) -> Any:
        return torch.swapaxes(x, a, b)

    def expand(self, x: Any, shape: tuple[int, ...]) -> Any:
        return torch.broadcast_to(x, shape)

    def detach(self, x: Any) -> Any:
        return x.detach().clone()

    def cast(self, x: Any, dtype: str) -> Any:
        self._lane(dtype)
        return self.kept(x.to(getattr(torch, dtype)))

    def plain(self, x: Any) -> np.ndarray:
        return np.array(x.detach().numpy(force=True))

    def current(self, x: Any) -> Any:
        """A view whose base was written to since has no node until somebody looks; hooks would crash."""
        assert x.grad_fn is not None or x.is_leaf
        return x

    def edge(self, x: Any) -> Any:
        return torch.autograd.graph.get_gradient_edge(x)

    def roots(self, tensors: Sequence[Any], seeds: Sequence[Any], inputs: Any) -> tuple[list[Any], list[Any]]:
        """Without those that need no grad, and those that lead to no input, whose hooks PyTorch calls."""
        pairs = list(zip(tensors, seeds, strict=True))
        pairs = [(t, s) for t, s in pairs if t.requires_grad] or pairs
        if inputs is not None:
            ends = {self.edge(x).node for x in inputs}
            pairs = [(t, s) for t, s in pairs if t.requires_grad and leads(self.edge(t).node, ends)] or pairs
        return [t for t, _ in pairs], [s for _, s in pairs]


def leads(node: Any, ends: set[Any]) -> bool:
    """Whether PyTorch's graph goes back from a node to one of others."""
    seen, waiting = {node}, [node]
    while waiting:
        node = waiting.pop()
        if node in ends:
            return True
        earlier = {n for n, _ in node.next_functions if n is not None} - seen
        seen |= earlier
        waiting += earlier
    return False


class Tapegrad:
    """tapegrad, with NumPy's names."""

    module = tg
    functions: dict[str, Any] = custom_functions(tg)
    fragile = False

    def leaf(self, array: np.ndarray, requires_grad: bool) -> Any:
        return tg.tensor(array, requires_grad=requires_grad)

    def kept(self, x: Any) -> Any:
        return x

    def unary(self, name: str, x: Any) -> Any:
        return tg.relu(x) if name == "relu" else elementary.UNARY[name](x)

    def binary(self, name: str, x: Any, y: Any) -> Any:
        return elementary.BINARY[name](x, y)

    def reduce(self, name: str, x: Any, axis: int | None, keepdims: bool) -> Any:
        function = {"sum": np.sum, "mean": np.mean, "prod": np.prod, "amax": np.max, "amin": np.min, "var": np.var}
        return function[name](x, axis=axis, keepdims=keepdims)

    def cumsum(self, x: Any, axis: int) -> Any:
        return np.cumsum(x, axis)

    def matmul(self, x: Any, y: Any) -> Any:
        return x @ y

    def where(self, mask: np.ndarray, x: Any, y: Any) -> Any:
        return np.where(mask, x, y)

    def stack(self, parts: Sequence[Any], axis: int) -> Any:
        return np.stack(parts, axis)

    def concatenate(self, parts: Sequence[Any], axis: int) -> Any:
        return np.concatenate(parts, axis)

    def flip(self, x: Any) -> Any:
        return np.flip(x).clone()

    def roll(self, x: Any, n: int, axis: int) -> Any:
        return np.roll(x, n, axis)

    def read(self, x: Any, index: Any) -> Any:
        return x[index]

    def assign(self, x: Any, index: Any, value: Any) -> None:
        x[index] = value

    def other(self, x: Any) -> Any:
        return x

    def transpose(self, x: Any) -> Any:
        return x.T

    def swapaxes(self, x: Any, a: int, b: int) -> Any:
        return np.swapaxes(x, a, b)

    def expand(self, x: Any, shape: tuple[int, ...]) -> Any:
        return np.broadcast_to(x, shape)

    def detach(self, x: Any) -> Any:
        return x.detach()

    def cast(self, x: Any, dtype: str) -> Any:
        return x.astype(dtype)

    def plain(self, x: Any) -> np.ndarray:
        return np.array(x.detach().numpy())

    def current(self, x: Any) -> Any:
        return x

    def edge(self, x: Any) -> Any:
        return tg.autograd.graph.get_gradient_edge(x)

    def roots(self, tensors: Sequence[Any], seeds: Sequence[Any], inputs: Any) -> tuple[list[Any], list[Any]]:
        return list(tensors), list(seeds)
