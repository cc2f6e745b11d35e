"""Programs performed: in NumPy, in tapegrad (the same code, with Tensors), and in PyTorch.

PyTorch's views and writes are not used. There a value is a place: positions in a flat tensor, which NumPy slices. A write
makes a new flat tensor.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

import tapegrad as tg

from .functions import CUSTOM, GAPS, NUMPY, TAPEGRAD, TORCH, Function
from .programs import Program, Step, bound, built, decoded, numbers, static_factor

VIEWS: dict[str, Function] = {
    "read": lambda x, *index: x[decoded(index)],
    "reshape": lambda x, *shape: x.reshape(shape),
    "ravel": lambda x: x.ravel(),
    "transpose": lambda x: x.T,
    "swapaxes": lambda x, a, b: np.swapaxes(x, a, b),
    "moveaxis": lambda x, a, b: np.moveaxis(x, a, b),
    "expand_dims": lambda x, axis: np.expand_dims(x, axis),
    "squeeze": lambda x: x.squeeze(),
    "broadcast": lambda x, *shape: np.broadcast_to(x, shape),
}
COMPARISONS: dict[str, Function] = {">": lambda x, c: x > c, "<=": lambda x, c: x <= c}
INPLACE = ("+=", "-=", "*=", "/=")


def _changed(op: str, t: Any, other: Any) -> Any:
    if op == "+=":
        t += other
    elif op == "-=":
        t -= other
    elif op == "*=":
        t *= other
    else:
        t /= other
    return t


class Numpy:
    """NumPy, in which results are arrays of their own in C order, as Tensors are."""

    functions = NUMPY
    custom = CUSTOM["numpy"]

    def __init__(self, closure: dict[str, Any]) -> None:
        self.env: dict[str, Any] = {}
        self.closure = closure

    # -------------------------------------------------------------------------------------- values

    def enter(self, value: Any) -> Any:
        return np.array(value) if isinstance(value, (float, np.ndarray)) else value

    def get(self, name: Any) -> Any:
        return self.env[name] if isinstance(name, str) else name

    def put(self, name: str, value: Any) -> None:
        self.env[name] = np.array(value, order="C")

    def result(self, name: str) -> Any:
        return self.env[name]

    def keep(self, name: str, value: Any) -> None:
        """A view is kept as it is."""
        self.env[name] = value if isinstance(value, np.ndarray) else np.array(value)

    def run(self, program: Program, args: Sequence[Any], keywords: dict[str, Any]) -> Any:
        """The program's result."""
        pairs = [(spec, arg) for (_, spec), arg in zip(program.arguments, args, strict=True)]
        passed = zip(program.keywords, keywords.values(), strict=True)  # in the order in which they arrive
        pairs += [(spec, value) for (_, spec), value in passed]
        for spec, value in pairs:
            for leaf, item in bound(spec, value):
                self.env[leaf[1]] = self.enter(item) if leaf[0] != "static" else item
        for step in program.steps:
            self.perform(step)
        return built(program.result, lambda leaf: self.result(leaf[1]))

    def perform(self, step: Step) -> None:
        getattr(self, "do_" + step[0])(*step[1:])

    # -------------------------------------------------------------------------------------- operations

    def call(self, f: str, *given: Any) -> Any:
        with np.errstate(all="ignore"):
            return self.functions[f](*given)

    def do_call(self, name: str, f: str, operands: tuple[str, ...], params: tuple[Any, ...]) -> None:
        self.put(name, self.call(f, *map(self.get, operands), *params))

    def do_view(self, name: str, f: str, x: str, params: tuple[Any, ...]) -> None:
        self.keep(name, VIEWS[f](self.env[x], *params))

    def do_fancy(self, name: str, x: str, index: Any) -> None:
        self.put(name, self.get(x)[decoded(index)])

    def do_gather(self, name: str, x: str, index: str) -> None:
        self.put(name, self.get(x)[self.env[index]])

    def do_const(self, name: str, how: str, shape: tuple[int, ...], seed: int) -> None:
        self.env[name] = np.array(numbers(shape, seed))

    def do_buffer(self, name: str, how: str, like: Any, fill: float) -> None:
        shape = np.shape(self.get(like)) if isinstance(like, str) else like
        self.env[name] = np.full(shape, fill)

    def do_static(self, name: str, x: str, s: str) -> None:
        self.put(name, self.get(x) * static_factor(self.env[s]))

    def do_function(self, names: tuple[str, ...], f: str, operands: tuple[str, ...]) -> None:
        found = self.custom[f](*map(self.get, operands))
        for name, t in zip(names, found if isinstance(found, tuple) else (found,), strict=True):
            self.put(name, t)

    # -------------------------------------------------------------------------------------- writes

    def do_assign(self, x: str, index: Any, value: Any) -> None:
        self.env[x][self._index(index)] = self.get(value)

    def do_inplace(self, op: str, x: str, index: Any, value: Any) -> None:
        if index is None:
            self.env[x] = _changed(op, self.env[x], self.get(value))
        else:
            t, index = self.env[x], self._index(index)
            t[index] = _changed(op, t[index], self.get(value))

    def _index(self, index: Any) -> Any:
        if index and index[0] == "mask":  # where another value is positive
            return self.get(index[1]) > 0.0
        return self.env[index[1]] if index and index[0] == "data" else decoded(index)

    def do_out(self, f: str, x: str, operands: tuple[str, ...]) -> None:
        getattr(np, f)(*map(self.get, operands), out=self.env[x])

    def do_fill(self, x: str, y: str, factor: float) -> None:
        """In a loop, each element from the one before."""
        for i in range(len(self.env[x])):
            self._fill(x, y, i, factor)

    def _fill(self, x: str, y: str, i: int, factor: float) -> None:
        t, source = self.env[x], self.env[y]
        t[i] = source[i] * factor + (t[i - 1] * 0.5 if i else 1.0)

    # -------------------------------------------------------------------------------------- decisions

    def do_if(self, name: str, f: str, g: str, op: str, x: str, c: float, y: str) -> None:
        self.put(name, self.call(f if COMPARISONS[op](self.get(x), c) else g, self.get(y)))

    def do_while(self, name: str, x: str) -> None:
        t = self.get(x)
        for _ in range(40):
            if not abs(t).sum() > 1.0:
                break
            t = t * 0.5
        self.put(name, t * 1.0)

    def do_times(self, name: str, n: str, y: str) -> None:
        t = self.get(y)
        for k in range(int(self.get(n))):
            t = t * 0.5 + k
        self.put(name, t * 1.0)

    def do_pick(self, name: str, x: str, y: str) -> None:
        self.put(name, self.get(y)[int(np.argmax(self.get(x)))])

    def do_mask(self, name: str, x: str, y: str) -> None:
        self.put(name, self.get(y)[self.get(x) > 0.0].sum())

    def do_truth(self, name: str, flag: str, x: str, y: str) -> None:
        self.put(name, (self.get(x) if self.env[flag] else self.get(y)) * 1.0)

    # -------------------------------------------------------------------------------------- loops and nested transforms

    def body(self, steps: Sequence[Any], t: Any, extra: Any, i: Any) -> Any:
        """A function of one value, of one that it captures, and of a counter."""
        for what, *rest in steps:
            if what == "unary":
                t = self.call(rest[0], t)
            elif what == "extra":
                t = self.call(rest[0], t, extra)
            elif what == "count":
                t = t + 0.25 * i
            else:
                t = self.call("number", t, *rest)
        return t

    def do_loop(self, name: str, how: str, body: Any, x: str, extra: str, n: int) -> None:
        t, other = self.get(x), self.get(extra)
        rows = []
        for i in range(n):
            t = self.body(body, t, other, float(i))
            rows.append(t * 2.0)
        if how == "ys":
            t = self.call("stack", *rows, 0).sum(0) + t
        self.put(name, t * 1.0)

    def do_inner(self, name: str, how: str, body: Any, x: str, extra: str) -> None:
        raise NotImplementedError  # NumPy has no derivatives


