"""Random programs, run on tapegrad and on PyTorch: operations, views, assignments, hooks, sweeps of every kind.

A program is a list of steps, tuples of plain data that name values. A `Machine` performs them in one library and keeps a
log: what every sweep leaves in each ``.grad``, what `grad` returns, what every hook was given, the values at the end. The
two logs must agree. Programs are made with PyTorch's machine at hand, which knows shapes and magnitudes.

    python -m tests.random_programs --count 100000 --seed 0

runs many, and prints what fails as the shortest program that still does.

Where the two libraries mean to differ, PyTorch's machine does what tapegrad promises: operands and results are
multiplied by 1, so that later writes do not reach what it saved, and so that a consumed sum is refused as a product is;
dtypes are promoted as NumPy does; NumPy's copies are cloned. NaN in a gradient of PyTorch is no evidence, because it
multiplies zero adjoints by infinity.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import sys
import traceback
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

import tapegrad as tg
from tapegrad.machine import pool

Step = tuple[Any, ...]
HUGE = 1e5  # larger values are not computed with


# ------------------------------------------------------------------------------------------------- the libraries


class Torch:
    """PyTorch, made to do what tapegrad promises.

    Attributes
    ----------
    fragile : bool
        Whether a decision hung on rounding, so that other results are no evidence.
    """

    module = torch
    functions: dict[str, Any]

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
        return {
            "sin": torch.sin,
            "tanh": torch.tanh,
            "exp": lambda x: torch.exp(torch.sin(x)),
            "log": lambda x: torch.log(x * x + 1.0),
            "sqrt": lambda x: torch.sqrt(x * x + 0.5),
            "square": lambda x: x**2,
            "cube": lambda x: x**3,
            "negative": lambda x: -x,
            "reciprocal": lambda x: 1.0 / (x * x + 1.0),
            "abs": abs,
            "relu": torch.relu,
            "clip": lambda x: torch.clip(x, -0.7, 0.6),
            "guarded": lambda x: torch.where(x > 0, torch.sqrt(torch.relu(x)), torch.zeros_like(x)),
        }[name](x)

    def binary(self, name: str, x: Any, y: Any) -> Any:
        x, y = self.together(x, y)
        if name in ("maximum", "minimum"):
            self._decides(x - y)
        return {
            "add": lambda: x + y,
            "subtract": lambda: x - y,
            "multiply": lambda: x * y,
            "divide": lambda: x / (y * y + 1.0),
            "maximum": lambda: torch.maximum(x, y),
            "minimum": lambda: torch.minimum(x, y),
            "hypot": lambda: torch.hypot(x, y + 3.0),
            "logaddexp": lambda: torch.logaddexp(x, y),
            "greater": lambda: self._greater(x, y),
        }[name]()

    def _greater(self, x: Any, y: Any) -> Any:
        self._decides(x - y)
        return torch.where(x > y, x, y * 0.5)

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
            pairs = [(t, s) for t, s in pairs if t.requires_grad and _leads(self.edge(t).node, ends)] or pairs
        return [t for t, _ in pairs], [s for _, s in pairs]


def _leads(node: Any, ends: set[Any]) -> bool:
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
    functions: dict[str, Any]
    fragile = False

    def leaf(self, array: np.ndarray, requires_grad: bool) -> Any:
        return tg.tensor(array, requires_grad=requires_grad)

    def kept(self, x: Any) -> Any:
        return x

    def unary(self, name: str, x: Any) -> Any:
        return {
            "sin": np.sin,
            "tanh": tg.tanh,
            "exp": lambda x: np.exp(np.sin(x)),
            "log": lambda x: np.log(x * x + 1.0),
            "sqrt": lambda x: np.sqrt(x * x + 0.5),
            "square": lambda x: x**2,
            "cube": lambda x: x**3,
            "negative": lambda x: -x,
            "reciprocal": lambda x: 1.0 / (x * x + 1.0),
            "abs": abs,
            "relu": tg.relu,
            "clip": lambda x: np.clip(x, -0.7, 0.6),
            "guarded": lambda x: np.where(x > 0, np.sqrt(x), 0.0),
        }[name](x)

    def binary(self, name: str, x: Any, y: Any) -> Any:
        return {
            "add": lambda: x + y,
            "subtract": lambda: x - y,
            "multiply": lambda: x * y,
            "divide": lambda: x / (y * y + 1.0),
            "maximum": lambda: np.maximum(x, y),
            "minimum": lambda: np.minimum(x, y),
            "hypot": lambda: np.hypot(x, y + 3.0),
            "logaddexp": lambda: np.logaddexp(x, y),
            "greater": lambda: np.where(x > y, x, y * 0.5),
        }[name]()

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


def _functions(module: Any) -> dict[str, Any]:
    """Custom functions, the same source for either library."""
    base = module.autograd.Function

    class Cube(base):  # type: ignore[misc, valid-type]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x * x * x

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (x,) = ctx.saved_tensors
            return 3.0 * x * x * g

    class Logistic(base):  # type: ignore[misc, valid-type]
        """Saves its result."""

        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            y = 1.0 / (1.0 + module.exp(-x))
            ctx.save_for_backward(y)
            return y

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (y,) = ctx.saved_tensors
            return g * y * (1.0 - y)

    class Pair(base):  # type: ignore[misc, valid-type]
        """Two results of two arguments of one shape, of which the second may need no grad."""

        @staticmethod
        def forward(ctx: Any, x: Any, y: Any) -> Any:
            ctx.save_for_backward(x, y)
            return x * y, x - 2.0 * y

        @staticmethod
        def backward(ctx: Any, g: Any, h: Any) -> Any:
            x, y = ctx.saved_tensors
            return g * y + h, g * x - 2.0 * h if ctx.needs_input_grad[1] else None

    class Lazy(base):  # type: ignore[misc, valid-type]
        """Two results; gradients that nobody asked for stay None."""

        @staticmethod
        def forward(ctx: Any, x: Any, factor: float) -> Any:
            ctx.set_materialize_grads(False)
            ctx.save_for_backward(x)
            ctx.factor = factor
            return x * factor, x * x

        @staticmethod
        def backward(ctx: Any, g: Any, h: Any) -> Any:
            (x,) = ctx.saved_tensors
            parts = [*([] if g is None else [g * ctx.factor]), *([] if h is None else [2.0 * x * h])]
            return (sum(parts[1:], parts[0]) if parts else None), None

    class Rounded(base):  # type: ignore[misc, valid-type]
        """A second result that has no derivative."""

        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            low = module.floor(x * 4.0)
            ctx.mark_non_differentiable(low)
            return x * 0.25, low

        @staticmethod
        def backward(ctx: Any, g: Any, h: Any) -> Any:
            return g * 0.25

    class Doubled(base):  # type: ignore[misc, valid-type]
        """Changes its argument."""

        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.mark_dirty(x)
            x *= 2.0
            return x

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return 2.0 * g

    return {f.__name__.lower(): f for f in (Cube, Logistic, Pair, Lazy, Rounded, Doubled)}


Torch.functions, Tapegrad.functions = _functions(torch), _functions(tg)


# ------------------------------------------------------------------------------------------------- the machine


def numbers(shape: tuple[int, ...], dtype: str, seed: int) -> np.ndarray:
    """Data of a leaf or a seed; every fifth has zeros."""
    rng = np.random.default_rng(seed)
    array = rng.normal(size=shape)
    if seed % 5 == 0:
        array = np.where(rng.random(shape) < 0.4, 0.0, array)
    return np.asarray(array, dtype)


class Machine:
    """Performs steps in one library.

    Attributes
    ----------
    values : dict
        By name.
    log : list of (label, array or None, bool)
        What the sweeps left, and whether it requires grad.
    calls : dict
        By the place of a hook: what its hooks were given, one after the other.
    """

    def __init__(self, lib: Any) -> None:
        self.lib = lib
        self.values: dict[str, Any] = {}
        self.leaves: list[str] = []
        self.retained: list[str] = []
        self.handles: dict[int, Any] = {}
        self.log: list[tuple[str, np.ndarray | None, bool]] = []
        self.calls: dict[str, list[tuple[str, Any]]] = {}
        self.nodes: list[Any] = []
        self.last: Step = ()
        self.recorded = False
        self.passed = False  # whether results were targets of backward: PyTorch runs their nodes too

    def leaves_alone(self) -> bool:
        """Whether the last step wrote to none of the leaves that require grad."""
        return not set(self.leaves) & {self.last[1], self.last[2]}

    def perform(self, step: Step) -> None:
        self.last = step
        self.recorded |= (step[0] == "backward" and step[4]) or (step[0] == "grad" and step[6])
        getattr(self, "do_" + step[0])(*step[1:])

    def _kept(self, name: str) -> Any:
        return self.lib.kept(self.values[name])

    def _note(self, label: str, t: Any) -> None:
        self.log.append((label, None if t is None else self.lib.plain(t), t is not None and bool(t.requires_grad)))

    def note_gradients(self) -> None:
        for name in (*self.leaves, *self.retained):
            if name in self.values:
                self._note(f"gradient {name}.grad", self.values[name].grad)

    def note_values(self) -> None:
        for name, value in self.values.items():
            self._note(name, value)

    # -------------------------------------------------------------------------------------- values

    def do_leaf(self, name: str, shape: tuple[int, ...], dtype: str, requires_grad: bool, seed: int) -> None:
        self.values[name] = self.lib.leaf(numbers(shape, dtype, seed), requires_grad)
        if requires_grad:
            self.leaves.append(name)

    def do_unary(self, name: str, f: str, x: str) -> None:
        self.values[name] = self.lib.kept(self.lib.unary(f, self._kept(x)))

    def do_quiet(self, name: str, f: str, x: str) -> None:
        with self.lib.module.no_grad():
            self.values[name] = self.lib.kept(self.lib.unary(f, self._kept(x)))

    def do_binary(self, name: str, f: str, x: str, y: str) -> None:
        self.values[name] = self.lib.kept(self.lib.binary(f, self._kept(x), self._kept(y)))

    def do_number(self, name: str, operator: str, x: str, c: float) -> None:
        t = self._kept(x)
        how = {"+": lambda: t + c, "*": lambda: t * c, "-": lambda: t - c, "r-": lambda: c - t, "/": lambda: t / c}
        self.values[name] = self.lib.kept(how[operator]())

    def do_loop(self, name: str, x: str, y: str, n: int) -> None:
        t, other = self._kept(x), self._kept(y) * 0.5
        for _ in range(n):
            t = t * other + 0.1
        self.values[name] = self.lib.kept(t)

    def do_reduce(self, name: str, f: str, x: str, axis: int | None, keepdims: bool) -> None:
        self.values[name] = self.lib.kept(self.lib.reduce(f, self._kept(x), axis, keepdims))

    def do_cumsum(self, name: str, x: str, axis: int) -> None:
        self.values[name] = self.lib.kept(self.lib.cumsum(self._kept(x), axis))

    def do_matmul(self, name: str, x: str, y: str) -> None:
        self.values[name] = self.lib.kept(self.lib.matmul(self._kept(x), self._kept(y)))

    def do_where(self, name: str, x: str, y: str, shape: tuple[int, ...], seed: int) -> None:
        mask = np.random.default_rng(seed).random(shape) < 0.5
        self.values[name] = self.lib.kept(self.lib.where(mask, self._kept(x), self._kept(y)))

    def do_stack(self, name: str, parts: tuple[str, ...], axis: int) -> None:
        self.values[name] = self.lib.kept(self.lib.stack([self._kept(p) for p in parts], axis))

    def do_concatenate(self, name: str, parts: tuple[str, ...], axis: int) -> None:
        self.values[name] = self.lib.kept(self.lib.concatenate([self._kept(p) for p in parts], axis))

    def do_flip(self, name: str, x: str) -> None:
        self.values[name] = self.lib.kept(self.lib.flip(self._kept(x)))

    def do_roll(self, name: str, x: str, n: int, axis: int) -> None:
        self.values[name] = self.lib.kept(self.lib.roll(self._kept(x), n, axis))

    def do_read(self, name: str, x: str, index: Any) -> None:
        self.values[name] = self.lib.read(self.values[x], _decoded(index))

    def do_reshape(self, name: str, x: str, shape: tuple[int, ...]) -> None:
        self.values[name] = self.values[x].reshape(shape)

    def do_transpose(self, name: str, x: str) -> None:
        self.values[name] = self.lib.transpose(self.values[x])

    def do_swapaxes(self, name: str, x: str, a: int, b: int) -> None:
        self.values[name] = self.lib.swapaxes(self.values[x], a, b)

    def do_expand(self, name: str, x: str, shape: tuple[int, ...]) -> None:
        self.values[name] = self.lib.expand(self.values[x], shape)

    def do_detach(self, name: str, x: str) -> None:
        self.values[name] = self.lib.detach(self.values[x])

    def do_clone(self, name: str, x: str) -> None:
        self.values[name] = self._kept(x).clone()

    def do_cast(self, name: str, x: str, dtype: str) -> None:
        self.values[name] = self.lib.cast(self.values[x], dtype)

    def do_function(self, names: tuple[str, ...], f: str, args: tuple[Any, ...]) -> None:
        found = self.lib.functions[f].apply(*[self._kept(a) if isinstance(a, str) else a for a in args])
        for name, t in zip(names, found if isinstance(found, tuple) else (found,), strict=True):
            self.values[name] = self.lib.kept(t)

    def do_free(self, x: str) -> None:
        del self.values[x]

    def do_look(self, x: str) -> None:
        self._note(x, self.values[x])

    # -------------------------------------------------------------------------------------- writes

    def do_assign(self, x: str, index: Any, value: Any) -> None:
        self.lib.assign(self.values[x], _decoded(index), self.values[value] if isinstance(value, str) else value)

    def do_inplace(self, operator: str, x: str, value: Any) -> None:
        other = self.lib.other(self.values[value]) if isinstance(value, str) else value
        t = self.values[x]
        if operator == "+=":
            t += other
        elif operator == "*=":
            t *= other
        elif operator == "/=":
            t /= other * other + 1.0
        else:
            t -= other

    def do_dirty(self, x: str) -> None:
        self.values[x] = self.lib.functions["doubled"].apply(self.values[x])

    def do_update(self, leaf: str, rate: float) -> None:
        """A step of an optimizer."""
        t = self.values[leaf]
        with self.lib.module.no_grad():
            if t.grad is None:
                t *= 1.0 - rate
            else:
                t -= rate * self.lib.detach(t.grad)

    # -------------------------------------------------------------------------------------- hooks

    def _called(self, place: str, label: str, *grads: Any) -> None:
        calls = self.calls.setdefault(place, [])
        for g in grads:
            calls.append((label, None if g is None else self.lib.plain(g)))

    def do_hook(self, number: int, x: str, kind: str, other: str | None) -> None:
        factor = None if other is None else self._kept(other).clone()

        def hook(g: Any) -> Any:
            self._called(x, f"hook {number}", g)
            return None if kind == "look" else g * 0.5 if factor is None else g * factor

        self.handles[number] = self.lib.current(self.values[x]).register_hook(hook)

    def do_unhook(self, number: int) -> None:
        self.handles[number].remove()

    def do_retain(self, x: str) -> None:
        self.lib.current(self.values[x]).retain_grad()
        self.retained.append(x)

    def do_after(self, number: int, leaf: str, kind: str) -> None:
        """A post-accumulate hook."""

        def hook(t: Any) -> None:
            self._called(f"after {leaf}", f"hook {number}", t.grad)
            if kind == "clear":
                t.grad = None
            elif kind == "update" and t.grad is not None:
                with self.lib.module.no_grad():
                    t -= 0.1 * self.lib.detach(t.grad)

        self.handles[number] = self.values[leaf].register_post_accumulate_grad_hook(hook)

    def do_together(self, number: int, tensors: tuple[str, ...]) -> None:
        """A hook on several gradients."""
        register = self.lib.module.autograd.graph.register_multi_grad_hook
        self.handles[number] = register(
            [self.lib.current(self.values[x]) for x in tensors],
            lambda grads: self._called(f"together {number}", "grads", *grads),
        )

    def do_accumulator(self, number: int, leaf: str, when: str, kind: str) -> None:
        """A hook of the node that accumulates into a leaf."""
        node = self.lib.edge(self.values[leaf]).node

        def before(grads: Any) -> Any:
            self._called(f"accumulator {leaf}", f"before {number}", *grads)
            return tuple(g * 0.5 for g in grads) if kind == "half" else None

        def after(inputs: Any, grads: Any) -> Any:
            self._called(f"accumulator {leaf}", f"after {number}", *grads)

        self.handles[number] = node.register_prehook(before) if when == "before" else node.register_hook(after)
        self.nodes.append(node)  # its hooks go with it

    def do_noded(self, name: str, f: str, operands: tuple[str, ...], number: int, when: str, kind: str) -> None:
        """An operation with a hook of its node."""
        args = [self._kept(x) for x in operands]
        if f == "matmul":
            result = self.lib.matmul(*args)
        elif f == "sum":
            result = args[0].sum()
        else:
            result = (self.lib.unary if len(args) == 1 else self.lib.binary)(f, *args)
        if result.requires_grad:
            node = result.grad_fn

            def before(grads: Any) -> Any:
                self._called(f"node {name}", f"before {number}", *grads)
                return tuple(g * 0.5 for g in grads) if kind == "half" else None

            def after(inputs: Any, grads: Any) -> Any:
                self._called(f"node {name}", f"after {number}", *grads, *[g for g in inputs if g is not None])
                return tuple(None if g is None else g * 0.5 for g in inputs) if kind == "half" else None

            self.handles[number] = node.register_prehook(before) if when == "before" else node.register_hook(after)
        self.values[name] = self.lib.kept(result)

    # -------------------------------------------------------------------------------------- sweeps

    def _seeds(self, tensors: Sequence[Any], seeds: Sequence[int | None]) -> list[Any]:
        return [
            None if s is None else self.lib.leaf(numbers(tuple(t.shape), str(t.dtype).replace("torch.", ""), s), False)
            for t, s in zip(tensors, seeds, strict=True)
        ]

    def do_backward(
        self, roots: tuple[str, ...], seeds: tuple[Any, ...], retain: bool, create: bool, inputs: Any
    ) -> None:
        tensors = [self.values[r] for r in roots]
        targets = None if inputs is None else [self.values[x] for x in inputs]
        self.passed |= inputs is not None and not set(inputs) <= set(self.leaves)
        tensors, vectors = self.lib.roots(tensors, self._seeds(tensors, seeds), targets)
        self.lib.module.autograd.backward(tensors, vectors, retain_graph=retain, create_graph=create, inputs=targets)
        self.note_gradients()

    def do_grad(
        self, names: tuple[str, ...], outputs: tuple[str, ...], inputs: tuple[str, ...], seeds: tuple[Any, ...],
        retain: bool, create: bool, unused: bool | None, materialize: bool,
    ) -> None:  # fmt: skip
        tensors = [self.values[r] for r in outputs]
        targets = [self.values[x] for x in inputs]
        tensors, vectors = self.lib.roots(tensors, self._seeds(tensors, seeds), targets)
        found = self.lib.module.autograd.grad(
            tensors, targets, vectors, retain_graph=retain, create_graph=create,
            allow_unused=unused, materialize_grads=materialize,
        )  # fmt: skip
        for name, g in zip(names, found, strict=True):
            self._note(f"gradient {name}", g)
            if g is not None:
                self.values[name] = self.lib.kept(g).clone()
        self.note_gradients()

    def do_takegrad(self, name: str, x: str) -> None:
        if self.values[x].grad is None:
            raise KeyError(x)
        self.values[name] = self.lib.kept(self.values[x].grad).clone()

    def do_zero(self, leaf: str) -> None:
        self.values[leaf].grad = None


def _decoded(index: Any) -> Any:
    """An index as steps hold it, with lists for arrays and tuples for slices."""
    parts = []
    for part in index:
        if isinstance(part, list):
            part = np.array(part) if part else np.zeros(0, np.intp)
        elif isinstance(part, tuple):
            part = slice(*part)
        elif part == "...":
            part = Ellipsis
        parts.append(part)
    return tuple(parts)


# ------------------------------------------------------------------------------------------------- making programs


SHAPES = {
    "mixed": [(), (1,), (3,), (2, 3), (3, 1), (1, 3), (3, 3), (2, 1, 3)],
    "scalars": [(), (), (1,)],
    "empty": [(0,), (0, 3), (2, 0), (3,), (1, 3), ()],
    "large": [(5000,), (1,), (), (2, 2500), (2500,)],
}
UNARY = [
    "sin", "tanh", "exp", "log", "sqrt", "square", "cube", "negative", "reciprocal", "abs", "relu", "clip", "guarded"
]  # fmt: skip
BINARY = [
    "add", "subtract", "multiply", "divide", "maximum", "minimum", "hypot", "logaddexp", "greater",
]  # fmt: skip
WEIGHTS = {
    "unary": 8, "binary": 10, "number": 4, "loop": 2, "reduce": 5, "cumsum": 1, "matmul": 3, "where": 2,
    "stack": 1, "concatenate": 1, "flip": 1, "roll": 1, "view": 6, "fancy": 2, "reshape": 2, "transpose": 1,
    "swapaxes": 1, "expand": 1, "detach": 1, "clone": 1, "quiet": 1, "cast": 1, "function": 5, "free": 2, "look": 2,
    "assign": 7, "inplace": 5, "dirty": 1, "update": 1, "constant": 1,
    "hook": 4, "unhook": 1, "retain": 2, "after": 1, "together": 1, "accumulator": 1, "noded": 2,
    "backward": 4, "grad": 4, "takegrad": 1, "zero": 1,
}  # fmt: skip


class _Family:
    """Values that share memory."""

    def __init__(self, leaf: bool = False, frozen: bool = False) -> None:
        self.members: set[str] = set()
        self.leaf, self.frozen, self.watched, self.viewed = leaf, frozen, False, False

    @property
    def writable(self) -> bool:
        """Libraries differ on hooks of views, and of what has views, that are written to."""
        return not self.leaf and not self.frozen and not (self.watched and self.viewed)


class _Unfit(Exception):
    """A step that cannot be made here."""


class Maker:
    """Makes one program."""

    def __init__(self, seed: int, steps: int = 22) -> None:
        self.rng = random.Random(seed)
        self.machine = Machine(Torch())
        self.steps: list[Step] = []
        self.families: dict[str, _Family] = {}
        self.error: Exception | None = None
        self.hooks: list[int] = []
        self.views: set[str] = set()
        self.noded: set[str] = set()  # PyTorch's machine keeps the gradient before the hooks of the node
        self.before: set[str] = set()  # results made before a recorded sweep
        self.ended = False
        self.recorded = 0  # sweeps with create_graph
        self.together: set[str] = set()  # with one hook: PyTorch's fails if they are targets or the root
        self.count = 0
        style = self.rng.choices(["mixed", "scalars", "empty", "large"], [75, 10, 8, 7])[0]
        self.shapes = SHAPES[style]
        self.most = 12_000 if style == "large" else 80
        self.dtypes = self.rng.choices([["float64"], ["float32"], ["float64", "float32"]], [75, 12, 13])[0]
        for _ in range(self.rng.randint(1, 3)):
            self.make_leaf(True)
        kinds, weights = list(WEIGHTS), list(WEIGHTS.values())
        for _ in range(self.rng.randint(4, steps)):
            self._try(self.rng.choices(kinds, weights)[0])
        self._try("backward")

    def _try(self, kind: str) -> None:
        if self.error is None and not self.ended:
            with contextlib.suppress(_Unfit):
                getattr(self, "make_" + kind)()

    # -------------------------------------------------------------------------------------- helpers

    def name(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def shape(self, name: str) -> tuple[int, ...]:
        return tuple(self.machine.values[name].shape)

    def requires_grad(self, name: str) -> bool:
        return self.machine.values[name].requires_grad

    def tame(self, name: str) -> bool:
        t = self.machine.values[name].detach()
        return t.numel() == 0 or bool((abs(t) < HUGE).all())

    def pick(self, fits: Callable[[str], bool] = lambda name: True) -> str:
        """A value, rather a late one."""
        names = [n for n in self.machine.values if fits(n) and self.tame(n)]
        if not names:
            raise _Unfit
        return names[-1 - min(int(self.rng.expovariate(0.35)), len(names) - 1)]

    def add(self, step: Step, *names: str, family: _Family | None = None, frozen: bool = False) -> None:
        """Perform a step, and keep it, unless a result becomes too large."""
        try:
            self.machine.perform(step)
        except RuntimeError as error:
            self.steps.append(step)
            self.error = error
            return
        for name in names:
            t = self.machine.values.get(name)
            if t is not None and (t.numel() > self.most or t.ndim > 4 or not self.tame(name)):
                for n in names:
                    self.machine.values.pop(n, None)
                raise _Unfit
        self.steps.append(step)
        for name in names:
            if name in self.machine.values:
                own = self.families[name] = family or _Family(frozen=frozen)
                own.members.add(name)

    def make_leaf(self, requires_grad: bool) -> None:
        name, rng = self.name(), self.rng
        step = ("leaf", name, rng.choice(self.shapes), rng.choice(self.dtypes), requires_grad, rng.randrange(1 << 20))
        self.add(step, name, family=_Family(leaf=requires_grad))

    def make_constant(self) -> None:
        self.make_leaf(False)

    def partner(self, x: str, function: Callable[..., Any] = np.broadcast_shapes) -> str:
        def fits(y: str) -> bool:
            try:
                function(self.shape(x), self.shape(y))
            except ValueError:
                return False
            return True

        return self.pick(fits)

    # -------------------------------------------------------------------------------------- operations

    def make_unary(self) -> None:
        name = self.name()
        self.add(("unary", name, self.rng.choice(UNARY), self.pick()), name)

    def make_quiet(self) -> None:
        name = self.name()
        self.add(("quiet", name, self.rng.choice(UNARY), self.pick()), name)

    def make_binary(self) -> None:
        name, x = self.name(), self.pick()
        self.add(("binary", name, self.rng.choice(BINARY), x, self.partner(x)), name)

    def make_number(self) -> None:
        name, c = self.name(), self.rng.choice([0.0, 1.0, 2.0, -1.0, 0.5, round(self.rng.uniform(-2, 2), 3)])
        operator = self.rng.choice(["+", "*", "-", "r-", "/"])
        self.add(("number", name, operator, self.pick(), c or 3.0 if operator == "/" else c), name)

    def make_loop(self) -> None:
        name, x = self.name(), self.pick()
        n = self.rng.choice([3, 10, 40])
        dtype = self.machine.values[x].dtype
        y = self.pick(lambda y: self.shape(y) in ((), self.shape(x)) and self.machine.values[y].dtype == dtype)
        self.add(("loop", name, x, y, n), name)

    def make_reduce(self) -> None:
        name, x = self.name(), self.pick()
        shape = self.shape(x)
        f = self.rng.choice(["sum", "sum", "mean", "prod", "amax", "amin", "var"])
        if f not in ("sum", "prod") and 0 in shape:
            raise _Unfit
        if f == "prod" and np.prod(shape) > 40:
            raise _Unfit
        axis = self.rng.choice([None, *range(len(shape))])
        self.add(("reduce", name, f, x, axis, self.rng.random() < 0.4), name)

    def make_cumsum(self) -> None:
        name, x = self.name(), self.pick(lambda x: self.shape(x) != ())
        self.add(("cumsum", name, x, self.rng.randrange(len(self.shape(x)))), name)

    def make_matmul(self) -> None:
        name, x = self.name(), self.pick(lambda x: self.shape(x) != ())
        y = self.partner(x, lambda a, b: np.matmul(np.zeros(a), np.zeros(b)))
        self.add(("matmul", name, x, y), name)

    def make_where(self) -> None:
        name, x = self.name(), self.pick()
        y = self.partner(x)
        shape = np.broadcast_shapes(self.shape(x), self.shape(y))
        self.add(("where", name, x, y, shape, self.rng.randrange(1000)), name)

    def _parts(self) -> tuple[str, ...]:
        x = self.pick()
        return (x, *(self.pick(lambda y: self.shape(y) == self.shape(x)) for _ in range(self.rng.randint(0, 2))))

    def make_stack(self) -> None:
        name, parts = self.name(), self._parts()
        self.add(("stack", name, parts, self.rng.randint(0, len(self.shape(parts[0])))), name)

    def make_concatenate(self) -> None:
        name, parts = self.name(), self._parts()
        if not self.shape(parts[0]):
            raise _Unfit
        self.add(("concatenate", name, parts, self.rng.randrange(len(self.shape(parts[0])))), name)

    def make_flip(self) -> None:
        name = self.name()
        self.add(("flip", name, self.pick(lambda x: self.shape(x) != ())), name)

    def make_roll(self) -> None:
        name, x = self.name(), self.pick(lambda x: self.shape(x) != ())
        self.add(("roll", name, x, self.rng.randint(-2, 2), self.rng.randrange(len(self.shape(x)))), name)

    def make_detach(self) -> None:
        name = self.name()
        self.add(("detach", name, self.pick(self.requires_grad)), name)

    def make_clone(self) -> None:
        name = self.name()
        self.add(("clone", name, self.pick()), name)

    def make_cast(self) -> None:
        name = self.name()
        self.add(("cast", name, self.pick(), self.rng.choice(["float64", "float32"])), name)

    def make_function(self) -> None:
        f, x = self.rng.choice(["cube", "logistic", "pair", "lazy", "rounded"]), self.pick()
        if f == "rounded":  # its floor is a decision
            self.machine.lib._decides(
                4.0 * self.machine.values[x].detach() - torch.round(4.0 * self.machine.values[x].detach())
            )
        args = {"pair": (x, self.pick(lambda y: self.shape(y) == self.shape(x))), "lazy": (x, 1.5)}.get(f, (x,))
        if f == "pair" and len({self.machine.values[a].dtype for a in args}) > 1:
            raise _Unfit
        names = tuple(self.name() for _ in range(2 if f in ("pair", "lazy", "rounded") else 1))
        self.add(("function", names, f, args), *names)

    def make_free(self) -> None:
        x = self.pick(lambda x: x not in self.machine.leaves)
        self.add(("free", x))
        self.families.pop(x).members.discard(x)

    def make_look(self) -> None:
        self.add(("look", self.pick()))

    # -------------------------------------------------------------------------------------- views and writes

    def _basic(self, shape: tuple[int, ...]) -> tuple[Any, ...]:
        index: list[Any] = []
        for n in shape[: self.rng.randint(0, len(shape))]:
            if n and self.rng.random() < 0.5:
                index.append(self.rng.randrange(-n, n))
            else:
                start = self.rng.randint(0, n)
                index.append((start, self.rng.randint(start, n), self.rng.randint(1, 2)))
        if self.rng.random() < 0.2:
            index.insert(self.rng.randint(0, len(index)), None)
        elif self.rng.random() < 0.25:
            index.append("...")
        return tuple(index)

    def _fancy(self, shape: tuple[int, ...], unique: bool = False) -> tuple[Any, ...]:
        if not shape or 0 in shape:
            raise _Unfit
        if self.rng.random() < 0.2:
            return ((np.random.default_rng(self.rng.randrange(1000)).random(shape) < 0.5).tolist(),)
        before = self.rng.randrange(len(shape))
        n = shape[before]
        if self.rng.random() < 0.4:
            part: list[Any] = [self.rng.random() < 0.5 for _ in range(n)]
        else:
            part = [self.rng.randrange(-n, n) for _ in range(self.rng.randint(1, 4))]
            if unique:
                part = sorted({p % n for p in part})
        return (*[(None, None, None)] * before, part)

    def _view(self, step: Step, name: str, x: str) -> None:
        self.views.add(name)
        self.families[x].viewed = True
        before = self.machine.values[x]
        self.add(step, name, family=self.families[x])
        if self.error is None and not _share(before, self.machine.values[name]):
            self.families[x].members.discard(name)
            self.families[name] = _Family()
            self.families[name].members.add(name)

    def make_view(self) -> None:
        name, x = self.name(), self.pick()
        self._view(("read", name, x, self._basic(self.shape(x))), name, x)

    def make_fancy(self) -> None:
        name, x = self.name(), self.pick()
        self.add(("read", name, x, self._fancy(self.shape(x))), name)

    def make_reshape(self) -> None:
        name, x = self.name(), self.pick()
        shape = self.shape(x)
        new = self.rng.choice([(int(np.prod(shape)),), (1, *shape), (*shape, 1), (int(np.prod(shape)), 1), shape])
        self._view(("reshape", name, x, new), name, x)

    def make_transpose(self) -> None:
        name, x = self.name(), self.pick()
        self._view(("transpose", name, x), name, x)

    def make_swapaxes(self) -> None:
        name, x = self.name(), self.pick(lambda x: len(self.shape(x)) > 1)
        a, b = self.rng.sample(range(len(self.shape(x))), 2)
        self._view(("swapaxes", name, x, a, b), name, x)

    def make_expand(self) -> None:
        name, x = self.name(), self.pick()
        self._view(("expand", name, x, (2, *self.shape(x))), name, x)
        if name in self.families:
            self.families[name].frozen = True

    def writable(self, x: str) -> bool:
        return self.families[x].writable or (self.families[x].leaf and self.rng.random() < 0.01)

    def make_assign(self) -> None:
        x = self.pick(lambda x: self.writable(x) and 0 not in self.shape(x))
        shape = self.shape(x)
        index = self._basic(shape) if self.rng.random() < 0.75 else self._fancy(shape, unique=True)
        target = np.zeros(shape)[_decoded(index)].shape
        value: Any = round(self.rng.uniform(-1, 1), 3)
        if self.rng.random() < 0.8:
            value = self.pick(lambda y: len(self.shape(y)) <= len(target) and _broadcasts(self.shape(y), target))
        self.add(("assign", x, index, value))

    def make_inplace(self) -> None:
        x = self.pick(self.writable)
        value: Any = 0.5
        if self.rng.random() < 0.8:
            value = self.pick(lambda y: _broadcasts(self.shape(y), self.shape(x)))
        self.add(("inplace", self.rng.choice(["+=", "*=", "-=", "/="]), x, value))

    def make_dirty(self) -> None:
        barred = {*self.machine.retained, *self.views}
        alone = [x for x in self.families if len(self.families[x].members) == 1 and x not in barred]
        self.add(("dirty", self.pick(lambda x: x in alone and self.writable(x))))

    def make_update(self) -> None:
        leaf = self._leaf()
        if self.families[leaf].watched and len(self.families[leaf].members) > 1:
            raise _Unfit
        self.add(("update", leaf, 0.1))

    # -------------------------------------------------------------------------------------- hooks

    def _number(self) -> int:
        self.hooks.append(len(self.hooks))
        return self.hooks[-1]

    def _leaf(self) -> str:
        return self.rng.choice(self.machine.leaves)

    def watchable(self, x: str) -> bool:
        return self.requires_grad(x) and x not in self.before

    def make_hook(self) -> None:
        x = self.pick(self.watchable)
        kind, other = self.rng.choice(["look", "half", "times"]), None
        if kind == "times":
            dtype = self.machine.values[x].dtype
            other = self.pick(lambda y: self.shape(y) in ((), self.shape(x)) and self.machine.values[y].dtype == dtype)
        self.add(("hook", self._number(), x, kind, other))
        self.families[x].watched = True

    def make_unhook(self) -> None:
        if not self.hooks:
            raise _Unfit
        number = self.rng.choice(self.hooks)
        if number in self.machine.handles:
            self.add(("unhook", number))

    def make_retain(self) -> None:
        known = {*self.machine.retained, *self.machine.leaves, *self.noded}
        x = self.pick(lambda x: self.watchable(x) and x not in known)
        self.add(("retain", x))
        self.families[x].watched = True

    def make_after(self) -> None:
        leaf = self._leaf()
        kind = self.rng.choice(["look", "clear", "update"])
        if kind == "update" and self.families[leaf].watched:
            kind = "look"
        self.add(("after", self._number(), leaf, kind))

    def make_together(self) -> None:
        tensors = {self.pick(self.watchable) for _ in range(self.rng.randint(1, 3))}
        self.together |= tensors
        self.add(("together", self._number(), tuple(sorted(tensors))))
        for x in tensors:
            self.families[x].watched = True

    def make_accumulator(self) -> None:
        step = (self.rng.choice(["before", "after"]), self.rng.choice(["look", "half"]))
        self.add(("accumulator", self._number(), self._leaf(), *step))

    def make_noded(self) -> None:
        name, x = self.name(), self.pick()
        f = self.rng.choice(["sin", "tanh", "multiply", "add", "sum", "matmul"])
        operands: tuple[str, ...] = (x,)
        if f in ("multiply", "add"):
            operands = x, self.partner(x)
        elif f == "matmul":
            if len(self.shape(x)) != 2:
                raise _Unfit
            operands = x, self.pick(lambda y: len(self.shape(y)) == 2 and self.shape(y)[0] == self.shape(x)[1])
        step = (self.rng.choice(["before", "after"]), self.rng.choice(["look", "half"]))
        self.add(("noded", name, f, operands, self._number(), *step), name)
        if name in self.families:
            self.families[name].watched = True
            self.noded.add(name)

    # -------------------------------------------------------------------------------------- sweeps

    def _roots(self, most: int) -> tuple[tuple[str, ...], tuple[Any, ...]]:
        roots = [
            self.pick(lambda x: self.requires_grad(x) and x not in self.together)
            for _ in range(self.rng.randint(1, most))
        ]
        if self.rng.random() < 0.1:
            roots.append(self.pick())
        seeds = [
            None if self.machine.values[r].numel() == 1 and self.rng.random() < 0.5 else self.rng.randrange(1 << 20)
            for r in roots
        ]
        return tuple(roots), tuple(seeds)

    def _retention(self) -> tuple[bool, bool]:
        """Whether to retain, and to record.

        A second sweep passes results as the rules read them, which libraries write differently: so results are not
        watched before a recorded sweep, unless it is the last.
        """
        create = self.recorded < 3 and self.rng.random() < 0.3
        if create:
            self.recorded += 1
            results = [x for x in self.families if x not in self.machine.leaves]
            self.ended = any(self.families[x].watched for x in results)
            self.before.update(results)
        return create or self.rng.random() < 0.6, create

    def make_backward(self) -> None:
        roots, seeds = self._roots(3)
        inputs = None
        if self.rng.random() < 0.3 and not self.together:
            kept = [r for r in self.machine.retained if r in self.machine.values and r not in self.before]
            names = [*self.machine.leaves, *kept]
            inputs = tuple(self.rng.choice(names) for _ in range(self.rng.randint(1, 2)))
            self._connected(roots, inputs)
        self.add(("backward", roots, seeds, *self._retention(), inputs))

    def _connected(self, roots: Sequence[str], inputs: Sequence[str]) -> None:
        """PyTorch calls the hooks of a root that leads to no input, and retains its gradient."""
        values, edge = self.machine.values, self.machine.lib.edge
        ends = {edge(values[x]).node for x in inputs}
        if (self.hooks or self.machine.retained) and not any(
            self.requires_grad(r) and _leads(edge(values[r]).node, ends) for r in roots
        ):
            raise _Unfit

    def target(self, x: str) -> bool:
        """Whether both libraries mean the same by the gradient of a result: before or after its hooks?"""
        return x in self.machine.leaves or (self.watchable(x) and not self.families[x].watched)

    def make_grad(self) -> None:
        if self.together:
            raise _Unfit
        outputs, seeds = self._roots(2)
        inputs = tuple(
            self._leaf() if self.rng.random() < 0.5 else self.pick(self.target) for _ in range(self.rng.randint(1, 3))
        )
        self._connected(outputs, inputs)
        names = tuple(self.name() for _ in inputs)
        unused, materialize = self.rng.choice([(True, False), (None, True), (True, True), (None, False)])
        self.add(("grad", names, outputs, inputs, seeds, *self._retention(), unused, materialize))
        for name in names:
            if name in self.machine.values:
                self.families[name] = _Family(frozen=True)
                self.families[name].members.add(name)

    def make_takegrad(self) -> None:
        name = self.name()
        x = self.pick(
            lambda x: x in (*self.machine.leaves, *self.machine.retained) and self.machine.values[x].grad is not None
        )
        self.add(("takegrad", name, x), name)

    def make_zero(self) -> None:
        self.add(("zero", self._leaf()))


def _broadcasts(shape: tuple[int, ...], target: tuple[int, ...]) -> bool:
    try:
        return np.broadcast_shapes(shape, target) == target
    except ValueError:
        return False


def _share(x: Any, y: Any) -> bool:
    return x.untyped_storage().data_ptr() == y.untyped_storage().data_ptr()


# ------------------------------------------------------------------------------------------------- comparing


class Disagreement(AssertionError):
    """Two libraries that give different results.

    Attributes
    ----------
    kind : str
        What differs: "values", "errors" and so on.
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(f"{kind}: {message}")
        self.kind = kind


