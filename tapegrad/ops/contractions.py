"""Einstein summation: sums of products over labels, with several operands in a good order.

Tests: tests/replay/test_compiled_ops.py, tests/ops/test_numpy_functions.py
"""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.composites import composite, decided
from tapegrad.ops.declare import Bilinear
from tapegrad.ops.kinds import Contract
from tapegrad.ops.references import normal
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import Shape, diagonal, squeeze, transpose

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _product_adjoint(
    g: AnyArray, args: tuple[Any, ...], k: int, inputs: tuple[str, ...], output: str, optimize: Any
) -> Any:
    """Return the same sum of products with g in the place of operand k; a label that only k has is a broadcast."""
    others = [(labels, a) for i, (labels, a) in enumerate(zip(inputs, args, strict=True)) if i != k]
    present = set(output).union(*[labels for labels, _ in others])
    for label, length in zip(inputs[k], args[k].shape, strict=True):
        if label not in present:
            others.append((label, np.ones(length, g.dtype)))
    labels, arrays = zip((output, g), *others, strict=True)
    return einsum_op(*arrays, inputs=labels, output=inputs[k], optimize=optimize)


def _products_batch(length: int, args: Any, flags: Any, inputs: tuple[str, ...], output: str, optimize: Any) -> Any:
    label = next(c for c in _LETTERS if all(c not in labels for labels in inputs))
    longer = tuple(label + labels if f else labels for labels, f in zip(inputs, flags, strict=True))
    return einsum_op(*args, inputs=longer, output=label + output, optimize=optimize)


einsum_op: Bilinear = Bilinear(
    name="einsum", kind=Contract(lambda *args, inputs, output, optimize: (inputs, output)), batched=_products_batch,
    forward=lambda *args, inputs, output, optimize: np.einsum(",".join(inputs) + "->" + output, *args, optimize=optimize),
    adjoints={"args": _product_adjoint},
    samples=normal(
        (((2, 3), (3, 4)), {"inputs": ("ij", "jk"), "output": "ki", "optimize": False}),
        (((2, 3),), {"inputs": ("ij",), "output": "j", "optimize": False}),
        ((3, 3, 2), {"inputs": ("i", "i", "j"), "output": "j", "optimize": False}),
    ),
    summary="Einstein summation where no operand repeats a label.",
)  # fmt: skip

_LARGE = 20_000  # products from which it pays that NumPy looks for a product of matrices


@composite(np.einsum, normal(
    (("ij,jk->ik", (2, 3), (3, 4)), {}), (("ii->i", (3, 3)), {}), (("...ij,...j", (4, 2, 3), (4, 3)), {}), (("ii", (3, 3)), {}),
    (("ij,jk,kl->il", (2, 3), (3, 2), (2, 2)), {"optimize": True}), (("...i,...i->...", (3, 1), (2, 1, 4)), {}),
    (("ij,jk,kl,lm", (2, 3), (3, 2), (2, 2), (2, 3)), {}), (("ijj,j->i", (2, 3, 3), 3), {"optimize": "optimal"}),
    (("i,j,i->j", 3, 2, 3), {"optimize": False}), (("ab,cb->", (2, 3), (1, 3)), {}), (("a...,a->...", (2, 3), 2), {}),
), of_array=False, out=None)  # fmt: skip
def einsum(
    subscripts: Any, *operands: Any, out: Any = None, optimize: Any = None, dtype: Any = None, order: str = "K",
    casting: str = "safe",
) -> Tensor:  # fmt: skip
    """Sum products as labels say: ``einsum("ij,jk->ik", a, b)``, or ``einsum(a, [0, 1], b, [1, 2], [0, 2])``.

    Three or more operands are multiplied in pairs, in an order that takes few products. `optimize=False` turns this
    off, and `optimize` may be an order from `einsum_path`.
    """
    if str(order).upper() not in ("K", "A", "C"):
        raise ArgumentError(f"einsum: expected order 'K', 'A' or 'C', got {order!r}. Tensors have no other one.")
    if not isinstance(subscripts, str):
        subscripts, operands = _written_out((subscripts, *operands))
    arrays = [runtime.as_tensor(x) for x in operands]
    if out is not None:
        dtypes = [x.dtype for x in (*arrays, out) if isinstance(x, runtime.tensor)]
        dtype = np.result_type(*dtypes) if dtype is None else dtype  # in which NumPy adds up, too
        result = einsum(subscripts, *arrays, optimize=optimize, dtype=dtype, casting=casting)
        return runtime.write(out, result, "einsum", casting)
    if dtype is not None:
        if not all(np.can_cast(x.dtype, dtype, casting) for x in arrays):  # type: ignore[arg-type]
            raise ArgumentError(f"einsum: the operands cannot be cast to {np.dtype(dtype)} by the rule {casting!r}.")
        arrays = [x.astype(dtype, copy=False) for x in arrays]
    if optimize is not None and not isinstance(optimize, (bool, str)):
        optimize = tuple(optimize)
    repeated, steps = _plan(subscripts, tuple([x.shape for x in arrays]), optimize)
    for i, once, twice in repeated:
        if once:
            arrays[i] = squeeze(arrays[i], once)
        for first, second in twice:
            arrays[i] = diagonal(arrays[i], 0, first, second)
    for places, static in steps:
        factors = [arrays[k] for k in places]
        for k in sorted(places, reverse=True):
            del arrays[k]
        (first, *more), product = static["inputs"], static["output"]
        if not more and sorted(first) == sorted(product):  # a view, as NumPy's is
            arrays.append(transpose(factors[0], tuple(map(first.index, product))))
        else:
            arrays.append(einsum_op(*factors, **static))
    return arrays[0]


