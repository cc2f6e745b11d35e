"""Performs the steps of a program in one library, and keeps a log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

Step = tuple[Any, ...]


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
        self.values[name] = self.lib.read(self.values[x], decoded(index))

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
        self.lib.assign(self.values[x], decoded(index), self.values[value] if isinstance(value, str) else value)

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


def decoded(index: Any) -> Any:
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