class Tapegrad(Numpy):
    """tapegrad: what NumPy does, on Tensors."""

    functions = TAPEGRAD
    custom = CUSTOM["tapegrad"]

    def enter(self, value: Any) -> Any:
        return np.array(value) if isinstance(value, float) else value

    def put(self, name: str, value: Any) -> None:
        self.env[name] = value if isinstance(value, tg.Tensor) else tg.tensor(value)  # it may be written to

    def keep(self, name: str, value: Any) -> None:
        self.env[name] = tg.tensor(value) if isinstance(value, np.generic) else value

    def do_mask(self, name: str, x: str, y: str) -> None:
        if isinstance(self.get(y), np.ndarray):  # NumPy does not ask a mask that is a Tensor
            self.put(y, self.get(y))
        super().do_mask(name, x, y)

    def do_function(self, names: tuple[str, ...], f: str, operands: tuple[str, ...]) -> None:
        for x in operands:  # custom functions save Tensors only
            self.put(x, self.env[x])
        super().do_function(names, f, operands)

    def do_const(self, name: str, how: str, shape: tuple[int, ...], seed: int) -> None:
        if how == "closure":  # it was made before anything was recorded
            self.env[name] = self.closure.setdefault(name, tg.tensor(numbers(shape, seed)))
        else:
            array = numbers(shape, seed)
            self.env[name] = tg.tensor(array) if how == "tensor" else array

    def do_buffer(self, name: str, how: str, like: Any, fill: float) -> None:
        if isinstance(like, str):
            x = self.env[like]
            x = x if isinstance(x, tg.Tensor) else tg.tensor(x)
            make = {"zeros": tg.zeros_like, "ones": tg.ones_like, "full": lambda x: tg.full_like(x, fill)}
            made = make.get(how, lambda x: tg.tensor(np.full(x.shape, fill)))(x)
        else:
            make = {"zeros": tg.zeros, "ones": tg.ones, "full": lambda s: tg.full(s, fill)}
            made = make.get(how, lambda s: tg.tensor(np.full(s, fill)))(like)
        self.env[name] = made

    def do_loop(self, name: str, how: str, body: Any, x: str, extra: str, n: int) -> None:
        other = self.get(extra)

        def step(t: Any, i: Any) -> Any:
            return self.body(body, t, other, i)

        t = self.get(x)
        if how == "fori":
            t = tg.fori_loop(0, n, lambda i, t: step(t, i), t)
        elif how in ("scan", "scan checkpoint"):
            t, _ = tg.scan(lambda t, i: (step(t, i), None), t, np.arange(float(n)), checkpoint=how != "scan")
        elif how == "ys":
            last, rows = tg.scan(lambda t, i: (step(t, i), step(t, i) * 2.0), t, np.arange(float(n)))
            t = rows.sum(0) + last
        elif how == "while":
            t, _ = tg.while_loop(
                lambda s: s[1] < n - 0.5, lambda s: (step(s[0], s[1]), s[1] + 1.0), (t, tg.tensor(0.0)), max_steps=n
            )
        elif how == "checkpoint":
            for i in range(n):
                t = tg.checkpoint(step)(t, float(i))
        else:
            for i in range(n):
                t = step(t, float(i))
        self.put(name, t * 1.0)

    def do_inner(self, name: str, how: str, body: Any, x: str, extra: str) -> None:
        t, other = self.get(x), self.get(extra)

        def total(u: Any) -> Any:
            return np.sum(self.body(body, u, other, 1.0))

        def plain(u: Any) -> Any:
            return self.body(body, u, other, 1.0)

        if how == "grad":
            found = tg.grad(total)(t)
        elif how == "value_and_grad":
            value, found = tg.value_and_grad(total)(t)
            found = found * 2.0 + value
        elif how == "vjp":
            value, pull = tg.func.vjp(plain, t)
            (found,) = pull(value * 1.0)
        elif how == "jvp":
            value, found = tg.func.jvp(plain, (t,), (t,))
        elif how == "hvp":
            found = tg.hvp(total)(t, t)
        elif how == "compiled":
            found = tg.compile(tg.grad(total))(t)
        elif isinstance(t, tg.Tensor) and t.requires_grad:
            u = t * 1.0
            (found,) = tg.autograd.grad(total(u), u, create_graph=True, materialize_grads=True)
        else:
            found = tg.grad(total)(t)
        self.put(name, found)


