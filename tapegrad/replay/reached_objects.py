"""What a function reaches: closures, globals that its code names, defaults, attributes, and items of containers.

Objects are visited breadth first, each once. The way to an object is a path, which can be followed again.

Tests: tests/replay/test_captured_leaves.py, tests/replay/test_random_draws.py
"""

from __future__ import annotations

import functools
import itertools
import sys
import types
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from tapegrad.tensor.tensor import Tensor

Step = tuple[str, Any]  # an attribute, item, cell or global and its name
Path = tuple[Any, ...]  # the number of a root, then steps

_PACKAGES = frozenset({"tapegrad"})  # which may be no installed package, but a checkout
_ATOMS = {
    str, bytes, int, bool, float, complex, type(None), types.ModuleType, types.CodeType, types.BuiltinFunctionType,
    np.ndarray, np.float64, np.ufunc,
}  # fmt: skip


class ObjectWalk:
    """A walk over all that some roots reach: gives objects and the paths to them; a Tensor for each path to it.

    Parameters
    ----------
    roots : sequence
    most : int
        How many objects are looked into, and how many items of each.
    """

    def __init__(self, roots: Sequence[Any], most: int) -> None:
        self.roots, self.most = roots, most
        self._first: dict[Any, Path] = {}  # to each object, by its number
        self._others: dict[int, list[Path]] = {}
        self._seen: list[Any] = []  # which must live, or their numbers would be given again

    def __iter__(self) -> Iterator[tuple[Any, Path]]:
        waiting: deque[tuple[Any, Path]] = deque((root, (k,)) for k, root in enumerate(self.roots))
        while waiting and len(self._seen) < self.most:
            x, path = waiting.popleft()
            if x.__class__ in _ATOMS:
                continue
            if x.__class__ is Tensor:
                yield x, path
            elif id(x) in self._first:
                self._others.setdefault(id(x), []).append(path)
            else:
                self._first[id(x)] = path
                self._seen.append(x)
                yield x, path
                parts = itertools.islice(_parts(x, self._first), self.most)
                waiting += [(part, (*path, step)) for step, part in parts]

    def again(self) -> list[tuple[Path, list[Path]]]:
        """Return the paths to objects that were reached more than once: the first one, and the others."""
        return [(self._first[key], others) for key, others in self._others.items()]


def _parts(tree: Any, first: dict[Any, Path]) -> Iterable[tuple[Step, Any]]:
    """Return what an object holds, by steps; a global is given for the first function alone that names it."""
    if isinstance(tree, types.FunctionType):
        return _parts_of_function(tree, first)
    if isinstance(tree, types.MethodType):
        return [(("attribute", name), getattr(tree, name)) for name in ("__func__", "__self__")]
    if isinstance(tree, functools.partial):
        return [(("attribute", name), getattr(tree, name)) for name in ("func", "args", "keywords")]
    if isinstance(tree, dict):
        return ((("item", key), value) for key, value in list(tree.items()))
    if isinstance(tree, (list, tuple, deque)):
        return ((("item", k), value) for k, value in enumerate(tree))
    if not isinstance(tree, type):
        parts = [(("attribute", name), value) for name, value in _attributes(tree)]
        return parts if _is_foreign(type(tree)) else [*parts, (("attribute", "__class__"), type(tree))]
    if _is_foreign(tree):
        return []
    members = [(name, getattr(x, "__func__", x)) for name, x in list(vars(tree).items()) if not name.startswith("__")]
    parts = [(("attribute", name), x) for name, x in members if not hasattr(type(x), "__set__")]
    return [*parts, *[(("base", k), base) for k, base in enumerate(tree.__bases__)]]


def _attributes(tree: Any) -> Iterator[tuple[str, Any]]:
    """Return what an object holds as attributes, in its dict and in slots; of one of ours, the functions it calls."""
    if type(tree).__module__.partition(".")[0] == "tapegrad":
        yield from [(name, getattr(tree, name)) for name in ("function", "__func__", "__self__") if hasattr(tree, name)]
        return
    yield from list(getattr(tree, "__dict__", {}).items())
    yield from [(name, getattr(tree, name)) for name in _slots_of(type(tree)) if hasattr(tree, name)]


def _slots_of(kind: type) -> list[str]:
    return [n for base in kind.__mro__[:-1] for n, x in vars(base).items() if isinstance(x, types.MemberDescriptorType)]


def _is_foreign(x: Any) -> bool:
    return _is_library(getattr(x, "__module__", None) or "")


@functools.lru_cache(1024)
def _is_library(module: str) -> bool:
    """Tell whether a module is of an installed package, or of Python: its globals and classes are not looked at."""
    if module.partition(".")[0] in (_PACKAGES | sys.stdlib_module_names):
        return module != "__main__"
    file = getattr(sys.modules.get(module), "__file__", None) or ""
    return "site-packages" in file or "dist-packages" in file


def _parts_of_function(f: types.FunctionType, first: dict[Any, Path]) -> list[tuple[Step, Any]]:
    parts: list[tuple[Step, Any]] = []
    for name, cell in zip(f.__code__.co_freevars, f.__closure__ or (), strict=True):
        try:
            parts.append((("cell", name), cell.cell_contents))
        except ValueError:  # it is empty
            continue
    if _is_library(f.__globals__.get("__name__") or ""):
        return parts
    of_it = {"__defaults__": f.__defaults__, "__kwdefaults__": f.__kwdefaults__, "__dict__": f.__dict__}
    parts += [(("attribute", name), value) for name, value in of_it.items() if value]
    names = _names(f.__code__)
    for name in names:
        if name not in f.__globals__ or (id(f.__globals__), name) in first:
            continue
        first[id(f.__globals__), name] = ()
        value = f.__globals__[name]
        parts.append((("global", name), value))
        if isinstance(value, types.ModuleType) and not _is_library(value.__name__):
            members = vars(value)
            parts += [(("of module", (name, member)), members[member]) for member in names if member in members]
    return parts


def _names(code: types.CodeType) -> dict[str, None]:
    """Return the names of globals and attributes in a function's code, and in that of functions within it."""
    names = dict.fromkeys(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= _names(constant)
    return names


def followed(roots: Sequence[Any], path: Path) -> Any:
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


def step_shown(step: Step) -> str:
    """Return a step as it is written in Python."""
    kind, name = step
    if kind == "of module":
        return f".{name[0]}.{name[1]}"
    if kind == "item":
        return f"[{name!r}]"
    if name == "__self__":
        return ".self"
    return f".{name}" if kind != "base" and not name.startswith("__") else ""
