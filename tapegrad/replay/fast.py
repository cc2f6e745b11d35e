"""The call of a variant from Python, as a function generated for its signature.

For small tapes the checks and conversions are what a call costs: so they are written out, for exactly these shapes, and
whatever does not fit them goes the general way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from tapegrad.func.containers import Structure
from tapegrad.machine import pool
from tapegrad.replay.variant import Variant
from tapegrad.tape.forms import F8, Form

MISSED = object()  # what the generated functions return where a call is not for them

_FAST = """\
def call({parameters}):
    {checks}
    {arrays}
    {work}
    status = entry({fixed}{given}{outputs})
    {spared}
    if status:
        return missed
    return {result}
"""
_INTO = """\
def into(out, {parameters}):
    {checks}
    {targets}
    {apart}
    {numbers}
    {work}
    status = entry({fixed}{given}{outputs})
    {spared}
    if status:
        return missed
    {assigned}
    return out
"""
_PAIRS = 64  # of arrays that `into` compares


def fast_call(variant: Variant, args: Structure) -> Callable[..., Any] | None:
    """Return the generated call of a variant, made once; see `_generated`."""
    if variant.fast is False:
        variant.fast = _generated(variant, args)
    return variant.fast


def _generated(variant: Variant, args: Structure) -> Callable[..., Any] | None:
    """Return a function of the positional arguments for exactly one signature; it returns `MISSED` where the call is
    not for it. Its attribute `into` takes the target of the results before them.

    None where the arguments or results are nested or need conversions: these go the general way.
    """
    forms, outputs = variant.forms, variant.output_forms
    if variant.plain or len(forms) + len(outputs) > 32 or any(part.kind is not None for part in args.parts):
        return None
    if any(f.dtype is not F8 for f in (*forms, *outputs)) or any(f.size == 1 and f.shape for f in (*forms, *outputs)):
        return None
    executable = variant.executable
    singles = sum(not f.shape for f in outputs)
    numbers = f"numbers = empty({singles})" if singles else "numbers = none"
    scope: dict[str, Any] = {
        "entry": executable.entries[variant.large], "missed": MISSED, "ndarray": np.ndarray, "F8": F8, "owner": _owner,
        "empty": np.empty, "pooled": pool.empty, "float64": np.float64, "none": np.empty(1),
    }  # fmt: skip
    if variant.large:  # other threads may call it meanwhile: each call has its own working memory
        scope |= {"spare": variant.spare, "memory": partial(pool.aligned, executable.work), "address": _address}
        work, spared = "try: work = spare.pop()\n    except IndexError: work = memory()", "spare.append(work)"
        at = "address(work)"
    else:
        own = pool.aligned(executable.work)
        scope["own"] = own
        work, spared, at = "", "", str(_address(own))
    checks, given, shown, arrays, names, targets = [], [], [], [], [], []
    assigned: list[str] = []
    for k, form in enumerate(forms):
        if form.shape:
            scope[f"s{k}"] = form.shape
            checks.append(
                f"if x{k}.__class__ is not ndarray or x{k}.dtype is not F8 or x{k}.shape != s{k}: return missed"
            )
        else:
            checks.append(f"if x{k}.__class__ is not float and x{k}.__class__ is not float64: return missed")
        given.append(f"x{k}")
    for k, form in enumerate(outputs):
        scope[f"t{k}"] = form.shape
        targets.append(f"if y{k}.__class__ is not ndarray or y{k}.dtype is not F8 or y{k}.shape != t{k}: return missed")
        if form.shape:
            arrays.append(f"y{k} = pooled(t{k}, F8)" if variant.large else f"y{k} = empty(t{k})")
            names.append(f"y{k}")
            shown.append(f"y{k}")
        else:
            assigned.append(f"y{k}[()] = numbers[{len(assigned)}]")
            shown.append(f"numbers[{len(assigned) - 1}]")
    fields = {
        "parameters": ", ".join(given), "checks": "\n    ".join(checks), "given": ", ".join([*given, *names]),
        "fixed": f"{executable.constants_at}, {at}, numbers" + ", " * bool(given or names), "outputs": "",
        "work": work, "spared": spared, "numbers": numbers,
    }  # fmt: skip
    text = _FAST.format(
        arrays="\n    ".join([numbers, *arrays]), result=_assembled(variant.structure, iter(shown)), **fields
    )
    if "?" in text:
        return None
    exec(text, scope)
    call = scope.pop("call")  # which holds the scope
    call.keep = executable
    taken, apart = _taken(variant.structure), _apart(forms, len(outputs))
    if taken is None or apart is None:
        call.into = lambda out, *args: MISSED
    else:
        exec(
            _INTO.format(
                targets="\n    ".join([*taken, *targets]), apart="\n    ".join(apart),
                assigned="\n    ".join(assigned), **fields,
            ),
            scope,
        )  # fmt: skip
        call.into = scope.pop("into")
    return call


def _address(array: np.ndarray) -> int:
    return array.ctypes.data


_OWNS, _WRITEABLE = 0x4, 0x401  # of NumPy's flags: owns its memory; may be written, and is in C order


def _owner(array: np.ndarray, wanted: int = 0) -> Any:
    """Return the array that owns an array's memory: arrays of different owners do not overlap. None where nobody knows,
    and for an array without the flags that are wanted.
    """
    owner: Any = array if array.base is None else array.base
    known = owner.__class__ is np.ndarray and owner.flags.num & _OWNS
    return owner if known and array.flags.num & wanted == wanted else None


def _apart(forms: Sequence[Form], count: int) -> list[str] | None:
    """Return lines that return `missed` unless the targets can be written, and surely overlap neither each other nor an
    argument.
    """
    own = _OWNS | _WRITEABLE
    lines = [f"a{k} = y{k} if y{k}.flags.num & {own} == {own} else owner(y{k}, {_WRITEABLE})" for k in range(count)]
    lines += [f"b{k} = x{k} if x{k}.flags.num & {_OWNS} else owner(x{k})" for k, form in enumerate(forms) if form.shape]
    names = [line.partition(" ")[0] for line in lines]
    pairs = [f"{a} is {b}" for k, a in enumerate(names[:count]) for b in names[k + 1 :]]
    if len(pairs) > _PAIRS:
        return None
    return [*lines, f"if {' or '.join([*(f'{name} is None' for name in names), *pairs])}: return missed"]


def _taken(structure: Structure) -> list[str] | None:
    """Return lines that take the targets out of ``out``: an array, or a tuple or list of them."""
    if structure.kind is None:
        return ["y0 = out"]
    parts = structure.parts
    if structure.kind not in (tuple, list) or not parts or any(part.kind is not None for part in parts):
        return None
    count = len(structure.parts)
    return [
        f"if out.__class__ is not {structure.kind.__name__} or len(out) != {count}: return missed",
        f"{', '.join(f'y{k}' for k in range(count))}, = out",
    ]


def _assembled(structure: Structure, names: Any) -> str:
    """Return Python's expression for a result of lists, tuples and dicts of names."""
    if structure.kind is None:
        return next(names)
    if structure.kind is False:
        return "None"
    parts = [_assembled(part, names) for part in structure.parts]
    if structure.kind is tuple:
        return f"({', '.join(parts)}{',' * (len(parts) == 1)})"
    if structure.kind is list:
        return f"[{', '.join(parts)}]"
    if structure.kind is dict and all(isinstance(key, str) for key in structure.keys or ()):
        return "{" + ", ".join(f"{k!r}: {p}" for k, p in zip(structure.keys or (), parts, strict=True)) + "}"
    return "?"
