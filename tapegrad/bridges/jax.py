"""JAX: functions of tapegrad that JAX differentiates, and functions of JAX that tapegrad differentiates.

A function of tapegrad is a callback (`jax.pure_callback`) in a function with a derivative of its own, which applies the
function's derivative in the same way. In the other direction JAX compiles what tapegrad asks for.

Tests: tests/bridges/test_jax.py
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, Self

import numpy as np

from tapegrad.bridges.adopted import adopted
from tapegrad.bridges.operations import (
    Arrays,
    BridgedCall,
    Crossing,
    Operation,
    Operations,
    Places,
    agree,
    is_floating,
    not_installed,
    stand_in,
)
from tapegrad.errors import ArgumentError
from tapegrad.func.containers import Structure, flatten

try:
    import jax
    from jax import numpy as jnp
except ImportError as error:
    raise not_installed("jax", "JAX") from error

__all__ = ["adopt", "function"]

Modes = tuple[str, ...]


def __dir__() -> list[str]:
    return __all__


def function(f: Callable[..., Any], mode: str | Sequence[str] = "vjp") -> Callable[..., Any]:
    """Return `f`, a function of tapegrad, as a function of JAX.

    Parameters
    ----------
    f : callable
        Written with NumPy's functions, as for `tapegrad.compile`, which compiles it.
    mode : {"vjp", "jvp"} or sequence of them
        How JAX may differentiate it: by `jax.custom_vjp` (`jax.grad`, `jax.jacrev`) or by `jax.custom_jvp` (`jax.jvp`,
        `jax.jacfwd`). A sequence has one for each order, the last for all that follow: with ``("vjp", "jvp")``,
        `jax.hessian` works.

    Returns
    -------
    callable
        Takes and returns arrays of JAX, in the containers of `f`; strings and other objects are static. It works under
        `jax.jit` and `jax.vmap`, which replays it in a batch.

    Raises
    ------
    ArgumentError
        For another mode.

    Notes
    -----
    Under `jax.jit` the shapes of the results come from a recording of `f` on stand-ins. JAX has float32 unless
    ``jax_enable_x64`` is on: then `f` gets float32, and its results are cast to what JAX has. Arrays of bfloat16 are
    cast to float32.

    Examples
    --------
    >>> import jax
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> norm = tg.bridges.jax.function(lambda x: np.sqrt(np.sum(x * x)))
    >>> jax.jit(jax.grad(norm))(jax.numpy.array([3.0, 4.0]))
    Array([0.6, 0.8], dtype=float32)
    """
    modes = (mode,) if isinstance(mode, str) else tuple(mode)
    if not modes or not set(modes) <= {"vjp", "jvp"}:
        raise ArgumentError(f"bridges.jax.function: mode must be 'vjp' or 'jvp', or a sequence of these, got {mode!r}.")
    operations = Operations(f, Operation, "bridges.jax.function", _moves)

    def apply(call: BridgedCall, *leaves: Any) -> Any:
        arrays = [jnp.asarray(x) for x in leaves]
        leaves = tuple([x.astype(np.float32) if x.dtype == jnp.bfloat16 else x for x in arrays])
        _, call.structure = _results(call.operation, leaves)
        return _differentiable(call.operation, modes)(*leaves)

    @functools.wraps(f, updated=())
    def wrapped(*args: Any, **keywords: Any) -> Any:
        return operations.call(apply, args, keywords)

    return wrapped


def _moves(x: Any) -> bool:
    return isinstance(x, (jax.Array, np.ndarray, np.generic, int, float, complex))


def _results(operation: Operation, leaves: Sequence[Any]) -> tuple[tuple[jax.ShapeDtypeStruct, ...], Structure]:
    """Return what an operation gives for leaves like these."""
    forms = tuple([(x.shape, np.dtype(x.dtype)) for x in leaves])

    def recorded() -> Any:
        results, structure = operation.results([stand_in(*form) for form in forms])
        return tuple([jax.ShapeDtypeStruct(s, jax.dtypes.canonicalize_dtype(d)) for s, d in results]), structure

    return operation.kept(("results", forms), recorded)


def _call(operation: Operation, leaves: Sequence[Any]) -> tuple[Any, ...]:
    """Return the results of an operation, computed by a callback."""
    results, structure = _results(operation, leaves)
    ranks = tuple([x.ndim for x in leaves])
    callback = operation.kept(
        ("callback", ranks, results, structure),
        lambda: functools.partial(_called, operation, ranks, results, structure),
    )
    return jax.pure_callback(callback, results, *leaves, vmap_method="expand_dims")


def _called(
    operation: Operation, ranks: Sequence[int], results: Sequence[Any], structure: Structure, *leaves: Any
) -> tuple[np.ndarray, ...]:
    """Compute an operation, of a batch if the leaves have more axes in front, which are of length 1 where a leaf is
    shared.
    """
    arrays = [np.asarray(x) for x in leaves]
    fronts = [a.shape[: a.ndim - rank] for a, rank in zip(arrays, ranks, strict=True)]
    batch, name, front_axes = np.broadcast_shapes(*fronts), operation.name, 0
    if batch:
        flags = tuple([any(n != 1 for n in front) for front in fronts])
        for k, (a, front) in enumerate(zip(arrays, fronts, strict=True)):
            one = a.shape[len(front) :]
            arrays[k] = np.broadcast_to(a, (*batch, *one)).reshape((-1, *one)) if flags[k] else a.reshape(one)
        if any(flags):
            operation, front_axes = operation.batched(flags), 1
    values, containers = operation(arrays)
    shapes = [(None,) * front_axes + r.shape for r in results]
    agree(name, values, shapes, [r.dtype for r in results], containers == structure)
    return tuple([np.asarray(v, r.dtype).reshape((*batch, *r.shape)) for v, r in zip(values, results, strict=True)])


def _differentiable(operation: Operation, modes: Modes) -> Callable[..., Any]:
    """Return an operation as a function of JAX."""
    make = _with_vjp if modes[0] == "vjp" else _with_jvp
    return operation.kept(("jax", modes), lambda: make(operation, modes[1:] or modes))


def _with_vjp(operation: Operation, modes: Modes) -> Callable[..., Any]:
    @jax.custom_vjp
    def call(*leaves: Any) -> tuple[Any, ...]:
        return _call(operation, leaves)

    def forward(*leaves: Any) -> tuple[Any, Any]:
        wanted = tuple([k for k, x in enumerate(leaves) if x.perturbed and is_floating(x.value)])
        values = tuple([x.value for x in leaves])
        return _differentiable(operation, modes)(*values), (_Static(wanted), values)

    def backward(kept: Any, seeds: Sequence[Any]) -> tuple[Any, ...]:
        wanted, leaves = kept[0].value, kept[1]
        moving = [_array(g).conj() for g in seeds if g.dtype != jax.dtypes.float0]
        adjoints = _differentiable(operation.vjp(wanted, len(leaves)), modes)(*leaves, *moving)
        shares = dict(zip(wanted, adjoints, strict=True))
        return tuple([shares[k].conj().astype(x.dtype) if k in shares else None for k, x in enumerate(leaves)])

    call.defvjp(forward, backward, symbolic_zeros=True)
    return call


def _with_jvp(operation: Operation, modes: Modes) -> Callable[..., Any]:
    @jax.custom_jvp
    def call(*leaves: Any) -> tuple[Any, ...]:
        return _call(operation, leaves)

    def push(leaves: Sequence[Any], tangents: Sequence[Any]) -> tuple[Any, Any]:
        results = _differentiable(operation, modes)(*leaves)
        wanted = tuple([k for k, t in enumerate(tangents) if not isinstance(t, _Zero) and is_floating(leaves[k])])
        pushed = _differentiable(operation.jvp(wanted, len(leaves)), modes)(*leaves, *[tangents[k] for k in wanted])
        moved = iter(pushed)
        return results, tuple([
            next(moved).astype(r.dtype) if is_floating(r) else np.zeros(r.shape, jax.dtypes.float0) for r in results
        ])  # fmt: skip

    call.defjvp(push, symbolic_zeros=True)
    return call


_Zero = jax.custom_derivatives.SymbolicZero


def _array(x: Any) -> Any:
    return jnp.zeros(x.shape, x.dtype) if isinstance(x, _Zero) else x


@jax.tree_util.register_static
class _Static:
    """A value that JAX hands from one rule to the other and does not trace."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Static) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)


