"""Random programs against PyTorch and against finite differences: values, and gradients of every leaf."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tapegrad as tg

torch = pytest.importorskip("torch")

SETTINGS = settings(
    derandomize=True, deadline=None, max_examples=150, database=None, suppress_health_check=[HealthCheck.too_slow]
)
SHAPES = [(), (1,), (3,), (2, 3), (3, 1), (1, 3), (3, 3), (2, 1, 3)]


@dataclass
class Program:
    """Steps of a random program, which `run` performs in either library."""

    leaves: list[np.ndarray]
    steps: list[tuple[Any, ...]] = field(default_factory=list)


class Torch:
    """PyTorch's spelling of the steps."""

    @staticmethod
    def leaf(array: np.ndarray) -> Any:
        return torch.tensor(array, requires_grad=True)

    UNARY = {
        "sin": lambda x: torch.sin(x),
        "tanh": lambda x: torch.tanh(x),
        "exp": lambda x: torch.exp(torch.sin(x)),
        "log": lambda x: torch.log(x * x + 1.0),
        "sqrt": lambda x: torch.sqrt(x * x + 0.5),
        "square": lambda x: x**2,
        "negative": lambda x: -x,
        "reciprocal": lambda x: 1.0 / (x * x + 1.0),
        "abs": lambda x: abs(x),
        "affine": lambda x: 2.0 - x * 0.5,
        "relu": lambda x: torch.relu(x),
        "clip": lambda x: torch.clip(x, -0.7, 0.6),
    }
    BINARY = {
        "add": lambda x, y: x + y,
        "subtract": lambda x, y: x - y,
        "multiply": lambda x, y: x * y,
        "divide": lambda x, y: x / (y * y + 1.0),
        "maximum": torch.maximum,
        "minimum": torch.minimum,
        "hypot": lambda x, y: torch.hypot(x, y + 3.0),
        "logaddexp": torch.logaddexp,
    }
    where = staticmethod(torch.where)
    no_grad = torch.no_grad
    stack = staticmethod(lambda parts: torch.stack(parts))
    concatenate = staticmethod(lambda parts, axis: torch.cat(parts, axis))
    transpose = staticmethod(lambda x: x.permute(tuple(range(x.ndim))[::-1]))
    flip = staticmethod(lambda x: torch.flip(x, tuple(range(x.ndim))))
    swapaxes = staticmethod(lambda x, a, b: torch.swapaxes(x, a, b))

    @staticmethod
    def reduce(x: Any, how: str, axis: int | None, keepdims: bool) -> Any:
        if how in ("amax", "amin"):
            return getattr(torch, how)(x, tuple(range(x.ndim)) if axis is None else axis, keepdims)
        if axis is None:
            result = getattr(torch, how)(x)
            return result.reshape((1,) * x.ndim) if keepdims else result
        return getattr(torch, how)(x, axis, keepdim=keepdims)

    @staticmethod
    def index(x: Any, index: Any) -> Any:
        result = x[tuple(torch.as_tensor(i) if isinstance(i, np.ndarray) else i for i in index)]
        return result.clone() if _is_element(index, result) else result  # NumPy gives a copy, PyTorch a view

    @staticmethod
    def assign(x: Any, index: Any, value: Any) -> None:
        x[tuple(torch.as_tensor(i) if isinstance(i, np.ndarray) else i for i in index)] = value

    @staticmethod
    def plain(x: Any) -> np.ndarray:
        return x.detach().numpy(force=True)

    tensor = staticmethod(lambda array: torch.tensor(array))
    # PyTorch refuses to differentiate where an operand is written to later, and keeps the memory order of operands
    kept = staticmethod(lambda x: x.clone(memory_format=torch.contiguous_format))
    backward = staticmethod(torch.autograd.backward)
    grad = staticmethod(torch.autograd.grad)