class Place:
    """A value of PyTorch's world: positions in a flat tensor that writes replace."""

    __slots__ = ("at", "cell", "whole")

    def __init__(self, cell: list[Any], at: np.ndarray, whole: bool = False) -> None:
        self.cell, self.at, self.whole = cell, at, whole

    @classmethod
    def of(cls, t: Any) -> Place:
        return cls([t.reshape(-1)], np.arange(t.numel()).reshape(tuple(t.shape)), True)

    def read(self) -> Any:
        (whole,) = self.cell
        if self.whole:
            return whole.reshape(self.at.shape)
        return whole[torch.from_numpy(np.array(self.at))]

    def write(self, index: Any, value: Any) -> None:
        at = np.asarray(self.at[index])
        value = torch.as_tensor(value, dtype=torch.float64)
        while value.ndim > at.ndim:
            value = value[0]
        value = value.expand(at.shape).reshape(-1)
        last = dict(zip(at.reshape(-1).tolist(), range(at.size), strict=True))  # of several the last one holds
        self.cell[0] = self.cell[0].index_put((torch.tensor(list(last), dtype=torch.long),), value[list(last.values())])


class Torch(Numpy):
    """PyTorch.

    Attributes
    ----------
    fragile : bool
        Whether a decision hung on rounding, so that other results are no evidence.
    """

    functions = TORCH
    custom = CUSTOM["torch"]

    def __init__(self, closure: dict[str, Any]) -> None:
        super().__init__(closure)
        self.fragile = False

    def _decides(self, gap: Any) -> None:
        gap = abs(gap.detach())
        self.fragile |= bool(((gap < 1e-7) & (gap != 0)).any())

    def enter(self, value: Any) -> Any:
        if isinstance(value, np.ndarray) and value.dtype.kind != "f":
            return value
        if isinstance(value, (float, np.ndarray)):
            value = torch.tensor(value, dtype=torch.float64)
        return Place.of(value) if isinstance(value, torch.Tensor) else value

    def get(self, name: Any) -> Any:
        value = self.env[name] if isinstance(name, str) else name
        return value.read() if isinstance(value, Place) else value

    def put(self, name: str, value: Any) -> None:
        self.env[name] = Place.of(value)

    def result(self, name: str) -> Any:
        return self.get(name)

    def call(self, f: str, *given: Any) -> Any:
        if f in GAPS:
            self._decides(GAPS[f](*given))
        return self.functions[f](*given)

    def do_view(self, name: str, f: str, x: str, params: tuple[Any, ...]) -> None:
        place = self.env[x]
        at = VIEWS[f](place.at, *params)
        if isinstance(at, np.ndarray) and (at.size == 0 or np.shares_memory(at, place.at)):
            self.env[name] = Place(place.cell, at)
        else:
            self.put(name, Place(place.cell, np.asarray(at)).read())

    def do_const(self, name: str, how: str, shape: tuple[int, ...], seed: int) -> None:
        self.put(name, torch.tensor(numbers(shape, seed)))

    def do_buffer(self, name: str, how: str, like: Any, fill: float) -> None:
        shape = tuple(self.get(like).shape) if isinstance(like, str) else like
        self.put(name, torch.full(shape, fill, dtype=torch.float64))

    def _index(self, index: Any) -> Any:
        if index and index[0] == "mask":
            t = self.get(index[1])
            self._decides(t)
            return (t > 0.0).numpy()
        return super()._index(index)

    def do_assign(self, x: str, index: Any, value: Any) -> None:
        self.env[x].write(self._index(index), self.get(value))

    def do_inplace(self, op: str, x: str, index: Any, value: Any) -> None:
        place, index = self.env[x], () if index is None else self._index(index)
        old = Place(place.cell, np.asarray(place.at[index])).read()
        other = self.get(value)
        new = {
            "+=": lambda: old + other,
            "-=": lambda: old - other,
            "*=": lambda: old * other,
            "/=": lambda: old / other,
        }
        place.write(index, new[op]())

    def do_out(self, f: str, x: str, operands: tuple[str, ...]) -> None:
        self.env[x].write((), self.call(f, *map(self.get, operands)))

    def _fill(self, x: str, y: str, i: int, factor: float) -> None:
        place, source = self.env[x], self.get(y)
        t = self.get(x)
        place.write((i,), source[i] * factor + (t[i - 1] * 0.5 if i else 1.0))

    def do_fill(self, x: str, y: str, factor: float) -> None:
        for i in range(len(self.env[x].at)):
            self._fill(x, y, i, factor)

    def do_if(self, name: str, f: str, g: str, op: str, x: str, c: float, y: str) -> None:
        self._decides(self.get(x) - c)
        super().do_if(name, f, g, op, x, c, y)

    def do_while(self, name: str, x: str) -> None:
        t = self.get(x)
        for _ in range(40):
            self._decides(abs(t).sum() - 1.0)
            if not abs(t).sum() > 1.0:
                break
            t = t * 0.5
        self.put(name, t * 1.0)

    def do_pick(self, name: str, x: str, y: str) -> None:
        t = self.get(x).detach()
        self._decides(t - t.amax())
        self.put(name, self.get(y)[int(np.argmax(t.numpy()))])

    def do_mask(self, name: str, x: str, y: str) -> None:
        self._decides(self.get(x))
        super().do_mask(name, x, y)

    def do_inner(self, name: str, how: str, body: Any, x: str, extra: str) -> None:
        other = self.get(extra)
        t = self.get(x)
        u = t * 1.0 if t.requires_grad else t.clone().requires_grad_()
        out = self.body(body, u, other, 1.0)
        if how == "vjp":
            found = derivative(out, u, out * 1.0)
        elif how == "jvp":
            found = pushed(out, u, t)
        elif how == "hvp":
            found = pushed(derivative(out, u, torch.ones_like(out)), u, t)
        else:
            found = derivative(out, u, torch.ones_like(out))
            if how == "value_and_grad":
                found = found * 2.0 + out.sum()
        self.put(name, found)


