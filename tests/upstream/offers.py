"""Which functions have an answer on Tensors, read off the records of tapegrad and its namespaces.

NumPy's functions and ufuncs are called under their own names, since NumPy asks a Tensor; SciPy's through those of the same
name in `tg`. What stands in neither is not offered, and `docs/reference/coverage.md` says why.
"""

from __future__ import annotations

import importlib
import operator
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

import tapegrad as tg
from tapegrad.namespaces import scipys_linalg
from tests.support import ROOT

sys.path.append(str(ROOT / "docs"))
_coverage = importlib.import_module("numpy_coverage")

SCIPYS = ("linalg", "fft", "special", "stats", "signal", "ndimage", "interpolate", "integrate", "optimize")
POLYNOMIALS = ("polynomial", "chebyshev", "legendre", "laguerre", "hermite", "hermite_e")


class Offer(NamedTuple):
    """A public function, what stands for it on Tensors, and what it is called; nothing stands for what is not offered."""

    name: str
    original: Callable[..., Any]
    twin: Callable[..., Any] | None


def _numpys() -> Iterator[Offer]:
    """Functions of NumPy: those which take arrays."""
    for module, members in _coverage.MODULES.items():
        for name, function in _coverage.public(members):
            status = _coverage.status(module, name, function)
            if status.text != "takes no arrays":
                yield Offer(f"{module}.{name}", function, None if status.kind == _coverage.REFUSED else function)
    for name in POLYNOMIALS:
        module = getattr(np.polynomial, name)
        for member, function in _coverage.public(module):
            if isinstance(function, types.FunctionType) and function.__module__ == module.__name__:
                yield Offer(f"{module.__name__}.{member}", function, _named(tg.polynomial, member))


def _named(module: Any, name: str) -> Any:
    """What users find in a module of tapegrad under a name."""
    return getattr(module, name) if name in dir(module) else None


def _scipys() -> Iterator[Offer]:
    """Functions and classes of SciPy, and its distributions."""
    for name in SCIPYS:
        scipys, own = importlib.import_module(f"scipy.{name}"), getattr(tg, name)
        for member in sorted(scipys.__all__):
            theirs = getattr(scipys, member)
            if not callable(theirs) or (isinstance(theirs, type) and issubclass(theirs, BaseException)):
                continue
            if isinstance(theirs, np.ufunc):
                refused = _coverage.status("scipy.special", member, theirs).kind == _coverage.REFUSED
                yield Offer(f"scipy.special.{member}", theirs, None if refused else theirs)
            else:
                twin = scipys_linalg.FUNCTIONS.get(member) if name == "linalg" else None
                yield Offer(f"scipy.{name}.{member}", theirs, twin or _named(own, member))


def _operators() -> Iterator[Offer]:
    """Those of Python, which arrays and Tensors answer alike."""
    for name in operator.__all__:
        yield Offer(f"operator.{name}", getattr(operator, name), getattr(operator, name))


_BY_ID = {id(offer.original): offer for found in (_scipys(), _numpys(), _operators()) for offer in found}


def of(function: Any) -> Offer | None:
    """Return what is said of a function: also of a method of an array, of a ufunc, or of a distribution."""
    found = _BY_ID.get(id(function))
    if found is not None:
        return found
    name, owner = getattr(function, "__name__", None), getattr(function, "__self__", None)
    if owner is None or not isinstance(name, str) or name[0] == "_":
        return None
    if isinstance(owner, np.ufunc):
        whole = _BY_ID.get(id(owner))
        return whole and Offer(f"{whole.name}.{name}", function, whole.twin and function)
    if type(owner) is np.ndarray:
        return _method(name)
    whole = _BY_ID.get(id(owner))
    if whole is not None and not isinstance(owner, type | types.ModuleType):  # a distribution
        return Offer(f"{whole.name}.{name}", function, getattr(whole.twin, name, None))
    return None


_METHODS: dict[str, Offer] = {}


def _method(name: str) -> Offer:
    """A method of arrays, as a function whose first argument is the array."""
    if name not in _METHODS:

        def method(self: Any, /, *args: Any, **keywords: Any) -> Any:
            return getattr(self, name)(*args, **keywords)

        _METHODS[name] = Offer(f"numpy.ndarray.{name}", method, method if hasattr(tg.Tensor, name) else None)
    return _METHODS[name]
