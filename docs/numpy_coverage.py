"""Write `docs/reference/coverage.md`: each public function of NumPy and ufunc of SciPy, and what it is on Tensors.

It is read off the tables by which NumPy's calls are answered, and off that of what is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import scipy.special

import tapegrad
from tapegrad.ops import complete, composites, declare, dispatch_tables, refusals

complete()

PAGE = Path(__file__).resolve().parent / "reference" / "coverage.md"
MODULES = {"numpy": np, "numpy.linalg": np.linalg, "numpy.fft": np.fft}
SCIPYS = (
    "linalg",
    "signal",
    "ndimage",
    "interpolate",
    "integrate",
    "optimize",
    "spatial.distance",
)  # whose functions stand in `tg`
DERIVATIVE, CONSTANT, REFUSED = "with derivative", "constant", "refused"
UNDECLARED = "no derivative is declared here; see above for functions of your own"
_SAME = {"row_stack": np.vstack}  # what passes its arguments on before NumPy asks
_REMOVED = ("numpy.in1d", "numpy.trapz", "scipy.special.sph_harm")  # of what older versions have

HEAD = """\
# What NumPy's functions are on Tensors

This page lists every public function of `numpy`, `numpy.linalg` and `numpy.fft`, and every ufunc of `scipy.special`. It
also lists the functions of `scipy.linalg`, `signal`, `ndimage`, `interpolate`, `integrate`, `optimize` and
`spatial.distance`. The versions are NumPy {numpy} and SciPy {scipy}. `python docs/generate.py` generates this page from
the records. The [reference](ops/index.md) has more on each function.

- **With derivative**: it takes Tensors under its own name, and is in `tg`. The methods of ufuncs (`reduce`,
  `accumulate`, `reduceat`, `outer`, `at`) and their keywords (`out=`, `where=`, `dtype=`, `initial=`) work too.
- **Constant**: it gives an answer without derivative, also for Tensors that require grad: a position, a count, a
  comparison, a shape. Or it takes no arrays, and you use NumPy's function.
- **Refused**: it raises an error with the reason. A function that is *not asked* turns a Tensor into plain data before
  tapegrad is asked. It takes a Tensor that requires no grad like an array. In
  [`tapegrad.numpy`](../learn/migration.md) these functions look for Tensors themselves, and NumPy's own do with the
  keyword `like=x`, where x is any Tensor.

SciPy's functions have the same names in `tg`, for example `tg.signal.lfilter`. For plain data with options that have no
derivative here, SciPy answers.

You can pass `x.detach().numpy()` everywhere, as plain data without a gradient. A function of your own is declared by
[`tg.custom`](../howto/custom_ops.md) or a [`tg.autograd.Function`](../howto/functions.md).
"""


class Status(NamedTuple):
    """What a function is on Tensors, and why where that is nothing."""

    kind: str
    text: str = ""


def public(module: Any) -> Iterator[tuple[str, Any]]:
    """The functions of a module, with their names."""
    for name in sorted(dir(module)):
        function = getattr(module, name)
        if name[0] != "_" and callable(function) and not isinstance(function, type):
            yield name, function


def status(module: str, name: str, function: Any) -> Status:
    """What a function is on Tensors."""
    if isinstance(function, np.ufunc):
        own = dispatch_tables.on_tensors(function)
    else:
        own = dispatch_tables.functions.get(_SAME.get(name, function))
    key = f"{module}.{name}"
    if key in refusals.unasked:
        return Status(REFUSED, f"not asked: {refusals.unasked[key]}")
    if own is not None and key not in refusals.without_arrays:
        without = own in composites.constants or getattr(own, "stops", False) or _has_no_rule(own)
        return Status(CONSTANT) if without else Status(DERIVATIVE, _unknown(own))
    if key in refusals.without_arrays:
        return Status(CONSTANT, "takes no arrays")
    return Status(REFUSED, refusals.reasons.get(key, UNDECLARED))


def _has_no_rule(own: Any) -> bool:
    return isinstance(own, declare.Elementwise) and not own.partials and not own.lacks


def _unknown(own: Any) -> str:
    """The arguments with respect to which no derivative is known."""
    lacks = getattr(own, "lacks", ())
    return f"not by {', '.join(sorted(lacks))}" if lacks else ""


def _section(title: str, prefix: str, members: dict[str, Status]) -> Iterator[str]:
    counts = {kind: sum(s.kind == kind for s in members.values()) for kind in (DERIVATIVE, CONSTANT, REFUSED)}
    yield f"## {title}\n"
    yield f"{', '.join(f'{count} {kind}' for kind, count in counts.items())}.\n"
    for kind in (DERIVATIVE, CONSTANT):
        names = [f"`{prefix}{n}`" + (f" ({s.text})" if s.text else "") for n, s in members.items() if s.kind == kind]
        if names:
            yield f"{kind.capitalize()}: {', '.join(names)}.\n"
    reasons: dict[str, list[str]] = {}
    for name, found in members.items():
        if found.kind == REFUSED:
            reasons.setdefault(found.text, []).append(f"`{prefix}{name}`")
    if reasons:
        yield "| refused | why, and what instead |\n|---|---|"
        yield from (f"| {', '.join(names)} | {reason} |" for reason, names in reasons.items())
        yield ""


def named_as_scipys(name: str) -> dict[str, Status]:
    """What functions and classes of a package of SciPy's are in the module of that name, which SciPy does not ask."""
    own, scipys = import_module(f"tapegrad.{name}"), import_module(f"scipy.{name}")
    found = {}
    for member in sorted(scipys.__all__):
        theirs = getattr(scipys, member)
        if not callable(theirs) or (isinstance(theirs, type) and issubclass(theirs, Exception)):
            continue
        if member in dir(own):
            found[member] = Status(CONSTANT if getattr(own, member) in composites.constants else DERIVATIVE)
        else:
            found[member] = Status(REFUSED, refusals.reasons.get(f"scipy.{name}.{member}", UNDECLARED))
    return found


def _removed(module: str) -> dict[str, Status]:
    """What only older versions of a module have."""
    found = [key.rpartition(".") for key in _REMOVED]
    return {name: Status(REFUSED, refusals.reasons[f"{of}.{name}"]) for of, _, name in found if of == module}


def page() -> str:
    """The whole page."""
    parts = [HEAD.format(numpy=np.__version__, scipy=scipy.__version__)]
    for module, numpys in MODULES.items():
        members = {name: status(module, name, function) for name, function in public(numpys)}
        members |= _removed(module)
        parts += _section(f"`{module}`", f"{module.replace('numpy', 'np')}.", members)
    special = {n: status("scipy.special", n, f) for n, f in public(scipy.special) if isinstance(f, np.ufunc)}
    parts += _section("`scipy.special`, the ufuncs", "", special | _removed("scipy.special"))
    own = sorted(n for n in dir(tapegrad.special) if n not in special)
    parts.append(f"In addition, `tg.special` has {', '.join(f'`{n}`' for n in own)}.\n")
    for module in SCIPYS:
        parts += _section(
            f"`scipy.{module}`, under the same names in `tg.{module}`", f"tg.{module}.", named_as_scipys(module)
        )
    return "\n".join(parts).rstrip() + "\n"
