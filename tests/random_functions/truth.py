"""What a case gives in PyTorch: transforms as compositions of sweeps, written out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from .programs import Case, Program, data, flat, mapped, rebuilt, weights
from .worlds import Numpy, Torch, derivatives, tangents

Fn = Callable[..., Any]
BATCHES = ("batch", "vmap", "vmap_tensors")


def scaled(tree: Any, factor: float) -> Any:
    """The numbers of the second instance of a stage that maps."""
    return mapped(lambda x: x * factor, tree)


class _Stages:
    """Transforms of functions of ``(args, keywords)``; named as the stages of a chain."""

    def __init__(self, program: Program) -> None:
        self.by = program.positions()
        self.alone = len(self.by) == 1

    def _entered(self, args: Any) -> tuple[Any, list[Any]]:
        """The arguments with fresh variables, and these."""
        new = [mapped(lambda x: x * 1.0, a) if k in self.by else a for k, a in enumerate(args)]
        return new, flat([new[k] for k in self.by])

    def _nest(self, args: Any, leaves: Any) -> Any:
        """Leaves in the containers of the arguments that are differentiated by."""
        leaves = iter(leaves)
        trees = tuple(rebuilt(args[k], leaves) for k in self.by)
        return trees[0] if self.alone else trees

    def dot(self, f: Fn, seed: int) -> Fn:
        def total(args: Any, keywords: Any) -> Any:
            parts = flat(f(args, keywords))
            return sum((t * torch.tensor(weights(tuple(t.shape), seed, k))).sum() for k, t in enumerate(parts))

        return total

    def value_and_grad(self, f: Fn, seed: int) -> Fn:
        def wrapped(args: Any, keywords: Any) -> Any:
            args, variables = self._entered(args)
            value = f(args, keywords)
            return value, self._nest(args, derivatives([value], variables, [torch.ones_like(value)]))

        return wrapped

    def grad(self, f: Fn, seed: int) -> Fn:
        both = self.value_and_grad(f, seed)
        return lambda args, keywords: both(args, keywords)[1]

    def vjp(self, f: Fn, seed: int) -> Fn:
        def wrapped(args: Any, keywords: Any) -> Any:
            args, variables = self._entered(args)
            outs = flat(f(args, keywords))
            seeds = [torch.tensor(weights(tuple(o.shape), seed, k)) for k, o in enumerate(outs)]
            found = iter(derivatives(outs, variables, seeds))
            return tuple(rebuilt(args[k], found) for k in self.by)

        return wrapped

    def jvp(self, f: Fn, seed: int) -> Fn:
        def wrapped(args: Any, keywords: Any) -> Any:
            args, variables = self._entered(args)
            result = f(args, keywords)
            moving = [torch.tensor(weights(tuple(x.shape), seed, k)) for k, x in enumerate(variables)]
            return rebuilt(result, iter(tangents(flat(result), variables, moving)))

        return wrapped

    linearize = jvp

    def jacobian(self, f: Fn, seed: int) -> Fn:
        def wrapped(args: Any, keywords: Any) -> Any:
            args, variables = self._entered(args)

            def block(out: Any) -> Any:
                seeds = torch.eye(out.numel(), dtype=torch.float64).reshape((out.numel(), *out.shape))
                rows = [derivatives([out], variables, [s]) for s in seeds]
                parts = [
                    torch.stack([r[k] for r in rows]).reshape((*out.shape, *x.shape)) if rows else
                    torch.zeros((*out.shape, *x.shape), dtype=torch.float64)
                    for k, x in enumerate(variables)
                ]  # fmt: skip
                return self._nest(args, parts)

            result = f(args, keywords)
            single = self.alone and args[self.by[0]] is variables[0]
            return mapped(block, _as_array(result) if single else result)

        return wrapped

    jacrev = jacfwd = jacobian

    def hessian(self, f: Fn, seed: int) -> Fn:
        return self.jacobian(self.grad(f, seed), seed)

    def hvp(self, f: Fn, seed: int) -> Fn:
        return self.jvp(self.grad(f, seed), seed)

    def checkpoint(self, f: Fn, seed: int) -> Fn:
        return f

    def compile(self, f: Fn, seed: int) -> Fn:
        return f

    def vmap(self, f: Fn, seed: int) -> Fn:
        """The results for the arguments, and for half of them."""

        def wrapped(args: Any, keywords: Any) -> Any:
            half = [scaled(a, 0.5) if k in self.by else a for k, a in enumerate(args)]
            first, second = f(args, keywords), f(half, keywords)
            return rebuilt(first, iter([torch.stack(pair) for pair in zip(flat(first), flat(second), strict=True)]))

        return wrapped

    scan = vmap


def _as_array(tree: Any) -> Any:
    """Lists and tuples of numbers as the array that a Jacobian takes them for, if their lengths agree."""
    if type(tree) not in (list, tuple):
        return tree
    parts = [_as_array(part) for part in tree]
    same = len({tuple(t.shape) if isinstance(t, torch.Tensor) else None for t in parts}) == 1
    depth = next(t.ndim for t in parts) if same and isinstance(parts[0], torch.Tensor) else -1
    return torch.stack(parts) if depth >= 0 and _depth(tree) == depth + 1 else tree


def _depth(tree: Any) -> int:
    return 1 + _depth(tree[0]) if type(tree) in (list, tuple) else 0


def function_of(case: Case, world: Torch) -> Fn:
    """The function of arguments and keywords that a case's chain makes."""

    def f(args: Any, keywords: Any) -> Any:
        return world.run(case.program, args, keywords)

    stages = _Stages(case.program)
    for stage, seed in case.chain:
        f = getattr(stages, stage)(f, seed)
    return f


def arguments(case: Case, number: int) -> tuple[Any, dict[str, Any]]:
    """The data of a call; instances of a batch differ in what is differentiated by."""
    args, keywords = data(case.program, case.seed, number)
    if case.executor in BATCHES:
        shared, keywords = data(case.program, case.seed)
        roles = [role for role, _ in case.program.arguments]
        args = tuple(a if role == "by" else b for a, b, role in zip(args, shared, roles, strict=True))
    return args, keywords


def expected(case: Case, number: int, nudge: float = 0.0) -> tuple[Any, bool]:
    """What a case gives for some data, as arrays in containers, and whether a decision hung on rounding."""
    world = Torch({})
    args, keywords = arguments(case, number)
    given = []
    for (role, _), arg in zip(case.program.arguments, args, strict=True):
        if role == "by":
            arg = mapped(lambda x: torch.tensor(np.asarray(x) * (1.0 + nudge)).requires_grad_(), arg)
        given.append(arg)
    result = function_of(case, world)(given, keywords)
    return mapped(lambda t: t.detach().numpy(force=True), result), world.fragile


def values(case: Case, number: int) -> Any:
    """What NumPy gives for the program alone."""
    args, keywords = arguments(case, number)
    return Numpy({}).run(case.program, args, keywords)
