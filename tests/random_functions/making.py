"""Makes random cases. PyTorch's world performs the steps meanwhile: it knows shapes and magnitudes."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.random_programs.elementary import BINARY, UNARY

from .programs import SPECIAL, Program, Spec, Step, bound, built, data
from .worlds import INPLACE, Torch

SHAPES = [(), (), (1,), (2,), (3,), (2, 2), (2, 3), (3, 1), (1, 2), (2, 1, 2)]
MOST = 40  # elements of a value
HUGE = 1e3  # larger values are not computed with
STEPS = {
    "unary": 8, "binary": 9, "number": 4, "reduce": 5, "cumsum": 1, "matmul": 2, "einsum": 2, "select": 2, "masked": 1,
    "join": 2, "copy": 2, "view": 6, "fancy": 1, "gather": 1, "const": 3, "buffer": 6, "assign": 7, "inplace": 6, "out": 2, "fill": 2,
    "if": 2, "while": 1, "times": 1, "pick": 1, "mask": 1, "truth": 1, "integer": 2, "static": 2, "loop": 2, "inner": 2,
    "function": 2,
}  # fmt: skip
EINSUMS = [
    ("ij,jk->ik", 2, 2), ("i,i->", 1, 1), ("ij,j->i", 2, 1), ("i,j->ij", 1, 1), ("ij,ij->i", 2, 2), ("ij->ji", 2),
    ("ii->i", 2), ("ii", 2), ("ijk->k", 3), ("ij,ij", 2, 2), ("ij,kj->ki", 2, 2),
]  # fmt: skip
GUARDS = {"if", "while", "pick", "mask", "times"}
CONTAINERS = ["dict", "list", "tuple", "pair"]


class _Unfit(Exception):
    """A step that cannot be made here."""


class Maker:
    """Makes one program."""

    def __init__(self, rng: random.Random, seed: int, most: int, by: int) -> None:
        self.rng, self.seed = rng, seed
        self.count = 0
        self.steps: list[Step] = []
        self.room = by  # how many numbers may be differentiated by
        self.names: dict[str, list[str]] = {"integer": [], "truth": [], "indices": [], "static": []}
        self.arguments = tuple(self._arguments())
        self.keywords = tuple(self._keywords())
        start = Program(self.arguments, self.keywords, (), ("list", ()))
        self.world = Torch({})
        args, keywords = data(start, seed)
        self.world.run(start, args, keywords)
        self.home: dict[str, int] = {}  # values that share memory share a number
        self.frozen: set[int] = set()
        writes = rng.random() < 0.3  # to arguments
        for role, spec in (*self.arguments, *(("data", spec) for _, spec in self.keywords)):
            for leaf, _ in bound(spec, built(spec, lambda s: s)):
                if leaf[0] == "array":
                    self._settled(leaf[1], frozen=role != "by" or not writes)
        kinds, weights = list(STEPS), list(STEPS.values())
        chosen = rng.sample(kinds, 12)  # so that programs differ in character
        weights = [w * (4 if k in chosen else 1) for k, w in zip(kinds, weights, strict=True)]
        for _ in range(rng.randint(2, most)):
            with contextlib.suppress(_Unfit):
                getattr(self, "make_" + rng.choices(kinds, weights)[0])()
        self.result = self._result()

    def program(self) -> Program:
        """What was made."""
        return Program(self.arguments, self.keywords, tuple(self.steps), self.result)

    # -------------------------------------------------------------------------------------- arguments and results

    def name(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def _array(self) -> Spec:
        shape = self.rng.choice(SHAPES if self.rng.random() < 0.95 else [(0,), (0, 2), (12,), (2, 5)])
        if np.prod(shape) > self.room:
            shape = ()
        self.room -= int(np.prod(shape))
        return ("array", self.name(), shape)

    def _nest(self, leaf: Callable[[], Spec], depth: int = 0) -> Spec:
        if self.rng.random() < (0.75 if depth == 0 else 0.8):
            return leaf()
        kind = self.rng.choice(CONTAINERS)
        count = 2 if kind == "pair" else self.rng.randint(1, 3)
        parts = [self._nest(leaf, depth + 1) for _ in range(count)]
        if kind == "dict":
            keys: list[Any] = self.rng.sample(["b", "a", "layer2", "layer10", "c"], count)
            return ("dict", tuple(zip(keys, parts, strict=True)))
        return (kind, tuple(parts))

    def _arguments(self) -> list[tuple[str, Spec]]:
        rng = self.rng
        made = [("by", self._nest(self._array)) for _ in range(rng.choice([1, 1, 2]))]
        if rng.random() < 0.5:
            made.append(("data", self._plain()))
        if rng.random() < 0.25:
            static = rng.choice([0.0, -0.0, 1.0, 1, True, (2,), (2.0,), (True,), "a", None, ("a", 0.0), ("a", -0.0)])
            made.append(("static", ("static", self.name(), static)))
            self.names["static"].append(made[-1][1][1])
        rng.shuffle(made)
        return made

    def _plain(self) -> Spec:
        """An argument that is not differentiated by."""
        kind = self.rng.choice(["array", "array", "integer", "few", "truth", "indices"])
        if kind == "array":
            return ("array", self.name(), self.rng.choice(SHAPES))
        name = self.name()
        self.names["integer" if kind == "few" else kind].append(name)
        if kind == "truth":
            return ("truth", name)
        if kind == "indices":
            return ("indices", name, (self.rng.randint(0, 3),), 2)
        return ("integer", name, "any" if kind == "integer" else "few")

    def _keywords(self) -> list[tuple[str, Spec]]:
        if self.rng.random() < 0.7:
            return []
        names = self.rng.sample(["rate", "bias", "a2", "a10"], self.rng.randint(1, 3))
        return [(name, self._nest(self._plain)) for name in names]

    def _result(self) -> Spec:
        late = list(self.home)[-6:]
        made: list[str] = []

        def leaf() -> Spec:
            if len(made) > 3:
                return ("name", made[0])
            made.append(
                self.rng.choice(late) if made else late[-1] if self.rng.random() < 0.7 else self.rng.choice(late)
            )
            return ("name", made[-1])

        return self._nest(leaf)

    # -------------------------------------------------------------------------------------- helpers

    def _settled(self, name: str, like: str | None = None, frozen: bool = False) -> None:
        self.home[name] = self.home[like] if like is not None else len(self.home)
        if frozen:
            self.frozen.add(self.home[name])

    def shape(self, name: str) -> tuple[int, ...]:
        return tuple(self.world.env[name].at.shape)

    def tame(self, name: str) -> bool:
        t = self.world.get(name).detach()
        return t.numel() <= MOST and t.ndim <= 4 and bool((abs(t) < HUGE).all())

    def pick(self, fits: Callable[[str], bool] = lambda name: True) -> str:
        """A value, rather a late one."""
        names = [n for n in self.home if fits(n)]
        if not names:
            raise _Unfit
        return names[-1 - min(int(self.rng.expovariate(0.4)), len(names) - 1)]

    def add(self, step: Step, *names: str, like: str | None = None, frozen: bool = False) -> None:
        """Perform a step, and keep it unless a result becomes too large."""
        before = {n: list(p.cell) for n, p in self.world.env.items() if hasattr(p, "cell")}
        self.world.perform(step)
        if not all(map(self.tame, names or [step[2] if step[0] == "out" else step[1 if step[0] != "inplace" else 2]])):
            for n in names:
                self.world.env.pop(n, None)
            for n, cell in before.items():
                self.world.env[n].cell[:] = cell
            raise _Unfit
        self.steps.append(step)
        for name in names:
            self._settled(name, like, frozen)

    def call(self, f: str, operands: tuple[str, ...], *params: Any) -> None:
        name = self.name()
        self.add(("call", name, f, operands, params), name)

    def partner(self, x: str) -> str:
        return self.pick(lambda y: _broadcasts(self.shape(x), self.shape(y)))

    # -------------------------------------------------------------------------------------- operations

    def make_unary(self) -> None:
        self.call(self.rng.choice(list(UNARY)), (self.pick(),))

    def make_binary(self) -> None:
        x = self.pick()
        operands = [x, self.partner(x)]
        self.rng.shuffle(operands)
        self.call(self.rng.choice(list(BINARY)), tuple(operands))

    def make_number(self) -> None:
        op, c = (
            self.rng.choice(["+", "*", "-", "r-", "/"]),
            self.rng.choice([*SPECIAL, round(self.rng.uniform(-2, 2), 2)]),
        )
        self.call("number", (self.pick(),), c or 3.0 if op == "/" else c, op)

    def make_reduce(self) -> None:
        x = self.pick()
        shape = self.shape(x)
        f = self.rng.choice(["sum", "sum", "mean", "prod", "prod", "max", "min", "var"])
        if f not in ("sum", "prod") and 0 in shape:
            raise _Unfit
        axes: list[Any] = [None, *range(-len(shape), len(shape))]
        if len(shape) > 1:
            axes.append(tuple(self.rng.sample(range(len(shape)), 2)))
        self.call(f, (x,), self.rng.choice(axes), self.rng.random() < 0.3)

    def make_cumsum(self) -> None:
        x = self.pick(lambda x: self.shape(x) != ())
        self.call("cumsum", (x,), self.rng.randrange(len(self.shape(x))))

    def make_matmul(self) -> None:
        f = self.rng.choice(["matmul", "matmul", "dot", "outer"])
        x = self.pick(lambda x: f == "outer" or len(self.shape(x)) in (1, 2))

        def fits(y: str) -> bool:
            return len(self.shape(y)) in (1, 2) and self.shape(y)[-2:][0] == self.shape(x)[-1]

        self.call(f, (x, self.pick() if f == "outer" else self.pick(fits)))

    def make_einsum(self) -> None:
        text, *ranks = self.rng.choice(EINSUMS)
        terms = text.split("->")[0].split(",")
        sizes: dict[str, int] = {}
        operands = []
        for term, rank in zip(terms, ranks, strict=True):

            def fits(x: str, term: str = term, rank: int = rank) -> bool:
                shape, seen = self.shape(x), dict(sizes)
                return len(shape) == rank and all(seen.setdefault(c, n) == n for c, n in zip(term, shape, strict=True))

            operands.append(self.pick(fits))
            sizes.update(zip(term, self.shape(operands[-1]), strict=True))
        self.call("einsum", tuple(operands), text)

    def make_select(self) -> None:
        x = self.pick()
        y = self.partner(x)
        z = self.pick(lambda z: _broadcasts(np.broadcast_shapes(self.shape(x), self.shape(y)), self.shape(z)))
        self.call("select", (x, y, z))

    def make_masked(self) -> None:
        x = self.pick()
        y = self.partner(x)
        shape = np.broadcast_shapes(self.shape(x), self.shape(y))
        self.call("masked", (x, y), shape, self.rng.randrange(99))

    def make_join(self) -> None:
        f, x = self.rng.choice(["stack", "concatenate", "list"]), self.pick()
        shape = self.shape(x)
        if f == "concatenate" and not shape:
            raise _Unfit
        parts = (x, *(self.pick(lambda y: self.shape(y) == shape) for _ in range(self.rng.randint(0, 2))))
        self.call(f, parts, *([] if f == "list" else [self.rng.randrange(len(shape) + (f == "stack"))]))

    def make_copy(self) -> None:
        f, x = self.rng.choice(["roll", "tile", "repeat", "tril"]), self.pick(lambda x: self.shape(x) != ())
        rank, n = len(self.shape(x)), self.rng.randint(1, 2)
        if f == "tril" and rank < 2:
            raise _Unfit
        self.call(f, (x,), *{"tile": [n], "tril": []}.get(f, [n, self.rng.randrange(rank)]))

    # -------------------------------------------------------------------------------------- views and writes

    def _basic(self, shape: tuple[int, ...]) -> tuple[Any, ...]:
        index: list[Any] = []
        for n in shape[: self.rng.randint(0, len(shape))]:
            if n and self.rng.random() < 0.5:
                index.append(self.rng.randrange(-n, n))
            else:
                start = self.rng.randint(0, n)
                whole = [(start, self.rng.randint(start, n), self.rng.randint(1, 2)), (None, None, -1)]
                index.append(self.rng.choice(whole))
        if self.rng.random() < 0.15:
            index.insert(self.rng.randint(0, len(index)), None)
        elif self.rng.random() < 0.3:
            index.append("...")
        return tuple(index)

    def _fancy(self, shape: tuple[int, ...]) -> tuple[Any, ...]:
        if not shape or 0 in shape:
            raise _Unfit
        if self.rng.random() < 0.25:
            return ((np.random.default_rng(self.rng.randrange(99)).random(shape) < 0.5).tolist(),)
        before = self.rng.randrange(len(shape))
        part = [self.rng.randrange(-shape[before], shape[before]) for _ in range(self.rng.randint(1, 3))]
        return (*[(None, None, None)] * before, part)

    def make_view(self) -> None:
        name, x, rng = self.name(), self.pick(), self.rng
        shape = self.shape(x)
        f = rng.choice(
            ["read", "read", "read", "reshape", "ravel", "transpose", "axes", "expand_dims", "squeeze", "broadcast"]
        )
        params: tuple[Any, ...] = ()
        if f == "read":
            params = self._basic(shape)
        elif f == "reshape":
            params = rng.choice([(-1,), (1, *shape), (*shape, 1), shape[::-1]])
            params = params if 0 not in shape else (1, *shape)
        elif f == "axes":
            f = rng.choice(["swapaxes", "moveaxis"])
            if len(shape) < 2:
                raise _Unfit
            params = tuple(rng.sample(range(len(shape)), 2))
        elif f == "expand_dims":
            params = (rng.randint(0, len(shape)),)
        elif f == "broadcast":
            params = (2, *shape)
        self.add(("view", name, f, x, params), name, like=x)
        if self.world.env[name].cell is not self.world.env[x].cell:
            self._settled(name)
        elif f == "broadcast":
            self.frozen.add(self.home[name])

    def make_fancy(self) -> None:
        name, x = self.name(), self.pick()
        self.add(("fancy", name, x, self._fancy(self.shape(x))), name)

    def make_gather(self) -> None:
        name = self.name()
        x = self.pick(lambda x: self.shape(x) != () and self.shape(x)[0] >= 2)
        self.add(("gather", name, x, self._one("indices")), name)

    def make_const(self) -> None:
        name, how = self.name(), self.rng.choice(["array", "tensor", "closure"])
        self.add(("const", name, how, self.rng.choice(SHAPES), self.rng.randrange(1 << 20)), name, frozen=True)

    def make_buffer(self) -> None:
        name, how = self.name(), self.rng.choice(["zeros", "ones", "full", "tensor"])
        like: Any = self.pick() if self.rng.random() < 0.4 else self.rng.choice(SHAPES)
        fill = {"zeros": 0.0, "ones": 1.0}.get(how, self.rng.choice(SPECIAL))
        self.add(("buffer", name, how, like, fill), name)
        for kind in self.rng.choices(["assign", "inplace", "out", "fill"], [5, 3, 1, 1], k=self.rng.randint(0, 2)):
            with contextlib.suppress(_Unfit):
                getattr(self, "make_" + kind)(name)
        if self.rng.random() < 0.5:
            self.call(self.rng.choice(["multiply", "add", "divide"]), (name, self.partner(name)))

    def _target(self, fits: Callable[[str], bool] = lambda x: True) -> str:
        return self.pick(lambda x: self.home[x] not in self.frozen and fits(x))

    def _index(self, x: str) -> tuple[Any, ...]:
        choice = self.rng.random()
        if choice < 0.15:
            return ("mask", self.pick(lambda y: self.shape(y) == self.shape(x)))
        if choice < 0.25 and self.names["indices"] and self.shape(x) and self.shape(x)[0] >= 2:
            return ("data", self._one("indices"))
        return self._fancy(self.shape(x)) if choice < 0.45 else self._basic(self.shape(x))

    def _value(self, x: str, index: Any) -> Any:
        if self.rng.random() < 0.4:
            return self.rng.choice(SPECIAL)
        at = self.world.env[x].at
        shape = () if index and index[0] == "mask" else np.shape(at if index is None else at[self.world._index(index)])
        return self.pick(lambda y: _broadcasts(self.shape(y), shape, shape))

    def make_assign(self, x: str | None = None) -> None:
        x = x or self._target()
        index = self._index(x)
        self.add(("assign", x, index, self._value(x, index)))

    def make_inplace(self, x: str | None = None) -> None:
        x = x or self._target()
        index = None if self.rng.random() < 0.5 else self._index(x)
        op, value = self.rng.choice(INPLACE), self._value(x, index)
        if op == "/=" and (not isinstance(value, float) or value == 0.0):
            value = 4.0
        self.add(("inplace", op, x, index, value))

    def make_out(self, x: str | None = None) -> None:
        x = x or self._target()
        f = self.rng.choice(["multiply", "maximum", "sin", "tanh", "add"])
        operands = [self.pick(lambda y: _broadcasts(self.shape(y), self.shape(x), self.shape(x))) for _ in range(2)]
        operands = operands[:1] if f in ("sin", "tanh") else operands
        if np.broadcast_shapes(*map(self.shape, operands)) != self.shape(x):
            operands[0] = x
        self.add(("out", f, x, tuple(operands)))

    def make_fill(self, x: str | None = None) -> None:
        x = x or self._target(lambda x: self.shape(x) != ())
        if not self.shape(x):
            raise _Unfit
        y = self.pick(lambda y: self.shape(y) == self.shape(x))
        self.add(("fill", x, y, self.rng.choice([1.0, 2.0, -0.5])))

    # -------------------------------------------------------------------------------------- decisions, loops, transforms

    def _one(self, kind: str) -> str:
        if not self.names[kind]:
            raise _Unfit
        return self.rng.choice(self.names[kind])

    def make_if(self) -> None:
        name, x = self.name(), self.pick(lambda x: self.shape(x) == ())
        f, g = self.rng.sample(list(UNARY), 2)
        self.add(("if", name, f, g, self.rng.choice([">", "<="]), x, self.rng.choice([0.0, 1.0]), self.pick()), name)

    def make_while(self) -> None:
        name = self.name()
        self.add(("while", name, self.pick()), name)

    def make_times(self) -> None:
        name = self.name()
        few = [
            leaf[1]
            for _, s in (*self.arguments, *self.keywords)
            for leaf, _ in bound(s, built(s, lambda s: s))
            if leaf[-1] == "few"
        ]
        if not few:
            raise _Unfit
        self.add(("times", name, self.rng.choice(few), self.pick()), name)

    def make_pick(self) -> None:
        name, x = self.name(), self.pick(lambda x: len(self.shape(x)) == 1 and self.shape(x) != (0,))
        self.add(("pick", name, x, self.pick(lambda y: self.shape(y) == self.shape(x))), name)

    def make_mask(self) -> None:
        name, x = self.name(), self.pick(lambda x: self.shape(x) != ())
        self.add(("mask", name, x, self.pick(lambda y: self.shape(y) == self.shape(x))), name)

    def make_truth(self) -> None:
        name, flag, x = self.name(), self._one("truth"), self.pick()
        self.add(("truth", name, flag, x, self.pick(lambda y: self.shape(y) == self.shape(x))), name)

    def make_integer(self) -> None:
        f = self.rng.choice(["scaled", "cubed"])
        self.call(f, (self.pick(), self._one(self.rng.choice(["integer", "truth"]))))

    def make_static(self) -> None:
        name = self.name()
        self.add(("static", name, self.pick(), self._one("static")), name)

    def _body(self) -> tuple[Any, ...]:
        rng = self.rng
        steps: list[Any] = []
        for _ in range(rng.randint(1, 3)):
            what = rng.choice(["unary", "extra", "count", "number"])
            if what == "unary":
                steps.append((what, rng.choice(list(UNARY))))
            elif what == "extra":
                steps.append((what, rng.choice(list(BINARY))))
            else:
                steps.append(
                    (what,) if what == "count" else (what, rng.choice([0.0, 1.0, -0.5, 2.0]), rng.choice(["+", "*"]))
                )
        return tuple(steps)

    def make_loop(self) -> None:
        name, x = self.name(), self.pick()
        extra = self.pick(lambda y: _broadcasts(self.shape(y), self.shape(x), self.shape(x)))
        how = self.rng.choice(["fori", "scan", "scan checkpoint", "ys", "while", "checkpoint", "python"])
        self.add(("loop", name, how, self._body(), x, extra, self.rng.randint(1, 4)), name)

    def make_inner(self) -> None:
        name, x = self.name(), self.pick()
        extra = self.pick(lambda y: _broadcasts(self.shape(y), self.shape(x), self.shape(x)))
        how = self.rng.choice(["grad", "value_and_grad", "vjp", "jvp", "hvp", "compiled", "autograd"])
        self.add(("inner", name, how, self._body(), x, extra), name)

    def make_function(self) -> None:
        f, x = self.rng.choice(["cube", "pair", "swish", "swish"]), self.pick()
        operands = (x, self.pick(lambda y: self.shape(y) == self.shape(x))) if f == "pair" else (x,)
        names = tuple(self.name() for _ in range(1 + (f == "pair")))
        self.add(("function", names, f, operands), *names)


def _broadcasts(shape: tuple[int, ...], other: tuple[int, ...], target: tuple[int, ...] | None = None) -> bool:
    try:
        found = np.broadcast_shapes(shape, other)
    except ValueError:
        return False
    return target is None or found == target
