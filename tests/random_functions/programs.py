"""Programs as data: arguments, steps, results; nests of containers; and the numbers that they are run on."""

from __future__ import annotations

import math
import random
import zlib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

Step = tuple[Any, ...]
Spec = tuple[Any, ...]  # ("array", name, shape), ("dict", ((key, spec), ...)), ("list", (spec, ...)), ...


class Program(NamedTuple):
    """A function as data.

    Attributes
    ----------
    arguments : tuple of (role, Spec)
        The role is "by" (differentiated), "data" or "static".
    keywords : tuple of (str, Spec)
        Data, in the order in which they are passed.
    steps : tuple of Step
    result : Spec
        Of names.
    """

    arguments: tuple[tuple[str, Spec], ...]
    keywords: tuple[tuple[str, Spec], ...]
    steps: tuple[Step, ...]
    result: Spec

    def positions(self, role: str = "by") -> tuple[int, ...]:
        """Where the arguments of a role are."""
        return tuple(k for k, (r, _) in enumerate(self.arguments) if r == role)

    def kinds(self) -> set[str]:
        """Which kinds of steps there are."""
        return {step[0] for step in self.steps}


class Case(NamedTuple):
    """A program, the transforms that are applied to it, and what runs them.

    Attributes
    ----------
    chain : tuple of (stage, seed)
        The innermost first.
    """

    program: Program
    chain: tuple[tuple[str, int], ...]
    executor: str
    seed: int


class Pair(NamedTuple):
    """A named tuple among the containers."""

    first: Any
    second: Any


# ------------------------------------------------------------------------------------------------- containers


def built(spec: Spec, leaf: Callable[[Spec], Any]) -> Any:
    """The containers of a spec, with `leaf(...)` of each leaf."""
    kind = spec[0]
    if kind == "dict":
        return {key: built(part, leaf) for key, part in spec[1]}
    if kind == "list":
        return [built(part, leaf) for part in spec[1]]
    if kind == "tuple":
        return tuple(built(part, leaf) for part in spec[1])
    if kind == "pair":
        return Pair(*(built(part, leaf) for part in spec[1]))
    return leaf(spec)


def leaves_of(spec: Spec) -> Iterator[Spec]:
    """The leaves of a spec, in order."""
    if spec[0] == "dict":
        for _, part in spec[1]:
            yield from leaves_of(part)
    elif spec[0] in ("list", "tuple", "pair"):
        for part in spec[1]:
            yield from leaves_of(part)
    else:
        yield spec


def bound(spec: Spec, value: Any) -> Iterator[tuple[Spec, Any]]:
    """Each leaf of a spec with its value in a nest; a dict is read in the order in which it arrives."""
    if spec[0] == "dict":
        for (_, part), item in zip(spec[1], value.values(), strict=True):
            yield from bound(part, item)
    elif spec[0] in ("list", "tuple", "pair"):
        for part, item in zip(spec[1], value, strict=True):
            yield from bound(part, item)
    else:
        yield spec, value


def flat(tree: Any) -> list[Any]:
    """The leaves of a nest; dicts in their order."""
    if isinstance(tree, dict):
        return [leaf for part in tree.values() for leaf in flat(part)]
    if isinstance(tree, (list, tuple)):
        return [leaf for part in tree for leaf in flat(part)]
    return [] if tree is None else [tree]


def mapped(function: Callable[[Any], Any], tree: Any) -> Any:
    """The same nest with `function(...)` of each leaf."""
    if isinstance(tree, dict):
        return {key: mapped(function, part) for key, part in tree.items()}
    if isinstance(tree, (list, tuple)):
        parts = [mapped(function, part) for part in tree]
        return parts if isinstance(tree, list) else type(tree)(*parts) if hasattr(tree, "_fields") else tuple(parts)
    return None if tree is None else function(tree)


def outline(tree: Any, names: bool = True) -> str:
    """Containers and keys as text; without `names`, named tuples are tuples."""
    if isinstance(tree, dict):
        return "{" + ", ".join(f"{key!r}: {outline(part, names)}" for key, part in tree.items()) + "}"
    if isinstance(tree, list):
        return "[" + ", ".join(outline(part, names) for part in tree) + "]"
    if isinstance(tree, tuple):
        kind = type(tree).__name__ if names and hasattr(tree, "_fields") else ""
        return f"{kind}(" + ", ".join(outline(part, names) for part in tree) + ")"
    return "None" if tree is None else "*"


def rebuilt(tree: Any, leaves: Iterator[Any]) -> Any:
    """The same nest with other leaves."""
    return mapped(lambda _: next(leaves), tree)


# ------------------------------------------------------------------------------------------------- numbers


SPECIAL = [0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 3.0, 0.5]


def numbers(shape: tuple[int, ...], seed: int) -> np.ndarray:
    """An array, half of the time of zeros, ones and small integers."""
    rng = random.Random(seed)  # quicker to make than NumPy's
    share = [0.0, 0.0, 0.5, 1.0][seed % 4]
    drawn = [rng.choice(SPECIAL) if rng.random() < share else rng.gauss(0.0, 1.0) for _ in range(math.prod(shape))]
    return np.array(drawn, float).reshape(shape)


def weights(shape: tuple[int, ...], seed: int, k: int) -> np.ndarray:
    """Cotangents, tangents and the weights of sums."""
    if seed % 3 == 0:
        return np.ones(shape)
    rng = random.Random(1000 * seed + k)
    return np.array([round(rng.gauss(0.0, 1.0), 2) or 1.0 for _ in range(math.prod(shape))], float).reshape(shape)


def _leaf(spec: Spec, seed: int, number: int) -> Any:
    own = zlib.crc32(repr((spec[1], seed)).encode())
    if spec[0] == "array":
        array = numbers(spec[2], own + (number == 1)) * (-1.0 if number == 2 else 1.0)
        return array if spec[2] else float(array)
    if spec[0] == "integer":
        return [1, 2, 3, 0, 5, 3_000_000][(own + number) % 6] if spec[2] == "any" else 1 + (own + number) % 3
    if spec[0] == "truth":
        return bool((own + number) % 2)
    if spec[0] == "indices":
        return np.random.default_rng((own, number)).integers(0, spec[3], spec[2])
    return spec[2]  # "static"


def data(program: Program, seed: int, number: int = 0) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Arguments and keywords; number 1 has other numbers, number 2 those of 0 with other signs."""
    args = tuple(built(spec, lambda s: _leaf(s, seed, number)) for _, spec in program.arguments)
    return args, {key: built(spec, lambda s: _leaf(s, seed, number)) for key, spec in program.keywords}


def static_factor(x: Any) -> float:
    """A number that tells objects apart by type and bits."""
    return float(zlib.crc32(repr(x).encode()) % 5) - 1.0


def decoded(index: Any) -> Any:
    """An index as steps hold it: lists for arrays, tuples for slices."""
    parts = []
    for part in index:
        if isinstance(part, list):
            parts.append(np.array(part) if part else np.zeros(0, np.intp))
        else:
            parts.append(slice(*part) if isinstance(part, tuple) else Ellipsis if part == "..." else part)
    return tuple(parts)
