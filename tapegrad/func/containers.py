"""Nested containers: lists, tuples, named tuples and dicts of arrays, as flat lists and back.

A `Structure` says how the leaves lie; two structures are equal if they have the same containers, keys and number of
leaves. A dict's leaves come in the order of its sorted keys where they can be sorted, else (and in an OrderedDict) as
inserted.
"""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, NamedTuple


class Structure(NamedTuple):
    """A container's type, its keys (of a dict) and what it holds; type None for a leaf, False for None."""

    kind: Any
    keys: tuple[Any, ...] | None
    parts: tuple[Any, ...]


LEAF = Structure(None, None, ())
NOTHING = Structure(False, None, ())


def flatten(tree: Any, leaves: list[Any]) -> Structure:
    """Append the leaves of a nested container to a list; returns its structure. None is a container of nothing."""
    kind = tree.__class__
    if kind is tuple or kind is list:
        return Structure(kind, None, tuple([flatten(part, leaves) for part in tree]))
    if tree is None:
        return NOTHING
    if isinstance(tree, dict):
        keys = tuple(tree)
        if not isinstance(tree, OrderedDict):
            with contextlib.suppress(TypeError):
                keys = tuple(sorted(tree))
        return Structure(kind, keys, tuple([flatten(tree[key], leaves) for key in keys]))
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return Structure(kind, None, tuple([flatten(part, leaves) for part in tree]))
    leaves.append(tree)
    return LEAF


def unflatten(structure: Structure, leaves: Sequence[Any]) -> Any:
    """The nested container of a structure with other leaves."""
    rest = iter(leaves)

    def build(s: Structure) -> Any:
        if s.kind is None:
            return next(rest)
        if s.kind is False:
            return None
        if s.keys is not None:
            made = {key: build(part) for key, part in zip(s.keys, s.parts, strict=True)}
            return made if s.kind is dict else s.kind(made)
        parts = [build(part) for part in s.parts]
        if s.kind is list:
            return parts
        return tuple(parts) if s.kind is tuple else s.kind(*parts)

    return build(structure)


def map_leaves(function: Any, tree: Any) -> Any:
    """The same container with each leaf replaced by the function's result."""
    leaves: list[Any] = []
    structure = flatten(tree, leaves)
    return unflatten(structure, [function(leaf) for leaf in leaves])