# ------------------------------------------------------------------------------------------------- the other way


def adopt(f: Callable[..., Any]) -> Callable[..., Any]:
    """Return `f`, a function of JAX, as a function of tapegrad.

    Parameters
    ----------
    f : callable
        Takes and returns arrays of JAX, in containers. `jax.jit` compiles it.

    Returns
    -------
    callable
        Takes and returns Tensors of tapegrad, in the containers of `f`; arrays and numbers are constants. It is
        differentiated as often as JAX can. Compiled functions call JAX: a file cannot hold them.

    Notes
    -----
    JAX computes in float32 unless ``jax_enable_x64`` is on.

    Examples
    --------
    >>> import jax
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> softplus = tg.bridges.jax.adopt(jax.nn.softplus)
    >>> tg.grad(lambda x: np.sum(softplus(x)))(np.zeros(2))
    array([0.5, 0.5])
    """
    return adopted(f, _Foreign, "bridges.jax.adopt")


class _Foreign(Crossing):
    """A function of JAX."""

    def __init__(self, function: Callable[..., Any], name: str, derived: bool = False) -> None:
        super().__init__(function, name, derived)
        self._jitted = jax.jit(self._flat)

    def _flat(self, *leaves: Any) -> list[Any]:
        """Return the results, and note their containers, while it is traced."""
        results: list[Any] = []
        with self.drawing_nothing("bridges.jax.adopt", "Draw"):
            structure = flatten(self.function(*leaves), results)
        self.kept(("structure", *[(jnp.shape(x), jnp.result_type(x)) for x in leaves]), lambda: structure)
        return results

    def __call__(self, leaves: Sequence[Any]) -> tuple[Arrays, Structure]:
        """Return the results as arrays, and their containers."""
        arrays = [jnp.asarray(x) for x in leaves]
        results = self._jitted(*arrays)
        structure = self.kept(("structure", *[(x.shape, x.dtype) for x in arrays]), lambda: None)
        return [np.array(x) for x in results], structure

    def vjp(self, wanted: Places, count: int) -> Self:
        """Return the operation that `Crossing.vjp` says."""

        def pulled(*leaves: Any) -> list[Any]:
            moving, primals = self.moving(leaves[:count], wanted)
            results, pullback = jax.vjp(moving, *primals)
            seeds = [g.conj().astype(r.dtype) for g, r in zip(leaves[count:], results, strict=True)]
            return [g.conj() for g in pullback(seeds)]

        return self.once(("vjp", wanted, count), pulled)

    def jvp(self, wanted: Places, count: int) -> Self:
        """Return the operation that `Crossing.jvp` says."""

        def pushed(*leaves: Any) -> Any:
            moving, primals = self.moving(leaves[:count], wanted)
            tangents = [t.astype(x.dtype) for t, x in zip(leaves[count:], primals, strict=True)]
            return jax.jvp(moving, primals, tangents)[1]

        return self.once(("jvp", wanted, count), pushed)

    def batched(self, flags: tuple[bool, ...]) -> Self:
        """Return the operation that `Crossing.batched` says."""
        axes = tuple([0 if flag else None for flag in flags])
        return self.once(("batched", flags), jax.vmap(self.function, axes))
