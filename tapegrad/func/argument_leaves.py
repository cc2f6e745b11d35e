"""Arguments of transforms: flattens nested containers to leaves, and rebuilds arguments and results.

NumPy in, NumPy out, unless the result depends on a Tensor that requires grad, also one that `f` captured: then it is a
Tensor, and can be differentiated further. Tensor in, Tensor out.

Tests: tests/replay/test_arguments.py
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, ParamSpec, TypeVar

import numpy as np

from tapegrad.autograd import forward_ad
from tapegrad.errors import ArgumentError, DtypeError
from tapegrad.func.container_classes import remedy_for
from tapegrad.func.containers import LEAF, Structure, flatten, unflatten
from tapegrad.ir.forms import F8, FLOAT, INT
from tapegrad.ops.elementwise_ops import positive
from tapegrad.record import integer_ops
from tapegrad.record.capture import capture
from tapegrad.record.recording import moves, tape
from tapegrad.record.variables import stand_in
from tapegrad.tensor.tensor import Tensor, as_tensor, from_array

F = Callable[..., Any]
Numbers = int | Sequence[int]
P = ParamSpec("P")
R = TypeVar("R")
A = TypeVar("A")


def positions_of(argnums: int | Sequence[int], count: int, name: str) -> tuple[int, ...]:
    """Return valid, distinct argument numbers.

    Raises
    ------
    ArgumentError
    """
    numbers = argnums if isinstance(argnums, (tuple, list)) else (argnums,)
    if not numbers:
        raise ArgumentError(f"{name}: argnums is empty. Name at least one argument.")
    positions = []
    for n in numbers:
        if not isinstance(n, (int, np.integer)) or isinstance(n, bool):
            raise ArgumentError(f"{name}: argnums must be integers, got {n!r}.")
        if not -count <= n < count:
            raise ArgumentError(f"{name}: argnums {n} is out of range for {count} positional arguments.")
        positions.append(int(n) % count)
    if len(set(positions)) != len(positions):
        raise ArgumentError(f"{name}: argnums {argnums} names an argument twice.")
    return tuple(positions)


def number_of(x: Any, name: str) -> Tensor:
    """Return a leaf of an argument that is differentiated by, as a Tensor of a floating-point dtype."""
    if isinstance(x, Tensor):
        t = x
    else:
        if isinstance(x, int) and not isinstance(x, bool):
            x = float(x)
        if not isinstance(x, (float, complex, np.ndarray, np.generic)):
            raise DtypeError(
                f"{name}: expected arrays, numbers, or lists, tuples and dicts of them, got {type(x).__name__}."
                f"{remedy_for(x)}"
            )
        t = from_array(np.ascontiguousarray(capture(x, name)).reshape(np.shape(x)))
    if t._family.form is INT or (t.dtype.kind in "iu" and t.shape == ()):
        t = integer_ops.numbers(t, F8)
    elif t._family.form is FLOAT:
        t = positive(t)
    if t.dtype.kind not in "fc":
        raise DtypeError(
            f"{name}: can only differentiate by floating-point and complex numbers, got {t.dtype}. "
            "Convert it with astype(float)."
        )
    return t


_known_positions = functools.lru_cache(256)(positions_of)


class Variables(NamedTuple):
    """The arguments that are differentiated by, taken apart, and the whole arguments with variables in their place."""

    variables: list[Tensor]
    structure: Structure  # of a tuple that holds the arguments
    args: list[Any]
    plain: bool
    single: bool


def variables_of(args: Sequence[Any], argnums: Any, name: str, make: Callable[[Any, str], Tensor]) -> Variables:
    """Take arguments apart; `make` gives the variable of a leaf, for the function of that name."""
    one = argnums.__class__ is int
    exact = one or (argnums.__class__ is tuple and {*map(type, argnums)} == {int})
    positions = (_known_positions if exact else positions_of)(argnums, len(args), name)
    arguments, single = [*args], one or not isinstance(argnums, (tuple, list))
    for k in positions:
        if arguments[k].__class__ not in _LEAVES:
            return _of_containers(arguments, positions, single, name, make)
    variables, plain = [], True
    for k in positions:
        x = arguments[k]
        plain = plain and x.__class__ is not Tensor
        variables.append(t := make(x, name))
        arguments[k] = t if t._family.run is None else stand_in(t)
    return _variables((variables, _flat(len(variables)), arguments, plain, single))


_LEAVES = {Tensor, np.ndarray, np.float64, np.float32, float, int}  # arguments of these classes are no containers


def _of_containers(
    arguments: list[Any], positions: Sequence[int], single: bool, name: str, make: Callable[[Any, str], Tensor]
) -> Variables:
    """Take apart arguments that hold leaves in containers."""
    leaves: list[Any] = []
    structure = Structure(tuple, None, tuple([flatten(arguments[k], leaves) for k in positions]))
    if not leaves:
        raise ArgumentError(f"{name}: the arguments to differentiate by hold no arrays.")
    variables = [make(leaf, name) for leaf in leaves]
    for k, tree in zip(positions, unflatten(structure, [*map(stand_in, variables)]), strict=True):
        arguments[k] = tree
    return Variables(variables, structure, arguments, Tensor not in {*map(type, leaves)}, single)


_variables: Callable[[tuple[Any, ...]], Variables] = functools.partial(tuple.__new__, Variables)


@functools.cache
def _flat(count: int) -> Structure:
    """Return the structure of so many arguments that are leaves."""
    return Structure(tuple, None, (LEAF,) * count)


def as_arguments(v: Variables, values: Sequence[Any]) -> Any:
    """Return values, one for each variable, in the containers of the arguments."""
    if v.structure is _flat(len(values)):
        return values[0] if v.single else (*values,)
    trees = unflatten(v.structure, values, whole=False)
    return trees[0] if v.single else trees


def leaves_of(tree: Tensor, name: str, fixed: tuple[type, ...] = ()) -> tuple[list[Tensor], Structure]:
    """Return the leaves of a nested container as Tensors."""
    leaves: list[Any] = []
    structure = flatten(tree, leaves, fixed)
    return [as_tensor(x, name) for x in leaves], structure


def leaves_in(tree: Any) -> list[Any]:
    leaves: list[Any] = []
    flatten(tree, leaves)
    return leaves


def plain_of(t: Tensor) -> Any:
    """Return a Tensor as NumPy: a number for no dimensions."""
    if not isinstance(t, Tensor):
        return t
    array = t._numpy()
    return array[()] if array.ndim == 0 else array.copy()


def detached(t: Any) -> Tensor:
    return forward_ad.cut(t) if isinstance(t, Tensor) else t


def still(*trees: Any) -> bool:
    """Tell whether nothing in them has a tangent of an open dual level."""
    return tape.dual is None or not any(moves(leaf) for tree in trees for leaf in leaves_in(tree))


def split_aux(result: Any, has_aux: bool, name: str) -> tuple[Any, Any]:
    if not has_aux:
        return result, None
    if not isinstance(result, tuple) or len(result) != 2:
        raise ArgumentError(
            f"{name}: with has_aux=True, f must return a pair (output, auxiliary data), got {type(result).__name__}."
        )
    return result


def named(f: Callable[..., Any], what: str, *options: Any) -> Callable[[F], F]:
    """Name a transform's result after it and its function; with its `options` it can be made again."""

    def name(wrapped: F) -> F:
        inner = getattr(f, "__name__", type(f).__name__)
        functools.update_wrapper(wrapped, f, updated=())
        wrapped.__name__ = wrapped.__qualname__ = f"{what}({inner})"
        wrapped.transform = what, options  # type: ignore[attr-defined]
        return wrapped

    return name
