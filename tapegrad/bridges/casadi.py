"""CasADi: functions of tapegrad as external functions of CasADi, and functions of CasADi that tapegrad differentiates.

A function of tapegrad is a `casadi.Callback` on the buffers of CasADi. Its Jacobian is sparse, with the pattern that
tapegrad finds in the recording. Its derivatives are such callbacks again, so a Hessian of a Lagrangian is the sparse
Jacobian of an adjoint.

Invariant: callbacks are never freed, because CasADi does not say which of them it still uses.

Tests: tests/bridges/test_casadi.py
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, Self

import numpy as np

from tapegrad.bridges.adopted import applied
from tapegrad.bridges.operations import Arrays, BridgedCall, Crossing, Operation, Places, agree, not_installed
from tapegrad.errors import ArgumentError, DtypeError, ShapeError, check_function
from tapegrad.func.containers import LEAF, Structure, map_leaves, unflatten
from tapegrad.tensor.tensor import Tensor

try:
    import casadi
except ImportError as error:
    raise not_installed("casadi", "CasADi") from error

from tapegrad.bridges.casadi_matrices import Jacobian, MatrixSlot, Sides

__all__ = ["adopt", "function"]


_alive: list[Any] = []


def __dir__() -> list[str]:
    return __all__


def function(f: Callable[..., Any], *example: Any, name: str | None = None) -> casadi.Function:
    """Return `f`, a function of tapegrad, as a function of CasADi.

    Parameters
    ----------
    f : callable
        Written with NumPy's functions, as for `tapegrad.compile`, which compiles it. It takes arrays, and returns an
        array or a list or tuple of them.
    *example : array_like
        Arguments to record with: their shapes are those of all calls. A vector is a column of CasADi. Where one is of
        integers or booleans, `f` gets such ones, which CasADi passes as doubles.
    name : str, optional
        The name in CasADi; by default that of `f`.

    Returns
    -------
    casadi.Function
        Its inputs have the names of the parameters of `f`. It lives until the process ends, because expressions and
        solvers of CasADi do not keep Python objects alive.

    Raises
    ------
    ArgumentError
        If CasADi cannot use the name.
    ShapeError
        If an argument or a result has more than two dimensions.
    DtypeError
        If one is complex.

    Notes
    -----
    Where decisions in `f` change the pattern of its Jacobian, `example` must be a point with all nonzeros.

    Examples
    --------
    >>> import casadi
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> F = tg.bridges.casadi.function(lambda x: (np.sum(x**2), x[1:] * x[:-1]), np.zeros(2))
    >>> x = casadi.MX.sym("x", 2)
    >>> cost, product = F(x)
    >>> solver = casadi.nlpsol("solver", "ipopt", {"x": x, "f": cost, "g": product}, {"print_time": False,
    ...     "ipopt.print_level": 0, "ipopt.sb": "yes"})
    >>> solver(x0=[3.0, 1.0], lbg=1.0, ubg=1.0)["x"]
    DM([1, 1])
    """
    check_function(f, "bridges.casadi.function")
    if name is not None and not casadi.Function.check_name(name):
        raise ArgumentError(f"bridges.casadi.function: expected a name that CasADi can use, got {name!r}.")
    title = name or casadi.Function.fix_name(str(getattr(f, "__name__", "f")).strip("_<>)"))
    examples = [np.asarray(x) for x in example]
    arrays = [_doubles(x, title) for x in examples]

    def of_doubles(*leaves: Any) -> Any:
        results = f(*[
            t.astype(x.dtype) if x.dtype.kind in "iub" else t for t, x in zip(leaves, examples, strict=True)
        ])  # fmt: skip
        return map_leaves(lambda result: _doubles(result, title), results)

    operation = Operation(of_doubles, title)
    results, structure = operation(arrays)
    operation.kept("containers", lambda: structure)
    inputs, outputs = [MatrixSlot.of(a.shape) for a in arrays], [MatrixSlot.of(r.shape) for r in results]
    names = _names(f, len(arrays)), [f"o{k}" for k in range(len(outputs))]
    return _Callback(operation, Sides(inputs, outputs, range(len(arrays))), arrays, operation.name, *names, {})


def _doubles(x: Any, name: str) -> Any:
    """Return numbers as doubles, which all numbers of CasADi are.

    Raises
    ------
    DtypeError
    """
    x = x if isinstance(x, Tensor) else np.asarray(x)
    if x.dtype.kind not in "fiub":
        raise DtypeError(f"{name}: expected real numbers, which CasADi has alone, got {x.dtype}. Pass .real and .imag.")
    return x.astype(np.float64)


def _memory(buffer: Any) -> np.ndarray:
    """Return the nonzeros of a buffer; none where CasADi wants none."""
    return np.frombuffer(buffer) if buffer is not None and len(buffer) else np.zeros(0)


def _names(f: Callable[..., Any], count: int) -> list[str]:
    """Return names of inputs: those of the parameters, where these are positional."""
    try:
        parameters = [p for p in inspect.signature(f).parameters.values() if p.kind <= p.POSITIONAL_OR_KEYWORD]
    except ValueError:
        parameters = []
    return [parameters[k].name if k < len(parameters) else f"i{k}" for k in range(count)]


class _Callback(casadi.Callback):
    """An operation as a function of CasADi."""

    def __init__(
        self, operation: Operation, sides: Sides, example: Arrays, name: str, inames: Sequence[str],
        onames: Sequence[str], options: dict[str, Any], of: _Callback | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self._of = of  # the function that this one gives directional derivatives of
        self._operation, self._sides, self._example = operation, sides, example
        self._names = inames, onames
        self._told = False  # what pattern the Jacobian has
        self.construct(name, options)
        _alive.append(self)

    # what CasADi asks for

    def get_n_in(self) -> int:
        return len(self._sides.inputs)

    def get_n_out(self) -> int:
        return len(self._sides.outputs)

    def get_name_in(self, k: int) -> str:
        return self._names[0][k]

    def get_name_out(self, k: int) -> str:
        return self._names[1][k]

    def get_sparsity_in(self, k: int) -> Any:
        return self._sides.inputs[k].sparsity

    def get_sparsity_out(self, k: int) -> Any:
        return self._sides.outputs[k].sparsity

    def has_eval_buffer(self) -> bool:
        return True

    def eval_buffer(self, arguments: Sequence[Any], buffers: Sequence[Any]) -> int:
        """Compute the nonzeros of the outputs from those of the inputs."""
        inputs, used = self._sides.inputs, self._sides.used
        leaves = [inputs[k].array(_memory(arguments[k])) for k in used]
        memories = [_memory(buffer) for buffer in buffers]
        if isinstance(self._operation, Jacobian):
            results = self._operation.nonzeros(leaves, [memory.size > 0 for memory in memories])
        else:
            if self._of is not None:
                self._of.check(leaves)
            results, structure = self._operation(leaves)
            same = self._operation.kept("containers", lambda: structure) == structure
            shapes = [slot.shape for slot in self._sides.outputs]
            agree(self._operation.name, results, shapes, [np.float64] * len(shapes), same)
        for slot, result, memory in zip(self._sides.outputs, results, memories, strict=True):
            if memory.size:
                slot.array(memory)[...] = result
        return 0

    def check(self, leaves: Sequence[Any]) -> None:
        """Check that the Jacobian has the pattern that CasADi was told, if it was."""
        if self._told:
            self._jacobian().check(leaves[: len(self._sides.used)])

    def has_forward(self, count: int) -> bool:
        return True

    def has_reverse(self, count: int) -> bool:
        return True

    def has_jacobian(self) -> bool:
        return True

    def has_jac_sparsity(self, output: int, argument: int) -> bool:
        return True

    def get_jac_sparsity(self, output: int, argument: int, symmetric: bool) -> Any:
        self._told = True
        return self._jacobian().blocks[output * len(self._sides.inputs) + argument].sparsity

    def get_forward(self, count: int, name: str, inames: Sequence[str], onames: Sequence[str], options: Any) -> Any:
        inputs, outputs, used = self._sides
        places = tuple(range(len(used)))
        tangents = [slot.directions(count) for slot in inputs]
        offset = len(inputs) + len(outputs)
        sides = Sides(
            [*inputs, *[slot.unused() for slot in outputs], *tangents], [slot.directions(count) for slot in outputs],
            [*used, *[offset + k for k in used]],
        )  # fmt: skip
        derived = self._along(self._operation.jvp(places, len(places)), count, len(used))
        example = [*self._example, *[np.ones(tangents[k].shape) for k in used]]
        return _Callback(derived, sides, example, name, inames, onames, options, self)

    def get_reverse(self, count: int, name: str, inames: Sequence[str], onames: Sequence[str], options: Any) -> Any:
        inputs, outputs, used = self._sides
        places = tuple(range(len(used)))
        pulled = self._operation.vjp(places, len(places)).function
        adjoints = [(slot if k in used else slot.unused()).directions(count) for k, slot in enumerate(inputs)]

        def every(*leaves: Any) -> list[Any]:
            shares = iter(pulled(*leaves))
            return [next(shares) if k in used else np.zeros(0) for k in range(len(inputs))]

        seeds = [slot.directions(count) for slot in outputs]
        offset = len(inputs) + len(outputs)
        sides = Sides(
            [*inputs, *[slot.unused() for slot in outputs], *seeds], adjoints,
            [*used, *range(offset, offset + len(outputs))],
        )  # fmt: skip
        derived = self._along(Operation(every, self._operation.name, derived=True), count, len(outputs))
        example = [*self._example, *[np.ones(slot.shape) for slot in seeds]]
        return _Callback(derived, sides, example, name, inames, onames, options, self)

    def _along(self, derived: Operation, count: int, seeds: int) -> Operation:
        """Return a derivative in one direction as one in so many, which are batches of its last leaves."""
        return derived if count == 1 else derived.batched((False,) * len(self._sides.used) + (True,) * seeds)

    def get_jacobian(self, name: str, inames: Sequence[str], onames: Sequence[str], options: Any) -> Any:
        inputs, outputs, used = self._sides
        derived = self._jacobian()
        sides = Sides([*inputs, *[slot.unused() for slot in outputs]], derived.blocks, used)
        return _Callback(derived, sides, self._example, name, inames, onames, options)

    def _jacobian(self) -> Jacobian:
        return self._operation.kept("jacobian", lambda: Jacobian(self._operation, self._sides, self._example))


def adopt(f: Any) -> Callable[..., Any]:
    """Return `f`, a function of CasADi, as a function of tapegrad.

    Parameters
    ----------
    f : casadi.Function
        With any number of dense inputs and outputs.

    Returns
    -------
    callable
        Takes and returns Tensors of tapegrad: vectors for columns, numbers for one element; one result, or a list of
        them. It is differentiated as often as CasADi can. Compiled functions call CasADi: a file cannot hold them.

    Examples
    --------
    >>> import casadi
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> x = casadi.SX.sym("x", 2)
    >>> f = tg.bridges.casadi.adopt(casadi.Function("f", [x], [casadi.sumsqr(x)]))
    >>> tg.grad(f)(np.array([1.0, 2.0]))
    array([2., 4.])
    """
    if not isinstance(f, casadi.Function):
        raise ArgumentError(f"bridges.casadi.adopt: expected a casadi.Function, got {type(f).__name__}.")
    for k in range(f.n_in()):
        if not f.sparsity_in(k).is_dense():
            raise ArgumentError(
                f"bridges.casadi.adopt: expected dense inputs, got {f.name_in(k)} with places that have no elements. "
                "Adopt a function of casadi.MX.sym that calls this one with the sparsity pattern."
            )
    operation = _Foreign(f, f.name())

    def wrapped(*args: Any) -> Any:
        call = BridgedCall(operation)
        results = applied(call, *[x if isinstance(x, Tensor) else np.asarray(x) for x in args])
        return unflatten(call.structure, results)

    wrapped.__name__ = wrapped.__qualname__ = f.name()
    return wrapped


class _Foreign(Crossing):
    """A function of CasADi."""

    function: Any

    def __call__(self, leaves: Sequence[Any]) -> tuple[Arrays, Structure]:
        """Return the results as arrays, and their containers."""
        f = self.function
        if len(leaves) != f.n_in():
            raise ArgumentError(f"{self.name}: expected {f.n_in()} arguments, got {len(leaves)}.")
        matrices = []
        for k, leaf in enumerate(leaves):
            shape = _shape(f.size_in(k))
            if np.shape(leaf) != shape:
                raise ShapeError(f"{self.name}: expected argument {k} of shape {shape}, got {np.shape(leaf)}.")
            matrices.append(casadi.DM(_doubles(leaf, self.name)))
        results = [x.full().reshape(_shape(x.shape)) for x in f.call(matrices)]
        return results, LEAF if len(results) == 1 else Structure(list, None, (LEAF,) * len(results))

    def vjp(self, wanted: Places, count: int) -> Self:
        """Return the operation that `Crossing.vjp` says."""

        def pulled(inputs: list[Any], outputs: list[Any], seeds: list[Any]) -> list[Any]:
            adjoints = self.function.reverse(1).call([*inputs, *outputs, *seeds])
            return [adjoints[k] for k in wanted]

        return self._derived(("vjp", wanted), pulled, [self.function.size_out(k) for k in range(self.function.n_out())])

    def jvp(self, wanted: Places, count: int) -> Self:
        """Return the operation that `Crossing.jvp` says."""

        def pushed(inputs: list[Any], outputs: list[Any], tangents: list[Any]) -> list[Any]:
            directions = [casadi.MX(*x.shape) for x in inputs]
            for k, tangent in zip(wanted, tangents, strict=True):
                directions[k] = tangent
            return self.function.forward(1).call([*inputs, *outputs, *directions])

        return self._derived(("jvp", wanted), pushed, [self.function.size_in(k) for k in wanted])

    def _derived(self, key: Any, rule: Callable[..., list[Any]], sizes: Sequence[tuple[int, int]]) -> Self:
        """Return the operation that takes more leaves, of these sizes, behind those of this one."""
        f = self.function
        inputs: list[Any] = [casadi.MX.sym(f"x{k}", *f.size_in(k)) for k in range(f.n_in())]
        others: list[Any] = [casadi.MX.sym(f"t{k}", *size) for k, size in enumerate(sizes)]
        results = [casadi.densify(x) for x in rule(inputs, f.call(inputs), others)]
        return self.once(key, casadi.Function(f.name(), [*inputs, *others], results))

    def batched(self, flags: tuple[bool, ...]) -> Any:
        """Return the operation that `Crossing.batched` says."""
        return self.kept(("batched", flags), lambda: _Rows(self, flags))

    @property
    def outputs(self) -> int:
        """How many results it has."""
        return int(self.function.n_out())


def _shape(size: tuple[int, int]) -> tuple[int, ...]:
    """Return the shape of the array for a matrix of CasADi."""
    return () if size == (1, 1) else (size[0],) if size[1] == 1 else tuple(size)


class _Rows(Crossing):
    """An operation on a batch, one member after the other; of some results the sum."""

    def __init__(self, one: _Foreign | _Rows, flags: Sequence[bool], sums: Sequence[int] = ()) -> None:
        super().__init__(one.function, one.name)
        self._one, self._flags, self._sums = one, flags, sums

    def __call__(self, leaves: Sequence[Any]) -> tuple[Arrays, Structure]:
        """Return the results as arrays, and their containers."""
        pairs = [*zip(leaves, self._flags, strict=True)]
        length = next(len(x) for x, flag in pairs if flag)
        members = [self._one([x[i] if flag else x for x, flag in pairs]) for i in range(length)]
        rows = [np.stack(parts) for parts in zip(*[results for results, _ in members], strict=True)]
        return [x.sum(axis=0) if k in self._sums else x for k, x in enumerate(rows)], members[0][1]

    @property
    def outputs(self) -> int:
        """How many results it has."""
        return self._one.outputs

    def vjp(self, wanted: Places, count: int) -> _Rows:
        """Return the operation that `Crossing.vjp` says: what all members share receives a sum."""
        seeds = [k not in self._sums for k in range(self.outputs)]
        sums = [place for place, k in enumerate(wanted) if not self._flags[k]]
        return self.kept(("vjp", wanted), lambda: _Rows(self._one.vjp(wanted, count), (*self._flags, *seeds), sums))

    def jvp(self, wanted: Places, count: int) -> _Rows:
        """Return the operation that `Crossing.jvp` says."""
        flags = (*self._flags, *[self._flags[k] for k in wanted])
        return self.kept(("jvp", wanted), lambda: _Rows(self._one.jvp(wanted, count), flags, self._sums))

    def batched(self, flags: tuple[bool, ...]) -> _Rows:
        """Return the operation that `Crossing.batched` says."""
        return self.kept(("batched", flags), lambda: _Rows(self, flags))