def run(steps: Sequence[Step], machine: Machine) -> tuple[int, Exception | None]:
    """Perform steps until one raises; how many were performed, and the error."""
    for k, step in enumerate(steps):
        try:
            machine.perform(step)
        except KeyError:
            raise
        except Exception as error:
            return k, error
    machine.note_values()
    return len(steps), None


_SECOND = "backward through the graph a second time"
_ZEROS = "ZeroTensors are immutable"
_UNTRACKED = "a leaf Variable that requires grad is being used in an in-place operation"
Ended = tuple[int, Exception | None]


def compare(ours: Machine, our_end: Ended, theirs: Machine, their_end: Ended) -> str:
    """Whether two runs agree: "agrees", or why there is no evidence.

    Raises
    ------
    Disagreement
    """
    if theirs.lib.fragile:
        return "a decision hung on rounding"
    verdict = "agrees"
    (our_step, our_error), (their_step, their_error) = our_end, their_end
    if our_error is not None and not isinstance(our_error, tg.errors.TapegradError):
        raise Disagreement("foreign error", repr(our_error)) from our_error
    if isinstance(our_error, tg.errors.TapeFreedError) and our_step < their_step:
        verdict = "consumed, and PyTorch does not mind"
    elif _SECOND in str(their_error) and their_step < our_step and theirs.recorded:
        verdict = "PyTorch's copies belong to the first sweep and to the recorded one"
    elif _SECOND in str(their_error) and their_step < our_step and theirs.passed:
        verdict = "PyTorch runs the nodes of results that are targets"
    elif _ZEROS in str(their_error) and their_step < our_step:
        verdict = "PyTorch's error with zeros of its own"
    elif _UNTRACKED in str(their_error) and their_step < our_step and theirs.leaves_alone():
        verdict = "PyTorch does not write through a view of what was a constant"
    tolerance = theirs.lib.tolerance
    whole = max((float(np.max(abs(a), initial=0.0)) for _, a, _ in theirs.log if a is not None), default=0.0)
    for (label, x, grad_x), (other, y, grad_y) in zip(ours.log, theirs.log, strict=False):
        if label != other:
            raise Disagreement("labels", f"{label} and {other}")
        if (x is None) != (y is None) and theirs.recorded and not np.any(y if x is None else x):
            return "a constant second derivative is recorded by one"
        _same(label, x, y, tolerance, whole)
        if grad_x != grad_y and label.startswith("gradient"):
            return "a constant second derivative is recorded by one"
        if grad_x != grad_y:
            raise Disagreement("requires grad", f"{label}: {grad_x} and {grad_y}")
    if verdict == "agrees" and (our_step != their_step or (our_error is None) != (their_error is None)):
        raise Disagreement(
            "errors", f"{our_error!r} at step {our_step} and {their_error!r} at step {their_step}"
        ) from our_error
    for place in {*ours.calls, *theirs.calls} if verdict == "agrees" and our_error is None else ():
        mine, other_calls = ours.calls.get(place, []), theirs.calls.get(place, [])
        if [label for label, _ in mine] != [label for label, _ in other_calls]:
            if theirs.recorded and len(mine) < len(other_calls):
                return "a constant second derivative is recorded by one"
            raise Disagreement(
                "hooks", f"hooks of {place}: {[label for label, _ in mine]} and {[label for label, _ in other_calls]}"
            )
        for (label, x), (_, y) in zip(mine, other_calls, strict=True):
            _same(f"{place}: {label}", x, y, tolerance, whole)
    return verdict


