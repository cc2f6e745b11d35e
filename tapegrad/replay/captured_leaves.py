"""Leaves that a compiled function reads from outside its arguments: where they are, and what is there now.

A recording finds them as objects. Where the function reaches them from (a closure, a global, a default, an attribute of
an object, an item of a container) is searched once, and each call reads these places again. So another leaf that is
there is taken, if all places of the old one hold it and it is of the same form.

Invariant: a recording is replayed only if its leaves are still told apart as they were when it was made, and the
containers that hold them have as many items.

Tests: tests/replay/test_captured_leaves.py
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tapegrad.errors import ArgumentError, CapturedError, ReplayError
from tapegrad.func.argument_leaves import plain_of
from tapegrad.func.derive import emitted
from tapegrad.ir.forms import Form
from tapegrad.record import modes
from tapegrad.record.recording import moves
from tapegrad.replay.reached_objects import ObjectWalk, Path, followed, step_shown
from tapegrad.tensor.tensor import Tensor, as_tensor

if TYPE_CHECKING:
    from tapegrad.replay.record_variant import RecordedCall
    from tapegrad.replay.variant import Variant

_MOST = 200_000  # objects that a search looks at


class CapturedLeaf(NamedTuple):
    """A leaf of a recording.

    Attributes
    ----------
    form : Form
    paths : tuple of Path
        Where it is found; none if it is not known.
    alone : weak reference
        The leaf, for one without a place.
    """

    form: Form
    paths: tuple[Path, ...]
    alone: weakref.ref[Tensor]

    def now(self, roots: Sequence[Any]) -> Tensor | None:
        """Return the leaf that is in its places; None if there is none, or more than one."""
        if not self.paths:
            return self.alone()
        objects = [followed(roots, path) for path in self.paths]
        leaf = objects[0]
        fits = leaf.__class__ is Tensor and all(other is leaf for other in objects)
        return leaf if fits and is_captured_leaf(leaf) and leaf._family.form is self.form else None

    @property
    def name(self) -> str:
        """The leaf's place, for messages."""
        return "".join(map(step_shown, self.paths[0][1:])).lstrip(".") if self.paths else "a leaf"


class CapturedLeaves(NamedTuple):
    """All leaves of a recording.

    Attributes
    ----------
    leaves : tuple of CapturedLeaf
        In the order of the recording's further inputs.
    same : tuple of pairs of Path
        Places that hold one object, from which leaves are reached.
    lengths : tuple of pairs
        Places of lists and dicts from which leaves are reached, and how many items these have: the function may have
        gone through all.
    """

    leaves: tuple[CapturedLeaf, ...]
    same: tuple[tuple[Path, Path], ...]
    lengths: tuple[tuple[Path, int], ...]

    def now(self, roots: Sequence[Any]) -> list[Tensor] | None:
        """Return the leaves that are in the places of the recorded ones; None if they are not told apart as then."""
        present = [t for leaf in self.leaves if (t := leaf.now(roots)) is not None]
        if len({*map(id, present)}) != len(self.leaves):
            return None
        if not all(followed(roots, a) is followed(roots, b) for a, b in self.same):
            return None
        return present if all(_length(followed(roots, path)) == n for path, n in self.lengths) else None

    def call(
        self, variant: Variant, recording: RecordedCall | None, leaves: Sequence[Any], tensors: Sequence[Tensor],
        out: Any, roots: Sequence[Any], title: str,
    ) -> tuple[int, Any]:  # fmt: skip
        """Return a status, not 0 if it cannot be replayed, and a call's result by a variant that reads these leaves.

        While gradients are recorded, results that depend on a leaf that requires grad are Tensors; so are all, if there
        are `tensors` among the arguments.

        Raises
        ------
        ArgumentError
            If Tensors were to be written to ``out=``.
        """
        now = self.now(roots)
        if now is None:  # they were replaced meanwhile
            return 1, None
        arrays = [*leaves, *[t._numpy() for t in now]]
        if tensors or (modes.current().grad_enabled and any(t.requires_grad for t in now)):
            if out is not None:
                raise ArgumentError(
                    f"{title}: out= is for results that are NumPy arrays, got some that depend on {self.names}, which "
                    "requires grad. Call it under tg.no_grad()."
                )
            if recording is None and variant.program.guards and variant.run(arrays)[0]:
                return 1, None
            try:
                results = emitted(variant.program, [*(tensors or map(as_tensor, leaves)), *now])
            except ReplayError:  # of a decision within a loop
                if recording is None:
                    return 1, None
                raise
            return 0, variant.result(results if tensors else [y if y.requires_grad else plain_of(y) for y in results])
        status, result = variant.call(arrays, out, title)
        if status and recording is not None:  # it is the answer itself: a decision hangs on the last bit
            return 0, variant.result(recording.values(), out, title)
        return status, result

    @property
    def names(self) -> str:
        """The leaves' places, for messages."""
        return ", ".join(leaf.name for leaf in self.leaves[:3]) + (", ..." if len(self.leaves) > 3 else "")

    def error(self, title: str) -> CapturedError:
        """Return the error for a use that cannot read leaves from outside."""
        return CapturedError(
            f"{title}: expected a function of its arguments alone, got one that reads {self.names}, which requires "
            "grad, from outside. Pass it as an argument, or read its .detach().numpy() outside."
        )


def is_captured_leaf(t: Tensor) -> bool:
    """Tell whether a Tensor from outside can be an input that is read anew: it holds its own value."""
    return t.is_leaf and not t.traced and not moves(t)


def captured_leaves(tensors: Sequence[Tensor], roots: Sequence[Any]) -> CapturedLeaves:
    """Return where leaves are that were read by a function, the first of the roots, or a method of the others."""
    paths, same, on_the_way = _search({id(t) for t in tensors}, roots)
    leaves = [CapturedLeaf(t._family.form, tuple(paths.get(id(t), ())), weakref.ref(t)) for t in tensors]
    lengths = [(path, n) for path in on_the_way if (n := _length(followed(roots, path))) is not None]
    return CapturedLeaves(tuple(leaves), tuple(same), tuple(lengths))


def _length(x: Any) -> int | None:
    """Return how many items a list or dict has; None for other objects."""
    return len(x) if isinstance(x, (list, dict)) else None


def _search(wanted: set[int], roots: Sequence[Any]) -> tuple[dict[int, list[Path]], list[tuple[Path, Path]], set[Path]]:
    """Return the paths to wanted Tensors by their numbers, pairs of paths to the same object on the way there, and all
    paths on the way.
    """
    paths: dict[int, list[Path]] = {}
    walk = ObjectWalk(roots, _MOST)
    for x, path in walk:
        if x.__class__ is Tensor and id(x) in wanted:
            paths.setdefault(id(x), []).append(path)
    on_the_way = {path[:k] for several in paths.values() for path in several for k in range(1, len(path))}
    same = [(path, other) for path, others in walk.again() if path in on_the_way for other in others]
    return paths, same, on_the_way
