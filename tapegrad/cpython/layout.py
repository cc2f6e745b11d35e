"""Where Python keeps the slots of objects, for compiled code that reads and writes them."""

from __future__ import annotations

import ctypes
from typing import Any


def place(x: Any, name: str) -> int:
    """Return where objects have a slot, in bytes, as a spare one tells."""
    slot, mark = getattr(type(x), name), object()
    before = getattr(x, name, mark)
    slot.__set__(x, mark)
    places = range(0, type(x).__basicsize__, 8)
    (found,) = (place for place in places if ctypes.c_void_p.from_address(id(x) + place).value == id(mark))
    if before is mark:
        slot.__delete__(x)
    else:
        slot.__set__(x, before)
    return found
