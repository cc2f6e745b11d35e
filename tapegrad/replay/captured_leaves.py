"""Leaves that a compiled function reads from outside its arguments: where they are, and what is there now.

A recording finds them as objects. Where the function reaches them from (a closure, a global, a default, an attribute of
an object, an item of a container) is searched once, and each call reads these places again. So another leaf that is
there is taken, if all places of the old one hold it and it is of the same form.

Invariant: a recording is replayed only if its leaves are still told apart as they were when it was made.

Tests: tests/replay/test_captured_leaves.py
"""

from __future__ import annotations

import functools
import types
import weakref
from collections import deque
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tapegrad.errors import ArgumentError, CapturedError, ReplayError
from tapegrad.func.argument_leaves import plain_of
from tapegrad.func.derive import emitted
from tapegrad.ir.forms import Form
from tapegrad.record import modes
from tapegrad.record.recording import moves
from tapegrad.tensor.tensor import Tensor, as_tensor

if TYPE_CHECKING:
    from tapegrad.replay.record_variant import RecordedCall
    from tapegrad.replay.variant import Variant

_MOST = 200_000  # objects that a search looks at
_PACKAGES = ("tapegrad", "numpy", "scipy", "builtins", "numba", "torch", "jax", "pandas")  # which hold no leaves

Step = tuple[str, Any]  # an attribute, item, cell or global and its name
Path = tuple[Any, ...]  # the number of a root, then steps


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
        objects = [_followed(roots, path) for path in self.paths]
        leaf = objects[0]
        fits = leaf.__class__ is Tensor and all(other is leaf for other in objects)
        return leaf if fits and is_captured_leaf(leaf) and leaf._family.form is self.form else None

    @property
    def name(self) -> str:
        """The leaf's place, for messages."""
        return "".join(map(_step_shown, self.paths[0][1:])).lstrip(".") if self.paths else "a leaf"


class CapturedLeaves(NamedTuple):
    """All leaves of a recording.

    Attributes
    ----------
    leaves : tuple of CapturedLeaf
        In the order of the recording's further inputs.
    same : tuple of pairs of Path
        Places that hold one object, from which leaves are reached.
    """

    leaves: tuple[CapturedLeaf, ...]
    same: tuple[tuple[Path, Path], ...]

    def now(self, roots: Sequence[Any]) -> list[Tensor] | None:
        """Return the leaves that are in the places of the recorded ones; None if they are not told apart as then."""
        present = [t for leaf in self.leaves if (t := leaf.now(roots)) is not None]
        apart = len({*map(id, present)}) == len(self.leaves)
        return present if apart and all(_followed(roots, a) is _followed(roots, b) for a, b in self.same) else None

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
    paths, same = _search({id(t) for t in tensors}, roots)
    leaves = [CapturedLeaf(t._family.form, tuple(paths.get(id(t), ())), weakref.ref(t)) for t in tensors]
    return CapturedLeaves(tuple(leaves), tuple(same))


def _search(wanted: set[int], roots: Sequence[Any]) -> tuple[dict[int, list[Path]], list[tuple[Path, Path]]]:
    """Return the paths to wanted Tensors by their numbers, and pairs of paths to the same object on the way there."""
    paths: dict[int, list[Path]] = {}
    first: dict[Any, Path] = {}  # to each object, by its number
    others: dict[Any, list[Path]] = {}
    seen: list[Any] = []  # which must live, or their numbers would be given again
    waiting: deque[tuple[Any, Path]] = deque((root, (k,)) for k, root in enumerate(roots))
    while waiting and len(seen) < _MOST:
        tree, path = waiting.popleft()
        if tree.__class__ is Tensor:
            if id(tree) in wanted:
                paths.setdefault(id(tree), []).append(path)
            continue
        if isinstance(tree, _ATOMS):
            continue
        if id(tree) in first:
            others.setdefault(id(tree), []).append(path)
            continue
        first[id(tree)] = path
        seen.append(tree)
        for step, part in _parts(tree, first):
            waiting.append((part, (*path, step)))
    on_the_way = {path[:k] for several in paths.values() for path in several for k in range(1, len(path))}
    same = [(path, other) for key, path in first.items() if path in on_the_way for other in others.get(key, ())]
    return paths, same


_ATOMS = (str, bytes, int, float, complex, type(None), types.ModuleType, types.CodeType, types.BuiltinFunctionType)


