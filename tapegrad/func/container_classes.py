"""Classes whose objects are containers: how an object is taken apart, and made again of other parts.

Dataclasses, classes of attrs, `SimpleNamespace`, models of pydantic and xarray's DataArrays are known, and users
register others. Of the packages nothing is imported: a class says by its attributes what it is.

Invariant: an object is made again without its class's ``__init__``, so that nothing validates, converts or copies
Tensors. What ``__post_init__`` derives from other fields is no part: it is derived anew from the parts.

Tests: tests/func/test_container_classes.py, tests/func/test_registered_containers.py
"""

from __future__ import annotations

import dataclasses
import datetime
import enum
import os
import sys
import types
from abc import ABC, abstractmethod
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.record.capture import is_of_pandas
from tapegrad.tensor.tensor import Tensor

Parts = tuple[tuple[str, ...] | None, Sequence[Any]]

_STATIC = (
    str, bytes, bool, np.bool_, np.str_, np.datetime64, np.timedelta64, np.dtype, enum.Enum, type, range, slice,
    types.ModuleType, os.PathLike, datetime.date, datetime.time, datetime.timedelta, datetime.tzinfo,
)  # fmt: skip
_GENERATORS = ("Generator", "RandomState")  # of a module that NumPy imports when it is first used


class Fixed(NamedTuple):
    """A part that is the same in all objects of one structure."""

    value: Any


def is_static(x: Any) -> bool:
    """Tell whether a field of an object holds no numbers: a text, a function, a dtype, a random generator."""
    return isinstance(x, _STATIC) or callable(x) or any(_is_of(type(x), "numpy.random", name) for name in _GENERATORS)


class ContainerRule(ABC):
    """How objects of some classes are taken apart and made again."""

    fields = True  # the parts are fields with names, which may hold texts and functions

    @abstractmethod
    def parts(self, tree: Any) -> Parts:
        """Return the names of an object's parts, None if they have none, and the parts."""

    @abstractmethod
    def made(self, kind: Any, names: Sequence[str], parts: Sequence[Any], whole: bool) -> Any:
        """Return an object of these parts; not `whole` if they are derivatives, from which nothing is derived."""

    def check(self, tree: Any, names: Sequence[str], parts: Sequence[Any], method: str) -> None:
        """Check that an object of these parts, to which the class's method was applied, has what the given one has.

        Raises
        ------
        ArgumentError
        """
        if any(isinstance(x, Tensor) and x.traced for x in parts):
            return
        before = contents(tree)
        after = contents(self.made(type(tree), names, [_plain(x) for x in parts], True))
        for name, value in before.items():
            if name not in after or not same(value, after[name]):
                raise ArgumentError(
                    f"{type(tree).__name__}: expected an object that {method} makes again of its fields, got one whose "
                    f"{name.removeprefix(_PRIVATE)} would be another. Say with tg.register_container how to make one."
                )


class _Field(NamedTuple):
    """A declared field.

    Attributes
    ----------
    name : str
    given : bool
        Whether ``__init__`` takes it.
    static : bool
        Whether its metadata say ``{"static": True}``.
    default : callable or None
        Gives it, of the object.
    """

    name: str
    given: bool
    static: bool
    default: Callable[[Any], Any] | None = None


class _Fields(ContainerRule):
    """The rule of classes with declared fields: these are the parts, and what else an object holds.

    Parameters
    ----------
    declared : callable
        Gives the fields of a class.
    """

    def __init__(self, declared: Callable[[Any], Iterator[_Field]]) -> None:
        self.declared = declared

    def parts(self, tree: Any) -> Parts:
        declared = {f.name: f for f in self.declared(type(tree))}
        names = [name for name in declared if hasattr(tree, name)]
        names += [name for name in _added(tree) if name not in declared]
        return tuple(names), [_part(declared.get(name), getattr(tree, name)) for name in names]

    def made(self, kind: Any, names: Sequence[str], parts: Sequence[Any], whole: bool) -> Any:
        tree = object.__new__(kind)
        for name, part in zip(names, parts, strict=True):
            object.__setattr__(tree, name, part)
        return tree


