"""Custom functions over plain NumPy code: a replay calls forward and backward in Python.

Their forward reads the values of its arguments, which differ from replay to replay. So the whole application is one
instruction, which runs forward anew each time, and its reverse is one that runs forward and backward, and compares the
results with those of the former. Both are calls of Python from compiled code (the default kind of op).

Tests: tests/autograd/test_unrecorded.py
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

import numpy as np

from tapegrad.autograd.grad_mode import apart
from tapegrad.autograd.gradients import grad
from tapegrad.errors import FunctionError, InplaceError, ShapeError
from tapegrad.ir.forms import Form
from tapegrad.ops.function_results import function_call, function_reverse
from tapegrad.record.generators import drawn_anew
from tapegrad.record.modes import current
from tapegrad.record.recording import made
from tapegrad.tensor.batching import rows_of_several
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
        with _eagerly(), drawn_anew():
            self.several, results = self._applied(self._arguments(values, False))
            self.plain = any(not isinstance(r, Tensor) or r.dtype.kind not in "fc" for r in results)
            self.forms: list[Form] = [] if self.plain else [r._family.form for r in results]

    def __repr__(self) -> str:
        return f"{self.function.__name__}#{self.number}"

    def shapes(self) -> list[tuple[int, ...]]:
        """Return the shapes of results."""
        return [form.shape for form in self.forms]

    def dtypes(self) -> list[np.dtype[Any]]:
        """Return the dtypes of results."""
        return [form.dtype for form in self.forms]

    def shapes_of_shares(self) -> list[tuple[int, ...]]:
        """Return the shapes of the adjoints of arguments that are numbers."""
        return [form.shape for form in self._numbers]

    def dtypes_of_shares(self) -> list[np.dtype[Any]]:
        """Return the dtypes of these."""
        return [form.dtype for form in self._numbers]

    @property
    def _numbers(self) -> list[Form]:
        return [form for _, form in self.tensors if form.dtype.kind in "fc"]

    def run(self, *arrays: np.ndarray) -> list[np.ndarray]:
        """Run forward."""
        with _eagerly():
            return [r._numpy() for r in self._results(self._arguments(arrays, False))]

    def reverse(self, *arrays: np.ndarray) -> list[np.ndarray]:
        """Run forward and backward: the adjoints of arguments that are numbers, of arguments, results and the adjoints
        of these.
        """
        count = len(self.tensors)
        values, before, seeds = arrays[:count], arrays[count : -len(self.forms)], arrays[-len(self.forms) :]
        with _eagerly():
            args = self._arguments(values, True)
            results = self._results(args)
            self._check_same(results, before)
            arguments = [args[k] for k, form in self.tensors if form.dtype.kind in "fc"]
            outputs = [(r, tensor(s)) for r, s in zip(results, seeds, strict=True) if r.requires_grad]
            if not outputs or not arguments:
                return [np.zeros(t.shape, t.dtype) for t in arguments]
            roots, vectors = zip(*outputs, strict=True)
            shares: Any = grad(roots, arguments, vectors, materialize_grads=True)
            return [g._numpy() for g in shares]

    def shares(self, g: Sequence[Any], args: Sequence[Any], out: Sequence[Any]) -> list[Any]:
        """Return the adjoints of all operands."""
        shares = iter(function_reverse(*args, *out, *g, application=self))
        return [next(shares) if form.dtype.kind in "fc" else None for _, form in self.tensors]

    def tangents(self, args: Sequence[Any], tangents: Sequence[Any]) -> Any:
        """Refuse tangents."""
        self.refuse()

    def batch(self, length: int, args: Sequence[Any], flags: Sequence[Any]) -> tuple[Any, ...]:
        """Return the results for a batch, whose members are computed one after the other."""
        return rows_of_several(function_call)(*args, flags=tuple(map(bool, flags)), application=self)

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
        for (k, form), value in zip(self.tensors, values, strict=True):
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

    def _check_same(self, results: Sequence[Tensor], recorded: Sequence[np.ndarray]) -> None:
        """Refuse the derivative of results that are not those of the replay.

        Raises
        ------
        FunctionError
        """
        for result, before in zip(results, recorded, strict=True):
            now = result._numpy()
            if np.array_equal(now, before):
                continue
            largest = np.max(np.abs(now), initial=0.0, where=np.isfinite(now))
            if not np.allclose(now, before, rtol=0.0, atol=ROUNDING * largest, equal_nan=True):
                raise FunctionError(
                    f"{self.function.__name__}: expected forward to give the same results for the same arguments, "
                    "because its adjoint in a replay runs it again. Pass random draws and other changing values as "
                    "arguments."
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


def _eagerly() -> AbstractContextManager[None]:
    return apart(current().with_grad(True, False).without_tangents())


def applied(function: Any, args: Sequence[Any], trace: Any) -> Any:
    """Record the application of a Function whose forward uses values; None if its results are no arrays of numbers."""
    tensors = [a for a in args if isinstance(a, Tensor)]
    application = Unrecorded(function, args, [trace.evaluate(trace.slot_of(t)) for t in tensors])
    if application.plain:
        return None
    results = function_call(*tensors, application=application)
    return results if application.several else results[0]