def _same(label: str, x: np.ndarray | None, y: np.ndarray | None, tolerance: float, whole: float) -> None:
    if x is None or y is None:
        if x is not y:
            raise Disagreement("None", f"{label}: {x} and {y}")
        return
    if x.shape != y.shape or x.dtype != y.dtype:
        raise Disagreement("shape", f"{label}: {x.shape} {x.dtype} and {y.shape} {y.dtype}")
    known = ~np.isnan(y)
    scale = max(1.0, float(np.max(abs(y[known]), initial=0.0)), 1e-6 * whole)
    with np.errstate(all="ignore"):
        if not np.allclose(x[known], y[known], rtol=tolerance, atol=tolerance * scale):
            raise Disagreement("values", f"{label}:\n{x}\nand\n{y}")


def surroundings(seed: int) -> Any:
    """Where tapegrad runs a program: some within contexts that change no result."""
    if seed % 7 == 0:
        return tg.autograd.detect_anomaly(check_nan=False)
    if seed % 7 == 1:
        return tg.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t)
    return contextlib.nullcontext()


def check(steps: Sequence[Step], seed: int = -1) -> str:
    """Run a program in both libraries, tapegrad's in the surroundings of a seed, and compare."""
    theirs, ours = Machine(Torch()), Machine(Tapegrad())
    their_end = run(steps, theirs)
    with surroundings(seed):
        end = run(steps, ours)
    return compare(ours, end, theirs, their_end)


