"""Nested containers: lists, tuples, named tuples, dicts and objects of arrays, as flat lists and back.

A `Structure` says how the leaves lie; two structures are equal if they have the same containers, the same keys in the
same order, and the same number of leaves. Keys are the same by type and bits (`exact`). A defaultdict is rebuilt
without its factory: a key that it lacks is an error. Which objects are containers is said in
`tapegrad.func.container_classes`.

Tests: tests/func/test_containers.py, tests/func/test_container_classes.py
"""

from __future__ import annotations

import dataclasses
import struct
import weakref
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.func.container_classes import ContainerRule, Fixed, is_static, registered, rule_of
from tapegrad.tensor.tensor import Tensor


class Structure(NamedTuple):
    """A container's type, its keys (of a dict, or names of fields) and what it holds; type None for a leaf, False for
    None.

    A fixed value is its type, and itself as the only key. `marks` tells keys apart that are equal but not the same;
    None where all are strings. Of an object, it is the rule by which it is made.
    """

    kind: Any
    keys: tuple[Any, ...] | None
    parts: tuple[Any, ...]
    marks: tuple[Any, ...] | ContainerRule | None = None

    @property
    def is_fixed(self) -> bool:
        """Whether it is a fixed value."""
        return self.keys is not None and len(self.keys) > len(self.parts)

    @property
    def is_object(self) -> bool:
        """Whether it is that of an object, which a rule makes."""
        return isinstance(self.marks, ContainerRule)


FIXED = (bool,)  # values that are part of a compiled function's signature
_FIELDS = (bool, str)  # what fields hold is part of an object's structure, as all that `is_static`
_LEAVES = {Tensor, np.ndarray, np.float64, np.float32, np.int64, float, int, complex}  # which are surely no containers
LEAF = Structure(None, None, ())
NOTHING = Structure(False, None, ())


def exact(x: Any) -> Any:
    """Return what stands for a hashable value where only the very same value is equal: by type and bits, nested.

    So 0.0 is not -0.0, (2,) not (2.0,), True not 1, and NaN is itself; sets are the same if they iterate in the same
    order. What is of a class of its own is equal by its ``==``, if it has the same type and, where the class has one of
    its own, the same ``repr``: ``Decimal("1.0")`` is not ``Decimal("1.00")``, nor one hour in two time zones the same.
    Attributes count where ``==`` is that of a built-in class. What is equal to itself alone is not kept alive.
    """
    kind = x.__class__
    if kind is str or kind is int or kind is bool or x is None:
        return kind, x
    if kind is float:
        return kind, struct.pack("d", x)
    if kind is complex:
        return kind, struct.pack("dd", x.real, x.imag)
    if isinstance(x, np.generic):
        return kind, x.dtype.str, x.tobytes()
    if kind is tuple or kind is frozenset:
        return kind, tuple(map(exact, x))
    if isinstance(x, tuple):
        return kind, x, tuple(map(exact, x)), repr(attributes(x))
    if kind is range:
        return kind, x.start, x.stop, x.step
    if kind is slice:  # which has no hash before Python 3.12
        return kind, exact(x.start), exact(x.stop), exact(x.step)
    if isinstance(x, (float, complex)):
        return kind, x, struct.pack("dd", x.real, x.imag), repr(attributes(x))
    if dataclasses.is_dataclass(kind) and kind.__eq__ is not object.__eq__:
        compared = [(getattr(x, f.name), f.hash is not False) for f in dataclasses.fields(x) if f.compare]
        return kind, x, tuple([exact(value) if hashed else repr(value) for value, hashed in compared])
    if kind.__eq__ is not object.__eq__:
        shown = repr(x) if kind.__repr__ is not object.__repr__ else None
        return kind, x, shown, repr(attributes(x)) if kind.__eq__ in _BUILT_IN else None
    try:
        return kind, weakref.ref(x)
    except TypeError:  # of a class without weak references
        return kind, x


_BUILT_IN = {kind.__eq__ for kind in (str, int, bytes, frozenset)}


def attributes(x: Any) -> Any:
    """Return what an object holds as attributes, false if nothing."""
    return object.__getstate__(x)


def _refuse_attributes(tree: dict[Any, Any] | tuple[Any, ...]) -> None:
    """Refuse a container that holds more than its items: it is built anew from these.

    Raises
    ------
    ArgumentError
    """
    if more := attributes(tree):
        names = ", ".join(repr(name) for part in (more if isinstance(more, tuple) else (more,)) for name in part or ())
        raise ArgumentError(
            f"{type(tree).__name__}: expected a container of items alone, got attributes ({names}), which a recording "
            "would lose. Make them items, or arguments of their own."
        )


def mapping(kind: type, keys: tuple[Any, ...], parts: tuple[Structure, ...]) -> Structure:
    """Return the structure of a dict."""
    strings = all(key.__class__ is str for key in keys)
    return Structure(kind, keys, parts, None if strings else tuple(map(exact, keys)))