class Tapegrad:
    """tapegrad's spelling of the steps: NumPy's."""

    @staticmethod
    def leaf(array: np.ndarray) -> Any:
        return tg.tensor(array, requires_grad=True)

    UNARY = {
        "sin": np.sin,
        "tanh": tg.tanh,
        "exp": lambda x: np.exp(np.sin(x)),
        "log": lambda x: np.log(x * x + 1.0),
        "sqrt": lambda x: np.sqrt(x * x + 0.5),
        "square": lambda x: x**2,
        "negative": lambda x: -x,
        "reciprocal": lambda x: 1.0 / (x * x + 1.0),
        "abs": abs,
        "affine": lambda x: 2.0 - x * 0.5,
        "relu": tg.relu,
        "clip": lambda x: np.clip(x, -0.7, 0.6),
    }
    BINARY = {
        "add": lambda x, y: x + y,
        "subtract": lambda x, y: x - y,
        "multiply": lambda x, y: x * y,
        "divide": lambda x, y: x / (y * y + 1.0),
        "maximum": np.maximum,
        "minimum": np.minimum,
        "hypot": lambda x, y: np.hypot(x, y + 3.0),
        "logaddexp": np.logaddexp,
    }
    where = staticmethod(np.where)
    no_grad = tg.no_grad
    stack = staticmethod(lambda parts: np.stack(parts))
    concatenate = staticmethod(lambda parts, axis: np.concatenate(parts, axis))
    transpose = staticmethod(lambda x: x.T)
    flip = staticmethod(lambda x: np.flip(x).clone())  # a copy in PyTorch
    swapaxes = staticmethod(lambda x, a, b: np.swapaxes(x, a, b))

    @staticmethod
    def reduce(x: Any, how: str, axis: int | None, keepdims: bool) -> Any:
        return {"sum": np.sum, "mean": np.mean, "prod": np.prod, "amax": np.max, "amin": np.min}[how](
            x, axis=axis, keepdims=keepdims
        )

    @staticmethod
    def index(x: Any, index: Any) -> Any:
        return x[tuple(index)]

    @staticmethod
    def assign(x: Any, index: Any, value: Any) -> None:
        x[tuple(index)] = value

    @staticmethod
    def plain(x: Any) -> np.ndarray:
        return x.detach().numpy()

    tensor = staticmethod(tg.tensor)
    kept = staticmethod(lambda x: x)
    backward = staticmethod(tg.autograd.backward)
    grad = staticmethod(tg.autograd.grad)


# ------------------------------------------------------------------------------------------------- programs


def _numbers(draw: Any, shape: tuple[int, ...]) -> np.ndarray:
    seed = draw(st.integers(0, 2**20))
    return np.random.default_rng(seed).normal(size=shape)


def _basic_index(draw: Any, shape: tuple[int, ...]) -> tuple[Any, ...]:
    """Integers and slices with a step above 0, which both libraries take as a view."""
    index: list[Any] = []
    for n in shape[: draw(st.integers(0, len(shape)))]:
        if draw(st.booleans()):
            index.append(draw(st.integers(-n, n - 1)))
        else:
            start = draw(st.integers(0, n - 1))
            index.append(slice(start, draw(st.integers(start + 1, n)), draw(st.integers(1, 2))))
    if draw(st.integers(0, 3)) == 0:
        index.insert(draw(st.integers(0, len(index))), None)
    elif draw(st.integers(0, 3)) == 0:
        index.append(Ellipsis)
    return tuple(index)


def _fancy_index(draw: Any, shape: tuple[int, ...]) -> tuple[Any, ...]:
    n = shape[0]
    if draw(st.booleans()):
        mask = np.array(draw(st.lists(st.booleans(), min_size=n, max_size=n)))
        mask[draw(st.integers(0, n - 1))] = True
        return (mask,)
    return (np.array(draw(st.lists(st.integers(0, n - 1), min_size=1, max_size=4))),)


def _unique(index: tuple[Any, ...]) -> tuple[Any, ...]:
    """The index with each row once: for a row that is named twice PyTorch's gradient of an assignment is not defined."""
    return tuple(np.unique(i) if isinstance(i, np.ndarray) and i.dtype != bool else i for i in index)


