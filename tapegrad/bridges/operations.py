"""What crosses a bridge: functions of flat lists of arrays, whose derivatives and batches are such functions again.

So a bridge says once how the other system calls an operation, and how its rules ask for the next one. Derivatives of
any order follow.

Invariant: the arrays that an operation returns belong to its caller.

Tests: tests/bridges/test_torch.py
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any, Self

import numpy as np

from tapegrad.errors import DtypeError, GradientError, ReplayError, check_function
from tapegrad.func.containers import FIXED, Structure, exact, flatten, unflatten
from tapegrad.func.forward_mode import jvp
from tapegrad.func.reverse_mode import vjp
from tapegrad.record.generators import GeneratorStates, of_torch, refusing_draws
from tapegrad.replay.compile import compile as compiled
from tapegrad.replay.random_draws import Draws
from tapegrad.replay.vmap import vmap

Arrays = list[np.ndarray]
Places = tuple[int, ...]


class Crossing(ABC):
    """A function that takes leaves and returns leaves, of one side of a bridge.

    Parameters
    ----------
    function : callable
        Takes the leaves, and returns any container.
    name : str
        For messages.
    derived : bool
        Whether it is a derivative. Then it must not draw random numbers, which would be others than those of the value.
    """

    def __init__(self, function: Callable[..., Any], name: str, derived: bool = False) -> None:
        self.function, self.name, self.derived = function, name, derived
        self._draws_nothing = False
        self._made: dict[Any, Any] = {}

    @abstractmethod
    def __call__(self, leaves: Sequence[Any]) -> tuple[Arrays, Structure]:
        """Return the results as arrays, and their containers."""

    @abstractmethod
    def vjp(self, wanted: Places, count: int) -> Self:
        """Return the operation that takes the `count` leaves and a seed for each floating-point result, and returns the
        adjoints of the leaves at the places that are `wanted`.
        """

    @abstractmethod
    def jvp(self, wanted: Places, count: int) -> Self:
        """Return the operation that takes the `count` leaves and a tangent for each of those that are `wanted`, and
        returns the tangents of the floating-point results.
        """

    @abstractmethod
    def batched(self, flags: tuple[bool, ...]) -> Self:
        """Return the operation on leaves that have a batch axis in front where a flag says so; all results have one."""

    @staticmethod
    def is_floating(x: Any) -> bool:
        """Tell whether a leaf is one that derivatives are by, or of."""
        return is_floating(x)

    def once(self, key: Any, f: Callable[..., Any]) -> Self:
        """Return the operation of a function that is derived from this one, the same for each key."""
        return self.kept(key, lambda: type(self)(f, self.name, self.derived or key[0] != "batched"))

    def kept(self, key: Any, make: Callable[[], Any]) -> Any:
        """Return what was made for a key, or make it and keep it with the operation."""
        if key not in self._made:
            self._made.setdefault(key, make())
        return self._made[key]

    @contextmanager
    def drawing_nothing(self, title: str, remedy: str) -> Iterator[None]:
        """Refuse that a derivative draws random numbers within.

        Other states than PyTorch's are slow to read: they are looked at until a call has drawn nothing.

        Raises
        ------
        GradientError
        """
        if not self.derived:
            yield
            return
        torch = of_torch()
        states = (
            Draws([self.function]) if not self._draws_nothing else GeneratorStates([] if torch is None else [torch])
        )
        yield
        if states.drawn():
            raise GradientError(
                f"{title}: expected {self.name} to draw no random numbers, since its derivative would be at others "
                f"than its value. {remedy} outside, and pass the numbers as arguments."
            )
        self._draws_nothing = True

    def moving(self, leaves: Sequence[Any], wanted: Places) -> tuple[Callable[..., list[Any]], list[Any]]:
        """Return the floating-point results as a function of the leaves that are wanted, and these leaves."""

        def moving(*parts: Any) -> list[Any]:
            every = [*leaves]
            for k, part in zip(wanted, parts, strict=True):
                every[k] = part
            results: list[Any] = []
            flatten(self.function(*every), results)
            return [x for x in results if self.is_floating(x)]

        return moving, [leaves[k] for k in wanted]


class Operation(Crossing):
    """A function of tapegrad, compiled."""

    def __init__(self, function: Callable[..., Any], name: str, derived: bool = False) -> None:
        super().__init__(function, name, derived)
        self.compiled = compiled(function)
        self.compiled.__dict__["__name__"] = name

    def __call__(self, leaves: Sequence[Any]) -> tuple[Arrays, Structure]:
        """Return the results as arrays, and their containers."""
        results: list[Any] = []
        with refusing_draws() if self.derived else nullcontext():
            structure = flatten(self.compiled(*leaves), results)
        return [self._array(x) for x in results], structure

    def results(self, example: Sequence[Any]) -> tuple[list[tuple[tuple[int, ...], np.dtype[Any]]], Structure]:
        """Return shapes and dtypes of the results, and their containers, from a recording that is not replayed."""
        args = tuple(example)
        key, leaves = self.compiled.signature(args, {})
        with refusing_draws() if self.derived else nullcontext():
            variant, _ = self.compiled.another([], key, leaves, args, {})
        count = len(variant.plain) + len(variant.output_forms)
        forms = iter(variant.output_forms)
        every: list[Any] = [self._array(variant.plain[k]) if k in variant.plain else next(forms) for k in range(count)]
        return [(x.shape, x.dtype) for x in every], variant.structure

    def _array(self, x: Any) -> np.ndarray:
        if isinstance(x, (np.ndarray, np.generic, int, float, complex)):
            return np.asarray(x)
        raise DtypeError(f"{self.name}: expected results that are arrays and numbers, got {type(x).__name__}.")

    def vjp(self, wanted: Places, count: int) -> Self:
        """Return the operation that `Crossing.vjp` says."""

        def pulled(*leaves: Any) -> list[Any]:
            moving, primals = self.moving(leaves[:count], wanted)
            _, pullback = vjp(moving, *primals)
            return list(pullback([*leaves[count:]]))

        return self.once(("vjp", wanted, count), pulled)

    def jvp(self, wanted: Places, count: int) -> Self:
        """Return the operation that `Crossing.jvp` says."""

        def pushed(*leaves: Any) -> list[Any]:
            moving, primals = self.moving(leaves[:count], wanted)
            _, tangents = jvp(moving, tuple(primals), leaves[count:])
            return list(tangents)

        return self.once(("jvp", wanted, count), pushed)

    def batched(self, flags: tuple[bool, ...]) -> Self:
        """Return the operation that `Crossing.batched` says."""
        axes = tuple([0 if flag else None for flag in flags])
        return self.once(("batched", flags), vmap(self.function, axes))


def not_installed(module: str, name: str) -> ImportError:
    """Return the error of a bridge to a system that is not there."""
    return ImportError(
        f"bridges.{module}: expected {name}, which is not installed. Install it with: pip install {module}"
    )


def is_floating(x: Any) -> bool:
    """Tell whether a leaf is one that derivatives are by, or of."""
    return np.dtype(getattr(x, "dtype", None) or type(x)).kind in "fc"


def agree(name: str, results: Sequence[Any], shapes: Sequence[Any], dtypes: Sequence[Any], same: bool) -> None:
    """Check that results are those which the other system was told, when a decision may have gone another way.

    Parameters
    ----------
    shapes : sequence of tuples
        Those that were told, with None for a length that was not.
    dtypes : sequence of dtypes
    same : bool
        Whether the containers are those that were told.

    Raises
    ------
    ReplayError
    """
    same = same and len(results) == len(shapes)
    for x, shape, dtype in zip(results, shapes, dtypes, strict=False):
        fits = len(x.shape) == len(shape) and all(b in (None, a) for a, b in zip(x.shape, shape, strict=False))
        same = same and fits and np.can_cast(x.dtype, dtype, "same_kind")
    if not same:
        raise ReplayError(
            f"{name}: expected results in the containers, shapes and dtypes of its first recording, got others, "
            "because a decision went another way. Return the same from both branches, or compute with np.where."
        )


def stand_in(shape: tuple[int, ...], dtype: np.dtype[Any]) -> np.ndarray:
    """Return an array to record with, square ones positive definite."""
    array = np.full(shape, 0.5)
    if len(shape) > 1:
        array += np.eye(shape[-2], shape[-1])
    return array.astype(dtype)


class BridgedCall:
    """One call of an operation.

    Attributes
    ----------
    structure : Structure
        Of the results, once they are there.
    floating : list of bool
        For each result.
    """

    structure: Structure
    floating: list[bool]

    def __init__(self, operation: Any) -> None:
        self.operation = operation

    def run(self, leaves: Sequence[Any]) -> Arrays:
        """Return the results."""
        results, self.structure = self.operation(leaves)
        self.floating = [is_floating(x) for x in results]
        return results


def leaves_of(ctx: Any) -> list[Any]:
    """Return the leaves of a call from the context of its rules, which has saved the tensors among them."""
    saved = iter(ctx.saved_tensors)
    return [next(saved) if x is None else x for x in ctx.others]


class Operations:
    """The operations of a function: one for each structure of its arguments, and for values of those that are fixed.

    Parameters
    ----------
    make : callable
        Makes an operation of a function of leaves, and a name.
    title : str
        The function that the user called.
    moves : callable
        Tells whether a leaf is an array or number, and so an argument of the operation.
    """

    def __init__(
        self, f: Callable[..., Any], make: Callable[[Callable[..., Any], str], Any], title: str,
        moves: Callable[[Any], bool],
    ) -> None:  # fmt: skip
        check_function(f, title)
        self.function, self._make, self._moves = f, make, moves
        self.name = getattr(f, "__name__", type(f).__name__)
        self._operations: dict[Any, Any] = {}

    def call(self, apply: Callable[..., Any], args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        """Return the results of a call; `apply` gives them for an `BridgedCall` and its leaves."""
        leaves: list[Any] = []
        structure = flatten((args, keywords), leaves, FIXED)
        fixed = {k: x for k, x in enumerate(leaves) if not self._moves(x)}
        key = structure, tuple([(k, exact(x)) for k, x in fixed.items()])
        if key not in self._operations:

            def flat(*parts: Any) -> Any:
                rest = iter(parts)
                every = [fixed[k] if k in fixed else next(rest) for k in range(len(leaves))]
                positional, named = unflatten(structure, every)
                return self.function(*positional, **named)

            self._operations.setdefault(key, self._make(flat, self.name))
        call = BridgedCall(self._operations[key])
        results = apply(call, *[x for k, x in enumerate(leaves) if k not in fixed])
        return unflatten(call.structure, results)