def _spoil() -> None:
    """Leave NaN in the memory that large arrays are made of next, so that reading what was never written is seen."""
    for array in [pool.empty((n,), np.dtype(float)) for n in (2500, 5000, 10_000) for _ in range(6)]:
        array[:] = np.nan


def check_seed(seed: int) -> tuple[list[Step], str | Disagreement]:
    """Make a program and compare; PyTorch runs it while it is made."""
    maker = Maker(seed)
    if maker.error is None:
        maker.machine.note_values()
    ours = Machine(Tapegrad())
    _spoil()
    with surroundings(seed):
        end = run(maker.steps, ours)
    their_end = len(maker.steps) - (maker.error is not None), maker.error
    try:
        return maker.steps, compare(ours, end, maker.machine, their_end)
    except Disagreement as disagreement:
        return maker.steps, disagreement


# ------------------------------------------------------------------------------------------------- shortening


def _names(part: Any) -> set[str]:
    if isinstance(part, str):
        return {part}
    return set().union(*map(_names, part)) if isinstance(part, (tuple, list)) else set()


def _without(steps: list[Step], k: int) -> list[Step]:
    """Without a step, and without those that need what it makes."""
    lost = _names(steps[k][1]) if steps[k][0] not in ("assign", "inplace", "backward", "look") else set()
    lost = {n for n in lost if n.startswith("v") and not any(n in _names(s) for s in steps[:k])}
    kept = steps[:k]
    for step in steps[k + 1 :]:
        if lost & _names(step[1:]):
            made = _names(step[1]) if step[0] not in ("assign", "inplace", "backward", "look") else set()
            lost |= {n for n in made if n.startswith("v") and not any(n in _names(s) for s in kept)}
        else:
            kept.append(step)
    return kept