@st.composite
def programs(draw: Any, steps: int = 14) -> Program:
    """A program over a growing list of values; shapes are followed with NumPy."""
    program = Program([_numbers(draw, draw(st.sampled_from(SHAPES))) for _ in range(draw(st.integers(1, 3)))])
    shapes = [a.shape for a in program.leaves]
    writable = [False] * len(shapes)  # leaves and values under broadcast are not written to
    for _ in range(draw(st.integers(2, steps))):
        kind = draw(
            st.sampled_from(
                ["unary", "unary", "binary", "binary", "number", "reduce", "view", "fancy", "assign", "assign", "inplace",
                 "reshape", "transpose", "flip", "matmul", "where", "stack", "concatenate", "detach", "quiet", "clone"]
            )
        )  # fmt: skip
        k = draw(st.integers(max(0, len(shapes) - 5), len(shapes) - 1))
        shape = shapes[k]
        new: Any = None
        if kind == "unary":
            step, new = ("unary", draw(st.sampled_from(sorted(Torch.UNARY))), k), shape
        elif kind in ("binary", "where"):
            partners = [j for j, s in enumerate(shapes) if _broadcast(shape, s) is not None]
            j = draw(st.sampled_from(partners))
            new = _broadcast(shape, shapes[j])
            if kind == "binary":
                step = ("binary", draw(st.sampled_from(sorted(Torch.BINARY))), k, j)
            else:
                step = ("where", k, j)
        elif kind == "number":
            step, new = ("number", draw(st.sampled_from(["+", "*", "-", "r-"])), k, draw(st.floats(-2.0, 2.0))), shape
        elif kind == "reduce":
            axis = draw(st.sampled_from([None, *range(len(shape))]))
            keepdims = draw(st.booleans())
            step = ("reduce", draw(st.sampled_from(["sum", "mean", "prod", "amax", "amin"])), k, axis, keepdims)
            new = np.sum(np.zeros(shape), axis=axis, keepdims=keepdims).shape
        elif kind == "view":
            index = _basic_index(draw, shape)
            step, new = ("index", k, index), np.empty(shape)[index].shape
        elif kind == "fancy" and shape:
            index = _fancy_index(draw, shape)
            step, new = ("index", k, index), np.empty(shape)[index].shape
        elif kind == "assign" and writable[k]:
            index = _basic_index(draw, shape)
            if shape and draw(st.integers(0, 3)) == 0:
                index = _unique(_fancy_index(draw, shape))
            target = np.empty(shape)[index].shape
            if 0 in target:
                continue
            fitting = [j for j, s in enumerate(shapes) if _broadcast(s, target) == target and len(s) <= len(target)]
            value = draw(st.sampled_from([*fitting, 0.25]))
            step = ("assign", k, index, value)
        elif kind == "inplace" and writable[k]:
            fitting = [j for j, s in enumerate(shapes) if _broadcast(s, shape) == shape]
            step = ("inplace", draw(st.sampled_from(["+=", "*=", "-="])), k, draw(st.sampled_from([*fitting, 0.5])))
        elif kind == "reshape":
            new = draw(st.sampled_from([(-1,), (1, -1), (*shape, 1)]))
            step = ("reshape", k, new)
            new = np.empty(shape).reshape(new).shape
        elif kind == "transpose":
            step, new = ("transpose", k), shape[::-1]
        elif kind == "flip" and shape:
            step, new = ("flip", k), shape
        elif kind == "matmul":
            partners = [j for j, s in enumerate(shapes) if s and shape and s[-2 if len(s) > 1 else -1] == shape[-1]]
            partners = [j for j in partners if _broadcast(shape[:-2], shapes[j][:-2]) is not None]
            if not partners:
                continue
            j = draw(st.sampled_from(partners))
            step, new = ("matmul", k, j), np.matmul(np.zeros(shape), np.zeros(shapes[j])).shape
        elif kind == "stack":
            step, new = ("stack", k), (2, *shape)
        elif kind == "concatenate" and shape:
            axis = draw(st.integers(0, len(shape) - 1))
            step, new = ("concatenate", k, axis), np.concatenate([np.empty(shape)] * 2, axis).shape
        elif kind == "detach":
            step, new = ("detach", k), shape
        elif kind == "clone":
            step, new = ("clone", k), shape
        elif kind == "quiet":
            step, new = ("quiet", k), shape
        else:
            continue
        if new is not None and (np.prod(new) > 60 or len(new) > 4):
            continue
        program.steps.append(step)
        if new is not None:
            shapes.append(new)
            writable.append(_may_write(step, writable))
    return program


def _is_element(index: tuple[Any, ...], result: Any) -> bool:
    """Whether an index names one element, and is no view."""
    return result.ndim == 0 and all(isinstance(i, int) for i in index)