class _Derived(_Fields):
    """The rule of objects of which something is derived from what ``__init__`` takes: only that are the parts.

    Parameters
    ----------
    declared : callable
    method : str
        The one that derives it, if there is one.
    derives : bool
        Whether it is derived anew. In objects of derivatives it is None instead; their structure is the same.
    """

    def __init__(self, declared: Callable[[Any], Iterator[_Field]], method: str, derives: bool) -> None:
        super().__init__(declared)
        self.method, self.derives = method, derives

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Derived) and self.declared is other.declared

    def __hash__(self) -> int:
        return hash(self.declared)

    def parts(self, tree: Any) -> Parts:
        fields = [f for f in self.declared(type(tree)) if f.given]
        names, values = tuple([f.name for f in fields]), [getattr(tree, f.name) for f in fields]
        if self.derives:
            self.check(tree, names, values, self.method)
        return names, [*map(_part, fields, values)]

    def made(self, kind: Any, names: Sequence[str], parts: Sequence[Any], whole: bool) -> Any:
        tree, whole = super().made(kind, names, parts, whole), whole and self.derives
        for field in self.declared(kind):
            if not field.given and (field.default is not None or not whole):
                object.__setattr__(tree, field.name, field.default(tree) if whole and field.default else None)
        if whole and hasattr(tree, self.method):
            lost = [name for name, f in getattr(kind, "__dataclass_fields__", {}).items() if _is_given_once(f)]
            if lost:
                raise ArgumentError(
                    f"{kind.__name__}: expected fields that can be derived from others, got some that need {lost[0]}, "
                    "which __init__ took and the object does not keep. Say with tg.register_container how to make one."
                )
            getattr(tree, self.method)()
        return tree


def contents(tree: Any) -> dict[str, Any]:
    """Return all that an object holds, by name."""
    private = getattr(tree, "__pydantic_private__", None) or {}
    slots = [name for kind in type(tree).__mro__ for name in getattr(kind, "__slots__", ()) if name[:2] != "__"]
    return {name: getattr(tree, name) for name in (*slots, *_added(tree)) if hasattr(tree, name)} | {
        f"{_PRIVATE}{name}": value for name, value in private.items()
    }


def _plain(x: Any) -> Any:
    return x._numpy().copy() if isinstance(x, Tensor) else x


def same(a: Any, b: Any) -> bool:
    """Tell whether two values are equal, as far as these are numbers, arrays and texts, in lists, tuples and dicts."""
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return a == b or (a != a and b != b)  # NaN is NaN
    a, b = [x._numpy() if isinstance(x, Tensor) and not x.traced else x for x in (a, b)]
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, (np.ndarray, np.generic, int, float, complex)):
        if not isinstance(b, (np.ndarray, np.generic, int, float, complex)) or np.shape(a) != np.shape(b):
            return False
        return bool(np.all((a == b) | ((a != a) & (b != b))))
    return a == b if isinstance(a, (str, bytes, type(None))) else True


def _part(field: _Field | None, value: Any) -> Any:
    return Fixed(value) if field is not None and field.static else value


def _is_given_once(field: Any) -> bool:
    return field._field_type is dataclasses._FIELD_INITVAR  # type: ignore[attr-defined]


def _added(tree: Any) -> Iterator[str]:
    """Return the names of what an object holds in its dict, but for what its properties have cached there."""
    kind = type(tree)
    return (n for n in getattr(tree, "__dict__", ()) if not isinstance(getattr(kind, n, None), cached_property))


class _Namespace(ContainerRule):
    """The rule of `SimpleNamespace` and its subclasses."""

    def parts(self, tree: Any) -> Parts:
        return tuple(vars(tree)), [*vars(tree).values()]

    def made(self, kind: Any, names: Sequence[str], parts: Sequence[Any], whole: bool) -> Any:
        tree = kind.__new__(kind)
        vars(tree).update(zip(names, parts, strict=True))
        return tree


_OF_DEFAULTS = "init_private_attributes"  # pydantic's `model_post_init` of a class without one
_PRIVATE = "private "  # before the names of private attributes, which are no identifiers then


class _Model(ContainerRule):
    """The rule of pydantic's models: made without validation. Private attributes are those of the model, or derived
    anew by its `model_post_init`.
    """

    def parts(self, tree: Any) -> Parts:
        private = {}
        if getattr(type(tree).model_post_init, "__name__", "") == _OF_DEFAULTS:
            private = {f"{_PRIVATE}{name}": value for name, value in (tree.__pydantic_private__ or {}).items()}
        values = {name: vars(tree)[name] for name in _added(tree)} | (tree.__pydantic_extra__ or {}) | private
        if type(tree).__pydantic_post_init__ and not private:
            self.check(tree, tuple(values), [*values.values()], "model_post_init")
        return tuple(values), [*values.values()]

    def made(self, kind: Any, names: Sequence[str], parts: Sequence[Any], whole: bool) -> Any:
        tree, values = kind.__new__(kind), dict(zip(names, parts, strict=True))
        private = {n.removeprefix(_PRIVATE): values.pop(n) for n in names if n.startswith(_PRIVATE)}
        extra = {name: values.pop(name) for name in [*values] if name not in kind.__pydantic_fields__}
        state = {
            "__dict__": values, "__pydantic_fields_set__": {*values}, "__pydantic_private__": private or None,
            "__pydantic_extra__": extra if kind.model_config.get("extra") == "allow" else None,
        }  # fmt: skip
        for name, value in state.items():
            object.__setattr__(tree, name, value)
        if whole and kind.__pydantic_post_init__ and not private:
            tree.model_post_init(None)
        return tree


