"""Sums of products, such as the product of matrices and sums over axes.

Tests: tests/ops/test_linear_algebra.py, tests/func/test_compression.py
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.errors import TapeFileError
from tapegrad.lazy_imports import modules_later
from tapegrad.machine.lane import Lane, fma
from tapegrad.machine.places import Shape
from tapegrad.ops.kinds.kind import Alone

if TYPE_CHECKING:
    from tapegrad.ops.kinds import product as products
    from tapegrad.ops.kinds import sum_of_products
    from tapegrad.ops.kinds.protocols import AnyProgram, AnyScalars, AnyWriter
else:  # which compiled programs need
    products, sum_of_products = modules_later("tapegrad.ops.kinds.product", "tapegrad.ops.kinds.sum_of_products")

LABELS = "".join(chr(0x100 + k) for k in range(64))  # one for each dimension


class Products:
    """How a nest of loops sums products."""

    start = 0.0
    other = 0.0  # what lanes outside the array read

    def step(self, total: Lane, values: list[Lane]) -> Lane:
        """Add the product of one element of each operand."""
        if len(values) == 1:
            return total + values[0]
        product = values[0]
        for value in values[1:-1]:
            product = product * value
        return fma(product, values[-1], total)

    def combine(self, x: Lane, y: Lane) -> Lane:
        """Add two sums."""
        return x + y


class Contract(Alone):
    """A sum of products.

    Parameters
    ----------
    labels : callable
        ``labels(*shapes, **static)`` gives the labels of each operand and of the result, as in `numpy.einsum`.
    """

    def __init__(self, labels: Callable[..., tuple[Sequence[Any], Any]]) -> None:
        self.labels = labels

    def named(self, program: AnyProgram, slot: int) -> tuple[Sequence[Any], Any]:
        """Find the labels of an instruction's operands and of its result."""
        return self.labels(*[program.forms[s].shape for s in program.operands[slot]], **program.statics[slot])

    def operations(self, program: AnyProgram, slot: int) -> int:
        labels, _ = self.named(program, slot)
        lengths: dict[Any, int] = {}
        for names, operand in zip(labels, program.operands[slot], strict=True):
            for name, n in zip(names, program.forms[operand].shape, strict=True):
                lengths[name] = max(n, lengths.get(name, 1))
        return len(labels) * math.prod(lengths.values())  # a product of two takes a multiplication and an addition

    def enlist(self, roles: Any, op: Any) -> None:
        roles.folds.add(op)

    def write(self, f: AnyWriter, slot: int) -> None:
        labels, output = self.named(f.program, slot)
        rule = Products()
        if not (
            products.by_blas(f, slot, labels, output) or sum_of_products.sum_by_blas(f, slot, labels, output, rule)
        ):
            f.reduce(slot, labels, output, rule)

    def apart(self, scalars: AnyScalars, slot: int, args: list[np.ndarray]) -> np.ndarray:
        form = scalars.program.forms[slot]
        labels, output = self.named(scalars.program, slot)
        lengths: dict[Any, int] = {}
        for names, a in zip(labels, args, strict=True):
            for name, n in zip(names, a.shape, strict=True):
                lengths[name] = n if lengths.get(name, 1) == 1 else lengths[name]
        reduced = [c for c in lengths if c not in output]
        work = form.size
        for c in reduced:
            work *= lengths[c]
        if work > scalars.LIMIT:
            raise scalars.too_large()
        items = []
        for place in itertools.product(*[range(lengths[c]) for c in output]):
            at = dict(zip(output, place, strict=True))
            terms = []
            for rest in itertools.product(*[range(lengths[c]) for c in reduced]):
                at.update(zip(reduced, rest, strict=True))
                factors = [
                    a[tuple(at[c] if n != 1 else 0 for c, n in zip(names, a.shape, strict=True))]
                    for names, a in zip(labels, args, strict=True)
                ]
                product = factors[0]
                for factor in factors[1:]:
                    product = product * factor
                terms.append(product)
            items.append(scalars.sum(terms, slot))
        return scalars.array(items, slot)

    def pattern(self, sweep: Any, slot: int) -> Any:
        labels, output = self.named(sweep.program, slot)
        return sweep.contraction(slot, [list(names) for names in labels], list(output))

    def check(self, op: Any, shapes: list[Shape], static: dict[str, Any], shape: Shape) -> Shape:
        labels, output = self.labels(*shapes, **static)
        lengths: dict[Any, set[int]] = {}
        for names, operand_shape in zip(labels, shapes, strict=True):
            if len(set(names)) != len(names):
                raise TapeFileError(f"{names!r} has a label twice")
            for name, n in zip(names, operand_shape, strict=True):
                lengths.setdefault(name, set()).add(n)
        for name, sizes in lengths.items():
            if len(sizes - {1}) > 1:
                raise TapeFileError(f"label {name!r} has lengths {sorted(sizes)}")
        if len(set(output)) != len(output):
            raise TapeFileError(f"{output!r} has a label twice")
        result = tuple([next(iter(lengths[name] - {1}), 1) for name in output])
        if op.infer is not None and op.infer(*shapes, **static) != result:
            raise TapeFileError(f"operands of shapes {shapes} do not fit")
        return result
