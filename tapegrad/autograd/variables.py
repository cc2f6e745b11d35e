"""What functions that are differentiated eagerly are called with."""

from __future__ import annotations

import threading
import weakref

import numpy as np

from tapegrad.autograd import forward_ad
from tapegrad.autograd.marking import active
from tapegrad.tape.families import leaf_family
from tapegrad.tape.recording import tape
from tapegrad.tape.run import moment
from tapegrad.tensor.tensor import Tensor
from tapegrad.tensor.value import Node


class _Reference(weakref.ref[Tensor]):
    """A weak reference that knows the identity of what it refers to."""

    __slots__ = ("key",)
    key: int


class _Made(threading.local):
    """Identities of the living leaves that transforms have made on this thread, with weak references to these."""

    def __init__(self) -> None:
        ids: dict[int, _Reference] = {}

        def forget(reference: _Reference) -> None:
            """Forget a leaf that is gone, unless another one has its identity by now."""
            if ids.get(reference.key) is reference:
                del ids[reference.key]

        self.ids, self.forget = ids, forget

    def add(self, leaf: Tensor) -> None:
        self.ids[id(leaf)] = reference = _Reference(leaf, self.forget)
        reference.key = id(leaf)


leaves_made = _Made()


def eager_variable(t: Tensor) -> Tensor:
    """Return a variable of an eager sweep: connected with the history of `t` if it has one."""
    if t.requires_grad:
        return t.clone()
    leaf = forward_ad.leaf(t)
    leaf._node.argument = True
    leaves_made.add(leaf)
    return leaf


def leaf_of(array: np.ndarray) -> Tensor:
    """Return a variable of an eager sweep that has an array, which nothing else will write to."""
    t = Tensor()
    t._family, t._i = leaf_family(array.shape, array.dtype), -1
    t._node = node = Node(array)
    node.argument = True
    leaves_made.add(t)
    return t


class assignable:
    """Let a function write, while it runs, to its variables: a leaf that is written to is replaced among them."""

    __slots__ = ("_before", "_variables")
    transforms = False

    def __init__(self, variables: list[Tensor]) -> None:
        self._variables = variables

    def __enter__(self) -> None:
        if self.transforms:
            active.transforms.append(moment())
        variables = self._variables
        self._before = (*variables,)
        known, runs = tape.variables, tape.runs
        for k, t in enumerate(variables):
            if t._family.run is None:
                known.setdefault(id(t), []).append((variables, k, runs))

    def __exit__(self, *exception: object) -> None:
        if self.transforms:
            active.transforms.pop()
        known = tape.variables
        for t, before in zip(self._variables, self._before, strict=True):
            key = id(t)
            if t is not before and id(before) in leaves_made.ids and key not in leaves_made.ids:  # it was written to
                leaves_made.add(t)
            places = known.get(key)
            if places is not None:
                places.pop()
                if not places:
                    del known[key]


class under_way(assignable):
    """Say that while a function runs, what inner transforms compute from its variables must stay connected with them,
    and inner sweeps must not consume what was there before.
    """

    __slots__ = ()
    transforms = True