class Labels:
    """What a DataArray has besides its values: dimensions, coordinates, attributes and a name.

    Equal if they are identical, as xarray means it.
    """

    def __init__(self, array: Any) -> None:
        self.dims, self.name, self.attrs, self.encoding = array.dims, array.name, dict(array.attrs), array.encoding
        self.shape = array.shape
        self.coords = array.coords.copy()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Labels) and self._key == other._key and self._coords.identical(other._coords)

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[Any, ...]:
        return self.dims, self.name, self.shape, tuple(self.coords)

    @property
    def _coords(self) -> Any:
        return self.coords.to_dataset().assign_attrs(self.attrs)


class _DataArray(ContainerRule):
    """The rule of xarray's DataArray: its values are the part, its labels are fixed."""

    fields = False

    def parts(self, tree: Any) -> Parts:
        return None, [tree.data, Fixed(Labels(tree))]

    def made(self, kind: Any, names: Sequence[str], parts: Sequence[Any], whole: bool) -> Any:
        data, labels = parts
        if not isinstance(data, (np.ndarray, np.generic, Tensor, float, int, complex)):
            return data
        if np.shape(data) != labels.shape:
            if not whole:
                return data  # a block of a Jacobian, which has the dimensions of two arrays
            raise ArgumentError(
                f"DataArray: expected values of the shape {labels.shape} that its dimensions {labels.dims} have, got "
                f"{np.shape(data)}. Pass x.to_numpy(), and the dimensions by the function's own means."
            )
        return kind(data, labels.coords, labels.dims, labels.name, labels.attrs)


class Registered(ContainerRule):
    """The rule that a user has registered; the last part is what he keeps besides the children."""

    fields = False

    def __init__(self, flatten: Callable[[Any], Any], unflatten: Callable[[Any, Any], Any]) -> None:
        self.flatten, self.unflatten = flatten, unflatten

    def parts(self, tree: Any) -> Parts:
        result = self.flatten(tree)
        if not isinstance(result, tuple) or len(result) != 2 or not isinstance(result[0], (tuple, list)):
            raise ArgumentError(
                f"{type(tree).__name__}: its flatten of tg.register_container must return (children, aux), children a "
                f"tuple or list, got {result!r}."
            )
        children, aux = result
        return None, [*children, Fixed(aux)]

    def made(self, kind: Any, names: Sequence[str], parts: Sequence[Any], whole: bool) -> Any:
        *children, aux = parts
        return self.unflatten(aux, tuple(children))


def _of_dataclass(kind: Any) -> Iterator[_Field]:
    return (_Field(f.name, f.init, bool(f.metadata.get("static"))) for f in dataclasses.fields(kind))


def _of_attrs(kind: Any) -> Iterator[_Field]:
    for a in kind.__attrs_attrs__:
        takes_self = getattr(a.default, "takes_self", False)
        yield _Field(a.name, a.init, bool(a.metadata.get("static")), a.default.factory if takes_self else None)


class _Declared:
    """The rules of one way to declare fields."""

    def __init__(self, declared: Callable[[Any], Iterator[_Field]], method: str) -> None:
        self.declared, self.method = declared, method
        self.data = _Fields(declared)
        self.derived, self.derivative = (_Derived(declared, method, derives) for derives in (True, False))

    def rule_of(self, tree: Any) -> ContainerRule:
        """Return the rule of an object: of its class, where nothing is derived from what ``__init__`` takes."""
        fields = [*self.declared(type(tree))]
        has_method = hasattr(tree, self.method)
        derived = [f.name for f in fields if not f.given and (has_method or f.default is not None)]
        more = has_method and {*_added(tree)} - {f.name for f in fields}
        if not derived and not more:
            return self.data
        filled = more or any(getattr(tree, name, None) is not None for name in derived)
        return self.derived if filled else self.derivative


