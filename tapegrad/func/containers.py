"""Nested containers: lists, tuples, named tuples and dicts of arrays, as flat lists and back.

A `Structure` says how the leaves lie; two structures are equal if they have the same containers, keys and number of
leaves. A dict's leaves come in the order of its sorted keys where they can be sorted, else (and in an OrderedDict) as
inserted.
"""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Iterator, Sequence
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
    return leaves[0] if structure.kind is None else _built(structure, iter(leaves))


def _built(structure: Structure, rest: Iterator[Any]) -> Any:
    """What a structure holds, from the next leaves.

    Not nested in `unflatten`: a function that closes over itself is a reference cycle, which would keep the leaves.
    """
    kind = structure.kind
    if kind is None:
        return next(rest)
    if kind is False:
        return None
    if structure.keys is not None:
        made = {key: _built(part, rest) for key, part in zip(structure.keys, structure.parts, strict=True)}
        return made if kind is dict else kind(made)
    parts = [_built(part, rest) for part in structure.parts]
    if kind is list:
        return parts
    return tuple(parts) if kind is tuple else kind(*parts)


def map_leaves(function: Any, tree: Any) -> Any:
    """The same container with each leaf replaced by the function's result."""
    leaves: list[Any] = []
    structure = flatten(tree, leaves)
    return unflatten(structure, [function(leaf) for leaf in leaves])
