"""Hooks: registers functions of the user on Tensors and nodes, and calls them in sweeps.

A hook belongs to a place on the tape, a slot of a run, and so stays with a value when its Tensor is assigned to; hooks
of a leaf belong to the leaf, under slot 0. What hangs on one place is called in the order of registration, and later
ones see what earlier ones returned.

Tests: tests/autograd/test_hooks.py
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tapegrad.errors import DtypeError, GradientError, ShapeError
from tapegrad.tensor.tensor import Tensor, as_tensor, from_array

Functions = dict[int, Callable[..., Any]]
_numbers = itertools.count()


class RemovableHandle:
    """The handle of a registered hook: `remove` takes the hook off again, and so does the end of a ``with`` block.

    Attributes
    ----------
    id : int
        Hooks are numbered in the order of registration.
    """

    def __init__(self) -> None:
        self.id = next(_numbers)
        self._places: list[tuple[dict[int, Functions], int]] = []

    def add(self, table: dict[int, Functions], slot: int, hook: Callable[..., Any]) -> None:
        """Enter a hook that this handle removes; one for a slot."""
        table.setdefault(slot, {})[self.id] = hook
        self._places.append((table, slot))

    def remove(self) -> None:
        """Take the hook off; once is enough, and again is no error."""
        for table, slot in self._places:
            functions = table[slot]
            del functions[self.id]
            if not functions:
                del table[slot]
        self._places = []

    def __enter__(self) -> RemovableHandle:
        return self

    def __exit__(self, *exception: object) -> None:
        self.remove()


class Hooks:
    """The hooks of a run, or of a leaf; false if there are none.

    Attributes
    ----------
    adjoint : dict
        By slot, what gets the adjoint once it is complete and may replace it: tensor hooks.
    before, after : dict
        By slot, what runs before and after the instruction hands on its adjoint: a node's hooks.
    accumulated : dict
        Of a leaf: what runs after its ``.grad`` was changed.
    """

    __slots__ = ("accumulated", "adjoint", "after", "before")

    def __init__(self) -> None:
        self.adjoint: dict[int, Functions] = {}
        self.before: dict[int, Functions] = {}
        self.after: dict[int, Functions] = {}
        self.accumulated: dict[int, Functions] = {}

    def __bool__(self) -> bool:
        return bool(self.adjoint or self.before or self.after or self.accumulated)

    @staticmethod
    def add(table: dict[int, Functions], slot: int, hook: Callable[..., Any], function: str) -> RemovableHandle:
        """Enter a hook in one of the tables."""
        if not callable(hook):
            raise DtypeError(f"{function}: expected a function, got {type(hook).__name__}.")
        handle = RemovableHandle()
        handle.add(table, slot, hook)
        return handle

    @property
    def slots(self) -> set[int]:
        """Where a sweep has to stop."""
        return {*self.adjoint, *self.before, *self.after}

    def until(self, stop: int) -> Hooks:
        """Return those of the slots before one; each can be removed by its handle still."""
        remaining = Hooks()
        for name in self.__slots__:
            setattr(remaining, name, {slot: hooks for slot, hooks in [*getattr(self, name).items()] if slot < stop})
        return remaining

    def of_tensor(self, slot: int, g: Tensor) -> Tensor:
        """Return the adjoint after its tensor hooks."""
        for hook in _functions(self.adjoint, slot):
            returned = hook(g)
            if returned is not None:
                g = checked(returned, g, "register_hook")
        return g

    def before_node(self, slots: tuple[int, ...], grads: list[Tensor | None]) -> list[Tensor | None]:
        """Return the adjoints of a node's results after its pre-hooks, which hang on the first of its slots."""
        for hook in _functions(self.before, slots[0]):
            returned = hook(tuple(grads))
            if returned is not None:
                grads = _replaced(returned, grads, "register_prehook")
        return grads

    def after_node(self, slot: int, handed_on: list[Tensor | None], grads: list[Tensor | None]) -> list[Tensor | None]:
        """Return the operands' adjoints of an instruction, after its node's hooks."""
        for hook in _functions(self.after, slot):
            returned = hook(tuple(handed_on), tuple(grads))
            if returned is not None:
                handed_on = _replaced(returned, handed_on, "register_hook of a node")
        return handed_on

    def before_single(self, slot: int, g: Tensor) -> Tensor:
        """Call hooks as `before_node` does, for a node of one result; zeros where a hook gave None."""
        (new,) = self.before_node((slot,), [g])
        return from_array(np.zeros(g.shape, g.dtype)) if new is None else new

    def before_results(self, slot: int, grads: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
        """Call hooks as `before_single` does, for a node of several results."""
        new = self.before_node((slot,), [*grads])
        return tuple(
            [from_array(np.zeros(g.shape, g.dtype)) if n is None else n for g, n in zip(grads, new, strict=True)]
        )

    def of_leaf(self, g: Tensor, accumulates: bool) -> Tensor:
        """Return the gradient of a leaf after its hooks.

        Those of the node that accumulates are called by `backward` only, since `grad` does not accumulate.
        """
        g = self.of_tensor(0, g)
        return self.before_single(0, g) if accumulates else g

    def after_accumulation(self, leaf: Tensor, g: Tensor) -> None:
        """Call the hooks that run after a leaf's ``.grad`` was changed.

        Raises
        ------
        DtypeError
            If a post-accumulate hook returns something.
        """
        for hook in _functions(self.accumulated, 0):
            returned = hook(leaf)
            if returned is not None:
                raise DtypeError(
                    f"register_post_accumulate_grad_hook: the hook must return None, got {type(returned).__name__}."
                )
        self.after_node(0, [], [g])


def _functions(table: dict[int, Functions], slot: int) -> Iterator[Callable[..., Any]]:
    return iter(list(table.get(slot, {}).values()))


def _replaced(returned: Any, grads: list[Tensor | None], function: str) -> list[Tensor | None]:
    values = list(returned) if isinstance(returned, (tuple, list)) else [returned]
    if len(values) != len(grads):
        raise ShapeError(f"{function}: the hook must return {len(grads)} gradients, got {len(values)}.")
    new: list[Tensor | None] = []
    for k, (v, old) in enumerate(zip(values, grads, strict=True)):
        if v is not None and old is None:
            raise GradientError(
                f"{function}: gradient {k} is None, and the hook must return None there, got another value."
            )
        new.append(None if v is None or old is None else checked(v, old, function))
    return new


def checked(returned: Any, g: Tensor, function: str) -> Tensor:
    """Check the result of a hook, and return it as an adjoint.

    Raises
    ------
    ShapeError, DtypeError
        If it does not have the adjoint's shape and dtype.
    """
    new = as_tensor(returned, function)
    if new.shape != g.shape:
        raise ShapeError(f"{function}: the hook must return a gradient of shape {g.shape}, got {new.shape}.")
    if new.dtype != g.dtype:
        raise DtypeError(f"{function}: the hook must return a gradient of {g.dtype}, got {new.dtype}.")
    return new