def _disagrees(steps: Sequence[Step], seed: int, kind: str) -> bool:
    try:
        check(steps, seed)
    except Disagreement as disagreement:
        return disagreement.kind == kind
    except Exception:
        return False
    return False


def shortened(steps: list[Step], seed: int, kind: str) -> list[Step]:
    """The shortest program found, by leaving out steps, that still disagrees."""
    going = True
    while going:
        going = False
        for k in range(len(steps) - 1, -1, -1):
            if k < len(steps):
                fewer = _without(steps, k)
                if _disagrees(fewer, seed, kind):
                    steps, going = fewer, True
    return steps


def report(seed: int, steps: list[Step], disagreement: Disagreement) -> str:
    """A failure as text: what differs, and the shortest program."""
    lines = [f"seed {seed}, within {type(surroundings(seed)).__name__}: {disagreement}"]
    if _disagrees(steps, seed, disagreement.kind):
        steps = shortened(steps, seed, disagreement.kind)
    try:
        check(steps, seed)
    except Exception as error:
        lines.append(f"shortened: {error}")
        if error.__cause__ is not None and not isinstance(error.__cause__, tg.errors.TapegradError):
            lines += traceback.format_exception(error.__cause__)[-6:]
    return "\n".join([*lines, "steps = [", *(f"    {step!r}," for step in steps), "]"])


def main() -> int:
    """Run many programs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--failures", type=int, default=10, help="stop after so many")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    warnings.simplefilter("ignore", UserWarning)  # PyTorch's, about strides and create_graph
    verdicts: dict[str, int] = {}
    failures = 0
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        steps, verdict = check_seed(seed)
        if isinstance(verdict, Disagreement):
            print(report(seed, steps, verdict), flush=True)
            verdict = "disagrees"
            failures += 1
            if failures >= arguments.failures:
                break
        verdicts[verdict] = verdicts.get(verdict, 0) + 1
    print(f"seeds {arguments.seed} to {seed}: {verdicts}")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