def _may_write(step: tuple[Any, ...], writable: list[bool]) -> bool:
    """Whether a result may be written to: it is fresh, or a view of something that may.

    `detach` shares memory in PyTorch, and a view of a leaf is refused, so neither is written to.
    """
    kind = step[0]
    if kind == "detach":
        return False
    if kind == "index":
        shares = not any(isinstance(i, np.ndarray) for i in step[2])
        return writable[step[1]] if shares else True
    if kind in ("reshape", "transpose"):
        return writable[step[1]]
    return True


def _broadcast(x: tuple[int, ...], y: tuple[int, ...]) -> tuple[int, ...] | None:
    try:
        return np.broadcast_shapes(x, y)
    except ValueError:
        return None


def run(program: Program, lib: Any) -> tuple[list[Any], list[Any]]:
    """Leaves and all values of a program."""
    leaves = [lib.leaf(a) for a in program.leaves]
    values = list(leaves)
    for kind, *rest in program.steps:
        if kind == "unary":
            values.append(lib.kept(lib.UNARY[rest[0]](lib.kept(values[rest[1]]))))
        elif kind == "binary":
            x, y = lib.kept(values[rest[1]]), lib.kept(values[rest[2]])
            values.append(lib.kept(lib.BINARY[rest[0]](x, y)))
        elif kind == "where":
            x, y = lib.kept(values[rest[0]]), lib.kept(values[rest[1]])
            values.append(lib.where(x > y, x, y * 0.5))
        elif kind == "number":
            operator, k, number = rest
            x = lib.kept(values[k])
            values.append(
                {"+": lambda: x + number, "*": lambda: x * number, "-": lambda: x - number, "r-": lambda: number - x}[
                    operator
                ]()
            )
        elif kind == "reduce":
            values.append(lib.kept(lib.reduce(lib.kept(values[rest[1]]), rest[0], rest[2], rest[3])))
        elif kind == "index":
            values.append(lib.index(values[rest[0]], rest[1]))
        elif kind == "assign":
            k, index, value = rest
            lib.assign(values[k], index, value if isinstance(value, float) else values[value].clone())
        elif kind == "inplace":
            operator, k, value = rest
            other = value if isinstance(value, float) else values[value].clone()
            x = values[k]
            if operator == "+=":
                x += other
            elif operator == "*=":
                x *= other
            else:
                x -= other
        elif kind == "reshape":
            values.append(values[rest[0]].reshape(rest[1]))
        elif kind == "transpose":
            values.append(lib.transpose(values[rest[0]]))
        elif kind == "flip":
            values.append(lib.flip(values[rest[0]]))
        elif kind == "matmul":
            values.append(lib.kept(values[rest[0]]) @ lib.kept(values[rest[1]]))
        elif kind == "stack":
            values.append(lib.stack([values[rest[0]], values[rest[0]] * 2.0]))
        elif kind == "concatenate":
            values.append(lib.concatenate([values[rest[0]], values[rest[0]]], rest[1]))
        elif kind == "detach":
            values.append(values[rest[0]].detach().clone())
        elif kind == "clone":
            values.append(values[rest[0]].clone())
        elif kind == "quiet":
            with lib.no_grad():
                values.append(values[rest[0]] * 0.5)
    return leaves, values


def agree(ours: np.ndarray, theirs: np.ndarray, what: str) -> None:
    """Equal to 1e-9; where PyTorch multiplies a zero adjoint by infinity, its NaN is no evidence."""
    assert ours.shape == theirs.shape, what
    known = ~np.isnan(theirs)
    np.testing.assert_allclose(ours[known], theirs[known], rtol=1e-9, atol=1e-9, err_msg=what)


@SETTINGS
@given(programs(), st.data())
def test_random_programs_agree_with_torch(program, data):
    """Several roots with seeds of their own, by backward, and again with retain_graph."""
    seeds_from = np.random.default_rng(data.draw(st.integers(0, 1000)))
    results = {}
    picks = None
    for lib in (Torch, Tapegrad):
        leaves, values = run(program, lib)
        if picks is None:
            candidates = [k for k, v in enumerate(values) if v.requires_grad]
            picks = data.draw(st.lists(st.sampled_from(candidates), min_size=1, max_size=3))
            seeds = [seeds_from.normal(size=tuple(values[k].shape)) for k in picks]
            again = data.draw(st.booleans())
        roots = [values[k] for k in picks]
        vectors = [lib.tensor(s) for s in seeds]
        if again:
            lib.backward(roots, vectors, retain_graph=True)
        lib.backward(roots, vectors)
        results[lib] = leaves, values
    (torch_leaves, torch_values), (leaves, values) = results[Torch], results[Tapegrad]
    for k, (x, y) in enumerate(zip(values, torch_values, strict=True)):
        assert x.requires_grad == y.requires_grad, f"value {k}"
        agree(Tapegrad.plain(x), Torch.plain(y), f"value {k}")
    for k, (x, y) in enumerate(zip(leaves, torch_leaves, strict=True)):
        if y.grad is None:
            assert x.grad is None or not np.any(x.grad.numpy()), f"gradient {k}"
        else:
            zero = np.zeros(x.shape)
            agree(zero if x.grad is None else x.grad.numpy(), y.grad.numpy(), f"gradient {k}")