def _parts(tree: Any, first: dict[Any, Path]) -> Iterator[tuple[Step, Any]]:
    """Return what an object holds, by steps; a global is given for the first function alone that names it."""
    if isinstance(tree, types.FunctionType):
        yield from _parts_of_function(tree, first)
    elif isinstance(tree, types.MethodType):
        yield ("attribute", "__func__"), tree.__func__
        yield ("attribute", "__self__"), tree.__self__
    elif isinstance(tree, functools.partial):
        for name in ("func", "args", "keywords"):
            yield ("attribute", name), getattr(tree, name)
    elif isinstance(tree, dict):
        yield from [(("item", key), value) for key, value in tree.items()]
    elif isinstance(tree, (list, tuple, deque)):
        yield from [(("item", k), value) for k, value in enumerate(tree)]
    elif not isinstance(tree, type):
        yield from [(("attribute", name), value) for name, value in _attributes(tree)]
        if not _is_foreign(type(tree)):
            yield ("attribute", "__class__"), type(tree)
    elif not _is_foreign(tree):
        yield from [(("attribute", name), getattr(tree, name)) for name, value in vars(tree).items() if _is_data(value)]
        yield from [(("base", k), base) for k, base in enumerate(tree.__bases__)]


def _attributes(tree: Any) -> Iterator[tuple[str, Any]]:
    """Return what an object holds as attributes, in its dict and in slots; of one of ours, the functions it calls."""
    if type(tree).__module__.partition(".")[0] == "tapegrad":
        yield from [(name, getattr(tree, name)) for name in ("function", "__func__", "__self__") if hasattr(tree, name)]
        return
    yield from list(getattr(tree, "__dict__", {}).items())
    for base in type(tree).__mro__:
        for name, member in vars(base).items():
            if isinstance(member, types.MemberDescriptorType) and hasattr(tree, name):
                yield name, getattr(tree, name)


def _is_data(x: Any) -> bool:
    """Tell whether a class's attribute is what it was set to: no method, no property."""
    return not hasattr(type(x), "__get__") or isinstance(x, (types.FunctionType, staticmethod, classmethod))


def _is_foreign(x: Any) -> bool:
    return (getattr(x, "__module__", None) or "").partition(".")[0] in _PACKAGES


def _parts_of_function(f: types.FunctionType, first: dict[Any, Path]) -> Iterator[tuple[Step, Any]]:
    for name, cell in zip(f.__code__.co_freevars, f.__closure__ or (), strict=True):
        try:
            yield ("cell", name), cell.cell_contents
        except ValueError:  # it is empty
            continue
    for name in ("__defaults__", "__kwdefaults__", "__dict__"):
        if getattr(f, name):
            yield ("attribute", name), getattr(f, name)
    if _is_foreign(f):
        return
    names = _names(f.__code__)
    for name in names:
        if name not in f.__globals__ or (id(f.__globals__), name) in first:
            continue
        first[id(f.__globals__), name] = ()
        value = f.__globals__[name]
        yield ("global", name), value
        if isinstance(value, types.ModuleType) and value.__name__.partition(".")[0] not in _PACKAGES:
            for attribute in names:
                if attribute in vars(value):
                    yield ("of module", (name, attribute)), vars(value)[attribute]


def _names(code: types.CodeType) -> dict[str, None]:
    """Return the names of globals and attributes in a function's code, and in that of functions within it."""
    names = dict.fromkeys(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= _names(constant)
    return names


def _followed(roots: Sequence[Any], path: Path) -> Any:
    """Return what is at the end of a path; None if it leads nowhere."""
    first, *steps = path
    x = roots[first]
    try:
        for kind, name in steps:
            if kind == "attribute":
                x = getattr(x, name)
            elif kind == "item":
                x = x[name]
            elif kind == "cell":
                x = x.__closure__[x.__code__.co_freevars.index(name)].cell_contents
            elif kind == "global":
                x = x.__globals__[name]
            elif kind == "base":
                x = x.__bases__[name]
            else:
                module, attribute = name
                x = getattr(x.__globals__[module], attribute)
    except (AttributeError, LookupError, ValueError, TypeError):
        return None
    return x


def _step_shown(step: Step) -> str:
    """Return a step as it is written in Python."""
    kind, name = step
    if kind == "of module":
        return f".{name[0]}.{name[1]}"
    if kind == "item":
        return f"[{name!r}]"
    if name == "__self__":
        return ".self"
    return f".{name}" if kind != "base" and not name.startswith("__") else ""
