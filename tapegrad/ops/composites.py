"""Functions that are made of ops, and stand for functions of NumPy and SciPy."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from tapegrad.ops.declare import Entry, Samples, functions, recorder, ufuncs, unordered

_NOT_GIVEN = object()
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(eq=False, kw_only=True)
class Composite(Entry):
    """A function made of ops: no record on the tape, but a reference, samples and a page like an op.

    Attributes
    ----------
    function : callable
    namespace : str
        The module of NumPy or SciPy whose name it has: that of the package that declares it.
    complex : bool
        Its samples or results are complex numbers.
    """

    function: Callable[..., Any]
    namespace: str = "numpy"
    complex: bool = False
    takes_complex: bool = True


composites: dict[str, Composite] = {}


def composite(
    reference: Callable[..., Any], samples: Samples, of_array: bool = True, **fields: Any
) -> Callable[[F], F]:
    """Enter a function made of ops in the table; `reference`, a function of NumPy, is dispatched to it.

    With `of_array`, the first argument is an array, and comes as a Tensor whatever the user gave. The other `fields` are those
    of a `Composite`. One that takes no complex numbers refuses them, as an op does.
    """
    real = not fields.get("takes_complex", True)

    def enter(function: F) -> F:
        name = function.__name__.rstrip("_")
        first = inspect.unwrap(function).__code__.co_varnames[0]

        @functools.wraps(function)
        def lifted(x: Any = _NOT_GIVEN, /, *args: Any, **keywords: Any) -> Any:
            if x is _NOT_GIVEN and first in keywords:
                keywords = dict(keywords)
                x = keywords.pop(first)
            if x is _NOT_GIVEN:
                return function(*args, **keywords)  # which says what is missing
            if of_array and not isinstance(x, recorder.tensor):
                x = recorder.as_tensor(x, name)
            if real:
                for a in (x, *args, *keywords.values()):
                    if isinstance(a, recorder.tensor) and a.dtype.kind == "c":
                        raise unordered(name)
            return function(x, *args, **keywords)

        lifted.__name__ = name
        summary = (function.__doc__ or "").partition("\n")[0]
        declared_in = function.__module__.split(".")[2:-1]
        entry = Composite(
            name=name, function=lifted, namespace="".join(declared_in) or "numpy", reference=reference, samples=samples,
            summary=summary, **fields,
        )  # fmt: skip
        composites[f"{entry.namespace}.{name}"] = entry
        numpys = getattr(reference, "function", reference)
        if isinstance(numpys, np.ufunc):
            ufuncs[numpys] = lifted
        elif getattr(numpys, "__module__", "").startswith("numpy"):
            functions[numpys] = lifted
        return lifted  # type: ignore[return-value]

    return enter
