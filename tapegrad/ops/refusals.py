"""Functions of NumPy that Tensors refuse, and those that never ask them: the reason, and what to use instead.

What is refused by its name gives the text as its error. The others make arrays, or read and write them, and NumPy does not
ask a Tensor: they see plain data, which a Tensor that requires grad refuses to be.
"""

from __future__ import annotations

from typing import Any

OF_ONES_OWN = (
    "Make it of functions that have one, or declare it: tg.custom.elementwise for a scalar function, tg.custom.array for arrays, "
    "or a tg.autograd.Function."
)

_DATES = "counts days between dates, and Tensors hold numbers. Call it with arrays of dates, and make a Tensor of the result."
_IN_MEMORY = "a Tensor has no memory of its own that could be compared. Use np.may_share_memory, which tells whether writes may reach."
_IN_PLACE = "is called with an array that is written to"

reasons: dict[str, str] = {
    **dict.fromkeys(
        ("numpy.busday_count", "numpy.busday_offset", "numpy.is_busday", "numpy.datetime_as_string", "numpy.isnat"),
        _DATES,
    ),
    "numpy.shares_memory": _IN_MEMORY,
}


def name_of(function: Any) -> str:
    """Return the name of a function with that of its public module: of NumPy, of SciPy for other ufuncs."""
    import numpy as np

    name = getattr(function, "__name__", str(function))
    if isinstance(function, np.ufunc):
        return f"numpy.{name}" if getattr(np, name, None) is function else f"scipy.special.{name}"
    return f"{getattr(function, '__module__', 'numpy')}.{name}"
