"""What functions that are differentiated eagerly are called with."""

from __future__ import annotations

import functools
import threading
import weakref
from typing import Any

from tapegrad.autograd import forward_ad
from tapegrad.autograd.marking import active
from tapegrad.tape.pending import tape
from tapegrad.tape.run import moment
from tapegrad.tensor.tensor import Tensor


class _Made(threading.local):
    """Identities of the living leaves that transforms have made on this thread, with weak references to these."""

    def __init__(self) -> None:
        self.ids: dict[int, Any] = {}

    def add(self, leaf: Tensor) -> None:
        key = id(leaf)
        self.ids[key] = weakref.ref(leaf, functools.partial(_forget, self.ids, key))


def _forget(ids: dict[int, Any], key: int, reference: Any) -> None:
    """Forget a leaf that is gone, unless another one has its identity by now."""
    if ids.get(key) is reference:
        del ids[key]


leaves_made = _Made()


def eager_variable(t: Tensor) -> Tensor:
    """Return a variable of an eager sweep: connected with the history of `t` if it has one."""
    if t.requires_grad:
        return t.clone()
    leaf = forward_ad.leaf(t)
    leaf._node.argument = True
    leaves_made.add(leaf)
    return leaf


class assignable:
    """Let a function write, while it runs, to its variables: a leaf that is written to is replaced among them."""

    def __init__(self, variables: list[Tensor]) -> None:
        self._variables = variables

    def __enter__(self) -> None:
        variables = self._variables
        self._made = [id(t) in leaves_made.ids for t in variables]
        for k, t in enumerate(variables):
            if t._family.run is None:
                tape.variables.setdefault(id(t), []).append((variables, k, tape.runs))

    def __exit__(self, *exception: object) -> None:
        for t, was_made in zip(self._variables, self._made, strict=True):
            if was_made and id(t) not in leaves_made.ids:  # it took the place of one that was written to
                leaves_made.add(t)
            places = tape.variables.get(id(t))
            if places is not None:
                places.pop()
                if not places:
                    del tape.variables[id(t)]


class under_way(assignable):
    """Say that while a function runs, what inner transforms compute from its variables must stay connected with them,
    and inner sweeps must not consume what was there before.
    """

    def __enter__(self) -> None:
        active.transforms.append(moment())
        super().__enter__()

    def __exit__(self, *exception: object) -> None:
        active.transforms.pop()
        super().__exit__()
