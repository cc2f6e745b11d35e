"""Random programs, as lists of steps that name values by their numbers; what varies is drawn anew for each turn.

A step is ``(what, *arguments)``. Shapes and places in memory are found by NumPy, on arrays of places: value k is an array
of integers whose memory shows which other values it is a view of. What has no dimensions may be a number of
NumPy's, which is not moved, and written to as a whole alone.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

Shape = tuple[int, ...]
Step = tuple[Any, ...]
SHAPES: tuple[Shape, ...] = ((6,), (4, 3), (2, 3, 2))  # of leaves
UNARY: dict[str, Callable[[Any], Any]] = {
    "sin": np.sin, "tanh": np.tanh, "negative": lambda a: -a, "square": lambda a: np.sin(a) ** 2,
    "scaled": lambda a: a * 2.0, "shifted": lambda a: 0.5 - a, "exp": lambda a: np.exp(-a * a),
}  # fmt: skip
BINARY = ("add", "subtract", "multiply")
MOVES: dict[str, Callable[[Any], Any]] = {
    "T": lambda a: a.T,
    "transpose": lambda a: a.transpose(),
    "ravel": lambda a: a.ravel(),
    "reshape": lambda a: a.reshape(-1),
    "reshape 2": lambda a: a.reshape(2, -1),
    "reshape by a tuple": lambda a: np.reshape(a, (-1, 2)),
    "flatten": lambda a: a.flatten(),
    "squeeze": lambda a: a.squeeze(),
    "expand_dims": lambda a: np.expand_dims(a, 0),
    "swapaxes": lambda a: a.swapaxes(0, -1),
    "moveaxis": lambda a: np.moveaxis(a, 0, -1),
    "flip": lambda a: np.flip(a, 0),
    "copy": lambda a: a.copy(),
    "np.copy": lambda a: np.copy(a),
    "real": lambda a: a.real,
    "all": lambda a: a[:],
    "dots": lambda a: a[...],
    "atleast_2d": lambda a: np.atleast_2d(a),
    "take": lambda a: np.take(a, [0, -1], axis=0),
    "take of one": lambda a: a.take(0, axis=-1),
    "roll": lambda a: np.roll(a, 1),
    "reversed": lambda a: a[::-1],
    "every other": lambda a: a[::2],
}
READ_ONLY: dict[str, Callable[[Any], Any]] = {
    "diagonal": lambda a: a.diagonal(),
    "diag": lambda a: np.diag(a) if np.ndim(a) == 2 else a[:],
}
SUMS: dict[str, Callable[[Any], Any]] = {
    "sum": lambda a: a.sum(), "np.sum": lambda a: np.sum(a), "mean 0": lambda a: a.mean(axis=0),
    "sum -1": lambda a: np.sum(a, axis=-1, keepdims=True), "inner": lambda a: np.sum(a * a),
}  # fmt: skip

ELEMENTWISE: dict[str, Callable[[Any], Any]] = {  # with kinks and ties, of which each library has its own derivative
    "cube": lambda a: a**3, "power": lambda a: (a * a + 0.5) ** 1.25, "quotient": lambda a: 1.5 / (1.0 + a * a) + 3,
    "abs": np.abs, "clip": lambda a: np.clip(a, -0.5, 0.75), "maximum": lambda a: np.maximum(a, 0.1), "remainder": lambda a: a // 0.5 + a % 0.3,
    "where": lambda a: np.where(a > 0.3, a, 0.5 * a), "doubled": lambda a: a + a, "power of a number": lambda a: 2.0**a,
    "flipped sign": lambda a: abs(-a) * (a >= 0.25), "root": lambda a: np.sqrt(a * a + 0.1), "array": lambda a: a * np.full(np.shape(a), 1.25),
    "centered": lambda a: a - np.mean(a, axis=-1, keepdims=True) if np.ndim(a) else a * 0.5, "of the largest": lambda a: np.exp(a - np.max(a)),
    "cumsum": lambda a: np.cumsum(a, axis=0) if np.ndim(a) else a * 3.0, "sorted": lambda a: np.sort(a, axis=0) if np.ndim(a) else a * 0.25,
    "triangle": lambda a: np.tril(a) if np.ndim(a) > 1 else a * 1.5, "normed": lambda a: a / (np.linalg.norm(a.reshape(-1)) + 1.0),
}  # fmt: skip
WHOLE: dict[str, Callable[[Any], Any]] = {
    "max 0": lambda a: np.max(a, axis=0), "std": lambda a: np.std(a), "var": lambda a: a.var(), "median": lambda a: np.median(a),
    "padded": lambda a: np.pad(a, 1), "kron": lambda a: np.kron(a, a), "joined": lambda a: np.concatenate([a, a[:1]]),
    "stacked": lambda a: np.stack([a[0], a[-1]]), "product": lambda a: _matrix(a) @ _matrix(a).T, "outer": lambda a: np.outer(a, a[0]),
    "element": lambda a: _matrix(a)[0, 1] * _matrix(a)[1, 0], "quantile": lambda a: np.quantile(a, 0.3, axis=0), "copied rows": lambda a: np.repeat(a, 2, 0),
    "solve": lambda a: np.linalg.solve(_definite(a), np.arange(2.0)), "inv": lambda a: np.linalg.inv(_definite(a)),
    "cholesky": lambda a: np.linalg.cholesky(_definite(a)), "det": lambda a: np.linalg.det(_definite(a)),
    "interp": lambda a: np.interp(_matrix(a)[0], [-1.0, 0.0, 1.0], [0.5, 2.0, 1.0]), "norm": lambda a: np.linalg.norm(_matrix(a), axis=1),
    "einsum": lambda a: np.einsum("ij,kj->ik", _matrix(a), _matrix(a)), "fft": lambda a: np.abs(np.fft.rfft(_matrix(a)[0])),
    "same index": lambda a: _matrix(a)[np.array([0, 1, 0])],
}  # fmt: skip
FUNCTIONS = ("cube", "exp", "product and sign", "doubled", "greedy")  # of `functions`


def _matrix(a: Any) -> Any:
    """Return two rows of all elements."""
    return np.reshape(a, (2, -1)) if np.size(a) > 3 and np.size(a) % 2 == 0 else np.ones((2, 2)) * np.sum(a)


def _definite(a: Any) -> Any:
    return _matrix(a) @ _matrix(a).T + np.eye(2)


def _integer(rng: Random, n: int) -> int:
    return rng.randrange(-n, n)


def _window(rng: Random, n: int, m: int) -> slice:
    first = rng.randrange(n - m + 1)
    return rng.choice([slice(first, first + m), slice(first, first + m), slice(first - n, first + m)])


def _mask(rng: Random, shape: Shape, m: int) -> np.ndarray:
    mask = np.zeros(int(np.prod(shape)), bool)
    mask[rng.sample(range(mask.size), m)] = True
    return mask.reshape(shape)


def _array(rng: Random, n: int, shape: Shape) -> np.ndarray:
    return np.array([_integer(rng, n) for _ in range(int(np.prod(shape)))], np.int64).reshape(shape)


Kind = Callable[[Random, Shape], Any]
OF_ONE: tuple[Kind, ...] = (  # kinds of indices of the first axis that read as many elements
    lambda rng, s: _integer(rng, s[0]),
    lambda rng, s: np.int64(_integer(rng, s[0])),
    lambda rng, s: np.int32(_integer(rng, s[0])),
    lambda rng, s: (_integer(rng, s[0]),),
    lambda rng, s: (_integer(rng, s[0]), ...),
    lambda rng, s: np.array(_integer(rng, s[0])),
)
OF_TWO: tuple[Kind, ...] = (
    lambda rng, s: _window(rng, s[0], 2),
    lambda rng, s: (_window(rng, s[0], 2), ...),
    lambda rng, s: _array(rng, s[0], (2,)),
    lambda rng, s: _array(rng, s[0], (2,)).astype(np.int32),
    lambda rng, s: _array(rng, s[0], (2,)).tolist(),
    lambda rng, s: _mask(rng, s[:1], 2),
    lambda rng, s: _mask(rng, s[:1], 2).tolist(),
    lambda rng, s: (_array(rng, s[0], (2,)), ...),
    lambda rng, s: slice(None, None, -1) if s[0] == 2 else _window(rng, s[0], 2),
)
OF_ROWS: tuple[Kind, ...] = (  # of arrays with two axes and more
    lambda rng, s: (_integer(rng, s[0]), _window(rng, s[1], 2)),
    lambda rng, s: (_integer(rng, s[0]), _array(rng, s[1], (2,))),
    lambda rng, s: (_integer(rng, s[0]), _array(rng, s[1], (2,)).tolist()),
    lambda rng, s: (_array(rng, s[0], (2,)), _integer(rng, s[1])),
    lambda rng, s: (_array(rng, s[0], (2,)), _array(rng, s[1], (2,))),
    lambda rng, s: (_window(rng, s[0], 2), _integer(rng, s[1])),
    lambda rng, s: (np.int64(_integer(rng, s[0])), _window(rng, s[1], 2)),
)
OF_BLOCKS: tuple[Kind, ...] = (
    lambda rng, s: (_window(rng, s[0], 2), _window(rng, s[1], 2)),
    lambda rng, s: (_window(rng, s[0], 2), _array(rng, s[1], (2,))),
    lambda rng, s: (_array(rng, s[0], (2,)), _window(rng, s[1], 2)),
    lambda rng, s: (_array(rng, s[0], (2, 1)), _array(rng, s[1], (2,))),
)
OF_LAST: tuple[Kind, ...] = (
    lambda rng, s: (..., _integer(rng, s[-1])),
    lambda rng, s: (..., np.int64(_integer(rng, s[-1]))),
    lambda rng, s: (*(slice(None),) * (len(s) - 1), _integer(rng, s[-1])),
)
OF_PARTS: tuple[Kind, ...] = (
    lambda rng, s: (..., _window(rng, s[-1], 2)),
    lambda rng, s: (..., _array(rng, s[-1], (2,))),
    lambda rng, s: (*(slice(None),) * (len(s) - 1), _array(rng, s[-1], (2,)).tolist()),
)
OF_NEW: tuple[Kind, ...] = (
    lambda rng, s: (None, _integer(rng, s[0])),
    lambda rng, s: (None, np.int64(_integer(rng, s[0]))),
    lambda rng, s: (_array(rng, s[0], (1,)),),
    lambda rng, s: _window(rng, s[0], 1),
    lambda rng, s: [_integer(rng, s[0])],
)
OF_MANY: tuple[Kind, ...] = (
    lambda rng, s: _mask(rng, s, 2), lambda rng, s: (_mask(rng, s, 2),), lambda rng, s: _mask(rng, s, 2).nonzero(),
)  # fmt: skip
KINDS = {
    "one": OF_ONE, "two": OF_TWO, "rows": OF_ROWS, "blocks": OF_BLOCKS, "last": OF_LAST, "parts": OF_PARTS, "new": OF_NEW,
    "many": OF_MANY,
}  # fmt: skip


def is_view(part: Any, of: np.ndarray) -> bool:
    """Tell whether something is an array that shows elements of another."""
    return isinstance(part, np.ndarray) and np.may_share_memory(part, of)


class Varying:
    """An index that is another in each turn, of a kind, or of several that read equally many elements."""

    def __init__(self, rng: Random, shape: Shape) -> None:
        names = ["one", "two", "last", "parts", "new", "many"] + (["rows", "blocks"] * 2 if len(shape) > 1 else [])
        kinds = KINDS[rng.choice(names)]
        few = rng.random() < 0.3
        self.kinds = [rng.choice(kinds) for _ in range(3)] if rng.random() < 0.4 else [rng.choice(kinds)]
        self.shape = shape
        self.drawn = [self.kinds[k % len(self.kinds)](rng, shape) for k in range(3)] if few else None

    def draw(self, rng: Random) -> Any:
        """Return the index of a turn."""
        return rng.choice(self.drawn) if self.drawn else rng.choice(self.kinds)(rng, self.shape)


class Number:
    """A number that is another one in each turn."""

    def draw(self, rng: Random) -> float:
        """Return the number of a turn, sometimes one that other functions have too."""
        return rng.choice([rng.uniform(0.5, 2.0), rng.uniform(0.5, 2.0), 0.5, 2.0, -0.0])


BEGINS = ("mixed", "indices", "writes")  # kinds that begin in one of few ways
STEPS: dict[str, list[str]] = {  # of each kind of programs
    "mixed": ["index"] * 5 + ["unary", "binary", "move", "move", "sum", "number", "detach", "function"] + ["write"] * 6 + ["other"] * 2,
    "plain": ["unary", "elementwise", "elementwise", "binary", "binary", "number", "number", "sum", "whole", "whole", "move"],
    "indices": ["index"] * 5 + ["move"] * 3 + ["elementwise", "binary", "whole"],
    "writes": ["write"] * 6 + ["index"] * 2 + ["elementwise", "move", "detach", "binary"],
    "reads": ["read", "decide", "no_grad", "detach", "elementwise", "binary", "whole", "number", "index"],
    "one call": ["unary", "elementwise", "elementwise", "whole", "sum", "move", "index", "number"],
    "functions": ["function"] * 3 + ["elementwise", "binary", "whole", "number", "index", "read"],
}  # fmt: skip


class Program:
    """A random program.

    Parameters
    ----------
    seed : int
    kind : str
        What steps there are most of; those of "mixed" PyTorch knows too.

    Attributes
    ----------
    shapes : list of tuples
        Of its leaves.
    steps : list
        See `tests.meeting.worlds.perform`.
    keeps : bool
        All values live until the end of a turn.
    """

    def __init__(self, seed: int, kind: str = "mixed") -> None:
        self._rng = rng = Random(f"{kind} {seed}")
        self.kind, shape = kind, rng.choice(SHAPES)
        self.shapes: list[Shape] = [shape] if kind == "mixed" and rng.random() < 0.5 else [shape, shape, ()]
        self.steps: list[Step] = []
        self._leaves = len(self.shapes)
        self._places: list[np.ndarray] = [np.arange(int(np.prod(s))).reshape(s) for s in self.shapes]
        self._numbers = {k for k, s in enumerate(self.shapes) if not s}  # what has no dimensions
        self._fixed = set(range(self._leaves))  # what cannot be written to
        self.keeps = rng.random() < 0.3
        if kind != "one call":
            self._begin()
        for _ in range(rng.randrange(1, 8) if kind == "mixed" else rng.randrange(4, 12)):
            self._step()
            if kind == "one call" and len(self._places) > self._leaves:
                break
        count = len(self._places)
        results = range(min(self._leaves, count - 1), count)
        roots = sorted({results[0], count - 1, *rng.sample(results, min(len(results), rng.randrange(1, 4)))})
        self.steps.append(("end", tuple(roots), rng.choice(["sweep"] * 6 + ["read, sweep", "read", "grad"])))

    def draw(self, rng: Random) -> list[Any]:
        """Return what is drawn in a turn: for each step an index, a number or None."""
        return [step[1].draw(rng) if isinstance(step[1], (Varying, Number)) else None for step in self.steps]

    def _begin(self) -> None:
        """Begin in one of few ways, which many programs share: where they part, an index is read, or written to."""
        rng = self._rng
        self._add(("unary", rng.choice(["scaled", "scaled", "sin"]), 0))
        if self.kind not in BEGINS:
            return
        if rng.random() < 0.3:
            self._add(("unary", "sin", self._leaves))
        k = len(self._places) - 1
        if rng.random() < 0.75:
            self._index(k)
            if rng.random() < 0.6:
                self._write(len(self._places) - 1)
        elif rng.random() < 0.5:
            self._write(k)

    def _index(self, k: int) -> None:
        shape = self._places[k].shape
        if shape and min(shape) >= 2:
            index = Varying(self._rng, shape)
            self._add(("index", index, k), self._places[k][index.draw(Random(0))])

    def _shapes_alike(self, k: int) -> list[int]:
        return [j for j, p in enumerate(self._places) if p.shape in ((), self._places[k].shape)]

    def _add(self, step: Step, places: Any = None) -> None:
        """Add a step with a result that lies there, or in memory of its own."""
        of = self._places[step[2]]
        part = np.copy(of) if places is None else places
        if np.shape(part) == ():
            self._numbers.add(len(self._places))
        if step[0] in ("index", "move") and step[2] in self._fixed:  # of which it may be a view in other turns
            self._fixed.add(len(self._places))
        self.steps.append(step)
        self._places.append(part if is_view(part, of) else np.arange(np.size(part)).reshape(np.shape(part)))

    def _pick(self) -> int:
        count = len(self._places)
        return self._rng.choice([min(self._leaves, count - 1), count - 1, self._rng.randrange(count)])

    def _step(self) -> None:
        rng, k = self._rng, self._pick()
        what, place = rng.choice(STEPS[self.kind]), self._places[k]
        if what in ("unary", "elementwise"):
            self._add(("unary", rng.choice([*(UNARY if what == "unary" else ELEMENTWISE)]), k))
        elif what == "number":
            self._add(("number", Number(), k, rng.choice(BINARY)))
        elif what == "binary":
            self._add(("binary", rng.choice(BINARY), k, rng.choice(self._shapes_alike(k))))
        elif what in ("sum", "whole"):
            table = SUMS if what == "sum" else WHOLE
            name = rng.choice([*table])
            if place.size > 16 or not place.shape:  # else it would grow
                name, table = "inner", SUMS
            self._add(("sum", name, k), np.zeros(np.shape(table[name](np.asarray(place * 0.1)))))
        elif what == "move":
            self._move(k)
        elif what == "index":
            self._index(k)
        elif what == "write":
            self._write(k)
        elif what == "function":
            self._add(("function", rng.choice(FUNCTIONS), k))
        elif what == "detach":
            self._add(("detach", None, k))
        else:
            other: Any = rng.choice(["read", "decide", "no_grad", "garbage", "garbage"]) if what == "other" else what
            self.steps.append((other, None, k))

    def _move(self, k: int) -> None:
        name = self._rng.choice([*MOVES, *READ_ONLY])
        if k in self._numbers:
            return
        try:
            part = (MOVES | READ_ONLY)[name](self._places[k])
        except (ValueError, IndexError):  # it has too few axes, or another number of elements
            return
        if name in READ_ONLY:
            self._fixed.add(len(self._places))
        self._add(("move", name, k), part)

    def _write(self, k: int) -> None:
        rng = self._rng
        place = self._places[k]
        if k in self._fixed:
            return
        how = "whole" if k in self._numbers else rng.choice(["set", "set", "at", "whole", "whole", "out", "fill"])
        if how in ("set", "at"):
            if not place.shape or min(place.shape) < 2:
                return
            index = Varying(rng, place.shape)
            part = np.asarray(place[index.draw(Random(0))])
            given = [j for j, p in enumerate(self._places) if p.shape == part.shape]
            value: Any = rng.choice(given) if given and rng.random() < 0.5 else rng.choice([0.5, 2.0, -1.25])
            self.steps.append((how, index, k, value))
        elif how == "whole":
            value = rng.choice(self._shapes_alike(k)) if rng.random() < 0.5 else rng.choice([1.5, 3.0, -0.5])
            self.steps.append(("whole", rng.choice(BINARY), k, value))
        elif how == "out":
            self.steps.append(("out", rng.choice(BINARY), k, rng.choice(self._shapes_alike(k))))
        else:
            self.steps.append(("fill", None, k, rng.choice([0.25, 4.0])))
