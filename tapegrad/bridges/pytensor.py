"""PyTensor: functions of tapegrad as ops with gradients, for models of PyMC.

The gradient of such an op is an op of the function's derivative, so gradients of any order follow.

Tests: tests/bridges/test_pytensor.py
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.bridges.operations import BridgedCall, Operation, Operations, agree, is_floating, not_installed, stand_in
from tapegrad.errors import ShapeError

try:
    import pytensor
    from pytensor import tensor as pt
    from pytensor.gradient import DisconnectedType
    from pytensor.graph.basic import Apply, Constant
    from pytensor.graph.op import Op
    from pytensor.link.numba.dispatch.basic import generate_fallback_impl, numba_funcify
except ImportError as error:
    raise not_installed("pytensor", "PyTensor") from error

__all__ = ["op"]

_UNKNOWN = 2  # stands for a length that is not known


def __dir__() -> list[str]:
    return __all__


def op(f: Callable[..., Any]) -> Callable[..., Any]:
    """Return `f`, a function of tapegrad, as a function of PyTensor's variables.

    Parameters
    ----------
    f : callable
        Written with NumPy's functions, as for `tapegrad.compile`, which compiles it.

    Returns
    -------
    callable
        Takes and returns variables, in the containers of `f`. Its op has `pullback` and `pushforward`.

    Raises
    ------
    ShapeError
        If the dimensions of the results cannot be told.

    Notes
    -----
    The dimensions of the results come from a recording of `f` on stand-ins. A length that PyTensor does not know is 2
    there: where `f` does not take that, use `pytensor.tensor.specify_shape`.

    Examples
    --------
    >>> import numpy as np
    >>> import pytensor
    >>> import tapegrad as tg
    >>> from pytensor import tensor as pt
    >>> norm = tg.bridges.pytensor.op(lambda x: np.sqrt(np.sum(x * x)))
    >>> x = pt.vector("x")
    >>> pytensor.grad(norm(x), x).eval({x: np.array([3.0, 4.0])})
    array([0.6, 0.8])
    """
    operations = Operations(f, Operation, "bridges.pytensor.op", _moves)

    def apply(call: BridgedCall, *leaves: Any) -> Sequence[Any]:
        node = _op_of(call.operation).make_node(*leaves)
        call.structure = node.tag.structure
        return node.outputs

    def wrapped(*args: Any, **keywords: Any) -> Any:
        return operations.call(apply, args, keywords)

    wrapped.__name__ = wrapped.__qualname__ = operations.name
    wrapped.__doc__ = f.__doc__
    return wrapped


def _moves(x: Any) -> bool:
    return isinstance(x, (pytensor.graph.basic.Variable, np.ndarray, np.generic, int, float, complex))


def _op_of(operation: Operation, types: tuple[Any, ...] | None = None) -> _Operation:
    return operation.kept(("op", types), lambda: _Operation(operation, types))


class _Operation(Op):
    """An operation as an op.

    Parameters
    ----------
    types : tuple, optional
        Of the results; a recording tells those that are not given.
    """

    def __init__(self, operation: Operation, types: tuple[Any, ...] | None) -> None:
        self.operation, self.types = operation, types

    def __str__(self) -> str:
        return self.operation.name

    def make_node(self, *leaves: Any) -> Any:
        """Return the application to variables, with the types of its results."""
        inputs = [pt.as_tensor_variable(x) for x in leaves]
        if self.types is not None:
            return Apply(self, inputs, [kind() for kind in self.types])
        forms = tuple([(x.type.shape, x.type.dtype) for x in inputs])
        results, structure = self.operation.kept(("results", forms), lambda: self._results(inputs))
        node = Apply(self, inputs, [pt.TensorType(dtype, shape)() for shape, dtype in results])
        node.tag.structure = structure
        return node

    def _results(self, inputs: Sequence[Any]) -> Any:
        shapes = [x.type.shape for x in inputs]
        examples = [
            stand_in(tuple([_UNKNOWN if n is None else n for n in shape]), np.dtype(x.type.dtype))
            for shape, x in zip(shapes, inputs, strict=True)
        ]
        complete = all(None not in shape for shape in shapes)
        try:
            results, structure = self.operation.results(examples)
        except Exception as error:
            if complete:
                raise
            raise ShapeError(
                f"{self}: expected lengths that are known, or for which 2 can stand, got shapes {shapes}. Use "
                "pytensor.tensor.specify_shape."
            ) from error
        return [(s if complete else (None,) * len(s), d) for s, d in results], structure

    def perform(self, node: Any, inputs: Sequence[Any], output_storage: Sequence[list[Any]]) -> None:
        """Compute the results."""
        results, structure = self.operation(inputs)
        same = getattr(node.tag, "structure", structure) == structure
        types = [variable.type for variable in node.outputs]
        agree(self.operation.name, results, [t.shape for t in types], [t.dtype for t in types], same)
        for cell, result, variable in zip(output_storage, results, node.outputs, strict=True):
            cell[0] = np.asarray(result, variable.type.dtype)

    def pullback(self, inputs: Sequence[Any], outputs: Sequence[Any], cotangents: Sequence[Any]) -> list[Any]:
        """Return the adjoints of the inputs; constants have zeros."""
        wanted = tuple([k for k, x in enumerate(inputs) if _floats(x) and not isinstance(x, Constant)])
        seeds = [
            pt.zeros_like(y) if isinstance(g.type, DisconnectedType) else g.astype(y.type.dtype)
            for y, g in zip(outputs, cotangents, strict=True)
            if _floats(y)
        ]
        shares: dict[int, Any] = {}
        if wanted:
            types = tuple([inputs[k].type for k in wanted])
            node = _op_of(self.operation.vjp(wanted, len(inputs)), types).make_node(*inputs, *seeds)
            shares = dict(zip(wanted, node.outputs, strict=True))
        floats = pytensor.config.floatX
        return [shares[k] if k in shares else pt.zeros_like(x, dtype=floats) for k, x in enumerate(inputs)]

    def pushforward(self, inputs: Sequence[Any], outputs: Sequence[Any], tangents: Sequence[Any]) -> list[Any]:
        """Return the tangents of the outputs."""
        moving = [t is not None and not isinstance(t.type, DisconnectedType) for t in tangents]
        wanted = tuple([k for k, x in enumerate(inputs) if moving[k] and _floats(x)])
        derived = _op_of(self.operation.jvp(wanted, len(inputs)), tuple([y.type for y in outputs if _floats(y)]))
        node = derived.make_node(*inputs, *[tangents[k] for k in wanted])
        pushed = iter(node.outputs)
        return [next(pushed) if _floats(y) else DisconnectedType()() for y in outputs]


@numba_funcify.register(_Operation)
def _under_numba(op: _Operation, node: Any, **options: Any) -> Any:
    """Return what PyTensor's compiled functions call, in Python; it is not to be warned of at each compilation."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Numba will use object mode")
        return generate_fallback_impl(op, node=node, **options)


def _floats(x: Any) -> bool:
    return is_floating(np.empty(0, x.type.dtype))
