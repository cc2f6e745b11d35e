"""Whether a repeated call came to the same: values, dtypes, shapes, what was written, refusals.

A difference is a kind and a detail. Kinds:

    value, written   a number that differs, in the result or in an argument; never on the list of what is meant so
    choice           a number that differs, where all agrees that a record's `invariants` say is no choice: signs and phases of vectors
    rounding         a number that agrees to half of its digits, measured by the largest one, or that the library itself gives as
                     differently if the last bits of its arguments are others
    dtype, shape     of an array
    structure        other parts, while those on both sides agree: a list of another length, other names, numbers of another class
    accepted         an answer where the library refuses
    refused          a documented error where the library answers
    class            a refusal of another class than the library's
    bare             an error that is not one of tapegrad's, nor NumPy's LinAlgError
    gradient         a derivative that is not the quotient
    triangle         a derivative that is the quotient along symmetric directions
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import tapegrad as tg
from tapegrad.errors import TapegradError
from tapegrad.ops.composites import composites

from . import left_open
from .calls import Outcome, leaves

_SCALARS = (bool, int, float, complex)
Invariants = Callable[[Any], Any] | None


class Difference(NamedTuple):
    """What differs, in which repetition, and how."""

    form: str
    kind: str
    detail: str


def compared(form: str, expected: Outcome, found: Outcome, no_choice: Invariants = None) -> list[Difference]:
    """Compare what came of a call with what came of its repetition."""
    different = _compared(form, expected, found)
    if no_choice and different and different[0].kind in ("value", "rounding"):
        alike = [outcome._replace(value=no_choice(outcome.value)) for outcome in (expected, found)]
        if not _compared(form, *alike):
            return [different[0]._replace(kind="choice")]
    return different


def invariants(name: str) -> Invariants:
    """What the record of a function says is no choice in its results; None where nothing is one."""
    entry = composites.get(name.removeprefix("scipy.").removeprefix("numpy."))
    if name in left_open.OPEN:
        return left_open.OPEN[name]
    return None if entry is None or entry.invariants is None else lambda found: entry.invariants(found, None)


def _compared(form: str, expected: Outcome, found: Outcome) -> list[Difference]:
    if expected.error is None and found.error is None:
        different = _values(form, "value", expected.value, found.value)
        if different or expected.written is None:
            return different
        return _values(form, "written", expected.written, found.written)
    kind = _refusal(expected.error, found.error)
    if kind is None:
        return []
    return [Difference(form, kind, f"{_said(expected)} | {_said(found)}")]


def _refusal(expected: Exception | None, found: Exception | None) -> str | None:
    """How two outcomes differ of which at least one is an error."""
    if found is None:
        return "accepted"
    ours = isinstance(found, TapegradError | np.linalg.LinAlgError)
    if expected is None:
        return "refused" if ours else "bare"
    if type(found) is type(expected) or isinstance(found, _builtin(expected)):
        return None
    return "class" if ours else "bare"


def _builtin(error: Exception) -> tuple[type, ...]:
    """The classes of Python under which an error can be caught."""
    classes = [c for c in type(error).__mro__ if getattr(builtins, c.__name__, None) is c]
    return tuple(c for c in classes if c not in (Exception, BaseException, object)) or (Exception,)


def _said(outcome: Outcome) -> str:
    if outcome.error is not None:
        return f"{type(outcome.error).__name__}: {' '.join(str(outcome.error).split())[:300]}"
    return shown(outcome.value)


def shown(x: Any, length: int = 400) -> str:
    """A short text of a value."""
    with np.printoptions(threshold=40, edgeitems=3):
        try:
            text = " ".join(repr(x).split())
        except Exception as error:
            text = f"<{type(x).__name__}, whose repr raises {type(error).__name__}>"
    return text if len(text) <= length else text[:length] + " ..."


def plain(x: Any) -> Any:
    """A result without Tensors."""
    return x.detach().numpy() if isinstance(x, tg.Tensor) else x


def _parts(x: Any, names: bool = True) -> dict[str, Any]:
    """The parts of a result but how often a search has called its functions, which depends on who asks for derivatives."""
    return {
        path: part for path, part in leaves(x, names=names) if not path.endswith(("['nfev']", "['njev']", "['nhev']"))
    }


def _values(form: str, kind: str, expected: Any, found: Any) -> list[Difference]:
    theirs, ours = _parts(expected), _parts(found)
    if set(theirs) != set(ours):  # a tuple whose parts have names is one without
        ours = _parts(found, names=False)
    if set(theirs) != set(ours):
        common = {_part(a, plain(ours[path])) for path, a in theirs.items() if path in ours}
        wrong = kind if common & {"value", "shape"} else "structure"
        return [Difference(form, wrong, f"{shown(expected)} | {shown(found)}")]
    for path, a in theirs.items():
        what = _part(a, plain(ours[path]))
        if what is not None:
            detail = f"{path + ': ' if path else ''}{shown(a)} | {shown(plain(ours[path]))}"
            if what in ("dtype", "rounding"):
                detail += f" ({_dtype(a)} | {_dtype(plain(ours[path]))})"
            return [Difference(form, kind if what == "value" else what, detail)]
    return []


def _dtype(x: Any) -> str:
    """Name a dtype, which is left out of the texts of long arrays."""
    return str(np.asarray(x).dtype)


def _part(a: Any, b: Any) -> str | None:
    """How one part of a result differs."""
    if not isinstance(a, np.ndarray | np.generic | bool | int | float | complex):
        if isinstance(a, str | type(None) | slice | np.dtype) or isinstance(b, np.ndarray | np.generic):
            alike = not hasattr(a, "__array__") or close(np.asarray(b), np.asarray(a))
            return None if type(a) is type(b) and a == b else "structure" if alike else "value"
        return None  # objects of both sides, of whose methods the calls are compared
    x, y = np.asarray(a), np.asarray(b)
    if x.shape != y.shape:
        return "shape"
    if y.dtype.kind not in "biufc":
        return "dtype"
    if x.dtype != y.dtype and (not isinstance(a, _SCALARS) or (isinstance(a, np.generic) and y.dtype.char in "fF")):
        return "dtype" if close(y, x) or _nearly(y, x) else "value"
    return None if close(y, x) else "rounding" if _nearly(y, x) else "value"


def close(found: np.ndarray, expected: np.ndarray) -> bool:
    """Equal but for rounding: to three quarters of the digits, or to the last ones of the largest element."""
    if not _inexact(found, expected):
        return bool(np.array_equal(found, expected))
    with np.errstate(all="ignore"):
        if "c" in found.dtype.kind + expected.dtype.kind and not _within(found, expected, 0.75, 64.0):
            return close(found.real, expected.real) and close(found.imag, expected.imag)
        return _within(found, expected, 0.75, 64.0)


def moves(expected: Any, found: Any, others: list[Any]) -> bool:
    """Tell whether a result is as near to what is expected as others are: each part agrees, or is so by its largest number."""
    results = [dict(leaves(other, names=False)) for other in (found, *others)]
    with np.errstate(all="ignore"):
        for path, x in leaves(expected, names=False):
            if isinstance(x, np.ndarray | np.generic | int | float | complex):
                parts = [np.asarray(plain(result.get(path))) for result in results]
                if any(part.shape != np.shape(x) or part.dtype.kind not in "biufc" for part in parts):
                    return False
                if close(parts[0], np.asarray(x)):
                    continue
                ours, *moved = (np.abs(np.subtract(part, x, dtype=complex)) for part in parts)
                if not np.all(ours <= 10 * max(np.max(m, initial=0.0) for m in moved)):
                    return False
    return True


def _nearly(found: np.ndarray, expected: np.ndarray) -> bool:
    with np.errstate(all="ignore"):
        return _inexact(found, expected) and _within(found, expected, 0.5, _eps(found, expected) ** -0.5)


def _inexact(found: np.ndarray, expected: np.ndarray) -> bool:
    return found.dtype.kind in "fc" or expected.dtype.kind in "fc"


def _eps(*arrays: np.ndarray) -> float:
    """The rounding of the least precise ones, at least that of doubles."""
    return float(max(np.finfo(x.dtype if x.dtype.kind in "fc" else float).eps for x in (*arrays, np.zeros(0))))


def _within(found: np.ndarray, expected: np.ndarray, digits: float, last: float) -> bool:
    """Whether each element agrees to a part of its digits, or to so many of the last ones of the largest."""
    eps, size = _eps(found, expected), np.abs(expected)
    largest = np.max(size, where=np.isfinite(size), initial=0.0)
    tiny = np.finfo(np.float32 if eps > 1e-10 else float).tiny  # below it numbers have fewer digits, or are 0
    near = np.abs(found - expected) <= eps**digits * size + last * eps * largest + tiny
    alike = (found == expected) | (np.isnan(found) & np.isnan(expected))
    return bool(np.all((near & np.isfinite(size)) | alike))