def derivatives(outs: Sequence[Any], inputs: Sequence[Any], seeds: Sequence[Any]) -> list[Any]:
    """Gradients that can be differentiated; zeros where nothing leads."""
    pairs = [(o, s) for o, s in zip(outs, seeds, strict=True) if o.requires_grad]
    if not pairs:
        return [torch.zeros_like(x) for x in inputs]
    found = torch.autograd.grad(
        [o for o, _ in pairs], list(inputs), [s for _, s in pairs], create_graph=True, allow_unused=True
    )
    return [torch.zeros_like(x) if g is None else g for x, g in zip(inputs, found, strict=True)]


def derivative(out: Any, x: Any, seed: Any) -> Any:
    """The gradient by one input."""
    return derivatives([out], [x], [seed])[0]


def pushed(out: Any, x: Any, tangent: Any) -> Any:
    """The derivative of one output along a tangent of one input."""
    return tangents([out], [x], [tangent])[0]


def tangents(outs: Sequence[Any], inputs: Sequence[Any], moving: Sequence[Any]) -> list[Any]:
    """Derivatives along tangents: the pull-back is linear in its seeds, and is differentiated by them."""
    seeds = [torch.ones_like(o).requires_grad_() for o in outs]
    pulled = derivatives(outs, inputs, seeds)
    return derivatives(pulled, seeds, list(moving))
