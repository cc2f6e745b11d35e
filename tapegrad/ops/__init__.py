"""Every op, declared once.

A module whose ops a first gradient does not need is imported when something is looked for that no other one has declared.
"""

from __future__ import annotations

import functools
import pkgutil
from collections.abc import Mapping
from importlib import import_module
from typing import Any, TypeVar

T = TypeVar("T")


@functools.cache
def complete() -> None:
    """Import all modules that declare ops."""
    for module in pkgutil.walk_packages(__path__, f"{__name__}."):
        import_module(module.name)


def find(table: Mapping[Any, T], key: Any) -> T | None:
    """Look something up in a table of ops, in whichever module it is declared."""
    if key not in table:
        complete()
    return table.get(key)
