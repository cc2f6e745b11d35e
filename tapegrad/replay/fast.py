"""The call of a sealed tape from Python, as a function generated for its signature.

For small tapes the checks and conversions are what a call costs: so they are written out, for exactly these shapes, and
whatever does not fit them goes the general way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar

import numpy as np

from tapegrad.func.containers import Structure
from tapegrad.machine import pool
from tapegrad.machine.dtypes import C16, I8
from tapegrad.replay.variant import Variant
from tapegrad.tape.forms import F8, Form

MISSED = object()  # what the generated functions return where a call is not for them

_TEXT = """\
def call(args, out):
    {parameters} = args
    {checks}
    if out is None:
        {arrays}
    else:
        {targets}
    {numbers}
    {work}
    status = entry({given})
    {spared}
    if status:
        return missed
    if out is None:
        return {result}
    {assigned}
    return out
"""
_PAIRS = 64  # of arrays that `into` compares


class Replayed:
    """What replays sealed tapes when it is called: first by the generated call, if that takes the arguments."""

    watch: ClassVar[Callable[..., Any] | None] = None  # gives what measures a call, while there are profiles
    _call: Callable[..., Any]  # the general way: of arguments, keywords and ``out=``
    _fast: Callable[..., Any] | None = None

    def __call__(self, *args: Any, out: Any = None, **keywords: Any) -> Any:
        if self.watch is not None and (measured := self.watch(self, "")) is not None:
            with measured:
                return self(*args, out=out, **keywords)
        fast = self._fast
        if fast is not None and not keywords:
            try:
                result = fast(args, out)
            except ValueError:  # another number of arguments
                result = MISSED
            if result is not MISSED:
                return result
        return self._call(args, keywords, out)


def fast_call(variant: Variant) -> Callable[..., Any] | None:
    """Return the generated call of a variant, made once; see `_generated`."""
    if variant.fast is False:
        variant.fast = _generated(variant)
    return variant.fast


def _generated(variant: Variant) -> Callable[..., Any] | None:
    """Return a function of the positional arguments, as a tuple, and ``out=``, for exactly one signature; it returns
    `MISSED` where the call is not for it.

    None where the arguments or results are nested or need conversions: these go the general way.
    """
    forms, outputs = variant.forms, variant.output_forms
    args, named = variant.arguments.parts
    if named.parts or any(part.kind is not None for part in args.parts):
        return None
    if variant.plain or len(forms) + len(outputs) > 32:
        return None
    if any((f.dtype not in _NAMES) or (f.dtype is not F8 and not f.shape) for f in (*forms, *outputs)):
        return None
    if any(f.shape and not f.array for f in (*forms, *outputs)) or any(f.dtype == I8 for f in outputs):
        return None
    executable = variant.executable
    singles = sum(not f.shape for f in outputs)
    scope: dict[str, Any] = {
        "entry": executable.entries[variant.large], "missed": MISSED, "ndarray": np.ndarray, "F8": F8, "C16": C16,
        "I8": I8, "owner": _owner, "empty": np.empty, "pooled": pool.empty, "float64": np.float64,
        "none": np.empty(1),
    }  # fmt: skip
    if variant.large:  # other threads may call it meanwhile: each call has its own working memory
        scope |= {"spare": variant.spare, "memory": partial(pool.aligned, executable.work), "address": _address}
        work, spared = "try: work = spare.pop()\n    except IndexError: work = memory()", "spare.append(work)"
        at = "address(work)"
    else:
        own = pool.aligned(executable.work)
        scope["own"] = own
        work, spared, at = "", "", str(_address(own))
    checks, arrays, targets, shown = [], ["pass"], [], []
    assigned: list[str] = []
    for k, form in enumerate(forms):
        if form.shape:
            scope[f"s{k}"] = form.shape
            checks.append(_wanted(f"x{k}", f"s{k}", form))
        else:
            checks.append(f"if x{k}.__class__ is not float and x{k}.__class__ is not float64: return missed")
    for k, form in enumerate(outputs):
        scope[f"t{k}"] = form.shape
        targets.append(_wanted(f"y{k}", f"t{k}", form))
        if form.shape:
            made = "pooled" if variant.large else "empty"
            dtype = "" if made == "empty" and form.dtype is F8 else f", {_NAMES[form.dtype]}"
            arrays.append(f"y{k} = {made}(t{k}{dtype})")
            shown.append(f"y{k}")
        else:
            shown.append(f"numbers[{len(assigned)}]")
            assigned.append(f"y{k}[()] = {shown[-1]}")
    given = [f"x{k}" for k in range(len(forms))]
    names = [f"y{k}" for k, form in enumerate(outputs) if form.shape]
    result = _assembled(variant.structure, iter(shown))
    if "?" in result:
        return None
    taken, apart = _taken(variant.structure), _apart(forms, len(outputs))
    whole = ["return missed"] if taken is None or apart is None or variant.indexed else [*taken, *targets, *apart]
    text = _TEXT.format(
        parameters=f"({', '.join([*given, ''])})", checks="\n    ".join(checks),
        arrays="\n        ".join(arrays), targets="\n        ".join(whole),
        numbers=f"numbers = empty({singles})" if singles else "numbers = none",
        given=", ".join([str(executable.constants_at), at, "numbers", *given, *names]), work=work, spared=spared,
        result=result, assigned="\n    ".join(assigned),
    )  # fmt: skip
    exec(text, scope)
    call = scope.pop("call")  # which holds the scope
    call.keep = executable
    return call


_NAMES = {F8: "F8", C16: "C16", I8: "I8"}  # of dtypes, in the text


def _wanted(name: str, shape: str, form: Form) -> str:
    """Return a line that returns `missed` for anything but an array of a form, whose shape has a name."""
    differs = f"{name}.__class__ is not ndarray or {name}.dtype is not {_NAMES[form.dtype]} or {name}.shape != {shape}"
    return f"if {differs}: return missed"


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
    kind, parts = structure.kind, structure.parts
    if kind is None:
        return ["y0 = out"]
    if kind not in (tuple, list) or not parts or any(part.kind is not None for part in parts):
        return None
    names = _assembled(structure, (f"y{k}" for k in range(len(parts))))
    return [f"if out.__class__ is not {kind.__name__} or len(out) != {len(parts)}: return missed", f"{names} = out"]


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