@SETTINGS
@given(programs(), st.data())
def test_random_programs_with_inputs_agree_with_torch(program, data):
    """`grad` of one root with respect to results and leaves."""
    results = {}
    chosen = None
    for lib in (Torch, Tapegrad):
        leaves, values = run(program, lib)
        if chosen is None:
            written = {
                step[1] if step[0] == "assign" else step[2]
                for step in program.steps
                if step[0] in ("assign", "inplace")
            }
            candidates = [k for k, v in enumerate(values) if v.requires_grad]
            root = candidates[-1]
            free = [k for k in candidates if k not in written] or [0]
            chosen = data.draw(st.lists(st.sampled_from(free), min_size=1, max_size=3, unique=True))
            seed = np.random.default_rng(len(values)).normal(size=tuple(values[root].shape))
        results[lib] = lib.grad(
            [values[root]], [values[k] for k in chosen], [lib.tensor(seed)], allow_unused=True, materialize_grads=True
        )
    for k, x, y in zip(chosen, results[Tapegrad], results[Torch], strict=True):
        agree(x.numpy(), y.numpy(), f"gradient of value {k}")


@settings(SETTINGS, max_examples=60)
@given(programs(steps=8), st.data())
def test_second_derivatives_of_random_programs_agree_with_torch(program, data):
    """The gradient of the squared norm of a recorded gradient."""
    results = {}
    for lib in (Torch, Tapegrad):
        leaves, values = run(program, lib)
        root = [v for v in values if v.requires_grad][-1]
        total = root.sum() * 1.0
        first = [g for g in lib.grad([total], leaves, create_graph=True, allow_unused=True) if g is not None]
        penalty = sum((g * g).sum() for g in first) + 0.0 * leaves[0].sum()
        second = lib.grad([penalty], leaves, allow_unused=True, materialize_grads=True)
        results[lib] = [lib.plain(g) for g in second]
    for k, (x, y) in enumerate(zip(results[Tapegrad], results[Torch], strict=True)):
        agree(x, y, f"second derivative {k}")


SMOOTH = ("unary", "binary", "number", "reduce", "index", "assign", "inplace", "reshape", "transpose", "flip", "matmul")
KINKED = {"abs", "relu", "clip", "maximum", "minimum", "amax", "amin"}


@settings(SETTINGS, max_examples=40)
@given(programs(steps=8))
def test_random_programs_agree_with_finite_differences(program):
    """Along one random direction, where the program is smooth."""
    if any(step[0] not in SMOOTH or step[1] in KINKED for step in program.steps):
        return
    rng = np.random.default_rng(0)
    directions = [rng.normal(size=a.shape) for a in program.leaves]
    leaves, values = run(program, Tapegrad)
    root = [k for k, v in enumerate(values) if v.requires_grad][-1]
    tg.autograd.backward(values[root].sum())
    analytic = sum(
        float(np.sum(leaf.grad.numpy() * d))
        for leaf, d in zip(leaves, directions, strict=True)
        if leaf.grad is not None
    )

    def along(step: float) -> float:
        moved = Program([a + step * d for a, d in zip(program.leaves, directions, strict=True)], program.steps)
        return float(run(moved, Tapegrad)[1][root].detach().numpy().sum())

    h = 1e-3
    numeric = (8 * (along(h) - along(-h)) - (along(2 * h) - along(-2 * h))) / (12 * h)
    if np.isfinite(numeric):
        scale = 1.0 + abs(numeric) + abs(along(0.0))
        assert abs(analytic - numeric) < 1e-6 * scale
