"""Public names of `tapegrad`, `tapegrad.linalg`, `tapegrad.fft`, ...: NumPy's and SciPy's, from the records.

A function of NumPy has its own name in the module that stands for NumPy's. One of SciPy has it in the module that has
the name of the package of `tapegrad.ops` in which it is declared.

Tests: tests/package/test_scipys_names.py
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.hints import missing
from tapegrad.lazy_imports import later, modules_later
from tapegrad.ops import complete
from tapegrad.ops.composites import composites
from tapegrad.ops.dispatch_tables import functions, scipy_ufuncs, ufuncs
from tapegrad.ops.lazy_help import help_all, helped
from tapegrad.ops.runtime import runtime

if TYPE_CHECKING:
    from tapegrad.ops import refusals
else:  # for errors
    (refusals,) = modules_later("tapegrad.ops.refusals")


def public(module: str) -> dict[str, Callable[..., Any]]:
    """Return what the records say that a module has, by name: "numpy" for `tapegrad` itself, else "linalg", "fft", ..."""
    complete(module)
    scipys = f"scipy.{module}"
    table = {
        entry.name: entry.function
        for entry in composites.values()
        if entry.namespace == module or getattr(entry.reference, "__module__", "").startswith(scipys)
    }
    if module == "special":
        table |= scipy_ufuncs
    numpys: ModuleType | None = np if module == "numpy" else getattr(np, module, None)
    for name, function in vars(numpys).items() if numpys else ():  # some have two names
        if name[0] != "_" and callable(function) and (ours := ufuncs.get(function) or functions.get(function)):
            table[name] = ours
    return table


def _below(package: str) -> str:
    """Return the name of a module without that of the package."""
    return package.partition(".")[2]


def _on_paths(package: str, name: str, value: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of a module as users find it there: its calls are found along paths."""
    if isinstance(value, FunctionType):
        value = runtime.along_paths(helped(value, _below(package), name))
        value.__module__, value.__name__, value.__qualname__ = package, name, name  # a pickle has no more of it
    return value


def put_on_paths(names: dict[str, Any]) -> None:
    """Put the functions of arrays in a module's namespace on paths, so that users find these."""
    for name, value in [*names.items()]:
        if name[0] != "_" and getattr(value, "__module__", "").startswith("tapegrad.ops."):
            names[name] = _on_paths(names["__name__"], name, value)
    help_all("", names)


def namespace(
    package: str, module: str, modules: Mapping[str, Sequence[str]] | None = None
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the ``__getattr__`` and ``__dir__`` of a module in which users find what the records say.

    Parameters
    ----------
    package : str
        Its name.
    module : str
        What the records say of it, as in `public`.
    modules : mapping, optional
        What else it imports on first use, as in `later`.
    """
    modules = modules or {}
    sources = {name for names in modules.values() for name in names}
    find_later = later(package, modules)

    def find(name: str) -> Any:
        if name in sources:
            value = find_later(name)
            if isinstance(value, FunctionType) and value.__module__.startswith("tapegrad."):
                helped(value, _below(package), name)
            return value
        if name == "__all__":
            return listed()
        if not name.startswith("_") and (value := public(module).get(name)) is not None:
            value = _on_paths(package, name, value)
            setattr(sys.modules[package], name, value)  # so that it is looked up once
            return value
        why = refusals.reasons.get(f"scipy.{module}.{name}")
        if why:
            raise AttributeError(f"module {package!r} has no attribute {name!r}: {why}")
        raise missing(package, name, listed)

    def listed() -> list[str]:
        local = {n for n, v in vars(sys.modules[package]).items() if n[0] != "_" and not isinstance(v, ModuleType)}
        return sorted(local - {"TYPE_CHECKING"} | sources | public(module).keys())

    return find, listed
