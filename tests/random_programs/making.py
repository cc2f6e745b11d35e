"""Makes programs, with PyTorch's machine at hand, which knows shapes and magnitudes."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from tests.random_programs.libraries import Torch, leads
from tests.random_programs.machine import Machine, Step, decoded

HUGE = 1e5  # larger values are not computed with
SHAPES = {
    "mixed": [(), (1,), (3,), (2, 3), (3, 1), (1, 3), (3, 3), (2, 1, 3)],
    "scalars": [(), (), (1,)],
    "empty": [(0,), (0, 3), (2, 0), (3,), (1, 3), ()],
    "large": [(5000,), (1,), (), (2, 2500), (2500,)],
}
UNARY = [
    "sin", "tanh", "exp", "log", "sqrt", "square", "power3", "negative", "reciprocal", "abs", "relu", "clip", "guarded"
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


COMPUTING = (  # what a program consists of that only computes, with a derivative everywhere but at kinks
    "unary", "binary", "number", "loop", "reduce", "cumsum", "matmul", "where", "stack", "concatenate", "flip", "roll",
    "view", "fancy", "reshape", "transpose", "swapaxes", "expand", "clone", "assign", "inplace",
)  # fmt: skip
CUT = ("detach", "quiet", "cast")  # and what a derivative does not pass, or differences do not see


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
    """Makes one program, of all kinds of steps, or of those that are given, without a sweep."""

    def __init__(self, seed: int, steps: int = 22, kinds: Sequence[str] | None = None) -> None:
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
        weights = WEIGHTS if kinds is None else {kind: WEIGHTS[kind] for kind in kinds}
        for _ in range(self.rng.randint(4, steps)):
            self._try(self.rng.choices(list(weights), list(weights.values()))[0])
        if kinds is None:
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
        target = np.zeros(shape)[decoded(index)].shape
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
            self.requires_grad(r) and leads(edge(values[r]).node, ends) for r in roots
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
