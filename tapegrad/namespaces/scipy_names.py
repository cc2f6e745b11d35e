"""SciPy's names with Tensors: a call is tapegrad's or SciPy's by its arguments.

What SciPy makes of plain data and is called later (splines, distributions with parameters) is a pair: SciPy's object,
and tapegrad's, which is made of a copy of the same data when a Tensor comes.

Tests: tests/package/test_scipys_namespace.py
"""

from __future__ import annotations

import copy
import functools
import importlib
import inspect
from abc import ABCMeta
from collections.abc import Callable, Iterator
from types import FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np
import scipy

from tapegrad.errors import PlainDataError
from tapegrad.func.container_classes import contents, same
from tapegrad.namespaces import scipys_linalg
from tapegrad.namespaces.numpy_names import PLAIN
from tapegrad.ops.composites import shows_tensor
from tapegrad.record.recording import moves
from tapegrad.tensor.tensor import Tensor

_DATA = (np.ndarray, np.generic, int, float, complex, str, list, tuple, dict)
_DEPTH = 3  # of functions that refer to functions
_FEW = 100  # elements of a list, such as blocks of a matrix


def _for_tensors(args: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
    """Tell whether a call is tapegrad's."""
    arguments = [*args, *keywords.values()]
    return shows_tensor(arguments) or any(_is_ours(x) or (callable(x) and _refers(x, _DEPTH)) for x in arguments)


def _is_ours(x: Any) -> bool:
    """Tell whether it holds Tensors as a sparse array of tapegrad's does, or is a short list with such an object."""
    if x.__class__ in (list, tuple):
        return len(x) < _FEW and any(map(_is_ours, x))
    return type(x).__module__.startswith("tapegrad.") and not callable(x)


def _refers(function: Any, depth: int) -> bool:
    """Tell whether a function refers to a Tensor whose derivative would be lost: one that requires grad, or depends on
    the arguments of a function that is recorded or differentiated.
    """
    if isinstance(function, functools.partial):
        return any(_lost(x, depth) for x in (function.func, *function.args, *function.keywords.values()))
    if isinstance(function, MethodType):
        return any(_lost(x, depth) for x in (function.__func__, *getattr(function.__self__, "__dict__", {}).values()))
    if not isinstance(function, FunctionType):
        return any(_lost(x, 0) for x in getattr(function, "__dict__", {}).values())
    try:
        variables = inspect.getclosurevars(function)
    except ValueError:  # it refers to a variable that has no value yet
        return False
    values = [*variables.nonlocals.values(), *variables.globals.values(), *(function.__defaults__ or ())]
    return any(_lost(x, depth) for x in values)


def _lost(x: Any, depth: int) -> bool:
    """Tell whether a derivative would be lost with what a function refers to."""
    if isinstance(x, Tensor):
        return bool(x.requires_grad or x.traced or moves(x))
    if isinstance(x, (list, tuple)):
        return len(x) < _FEW and any(_lost(part, depth) for part in x)
    if isinstance(x, dict):
        return len(x) < _FEW and any(_lost(part, depth) for part in x.values())
    if depth > 0 and hasattr(x, "__dict__") and not isinstance(x, (type, ModuleType)) and not callable(x):
        return len(vars(x)) < _FEW and any(_lost(part, depth - 1) for part in vars(x).values())
    return depth > 0 and isinstance(x, (FunctionType, MethodType, functools.partial)) and _refers(x, depth - 1)


def _is_asked_later(x: Any) -> bool:
    """Tell whether it is an object of SciPy's with methods of arrays: no tuple or dict of results, and no sparse array,
    which Tensors compute with.
    """
    package = ".".join(type(x).__module__.split(".")[:2])
    return package.startswith("scipy.") and package != "scipy.sparse" and not isinstance(x, (tuple, dict))


def _called(
    theirs: Callable[..., Any], ours: Callable[[], Callable[..., Any]], args: tuple[Any, ...], keywords: dict[str, Any]
) -> Any:
    """Call SciPy's function, or the one of tapegrad's that `ours` returns. What it makes may be called with Tensors."""
    plain = PLAIN.issuperset(map(type, args)) and PLAIN.issuperset(map(type, keywords.values()))
    if not plain and _for_tensors(args, keywords):
        return ours()(*args, **keywords)
    result = theirs(*args, **keywords)
    if type(result) not in PLAIN and _is_asked_later(result):
        kept = copy.deepcopy((args, keywords))  # as what they hold now
        return _Pair(result, _while_unchanged(result, functools.cache(lambda: ours()(*kept[0], **kept[1]))))
    return result


def _chosen(theirs: Callable[..., Any], ours: Callable[[], Callable[..., Any]]) -> Callable[..., Any]:
    """Return a function that is SciPy's or tapegrad's, as `_called` says."""

    @functools.wraps(theirs, updated=())
    def call(*args: Any, **keywords: Any) -> Any:
        return _called(theirs, ours, args, keywords)

    return call


def _numbers(owner: Any, depth: int = 1) -> Iterator[tuple[Any, str, Any]]:
    """Return what an object of SciPy's holds, and the objects that it hands its work on to: owner, name and value."""
    for name, x in contents(owner).items():
        if isinstance(x, _DATA):
            yield owner, name, x
        elif (
            depth and type(x).__module__.startswith("scipy.") and not hasattr(x, "rvs")
        ):  # a distribution is of no data
            yield from _numbers(x, depth - 1)


def _while_unchanged(theirs: Any, ours: Callable[[], Any]) -> Callable[[], Any]:
    """Return what gives tapegrad's object, as long as SciPy's holds the numbers that both were made of.

    Its methods and users may write to them, and arrays are often shared with those that it was made of.
    """
    before = [(owner, name, copy.deepcopy(x)) for owner, name, x in _numbers(theirs)]

    def now() -> Any:
        if not all([same(x, getattr(owner, name, None)) for owner, name, x in before]):  # noqa: C419 (a list is faster)
            raise PlainDataError(
                f"{type(theirs).__name__}: expected an object as it was made, got one whose numbers have changed, for "
                "which there is none of Tensors. Make a new one of the new numbers."
            )
        return ours()

    return now


class _Pair:
    """An object of SciPy's, and what tapegrad has in its place."""

    __slots__ = ("_methods", "_ours", "_theirs")

    def __init__(self, theirs: Any, ours: Callable[[], Any]) -> None:
        object.__setattr__(self, "_theirs", theirs)
        object.__setattr__(self, "_ours", ours)
        object.__setattr__(self, "_methods", {})  # that were called, as a wrapper takes long to make

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return type(self._theirs)

    def __getattr__(self, name: str) -> Any:
        method = self._methods.get(name)
        if method is not None:
            return method
        theirs = getattr(self._theirs, name)
        if name.startswith("_") or not callable(theirs):
            return theirs
        ours = self._ours  # and not `self`, so that no cycle of references keeps it
        method = _chosen(theirs, lambda: getattr(ours(), name, theirs))  # rvs and fit are SciPy's alone
        if isinstance(theirs, MethodType):
            self._methods[name] = method
        return method

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._theirs, name, value)
        theirs = self._theirs
        object.__setattr__(self, "_ours", lambda: theirs)  # whose counterpart is not known
        self._methods.clear()

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        return _called(self._theirs, self._ours, args, keywords)

    def __dir__(self) -> list[str]:
        return dir(self._theirs)

    def __repr__(self) -> str:
        return repr(self._theirs)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return self._theirs.__reduce_ex__(protocol)


