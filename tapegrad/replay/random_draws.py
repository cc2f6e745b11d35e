"""Random draws while a function is recorded: each replay would give the same numbers, so the user is warned.

The states of generators before and after a recording say whether numbers were drawn: of the global ones, and of those
that the function reaches. The line is looked for only then: one that names the generator, in the functions that are
reached.

Tests: tests/replay/test_random_draws.py
"""

from __future__ import annotations

import dis
import itertools
import random
import types
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from tapegrad.errors import DrawWarning, GradientError
from tapegrad.record.generators import (
    DrawWatch,
    are_watched,
    draws_are_refused,
    generator_classes,
    global_generators,
    of_numpy,
)
from tapegrad.record.trace import Trace
from tapegrad.replay.reached_objects import ObjectWalk, Path, followed

_MOST = 2_000  # objects that a search looks at
_PACKAGES = ("numpy", "scipy", "random", "tapegrad")  # whose lines are not the user's
_MAKERS = frozenset({"default_rng", "RandomState", "Random", "SystemRandom"})  # of generators, seeded or not
_HARMLESS = ("default_rng", "Generator", "RandomState", "SeedSequence", "Random", "get_state", "getstate")


class Draws(DrawWatch):
    """The states of generators before a recording of a function, which the first of the roots is."""

    def __init__(self, roots: Sequence[Any]) -> None:
        self._functions: list[types.FunctionType] = []
        self._names: dict[int, str] = {}  # of those that are not global
        generators, classes = global_generators(), generator_classes()
        for x, path in ObjectWalk(roots, _MOST):
            if isinstance(x, types.FunctionType):
                self._functions.append(x)
            elif isinstance(x, classes) and x not in generators:
                generators.append(x)
                if (name := _name(roots, path)) is not None:
                    self._names[id(x)] = name
        super().__init__(generators)

    def report(self, title: str, what_runs: str = "call", to: str = "pass them as an argument") -> bool:
        """Warn of random numbers that are constants now, or refuse them where draws are refused; tells whether there
        are some.

        Each `what_runs` will use them. The user should draw them outside, and do this with them: `to`.

        Raises
        ------
        GradientError
        """
        drawn = self.drawn()
        if drawn:
            name = self._names.get(id(drawn[0]))
            what = "random numbers were drawn" if name is None else f"random numbers of {name} were drawn"
            lines = [place for f in self._functions for place in _lines(f, drawn[0], name)]
        else:
            what, lines = "a generator of random numbers was made without a seed", self._unseeded()
            if not lines:
                return False
        file, line = next(iter(lines), None) or _last_resort()
        places = ", ".join(dict.fromkeys(f"{f}:{n}" for f, n in lines[:3])) or f"the call at {file}:{line}"
        if draws_are_refused():
            raise GradientError(
                f"{title}: expected a function that draws nothing, since its derivative would be at other numbers than "
                f"its value; {what} while it was recorded, at {places}. Draw them outside, and pass them as an "
                "argument."
            )
        warnings.warn_explicit(
            f"{title}: {what} while the function was recorded, at {places}. Each {what_runs} will use these same "
            f"numbers. Draw them outside, and {to}.",
            DrawWarning,
            file,
            line,
        )
        return True

    def _unseeded(self) -> list[tuple[str, int]]:
        """Return where functions of the user's make a generator without a seed, whose states are not known."""
        users = [f for f in self._functions if (f.__module__ or "").partition(".")[0] not in _PACKAGES]
        return [place for f in users for place in _unseeded(f.__code__)]


@contextmanager
def draws_told(
    f: Callable[..., Any], title: str, what_runs: str, to: str = "pass them as an argument"
) -> Iterator[None]:
    """Warn of draws while a function is recorded that runs more than once.

    Within a recording that tells of its draws, these are told of there.
    """
    if are_watched():
        yield
        return
    with Draws([f]) as draws:
        yield
    draws.report(title, what_runs, to)


def _unseeded(code: types.CodeType) -> Iterator[tuple[str, int]]:
    """Return the lines of a code that make a generator without a seed."""
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            yield from _unseeded(inner)
    if _MAKERS.isdisjoint(code.co_names):
        return
    steps = [s for s in dis.get_instructions(code) if s.opname not in ("PUSH_NULL", "PRECALL", "CACHE")]
    for step, after in itertools.pairwise(steps):
        maker = step.opname.startswith("LOAD_") and step.argval in _MAKERS
        line = step.positions.lineno if step.positions is not None else None
        if maker and after.opname == "CALL" and after.arg == 0 and line is not None:
            yield code.co_filename, line


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
    if generator is of_numpy():
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
