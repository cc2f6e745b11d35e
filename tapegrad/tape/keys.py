"""Keys: static parameters of a call as what can be looked up."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.ops.declare import Op

_INT = {int}


def with_static(key: list[Any], static: dict[str, Any]) -> tuple[Any, ...] | None:
    """Return a key and static parameters, as what can be looked up; None where one of these cannot.

    What is equal and of another type, as 1 and True, is told apart; nothing of the user's is kept alive.
    """
    for name, value in static.items():
        part = value if value.__class__ is int else _part(value)
        if part is NotImplemented:
            return None
        key += name, part
    return tuple(key)


def _part(value: Any) -> Any:
    kind = value.__class__
    if kind is int or kind is str or value is None or value is Ellipsis or isinstance(value, np.dtype):
        return value
    if kind is bool or kind is float:
        return kind, value
    if kind is slice:
        value = value.start, value.stop, value.step
    elif kind is dict:
        value = *value, *value.values()
    elif isinstance(value, Op):
        return kind, value.code
    elif kind is not tuple:
        return NotImplemented
    elif {*map(type, value)} == _INT:
        return value
    parts = [_part(v) for v in value]
    return NotImplemented if any(part is NotImplemented for part in parts) else (kind, *parts)
