"""Random draws while a function is recorded: each replay would give the same numbers, so the user is warned.

The states of generators before and after a recording say whether numbers were drawn: of NumPy's and Python's global
ones, and of those that the function reaches. The line is looked for only then: one that names the generator, in the
functions that are reached.

Tests: tests/replay/test_random_draws.py
"""

from __future__ import annotations

import dis
import pickle
import random
import sys
import types
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from tapegrad.autograd.function import Function
from tapegrad.errors import DrawWarning
from tapegrad.ir.program import Program
from tapegrad.record.trace import Trace
from tapegrad.replay.reached_objects import ObjectWalk, Path, followed

_MOST = 2_000  # objects that a search looks at
_PACKAGES = ("numpy", "scipy", "random", "tapegrad")  # whose lines are not the user's
_HARMLESS = ("default_rng", "Generator", "RandomState", "SeedSequence", "Random", "get_state", "getstate")


class Draws:
    """The states of generators before a recording of a function, which the first of the roots is.

    NumPy imports its generators when they are first used: what was not there before the recording was new in it.
    """

    def __init__(self, roots: Sequence[Any]) -> None:
        self._functions: list[types.FunctionType] = []
        self._custom: set[types.CodeType] = set()  # of custom functions, whose code each call runs anew
        self._generators: list[tuple[Any, str | None, Any]] = [(random._inst, None, _state(random._inst))]
        self._numpys = numpys = _of_numpy()  # with a name in the code, and the state
        if numpys is not None:
            self._generators.append((numpys, None, _state(numpys)))
        for x, path in ObjectWalk(roots, _MOST):
            if isinstance(x, types.FunctionType):
                self._functions.append(x)
            elif isinstance(x, type) and issubclass(x, Function):
                self._custom |= {f.__func__.__code__ for f in vars(x).values() if isinstance(f, staticmethod)}
            elif _is_generator(x) and x is not numpys:
                self._generators.append((x, _name(roots, path), _state(x)))

    def warn(self, title: str, program: Program) -> None:
        """Warn of the generators that were drawn from since, but not by an op, which draws anew in each replay."""
        if self._numpys is None and (numpys := _of_numpy()) is not None:
            self._numpys = numpys
            self._generators.append((numpys, None, _state(numpys, fresh=True)))
        for x, name, state in self._generators:
            if _state(x) != state:
                by_op = x is self._numpys and any(getattr(op, "draws", False) for op in program.ops)
                self._warn(title, x, name, by_op)
                return

    def _warn(self, title: str, generator: Any, name: str | None, by_op: bool) -> None:
        by_code = [(f.__code__, place) for f in self._functions for place in _lines(f, generator, name)]
        lines = [place for code, place in by_code if code not in self._custom]
        if not lines and (by_code or by_op):
            return
        file, line = next(iter(lines), None) or _last_resort()
        places = ", ".join(dict.fromkeys(f"{f}:{n}" for f, n in lines[:3])) or f"{file}:{line}"
        what = "random numbers" if name is None else f"random numbers of {name}"
        warnings.warn_explicit(
            f"{title}: {what} were drawn while the function was recorded, at {places}. Each call will use these same "
            "numbers. Draw them outside, and pass them as an argument.",
            DrawWarning,
            file,
            line,
        )


def _of_numpy() -> Any:
    """Return NumPy's global generator, if its module was imported."""
    module = sys.modules.get("numpy.random.mtrand")
    return None if module is None else module._rand


def _is_generator(x: Any) -> bool:
    module = sys.modules.get("numpy.random")
    numpys = () if module is None else (module.Generator, module.RandomState, module.BitGenerator)
    return isinstance(x, (random.Random, *numpys))


def _state(generator: Any, fresh: bool = False) -> Any:
    """Return the state of a generator, to be compared; that in which a `fresh` one like NumPy's global one would be."""
    if isinstance(generator, random.Random):
        return generator.getstate() if type(generator) is random.Random else None
    if hasattr(generator, "get_state"):
        state = generator.get_state(legacy=False)
        if fresh:  # it differs from that of another new one by its key, and once numbers are drawn, by the place in it
            state["state"]["pos"] = type(generator)().get_state(legacy=False)["state"]["pos"]
        return pickle.dumps(state)
    return pickle.dumps(getattr(generator, "bit_generator", generator).state)


def _name(roots: Sequence[Any], path: Path) -> str | None:
    """Return the name by which code reads what is at the end of a path: of a global, a variable or an attribute."""
    if path[-2:-1] == (("attribute", "__defaults__"),):
        f = followed(roots, path[:-2])
        code, position = f.__code__, f.__code__.co_argcount - len(f.__defaults__) + path[-1][1]
        return str(code.co_varnames[position])
    for kind, name in reversed(path[1:]):
        if kind in ("cell", "global", "attribute") and not str(name).startswith("__"):
            return str(name)
        if kind == "of module":
            return str(name[1])
        if kind == "item" and isinstance(name, str):
            return name
    return None


def _lines(f: types.FunctionType, generator: Any, name: str | None) -> Iterator[tuple[str, int]]:
    """Return the lines of a function, and of those within it, that read a generator: by a name, or as a global one."""
    names = {name} if name is not None else {k for k, x in f.__globals__.items() if _gives(x, generator)}
    if (f.__module__ or "").partition(".")[0] in _PACKAGES:
        return
    codes = [f.__code__]
    while codes:
        code = codes.pop(0)
        codes += [x for x in code.co_consts if isinstance(x, types.CodeType)]
        steps = [*dis.get_instructions(code)]
        for k, step in enumerate(steps):
            read = step.opname.startswith(("LOAD_", "BINARY_")) or step.opname == "STORE_FAST_LOAD_FAST"
            values = step.argval if isinstance(step.argval, tuple) else (step.argval,)
            if not read or not any(x in names for x in values if isinstance(x, str)):
                continue
            after = [str(s.argval) for s in steps[k + 1 : k + 4] if s.opname in ("LOAD_ATTR", "LOAD_METHOD")]
            of_module = isinstance(f.__globals__.get(str(step.argval)), types.ModuleType) and name is None
            if any(x in _HARMLESS for x in after[:2]) or (of_module and not _draws(after, f, step, generator)):
                continue
            if step.positions is not None and step.positions.lineno is not None:
                yield code.co_filename, step.positions.lineno


def _gives(x: Any, generator: Any) -> bool:
    """Tell whether a global leads to a global generator: NumPy, its module, a function of it, or the generator."""
    if generator is _of_numpy():
        return x is np or x is np.random or x is generator or getattr(x, "__self__", None) is generator
    return x is random or (isinstance(x, types.MethodType | types.BuiltinMethodType) and x.__self__ is generator)


def _draws(after: Sequence[str], f: types.FunctionType, step: dis.Instruction, generator: Any) -> bool:
    """Tell whether attributes that are read of a module are a function of the generator."""
    x = f.__globals__[str(step.argval)]
    for name in after[: 2 if x is np else 1]:
        x = getattr(x, name, None)
    return getattr(x, "__self__", None) is generator


def _last_resort() -> tuple[str, int]:
    """Return the line that called the compiled function."""
    file, _, line = Trace.line_outside().rpartition(":")
    return file or "?", int(line) if line.isdigit() else 0