@functools.lru_cache(1024)
def _plan(subscripts: str, shapes: tuple[Shape, ...], optimize: Any) -> tuple[list[Any], list[Any]]:
    """Return what is done first, and then.

    First, to operands of some numbers: axes of length 1 that are broadcast go, and of pairs of axes with one label the
    diagonals are taken. Then in each step some operands are multiplied, by an op with these parameters; their product
    goes behind the others.
    """
    inputs, output = _parse(subscripts.replace(" ", ""), [len(shape) for shape in shapes])
    pairs = [pair for labels, shape in zip(inputs, shapes, strict=True) for pair in zip(labels, shape, strict=True)]
    lengths = dict(pairs) | {label: n for label, n in reversed(pairs) if n != 1}
    for label, n in pairs:
        if n not in (1, lengths[label]):
            raise ShapeError(f"einsum: label {label!r} has lengths {lengths[label]} and {n} in {subscripts!r}.")
    for labels, shape in zip(inputs, shapes, strict=True):
        if len(set(zip(labels, shape, strict=True))) != len(set(labels)):
            raise ShapeError(f"einsum: a label of {labels!r} occurs twice, with different lengths, got shape {shape}.")
    repeated = []
    for i, (labels, shape) in enumerate(zip(inputs, shapes, strict=True)):
        once = tuple(d for d, label in enumerate(labels) if shape[d] != lengths[label])  # by broadcasting
        labels, twice = "".join(label for d, label in enumerate(labels) if d not in once), []
        for label in sorted(set(labels)):
            while labels.count(label) > 1:
                first = labels.index(label)
                second = labels.index(label, first + 1)
                twice.append((first, second))
                labels = labels[:first] + labels[first + 1 : second] + labels[second + 1 :] + label
        if once or twice:
            repeated.append((i, once, twice))
        inputs[i] = labels
    if optimize is None:
        optimize = len(inputs) > 2 and ("optimal" if len(inputs) < 6 else "greedy")
    steps = []
    for places, product in _order(inputs, output, lengths, optimize):
        named = tuple(inputs[k] for k in places)
        for k in sorted(places, reverse=True):
            del inputs[k]
        inputs.append(product)
        large = math.prod(lengths[label] for label in set("".join(named))) > _LARGE
        steps.append((places, {"inputs": named, "output": product, "optimize": large and len(places) == 2}))
    return repeated, steps


