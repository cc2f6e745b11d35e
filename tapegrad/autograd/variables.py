"""What functions that are differentiated eagerly are called with."""

from __future__ import annotations

import contextlib
import threading
import weakref
from collections.abc import Iterator

from tapegrad.autograd import forward_ad
from tapegrad.autograd.marking import active
from tapegrad.tape.pending import tape
from tapegrad.tape.run import moment
from tapegrad.tensor.tensor import Tensor


class _Made(threading.local):
    """Identities of the living leaves that transforms have made on this thread."""

    def __init__(self) -> None:
        self.ids: set[int] = set()

    def add(self, leaf: Tensor) -> None:
        self.ids.add(id(leaf))
        weakref.finalize(leaf, self.ids.discard, id(leaf))


leaves_made = _Made()


def eager_variable(t: Tensor) -> Tensor:
    """Return a variable of an eager sweep: connected with the history of `t` if it has one."""
    if t.requires_grad:
        return t.clone()
    leaf = forward_ad.leaf(t)
    leaf._node.argument = True
    leaves_made.add(leaf)
    return leaf


@contextlib.contextmanager
def assignable(variables: list[Tensor]) -> Iterator[None]:
    """Let a function write, while it runs, to its variables: a leaf that is written to is replaced among them."""
    made = [id(t) in leaves_made.ids for t in variables]
    for k, t in enumerate(variables):
        if t._family.run is None:
            tape.variables.setdefault(id(t), []).append((variables, k, tape.runs))
    try:
        yield
    finally:
        for t, was_made in zip(variables, made, strict=True):
            if was_made and id(t) not in leaves_made.ids:  # it took the place of one that was written to
                leaves_made.add(t)
            places = tape.variables.get(id(t))
            if places is not None:
                places.pop()
                if not places:
                    del tape.variables[id(t)]


@contextlib.contextmanager
def under_way(variables: list[Tensor]) -> Iterator[None]:
    """Say that while a function runs, what inner transforms compute from its variables must stay connected with them,
    and inner sweeps must not consume what was there before.
    """
    active.transforms.append(moment())
    try:
        with assignable(variables):
            yield
    finally:
        active.transforms.pop()