def flatten(tree: Any, leaves: list[Any], fixed: tuple[type, ...] = ()) -> Structure:
    """Append the leaves of a nested container to a list; returns its structure. None is a container of nothing.

    Values of `fixed` types are part of the structure.

    Raises
    ------
    ArgumentError
        For a container with attributes.
    """
    kind = tree.__class__
    if kind is tuple or kind is list:
        return Structure(kind, None, tuple([flatten(part, leaves, fixed) for part in tree]))
    if tree is None:
        return NOTHING
    if kind in fixed:
        return Structure(kind, (tree,), ())
    if kind in _LEAVES:
        leaves.append(tree)
        return LEAF
    if kind in registered:
        return _of_object(tree, registered[kind], leaves, fixed)
    if isinstance(tree, dict):
        if kind is not dict:
            _refuse_attributes(tree)
        return mapping(kind, tuple(tree), tuple([flatten(part, leaves, fixed) for part in tree.values()]))
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        _refuse_attributes(tree)
        return Structure(kind, None, tuple([flatten(part, leaves, fixed) for part in tree]))
    if (rule := rule_of(tree)) is not None:
        return _of_object(tree, rule, leaves, (*fixed, *_FIELDS) if rule.fields and str not in fixed else fixed)
    if str in fixed and is_static(tree):
        return fixed_value(tree)
    leaves.append(tree)
    return LEAF


def _of_object(tree: Any, rule: ContainerRule, leaves: list[Any], fixed: tuple[type, ...]) -> Structure:
    """Return the structure of an object that a rule takes apart.

    Raises
    ------
    ArgumentError
        If it holds itself, or its fixed values cannot be hashed.
    """
    kind = type(tree)
    try:
        names, values = rule.parts(tree)
        parts = [fixed_value(x.value) if x.__class__ is Fixed else flatten(x, leaves, fixed) for x in values]
    except RecursionError:
        raise ArgumentError(
            f"{kind.__name__}: expected a container of arrays, got one that holds itself, or too many in each other."
        ) from None
    return Structure(kind, names, tuple(parts), rule)


def fixed_value(x: Any) -> Structure:
    """Return the structure of a value that is no leaf.

    Raises
    ------
    ArgumentError
        If it cannot be hashed.
    """
    if x is None:
        return NOTHING
    if x.__class__ in _FIELDS:
        return Structure(x.__class__, (x,), ())
    try:
        hash(x)
        return Structure(x.__class__, (x,), (), (exact(x),))
    except TypeError:
        way = "Make it a tuple" if isinstance(x, (list, dict, set)) else "An array is data"
        raise ArgumentError(
            f"container: what is fixed must be hashable, got {x!r}. {way}, or let it be a field, or a child, of its "
            "own."
        ) from None


def leaves_as(structure: Structure, tree: tuple[Any, ...]) -> list[Any] | None:
    """Return the leaves of a container in the order of a structure that has its keys in any order; None if it has
    others."""
    leaves: list[Any] = []
    return leaves if flatten(_ordered(structure, tree), leaves) == structure else None


def _ordered(structure: Structure, tree: tuple[Any, ...]) -> Any:
    """Return a container with the keys of its dicts in the order of a structure, where they are the same keys."""
    kind = tree.__class__
    if kind is not structure.kind or structure.is_fixed or structure.is_object or len(tree) != len(structure.parts):
        return tree
    if structure.keys is not None:
        if any(key not in tree for key in structure.keys):
            return tree
        items = [(key, _ordered(part, tree[key])) for key, part in zip(structure.keys, structure.parts, strict=True)]
        return kind(dict(items)) if kind is not defaultdict else defaultdict(None, items)
    parts = [_ordered(part, x) for part, x in zip(structure.parts, tree, strict=True)]
    return parts if kind is list else tuple(parts) if kind is tuple else kind(*parts)


def unflatten(structure: Structure, leaves: Iterable[Any], whole: bool = True) -> Any:
    """Return the nested container of a structure with other leaves, the next ones of `leaves`.

    Not `whole` if they are derivatives: what an object's class derives from its fields is None there.
    """
    kind = structure.kind
    if kind is None:
        return next(iter(leaves))
    rest = iter(leaves)
    if kind is False:
        return None
    keys = structure.keys
    if keys is not None and len(keys) > len(structure.parts):
        return keys[0]
    parts = [next(rest) if part.kind is None else unflatten(part, rest, whole) for part in structure.parts]
    if structure.marks is not None and isinstance(structure.marks, ContainerRule):
        return structure.marks.made(kind, keys or (), parts, whole)
    if keys is not None:
        items = dict(zip(keys, parts, strict=True))
        return items if kind is dict else defaultdict(None, items) if kind is defaultdict else kind(items)
    return parts if kind is list else tuple(parts) if kind is tuple else kind(*parts)


def map_leaves(function: Callable[..., Any], tree: Any) -> Any:
    """Return the same container with each leaf replaced by the function's result."""
    leaves: list[Any] = []
    structure = flatten(tree, leaves)
    return unflatten(structure, [function(leaf) for leaf in leaves])