def _order(inputs: list[str], output: str, lengths: dict[str, int], optimize: Any) -> list[tuple[tuple[int, ...], str]]:
    """Return which operands are multiplied in each step, and the labels of the product, which goes behind the others."""
    if not optimize:
        return [(tuple(range(len(inputs))), output)]
    shapes = [tuple(lengths[label] for label in labels) for labels in inputs]
    stand_ins = [np.broadcast_to(0.0, shape) for shape in shapes]
    text = ",".join(inputs) + "->" + output
    try:
        steps = np.einsum_path(text, *stand_ins, optimize=list(optimize) if isinstance(optimize, tuple) else optimize)[
            0
        ]
    except (TypeError, KeyError) as error:
        raise ArgumentError(f"einsum: expected optimize as np.einsum_path takes or gives it, got {optimize!r} ({error}).") from None  # fmt: skip
    rest, products = list(inputs), []
    for step in steps[1:]:
        places = tuple(step)
        factors = [rest[k] for k in places]
        rest = [labels for k, labels in enumerate(rest) if k not in places]
        needed = set(output).union(*rest)
        labels = "".join(dict.fromkeys(c for part in factors for c in part if c in needed)) if rest else output
        rest.append(labels)
        products.append((places, labels))
    if len(rest) != 1:
        raise ArgumentError(f"einsum: the order {optimize!r} leaves {len(rest)} operands.")
    return products


def _written_out(args: tuple[Any, ...]) -> tuple[str, tuple[Any, ...]]:
    """Return operands, each followed by a list of integers, in the form with a string."""
    operands, lists = args[0 : len(args) // 2 * 2 : 2], list(args[1::2])
    if len(args) % 2:
        lists.append(args[-1])
    lists = [decided(x).tolist() if getattr(x, "dtype", float) in ("i8", "i4") and x.ndim == 1 else x for x in lists]
    if not all(isinstance(labels, (list, tuple)) for labels in lists):
        raise ArgumentError(
            "einsum: expected subscripts as a string, such as 'ij,jk->ik', or a list of integers after each operand."
        )
    numbers = sorted({label for labels in lists for label in labels if label is not Ellipsis})
    if numbers and not (numbers[0] >= 0 and numbers[-1] < len(_LETTERS)):
        raise ArgumentError(f"einsum: expected labels from 0 to {len(_LETTERS) - 1}, got {numbers}.")
    letters: dict[Any, str] = dict(zip(numbers, sorted(_LETTERS), strict=False)) | {Ellipsis: "..."}
    written = ["".join(letters[label] for label in labels) for labels in lists]
    result = f"->{written.pop()}" if len(args) % 2 else ""
    return ",".join(written) + result, operands


def _parse(subscripts: str, dimensions: list[int]) -> tuple[list[str], str]:
    """Return labels of each operand and of the result, the ellipsis written out."""
    left, arrow, output = subscripts.partition("->")
    inputs = left.split(",")
    if len(inputs) != len(dimensions):
        raise ArgumentError(f"einsum: {subscripts!r} names {len(inputs)} operands, got {len(dimensions)}.")
    free = "".join(c for c in _LETTERS if c not in subscripts)
    longest = 0
    for i, (labels, ndim) in enumerate(zip(inputs, dimensions, strict=True)):
        named = labels.replace("...", "")
        if not all(c in _LETTERS for c in named):
            raise ArgumentError(f"einsum: unexpected character in {subscripts!r}.")
        hidden = ndim - len(named) if "..." in labels else 0
        if len(named) + hidden != ndim or hidden < 0:
            raise ShapeError(f"einsum: {labels!r} does not fit an operand of {ndim} dimensions.")
        longest = max(longest, hidden)
        inputs[i] = labels.replace("...", free[len(free) - hidden :])
    dots = free[len(free) - longest :]
    if not arrow:
        flat = left.replace(",", "").replace("...", "")
        output = dots + "".join(sorted(c for c in set(flat) if flat.count(c) == 1))
    else:
        output = output.replace("...", dots)
    unknown = set(output) - set("".join(inputs))
    if unknown or len(set(output)) != len(output):
        raise ArgumentError(f"einsum: the result's labels {output!r} must each occur once, and in an operand.")
    return inputs, output
