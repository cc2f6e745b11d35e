"""Custom functions over plain code of NumPy and SciPy, within a recording that will be replayed.

Their forward reads the values of its arguments, which differ from replay to replay. So the whole application is one
instruction, which runs forward anew each time, and its reverse is one that runs forward and backward, and compares the
results with those of the former. Both are calls of Python from compiled code (the default kind of op); results and
gradients are packed into one vector each.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

import numpy as np

from tapegrad.autograd.gradients import grad
from tapegrad.autograd.modes import apart
from tapegrad.errors import FunctionError, InplaceError, ShapeError
from tapegrad.ir.forms import Form, form_of
from tapegrad.machine.dtypes import PARTS, WHOLE
from tapegrad.ops.complexes import joined, parts
from tapegrad.ops.function_results import function_call, function_reverse
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.shaping import reshape_op
from tapegrad.record.modes import current
from tapegrad.record.recording import made
from tapegrad.tensor.tensor import Tensor, tensor

ROUNDING = 1e-5  # of the largest result: that of float32, and sums in another order


class Unrecorded:
    """One application of a Function, on whatever arrays stand for its arguments."""

    def __init__(self, function: Any, args: Sequence[Any], values: Sequence[np.ndarray]) -> None:
        self.function, self.number = function, next(made)
        self.args = [None if isinstance(a, Tensor) else a for a in args]
        self.tensors: list[tuple[int, Form]] = [
            (k, a._family.form) for k, a in enumerate(args) if isinstance(a, Tensor)
        ]
        with _eagerly():
            self.several, results = self._applied(self._arguments(values, False))
            self.plain = any(not isinstance(r, Tensor) or r.dtype.kind not in "fc" for r in results)
            self.forms: list[Form] = [] if self.plain else [r._family.form for r in results]

    def __repr__(self) -> str:
        return f"{self.function.__name__}#{self.number}"

    def shape(self) -> tuple[int, ...]:
        """Return the shape of all results in one vector."""
        return (sum(form.words for form in self.forms),)

    def shape_of_shares(self) -> tuple[int, ...]:
        """Return the shape of all adjoints in one vector."""
        return (sum(form.words for _, form in self.tensors),)

    def run(self, *arrays: np.ndarray) -> np.ndarray:
        """Run forward."""
        with _eagerly():
            return self._packed([r._numpy() for r in self._results(self._arguments(arrays, False))])

    def reverse(self, *arrays: np.ndarray) -> np.ndarray:
        """Run forward and backward: the adjoints of all arguments, for the vector of results and its adjoint."""
        *values, packed, g = arrays
        with _eagerly():
            args = self._arguments(values, True)
            results = self._results(args)
            self._check_same(results, packed)
            seeds = self._parts(g, self.forms)
            arguments = [args[k] for k, _ in self.tensors]
            smooth = [t for t in arguments if t.requires_grad]
            outputs = [(r, tensor(s)) for r, s in zip(results, seeds, strict=True) if r.requires_grad]
            grads: dict[int, Any] = {}
            if outputs and smooth:
                roots, vectors = zip(*outputs, strict=True)
                grads = dict(zip(map(id, smooth), grad(roots, smooth, vectors, materialize_grads=True), strict=True))
            return self._packed(
                [grads[id(t)]._numpy() if id(t) in grads else np.zeros(t.shape, t.dtype) for t in arguments]
            )

    def share(self, g: Any, k: int, args: Sequence[Any], out: Any) -> Any:
        """Return the adjoint of an operand."""
        adjoints = function_reverse(*args, out, g, application=self)
        return self._parts(adjoints, [operand for _, form in self.tensors for operand in _real_forms(form)])[k]

    def results(self, packed: Tensor) -> tuple[Any, ...]:
        """Return what apply gives."""
        parts = [
            p.astype(f.dtype, copy=False) for p, f in zip(self._parts(packed, self.forms), self.forms, strict=True)
        ]
        return tuple(parts) if self.several else parts[0]

    def refuse(self) -> Any:
        """Refuse derivatives other than the first, by the adjoint.

        Raises
        ------
        FunctionError
        """
        raise FunctionError(
            f"{self.function.__name__}: its forward uses values of its arguments, so a compiled function has its "
            "adjoint only. Compute with Tensors in forward and backward, or differentiate outside of it."
        )

    def _arguments(self, values: Sequence[np.ndarray], differentiable: bool) -> list[Any]:
        args = list(self.args)
        rest = iter(values)
        for k, form in self.tensors:
            value = _complex(next(rest), next(rest)) if form.dtype.kind == "c" else next(rest)
            smooth = differentiable and form.dtype.kind in "fc"
            args[k] = tensor(np.array(value, form.dtype).reshape(form.shape), requires_grad=smooth)
        return args

    def _applied(self, args: list[Any]) -> tuple[bool, list[Any]]:
        returned = self.function.apply(*args)
        several = isinstance(returned, (tuple, list))
        results = list(returned) if several else [returned]
        if any(isinstance(a, Tensor) and r is a for r in results for a in args):
            raise InplaceError(
                f"{self.function.__name__}: its forward uses values of its arguments, so a recording gives it copies, "
                "and must not change them in place. Return a new Tensor."
            )
        return several, results

    def _check_same(self, results: Sequence[Tensor], packed: np.ndarray) -> None:
        """Refuse the derivative of results that are not those of the replay.

        Raises
        ------
        FunctionError
        """
        for result, before in zip(results, self._parts(packed, self.forms), strict=True):
            now = result._numpy()
            if np.array_equal(now, before):
                continue
            largest = np.max(np.abs(now), initial=0.0, where=np.isfinite(now))
            if not np.allclose(now, before, rtol=0.0, atol=ROUNDING * largest, equal_nan=True):
                raise FunctionError(
                    f"{self.function.__name__}: expected forward to give the same results for the same arguments, as "
                    "its adjoint in a replay runs it again. Pass random draws and what else changes as arguments."
                )

    def _results(self, args: list[Any]) -> list[Any]:
        _, results = self._applied(args)
        shapes = [getattr(r, "shape", None) for r in results]
        if shapes != [form.shape for form in self.forms]:
            raise ShapeError(
                f"{self.function.__name__}: expected results of shapes {[form.shape for form in self.forms]}, as they "
                f"were recorded, got {shapes}."
            )
        return results

    def _packed(self, arrays: Sequence[np.ndarray]) -> np.ndarray:
        return np.concatenate([np.zeros(0), *(np.ravel(part) for a in arrays for part in _real(a))])

    def _parts(self, vector: Any, forms: Sequence[Form]) -> list[Any]:
        parts, first = [], 0
        for form in forms:
            sides = []
            for _ in _real_forms(form):
                part = getitem_op(vector, index=(slice(first, first + form.size),))
                sides.append(reshape_op(part, shape=form.shape))
                first += form.size
            parts.append(joined(*sides) if form.dtype.kind == "c" else sides[0])
        return parts


def _real(x: Any) -> Sequence[Any]:
    """Return the parts of complex numbers; real ones as they are."""
    return parts(x) if x.dtype.kind == "c" else (x,)


def _real_forms(form: Form) -> list[Form]:
    """Return the forms of the same."""
    return [form_of(form.shape, PARTS[form.dtype])] * 2 if form.dtype.kind == "c" else [form]


def _complex(re: np.ndarray, im: np.ndarray) -> np.ndarray:
    z = np.empty(re.shape, WHOLE[re.dtype])
    z.real, z.imag = re, im
    return z


def _eagerly() -> AbstractContextManager[None]:
    return apart(current().with_grad(True, False).without_tangents())


def applied(function: Any, args: Sequence[Any], trace: Any) -> Any:
    """Record the application of a Function whose forward uses values; None if its results are no arrays of numbers."""
    tensors = [a for a in args if isinstance(a, Tensor)]
    values = [part for t in tensors for part in _real(trace.evaluate(trace.slot_of(t)))]
    application = Unrecorded(function, args, values)
    if application.plain:
        return None
    operands = [part for t in tensors for part in _real(t)]
    return application.results(function_call(*operands, application=application))