_DATACLASS, _ATTRS = _Declared(_of_dataclass, "__post_init__"), _Declared(_of_attrs, "__attrs_post_init__")
_NAMESPACE, _MODEL, _DATA_ARRAY = _Namespace(), _Model(), _DataArray()

registered: dict[type, ContainerRule] = {}


def rule_of(tree: Any) -> ContainerRule | None:
    """Return the rule of an object that is a container by its class, though not a registered one; None for others."""
    kind = type(tree)
    if hasattr(kind, "__dataclass_fields__"):
        return _DATACLASS.rule_of(tree)
    if hasattr(kind, "__attrs_attrs__"):
        return _ATTRS.rule_of(tree)
    if hasattr(kind, "__pydantic_fields__"):
        return _MODEL
    if issubclass(kind, types.SimpleNamespace):
        return _NAMESPACE
    return _DATA_ARRAY if _is_of(kind, "xarray", "DataArray") else None


def remedy_for(x: Any) -> str:
    """Return a message's remedy for an object that is no container; empty for what holds no numbers."""
    kind = type(x)
    if is_of_pandas(x):
        return " Pass its .to_numpy(): objects of pandas cannot hold Tensors. As data they are taken in any operation."
    if _is_of(kind, "xarray", "Dataset"):
        return " Pass a dict of its arrays, {name: x[name] for name in x}."
    if kind.__module__.startswith("scipy.sparse"):
        return (
            " Let the function read it from outside, or pass its .data, and make an array of tg.sparse in the function."
        )
    if kind.__module__ in ("builtins", "numpy") or is_static(x):
        return ""
    return f" If it is a container of arrays, say how to take it apart: tg.register_container({kind.__name__}, ...)."


def values_of(x: Any) -> Any:
    """Return the values of a DataArray, anything else as it is."""
    return x.data if _is_of(type(x), "xarray", "DataArray") else x


def _is_of(kind: type, package: str, name: str) -> bool:
    """Tell whether a class is one of a package, or derived from it, without importing the package."""
    module = sys.modules.get(package)
    return module is not None and issubclass(kind, getattr(module, name, ()))


_KNOWN = (
    list, tuple, dict, OrderedDict, defaultdict, set, frozenset, types.SimpleNamespace, np.ndarray, np.generic, Tensor,
)  # fmt: skip


def register_container(
    cls: type, flatten: Callable[[Any], tuple[Sequence[Any], Any]], unflatten: Callable[[Any, tuple[Any, ...]], Any]
) -> None:
    """Let objects of a class be containers of arrays, in arguments and results of all transforms.

    Dataclasses, classes of attrs, `types.SimpleNamespace`, models of pydantic and DataArrays of xarray are containers
    already. For a dataclass, this takes the place of what its fields say.

    Parameters
    ----------
    cls : type
        The very class: its subclasses are registered by themselves.
    flatten : callable
        Takes an object, returns ``(children, aux)``: a tuple or list of arrays or further containers, and any hashable
        value that is the same in all objects of one structure. A compiled function has a recording for each.
    unflatten : callable
        Takes ``(aux, children)``, returns an object. The children may be Tensors, derivatives or anything else: it must
        not convert them.

    Raises
    ------
    ArgumentError
        If `cls` is no class, is known already, or was registered before.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> class Line:
    ...     def __init__(self, slope, offset):
    ...         self.slope, self.offset = slope, offset
    >>> tg.register_container(Line, lambda x: ((x.slope, x.offset), None), lambda aux, parts: Line(*parts))
    >>> g = tg.grad(lambda line, x: np.sum(line.slope * x + line.offset))(Line(2.0, 1.0), np.arange(3.0))
    >>> g.slope, g.offset
    (np.float64(3.0), np.float64(3.0))
    """
    name = "register_container"
    if not isinstance(cls, type):
        raise ArgumentError(f"{name}: expected a class, got {cls!r}.")
    if cls in _KNOWN or cls.__module__ == "builtins" or issubclass(cls, (np.ndarray, np.generic, Tensor)):
        raise ArgumentError(f"{name}: expected a class of your own, got {cls.__name__}, which is known already.")
    if cls in registered:
        raise ArgumentError(f"{name}: {cls.__name__} was registered before. Register a class once.")
    for function, what in ((flatten, "flatten"), (unflatten, "unflatten")):
        if not callable(function):
            raise ArgumentError(f"{name}: expected a function as {what}, got {type(function).__name__}.")
    registered[cls] = Registered(flatten, unflatten)
