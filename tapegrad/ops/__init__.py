"""Ops: one record each, which holds forward, derivative, reference and samples.

A module whose ops a first gradient does not need is imported when something is looked for that no other one has declared:
those of one package, which has the name of a module of NumPy or SciPy, before all others.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import import_module
from typing import Any, TypeVar

T = TypeVar("T")


@functools.cache
def complete(part: str = "") -> None:
    """Import all modules that declare ops, or those of one package."""
    import pkgutil  # here, since a first gradient needs none

    package = f"{__name__}.{part}" if part else __name__
    path = [f"{__path__[0]}/{part.replace('.', '/')}"] if part else __path__
    for module in pkgutil.walk_packages(path, f"{package}."):
        import_module(module.name)


def find(table: Mapping[Any, T], key: Any) -> T | None:
    """Look something up in a table of ops, in whichever module it is declared."""
    module = getattr(key, "__module__", None) or "numpy"
    for part in (module.split(".")[-1], ""):
        if key in table:
            break
        complete(part)
    return table.get(key)