class _Class(ABCMeta):
    """The class of classes that stand for SciPy's and tapegrad's; of what users derive from them nothing changes."""

    _both: tuple[Any, Any] | None

    def __call__(cls, *args: Any, **keywords: Any) -> Any:
        both = cls.__dict__.get("_both")
        if both is None:
            return super().__call__(*args, **keywords)
        theirs, ours = both
        return _called(theirs, lambda: ours, args, keywords)

    def __instancecheck__(cls, x: Any) -> bool:
        both = cls.__dict__.get("_both")
        if both is None:
            return super().__instancecheck__(x)
        if _is_ours(x) and hasattr(x, "nnz"):  # a sparse array, of one class for all formats
            return both[0].__module__.startswith("scipy.sparse") and both[0].__name__.startswith(x.format)
        return any(isinstance(c, type) and isinstance(x, c) for c in both)


def named(name: str) -> Any:
    """Return what a name of SciPy's own module is.

    Raises
    ------
    AttributeError
        SciPy's, if it has no such name.
    """
    return value_of(getattr(scipy, name), None, name)


def value_of(theirs: Any, ours: Any, path: str) -> Any:
    """Return what a name of SciPy's is here."""
    if isinstance(theirs, ModuleType):
        return Namespace(path, theirs)
    if ours is None or isinstance(theirs, np.ufunc) or (isinstance(theirs, type) and issubclass(theirs, Exception)):
        return theirs
    if isinstance(theirs, type):
        attributes = {"__doc__": theirs.__doc__, "__module__": f"tapegrad.scipy.{path.rpartition('.')[0]}"}
        attributes |= _constructors(theirs, ours)
        return _Class(theirs.__name__, (theirs,), {**attributes, "_both": (theirs, ours)})
    if hasattr(theirs, "__code__") or type(theirs).__module__.startswith(("functools", "scipy._lib", "scipy.fft")):
        return _chosen(theirs, lambda: ours)
    return _Pair(theirs, lambda: ours) if callable(theirs) else theirs


def _constructors(theirs: type, ours: type) -> dict[str, Any]:
    """Return class methods that both have, such as `PPoly.from_spline`: which one runs depends on the arguments."""
    names = {name for kind in theirs.__mro__ for name, x in vars(kind).items() if isinstance(x, classmethod)}
    return {
        name: staticmethod(_chosen(getattr(theirs, name), functools.partial(getattr, ours, name)))
        for name in names
        if name[:1] != "_" and hasattr(ours, name)
    }


class Namespace(ModuleType):
    """A module of SciPy's, with names that are tapegrad's as well."""

    __path__: list[str]

    def __init__(self, path: str, theirs: ModuleType) -> None:
        super().__init__(f"tapegrad.scipy.{path}", theirs.__doc__)
        self._path, self._theirs = path, theirs
        self.__path__ = []

    @functools.cached_property
    def _ours(self) -> ModuleType | None:
        try:
            return importlib.import_module(f"tapegrad.{self._path}")
        except ModuleNotFoundError:  # which only SciPy has
            return None

    def __getattr__(self, name: str) -> Any:
        theirs = getattr(self._theirs, name)
        ours = getattr(self._ours, name) if name in dir(self._ours) and name[:1] != "_" else None
        if self._path == "linalg":
            ours = scipys_linalg.FUNCTIONS.get(name, ours)
        value = value_of(theirs, ours, f"{self._path}.{name}")
        setattr(self, name, value)
        return value

    def __dir__(self) -> list[str]:
        return dir(self._theirs)
